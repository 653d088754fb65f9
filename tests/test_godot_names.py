# SPDX-License-Identifier: GPL-2.0-or-later
"""The program godot-names, held against the engine's word: its tables, its JSON, what it could not read, its exit
status."""

import hashlib
import json
import os
import re
import signal
import subprocess

import pytest

import held
import packs
import wireshark
from test_project import GAME, ORACLE, TESTS

KEY = bytes(range(32)).hex()    # of the packs in tests/project/packs
ALL_READ, NOT_ALL_READ, NO_GAME = 0, 1, 2


def run(*words, key=None):
    variables = {name: value for name, value in os.environ.items() if name != "GODOT_SCRIPT_ENCRYPTION_KEY"}
    return subprocess.run(
        [os.environ["GODOT_NAMES"], *map(str, words)], capture_output=True, text=True, timeout=60, check=False,
        env={**variables, "LC_ALL": "C.UTF-8", **wireshark.UNCLEAN,
             **({} if key is None else {"GODOT_SCRIPT_ENCRYPTION_KEY": key})})


def table(printed, title):
    """The rows below a title: a dictionary each, by the heads of the columns."""
    lines = iter(printed[printed.index(f"\n{title}"):].splitlines()[2:])
    head = next(lines)
    begins = [match.start() for match in re.finditer(r"(?<=  )\S", head)]
    names = [head[begin:end].strip() for begin, end in zip(begins, [*begins[1:], None])]
    rows = []
    for line in lines:
        if not line:
            break
        rows.append(dict(zip(names, (line[begin:end].strip() for begin, end in zip(begins, [*begins[1:], None])))))
    return rows


@pytest.fixture(scope="module")
def game():
    return run(GAME)


# --- what the engine says ---------------------------------------------------------------------------


def test_methods_are_in_the_engines_order_below_the_engines_md5(game):
    listed = {}
    for row in table(game.stdout, "Methods that peers may call"):
        listed.setdefault((row["script"], row["MD5"]), []).append((int(row["id"]), row["method"]))
    engine = {(path, told["md5"]): list(enumerate(method["name"] for method in told["methods"]))
              for path, told in ORACLE["scripts"].items() if told and told["methods"]}
    assert len(engine) >= 15
    assert {name: listed.get(name) for name in engine} == engine


def test_nodes_scripts_and_spawned_scenes_are_the_engines(game):
    listed = {}
    for row in table(game.stdout, "Nodes of the scenes"):
        listed.setdefault(row["scene"],
                          []).append([row["node"], row["script"] or None,
                                      re.findall(r"[^ ,]+", row["spawns"])])
    assert len(ORACLE["scenes"]) == 3
    assert {name: listed.get(name) for name in ORACLE["scenes"]
            } == {name: told["nodes"] for name, told in ORACLE["scenes"].items()}


def test_properties_are_the_engines(game):
    modes = ["never", "always", "on change"]
    engine = {(scene, synchronizer["path"], one["path"], "yes" if one["spawn"] else "no", modes[one["mode"]])
              for scene, told in ORACLE["scenes"].items() for synchronizer in told["synchronizers"]
              for one in synchronizer["properties"]}
    listed = {(row["scene"], row["synchronizer"], row["property"], row["at spawn"], row["later"])
              for row in table(game.stdout, "Properties of the synchronizers")}
    assert len(engine) > 30
    assert engine <= listed


def test_a_capture_announces_md5s_that_the_json_has():
    announced = {
        row[0][0]
        for row in wireshark.fields(wireshark.CAPTURES / "godot4-rpc.pcapng", "godot.path.md5", "godot.path.md5")}
    told = json.loads(run("--json", TESTS / "godot4").stdout)
    methods = {one["md5"]: one["node_methods"] + one["methods"] for one in told["lists"]}
    assert len(announced) > 1 and announced <= set(methods)
    assert ["move", "take_damage"] in [methods[md5] for md5 in announced]      # tests/godot4/player.gd


@pytest.mark.parametrize("name, script", [("text.pck", "avatar.gd"), ("compressed.pck", "avatar.gd"),
                                          ("embedded", "avatar.gd")])
def test_what_a_node_is(name, script):
    answer = run("--node", "Avatar", "--node", "Nobody", packs.PACKS / name).stdout
    assert (f"\nAvatar: the script is res://{script}, the MD5 of its methods "
            f"{ORACLE['scripts'][f'res://{script}']['md5']}\n") in answer
    assert "\nNobody: no scene, spawner or autoload that was read leads to a script there" in answer
    told = json.loads(run("--json", "--node", "Avatar", "--node", "Nobody", packs.PACKS / name).stdout)
    assert told["asked"] == [{"node": "Avatar", "script": f"res://{script}"}, {"node": "Nobody", "script": None}]


# --- all of what it prints ---------------------------------------------------------------------------


WHOLE = {
    "a.gd": """class_name A
@rpc("any_peer", "call_local", "unreliable", 12) func hit(damage: int, weapon): pass
@rpc("authority", "unreliable_ordered") func _rest(...all: Array): pass
func off(größe: float): pass
func _ready():
\trpc_config("late", wanted)
\trpc_config("off", {"channel": 3})
""",
    "b.gd": "extends A\nclass Inner:\n\tpass\n",
    "main.tscn": """[gd_scene]
[ext_resource path="res://a.gd" id="1"]
[sub_resource type="SceneReplicationConfig" id="2"]
properties/0/path = NodePath(".:a\x01")
properties/0/replication_mode = 0
properties/1/path = NodePath(".:b")
properties/1/spawn = false
properties/2/path = NodePath(".:c")
properties/2/replication_mode = 2
[node name="Main" type="Node"]
script = ExtResource("1")
b = 1.5
[node name="Spawner" type="MultiplayerSpawner" parent="."]
_spawnable_scenes = PackedStringArray("res://main.tscn", "res://z.tscn")
[node name="S" type="MultiplayerSynchronizer" parent="Spawner"]
replication_config = SubResource("2")
root_path = NodePath("../..")
""",
    "z.tscn": '[gd_scene]\n[node name="Z"]\n', }
CONFIGURED = {      # each list of names: those of rpc_config(), and those of the script
    (names, ("_rest", "hit")): hashlib.md5("".join([*names, "_rest", "hit"]).encode()).hexdigest()
    for names in [(), ("late",), ("off",), ("late", "off")]}
OWN = CONFIGURED[(), ("_rest", "hit")]
HIT, REST = ("hit", "damage: int, weapon", "any_peer call_local unreliable, channel 12"), (
    "_rest", "...all: Array", "authority call_remote unreliable_ordered, channel 0")
LATE, OFF = ("late", "?", "? ? ?, channel ?"), ("off", "größe: float", "disabled call_remote reliable, channel 3")
LATIN = "not UTF-8 text, not read"


@pytest.fixture(name="whole")
def fixture_whole(tmp_path):
    for name, text in WHOLE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "latin.gd").write_bytes(b"\xe4")
    return tmp_path


def laid_out(title, heads, rows):
    """Each column is as wide as its widest cell, two blanks stand between columns, and nothing behind the last."""
    widths = [max(map(len, column)) for column in zip(heads, *rows)]
    return f"\n{title}\n" + "".join(
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row[:-1], widths)) + f"  {row[-1]}\n"
        for row in (heads, *rows))


def test_the_tables_are_all_of_it(whole):
    methods = "script", "MD5", "id", "method", "arguments", "declared"
    ids = {"late": [LATE], "off": [OFF], "late off": [LATE, OFF]}
    configured = sorted((md5, ids[" ".join(names)]) for (names, _), md5 in CONFIGURED.items() if names)
    expected = [
        "1 project: 3 scripts (2 with RPCs), 4 RPC lists, 2 scenes, 1 synchronizers, 1 messages\n",
        laid_out("Methods that peers may call, by the MD5 that a path is announced with", methods, [
            (f"res://{name}.gd", OWN, str(number), *method)
            for name in "ab" for number, method in enumerate([REST, HIT])]),
        laid_out("Methods that rpc_config() may have added to those of the script, and the MD5 of all of them",
                 methods, [("res://a.gd", md5, str(0x8000 + number), *method) for md5, found in configured
                           for number, method in enumerate(found)]),
        laid_out("Nodes of the scenes", ("scene", "node", "type", "script", "spawns"), [
            ("res://main.tscn", ".", "Node", "res://a.gd", ""),
            ("res://main.tscn", "Spawner", "MultiplayerSpawner", "", "res://main.tscn, res://z.tscn"),
            ("res://main.tscn", "Spawner/S", "MultiplayerSynchronizer", "", ""), ("res://z.tscn", ".", "", "", "")]),
        laid_out("Properties of the synchronizers",
                 ("scene", "synchronizer", "property", "type", "at spawn", "later"), [
                     ("res://main.tscn", "Spawner/S", ".:a\ufffd", "", "yes", "never"),
                     ("res://main.tscn", "Spawner/S", ".:b", "float", "no", "always"),
                     ("res://main.tscn", "Spawner/S", ".:c", "", "yes", "on change")]),
        f"\nMain: the script is res://a.gd, the MD5 of its methods {OWN}\n",
        "\nNo: no scene, spawner or autoload that was read leads to a script there, or they do not agree\n",
        f"\nNot read\n  {whole / 'latin.gd'}: {LATIN}\n"]
    assert run("--node", "Main", "--node", "No", whole).stdout == "".join(expected)


def test_the_json_is_all_of_it(whole):
    def method(name, numbers, *arguments):
        return {"name": name, **dict(zip(["mode", "transfer", "call_local", "channel"], numbers)), "arguments": [
            dict(zip(["name", "type", "rest"], argument)) for argument in arguments]}

    def script(path, base, *methods):
        return {"path": path, "base": base, "md5": OWN if methods else hashlib.md5().hexdigest(),
                "methods": [*methods]}

    def node(path, kind=None, of=None, *spawns):
        return {"path": path, "type": kind, "script": of, "spawns": [*spawns]}

    own = (method("_rest", (2, 1, 0, 0), ("all", "Array", True)),
           method("hit", (1, 0, 1, 12), ("damage", "int", False), ("weapon", "", False)))
    a, b, scene = "res://a.gd", "res://b.gd", "res://main.tscn"
    assert json.loads(run("--json", "--node", "Main", "--node", "No", whole).stdout) == {
        "summary": "1 project: 3 scripts (2 with RPCs), 4 RPC lists, 2 scenes, 1 synchronizers, 1 messages",
        "not_read": [f"{whole / 'latin.gd'}: {LATIN}"], "not_read_more": 0,
        "asked": [{"node": "Main", "script": a}, {"node": "No", "script": None}],
        "scripts": [script(a, None, *own), script(b, a, *own), script(f"{b}:Inner", None)],
        "scenes": [
            {"path": scene, "synchronizers": [{"path": "Spawner/S", "properties": [
                {"path": ".:a\x01", "type": "", "spawn": True, "mode": 0},
                {"path": ".:b", "type": "float", "spawn": False, "mode": 1},
                {"path": ".:c", "type": "", "spawn": True, "mode": 2}]}],
             "nodes": [node(".", "Node", a), node("Spawner", "MultiplayerSpawner", None, scene, "res://z.tscn"),
                       node("Spawner/S", "MultiplayerSynchronizer")]},
            {"path": "res://z.tscn", "synchronizers": [], "nodes": [node(".")]}],
        "lists": sorted([{"md5": md5, "node_methods": [*names], "methods": [*methods], "scripts": [a, b]}
                         for (names, methods), md5 in CONFIGURED.items()], key=lambda one: one["md5"])}


def test_what_stands_in_json_is_escaped(tmp_path):
    """A quotation mark, a backslash, control characters and others, as RFC 8259 has them."""
    name = 'a"\\\x7f\x80\x9f¡\x1f\t é\U0001f600'
    (tmp_path / "a.gd").write_text("pass")
    printed = run("--json", "--node", name, tmp_path).stdout
    assert json.loads(printed)["asked"] == [{"node": name, "script": None}]
    assert r'a\"\\\u007f\u0080\u009f¡\u001f\u0009 é' in printed


@pytest.mark.parametrize("words, key", [(("--key", ""), None), ((), ""), (("--key", ""), "x")])
def test_an_empty_key_is_none(whole, words, key):
    assert run(*words, whole, key=key).stdout == run(whole).stdout


def test_tables_without_rows_say_so(tmp_path):
    (tmp_path / "a.gd").write_text("pass")
    assert run(tmp_path).stdout.count("\n  none\n") == 4


# --- what was not read, and the exit status ----------------------------------------------------------


def not_read(done):
    return done.stdout.partition("\nNot read")[2]


def test_all_was_read(game):
    assert game.returncode == ALL_READ and not game.stderr
    assert not_read(game) == ": nothing, all was read\n"


@pytest.mark.parametrize("name", ["encrypted.pck", "encrypted-files.pck"])
def test_an_encrypted_pack_needs_its_key(name):
    place = packs.PACKS / name
    assert run("--key", KEY, place).returncode == run(place, key=KEY).returncode == ALL_READ
    assert [row["method"] for row in table(run(place, key=KEY).stdout, "Methods that peers may call")] == \
        [row["method"] for row in table(run(packs.PACKS / "text.pck").stdout, "Methods that peers may call")]
    for options, why in ((), "needs its key"), (("--key", ""), "needs its key"), (("--key", "ff" * 32),
                                                                                 "not with the key"):
        done = run(*options, place)
        assert done.returncode == NOT_ALL_READ
        assert f"{place}: encrypted, and {why}" in not_read(done)


@pytest.mark.parametrize("name, content, why", [
    ("latin.gd", b"@rpc func \xe4(): pass", "not UTF-8 text, not read"),
    ("large.gd", b"#" * (17 << 20), "more than 16777216 bytes, not read"),
    ("cut.pck", b"GDPC\2", "the pack ends in its header"),
], ids=["no UTF-8", "too large", "cut"])
def test_what_was_not_read_is_told_with_the_reason(tmp_path, name, content, why):
    (tmp_path / "a.gd").write_text("@rpc func hit(): pass")
    (tmp_path / name).write_bytes(content)
    done = run(tmp_path)
    assert done.returncode == NOT_ALL_READ
    assert not_read(done) == f"\n  {tmp_path / name}: {why}\n"
    assert json.loads(run("--json", tmp_path).stdout)["not_read"] == [f"{tmp_path / name}: {why}"]


def test_more_than_a_hundred_reasons_are_counted(tmp_path):
    for number in range(130):
        (tmp_path / f"{number}.gd").write_bytes(b"\xff")
    done = run(tmp_path)
    assert done.returncode == NOT_ALL_READ
    assert len(not_read(done).splitlines()) == 1 + 100 + 1 and not_read(done).endswith("\n  and 30 more\n")
    assert ", 130 messages\n" in done.stdout


@pytest.mark.parametrize(
    "make", [lambda folder: folder / "missing", lambda folder: folder, lambda folder: TESTS / "test_godot_names.py"],
    ids=["missing", "empty folder", "no pack"])
def test_no_game(tmp_path, make):
    done = run(make(tmp_path))
    assert done.returncode == NO_GAME and done.stderr == "godot-names: no game was found\n"


@pytest.mark.parametrize("words, complaint", [((), "No game is named"), (("--key", "12", "."), "64 hexadecimal digits"),
                                              (("--x", ), "--x")])
def test_wrong_use_is_said(words, complaint):
    done = run(*words)
    assert done.returncode == NO_GAME and not done.stdout
    assert re.fullmatch(rf"godot-names: .*{complaint}.*\n", done.stderr)


@pytest.mark.parametrize("name, text", [("a.gd", "pass"), ("a.tscn", '[gd_scene]\n[node name="A"]\n')])
def test_a_game_has_scripts_or_scenes(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert run(tmp_path).returncode == ALL_READ


def test_who_has_read_enough_ends_it(tmp_path):
    """Once it prints, Ctrl+C ends it as any other program. What it prints here fills the pipe, which nobody reads."""
    wireshark.skip_on_windows("a signal")
    (tmp_path / "a.gd").write_text("".join(f"@rpc func f{number}(): pass\n" for number in range(5000)))
    with subprocess.Popen([os.environ["GODOT_NAMES"], "--json", tmp_path], stdout=subprocess.PIPE) as program:
        assert program.stdout.read(1) == b"{"
        program.send_signal(signal.SIGINT)
        assert program.wait(5) == -signal.SIGINT


def test_who_has_waited_long_enough_gets_what_was_read(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    (first / "a.gd").write_text("@rpc func hit(): pass")
    held.add_large_scripts(second)
    command = [os.environ["GODOT_NAMES"], "--json", first, second, GAME]
    status, printed, _ = held.hold(command, second, 1.1, signal.SIGINT)
    told = json.loads(printed)
    assert status == NOT_ALL_READ
    assert "res://a.gd" in [script["path"] for script in told["scripts"]]
    assert told["scenes"] == []     # GAME has three
    assert re.fullmatch(rf"{tmp_path}/.*: more than \d+ seconds to read all up to here, the rest is not read",
                        told["not_read"][-1])


def test_progress_is_told(tmp_path):
    """These are 12 files of 16 MiB."""
    held.add_large_scripts(tmp_path)
    _, _, told = held.hold([os.environ["GODOT_NAMES"], tmp_path], tmp_path, 2.1)
    assert re.match(r"godot-names: \d s, \d{1,2} files looked at, \d{1,3} MB read; Ctrl\+C ends it\n", told)


# --- hostile names -----------------------------------------------------------------------------------


def test_no_name_commands_the_terminal(tmp_path):
    wireshark.skip_on_windows("a file with such a name")
    (tmp_path / "a\x1b[2J.gd").write_text("@rpc func hit(): pass")
    (tmp_path / "b\x1b[2J.gd").write_bytes(b"\xff")
    done = run("--node", "\x1b[2J", tmp_path)
    assert "\x1b" not in done.stdout and "a\ufffd[2J.gd" in done.stdout and "b\ufffd[2J.gd" in done.stdout
    assert "res://a\x1b[2J.gd" in [script["path"] for script in json.loads(run("--json", tmp_path).stdout)["scripts"]]


def test_a_mode_that_does_not_exist_is_not_known(tmp_path):
    (tmp_path / "a.gd").write_text(
        'func hit(): pass\nfunc _ready():\n\trpc_config("hit", {"rpc_mode": 99, "transfer_mode": 99, "channel": 3})\n')
    done = run(tmp_path)
    assert done.returncode == ALL_READ
    assert {row["method"]: row["declared"].split()[0] for row in table(done.stdout, "Methods that rpc_config()")
            } == {"hit": "?"}


# --- the program -------------------------------------------------------------------------------------


def test_it_needs_nothing_of_wireshark():
    wireshark.skip_on_windows("a program of Linux' format")
    needed = subprocess.run(["readelf", "-d", os.environ["GODOT_NAMES"]], capture_output=True, text=True,
                            check=True).stdout
    assert "libglib" in needed and not re.search("wireshark|wiretap|wsutil", needed)


def test_its_version_says_which_wireshark_the_plugin_is_for():
    done = run("--version")
    release = "{}\\.{}".format(*wireshark.version())
    assert done.returncode == 0
    assert re.fullmatch(rf"godot-names \d+\.\d+\.\d+, for Wireshark {release}\n", done.stdout)


def test_manual_page_has_the_options_of_the_help():
    page = (wireshark.ROOT / "docs" / "man" / "godot-names.1").read_text().replace("\\-", "-")
    option = re.compile(r"(?<![\w-])--\w[\w-]*")
    said = run("--help").stdout
    told = option.findall(said.partition("Help Options:")[2].partition("If there is")[0])
    assert "Prints the names that the Wireshark plugin for Godot finds" in said
    assert "GODOT_SCRIPT_ENCRYPTION_KEY has it" in said and "Exit status: 0 all was read" in said
    assert len(told) == 5 and set(option.findall(page[page.index(".SH OPTIONS"):page.index(".SH ENV")])) == set(told)
