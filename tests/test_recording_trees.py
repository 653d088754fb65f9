# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands where in the tree of a record? Each attribute has the fields that docs/wire/recording.md, 4.2 and 4.3,
gives it, at their places: a writer of attributes notes what it puts there."""

import struct

import wireshark
from test_recording import attribute, begin, header, recording

TEXTS = {
    1: "comment", 10: "engine", 12: "recorder", 13: "game", 14: "game_version", 15: "system", 20: "peer_class",
    21: "peer_script", 22: "root_path", 26: "api_class", 40: "node", 41: "node_class", 42: "script", 43: "md5",
    47: "spawn_path", 48: "scene", 49: "sync_root", 50: "scene_file", 52: "of_scene", 60: "log.function",
    61: "log.file", 63: "log.code", 64: "log.rationale", 66: "log.stack"}
NUMBERS = {
    11: ("engine_hex", "<I", 0x040603), 16: ("process", "<I", 4711), 18: ("build", "<I", 5), 23: ("peer_id", "<i", -7),
    24: ("peer_status", "<B", 2), 25: ("server", "<B", 1), 27: ("server_relay", "<B", 1),
    28: ("allow_objects", "<B", 1), 29: ("local_port", "<H", 21000), 45: ("authority", "<i", 1), 51: ("whole", "<B", 3),
    62: ("log.line", "<I", 12), 65: ("log.repeats", "<I", 3), 91: ("question", "<I", 7),
    93: ("question.rtt", "<I", 20000)}
TIMES = {17: "started", 92: "question.clock"}
# The fields of values that have several: their places, their sizes, and what they are.
METHOD = struct.pack("<HBBBBiH", 0x8001, 1, 1, 2, 2, 3, 4) + b"jump" + struct.pack("<BBH", 2, 1, 3) + b"far" + \
    struct.pack("<BBH", 0, 0, 0)
PROPERTY = struct.pack("<BBH", 5, 3, 9) + b"Child:pos" + struct.pack("<H", 5) + b"Child"
FIELDS = {
    44: (METHOD, [
        (0, 2, "method.id", 0x8001), (2, 1, "method.mode", 1), (3, 1, "method.call_local", 1),
        (4, 1, "method.transfer_mode", 2), (5, 1, "method.argc", 2), (6, 4, "method.channel", 3),
        (10, 2, "name_length", 4), (12, 4, "method", "jump"), (16, 1, "argument.type", 2),
        (17, 1, "argument.default", 1), (18, 2, "name_length", 3), (20, 3, "argument", "far"),
        (23, 1, "argument.type", 0), (24, 1, "argument.default", 0), (25, 2, "name_length", 0),
        (27, 0, "argument", "")]),
    46: (PROPERTY, [
        (0, 1, "property.bits", 5), (1, 1, "property.type", 3), (2, 2, "name_length", 9),
        (4, 9, "property", "Child:pos"), (13, 2, "name_length", 5), (15, 5, "property.node", "Child")]),
    90: (struct.pack("<iIIII", -5, 20000, 100, 32768, 16), [
        (0, 4, "statistics.id", -5), (4, 4, "statistics.rtt", 20000), (8, 4, "statistics.rtt_variance", 100),
        (12, 4, "statistics.loss", 32768), (16, 4, "statistics.throttle", 16), (12, 4, "statistics.loss_percent", 50),
        (16, 4, "statistics.throttle_percent", 50)])}


def cases():
    """(tag, value, fields in it, those of a value that is too short, or None if any length will do)"""
    for tag, name in TEXTS.items():
        text = "ü" * 16 if name == "md5" else f"{name} ü"
        yield tag, text.encode(), [(0, len(text.encode()), name, text)], tag == 43
    for tag, (name, layout, value) in NUMBERS.items():
        yield tag, struct.pack(layout, value), [(0, struct.calcsize(layout), name, value)], True
    for tag, name in TIMES.items():
        yield tag, struct.pack("<q", 1795439000_000001), [(0, 8, name, None)], True
    for tag, (value, fields) in FIELDS.items():
        yield tag, value, fields, True


def read(item, begins):
    """(place, size, name without the prefix, value) of the fields below an attribute, but for its tag and length."""
    found = []
    for part in item.children[2:]:
        show = part.show
        if part.name not in ("godot.record.started", "godot.record.question.clock") and show:
            try:
                show = int(show, 0)
            except ValueError:
                show = float(show) if part.name.endswith("_percent") else show
        found.append((part.pos - begins, part.size, part.name.removeprefix("godot.record."), show))
    return found


def attributes_of(*values):
    """The attribute items of a record with these pairs of a tag and a value, and where the body begins."""
    body = b"".join(attribute(tag, value) for tag, value in values)
    packet = wireshark.pdml(recording(begin(), header(12, len(body), 2, body, peer=0)))[1]
    start = next(item.pos for item in packet.walk() if item.name == "godot.record.version") + 40
    assert not [item for item in packet.walk() if "xception occurred" in item.showname]
    return [item for item in packet.walk() if item.name == "godot.record.attribute"], start


def test_each_attribute_has_its_fields():
    made = list(cases())
    items, at = attributes_of(*((tag, value) for tag, value, *_ in made))
    assert len(items) == len(made) == len(TEXTS) + len(NUMBERS) + len(TIMES) + len(FIELDS)
    for item, (tag, value, fields, _) in zip(items, made):
        assert (item.pos, item.size) == (at, 4 + len(value))
        assert [(part.name, part.pos - at, part.size, int(part.show)) for part in item.children[:2]] == [
            ("godot.record.attribute.tag", 0, 2, tag), ("godot.record.attribute.length", 2, 2, len(value))]
        found = read(item, at + 4)
        assert [field[:3] for field in found] == [field[:3] for field in fields]
        assert all(wanted[3] is None or field[3] == wanted[3] for field, wanted in zip(found, fields))
        at += 4 + len(value)


def test_times_are_microseconds_since_1970():
    body = b"".join(attribute(tag, struct.pack("<q", 1_500_000)) for tag in TIMES)
    file = recording(begin(), header(12, len(body), 2, body, peer=0))
    names = [f"godot.record.{name}" for name in TIMES.values()]
    assert wireshark.frames(file, " && ".join(f'{name} == "1970-01-01 00:00:01.5"' for name in names)) == [2]


def test_labels_have_the_texts():
    """Without them the name of the field is the label; of values with several fields there is none."""
    items, _ = attributes_of((13, b"My Game"), (1, b""), (16, struct.pack("<I", 7)), (44, METHOD), (999, b"ab"),
                             (998, b""))
    assert [item.showname for item in items] == [
        "Game: My Game", "Comment: ", "Process", "Attribute", "Attribute", "Attribute"]
    assert [read(item, item.pos) for item in items[-2:]] == [[(4, 2, "attribute.value", "61:62")], []]


def test_values_may_be_longer_but_not_shorter():
    """What follows those that are known is a rest. Methods and properties have no fixed length."""
    fixed = [case for case in cases() if case[3] and case[0] not in (44, 46)]
    items, at = attributes_of(*((tag, value + b"xy") for tag, value, *_ in fixed),
                              *((tag, value[:-1]) for tag, value, *_ in fixed))
    for item, (tag, value, fields, _) in zip(items[:len(fixed)], fixed):
        found = read(item, at + 4)
        assert [field[:3] for field in found[:-1]] == [field[:3] for field in fields], tag
        assert found[-1] == (len(value), 2, "attribute.rest", "78:79")
        at += 6 + len(value)
    for item in items[len(fixed):]:
        assert {part.name for part in item.children[2:]} <= {"_ws.expert", "_ws.malformed"}
        assert item.find("godot.record.attribute.short")
