# SPDX-License-Identifier: GPL-2.0-or-later
"""Variants: the examples of docs/wire/variant.md, which engines printed, and what hostile bytes do.

Each value is compared with the document's own text for it, and with tests/godot_variant.py.
"""

import decimal
import json
import random
import re
import struct
import time

import pytest

import enet
import godot_variant
import pcap
from pcap import udp
from trees import is_expert
from wireshark import CAPTURES, ROOT, fields, frames, pdml, sharkd, tshark, version

PORT = 9000
LONE = ("-d", f"udp.port=={PORT},godot.variant")
DOCUMENT = (ROOT / "docs" / "wire" / "variant.md").read_text()

# What the document calls a value, where that is not its text.
TEXTS = {
    "−1": "-1", "−2147483648": "-2147483648", "−2147483649": "-2147483649",
    "Transform2D(x=(1,2), y=(3,4), origin=(5,6))": "Transform2D(1, 2, 3, 4, 5, 6)",
    "AABB((1,2,3), (4,5,6))": "AABB(1, 2, 3, 4, 5, 6)",
    "Basis(x=(1,2,3), y=(4,5,6), z=(7,8,10))": "Basis(1, 4, 7, 2, 5, 8, 3, 6, 10)",
    "Transform3D(that basis, (11,12,13))": "Transform3D(1, 4, 7, 2, 5, 8, 3, 6, 10, 11, 12, 13)",
    "Transform(that basis, (11,12,13))": "Transform(1, 4, 7, 2, 5, 8, 3, 6, 10, 11, 12, 13)",
    "Projection(x=(1,2,3,4), y=(5…8), z=(9…12), w=(13…16))":
        "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
    '^"/root/Main:position:x"': 'NodePath("/root/Main:position:x")', '^"A/B"': 'NodePath("A/B")', '^""': 'NodePath("")',
    "RID id 13": "RID(13)", "RID (any)": "RID()",
    "Node by id 26155681200": "<Object#26155681200>",
    "RefCounted by id −9223372010715871825": "<Object#-9223372010715871825>",
    "Reference by id 1395 — 3.6.2": "<Object#1395>",
    'Callable(node, "queue_free")': "Callable()", 'Signal "renamed" of that Node': "Signal(renamed)",
    '[1, "two", 3.5, null, true, &"sn", ^"a/b"]': '[1, "two", 3.5, null, true, &"sn", NodePath("a/b")]',
    "Array[Node]([node]), full_objects = false": "Array[EncodedObjectAsID]([<Object#26155681200>])",
    'Array[script res://myres.gd]([one Resource, hp = 7, tag = "ab"]), full_objects = true':
        'Array[res://myres.gd]([Object(Resource,"resource_local_to_scene":false,"resource_name":"",'
        '"script":"res://myres.gd","hp":7,"tag":"ab")])',
    "Dictionary[int, Node]({1: node}), full_objects = false":
        "Dictionary[int, EncodedObjectAsID]({1: <Object#26155681200>})",
    "Dictionary[StringName, script]({}), full_objects = true": "Dictionary[StringName, res://myres.gd]({})",
    "PackedByteArray([1, 2, 3, 255, 5])": "PackedByteArray(1, 2, 3, 255, 5)",
    "PoolByteArray([1, 2, 3, 255, 5])": "PoolByteArray(1, 2, 3, 255, 5)",
    "PackedInt32Array([1, -1])": "PackedInt32Array(1, -1)", "PackedInt64Array([1, -1])": "PackedInt64Array(1, -1)",
    "PoolIntArray([1, -1])": "PoolIntArray(1, -1)", "PoolRealArray([1.5, 0.1])": "PoolRealArray(1.5, 0.1)",
    "PackedFloat32Array([1.5, 0.1])": "PackedFloat32Array(1.5, 0.1)",
    "PackedFloat64Array([1.5, 0.1])": "PackedFloat64Array(1.5, 0.1)",
    'PackedStringArray(["", "a", "abc", "abcd"])': 'PackedStringArray("", "a", "abc", "abcd")',
    'PoolStringArray(["", "a", "abc", "abcd"])': 'PoolStringArray("", "a", "abc", "abcd")',
    "PackedVector2Array([(1,2), (3,4)])": "PackedVector2Array(1, 2, 3, 4)",
    "PoolVector2Array([(1,2), (3,4)])": "PoolVector2Array(1, 2, 3, 4)",
    "PackedVector3Array([(1,2,3)])": "PackedVector3Array(1, 2, 3)",
    "PoolVector3Array([(1,2,3)])": "PoolVector3Array(1, 2, 3)",
    "PackedColorArray([red])": "PackedColorArray(1, 0, 0, 1)", "PoolColorArray([red])": "PoolColorArray(1, 0, 0, 1)",
    "PackedVector4Array([(1,2,3,4)])": "PackedVector4Array(1, 2, 3, 4)",
    "RefCounted.new(), full": 'Object(RefCounted,"script":null)',
    "scripted RefCounted (res://plain.gd, exported b = Vector2i(3, 4)), full":
        'Object(RefCounted,"script":"res://plain.gd","b":Vector2i(3, 4))',
    "EncodedObjectAsID(object_id = 4660), full": 'Object(EncodedObjectAsID,"object_id":4660,"script":null)',
    "Reference.new(), full": 'Object(Reference,"script":null)',
    "scripted Reference (source text inside), full":
        'Object(Reference,"script":Object(GDScript,"resource_local_to_scene":false,"resource_name":"",'
        r'"script/source":"extends Reference\nvar a = 1\nexport var b = Vector2(3, 4)\n"),"b":Vector2(3, 4))',
    "freed object": "null",
    'NodePath("/root/Main:position:x") — 3.6.2': 'NodePath("/root/Main:position:x")',
    'NodePath("/root/Main:position:x") — 3.2.3, garbage in the last two bytes': 'NodePath("/root/Main:position:x")',
    'NodePath(":rot") — 3.2.3, garbage in the last byte': 'NodePath(":rot")',
    # 10.3
    "int 5": "5", "Vector2(1, 2) from a double build": "Vector2(1, 2)",
    "PackedVector2Array([Vector2(1, 2)]) double build": "PackedVector2Array(1, 2)",
    "null Object, 3.2 release build, by id": "null", "PackedInt64Array([1])": "PackedInt64Array(1)",
    # 9: one text per group of bytes
    "true / false": ["true", "false"], "0, 1, −1": ["0", "1", "-1"],
    "127, 128, −128, −129": ["127", "128", "-128", "-129"],
    "32767, 32768, −32768, −32769": ["32767", "32768", "-32768", "-32769"],
    "2147483647, 2147483648": ["2147483647", "2147483648"], "−2147483648, −2147483649": ["-2147483648", "-2147483649"],
    "Node (by id)": "<Object#26323453360>", "args (1, true)": ["1", "true"], 'args ("a", 5)': ['"a"', "5"],
    "args (PBA[1], PBA[2,3])": ["PackedByteArray(1)", "PackedByteArray(2, 3)"],
}
EXPERT_NAMES = ["truncated", "unknown_type", "impossible_count", "too_deep", "depth_limit", "bad_utf8", "unknown_flags",
                "reserved_set", "padding_set", "padding_missing", "old_node_path", "bool_value", "shared_set",
                "full_object", "object_script", "event_length", "trailing_bytes"]
EXPERTS = [f"godot.variant.{name}" for name in EXPERT_NAMES]
NO_VARIANT = "single PackedByteArray([1,2,3])"      # the raw form: no header at all


def examples(section):
    """(what it is called, cells between, [bytes...]) per row of the section's table."""
    begin = DOCUMENT.index(f"\n{section}")
    rows = []
    for line in DOCUMENT[begin:DOCUMENT.index("\n#", begin + 2)].splitlines():
        cells = [cell.strip() for cell in re.split(r" \| ", line.strip().strip("|"))]
        groups = re.findall("`([0-9a-f ]+)`", cells[-1])
        if len(cells) > 1 and groups:
            rows.append((cells[0], cells[1:-1], [bytes.fromhex(group.replace(" ", "")) for group in groups]))
    return rows


def full_examples():
    """(dialect, name, bytes) of all full Variants of the document."""
    rows = [("4.x", name, groups[0]) for name, _, groups in examples("### 10.1")]
    rows += [("3.x", name, groups[0]) for name, _, groups in examples("### 10.2")]
    numbering = {"3.0.x": "3.x", "4.3+": "4.x"}
    rows += [(numbering.get(cells[0], cells[0]), name, groups[0]) for name, cells, groups in examples("### 10.3")]
    return rows


def example(name, dialect="4.x"):
    return next(data for d, n, data in full_examples() if (d, n) == (dialect, name))


def write(tmp_path, payloads, own_conversations=False):
    packets = [udp(p, source=("10.0.0.2", 10000 + i if own_conversations else 10000), target=("10.0.0.1", PORT))
               for i, p in enumerate(payloads)]
    return pcap.write(tmp_path / "variants.pcap", packets)


def lone(dialect="auto", **preferences):
    options = [f"godot.variant.{name}:{value}" for name, value in {"dialect": dialect, **preferences}.items()]
    return (*LONE, *(word for option in options for word in ("-o", option)))


def dissect(tmp_path, payloads, dialect="4.x", **preferences):
    """The Variant's tree of each payload."""
    packets = pdml(write(tmp_path, payloads), *lone(dialect, **preferences))
    assert len(packets) == len(payloads)
    check_unharmed("\n".join(node.showname for packet in packets for node in packet.walk()))
    return [packet.first("godot.variant") for packet in packets]


def experts(tree):
    """Names of the expert items in a tree."""
    return [
        node.name for expert in tree.find("_ws.expert") for node in expert.children if node.name.startswith("godot.")]


def check_cover(node):
    """The leaves cover all bytes of the item, and so does each item between them and it."""
    children = [child for child in node.children if not is_expert(child) and child.size > 0]
    if not children:
        return
    covered = sorted({byte for child in children for byte in range(child.pos, child.pos + child.size)})
    assert covered == list(range(node.pos, node.pos + node.size)), f"{node.name} {node.showname}"
    for child in children:
        check_cover(child)


def check_unharmed(text):
    """No dissector gave up. (An expert item of the group Malformed does not mean that.)"""
    assert "Dissector bug" not in text and "Exception occurred" not in text and "Malformed Packet: " not in text


# --- the document's examples ------------------------------------------------------------


def test_document_and_decoder_agree():
    """The independent decoder reads the document's bytes as the document says."""
    for dialect, name, data in full_examples():
        value = godot_variant.decode(data, dialect)
        assert (value.text, value.size) == (TEXTS.get(name, name), len(data))
        assert value.clean, name


@pytest.mark.parametrize("dialect", ["4.x", "3.x", "2.1", "4.x-doc"])
def test_examples(tmp_path, dialect):
    rows = [(name, data) for d, name, data in full_examples() if d == dialect]
    assert rows
    for (name, data), tree in zip(rows, dissect(tmp_path, [data for _, data in rows], dialect)):
        assert tree.first("godot.variant.value").show == TEXTS.get(name, name)
        check_cover(tree)
        assert {"godot.variant.undecoded", "godot.variant.trailing", "godot.variant.hidden"}.isdisjoint(
            node.name for node in tree.walk())
        assert set(experts(tree)) <= {"godot.variant.full_object", "godot.variant.object_script"}, name


def test_number_of_examples():
    """If a table of the document were no longer found, there would be no tests of it."""
    assert len([row for row in full_examples() if row[0] == "4.x"]) >= 67
    assert len([row for row in full_examples() if row[0] == "3.x"]) >= 41


def rpc(argument_bytes, count, number=1):
    """An ENet datagram with a call of Godot 4, whose arguments are compact Variants."""
    return enet.datagram(enet.reliable(number, bytes([0, 1, 2, count]) + argument_bytes, channel=2))


def compact_examples():
    for name, _, groups in examples("## 9."):
        expected = TEXTS.get(name, name)
        if name == NO_VARIANT:
            continue
        yield from zip(expected, groups) if isinstance(expected, list) else [(expected, groups[0])]


def test_types_are_named_as_in_their_own_dialect(tmp_path):
    """14 is a color in 3.x and a plane in 4.x: the numbers decide, and a label does not depend on the value before."""
    color, plane = struct.pack("<I4f", 14, 0.5, 0.25, 0.75, 1), struct.pack("<I4f", 14, 1, 0, 0, 5)
    capture = pcap.write(tmp_path / "types.pcap", [udp(value) for value in (color, plane, color)])
    packets = pdml(capture, "-d", f"udp.port=={pcap.SERVER[1]},godot.variant")
    assert [packet.first("godot.variant.type").showname for packet in packets
            ] == [f"Type: {name} (14)" for name in ("Color", "Plane", "Color")]


def test_compact_examples(tmp_path):
    rows = [("null" if text == "freed object" else text, data) for text, data in compact_examples()]
    assert len(rows) >= 34
    capture = pcap.write(tmp_path / "a.pcap", [udp(rpc(data, 1, i)) for i, (_, data) in enumerate(rows, 1)])
    packets = pdml(capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4")
    for (text, data), packet in zip(rows, packets):
        assert godot_variant.decode(data, "4.x", compact=True).text == text
        assert packet.first("godot.rpc.args").show == text
        value = next(node for node in packet.walk() if node.find("godot.variant.type") and node.size == len(data))
        check_cover(value)


def test_compact_values_follow_each_other(tmp_path):
    data = [data for _, data in compact_examples()]
    values = godot_variant.decode_all(b"".join(data))
    capture = pcap.write(tmp_path / "a.pcap", [udp(rpc(b"".join(data), len(data)))])
    packet, = pdml(capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4")
    assert packet.first("godot.rpc.args").show == ", ".join(value.text for value in values)


COMPACT = [     # bytes of an argument -> their items: name, first byte, how many, value (docs/wire/variant.md, 9)
    (b"\x01", [("type", 0, 1, "1"), ("bool", 0, 1, "0")]), (b"\x81", [("type", 0, 1, "1"), ("bool", 0, 1, "1")]),
    *((bytes([2 | nth << 6]) + struct.pack(fmt, number),
       [("type", 0, 1, "2"), ("width", 0, 1, str(nth)), ("int", 1, 1 << nth, str(number))])
      for nth, (fmt, number) in enumerate([("<b", -3), ("<h", -300), ("<i", 70000), ("<q", -2 ** 40)]))]


def test_compact_numbers_have_items(tmp_path):
    capture = pcap.write(tmp_path / "a.pcap", [udp(rpc(data, 1, i)) for i, (data, _) in enumerate(COMPACT, 1)])
    for (data, items), packet in zip(COMPACT, pdml(capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4")):
        value, = (node for node in packet.walk() if any(child.name == "godot.variant.type" for child in node.children))
        assert value.size == len(data)
        assert [(node.name, node.pos - value.pos, node.size, {"True": "1", "False": "0"}.get(node.show, node.show))
                for node in value.children if node.size] == [(f"godot.variant.{name}", *rest) for name, *rest in items]


@pytest.mark.parametrize("behind, text", [
    (bytes(8), "null, null, null"), (b"\xc2abcdefgh", f"null, {int.from_bytes(b'abcdefgh', 'little')}"),
    (b"\xc2abcdef\0\0", f"null, {int.from_bytes(b'abcdef', 'little')}"),
    ((b"\xc2" + bytes(8)) * 22, "null" + 22 * ", 0")], ids=["zeros", "a number", "another one", "many numbers"])
def test_no_class_is_behind_a_freed_object(tmp_path, behind, text):
    """docs/wire/variant.md, 9: a length that is 0 or more than the bytes that are left is not that of a class. In the
    last case it would be 194, and no more are left; but they are no letters."""
    capture = pcap.write(tmp_path / "a.pcap", [udp(rpc(b"\x18\0\0\0" + behind, 1 + text.count(",")))])
    packet, = pdml(capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4")
    assert packet.first("godot.rpc.args").show == text
    assert not packet.find("_ws.malformed")


@pytest.mark.parametrize("behind, name", [
    (b"\4\0\0\0Node", "Node"), (b"\4\0\0\0My_9", "My_9"), (b"\4\0\0\0My 9", None), (b"\3\0\0\0abc", None)])
def test_a_class_may_be_the_last_thing(tmp_path, behind, name):
    """A name with its padding: with fewer bytes, or others than a name has, the object was freed."""
    capture = pcap.write(tmp_path / "a.pcap", [udp(rpc(b"\x18\0\0\0" + behind, 1))])
    packet, = pdml(capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4")
    assert packet.first("godot.variant.value").show == (f"Object({name}…)" if name else "null")
    assert bool(packet.find("godot.variant.freed_object")) != bool(name)
    assert packet.find("godot.variant.truncated") if name else packet.find("godot.variant.class") == []


# --- fields -----------------------------------------------------------------------------


def test_components_have_fields_of_their_own(tmp_path):
    vector = struct.pack("<Ifff", 9, 0.1, -2.5, 1e20)
    integers = struct.pack("<Iiii", 10, 1, -2, 3)
    basis = example("Basis(x=(1,2,3), y=(4,5,6), z=(7,8,10))")
    capture = write(tmp_path, [vector, integers, struct.pack("<Iffff", 20, 1, 0.5, 0.25, 1), basis])
    rows = fields(capture, "",
                  *(f"godot.variant.{name}" for name in ("x", "y", "z", "ix", "iy", "iz", "r", "g", "b", "a")),
                  options=lone("4.x"))
    assert [[float(value) for value in cell] for cell in rows[0][:3]] == [[0.1], [-2.5], [1e20]]
    assert rows[1][3:6] == [["1"], ["-2"], ["3"]]
    assert [[float(value) for value in cell] for cell in rows[2][6:]] == [[1], [0.5], [0.25], [1]]
    assert [[float(value) for value in cell] for cell in rows[3][:3]] == [[1, 4, 7], [2, 5, 8], [3, 6, 10]]


def test_floats_match_as_written(tmp_path):
    capture = write(tmp_path, [struct.pack("<Iff", 5, 0.1, 3.3), struct.pack("<IId", 0x10003, 0, 0)[:4] +
                               struct.pack("<d", 0.1)])
    matches = fields(capture, "godot.variant.x == 0.1 && godot.variant.y == 3.3", "frame.number", options=lone("4.x"))
    assert matches == [[["1"]]]
    assert fields(capture, "godot.variant.float == 0.1", "frame.number", options=lone("4.x")) == [[["2"]]]


WIDE = {5: 0, 7: 0, 9: 0, 11: 0, 12: 0, 14: 0, 15: 0, 16: 0, 17: 0, 18: 0, 19: 0, 35: 4, 36: 4, 38: 4}


def test_double_precision(tmp_path):
    """Every type whose numbers the header can declare 64 bits wide (docs/wire/variant.md, 2)."""
    rows = [(name, data) for dialect, name, data in full_examples()
            if dialect == "4.x" and data[0] in WIDE and data[2] == 0]
    assert {data[0] for _, data in rows} == set(WIDE)
    payloads = []
    for _, data in rows:
        begin = 4 + WIDE[data[0]]
        numbers = struct.unpack(f"<{(len(data) - begin) // 4}f", data[begin:])
        payloads.append(data[:2] + b"\1\0" + data[4:begin] + struct.pack(f"<{len(numbers)}d", *numbers))
    for (name, data), wide, tree in zip(rows, payloads, dissect(tmp_path, payloads)):
        assert tree.first("godot.variant.value").show == TEXTS.get(name, name) == godot_variant.decode(wide).text
        assert experts(tree) == []
        check_cover(tree)


def numbers_of(fmt, exponents, seed):
    """
    Powers of two and their neighbours, the ends of the range, whatever the bits, and what games send: finite, none 0.
    """
    code, size = fmt.lower().replace("d", "Q").replace("f", "I"), struct.calcsize(fmt)
    bits = lambda number: struct.unpack(f"<{code}", struct.pack(f"<{fmt}", number))[0]     # noqa: E731
    chance = random.Random(seed)
    near = {bits(2.0 ** exponent) + step for exponent in exponents for step in (-1, 0, 1)}
    near |= {1, 2, 3, bits(float("inf")) - 1}
    near |= {chance.getrandbits(8 * size) for _ in range(4000)}
    near |= {bits(chance.uniform(-1, 1) * 10 ** chance.randrange(-6, 17)) for _ in range(4000)}
    near |= {bits(round(chance.uniform(-1000, 1000), places)) for places in range(5) for _ in range(200)}
    numbers = struct.unpack(f"<{len(near)}{fmt}", struct.pack(f"<{len(near)}{code}", *sorted(near)))
    return [number for number in numbers if number and number - number == 0]


@pytest.mark.parametrize("kind, fmt, exponents", [(32, "f", range(-149, 128)), (33, "d", range(-1074, 1024))],
                         ids=["32 bits", "64 bits"])
def test_digits_are_the_fewest_that_read_back(tmp_path, kind, fmt, exponents):
    """By Python's own digits: the text of packed arrays."""
    numbers = numbers_of(fmt, exponents, seed=kind)
    parts = [numbers[at:at + 7000] for at in range(0, len(numbers), 7000)]
    payloads = [struct.pack(f"<II{len(part)}{fmt}", kind, len(part), *part) for part in parts]
    rows = fields(write(tmp_path, payloads), "godot.variant", "godot.variant.value", options=lone("4.x", text=1000000))
    told = [text for [[value]] in rows for text in value[value.index("(") + 1:-1].split(", ")]
    pairs = list(zip(numbers, told, strict=True))
    assert [pair for pair in pairs if pair[1] != godot_variant.real_text(pair[0], fmt == "f")] == []
    if fmt == "d":
        assert [pair for pair in pairs if decimal.Decimal(pair[1]) != decimal.Decimal(repr(pair[0]))] == []
    assert len(numbers) > 9000


def test_basis_rows_are_labelled_by_axis(tmp_path):
    data = example("Basis(x=(1,2,3), y=(4,5,6), z=(7,8,10))")
    tree, = dissect(tmp_path, [data])
    rows = tree.find("godot.variant.row")
    assert [child.showname for child in rows[0].children] == ["X.x: 1", "Y.x: 4", "Z.x: 7"]
    assert rows[1].showname == "y row: 2, 5, 8"


def test_columns_are_labelled_by_axis(tmp_path):
    tree, = dissect(tmp_path, [example("Transform2D(x=(1,2), y=(3,4), origin=(5,6))")])
    columns = tree.find("godot.variant.column")
    assert [[child.showname for child in column.children] for column in columns] == [["X.x: 1", "X.y: 2"],
                                                                                     ["Y.x: 3", "Y.y: 4"]]
    assert [column.showname for column in columns] == ["X column: 1, 2", "Y column: 3, 4"]


def test_a_byte_order_mark_is_no_letter(tmp_path):
    data = b"\x04\0\0\0\6\0\0\0\xef\xbb\xbfabc\0\0"
    tree, = dissect(tmp_path, [data])
    assert tree.first("godot.variant.value").show == godot_variant.decode(data).text == '"abc"'
    assert tree.first("godot.variant.string").show == "abc"
    check_cover(tree)


@pytest.mark.parametrize("text, shown", [(b"\xef\xbb\xbf", ""), (b"\xef\xbb", "\ufffd")])
def test_a_byte_order_mark_is_whole(tmp_path, text, shown):
    """Padding is no part of it."""
    tree, = dissect(tmp_path, [struct.pack("<II", 4, len(text)) + text + b"\xbf\0"[:-len(text) % 4]])
    assert tree.first("godot.variant.value").show == f'"{shown}"'
    check_cover(tree)


def test_an_object_without_a_script_brings_none(tmp_path):
    tree, = dissect(tmp_path, [example("RefCounted.new(), full")])
    assert tree.first("godot.variant.value").show == 'Object(RefCounted,"script":null)'
    assert experts(tree) == ["godot.variant.full_object"]


def test_a_negative_count_of_properties_is_none(tmp_path):
    """docs/wire/variant.md, 4.5. The largest count that is not negative is in ODD."""
    tree, = dissect(tmp_path, [b"\x18\0\0\0\4\0\0\0Node\0\0\0\x80"])
    assert tree.first("godot.variant.value").show == "Object(Node)"
    assert experts(tree) == ["godot.variant.full_object"]


@pytest.mark.parametrize("name, is_script", [
    (b"script", True), (b"script/source", True), (b"scripts", False), (b"script/", False), (b"script/sourcE", False),
    (b"script/source2", False), (b"scripT", False), (b"s", False), (b"", False)])
def test_a_script_is_a_property_of_that_name(tmp_path, name, is_script):
    """docs/wire/variant.md, 4.5."""
    head = struct.pack("<II4sII", 24, 4, b"Node", 1, len(name))
    tree, = dissect(tmp_path, [head + name + bytes(-len(name) % 4) + STRING])
    assert experts(tree) == ["godot.variant.full_object", *(["godot.variant.object_script"] if is_script else [])]


def test_what_no_byte_says_is_marked():
    """The dialect, a text and the whole of a path are computed: Wireshark shows them in brackets."""
    capture = CAPTURES / "godot4-rpc.pcapng"
    chosen = [frames(capture, found)[0] for found in ("godot.variant.node_path", "len(godot.variant.value) > 160")]
    names = {node.name for frame in sharkd(capture, chosen) for node in frame.walk() if node.generated}
    assert {name for name in names if name.startswith("godot.variant.")} == {
        "godot.variant.dialect", "godot.variant.value", "godot.variant.node_path"}


@pytest.mark.parametrize("there", range(5))
def test_a_script_shows_in_the_head_of_its_value(tmp_path, there):
    """Even if nothing of the value follows; but less than a head tells no type."""
    tree, = dissect(tmp_path, [b"\x18\0\0\0\4\0\0\0Node\1\0\0\0\6\0\0\0script\0\0" + STRING[:there]])
    assert ("godot.variant.object_script" in experts(tree)) == (there == 4)
    check_cover(tree)


def test_containers_and_their_entries(tmp_path):
    data = example('{"a": 1, 2: true}')
    tree, = dissect(tmp_path, [data])
    dictionary = tree.first("godot.variant.dictionary")
    assert len(dictionary.find("godot.variant.item")) == 2
    assert [key.showname for key in dictionary.find("godot.variant.key")] == ['Key: "a"', "Key: 2"]
    assert dictionary.first("godot.variant.count").show == "2"


# Name of an example in the document, or bytes -> its JSON (docs/messages.md).
NODE = {"object": 26155681200}
JSON = {
    "RID id 13": {"rid": 13}, "Node by id 26155681200": NODE,
    "RefCounted by id −9223372010715871825": {"object": -9223372010715871825},
    'Signal "renamed" of that Node': {"signal": "renamed", "of": NODE}, "Signal()": {"signal": "", "of": None},
    'Callable(node, "queue_free")': None, '^"/root/Main:position:x"': "/root/Main:position:x",
    '[1, "two", 3.5, null, true, &"sn", ^"a/b"]': [1, "two", 3.5, None, True, "sn", "a/b"],
    '{"a": 1, 2: true}': [["a", 1], [2, True]], "PackedByteArray([1, 2, 3, 255, 5])": "010203ff05",
    'PackedStringArray(["", "a", "abc", "abcd"])': ["", "a", "abc", "abcd"],
    "PackedVector2Array([(1,2), (3,4)])": [[1, 2], [3, 4]], "PackedInt32Array([1, -1])": [1, -1],
    "RefCounted.new(), full": {"object": "RefCounted", "properties": {"script": None}},
    "EncodedObjectAsID(object_id = 4660), full":
        {"object": "EncodedObjectAsID", "properties": {"object_id": 4660, "script": None}},
}
INTEGERS = [0, 9, 10, -1, 2 ** 31, 2 ** 63 - 1, -2 ** 63]


def args_in_json(tmp_path, data, count):
    """Returns the arguments in the row of a call that has so many."""
    capture = pcap.write(tmp_path / "call.pcap", [udp(rpc(data, count))])
    row, = map(json.loads, tshark("-r", capture, "-q", "-z", "godot,messages", "-d", "udp.port==7777,enet", "-o",
                                  "enet.payload:godot4").splitlines())
    return row["args"]


def test_each_kind_of_value_in_json(tmp_path):
    data = b"".join(map(example, JSON)) + b"".join(struct.pack("<Bq", 0xC2, number) for number in INTEGERS)
    values = [*JSON.values(), *INTEGERS]
    assert args_in_json(tmp_path, data, len(values)) == values


@pytest.mark.parametrize("pairs", [
    {}, {"a": 1, "b": 2}, {"a": "b", 2: "c"}, {2: 1, "a": 3}, {"a": "b", "c": "d", "e": 5}, {"a": {"b": 2, "c": 3}}])
def test_a_dictionary_is_an_object_in_json_if_its_keys_are_texts(tmp_path, pairs):
    """docs/messages.md."""
    def written(value):
        if isinstance(value, dict):
            return struct.pack("<II", 27, len(value)) + b"".join(written(part) for part in sum(value.items(), ()))
        return struct.pack("<IIB3x", 4, 1, ord(value)) if isinstance(value, str) else struct.pack("<Ii", 2, value)

    is_object = all(isinstance(key, str) for key in pairs)
    assert args_in_json(tmp_path, written(pairs), 1) == [pairs if is_object else [list(pair) for pair in pairs.items()]]


IN_JSON = [     # an array of a dictionary, one without names, and an object: of their elements so many levels are told
    [None, None, None],
    [{"abc": None}, [[None, None]], {"object": "Node", "properties": {"abc": None}}],
    [{"abc": 1}, [[2, True]], {"object": "Node", "properties": {"abc": 5}}]]


@pytest.mark.parametrize("levels", range(3))
def test_what_is_deeper_than_64_levels_is_null_in_json(tmp_path, levels):
    """docs/messages.md. Names stay."""
    one, two, five, true = (struct.pack("<II", kind, number) for kind, number in ((2, 1), (2, 2), (2, 5), (1, 1)))
    pairs = struct.pack("<II", 27, 1)
    three = (struct.pack("<II", 28, 3) + pairs + STRING + one + pairs + two + true +
             struct.pack("<II4sI", 24, 4, b"Node", 1) + STRING[4:] + five)
    expected = IN_JSON[levels]
    for _ in range(63 - levels):
        expected = [expected]
    assert args_in_json(tmp_path, struct.pack("<II", 28, 1) * (63 - levels) + three, 1) == [expected]


def test_signed_ids(tmp_path):
    data = example("RefCounted by id −9223372010715871825")
    tree, = dissect(tmp_path, [data])
    assert int(tree.first("godot.variant.object_id").show) == 2**64 - 9223372010715871825


def test_forms_of_2_1(tmp_path):
    word = lambda *numbers: struct.pack(f"<{len(numbers)}I", *numbers)      # noqa: E731
    image = word(15, 5, 0, 2, 1, 6) + b"abcdef\1\2"
    key = word(19, 1, 7, 20, 3, 65)
    motion = word(19, 4, 0, 20, 1) + struct.pack("<f", 0.1)
    path = word(16, 0x80000001, 0, 3, 1) + b"A\0\0\0" + word(2) + b"hp\7\7"
    shared = word(21, 0x80000001, 0)
    payloads = [image, key, motion, path, shared, word(17), word(18), word(26, 1) + struct.pack("<ff", 1, 2)]
    texts = ["Image(2, 1, 0, 5)", "InputEvent(Key)", "InputEvent(Joystick motion)", 'NodePath("/A:hp")', "[null]",
             "RID()", "null", "Vector2Array(1, 2)"]
    for text, data, tree in zip(texts, payloads, dissect(tmp_path, payloads, "2.1")):
        assert tree.first("godot.variant.value").show == text
        assert godot_variant.decode(data, "2.1").text == text
        assert experts(tree) == []
        check_cover(tree)


def test_the_last_word_of_a_joystick_motion_is_a_float(tmp_path):
    """docs/wire/variant.md, 4.9. Those of other events are integers."""
    events = [struct.pack("<IIIIIf", 19, kind, 0, 20, 3, 0.1) for kind in (4, 5)]
    motion, button = dissect(tmp_path, events, "2.1")
    assert [node.show for node in motion.find("godot.variant.event.data")] == ["3"]
    assert [node.show for node in motion.find("godot.variant.event.value")] == ["0.1"]
    assert [node.show for node in button.find("godot.variant.event.data")] == ["3", str(0x3DCCCCCD)]


# --- odd bytes and faults ---------------------------------------------------------------

STRING = b"\x04\0\0\0\x03\0\0\0abc\0"
ODD = [
    ("unknown_type", b"\x27\0\0\0\1\2\3\4"),
    ("unknown_type", b"\xff\0\0\0"),
    ("impossible_count", b"\x1c\0\0\0\xff\xff\xff\x7f" + STRING),
    ("impossible_count", b"\x1b\0\0\0\2\0\0\0" + STRING),
    ("impossible_count", b"\x1e\0\0\0\0\0\0\x40" + b"\0" * 16),
    ("impossible_count", b"\x1d\0\0\0\xff\xff\xff\xff" + b"\0" * 16),
    ("impossible_count", b"\x22\0\0\0\xff\xff\xff\xff"),
    ("impossible_count", b"\x16\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0"),
    ("impossible_count", b"\x1d\0\0\0\0\0\0\x80" + b"\0" * 16),
    ("truncated", b"\x04\0\0\0\xff\xff\xff\xffabcd"),
    ("truncated", b"\x04\0\0\0\3\0\0\0abc"),
    ("bad_utf8", b"\x04\0\0\0\4\0\0\0a\xff\xfeb"),
    ("unknown_flags", b"\x06\0\1\0" + b"\0" * 8),
    ("unknown_flags", b"\x05\0\2\0" + b"\0" * 8),
    ("reserved_set", b"\x05\1\0\0" + b"\0" * 8),
    ("padding_set", b"\x04\0\0\0\3\0\0\0abc\1"),
    ("padding_missing", b"\x1d\0\0\0\3\0\0\0abc"),
    ("bool_value", b"\1\0\0\0\2\0\0\0"),
    ("shared_set", b"\x1c\0\0\0\0\0\0\x80"),
    ("trailing_bytes", b"\1\0\0\0\1\0\0\0" + b"\0"),
    ("impossible_count", b"\x18\0\0\0\4\0\0\0Node\xff\xff\xff\x7f"),
    ("old_node_path", b"\x16\0\0\0\3\0\0\0a/b"),
    ("object_script", b"\x18\0\0\0\4\0\0\0Node\1\0\0\0\6\0\0\0script\0\0" + STRING),
]


@pytest.mark.parametrize("length", range(9))
def test_bytes_may_end_without_their_padding(tmp_path, length):
    """docs/wire/variant.md, 3.3: at the very end, which is told; whole words have none."""
    data = struct.pack("<II", 29, length) + bytes(length)
    tree, = dissect(tmp_path, [data])
    assert experts(tree) == (["godot.variant.padding_missing"] if length % 4 else [])
    check_cover(tree)
    assert args_in_json(tmp_path, data, 1) == [bytes(length).hex()]


TEXT, BAD_TEXT, NIL, UNKNOWN = (struct.pack("<II", 1, 0x61), struct.pack("<II", 1, 0x61626300),
                                struct.pack("<I", 0), struct.pack("<I", 99))
ENTRIES = {     # what comes before a count, how an entry is written, how a broken one, and what that is called
    "array": (struct.pack("<I", 28), NIL, UNKNOWN, "unknown_type"),
    "keys": (struct.pack("<I", 27), NIL + NIL, UNKNOWN + NIL, "unknown_type"),
    "values": (struct.pack("<I", 27), NIL + NIL, NIL + UNKNOWN, "unknown_type"),
    "properties": (struct.pack("<II", 24, 4) + b"Node", TEXT + NIL, TEXT + UNKNOWN, "unknown_type"),
    "texts": (struct.pack("<I", 34), TEXT, struct.pack("<II", 1 << 20, 0x61), "truncated")}


@pytest.mark.parametrize("shown", [2, 5, 100])
@pytest.mark.parametrize("name", ENTRIES)
def test_nothing_is_read_behind_a_broken_entry(tmp_path, name, shown):
    """Whether the entries have items or not; the others behind it are broken, too."""
    before, sound, broken, fault = ENTRIES[name]
    values = [before + struct.pack("<I", 8) + sound * number + broken * (8 - number) for number in range(9)]
    for number, tree in enumerate(dissect(tmp_path, values, items=shown)):
        told = [name for name in experts(tree) if name != "godot.variant.full_object"]
        assert told == ([f"godot.variant.{fault}"] if number < 8 else [])
        check_cover(tree)


@pytest.mark.parametrize("text", [1, 100])
def test_elements_that_are_not_shown_are_there(tmp_path, text):
    """As many as an array has, of each type that has elements of one size; and the value ends behind them."""
    values = [struct.pack("<II", kind, count) + bytes(size * count) for count in (0, 1, 3, 4, 1000)
              for kind, size in [(30, 4), (31, 8), (32, 4), (33, 8), (35, 8), (36, 12), (37, 16), (38, 16)]]
    for data, tree in zip(values, dissect(tmp_path, values, items=3, text=text)):
        assert (experts(tree), tree.find("godot.variant.undecoded"), tree.size) == ([], [], len(data))


def test_flags_that_say_something_are_in_their_label(tmp_path):
    """Elements of any type are said, too."""
    names = list(godot_variant.TYPES["4.x"])
    heads = [struct.pack("<I", number) for number in range(len(names))] + [struct.pack("<I", 1 << 16 | 5)]
    labels = [tree.first("godot.variant.flags").showname for tree in dissect(tmp_path, heads)]
    said = {number: label for number, label in enumerate(labels) if label != "Flags: 0x0000"}
    assert said == {27: "Flags: 0x0000, Keys: any, Values: any", 28: "Flags: 0x0000, Elements: any",
                    len(names): "Flags: 0x0001, 64 bits"}


def test_odd_bytes_are_named(tmp_path):
    for (name, data), tree in zip(ODD, dissect(tmp_path, [data for _, data in ODD])):
        assert f"godot.variant.{name}" in experts(tree), (name, data)
        check_cover(tree)
        assert not godot_variant.is_clean(data, "4.x") or name == "object_script"


@pytest.mark.parametrize("length", range(4, 24, 4))
def test_events_have_their_own_length(tmp_path, length):
    """docs/wire/variant.md: it counts the three words of the head, and whole words."""
    event = struct.pack("<IIII", 19, 0, 0, length) + bytes(max(0, length - 12))
    tree, odd, cut = dissect(tmp_path, [event, event[:12] + struct.pack("<I", length + 1) + event[16:] + bytes(4),
                                        event[:-1] if length > 12 else event], "2.1")
    assert ("godot.variant.event_length" in experts(tree)) == (length < 12)
    assert "godot.variant.event_length" in experts(odd)
    assert ("godot.variant.truncated" in experts(cut)) == (length > 12)


def test_node_path_padding_may_be_anything(tmp_path):
    tree, = dissect(tmp_path, [b"\x16\0\0\0\1\0\0\x80\0\0\0\0\0\0\0\0\1\0\0\0Aabc"])
    assert experts(tree) == []
    assert tree.first("godot.variant.padding").value == "616263"


def test_what_was_understood_stays(tmp_path):
    tree, = dissect(tmp_path, [b"\x1c\0\0\0\3\0\0\0" + STRING + b"\x63\0\0\0" + b"\1\2\3\4"])
    assert tree.first("godot.variant.string").show == "abc"
    assert tree.first("godot.variant.undecoded").value == "01020304"
    assert tree.first("godot.variant.value").show == '["abc", …]'


@pytest.mark.parametrize("name, data", [
    ("object", struct.pack("<II4sI", 24, 4, b"Node", 2) + TEXT + NIL + struct.pack("<II", 1 << 20, 0)),
    ("plain", struct.pack("<II", 34, 2) + TEXT + struct.pack("<I", 1 << 20)),
    ("type", struct.pack("<III", 28, 2, 0) + UNKNOWN)])
def test_a_fault_stands_in_the_value_that_has_it(tmp_path, name, data):
    """Not in the one before it."""
    tree, = dissect(tmp_path, [data])
    told = {node.name for node in tree.walk() for child in node.children if child.name == "_ws.expert" and
            child.children[0].name in ("godot.variant.truncated", "godot.variant.unknown_type")}
    assert told == {f"godot.variant.{name}"}


def test_one_byte_may_be_undecoded(tmp_path):
    tree, = dissect(tmp_path, [b"\x63\0\0\0\1"])
    assert tree.first("godot.variant.undecoded").value == "01"


def test_nothing_is_undecoded_after_the_last_byte(tmp_path):
    tree, = dissect(tmp_path, [b"\xff\0\0\0"])
    assert experts(tree) == ["godot.variant.unknown_type"] and tree.find("godot.variant.undecoded") == []


def test_trailing_bytes(tmp_path):
    rests = b"x", b"xyz"
    for rest, tree in zip(rests, dissect(tmp_path, [STRING + rest for rest in rests])):
        assert tree.first("godot.variant.trailing").value == rest.hex()
        assert experts(tree) == ["godot.variant.trailing_bytes"]


def test_every_truncation_is_reported(tmp_path):
    rows = [(dialect, data) for dialect, _, data in full_examples()]
    for dialect in ("4.x", "3.x"):
        cut = [data[:length] for d, data in rows if d == dialect for length in range(1, len(data))]
        whole = {data for d, data in rows if d == dialect}
        for data, packet in zip(cut, pdml(write(tmp_path, cut), *lone(dialect))):
            check_unharmed("\n".join(node.showname for node in packet.walk()))
            tree = packet.first("godot.variant")
            names = set(experts(tree)) - {"godot.variant.full_object", "godot.variant.object_script"}
            assert names or data in whole, data.hex()
            check_cover(tree)


def test_every_truncation_of_captured_values_is_reported(tmp_path):
    """Bytes of a real engine are cut at every length: each piece gets an expert item, and no dissector gives up."""
    payloads = [
        bytes.fromhex(row[0][0]) for row in fields(CAPTURES / "godot4-variants-udp.pcapng", "udp", "udp.payload")]
    cut = [data[:length] for data in payloads for length in range(1, len(data))]
    capture = write(tmp_path, cut)
    faults = " || ".join(name for name in EXPERTS
                         if name not in ("godot.variant.full_object", "godot.variant.object_script"))
    assert len(payloads) > 100 and len(cut) > 5000
    assert frames(capture, faults, *lone("4.x")) == list(range(1, len(cut) + 1))
    check_unharmed(tshark("-r", capture, "-V", *lone("4.x")))


def all_captured(tmp_path, cut, dialect="4.x"):
    """The trees of values of each of which only so many bytes were captured: pairs (bytes, how many)."""
    capture = write(tmp_path, [data for data, _ in cut])
    whole, at = capture.read_bytes(), 24
    with capture.open("r+b") as file:
        file.seek(at)
        for data, length in cut:
            head = bytearray(whole[at:at + 16])
            struct.pack_into("<I", head, 8, 28 + length)
            file.write(head + whole[at + 16:at + 16 + 28 + length])
            at += 16 + 28 + len(data)
        file.truncate()
    return [packet.first("godot.variant") for packet in pdml(capture, *lone(dialect))]


def captured(tmp_path, data, length):
    """The tree of a value of which only so many bytes were captured."""
    return all_captured(tmp_path, [(data, length)])[0]


def test_cut_capture_is_not_the_senders_fault(tmp_path):
    """A snapshot length leaves what is there, and the count is not flagged."""
    tree = captured(tmp_path, struct.pack("<II100i", 30, 100, *range(100)), 8 + 41)
    assert experts(tree) == ["godot.variant.uncaptured"]
    assert [node.show for node in tree.find("godot.variant.int")] == [str(n) for n in range(10)]


def test_a_capture_may_be_cut_where_elements_are_not_shown(tmp_path):
    """Those that have neither an item nor a place in the text are not read one by one."""
    tree = captured(tmp_path, struct.pack("<II3000i", 30, 3000, *range(1000, 4000)), 8 + 2 + 4 * 2000)
    assert experts(tree) == ["godot.variant.uncaptured"]
    assert tree.first("godot.variant.hidden").size == 4 * (2000 - 256)


@pytest.mark.parametrize("data", [struct.pack("<IIi", 30, 1, 7), struct.pack("<II", 29, 8) + b"12345678",
                                  struct.pack("<II", 29, 5) + b"12345" + bytes(3)])
def test_every_cut_of_a_capture_is_told(tmp_path, data):
    for length in range(1, len(data)):
        assert experts(captured(tmp_path, data, length)) == ["godot.variant.uncaptured"]


@pytest.mark.parametrize("dialect", ["4.x", "3.x", "2.1", "4.x-doc"])
def test_every_cut_of_a_capture_is_told_of_each_example(tmp_path, dialect):
    """Whatever is missing, the sender is not blamed, and nothing is made up."""
    data = [example for name, _, example in full_examples() if name == dialect]
    if dialect == "2.1":
        data += [struct.pack("<6I", 15, 5, 0, 2, 1, length) + bytes(range(1, 9)) for length in (6, 8) * 3]      # images
        data.append(struct.pack("<6I", 19, 1, 7, 20, 3, 65))        # a key
    cut = [(example, length) for nth, example in enumerate(data) for length in range(1 + nth % 3, len(example), 3)]
    for tree, (example, length) in zip(all_captured(tmp_path, cut, dialect), cut, strict=True):
        told = set(experts(tree))
        assert "godot.variant.uncaptured" in told, (example, length)
        assert not told & {f"godot.variant.{name}" for name in ("truncated", "impossible_count", "unknown_type")}
        check_cover(tree)


def as_field(text):
    """tshark's -T fields escapes backslashes in later versions."""
    return text.replace("\\", "\\\\") if version() >= (4, 4) else text


def mutations(count, seed):
    """Examples with something broken in them, or put into one another; always the same ones."""
    chance = random.Random(seed)
    good = [data for _, _, data in full_examples()] + [data for _, data in ODD]
    words = [0, 1, 2, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x40000000]
    for _ in range(count):
        data = bytearray(chance.choice(good))
        for _ in range(chance.choice([1, 1, 2, 3, 6])):
            at = chance.randrange(len(data)) if data else 0
            how = chance.randrange(6)
            if how == 0:
                data[at:at + 1] = bytes([chance.randrange(256)])
            elif how == 1:
                data[at:at + 4] = struct.pack("<I", chance.choice(words))
            elif how == 2:
                del data[at:at + chance.randrange(1, 9)]
            elif how == 3:
                data[at:at] = chance.choice(good)
            elif how == 4:
                data = data[:at]
            else:
                inner = [chance.choice(good) for _ in range(chance.randrange(1, 5))]
                head = struct.pack("<II", chance.choice([28, 19, 27, 18, 21, 20]), chance.choice([1, 2, len(inner)]))
                data = bytearray(head + b"".join(inner))
        if data:
            yield bytes(data)


FATAL = {"truncated", "unknown_type", "impossible_count", "too_deep", "event_length"}
NOTHING_ODD = {"full_object", "object_script", "trailing_bytes", "depth_limit"}


@pytest.mark.parametrize("dialect", ["4.x", "3.x", "2.1", "4.x-doc"])
def test_broken_values_read_as_the_decoder_reads_them(tmp_path, dialect):
    """The text is the same, the same things are flagged as unusual, and there is a fault where no decoder can go on."""
    payloads = list(mutations(1500, 7))
    rows = fields(write(tmp_path, payloads), "", "godot.variant.value", *EXPERTS,
                  options=lone(dialect, text=1000000))
    for data, row in zip(payloads, rows):
        names = {name for name, cell in zip(EXPERT_NAMES, row[1:]) if cell}
        try:
            value = godot_variant.decode(data, dialect)
        except godot_variant.VariantError:
            assert names & FATAL, data.hex()
            continue
        assert not names - {"unknown_type"} & FATAL, data.hex()
        assert bool(names - NOTHING_ODD) == (not value.clean), data.hex()
        if "\ufffd" not in value.text:      # one bad byte or all of a sequence: that is taste
            assert row[0] == [as_field(value.text)], data.hex()


# --- sizes ------------------------------------------------------------------------------


def nested(depth):
    return b"\x1c\0\0\0\1\0\0\0" * depth + b"\0\0\0\0"


@pytest.mark.parametrize("depth", [10, 63, 64, 65, 200, 1023, 1024, 1025, 5000])
def test_depth(tmp_path, depth):
    tree, = dissect(tmp_path, [nested(depth)])
    names = experts(tree)
    assert ("godot.variant.depth_limit" in names) == (depth > 64)
    assert ("godot.variant.too_deep" in names) == (depth > godot_variant.DEPTH_LIMIT)
    assert len(tree.find("godot.variant.array")) == min(depth, 65)
    check_cover(tree)


def test_depth_preference_is_bounded(tmp_path):
    capture = write(tmp_path, [nested(1024), b"\x1b\0\0\0\1\0\0\0\0\0\0\0" * 1000 + b"\0\0\0\0"])
    text = tshark("-r", capture, *lone("4.x", depth=100000), "-T", "pdml")
    check_unharmed(text)
    assert "depth_limit" in text


def big_message(tmp_path, data):
    """A message that is too big for a datagram, as ENet's fragments, is dissected as a single Variant."""
    packets = [udp(enet.datagram(fragment)) for fragment in enet.fragments(1, data, 60000)]
    return pcap.write(tmp_path / "big.pcap", packets), ("-d", "udp.port==7777,enet", "-o", "enet.payload:variant",
                                                        "-o", "godot.variant.dialect:4.x")


BIG = {
    "bytes": struct.pack("<II", 29, 1000000) + bytes(1000000),
    "integers": struct.pack("<II", 30, 1000000) + bytes(4000000),
    "vectors": struct.pack("<II", 35, 500000) + bytes(4000000),
    "nulls": struct.pack("<II", 28, 1000000) + bytes(4000000),
    "strings": struct.pack("<II", 34, 1000000) + bytes(4000000),
    "bad strings": struct.pack("<II", 28, 300000) + b"\x04\0\0\0\4\0\0\0\xff\xff\xff\xff" * 300000,
    "arrays of arrays": struct.pack("<II", 28, 1000) + (struct.pack("<II", 28, 1000) + bytes(4000)) * 1000,
    "one string": struct.pack("<II", 4, 4000000) + b"x" * 4000000,
    "depth": nested(100000),
}


@pytest.mark.parametrize("name", BIG)
def test_big_values_are_bounded(tmp_path, name):
    capture, options = big_message(tmp_path, BIG[name])
    begin = time.monotonic()
    text = tshark("-r", capture, *options, "-T", "pdml", "-J", "godot.variant")
    assert time.monotonic() - begin < 20
    check_unharmed(text)
    assert "godot.variant.type" in text
    values = re.findall(r'name="godot.variant.value"[^>]* show="([^"]*)"', text)
    assert values and all(len(value) <= 6 * 4096 for value in values)
    assert text.count("<field") < 200000


def test_items_and_text_are_cut_where_preferences_say(tmp_path):
    tree, = dissect(tmp_path, [struct.pack("<II1000i", 30, 1000, *range(1000))], items=10, text=50)
    assert [node.show for node in tree.find("godot.variant.int")] == [str(n) for n in range(10)]
    hidden = tree.first("godot.variant.hidden")
    assert (hidden.pos - tree.pos, hidden.size, hidden.showname) == (8 + 40, 3960, "Not shown: 990 more")
    value = tree.first("godot.variant.value").show
    assert len(value) == 50 and value.endswith("…")
    full = godot_variant.decode(struct.pack("<II1000i", 30, 1000, *range(1000))).text
    assert value[:-1] == full[:49]
    tree, = dissect(tmp_path, [STRING], text=1)
    assert tree.first("godot.variant.value").show == "…"


@pytest.mark.parametrize("count, label", [
    (2, "[PackedInt32Array(100, 101), 7]"), (3, "[PackedInt32Array(100, 101, …), 7]"),
    (4, "[PackedInt32Array(100, 101, …), 7]")])
def test_a_label_has_what_is_shown_below_it(tmp_path, count, label):
    """It may be longer than a text, but for elements without an item (docs/fields.md)."""
    array = struct.pack(f"<II{count}i", 30, count, *range(100, 100 + count))
    tree, = dissect(tmp_path, [struct.pack("<II", 28, 2) + array + struct.pack("<Ii", 2, 7)], items=2, text=5)
    assert tree.first("godot.variant.array").showname.endswith(label)
    assert tree.first("godot.variant.value").show == label[:4] + "…"


@pytest.mark.parametrize("length", [30, 200, 5000])
def test_a_filter_for_the_text_needs_no_tree(tmp_path, length):
    """Without -V, tshark only makes items that a filter asks for. The Info column has less of a state's text."""
    data = struct.pack("<II", 4, length) + b"x" * length + bytes(-length % 4)
    state = b"\6\1\0" + struct.pack("<II", 1, len(data)) + data
    capture = pcap.write(tmp_path / "state.pcap", [udp(enet.datagram(enet.reliable(1, state)))])
    shown = godot_variant.decode(data).text
    end = (shown if len(shown) <= 4096 else shown[:4095] + "…")[1:].replace('"', r'\"')
    options = "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4"
    for text, is_there in ((end, True), (end + "x", False)):
        assert bool(tshark("-r", capture, *options, "-Y", f'godot.variant.value contains "{text}"')) == is_there
    packet, = pdml(capture, *options)       # nor does a tree need a filter
    assert packet.first("godot.variant.value").show == (shown if len(shown) <= 4096 else shown[:4095] + "…")


@pytest.mark.parametrize("length, hidden", [(160, True), (161, False)])
def test_the_text_is_shown_where_the_label_cuts_it(tmp_path, length, hidden):
    """docs/fields.md: a label has 160 bytes of it."""
    text = b"x" * (length - 2)
    capture = write(tmp_path, [struct.pack("<II", 4, len(text)) + text + bytes(-len(text) % 4)])
    shown, = re.findall('<field name="godot.variant.value"[^>]*>', tshark("-r", capture, *lone("4.x"), "-T", "pdml"))
    assert ('hide="yes"' in shown) == hidden


def test_a_dialect_is_shown_where_it_changes(tmp_path):
    """The second value of a frame has that of the first."""
    calls = [enet.reliable(number, b"\0\1\2\2\2\5\2\6", channel=2) for number in (1, 2)]
    capture = pcap.write(tmp_path / "calls.pcap", [udp(enet.datagram(*calls))] * 2)
    text = tshark("-r", capture, "-d", "udp.port==7777,enet", "-o", "enet.payload:godot4", "-T", "pdml")
    first = text[:text.index("</packet>")]
    hidden = ['hide="yes"' in field for field in re.findall('<field name="godot.variant.dialect"[^>]*>', first)]
    assert hidden == [False, True, True, True]


@pytest.mark.parametrize("odd", [49, 50, 51])
def test_a_value_has_no_more_than_50_notes(tmp_path, odd):
    tree, = dissect(tmp_path, [struct.pack("<II", 28, odd) + struct.pack("<II", 1, 2) * odd])
    assert experts(tree) == ["godot.variant.bool_value"] * min(odd, 50)


def in_one_frame(tmp_path, values):
    """The frame of a datagram with a call of Godot 4 for each value."""
    calls = [enet.reliable(number, bytes([0, 1, 2, 1]) + value, channel=2) for number, value in enumerate(values, 1)]
    capture = pcap.write(tmp_path / "calls.pcap", [udp(enet.datagram(*calls), target=("10.0.0.1", PORT))])
    packet, = pdml(capture, "-d", f"udp.port=={PORT},enet", "-o", "godot.version:4", "-o", "godot.variant.items:100000")
    return packet


@pytest.mark.parametrize("values, shown", [(39, 1950), (40, 2000), (41, 2000)])
def test_a_frame_has_no_more_than_2000_notes(tmp_path, values, shown):
    odd = struct.pack("<II", 28, 50) + struct.pack("<II", 1, 2) * 50
    assert len(in_one_frame(tmp_path, [odd] * values).find("godot.variant.bool_value")) == shown


@pytest.mark.parametrize("values, is_whole", [(1, True), (4, True), (8, False)])
def test_a_frame_has_no_more_than_20000_items(tmp_path, values, is_whole):
    """Each element of an array has six items: itself, and five below it."""
    packet = in_one_frame(tmp_path, [struct.pack("<II", 28, 500) + struct.pack("<Ii", 2, 1) * 500] * values)
    items = [node for node in packet.walk() if node.name.startswith("godot.variant.")]
    assert len(items) <= 20000 and bool(packet.find("godot.variant.hidden")) != is_whole
    assert len(items) >= min(values * 3000, 15000)


MANY = {    # entries of few bytes and many items
    "texts": (34, struct.pack("<I2s2x", 2, b"ab")), "vectors": (35, bytes(8)),
    "pairs": (27, struct.pack("<II2s2xIi", 4, 2, b"ab", 2, 1)), "transforms": (28, struct.pack("<I48x", 18))}


@pytest.mark.parametrize("name", MANY)
def test_whatever_a_value_has_its_items_are_counted(tmp_path, name):
    kind, entry = MANY[name]
    count = 60000 // len(entry)
    packet = in_one_frame(tmp_path, [struct.pack("<II", kind, count) + entry * count])
    assert 12000 <= len([node for node in packet.walk() if node.name.startswith("godot.variant.")]) <= 20010


def test_numbers_of_an_array_are_counted(tmp_path):
    """More than a datagram holds, as ENet's fragments."""
    capture, options = big_message(tmp_path, struct.pack("<II", 30, 25000) + bytes(100000))
    more = "-o", "godot.variant.items:100000", "-T", "fields", "-e", "godot.variant.int"
    text = tshark("-r", capture, *options, *more)
    assert 19900 <= text.count("0") <= 20000


# --- dialects ---------------------------------------------------------------------------


def decided(dialect, data):
    """Does the document say that these bytes can be decided without a conversation?"""
    return data[0] > 5 and data[0] not in (11,) and dialect in ("3.x", "4.x")


def test_dialect_by_the_bytes_alone(tmp_path):
    rows = [(d, data) for d, _, data in full_examples() if decided(d, data) and godot_variant.is_clean(data, d)]
    assert len(rows) > 60
    capture = write(tmp_path, [data for _, data in rows], own_conversations=True)
    found = fields(capture, "", "godot.variant.dialect", options=lone())
    assert [row[0] for row in found] == [[dialect[0]] for dialect, _ in rows]


@pytest.mark.parametrize("number, is_3_0", [(-2 ** 31 - 1, False), (-2 ** 31, True), (-1, True), (0, True),
                                            (2 ** 31 - 1, True), (2 ** 31, False)])
def test_integers_of_64_bits_that_32_could_hold(tmp_path, number, is_3_0):
    """docs/wire/variant.md, 4.1: only 3.0 sends them."""
    capture = write(tmp_path, [struct.pack("<Iq", 0x10002, number)], own_conversations=True)
    assert [row[0] for row in fields(capture, "", "godot.variant.dialect", options=lone())] == [
        ["3"] if is_3_0 else ["4"]]


AABBS = [((1, 2, 3, 4, 5, 6), True), ((1, 2, 3, 0, 0, 0), True), ((1, 2, 3, -4, 5, 6), False),
         ((1, 2, 3, -0.5, 5, 6), False), ((1, 2, 3, 4, -0.5, 6), False), ((1, 2, 3, 4, 5, -0.5), False),
         ((0, 0, 3, 4, 5, 6), True), ((2, 3, 0, 0, 5, 6), True), ((3, 0, 0.1, 2, 5, 6), True),
         ((3, 0, -0.1, 2, 5, 6), True)]
AXES = [((1, 0, 0.5, 0.5, 5, 6), False), ((2, 0, 0.6, 0.8, 5, 6), False),       # one has a length of 1
        ((2, 0, 0, 3, 5, 6), False), ((0.5, 0, 0, 0.5, 5, 6), False), ((0.25, 0.5, -0.5, 0.25, 5, 6), False),
        ((2, 0, 1e-5, 3, 5, 6), False), ((2, 0, -1e-5, 3, 5, 6), False)]        # orthogonal


@pytest.mark.parametrize("numbers, is_box", AABBS + AXES)
def test_sizes_of_boxes_are_not_negative(tmp_path, numbers, is_box):
    """The same bytes are a Transform2D of 4.x."""
    capture = write(tmp_path, [struct.pack("<I6f", 11, *numbers)], own_conversations=True)
    assert [row[0] for row in fields(capture, "", "godot.variant.dialect", options=lone())] == [
        ["3"] if is_box else ["4"]]


@pytest.mark.parametrize("numbers, name", [
    ((1, 0.5, 0.25, 1), "Color"), ((0.5, 0.5, 0.5, 1.5), "Plane"), ((0.5, 0.5, 0.5, 0), "Plane"),
    ((0.5, 1.5, 0.5, 1), "Plane"), ((0.5, -0.5, 0.5, 1), "Plane"), ((0, 1, 0, 2), "Plane"),
    ((0, 1, 0, -2), "Plane"),
    ((0.6, 0.8, 0, 0.5), "Plane"), ((0, 1, 1, 1), "Color"), ((0, 0, 0, 0.5), "Color"), ((0, 0, 0, -0.5), "Plane")])
def test_a_color_of_3_or_a_plane_of_4(tmp_path, numbers, name):
    """docs/wire/variant.md, 11.3; what is neither is read as 4.x."""
    tree, = dissect(tmp_path, [struct.pack("<I4f", 14, *numbers)], "auto")
    assert tree.first("godot.variant.type").showname == f"Type: {name} (14)"


def test_conversation_keeps_its_dialect(tmp_path):
    ambiguous = struct.pack("<I6f", 11, 1, 0, 0, 1, 5, 6)
    array = struct.pack("<III", 19, 1, 0)
    capture = write(tmp_path, [ambiguous, array, ambiguous])
    for options in ((), ("-2",)):
        assert [row[0] for row in fields(capture, "", "godot.variant.value", options=(*lone(), *options))] == \
            [["Transform2D(1, 0, 0, 1, 5, 6)"], ["[null]"], ["AABB(1, 0, 0, 1, 5, 6)"]]


def test_a_frame_does_not_know_its_own_verdict(tmp_path):
    """A later message of a frame decides for later frames only, in every pass."""
    ambiguous = struct.pack("<I6f", 11, 1, 0, 0, 1, 5, 6)
    messages = [enet.reliable(1, ambiguous), enet.reliable(2, struct.pack("<III", 19, 1, 0))]
    capture = pcap.write(
        tmp_path / "a.pcap",
        [udp(enet.datagram(*messages)), udp(enet.datagram(enet.reliable(3, ambiguous)))])
    for options in ((), ("-2",)):
        rows = fields(capture, "", "godot.variant.value",
                      options=("-d", "udp.port==7777,enet", "-o", "enet.payload:variant", *options))
        assert rows == [[["Transform2D(1, 0, 0, 1, 5, 6)", "[null]"]], [["AABB(1, 0, 0, 1, 5, 6)"]]]


def test_garbage_in_padding_hides_no_dialect(tmp_path):
    """Engines before 3.1 send such strings; only 3.x has an array of this number."""
    tree, = dissect(tmp_path, [b"\x13\0\0\0\1\0\0\0\4\0\0\0\1\0\0\0axyz"], "auto")
    assert tree.first("godot.variant.dialect").show == "3"
    assert experts(tree) == ["godot.variant.padding_set"]


def test_what_neither_dialect_reads_is_of_that_of_its_conversation(tmp_path):
    cut = struct.pack("<II", 19, 2)
    trees = dissect(tmp_path, [cut, struct.pack("<III", 19, 1, 0), cut], "auto")
    assert [tree.first("godot.variant.dialect").show for tree in trees] == ["4", "3", "3"]
    assert ["godot.variant.dialect_unknown" in experts(tree) for tree in trees] == [True, False, False]


def test_neither_dialect(tmp_path):
    tree, = dissect(tmp_path, [b"\xff\xff\0\0"], "auto")
    assert "godot.variant.dialect_unknown" in experts(tree)


# --- the heuristic ----------------------------------------------------------------------


def heuristic(capture, *options, name="godot.variant.value"):
    enable = ("--enable-heuristic", "godot_variant_udp")
    return fields(capture, "", name, options=(*enable, *options))


def test_heuristic_is_off_and_wants_evidence(tmp_path):
    array = struct.pack("<IIII", 28, 2, 0, 0)
    capture = write(tmp_path, [array, STRING, struct.pack("<Iff", 5, 1, 2), bytes(16), array[:-1]])
    assert fields(capture, "", "godot.variant.value") == [[[]]] * 5
    assert heuristic(capture) == [[["[null, null]"]], [[]], [[]], [[]], [[]]]
    assert heuristic(capture, "-o", "godot.variant.heuristic:strings")[1] == [['"abc"']]
    assert heuristic(capture, "-o", "godot.variant.heuristic:any")[2] == [["Vector2(1, 2)"]]
    empty, unpadded = struct.pack("<II", 28, 0), struct.pack("<II", 29, 5) + b"abcde"
    unfinished = struct.pack("<IIII", 28, 3, 0, 0)
    assert heuristic(write(tmp_path, [empty, unpadded, unfinished])) == [[[]]] * 3


@pytest.mark.parametrize("value, shown", [
    (b"\x1c\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0", ["[null, null]"]),
    (b"\x1c\1\0\0\2\0\0\0\0\0\0\0\0\0\0\0", []),       # the second byte of a header
    (b"\x1c\0\0\0\2\0\0\0\0\1\0\0\0\0\0\0", []),       # ... of an element's
    (b"\x1c\0\0\x40\2\0\0\0\0\0\0\0\0\0\0\0", []),     # a flag that means nothing
    (b"\x1c\0\0\0\1\0\0\0\1\0\0\0\2\0\0\0", []),       # a truth value of 2
    (b"\x1c\0\0\0\1\0\0\0\4\0\0\0\1\0\0\0\xff\0\0\0", []),          # no UTF-8
    (b"\x13\0\0\0\1\0\0\0\4\0\0\0\1\0\0\0axyz", ['["a"]']),     # padding: engines before 3.1 leave garbage there
])
def test_heuristic_wants_what_engines_write(tmp_path, value, shown):
    """docs/wire/variant.md, 11.1 and 11.4. The rest is nobody's."""
    capture = write(tmp_path, [value])
    assert heuristic(capture) == [[shown]]
    [[[protocols]]] = heuristic(capture, name="frame.protocols")
    assert protocols.endswith(":udp:godot.variant" if shown else ":udp:data")


def test_info_column(tmp_path):
    capture = write(tmp_path, [STRING])
    column = "_ws.col.info" if version() >= (4, 4) else "_ws.col.Info"
    assert fields(capture, "", column, options=lone("4.x")) == [[['"abc"']]]
    for text in (1, 0):     # at least one
        assert tshark("-r", capture, *lone("4.x", text=text)).split()[-1] == "…"


def test_a_text_with_a_nul_is_shown_whole(tmp_path):
    """The engine reads "a", but more was sent."""
    texts = [b"a\0b", b"\0", b"a\0\0\xc3\xa9\0", b"ab"]
    payloads = [struct.pack("<II", 4, len(text)) + text + bytes(-len(text) % 4) for text in texts]
    capture = write(tmp_path, payloads)
    for options in (LONE, (*LONE, "-2")):
        rows = fields(capture, "", "godot.variant.string", "godot.variant.value", "godot.variant.nul", options=options)
        assert [row[0] for row in rows] == [["a"], [], ["a"], ["ab"]]
        assert [as_field(value) for value in (r'"a\u0000b"', r'"\u0000"', r'"a\u0000\u0000é\u0000"', '"ab"')
                ] == [row[1][0] for row in rows]
        assert [bool(row[2]) for row in rows] == [True, True, True, False]


@pytest.mark.parametrize("character", "\x01\x1f ~\x7f\x80\x9f\xa0\xbf\xc0\u0100")
def test_control_characters_of_a_text_have_numbers(tmp_path, character):
    """C0, DEL and C1 (Unicode 23.1)."""
    raw = f"a{character}b".encode()
    tree, = dissect(tmp_path, [struct.pack("<II", 4, len(raw)) + raw.ljust(-(-len(raw) // 4) * 4, b"\0")])
    is_control = ord(character) < 0x20 or 0x7f <= ord(character) < 0xa0
    shown = f"\\u{ord(character):04x}" if is_control else character
    assert f'"a{shown}b"' in tree.first("godot.variant").showname
    assert tree.first("godot.variant.value").show == f'"a{shown}b"'
