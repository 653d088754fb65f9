# SPDX-License-Identifier: GPL-2.0-or-later
"""Write small capture files for tests: IPv4 packets, mostly without a link layer."""

import socket
import struct

LINKTYPE_ETHERNET, LINKTYPE_IPV4 = 1, 228
ETHERNET_TYPES = {4: b"\x08\x00", 6: b"\x86\xdd"}
ETHERNET = bytes.fromhex("0200000000010200000000020800")
CLIENT = ("10.0.0.2", 50000)
SERVER = ("10.0.0.1", 7777)
FIN, SYN, PSH, ACK = 1, 2, 8, 16


def checksum(header):
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


def _ip(protocol, source, target, segment):
    def header(checksum):
        return struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(segment), 0, 0x4000, 64, protocol, checksum,
                           socket.inet_aton(source[0]), socket.inet_aton(target[0]))
    return header(checksum(header(0))) + segment


def udp(payload, source=CLIENT, target=SERVER):
    """Returns one datagram as an IPv4 packet (its UDP checksum is absent: 0)."""
    return _ip(17, source, target, struct.pack(">HHHH", source[1], target[1], 8 + len(payload), 0) + payload)


def fragments(packet, size=1480, number=7):
    """Returns an IPv4 packet in pieces, as a network with an MTU of 1,500 bytes carries it."""
    head, data = packet[:20], packet[20:]
    pieces = ((at, data[at:at + size], at + size < len(data)) for at in range(0, len(data), size))
    return [head[:2] + struct.pack(">HHH", 20 + len(piece), number, more << 13 | at // 8) + head[8:] + piece
            for at, piece, more in pieces]


def tunnelled(packet):
    """Returns an IPv4 packet in an IPv4 packet."""
    return _ip(4, ("192.0.2.1", 0), ("192.0.2.2", 0), packet)


def over_ipv6(packet):
    """Returns an IPv4 packet, or a fragment of one, as IPv6 carries it. Checksums of UDP are those of IPv4."""
    number, place = struct.unpack_from(">HH", packet, 4)
    divided = struct.pack(">BBHI", packet[9], 0, (place & 0x1FFF) << 3 | place >> 13 & 1, number)
    data = (divided if place & 0x3FFF else b"") + packet[20:]
    ends = (bytes(10) + b"\xff\xff" + packet[at:at + 4] for at in (12, 16))
    return struct.pack(">IHBB", 6 << 28, len(data), 44 if place & 0x3FFF else packet[9], 64) + b"".join(ends) + data


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
            packets.append(bytes(head[:10]) + struct.pack(">H", checksum(head)) + bytes(head[12:]) + packet[20:])
    return packets


def split(rows, captures):
    """Splits what was read of apart(captures), a row for each packet, into rows for each capture."""
    rows = iter(rows)
    parts = [[next(rows) for _ in capture] for capture in captures]
    assert next(rows, None) is None
    return parts


def write_timed(path, packets, ethernet=False, padding=0):
    """Writes pairs of seconds and a packet as a pcap file; returns path. The packets are IPv4, or in Ethernet frames.

    padding: how many more bytes each packet had on the wire, which were not captured.
    """
    with open(path, "wb") as file:
        file.write(
            struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 0x40000, LINKTYPE_ETHERNET if ethernet else LINKTYPE_IPV4))
        for time, packet in packets:
            seconds, micros = divmod(round(time * 1000000), 1000000)
            data = ETHERNET[:12] + ETHERNET_TYPES[packet[0] >> 4] + packet if ethernet else packet
            file.write(struct.pack("<IIII", seconds, micros, len(data), len(data) + padding) + data)
    return path


def write(path, packets, start=1.0, step=0.001, ethernet=False, padding=0):
    """Writes packets step seconds apart, as write_timed() does."""
    timed = ((start + number * step, packet) for number, packet in enumerate(packets))
    return write_timed(path, timed, ethernet, padding)
