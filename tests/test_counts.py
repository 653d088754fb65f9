# SPDX-License-Identifier: GPL-2.0-or-later
"""What statistics say of small sessions in which something is missing, comes late, or comes last."""

import json
import re
import socket
import struct
import zlib
from collections import Counter

import pytest

import enet
import pcap
import test_godot3
import test_godot4
import test_webrtc
import traffic
import wireshark
from counted import call_of, read, trees_of
from test_both_ends import Run
from test_both_ends import written as both_ends
from test_debugger import connection as debugged
from test_debugger import message4
from test_enet import Talk, throttle, with_lua
from test_flows import flow
from test_follow import followed, in_ascii
from test_recording import begin, header, packet, recording
from test_statistics import leaves
from test_websocket import CLIENT_ID, OTHER_ID, add_peer, identity, of_server, websocket
from wireshark import CAPTURES

ANYWHERE = ("-d", "udp.port==7777,enet")
UP, DOWN = (f"Connection 0: {one} → {other}" for one, other in (
    ("10.1.0.2:50000", "10.0.0.1:7777"), ("10.0.0.1:7777", "10.1.0.2:50000")))


def summed(pairs):
    """Sums up the numbers of equal paths."""
    found = Counter()
    for path, number in pairs:
        found[path] += number
    return found


def counted(file, *options):
    """The rows, and for each group of all trees the lines that have none below them."""
    rows, trees = read(file, *options)
    return rows, {line.name: leaves(line) for tree in trees.values() for line in tree.lines}


# --- a capture that begins late -------------------------------------------------------------

# Upward?, message, word, line of bytes, node.
LATE = [
    (True, traffic.simplify4(1, "Main"), "path", "Paths", "Main"), (False, traffic.call4(9, 0), "rpc", "Calls", 9),
    (False, b"\7abc", None, "Other messages", None), (True, b"", None, None, None),
    (True, b"\x08", "rpc", "Calls", None), (False, b"\5\7\0\0\0", "despawn", "Replication", 7),
    (False, b"\4", "spawn", "Replication", None), (True, b"\3\1\2", "raw", "Raw", None)]


@pytest.fixture(name="late")
def late_capture():
    """Of a connection whose beginning was not captured, so nobody has an id; some messages are cut or unknown. A frame
    without bytes is there, too."""
    line = traffic.Line()
    assert list(line.opened())
    packets = [line.reliable(upward, data) for upward, data, *_ in LATE]
    return pcap.write(wireshark.writable_folder() / "late.pcap", [*packets, b""])


def test_who_is_not_known_is_counted_all_the_same(late):
    rows, told = counted(late, *ANYWHERE)
    ends = [("10.1.0.2:50000", "10.0.0.1:7777"), ("10.0.0.1:7777", "10.1.0.2:50000")]
    wanted = []
    for frame, (upward, data, word, _, node) in enumerate(LATE, 1):
        source, target = ends[::1 if upward else -1][0]
        more = {"node": node, **({"method": 0, "args": []} if word == "rpc" else {})} if node else {}
        if word == "raw":
            more["args"] = [data[1:].hex()]
        wanted.append({"frame": frame, "stream": 0, "src": source, "dst": target, "mode": "reliable", "channel": 0,
                       "godot": "4", "kind": word or "message", "bytes": len(data),
                       "wire_bytes": 28 + 4 + 6 + len(data), **more})
    assert [{key: value for key, value in row.items() if key not in ("time", "text", "experts")}
            for row in rows] == wanted
    ways = [("unknown", way, word or "other") for _, _, word, *_ in LATE for way in ("sent", "received")]
    assert told["Peers: number of messages, sent and received, and length in bytes"] == Counter(ways)
    sizes = [len(data) for _, data, *_ in LATE]
    assert told["Peers: bytes of messages, sent and received"] == summed(zip(ways, (
        size for size in sizes for _ in range(2))))
    calls = [("node 9", "#0", "? → ?"), ("node 0", "?", "? → ?")]
    assert told["Calls: number, and length in bytes"] == Counter(calls)
    assert told["Calls: bytes of messages"] == dict(zip(calls, (4, 1)))
    assert told["Calls: bytes on the wire"] == dict(zip(calls, (28 + 10 + 4, 28 + 10 + 1)))
    assert told["Spawns: number, and length in bytes"] == {("node 0",): 1}
    assert told["Despawns: number, and length in bytes"] == {("node 7",): 1}
    assert told["Bytes of all frames"] == summed([
        *((("Messages", line), len(data)) for _, data, _, line, _ in LATE if data),
        (("ENet", "Headers of datagrams and commands"), 10 * len(LATE)), (("Layers below", "IP"), 20 * len(LATE)),
        (("Layers below", "UDP"), 8 * len(LATE))])
    sent = [((DOWN, UP)[upward], len(data)) for upward, data, *_ in LATE]
    assert told["Datagrams sent: bytes, by how much of the MTU they fill"] == summed(
        ((way, "MTU not captured"), 10 + size) for way, size in sent)
    assert "Datagrams: number, and fill of the MTU in per cent" not in told
    assert told["Bytes of messages"] == summed(((way, "channel 0"), size) for way, size in sent)
    assert "Values of SYNC: number" not in told and "Updates: bytes" not in told


def test_who_is_not_known_has_no_life_but_nodes_have(late):
    printed = wireshark.tshark("-r", late, *ANYWHERE, "-q", "-z", "godot,timeline")
    found = [json.loads(line) for line in printed.splitlines()]
    assert [(row["kind"], row["name"], row["other_messages"], row["other_bytes"], row["goes"]) for row in found] == [
        ("node", "Main", 1, len(LATE[0][1]), 0), ("node", "node 9", 1, 4, 0), ("node", "node 7", 1, 5, 1)]


def test_who_is_not_known_is_an_end_of_arrows_and_lines(late):
    rows, _ = counted(late, *ANYWHERE)
    followed = wireshark.tshark("-r", late, *ANYWHERE, "-q", "-z", "godot,follow").splitlines()
    assert [line.strip().split("  ", 1)[1] for line in followed] == [row["text"] for row in rows]
    heads, arrows = flow(late, "godot_all", *ANYWHERE)
    assert heads == ["10.1.0.2:50000", "10.0.0.1:7777"]
    assert [(arrow.source == heads[0], arrow.label) for arrow in arrows] == [
        (upward, {"rpc": "#0" if data[1:] else "rpc"}.get(word, word or "message")) for upward, data, word, *_ in LATE]
    assert [arrow.comment.strip() for arrow in arrows[:3]] == [
        "1 is Main", "RPC node 9 #0()  [reliable, ch 0]", "SYS (malformed)  [reliable, ch 0]"]


# --- the worked examples of both generations ------------------------------------------------


def session_of_4(tmp_path):
    session = test_godot4.Game(tmp_path)
    client = session.client()
    for way, channel, data, *_ in test_godot4.EXAMPLES:
        getattr(client, way)(bytes.fromhex(data), channel)
    return session.packets


def session_of_3(_):
    session = test_godot3.Session(((test_godot3.CLIENT_A, test_godot3.A), (test_godot3.CLIENT_B, test_godot3.B)))
    for line, *_ in test_godot3.EXAMPLES:
        session.add(line)
    return session.packets


class Example:
    """A session, and its messages by their rows, which test_rows.py compares with the specifications."""

    def __init__(self, made, clients, path):
        self.file = pcap.write(wireshark.writable_folder() / "example.pcap", made(path))
        self.rows, self.trees = read(self.file)
        server = "{}:{}".format(*pcap.SERVER)
        self.ids = {server: 1, **{"{}:{}".format(*client): peer for client, peer in clients}}
        self.names = {peer: f"peer {peer}" + (f" (server) {server}" if peer == 1 else "") for peer in self.ids.values()}
        self.messages = {row["frame"]: row for row in reversed(self.rows) if "from" in row}    # the first row of each
        self.messages = dict(sorted(self.messages.items()))

    def hop(self, row):
        return self.ids[row["src"]], self.ids[row["dst"]]

    def number(self, row):
        """A number for a row if its node has several in its frame, as one that was spawned with two synchronizers."""
        same = [one for one in self.rows if (one["frame"], one.get("node")) == (row["frame"], row["node"])]
        return [f"synchronizer {same.index(row) + 1}"] if len(same) > 1 else []

    def told(self, tree):
        return {line.name: leaves(line) for line in self.trees[tree].lines}


EXAMPLES = {
    "Godot 4": (session_of_4, [(pcap.CLIENT, test_godot4.CLIENT)]),
    "Godot 3": (session_of_3, [(test_godot3.CLIENT_A, test_godot3.A), (test_godot3.CLIENT_B, test_godot3.B)])}


@pytest.fixture(name="example", params=EXAMPLES.values(), ids=EXAMPLES)
def example_of(request, tmp_path):
    return Example(*request.param, tmp_path)


def test_arrows_of_examples_leave_out_what_they_say_otherwise(example):
    """The peers if they are the ends of the arrow, and the word that is its label."""
    heads, arrows = flow(example.file, "godot_all")
    assert sorted(heads) == sorted(example.names.values())
    wanted = []
    for row in example.rows:
        if row["frame"] not in [frame for frame, *_ in wanted] and ("from" in row or row["kind"] == "connect"):
            source, target = example.hop(row)
            label = row["kind"]
            if row["kind"] == "rpc":
                label = row["method"] if isinstance(row["method"], str) else f"#{row['method']}"
            text = row["text"].removeprefix(f"{source} → {target}  ")
            if text.lower().startswith(f"{label} "):
                text = text[len(label) + 1:]
            wanted.append((row["frame"], example.names[source], example.names[target], label, text))
    assert [arrow[:4] for arrow in arrows] == [tuple(one[1:]) for one in wanted]


WORDS = {
    "rpc": "Calls", "rset": "Calls", "path": "Paths", "path_confirm": "Paths", "raw": "Raw", "auth": "System",
    "add_peer": "System", "del_peer": "System", "sync": "Replication", "delta": "Replication", "spawn": "Replication",
    "despawn": "Replication"}


def test_trees_of_examples_count_their_rows(example):
    sizes = summed((row["frame"], row["bytes"]) for row in example.rows if "from" in row)
    for row in example.messages.values():
        if row["kind"] in ("sync", "delta"):    # a byte before all parts, and two more of a SYNC's time
            sizes[row["frame"]] += 1 + 2 * (row["kind"] == "sync")
    ends, calls, objects, values, updates, nodes = ([] for _ in range(6))
    for frame, row in example.messages.items():
        copied, relayed = row["from"] != example.hop(row)[0], row.get("relayed", False)
        ways = ("passed on" if copied else "sent", "received to be passed on" if relayed and not copied else "received")
        for peer, way in zip(example.hop(row), ways):
            ends.append(((f"{peer}{' (server)' * (peer == 1)}", way, row["kind"]), sizes[frame]))
        if row["kind"] in ("rpc", "rset"):
            calls.append((call_of(row), row["bytes"], row["wire_bytes"]))
        if row["kind"] in ("spawn", "despawn"):
            nodes.append((row["kind"], row["node"]))
    for row in example.rows:
        if row["kind"] in ("sync", "delta"):
            updates.append(((row["node"], *example.number(row), row["kind"], "#0"), row["bytes"]))
            objects.append(((row["node"],), (row["node"], f"{row['from']} → {row['to']}"), row["bytes"]))
            values += [((row["node"], "#0", "changed"), 12)] * (row["kind"] == "sync")     # a Vector2
    told = {name: example.told(name) for name in example.trees}
    assert told["godot_peers"] == {
        "Peers: bytes of messages, sent and received": summed(ends),
        "Peers: number of messages, sent and received, and length in bytes": Counter(path for path, _ in ends)}
    assert told["godot_rpc"] == {
        "Calls: bytes on the wire": summed((path, wire) for path, _, wire in calls),
        "Calls: bytes of messages": summed((path, size) for path, size, _ in calls),
        "Calls: number, and length in bytes": Counter(path for path, *_ in calls)}
    expected = {
        "Objects: bytes": summed((path, size) for path, _, size in objects),
        "Objects: number of updates, and length in bytes": Counter(path for _, path, _ in objects),
        "Values of SYNC: bytes": summed(values), "Values of SYNC: number": Counter(path for path, _ in values)}
    assert told["godot_objects"] == {name: lines for name, lines in expected.items() if lines}
    assert told["godot_sync"].get("Updates: number, and length in bytes", {}) == Counter(path for path, _ in updates)
    for kind in "spawn", "despawn":
        assert told["godot_sync"].get(f"{kind.capitalize()}s: number, and length in bytes", {}) == Counter(
            (node,) for word, node in nodes if word == kind)
    kinds = summed((WORDS[row["kind"]], sizes[frame]) for frame, row in example.messages.items())
    lines = told["godot_bytes"]["Bytes of all frames"]
    assert {path[1]: number for path, number in lines.items() if path[0] == "Messages"} == kinds


def test_lives_of_examples_are_those_of_their_rows(example):
    printed = wireshark.tshark("-r", example.file, "-q", "-z", "godot,timeline")
    found = {(row["kind"], row["name"]): row for row in map(json.loads, printed.splitlines())}
    sums = Counter()
    for row in example.rows:
        who, node = "other" if example.hop(row)[0] != 1 else "server", row.get("node")
        if row is example.messages.get(row["frame"]):
            sums.update([("peer", example.names[example.hop(row)[0]], "sent"),
                         ("peer", example.names[example.hop(row)[1]], "received")])
        if row["kind"] in ("sync", "delta"):
            sums["synchronizer", " ".join([node, *example.number(row)]), who] += 1
        elif node:
            sums["node", node, who] += 1
    assert {(*key, name.removesuffix("_messages")): number for key, row in found.items()
            for name, number in row.items() if name.endswith("_messages") and number} == sums
    gone = [row["node"] for row in example.rows if row["kind"] == "despawn"]
    assert [name for (kind, name), row in found.items() if kind == "node" and "went" in row] == gone


def test_lines_of_examples_are_the_texts_of_their_rows(example):
    shown = [row for row in example.rows if row is example.messages.get(row["frame"]) or row["kind"] == "connect"]
    for asked in "godot,follow", "follow,godot,ascii,0":
        printed = wireshark.tshark("-r", example.file, "-q", "-z", asked).splitlines()
        wanted = [row["text"] for row in shown]
        if asked != "godot,follow":
            printed = [line for line in printed[6:] if line and not re.fullmatch(r"\t?\d+|=+", line)]
            wanted = [in_ascii(row["text"]) for row in shown if row["stream"] == 0]
            assert printed == wanted
        else:
            assert [line.strip().split("  ", 1)[1] for line in printed] == wanted


# --- ENet's channels ------------------------------------------------------------------------

SENT, SHARE = "Sent: number, and what became of it", "Transmissions of reliable commands: number"
SELF, OPEN = "the connection itself", "not acknowledged, or not yet"
UNSEQUENCED = "unsequenced, on all channels"


def followed_steps():
    """Packets, and for each what it makes known: in a direction the lines, and how their numbers change."""
    def came(where, kind, how="came in order", number=1):
        return SENT, (where, kind, how), number

    def sent(where):
        return SHARE, (where, OPEN), 1

    def answered(where):
        return [(SHARE, (where, OPEN), -1), (SHARE, (where, "acknowledged"), 1)]

    def late(where, kind, how):
        return [came(where, kind, "may still come", -1), came(where, kind, how)]

    yield "up", enet.connect(), [came(SELF, "reliable"), sent(SELF)], []
    yield "down", enet.verify(), [came(SELF, "reliable"), sent(SELF)], answered(SELF)
    yield "up", enet.ack(1, 20), [], answered(SELF)
    yield "up", enet.reliable(1, b"abcd"), [came("channel 0", "reliable"), sent("channel 0")], []
    yield "up", enet.unreliable(0, 1, b"ab"), [came("channel 1", "unreliable")], []
    yield "up", enet.unreliable(0, 3, b"ab"), [
        came("channel 1", "unreliable"), came("channel 1", "unreliable", "may still come")], []
    yield "up", enet.unsequenced(1, b"a"), [came(UNSEQUENCED, "unreliable")], []
    yield "down", enet.ack(1, 40, 0), [], answered("channel 0")
    yield "up", enet.unreliable(0, 2, b"a"), late("channel 1", "unreliable", "came late"), []
    yield "up", enet.unsequenced(3, b"a"), [
        came(UNSEQUENCED, "unreliable"), came(UNSEQUENCED, "unreliable", "may still come")], []
    yield "down", enet.reliable(2, b"a"), [
        came("channel 0", "reliable"), came("channel 0", "reliable", "may still come"), sent("channel 0")], []
    yield "up", enet.reliable(3, b"abcd"), [
        came("channel 0", "reliable"), came("channel 0", "reliable", "may still come"), sent("channel 0")], []
    yield "up", enet.disconnect(2), [
        came(SELF, "reliable"), sent(SELF), *late(UNSEQUENCED, "unreliable", "lost"),
        *late("channel 0", "reliable", "lost")], late("channel 0", "reliable", "lost")


def test_each_command_tells_at_once_what_it_makes_known(tmp_path):
    talk, known = Talk(), Counter()
    ways = ["Connection 0: {}:{} → {}:{}".format(*pair[0], *pair[1]) for pair in (
        (pcap.CLIENT, pcap.SERVER), (pcap.SERVER, pcap.CLIENT))]
    steps = list(followed_steps())
    for number, (way, command, *_) in enumerate(steps, 1):
        getattr(talk, way)(command, sent_time=10 * number, peer=enet.NO_PEER if number == 1 else 0)
    capture = talk.write(tmp_path)
    for number, (way, _, mine, others) in enumerate(steps, 1):
        for name, changes in zip(ways[::1 if way == "up" else -1], (mine, others)):
            known.update({(group, name, *path): change for group, path, change in changes})
        told = trees_of(capture, "enet_channels", matching=f"frame.number <= {number}")
        assert {(group, *path): count for group in (SENT, SHARE) for path, count in leaves(told[group]).items()
                if count and path} == +known


def test_proof_of_the_throttle_is_told_at_once_of_all_that_it_explains(tmp_path):
    """That of all channels, though each datagram has a message of one."""
    talk, dropped = Talk().handshake(), throttle(20)
    for count in range(1, 140):
        number = (count + 1) // 2
        if not dropped(count):
            talk.up(enet.unsequenced(number, b"u") if count % 2 else enet.unreliable(0, number, b"u"))
        if count % 12 == 0:
            talk.up(enet.ping(1 + count // 12), sent_time=count)
    capture, told = talk.write(tmp_path), {}
    for number in range(60, len(talk.packets)):
        lines = trees_of(capture, "enet_channels", matching=f"frame.number <= {number}")[SENT]
        told = {path[1:]: count for path, count in leaves(lines).items()}
        if any("throttle" in path[-1] for path in told):
            break
    for where in "channel 1", UNSEQUENCED:
        assert told[where, "unreliable", "dropped by the sender's throttle"] > 10
        assert told.get((where, "unreliable", "may still come"), 0) <= 1


def test_round_trips_of_each_channel_and_how_they_differ(tmp_path):
    """An acknowledgement that comes twice measures nothing. Packets are a millisecond apart."""
    talk = Talk().handshake()
    talk.up(enet.reliable(1, b"a"), sent_time=300).up(enet.reliable(1, b"b", channel=2), sent_time=310)
    talk.down(enet.ack(1, 300, 0)).down(enet.ack(1, 310, 2)).down(enet.ack(1, 310, 2))
    talk.up(enet.reliable(2, b"c"), sent_time=320).down(enet.ping(2), sent_time=1).up(enet.ping(2), sent_time=325)
    talk.down(enet.ack(2, 320, 0))
    tree = trees_of(talk.write(tmp_path), "enet_channels")
    way, back = (f"Connection 0: {one} → {other}" for one, other in (
        ("10.0.0.2:50000", "10.0.0.1:7777"), ("10.0.0.1:7777", "10.0.0.2:50000")))
    trips, jitter = tree["Round trips (ms)"], tree["Jitter of round trips (ms)"]
    assert [(line.number, line.smallest, line.largest) for line in (
        trips, trips[way], trips[way]["channel 0"], trips[way]["channel 2"], trips[back][SELF])] == [
            (4, 1, 3), (3, 2, 3), (2, 2, 3), (1, 2, 2), (1, 1, 1)]
    assert [(line.number, line.largest) for line in (jitter, jitter[way]["channel 0"])] == [(1, 1), (1, 1)]


# --- recordings -----------------------------------------------------------------------------

RECORD, PART = 60, 196608      # bytes of a frame before a packet's own; of a part


def divided_call(first, direction=1):
    """Records from this number on, of a call that is too long for one record; and its length."""
    call = traffic.call4(1, 0, traffic.string("x" * 200000))
    return [packet(first + at // PART, call[at:at + PART], length=len(call), offset=at, direction=direction)
            for at in range(0, len(call), PART)], len(call)


def test_rows_and_trees_of_a_recording():
    """The other end is not in it."""
    parts, size = divided_call(4)
    made = recording(
        begin(), packet(2, traffic.simplify4(1, "Main"), direction=1), packet(3, b"\3ab", direction=1, result=31),
        *parts, packet(6, b""), packet(7, b"\3abc"), header(12, 0, 8, b"", peer=0), header(99, 3, 9, b"abc"),
        *divided_call(10)[0][:1])
    rows, told = counted(made)
    infos = [info for [[info]] in wireshark.fields(made, "", "_ws.col.Info")]
    message = {"from": 5, "to": 1, "mode": "reliable", "channel": 0, "godot": "4"}
    sent, rest = {"peer": 1, "direction": "sent"}, size - PART
    wanted = [
        {"peer": 0, "kind": "run_begin", "bytes": 40}, {**sent, **message, "kind": "path", "node": "Main", "bytes": 43},
        {**sent, "result": 31, **message, "kind": "raw", "args": [b"ab".hex()], "bytes": 3},
        {**sent, "kind": "part", "bytes": RECORD + PART},
        {**sent, **message, "kind": "rpc", "node": "Main", "method": 0, "args": ["x" * 200000], "bytes": size,
         "earlier_wire_bytes": RECORD + PART + 20},
        {"peer": 1, "direction": "received", "kind": "packet", "bytes": RECORD},
        {"peer": 1, "direction": "received", **message, "from": 1, "to": 5, "kind": "raw", "args": [b"abc".hex()],
         "bytes": 4},
        {"peer": 0, "kind": "mark", "bytes": 40}, {"peer": 1, "kind": "record", "bytes": 43},
        {**sent, "kind": "part", "bytes": RECORD + PART}]
    for frame, (row, info) in enumerate(zip(rows, infos), 1):
        assert row.pop("text").rstrip("…")[:40] in info and row.pop("time") == pytest.approx(frame / 1e6)
        row.pop("experts", None)
    lengths = [RECORD + more for more in (0, 63, 23, PART + 20, rest + 20, 20, 24, 0, 3, PART + 20)]
    assert rows == [{"frame": frame, "run": 77, "wire_bytes": length, **one}
                    for frame, (one, length) in enumerate(zip(wanted, lengths), 1)]
    assert told["Bytes of all frames"] == {
        ("Messages", "Calls"): size, ("Messages", "Raw"): 3 + 4, ("Messages", "Paths"): 43,
        ("Messages", "Fragments of messages that are not whole"): PART,
        ("In the recording only",): sum(lengths) - size - 3 - 4 - 43 - PART}
    assert told["Calls: bytes in the recording"] == {("Main", "#0", "5 → 1"): 2 * (RECORD + 20) + size}
    trees = read(made)[1]
    for name, ends in ("godot_bytes", (3, 1)), ("godot_peers", (3, 1)), ("godot_rpc", (1, 0)):
        line = trees[name]["Messages in recordings: number, each end counts"]
        assert (line["at the sender"].number, line["at the receiver"].number) == ends and line.number == sum(ends)
    (line,) = trees["godot_recordings"].lines
    assert (line.name, line.number) == ("Only told when the whole file was read: tshark needs -2", 7)
    _, again = counted(made, "-2")
    lane = "5 → 1", "channel 0, reliable"
    assert again[SENT] == {(*lane, "the other end is not recorded"): 2,
                           (*lane, "not sent: put_packet() returned an error"): 1}


@pytest.mark.parametrize("mode, name", [
    (0, "unreliable"), (1, "unreliable ordered"), (2, "reliable"), (3, "mode not known"), (255, "mode not known")])
def test_what_is_received_is_counted_as_it_was_sent(mode, name):
    """Where the receiver knows another mode and channel. Jitter is between two packets, latency of each."""
    server, client = Run(71, 1, [5]), Run(75, 5, [1])
    for number, (at, took) in enumerate([(1000, 20), (2000, 50), (3000, 50)]):
        server.sent(1000 * at, 5, mode, 3, b"\3%d" % number, None)
        client.got(1000 * (at + took), 1, 2, 0, b"\3%d" % number, None)
    client.sent(5000000, 1, 2, 0, b"\3up", None)
    server.got(5040000, 5, 2, 0, b"\3up", None)
    for run in server, client:
        run.mark(9000000)
    tree = trees_of(both_ends(server, client)[0], "godot_recordings", "-2")
    assert leaves(tree[SENT]) == {("1 → 5", f"channel 3, {name}", "received"): 3,
                                  ("5 → 1", "channel 0, reliable", "received"): 1}
    for group, number, average in ("Latency (ms)", 3, 40), ("Jitter of latency (ms)", 2, 15):
        line = tree[group]["1 → 5"]
        assert [one.name for one in line.lines] == [f"channel 3, {name}"]
        assert (line.number, line.lines[0].number, line.average) == (number, number, average)
    assert (tree["Latency (ms)"].number, tree["Jitter of latency (ms)"].number) == (4, 2)


# --- the order of lines ---------------------------------------------------------------------


def lines_of(capture, *options):
    """What both commands print of the only stream: the same, in the same order."""
    printed = wireshark.tshark("-r", capture, *options, "-q", "-z", "godot,follow").splitlines()
    lines = [line.strip().split("  ", 1)[1] for line in printed]
    assert followed(capture, 0, *options) == [in_ascii(line) for line in lines]
    return lines


def sizes_of(lines):
    """Of raw messages, in the order of the lines."""
    return [int(size) for line in lines for size in re.findall(r"Raw (\d+) byte", line)]


def test_what_waited_comes_where_the_datagram_lets_it_go(tmp_path):
    """Between the other messages of that datagram; a message whose gap is never closed stays where it was captured."""
    def raw(size):
        return b"\3" + bytes(size)

    talk = Talk().handshake().up(enet.reliable(1, traffic.simplify4(1, "Main")), sent_time=290)
    talk.up(enet.reliable(3, raw(5)), sent_time=300).up(enet.unsequenced(1, raw(1)))
    talk.up(enet.reliable(9, raw(2), channel=2), sent_time=310)
    sync = struct.pack("<BH", 6, 1) + b"".join(traffic.element4(number, b"") for number in range(7, 12))
    before = enet.unsequenced(2, raw(3)), enet.unsequenced(3, sync)
    talk.up(*before, enet.reliable(2, raw(4)), enet.unsequenced(4, raw(6)), sent_time=320)
    talk.up(enet.unsequenced(5, raw(7)))
    capture = talk.write(tmp_path)
    assert sizes_of(lines_of(capture, "-2")) == [1, 2, 3, 4, 5, 6, 7]
    waits = trees_of(capture, "enet_channels", "-2")["Waits behind the head of line (ms)"]
    assert (waits.number, waits.average) == (1, 3)


def test_what_was_captured_before_the_connect_comes_after_it(tmp_path):
    game = test_godot4.Game(tmp_path)
    client = game.client()
    client.down(traffic.simplify4(1, "Main"), 0)
    client.down(b"\3" + bytes(1), 0)
    client.down(b"\3" + bytes(2), 0)
    connect, answer, known, *rest = game.packets
    game.packets[:] = [answer, *rest, connect, known]
    lines = lines_of(game.write(), "-2")
    assert lines[0].startswith("CONNECT") and sizes_of(lines) == [1, 2] and len(lines) == 4


def test_messages_of_a_datagram_stay_in_their_order(tmp_path):
    """However many there are."""
    talk = Talk().handshake().up(enet.reliable(1, traffic.simplify4(1, "Main")), sent_time=290)
    talk.up(*(enet.reliable(1 + size, b"\3" + bytes(size)) for size in range(1, 300)), sent_time=300)
    assert sizes_of(lines_of(talk.write(tmp_path))) == list(range(1, 300))


def test_messages_of_a_segment_stay_in_their_order(tmp_path):
    greeting = [of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID), traffic.simplify4(1, "Main"))]
    capture = websocket(tmp_path, *greeting, of_server(*(b"\3" + bytes(size) for size in range(1, 40))))
    assert sizes_of(lines_of(capture)) == list(range(1, 40))
    rows, told = counted(capture)
    sizes = [row["bytes"] for row in rows if row["kind"] == "raw"]
    assert sizes == list(range(2, 41))
    lines = told["Bytes of all frames"]
    assert lines["Messages", "Raw"] == sum(sizes)
    assert lines["Layers below", "TCP, WebSocket, encryption, not told apart"] == sum(
        row["wire_bytes"] - row["bytes"] for row in rows)


# --- what is not read, and what came in pieces ----------------------------------------------


def test_what_cannot_be_read_is_counted_as_it_was_sent(tmp_path):
    """A compression that is not known, and bytes behind the last command, are those of no command. A compression that
    is known is another matter."""
    talk = Talk().handshake().up(enet.reliable(1, b"abcd"), sent_time=300)
    block = zlib.compress(enet.unreliable(1, 1, bytes(90), channel=0))
    heads = [enet.header(0, 9, compressed=True) + b"no stream", enet.datagram(enet.ping(2)) + b"\x86\0\0",
             enet.header(0, 9, compressed=True) + b"none at all", enet.header(compressed=True) + block]
    for head in heads:
        talk.raw(head)
    rows, told = counted(talk.write(tmp_path))
    assert [(row["frame"], row["kind"], row["bytes"], row["wire_bytes"]) for row in rows[4:]] == [
        (5, "datagram", 13, 28 + 13), (6, "ping", 4, 28 + 11), (7, "datagram", 15, 28 + 15),
        (8, "unreliable", 8 + 90, 28 + 2 + len(block))]
    lines = told["Bytes of all frames"]
    assert lines["ENet", "Not readable"] == 9 + 3 + 11
    assert sum(lines.values()) == sum(map(len, talk.packets))
    assert told["Datagrams: number, and commands in each"] == {("0",): 2, ("1",): 6}
    sent = {path[1:]: count for path, count in told["Datagrams sent: bytes, by how much of the MTU they fill"].items()
            if "50000 →" in path[0]}
    assert sent == {("MTU 1392", "up to 10 %"): 52 + 10 + 14 + 11 + 2 + 8 + 90,
                    ("MTU 1392", "compressed, not read"): 13 + 15}
    numbers = {path[1:]: count for path, count in told[
        "Datagrams sent: number, by how much of the MTU they fill"].items() if "50000 →" in path[0]}
    assert numbers == {("MTU 1392", "up to 10 %"): 5, ("MTU 1392", "compressed, not read"): 2}
    assert sum(told["Datagrams: number, and fill of the MTU in per cent"].values()) == len(talk.packets) - 2


@pytest.mark.parametrize("count, line", [(2, "0-2"), (3, "3-4"), (5, "5-16"), (17, "17-64")])
def test_messages_in_fragments_are_counted_with_their_first(tmp_path, count, line):
    """One fragment comes twice before the message is whole; its bytes are no part of the message's."""
    whole, talk = b"\0" * 10 * count, Talk().handshake()
    parts = enet.fragments(1, whole, 10)
    for part in [parts[0], *parts]:
        talk.up(part, sent_time=300)
    rows, told = counted(talk.up(enet.reliable(count + 1, b"abc"), sent_time=301).write(tmp_path))
    assert told["Messages in fragments: number, and fragments of each"] == {(line,): 1}
    lines = told["Bytes of all frames"]
    assert lines["ENet", "Retransmitted or doubled"] == 24 + 10
    assert sum(size for path, size in lines.items() if path[0] == "Messages") == len(whole) + 3
    assert sum(lines.values()) == sum(map(len, talk.packets))
    assert told["Messages: number, and length in bytes"] == {
        ("Connection 0: 10.0.0.2:50000 → 10.0.0.1:7777", "channel 0"): 2}


def test_a_call_in_fragments_costs_those_that_brought_it_alone(tmp_path):
    """Not those of others, or of messages that never get whole."""
    call = traffic.call4(1, 0, traffic.string("x" * 300))
    talk = Talk().handshake().up(enet.reliable(1, traffic.simplify4(1, "Main")), sent_time=290)
    lost, parts = enet.fragments(2, call, 100, channel=2)[0], enet.fragments(2, call, 100)
    # One names a number that its message does not have.
    stray = enet.command(0x88, 4, 1, struct.pack(">HHIIII", 1, 30, 2, 2, 40, 20) + bytes(30))
    for part in [parts[0], lost, parts[1], stray, *parts[2:]]:
        talk.up(part, sent_time=300)
    talk.up(enet.reliable(2 + len(parts), traffic.call4(1, 0)), sent_time=301)
    rows, told = counted(talk.write(tmp_path))
    wire = summed((parts.index(part) < 9 and "first", 28 + 4 + len(part)) for part in parts)["first"]
    assert told["Calls: bytes on the wire"] == {("Main", "#0", "1842 → 1"): wire + 28 + 4 + 6 + 4}
    assert told["Calls: bytes of messages"] == {("Main", "#0", "1842 → 1"): len(call) + 4}
    first, second = [row for row in rows if row["kind"] == "rpc"]
    assert first["wire_bytes"] + first["earlier_wire_bytes"] == wire and "earlier_wire_bytes" not in second
    assert told["Bytes of all frames"]["Messages", "Fragments of messages that are not whole"] == 100 + 30
    assert sum(told["Messages in fragments: number, and fragments of each"].values()) == 2
    assert told["Bytes of all frames"]["Messages", "Calls"] == len(call) + 4


def test_properties_that_are_set_and_calls_that_are_cut_are_calls(tmp_path):
    """Of Godot 3. What has no name is "?"."""
    session = test_godot3.Session()
    ends, seven = struct.pack("<iI", test_godot3.A, 1), struct.pack("<Ii", 2, 7)
    for command, data in (2, b"Main\0"), (1, b"hp\0" + seven), (1, b"h"), (0, b"go\0\0"):
        session.add(test_godot3.Line(True, ends + struct.pack("<BI", command, 1) + data))
    rows, told = counted(pcap.write(tmp_path / "set.pcap", session.packets))
    way = f"{test_godot3.A} → 1"
    assert [row["kind"] for row in rows if "from" in row] == ["path", "rset", "rset", "rpc"]
    assert told["Calls: number, and length in bytes"] == {
        ("Main", "hp =", way): 1, ("Main", "?", way): 1, ("Main", "go", way): 1}


def test_the_number_0_may_stand_for_a_path(tmp_path):
    line = traffic.Line()
    packets = [*line.opened(), *(line.reliable(False, data) for data in (
        traffic.simplify4(0, "Zero"), traffic.call4(0, 1), traffic.spawn4(0, 2, "P", 3, b"")))]
    capture = pcap.write(tmp_path / "zero.pcap", packets)
    rows, _ = counted(capture)
    assert [(row["node"], row.get("spawner")) for row in rows if "node" in row] == [
        ("Zero", None), ("Zero", None), ("…/P", "Zero")]
    printed = wireshark.tshark("-r", capture, "-q", "-z", "godot,timeline")
    found = {row["name"]: row["server_messages"] for row in map(json.loads, printed.splitlines())
             if row["kind"] == "node"}
    assert found == {"Zero": 2, "…/P": 1}


def test_properties_of_a_delta_have_the_numbers_of_its_mask(tmp_path):
    line, mask = traffic.Line(), 0b1010110
    values = b"".join(traffic.integer(number) for number in range(4))
    packets = [*line.opened(), line.reliable(False, traffic.simplify4(1, "Main")),
               line.reliable(False, struct.pack("<BIQI", 0x16, 9, mask, len(values)) + values)]
    rows, told = counted(pcap.write(tmp_path / "delta.pcap", packets))
    assert rows[-1]["properties"] == [0, 1, 2, 3]
    assert told["Updates: bytes"] == {("node 9", "delta", f"#{number}"): 5 for number in (1, 2, 4, 6)}


def test_what_the_receiver_refuses_of_a_delta_is_told(tmp_path):
    """A part with fewer values than its mask has bits, and the part behind it; not the same in the message before
    (docs/wire/multiplayer-godot4.md, 2.8)."""
    game = test_godot4.Game(tmp_path)
    client = game.client()
    client.down(traffic.simplify4(1, "Main/One"), 0)
    client.down(traffic.simplify4(2, "Main/Two"), 0)
    for one in b"\2\1" * 2, b"\2\1":
        parts = test_godot4.delta(0x80000001, 0b11, one), test_godot4.delta(0x80000002, 1, b"\2\3")[1:]
        client.down(b"".join(parts), 0)
    rows, _ = counted(game.write())
    assert [(row["node"], row["properties"], row.get("dropped")) for row in rows if row["kind"] == "delta"] == [
        ("Main/One", [1, 1], None), ("Main/Two", [3], None), ("Main/One", [1], True), ("Main/Two", [3], True)]


def test_scenes_of_a_project_are_in_rows_and_lines(tmp_path):
    project = traffic.write_project(wireshark.writable_folder() / "game")
    capture = traffic.write(tmp_path / "scene.pcap", traffic.replication4(), 23)
    rows, told = counted(capture, "-o", f"godot.project_directory:{project}")
    spawns = [row for row in rows if row["kind"] == "spawn"]
    assert {row["scene"] for row in spawns} == {"res://player.tscn"} and len(spawns) == 8
    assert told["Spawns: number, and length in bytes"] == {
        ("res://player.tscn", row["node"]): 1 for row in spawns}


# --- other protocols ------------------------------------------------------------------------


def test_packets_of_the_debugger_have_rows_and_lines(tmp_path):
    """Two come in one segment; the names of messages are the editor's (docs/wire/debugger.md)."""
    sent = [(True, "set_pid", 77), (False, "scene:request_scene_tree"), (True, "output", 1), (True, "output", 2)]
    packets = [message4(name, *(struct.pack("<II", 2, number) for number in data)) for _, name, *data in sent]
    segments = [(True, packets[0]), (False, packets[1]), (True, packets[2] + packets[3])]
    capture = debugged(tmp_path, segments)
    rows, told = counted(capture)
    infos = [info for [[info]] in wireshark.fields(capture, "", "_ws.col.Info")]
    sizes, (frames, names) = [len(packet) - 4 for packet in packets], ((4, 5, 6, 6), [name for _, name, *_ in sent])
    assert [(row["frame"], row["kind"], row["method"], row["bytes"]) for row in rows] == [
        (frame, "debug", name, size) for frame, name, size in zip(frames, names, sizes)]
    assert all(row["text"] in infos[row["frame"] - 1] for row in rows)
    ways = [("game to editor" if of_game else "editor to game", name) for of_game, name, *_ in sent]
    assert told["Debugger: number of messages"] == Counter(ways)
    assert told["Debugger: bytes"] == summed(zip(ways, sizes))
    lines, lengths = told["Bytes of all frames"], [int(one) for [[one]] in wireshark.fields(capture, "", "frame.len")]
    assert lines["Debugger",] == sum(sizes) and sum(lines.values()) == sum(lengths)
    assert lines["Frames without Godot",] == sum(lengths) - sum(lengths[3:6])


@pytest.mark.parametrize("stream, end", [(1, 0), (0, 0), (0, 1), (2048, 0), (65534, 1)])
def test_bytes_of_data_channels_are_those_of_their_messages(tmp_path, stream, end):
    """A message comes in two parts, of which the second one has another message behind it, and what opens a channel;
    another one never gets whole. What else SCTP's packets have is SCTP's; below them is a header of Wireshark's own."""
    long = test_webrtc.path(3, "Main/" + "x" * 100)
    packets = [test_webrtc.packet(*chunks, tag=test_webrtc.TAGS[1 - end]) for chunks in (
        [test_webrtc.chunk(test_webrtc.path(9, "Main/A"), 99)],
        [test_webrtc.chunk(long[:50], 100, stream, test_webrtc.FIRST)],
        [test_webrtc.chunk(long[50:], 101, stream, test_webrtc.LAST),
         test_webrtc.chunk(b"\3abc", 102, stream=3),
         test_webrtc.chunk(test_webrtc.opening(0, b"chat"), 103, stream=9, protocol=test_webrtc.DCEP)],
        [test_webrtc.chunk(long[:60], 104, stream, test_webrtc.FIRST)], [test_webrtc.init(test_webrtc.TAGS[end])])]
    capture = test_webrtc.in_dtls(tmp_path, [(end, packet) for packet in packets])
    lengths = [int(one) for [[one]] in wireshark.fields(capture, "", "frame.len")]
    rows, told = counted(capture)
    sizes = [len(test_webrtc.path(9, "Main/A")), len(long), 4]
    assert [(row["frame"], row["bytes"]) for row in rows] == list(zip((1, 3, 3), sizes))
    assert told["Bytes of all frames"] == {
        ("Messages", "Paths"): sum(sizes[:2]), ("Messages", "Raw"): 4,
        ("Messages", "Fragments of messages that are not whole"): 60,
        ("Layers below", "SCTP"): sum(map(len, packets)) - sum(sizes) - 60,
        ("Layers below", "TCP, WebSocket, encryption, not told apart"): sum(lengths) - sum(map(len, packets))}


def test_variants_in_data_channels_have_their_bytes():
    """Of chunks that begin and end them."""
    capture, names = CAPTURES / "webrtc-plain.pcapng", ("chunk_length", "data_b_bit", "data_e_bit")
    sizes = [int(length) - 16 for [length], *bits in wireshark.fields(
        capture, "godot.variant && sctp", *(f"sctp.{name}" for name in names)) if bits in ([["1"], ["1"]],
                                                                                           [["True"], ["True"]])]
    tree = trees_of(capture, "godot_bytes")["Bytes of all frames"]
    assert tree["Variants and streams"].number == sum(sizes) > 1000 and tree.sum() == tree.number
    lengths = wireshark.fields(capture, "!godot.variant", "frame.len")
    assert tree["Frames without Godot"].number == sum(int(length) for [[length]] in lengths)


def test_messages_in_data_channels_that_prove_nothing_are_counted_if_they_are_asked_for(tmp_path):
    packet = test_webrtc.packet(test_webrtc.chunk(b"\3abc", 99), tag=test_webrtc.TAGS[1])
    capture = test_webrtc.in_dtls(tmp_path, [(0, packet)])
    for options, told in ((), {("Frames without Godot",): 64 + len(packet)}), (("-d", "sctp.ppi==53,godot"), {
            ("Messages", "Raw"): 4, ("Layers below", "SCTP"): len(packet) - 4,
            ("Layers below", "TCP, WebSocket, encryption, not told apart"): 64}):
        assert leaves(trees_of(capture, "godot_bytes", *options)["Bytes of all frames"]) == told


def test_fragments_of_two_streams_in_one_packet_are_counted_with_no_message(tmp_path):
    """Whose they are is not known; they are none of the message that follows, also beside a fragment of theirs."""
    path = test_webrtc.path(9, "Main/A")
    packets = [test_webrtc.packet(*chunks, tag=test_webrtc.TAGS[1]) for chunks in (
        [test_webrtc.chunk(path, 99)],
        [test_webrtc.chunk(bytes(20), 100, stream=5, flags=test_webrtc.FIRST),
         test_webrtc.chunk(bytes(12), 101, stream=6, flags=test_webrtc.FIRST)],
        [test_webrtc.chunk(path, 102), test_webrtc.chunk(bytes(9), 103, stream=6, flags=0)])]
    told = counted(test_webrtc.in_dtls(tmp_path, [(0, packet) for packet in packets]))[1]["Bytes of all frames"]
    assert told["Messages", "Fragments of messages that are not whole"] == 20 + 12 + 9
    assert told["Messages", "Paths"] == 2 * len(path)


def test_fragments_are_those_of_their_ends_stream_and_direction(tmp_path):
    """A message becomes whole while others do not: of other connections, directions and streams, and ENet's."""
    whole = test_webrtc.path(3, "Main/" + "x" * 100)
    ends, streams = [(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 2, 2048, 4096, 65534]
    sent = [(link, end, 0, 0, test_webrtc.WHOLE, test_webrtc.path(9, "Main/A")) for link, end in ends]
    sent += [(link, end, stream, 1, test_webrtc.FIRST, whole[:50]) for link, end in ends for stream in streams]
    sent += [(0, 0, stream, 2, test_webrtc.LAST, whole[50:]) for stream in (2048, 1)]
    packets = [(test_webrtc.tag(test_webrtc.HEURISTIC, b"godot_sctp_dtls") +
                test_webrtc.ends_by_port({"link": link, "end": end}), test_webrtc.packet(
                    test_webrtc.chunk(content, 10 * (stream + 1) + number, stream, flags),
                    tag=4 * link + end + 1)) for link, end, stream, number, flags, content in sent]
    others = [enet.datagram(enet.fragments(1 + 2 * number, bytes(20), 10)[0]) for number in range(64)]
    packets[4:4] = [(test_webrtc.tag(test_webrtc.DISSECTOR, b"enet") +
                     test_webrtc.ends_by_port({"link": 9, "end": 0}), content) for content in others]
    told = counted(test_webrtc.exported(tmp_path, packets))[1]["Bytes of all frames"]
    assert told["Messages", "Paths"] == 4 * len(test_webrtc.path(9, "Main/A")) + 2 * len(whole)
    lacking = len(ends) * len(streams) - 2
    assert told["Messages", "Fragments of messages that are not whole"] == 50 * lacking + 10 * len(others)


def sctp_from_lua(tmp_path, packets, size="tvb:len()"):
    """Writes a capture. Returns it, and the options of a script that hands on the contents of its datagrams of UDP as
    what DTLS had encrypted. size: of these contents, in Lua."""
    script = test_webrtc.with_layer(tmp_path, f"""local bytes = tvb:bytes()
        bytes:set_size({size})
        DissectorTable.try_heuristics("dtls", bytes:tvb("Packet"), pinfo, tree)""")
    return [pcap.write(tmp_path / "layer.pcap", packets), *script]


def test_data_channels_in_fragments_of_ip_are_godots(tmp_path):
    """The earlier frames of the datagram, too."""
    path = test_webrtc.path(3, "Main/" + "x" * 2000)
    packet = test_webrtc.packet(test_webrtc.chunk(path, 1), tag=test_webrtc.TAGS[1])
    packets = pcap.fragments(pcap.udp(packet), 1000)
    told = counted(*sctp_from_lua(tmp_path, packets))[1]["Bytes of all frames"]
    assert {line: number for line, number in told.items() if number} == {
        ("Messages", "Paths"): len(path), ("Layers below", "SCTP"): len(packet) - len(path),
        ("Layers below", "TCP, WebSocket, encryption, not told apart"): sum(map(len, packets)) - len(packet)}


def test_fragments_of_data_channels_have_no_more_bytes_than_their_frame(tmp_path):
    """A layer between, such as one that compresses, may hand on more than it got."""
    path = test_webrtc.path(3, "Main/A")
    whole, long = (test_webrtc.packet(*chunks, tag=test_webrtc.TAGS[1]) for chunks in (
        [test_webrtc.chunk(path, 1)],
        [test_webrtc.chunk(path, 2), test_webrtc.chunk(bytes(800), 3, flags=test_webrtc.FIRST)]))
    packets = [pcap.udp(whole), pcap.udp(long[:-780])]
    grown = "pinfo.number == 1 and tvb:len() or tvb:len() + 780"
    told = counted(*sctp_from_lua(tmp_path, packets, grown))[1]["Bytes of all frames"]
    assert told["Messages", "Paths"] == 2 * len(path)
    assert told["Messages", "Fragments of messages that are not whole"] == len(packets[1]) - len(path)
    assert sum(told.values()) == sum(map(len, packets)) and min(told.values()) >= 0


def test_an_address_that_looks_like_ports_is_none(tmp_path):
    """Where the headers of UDP and IP are is looked for in the frame. This sender's address is made of both ports."""
    path = test_webrtc.path(3, "Main/A")
    packet = test_webrtc.packet(test_webrtc.chunk(path, 1), tag=test_webrtc.TAGS[1])
    ends = socket.inet_ntoa(struct.pack(">HH", pcap.SERVER[1], pcap.CLIENT[1])), pcap.SERVER[1]
    told = counted(*sctp_from_lua(tmp_path, [pcap.udp(packet, ends, pcap.CLIENT)]))[1]["Bytes of all frames"]
    assert told == {("Messages", "Paths"): len(path), ("Layers below", "SCTP"): len(packet) - len(path),
                    ("Layers below", "UDP"): 8, ("Layers below", "IP"): 20}


def test_a_message_in_two_segments_costs_its_last_frame_alone(tmp_path):
    """Only of IP's fragments is it known that they bring nothing else."""
    raw = of_server(b"\3" + bytes(100))[1]
    greeting = [of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID), traffic.simplify4(1, "Main"))]
    capture = websocket(tmp_path, *greeting, (False, raw[:50]), (False, raw[50:]))
    row = counted(capture)[0][-1]
    assert (row["kind"], row["bytes"], row["wire_bytes"], row.get("frames")) == ("raw", 101, 40 + len(raw) - 50, None)


def test_what_is_no_message_is_a_row_for_its_frame(tmp_path):
    """A Variant in UDP, as games of their own send it; and a frame of somebody else's has none."""
    packets = [pcap.udp(traffic.integer(5)), pcap.udp(traffic.string("abc")),
               pcap.udp(b"else", target=("10.0.0.1", 40001))]
    rows, told = counted(pcap.write(tmp_path / "data.pcap", packets), "-d", "udp.port==7777,godot.variant")
    assert [(row["frame"], row["kind"], row["bytes"], row["wire_bytes"]) for row in rows] == [
        (frame, "data", len(packet), len(packet)) for frame, packet in enumerate(packets[:2], 1)]
    assert told["Bytes of all frames"] == {("Variants and streams",): len(packets[0]) + len(packets[1]),
                                           ("Frames without Godot",): len(packets[2])}
    packets = [*pcap.fragments(pcap.udp(traffic.string("x" * 3000)), 1000), packets[0]]
    rows, told = counted(pcap.write(tmp_path / "parts.pcap", packets), "-d", "udp.port==7777,godot.variant")
    assert [(row["frame"], row["wire_bytes"], row.get("frames")) for row in rows] == [
        (4, sum(map(len, packets[:4])), 4), (5, len(packets[4]), None)]
    assert {path: number for path, number in told["Bytes of all frames"].items() if number} == {
        ("Variants and streams",): sum(map(len, packets))}


@pytest.mark.parametrize("asked", [(), ("-V",), ("-2",)])
def test_a_message_in_two_segments_counts_with_the_last(tmp_path, asked):
    """Up to the bytes of its frame. Wireshark notes which frame was needed for it only if there is a tree."""
    value = struct.pack("<II", 4, 92) + b"a" * 92
    data = struct.pack("<I", len(value)) + value
    capture = pcap.write(tmp_path / "segments.pcap",
                         pcap.tcp_stream([(True, data[:60]), (True, data[60:]), (True, data)]))
    told = trees_of(capture, "godot_bytes", "-d", "tcp.port==7777,godot.stream", *asked)
    assert leaves(told["Bytes of all frames"]) == {
        ("Variants and streams",): 2 * 40 + len(data) - 60 + len(data), ("Frames without Godot",): 6 * 40 + 60}


def test_a_datagram_without_commands_was_read(tmp_path):
    """Only a port can say that it is ENet's. Nothing of it is compressed."""
    line = traffic.Line()
    empty = pcap.udp(enet.header(0, 9), pcap.SERVER, line.client)
    capture = pcap.write(tmp_path / "empty.pcap", [*line.opened(), empty])
    sent = "Datagrams sent: number, by how much of the MTU they fill"
    told = trees_of(capture, "enet_commands", "-d", "udp.port==7777,enet")[sent]
    assert {path[-1]: number for path, number in leaves(told).items()} == {"up to 10 %": 2}
    assert sum(leaves(told).values()) == 4


def test_experts_of_a_record_and_of_its_message_are_in_the_row():
    made = recording(begin(), packet(2, b"\0"), packet(9, b"\0"))
    found = [row.get("experts") for row in counted(made)[0]]
    assert found == [None, ["godot.short"], ["godot.record.number.missing", "godot.short"]]


def test_datagrams_behind_one_another_in_a_frame_share_it(tmp_path):
    """Somebody's own protocol bundles them. The layers below are those of the frame; which bytes are the bundle's is
    not known."""
    lua = with_lua(tmp_path, """
        local bundle = Proto("datagrams", "Two datagrams, the first of 48 bytes")
        function bundle.dissector(tvb, pinfo, tree)
            Dissector.get("enet"):call(tvb(0, 48):tvb(), pinfo, tree)
            Dissector.get("enet"):call(tvb(48):tvb(), pinfo, tree)
        end
        DissectorTable.get("udp.port"):add(7777, bundle)""")
    first, second = enet.datagram(*[enet.ping(2)] * 11), enet.datagram(*[enet.ping(13)] * 5)
    packet = pcap.udp(first + second)
    told = trees_of(pcap.write(tmp_path / "bundle.pcap", [packet]), "godot_bytes", *lua)
    assert leaves(told["Bytes of all frames"]) == {
        ("ENet", "Headers of datagrams and commands"): 2 * 4, ("ENet", "Pings"): 2 * 4,
        ("ENet", "Retransmitted or doubled"): 14 * 4,
        ("Layers below", "TCP, WebSocket, encryption, not told apart"): 28}


def test_datagrams_that_are_longer_than_their_frame_take_no_more_than_it_has(tmp_path):
    """Somebody's own protocol makes them of a few bytes."""
    lua = with_lua(tmp_path, """
        local short = Proto("short", "Two datagrams of as many pings as its byte says")
        function short.dissector(tvb, pinfo, tree)
            for number = 0, 1 do
                local datagram = "80000009" .. string.rep("85ff0002", tvb(0, 1):uint())
                Dissector.get("enet"):call(ByteArray.new(datagram):tvb("Datagram"), pinfo, tree)
            end
        end
        DissectorTable.get("udp.port"):add(7777, short)""")
    capture = pcap.write(tmp_path / "short.pcap", [pcap.udp(b"\x0a")])
    lines = leaves(trees_of(capture, "godot_bytes", *lua)["Bytes of all frames"])
    assert sum(lines.values()) == 28 + 1 and min(lines.values()) > 0


# --- lives ----------------------------------------------------------------------------------


def lives_of(capture, *keys):
    printed = wireshark.tshark("-r", capture, "-q", "-z", "godot,timeline")
    return [tuple(row.get(key) for key in keys) for row in map(json.loads, printed.splitlines())]


@pytest.mark.parametrize("data, told", [
    (70, [("peer", "peer 70", 1, 1, 0, 2)]), (1, [("peer", "peer 1 (server) 10.1.0.2:50000", 1, 1, 0, 2)]), (0, [])])
def test_who_comes_and_goes_without_a_word_lived(tmp_path, data, told):
    """If the CONNECT says who it is."""
    line = traffic.Line(data=data)
    asked, accepted, _ = line.opened()
    packets = [asked, accepted, line.packet(True, enet.disconnect(2, data=9))]
    capture = pcap.write(tmp_path / "silent.pcap", packets, step=1)
    assert lives_of(capture, "kind", "name", "comes", "goes", "came", "went") == told


@pytest.mark.parametrize("longest, is_too_long", [(2.25, None), (2.5, None), (2.75, True)])
def test_silence_is_compared_with_ten_intervals(tmp_path, longest, is_too_long):
    """Ten intervals of a quarter of a second, and a longer one among them. Of two equal ones the first one counts."""
    line, times, packets = traffic.Line(), [1, 1, 1, 1, 1.25], []
    packets += [*line.opened(), line.reliable(False, traffic.simplify4(1, "Main"))]
    for number in range(12):
        packets.append(line.unsequenced(False, struct.pack("<BH", 6, number + 1) + traffic.element4(9, b"")))
        times.append(times[-1] + (longest if number == 6 else 0.25))
    capture = pcap.write_timed(tmp_path / "silence.pcap", zip(times, packets))
    found = lives_of(capture, "kind", "first", "last", "silence", "silence_since", "silent_too_long")
    assert [row for row in found if row[0] == "synchronizer"] == [
        ("synchronizer", 0.25, 2.75 + longest, longest, 1.75, is_too_long)]
    even = pcap.write(tmp_path / "even.pcap", packets[:7], step=0.5)
    assert [row for row in lives_of(even, "kind", "silence", "silence_since") if row[0] == "synchronizer"] == [
        ("synchronizer", 0.5, 2)]


def test_servers_of_webrtc_have_no_address_in_their_names():
    """The ends of its packets are not those of its peers."""
    rows = lives_of(CAPTURES / "webrtc-rpc.pcapng", "kind", "name")
    assert {name for kind, name in rows if kind == "peer" and "server" in name} == {"peer 1 (server)"}
