# SPDX-License-Identifier: GPL-2.0-or-later
"""Godot 3's messages, built after docs/wire/multiplayer-godot3.md: its worked examples, the 12-byte header
of 3.0 and 3.1 (no packaged engine speaks it), faults, and what could be something else."""

import json
import re
import struct
from dataclasses import dataclass

import pytest

import counted
import enet
import pcap
import wireshark

A, B = 1159385076, 769953173
SERVER = pcap.SERVER
CLIENT_A, CLIENT_B = ("10.0.0.2", 50000), ("10.0.0.3", 50001)
RELIABLE, ORDERED, UNSEQUENCED = "reliable", "ordered", "unsequenced"
IN_PARTS, ORDERED_IN_PARTS = "reliable fragments", "unreliable fragments"
TO_SERVER, TO_CLIENT = True, False


def header(source, target, flags=None):
    return struct.pack("<Ii", source, target) + (b"" if flags is None else struct.pack("<I", flags))


def cstring(text):
    return text.encode() + b"\0"


def integer(number):
    return struct.pack("<Ii", 2, number)


def simplify(number, path):
    return b"\x02" + struct.pack("<I", number) + cstring(path)


def confirm(path):
    return b"\x03" + cstring(path)


def call(node, method, *arguments):
    """Returns a call by id, or, if the node is a text, in path form."""
    behind = cstring(method) + bytes([len(arguments)]) + b"".join(arguments)
    if isinstance(node, int):
        return b"\x00" + struct.pack("<I", node) + behind
    return b"\x00" + struct.pack("<I", 0x80000000 | 5 + len(behind)) + behind + cstring(node)


def set_property(node, name, value):
    """Likewise."""
    behind = cstring(name) + value
    if isinstance(node, int):
        return b"\x01" + struct.pack("<I", node) + behind
    return b"\x01" + struct.pack("<I", 0x80000000 | 5 + len(behind)) + behind + cstring(node)


@dataclass
class Line:
    """A message between the server and a client, over ENet."""

    to_server: bool
    data: bytes
    channel: int = 1
    mode: str = RELIABLE
    client: tuple = CLIENT_A


class Session:
    """A server and its clients' connections; remembers the sequence numbers."""

    def __init__(self, clients=((CLIENT_A, A),), channels=3, handshake=True):
        self.packets, self.numbers = [], {}
        self.slots = {client: slot for slot, (client, _) in enumerate(clients)}
        for client, peer in clients if handshake else ():
            hello = enet.connect(data=peer, channels=channels, connect_id=0x1000 + self.slots[client])
            answer = enet.verify(slot=self.slots[client], channels=channels, connect_id=0x1000 + self.slots[client])
            self.packets += [
                pcap.udp(enet.datagram(hello, peer=enet.NO_PEER), client, SERVER),
                pcap.udp(enet.datagram(answer), SERVER, client),
                pcap.udp(enet.datagram(enet.ack(1), enet.ping(2), peer=self.slots[client]), client, SERVER)]

    def add(self, line):
        key = (line.client, line.to_server, line.channel, RELIABLE if line.mode == IN_PARTS else line.mode)
        number = self.numbers.get(key, 0) + 1
        half = -(-len(line.data) // 2)
        commands = {RELIABLE: lambda: [enet.reliable(number, line.data, line.channel)],
                    ORDERED: lambda: [enet.unreliable(0, number, line.data, line.channel)],
                    UNSEQUENCED: lambda: [enet.unsequenced(number, line.data, line.channel)],
                    IN_PARTS: lambda: enet.fragments(number, line.data, half, line.channel),
                    ORDERED_IN_PARTS: lambda: enet.fragments(number, line.data, half, line.channel, 0)}[line.mode]()
        self.numbers[key] = number + (len(commands) - 1 if line.mode == IN_PARTS else 0)
        ends = (line.client, SERVER) if line.to_server else (SERVER, line.client)
        self.packets.append(
            pcap.udp(enet.datagram(*commands, peer=self.slots[line.client] if line.to_server else 0), *ends))


def dissect_each(tmp_path, sessions, *options, step=0.001, **session):
    """Returns, for each session, a list of lines: the Godot message of each, or None if the plugin found none."""
    built = []
    for lines in sessions:
        built.append(Session(**session))
        first = len(built[-1].packets)
        for line in lines:
            built[-1].add(line)
    captures = [session.packets for session in built]
    capture = pcap.write(tmp_path / "godot3.pcap", pcap.apart(captures), step=step)
    return [[next((child for child in packet.children if child.name == "godot"), None) for packet in packets[first:]]
            for packets in pcap.split(wireshark.pdml(capture, *options), captures)]


def dissect(tmp_path, lines, *options, **session):
    """The Godot message of each line of one session."""
    return dissect_each(tmp_path, [lines], *options, **session)[0]


def shown(message, *names):
    return [message.find(name)[0].show if message.find(name) else None for name in names]


def experts(message):
    """Filter names of the expert items."""
    return {node.name for node in message.walk() if node.name.startswith("godot.") and not node.size and not node.show}


# --- worked examples (docs/wire/multiplayer-godot3.md, section 8) ------------------------------

EXAMPLES = [
    (Line(TO_CLIENT, bytes.fromhex("00000000958de42d"), 0),
     {"godot.sys.command": "0", "godot.sys.peer": str(B), "godot.peer.source": "1",
      "godot.peer.target": str(A)}, f"1 → {A}  Peer {B} joined"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a4501000000"
                                   "02010000004d61696e00")), {
                                       "godot.command": "2", "godot.path.id": "1", "godot.path.name": "Main",
                                       "godot.peer.source": str(A),
                                       "godot.peer.target": "1"}, f"{A} → 1  Path 1 is Main  [reliable, ch 0]"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a4501000000"
                                   "000c000080616c706861"
                                   "00004d61696e00"), 2,
          UNSEQUENCED), {
              "godot.command": "0", "godot.rpc.path_offset": "12", "godot.rpc.method": "alpha", "godot.rpc.argc": "0",
              "godot.rpc.node": "Main", "godot.rpc.args": None}, f"{A} → 1  RPC Main.alpha()  [unreliable, ch 0]"),
    (Line(TO_SERVER,
          bytes.fromhex("f4cf1a4501000000"
                        "001f0000807a657461000202000000050000000400000002000000686900004d61696e00")), {
                            "godot.rpc.method": "zeta", "godot.rpc.argc": "2", "godot.rpc.args": '5, "hi"',
                            "godot.rpc.node": "Main",
                            "godot.path.announced_in": "5"}, f'{A} → 1  RPC Main.zeta(5, "hi")  [reliable, ch 0]'),
    (Line(TO_CLIENT, bytes.fromhex("01000000f4cf1a45"
                                   "034d61696e00")),
     {"godot.command": "3", "godot.path.name": "Main",
      "godot.path.announced_in": "5"}, f"1 → {A}  Path Main confirmed  [reliable, ch 0]"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a4501000000"
                                   "0001000000616c7068610000"), 2,
          UNSEQUENCED), {
              "godot.rpc.node_id": "1", "godot.rpc.node": "Main", "godot.rpc.method": "alpha",
              "godot.path.announced_in": "5",
              "godot.path.confirmed_in": "8"}, f"{A} → 1  RPC Main.alpha()  [unreliable, ch 0]"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a45958de42d"
                                   "02010000004d61696e00")),
     {"godot.path.id": "1", "godot.path.name": "Main",
      "godot.peer.target": str(B)}, f"{A} → {B}  Path 1 is Main  [reliable, ch 0]"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a4501000000"
                                   "01010000006870000200000"
                                   "02c010000")),
     {"godot.command": "1", "godot.rpc.node": "Main", "godot.rset.property": "hp",
      "godot.variant.int": "300"}, f"{A} → 1  RSET Main.hp = 300  [reliable, ch 0]"),
    (Line(TO_SERVER,
          bytes.fromhex("f4cf1a4500000000"
                        "0472617721")), {"godot.command": "4", "godot.raw": "72:61:77:21",
                                         "godot.peer.target": "0"}, f"{A} → all  Raw 4 bytes  [reliable, ch 0]"),
    (Line(TO_SERVER, bytes.fromhex("f4cf1a45ffffffff"
                                   "0472617778"), 2,
          ORDERED), {"godot.raw": "72:61:77:78", "godot.peer.target": "-1",
                     "godot.transfer_mode": "1"}, f"{A} → all but 1  Raw 4 bytes  [unreliable_ordered, ch 0]"),
    (Line(TO_CLIENT, bytes.fromhex("f4cf1a45958de42d"
                                   "02010000004d61696e00"),
          client=CLIENT_B), {"godot.peer.source": str(A), "godot.peer.target": str(B),
                             "godot.path.name": "Main"}, f"{A} → {B}  Path 1 is Main  [reliable, ch 0]"),
    (Line(TO_CLIENT, bytes.fromhex("01000000f4cf1a45"), 0,
          client=CLIENT_B), {"godot.sys.command": "1", "godot.sys.peer": str(A),
                             "godot.peer.target": str(B)}, f"1 → {B}  Peer {A} left"), ]


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one-pass", "two-passes"])
def test_worked_examples(tmp_path, passes):
    messages = dissect(tmp_path, [line for line, _, _ in EXAMPLES], *passes, clients=((CLIENT_A, A), (CLIENT_B, B)))
    # The two handshakes have three frames each.
    for message, (_, expected, text) in zip(messages, EXAMPLES, strict=True):
        moved = {
            name: str(int(value) + 3) if value and name.endswith("_in") else value for name, value in expected.items()}
        moved["godot.version"] = "3"
        assert dict(zip(moved, shown(message, *moved))) == moved
        assert message.showname == f"Godot Multiplayer, {text}"
        assert not experts(message)


# --- the 12-byte header of 3.0 and 3.1 -----------------------------------------------------------

WIDE = [
    Line(TO_SERVER, header(A, 1, 1) + simplify(1, "/root/Main")),
    Line(TO_SERVER, header(A, 1, 2) + call("/root/Main", "shoot", integer(7)), 2, UNSEQUENCED),
    Line(TO_CLIENT, header(1, A, 1) + confirm("/root/Main")),
    Line(TO_SERVER, header(A, 0, 0) + call(1, "shoot", integer(8)), 2, ORDERED),
    Line(TO_CLIENT, header(1, A, 1) + b"\x04raw"),
    Line(TO_SERVER, header(A, 1, 1) + set_property(1, "hp", integer(300))),
]


def test_wide_header(tmp_path):
    messages = dissect(tmp_path, WIDE)
    assert [shown(m, "godot.version", "godot.enet_flags", "godot.command") for m in messages] == \
        [["3", "1", "2"], ["3", "2", "0"], ["3", "1", "3"], ["3", "0", "0"], ["3", "1", "4"], ["3", "1", "1"]]
    assert shown(messages[1], "godot.rpc.node", "godot.rpc.method", "godot.rpc.args") == ["/root/Main", "shoot", "7"]
    assert shown(messages[3], "godot.rpc.node", "godot.rpc.args", "godot.peer.target") == ["/root/Main", "8", "0"]
    assert shown(messages[4], "godot.raw") == ["72:61:77"]
    assert shown(messages[5], "godot.rset.property", "godot.variant.int") == ["hp", "300"]
    assert not set().union(*map(experts, messages))


@pytest.mark.parametrize("flags, mode, channel", [(0, RELIABLE, 1), (2, RELIABLE, 1), (0, UNSEQUENCED, 2),
                                                  (1, UNSEQUENCED, 2), (1, ORDERED, 2), (2, ORDERED, 2),
                                                  (3, RELIABLE, 1)])
def test_flags_that_contradict_the_mode_are_no_wide_header(tmp_path, flags, mode, channel):
    """The engine writes there how it handed the packet to ENet (docs/wire/multiplayer-godot3.md, section 5)."""
    lines = [Line(TO_SERVER, header(A, 1, flags) + simplify(1, "/root/Main"), channel, mode)] * 3
    assert no_godot(dissect(tmp_path, lines))


@pytest.mark.parametrize("flags, is_wide", [(0, True), (1, True), (2, True), (3, False)])
def test_a_wide_header_of_fragments_has_any_mode(tmp_path, flags, is_wide):
    """How the message was meant to be sent: what is too long goes another way."""
    text = b"x" * 1500
    whole, = dissect(tmp_path, [Line(TO_SERVER, header(A, 1, flags) + b"\x04" + text, mode=IN_PARTS)])
    assert (whole and shown(whole, "godot.enet_flags")) == ([str(flags)] if is_wide else None)


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_wide_header_is_remembered(tmp_path, passes):
    """Broken messages are read with the header that the connection was proved to have by then."""
    broken = Line(TO_SERVER, header(A, 1, 1) + b"\x00\x01\x00\x00\x00any")
    first, *_, last = dissect(tmp_path, [broken, *WIDE, broken], "-o", "godot.version:3", *passes)
    assert shown(first, "godot.enet_flags") == [None]
    assert shown(last, "godot.enet_flags", "godot.rpc.node_id") == ["1", "1"]
    assert "godot.short" in experts(last)


@pytest.mark.parametrize("lost, said", [(0, "godot.path.confirm.unknown"), (1, "godot.path.not_captured")])
def test_an_announcement_may_be_lost_with_messages_of_another_channel(tmp_path, lost, said):
    """Nothing would show it: no later message of the announcement's channel was captured."""
    session = Session()
    before = len(session.packets)
    for peer in (B, B + 1):
        session.add(Line(TO_CLIENT, struct.pack("<Ii", 0, peer), 0))
    session.add(Line(TO_SERVER, header(A, 1) + confirm("Nothing")))
    del session.packets[before:before + lost]
    capture = pcap.write(tmp_path / "lost.pcap", session.packets)
    assert wireshark.frames(capture, said, "-2") == [len(session.packets)]


@pytest.mark.parametrize("missing, said", [(0, "godot.path.confirm.unknown"), (1, "godot.path.not_captured")])
def test_an_announcement_may_be_lost_with_messages_of_the_client(tmp_path, missing, said):
    """The server confirms what the client announced, or never did."""
    session = Session()
    session.numbers[CLIENT_A, TO_SERVER, 1, RELIABLE] = missing
    for line in (Line(TO_SERVER, header(A, 1) + b"\x04x"), Line(TO_CLIENT, header(1, A) + confirm("Nothing")),
                 Line(TO_SERVER, header(A, 1) + b"\x04x")):
        session.add(line)
    capture = pcap.write(tmp_path / "missing.pcap", session.packets)
    assert wireshark.frames(capture, said, "-2") == [5]


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_a_message_that_waits_shows_the_header(tmp_path, passes):
    """It is delivered behind one that comes later, but which header its sender writes is known at once."""
    broken = Line(TO_SERVER, header(A, 1, 2) + b"\x00\x01\x00\x00\x00any", 2, UNSEQUENCED)
    session = Session()
    for line in (*WIDE[:1] * 2, broken, broken):
        session.add(line)
    *before, first, second, one, two = session.packets
    capture = pcap.write(tmp_path / "waits.pcap", [*before, second, one, first, two])
    frames = [len(before) + 2, len(before) + 4]
    rows = wireshark.fields(capture, None, "godot.enet_flags", options=("-o", "godot.version:3", *passes))
    assert [rows[frame - 1] for frame in frames] == [[["2"]], [["2"]]]


# --- unreliable, but sent reliably since it was too big (docs/wire/enet.md, 6) --------------------

@pytest.mark.parametrize("flags, channel, mode, oversized", [(None, 2, IN_PARTS, True),
                                                             (None, 2, ORDERED_IN_PARTS, False),
                                                             (None, 2, ORDERED, False), (None, 2, UNSEQUENCED, False),
                                                             (None, 1, IN_PARTS, False), (None, 1, RELIABLE, False),
                                                             (None, 2, RELIABLE, False),
                                                             (None, 3, IN_PARTS, False), (0, 2, IN_PARTS, True),
                                                             (2, 2, IN_PARTS, True), (1, 1, IN_PARTS, False),
                                                             (1, 1, RELIABLE, False), (0, 2, ORDERED, False),
                                                             (0, 3, IN_PARTS, True), (1, 3, IN_PARTS, False)])
def test_oversized(tmp_path, flags, channel, mode, oversized):
    line = Line(TO_SERVER, header(A, 1, flags) + call("/root/Main", "shoot", integer(7)), channel, mode)
    message = dissect(tmp_path, [*(WIDE[:1] if flags is not None else []), line], channels=4)[-1]
    assert shown(message, "godot.rpc.method", "godot.enet_flags") == ["shoot", None if flags is None else str(flags)]
    assert ("godot.transfer_mode.oversized" in experts(message)) == oversized


# --- faults: the item that says so, and what was understood before ----------------------------------

KNOWN = [Line(TO_SERVER, header(A, 1) + simplify(1, "Main")), Line(TO_CLIENT, header(1, A) + confirm("Main"))]
TOO_LONG = b"\x00" + struct.pack("<I", 0x80000000 | 99) + b"any\0\0Main\0"
# A later message of the other side proves that the capture lacks none before it.
LATER = Line(TO_CLIENT, header(1, A) + b"\x04x")

FAULTS = [("no packet", b"", "godot.short", {}),
          ("call without a target", b"\x00\x01\0\0", "godot.short", {"godot.command": "0"}),
          ("call without a method", b"\x00\x01\0\0\0", "godot.short", {"godot.rpc.node": "Main"}),
          ("method without end", b"\x00\x01\0\0\0any", "godot.short", {"godot.rpc.node": "Main"}),
          ("call of a method without a name", call(1, "", integer(5)), "godot.text", {"godot.rpc.args": "5"}),
          ("call without a count", b"\x00\x01\0\0\0any\0", "godot.short", {"godot.rpc.method": "any"}),
          ("too few arguments", call(1, "any", integer(5))[:-8], "godot.short", {"godot.rpc.argc": "1"}),
          ("argument cut off", call(1, "any", integer(5), integer(6))[:-3], "godot.value", {"godot.rpc.args": "5"}),
          ("argument of no type", call(1, "any", b"\x63\0\0\0"), "godot.value", {"godot.rpc.method": "any"}),
          ("value cut off", set_property(1, "hp", integer(5))[:-1], "godot.value", {"godot.rset.property": "hp"}),
          ("bytes behind a call", call(1, "any") + b"xyz", "godot.trailing", {"godot.undissected": "78:79:7a"}),
          ("bytes before the path", call("Main", "any")[:10] + b"zz" + cstring("Main"), None, {}),
          ("bytes between arguments and path", b"\x00\x0c\0\0\x80any\0\0zzMain\0", "godot.trailing", {
              "godot.undissected": "7a:7a", "godot.rpc.node": "Main"}),
          ("path behind the end", TOO_LONG, "godot.rpc.path_offset.invalid", {"godot.rpc.path_offset": "99"}),
          ("path in the head", b"\x00\x02\0\0\x80any\0\0Main\0", "godot.rpc.path_offset.invalid", {}),
          ("path right behind the head", b"\x00\x05\0\0\x80any\0\0Main\0", "godot.rpc.path_offset.invalid", {}),
          ("path behind the name of nothing", b"\x00\x06\0\0\x80\0Main\0", "godot.short", {}),
          ("method without end before a path", b"\x00\x08\0\0\x80anyMain\0", "godot.short", {"godot.rpc.node": "Main"}),
          ("path at the end", b"\x00\x0a\0\0\x80any\0\0", "godot.rpc.path_offset.invalid", {}),
          ("path of nothing", confirm(""), "godot.text", {"godot.path.name": ""}),
          ("path with a space", simplify(2, "A b"), None, {"godot.path.name": "A b"}),
          ("path without end", call("Main", "any")[:-1], "godot.text", {"godot.rpc.node": "Main"}),
          ("path with an end inside", call("Ma\0in", "any"), "godot.text", {"godot.rpc.method": "any"}),
          ("id of nobody", call(77, "any",
                                integer(5)), "godot.path.unknown", {"godot.rpc.method": "any", "godot.rpc.args": "5"}),
          ("announcement cut off", b"\x02\x01\0", "godot.short", {"godot.command": "2"}),
          ("announcement of nothing", b"\x02\x02\0\0\0", "godot.short", {"godot.path.id": "2"}),
          ("confirmation of nothing", confirm("Nothing"), "godot.path.confirm.unknown", {"godot.path.name": "Nothing"}),
          ("confirmation of no path", b"\x03", "godot.short", {"godot.command": "3"}),
          ("nothing raw", b"\x04", "godot.short", {"godot.command": "4"}),
          ("unknown command", b"\x05abc", "godot.command.unknown", {"godot.undissected": "61:62:63"}), ]


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """Returns the message of each fault, in a session of its own; a later message proves that nothing is missing
    before."""
    sessions = [[*KNOWN, Line(TO_SERVER, header(A, 1) + packet), LATER] for _, packet, _, _ in FAULTS]
    return [messages[-2] for messages in dissect_each(tmp_path_factory.mktemp("faults"), sessions, "-2")]


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[fault[0] for fault in FAULTS])
def test_faults(faults, number):
    message, (_, _, expert, understood) = faults[number], FAULTS[number]
    assert expert in experts(message) if expert else experts(message) == set()
    assert dict(zip(understood, shown(message, *understood))) == understood
    assert shown(message, "godot.peer.source") == [str(A)]


@pytest.mark.parametrize("packet", [confirm("Nothing"), call(77, "any"), call(1, "any") + b"xyz", confirm(""),
                                    set_property(1, "hp", integer(5))[:-1], call("Main", "any")[:-1]])
def test_what_is_wrong_with_a_packet_is_counted_once(tmp_path, packet):
    """Although the first messages of an end are also compared with Godot 4's."""
    dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1) + packet), LATER])
    said = wireshark.tshark("-r", tmp_path / "godot3.pcap", "-q", "-z", "expert")
    assert set(re.findall(r"^ +(\d+) +\w+ +Godot ", said, re.MULTILINE)) == {"1"}


ROWS = {    # what was understood of a fault, in the words of a message without one
    "no packet": "Message", "unknown command": "Message", "nothing raw": "RAW", "announcement cut off": "SIMPLIFY_PATH",
    "call without a target": "RPC ?.?()", "call without a method": "RPC Main.?()",
    "call without a count": "RPC Main.any()", "path in the head": "RPC ?.?()",
    "argument cut off": "RPC Main.any(5)", "value cut off": "RSET Main.hp = ",
    "path behind the name of nothing": "RPC Main.()", "confirmation of no path": "CONFIRM_PATH"}


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_faults(faults, name):
    number, = (number for number, fault in enumerate(FAULTS) if fault[0] == name)
    assert faults[number].showname == f"Godot Multiplayer, {A} → 1  {ROWS[name]} (malformed)  [reliable, ch 0]"


def test_a_node_without_a_path_has_its_number_in_the_row(faults):
    number, = (number for number, (name, *_) in enumerate(FAULTS) if name == "id of nobody")
    assert faults[number].showname == f"Godot Multiplayer, {A} → 1  RPC node 77.any(5)  [reliable, ch 0]"


@pytest.mark.parametrize("data, expert", [(b"\x00\x00\x00", "godot.short"),
                                          (struct.pack("<II", 7, B), "godot.sys.unknown"),
                                          (struct.pack("<II", 2, B), "godot.sys.unknown"),
                                          (struct.pack("<II", 1, B)[:7], "godot.short"),
                                          (struct.pack("<III", 0, B, 0), "godot.trailing")])
def test_faults_of_system_messages(tmp_path, data, expert):
    assert expert in experts(dissect(tmp_path, [*KNOWN, Line(TO_CLIENT, data, 0)])[-1])


def test_one_word_for_each_message(tmp_path):
    packets = {
        "path": simplify(1, "Main"), "path_confirm": confirm("Main"), "rpc": call("Main", "x"),
        "rset": set_property(1, "hp", integer(3)), "raw": b"\x04x"}
    lines = [Line(TO_SERVER, header(A, 1) + packet) for packet in packets.values()]
    lines += [Line(TO_CLIENT, struct.pack("<II", command, B), 0) for command in (0, 1)]
    messages = dissect(tmp_path, lines)
    assert [shown(m, "godot.message")[0] for m in messages] == [*packets, "add_peer", "del_peer"]
    assert [shown(m, "godot.command", "godot3.command") for m in messages[:5]
            ] == [[str(p[0])] * 2 for p in packets.values()]
    assert [shown(m, "godot.sys.command", "godot3.sys.command") for m in messages[5:]] == [["0", "0"], ["1", "1"]]


@pytest.mark.parametrize("line", [
    Line(TO_SERVER,
         header(A, 1) + call("Ma\x1bin", "x\ny")),
    Line(TO_SERVER,
         header(A, 1) + simplify(7, "\x9bM\x07"))])
def test_names_with_control_characters(tmp_path, line):
    message = dissect(tmp_path, [*KNOWN, line])[-1]
    labels = [node.showname for node in message.walk()]
    assert [label for label in labels if re.search(r"[\x00-\x1f\x7f-\x9f]", label)] == []


def test_a_message_without_a_command_has_no_word(tmp_path):
    assert "Message (malformed)" in dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1))])[-1].showname


@pytest.mark.parametrize("cut, properties", [(0, {"hp": 5}), (1, None)])
def test_a_row_has_the_property_by_its_name(tmp_path, cut, properties):
    """A value of which the end is missing is none."""
    packet = set_property(1, "hp", integer(5))
    dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1) + packet[:len(packet) - cut])])
    rows = wireshark.tshark("-r", tmp_path / "godot3.pcap", "-q", "-z", "godot,messages").splitlines()
    assert json.loads(rows[-1]).get("properties") == properties


def test_a_row_has_the_node_and_the_method(tmp_path):
    packets = [simplify(1, "Main"), call(1, "any"), call("Other", "all"), set_property(1, "hp", integer(5)),
               set_property("Third", "hp", integer(5)), b"\4x"]
    messages = dissect(tmp_path, [KNOWN[0], *(Line(TO_SERVER, header(A, 1) + data) for data in packets), KNOWN[1]])
    assert messages[5].showname == f"Godot Multiplayer, {A} → 1  RSET Third.hp = 5  [reliable, ch 0]"
    rows = map(json.loads, wireshark.tshark("-r", tmp_path / "godot3.pcap", "-q", "-z", "godot,messages").splitlines())
    assert [(row.get("node"), row.get("method")) for row in rows if "from" in row] == [
        ("Main", None), ("Main", None), ("Main", "any"), ("Other", "all"), ("Main", None), ("Third", None),
        (None, None), ("Main", None)]


@pytest.mark.parametrize("source", [A, 0])
def test_a_message_of_nobody_is_nobodys_copy(tmp_path, source):
    dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(source, 1) + call(1, "any"))])
    row = wireshark.tshark("-r", tmp_path / "godot3.pcap", "-q", "-z", "godot,messages").splitlines()[-1]
    assert "relayed" not in json.loads(row)


def test_header_cut_off(tmp_path):
    assert "godot.short" in experts(dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1)[:5])])[-1])


def test_foreign_source(tmp_path):
    message = dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(B, 1) + call(1, "any"))])[-1]
    assert "godot.peer.source.foreign" in experts(message)


def test_id_before_its_confirmation(tmp_path):
    early, late = Line(TO_SERVER, header(A, 1) + call(1, "early")), Line(TO_SERVER, header(A, 1) + call(1, "late"))
    messages = dissect(tmp_path, [KNOWN[0], early, KNOWN[1], late], "-2")
    assert "godot.path.too_early" in experts(messages[1]) and not experts(messages[3])
    assert shown(messages[1], "godot.path.confirmed_in") == [None]


@pytest.mark.parametrize("target", [1, 0, -B])
def test_an_id_before_its_confirmation_in_a_message_for_all(tmp_path, target):
    """The server passes it on; for itself, too, it has to know the id."""
    messages = dissect(tmp_path, [KNOWN[0], Line(TO_SERVER, header(A, target) + call(1, "any")), LATER], "-2")
    assert shown(messages[1], "godot.rpc.node") == ["Main"] and "godot.path.too_early" in experts(messages[1])


def test_each_receiver_has_its_own_announcement(tmp_path):
    """A message for all means, on each client's link, what was announced to that client and confirmed by it."""
    to_b = {"client": CLIENT_B}
    lines = [
        Line(TO_CLIENT,
             header(1, B) + simplify(1, "Main"), **to_b),
        Line(TO_CLIENT,
             header(1, A) + simplify(1, "Main")),
        Line(TO_SERVER,
             header(A, 1) + confirm("Main")),
        Line(TO_CLIENT,
             header(1, 0) + call(1, "any")),
        Line(TO_CLIENT,
             header(1, 0) + call(1, "any"), **to_b)]
    lines.append(Line(TO_SERVER, header(B, 1) + b"\x04x", **to_b))
    messages = dissect(tmp_path, lines, "-2", clients=((CLIENT_A, A), (CLIENT_B, B)))
    assert shown(messages[3], "godot.rpc.node", "godot.path.announced_in",
                 "godot.path.confirmed_in") == ["Main", "8", "9"]
    assert shown(messages[4], "godot.rpc.node", "godot.path.announced_in",
                 "godot.path.confirmed_in") == ["Main", "7", None]
    assert not experts(messages[3]) and "godot.path.too_early" in experts(messages[4])


def test_of_a_name_that_another_receiver_was_told_no_confirmation_is_missed(tmp_path):
    """The capture begins when B is there already: the server uses the id because B confirmed it before."""
    session = Session()
    session.slots[CLIENT_B] = 1
    called = Line(TO_CLIENT, header(1, B) + call(1, "any"), client=CLIENT_B)
    for line in (called, Line(TO_CLIENT, header(1, A) + simplify(1, "Main")), called):
        session.add(line)
    call_frame = len(session.packets)
    capture = pcap.write(tmp_path / "borrowed.pcap", session.packets)
    options = ("-d", f"udp.port=={SERVER[1]},enet", "-o", "godot.version:3")
    for passes in (options, (*options, "-2")):
        [[nodes, texts]] = wireshark.fields(capture, f"frame.number == {call_frame}", "godot.rpc.node",
                                            "_ws.expert.message", options=passes)
        assert nodes == ["Main"] and [text for text in texts if "onfirm" in text] == []


def test_call_that_overtakes_its_announcement(tmp_path):
    messages = dissect(
        tmp_path,
        [Line(TO_CLIENT, struct.pack("<II", 0, B), 0),
         Line(TO_SERVER,
              header(A, 1) + call(1, "any")), *KNOWN], "-2")
    assert "godot.overtaken" in experts(messages[1])
    assert shown(messages[1], "godot.rpc.node") == ["Main"]


def test_path_that_nobody_confirms(tmp_path):
    slow = [KNOWN[0], *[Line(TO_SERVER, header(A, 1) + call("Main", "any"))] * 3]
    messages = dissect(tmp_path, [*slow, LATER], "-2", step=0.7)
    assert [("godot.path.unconfirmed" in experts(m)) for m in messages[:-1]] == [False, False, True, True]
    assert "godot.path.never_confirmed" in experts(messages[0])
    messages = dissect(tmp_path, [*KNOWN, *slow[1:], LATER], "-2", step=0.7)
    assert not set().union(*map(experts, messages))


@pytest.mark.parametrize("about", ["nothing", "a missing message", "another order"])
def test_a_confirmation_may_be_among_what_is_missing(tmp_path, about):
    """Of the server, whose messages are numbered; or it stands elsewhere in the capture."""
    session = Session()
    if about == "another order":
        session.packets[:2] = session.packets[1::-1]        # the answer before what it answers
    if about == "a missing message":
        session.numbers[CLIENT_A, TO_CLIENT, 1, RELIABLE] = 1
    for line in (KNOWN[0], LATER, *[Line(TO_SERVER, header(A, 1) + call("Main", "any"))] * 3, LATER):
        session.add(line)
    capture = pcap.write(tmp_path / "unconfirmed.pcap", session.packets, step=0.7)
    for name in ("godot.path.unconfirmed", "godot.path.never_confirmed"):
        assert bool(wireshark.frames(capture, name, "-2")) == (about == "nothing")


def test_the_order_of_the_capture_excuses_no_id_of_nobody(tmp_path):
    """The sender's numbers tell the order of what it sent, even if its receiver's datagrams stand elsewhere."""
    session = Session()
    session.packets[:2] = session.packets[1::-1]        # the answer before what it answers
    for line in (*KNOWN, Line(TO_SERVER, header(A, 1) + call(77, "any")), LATER):
        session.add(line)
    capture = pcap.write(tmp_path / "skewed.pcap", session.packets)
    assert wireshark.frames(capture, "enet.analysis.clock_skew")
    assert wireshark.frames(capture, "godot.path.unknown") == [6]


def test_a_confirmation_that_was_not_captured_is_told_of_once(tmp_path):
    session = Session()
    session.numbers[CLIENT_A, TO_CLIENT, 1, RELIABLE] = 1       # the first message of the server is missing
    for line in (KNOWN[0], LATER, *[Line(TO_SERVER, header(A, 1) + call(1, "any"))] * 3,
                 *[Line(TO_SERVER, header(A, 1) + confirm("Main"))] * 2):
        session.add(line)
    capture = pcap.write(tmp_path / "once.pcap", session.packets)
    said = wireshark.fields(capture, "godot.path.not_captured", "frame.number", "_ws.expert.message")
    assert [(frame, text.partition(":")[0]) for [frame], [text] in said] == [
        ("6", "No confirmation of id 1 was captured"), ("9", "No announcement of the path was captured")]


def test_started_late(tmp_path):
    """Without the handshake the messages themselves prove what they are; an id may have been announced before the
    capture."""
    lines = [Line(TO_SERVER, header(A, 1) + packet) for packet in
             (call("Main", "any", integer(5)), call(3, "any"), confirm("Main/Players"))]
    messages = dissect(tmp_path, lines, "-d", f"udp.port=={SERVER[1]},enet", handshake=False)
    assert shown(messages[0], "godot.version", "godot.rpc.node", "godot.peer.source") == ["3", "Main", str(A)]
    assert "godot.path.not_captured" in experts(messages[1])
    assert experts(messages[2]) == {"godot.path.not_captured"}


def test_of_a_late_capture_the_server_is_the_other_end(tmp_path):
    """Nothing but the messages tells who is there: that the server confirmed the name, too."""
    by_path, by_id = (Line(TO_SERVER, header(A, 1) + call(node, "any")) for node in ("Main", 1))
    lines = [by_path, *KNOWN, by_id]
    *_, message = dissect(tmp_path, lines, "-d", f"udp.port=={SERVER[1]},enet", handshake=False)
    assert shown(message, "godot.path.announced_in", "godot.path.confirmed_in") == ["2", "3"]


# --- names end with who gave them --------------------------------------------------------------------

def test_ids_are_void_when_their_peer_left(tmp_path):
    """What A announced to B is void when B has heard that A left."""
    to_b = {"client": CLIENT_B}
    lines = [
        Line(TO_CLIENT, struct.pack("<II", 0, A), 0, **to_b),
        Line(TO_CLIENT,
             header(A, B) + simplify(1, "Old"), **to_b),
        Line(TO_CLIENT,
             header(A, B) + call(1, "x"), **to_b),
        Line(TO_CLIENT, struct.pack("<II", 1, A), 0, **to_b),
        Line(TO_CLIENT,
             header(A, B) + call(1, "x"), **to_b),
        Line(TO_CLIENT,
             header(1, B) + call(1, "x"), **to_b)]
    messages = dissect(tmp_path, lines, clients=((CLIENT_A, A), (CLIENT_B, B)))
    assert shown(messages[2], "godot.rpc.node") == ["Old"]
    assert shown(messages[4], "godot.rpc.node") == [None]
    assert shown(messages[5], "godot.rpc.node") == [None]     # the server's ids are its own


def test_an_id_is_not_what_its_peer_meant_when_it_came_again(tmp_path):
    """A calls by an id that it announces only after it has left and come again."""
    joined, left = (Line(TO_CLIENT, struct.pack("<II", command, A), 0, client=CLIENT_B) for command in (0, 1))
    called, announced = (Line(TO_CLIENT, header(A, B) + packet, client=CLIENT_B)
                         for packet in (call(1, "x"), simplify(1, "New")))
    clients = ((CLIENT_A, A), (CLIENT_B, B))
    messages = dissect(tmp_path, [joined, called, left, joined, announced, called], "-2", clients=clients)
    assert [shown(messages[at], "godot.rpc.node") for at in (1, 5)] == [[None], ["New"]]
    assert "godot.overtaken" not in experts(messages[1])


def test_a_client_calls_who_came_before_it_was_told(tmp_path):
    """B's acknowledgement of the server's word on A is captured late: that A came makes nothing void."""
    session = Session(clients=((CLIENT_A, A), (CLIENT_B, B)))
    session.add(Line(TO_CLIENT, struct.pack("<II", 0, A), 0, client=CLIENT_B))
    session.add(Line(TO_CLIENT, header(1, B) + b"\x04raw", client=CLIENT_B))
    session.add(Line(TO_SERVER, header(B, A) + simplify(1, "Main"), client=CLIENT_B))
    for channel in (0, 1):
        session.packets.append(pcap.udp(enet.datagram(enet.ack(1, 0, channel), peer=1), CLIENT_B, SERVER))
    session.add(Line(TO_SERVER, header(B, A) + call(1, "x"), client=CLIENT_B))
    rows, _ = counted.read(pcap.write(tmp_path / "told.pcap", session.packets))
    assert [row["node"] for row in rows if row["kind"] == "rpc"] == ["Main"]


def test_a_message_for_all_but_the_server_is_to_be_passed_on(tmp_path):
    """The server passes on what is for all but itself, and does not take it (docs/wire/multiplayer-godot3.md, 5)."""
    session, targets = Session(), (1, 0, -1, -B, B)
    for target in targets:
        session.add(Line(TO_SERVER, header(A, target) + b"\x04raw"))
    rows, _ = counted.read(pcap.write(tmp_path / "targets.pcap", session.packets))
    assert {row["to"]: row.get("relayed", False) for row in rows if row["kind"] == "raw"} == {
        target: target in (-1, B) for target in targets}


# --- what could be something else -----------------------------------------------------------------------

def no_godot(messages):
    return all(message is None for message in messages)


def test_other_games_are_not_claimed(tmp_path):
    """Connections whose handshakes have no peer id, and bytes that prove nothing."""
    games = [b"\x00\x00\x00\x00\x01\x00\x00\x00", b"hello world", integer(5), b"\x04\0\0\0\x04\0\0\0text",
             header(1, 0) + b"\x04something", bytes(40), b"\x03\x01\x02\x03\x04"]
    sessions = [[Line(to_server, data, channel)
                 for channel in (0, 1)
                 for to_server in (TO_SERVER, TO_CLIENT)]
                for data in games]
    for data, messages in zip(games, dissect_each(tmp_path, sessions, clients=((CLIENT_A, 0),), channels=2)):
        assert not [m for m in messages if m is not None and shown(m, "godot.version") == ["3"]], data


@pytest.mark.parametrize("source, target, claimed", [
    (A, 1, True), (A, 0, True), (A, -1, True), (0, 1, False), (0xFFFFFFFF, 1, False), (A, A, False), (1, 1, False)])
def test_a_late_capture_shows_who_could_have_sent_it(tmp_path, source, target, claimed):
    """Whose connection it is, is not known; but nobody sends to itself, and ids are positive."""
    messages = dissect(tmp_path, [Line(TO_SERVER, header(source, target) + call("Main", "any"))] * 5, "-d",
                       f"udp.port=={SERVER[1]},enet", handshake=False)
    assert {m is not None and shown(m, "godot.version") == ["3"] for m in messages} == {claimed}


@pytest.mark.parametrize("target, claimed", [(0, True), (A, True), (B, False), (-A, False), (-B, True), (-1, True)])
def test_a_server_sends_to_a_client_what_is_meant_for_it(tmp_path, target, claimed):
    """To it, to all, or to all but another."""
    messages = dissect(tmp_path, [Line(TO_CLIENT, header(1, target) + simplify(1, "Main"))])
    assert [m is not None for m in messages] == [claimed]


@pytest.mark.parametrize("source, target, claimed", [(A, 0, True), (A, B, True), (B, 1, False), (B, 0, False)])
def test_a_client_repeats_its_id(tmp_path, source, target, claimed):
    """That proves even free bytes, whoever they are for; what claims to be of another client is not Godot 3's."""
    lines = [Line(TO_SERVER, header(source, target) + data) for data in (b"\x04x", simplify(1, "Main"))]
    messages = dissect(tmp_path, lines)
    assert [m is not None and shown(m, "godot.version") == ["3"] for m in messages] == [claimed] * 2


PROVED = [False] * 3 + [True] * 2


@pytest.mark.parametrize("number, claimed", [(0, [False] * 5), (3, PROVED), (0xFFFFFF, PROVED),
                                             (0x1000000, [False] * 5)])
def test_several_plausible_calls_are_proof(tmp_path, number, claimed):
    """The capture starts late, with calls by id only: ids count from 1, and one such message proves little."""
    messages = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + call(number, "any"))] * 5,
                       "-d", f"udp.port=={SERVER[1]},enet", handshake=False)
    assert [m is not None and shown(m, "godot.version") == ["3"] for m in messages] == claimed
    rows = wireshark.tshark("-r", tmp_path / "godot3.pcap", "-q", "-z", "godot,messages", "-d",
                            f"udp.port=={SERVER[1]},enet").splitlines()
    of_calls = [row for row in map(json.loads, rows) if row.get("kind") == "rpc"]
    assert [row["to"] for row in of_calls] == [1] * claimed.count(True)
    assert not any("relayed" in row for row in of_calls)        # whose end it is, is not known


def test_what_a_server_says_to_all_is_no_proof_by_itself(tmp_path):
    """The slot shows which end is the server; the client is not known, so nothing repeats its id."""
    session = Session(handshake=False)
    session.slots[CLIENT_A] = 3
    for line in (Line(TO_SERVER, header(A, 1) + b"\x04x"), *[Line(TO_CLIENT, header(1, 0) + call(3, "any"))] * 5):
        session.add(line)
    capture = pcap.write(tmp_path / "late.pcap", session.packets)
    assert wireshark.frames(capture, "godot.version == 3", "-d", f"udp.port=={SERVER[1]},enet") == [5, 6]


@pytest.mark.parametrize("rest, plausible", [(b"Main\0", True), (b"Main", False), (b"Mai\nn\0", False)])
def test_a_path_ends_with_the_packet(tmp_path, rest, plausible):
    """Behind the arguments, too, it is a text with one NUL at its end (docs/wire/multiplayer-godot3.md, 9)."""
    packet = b"\x00\x0a\0\0\x80any\0\0" + rest
    messages = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + packet)] * 5, "-d", f"udp.port=={SERVER[1]},enet",
                       handshake=False)
    assert any(message is not None and shown(message, "godot.version") == ["3"] for message in messages) == plausible


@pytest.mark.parametrize("number, plausible", [(0, False), (1, True), (0xFFFFFF, True), (0x1000000, False)])
def test_ids_of_announcements_are_plausible_as_those_of_calls(tmp_path, number, plausible):
    messages = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + simplify(number, "Main"))] * 5, "-d",
                       f"udp.port=={SERVER[1]},enet", handshake=False)
    assert any(message is not None and shown(message, "godot.version") == ["3"] for message in messages) == plausible


@pytest.mark.parametrize("length", range(1, 10))
def test_too_short_for_a_header_and_a_packet(tmp_path, length):
    """Nothing is claimed, and nothing read that is not there."""
    data = (header(A, 1) + b"\x04")[:length]
    messages = dissect(tmp_path, [Line(TO_SERVER, data)] * 5, "-d", f"udp.port=={SERVER[1]},enet", handshake=False)
    assert no_godot(messages)
    packets = wireshark.pdml(tmp_path / "godot3.pcap", "-d", f"udp.port=={SERVER[1]},enet")
    assert not [packet for packet in packets if packet.find("_ws.malformed")]


def test_preference_forces_the_generation(tmp_path):
    lines = [Line(TO_SERVER, header(A, 1) + b"\x04raw")]
    assert no_godot(dissect(tmp_path, lines, clients=((CLIENT_A, 0),)))
    forced = dissect(tmp_path, lines, "-o", "godot.version:3", clients=((CLIENT_A, 0),))
    assert shown(forced[0], "godot.version", "godot.raw") == ["3", "72:61:77"]
    by_payload = dissect(tmp_path, lines, "-o", "enet.payload:godot3", clients=((CLIENT_A, 0),))
    assert shown(by_payload[0], "godot.version", "godot.raw") == ["3", "72:61:77"]
    assert shown(dissect(tmp_path, KNOWN, "-o", "godot.version:4")[0], "godot.version") == ["4"]


@pytest.mark.parametrize("low_byte", [0x03, 0x07, 0x90])
def test_client_id_that_looks_like_free_bytes_of_godot4(tmp_path, low_byte):
    """A peer header that repeats the handshake's id is proof, although it could also begin other bytes of Godot 4: in
    a RAW, an AUTH or a call."""
    peer = 0x45670000 | low_byte
    messages = dissect(tmp_path, [Line(TO_SERVER, header(peer, 1) + simplify(1, "Main"))], clients=((CLIENT_A, peer),))
    assert shown(messages[0], "godot.version", "godot.path.name") == ["3", "Main"]


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_bare_values_and_packets(tmp_path, passes):
    """put_var() on the peer: a text looks like raw bytes, but other values before it show what it is."""
    text = b"\x04\0\0\0\x04\0\0\0text"
    values = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + data) for data in (b"\0\0\0\0", text)])
    assert [shown(m, "godot.command", "godot.variant.value") for m in values] == [[None, "null"], [None, '"text"']]
    assert [m.showname for m in values] == [
        f"Godot Multiplayer, {A} → 1  Value {value}  [reliable, ch 0]" for value in ("null", '"text"')]
    doubtful = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + data) for data in (text, bytes(4)) * 2], *passes)
    assert [shown(m, "godot.command", "godot.variant.value") for m in doubtful] == \
        [["4", None], [None, "null"], [None, '"text"'], [None, "null"]]
    # The bytes of this number are those of an announcement of "ab" under an id that no engine gives.
    number = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + integer(0x00626101))])
    assert shown(number[0], "godot.command", "godot.variant.value") == [None, str(0x00626101)]
    packets = dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1) + text)])
    assert shown(packets[-1], "godot.command", "godot.raw") == ["4", "00:00:00:04:00:00:00:74:65:78:74"]


@pytest.mark.parametrize("flags", [None, 1])
def test_what_packets_and_values_prove_holds(tmp_path, flags):
    """Whoever reads packets reads no values: the first message that is one thing only tells what the others are."""
    text, number = b"\x04\0\0\0\x04\0\0\0text", integer(0x01010101)
    for first, expected in ((simplify(1, "Main"), [["2", None], ["2", None], ["4", None]]),
                            (number, [[None, str(0x01010101)], [None, str(0x01010101)], [None, '"text"']])):
        lines = [Line(TO_SERVER, header(A, 1, flags) + data) for data in (first, number, text)]
        assert [shown(m, "godot.command", "godot.variant.value") for m in dissect(tmp_path, lines)] == expected


@pytest.mark.parametrize("last, command, expert", [
    (b"\x63\0\0\0", None, "godot.value"), (integer(5)[:-1], None, "godot.value"), (b"", None, "godot.value"),
    (b"\x05abc", None, "godot.value"), (integer(5) + b"abc", None, "godot.trailing"), (b"\x04abc", "4", None),
    (integer(5), None, None)])
def test_what_is_no_value_among_bare_values(tmp_path, last, command, expert):
    """If it is no packet either, it is a broken value."""
    value = Line(TO_SERVER, header(A, 1) + b"\0\0\0\0")
    message = dissect(tmp_path, [value, value, Line(TO_SERVER, header(A, 1) + last)])[-1]
    assert shown(message, "godot.command") == [command]
    assert experts(message) & {"godot.value", "godot.trailing"} == ({expert} if expert else set())


def test_a_value_behind_another_header_proves_nothing_of_this_one(tmp_path):
    """Behind 8 bytes came a text or free bytes; then, behind 12, a value that makes no sense behind 8."""
    text = b"\x04\0\0\0\x04\0\0\0text"
    messages = dissect(tmp_path, [Line(TO_SERVER, header(A, 1) + text), Line(TO_SERVER, header(A, 1, 1) + integer(5)),
                                  Line(TO_SERVER, header(A, 1) + text)])
    assert [shown(messages[at], "godot.command", "godot.enet_flags") for at in (0, 2)] == [["4", None]] * 2


@pytest.mark.parametrize("command, peer, claimed", [
    (0, B, True), (1, B, True), (2, B, False), (0, 2, True), (0, 1, False), (0, 0, False), (1, -B, False)])
def test_several_plausible_system_messages_are_proof(tmp_path, command, peer, claimed):
    messages = dissect(tmp_path, [Line(TO_CLIENT, struct.pack("<Ii", command, peer), 0)] * 5,
                       "-d", f"udp.port=={SERVER[1]},enet", handshake=False)
    assert any(message is not None and shown(message, "godot.version") == ["3"] for message in messages) == claimed


@pytest.mark.parametrize("to_server", [TO_SERVER, TO_CLIENT])
def test_only_the_server_tells_who_comes(tmp_path, to_server):
    messages = dissect(tmp_path, [Line(to_server, struct.pack("<Ii", 0, B), 0)] * 5)
    assert [m is not None and shown(m, "godot.version") == ["3"] for m in messages] == [not to_server] * 5


@pytest.mark.parametrize("method, taken", [("any", True), ("another", False)])
def test_bytes_of_a_method_for_another_dissector(tmp_path, method, taken):
    """Decode As by the name that is on the wire."""
    packet = call("Main", "any", integer(7), struct.pack("<II", 20, 3) + b"\1\2\3\0", integer(8))
    message = dissect(tmp_path, [*KNOWN, Line(TO_SERVER, header(A, 1) + packet)], "-d",
                      f"godot.rpc.method=={method},data")[-1]
    assert [node.show for node in message.find("data.data")] == (["01:02:03"] if taken else [])


# --- hostile bytes -------------------------------------------------------------------------------------------

def mutations(packet):
    """The packet cut off anywhere, and with each byte replaced by extremes."""
    yield from (packet[:length] for length in range(len(packet)))
    yield from (packet[:i] + bytes([byte]) + packet[i + 1:]
                for i in range(len(packet))
                for byte in (0, 0x7F, 0x80, 0xFF))


def test_messages_that_end_in_their_header(tmp_path):
    """The result holds whatever is known of headers by then: nothing, or that they have 12 bytes followed by a bare
    value."""
    value = Line(TO_SERVER, header(A, 1, 1) + integer(5))
    lengths = (1, 5, 7, 9)
    sessions = [[*before, Line(TO_SERVER, header(A, 1, 1)[:length])] for before in ([], [value]) for length in lengths]
    for number, messages in enumerate(dissect_each(tmp_path, sessions, "-o", "godot.version:3")):
        assert experts(messages[-1]) == {"godot.short"}
        if number >= len(lengths) or lengths[number] < 8:       # no header that is known is whole
            assert messages[-1].showname == f"Godot Multiplayer, {A} → 1  Message (malformed)  [reliable, ch 0]"


@pytest.mark.parametrize("packet", [
    call("Main", "any", integer(5), b"\x13\0\0\0\x01\0\0\0\0\0\0\0"),
    simplify(1, "Main"),
    set_property(1, "hp", b"\x04\0\0\0\x05\0\0\0hello\0\0\0")], ids=["call", "path", "set"])
def test_hostile_bytes(tmp_path, packet):
    """There is no exception, and a field for every byte."""
    lines = [*KNOWN, *(Line(TO_SERVER, header(A, 1) + hostile) for hostile in mutations(packet))]
    messages = dissect(tmp_path, lines)
    assert all(message is not None for message in messages)
    for message in messages:
        assert not [
            node for node in message.walk() if "Exception occurred" in node.showname or "Dissector bug" in node.showname
        ]
        covered = {i for node in message.walk() if node.size and not [c for c in node.children if c.size]
                   for i in range(node.pos, node.pos + node.size)}
        assert covered == set(range(message.pos, message.pos + message.size))
