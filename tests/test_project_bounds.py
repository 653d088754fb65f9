# SPDX-License-Identifier: GPL-2.0-or-later
"""The cost of a project's files grows no faster than the files: by counted work (docs/security.md)."""

import itertools
import os

import pytest

import measure
import packs
import wireshark

SIZE = 1000
GROWTH = 2.3    # where the size doubles
FIELDS = 20000


def lines(line):
    return lambda size: "".join(line.format(n, n + 1) for n in range(size))


def scene(make):
    return lambda size: '[gd_scene]\n[sub_resource type="SceneReplicationConfig" id="1"]\n' + make(size)


def alike(count):
    """Names that have one g_str_hash(): 33 * 65 + 122 == 33 * 66 + 89. A pair has two letters, so the others follow."""
    return ["".join(pairs) for pairs in itertools.islice(itertools.product(("Az", "BY"), repeat=15), count)]


def one_hash(line):
    return lambda size: "".join(line.format(name) for name in alike(size))


CALLED = "func _ready():\n" + "".join(f"\tx.rpc_config('n{n}', {{}})\n" for n in range(200))
ROOT = '[node name="r" type="Node"]\n'
SYNCHRONIZER = '[node name="S" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("1")\n'

# Names -> files: each returns its text for a size.
FAMILIES = {
    "constants": {
        "a.gd": lambda size: lines("const c{} = c{}\n")(size) + lines("class D{0} extends c{0}: pass\n")
        (size)}, "classes": {"a.gd": lines("class C{}:\n\t@rpc func f(): pass\n")},
    "classes in one another": {"a.gd": lines("class C{}:\n\tclass C:\n\t\tclass C: pass\n")
                               }, "classes that extend the next": {"a.gd": lines("class C{} extends C{}: pass\n")},
    "classes that extend the one before": {"a.gd": lines("class C{1} extends C{0}: pass\n")},
    "classes that need one another": {"a.gd": lines("class C{} extends C{}.X: pass\n")}, "class_names": {
        "a.gd": lines("class A{} extends K: pass\n"),
        "b.gd": lambda size: "class_name K\n" + lines("func f{}(): pass\n")
        (size)}, "dotted names": {"a.gd": lambda size: "class A extends " + "A." * 30 * size + "A: pass\n"
                                  }, "functions": {"a.gd": lines("@rpc func f{}(a: int, b): pass\n")},
    "arguments": {"a.gd": lambda size: f"@rpc func f({lines('a{}: int, ')(size)}): pass\n"}, "calls of functions": {
        "a.gd": lambda size: lines("func n{}(): pass\n")
        (size) + "func _ready():\n" + lines("\trpc_config('n{}', {{}})\n")(size)}, "calls on others": {
            "a.gd": lambda size: CALLED + lines("class C{}:\n\tfunc f(): pass\n")
            (size) + lines("func g{}(): x.rpc_config('g{}', {{}})\n")(size)}, "calls on others' bases": {
                "a.gd": lambda size: CALLED + "class B0: pass\n" + lines("class B{1} extends B{0}: pass\n")
                (50) + lines("class C{} extends B50: pass\n")
                (size)}, "parts of a class": {"a.cs": lines("public partial class C {{ void F{}() {{ }} }}\n")},
    "classes of C#": {"a.cs": lines("public partial class C{0} : C{1} {{ [Rpc] public void F() {{ }} }}\n")},
    "types of properties": {
        "a.tscn": scene(lambda size: lines('properties/{0}/path = NodePath(".:v{0}")\n')(
            size) + '[ext_resource path="res://a.gd" id="2"]\n' + ROOT + 'script = ExtResource("2")\n' + SYNCHRONIZER),
        "a.gd": lambda size: lines("var w{}: int\n")(10 * size) + lines("var v{}: int\n")(size)
    }, "nodes": {"a.tscn": scene(lambda size: ROOT + lines('[node name="n{}" type="Node" parent="."]\n')(size))},
    "nodes of one name": {"a.tscn": scene(lambda size: ROOT + lines('[node name="n" type="Node" parent="."]\n')(size))
                          }, "resources": {
                              "a.tscn": scene(lambda size: lines('[sub_resource type="X" id="x{}"]\n')
                                              (size) + ROOT + lines('p{0} = SubResource("x{0}")\n')(size))},
    "scenes": {
        "a.tscn": scene(lambda size: lines('[ext_resource path="res://b.tscn" id="b{}"]\n')
                        (size) + ROOT + lines('[node name="n{0}" parent="." instance=ExtResource("b{0}")]\n')(size)),
        "b.tscn": scene(lambda size: ROOT)}, "synchronizers": {
            "a.tscn": scene(lambda size: 'properties/0/path = NodePath(".:p")\n' + ROOT + lines(
                '[node name="S{}" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("1")\n')
                            (size))},
    "functions of one hash": {"a.gd": one_hash("@rpc func {}(a: int): pass\n")},
    "classes of one hash": {"a.gd": one_hash("class {}:\n\t@rpc func f(): pass\n")},
    "constants of one hash": {"a.gd": one_hash("const {0} = {0}\n")},
    "nodes of one hash": {"a.tscn": scene(lambda size: ROOT + one_hash('[node name="{}" parent="."]\n')(size))},
    "resources of one hash": {
        "a.tscn": scene(one_hash('[ext_resource path="res://{0}.tscn" uid="uid://{0}" id="{0}"]\n'))},
    "spawnable scenes": {
        "a.tscn": scene(lambda size: ROOT +
                        '[node name="S" type="MultiplayerSpawner" parent="."]\n_spawnable_scenes = PackedStringArray(' +
                        lines('"res://s{}.tscn", ')(size) + ")\n")}, }


LONG = "n" * 100000
MANY = 10000

# Files that share a long name.
SHARED = {
    "a.gd": f"class {LONG}:\n" + lines("\tclass C{}: pass\n")(MANY),
    "a.cs": f"class {LONG} {{\n" + lines("class C{} {{ }}\n")(MANY) + "}\n",
    "b.gd": f"@rpc func {LONG}({lines('a{}: int, ')(MANY)}): pass\n",
    "a.tscn": scene(lambda size: lines('properties/{0}/path = NodePath(".:p{0}")\n')
                    (size) + f'[node name="{LONG}" type="Node"]\n' + SYNCHRONIZER)(MANY),
    "b.tscn": scene(lambda size: 'properties/0/path = NodePath(".:p")\n' + f'[node name="{LONG}" type="Node"]\n' +
                    lines(SYNCHRONIZER.replace("S", "S{}", 1))(size))(MANY // 5), }


def instructions(folder, games):
    """Returns what godot-names needs for each game beyond an empty one, which is what its start costs."""
    (folder / "empty").mkdir()
    command = [*measure.VALGRIND, os.environ["GODOT_NAMES"], "--json", folder / "empty", *games]
    nothing, *costs, _ = measure.counts(command, {"GODOT_EACH": "godot-names"})
    assert len(costs) == len(games)
    return [cost - nothing for cost in costs]


@pytest.fixture(scope="module")
def costs(tmp_path_factory):
    """Returns a dictionary from a family to its costs in both sizes."""
    top, sizes = tmp_path_factory.mktemp("families"), (SIZE, 2 * SIZE)
    games = [top / f"{number}-{size}" for number in range(len(FAMILIES)) for size in sizes]
    for game, (family, size) in zip(games, itertools.product(FAMILIES.values(), sizes)):
        game.mkdir()
        for file, text in family.items():
            (game / file).write_text(text(size))
    found = iter(instructions(top, games))
    return dict(zip(FAMILIES, zip(found, found)))


@pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")
@pytest.mark.parametrize("name", FAMILIES)
def test_reading_grows_as_the_files_do(costs, name):
    assert 0 < costs[name][1] < GROWTH * costs[name][0]


@pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")
def test_names_of_one_hash_in_a_pack(tmp_path):
    games = [tmp_path / f"{size}.pck" for size in (4000, 8000)]
    for game in games:
        game.write_bytes(packs.pack({f"{name}.gd": b"" for name in alike(int(game.stem))}, 2))
    small, big = instructions(tmp_path, games)
    assert 0 < big < 2.2 * small


@pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")
def test_fields_take_no_time_at_the_end(tmp_path):
    """Wireshark searches for each field that is taken back, from the first one on."""
    capture = wireshark.CAPTURES / "godot4-rpc.pcapng"
    costs = []
    for count in (0, FIELDS, 2 * FIELDS):
        (tmp_path / "a.tscn").write_text(
            scene(lambda size: lines('properties/{0}/path = NodePath(".:p{0}")\n')(size) + ROOT + SYNCHRONIZER)(count))
        way = measure.Way(("-c", "1", "-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"))
        costs.append(measure.run(capture, way, seed=1).instructions)
    nothing, some, more = costs
    assert 0 < more - nothing < GROWTH * (some - nothing)


def test_a_long_name_is_not_copied_for_each_that_has_it(tmp_path):
    capture = wireshark.CAPTURES / "godot4-rpc.pcapng"
    for file, text in SHARED.items():
        (tmp_path / file).write_text(text)
    named = measure.Way(("-c", "1", "-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"))
    assert measure.run(capture, named).peak - measure.run(capture, measure.Way(("-c", "1"))).peak < 64 << 20
