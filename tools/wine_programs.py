# SPDX-License-Identifier: GPL-2.0-or-later
"""What godot-recorder and godot-split write in Wine, and here: a part of tools/wine.py."""

import collections
import itertools
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

# pylint: disable=wrong-import-position
import game_clients     # noqa: E402
import recordings       # noqa: E402

TOKEN = "Gr\u00fc\u00dfe"
ANSWERS = (     # what Wireshark asks of godot-recorder, and what is wrong
    ["--extcap-interfaces", "--extcap-version=4.4"], ["--extcap-dlts", "--extcap-interface", "godot-recorder"],
    ["--extcap-config", "--extcap-interface", "godot-recorder"], ["--extcap-version"], ["--help"], [],
    ["--extcap-dlts", "--extcap-interface", "eth0"], ["--capture"], ["--capture", "--fifo", "x", "--port", "70000"],
    ["--extcap-interface", "godot-recorder", "--extcap-capture-filter", "udp"], [TOKEN], ["--no-such-option"])
TALK = 0.3      # seconds for each game: the program tells at most ten lines a second
SLOW = 1.5      # seconds in which nothing is read
WAITS = 60      # seconds for what should take one
LISTENER = 0    # its interface in the recording
PARTS = 4
MERGED = ("godot4-leaving.pcapng", "godot3.6-rpc.pcapng", "enet-lossy.pcapng", "godot4-replication.pcapng")


# --- godot-recorder ---------------------------------------------------------------------


def read_answers(count, systems):
    """Compares what Wireshark is told before a capture."""
    for words in ANSWERS:
        pair = [system.run("godot-recorder", *words, errors=subprocess.STDOUT) for system in systems]
        count.compare("Answers of godot-recorder", " ".join(words), *pair)


def long_recording():
    """Returns the bytes of a recording of 10 MB: more than programs and sockets hold while nothing is read."""
    begin = 1_700_000_000_000_000
    blocks = [game_clients.sent(1, begin + number, number.to_bytes(4, "little") * 12500, number=number)
              for number in range(200)]
    return b"".join([game_clients.section(order=">"), game_clients.interface(b"game", b"Large, process 1", ">"),
                     game_clients.interface(b"peer 1", b"Large, peer 1", ">"), game_clients.section(),
                     game_clients.interface(b"game", b"Large, process 1"),
                     game_clients.interface(b"peer 1", b"Large, peer 1"), *blocks,
                     game_clients.packet(0, begin, game_clients.TAGS + game_clients.record(
                         game_clients.RUN_END, more=b"\1\0\0\0"))])


def play(port, games):
    """Sends recordings, one after the other."""
    for game in games:
        client = game_clients.Game(port, TOKEN)
        client.send(game)
        client.socket.shutdown(socket.SHUT_WR)
        client.is_closed(WAITS)
        client.socket.close()
        time.sleep(TALK)


def said_until(stream, text):
    """Reads what a program says until it says this, and lets the rest be read."""
    for line in iter(stream.readline, b""):
        if text in line:
            threading.Thread(target=stream.read, daemon=True).start()
            return
    sys.exit(f"wine.py: godot-recorder did not say {text!r}")


def record(system, games):
    """Returns what godot-recorder writes of these games; nothing is read in the beginning."""
    port = game_clients.free_port()
    program = system.start_recorder("--capture", "--port", str(port), "--token", TOKEN)
    said_until(program.stderr, b"Listens")
    players = threading.Thread(target=play, args=(port, games), daemon=True)
    players.start()
    time.sleep(SLOW)
    if not players.is_alive():
        sys.exit("wine.py: godot-recorder took 10 MB while nothing was read")
    program.stdin.write(b"\n")
    program.stdin.flush()
    threading.Thread(target=lambda: (players.join(), time.sleep(1), system.end_recorder(program)), daemon=True).start()
    return program.stdout.read(), program.wait(WAITS)


def of_listener(body):
    """Returns what is the same each time of a record of the listener's own."""
    one = recordings.record(LISTENER, 0, body[20:20 + int.from_bytes(body[12:16], "little")])
    if one.kind == "run begin":
        return one.kind, one.number, one.text(12)
    return one.kind, one.number, re.sub(r"port \d+", "port", one.text(1)) if one.kind == "mark" else ""


def taken_apart(data):
    """Returns the lines to compare of a recording: what describes interfaces, the listener's own records but the last
    one, which only a program that is asked to end writes, and the packets of each other interface."""
    described, own, packets = [], [], collections.defaultdict(list)
    for kind, body in recordings.blocks(data):
        if kind == 6 and body[:4] == bytes(4):
            own.append(repr(of_listener(body)).encode())
        elif kind == 6:
            packets[body[:4]].append(body)
        else:
            described.append(body)
    if b"run end" in own[-1]:
        own.pop()
    return [line.hex().encode() for line in described] + own + [
        line.hex().encode() for line in itertools.chain(*(packets[number] for number in sorted(packets)))]


def read_recordings(count, systems):
    """Compares what the program makes of the same games."""
    files = sorted((ROOT / "captures" / "recordings").glob("*.recording.pcapng"))
    games = [long_recording(), *(file.read_bytes() for file in files)]
    pair = [record(system, games) for system in systems]
    lines, others = [taken_apart(data) for data, _ in pair]
    told = sum(b"its recording has ended" in line for line in lines)
    if told != len(games):
        sys.exit(f"wine.py: {told} of {len(games)} recordings came to their end")
    for number in range(max(len(lines), len(others))):
        count.compare("Blocks of recordings", f"block {number}", *[
            (one[number] if number < len(one) else b"", ended) for one, (_, ended) in zip((lines, others), pair)])


# --- godot-split ------------------------------------------------------------------------


def cut(system, folder, capture):
    """Returns what godot-split says of a capture and writes, and how it ended."""
    folder.mkdir()
    folder.chmod(0o777)
    said, ended = system.run("godot-split", str(PARTS), system.path(capture), system.path(folder),
                             errors=subprocess.STDOUT)
    written = [file.name.encode() + b"\n" + file.read_bytes() for file in sorted(folder.iterdir())]
    return b"\n".join([said, *written]), ended


def join(system, folder, rows):
    """Returns what godot-split prints of these rows of the parts and puts aside, to the byte, and how it ended."""
    for number, text in enumerate(rows, 1):
        subprocess.run(["zstd", "-q", "-f", "-o", folder / f"{number}.rows.zst"], input=text, check=True)
    printed, ended = system.run("godot-split", "--join", system.path(folder), as_it_is=True)
    return printed + b"\n" + (folder / "rest").read_bytes(), ended


def rows_of(system, part):
    return system.run("tshark", "-n", "-q", "-r", system.path(part), "-z", "godot,messages", "-z", "io,stat,0")[0]


def read_split(count, systems, work):
    """Compares the parts of all captures and of several together, and the rows of these."""
    linux, _ = systems
    top = work / "split"
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir()
    top.chmod(0o777)
    whole = top / "whole.pcapng"
    subprocess.run(["mergecap", "-w", whole, *(ROOT / "captures" / name for name in MERGED)], check=True)
    for number, capture in enumerate([whole, *sorted((ROOT / "captures").rglob("*.pcap*"))]):
        pair = [cut(system, top / f"{number}-{system.name}", capture) for system in systems]
        count.compare("Parts of godot-split", capture.name, *pair)
    folders = [top / f"0-{system.name}" for system in systems]
    rows = [rows_of(linux, part) for part in sorted(folders[0].glob("*.part"))]
    if len(rows) < 2:
        sys.exit("wine.py: godot-split did not divide the capture")
    with_line_ends = [text.replace(b"\n", b"\r\n") for text in rows]
    for what, parts in ("rows", rows), ("rows with Windows' line ends", with_line_ends):
        pair = [join(system, folder, parts) for system, folder in zip(systems, folders)]
        count.compare("Joined rows", what, *pair)
    expected = [line for line in rows_of(linux, whole).splitlines() if line.startswith(b"{")]
    there = join(systems[1], folders[1], [rows_of(systems[1], part) for part in sorted(folders[1].glob("*.part"))])
    count.compare("Joined rows", "rows of tshark for Windows, and of the whole capture here", (b"\n".join(expected), 0),
                  (b"\n".join(line for line in there[0].splitlines() if line.startswith(b"{")), there[1]))
