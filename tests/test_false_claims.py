# SPDX-License-Identifier: GPL-2.0-or-later
"""Datagrams of other protocols stay theirs, although the plugin's heuristics are asked before those of Wireshark.

tools/falsepositives does this with whole collections of captures; here are look-alikes, made by
the rules of each protocol. docs/heuristics.md says what is claimed, and why.
"""

import random
import re
import struct

import pytest

import enet
import pcap
from pcap import CLIENT, SERVER, udp
from wireshark import fields, frames

OURS = 'frame.protocols matches ":(enet|godot)"'
RANDOM = random.Random(4)


def both_ways(payloads, server=SERVER):
    """Every second datagram comes from the server."""
    return [udp(data, *((server, CLIENT) if number % 2 else (CLIENT, server))) for number, data in enumerate(payloads)]


def rtp(sequence, timestamp, ssrc, size=160):
    """RFC 3550, 5.1: version 2, payload type 0; "80 00" is also how a server's ENet datagrams begin."""
    return struct.pack(">BBHII", 0x80, 0, sequence, timestamp, ssrc) + RANDOM.randbytes(size)


def stun():
    """RFC 5389, 6: a Binding request with a SOFTWARE attribute."""
    attribute = struct.pack(">HH", 0x8022, 8) + b"software"
    return struct.pack(">HHI", 1, len(attribute), 0x2112A442) + RANDOM.randbytes(12) + attribute


def dns():
    """RFC 1035, 4.1: a query for godot.example."""
    return struct.pack(">HHHHHH", RANDOM.randrange(65536), 0x0100, 1, 0, 0, 0) + \
        b"\5godot\7example\0" + struct.pack(">HH", 1, 1)


def quic():
    """RFC 9000, 17.2.2: an Initial packet of version 1."""
    head = struct.pack(">BI", 0xC3, 1) + b"\x08" + RANDOM.randbytes(8) + b"\x00" + b"\x00"
    rest = 1200 - len(head) - 2
    return head + struct.pack(">H", 0x4000 | rest) + RANDOM.randbytes(rest)


def dtls():
    """RFC 6347, 4.2: a ClientHello of DTLS 1.2."""
    hello = b"\xfe\xfd" + RANDOM.randbytes(32) + b"\0" + b"\0" + struct.pack(">HH", 2, 0xC02B) + b"\1\0"
    handshake = b"\1" + struct.pack(">I", len(hello))[1:] + b"\0\0" + b"\0\0\0" + struct.pack(">I",
                                                                                              len(hello))[1:] + hello
    return b"\x16\xfe\xfd" + bytes(8) + struct.pack(">H", len(handshake)) + handshake


CALL = [rtp(100 + n, 160 * n, 0x12345678) for n in range(20)]
# Another protocol whose packets can be read as messages of ENet, one after the other, except for the counter, which is
# in another place.
COUNTERS = [struct.pack(">BBHBBHH", 0x80, 0, n, 0x86, 0, 7, 20) + RANDOM.randbytes(20) for n in range(20)]
# A voice call in which each packet is also exactly a SEND_RELIABLE of ENet to slot 0.
UNLUCKY_CALL = [rtp(100 + n, 0x86000000 + 160 * n, 162 << 16 | 7) for n in range(40)]


@pytest.mark.parametrize("protocol, payloads, server, options", [
    ("rtp", CALL, ("10.0.0.1", 20000), ["--enable-heuristic", "rtp_udp"]),
    ("rtp", UNLUCKY_CALL, ("10.0.0.1", 20000), ["--enable-heuristic", "rtp_udp"]),
    ("udp", UNLUCKY_CALL, ("10.0.0.1", 20000), []),     # not even if no other protocol takes it
    ("udp", COUNTERS, ("10.0.0.1", 20000), []),
    ("stun", [stun() for _ in range(4)], SERVER, []),
    ("dns", [dns() for _ in range(4)], ("10.0.0.1", 53), []),
    ("quic", [quic() for _ in range(4)], ("10.0.0.1", 4433), []),
    ("dtls", [dtls() for _ in range(4)], ("10.0.0.1", 4433), []),
])
def test_others_keep_their_dissector(tmp_path, protocol, payloads, server, options):
    capture = pcap.write(tmp_path / "other.pcap", both_ways(payloads, server))
    for [[protocols]] in fields(capture, "", "frame.protocols", options=options):
        assert protocol in protocols.split(":")
        assert not re.search(":(enet|godot)", protocols)


@pytest.mark.parametrize("body", [lambda counter: (10, counter, 0), lambda counter: (10, 10, counter)],
                         ids=["length, counter, 0", "length twice, counter"])
def test_single_acknowledgements_alone_claim_nothing(tmp_path, body):
    # The first is the protocol of a remote desktop: "type, 0001" and three little-endian numbers. It looks like lone
    # ACKNOWLEDGEs, in both directions and for several slots; the second is a valid one every time.
    payloads = [struct.pack("<BBHHHH", counter // 20, 0, 1, *body(counter)) for counter in range(80)]
    capture = pcap.write(tmp_path / "desktop.pcap", both_ways(payloads))
    assert frames(capture, OURS) == []
    assert frames(capture, OURS, "-2") == []


@pytest.mark.parametrize(
    "shape", ["anything", "like ENet to slot 0", "like a compressed ENet to slot 0", "like a compressed CONNECT"])
def test_random_bytes_claim_nothing(tmp_path, shape):
    start = {"anything": b"", "like ENet to slot 0": b"\x80\0", "like a compressed ENet to slot 0": b"\xc0\0",
             "like a compressed CONNECT": b"\xcf\xff"}[shape]
    generator = random.Random(shape)
    payloads = [start + generator.randbytes(generator.randrange(4, 300)) for _ in range(4000)]
    capture = pcap.write(tmp_path / "random.pcap", both_ways(payloads))
    assert frames(capture, OURS) == []


def test_four_bytes_over_a_websocket_are_not_godot(tmp_path):
    # A server that greets with a number, as Godot's does with the client's id, and then sends something else.
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    mask = bytes(4)
    talk = [(True, b"GET / HTTP/1.1\r\nHost: a.example\r\n" + upgrade +
             b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
            (False, b"HTTP/1.1 101 Switching Protocols\r\n" + upgrade +
             b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"),
            (False, b"\x82\x04" + bytes.fromhex("ef83bf4e")), (True, b"\x82\x8c" + mask + b"GET /a HTTP/"),
            (False, b"\x82\x0cHTTP/1.1 200"), (False, b"\x82\x04" + bytes.fromhex("ef83bf4e"))]
    capture = pcap.write(tmp_path / "ws.pcap", pcap.tcp_stream(talk, server=("10.0.0.1", 80)))
    assert frames(capture, "websocket") == [6, 7, 8, 9]
    for passes in ([], ["-2"]):
        assert frames(capture, OURS, *passes) == []


def test_enet_of_others_is_enet_and_not_godot(tmp_path):
    # Another game's handshake: an MTU and a number of channels that no Godot has, and messages that mean nothing to us.
    talk = [(CLIENT, SERVER, enet.datagram(enet.connect(mtu=1200, channels=1), peer=enet.NO_PEER, sent_time=1)),
            (SERVER, CLIENT, enet.datagram(enet.verify(mtu=1200, channels=1), sent_time=2)),
            (CLIENT, SERVER, enet.datagram(enet.ack(1, 2))),
            (CLIENT, SERVER, enet.datagram(enet.reliable(1, RANDOM.randbytes(109)), sent_time=3)),
            (SERVER, CLIENT, enet.datagram(enet.ack(1, 3, 0)))]
    capture = pcap.write(tmp_path / "game.pcap", [udp(data, source, target) for source, target, data in talk])
    assert frames(capture, "enet") == [1, 2, 3, 4, 5]
    assert frames(capture, "godot || godot.variant") == []
