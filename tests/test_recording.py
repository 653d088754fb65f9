# SPDX-License-Identifier: GPL-2.0-or-later
"""What does the plugin read of recordings that were made inside a game? Held against the wire of the same run, read by
another way of the plugin; against the engine's log; and against tests/recordings.py, which knows docs/wire/recording.md
only."""

import collections
import functools
import json
import re

import jsonschema
import pytest

import recordings
import wireshark

FOLDER = wireshark.CAPTURES / "recordings"
ALL = sorted(FOLDER.glob("*.recording.pcapng"))
NAMES = ["godot4-rpc", "godot4-replication", "godot4-raw-auth", "godot4-reconnect"]
SERVER_PORT = ":21000"
OUTSIDE = {"frame", "time", "stream", "src", "dst", "wire_bytes", "experts", "run", "peer", "direction", "result"}


def ids(path):
    return path.name.removesuffix(".recording.pcapng")


@functools.cache
def rows(path, *options):
    return [
        json.loads(line) for line in wireshark.tshark("-r", path, "-q", *options, "-z", "godot,messages").splitlines()]


@functools.cache
def read(path):
    """The records of a file, by frame: parts are not put together."""
    section, = recordings.sections(path.read_bytes())
    return dict(enumerate(section.records, 1))


# --- the header and the attributes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_headers(path):
    names = ("frame.number", "godot.record.kind", "godot.record.run", "godot.record.peer", "godot.record.number",
             "godot.record.ticks", "godot.record.process_frame", "godot.record.physics_frame",
             "godot.record.body_length", "godot.record.body_offset")
    kinds = {name: number for number, name in recordings.KINDS.items()}
    found = [[int(value, 0) for value, in row] for row in wireshark.fields(path, "godot.record", *names)]
    assert found == [[
        frame, kinds[one.kind], one.run, one.peer, one.number, one.ticks, one.frame, one.physics_frame, one.length,
        one.offset] for frame, one in read(path).items()]


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_headers_of_packets(path):
    names = [
        "frame.number",
        *(f"godot.record.{name}" for name in ("direction", "mode", "own_id", "other_id", "channel", "result"))]
    found = [[int(value) for value, in row] for row in wireshark.fields(path, "godot.record.kind == 1", *names)]
    packets = [(frame, one.packet()) for frame, one in read(path).items() if one.kind == "packet"]
    assert found == [[frame, one.direction, one.mode, one.own, one.other, one.channel, one.result]
                     for frame, one in packets]


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_attributes(path):
    names = ("frame.number", "godot.record.attribute.tag", "godot.record.attribute.length", "godot.record.method",
             "godot.record.argument", "godot.record.property", "godot.record.node", "godot.record.md5",
             "godot.record.log.rationale", "godot.record.scene")
    for number, tags, lengths, methods, arguments, properties, *texts in wireshark.fields(
            path, "godot.record.kind != 1", *names):
        known = read(path)[int(number[0])].attributes()
        assert sorted(map(int, tags)) == sorted(tag for tag, values in known.items() for _ in values)
        assert sorted(map(int, lengths)) == sorted(len(value) for values in known.values() for value in values)
        told = [recordings.method(value) for value in known[44]]
        assert methods == [method[1] for method in told]
        assert arguments == [argument[2] for method in told for argument in method[6]]
        assert properties == [recordings.synchronized(value)[0] for value in known[46]]
        for tag, text in zip((40, 43, 64, 48), texts):
            assert text == [value.decode() for value in known[tag] if value]


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_every_byte_has_a_field(path):
    """The items of a header and of the attributes cover it."""
    for packet in wireshark.pdml(path):
        record = next(child for child in packet.children if child.name == "godot.record")
        covered = set()
        for item in record.leaves():
            covered.update(range(item.pos, item.pos + item.size))
        start = next(item.pos for item in record.walk() if item.name == "godot.record.version")
        first = read(path)[int(packet.first("frame.number").show)]
        length = 40 + len(first.fields) + len(first.body)
        assert covered >= set(range(start, start + length))


def test_nothing_is_malformed():
    for path in ALL:
        assert wireshark.frames(
            path,
            "_ws.malformed || godot.record.attribute.cut || godot.record.attribute.short || godot.record.part.stray "
            "|| godot.record.header.short || godot.record.number.missing") == []


# --- messages, beside the wire ----------------------------------------------------------------------------------------


def clients(capture):
    """stream -> the client's id, as its CONNECT has it."""
    return {int(stream[0]): int(data[0]) for stream, data in
            wireshark.fields(capture, "enet.connect.data", "enet.stream", "enet.connect.data")}


def content(row):
    """What a message says. ENet does not tell the mode of unreliable fragments, so only the recording has it."""
    said = {key: value for key, value in row.items() if key not in OUTSIDE and key != "godot"}
    if said["mode"] != "reliable" and said["bytes"] > 1300:
        del said["mode"], said["text"]
    return said


def of_wire(name):
    """(client, to the server?, channel, reliable?) -> messages."""
    capture, found = FOLDER / f"{name}.pcapng", collections.defaultdict(list)
    known = clients(capture)
    for row in rows(capture, "-2"):
        if "from" in row and not row.get("retransmission"):
            found[known[row["stream"]], row["dst"].endswith(SERVER_PORT), row["channel"],
                  row["mode"] == "reliable"].append(content(row))
    return found


def of_recording(path):
    """The same; what did not leave is left out."""
    found = collections.defaultdict(list)
    packets = {frame: one.packet() for frame, one in read(path).items() if one.kind == "packet"}
    server = ids(path).endswith(".server")
    for row in rows(path, "-2"):
        packet = packets.get(row["frame"])
        if packet and packet.result == 0:
            to_server = server == (packet.direction == recordings.RECEIVED)
            found[packet.other if server else packet.own, to_server, row["channel"],
                  row["mode"] == "reliable"].append(content(row))
    return found


def is_within(few, many):
    rest = iter(many)
    return all(one in rest for one in few)


@pytest.mark.parametrize("name", NAMES)
def test_messages_are_those_of_the_wire(name):
    """Message by message, in the order of each channel: calls, paths, spawns, states, peers; at the server and at each
    client."""
    wire, count = of_wire(name), 0
    for path in sorted(FOLDER.glob(f"{name}.*.recording.pcapng")):
        server = ids(path).endswith(".server")
        for key, found in of_recording(path).items():
            received = server == key[1]
            if received:        # what came after the game's end was not taken
                assert found == wire[key][:len(found)], f"{path.name} {key}"
            # the last ones may be for somebody who has just gone; ENet's throttle drops unreliable ones
            else:
                assert is_within(wire[key], found) and (not key[3] or
                                                        len(found) <= len(wire[key]) + 1), f"{path.name} {key}"
            count += len(found)
    assert count > 20


def test_a_wrong_message_would_be_seen():
    wire = of_wire("godot4-rpc")
    key = max(wire, key=lambda each: len(wire[each]))
    assert not is_within(wire[key], wire[key][1:]) and not is_within(wire[key], list(reversed(wire[key])))


def merged(paths, folder):
    target = folder / "merged.pcapng"
    wireshark.run("mergecap", "-w", target, *paths)
    return target


@pytest.mark.parametrize("name", [*NAMES, "websocket-4.6-multiplayer"])
def test_merged_recordings_say_what_each_says(name):
    """Each end has its own tables, whatever is between its records."""
    paths = sorted(FOLDER.glob(f"{name}.*.recording.pcapng"))
    together = merged(paths, wireshark.writable_folder())
    expected, found = collections.Counter(), collections.Counter()
    for path, counter in [*((path, expected) for path in paths), (together, found)]:
        for row in rows(path, "-2"):
            counter[json.dumps({key: value for key, value in row.items() if key not in ("frame", "experts")})] += 1
    assert found == expected


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_one_pass_and_two_and_filters_say_the_same(path):
    one = wireshark.tshark("-r", path)
    assert wireshark.tshark("-r", path, "-Y", "frame") == one
    assert wireshark.tshark("-r", path, "-Y", "godot.message || godot.record") == one
    fields = ("-T", "fields", "-e", "frame.number", "-e", "godot.message", "-e", "godot.rpc.node", "-e",
              "godot.peer.source", "-e", "_ws.expert")
    assert wireshark.tshark("-r", path, *fields) == wireshark.tshark("-r", path, "-2", *fields)


def test_experts_are_those_of_the_engine():
    """Each record of the log, and each packet that did not leave, and nothing else is a warning."""
    for path in ALL:
        logs = [frame for frame, one in read(path).items() if one.kind == "log"]
        assert wireshark.frames(
            path, "godot.record.log.error || godot.record.log.warning || godot.record.log.script_error "
            "|| godot.record.log.shader_error") == logs
        failed = [frame for frame, one in read(path).items() if one.kind == "packet" and one.packet().result]
        assert wireshark.frames(path, "godot.record.put_failed") == failed


# --- rows and statistics ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_each_record_is_in_rows(path):
    """Whose it is and what it is; those of a frame share its length."""
    schema = json.loads((wireshark.ROOT / "docs" / "messages.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    lengths = {int(frame): int(size) for (frame,), (size,) in wireshark.fields(path, "", "frame.number", "frame.len")}
    found = collections.Counter()
    for row in rows(path, "-2"):
        one = read(path)[row["frame"]]
        validator.validate(row)
        assert (row["run"], row["peer"]) == (one.run, one.peer)
        if one.kind == "packet":
            packet = one.packet()
            assert (row["direction"], row.get("result", 0)) == (("received", "sent")[packet.direction], packet.result)
            assert row["channel"] == packet.channel and row["mode"] == ("unreliable", "unreliable_ordered", "reliable")[packet.mode]
        else:
            assert row["kind"] == one.kind.replace(" ", "_") and row["text"]
        found[row["frame"]] += row["wire_bytes"]
    assert found == lengths


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_errors_are_in_the_words_of_the_console(path):
    texts = {row["frame"]: row["text"] for row in rows(path, "-2") if row["kind"] == "log"}
    name, who = ids(path).rsplit(".", 1)
    said = [json.loads(line) for line in (FOLDER / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]
    said = {event["text"] for event in said if event["event"] == "error" and event["who"] == who}
    for frame, one in read(path).items():
        if one.kind == "log":
            function = one.text(60)
            assert texts[frame].removesuffix(f" ({function})") in said


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_bytes_add_up(path):
    """All bytes of packets are messages; what no wire had is in the recording only."""
    text = wireshark.tshark("-r", path, "-q", "-z", "godot_bytes,tree")
    lines = {name.strip(): int(value) for name, value in re.findall(r"^( *[A-Z].*?) {2,}(\d+) ", text, re.MULTILINE)}
    sizes = [int(size) for (size,), in wireshark.fields(path, "", "frame.len")]
    messages = sum(len(one.body) for one in read(path).values() if one.kind == "packet")
    assert lines["Bytes of all frames"] == sum(sizes)
    assert lines["Messages"] == messages
    assert lines["In the recording only"] == sum(sizes) - messages
