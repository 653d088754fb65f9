# SPDX-License-Identifier: GPL-2.0-or-later
"""WebSockets made by hand: several messages in a segment, and the proof that a connection is Godot 4's."""

import struct
import zlib

import pytest

import gaps
import pcap
import wireshark
from pcap import SERVER

HANDSHAKE = [(True, b"GET / HTTP/1.1\r\nHost: example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
             (False, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")]
FIRST = 6       # frame of the first message: after TCP's handshake and HTTP's
CLIENT_ID, OTHER_ID = 0x4C3B2A19, 0x11223344
METHODS = b"d41d8cd98f00b204e9800998ecf8427e\0"
PASSES = pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])


def message(payload, mask=None):
    """Returns a binary message (RFC 6455, 5.2); the client's have a mask."""
    size = len(payload)
    short = size if size < 126 else 126 if size < 65536 else 127
    head = bytes([0x82, short | (0x80 if mask else 0)]) + {126: struct.pack(">H", size & 0xFFFF), 127: struct.pack(
        ">Q", size)}.get(short, b"")
    if not mask:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def of_client(*payloads):
    return True, b"".join(message(payload, b"\x12\x34\x56\x78") for payload in payloads)


def of_server(*payloads):
    return False, b"".join(message(payload) for payload in payloads)


# docs/wire/multiplayer-godot4.md, 2
def simplify_path(number, path):
    return b"\x01" + METHODS + struct.pack("<I", number) + path + b"\0"


def call(node, method=0):
    return bytes([0, node, method, 0])


def spawn(spawner, net_id, name):
    return struct.pack("<BBIIII", 4, 0, spawner, net_id, 0, len(name) + 1) + name + b"\0"


def despawn(net_id):
    return struct.pack("<BI", 5, net_id)


def add_peer(peer):
    return struct.pack("<BBi", 7, 1, peer)


def identity(peer):
    return struct.pack("<i", peer)


def websocket(tmp_path, *segments, server=SERVER):
    return pcap.write(tmp_path / "websocket.pcap", pcap.tcp_stream([*HANDSHAKE, *segments], server=server))


# --- several messages in one segment --------------------------------------------------

MESSAGES = [simplify_path(1, b"First"), call(1), simplify_path(1, b"Second"), call(1), simplify_path(2, b"Spawner"),
            spawn(2, 9, b"Box"), simplify_path(3, b"Spawner/Box"), call(3), despawn(9)]
SHOWN = ("godot.rpc.node", "godot.path.name", "godot.despawn.net_id", "_ws.expert.message")


def shown(capture, *options):
    """Returns what is shown of all messages, in whatever frames they are."""
    rows = wireshark.fields(capture, "websocket", *SHOWN, options=options)
    return [[text for row in rows for text in row[column]] for column in range(len(SHOWN))]


@PASSES
@pytest.mark.parametrize("side", [of_client, of_server])
def test_messages_of_one_segment_come_one_after_the_other(tmp_path, side, passes):
    greeting = [of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID))]
    together = shown(websocket(tmp_path, *greeting, side(*MESSAGES)), *passes)
    apart = shown(websocket(tmp_path, *greeting, *[side(payload) for payload in MESSAGES]), *passes)
    assert together[:3] == apart[:3]
    assert together[0] == ["First", "Second", "Spawner/Box"]
    assert not any("Requested node was not found" in text for text in together[3])


def test_a_row_tells_the_mode_where_the_channel_is_not_on_the_wire(tmp_path):
    """docs/wire/transports.md: all that comes over a WebSocket is reliable."""
    segments = [of_server(payload) for payload in (identity(CLIENT_ID), simplify_path(1, b"Main"), call(1))]
    (row,), = wireshark.fields(websocket(tmp_path, *segments), "godot.rpc.node", "_ws.col.Info")
    assert row[0].endswith("RPC Main #0()  [reliable]")


@PASSES
@pytest.mark.parametrize("analysed", ["TRUE", "FALSE"])
def test_fragments_of_a_message_behind_the_greeting(tmp_path, analysed, passes):
    """The first bytes that the plugin follows by itself are a fragment (RFC 6455, 5.4). Without TCP's analysis it
    leaves all to Wireshark."""
    path = simplify_path(1, b"Main")
    parts = (False, b"\x02\x14" + path[:20]), (False, bytes([0x80, len(path) - 20]) + path[20:])
    options = (*passes, "-o", f"tcp.analyze_sequence_numbers:{analysed}")
    assert shown(websocket(tmp_path, of_server(identity(CLIENT_ID)), *parts), *options)[1] == ["Main"]


@PASSES
def test_a_segment_has_the_end_of_one_message_and_another_as_long(tmp_path, passes):
    one, two, three = (of_server(simplify_path(number, b"Node%d" % number))[1] for number in (1, 2, 3))
    segments = [(False, part) for part in (one[:2], one[2:] + two, three[:1], three[1:])]
    greeting = of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID))
    assert shown(websocket(tmp_path, *greeting, *segments), *passes)[1] == ["Node1", "Node2", "Node3"]


@PASSES
def test_a_segment_has_the_end_of_the_greeting_and_more(tmp_path, passes):
    """Wireshark goes on with this segment by itself."""
    (_, greeting), (_, path) = of_server(identity(CLIENT_ID)), of_server(simplify_path(1, b"Main"))
    capture = websocket(tmp_path, (False, greeting[:3]), (False, greeting[3:] + path), of_server(call(1)))
    assert shown(capture, *passes)[:2] == [["Main"], ["Main"]]


# --- what proves Godot 4 ---------------------------------------------------------------

IDS = [CLIENT_ID, 1328704880, 2]        # the second is "pm2O" in letters
PROOFS = [
    simplify_path(1, b"Main"),
    add_peer(OTHER_ID),
    spawn(1, 2, b"Box"),
    struct.pack("<BBi", 7, 3, OTHER_ID) + call(1)]
# By Godot's own rules alone these would be bytes, calls, or a peer that cannot exist.
OTHERS = [[b"\3abc"] * 6, [b"\0\1\2\0"] * 6, [b"pong", b"ping"], [b"\7\1\1\0\0\0"] * 2,
          [struct.pack("<I", number) for number in range(8)]]


def rows_of_connections(tmp_path, connections, names, passes):
    """Returns the fields of the messages of each connection; the connections follow each other in one capture."""
    packets = [packet for number, segments in enumerate(connections) for packet in
               pcap.tcp_stream([*HANDSHAKE, *segments], client=("10.0.0.2", 50000 + number))]
    capture = pcap.write(tmp_path / "websockets.pcap", packets)
    found = [[] for _ in connections]
    for (stream,), *cells in wireshark.fields(capture, "websocket", "tcp.stream", *names, options=passes):
        found[int(stream)].append(cells)
    return found


@PASSES
def test_a_connection_is_godots_once_it_is_proved(tmp_path, passes):
    raw = b"\3raw"
    cases = [(peer, proof) for peer in IDS for proof in PROOFS]
    found = rows_of_connections(tmp_path, [[of_server(identity(peer)), of_client(raw), of_server(raw), of_server(proof),
                                            of_client(raw)] for peer, proof in cases],
                                ["frame.protocols", "godot.ws.peer", "godot.peer.source"], passes)
    for (peer, _), rows in zip(cases, found):
        godots = ["godot" in protocols for (protocols,), *_ in rows]
        assert godots == ([True] * 5 if passes else [False] * 3 + [True] * 2)
        assert rows[0][1] == ([str(peer)] if passes else [])
        assert not any(told for _, told, _ in rows[1:])
        assert rows[4][2] == [str(peer)]


@PASSES
def test_four_bytes_are_no_proof(tmp_path, passes):
    found = rows_of_connections(tmp_path, [[of_server(identity(peer)), *(side(other) for other in others
                                            for side in (of_client, of_server))] for peer in IDS for others in OTHERS],
                                ["frame.protocols"], passes)
    assert all(rows and "godot" not in protocols for rows in found for ((protocols,),) in rows)


@PASSES
def test_an_id_is_in_a_whole_frame(tmp_path, passes):
    """The header before it was lost. If its bytes were a header, four others would be an id."""
    talk = [(False, struct.pack("<I", 0x2A1904E7)), *in_two(of_server, add_peer(OTHER_ID)), of_server(PROOFS[0])]
    assert wireshark.frames(websocket(tmp_path, *talk), "godot", *passes) == []


@PASSES
@pytest.mark.parametrize("segments", [
    [of_server(b"hello", identity(CLIENT_ID))], [of_server(b"hello"), of_server(identity(CLIENT_ID))],
    [of_server(b"hello", b"hello"), of_server(identity(CLIENT_ID))], [of_client(identity(CLIENT_ID))],
    [of_client(b"hello"), of_server(identity(CLIENT_ID))], [(False, b"\x02\2\x19\x2a\x80\2\x82\4")],
    [(True, message(identity(CLIENT_ID)))], [of_server(identity(CLIENT_ID) + bytes(0x8204 - 4))]], ids=[
        "behind another", "in a later segment", "behind two", "of a client", "behind a client's", "in fragments",
        "of a client without a mask", "of a length that ends as the header of four bytes"])
def test_an_id_is_the_first_message(tmp_path, segments, passes):
    """docs/wire/transports.md, 7.3: of the server, and whole. A client closes the connection if anything else is."""
    assert wireshark.frames(websocket(tmp_path, *segments, of_server(add_peer(OTHER_ID))), "godot", *passes) == []


@PASSES
def test_proof_in_the_segment_of_the_id(tmp_path, passes):
    capture = websocket(tmp_path, of_server(identity(CLIENT_ID), add_peer(OTHER_ID)))
    assert wireshark.frames(capture, "godot", *passes) == [FIRST]
    assert wireshark.frames(capture, "godot.ws.peer", *passes) == ([FIRST] if passes else [])


@PASSES
def test_who_insists_needs_no_proof(tmp_path, passes):
    capture = websocket(tmp_path, of_server(identity(CLIENT_ID)), of_client(b"\x03raw"), server=("10.0.0.1", 7778))
    rows = wireshark.fields(capture, "godot || godot.ws", "godot.ws.peer", "godot.raw",
                            options=[*passes, "-d", "ws.port==7778,godot"])
    assert rows == [[[str(CLIENT_ID)], []], [[], [b"raw".hex()]]]


@PASSES
def test_a_header_of_3_whose_peer_is_missing(tmp_path, passes):
    greeting, cut = struct.pack("<Biii", 3, 1, 0, CLIENT_ID), struct.pack("<Bii", 1, 1, 0) + b"\2"
    capture = websocket(tmp_path, of_server(greeting), of_server(cut))
    assert wireshark.frames(capture, "godot.ws.type == 1 && !_ws.malformed", *passes) == [FIRST + 1]


def test_a_message_of_3_may_be_cut_anywhere(tmp_path):
    """docs/wire/transports.md: nine bytes of header, then the peer's id in four."""
    greeting, peer = struct.pack("<Biii", 3, 1, 0, CLIENT_ID), struct.pack("<Biii", 1, 1, 0, CLIENT_ID)
    capture = websocket(tmp_path, of_server(greeting), *(of_server(peer[:size]) for size in range(1, 14)))
    assert wireshark.frames(capture, "godot.ws.peer") == [FIRST, FIRST + 13]
    assert wireshark.frames(capture, "godot.ws.type") == [FIRST, *range(FIRST + 10, FIRST + 14)]
    assert wireshark.frames(capture, "data") == [*range(FIRST + 1, FIRST + 10)]
    assert wireshark.frames(capture, "_ws.malformed") == []


@PASSES
def test_messages_are_read_where_tcp_is_not_analysed(tmp_path, passes):
    greeting = [of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID))]
    capture = websocket(tmp_path, *greeting, *[of_server(payload) for payload in MESSAGES])
    read = shown(capture, *passes, "-o", "tcp.analyze_sequence_numbers:FALSE")
    assert read[0] == ["First", "Second", "Spawner/Box"]


@pytest.mark.parametrize("peer, is_peer", [(0, False), (1, False), (2, True), (0x7FFFFFFF, True), (0x80000000, False)])
def test_ids_are_those_of_clients(tmp_path, peer, is_peer):
    """docs/wire/transports.md: from 2 on, in 31 bits. Both releases greet with one."""
    four = [of_server(struct.pack("<I", peer)), of_server(add_peer(OTHER_ID))]
    three = [of_server(struct.pack("<BiiI", 3, 1, 0, peer)), of_server(struct.pack("<Biii", 1, 1, 0, 1))]
    found = rows_of_connections(tmp_path, [four, three], ["godot.ws.peer"], ["-2"])
    assert [rows[0][0] for rows in found] == ([[str(peer)]] * 2 if is_peer else [[]] * 2)


@pytest.mark.parametrize("size", [12, 13, 14])
def test_the_greeting_of_3_has_an_id_and_no_more(tmp_path, size):
    greeting = struct.pack("<Biiix", 3, 1, 0, CLIENT_ID)[:size]
    capture = websocket(tmp_path, of_server(greeting), of_server(struct.pack("<Biii", 1, 1, 0, 1)))
    assert wireshark.frames(capture, "godot.ws.type") == ([FIRST, FIRST + 1] if size == 13 else [])


@pytest.mark.parametrize("source, target, is_greeting", [(1, 0, True), (2, 0, False), (0, 0, False), (1, 1, False)])
def test_the_greeting_of_3_is_of_the_server_to_all(tmp_path, source, target, is_greeting):
    """docs/wire/transports.md. The columns have the id."""
    greeting = struct.pack("<Biii", 3, source, target, CLIENT_ID)
    rows = wireshark.fields(websocket(tmp_path, of_server(greeting)), "websocket", "godot.ws.peer", "_ws.col.Info")
    (peers, [info]), = rows
    assert (peers, str(CLIENT_ID) in info) == ([str(CLIENT_ID)] * is_greeting, is_greeting)


# --- what is missing ------------------------------------------------------------------

BIG = b"\3" + b"x" * 300
GREETING = [of_server(identity(CLIENT_ID)), of_server(add_peer(OTHER_ID))]
TALK = [
    *GREETING,
    of_client(simplify_path(1, b"Main")),
    of_server(simplify_path(1, b"Main")),
    of_server(BIG),
    of_client(BIG),
    of_server(call(7)),
    of_client(call(8)),
    of_server(call(1)),
    of_client(call(1))]
UNKNOWN = [FIRST + 6, FIRST + 7]    # frames of the calls by ids that were not announced


def unknown_paths(tmp_path, packets, passes):
    return wireshark.frames(pcap.write(tmp_path / "talk.pcap", packets), "godot.path.unknown", *passes)


@PASSES
def test_a_whole_websocket_is_judged(tmp_path, passes):
    """And only the client's id is not a message of the multiplayer."""
    assert unknown_paths(tmp_path, pcap.tcp_stream([*HANDSHAKE, *TALK]), passes) == UNKNOWN
    assert wireshark.frames(tmp_path / "talk.pcap", "godot.ws", *passes) == ([FIRST] if passes else [])


@PASSES
def test_several_messages_of_a_segment_are_judged(tmp_path, passes):
    together = [*GREETING, of_server(simplify_path(1, b"Main"), call(7), call(1)), of_server(call(8))]
    alone = pcap.tcp_stream([*HANDSHAKE, *together])
    assert unknown_paths(tmp_path, alone, passes) == ([FIRST + 2] if passes else []) + [FIRST + 3]
    first = pcap.tcp_stream([*HANDSHAKE, of_server(identity(CLIENT_ID), add_peer(OTHER_ID)), of_server(call(7))])
    assert unknown_paths(tmp_path, first, passes) == [FIRST + 1]


@PASSES
@pytest.mark.parametrize("lost", [FIRST + 1, FIRST + 3, FIRST + 4])
def test_nothing_is_judged_behind_a_missing_segment_of_the_server(tmp_path, lost, passes):
    packets = pcap.tcp_stream([*HANDSHAKE, *TALK])
    assert unknown_paths(tmp_path, packets[:lost - 1] + packets[lost:], passes) == [UNKNOWN[1] - 1]


@PASSES
@pytest.mark.parametrize("lost", [FIRST + 2, FIRST + 5])
def test_nothing_is_judged_behind_a_missing_segment_of_the_client(tmp_path, lost, passes):
    packets = pcap.tcp_stream([*HANDSHAKE, *TALK])
    assert unknown_paths(tmp_path, packets[:lost - 1] + packets[lost:], passes) == [UNKNOWN[0] - 1]


@PASSES
@pytest.mark.parametrize("preference", ["FALSE", "TRUE"])
def test_nothing_is_judged_of_segments_in_another_order(tmp_path, passes, preference):
    """A call and the message that takes its node away have changed places."""
    talk = [
        simplify_path(2, b"Spawner"),
        spawn(2, 9, b"Box"),
        simplify_path(3, b"Spawner/Box"),
        call(3),
        despawn(9),
        call(3),
        call(7)]
    packets = pcap.tcp_stream([*HANDSHAKE, *GREETING, *map(of_server, talk)])
    options = (*passes, "-o", f"tcp.no_subdissector_on_error:{preference}")
    capture = pcap.write(tmp_path / "order.pcap", packets)
    assert wireshark.frames(capture, "godot.rpc.node_gone", *options) == [FIRST + 7]
    packets[FIRST + 4], packets[FIRST + 5] = packets[FIRST + 5], packets[FIRST + 4]
    capture = pcap.write(tmp_path / "order.pcap", packets)
    assert len(wireshark.frames(capture, "godot", *options)) > 5
    assert wireshark.frames(capture, "godot.rpc.node_gone || godot.path.unknown", *options) == []


@PASSES
def test_nothing_is_judged_where_the_beginning_is_missing(tmp_path, passes):
    packets = pcap.tcp_stream([*HANDSHAKE, *TALK])
    for first in (1, 3):    # no SYN; no handshake at all
        assert unknown_paths(tmp_path, packets[first:], passes) == []


@PASSES
@pytest.mark.parametrize("size", [125, 126, 65535, 65536])
def test_messages_of_any_length_are_counted(tmp_path, size, passes):
    """Else bytes would seem to be missing, and nobody would be blamed."""
    talk = [of_server(raw(size)), of_client(raw(size)), of_server(call(7)), of_client(call(8))]
    packets = pcap.tcp_stream([*HANDSHAKE, *GREETING, *[part for segment in talk for part in in_segments(segment)]])
    assert unknown_paths(tmp_path, packets, passes) == [len(packets) - 3, len(packets) - 2]


def test_nothing_is_judged_behind_a_message_that_the_capture_cut(tmp_path):
    whole, cut = tmp_path / "talk.pcap", wireshark.writable_folder() / "cut.pcap"
    pcap.write(whole, pcap.tcp_stream([*HANDSHAKE, *TALK]))
    wireshark.run("editcap", "-s", "250", whole, cut)
    assert wireshark.frames(whole, "godot.path.unknown") == UNKNOWN and wireshark.frames(cut, "godot.rpc.node_id") != []
    assert wireshark.frames(cut, "godot.path.unknown") == []


def test_a_compressed_message_ends_the_judging(tmp_path):
    """It is longer than its bytes (RFC 7692), which others must not make good."""
    (_, request), (_, answer) = HANDSHAKE
    line = b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    deflate = zlib.compressobj(wbits=-15)
    packed = (deflate.compress(BIG) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]
    lacking = len(message(BIG)) - len(packed) - 2
    pings = [lacking // 2, lacking - lacking // 2]
    talk = [*GREETING, (False, bytes([0xC2, len(packed)]) + packed), (False, b"".join(
        bytes([0x89, size - 2]) + bytes(size - 2) for size in pings)), of_server(call(7))]
    packets = pcap.tcp_stream([(True, request[:-2] + line), (False, answer[:-2] + line), *talk])
    capture = pcap.write(tmp_path / "packed.pcap", packets)
    assert str(len(BIG)) in [length for (length,) in wireshark.fields(capture, "godot.raw", "godot.length")][0]
    assert wireshark.frames(capture, "godot.path.unknown") == []


@PASSES
def test_what_is_no_message_ends_the_judging(tmp_path, passes):
    ping = (False, b"\x89\x02hi")
    packets = pcap.tcp_stream([*HANDSHAKE, *GREETING, of_server(call(7)), ping, of_server(call(8))])
    assert unknown_paths(tmp_path, packets, passes) == [FIRST + 2]


@PASSES
def test_a_segment_may_end_in_the_header_of_a_frame(tmp_path, passes):
    """RFC 6455, 5.2: it has 2 bytes, up to 8 of a longer length, and 4 of the client's mask."""
    sizes = {100: 2, 200: 4, 65536: 10}
    cases = [(side, size, cut) for side, mask in ((of_client, 4), (of_server, 0)) for size in sizes
             for cut in range(1, sizes[size] + mask)]
    talks = [[*GREETING, (end, data[:cut]), *in_segments((end, data[cut:])), side(raw(5))]
             for side, size, cut in cases for end, data in [side(raw(size))]]
    found = rows_of_connections(tmp_path, talks, ["godot.length", "_ws.malformed", "godot.ws.gap"], passes)
    for (_, size, _), rows in zip(cases, found):
        assert [text for lengths, *_ in rows for text in lengths][-2:] == [str(size), "5"]
        assert not any(faults for _, *others in rows for faults in others)


# --- behind a gap ----------------------------------------------------------------------

WEBSOCKETS = [
    "websocket-3.2-multiplayer", "websocket-3.6-multiplayer", "websocket-4.6-multiplayer", "websocket-4.6-plain",
    "debugger-4.6-websocket"]

@PASSES
@pytest.mark.parametrize("name", WEBSOCKETS)
def test_a_lost_segment_makes_nothing_up(name, passes):
    """Each segment is lost in turn: whatever is said then is also said about the whole capture."""
    assert gaps.made_up(wireshark.CAPTURES / f"{name}.pcapng", 0.85, *passes) == []


def in_two(side, payload):
    """As engines send it: the header of the frame is in a segment of its own."""
    from_client, frame = side(payload)
    return [(from_client, frame[:-len(payload)]), (from_client, frame[-len(payload):])]


@PASSES
@pytest.mark.parametrize("side", [of_client, of_server])
@pytest.mark.parametrize("part", ["head", "payload"])
def test_behind_a_lost_segment_every_message_is_read(tmp_path, side, part, passes):
    names = [b"First", b"Second", b"Third", b"Fourth", b"Fifth"]
    talk = [segment for number, name in enumerate(names) for segment in in_two(side, simplify_path(number, name))]
    packets = pcap.tcp_stream([*HANDSHAKE, *GREETING, *talk])
    lost = FIRST + len(GREETING) + 2 + (part == "payload")      # of the second name
    capture = pcap.write(tmp_path / "gap.pcap", packets[:lost - 1] + packets[lost:])
    shown = wireshark.fields(capture, "godot.path.name && frame.number > 6", "godot.path.name", options=passes)
    assert [name for [name] in shown] == [[name.decode()] for name in names if name != b"Second"]
    outside = wireshark.fields(capture, "godot.ws.gap", "frame.number", "godot.ws.missing", "godot.ws.outside",
                               options=passes)
    if part == "head":
        head, payload = talk[2][1], talk[3][1]
        assert outside == [[[str(lost)], [str(len(head))], [payload.hex()]]]
    else:       # seen when the next message is whole
        assert outside == [[[str(lost + 1)], [], []]]


def raw(size):
    """What a game sends by itself, in so many bytes."""
    return b"\3" + b"x" * (size - 1)


def in_segments(segment, size=50000):
    from_client, data = segment
    return [(from_client, data[at:at + size]) for at in range(0, len(data), size)]


def behind_gaps(tmp_path, talks, names, passes=()):
    """Returns the fields of the server's frames of each connection, whose first message was lost."""
    packets, lost = [], FIRST + len(GREETING)
    for number, talk in enumerate(talks):
        segments = [*HANDSHAKE, *GREETING, of_server(raw(9)), *talk]
        stream = pcap.tcp_stream(segments, client=("10.0.0.2", 50000 + number))
        packets += stream[:lost - 1] + stream[lost:]
    found = [[] for _ in talks]
    for (stream,), *cells in wireshark.fields(pcap.write(tmp_path / "gaps.pcap", packets), "godot.raw || godot.ws.gap",
                                              "tcp.stream", *names, options=passes):
        found[int(stream)].append(cells)
    return found


@PASSES
def test_behind_a_gap_messages_of_any_length_are_read(tmp_path, passes):
    """RFC 6455, 5.2: lengths from 126 and from 65,536 on have another form."""
    sizes = [2, 125, 126, 127, 65535, 65536]
    found = behind_gaps(tmp_path, [[*in_segments(of_server(raw(size))), of_server(raw(5))] for size in sizes],
                        ["godot.length"], passes)
    assert [[int(text) for cell, in rows for text in cell] for rows in found] == [[size, 5] for size in sizes]


def test_behind_a_gap_what_breaks_the_protocol_is_no_frame(tmp_path):
    """A longer form than the length needs, and a control frame of more than 125 bytes (RFC 6455, 5.2 and 5.5)."""
    long_form, longest_form = b"\x82\x7e\0\x7d" + raw(125), b"\x82\x7f" + struct.pack(">Q", 65535) + raw(65535)
    pings = [b"\x89\x7d" + bytes(125), b"\x89\x7e\0\x7e" + bytes(126)]
    two = of_server(raw(5), raw(6))[1]
    talks = [in_segments((False, first + two), 65000) for first in (long_form, *pings, b"\xff", b"")]
    outside = [len("".join(cell)) // 2 for cell, *_ in [
        rows[0] for rows in behind_gaps(tmp_path, talks, ["godot.ws.outside", "godot.length"])]]
    assert outside == [len(long_form), 0, len(pings[1]), 1, 0]
    said = wireshark.tshark("-r", tmp_path / "gaps.pcap", "-V", "-Y", "godot.ws.gap")
    assert (said.count(", bytes outside any frame"), said.count(", behind a gap")) == (3, 2)
    shown, = behind_gaps(tmp_path, [[*in_segments((False, longest_form)), of_server(raw(5))]], ["godot.length"])
    assert [cell for cell, in shown if cell] == [["5"]]


def test_behind_a_gap_a_ping_is_no_sign_of_a_frame(tmp_path):
    """Its payload is free (RFC 6455, 5.5.2), so bytes of a game's own may look like one."""
    ping = b"\x89\x02ab"
    talk = [(False, ping), (False, b"\x7f" * 9), (False, ping + of_server(raw(5), raw(6))[1]), (False, ping),
            of_server(raw(7))]
    shown, = behind_gaps(tmp_path, [talk], ["godot.ws.outside", "godot.length"])
    assert shown == [[[ping.hex()], []], [[], ["5", "6"]], [[], ["7"]]]


@pytest.mark.parametrize("size, waits", [(1 << 20, True), ((1 << 20) + 1, False)])
def test_behind_a_gap_a_frame_may_ask_for_a_mebibyte(tmp_path, size, waits):
    """Nothing has proved that it is a frame: if it asked for more, what follows would be lost."""
    talk = [(False, b"\x82\x7f" + struct.pack(">Q", size) + raw(9)), of_server(raw(5)), of_server(raw(6))]
    shown, = behind_gaps(tmp_path, [talk], ["godot.length"])
    assert [text for cell, in shown for text in cell] == ([] if waits else ["5", "6"])


def test_behind_a_gap_a_frame_that_does_not_fit_asks_for_nothing(tmp_path):
    """It is whole, but no message of Godot's, and bytes follow it."""
    talk = [of_server(b"\xff" * 9, b"\xff"), of_server(raw(5)), of_server(raw(6))]
    shown, = behind_gaps(tmp_path, [talk], ["godot.length", "godot.ws.outside"])
    assert shown == [[[], [talk[0][1].hex()]], [["5"], []], [["6"], []]]


# What no frame begins with (RFC 6455, 5.2 and 5.5): reserved bits and opcodes, a server's mask, a longer form than the
# length needs, a control frame in fragments, and a long one.
NO_FRAMES = [b"\xa2\5", b"\x83\5", b"\x87\5", b"\x8b\5", b"\x82\x851234", b"\x82\x7e\0\5", b"\x09\5", b"\x89\x7e\0\x7e"]


@pytest.mark.parametrize("junk", NO_FRAMES, ids=bytes.hex)
def test_behind_a_gap_what_seemed_a_frame_is_none_if_no_frame_follows(tmp_path, junk):
    """A part of a longer message may look like a frame, and its other parts must not be taken for more of them."""
    alone, junk = (False, junk + raw(126 if junk[1] == 0x7E and junk[3] == 0x7E else 5)), junk + raw(126)
    talks = [[of_server(raw(5)), (False, junk), of_server(raw(6))],
             [of_server(raw(5)), (False, of_server(raw(7))[1] + junk), of_server(raw(6))],
             [of_server(raw(5)), alone, of_server(raw(6))]]
    for talk, shown in zip(talks, behind_gaps(tmp_path, talks, ["godot.length", "godot.ws.outside"])):
        assert shown[0] == [["5"], []] and shown[-1] == [["6"], []]
        assert wireshark.frames(tmp_path / "gaps.pcap", f"godot.ws.outside == {talk[1][1].hex(':')}") != []


def test_behind_a_gap_a_message_in_segments_ends_with_the_last(tmp_path):
    """Any two bytes may look like a header, and any bytes like a game's own. What follows is read on without a gap."""
    head, payload = (part for _, part in in_two(of_server, raw(5)))
    talk = [(False, head), (False, payload + of_server(raw(6))[1]), of_server(raw(7))]
    shown, = behind_gaps(tmp_path, [talk], ["godot.length", "godot.ws.gap"])
    assert [[text for cell in column for text in cell] for column in zip(*shown)][0] == ["6", "7"]
    assert len([gap for _, gap in shown if gap]) == 1


@pytest.mark.parametrize("text, fits", [(b"", False), (b"a", True), (b"\xff", False)])
def test_behind_a_gap_a_text_has_letters(tmp_path, text, fits):
    """Two bytes that would be a frame without any are no sign of one; a text is UTF-8 (RFC 6455, 5.6)."""
    hello = b"\4\0\0\0\5\0\0\0hello\0\0\0"
    talk = [of_server(hello), of_server(hello), (False, bytes([0x81, len(text)]) + text)]
    packets = pcap.tcp_stream([*HANDSHAKE, *talk])
    capture = pcap.write(tmp_path / "text.pcap", packets[:FIRST] + packets[FIRST + 1:])
    assert wireshark.frames(capture, "godot.ws.outside") == ([] if fits else [FIRST + 1])


@pytest.mark.parametrize("size", [9, 12, 13, 14])
def test_behind_a_gap_a_message_of_3_has_a_peer(tmp_path, size):
    """docs/wire/transports.md: if it is none of the game's, four bytes after the nine of the header."""
    greeting, peer = struct.pack("<Biii", 3, 1, 0, CLIENT_ID), struct.pack("<Biiix", 2, 1, 0, OTHER_ID)
    packets = pcap.tcp_stream([*HANDSHAKE, of_server(greeting), of_server(peer[:13]), of_server(peer[:size])])
    capture = pcap.write(tmp_path / "gap.pcap", packets[:FIRST] + packets[FIRST + 1:])
    shown = wireshark.fields(capture, f"frame.number == {FIRST + 1}", "godot.ws.peer", "godot.ws.outside")[0]
    assert shown == [[str(OTHER_ID)], []] if size == 13 else shown[0] == [] != shown[1]


@PASSES
def test_a_gap_in_a_strangers_websocket_is_no_business_of_ours(tmp_path, passes):
    """Its server greets with four bytes, as Godot's does; then a header is lost."""
    talk = [
        of_server(identity(CLIENT_ID)), *in_two(of_client, b"GET /a HTTP/"), *in_two(of_server, b"HTTP/1.1 200"),
        of_client(b"more")]
    packets = pcap.tcp_stream([*HANDSHAKE, *talk])
    for lost in range(FIRST + 1, FIRST + 5):
        capture = pcap.write(tmp_path / "stranger.pcap", packets[:lost - 1] + packets[lost:])
        assert wireshark.frames(capture, "godot || godot.ws || godot.variant", *passes) == []
        assert FIRST + 4 in wireshark.frames(capture, "websocket", *passes)


# --- who insists on multiplayer -------------------------------------------------------


def test_insisting_after_the_first_pass_is_survived(tmp_path):
    """A script that hands messages on, but only in later passes."""
    script = tmp_path / "late.lua"
    script.write_text("""local late = Proto("late", "Late")
        late:register_heuristic("ws", function(tvb, pinfo, tree)
            if not pinfo.visited then return false end
            return DissectorTable.get("ws.port"):try(9, tvb, pinfo, tree) > 0
        end)""")
    capture = websocket(tmp_path, of_server(identity(CLIENT_ID)), of_client(simplify_path(1, b"Main"), call(1)))
    options = ["-2", *wireshark.with_lua(script), "-d", "ws.port==9,godot",
               "--disable-heuristic", "godot_ws"]
    assert wireshark.frames(capture, "websocket", *options) == [FIRST, FIRST + 1]
    assert wireshark.frames(capture, "godot || godot.ws", *options) == []


# --- what the user says ------------------------------------------------------------------

PORT = ("-o", f"godot.websocket.tcp.port:{SERVER[1]}")
RECORDED = wireshark.CAPTURES / "websocket-4.6-multiplayer.pcapng"


@PASSES
@pytest.mark.parametrize("protocol", [b"ludus", b"binary"])
def test_a_port_is_multiplayer_whatever_was_negotiated(tmp_path, protocol, passes):
    """If Wireshark knows the protocol's name but has no dissector for it, Decode As by port does nothing."""
    (_, request), (_, answer) = HANDSHAKE
    line = b"Sec-WebSocket-Protocol: " + protocol + b"\r\n\r\n"
    handshake = [(True, request[:-2] + line), (False, answer[:-2] + line)]
    segments = [of_client(call(1)), of_server(call(2))]
    capture = pcap.write(tmp_path / "named.pcap", pcap.tcp_stream([*handshake, *segments]))
    shown = wireshark.fields(capture, "godot", "godot.rpc.node_id", "godot.peer.source", "godot.peer.target",
                             options=(*PORT, *passes))
    assert shown == [[["1"], [], ["1"]], [["2"], ["1"], []]]
    assert wireshark.frames(capture, "godot", *passes) == []


def late(first):
    """The recorded capture without its beginning."""
    capture = wireshark.writable_folder() / "late.pcapng"
    wireshark.run("editcap", "-r", RECORDED, capture, f"{first}-100000")
    return capture


@PASSES
def test_a_port_needs_no_handshake(passes):
    """Both connections are without their handshakes; the first message of one is cut in two."""
    port = ("-o", "godot.websocket.tcp.port:21011", *passes)
    names = ("godot.message", "godot.rpc.node_id", "godot.rpc.method_id", "godot.path.name")
    whole = wireshark.fields(RECORDED, "godot && frame.number > 25", *names)
    assert wireshark.fields(late(25), "godot", *names, options=port) == whole
    assert len(whole) > 40 and wireshark.frames(late(25), "godot", *passes) == []
    # With the handshake the result is the same.
    assert wireshark.fields(RECORDED, "godot", *names, "godot.peer.source", options=port) == \
        wireshark.fields(RECORDED, "godot", *names, "godot.peer.source", options=passes)


def test_the_ports_own_protocol_comes_back():
    """sharkd remembers the answer to each filter, so each filter is another text."""
    load = ("load", {"file": str(wireshark.readable(late(25)))})
    steps = [[("setconf", {"name": "godot.websocket.tcp.port", "value": value}), load,
              ("frames", {"filter": f"godot || frame.number == {number}"})]
             for number, value in enumerate(("21011", "", "21011"), 10 ** 6)]
    assert [bool(answer) for answer in wireshark.sharkd_calls([call for step in steps for call in step])[2::3]
            ] == [True, False, True]
