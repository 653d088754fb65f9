# SPDX-License-Identifier: GPL-2.0-or-later
"""Traffic of any length from one seed: tools/bench measures it, and the tests of speed and of bounds read it.

Each kind is a function that takes a number of packets and returns them one by one (pcap.py), the same ones each time:
the first 500 of 2,000 are equal to 500. So the cost of a program's start cancels out in the difference of two lengths.
"""

import ctypes
import hashlib
import itertools
import math
import random
import struct

import enet
import pcap

SERVER_PORT = pcap.SERVER[1]
EMPTY_MD5 = b"d41d8cd98f00b204e9800998ecf8427e"
METHODS = ("greet", "heal", "jump", "move", "strike")       # of the node that calls4() calls, in the order of their ids
METHODS_MD5 = hashlib.md5("".join(METHODS).encode()).hexdigest().encode()
FRAGMENT = 1340     # bytes of a message in a datagram, as with ENet's usual MTU


# --- values (docs/wire/variant.md) ----------------------------------------------------------


def integer(number):
    """Returns a compact Variant."""
    return struct.pack("<Bi", 0x82, number)


def real(number):
    return struct.pack("<If", 3, number)


def vector2(x, y):
    return struct.pack("<Iff", 5, x, y)


def vector3(x, y, z):
    return struct.pack("<Ifff", 9, x, y, z)


def string(text, kind=4):
    data = text.encode()
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 4)


def _thousand(layout, element):
    return b"".join(struct.pack(f"<{layout}", *element(number)) for number in range(1000))


# Kinds of arrays by name: the type's number, and a thousand elements.
ARRAYS = {
    "Dictionary": (27, _thousand("IiIf", lambda i: (2, i, 3, math.sin(i)))),
    "Array": (28, _thousand("If", lambda i: (3, math.sin(i)))),
    "PackedByteArray": (29, _thousand("B", lambda i: [i % 251])),
    "PackedInt32Array": (30, _thousand("i", lambda i: [-i])),
    "PackedInt64Array": (31, _thousand("q", lambda i: [i ** 6])),
    "PackedFloat32Array": (32, _thousand("f", lambda i: [math.sin(i)])),
    "PackedFloat64Array": (33, _thousand("d", lambda i: [math.sin(i)])),
    "PackedStringArray": (34, _thousand("I8s", lambda i: [8, f"name {i:03}".encode()])),
    "PackedVector2Array": (35, _thousand("2f", lambda i: (math.sin(i), math.cos(i)))),
    "PackedVector3Array": (36, _thousand("3f", lambda i: (math.sin(i), math.cos(i), i))),
    "PackedColorArray": (37, _thousand("4f", lambda i: (math.sin(i) ** 2, math.cos(i) ** 2, 0.5, 1))),
    "PackedVector4Array": (38, _thousand("4f", lambda i: (math.sin(i), math.cos(i), i, -i))),
}


def array(name, count):
    """Returns an array, or a dictionary, of that many elements (a multiple of a thousand)."""
    kind, elements = ARRAYS[name]
    return struct.pack("<II", kind, count) + elements * (count // 1000)


def nest(depth):
    """Returns arrays inside arrays to that depth; the innermost is empty."""
    return struct.pack("<II", 28, 1) * (depth - 1) + struct.pack("<II", 28, 0)


# --- connections ----------------------------------------------------------------------------


class Line:
    """One connection of ENet between a client and the server."""

    def __init__(self, number=0, channels=255, data=None):
        self.client = (f"10.{1 + number // 62500}.{number // 250 % 250}.{2 + number % 250}", 50000)
        self.slot, self.channels = number % 4095, channels
        self.peer = 804460063 + number if data is None else data
        self.connect_id = 0x11220000 + number
        self.numbers = {}
        self.clock = 1000

    def opened(self):
        """Returns the packets of its handshake."""
        yield self.packet(True, enet.connect(connect_id=self.connect_id, data=self.peer, channels=self.channels),
                          enet.NO_PEER)
        yield self.packet(False, enet.verify(self.slot, self.connect_id, channels=self.channels), 0)
        yield self.packet(True, enet.ack(1, self.clock - 1), self.slot)

    def packet(self, upward, command, peer=None, squeeze=None):
        """Returns a command in a datagram of its own; squeeze: compresses the commands."""
        self.clock += 1
        peer = peer if peer is not None else self.slot if upward else 0
        sent_time = self.clock & 0xFFFF if command[0] & 0x80 else None
        data = enet.datagram(command, peer=peer, sent_time=sent_time)
        if squeeze:
            data = enet.header(peer, sent_time, compressed=True) + squeeze(command)
        return pcap.udp(data, *((self.client, pcap.SERVER) if upward else (pcap.SERVER, self.client)))

    def number(self, *key):
        self.numbers[key] = self.numbers.get(key, 0) + 1
        return self.numbers[key]

    def reliable(self, upward, data, channel=0, squeeze=None):
        return self.packet(upward, enet.reliable(self.number(upward, channel), data, channel), squeeze=squeeze)

    def unsequenced(self, upward, data, channel=1, squeeze=None):
        return self.packet(upward, enet.unsequenced(self.number(upward, "group"), data, channel), squeeze=squeeze)

    def fragments(self, upward, data, channel=0):
        """Returns a message that is too long for a datagram, in fragments."""
        key = (upward, channel)
        start = self.numbers.get(key, 0) + 1
        for command in enet.fragments(start, data, FRAGMENT, channel):
            self.numbers[key] = self.numbers.get(key, 0) + 1
            yield self.packet(upward, command)


# --- Godot 4 (docs/wire/multiplayer-godot4.md) ------------------------------------------------


def simplify4(number, path, md5=EMPTY_MD5):
    return b"\x01" + md5 + b"\0" + struct.pack("<I", number) + path.encode() + b"\0"


def confirm4(number):
    return struct.pack("<BBI", 2, 1, number)


def spawn4(spawner, net_id, name, synchronizer, state):
    text = name.encode() + b"\0"
    return struct.pack("<BBIIIII", 4, 0, spawner, net_id, 1, len(text), synchronizer) + text + state


def call4(node, method, *arguments):
    return struct.pack("<BBBB", 0, node, method, len(arguments)) + b"".join(arguments)


def element4(net_id, values):
    return struct.pack("<II", net_id, len(values)) + values


def players4(line, count):
    """Returns a spawner, and the nodes that it spawns."""
    yield line.reliable(False, simplify4(1, "Main/Spawner"))
    yield line.reliable(True, confirm4(1))
    for i in range(count):
        yield line.reliable(False, spawn4(1, 2 + 2 * i, f"Player{i}", 3 + 2 * i, vector2(i, i)))


def replication4(squeeze=None):
    """A server sends four values, with six floats among them, in each packet."""
    line, dice, nodes = Line(), random.Random(4), 8
    yield from line.opened()
    yield from players4(line, nodes)
    for time in itertools.count():
        values = (vector3(*(dice.uniform(-500, 500)
                            for _ in range(3))) + vector2(dice.uniform(-1, 1), dice.uniform(-1, 1)) +
                  real(dice.uniform(0, math.tau)) + integer(dice.randrange(100000)))
        message = struct.pack("<BH", 6, (time // nodes + 1) & 0xFFFF) + element4(3 + 2 * (time % nodes), values)
        yield line.unsequenced(False, message, squeeze=squeeze)


def calls4(squeeze=None):
    """A client makes reliable calls with one number; the server acknowledges in packets of its own now and then."""
    line, dice = Line(), random.Random(5)
    yield from line.opened()
    yield line.reliable(True, simplify4(1, "Main/Players/Player0", METHODS_MD5))
    yield line.reliable(False, confirm4(1))
    for number in itertools.count():
        if number % 8 == 7:
            yield line.packet(False, enet.ack(line.numbers[True, 0], line.clock & 0xFFFF, 0))
        else:
            yield line.reliable(True, call4(1, number % 5, integer(dice.randrange(1000))), squeeze=squeeze)


def many4(connections):
    """Each packet belongs to the next one of many connections."""
    lines = [Line(number) for number in range(connections)]
    for line in lines:
        yield from line.opened()
        yield line.reliable(True, simplify4(1, "Main/Players/7"))
    for number in itertools.count():
        yield lines[number % connections].reliable(True, call4(1, number % 5, integer(number)))


def repeated4():
    """A client repeats one call again and again; now and then the server acknowledges its first transmission."""
    line = Line()
    yield from line.opened()
    yield line.reliable(True, simplify4(1, "Main/Players/Player0", METHODS_MD5))
    sent = line.clock + 1
    for number in itertools.count():
        if number % 8 == 7:
            yield line.packet(False, enet.ack(2, sent, 0))
        else:
            yield line.packet(True, enet.reliable(2, call4(1, 0, integer(7))))


def messages4(fragments):
    """Calls of one size, so many full datagrams, whose argument is an array of floats."""
    size = fragments * FRAGMENT
    call = call4(1, 0,
                 struct.pack("<II", 32, (size - 12) // 4) + ARRAYS["PackedFloat32Array"][1] * (size // 4000 + 1))[:size]
    line = Line()
    yield from line.opened()
    yield line.reliable(True, simplify4(1, "Main"))
    for _ in itertools.count():
        yield from [line.reliable(True, call)] if fragments == 1 else line.fragments(True, call)


# The files, by name, of the game whose traffic replication4() and calls4() are.
PLAYER = "\n".join([
    "extends Node", *(f'@rpc("any_peer")\nfunc {name}(amount: int) -> void:\n\tpass' for name in METHODS)])
PROPERTIES = "\n".join(
    f'properties/{i}/path = NodePath(".:{name}")\nproperties/{i}/spawn = {str(name == "facing").lower()}\n'
    f"properties/{i}/replication_mode = 1" for i, name in enumerate(("place", "facing", "angle", "score")))
PROJECT = {
    "project.godot": '[application]\nconfig/name="Bench"\nrun/main_scene="res://main.tscn"\n',
    "player.gd": PLAYER,
    "player.tscn": f"""[gd_scene load_steps=3 format=3]
[ext_resource type="Script" path="res://player.gd" id="1"]
[sub_resource type="SceneReplicationConfig" id="body"]
{PROPERTIES}
[node name="Player" type="Node"]
script = ExtResource("1")
[node name="Sync" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("body")
""",
    "main.tscn": """[gd_scene format=3]
[node name="Main" type="Node"]
[node name="Players" type="Node" parent="."]
[node name="Spawner" type="MultiplayerSpawner" parent="."]
_spawnable_scenes = PackedStringArray("res://player.tscn")
spawn_path = NodePath("../Players")
""",
}


def write_project(folder):
    """Writes the game's files into a new folder; returns its path."""
    folder.mkdir()
    for name, text in PROJECT.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


# --- Godot 3 (docs/wire/multiplayer-godot3.md) ------------------------------------------------


def replication3(squeeze=None):
    """Calls with a vector, two floats and a number, as games of Godot 3 use to synchronize their nodes."""
    line, dice = Line(channels=3), random.Random(3)
    yield from line.opened()
    yield line.reliable(False,
                        struct.pack("<Ii", 1, line.peer) + b"\x02" + struct.pack("<I", 1) + b"Main/Players/7\0", 1)
    yield line.reliable(True, struct.pack("<Ii", line.peer, 1) + b"\x03Main/Players/7\0", 1)
    for _ in itertools.count():
        arguments = (struct.pack("<Iff", 5, dice.uniform(-500, 500), dice.uniform(-500, 500)) +
                     struct.pack("<Iff", 5, dice.uniform(-1, 1), dice.uniform(-1, 1)) +
                     struct.pack("<If", 3, dice.uniform(0, math.tau)) + struct.pack("<Ii", 2, dice.randrange(100000)))
        message = struct.pack("<Ii", 1, line.peer) + struct.pack("<BI", 0, 1) + b"update_state\0\x04" + arguments
        yield line.unsequenced(False, message, channel=2, squeeze=squeeze)


# --- others -----------------------------------------------------------------------------------


def foreign():
    """Datagrams of other programs, such as QUIC: now and then their first bytes are those of compressed ENet."""
    dice = random.Random(9)
    for number in itertools.count():
        client = ("10.9.0.1", 40000 + number % 16)
        payload = bytes([dice.choice((0x40, 0x41, 0x5D, 0xC3, 0xC1, 0x17))]) + dice.randbytes(dice.randrange(40, 1200))
        yield pcap.udp(payload, *((client, ("10.9.0.2", 443)) if number % 3 else (("10.9.0.2", 443), client)))


def known():
    """Datagrams of other programs on ports that Wireshark knows: clients ask for names and for the time (DNS, NTP)."""
    dice = random.Random(11)
    for number in itertools.count():
        client = ("10.9.0.1", 40000 + number // 4 % 16)
        question = struct.pack(">HHHHHH", number // 4 & 0xFFFF, 0x8180 if number % 2 else 0x0100, 1, number % 2, 0, 0)
        question += b"\x05host%d\x07example\x00\x00\x01\x00\x01" % (number // 4 % 10)
        answer = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x0e\x10\x00\x04" + dice.randbytes(4)
        payload, port = [(question, 53), (question + answer, 53), (b"\x23" + bytes(47), 123),
                         (b"\x24\x01\x03\xe8" + dice.randbytes(44), 123)][number % 4]
        yield pcap.udp(payload, *((("10.9.0.2", port), client) if number % 2 else (client, ("10.9.0.2", port))))


def foreign_tcp(other_port=None):
    """Segments of other programs, in 16 connections: HTTP in half of them, random bytes in the others, on unknown
    ports, or in records of TLS on this port."""
    dice = random.Random(10)
    lines = [(("10.9.0.1", 40000 + number), ("10.9.0.2", 80 if number % 2 else other_port or 41000 + number))
             for number in range(16)]
    sent = {}

    def packet(source, target, payload, flags=pcap.PSH | pcap.ACK):
        made = pcap.tcp(payload, source, target, sent.get(source + target, 0), sent.get(target + source, 0), flags)
        sent[source + target] = sent.get(source + target, 0) + len(payload) + (1 if flags & pcap.SYN else 0)
        return made

    for client, server in lines:
        yield packet(client, server, b"", pcap.SYN)
        yield packet(server, client, b"", pcap.SYN | pcap.ACK)
        yield packet(client, server, b"", pcap.ACK)
    for number in itertools.count():
        client, server = lines[number % 16]
        upward, body = number // 16 % 2 == 0, dice.randbytes(dice.randrange(40, 1200))
        if server[1] == 80:
            body = (b"GET /%d HTTP/1.1\r\nHost: example.org\r\n\r\n" % number if upward else
                    b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        elif other_port:
            body = b"\x17\x03\x03" + struct.pack(">H", len(body)) + body
        yield packet(client, server, body) if upward else packet(server, client, body)


def recorded(path):
    """Returns the packets of one of our captures (pcapng, Ethernet, IPv4)."""
    data, at = path.read_bytes(), 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:       # Enhanced Packet Block
            length, = struct.unpack_from("<I", data, at + 20)
            yield data[at + 28 + len(pcap.ETHERNET):at + 28 + length]
        at += size


def big(value):
    """Returns one call whose only argument is this value."""
    line = Line()
    yield from line.opened()
    yield line.reliable(True, simplify4(1, "Main"))
    yield from line.fragments(True, call4(1, 0, value))


def range_coder():
    """Returns ENet's own compressor: a function from bytes to bytes."""
    library = ctypes.CDLL("libenet.so.7")
    create, compress = library.enet_range_coder_create, library.enet_range_coder_compress
    create.restype, compress.restype = ctypes.c_void_p, ctypes.c_size_t
    compress.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    context, out = create(), ctypes.create_string_buffer(4096)

    class Buffer(ctypes.Structure):
        _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    def squeeze(data):
        size = compress(context, ctypes.byref(Buffer(data, len(data))), 1, len(data), out, len(out))
        if not size:
            raise ValueError("these bytes do not get smaller")
        return out.raw[:size]
    return squeeze


def write(path, packets, count=None):
    """Writes the first count packets, or all, as a capture; returns its path."""
    return pcap.write(path, itertools.islice(packets, count), ethernet=True)
