# SPDX-License-Identifier: GPL-2.0-or-later
"""The recorder in a running Godot 4: does the game see what it saw without it, and is everything recorded that
docs/wire/recording.md says?"""

import contextlib
import hashlib
import hmac
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import engine
import recordings
import test_both_ends
import test_recorder
import wireshark

pytestmark = engine.needed

PROJECT = engine.ROOT / "tests" / "recorder"
RECORDER_LINES = re.compile(r"^godot_wireshark: .*\n", re.MULTILINE)
# Frames of the recorder in the script backtraces that 4.5 and later print: the one thing that a game's log shows of it.
RECORDER_FRAMES = re.compile(r"^ +\[\d+\] \w+ \(res://addons/godot_wireshark/.*\n", re.MULTILINE)
TRAPS = [
    "property", "set_by_method", "got_by_method", "replaced", "closed", "disconnected_by_api", "refused",
    "not_connected", "offline", "root_replaced", "root_replaced_late", "own_api", "late_subtree", "settings_stay",
    "own_peer", "big", "errors", "hostile", "stopped", "cut_off", "mesh"]
CONNECTED = [trap for trap in TRAPS if trap not in ("not_connected", "offline", "hostile", "cut_off")]


def play(trap, recorder=True, **options):
    """(what the game prints, its recording or None)"""
    with engine.Game(PROJECT, recorder) as game:
        file = game.folder / "recording.pcapng"
        if recorder:
            options = {"GODOT_RECORDER_FILE": str(game.inside / "recording.pcapng")} | options
        said = game.run(GAME_TRAP=trap, **options)
        return said, recordings.read(file) if file.exists() else None


def without_recorder(said):
    """What the game and the engine say; places in backtraces are not counted, since those of the recorder are among
    them."""
    said = re.sub(r"^( +)\[\d+\] ", r"\1", RECORDER_FRAMES.sub("", RECORDER_LINES.sub("", said)), flags=re.MULTILINE)
    return re.sub(r"\bpeer(:?) \d{2,}", r"peer\1 CLIENT", said)      # a random number


def packets(section, root):
    """The packets of the peers with this root path."""
    peers = {one.peer for one in section.records if one.kind == "peer begin" and one.text(22) == root}
    return [packet for packet in recordings.packets(section) if packet.peer in peers]


def asked_of(request, parameter):
    """The values with which tests of this run ask for something, in their order."""
    values = [item.callspec.params.get(parameter) for item in request.session.items if hasattr(item, "callspec")]
    return [value for value in dict.fromkeys(values) if value]


@pytest.fixture(scope="module", name="beside")
def fixture_beside():
    """For what mostly waits: runs of it are beside each other."""
    pool = ThreadPoolExecutor(8)
    yield pool.submit
    pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="module", name="games")
def fixture_games(request, beside):
    """Each trap, played once without and once with the recorder."""
    played = {}

    def begin(trap):
        if trap not in played:
            played[trap] = (beside(play, trap, recorder=False), beside(play, trap))
        return played[trap]

    def game(trap):
        plain, recorded = begin(trap)
        return plain.result()[0], *recorded.result()

    for trap in asked_of(request, "trap"):
        begin(trap)
    return game


@pytest.fixture(scope="module", name="anew")
def fixture_anew(request, beside, tmp_path_factory):
    """The folder in which a scenario was recorded with the recorder as it is now."""
    def record(scenario, folder):
        done = subprocess.run([engine.ROOT / "tools" / "record", "--recorder", "--into", folder, scenario],
                              capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return folder

    begun = {scenario: beside(record, scenario, tmp_path_factory.mktemp(scenario))      # pytest makes one at a time
             for scenario in asked_of(request, "scenario")}
    return lambda scenario: begun[scenario].result()


@pytest.fixture(scope="module", autouse=True)
def fixture_all_at_once(anew, games):
    """The first test begins what later ones ask for."""


@pytest.mark.parametrize("trap", TRAPS)
def test_the_game_sees_the_same(games, trap):
    plain, said, section = games(trap)
    assert f"trap {trap}\n" in plain and re.search(r"^random \d+$", plain, re.MULTILINE)
    assert without_recorder(said) == without_recorder(plain)
    assert section.records[-1].kind == "run end"


@pytest.mark.parametrize("trap", [trap for trap in CONNECTED if trap not in ("refused",)])
def test_both_ends_have_the_same_packets(games, trap):
    """Server and client run in one process, so all that one has sent the other has got, but for what came after the
    end."""
    section = games(trap)[2]
    server, client = packets(section, "/root"), packets(section, "/root/Main/A/B/C/Client")
    if trap == "own_peer":
        return      # it drops and swaps: held against its own log below
    assert server or trap in ("got_by_method", "closed", "disconnected_by_api")
    for sender, receiver in ((server, client), (client, server)):
        sent = [packet.data for packet in sender if packet.direction == recordings.SENT and packet.result == 0]
        got = [packet.data for packet in receiver if packet.direction == recordings.RECEIVED]
        assert sent == got


def test_a_peer_of_the_games_own_is_recorded_as_it_says_itself(games):
    said, section = games("own_peer")[1:]
    for own, root in ((1, "/root"), (77, "/root/Main/A/B/C/Client")):
        recorded = [
            f"{'put' if packet.direction == recordings.SENT else 'got'} {packet.other} {packet.channel} {packet.mode} "
            f"{packet.data.hex()}"
            for packet in packets(section, root)]
        assert recorded == re.findall(rf"^log {own} (.*)$", said, re.MULTILINE) and len(recorded) > 25
    begun = next(one for one in section.records if one.kind == "peer begin")
    assert (begun.text(20), begun.text(21)) == ("MultiplayerPeerExtension", "res://slow_peer.gd")


def test_large_packets_are_divided_and_whole_again(games):
    section = games("big")[2]
    large = [packet for packet in recordings.packets(section) if len(packet.data) > 400000]
    assert len(large) == 2
    assert all(packet.data[1:] == bytes(i * 7 & 255 for i in range(500000)) for packet in large)


def test_what_becomes_of_a_peer_is_told(games):
    ends = {
        trap: [one.fields[0] for one in games(trap)[2].records if one.kind == "peer end"
               ] for trap in ("replaced", "root_replaced", "property")}
    assert ends["replaced"][0] == 2 and 1 in ends["replaced"]       # set to null; replaced by an offline peer
    assert set(ends["property"]) == {4}
    closed = [one.fields for one in games("closed")[2].records if one.kind == "status"]
    assert any(fields[1] == 0 for fields in closed)
    asked = [one.fields[0] for one in games("disconnected_by_api")[2].records if one.kind == "remote"]
    assert 3 in asked


def test_errors_stand_between_the_packets_that_they_came_with(games):
    records = [
        one for one in games("errors")[2].records
        if one.kind in ("log", "packet") and (one.kind != "packet" or one.packet().direction == 1)]
    texts = [(one.text(63) if one.kind == "log" else one.packet().data) for one in records]
    at = texts.index("number 0")
    assert texts[at + 1] == "warning 0" and records[at].fields[0] == 0 and records[at + 1].fields[0] == 1
    behind = [index for index, one in enumerate(records) if one.kind == "packet" and b"behind" in one.packet().data]
    assert texts.index("warning 0") < behind[0] < texts.index("number 1") < behind[1] < texts.index(
        "number 2") < behind[2]
    thread = records[texts.index("from a thread")]
    assert thread.fields[1] == 0 and records[at].fields[1] == 1
    lost = [one for one in games("errors")[2].records if one.kind == "lost"]
    kept, counts = texts.count("the same"), [struct.unpack("<Bxxxxxxx Q", one.fields) for one in lost]
    assert {what for what, _ in counts} == {2} and kept + sum(count for _, count in counts) == 100
    seconds = 1 + (lost[-1].time - records[at].time) // 1_000_000       # one, but on a busy machine
    assert 20 <= kept <= 20 * seconds


def test_a_note_of_the_games_own_and_an_end_before_its_end(games):
    records = games("stopped")[2].records
    assert [one.kind for one in records[-4:]] == ["mark", "peer end", "peer end", "run end"]
    assert records[-4].text(1) == "half time, größer"
    assert [one.fields[0] for one in records[-3:]] == [5, 5, 2]


@pytest.mark.parametrize("scenario", ["godot4-rpc", "godot4-replication"])
def test_recorded_anew_it_is_what_is_on_the_wire(anew, scenario):
    """As tests/test_recorder.py asks of captures/recordings/."""
    folder = anew(scenario)
    assert test_recorder.compare(folder, scenario) > 20
    for path in folder.glob("*.recording.pcapng"):
        for ask in (test_recorder.test_headers, test_recorder.test_game_and_engine_are_told,
                    test_recorder.test_peers_come_and_go, test_recorder.test_errors_are_those_of_the_console,
                    test_recorder.test_names_come_before_they_are_used,
                    test_recorder.test_methods_are_numbered_as_in_calls):
            ask(path)
    if scenario == "godot4-replication":
        test_recorder.check_spawners_and_synchronizers(folder / f"{scenario}.server.recording.pcapng")


@pytest.fixture(scope="module", name="lossy")
def fixture_lossy(tmp_path_factory):
    """(folder, log) of a server and a client over ENet and a network that drops, doubles and delays; both are recorded.
    The log has the sequence number in each call, and when it was made and when it ran."""
    folder = tmp_path_factory.mktemp("lossy")
    done = subprocess.run([engine.ROOT / "tools" / "record", "--recorder", "--into", folder, "godot4-lossy"],
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, test_recorder.truth_of_all(folder / "godot4-lossy.truth.jsonl")


CLOCK = 7.5     # seconds


@pytest.mark.parametrize("shifted, clock", [(None, 0), ("client1", CLOCK), ("client1", -CLOCK), ("server", CLOCK)])
def test_both_ends_of_a_lossy_connection_are_what_the_engines_say(lossy, shifted, clock):
    """Each call that one engine made, and another ran or did not, with clocks that are the same, and that are not."""
    folder, log = lossy
    files = []
    for who in ("server", "client1"):
        files.append(folder / f"godot4-lossy.{who}.recording.pcapng")
        if who == shifted:
            target = wireshark.writable_folder() / files[-1].name
            wireshark.run("editcap", "-t", str(clock), files[-1], target)
            files[-1] = target
    together = test_both_ends.merged(files, wireshark.writable_folder())
    test_both_ends.check_calls(together, log, ("server", "client1"), clock)


def test_an_api_that_cannot_be_recorded_is_told_once(games):
    plain, said, section = games("silent_api")
    assert without_recorder(said) == without_recorder(plain)
    assert len(re.findall("^godot_wireshark: .* is the game's own: its peers are not recorded$", said,
                          re.MULTILINE)) == 1
    assert {one.kind for one in section.records} <= {"run begin", "clock", "run end"}


def test_one_line_in_a_script_records_one_peer():
    with engine.Game(PROJECT, override="") as game:
        said = game.run(GAME_TRAP="one_line")
        section = recordings.read(next(game.folder.rglob("one.pcapng")))
    assert "leaked" not in said
    assert [interface["name"] for interface in section.interfaces] == ["game", "peer 1"]
    assert next(one for one in section.records if one.kind == "peer begin").text(22) == "/root/Main/A/B/C/Client"
    assert len(recordings.packets(section)) > 4


@pytest.mark.parametrize("arguments, options, settings, expected", [
    ([], {}, "", [False, False]),
    (["--", "--recorder-enabled"], {}, "", [True, False]),
    ([], {"GODOT_RECORDER_ENABLED": "1"}, "", [True, False]),
    ([], {"GODOT_RECORDER_LISTEN": "19000"}, "", [True, False]),
    ([], {}, "[network]\nrecorder/enabled=true\n", [True, False]),
    ([], {"GODOT_RECORDER_ENABLED": "0"}, "[network]\nrecorder/enabled=true\n", [False, False]),
    ([], {}, "[network]\nrecorder/enabled=true\nrecorder/release=true\n", [True, True]),
    (["--", "--recorder-file=x.pcapng", "--recorder-release"], {}, "", [True, True]),
    ([], {}, "[network]\nrecorder/release=true\n", [False, False]),
])
def test_it_records_only_where_it_is_asked_to(arguments, options, settings, expected):
    with engine.Game(PROJECT, override=settings) as game:
        said = game.run("--script", "res://asked.gd", *arguments, **options)
    assert json.loads(re.search("^asked (.*)$", said, re.MULTILINE)[1])[:2] == expected


def test_annotations_are_read_as_the_engine_reads_them():
    """For engines that do not tell: the scripts of tests/godot4 and tests/recorder."""
    with engine.Game(engine.ROOT / "tests" / "godot4") as game:
        shutil.copy(PROJECT / "annotations.gd", game.project)
        said = game.run("--script", "res://annotations.gd")
    found = re.findall(r"^methods (\S+) (\d+) (\w+)", said, re.MULTILINE)
    assert sum(int(count) for _, count, _ in found) > 10, said
    assert [name for name, _, same in found if same != "true"] == [], said


def test_nothing_is_there_when_it_is_off():
    plain = play("property", recorder=False)[0]
    with engine.Game(PROJECT) as game:
        said = game.run(GAME_TRAP="property")
        assert said == plain
        assert not list(game.folder.rglob("*.pcapng"))


def test_the_editors_checkbox_records_what_the_editor_runs():
    """The addon alone is enabled: the autoload, the settings and the item in the menu are its work."""
    with engine.Game(PROJECT, override="") as game:
        (game.project / "override.cfg").unlink()
        shutil.move(game.project / "editor", game.project / "addons" / "editor")
        with (game.project / "project.godot").open("a") as file:
            file.write(
                '\n[editor]\n\nrun/main_run_args="--headless"\n\n[editor_plugins]\n\n'
                'enabled=PackedStringArray("res://addons/godot_wireshark/plugin.cfg", '
                '"res://addons/editor/plugin.cfg")\n'
            )
        # The engine asks /proc where its executable is, to start it once more.
        alone = f'ip link set lo up; mount -t proc proc {engine.place()}/proc; exec timeout 100 "$@"'
        said = game.run("--editor", network=("unshare", "--net", "--mount", "sh", "-c", alone, "sh"), timeout=120,
                        GAME_TRAP="property")
        assert "item in Debug, checked: true" in said, said
        assert "setting enabled false" in said and "setting files 1" in said
        assert "trap property" in said
        file, = game.folder.rglob("*.pcapng")
        assert file.parent.name == "recordings" and len(recordings.packets(recordings.read(file))) > 10


@pytest.mark.parametrize("started_in, named", [("its folder", "res:/"), ("another folder", "its folder")])
def test_beside_an_exported_game(started_in, named):
    """An executable with its pack, in which the addon is not. What a pack lacks is looked for in the folder in which
    the game was started."""
    with engine.Game(PROJECT, recorder=False) as game:
        game.run("--script", "res://pack.gd")
        place, inside = game.folder / "game", game.inside / "game"
        place.mkdir()
        shutil.move(game.folder / "game.pck", place / "game.pck")
        shutil.copy(engine.place() / "usr/bin/godot", place / "game")
        shutil.copytree(engine.ROOT / "recorder" / "addons", place / "addons")
        (place / "override.cfg").write_text(
            engine.OVERRIDE.replace("res:/", "res:/" if named == "res:/" else str(inside)))
        shutil.rmtree(game.project)
        # The engine asks /proc where its executable is.
        alone = f'ip link set lo up; mount -t proc proc {engine.place()}/proc; exec "$@"'
        start = f'cd "{inside if started_in == "its folder" else "/"}"; exec "{inside}/game" --headless'
        chroot = [] if str(engine.place()) == "/" else ["chroot", str(engine.place())]
        done = subprocess.run(["unshare", "--net", "--mount", "sh", "-c", alone, "sh", *chroot, "sh", "-c", start],
                              env=game.environment({
                                  "GAME_TRAP": "property", "GODOT_RECORDER_FILE": str(game.inside / "r.pcapng")}),
                              cwd="/", capture_output=True, text=True, timeout=60, check=False)
        assert "trap property" in done.stdout and (game.folder / "r.pcapng").exists(), done.stdout + done.stderr
        assert len(recordings.packets(recordings.read(game.folder / "r.pcapng"))) > 10


# --- files ---------------------------------------------------------------------------

def test_a_ring_of_files():
    with engine.Game(PROJECT) as game:
        said = game.run(GAME_TRAP="busy", GAME_MILLISECONDS="1500", GAME_SIZE="9000",
                        GODOT_RECORDER_FILE=str(game.inside / "ring.pcapng"), GODOT_RECORDER_FILES="3",
                        GODOT_RECORDER_FILE_SIZE_MB="1")
        assert "the game goes on" in said
        files = sorted(game.folder.glob("ring_*.pcapng"))
        assert len(files) == 3 and all(file.stat().st_size <= 1 << 20 for file in files)
        numbers = []
        for file in files:
            section = recordings.read(file)
            assert [one.kind for one in section.records[:3]] == ["run begin", "peer begin", "peer begin"]
            assert all(one.repeated for one in section.records[:3])
            numbers += [one.number for one in section.records if not one.repeated]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert section.records[-1].kind == "run end" and section.records[-1].fields[0] == 1


def test_each_file_of_a_ring_describes_each_peer_once():
    """Also the one that begins with a peer's description, because the file before it was full."""
    with engine.Game(PROJECT, override="") as game:
        said = game.run("--script", "res://many_peers.gd")
        files = sorted(game.project.glob("ring_*.pcapng"))
        assert len(files) > 10, said
        for file in files:
            names = [interface["name"] for interface in recordings.read(file).interfaces]
            assert names == ["game"] + [f"peer {number}" for number in range(1, len(names))]
        assert len(names) == 201


def test_a_file_that_is_full_ends_the_recording():
    with engine.Game(PROJECT) as game:
        said = game.run(GAME_TRAP="busy", GAME_MILLISECONDS="1500", GAME_SIZE="9000",
                        GODOT_RECORDER_FILE=str(game.inside / "r.pcapng"), GODOT_RECORDER_FILE_SIZE_MB="1")
        assert "the game goes on" in said and "is full (1 MB)" in said
        records = recordings.read(game.folder / "r.pcapng").records
        assert (records[-1].kind, records[-1].fields[0]) == ("run end", 3)


def test_a_full_disk_ends_the_recording_not_the_game():
    with engine.Game(PROJECT) as game:
        small = game.folder / "small"
        small.mkdir()
        said = game.run(
            GAME_TRAP="busy", GAME_MILLISECONDS="1500", GAME_SIZE="9000",
            GODOT_RECORDER_FILE=str(game.inside / "small" / "r.pcapng"),
            network=("unshare", "--net", "--mount", "sh", "-c",
                     f'ip link set lo up; mount -t tmpfs -o size=1m none {small}; exec "$@"', "sh"))
        assert "the game goes on" in said and "is the disk full?" in said
        assert said.count("godot_wireshark: ") == 2


def test_a_folder_that_is_not_there_or_not_writable():
    said, section = play("property", GODOT_RECORDER_FILE="/dev/null/r.pcapng")
    assert "godot_wireshark: cannot write" in said and section is None
    assert re.search(r"^random \d+$", said, re.MULTILINE)


def test_a_crash_costs_less_than_a_second():
    """Few packets, so that no buffer is full and written because of that."""
    with engine.Game(PROJECT) as game:
        with running(game, GAME_TRAP="busy", GAME_MILLISECONDS="60000", GAME_SIZE="20", GAME_EVERY="15",
                     GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                     GODOT_RECORDER_FILE=str(game.inside / "r.pcapng")) as process:
            time.sleep(4)
            killed = time.time()
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=20)
        records = recordings.read(game.folder / "r.pcapng", cut=True).records
        assert len(records) > 10
        assert killed - records[-1].time / 1e6 < 1


# --- live ----------------------------------------------------------------------------

def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(game, **options):
    process = game.start(**options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def received(connection, until=None):
    """All bytes up to the end, or up to a time."""
    data = b""
    connection.settimeout(20)
    while until is None or time.time() < until:
        with contextlib.suppress(ConnectionResetError):
            more = connection.recv(1 << 20)
            if not more:
                break
            data += more
    return data


def connected(port, seconds=20):
    for _ in range(seconds * 20):
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port), timeout=20)
        time.sleep(0.05)
    raise AssertionError("the game does not listen")


def exactly(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise ConnectionError(f"closed after {len(data)} of {size} bytes")
        data += more
    return data


def welcome(connection, token=b"", verdict=0, proof=None):
    """The listener's part of docs/wire/recording.md, 5.2. Gives whether the game's proof is right."""
    mine = os.urandom(16)
    connection.sendall(b"GDRL" + bytes([1, bool(token), 0, 0]) + mine)
    answer = exactly(connection, 56)
    assert answer[:8] == b"GDRG" + bytes([1, bool(token), 0, 0])
    both = mine + answer[8:24]

    def sign(who):
        return hmac.digest(token, b"godot-recorder " + who + both, hashlib.sha256) if token else bytes(32)
    connection.sendall(b"GDRA" + bytes([1, verdict, 0, 0]) + (sign(b"listener") if proof is None else proof))
    return answer[24:] == sign(b"game")


def test_readers_connect_to_the_game():
    """Two, at different times; one leaves, and the game and the other go on."""
    port = free_port()
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="3500", GAME_SIZE="60",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                                               GODOT_RECORDER_LISTEN=str(port)) as process:
        first = connected(port)
        early = received(first, time.time() + 1)
        second = connected(port)
        first.close()
        late = received(second)
        said = process.communicate(timeout=30)[0]
    assert "the game goes on" in said and "leaked" not in said
    section, = recordings.sections(early, cut=True)
    assert section.records[0].kind == "run begin" and len(section.records) > 10
    section, = recordings.sections(late)
    assert [one.kind for one in section.records[:3]] == ["run begin", "peer begin", "peer begin"]
    numbers = [one.number for one in section.records if not one.repeated]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert section.records[-1].kind == "run end"


def test_tshark_reads_from_the_game():
    port = free_port()
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="90000", GAME_SIZE="60",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                                               GODOT_RECORDER_LISTEN=f"127.0.0.1:{port}"):
        connected(port).close()
        said = subprocess.run(
            ["tshark", "-i", f"TCP@127.0.0.1:{port}", "-c", "50", "-T", "fields", "-e", "frame.number"],
            capture_output=True, text=True, timeout=60, check=False)
    assert said.stdout.split() == [str(number) for number in range(1, 51)], said.stderr


def test_a_reader_that_does_not_read_costs_packets_not_the_game():
    """A peer that begins while packets are dropped has its interface and its records, and each gap its number."""
    port = free_port()
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="4000", GAME_SIZE="60000",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)), GAME_LATE="1",
                                               GODOT_RECORDER_LISTEN=str(port)) as process:
        lazy = connected(port)
        time.sleep(3)
        data = received(lazy)
        said = process.communicate(timeout=30)[0]
    assert "the game goes on" in said
    section, = recordings.sections(data, cut=True)
    records = [one for one in section.records if not one.repeated]
    slow = [one for one in records if one.kind == "lost" and one.fields[0] == 1]
    for earlier, later in zip(records, records[1:]):
        lost = struct.unpack_from("<Q", later.fields, 8)[0] if later in slow else 1
        assert later.number - earlier.number == lost > 0
    assert len([one for one in slow if struct.unpack_from("<Q", one.fields, 8)[0] > 1]) > 0
    assert max(one.interface for one in records) == len(section.interfaces) - 1 >= 3
    begun = [one for one in records if one.kind == "peer begin"]
    assert begun and any(one.number < begun[-1].number for one in slow)


@pytest.mark.parametrize("token", [b"", "gräßlich".encode()])
def test_games_connect_to_a_listener(token):
    """With questions, whose answers stand in the recording."""
    listener = socket.create_server(("127.0.0.1", 0))
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="2500", GAME_SIZE="60",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                                               GODOT_RECORDER_CONNECT=f"127.0.0.1:{listener.getsockname()[1]}",
                                               GODOT_RECORDER_TOKEN=token.decode()) as process:
        connection = listener.accept()[0]
        assert welcome(connection, token)
        connection.sendall(b"GDRQ" + struct.pack("<IqII", 1, 1234567, 0xFFFFFFFF, 0))
        connection.sendall(b"GDRQ" + struct.pack("<IqII", 2, -5, 4711, 0))
        data = received(connection)
        said = process.communicate(timeout=30)[0]
    assert "the game goes on" in said
    section, = recordings.sections(data)
    answers = [
        tuple(known[tag][0] for tag in (91, 92, 93)) for known in (one.attributes()
                                                                   for one in section.records
                                                                   if one.kind == "clock") if 91 in known]
    assert answers == [(struct.pack("<I", 1), struct.pack("<q", 1234567), b"\xff" * 4),
                       (struct.pack("<I", 2), struct.pack("<q", -5), struct.pack("<I", 4711))]


def test_a_game_that_is_not_welcome_or_not_answered_plays_on():
    """A wrong proof, a refusal, rubbish, silence: the game sends nothing of the recording, and tries again."""
    listener = socket.create_server(("127.0.0.1", 0))
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="7000", GAME_SIZE="60",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                                               GODOT_RECORDER_CONNECT=f"127.0.0.1:{listener.getsockname()[1]}",
                                               GODOT_RECORDER_TOKEN="secret") as process:
        connection = listener.accept()[0]
        assert not welcome(connection, b"wrong")
        assert received(connection) == b""
        connection = listener.accept()[0]
        assert welcome(connection, b"secret", verdict=1)
        assert received(connection) == b""
        connection = listener.accept()[0]
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert received(connection) == b""
        connection = listener.accept()[0]
        connection.sendall(b"GDRL" + bytes([1, 0, 0, 0]) + bytes(16))       # wants no token: not the game's listener
        assert received(connection) == b""
        connection = listener.accept()[0]
        assert welcome(connection, b"secret")
        section, = recordings.sections(received(connection))
        said = process.communicate(timeout=30)[0]
    assert "the game goes on" in said and "the listener refuses (1)" in said and "is no listener for recordings" in said
    assert section.records[-1].kind == "run end"


def test_with_a_token_a_reader_has_to_prove_it():
    port = free_port()
    with engine.Game(PROJECT) as game, running(game, GAME_TRAP="busy", GAME_MILLISECONDS="2500", GAME_SIZE="60",
                                               GAME_PORT=str(free_port(socket.SOCK_DGRAM)),
                                               GODOT_RECORDER_LISTEN=str(port),
                                               GODOT_RECORDER_TOKEN="secret") as process:
        stranger = connected(port)
        reader = connected(port)
        assert welcome(reader, b"secret")
        data = received(reader)
        process.communicate(timeout=30)
        assert received(stranger) == b""
    section, = recordings.sections(data)
    assert len(section.records) > 100


# --- cost ----------------------------------------------------------------------------

def test_a_packet_costs_less_than_its_share():
    """Of 60 bytes, to a file and to TCP: the limits of docs/recording.md, and about what it says besides. On another
    machine, or a busy one, that may be five times more or less."""
    text = " ".join((engine.ROOT / "docs" / "recording.md").read_text(encoding="utf-8").split())
    told = [int(one) for one in re.search(r"about (\d+) µs to a file and (\d+) µs to TCP", text).groups()]
    limits = [int(one) for one in re.search(r"are (\d+) µs to a file and (\d+) µs to TCP", text).groups()]
    with engine.Game(PROJECT) as game:
        said = game.run("--script", "res://bench.gd", timeout=120)
    cost = json.loads(re.search(r"^\{.*\}$", said, re.MULTILINE)[0])
    assert limits == [20, 30]
    for way, limit, one in zip(("file", "tcp"), limits, told):
        assert cost[way] <= limit and one / 5 <= cost[way] <= one * 5


def test_frames_take_as_long_as_without():
    """60 packets of 60 bytes in each frame, which the game's limit of 60 frames a second has room for."""
    drawn = []
    for recorder in (False, True):
        said = play("busy", recorder, GAME_MILLISECONDS="2500", GAME_SIZE="60")[0]
        drawn.append(int(re.search(r"^frames (\d+)$", said, re.MULTILINE)[1]))
    assert drawn[1] >= 0.9 * drawn[0], drawn
