# SPDX-License-Identifier: GPL-2.0-or-later
"""The fields that a game's files make, whatever its identifiers are."""

import json
import random
import re
import shutil
import subprocess
import sys
import unicodedata

import pytest

import packs
import wireshark

CAPTURE = wireshark.CAPTURES / "godot4-rpc.pcapng"
LEVELS = re.compile(r"(gdrpc|gdsync)(\.[A-Za-z0-9_]+)+")

# Prints all fields of the project when the capture is read.
LIST_FIELDS = """
local tap = Listener.new("frame")
function tap.draw()
    for _, name in ipairs(Field.list()) do
        if name:match("^gdrpc%.") or name:match("^gdsync%.") then print("field", name) end
    end
end
"""


def script_option(text):
    """The option that runs a Lua script."""
    path = wireshark.writable_folder() / "script.lua"
    path.write_text(text)
    return wireshark.with_lua(path)


def project_option(folder):
    return ("-o", f"godot.project_directory:{wireshark.readable(folder)}")


def fields(*options):
    """The names of the fields, in the order they were made."""
    told = wireshark.tshark("-q", "-r", CAPTURE, *options, *script_option(LIST_FIELDS))
    return re.findall(r"^field\t(.*)$", told, re.MULTILINE)


def scene(*paths):
    """A scene with a synchronizer of these properties."""
    listed = "".join(f'properties/{n}/path = NodePath("{path}")\n' for n, path in enumerate(paths))
    return ('[gd_scene]\n[sub_resource type="SceneReplicationConfig" id="1"]\n' + listed +
            '[node name="Root" type="Node2D"]\n'
            '[node name="Sync" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("1")\n')


@pytest.mark.parametrize("name, text, made", [
    ("a.tscn", scene(".:"), ["gdsync.a.Root._"]), ("a.tscn", scene(".:position:"), ["gdsync.a.Root.position._"]),
    ("a.tscn", scene(".:ь"), ["gdsync.a.Root.u044c"]), ("a.tscn", scene(""), ["gdsync.a.Root._"]),
    ("a.tscn", scene(".:::", ".:_"), ["gdsync.a.Root._._._", "gdsync.a.Root._"]),
    ("a.gd", "@rpc func hit(ъ: int): pass", ["gdrpc.a.hit.u044a"]),
    ("a.gd", "@rpc func ь(ъ: Vector2i): pass", [
        "gdrpc.a.u044c.u044a", "gdrpc.a.u044c.u044a.x", "gdrpc.a.u044c.u044a.y"]),
    ("ь.gd", "@rpc func hit(a: int): pass", ["gdrpc.u044c.hit.a"]),
    ("a.b.gd", "@rpc func hit(a: int): pass", ["gdrpc.a_b.hit.a"]), ], ids=[
        "empty", "colon-behind", "soft-sign", "no-path", "colons", "argument", "method", "file", "dot-in-file"])
def test_no_level_is_empty(tmp_path, name, text, made):
    (tmp_path / name).write_text(text)
    assert fields(*project_option(tmp_path)) == made


def test_only_what_is_called_over_the_network_has_fields(tmp_path):
    (tmp_path / "a.gd").write_text("func helper(secret: int): pass\n@rpc func hit(a: int): pass\n"
                                   "func named(b: int): pass\nfunc _ready():\n\trpc_config(&\"named\", {})\n"
                                   "\t$B.rpc_config(&\"told\", {})\n")
    (tmp_path / "b.gd").write_text("extends Node\nfunc told(c: int): pass\nfunc other(secret: int): pass\n")
    assert sorted(fields(*project_option(tmp_path))) == ["gdrpc.a.hit.a", "gdrpc.a.named.b", "gdrpc.b.told.c"]


def test_no_level_of_the_users_table_is_empty():
    row = ("-o", 'uat:godot_methods:"Main/Players/*","1","ь","ъ: int"')
    assert fields(*row) == ["gdrpc.user.u044c.u044a"]


@pytest.mark.parametrize("first, second", [
    ("größe", "grosse"), ("мыш", "мышь"), ("你", "u4f60"), ("ъ", "u044a"), ("e", "é"), ("A", "a"), ("_", "__")])
def test_two_identifiers_have_two_names(tmp_path, first, second):
    (tmp_path / "a.gd"
     ).write_text(f"@rpc func f({first}: int, {second}: int): pass\n@rpc func g({second}: int, {first}: int): pass\n")
    assert len(set(fields(*project_option(tmp_path)))) == 4


def test_a_numbered_name_is_no_others(tmp_path):
    (tmp_path / "a.gd").write_text("@rpc func f(grosse: int, größe: int, grosse_2: int, größe_2: int): pass")
    assert fields(*project_option(tmp_path)) == [f"gdrpc.a.f.grosse{rest}" for rest in ("", "_2", "_2_2", "_2_3")]


def test_an_inner_class_is_no_file(tmp_path):
    (tmp_path / "a.gd").write_text("class B:\n\t@rpc func f(x: int): pass")
    (tmp_path / "a_B.gd").write_text("@rpc func f(x: int): pass")
    assert sorted(fields(*project_option(tmp_path))) == ["gdrpc.a_B.f.x", "gdrpc.a_B.f.x_2"]


def test_a_component_is_what_a_property_of_that_path_is(tmp_path):
    (tmp_path / "a.tscn").write_text(scene(".:position", ".:position:x"))
    assert fields(*project_option(tmp_path)) == [f"gdsync.a.Root.position{rest}" for rest in ("", ".x", ".y")]


def test_many_names_of_one_sound_take_no_time(tmp_path):
    names = ["мыш" + "".join("ьъ"[n >> bit & 1] for bit in range(12)) for n in range(3000)]
    (tmp_path / "a.gd").write_text("".join(
        f"@rpc func f{n // 100}({name}: int): pass\n" for n, name in enumerate(names)))
    (tmp_path / "b.tscn").write_text(scene(*(f".:{name}" for name in names)))
    assert len(set(fields(*project_option(tmp_path)))) >= 3000


def test_there_is_an_end_to_fields(tmp_path):
    """docs/security.md: 200,000 of them. A Vector4 has four components."""
    arguments = ", ".join(f"a{number}: Vector4" for number in range(402))
    (tmp_path / "a.gd").write_text("".join(f"@rpc func f{number}({arguments}): pass\n" for number in range(100)))
    assert len(fields(*project_option(tmp_path))) == 200000


def test_there_is_an_end_to_the_names_of_fields(tmp_path):
    """docs/security.md: 64 MiB of them. Each says of which scene it is, here with a path of 4,000 letters."""
    game = tmp_path / "a.pck"
    properties = scene(*(f".:p{number}" for number in range(18000)))
    game.write_bytes(packs.pack({f"res://{'x' * 3986}/a.tscn": properties.encode()}, 2))
    assert (64 << 20) / 4070 < len(fields(*project_option(game))) <= (64 << 20) / 4000 + 1


def is_identifier(character):
    return ord(character) >= 0x80 and unicodedata.category(character) not in (
        "Cs", "Cn") or character.isalnum() or character == "_"


def any_identifiers(rng, count):
    """Different identifiers, many of which look or sound alike."""
    letters = [c for c in map(chr, range(0x80, sys.maxunicode + 1)) if is_identifier(c)]
    alike = [
        "ь", "ъ", "е", "э", "e", "é", "e\u0301", "ß", "ss", "ü", "u", "u0", "44c", "_", "_2", "2", "\u0301", "\u200d",
        "A", "a"]
    found = {}
    while len(found) < count:
        text = "".join(rng.choice(rng.choice((letters, alike, alike))) for _ in range(rng.randint(1, 4)))
        if not text[0].isascii() or not text[0].isdigit():
            found[text] = None
    return list(found)


def test_any_identifiers_make_different_valid_names(tmp_path):
    rng = random.Random(11)
    names = any_identifiers(rng, 900)
    methods = "".join(f"@rpc func {names[n]}({', '.join(f'{name}: int' for name in names[n:n + 10])}): pass\n"
                      for n in range(0, 900, 10))
    (tmp_path / "a.gd").write_text(methods)
    (tmp_path / "b.tscn").write_text(scene(*(f".:{name}" for name in names)))
    made = fields(*project_option(tmp_path))
    assert len(set(made)) == len(made) == 1800
    assert [name for name in made if not LEVELS.fullmatch(name)] == []
    option = project_option(tmp_path)
    for n in range(0, len(made), 300):
        # an unknown field would be an error
        assert wireshark.frames(CAPTURE, " || ".join(made[n:n + 300]), *option) == []


# ---- While Wireshark runs: preferences change, files change ----

def session(script, *options):
    """Returns what tshark prints when a Lua script changes preferences while it runs; they are saved in a profile of
    their own."""
    profile = wireshark.writable_folder()
    return wireshark.with_profile(profile, "-r", CAPTURE, *options, *script_option(script))


def at_packets(**steps):
    """Returns a script that runs statements at these packets: p20="..."."""
    return "local tap, n = Listener.new('frame'), 0\nfunction tap.packet()\n    n = n + 1\n" + "".join(
        f"    if n == {name[1:]} then {step} apply_preferences() end\n" for name, step in steps.items()) + "end\n"


WEAPON = "gdrpc.player.take_damage.weapon"
COLUMN = ("-o", f'gui.column.format:"Number","%m","Weapon","%Cus:{WEAPON}"')


def weapons(*options, **steps):
    """Returns frame -> text of the column, when preferences change at these packets."""
    rows = [line.split(maxsplit=1) for line in session(at_packets(**steps), *options, *COLUMN).splitlines()]
    return {int(row[0]): row[1] for row in rows if len(row) == 2}


ALL_WEAPONS = {15: "sword", 16: "sword", 23: 'größte Axt "x"', 24: 'größte Axt "x"'}


@pytest.fixture(scope="module")
def game():
    return wireshark.readable(wireshark.ROOT / "tests" / "godot4")


def test_columns_outlive_other_preferences(game):
    assert weapons(*project_option(game)) == ALL_WEAPONS
    assert weapons(*project_option(game), p18='set_preference("godot.variant.text", 99)') == ALL_WEAPONS


def test_columns_outlive_the_folder(game, tmp_path):
    named = f'set_preference("godot.project_directory", "{game}")'
    emptied = 'set_preference("godot.project_directory", "")'
    other = f'set_preference("godot.project_directory", "{wireshark.readable(tmp_path)}")'
    assert weapons(*project_option(game), p18=emptied) == {15: "sword", 16: "sword"}
    assert weapons(*project_option(game), p18=emptied, p20=named) == ALL_WEAPONS
    assert weapons(*project_option(game), p18=other, p20=emptied, p21=other, p22=named) == ALL_WEAPONS


def test_a_filter_outlives_the_folder(game):
    emptied = at_packets(p18='set_preference("godot.project_directory", "")')
    assert session(emptied, *project_option(game), "-Y", f"{WEAPON} == sword").count("RPC") == 2


class Sharkd(wireshark.Sharkd):
    """Files can change between its requests."""

    asked = 0

    def load(self, capture=CAPTURE, **preferences):
        for name, value in preferences.items():
            self.ask("setconf", {"name": f"godot.{name}", "value": str(value)})
        self.ask("load", {"file": str(wireshark.readable(capture))})

    def count(self, display_filter):
        """Returns how many frames match. sharkd remembers the answer to each text, also from an earlier load: so each
        text differs."""
        self.asked += 1
        return len(self.ask("frames", {"filter": f"{display_filter} || frame.number == {10 ** 6 + self.asked}"}))


def test_files_are_read_again_when_the_capture_is(game, tmp_path):
    folder = wireshark.readable(shutil.copytree(game, tmp_path / "game"))
    script, text = folder / "player.gd", (folder / "player.gd").read_text()
    with Sharkd() as sharkd:
        sharkd.load(project_directory=folder)
        assert sharkd.count("gdrpc.player.take_damage.amount") == 4
        script.write_text(text.replace("amount: int", "quantity: int"))
        sharkd.load()
        assert sharkd.count("gdrpc.player.take_damage.quantity") == 4
        assert sharkd.count("gdrpc.player.take_damage.amount") == 0     # the field stays, its values do not
        script.unlink()
        sharkd.load()
        assert sharkd.count("gdrpc.player.take_damage.quantity") == 0
        (folder / "other.gd").write_text(text)
        sharkd.load()
        assert sharkd.count("gdrpc.other.take_damage.amount") == 4
        sharkd.load(project_directory="")
        assert sharkd.count("godot.rpc.method_origin") == 0
        sharkd.load(project_directory=folder)
        assert sharkd.count("gdrpc.other.take_damage.amount") == 4


def test_a_script_just_written_is_read_again(tmp_path):
    """Within one second, and of the same size."""
    folder = wireshark.readable(tmp_path) / "game"
    folder.mkdir()
    with Sharkd() as sharkd:
        for name in ("one", "two", "six"):
            (folder / "a.gd").write_text(f"@rpc func f({name}: int): pass")
            sharkd.load(project_directory=folder)
            assert sharkd.count(f"gdrpc.a.f.{name}") == 0    # an unknown field would be an error


def test_a_pack_is_read_again_when_it_has_changed(game, tmp_path):
    script = (game / "player.gd").read_bytes()
    pack = wireshark.readable(tmp_path) / "game.pck"
    with Sharkd() as sharkd:
        for name in ("amount", "number", "pieces"):
            pack.write_bytes(packs.pack({"player.gd": script.replace(b"amount: int", f"{name}: int".encode())}, 3))
            sharkd.load(project_directory=pack)
            assert sharkd.count(f"gdrpc.player.take_damage.{name}") == 4


def test_each_capture_says_that_a_place_has_no_game(tmp_path):
    """At its first call, which is in another frame of each."""
    with Sharkd() as sharkd:
        sharkd.load(project_directory=wireshark.readable(tmp_path) / "missing")
        assert sharkd.count("godot.project.unread && frame.number == 15") == 1
        sharkd.load(wireshark.CAPTURES / "godot4-late.pcapng")
        assert sharkd.count("godot.project.unread && frame.number == 11") == 1


MOST = 200000       # fields, of which a vector has four


def values_with_fields(folder):
    packet, = wireshark.pdml(CAPTURE, "-Y", "frame.number == 15", *project_option(folder))
    return [node.name for node in packet.walk() if node.name.startswith("gdrpc")]


@pytest.mark.parametrize("left", [0, 7, 8, 9])
def test_a_value_for_whose_field_there_is_no_room_has_none(game, tmp_path, left):
    """Nor has a part of one. Those of the other script come first."""
    names, made = values_with_fields(game), fields(*project_option(game))
    folder = shutil.copytree(game, tmp_path / "game")
    vectors, numbers = divmod(MOST - left, 4)
    types = ["Vector3"] * vectors + ["int"] * numbers
    (folder / "a.gd").write_text("".join(
        f"@rpc func f{begin}({', '.join(f'a{n}: {kind}' for n, kind in enumerate(types[begin:begin + 250]))}): pass\n"
        for begin in range(0, len(types), 250)))
    assert values_with_fields(folder) == [name for name in names if name in made[:left]]


def test_rows_of_the_users_table_read_no_files(game):
    rows = [
        option for name in ("hurt", "heal")
        for option in ("-o", f'uat:godot_methods:"Main/*","1","{name}","amount: int"')]
    told = wireshark._run("tshark", ["-q", "-r", str(wireshark.readable(CAPTURE)), *project_option(game), *rows]).stderr
    assert told.count("1 project:") == 1
