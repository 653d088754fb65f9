# SPDX-License-Identifier: GPL-2.0-or-later
"""How many names of a recording are used, and which: recordings made by hand, after docs/wire/recording.md, 4."""

import contextlib
import hashlib
import re
import struct

import pytest

import wireshark
from test_godot4 import by_path, delta, rpc, rpc_path, simplify, spawn, sync
from test_project_names import lists
from test_recording import attribute, begin, header, packet, recording, rows

SPAWNS, ALWAYS, ON_CHANGE = 1, 2, 4
WHOLE = attribute(51, b"\3")
VALUE = b"\x02\x64"


def described(path, *attributes):
    """Returns the body of a record "names"."""
    return attribute(40, path.encode()) + b"".join(attributes) + WHOLE


def properties(bits):
    """A property for each number, which says where it is synchronized: "p0", "p1", ..."""
    paths = [b".:p%d" % number for number in range(len(bits))]
    return [attribute(46, struct.pack("<BBH", bit, 2, len(path)) + path) for bit, path in zip(bits, paths)]


def shown(nodes, messages, field):
    """Returns what the messages of the server have of a field, after these descriptions."""
    records = [header(7, len(body), 2 + at, body) for at, body in enumerate(nodes)]
    packets = [packet(2 + len(nodes) + at, message) for at, message in enumerate(messages)]
    made = recording(begin(), *records, *packets)
    return [cell for cell, in wireshark.fields(made, "godot", field)]


def test_a_spawn_has_the_scene_of_its_index():
    spawner = described("S", attribute(47, b"Main"), attribute(48, b"res://a.tscn"), attribute(48, b"res://b.tscn"))
    spawns = [spawn(1, 10 + scene, f"N{scene}", scene=scene) for scene in (0, 1, 2, 3, 255)]
    assert shown([spawner], [simplify(1, "S"), *spawns], "godot.spawn.scene") == [
        [], ["res://a.tscn"], ["res://b.tscn"], [], [], []]
    marks = [text.rpartition(" by S ")[2] for [text] in shown([spawner], [simplify(1, "S"), *spawns], "_ws.col.Info")]
    assert marks[1:4] == ["(res://a.tscn)", "(res://b.tscn)", "(scene #2)"]


def test_no_scene_has_the_number_of_a_spawn_by_a_function():
    """255 stands for spawn_function, also if the spawner has as many scenes."""
    scenes = [attribute(48, b"res://%d.tscn" % number) for number in range(300)]
    spawner = described("S", attribute(47, b"Main"), *scenes)
    spawns = [spawn(1, 10, "N"), spawn(1, 11, "O", scene=254), spawn(1, 12, "P", scene=255, state=b"\4" + bytes(7))]
    assert shown([spawner], [simplify(1, "S"), *spawns], "godot.spawn.scene") == [
        [], ["res://0.tscn"], ["res://254.tscn"], []]


@pytest.mark.parametrize("count, named", [(1, True), (64, True), (65, False)])
def test_a_spawn_of_many_synchronizers_has_no_names(count, named):
    nodes = [described(f"Main/N/S{at}", attribute(49, b"Main/N"), *properties([SPAWNS])) for at in range(count)]
    messages = [simplify(1, "S"), spawn(1, 9, "N", range(10, 10 + count), state=VALUE * count)]
    assert shown([described("S", attribute(47, b"Main")), *nodes], messages, "godot.sync.property")[1] == (
        [".:p0"] * count if named else [])


def test_a_synchronizer_that_is_described_twice_is_one():
    node = described("Main/N/S", attribute(49, b"Main/N"), *properties([SPAWNS]))
    messages = [simplify(1, "S"), spawn(1, 9, "N", [10], state=VALUE)]
    assert shown([described("S", attribute(47, b"Main")), node, node], messages, "godot.sync.property")[1] == [".:p0"]


@pytest.mark.parametrize("count, values, named", [(1, 1, 1), (1, 2, 0), (2, 1, 0), (2, 2, 2), (2, 3, 0)])
def test_a_spawn_has_names_if_it_has_as_many_values(count, values, named):
    nodes = [described(f"Main/N/S{at}", attribute(49, b"Main/N"), *properties([SPAWNS])) for at in range(count)]
    messages = [simplify(1, "S"), spawn(1, 9, "N", range(10, 10 + count), state=VALUE * values)]
    assert shown([described("S", attribute(47, b"Main")), *nodes], messages,
                 "godot.sync.property")[1] == [".:p0"] * named


@pytest.mark.parametrize("roots, named", [
    (["Main/N"], True), (["Main/N", "Main/M"], False), (["Main/N", None], False)])
def test_a_spawn_is_of_the_synchronizers_that_are_its_own(roots, named):
    """docs/wire/recording.md, 4.2: the latest description of a node says of which one it is."""
    nodes = [described("Main/N/S", *([attribute(49, root.encode())] if root else []), *properties([SPAWNS]))
             for root in roots]
    messages = [simplify(1, "S"), spawn(1, 9, "N", [10], state=VALUE)]
    assert shown([described("S", attribute(47, b"Main")), *nodes], messages, "godot.sync.property")[1] == (
        [".:p0"] * named)
    assert shown(nodes, messages, "godot.sync.property")[1] == []       # by a spawner of which nothing is told


def test_a_state_of_the_spawned_node_itself_has_no_names():
    """Only those of its synchronizers have."""
    nodes = [described("S", attribute(47, b"Main")),
             described("Main/N/S", attribute(49, b"Main/N"), *properties([SPAWNS | ALWAYS]))]
    messages = [simplify(1, "S"), spawn(1, 9, "N", [10], state=VALUE), sync(1, 9), sync(2, 10)]
    assert shown(nodes, messages, "godot.sync.property") == [[], [".:p0"], [], [".:p0"]]


@pytest.mark.parametrize("authority, named", [(None, True), (1, True), (5, False)])
def test_a_spawn_is_of_the_synchronizers_of_its_sender(authority, named):
    """docs/wire/recording.md, 4.2: tag 45. It may be any peer's if nobody tells whose it is."""
    whose = [] if authority is None else [attribute(45, struct.pack("<i", authority))]
    nodes = [described("Main/N/S", attribute(49, b"Main/N"), *whose, *properties([SPAWNS]))]
    messages = [simplify(1, "S"), spawn(1, 9, "N", [10], state=VALUE)]
    assert shown([described("S", attribute(47, b"Main")), *nodes], messages, "godot.sync.property")[1] == (
        [".:p0"] if named else [])


@pytest.mark.parametrize("whole", [b"", *(attribute(51, bytes([bits])) for bits in (0, 1, 2, 3, 0xFC))])
def test_lists_count_if_they_are_said_to_be_whole(whole):
    """Bit 0 is of methods, bit 1 of properties."""
    names = attribute(40, b"A") + declared(0, b"hit") + properties([ALWAYS])[0] + whole
    announced = simplify(1, "A", hashlib.md5(b"hit").hexdigest())
    made = recording(begin(), header(7, len(names), 2, names), packet(3, announced), packet(4, rpc(1, 0)),
                     packet(5, sync(1, by_path(1))))
    assert wireshark.frames(made, "godot.rpc.method") == [4] * (whole[-1:] in (b"\1", b"\3"))
    assert wireshark.frames(made, "godot.sync.property") == [5] * (whole[-1:] in (b"\2", b"\3"))


@pytest.mark.parametrize("count, named", [(1, True), (1024, True), (1025, False)])
def test_a_synchronizer_of_many_properties_has_no_names(count, named):
    node = described("S", *properties([ALWAYS] + [0] * (count - 1)))
    assert shown([node], [simplify(1, "S"), sync(1, by_path(1))], "godot.sync.property")[1] == [".:p0"] * named


@pytest.mark.parametrize("broken", [b"", struct.pack("<BBH", ALWAYS, 2, 200) + b".:q"], ids=["empty", "cut"])
@pytest.mark.parametrize("first", [True, False], ids=["first", "last"])
def test_properties_of_which_one_cannot_be_read_are_not_used(broken, first):
    """Then it is not known which value is which."""
    good, bad = properties([ALWAYS]), [attribute(46, broken)]
    node = described("S", *(bad + good if first else good + bad))
    assert shown([node], [simplify(1, "S"), sync(1, by_path(1))], "godot.sync.property")[1] == []
    assert shown([described("S", *good)], [simplify(1, "S"), sync(1, by_path(1))], "godot.sync.property")[1] == [".:p0"]


def test_the_latest_description_before_a_packet_counts():
    """If there is none, the first one after it (4.4)."""
    state, records = sync(1, by_path(1)), [packet(2, simplify(1, "S"))]
    for number in range(9):
        body = described("S", *properties([0] * number + [ALWAYS]))
        records += [packet(3 + 2 * number, state), header(7, len(body), 4 + 2 * number, body)]
    made = recording(begin(), *records, packet(21, state))
    shown = wireshark.fields(made, "godot.sync.net_id", "godot.sync.property", options=["-2"])
    assert [name for cell, in shown for name in cell] == [f".:p{number}" for number in (0, 0, *range(1, 9))]


def test_a_state_without_values_has_no_names():
    """Also of a synchronizer that has as many properties for states."""
    texts = {tuple(text.split("  ")[1] for [text] in shown(nodes, [simplify(1, "S"), sync(1, by_path(1), values=b"")],
                                                           "_ws.col.Info"))
             for nodes in ([], [described("S", *properties([SPAWNS]))])}
    assert texts == {("Path 1 is S", "Sync S")}


@pytest.mark.parametrize("values", range(1, 5))
def test_a_state_has_names_if_it_has_as_many_values(values):
    node = described("S", *properties([ALWAYS, ON_CHANGE, ALWAYS, SPAWNS, ALWAYS]))
    messages = [simplify(1, "S"), sync(1, by_path(1), values=VALUE * values)]
    assert shown([node], messages, "godot.sync.property")[1] == ([".:p0", ".:p2", ".:p4"] if values == 3 else [])
    assert shown([node], messages, "_ws.col.Info")[1][0].endswith(
        "Sync S [p0: 100, p2: 100, p4: 100]" if values == 3 else "Sync S " + ", ".join(["100"] * values))


@pytest.mark.parametrize("mask, values, names", [
    (0b1, 1, ["p0"]), (0b110, 2, ["p1", "p3"]), (0b100, 1, ["p3"]), (0b1000, 1, []), (0b1001, 1, []),
    (1 << 63 | 1, 1, []), (0b11, 1, []), (0b11, 3, []), (0b10111, 3, [])])
def test_a_delta_has_names_if_all_its_bits_have(mask, values, names):
    node = described("S", *properties([ON_CHANGE, ON_CHANGE, ALWAYS, ON_CHANGE]))
    assert shown([node], [simplify(1, "S"), delta(by_path(1), mask, VALUE * values)], "godot.sync.property")[1] == [
        f".:{name}" for name in names]


@pytest.mark.parametrize("count, mask, values, names", [
    (64, 1, 1, [0]), (65, 1, 2, [0, 64]), (70, 1 << 63, 1, [63]), (70, 0b1, 1, []),
    (70, 0b1000011, 5, [0, 1, 6, 64, 65]), (70, (1 << 64) - 1, 70, range(70))])
def test_a_delta_of_more_properties_than_bits(count, mask, values, names):
    """Those behind the 64th share the bits of the first ones (docs/wire/multiplayer-godot4.md, 2.8)."""
    node = described("S", *properties([ON_CHANGE] * count))
    assert shown([node], [simplify(1, "S"), delta(by_path(1), mask, VALUE * values)], "godot.sync.property")[1] == [
        f".:p{name}" for name in names]


def test_a_synchronizer_may_have_a_script():
    """Its properties are no methods of that."""
    path = b"Body/The name of a node that is long:hp"
    node = described("S", attribute(42, b"res://s.gd"), attribute(46, struct.pack("<BBH", ALWAYS, 2, len(path)) + path))
    assert shown([node], [simplify(1, "S"), sync(1, by_path(1), values=VALUE)], "godot.sync.property")[1] == [
        path.decode()]


# --- methods ----------------------------------------------------------------------------


def declared(number, name, *arguments, mode=1):
    return attribute(44, struct.pack("<HBBBBiH", number, mode, 0, 2, len(arguments), 0, len(name)) + name + b"".join(
        struct.pack("<BBH", 2, 0, len(argument)) + argument for argument in arguments))


HIT, HEAL, LATE = (declared(0, b"hit", b"amount", b"by"), declared(1, b"heal", b"amount"),
                   declared(0x8000, b"late", b"when"))
TWO, THREE = (hashlib.md5(names).hexdigest() for names in (b"hitheal", b"latehitheal"))
FIVE = b"\1\x02\x05"


def thing(path, md5, *methods):
    return described(path, attribute(42, b"res://thing.gd"), attribute(43, md5.encode()), *methods)


def calls_of(nodes, messages, *options, direction=0):
    """Returns method, origin, script and experts of each call after these descriptions."""
    records = [header(7, len(body), 2 + at, body) for at, body in enumerate(nodes)]
    packets = [packet(2 + len(nodes) + at, message, direction=direction) for at, message in enumerate(messages)]
    return [tuple(" ".join(cell) for cell in row) for row in wireshark.fields(
        recording(begin(), *records, *packets), "godot.rpc.method_id", "godot.rpc.method", "godot.rpc.method_origin",
        "godot.rpc.script", "_ws.expert.message", options=options)]


def test_a_method_is_that_of_the_md5():
    """Another node with this MD5 has the same names; of its script nothing is known."""
    of_config = struct.pack("<BBHB", 0x40, 1, 0x8000, 0)
    messages = [simplify(1, "A", THREE), simplify(2, "B", THREE), rpc(1, 0), rpc(1, 1), rpc(1, 2), of_config, rpc(2, 1)]
    proved = "recorded, proved by MD5"
    assert calls_of([thing("A", THREE, HIT, HEAL, LATE)], messages) == [
        ("hit", proved, "res://thing.gd", ""), ("heal", proved, "res://thing.gd", ""), ("", "", "", ""),
        ("late", proved, "res://thing.gd", ""), ("heal", proved, "", "")]


def test_all_arguments_of_a_row_have_their_names():
    node = thing("A", TWO, HIT, HEAL)
    made = recording(begin(), header(7, len(node), 2, node), packet(3, simplify(1, "A", TWO)),
                     packet(4, rpc(1, 0, b"\2\x02\x05\x02\x06")))
    *_, call = rows(made)
    assert (call["method"], call["args"]) == ("hit", {"amount": 5, "by": 6})


@pytest.mark.parametrize("path, name", [("A", "amount"), ("C", "quantity"), ("B", None)])
def test_arguments_have_fields_where_the_node_was_recorded(path, name):
    """The names of methods alone make the MD5."""
    nodes = [thing("A", TWO, HIT, HEAL), thing("C", TWO, HIT, declared(1, b"heal", b"quantity"))]
    records = [header(7, len(node), 2 + at, node) for at, node in enumerate(nodes)]
    made = recording(begin(), *records, packet(4, simplify(1, path, TWO)), packet(5, rpc(1, 1, FIVE)))
    *_, call = wireshark.pdml(made)
    for one in ("amount", "quantity"):
        assert [node.show for node in call.find(f"gdrpc.thing.heal.{one}")] == ["5"] * (one == name)
    assert call.first("godot.variant.plain").showname.startswith(f"{name}: ") == bool(name)
    assert (f"({name}: 5)" if name else "heal(5)") in call.first("godot").showname


@pytest.mark.parametrize("direction, known", [(1, True), (0, False)])
def test_only_the_caller_knows_its_methods_without_an_md5(direction, known):
    """With its script, and its arguments. Behind a method that cannot be read the numbers may be others."""
    nodes = [thing("A", TWO, HIT, HEAL), thing("C", TWO, HIT, HEAL, attribute(44, b""))]
    rows = calls_of(nodes, [rpc_path("A", 1), rpc_path("B", 1), rpc_path("C", 1)], direction=direction)
    assert [row[:3] for row in rows] == [("heal", "recorded", "res://thing.gd") if known else ("", "", "")] + [
        ("", "", "")] * 2
    called = struct.pack("<BIBB", 0x20, 0x80000009, 1, 1) + b"\x02\x05A\0"
    made = recording(begin(), header(7, len(nodes[0]), 2, nodes[0]), packet(3, called, direction=direction))
    assert ("heal(amount: 5)" in wireshark.tshark("-r", made, "-V")) == known


@pytest.mark.parametrize("more, is_whole", [([], True), ([attribute(44, b"")], False)])
def test_methods_without_an_md5_make_no_fields(more, is_whole):
    """Their names are never used."""
    node = thing("A", TWO, HIT, HEAL, *more)
    made = recording(begin(), header(7, len(node), 2, node))
    with wireshark.Sharkd() as sharkd:
        sharkd.ask("load", {"file": str(made)})
        with contextlib.nullcontext() if is_whole else pytest.raises(wireshark.WiresharkError, match="expression"):
            assert sharkd.ask("frames", {"filter": "gdrpc.thing.heal.amount"}) == []


def test_how_another_node_declares_a_method_is_not_known():
    """It has the same names, but may have another mode."""
    node = thing("A", TWO, declared(0, b"hit", mode=2), HEAL)
    messages = [simplify(1, "A", TWO), simplify(2, "B", TWO), rpc(1, 0), rpc(2, 0)]
    rows = calls_of([node], messages)
    assert [row[0] for row in rows] == ["hit", "hit"]
    made = recording(begin(), header(7, len(node), 2, node), *(
        packet(3 + at, message, mode=2, channel=5) for at, message in enumerate(messages)))
    assert wireshark.frames(made, CHANNEL) == [5]


MODE, CHANNEL, OFF, OTHERS = (f"godot.rpc.{name}" for name in (
    "transfer_mode.unexpected", "transfer_channel.unexpected", "disabled", "authority"))
CONFIGURED = [  # who may call, transfer mode, channel: as declared; mode, channel: as sent; what is unexpected of that
    *((1, declared, 0, sent, 0, [MODE] * (declared != sent)) for declared in range(3) for sent in range(3)),
    *((1, declared, 0, sent, 0, []) for declared, sent in [(3, 0), (3, 2), (255, 0), (2, 255)]),
    *((1, 2, declared, 2, sent, [CHANNEL] * (declared != sent))
      for declared in (0, 3, 200, 0x0102) for sent in (0, 2, 3, 200)),
    (1, 2, -1, 2, 3, []), (1, 2, 3, 2, -1, []), (0, 2, 0, 2, 0, [OFF]), (2, 2, 0, 2, 0, [OTHERS]),
    (255, 2, 0, 2, 0, [])]


def test_calls_are_held_against_what_is_recorded_of_the_method():
    """docs/wire/recording.md, 4.3. Each case is of a recorded peer of its own; a client calls a method of a node that
    seems to be another one's."""
    records = [begin()]
    for at, (may, transfer, declared, mode, channel, _) in enumerate(CONFIGURED):
        method = attribute(44, struct.pack("<HBBBBiH", 0, may, 0, transfer, 0, declared, 1) + b"m")
        node = described("Players/70000", method)
        announced = simplify(1, "Players/70000", hashlib.md5(b"m").hexdigest())
        ends = {"peer": 1 + at, "own": 1, "other": 80000}
        records += [header(7, len(node), 2 + 3 * at, node, peer=1 + at), packet(3 + 3 * at, announced, **ends),
                    packet(4 + 3 * at, rpc(1, 0), mode=mode, channel=channel, **ends)]
    made = recording(*records)
    assert wireshark.frames(made, 'godot.rpc.method == "m"') == list(range(4, 2 + len(records), 3))
    for expert in (MODE, CHANNEL, OFF, OTHERS):
        assert wireshark.frames(made, expert) == [4 + 3 * at for at, case in enumerate(CONFIGURED) if expert in case[5]]


# --- the game's files say something else ---------------------------------------------------


def test_what_the_project_calls_otherwise_is_told(tmp_path):
    (tmp_path / "thing.gd").write_text('@rpc("any_peer") func heal(quantity, twice): pass\n'
                                       '@rpc("any_peer") func hit(amount, of): pass\n')
    md5 = hashlib.md5(b"healhit").hexdigest()
    node = described("A", attribute(42, b"res://thing.gd"), attribute(43, md5.encode()),
                     declared(0, b"heal", b"amount"), declared(1, b"hit", b"amount", b"by"))
    rows = calls_of([node], [simplify(1, "A", md5), rpc(1, 0), rpc(1, 1), simplify(2, "B", md5), rpc(2, 0)],
                    "-o", f"godot.project_directory:{wireshark.readable(tmp_path)}")
    assert [(method, origin) for method, origin, *_ in rows] == [
        ("heal", "proved by MD5"), ("hit", "proved by MD5"), ("heal", "proved by MD5")]
    texts = [re.findall(r"(?:The|An) \w+ is \w+ in the project, and \w+ in the recording", text) for *_, text in rows]
    assert texts == [["An argument is quantity in the project, and amount in the recording"],
                     ["An argument is of in the project, and by in the recording"], []]


def test_what_only_the_recording_knows_is_told_with_a_project(tmp_path):
    """Whose scenes have no such node."""
    (tmp_path / "other.gd").write_text("extends Node\n")
    rows = calls_of([thing("A", TWO, HIT, HEAL)], [rpc_path("A", 1), rpc_path("B", 1)], "-o",
                    f"godot.project_directory:{wireshark.readable(tmp_path)}", direction=1)
    assert [row[:2] for row in rows] == [("heal", "recorded"), ("", "")]


def test_a_method_of_the_users_table_that_was_recorded_otherwise():
    rows = calls_of([thing("A", TWO, HIT, HEAL)], [simplify(1, "A", TWO), rpc(1, 0), rpc(1, 1)],
                    "-o", 'uat:godot_methods:"A","0","hit",""', "-o", 'uat:godot_methods:"A","1","cure",""')
    assert [(row[0], "recording" in row[3]) for row in rows] == [("hit", False), ("cure", True)]
    assert "The method is cure in the project, and heal in the recording" in rows[1][3]


@pytest.mark.parametrize("recorded, with_project, node", [
    (b"Other", False, "Other/N"), (b"Other", True, "Main/N"), (b"Main", True, "Main/N")])
def test_the_parent_of_a_spawned_node_is_that_of_the_project(tmp_path, recorded, with_project, node):
    """Only if the project does not tell one it is that of the recording."""
    for name, text in lists("p").items():
        (tmp_path / name).write_text(text)
    spawner = described("Main/Spawner", attribute(47, recorded), attribute(48, b"res://mob.tscn"))
    made = recording(begin(), header(7, len(spawner), 2, spawner), packet(3, simplify(1, "Main/Spawner")),
                     packet(4, spawn(1, 10, "N", (11, ))), packet(5, sync(1, 11)))
    project = ["-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"] if with_project else []
    assert wireshark.fields(made, "godot.sync.node", "godot.sync.node", options=project) == [[[node]]]


@pytest.mark.parametrize("scene, told", [
    (b"res://mob.tscn", []), (b"res://b.tscn",
                              ["The scene is res://mob.tscn in the project, and res://b.tscn in the recording"])])
def test_a_scene_that_was_recorded_otherwise(tmp_path, scene, told):
    for name, text in lists("p").items():
        (tmp_path / name).write_text(text)
    spawner = described("Main/Spawner", attribute(47, b"Main"), attribute(48, scene))
    made = recording(begin(), header(7, len(spawner), 2, spawner), packet(3, simplify(1, "Main/Spawner")),
                     packet(4, spawn(1, 10, "N")), packet(5, spawn(1, 11, "O", scene=255)))
    rows = wireshark.fields(made, "godot.spawn.scene_index", "godot.spawn.scene", "_ws.expert.message", options=[
        "-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"])
    assert [names for names, _ in rows] == [["res://mob.tscn"], []]
    assert [text for _, texts in rows for text in texts if text.startswith("The scene")] == told
