# SPDX-License-Identifier: GPL-2.0-or-later
"""What does the plugin read of recordings that were made inside a game? Held against the wire of the same run, read by
another way of the plugin; against the engine's log; and against tests/recordings.py, which knows docs/wire/recording.md
only."""

import collections
import functools
import hashlib
import json
import random
import re
import shutil
import struct

import jsonschema
import pytest

import captures
import recordings
import test_damages
import wireshark

FOLDER = wireshark.CAPTURES / "recordings"
ALL = sorted(FOLDER.glob("*.recording.pcapng"))
SHARED = captures.share(ALL)
NAMES = ["godot4-rpc", "godot4-replication", "godot4-raw-auth", "godot4-reconnect"]
GAME = wireshark.ROOT / "tests" / "godot4"
SERVER_PORT = ":21000"
# What depends on what else is in the file.
OF_THE_FILE = {"frame", "experts", "received_in", "sent_in", "latency"}
OUTSIDE = {"frame", "time", "stream", "src", "dst", "wire_bytes", "earlier_wire_bytes", "experts", "run", "peer",
           "direction", "result"}


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


@functools.cache
def trees(path):
    """What tshark shows of a file, by frame."""
    return {int(packet.first("frame.number").show): packet for packet in wireshark.pdml(path)}


def shown(path, *names):
    """For each frame the values of these fields."""
    return {frame: [[item.show for item in packet.find(name)] for name in names]
            for frame, packet in trees(path).items()}


def frames_with(path, *names):
    """The frames that have one of these fields."""
    return [frame for frame, values in shown(path, *names).items() if any(values)]


# --- the header and the attributes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_headers(path):
    names = ("godot.record.kind", "godot.record.run", "godot.record.peer", "godot.record.number",
             "godot.record.ticks", "godot.record.process_frame", "godot.record.physics_frame",
             "godot.record.body_length", "godot.record.body_offset")
    kinds = {name: number for number, name in recordings.KINDS.items()}
    found = {frame: [int(value, 0) for value, in row] for frame, row in shown(path, *names).items()}
    assert found == {
        frame: [kinds[one.kind], one.run, one.peer, one.number, one.ticks, one.frame, one.physics_frame, one.length,
                one.offset] for frame, one in read(path).items()}


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_headers_of_packets(path):
    names = [f"godot.record.{name}" for name in ("direction", "mode", "own_id", "other_id", "channel", "result")]
    found = {frame: [int(value) for value, in row] for frame, row in shown(path, *names).items()
             if read(path)[frame].kind == "packet"}
    packets = {frame: one.packet() for frame, one in read(path).items() if one.kind == "packet"}
    assert found == {frame: [one.direction, one.mode, one.own, one.other, one.channel, one.result]
                     for frame, one in packets.items()}


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_attributes(path):
    names = ("godot.record.attribute.tag", "godot.record.attribute.length", "godot.record.method",
             "godot.record.argument", "godot.record.property", "godot.record.node", "godot.record.md5",
             "godot.record.log.rationale", "godot.record.scene", "godot.record.of_scene")
    for frame, (tags, lengths, methods, arguments, properties, *texts) in shown(path, *names).items():
        if read(path)[frame].kind == "packet":
            continue
        known = read(path)[frame].attributes()
        assert sorted(map(int, tags)) == sorted(tag for tag, values in known.items() for _ in values)
        assert sorted(map(int, lengths)) == sorted(len(value) for values in known.values() for value in values)
        told = [recordings.method(value) for value in known[44]]
        assert methods == [method[1] for method in told]
        assert arguments == [argument[2] for method in told for argument in method[6]]
        assert properties == [recordings.synchronized(value)[0] for value in known[46]]
        for tag, text in zip((40, 43, 64, 48, 52), texts):
            assert text == [value.decode() for value in known[tag]]


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_every_byte_has_a_field(path):
    """The items of a header and of the attributes cover it."""
    for frame, packet in trees(path).items():
        record = next(child for child in packet.children if child.name == "godot.record")
        covered = set()
        for item in record.leaves():
            covered.update(range(item.pos, item.pos + item.size))
        start = next(item.pos for item in record.walk() if item.name == "godot.record.version")
        first = read(path)[frame]
        length = 40 + len(first.fields) + len(first.body)
        assert covered >= set(range(start, start + length))


@pytest.mark.parametrize("path", SHARED, ids=ids)
@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two"])
def test_packets_of_a_frame_are_counted(path, passes):
    packets = [(frame, one) for frame, one in read(path).items() if one.kind == "packet" and one.offset == 0]
    expected = {frame: sum((other.run, other.frame) == (one.run, one.frame) for _, other in packets[:place + 1])
                for place, (frame, one) in enumerate(packets)}
    assert {int(frame): int(number) for [frame], [number] in wireshark.fields(
        path, "godot.record.packet_in_frame", "frame.number", "godot.record.packet_in_frame",
        options=passes)} == expected and expected


def test_nothing_is_malformed():
    for path in ALL:
        assert frames_with(
            path, *(f"godot.record.{name}" for name in ("attribute.cut", "attribute.short", "part.stray",
                                                        "header.short", "number.missing"))) == []


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


@functools.cache
def with_project(folder):
    """Options that name a game's own files."""
    return ("-o", f"godot.project_directory:{wireshark.readable(folder)}")


def of_wire(name):
    """(client, to the server?, channel, reliable?) -> messages. Names are those of the game's files."""
    capture, found = FOLDER / f"{name}.pcapng", collections.defaultdict(list)
    known = clients(capture)
    for row in rows(capture, "-2", *with_project(GAME)):
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
            counter[json.dumps({key: value for key, value in row.items() if key not in OF_THE_FILE})] += 1
    assert found == expected


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_one_pass_and_two_and_filters_say_the_same(path):
    one = wireshark.tshark("-r", path)
    assert wireshark.tshark("-r", path, "-Y", "godot.message || godot.record") == one
    fields = ("-T", "fields", "-e", "frame.number", "-e", "godot.message", "-e", "godot.rpc.node", "-e",
              "godot.peer.source", "-e", "_ws.expert")
    assert wireshark.tshark("-r", path, *fields) == wireshark.tshark("-r", path, "-2", *fields)


def test_experts_are_those_of_the_engine():
    """Each record of the log, and each packet that did not leave, and nothing else is a warning."""
    for path in ALL:
        logs = [frame for frame, one in read(path).items() if one.kind == "log"]
        assert frames_with(path, *(f"godot.record.log.{kind}" for kind in ("error", "warning", "script_error",
                                                                           "shader_error"))) == logs
        failed = [frame for frame, one in read(path).items() if one.kind == "packet" and one.packet().result]
        assert frames_with(path, "godot.record.put_failed") == failed


# --- rows and statistics ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHARED, ids=ids)
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
            assert row["channel"] == packet.channel
            assert row["mode"] == ("unreliable", "unreliable_ordered", "reliable")[packet.mode]
        else:
            assert row["kind"] == one.kind.replace(" ", "_") and row["text"]
        found[row["frame"]] += row["wire_bytes"]
    assert found == lengths


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_errors_are_in_the_words_of_the_console(path):
    texts = {row["frame"]: row["text"] for row in rows(path, "-2") if row["kind"] == "log"}
    name, who = ids(path).rsplit(".", 1)
    said = [json.loads(line) for line in (FOLDER / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]
    said = {event["text"] for event in said if event["event"] == "error" and event["who"] == who}
    for frame, one in read(path).items():
        if one.kind == "log":
            function = one.text(60)
            assert texts[frame].removesuffix(f" ({function})") in said


@pytest.mark.parametrize("path", SHARED, ids=ids)
def test_bytes_add_up(path):
    """All bytes of packets are messages; what no wire had is in the recording only."""
    text = wireshark.tshark("-r", path, "-q", "-z", "godot_bytes,tree")
    lines = {name.strip(): int(value) for name, value in re.findall(r"^( *[A-Z].*?) {2,}(\d+) ", text, re.MULTILINE)}
    sizes = [int(size) for (size,), in wireshark.fields(path, "", "frame.len")]
    messages = sum(len(one.body) for one in read(path).values() if one.kind == "packet")
    assert lines["Bytes of all frames"] == sum(sizes)
    assert lines["Messages"] == messages
    assert lines["In the recording only"] == sum(sizes) - messages


# --- damaged recordings -----------------------------------------------------------------------------------------------

# What a recording may say that lacks something; all else it says when it is whole, too.
OPENLY_LESS = {"godot.record.number.missing", "godot.record.body.cut", "godot.uncaptured", "godot.variant.uncaptured",
               "godot.path.not_captured", "godot.spawn.not_captured", "godot.peer.not_captured"}
CUT = {"godot.record.body.cut", "godot.uncaptured"}
DAMAGES = {     # for the number of records, those that are left; options of editcap
    "its second half": lambda count: (range(count // 2, count), ()),
    "a hole": lambda count: ([*range(count // 3), *range(count // 2, count)], ()),
    "one of seven is missing": lambda count: ([at for at in range(count) if at % 7 != 3], ()),
    "one of seven is left": lambda count: (range(3, count, 7), ()),
    **{f"{size} bytes of each": lambda count, size=size: (range(count), ("-s", size)) for size in (100, 200)}}


def by_frame(path, *options):
    found = collections.defaultdict(list)
    for row in rows(path, *options):
        found[row["frame"]].append(row)
    return found


@functools.cache
def damaged(path, damage):
    """The numbers of the records that are left, and their file."""
    left, options = DAMAGES[damage](len(read(path)))
    target = wireshark.writable_folder() / f"{damage}, {path.name}"
    numbers = [str(at + 1) for at in left]
    wireshark.run("editcap", *map(str, options), "-r", path, target, *numbers)
    return numbers, target


@pytest.mark.parametrize("path", SHARED, ids=ids)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_recording_says_no_more(path, damage):
    """Its messages are those of the whole one, or openly less, and it warns of nothing more."""
    numbers, target = damaged(path, damage)
    whole, found = by_frame(path, "-2"), by_frame(target, *(["-2"] if len(path.name) % 2 else []))
    for frame, number in enumerate(map(int, numbers), 1):
        experts = {name for row in whole[number] for name in row.get("experts", ())} | OPENLY_LESS
        assert {name for row in found[frame] for name in row.get("experts", ())} <= experts, number
        said = [row for row in found[frame] if not CUT.intersection(row.get("experts", ()))]
        assert not test_damages.more_than(said, whole[number]), number


# --- recorded names, beside the engine's log --------------------------------------------------------------------------


def log(path):
    """What the process of a recording says it did."""
    name, who = ids(path).rsplit(".", 1)
    lines = (FOLDER / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [event for event in map(json.loads, lines) if event["who"] == who]


def received(path, *kinds):
    return [row for row in rows(path, "-2") if row.get("direction") == "received" and row["kind"] in kinds]


def plain(value):
    """A value of the log as rows have it; None for what is more than a number or a text."""
    text = value.get("text", "")
    return json.loads(text) if re.fullmatch(r'-?\d+|"[^"\\]*"|true|false', text) else None


def is_this_call(event, row):
    shown = list(row["args"].values()) if isinstance(row["args"], dict) else row["args"]
    same = all(event[key] == row[key] for key in ("from", "node", "method")) and len(event["args"]) == len(shown)
    return same and all(plain(value) in (None, one) for value, one in zip(event["args"], shown))


WITH_CALLS = [path for path in ALL if "raw-auth" not in path.name and "websocket" not in path.name]


@pytest.mark.parametrize("path", WITH_CALLS, ids=ids)
def test_calls_are_those_that_ran(path):
    """Caller, node, method, number of arguments; their values as far as they are numbers and texts."""
    ran = [event for event in log(path) if event["event"] == "rpc_received"]
    ran = [event for event in ran if event["from"] != event["peer"]]    # not locally
    calls = iter(received(path, "rpc"))
    assert ran or path.name.startswith("godot4-replication.server")
    for event in ran:       # others were refused
        assert any(is_this_call(event, row) for row in calls), f"{path.name}: {event}"


@pytest.mark.parametrize("path", [path for path in ALL if path.name.startswith("godot4-replication.client")], ids=ids)
def test_deltas_are_those_that_were_applied(path):
    applied = [event for event in log(path) if event["event"] == "delta_synchronized"]
    told = received(path, "delta")
    assert len(applied) == len(told) > 3
    for event, row in zip(applied, told):
        assert event["from"] == row["from"]
        assert [value["property"] for value in event["values"]] == list(row["properties"])
        assert event["sync"].startswith(row["node"])
        assert all(plain(value["value"]) in (None, row["properties"][value["property"]]) for value in event["values"])


@pytest.mark.parametrize("path", [path for path in ALL if path.name.startswith("godot4-replication.client")], ids=ids)
def test_spawns_are_those_that_came(path):
    came = [event for event in log(path) if event["event"] == "spawned"]
    shown = wireshark.fields(path, 'godot.message == "spawn" && godot.record.direction == 0', "godot.spawn.node",
                             "godot.sync.property", options=["-2"])
    assert [node for node, _ in shown] == [[event["node"]] for event in came]
    for (_, properties), event in zip(shown, came):
        assert [name.rpartition(":")[2] for name in properties] == [value["property"] for value in event["values"]]
    scenes = {row["scene"] for row in received(path, "spawn") if "scene" in row}
    assert scenes == {"res://avatar.tscn", "res://crate.tscn"}


def test_the_project_wins_and_says_when_it_differs():
    path = FOLDER / "godot4-rpc.server.recording.pcapng"
    folder = wireshark.writable_folder() / "game"
    shutil.copytree(GAME, folder)
    script = folder / "player.gd"
    text = script.read_text(encoding="utf-8").replace("func take_damage(amount: int", "func take_damage(harm: int")
    script.write_text(text, encoding="utf-8")
    options = ("-2", *with_project(folder))
    differing = [row for row in rows(path, *options) if row.get("method") == "take_damage"]
    assert differing and all(list(row["args"])[0] == "harm" for row in differing)
    assert all("godot.project.recorded_differs" in row["experts"] for row in differing)
    equal = rows(path, "-2", *with_project(GAME))
    assert not any("godot.project.recorded_differs" in row.get("experts", ()) for row in equal)
    recorded = [row for row in rows(path, "-2") if row.get("method") == "take_damage"]
    assert len(recorded) == len(differing) and all(list(row["args"])[0] == "amount" for row in recorded)


GAMES_FIELDS = ("gdrpc.player.take_damage.amount == 12", "gdrpc.player.take_damage.at.x > 0.05",
                'gdrpc.player.take_damage.weapon contains "Axt"', "gdrpc.player.move.to.y < 3",
                "gdrpc.rpc.both_sides.number")


def games_fields(path, *options, of="gdrpc."):
    """The fields of arguments or properties in a file, and their values."""
    return [[(item.name, item.show, item.pos, item.size) for item in packet.walk() if item.name.startswith(of)]
            for packet in wireshark.pdml(path, *options)]


def test_arguments_have_the_fields_that_they_have_with_the_project():
    """Where scripts inherit none of their methods."""
    path = FOLDER / "godot4-rpc.server.recording.pcapng"
    recorded = games_fields(path, "-2")
    assert recorded == games_fields(path, "-2", *with_project(GAME))
    assert len({name for packet in recorded for name, *_ in packet}) > 10
    assert games_fields(path) == recorded       # nodes are described before they are called


@pytest.mark.parametrize("who", ["server", "client1", "client2"])
def test_properties_have_the_fields_that_they_have_with_the_project(who):
    """But for Main/World: the project has two scenes with this node and names the first one, the game ran the other."""
    path = FOLDER / f"godot4-replication.{who}.recording.pcapng"
    recorded, named = (games_fields(path, "-2", *options, of="gdsync.") for options in ((), with_project(GAME)))
    assert recorded == [[(name.replace("gdsync.handed.", "gdsync.replication."), *rest) for name, *rest in packet]
                        for packet in named]
    found = {name.split(".")[1] + "." + name.split(".")[2] for packet in recorded for name, *_ in packet}
    assert found == {"replication.World", "avatar.Avatar", "avatar.Hat", "avatar.Input"}


def test_a_filter_may_name_them_once_the_file_was_read():
    """In a window, and in sharkd. tshark compiles its filter before."""
    path = FOLDER / "godot4-rpc.server.recording.pcapng"
    with wireshark.Sharkd() as sharkd:
        sharkd.ask("load", {"file": str(wireshark.readable(path))})
        for asked in GAMES_FIELDS:
            found = [frame["num"] for frame in sharkd.ask("frames", {"filter": asked})]
            assert found and found == wireshark.frames(path, asked, *with_project(GAME)), asked
        sharkd.ask("load", {"file": str(wireshark.readable(wireshark.CAPTURES / "godot4-rpc.pcapng"))})
        assert sharkd.ask("frames", {"filter": "gdrpc.player.take_damage.amount"}) == []
    with pytest.raises(wireshark.WiresharkError, match="gdrpc.player.take_damage.amount"):
        wireshark.frames(path, "gdrpc.player.take_damage.amount")


def test_there_is_an_end_to_fields_of_hostile_names():
    """Each record tells of 254 arguments with other names."""
    def names(number):
        arguments = b"".join(struct.pack("<BBH", 2, 0, len(name)) + name for name in
                             (b"%d_%d" % (number, i) for i in range(254)))
        method = struct.pack("<HBBBBiH", 0, 1, 0, 2, 254, 0, 1) + b"m" + arguments
        known = ((40, b"N%d" % number), (42, b"res://a.gd"), (44, method), (51, b"\3"))
        body = b"".join(attribute(*one) for one in known)
        return header(7, len(body), 2 + number, body)

    made = recording(begin(), *map(names, range(100)))
    with wireshark.Sharkd() as sharkd:
        sharkd.ask("load", {"file": str(made)})
        assert sharkd.ask("frames", {"filter": "gdrpc.a.m.77_253"}) == []
        with pytest.raises(wireshark.WiresharkError):
            sharkd.ask("frames", {"filter": "gdrpc.a.m.99_253"})


def changed(path, change):
    """A copy of a recording in which change() made other records' bodies of the same length."""
    data = bytearray(path.read_bytes())
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            start = at + 28 + 20
            head = start + struct.unpack_from("<H", data, start + 2)[0]
            end = at + 28 + struct.unpack_from("<I", data, at + 20)[0]
            data[head:end] = change(data[start + 1], bytes(data[head:end]))
        at += length
    target = wireshark.writable_folder() / "changed.pcapng"
    target.write_bytes(data)
    return target


def test_names_that_the_md5_does_not_prove_are_not_used():
    """A recorder that tells another name: calls are not named by it."""
    path = FOLDER / "godot4-rpc.server.recording.pcapng"
    wrong = changed(path, lambda kind, body: body.replace(b"take_damage", b"take_nothng") if kind == 7 else body)
    assert wireshark.frames(path, "godot.record.md5.differs") == []
    assert len(wireshark.frames(wrong, "godot.record.md5.differs")) > 0
    whole, shown = ([type(row["method"]) for row in rows(each)
                     if (row["kind"], row.get("node")) == ("rpc", "Main/Players/7")]
                    for each in (path, wrong))
    assert set(whole) == {str} and set(shown) == {int}


# --- hostile recordings, and divided ones -----------------------------------------------------------------------------


def block(kind, body):
    body += b"\0" * (-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def header(kind, length, number, body, offset=0, added=b"", **other):
    """The header of a record, byte by byte after docs/wire/recording.md, 3."""
    values = {"version": 1, "run": 77, "peer": 1, "flags": 0, "ticks": 1000 * number, **other}
    return struct.pack("<BBHIHHIQIIII", values["version"], kind, other.get("header", 40 + len(added)), values["run"],
                       values["peer"], values["flags"], number, values["ticks"], number, number, length,
                       offset) + added + body


def packet(number, body, length=None, offset=0, direction=0, mode=2, own=5, other=1, channel=0, result=0, **more):
    return header(1, len(body) if length is None else length, number, body, offset,
                  struct.pack("<BBHiiii", direction, mode, 0, own, other, channel, result), **more)


def attribute(tag, value):
    return struct.pack("<HH", tag, len(value)) + value


def recording(*records, times=None):
    """A file of these records, at these microseconds."""
    data = [block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)),
            block(1, struct.pack("<HHI", 252, 0, 262144))]
    for time, record in zip(times or range(1, len(records) + 1), records):
        record = b"\0\x0c\0\x0cgodot_record\0\0\0\0" + record
        size = len(record)
        data.append(block(6, struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, size, size) + record))
    target = wireshark.writable_folder() / "made.pcapng"
    target.write_bytes(b"".join(data))
    return target


def begin(number=1):
    return header(2, 0, number, b"", peer=0)


GAVE_UP = re.compile(r"\[(Malformed Packet|Dissector bug)")

HOSTILE = {
    "godot.record.version.unknown": [header(1, 0, 1, b"", version=2)],
    "godot.record.kind.unknown": [begin(), header(99, 3, 2, b"abc")],
    "godot.record.header.short": [begin(), header(1, 0, 2, b"")],
    "godot.record.run.zero": [header(2, 0, 1, b"", run=0)],
    "godot.record.body.beyond": [begin(), packet(2, b"\x03abc", length=2)],
    "godot.record.body.cut": [begin(), packet(2, b"\x03abc", length=200)],
    "godot.record.body.too_long": [begin(), packet(2, b"\x03abc", length=0x1000001)],
    "godot.record.part.stray": [begin(), packet(2, b"\x03abc", length=300000, offset=196608)],
    "godot.record.number.missing": [begin(), packet(9, b"\x03abc")],
    "godot.record.attribute.cut": [begin(), header(12, 6, 2, struct.pack("<HH", 1, 900) + b"ab", peer=0)],
    "godot.record.attribute.short": [begin(), header(3, 6, 2, attribute(23, b"ab"))],
    "godot.record.lost": [begin(), header(9, 0, 2, b"", added=struct.pack("<B7xQ", 1, 12), peer=0)],
    "godot.record.run_end.failed": [begin(), header(10, 0, 2, b"", added=b"\4\0\0\0", peer=0)],
    "godot.record.log.warning": [begin(), header(8, 6, 2, attribute(64, b"hm"), added=b"\1\1\0\0", peer=0)],
    "godot.record.log.script_error": [begin(), header(8, 6, 2, attribute(64, b"hm"), added=b"\2\1\0\0", peer=0)],
    "godot.record.log.shader_error": [begin(), header(8, 6, 2, attribute(63, b"hm"), added=b"\3\1\0\0", peer=0)],
    "godot.record.put_failed": [begin(), packet(2, b"\x03abc", direction=1, result=31)],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_wrong_has_a_name(name):
    made = recording(*HOSTILE[name])
    assert wireshark.frames(made, name) == [len(HOSTILE[name])]
    others = " || ".join(other for other in HOSTILE if other != name)
    assert wireshark.frames(made, others) == []
    told = [row.get("experts", []) for row in rows(made)]
    assert [one for one in told[len(HOSTILE[name]) - 1] if one != "godot.uncaptured"] == [name]
    assert not any(told[:len(HOSTILE[name]) - 1])
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_a_path_that_is_cut_is_no_node():
    """Not all of the path of this call is in its record."""
    body = struct.pack("<BIBB", 0x20, 0x80000007, 3, 0) + b"Main"
    made = recording(begin(), packet(2, b"\1" + bytes(33).replace(b"\0", b"0") + b"\1\0\0\0A\0"),
                     packet(3, body, length=len(body) + 9))
    *_, told = rows(made)
    assert told["kind"] == "rpc" and "node" not in told


@pytest.mark.parametrize("relayed", [True, False])
def test_a_relay_between_two_clients_is_for_nobody(relayed):
    """Neither of them is the server, so what the one had announced is not held against what the other brings."""
    theirs, ours = (b"\1" + digit * 32 + b"\0\1\0\0\0Main\0" for digit in (b"a", b"b"))
    made = recording(begin(), packet(2, theirs, own=5, other=7),
                     packet(3, relayed * b"\7\3\x09\0\0\0" + ours, direction=1, own=5, other=7))
    assert "path" in rows(made)[-1]["kind"]
    assert wireshark.frames(made, "godot.path.differs") == [3] * (not relayed)


def texts(**tags):
    return b"".join(attribute(int(tag[1:]), value if isinstance(value, bytes) else value.encode())
                    for tag, value in tags.items())


def tags_of(body):
    """The tags of its attributes."""
    at = 0
    while at < len(body):
        tag, length = struct.unpack_from("<HH", body, at)
        yield tag
        at += 4 + length


REPEATED = 1
SAYS = {
    "Recording begins, process 0": (2, b"", b""),
    "Recording begins: Chess, Godot 4.6.3-stable on Linux, process 258": (
        2, b"", texts(t10="4.6.3-stable", t13="Chess", t15="Linux", t16=b"\2\1\0\0")),
    "Peer begins, id 0": (3, b"", b""),
    "Peer begins: ENetMultiplayerPeer, id -2, at /root": (
        3, b"", texts(t20="ENetMultiplayerPeer", t22="/root", t23=b"\xfe\xff\xff\xff")),
    "Peer ends: freed": (4, b"\3\0\0\0", b""),
    "Peer ends: not known": (4, b"\x63\0\0\0", b""),
    "Peer 258: came": (5, b"\1\1\0\0\2\1\0\0", b""),
    "Peer 258: the game disconnects it": (5, b"\3\0\0\0\2\1\0\0", b""),
    "Peer -2: the game disconnects it at once": (5, b"\3\1\0\0\xfe\xff\xff\xff", b""),
    "Status: disconnected → connected, id 258": (6, b"\0\2\0\0\2\1\0\0", b""),
    "Names of A": (7, b"", texts(t40="A")),
    "Names of A (Node2D), res://a.gd, 1 method, 1 property, 1 scene": (
        7, b"", texts(t40="A", t41="Node2D", t42="res://a.gd", t44=bytes(12), t46=bytes(4), t48="b")),
    "Names of A, 2 methods, 2 properties, 2 scenes": (
        7, b"", texts(t40="A", t44=bytes(12), t46=bytes(4), t48="b") + texts(t44=bytes(12), t46=bytes(4), t48="c")),
    "ERROR: why (f)": (8, b"\0\1\0\0", texts(t60="f", t63="code", t64="why")),
    "WARNING: code, 3 more times": (8, b"\1\1\0\0", texts(t63="code", t65=b"\3\0\0\0")),
    "ERROR: another kind": (8, b"\4\1\0\0", texts(t64="another kind")),
    "1 record lost: the reader is slower than the game": (9, b"\1" + bytes(7) + b"\1" + bytes(7), b""),
    "2 records lost: too many log records": (9, b"\2" + bytes(7) + b"\2" + bytes(7), b""),
    "Recording ends: asked for": (10, b"\2\0\0\0", b""),
    "Clock": (11, bytes(8), texts(t66=20 * "x")),
    "Mark": (12, b"", b""),
    "Mark: goal": (12, b"", texts(t1="goal")),
    "Record of kind 13": (13, b"", texts(t1="goal")),
    "Record of kind 99": (99, b"", b""),
}


@pytest.mark.parametrize("flags, behind", [(0, ""), (REPEATED, " (repeated)")], ids=["once", "repeated"])
def test_what_each_kind_says(flags, behind):
    """In the words of docs/wire/recording.md, 4."""
    records = [header(kind, len(body), number, body, added=added, flags=flags)
               for number, (kind, added, body) in enumerate(SAYS.values(), 1)]
    made = recording(*records)
    assert [row["bytes"] for row in rows(made)] == [len(record) for record in records]
    assert [row["text"] for row in rows(made)] == [text + behind for text in SAYS]
    assert {(row["run"], row["peer"]) for row in rows(made)} == {(77, 1)}
    infos, items = zip(*wireshark.fields(made, "", "_ws.col.Info", "godot.record"))
    assert [info for [info] in infos] == [text + behind for text in SAYS] and len(items) == len(SAYS)
    labels = [line for line in wireshark.tshark("-r", made, "-V").splitlines() if line.startswith("Godot Recording, ")]
    assert labels == [f"Godot Recording, {text}{behind}" for text in SAYS]
    tags = [cell for [cell] in wireshark.fields(made, "", "godot.record.attribute.tag")]
    assert tags == [[str(tag) for tag in tags_of(body)] if kind <= 12 else [] for kind, _, body in SAYS.values()]


WITHOUT_A_BODY = {
    1: "Packet without its bytes", 2: "Recording begins, process 0", 3: "Peer begins, id 0", 4: "Peer ends: not known",
    5: "Peer 0: not known", 6: "Status: disconnected → disconnected, id 0", 7: "Names of ", 8: "ERROR: ",
    9: "0 records lost: not known", 10: "Recording ends: not known", 11: "Clock", 12: "Mark",
    13: "Record of kind 13"}


@pytest.mark.parametrize("length, offset, missing", [
    (300000, 196608, "part.stray"), (0x1000001, 0, "body.too_long"), (2, 0, "body.beyond")],
                         ids=["stray", "long", "beyond"])
def test_what_is_said_without_a_body(length, offset, missing):
    """Whatever the record has of it: nothing of that can be read."""
    body = texts(t1="a", t10="b", t20="c", t40="d", t44=bytes(12), t46=bytes(4), t48="e", t64="f", t90=bytes(20))
    made = recording(*(header(kind, length, number, body, offset, bytes(20))
                       for number, kind in enumerate(WITHOUT_A_BODY, 1)))
    assert wireshark.frames(made, f"godot.record.{missing}") == list(range(1, 14))
    assert [row["text"] for row in rows(made)] == list(WITHOUT_A_BODY.values())
    assert [row["kind"] for row in rows(made)] == [
        *(recordings.KINDS[kind].replace(" ", "_") for kind in range(1, 13)), "record"]
    assert wireshark.frames(made, "godot.record.attribute") == []


def test_names_are_learned_from_names_only():
    """The same attributes in another record describe nothing."""
    told = hashlib.md5(b"m").hexdigest().encode()
    body = attribute(40, b"A") + method(0, b"m") + attribute(51, b"\1")
    records = [packet(2, announce(1, b"A", told)), header(12, len(body), 3, body), packet(4, call(1)),
               header(7, len(body), 5, body), packet(6, call(1))]
    assert wireshark.frames(recording(begin(), *records), "godot.rpc.method") == [6]
    assert [row["kind"] for row in rows(recording(begin(), *records[1:4]))] == ["run_begin", "mark", "rpc", "names"]


def test_when_a_property_is_synchronized():
    """docs/wire/recording.md, 4.3: bits, type, and the path after its length."""
    body = attribute(40, b"A") + attribute(46, struct.pack("<BBH", 5, 12, 1) + b"p")
    made = recording(begin(), header(7, len(body), 2, body))
    fields = [f"godot.record.property{part}" for part in (".bits", ".type", "")]
    assert wireshark.fields(made, fields[0], *fields) == [[["0x05"], ["12"], ["p"]]]


def test_missing_records_are_counted():
    """Numbers wrap; one that is not above the latest comes from a file that was merged twice, or in another order."""
    numbers = [1, 2, 5, 5, 4, 4 + 0x7FFFFFFF, 3, 0xFFFFFFFF, 0, 2]
    made = recording(begin(), *(packet(number, b"\x03abc") for number in numbers[1:]))
    missing = [int(cell[0]) if cell else 0 for [cell] in wireshark.fields(made, "", "godot.record.missing")]
    assert missing == [0, 0, 2, 0, 0, 0x7FFFFFFE, 0, 0, 0, 1]
    shown = [line.strip() for line in wireshark.tshark("-r", made, "-V").splitlines() if "issing" in line]
    assert [line for line in shown if line.startswith("[Records")] == [
        f"[Records missing: {count}]" for count in missing if count]
    assert [text for text in ("1 record of this run is", "2 records of this run are") if any(
        f"[{text} missing before this one]" in line or f"{text} missing before this one]" in line
        for line in shown)] == ["1 record of this run is", "2 records of this run are"]


def test_flags_of_records():
    """docs/wire/recording.md, 3."""
    values = [0, 1, 2, 3, 4, 0x8000]
    made = recording(*(header(12, 0, 1, b"", flags=flags, peer=0) for flags in values), header(12, 0, 1, b"")[:11])
    for name, mask in (("repeated", 1), ("physics", 2), ("reserved", 0xFFFC)):
        assert wireshark.frames(made, f"godot.record.flags.{name} != 0") == [
            frame for frame, flags in enumerate(values, 1) if flags & mask]
        assert wireshark.frames(made, f"godot.record.flags.{name} == 0") == [
            frame for frame, flags in enumerate(values, 1) if not flags & mask]
    assert [[int(value, 0) for value in cell] for [cell] in wireshark.fields(made, "", "godot.record.flags")] == [
        *([flags] for flags in values), []]
    assert {protocol for [[protocol]] in wireshark.fields(made, "", "_ws.col.Protocol")} == {"Godot Recording"}


def test_nothing_is_missing_before_the_first_record():
    made = recording(begin(), header(12, 0, 9, b"", run=78), packet(10, b"\3abc", run=78), packet(12, b"\3abc", run=78))
    assert wireshark.frames(made, "godot.record.missing") == [4]


def test_a_header_may_end_anywhere():
    whole = packet(2, b"")
    made = recording(begin(), *(whole[:length] for length in range(1, len(whole) + 1)))
    assert wireshark.frames(made, "godot.record.header.short") == list(range(2, len(whole) + 1))
    assert wireshark.frames(made, "godot.record.result") == [len(whole) + 1]
    kinds = ["run_begin", *["record"] * 39, *["packet"] * 21]       # less than all that records begin with has no kind
    assert [row["kind"] for row in rows(made)] == kinds
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_only_the_version_may_be_there():
    """Of another version nothing else is read."""
    made = recording(begin(), b"\x02", b"\x01", b"")
    assert wireshark.frames(made, "godot.record.version.unknown") == [2]
    assert wireshark.frames(made, "godot.record.header.short") == [3, 4]
    assert wireshark.frames(made, "godot.record.version") == [1, 2, 3]
    assert [info for [[info]] in wireshark.fields(made, "frame.number > 1", "_ws.col.Info")] == [
        "Record of another version", "Record (malformed)", "Record (malformed)"]
    assert [row["kind"] for row in rows(recording(begin(), packet(2, b"\3a", version=2)))] == ["run_begin", "record"]
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_a_header_may_be_longer():
    """By what a later recorder adds."""
    made = recording(begin(), header(12, 0, 2, b"", added=b"xyz", peer=0))
    assert wireshark.fields(made, "godot.record", "godot.record.header_rest") == [[[]], [["78797a"]]]


def test_a_packet_without_bytes_is_no_message():
    made = recording(begin(), packet(2, b""), packet(3, b"\3"))
    assert [row["kind"] for row in rows(made)] == ["run_begin", "packet", "raw"]
    assert wireshark.frames(made, "godot.message") == [3]


def test_attributes_end_where_the_body_does():
    """Less than a tag and a length is no attribute."""
    bodies = [attribute(1, b"ab") + bytes(more) for more in range(6)]
    made = recording(begin(), *(header(12, len(body), 2 + at, body, peer=0) for at, body in enumerate(bodies)))
    assert wireshark.frames(made, "godot.record.attribute.cut") == [2 + more for more in (1, 2, 3, 5)]
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_the_name_of_a_propertys_node_may_be_missing_or_empty():
    rests = [b"", b"\0", b"\0\0", b"\1\0W"]
    bodies = [attribute(46, struct.pack("<BBH", 2, 5, 5) + b".:pos" + rest) for rest in rests]
    made = recording(begin(), *(header(7, len(body), 2 + at, body) for at, body in enumerate(bodies)))
    assert wireshark.frames(made, 'godot.record.property == ".:pos"') == [2, 3, 4, 5]
    assert wireshark.frames(made, "godot.record.property.node") == [4, 5]
    assert wireshark.frames(made, "godot.record.attribute.short") == []
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_statistics_may_be_short_or_not_known():
    """What is shorter than its table says is skipped, and 0xFFFFFFFF is no share."""
    values = [struct.pack("<iIIII", 5, 20000, 1, 32768, 16), struct.pack("<iIIII", 5, 20000, 1, *[0xFFFFFFFF] * 2)]
    values += [values[0][:19], values[0] + b"more"]
    bodies = [attribute(90, value) for value in values]
    made = recording(begin(), *(header(11, len(body), 2 + at, body, added=bytes(8), peer=0)
                                for at, body in enumerate(bodies)))
    assert wireshark.frames(made, "godot.record.attribute.short") == [4]
    assert wireshark.frames(made, "godot.record.statistics.loss_percent == 50") == [2, 5]
    assert wireshark.frames(made, "godot.record.statistics.throttle_percent == 50") == [2, 5]
    assert wireshark.frames(made, "godot.record.statistics.loss_percent") == [2, 5]
    assert wireshark.frames(made, "godot.record.statistics.throttle_percent") == [2, 5]
    told = [row["frame"] for row in rows(made) if "round trip to peer 5: 20.0 ms" in row["text"]]
    assert told == [2, 3, 5]
    assert wireshark.frames(made, "godot.record.attribute.rest") == [5]


def test_channels_of_packets():
    """A number of 32 bits; a row has those that a transport has."""
    channels = [-1, 0, 254, 255, 256, -5]
    made = recording(begin(), *(packet(2 + at, b"\3abc", channel=channel) for at, channel in enumerate(channels)))
    assert wireshark.fields(made, "godot.record.kind == 1", "godot.record.channel") == [[[str(channel)]]
                                                                                      for channel in channels]
    assert [row.get("channel") for row in rows(made)[1:]] == [None, 0, 254, 255, None, None]


def test_peers_of_packets():
    """A packet to all, or to all but one, is so in the row."""
    others = [0, -7, 1, 9]
    made = recording(begin(), *(packet(2 + at, b"\3a", own=5, other=other, direction=1)
                                for at, other in enumerate(others)), packet(6, b"\3a", own=5, other=1))
    assert [(row["from"], row["to"]) for row in rows(made)[1:]] == [*((5, other) for other in others), (1, 5)]


@pytest.mark.parametrize("engine, kind, argument", [(0x040603, "raw", "04616263"), (0x030602, "raw", "616263")])
def test_the_engine_says_how_its_packets_are_read(engine, kind, argument):
    """The first byte is 3 for raw bytes of Godot 4, and 4 in Godot 3, where what has no beginning is of 4."""
    body = attribute(11, struct.pack("<I", engine))
    data = b"\4abc" if engine < 0x040000 else b"\3\4abc"
    made = recording(header(2, len(body), 1, body, peer=0), packet(2, data), packet(2, b"\3\4abc", run=78),
                     packet(2, b"\4abc", run=79))
    assert [(row["kind"], row["args"]) for row in rows(made) if "args" in row] == [
        (kind, [argument]), ("raw", ["04616263"])]


def test_what_was_announced_to_another_peer_names_a_node_too():
    """If that one is known to be there still."""
    path = b"\1" + b"a" * 32 + b"\0\1\0\0\0Main\0"
    call = b"\0\1\3\0"
    told = [(path, 5), (b"\3a", 9), (b"\3a", 5), (call, 9)]
    made = recording(begin(), *(packet(2 + at, data, own=1, other=other, direction=1)
                                for at, (data, other) in enumerate(told)))
    assert rows(made)[-1].get("node") == "Main"


def test_modes_of_packets():
    """A row has those that the engine has."""
    modes = [0, 1, 2, 3, 4, 255]
    made = recording(begin(), *(packet(2 + at, b"\3abc", mode=mode) for at, mode in enumerate(modes)))
    assert [row.get("mode") for row in rows(made)[1:]] == ["unreliable", "unreliable_ordered", "reliable", *[None] * 3]
    assert not any("properties" in row for row in rows(made))     # raw bytes have none


@pytest.mark.parametrize("length, is_short", [(1, False), (2, True), (200, True)])
def test_the_name_of_a_propertys_node_may_be_cut(length, is_short):
    body = attribute(46, struct.pack("<BBH", 2, 5, 5) + b".:pos" + struct.pack("<H", length) + b"W")
    made = recording(begin(), header(7, len(body), 2, body))
    assert wireshark.frames(made, "godot.record.attribute.short") == ([2] if is_short else [])
    assert wireshark.frames(made, 'godot.record.property == ".:pos"') == [2]
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_the_path_of_a_property_may_be_cut():
    body = attribute(46, struct.pack("<BBH", 2, 5, 200) + b".:pos")
    made = recording(begin(), header(7, len(body), 2, body))
    assert wireshark.frames(made, "godot.record.attribute.short") == [2]
    assert wireshark.frames(made, "godot.record.property || godot.record.property.node") == []
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


@pytest.mark.parametrize("behind", [b"", attribute(45, struct.pack("<i", 1))], ids=["last", "not last"])
def test_a_method_may_be_cut(behind):
    """Its head has 12 bytes, that of an argument four; the attribute behind it is not a part of it."""
    value = struct.pack("<HBBBBiH", 0, 1, 0, 2, 1, 0, 1) + b"f" + bytes(4)
    none = attribute(44, struct.pack("<HBBBBiH", 0, 1, 0, 2, 0, 0, 2) + b"f")   # its name is cut, not its arguments
    names = attribute(40, b"A") + attribute(51, b"\3")     # all methods of a node
    bodies = [names + attribute(44, value[:length]) + behind for length in range(len(value) + 1)]
    bodies.insert(0, names + none + behind)
    made = recording(begin(), *(header(7, len(body), 2 + at, body) for at, body in enumerate(bodies)))
    assert wireshark.frames(made, "godot.record.attribute.short") == list(range(2, 3 + len(value)))
    assert wireshark.frames(made, 'godot.record.method == "f"') == list(range(3 + 13, 2 + len(bodies)))
    assert wireshark.frames(made, "godot.record.argument.type") == [3 + len(value)]
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))


def test_the_md5_of_methods_is_compared_where_it_is_told():
    """With the names of a node that has a path, if all its methods are there."""
    told = attribute(43, hashlib.md5(b"m").hexdigest().encode())
    path, one, other, whole = attribute(40, b"A"), method(0, b"m"), method(0, b"n"), attribute(51, b"\1")
    empty = attribute(40, b"")
    bodies = [path + told + one + whole, path + told + other + whole, path + told + other, path + other + whole,
              told + other + whole, path + told + whole, empty + other + whole, told + whole]
    made = recording(begin(), *(header(7, len(body), 2 + at, body) for at, body in enumerate(bodies)))
    assert wireshark.frames(made, "godot.record.md5.differs") == [3, 7]


def test_a_methods_arguments_are_as_many_as_it_says():
    """255: not known. What follows them is from a later recorder."""
    values = [struct.pack("<HBBBBiH", 0, 1, 0, 2, count, 0, 1) + b"f" + more for count, more in (
        (0, b""), (255, b""), (1, bytes(4)), (1, bytes(8)))]
    bodies = [attribute(44, value) for value in values]
    made = recording(begin(), *(header(7, len(body), 2 + at, body) for at, body in enumerate(bodies)))
    assert [(len(types), len(rest)) for types, rest in wireshark.fields(
        made, "godot.record.method", "godot.record.argument.type", "godot.record.attribute.rest")] == [
            (0, 0), (0, 0), (1, 0), (1, 1)]
    assert wireshark.frames(made, "godot.record.attribute.short") == []


def divided(body, step):
    """Records of the parts of a packet, from number 2 on."""
    return [packet(2 + step * index, body[at:at + 196608], len(body), at)
            for index, at in enumerate(range(0, len(body), 196608))]


def test_a_divided_packet_is_put_together():
    """Three records make one message; between them is one of another peer, which does not matter."""
    body = b"\x03" + bytes(range(256)) * 1800
    parts = divided(body, 2)
    between = [packet(3 + 2 * index, b"\x03x", peer=2) for index in range(2)]
    made = recording(begin(), parts[0], between[0], parts[1], between[1], parts[2])
    assert wireshark.fields(made, "godot.length > 5", "frame.number", "godot.length") == [[["6"], [str(len(body))]]]
    raw = wireshark.pdml(made, "-Y", "frame.number == 6")[0].first("godot.raw")
    assert bytes.fromhex(raw.value) == body[1:] or raw.size == len(body) - 1
    found = rows(made)
    assert [row["kind"] for row in found] == ["run_begin", "part", "raw", "part", "raw", "raw"]
    said = [f'Part of a "packet" record: 196608 bytes at {at} of {len(body)}' for at in (0, 196608)]
    assert [row["text"] for row in found if row["kind"] == "part"] == said
    assert [text for [[text]] in wireshark.fields(made, "frame.number == 2 || frame.number == 4",
                                                  "_ws.col.Info")] == said
    lines = wireshark.tshark("-r", made, "-q", "-z", "godot_bytes,tree")
    assert re.search(rf"^ *Raw +{len(body) + 4} ", lines, re.MULTILINE)
    assert re.search(r"^ *Fragments of messages that are not whole +0 ", lines, re.MULTILINE)


@pytest.mark.parametrize("between, is_stray", [
    (packet(3, b"\3x"), True), (header(3, 0, 3, b""), True), (packet(3, b"\3x", peer=2), False),
    (header(12, 0, 3, b"", peer=0), False)], ids=["a packet", "another record", "of another peer", "of the process"])
def test_parts_follow_each_other_among_the_records_of_their_peer(between, is_stray):
    first, last = divided(b"\3" + bytes(200000), 2)
    made = recording(begin(), first, between, last)
    assert wireshark.frames(made, "godot.record.part.stray") == [4] * is_stray
    assert wireshark.frames(made, "godot.length > 5") == [4] * (not is_stray)


@pytest.mark.parametrize("change", [{"kind": 7}, {"length": 200002}, {"offset": 196607}, {"offset": 196609}], ids=str)
def test_parts_of_different_bodies_are_not_put_together(change):
    """All have the same kind and the same length of the whole, and each begins where the one before ended."""
    body, values = b"\3" + bytes(200000), {"kind": 1, "length": 200001, "offset": 196608, **change}
    rest = header(values["kind"], values["length"], 3, body[values["offset"]:200001], values["offset"], bytes(20))
    first, last = divided(body, 2)
    made = recording(begin(), first, rest, last)
    assert wireshark.frames(made, "godot.record.part.stray") == [3, 4]
    assert wireshark.frames(made, "godot.length > 5") == []


def test_columns_of_packets():
    """A record has no addresses, so these are the peers; and why a packet was not sent."""
    made = recording(begin(), packet(2, b"\3a", own=5, other=1), packet(3, b"\3a", own=5, other=-7, direction=1),
                     packet(4, b"\3a", own=5, other=0, direction=1, result=31),
                     packet(5, b"\3a", own=5, other=1, direction=1, result=99))
    lines = wireshark.tshark("-r", made, "-o", 'gui.column.format:"S","%s","D","%d","I","%i"').splitlines()[1:]
    assert [re.findall(r"-?\d+", line)[:2] for line in lines] == [["1", "5"], ["5", "-7"], ["5", "0"], ["5", "1"]]
    assert [line.partition("  (")[2] for line in lines] == [
        "", "", "not sent: ERR_INVALID_PARAMETER)", "not sent: error 99)"]


def test_a_divided_packet_with_a_hole_is_not():
    body = b"\x03" + bytes(400000)
    parts = divided(body, 1)
    made = recording(begin(), parts[0], parts[2])
    assert wireshark.frames(made, "godot.raw") == [] and wireshark.frames(made, "godot.record.part.stray") == [3]


def test_a_divided_description_is_put_together():
    """A part of it is no part of a packet."""
    body = attribute(40, b"A") + attribute(48, b"s" * 65000) * 4
    parts = [header(7, len(body), 2 + at, body[at * 196608:][:196608], at * 196608) for at in range(2)]
    made = recording(begin(), *parts)
    assert [row["kind"] for row in rows(made)] == ["run_begin", "names", "names"]
    assert rows(made)[2]["text"] == "Names of A, 4 scenes"


def test_a_part_after_a_stray_one_is_stray():
    """Until a new body begins; and behind the last part there is no other one."""
    parts = divided(b"\x03" + bytes(400000), 1)
    behind = packet(9, b"", 400001, 400001)
    made = recording(begin(), parts[0], parts[2], parts[1], parts[2], *parts, behind)
    assert wireshark.frames(made, "godot.record.part.stray") == [3, 4, 5, 9]
    assert wireshark.frames(made, "godot.length > 5") == [8]


def test_which_bodies_are_divided():
    """docs/wire/recording.md, 3: longer ones than 196,608 bytes, and only the last part may have less than 4,096."""
    least, most, whole = 4096, 196608, 0x1000000

    def parts(*sizes, length=None):
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        return [(b"\3" * size, length or sum(sizes), start) for size, start in zip(sizes, starts)]

    cases = [(parts(most), []), (parts(most, 1), []), (parts(least, most), []), (parts(least - 1, most), [0, 1]),
             (parts(most, least - 1), []), (parts(most, least - 1, 1), [1, 2]), (parts(least, length=whole), []),
             ([*parts(most, length=most + 2), (b"\3", most + 1, most)], [1]),
             ([*parts(most, length=most + 1), (b"\3\3", most + 2, most)], [1]),
             ([(b"\3", 9, 1)], [0])]
    made = recording(begin(), *(packet(2, *part, peer=1 + at) for at, (some, _) in enumerate(cases) for part in some))
    frames = iter(range(2, 99))
    stray = [frame for some, wrong in cases for at, frame in enumerate([next(frames) for _ in some]) if at in wrong]
    assert wireshark.frames(made, "godot.record.part.stray") == stray
    assert [size for (size,), in wireshark.fields(made, "godot.raw", "godot.length")] == [
        str(sum(len(part[0]) for part in some)) for some, wrong in cases[:-1] if not wrong and some[0][1] != whole]


def test_a_body_that_need_not_be_divided_must_not_be():
    """So a reader knows a record that was cut."""
    length = 196608
    made = recording(begin(), packet(2, b"\3" * 4096, length), packet(3, b"\3" * (length - 4096), length, 4096))
    assert wireshark.frames(made, "godot.record.body.cut") == [2]
    assert wireshark.frames(made, "godot.record.part.stray") == [3]


def test_bodies_that_are_too_long():
    """Of at most 16 MiB, also where a record has the last bytes of one."""
    most = 0x1000000
    made = recording(begin(), packet(2, b"\3abc", most, most - 4), packet(2, b"\3abc", most + 1, most - 3),
                     packet(2, b"\3abc", most, most - 3))
    assert wireshark.frames(made, "godot.record.part.stray") == [2]
    assert wireshark.frames(made, "godot.record.body.too_long") == [3]
    assert wireshark.frames(made, "godot.record.body.beyond") == [4]


def test_many_small_parts_are_no_parts():
    """Else each costs as much as there are before it."""
    made = recording(begin(), *(packet(2 + at, b"\3", 300000, at) for at in range(20)))
    assert wireshark.frames(made, "godot.record.part.stray") == list(range(2, 22))


def announce(path_id, name, md5=b"0" * 32):
    return b"\x01" + md5 + b"\0" + struct.pack("<I", path_id) + name + b"\0"


def call(path_id):
    return struct.pack("<BBBB", 0, path_id, 0, 0)


def method(number, name, *arguments):
    return attribute(44, struct.pack("<HBBBBiH", number, 1, 0, 2, len(arguments), 0, len(name)) + name + b"".join(
        struct.pack("<BBH", 0, 0, len(argument)) + argument for argument in arguments))


def raw_method(number, count, length, rest):
    """A method of which the number of arguments and the length of the name need not be right."""
    return attribute(44, struct.pack("<HBBBBiH", number, 1, 0, 2, count, 0, length) + rest)


M, N = method(0, b"m"), method(2, b"n")
LISTS = {
    "method without a name": ([M, method(1, b""), N], ["m", "", "n"]),
    "argument without a name": ([M, method(1, b"o", b"a", b""), N], ["m", "o", "n"]),
    "arguments are not known": ([M, raw_method(1, 255, 1, b"o"), N], ["m", "o", "n"]),
    "method is missing": ([M, method(2, b"o")], None),
    "methods are not in their order": ([M, N, method(1, b"o")], None),
    "a head is cut": ([M, attribute(44, struct.pack("<HBBBBi", 1, 1, 0, 2, 0, 0))], None),
    "a name is cut": ([M, raw_method(1, 0, 2, b"o")], None),
    "the head of an argument is cut": ([M, raw_method(1, 1, 1, b"o" + bytes(3))], None),
    "an argument is missing": ([M, raw_method(1, 2, 1, b"o" + bytes(4))], None),
    "the name of an argument is cut": ([M, raw_method(1, 1, 1, b"o" + struct.pack("<BBH", 0, 0, 2) + b"a")], None),
    "one of two is cut": ([M, raw_method(1, 0, 2, b"o"), method(1, b"o")], None),
    "nobody says that all are told": ([M, attribute(51, b"\2")], None),
}


@pytest.mark.parametrize("name", LISTS)
def test_calls_have_names_if_the_list_of_methods_is_whole(name):
    """Then an empty name counts, too. Otherwise no method has a name, whatever is proved by an MD5."""
    methods, names = LISTS[name]
    body = attribute(40, b"A") + b"".join(methods) + attribute(51, b"\3" if names else b"\1")
    calls = [struct.pack("<BBBB", 0, path, number, 0) for path in (1, 2, 3) for number in range(3)]
    proofs = ["".join(names)] * 3 if names else ["m", "mo", "mno"]
    announced = [announce(1 + at, b"A%d" % at if at else b"A", hashlib.md5(proof.encode()).hexdigest().encode())
                 for at, proof in enumerate(proofs)]
    made = recording(begin(), *(packet(2 + at, one) for at, one in enumerate(announced)), header(7, len(body), 5, body),
                     *(packet(6 + number, data) for number, data in enumerate(calls)))
    assert [row["method"] for row in rows(made, "-2") if row["kind"] == "rpc"] == (names or [0, 1, 2]) * 3


def test_tables_are_of_one_peer_of_one_run():
    """The same id is another node for another run, for another recorded peer, and for a peer that came again."""
    came = struct.pack("<BBHi", 1, 0, 0, 1)
    made = recording(begin(), packet(2, announce(1, b"A")), packet(3, call(1)), packet(4, call(1), peer=2),
                     header(2, 0, 1, b"", peer=0, run=78), packet(2, call(1), run=78),
                     packet(3, announce(1, b"B"), run=78), packet(4, call(1), run=78),
                     packet(5, call(1)), header(5, 0, 6, b"", added=came), packet(7, call(1)),
                     packet(8, announce(1, b"C")), packet(9, call(1)))
    shown = wireshark.fields(made, 'godot.message == "rpc"', "frame.number", "godot.rpc.node")
    nodes = {int(frame): node for (frame,), node in shown}
    assert nodes == {3: ["A"], 4: [], 6: [], 8: ["B"], 9: ["A"], 11: [], 13: ["C"]}
    assert wireshark.frames(made, "godot.path.unknown") == [11]     # only there it is known that nothing is missing


@pytest.mark.parametrize("number", [4, 5])
@pytest.mark.parametrize("is_lost", [True, False])
def test_what_is_lost_may_have_been_an_announcement(is_lost, number):
    """Whether the recorder says that something is lost, or a number is missing, or both."""
    came, lost = struct.pack("<BBHi", 1, 0, 0, 1), b"\1" + bytes(7) + b"\1" + bytes(7)
    record = header(9, 0, 3, b"", added=lost) if is_lost else packet(3, b"\3a")
    made = recording(begin(), header(5, 0, 2, b"", added=came), record, packet(number, call(1)))
    assert wireshark.frames(made, "godot.path.unknown") == ([] if is_lost or number == 5 else [4])


def test_with_another_id_a_peer_begins_anew():
    """Its paths are not those that were announced to it before."""
    made = recording(begin(), packet(2, announce(1, b"A")), packet(3, call(1)), packet(4, call(1), own=6),
                     packet(5, announce(1, b"B"), own=6), packet(6, call(1), own=6))
    assert wireshark.fields(made, 'godot.message == "rpc"', "frame.number", "godot.rpc.node") == [
        [["3"], ["A"]], [["4"], []], [["6"], ["B"]]]


def cut(kind, length, offset=0, **more):
    return header(kind, length, 3, b"\3ab", offset, bytes(20), **more)


BEFORE_A_CALL = {   # what stands before it, from number 3 on; the number of the call; is something missing?
    "nothing": ([], 3, False), "a mark": ([header(12, 0, 3, b"")], 4, False),
    "a repeated record": ([header(12, 0, 2, b"", flags=1)], 3, False),
    "the same number": ([header(12, 0, 2, b"")], 3, True),
    "repeated after a gap": ([header(12, 0, 4, b"", flags=1)], 5, True),
    "a number is missing": ([], 4, True), "an older number": ([header(12, 0, 1, b"")], 2, True),
    "lost": ([header(9, 0, 3, b"", added=bytes(16), peer=0)], 4, True), "cut": ([cut(1, 4)], 4, True),
    "stray": ([cut(1, 300000, 196608)], 4, True), "beyond": ([cut(1, 2)], 4, True),
    "too long": ([cut(1, 0x1000001)], 4, True), "of another peer": ([cut(1, 4, peer=2)], 4, True),
    "of another run": ([cut(1, 4, run=78)], 3, False),
    "a part": ([packet(3, b"\3" * 196608, 196609), packet(4, b"\3", 196609, 196608)], 5, False)}


@pytest.mark.parametrize("name", BEFORE_A_CALL)
def test_a_path_is_unknown_if_nothing_of_the_run_is_missing(name):
    """Since the other peer came: else it may be that it was announced."""
    between, number, is_gap = BEFORE_A_CALL[name]
    came = header(5, 0, 2, b"", added=struct.pack("<BBHi", 1, 0, 0, 1))
    made = recording(begin(), came, *between, packet(number, call(1)))
    assert wireshark.frames(made, "godot.path.unknown") == ([] if is_gap else [3 + len(between)])


INTEGER, TEXT = b"\x02\x05", b"\x04\0\0\0\x03\0\0\0abc\0"      # of Godot 4, in short form
INTEGER_3 = b"\x02\0\0\0\x05\0\0\0"
CALL = struct.pack("<BBBB", 0, 9, 1, 2) + INTEGER + TEXT
PACKETS = {     # docs/wire/multiplayer-godot4.md, 2, and multiplayer-godot3.md, 2
    (4, "path"): announce(5, b"Main/Node"), (4, "confirmation of an id"): b"\x02\x01\5\0\0\0",
    (4, "confirmation of a path"): b"\x02\x01Main/Node\0", (4, "rpc"): CALL,
    (4, "rpc by path"): b"\x20" + struct.pack("<IBB", 0x80000009, 1, 1) + INTEGER + b"Main\0",
    (4, "rpc with bytes"): b"\x80\x09\x01bytes", (4, "raw"): b"\3bytes",
    (4, "spawn"): struct.pack("<BBIIIII", 4, 0, 9, 7, 1, 6, 8) + b"Crate\0" + INTEGER + TEXT,
    (4, "custom spawn"): struct.pack("<BBIIII6sI", 4, 255, 9, 7, 0, 6, b"Crate\0", len(TEXT)) + TEXT,
    (4, "despawn"): b"\5\7\0\0\0", (4, "sync"): struct.pack("<BHII", 6, 1, 8, 14) + INTEGER + TEXT,
    (4, "delta"): struct.pack("<BIQI", 0x16, 8, 1, 2) + INTEGER, (4, "auth"): b"\7\0bytes",
    (4, "new peer"): b"\7\1\5\0\0\0", (4, "relayed rpc"): b"\7\3\5\0\0\0" + CALL,
    (4, "relayed path"): b"\7\3\5\0\0\0" + announce(5, b"Main/Node"),
    (3, "rpc"): b"\0\5\0\0\0any\0\2" + 2 * INTEGER_3,
    (3, "rpc by path"): b"\0" + struct.pack("<I", 0x80000012) + b"any\0\1" + INTEGER_3 + b"Main\0",
    (3, "rset"): b"\1\5\0\0\0hp\0" + INTEGER_3, (3, "path"): b"\2\5\0\0\0Main\0",
    (3, "confirmation"): b"\3Main\0", (3, "raw"): b"\4bytes"}


@pytest.mark.parametrize("generation, name", PACKETS)
def test_a_packet_that_is_cut_is_at_no_fault(generation, name):
    """What was not captured cannot be wrong, wherever it is cut: that it is cut is said."""
    body = PACKETS[generation, name]
    game = attribute(11, bytes((0, 0, generation, 0)))
    made = recording(header(2, len(game), 1, game, peer=0),
                     *(packet(1 + size, body[:size], len(body)) for size in range(1, len(body) + 1)))
    *parts, whole = rows(made)[1:]
    assert wireshark.frames(made, "_ws.expert.severity >= 0x600000") == []
    assert wireshark.frames(made, "godot.uncaptured || godot.variant.uncaptured") == [row["frame"] for row in parts]
    assert "(cut)" not in whole["text"]
    assert [row["text"] for row in parts if "(cut)" not in row["text"] or row.get("node") == ""] == []
    assert {row["kind"] for row in parts[1:]} <= {whole["kind"], *(["relay"] if "relayed" in name else [])}
    if name in ("raw", "auth"):
        assert {row["text"] for row in parts[1:]} == {whole["text"].replace("bytes", "bytes (cut)")}


@pytest.mark.parametrize("size, text", [(8, "RPC node 5.?()"), (9, "RPC node 5.any()")])
def test_a_name_is_whole_with_its_end(size, text):
    """The name of a method, behind which nothing was captured."""
    game = attribute(11, bytes((0, 0, 3, 0)))
    body = PACKETS[3, "rpc"]
    made = recording(header(2, len(game), 1, game, peer=0), packet(2, body[:size], len(body)))
    assert text in rows(made)[1]["text"]


def test_a_value_that_ends_before_the_cut_is_at_fault():
    """Its size was captured, and it needs more."""
    body = struct.pack("<BHII", 6, 1, 8, 5) + TEXT
    assert wireshark.frames(recording(begin(), packet(2, body, 100)), "godot.variant.truncated") == [2]


def test_nothing_is_learned_from_what_did_not_leave():
    made = recording(begin(), packet(2, announce(1, b"A"), direction=1, result=1), packet(3, call(1), direction=1))
    assert wireshark.fields(made, 'godot.message == "rpc"', "godot.rpc.node") == [[[]]]


def test_random_damage_is_borne():
    """Records of all kinds with random bytes in them, and cut anywhere: nothing gives up, whatever is asked."""
    random_ = random.Random(20261123)
    records = []
    for path in ALL:
        data, at = path.read_bytes(), 0
        while at < len(data):
            kind, length = struct.unpack_from("<II", data, at)
            if kind == 6:
                records.append(data[at + 48:at + 28 + struct.unpack_from("<I", data, at + 20)[0]])
            at += length
    damaged = []
    for record in random_.sample(records, 700):
        damaged.append(record[:random_.randrange(len(record) + 1)])
        broken = bytearray(record)
        for _ in range(random_.randrange(1, 4)):
            broken[random_.randrange(len(broken))] = random_.choice((0, 1, 2, 127, 128, 255, random_.randrange(256)))
        damaged.append(bytes(broken))
    made = recording(*damaged)
    assert not GAVE_UP.search(wireshark.tshark("-r", made, "-V"))
    assert not GAVE_UP.search(wireshark.tshark("-2", "-r", made, "-V", "-z", "godot_recordings,tree"))
    assert wireshark.tshark("-r", made) == wireshark.tshark("-r", made, "-Y", "frame")
    assert len(wireshark.tshark("-r", made, "-q", "-z", "godot,messages").splitlines()) >= len(damaged)


def test_loss_and_throttle_in_per_cent():
    """Of 65,536 and of 32, as docs/wire/recording.md says."""
    names = ("loss", "throttle", "loss_percent", "throttle_percent")
    rows = wireshark.fields(wireshark.CAPTURES / "recordings" / "godot4-replication.server.recording.pcapng",
                            "godot.record.statistics.id", *(f"godot.record.statistics.{name}" for name in names))
    told = [tuple(map(float, numbers)) for row in rows for numbers in zip(*row)]
    assert len(told) > 5 and any(throttle for _, throttle, *_ in told)
    assert all(shown == pytest.approx([100 * loss / 65536, 100 * throttle / 32]) for loss, throttle, *shown in told)
