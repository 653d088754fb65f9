# SPDX-License-Identifier: GPL-2.0-or-later
"""Godot 4's messages, one by one and in their order, compared with docs/wire/multiplayer-godot4.md."""

import functools
import hashlib
import json
import re
import struct
import zlib

import pytest

import enet
import godot4
import pcap
import wireshark
from pcap import udp
from wireshark import ROOT, fields, frames, pdml, readable, tshark

EMPTY_MD5 = "d41d8cd98f00b204e9800998ecf8427e"
OTHER_MD5 = "2c1743a391305fbf367df8e4f069f9f9"
CLIENT, OTHER, THIRD = 804460063, 1535488481, 1842
RAW = b"\x03x"
AS_ENET = ("-d", f"udp.port=={pcap.SERVER[1]},enet")


# --- messages, after docs/wire/multiplayer-godot4.md section 2 -------------------------


def simplify(cache_id, path, md5=EMPTY_MD5):
    return b"\x01" + md5.encode() + b"\0" + struct.pack("<I", cache_id) + path.encode() + b"\0"


def confirm(cache_id, valid=1):
    return struct.pack("<BBI", 2, valid, cache_id)


def confirm_path(path, valid=1):
    return struct.pack("<BB", 2, valid) + path.encode() + b"\0"


def rpc(cache_id, method=3, arguments=b"\0"):
    return struct.pack("<BBB", 0, cache_id, method) + arguments


def rpc_path(path, method=3):
    return struct.pack("<BIBB", 0x20, 0x80000007, method, 0) + path.encode() + b"\0"


def spawn(spawner, net_id, name, syncs=(), scene=0, state=b""):
    text = name.encode() + b"\0"
    return struct.pack(f"<BBIIII{len(syncs)}I", 4, scene, spawner, net_id, len(syncs), len(text), *syncs) + text + state


def despawn(net_id):
    return struct.pack("<BI", 5, net_id)


def sync(time, *ids, values=b"\x02\x64"):
    return struct.pack("<BH", 6, time) + b"".join(struct.pack("<II", i, len(values)) + values for i in ids)


def delta(net_id, mask=1, values=b"\x02\x64"):
    return struct.pack("<BIQI", 0x16, net_id, mask, len(values)) + values


def by_path(cache_id):
    return 0x80000000 | cache_id


def add_peer(peer):
    return struct.pack("<BBi", 7, 1, peer)


def del_peer(peer):
    return struct.pack("<BBi", 7, 2, peer)


def relay(peer, message):
    return struct.pack("<BBi", 7, 3, peer) + message


# --- sessions ---------------------------------------------------------------------------


class Client:
    """One client's connection in a game; every message is a frame of its own."""

    def __init__(self, game, peer, slot, handshake=True):
        self.game, self.peer, self.slot = game, peer, slot
        self.address = ("10.0.0.2", 50000 + len(game.clients))
        self.seq = {}
        self.reliable = {}      # channel -> numbers that the server sent and the client has not acknowledged
        self.connect_id = 0x11220000 + len(game.clients)
        if handshake:
            game.put(enet.datagram(enet.connect(slot=0, connect_id=self.connect_id, data=peer), peer=enet.NO_PEER,
                                   sent_time=100), self.address, True)
            game.put(enet.datagram(enet.verify(slot, self.connect_id), sent_time=200), self.address, False)
            game.put(enet.datagram(enet.ack(1, 200), peer=slot), self.address, True)

    def _send(self, upward, data, channel, unreliable):
        key = (upward, channel, unreliable)
        self.seq[key] = self.seq.get(key, 0) + 1
        command = (enet.unsequenced if unreliable else enet.reliable)(self.seq[key], data, channel)
        if not upward and not unreliable:
            self.reliable.setdefault(channel, []).append((self.seq[key], self.game.clock()))
        return self.game.put(enet.datagram(command, peer=self.slot if upward else 0, sent_time=self.game.clock()),
                             self.address, upward)

    def up(self, data, channel=0, unreliable=False):
        """The client sends. Returns the number of the frame."""
        return self._send(True, data, channel, unreliable)

    def down(self, data, channel=0, unreliable=False):
        """The server sends."""
        return self._send(False, data, channel, unreliable)

    def ack_down(self, channel=0):
        """The client acknowledges the latest command of the server."""
        return self.game.put(
            enet.datagram(enet.ack(self.seq[False, channel, False], self.game.sent[self.address, False], channel),
                          peer=self.slot), self.address, True)

    def ack_all_down(self, channel=0):
        """The client acknowledges each command that it has not acknowledged yet, as ENet does."""
        acks = [enet.ack(seq, time, channel) for seq, time in self.reliable.pop(channel, [])]
        return self.game.put(enet.datagram(*acks, peer=self.slot), self.address, True)

    def leave(self):
        return self.game.put(enet.datagram(enet.disconnect(9, now=True), peer=self.slot), self.address, True)


class Game:
    """A server and its clients as a capture."""

    def __init__(self, tmp_path=None, step=0.001):
        self.path, self.step = tmp_path and tmp_path / "game.pcap", step
        self.packets, self.clients, self.sent = [], [], {}

    def clock(self):
        return 1000 + len(self.packets)

    def put(self, data, client, upward):
        self.sent[client, upward] = self.clock()
        ends = (client, pcap.SERVER) if upward else (pcap.SERVER, client)
        self.packets.append(udp(data, *ends))
        return len(self.packets)

    def client(self, peer=CLIENT, slot=0, handshake=True):
        self.clients.append(Client(self, peer, slot, handshake))
        return self.clients[-1]

    def write(self):
        return pcap.write(self.path, self.packets, step=self.step)


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path)


def values(capture, frame, *names, options=("-2",)):
    """The texts of these fields in one frame."""
    return [" ".join(cell) for cell in fields(capture, f"frame.number == {frame}", *names, options=options)[0]]


def node_of(capture, frame, *options):
    return values(capture, frame, "godot.rpc.node", options=options)[0]


def info_of(capture, frame):
    return values(capture, frame, "_ws.col.Info")[0].split("  |  ")[-1]


# --- the worked examples (section 9) ----------------------------------------------------

STATIC_SYNC = "Main/Static/Sync"
STATE = "050000000000404000008040"

# In the order of one session: sender, ENet channel, bytes, text of Info, fields.
EXAMPLES = [
    ("down", 0, simplify(1, STATIC_SYNC).hex(), f"Path 1 is {STATIC_SYNC}",
     {"godot.command": "1", "godot.path.md5": EMPTY_MD5, "godot.path.id": "1", "godot.path.name": STATIC_SYNC}),
    ("up", 0, "020101000000", f"Path {STATIC_SYNC} confirmed",
     {"godot.command": "2", "godot.path.id": "1", "godot.path.announced_in": "4", "godot.peer.source": str(CLIENT),
      "godot.peer.target": "1"}),
    ("down", 1, "06020001000080" "0c000000" + STATE, f"Sync {STATIC_SYNC} (3, 4)",
     {"godot.command": "6", "godot.sync.delta": "0", "godot.sync.time": "2", "godot.sync.net_id": "0x80000001",
      "godot.sync.size": "12", "godot.sync.node": STATIC_SYNC, "godot.variant.value": "Vector2(3, 4)",
      "godot.path.confirmed_in": "5"}),
    ("down", 0, "16" "01000080" "0100000000000000" "02000000" "0264", f"Delta {STATIC_SYNC} [#0: 100]",
     {"godot.sync.delta": "1", "godot.sync.mask": "0x0000000000000001", "godot.variant.int": "100"}),
    ("down", 0, "0701e1b1855b", "Peer 1535488481 joined",
     {"godot.command": "7", "godot.sys.command": "1", "godot.sys.peer": "1535488481"}),
    ("down", 0, "a006000080014d61696e00", "1 → 804460063  RPC Main #1()  [reliable, ch 0]",
     {"godot.command": "0", "godot.rpc.path_form": "1", "godot.rpc.path_offset": "6", "godot.rpc.method_id": "1",
      "godot.rpc.raw_arguments": "1", "godot.rpc.node": "Main", "godot.rpc.args": ""}),
    ("down", 0, "20090000800501" "0205" "4d61696e00", "1 → 804460063  RPC Main #5(5)  [reliable, ch 0]",
     {"godot.rpc.path_offset": "9", "godot.rpc.method_id": "5", "godot.rpc.argc": "1", "godot.variant.int": "5",
      "godot.rpc.node": "Main", "godot.rpc.args": "5"}),
    ("down", 0, "800101", f"1 → 804460063  RPC {STATIC_SYNC} #1()  [reliable, ch 0]",
     {"godot.rpc.node_id": "1", "godot.rpc.method_id": "1", "godot.rpc.raw_arguments": "1"}),
    ("down", 3, "800100010203", f"1 → 804460063  RPC {STATIC_SYNC} #0(3 bytes 010203)  [reliable, ch 2]",
     {"godot.rpc.raw": "010203", "godot.transfer_channel": "2", "godot.transfer_mode": "2"}),
    ("down", 2, "00010407" "0201" "02fe" "81" "01" "040000000300000073747200" "050000000000803f00000040"
     "1c000000" "02000000" "0200000001000000" "040000000100000061000000",
     f'1 → 804460063  RPC {STATIC_SYNC} #4(1, -2, true, false, "str", (1, 2), [1, "a"])  [reliable, ch 1]',
     {"godot.rpc.argc": "7", "godot.transfer_channel": "1"}),
    ("down", 0, "40010180" "01" "04000000" "04000000" "4d61696e",
     f'1 → 804460063  RPC {STATIC_SYNC} #32769("Main")  [reliable, ch 0]',
     {"godot.rpc.method_size": "1", "godot.rpc.method_id": "32769"}),
    ("down", 0, "00010702422c0181", f"1 → 804460063  RPC {STATIC_SYNC} #7(300, true)  [reliable, ch 0]",
     {"godot.rpc.argc": "2", "godot.rpc.args": "300, true"}),
    ("down", 0, "000107028290eefeff030000000000c03f",
     f"1 → 804460063  RPC {STATIC_SYNC} #7(-70000, 1.5)  [reliable, ch 0]", {}),
    ("down", 0, "00010702c200f2052a0100000000000000",
     f"1 → 804460063  RPC {STATIC_SYNC} #7(5000000000, null)  [reliable, ch 0]", {}),
    ("down", 0, "a00100000001", f"1 → 804460063  RPC {STATIC_SYNC} #1()  [reliable, ch 0]",
     {"godot.rpc.node_size": "2", "godot.rpc.node_id": "1"}),
    ("down", 0, simplify(298, "Main/Crowd/297").hex(), "Path 298 is Main/Crowd/297", {}),
    ("down", 0, "102a0102011c00000000000000", "1 → 804460063  RPC Main/Crowd/297 #2([])  [reliable, ch 0]",
     {"godot.rpc.node_size": "1", "godot.rpc.node_id": "298"}),
    ("down", 0, "902a010109", "1 → 804460063  RPC Main/Crowd/297 #1(1 byte 09)  [reliable, ch 0]",
     {"godot.rpc.raw": "09"}),
    ("down", 0, "902a0101", "1 → 804460063  RPC Main/Crowd/297 #1()  [reliable, ch 0]", {}),
    ("down", 0, simplify(2, "Main/Spawner").hex(), "Path 2 is Main/Spawner", {}),
    ("down", 0, "0401" "02000000" "01000000" "02000000" "03000000" "02000000" "03000000" "503100" + STATE + "0264"
     "0400000003000000626f6200" "040000000100000078000000", 'Spawn "P1" by Main/Spawner (scene #1)',
     {"godot.command": "4", "godot.spawn.scene_index": "1", "godot.spawn.spawner_id": "2",
      "godot.spawn.spawner": "Main/Spawner", "godot.spawn.net_id": "1", "godot.spawn.sync_count": "2",
      "godot.spawn.name_length": "3", "godot.spawn.sync_id": "2 3", "godot.spawn.name": "P1",
      "godot.spawn.state": 'Vector2(3, 4), 100, "bob", "x"'}),
    ("down", 0, "04ff" "02000000" "04000000" "00000000" "08000000" "637573746f6d3700" "1c000000"
     "1b000000" "01000000" "04000000" "01000000" "6b000000" "02000000" "07000000",
     'Spawn "custom7" by Main/Spawner (custom)',
     {"godot.spawn.scene_index": "255", "godot.spawn.net_id": "4", "godot.spawn.name": "custom7",
      "godot.spawn.argument_size": "28", "godot.spawn.argument": '{"k": 7}'}),
    ("down", 0, "16" "02000000" "0100000000000000" "02000000" "0264"
     "03000000" "0100000000000000" "0c000000" "040000000100000078000000", 'Delta …/P1 [#0: 100]; …/P1 [#0: "x"]',
     {"godot.sync.net_id": "0x00000002 0x00000003", "godot.sync.node": "…/P1 …/P1",
      "godot.node.spawned_in": "24 24", "godot.variant.value": '100 "x"'}),
    ("down", 0, "0501000000", "Despawn …/P1", {"godot.despawn.net_id": "1", "godot.node.spawned_in": "24"}),
    ("up", 0, "0703e1b1855b" + simplify(1, "Main").hex(), "804460063 → 1535488481  Path 1 is Main",
     {"godot.sys.command": "3", "godot.command": "7 1"}),
    ("up", 0, "0703e1b1855b" "800101", "804460063 → 1535488481  RPC Main #1()  [reliable, ch 0]",
     {"godot.sys.command": "3", "godot.peer.source": "804460063", "godot.peer.target": "1535488481 1535488481"}),
    ("down", 0, "0703e1b1855b" "a006000080014d61696e00", "1535488481 → 804460063  RPC Main #1()  [reliable, ch 0]",
     {"godot.peer.source": "1535488481 1535488481", "godot.peer.target": "804460063"}),
    ("up", 0, "070300000000" "0372617764617461", "804460063 → all  Raw 7 bytes  [reliable, ch 0]",
     {"godot.raw": "72617764617461", "godot.peer.target": "0 0"}),
    ("up", 0, "0703ffffffff" "036e6f74736572766572", "804460063 → all but 1  Raw 9 bytes  [reliable, ch 0]",
     {"godot.raw": "6e6f74736572766572", "godot.peer.target": "-1 -1"}),
    ("down", 0, "0702e1b1855b", "Peer 1535488481 left", {"godot.sys.command": "2", "godot.sys.peer": "1535488481"}),
    ("up", 0, "0700746f6b2d636c69656e7431", "Auth 11 bytes",
     {"godot.sys.command": "0", "godot.auth": "746f6b2d636c69656e7431"}),
    ("up", 0, "0700", "Auth complete", {"godot.sys.command": "0", "godot.auth": ""}),
]


PEERS = {"up": f"{CLIENT} → 1  ", "down": f"1 → {CLIENT}  "}


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """The examples as one session; the frame of the first is 4."""
    session = Game(tmp_path_factory.mktemp("examples"))
    client = session.client()
    for way, channel, data, _, _ in EXAMPLES:
        getattr(client, way)(bytes.fromhex(data), channel)
    return session.write()


def test_examples_in_the_info_column(examples):
    lines = [row[0][0].split("  |  ")[-1] for row in fields(examples, "godot", "_ws.col.Info")]
    assert lines == [text if "→" in text else PEERS[way] + text for way, _, _, text, _ in EXAMPLES]


def plain(name, text):
    """Truth values are words in some versions; times without a value are empty."""
    return {"True": "1", "False": "0"}.get(text, text) if name in ("godot.rpc.path_form", "godot.rpc.raw_arguments",
                                                                  "godot.rpc.method_size", "godot.sync.delta") else text


@pytest.fixture(scope="module")
def example_fields(examples):
    names = sorted({name for *_, expected in EXAMPLES for name in expected})
    return [{name: plain(name, " ".join(cell)) for name, cell in zip(names, row)}
            for row in fields(examples, "godot", *names)]


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: EXAMPLES[number][2][:24])
def test_fields_of_an_example(example_fields, number):
    expected = EXAMPLES[number][-1]
    assert {name: example_fields[number][name] for name in expected} == expected


def test_examples_leave_nothing_out(examples):
    assert frames(examples, "godot.undissected || _ws.malformed || godot.variant.undecoded") == []
    assert len(frames(examples, "godot.version == 4")) == len(EXAMPLES)


def test_hundreds_of_messages_in_a_datagram(game):
    """More messages than Wireshark has layers for, and than get items (docs/security.md): all are read."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = game.put(enet.datagram(*[enet.reliable(2 + i, RAW) for i in range(700)], peer=0), client.address, False)
    capture = game.write()
    packet = pdml(capture)[frame - 1]
    assert len([child for child in packet.children if child.name == "godot"]) == 128
    assert packet.find("enet.commands.limit")
    assert not any("bug" in node.showname for node in packet.walk())
    rows = map(json.loads, tshark("-r", capture, "-q", "-z", "godot,messages").splitlines())
    assert sum(row["kind"] == "raw" for row in rows) == 700


@pytest.mark.parametrize("name, commands, count, more", [
    ("enet.analysis.disordered", [enet.reliable(1000 - i, b"") for i in range(900)], 899, 0),
    ("enet.connection.ended", [enet.command(0x04, 0xFF, 0, bytes(4))] * 900, 900, 799 + 800)])
def test_of_the_same_remark_on_many_commands_some_are_shown(game, name, commands, count, more):
    """900 commands in the wrong order, or that end the connection, which are also repeated and implausible: 100 items,
    a line for the rest; each row names its own."""
    client = game.client()
    frame = game.put(enet.datagram(*commands, peer=0), client.address, False)
    capture = game.write()
    packet = pdml(capture)[frame - 1]
    shown = [node for node in packet.walk() if node.name == name]
    (limit,) = [node.showname for node in packet.walk() if node.name == "enet.experts.limit"]
    assert (len(shown), f" {count - 100 + more} more" in f" {limit}") == (100, True)
    rows = map(json.loads, tshark("-r", capture, "-q", "-z", "godot,messages").splitlines())
    assert sum(name in row.get("experts", ()) for row in rows) == count


def test_a_long_path_is_shown_whole_once(game):
    """Its announcement has it; where an id stands for it, its first 512 bytes are enough."""
    path = "/".join(["n" * 59] * 100)
    client = game.client()
    client.down(simplify(1, path))
    client.down(bytes([0, 1, 0, 0]))
    capture = game.write()
    whole, cut = fields(capture, "godot.path.name || godot.rpc.node", "godot.path.name", "godot.rpc.node")
    assert (whole[0], cut[1]) == ([path], [path[:509] + "\N{HORIZONTAL ELLIPSIS}"])
    rows = [json.loads(row) for row in tshark("-r", capture, "-q", "-z", "godot,messages").splitlines()]
    assert [row["node"] for row in rows if row["kind"] == "rpc"] == cut[1]


@pytest.mark.parametrize("count", [1023, 1024, 1025])
def test_values_beyond_those_that_are_read(game, count):
    """docs/messages.md: the first 1,024."""
    client = game.client()
    client.down(simplify(1, "Main"))
    client.down(b"\x04\0" + struct.pack("<IIII", 1, 1, 0, 2) + b"M\0" + b"\x01" * count)
    capture = game.write()
    rows = map(json.loads, tshark("-r", capture, "-q", "-z", "godot,messages").splitlines())
    assert [len(row["properties"]) for row in rows if row["kind"] == "spawn"] == [min(count, 1024)]
    assert bool(frames(capture, "godot.too_many")) == (count > 1024)


def test_synchronizers_beyond_those_that_are_read(game):
    """Of a spawned node, too, the first 1,024: what comes of the others is not known."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(spawn(1, 1, "M", range(10000, 11025)))
    states = [client.down(sync(at, 11022 + at)) for at in (1, 2)]
    capture = game.write()
    assert len(fields(capture, f"frame.number == {frame}", "godot.spawn.sync_id")[0][0]) == 1024
    assert [values(capture, state, "godot.sync.node") for state in states] == [["…/M"], [""]]


@pytest.mark.parametrize("count", [511, 512, 513])
def test_elements_beyond_those_that_are_read(game, count):
    """docs/security.md: the first 512 of a message; a note tells of more."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(sync(1, *range(1, 1 + count), values=b""))
    capture = game.write()
    assert len(fields(capture, f"frame.number == {frame}", "godot.sync.net_id")[0][0]) == min(count, 512)
    assert bool(frames(capture, "godot.too_many")) == (count > 512)
    rows = map(json.loads, tshark("-r", capture, "-q", "-z", "godot,messages").splitlines())
    assert sum(row["kind"] == "sync" for row in rows) == min(count, 512)


def test_synchronizers_are_told_apart(game):
    """Also those whose ids differ by a multiple of 512. What is there twice in a message is not compared."""
    client = game.client()
    client.down(simplify(1, "Main"))
    sent = [client.down(sync(number, *ids)) for number, ids in enumerate([(7, 2), (514, 2), (2, 514), (2, 2)], 1)]
    shown = fields(game.write(), "godot.sync.time", "frame.number", "godot.sync.unchanged")
    assert [len(marks) for _, marks in shown] == [0, 1, 2, 1] and len(shown) == len(sent)


@pytest.mark.parametrize("message, text, properties", [
    (sync(1, by_path(1), values=b""), "Sync Main", []), (delta(by_path(1), 0b1, b""), "Delta Main", []),
    (sync(1, by_path(1)), "Sync Main 100", [100]), (delta(by_path(1), 0b10), "Delta Main [#1: 100]", [100])])
def test_a_row_has_the_values_that_there_are(game, message, text, properties):
    """docs/messages.md: an array, as their names are not known."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(message)
    assert info_of(game.write(), frame) == f"1 → {CLIENT}  {text}"
    row = json.loads(tshark("-r", game.path, "-q", "-z", f"godot,messages,frame.number == {frame}"))
    assert row["properties"] == properties


def test_a_row_says_how_many_elements_it_leaves_out(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    sent = {client.down(sync(number, *range(1, 1 + number), values=b"")): number for number in range(1, 80)}
    counted, lefts = {}, []
    for (frame,), (info,) in fields(game.write(), "godot.sync.time", "frame.number", "_ws.col.Info"):
        left = re.search(r"  \+(\d+) node(s?)\b", info)
        lefts += left.groups() if left else ()
        counted[int(frame)] = len(re.findall(r"node \d", info)) + int(left[1] if left else 0)
    assert counted == sent and lefts[:4] == ["1", "", "2", "s"]


@pytest.mark.parametrize("more", [212, 213, 300])
def test_elements_beyond_those_that_are_shown(game, more):
    """Two messages in a datagram: 512 synchronizers have items, and one note says that there are more."""
    client = game.client()
    client.down(simplify(1, "Main"))
    sync = [enet.unsequenced(number, struct.pack("<BH", 6, number) + struct.pack("<II", 0x80000001, 0) * count)
            for number, count in ((1, 300), (2, more))]
    frame = game.put(enet.datagram(*sync, peer=0), client.address, False)
    packet = pdml(game.write())[frame - 1]
    for name in ("godot.sync.element", "godot.sync.net_id", "godot.sync.size"):
        assert sum(node.name == name for node in packet.walk()) == 512
    assert len(packet.find("godot.too_many")) == (more > 212)


# --- which generation -------------------------------------------------------------------


def test_no_proof_no_claim(tmp_path):
    """Other programs' connections (no peer id in CONNECT) whose messages fit everything or nothing."""
    games = []
    for data in ("0000000000000000", "0300000000000000", "020000000500000000", "ffffffff", "04", "07"):
        client = Game().client(peer=0)
        for _ in range(6):
            client.down(bytes.fromhex(data))
        games.append(client.game.packets)
    capture = pcap.write(tmp_path / "games.pcap", pcap.apart(games))
    assert frames(capture, "godot") == []
    assert len(frames(capture, "enet")) == len(pcap.apart(games))


def test_several_messages_that_fit_are_proof(tmp_path):
    """If none is alone, as in a mesh: four that only Godot 4 would send."""
    client = Game(tmp_path).client(peer=0)
    sent = [client.down(add_peer(OTHER)) for _ in range(6)]
    assert frames(client.game.write(), "godot") == sent[3:]


def test_a_message_that_fits_counts_once(tmp_path):
    """Not once more when it is delivered: three are no proof."""
    client = Game(tmp_path).client(peer=0)
    sent = [client.down(add_peer(OTHER)) for _ in range(3)]
    client.game.packets.append(client.game.packets.pop(sent[0] - 1))
    assert frames(client.game.write(), "godot", "-2") == []


def test_from_the_proof_on(tmp_path):
    """Raw bytes prove nothing; a SIMPLIFY_PATH can only be Godot 4's. Messages before it stay what they were, in both
    passes."""
    game = Game(tmp_path)
    client = game.client(peer=0)
    client.down(b"\x03raw")
    proof = client.down(simplify(1, "Main"))
    raw = client.down(b"\x03raw")
    capture = game.write()
    assert frames(capture, "godot") == frames(capture, "godot", "-2") == [proof, raw]


@pytest.mark.parametrize("version, expected", [("3", "3"), ("4", "4")])
def test_forced_version(tmp_path, version, expected):
    game = Game(tmp_path)
    frame = game.client(peer=0).down(b"\x03raw")
    assert values(game.write(), frame, "godot.version", options=("-o", f"godot.version:{version}")) == [expected]


def test_late_capture_without_handshake(tmp_path):
    """The slot shows which end is the server; a client's id stays unknown."""
    game = Game(tmp_path)
    client = game.client(slot=3, handshake=False)
    for _ in range(3):
        client.down(simplify(1, "Main"))
        client.up(simplify(1, "Main"))
    up = client.up(rpc(1))
    capture = game.write()
    assert values(capture, up, "godot.rpc.node", "godot.peer.source", "godot.peer.target",
                  options=AS_ENET) == ["Main", "", "1"]


# --- names as of the frame --------------------------------------------------------------


def test_who_tells_of_peers_has_told_paths_before(game):
    """Of a late capture, that only a server tells of peers is known when it does."""
    client = game.client(handshake=False)
    client.down(simplify(1, "Main"))
    client.down(add_peer(OTHER))
    call = client.down(rpc(1))
    assert node_of(game.write(), call, *AS_ENET) == "Main"


@pytest.mark.parametrize("peer", [1, 0, -5])
def test_of_a_proved_connection_peers_have_any_id(game, peer):
    """What follows the proof is read as the engine reads it (docs/wire/multiplayer-godot4.md, 2.9)."""
    client = game.client()
    client.down(add_peer(OTHER))
    odd = client.down(add_peer(peer))
    capture = game.write()
    assert values(capture, odd, "godot.sys.peer") == [str(peer)]
    assert "malformed" not in values(capture, odd, "_ws.col.Info")[0]


def test_path_as_of_the_frame(game):
    client = game.client()
    first = client.down(simplify(1, "Main/A"))
    before = client.down(rpc(1))
    second = client.down(simplify(1, "Main/B"))
    after = client.down(rpc(1))
    capture = game.write()
    for options in ((), ("-2",)):
        assert [node_of(capture, frame, *options) for frame in (before, after)] == ["Main/A", "Main/B"]
    assert values(capture, before, "godot.path.announced_in") == [str(first)]
    assert values(capture, after, "godot.path.announced_in") == [str(second)]
    assert frames(capture, "godot.path.duplicate") == [second]


def test_ids_belong_to_their_sender(game):
    client = game.client()
    client.down(simplify(1, "Main/FromServer"))
    client.up(simplify(1, "Main/FromClient"))
    down, up = client.down(rpc(1)), client.up(rpc(1))
    capture = game.write()
    assert [node_of(capture, frame) for frame in (down, up)] == ["Main/FromServer", "Main/FromClient"]


def test_several_in_one_frame(game):
    """An announcement later in the same datagram does not hold for an earlier command."""
    client = game.client()
    client.down(simplify(1, "Main/Old"))
    both = game.put(enet.datagram(enet.reliable(2, rpc(1)), enet.reliable(3, simplify(1, "Main/New")),
                                  enet.reliable(4, rpc(1)), sent_time=500), client.address, False)
    for options in ((), ("-2",)):
        assert node_of(game.write(), both, *options) == "Main/Old Main/New"


def test_relayed_ids_belong_to_the_source(game):
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(add_peer(OTHER))
    two.down(add_peer(CLIENT))
    two.down(simplify(1, "Main/Server"))
    one.up(relay(OTHER, simplify(1, "Main/One")))
    announced = two.down(relay(CLIENT, simplify(1, "Main/One")))
    frame = two.down(relay(CLIENT, rpc(1)))
    assert values(game.write(), frame, "godot.rpc.node", "godot.path.announced_in") == ["Main/One", str(announced)]


def test_what_a_client_of_unknown_id_told_another_is_confirmed(game):
    """Of a late capture, the slot tells which end is the server."""
    client = game.client(slot=1, handshake=False)
    announced = client.up(relay(OTHER, simplify(1, "Main")))
    answer = client.down(relay(OTHER, confirm(1)))
    assert values(game.write(), answer, "godot.path.announced_in", options=AS_ENET) == [str(announced)]


def test_borrowed_from_another_receiver(game):
    """If the capture lacks the announcement to one client, that to another client is used."""
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    early = two.down(rpc(1))
    one.down(simplify(1, "Main"))
    frame = two.down(rpc(1))
    capture = game.write()
    assert node_of(capture, frame) == node_of(capture, frame, "-2") == "Main"
    assert node_of(capture, early) == node_of(capture, early, "-2") == ""
    assert frames(capture, "godot.path.unknown || godot.overtaken", "-2") == [early]


@pytest.mark.parametrize("told, used, expert", [
    ([simplify(1, "Main")], rpc(1), "godot.path.duplicate"),
    ([simplify(1, "Main"), spawn(1, 2, "Crate", [3])], despawn(2), "godot.spawn.id_reused || godot.spawn.id_used")])
def test_what_is_borrowed_was_not_told_before(game, told, used, expert):
    """What was announced to another client has another meaning for this one as soon as it is announced to it."""
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    for message in told:
        one.down(message)
    for message in (*told[:-1], used, told[-1], RAW):
        two.down(message)
    capture = game.write()
    assert frames(capture, expert) == frames(capture, expert, "-2") == []


@pytest.mark.parametrize("heard, node", [(True, "Main"), (False, "")])
def test_nothing_is_borrowed_of_a_connection_that_may_have_ended(game, heard, node):
    """That it was alive must be known by then: a second pass says no more."""
    one = game.client(CLIENT, 0)
    one.down(simplify(1, "Main"))
    two = game.client(OTHER, 1)
    if heard:
        one.up(RAW)
    frame = two.down(rpc(1))
    one.up(RAW)
    capture = game.write()
    assert node_of(capture, frame) == node_of(capture, frame, "-2") == node


@pytest.mark.parametrize("waits", [False, True])
def test_nothing_is_borrowed_for_what_was_not_delivered(game, waits):
    """A second pass says no more than the first one."""
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(simplify(1, "Main"))
    if waits:
        skip_a_number(two)
    frame = two.down(rpc(1))
    capture = game.write()
    assert node_of(capture, frame) == node_of(capture, frame, "-2") == ("" if waits else "Main")


def test_borrowed_without_handshakes(game):
    """Of a capture that begins later, the slots tell which end is the server: it has several."""
    one, two = game.client(CLIENT, 1, handshake=False), game.client(OTHER, 2, handshake=False)
    two.up(simplify(1, "Mine"))
    one.up(simplify(1, "Mine"))
    one.down(simplify(1, "Main/1"))
    frame = two.down(rpc(1))
    assert node_of(game.write(), frame, *AS_ENET) == "Main/1"


def test_reconnected_ids_never_mean_the_old_node(game):
    """A new connection has caches of its own on both sides, even with the id and the slot of the old one."""
    one = game.client()
    one.down(simplify(1, "Main/Old"))
    one.up(simplify(1, "Main/Mine"))
    one.down(simplify(2, "Main/Spawner"))
    one.down(spawn(2, 1, "old", (2,)))
    one.leave()
    again = game.client()
    used = [again.down(rpc(1)), again.up(rpc(1))]
    synced = again.down(sync(1, 2), 1, True)
    again.down(RAW)
    capture = game.write()
    for options in ((), ("-2",)):
        assert frames(capture, "godot.path.unknown", *options) == used
    assert frames(capture, "godot.spawn.not_captured") == frames(capture, "godot.sync.unspawned", "-2") == [synced]


@pytest.mark.parametrize("handshake", [True, False])
def test_peer_that_left_and_came_again(game, handshake):
    """What a client told another one is void when the server says that it left. Of a late capture, only the relay names
    it."""
    two = game.client(OTHER, handshake=handshake)
    two.down(add_peer(CLIENT))
    two.down(relay(CLIENT, simplify(1, "Main/Old")))
    old = two.down(relay(CLIENT, rpc(1)))
    two.down(del_peer(CLIENT))
    two.down(add_peer(CLIENT))
    new = two.down(relay(CLIENT, rpc(1)))
    capture = game.write()
    assert [node_of(capture, frame, *AS_ENET) for frame in (old, new)] == ["Main/Old", ""]
    assert frames(capture, "godot.path.unknown", *AS_ENET) == [new] * handshake


def test_peer_that_heard_it_left_and_came_again(game):
    """What it was told is void as well."""
    one = game.client()
    one.down(add_peer(OTHER))
    one.up(relay(OTHER, simplify(1, "Main/Old")))
    old = one.up(relay(OTHER, rpc(1)))
    one.down(del_peer(OTHER))
    one.down(add_peer(OTHER))
    unheard = one.up(relay(OTHER, rpc(1)))
    one.ack_all_down()
    new = one.up(relay(OTHER, rpc(1)))
    capture = game.write()
    assert node_of(capture, old) == node_of(capture, unheard) == "Main/Old"
    assert frames(capture, "godot.path.unknown") == frames(capture, "godot.path.unknown", "-2") == [new]


def test_what_a_peer_was_told_before_it_was_heard_that_it_left_is_void(game):
    """The word of its leaving was on its way."""
    one = game.client()
    one.down(add_peer(OTHER))
    one.ack_all_down()
    one.down(del_peer(OTHER))
    one.up(relay(OTHER, simplify(1, "Main/Old")))
    unheard = one.up(relay(OTHER, rpc(1)))
    one.ack_all_down()
    heard = one.up(relay(OTHER, rpc(1)))
    capture = game.write()
    for passes in ((), ("-2",)):
        assert [node_of(capture, frame, *passes) for frame in (unheard, heard)] == ["Main/Old", ""]


def test_overtaken_announcement(game):
    """One pass cannot know what comes later; two passes name the node and say so."""
    client = game.client()
    client.down(simplify(1, "Main"))
    early = client.down(rpc(2), 1, True)
    announced = client.down(simplify(2, "Main/Late"))
    capture = game.write()
    assert frames(capture, "godot.path.unknown") == []
    assert frames(capture, "godot.path.not_captured") == [early]
    assert frames(capture, "godot.overtaken", "-2") == [early]
    assert values(capture, early, "godot.rpc.node", "godot.path.announced_in") == ["Main/Late", str(announced)]


@pytest.mark.parametrize("answer", [confirm(1), confirm_path("Main")])
def test_an_answer_may_be_captured_before_what_it_confirms(game, answer):
    client = game.client()
    answered = client.up(answer)
    client.down(simplify(1, "Main"))
    call = client.down(rpc(1))
    assert values(game.write(), call, "godot.path.confirmed_in") == [str(answered)]
    assert expert_frames(game, "godot.path.too_early") == []


@pytest.mark.parametrize("answer, again", [
    (confirm(1), simplify(1, "Other")), (confirm_path("Main"), simplify(2, "Main"))])
def test_an_answer_confirms_one_announcement(game, answer, again):
    """Also one that is captured before."""
    client = game.client()
    answered = client.up(answer)
    announced = client.down(simplify(1, "Main")), client.down(again)
    capture = game.write()
    assert [values(capture, frame, "godot.path.confirmed_in") for frame in announced] == [[str(answered)], [""]]


def test_who_has_other_methods_is_told(game):
    client = game.client()
    first = client.down(simplify(1, "Main"))
    second = client.up(simplify(1, "Main", OTHER_MD5))
    assert values(game.write(), second, "_ws.expert.message") == [
        f"Peers have different RPC methods for Main: MD5 {OTHER_MD5} at peer {CLIENT}, {EMPTY_MD5} at peer 1 "
        f"(frame {first})"]


def test_call_by_path_that_overtakes_its_announcement(game):
    """Its path is on the wire; the MD5 that proves its method comes later."""
    client = game.client()
    early = client.up(rpc_path("Main/Somebody", method=0), channel=1, unreliable=True)
    client.up(simplify(1, "Main/Somebody", godot4.methods_md5("player.gd")))
    late = client.up(rpc_path("Main/Somebody", method=0), channel=1, unreliable=True)
    capture, project = game.write(), ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    method = sorted(godot4.rpc_names("player.gd")[1])[0]
    assert [values(capture, early, "godot.rpc.method", options=(*project, *passes)) for passes in ((), ("-2", ))
            ] == [[""], [method]]
    assert values(capture, late, "godot.rpc.method", options=project) == [method]
    assert frames(capture, "godot.overtaken", "-2") == [early]


def test_scenes_tell_which_of_two_scripts_a_node_has(game, tmp_path):
    """Both have the same MD5, as their methods have the same names; without one, the scenes alone name the method."""
    project = tmp_path / "project"
    project.mkdir()
    files = nodes = ""
    for number in (1, 2):
        (project / f"{number}.gd").write_text(f"extends Node\n@rpc func hit(by_{number}: int): pass\n")
        files += f'[ext_resource type="Script" path="res://{number}.gd" id="{number}"]\n'
        nodes += f'[node name="N{number}" type="Node" parent="."]\nscript = ExtResource("{number}")\n'
    (project / "3.gd").write_text("extends Node\n@rpc func heal(by_3: int): pass\n")
    files += '[ext_resource type="Script" path="res://3.gd" id="3"]\n'
    nodes += '[node name="N3" type="Node" parent="."]\nscript = ExtResource("3")\n'
    (project / "main.tscn").write_text(f'[gd_scene]\n{files}[node name="Main" type="Node"]\n{nodes}')
    client = game.client()
    client.up(rpc_path("Main/N2", method=0))
    client.up(simplify(1, "Main/N2", hashlib.md5(b"hit").hexdigest()))
    client.up(rpc(1, 0, b"\1\x02\x64"))
    client.up(simplify(2, "Main/N3", hashlib.md5(b"hit").hexdigest()))      # so its script is another one
    client.up(rpc(2, 0, b"\1\x02\x64"))
    client.up(simplify(3, "Main/N1", "0" * 32))     # so the game has other scripts
    client.up(rpc(3, 0, b"\1\x02\x64"))
    capture, options = game.write(), ("-o", f"godot.project_directory:{readable(project)}")
    assert fields(capture, "godot.rpc.method", "godot.rpc.method", "godot.rpc.method_origin", options=options) == [
        [["hit"], ["by the scenes"]], [["hit"], ["proved by MD5"]], [["hit"], ["proved by MD5"]]]
    assert "Main/N2.hit(by_2: 100)" in tshark("-r", capture, *options)


def test_overtaken_spawn(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    early = client.down(sync(1, 2), 1, True)
    spawned = client.down(spawn(1, 1, "mob", (2,)))
    capture = game.write()
    assert frames(capture, "godot.overtaken", "-2") == [early]
    assert values(capture, early, "godot.sync.node", "godot.node.spawned_in") == ["…/mob", str(spawned)]


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("names, uses, field, node", [
    (simplify(2, "Late"), rpc(2), "godot.rpc.node", "Late"),
    (spawn(1, 1, "mob", (2,)), sync(1, 2), "godot.sync.node", "…/mob")])
def test_what_was_not_delivered_names_nothing(game, names, uses, field, node, waits):
    """It waits until the end for a message before it."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.seq[False, 0, False] += int(waits)
    client.down(names)
    frame = client.down(uses, 1, True)
    for passes in ((), ("-2",)):
        assert values(game.write(), frame, field, options=passes) == ["" if waits else node]


def test_spawned_and_despawned(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    spawned = client.down(spawn(1, 1, "mob", (2,)))
    fresh = client.down(sync(1, 2), 1, True)
    gone = client.down(despawn(1))
    stale = client.down(sync(2, 2), 1, True)
    client.down(RAW)
    capture = game.write()
    assert values(capture, fresh, "godot.node.spawned_in", "godot.node.despawned_in") == [str(spawned), ""]
    assert values(capture, stale, "godot.node.spawned_in", "godot.node.despawned_in") == [str(spawned), str(gone)]
    assert values(capture, spawned, "godot.node.despawned_in") == [str(gone)]
    assert frames(capture, "godot.spawn.not_captured") == frames(capture, "godot.sync.unspawned", "-2") == [stale]


def test_each_row_of_the_users_table_names_a_method(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    for number in (1, 2):
        client.down(rpc(1, number))
    rows = '"Main/*","1","none",""\n"Main","1","one",""\n"M?in","2","two",""\n"Main","2","late",""'
    shown = fields(game.write(), "godot.rpc.node", "godot.rpc.method", options=["-o", f"uat:godot_methods:{rows}"])
    assert shown == [[["one"]], [["two"]]]


def test_confirmation_is_known_from_its_frame_on(game):
    client = game.client()
    announced = client.down(simplify(1, "Main"))
    before = client.down(rpc(1))
    confirmed = client.up(confirm(1))
    after = client.down(rpc(1))
    capture = game.write()
    assert values(capture, announced, "godot.path.confirmed_in") == [str(confirmed)]
    assert values(capture, before, "godot.path.confirmed_in") == [""]
    assert values(capture, after, "godot.path.confirmed_in") == [str(confirmed)]


@pytest.mark.parametrize("confirmed", [confirm(1, 2), confirm_path("Main", 2)])
def test_a_confirmation_has_any_truth_value(game, confirmed):
    """Engines send 0 or 1 (docs/wire/multiplayer-godot4.md, 2.3), and take each other number for true."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.up(confirmed)
    assert info_of(game.write(), frame) == f"{CLIENT} → 1  Path Main confirmed"


def test_confirmation_by_path(game):
    """The confirmation of 4.0 to 4.2."""
    client = game.client()
    announced = client.down(simplify(1, "Main/Players"))
    confirmed = client.up(confirm_path("Main/Players"))
    after = client.down(rpc(1))
    later = client.up(b"\x03x")
    capture = game.write()
    assert values(capture, confirmed, "godot.path.name", "godot.path.announced_in") == ["Main/Players", str(announced)]
    assert values(capture, after, "godot.path.confirmed_in") == [str(confirmed)]
    assert values(capture, later, "godot.peer.engine") == ["4.0 to 4.2"]


def test_a_confirmation_of_nothing_tells_no_version(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    client.up(confirm_path("Main")[:2])
    frame = client.up(RAW)
    assert values(game.write(), frame, "godot.peer.engine") == [""]


def test_confirmation_of_a_short_path(game):
    """Three letters and their NUL have the length of an id."""
    client = game.client()
    announced = client.down(simplify(1, "Top"))
    confirmed = client.up(confirm_path("Top"))
    after = client.down(rpc(1))
    capture = game.write()
    assert values(capture, confirmed, "godot.path.name", "godot.path.id",
                  "godot.path.announced_in") == ["Top", "", str(announced)]
    assert values(capture, after, "godot.path.confirmed_in") == [str(confirmed)]


def test_messages_behind_a_deep_one_in_a_compressed_datagram(game):
    """Much is read between the two blocks, and long after the first was undone."""
    client = game.client()
    client.down(simplify(1, "Main"))
    deep = b"\x1c\0\0\0\1\0\0\0" * 100 + bytes(4)
    block = enet.reliable(2, rpc(1, 3, b"\1" + deep)) + enet.reliable(3, simplify(2, "Main/Behind"))
    frame = game.put(enet.header(0, 500, compressed=True) + zlib.compress(block), client.address, False)
    capture = game.write()
    for options in ((), ("-2",)):
        assert values(capture, frame, "godot.message", "godot.path.name",
                      options=options) == ["rpc path", "Main/Behind"]


def test_version_of_the_peers(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(confirm(1))
    client.down(delta(by_path(1)))
    down, up = client.down(b"\x03x"), client.up(b"\x03x")
    capture = game.write()
    assert [values(capture, frame, "godot.peer.engine")[0] for frame in (down, up)] == ["4.1 or later", "4.3 or later"]


def test_mesh_has_no_peer_ids(tmp_path):
    game = Game(tmp_path)
    client = game.client(peer=0)
    client.down(simplify(1, "Main/A"))
    client.up(simplify(1, "Main/B"))
    down, up = client.down(rpc(1)), client.up(rpc(1))
    capture = game.write()
    assert [values(capture, frame, "godot.rpc.node", "godot.peer.source", "godot.peer.target")
            for frame in (down, up)] == \
           [["Main/A", "", ""], ["Main/B", "", ""]]
    assert [info_of(capture, frame) for frame in (down, up)] == [
        f"RPC Main/{letter} #3()  [reliable, ch 0]" for letter in "AB"]


def test_raw_argument_is_a_value_like_others(game):
    """Its bytes have the field that all bytes have, and its text ends at the limit of the preference."""
    client = game.client()
    client.down(simplify(1, "Main/A"))
    frame = client.down(struct.pack("<BBB", 0x80, 1, 0) + bytes(range(200)))
    capture = game.write()
    names = ("godot.variant.bytes", "godot.rpc.raw", "godot.rpc.args")
    whole = f"PackedByteArray({', '.join(map(str, range(200)))})"
    assert values(capture, frame, *names) == [bytes(range(200)).hex(), bytes(range(200)).hex(), whole]
    assert values(capture, frame, *names, options=("-o", "godot.variant.text:30"))[2] == whole[:29] + "…"


@pytest.mark.parametrize("peer, is_clients, is_proof", [
    (0, False, False), (1, False, False), (2, True, False), (0xFFFF, True, False), (0x10000, True, True),
    (0x7FFFFFFF, True, True), (0x80000000, False, False)])
def test_ids_of_clients(game, peer, is_clients, is_proof):
    """docs/wire/multiplayer-godot4.md, 4: from 2 on, in 31 bits. A random one is hardly small, so none of those is
    proof."""
    client = game.client(peer=peer)
    proved = client.down(add_peer(OTHER))
    client.down(simplify(1, "Main/A"))
    frame = client.down(rpc(1))
    capture = game.write()
    assert (proved in frames(capture, "godot")) == is_proof
    assert values(capture, frame, "godot.peer.source", "godot.peer.target") == (
        ["1", str(peer)] if is_clients else ["", ""])


@pytest.mark.parametrize("left", ["before", "while it is there", "never"])
def test_who_goes_to_another_server_is_in_no_mesh(tmp_path, left):
    """Only connections that are there at once tell of one."""
    game = Game(tmp_path)
    first = game.client()
    if left == "before":
        first.leave()
    ends, datagrams = (first.address, ("10.0.0.1", 9999)), [
        enet.datagram(enet.connect(slot=0, connect_id=7, data=CLIENT), peer=enet.NO_PEER, sent_time=1),
        enet.datagram(enet.verify(1, 7), sent_time=2), enet.datagram(enet.ack(1, 2), peer=1),
        enet.datagram(enet.reliable(1, simplify(1, "Main/A")), peer=1, sent_time=9)]
    game.packets += [udp(data, *(ends[::-1] if number == 1 else ends)) for number, data in enumerate(datagrams)]
    if left == "while it is there":
        message = game.packets.pop()
        first.leave()
        game.packets.append(message)
    assert values(game.write(), len(game.packets), "godot.path.name", "godot.peer.source", "godot.peer.target") == [
        "Main/A", *([str(CLIENT), "1"] if left == "before" else ["", ""])]


@pytest.mark.parametrize("others", [0, 300])
@pytest.mark.parametrize("both", [True, False], ids=["both ends connect", "one connects to two"])
def test_mesh_of_peers_that_tell_their_ids(tmp_path, both, others):
    """Each connects with its own id as data, as a client of a server does; still there is no peer 1, however many
    others connect meanwhile to a server."""
    first, second, third = ("10.0.0.2", 50000), ("10.0.0.3", 50001), ("10.0.0.4", 50002)
    packets = []

    def put(data, source, target):
        packets.append(udp(data, source, target))
        return len(packets)

    def connect(source, target, slot, connect_id, data):
        put(enet.datagram(enet.connect(slot=slot, connect_id=connect_id, data=data), peer=enet.NO_PEER, sent_time=1),
            source, target)
        put(enet.datagram(enet.verify(slot + 1, connect_id), peer=slot, sent_time=2), target, source)
        put(enet.datagram(enet.ack(1, 2), peer=slot + 1), source, target)

    connect(first, second, 0, 0x1111, 70111)
    connect(*((second, first, 4, 0x2222, 70222) if both else (first, third, 4, 0x3333, 70111)))
    for number in range(others):
        connect(("10.0.1.1", 50000 + number), ("10.0.0.9", 7777), number, 0x4000 + number, 80000 + number)
    put(enet.datagram(enet.reliable(1, simplify(1, "Main/A")), peer=1, sent_time=3), first, second)
    frame = put(enet.datagram(enet.reliable(2, rpc(1)), peer=1, sent_time=4), first, second)
    capture = pcap.write(tmp_path / "mesh.pcap", packets)
    for passes in ((), ("-2",)):
        assert values(capture, frame, "godot.rpc.node", "godot.peer.source", "godot.peer.target",
                      options=passes) == ["Main/A", "", ""]


# --- what Godot would complain about ----------------------------------------------------


def expert_frames(game, name, options=("-2",)):
    return frames(game.write(), name, *options)


def test_same_in_both_passes(game):
    """Returns the frames of checks that do not need later frames."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2,)))
    expected = [client.down(spawn(1, 5, "mob")), client.down(sync(9, 2), 1, True), client.down(sync(8, 2), 1, True),
                client.up(sync(1, 7), 1, True), client.down(despawn(77)), client.up(relay(99999, b"\x03x"))]
    del expected[1]
    capture = game.write()
    assert frames(capture, "godot && _ws.expert") == frames(capture, "godot && _ws.expert", "-2") == expected


def test_methods_that_differ(game):
    client = game.client()
    client.down(simplify(1, "Main/Shop"))
    other = client.up(simplify(1, "Main/Shop", OTHER_MD5))
    refused = client.up(confirm(1, 0))
    capture = game.write()
    assert frames(capture, "godot.path.differs") == [other]
    assert frames(capture, "godot.path.checksum") == [refused]
    [text] = values(capture, refused, "_ws.expert.message")
    assert text.startswith(
        "The rpc node checksum failed. Make sure to have the same methods on both nodes. Node path: Main/Shop")
    assert EMPTY_MD5 in text and OTHER_MD5 in text


def test_methods_of_which_one_client_tells_another_are_held_against_the_servers(game):
    """What the server tells is not: it may be another node by now."""
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(add_peer(OTHER))
    one.down(simplify(1, "Main/Shop"))
    one.up(relay(OTHER, simplify(1, "Main/Shop")))
    other = one.up(relay(OTHER, simplify(2, "Main/Shop", OTHER_MD5)))
    two.down(simplify(1, "Main/Shop", OTHER_MD5))
    capture = game.write()
    assert frames(capture, "godot.path.differs") == frames(capture, "godot.path.differs", "-2") == [other]


def test_never_confirmed(tmp_path):
    game = Game(tmp_path, step=0.1)
    client = game.client()
    lost = client.down(simplify(1, "Main/Missing"))
    client.ack_down()
    client.down(simplify(2, "Main/There"))
    client.up(confirm(2))
    for _ in range(8):
        client.up(b"\x03x")
    late = client.down(rpc_path("Main/Missing"))
    client.down(rpc_path("Main/There"))
    capture = game.write()
    assert frames(capture, "godot.path.never_confirmed", "-2") == [lost]
    assert frames(capture, "godot.path.unconfirmed") == frames(capture, "godot.path.unconfirmed", "-2") == [late]


@pytest.mark.parametrize("step, later, acknowledged, relayed, said", [
    (0.1, 4, True, False, True), (0.1, 4, False, False, False), (0.1, 2, True, False, False),
    (0.3, 1, True, False, False), (0.3, 2, True, False, True), (0.1, 8, True, True, False),
    (0.1, 11, True, True, True)])
def test_never_confirmed_is_known_when_the_answer_would_be_there(tmp_path, step, later, acknowledged, relayed, said):
    """It takes a round trip (one step here) and a frame of the game; between two clients it goes through the server."""
    game = Game(tmp_path, step=step)
    client = game.client()
    announcement = simplify(1, "Main/Missing")
    lost = client.down(relay(OTHER, announcement) if relayed else announcement)
    if acknowledged:
        client.ack_down()
    else:
        client.up(b"\x03x", unreliable=True)
    for _ in range(later):
        client.up(b"\x03x")
    assert frames(game.write(), "godot.path.never_confirmed", "-2") == ([lost] if said else [])


@pytest.mark.parametrize("later, said", [(2, False), (4, True)])
def test_the_server_confirms_as_soon_as_a_client(tmp_path, later, said):
    game = Game(tmp_path, step=0.1)
    client = game.client()
    lost = client.up(simplify(1, "Main/Missing"))
    game.put(enet.datagram(enet.ack(1, game.sent[client.address, True], 0)), client.address, False)
    for _ in range(later):
        client.down(RAW)
    assert frames(game.write(), "godot.path.never_confirmed", "-2") == ([lost] if said else [])


@pytest.mark.parametrize("swapped, said", [(False, True), (True, False)])
def test_of_two_clocks_an_answer_may_stand_elsewhere(tmp_path, swapped, said):
    """The answer to the CONNECT stands before it: a confirmation may have been captured before the announcement."""
    game = Game(tmp_path, step=0.3)
    client = game.client()
    if swapped:
        game.packets[0], game.packets[1] = game.packets[1], game.packets[0]
    lost = client.down(simplify(1, "Main/Missing"))
    client.ack_down()
    for _ in range(8):
        client.up(RAW)
    assert frames(game.write(), "godot.path.never_confirmed", "-2") == [lost] * said


@pytest.mark.parametrize("handshake", [True, False])
def test_an_id_is_announced_once(game, handshake):
    """The capture may lack what made it free."""
    client = game.client(slot=3, handshake=handshake)
    client.down(simplify(1, "Main/A"))
    client.down(simplify(2, "Main/B"))
    again = client.down(simplify(1, "Main/C"))
    assert expert_frames(game, "godot.path.duplicate", AS_ENET) == [again] * handshake


def test_nobody_confirms_what_may_be_lost(tmp_path):
    """Nothing acknowledges an unreliable message."""
    game = Game(tmp_path, step=0.3)
    client = game.client()
    client.down(simplify(1, "Main/Missing"), 1, unreliable=True)
    for _ in range(8):
        client.up(RAW)
    assert frames(game.write(), "godot.path.never_confirmed", "-2") == []


@pytest.mark.parametrize("acknowledged", [False, True])
@pytest.mark.parametrize("captured", [False, True])
def test_what_was_acknowledged_but_not_captured_may_be_the_confirmation(tmp_path, captured, acknowledged):
    game = Game(tmp_path, step=0.1)
    client = game.client()
    lost = client.down(simplify(1, "Main/Missing"))
    client.ack_down()
    client.up(b"\x03x")
    sent_time = game.sent[client.address, True]
    if not captured:
        game.packets.pop()
    if acknowledged:
        game.put(enet.datagram(enet.ack(1, sent_time, 0)), client.address, False)
    for _ in range(8):
        client.up(b"\x03x")
    assert frames(game.write(), "godot.path.never_confirmed", "-2") == ([lost] if captured else [])


def test_id_never_announced(game):
    client = game.client()
    frame = client.down(rpc(3))
    assert expert_frames(game, "godot.path.unknown") == [frame]
    assert "ID 3 not found in cache of peer 1." in tshark("-r", game.path, "-V")


@pytest.mark.parametrize("call", [enet.unsequenced(1, rpc(9), 0), enet.unsequenced(1, rpc(9), 1),
                                  enet.reliable(1, rpc(9), 3)])
def test_an_id_may_be_announced_behind_the_call_in_a_datagram(game, call):
    """One pass does not know it yet, and so blames nobody; over other channels, calls overtake announcements."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = game.put(enet.datagram(call, enet.reliable(2, simplify(9, "Main/Late")), peer=0), client.address, False)
    client.seq[False, 0, False] = 2
    client.down(RAW)
    capture = game.write()
    assert frames(capture, "godot.path.unknown") == frames(capture, "godot.path.unknown", "-2") == []
    assert frames(capture, "godot.path.not_captured") == frames(capture, "godot.overtaken", "-2") == [frame]


def test_behind_a_datagram_that_was_cut_nobody_is_blamed(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    cut = client.down(b"\x03xyz", 1, True)
    game.packets[cut - 1] = game.packets[cut - 1][:-1]
    frame = client.down(rpc(9))
    client.down(RAW)
    capture = pcap.write(game.path, game.packets, padding=1)
    assert values(capture, frame, "_ws.expert.message") == [
        "No announcement of ID 9 was captured: an earlier datagram was cut by the capture"]


def test_behind_a_datagram_that_was_cut_in_its_frame_nobody_is_blamed(game):
    """Somebody's own protocol brings another datagram in the same frame."""
    script = game.path.with_suffix(".lua")
    script.write_text(f"""
        local bundle, enet = Proto("datagrams", "A datagram, and if it was cut, a second one"), Dissector.get("enet")
        function bundle.dissector(tvb, pinfo, tree)
            enet:call(tvb, pinfo, tree)
            if tvb:len() < tvb:reported_len() then
                local second = "{enet.datagram(enet.unsequenced(3, rpc(9), 1), peer=0).hex()}"
                enet:call(ByteArray.new(second):tvb("Datagram"), pinfo, tree)
            end
        end
        DissectorTable.get("udp.port"):add({pcap.SERVER[1]}, bundle)""")
    client = game.client()
    client.down(simplify(1, "Main"))
    commands = [enet.unsequenced(number, RAW, 1) for number in (1, 2)]
    cut = game.put(enet.datagram(*commands, peer=0), client.address, False)
    game.packets[cut - 1] = game.packets[cut - 1][:-1]
    client.down(RAW)
    capture = pcap.write(game.path, game.packets, padding=1)
    assert values(capture, cut, "_ws.expert.message", options=("-2", *wireshark.with_lua(script))) == [
        "The capture does not hold the whole datagram "
        "No announcement of ID 9 was captured: an earlier datagram was cut by the capture"]


def skip_a_number(client):
    """The server sends a reliable command that the capture does not hold."""
    client.seq[False, 0, False] = client.seq.get((False, 0, False), 0) + 1


@pytest.mark.parametrize("begin, upward, reason", [
    (lambda client: None, False, "none so far, but it may have been overtaken"),
    (lambda client: client.down(simplify(1, "Main")), False, "none so far, but it may have been overtaken"),
    (lambda client: (skip_a_number(client), client.down(simplify(1, "Main"))), False,
     "an earlier reliable message is missing, or came late"),
    (lambda client: None, True, "none so far, but it may have been overtaken"),
    (lambda client: client.game.packets.pop(1), True, "the capture does not hold what that peer sends"),
    (lambda client: client.game.packets.pop(0), False, "the capture does not hold the beginning of the connection")])
def test_what_the_capture_lacks_is_said(game, begin, upward, reason):
    """Of what the server told the client before this message: it calls by an id that the server has not announced, or
    the client sends to a peer of which the server has not told it."""
    client = game.client()
    begin(client)
    if upward:
        client.up(relay(OTHER, simplify(1, "Main")))
    else:
        client.down(rpc(9), 2)
    texts = fields(game.write(), "", "_ws.expert.message", options=(*AS_ENET, "-o", "enet.payload:godot4"))[-1][0]
    assert [text.rpartition(": ")[2] for text in texts if "captured" in text] == [reason]


def test_a_gap_that_a_datagram_shows_is_before_what_follows_in_it(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    commands = (enet.ping(9), enet.reliable(3, simplify(2, "Other")), enet.unsequenced(1, rpc(9), 1))
    frame = game.put(enet.datagram(*commands, peer=0), client.address, False)
    texts = values(game.write(), frame, "_ws.expert.message", options=("-o", "enet.payload:godot4"))
    assert any("ID 9 was captured: an earlier reliable message is missing" in text for text in texts), texts


@pytest.mark.parametrize("later", [False, True])
def test_what_is_missing_excuses_only_what_comes_behind_it(game, later):
    """The client acknowledged a message of the server that was not captured: it may have announced the id."""
    def miss():
        skip_a_number(client)
        game.put(enet.datagram(enet.ack(client.seq[False, 0, False], 1500, 0)), client.address, True)

    client = game.client()
    client.down(simplify(1, "Main"))
    if not later:
        miss()
    frame = client.down(rpc(9))
    client.down(RAW)
    if later:
        miss()
    client.down(RAW)
    assert expert_frames(game, "godot.path.unknown") == ([frame] if later else [])
    assert frames(game.path, "godot.path.not_captured", "-2") == ([] if later else [frame])


def test_states_of_peers_that_are_not_known_are_not_compared(tmp_path):
    """Without a handshake nothing tells who relays for whom, so both may have sent the state with the earlier time."""
    game = Game(tmp_path)
    client = game.client(handshake=False)
    for number in range(1, 9):
        client.down(simplify(number, f"Main/{number}"))
    for time in (5, 4):
        client.down(relay(OTHER, sync(time, 7)), 1, True)
    states = client.down(sync(9, 7), 1, True), client.down(sync(8, 7), 1, True)
    assert set(states) <= set(frames(game.write(), "godot.sync.time"))
    assert expert_frames(game, "godot.sync.stale") == expert_frames(game, "godot.sync.stale", ()) == []


def test_id_announced_before_the_capture(tmp_path):
    game = Game(tmp_path)
    client = game.client(slot=3, handshake=False)
    for _ in range(3):
        client.down(simplify(1, "Main"))
        client.up(simplify(1, "Main"))
    frame, synced = client.down(rpc(9)), client.down(sync(1, 9), 1, True)
    assert expert_frames(game, "godot.path.not_captured", AS_ENET) == [frame]
    assert expert_frames(game, "godot.spawn.not_captured", AS_ENET) == [synced]
    assert expert_frames(game, "godot.path.unknown || godot.sync.unknown", AS_ENET) == []


def test_call_after_the_node_is_gone(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    client.down(simplify(2, "Main/Mobs/mob"))
    client.down(despawn(1))
    frames_after = [client.down(rpc(2))]
    client.up(rpc_path("Main/Mobs/mob"))        # it has not heard of it yet
    client.ack_all_down()
    frames_after.append(client.up(rpc_path("Main/Mobs/mob")))
    client.down(RAW)
    assert expert_frames(game, "godot.rpc.node_gone") == frames_after


def test_who_was_told_last_of_a_despawn_calls_nothing(game):
    """The client spawned the node: the server has acknowledged what the client sent, the despawn at the end."""
    client, acks = game.client(), []
    for number, message in enumerate((simplify(1, "Main/Spawner"), spawn(1, 1, "mob"), despawn(1)), 1):
        client.up(message)
        acks.append(enet.ack(number, game.sent[client.address, True], 0))
    game.put(enet.datagram(*acks), client.address, False)
    frame = client.down(rpc_path("Main/mob"))
    client.up(RAW)
    client.down(RAW)
    assert expert_frames(game, "godot.rpc.node_gone") == [frame]


def test_call_that_may_overtake_the_spawn(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    client.down(rpc_path("Main/Mobs/mob"))
    early = client.down(rpc_path("Main/Mobs/mob"), 1, True)
    game.put(enet.datagram(enet.ack(2, game.sent[client.address, False] - 2, 0)), client.address, True)
    client.down(rpc_path("Main/Mobs/mob"), 1, True)
    assert expert_frames(game, "godot.rpc.before_spawn") == expert_frames(game, "godot.rpc.before_spawn", ()) == [early]


@pytest.mark.parametrize("waits", [False, True])
def test_reliable_call_that_may_overtake_the_spawn_on_another_channel(game, waits):
    """ENet keeps the order of each channel, not between channels (docs/wire/enet.md, 4.1); spawns have channel 0. Of a
    call that waits for another message nothing is known."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    client.seq[False, 3, False] = int(waits)
    early = client.down(rpc_path("Main/Mobs/mob"), 3)
    client.down(rpc_path("Main/Mobs/mob"), 0)
    for passes in ((), ("-2",)):
        assert expert_frames(game, "godot.rpc.before_spawn", passes) == [early] * (not waits)


@pytest.mark.parametrize("together", [True, False])
def test_who_acknowledges_a_spawn_may_call_the_node(game, together):
    """Also in the same datagram, in which acknowledgements stand first."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    acks = [enet.ack(seq, time, 0) for seq, time in client.reliable.pop(0)]
    calls = [enet.unsequenced(1, rpc_path("Main/mob"), 1)]
    for commands in [acks + calls] if together else [acks, calls]:
        game.put(enet.datagram(*commands, peer=0), client.address, True)
    assert len(frames(game.write(), "godot.rpc.node")) == 1
    assert expert_frames(game, "godot.rpc.before_spawn") == expert_frames(game, "godot.rpc.before_spawn", ()) == []


@pytest.mark.parametrize("unreliable", [False, True])
def test_nobody_acknowledges_an_unreliable_spawn(game, unreliable):
    """So nothing tells whether a call that may overtake it comes too early."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"), 1 if unreliable else 0, unreliable)
    early = client.down(rpc_path("Main/mob"), 1, True)
    assert expert_frames(game, "godot.rpc.before_spawn") == ([] if unreliable else [early])


def test_spawn_of_a_used_name(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(simplify(2, "Main/Other"))
    client.down(spawn(1, 1, "mob"))
    name, number = client.down(spawn(1, 2, "mob")), client.down(spawn(1, 1, "other"))
    client.down(spawn(2, 3, "mob"))
    client.down(despawn(2))
    client.down(spawn(1, 4, "mob"))
    assert expert_frames(game, "godot.spawn.name_used") == [name]
    assert expert_frames(game, "godot.spawn.id_used") == [number]


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_despawn_that_was_not_captured_may_have_freed_the_name(game, is_missing):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    client.down(spawn(1, 2, "cow"))
    if is_missing:
        skip_a_number(client)
    name, number = client.down(spawn(1, 3, "mob")), client.down(spawn(1, 2, "other"))
    assert expert_frames(game, "godot.spawn.name_used || godot.spawn.id_used") == [name, number] * (not is_missing)


def test_net_id_of_another_node(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob"))
    client.down(despawn(1))
    client.down(spawn(1, 1, "mob"))
    client.down(despawn(1))
    reused = client.down(spawn(1, 1, "other"))
    assert expert_frames(game, "godot.spawn.id_reused") == expert_frames(game, "godot.spawn.id_reused", ()) == [reused]


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
def test_a_despawn_is_not_of_a_node_that_is_spawned_later(game, passes):
    """Both are reliable messages of one channel, so the spawn was not overtaken."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    early = client.down(despawn(5))
    client.down(spawn(1, 5, "mob"))
    capture = game.write()
    assert frames(capture, "godot.despawn.unknown", *passes) == [early]
    assert values(capture, early, "godot.spawn.name", options=passes) == [""]


def test_nor_where_the_spawn_of_its_node_was_before_the_capture(game):
    client = game.client(slot=3, handshake=False)
    client.down(simplify(1, "Main/Spawner"))
    early = client.down(despawn(5))
    client.down(spawn(1, 5, "mob"))
    capture = game.write()
    for passes in (AS_ENET, (*AS_ENET, "-2")):
        assert frames(capture, "godot.spawn.not_captured", *passes) == [early]
        assert values(capture, early, "godot.spawn.name", "_ws.col.Info", options=passes) == ["", "Despawn node 5"]


@pytest.mark.parametrize("first", [0, 1])
def test_a_node_of_which_another_client_was_told_may_be_gone_there(game, first):
    """The capture begins when the second client is there already: it has the spawn for the first one only."""
    one, two = game.client(CLIENT, 1, handshake=False), game.client(OTHER, 2, handshake=False)
    for client in (one, two):
        client.up(simplify(1, "Mine"))
        client.down(simplify(1, "Main/Spawner"))
    one.down(spawn(1, 5, "mob", (6,)))
    gone = [client.down(despawn(5)) for client in ((one, two), (two, one))[first]]
    two.down(sync(1, 6))
    for passes in ((), ("-2",)):
        names = [values(game.write(), frame, "godot.spawn.name", options=(*AS_ENET, *passes)) for frame in gone]
        assert names == [["mob"], ["mob"]]
        assert frames(game.path, "godot.spawn.not_captured || godot.despawn.unknown || godot.sync.unspawned", *AS_ENET,
                      *passes) == []


def test_despawn_of_nothing(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2,)))
    synchronizer = client.down(despawn(2))
    gone = client.down(despawn(1))
    again, unknown, of_gone = client.down(despawn(1)), client.down(despawn(9)), client.down(despawn(2))
    once_more = client.down(despawn(1))
    assert expert_frames(game, "godot.despawn.unknown") == [synchronizer, again, unknown, of_gone, once_more]
    condition = 'Condition "!pinfo.recv_nodes.has(net_id)" is true: '
    assert [[text.removeprefix(condition) for text in texts if text.startswith(condition)] for texts, in fields(
        game.path, "godot.despawn.unknown", "_ws.expert.message", options=("-2",))] == [
            [f"it was despawned in frame {gone}" if frame in (again, once_more) else "no such node was spawned"]
            for frame in (synchronizer, again, unknown, of_gone, once_more)]


def test_a_call_of_number_0(game):
    """No sender gives it (docs/wire/multiplayer-godot4.md, 2.2), but it can be read. It is no node that was spawned."""
    client = game.client()
    client.down(simplify(1, "Main"))
    client.down(spawn(1, 1, "mob"))
    frame = client.down(rpc(0))
    client.up(RAW)
    assert info_of(game.write(), frame) == f"1 → {CLIENT}  RPC node 0 #3()  [reliable, ch 0]"
    assert expert_frames(game, "godot.path.unknown") == [frame]


def test_authority(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(sync(1, by_path(1)), 1, True)
    client.down(delta(by_path(1)))
    taken = client.up(delta(by_path(1)))
    client.down(sync(2, by_path(1)), 1, True)
    client.down(sync(3, by_path(1)), 1, True)
    client.up(delta(by_path(1)))
    assert expert_frames(game, "godot.sync.authority") == expert_frames(game, "godot.sync.authority", ()) == [taken]
    assert f"Peer {CLIENT} synchronizes Main/Sync; until frame {taken - 1} it was peer 1" in tshark(
        "-r", game.path, "-V")


# Node whose authority-only method is called, by the server or the client, and the peer that its path names.
NAMED_AFTER = [
    (f"Main/{CLIENT}", False, CLIENT), (f"Main/{CLIENT}", True, None), (f"Main/{OTHER}/Sync", True, OTHER),
    (f"Main/{OTHER}/{CLIENT}", True, None), (f"Main/{CLIENT}/{OTHER}", True, None), (f"Main/{CLIENT}/1", False, None),
    ("Main/3000000000", True, None), ("Main/2147483648", True, None), ("Main/2147483647", True, 2147483647),
    ("Main/65536", True, 65536), ("Main/65535", True, None), ("Main/1", True, None), ("Main/x70000", True, None),
    ("Main", True, None),
]


@pytest.mark.parametrize("path, upward, named", NAMED_AFTER)
def test_a_node_may_be_named_after_its_authority(game, path, upward, named):
    """Numbers below 65,536 may be anything, and ids have 31 bits. The caller's own id settles it."""
    client = game.client()
    client.down(add_peer(OTHER))
    send = client.up if upward else client.down
    send(simplify(1, path, godot4.methods_md5("replication.gd")))
    send(rpc(1, godot4.method_id("replication.gd", "finish")))
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    text = tshark("-r", game.write(), "-V", *project)
    notes = re.findall(r"calls what only the authority of \S+ may call; (.*?)\]", text)
    assert notes[:1] == ([f"it is named after peer {named}"] if named else [])


FINISH = rpc(1, godot4.method_id("replication.gd", "finish"))     # only the authority may call it
OF_REPLICATION = godot4.methods_md5("replication.gd")


def notes_on_callers(game):
    """Returns (frame, what speaks against the caller) of each call of FINISH that is not the authority's."""
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    return [(int(frame), re.search(r"may call; (.*)", " ".join(texts))[1]) for [frame], texts in fields(
        game.write(), "godot.rpc.authority", "frame.number", "_ws.expert.message", options=project)]


def test_the_first_caller_counts_as_the_authority(game):
    """Of three, two are noted, once each, and the first one never. Nor is the server, which may be the authority."""
    one, two, three = (game.client(peer, slot) for slot, peer in enumerate((CLIENT, OTHER, THIRD)))
    for client in (one, two, three):
        client.up(simplify(1, "Main/Thing", OF_REPLICATION))
    called = [client.up(FINISH) for client in (one, two, one, two, three, one)]
    one.down(simplify(1, "Main/Thing", OF_REPLICATION))
    one.down(FINISH)
    said = f"peer {CLIENT} called such a method of it before"
    assert notes_on_callers(game) == [(called[1], said), (called[4], said)]


def test_nothing_speaks_against_a_caller_whose_id_is_not_known(game):
    """It may be the peer that called before."""
    one, two = game.client(CLIENT, 1), game.client(slot=3, handshake=False)
    two.down(RAW)
    for number in range(1, 4):
        for client in (one, two):
            client.up(simplify(number, f"Main/{number}", OF_REPLICATION))
    one.up(FINISH)
    call = two.up(FINISH)
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}", *AS_ENET)
    assert values(game.write(), call, "godot.rpc.method", "godot.peer.target", options=project) == ["finish", "1"]
    assert frames(game.path, "godot.rpc.authority", *project) == []


def test_who_synchronizes_a_node_may_call_what_only_its_authority_may(game):
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    for client in (one, two):
        client.up(simplify(1, "Main/Thing", OF_REPLICATION))
    one.up(simplify(2, "Main/Thing/Sync"))
    one.up(sync(1, by_path(2)), 1, True)
    one.up(FINISH)
    refused = two.up(FINISH)
    assert notes_on_callers(game) == [(refused, f"peer {CLIENT} synchronizes it")]


@pytest.mark.parametrize("name, before, message", [
    ("godot.path.differs", simplify(1, "Main/Shop"), simplify(2, "Main/Shop", OTHER_MD5)),
    ("godot.version.mixed", confirm(1), confirm_path("Main")),
    ("godot.rpc.authority", simplify(1, f"Main/{CLIENT}", OF_REPLICATION), FINISH)])
@pytest.mark.parametrize("is_missing", [False, True])
@pytest.mark.parametrize("when, seconds", [("before", 0), ("before", 6), ("after", 6)])
def test_nobody_differs_from_what_may_have_changed(game, name, before, message, is_missing, when, seconds):
    """What a client sends is held against what others said, unless something is missing before it. That nobody waits
    for it any more, after five seconds, makes no difference, whether those pass before the message or after it."""
    other, client = game.client(CLIENT, 0), game.client(OTHER, 1)
    (other.down if name == "godot.path.differs" else other.up)(before)
    client.down(simplify(1, "Main"))
    client.up(RAW if name == "godot.path.differs" else before)
    if is_missing:
        client.seq[True, 0, False] = client.seq.get((True, 0, False), 0) + 1
    client.up(RAW)
    frame = client.up(message) if when == "after" else None
    late = len(game.packets)
    game.clock = lambda: 1000 * (1 + seconds) + len(game.packets)
    client.down(RAW)
    frame = frame or client.up(message)
    capture = pcap.write_timed(game.path, [(number / 1000 + seconds * (number >= late), packet)
                                           for number, packet in enumerate(game.packets)])
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    for passes in (project, ("-2", *project)):
        assert frames(capture, name, *passes) == ([] if is_missing else [frame])


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("name, before, message", [
    ("godot.version.mixed", confirm(1), confirm_path("Main")), ("godot.rpc.authority", FINISH, FINISH)])
def test_nobody_differs_from_what_was_not_delivered(game, name, before, message, waits):
    """What waits for a message until the end says nothing of its sender."""
    other, client = game.client(CLIENT, 0), game.client(OTHER, 1)
    for each in (other, client):
        each.up(simplify(1, "Main", OF_REPLICATION))
    other.seq[True, 0, False] += int(waits)
    other.up(before)
    frame = client.up(message)
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    for passes in (project, ("-2", *project)):
        assert frames(game.write(), name, *passes) == [frame] * (not waits)


@pytest.mark.parametrize("waits", [False, True])
def test_an_announcement_that_waits_does_not_show_the_game_of_the_project(game, waits):
    client = game.client()
    client.down(simplify(1, "Main", OTHER_MD5))
    client.seq[True, 0, False] = int(waits)
    client.up(simplify(1, "Main/Thing", OF_REPLICATION))
    frame = client.down(rpc(1, 0))
    project = ("-o", f"godot.project_directory:{readable(ROOT / 'tests' / 'godot4')}")
    assert values(game.write(), frame, "_ws.expert.message", options=project) == [
        "The project's scripts match no path that was announced on this connection so far: are they another game's?"
        if waits else "No script of the project has the methods of Main"]


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_what_another_generation_announces_has_no_methods(game, passes):
    """A server that speaks with one client as Godot 3 does, and with another one as Godot 4 does."""
    header = struct.pack("<Ii", 1, CLIENT)
    old, new = game.client(CLIENT, 0), game.client(OTHER, 1)
    for number in range(4):
        old.down(header + b"\2" + struct.pack("<I", number) + b"Main\0", 1)
    new.down(simplify(1, "Main/Other"))
    new.up(simplify(1, "Main", OTHER_MD5))
    refused = [send(confirm_path("Main", 0)) for send in (new.up, new.down)]
    capture = game.write()
    assert frames(capture, "godot.path.differs", *passes) == []
    assert frames(capture, "godot.path.checksum", *passes) == refused
    for [texts] in fields(capture, "godot.path.checksum", "_ws.expert.message", options=passes):
        assert re.search(r"Node path: (.*)", texts[0])[1] == f"Main, methods of peer {OTHER}: {OTHER_MD5}"


@pytest.mark.parametrize("count, pace", [(3, 0.1), (30, 0.1), (3, 0.3)])
def test_who_was_not_told_of_another_authority_goes_on(tmp_path, count, pace):
    """However long: without a longer pause than it makes the server does not take it back."""
    game = Game(tmp_path, step=pace / 2)
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    for _ in range(count):
        client.up(RAW)
        client.down(delta(by_path(1)))
    taken = client.up(delta(by_path(1)))
    for _ in range(count):
        client.down(delta(by_path(1)))
        client.up(delta(by_path(1)))
    assert expert_frames(game, "godot.sync.authority") == expert_frames(game, "godot.sync.authority", ()) == [taken]


def test_who_spoke_first_is_not_known_of_two_clocks(game):
    """The answer was captured before what it answers: one end's clock is late."""
    client = game.client()
    game.packets[0], game.packets[1] = game.packets[1], game.packets[0]
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1)))
    client.up(delta(by_path(1)))
    assert len(frames(game.write(), "godot.sync.node")) == 2
    assert expert_frames(game, "godot.sync.authority") == expert_frames(game, "godot.sync.authority", ()) == []


def test_a_client_whose_id_is_not_known_takes_nothing_over(game):
    client = game.client(slot=3, handshake=False)
    for number in range(1, 5):
        client.up(simplify(number, f"Main/{number}"))
        client.down(simplify(number, f"Main/{number}"))
    client.down(delta(by_path(1)))
    client.up(delta(by_path(1)))
    assert len(frames(game.write(), "godot.sync.node", *AS_ENET)) == 2
    for passes in (AS_ENET, (*AS_ENET, "-2")):
        assert frames(game.path, "godot.sync.authority", *passes) == []


def test_who_may_not_be_the_authority_is_told_nothing_while_its_message_waits(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1)))
    client.seq[True, 0, False] += 1
    frame = client.up(delta(by_path(1), 0b11) + delta(by_path(1))[1:])
    assert frames(game.write(), "godot.sync.mask") == [frame - 1, frame]
    assert frames(game.path, "godot.sync.values || godot.sync.dropped") == []


def test_authority_that_comes_back(tmp_path):
    """A peer that was silent takes over when it speaks again."""
    game = Game(tmp_path, step=0.4)
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1)))
    to_client = client.up(delta(by_path(1)))
    client.up(delta(by_path(1)))
    to_server = client.down(delta(by_path(1)))
    client.down(delta(by_path(1)))
    to_client_again = client.up(delta(by_path(1)))
    assert expert_frames(game, "godot.sync.authority") == [to_client, to_server, to_client_again]


def test_an_authority_that_came_back_is_not_told_that_its_delta_is_refused(tmp_path):
    """Whom the receiver takes for it is not known."""
    game = Game(tmp_path, step=0.4)
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1)))
    client.up(delta(by_path(1)))
    back = client.down(delta(by_path(1)))
    client.down(delta(by_path(1), 0, b"\x02\x64") + delta(by_path(1))[1:])
    client.up(RAW)
    assert back in expert_frames(game, "godot.sync.authority")
    assert expert_frames(game, "godot.sync.values || godot.sync.dropped") == []


@pytest.mark.parametrize("behind, stale", [(0, True), (1, True), (32766, True), (32767, False), (50000, False)])
def test_a_time_that_is_far_behind_has_begun_again(game, behind, stale):
    """The receiver's comparison (docs/wire/multiplayer-godot4.md, 2.7)."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(sync(60000, by_path(1)), 1, True)
    frame = client.down(sync(60000 - behind, by_path(1)), 1, True)
    assert expert_frames(game, "godot.sync.stale") == [frame] * stale


def test_stale_sync(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2,)))
    client.down(sync(65534, 2), 1, True)
    client.down(sync(1, 2), 1, True)
    stale = [client.down(sync(1, 2), 1, True), client.down(sync(0, 2), 1, True)]
    client.down(sync(2, 2), 1, True)
    assert expert_frames(game, "godot.sync.stale") == expert_frames(game, "godot.sync.stale", ()) == stale


@pytest.mark.parametrize("upward", [True, False])
def test_stale_sync_of_a_client_whose_id_is_not_known(game, upward):
    """Who sends to the server is one client, and so is to whom the server sends."""
    client = game.client(slot=3, handshake=False)
    send = client.up if upward else client.down
    client.up(RAW)      # the slot shows which end is the server
    for number in range(1, 5):
        send(simplify(number, f"Main/{number}"))
    _, stale, unchanged = [send(sync(time, by_path(1)), 1, True) for time in (5, 4, 6)]
    for passes in (AS_ENET, (*AS_ENET, "-2")):
        assert expert_frames(game, "godot.sync.stale", passes) == [stale]
        assert frames(game.path, "godot.sync.unchanged", *passes) == [unchanged]


def test_a_state_whose_id_is_cut_makes_none_stale(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2, 0)))
    for state in (sync(5, 0), sync(9, 2) + b"\0\0\0", sync(7, 0)):
        client.down(state, 1, True)
    assert len(frames(game.write(), "godot.sync.time")) == 3
    assert expert_frames(game, "godot.sync.stale") == expert_frames(game, "godot.sync.stale", ()) == []


@pytest.mark.parametrize("channel, under, said", [(1, 0, True), (2, None, False)])
def test_state_bigger_than_the_mtu(game, channel, under, said):
    """Of a reliable state no part is lost."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2,)))
    parts = enet.fragments(1, sync(1, 2, values=b"\x02\x64" * 900), 1000, channel, unreliable_under=under)
    for part in parts:
        game.put(enet.datagram(part), client.address, False)
    assert len(frames(game.write(), "godot.sync.time")) == 1
    assert len(expert_frames(game, "godot.sync.big")) == int(said)


def test_how_big_a_state_is_whose_time_is_cut_is_not_said(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    for part in enet.fragments(1, sync(1)[:2], 1, 1, unreliable_under=0):
        game.put(enet.datagram(part), client.address, False)
    said = tshark("-r", game.write(), "-q", "-z", "expert")
    assert "Size too small" in said and "bigger than the MTU" not in said


def test_last_property_of_a_mask(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 1 << 62))
    frame = client.down(delta(by_path(1), 1 << 63))
    assert expert_frames(game, "godot.sync.last_property") == [frame]


def test_authentication_that_never_ends(game):
    client = game.client()
    first = client.up(b"\x07\x00token")
    client.up(b"\x07\x00more")
    client.down(b"\x07\x00welcome")
    client.down(b"\x07\x00")
    assert expert_frames(game, "godot.auth.incomplete") == [first]
    assert expert_frames(game, "godot.auth.incomplete", ()) == []       # one pass does not know the end


def test_authentication_begins_when_it_is_delivered(game):
    """What was captured first waits for the message before it."""
    client = game.client()
    client.down(RAW)
    client.seq[True, 0, False] = 1
    client.up(b"\x07\x00more")
    client.seq[True, 0, False] = 0
    first = client.up(b"\x07\x00token")
    for _ in range(3):
        client.down(RAW)
    assert expert_frames(game, "godot.auth.incomplete") == [first]


@pytest.mark.parametrize("passes", [(), ("-2",)])
@pytest.mark.parametrize("data, text", [(b"token", "Auth 5 bytes"), (b"", "Auth complete")])
def test_of_an_authentication_behind_a_gap_nothing_is_known(game, data, text, passes):
    """It waits until the end: nobody got it."""
    client = game.client()
    client.down(simplify(1, "Main"))
    client.seq[True, 0, False] = 1
    frame = client.up(b"\x07\x00" + data)
    assert info_of(game.write(), frame).endswith(text)
    assert frames(game.path, "godot.auth.incomplete", *passes) == []


def test_relay_for_an_unknown_peer(game):
    client = game.client()
    client.down(add_peer(OTHER))
    client.up(relay(OTHER, b"\x03x"))
    client.up(relay(-OTHER, b"\x03x"))
    client.up(relay(0, b"\x03x"))
    to, source = client.up(relay(THIRD, b"\x03x")), client.down(relay(THIRD, b"\x03x"))
    client.down(del_peer(OTHER))
    left = client.up(relay(OTHER, b"\x03x"))
    client.down(RAW)
    assert expert_frames(game, "godot.relay.unknown_peer") == [to, source, left]


@pytest.mark.parametrize("order", [(OTHER, THIRD), (THIRD, OTHER)])
def test_a_peer_that_came_before_the_announcement_to_another_may_know_the_id(game, order):
    """An id is the same for all peers (docs/wire/multiplayer-godot4.md, 2.2). Who came later was told anew."""
    client = game.client()
    client.down(add_peer(order[0]))
    client.ack_all_down()
    client.up(simplify(1, "Main"))
    client.down(add_peer(order[1]))
    client.ack_all_down()
    frame = client.up(relay(OTHER, rpc(1)))
    assert node_of(game.write(), frame, "-2") == ("Main" if order[0] == OTHER else "")


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_only_who_is_told_of_peers_may_know_less(game, passes):
    """The server passes on nothing from a peer after it said that it left. The client may not have heard that."""
    client = game.client()
    client.down(add_peer(OTHER))
    client.ack_down()
    client.up(RAW)
    heard = enet.ack(client.seq[True, 0, False], game.sent[client.address, True], 0)
    game.put(enet.datagram(heard), client.address, False)
    client.down(del_peer(OTHER))
    client.up(relay(OTHER, RAW))
    wrong = client.down(relay(OTHER, RAW))
    assert expert_frames(game, "godot.relay.unknown_peer", passes) == [wrong]


@pytest.mark.parametrize("upward", [True, False])
@pytest.mark.parametrize("missing", [None, True, False])
def test_a_relay_for_a_peer_of_which_a_missing_message_may_have_told(game, upward, missing):
    """Only the server tells of peers, so what is missing of the client's messages does not count. That it is missing is
    told once."""
    client = game.client()
    client.down(RAW)
    client.up(RAW)
    if missing is not None:     # the other end has it: it acknowledges it
        client.seq[missing, 0, False] += 1
        game.put(enet.datagram(enet.ack(client.seq[missing, 0, False], game.clock(), 0),
                               peer=0 if missing else client.slot), client.address, not missing)
    relays = [(client.up if upward else client.down)(relay(THIRD, RAW)) for _ in range(2)]
    client.up(RAW)
    client.down(RAW)
    assert expert_frames(game, "godot.peer.not_captured") == (relays[:1] if missing is False else [])
    assert expert_frames(game, "godot.relay.unknown_peer") == ([] if missing is False else relays)


def test_a_relay_of_nothing_has_the_peers_and_the_mode_of_its_row(game):
    """Else the message inside has them."""
    client = game.client()
    client.down(simplify(1, "Main"))
    sent, told = client.up(relay(OTHER, b"")), client.down(relay(OTHER, b""))
    capture, names = game.write(), ("source", "target")
    for frame, peers in (sent, [CLIENT, OTHER]), (told, [OTHER, CLIENT]):
        row = json.loads(wireshark.tshark("-r", capture, "-q", "-z", f"godot,messages,frame.number == {frame}"))
        assert [row["from"], row["to"], row["mode"], row["channel"]] == [*peers, "reliable", 0]
        for name, peer in zip(names, peers):
            assert set(values(capture, frame, f"godot.peer.{name}")[0].split()) == {str(peer)}
        assert values(capture, frame, "godot.transfer_mode", "godot.transfer_channel") == ["2", "0"]


def test_mixed_versions(game):
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(simplify(1, "Main/Players"))
    two.down(simplify(1, "Main/Players"))
    one.up(confirm(1))
    mixed = two.up(confirm_path("Main/Players"))
    assert expert_frames(game, "godot.version.mixed") == expert_frames(game, "godot.version.mixed", ()) == [mixed]


@pytest.mark.parametrize("heard", [None, "before it speaks", "after"])
def test_versions_of_one_run_after_the_other_are_not_mixed(game, heard):
    """Who has said nothing since another client came may have left before. A second pass knows no more."""
    one = game.client(CLIENT, 0)
    one.down(simplify(1, "Main"))
    one.up(confirm(1))
    two = game.client(OTHER, 1)
    if heard == "before it speaks":
        one.up(RAW)
    two.down(simplify(1, "Main"))
    if heard == "after":
        one.up(RAW)
    mixed = two.up(confirm_path("Main"))
    one.up(RAW)
    one.up(RAW)     # the first one still tells that nothing was said until then
    for passes in (), ("-2",):
        assert expert_frames(game, "godot.version.mixed", passes) == [mixed] * bool(heard)


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_of_each_version_the_first_confirmation_is_told(game, passes):
    """Of the same version as the one before says nothing."""
    clients = [game.client(peer, slot) for slot, peer in enumerate((CLIENT, OTHER, THIRD))]
    for client in clients:
        client.down(simplify(1, "Main/A"))
        client.down(simplify(2, "Main/B"))
    one, two, three = clients
    first, _ = one.up(confirm(1)), two.up(confirm(1))
    mixed, _, again = three.up(confirm_path("Main/A")), three.up(confirm_path("Main/B")), two.up(confirm(2))
    text = "Different versions of Godot in one session: peer {} confirms like {}, peer {} like {} (frame {})"
    old, new = "4.0 to 4.2", "4.3 or later"
    assert [[text for text in texts if text.startswith("Different")] for texts, in fields(
        game.write(), "godot.version.mixed", "_ws.expert.message", options=passes)] == [
            [text.format(THIRD, old, CLIENT, new, first)], [text.format(OTHER, new, THIRD, old, mixed)]]
    assert frames(game.path, "godot.version.mixed", *passes) == [mixed, again]


def test_mixed_generations(game):
    """A client of Godot 3 (docs/wire/multiplayer-godot3.md, 8) at a server of Godot 4."""
    client = game.client()
    client.down(simplify(1, "Main"))
    old = client.up(struct.pack("<Ii", CLIENT, 1) + b"\x02\x01\0\0\0Main\0", 1)
    client.down(simplify(2, "Main/Other"))
    assert expert_frames(game, "godot.version.other") == expert_frames(game, "godot.version.other", ()) == [old]


# --- bytes that contradict the format ---------------------------------------------------

BROKEN = [
    ("010203", "godot.short"),
    (simplify(1, "Main")[:38].hex(), "godot.short"),
    ("01" + "78" * 32 + "00" "09000000" "4d00", "godot.text"),
    ("01" + "30" * 31 + "67" + "00" "09000000" "4d00", "godot.text"),
    ("01" + "30" * 32 + "78" "09000000" "4d00", "godot.text"),
    (simplify(1, "Main")[:-1].hex(), "godot.text"),
    ("0201", "godot.short"),
    ("03", "godot.short"),
    ("30010000", "godot.rpc.node_size.invalid"),
    ("2000", "godot.short"),
    ("20ff00008001014d00", "godot.rpc.path_offset.invalid"),
    ("20020000800101" "4d00", "godot.rpc.path_offset.invalid"),
    ("2005000080" "4d00", "godot.short"),       # the path may follow at once, but then there is no method
    ("00010103" "0205", "godot.short || godot.variant.truncated || _ws.malformed || godot.variant"),
    ("0001010102050206", "godot.trailing"),
    ("0400" "01000000" "01000000" "ffffffff" "02000000" "4d00", "godot.short"),
    ("0400" "01000000" "01000000" "00000000" "ffffffff" "4d00", "godot.short"),
    ("0400" "01000000" "01000000" "00000000" "00000000", "godot.short"),
    ("04ff" "01000000" "01000000" "00000000" "02000000" "4d00" "ffffffff", "godot.short"),
    ("050100", "godot.short"),
    ("050100000000", "godot.trailing"),
    ("060100" "02000000" "ff000000" "0264", "godot.short"),
    ("0601", "godot.short"),
    ("16" "02000000" "0100", "godot.short"),
    ("07", "godot.short"),
    ("0709", "godot.sys.unknown"),
    ("0701", "godot.short"),
    ("0703" "01000000", "godot.short"),
    ("0703" "01000000" "0703" "01000000" "0361", "godot.relay.nested"),
]


NAMES = ["REMOTE_CALL", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW", "SPAWN", "DESPAWN", "SYNC", "SYS"]


@pytest.mark.parametrize("data", [b"\x00\x01", b"\x01\x02\x03", b"\x02\x01", b"\x03", b"\x04\xff\x01", b"\x05\x01\x00",
                                  b"\x07\x01\x00", b"\x07"], ids=lambda data: NAMES[data[0]])
def test_info_of_a_broken_message(game, data):
    """A row always says what the message was meant to be."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(data)
    assert info_of(game.write(), frame).startswith(f"1 → {CLIENT}  {NAMES[data[0]]} (malformed)")


def test_a_broken_message_in_a_relay_is_malformed_once(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.up(relay(OTHER, b"\x00\x01"))
    assert info_of(game.write(), frame) == f"{CLIENT} → {OTHER}  REMOTE_CALL (malformed)  [reliable, ch 0]"


@pytest.mark.parametrize("spawner, name, state, mark", [
    (1, "Box", b"\x02", " (malformed)"), (1, "Box", b"", ""), (1, "", b"", ""), (2, "Box", b"", "")])
def test_a_spawn_has_the_name_that_was_read(game, spawner, name, state, mark):
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(spawn(spawner, 9, name, state=state))
    by = {1: "Main", 2: "node 2"}[spawner]
    assert info_of(game.write(), frame) == f'1 → {CLIENT}  Spawn "{name}" by {by} (scene #0){mark}'


# For each word, a message and how it is on the wire.
WORDS = [("path", simplify(1, "Main")), ("path_confirm", confirm(1)), ("rpc", rpc(1)), ("raw", b"\x03x"),
         ("spawn", spawn(1, 1, "mob", (2, ))), ("sync", sync(1, 2)), ("delta", delta(2)), ("despawn", despawn(1)),
         ("auth", b"\x07\x00"), ("add_peer", add_peer(OTHER)), ("del_peer", del_peer(THIRD)),
         ("relay", relay(OTHER, b"\x03x"))]


@pytest.mark.parametrize("node, wanted, counts", [("/root/Main", "", False), ("A", "A", True), ("AB", "A", False),
                                                  ("A/B", "A", True), ("B", "A", False)])
def test_bytes_of_the_node_that_is_asked_for(game, node, wanted, counts):
    """docs/fields.md: those of the node, and of the nodes below it; none, if none is asked for."""
    client = game.client()
    client.down(simplify(1, node))
    call = client.down(rpc(1))
    client.down(RAW)        # is about no node
    capture = game.write()
    assert frames(capture, "godot.length.node", "-o", f"godot.graph_node:{wanted}") == ([4, call] if counts else [])


def test_bytes_of_a_state_of_the_node_that_is_asked_for(game):
    """Those of its element, wherever it stands in the message: eight of a head, and of the values."""
    client = game.client()
    for number, name in ((1, "A"), (2, "B")):
        client.down(simplify(number, name))
    frame = client.down(sync(1, by_path(1), values=b"\2\5\2\5") + sync(1, by_path(2))[3:])
    capture = game.write()
    assert [values(capture, frame, "godot.length.node", options=("-o", f"godot.graph_node:{name}"))
            for name in "AB"] == [["12"], ["10"]]


@pytest.mark.parametrize("message, upward", [
    (confirm(1), True), (confirm_path("Main"), True), (despawn(7), False), (spawn(0, 7, "mob", (2, 3)), False)])
def test_a_message_that_is_cut_says_only_that(game, message, upward):
    """Wherever it ends; and nothing is learned of it, not even of number 0."""
    client = game.client()
    client.down(simplify(0, "Main"))
    spawned = client.down(spawn(0, 0, "mob"))
    cuts = [(client.up if upward else client.down)(message[:size]) for size in range(2, min(len(message), 30))]
    call = client.down(rpc(0))
    told = fields(game.write(), None, "_ws.expert.message", "godot.path.confirmed_in", "godot.node.despawned_in",
                  "godot.spawn.spawner", options=("-2",))
    assert [len(told[frame - 1][0]) for frame in cuts] == [1] * len(cuts)
    assert not any(told[frame - 1][3] for frame in cuts[:4])        # the spawner's id ends with the sixth byte
    assert told[call - 1][1] == told[spawned - 1][2] == []


def test_rows_begin_with_what_became_of_a_message(game):
    """As those of ENet's commands: unreliable messages of a channel are numbered together (docs/wire/enet.md)."""
    client = game.client()
    client.up(simplify(1, "Main"))
    marks = {1: "", 4: "[Gap 2] ", 3: "[Out of order] "}
    text = f"{CLIENT} → 1  RPC Main #3()  [unreliable, ch 0]"
    sent = [game.put(enet.datagram(enet.unsequenced(number, rpc(1), 1), sent_time=game.clock()), client.address, True)
            for number in marks]
    assert [info_of(game.write(), frame) for frame in sent] == [mark + text for mark in marks.values()]


@pytest.mark.parametrize("length, cut", [(159, False), (160, False), (161, True), (1000, True)])
def test_a_row_has_160_bytes_of_a_message(game, length, cut):
    client = game.client()
    node = "n" * (length - len("RPC  #2()"))
    client.down(simplify(1, node))
    call = client.down(rpc(1, 2))
    row = values(game.write(), call, "_ws.col.Info")[0]
    text = f"RPC {node} #2()"
    assert row == f"1 → {CLIENT}  {text[:157] + '…' if cut else text}  [reliable, ch 0]"


@pytest.mark.parametrize("data", [
    b"\x07", b"\x07\x00", b"\x07\x03", relay(OTHER, rpc(1)), relay(OTHER, relay(OTHER, RAW))])
def test_peers_are_told_once(game, data):
    """Of a relay, by the message inside, or in its place if that is missing."""
    client = game.client()
    client.up(simplify(1, "Main"))
    frame = client.up(data)
    [[sources]] = fields(game.write(), f"frame.number == {frame}", "godot.peer.source")
    assert sources == [str(CLIENT)]


def test_rows_have_the_bytes_of_an_authentication(game):
    client = game.client()
    for token in (b"token", b"t", b""):
        client.up(b"\x07\x00" + token)
    rows = map(json.loads, tshark("-r", game.write(), "-q", "-z", "godot,messages").splitlines())
    assert [row.get("args") for row in rows if row["kind"] == "auth"] == [[b"token".hex()], [b"t".hex()], None]


@pytest.mark.parametrize("levels", [62, 63, 64, 65])
def test_rows_have_64_levels_of_a_value(game, levels):
    """docs/messages.md: deeper values are null."""
    client = game.client()
    client.down(simplify(1, "Main"))
    client.down(rpc(1, 3, b"\1" + b"\x1c\0\0\0\1\0\0\0" * levels + b"\2\0\0\0\7\0\0\0"))
    rows = map(json.loads, tshark("-r", game.write(), "-q", "-z", "godot,messages").splitlines())
    [[value]] = [row["args"] for row in rows if row["kind"] == "rpc"]
    shown = min(levels, 64)
    assert json.dumps(value) == "[" * shown + ("7" if levels < 64 else "null") + "]" * shown


def test_one_word_for_each_message(game):
    client = game.client()
    frame = {word: client.down(data) for word, data in WORDS}
    capture = game.write()
    words = wireshark.matching(capture, *(f'godot.message == "{word}"' for word, _ in WORDS))
    numbers = wireshark.matching(
        capture, *(f"godot.command == {data[0] & 7} && godot4.command == {data[0] & 7}" for _, data in WORDS))
    for (word, _), by_word, by_number in zip(WORDS, words, numbers, strict=True):
        assert by_word == [frame[word], *([frame["relay"]] if word == "raw" else [])]
        assert frame[word] in by_number
    assert wireshark.matching(capture, 'godot4.command == "SPAWN"', 'godot4.sys.command == "RELAY" && '
                                                                    'godot.sys.command == 3') == \
        [[frame["spawn"]], [frame["relay"]]]


def test_what_is_not_on_the_wire_is_marked(game):
    """Generated items have brackets."""
    client = game.client()
    announced = client.down(simplify(1, "Main"))
    frame = client.down(rpc(1))
    text = tshark("-r", game.write(), "-V", "-Y", f"frame.number == {frame}")
    for label in ("Node id: 1\n", "[Message: rpc]", "[Node: Main]", f"[Announced in: {announced}]", "[Source peer: 1]"):
        assert f" {label}" in text, label


def test_plain_numbers_are_for_filters_only(game):
    """They repeat the field that has the names of the generation."""
    client = game.client()
    client.down(simplify(1, "Main"))
    client.down(add_peer(OTHER))
    text = tshark("-r", game.write(), "-V")
    assert "Command: SIMPLIFY_PATH" in text and "System command: ADD_PEER" in text
    assert "ommand number" not in text


@pytest.mark.parametrize("bits, values, said", [(0b111, 2, "[#0: 100, #1: 100]"),
                                                (0b1010, 3, "[#1: 100, #3: 100, 100]"), (0, 1, "100")])
def test_values_that_do_not_fit_the_mask(game, bits, values, said):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 0b11, b"\x02\x64" * 2))
    frame = client.down(delta(by_path(1), bits, b"\x02\x64" * values))
    assert expert_frames(game, "godot.sync.values") == [frame]
    assert info_of(game.path, frame).endswith(f"{said} (not applied)")


@pytest.mark.parametrize("size, refused", [(0, False), (1, True), (2, True)])
def test_the_last_delta_is_refused_if_it_has_any_value(game, size, refused):
    """2.8: only a head without values is ignored. A boolean has one byte."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 0b11, b"\x02\x64" * 2))
    frame = client.down(delta(by_path(1), 0b11, b"\x81" * size if size < 2 else b"\x02\x64"))
    assert expert_frames(game, "godot.sync.values") == ([frame] if refused else [])


@pytest.mark.parametrize("bits, values, refused", [(0b1, 1, True), (0b1, 2, False), (0b1000001, 3, False),
                                                   (0b1000000, 1, False), (0b1000000, 2, True),
                                                   ((1 << 64) - 1, 64, True), ((1 << 64) - 1, 70, False)])
def test_properties_that_share_a_bit(game, bits, values, refused):
    """The first delta shows 70 properties, so the first six bits stand for two of them each."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), (1 << 64) - 1, b"\x02\x64" * 70))
    frame = client.down(delta(by_path(1), bits, b"\x02\x64" * values))
    for passes in ((), ("-2",)):
        assert expert_frames(game, "godot.sync.values", passes) == ([frame] if refused else [])


@pytest.mark.parametrize("bits, values", [(0b1, 3), (0b10, 3), (0b100, 2), (1 << 63, 2), (0b110, 5)])
def test_more_than_two_properties_share_a_bit(game, bits, values):
    """Of 130, the first two bits stand for three properties each, the others for two."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), (1 << 64) - 1, b"\x02\x64" * 130))
    told = [client.down(delta(by_path(1), bits, b"\x02\x64" * count)) for count in (values - 1, values, values + 1)]
    assert expert_frames(game, "godot.sync.values") == [told[0], told[2]]


@pytest.mark.parametrize("values, refused", [(63, True), (64, False), (65, False)])
def test_a_delta_of_all_bits_has_a_value_for_each(game, values, refused):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    frame = client.down(delta(by_path(1), (1 << 64) - 1, b"\x02\x64" * values))
    assert expert_frames(game, "godot.sync.values") == ([frame] if refused else [])


def test_a_value_for_each_bit_is_needed_whatever_the_capture_lacks(game):
    """How many properties share a bit is not known then, but each bit has one."""
    client = game.client(slot=3, handshake=False)
    for number in range(1, 4):
        client.down(simplify(number, f"Main/{number}"))
    client.down(spawn(1, 1, "mob", (2,)))
    refused = client.down(delta(2, 0b111, b"\x02\x64" * 2))
    client.down(delta(2, 0b111, b"\x02\x64" * 4))
    assert expert_frames(game, "godot.sync.values", AS_ENET) == [refused]


@pytest.mark.parametrize("handshake", [True, False])
@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.parametrize("mask, values", [(0b1, 2), (0b11, 1), (0, 1)])
def test_who_has_no_synchronizer_counts_no_values(game, mask, values, gone, handshake):
    """2.8: the receiver skips the element, and goes on with the next one."""
    client = game.client(slot=3, handshake=handshake)
    for number in range(1, 4):
        client.down(simplify(number, f"Main/{number}"))
    client.down(spawn(1, 1, "mob", (2,)))
    if gone:
        client.down(despawn(1))
    client.down(delta(2 if gone else 9, mask, b"\x02\x64" * values) + delta(9)[1:])
    assert expert_frames(game, "godot.sync.values || godot.sync.dropped", AS_ENET) == []


def test_values_that_are_cut_are_not_counted(game):
    """The receiver complains of the value (docs/wire/variant.md), which the element has not whole."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 0b11, b"\x02\x64" * 2))
    frame = client.down(delta(by_path(1), 0b111, b"\x02\x64\x3f\x02\x64"))
    assert expert_frames(game, "godot.sync.values") == []
    assert frames(game.path, "godot && _ws.expert") == [frame]


def test_a_string_that_is_cut_ends_with_its_element(game):
    """There are NULs behind it, in the next element."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    frame = client.down(delta(by_path(1), values=struct.pack("<II4s", 4, 100, b"abcd")) + delta(by_path(1))[1:])
    assert frames(game.write(), "godot.variant.truncated") == [frame]
    assert frames(game.path, "godot.variant.nul") == []


@pytest.mark.parametrize("message", [sync(1, 2), delta(2)])
def test_an_id_that_is_cut_is_nobodys(game, message):
    """That of the second element is not number 0."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2, 0)))
    frame = client.down(message + b"\0\0\0")
    [[texts, nodes]] = fields(game.write(), f"frame.number == {frame}", "_ws.expert.message", "godot.sync.node",
                              options=("-2",))
    assert len(texts) == 1 and "Size too small" in texts[0] and nodes == ["…/mob"]


@pytest.mark.parametrize("message", [
    sync(1, 2, values=b"\x3f") + sync(1, 3)[3:], delta(2, values=b"\x3f") + delta(3)[1:]])
def test_behind_a_broken_value_stands_the_next_element(game, message):
    """The size of the one before tells where it begins."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2, 3)))
    frame = client.down(message)
    assert values(game.write(), frame, "godot.sync.net_id", "godot.variant.int") == ["0x00000002 0x00000003", "100"]


def test_what_stands_behind_a_refused_element_is_only_not_applied(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 0b11, b"\x02\x64" * 2))
    wrong = delta(by_path(1), 0b11)
    frame = client.down(wrong + wrong[1:])
    packet = pdml(game.write())[frame - 1]
    assert [len(packet.find(f"godot.sync.{name}")) for name in ("values", "dropped")] == [1, 1]
    labels = [element.showname.partition(", ")[2] for element in packet.find("godot.sync.element")]
    assert labels == ["Main/Sync (not applied)"] * 2


def test_a_synchronizer_that_is_not_known_behind_a_refused_element_is_only_not_applied(game):
    """The receiver does not come so far."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), 0b11, b"\x02\x64" * 2))
    frame = client.down(delta(by_path(1), 0b11) + delta(9)[1:])
    assert expert_frames(game, "godot.sync.values && godot.sync.dropped") == [frame]
    assert expert_frames(game, "godot.sync.unknown") == []


@pytest.mark.parametrize("ids, names", [((2,), [""]), ((2, 3), [" (synchronizer 1)", " (synchronizer 2)"])])
def test_of_several_synchronizers_each_is_told_by_its_number(game, ids, names):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", ids))
    frame = client.down(sync(1, *ids, 9))       # nobody was told of the last one
    elements = pdml(game.write())[frame - 1].find("godot.sync.element")
    labels = [element.showname.partition(", ")[2] for element in elements]
    assert labels == [*(f"…/mob{name}" for name in names), "id 9"]


@pytest.mark.parametrize("mask", [0b1, 0])
def test_head_of_a_delta_without_more_is_not_looked_at(game, mask):
    """on_delta_receive() goes on while there is more than a head; crafted.gd shows it."""
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1), mask, b""))
    refused = client.down(delta(by_path(1), mask, b"") + delta(by_path(1))[1:])
    assert expert_frames(game, "godot.sync.values") == expert_frames(game, "godot.sync.dropped") == [refused]


def test_a_peer_that_may_not_have_the_authority_is_not_told_that_its_delta_is_refused(game):
    client = game.client()
    client.down(simplify(1, "Main/Sync"))
    client.up(simplify(1, "Main/Sync"))
    client.down(delta(by_path(1)))
    client.up(delta(by_path(1), 0, b"\x02\x64") + delta(by_path(1))[1:])
    client.up(delta(by_path(1), 0, b"\x02\x64") + delta(by_path(1))[1:])
    client.up(simplify(2, "Main/Other"))
    client.up(delta(by_path(2), 0, b"\x02\x64") + delta(by_path(2))[1:])
    assert expert_frames(game, "godot.sync.values") == expert_frames(game, "godot.sync.dropped") == []


def test_a_peer_that_is_not_known_is_not_told_that_its_delta_is_refused(game):
    """Nothing shows which end is the server."""
    client = game.client(slot=0, handshake=False)
    for number in range(1, 5):
        client.down(simplify(number, f"Main/{number}"))
        client.up(simplify(number, f"Main/{number}"))
    frame = client.down(delta(by_path(1), 0, b"\x02\x64") + delta(by_path(1))[1:])
    assert frames(game.write(), "godot.sync.mask", *AS_ENET) == [frame]
    assert frames(game.path, "godot.sync.values || godot.sync.dropped", *AS_ENET) == []


@pytest.mark.parametrize("count", [0x40000000, 0x40000001, 0x80000000, 0xC0000001])
def test_spawn_of_more_synchronizers_than_there_are_bytes(game, count):
    """Four times such a number is small in 32 bits; the message has bytes for hundreds."""
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    frame = client.down(struct.pack("<BBIIII", 4, 0, 1, 1, count, 2) + b"M\0" + bytes(3000))
    capture = game.write()
    assert frames(capture, "godot.short") == [frame]
    assert values(capture, frame, "godot.spawn.sync_count", "godot.spawn.sync_id",
                  "godot.spawn.name") == [str(count), "", ""]


HOSTILE = "Ma\x1b[31mi\nn\x7f\u0085"


def test_names_with_control_characters(game):
    """No character that controls a terminal reaches a label or a column; the field has the bytes."""
    client = game.client()
    client.down(simplify(1, f"{HOSTILE}/A"))
    client.down(simplify(2, "Main/Spawner"))
    client.down(rpc(1))
    client.down(rpc_path(f"{HOSTILE}/B"))
    client.down(spawn(2, 1, HOSTILE, (2,)))
    client.down(sync(1, 2))
    client.down(despawn(1))
    client.down(rpc(1))
    client.down(spawn(2, 3, HOSTILE))
    capture = game.write()
    for options in (("-V",), ("-2", "-V"), ("-2",)):
        assert [
            line for line in tshark("-r", capture, *options).split("\n")
            if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", line)] == []
    assert len(pdml(capture)) == len(tshark("-r", capture).splitlines())


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """All broken messages, each between correct ones and in a game of its own: the capture, and the frames of each
    game."""
    games = []
    for data, _ in BROKEN:
        client = Game().client()
        client.down(simplify(1, "Main"))
        client.down(bytes.fromhex(data))
        client.down(rpc(1))
        games.append(client.game.packets)
    packets = pcap.apart(games)
    return pcap.write(tmp_path_factory.mktemp("broken") / "game.pcap",
                      packets), pcap.split(range(1,
                                                 len(packets) + 1), games)


@pytest.fixture(scope="module")
def broken_nodes(broken):
    """Returns the node that each of these frames calls."""
    return [" ".join(nodes) for nodes, in fields(broken[0], "", "godot.rpc.node")]


@pytest.fixture(scope="module")
def broken_frames(broken):
    """The frames that a filter finds among them."""
    return functools.cache(lambda display_filter: frames(broken[0], display_filter))


@pytest.mark.parametrize("number", range(len(BROKEN)), ids=[data[:24] for data, _ in BROKEN])
def test_broken_message(broken, broken_nodes, broken_frames, number):
    *_, frame, after = broken[1][number]
    assert frame in broken_frames(BROKEN[number][1])
    assert broken_nodes[after - 1] == "Main"


@pytest.mark.parametrize("rest", [b"", b"\x01\0\0"])
def test_what_is_left_of_a_short_message_is_not_dissected(game, rest):
    """Where nothing is left, nothing is shown of it."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.down(b"\x05" + rest)
    assert frames(game.write(), "godot.short") == [frame]
    assert frames(game.path, "godot.undissected") == [frame] * bool(rest)


def test_a_relay_in_a_relay_is_a_relay(game):
    """That is all that is known of it."""
    client = game.client()
    client.down(simplify(1, "Main"))
    frame = client.up(relay(OTHER, relay(OTHER, RAW)))
    row = json.loads(tshark("-r", game.write(), "-q", "-z", f"godot,messages,frame.number == {frame}"))
    assert (row["kind"], row["relayed"]) == ("relay", True)


def test_no_broken_message_is_a_bug(broken):
    assert "Dissector bug" not in tshark("-r", broken[0], "-V")


WHOLE = [
    simplify(1, "Main/A"),
    confirm(1),
    rpc_path("Main/A"),
    rpc(1, 3, b"\x02\x02\x05\x81"),
    spawn(1, 1, "mob", (2, 3), 255,
          struct.pack("<I", 2) + b"\x02\x07\x02\x09"),
    despawn(1),
    sync(1, 2, 3),
    delta(2, 3, b"\x02\x01\x02\x02"),
    add_peer(OTHER),
    relay(OTHER, rpc(1))]


def sized_leaves(tree):
    return [node for node in tree.walk() if node.size and not any(child.size for child in node.children)]


def test_cut_anywhere(game):
    """Every message is cut at every length: it never crashes, and every byte keeps a field."""
    client = game.client()
    client.down(simplify(1, "Main"))
    expected = {}
    for message in WHOLE:
        for length in range(1, len(message)):
            expected[client.down(message[:length])] = length
    for packet in pdml(game.write(), "-2"):
        number = int(packet.first("frame.number").show)
        if number in expected:
            [tree] = [child for child in packet.children if child.name == "godot"]
            covered = {byte for leaf in sized_leaves(tree) for byte in range(leaf.pos, leaf.pos + leaf.size)}
            assert covered == set(range(tree.pos, tree.pos + expected[number])), f"frame {number}"


def test_counts_are_not_believed(game):
    """Thousands of elements and values have a limit, and the rest is shown as bytes."""
    client = game.client()
    client.down(simplify(1, "Main"))
    for part in enet.fragments(2, sync(1, *range(1, 1500)), 1000):
        game.put(enet.datagram(part), client.address, False)
    for part in enet.fragments(2 + 15 + 1, spawn(1, 1, "mob", range(2, 1500)), 1000):
        game.put(enet.datagram(part), client.address, False)
    assert len(expert_frames(game, "godot.too_many")) >= 1
    assert "Dissector bug" not in tshark("-r", game.path, "-V")


# In the order of the tree, after docs/wire/enet.md, 1 and 2, docs/wire/multiplayer-godot4.md, 2.1, and docs/fields.md:
# what each of the bytes is, and what follows from those before. The datagram begins behind 28 bytes of IPv4 and UDP.
TREE = [
    ("enet", 28, 17, None), ("enet.stream", 28, 0, "0"), ("enet.direction", 28, 0, "0"), ("enet.commands", 28, 0, "1"),
    ("enet.header", 28, 2, "0x8000"), ("enet.flags.sent_time", 28, 2, "1"), ("enet.flags.compressed", 28, 2, "0"),
    ("enet.session_id", 28, 2, "0"), ("enet.peer_id", 28, 2, "0"), ("enet.sent_time", 30, 2, "1004"),
    ("enet.analysis.initial_rtt", 28, 0, "0.002000000"),        # CONNECT came with frame 1, the ACK with frame 3
    ("enet.command.item", 32, 13, None), ("enet.command.byte", 32, 1, "0x86"),
    ("enet.command.flags.acknowledge", 32, 1, "1"), ("enet.command.flags.unsequenced", 32, 1, "0"),
    ("enet.command.flags.reserved", 32, 1, "0x00"), ("enet.command", 32, 1, "6"), ("enet.channel", 33, 1, "0"),
    ("enet.seq", 34, 2, "2"), ("enet.length", 36, 2, "7"),
    ("enet.analysis.bytes_in_flight", 60, 0, "52"),             # 45 of SIMPLIFY_PATH, and these 7
    ("enet.payload", 38, 7, "00:01:03:02:02:05:81"), ("enet.overhead", 28, 0, "10"), ("enet.below", 28, 0, "28"),
    ("godot", 38, 7, None), ("godot.version", 38, 0, "4"), ("godot.length", 38, 0, "7"),
    ("godot.header", 38, 1, "0x00"), ("godot.rpc.raw_arguments", 38, 1, "0"),
    ("godot.rpc.method_size", 38, 1, "0"), ("godot.rpc.node_size", 38, 1, "0"), ("godot.reserved", 38, 1, "0x00"),
    ("godot4.command", 38, 1, "0"), ("godot.command", 38, 1, "0"),
    ("godot.message", 38, 0, "rpc"), ("godot.peer.source", 38, 0, str(CLIENT)), ("godot.peer.target", 38, 0, "1"),
    ("godot.transfer_mode", 38, 0, "2"), ("godot.transfer_channel", 38, 0, "0"), ("godot.rpc.node_id", 39, 1, "1"),
    ("godot.rpc.node", 38, 0, "Main/A"), ("godot.path.announced_in", 38, 0, "4"), ("godot.rpc.method_id", 40, 1, "3"),
    ("godot.rpc.argc", 41, 1, "2"), ("godot.variant.plain", 42, 2, None), ("godot.variant.type", 42, 1, "2"),
    ("godot.variant.width", 42, 1, "0"), ("godot.variant.int", 43, 1, "5"), ("godot.variant.dialect", 42, 0, "4"),
    ("godot.variant.value", 42, 0, "5"), ("godot.variant.plain", 44, 1, None), ("godot.variant.type", 44, 1, "1"),
    ("godot.variant.bool", 44, 1, "1"), ("godot.variant.dialect", 44, 0, "4"), ("godot.variant.value", 44, 0, "true"),
    ("godot.rpc.args", 38, 0, "5, true"), ("godot.length.call", 38, 0, "7")]


def test_a_call_is_shown_whole(game):
    """Every item, and nothing else; and the columns."""
    client = game.client()
    client.up(simplify(1, "Main/A"))
    client.up(rpc(1, arguments=b"\2\x02\x05\x81"))
    text = f"{CLIENT} → 1  RPC Main/A #3(5, true)  [reliable, ch 0]"
    *_, call = pdml(game.write())
    nodes = [node for node in call.walk() if node.name.startswith(("enet", "godot"))]
    as_in_4_0 = {"True": "1", "False": "0", "": None}       # truth values of later Wiresharks
    assert [(node.name, node.pos, node.size, as_in_4_0.get(node.show, node.show)) for node in nodes] == TREE
    assert call.first("godot").showname == f"Godot Multiplayer, {text}"
    assert fields(game.path, None, "_ws.col.Protocol", "_ws.col.Info")[-1] == [["Godot"], [text]]
    assert fields(game.path, None, "_ws.col.Protocol")[:4] == [[["ENet"]], [["ENet"]], [["ENet"]], [["Godot"]]]
