# SPDX-License-Identifier: GPL-2.0-or-later
"""Build ENet datagrams for tests, after docs/wire/enet.md sections 1 and 2."""

import struct
import zlib

NO_PEER = 0xFFF


def header(peer=0, sent_time=None, session=0, compressed=False):
    """Returns the 2 or 4 bytes before the commands; with a sent time if one is given."""
    word = peer | session << 12 | (0x4000 if compressed else 0) | (0x8000 if sent_time is not None else 0)
    return struct.pack(">H", word) + (b"" if sent_time is None else struct.pack(">H", sent_time))


def datagram(*commands, peer=0, sent_time=None, session=0):
    """Returns a whole datagram. If a command asks for an acknowledgement, it has a sent time (0 if none is given)."""
    if sent_time is None and any(command[0] & 0x80 for command in commands):
        sent_time = 0
    return header(peer, sent_time, session) + b"".join(commands)


def checksummed(*commands, connect_id=0, peer=0, sent_time=0, session=0):
    """Returns a datagram with ENet's CRC-32 after the header."""
    head, body = header(peer, sent_time, session), b"".join(commands)
    key = b"\0\0\0\0" if peer == NO_PEER else struct.pack(">I", connect_id)
    return head + struct.pack(">I", zlib.crc32(head + key + body)) + body


def command(byte, channel, seq, body=b""):
    return struct.pack(">BBH", byte, channel, seq & 0xFFFF) + body


def ack(seq, sent_time=0, channel=0xFF):
    return command(0x01, channel, seq, struct.pack(">HH", seq & 0xFFFF, sent_time & 0xFFFF))


def connect(slot=0, connect_id=0x11223344, data=1842, channels=255, sessions=(0xFF, 0xFF), mtu=1392, window=65536):
    return command(0x82, 0xFF, 1, struct.pack(">HBBIIIIIIIIII", slot, *sessions, mtu, window, channels, 0, 0,
                                              5000, 2, 2, connect_id, data))


def verify(slot=0, connect_id=0x11223344, channels=255, sessions=(0, 0), mtu=1392, incoming_bandwidth=0, window=65536):
    return command(0x83, 0xFF, 1, struct.pack(">HBBIIIIIIIII", slot, *sessions, mtu, window, channels,
                                              incoming_bandwidth, 0, 5000, 2, 2, connect_id))


def ping(seq):
    return command(0x85, 0xFF, seq)


def disconnect(seq, now=False, data=0):
    return command(0x44 if now else 0x84, 0xFF, seq, struct.pack(">I", data))


def reliable(seq, data, channel=0):
    return command(0x86, channel, seq, struct.pack(">H", len(data)) + data)


def unreliable(seq, number, data, channel=1):
    return command(0x07, channel, seq, struct.pack(">HH", number & 0xFFFF, len(data)) + data)


def unsequenced(group, data, channel=1):
    return command(0x49, channel, 0, struct.pack(">HH", group & 0xFFFF, len(data)) + data)


def fragments(start, data, size, channel=0, unreliable_under=None):
    """Returns the fragment commands of one message; unreliable ones if the reliable number under which they count is
    given."""
    count = -(-len(data) // size)
    made = []
    for number in range(count):
        part = data[number * size:(number + 1) * size]
        body = struct.pack(">HHIIII", start & 0xFFFF, len(part), count, number, len(data), number * size) + part
        if unreliable_under is None:
            made.append(command(0x88, channel, start + number, body))
        else:
            made.append(command(0x0C, channel, unreliable_under, body))
    return made
