# SPDX-License-Identifier: GPL-2.0-or-later
"""Names from the game's own files on captures of that game: every method, argument and property is as the engine logged
it."""

import functools
import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

import held
import wireshark
from test_godot4 import Game, simplify, spawn, sync
from truth import Truth, logged, parse

GAMES = Path(__file__).parent / "godot4"
SERVER_PORT = "21000"


@functools.cache
def project(folder=GAMES):
    """The option that names the project, as a user gives it on a fresh profile."""
    return ("-o", f"godot.project_directory:{wireshark.readable(folder)}")


def capture(name):
    return wireshark.CAPTURES / f"{name}.pcapng"


def rows(name, display_filter, *names, options=()):
    return wireshark.fields(capture(name), display_filter, *names, options=(*project(), *options))


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-reconnect", "godot4-compression-range"])
@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one-pass", "two-passes"])
def test_every_call_has_the_name_the_engine_logged(name, passes):
    told = {(e["peer"], e["node"], e["method"]) for e in Truth(name).of("rpc_sent")}
    calls = rows(name, "godot.rpc.method_id", "godot.peer.source", "godot.rpc.node", "godot.rpc.method",
                 "godot.rpc.method_origin", options=passes)
    read = {
        (int(sources[0]), *named) for sources, nodes, methods, _ in calls for named in zip(nodes, methods, strict=True)}
    assert read == told
    assert {origin for *_, origins in calls for origin in origins} == {"proved by MD5"}


def test_arguments_are_typed_fields():
    truth = Truth("godot4-rpc")
    told = {tuple(logged(v) for v in e["args"]) for e in truth.of("rpc_sent") if e["method"] == "take_damage"}
    names = [f"gdrpc.player.take_damage.{n}" for n in ("amount", "weapon", "at.x", "at.y", "at.z")]
    read = rows("godot4-rpc", names[0], *names)
    assert {(int(a), float(x), float(y), float(z)) for (a,), _, (x,), (y,), (z,) in read} == \
        {(12, 1, 2, 3), (-1, 0.1, -2.5, 1e20)} and len(told) == 2
    assert {w for _, (w,), *_ in read} == {"sword", 'größte Axt "x"'}


def test_components_mark_their_own_bytes():
    packets = wireshark.pdml(capture("godot4-rpc"), *project())
    calls = [packet for packet in packets if packet.find("gdrpc.player.take_damage.at")]
    assert len(calls) == 4
    for call in calls:
        vector = call.first("gdrpc.player.take_damage.at")
        for letter in "xyz":
            component = call.first(f"gdrpc.player.take_damage.at.{letter}")
            assert (component.pos, component.size) in {(node.pos, 4) for node in call.find(f"godot.variant.{letter}")}
            assert vector.pos < component.pos and component.pos + 4 <= vector.pos + vector.size


@pytest.mark.parametrize("display_filter, count", [
    ("gdrpc.player.take_damage.amount == 12", 2),
    ("gdrpc.player.take_damage.at.x == 0.1", 2),
    ('gdrpc.player.take_damage.weapon contains "Axt"', 2),
    ("gdrpc.player.take_damage.amount > 12", 0),
    ('godot.rpc.method == "take_damage"', 4),
])
def test_fields_exist_before_the_first_packet(display_filter, count):
    assert len(wireshark.frames(capture("godot4-rpc"), display_filter, *project())) == count


def test_the_info_column_names_arguments():
    text = wireshark.tshark("-r", capture("godot4-rpc"), *project())
    assert 'RPC Main/Players/7.take_damage(amount: 12, weapon: "sword", at: (1, 2, 3))' in text
    assert "RPC Main.plain(" in text and "RPC Main.both_sides(number: 1)" in text


def elements(name, *options):
    """Returns ((property names), (values)) of each element that the server sent, in a SYNC or a delta."""
    for packet in wireshark.pdml(capture(name), *project(), *options):
        if not packet.find("udp.srcport") or packet.first("udp.srcport").show != SERVER_PORT:
            continue
        for element in packet.find("godot.sync.element"):
            yield (tuple(p.show.split(":", 1)[1] for p in element.find("godot.sync.property")),
                   tuple(parse(v.show) for v in element.find("godot.variant.value")))


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one-pass", "two-passes"])
def test_every_property_has_the_name_the_engine_logged(passes):
    truth = Truth("godot4-replication")
    told = Counter((tuple(v["property"] for v in e["values"]), tuple(logged(v["value"]) for v in e["values"]))
                   for e in truth.of("synchronized", "delta_synchronized") if e["who"] != "server")
    read = Counter(elements("godot4-replication", *passes))
    assert sum(read.values()) > 100 and all(names for names, _ in read)
    assert told.keys() <= read.keys()       # messages sent while a peer left were not received


def test_spawns_name_their_scene_and_state():
    truth = Truth("godot4-replication")
    spawns = [p for p in wireshark.pdml(capture("godot4-replication"), *project()) if p.find("godot.spawn.scene_index")]
    scenes = {
        (n.show, s.show) for p in spawns for n, s in zip(p.find("godot.spawn.scene_index"), p.find("godot.spawn.scene"))
    }
    assert scenes == {("1", "res://avatar.tscn"), ("0", "res://crate.tscn")}
    told = {e["node"] for e in truth.of("spawn") if "node" in e}
    paths = {n.show for p in spawns for n in p.find("godot.spawn.node")}
    assert told and told <= paths
    state = next([v["property"] for v in e["values"]] for e in truth.of("spawn") if e.get("values"))
    assert {tuple(p.show.split(":")[1] for p in packet.find("godot.sync.property")) for packet in spawns} - {
        ()} == {tuple(state)}
    assert wireshark.frames(capture("godot4-replication"), "gdsync.avatar.Avatar.hp == 90", *project())


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one-pass", "two-passes"])
def test_a_node_has_one_path_from_its_spawn_to_its_end(passes):
    """In its spawn, in its states, and in its despawn."""
    packets = wireshark.pdml(capture("godot4-replication"), *project(), *passes)
    spawned = {n.show for p in packets if p.find("godot.spawn.scene_index") for n in p.find("godot.spawn.node")}
    ended = {n.show for p in packets if p.find("godot.despawn.net_id") for n in p.find("godot.spawn.node")}
    states = {n.show for p in packets for n in p.find("godot.sync.node")}
    assert ended and ended <= spawned and states & spawned
    assert [path for path in states if path.startswith("…")] == []
    told = rows("godot4-replication", "godot.despawn.net_id", "_ws.col.Info", options=passes)
    assert all(any(path in info for path in ended) for ((info,),) in told)


def test_other_scripts_are_told_and_nothing_is_guessed(tmp_path):
    (tmp_path / "player.gd").write_text("@rpc func another(): pass\n")
    option = ("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}")
    streams = wireshark.fields(capture("godot4-rpc"), "godot.project.mismatch", "enet.stream", options=option)
    assert streams == [[["0"]], [["1"]]]        # once for each connection
    assert wireshark.frames(capture("godot4-rpc"), "godot.rpc.method", *option) == []


@pytest.mark.parametrize("place, said", [
    ("missing", "Not read: {}: No such file or directory"),
    ("README.txt", "Not read: {}: no pack, and none in it"),
    ("empty", "No project.godot, script, scene, .pck or executable in {}"),
])
@pytest.mark.parametrize("options", [(), ("-2",)])
def test_a_place_without_a_game_is_told_once_in_the_window(tmp_path, place, said, options):
    (tmp_path / "empty").mkdir()
    (tmp_path / "README.txt").write_text("Not a game.")
    place = wireshark.readable(tmp_path).joinpath(place)
    option = ("-o", f"godot.project_directory:{place}", *options)
    told = wireshark.fields(capture("godot4-rpc"), "godot.project.unread || godot.project.mismatch", "frame.number",
                            "_ws.expert.message", options=option)
    assert told == [[["15"], [said.format(place)]]]     # the first call
    assert wireshark.frames(capture("godot4-rpc"), "godot.project.unread", *project()) == []


def test_matching_scripts_raise_nothing():
    noise = ("godot.project.unread || godot.project.mismatch || godot.rpc.disabled || "
             "godot.rpc.transfer_mode.unexpected || godot.rpc.transfer_channel.unexpected")
    for name in ("godot4-rpc", "godot4-replication", "godot4-reconnect"):
        assert wireshark.frames(capture(name), noise, *project()) == []


def test_what_the_scripts_forbid_is_told(tmp_path):
    source = (GAMES / "player.gd").read_text()
    changed = source.replace('@rpc("any_peer", "call_remote", "reliable")', '@rpc("authority", "unreliable", '
                                                                            '"call_remote", 2)') \
                    .replace('@rpc("any_peer", "call_remote", "unreliable_ordered")', "@rpc")
    assert changed != source
    (tmp_path / "player.gd").write_text(changed)
    option = ("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}")
    told = wireshark.tshark("-r", capture("godot4-rpc"), *option, "-V", "-Y", "godot.rpc.method")
    assert "Declared unreliable, sent reliable" in told
    assert "Declared for channel 2, sent on channel 0" in told
    sources = {int(e["peer"]) for e in Truth("godot4-rpc").of("rpc_sent") if e["method"] == "move" and e["peer"] != 1}
    for source in sources:
        assert f"RPC 'move' is not allowed on node Main/Players/7 from: {source}. Mode is 2, authority is 1." in told


def test_the_users_table():
    row = ("-o", 'uat:godot_methods:"Main/Players/*","1","hurt","amount: int, tool"')
    read = wireshark.fields(capture("godot4-rpc"), "gdrpc.user.hurt.amount == 12", "godot.rpc.method",
                            "godot.rpc.method_origin", "gdrpc.user.hurt.tool", options=row)
    assert read == [[["hurt"], ["user table"], ["sword"]]] * 2


def test_a_transfer_mode_that_does_not_exist_is_not_compared(tmp_path):
    """The number comes from the script, and the names of modes are a table."""
    text = (GAMES / "rpc.gd").read_text()
    for name in ("plain", "configured"):
        text = text.replace(f'rpc_config(&"{name}", open_to_all)',
                            f'rpc_config(&"{name}", {{"rpc_mode": 99, "transfer_mode": 999999, "channel": 0}})')
    assert text.count("999999") == 2
    (tmp_path / "rpc.gd").write_text(text)
    options = ("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}")
    assert wireshark.frames(capture("godot4-rpc"), 'godot.rpc.method == "plain"', *options) != []
    assert wireshark.frames(capture("godot4-rpc"), 'godot.rpc.method == "plain" && godot.rpc.transfer_mode.unexpected',
                            *options) == []


def slowly(seconds, *options):
    """Stops tshark while it reads a project. Returns its messages, and the rows of calls that have a name."""
    folder = wireshark.writable_folder() / "game"
    shutil.copytree(GAMES, folder)
    held.add_large_scripts(folder)
    for path in (folder.parent, *folder.rglob("*"), folder):
        path.chmod(0o755)
        os.utime(path, (0, 0))      # what has just changed is read again before the capture
    command = wireshark._command("tshark", ["-r", capture("godot4-rpc"), "-o", f"godot.project_directory:{folder}",
                                            *options, "-Y", "godot.rpc.script"])
    _, rows, told = held.hold(command, folder, seconds, env=wireshark.environment(), cwd="/")
    return told, rows.splitlines()


def test_progress_is_told():
    told, rows = slowly(2.1)
    found = re.findall(r"\b(\d) s: \d+ files of the project looked at, (\d+) MB read", told)
    assert found and min(int(seconds) for seconds, _ in found) >= 2
    assert max(int(read) for _, read in found) <= held.FILES * held.SIZE // 10 ** 6
    assert "it took more than 2 seconds to read" in told
    assert "the rest is not read" not in told
    assert len(rows) > 10


def test_reading_is_given_up_after_the_time_of_the_preference():
    told, rows = slowly(1.1, "-o", "godot.project_seconds:1")
    assert re.search(r"more than \d seconds to read all up to here, the rest is not read", told)
    assert rows == []


def test_more_projects_in_a_table():
    row = ("-o", f'uat:godot_project_directories:"{wireshark.readable(GAMES)}"')
    assert len(wireshark.frames(capture("godot4-rpc"), "gdrpc.player.take_damage.amount == 12", *row)) == 2


def test_names_of_other_scripts_are_readable(tmp_path):
    names = ["gdrpc.Grosse_zh.uni_u4f60.wert_e == 1", "gdrpc.Grosse_zh.uni_u4f60.b.a == 0.5",
             'gdrpc.Grosse_zh.uni_u4f60.c == "x"', "gdrpc.Grosse_zh_Inner.f.x == 1"]
    (tmp_path / "Größe ж.gd"
     ).write_text("@rpc func ünï_你(wert_é: int, b: Color, c): pass\nclass Inner:\n\t@rpc func f(x: float): pass\n")
    option = ("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}")
    # an unknown field would be an error
    assert wireshark.frames(capture("godot4-rpc"), " || ".join(names), *option) == []
    for name in names:
        with pytest.raises(wireshark.WiresharkError):
            wireshark.frames(capture("godot4-rpc"), name)


def lists(*names):
    """Writes the files of a game whose mob has a synchronizer for each word, with a property for each letter."""
    configs = "".join(f'[sub_resource type="SceneReplicationConfig" id="{word}"]\n' + "".join(
        f'properties/{n}/path = NodePath(".:{letter}")\nproperties/{n}/spawn = true\nproperties/{n}/replication_mode = '
        '1\n'
        for n, letter in enumerate(word))
                      for word in names)
    nodes = "".join(
        f'[node name="{word}" type="MultiplayerSynchronizer" parent="."]\nreplication_config = SubResource("{word}")\n'
        for word in names)
    return {
        "project.godot": '[application]\nrun/main_scene="res://main.tscn"\n',
        "mob.tscn": f'[gd_scene format=3]\n{configs}[node name="Mob" type="Node"]\n{nodes}',
        "main.tscn": '[gd_scene format=3]\n[node name="Main" type="Node"]\n[node name="Spawner" '
                     'type="MultiplayerSpawner" parent="."]\n'
        '_spawnable_scenes = PackedStringArray("res://mob.tscn")\nspawn_path = NodePath("..")\n'}


def spawning(tmp_path, files):
    """Writes the files into the folder "game". Returns a game and its client, which knows the spawner."""
    (tmp_path / "game").mkdir()
    for name, text in files.items():
        (tmp_path / "game" / name).write_text(text)
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    return game, client


def test_a_spawn_names_what_only_one_choice_of_synchronizers_has(tmp_path):
    """The wire does not say which of them are the sender's: their number and that of the values must show it."""
    game, client = spawning(tmp_path, lists("p", "q", "rs"))
    cases = [(3, 4, "pqrs"), (2, 2, "pq"), (1, 2, "rs"), (1, 1, ""), (2, 3, ""), (2, 4, ""), (3, 3, "")]
    frames = [
        client.down(spawn(1, 10 * case, f"Mob{case}", range(100 * case, 100 * case + ids), state=b"\x02\x07" * values))
        for case, (ids, values, _) in enumerate(cases, 1)]
    rows = wireshark.fields(game.write(), None, "godot.sync.property", options=project(tmp_path / "game"))
    assert ["".join(path[2:] for path in rows[frame - 1][0]) for frame in frames] == [named for _, _, named in cases]


@pytest.mark.parametrize("ids, values, named", [
    (3, 4, ["p", "q", "rs"]), (2, 2, ["p", "q"]), (1, 2, ["rs"]), (2, 3, ["", ""]), (4, 4, ["", "", "", ""]),
    (3, 0, ["p", "q", "rs"]), (3, 7, ["p", "q", "rs"])])
def test_states_have_the_names_of_the_synchronizers_that_a_spawn_named(tmp_path, ids, values, named):
    """Of its own id a node has no state, and another number of values another list. All are known by their order."""
    game, client = spawning(tmp_path, lists("p", "q", "rs"))
    client.down(spawn(1, 100, "Mob", range(101, 101 + ids), state=b"\x02\x07" * values))
    letters = [name or "?" for name in named]
    frames = [client.down(sync(at, 101 + at, values=b"\x02\x64" * len(name)), channel=1, unreliable=True)
              for at, name in enumerate(letters)]
    others = [client.down(sync(9, 100), channel=1, unreliable=True)] + [
        client.down(sync(10 + at, 101 + at, values=b"\x02\x64" * (len(name) + 1)), channel=1, unreliable=True)
        for at, name in enumerate(letters)]
    rows = wireshark.fields(game.write(), None, "godot.sync.property", options=project(tmp_path / "game"))
    assert ["".join(path[2:] for path in rows[frame - 1][0]) for frame in frames] == named
    assert all(rows[frame - 1] == [[]] for frame in others)


@pytest.mark.parametrize("length", [13, 17, 18, 22])
def test_a_spawn_that_is_not_whole_is_none(tmp_path, length):
    """Its receiver refuses it, and its number means what it meant before (docs/wire/multiplayer-godot4.md, 2.5)."""
    game, client = spawning(tmp_path, lists("p", "q", "rs"))
    whole = client.down(spawn(1, 100, "Mob", (101, 102), state=b"\x02\x07" * 2))
    broken = client.down(spawn(1, 100, "Next")[:length])
    state = client.down(sync(1, 101), channel=1, unreliable=True)
    rows = wireshark.fields(game.write(), None, "godot.spawn.scene", "godot.sync.property",
                            options=project(tmp_path / "game"))
    assert [rows[frame - 1] for frame in (whole, broken, state)] == [
        [["res://mob.tscn"], [".:p", ".:q"]], [[], []], [[], [".:p"]]]


def test_no_scene_has_the_number_of_a_spawn_by_a_function(tmp_path):
    """255 stands for spawn_function, also if there are as many scenes (docs/wire/multiplayer-godot4.md, 2.5)."""
    files = lists("p")
    scenes = ", ".join(f'"res://mob{number}.tscn"' for number in range(300))
    files["main.tscn"] = files["main.tscn"].replace('"res://mob.tscn"', scenes)
    files |= {f"mob{number}.tscn": files["mob.tscn"] for number in range(300)}
    game, client = spawning(tmp_path, files)
    spawns, states = [], []
    for scene in (0, 254, 255):
        argument = b"\4\0\0\0" + bytes(4) if scene == 255 else b""
        spawns.append(client.down(spawn(1, 1000 + scene, f"M{scene}", [scene + 1], scene, argument + b"\x02\x07")))
        states.append(client.down(sync(scene, scene + 1), channel=1, unreliable=True))
    rows = wireshark.fields(game.write(), None, "godot.spawn.scene", "godot.sync.property",
                            options=project(tmp_path / "game"))
    assert [rows[frame - 1][0] for frame in spawns] == [["res://mob0.tscn"], ["res://mob254.tscn"], []]
    assert [rows[frame - 1][1] for frame in states] == [[".:p"], [".:p"], []]
