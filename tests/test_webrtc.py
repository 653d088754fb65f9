# SPDX-License-Identifier: GPL-2.0-or-later
"""WebRTC: data channels of several connections of one host, recorded with their keys (tests/transports/webrtc.py)."""

import functools
import hashlib
import json
import random
import re
import struct

import pytest

import counted
import godot_variant
import pcap
import wireshark
from test_godot4 import add_peer, relay
from truth import LONG_VALUE, Truth
from wireshark import CAPTURES

MULTIPLAYER = ["webrtc-rpc", "webrtc-replication", "webrtc-mesh"]
ALL = [*MULTIPLAYER, "webrtc-lossy", "webrtc-plain"]


def capture_of(name):
    return CAPTURES / f"{name}.pcapng"


def directions(truth):
    """Returns (UDP source, UDP target) -> (link, end that sends)."""
    ports = {}
    for event in truth.of("link_opened"):
        asking, answering = event["ports"]
        ports[asking, answering], ports[answering, asking] = (event["link"], 0), (event["link"], 1)
    return ports


def logged(message):
    """Returns its bytes; for a long one, its size and MD5."""
    return message["hex"] if "hex" in message else (message["size"], message["md5"])


def as_logged(text):
    message = bytes.fromhex(text)
    return text if len(message) <= LONG_VALUE else (len(message), hashlib.md5(message).hexdigest())


def sent(truth):
    """Returns (link, end, stream) -> messages."""
    streams = {}
    for event in truth.of("message_sent"):
        streams.setdefault((event["link"], event["end"], event["stream"]), []).append(logged(event))
    return streams


# --- what Wireshark alone reads, told what is inside ----------------------------------------


def read_by_wireshark(name):
    """Returns the same from its own SCTP: aiortc puts each message into a packet of its own."""
    options = ["-d", "dtls.port==1-65535,godot.channel", "-o", "sctp.ulp_dissection:FALSE"]
    ports, streams = directions(Truth(name)), {}
    for source, target, stream, data in wireshark.fields(capture_of(name), "data && sctp.data_payload_proto_id == 53",
                                                         "udp.srcport", "udp.dstport", "sctp.data_sid", "data.data",
                                                         options=options):
        streams.setdefault((*ports[int(source[0]), int(target[0])], int(stream[0], 0)), []).append(as_logged(data[0]))
    return streams


@pytest.mark.parametrize("name", [*MULTIPLAYER, "webrtc-plain"])
def test_the_captures_hold_what_was_sent(name):
    assert read_by_wireshark(name) == sent(Truth(name))


def test_the_lossy_capture_holds_the_reliable_messages():
    """After a loss they come in another order. Some of the lost ones are lost before the capture."""
    truth, seen = Truth("webrtc-lossy"), read_by_wireshark("webrtc-lossy")
    lost = 0
    for key, messages in sent(truth).items():
        assert set(seen.get(key, [])) <= set(messages)
        if key[2] in (1, 6):
            assert sorted(map(str, seen[key])) == sorted(map(str, messages))
        lost += len(messages) - len(seen.get(key, []))
    assert lost > 0 and len(truth.of("dropped")) > 20


# --- what the plugin reads ----------------------------------------------------------------


ONE_PASS, TWO_PASSES = (), ("-2",)
SOURCES = {
    "webrtc-rpc": "godot4-rpc", "webrtc-replication": "godot4-replication", "webrtc-mesh": "godot4-mesh",
    "webrtc-lossy": "godot4-rpc"}
CONTENT = ("kind", "node", "method", "args", "properties", "scene", "relayed", "bytes")


@functools.cache
def all_rows(name, *options):
    return [
        json.loads(line)
        for line in wireshark.tshark("-q", "-r", capture_of(name), *options, "-z", "godot,messages").splitlines()]


def rows(name, *options):
    """Returns the messages, each once."""
    return [row for row in all_rows(name, *options) if "godot" in row and "retransmission" not in row]


def content(row):
    return json.dumps([row.get(key) for key in CONTENT])


def rows_over_webrtc(name, *options):
    """Returns (link, end) -> rows."""
    ports, found = directions(Truth(name)), {}
    for row in rows(name, *options):
        way = int(row["src"].split(":")[1]), int(row["dst"].split(":")[1])
        found.setdefault(ports[way], []).append(row)
    return found


def rows_of_source(name):
    """Returns the same of the recording whose messages were sent again; its connections are in the order of their first
    messages."""
    asking = {row["stream"]: row["src"] for row in all_rows(SOURCES[name]) if row["kind"] == "connect"}
    order, found = {}, {}
    for row in rows(SOURCES[name]):
        link = order.setdefault(row["stream"], len(order))
        found.setdefault((link, int(row["src"] != asking[row["stream"]])), []).append(row)
    return found


def on(listed, channel, mode):
    """Messages of one channel keep their order, if it has one."""
    return [content(row) for row in listed if (row["channel"], row.get("mode")) == (channel, mode)]


@pytest.mark.parametrize("passes", [ONE_PASS, TWO_PASSES], ids=["one-pass", "two-passes"])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_messages_are_read_as_over_enet(name, passes):
    """Each message has the names of its own connection. (Tests of that capture compare their meaning with the engine's
    log.)"""
    ours, theirs = rows_over_webrtc(name, *passes), rows_of_source(name)
    assert ours.keys() == theirs.keys() and len(ours) >= 2
    for way, listed in theirs.items():
        assert sorted(map(content, ours[way])) == sorted(map(content, listed))
        for mode in ("reliable", "unreliable_ordered"):
            assert on(ours[way], 0, mode) == on(listed, 0, mode)


@pytest.mark.parametrize("name", MULTIPLAYER)
def test_one_pass_and_two_passes_agree(name):
    assert rows(name) == rows(name, "-2")


@pytest.mark.parametrize("name", SOURCES)
def test_stream_ids_are_mode_and_channel(name):
    """Mode and channel are those of the sender; for an ordered channel of the game's own, the mode is not on the
    wire."""
    numbers, ports = {"unreliable": "0", "unreliable_ordered": "1", "reliable": "2"}, directions(Truth(name))
    seen, expected = {}, {}
    for event in Truth(name).of("message_sent"):
        mode = event["mode"] if event["channel"] == 0 or event["mode"] == "unreliable" else None
        expected.setdefault((event["link"], event["end"]), []).append([[str(event["channel"])],
                                                                       [numbers[mode]] if mode else []])
    for source, target, *delivery in wireshark.fields(capture_of(name), "godot", "udp.srcport", "udp.dstport",
                                                      "godot.transfer_channel", "godot.transfer_mode"):
        seen.setdefault(ports[int(source[0]), int(target[0])], []).append(delivery)
    assert seen.keys() == expected.keys()
    for way, listed in expected.items():
        if name == "webrtc-lossy":
            assert all(delivery in listed for delivery in seen[way]) and len(listed) - 5 < len(seen[way]) <= len(listed)
        else:
            assert sorted(seen[way]) == sorted(listed)


@pytest.mark.parametrize("passes", [ONE_PASS, TWO_PASSES], ids=["one-pass", "two-passes"])
def test_loss_takes_names_away_and_gives_no_wrong_ones(passes):
    ours, theirs = rows_over_webrtc("webrtc-lossy", *passes), rows_of_source("webrtc-lossy")
    named = 0
    for way, listed in ours.items():
        known = {content(row) for row in theirs[way]}
        nameless = {content(row | {"node": None}) for row in theirs[way]}
        for row in listed:
            if isinstance(row.get("node"), int):
                assert content(row | {"node": None}) in nameless
            else:
                assert content(row) in known
                named += "node" in row
    assert named > 100


@pytest.mark.parametrize("name", SOURCES)
def test_peers_are_those_of_the_connection_or_unknown(name):
    """The ends agree on their ids outside the connection; only the server tells of other peers."""
    peers = {event["link"]: event["peer"] for event in Truth(name).of("link_opened")}
    known = 0
    for (link, end), listed in rows_over_webrtc(name).items():
        for row in listed:
            assert row.get("from") in ((None, 1, *peers.values()) if end else (None, peers[link]))
            assert row.get("to") in ((None, peers[link]) if end else (None, 1, *peers.values()))
            known += ("from" if end else "to") in row
    assert bool(known) == (name != "webrtc-mesh")


@pytest.mark.parametrize("options", [["-d", "sctp.ppi==53,godot"], ["-d", "dtls.port==1-65535,godot.channel"],
                                     ["-d", "dtls.port==1-65535,godot.channel", "-d", "sctp.ppi==53,godot"]], ids=str)
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_decode_as_reads_the_same(name, options):
    assert rows(name, *options) == rows(name)


def test_labels_are_those_with_which_channels_were_opened():
    truth = Truth("webrtc-plain")
    labels = {event["stream"]: event["label"] for event in truth.of("channel_opened")}
    listed = wireshark.fields(capture_of("webrtc-plain"), "godot.variant", "sctp.data_sid", "godot.channel.label")
    assert len(labels) == 2 and len(listed) > 40
    for stream, label in listed:
        assert label == [labels[int(stream[0], 0)]]


def test_variants_of_opened_channels_have_their_values():
    """Compares with a decoder that shares no code with the plugin. Values before the first certain one could be
    anything."""
    truth, ports = Truth("webrtc-plain"), directions(Truth("webrtc-plain"))
    expected, shown = {}, {}
    for event in truth.of("message_sent"):
        value = godot_variant.decode(bytes.fromhex(event["hex"]), "4.x").text if "hex" in event else "…"
        expected.setdefault((event["end"], event["stream"]), []).append(value)
    for source, target, stream, values in wireshark.fields(capture_of("webrtc-plain"), "godot.variant", "udp.srcport",
                                                           "udp.dstport", "sctp.data_sid", "godot.variant.value"):
        shown.setdefault((ports[int(source[0]), int(target[0])][1], int(stream[0], 0)), []).append(values[0])
    assert sum(map(len, shown.values())) > 80 and shown.keys() == expected.keys()
    for key, values in shown.items():
        for have, want in zip(reversed(values), reversed(expected[key])):
            assert have in (want, want.replace("\\", "\\\\")) or (have.endswith("…") and
                                                                  want.startswith(have[:-1])) or want == "…"


@pytest.mark.parametrize("name", MULTIPLAYER)
def test_each_byte_is_counted_in_its_layer(name):
    """A record of AES-GCM has 13 bytes of a header, 8 of a nonce and 16 of a tag (RFC 6347, 5288)."""
    truth, tree = Truth(name), counted.trees_of(capture_of(name), "godot_bytes")["Bytes of all frames"]
    below, messages = tree["Layers below"], tree["Messages"]
    lengths = [int(length) for (length,), in wireshark.fields(capture_of(name), None, "frame.len")]
    assert tree.number == sum(lengths) == sum(line.number for line in tree.lines)
    assert messages.number == messages.sum() == sum(event["size"] if "size" in event else len(event["hex"]) // 2
                                                    for event in truth.of("message_sent"))
    frames = below["UDP"].number // 8
    assert frames > len(
        truth.of("message_sent")) and below["IP"].number == 20 * frames and below["Link"].number == 14 * frames
    assert below["DTLS"].number == (13 + 8 +
                                    16) * frames and below["TCP, WebSocket, encryption, not told apart"].number == 0
    assert below["SCTP"].number == below.number - (8 + 20 + 14 + 13 + 8 + 16) * frames > 12 * frames


# --- packets exported above the transport -------------------------------------------------

DISSECTOR, HEURISTIC, SOURCE, TARGET, PORT_TYPE, SOURCE_PORT, TARGET_PORT = 12, 13, 20, 21, 24, 25, 26
SCTP, UDP, LINKTYPE_UPPER_PDU = 1, 3, 252


def tag(number, value):
    value = struct.pack(">I", value) if isinstance(value, int) else value + bytes(-len(value) % 4)
    return struct.pack(">HH", number, len(value)) + value


def ports_of(event):
    """Returns the verification tags of the sending and the receiving end."""
    ports = [100 + 2 * event["link"], 101 + 2 * event["link"]]
    return ports[event["end"]], ports[1 - event["end"]]


def ends_by_port(event):
    source, target = ports_of(event)
    return tag(SOURCE, 0x7F000001) + tag(TARGET, 0x7F000001) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, source) + tag(
        TARGET_PORT, target)


def ends_by_address(event):
    source, target = ports_of(event)
    return tag(SOURCE, source) + tag(TARGET, target) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, 5000) + tag(
        TARGET_PORT, 5000)


def same_ends(_):
    return tag(SOURCE, 0x7F000001) + tag(TARGET, 0x7F000001) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, 5000) + tag(
        TARGET_PORT, 5000)


def same_host(event):
    """Several ends may have one address."""
    return tag(SOURCE, 1 + event["end"]) + tag(TARGET, 2 - event["end"])


def ends_of_sctp(event):
    """Wireshark exports this above SCTP: all connections have the same ports."""
    return tag(SOURCE, 1 + event["end"]) + tag(TARGET, 2 - event["end"]) + tag(PORT_TYPE, SCTP) + tag(
        SOURCE_PORT, 5000) + tag(TARGET_PORT, 5000)


def no_ends(_):
    return b""


def exported(tmp_path, packets):
    """Writes a capture of (tags, bytes)."""
    records = [tags + tag(0, b"") + content for tags, content in packets]
    capture = tmp_path / "exported.pcap"
    capture.write_bytes(
        struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 0x40000, LINKTYPE_UPPER_PDU) + b"".join(
            struct.pack("<IIII", 1000, number, len(record), len(record)) + record
            for number, record in enumerate(records)))
    return capture


def rows_of_exported(tmp_path, name, ends):
    """Packets exported above SCTP, compared with the same messages in their connections."""
    sent_ones = [event for event in Truth(name).of("message_sent") if "hex" in event]
    capture = exported(tmp_path,
                       [(tag(DISSECTOR, b"godot4") + ends(event), bytes.fromhex(event["hex"])) for event in sent_ones])
    ours = [json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-z", "godot,messages").splitlines()]
    known = {}
    for way, listed in rows_of_source(name).items():
        for row in listed:
            known.setdefault((way, content(row | {"node": None, "relayed": None})), []).append(row.get("node"))
    ways = [(event["link"], event["end"]) for event in sent_ones]
    return [(row.get("node"), known[ways[row["frame"] - 1],
                                    content(row | {"node": None, "relayed": None})]) for row in ours]


@pytest.mark.parametrize("ends", [ends_by_port, ends_by_address])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_exported_packets_whose_ends_are_told_have_their_names(tmp_path, name, ends):
    found = rows_of_exported(tmp_path, name, ends)
    assert found and all(node in nodes for node, nodes in found)


@pytest.mark.parametrize("ends", [same_ends, same_host, ends_of_sctp, no_ends])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_exported_packets_whose_ends_are_not_told_have_no_names_but_their_own(tmp_path, name, ends):
    """Names that are in the message itself: a path, the name of a spawned node."""
    found = rows_of_exported(tmp_path, name, ends)
    nameless = [node for node, _ in found if isinstance(node, int)]
    for node, nodes in found:
        assert node is None or isinstance(node, int) or node in nodes
    assert len(nameless) > len(found) / 4


# --- SCTP put together by hand, as DTLS would hand it on ------------------------------------

DATA, INIT, I_DATA, DCEP, TEXT, BINARY = 0, 1, 64, 50, 51, 53
WHOLE, FIRST, LAST, UNORDERED = 3, 2, 1, 4
TAGS = (0xAAAA0001, 0xBBBB0002)     # of the receiving ends


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def chunk(content, tsn, stream=1, flags=WHOLE, protocol=BINARY, sequence=0, kind=DATA):
    head = struct.pack(">IHH", tsn, stream, sequence) if kind == DATA else struct.pack(
        ">IHHI", tsn, stream, 0, sequence)
    body = head + struct.pack(">I", protocol) + content
    return struct.pack(">BBH", kind, flags, 4 + len(body)) + body + bytes(-len(body) % 4)


def init(tag):
    return struct.pack(">BBHIIHHI", INIT, 0, 20, tag, 65536, 65535, 65535, 1)


def packet(*chunks, tag, checksum=None, ports=(5000, 5000)):
    head, rest = struct.pack(">HHI", *ports, tag), b"".join(chunks)
    proper = crc32c(head + bytes(4) + rest)
    return head + struct.pack("<I", proper if checksum is None else checksum) + rest


def path(number, name):
    return b"\x01" + b"a" * 32 + b"\0" + struct.pack("<I", number) + name.encode() + b"\0"


def confirm(number):
    return b"\x02\x01" + struct.pack("<I", number)


def in_dtls(tmp_path, packets, heuristic=b"godot_sctp_dtls"):
    """Writes a capture of (end that sends, packet)."""
    return exported(tmp_path, [
        (tag(HEURISTIC, heuristic) + ends_by_port({"link": 0, "end": end}), content) for end, content in packets])


def texts(capture, *options):
    return [
        row["text"]
        for row in map(json.loads,
                       wireshark.tshark("-q", "-r", capture, *options, "-z", "godot,messages").splitlines())
        if "text" in row]


@pytest.mark.parametrize("kind", [DATA, I_DATA], ids=["DATA", "I-DATA"])
def test_each_message_of_a_packet_has_its_stream(tmp_path, kind):
    chunks = [
        chunk(path(1, "Main/A"), 1, kind=kind),
        chunk(path(2, "Main/B"), 2, stream=2, kind=kind),
        chunk(path(3, "Main/C"), 3, stream=3, flags=WHOLE | UNORDERED, kind=kind),
        chunk(path(4, "Main/D"), 4, stream=7, kind=kind),
        chunk(path(5, "Main/E"), 5, stream=8, flags=WHOLE | UNORDERED, kind=kind)]
    capture = in_dtls(tmp_path, [(0, packet(*chunks, tag=TAGS[1]))])
    listed = [json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-z", "godot,messages").splitlines()]
    assert [(row["node"], row.get("mode"), row["channel"]) for row in listed] == [
        ("Main/A", "reliable", 0), ("Main/B", "unreliable_ordered", 0), ("Main/C", "unreliable", 0),
        ("Main/D", None, 4), ("Main/E", "unreliable", 5)]


@pytest.mark.parametrize("passes", [ONE_PASS, TWO_PASSES], ids=["one-pass", "two-passes"])
def test_what_follows_in_a_packet_knows_what_stands_before(tmp_path, passes):
    """It does not work the other way round: each message of a frame has a moment of its own."""
    chunks = [chunk(path(1, "Main/A"), 1), chunk(path(2, "Main/B"), 2)]
    capture = in_dtls(tmp_path, [(0, packet(*chunks, tag=TAGS[1])),
                                 (1, packet(chunk(confirm(2), 1), chunk(confirm(1), 2), tag=TAGS[0]))])
    assert texts(capture,
                 *passes) == ["Path 1 is Main/A", "Path 2 is Main/B", "Path Main/B confirmed", "Path Main/A confirmed"]


def path_of_3(number, name):
    return b"\x02" + struct.pack("<I", number) + name.encode() + b"\0"


@pytest.mark.parametrize("generation, announce, call", [
    (4, path, b"\0\x09\x03\0"), (3, path_of_3, b"\0\x09\0\0\0any\0\0")], ids=["Godot 4", "Godot 3"])
@pytest.mark.parametrize("numbers, overtakes", [
    ((1, 2, 3), True), ((1, 2, 4), True), ((2, 3, 4), False), ((1, 3, 4), False)])
def test_a_call_overtakes_what_it_needs_if_nothing_before_it_is_missing(tmp_path, numbers, overtakes, generation,
                                                                        announce, call):
    """Chunks are numbered from 1 on here. The announcement may have been among those that are not there."""
    chunks = [chunk(content, number) for content, number in zip((announce(1, "A"), call, announce(9, "B")), numbers)]
    capture = in_dtls(tmp_path, [(0, packet(init(5), tag=0)), *((0, packet(one, tag=5)) for one in chunks)])
    assert wireshark.fields(capture, "godot.rpc.node", "godot.rpc.node", "godot.version", options=(
        "-2", "-o", f"godot.version:{generation}")) == [[["B"], [str(generation)]]]
    assert wireshark.frames(capture, "godot.overtaken", "-2", "-o", f"godot.version:{generation}") == [3] * overtakes


@pytest.mark.parametrize("numbers, node", [((1, 2, 3), ""), ((2, 3, 4), "…/mob")])
def test_a_despawn_is_of_a_node_that_is_spawned_later_if_the_order_is_not_known(tmp_path, numbers, node):
    """A chunk that is missing may stand elsewhere in the capture, and so may these."""
    spawn = b"\4\0" + struct.pack("<IIII", 1, 7, 0, 4) + b"mob\0"
    messages = (path(1, "A"), b"\5" + struct.pack("<I", 7), spawn)
    chunks = [chunk(message, number) for message, number in zip(messages, numbers)]
    capture = in_dtls(tmp_path, [(0, packet(init(5), tag=0)), *((0, packet(one, tag=5)) for one in chunks)])
    [[rows]] = wireshark.fields(capture, "godot.despawn.net_id", "_ws.col.Info", options=TWO_PASSES)
    assert (f"Despawn {node}" if node else "Despawn node 7") in rows[0]


@pytest.mark.parametrize("content, stream, is_proof", [
    (add_peer(0x10000), 1, True), (add_peer(0xFFFF), 1, False), (add_peer(-1), 1, False),
    (add_peer(0x10000), 2, False), (add_peer(0x10000), 3, False), (add_peer(0x10000) + b"\0", 1, False),
    (relay(0x10000, b"\x03x"), 1, False), (b"\x03" + add_peer(0x10000)[1:], 1, False)])
def test_a_client_that_a_server_tells_of_is_proof_on_the_reliable_channel(tmp_path, content, stream, is_proof):
    """docs/wire/transports.md: the first three streams are those that Godot agrees on, the first is reliable."""
    capture = in_dtls(tmp_path, [(1, packet(chunk(content, 1, stream=stream), tag=TAGS[0]))])
    assert bool(texts(capture)) == is_proof


def test_both_directions_have_ids_of_their_own(tmp_path):
    capture = in_dtls(tmp_path, [(0, packet(chunk(path(1, "Main/A"), 1), tag=TAGS[1])),
                                 (1, packet(chunk(path(1, "Main/B"), 1), tag=TAGS[0])),
                                 (0, packet(chunk(confirm(1), 2), tag=TAGS[1])),
                                 (1, packet(chunk(confirm(1), 2), tag=TAGS[0]))])
    assert texts(capture)[2:] == ["Path Main/B confirmed", "Path Main/A confirmed"]


def test_a_new_association_of_the_same_ends_begins_anew(tmp_path):
    """It has other verification tags; what was said on the earlier association is not said on this one."""
    capture = in_dtls(tmp_path, [(0, packet(chunk(path(1, "Main/A"), 1), tag=TAGS[1])),
                                 (1, packet(chunk(path(1, "Main/B"), 1), tag=TAGS[0])),
                                 (0, packet(chunk(path(7, "Main/C"), 1), tag=0xDDDD)),
                                 (0, packet(chunk(confirm(1), 2), tag=0xDDDD)),
                                 (1, packet(chunk(confirm(7), 1), tag=0xCCCC)),
                                 (1, packet(chunk(confirm(1), 2), tag=TAGS[0]))])
    assert texts(capture)[3:] == ["Path 1 confirmed", "Path Main/C confirmed", "Path Main/A confirmed"]


@pytest.mark.parametrize("kind", [DATA, I_DATA], ids=["DATA", "I-DATA"])
def test_fragments_have_the_stream_of_their_packet(tmp_path, kind):
    whole = path(1, "Main/" + "long" * 400)
    places = [(whole[:1000], FIRST), (whole[1000:1500], 0), (whole[1500:], LAST)]
    pieces = [
        chunk(part, 1 + i, stream=5, flags=flags, kind=kind, protocol=BINARY if kind == DATA or i == 0 else i)
        for i, (part, flags) in enumerate(places)]
    for order in ([0, 1, 2], [0, 2, 1]):
        capture = in_dtls(tmp_path,
                          [(0, packet(init(5), tag=0)), *((0, packet(pieces[i], tag=TAGS[1])) for i in order)])
        rows_seen = [
            json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-z", "godot,messages").splitlines()]
        assert [(row["frame"], row["channel"], row["bytes"]) for row in rows_seen] == [(4, 2, len(whole))]


def test_last_fragments_of_two_streams_tell_no_stream(tmp_path):
    """The capture does not say which of them completed the message, and no answer is better than a wrong one."""
    whole = path(1, "Main/" + "long" * 400)
    ends_of = [chunk(whole[1000:], 2, stream=5, flags=LAST), chunk(b"rest", 9, stream=6, flags=LAST)]
    capture = in_dtls(tmp_path, [(0, packet(chunk(whole[:1000], 1, stream=5, flags=FIRST), tag=TAGS[1])),
                                 (0, packet(*ends_of, tag=TAGS[1]))])
    forced = [
        json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-d", "sctp.ppi==53,godot", "-z",
                                                      "godot,messages").splitlines()]
    assert [(row["bytes"], row.get("channel")) for row in forced] == [(len(whole), None)]


def opening(kind, label):
    return bytes([3, kind]) + struct.pack(">HIHH", 0, 0, len(label), 0) + label


def test_a_stream_that_was_opened_in_band_is_no_channel_of_the_multiplayer(tmp_path):
    """Its mode is that of its opening, and Godot's numbers mean nothing there; later it may be opened in another
    mode."""
    modes = {
        0x00: "reliable", 0x80: None, 0x01: "unreliable_ordered", 0x02: "unreliable_ordered", 0x81: "unreliable",
        0x82: "unreliable"}
    packets = [(0, packet(chunk(path(9, "Main/A"), 99), tag=TAGS[1]))]
    for number, kind in enumerate(modes):
        packets.append((0, packet(chunk(opening(kind, b"chat%d" % kind), 1 + 2 * number, protocol=DCEP), tag=TAGS[1])))
        packets.append((0, packet(chunk(path(1, "Main/A"), 2 + 2 * number), tag=TAGS[1])))
    capture = in_dtls(tmp_path, packets)
    assert len(texts(capture)) == 1
    told = [
        json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-d", "sctp.ppi==53,godot", "-z",
                                                      "godot,messages").splitlines()]
    assert [(row.get("mode"), row.get("channel")) for row in told[1:]] == [(mode, None) for mode in modes.values()]
    labels = wireshark.fields(capture, "godot", "godot.channel.label", options=["-d", "sctp.ppi==53,godot"])
    assert labels == [[[]], *([[f"chat{kind}"]] for kind in modes)]


@pytest.mark.parametrize("opened, stream, is_of_names", [(False, 1, True), (True, 1, False), (False, 2, False)])
def test_what_comes_on_another_channel_may_have_overtaken_a_name(tmp_path, opened, stream, is_of_names):
    """Names are told on the reliable channel that both ends agree on; one pass does not know what comes on it."""
    contents = [chunk(opening(0, b"chat"), 1, stream=stream, protocol=DCEP)] if opened else []
    contents.append(chunk(b"\0\x09\x03\0", 1 + opened, stream=stream))
    capture = in_dtls(tmp_path, [(0, packet(init(5), tag=0)), *((0, packet(one, tag=5)) for one in contents)])
    for name, is_said in (("godot.path.unknown", is_of_names), ("godot.path.not_captured", not is_of_names)):
        assert bool(wireshark.frames(capture, name, "-d", "sctp.ppi==53,godot", "-o", "godot.version:4")) == is_said


@pytest.mark.parametrize("flaw",
                         [{"checksum": 0}, {"checksum": 1}, {"ports": (0, 5000)}, {"ports": (5000, 0)}, {"tag": 0}],
                         ids=str)
def test_what_does_not_prove_itself_is_not_sctp(tmp_path, flaw):
    capture = in_dtls(tmp_path, [(0, packet(chunk(path(1, "Main/A"), 1), **({"tag": TAGS[1]} | flaw)))])
    assert wireshark.frames(capture, "sctp") == []


def test_chunks_end_with_the_record(tmp_path):
    whole = packet(chunk(path(1, "Main/A"), 1), tag=TAGS[1])
    bad = [whole[:-8], whole + b"more", whole[:14] + b"\0\3" + whole[16:], whole[:12]]
    bad = [
        content[:8] + struct.pack("<I", crc32c(content[:8] + bytes(4) + content[12:])) + content[12:] for content in bad
    ]
    assert wireshark.frames(in_dtls(tmp_path, [(0, content) for content in bad]), "sctp") == []


def test_a_packet_has_whole_chunks_at_least_one(tmp_path):
    """RFC 9260, 3.2: a length counts the chunk's header but not what fills the last four bytes."""
    bare = struct.pack(">BBH", 11, 0, 4)
    cases = [(b"", False), (bare[:3], False), (bare, True), (bare * 2, True), (bare + bare[:2], False),
             (struct.pack(">BBHB3x", 11, 0, 5, 0), True), (struct.pack(">BBHB3x", 11, 0, 8, 0), True),
             (struct.pack(">BBHB3x", 11, 0, 9, 0), False), (struct.pack(">BBHB3x", 11, 0, 12, 0), False),
             (struct.pack(">BBH", 11, 0, 3), False), (struct.pack(">BBH", 11, 0, 8), False)]
    packets = [(0, packet(chunks, tag=TAGS[1], ports=(5000 + at, 5000))) for at, (chunks, _) in enumerate(cases)]
    for at, (chunks, is_one) in enumerate(cases):
        capture = in_dtls(tmp_path, packets[at:at + 1])
        assert (wireshark.frames(capture, "sctp") == [1]) == is_one, chunks
        assert is_one or wireshark.frames(capture, "_ws.malformed") == [], chunks


@pytest.mark.parametrize("label, rest", [(b"", b""), (b"chat", b""), (b"chat", b"protocol")])
@pytest.mark.parametrize("cut", [0, 1])
def test_an_opening_may_have_no_label(tmp_path, label, rest, cut):
    """RFC 8832, 5.1: twelve bytes, the label, the protocol. What does not fit opens nothing."""
    content = opening(0x80, label) + rest
    content = content[:len(content) - cut] if not rest else content
    packets = [(0, packet(chunk(content, 1, protocol=DCEP), tag=TAGS[1])),
               (0, packet(chunk(path(1, "Main/A"), 2), tag=TAGS[1]))]
    row, = [json.loads(line) for line in wireshark.tshark(
        "-q", "-r", in_dtls(tmp_path, packets), "-d", "sctp.ppi==53,godot", "-z", "godot,messages").splitlines()]
    assert (row.get("mode"), row.get("channel")) == ((None, None) if rest or not cut else ("reliable", 0))


def test_what_was_proved_may_be_cut_anywhere(tmp_path):
    """Whatever Wireshark's dissector of SCTP thinks of it, what stands before the cut is read."""
    def whole(number):
        return packet(chunk(path(1, "Main/A"), number), chunk(path(2, "Main/B"), number + 1), tag=TAGS[1])

    first, length = 12 + 16 + len(path(1, "Main/A")), len(whole(1))
    packets = [(0, packet(init(5), tag=0)), *((0, whole(1 + 2 * size)[:size]) for size in range(length))]
    packets += [(1, packet(init(5), tag=0)[:size]) for size in range(32)]
    capture = in_dtls(tmp_path, packets)
    for passes in (ONE_PASS, TWO_PASSES):
        listed = [row["frame"] for row in map(json.loads, wireshark.tshark(
            "-q", "-r", capture, *passes, "-z", "godot,messages").splitlines()) if row.get("node") == "Main/A"]
        assert listed == [2 + size for size in range(first, length)]


def test_a_packet_has_a_header_and_a_chunk(tmp_path):
    """RFC 9260, 3: twelve bytes and at least four; what is shorter is nothing, also where packets were proved."""
    bare = packet(struct.pack(">BBH", 11, 0, 4), tag=TAGS[1])
    capture = in_dtls(tmp_path, [(0, packet(init(5), tag=0)), *((0, bare[:size]) for size in range(1, 17))])
    assert wireshark.frames(capture, "sctp") == [1, 17]


def test_a_chunk_that_is_cut_leaves_those_before_it(tmp_path):
    packets = [(0, packet(init(5), tag=0)), *((0, packet(
        chunk(path(1, "Main/A"), 1 + size), init(5)[:size], tag=TAGS[1], checksum=0)) for size in range(21))]
    assert texts(in_dtls(tmp_path, packets)) == ["Path 1 is Main/A"] * 21


@pytest.mark.parametrize("kind, head", [(DATA, 16), (I_DATA, 20)], ids=["DATA", "I-DATA"])
def test_a_chunk_that_is_shorter_than_its_head_leaves_those_before_it(tmp_path, kind, head):
    """RFC 9260, 3.3.1, and RFC 8260, 2.1."""
    packets = [(0, packet(init(5), tag=0)), *((0, packet(
        chunk(path(1, "Main/A"), 1 + size), struct.pack(">BBH", kind, WHOLE, size) + bytes(size - 4),
        tag=TAGS[1], checksum=0)) for size in range(4, head))]
    assert texts(in_dtls(tmp_path, packets)) == ["Path 1 is Main/A"] * (head - 4)


def with_layer(tmp_path, call):
    """Returns the options of a script that hands datagrams of UDP to a dissector."""
    script = tmp_path / "layer.lua"
    script.write_text(f"""local layer = Proto("layer", "Layer")
        function layer.dissector(tvb, pinfo, tree) {call} end
        DissectorTable.get("udp.port"):add({pcap.SERVER[1]}, layer)""")
    return wireshark.with_lua(script)


def from_lua(tmp_path, datagrams, call, options=()):
    """Writes a capture of datagrams of UDP, and returns what reads it with a script that hands each to a dissector."""
    return pcap.write(tmp_path / "layer.pcap", map(pcap.udp, datagrams)), [*with_layer(tmp_path, call), *options]


@pytest.mark.parametrize("kind", [DATA, I_DATA], ids=["DATA", "I-DATA"])
def test_only_the_chunk_of_a_message_tells_its_stream(tmp_path, kind):
    """Where SCTP itself hands on a message, bytes of something else may be before it."""
    content = path(1, "Main/A")
    right = chunk(content, 1, stream=5, kind=kind)[:20 if kind == I_DATA else 16]
    others = [right[:3] + bytes([right[3] + more]) + right[4:] for more in (-1, 1)]
    others += [right[:1] + bytes([FIRST]) + right[2:], b"\x01" + right[1:]]
    others += [right + bytes(4)] * (kind == DATA)       # as long as the other kind's
    for before in (right, *others):
        capture, options = from_lua(tmp_path, [before + content], "DissectorTable.get('sctp.ppi'):try("
                                    f"53, tvb({len(before)}):tvb(), pinfo, tree)", ["-d", "sctp.ppi==53,godot"])
        shown = wireshark.fields(capture, "godot", "godot.path.name", "godot.transfer_channel", options=options)
        assert shown == [[["Main/A"], ["2"] if before == right else []]]


def test_once_proved_no_checksum_is_needed(tmp_path):
    """RFC 9653: both ends may agree to leave it out."""
    capture = in_dtls(tmp_path, [(0, packet(init(5), tag=0)),
                                 (1, packet(chunk(path(1, "Main/A"), 1), tag=TAGS[0], checksum=0))])
    assert texts(capture) == ["Path 1 is Main/A"]


def test_random_records_are_survived(tmp_path):
    """After a record that proves the session, everything is read as SCTP."""
    chance = random.Random(26)
    packets = [(0, packet(init(5), tag=0))]
    for _ in range(300):
        chunks = [
            chunk(chance.randbytes(chance.randrange(40)), chance.randrange(9), chance.randrange(6), chance.randrange(8),
                  chance.choice([DCEP, TEXT, BINARY]), kind=chance.choice([DATA, I_DATA]))
            for _ in range(chance.randrange(1, 4))]
        content = bytearray(packet(*chunks, tag=chance.randrange(3), checksum=0))
        for _ in range(chance.randrange(4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        packets.append((chance.randrange(2), bytes(content[:chance.randrange(1, len(content) + 1)])))
    for options in ([], ["-2", "-d", "sctp.ppi==53,godot"]):
        shown = wireshark.tshark("-r", in_dtls(tmp_path, packets), "-V", *options)
        assert "Dissector bug" not in shown and shown.count("Frame ") >= 301


@pytest.mark.parametrize("protocol", [TEXT, BINARY])
def test_other_peoples_channels_are_left_alone(tmp_path, protocol):
    chance = random.Random(3)
    messages = [chance.randbytes(chance.choice([1, 2, 3, 6, 6, 6, 9, 30]))
                for _ in range(400)] + [b'{"a": 1}', b"\x07\x01\x01\0\0\0"]
    packets = [(0, packet(chunk(message, 1 + i, protocol=protocol), tag=TAGS[1])) for i, message in enumerate(messages)]
    assert wireshark.frames(in_dtls(tmp_path, packets), "godot") == []


# --- what the capture proves ----------------------------------------------------------------


def init_ack(tag):
    return b"\2" + init(tag)[1:]


HANDSHAKE = [(0, packet(init(TAGS[0]), tag=0)), (1, packet(init_ack(TAGS[1]), tag=TAGS[0]))]


def experts(tmp_path, messages, *options):
    """Returns frame -> filter names of the expert items; messages are (end, number, stream, bytes) after a
    handshake."""
    packets = [(end,
                packet(chunk(content, number, stream=stream, flags=WHOLE | (UNORDERED if stream == 3 else 0)),
                       tag=TAGS[1 - end])) for end, number, stream, content in messages]
    capture = in_dtls(tmp_path, HANDSHAKE + packets)
    listed = [
        json.loads(line)
        for line in wireshark.tshark("-q", "-r", capture, *options, "-z", "godot,messages").splitlines()]
    return [row.get("experts", []) for row in listed]


def call_of(number):
    return struct.pack("<BBBB", 0, number, 3, 0)


def test_an_id_that_was_never_announced_is_told_where_sctps_numbers_prove_it(tmp_path):
    whole = [(0, 1, 1, path(1, "Main/A")), (1, 1, 1, confirm(1)), (0, 2, 1, call_of(1)), (0, 3, 1, call_of(9))]
    assert experts(tmp_path, whole)[2:] == [[], ["godot.path.unknown"]]


@pytest.mark.parametrize("end", [0, 1])
def test_each_end_tells_in_the_handshake_where_its_numbers_begin(tmp_path, end):
    """One in INIT, the other in INIT ACK (RFC 9260, 3.3.2 and 3.3.3)."""
    assert experts(tmp_path, [(end, 1, 1, path(1, "Main/A")), (end, 2, 1, call_of(9))]) == [[], ["godot.path.unknown"]]
    assert experts(tmp_path, [(end, 2, 1, path(1, "Main/A")), (end, 3, 1, call_of(9))]) == [
        [], ["godot.path.not_captured"]]


@pytest.mark.parametrize("lacking", [[(0, 1, 1, path(1, "Main/A")),
                                      (0, 3, 1, call_of(9))], [(0, 2, 1, path(1, "Main/A")), (0, 3, 1, call_of(9))]],
                         ids=["one between", "the first"])
def test_behind_a_number_that_is_missing_nobody_is_blamed(tmp_path, lacking):
    assert experts(tmp_path, lacking)[-1] == ["godot.path.not_captured"]


def test_a_chunk_that_the_capture_cut_is_missing(tmp_path):
    """What it announced is not known; an empty one had nothing to say."""
    announced = chunk(path(9, "Main/A"), 2)
    for between, said in ((announced, None), (announced[:-4], "not_captured"), (chunk(b"", 2), "unknown")):
        packets = [chunk(path(1, "Main/B"), 1), between, chunk(call_of(9), 3)]
        capture = in_dtls(tmp_path, HANDSHAKE + [(0, packet(content, tag=TAGS[1])) for content in packets])
        for name in ("unknown", "not_captured"):
            assert wireshark.frames(capture, f"godot.path.{name}") == ([5] if name == said else []), (between, name)


def test_a_confirmation_may_stand_before_what_it_confirms(tmp_path):
    """SCTP's numbers tell the order of each direction, not that between the two."""
    messages = [(0, 1, 1, path_of_3(1, "A")), (1, 1, 1, b"\x03B\0"), (0, 2, 1, path_of_3(2, "B"))]
    assert experts(tmp_path, messages, "-2", "-o", "godot.version:3")[1] == ["godot.path.not_captured"]


def test_what_comes_behind_a_gap_of_its_stream_overtook_nothing(tmp_path):
    """The receiver's SCTP keeps it until the chunk before it has come again."""
    late = [(0, 1, 1, path(2, "Main/B")), (0, 3, 1, call_of(1)), (0, 2, 1, path(1, "Main/A"))]
    assert "godot.overtaken" not in sum(experts(tmp_path, late, "-2"), [])


def test_a_message_of_another_stream_may_overtake(tmp_path):
    """Its number is the smaller one: it was sent before the announcement."""
    late = [(0, 1, 1, path(2, "Main/B")), (0, 2, 3, call_of(1)), (0, 3, 1, path(1, "Main/A"))]
    assert experts(tmp_path, late, "-2")[1] == ["godot.overtaken"]
    assert experts(tmp_path, late)[1] == ["godot.path.not_captured"]    # in one pass the announcement may still come


def test_a_row_tells_the_channel_where_the_mode_is_not_on_the_wire(tmp_path):
    """docs/wire/transports.md: the game's own channels are in order or not, which is not the mode."""
    packets = [(0, packet(chunk(content, number, stream=stream), tag=TAGS[1])) for number, stream, content in
               [(1, 1, path(1, "Main/A")), (2, 1, call_of(1)), (3, 5, call_of(1))]]
    rows = wireshark.fields(in_dtls(tmp_path, HANDSHAKE + packets), "godot.rpc.node", "_ws.col.Info")
    assert [re.search(r"\)(.*)", text)[1] for [text], in rows] == ["  [reliable, ch 0]", "  [ch 2]"]


def test_a_peer_whose_id_is_not_known_is_not_called_by_one(tmp_path):
    twice = [(0, 1, 1, path(1, "Main/A")), (0, 2, 1, path(1, "Main/B")), (0, 3, 1, call_of(9))]
    packets = [(end, packet(chunk(content, number, stream=stream), tag=TAGS[1 - end]))
               for end, number, stream, content in twice]
    shown = wireshark.fields(in_dtls(tmp_path, HANDSHAKE + packets), "_ws.expert", "_ws.expert.message")
    assert [texts_of[0] for texts_of, in shown
            ] == ["Duplicate remote cache ID 1 for its sender", "ID 9 not found in cache of its sender."]
