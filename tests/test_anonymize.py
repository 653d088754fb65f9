# SPDX-License-Identifier: GPL-2.0-or-later
"""godot-report --anonymize: nothing that was said is left, and the capture still reads the same."""

import hashlib
import json
import os
import random
import struct
import subprocess

import pytest

import captures
import enet
import pcap
import recorded
import test_recording
import test_websocket
import traffic
import wireshark
from reports import REPORT
from test_godot4 import simplify
from test_report import NOT_JUDGED, pytestmark, run     # pylint: disable=unused-import

DATAGRAMS = ("enet-", "godot3", "godot4-")      # captures of ENet over UDP begin with these
SAID = ("godot.variant.string", "godot.variant.node_path.name", "godot.variant.node_path.subname",
        "godot.variant.class", "godot.variant.property.name", "godot.variant.signal", "godot.variant.script",
        "godot.path.name", "godot.path.md5", "godot.rpc.method", "godot.rset.property", "godot.spawn.name",
        "godot.variant.bytes", "godot.raw", "godot.auth",
        *(f"godot.record.{name}" for name in (
            "game", "node", "script", "scene", "scene_file", "of_scene", "spawn_path", "sync_root", "property",
            "property.node", "method", "argument", "md5", "log.function", "log.file", "log.code", "log.rationale",
            "log.stack")))
# What means the same in each game (of texts, parts of paths; the MD5 of no methods), and tshark's word for no bytes.
COMMON = {"", "root", "script", "source", traffic.EMPTY_MD5.decode(), "<MISSING>"}
# What is lost (docs/report.md): no compression can differ any more, and a message that is not decoded has no bytes.
LOST = {"enet.analysis.compression_mismatch", "godot.version.other"}


def anonymize(capture, *options):
    """Returns the anonymized capture and what was printed."""
    folder = wireshark.writable_folder()
    done = run("--anonymize", *options, "-o", folder / "anonymous.pcap", capture)
    assert done.returncode == 0, done.stderr
    return folder / "anonymous.pcap", done.stdout


def rows(capture, *options):
    text = wireshark.tshark("-n", "-q", "-r", capture, *options, "-z", "godot,messages")
    return [json.loads(line) for line in text.splitlines() if line]


def shape(value):
    """What stays of a value: its type, and how its parts are nested."""
    if isinstance(value, dict):
        return [shape(part) for part in value.values()]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"         # rows write whole floats without a point
    return [shape(part) for part in value] if isinstance(value, list) else type(value).__name__


def kept(row):
    """What stays of a row."""
    replaced = {key: shape(row[key]) for key in ("args", "properties", "scene") if key in row}
    names = {key: "name" for key in ("node", "method", "spawner") if isinstance(row.get(key), str)}
    experts = [name for name in row.get("experts", []) if name not in LOST]
    others = {key: value for key, value in row.items()
              if key not in ("frame", "src", "dst", "text", "experts", "wire_bytes", "earlier_wire_bytes",
                             *replaced, *names)}
    return {**others, **replaced, **names, "experts": experts}


def said(capture, *options):
    """Returns, for each field, the texts and bytes of the capture that are longer than 3, without common ones."""
    found = {name: set() for name in SAID}
    for packet in wireshark.fields(capture, "", *SAID, options=options):
        for name, values in zip(SAID, packet):
            found[name] |= {value for value in values if len(value) > 3 and not COMMON.issuperset(value.split("/"))
                            and not value.isdigit()}
    return found


def assert_same_but_unsaid(capture, anonymous, *options):
    before, after = rows(capture, *options), rows(anonymous, *options)
    assert before
    assert list(map(kept, after)) == list(map(kept, before))
    old, new = said(capture, *options), said(anonymous, *options)
    data = anonymous.read_bytes()
    for name, values in old.items():
        assert not values & new[name]
        assert [value for value in values if len(value) > 7 and value.encode() in data] == []
    return before, after


@pytest.fixture(name="datagrams", scope="module")
def fixture_datagrams():
    """All captures of ENet over UDP in one file, that file anonymized, and what was printed."""
    chosen = [path for path in captures.ALL if path.stem.startswith(DATAGRAMS) and path.stem not in captures.DECODE_AS]
    whole = recorded.write(recorded.apart([recorded.read(path) for path in chosen]))
    return whole, *anonymize(whole)


def test_all_captures_of_datagrams_read_the_same(datagrams):
    whole, anonymous, printed = datagrams
    before, after = assert_same_but_unsaid(whole, anonymous)
    frames = len(wireshark.fields(whole, "", "frame.number"))
    written = len(wireshark.fields(anonymous, "", "frame.number"))
    assert printed.startswith(f"{written} of {frames} frames; {frames - written} are left out")
    assert written > 10000 and frames - written == 3        # of godot4-late, which begins amid compressed datagrams
    compressed = set(wireshark.frames(whole, "enet.flags.compressed == 1"))
    assert len(compressed) > 1000
    plain = [
        (old["wire_bytes"], new["wire_bytes"])
        for old, new in zip(before, after) if old["frame"] not in compressed]
    assert len(plain) > 5000 and all(old == new for old, new in plain)


def test_equal_names_stay_equal(datagrams):
    whole, anonymous, _ = datagrams
    names = {(old["node"], new["node"])
             for old, new in zip(rows(whole), rows(anonymous)) if isinstance(old.get("node"), str)}
    old, new = zip(*names)
    assert len(names) > 50
    assert len(set(old)) == len(set(new)) == len(names)


def test_checksums_and_lengths_are_right(datagrams):
    whole, anonymous, _ = datagrams
    checks = [word for name in ("ip", "udp") for word in ("-o", f"{name}.check_checksum:TRUE")]
    assert wireshark.frames(anonymous, "ip.checksum.status != 1 || udp.checksum.status != 1", *checks) == []
    lengths = wireshark.fields(anonymous, "", "ip.len", "udp.length")
    assert all(int(ip) == 20 + int(udp) for (ip,), (udp,) in lengths)
    right = "enet.checksum.status == 1"
    assert len(wireshark.frames(anonymous, right)) == len(wireshark.frames(whole, right)) > 500
    assert wireshark.frames(anonymous, "enet.checksum.status == 0 || enet.flags.compressed == 1") == []


def test_addresses_are_replaced(datagrams):
    _, anonymous, _ = datagrams
    addresses = {address for packet in wireshark.fields(anonymous, "", "ip.addr") for address in packet[0]}
    assert len(addresses) > 50
    assert addresses == {f"10.0.0.{number}" for number in range(1, len(addresses) + 1)}
    assert wireshark.frames(anonymous, "eth.addr != 00:00:00:00:00:00") == []


def test_what_nobody_reads_is_no_more(datagrams):
    """Bytes of a program that uses ENet without Godot."""
    whole, anonymous, printed = datagrams
    frames = sum(len(recorded.read(path)) for path in captures.ALL if path.stem.startswith("enet-"))    # the first ones
    old, new = ([value for packet in wireshark.fields(capture, f"frame.number <= {frames}", "enet.data")
                 for value in packet[0]] for capture in (whole, anonymous))
    assert len(old) > 1000
    assert [len(value) for value in old] == [len(value) for value in new]
    assert set("".join(new)) == {"f"}
    assert int(printed.splitlines()[1].split()[0]) > 100000


@pytest.mark.parametrize("name", captures.DECODE_AS)
def test_what_must_be_decoded_as(name):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    options = captures.options(capture)
    anonymous, printed = anonymize(capture, "--decode-as", options[1])
    assert_same_but_unsaid(capture, anonymous, *options)
    assert printed.endswith("\n0 bytes of messages are ff, as nothing is known of them\n")


def test_recordings_read_the_same():
    """All of them in one file; packets of both ends still match, and methods their MD5."""
    folder = wireshark.writable_folder()
    recordings = sorted((wireshark.CAPTURES / "recordings").glob("*.recording.pcapng"))
    wireshark.run("mergecap", "-a", "-F", "pcap", "-w", folder / "all.pcap", *recordings)
    anonymous, printed = anonymize(folder / "all.pcap")
    assert printed.endswith("\n0 bytes of messages are ff, as nothing is known of them\n")
    before, _ = assert_same_but_unsaid(folder / "all.pcap", anonymous, "-2")
    assert sum("latency" in row for row in before) > 500
    assert sum(isinstance(row.get("method"), str) for row in before) > 100


def test_methods_in_any_order_have_the_md5_of_their_names():
    """Those that are configured on the node come first in it (docs/wire/multiplayer-godot4.md, 6)."""
    md5 = hashlib.md5(b"configured" + b"annotated").hexdigest().encode()
    methods = test_recording.method(0, b"annotated") + test_recording.method(0x8000, b"configured")
    body = test_recording.attribute(40, b"A") + test_recording.attribute(43, md5) + methods
    capture = test_recording.recording(test_recording.begin(), test_recording.header(7, len(body), 2, body))
    anonymous, _ = anonymize(capture)
    [[annotated, configured], [after]], = wireshark.fields(anonymous, "godot.record.md5", "godot.record.method",
                                                           "godot.record.md5")
    assert "annotated" != annotated and after == hashlib.md5((configured + annotated).encode()).hexdigest()


def test_what_begins_like_a_common_name_is_disguised():
    names = [b"script", b"scri", b"scripts"]
    bodies = [test_recording.attribute(40, name) for name in names]
    capture = test_recording.recording(test_recording.begin(), *(
        test_recording.header(7, len(body), number, body) for number, body in enumerate(bodies, 2)))
    anonymous, _ = anonymize(capture)
    shown = [node.encode() for [[node]] in wireshark.fields(anonymous, "godot.record.node", "godot.record.node")]
    assert [name == before for name, before in zip(shown, names)] == [True, False, False]


def test_divided_bodies_of_a_recording():
    body = b"\x03" + b"the secret of a player " * 20000      # raw data
    parts = test_recording.divided(body, 2)
    capture = test_recording.recording(test_recording.begin(), *parts)
    anonymous, printed = anonymize(capture)
    before, _ = assert_same_but_unsaid(capture, anonymous)
    assert [row["kind"] for row in before] == ["run_begin", "part", "part", "raw"]
    assert printed.endswith("\n0 bytes of messages are ff, as nothing is known of them\n")
    assert b"secret" not in anonymous.read_bytes()


def chat(text="the secret of a player"):
    """A call with numbers that show how they are replaced."""
    line = traffic.Line()
    numbers = traffic.integer(76561197), traffic.integer(-5), traffic.real(-1.75), traffic.real(0.5)
    return line, traffic.call4(1, 0, traffic.string(text), *numbers)


def values_after(packets, **how):
    folder = wireshark.writable_folder()
    anonymous, _ = anonymize(pcap.write(folder / "chat.pcap", packets, **how))
    return [row["args"] for row in rows(anonymous) if row["kind"] == "rpc"], anonymous.read_bytes()


def test_values_keep_their_size():
    line, call = chat()
    packets = [*line.opened(), line.reliable(True, call), line.reliable(True, call)]
    (first, second), data = values_after(packets, ethernet=True)
    text, large, small, real, half = first
    assert second == first
    assert text.isascii() and text.isalpha() and len(text) == len("the secret of a player")
    assert large != 76561197 and large.bit_length() == (76561197).bit_length()
    assert -8 <= small <= -5
    assert -2 < real < -1 and real != -1.75 and half == 0.5
    assert b"secret" not in data


def test_long_texts_have_no_period():
    """Nothing that repeats would tell how a text was replaced."""
    line, call = chat(96 * "a")
    ((text, *_),), _ = values_after([*line.opened(), line.reliable(True, call)])
    assert len({text[at:at + 8] for at in range(88)}) > 80


@pytest.mark.parametrize("link, head", [
    (0, "02000000"), (101, ""), (1, "021122334455 021122334456 8100 0005 0800"),
    (113, "0000 0001 0006 021122334455 0000 0800"), (276, "0800 0000 00000003 0001 00 06 021122334455 0000")],
    ids=["loopback", "none", "VLAN", "any", "any, version 2"])
def test_link_layers(link, head):
    """They keep the kind of what they carry, and no address."""
    line, call = chat()
    path = wireshark.writable_folder() / "link.pcap"
    pcap.write(path, [bytes.fromhex(head) + packet for packet in [*line.opened(), line.reliable(True, call)]])
    data = bytearray(path.read_bytes())
    data[20:24] = struct.pack("<I", link)
    path.write_bytes(data)
    anonymous, _ = anonymize(path)
    assert_same_but_unsaid(path, anonymous)
    assert b"\x11\x22\x33\x44" not in anonymous.read_bytes()


def test_text_that_is_not_utf_8_stays_so():
    line, call = chat("broken \x80\x81 text")
    broken = call.replace("\x80\x81".encode(), b"\xe2\x28\xa1\x80")
    folder = wireshark.writable_folder()
    packets = [*line.opened(), *(line.reliable(True, message) for message in (call, broken))]
    capture = pcap.write(folder / "broken.pcap", packets)
    anonymous, _ = anonymize(capture)
    bad = "godot.variant.bad_utf8"
    assert wireshark.frames(anonymous, bad) == wireshark.frames(capture, bad) != []
    assert b"broken" not in anonymous.read_bytes()


def test_other_frames_are_left_out():
    """Other protocols, fragments of IP, and what stands behind a datagram."""
    line, call = chat()
    other = pcap.udp(b"GET /private HTTP/1.0", source=("10.0.0.1", 5000), target=("10.0.0.2", 5001))
    split = bytearray(line.reliable(True, call))
    split[6:8] = 0x20, 0
    folder = wireshark.writable_folder()
    packets = [other, *line.opened(), line.reliable(True, call), bytes(split)]
    anonymous, printed = anonymize(pcap.write(folder / "mixed.pcap", packets))
    assert printed.startswith(f"{len(packets) - 2} of {len(packets)} frames; 2 are left out")
    data = anonymous.read_bytes()
    assert b"private" not in data and b"secret" not in data


def test_commands_that_no_enet_sends_are_left_out():
    """Damaged, a datagram may have text where numbers of commands belong."""
    line, call = chat()
    damaged = line.packet(False, enet.command(0x33, 0x62, 1, b"the secret of a player who wrote a lot of it"[:40]))
    packets = [*line.opened(), damaged, line.reliable(True, call)]
    anonymous, printed = anonymize(pcap.write(wireshark.writable_folder() / "damaged.pcap", packets))
    assert printed.startswith(f"{len(packets) - 1} of {len(packets)} frames; 1 are left out")
    assert b"secret" not in anonymous.read_bytes()


def test_a_text_in_the_place_of_a_class_is_replaced():
    """As when a recording is damaged. Two attributes are several numbers, which stay."""
    tags = set(range(1, 100)) - {44, 90}
    body = b"".join(test_recording.attribute(tag, b"the secret of a player") for tag in tags)
    capture = test_recording.recording(test_recording.header(2, len(body), 1, body, peer=0))
    anonymous, _ = anonymize(capture)
    assert b"secret" not in anonymous.read_bytes()


@pytest.mark.parametrize("word, stays", [
    ("4.6.3-stable_x" + 26 * "a", True), (41 * "a", False), (8 * "a" + " b", False)])
def test_words_of_the_engine_stay(word, stays):
    """Names of releases, systems and classes have at most 40 letters, digits, dots, hyphens and underscores."""
    tags = set(range(1, 100)) - {44, 90}
    body = b"".join(test_recording.attribute(tag, word.encode()) for tag in tags)
    anonymous, _ = anonymize(test_recording.recording(test_recording.header(2, len(body), 1, body, peer=0)))
    assert (word.encode() in anonymous.read_bytes()) == stays


def test_ids_in_paths_stay():
    """They have at most ten digits. More digits may be what a player wrote."""
    line, _ = chat()
    names = ("Main/1234567890", "Main/12345678901", "Main/123456789x")
    packets = [*line.opened(), *(line.reliable(True, simplify(number, name)) for number, name in enumerate(names, 1))]
    anonymous, _ = anonymize(pcap.write(wireshark.writable_folder() / "paths.pcap", packets))
    last = [name[0].rpartition("/")[2] for [name] in wireshark.fields(anonymous, "godot.path.name", "godot.path.name")]
    assert last[0] == "1234567890" and [len(name) for name in last] == [10, 11, 10]
    assert not set(last[1:]) & {"12345678901", "123456789x"}


def test_the_md5_of_no_methods_stays():
    """It tells nothing but that there are none."""
    line, _ = chat()
    packets = [*line.opened(), line.reliable(True, traffic.simplify4(1, "Main/A"))]
    anonymous, _ = anonymize(pcap.write(wireshark.writable_folder() / "md5.pcap", packets))
    assert wireshark.fields(anonymous, "godot.path.md5", "godot.path.md5") == [[[traffic.EMPTY_MD5.decode()]]]


def test_ip_version_6():
    line, call = chat()
    packets = []
    for packet in [*line.opened(), line.reliable(True, call)]:
        source, target = (b"\x20\x01" + bytes(10) + packet[at:at + 4] for at in (12, 16))
        udp = packet[20:26] + b"\x12\x34" + packet[28:]       # any checksum but zero, which means none
        packets.append(b"\x60\0\0\0" + struct.pack(">HBB", len(udp), 17, 64) + source + target + udp)
    folder = wireshark.writable_folder()
    path = pcap.write(folder / "six.pcap", packets)
    data = bytearray(path.read_bytes())
    data[20:24] = struct.pack("<I", 229)        # LINKTYPE_IPV6
    path.write_bytes(data)
    anonymous, _ = anonymize(path)
    assert wireshark.fields(anonymous, "godot.rpc.args", "ipv6.src", "ipv6.dst") in (
        [[["fd00::1"], ["fd00::2"]]], [[["fd00::2"], ["fd00::1"]]])
    assert wireshark.frames(anonymous, "udp.checksum.status != 1", "-o", "udp.check_checksum:TRUE") == []


def test_a_wrong_checksum_stays_wrong():
    connect = enet.checksummed(enet.connect(), peer=0xFFF)
    wrong = connect[:4] + bytes([connect[4] ^ 1]) + connect[5:]
    folder = wireshark.writable_folder()
    capture = pcap.write(folder / "wrong.pcap", [pcap.udp(connect), pcap.udp(wrong)])
    options = "-o", "enet.checksum:on"
    before = wireshark.frames(capture, "enet.checksum.bad", *options)
    anonymous, _ = anonymize(capture, "--preference", "enet.checksum:on")
    assert wireshark.frames(anonymous, "enet.checksum.bad", *options) == before != []


# --- WebSockets -------------------------------------------------------------------------


def assert_checksums_are_right(capture):
    checks = [word for name in ("ip", "tcp") for word in ("-o", f"{name}.check_checksum:TRUE")]
    assert wireshark.frames(capture, "ip.checksum.status != 1 || tcp.checksum.status != 1", *checks) == []


STRUCTURE = ("tcp.len", "tcp.seq_raw", "tcp.ack_raw", "tcp.flags", "tcp.segment", "websocket.fin", "websocket.opcode",
             "websocket.mask", "websocket.masking_key", "websocket.payload_length",
             "websocket.payload.close.status_code", "http.request.method", "http.response.code")
SOCKETS = [
    *(path for path in captures.ALL if path.stem.startswith("websocket-")),
    *sorted((wireshark.CAPTURES / "recordings").glob("websocket-*-multiplayer.pcapng"))]


@pytest.mark.parametrize("capture", SOCKETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_websockets_read_the_same(capture):
    anonymous, printed = anonymize(capture)
    before, after = assert_same_but_unsaid(capture, anonymous)
    assert_same_but_unsaid(capture, anonymous, "-2")
    assert [row["wire_bytes"] for row in before] == [row["wire_bytes"] for row in after]
    frames = len(wireshark.fields(capture, "", "frame.number"))
    assert printed.startswith(f"{frames} of {frames} frames; 0 are left out")
    assert wireshark.fields(anonymous, "", *STRUCTURE) == wireshark.fields(capture, "", *STRUCTURE)
    assert_checksums_are_right(anonymous)
    assert wireshark.frames(anonymous, "tcp.options.timestamp") == []
    hosts = [wireshark.fields(path, "http.host", "http.host") for path in (capture, anonymous)]
    assert hosts[0] and all(old != new for old, new in zip(*hosts, strict=True))


TOLD = b"the secret of a player" * 20     # so that the length of its frame takes two bytes
SECRETS = [
    b"GET /private/room?token=42 HTTP/1.1\r\nHost: home.example.org:9000\r\nOrigin: http://home.example.org\r\n"
    b"Cookie: session=abcdef\r\nX-Company: Acme\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: binary, acme-chat\r\n\r\n",
    b"HTTP/1.1 101 Come in, Alice\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nServer: acmed\r\n"
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: acme-chat\r\n\r\n"]
SECRET_WORDS = (b"private", b"token", b"example", b"session", b"abcdef", b"Acme", b"X-Company", b"acme", b"Alice",
                b"secret", b"Kitchen")


def socket_messages():
    """The messages of a session: (from client, payload)."""
    path = test_websocket.simplify_path(1, b"Kitchen")
    call = traffic.call4(1, 0, traffic.string(TOLD.decode()), traffic.integer(76561197))
    return [(False, test_websocket.identity(test_websocket.CLIENT_ID)), (True, path), (False, path), (True, call),
            (False, call), (True, call)]


def framed(from_client, payload, first=0x82):
    mask = bytes([0x12, 0x34 ^ len(payload) & 0xFF, 0x56, first]) if from_client else None     # each has its own
    data = test_websocket.message(payload, mask)
    return bytes([first]) + data[1:]


def in_whole_segments():
    return [(client, framed(client, payload)) for client, payload in socket_messages()]


def in_one_segment():
    """Frames of one direction follow each other in one segment."""
    (_, identity), *others = socket_messages()
    return [(False, framed(False, identity)),
            *((side, b"".join(framed(side, payload) for client, payload in others if client == side) * 2)
              for side in (True, False))]


def in_small_segments(size=7):
    return [(client, data[at:at + size]) for client, data in in_one_segment() for at in range(0, len(data), size)]


def in_fragments():
    """Each message in three frames of the WebSocket, with a ping between them."""
    segments = []
    for number, (client, payload) in enumerate(socket_messages()):
        if number < 2:
            segments.append((client, framed(client, payload)))
            continue
        segments += [(client, framed(client, payload[:5], 0x02)), (client, framed(client, b"secret", 0x89)),
                     (client, framed(client, payload[5:11], 0x00)), (client, framed(client, payload[11:], 0x80))]
    return segments


def closed():
    return [*in_whole_segments(), (True, framed(True, struct.pack(">H", 1001) + b"Kitchen closed", 0x88))]


SEGMENTS = in_whole_segments, in_one_segment, in_small_segments, in_fragments, closed


def socket_packets(segments):
    return pcap.tcp_stream([(True, SECRETS[0]), (False, SECRETS[1]), *segments])


def assert_socket_is_anonymous(name, packets, *options):
    capture = pcap.write(wireshark.writable_folder() / f"{name}.pcap", packets, ethernet=True)
    anonymous, printed = anonymize(capture)
    before, _ = assert_same_but_unsaid(capture, anonymous, *options)
    assert_same_but_unsaid(capture, anonymous, "-2", *options)
    structure = [wireshark.fields(path, "", *STRUCTURE, options=options) for path in (capture, anonymous)]
    assert structure[0] == structure[1]
    assert_checksums_are_right(anonymous)
    data = anonymous.read_bytes()
    stream = b"".join(bytes.fromhex(payload.replace(":", ""))
                      for (payload,), in wireshark.fields(anonymous, "tcp.payload", "tcp.payload"))
    for word in SECRET_WORDS:
        assert word not in data and word not in stream
    return before, anonymous, printed


@pytest.mark.parametrize("segments", SEGMENTS, ids=lambda segments: segments.__name__)
def test_a_websocket_says_nothing(segments):
    before, anonymous, _ = assert_socket_is_anonymous(segments.__name__, socket_packets(segments()))
    assert [row["kind"] for row in before].count("rpc") == 3 * (segments in (in_one_segment, in_small_segments)) + 3
    kept = ("http.upgrade", "http.connection", "http.sec_websocket_key", "http.sec_websocket_version")
    assert wireshark.fields(anonymous, "http.request", *kept) == [
        [["websocket"], ["Upgrade"], ["dGhlIHNhbXBsZSBub25jZQ=="], ["13"]]]
    assert b"binary, " in anonymous.read_bytes()


def test_a_websocket_over_ipv6_says_nothing():
    packets = map(pcap.over_ipv6, socket_packets(in_whole_segments()))
    before, anonymous, _ = assert_socket_is_anonymous("six", packets)
    right = wireshark.frames(anonymous, "ipv6 && tcp.checksum.status == 1", "-o", "tcp.check_checksum:TRUE")
    assert len(before) > 3 and len(right) == len(wireshark.frames(anonymous, "")) > 6


@pytest.mark.parametrize("seed", range(6))
def test_segments_come_again_and_late(seed):
    """In another order, up to three places later, and some of them twice: what Wireshark reads of them in their order
    is the same. Otherwise it takes any bytes for the beginning of a frame."""
    chance = random.Random(seed)
    packets = socket_packets(chance.choice((in_one_segment, in_whole_segments, in_small_segments))())
    order = sorted(range(6, len(packets) - 2), key=lambda place: place + chance.choice((0, 0, 0, 3.5)))
    twice = [packets[place] for place in order for _ in range(chance.choice((1, 1, 1, 2)))]
    _, anonymous, _ = assert_socket_is_anonymous("again", [*packets[:6], *twice, *packets[-2:]],
                                                 "-o", "tcp.reassemble_out_of_order:TRUE")
    payloads = {}
    for source, number, payload in wireshark.fields(anonymous, "tcp.payload", "ip.src", "tcp.seq_raw", "tcp.payload"):
        assert payloads.setdefault((*source, *number), payload) == payload
    assert len(payloads) == len(packets) - 5


def test_a_lost_segment_says_nothing():
    packets = socket_packets(in_small_segments(30))
    for lost in range(6, 12):
        capture = pcap.write(wireshark.writable_folder() / "lost.pcap", packets[:lost] + packets[lost + 1:])
        anonymous, _ = anonymize(capture, "--preference", "godot.websocket.tcp.port:7777")
        data = anonymous.read_bytes()
        assert not [word for word in SECRET_WORDS if word in data]
        assert_checksums_are_right(anonymous)


def test_a_port_without_a_handshake():
    packets = socket_packets(in_whole_segments())[5:]
    capture = pcap.write(wireshark.writable_folder() / "port.pcap", packets)
    options = "-o", "godot.websocket.tcp.port:7777"
    anonymous, _ = anonymize(capture, "--preference", options[1])
    before, _ = assert_same_but_unsaid(capture, anonymous, *options)
    assert "rpc" in [row["kind"] for row in before]


def test_other_websockets_are_left_out():
    """Of programs that speak something else, also between two of Godot's frames."""
    other = pcap.tcp_stream([(True, SECRETS[0]), (False, SECRETS[1]), (True, framed(True, b'{"secret": 1}', 0x81))],
                            client=("10.0.0.3", 50001))
    ours = socket_packets(in_whole_segments())
    packets = [packet for pair in zip(ours, other) for packet in pair] + ours[len(other):]
    anonymous, printed = anonymize(pcap.write(wireshark.writable_folder() / "both.pcap", packets))
    assert printed.startswith(f"{len(ours)} of {len(packets)} frames; {len(other)} are left out")
    assert b"secret" not in anonymous.read_bytes()


def test_a_debugger_over_a_websocket_cannot_be_done():
    done = run("--anonymize", "-o", "/tmp/c", wireshark.CAPTURES / "debugger-4.6-websocket.pcapng")
    assert done.returncode == NOT_JUDGED and "no frame can be taken over" in done.stderr


def test_what_stands_behind_a_segment_is_no_more():
    packets = [packet + b"secret of Ethernet" for packet in socket_packets(in_whole_segments())]
    anonymous, printed = anonymize(pcap.write(wireshark.writable_folder() / "behind.pcap", packets))
    data, at = anonymous.read_bytes(), 24
    for packet in packets:
        at += 16 + len(packet)
        assert data[at - 18:at] == bytes(18)
    assert at == len(data) and printed.endswith("\n0 bytes of messages are ff, as nothing is known of them\n")


# --- a tshark that errs -----------------------------------------------------------------


# Prints a dissection, or the frames; the first byte alone.
ERRING = """#!/usr/bin/env python3
import pathlib, sys, time
data = pathlib.Path(__file__).with_name("pdml" if "pdml" in sys.argv else "frames").read_bytes()
sys.stdout.buffer.write(data[:1])
sys.stdout.flush()
time.sleep(0.1)
sys.stdout.buffer.write(data[1:])
"""
FAR, MANY = 0xFFFFFFF0, bytes(1 << 19)
UNWRITTEN = 0x5A5A5A5A      # a number in memory that was not written, as wireshark.UNCLEAN makes it


def pdml(*items):
    """Returns the dissection of a frame. items: name, position, size, bytes, and text of fields; of protocols, whose
    names have a colon at the end, the first three."""
    text = "<packet>"
    for name, at, size, *more in items:
        if name.endswith(":"):
            text += f'</proto><proto name="{name[:-1]}" pos="{at}" size="{size}">'
        else:
            value, shown = *more, *[""][:2 - len(more)]
            text += f'<field name="{name}" pos="{at}" size="{size}" value="{value.hex()}" show="{shown}"/>'
    return text.replace("</proto>", "", 1) + "</proto></packet>"


DATAGRAM, STREAM = pcap.udp(bytes(range(20))), pcap.tcp(bytes(range(20)))
UDP = ("ip:", 0, 20), ("udp:", 20, 8)
ENET = *UDP, ("enet:", 28, 20)
MESSAGE = *ENET, ("enet.data", 28, 20, DATAGRAM[28:])
TCP = ("ip:", 0, 20), ("tcp:", 20, 20), ("tcp.stream", 0, 0, b"", 0), ("tcp.seq_raw", 24, 4, b"", 0)
PAYLOAD = *TCP, ("tcp.payload", 40, 20, STREAM[40:])
WRONG = {
    DATAGRAM: [
        [*MESSAGE, ("godot:", 28, 20), ("godot.header", UNWRITTEN, 1, b"a")],
        [("ip:", FAR, 20)], [("ip:", 40, 20)], [*UDP[:1], ("udp:", FAR, 8)],
        *([*ENET, ("enet.channel", at, len(data), data)]
          for at, data in ((FAR, b"\1"), (47, b"\1\2"), (48, b"\1"), (30, b""), (40, MANY))),
        [*ENET, ("enet.channel", 30, 4, b"")], [*ENET, ("enet.channel", 30, 4, b"\1")],
        *([*ENET, ("enet.data", at, 4, b"abcd")] for at in (FAR, 46, 48)), [*ENET, ("enet.data", 40, len(MANY), MANY)],
        *([*ENET, ("enet.fragment", at, size, bytes(size)), ("enet.reassembled.data", 0, 4, b"abcd"), ("godot:", 0, 4),
           ("godot.header", 0, 1, b"a")] for at, size in ((FAR, 9), (2, 3), (4, 1), (2, len(MANY)))),
        *([*MESSAGE, ("godot:", 28, 20), ("godot.header", at, size, bytes(size))]
          for at, size in ((FAR, 1), (47, 2), (48, 1), (27, 1), (40, len(MANY)))),
        *([*UDP, ("godot.variant:", at, size)] for at, size in ((FAR, 4), (28, 21), (48, 1), (48, 0), (28, 1 << 24)))],
    STREAM: [
        [("ip:", 0, 20), ("tcp:", FAR, 20)],
        *([*TCP, ("tcp.payload", at, len(data), data), ("http:", 0, 0)]
          for at, data in ((FAR, b"abcd"), (58, b"abcd"), (60, b"abcd"), (40, MANY))),
        *([*PAYLOAD, ("http:", at, size), ("http.host", 40, 1, b"\0"), ("http.host", FAR, 1, b"\0"),
           ("http.host", 41, 1, b"x")] for at, size in ((FAR, 4), (40, 21), (60, 1), (40, 0), (40, 1 << 24))),
        [*PAYLOAD, ("http:", 40, 20), ("http.host", 40, len(MANY), MANY)],
        *([*PAYLOAD, ("websocket:", 40, 20), ("websocket.fin", at, 1, b"\x13"), ("websocket.mask", at + 1, 1, b"\x14")]
          for at in (FAR, 59, 60)),
        *([*PAYLOAD, ("websocket:", 40, 20), (f"websocket.{name}", 41, 1, b"")] for name in ("fin", "mask")),
        [*PAYLOAD, ("fake-field-wrapper:", 0, 0), *(("tcp.segment", 0, 21, bytes(21), frame) for frame in range(99))]]}


def test_a_tshark_that_errs_does_no_harm(tmp_path):
    """What it says is at places that are not there, or without its bytes. The last frame has nothing wrong."""
    wireshark.skip_on_windows("another tshark in the PATH")
    frames = [frame for frame, wrong in WRONG.items() for _ in wrong]
    captured = pcap.write(tmp_path / "frames", [*frames, DATAGRAM])
    captured.write_bytes(struct.pack("<I", 0xA1B23C4D) + captured.read_bytes()[4:])     # as with nanoseconds
    dissections = [pdml(*items) for wrong in WRONG.values() for items in wrong]
    (tmp_path / "pdml").write_text(f"<pdml>{''.join(dissections)}{pdml(*ENET)}</pdml>")
    (tmp_path / "tshark").write_text(ERRING)
    (tmp_path / "tshark").chmod(0o755)
    done = subprocess.run([REPORT, "--anonymize", "-o", tmp_path / "after.pcap", "/nowhere"], capture_output=True,
                          env={**os.environ, **wireshark.UNCLEAN, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
                          text=True, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert len((tmp_path / "after.pcap").read_bytes()) > 24 + 16 + len(DATAGRAM)


# --- captures of any size ---------------------------------------------------------------


# Prints frames of a recording, or its dissection: frames of which nothing is taken over, but which are written.
ENDLESS = """#!/usr/bin/env python3
import struct, sys
frames, size = {frames}, {size}
write = sys.stdout.buffer.write
if "pdml" in sys.argv:
    write(b"<pdml>")
    for number in range(frames):
        write(b'<packet><proto name="godot.record" size="0" pos="0"/></packet>')
    write(b"</pdml>")
elif "-w" in sys.argv:
    write(struct.pack("=IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 262144, 1))
    frame = struct.pack("=IIII", 1, 0, size, size) + bytes(size)
    for number in range(frames):
        write(frame)
"""


def resident(pid):
    """The most that a process ever had in memory, in bytes; 0 if it has ended."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return 1024 * max((int(line.split()[1]) for line in status if line.startswith("VmHWM")), default=0)


@pytest.mark.parametrize("hold, bound", [(("--hold", "16"), 64 << 20), ((), 256 << 20)])
def test_a_capture_of_any_size_needs_no_more_memory(tmp_path, hold, bound):
    """From a tshark that prints it. GODOT_MEGABYTES=4500 is more than a number of 32 bits counts."""
    wireshark.skip_on_windows("a device")
    size = 262144
    frames = int(os.environ.get("GODOT_MEGABYTES", "600")) * 1_000_000 // size
    (tmp_path / "tshark").write_text(ENDLESS.format(frames=frames, size=size))
    (tmp_path / "tshark").chmod(0o755)
    written, most, end = 0, 0, b""
    with subprocess.Popen([REPORT, "--anonymize", *hold, "-o", "/proc/self/fd/1", "/nowhere"],
                          env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
                          stdout=subprocess.PIPE) as report:
        while part := report.stdout.read(1 << 24):
            written, end = written + len(part), (end + part)[-200:]
            most = max(most, resident(report.pid))
        assert report.wait() == 0
    assert f"{frames} of {frames} frames; 0 are left out".encode() in end
    assert written > frames * size > 2 * bound
    assert most < bound


def test_what_is_told_too_late_is_no_more():
    """Fragments of a message, of which the last tells what it is, behind many other frames."""
    line, call = chat("the secret of a player " * 200)
    first, *others = line.fragments(True, call)
    packets = [*line.opened(), first, *(line.reliable(False, traffic.call4(1, 0, traffic.string("other " * 200)))
                                        for _ in range(1000)), *others]
    capture = pcap.write(wireshark.writable_folder() / "late.pcap", packets)
    size = len(others[0])
    for hold, unknown in ("1", range(1000, 1600)), ("128", range(1)):
        anonymous, printed = anonymize(capture, "--hold", hold)
        assert b"secret" not in anonymous.read_bytes()
        assert int(printed.splitlines()[1].split()[0]) in unknown, (printed, size)
    assert_same_but_unsaid(capture, anonymous)


def test_a_fragment_that_comes_again_is_known():
    line, call = chat("the secret of a player " * 200)
    first, *others = line.fragments(True, call)
    between = line.reliable(False, traffic.call4(1, 0, traffic.string("other")))
    packets = [*line.opened(), first, *others, between, first]
    capture = pcap.write(wireshark.writable_folder() / "again.pcap", packets)
    anonymous, printed = anonymize(capture)
    data = wireshark.fields(anonymous, "udp", "udp.payload")
    assert int(printed.splitlines()[1].split()[0]) == 0, printed
    assert data[-1] == data[len(packets) - len(others) - 3]
    assert_same_but_unsaid(capture, anonymous)


def test_a_fragment_that_comes_again_is_not_known_for_ever():
    """With no memory for what has been written, all its bytes are unknown."""
    line, call = chat("the secret of a player " * 200)
    first, *others = line.fragments(True, call)
    packets, folder = [*line.opened(), first, *others], wireshark.writable_folder()
    printed = [anonymize(pcap.write(folder / "again.pcap", packets + again), "--hold", "0")[1]
               for again in ([], [first])]
    once, twice = (int(text.splitlines()[1].split()[0]) for text in printed)
    assert twice - once == traffic.FRAGMENT


@pytest.mark.parametrize("is_last", [False, True])
def test_a_message_beside_the_end_of_another(is_last):
    """Places in what was put together are counted from its beginning, those of the other message from the frame's."""
    line, long = chat("the secret of a player " * 200)
    *first, last = enet.fragments(1, long, 1300, channel=2)
    beside = enet.reliable(1, chat("what another player told nobody")[1])
    packets = [*line.opened(), *(line.packet(True, command) for command in first),
               line.packet(True, beside + last if is_last else last + beside)]
    capture = pcap.write(wireshark.writable_folder() / "beside.pcap", packets)
    anonymous, printed = anonymize(capture)
    assert printed.endswith("\n0 bytes of messages are ff, as nothing is known of them\n")
    assert_same_but_unsaid(capture, anonymous)


def test_nothing_is_held_back():
    """Whole messages need no other frames, but for those that came twice."""
    line, call = chat()
    packets = [*line.opened(), line.reliable(True, call), line.reliable(True, call)]
    capture = pcap.write(wireshark.writable_folder() / "chat.pcap", packets)
    assert_same_but_unsaid(capture, anonymize(capture, "--hold", "0")[0])


def test_a_capture_that_cannot_be_read_to_its_end_replaces_nothing():
    folder = wireshark.writable_folder()
    cut, output = folder / "cut.pcapng", folder / "anonymous.pcap"
    cut.write_bytes((wireshark.CAPTURES / "godot4-rpc.pcapng").read_bytes()[:-100])
    for before in None, b"as it was":
        if before:
            output.write_bytes(before)
            wireshark._give_away(folder)
        done = run("--anonymize", "--hold", "0", "-o", output, cut)
        assert done.returncode == NOT_JUDGED and "tshark" in done.stderr
        assert (output.read_bytes() if output.exists() else None) == before
        assert {file.name for file in folder.iterdir()} == {cut.name, *([output.name] if before else [])}


@pytest.mark.parametrize("words, reason", [
    (["--anonymize", "a", "b", "-o", "c"], "takes one capture, and -o FILE"),
    (["--anonymize", "a"], "takes one capture, and -o FILE"),
    (["--anonymize", "--hold", "-1", "a", "-o", "c"], "a number of megabytes"),
    (["--anonymize", "/nowhere.jsonl", "-o", "/tmp/c"], "a file of rows has no frames"),
    (["--anonymize", "/nowhere.pcap", "-o", "/tmp/c"], "/nowhere.pcap"),
    (["--anonymize", wireshark.CAPTURES / "stream-4.6.pcapng", "-o", "/tmp/c"], "no frame can be")])
def test_what_cannot_be_done_is_said(words, reason):
    done = run(*words)
    assert done.returncode == NOT_JUDGED
    assert reason in done.stderr


def test_several_link_layers_are_refused():
    """The new file has room for one: tshark's own complaint would not say what is wrong."""
    whole = wireshark.writable_folder() / "both.pcapng"
    several = [wireshark.CAPTURES / "godot4-rpc.pcapng",
               wireshark.CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng"]
    subprocess.run(["mergecap", "-w", whole, *several], check=True)
    wireshark._give_away(whole.parent)
    output = whole.with_name("anonymous.pcap")
    done = run("--anonymize", "-o", output, whole)
    assert done.returncode == NOT_JUDGED and "several link layers" in done.stderr and not output.exists()
