# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of messages, compared with the engines' own logs; and the trees, compared with what is known of single
captures."""

import collections
import functools
import itertools
import json
import re
import select
import struct
import subprocess
import zlib

import pytest

import enet
import pcap
import recordings
import traffic
import truth
import wireshark
import worst
from counted import read
from counted import trees_of as trees_of_file
from test_enet import Talk
from test_recording import begin, block, packet, recording
from wireshark import CAPTURES

# --- values -----------------------------------------------------------------------------

COMPONENTS = {"Vector2Array": 2, "Vector3Array": 3, "Vector4Array": 4, "ColorArray": 4}
WORDS = {"null": None, "true": True, "false": False, "inf_neg": "-inf", "inf.0": "inf", "nan.0": "nan"}


class Pairs(list):
    """A dictionary with keys that are no strings: it has the order of the wire, but the log is sorted."""

    def __eq__(self, other):
        return isinstance(other, list) and sorted(map(repr, self)) == sorted(map(repr, other))


def from_word(word):
    if not isinstance(word, str):
        return word
    if word.startswith("<Object#"):
        return {"object": int(word[8:-1])}
    return word[word.index('"') + 1:-1] if '"' in word else WORDS.get(word, word)


def from_dictionary(pairs):
    pairs = [[as_json(key), as_json(value)] for key, _, value in pairs]
    return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else Pairs(pairs)


def from_call(name, items):
    """Vector2(1, 2) and the like."""
    if name == "NodePath":
        return as_json(items[0])
    if name in ("RID", "Callable"):
        return {"rid": items[0]} if items else None
    if name.endswith("ByteArray"):
        return bytes(items).hex()
    values = [as_json(item) for item in items]
    for ending, components in COMPONENTS.items():
        if name.endswith(ending):
            return [values[at:at + components] for at in range(0, len(values), components)]
    return values


def as_json(value):
    """Converts a value of a row (docs/messages.md) to the form of truth.parse()."""
    match value:
        case ():        # 3.x writes nothing for a RID
            return None
        case ("-", "inf.0"):
            return "-inf"
        case ("[", *items):
            return [as_json(item) for item in items]
        case ("{", *pairs):
            return from_dictionary(pairs)
        case (("Array" | "Dictionary"), ("[", *_), ("(", inner)):
            return as_json(inner)
        case (str(name), ("(", *items)):
            return from_call(name, items)
    return from_word(value)


@pytest.mark.parametrize("text, value", [
    ("Vector3(1, 2.5, 3)", [1, 2.5, 3]), ("PackedVector2Array(1, 2, 3, 4)", [[1, 2], [3, 4]]), ('&"a\\"b"', 'a"b'),
    ('{"a": 1, "b": [true, null]}', {"a": 1, "b": [True, None]}), ("{2: 1, 1: 2}", [[1, 2], [2, 1]]),
    ('NodePath("/root:x")', "/root:x"), ("Array[int]([1])", [1]), ("<Object#-5>", {"object": -5}), ("RID()", None),
])
def test_json_of_texts(text, value):
    assert as_json(truth.parse(text)) == value


# --- rows -------------------------------------------------------------------------------

WHOLE = ["godot4-rpc", "godot4-rpc-wide", "godot4-compression-range", "godot4-no-relay", "websocket-4.6-multiplayer",
         "godot3.2.3-rpc", "godot3.6-rpc", "godot3.6-channels", "godot3.6.2-compress-fastlz",
         "websocket-3.6-multiplayer"]
PROJECT = ("-o", f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}")


def rows(name, *options):
    return read(CAPTURES / f"{name}.pcapng", *options)[0]


def is_short(values):
    return len(json.dumps(values)) < 2000


def as_one(arguments):
    """One empty PackedByteArray and no argument look the same."""
    return [] if arguments == [""] else arguments


@functools.cache
def calls_sent(name):
    """(node, arguments) of all calls that went to another peer. Long values are only digests in the log."""
    log = truth.Truth(name)
    return [(event["node"], [as_json(truth.logged(value)) for value in event["args"]])
            for event in log.of("rpc_sent") if log.targets(event)]


def is_told(call):
    """Tells whether all of it is in the log, in a form that the wire has."""
    text = json.dumps(call)
    return "long value" not in text and '"Signal"' not in text and '"Object"' not in text


@pytest.mark.parametrize("name", WHOLE)
def test_calls_are_those_of_the_log(name):
    sent = [(node, as_one(arguments)) for node, arguments in calls_sent(name)]
    seen = [(row["node"], as_one(row["args"])) for row in rows(name) if row["kind"] == "rpc"]
    incomparable = {node for node, arguments in sent if not is_told(arguments)}
    assert len(seen) >= len(sent) > 3
    assert [call for call in sent if is_told(call) and call not in seen] == []
    assert [call for call in seen if is_short(call) and call[0] not in incomparable and call not in sent] == []


def test_properties_that_are_set():
    log = truth.Truth("godot3.6-rpc")
    sent = [(event["node"], {event["property"]: as_json(truth.logged(event["value"]))})
            for event in log.of("rset_sent") if log.targets(event)]
    seen = [(row["node"], row["properties"]) for row in rows("godot3.6-rpc") if row["kind"] == "rset"]
    assert sent and [one for one in sent if one not in seen] == [one for one in seen if one not in sent] == []


def test_synchronised_values_are_those_of_the_log():
    log = truth.Truth("godot4-replication")
    got = [(event["sync"], [as_json(truth.logged(value["value"])) for value in event["values"]])
           for event in log.of("synchronized", "delta_synchronized")]
    seen = [(row["node"], row["properties"]) for row in rows("godot4-replication") if row["kind"] in ("sync", "delta")]
    known = {node for node, _ in seen} & {node for node, _ in got}
    assert known
    assert [element for element in got if element[0] in known and element not in seen] == []
    assert {(node, len(values)) for node, values in seen if node in known} <= \
        {(node, len(values)) for node, values in got}
    assert max(len(row["properties"]) for row in rows("godot4-lossy-replication")
               if row["kind"] in ("sync", "delta")) < 4


def test_raw_bytes():
    log = truth.Truth("godot4-raw-auth")
    assert {row["args"][0] for row in rows("godot4-raw-auth") if row["kind"] == "raw"} == \
        {event["hex"] for event in log.of("raw_received")}


def test_names_of_the_project_are_keys():
    named = [row for row in rows("godot4-rpc", *PROJECT) if row.get("method") == "take_damage"]
    assert {tuple((name, type(value)) for name, value in row["args"].items()) for row in named} == \
        {(("amount", int), ("weapon", str), ("at", list))}
    assert {"pos", "hp"} <= {name for row in rows("godot4-replication", *PROJECT)
                             if isinstance(row.get("properties"), dict)
                           for name in row["properties"]}


def test_relayed_messages():
    relayed = [row for row in rows("godot4-rpc") if row.get("relayed")]
    assert relayed and all(1 not in (row["from"], row["to"]) for row in relayed)


def test_retransmissions():
    repeated = [row for row in rows("godot4-lossy") if row.get("retransmission")]
    assert repeated and all("args" not in row for row in repeated)
    assert {row["frame"] for row in repeated} == set(
        wireshark.frames(CAPTURES / "godot4-lossy.pcapng", "enet.analysis.retransmission"))


@pytest.mark.parametrize("name", ["godot4-lossy", "godot4-rpc"])
def test_earlier_fragments_cost_the_frames_that_carry_them(name):
    """Also of those that came again before the message was whole. None of these frames has another command."""
    capture, earlier, frames = CAPTURES / f"{name}.pcapng", collections.Counter(), collections.defaultdict(dict)
    whole_in = {}
    for (number,), (length,), whole, port, channel, start, commands in wireshark.fields(
            capture, "enet.fragment.start_seq", "frame.number", "frame.len", "enet.reassembled.in", "udp.srcport",
            "enet.channel", "enet.fragment.start_seq", "enet.command", options=["-2"]):
        message = *port, *channel, *start, *commands
        assert len(commands) == 1
        frames[message][int(number)] = int(length)
        whole_in.update({message: int(one) for one in whole})
    for message, last in whole_in.items():
        earlier[last] += sum(length for number, length in frames[message].items() if number < last)
    told = {row["frame"]: row["earlier_wire_bytes"] for row in read(capture)[0] if "earlier_wire_bytes" in row}
    assert told == earlier and len(told) > 2


def test_round_trips_are_those_of_the_fields():
    told = sorted(row["rtt"] for row in rows("godot4-lossy") if "rtt" in row)
    cells = wireshark.fields(CAPTURES / "godot4-lossy.pcapng", "enet.analysis.ack_rtt", "enet.analysis.ack_rtt")
    assert told == pytest.approx(sorted(float(value) for row in cells for value in row[0]))


def test_experts_are_of_their_own_command():
    told = [(row.get("retransmission", False), "enet.analysis.retransmitted" in row.get("experts", []))
            for row in rows("godot4-lossy")]
    assert {(True, True), (False, False)} == set(told)


@pytest.mark.parametrize("name", ["godot3.6-rpc", "godot4-lossy", "websocket-4.6-multiplayer"])
def test_releases_of_godot(name):
    """Returns the fields, the more exact one if there are two."""
    shown = {int(frame): set(engine or version) for (frame,), version, engine in wireshark.fields(
        CAPTURES / f"{name}.pcapng", "godot.version", "frame.number", "godot.version", "godot.peer.engine")}
    told = {}
    for row in rows(name):
        if "godot" in row:
            told.setdefault(row["frame"], set()).add(row["godot"])
    assert told.keys() == shown.keys()
    assert all(shown[frame] <= told[frame] for frame in shown)
    assert set.union(*told.values()) - {"4"} == set.union(*shown.values()) - {"4"}


def test_a_filter_chooses_frames():
    capture = CAPTURES / "godot4-rpc.pcapng"
    text = wireshark.tshark("-q", "-r", capture, "-z", "godot,messages,godot.rpc.node && frame.number < 60")
    assert {json.loads(line)["frame"] for line in text.splitlines() if line} == \
        set(wireshark.frames(capture, "godot.rpc.node && frame.number < 60"))


def test_the_documents_example_is_a_row():
    document = (wireshark.ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    example = document.partition("```json\n")[2].partition("\n")[0]
    printed = wireshark.tshark("-q", "-r", CAPTURES / "godot4-rpc.pcapng", "-z", "godot,messages,frame.number == 23")
    assert printed.splitlines() == [example]


def test_rows_come_while_packets_do():
    """All rows of the packets that have come are printed before more come."""
    data, wanted, told = (CAPTURES / "godot4-rpc.pcapng").read_bytes(), rows("godot4-rpc"), b""
    ends = [(kind, 12 + len(body)) for kind, body in recordings.blocks(data)]
    packets = [at for at, (kind, _) in enumerate(ends, 1) if kind == 6]     # packets
    there = sum(size for _, size in ends[:packets[39]])
    early = [row for row in wanted if row["frame"] <= 40]
    command = wireshark._command("tshark", ["-n", "-q", "-l", "-r", "-", "-z", "godot,messages"])
    with subprocess.Popen(command, env=wireshark.environment(), cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          bufsize=0) as tshark:
        tshark.stdin.write(data[:there])
        while told.count(b"\n") < len(early) and select.select([tshark.stdout], [], [], 20)[0]:
            some = tshark.stdout.read(1 << 16)
            assert some, "tshark has ended"
            told += some
        rest, _ = tshark.communicate(data[there:])
    assert [json.loads(row) for row in told.splitlines()] == early
    assert early + [json.loads(row) for row in rest.splitlines() if row] == wanted


def test_a_wrong_filter_is_told():
    with pytest.raises(wireshark.WiresharkError, match="-z godot,messages: .*nonsense"):
        wireshark.tshark("-q", "-r", CAPTURES / "godot4-rpc.pcapng", "-z", "godot,messages,nonsense.field")


def test_nobody_else_listens():
    """Rows do not depend on what else is asked for."""
    capture = CAPTURES / "godot4-lossy-replication.pcapng"
    alone = wireshark.tshark("-q", "-r", capture, "-z", "godot,messages")
    with_trees = wireshark.tshark("-V", "-r", capture, "-z", "godot,messages")
    assert alone.split() and [line for line in with_trees.splitlines() if line.startswith('{"frame":')] == \
        [line for line in alone.splitlines() if line]


# --- trees ------------------------------------------------------------------------------


def trees(name, *options):
    return read(CAPTURES / f"{name}.pcapng", *options)[1]


def test_fragments_become_calls():
    lines = trees("godot4-rpc")["godot_bytes"]["Bytes of all frames"]["Messages"]
    assert lines["Calls"].number > 100000
    assert lines["Fragments of messages that are not whole"].number == 0


def test_compressed_blocks():
    lines = trees("godot4-compression-zlib")["godot_bytes"]["Compressed blocks: bytes"]
    assert 0 < 2 * lines["As sent"].number < lines["Uncompressed"].number


def test_layers_of_a_loopback():
    lines = trees("godot4-rpc")["godot_bytes"]["Bytes of all frames"]["Layers below"]
    datagrams = len(wireshark.frames(CAPTURES / "godot4-rpc.pcapng", "enet"))
    assert [lines[name].number for name in ("UDP", "IP", "Link")] == [8 * datagrams, 20 * datagrams, 14 * datagrams]


def test_calls_of_the_log_are_counted():
    log = truth.Truth("godot3.6-rpc")
    sent = sum(len(log.targets(event)) for event in log.of("rpc_sent") if event["method"] == "take_damage")
    line = trees("godot3.6-rpc")["godot_rpc"]["Calls: number, and length in bytes"]["Main/Players/7"]["take_damage"]
    assert line.number == sent
    assert line.average > 50


def test_peers_of_a_relay():
    lines = trees("godot4-rpc")["godot_peers"][PEERS]
    server = lines["1 (server)"]
    assert server["passed on"].number == server["received to be passed on"].number > 0
    assert sum(peer["sent"].number for peer in lines.lines) > 0


def test_commands_per_datagram():
    lines = trees("godot4-rpc")["enet_commands"]
    cells = wireshark.fields(CAPTURES / "godot4-rpc.pcapng", "enet", "enet.commands")
    assert lines["Datagrams: number, and commands in each"]["1"].number == sum(row[0] == ["1"] for row in cells)
    assert lines["Datagrams: number, and commands in each"].number == len(cells)
    assert lines["Datagrams: number, and fill of the MTU in per cent"].number > 0


def test_wait_behind_the_head_of_line():
    lines = trees("godot4-lossy", "-2")["enet_channels"]
    waited = lines["Waits behind the head of line (ms)"]
    cells = wireshark.fields(CAPTURES / "godot4-lossy.pcapng", "enet.analysis.waited", "enet.analysis.waited",
                             options=["-2"])
    assert waited.number == waited.sum() == sum(len(row[0]) for row in cells) > 0


def test_what_the_throttle_dropped():
    lines = trees("enet-throttled", "-2")["enet_channels"]
    assert sum(line.number for line in lines.walk() if line.name == "dropped by the sender's throttle") > 10


def test_names_of_the_debugger():
    lines = trees("debugger-4.6")["godot_debug"]["Debugger: number of messages"]
    assert lines["game to editor"]["set_pid"].number == 1
    assert lines.number == lines.sum()


def test_any_number_of_names_are_counted(tmp_path):
    """A line for each name would take the square of their number; the totals include all. The first one comes again
    at the end."""
    messages = [(True, worst.debugged(worst.EMPTY).replace(b"output", b"%06d" % number))
                for number in [*range(6000), 0]]
    file = traffic.write(wireshark.writable_folder() / "names.pcap",
                         pcap.tcp_stream(messages, server=("10.0.0.1", 6007)))
    numbers, *_ = (line for line in read(file)[1]["godot_debug"].lines if "messages" in line.name)
    (way,) = numbers.lines
    assert numbers.number == way.number == way.sum() == len(messages)
    assert len(way.lines) == 5001 and way["Further names: not told apart"].number == 1000
    assert way["000000"].number == 2


@pytest.mark.parametrize("name", ["godot4-lossy-replication", "enet-lossy-slightly", "enet-throttled", "debugger-4.6",
                                  "recordings/godot4-lossy.both", "godot4-compression-zlib", "godot3.6-rpc"])
def test_lines_have_a_unit_and_a_number(name):
    """A line is there for something that happened, it is a part of the line above it, and the bytes come first."""
    for tree in read(CAPTURES / f"{name}.pcapng", "-2")[1].values():
        for line in tree.walk():
            assert line is tree or line.number > 0 or line.name == "Fragments of messages that are not whole"
            assert (line.percent or 0) <= 100
        units = [re.search(r"bytes|number|\(ms\)", line.name, re.IGNORECASE)[0].lower() for line in tree.lines]
        groups = [line.name.split(":")[0] for line in tree.lines]
        for group in set(groups):
            mine = [unit for unit, other in zip(units, groups) if other == group]
            assert mine == sorted(mine, key=lambda unit: unit != "bytes")


PEERS = "Peers: number of messages, sent and received, and length in bytes"
MANY = 6400     # more than Wireshark's queue of taps has places for: 5,000


def test_thousands_of_messages_in_a_datagram():
    """As many as fit: each counts, and is a row, a line to follow, an arrow."""
    line = traffic.Line()
    calls = b"".join(enet.reliable(1 + number, traffic.call4(1, number % 5)) for number in range(MANY))
    file = traffic.write(wireshark.writable_folder() / "many.pcap", [
        *line.opened(), line.reliable(False, traffic.simplify4(1, "Main")), line.packet(True, calls)])
    rows, counted = read(file)
    assert sum(row["kind"] == "rpc" for row in rows) == MANY
    assert counted["godot_rpc"]["Calls: number, and length in bytes"].number == MANY
    assert counted["enet_commands"]["Commands: number, and length in bytes"]["reliable"].number == MANY + 1
    assert counted["enet_channels"]["Messages: number, and length in bytes"].number == MANY + 1
    assert counted["godot_peers"][PEERS].number == 2 * (MANY + 1)
    ends = wireshark.tshark("-n", "-r", file, "-q", "-z", "conv,godot", "-z", "endpoints,godot")
    assert ends.count(f" {MANY + 1} ") == 3
    followed = [wireshark.tshark("-n", "-r", file, "-q", "-z", asked).splitlines() for asked in (
        "follow,enet,raw,0", "godot,follow", "flow,godot_all,standard")]
    assert sum(line.strip() == traffic.call4(1, 0).hex() for line in followed[0]) == MANY // 5
    assert sum("RPC" in line for line in followed[1]) == sum("RPC" in line for line in followed[2]) == MANY


def test_bytes_beyond_what_wireshark_counts_to():
    """2 GiB and more of frames: each group goes on in KiB, and no number is negative."""
    line, padding = traffic.Line(), 1 << 26
    packets = [*line.opened(), *(line.reliable(True, traffic.call4(1, 0)) for _ in range(60))]
    file = pcap.write(wireshark.writable_folder() / "large.pcap", packets, padding=padding)
    lines = read(file)[1]
    total = sum(len(packet) + padding for packet in packets)
    assert total > 1 << 31
    whole, empty = (lines["godot_bytes"][name] for name in ("KiB of all frames", "Bytes of all frames"))
    assert (whole.number, empty.number, empty.sum()) == (total >> 10, 0, 0)
    assert empty["more than 2,147,483,647: see the lines of KiB"] in empty.lines
    assert [below.name for below in whole.lines] and 0 <= whole.number - whole.sum() < len(whole.lines)
    wire = sum(row["wire_bytes"] for row in read(file)[0] if row["kind"] == "rpc")
    assert wire > 1 << 31
    calls = lines["godot_rpc"]["Calls: KiB on the wire"]
    assert [node.number for node in calls.walk()] == [wire >> 10] * 4
    assert lines["godot_rpc"]["Calls: bytes of messages"].number == \
        sum(row["bytes"] for row in read(file)[0] if row["kind"] == "rpc")
    for tree in lines.values():
        assert all(node.number >= 0 and not (node.rate or 0) < 0 for node in tree.walk())


def frames_in_fragments(carried):
    """Returns a session's frames, of which IP divided some; for each frame that completes a datagram the lengths of
    all frames that brought it; and frames of a datagram whose last fragment is lost.

    carried: returns the packets that bring an IPv4 packet
    """
    line, frames, brought = traffic.Line(), [], {}

    def add(*pieces):
        frames.extend(pieces)
        brought[len(frames)] = [len(pcap.ETHERNET) + len(piece) for piece in pieces]

    def divided(whole, number, size=1480):
        return [packet for piece in pcap.fragments(whole, size, number) for packet in carried(piece)]

    def long(length):
        return line.unsequenced(True, b"\x03" + bytes(length))

    for whole in [*line.opened(), long(1000)]:
        add(*carried(whole))
    add(*divided(long(5000), 1))
    add(*reversed(divided(long(3000), 2)))
    first, *others = divided(long(4000), 3)
    add(first, first, *others)
    for number, whole in enumerate(line.fragments(True, traffic.call4(1, 0, traffic.string("x" * 6000))), 4):
        add(*divided(whole, number, 400))
    add(*carried(pcap.udp(enet.datagram(enet.reliable(line.number(True, 0), traffic.call4(1, 0)), enet.ping(9),
                                        peer=line.slot, sent_time=9), line.client)))
    return frames, brought, divided(long(3000), 99)[:-1]


def test_frames_without_a_link_that_wireshark_reads_are_counted(tmp_path):
    """Data is their only layer, and an empty one has none. 2: the Ethernet of the seventies."""
    file = pcap.write(tmp_path / "link.pcap", [b"\xff" * 40, b"", b"\xff" * 2])
    file.write_bytes(file.read_bytes()[:20] + struct.pack("<I", 2) + file.read_bytes()[24:])
    for options in [], ["-2"]:
        rows, lines = read(file, *options)
        every = lines["godot_bytes"]["Bytes of all frames"]
        assert rows == [] and every.number == every["Frames without Godot"].number == 42


CARRIED = {
    "IPv4": lambda packet: [packet],
    "IPv6": lambda packet: [pcap.over_ipv6(packet)],
    "a tunnel": lambda packet, number=itertools.count(): pcap.fragments(pcap.tunnelled(packet), 800, next(number)),
}


@pytest.mark.parametrize("carried", CARRIED.values(), ids=CARRIED)
def test_a_datagram_in_fragments_of_ip_costs_all_their_frames(carried):
    """Also if the fragments came in another order, or twice. What never got whole is not known to be Godot's."""
    frames, brought, lost = frames_in_fragments(carried)
    file = pcap.write(wireshark.writable_folder() / "divided.pcap", frames + lost, ethernet=True)
    costs = {number: sum(lengths) for number, lengths in brought.items()}
    assert sum(len(lengths) > 2 for lengths in brought.values()) >= 7
    for options in [], ["-2"]:
        rows, lines = read(file, *options)
        told = collections.Counter()
        for row in rows:
            told[row["frame"]] += row["wire_bytes"]
            assert row.get("frames", 1) == len(brought[row["frame"]])
        assert told == costs
        every, alone = lines["godot_bytes"]["Bytes of all frames"], sum(len(pcap.ETHERNET) + len(one) for one in lost)
        assert every.number == sum(costs.values()) + alone and every["Frames without Godot"].number == alone
        assert all(line.number == line.sum() > 0 for line in every.walk() if line.lines)
        calls = [row for row in rows if row["kind"] in ("rpc", "fragment")]
        assert lines["godot_rpc"]["Calls: bytes on the wire"].number == sum(row["wire_bytes"] for row in calls)
        assert sum(row.get("earlier_wire_bytes", 0) for row in rows) == sum(
            row["wire_bytes"] for row in rows if row["kind"] == "fragment") > 6000
    for options in ["-q", "-z", "godot,messages,enet"], ["-V", "-z", "godot,messages"]:
        printed = wireshark.tshark("-n", "-r", file, *options)
        assert [json.loads(line) for line in printed.split("\n") if line.startswith('{"frame"')] == rows
    every = trees_of_file(file, "godot_bytes", matching="enet")["Bytes of all frames"]
    assert every.number == every.sum() == sum(costs.values())


def test_times_before_what_comes_first(tmp_path):
    """An acknowledgement has an earlier time than what it answers, and both are before 1970: rows are JSON, and no
    round trip is negative."""
    talk = Talk().handshake().up(enet.reliable(1, b"r"), sent_time=5).down(enet.ack(1, 5, 0))
    file = talk.write(tmp_path, start=5, step=-1.25)
    rows, lines = read(file)
    assert [row["time"] for row in rows] == [5, 3.75, 2.5, 1.25, 0]
    assert not any("rtt" in row for row in rows) and lines["enet_channels"]["Round trips (ms)"].number == 0
    assert wireshark.frames(file, "enet.analysis.ack_rtt || enet.analysis.initial_rtt") == []
    assert wireshark.frames(file, "enet.analysis.acks") == [2, 3, 5]


@pytest.mark.parametrize("offset, nanos, time", [
    (-5, 300000000, "-4.700000000"), (-1, 300000000, "-0.700000000"), (-5, 0, "-5.000000000"), (-1, 0, "-1.000000000"),
    (-2, 1, "-1.999999999"), (-1, 999999999, "-0.000000001"), (0, 250000000, "0.250000000"),
    (1, 250000000, "1.250000000"), (-1, 1300000000, "0.300000000")])
def test_times_before_1970_have_their_sign(tmp_path, offset, nanos, time):
    """An interface of pcapng may have an offset to its times, which here are nanoseconds (draft-ietf-opsawg-pcapng,
    if_tsoffset and if_tsresol)."""
    packet = pcap.udp(enet.datagram(enet.connect(), peer=enet.NO_PEER))
    file = tmp_path / "old.pcapng"
    file.write_bytes(b"".join([
        block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)),
        block(1, struct.pack("<HHIHHB3xHHqHH", pcap.LINKTYPE_IPV4, 0, 262144, 9, 1, 9, 14, 8, offset, 0, 0)),
        block(6, struct.pack("<IIIII", 0, 0, nanos, len(packet), len(packet)) + packet)]))
    text = wireshark.tshark("-n", "-r", file, "-d", "udp.port==7777,enet", "-q", "-z", "godot,messages,enet")
    assert re.findall(r'"time":([^,}]*)', text) == [time]


def test_microseconds_may_be_more_than_a_second(tmp_path):
    """Some programs write such captures."""
    packet = pcap.udp(enet.datagram(enet.connect(), peer=enet.NO_PEER))
    file = tmp_path / "micros.pcap"
    file.write_bytes(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 0x40000, pcap.LINKTYPE_IPV4) + struct.pack(
        "<IIII", 1, 1300000, len(packet), len(packet)) + packet)
    text = wireshark.tshark("-n", "-r", file, "-q", "-z", "godot,messages,enet")
    assert re.findall(r'"time":([^,}]*)', text) == ["2.300000000"]


# --- over time --------------------------------------------------------------------------

KINDS = {"godot.length.call": ("Calls",), "godot.length.synchronizer": ("Replication",),
         "godot.length.spawn": ("Replication",), "godot.length.other": ("Paths", "System", "Raw", "Other messages")}


def summed(name, field, *options):
    """What tshark's io,stat sums up in all of the capture."""
    printed = wireshark.tshark("-r", CAPTURES / f"{name}.pcapng", *options, "-q", "-z",
                               f"io,stat,0,SUM({field}){field}")
    row, = (line for line in printed.splitlines() if "<>" in line)
    return int(row.split("|")[2])


@pytest.mark.parametrize("name", ["godot4-replication", "godot4-lossy-replication", "godot4-rpc"])
def test_bytes_over_time_add_up(name):
    """Messages, ENet and the layers below are all bytes of the frames, and each is a part of the tree."""
    lines = trees(name)["godot_bytes"]["Bytes of all frames"]
    sums = {field: summed(name, field) for field in [*KINDS, "enet.overhead", "enet.below"]}
    assert sums["enet.overhead"] == lines["ENet"].number and sums["enet.below"] == lines["Layers below"].number
    parts = {part: sum(count for field, count in sums.items() if KINDS.get(field) == part)
             for part in set(KINDS.values())}
    assert parts == {part: sum(lines["Messages"][kind].number for kind in part) for part in parts}
    lengths = wireshark.fields(CAPTURES / f"{name}.pcapng", "", "frame.len")
    assert sum(sums.values()) == sum(int(length) for [[length]] in lengths)


@pytest.mark.parametrize("name", ["godot4-lossy-replication", "godot4-rpc", "godot3.6-rpc"])
def test_bytes_of_a_node_over_time_are_those_of_its_rows(name):
    rows, _ = read(CAPTURES / f"{name}.pcapng")
    paths = {row["node"] for row in rows if isinstance(row.get("node"), str)}
    node = max(paths, key=lambda path: sum(other.startswith(f"{path}/") for other in paths))
    for path in (node, f"{node}/", node[:-1], ""):
        wanted = sum(row["bytes"] for row in rows if path == node and f"{row.get('node')}/".startswith(f"{node}/"))
        assert summed(name, "godot.length.node", "-o", f"godot.graph_node:{path}") == wanted
        assert wanted > 0 or path != node


def test_spawns_over_time_are_those_of_the_wire():
    """By the messages' first bytes: 4 is a spawn, 5 a despawn (docs/wire/multiplayer-godot4.md)."""
    rows = wireshark.fields(CAPTURES / "godot4-replication.pcapng", "godot", "godot4.command", "godot.length")
    told = [(int(command), int(length)) for commands, lengths in rows for command, length in zip(commands, lengths)]
    assert summed("godot4-replication", "godot.length.spawn") == sum(
        length for command, length in told if command in (4, 5)) > 0


def test_overhead_of_a_compressed_datagram_is_its_share():
    """Commands of a block share what is left of it: rounding loses less than a byte for each datagram."""
    name = "godot4-compression-zlib"
    datagrams = len(wireshark.frames(CAPTURES / f"{name}.pcapng", "enet"))
    told = trees(name)["godot_bytes"]["Bytes of all frames"]["ENet"].number
    assert abs(summed(name, "enet.overhead") - told) < 2 * datagrams


def test_jitter_over_time_is_that_of_the_tree():
    tree = trees("godot4-lossy-replication")["enet_channels"]["Jitter of round trips (ms)"]
    seen = [float(value) for [values] in wireshark.fields(
        CAPTURES / "godot4-lossy-replication.pcapng", "enet.analysis.jitter", "enet.analysis.jitter")
        for value in values]
    assert len(seen) == tree.number and max(seen) * 1000 == pytest.approx(tree.largest, abs=0.001)


# --- a short talk -----------------------------------------------------------------------


def leaves(line, path=()):
    """Path below a line -> number, of the lines that have none below them."""
    here = [leaf for below in line.lines for leaf in leaves(below, (*path, below.name)).items()]
    return dict(here or [(path, line.number)])


def test_messages_that_came_again_have_lines_of_their_own(tmp_path):
    """Two of three transmissions of a message were sent again; the network doubled another message."""
    talk = Talk().handshake()
    for sent_time in (300, 800, 1300):
        talk.up(enet.reliable(1, b"first"), sent_time=sent_time)
    talk.up(enet.unsequenced(1, b"abc")).up(enet.unsequenced(1, b"abc"))
    told = trees_of_file(talk.up(enet.unreliable(1, 1, b"four", channel=0)).write(tmp_path), "enet_channels")
    way = "Connection 0: 10.0.0.2:50000 → 10.0.0.1:7777"
    assert {name: leaves(told[name]) for name in (
        "Bytes of messages", "Messages: number, and length in bytes", "Retransmitted: number, and length in bytes",
        "Doubled by the network: number, and length in bytes")} == {
            "Bytes of messages": {(way, "channel 0"): 5 + 4, (way, "channel 1"): 3},
            "Messages: number, and length in bytes": {(way, "channel 0"): 2, (way, "channel 1"): 1},
            "Retransmitted: number, and length in bytes": {(way, "channel 0"): 2},
            "Doubled by the network: number, and length in bytes": {(way, "channel 1"): 1}}


def test_blocks_that_no_mode_undoes_are_not_readable(tmp_path):
    """They are none of those whose sizes before and after are compared."""
    command = enet.unreliable(0, 1, bytes(100))
    talk = Talk().handshake().raw(enet.header(0, 9, compressed=True) + b"no stream")
    capture = talk.raw(enet.header(compressed=True) + zlib.compress(command)).write(tmp_path)
    told = trees_of_file(capture, "godot_bytes")
    assert told["Bytes of all frames"]["ENet"]["Not readable"].number == len(b"no stream")
    assert leaves(told["Compressed blocks: bytes"]) == {
        ("As sent",): len(zlib.compress(command)), ("Uncompressed",): len(command)}


def test_spawned_and_despawned_nodes_are_those_of_the_rows():
    rows, tree = read(CAPTURES / "godot4-replication.pcapng")[0], trees("godot4-replication")["godot_sync"]
    for kind, group in ("spawn", "Spawns"), ("despawn", "Despawns"):
        nodes = collections.Counter((row["node"],) for row in rows if row["kind"] == kind)
        assert leaves(tree[f"{group}: number, and length in bytes"]) == nodes and nodes


def test_messages_in_websockets_have_the_lines_of_their_kinds():
    rows, tree = read(CAPTURES / "websocket-4.6-multiplayer.pcapng")[0], trees("websocket-4.6-multiplayer")
    lines = {"rpc": "Calls", "path": "Paths", "path_confirm": "Paths", "raw": "Raw", "add_peer": "System",
             "del_peer": "System"}
    expected = collections.Counter()
    for row in rows:
        expected[lines[row["kind"]],] += row["bytes"]
    assert leaves(tree["godot_bytes"]["Bytes of all frames"]["Messages"]) == expected


PLAYER = 1309949100     # an id as the engine makes them


class Written:
    """A session, and the rows that docs/messages.md gives it, without their texts, experts, and what is known of the
    engines."""

    def __init__(self):
        self.line, self.packets, self.rows = traffic.Line(data=PLAYER), [], []
        self.messages = []      # upward?, kind, bytes, node, method, bytes on the wire
        self.commands = []      # upward?, kind, channel, bytes with the header, bytes of the header

    def add(self, packet, *rows):
        """A packet, and for each of its rows what differs; size: of the command or a part of it."""
        down = packet[12:16] == bytes(map(int, pcap.SERVER[0].split(".")))
        ends = ["{}:{}".format(*end) for end in (self.line.client, pcap.SERVER)]
        self.packets.append(packet)
        total = sum(size for _, size in rows)
        shares = [len(packet) * size // total for _, size in rows]
        shares[0] += len(packet) - sum(shares)
        for (row, _), share in zip(rows, shares):
            self.rows.append({
                "frame": len(self.packets), "time": pytest.approx(0.999 + len(self.packets) / 1000), "stream": 0,
                "src": ends[down], "dst": ends[not down], "wire_bytes": share, **row})

    def command(self, upward, packet, kind, **row):
        """A packet with one command that carries no message."""
        self.commands.append((upward, kind, row.get("channel"), row["bytes"], row["bytes"]))
        self.add(packet, ({"kind": kind, **row}, row["bytes"]))

    def message(self, upward, data, kind, mode="reliable", parts=(), **row):
        """A message of one row, or of one for each part: pairs of what the part has, and its bytes."""
        reliable = mode == "reliable"
        packet = (self.line.reliable if reliable else self.line.unsequenced)(upward, data)
        source, target = (PLAYER, 1) if upward else (1, PLAYER)
        known = {"from": source, "to": target, "mode": mode, "channel": 0, "kind": kind}
        head = 6 if reliable else 8
        found = [({**known, **row, "bytes": len(data)}, head + len(data))]
        if parts:
            found = [({**known, **part, "bytes": size}, size) for part, size in parts]
            found[0] = found[0][0], head + len(data) - sum(size for _, size in parts[1:])
        self.commands.append((upward, mode if reliable else "unsequenced", int(not reliable), head + len(data), head))
        self.messages.append((upward, kind, len(data), row.get("node"), row.get("method"), len(packet)))
        self.add(packet, *found)


@functools.cache
def written():
    made = Written()
    line, string = made.line, traffic.string("x")
    asked, accepted, _ = line.opened()
    made.command(True, asked, "connect", bytes=48)
    made.command(False, accepted, "verify_connect", bytes=44, rtt=pytest.approx(0.001))
    known = line.packet(True, enet.ack(1, line.clock - 1), line.slot)
    made.command(True, known, "ack", bytes=8, rtt=pytest.approx(0.001))
    made.message(False, traffic.simplify4(1, "Main"), "path", node="Main")
    made.message(True, traffic.confirm4(1), "path_confirm", node="Main")
    made.message(False, traffic.call4(1, 3, traffic.integer(5), string), "rpc", node="Main", method=3, args=[5, "x"])
    made.message(False, traffic.call4(1, 0), "rpc", node="Main", method=0, args=[])
    made.message(True, traffic.call4(7, 0), "rpc", node=7, method=0, args=[])
    made.message(False, traffic.spawn4(1, 2, "P", 3, traffic.vector2(1, 2)), "spawn", node="…/P", spawner="Main",
                 properties=[[1, 2]])
    made.message(False, traffic.spawn4(9, 5, "Q", 6, b""), "spawn", node="…/Q", spawner=9)
    elements = [traffic.element4(3, traffic.integer(7)), traffic.element4(4, string)]
    made.message(False, struct.pack("<BH", 6, 1) + b"".join(elements), "sync", "unreliable", [
        ({"node": "…/P", "properties": [7]}, len(elements[0])), ({"node": 4, "properties": ["x"]}, len(elements[1]))])
    made.message(False, struct.pack("<BI", 5, 2), "despawn", node="…/P")
    made.message(True, b"\3\1\2", "raw", args=["0102"])
    made.command(True, line.packet(True, enet.ping(2)), "ping", bytes=4)
    again = enet.reliable(line.numbers[True, 0], b"\3\1\2")
    made.command(True, line.packet(True, again), "reliable", channel=0, bytes=9, retransmission=True)
    call = traffic.call4(1, 0, traffic.string("y" * 1500))
    first, last = line.fragments(True, call)
    made.add(first, ({"kind": "fragment", "channel": 0, "bytes": 24 + traffic.FRAGMENT}, 1))
    made.add(last, ({"from": PLAYER, "to": 1, "mode": "reliable", "channel": 0, "kind": "rpc", "node": 1, "method": 0,
                     "args": ["y" * 1500], "bytes": len(call), "earlier_wire_bytes": len(first)}, 1))
    made.commands += [(True, "fragment", 0, 24 + traffic.FRAGMENT, 24),
                      (True, "fragment", 0, 24 + len(call) - traffic.FRAGMENT, 24)]
    made.messages.append((True, "rpc", len(call), 1, 0, len(first) + len(last)))
    both = [enet.ping(3), enet.reliable(line.number(True, 0), b"\3\5")]
    made.add(line.packet(True, b"".join(both)), ({"kind": "ping", "bytes": 4}, len(both[0])),
             ({"from": PLAYER, "to": 1, "mode": "reliable", "channel": 0, "kind": "raw", "args": ["05"], "bytes": 2},
              len(both[1])))
    made.commands += [(True, "ping", None, 4, 4), (True, "reliable", 0, 8, 6)]
    made.messages.append((True, "raw", 2, None, None, 0))
    made.command(True, line.packet(True, enet.disconnect(4)), "disconnect", bytes=8)
    return made


def counted(*pairs):
    """Sums up the numbers of equal paths."""
    found = collections.Counter()
    for path, number in pairs:
        found[path] += number
    return found


def test_trees_count_what_was_written():
    made = written()
    file = pcap.write(wireshark.writable_folder() / "written.pcap", made.packets)
    trees = read(file)[1]
    told = {name: {line.name: leaves(line) for line in tree.lines} for name, tree in trees.items()}
    peers = ("1 (server)", f"{PLAYER}")
    ends = [((peers[up], "sent", kind), size) for up, kind, size, *_ in made.messages] + [
        ((peers[not up], "received", kind), size) for up, kind, size, *_ in made.messages]
    assert told["godot_peers"] == {
        "Peers: bytes of messages, sent and received": counted(*ends),
        "Peers: number of messages, sent and received, and length in bytes": counted(*((path, 1) for path, _ in ends))}
    nodes = {7: "node 7", 1: "node 1"}
    calls = [((nodes.get(node, node), f"#{method}", f"{PLAYER} → 1" if up else f"1 → {PLAYER}"), size, wire)
             for up, kind, size, node, method, wire in made.messages if kind == "rpc"]
    assert told["godot_rpc"] == {
        "Calls: bytes on the wire": counted(*((path, wire) for path, _, wire in calls)),
        "Calls: bytes of messages": counted(*((path, size) for path, size, _ in calls)),
        "Calls: number, and length in bytes": counted(*((path, 1) for path, *_ in calls))}
    words = {"rpc": "Calls", "raw": "Raw", "path": "Paths", "path_confirm": "Paths"}
    datagrams = [packet[28:] for packet in made.packets]
    data = sum(size - head for _, kind, _, size, head in made.commands)
    heads = sum(4 if datagram[0] & 0x80 else 2 for datagram in datagrams)
    overhead = [(("ENet", {"ping": "Pings", "ack": "Acknowledgements", "reliable": "Retransmitted or doubled"}.get(
        kind, "Handshakes and limits")), size) for _, kind, _, size, head in made.commands if size == head]
    heads += sum(head for *_, size, head in made.commands if size != head)
    assert told["godot_bytes"]["Bytes of all frames"] == counted(
        *((("Messages", words.get(kind, "Replication")), size) for _, kind, size, *_ in made.messages), *overhead,
        (("ENet", "Headers of datagrams and commands"), heads),
        (("Messages", "Fragments of messages that are not whole"), 0), (("Layers below", "IP"), 20 * len(datagrams)),
        (("Layers below", "UDP"), 8 * len(datagrams)))
    assert data == sum(size for _, _, size, *_ in made.messages)
    kinds = counted(*((kind, 1) for _, kind, *_ in made.commands))
    assert {line.name: line.number for line in trees["enet_commands"][
        "Commands: number, and length in bytes"].lines} == kinds
    ways = ["Connection 0: {}:{} → {}:{}".format(*pair[0], *pair[1]) for pair in (
        (pcap.SERVER, made.line.client), (made.line.client, pcap.SERVER))]
    sent = [((ways[up], f"channel {channel}"), size - head)
            for up, _, channel, size, head in made.commands if size != head]
    assert told["enet_channels"]["Bytes of messages"] == counted(*sent)
    assert told["enet_channels"]["Retransmitted: number, and length in bytes"] == {(ways[1], "channel 0"): 1}
    came, open_ = ("reliable", "came in order"), "not acknowledged, or not yet"
    assert told["enet_channels"]["Sent: number, and what became of it"] == {
        (ways[1], "channel 0", *came): 6, (ways[1], "the connection itself", *came): 4,
        (ways[0], "channel 0", *came): 6, (ways[0], "the connection itself", *came): 1,
        (ways[0], "unsequenced, on all channels", "unreliable", "came in order"): 1}
    transmissions = told["enet_channels"]["Transmissions of reliable commands: number"]
    assert {path: number for path, number in transmissions.items() if number} == {
        (ways[1], "channel 0", open_): 7, (ways[1], "the connection itself", open_): 3,
        (ways[1], "the connection itself", "acknowledged"): 1, (ways[0], "channel 0", open_): 6,
        (ways[0], "the connection itself", "acknowledged"): 1}
    assert told["enet_commands"]["Messages in fragments: number, and fragments of each"] == {("0-2",): 1}
    assert told["enet_commands"]["Datagrams: number, and commands in each"] == {("1",): len(datagrams) - 1, ("2",): 1}
    assert leaves(trees["enet_commands"]["Commands: number, and length in bytes"]["reliable"]) == {
        ("retransmitted or doubled",): 1}
    objects, updates = ("…/P", 13, 5), ("node 4", 20, 12)     # with the bytes of the part, and of the value
    assert told["godot_objects"] == {
        "Objects: bytes": {(name,): size for name, size, _ in (objects, updates)},
        "Objects: number of updates, and length in bytes": {
            (name, f"1 → {PLAYER}"): 1 for name, *_ in (objects, updates)},
        "Values of SYNC: bytes": {(name, "#0", "changed"): size for name, _, size in (objects, updates)},
        "Values of SYNC: number": {(name, "#0", "changed"): 1 for name, *_ in (objects, updates)}}
    assert told["godot_sync"] == {
        "Spawns: number, and length in bytes": {("…/P",): 1, ("…/Q",): 1},
        "Despawns: number, and length in bytes": {("…/P",): 1},
        "Updates: bytes": {(name, "sync", "#0"): size for name, _, size in (objects, updates)},
        "Updates: number, and length in bytes": {(name, "sync", "#0"): 1 for name, *_ in (objects, updates)}}
    lengths = counted(*((ways[up], size) for up, _, size, *_ in made.messages))
    sizes = counted(*((kind, size) for _, kind, _, size, _ in made.commands))
    assert {line.name: line.number * line.average for line in trees["enet_commands"][
        "Commands: number, and length in bytes"].lines} == pytest.approx(sizes, rel=0.001)
    means = trees["enet_channels"]["Messages: number, and length in bytes"]
    assert {way.name: way.number * way.average for way in means.lines} == {
        way: pytest.approx(size, rel=0.001) for way, size in lengths.items()}


def test_rows_have_all_that_was_written():
    """And their texts are parts of the Info column."""
    made = written()
    file = pcap.write(wireshark.writable_folder() / "written.pcap", made.packets)
    found = read(file)[0]
    infos = [info for [[info]] in wireshark.fields(file, "", "_ws.col.Info")]
    for row in found:
        text = row.pop("text")
        assert text and text in infos[row["frame"] - 1]
    assert [{key: value for key, value in row.items() if key not in ("experts", "godot")} for row in found] == made.rows


def test_values_of_a_synchronizer_that_are_the_same_again():
    """Of those that are told apart: the first 64 (docs/messages.md)."""
    line, first = traffic.Line(), list(range(66))
    second = [number + 1000 * (at in (1, 65)) for at, number in enumerate(first)]
    packets = [*line.opened(), line.reliable(False, traffic.simplify4(1, "Main"))]
    for number, values in enumerate((first, second), 1):
        element = traffic.element4(9, b"".join(map(traffic.integer, values)))
        packets.append(line.unsequenced(False, struct.pack("<BH", 6, number) + element))
    file = pcap.write(wireshark.writable_folder() / "values.pcap", packets)
    told = leaves(trees_of_file(file, "godot_objects")["Values of SYNC: number"])
    expected = collections.Counter()
    for at in range(66):
        expected["node 9", f"#{at}", "changed"] += 1
        expected["node 9", f"#{at}", "unchanged" if at < 64 and at != 1 else "changed"] += 1
    assert told == expected


@pytest.mark.parametrize("size, step, percent", [
    (60, "up to 10 %", "0-9"), (100, "up to 10 %", "10-24"), (101, "up to 20 %", "10-24"),
    (999, "up to 100 %", "90-100"), (1000, "up to 100 %", "90-100"), (1001, "above 100 %", "90-100"),
    (1010, "above 100 %", "101-"), (5000, "above 100 %", "101-")])
def test_how_full_datagrams_are(tmp_path, size, step, percent):
    """Of an MTU of 1,000 bytes."""
    data = b"\3" + bytes(size - 4 - 6 - 1)
    talk = Talk().up(enet.connect(mtu=1000), peer=enet.NO_PEER, sent_time=100)
    talk.down(enet.verify(mtu=1000), sent_time=200)
    file = talk.up(enet.ack(1, 200)).down(enet.reliable(1, data), sent_time=5).write(tmp_path)
    told = trees_of_file(file, "enet_commands", matching="frame.number == 4")
    assert leaves(told["Datagrams sent: bytes, by how much of the MTU they fill"]) == {
        ("Connection 0: 10.0.0.1:7777 → 10.0.0.2:50000", "MTU 1000", step): size}
    assert leaves(told["Datagrams: number, and fill of the MTU in per cent"]) == {(percent,): 1}


@pytest.mark.parametrize("other, name", [(0, "all"), (-1, "all but 1"), (-7, "all but 7"), (1, "1"), (9, "9")])
def test_calls_to_all_are_told_apart(other, name):
    made = recording(begin(), packet(2, traffic.simplify4(1, "Main"), direction=1, other=other),
                     packet(3, traffic.call4(1, 0), direction=1, other=other))
    way, = (path[-1] for path in leaves(trees_of_file(made, "godot_rpc")["Calls: number, and length in bytes"]))
    assert way == f"5 → {name}"


def test_peers_without_an_id_have_a_name():
    """A peer that is not connected yet has none."""
    made = recording(begin(), packet(2, b"\3a", own=0, other=1), packet(3, b"\3b", own=0, other=1, direction=1))
    told = trees_of_file(made, "godot_peers")
    for group, size in ("Peers: bytes of messages, sent and received", 2), (PEERS, 1):
        assert leaves(told[group]) == {(name, way, "raw"): size for name in ("unknown", "1 (server)")
                                       for way in ("sent", "received")}
    columns = wireshark.tshark("-r", made, "-q", "-z", "flow,godot,standard").splitlines()[:2]
    assert all(name in "".join(columns) for name in ("unknown sender", "unknown receive", "peer 1 (server)"))
