# SPDX-License-Identifier: GPL-2.0-or-later
"""Labels and columns: no layer lets a control character through, and none cuts a character in two."""

import itertools
import json
import re
import shutil
import struct

import pytest

import captures
import enet
import pcap
import wireshark
from test_godot4 import Game, delta, despawn, relay, rpc, rpc_path, simplify, spawn, sync

HOSTILE = "Ma\x1b[31mi\nn\x7f\u0085\u009bb"
LONG = "aééé" * 150
WRITTEN = {f"godot.variant.{name}" for name in ("array", "dictionary", "item", "key", "node_path.part", "plain")}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def string(text, type_id=4):
    raw = text.encode()
    return struct.pack("<II", type_id, len(raw)) + raw + bytes(-len(raw) % 4)


def node_path(*names):
    return struct.pack("<IIII", 22, 0x80000000 | len(names), 0, 0) + b"".join(string(name)[4:] for name in names)


def values(text):
    return [string(text), string(text, 21), node_path(text, text), struct.pack("<II", 28, 1) + string(text),
            struct.pack("<II", 27, 1) + string(text) + string(text), struct.pack("<II", 34, 1) + string(text)[4:]]


def game4(tmp_path, text):
    """Godot 4 over ENet: paths, spawns, states, calls with every kind of text, also through a relay."""
    game = Game(tmp_path)
    client = game.client()
    other = game.client(peer=1842, slot=1)
    state = b"".join(values(text))
    for data in (simplify(1, f"{text}/A"), simplify(2, "Main/Spawner"), simplify(3, "x", "\x1b[31m\n\x7f".ljust(32)),
                 rpc(1), rpc(1, arguments=bytes([len(values(text))]) + state), rpc_path(f"{text}/B"),
                 spawn(2, 1, text, (2, ), state=state), sync(1, 2, values=state), delta(2, values=string(text)),
                 despawn(1), rpc(1), spawn(2, 3, text)):
        client.down(data)
        other.down(relay(client.peer, data))
    return game.write()


def debugger(tmp_path, text):
    """Names, threads, errors, output, stacks and variables of the remote debugger."""
    def message(name, *data, thread=1):
        body = struct.pack("<II", 28, 3) + string(name) + struct.pack("<Ii", 2, thread) + struct.pack(
            "<II", 28, len(data)) + b"".join(data)
        return struct.pack("<I", len(body)) + body
    number, flag = struct.pack("<Ii", 2, 1), struct.pack("<Ii", 1, 1)
    error = [number] * 4 + [string(text)] * 3 + [
        number, string(text), string(text), flag, number,
        string(text), string(text), number]
    output = [struct.pack("<II", 34, 1) + string(text)[4:], struct.pack("<III", 32, 1, 0)]
    messages = [
        message("set_pid", number),
        message(text, *values(text)),
        message("error", *error),
        message("output", *output),
        message("stack_dump", number, string(text), number, string(text)),
        message("debug_enter", flag, string(text), flag, string(text)),
        message("stack_frame_var", string(text), number, number, string(text)),
        message("set_pid", string(text))]
    return pcap.write(tmp_path / "debug.pcap",
                      pcap.tcp_stream([(True, part) for part in messages], server=("10.0.0.1", 6007)))


def bare(tmp_path, text):
    return pcap.write(tmp_path / "bare.pcap", [pcap.udp(value, server) for value in values(text)
                                               for server in [("10.0.0.2", 9000)]])


def streams(tmp_path, text):
    packets = [struct.pack("<I", len(value)) + value for value in values(text)]
    return pcap.write(tmp_path / "stream.pcap",
                      pcap.tcp_stream([(True, packet) for packet in packets], server=("10.0.0.1", 9001)))


LAYERS = [(game4, ()), (debugger, ()), (bare, ("-d", "udp.port==9000,godot.variant")),
          (streams, ("-d", "tcp.port==9001,godot.stream"))]


@pytest.mark.parametrize("layer, options", LAYERS, ids=[layer.__name__ for layer, _ in LAYERS])
@pytest.mark.parametrize("passes", [("-V",), ("-2", "-V"), ("-2",)], ids=" ".join)
def test_no_control_character_reaches_the_user(tmp_path, layer, options, passes):
    text = wireshark.tshark("-r", layer(tmp_path, HOSTILE), *options, *passes)
    assert "[31m" in text
    assert [line for line in text.split("\n") if CONTROL.search(line) or "\ufffd" in line] == []


@pytest.mark.parametrize("statistics", ["godot_objects", "godot_rpc", "godot_sync"])
def test_no_control_character_is_in_statistics(tmp_path, statistics):
    """Their names of nodes are those of messages."""
    text = wireshark.tshark("-r", game4(tmp_path, HOSTILE), "-q", "-z", f"{statistics},tree")
    assert "[31m" in text
    assert [line for line in text.split("\n") if CONTROL.search(line)] == []


def test_no_control_character_is_in_rows(tmp_path):
    """They are JSON, which may have DEL and C1 as they are; but who prints them on a terminal need not know that."""
    text = wireshark.tshark("-r", game4(tmp_path, HOSTILE), "-q", "-z", "godot,messages")
    assert [line for line in text.split("\n") if CONTROL.search(line)] == []
    assert r'"Ma\u001b[31mi\nn\u007f\u0085\u009bb"' in text
    assert all(map(json.loads, text.splitlines()))


def test_each_control_character_by_itself(tmp_path):
    """Wherever the character is: eight bytes of a text are looked at together."""
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(100, "Main/Plain"))
    controls = "\x01\n\x1b\x1f\x7f\x80\x85\x9f"
    for number, (control, before) in enumerate(itertools.product(controls, range(8)), 1):
        client.down(simplify(number, "x" * before + control + "behind it"))
    rows = wireshark.tshark("-r", game.write()).splitlines()
    assert len(rows) == len(game.packets) and sum("behind it" in row for row in rows) == 8 * len(controls)
    assert [row for row in rows if CONTROL.search(row)] == []


@pytest.mark.parametrize("letter", "é\u00a0\u00bf\u00c2\u0100\u0442\U00010000")
def test_what_is_no_control_character_stays(tmp_path, letter):
    """Where Wireshark's own function replaces one, it also replaces a space without width."""
    game = Game(tmp_path)
    name = f"{letter}\u200b{letter}"
    game.client().down(simplify(1, name))
    assert f"Path 1 is {name}" in wireshark.tshark("-r", game.write())


def labels(capture, *options):
    return [
        node for packet in wireshark.pdml(capture, *options) for node in packet.walk()
        if node.name.startswith(("godot", "enet"))]


@pytest.mark.parametrize("layer, options", LAYERS, ids=[layer.__name__ for layer, _ in LAYERS])
@pytest.mark.parametrize("shift", range(4))
def test_long_labels_end_at_a_character(tmp_path, layer, options, shift):
    """At each shift Wireshark would cut at another place of a character of two bytes."""
    nodes = labels(layer(tmp_path, "x" * shift + LONG), *options)
    assert any("…" in node.showname for node in nodes)
    assert [node for node in nodes if "\ufffd" in node.showname] == []
    full = [node.showname for node in nodes if node.name in WRITTEN and len(node.showname.encode()) > 236]
    assert full and all(label.endswith("…") for label in full)


def test_peers_and_mode_are_whole_in_a_label(tmp_path):
    calls = [node for node in labels(game4(tmp_path, LONG)) if node.name == "godot" and "RPC" in node.showname]
    assert calls
    for call in calls:
        assert re.search(r", (1|804460063) → \d+  RPC a[^\]]+…  \[reliable, ch 0\]$", call.showname)


def test_columns_of_captures():
    """The columns of the packet list, as sharkd gives them to a program."""
    with wireshark.Sharkd() as sharkd:
        for capture in captures.share(captures.ALL):
            sharkd.ask("load", {"file": str(wireshark.readable(capture))})
            assert [row for row in sharkd.ask("frames", {}) if CONTROL.search("".join(row["c"]))] == [], capture.name


@pytest.mark.parametrize("name, shown", [("wea\u0085pon", r"wea\u0085pon"), ("w" * 300, "w" * 234 + "…")],
                         ids=["a control character", "a long one"])
def test_names_of_files_and_tables(tmp_path, name, shown):
    """What the project says of a game, with names that no editor would write. A label has 239 bytes."""
    folder = wireshark.readable(shutil.copytree(wireshark.ROOT / "tests" / "godot4", tmp_path / "game"))
    player = folder / "player.gd"
    player.write_text(player.read_text().replace("weapon: String", f"{name}: String"))
    lines = wireshark.tshark("-r", wireshark.CAPTURES / "godot4-rpc.pcapng", "-V", "-o",
                             f"godot.project_directory:{folder}").split("\n")
    assert [line for line in lines if CONTROL.search(line)] == []
    assert any(line.lstrip().startswith(f"{shown}: ") for line in lines)
