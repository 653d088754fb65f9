# SPDX-License-Identifier: GPL-2.0-or-later
"""Variants and packets in TCP streams, WebSockets and other layers: compared with the engines' logs, and then difficult
streams."""

import functools
import random
import re
import struct

import pytest

import enet
import godot_variant
import pcap
import wireshark
from test_enet import Talk, with_lua
from test_websocket import HANDSHAKE, of_server
from truth import Truth
from wireshark import CAPTURES

DIALECTS = {"4.6": "4.x", "3.6": "3.x", "3.2": "3.x"}
LITTLE, BIG, PACKETS = 21001, 21002, 21003
AS_STREAMS = [option for port in (LITTLE, BIG, PACKETS) for option in ("-d", f"tcp.port=={port},godot.stream")]


def capture_of(name):
    return CAPTURES / f"{name}.pcapng"


def same(shown, expected):
    """A long text is cut, with an ellipsis."""
    return shown == expected or (shown.endswith("…") and expected.startswith(shown[:-1]))


# --- what engines sent over TCP -----------------------------------------------------


@functools.cache
def shown_values(capture, *options):
    """Port -> the values and data of its streams."""
    shown = {port: [] for port in (LITTLE, BIG, PACKETS)}
    for ports, values, data in wireshark.fields(capture, "tcp", "tcp.port", "godot.variant.value", "godot.stream.data",
                                                options=options):
        for port in shown.keys() & set(map(int, ports)):
            shown[port] += values + data
    return shown


def expected_values(name, port):
    dialect = DIALECTS[name.split("-")[1]]
    shown = []
    for event in Truth(name).of("put_var", "put_packet"):
        if event["port"] != port:
            continue
        if event["event"] == "put_packet":
            shown.append(event["hex"])
        elif "hex" in event["value"]:
            shown.append(godot_variant.decode(bytes.fromhex(event["value"]["hex"]), dialect).text)
        else:
            shown.append(None)      # a long one, logged by its size
    return shown


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
@pytest.mark.parametrize("port", [LITTLE, BIG, PACKETS])
@pytest.mark.parametrize("name", ["stream-4.6", "stream-3.6"])
def test_streams_hold_what_the_engine_put_in(name, port, passes):
    shown = shown_values(capture_of(name), *passes, *AS_STREAMS)[port]
    expected = expected_values(name, port)
    assert expected and len(shown) == len(expected)
    for have, want in zip(shown, expected):
        if want is None:
            assert have.startswith('{"big": P') and have.endswith("…")
        else:
            assert same(have, want)


@pytest.mark.parametrize("name", ["stream-4.6", "stream-3.6"])
def test_the_heuristic_finds_the_same(name):
    assert all(shown_values(capture_of(name)).values())
    assert shown_values(capture_of(name)) == shown_values(capture_of(name), *AS_STREAMS)


def test_lengths_are_those_of_the_values():
    rows = wireshark.fields(capture_of("stream-4.6"), f"tcp.port == {BIG}", "godot.stream.length", options=AS_STREAMS)
    sizes = [event["value"].get("size", len(event["value"].get("hex", "")) // 2)
             for event in Truth("stream-4.6").of("put_var") if event["port"] == BIG]
    assert [int(length) for (lengths,) in rows for length in lengths] == sizes


# --- streams made to be hard --------------------------------------------------------

ARRAY = bytes.fromhex("1c000000 02000000 02000000 01000000 04000000 01000000 78000000")     # [1, "x"]
TEXT = bytes.fromhex("04000000 05000000 68656c6c 6f000000")                                 # "hello"
FIVE = bytes.fromhex("02000000 05000000")


def framed(*packets, order="<"):
    return b"".join(struct.pack(order + "I", len(packet)) + packet for packet in packets)


def pieces(data, *ends):
    return [data[a:b] for a, b in zip((0, *ends), (*ends, len(data)))]


def stream(tmp_path, segments, drop=(), options=("-d", "tcp.port==7777,godot.stream")):
    """Returns, for each packet: values, data, expert items. Segments go from the client; drop names segments that are
    not captured."""
    packets = pcap.tcp_stream([(True, segment) for segment in segments])
    kept = [packet for number, packet in enumerate(packets) if number - 3 not in drop]
    capture = pcap.write(tmp_path / "stream.pcap", kept)
    names = ("godot.variant.value", "godot.stream.data", "godot.stream.length_invalid", "godot.stream.unsynchronized",
             "godot.stream.incomplete")
    rows = wireshark.fields(capture, "tcp.len > 0", *names, options=options)
    assert rows == wireshark.fields(capture, "tcp.len > 0", *names, options=["-2", *options])
    return rows


def values(rows):
    return [value for row in rows for value in row[0]]


def data(rows):
    return "".join(value for row in rows for value in row[1])


def connections(tmp_path, streams, skip=0):
    """Returns values and data of many connections in one capture; each lacks its first packets."""
    packets = [packet for number, segments in enumerate(streams) for packet in
               pcap.tcp_stream([(True, segment) for segment in segments], client=("10.0.0.2", 20000 + number))[skip:]]
    capture = pcap.write(tmp_path / "streams.pcap", packets)
    found = [([], []) for _ in streams]
    for port, shown, rest in wireshark.fields(capture, "godot.stream", "tcp.port", "godot.variant.value",
                                              "godot.stream.data", options=["-d", "tcp.port==7777,godot.stream"]):
        number = max(map(int, port)) - 20000
        found[number][0].extend(shown)
        found[number][1].extend(rest)
    return found


@pytest.mark.parametrize("order", ["<", ">"], ids=["little", "big"])
def test_any_cut_gives_the_same_values(tmp_path, order):
    whole = framed(ARRAY, FIVE, TEXT, ARRAY, order=order)
    cuts = [(n,) for n in range(1, len(whole))] + [(1, 2, 3), (2, 5, 40, 41), (33, 34, 35, 36)]
    found = connections(tmp_path, [pieces(whole, *ends) for ends in cuts])
    for ends, shown in zip(cuts, found):
        assert shown == (['[1, "x"]', "5", '"hello"', '[1, "x"]'], []), ends


def test_small_packets_behind_one_in_two_segments(tmp_path):
    """A small integer does not show where its packet begins: only the packet before does."""
    array = framed(ARRAY)
    rows = stream(tmp_path, [array[:20], array[20:], framed(FIVE), framed(FIVE)])
    assert values(rows) == ['[1, "x"]', "5", "5"] and data(rows) == ""
    assert not any(faults for row in rows for faults in row[2:])


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
def test_any_number_of_packets_in_a_segment(tmp_path, passes):
    """The first 500 have items; all are counted."""
    capture = pcap.write(tmp_path / "many.pcap", pcap.tcp_stream([(True, framed(*[TEXT] * 3000))]))
    as_stream = ["-d", "tcp.port==7777,godot.stream", *passes]
    shown, lengths, notes, faults = wireshark.fields(
        capture, "godot.stream", "godot.variant.value", "godot.stream.length", "godot.stream.packets_limit",
        "_ws.malformed", options=as_stream)[0]
    assert (shown, lengths) == (['"hello"'] * 500, ["16"] * 500) and len(notes) == 1 and faults == []
    text = wireshark.tshark("-r", capture, *as_stream, "-V")
    assert "Dissector bug" not in text and text.count("Godot Variant: ") == 500


def test_each_direction_has_its_own_byte_order(tmp_path):
    capture = pcap.write(
        tmp_path / "both.pcap",
        pcap.tcp_stream([(True, framed(ARRAY)), (False, framed(TEXT, order=">")), (True, framed(FIVE)),
                         (False, framed(FIVE, order=">"))]))
    rows = wireshark.fields(capture, "godot.stream", "godot.variant.value",
                            options=["-d", "tcp.port==7777,godot.stream"])
    assert [row[0] for row in rows] == [['[1, "x"]'], ['"hello"'], ["5"], ["5"]]


def test_packets_that_are_no_variants_are_data(tmp_path):
    rows = stream(tmp_path, [framed(b"abc", ARRAY, b"\xff" * 7)])
    assert rows[0][:2] == [['[1, "x"]'], [b"abc".hex(), "ff" * 7]]


def test_a_lost_segment_costs_its_own_packets_only(tmp_path):
    segments = [framed(ARRAY), framed(TEXT)[:10], framed(TEXT)[10:] + framed(FIVE), framed(FIVE, TEXT), framed(ARRAY)]
    rows = stream(tmp_path, segments, drop={2})
    assert values(rows)[0] == '[1, "x"]'
    assert values(rows)[-2:] == ['"hello"', '[1, "x"]']
    assert all(value in ('[1, "x"]', '"hello"', "5") for value in values(rows))


def test_a_capture_from_the_middle_shows_no_nonsense(tmp_path):
    whole = framed(ARRAY, TEXT, ARRAY)
    starts = range(1, 32)
    found = connections(tmp_path, [[whole[:start], whole[start:], framed(FIVE)] for start in starts], skip=4)
    for start, (shown, rest) in zip(starts, found):
        assert shown == ['"hello"', '[1, "x"]', "5"], start
        assert "".join(rest) == whole[start:32].hex(), start


def test_a_length_of_what_follows_later_is_none(tmp_path):
    """Four bytes could be the length of a value, but other bytes are between them, also if those were not captured."""
    value = framed(ARRAY)
    for between, is_captured, expected in ((b"", True, [5]), (b"between", True, []), (bytes(40), False, [])):
        segments = [segment for segment in (value[:4], between, value[4:]) if segment]
        packets = pcap.tcp_stream([(True, segment) for segment in segments])
        capture = pcap.write(tmp_path / "between.pcap", packets if is_captured else packets[:4] + packets[5:])
        assert wireshark.frames(capture, "godot.stream") == expected


@pytest.mark.parametrize("prefix", ["ffffffff", "00000000", "ffffff7f", "00000080"])
def test_impossible_lengths_are_told(tmp_path, prefix):
    rows = stream(tmp_path, [framed(ARRAY), bytes.fromhex(prefix) + b"\x01\x02\x03", framed(TEXT)])
    assert values(rows) == ['[1, "x"]', '"hello"']
    assert rows[1][2] or rows[1][1] == []      # a fault, or bytes that are waited for
    assert wireshark.tshark("-r", tmp_path / "stream.pcap", "-d", "tcp.port==7777,godot.stream",
                            "-V").count("Dissector bug") == 0


def test_what_follows_an_impossible_length_is_searched(tmp_path):
    """It does not begin with a length only because a segment begins there."""
    rows = stream(tmp_path, [framed(ARRAY), bytes(4), struct.pack("<I", 100) + framed(TEXT)])
    assert values(rows) == ['[1, "x"]', '"hello"']


def test_the_length_of_a_cut_stream_is_not_waited_for(tmp_path):
    rows = stream(tmp_path, [framed(ARRAY), struct.pack("<I", 100) + TEXT[:12]],
                  options=("-d", "tcp.port==7777,godot.stream", "-o", "tcp.desegment_tcp_streams:false"))
    assert rows[1][:2] == [[], [TEXT[:12].hex()]] and rows[1][4]


def test_bytes_without_any_packet_are_data(tmp_path):
    """In a capture that begins in the middle of a connection."""
    capture = pcap.write(tmp_path / "none.pcap", pcap.tcp_stream([(True, b"\xff" * 9)])[3:])
    assert wireshark.fields(capture, "godot.stream", "godot.stream.data", "_ws.malformed",
                            options=["-d", "tcp.port==7777,godot.stream"]) == [[["ff" * 9], []]]


def test_a_certain_packet_needs_no_guess_of_its_order(tmp_path):
    """Without any sign, the order with the smaller length is taken: 256 is 65,536 in the other. Where the network card
    divides a segment, the capture has it whole, and IP's length is 0."""
    text = struct.pack("<II", 4, 65528) + b"x" * 65528
    packets = pcap.tcp_stream([(True, b"")])
    packets[3] = packets[3][:2] + bytes(2) + packets[3][4:] + framed(text)
    capture = pcap.write(tmp_path / "large.pcap", packets)
    shown, = wireshark.fields(capture, "godot.stream", "godot.stream.length", "godot.variant.value",
                              options=["-d", "tcp.port==7777,godot.stream"])
    assert shown[0] == ["65536"] and shown[1][0].startswith('"xxx')


def test_a_segment_may_be_cut_anywhere(tmp_path):
    """By the capture: the rest of it is lost, and what is before and behind it is read."""
    parts = [framed(TEXT), framed(ARRAY)]
    talk = [(True, segment) for segment in (framed(ARRAY), b"".join(parts), framed(TEXT, FIVE))]
    packets, sizes = [], range(len(talk[1][1]) + 1)
    for size in sizes:
        stream_ = pcap.tcp_stream(talk, client=("10.0.0.2", 20000 + size))
        stream_[4] = stream_[4][:40 + size]
        packets += stream_
    capture = pcap.write(tmp_path / "cut.pcap", packets, padding=100)
    found = [[] for _ in sizes]
    for port, shown in wireshark.fields(capture, "godot.stream", "tcp.srcport",
                                        "godot.variant.value", options=["-d", "tcp.port==7777,godot.stream"]):
        found[int(port[0]) - 20000] += [value for value in shown if "…" not in value]
    assert found == [['[1, "x"]', *['"hello"'] * (size >= len(parts[0])), *['[1, "x"]'] * (size == sizes[-1]),
                      '"hello"', "5"] for size in sizes]
    uncaptured = wireshark.frames(capture, "godot.variant.uncaptured", "-d", "tcp.port==7777,godot.stream")
    assert len(uncaptured) == sum(len(part) - 4 for part in parts)


@pytest.mark.parametrize("length, is_one", [(0, False), (1, True), (256 << 20, True), ((256 << 20) + 1, False)])
def test_lengths_of_packets(tmp_path, length, is_one):
    """docs/wire/transports.md, 5: at least a byte; the plugin believes 256 MiB."""
    rows = stream(tmp_path, [framed(ARRAY), struct.pack("<I", length), b"?"])
    assert (rows[1][2] == []) == is_one


@pytest.mark.parametrize("again, behind, said", [(4, 5, []), (4, 6, []), (3, 4, ['[1, "x"]'])],
                         ids=["the last one", "an earlier one", "a certain packet"])
def test_a_segment_that_is_sent_again_costs_nothing(tmp_path, again, behind, said):
    """TCP hands it on if it does not look for such segments. The packets after it are too small to be found."""
    packets = pcap.tcp_stream([(True, framed(packet)) for packet in (ARRAY, FIVE, FIVE, FIVE)])
    packets.insert(behind, packets[again])
    capture = pcap.write(tmp_path / "again.pcap", packets)
    for options in (["tcp.analyze_sequence_numbers:FALSE"],
                    ["tcp.no_subdissector_on_error:FALSE", "-o", "tcp.desegment_tcp_streams:FALSE"]):
        options = ["-d", "tcp.port==7777,godot.stream", "-o", *options]
        rows = wireshark.fields(capture, "tcp.len > 0", "godot.variant.value", options=options)
        assert rows == wireshark.fields(capture, "tcp.len > 0", "godot.variant.value", options=["-2", *options])
        assert rows.pop(behind - 3)[0] == said and [row[0] for row in rows] == [['[1, "x"]'], *[["5"]] * 3]


def test_random_bytes_are_survived(tmp_path):
    dice = random.Random(1)
    captures = []
    for _ in range(60):
        whole = bytearray(framed(ARRAY, TEXT, FIVE, ARRAY) * 3)
        for _ in range(dice.randrange(1, 12)):
            whole[dice.randrange(len(whole))] = dice.randrange(256)
        segments = pieces(bytes(whole), *sorted(dice.sample(range(1, len(whole)), 4)))
        captures.append(pcap.tcp_stream([(True, segment) for segment in segments]))
    capture = pcap.write(tmp_path / "noise.pcap", pcap.apart(captures))
    for passes in ([], ["-2"]):
        text = wireshark.tshark("-r", capture, "-V", *passes, "-d", "tcp.port==7777,godot.stream")
        assert "Dissector bug" not in text


# --- other people's traffic ---------------------------------------------------------

FOREIGN = {
    "http": b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
    "zeros": bytes(64),
    "small numbers": struct.pack("<8I", 4, 2, 1, 0, 8, 3, 2, 1),
    "framed text": framed(b"hello world, this is text"),
    "framed integers": framed(FIVE, FIVE),
    "framed big-endian": struct.pack(">I", 16) + b'{"key":"value"}\n',
}


def test_foreign_streams_are_left_alone(tmp_path):
    cases = [(name, size) for name in FOREIGN for size in (3, 4, 5, len(FOREIGN[name]))]
    captures = [
        pcap.tcp_stream([(True, FOREIGN[name][:size]), (True, FOREIGN[name][size:] or b"\0")]) for name, size in cases]
    capture = pcap.write(tmp_path / "foreign.pcap", pcap.apart(captures))
    ours = set(wireshark.frames(capture, "godot || godot.stream || godot.debug || godot.variant || enet"))
    numbers = pcap.split(range(1, len(pcap.apart(captures)) + 1), captures)
    assert [case for case, frames in zip(cases, numbers) if ours & set(frames)] == []
    assert wireshark.frames(capture, "_ws.malformed") == []


def rcon(number, kind, body):
    """A packet of Source RCON: its size, an id, a type, a text, two NULs."""
    packet = struct.pack("<II", number, kind) + body + b"\0\0"
    return struct.pack("<I", len(packet)) + packet


def numbered(number, text, order="<"):
    """A length, a number, another length, a text; the last sign of order is that of all but the first length."""
    packet = struct.pack(f"{order[-1]}II", number, len(text)) + text
    return struct.pack(f"{order[0]}I", len(packet)) + packet


HELLO = numbered(4, b"hello world!")    # to Godot: a length, and the String "hello world!"
REFUTED = {
    "Source RCON": [rcon(1, 3, b"secret"),
                    rcon(2, 2, b"status"),
                    rcon(3, 2, b"maps *"),
                    rcon(4, 2, b"ab")],
    "numbered texts": [*[numbered(number, b"hello world!") for number in (1, 2, 3)], HELLO], "big-endian": [
        *[numbered(number, b"hello world!", ">") for number in (2001, 2002, 2003)],
        numbered(4, b"hello world!",
                 "><")], "in one segment": [b"".join(numbered(number, b"hello world!") for number in (2, 3)), HELLO],
    "cut anywhere": [*pieces(numbered(3, b"hello world!") * 3, 11, 60), HELLO], "lengths by themselves": [
        *pieces(numbered(1, b"hello world!"), 4), *pieces(numbered(3, b"hello world!"), 4),
        HELLO], "a greeting": [b"HELLO 1.0\n", HELLO], }
BY_BOUNDARIES = {"cut anywhere", "lengths by themselves", "a greeting"}     # known only from the first byte on


@pytest.mark.parametrize("name", REFUTED)
def test_what_was_refuted_stays_refuted(tmp_path, name):
    """A packet that is one whole Variant, after packets of the same stream that are none. All are left to others."""
    packets = pcap.tcp_stream([(True, segment) for segment in REFUTED[name]])
    for passes in ((), ("-2",)):
        for begins in (0, 3)[:1 if name in BY_BOUNDARIES else 2]:      # or without the SYNs
            capture = pcap.write(tmp_path / "refuted.pcap", packets[begins:])
            assert wireshark.frames(capture, "godot.stream || godot.variant || tcp.len > 0 && !data", *passes) == []
        alone = pcap.write(tmp_path / "alone.pcap", pcap.tcp_stream([(True, REFUTED[name][-1])]))
        assert wireshark.frames(alone, "godot.stream && godot.variant", *passes) == [4]


@pytest.mark.parametrize("segments", [
    [framed(ARRAY)[:4], ARRAY[:12], ARRAY[12:]], [framed(ARRAY)[:20], framed(ARRAY)[20:]],
    [framed(ARRAY)[:4], ARRAY + framed(FIVE)[:4], FIVE]], ids=["length, halves", "halves", "lengths before and behind"])
def test_what_is_cut_is_not_refuted(tmp_path, segments):
    """Wherever the first packets end, the next one in a segment of its own shows the stream."""
    packets = pcap.tcp_stream([(True, part) for part in (*segments, framed(TEXT))])
    capture = pcap.write(tmp_path / "cut.pcap", packets)
    assert 4 + len(segments) in wireshark.frames(capture, 'godot.variant.value == "\\"hello\\""')
    for begins in (0, 3):       # or without the SYNs
        capture = pcap.write(tmp_path / "cut.pcap", packets[begins:])
        assert wireshark.frames(capture, "_ws.malformed") == []


@pytest.mark.parametrize("length, begins, is_refuted", [(0, 0, True), (1, 0, True), (0, 3, False), (1, 3, True)])
def test_what_small_lengths_refute(tmp_path, length, begins, is_refuted):
    """No packet is empty (docs/wire/transports.md, 5), and no Variant has one byte. A capture may begin anywhere, but
    what would be a whole packet is taken for one."""
    first = struct.pack("<I", length) + bytes(length)
    packets = pcap.tcp_stream([(True, first), (True, framed(TEXT))])[begins:]
    capture = pcap.write(tmp_path / "small.pcap", packets)
    assert (wireshark.frames(capture, "godot.stream") == []) == is_refuted


@pytest.mark.parametrize("rest", [1, 2, 3])
def test_a_part_of_a_length_is_not_read(tmp_path, rest):
    """Also if the capture begins in the middle, and nothing says that the port is Godot's."""
    packets = pcap.tcp_stream([(True, framed(ARRAY, TEXT) + bytes(rest)), (True, framed(FIVE))])
    for begins in (0, 3):
        capture = pcap.write(tmp_path / "rest.pcap", packets[begins:])
        assert wireshark.frames(capture, "_ws.malformed") == wireshark.frames(capture, "_ws.malformed", "-2") == []


# --- WebSockets ---------------------------------------------------------------------

MULTIPLAYER = ["websocket-4.6-multiplayer", "websocket-3.6-multiplayer", "websocket-3.2-multiplayer"]


def peers(truth):
    return {event["who"]: event["peer"] for event in truth.events if event["peer"]}


@pytest.mark.parametrize("options", [[], ["-2"], ["-d", "ws.port==21011,godot"]],
                         ids=["found", "two passes", "decode as"])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_websocket_calls_have_peers_and_arguments(name, options):
    truth = Truth(name)
    received = truth.of("rpc_received")
    rows = wireshark.fields(capture_of(name), "godot.rpc.args", "godot.peer.source", "godot.peer.target",
                            "godot.rpc.node", "godot.rpc.args", options=options)
    seen = {(source[-1], target[-1], node[-1], args[-1]) for source, target, node, args in rows}
    assert received
    for event in received:
        args = ", ".join(godot_variant.decode(bytes.fromhex(value["hex"]), DIALECTS[name.split("-")[1]]).text
                         for value in event["args"])
        # 3.x may send one packet for all.
        assert seen & {(str(event["from"]), to, event["node"], args) for to in (str(event["peer"]), "0")}


@pytest.mark.parametrize("name", MULTIPLAYER)
def test_clients_are_told_their_ids(name):
    """In two passes: later messages prove that the four bytes of 4.x are an id."""
    told = wireshark.fields(capture_of(name), "godot.ws.peer", "godot.ws.peer", "godot.ws.type", options=["-2"])
    ids = {int(peer[0]) for peer, kind in told if kind in ([], ["3"])}
    assert ids == {peer for who, peer in peers(Truth(name)).items() if who != "server"}


@pytest.mark.parametrize("version", ["3.6", "4.6"])
def test_messages_of_websockets_stay_in_their_layers(version):
    """As those of Wireshark's own dissector."""
    capture = wireshark.CAPTURES / f"websocket-{version}-multiplayer.pcapng"
    protocols = [layers for [[layers]] in wireshark.fields(capture, "godot", "frame.protocols")]
    assert protocols and all(layers.startswith("eth:ethertype:ip:tcp:http:websocket:") for layers in protocols)


def test_plain_websockets_hold_the_values():
    expected = [godot_variant.decode(bytes.fromhex(event["value"]["hex"])).text
                for event in Truth("websocket-4.6-plain").of("put_var")]
    rows = wireshark.fields(capture_of("websocket-4.6-plain"), "godot.variant.value", "godot.variant.value")
    assert sorted(value for (row,) in rows for value in row) == sorted(expected)
    texts = wireshark.fields(capture_of("websocket-4.6-plain"), "websocket.payload.text", "websocket.payload.text")
    assert [text for (text,) in texts] == [["hello as text"]] * 2


# --- encrypted transports: the captures hold their keys -------------------------------


def put_texts(name):
    return [godot_variant.decode(bytes.fromhex(event["value"]["hex"])).text for event in Truth(name).of("put_var")]


def test_tls_streams_hold_the_values():
    rows = wireshark.fields(capture_of("tls-4.6"), "godot.stream", "godot.variant.value",
                            options=["-d", "tls.port==21021,godot.stream"])
    assert [value for (row,) in rows for value in row] == put_texts("tls-4.6")


def test_tls_records_with_a_value_beyond_doubt_are_found():
    rows = wireshark.fields(capture_of("tls-4.6"), "godot.variant", "godot.variant.value")
    undoubted = [text for text in put_texts("tls-4.6") if re.match(r'[\[{"]|Packed', text)]
    assert undoubted and [value for (row,) in rows for value in row] == undoubted


@pytest.mark.parametrize("options", [[], ["-d", "dtls.port==21022,godot.variant"]], ids=["found", "decode as"])
def test_dtls_records_hold_the_values(options):
    rows = wireshark.fields(capture_of("dtls-4.6"), "godot.variant", "godot.variant.value", options=options)
    assert [value for (row,) in rows for value in row] == put_texts("dtls-4.6")


def data_channel(payload, ppid, number):
    """An SCTP packet with one whole message of a data channel (RFC 8831: 51 text, 53 binary)."""
    chunk = struct.pack(">BBHIHHI", 0, 3, 16 + len(payload), number, 1, number, ppid) + payload + bytes(
        -len(payload) % 4)
    return pcap._ip(132, pcap.CLIENT, pcap.SERVER, struct.pack(">HHII", 5000, 5000, 1, 0) + chunk)


def test_data_channels_are_handed_on(tmp_path):
    capture = pcap.write(
        tmp_path / "channel.pcap",
        [data_channel(ARRAY, 53, 1), data_channel(b"not godot's at all!!", 53, 2)])
    rows = wireshark.fields(capture, "sctp", "godot.variant.value")
    assert rows == [[['[1, "x"]']], [[]]]
    for table in "sctp.ppi==53", "sctp.port==5000":
        for name in "godot", "godot.variant":
            assert wireshark.frames(capture, name, "-d", f"{table},{name}") == [1, 2]


@pytest.mark.parametrize("name", ["enet", "godot", "godot3", "godot4", "godot.variant", "godot.stream", "godot.debug"])
def test_what_other_layers_tell_their_dissectors_is_not_believed(tmp_path, name):
    """SCTP's data argument is a number, not a pointer: in its own datagrams, inside ENet, and inside a WebSocket."""
    packets = [data_channel(b"\x03raw" + ARRAY, 53, number) for number in range(3)]
    inside = [packet[20:] for packet in packets]
    options = with_lua(tmp_path, f"""DissectorTable.get("sctp.ppi"):add(53, Dissector.get("{name}"))
        DissectorTable.get("enet.channel"):add(4, Dissector.get("sctp"))
        DissectorTable.get("ws.port"):add({pcap.SERVER[1]}, Dissector.get("sctp"))""")
    talk = Talk().handshake().up(enet.reliable(1, inside[1], 4))
    messages = pcap.tcp_stream([*HANDSHAKE, of_server(inside[2])])
    capture = pcap.write(tmp_path / "inside.pcap", [packets[0], *talk.packets, *messages])
    for passes in ((), ("-2",)):
        shown = wireshark.fields(capture, "sctp", "frame.protocols", "sctp.data_tsn_raw", options=(*options, *passes))
        assert [protocols[0].split(":sctp")[0].split(":")[-1] for protocols, _ in shown] == ["ip", "enet", "websocket"]
        assert [number for _, [number] in shown] == ["0", "1", "2"]


@pytest.mark.parametrize("options", [[], ["--disable-heuristic", "enet_dtls", "-d", "dtls.port==21023,enet"]],
                         ids=["found", "decode as"])
def test_enet_inside_dtls_is_enet(options):
    """The first client's datagrams of godot4-rpc, sent again inside DTLS: the same commands and calls."""
    sent = [event for event in Truth("dtls-enet").of("datagram_sent")]
    names = ("enet.command", "godot.rpc.args", "godot.rpc.node", "godot.peer.source")
    inside = wireshark.fields(capture_of("dtls-enet"), "enet", *names, options=options)
    outside = wireshark.fields(capture_of("godot4-rpc"), "enet.stream == 0", *names, options=["-2"])[:len(sent)]
    assert len(inside) == len(sent) > 30
    assert inside == outside
