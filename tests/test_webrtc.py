# SPDX-License-Identifier: GPL-2.0-or-later
"""WebRTC: data channels of several connections of one host, recorded with their keys (tests/transports/webrtc.py)."""

import functools
import hashlib
import json
import struct

import pytest

import wireshark
from truth import LONG_VALUE, Truth
from wireshark import CAPTURES

MULTIPLAYER = ["webrtc-rpc", "webrtc-replication", "webrtc-mesh"]
ALL = [*MULTIPLAYER, "webrtc-lossy", "webrtc-plain"]


def capture_of(name):
    return CAPTURES / f"{name}.pcapng"


def directions(truth):
    """(UDP source, UDP target) -> (link, end that sends)."""
    ports = {}
    for event in truth.of("link_opened"):
        asking, answering = event["ports"]
        ports[asking, answering], ports[answering, asking] = (event["link"], 0), (event["link"], 1)
    return ports


def logged(message):
    """Its bytes, or of a long one its size and MD5."""
    return message["hex"] if "hex" in message else (message["size"], message["md5"])


def as_logged(text):
    message = bytes.fromhex(text)
    return text if len(message) <= LONG_VALUE else (len(message), hashlib.md5(message).hexdigest())


def sent(truth):
    """(link, end, stream) -> messages."""
    streams = {}
    for event in truth.of("message_sent"):
        streams.setdefault((event["link"], event["end"], event["stream"]), []).append(logged(event))
    return streams


# --- what Wireshark alone reads, told what is inside ----------------------------------------


def read_by_wireshark(name):
    """The same from its own SCTP, whose messages nobody else takes: aiortc puts each into a packet of its own."""
    options = ["-d", "dtls.port==1-65535,sctp", "-o", "sctp.ulp_dissection:FALSE"]
    ports, streams = directions(Truth(name)), {}
    for source, target, stream, data in wireshark.fields(capture_of(name), "data && sctp.data_payload_proto_id == 53", "udp.srcport", "udp.dstport",
                                                         "sctp.data_sid", "data.data", options=options):
        streams.setdefault((*ports[int(source[0]), int(target[0])], int(stream[0], 0)), []).append(as_logged(data[0]))
    return streams


@pytest.mark.parametrize("name", [*MULTIPLAYER, "webrtc-plain"])
def test_the_captures_hold_what_was_sent(name):
    assert read_by_wireshark(name) == sent(Truth(name))


def test_the_lossy_capture_holds_the_reliable_messages():
    """In another order where one was lost. Of the others some are lost before the capture."""
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
SOURCES = {"webrtc-rpc": "godot4-rpc", "webrtc-replication": "godot4-replication", "webrtc-mesh": "godot4-mesh", "webrtc-lossy": "godot4-rpc"}
CONTENT = ("kind", "node", "method", "args", "properties", "scene", "relayed", "bytes")


@functools.cache
def all_rows(name, *options):
    return [json.loads(line) for line in wireshark.tshark("-q", "-r", capture_of(name), *options, "-z", "godot,messages").splitlines()]


def rows(name, *options):
    """Of messages, each once."""
    return [row for row in all_rows(name, *options) if "godot" in row and "retransmission" not in row]


def content(row):
    return json.dumps([row.get(key) for key in CONTENT])


def rows_over_webrtc(name, *options):
    """(link, end) -> rows."""
    ports, found = directions(Truth(name)), {}
    for row in rows(name, *options):
        way = int(row["src"].split(":")[1]), int(row["dst"].split(":")[1])
        found.setdefault(ports[way], []).append(row)
    return found


def rows_of_source(name):
    """The same of the recording whose messages were sent again; its connections in the order of their first messages."""
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
    """Each with the names that its own connection gave: what these mean was held against the engine's log there."""
    ours, theirs = rows_over_webrtc(name, *passes), rows_of_source(name)
    assert ours.keys() == theirs.keys() and len(ours) >= 2
    for way, listed in theirs.items():
        assert sorted(map(content, ours[way])) == sorted(map(content, listed))
        for mode in ("reliable", "unreliable_ordered"):
            assert on(ours[way], 0, mode) == on(listed, 0, mode)


@pytest.mark.parametrize("name", SOURCES)
def test_stream_ids_are_mode_and_channel(name):
    """As the sender chose them; of an ordered channel of the game's own, the mode is not on the wire."""
    numbers, ports = {"unreliable": "0", "unreliable_ordered": "1", "reliable": "2"}, directions(Truth(name))
    seen, expected = {}, {}
    for event in Truth(name).of("message_sent"):
        mode = event["mode"] if event["channel"] == 0 or event["mode"] == "unreliable" else None
        expected.setdefault((event["link"], event["end"]), []).append([[str(event["channel"])], [numbers[mode]] if mode else []])
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
    """The ends' ids are agreed upon outside; who tells of others is the server."""
    peers = {event["link"]: event["peer"] for event in Truth(name).of("link_opened")}
    known = 0
    for (link, end), listed in rows_over_webrtc(name).items():
        for row in listed:
            assert row.get("from") in ((None, 1, *peers.values()) if end else (None, peers[link]))
            assert row.get("to") in ((None, peers[link]) if end else (None, 1, *peers.values()))
            known += ("from" if end else "to") in row
    assert bool(known) == (name != "webrtc-mesh")


@pytest.mark.parametrize("options", [["-d", "sctp.ppi==53,godot"], ["-d", "dtls.port==1-65535,sctp"],
                                     ["-d", "dtls.port==1-65535,sctp", "-d", "sctp.ppi==53,godot"]], ids=str)
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


# --- packets exported above the transport -------------------------------------------------

DISSECTOR, HEURISTIC, SOURCE, TARGET, PORT_TYPE, SOURCE_PORT, TARGET_PORT = 12, 13, 20, 21, 24, 25, 26
UDP, LINKTYPE_UPPER_PDU = 3, 252


def tag(number, value):
    value = struct.pack(">I", value) if isinstance(value, int) else value + bytes(-len(value) % 4)
    return struct.pack(">HH", number, len(value)) + value


def ports_of(event):
    """Of the sending and the receiving end."""
    ports = [100 + 2 * event["link"], 101 + 2 * event["link"]]
    return ports[event["end"]], ports[1 - event["end"]]


def ends_by_port(event):
    source, target = ports_of(event)
    return tag(SOURCE, 0x7F000001) + tag(TARGET, 0x7F000001) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, source) + tag(TARGET_PORT, target)


def ends_by_address(event):
    source, target = ports_of(event)
    return tag(SOURCE, source) + tag(TARGET, target) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, 5000) + tag(TARGET_PORT, 5000)


def same_ends(_):
    return tag(SOURCE, 0x7F000001) + tag(TARGET, 0x7F000001) + tag(PORT_TYPE, UDP) + tag(SOURCE_PORT, 5000) + tag(TARGET_PORT, 5000)


def same_host(event):
    """Several ends may be behind an address."""
    return tag(SOURCE, 1 + event["end"]) + tag(TARGET, 2 - event["end"])


def no_ends(_):
    return b""


def exported(tmp_path, packets):
    """A capture of (tags, bytes)."""
    records = [tags + tag(0, b"") + content for tags, content in packets]
    capture = tmp_path / "exported.pcap"
    capture.write_bytes(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 0x40000, LINKTYPE_UPPER_PDU) +
                        b"".join(struct.pack("<IIII", 1000, number, len(record), len(record)) + record for number, record in enumerate(records)))
    return capture


def rows_of_exported(tmp_path, name, ends):
    """Those above godot4, and the same messages where their connections are known."""
    sent_ones = [event for event in Truth(name).of("message_sent") if "hex" in event]
    capture = exported(tmp_path, [(tag(DISSECTOR, b"godot4") + ends(event), bytes.fromhex(event["hex"])) for event in sent_ones])
    ours = [json.loads(line) for line in wireshark.tshark("-q", "-r", capture, "-z", "godot,messages").splitlines()]
    known = {}
    for way, listed in rows_of_source(name).items():
        for row in listed:
            known.setdefault((way, content(row | {"node": None, "relayed": None})), []).append(row.get("node"))
    ways = [(event["link"], event["end"]) for event in sent_ones]
    return [(row.get("node"), known[ways[row["frame"] - 1], content(row | {"node": None, "relayed": None})]) for row in ours]


@pytest.mark.parametrize("ends", [ends_by_port, ends_by_address])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_exported_packets_whose_ends_are_told_have_their_names(tmp_path, name, ends):
    found = rows_of_exported(tmp_path, name, ends)
    assert found and all(node in nodes for node, nodes in found)


@pytest.mark.parametrize("ends", [same_ends, same_host, no_ends])
@pytest.mark.parametrize("name", MULTIPLAYER)
def test_exported_packets_whose_ends_are_not_told_have_no_names_but_their_own(tmp_path, name, ends):
    """Those that are in the message itself: a path, the name of a spawned node."""
    found = rows_of_exported(tmp_path, name, ends)
    nameless = [node for node, _ in found if isinstance(node, int)]
    for node, nodes in found:
        assert node is None or isinstance(node, int) or node in nodes
    assert len(nameless) > len(found) / 4
