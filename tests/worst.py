# SPDX-License-Identifier: GPL-2.0-or-later
"""Datagrams and segments that cost as much as possible: test_bounds.py checks that this is within bounds.

A family is a function that takes a size in bytes and returns (packets before, costly packets): the costly ones are one
datagram of about that size, or several with that size together.
"""

import ctypes.util
import random
import struct
import zlib

import enet
import pcap
import traffic
from traffic import Line, call4, integer, simplify4, string

LONGEST = 65507 - 4     # the commands of a datagram
BLOCK = 4096            # longest result of decompressing a block: enet/compression.h


def filled(size, make, most=None):
    """Joins as many of make(0), make(1)... as fit."""
    parts, length = [], 0
    for number in range(most or size):
        part = make(number)
        if length + len(part) > size:
            break
        parts.append(part)
        length += len(part)
    return b"".join(parts)


# --- ENet ---------------------------------------------------------------------------------


def datagram(make):
    """A family: a connection whose peers know a node, then one datagram of that many bytes; make(number) returns each
    of its commands."""
    def family(size):
        line = Line()
        before = [
            *line.opened(),
            line.reliable(False, simplify4(1, "Main/Spawner")),
            line.reliable(True, simplify4(1, "Main/Spawner"))]
        return before, [line.packet(True, filled(size, make))]
    return family


def message(make):
    """A family: the same, but with one message of about as many bytes."""
    def family(size):
        line = Line()
        before = [*line.opened(), line.reliable(False, simplify4(1, "Main")), line.reliable(True, simplify4(1, "Main"))]
        return before, [line.reliable(True, make(size - 60))]
    return family


def reliable(make, channel=0):
    return datagram(lambda number: enet.reliable(2 + number, make(number), channel))


def fragment(number, count=1 << 20, start=2):
    return enet.command(0x88, 0, start, struct.pack(">HHIIII", start, 1, count, number, count, number) + b"x")


def behind_a_gap(make):
    """The first number never comes; the last one comes first, then the others in their order."""
    def family(size):
        line, last = Line(), make(30000)
        return line.opened(), [line.packet(True, last + filled(size - len(last), lambda number: make(3 + number)))]
    return family


def closed_by_many(size):
    """Many messages wait for many reliable commands, which come in one datagram."""
    line = Line()
    closing = filled(size // 2, lambda number: enet.reliable(1 + number, b"", channel=1))
    last = len(closing) // len(enet.reliable(1, b""))
    waiting = filled(size // 2, lambda number: enet.unreliable(last, 1 + number, b""))
    return line.opened(), [line.packet(True, waiting), line.packet(True, closing)]


def retransmissions(size):
    """Ten calls in each of many datagrams: always the same calls, sent again each time."""
    line = Line()
    calls = b"".join(enet.reliable(2 + number, call4(1, 0)) for number in range(10))
    return line.opened(), [line.packet(True, calls) for _ in range(size // 400)]


def connections(size):
    return [], [packet for number in range(size // 600) for packet in Line(number).opened()]


def reconnections(size):
    """One peer connects again and again, from one port."""
    return [], [Line(0).packet(True, enet.connect(connect_id=number), enet.NO_PEER) for number in range(size // 200)]


def compressed(squeeze):
    """The smallest datagrams that decompress to as much as there can be."""
    def family(size):
        line = Line()
        block = filled(BLOCK, lambda number: enet.reliable(2, b""))
        packed = enet.header(0, 1, compressed=True) + squeeze(block)
        return line.opened(), [pcap.udp(packed, line.client)] * (size // 1000)
    return family


def zstd(data):
    library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    library.ZSTD_compress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(2 * len(data) + 100)
    return out.raw[:library.ZSTD_compress(out, ctypes.c_size_t(len(out)), data, ctypes.c_size_t(len(data)), 3)]


def bomb(size):
    """A block that decompresses to far more than any real one."""
    line = Line()
    return line.opened(), [
        pcap.udp(enet.header(0, 1, compressed=True) + zlib.compress(bytes(size * 512), 9), line.client)]


def noise(size):
    """All decompressors are tried; the range coder finds a symbol in any bytes."""
    line = Line()
    return line.opened(), [
        pcap.udp(enet.header(0, 1, compressed=True) + random.Random(size).randbytes(size), line.client)]


# --- Godot 4 --------------------------------------------------------------------------------


def relays(size):
    return b"\x07\x03\x01\0\0\0" * (size // 6) + call4(1, 0)


def method(value):
    """A call whose only argument has so many bytes."""
    return message(lambda size: call4(1, 0, value(size - 4)))


def counted(kind, element, count=lambda elements: elements):
    """A value of as many elements as fit."""
    def value(size):
        elements = (size - 8) // len(element)
        return struct.pack("<II", kind, count(elements)) + element * elements
    return value


def node_path(names):
    """A NodePath of so many names."""
    return struct.pack("<IIII", 22, 0x80000000 | names, 0, 1) + struct.pack("<I4s", 1, b"n") * names


def text(letter):
    return lambda size: string(letter * ((size - 12) // len(letter.encode())))


def nest(size):
    return traffic.nest(size // 8)


def nests(size):
    """Arrays inside arrays, as deep as is shown, side by side."""
    inner = traffic.nest(100)
    return struct.pack("<II", 28, (size - 8) // len(inner)) + inner * ((size - 8) // len(inner))


def sync(size):
    return struct.pack("<BH", 6, 1) + struct.pack("<II", 3, 0) * ((size - 3) // 8)


def sync_values(size):
    return struct.pack("<BH", 6, 1) + traffic.element4(3, integer(7) * ((size - 11) // 5))


LONG_PATH = "/".join(["n" * 59] * 1000)


def of_a_long_path(make):
    """A family: the server announced one node by a path of 60,000 bytes, and each command of a datagram is about it."""
    def family(size):
        line = Line()
        before = [
            *line.opened(), *line.fragments(False, simplify4(1, LONG_PATH)), line.reliable(True, traffic.confirm4(1))]
        return before, [line.packet(False, filled(size, make))]
    return family


def reliable_of_a_long_path(make):
    first = len(list(Line().fragments(False, simplify4(1, LONG_PATH)))) + 1
    return of_a_long_path(lambda number: enet.reliable(first + number, make(number)))


# A scene of many synchronizers, each with as many properties as its number says: their sum tells which of them a spawn
# names.
MANY = 16
LARGE = {
    "project.godot": '[application]\nrun/main_scene="res://main.tscn"\n', "main.tscn": """[gd_scene format=3]
[node name="Large" type="Node"]
[node name="Spawner" type="MultiplayerSpawner" parent="."]
_spawnable_scenes = PackedStringArray("res://large.tscn")
spawn_path = NodePath("..")
""", "large.tscn": "[gd_scene format=3]\n" +
    "".join(f'[sub_resource type="SceneReplicationConfig" id="{number}"]\n' + "".join(
        f'properties/{i}/path = NodePath(".:p{i}")\nproperties/{i}/spawn = true\nproperties/{i}/replication_mode = 1\n'
        for i in range(number))
            for number in range(1, MANY + 1)) + '[node name="Mob" type="Node"]\n' +
    "".join(
        f'[node name="S{number}" type="MultiplayerSynchronizer" parent="."]\nreplication_config = '
        f'SubResource("{number}")\n'
        for number in range(1, MANY + 1)), }


def large(size):
    """All its synchronizers except the last one are the sender's. The first of them sends its value again and again."""
    line, ids = Line(), list(range(3, 2 + MANY))
    name, values = b"Mob\0", sum(range(1, MANY))
    spawn = struct.pack(f"<BBIIII{len(ids)}I", 4, 0, 1, 2, len(ids), len(name), *ids) + name + integer(1) * values
    before = [
        *line.opened(),
        line.reliable(False, simplify4(1, "Large/Spawner")),
        line.reliable(True, traffic.confirm4(1)),
        line.reliable(False, spawn)]
    told = [
        enet.unsequenced(number,
                         struct.pack("<BH", 6, number) + traffic.element4(3, integer(number)))
        for number in range(size // 26)]
    return before, [line.packet(False, filled(size, told.__getitem__, len(told)))]


# --- Streams --------------------------------------------------------------------------------


def segment(make, *before):
    """A family: a TCP connection, then one segment with frames of that many bytes."""
    def family(size):
        packets = pcap.tcp_stream([*before, (True, filled(min(size, 65535 - 40), make))],
                                  server=("10.0.0.1", 7788))[:-2]
        return packets[:-1], packets[-1:]
    return family


def framed(value):
    return struct.pack("<I", len(value)) + value


HANDSHAKE = (
    (True, b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: binary\r\n\r\n"),
    (False, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: binary\r\n\r\n"),
    (False, b"\x82\x04" + struct.pack("<i", 0x4C3B2A19)), (False, b"\x82\x06" + struct.pack("<BBi", 7, 1, 0x11223344)))


def masked(payload):
    return bytes([0x82, 0x80 | len(payload)]) + bytes(4) + payload


def debugged(data):
    """A message of the debugger of Godot 4: [name, thread, data]."""
    return framed(struct.pack("<II", 28, 3) + string("output") + struct.pack("<Ii", 2, 1) + data)


SMALL = struct.pack("<Ii", 2, 1)
WORD = string("ab")
EMPTY = struct.pack("<II", 28, 0)

FAMILIES = {
    "calls": reliable(lambda number: call4(1, number % 5, integer(number))),
    "calls of unknown nodes": reliable(lambda number: call4(2 + number % 250, 0)),
    "acknowledgements": datagram(lambda number: enet.ack(number)),
    "pings": datagram(lambda number: enet.ping(number)),
    "connects": datagram(lambda number: enet.connect(connect_id=number)),
    "empty messages": reliable(lambda number: b""),
    "unsequenced": datagram(lambda number: enet.unsequenced(number, call4(1, 0))),
    "fragments of a message": datagram(lambda number: fragment(number)),
    "a fragment again and again": datagram(lambda number: fragment(0)),
    "fragments of many messages": datagram(lambda number: fragment(0, 2, 2 + number)),
    "whole messages of two fragments": datagram(lambda number: fragment(number % 2, 2, 2 + number // 2 * 2)),
    "retransmissions": retransmissions,
    "retransmissions in a datagram": datagram(lambda number: enet.reliable(2, call4(1, 0))),
    "reliable messages behind a gap": behind_a_gap(lambda number: enet.reliable(number, b"")),
    "unreliable messages behind a gap": behind_a_gap(lambda number: enet.unreliable(3, number, b"")),
    "messages behind many commands": closed_by_many,
    "connections": connections,
    "reconnections": reconnections,
    "zlib": compressed(lambda block: zlib.compress(block, 9)),
    "zstd": compressed(zstd),
    "a bomb": bomb,
    "noise": noise,
    "redefined ids": reliable(lambda number: simplify4(1, f"A{number}")),
    "paths": reliable(lambda number: simplify4(number, f"A{number}")),
    "confirmations": reliable(lambda number: traffic.confirm4(number)),
    "a long path": message(lambda size: simplify4(7, "a/" * ((size - 40) // 2))),
    "spawns": reliable(lambda number: traffic.spawn4(1, 2 + 2 * number, f"P{number}", 3 + 2 * number, b"")),
    "spawned again": reliable(lambda number: traffic.spawn4(1, 2, "P", 3, b"")),
    "despawns": reliable(lambda number: struct.pack("<BI", 5, number)),
    "peers": reliable(lambda number: struct.pack("<BBi", 7, 1, 2 + number)),
    "relays": message(relays),
    "synchronizers": message(sync),
    "values of a synchronizer": message(sync_values),
    "synchronizers of a large scene": large,
    "synchronizations": datagram(
        lambda number: enet.unsequenced(number,
                                        struct.pack("<BH", 6, number) + traffic.element4(3, SMALL))),
    "synchronizers of a long path": of_a_long_path(lambda number: enet.unsequenced(
        number, struct.pack("<BH", 6, number) + struct.pack("<II", 0x80000001, 0) * 100)),
    "calls of a long path": reliable_of_a_long_path(lambda number: call4(1, 0)),
    "spawns by a long path": reliable_of_a_long_path(
        lambda number: traffic.spawn4(1, 2 + 2 * number, f"P{number}", 3 + 2 * number, b"")),
    "quotes": method(text('"')),
    "control characters": method(text("\1")),
    "letters of four bytes": method(text("\U0001F600")),
    "names of a NodePath": method(lambda size: node_path((size - 16) // 8)),
    "NodePaths": method(lambda size: counted(28, node_path(1))(size)),
    "nesting": method(nest),
    "nests": method(nests),
    "nils": method(counted(28, struct.pack("<I", 0))),
    "empty arrays": method(counted(28, EMPTY)),
    "keys and values": method(counted(27, struct.pack("<II", 0, 0))),
    "strings": method(counted(34, struct.pack("<I", 0))),
    "bytes": method(counted(29, b"\7")),
    "floats": method(counted(32, struct.pack("<f", 0.1))),
    "doubles": method(counted(33, struct.pack("<d", 0.1))),
    "a count that lies": method(counted(28, struct.pack("<I", 0), lambda elements: 0x7FFFFFFF)),
    "objects": method(counted(28, struct.pack("<II", 24, 0))),
    "Variants in a segment": segment(lambda number: framed(WORD)),
    "WebSocket messages": segment(lambda number: masked(call4(1, 0)), *HANDSHAKE),
    "debugger's messages": segment(lambda number: debugged(EMPTY)), }
