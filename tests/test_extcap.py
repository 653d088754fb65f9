# SPDX-License-Identifier: GPL-2.0-or-later
"""Does godot-recorder make one recording of those of several games, whatever they do? Games: game_clients.py; its
output is read by recordings.py."""

import collections
import contextlib
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

import game_clients
import recordings
import wireshark
from game_clients import Game, interface, now, packet, section, sent

RECORDER = Path(os.environ["GODOT_PLUGIN"]).parent / "godot-recorder"
LISTENER = "listener"
NOBODY = 65534
MS = 1000


class Recorder:
    """A godot-recorder that writes into a file; its recording can be read when it has ended."""

    def __init__(self, folder, *options, port=None, output=None, environment=None, told=subprocess.PIPE):
        self.port = game_clients.free_port() if port is None else port
        self.output = output or folder / "games.pcapng"
        self.process = subprocess.Popen(
            [RECORDER, "--capture", "--fifo", self.output, "--port",
             str(self.port), *options], stderr=told, text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", **wireshark.UNCLEAN, **(environment or {})})
        self.said = ""
        if self.port:
            self.wait_for("Listens")

    def wait_for(self, text):
        """Read what it says until it says this."""
        while text not in self.said:
            line = self.process.stderr.readline()
            assert line, f"it ended, and did not say {text!r}:\n{self.said}"
            self.said += line

    def end(self, how=signal.SIGTERM):
        """Its exit status."""
        self.process.send_signal(how)
        self.said += self.process.communicate(timeout=20)[1]
        assert "CRITICAL" not in self.said      # as GLib says of its functions' wrong use
        return self.process.returncode

    def recording(self):
        found, = recordings.sections(self.output.read_bytes())
        return found

    def processor_time(self):
        """Seconds."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """MiB of memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


@pytest.fixture(name="recorder")
def fixture_recorder(tmp_path):
    one = Recorder(tmp_path)
    yield one
    one.process.kill()
    one.process.wait()


@contextlib.contextmanager
def running(*arguments, **options):
    one = Recorder(*arguments, **options)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()


def of_games(found):
    return [one for one in found.records if found.interfaces[one.interface]["name"] != LISTENER]


def marks(found):
    """What the listener says itself."""
    return [one.text(1) for one in found.records if one.kind == "mark"]


def bodies(found, description):
    """Packets of the peer whose interface has this description."""
    return [
        one.body
        for one in found.records
        if one.kind == "packet" and found.interfaces[one.interface]["description"] == description]


# --- what Wireshark asks before a capture -----------------------------------------------


def ask(*arguments, status=0, environment=None):
    done = subprocess.run([RECORDER, *arguments], capture_output=True, text=True, timeout=20, check=False,
                          env={**os.environ, **(environment or {})})
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def sentences(text):
    """Of extcap's answers: (keyword, {key: value})."""
    return [(line.split(" ")[0], dict(re.findall(r"\{(\w+)=([^}]*)\}", line))) for line in text.splitlines()]


def test_wireshark_is_told_of_one_interface():
    version, one = sentences(ask("--extcap-interfaces", "--extcap-version=4.0"))
    assert version[0] == "extcap" and re.fullmatch(r"\d+\.\d+\.\d+", version[1]["version"])
    assert one == ("interface", {"value": "godot-recorder", "display": "Godot games (recorder)"})
    (kind, link), = sentences(ask("--extcap-dlts", "--extcap-interface", "godot-recorder"))
    assert kind == "dlt" and link["number"] == "252"
    assert ask("--extcap-interfaces", "--extcap-version") == ask("--extcap-interfaces")
    for port in ("0", "65535"):     # only a capture needs somebody who connects
        assert ask("--extcap-dlts", "--port", port) == ask("--extcap-dlts")


def test_wireshark_is_told_of_the_options():
    found = {
        one["call"]: one
        for kind, one in sentences(ask("--extcap-config", "--extcap-interface", "godot-recorder"))
        if kind == "arg"}
    assert {call: (one["type"], one.get("default")) for call, one in found.items()} == {
        "--address": ("string", "127.0.0.1"), "--port": ("unsigned", "19001"), "--token": ("password", None),
        "--connect": ("string", None)}
    assert sorted(int(one["number"]) for one in found.values()) == list(range(len(found)))


def test_version_is_that_of_the_plugin():
    version = re.search(r"VERSION ([\d.]+) LANGUAGES",
                        (wireshark.ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    assert ask("--extcap-version") == f"godot-recorder {version}\n"


@pytest.mark.parametrize("arguments, said", [
    (["--capture"], "needs --fifo"),
    (["--capture", "--fifo", "x", "--port", "65536"], "from 0 to 65535"),
    (["--capture", "--fifo", "x", "--port", "-1"], "from 0 to 65535"),
    (["--capture", "--fifo", "x", "--port", "0", "--connect", ""], "--connect"),
    (["--capture", "--fifo", "x", "--port", "0"], "--connect"),
    (["--capture", "--fifo", "x", "--extcap-capture-filter", "udp"], "display filter"),
    (["--extcap-dlts", "--extcap-interface", "eth0"], "only godot-recorder"),
    (["--no-such-option"], "no-such-option"),
    (["something"], "something"),
    (["gräßlich"], "what is gräßlich?"),
    ([], "Usage:\n  godot-recorder [OPTION"),
    ([], "Wireshark and tshark start this program"),
])
def test_wrong_arguments_are_told(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in ask(*arguments, status=2, environment={"LC_ALL": "C.UTF-8"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("capture_filter, status", [("", 0), ("udp", 2)])
def test_wireshark_is_told_why_a_capture_filter_is_not_valid(capture_filter, status):
    """It asks before a capture: what is printed is what is wrong."""
    done = subprocess.run([RECORDER, "--extcap-interface", "godot-recorder", "--extcap-capture-filter", capture_filter],
                          capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (status, "")
    assert ("display filter" in done.stdout) == bool(status) and len(done.stdout.splitlines()) == bool(status)


def test_port_in_use_is_told_with_what_to_do(recorder, tmp_path):
    said = ask("--capture", "--fifo", tmp_path / "other", "--port", str(recorder.port), status=1)
    assert str(recorder.port) in said and "another program listens there" in said and "choose another port" in said


@pytest.mark.parametrize("address", ["192.0.2.1", "nowhere"])
def test_address_that_is_not_there_is_told(address, tmp_path):
    said = ask("--capture", "--fifo", tmp_path / "x", "--address", address, "--port", str(game_clients.free_port()),
               status=1)
    assert address in said and "0.0.0.0" in said


def first_port():
    """Those before are the system's."""
    return int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text(encoding="ascii"))


@pytest.mark.skipif(first_port() <= 999, reason="any user may take any port here")
def test_port_of_the_system_is_told():
    done = subprocess.run([RECORDER, "--capture", "--fifo", "-", "--port", "999"], capture_output=True, text=True,
                          timeout=20, check=False, user=NOBODY if os.geteuid() == 0 else None)
    assert done.returncode == 1 and "port 999" in done.stderr and "choose a port from 1024 on" in done.stderr


def test_an_empty_option_is_none(tmp_path):
    """So Wireshark hands over what the user leaves empty."""
    empty = [word for name in ("address", "token", "connect", "extcap-capture-filter") for word in (f"--{name}", "")]
    with running(tmp_path, *empty, environment={"GODOT_RECORDER_TOKEN": ""}) as recorder:
        assert recorder.said == f"godot-recorder: Listens at port {recorder.port} for games [127.0.0.1]\n"
        Game(recorder.port)
        assert recorder.end() == 0


def test_standard_output_takes_the_recording():
    """Also if there is no standard input, whose number the output has then."""
    with subprocess.Popen([RECORDER, "--capture", "--fifo", "-", "--port", str(game_clients.free_port())],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(0)) as process:
        assert b"Listens" in process.stderr.readline()
        process.terminate()
        found, = recordings.sections(process.stdout.read())
    assert process.returncode == 0 and [one.kind for one in found.records] == ["run begin", "mark", "run end"]


def test_output_that_cannot_be_written_is_told(tmp_path):
    where = tmp_path / "none" / "x"
    said = ask("--capture", "--fifo", where, "--port", str(game_clients.free_port()), status=1,
               environment={"LC_ALL": "C"})
    assert said == f"godot-recorder: cannot write to {where}: No such file or directory\n"


# --- several games ----------------------------------------------------------------------


def test_four_games_in_one_recording(recorder):
    start = now()
    games = [Game(recorder.port, name=f"Game {number}, process {100 + number}") for number in range(4)]
    for game in games:
        game.begin()
    expected = collections.defaultdict(list)
    for turn in range(50):
        for number, game in enumerate(games):
            body = bytes([number, turn]) * (turn + 1)
            expected[f"Game {number}, ENetMultiplayerPeer, peer 1, /root"].append(body)
            game.send(sent(1, start + turn * 4 + number, body, flags=2, run=100 + number, number=turn + 1, ticks=turn))
    for game in games:
        game.close(run=int(game.name.split()[-1]), number=51)
    time.sleep(0.5)
    assert recorder.end() == 0
    found = recorder.recording()
    assert found.interfaces[0]["name"] == LISTENER and "godot-recorder" in found.options[4]
    assert sorted((one["name"], one["description"]) for one in found.interfaces[1:]) == sorted(
        [("game", game.name) for game in games] + [("peer 1", description) for description in expected])
    assert {description: bodies(found, description) for description in expected} == dict(expected)
    times = [one.time for one in of_games(found) if one.kind == "packet"]
    assert times == sorted(times) and len(times) == 200
    assert {one.run for one in of_games(found)} == {100, 101, 102, 103}
    told = marks(found)
    assert [
        sum(text == f"{game.name}: {what}"
            for text in told)
        for game in games
        for what in ("is recorded", "its recording has ended")] == [1] * 8


def test_records_are_the_bytes_that_were_sent(recorder):
    """Of a record nothing changes but its interface. Its block has no options if it had none."""
    game = Game(recorder.port)
    game.begin()
    data = [
        game_clients.TAGS +
        game_clients.record(kind, number=number, more=bytes(range(number)), body=os.urandom(7 * number))
        for number, kind in enumerate([2, 3, 1, 7, 8, 12, 200], 1)]
    game.send(*(packet(0, now(), one) for one in data))
    game.close()
    time.sleep(0.5)
    recorder.end()
    bodies_seen = [body for kind, body in recordings.blocks(recorder.output.read_bytes()) if kind == 6]
    seen = [body[20:20 + struct.unpack_from("<I", body, 12)[0]] for body in bodies_seen]
    assert [one for one in seen if one in data] == data
    assert [len(body) for body in bodies_seen] == [20 + len(one) + -len(one) % 4 for one in seen]


def test_late_records_are_put_in_order(recorder):
    """Game B's record comes after A's, and was made before it."""
    one, other = Game(recorder.port, name="A, process 1"), Game(recorder.port, name="B, process 2")
    one.begin()
    other.begin()
    start = now()
    one.send(sent(1, start + 2 * MS, b"second"))
    time.sleep(0.05)
    other.send(sent(1, start, b"first"))
    one.send(sent(1, start + 4 * MS, b"third"))
    time.sleep(0.5)
    recorder.end()
    assert [one.body for one in of_games(recorder.recording()) if one.kind == "packet"
            ] == [b"first", b"second", b"third"]


def test_both_byte_orders(recorder):
    start = now()
    for order, name in (">", "Big, process 1"), ("<", "Little, process 2"):
        game = Game(recorder.port, name=name)
        game.begin(order)
        game.send(sent(1, start, name.encode(), order, flags=1))
        game.close()
    time.sleep(0.5)
    recorder.end()
    found = recorder.recording()
    for name in "Big", "Little":
        assert [body.split(b",")[0] for body in bodies(found, f"{name}, ENetMultiplayerPeer, peer 1, /root")
                ] == [name.encode()]
    assert [one.time for one in of_games(found) if one.kind == "packet"] == [start, start]


def test_peers_that_come_later(recorder):
    game = Game(recorder.port)
    game.begin()
    game.send(sent(1, now(), b"one"), interface(b"peer 2", b"A Game, the second"), sent(2, now(), b"two"))
    game.close()
    time.sleep(0.5)
    recorder.end()
    assert bodies(recorder.recording(), "A Game, the second") == [b"two"]


def test_other_blocks_are_passed_over(recorder):
    game = Game(recorder.port)
    game.begin()
    game.send(game_clients.block(5, bytes(12)), game_clients.block(0x0BAD, bytes(100)), sent(1, now(), b"after them"))
    game.close()
    time.sleep(0.5)
    recorder.end()
    assert bodies(recorder.recording(), "A Game, ENetMultiplayerPeer, peer 1, /root") == [b"after them"]


def test_a_game_and_its_engine_are_told_at_its_interface(recorder):
    """The output has one section header; what the games say in theirs becomes the comment of their first interface."""
    game = Game(recorder.port)
    game.begin()
    game.close()
    time.sleep(0.5)
    recorder.end()
    described = [
        recordings.options(body[8:]) for kind, body in recordings.blocks(recorder.output.read_bytes()) if kind == 1]
    assert [one.get(1) for one in described] == [None, "A Game 1.0, Godot 4.6.3-stable, a test", None]


# --- the token --------------------------------------------------------------------------


@pytest.fixture(params=["option", "variable"], name="guarded")
def fixture_guarded(request, tmp_path):
    how = {"option": (["--token", "grüße"], {}), "variable": ([], {"GODOT_RECORDER_TOKEN": "grüße"})}[request.param]
    with running(tmp_path, *how[0], environment=how[1]) as one:
        yield one


def test_token(guarded):
    game = Game(guarded.port, "grüße")
    game.begin()
    game.send(sent(1, now(), b"known"))
    for token in "wrong", None:
        with pytest.raises(game_clients.Refused, match=str(game_clients.WRONG_TOKEN)):
            Game(guarded.port, token)
    game.close()
    time.sleep(0.5)
    guarded.end()
    found = guarded.recording()
    assert bodies(found, "A Game, ENetMultiplayerPeer, peer 1, /root") == [b"known"]
    assert sum("does not know the token" in text for text in marks(found)) == 2
    assert "gr" + "üße" not in guarded.output.read_bytes().decode(
        "latin-1") and "grüße".encode() not in guarded.output.read_bytes()


def test_random_bytes_are_others_each_time(recorder):
    seen = set()
    for _ in range(3):
        game = Game(recorder.port, greet=False)
        seen.add(game.exactly(24)[8:])
    assert len(seen) == 3


def test_other_version_is_refused(recorder):
    with pytest.raises(game_clients.Refused, match=str(game_clients.OTHER_VERSION)):
        Game(recorder.port, version=2)


def test_too_many_games_are_refused(recorder):
    games = [Game(recorder.port) for _ in range(32)]
    with pytest.raises(game_clients.Refused, match=str(game_clients.TOO_MANY)):
        Game(recorder.port)
    games.pop().close(False)
    time.sleep(0.5)
    Game(recorder.port)


def test_too_many_connections_are_closed(recorder):
    connections = [Game(recorder.port, greet=False) for _ in range(65)]
    for game in connections[:64]:
        game.exactly(24)
    assert connections[64].is_closed(2)
    assert not connections[63].is_closed(0.1)


# --- the clock --------------------------------------------------------------------------


def test_questions(recorder):
    game = Game(recorder.port)
    game.begin()
    number, clock, round_trip = game.question()
    assert (number, round_trip) == (1, 0xFFFFFFFF) and abs(clock - now()) < 1000 * MS
    time.sleep(0.05)
    game.answer(number, clock, round_trip, now())
    begin = time.monotonic()
    number, clock, round_trip = game.question()
    assert number == 2 and 50 * MS <= round_trip < 500 * MS and 0.5 < time.monotonic() - begin < 1.5


def test_an_attribute_before_an_answer_may_have_300_bytes(recorder):
    """A length has two bytes."""
    game = Game(recorder.port)
    game.begin()
    number, clock, round_trip = game.question()
    game.answer(number, clock, round_trip, now(), before=game_clients.attribute(1, b"x" * 300))
    assert game.question()[2] != 0xFFFFFFFF


def test_answers_to_other_questions_say_nothing(recorder):
    game = Game(recorder.port)
    game.begin()
    number, clock, round_trip = game.question()
    game.answer(number + 1, clock, round_trip, now())
    game.answer(number, clock + 1, round_trip, now())
    assert game.question()[2] == 0xFFFFFFFF


def test_a_game_whose_clock_is_an_hour_behind_is_put_in_order(recorder):
    """Its own times stay as they are; the other's later record comes later."""
    hour = 3600 * 1000 * MS
    phone, other = Game(recorder.port, name="Phone, process 1"), Game(recorder.port, name="PC, process 2")
    for game, late in (phone, hour), (other, 0):
        game.begin()
        number, clock, round_trip = game.question()
        game.answer(number, clock, round_trip, now() - late)
    time.sleep(0.2)
    start = now()
    other.send(sent(1, start - 90 * MS, b"4"))
    phone.send(sent(1, start - 140 * MS - hour, b"3"))
    other.send(sent(1, start - 40 * MS, b"5"))
    time.sleep(0.02)
    phone.send(sent(1, start + 10 * MS - hour, b"6"))
    time.sleep(0.6)
    recorder.end()
    packets = [one for one in of_games(recorder.recording()) if one.kind == "packet"]
    assert [one.body for one in packets] == [b"3", b"4", b"5", b"6"]
    assert packets[0].time == start - 140 * MS - hour


def test_times_that_cannot_be_hold_nobody_up(recorder):
    """A record from tomorrow is written when it has come."""
    one, other = Game(recorder.port, name="A, process 1"), Game(recorder.port, name="B, process 2")
    one.begin()
    other.begin()
    one.send(sent(1, now() + 86400 * 1000 * MS, b"tomorrow"), sent(1, now(), b"today"))
    other.send(sent(1, now(), b"other"))
    time.sleep(0.6)
    written = recorder.output.read_bytes()
    assert all(text in written for text in (b"tomorrow", b"today", b"other"))


# --- strangers --------------------------------------------------------------------------

RUBBISH = {
    "not a game": (False, [b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: everything, and more than that\r\n\r\n"],
                   "not how a game begins"), "not a section": (True, [b"\xff" * 200], "not a recording"),
    "a section with another magic": (True, [game_clients.block(0x0A0D0D0A, bytes(16))], "not a recording"),
    "a section of version 2": (True, [
        game_clients.block(0x0A0D0D0A, game_clients.ORDER["<"] + struct.pack("<HHq", 2, 0, -1))
    ], "not a recording"), "a packet before a section": (True, [packet(0, 0, b"")], "not a recording"),
    "an interface before a section": (True, [interface(b"x", b"y")], "not a recording"),
    "a block that is too long": (True, [section(), struct.pack("<II", 6, 262144 + 4096 + 4)], "not a recording"),
    "a block of 4 GiB": (True, [section(), struct.pack("<II", 6, 0xFFFFFFFC)], "not a recording"),
    "a block that is too short": (True, [section(), struct.pack("<II", 6, 8) + bytes(8)], "not a recording"),
    "a length that is not a multiple of four": (True, [
        section(), struct.pack("<II", 0x0BAD, 14) + bytes(2) + struct.pack("<I", 14)
    ], "not a recording"), "two lengths that differ": (True, [section(), struct.pack("<III", 6, 12,
                                                                                     16)], "not a recording"),
    "another link type": (True, [section(), interface(b"x", b"y", link=1)], "not a recording"),
    "another unit of time": (True, [section(), interface(b"x", b"y", more=[
        (9, b"\x09")])], "not a recording"), "an interface that is not there": (True, [
            section(), interface(b"x", b"y"),
            sent(1, 0, b"")], "not a recording"), "an interface of the section before": (True, [
                section(), interface(b"x", b"y"),
                section(), sent(0, 0, b"")], "not a recording"), "more data than the block has": (True, [
                    section(),
                    interface(b"x", b"y"),
                    game_clients.block(6, struct.pack("<IIIII", 0, 0, 0, 100, 100))], "not a recording"),
    "another dissector": (True, [section(),
                                 interface(b"x", b"y"),
                                 packet(0, 0, b"\0\x0c\0\4http\0\0\0\0" + bytes(60))],
                          "not a recording"), "no tags": (True, [section(),
                                                                 interface(b"x", b"y"),
                                                                 packet(0, 0, b"")], "not a recording"),
    "tags without an end": (True, [section(), interface(b"x", b"y"),
                                   packet(0, 0, game_clients.TAGS[:16])], "not a recording"),
    "half a record": (True, [section(), interface(b"x", b"y"),
                             packet(0, 0, game_clients.TAGS + bytes(39))],
                      "not a recording"), "too many interfaces": (True, [section(), *[interface(b"x", b"y")] * 1025],
                                                                  "not a recording"), }


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_told_and_the_others_go_on(name, recorder):
    greet, sends, why = RUBBISH[name]
    good = Game(recorder.port, name="Good, process 1")
    good.begin()
    bad = Game(recorder.port, greet=False)
    if greet:
        bad.greet()
    else:
        bad.exactly(24)
    with contextlib.suppress(ConnectionError):
        bad.send(*sends)
    assert bad.is_closed()
    good.send(sent(1, now(), b"goes on"))
    good.close()
    time.sleep(0.5)
    recorder.end()
    found = recorder.recording()
    assert bodies(found, "Good, ENetMultiplayerPeer, peer 1, /root") == [b"goes on"]
    assert sum(why in text for text in marks(found)) == 1 and why in recorder.said


def test_rubbish_would_be_seen_as_a_recording_without_its_fault(recorder):
    """The blocks of the cases above are good ones but for what their names say."""
    game = Game(recorder.port)
    game.send(section(), interface(b"x", b"y"), interface(b"x", b"y", more=[(9, b"\x06")]), sent(1, 0, b"good"),
              game_clients.block(0x0BAD, bytes(4)), packet(0, 0, game_clients.TAGS + bytes(40)))
    assert not game.is_closed(1)


def test_one_that_says_nothing_is_closed(recorder):
    begin = time.monotonic()
    silent, greeted = Game(recorder.port, greet=False), Game(recorder.port)
    assert silent.is_closed(8) and greeted.is_closed(2)
    assert 4.5 < time.monotonic() - begin < 7


def test_one_that_vanishes_is_told(recorder):
    game = Game(recorder.port)
    game.begin()
    game.send(sent(1, now(), b"last words"), sent(1, now(), b"half a block")[:20])
    game.socket.shutdown(socket.SHUT_WR)
    assert game.is_closed()
    time.sleep(0.5)
    recorder.end()
    found = recorder.recording()
    assert bodies(found, "A Game, ENetMultiplayerPeer, peer 1, /root") == [b"last words"]
    assert "A Game, process 1: has vanished: its connection ended before its recording did" in marks(found)


def test_one_that_sends_byte_by_byte(recorder):
    game = Game(recorder.port, greet=False)
    game.greet(slowly=True)
    game.send_slowly(section() + interface(b"game", b"S") + sent(0, now(), b"byte by byte"))
    recorder.wait_for("S: is recorded")
    time.sleep(0.6)
    assert b"byte by byte" in recorder.output.read_bytes()


def test_a_game_may_have_no_name(recorder):
    game = Game(recorder.port)
    head = game_clients.ORDER["<"] + struct.pack("<HHq", 1, 0, -1)
    game.send(game_clients.block(0x0A0D0D0A, head), game_clients.block(1, struct.pack("<HHI", 252, 0, 262144)),
              sent(0, now(), b"nameless"))
    game.close()
    time.sleep(0.5)
    recorder.end()
    assert "A game: is recorded" in recorder.said
    assert [one.body for one in recorder.recording().records if one.kind == "packet"] == [b"nameless"]


def test_names_cannot_command_a_terminal(recorder):
    game = Game(recorder.port)
    game.send(section(comment=b"\x1b]0;x\x07"),
              interface(b"\x1b[2J", "\x1b[31mred\x9b5m\n".encode() + b"\xff" + b"n" * 3000))
    game.close()
    time.sleep(0.5)
    recorder.end()
    shown = recorder.said.splitlines()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", recorder.said) and any(" [31mred 5m \ufffdnnn" in line
                                                                                  for line in shown)
    assert max(map(len, shown)) < 1200


def test_lines_that_are_told_are_few(recorder):
    begin = time.monotonic()
    for one in [Game(recorder.port, greet=False) for _ in range(60)]:
        one.socket.close()
    time.sleep(1)
    recorder.end()
    told = recorder.said.count("it closed the connection")
    left_out = sum(int(count) for count in re.findall(r"(\d+) lines more were not told", recorder.said))
    assert told <= 10 * (time.monotonic() - begin + 1) and told + left_out == 60
    assert sum("it closed the connection" in text for text in marks(recorder.recording())) == told


# --- Wireshark --------------------------------------------------------------------------


@pytest.fixture(name="fifo")
def fixture_fifo(tmp_path):
    """A recorder that writes to a FIFO, and the end of it that Wireshark has."""
    path = tmp_path / "fifo"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    with running(tmp_path, output=path) as one:
        yield one, reader


def test_ends_when_wireshark_closes_the_fifo(fifo):
    """At once, also when no game says anything."""
    recorder, reader = fifo
    before = recorder.processor_time()
    time.sleep(0.6)         # then all that it says itself is written
    assert recorder.processor_time() - before < 0.1
    begin = time.monotonic()
    os.close(reader)
    assert recorder.process.wait(5) == 0 and time.monotonic() - begin < 2
    recorder.end()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_ends_when_asked_and_writes_what_it_has(how, recorder):
    game = Game(recorder.port)
    game.begin()
    game.send(sent(1, now(), b"just now"))
    time.sleep(0.1)         # less than records wait for others
    assert recorder.end(how) == 0
    found = recorder.recording()
    assert bodies(found, "A Game, ENetMultiplayerPeer, peer 1, /root") == [b"just now"]
    assert found.records[-1].kind == "run end" and found.records[-1].interface == 0
    assert game.is_closed()


def test_ends_soon_when_wireshark_has_taken_all(tmp_path):
    """The last words have half a second at most. A busy machine may be slow, but not each time."""
    def is_soon(number):
        with running(tmp_path, output=tmp_path / f"{number}.pcapng") as recorder:
            begin = time.monotonic()
            assert recorder.end() == 0      # also at once after its first words
            assert recorder.recording().records[-1].kind == "run end"
            return time.monotonic() - begin < 0.4

    assert any(map(is_soon, range(5)))


def test_what_wireshark_takes_at_the_end_is_written(fifo):
    """More than a pipe holds."""
    recorder, reader = fifo
    game = Game(recorder.port)
    game.begin()
    game.send(*(sent(1, now(), bytes([number]) * 50000) for number in range(10)))
    time.sleep(0.5)
    recorder.process.terminate()
    data = bytearray()
    while more := os.read(reader, 1 << 20):
        data += more
    os.close(reader)
    found, = recordings.sections(bytes(data))
    assert [one.body[:1] for one in found.records if one.kind == "packet"] == [bytes([number]) for number in range(10)]
    assert found.records[-1].kind == "run end"


def test_ends_when_asked_while_wireshark_takes_nothing(fifo):
    recorder, reader = fifo
    game = Game(recorder.port)
    game.begin()
    game.send(*[sent(1, now(), bytes(50000))] * 10)
    time.sleep(0.5)
    begin = time.monotonic()
    assert recorder.end() == 0 and time.monotonic() - begin < 5
    os.close(reader)


def test_a_slow_wireshark_holds_the_game_back_and_memory_is_bounded(fifo):
    """Nothing is lost: what is not taken stays with the game, which knows what to do about it."""
    recorder, reader = fifo
    game = Game(recorder.port)
    game.begin()
    blocks = [sent(1, now(), number.to_bytes(4, "little") * 12500) for number in range(800)]        # 40 MB
    pushed = []

    def push():
        for one in blocks:
            game.send(one)
            pushed.append(one)
        game.close()

    pushing, seen = threading.Thread(target=push), -1
    pushing.start()
    while seen != len(pushed):
        seen = len(pushed)
        time.sleep(0.5)
    assert pushing.is_alive() and recorder.resident() < 32
    data = bytearray()
    while b"its recording has ended" not in data[-2000:]:
        data += os.read(reader, 1 << 20)
    pushing.join()
    assert recorder.resident() < 32
    found, = recordings.sections(bytes(data), cut=True)
    assert [one.body[:4] for one in found.records if one.kind == "packet"
            ] == [number.to_bytes(4, "little") for number in range(800)]
    recorder.end()
    os.close(reader)


# --- games that listen ------------------------------------------------------------------


class Listening:
    """A game that waits for a reader."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(10)
        self.port = self.server.getsockname()[1]

    def accept(self, token=None, greet=False):
        game = Game.__new__(Game)
        game.socket, game.name, game.token = self.server.accept()[0], "Listening, process 9", token
        game.socket.settimeout(10)
        if greet:
            game.greet()
        return game


@pytest.mark.parametrize("token", [None, "secret"])
def test_connects_to_games_that_listen(token, tmp_path):
    games = [Listening(), Listening()]
    where = ", ".join(f"127.0.0.1:{game.port}" for game in games)
    with running(tmp_path, "--connect", where, *(["--token", token] if token else []), port=0) as recorder:
        for number, listening in enumerate(games):
            game = listening.accept(token, greet=bool(token))
            game.begin(peer=f"peer {number}")
            game.send(sent(1, now(), bytes([number])))
            if not token:
                assert not game.socket.recv(1, socket.MSG_DONTWAIT) if game.is_closed(0.3) else True
            game.close()
        time.sleep(0.6)
        recorder.end()
        assert [bodies(recorder.recording(), f"Listening, peer {number}") for number in range(2)] == [[b"\0"], [b"\1"]]


@pytest.mark.parametrize("is_there", [True, False])
def test_nobody_need_read_what_is_told(is_there, tmp_path):
    """A pipe for it that is full, or without a reader, holds up no record."""
    unread, told = os.pipe()
    os.set_blocking(told, False)
    with contextlib.suppress(BlockingIOError):
        while is_there:
            os.write(told, bytes(4096))
    os.set_blocking(told, True)
    if not is_there:
        os.close(unread)
    listening = Listening()
    with running(tmp_path, "--connect", f"127.0.0.1:{listening.port}", port=0, told=told) as recorder:
        game = listening.accept()
        game.begin()
        game.send(sent(1, now(), b"at last"))
        game.close()
        recorder.process.terminate()
        assert recorder.process.wait(5) == 0
        assert bodies(recorder.recording(), "Listening, ENetMultiplayerPeer, peer 1, /root") == [b"at last"]
    if is_there:
        os.close(unread)
    os.close(told)


@contextlib.contextmanager
def silent():
    """The port of a game that does not answer who connects."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server, contextlib.ExitStack() as waiting:
        for _ in range(8):      # until there is no room for another one
            one = waiting.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(server.getsockname())
        yield server.getsockname()[1]


def test_ends_while_it_connects(tmp_path):
    """To a game that does not answer: at once, and without a complaint."""
    with silent() as port, running(tmp_path, "--connect", f"127.0.0.1:{port}") as recorder:
        begin = time.monotonic()
        assert recorder.end() == 0 and time.monotonic() - begin < 5
        assert "Cannot connect" not in recorder.said


def test_connects_once_while_a_game_does_not_answer(tmp_path):
    with silent() as port, running(tmp_path, "--connect", f"127.0.0.1:{port}", port=0) as recorder:
        time.sleep(3.3)     # it looks each second whom it could connect to
        sockets = {os.readlink(one) for one in Path(f"/proc/{recorder.process.pid}/fd").iterdir()}
        lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
        # proc_net_tcp: the far end, and the inode by which a process has the socket
        assert sum(line[2] == f"0100007F:{port:04X}" and f"socket:[{line[9]}]" in sockets for line in lines) == 1


def test_connects_to_no_more_games_than_it_welcomes(tmp_path):
    port = game_clients.free_port()
    with running(tmp_path, "--connect", f"127.0.0.1:{port}") as recorder:
        recorder.wait_for("tries again each second")
        games = [Game(recorder.port) for _ in range(32)]
        with socket.create_server(("127.0.0.1", port)) as server:
            server.settimeout(1.3)
            with pytest.raises(TimeoutError):
                server.accept()
            games.pop().close(False)
            server.accept()[0].close()


def test_connects_again_when_a_game_is_started_again(tmp_path):
    port = game_clients.free_port()
    with running(tmp_path, "--connect", f"127.0.0.1:{port}", port=0) as recorder:
        recorder.wait_for("tries again each second")
        for number in range(2):
            listening = Listening.__new__(Listening)
            listening.server = socket.create_server(("127.0.0.1", port))
            listening.server.settimeout(10)
            game = listening.accept()
            listening.server.close()
            game.begin(peer=f"run {number}")
            game.close()
        time.sleep(0.6)
        recorder.end()
        assert recorder.said.count("is recorded") == 2 and recorder.said.count("Cannot connect") <= 2
