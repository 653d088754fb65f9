# SPDX-License-Identifier: GPL-2.0-or-later
"""What does tshark need for a game that goes on and on? python3 tests/live.py [--minutes 60] [--voice] [OPTION...]

Plays the hour of a game into a FIFO as fast as tshark reads it, and says now and then how many bytes that was, how long
the processor worked on it, how large tshark is, and how many bytes its rows have when zstd has compressed them. The
game: 16 players, 60 times a second one datagram from the server to each with the state of four others, and one from
each with its own; each second a reliable call of each, acknowledged. With --voice each says 1,000 bytes 50 times a
second, which the server passes on to all others: 50 GB an hour.
"""

import argparse
import os
import random
import re
import struct
import subprocess
import sys
import threading
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
os.environ.setdefault("GODOT_PLUGIN", str(TOP / "build" / "godot.so"))
import enet         # noqa: E402
import pcap         # noqa: E402
import traffic      # noqa: E402
import wireshark    # noqa: E402

PLAYERS, RATE, START = 16, 60, 10
VOICE = 50      # packets of a player in a second
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


def states(lines, number, dice):
    """Returns (time, packet) of everything that is sent in one second."""
    for tick in range(number * RATE, (number + 1) * RATE):
        now = START + tick / RATE
        head = struct.pack("<BH", 6, tick & 0xFFFF)
        values = [traffic.vector3(dice.random(), dice.random(), tick) for _ in range(PLAYERS)]
        elements = [traffic.element4(3 + 2 * i, value) for i, value in enumerate(values)]
        for i, line in enumerate(lines):
            line.clock = int(now * 1000)
            others = b"".join(elements[(i + 1 + k) % PLAYERS] for k in range(4))
            yield now, line.unsequenced(False, head + others)
            yield now, line.unsequenced(True, head + traffic.element4(OWN, values[i]))
            if tick % RATE == i:
                yield now, line.reliable(True, traffic.call4(1, i % 5, traffic.integer(tick)))
                yield now, line.packet(False, enet.ack(line.numbers[True, 0], line.clock - 1, 0))


def voices(lines, number, dice):
    """Returns the same when all speak: who, and what was heard in a fiftieth of a second."""
    for tick in range(number * VOICE, (number + 1) * VOICE):
        now = START + tick / VOICE
        for speaker, line in enumerate(lines):
            line.clock = int(now * 1000)
            call = traffic.call4(1, 0, traffic.integer(speaker), struct.pack("<II", 29, 1000) + dice.randbytes(1000))
            yield now, line.unsequenced(True, call)
            yield from ((now, other.unsequenced(False, call)) for other in lines if other is not line)


class Game:
    """A game that is written into a file, and how many bytes of it have been."""

    def __init__(self, second):
        self.second, self.size = second, 0

    def play(self, path, seconds):
        lines, first = beginning()
        dice = random.Random(16)
        pcap.write(path, first, ethernet=True)
        with open(path, "ab", buffering=1 << 20) as file:
            for number in range(seconds):
                for now, packet in self.second(lines, number, dice):
                    data = pcap.ETHERNET + packet
                    self.size += file.write(struct.pack("<IIII", int(now), int(now % 1 * 1e6), len(data), len(data)) +
                                            data)


def resident(process):
    """Returns how many MiB of memory a process has."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def worked(process):
    """Returns for how many seconds a processor has worked for a process (proc(5): utime and stime)."""
    ticks = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def watch(tshark, game, minutes, packed, rows):
    """Prints all that when tshark's rows reach the first second of the game, and then after each so many minutes."""
    following = 1
    for some in iter(lambda: tshark.stdout.read(1 << 16), b""):
        packed.write(some)
        told = TIME.findall(some)
        # It asks a second before the end, because it cannot ask a process that has ended.
        while told and float(told[-1]) >= START + following - 1:
            print(
                f"{following / 60:5.1f} min of the game: {game.size / 1e9:6.2f} GB, {worked(tshark):5.0f} s, "
                f"{resident(tshark):7.1f} MiB, {os.fstat(rows.fileno()).st_size / 1e9:.2f} GB of rows",
                flush=True)
            following = following // 60 // minutes * minutes * 60 + minutes * 60


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("? ")[1].split("\n")[0], description=__doc__.split("\n\n")[1])
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--voice", action="store_true")
    arguments, options = parser.parse_known_args()
    wireshark.require_plugin()
    folder = wireshark.writable_folder()
    fifo = folder / "game"
    os.mkfifo(fifo, 0o644)
    game = Game(voices if arguments.voice else states)
    command = wireshark._command("tshark", ["-n", "-q", "-r", fifo, "-z", "godot,messages", *options])
    with open(folder / "rows.zst", "wb") as rows, \
            subprocess.Popen(command, env=wireshark.environment(), cwd=folder, stdout=subprocess.PIPE) as tshark, \
            subprocess.Popen(["zstd", "-q", "-1"], stdin=subprocess.PIPE, stdout=rows) as packed:
        player = threading.Thread(target=game.play, args=(fifo, arguments.minutes * 60))
        player.start()
        watch(tshark, game, max(1, arguments.minutes // 6), packed.stdin, rows)
        player.join()
        packed.stdin.close()
    sys.exit(tshark.returncode)


if __name__ == "__main__":
    main()
