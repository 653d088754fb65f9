# SPDX-License-Identifier: GPL-2.0-or-later
"""Games that send a recording, written after docs/wire/recording.md alone (sections 1 to 3, 5)."""

import hashlib
import hmac
import os
import socket
import struct
import time

ORDER = {"<": b"\x4d\x3c\x2b\x1a", ">": b"\x1a\x2b\x3c\x4d"}
TAGS = b"\x00\x0c\x00\x0cgodot_record\x00\x00\x00\x00"
WELCOME, WRONG_TOKEN, TOO_MANY, OTHER_VERSION = range(4)
RUN_BEGIN, RUN_END, CLOCK, MARK = 2, 10, 11, 12


# --- blocks and records -----------------------------------------------------------------


def options(order, pairs):
    found = b"".join(
        struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4) for code, value in pairs)
    return found + bytes(4) if found else b""


def block(kind, body, order="<"):
    length = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + length + body + length


def section(application=b"Godot 4.6.3-stable, a test", comment=b"A Game 1.0", order="<"):
    head = ORDER[order] + struct.pack(order + "HHq", 1, 0, -1)
    return block(0x0A0D0D0A, head + options(order, [(3, b"Linux"), (4, application), (1, comment)]), order)


def interface(name, description, order="<", link=252, more=()):
    return block(1,
                 struct.pack(order + "HHI", link, 0, 262144) + options(order, [(2, name), (3, description), *more]),
                 order)


def packet(number, when, data, order="<", flags=None):
    body = struct.pack(order + "IIIII", number, when >> 32, when & 0xFFFFFFFF, len(data), len(data)) + data + bytes(
        -len(data) % 4)
    return block(6, body + (options(order, [(2, struct.pack(order + "I", flags))]) if flags else b""), order)


def record(kind, run=77, peer=0, number=1, ticks=0, more=b"", body=b""):
    """A record without the tags."""
    return struct.pack("<BBHIHHIQIIII", 1, kind, 40 + len(more), run, peer, 0, number, ticks, 0, 0, len(body),
                       0) + more + body


def attribute(tag, value):
    return struct.pack("<HH", tag, len(value)) + value


def sent(of, when, data, order="<", flags=None, **header):
    """A block of this interface with a packet that the game's peer sent, with tags."""
    more = struct.pack("<BBHiiii", 1, 2, 0, 1, 0, 0, 0)
    return packet(of, when, TAGS + record(1, peer=1, more=more, body=data, **header), order, flags)


# --- the connection ---------------------------------------------------------------------


class Refused(Exception):
    """Of the listener: its verdict."""


class Game:
    """A game that has connected, and been welcomed unless greet is false."""

    def __init__(self, port, token=None, greet=True, host="127.0.0.1", version=1, name="A Game, process 1"):
        self.socket = socket.create_connection((host, port), 10)
        self.name = name
        self.token = token
        if greet:
            self.greet(version)

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            if not more:
                raise ConnectionError(f"closed after {data!r}")
            data += more
        return data

    def proof(self, who, both):
        if not self.token:
            return bytes(32)
        return hmac.digest(self.token.encode(), b"godot-recorder " + who + both, hashlib.sha256)

    def greet(self, version=1, slowly=False):
        name, listeners, flags, zero, random = struct.unpack("<4sBBH16s", self.exactly(24))
        assert (name, listeners, zero) == (b"GDRL", 1, 0)
        self.token_wanted = bool(flags & 1)
        own = os.urandom(16)
        greeting = struct.pack("<4sBBH16s", b"GDRG", version, 1 if self.token else 0, 0, own) + \
            self.proof(b"game", random + own)
        if slowly:
            self.send_slowly(greeting)
        else:
            self.send(greeting)
        name, listeners, verdict, zero, proof = struct.unpack("<4sBBH32s", self.exactly(40))
        assert (name, listeners, zero) == (b"GDRA", 1, 0)
        if verdict:
            assert proof == bytes(32)
            raise Refused(verdict)
        assert proof == (self.proof(b"listener", random + own) if self.token_wanted else bytes(32))

    def send(self, *blocks):
        self.socket.sendall(b"".join(blocks))

    def send_slowly(self, data):
        """Byte by byte."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in data:
            self.send(bytes([byte]))
            time.sleep(0.0005)

    def begin(self, order="<", peer="ENetMultiplayerPeer, peer 1, /root"):
        """The section, the process, and one peer."""
        game = self.name.split(",")[0]
        self.send(section(order=order), interface(b"game", self.name.encode(), order),
                  interface(b"peer 1", f"{game}, {peer}".encode(), order))

    def question(self):
        name, number, clock, round_trip, zero = struct.unpack("<4sIqII", self.exactly(24))
        assert (name, zero) == (b"GDRQ", 0)
        return number, clock, round_trip

    def answer(self, number, clock, round_trip, when, before=b""):
        body = before + attribute(91, struct.pack("<I", number)) + attribute(92, struct.pack("<q", clock)) + attribute(
            93, struct.pack("<I", round_trip))
        self.send(packet(0, when, TAGS + record(CLOCK, more=struct.pack("<q", when), body=body)))

    def is_closed(self, seconds=5):
        """Does the listener close within this time? What it sends until then is dropped."""
        until = time.monotonic() + seconds      # questions come each second
        try:
            while time.monotonic() < until:
                self.socket.settimeout(max(0.01, until - time.monotonic()))
                if not self.socket.recv(4096):
                    return True
            return False
        except TimeoutError:
            return False
        except ConnectionError:
            return True

    def close(self, ended=True, **header):
        if ended:
            self.send(packet(0, now(), TAGS + record(RUN_END, more=b"\x01\0\0\0", **header)))
        self.socket.shutdown(socket.SHUT_WR)
        self.is_closed()        # TCP may drop what was sent, if something that has come was not read
        self.socket.close()


def now():
    return time.time_ns() // 1000


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
