#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""seeds.py FOLDER [CAPTURES]: what the fuzz targets begin with, a folder for each, from captures/, tests/project and
tests/worst.py; and from the .pcap files of another folder, IPv4 without a link layer.

Inputs are options and records (records.h), but those of fuzz-compression.
"""

import hashlib
import itertools
import re
import struct
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))
import enet         # noqa: E402
import packs        # noqa: E402
import recordings   # noqa: E402
import traffic      # noqa: E402
import worst        # noqa: E402

CAPTURES = sorted((TESTS.parent / "captures").glob("*.pcapng"))
UDP, TCP = 17, 6
FROM_SERVER, IPV6, HEURISTIC = 0x01, b"\x20\0", b"\x08\0"    # transport.h, fuzz-*.c
BYTES, PACKETS, INPUTS = 2000, 16, 3    # of an input, and inputs of a connection: small ones are quick
HANDSHAKE = 4                           # packets; every input begins with them
MOST = 60_000
LONG = 120                              # packets of an input that is a whole session
OTHER_CLIENT, CLIENTS, OTHER_PORT = 0x40, 0x80, 0xC0        # transport.h


def record(content, flags=0):
    content = content[:65535]
    return struct.pack("<BH", flags, len(content)) + content


def made(records, options=b"\0\0"):
    return options + b"".join(records)


# --- made by hand ---------------------------------------------------------------------------


def connection(*datagrams):
    """An input: a handshake, then the client's datagrams."""
    hello = [(enet.datagram(enet.connect(), peer=enet.NO_PEER), 0), (enet.datagram(enet.verify()), FROM_SERVER),
             (enet.datagram(enet.ack(1)), 0)]
    return made([record(*each) for each in hello] + [record(data) for data in datagrams])


def fragmented():
    """Small messages in small parts: each in a datagram, all in one, and the last one first."""
    message = traffic.call4(1, 0, traffic.string("fragments"))
    for under in None, 0:
        parts = enet.fragments(1, message, 8, unreliable_under=under)
        yield connection(*map(enet.datagram, parts))
        yield connection(enet.datagram(*parts))
        yield connection(*map(enet.datagram, reversed(parts)))


# --- sessions of several connections ----------------------------------------------------


def pair_of(client, server, pairs):
    """Between whom a new connection is, as inputs can tell it (transport.h)."""
    if not pairs:
        return 0
    first_client, first_server = next(iter(pairs))
    if client[0] == first_client[0] and server[0] == first_server[0]:
        return OTHER_PORT
    return OTHER_CLIENT if server == first_server else CLIENTS


def session(packets):
    """Packets of UDP as one input."""
    records, pairs = [], {}
    for packet in packets:
        size = (packet[0] & 15) * 4
        if packet[0] >> 4 != 4 or packet[9] != UDP:
            continue
        segment = packet[size:struct.unpack_from(">H", packet, 2)[0]]
        ends = (packet[12:16], segment[0:2]), (packet[16:20], segment[2:4])
        from_server = ends not in pairs and ends[::-1] in pairs
        if not from_server and ends not in pairs:
            pairs[ends] = pair_of(*ends, pairs)
        records.append(
            record(segment[8:], pairs[ends[::-1] if from_server else ends] | (FROM_SERVER if from_server else 0)))
    return records


def long_enough(records):
    """As many packets as one input may have."""
    found = []
    for each in records[:LONG]:
        if sum(map(len, found)) + len(each) > MOST:
            break
        found.append(each)
    return found


def sessions():
    """Captures as a whole, the families of the worst cases when they are small (but of more than 255 commands), and
    calls of tests/fuzz/project."""
    for path in CAPTURES:
        if path.match("enet-*") or path.match("godot*"):
            yield made(long_enough(session(traffic.recorded(path))))
    for family in worst.FAMILIES.values():
        before, packets = family(2000)
        yield made(long_enough(session([*before, *packets])))
    for packets in named_calls(), named_states(), named_states(late=True), unconfirmed(), taken_over():
        yield made(long_enough(session(packets)))


# of tests/fuzz/project/player.gd: configured, annotated
METHODS_MD5 = hashlib.md5(b"shutmoveplacesay").hexdigest().encode()


def named_calls():
    """Each method of a script, by each way to name the node; then by path alone, of what nobody announced."""
    line = traffic.Line()
    arguments = {
        0: [b"\x81", traffic.integer(5), traffic.real(0.5),
            traffic.string("a")], 1: [
                traffic.vector2(1, 2),
                struct.pack("<Iii", 6, 1, 2),
                struct.pack("<I4f", 20, 1, 0, 0.5, 1),
                traffic.integer(7)],
        2: [traffic.string("b"),
            traffic.integer(3),
            traffic.real(2), struct.pack("<I3i", 10, 1, 2, 3)], 0x8000: [traffic.integer(1)]}
    yield from line.opened()
    for number, path in enumerate(("Own", "Own/Box", "Box", "Elsewhere/Box", "Own/Players/7"), 1):
        for upward in True, False:
            yield line.reliable(upward, traffic.simplify4(number, path, METHODS_MD5))
            yield line.reliable(not upward, traffic.confirm4(number))
        for method, values in arguments.items():
            call = struct.pack("<BBHB", 0x40, number, method, len(values)) + b"".join(values)
            yield line.reliable(True, call)
            yield line.reliable(False, call, channel=3)
    for path in "Own", "Own/Players/9", "Box", "Net", "Nobody":
        for method in range(4):
            yield line.reliable(method % 2 == 0, by_path(path, method))


def by_path(path, method=1):
    return struct.pack("<BIBB", 0x20, 0x8000000C, method, 1) + traffic.integer(1) + path.encode() + b"\0"


def spawned(scene, net_id, name, synchronizers, values):
    """A SPAWN with any number of synchronizers and values (docs/wire/multiplayer-godot4.md)."""
    text = name.encode() + b"\0"
    head = struct.pack(f"<BBIIII{len(synchronizers)}I", 4, scene, 1, net_id, len(synchronizers), len(text),
                       *synchronizers)
    return head + text + b"".join(values)


def named_states(late=False):
    """Spawns by a spawner of the game: with the values of all synchronizers or of some, and what they tell then."""
    line, two = traffic.Line(), [traffic.integer(1), traffic.integer(2)]
    yield from line.opened()
    if not late:
        yield line.reliable(False, traffic.simplify4(1, "Own/Spawner"))
        yield line.reliable(True, traffic.confirm4(1))
    net_id = 2
    kinds = (0, 3, two * 2), (0, 2, two), (0, 1, two), (1, 1, two), (1, 2, two), (2, 0, []), (255, 1, two), (0, 17, two)
    for scene, synchronizers, values in kinds:
        ids = [net_id + 1 + i for i in range(synchronizers)]
        yield line.reliable(False, spawned(scene, net_id, f"P{net_id}", ids, values))
        for each in ids[:4]:
            for some in two[:1], two, two * 2:
                yield line.unsequenced(False, struct.pack("<BH", 6, net_id) + traffic.element4(each, b"".join(some)))
                changed = struct.pack("<BIQI", 0x16, each, (1 << len(some)) - 1, 5 * len(some)) + b"".join(some)
                yield line.reliable(False, changed)
        yield line.reliable(False, spawned(scene, net_id, f"P{net_id}", ids, values))       # again, and by another name
        yield line.reliable(False, spawned(scene, net_id, "Again", ids, values))
        yield line.unsequenced(False, by_path(f"Own/Players/P{net_id}"))
        yield line.reliable(False, struct.pack("<BI", 5, net_id))
        yield line.reliable(False, by_path(f"Own/Players/P{net_id}"))
        yield line.reliable(False, struct.pack("<BI", 5, net_id))
        yield line.reliable(False, spawned(scene, net_id, "Other", ids, values))
        yield line.unsequenced(False, struct.pack("<BH", 6, net_id) + traffic.element4(net_id + 1, two[0]))
        yield line.reliable(True, traffic.call4(1, 0, traffic.integer(1)))
        net_id += 32


def unconfirmed():
    """A path that is never confirmed, and calls of it for seconds."""
    line = traffic.Line()
    yield from line.opened()
    yield line.reliable(False, traffic.simplify4(1, "Own", METHODS_MD5))
    for number in range(100):
        yield line.packet(number % 2 == 0, enet.ping(number))
    for _ in range(4):
        yield line.reliable(False, by_path("Own"))
    yield from line.fragments(False, struct.pack("<BH", 6, 1) + traffic.element4(3, traffic.integer(1) * 400))


def taken_over():
    """A synchronizer and a method that another peer has at once; both clients know of each other."""
    lines = traffic.Line(0), traffic.Line(1)
    for line in lines:
        yield from line.opened()
    for line, other in lines, lines[::-1]:
        yield line.reliable(False, struct.pack("<BBi", 7, 1, other.peer))
        for upward in True, False:
            yield line.reliable(upward, traffic.simplify4(1, f"Own/Players/{lines[0].peer}/Sync"))
            yield line.reliable(not upward, traffic.confirm4(1))
            yield line.reliable(upward, traffic.simplify4(2, "Own/Box", METHODS_MD5))
            yield line.reliable(not upward, traffic.confirm4(2))
    for time in range(1, 9):
        for line in lines if time % 4 else lines[:1]:
            for upward in (True, False) if time > 4 else (True,):
                state = struct.pack("<BH", 6, time) + traffic.element4(0x80000001, traffic.integer(time))
                yield line.unsequenced(upward, state)
                yield line.unsequenced(upward, struct.pack("<BBi", 7, 3, lines[0].peer) + state)
                yield line.reliable(upward, traffic.call4(2, 1, traffic.vector2(1, 2)))


# --- captures ---------------------------------------------------------------------------


def payloads(path, protocol, packets=traffic.recorded):
    """{(client, server): [(from the server?, payload)]}: who is spoken to first is the server."""
    connections = {}
    for packet in packets(path):
        if packet[0] != 0x45 or packet[9] != protocol:
            continue
        segment = packet[20:struct.unpack_from(">H", packet, 2)[0]]
        payload = segment[8:] if protocol == UDP else segment[(segment[12] >> 4) * 4:]
        ends = (packet[12:16], segment[0:2]), (packet[16:20], segment[2:4])
        if not payload and protocol == UDP:
            continue
        known = ends if ends in connections else ends[::-1] if ends[::-1] in connections else None
        connections.setdefault(known or ends, [])
        if payload:
            connections[known or ends].append((bool(known) and known != ends, payload))
    return connections


def chunks(sent, *options):
    """A connection's packets as inputs: from its begin, with each of the options, and from later on."""
    records = [record(payload, FROM_SERVER if from_server else 0) for from_server, payload in sent]
    at = 0
    for number in range(INPUTS):
        found = records[:HANDSHAKE] if number else []
        while at < len(records) and len(found) < PACKETS and (len(found) <= HANDSHAKE or sum(map(len, found)) < BYTES):
            found.append(records[at])
            at += 1
        for each in options[:1] if number else options:
            yield made(found, each)
        if at == len(records):
            break


def recorded(protocol, *patterns):
    for path in CAPTURES:
        if any(path.match(pattern) for pattern in patterns):
            for number, sent in enumerate(payloads(path, protocol).values()):
                others = [] if number else [HEURISTIC, IPV6] if path.stem.startswith("enet-") else [HEURISTIC]
                yield from chunks(sent, b"\0\0", *others)


def messages(sent):
    """Returns the messages in the segments of a WebSocket (RFC 6455, 5.2), each side's in its order."""
    streams = {False: b"", True: b""}
    for from_server, payload in sent:
        data = streams[from_server] + payload
        while True:
            if data.startswith((b"GET ", b"HTTP/")):
                end = data.find(b"\r\n\r\n")
                if end < 0:
                    break
                data = data[end + 4:]
                continue
            if len(data) < 2:
                break
            length, at = data[1] & 0x7F, 2
            if length == 126:
                length, at = struct.unpack_from(">H", data, 2)[0], 4
            mask = data[at:at + 4] if data[1] & 0x80 else b""
            at += len(mask)
            if length == 127 or len(data) < at + length:
                break
            content = data[at:at + length]
            yield from_server, bytes(byte ^ mask[i % 4] for i, byte in enumerate(content)) if mask else content
            data = data[at + length:]
        streams[from_server] = data


def plain(path):
    """The packets of a .pcap file."""
    data, at = path.read_bytes(), 24
    while at < len(data):
        length, = struct.unpack_from("<I", data, at + 8)
        yield data[at + 16:at + 16 + length]
        at += 16 + length


def given(target):
    """Returns everything else of ENet, or of TCP, in the captures that were named."""
    for path in sorted(Path(sys.argv[2]).glob("*.pcap")) if len(sys.argv) > 2 else []:
        if target == "enet":
            yield made(long_enough(session(plain(path))))
        else:
            for sent in payloads(path, TCP, plain).values():
                yield from chunks(messages(sent) if target == "websocket" else sent, b"\0\0", HEURISTIC)


def websocket():
    for path in CAPTURES:
        if "websocket" in path.stem:
            for sent in payloads(path, TCP).values():
                yield from chunks(messages(sent), b"\0\0", HEURISTIC)


# --- recordings made inside a game ------------------------------------------------------------------------------------

ENHANCED_PACKET = 6
TAGS = 28 + 20      # bytes of such a block of pcapng before the record (docs/wire/recording.md, 2)
DIVIDED = 300_000                       # bytes: more than one record may have


def recorded_inside():
    """The records of each recording, some in an input; and a packet in two records."""
    for path in sorted((TESTS.parent / "captures" / "recordings").glob("*.recording.pcapng")):
        data, at, found = path.read_bytes(), 0, []
        while at < len(data):
            kind, length = struct.unpack_from("<II", data, at)
            if kind == ENHANCED_PACKET:
                end = at + 28 + struct.unpack_from("<I", data, at + 20)[0]
                found.append(record(data[at + TAGS:end]))
            at += length
        for first in range(0, len(found), LONG):
            yield made(long_enough(found[first:]))
    head = struct.pack("<BBHIHHIQII", 1, 1, 60, 7, 1, 0, 1, 0, 0, 0)
    rest = struct.pack("<BBHiiii", 0, 2, 0, 5, 1, 0, 0)
    parts = [struct.pack("<II", DIVIDED, at) + rest + bytes(60_000) for at in range(0, DIVIDED, 60_000)]
    yield made([record(head + part) for part in parts])


# --- values -----------------------------------------------------------------------------

BY_HEURISTIC, DIALECTS = 0x04, {"4.x": 0, "3.x": 0x20, "2.1": 0x40, "4.x-doc": 0x60}    # fuzz-variant.c


def words(*numbers):
    return struct.pack(f"<{len(numbers)}I", *numbers)


# Forms that no later release has (docs/wire/variant.md, 4.9).
OLD = [
    words(15, 5, 0, 2, 1, 6) + b"abcdef\1\2",
    words(19, 1, 7, 20, 3, 65),
    words(19, 4, 0, 20, 1, 0x3DCCCCCD),
    words(16, 0x80000001, 0, 3, 1) + b"A\0\0\0" + words(2) + b"hp\7\7",
    words(21, 0x80000001, 0),
    words(17),
    words(18)]


def documented():
    """The examples of docs/wire/variant.md: bytes in backquotes."""
    document = (TESTS.parent / "docs" / "wire" / "variant.md").read_text(encoding="utf-8")
    for group in re.findall("`((?:[0-9a-f]{2,} )+[0-9a-f]{2,})`", document):
        digits = group.replace(" ", "")
        if len(digits) % 2 == 0:
            yield bytes.fromhex(digits)


def values():
    for path in CAPTURES:
        if "variants" in path.stem:
            for _, payload in itertools.chain(*payloads(path, UDP).values()):
                yield made([record(payload), record(payload, BY_HEURISTIC)])
    for path in CAPTURES:
        if path.stem.startswith(("stream-", "debugger-")) and "websocket" not in path.stem:
            for sent in payloads(path, TCP).values():
                for _, payload in sent[:40]:
                    yield made([record(payload[4:4004], DIALECTS["3.x" if "-3" in path.stem else "4.x"])])
    for kind, elements in traffic.ARRAYS.values():
        yield made([record(struct.pack("<II", kind, 2) + elements[:64])])
    yield made([record(traffic.nest(40))])
    for content in documented():
        yield made([record(content, flags) for flags in DIALECTS.values()])
        yield made([record(content, 1)])        # the compact form
    yield made([record(content, DIALECTS["2.1"]) for content in OLD])


# --- blocks -----------------------------------------------------------------------------

MODES = ("range", "fastlz", "zlib", "zstd")


def blocks():
    """Mode, room, the header of a datagram, the block (fuzz-compression.c)."""
    for path in CAPTURES:
        for number, mode in enumerate(MODES):
            if mode in path.stem:
                for sent in payloads(path, UDP).values():
                    for _, payload in [one for one in sent if one[1][0] & 0x40][:30]:
                        head = 4 if payload[0] & 0x80 else 2
                        yield bytes([number, 0]) + payload[:head].ljust(4, b"\0") + payload[head:]


# --- games ------------------------------------------------------------------------------

CSHARP = b"""player.cs
using Godot;
namespace Game { public partial class Player : Base<int>, IThing where T : class {
  [Export] public int Lives = 3;
  [Rpc(MultiplayerApi.RpcMode.AnyPeer, CallLocal = true, TransferMode = MultiplayerPeer.TransferModeEnum.Reliable,
       TransferChannel = 2)]
  private async Task<int[]> Move(Vector2 place, string s = @"a""b", params byte[] rest) => await X($"{place}");
  void F() { RpcConfig(nameof(Move), new Godot.Collections.Dictionary { { "rpc_mode", 1 }, { "call_local", true } }); }
  class Inner { [Rpc] void G(char c = '\\'') {} }
} }
"""


def named(name, content):
    return record(name.encode() + b"\n" + content)


def files_of(folder, *suffixes):
    return [named(path.name, path.read_bytes()) for path in sorted(folder.iterdir())
            if path.suffix in suffixes and path.stat().st_size < MOST]


# What a line of a script or a scene may hold.
LINES = [
    b'extends "a\\u0041\\"b.gd".Inner\nclass_name Named\n', b"extends 'x.gd\\\\'\n", b'extends r"raw.gd" # "\n',
    b'const A = &"n" + ^\'p\'\nconst B = preload("b.gd").In.Deeper\n',
    b"@rpc(\"any_peer\", 'call_' + \"local\", \"\"\"reliable\"\"\", 0b1) \\\r\nfunc f(a: int = -1, b := {\"k\": [1]}, "
    b"...c): pass\n",
    b'class In extends "a.gd":\n\tfunc g():\n\t\tself.rpc_config(&"m", {"rpc_mode": X.RPC_MODE_ANY_PEER, channel = '
    b'2})\n'
]


SCENE = """[gd_scene format=3]
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/path = NodePath(".:Größe")
properties/1/path = NodePath("Ø/ß:ﬁ_1é")
properties/2/path = NodePath(".:你好🎲")
properties/3/path = NodePath(".:...")
[node name="A" type="Node"]
[node name="S" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("1")
"""
FOLDER, LINK = b"\2\0", 0x01    # game.h
TOGETHER = 4        # files that may need each other


def texts():
    suffixes = ".gd", ".tscn", ".tres", ".godot", ".cs"
    for folder in TESTS / "project" / "game", TESTS / "godot4", TESTS / "godot3":
        found = files_of(folder, *suffixes)
        for at in range(0, len(found), TOGETHER):
            yield made(found[at:at + TOGETHER])
        for file in found:
            yield made([file])
    for line in LINES:
        yield made([named("a.gd", line)])
    yield made([named("a.tscn", SCENE.encode())])
    yield made([record(CSHARP)])
    yield made([
        named("project.godot", b""),
        named("sub/a.gd", b"extends Node\n"),
        named("sub/.gdignore", b""),
        named("below/project.binary", b"ECFG\0\0\0\0"),
        named("below/game.pck", packs.pack({"res://a.gd": b"extends Node\n"}, 2)),
        named("below/a.gd.remap", b'[remap]\npath="res://b.gdc"\n'),
        named("below/b.gdc", b"GDSC"),
        record(b"link\n../sub", LINK),
        record(b"back\n..", LINK),
        record(b"sub/other.gd\na.gd", LINK)], FOLDER)
    yield made([record(b"a.gd.uid\nuid://b2\n"), record(b"a.gd\nextends \"uid://b2\"\n@rpc\nfunc f(): pass\n")])


def whole_packs():
    for path in sorted((TESTS / "project" / "packs").iterdir()):
        data = path.read_bytes()
        if len(data) <= MOST:
            yield data
    small = {name: content for name, content in packs.unpack(packs.PACKS / "tokens.pck").items() if len(content) < 800}
    for version in 1, 2, 3, 4:
        yield packs.pack(small, version, md5=bytes(16))
    yield packs.embedded(lambda start: packs.pack(small, 3, start=start, md5=bytes(16)))
    yield packs.signed(lambda start: packs.pack(small, 2, start=start, md5=bytes(16)))


PACK = b"\1\0"      # fuzz-pack.c


def shipped():
    for pack in whole_packs():
        yield made([record(pack)], PACK)
    for name in "tokens.pck", "compressed.pck":
        found = packs.unpack(packs.PACKS / name)
        together = [named(file, content) for file, content in sorted(found.items())]
        for at in range(0, len(together), 2 * TOGETHER):
            yield made(together[at:at + 2 * TOGETHER])
    for path in sorted((TESTS / "project" / "binary").iterdir()):
        yield made([named(path.name, path.read_bytes())])
    old = packs.tokens_4_3((TESTS / "project" / "binary" / "tokens.gdc").read_bytes())
    yield made([named("old.gdc", old), named("old.gd.remap", b'[remap]\npath="res://old.gdc"\n')])


# --- recordings -------------------------------------------------------------------------

# As in fuzz-recorder.c.
AS_IT_IS, SECTION, INTERFACE, PACKET, RECORD, OTHER, BIG_ENDIAN, SECOND, IN_TWO = 0, 1, 2, 3, 4, 5, 0x08, 0x10, 0x80


def taken_apart(path):
    """(flags, content) of each block of a recording."""
    for kind, body in recordings.blocks(path.read_bytes()):
        if kind == 6:
            interface, _, _, size, _ = struct.unpack_from("<IIIII", body)
            yield RECORD | (SECOND if interface else 0), body[40:20 + size]
        else:
            yield (INTERFACE, body) if kind == 1 else (SECTION, body[4:])


def recorded_in_games():
    """Yields beginnings of recordings, with a handshake and without, some with records of all kinds, and what is wrong
    with each."""
    interface = (INTERFACE, struct.pack("<HHI", 252, 0, 262144))
    head = [(SECTION, struct.pack("<HHq", 1, 0, -1)), interface, interface]
    for path in sorted((TESTS.parent / "captures" / "recordings").glob("*.recording.pcapng")):
        parts = [(flags, content) for flags, content in taken_apart(path) if len(content) < BYTES]
        for options in b"\0\0", b"\1\0", b"\3\0":
            yield made([record(content, flags) for flags, content in parts[:PACKETS]], options)
        kinds = {content[1]: (flags, content) for flags, content in parts if flags & RECORD}
        yield made([record(content, flags | IN_TWO) for flags, content in [*head, *kinds.values()]])
    big = [record(content, flags | BIG_ENDIAN) for flags, content in
           [(SECTION, struct.pack(">HHq", 1, 0, -1)), (INTERFACE, struct.pack(">HHI", 252, 0, 262144)),
            (RECORD, bytes([1, 12]) + bytes(38)), (OTHER, b"")]]
    yield made(big)
    packet = record(struct.pack("<IIIII", 0, 0, 0, 4, 4) + bytes(4), PACKET)
    yield made([*[record(content, flags) for flags, content in head], packet])
    yield made([record(struct.pack("<II", 6, 0xFFFFFFFC), AS_IT_IS)])


TARGETS = {
    "enet": lambda: itertools.chain(recorded(UDP, "enet-*", "godot*"), fragmented(), sessions(), given("enet")),
    "stream": lambda: itertools.chain(recorded(TCP, "stream-*"), given("stream")),
    "debugger": lambda: itertools.chain(recorded(TCP, "debugger-3*", "debugger-4.6.*"), given("debugger")),
    "websocket": lambda: itertools.chain(websocket(), given("websocket")),
    "variant": values,
    "recording": recorded_inside,
    "compression": blocks,
    "project": texts,
    "pack": shipped,
    "recorder": recorded_in_games,
}


def main():
    for target, inputs in TARGETS.items():
        folder = Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        for content in inputs():
            (folder / hashlib.sha1(content).hexdigest()).write_bytes(content)


if __name__ == "__main__":
    main()
