# SPDX-License-Identifier: GPL-2.0-or-later
"""The names from a game's own files, compared with what the engine says (tests/project/README.md)."""

import importlib.util
import json
import os
import pathlib
import random
import re
import subprocess
import time
from importlib.machinery import SourceFileLoader

import pytest

import wireshark

TESTS = pathlib.Path(__file__).parent
GAME = TESTS / "project" / "game"
ORACLE = json.loads((TESTS / "project" / "oracle.json").read_text())


def load_compare():
    loader = SourceFileLoader("compare", str(TESTS / "project" / "compare"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
    loader.exec_module(module)
    return module


def read(*folders, timeout=60):
    # Freed memory is overwritten, and the stack is small.
    run = subprocess.run(["prlimit", "--stack=2097152", os.environ["GODOT_NAMES"], "--json", *map(str, folders)],
                         capture_output=True, timeout=timeout, check=False, env={
                             **os.environ, "G_SLICE": "always-malloc",
                             "MALLOC_PERTURB_": "165"})
    assert run.returncode in (0, 1, 2)
    return load_compare().by_path(run.stdout.decode("utf-8", "strict"))


@pytest.fixture(scope="module")
def game():
    return read(GAME)


def test_every_script_and_scene_is_as_the_engine_says(game):
    differences, counts = load_compare().compare(ORACLE, game, GAME)
    assert differences == []
    assert counts["scripts compared"] >= 20 and counts["scenes compared"] == 3 and counts["synchronizers"] == 16


def test_scripts_inside_scenes_are_read(game):
    assert [m["name"] for m in game["scripts"]["res://avatar.tscn::GDScript_x"]["methods"]] == ["built_in"]


def test_types_of_properties_come_from_scripts_values_and_the_engine(game):
    types = {p["path"]: p["type"] for s in game["scenes"]["res://boss.tscn"]["synchronizers"] for p in s["properties"]}
    assert types == {".:position": "Vector2", ".:hp": "int", "Arm/Hand:rotation": "float", ".:nick": "String",
                     ".:position:x": "float", ".:aim": "Vector3", ".:direction": "Vector2"}


@pytest.mark.parametrize("declared, part, expected", [("Vector2i", "x", "int"), ("Vector3", "z", "float"),
                                                      ("Vector4i", "w", "int"), ("Color", "a", "float"),
                                                      ("String", "x", "")])
def test_types_of_components(tmp_path, declared, part, expected):
    (tmp_path / "a.gd").write_text(f"var at: {declared}\n")
    (tmp_path / "a.tscn").write_text(f"""[gd_scene]
[ext_resource type="Script" path="res://a.gd" id="1"]
[sub_resource type="SceneReplicationConfig" id="2"]
properties/0/path = NodePath(".:at:{part}")
[node name="R" type="Node"]
script = ExtResource("1")
[node name="S" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("2")
""")
    [synchronizer] = read(tmp_path)["scenes"]["res://a.tscn"]["synchronizers"]
    assert [p["type"] for p in synchronizer["properties"]] == [expected]


VALUES = {
    '"text"': "String", '&"name"': "StringName", "[1, 2]": "Array", "{1: 2}": "Dictionary", "true": "bool",
    "false": "bool", "0": "int", "-5": "int", "9": "int", "0.5": "float", "-0.5": "float", "1e+20": "float",
    "-1e-20": "float", "Vector2(1, 2)": "Vector2", "Vector3i(1, 2, 3)": "Vector3i", "Array[int]([1])": "Array",
    "PackedByteArray()": "PackedByteArray", 'ExtResource("1")': "", 'SubResource("2")': "", "null": "", "trueish": "",
    "inf": "", "": ""}


@pytest.mark.parametrize("value, expected", VALUES.items())
def test_types_of_values_in_scenes(tmp_path, value, expected):
    """What the text form of a value shows of its type (docs.godotengine.org, "TSCN file format")."""
    (tmp_path / "a.tscn").write_text(f"""[gd_scene]
[sub_resource type="SceneReplicationConfig" id="2"]
properties/0/path = NodePath(".:at")
[node name="R" type="Node"]
at = {value}
[node name="S" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("2")
""")
    [synchronizer] = read(tmp_path)["scenes"]["res://a.tscn"]["synchronizers"]
    assert [p["type"] for p in synchronizer["properties"]] == [expected]


def announced(capture):
    """The MD5s of SIMPLIFY_PATH packets in a file, found without any dissector: 32 hex digits between 01 and 00."""
    return {
        found.decode() for found in re.findall(rb"\x01([0-9a-f]{32})\x00.{4}[^\x00]", capture.read_bytes(), re.DOTALL)}


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-replication", "godot4-reconnect"])
def test_every_md5_on_the_wire_is_known(name):
    capture = TESTS.parent / "captures" / f"{name}.pcapng"
    known = read(TESTS / "godot4")["md5"]
    wire = announced(capture) - {"d41d8cd98f00b204e9800998ecf8427e"}
    assert wire and wire <= known.keys()


def test_methods_of_the_node_come_before_those_of_the_script(game):
    known = read(TESTS / "godot4")["md5"]["966f742e8c5c82a30bb7f6d086e13d84"]     # captured
    assert known[:4] == ["configured", "plain", "Capital", "_under"]


def test_older_engines_count_inner_classes_in(tmp_path):
    (tmp_path / "a.gd").write_text("@rpc func own(): pass\nclass In:\n\t@rpc func inner(): pass\n")
    (tmp_path / "b.gd").write_text("extends 'a.gd'\n@rpc func more(): pass\n")
    lists = list(read(tmp_path)["md5"].values())
    assert ["own"] in lists and ["inner", "own"] in lists               # docs/wire/multiplayer-godot4.md, 6.1
    assert ["more", "own"] in lists and ["more"] in lists


CSHARP = """\ufeffusing Godot;
#if TOOLS
#endif
namespace Game.Net;
/* [Rpc] void No() {} */
public abstract partial class Base<[Tag] T> : Godot.Node, System.IDisposable where T : class {
    private string text = @"[Rpc] ""void"" No() {}", other = $"{1} \\" // {";
    [Export] public int Hp { get; set; } = 3;
    [Rpc] protected virtual void Inherited(int a, string b = "x,)") { RpcConfig(nameof(OnNode), new Variant()); }
    [Rpc] static void NotStatic() {}
    public void OnNode(float value) { }
}
public partial class Player : Base<Node> {
    [Signal] public delegate void HitEventHandler();
    [Tool, Rpc(MultiplayerApi.RpcMode.AnyPeer, CallLocal = true, TransferChannel = 2,
     TransferMode = MultiplayerPeer.TransferModeEnum.Unreliable)]
    // why
    public async System.Threading.Tasks.Task<bool> Move(Vector2I to, Godot.Collections.Array<int> path, byte[] raw) => await X(1);
    [Rpc(MultiplayerApi.RpcMode.AnyPeer)][Obsolete]
    void _Plain(params Variant[] rest) { if (true) { char c = '}'; } }
}
public partial class Player { [Rpc] private void Second() { } }
"""


def test_csharp(tmp_path):
    (tmp_path / "Player.cs").write_text(CSHARP)
    told = read(tmp_path)
    methods = {m["name"]: m for m in told["scripts"]["res://Player.cs:Player"]["methods"]}
    assert list(methods) == ["Inherited", "Move", "Second", "_Plain"]
    move = methods["Move"]
    assert [move[k] for k in ("mode", "transfer", "call_local", "channel")] == [1, 0, 1, 2]
    assert [methods["Inherited"][k] for k in ("mode", "transfer", "call_local", "channel")] == [2, 2, 0, 0]
    assert [(a["name"], a["type"]) for a in move["arguments"]][::2] == [("to", "Vector2i"), ("raw", "PackedByteArray")]
    assert [(a["name"], a["type"]) for a in methods["Inherited"]["arguments"]] == [("a", "int"), ("b", "String")]
    assert methods["_Plain"]["mode"] == 1 and methods["_Plain"]["arguments"][0]["rest"]
    assert ["OnNode", "Inherited", "Move", "Second", "_Plain"] in told["md5"].values()


def test_parts_of_a_class_are_one_script(tmp_path):
    """Its path is that of the file from which the engine would load it."""
    (tmp_path / "Net.cs"
     ).write_text('public partial class Player { [Rpc] void Second() { } void Ready() { RpcConfig("Third", x); } }')
    (tmp_path / "Other.cs").write_text("public class Other { [Rpc] public void First() { } }")
    (tmp_path / "Player.cs").write_text("public partial class Player : Other { void Third() { } }")
    told = read(tmp_path)
    assert [path for path in told["scripts"] if ":Player" in path] == ["res://Player.cs:Player"]
    script = told["scripts"]["res://Player.cs:Player"]
    assert script["base"] == "res://Other.cs:Other" and [m["name"] for m in script["methods"]] == ["First", "Second"]
    assert ["Third", "First", "Second"] in told["md5"].values()


@pytest.mark.parametrize("written, base", [("../base.gd", "res://base.gd"), ("res://base.gd", "res://base.gd"),
                                           ("res://sub/.././base.gd", "res://base.gd"),
                                           ("deeper/../own.gd", "res://sub/own.gd"), ("../../base.gd", None),
                                           ("res://../base.gd", None), ("..//base.gd", "res://base.gd")])
def test_relative_paths(tmp_path, written, base):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.gd").write_text(f"extends '{written}'")
    for name in ("base.gd", "sub/own.gd"):
        (tmp_path / name).write_text("@rpc func f(): pass")
    assert read(tmp_path)["scripts"]["res://sub/a.gd"]["base"] == base


@pytest.mark.parametrize("string", [
    '"a"', '@"a"', '$"a"', '$@"a"', '@$"a"', '@"a\\"', '@$"a\\"', '$@"""a"', '"""a"b"""', '$"""a"b"""', '$$"""a{b"""',
    '""""a"""b""""', '@""""', '""', "'a'", "'\\''"])
def test_strings_of_csharp(tmp_path, string):
    (tmp_path / "A.cs").write_text(f"class A {{ string s = {string}; [Rpc] void After(int a) {{ s = {string}; }} }}")
    methods = read(tmp_path, timeout=10)["scripts"]["res://A.cs:A"]["methods"]
    assert [method["name"] for method in methods] == ["After"]


@pytest.mark.parametrize(
    "prefix", ["@", "$", "@$", "$@", "@@$$", "$$$", "@$ ", "@$x", "@$'", '@$"', '$@"""', '"""', '$"', "#", "/*", "//"])
def test_what_begins_a_string_of_csharp_ends(tmp_path, prefix):
    (tmp_path / "a.cs").write_text(f"class A {{ {prefix}")
    (tmp_path / "b.cs").write_text(prefix)
    assert len(read(tmp_path, timeout=10)["scripts"]) == 3


# ---- Hostile folders ----

def test_links_lead_anywhere_in_the_project(tmp_path):
    """As in the engine, a file that a link leads to has two paths."""
    wireshark.skip_on_windows("a link, which Wine does not show to programs")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "own.gd").write_text("@rpc func own(): pass")
    (tmp_path / "folder").symlink_to(tmp_path / "shared")
    (tmp_path / "relative").symlink_to("shared")
    (tmp_path / "shared" / "other.gd").symlink_to("own.gd")
    told = read(tmp_path)
    assert sorted(told["scripts"]) == sorted(f"res://{folder}/{name}.gd" for folder in ("folder", "relative", "shared")
                                             for name in ("own", "other"))
    assert told["notes"] == []


def test_links_lead_not_out_of_the_project(tmp_path):
    wireshark.skip_on_windows("a link, which Wine does not show to programs")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.gd").write_text("@rpc func secret(): pass")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "out").symlink_to(outside)
    (inside / "file.gd").symlink_to(outside / "secret.gd")
    (inside / "nowhere.gd").symlink_to(inside / "missing.gd")
    os.mkfifo(inside / "pipe.gd")
    (inside / "own.gd").write_text("@rpc func own(): pass")
    told = read(inside, timeout=10)
    assert list(told["scripts"]) == ["res://own.gd"]
    assert len(told["notes"]) == 3 and all("symbolic link" in note for note in told["notes"])


def test_links_that_lead_in_circles(tmp_path):
    wireshark.skip_on_windows("a link, which Wine does not show to programs")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.gd").write_text("@rpc func own(): pass")
        (tmp_path / name / "up").symlink_to(tmp_path)
        for number in range(5):
            (tmp_path / name / f"link{number}").symlink_to(tmp_path / ("b" if name == "a" else "a"))
    told = read(tmp_path, timeout=10)
    assert len(told["scripts"]) == 12 and all("leads back" in note for note in told["notes"])


def test_folders_the_engine_ignores(tmp_path):
    for name in (".hidden", "ignored", "deeper/project"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / f"{pathlib.Path(name).name}.gd").write_text("class_name Same\n@rpc func f(): pass")
    (tmp_path / "ignored" / ".gdignore").touch()
    (tmp_path / "deeper" / "project" / "project.godot").touch()
    told = read(tmp_path)
    assert list(told["scripts"]) == ["res://project.gd"] and told["summary"].startswith("2 projects")


def test_what_cannot_be_read_is_told(tmp_path):
    (tmp_path / "large.gd").write_bytes(b"#" * (17 << 20))
    (tmp_path / "latin.gd").write_bytes(b"@rpc func \xe4(): pass")
    (tmp_path / "compiled.gdc").touch()
    (tmp_path / "compiled.gd.remap").write_text('[remap]\n\npath="res://compiled.gdc"\n')
    deep = tmp_path.joinpath(*["d"] * 40)
    deep.mkdir(parents=True)
    (deep / "deep.gd").touch()
    told = read(tmp_path, tmp_path / "missing")
    assert told["scripts"] == {} and len(told["notes"]) == 5


HOSTILE = {
    "brackets.gd": "@rpc(" * 100000,
    "open.gd": "@rpc func f(" + "a=[" * 100000,
    "classes.gd": "".join("\t" * n + f"class C{n}:\n" for n in range(2000)),
    "inline.gd": "class A: " * 100000,
    "strings.gd": '"""' + '"' * 100001,
    "self.gd": "extends 'self.gd'\n@rpc func f(): pass",
    "left.gd": "class_name Left extends Right\nconst A = B\nconst B = A\nclass I extends A: pass",
    "right.gd": "class_name Right extends Left",
    "many.gd": "".join(f"@rpc func f{n}(): pass\n" for n in range(50000)),
    "calls.gd": "func _ready():\n" + "".join(f"\trpc_config('n{n}', {{}})\n" for n in range(3000)),
    "sums.gd": f"const A = '{'a' * 4000000}'\n@rpc({'A+' * 2000000}A) func f(): pass",
    "braces.cs": "class A {" * 50000,
    "generic.cs": "class A { void f(" + "List<" * 50000,
    "self.tscn": '[gd_scene]\n[ext_resource path="res://self.tscn" id="1"]\n[node name="S" instance=ExtResource("1")]\n'
    + "".join(f'[node name="N{n}" parent="." instance=ExtResource("1")]\n' for n in range(20)),
    "deep.tscn": "[gd_scene]\n[node name='r']\n" +
    "".join(f'[node name="n" type="Node" parent="{"/".join("n" * min(n, 300)) or "."}"]\n' for n in range(400)),
    "long.tscn": "[gd_scene]\n[node name='r']\n" +
    "".join(f'[node name="n{max(n - 250, 0) % 2000}" type="Node" parent="{"/".join(["n0"] * min(n, 250)) or "."}"]\n'
            for n in range(12000)),
    "wide.tscn": '[gd_scene]\n[node name="r"]\n' + '[node name="n" type="Node" parent="."]\n' * 50000,
    "open.tscn": "[node name=" + "(" * 100000, }


def test_one_id_of_two_configurations(tmp_path):
    config = '[sub_resource type="SceneReplicationConfig" id="1"]\nproperties/0/path = NodePath(".:{}")\n'
    node = '[node name="{}" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("1")\n'
    (tmp_path / "a.tscn").write_text('[gd_scene]\n' + config.format("first") + '[node name="R" type="Node"]\n' +
                                     node.format("A") + config.format("second") * 200 + node.format("B"))
    synchronizers = read(tmp_path)["scenes"]["res://a.tscn"]["synchronizers"]
    assert [[p["path"] for p in s["properties"]] for s in synchronizers] == [[".:first"], [".:second"]]


def test_classes_that_need_one_another(tmp_path):
    (tmp_path / "chain.gd").write_text("".join(f"class c{n} extends c{n + 1}.X: pass\n" for n in range(3000)))
    (tmp_path / "short.gd").write_text("class A extends B: pass\nclass B extends C: pass\nclass C: pass\n")
    (tmp_path / "fan.gd").write_text("".join("\t" * n + f"class C{n} extends A:\n" + "\t" * (n + 1) + "const A = A\n"
                                             for n in range(31)))
    (tmp_path / "ring.gd").write_text("const A = B\nconst B = A\nclass I extends A: pass")
    told = read(tmp_path, timeout=20)
    assert told["scripts"]["res://short.gd:A"]["base"] == "res://short.gd:B"
    assert ["chain.gd" in note and "too deeply" in note for note in told["notes"]] == [True]


def test_a_long_chain_is_cut_from_its_end_on(tmp_path):
    (tmp_path / "a.gd").write_text("".join(f"class C{n} extends C{n + 1}: pass\n" for n in range(99)) +
                                   "class C99:\n\t@rpc func f(): pass\n")
    told = read(tmp_path)
    assert [n for n in range(100) if told["scripts"][f"res://a.gd:C{n}"]["methods"]
            ] == list(range(99 - LIMITS["CHAIN"][0] + 1, 100))
    assert [note for note in told["notes"] if "classes that extend one another" in note] == told["notes"] and len(
        told["notes"]) == 1


def test_a_long_circle_is_cut(tmp_path):
    """The engine refuses it; here classes lose their bases, and nothing follows the circle without an end."""
    wireshark.skip_on_windows("a program whose memory is limited")
    (tmp_path / "a.gd").write_text("".join(f"class C{n} extends C{(n + 1) % 100}: pass\n" for n in range(100)) +
                                   "class D extends C99.X: pass\n")
    run = subprocess.run(["prlimit", f"--data={150 << 20}", os.environ["GODOT_NAMES"], "--json", tmp_path],
                         capture_output=True, check=False, timeout=20)
    told = load_compare().by_path(run.stdout)
    assert len(told["scripts"]) == 102
    assert ["classes that extend one another" in note for note in told["notes"]] == [True]
    for path in told["scripts"]:
        for _ in range(LIMITS["CHAIN"][0]):
            path = path and told["scripts"][path]["base"]
        assert path is None


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_take_no_time(tmp_path, name):
    (tmp_path / name).write_text(HOSTILE[name])
    began = time.monotonic()
    read(tmp_path, timeout=20)
    assert time.monotonic() - began < 10


def test_a_script_of_many_classes_and_calls(tmp_path):
    """A hundred thousand of anything take little time, and the chain of classes little of the stack."""
    (tmp_path / "classes.gd").write_text("".join(f"class C{n}:\n\t@rpc func f(): pass\n" for n in range(15000)))
    (tmp_path / "calls.gd").write_text("func _ready():\n" +
                                       "".join(f"\trpc_config('n{n}', {{}})\n" for n in range(40000)))
    (tmp_path / "chain.gd").write_text("".join(f"class c{n} extends c{n + 1}.X: pass\n" for n in range(12000)))
    began = time.monotonic()
    assert len(read(tmp_path, timeout=20)["scripts"]) == 27003
    assert time.monotonic() - began < 10


def test_synchronizers_share_their_list(tmp_path):
    """A thousand synchronizers of a thousand properties each, in 150 MB; copies would take more."""
    wireshark.skip_on_windows("a program whose memory is limited")
    (tmp_path / "a.tscn").write_text(
        '[gd_scene]\n[sub_resource type="SceneReplicationConfig" id="1"]\n' +
        "".join(f'properties/{n}/path = NodePath(".:p{n}")\n' for n in range(1000)) + '[node name="R" type="Node"]\n' +
        "".join(f'[node name="S{n}" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("1")\n'
                for n in range(1000)))
    run = subprocess.run(["prlimit", f"--data={150 << 20}", os.environ["GODOT_NAMES"], tmp_path], capture_output=True,
                         check=True)
    assert b"1000 synchronizers, 0 messages" in run.stdout


def scene_of_lists(name, synchronizers, properties):
    """Each synchronizer has a node of its own, so none shares its list."""
    return (
        '[gd_scene]\n[sub_resource type="SceneReplicationConfig" id="1"]\n' +
        "".join(f'properties/{n}/path = NodePath(".:p{n}")\n' for n in range(properties)) +
        f'[node name="{name}" type="Node"]\n' + "".join(
            f'[node name="N{n}" type="Node" parent="."]\n[node name="S" type="MultiplayerSynchronizer" parent="N{n}"]\n'
            'replication_config = SubResource("1")\n' for n in range(synchronizers)))


def instances(number, count):
    """Returns the scene s<number>, which has the next one so many times."""
    return (f'[gd_scene]\n[ext_resource path="res://s{number + 1}.tscn" id="1"]\n[node name="r" type="Node"]\n'
            + "".join(f'[node name="n{n}" parent="." instance=ExtResource("1")]\n' for n in range(count)))


# Names of limits of project/limits.h, with files that exceed them.
OVER = {
    "FILE_SIZE": {
        "a.gd": "#" * (17 << 20),
        "b.gd": "#" * (17 << 20)},
    "CLASS_DEPTH": {
        "a.gd": "".join("\t" * n + f"class C{n}:\n" for n in range(40))},
    "DECLARED": {
        "a.gd": "var a\n" * 200000},
    "ALL_DECLARED": {f"{n}.gd": "class C: pass\n" * 24000 for n in range(12)},
    "ALL_PLACED": {f"{n}.tscn": "[gd_scene]\n" + '[node name="n"]\n' * 350000 for n in range(4)},
    "BRACES": {
        "a.cs": "class A {" * 100},
    "CHAIN": {
        "a.gd": "class c0: pass\n" + "".join(f"class c{n} extends c{n - 1}: pass\n" for n in range(1, 100))},
    "REFERENCES": {
        "a.gd": "".join(f"class c{n} extends c{n + 1}.X: pass\n" for n in range(3000))},
    "METHODS": {
        "a.gd": "".join(f"@rpc func f{n}(): pass\n" for n in range(33000))},
    "LISTED": {
        "a.gd": "".join(f"@rpc func f{n}(): pass\n" for n in range(30000)),
        **{f"b{n}.gd": "extends 'a.gd'" for n in range(20)}},
    "CALLS_ON_OTHERS": {
        "a.gd": "func f():\n" + "".join(f"\tx.rpc_config('n{n}', {{}})\n" for n in range(300))},
    "INSTANCING": {f"s{n}.tscn": instances(n, 1) for n in range(20)},
    "NODES": {f"s{n}.tscn": instances(n, 100) for n in range(4)},
    "NODE_DEPTH": {
        "a.tscn": "[gd_scene]\n[node name='r' type='Node']\n" +
        "".join(f'[node name="n" type="Node" parent="{"/".join("n" * n) or "."}"]\n' for n in range(300))},
    "CHILDREN": {
        "a.tscn": '[gd_scene]\n[node name="r" type="Node"]\n' + '[node name="n" type="Node" parent="."]\n' * 2500},
    "PROPERTIES": {
        "a.tscn": scene_of_lists("R", 400, 600)}, }
LIMITS = dict((name, (int(most), text)) for name, most, text in
              re.findall(r'LIMIT\((\w+), +(\d+), "(.*?)"\)', (TESTS.parent / "project" / "limits.h").read_text()))


@pytest.mark.parametrize("name", OVER)
def test_a_limit_is_told_once_with_the_place(tmp_path, name):
    for file, text in OVER[name].items():
        (tmp_path / file).write_text(text)
    most, text = LIMITS[name]
    notes = [note for note in read(tmp_path)["notes"] if f"more than {most} {text}" in note]
    assert len(notes) == 1 and any(file in notes[0] for file in OVER[name])


# Names of limits, with a function that makes files with so many of what is limited. A script is a class, too.
EXACTLY = {
    "FILE_SIZE": lambda n: {"a.gd": "#" * n},
    "CLASS_DEPTH": lambda n: {"a.gd": "".join("\t" * k + f"class C{k}:\n" for k in range(n - 1)) + "\t" * n + "pass"},
    "BRACES": lambda n: {"a.cs": "class A {" * n + "}" * n},
    "CHAIN": lambda n: {
        "a.gd": "class c1: pass\n" + "".join(f"class c{k} extends c{k - 1}: pass\n" for k in range(2, n + 1))},
    "METHODS": lambda n: {"a.gd": "".join(f"@rpc func f{k}(): pass\n" for k in range(n))},
    "CALLS_ON_OTHERS": lambda n: {
        "a.gd": "func f():\n" + "".join(f"\tx.rpc_config('n{k}', {{}})\n" for k in range(n))},
    "INSTANCING": lambda n: {
        **{f"s{k}.tscn": instances(k, 1) for k in range(1, n)},
        f"s{n}.tscn": '[gd_scene]\n[node name="r" type="Node"]\n'},
    "NODE_DEPTH": lambda n: {"a.tscn": "[gd_scene]\n[node name='r' type='Node']\n" + "".join(
        f'[node name="n" type="Node" parent="{"/".join("n" * k) or "."}"]\n' for k in range(n))},
    "CHILDREN": lambda n: {
        "a.tscn": '[gd_scene]\n[node name="r" type="Node"]\n' + '[node name="n" type="Node" parent="."]\n' * n},
    "PROPERTIES": lambda n: {"a.tscn": scene_of_lists("R", 1, n)},
}


# How many there are of what is limited, in what was read of such files.
LEFT = {
    "CLASS_DEPTH": lambda told: len(told["scripts"]),
    "METHODS": lambda told: len(told["scripts"]["res://a.gd"]["methods"]),
    "NODE_DEPTH": lambda told: len(told["scenes"]["res://a.tscn"]["nodes"]) - 1,
    "CHILDREN": lambda told: len(told["scenes"]["res://a.tscn"]["nodes"]) - 1,
    "PROPERTIES": lambda told: len(told["scenes"]["res://a.tscn"]["synchronizers"][0]["properties"]),
}


@pytest.mark.parametrize("name", EXACTLY)
@pytest.mark.parametrize("more", [0, 1])
def test_a_limit_is_where_its_message_says(tmp_path, name, more):
    most, text = LIMITS[name]
    for file, content in EXACTLY[name](most + more).items():
        (tmp_path / file).write_text(content)
    told = read(tmp_path)
    assert len([note for note in told["notes"] if f"more than {most} {text}" in note]) == more
    assert name not in LEFT or LEFT[name](told) == most


def test_the_document_has_the_limits():
    document = (TESTS.parent / "docs" / "security.md").read_text()
    assert [name for name, (most, text) in LIMITS.items() if text and f"| {most:,} | {text} |" not in document] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")
def test_other_file_systems_are_not_read(tmp_path):
    (tmp_path / "own.gd").touch()
    (tmp_path / "mounted").mkdir()
    inside = (f"mount -t tmpfs none {tmp_path}/mounted && touch {tmp_path}/mounted/other.gd && exec "
              f"{os.environ['GODOT_NAMES']} --json {tmp_path}")
    run = subprocess.run(["unshare", "--mount", "sh", "-c", inside], capture_output=True, check=False)
    if not run.stdout:
        pytest.skip("mounting is not allowed here")
    told = load_compare().by_path(run.stdout)
    assert list(told["scripts"]) == ["res://own.gd"]
    assert ["mounted" in note and "another file system" in note for note in told["notes"]] == [True]


def test_mutated_files(tmp_path):
    rng = random.Random(4)
    sources = [p for p in [*GAME.iterdir(), *(TESTS / "godot4").glob("*.gd")] if p.suffix in (".gd", ".tscn", ".tres")]
    for number in range(600):
        source = rng.choice(sources)
        data = bytearray(source.read_bytes())
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(data))
            data[at:at + rng.randint(0, 3)] = rng.choice([
                b"", b'"', b"(", b")", b"\n", b"\t", b"\\", b"[", b"@rpc", b"'''"])
        folder = tmp_path / str(number // 60)
        folder.mkdir(exist_ok=True)
        (folder / f"{number}{source.suffix}").write_bytes(data)
    told = read(tmp_path)
    assert len(told["scripts"]) > 200


# --- rpc_config from elsewhere ----------------------------------------------------------

CONFIGURED = {
    "thing.gd": "extends 'res://base.gd'\n@rpc func ping(): pass\n@rpc func upd(x: int): pass\nfunc dyn_method(): "
                "pass\nfunc dyn_other(a, b): pass\n",
    "base.gd": "extends Node\nfunc _ready():\n\tself.rpc_config('of_base', {})\nfunc of_base(): pass\nfunc in_base(): "
               "pass\n",
    "main.gd": "extends Node\nfunc _ready():\n\tvar thing = $Thing\n\tthing.rpc_config('dyn_method', {})\n"
               "\t$Thing.rpc_config(&'dyn_other', {})\n"
    "\tthing.rpc_config('not_a_method', {})\n\tthing.rpc_config('in_base', {})\n", }


def lists(folder, files):
    for name, text in files.items():
        (folder / name).write_text(text)
    return list(read(folder)["md5"].values())


@pytest.mark.parametrize("names",
                         [["dyn_method", "dyn_other", "in_base", "of_base"], ["dyn_method", "dyn_other", "of_base"],
                          ["dyn_method", "dyn_other"], ["dyn_other"], ["of_base"], ["dyn_other", "of_base"]])
def test_lists_hold_what_others_configured(tmp_path, names):
    """These come before the script's own, sorted, and each may have happened or not."""
    assert [*names, "ping", "upd"] in lists(tmp_path, CONFIGURED)


@pytest.mark.parametrize("count, most", [(1, 1), (6, 2 ** 6 - 1), (7, 1)])
def test_any_of_a_few_calls_may_have_happened(tmp_path, count, most):
    """docs/security.md: up to six; of more calls all have happened."""
    names = [f"call_{n}" for n in range(count)]
    text = "extends Node\nfunc _ready():\n" + "".join(f"\trpc_config('{n}', {{}})\n" for n in names)
    found = lists(tmp_path, {"some.gd": text})
    assert names in found and all(found) and len(found) == len(set(map(tuple, found))) == most


def test_nothing_is_configured_that_a_node_lacks(tmp_path):
    assert not any("not_a_method" in names for names in lists(tmp_path, CONFIGURED))
