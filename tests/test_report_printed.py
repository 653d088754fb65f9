# SPDX-License-Identifier: GPL-2.0-or-later
"""godot-report with a tshark that prints what a test says: what becomes of each item, each line and each complaint."""

import hashlib
import json
import os
import re
import struct
import subprocess

import pytest

import enet
import pcap
import wireshark
from reports import REPORT, printing, run_with

pytestmark = pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")

LINKTYPE_RECORDING = 252


# --- a dissection ---------------------------------------------------------------------------------


def element(kind, name, at, size, data, shown, inner):
    value = f' value="{data.hex()}"' if data else ""
    return f'<{kind} name="{name}" pos="{at}" size="{size}" show="{shown}"{value}>{"".join(inner)}</{kind}>'


def layer(name, at, size, *inner):
    return element("proto", name, at, size, b"", "", inner)


def told(name, at, data, *inner, shown="", size=None):
    """A field; without its bytes, if only their size is said."""
    return element("field", name, at, len(data) if size is None else size, data, shown, inner)


def captured(frames, link=pcap.LINKTYPE_IPV4, more=0):
    """What tshark prints with -F nsecpcap. more: bytes of each frame that were not captured."""
    head = struct.pack("=IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 262144, link)
    return head + b"".join(struct.pack("=IIII", 1000 + number, 7 * number, len(frame), len(frame) + more) + frame
                           for number, frame in enumerate(frames))


def written(data):
    """The (seconds, nanoseconds, length on the wire, bytes) of frames in a file."""
    frames, at = [], 24
    while at < len(data):
        seconds, nanoseconds, size, length = struct.unpack_from("=IIII", data, at)
        frames.append((seconds, nanoseconds, length, data[at + 16:at + 16 + size]))
        at += 16 + size
    return frames


def anonymized(folder, *pairs, link=pcap.LINKTYPE_IPV4, more=0, hold="128"):
    """Of pairs of a frame and its layers, returns the frames that are written and what is printed."""
    packets = "".join(f"<packet>{''.join(layers)}</packet>" for _, layers in pairs)
    printing(folder, frames=captured([frame for frame, _ in pairs], link, more), pdml=f"<pdml>{packets}</pdml>",
             after=b"what is replaced" * 99)
    done = run_with(folder, "--anonymize", "--hold", hold, "-o", folder / "after", "capture")
    assert done.returncode == 0, done.stderr
    frames = written((folder / "after").read_bytes())
    assert done.stdout.startswith(f"{len(frames)} of {len(pairs)} frames; {len(pairs) - len(frames)} are left out")
    return frames, int(done.stdout.splitlines()[1].split()[0])


AT, TCP_AT = 28, 40             # where the payload of a frame begins
PLAYER, SERVER = ("192.0.2.7", 5000), ("192.0.2.9", 6000)
FIRST, SECOND = ("10.0.0.1", 5000), ("10.0.0.2", 6000)      # which replace them
PAYLOAD = bytes(range(1, 41))
REST = len(PAYLOAD)


def in_enet(*inner, size=REST):
    return [layer("ip", 0, 20), layer("udp", 20, 8), layer("enet", AT, size, *inner)]


def of(name, at, size, *inner, payload=PAYLOAD, shown="", base=AT):
    """A field with bytes of the payload."""
    return told(name, base + at, payload[at:at + size], *inner, shown=shown)


def kept(*places, size=REST, payload=PAYLOAD, unknown=()):
    """The payload of which these bytes (first, how many) stay, and these are ff."""
    after = bytearray(size)
    for at, many in unknown:
        after[at:at + many] = b"\xff" * many
    for at, many in places:
        after[at:at + many] = payload[at:at + many]
    return bytes(after)


def message(at, size, *inner):
    """A message of an ENet command, and what is read of it."""
    return [*in_enet(of("enet.data", at, size)), layer("godot", AT + at, size, *inner)]


OTHER = bytes(range(101, 141))      # a payload that has no byte of the other
BESIDE = [*in_enet(of("enet.data", 0, 8), of("enet.data", 8, 8), of("enet.data", 16, 8))]
# Items of a datagram, what stays of it, and how many bytes of messages become ff.
DATAGRAMS = {
    "nothing": (in_enet(), kept(), 0),
    "a field that stays": (in_enet(of("enet.seq", 2, 2)), kept((2, 2)), 0),
    "a field that nobody knows": (in_enet(of("enet.secret", 2, 2)), kept(), 0),
    "a field without its bytes": (in_enet(told("enet.seq", AT + 2, b"", size=2)), kept(), 0),
    "a field of no bytes": (in_enet(told("enet.seq", AT + 2, b"")), kept(), 0),
    "a field with other bytes": (in_enet(told("enet.seq", AT + 2, b"xy")), kept()[:2] + b"xy" + kept()[4:], 0),
    **{f"a field with the bytes {digits}": (
        in_enet(f'<field name="enet.seq" pos="{AT + 2}" size="2" value="{digits}" show=""/>'), kept(), 0)
       for digits in ("05zz", "05z0", "050z", "zz05", "050", "05", "0")},
    "a compressed block of no bytes": (in_enet(of("enet.seq", 2, 2), told("enet.compressed", AT + 4, b"")),
                                       kept((2, 2)), 0),
    "the last bytes": (in_enet(of("enet.seq", REST - 2, 2)), kept((REST - 2, 2)), 0),
    "single bits": (in_enet(f'<field name="enet.seq" pos="{AT + 2}" size="1" value="1" unmaskedvalue="05"/>'),
                    kept()[:2] + b"\5" + kept()[3:], 0),
    "a message": (message(0, 8, of("godot.header", 0, 1), of("godot.rpc.node_id", 5, 2)),
                  kept((0, 1), (5, 2), unknown=[(0, 8)]), 5),
    "a message that is known to its end": (message(0, 8, of("godot.rpc.node_id", 0, 8)), kept((0, 8)), 0),
    "a message that nobody reads": (in_enet(of("enet.data", 0, 8)), kept(unknown=[(0, 8)]), 8),
    "a message of which nothing is known": (message(0, 8, of("godot.secret", 0, 8)), kept(unknown=[(0, 8)]), 8),
    "a message without its bytes": (in_enet(told("enet.data", AT, b"", size=8)), kept(), 0),
    "a message of another field": (in_enet(of("enet.payload", 0, 8)), kept(unknown=[(0, 8)]), 8),
    "an item behind the end of the message": (message(0, 8, of("godot.header", 0, 1), of("godot.rpc.node_id", 7, 2)),
                                              kept((0, 1), unknown=[(0, 8)]), 7),
    "an item before its beginning": (message(4, 8, of("godot.header", 4, 1), of("godot.rpc.node_id", 3, 2)),
                                     kept((4, 1), unknown=[(4, 8)]), 7),
    "an item with other bytes": (message(0, 8, of("godot.header", 0, 1), told("godot.rpc.node_id", AT + 2, b"xy")),
                                 kept((0, 1), unknown=[(0, 8)]), 7),
    "an item without bytes": (message(0, 8, of("godot.header", 0, 1),
                                      told("godot.rpc.node_id", AT + 1, b"", size=1)),
                              kept((0, 1), unknown=[(0, 8)]), 7),
    "messages beside each other": (
        [*BESIDE, layer("godot", AT, 8, of("godot.header", 0, 1), of("godot.rpc.node_id", 17, 2),
                        of("godot.rpc.node_id", 9, 3), of("godot.rpc.node_id", 3, 1))],
        kept((0, 1), (17, 2), (9, 3), (3, 1), unknown=[(0, 24)]), 17),
    "a Variant in a message": ([*message(0, 8), layer("godot.variant", AT, 8, of("godot.variant.type", 1, 2))],
                               kept((1, 2), unknown=[(0, 8)]), 6),
    "another protocol in a message": ([*message(0, 8), layer("data", AT, 8, of("godot.header", 0, 8))],
                                      kept(unknown=[(0, 8)]), 8),
    "a lone Variant": ([layer("ip", 0, 20), layer("udp", 20, 8), layer("godot.variant", AT, REST,
                                                                        of("godot.variant.type", 0, 4))],
                       kept((0, 4), unknown=[(0, REST)]), REST - 4),
    "a lone Variant in a Variant": (
        [layer("ip", 0, 20), layer("udp", 20, 8), layer("godot.variant", AT, REST),
         layer("godot.variant", AT, REST, of("godot.variant.type", 0, 4))],
        kept((0, 4), unknown=[(0, REST)]), REST - 4),
    "padding": (message(0, 8, of("godot.header", 0, 4), of("godot.variant.padding", 4, 4)), kept((0, 4)), 0),
}


def of_datagram(frame):
    """The payload of a frame whose headers have nothing of before: other addresses, and checksums that are right."""
    payload = frame[AT:]
    assert frame == pcap.udp(payload, FIRST, SECOND)
    return payload


@pytest.mark.parametrize("case", DATAGRAMS)
def test_what_stays_of_a_datagram(tmp_path, case):
    layers, expected, unknown = DATAGRAMS[case]
    [frame], told_unknown = anonymized(tmp_path, (pcap.udp(PAYLOAD, PLAYER, SERVER), layers))
    assert (of_datagram(frame[3]), told_unknown) == (expected, unknown)


LEFT_OUT = {
    "no layer": [],
    "IP alone": [layer("ip", 0, 20)],
    "UDP alone": [layer("ip", 0, 20), layer("udp", 20, 8)],
    "another protocol": [layer("ip", 0, 20), layer("udp", 20, 8), layer("quic", AT, REST)],
    "ENet without UDP": [layer("ip", 0, 20), layer("enet", AT, REST)],
    "UDP without IP": [layer("udp", 20, 8), layer("enet", AT, REST)],
    "ENet in another protocol": [layer("ip", 0, 20), layer("udp", 20, 8), layer("quic", AT, 8), layer("enet", AT, 8)],
    "a Variant of no bytes": [layer("ip", 0, 20), layer("udp", 20, 8), layer("godot.variant", AT, 0)],
    "a compressed block that was not read": in_enet(of("enet.compressed", 4, REST - 4)),
    **{f"a command that is {what}": in_enet(told(f"enet.command.{what}", AT, b""))
       for what in ("implausible", "unknown", "cut")},
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_what_is_left_out(tmp_path, case):
    """The frame behind it is not."""
    frame = pcap.udp(PAYLOAD, PLAYER, SERVER)
    frames, _ = anonymized(tmp_path, (frame, LEFT_OUT[case]), (frame, in_enet(of("enet.seq", 2, 2))))
    assert [(seconds, of_datagram(data)) for seconds, _, _, data in frames] == [(1001, kept((2, 2)))]


def test_frames_keep_their_times_and_lengths(tmp_path):
    """And link layers what they carry, but none of their addresses."""
    head = bytes.fromhex("021122334455021122334456810000050800")
    pairs = [(head + pcap.udp(PAYLOAD, PLAYER, SERVER), [
        layer("frame", 0, 0), layer("eth", 0, 14, told("eth.dst", 0, head[:6]), told("eth.type", 12, head[12:14])),
        layer("vlan", 14, 4, told("vlan.etype", 16, head[16:])),
        layer("ip", 18, 20), layer("udp", 38, 8), layer("enet", 46, REST, of("enet.seq", 2, 2, base=46))])] * 3
    frames, _ = anonymized(tmp_path, *pairs, link=pcap.LINKTYPE_ETHERNET, more=9)
    data = bytes(12) + head[12:14] + bytes(2) + head[16:] + pcap.udp(kept((2, 2)), FIRST, SECOND)
    assert frames == [(1000 + number, 7 * number, len(data) + 9, data) for number in range(3)]
    assert (tmp_path / "after").read_bytes()[:24] == captured([], pcap.LINKTYPE_ETHERNET)


def fragment(payload, at, size, offset, total):
    """A fragment of a message, in a command."""
    return told("enet.command.item", AT, b"", told("enet.fragment.offset", 0, b"", shown=offset),
                told("enet.fragment.total_length", 0, b"", shown=total), of("enet.data", at, size, payload=payload))


def test_fragments_of_a_message(tmp_path):
    """The last one tells what the message is. What follows in another command is a message of its own, and a fragment
    of something else that has the same bytes is not known."""
    whole = PAYLOAD[8:16] + OTHER[4:10]
    parts = [told("enet.fragment", 0, whole[:8]), told("enet.fragment", 8, whole[8:])]
    alone = told("enet.command.item", AT, b"", of("enet.data", 20, 4, payload=OTHER))
    frames, unknown = anonymized(
        tmp_path, (pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet(fragment(PAYLOAD, 8, 8, 0, 14))),
        (pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet(fragment(PAYLOAD, 8, 8, 1, 14))),
        (pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet(fragment(PAYLOAD, 8, 8, 0, 15))),
        (pcap.udp(OTHER, PLAYER, SERVER), [
            *in_enet(fragment(OTHER, 4, 6, 8, 14), *parts, told("enet.reassembled.data", 0, whole), alone),
            layer("godot", 0, 14, told("godot.header", 0, whole[:1]), told("godot.rpc.node_id", 7, whole[7:9])),
            layer("godot", AT + 20, 4, of("godot.header", 20, 4, payload=OTHER))]))
    lost = kept(unknown=[(8, 8)])
    assert [of_datagram(frame) for *_, frame in frames] == [
        kept((8, 1), (15, 1), unknown=[(8, 8)]), lost, lost,
        kept((4, 1), (20, 4), unknown=[(4, 6)], payload=OTHER)]
    assert unknown == 14 - 3 + 8 + 8


@pytest.mark.parametrize("hold, is_known", [("128", True), ("0", False)])
def test_what_comes_again_is_what_was_known_last(tmp_path, hold, is_known):
    """If as much is held back of what earlier frames said."""
    layers = [message(0, 8, of("godot.header", 0, 1)), in_enet(of("enet.data", 0, 8)),
              message(0, 8, of("godot.header", 0, 1), of("godot.rpc.node_id", 5, 2)), in_enet(of("enet.data", 0, 8))]
    frames, unknown = anonymized(tmp_path, *((pcap.udp(PAYLOAD, PLAYER, SERVER), some) for some in layers), hold=hold)
    first, second, lost = (kept(*places, unknown=[(0, 8)]) for places in ([(0, 1)], [(0, 1), (5, 2)], []))
    assert [of_datagram(frame) for *_, frame in frames] == [
        first, first if is_known else lost, second, second if is_known else lost]
    assert unknown == (7 + 5 if is_known else 7 + 8 + 5 + 8)


def test_what_is_read_of_a_datagram_without_messages_says_nothing(tmp_path):
    """Nor has it anything of the frame before it."""
    frames, _ = anonymized(tmp_path, *((pcap.udp(PAYLOAD, PLAYER, SERVER), layers) for layers in (
        message(0, 8, of("godot.header", 0, 1)),
        [*in_enet(of("enet.seq", 2, 2)), layer("godot", AT, 8, of("godot.header", 0, 1))])))
    assert of_datagram(frames[1][3]) == kept((2, 2))


def test_a_part_that_is_not_in_the_message_tells_nothing(tmp_path):
    whole = PAYLOAD[8:16]
    for at, size in ((0, 9), (1, 8), (8, 1), (9, 0)):
        frames, unknown = anonymized(tmp_path, (pcap.udp(PAYLOAD, PLAYER, SERVER), [
            *in_enet(fragment(PAYLOAD, 8, 8, 0, 9), told("enet.fragment", at, bytes(size)),
                     told("enet.reassembled.data", 0, whole)),
            layer("godot", 0, 8, told("godot.header", 0, whole))]))
        assert (of_datagram(frames[0][3]), unknown) == (kept(unknown=[(8, 8)]), 8)


@pytest.mark.parametrize("version", [4, 6])
def test_a_compressed_block_becomes_a_plain_one(tmp_path, version):
    """Items of commands count from where it began, others from the frame's beginning; the lengths are those of what is
    there now."""
    head, plain = bytes([0xC0, 5, 7, 8]), bytes(range(1, 13))
    payload, more = head + b"compressed", 20 * (version == 6)
    command = told("enet.command.item", 0, b"", told("enet.seq", 2, plain[2:4]), told("enet.data", 6, plain[6:10]))
    outside = told("enet.header", AT + more, head[:2]), told("enet.sent_time", AT + more + 2, head[2:])
    fields = [*outside[:1], told("enet.compressed", AT + more + 4, payload[4:]),
              told("enet.uncompressed_length", 0, b"", shown=len(plain)), command, outside[1]]
    packet, network = pcap.udp(payload, PLAYER, SERVER), "ip"
    if version == 6:
        packet, network = pcap.over_ipv6(packet), "ipv6"
    frames, unknown = anonymized(tmp_path, (packet, [
        layer(network, 0, 20 + more), layer("udp", 20 + more, 8), layer("enet", AT + more, len(payload), *fields),
        layer("godot", 6, 4, told("godot.header", 6, plain[6:7]))]), more=3)
    [(_, _, length, frame)] = frames
    after = pcap.udp(b"\x80\5\7\x08" + b"\0\0\3\4\0\0\7\xff\xff\xff\0\0", FIRST, SECOND)
    if version == 6:
        ends = (bytes([0xFD]) + bytes(14) + bytes([number]) for number in (1, 2))
        after = pcap.over_ipv6(after)[:8] + b"".join(ends) + after[20:]
    assert frame == after
    assert (length, unknown) == (len(frame), 3)


@pytest.mark.parametrize("peer, is_right", [(3, True), (enet.NO_PEER, True), (3, False), (enet.NO_PEER, False)])
def test_checksums_of_enet(tmp_path, peer, is_right):
    """They are made with the id of the connection, as soon as the receiver has told its slot; wrong ones stay so."""
    ids = {1: 0x01020304, 2: 0x05060708}
    notes = [(pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet(
        told("enet.stream", 0, b"", shown=stream), told("enet.connect.id", AT + 4, struct.pack(">I", number)),
        told("enet.connect.id", AT + 4, b"x"))) for stream, number in ids.items()]
    body = b"\x85\xff\0\1" + bytes(8)
    datagram = enet.checksummed(body, connect_id=ids[1], peer=peer)
    frames, _ = anonymized(tmp_path, *notes, (pcap.udp(datagram, PLAYER, SERVER), in_enet(
        of("enet.header", 0, 4, payload=datagram), told("enet.peer_id", AT, b"", shown=peer),
        told("enet.stream", 0, b"", shown=1), of("enet.checksum", 4, 4, payload=datagram),
        told("enet.checksum.status", 0, b"", shown=int(is_right)), of("enet.command.byte", 8, 4, payload=datagram))))
    payload = of_datagram(frames[-1][3])
    assert (payload[:4], payload[8:]) == (datagram[:4], body)
    assert (payload == datagram) == is_right


# --- a dissection of a recording --------------------------------------------------------------------


def in_record(*inner):
    return [layer("geninfo", 0, 0), layer("frame", 0, 0),
            layer("exported_pdu", 0, 8, of("exported_pdu.tag", 0, 2, base=0)), layer("godot.record", 8, 32, *inner)]


def of_body(name, at, size, shown=""):
    return of(name, at, size, shown=shown, base=0)


RECORDS = {
    "attributes": (in_record(of_body("godot.record.kind", 9, 1), of_body("godot.record.secret", 10, 2)),
                   kept((0, 2), (9, 1)), 0),
    "a message": ([*in_record(of_body("godot.record.kind", 9, 1), of_body("godot.record.body", 20, 10),
                              of_body("godot.record.mode", 22, 1), of_body("godot.record.mode", 19, 1)),
                   layer("godot", 20, 10, of_body("godot.header", 20, 1))],
                  kept((0, 2), (9, 1), (19, 2), (22, 1), unknown=[(20, 10)]), 8),
    "a part of a body": (in_record(told("godot.record.body_offset", 0, b"", shown=10),
                                   told("godot.record.body_length", 0, b"", shown=99),
                                   of_body("godot.record.body", 20, 10)), kept((0, 2), unknown=[(20, 10)]), 10),
    "the last part of a body": (
        [*in_record(told("godot.record.body_offset", 0, b"", shown=4),
                    told("godot.record.body_length", 0, b"", shown=10), of_body("godot.record.body", 20, 6),
                    told("godot.record.part", 0, b"abcd"), told("godot.record.part", 4, PAYLOAD[20:26]),
                    told("godot.record.whole_data", 0, b"abcd" + PAYLOAD[20:26])),
         layer("godot", 0, 10, told("godot.header", 0, b"a"), told("godot.rpc.node_id", 5, PAYLOAD[21:23]))],
        kept((0, 2), (21, 2), unknown=[(20, 6)]), 7)}


@pytest.mark.parametrize("case", RECORDS)
def test_what_stays_of_a_record(tmp_path, case):
    layers, expected, unknown = RECORDS[case]
    [frame], told_unknown = anonymized(tmp_path, (PAYLOAD, layers), link=LINKTYPE_RECORDING)
    assert (frame[3], told_unknown) == (expected, unknown)


def test_what_a_frame_tells_is_not_of_the_next_one(tmp_path):
    layers, expected, unknown = RECORDS["a message"]
    parts = in_record(told("godot.record.body_offset", 0, b"", shown=10), told("godot.record.part", 0, b"abcd"),
                      told("godot.record.body_length", 0, b"", shown=99), of_body("godot.record.body", 0, 4))
    frames, told_unknown = anonymized(tmp_path, (PAYLOAD, parts), (PAYLOAD, layers), link=LINKTYPE_RECORDING)
    assert (frames[1][3], told_unknown) == (expected, unknown + 4)


def test_a_recording_is_read_twice(tmp_path):
    """First for the names of methods, of which the MD5 of a node is made; other captures have none."""
    anonymized(tmp_path, (PAYLOAD, in_record()), link=LINKTYPE_RECORDING)
    assert (tmp_path / "asked").read_text().count(" pdml ") == 2
    (tmp_path / "asked").unlink()
    anonymized(tmp_path, (pcap.udp(PAYLOAD), in_enet()))
    assert (tmp_path / "asked").read_text().count(" pdml ") == 1


def test_each_node_has_the_md5_of_its_methods(tmp_path):
    """Of their new names, without those of the node before it, also without their ids. What is not known of methods
    has any new MD5."""
    def record(*methods, md5, first=1):
        data = b"".join(methods) + hashlib.md5(md5).hexdigest().encode()
        at, fields = 0, []
        for number, method in enumerate(methods, first):
            if number > 0:
                fields.append(told("godot.record.method.id", 0, b"", shown=number))
            fields += [told("godot.record.method", at, method), told("godot.record.method", at, b"", size=99),
                       told("godot.record.argument", at, method)]
            at += len(method)
        return data, [layer("godot.record", 0, len(data), *fields, told("godot.record.md5", at, data[at:]))]

    nodes = [record(b"jump", b"run", md5=b"jumprun", first=-9), record(b"shoot", md5=b"shoot"),
             record(b"walk", md5=b"other"), record(b"later", b"first", md5=b"firstlater", first=0x7FFF)]
    frames, _ = anonymized(tmp_path, *nodes, link=LINKTYPE_RECORDING)
    for (before, _), (*_, after) in list(zip(nodes, frames))[:2]:
        assert after[-32:] == hashlib.md5(after[:-32]).hexdigest().encode() != before[-32:]
    later = frames[3][3]        # ids from 8000 on are those that come first
    assert later[-32:] == hashlib.md5(later[5:10] + later[:5]).hexdigest().encode()
    assert frames[2][3][-32:] not in (hashlib.md5(frames[2][3][:-32]).hexdigest().encode(), nodes[2][0][-32:])


# --- a dissection of a WebSocket --------------------------------------------------------------------


def in_tcp(payload, *layers, stream=0, seq=1):
    return [layer("ip", 0, 20), layer("tcp", 20, 20, told("tcp.stream", 0, b"", shown=stream),
                                      told("tcp.seq_raw", 24, b"", shown=seq), told("tcp.payload", TCP_AT, payload)),
            *layers]


def frame_of(payload, first=0x82):
    return bytes([first, len(payload)]) + payload


def socket(data, at=0):
    """A WebSocket's layer, with the items by which a frame is found."""
    return layer("websocket", TCP_AT + at, len(data), told("websocket.fin", TCP_AT + at, data[:1]),
                 told("websocket.mask", TCP_AT + at + 1, data[1:2]))


def in_godot(at, data, name="godot"):
    return layer(name, TCP_AT + at, len(data), told("godot.header", TCP_AT + at, data[:2]))


DATA = frame_of(PAYLOAD[:8])
NOTED = DATA[:4] + b"\xff" * 6          # of which two bytes are known
MASK = b"\x12\x34\x56\x78"


def masked(payload):
    return bytes([0x82, 0x80 | len(payload)]) + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


MASKED = masked(bytes(8))
SOCKETS = {
    "a message": (DATA, in_tcp(DATA, socket(DATA), in_godot(2, DATA[2:])), NOTED, 6),
    "a Variant": (DATA, in_tcp(DATA, socket(DATA), in_godot(2, DATA[2:], "godot.variant")), NOTED, 6),
    "a header": (DATA, in_tcp(DATA, socket(DATA), in_godot(2, DATA[2:], "godot.ws")), NOTED, 6),
    "messages one behind another": (
        DATA * 2, in_tcp(DATA * 2, socket(DATA), in_godot(2, DATA[2:]), socket(DATA, len(DATA)),
                         in_godot(2 + len(DATA), DATA[2:])), NOTED * 2, 12),
    "a message that nobody reads": (
        DATA * 2, in_tcp(DATA * 2, socket(DATA), in_godot(2, DATA[2:]), socket(DATA, len(DATA))),
        NOTED + DATA[:2] + b"\xff" * 8, 14),
    "bytes that are no frame": (DATA + b"????", in_tcp(DATA + b"????", socket(DATA), in_godot(2, DATA[2:])),
                                NOTED + b"\xff" * 4, 10),
    "a client's message that nobody reads": (
        DATA + MASKED, in_tcp(DATA + MASKED, socket(DATA), in_godot(2, DATA[2:]), socket(MASKED, len(DATA))),
        NOTED + masked(b"\xff" * 8), 14),
    "another protocol": (DATA, in_tcp(DATA, socket(DATA), in_godot(2, DATA[2:], "other")), None, 0),
    "no message": (DATA, in_tcp(DATA, in_godot(2, DATA[2:])), None, 0),
    "TLS": (DATA, in_tcp(DATA, layer("tls", TCP_AT, len(DATA)), socket(DATA), in_godot(2, DATA[2:])), None, 0),
    "a WebSocket, then TLS": (DATA, in_tcp(DATA, socket(DATA), layer("tls", TCP_AT, 1), in_godot(2, DATA[2:])),
                              None, 0),
    "no segment, but a part of one": (
        DATA, [*in_tcp(b""), layer("fake-field-wrapper", 0, 0, told("tcp.segment", 0, DATA, shown=1))], None, 0),
    "a client's messages": (
        MASKED * 2, in_tcp(MASKED * 2, socket(MASKED), layer("godot", 0, 8, told("godot.header", 0, bytes(1))),
                           socket(MASKED, len(MASKED)), layer("godot", 0, 8, told("godot.header", 7, bytes(1)))),
        masked(b"\0" + b"\xff" * 7) + masked(b"\xff" * 7 + b"\0"), 14),
    "no segment": (DATA, [*in_tcp(b""), socket(DATA), in_godot(2, DATA[2:])], None, 0),
}


@pytest.mark.parametrize("case", SOCKETS)
def test_what_stays_of_a_websocket(tmp_path, case):
    """Of a connection that is Godot's. The datagram behind it is written, whatever the connection is."""
    payload, layers, expected, unknown = SOCKETS[case]
    frames, told_unknown = anonymized(tmp_path, (pcap.tcp(payload, PLAYER, SERVER), layers), (
        pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet()))
    assert [frame[TCP_AT:] for *_, frame in frames[:-1]] == ([] if expected is None else [expected])
    assert told_unknown == unknown
    for *_, frame in frames[:-1]:
        head = pcap.tcp(payload, FIRST, SECOND)[:20]
        assert frame[:20] == head
        assert pcap.checksum(frame[12:20] + struct.pack(">HH", 6, len(frame) - 20) + frame[20:]) == 0


def test_a_message_in_two_segments(tmp_path):
    """The first byte of each has a number, and a segment is known by the number of its frame."""
    first, second = DATA[:5], DATA[5:]
    both = layer("fake-field-wrapper", 0, 0, told("tcp.segments", 0, b"", told("tcp.segment", 0, first, shown=2),
                                                  told("tcp.segment", 5, second, shown=3)),
                 told("tcp.reassembled.data", 0, DATA))
    whole = layer("websocket", 0, len(DATA), told("websocket.fin", 0, DATA[:1]), told("websocket.mask", 1, DATA[1:2]))
    frames, unknown = anonymized(
        tmp_path, (pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet()),
        (pcap.tcp(first, PLAYER, SERVER), in_tcp(first, seq=71)),
        (pcap.tcp(second, PLAYER, SERVER), in_tcp(second, both, whole, layer("godot", 2, 8, told(
            "godot.header", 2, DATA[2:4])), seq=76)))
    assert b"".join(frame[TCP_AT:] for *_, frame in frames[1:]) == NOTED and unknown == 6


@pytest.mark.parametrize("fields", [
    [told("tcp.payload", TCP_AT, DATA), told("tcp.stream", 0, b"", shown=0)],
    [told("tcp.stream", 0, b"", shown=0), told("tcp.payload", TCP_AT, b"", size=len(DATA))],
    [told("tcp.stream", 0, b"", shown=0), told("tcp.payload", TCP_AT + 1, DATA)]],
    ids=["before its stream", "without bytes", "behind the end"])
def test_a_segment_without_its_place_is_none(tmp_path, fields):
    frames, _ = anonymized(tmp_path, (pcap.tcp(DATA, PLAYER, SERVER), [
        layer("ip", 0, 20), layer("tcp", 20, 20, *fields), socket(DATA), in_godot(2, DATA[2:])]), (
            pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet()))
    assert len(frames) == 1


SIZE = 1 << 18


@pytest.mark.parametrize("before, between, is_known", [(0, 2, True), (0, 4, False), (12, 2, True), (12, 4, False)])
def test_frames_are_held_back_until_there_are_too_many(tmp_path, before, between, is_known):
    """A mebibyte of them, whatever has been written before."""
    whole = PAYLOAD[8:16] + OTHER[4:10]
    parts = [told("enet.fragment", 0, whole[:8]), told("enet.fragment", 8, whole[8:])]
    other = pcap.udp(bytes(SIZE)[:65000], PLAYER, SERVER) + bytes(SIZE), in_enet()
    frames, unknown = anonymized(
        tmp_path, *[other] * before, (pcap.udp(PAYLOAD, PLAYER, SERVER), in_enet(fragment(PAYLOAD, 8, 8, 0, 14))),
        *[other] * between, (pcap.udp(OTHER, PLAYER, SERVER), [
            *in_enet(fragment(OTHER, 4, 6, 8, 14), *parts, told("enet.reassembled.data", 0, whole)),
            layer("godot", 0, 14, told("godot.header", 0, whole))]), hold="1")
    assert of_datagram(frames[before][3]) == kept((8, 8) if is_known else (0, 0), unknown=[(8, 8)])
    assert unknown == (0 if is_known else 8)


def test_a_segment_is_noted_once(tmp_path):
    """As when a tunnel has TCP in TCP."""
    again = told("tcp.payload", TCP_AT + 2, DATA[2:])
    layers = in_tcp(DATA, socket(DATA), in_godot(2, DATA[2:]))
    layers[1] = layers[1].replace("</proto>", f"{again}</proto>")
    [frame], _ = anonymized(tmp_path, (pcap.tcp(DATA, PLAYER, SERVER), layers))
    assert frame[3][TCP_AT:] == NOTED


# --- what cannot be done ----------------------------------------------------------------------------

FRAME = pcap.udp(PAYLOAD)
PACKET = f"<packet>{''.join(in_enet())}</packet>"
PDML = f"<pdml>{PACKET}</pdml>"


@pytest.mark.parametrize("frames, dissection, complaint", [
    (captured([]), PDML, "it changed while it was read"),
    (captured([FRAME]), PDML.replace(PACKET, PACKET * 2), "it changed while it was read"),
    (captured([FRAME] * 5000), PDML, "it changed while it was read"),
    (captured([FRAME])[:-1], PDML, "it changed while it was read"),
    (captured([FRAME]), "<pdml></pdml>", "it changed while it was read"),
    (captured([]), "<pdml></pdml>", "no frame can be taken over"),
    (b"", PDML, "tshark does not print its frames"),
    (captured([FRAME])[:23], PDML, "tshark does not print its frames"),
    (b"\0" + captured([FRAME])[1:], PDML, "tshark does not print its frames"),
    (captured([FRAME]), PDML[:-1], "Document ended unexpectedly"),
    (captured([FRAME]), PDML.replace("</packet>", "</pocket>") + PACKET * 5000, "closed")],
                         ids=["none left", "fewer", "more", "cut", "none dissected", "none", "nothing", "a cut header",
                              "another form", "a cut dissection", "a wrong dissection"])
def test_frames_and_dissection_must_agree(tmp_path, frames, dissection, complaint):
    printing(tmp_path, frames=frames, pdml=dissection)
    done = run_with(tmp_path, "--anonymize", "-o", tmp_path / "after", "capture")
    told_lines = done.stderr.splitlines()
    assert (done.returncode, done.stdout, len(told_lines)) == (2, "", 1)
    assert told_lines[0].startswith("godot-report: capture: ") and complaint in told_lines[0]
    assert not (tmp_path / "after").exists()


@pytest.mark.parametrize("hold", ["0", "128"])
@pytest.mark.parametrize("count, blocks, size", [
    (1, 0, 0), (5000, 1, 0), (5000, 100, 0), (2, 0, 65536 - 24 - 16 - 8 - len(FRAME))])
def test_a_full_disk_is_told(tmp_path, count, blocks, size, hold):
    """Once, whether it is full at once, in between, when the last bytes are written, or at the head of a frame."""
    printing(tmp_path, frames=captured([pcap.udp(PAYLOAD + bytes(size))] * count),
             pdml=PDML.replace(PACKET, PACKET * count))
    limited = tmp_path / "limited"
    limited.write_text(f"#!/bin/bash\ntrap '' XFSZ\nulimit -f {blocks}\nexec {REPORT} \"$@\"\n")
    limited.chmod(0o755)
    done = run_with(tmp_path, "--anonymize", "--hold", hold, "-o", tmp_path / "after", "capture", program=limited)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"godot-report: capture: {tmp_path}/after: ") and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "after").exists()


# --- rows and tables --------------------------------------------------------------------------------

ROW = '{"frame":1,"time":1,"kind":"rpc","node":"n","method":"m","src":"a:1","dst":"b:2","wire_bytes":100}\n'
AWAY, BACK = "Connection 0: a:1 → b:2", "Connection 0: b:2 → a:1"


def tree(*lines, width=70):
    """A statistic's tree, as tshark prints it: of (depth, name, count), in columns of bytes."""
    def line(name, count):
        return name + " " * (width - len(name.encode())) + count
    rule = "=" * (width + 20)
    rows = (line(" " * depth + name, f"{count:<14}0.5") for depth, name, count in lines)
    head = line("Topic / Item", "Count         Average")
    return "\n".join(["", rule, "Godot/Something:", head, rule, *rows, rule, ""])


def found(folder, keys, *printed, rows=ROW, group="network"):
    """What is found for the limits with these keys: values, or "?"."""
    printing(folder, rows=rows + "".join(printed))
    (folder / "budget").write_text(f"[{group}]\n" + "".join(f"{key}=0\n" for key in keys))
    done = run_with(folder, "--budget", folder / "budget", "capture")
    assert done.stderr == ""
    lines = [line.split() for line in done.stdout.splitlines()[2:]]
    assert [line[4] for line in lines] == keys and done.returncode in (0, 1, 2)
    return ["?" if line[0] == "?" else float(line[2]) for line in lines]


FATES = tree(
    (0, "Sent: number, and what became of it", 99), (1, AWAY, 99), (2, "channel 0", 99), (3, "unreliable", 99),
    (4, "came in order", 5), (4, "came late", 1), (4, "lost", 2), (4, "dropped by the sender's throttle", 3),
    (4, "may still come", 50), (3, "reliable", 99), (4, "came in order", 6), (4, "came late", 4), (2, "channel 1", 99),
    (3, "unreliable", 99), (4, "came in order", 7), (1, BACK, 99), (2, "channel 0", 99), (3, "reliable", 99),
    (4, "came in order", 30), (4, "came late", 1), (4, "lost", 9), (3, "unreliable", 99), (4, "came in order", 40),
    (0, "Transmissions of reliable commands: number", 99), (1, AWAY, 99), (2, "channel 0", 99), (3, "acknowledged", 8),
    (3, "lost, or their acknowledgements", 4), (3, "not acknowledged, or not yet", 50), (1, BACK, 99),
    (2, "channel 0", 99), (3, "acknowledged", 10),
    (0, "Retransmitted: number", 99), (1, AWAY, 99), (2, "lost", 99), (3, "came late", 99), (4, "unreliable", 99),
    (5, "lost", 99))


def test_what_became_of_messages(tmp_path):
    """docs/report.md, "What is counted": of the end with the greatest part."""
    assert found(tmp_path, ["loss", "late", "throttled"], FATES) == pytest.approx(
        [(2 + 4) / (2 + 4 + 5 + 1 + 7 + 8), (1 + 4) / (1 + 4 + 5 + 6 + 7), 3 / (3 + 5 + 1 + 7 + 2)], rel=1e-6)
    assert found(tmp_path, ["loss", "late", "throttled"]) == ["?"] * 3


@pytest.mark.parametrize("lines, expected", [
    ([], ["?", "?"]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (4, "came in order", 3)], ["?", "?"]),      # of which mode?
    ([(0, "Sent: number", 9), (1, AWAY, 9), (4, "came late", 3)], ["?", "?"]),
    ([(0, "Sent: number", 9), (3, "unreliable", 9), (4, "came in order", 3)], ["?", "?"]),      # of which end?
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "unreliable", 9), (4, "lost", 1)], [1, "?"]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "reliable", 9), (4, "came late", 1)], ["?", 1]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "unreliable", 9), (4, "came in order", 3)], [0, 0]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "reliable", 9), (4, "came in order", 3)], ["?", 0]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "unreliable", 9), (0, "Sent: number", 9), (4, "lost", 3)], ["?", "?"]),
    ([(0, "Sent: number", 9), (1, AWAY, 9), (3, "unreliable", 9), (1, BACK, 9), (4, "lost", 3)], [1, "?"]),
    ([(0, "Bytes", 9), (1, AWAY, 9), (3, "unreliable", 9), (4, "lost", 3)], ["?", "?"]),
    ([(0, "Transmissions of reliable commands", 9), (1, AWAY, 9), (3, "acknowledged", 3)], [0, "?"])])
def test_only_what_stands_in_its_place_counts(tmp_path, lines, expected):
    assert found(tmp_path, ["loss", "late"], tree(*lines)) == expected
    head, rest = tree(*lines).split("Average\n")
    assert found(tmp_path, ["loss", "late"], f"{head}Average\nTopic / Item\n{rest}") == expected  # without a column


def datagrams(what, *senders):
    lines = [(0, f"Datagrams sent: {what}, by how much of the MTU they fill", 99)]
    for name, mtu, shares in senders:
        lines += [(1, name, 99), (2, mtu, 99), *((3, share, count) for share, count in shares)]
    return lines


def test_datagrams_above_the_mtu_are_those_of_an_end(tmp_path):
    number = datagrams("number", (AWAY, "MTU 1392", [("up to 10 %", 50), ("above 100 %", 2)]),
                       (BACK, "MTU 1392", [("above 100 %", 5), ("up to 100 %", 7)]))
    size = datagrams("bytes", (AWAY, "MTU 1392", [("above 100 %", 70)]))
    assert found(tmp_path, ["above_mtu"], tree(*size, *number)) == [5]
    assert found(tmp_path, ["above_mtu"], tree(*number[:-3], *size)) == [2]
    assert found(tmp_path, ["above_mtu"], tree(*datagrams("number", (AWAY, "MTU 9", [("up to 10 %", 3)])))) == [0]
    for lines in ([], size, *(datagrams("number", (AWAY, "MTU not captured", some))
                              for some in ([], [("compressed, not read", 3)]))):
        assert found(tmp_path, ["above_mtu"], tree(*lines)) == ["?"]


def experts(*sections):
    """What -z expert,note prints."""
    text = ""
    for name, items in sections:
        text += f"\n{name} ({sum(count for count, *_ in items)})\n=============\n"
        text += "   Frequency      Group           Protocol  Summary\n"
        text += "".join("{:12} {:>10} {:>18}  {}\n".format(*item) for item in items)
    return text


def test_experts_are_those_of_enet_and_godot(tmp_path):
    text = experts(
        ("Errors", [(1, "Malformed", "ENet", "one"), (2, "Malformed", "Godot", "two"), (90, "Malformed", "TCP", "")]),
        ("Warns", [(4, "Sequence", "Godot", "Errors (7)"), (90, "Sequence", "WebSocket", "3 Sequence ENet")]),
        ("Notes", [(8, "Sequence", "ENet", "three"), (16, "Sequence", "ENet", "four")]))
    assert found(tmp_path, ["errors", "warnings", "notes"], text, group="experts") == [3, 4, 24]
    assert found(tmp_path, ["errors", "warnings", "notes"], group="experts") == [0, 0, 0]
    headless = text[text.index("   Freq"):].replace("           1", "         999", 1)
    assert found(tmp_path, ["errors", "warnings", "notes"], headless, group="experts") == [0, 4, 24]
    assert found(tmp_path, ["up", "down"], headless, group="players") == [100, 100]


def page(folder, *printed, rows=ROW):
    printing(folder, rows=rows + "".join(printed))
    done = run_with(folder, "-o", folder / "page", "capture")
    assert (done.returncode, done.stderr) == (0, "")
    html = (folder / "page").read_text(encoding="utf-8")
    return json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])


def test_how_full_datagrams_are_on_the_page(tmp_path):
    """A tree counts KiB when there are too many bytes. Of an MTU that is not known there are no shares."""
    shares = [("up to 10 %", 50), ("above 100 %", 2)]
    text = tree(*datagrams("number", (AWAY, "MTU 1392", shares), (BACK, "MTU not captured", [])),
                *datagrams("KiB", (AWAY, "MTU 1392", shares), (BACK, "MTU not captured", [])),
                (0, "Datagrams: number", 99), (1, AWAY, 99), (2, "MTU 1392", 99), (3, "above 100 %", 99))
    rows = page(tmp_path, text)["fills"]["rows"]
    assert [(row["name"], row["mtu"], row["share"], row["datagrams"], row["bytes"]) for row in rows] == [
        (BACK, "not captured", "?", 99, 99 * 1024), (AWAY, "1392", "up to 10 %", 50, 50 * 1024),
        (AWAY, "1392", "above 100 %", 2, 2 * 1024)]


def test_values_of_properties_on_the_page(tmp_path):
    values = [(1, "Main/A", 99), (2, "Count 7", 99), (3, "changed", 5), (3, "unchanged", 3), (2, "#1", 99),
              (3, "unchanged", 7), (1, "Main/B", 99), (2, "#1", 99), (3, "changed", 2), (2, "#0", 99),
              (3, "changed", 9), (2, "#4", 99), (3, "unchanged", 8)]
    text = tree((0, "Values of SYNC: bytes", 99), *values, (3, "changed", 1), (2, "#2", 99),
                (0, "Values of SYNC: number", 99), *values)
    data = page(tmp_path, text)["properties"]
    assert data["entries"] == len(data["rows"])
    assert [(row["name"], row["bytes"], row["unchanged"]) for row in data["rows"]] == [
        ("Main/B:#4", 9, 8), ("Main/A:#1", 7, 7), ("Main/A:Count 7", 8, 3), ("Main/B:#0", 9, 0), ("Main/B:#1", 2, 0)]


def test_what_is_most_stands_first(tmp_path):
    rows = [{"frame": 1, "time": 1, "src": "a:1", "dst": "b:2", "from": 7, "wire_bytes": 300},
            {"frame": 2, "time": 3, "src": "b:2", "dst": "a:1", "from": 1, "wire_bytes": 100, "retransmission": True,
             "rtt": 0.25}]
    shares = [("above 100 %", 2)]
    data = page(tmp_path, FATES, tree(*datagrams("number", (AWAY, "MTU 9", shares))),
                experts(("Errors", [(3, "Malformed", "Godot", "")]), ("Warns", [(4, "Malformed", "ENet", "")])),
                rows="".join(json.dumps(row) + "\n" for row in rows))
    assert [(figure["what"], pytest.approx(figure["value"], rel=1e-6),
             figure["where"]) for figure in data["figures"]] == [
        ("Bytes/s that a player sends, at most", 150, "a:1"), ("Bytes/s that a player receives, at most", 50, "a:1"),
        ("Bytes of the longest frame", 300, "frame 1"), ("Datagrams above the MTU, at most", 2, AWAY),
        ("Seconds for 95 % of the round trips", 0.25, ""), ("Part that was lost, at most", 6 / 27, AWAY),
        ("Part that came late, at most", 5 / 23, AWAY), ("Part that the throttle dropped, at most", 3 / 18, AWAY),
        ("Part of the bytes sent again", 0.25, ""), ("Errors", 3, ""), ("Warnings", 4, "")]


def test_one_capture_may_come_from_standard_input(tmp_path):
    """Where each is judged by itself."""
    printing(tmp_path, rows=ROW, budget="[calls]\n*=9\n")
    assert run_with(tmp_path, "--budget", tmp_path / "budget", "-", "/x").returncode == 0
    assert run_with(tmp_path, "--budget-from", "-", "/x").returncode == 0
    assert run_with(tmp_path, "--compare", "-", "/x").returncode == 0
    assert [line[line.index("-r") + 1] for line in asked(tmp_path)] == ["-", "/x"] * 3
    assert run_with(tmp_path, "-o", tmp_path / "page", "-").returncode == 0


def test_a_full_output_is_told(tmp_path):
    wireshark.skip_on_windows("a device")
    printing(tmp_path, rows=ROW)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([REPORT, "--budget-from", "/x"], stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False,
                              env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert (done.returncode, done.stderr.startswith("godot-report: the output cannot be written: ")) == (2, True)


def asked(folder):
    return [line.split() for line in (folder / "asked").read_text().splitlines()]


TABLES, LIVES = ["expert,note", "enet_channels,tree", "enet_commands,tree"], ["godot,timeline", "godot_objects,tree"]


@pytest.mark.parametrize("words, statistics", [
    (["--budget-from"], ["godot,messages", *TABLES]), (["-o", "PAGE"], ["godot,messages", *TABLES, *LIVES])])
def test_tshark_is_asked_for_what_is_needed(tmp_path, words, statistics):
    printing(tmp_path, rows=ROW)
    words = [tmp_path / "page" if word == "PAGE" else word for word in words]
    options = ["-2", "--preference", "a:b", "--preference", "c:d", "--decode-as", "e,f"]
    assert run_with(tmp_path, *words, *options, "/x").returncode == 0
    [question] = asked(tmp_path)
    assert question[:4] == ["-n", "-r", "/x", "-q"] and question[-7:] == "-2 -o a:b -o c:d -d e,f".split()
    assert sorted(question[4:-7]) == sorted(word for name in statistics for word in ("-z", name))


def test_tshark_is_asked_for_rows_and_facts_when_captures_are_compared(tmp_path):
    printing(tmp_path, rows=ROW)
    assert run_with(tmp_path, "--compare", "-2", "/x", "/y").returncode == 0
    assert [[question[question.index("-r") + 1], question[-1], *(question[at + 1] for at, word in enumerate(question)
                                                                if word == "-z")] for question in asked(tmp_path)] == [
        ["/x", "-2", "godot,messages"], ["/y", "-2", "godot,messages"]]


@pytest.mark.parametrize("rows, complaint", [
    ("", "nothing of Godot's is in it"), ("text\n[1]\n", "nothing of Godot's is in it"),
    (ROW + '{"frame":1\n', "its line 2 is a damaged row"), ('{"frame":1\n' * 3, "its line 1 is a damaged row"),
    ("text\n" + ROW + "{}}\n", "its line 3 is a damaged row"),
    ('{"capture":"a"}\n{"capture":"b"}\n', "it has the rows of several captures"),
    ('{"capture":"a"}\n{}\n', "it has the rows of several captures"),
    ('{"capture":"a"}\n{}\n{}\n', "it has the rows of several captures")])
def test_rows_that_cannot_be_counted(tmp_path, rows, complaint):
    printing(tmp_path, rows=rows)
    done = run_with(tmp_path, "--budget-from", "/x")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"godot-report: /x: {complaint}\n")


def test_nothing_is_read_behind_a_damaged_row(tmp_path):
    """And tshark is not waited for, which reads on for long."""
    printing(tmp_path)
    (tmp_path / "tshark").write_text("#!/bin/sh\necho '{\"frame\":1'\nexec sleep 99\n")
    done = run_with(tmp_path, "--budget-from", "/x")
    assert (done.returncode, done.stderr) == (2, "godot-report: /x: its line 1 is a damaged row\n")


# --- complaints -------------------------------------------------------------------------------------

ADVICE = ("the plugin is not installed for tshark (README.md, Install; for root it must be so for all users), "
          "or a word is wrong: ")


@pytest.mark.parametrize("status, complaint, expected", [    # the last complaint explains the status
    (0, "", []), (0, "Running as user \"root\"\n", ["Running as user \"root\""]),
    (0, "tshark: one\n", ["tshark: one"]), (0, "tshark: one\ntshark: two\n", ["tshark: one", "tshark: two"]),
    (0, "tshark: one\n(more)\n", ["tshark: one (more)"]), (0, "(more)\n", ["(more)"]),
    (0, "tshark: one\n  listed\nother\n", ["other", "tshark: one"]),
    (0, "tshark: one\nother:\n", ["other:", "tshark: one"]), (0, "  listed\n", ["  listed"]),
    (2, "tshark: one\n", ["godot-report: /x: tshark: one"]), (2, "tshark: one  \n", ["godot-report: /x: tshark: one"]),
    (2, "tshark: one\ntshark: two\n", ["tshark: one", "godot-report: /x: tshark: two"]),
    (2, "tshark: one\ntshark: all that is right:\n  a\n  b\n", ["godot-report: /x: tshark: one"]),
    (2, "tshark: all that is right:\n  a\n", ["godot-report: /x: tshark: all that is right:"]),
    (2, "", ["godot-report: /x: tshark: Child process exited with code 2"]),
    (1, "tshark: no godot\n", [f"godot-report: /x: tshark: {ADVICE}no godot"]),
    (1, "tshark: no enet\n", [f"godot-report: /x: tshark: {ADVICE}no enet"]),
    (1, "tshark: no http\n", ["godot-report: /x: tshark: no http"]),
    (2, "tshark: no godot\n", ["godot-report: /x: tshark: no godot"])])
def test_what_tshark_complains_of(tmp_path, status, complaint, expected):
    printing(tmp_path, rows=ROW, rows_complaint=complaint, rows_status=str(status))
    done = run_with(tmp_path, "--budget-from", "/x")
    assert (done.returncode, done.stderr.splitlines()) == (2 if status else 0, expected)
    assert bool(done.stdout) == (status == 0)


@pytest.mark.parametrize("end", [len(PDML), -1], ids=["whole", "cut"])
@pytest.mark.parametrize("status", [0, 2])
def test_a_complaint_explains_a_dissection_that_ends(tmp_path, end, status):
    """What is cut is otherwise told as such."""
    printing(tmp_path, frames=captured([FRAME]), pdml=PDML[:end], pdml_complaint="tshark: one\n",
             pdml_status=str(status))
    done = run_with(tmp_path, "--anonymize", "-o", tmp_path / "after", "/x")
    assert done.returncode == (0 if status == 0 and end > 0 else 2)
    last = done.stderr.splitlines()[-1]
    assert "ended unexpectedly" in last if status == 0 and end < 0 else last.endswith("tshark: one")


def test_a_file_that_cannot_be_made_is_told(tmp_path):
    """Of which only its name is wrong."""
    printing(tmp_path, frames=captured([FRAME]), pdml=PDML)
    name = tmp_path / ("x" * 300)
    done = run_with(tmp_path, "--anonymize", "-o", name, "/x")
    assert done.returncode == 2 and done.stderr.startswith(f"godot-report: /x: {name}: ")


@pytest.mark.parametrize("status, complaint, reason", [
    ("2", "tshark: one\n", "one"), ("killed", "", "Child process killed by signal 9")], ids=["ended", "killed"])
@pytest.mark.parametrize("link, hold", [(LINKTYPE_RECORDING, "128"), (pcap.LINKTYPE_IPV4, "0")])
@pytest.mark.parametrize("what", ["frames", "pdml"])
def test_what_was_not_read_to_its_end_replaces_nothing(tmp_path, what, link, hold, status, complaint, reason):
    """Also if what was read looks whole: of a recording, which is read twice, too; or after frames were written."""
    is_recording = link == LINKTYPE_RECORDING
    printing(tmp_path, frames=captured([PAYLOAD if is_recording else FRAME], link),
             pdml=f"<pdml><packet>{in_record()[-1]}</packet></pdml>" if is_recording else PDML,
             **{f"{what}_status": status, f"{what}_complaint": complaint}, after=b"before")
    done = run_with(tmp_path, "--anonymize", "--hold", hold, "-o", tmp_path / "after", "/x")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"godot-report: /x: tshark: {reason}\n")
    assert (tmp_path / "after").read_bytes() == b"before"


def test_a_page_that_cannot_be_written_leaves_the_one_before(tmp_path):
    wireshark.skip_on_windows("a bound on the size of files")
    printing(tmp_path, rows=ROW, after=b"before")
    limited = tmp_path / "limited"
    limited.write_text(f"#!/bin/bash\ntrap '' XFSZ\nulimit -f 1\nexec {REPORT} \"$@\"\n")
    limited.chmod(0o755)
    done = run_with(tmp_path, "-o", tmp_path / "after", "/x", program=limited)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert (tmp_path / "after").read_bytes() == b"before"


MISSING = "godot-report: /x: tshark is missing: apt install tshark\n"


@pytest.mark.parametrize("words", [
    ["--anonymize", "-o", "FILE", "/x"], ["-o", "FILE", "/x"], ["-o", "FILE", "/x", "/y"], ["--compare", "/x", "/y"],
    ["--budget-from", "/x"]], ids=" ".join)
def test_a_tshark_that_is_missing_is_told(tmp_path, words):
    wireshark.skip_on_windows("a PATH without Wine")
    words = [tmp_path / "file" if word == "FILE" else word for word in words]
    done = subprocess.run([REPORT, *words], text=True, check=False, env={**os.environ, "PATH": "/nowhere"},
                          capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", MISSING)
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize("words, first", [(["--anonymize", "-o", "FILE", "/x"], "frames"),
                                          (["-o", "FILE", "/x", "/y"], "fields")])
def test_a_tshark_that_is_missing_soon_is_told(tmp_path, words, first):
    """As when it is installed anew meanwhile: it has printed what it was asked for first."""
    printing(tmp_path, frames=captured([FRAME]), fields="", pdml=PDML, rows=ROW)
    program = tmp_path / "tshark"
    program.write_text(f'#!/bin/sh\ncd "${{0%/*}}"\n/bin/rm tshark\nexec /bin/cat {first}\n')
    words = [tmp_path / "file" if word == "FILE" else word for word in words]
    done = subprocess.run([REPORT, *words], text=True, check=False, env={**os.environ, "PATH": f"{tmp_path}"},
                          capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", MISSING)
    assert not (tmp_path / "file").exists()


def test_a_device_may_be_read_and_written(tmp_path):
    """Nothing of it is replaced."""
    wireshark.skip_on_windows("a device")
    printing(tmp_path, rows=ROW)
    done = run_with(tmp_path, "--budget", "/dev/null", "--junit", "/dev/null", "/x")
    assert (done.returncode, done.stderr) == (2, "godot-report: /dev/null: it has no limits\n")


def test_names_are_told_in_the_letters_of_the_terminal(tmp_path, monkeypatch):
    printing(tmp_path, rows="")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    done = run_with(tmp_path, "--budget-from", "/größte")
    assert (done.returncode, done.stderr) == (2, "godot-report: /größte: nothing of Godot's is in it\n")


def test_a_complaint_explains_frames_that_are_missing(tmp_path):
    printing(tmp_path, frames=b"", frames_complaint="tshark: one can't be written as two\n", frames_status="2",
             pdml=PDML)
    done = run_with(tmp_path, "--anonymize", "-o", tmp_path / "after", "/x")
    assert (done.returncode, done.stderr) == (
        2, "godot-report: /x: it has several link layers, and the new file has room for one: tshark: one can't be "
        "written as two\n")
