# SPDX-License-Identifier: GPL-2.0-or-later
"""How much memory does tshark need on a game that goes on and on? python3 tests/live.py [--minutes 60] [OPTION...]

Plays the hour of a game into a FIFO as fast as tshark reads it, and says now and then how large it is. The game: 16
players, 60 times a second one datagram from the server to each with the state of four others, and one from each with
its own; each second a reliable call of each, acknowledged.
"""

import argparse
import os
import random
import re
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
os.environ.setdefault("GODOT_PLUGIN", str(TOP / "build" / "godot.so"))
import enet         # noqa: E402
import pcap         # noqa: E402
import traffic      # noqa: E402
import wireshark    # noqa: E402

PLAYERS, RATE, START = 16, 60, 10
TIME = re.compile(rb'"time":([0-9.]+)')
OWN = 0x80000002     # the client's own synchronizer, by the number of its path


def beginning():
    """Returns the connections, and their first packets."""
    lines = [traffic.Line(number) for number in range(PLAYERS)]
    first = []
    for line in lines:
        first += [*line.opened(), *traffic.players4(line, PLAYERS)]
        for number, path in (1, "Main/Players/Player0"), (OWN & 0xFF, "Main/Players/Player0/Input"):
            first += [line.reliable(True, traffic.simplify4(number, path, traffic.METHODS_MD5)),
                      line.reliable(False, traffic.confirm4(number))]
    return lines, first


def second(lines, number, dice):
    """Returns (time, packet) of everything that is sent in one second."""
    for tick in range(number * RATE, (number + 1) * RATE):
        now = START + tick / RATE
        head = struct.pack("<BH", 6, tick & 0xFFFF)
        values = [traffic.vector3(dice.random(), dice.random(), tick) for _ in range(PLAYERS)]
        states = [traffic.element4(3 + 2 * i, value) for i, value in enumerate(values)]
        for i, line in enumerate(lines):
            line.clock = int(now * 1000)
            others = b"".join(states[(i + 1 + k) % PLAYERS] for k in range(4))
            yield now, line.unsequenced(False, head + others)
            yield now, line.unsequenced(True, head + traffic.element4(OWN, values[i]))
            if tick % RATE == i:
                yield now, line.reliable(True, traffic.call4(1, i % 5, traffic.integer(tick)))
                yield now, line.packet(False, enet.ack(line.numbers[True, 0], line.clock - 1, 0))


def play(path, seconds):
    """Writes the game into a file."""
    lines, first = beginning()
    dice = random.Random(16)
    pcap.write(path, first, ethernet=True)
    with open(path, "ab", buffering=1 << 20) as file:
        for number in range(seconds):
            for now, packet in second(lines, number, dice):
                data = pcap.ETHERNET + packet
                file.write(struct.pack("<IIII", int(now), int(now % 1 * 1e6), len(data), len(data)) + data)


def resident(process):
    """Returns how many MiB of memory a process has."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def watch(tshark, minutes):
    """Prints how large tshark is when its rows reach the first second of the game, and then after each so many
    minutes."""
    following, begin = 1, time.monotonic()
    for rows in iter(lambda: tshark.stdout.read(1 << 16), b""):
        told = TIME.findall(rows)
        # It asks a second before the end, because it cannot ask a process that has ended.
        while told and float(told[-1]) >= START + following - 1:
            print(
                f"{following / 60:5.1f} min of the game: {resident(tshark):7.1f} MiB, after "
                f"{time.monotonic() - begin:.0f} s",
                flush=True)
            following = following // 60 // minutes * minutes * 60 + minutes * 60


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("? ")[1].split("\n")[0], description=__doc__.split("\n\n")[1])
    parser.add_argument("--minutes", type=int, default=60)
    arguments, options = parser.parse_known_args()
    wireshark.require_plugin()
    folder = wireshark.writable_folder()
    fifo = folder / "game"
    os.mkfifo(fifo, 0o644)
    command = wireshark._command("tshark", ["-n", "-q", "-l", "-i", fifo, "-z", "godot,messages", *options])
    with subprocess.Popen(command, env=wireshark.environment(), cwd=folder, stdout=subprocess.PIPE) as tshark:
        player = threading.Thread(target=play, args=(fifo, arguments.minutes * 60))
        player.start()
        watch(tshark, max(1, arguments.minutes // 6))
        player.join()
    sys.exit(tshark.returncode)


if __name__ == "__main__":
    main()
