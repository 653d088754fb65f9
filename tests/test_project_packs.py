# SPDX-License-Identifier: GPL-2.0-or-later
"""Games as they ship give what their folders give. Packs under tests/project/packs are the engine's own
(tests/project/export); those of other releases are crafted here (packs.py)."""

import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import time

import pytest

import compressors
import packs
import wireshark
from test_project import GAME, ORACLE, load_compare, read

PACKS = packs.PACKS
BINARY = PACKS.parent / "binary"
KEY = bytes(range(32)).hex()
PARTS = ("scripts", "scenes", "md5")


def read_with(key, *places):
    run = subprocess.run([os.environ["GODOT_NAMES"], "--json", *map(str, places)], capture_output=True, timeout=60,
                         check=False, env={**os.environ, "GODOT_SCRIPT_ENCRYPTION_KEY": key})
    return load_compare().by_path(run.stdout)


@pytest.fixture(scope="module")
def game():
    return read(GAME)


def same(told, game):
    assert told["notes"] == []
    for part in PARTS:
        assert told[part] == game[part]
    assert told["summary"] == game["summary"]


# ---- The engine's own ----

@pytest.mark.parametrize("name", ["text.pck", "tokens.pck", "compressed.pck", "embedded"])
def test_a_pack_gives_what_the_folder_gives(game, name):
    same(read(PACKS / name), game)


@pytest.mark.parametrize("name", ["text.pck", "tokens.pck", "compressed.pck"])
def test_a_pack_gives_what_the_engine_says(name):
    differences, counts = load_compare().compare(ORACLE, read(PACKS / name), GAME)
    assert differences == [] and counts["scripts compared"] >= 20


@pytest.mark.parametrize("name", ["encrypted.pck", "encrypted-files.pck"])
def test_encrypted_packs(game, name):
    same(read_with(KEY, PACKS / name), game)
    same(read_with(KEY.upper(), PACKS / name), game)


@pytest.mark.parametrize("name", ["encrypted.pck", "encrypted-files.pck"])
def test_encrypted_packs_without_their_key(name):
    without, wrong = read(PACKS / name), read_with("ff" * 32, PACKS / name)
    assert without["scripts"] == wrong["scripts"] == {}
    assert [("needs its key" in note) for note in without["notes"]] == [True]       # once for a pack
    assert [("not with the key" in note) for note in wrong["notes"]] == [True]


PATCHES = PACKS.parent / "patches"
ADDED = {"patch1.pck": ({"forms.gd", "named.gd", "net.gd"}, ["one"]),
         "patch2.pck": ({"forms.gd", "net.gd"}, ["one", "two"])}


@pytest.mark.parametrize("name", ADDED)
def test_patches_of_deltas(tmp_path, name):
    """They have the scripts that changed, as the folder has them; the second one has what changed since the first."""
    scripts, added = ADDED[name]
    folder = shutil.copytree(GAME, tmp_path / "game")
    for script in scripts:
        with open(folder / script, "a", encoding="utf-8") as file:
            file.write("".join(f"\n@rpc func added_in_{patch}(): pass\n" for patch in added))
    expected, told = read(folder)["scripts"], read(PATCHES / name)
    assert told["notes"] == [] and b"GDDL\1" in (PATCHES / name).read_bytes()
    assert told["scripts"] == {path: value for path, value in expected.items()
                               if path.removeprefix("res://").split(":")[0] in scripts}


def test_binary_resources_among_text(tmp_path, game):
    """As the engine saved them: compressed, and big-endian."""
    folder = shutil.copytree(GAME, tmp_path / "game")
    for name in ("avatar.scn", "main.scn", "shared.res"):
        text = folder / name.replace(".scn", ".tscn").replace(".res", ".tres")
        text.rename(f"{text}.remap")
        pathlib.Path(f"{text}.remap").write_text(f'[remap]\n\npath="res://.hidden/{name}"\n')
    shutil.copytree(BINARY, folder / ".hidden")
    same(read(folder), game)


def test_resources_of_other_classes_are_not_read(tmp_path):
    shutil.copy(BINARY / "other.res", tmp_path)
    (tmp_path / "large.res").write_bytes((BINARY / "other.res").read_bytes() + bytes(17 << 20))
    assert read(tmp_path)["notes"] == []


# ---- Crafted: other formats and places ----

@pytest.fixture(scope="module")
def files():
    return packs.unpack(PACKS / "tokens.pck")


@pytest.mark.parametrize("version", [1, 2, 3, 4])
@pytest.mark.parametrize("prefix", ["", "res://"])
def test_crafted_formats(tmp_path, game, files, version, prefix):
    (tmp_path / "game.pck").write_bytes(packs.pack({prefix + name: content for name, content in files.items()},
                                                   version))
    same(read(tmp_path / "game.pck"), game)


@pytest.mark.parametrize("version, relative", [(1, False), (2, False), (2, True), (3, True), (4, True)])
@pytest.mark.parametrize("around", [packs.embedded, packs.signed])
def test_crafted_executables(tmp_path, game, files, version, relative, around):
    (tmp_path / "game.exe").write_bytes(around(lambda start: packs.pack(files, version, start, relative)))
    same(read(tmp_path / "game.exe"), game)


SALT = bytes(range(0x60, 0x80)), bytes(range(0xE0, 0x100))     # letters; what UTF-8 writes with two bytes


@pytest.mark.parametrize("version, key, salt", [(3, None, b""), (3, KEY, b""), (4, None, b""), (4, KEY, SALT[0]),
                                                (4, KEY, SALT[1])])
def test_crafted_packs_with_files_beside_them(tmp_path, game, files, version, key, salt):
    """As exports for Android have them. What salts the names is as the source of 4.7 reads it
    (core/io/file_access_pack.cpp, FileAccessPack::FileAccessPack()): no engine of 4.7 was run."""
    path = packs.sparse(files, tmp_path, version, bytes.fromhex(key) if key else None, salt)
    same(read_with(key or "", path), game)


def test_files_that_are_not_beside_their_pack(tmp_path, files):
    folder = tmp_path / "game"
    folder.mkdir()
    others = ("gone.gd", "link.gd", "folder.gd", "pipe.gd")
    path = packs.sparse({**files, **dict.fromkeys(others, b"@rpc func f(): pass")}, folder, 4)
    (folder / "gone.gd").unlink()
    (folder / "folder.gd").unlink()
    (folder / "folder.gd").mkdir()
    (folder / "pipe.gd").unlink()
    os.mkfifo(folder / "pipe.gd")
    (folder / "link.gd").rename(tmp_path / "outside.gd")
    (folder / "link.gd").symlink_to(tmp_path / "outside.gd")
    told = read(path, timeout=10)
    assert ["are not beside it" in note for note in told["notes"]] == [True]
    assert told["scripts"] and not {f"res://{name}" for name in others} & set(told["scripts"])


def test_a_crafted_patch(tmp_path, game, files):
    """As --export-patch of 4.6.3 writes it: a compiled script, and not its .remap, which did not change."""
    scripts = {name: content for name, content in files.items() if name.endswith(".gdc")}
    (tmp_path / "patch.pck").write_bytes(packs.pack(scripts, 3))
    told = read(tmp_path / "patch.pck")
    in_files = {path: value for path, value in game["scripts"].items() if ".tscn::" not in path}
    assert told["notes"] == [] and told["scripts"] == in_files


def delta(content, older, **options):
    """As --export-patch of 4.6.3 writes it with patch_delta_encoding."""
    return b"GDDL\x01" + compressors.zstd_delta(content, older, **options)


DELTA = 4       # the flag of such an entry


@pytest.fixture(name="changed")
def fixture_changed(tmp_path, files):
    """A game with older scripts, a patch that changes them, and one that changes these again: each has changes only."""
    last = {name: content for name, content in files.items() if name.endswith(".gdc")}
    first = {name: content[:60] + b"older" + content[60:] for name, content in last.items()}
    between = {name: content + b"\0" * 8 for name, content in last.items()}
    (tmp_path / "game.pck").write_bytes(packs.pack(first, 3))
    (tmp_path / "a.pck").write_bytes(
        packs.pack({name: delta(between[name], first[name]) for name in last}, 3, flags=DELTA))
    (tmp_path / "z.pck").write_bytes(
        packs.pack({name: delta(last[name], between[name]) for name in last}, 3, flags=DELTA))
    return tmp_path


def test_crafted_deltas(changed, game):
    """The second patch needs the first one, and this the game: whatever their names are."""
    in_files = {path: value for path, value in game["scripts"].items() if ".tscn::" not in path}
    for name in ("z.pck", "a.pck"):
        (changed / name).rename(changed / "patch.pck")
        told = read(changed / "patch.pck")
        assert told["notes"] == [] and told["scripts"] == in_files
        (changed / "patch.pck").rename(changed / name)


@pytest.mark.parametrize("gone", ["a.pck", "game.pck"])
def test_deltas_without_what_they_change(changed, gone):
    (changed / gone).unlink()
    told = read(changed / "z.pck")
    assert told["scripts"] == {}
    assert ["changes to files of an older pack, which is not beside it" in note for note in told["notes"]] == [True]


@pytest.mark.parametrize("name, is_read", [("old.pck", True), ("old.exe", True), ("old.arm64", True),
                                           ("old.bak", False), ("old", False)])
def test_older_packs_have_the_names_of_exports(changed, name, is_read):
    """A copy that somebody made may be any version."""
    (changed / "game.pck").rename(changed / name)
    told = read(changed / "z.pck")
    assert bool(told["scripts"]) == is_read and bool(told["notes"]) != is_read


def test_of_older_packs_only_what_a_patch_changes_is_kept(tmp_path):
    """Each of three packs names 200,000 files, which would take 30 MB; reading its directory takes 20."""
    wireshark.skip_on_windows("a program whose memory is limited")
    header = packs.MAGIC + struct.pack("<5IQ", 2, 4, 5, 0, 2, 0) + bytes(64)
    entries = b"".join(struct.pack("<I4s36x", 4, b"%04x" % (number % 65536)) for number in range(200000))
    (tmp_path / "0.pck").write_bytes(header + struct.pack("<I", 200001) + entries +
                                     packs.entry("a.gd", 0, b"", 0, md5=bytes(16)))
    for number in (1, 2):
        os.link(tmp_path / "0.pck", tmp_path / f"{number}.pck")
    (tmp_path / "patch.pck").write_bytes(packs.pack({"a.gd": delta(b"@rpc func f(): pass", b"")}, 3, flags=DELTA))
    run = subprocess.run(["prlimit", f"--data={64 << 20}", os.environ["GODOT_NAMES"], tmp_path / "patch.pck"],
                         capture_output=True, check=True)
    assert b"1 scripts (1 with RPCs)" in run.stdout


def test_older_packs_are_no_links(changed):
    wireshark.skip_on_windows("a link, which Wine does not show to programs")
    (changed / "elsewhere").mkdir()
    (changed / "game.pck").rename(changed / "elsewhere" / "game.pck")
    (changed / "game.pck").symlink_to("elsewhere/game.pck")
    assert read(changed / "z.pck")["scripts"] == {}


def test_a_pipe_is_no_pack(changed):
    """Nobody would ever write to it."""
    wireshark.skip_on_windows("a pipe in a folder")
    os.mkfifo(changed / "pipe.pck")
    assert "no pack, and none in it" in " ".join(read(changed / "pipe.pck", timeout=5)["notes"])
    assert read(changed / "z.pck", timeout=5)["notes"] == []


def test_a_patch_in_a_folder_that_cannot_be_read():
    """It may be entered only."""
    wireshark.skip_on_windows("the rights of a folder")
    folder = wireshark.writable_folder()
    (folder / "patch.pck").write_bytes(packs.pack({"a.gd": delta(b"pass", b"")}, 3, flags=DELTA))
    folder.chmod(0o311)
    run = subprocess.run([os.environ["GODOT_NAMES"], "--json", folder / "patch.pck"], capture_output=True, timeout=10,
                         check=False, user=wireshark.NOBODY if os.geteuid() == 0 else None)
    folder.chmod(0o711)
    assert "which is not beside it" in json.loads(run.stdout)["not_read"][0] and run.stderr == b""


@pytest.mark.parametrize("damage", [
    lambda content, older: delta(content, older)[:-1],
    lambda content, older: delta(content, content),     # another file was the older one
    lambda content, older: delta(content, older, checksum=False),       # … which nothing would tell
    lambda content, older: b"GDDL\x02" + delta(content, older)[5:],
    lambda content, older: b"GDDL\x01",
    lambda content, older: b"GDDL\x01none\x04" + bytes(20),      # no frame, and one that does not say its size
    lambda content, older: b"GDDL\x01" + bytes.fromhex("28b52ffd0458") + bytes(20),
    lambda content, older: b"GDDL\x01" + bytes.fromhex("28b52ffde4fdffffffffffffff0000"),   # the most that it can say
    lambda content, older: b"",
], ids=["cut", "other", "unproved", "version", "empty", "none", "endless", "huge", "nothing"])
def test_damaged_deltas(request, tmp_path, files, damage):
    content = files["avatar.gdc"]
    older = bytes(byte ^ 1 for byte in content)
    (tmp_path / "game.pck").write_bytes(packs.pack({"avatar.gdc": older}, 3))
    (tmp_path / "patch.pck").write_bytes(packs.pack({"avatar.gdc": damage(content, older)}, 3, flags=DELTA))
    told = read(tmp_path / "patch.pck")
    assert told["scripts"] == {} and any("changes to files of an older pack" in note for note in told["notes"])
    assert ("File too large" in " ".join(told["notes"])) == (request.node.callspec.id == "huge")


def test_a_delta_that_its_md5_does_not_prove(tmp_path, files):
    content = files["avatar.gdc"]
    (tmp_path / "game.pck").write_bytes(packs.pack({"avatar.gdc": content}, 3))
    (tmp_path / "patch.pck").write_bytes(
        packs.pack({"avatar.gdc": delta(content, content)}, 3, flags=DELTA, md5=bytes(range(16))))
    told = read(tmp_path / "patch.pck")
    assert told["scripts"] == {} and "MD5" in told["notes"][0]


def test_the_end_of_a_text_of_changes(tmp_path):
    """Nothing is read behind it, whatever is in memory there."""
    made = {"b.gd": b"extends Node\n", "b.gd.uid": b" " * 2000 + b"uid://b8", "a.gd": b"extends 'uid://b8'\n"}
    (tmp_path / "game.pck").write_bytes(packs.pack({name: b"older" for name in made}, 3))
    (tmp_path / "patch.pck").write_bytes(
        packs.pack({name: delta(content, b"older") for name, content in made.items()}, 3, flags=DELTA))
    assert read(tmp_path / "patch.pck")["scripts"]["res://a.gd"]["base"] == "res://b.gd"


def test_deltas_among_many_packs(changed):
    """More packs beside a patch than are looked at are told."""
    for number in range(40):
        (changed / f"other{number}.pck").write_bytes(packs.pack({"x": b""}, 3))
    assert any("packs beside a patch" in note for note in read(changed / "z.pck")["notes"])


def test_a_compiled_script_that_its_pack_does_not_use(tmp_path, game, files):
    """The engine finds the text of the source, or what the .remap says instead."""
    text = (pathlib.Path(GAME) / "avatar.gd").read_bytes()
    for name, content in {"avatar.gd": text, "avatar.gd.remap": b'[remap]\n\npath="res://none.gdc"\n'}.items():
        (tmp_path / "game.pck").write_bytes(packs.pack({"avatar.gdc": b"not read", name: content}, 3))
        told = read(tmp_path / "game.pck")
        assert told["notes"] == []
        assert told["scripts"] == {path: value for path, value in game["scripts"].items()
                                   if name == "avatar.gd" and path == "res://avatar.gd"}


def test_crafted_tokens_of_4_3(tmp_path, game, files):
    """They have no rest parameters yet."""
    older = {name: packs.tokens_4_3(content) if name.endswith(".gdc") else content for name, content in files.items()
             if not name.startswith("forms.")}
    (tmp_path / "game.pck").write_bytes(packs.pack(older, 2))
    told = read(tmp_path / "game.pck")
    assert told["notes"] == []
    assert told["scripts"] == {path: value for path, value in game["scripts"].items() if path != "res://forms.gd"}
    assert told["scenes"] == game["scenes"]


def unpacked(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def test_the_folder_of_an_unpacked_export(tmp_path, game, files):
    same(read(unpacked(tmp_path, files)), game)


@pytest.mark.parametrize("pack, name", [("compressed.pck", "game.pck"), ("embedded", "game.x86_64")])
def test_the_folder_of_an_export(tmp_path, game, pack, name):
    (tmp_path / "readme.txt").touch()
    (tmp_path / "other.exe").write_bytes(b"MZ")
    shutil.copy(PACKS / pack, tmp_path / name)
    told = read(tmp_path)
    assert told["notes"] == [] and told["scripts"] == game["scripts"] and told["scenes"] == game["scenes"]


def test_what_a_project_was_exported_to_is_not_read_with_it(tmp_path, game):
    folder = shutil.copytree(GAME, tmp_path / "game")
    (folder / "build").mkdir()
    shutil.copy(PACKS / "compressed.pck", folder / "build" / "game.pck")
    same(read(folder), game)


@pytest.mark.parametrize("count, base", [(0, None), (1, "res://net.gd"), (9, "res://net.gd"),
                                         (0xFFFFFFFF, "res://net.gd")])
def test_uids_and_autoloads_of_binary_settings(tmp_path, files, count, base):
    """If a file does not have its own uid, the cache has it: as many as it counts, and as are there."""
    name, path = b"autoload/Net", b"*uid://b8"
    value = struct.pack("<II", 4, len(path)) + path + bytes(-len(path) % 4)
    changed = {
        **files, "project.binary": b"ECFG" + struct.pack("<II", 1, len(name)) + name + struct.pack("<I", len(value)) +
        value, ".godot/uid_cache.bin": struct.pack("<IQI", count, 34 + 33, 12) + b"res://net.gd",
        "by_autoload.gd": b"extends Net"}
    (tmp_path / "game.pck").write_bytes(packs.pack(changed, 3))
    for place in tmp_path / "game.pck", unpacked(tmp_path / "folder", changed):
        assert read(place, timeout=10)["scripts"]["res://by_autoload.gd"]["base"] == base


def test_the_cache_of_uids_of_sources_is_not_read(tmp_path):
    """It may be older than the files, which say their uids themselves."""
    for name, content in {
            "project.godot": b"", "old.gd": b"", "new.gd": b"", "new.gd.uid": b"uid://b8\n",
            "a.gd": b"extends 'uid://b8'",
            ".godot/uid_cache.bin": struct.pack("<IQI", 1, 34 + 33, 12) + b"res://old.gd"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert read(tmp_path)["scripts"]["res://a.gd"]["base"] == "res://new.gd"


# ---- In Wireshark ----

CAPTURE = wireshark.CAPTURES / "godot4-rpc.pcapng"
ROWS = ("godot.rpc.node", "godot.rpc.method", "godot.rpc.method_origin", "gdrpc.player.take_damage.amount")


def names(option):
    return wireshark.fields(CAPTURE, "godot.rpc.method", *ROWS, options=option)


@pytest.mark.parametrize("option", ["godot.project_directory:{}", "godot.project_file:{}",
                                    'uat:godot_project_directories:"{}"'])
def test_a_capture_has_the_names_of_the_pack(option):
    folder = names(("-o", f"godot.project_directory:{wireshark.readable(GAME.parent.parent / 'godot4')}"))
    assert folder and names(("-o", option.format(wireshark.readable(PACKS / "godot4.pck")))) == folder


def test_the_key_is_a_preference():
    options = ("-o", f"godot.project_directory:{wireshark.readable(PACKS / 'encrypted.pck')}")
    asked = ("-q", "-r", CAPTURE, *options)
    assert "needs its key" in wireshark._run("tshark", asked).stderr
    assert "22 scripts" in wireshark._run("tshark", (*asked, "-o", f"godot.project_key:{KEY}")).stderr
    assert "64 hexadecimal digits" in wireshark._run("tshark", (*asked, "-o", "godot.project_key:12")).stderr


# ---- Hostile packs ----

ONE = {"a.gd": b"@rpc func f(): pass\n"}


def notes_of(tmp_path, content):
    (tmp_path / "game.pck").write_bytes(content)
    told = read(tmp_path / "game.pck", timeout=20)
    assert told["scripts"] == {}
    return " ".join(told["notes"])


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("change, note", [(dict(md5=bytes(range(16))), "MD5"), (dict(size=1 << 63), "behind its end"),
                                          (dict(size=(1 << 64) - 1), "behind its end"),
                                          (dict(offset=(1 << 64) - 50), "behind its end"),
                                          (dict(offset=1 << 40), "behind its end"), (dict(size=1000), "behind its end"),
                                          (dict(offset=140), "behind its end")])
def test_entries_that_lie(tmp_path, version, change, note):
    assert note in notes_of(tmp_path, packs.pack(ONE, version, **change))


@pytest.mark.parametrize("flags, note", [(2, ""), (4, "changes to files of an older pack"), (1, "behind its end")])
def test_flags_of_entries(tmp_path, flags, note):
    assert note in notes_of(tmp_path, packs.pack(ONE, 3, flags=flags))


@pytest.mark.parametrize("name", ["../a.gd", "res://../../a.gd", "x/../../a.gd"])
def test_names_that_lead_out(tmp_path, name):
    notes_of(tmp_path, packs.pack({name: ONE["a.gd"]}, 3))
    packs.sparse(ONE, tmp_path, 3)
    lying = (tmp_path / "assets.sparsepck").read_bytes()
    (tmp_path / "inner" / "x").mkdir(parents=True)
    at = lying.index(struct.pack("<I", 4) + b"a.gd")
    text = name.encode().ljust((len(name) + 3) // 4 * 4, b"\0")
    notes_of(tmp_path / "inner", lying[:at] + struct.pack("<I", len(text)) + text + lying[at + 8:])


def test_a_remap_leads_not_out(tmp_path):
    wireshark.skip_on_windows("a link, which Wine does not show to programs")
    (tmp_path / "outside.gd").write_bytes(ONE["a.gd"])
    inside = tmp_path / "inside"
    inside.mkdir()
    for number, path in enumerate(["res://../outside.gd", "/etc/passwd", "res://link.gd", "res://missing.gd", "x"]):
        (inside / f"{number}.gd.remap").write_text(f'[remap]\npath="{path}"\n')
    (inside / "link.gd").symlink_to(tmp_path / "outside.gd")
    (inside / "no.gd.remap").write_text("path")
    assert read(inside)["scripts"] == {}


@pytest.mark.parametrize("header, note", [
    (b"", "no pack"), (b"GDPC", "header"), (b"GDPC" + struct.pack("<I", 99) + bytes(200), "format 99"),
    (b"GDPC" + struct.pack("<5IQQ", 4, 4, 7, 0, 7, 0, 104) + bytes(63), "header"),
    (b"GDPC" + struct.pack("<5IQQ", 3, 4, 6, 0, 2, 0, 1 << 63) + bytes(200), "behind its end"),
    (b"GDPC" + struct.pack("<5IQQ", 3, 4, 6, 0, 3, 0, 100) + bytes(200), "behind its end|key"),
    (bytes(100) + struct.pack("<Q", 1 << 63) + b"GDPC", "no pack"), (b"MZ" + bytes(58) + b"\xff" * 100, "no pack")])
def test_headers_that_lie(tmp_path, header, note):
    assert any(part in notes_of(tmp_path, header) for part in note.split("|"))


def test_a_count_that_lies(tmp_path):
    content = bytearray(packs.pack(ONE, 2))
    content[96:100] = b"\xff" * 4
    (tmp_path / "game.pck").write_bytes(content)
    told = read(tmp_path / "game.pck", timeout=10)
    assert list(told["scripts"]) == ["res://a.gd"] and "4294967295 files" in told["notes"][0]


def test_assemblies_are_told(tmp_path):
    (tmp_path / "game.pck").write_bytes(packs.pack({**ONE, "Player.cs": b"\n", "Enemy.cs": b""}, 3))
    told = read(tmp_path / "game.pck")
    assert list(told["scripts"]) == ["res://a.gd"] and ["assembly" in note for note in told["notes"]] == [True]


def compiled(content, version=101, size=0):
    return {
        "a.gd.remap": b'[remap]\npath="res://a.gdc"\n', "a.gdc": b"GDSC" + struct.pack("<II", version, size) + content}


def begins(content):
    return {**compiled(b""), "a.gdc": content}


@pytest.mark.parametrize("script, note", [(compiled(b"", 13), "Godot 3"), (compiled(b"", 102), "newer"),
                                          (compiled(b"", 99), "Godot 3"), (begins(b"GDSC"), "not a compiled script"),
                                          (begins(b"GDSX" + struct.pack("<II", 101, 0)), "not a compiled script"),
                                          (compiled(bytes(10)), "damaged"),
                                          (compiled(struct.pack("<4I", 0xFFFFFFFF, 0, 0, 0)), "damaged"),
                                          (compiled(struct.pack("<4I", 0, 0xFFFFFFFF, 0, 0)), "damaged"),
                                          (compiled(struct.pack("<4I", 0, 0, 0xFFFFFFFF, 0)), "damaged"),
                                          (compiled(struct.pack("<4I", 0, 0, 0, 0xFFFFFFFF)), "damaged"),
                                          (compiled(struct.pack("<4I", 1, 0, 0, 0) + b"\xff" * 4), "damaged"),
                                          (compiled(struct.pack("<5I", 0, 1, 0, 0, 24)), "damaged"),
                                          (compiled(struct.pack("<8I", 0, 1, 0, 0, 22, 0x7FFFFFFF, 0xFFFFFFFF, 0)),
                                           "damaged"),
                                          (compiled(b"nothing", size=100), "decompress"),
                                          (compiled(b"nothing", size=0xFFFFFFFF), "large")])
def test_compiled_scripts_that_lie(tmp_path, script, note):
    """Each is told once."""
    (tmp_path / "a.pck").write_bytes(packs.pack(script, 3))
    told = read(tmp_path / "a.pck", timeout=10)
    assert told["scripts"] == {} and [note in told for told in told["notes"]] == [True]


def test_what_decompresses_to_much_is_counted(tmp_path):
    """One frame announces another size than it has; a thousand of 16 MB are more than is read."""
    frame = compressors.zstd(bytes(1 << 20))
    assert "decompress" in notes_of(tmp_path, packs.pack(compiled(frame, size=100), 3))
    bomb = compiled(compressors.zstd(bytes(15 << 20)), size=15 << 20)["a.gdc"]
    many = {f"{n}.gd{end}": content for n in range(1000)
            for end, content in [(".remap", f'[remap]\npath="res://{n}.gdc"\n'.encode()), ("c", bomb)]}
    began = time.monotonic()
    (tmp_path / "many.pck").write_bytes(packs.pack(many, 3))
    read(tmp_path / "many.pck")
    assert time.monotonic() - began < 20


def test_damaged_packs(tmp_path):
    """Whatever is changed, reading ends, and nothing is used that the MD5 does not prove."""
    rng = random.Random(7)
    for number in range(150):
        source = rng.choice(["tokens.pck", "compressed.pck", "text.pck"])
        data = bytearray((PACKS / source).read_bytes())
        directory = struct.unpack_from("<Q", data, 32)[0]
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data)) if rng.random() < 0.5 else rng.randrange(directory, len(data)
                                                                                   )] = rng.randrange(256)
        (tmp_path / f"{number}.pck").write_bytes(data[:rng.randrange(len(data))] if rng.random() < 0.2 else data)
    read(*sorted(tmp_path.iterdir()))


def test_damaged_files(tmp_path):
    """The same for files that have no MD5."""
    rng = random.Random(8)
    files = packs.unpack(PACKS / "tokens.pck")
    sources = [content for name, content in files.items() if name.endswith((".gdc", ".scn", ".res"))]
    sources += [file.read_bytes() for file in sorted(BINARY.iterdir())]
    for number in range(1500):
        data = bytearray(rng.choice(sources))
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data))
            data[at:at + 4] = rng.choice([
                bytes([rng.randrange(256)]), b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f", b""])
        kind = "gdc" if data[:4] == b"GDSC" else "scn"
        (tmp_path / f"{number}.{kind}").write_bytes(data)
        (tmp_path / f"{number}.{ {'gdc': 'gd', 'scn': 'tscn'}[kind] }.remap"
         ).write_text(f'[remap]\npath="res://{number}.{kind}"\n')
    told = read(tmp_path)
    assert len(told["scripts"]) > 200 and len(told["scenes"]) > 100


def scene(nodes, names=("r", "n"), variants=b"", count=0, paths=()):
    """Returns a binary scene of these numbers. paths: what the numbers of parents may stand for, as texts."""
    def text(value):
        return struct.pack("<I", len(value) + 1) + value + b"\0"
    bundled = struct.pack("<II", 26, 4) + \
        struct.pack("<I", 5) + text(b"names") + struct.pack("<II", 34, len(names)) + \
        b"".join(text(n.encode()) for n in names) + \
        struct.pack("<I", 5) + text(b"variants") + struct.pack("<II", 30, count) + variants + \
        struct.pack("<I", 5) + text(b"node_paths") + struct.pack("<II", 30, len(paths)) + \
        b"".join(struct.pack("<I", 5) + text(path.encode()) for path in paths) + \
        struct.pack("<I", 5) + text(b"nodes") + struct.pack("<II", 32, len(nodes)) + \
        struct.pack(f"<{len(nodes)}I", *nodes)
    head = b"RSRC" + struct.pack("<5I", 0, 0, 4, 6, 6) + text(b"PackedScene") + struct.pack("<QIQ", 0, 1, 0) + bytes(44)
    head += struct.pack("<I", 1) + text(b"_bundled") + struct.pack("<II", 0, 1) + text(b"local://1")
    return head + struct.pack("<Q", len(head) + 8) + text(b"PackedScene") + struct.pack("<II", 1, 0) + bundled + b"RSRC"


ROOT = [0xFFFFFFFF, 0, 1, 0, 0xFFFFFFFF, 0, 0]


def child(parent, *rest):
    return [parent, 0, 1, 1, 0xFFFFFFFF, *(rest or (0, 0))]


def replication(key, count, times=1):
    """Returns a binary configuration with one property many times; the file's table has it as many times."""
    def text(value):
        return struct.pack("<I", len(value) + 1) + value + b"\0"

    head = b"RSRC" + struct.pack("<5I", 0, 0, 4, 6, 6) + text(b"SceneReplicationConfig") + struct.pack("<QIQ", 0, 1,
                                                                                                       0) + bytes(44)
    head += struct.pack("<I", 1) + text(key) + struct.pack("<II", 0, times)
    place = len(text(b"local://1")) + 8
    return head + (text(b"local://1") + struct.pack("<Q", len(head) + place * times)) * times + \
        text(b"SceneReplicationConfig") + struct.pack("<I", count) + struct.pack("<II", 0, 1) * count


LIES = {
    "deep": lambda: scene(ROOT + [word for n in range(50000) for word in child(n)], ("r", "n" * 100)),
    "names": lambda: scene(ROOT + child(0) * 50000, ("r", "n" * 1000000)),
    "parents that come later": lambda: scene(ROOT + child(7) + child(2)),
    "lists": lambda: scene(ROOT + child(0, 1, 2, 0, 0) * 50000, ("r", "n", "_spawnable_scenes"),
                           struct.pack("<II", 34, 100000) + struct.pack("<I", 0) * 100000, 1),
    "values": lambda: scene(ROOT[:-2] + [500000] + [2, 0] * 500000, ("r", "n", "spawn_path"),
                            struct.pack("<II", 5, 1 << 23) + b"x" * (1 << 23), 1),
    "paths": lambda: scene(ROOT + child(0x40000000) * 50000, paths=["n" * (1 << 23)]),
    "count": lambda: scene(ROOT + child(0, 0xFFFFFFFF, 0)),
    "nested": lambda: scene(ROOT, variants=struct.pack("<II", 30, 1) * 200000, count=1),
    "wide": lambda: scene(ROOT, variants=struct.pack("<II", 26, 0x7FFFFFFF) * 20000, count=0xFFFFFFFF),
    "empty": lambda: scene([]),
}


def test_names_that_are_used_often(tmp_path):
    """They are stored once, but would be copied a million times."""
    words = struct.pack("<II", 60 | 0x80, 1) + struct.pack("<II", 2 | 0x80, 1)      # func f func f ...
    count = 500000
    name = struct.pack("<I", 1000000) + bytes(b ^ 0xB6 for b in struct.pack("<I", ord("f"))) * 1000000
    script = b"GDSC" + struct.pack("<II4I", 101, 0, 1, 0, 0, 2 * count) + name + words * count
    (tmp_path / "a.gdc").write_bytes(script)
    (tmp_path / "a.gd.remap").write_text('[remap]\npath="res://a.gdc"\n')
    (tmp_path / "a.res").write_bytes(replication(b"properties/0/path" + b"x" * 1000000, 1000000))
    (tmp_path / "b.res").write_bytes(replication(b"properties/0/path", 1000000, 300000))
    began = time.monotonic()
    assert list(read(tmp_path, timeout=20)["scripts"]) == ["res://a.gd"]
    assert time.monotonic() - began < 10


def test_names_that_many_files_use_often(tmp_path):
    """The sum of everything that the files of a project make has a limit, too."""
    words = struct.pack("<IIII", 60 | 0x80, 1, 2 | 0x80, 1)
    name = struct.pack("<I", 1000) + bytes(b ^ 0xB6 for b in struct.pack("<I", ord("f"))) * 1000
    script = b"GDSC" + struct.pack("<II4I", 101, 0, 1, 0, 0, 40000) + name + words * 20000
    for number in range(100):
        (tmp_path / f"{number}.gdc").write_bytes(script)
        (tmp_path / f"{number}.gd.remap").write_text(f'[remap]\npath="res://{number}.gdc"\n')
    told = read(tmp_path, timeout=60)
    assert 20 < len(told["scripts"]) < 40 and told["notes"]


@pytest.mark.parametrize("lie", LIES)
def test_scenes_that_lie(tmp_path, lie):
    (tmp_path / "a.scn").write_bytes(LIES[lie]())
    began = time.monotonic()
    assert list(read(tmp_path, timeout=20)["scenes"]) == ["res://a.scn"]
    assert time.monotonic() - began < 10


def test_crafted_scenes_are_scenes(tmp_path):
    (tmp_path / "a.scn").write_bytes(scene(ROOT + [0, 0, 1, 1, 0xFFFFFFFF, 0, 0]))
    assert [node[0] for node in read(tmp_path)["scenes"]["res://a.scn"]["nodes"]] == [".", "n"]


def test_many_files(tmp_path):
    content = packs.pack({f"{n}.png": b"" for n in range(200010)}, 3)
    (tmp_path / "game.pck").write_bytes(content)
    began = time.monotonic()
    assert "more than 200000 files" in " ".join(read(tmp_path / "game.pck")["notes"])
    assert time.monotonic() - began < 20
