# SPDX-License-Identifier: GPL-2.0-or-later
"""ENet: what each datagram says, which connection it belongs to, and what happened to it.

Datagrams are those of docs/wire/enet.md, or built by its rules.
"""

import base64
import collections
import json
import random
import re
import struct
import zlib

import pytest

import compressors
import enet
import pcap
import wireshark
from pcap import CLIENT, SERVER, udp
from wireshark import fields, frames, pdml, readable, run, tshark, writable_folder

MESSAGE = b"\xaa not Godot's \xbb"
# what a single pass cannot know yet
FORWARD_LINKS = {"enet.analysis.acked_in", "enet.reassembled.in", "enet.analysis.lost_before"}


class Talk:
    """Datagrams between a client and a server, in the order of the capture."""

    def __init__(self, client=CLIENT, server=SERVER):
        self.client, self.server, self.packets = client, server, []

    def up(self, *commands, **options):
        return self.raw(enet.datagram(*commands, **options))

    def down(self, *commands, **options):
        return self.raw(enet.datagram(*commands, **options), False)

    def raw(self, data, from_client=True):
        ends = (self.client, self.server) if from_client else (self.server, self.client)
        self.packets.append(udp(data, *ends))
        return self

    def handshake(self, **options):
        connect_id = options.get("connect_id", 0x11223344)
        slot = options.pop("slot", 0)
        self.up(enet.connect(**options), peer=enet.NO_PEER, sent_time=100)
        self.down(enet.verify(slot, connect_id), sent_time=200)
        return self.up(enet.ack(1, 200), peer=slot)

    def write(self, tmp_path, **options):
        return pcap.write(tmp_path / "talk.pcap", self.packets, **options)


def first_fragment(size, *more):
    """A datagram of so many bytes with the first fragment of a message: no other protocol begins so."""
    data = bytes(size - 4 - 24)
    head = struct.pack(">HHIIII", 1, len(data), 2, 0, 9000, 0)
    return enet.datagram(enet.command(0x88, 0, 1, head + data), *more, sent_time=5)


def stored(size):
    """The same, but zlib's stream of it has so many bytes: eleven more, because it is not compressed."""
    return enet.header(0, 5, compressed=True) + zlib.compress(first_fragment(size - 11)[4:], 0)


@pytest.mark.parametrize("of_size", [first_fragment, stored])
def test_the_heuristic_knows_how_long_a_datagram_may_be(tmp_path, of_size):
    """ENet's largest MTU is 4,096. What the capture cut is nobody's, even where a command ends."""
    sizes = (4095, 4096, 4097, 5000)
    assert all(len(of_size(size)) == size for size in sizes)
    packets = [udp(of_size(size), source=("10.0.0.2", 40000 + size)) for size in sizes]
    assert frames(pcap.write(tmp_path / "sizes.pcap", packets), "enet") == [1, 2]
    for port in SERVER[1], 27960:       # the latter is shared with other protocols
        packets = [udp(first_fragment(1000, enet.ping(2)), ("10.0.0.2", 40000 + cut), (SERVER[0], port))[:1032 - cut]
                   for cut in (0, 1, 4, 500)]
        assert frames(pcap.write(tmp_path / "cut.pcap", packets, padding=2000), "enet") == [1]


@pytest.mark.parametrize("sent_time", [5, None])
def test_no_more_is_undone_than_enet_has_room_for(tmp_path, sent_time):
    """As many bytes as its largest MTU, with the header (docs/wire/enet.md, 6)."""
    head = enet.header(0, sent_time, compressed=True)
    talk = Talk().handshake()
    for room in (4096, 4097):
        rest = room - len(head) - len(enet.unreliable(0, 1, b""))
        talk.raw(head + zlib.compress(enet.unreliable(0, 1, bytes(rest))))
    assert frames(talk.write(tmp_path), "enet.compressed.undecodable", "-o", "enet.compression:zlib") == [5]


def test_the_heuristic_undoes_no_more_either(tmp_path):
    """The only command is a fragment, which is a proof of ENet."""
    def packed(size):
        part = enet.fragments(1, bytes(size - 24 + 1), size - 24)[0]
        assert len(part) == size
        return enet.header(0, 5, compressed=True) + zlib.compress(part)

    packets = pcap.apart([udp(packed(4096 - 4 + more))] for more in (0, 1, 4, 8))
    assert frames(pcap.write(tmp_path / "room.pcap", packets), "enet") == [1]


def test_numbers_have_their_units(tmp_path):
    block = zlib.compress(enet.unreliable(0, 1, bytes(50)) + enet.ping(2))
    packet = pdml(Talk().handshake().raw(enet.header(0, 300, compressed=True) + block).write(tmp_path))[3]
    whole, frame = 4 + len(block), 28 + 4 + len(block)
    data = 50 * len(block) // 62        # its share
    assert {name: packet.first(name).showname.split(": ")[1].replace(" ", "") for name in (
        "enet.overhead", "enet.below", "enet.sent_time", "enet.compressed_length", "enet.uncompressed_length")} == {
            "enet.overhead": f"{whole - data}bytes", "enet.below": f"{frame - whole}bytes",
            "enet.sent_time": "300ms", "enet.compressed_length": f"{len(block)}bytes",
            "enet.uncompressed_length": "62bytes"}


@pytest.mark.parametrize("pack, found", [(bytes, [1, 2, 3, 4]), (zlib.compress, [1, 2])])
def test_compressed_blocks_are_looked_into_for_the_first_128_slots(tmp_path, pack, found):
    """docs/heuristics.md: a fragment is proof of any slot."""
    part = enet.fragments(1, bytes(90), 60)[0]
    packets = [udp(enet.header(slot, 5, compressed=pack != bytes) + pack(part), ("10.0.0.2", 40000 + slot))
               for slot in (126, 127, 128, 129)]
    assert frames(pcap.write(tmp_path / "slots.pcap", packets), "enet") == found


@pytest.mark.parametrize("count, limited", [(127, False), (128, False), (129, True)])
def test_a_datagram_has_items_for_128_commands(tmp_path, count, limited):
    """docs/security.md; ENet counts them all."""
    capture = Talk().handshake().up(*(enet.ping(2 + at) for at in range(count))).write(tmp_path)
    assert frames(capture, "enet.commands.limit") == ([4] if limited else [])
    (items,), = fields(capture, "frame.number == 4", "enet.seq")
    assert len(items) == min(count, 128)


def column(rows):
    """Returns rows with one column and one value each, as integers."""
    return [[int(value, 0) for value in row[0]] for row in rows]


def info(capture, *options):
    name = "_ws.col.Info"
    return [row[0][0] if row[0] else "" for row in fields(capture, "", name, options=options)]


def with_lua(tmp_path, text):
    """Options of tshark that run a script first."""
    script = tmp_path / "script.lua"
    script.write_text(text)
    return wireshark.with_lua(script)


# --- single datagrams -----------------------------------------------------------------


DOCUMENTED = [
    # docs/wire/enet.md, 11: the handshake of a real client
    ("8fff5393" "82ff0001" "0000ffff" "00000570" "00010000" "000000ff" "00000000" "00000000"
     "00001388" "00000002" "00000002" "0cd1349c" "5b85b1e1",
     {"enet.peer_id": "4095", "enet.sent_time": "21395", "enet.command": "2", "enet.connect.mtu": "1392",
      "enet.connect.window": "65536", "enet.connect.channels": "255", "enet.connect.id": "0x0cd1349c",
      "enet.connect.data": "1535488481", "enet.connect.throttle_interval": "5000",
      "enet.connect.throttle_acceleration": "2", "enet.connect.throttle_deceleration": "2",
      "enet.connect.incoming_session": "255"}),
    ("80005397" "83ff0001" "00000000" "00000570" "00010000" "000000ff" "00000008" "00000000"
     "00001388" "00000002" "00000002" "0cd1349c",
     {"enet.peer_id": "0", "enet.command": "3", "enet.connect.incoming_bandwidth": "8",
      "enet.connect.outgoing_bandwidth": "0"}),
    ("0000" "0100000100015" "3a5", {"enet.command": "1", "enet.ack.seq": "1", "enet.ack.sent_time": "21413"}),
    ("800053a8" "860000010006" "020101000000", {"enet.command": "6", "enet.seq": "1", "enet.length": "6"}),
    ("0000" "44ff000800000000", {"enet.command": "4", "enet.disconnect.data": "0", "enet.seq": "8"}),
    ("80000001" "8aff0001" "00001000" "00002000",
     {"enet.bandwidth.incoming": "4096", "enet.bandwidth.outgoing": "8192"}),
    ("80000001" "8bff0001" "00001388" "00000003" "00000004",
     {"enet.throttle.interval": "5000", "enet.throttle.acceleration": "3", "enet.throttle.deceleration": "4"}),
    ("0000" "070100050007" "0003" "616263", {"enet.unreliable_seq": "7", "enet.seq": "5", "enet.data": "616263"}),
    ("0000" "490100000009" "0001" "ff", {"enet.unsequenced_group": "9", "enet.data": "ff"}),
    ("b0030001" "85ff0002", {"enet.session_id": "3", "enet.peer_id": "3", "enet.command": "5"}),
]


@pytest.fixture(scope="module")
def documented(tmp_path_factory):
    """Returns name -> values of each of these datagrams, each in a capture of its own."""
    names = sorted({name for _, expected in DOCUMENTED for name in expected})
    packets = pcap.apart([udp(bytes.fromhex(data))] for data, _ in DOCUMENTED)
    capture = pcap.write(tmp_path_factory.mktemp("documented") / "all.pcap", packets)
    return [dict(zip(names, row)) for row in fields(capture, "", *names, options=["-d", "udp.port==7777,enet"])]


@pytest.mark.parametrize("number", range(len(DOCUMENTED)), ids=[data for data, _ in DOCUMENTED])
def test_fields_of_a_datagram(documented, number):
    expected = DOCUMENTED[number][1]
    got = {name: documented[number][name][0] for name in expected}
    assert {name: int(value, 0) if name != "enet.data" else value for name, value in got.items()} == \
           {name: int(value, 0) if name != "enet.data" else value for name, value in expected.items()}


def test_a_datagram_may_end_before_its_first_command(tmp_path):
    """Also where the first datagram of a connection may have a checksum."""
    packets = pcap.apart([udp(bytes.fromhex(data)[:length])] for data, _ in DOCUMENTED for length in range(1, 5)
                         if length < 3 or int(data[0], 16) & 8)      # without a time, commands begin after two bytes
    capture = pcap.write(tmp_path / "ends.pcap", packets)
    as_enet = ["-d", "udp.port==7777,enet"]
    assert fields(capture, "_ws.malformed", "frame.number", "udp.payload", options=as_enet) == []
    assert len(frames(capture, "enet", *as_enet)) == len(DOCUMENTED)        # those whose header is whole
    assert frames(capture, "enet.command", *as_enet) == []


def test_several_commands_in_one_line(tmp_path):
    """What ENet says for itself stands behind what the game says."""
    limit, throttle = enet.command(0x8A, 0xFF, 3, bytes(8)), enet.command(0x8B, 0xFF, 4, bytes(12))
    talk = Talk().handshake().up(enet.ack(2, 300), enet.ping(2), limit, throttle, enet.reliable(1, MESSAGE))
    shown = ["ACK 2", "PING", "BANDWIDTH_LIMIT", "THROTTLE_CONFIGURE"]
    assert info(talk.write(tmp_path))[-1].split("  |  ") == [f"RELIABLE 1, {len(MESSAGE)} bytes ch 0", *shown]


def test_a_message_replaces_nothing_before_it(tmp_path):
    """A dissector may replace what the Info column has of its message, as that of single Variants does."""
    value = struct.pack("<III", 4, 1, ord("a"))
    talk = Talk().handshake().up(enet.disconnect(2), enet.reliable(1, value), enet.reliable(2, value))
    shown = info(talk.write(tmp_path), "-o", "enet.payload:variant")[-1]
    assert shown.split("  |  ") == ["DISCONNECT, data 0", '"a"', '"a"']


BAD = [
    ("80000001" "85ff0002" "0dff0003", "enet.command.unknown"),
    ("80000001" "85ff0002" "860000", "enet.command.cut"),
    ("80000001" "85ff0002" "8600000100ff61", "enet.command.cut"),
    ("80000001" "85ff0002" "0000", "enet.trailing.ignored"),
    ("0000" "0100000100020000", "enet.command.implausible"),
    ("80000001" "8800000100010004" "00000002" "00000005" "00000008" "00000000" "61626364", "enet.fragment.broken"),
    ("80000001" "8800000100010004" "00200000" "00000000" "00000008" "00000000" "61626364", "enet.fragment.broken"),
    ("80000001" "8800000100010004" "00000002" "00000000" "00000002" "00000000" "61626364", "enet.fragment.broken"),
    ("80000001" "8800000100010004" "00000002" "00000000" "ffffffff" "00000000" "61626364", "enet.fragment.broken"),
    ("80000001" "8800000200010004" "00000003" "00000001" "00000006" "00000004" "61626364", "enet.fragment.broken"),
    ("c0000001" "1234567890abcdef1234567890abcdef", "enet.compressed.undecodable"),
]


def test_bad_datagrams_are_told(tmp_path):
    """Each is in a capture of its own."""
    capture = pcap.write(tmp_path / "bad.pcap", pcap.apart([udp(bytes.fromhex(data))] for data, _ in BAD))
    options = ["-d", "udp.port==7777,enet"]
    experts = sorted({expert for _, expert in BAD})
    for (_, expert), row in zip(BAD, fields(capture, "", *experts, options=options), strict=True):
        told = {name for name, values in zip(experts, row) if values}
        assert expert in told
        assert len(told - {"enet.trailing.ignored"}) <= 1   # what follows a command that cannot be read is told as well
    text = tshark("-r", capture, "-V", *options)
    assert "[Malformed Packet" not in text and "Unknown command 13:" in text
    for (data, _), [commands] in zip(BAD, fields(capture, "", "enet.command", options=options), strict=True):
        if data.startswith("8000000185ff"):
            assert commands[0] == "5", data      # the good part stays


def test_what_follows_the_last_command_is_told(tmp_path):
    """One byte, too. Nothing trails where no command comes before. A compressed block may have one byte."""
    talk = Talk().handshake().up(enet.ping(2), b"\x0f").raw(enet.header(0, 9) + b"\x0f\xff\0\1").up(enet.ping(3))
    talk.raw(enet.header(0, 9, compressed=True) + b"?")
    rows = fields(talk.write(tmp_path), "frame.number > 3", "enet.trailing", "enet.compressed", "enet.trailing.ignored",
                  "enet.compressed.undecodable", options=["-d", "udp.port==7777,enet"])
    assert [[bool(value) for value in row] for row in rows] == [
        [True, False, True, False], [True, False, False, False], [False] * 4, [False, True, False, True]]
    assert rows[0][0] == ["0f"]


def test_every_truncation_is_survived(tmp_path):
    whole = enet.datagram(enet.ack(1), enet.connect(), *enet.fragments(1, b"x" * 50, 30), enet.reliable(3, b"abc"))
    packets = [udp(whole[:length]) for length in range(1, len(whole))]
    capture = pcap.write(tmp_path / "cut.pcap", packets)
    options = ["-d", "udp.port==7777,enet"]
    text = tshark("-r", capture, "-V", *options)
    assert "[Malformed Packet" not in text and "Dissector bug" not in text


@pytest.mark.parametrize("compressed", [False, True])
def test_no_checksum_fits_behind_a_short_datagram(tmp_path, compressed):
    """Of a connection that has none; what cannot be read might have one."""
    talk = Talk().handshake()
    for sent_time in None, 7:
        for more in range(5):
            talk.raw(enet.header(0, sent_time, compressed=compressed) + bytes(more))
    capture, options = talk.write(tmp_path), ["-d", "udp.port==7777,enet"]
    assert frames(capture, "enet", *options) == list(range(1, 14))
    assert frames(capture, "enet") == list(range(1, 14 if compressed else 4))   # no command: not taken from others
    assert frames(capture, "enet.checksum", *options) == []
    assert "[Malformed Packet" not in tshark("-r", capture, "-V", *options)


def test_the_mtu_of_a_request_without_an_answer(tmp_path):
    talk = Talk().up(enet.connect(mtu=576), peer=enet.NO_PEER).up(enet.reliable(1, b"x" * 600))
    assert frames(talk.write(tmp_path), "enet.mtu_exceeded") == [2]


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("asked, answered, exceeded", [(576, 1392, []), (1392, 576, [3])])
def test_the_mtu_is_that_of_the_answer(tmp_path, swapped, asked, answered, exceeded):
    """Whichever of the two was captured first (docs/wire/enet.md, 3.1)."""
    talk = Talk().up(enet.connect(mtu=asked), peer=enet.NO_PEER).down(enet.verify(mtu=answered))
    if swapped:
        talk.packets.reverse()
    assert frames(talk.up(enet.reliable(1, b"x" * 600)).write(tmp_path), "enet.mtu_exceeded") == exceeded


def test_what_is_remarkable_about_a_datagram_is_told_of_its_first_command(tmp_path):
    """Where each command has a row of its own."""
    talk = Talk().handshake().up(enet.reliable(1, bytes(800)), enet.reliable(2, bytes(800)))
    rows = map(json.loads, tshark("-r", talk.write(tmp_path), "-q", "-z", "godot,messages").splitlines())
    assert ["enet.mtu_exceeded" in row.get("experts", []) for row in rows if row["frame"] == 4] == [True, False]


def test_who_knows_no_mtu_counts_no_bytes(tmp_path):
    talk = Talk().up(enet.ping(2)).down(enet.reliable(2, b"x" * 1390))
    assert frames(talk.write(tmp_path), "enet.mtu_exceeded", "-d", "udp.port==7777,enet") == []


def test_a_datagram_may_be_as_long_as_the_mtu(tmp_path):
    talk = Talk().up(enet.connect(mtu=576), peer=enet.NO_PEER).down(enet.verify(mtu=576))
    for seq, length in enumerate((576, 577), 1):
        talk.up(enet.reliable(seq, b"x" * (length - len(enet.datagram(enet.reliable(seq, b""))))))
    assert frames(talk.write(tmp_path), "enet.mtu_exceeded") == [4]


def test_bandwidth_quirk_of_servers_with_channels(tmp_path):
    talk = Talk().up(enet.connect(), peer=enet.NO_PEER).down(enet.verify(incoming_bandwidth=8))
    (row,), = fields(talk.write(tmp_path), "enet.connect.bandwidth_quirk", "_ws.expert.message")
    assert row[-1:] == ["The server asks for 8 bytes/s: Godot 4 passes max_channels (6) as bandwidth"]


@pytest.mark.parametrize("of_client, bandwidth, told", [
    (False, 0, False), (False, 2, False), (False, 3, True), (False, 257, True), (False, 258, False), (True, 8, False)])
def test_bandwidths_that_are_numbers_of_channels(tmp_path, of_client, bandwidth, told):
    """docs/wire/enet.md, 7: of a server, from 1 to 255 channels and two more."""
    asks = bytearray(enet.connect())
    if of_client:
        struct.pack_into(">I", asks, 4 + 2 + 1 + 1 + 4 + 4 + 4, bandwidth)
    talk = Talk().up(bytes(asks), peer=enet.NO_PEER).down(
        enet.verify(incoming_bandwidth=0 if of_client else bandwidth))
    capture = talk.write(tmp_path)
    shown = column(fields(capture, "", "enet.connect.incoming_bandwidth"))
    assert shown == ([[bandwidth], [0]] if of_client else [[0], [bandwidth]])
    assert bool(frames(capture, "enet.connect.bandwidth_quirk")) == told


# --- recognising ----------------------------------------------------------------------


def test_connect_is_recognised(tmp_path):
    assert frames(Talk().handshake().write(tmp_path), "enet") == [1, 2, 3]


def test_other_datagrams_of_the_socket_stay_data(tmp_path):
    capture = Talk().handshake().raw(b"rawudp").up(enet.ping(2)).write(tmp_path)
    assert frames(capture, "enet") == frames(capture, "enet", "-2") == [1, 2, 3, 5]


def test_compressed_connect_is_recognised(tmp_path):
    # docs/wire/enet.md, 8.3: a whole datagram of Godot 3.6.2 with its default settings
    data = "cfffa16a837b88b1fdf1df576b939eeefcbd22fb8a54df98ab2be6e4cc66b8178448d3d4731f"
    capture = pcap.write(tmp_path / "range.pcap", [udp(bytes.fromhex(data))])
    row = fields(capture, "enet", "enet.compression", "enet.uncompressed_length", "enet.connect.channels",
                 "enet.connect.data", "enet.connect.mtu")[0]
    assert [values[0] for values in row] == ["1", "48", "3", str(0x451ACFF4), "1392"]


@pytest.mark.parametrize("peer, session, sent_time, found", [
    (enet.NO_PEER, 0, 5, True), (enet.NO_PEER, 0, None, False), (enet.NO_PEER, 1, 5, False), (200, 0, 5, False)])
def test_a_compressed_connect_has_a_first_header(tmp_path, peer, session, sent_time, found):
    """docs/wire/enet.md, 3.2 and 1.1: to nobody, in session 0; it asks for an answer, so it has a sent time."""
    data = enet.header(peer, sent_time, session, compressed=True) + zlib.compress(enet.connect())
    assert bool(frames(pcap.write(tmp_path / "connect.pcap", [udp(data)]), "enet")) == found


def test_the_heuristic_tries_all_compressions(tmp_path):
    """These streams hold the bytes as they are: FastLZ's of runs of 32, Zstandard's of one raw block."""
    plain = first_fragment(200)[4:]
    runs = (plain[at:at + 32] for at in range(0, len(plain), 32))
    packed = {2: b"".join(bytes([len(run) - 1]) + run for run in runs), 3: zlib.compress(plain),
              4: b"\x28\xb5\x2f\xfd\x20" + bytes([len(plain)]) + struct.pack("<I", len(plain) << 3 | 1)[:3] + plain}
    packets = pcap.apart([udp(enet.header(0, 5, compressed=True) + block)] for block in packed.values())
    rows = fields(pcap.write(tmp_path / "packed.pcap", packets), "", "enet.compression", "enet.fragment.total_length",
                  "enet.compressed_length", "enet.uncompressed_length")
    assert rows == [[[str(mode)], ["9000"], [str(len(block))], [str(len(plain))]] for mode, block in packed.items()]


def test_forced_compression(tmp_path):
    data = bytes.fromhex("c000a6ac867b7d9cabc9dc9cd4998b7cfcdd63e55219bc1013")
    capture = pcap.write(tmp_path / "range.pcap", [udp(data)])
    options = ["-d", "udp.port==7777,enet"]
    assert fields(capture, "", "enet.uncompressed_length", options=[*options, "-o",
                                                                    "enet.compression:range"]) == [[["24"]]]
    assert frames(capture, "enet.compressed.undecodable", *options, "-o", "enet.compression:none") == [1]
    assert frames(capture, "enet.compressed.undecodable", *options, "-o", "enet.compression:zlib") == [1]


def late(*datagrams, **ends):
    talk = Talk(**ends)
    for from_client, commands in datagrams:
        (talk.up if from_client else talk.down)(*commands)
    return talk


def test_late_capture_with_two_kinds_is_recognised(tmp_path):
    assert frames(late((True, [enet.ack(7), enet.ping(8)])).write(tmp_path), "enet") == [1]


def test_a_slot_that_nobody_introduced_must_be_a_low_one(tmp_path):
    """docs/heuristics.md: two kinds of commands, to a slot below 128."""
    for slot, claimed in ((127, [1]), (128, [])):
        assert frames(Talk().up(enet.ack(7), enet.ping(8), peer=slot).write(tmp_path), "enet") == claimed


def test_late_compressed_capture_is_recognised(tmp_path):
    # docs/wire/enet.md, 8.3: range-coded blocks of a real SYNC and of a made RPC
    sync = bytes.fromhex("49b840d5f48b45c17adede2b35089ed3e1ea7e3ee3a082")
    call = bytes.fromhex("867b7d9e964d07ee4a5fceb2ddb3cdc646dc5f40ec9ed4f8d5fd")
    talk = Talk().raw(enet.header(0, None, compressed=True) + sync, False)
    talk.raw(enet.header(1, 7, compressed=True) + call).raw(enet.header(0, None, compressed=True) + sync, False)
    assert frames(talk.write(tmp_path), "enet") == [3]


def test_lone_acknowledgements_prove_nothing(tmp_path):
    talk = late(*[(number % 2 == 0, [enet.ack(number, number, 0)]) for number in range(30)])
    assert frames(talk.write(tmp_path), "enet") == []


def test_weak_evidence_adds_up_over_both_directions(tmp_path):
    """Which may have the same port."""
    both_ways = (True, [enet.reliable(9, MESSAGE)]), (False, [enet.ack(9, 0, 0)]), (True, [enet.reliable(10, MESSAGE)])
    for client in CLIENT, (CLIENT[0], SERVER[1]):
        assert frames(late(*both_ways, client=client).write(tmp_path), "enet") == [3]
    one_way = late(*[(True, [enet.reliable(number, MESSAGE)]) for number in (1, 3, 4, 5, 6)])
    assert frames(one_way.write(tmp_path), "enet") == []


RUNS = {
    "reliable": [enet.reliable(number, MESSAGE) for number in range(65533, 65533 + 8)],
    "unreliable": [enet.unreliable(7, number, MESSAGE) for number in range(8)],
    "unsequenced": [enet.unsequenced(number, MESSAGE) for number in range(8)],
}
NO_RUNS = {
    "repeated": [enet.reliable(9, MESSAGE)] * 8,
    "every second": [enet.reliable(number, MESSAGE) for number in range(0, 16, 2)
                     ], "backwards": [enet.unsequenced(8 - number, MESSAGE) for number in range(8)],
    "on two channels": [enet.reliable(number, MESSAGE, channel=number % 2) for number in range(8)], "of two kinds": [
        (enet.unsequenced(number, MESSAGE) if number % 2 else enet.reliable(number, MESSAGE)) for number in range(8)],
    "of two kinds that go on": [part for number in range(4) for part in (
        enet.reliable(number, MESSAGE), enet.unreliable(number, 1, MESSAGE, channel=0))],
    "under another number": [enet.unreliable(number, number, MESSAGE) for number in range(8)
                             ], "pings": [enet.ping(number) for number in range(8)],
    "acknowledgements": [enet.ack(number, number, 0) for number in range(8)], }


def claimed(tmp_path, talks, *passes):
    """Returns, for each talk, which of its datagrams are ENet."""
    packets = [talk.packets for talk in talks]
    rows = fields(pcap.write(tmp_path / "talks.pcap", pcap.apart(packets)), "", "enet.command", options=passes)
    return [[number for number, row in enumerate(part, 1) if row[0]] for part in pcap.split(rows, packets)]


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
def test_a_run_of_numbers_is_recognised_in_one_direction(tmp_path, passes):
    """docs/heuristics.md: the fifth datagram of a run; acknowledgements between them do not count."""
    runs = [(upward, commands) for upward in (True, False) for commands in RUNS.values()]
    alone = [late(*[(upward, [command]) for command in commands]) for upward, commands in runs]
    assert claimed(tmp_path, alone, *passes) == [[5, 6, 7, 8]] * len(runs)
    among_others = [
        late(*[(upward, [part])
               for command in commands
               for part in (command, enet.ack(1, 1, 0))])
        for upward, commands in runs]
    assert claimed(tmp_path, among_others, *passes) == [list(range(9, 17))] * len(runs)


def test_what_is_no_run(tmp_path):
    found = claimed(tmp_path, [late(*[(True, [command]) for command in commands]) for commands in NO_RUNS.values()])
    assert dict(zip(NO_RUNS, found)) == dict.fromkeys(NO_RUNS, [])


def test_a_run_is_to_one_slot(tmp_path):
    """Which must be a low one (docs/heuristics.md), and in one session."""
    talks = [Talk(), Talk(), Talk(), Talk()]
    for number in range(8):
        for talk, slot, session in zip(talks, (number % 2, 127, 128, 0), (0, 0, 0, number % 2)):
            talk.up(enet.reliable(number, MESSAGE), peer=slot, session=session)
    assert claimed(tmp_path, talks) == [[], [5, 6, 7, 8], [], []]


def test_a_checksum_stands_before_answers_to_low_slots(tmp_path):
    packets = [udp(enet.checksummed(enet.verify(), connect_id=0x11223344, peer=slot)) for slot in (127, 128)]
    assert frames(pcap.write(tmp_path / "slots.pcap", pcap.apart([packet] for packet in packets)), "enet") == [1]


def test_a_datagram_that_only_begins_as_enets_is_anothers(tmp_path):
    """Its first command is a proof; what follows is none, or the header is of other commands."""
    part, asks, answers = enet.fragments(1, bytes(90), 60)[0], enet.connect(), enet.verify()
    plain = [(0, b"", part), (200, b"", part), (enet.NO_PEER, b"", asks), (enet.NO_PEER, bytes(4), asks),
             (0, bytes(4), answers)]
    packed = [(0, b"", part), (enet.NO_PEER, b"", asks), (enet.NO_PEER, bytes(4), asks)]

    def datagrams(rest, sent_time=5):
        return [enet.header(slot, sent_time) + checksum + commands + rest for slot, checksum, commands in plain] + [
            enet.header(slot, sent_time, compressed=True) + checksum + zlib.compress(commands + rest)
            for slot, checksum, commands in packed]

    whole = datagrams(b"")
    packets = pcap.apart([udp(data)] for data in (*whole, *datagrams(b"\xff"), *datagrams(b"", sent_time=None)))
    assert frames(pcap.write(tmp_path / "begins.pcap", packets), "enet") == list(range(1, len(whole) + 1))


def test_only_a_handshake_tells_that_there_is_a_checksum(tmp_path):
    """Two kinds of commands are proof, but behind four bytes that may be anything they are not (docs/heuristics.md)."""
    commands = enet.ping(2), enet.reliable(1, MESSAGE)
    datagrams = [enet.checksummed(*commands, connect_id=70), enet.datagram(*commands), enet.checksummed(
        enet.verify(), connect_id=0x11223344)]
    assert datagrams[0][4] & 15 == 0        # the checksum is not the begin of a command
    packets = pcap.apart([udp(datagram)] for datagram in datagrams)
    assert frames(pcap.write(tmp_path / "checksums.pcap", packets), "enet") == [2, 3]


def test_only_what_may_be_called_has_a_name(tmp_path):
    capture = Talk().handshake().write(tmp_path)
    names = tshark("-r", capture, *with_lua(tmp_path, 'print(table.concat(Dissector.list(), "\\n"))')).splitlines()
    assert [name for name in names if name.startswith("enet")] == ["enet"]


# --- connections ----------------------------------------------------------------------


def test_successive_connections_on_one_address_pair(tmp_path):
    # docs/wire/enet.md, 11: the session numbers of three uses of one slot
    talk = Talk()
    for use in range(3):
        sessions = ((0xFF, 0xFF), (0, 0), (1, 1))[use]
        identity = 0x1000 + use
        talk.up(enet.connect(connect_id=identity, sessions=sessions), peer=enet.NO_PEER, sent_time=use)
        talk.down(enet.verify(connect_id=identity, sessions=(use, use)), session=0, sent_time=use)
        talk.up(enet.ack(1), enet.reliable(1, MESSAGE), session=use)
        talk.down(enet.ack(1, 0, 0), session=use)
        talk.up(enet.disconnect(3, now=True), session=use)
    streams = column(fields(talk.write(tmp_path), "enet", "enet.stream"))
    assert streams == [[0]] * 5 + [[1]] * 5 + [[2]] * 5
    assert frames(talk.write(tmp_path), "enet.analysis.retransmission || enet.analysis.duplicate") == []


@pytest.mark.parametrize("length, streams", [(10, [0] * 5), (11, [0] * 4 + [1])])
def test_a_number_is_of_one_command(tmp_path, length, streams):
    """Another command under the number of one that was sent is one of another connection."""
    talk = Talk().handshake().up(enet.reliable(1, bytes(10)), sent_time=300)
    capture = talk.up(enet.reliable(1, bytes(length)), sent_time=301).write(tmp_path)
    assert column(fields(capture, "", "enet.stream")) == [[stream] for stream in streams]


def test_rows_begin_with_what_became_of_a_command(tmp_path):
    """The numbers of a channel's reliable commands, and of the unsequenced ones, have no gaps when they are sent."""
    sent = {"": enet.reliable(1, b"r"), "[Retransmission] ": enet.reliable(1, b"r"), "[Gap 1] ": enet.reliable(3, b"r"),
            "[Out of order] ": enet.reliable(2, b"r")}
    more = [("", enet.unsequenced(1, b"u")), ("[Gap 2] ", enet.unsequenced(4, b"u")),
            ("[Out of order] ", enet.unsequenced(3, b"u")), ("[Duplicate] ", enet.unsequenced(4, b"u"))]
    talk = Talk().handshake()
    for sent_time, (_, command) in enumerate([*sent.items(), *more]):
        talk.up(command, sent_time=300 + 500 * sent_time)
    rows = info(talk.write(tmp_path, step=0.5))[3:]
    assert [re.match(r"(\[.*?\] )?", row)[0] for row in rows] == [*sent, *(mark for mark, _ in more)]


def test_rows_of_acknowledgements_tell_the_number_and_the_channel(tmp_path):
    """Commands of the connection itself have no channel: the byte is 255 (docs/wire/enet.md, the numbers)."""
    talk = Talk().handshake().up(enet.reliable(1, b"r", 5), sent_time=300).up(enet.ping(2), sent_time=301)
    for acknowledgement in (enet.ack(1, 300, 5), enet.ack(2, 301), enet.ack(1, 300, 5)):
        talk.down(acknowledgement)
    assert info(talk.write(tmp_path))[-3:] == ["ACK 1 ch 5", "ACK 2", "[Duplicate] ACK 1 ch 5"]


def test_acknowledgements_of_numbers_in_a_row_are_told_as_one(tmp_path):
    """A game that sends in bursts gets dozens in a datagram."""
    talk = Talk().handshake()
    numbers = [(1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (5, 0), (65535, 2), (0, 2), (6, 0), (7, 0)]
    for sent_time, (number, channel) in enumerate(numbers):
        talk.up(enet.reliable(number, b"r", channel), sent_time=300 + sent_time)
    talk.up(enet.ping(2), enet.ping(3), sent_time=310)
    talk.down(enet.ack(1, 300, 0), enet.ack(2, 301, 0), enet.ack(3, 302, 0), enet.ack(1, 304, 1), enet.ack(5, 305, 0))
    talk.down(enet.ack(2, 310), enet.ack(3, 310), enet.ack(4, 303, 0), enet.ack(5, 305, 0))
    talk.down(enet.ack(65535, 306, 2), enet.ack(0, 307, 2), enet.ping(2), enet.ack(5, 305, 0), enet.ack(6, 308, 0),
              enet.ack(7, 309, 0))
    assert [row.split("  |  ") for row in info(talk.write(tmp_path))[-3:]] == [
        ["ACK 1-3 ch 0", "ACK 1 ch 1", "ACK 5 ch 0"], ["ACK 2-3", "ACK 4 ch 0", "[Duplicate] ACK 5 ch 0"],
        ["ACK 65535 ch 2", "ACK 0 ch 2", "PING", "[Duplicate] ACK 5 ch 0", "ACK 6-7 ch 0"]]


@pytest.mark.parametrize("off, streams", [(1000, [0] * 4 + [1]), (1001, [0] * 5)])
def test_a_clock_that_went_cannot_jump(tmp_path, off, streams):
    """docs/wire/enet.md, 3.2: 6 s are a contradiction if two sent times before fitted within 1 s."""
    talk = Talk().handshake().up(enet.ping(2), sent_time=3100 + off)
    capture = talk.up(enet.ping(3), sent_time=10100 + off).write(tmp_path, step=1)
    assert column(fields(capture, "", "enet.stream")) == [[stream] for stream in streams]


@pytest.mark.parametrize("number, stream", [(1, 0), (2, 1)])
def test_who_has_not_heard_of_the_end_repeats(tmp_path, number, stream):
    """docs/wire/enet.md, 3.2: a command of before shows that its sender has not received the DISCONNECT; a new one is
    one of another connection."""
    talk = Talk().handshake().up(enet.reliable(1, b"zero"), sent_time=3100).down(enet.disconnect(2, now=True))
    capture = talk.up(enet.reliable(number, b"zero"), sent_time=5100).write(tmp_path, step=1)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 5 + [[stream]]


def test_a_late_datagram_belongs_to_its_session(tmp_path):
    """Datagrams of the slot's last use, which the network delayed, come when the slot is used again (docs/wire/enet.md,
    3.2)."""
    talk = Talk()
    for use in range(2):
        talk.up(enet.connect(connect_id=use + 5), peer=enet.NO_PEER, sent_time=use)
        talk.down(enet.verify(connect_id=use + 5, sessions=(use, use)), session=use, sent_time=use)
        talk.up(enet.ack(1, use), enet.reliable(1, MESSAGE), session=use)
    for session in (0, 1):
        talk.up(enet.reliable(2, MESSAGE), session=session).down(enet.ping(2), session=session)
    assert column(fields(talk.write(tmp_path), "enet", "enet.stream")) == [[0]] * 3 + [[1]] * 3 + [[0], [0], [1], [1]]


def test_each_direction_has_its_own_session(tmp_path):
    """docs/wire/enet.md, 3.2: the initiator's datagrams have VERIFY_CONNECT's outgoing session, the responder's its
    incoming one."""
    talk = Talk().up(enet.connect(sessions=(0, 1)), peer=enet.NO_PEER, sent_time=1)
    talk.down(enet.verify(sessions=(1, 2)), session=1, sent_time=2)
    talk.up(enet.ack(1, 2), session=2).down(enet.ping(2), session=1).up(enet.ping(2), session=2)
    assert column(fields(talk.write(tmp_path), "enet", "enet.stream")) == [[0]] * 5


@pytest.mark.parametrize("ends", [(("10.0.0.2", 7777), ("10.0.0.1", 7777)), (("10.0.0.1", 7777), ("10.0.0.1", 7778))],
                         ids=["one port", "one address"])
def test_ends_that_differ_in_address_or_port_only(tmp_path, ends):
    client, server = ends
    packets = [pcap.udp(enet.datagram(enet.connect(), peer=enet.NO_PEER, sent_time=1), client, server),
               pcap.udp(enet.datagram(enet.verify(), sent_time=2), server, client),
               pcap.udp(enet.datagram(enet.ack(1, 2), enet.reliable(1, MESSAGE)), client, server),
               pcap.udp(enet.datagram(enet.ping(2)), server, client)]
    path = pcap.write(tmp_path / "ends.pcap", packets)
    assert column(fields(path, "enet", "enet.direction")) == [[0], [1], [0], [1]]
    assert column(fields(path, "enet", "enet.stream")) == [[0]] * 4


@pytest.mark.parametrize("ends", [
    (CLIENT, SERVER, ("10.0.9.1", SERVER[1])), (SERVER, CLIENT, ("10.0.9.2", CLIENT[1])),
    (CLIENT, SERVER, (SERVER[0], SERVER[1] + 256)), (SERVER, CLIENT, (CLIENT[0], CLIENT[1] + 256))],
                         ids=["two servers", "two clients", "two servers of a machine", "two clients of a machine"])
def test_connections_whose_other_ends_differ_in_one_byte_stay_apart(tmp_path, ends):
    """It is in the network or the upper byte of the port. Their datagrams alternate, and have the same headers."""
    data = enet.datagram(enet.ack(7), enet.ping(8), sent_time=5)
    packets = [pcap.udp(data, ends[0], other) for other in ends[1:]]
    packets += [pcap.udp(data, other, ends[0]) for other in ends[1:]]
    streams = column(fields(pcap.write(tmp_path / "ends.pcap", packets * 2), "", "enet.stream"))
    assert streams == [[0], [1]] * 4


def test_a_slot_of_two_requests_is_that_of_the_newer_one(tmp_path):
    """The client has given up the first one; no answer was captured."""
    talk = Talk().up(enet.connect(connect_id=5), peer=enet.NO_PEER).up(enet.connect(connect_id=6), peer=enet.NO_PEER)
    assert column(fields(talk.down(enet.ping(2)).write(tmp_path), "", "enet.stream")) == [[0], [1], [1]]


def test_an_acknowledgement_tells_an_ended_connection_from_the_next(tmp_path):
    """Both have the same header, as long as the second request is not answered."""
    talk = Talk().handshake().down(enet.reliable(1, MESSAGE), sent_time=300).up(enet.disconnect(2, now=True))
    talk.up(enet.connect(connect_id=6), peer=enet.NO_PEER, sent_time=400).up(enet.ack(1, 300, 0)).up(enet.ping(2))
    assert column(fields(talk.write(tmp_path), "", "enet.stream")) == [[0]] * 5 + [[1], [0], [1]]


def test_simultaneous_connections_on_one_address_pair(tmp_path):
    talk = Talk()
    for slot in (0, 1):
        talk.up(enet.connect(slot, connect_id=slot + 5), peer=enet.NO_PEER, sent_time=slot)
    for slot in (1, 0):
        talk.down(enet.verify(slot + 10, connect_id=slot + 5), peer=slot)
    talk.up(enet.ping(2), peer=11).up(enet.ping(2), peer=10).down(enet.ping(2), peer=1).down(enet.ping(2), peer=0)
    assert column(fields(talk.write(tmp_path), "enet", "enet.stream")) == [[0], [1], [1], [0], [1], [0], [1], [0]]


def test_retransmitted_connect_is_one_connection(tmp_path):
    talk = Talk()
    for sent_time in (0, 500, 1500):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
    capture = talk.write(tmp_path)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 3
    assert column(fields(capture, "", "enet.analysis.retransmission_count")) == [[], [1], [2]]


AMONG_OTHERS = {    # what one of many connections begins with, and its datagram behind the others
    "its CONNECT again": (lambda talk: talk.up(enet.connect(connect_id=1), peer=enet.NO_PEER),) * 2,
    # of another one, only the other end was heard
    "given up": (lambda talk: talk.up(enet.connect(connect_id=1), peer=enet.NO_PEER).down(enet.ping(7), peer=3),
                 lambda talk: talk.up(enet.disconnect(2, True), peer=enet.NO_PEER)),
    "goes on": (lambda talk: talk.handshake(slot=5, connect_id=1), lambda talk: talk.up(enet.ping(2), peer=5)),
    "its other half": (lambda talk: talk.up(enet.ping(7), peer=5), lambda talk: talk.down(enet.ping(7), peer=3)),
}


@pytest.mark.parametrize("case", AMONG_OTHERS)
@pytest.mark.parametrize("others, is_found", [(255, True), (256, False)])
def test_the_newest_256_connections_of_two_ends_are_found(tmp_path, case, others, is_found):
    """docs/security.md: older ones count as new."""
    begin, end = AMONG_OTHERS[case]
    talk = begin(Talk())
    for number in range(others - (case == "given up")):
        talk.up(enet.connect(slot=9, connect_id=2 + number), peer=enet.NO_PEER)
        talk.down(enet.verify(slot=6, connect_id=2 + number), peer=9)
    capture = end(talk).write(tmp_path)
    streams = column(fields(capture, "", "enet.stream", options=["-d", "udp.port==7777,enet"]))
    assert max(streams[:-1]) == [others]
    assert (streams[-1] == streams[0]) == is_found


def test_late_halves_are_joined(tmp_path):
    talk = Talk()
    talk.up(enet.ack(4), enet.reliable(70, MESSAGE), peer=3, sent_time=9, session=2)
    talk.down(enet.ack(70, 9, 0), enet.ping(5))
    capture = talk.write(tmp_path)
    assert column(fields(capture, "enet", "enet.stream")) == [[0], [0]]
    assert column(fields(capture, "enet", "enet.analysis.acks")) == [[], [1]]


def test_acknowledgement_joins_the_right_halves(tmp_path):
    talk = Talk()
    talk.up(enet.ack(1), enet.reliable(70, MESSAGE), peer=3, sent_time=9)
    talk.up(enet.ack(1), enet.reliable(500, MESSAGE), peer=4, sent_time=9)
    talk.down(enet.ack(500, 9, 0), enet.ping(5), peer=1)
    talk.down(enet.ack(70, 9, 0), enet.ping(5), peer=0)
    assert column(fields(talk.write(tmp_path), "enet", "enet.stream")) == [[0], [1], [1], [0]]


# --- messages -------------------------------------------------------------------------


def messages(capture, *options):
    """Returns the bytes of each message that ENet hands on, in order, from the follower."""
    lines = tshark("-r", capture, "-q", "-z", "follow,enet,raw,0", *options).splitlines()
    return [bytes.fromhex(line) for line in lines if line.strip() and all(c in "0123456789abcdef\t" for c in line)]


@pytest.mark.parametrize("start", [1, 0xFFFE])
@pytest.mark.parametrize("order", ["in order", "reversed", "doubled"])
def test_fragments_make_one_message(tmp_path, start, order):
    data = bytes(range(256)) * 5
    parts = enet.fragments(start, data, 300)
    parts = {"in order": parts, "reversed": parts[::-1], "doubled": [p for p in parts for _ in range(2)]}[order]
    talk = Talk().handshake()
    if start > 1:
        talk.up(enet.reliable(0xC000, b"-")).up(enet.reliable(0xFFFD, b"-"))    # get near the wrap first
    for number, part in enumerate(parts):
        talk.up(part, sent_time=number)
    capture = talk.write(tmp_path)
    assert [m for m in messages(capture) if m != b"-"] == [data]
    assert column(fields(capture, "enet.reassembled.length", "enet.reassembled.length")) == [[len(data)]]
    assert frames(capture, "enet.reassembled.mismatch") == []
    behind, in_number = len(talk.packets) - len(parts), sorted(set(parts), key=lambda part: part[12:16])
    pieces = [behind + 1 + parts.index(part) for part in in_number]
    assert column(fields(capture, "enet.fragments", "enet.fragment", options=["-2"])) == [pieces]
    # Each piece leads to the whole message, which is with the latest one; a repetition is none.
    assert frames(capture, "enet.reassembled.in", "-2") == sorted(pieces)[:-1]
    assert f"[Reassembled length: {len(data)} bytes]" in tshark("-V", "-2", "-r", capture)


@pytest.mark.parametrize("first", [1, 5, 0x1234, 0x7FFF, 0x8000, 0xFFFD])
def test_unsequenced_groups_of_a_late_capture_follow_each_other(tmp_path, first):
    talk = Talk().up(enet.reliable(9, b"r"), sent_time=1)
    for group in (first, first + 1, first + 2, first + 5):
        talk.up(enet.unsequenced(group, b"u"))
    rows = fields(talk.write(tmp_path), "enet.analysis.gap or enet.analysis.out_of_order", "frame.number",
                  "enet.analysis.gap", options=["-d", "udp.port==7777,enet"])
    assert rows == [[["5"], ["2"]]]


def test_doubled_fragments_are_noticed_behind_those_of_another_message(tmp_path):
    talk = Talk().handshake()
    first = enet.fragments(1, bytes(100), 20, channel=1, unreliable_under=0)
    for part in [*first, *enet.fragments(1, bytes(1500), 20, channel=2, unreliable_under=0), *first]:
        talk.up(part)
    assert len(frames(talk.write(tmp_path), "enet.analysis.duplicated")) == len(first)


def test_doubled_unreliable_messages_are_noticed_whatever_their_numbers(tmp_path):
    talk, parts = Talk().handshake(), []
    for under in (1, 2):
        parts += [enet.reliable(under, b"r"), *(enet.unreliable(under, number, b"u") for number in range(1, 8))]
    for part in [*parts, *parts]:
        talk.up(part)
    assert len(frames(talk.write(tmp_path), "enet.analysis.duplicate")) == len(parts)


@pytest.mark.parametrize("number", [1, 2, 1023, 1024, 1025])
def test_the_latest_1024_unreliable_numbers_are_known(tmp_path, number):
    """As many as ENet itself remembers; more than 2,048 are kept of none (docs/security.md)."""
    for newer, known in (1023, 1), (2048, 0):
        sent = [enet.unreliable(0, one, b"u") for one in [*range(1, number + newer + 1), number]]
        talk = Talk().handshake()
        for first in range(0, len(sent), 30):
            talk.up(*sent[first:first + 30])
        assert len(frames(talk.write(tmp_path), "enet.analysis.duplicate")) == known


def test_a_fragment_that_comes_again_much_later(tmp_path):
    """Behind so many others that its number is forgotten, before the message is whole and after it."""
    data = bytes(random.Random(1).randrange(256) for _ in range(2560))
    first, second, *parts, last = enet.fragments(1, data, 1, channel=1, unreliable_under=0)
    order, talk = [first, second, *parts, first, last, second], Talk().handshake()
    for begin in range(0, len(order), 40):
        talk.up(*order[begin:begin + 40])
    capture = talk.write(tmp_path)
    assert messages(capture) == messages(capture, "-2") == [data]


def test_fragments_are_kept_apart(tmp_path):
    one, two, three = (bytes([n]) * 100 for n in (1, 2, 3))
    first, second = enet.fragments(1, one, 60), enet.fragments(1, two, 60, channel=2)
    third = enet.fragments(1, three, 60, channel=1, unreliable_under=0)
    talk = Talk().handshake()
    for parts in zip(first, second, third):
        talk.up(*parts)
    assert sorted(messages(talk.write(tmp_path))) == [one, two, three]


def test_fragments_of_one_datagram(tmp_path):
    """All of them are in the frame in which the message is whole, but only one completes it. Each tells which bytes it
    has, and none leads to another frame."""
    data = bytes(range(150))
    capture = Talk().handshake().up(*enet.fragments(1, data, 60)).write(tmp_path)
    assert messages(capture) == messages(capture, "-2") == [data]
    assert [len(row) for row in column(fields(capture, "enet.fragments", "enet.fragment", options=["-2"]))] == [3]
    assert [(item.pos, item.size) for item in pdml(capture)[3].find("enet.fragment")] == [(0, 60), (60, 60), (120, 30)]
    assert frames(capture, "enet.reassembled.in", "-2") == []


def test_fragments_of_a_message_that_is_not_whole(tmp_path):
    """They are a part of a message, not data that no dissector took, and lead nowhere."""
    first, _, third = enet.fragments(1, bytes(150), 60)
    capture = Talk().handshake().up(first).up(third).write(tmp_path)
    for passes in ([], ["-2"]):
        assert frames(capture, "enet.payload", *passes) == [4, 5]
        assert frames(capture, "enet.data or enet.reassembled.in or enet.fragments", *passes) == []


def test_fragments_of_later_messages_with_the_same_number(tmp_path):
    talk = Talk().handshake()
    for use, text in enumerate((b"a" * 100, b"b" * 100)):
        for part in enet.fragments(7, text, 60, channel=1, unreliable_under=use):
            talk.up(part)
        talk.up(enet.reliable(use + 1, b"-", channel=1))
    assert messages(talk.write(tmp_path)) == [b"a" * 100, b"-", b"b" * 100, b"-"]


@pytest.mark.parametrize("length, size", [(110, 60), (100, 40)], ids=["another total", "another count"])
def test_a_fragment_number_that_is_used_again(tmp_path, length, size):
    """Only its count and its total tell the later message from a repetition."""
    first, second = b"a" * 100, b"b" * length
    talk = Talk().handshake()
    for data, part_size in ((first, 60), (second, size)):
        for part in enet.fragments(7, data, part_size, channel=1, unreliable_under=0):
            talk.up(part)
    assert messages(talk.write(tmp_path)) == [first, second]


def test_a_message_is_handed_on_once(tmp_path):
    talk = Talk().handshake()
    for sent_time in (1, 1, 2):     # the network doubles it, then the sender repeats it
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    for _ in range(2):
        talk.up(enet.unsequenced(1, b"u")).up(enet.unreliable(1, 1, b"v"))
    capture = talk.write(tmp_path)
    assert messages(capture) == [MESSAGE, b"u", b"v"]
    assert frames(capture, "enet.analysis.duplicate") == [5, 9, 10]
    assert frames(capture, "enet.analysis.retransmission") == [6]


def test_payload_preference(tmp_path):
    """A Variant, and an announcement of Godot 4. Whoever wants to see data sees no more, whatever dissectors want."""
    announcement = b"\1" + b"d41d8cd98f00b204e9800998ecf8427e" + b"\0" + struct.pack("<I", 1) + b"Main\0"
    talk = Talk().handshake().up(enet.reliable(1, bytes.fromhex("0200000005000000"))).up(enet.reliable(2, announcement))
    capture = talk.up(enet.reliable(1, b"?", channel=3)).write(tmp_path)
    lua = with_lua(tmp_path, """
        local whole = Proto("whole", "Takes all of a channel")
        function whole.dissector(tvb, pinfo, tree) tree:add(whole, tvb()) end
        DissectorTable.get("enet.channel"):add(3, whole)""")
    taken = {"auto": ["", "godot", "whole"], "data": ["", "", ""], "godot4": ["godot"] * 3, "godot3": ["godot"] * 3,
             "variant": ["godot.variant"] * 3}
    for value, by in taken.items():
        options = ["-o", f"enet.payload:{value}", *(lua if value in ("auto", "data") else ())]
        rows = fields(capture, "enet.command == 6", "frame.protocols", "enet.data", options=options)
        assert [row[0][0].partition("enet")[2].lstrip(":") for row in rows] == by, value
        assert [bool(row[1]) for row in rows] == [not name for name in by], value


def test_a_dissector_takes_what_has_bytes(tmp_path):
    """Of a message without any, the row says what ENet knows."""
    talk = Talk().handshake()
    for number, message in enumerate((b"", b"\7", b"\7\0"), 1):
        talk.up(enet.reliable(number, message))
    rows = info(talk.write(tmp_path), "-o", "enet.payload:godot4")[3:]
    assert [row.split("  |  ")[-1] == "RELIABLE 1, 0 bytes ch 0" for row in rows] == [True, False, False]
    assert not any("RELIABLE" in row for row in rows[1:])


def test_each_message_is_offered_to_all(tmp_path):
    """Also after another dissector has taken one."""
    talk = Talk().handshake().up(enet.reliable(1, b"A1")).up(enet.reliable(2, b"B1"), enet.reliable(3, b"A2"))
    capture = talk.write(tmp_path)
    options = with_lua(tmp_path, """
        for _, letter in ipairs{"a", "b"} do
            local proto = Proto("letter_" .. letter, "Letter " .. letter)
            proto:register_heuristic("enet", function(tvb, pinfo, tree)
                if tvb:len() ~= 2 or tvb(0, 1):string():lower() ~= letter then return false end
                tree:add(proto, tvb())
                return true
            end)
        end""")
    assert (frames(capture, "letter_a", *options), frames(capture, "letter_b", *options)) == ([4, 5], [5])


def test_a_message_of_no_bytes_has_no_item(tmp_path):
    capture = Talk().handshake().up(enet.reliable(1, b"")).up(enet.reliable(2, b"?")).write(tmp_path)
    assert frames(capture, "enet.data || enet.payload") == [5]


def test_a_payload_dissector_that_fails_costs_only_its_message(tmp_path):
    question_missing = bytes.fromhex("0001 0000 0001 0000 0000 0000")
    talk = Talk().handshake().up(enet.ping(2), sent_time=1)
    talk.up(enet.reliable(1, question_missing, channel=3), enet.reliable(2, MESSAGE, channel=4), enet.ping(2),
            sent_time=9)
    capture = talk.write(tmp_path)
    lua = with_lua(tmp_path, 'DissectorTable.get("enet.channel"):add(3, Dissector.get("dns"))')
    assert re.search(r" ENet +Retransmission", tshark("-q", "-r", capture, *lua, "-z", "expert"))
    for options in lua, (*lua, "-2"):
        assert fields(capture, "_ws.malformed", "enet.command", options=options) == [[["6", "6", "5"]]]
        assert info(capture, *options)[4].endswith("RELIABLE 2, 15 bytes ch 4  |  [Retransmission] PING")


# --- analysis -------------------------------------------------------------------------


def test_acknowledgements_link_to_the_transmission_they_name(tmp_path):
    talk = Talk().handshake()
    talk.up(enet.reliable(1, MESSAGE), sent_time=10).up(enet.reliable(1, MESSAGE), sent_time=20)
    talk.down(enet.ack(1, 20, 0)).down(enet.ack(1, 10, 0))
    capture = talk.write(tmp_path, step=0.5)
    rows = fields(capture, "", "enet.analysis.acks", "enet.analysis.acked_in", "enet.analysis.ack_rtt", options=["-2"])
    assert [row[0] for row in rows] == [[], ["1"], ["2"], [], [], ["5"], ["4"]]
    assert [row[1] for row in rows] == [["2"], ["3"], [], ["7"], ["6"], [], []]
    assert [[float(v) for v in row[2]] for row in rows] == [[], [0.5], [0.5], [], [], [0.5], [1.5]]


def test_an_acknowledgement_of_another_transmission_hides_none(tmp_path):
    """Behind a gap, the command was captured once, and was sent twice."""
    talk = Talk().handshake().up(enet.reliable(1, MESSAGE), sent_time=1).up(enet.reliable(3, MESSAGE), sent_time=3)
    talk.down(enet.ack(3, 99, 0)).down(enet.ack(3, 3, 0))
    assert column(fields(talk.write(tmp_path), "frame.number > 5", "enet.analysis.acks")) == [[], [5]]


@pytest.mark.parametrize("repetitions", [16, 17])
def test_acknowledgements_link_to_the_latest_16_repetitions(tmp_path, repetitions):
    """And to the first transmission. ENet gives up long before."""
    talk = Talk().handshake()
    for number in range(repetitions + 1):
        talk.up(enet.reliable(1, MESSAGE), sent_time=300 + number)
    talk.down(enet.ack(1, 301, 0)).down(enet.ack(1, 300, 0))
    rows = fields(talk.write(tmp_path), "enet.ack.seq && frame.number > 3", "enet.analysis.acks")
    assert rows == [[["5"] if repetitions == 16 else []], [["4"]]]


def test_initial_round_trip(tmp_path):
    capture = Talk().handshake().up(enet.ping(2)).write(tmp_path, step=0.25)
    assert [[float(v) for v in row[0]] for row in fields(capture, "", "enet.analysis.initial_rtt")] == \
        [[], [], [0.5], [0.5]]


def test_only_the_first_answer_acknowledges_the_connect(tmp_path):
    """Neither its copy nor its repetition does, of which the latter is acknowledged here."""
    talk = Talk().up(enet.connect(), peer=enet.NO_PEER, sent_time=100)
    for sent_time in (200, 200, 700):
        talk.down(enet.verify(), sent_time=sent_time)
    capture = talk.up(enet.ack(1, 700)).write(tmp_path)
    assert frames(capture, "enet.analysis.acks && enet.command == 3", "-2") == [2]
    [[[initial]]] = fields(capture, "frame.number == 5", "enet.analysis.initial_rtt")
    assert float(initial) == 0.002


@pytest.mark.parametrize("is_skewed", [False, True])
def test_spurious_retransmission(tmp_path, is_skewed):
    """Unless a frame stands behind its answer: then the repetition may have been sent before its acknowledgement."""
    talk = Talk().handshake().up(enet.ping(2), sent_time=1).down(enet.ack(2, 1))
    if is_skewed:
        talk.packets[-2:] = talk.packets[:-3:-1]
    talk.up(enet.ping(2), sent_time=9)
    assert frames(talk.write(tmp_path), "enet.analysis.spurious_retransmission") == ([] if is_skewed else [6])


def test_gaps_and_disorder(tmp_path):
    talk = Talk().handshake()
    for seq in (1, 4, 2, 3, 5):
        talk.up(enet.reliable(seq, b"r"), sent_time=seq)
    for group in (0, 3, 2):
        talk.up(enet.unsequenced(group + 1, b"u"))
    for number in (2, 5, 4):
        talk.up(enet.unreliable(5, number, b"v", channel=0))
    capture = talk.write(tmp_path)
    gaps = column(fields(capture, "frame.number > 3", "enet.analysis.gap"))
    assert gaps == [[], [2], [], [], [], [], [2], [], [1], [2], []]
    assert frames(capture, "enet.analysis.out_of_order") == [6, 7, 11, 14]


def test_each_reliable_number_has_unreliable_ones_of_its_own(tmp_path):
    """Which count from where they were, when late ones come (docs/wire/enet.md, 4.3)."""
    numbers = [(0, 1), (0, 3), (1, 1), (0, 2), (0, 4), (2, 2), (0, 7), (1, 3)]
    talk = Talk().handshake()
    for reliable, number in numbers:
        if (reliable, number) in ((1, 1), (2, 2)):
            talk.up(enet.reliable(reliable, b"r", channel=1), sent_time=reliable)
        talk.up(enet.unreliable(reliable, number, b"u"))
    capture = talk.write(tmp_path)
    rows = fields(capture, "enet.unreliable_seq", "enet.analysis.gap", "enet.analysis.out_of_order")
    assert [row[0] for row in rows] == [[], ["1"], [], [], [], ["1"], ["2"], ["1"]]


def test_an_earlier_reliable_number_in_a_late_capture(tmp_path):
    """What is missing under that number cannot be known."""
    talk = Talk().up(enet.ack(3), enet.unreliable(5, 4, b"u")).up(enet.unreliable(4, 9, b"u")).up(
        enet.unreliable(5, 6, b"u"))
    rows = fields(talk.write(tmp_path), "", "enet.analysis.gap", "enet.analysis.out_of_order")
    assert [(gap, bool(late)) for gap, late in rows] == [([], False), ([], True), (["1"], False)]


NEW, LATE = "new", "late"      # what is told of a number, besides how many are missing before it


def reliables(*seqs):
    return [enet.reliable(seq, b"r") for seq in seqs]


def groups(*numbers):
    return [enet.unsequenced(number, b"u") for number in numbers]


def numbers_under(*pairs):
    """Unreliable messages, each behind the reliable command under which it is sent when that changes."""
    return [enet.unreliable(reliable, number, b"u", channel=0) for reliable, number in pairs]


TEN_RUNS = [command for run in range(1, 11) for command in (*reliables(run), *numbers_under((run, 2)))]


@pytest.mark.parametrize("from_start, commands, told", [
    (False, reliables(0xFFFD, 0xFFFE, 0, 1, 4, 2), [NEW, NEW, 1, NEW, 2, LATE]),
    (True, reliables(1, 3, 2), [NEW, 1, LATE]),
    (True, reliables(3), [2]),
    (False, groups(0xFFFE, 0xFFFF, 1, 0, 4), [NEW, NEW, 1, LATE, 2]),
    (False, groups(2, 0xFFFF, 3), [NEW, LATE, NEW]),
    (True, groups(3, 1, 4), [2, LATE, NEW]),
    (False, numbers_under((700, 5), (701, 3), (701, 4), (702, 1)), [NEW, 2, NEW, NEW]),
    (False, numbers_under((0xFFFF, 5), (0, 1), (0, 3)), [NEW, NEW, 1]),
    (False, [*numbers_under((0xFFFF, 5)), *reliables(0), *numbers_under((0, 2))], [NEW, NEW, 1]),
    (True, numbers_under((0, 3), (1, 2)), [2, 1]),
    (True, [*TEN_RUNS, *numbers_under((2, 5), (1, 9))], [*[NEW, 1] * 10, 2, LATE]),     # the latest nine are known
])
def test_what_is_told_of_numbers(tmp_path, from_start, commands, told):
    """docs/wire/enet.md, 4.1 and 4.3. Before the first numbers of a late capture nothing is missing."""
    talk = Talk().handshake() if from_start else Talk().up(enet.ack(3))
    before = len(talk.packets)
    for command in commands:
        talk.up(command)
    rows = fields(talk.write(tmp_path), f"frame.number > {before}", "enet.analysis.gap", "enet.analysis.out_of_order",
                  options=["-d", "udp.port==7777,enet"])
    assert [int(gap[0]) if gap else LATE if late else NEW for gap, late in rows] == told


def test_nothing_is_missing_before_number_0(tmp_path):
    """ENet numbers messages from 1."""
    talk = Talk().handshake().up(enet.unreliable(1, 0, b"u", channel=0)).up(enet.unreliable(1, 2, b"u", channel=0))
    for reliable in 5, 4, 6:
        talk.up(enet.unreliable(reliable, 0, b"u", channel=0))
    talk.up(enet.reliable(0, b"r", channel=3)).up(enet.unsequenced(0, b"u"))
    capture = talk.write(tmp_path)
    assert column(fields(capture, "frame.number > 3", "enet.analysis.gap")) == [[], [1], [], [], [], [], []]
    assert frames(capture, "enet.analysis.out_of_order") == [7, 9, 10]


def test_numbers_wrap(tmp_path):
    talk = Talk().handshake()
    for seq in range(0, 0x20000, 0x2000):
        talk.up(enet.reliable(seq + 1, b"r"), sent_time=seq >> 8)
    for seq in range(0x1FFFD, 0x20004):
        talk.up(enet.reliable(seq, b"w"), sent_time=7)
    capture = talk.write(tmp_path)
    assert frames(capture, "enet.analysis.retransmission || enet.analysis.duplicate") == []
    assert column(fields(capture, "frame.number > 20", "enet.analysis.gap")) == [[]] * 6


def test_bytes_in_flight(tmp_path):
    talk = Talk().handshake().up(enet.reliable(1, b"x" * 100), sent_time=1).up(enet.reliable(2, b"x" * 50), sent_time=2)
    talk.down(enet.ack(1, 1, 0)).up(enet.reliable(3, b"x" * 10), sent_time=3)
    talk.down(enet.ack(1, 1, 0)).up(enet.reliable(4, b"x"), sent_time=4)    # acknowledged twice, but counted once
    talk.up(enet.ping(2), sent_time=5).up(enet.unreliable(4, 1, b"xyz", channel=0))    # no bytes to wait for
    talk.up(enet.reliable(5, b""), sent_time=6)     # as little as a message of none
    got = column(fields(talk.write(tmp_path), "frame.number > 3", "enet.analysis.bytes_in_flight"))
    assert got == [[100], [150], [], [60], [], [61], [], [], []]
    assert "Bytes in flight: 100 bytes" in tshark("-r", talk.write(tmp_path), "-V")


@pytest.mark.parametrize("skewed", [False, True])
def test_window_full(tmp_path, skewed):
    """Not where a frame stands behind its answer: then the acknowledgements of others may, too."""
    talk = Talk().handshake().up(enet.ping(2), sent_time=300).down(enet.ack(2, 300))
    if skewed:
        talk.packets[-2:] = talk.packets[:-3:-1]
    for seq in range(1, 50):
        talk.up(enet.reliable(seq, b"x" * 1380))
    full = frames(talk.write(tmp_path), "enet.analysis.window_full")
    assert full == ([] if skewed else [5 + 47, 5 + 48, 5 + 49])     # those that leave less than an MTU of 65536 bytes


@pytest.mark.parametrize("answered", [True, False])
def test_the_window_is_that_of_the_answer(tmp_path, answered):
    """If it was captured (docs/wire/enet.md, 3.1)."""
    talk = Talk().up(enet.connect(window=8192), peer=enet.NO_PEER, sent_time=100)
    if answered:
        talk.down(enet.verify(window=4096), sent_time=200)
    before = len(talk.packets)
    for number in range(1, 9):
        talk.up(enet.reliable(number, bytes(1000)), sent_time=200 + number)
    full = frames(talk.write(tmp_path), "enet.analysis.window_full")
    window = 4096 if answered else 8192
    assert full == [before + number for number in range(1, 9) if number * 1000 + 1392 > window]


def test_window_full_to_the_byte(tmp_path):
    """An MTU of 1,392 bytes fits behind 64,144 of 65,536. No bytes fill none, nor one that is unknown."""
    sizes = [1380] * 46 + [664, 1]
    talk = Talk().handshake()
    for seq, size in enumerate(sizes, 1):
        talk.up(enet.reliable(seq, bytes(size)))
    talk.up(enet.ping(2)).up(enet.reliable(len(sizes) + 1, b"1"))
    assert frames(talk.write(tmp_path), "enet.analysis.window_full") == [3 + len(sizes), 3 + len(sizes) + 2]
    late = Talk().up(enet.reliable(1, b"x")).up(enet.reliable(2, b"x"))
    assert frames(late.write(tmp_path), "enet.analysis.window_full", "-d", "udp.port==7777,enet") == []


def test_unanswered_connect(tmp_path):
    talk = Talk()
    for sent_time in range(5):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
    rows = fields(talk.write(tmp_path), "enet.analysis.connect_unanswered", "frame.number", "_ws.expert.message")
    assert [[number for number in range(1, 6) if f"CONNECT sent {number} times, not answered" in messages]
            for _, messages in rows] == [[int(frame)] for [frame], _ in rows] == [[3], [4], [5]]
    assert frames(talk.write(tmp_path), "enet.analysis.compression_mismatch") == []


def test_unanswered_compressed_connect(tmp_path):
    body = "837b88b1fdf1df576b939eeefcbd22fb8a54df98ab2be6e4cc66b8178448d3d4731f"
    talk = Talk()
    for sent_time in range(4):
        talk.raw(enet.header(enet.NO_PEER, sent_time, compressed=True) + bytes.fromhex(body))
    assert frames(talk.write(tmp_path), "enet.analysis.compression_mismatch") == [3, 4]


def test_compressed_answers_to_a_client_without_compression(tmp_path):
    talk = Talk()
    for sent_time in range(4):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
        talk.raw(enet.header(0, sent_time, compressed=True) + zlib.compress(enet.verify()), False)
    assert frames(talk.write(tmp_path), "enet.analysis.compression_mismatch") == [5, 7]


@pytest.mark.parametrize("answer, more, told", [
    (zlib.compress(enet.verify()), [enet.ping(2)], [7, 10]), (bytes(9), [], [])], ids=["a small one", "no block"])
def test_what_shows_a_compression(tmp_path, answer, more, told):
    """An end that compresses sends small datagrams as they are (docs/wire/enet.md, 8); a block that no mode undoes may
    be anything."""
    talk = Talk()
    for sent_time in range(4):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
        talk.raw(enet.header(0, sent_time, compressed=True) + answer, False)
        for command in more:
            talk.down(command, sent_time=sent_time)
    assert frames(talk.write(tmp_path), "enet.analysis.compression_mismatch") == told


@pytest.mark.parametrize("asks_compressed", [False, True])
@pytest.mark.parametrize("answers", [None, "plain", "compressed"])
def test_a_compression_of_one_end_alone_is_told(tmp_path, asks_compressed, answers):
    """From the third request on: the compressed requests have no answer, or only the answers are compressed."""
    def sent(command, compressed, peer, sent_time):
        head = enet.header(peer, sent_time, compressed=compressed)
        return head + (zlib.compress(command) if compressed else command)

    talk = Talk()
    for sent_time in range(4):
        talk.raw(sent(enet.connect(), asks_compressed, enet.NO_PEER, sent_time))
        if answers:
            talk.raw(sent(enet.verify(), answers == "compressed", 0, sent_time), False)
    alone = (answers is None) if asks_compressed else answers == "compressed"
    third = 5 if answers else 3
    assert frames(talk.write(tmp_path), "enet.analysis.compression_mismatch", "-d", "udp.port==7777,enet") == (
        [third, third + (2 if answers else 1)] if alone else [])


def test_refused_client(tmp_path):
    refused, served = Talk().handshake(), Talk().handshake()
    served.down(enet.ping(2))
    for sent_time in range(5):
        refused.up(enet.ping(2), sent_time=sent_time)
        served.up(enet.ping(2), sent_time=sent_time)
    assert frames(refused.write(tmp_path), "enet.analysis.refused") == [6, 7, 8]
    assert frames(served.write(tmp_path), "enet.analysis.refused") == []
    refused.packets = [packet for packet in refused.packets if packet[12:16] == refused.packets[0][12:16]]
    assert frames(refused.write(tmp_path), "enet.analysis.refused") == []   # a capture of one direction shows no answer


def test_a_server_that_repeats_its_answer_refuses_nobody(tmp_path):
    """The acknowledgement was captured, and did not reach it."""
    talk = Talk().handshake()
    for sent_time in range(5):
        talk.down(enet.verify(), sent_time=300 + sent_time)
    assert frames(talk.write(tmp_path), "enet.analysis.refused") == []
    assert len(frames(talk.write(tmp_path), "enet.analysis.retransmission")) == 5


def test_requests_that_were_captured_late_are_not_refused(tmp_path):
    """A client sends none behind the answer (docs/wire/enet.md, 3.1)."""
    talk = Talk().handshake()
    for sent_time in range(5):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
    capture = talk.write(tmp_path)
    assert len(frames(capture, "enet.analysis.retransmission")) == 5
    assert frames(capture, "enet.analysis.refused") == []


def test_retransmissions_before_a_timeout(tmp_path):
    """The warning appears once, and again if something was acknowledged in between."""
    talk = Talk().handshake().down(enet.ping(2))
    for sent_time in range(6):
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    talk.down(enet.ack(1, 5, 0))
    for sent_time in range(6, 12):
        talk.up(enet.reliable(2, MESSAGE), sent_time=sent_time)
    rows = fields(talk.write(tmp_path), "enet.analysis.timeout_near", "frame.number", "_ws.expert.message")
    assert [int(number) for [number], _ in rows] == [9, 16]
    for _, messages in rows:
        assert any(text.startswith("Sent 5 times within 0.004 s without an acknowledgement") for text in messages)


def test_a_clock_that_was_set_back_tells_no_time_of_repetitions(tmp_path):
    talk = Talk().handshake().down(enet.ping(2))
    for sent_time in range(6):
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    times = [100 + number - 90 * (number >= len(talk.packets) - 3) for number in range(len(talk.packets))]
    capture = pcap.write_timed(tmp_path / "set-back.pcap", zip(times, talk.packets))
    [[messages]] = fields(capture, "enet.analysis.timeout_near", "_ws.expert.message")
    assert "Sent 5 times without an acknowledgement; ENet gives the peer up after 5 to 30 s of this" in messages


def test_an_answer_that_nobody_acknowledges_is_repeated_up_to_a_timeout(tmp_path):
    """As every other command; but a request has warnings of its own."""
    talk = Talk().up(enet.connect(), peer=enet.NO_PEER)
    for sent_time in range(6):
        talk.down(enet.verify(), sent_time=sent_time)
    assert frames(talk.write(tmp_path), "enet.analysis.timeout_near") == [6]
    talk = Talk().up(enet.connect(), peer=enet.NO_PEER).down(enet.ping(2))
    for sent_time in range(1, 6):
        talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=sent_time)
    assert frames(talk.write(tmp_path), "enet.analysis.timeout_near") == []


def test_who_was_not_captured_may_have_acknowledged(tmp_path):
    """A capture of one direction shows repetitions only."""
    talk = Talk().handshake()
    for sent_time in range(6):
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    talk.packets = [packet for packet in talk.packets if packet[12:16] == talk.packets[0][12:16]]
    assert frames(talk.write(tmp_path), "enet.analysis.timeout_near") == []


@pytest.mark.parametrize("acknowledgement, warned", [((), [9]), ((enet.ack(1, 0, 0),), [])])
def test_what_was_acknowledged_is_near_no_timeout(tmp_path, acknowledgement, warned):
    """The CONNECT stands behind its answer, so the two directions have no order."""
    talk = Talk().handshake().up(enet.reliable(1, MESSAGE), sent_time=0)
    talk.down(enet.ping(2), *acknowledgement)
    for sent_time in range(1, 6):
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    talk.packets[:2] = talk.packets[1::-1]
    assert frames(talk.write(tmp_path), "enet.analysis.timeout_near") == warned


@pytest.mark.parametrize("later, warned", [((), [9]), ((enet.ack(1, 70, 0),), [])])
def test_where_the_capture_lacks_datagrams_it_may_lack_acknowledgements(tmp_path, later, warned):
    """A later one acknowledges a message of the other end that was not captured."""
    talk = Talk().handshake().down(enet.ping(2)).up(enet.ack(2, 100), enet.reliable(1, MESSAGE), sent_time=0)
    talk.up(*later, enet.reliable(1, MESSAGE), sent_time=1)
    for sent_time in range(2, 5):
        talk.up(enet.reliable(1, MESSAGE), sent_time=sent_time)
    assert frames(talk.write(tmp_path), "enet.analysis.timeout_near") == warned


def sender_side(dropped, missing_ping=0, count=64):
    """Returns a sender's unsequenced messages, without those whose number dropped() names."""
    talk = Talk().handshake()
    for seq in range(2, 14):
        if seq != missing_ping:
            talk.up(enet.ping(seq), sent_time=seq)
    for number in range(1, count):
        if not dropped(number):
            talk.up(enet.unsequenced(number, b"u"))
    return talk


def with_two_swapped(talk):
    """The first two messages, which are no evidence of the throttle, come in the other order."""
    first = next(place for place, packet in enumerate(talk.packets) if packet[30] == 0x49)
    talk.packets[first:first + 2] = talk.packets[first + 1], talk.packets[first]
    return talk


def begun_late(talk):
    talk.packets[:3] = []
    return talk


def throttle(value):
    """ENet's sender drops by a counter: it goes up by 7 modulo 32 and must not pass the throttle's value."""
    return lambda number: number * 7 % 32 > value


def test_throttle_is_inferred_from_its_pattern(tmp_path):
    capture = sender_side(throttle(20)).write(tmp_path)
    throttled, gaps = frames(capture, "enet.analysis.throttled", "-2"), frames(capture, "enet.analysis.gap")
    assert throttled == gaps[1:]        # nothing shows the value before the first gap
    marks = [row.split("] ")[0].split()[0] for row in info(capture, "-2") if row.startswith("[")]
    assert marks == ["[Gap", *["[Throttled"] * len(throttled)]


def test_the_throttle_may_change_with_each_acknowledgement(tmp_path):
    """By 2 (docs/wire/enet.md, 4.6): no value alone drops enough messages to show it."""
    talk, value = sender_side(None, count=1), 24
    for number in range(1, 100):
        if number % 16 == 0:
            talk.down(enet.ack(1 + number // 16, 1 + number // 16))
            value -= 2
        if not throttle(value)(number):
            talk.up(enet.unsequenced(number, b"u"))
    capture = talk.write(tmp_path)
    throttled, gaps = frames(capture, "enet.analysis.throttled", "-2"), frames(capture, "enet.analysis.gap")
    assert throttled == gaps[1:]


def in_numberings(dropped, is_lost=lambda: False, ticks=400, reset=0, kinds=("1", "group", "2")):
    """Two channels and the unsequenced groups of one sender share its throttle, in the order of sending."""
    talk, count, number, numbers = Talk().handshake(), 0, 1, collections.Counter()
    for tick in range(ticks):
        commands = []
        for kind in kinds[tick % 5 == 0:]:
            numbers[kind] += 1
            count += 1
            if not dropped(count):
                commands.append(
                    enet.unsequenced(numbers[kind], b"u") if kind ==
                    "group" else enet.unreliable(numbers["reliable"] *
                                                 (kind == "1"), numbers[kind], b"u", channel=int(kind)))
        if tick % 8 == 7:
            number += 1
            commands.append(enet.ping(number))
        if reset and tick % reset == reset - 1:
            numbers["reliable"] += 1
            numbers["1"] = 0
            commands.append(enet.reliable(numbers["reliable"], MESSAGE, channel=1))
        if commands and not is_lost():
            talk.up(*commands, sent_time=tick if any(command[0] & 0x80 for command in commands) else None)
    return talk


@pytest.mark.parametrize("kinds, value", [(("1", "group"), 4), (("1", "group"), 12), (("1", "group"), 20),
                                          (("1", "group"), 28), (("1", "group", "2"), 12), (("1", "group", "2"), 20),
                                          (("1", "group", "2"), 28)])
def test_throttle_runs_over_all_numberings(tmp_path, value, kinds):
    capture = in_numberings(throttle(value), kinds=kinds).write(tmp_path)
    throttled, gaps = frames(capture, "enet.analysis.throttled", "-2"), frames(capture, "enet.analysis.gap")
    assert len(throttled) > 0.8 * len(gaps) > 10
    assert set(throttled) <= set(gaps)


def test_throttle_and_a_numbering_that_begins_anew(tmp_path):
    capture = in_numberings(throttle(20), reset=40).write(tmp_path)
    throttled, gaps = frames(capture, "enet.analysis.throttled", "-2"), frames(capture, "enet.analysis.gap")
    assert len(throttled) > len(gaps) / 2


@pytest.mark.parametrize("rate", [0.01, 0.03, 0.1, 0.3, 0.6])
def test_no_loss_in_numberings_is_laid_to_the_throttle(tmp_path, rate):
    chance = random.Random(rate)
    capture = in_numberings(lambda count: False, lambda: chance.random() < rate, ticks=1500).write(tmp_path, step=0.01)
    assert frames(capture, "enet.analysis.throttled", "-2") == []
    assert len(frames(capture, "enet.analysis.missing", "-2")) > 5


def test_missing_messages_are_counted(tmp_path):
    capture = in_numberings(throttle(20)).write(tmp_path, step=0.01)
    unsent, lost = column(fields(capture, "enet.analysis.gap", "enet.analysis.unsent", options=["-2"])), \
        column(fields(capture, "enet.analysis.gap", "enet.analysis.lost", options=["-2"]))
    gaps = sum(sum(row) for row in column(fields(capture, "enet.analysis.gap", "enet.analysis.gap")))
    assert unsent[0][0] + lost[0][0] == gaps and lost[0][0] <= 8


@pytest.mark.parametrize("talk", [
    sender_side(lambda number: random.Random(number).random() < 0.3),
    sender_side(lambda number: number % 5 == 0),
    # The network loses or overtakes something, and no eight reliable commands show since then that it does no more.
    sender_side(throttle(20), missing_ping=8),
    with_two_swapped(sender_side(throttle(20))),
    begun_late(sender_side(throttle(20))),
])
def test_other_losses_are_not_laid_to_the_throttle(tmp_path, talk):
    """docs/expert.md says what must have been captured."""
    capture = talk.write(tmp_path, step=0.1)
    as_enet = ("-d", "udp.port==7777,enet")
    assert frames(capture, "enet.analysis.throttled", *as_enet) == []
    assert len(frames(capture, "enet.analysis.missing", "-2", *as_enet)) > 5


def analysis_cost(tmp_path, count):
    """Returns the processor time, in seconds, for one connection's first so many reliable commands."""
    talk = Talk().handshake()
    for first in range(1, count, 200):
        talk.up(*(enet.reliable(number, b"") for number in range(first, first + 200)))
    capture = talk.write(tmp_path)
    assert frames(capture, "enet.analysis.gap") == []
    return wireshark.user_time("-r", capture, "-Y", "enet.analysis.gap")


def test_a_long_connection_costs_no_more_per_command(tmp_path):
    assert analysis_cost(tmp_path, 300000) < 12 * analysis_cost(tmp_path, 30000)


# --- checksums ------------------------------------------------------------------------


def test_checksums_are_found_and_verified(tmp_path):
    identity = 0x01020304
    wrong = bytearray(enet.checksummed(enet.ping(3), connect_id=identity))
    wrong[-1] ^= 1
    talk = Talk().raw(enet.checksummed(enet.connect(connect_id=identity), peer=enet.NO_PEER))
    talk.raw(enet.checksummed(enet.verify(connect_id=identity), connect_id=identity), False)
    talk.raw(enet.checksummed(enet.ping(2), connect_id=identity)).raw(bytes(wrong))
    talk.raw(enet.checksummed(b"?", connect_id=identity)).raw(enet.checksummed(connect_id=identity))
    capture = talk.write(tmp_path)
    as_enet = ["-d", "udp.port==7777,enet"]     # two have no command
    assert column(fields(capture, "enet", "enet.checksum.status", options=as_enet)) == [[1], [1], [1], [0], [1], [1]]
    assert frames(capture, "enet.checksum.bad") == [4]
    assert frames(capture, "enet.checksum", "-o", "enet.checksum:off", "-d", "udp.port==7777,enet") == []


def test_a_request_without_an_answer_tells_that_there_is_a_checksum(tmp_path):
    """The answer, with the slot of the server, was not captured."""
    talk = Talk().raw(enet.checksummed(enet.connect(connect_id=7), peer=enet.NO_PEER))
    talk.raw(enet.checksummed(enet.ping(2), connect_id=7, peer=3))
    rows = fields(talk.write(tmp_path), "", "enet.stream", "enet.command", "enet.checksum.status")
    assert rows == [[["0"], ["2"], ["1"]], [["0"], ["5"], ["1"]]]


def test_without_the_connections_id_no_checksum_is_verified(tmp_path):
    """docs/wire/enet.md, 1.2: the checksum is begun with it. Nobody has told it yet when a CONNECT is sent, or when its
    sender gives up."""
    on = ("-o", "enet.checksum:on", "-d", "udp.port==7777,enet")
    talk = Talk().raw(enet.checksummed(enet.ping(2), connect_id=0x01020304))
    talk.raw(enet.checksummed(enet.disconnect(2, now=True), peer=enet.NO_PEER, sent_time=None))
    talk.raw(enet.checksummed(enet.connect(connect_id=7), peer=enet.NO_PEER))
    assert column(fields(talk.write(tmp_path), "enet", "enet.checksum.status", options=on)) == [[2], [1], [1]]


def test_the_checksum_of_what_cannot_be_undone_is_not_verified(tmp_path):
    """It is that of the block before it was compressed (docs/wire/enet.md, 1.2)."""
    talk = Talk().raw(enet.checksummed(enet.connect(), peer=enet.NO_PEER))
    talk.raw(enet.checksummed(enet.verify(), connect_id=0x11223344), False)
    talk.raw(enet.header(0, 9, compressed=True) + b"\1\2\3\4" + b"no stream")
    unverified = 2
    assert fields(talk.write(tmp_path), "frame.number == 3", "enet.checksum.status", "enet.compressed.undecodable",
                  "_ws.malformed", "_ws.expert.message")[0][0] == [str(unverified)]


def test_checksums_of_datagrams_that_the_capture_cut_are_not_verified(tmp_path):
    identity = 0x01020304
    talk = Talk().raw(enet.checksummed(enet.connect(connect_id=identity), peer=enet.NO_PEER))
    talk.raw(enet.checksummed(enet.verify(connect_id=identity), connect_id=identity), False)
    talk.raw(enet.checksummed(enet.ping(2), enet.reliable(1, b"long" * 50), connect_id=identity))
    whole = talk.write(tmp_path)
    cut = writable_folder() / "cut.pcap"
    run("editcap", "-s", "100", whole, cut)
    good, unverified = 1, 2
    assert column(fields(whole, "enet", "enet.checksum.status")) == [[good], [good], [good]]
    assert column(fields(cut, "enet", "enet.checksum.status")) == [[good], [good], [unverified]]
    assert frames(cut, "enet.checksum.bad") == []


def test_a_capture_may_cut_a_datagram_anywhere(tmp_path):
    """Also before and within the checksum, and in what is compressed: ENet itself reads nothing that is not there."""
    identity = 0x01020304
    connect = [udp(enet.checksummed(enet.connect(connect_id=identity), peer=enet.NO_PEER)),
               udp(enet.checksummed(enet.verify(connect_id=identity), connect_id=identity), SERVER, CLIENT)]
    plain = udp(enet.checksummed(enet.ping(2), enet.reliable(1, b"long" * 5), connect_id=identity))
    small = zlib.compress(enet.ping(2) + enet.reliable(1, b"long" * 50))
    packed = udp(enet.header(0, 5, compressed=True) + struct.pack(">I", 0x12345678) + small)
    captures = [connect + [packet[:length]] for packet in (plain, packed) for length in range(28 + 4, len(packet))]
    capture = pcap.write(tmp_path / "cut.pcap", pcap.apart(captures), padding=300)
    names = ("enet.compressed", "enet.checksum", "enet.cut_by_capture", "enet.compressed.undecodable", "_ws.malformed",
             "_ws.short")
    rows = pcap.split(fields(capture, "", *names, options=["-d", "udp.port==7777,enet"]), captures)
    for case, (*_, (compressed, checksum, is_cut, undecodable, malformed, short)) in zip(captures, rows, strict=True):
        left = len(case[-1]) - 28
        assert not malformed and not short, case
        assert len(checksum) == (left >= 8), case
        is_packed = case[-1][:29] != plain[:29]
        assert len(compressed) == (left > 8 and is_packed), case
        assert (len(undecodable), len(is_cut)) == (0, left > 8 and (is_packed or left != 12)), case     # 12: a ping


def test_a_block_that_is_cut_is_not_undone(tmp_path):
    """ENet's range coder makes a whole command of the first 50 of these 81 bytes, too, with another end."""
    block = bytes.fromhex(
        "867b7dd4cb6e27607d84f53ba93a7e241b67ef81a17fdac016819a8b6fe42d09230adf60c5c17bedd2c52222836c5ea2"
        "261d2a522ac709c3f765fa4df31f2afff87edcdeb7c06abf50ae21cacf84240622")
    packet = udp(enet.header(0, 1092, compressed=True) + block, SERVER, CLIENT)
    whole = pcap.write(tmp_path / "whole.pcap", [packet])
    cut = pcap.write(tmp_path / "cut.pcap", [packet[:28 + 4 + 50]], padding=len(packet) - 28 - 4 - 50)
    names, options = ("enet.command", "enet.cut_by_capture"), ["-d", "udp.port==7777,enet"]
    assert [[len(cell) for cell in row] for row in fields(whole, "", *names, options=options)] == [[2, 0]]
    assert [[len(cell) for cell in row] for row in fields(cut, "", *names, options=options)] == [[0, 1]]


def test_a_datagram_without_a_whole_command_stays_in_its_connection(tmp_path):
    """If the capture cut it."""
    whole = Talk().handshake().up(enet.reliable(1, bytes(100))).write(tmp_path)
    cut = writable_folder() / "short.pcap"
    run("editcap", "-s", "80", whole, cut)
    assert frames(cut, "enet") == [1, 2, 3, 4]


def test_a_capture_may_cut_the_first_datagram_anywhere(tmp_path):
    """Whether it has a checksum is found out from what is there."""
    whole = udp(enet.checksummed(enet.connect(connect_id=0x01020304), peer=enet.NO_PEER))
    captures = [[whole[:length]] for length in range(28 + 4, len(whole) + 1)]
    capture = pcap.write(tmp_path / "cut.pcap", pcap.apart(captures), padding=300)
    names = ("enet.checksum", "_ws.malformed", "_ws.short")
    rows = pcap.split(fields(capture, "", *names, options=["-d", "udp.port==7777,enet"]), captures)
    assert [bool(checksum) for ((checksum, _, _),) in rows] == [packet == whole for packet, in captures]
    assert not any(malformed or short for ((_, malformed, short),) in rows)


# --- layers ---------------------------------------------------------------------------


def test_datagrams_with_no_layer_below(tmp_path):
    """Where a link type of the user carries ENet, nobody has an address, and the frame is the datagram."""
    capture = pcap.write(tmp_path / "link.pcap", [
        enet.datagram(enet.connect(), peer=enet.NO_PEER), enet.datagram(enet.verify()), enet.datagram(enet.ping(2))])
    head = bytearray(capture.read_bytes())
    head[20:24] = struct.pack("<I", 147)
    capture.write_bytes(head)
    options = ["-o", 'uat:user_dlts:"User 0 (DLT=147)","enet","0","","0",""']
    assert fields(capture, "", "enet.stream", "enet.below", options=options) == [[["0"], []]] * 3


@pytest.mark.parametrize("pack, shown", [
    (compressors.fastlz, ["2", "00000000", [], "10"]), (zlib.compress, [[], [], [], []])], ids=["FastLZ", "zlib"])
def test_only_fastlz_has_padding(tmp_path, pack, shown):
    """docs/wire/enet.md, 8.4: Godot makes a short block as long as 16 bytes, with zeros."""
    block = enet.command(0x8A, 0xFF, 2, bytes(8)) + bytes(4)
    capture = Talk().handshake().raw(enet.header(0, 9, compressed=True) + pack(block)).write(tmp_path)
    [row] = fields(capture, "frame.number == 4", "enet.compression", "enet.padding", "enet.trailing", "enet.command")
    assert row == [value if isinstance(value, list) else [value] for value in shown]


@pytest.mark.parametrize("rest, padding", [(bytes(4), True), (b"\7\7\7\7", False)])
def test_who_insists_on_fastlz_sees_a_rest_that_is_no_padding(tmp_path, rest, padding):
    block = enet.command(0x8A, 0xFF, 2, bytes(8)) + rest
    capture = Talk().handshake().raw(enet.header(0, 9, compressed=True) + compressors.fastlz(block)).write(tmp_path)
    [[*row, [shown]]] = fields(capture, "frame.number == 4", "enet.padding", "enet.trailing", "enet.command",
                               "_ws.col.Info", options=["-o", "enet.compression:fastlz"])
    assert row == [[rest.hex()] if padding else [], [] if padding else [rest.hex()], ["10"]]
    assert shown.endswith("  |  [trailing bytes]") != padding
    assert frames(capture, "enet.trailing.ignored", "-o", "enet.compression:fastlz") == ([] if padding else [4])


def test_several_datagrams_in_one_frame(tmp_path):
    """Together they have items for 128 commands (docs/security.md), where each datagram behind the first takes the
    place of one (enet/learned.h); and what is below them is counted once."""
    lua = with_lua(tmp_path, """
        local bundle = Proto("datagrams", "Datagrams behind one another, each behind its length")
        function bundle.dissector(tvb, pinfo, tree)
            local at = 0
            while at < tvb:len() do
                local length = tvb(at, 2):uint()
                Dissector.get("enet"):call(tvb(at + 2, length):tvb(), pinfo, tree)
                at = at + 2 + length
            end
        end
        DissectorTable.get("udp.port"):add(7777, bundle)""")
    datagrams = [enet.datagram(*[enet.ping(2)] * count) for count in (50, 60, 40)]
    values = [enet.datagram(enet.unsequenced(number, struct.pack("<III", 4, 1, ord(letter))))
              for number, letter in enumerate("ab", 1)]
    bundle, other = (b"".join(struct.pack(">H", len(datagram)) + datagram for datagram in some)
                     for some in (datagrams, values))
    capture = pcap.write(tmp_path / "bundle.pcap", [udp(bundle), udp(other, ("10.0.0.9", 5))])
    for passes in ([], ["-2"]):
        row, [*_, shown] = fields(capture, "", "enet.stream", "enet.commands", "enet.command", "enet.below",
                                  "_ws.col.Info", options=[*passes, *lua, "-o", "enet.payload:variant"])
        assert [row[0], row[1], len(row[2])] == [["0"] * 3, ["50", "60", "40"], 128 - 2]
        assert row[3] == [str(28 + len(bundle) - len(datagrams[0]))]
        assert [part for part in shown[0].split("  |  ") if part in ('"a"', '"b"')] == ['"a"', '"b"']


@pytest.mark.parametrize("first, second, streams", [
    (pcap.udp, pcap.udp, ["0", "0"]), (pcap.tcp, pcap.tcp, ["0", "0"]), (pcap.udp, pcap.tcp, ["0", "1"]),
    (pcap.tcp, pcap.udp, ["0", "1"])])
def test_ports_of_another_transport_are_others(tmp_path, first, second, streams):
    """A script may give ENet what TCP carries: the same addresses and ports of UDP are another connection's."""
    lua = with_lua(tmp_path, 'DissectorTable.get("tcp.port"):add(7777, Dissector.get("enet"))')
    datagram = enet.datagram(enet.connect(), peer=enet.NO_PEER, sent_time=1)
    packets = [first(datagram), second(datagram, **({"seq": len(datagram)} if first is second is pcap.tcp else {}))]
    rows = fields(pcap.write(tmp_path / "both.pcap", packets), "", "enet.stream", options=lua)
    assert column(rows) == [[int(stream)] for stream in streams]


def test_what_a_socket_of_enet_sends(tmp_path):
    """Of compressed datagrams those to nobody yet are ENet's, and those that show another connection."""
    talk = Talk().handshake().raw(enet.header(enet.NO_PEER, 9, compressed=True) + b"no stream")
    talk.raw(enet.header(9, 9, compressed=True) + zlib.compress(enet.ping(2) + enet.reliable(1, b"?")), False)
    capture = talk.raw(enet.header(5, 9, compressed=True) + b"no stream").write(tmp_path)
    rows = fields(capture, "frame.number > 3", "_ws.col.Protocol", "_ws.col.Info", "enet.direction")
    assert rows[:2] == [[["ENet"], ["[compressed block that no mode undoes]"], ["0"]],
                        [["ENet"], ["RELIABLE 1, 1 bytes ch 0  |  PING"], ["1"]]]
    assert rows[2][0] == ["UDP"]


@pytest.mark.parametrize("port, options, found", [
    (26000, [], []), (7777, [], []), (7777, ["-d", "udp.port==7777,enet"], [2])])
def test_a_datagram_in_an_error_message_is_not_enets(tmp_path, port, options, found):
    """ICMP's answer to a CONNECT holds it. What follows is not ENet's for that, also on a port that other games use."""
    server = ("10.0.0.1", port)
    connect = udp(enet.datagram(enet.connect(), peer=enet.NO_PEER), target=server)
    unreachable = bytearray(pcap.tunnelled(b"\3\3" + bytes(6) + connect))
    unreachable[9:12] = b"\1\0\0"
    other = udp(enet.datagram(enet.reliable(9, MESSAGE)), target=server)
    capture = pcap.write(tmp_path / "icmp.pcap", [bytes(unreachable), other])
    assert frames(capture, "icmp", *options) == [1]
    assert frames(capture, "enet", *options) == found


# --- passes and lists -----------------------------------------------------------------


def test_two_passes_give_the_same_tree(tmp_path):
    talk = Talk().handshake()
    for number, part in enumerate(enet.fragments(1, b"m" * 500, 200)):
        talk.up(part, enet.unsequenced(number + 1, b"u"), sent_time=number)
    talk.up(enet.fragments(1, b"m" * 500, 200)[0], sent_time=9).down(enet.ack(1, 9, 0)).down(enet.ping(2))
    capture = talk.write(tmp_path)
    assert shape(pdml(capture)) == shape(pdml(capture, "-2"))


def shape(packets):
    return [[(node.name, node.pos, node.size, node.show) for node in packet.find("enet")[0].walk()
             if node.name not in FORWARD_LINKS] for packet in packets]


def test_a_row_of_conversations_filters_its_connection_alone():
    """Ten connections between the same two ends, one after another."""
    capture = wireshark.CAPTURES / "enet-reuse.pcapng"
    _, taps = wireshark.sharkd_calls([("load", {"file": str(readable(capture))}), ("tap", {"tap0": "conv:ENet"})])
    rows = taps["taps"][0]["convs"]
    assert len(rows) == 10
    for row, matching in zip(rows, wireshark.matching(capture, *(row["filter"] for row in rows)), strict=True):
        assert len(matching) == row["txf"] + row["rxf"]
        assert re.search(r"udp\.port==22000 .*udp\.port==21000", row["filter"])
        assert len(re.findall(r"enet\.stream==\d+ && ip\.(addr|src|dst)==", row["filter"])) == 2


def test_a_frame_offers_its_connection_and_the_bytes_that_are_not_its_own(tmp_path):
    """What Wireshark follows from here, and the tabs beside the frame's bytes."""
    message, packed = bytes(range(100)), enet.unreliable(0, 1, bytes(50))
    talk = Talk().handshake()
    for part in enet.fragments(1, message, 60):
        talk.up(part)
    talk.raw(enet.header(0, compressed=True) + zlib.compress(packed))
    talk.handshake(connect_id=2, slot=1)
    _, *answers = wireshark.sharkd_calls([("load", {"file": str(readable(talk.write(tmp_path)))})] + [
        ("frame", {"frame": number, "proto": True, "bytes": True}) for number in (4, 5, 6, 8)])
    followed = [{name: how for name, how, *_ in answer["fol"]}["ENet"] for answer in answers]
    assert followed == [f"enet.stream eq {number}" for number in (0, 0, 0, 1)]
    tabs = [[(tab["name"].rsplit(" (")[0], base64.b64decode(tab["bytes"])) for tab in answer.get("ds", [])]
            for answer in answers]
    assert tabs == [[], [("Reassembled ENet message", message)], [("Decompressed ENet", packed)], []]


def test_who_sent_and_who_received(tmp_path):
    """Datagrams by end: the client sends four and receives two."""
    talk = Talk().handshake().up(enet.ping(2)).up(enet.ping(3)).down(enet.ping(2))
    text = tshark("-r", talk.write(tmp_path), "-q", "-z", "endpoints,enet")
    rows = [line.split() for line in text.splitlines() if line.startswith("10.0.0.")]
    # packets and bytes: all, sent, received; later versions also name the port and the unit
    packets = {row[0]: [int(word) for word in row[1:] if word.isdigit()][-6::2] for row in rows}
    assert packets == {CLIENT[0]: [6, 4, 2], SERVER[0]: [6, 2, 4]}
    sizes = [sum(map(len, talk.packets[begin:end])) for begin, end in ((0, 6), (0, 1), (1, 2), (2, 5), (5, 6))]
    sent, received = sizes[1] + sizes[3], sizes[2] + sizes[4]
    bytes_of = {row[0]: [int(word) for word in row[1:] if word.isdigit()][-5::2] for row in rows}
    assert bytes_of == {CLIENT[0]: [sizes[0], sent, received], SERVER[0]: [sizes[0], received, sent]}


def test_conversations_and_endpoints(tmp_path):
    talk = Talk().handshake().up(enet.ping(2))
    text = tshark("-r", talk.write(tmp_path), "-q", "-z", "conv,enet", "-z", "endpoints,enet")
    rows = [line for line in text.splitlines() if line.startswith("10.0.0.")]
    assert len([row for row in rows if "<->" in row]) == 1
    assert len([row for row in rows if "<->" not in row]) == 2
    frames_of = [row.split() for row in rows if "<->" in row][0]
    assert "4" in frames_of     # all datagrams


def test_follow_by_stream_and_channel(tmp_path):
    talk = Talk().handshake().up(enet.reliable(1, b"zero")).down(enet.reliable(1, b"two", channel=2))
    talk.up(enet.reliable(1, b"TWO", channel=2))
    capture = talk.write(tmp_path)
    assert messages(capture) == [b"zero", b"two", b"TWO"]
    assert messages(capture, "-o", "enet.follow_channels:2") == [b"two", b"TWO"]


def test_a_datagram_of_many_commands(tmp_path):
    capture = Talk().handshake().up(*[enet.ping(number) for number in range(2, 302)]).write(tmp_path)
    assert column(fields(capture, "frame.number == 4", "enet.commands")) == [[300]]


def test_fragments_that_bring_more_than_they_announce(tmp_path):
    """Each fragment says that the message has 8 bytes, and has all of them."""
    parts = [
        enet.command(0x88, 0, 1 + number,
                     struct.pack(">HHIIII", 1, 8, 2, number, 8, 0) + MESSAGE[:8]) for number in (0, 1)]
    capture = Talk().handshake().up(parts[0], peer=0).up(parts[1], peer=0).write(tmp_path)
    assert column(fields(capture, "enet.reassembled.length", "enet.reassembled.length")) == [[16]]
    assert frames(capture, "enet.reassembled.mismatch") == [5]
