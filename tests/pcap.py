# SPDX-License-Identifier: GPL-2.0-or-later
"""Write small capture files for tests: IPv4 packets, mostly without a link layer."""

import socket
import struct

LINKTYPE_ETHERNET, LINKTYPE_IPV4 = 1, 228
ETHERNET = bytes.fromhex("0200000000010200000000020800")
CLIENT = ("10.0.0.2", 50000)
SERVER = ("10.0.0.1", 7777)
FIN, SYN, PSH, ACK = 1, 2, 8, 16


def _checksum(header):
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def _ip(protocol, source, target, segment):
    def header(checksum):
        return struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(segment), 0, 0x4000, 64, protocol, checksum,
                           socket.inet_aton(source[0]), socket.inet_aton(target[0]))
    return header(_checksum(header(0))) + segment


def udp(payload, source=CLIENT, target=SERVER):
    """Returns one datagram as an IPv4 packet (its UDP checksum is absent: 0)."""
    return _ip(17, source, target, struct.pack(">HHHH", source[1], target[1], 8 + len(payload), 0) + payload)


def tcp(payload, source=CLIENT, target=SERVER, seq=0, ack=0, flags=PSH | ACK):
    """Returns one TCP segment as an IPv4 packet."""
    return _ip(6, source, target, struct.pack(">HHIIBBHHH", source[1], target[1], seq & 0xFFFFFFFF, ack & 0xFFFFFFFF,
                                              5 << 4, flags, 0xFFFF, 0, 0) + payload)


def tcp_stream(segments, client=CLIENT, server=SERVER):
    """Returns the packets of a whole TCP connection. segments: pairs (from_client, bytes), each sent as one segment."""
    sent = [1, 1]   # next sequence number of the server, and of the client
    packets = [tcp(b"", client, server, 0, 0, SYN), tcp(b"", server, client, 0, 1, SYN | ACK),
               tcp(b"", client, server, 1, 1, ACK)]
    for from_client, payload in segments:
        ends = (client, server) if from_client else (server, client)
        packets.append(tcp(payload, *ends, sent[bool(from_client)], sent[not from_client]))
        sent[bool(from_client)] += len(payload)
    packets.append(tcp(b"", client, server, sent[1], sent[0], FIN | ACK))
    packets.append(tcp(b"", server, client, sent[0], sent[1] + 1, FIN | ACK))
    return packets


def apart(captures):
    """Joins the packets of several captures to one capture; each has addresses (10.N.x.x) of its own.

    So tshark, whose start takes longer than reading any of these, starts once for many cases.
    """
    packets = []
    for number, capture in enumerate(captures):
        for packet in capture:
            head = bytearray(packet[:20])
            head[10:12], head[13], head[17] = bytes(2), number, number
            packets.append(bytes(head[:10]) + struct.pack(">H", _checksum(head)) + bytes(head[12:]) + packet[20:])
    return packets


def split(rows, captures):
    """Splits what was read of apart(captures), a row for each packet, into rows for each capture."""
    rows = iter(rows)
    parts = [[next(rows) for _ in capture] for capture in captures]
    assert next(rows, None) is None
    return parts


def write_timed(path, packets, ethernet=False, padding=0):
    """Writes pairs of seconds and an IPv4 packet as a pcap file, the packets alone or in Ethernet frames; returns path.

    padding: how many more bytes each packet had on the wire, which were not captured.
    """
    with open(path, "wb") as file:
        file.write(
            struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 0x40000, LINKTYPE_ETHERNET if ethernet else LINKTYPE_IPV4))
        for time, packet in packets:
            seconds, micros = divmod(round(time * 1000000), 1000000)
            data = ETHERNET + packet if ethernet else packet
            file.write(struct.pack("<IIII", seconds, micros, len(data), len(data) + padding) + data)
    return path


def write(path, packets, start=1.0, step=0.001, ethernet=False, padding=0):
    """Writes IPv4 packets step seconds apart, as write_timed() does."""
    timed = ((start + number * step, packet) for number, packet in enumerate(packets))
    return write_timed(path, timed, ethernet, padding)
