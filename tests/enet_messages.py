# SPDX-License-Identifier: GPL-2.0-or-later
"""The messages in a capture of uncompressed ENet between one server and its clients, after docs/wire/enet.md 1 and 2
alone."""

import collections
import struct

# Command -> bytes of its head, and whether a payload follows.
HEADS = {
    1: (8, False), 2: (48, False), 3: (44, False), 4: (8, False), 5: (4, False), 6: (6, True), 7: (8, True),
    8: (24, True), 9: (8, True), 10: (12, False), 11: (16, False), 12: (24, True)}
CONNECT, FRAGMENT, UNRELIABLE_FRAGMENT, SENT_TIME = 2, 8, 12, 0x8000


def frames(data):
    """The packets of a little-endian pcapng file: UDP's (source port, target port, payload)."""
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            size, = struct.unpack_from("<I", data, at + 20)
            ip = data[at + 28 + 14:at + 28 + size]
            head = 4 * (ip[0] & 15)
            source, target, length_of_udp = struct.unpack_from(">HHH", ip, head)
            yield source, target, ip[head + 8:head + length_of_udp]
        at += length


def commands(datagram):
    """(command, channel, sequence number, head, payload) of each command."""
    peer, = struct.unpack_from(">H", datagram)
    at = 4 if peer & SENT_TIME else 2
    while at < len(datagram):
        command, channel, number = struct.unpack_from(">BBH", datagram, at)
        size, payload = HEADS[command & 15]
        head = datagram[at:at + size]
        at += size
        length = 0
        if payload:
            length, = struct.unpack_from(">H", head, 4 if command & 15 == 6 else 6)
        yield command & 15, channel, number, head, datagram[at:at + length]
        at += length


def messages(data, server):
    """(client's id, to the server?, channel) -> messages in the order of their first appearance; each once."""
    found, seen, parts, ids = collections.defaultdict(list), set(), {}, {}
    for source, target, datagram in frames(data):
        to_server = target == server
        port = source if to_server else target
        for command, channel, number, head, payload in commands(datagram):
            if command == CONNECT:
                ids[port] = struct.unpack_from(">I", head, 44)[0]
                seen = {key for key in seen if key[0] != port}      # a new connection begins to count anew
            if not HEADS[command][1]:
                continue
            key = (port, to_server, channel, command, head)
            if command != 9 and key in seen:                        # a repetition
                continue
            seen.add(key)
            if command in (FRAGMENT, UNRELIABLE_FRAGMENT):
                start, _, count, index, _, offset = struct.unpack_from(">HHIIII", head, 4)
                whole = parts.setdefault(
                    (port, to_server, channel, command, number if command == UNRELIABLE_FRAGMENT else 0, start), {})
                whole[index] = payload
                if len(whole) < count:
                    continue
                payload = b"".join(whole[i] for i in range(count))
                whole.clear()
            found[ids[port], to_server, channel].append(payload)
    return found
