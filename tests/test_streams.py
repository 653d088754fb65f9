# SPDX-License-Identifier: GPL-2.0-or-later
"""Streams and WebSockets made by hand, many in one capture: what is shown of each frame, in one pass and in two."""

import itertools
import json
import re
import struct

import pytest

import counted
import enet
import pcap
import test_webrtc
import test_websocket
import wireshark
from test_transports import ARRAY, FIVE, TEXT, framed
from test_webrtc import TAGS, chunk, in_dtls, packet, path
from test_websocket import (CLIENT_ID, GREETING, HANDSHAKE, OTHER_ID, TALK, UNKNOWN, add_peer, identity, in_two,
                            message, of_client, of_server, raw, simplify_path)

SERVER_PORT = 7777
AS_STREAM = ["-d", f"tcp.port=={SERVER_PORT},godot.stream"]
ONE, FIRST_TEXT, SEVEN = '[1, "x"]', '"hello"', b"\xff" * 7


def talk(*segments, port, first=0, server=("10.0.0.1", SERVER_PORT)):
    """The packets of a connection whose numbers begin there. Segments: the client's bytes, or (from client, bytes)."""
    segments = [segment if isinstance(segment, tuple) else (True, segment) for segment in segments]
    packets = pcap.tcp_stream(segments, client=("10.0.0.2", port), server=server)
    return [packet[:24] + b"".join(struct.pack(">I", number + first & 0xFFFFFFFF)
                                   for number in struct.unpack_from(">II", packet, 24)) + packet[32:]
            for packet in packets]


LATER = re.compile(r" \[TCP PDU reassembled in \d+\]")       # what TCP adds to a row in the second pass, from 4.4 on


def seen(tmp_path, talks, names, options=(), more=0):
    """Returns the cells of each frame with bytes, of each talk; they are the same in two passes."""
    capture = pcap.write(tmp_path / "talks.pcap", [packet for packets in talks for packet in packets], padding=more)
    asked = ("ip.len", "tcp.hdr_len", *names)
    rows, later = ([[[LATER.sub("", cell) for cell in cells] for cells in row]
                    for row in wireshark.fields(capture, "", *asked, options=[*passes, *options])]
                   for passes in ([], ["-2"]))
    assert rows == later
    rows = iter(rows)
    return [[cells for (length,), (head,), *cells in itertools.islice(rows, len(packets))
             if int(length) > 20 + int(head)] for packets in talks]


# --- streams ------------------------------------------------------------------------------------------

VALUE, DATA, LENGTH = "godot.variant.value", "godot.stream.data", "godot.stream.length"
FAULTS = [f"godot.stream.{name}" for name in ("length_invalid", "unsynchronized", "incomplete")]
LOST, LONG = struct.pack("<I", 0), struct.pack("<I", 65536) + b"x" * 65536
# Segments of a talk, and what is shown of the frame of each: values, data, lengths, faults.
WHOLE = {
    "small packets from the first byte on": ([framed(FIVE), framed(FIVE)], [("5",), (), "8", ""],
                                             [("5",), (), "8", ""]),
    "data": ([framed(b"abc")], [(), ("616263",), "3", ""]),
    "an impossible length": ([framed(FIVE) + LOST + b"abc"], [("5",), ("00000000616263",), "8", "length_invalid"]),
    "small packets behind it": ([framed(ARRAY) + LOST, framed(FIVE)], [(ONE,), ("00000000",), "28", "length_invalid"],
                                [(), (framed(FIVE).hex(),), "", "unsynchronized"]),
    "a certain packet behind it": ([framed(ARRAY) + LOST, SEVEN + framed(TEXT, FIVE)],
                                   [(ONE,), ("00000000",), "28", "length_invalid"],
                                   [(FIRST_TEXT, "5"), (SEVEN.hex(),), "16 8", "unsynchronized"]),
    "an order that is known": ([framed(ARRAY), framed(FIVE), LONG[:40000], LONG[40000:]], [(ONE,), (), "28", ""],
                               [("5",), (), "8", ""], [(), (), "", ""], [(), (b"x".hex() * 65536,), "65536", ""]),
    "the other order": ([framed(ARRAY, order=">"), framed(FIVE, order=">")], [(ONE,), (), "28", ""],
                        [("5",), (), "8", ""]),
    "the other order behind what is lost": (
        [framed(ARRAY, order=">") + LOST, framed(TEXT), framed(TEXT, order=">")],
        [(ONE,), ("00000000",), "28", "length_invalid"], [(), (framed(TEXT).hex(),), "", "unsynchronized"],
        [(FIRST_TEXT,), (), "16", ""]),
    "the first order behind what is lost": (
        [framed(ARRAY) + LOST, framed(TEXT, order=">"), framed(TEXT)],
        [(ONE,), ("00000000",), "28", "length_invalid"], [(), (framed(TEXT, order=">").hex(),), "", "unsynchronized"],
        [(FIRST_TEXT,), (), "16", ""]),
    "a guess at the order": ([framed(FIVE, order=">")], [("5",), (), "8", ""]),
    "a length alone": ([framed(FIVE)[:4], FIVE], [(), (), "", ""], [("5",), (), "8", ""]),
    "a byte that is missing": ([framed(FIVE, FIVE)[:-1], FIVE[-1:] + framed(FIVE)], [("5",), (), "8", ""],
                               [("5", "5"), (), "8 8", ""]),
}


def of_stream(cells):
    values, data, lengths, *faults = cells
    return [tuple(values), tuple(data), " ".join(lengths),
            " ".join(name.rpartition(".")[2] for name, told in zip(FAULTS, faults) if told)]


@pytest.mark.parametrize("options", [[], ["-o", "tcp.relative_sequence_numbers:FALSE"]], ids=["relative", "as sent"])
@pytest.mark.parametrize("first", [0, 5000, 0x90000000, 0xFFFFFFF8])
def test_a_whole_stream_is_read_from_its_first_byte_on(tmp_path, first, options):
    """Whatever its number is, and whether Wireshark counts from 1."""
    talks = [talk(*segments, port=20000 + number, first=first) for number, (segments, *_) in enumerate(WHOLE.values())]
    shown = seen(tmp_path, talks, [VALUE, DATA, LENGTH, *FAULTS], [*AS_STREAM, *options])
    assert dict(zip(WHOLE, (list(map(of_stream, rows)) for rows in shown))) == {
        name: expected for name, (_, *expected) in WHOLE.items()}


def test_numbers_that_begin_again_in_a_stream_without_its_beginning(tmp_path):
    """Nothing is known of the first byte, whatever its number is."""
    packets = talk(SEVEN[:5] + framed(ARRAY), framed(FIVE), port=20000, first=0xFFFFFFFD)[3:]
    (first, second), = seen(tmp_path, [packets], [VALUE, DATA],
                            [*AS_STREAM, "-o", "tcp.relative_sequence_numbers:FALSE"])
    assert (first, second) == ([[ONE], [SEVEN[:5].hex()]], [["5"], []])


def test_where_nothing_is_known_packets_are_searched(tmp_path):
    rows, = seen(tmp_path, [talk(SEVEN, SEVEN + framed(TEXT), port=20000)[3:]], [VALUE, DATA, LENGTH, *FAULTS],
                 AS_STREAM)
    assert list(map(of_stream, rows)) == [[(), (SEVEN.hex(),), "", "unsynchronized"],
                                          [(FIRST_TEXT,), (SEVEN.hex(),), "16", "unsynchronized"]]


def test_what_comes_again_with_something_new_is_read_from_there_on(tmp_path):
    """If TCP hands it on, as it does not look for such segments."""
    whole = framed(ARRAY, FIVE)
    packets = talk(framed(ARRAY), whole[-22:], framed(FIVE), port=20000)
    for place in range(4, 6):      # ten bytes of the second segment were in the first one
        number, = struct.unpack_from(">I", packets[place], 24)
        packets[place] = packets[place][:24] + struct.pack(">I", number - 10) + packets[place][28:]
    options = ["-o", "tcp.analyze_sequence_numbers:FALSE", "-o", "tcp.desegment_tcp_streams:FALSE"]
    rows, = seen(tmp_path, [packets[:6]], [VALUE, DATA], [*AS_STREAM, *options])
    assert rows == [[[ONE], []], [["5"], [framed(ARRAY)[-10:].hex()]], [["5"], []]]


# Of a stream whose segments are not put together: what is shown of its second segment.
CUT = {
    "a length alone": (struct.pack("<I", 100), [(), (), "100", "incomplete"]),
    "a part of a length": (b"\1\2\3", [(), ("010203",), "", "incomplete"]),
    "a length and a byte": (struct.pack("<I", 100) + b"\xff", [(), ("ff",), "100", "incomplete"]),
    "a packet, and a part of a length": (framed(FIVE) + b"\1", [("5",), ("01",), "8", "incomplete"]),
    "a packet of the first byte": (framed(FIVE), [("5",), (), "8", ""]),
}


def test_segments_that_are_not_put_together(tmp_path):
    talks = [talk(framed(ARRAY), segment, port=20000 + number) for number, (segment, _) in enumerate(CUT.values())]
    shown = seen(tmp_path, talks, [VALUE, DATA, LENGTH, *FAULTS],
                 [*AS_STREAM, "-o", "tcp.desegment_tcp_streams:FALSE"])
    assert dict(zip(CUT, (of_stream(rows[1]) for rows in shown))) == {name: expected for name,
                                                                      (_, expected) in CUT.items()}


# Of a stream of which a segment is missing: its number, and what is shown of each frame that is there.
WITHOUT = {
    "the rest of a packet": ([framed(ARRAY) + framed(TEXT)[:9], framed(TEXT)[9:], framed(FIVE)], 1,
                             [(ONE,), (), "28", ""], [("5",), (), "8", ""]),
    "the last byte of a packet": ([framed(ARRAY) + framed(TEXT)[:-1], framed(TEXT)[-1:], framed(FIVE)], 1,
                                  [(ONE,), (), "28", ""], [("5",), (), "8", ""]),
    "more than the rest": ([framed(ARRAY) + framed(TEXT)[:9], framed(TEXT)[9:] + framed(FIVE), framed(FIVE)], 1,
                           [(ONE,), (), "28", ""], [(), (framed(FIVE).hex(),), "", "unsynchronized"]),
    "a packet": ([framed(ARRAY), framed(FIVE), framed(FIVE)], 1,
                 [(ONE,), (), "28", ""], [(), (framed(FIVE).hex(),), "", "unsynchronized"]),
}


def test_a_missing_segment_costs_what_it_has(tmp_path):
    """The length of a packet that has begun tells where the next one is."""
    talks = []
    for number, (segments, lost, *_) in enumerate(WITHOUT.values()):
        packets = talk(*segments, port=20000 + number)
        talks.append(packets[:3 + lost] + packets[4 + lost:])
    shown = seen(tmp_path, talks, [VALUE, DATA, LENGTH, *FAULTS], AS_STREAM)
    assert dict(zip(WITHOUT, (list(map(of_stream, rows)) for rows in shown))) == {
        name: expected for name, (_, _, *expected) in WITHOUT.items()}


def test_the_rest_of_a_packet_is_no_packet(tmp_path):
    """Where segments are not put together, or the capture cut the first part. What is behind the rest is read."""
    begun, rest = struct.pack("<I", 100) + b"\xff" * 10, framed(FIVE) * 7 + b"\xff" * 6
    packets = talk(framed(ARRAY), begun, rest + framed(FIVE), framed(TEXT), port=20000)
    rows, = seen(tmp_path, [packets], [VALUE, DATA, LENGTH], [*AS_STREAM, "-o", "tcp.desegment_tcp_streams:FALSE"])
    assert rows[1:] == [[[], [begun[4:].hex()], ["100"]], [["5"], [rest.hex()], ["8"]], [[FIRST_TEXT], [], ["16"]]]
    packets[4] = packets[4][:-2]
    rows, = seen(tmp_path, [packets], [VALUE, LENGTH], AS_STREAM, more=2)
    assert rows[2:] == [[[], []], [[FIRST_TEXT], ["16"]]]
    packets = talk(framed(ARRAY), framed(FIVE)[:3], b"\0" + framed(FIVE)[:4] + framed(FIVE, FIVE), port=20000)
    rows, = seen(tmp_path, [packets], [VALUE, LENGTH], [*AS_STREAM, "-o", "tcp.desegment_tcp_streams:FALSE"])
    assert rows[1:] == [[[], []]] * 2


def test_late_segments_are_read_in_their_order(tmp_path):
    """If TCP hands them on, as it does not look for their numbers."""
    packets = talk(framed(ARRAY), framed(TEXT), framed(FIVE), framed(FIVE), port=20000)
    rows, = seen(tmp_path, [[*packets[:4], packets[6], *packets[4:6]]], [VALUE, DATA],
                 [*AS_STREAM, "-o", "tcp.analyze_sequence_numbers:FALSE", "-o", "tcp.desegment_tcp_streams:FALSE"])
    assert rows == [[[ONE], []], [[], [framed(FIVE).hex()]], [[FIRST_TEXT], []], [["5"], []]]


def test_columns_tell_what_a_segment_has(tmp_path):
    """As many packets as have items: 500."""
    segments = [SEVEN, framed(ARRAY), framed(b"abc", FIVE, SEVEN[:2]), framed(TEXT)[:9],
                framed(TEXT)[9:] + framed(b"abcd")]
    data = framed(b"one"), framed(b"four")
    talks = [talk(*segments, port=20000)[3:], talk(data[0][:5], data[0][5:] + data[1], port=20001),
             talk(framed(*[FIVE] * 501), port=20002)]
    rows, parts, many = seen(tmp_path, talks, ["_ws.col.Protocol", "_ws.col.Info"], AS_STREAM)
    assert parts[1][1] == ["3 bytes  |  4 bytes"] and many[0][1] == ["  |  ".join(["5"] * 500)]
    assert [protocol for [protocol], _ in rows] == ["Godot stream"] * 3 + ["TCP", "Godot stream"]
    infos = [info.split("  |  ") for _, [info] in rows]
    assert infos[0] == ["7 bytes"] and len(infos[1]) == 1 and len(infos[4]) == 2 and infos[4][1] == "4 bytes"
    infos = infos[:3]
    assert infos[2][0] == "3 bytes" and infos[2][2] == "2 bytes" and "5" in infos[2][1]
    assert not any("7777" in part for info in infos for part in info)


def test_the_tree_tells_packets_and_other_bytes_apart(tmp_path):
    capture = pcap.write(tmp_path / "tree.pcap", talk(SEVEN, framed(ARRAY, b"abc"), port=20000)[3:])
    text = wireshark.tshark("-r", capture, *AS_STREAM, "-V")
    assert [line for line in text.splitlines() if line.startswith("Godot Stream")] == [
        "Godot Stream, bytes outside any packet", "Godot Stream, packet of 28 bytes", "Godot Stream, packet of 3 bytes",
        "Godot Stream, data"]
    assert text.count("Length: 28 bytes") == 1
    rows = wireshark.tshark("-q", "-r", capture, *AS_STREAM, "-z", "godot,messages").splitlines()
    assert [(row["frame"], row["kind"]) for row in map(json.loads, rows)] == [(1, "data"), (2, "data")]
    late = pcap.write(tmp_path / "late.pcap", talk(framed(TEXT)[:4], TEXT, port=20000))
    assert "\nGodot Stream, packet of an earlier length\n" in wireshark.tshark("-r", late, "-V")


# Without Decode As, and without the beginning: in which frames of the connection a stream is found.
FOUND = {
    "a certain packet": ([framed(TEXT)], [0]), "a small packet": ([framed(FIVE)], []),
    "a certain packet in the other order": ([framed(TEXT, order=">")], [0]),
    "a value behind its length": ([framed(TEXT)[:4], TEXT], [1]),
    "a value behind its length in the other order": ([framed(TEXT, order=">")[:4], TEXT], [1]),
    "a value behind another length": ([struct.pack("<I", 9), TEXT], []),
    "a small value behind its length": ([framed(FIVE)[:4], FIVE, framed(TEXT)], [2]),
    "a small value behind its length, then another order": ([framed(FIVE, order=">")[:4], FIVE, framed(TEXT)], [2]),
    "a value alone": ([TEXT], []),
}


def test_where_a_stream_is_found(tmp_path):
    """And read to its end."""
    talks = [talk(*segments, framed(FIVE, order=">" if "the other order" in name else "<"), port=20000 + number)[3:]
             for number, (name, (segments, _)) in enumerate(FOUND.items())]
    shown = seen(tmp_path, talks, [VALUE])
    for (name, (segments, frames)), rows in zip(FOUND.items(), shown):
        expected = [[FIRST_TEXT] if number in frames else [] for number in range(len(segments))]
        assert [values for values, in rows] == [*expected, ["5"] if frames else rows[-1][0]], name


def test_the_order_of_an_earlier_length_goes_on(tmp_path):
    """Without a sign of the order, 65,536 would be 256 in the other one."""
    packet = framed(struct.pack("<II", 4, 65528) + b"x" * 65528, order=">")
    segments = framed(TEXT, order=">")[:4], TEXT, packet[:40000], packet[40000:]
    capture = pcap.write(tmp_path / "order.pcap", talk(*segments, port=20000)[3:])
    assert wireshark.fields(capture, "godot.stream.length", "godot.stream.length")[-1] == [["65536"]]


def test_what_the_other_end_says_refutes_a_stream(tmp_path):
    """Both speak one protocol. Bytes of values say nothing against it."""
    talks = [talk((False, said), framed(TEXT), port=20000 + number)
             for number, said in enumerate((b"HELLO 1.0\n", framed(FIVE), framed(FIVE, order=">")))]
    shown = seen(tmp_path, talks, [VALUE])
    assert [rows[1][0] for rows in shown] == [[], [FIRST_TEXT], [FIRST_TEXT]]


@pytest.mark.parametrize("content, shown", [
    (framed(TEXT, FIVE), [[FIRST_TEXT, "5"], ["16", "8"]]), (framed(TEXT, order=">"), [[FIRST_TEXT], ["16"]]),
    (TEXT, [[FIRST_TEXT], []]), (FIVE, [[], []]), (framed(FIVE), [[], []]), (b"GET / HTTP/1.1", [[], []])])
def test_records_of_tls_that_are_certain_are_found(tmp_path, content, shown):
    """A packet with its length, or a value alone: its length was a record by itself."""
    assert wireshark.fields(in_dtls(tmp_path, [(0, content)], b"godot_stream_tls"), "", VALUE, LENGTH) == [shown]


def test_a_length_alone_is_left_to_others(tmp_path):
    rows, others = seen(tmp_path, [talk(framed(FIVE)[:4], port=20000), talk(framed(TEXT), port=20001)],
                        ["frame.protocols"])
    assert rows[0][0][0].endswith("ip:tcp:data") and others[0][0][0].endswith("ip:tcp:godot.stream:godot.variant")


def test_the_frame_of_a_length_is_told(tmp_path):
    """It is not in the bytes, so brackets are around it. One byte of a whole length was not captured in the other."""
    capture = pcap.write(tmp_path / "late.pcap", talk(framed(TEXT)[:4], TEXT, port=20000))
    assert wireshark.fields(capture, "godot.stream", "godot.stream.length_in") == [[["4"]]]
    assert "[Length in: 4]" in wireshark.tshark("-r", capture, "-V", "-Y", "godot.stream")


def test_a_length_of_which_more_was_not_captured_is_none(tmp_path):
    packets = talk(framed(TEXT)[:4] + b"more", TEXT, port=20000)[3:]
    rows, = seen(tmp_path, [[packets[0][:44], *packets[1:]]], [VALUE], more=100)
    assert rows == [[[]], [[]]]


@pytest.mark.parametrize("captured", [1, 2, 3])
def test_a_length_that_the_capture_cut_is_left_to_others(tmp_path, captured):
    packets = talk(framed(TEXT)[:4], port=20000)[3:4]
    (protocols, short), = seen(tmp_path, [[packets[0][:40 + captured]]], ["frame.protocols", "_ws.short"],
                               ["--disable-protocol", "spice"], 9)[0]
    assert protocols[0].endswith("tcp:data") and short == []


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_stream_outside_of_tcp_is_read_from_its_first_byte_on(tmp_path, order):
    """As in TLS: a frame that was exported for the dissector."""
    capture = test_webrtc.exported(tmp_path, [(test_webrtc.tag(test_webrtc.DISSECTOR, b"godot.stream"),
                                               framed(ARRAY, FIVE, b"abc", order=order))])
    assert wireshark.fields(capture, "", VALUE, DATA, LENGTH) == [[[ONE, "5"], ["616263"], ["28", "8", "3"]]]


# --- WebSockets ---------------------------------------------------------------------------------------

THREE = struct.pack("<Biii", 3, 1, 0, CLIENT_ID)
SHUT, PONG, PING = ((False, bytes([first, 2]) + b"\x03\xe8") for first in (0x88, 0x8A, 0x89))


def of_handshake(*segments, port, begins=0, server=("10.0.0.1", SERVER_PORT)):
    return talk(*HANDSHAKE, *segments, port=port, server=server)[begins:]


def test_only_what_came_with_the_greeting_is_multiplayer(tmp_path):
    """In two passes, too: what a client said before the server greets is of another protocol. A type of 3.x is at most
    3, and what has another one is bytes."""
    talks = [of_handshake(of_client(b"hello"), of_server(THREE), of_server(struct.pack("<Biii", kind, 1, 0, OTHER_ID)),
                          port=50000 + kind) for kind in range(1, 6)]
    for kind, rows in enumerate(seen(tmp_path, talks, ["godot.ws.type", "_ws.col.Info"]), 1):
        assert [types for types, _ in rows[2:]] == [[], ["3"], [str(kind)] if kind <= 3 else []]
        assert f"your id {CLIENT_ID}" in rows[3][1][0].replace("  ", " ") and "WebSocket" not in rows[3][1][0]


def test_a_greeting_that_the_capture_cut_is_none(tmp_path):
    talks = [of_handshake(of_server(THREE), of_server(THREE), port=50000 + size) for size in range(1, 13)]
    for size, packets in enumerate(talks, 1):
        packets[5] = packets[5][:40 + 2 + size]
    for rows in seen(tmp_path, talks, ["godot.ws.type", "_ws.malformed"], more=100):
        assert rows[2:] == [[[], []], [["3"], []]]


@pytest.mark.parametrize("client, options, is_server", [
    (7001, ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"], True),
    (50000, ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"], True),
    (7001, ["-o", "godot.websocket.tcp.port:7001"], False), (7001, ["-o", "godot.websocket.tcp.port:7000-8000"], False),
    (50000, ["-o", "godot.websocket.tcp.port:7000-50000"], True)])
def test_who_the_server_is_if_its_handshake_is_missing(tmp_path, client, options, is_server):
    """Who has the port that the user named; if both have, the lower one. The frames of its clients have masks."""
    _, data = of_server(raw(9)) if is_server else of_client(raw(9))
    packets = of_handshake((False, data), (False, data), port=client, begins=5)
    rows, = seen(tmp_path, [packets], ["godot.peer.source", "godot.peer.target"], options)
    assert rows == [[["1"], []] if is_server else [[], ["1"]]] * 2


@pytest.mark.parametrize("missing", [0, 1])
def test_who_the_server_is_if_one_half_of_the_handshake_is_missing(tmp_path, missing):
    """One SYN tells it, also if the client's port is the lower one."""
    packets = of_handshake(*GREETING, of_server(simplify_path(1, b"Main")), port=7001)
    rows, = seen(tmp_path, [packets[:missing] + packets[missing + 1:]], ["godot.peer.source", "godot.path.name"])
    assert rows[-1] == [["1"], ["Main"]]


@pytest.mark.parametrize("first", [0x50000000, 0x7FFFFF80, 0xFFFFFF80])
def test_a_whole_websocket_is_judged_whatever_its_numbers_are(tmp_path, first):
    """Nothing is missing."""
    capture = pcap.write(tmp_path / "numbers.pcap", talk(*HANDSHAKE, *TALK, port=50000, first=first))
    shown = [wireshark.frames(capture, name, "-o", "tcp.relative_sequence_numbers:FALSE")
             for name in ("godot.path.unknown", "godot.ws.gap")]
    assert shown == [UNKNOWN, []]


def test_bytes_of_4_that_look_like_a_header_of_3(tmp_path):
    """The greeting tells them apart, if the user says that it is the multiplayer."""
    like = struct.pack("<Biii", 0, 1, 0, 5)
    rows, = seen(tmp_path, [of_handshake(of_server(struct.pack("<i", CLIENT_ID)), of_server(like), port=50000)],
                 ["godot.ws.type", "godot.peer.source"], ["-d", f"ws.port=={SERVER_PORT},godot"])
    assert rows[-1] == [[], ["1"]]


def test_a_header_of_3_on_a_port_of_multiplayer(tmp_path):
    """Its greeting was not captured, so only headers tell who the client is."""
    packets = of_handshake(of_server(struct.pack("<Biii", 1, 1, 0, OTHER_ID)), of_server(THREE),
                           of_server(struct.pack("<Bii", 0, 1, 9) + b"\4free"),
                           of_client(struct.pack("<Bii", 0, 9, 1) + b"\4free"), port=50000, begins=5)
    rows, = seen(tmp_path, [packets], ["godot.ws.type", "godot.ws.peer", "godot.peer.source", "godot.peer.target"],
                 ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"])
    assert rows == [[["1"], [str(OTHER_ID)], ["1"], ["0"]], [["3"], [str(CLIENT_ID)], ["1"], ["0"]],
                    [["0"], [], ["1"] * 2, ["9"] * 2], [["0"], [], ["9"] * 2, ["1"] * 2]]


def test_a_port_of_multiplayer_whose_first_message_is_of_4(tmp_path):
    """The peer of a header of 3.x would be another one than the server. What looks like its greeting are bytes."""
    packets = of_handshake(of_server(simplify_path(1, b"Main")), of_client(simplify_path(1, b"Main")), of_server(THREE),
                           port=50000, begins=5)
    rows, = seen(tmp_path, [packets], ["godot.ws.type", "godot.path.name"],
                 ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"])
    assert rows == [[[], ["Main"]]] * 2 + [[[], []]]


@pytest.mark.parametrize("cut", [2, 20, 60])
def test_a_port_of_multiplayer_whose_request_has_two_segments(tmp_path, cut):
    (_, request), answer = HANDSHAKE
    packets = talk((True, request[:cut + 4]), (True, request[cut + 4:]), answer, *GREETING, port=50000)
    capture = pcap.write(tmp_path / "request.pcap", packets)
    options = ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"]
    assert wireshark.frames(capture, "http.request", *options) == [5]
    assert wireshark.frames(capture, "godot.ws.peer || godot.message", *options) == [7, 8]


def test_a_port_of_multiplayer_without_the_request(tmp_path):
    """The answer of the server leads to the WebSocket, too."""
    packets = of_handshake(*GREETING, of_server(simplify_path(1, b"Main")), port=50000, begins=4)
    rows, = seen(tmp_path, [packets], ["http.response.code", "godot.path.name"],
                 ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"])
    assert rows[0][0] == ["101"] and rows[-1][1] == ["Main"]


def test_small_values_are_found_behind_a_certain_one(tmp_path):
    """From the next frame on; or if the user says that messages are values."""
    talks = [of_handshake(of_server(TEXT, FIVE), of_server(FIVE), of_server(raw(9)), of_client(FIVE), port=50000),
             of_handshake(of_server(FIVE), of_server(FIVE), port=50001)]
    rows, others = seen(tmp_path, talks, [VALUE])
    assert [values for values, in rows[2:]] == [[FIRST_TEXT], ["5"], [], ["5"]]
    assert [values for values, in others[2:]] == [[], []]
    _, others = seen(tmp_path, talks, [VALUE], ["-d", f"ws.port=={SERVER_PORT},godot.variant"])
    assert [values for values, in others[2:]] == [["5"], ["5"]]


def test_peers_of_a_message_of_3(tmp_path):
    """They are in its header (type, sender, target), and again with the message in it."""
    ends = [(1, 0), (1, -5), (1, 9), (5, 9)]        # the server hands on what others say
    messages = [struct.pack("<Bii", 0, *peers) + b"\2" + struct.pack("<i", 7) + b"Main\0" for peers in ends]
    rows, = seen(tmp_path, [of_handshake(of_server(THREE), *map(of_server, messages), port=50000)],
                 ["godot.ws.type", "godot.peer.source", "godot.peer.target"])
    assert rows[3:] == [[["0"], [str(source)] * 2, [str(target)] * 2] for source, target in ends]


@pytest.mark.parametrize("port, server", [(SERVER_PORT, "10.0.0.1"), (50000, "10.0.0.2")], ids=["ports", "addresses"])
def test_ends_of_which_one_half_is_the_same_are_told_apart(tmp_path, port, server):
    """By their addresses, or by their ports on one host."""
    packets = of_handshake(*GREETING, of_client(raw(9)), of_server(raw(9)), port=port, server=(server, SERVER_PORT))
    rows, = seen(tmp_path, [packets], ["godot.peer.source"])
    assert [sources for sources, in rows[-2:]] == [[str(CLIENT_ID)], ["1"]]


def test_messages_of_the_multiplayer_are_bytes(tmp_path):
    """A text behind a gap is none, whatever it has (RFC 6455, 5.6)."""
    packets = of_handshake(of_server(THREE), of_server(THREE), (False, b"\x81" + message(THREE)[1:]), port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], ["godot.ws.outside"])
    assert rows[-1] == [[packets[7][40:].hex()]]


@pytest.mark.parametrize("size", [0, 1, 8, 9, 10, 12, 14])
def test_a_message_of_3_behind_a_gap_has_a_header(tmp_path, size):
    """And four bytes more, if it tells of a peer."""
    packets = of_handshake(of_server(THREE), of_server(THREE), (False, message(struct.pack("<Biiix", 2, 1, 0,
                                                                                           9)[:size])), port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], ["godot.ws.outside", "_ws.malformed"])
    assert rows[-1] == [[packets[7][40:].hex()], []]


def test_a_port_is_that_of_a_server_in_both_directions(tmp_path):
    """Whoever speaks first in the capture."""
    talks = [of_handshake(first, second, port=port, begins=5) for port, (first, second) in enumerate(
        ((of_client(raw(9)), of_server(raw(8))), (of_server(raw(9)), of_client(raw(8)))), 50000)]
    shown = seen(tmp_path, talks, ["godot.length"], ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"])
    assert shown == [[[["9"]], [["8"]]]] * 2


# Behind a lost message: frames of the server in one segment, and how many bytes before the first of them are outside.
BEHIND = {
    "a message": ([of_server(raw(9))], 0), "a close": ([SHUT, of_server(raw(9))], 0),
    "a pong": ([PONG, of_server(raw(9))], 0),
    "a ping": ([PING, of_server(raw(9))], 0), "of no opcode": ([(False, b"\x8b\1a"), of_server(raw(9), raw(8))], 3),
    "of the opcode before CLOSE": ([(False, b"\x87\1a"), of_server(raw(9), raw(8))], 3),
    "of no opcode of messages": ([(False, b"\x83\1a"), of_server(raw(9), raw(8))], 3),
    "of a reserved bit": ([(False, b"\xc2\2\3a"), of_server(raw(9), raw(8))], 4),
    "a control frame in parts": ([(False, b"\x09\1a"), of_server(raw(9), raw(8))], 3),
    "the end of a message": ([(False, b"\x80\2\3a"), of_server(raw(9), raw(8))], 4),
    "the beginning of a message": ([(False, b"\x02\2\3a"), of_server(raw(9), raw(8))], 4),
    "a mask": ([(False, of_client(raw(4))[1]), of_server(raw(9), raw(8))], 10),
    "a text": ([(False, b"\x81" + message(raw(4))[1:]), of_server(raw(9), raw(8))], 6),
    "one frame behind bytes": ([(False, b"?"), of_server(raw(9))], 12),
    "two frames behind bytes": ([(False, b"?"), of_server(raw(9), raw(8))], 1),
    "a frame and a part behind bytes": ([(False, b"?"), of_server(raw(9)), (False, of_server(raw(8))[1][:5])], 17),
}


def test_what_begins_a_frame_behind_a_gap(tmp_path):
    """RFC 6455, 5.2: nothing else tells where frames are."""
    talks = []
    for number, (segments, _) in enumerate(BEHIND.values()):
        last = False, b"".join(data for _, data in segments)
        packets = of_handshake(*GREETING, of_server(raw(20)), last, port=50000 + number)
        talks.append(packets[:7] + packets[8:])
    shown = seen(tmp_path, talks, ["godot.ws.outside", "godot.ws.missing", "godot.ws.gap"])
    found = {name: rows[-1] for name, rows in zip(BEHIND, shown)}
    for name, (_, outside) in BEHIND.items():
        data, missing, gap = found[name]
        assert (len("".join(data)) // 2, missing, len(gap)) == (outside, ["22"], 1), name


def test_the_last_frame_behind_a_gap_may_go_on(tmp_path):
    """In the next segment: the bytes before the first frame do not count."""
    (_, data), first = of_server(raw(7)), b"?" + of_server(raw(9), raw(8))[1]
    packets = of_handshake(*GREETING, of_server(raw(20)), (False, first + data[:5]), (False, data[5:]),
                           of_server(raw(6)),
                           port=50000)
    rows, = seen(tmp_path, [packets[:7] + packets[8:]], ["godot.length", "godot.ws.outside"])
    assert rows[4:] == [[["9", "8"], [b"?".hex()]], [["7"], []], [["6"], []]]


def test_columns_tell_all_messages_of_a_segment(tmp_path):
    """Of both generations, and values."""
    peers = [struct.pack("<Biii", kind, 1, 0, peer) for kind, peer in ((1, 5), (2, 5))]
    segments = [of_server(identity(CLIENT_ID), add_peer(OTHER_ID), simplify_path(1, b"Main")),
                of_server(THREE, *peers), of_server(TEXT, ARRAY)]
    capture = pcap.write(tmp_path / "columns.pcap", sum((of_handshake(segment, port=port)
                                                         for port, segment in enumerate(segments, 50000)), []))
    rows = wireshark.fields(capture, "websocket", "_ws.col.Protocol", "_ws.col.Info", options=["-2"])
    assert [protocol for [protocol], _ in rows[:2]] == ["Godot"] * 2
    for ([_, [info]]), texts in zip(rows, ((f"your id {CLIENT_ID}", str(OTHER_ID), "Main"),
                                           (f"your id {CLIENT_ID}", "add peer 5", "remove peer 5"), (FIRST_TEXT, ONE))):
        assert [info.count(text) for text in texts] == [1] * len(texts) and "WebSocket" not in info, info
    text = wireshark.tshark("-r", capture, "-V", "-2", "-Y", "websocket")
    assert [line for line in text.splitlines() if line.startswith("Godot WebSocket")] == [
        "Godot WebSocket, your id", *["Godot WebSocket, header"] * 3]


def test_columns_tell_the_id_of_a_client(tmp_path):
    """When it is known to be one."""
    capture = pcap.write(tmp_path / "id.pcap", of_handshake(*GREETING, port=50000))
    rows = wireshark.fields(capture, "godot || godot.ws", "_ws.col.Info", options=["-2"])
    infos = [info.replace("  ", " ") for [info], in rows]
    assert infos[0] == f"your id {CLIENT_ID}" and "WebSocket" not in infos[1]


def test_a_strangers_websocket_whose_ends_have_sent_as_much(tmp_path):
    """Up to the server's first message: nothing is known of the two but their numbers."""
    (_, request), (_, answer) = HANDSHAKE
    packets = of_handshake(of_server(b"x" * (len(request) - len(answer) - 2)), of_client(b"hello"), port=50000)
    rows, = seen(tmp_path, [packets], ["frame.protocols"])
    assert [protocols[0].endswith("websocket:data") for protocols, in rows[2:]] == [True, True]


# Behind a lost message of 3.x: the packet of a message that has one, and whether it can be one.
PACKETS_OF_3 = [
    (b"\4free", True), (b"\2" + struct.pack("<i", 7) + b"Main\0", True), (b"\3Main\0", True),
    (b"\0\7\0\0\0f\0\0", True), (b"\5", False),
    (b"\2" + struct.pack("<i", 7) + b"Main", False), (b"\0\7\0\0\0f\0\1\xff\xff\xff\xff", False)]


def test_what_can_be_a_packet_of_3_behind_a_gap(tmp_path):
    """docs/wire/multiplayer-godot3.md."""
    talks = []
    for number, (content, _) in enumerate(PACKETS_OF_3):
        packets = of_handshake(of_server(THREE), of_server(THREE), of_server(struct.pack("<Bii", 0, 1, 0) + content),
                               port=50000 + number)
        talks.append(packets[:6] + packets[7:])
    shown = seen(tmp_path, talks, ["godot.ws.type", "godot.ws.outside"])
    for (content, fits), rows in zip(PACKETS_OF_3, shown):
        assert (rows[-1][0] == ["0"], rows[-1][1] == []) == (fits, fits), content


# What an editor of 3.x says (docs/wire/debugger.md), and bytes behind it that are no part of it.
SAID = struct.pack("<IIII", 19, 1, 4, 18) + b"request_scene_tree\0\0" + bytes(4)


@pytest.mark.parametrize("payload, fits", [
    (FIVE, True), (TEXT, True), (SAID, True), (b"\xff" * 9, False), (b"", False), (SAID[4:], False)])
def test_behind_a_gap_of_values_only_values_are_found(tmp_path, payload, fits):
    """And what the debugger says."""
    packets = of_handshake(of_server(TEXT), of_server(TEXT), of_server(payload), of_server(TEXT), port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], [VALUE, "godot.ws.outside"])
    assert rows[3][1] == ([] if fits else [packets[7][40:].hex()]) and rows[4] == [[FIRST_TEXT], []]


@pytest.mark.parametrize("letter, fits", [(b"a", True), (b"\xff", False)])
def test_a_text_behind_a_gap_may_have_one_byte(tmp_path, letter, fits):
    """A client's mask hides it, too: here it makes each of the two of the other."""
    text = b"\x81\x81\x9e\0\0\0" + bytes([letter[0] ^ 0x9e])
    packets = of_handshake(of_client(TEXT), of_client(TEXT), (True, text), port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], ["websocket.payload.text", "godot.ws.outside"])
    assert rows[-1] == ([["a"], []] if fits else [[], [text.hex()]])


@pytest.mark.parametrize("side", [of_client, of_server])
@pytest.mark.parametrize("size", [0, 9])
def test_a_frame_behind_a_gap_may_be_empty(tmp_path, side, size):
    """A ping has bytes, or none. Its mask is there in both cases."""
    ping = bytes([0x89, 128 + size]) + bytes(4 + size) if side is of_client else bytes([0x89, size]) + bytes(size)
    last = side(b"")[0], ping + side(raw(8))[1]
    packets = of_handshake(*GREETING, side(raw(20)), last, port=50000)
    rows, = seen(tmp_path, [packets[:7] + packets[8:]], ["godot.length", "godot.ws.outside", "_ws.malformed"])
    assert rows[-1] == [["8"], [], []]


@pytest.mark.parametrize("cut", [1, 2])
def test_what_behind_a_gap_is_asked_for(tmp_path, cut):
    """The message is whole in the second segment."""
    _, data = of_server(raw(12))
    packets = of_handshake(*GREETING, of_server(raw(20)), (False, data[:-cut]), (False, data[-cut:]), of_server(raw(7)),
                           port=50000)
    names, packets = ["godot.length", "godot.ws.outside"], packets[:7] + packets[8:]
    rows, = seen(tmp_path, [packets], names)
    assert rows[4:] == [[[], []], [["12"], []], [["7"], []]]
    packets[7] = packets[7][:-1]
    rows, = seen(tmp_path, [packets], names, more=1)      # TCP asks for nothing behind bytes that were not captured
    assert rows[4] == [[], [data[:-cut - 1].hex()]]


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("whole, part", [((), 6), ((), 13), ((5,), 6)])
def test_a_gap_is_told_with_the_next_message(tmp_path, whole, part, cut):
    """Also if the capture cut that one; whatever came of the message before it, alone or behind a whole one."""
    (_, first), (_, data) = of_server(*map(raw, whole)), of_server(raw(12))
    packets = of_handshake(*GREETING, (False, first + data[:part]), (False, data[part:]), of_server(raw(9)), port=50000)
    packets = [*packets[:8], packets[9][:len(packets[9]) - cut]]
    rows, = seen(tmp_path, [packets], ["godot.ws.gap"], more=cut)
    assert [len(gaps) for gaps, in rows] == [0, 0, 0, 0, 0, 1]


def test_what_begins_behind_the_greeting_is_read(tmp_path):
    """In the greeting's segment, wherever that ends; and behind bytes that are no frame, as some were not captured."""
    first, second, more = (of_server(content)[1] for content in (identity(CLIENT_ID), add_peer(OTHER_ID), raw(9)))
    talks = [of_handshake((False, first + second[:cut]), (False, second[cut:] + more), of_server(raw(8)),
                          port=50000 + cut) for cut in range(1, len(second))]
    for rows in seen(tmp_path, talks, ["godot.length", "godot.ws.outside"]):
        assert rows[3:] == [[["6", "9"], []], [["8"], []]]
    peers = [struct.pack("<Biii", 1, 1, 0, peer) for peer in (5, 6, 7)]
    segments = [of_server(THREE), of_server(peers[0]), (False, b"\xff" + of_server(*peers[1:])[1])]
    packets = of_handshake(*segments, port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], ["godot.ws.peer", "godot.ws.outside"])
    assert rows[3] == [["6", "7"], ["ff"]]


def test_a_websocket_without_its_handshake_is_followed(tmp_path):
    """If the user says that it is one; the header of a message is missing, too."""
    packets = of_handshake(*GREETING, *in_two(of_server, raw(9)), of_server(raw(8)), port=50000, begins=5)
    rows, = seen(tmp_path, [packets[:2] + packets[3:]], ["godot.length", "godot.ws.missing", "godot.ws.outside"],
                 ["-d", f"tcp.port=={SERVER_PORT},websocket"])
    assert rows[1:] == [[["6"], [], []], [[], ["2"], [raw(9).hex()]], [["8"], [], []]]
    text = wireshark.tshark("-r", tmp_path / "talks.pcap", "-d", f"tcp.port=={SERVER_PORT},websocket", "-V")
    assert text.count("[Missing bytes: 2 bytes]") == 1


def test_layers_are_those_that_wireshark_finds(tmp_path):
    """Also where the plugin follows the frames by itself."""
    capture = pcap.write(tmp_path / "layers.pcap", of_handshake(*GREETING, of_server(raw(9)), of_client(raw(9)),
                                                                port=50000))
    theirs, ours, port = ([protocols.partition("websocket")[:2] for [protocols], in wireshark.fields(
        capture, "tcp.len > 0", "frame.protocols", options=options)] for options in (
            ["--disable-heuristic", "godot_ws"], [], ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"]))
    assert ours == port == theirs and ours[-1][1]


def test_frames_in_another_layer_are_left_to_it(tmp_path):
    """As in TLS: here each segment has four bytes before its frames."""
    script = tmp_path / "layer.lua"
    script.write_text(f"""local layer = Proto("layer", "Layer")
        function layer.dissector(tvb, pinfo, tree) Dissector.get("websocket"):call(tvb(4):tvb(), pinfo, tree) end
        DissectorTable.get("tcp.port"):add({SERVER_PORT}, layer)""")
    segments = [(end, b"head" + data) for end, data in (*GREETING, of_client(raw(5)), of_server(raw(9)))]
    capture = pcap.write(tmp_path / "layer.pcap", talk(*segments, port=50000))
    rows = wireshark.fields(capture, "tcp.len > 0", "godot.length", options=wireshark.with_lua(script))
    assert rows == [[[]], [["6"]], [["5"]], [["9"]]]


def test_the_numbers_of_frames_on_a_port_are_known_from_its_first_message_on(tmp_path):
    """The rest of a message is missing. The next one is in fragments (RFC 6455, 5.4), which nothing else tells."""
    path = simplify_path(1, b"Main")
    (_, one), (_, two) = of_server(raw(9)), of_server(raw(20))
    packets = of_handshake((False, one + two[:9]), (False, two[9:]), (False, b"\x02\x14" + path[:20]),
                           (False, bytes([0x80, len(path) - 20]) + path[20:]), port=50000, begins=5)
    rows, = seen(tmp_path, [packets[:1] + packets[2:]], ["godot.length", "godot.path.name", "godot.ws.outside"],
                 ["-o", f"godot.websocket.tcp.port:{SERVER_PORT}"])
    assert rows == [[["9"], [], []], [[], [], []], [[str(len(path))], ["Main"], []]]


@pytest.mark.skipif(wireshark.version() >= (4, 6), reason="TCP hands it on in the first pass only")
def test_what_comes_late_with_the_end_of_a_message_is_read(tmp_path):
    """If TCP hands it on: the segment ends one message and has another."""
    _, data = of_server(raw(12))
    packets = of_handshake(*GREETING, (False, data[:6]), (False, data[6:] + of_server(raw(9))[1]), of_server(raw(8)),
                           of_server(raw(7)), port=50000)
    packets[8:10] = packets[9], packets[8]
    rows, = seen(tmp_path, [packets], ["godot.length", "godot.ws.outside", "godot.ws.gap"],
                 ["-o", "tcp.no_subdissector_on_error:FALSE"])
    assert rows[-1] == [["7"], [], []]
    assert rows[-2] == [["12", "9"], [], []]


@pytest.mark.parametrize("first", [0, 0x90000000])
def test_an_end_that_was_not_heard_before(tmp_path, first):
    """Nothing tells how many of its bytes came before the first ones."""
    packets = talk(*GREETING, of_server(raw(9)), of_client(raw(8)), of_client(raw(7)), port=50000, first=first)
    heard = [packet for packet in packets[:-4] if packet[12:16] == packets[1][12:16]] + packets[-4:-2]
    rows, = seen(tmp_path, [heard], ["godot.length", "godot.ws.gap"],
                 ["-d", f"tcp.port=={SERVER_PORT},websocket", "-o", "tcp.relative_sequence_numbers:FALSE"])
    assert rows[-3:] == [[["9"], []], [["8"], []], [["7"], []]]


def test_a_byte_that_comes_again_before_others(tmp_path):
    """Where TCP hands it on, nothing is missing."""
    packets = of_handshake(*GREETING, *(of_server(raw(size)) for size in (9, 8, 7)), port=50000)
    number, = struct.unpack_from(">I", packets[8], 24)
    packets[8] = pcap.tcp(packets[7][-1:] + packets[8][40:], ("10.0.0.1", SERVER_PORT), ("10.0.0.2", 50000), number - 1,
                          struct.unpack_from(">I", packets[8], 28)[0])
    rows, = seen(tmp_path, [packets], ["godot.length", "godot.ws.gap", "godot.ws.missing"],
                 ["-o", "tcp.no_subdissector_on_error:FALSE"])
    assert [lengths for lengths, *_ in rows[4:]] in ([["9"], [], ["7"]], [["9"], ["8"], ["7"]])
    assert rows[5][1:] == [[], []]


def test_what_is_missing_behind_a_second_gap_is_told_whatever_follows(tmp_path):
    """Here no frame: two that do begin behind a byte."""
    last = (False, b"\xff" + of_server(raw(8), raw(7))[1])
    packets = of_handshake(*GREETING, of_server(raw(20)), of_server(raw(9)), of_server(raw(21)), last, port=50000)
    rows, = seen(tmp_path, [[*packets[:7], packets[8], *packets[10:]]], ["godot.length", "godot.ws.missing",
                                                                         "godot.ws.outside"])
    assert rows[4:] == [[["9"], ["22"], []], [["8", "7"], ["23"], ["ff"]]]


@pytest.mark.parametrize("first, fits", [(0x82, True), (0x80, False)])
def test_the_end_of_a_message_behind_a_gap_is_none(tmp_path, first, fits):
    """RFC 6455, 5.4: a frame of opcode 0 goes on with a message."""
    last = (False, bytes([first]) + message(TEXT)[1:])
    packets = of_handshake(of_server(TEXT), of_server(TEXT), last, port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], [VALUE, "godot.ws.outside"])
    assert rows[-1] == ([[FIRST_TEXT], []] if fits else [[], [last[1].hex()]])


def test_a_value_in_fragments_behind_one_whose_rest_is_missing(tmp_path):
    """The length of a frame tells where the next one is, though nothing else shows it (RFC 6455, 5.4)."""
    (_, whole), parts = of_server(TEXT), (b"\x02\x09" + TEXT[:9], b"\x80\x07" + TEXT[9:])
    packets = of_handshake(of_server(TEXT), (False, whole + whole[:9]), (False, whole[9:]),
                           *((False, part) for part in parts), port=50000)
    rows, = seen(tmp_path, [packets[:7] + packets[8:]], [VALUE, "godot.ws.outside"])
    assert rows[2:] == [[[FIRST_TEXT], []], [[FIRST_TEXT], []], [[], []], [[FIRST_TEXT], []]]


@pytest.mark.parametrize("side", [of_client, of_server])
def test_what_comes_late_is_outside(tmp_path, side):
    """If TCP hands it on. What follows is read."""
    packets = of_handshake(*GREETING, *(side(raw(size)) for size in (9, 8, 7, 6)), port=50000)
    talked = [*packets[:8], packets[9], packets[8], *packets[10:]]
    rows, = seen(tmp_path, [talked], ["godot.length", "godot.ws.outside", "godot.ws.missing"],
                 ["-o", "tcp.no_subdissector_on_error:FALSE"])
    late = packets[8][40:]
    ahead, missing, behind, after = rows[4:]
    assert [ahead, missing, after] == [[["9"], [], []], [["7"], [], [str(len(late))]], [["6"], [], []]]
    assert behind == [[], [late.hex()], []] or behind == [[], [], []] and wireshark.version() >= (4, 6)


def test_each_gap_tells_what_is_missing(tmp_path):
    """A whole message, whose length is known; and the payload of another, which the next message shows."""
    talked = [part for size in (20, 21, 22, 23, 24) for part in test_websocket.in_two(of_server, raw(size))]
    packets = of_handshake(*GREETING, *talked, port=50000)
    rows, = seen(tmp_path, [packets[:9] + packets[10:14] + packets[15:]],
                 ["godot.length", "godot.ws.gap", "godot.ws.missing"])
    told = [(lengths, missing) for lengths, gap, missing in rows if gap]
    assert told == [([], ["2"]), (["24"], [])]
    assert [length for lengths, *_ in rows for length in lengths] == ["6", "20", "22", "24"]


def test_what_wireshark_waited_for_is_outside(tmp_path):
    """A header is lost before the WebSocket is known, and Wireshark takes a payload for one that announces 80 bytes.
    What stands behind these in their segment is no frame, either; the next message is one."""
    payload = b"\x02\x7e" + struct.pack(">H", 80) + b"abcdef"
    segments = [(False, b"\x82\x0a"), (False, payload), of_client(TEXT), *[of_server(TEXT)] * 7]
    packets = of_handshake(*segments, port=50000)
    rows, = seen(tmp_path, [packets[:5] + packets[6:]], [VALUE, "godot.ws.outside"])
    taken = payload + b"".join(data for _, data in segments[3:8])
    assert rows[3:] == [[[FIRST_TEXT], []], *[[[], []]] * 4, [[], [taken[:84].hex(), taken[84:].hex()]],
                        *[[[FIRST_TEXT], []]] * 2]


def test_bytes_of_a_strangers_websocket_behind_a_gap_are_data(tmp_path):
    """Its server greets with four bytes, as Godot's does."""
    packets = of_handshake(of_server(struct.pack("<i", CLIENT_ID)), of_server(b"GET /a HTTP/"), (False, b"\xff" * 9),
                           port=50000)
    rows, = seen(tmp_path, [packets[:6] + packets[7:]], ["frame.protocols", "godot.ws.gap", "data.data"])
    assert rows[-1][0][0].endswith(":data") and rows[-1][1:] == [[], ["ff" * 9]]




# --- data channels ------------------------------------------------------------------------------------


def sent(tmp_path, *chunks, options=(), first=1):
    """The rows of messages, of which each is a packet of its own: (content, members of its chunk)."""
    packets = [(0, packet(chunk(content, number, **members), tag=TAGS[1]))
               for number, (content, members) in enumerate(chunks, first)]
    capture = in_dtls(tmp_path, packets)
    text = wireshark.tshark("-q", "-r", capture, *options, "-z", "godot,messages")
    assert text == wireshark.tshark("-q", "-r", capture, "-2", *options, "-z", "godot,messages")
    return [json.loads(line) for line in text.splitlines()]


def test_messages_of_either_generation_may_come_before_what_tells_which(tmp_path):
    rows = sent(tmp_path, *[(b"\x03" + bytes([number]), {}) for number in range(3)], (path(9, "Main"), {}))
    assert rows[-1]["kind"] == "path"


def test_streams_have_the_modes_and_channels_that_both_ends_agreed_on(tmp_path):
    """docs/wire/transports.md, 8. What is out of order, but should not be, has no mode."""
    agreed = [(None, None), ("reliable", 0), ("unreliable_ordered", 0), (None, 0), (None, 1), (None, 2)]
    unordered = [(None, None), (None, 0), (None, 0), ("unreliable", 0), ("unreliable", 1), ("unreliable", 2)]
    for flags, expected in (0, agreed), (test_webrtc.UNORDERED, unordered):
        rows = sent(tmp_path, (path(9, "Main"), {}), *(
            (path(stream, "Main"), {"stream": stream, "flags": test_webrtc.WHOLE | flags}) for stream in range(6)))
        assert [(row.get("mode"), row.get("channel")) for row in rows[1:]] == expected


@pytest.mark.parametrize("others, is_found", [(63, True), (64, False)])
def test_messages_of_others_are_not_looked_at_for_ever(tmp_path, others, is_found):
    rows = sent(tmp_path, *[(b"\xff" * 9, {})] * others, (path(1, "Main"), {}))
    assert [row["kind"] for row in rows] == ["path"] * is_found


def test_all_messages_are_of_the_generation_that_the_user_says(tmp_path):
    assert len(sent(tmp_path, *[(test_webrtc.call_of(1), {})] * 66, options=["-o", "godot.version:4"])) == 66


@pytest.mark.parametrize("kind", [test_webrtc.DATA, test_webrtc.I_DATA], ids=["DATA", "I-DATA"])
def test_messages_have_the_protocols_of_data_channels(tmp_path, kind):
    """RFC 8831, 8: texts and bytes; what is empty, or in parts, has others."""
    protocols = [0, 49, 50, 51, 52, 53, 54, 56, 57]
    rows = sent(tmp_path, *((path(number, "Main"), {"protocol": number, "kind": kind}) for number in protocols))
    assert [protocols[row["frame"] - 1] for row in rows] == [51, 53]
    rows = sent(tmp_path, *((TEXT, {"protocol": number, "kind": kind}) for number in protocols[1:]))
    assert [protocols[row["frame"]] for row in rows] == [51, 53]


def test_other_protocols_of_sctp_are_left_to_others(tmp_path):
    capture = in_dtls(tmp_path, [(0, packet(chunk(path(1, "Main"), 1, protocol=9), tag=TAGS[1]))])
    assert wireshark.fields(capture, "", "frame.protocols")[0][0][0].endswith("sctp:data")


@pytest.mark.parametrize("stream", [0, 2])
def test_small_values_are_found_behind_a_certain_one_of_their_stream(tmp_path, stream):
    """From the next frame on."""
    chunks = [(TEXT, stream), (FIVE, stream), (FIVE, 5)], [(FIVE, stream), (FIVE, 5)]
    packets = [(0, packet(*(chunk(content, 10 * at + number, stream=stream)
                            for number, (content, stream) in enumerate(some)), tag=TAGS[1]))
               for at, some in enumerate(chunks, 1)]
    for passes in [], ["-2"]:
        assert wireshark.fields(in_dtls(tmp_path, packets), "", VALUE, options=passes) == [[[FIRST_TEXT]], [["5"]]]


def test_a_certain_value_of_an_unknown_stream_tells_nothing_of_others(tmp_path):
    """A packet with the last fragments of two streams does not tell which of them has the message."""
    packets = []
    for at, value in (10, TEXT), (20, FIVE):
        first = chunk(value[:4], at, stream=5, flags=test_webrtc.FIRST)
        last = chunk(value[4:], at + 1, stream=5, flags=test_webrtc.LAST)
        beside = chunk(b"rest", at + 5, stream=6, flags=test_webrtc.LAST)
        packets += [(0, packet(first, tag=TAGS[1])), (0, packet(last, beside, tag=TAGS[1]))]
    assert wireshark.fields(in_dtls(tmp_path, packets), "", VALUE) == [[[]], [[FIRST_TEXT]], [[]], [[]]]


def test_columns_tell_all_messages_of_a_packet(tmp_path):
    capture = in_dtls(tmp_path, [(0, packet(*(chunk(path(number, f"Node{number}"), number) for number in (1, 2)),
                                            tag=TAGS[1]))])
    [[[info]]] = wireshark.fields(capture, "", "_ws.col.Info")
    assert [info.count(f"Node{number}") for number in (1, 2)] == [1, 1]


def test_columns_tell_all_messages_that_are_handed_on_together(tmp_path):
    """Whoever hands them on may leave the column to them."""
    contents = [path(number, f"Node{number}") for number in (1, 2)]
    calls = "; ".join(f"DissectorTable.get('sctp.ppi'):try(53, tvb({at}, {len(content)}):tvb(), pinfo, tree)"
                      for at, content in zip((0, len(contents[0])), contents))
    capture, lua = test_webrtc.from_lua(tmp_path, [b"".join(contents)], calls, ["-d", "sctp.ppi==53,godot"])
    [[[info]]] = wireshark.fields(capture, "", "_ws.col.Info", options=lua)
    assert [info.count(f"Node{number}") for number in (1, 2)] == [1, 1]


@pytest.mark.parametrize("members", [{}, {"protocol": 50, "flags": test_webrtc.LAST}], ids=["a message", "a fragment"])
def test_only_a_whole_message_of_its_protocol_opens_a_channel(tmp_path, members):
    """RFC 8832, 5.1: its first byte is 3. What comes with another one may be of a later RFC."""
    others = [(bytes([kind]) + test_webrtc.opening(0x80, b"chat")[1:], {"protocol": 50}) for kind in (0, 2, 4, 255)]
    rows = sent(tmp_path, (path(1, "Main"), {}), *others, (test_webrtc.opening(0x80, b"chat"), members),
                (path(2, "Main"), {}))
    assert [(row["mode"], row["channel"]) for row in rows if row["kind"] == "path"] == [("reliable", 0)] * 2


@pytest.mark.parametrize("is_first", [True, False])
def test_a_whole_message_beside_the_last_fragment_of_another(tmp_path, is_first):
    whole = path(1, "Main/" + "long" * 400)
    last = chunk(whole[1000:], 2, stream=5, flags=test_webrtc.LAST)
    beside = chunk(path(2, "Beside"), 3, stream=6)
    packets = [(0, packet(chunk(whole[:1000], 1, stream=5, flags=test_webrtc.FIRST), tag=TAGS[1])),
               (0, packet(*((beside, last) if is_first else (last, beside)), tag=TAGS[1]))]
    rows = [json.loads(line) for line in wireshark.tshark(
        "-q", "-r", in_dtls(tmp_path, packets), "-z", "godot,messages").splitlines()]
    assert {(row["bytes"], row["channel"]) for row in rows} == {(len(whole), 2), (len(path(2, "Beside")), 3)}


def test_fragments_of_one_stream_in_one_packet(tmp_path):
    whole = path(1, "Main/" + "long" * 400)
    parts = [chunk(whole[at:at + 600], number, stream=5, flags=flags) for number, (at, flags) in enumerate(
        ((0, test_webrtc.FIRST), (600, 0), (1200, test_webrtc.LAST)), 1)]
    packets = [(0, packet(parts[0], tag=TAGS[1])), (0, packet(*parts[1:], tag=TAGS[1]))]
    rows = [json.loads(line) for line in wireshark.tshark(
        "-q", "-r", in_dtls(tmp_path, packets), "-z", "godot,messages").splitlines()]
    assert [(row["bytes"], row["channel"]) for row in rows] == [(len(whole), 2)]


def test_fragments_without_a_protocol_are_none_of_ours(tmp_path):
    """Of I-DATA, only the first one has it; in DATA, all have."""
    whole = path(1, "Main/" + "long" * 400)
    parts = (whole[:1000], {"flags": test_webrtc.FIRST, "protocol": 0}), (whole[1000:], {"flags": test_webrtc.LAST,
                                                                                         "protocol": 0})
    assert sent(tmp_path, *parts) == []


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
def test_packets_count_as_godots_from_the_proof_on(tmp_path, passes):
    """Also those without a message."""
    messages = [packet(chunk(path(number, "Main"), number), tag=TAGS[1]) for number in (1, 2)]
    packets = [packet(test_webrtc.init(5), tag=0), messages[0], packet(struct.pack(">BBH", 11, 0, 4), tag=TAGS[1]),
               messages[1]]
    capture = in_dtls(tmp_path, [(0, content) for content in packets])
    lengths = [int(length) for [length], in wireshark.fields(capture, None, "frame.len")]
    tree = counted.trees_of(capture, "godot_bytes", *passes)["Bytes of all frames"]
    assert tree["Frames without Godot"].number == lengths[0]
    assert tree["Layers below"]["SCTP"].number == sum(map(len, packets[1:])) - 2 * len(path(1, "Main"))


def test_what_came_before_the_proof_is_not_sctp(tmp_path):
    """In two passes, too."""
    packets = [(0, packet(chunk(path(number, "Main"), number), tag=TAGS[1], **how))
               for number, how in ((1, {"checksum": 0}), (2, {}), (3, {"checksum": 0}))]
    for passes in [], ["-2"]:
        assert wireshark.frames(in_dtls(tmp_path, packets), "sctp", *passes) == [2, 3]


def test_a_new_association_without_its_beginning_proves_nothing(tmp_path):
    """The handshake was that of the one before it; its own numbers may have begun with others."""
    packets = [*test_webrtc.HANDSHAKE, (0, packet(chunk(path(1, "Main"), 1), tag=TAGS[1])),
               (0, packet(chunk(path(1, "Main"), 1), tag=0xDDDD)),
               (0, packet(chunk(test_webrtc.call_of(9), 2), tag=0xDDDD)),
               (0, packet(chunk(test_webrtc.call_of(9), 2), tag=TAGS[1]))]
    shown = wireshark.fields(in_dtls(tmp_path, packets), "godot", "godot.path.not_captured", "godot.path.unknown")
    assert [[bool(cell) for cell in row] for row in shown] == [[False, False]] * 2 + [[True, False], [False, True]]


def test_packets_whose_ends_are_not_told_have_no_names_but_their_own(tmp_path):
    """As both could have said what was said before."""
    packets = [packet(chunk(path(1, "Main"), 1), tag=TAGS[1]), packet(chunk(test_webrtc.call_of(1), 2), tag=TAGS[1])]
    for ends, named in ((test_webrtc.same_ends, 1), (lambda _: test_webrtc.ends_by_port({"link": 0, "end": 0}),
                                                     "Main")):
        capture = test_webrtc.exported(tmp_path, [(test_webrtc.tag(test_webrtc.HEURISTIC,
                                                                   b"godot_sctp_dtls") + ends(None),
                                                   content) for content in packets])
        rows = [json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-z", "godot,messages").splitlines()]
        assert [row["node"] for row in rows] == ["Main", named]


# --- several records in one frame ---------------------------------------------------------------------

# As DTLS and TLS do: each record is offered to the heuristics of a list, and is data if none takes it. Here a datagram
# has the list's name and a zero, then each record after its length.
LISTS = """local at = tvb():tvb():raw(0):find("\\0")
    local name = tvb(0, at - 1):string()
    while at < tvb:len() do
        local size = tvb(at, 2):uint()
        local record = tvb(at + 2, size):tvb()
        local taken = DissectorTable.try_heuristics(name, record, pinfo, tree)
        if not taken then Dissector.get("data"):call(record, pinfo, tree) end
        at = at + 2 + size
    end"""
# Lists, records of a frame, and the texts and data of each.
RECORDS = [
    ("tls", [TEXT, ARRAY], [FIRST_TEXT, ONE], []), ("dtls", [TEXT, ARRAY], [FIRST_TEXT, ONE], []),
    ("sctp", [TEXT, ARRAY], [FIRST_TEXT, ONE], []), ("tls", [framed(TEXT), framed(ARRAY)], [FIRST_TEXT, ONE], []),
    ("tls", [TEXT, framed(b"abc"), FIVE, ARRAY], [FIRST_TEXT, ONE], [framed(b"abc"), FIVE]),
    ("dtls", [TEXT, FIVE, ARRAY], [FIRST_TEXT, ONE], [FIVE]), ("sctp", [FIVE, TEXT], [FIRST_TEXT], [FIVE]),
]


def test_each_record_of_a_frame_is_read(tmp_path):
    """What is certainly a value; columns have them all. What is not is data."""
    datagrams = [name.encode() + b"\0" + b"".join(struct.pack(">H", len(record)) + record for record in records)
                 for name, records, *_ in RECORDS]
    other = ["--disable-heuristic", "mq_tls"]       # in 4.6 it reads what TLS would tell it
    capture, lua = test_webrtc.from_lua(tmp_path, datagrams, LISTS, other)
    rows = wireshark.fields(capture, "", VALUE, "data.data", "_ws.col.Info", options=lua)
    assert [(texts, data) for texts, data, _ in rows] == [
        (texts, [record.hex() for record in others]) for *_, texts, others in RECORDS]
    for (texts, _, [info]) in rows:
        assert [info.count(text) for text in texts] == [1] * len(texts), info


def test_packets_of_one_datagram_have_one_association(tmp_path):
    """Each is a record of DTLS; what the first one says is known in the others."""
    packets = [[path(1, "Main"), test_webrtc.call_of(1)], [test_webrtc.call_of(1)]]
    records = [[packet(chunk(content, 10 * at + number), tag=TAGS[1]) for number, content in enumerate(contents)]
               for at, contents in enumerate(packets, 1)]
    datagrams = [b"dtls\0" + b"".join(struct.pack(">H", len(record)) + record for record in some) for some in records]
    capture, lua = test_webrtc.from_lua(tmp_path, datagrams, LISTS)
    assert wireshark.fields(capture, "", "godot.rpc.node", options=lua) == [[["Main"]]] * 2


# --- without the layer below --------------------------------------------------------------------------


def test_bytes_of_which_tcp_tells_nothing_are_left_alone(tmp_path):
    """They were exported for a heuristic that asks it."""
    capture = in_dtls(tmp_path, [(0, framed(TEXT))] * 2, b"godot_stream_tcp")
    assert wireshark.frames(capture, "exported_pdu && !godot.stream") == [1, 2]


def test_what_is_no_datagram_of_enet_in_dtls(tmp_path):
    """Though its header names the connection."""
    datagrams = [(0, enet.datagram(enet.connect(), peer=enet.NO_PEER, sent_time=1)),
                 (1, enet.datagram(enet.verify(), sent_time=2)), (0, enet.datagram(enet.ack(1, 2))),
                 (0, enet.header() + b"\x0f\xff"), (1, b"?"), (1, enet.datagram(enet.ack(9)))]
    for passes in [], ["-2"]:
        assert wireshark.frames(in_dtls(tmp_path, datagrams, b"enet_dtls"), "enet", *passes) == [1, 2, 3, 6]
