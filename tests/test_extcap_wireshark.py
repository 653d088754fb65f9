# SPDX-License-Identifier: GPL-2.0-or-later
"""Does Wireshark find godot-recorder in the user's folder and read from it?

The games are some of Python's, and some of the real engine.
"""

import contextlib
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest

import engine
import game_clients
import recordings
import wireshark
from game_clients import Game, now, sent

RECORDER = Path(os.environ["GODOT_PLUGIN"]).parent / "godot-recorder"
RECORDINGS = wireshark.CAPTURES / "recordings"
PROJECT = wireshark.ROOT / "tests" / "recorder"
# Keys of a row that are the same whatever else is in the recording.
SAME = ("time", "from", "to", "mode", "channel", "kind", "text", "bytes")


@pytest.fixture(scope="module", name="environment")
def fixture_environment():
    """With the recorder in the personal folder of whoever runs tshark."""
    environment = wireshark.environment()
    home = Path(environment["HOME"])
    folder = home / (".config/wireshark/extcap" if wireshark.version() < (4, 2) else ".local/lib/wireshark/extcap")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(RECORDER, folder / "godot-recorder")
    wireshark._give_away(home)
    (folder / "godot-recorder").chmod(0o755)
    return environment


@contextlib.contextmanager
def listening(environment, *options, **more):
    """A tshark that captures at the interface, and the port at which games may connect."""
    port = game_clients.free_port()
    where = ["-i", "godot-recorder", "-o", f"extcap.godot_recorder.port:{port}"]
    command = wireshark._command("tshark", ["-n", *where, *options])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env={**environment, **more}, cwd="/", text=True, **pipes) as process:
        try:
            until_it_listens(process, port)
            yield process, port
        finally:
            if process.poll() is None:
                process.kill()


def until_it_listens(process, port):
    for _ in range(400):
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port)).close()
            return
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    raise AssertionError("the recorder does not listen")


def stopped(process, games=0):
    """What tshark prints after Ctrl+C, which it gets when the rows of so many games have ended, or after a minute."""
    came, ended = [], 0
    patience = threading.Timer(60, process.send_signal, [2])
    patience.start()
    while ended < games:
        came.append(process.stdout.readline())
        ended += "its recording has ended" in came[-1] if came[-1] else games
    patience.cancel()
    if not games:
        time.sleep(1.5)     # more than records wait for others and dumpcap for more
    process.send_signal(2)
    out, problems = "".join(came) + process.stdout.read(), process.stderr.read()
    assert process.wait(60) == 0, problems
    return out, problems


def test_the_interface_is_listed(environment):
    command = wireshark._command("tshark", ["-D"])
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    found = [line.split(". ", 1)[1] for line in done.stdout.splitlines() if "odot" in line]
    assert found == ["godot-recorder (Godot games (recorder))"]


def test_interfaces_and_bytes_of_two_games(environment):
    folder = wireshark.writable_folder()
    with listening(environment, "-w", folder / "live.pcapng") as (process, port):
        games = [Game(port, name=f"Game {number}, process {number}") for number in range(2)]
        expected = set()
        for number, game in enumerate(games):
            game.begin()
            game.send(*(sent(1, now(), bytes([number, turn]), run=number + 1, number=turn) for turn in range(20)))
            late = sent(2, now(), bytes([number, 99]), run=number + 1, number=20)
            game.send(game_clients.interface(b"peer 2", f"Game {number}, late".encode()), late)
            name = f"Game {number}, ENetMultiplayerPeer, peer 1, /root"
            expected |= {(name, bytes([number, turn])) for turn in range(20)}
            expected.add((f"Game {number}, late", bytes([number, 99])))
        for game in games:
            game.close()
        stopped(process)
    described, seen = [], set()
    for kind, body in recordings.blocks((folder / "live.pcapng").read_bytes()):
        if kind == 1:
            described.append(recordings.options(body[8:])[3])
        elif kind == 6:
            interface, high, low, size, _ = struct.unpack_from("<IIIII", body)
            one = recordings.record(interface, high << 32 | low, body[20:20 + size])
            if one.kind == "packet":
                seen.add((described[interface], one.body))
    assert seen == expected
    asked = ("frame.interface_name", "frame.interface_description")
    names = {(name, told) for (name,), (told,) in wireshark.fields(folder / "live.pcapng", "godot.record", *asked)}
    assert names >= {("peer 1", "Game 0, ENetMultiplayerPeer, peer 1, /root"), ("peer 2", "Game 1, late")}


def rows(text, before=float("inf")):
    """Without those of later times: the listener's own."""
    rows = [row for row in map(json.loads, text.splitlines()) if row["time"] < before]
    return sorted(json.dumps({key: row.get(key) for key in SAME}) for row in rows)


@pytest.mark.parametrize("token", [None, "secret"])
def test_messages_of_a_server_and_two_clients(environment, token):
    """The rows of each recording alone, read from its file, are those that come when they are sent at once."""
    files = sorted(RECORDINGS.glob("godot4-rpc.*.recording.pcapng"))
    begin_of_test = time.time()
    alone = rows("".join(wireshark.tshark("-r", file, "-q", "-z", "godot,messages") for file in files))
    more = {"GODOT_RECORDER_TOKEN": token} if token else {}
    where = ["-o", "extcap.godot_recorder.address:0.0.0.0"] if token else []    # as docs/recording.md has it for phones
    with listening(environment, *where, "-q", "-z", "godot,messages", **more) as (process, port):
        games = [(Game(port, token), file.read_bytes()) for file in files]
        for begin in range(0, max(len(data) for _, data in games), 1000):
            for game, data in games:
                game.send(data[begin:begin + 1000])
        for game, _ in games:
            game.close(ended=False)
        out, _ = stopped(process, len(games))
    assert len(alone) > 100 and rows(out, begin_of_test) == alone
    assert len(rows(out)) >= len(alone) + 1 + 3 * 2     # the listener's run begins, three games come and go


def said_on_a_port_in_use(environment):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        where = ["-i", "godot-recorder", "-o", f"extcap.godot_recorder.port:{port}"]
        done = subprocess.run(wireshark._command("tshark", [*where, "-a", "duration:20"]),
                              env=environment, cwd="/", capture_output=True, text=True, timeout=120, check=False)
    return done.stderr.replace(f"port {port}", "port PORT")


def test_tshark_says_why_it_cannot_listen(environment):
    """Mostly: tshark 4.4 may end before it has read what the interface's program said."""
    for _ in range(4):
        said = said_on_a_port_in_use(environment)
        if "cannot listen" in said:
            break
    assert "cannot listen at 127.0.0.1, port PORT" in said and "choose another port" in said


def test_nothing_stays_behind(environment):
    """Neither when tshark is stopped in order, nor when it is killed."""
    for how in ("stopped", "killed"):
        with listening(environment, "-q") as (process, port):
            if how == "stopped":
                stopped(process)
            else:
                process.kill()
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_server(("127.0.0.1", port)).close()
                break
            time.sleep(0.1)
        else:
            raise AssertionError(f"{how}: the recorder still listens")


# --- the real engine --------------------------------------------------------------------


MADE_ONCE = ("packet", "remote", "status", "clock", "log", "run end")     # others are said again when a reader connects


def by_run(records):
    found = {}
    for one in records:
        found.setdefault(one.run, []).append(one)
    return found


def start(game, number, port, token):
    """A game that records into a file and sends to a listener, too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        own = one.getsockname()[1]
    return game.start(
        GAME_TRAP="busy", GAME_MILLISECONDS="6000", GAME_EVERY="2", GAME_SIZE="60", GAME_PORT=str(own),
        GODOT_RECORDER_TOKEN=token, GODOT_RECORDER_CONNECT=f"127.0.0.1:{port}",
        GODOT_RECORDER_FILE=str(game.inside / f"{number}.pcapng"))


@engine.needed
def test_three_games_of_the_engine_at_once():
    """What comes is what each game writes into its own file, from the time on at which it had connected."""
    port, folder = game_clients.free_port(), Path(tempfile.mkdtemp())
    output = folder / "games.pcapng"
    command = [RECORDER, "--capture", "--fifo", output, "--port", str(port)]
    environment = {**os.environ, "GODOT_RECORDER_TOKEN": "grün", "LC_ALL": "C.UTF-8"}
    recorder = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    with engine.Game(PROJECT) as game:
        games = [start(game, number, port, "grün") for number in range(3)]
        said = [one.communicate(timeout=90)[0] for one in games]
        time.sleep(0.6)
        recorder.terminate()
        told = recorder.communicate(timeout=20)[1]
        files = [recordings.sections((game.folder / f"{number}.pcapng").read_bytes())[0] for number in range(3)]
    found, = recordings.sections(output.read_bytes())
    shutil.rmtree(folder)
    assert recorder.returncode == 0 and all("the game goes on" in one for one in said), said
    live = by_run(one for one in found.records if found.interfaces[one.interface]["name"] != "listener")
    assert set(live) == {section.records[0].run for section in files} and len(live) == 3
    for section in files:
        came = live[section.records[0].run]
        fresh = [one for one in came if one.kind in MADE_ONCE]
        written = [one for one in section.records if one.kind in MADE_ONCE and one.number >= fresh[0].number]
        assert [(one.kind, one.number, one.time, one.fields, one.body) for one in fresh] == \
            [(one.kind, one.number, one.time, one.fields, one.body) for one in written]
        assert sum(one.kind == "packet" for one in fresh) > 100
        answered = [one for one in fresh if one.kind == "clock" and 91 in one.attributes()]
        assert len(answered) >= 3
        names = {found.interfaces[one.interface]["description"] for one in came}
        assert names <= {one["description"] for one in section.interfaces}
    packets = [one.time for one in found.records if one.kind == "packet"]
    # A game that does not get to send for a quarter of a second, on a busy machine, is late.
    assert sum(later < earlier for earlier, later in zip(packets, packets[1:])) < len(packets) / 50
    assert told.count("is recorded") == 3 and told.count("its recording has ended") == 3
