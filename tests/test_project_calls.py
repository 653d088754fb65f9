# SPDX-License-Identifier: GPL-2.0-or-later
"""What a script says of its methods against how they are called: scripts and packets made by hand, after
docs/wire/multiplayer-godot4.md, 1.2 and 6."""

import contextlib
import functools
import hashlib
import itertools
import re
import struct

import pytest

import enet
import pcap
import test_webrtc
import wireshark
from test_godot4 import AS_ENET, CLIENT, EMPTY_MD5, Game, add_peer, relay, rpc, rpc_path, simplify
from test_recording import begin, packet, recording
from test_websocket import CLIENT_ID, identity, of_client, of_server, websocket

MODES = ("unreliable", "unreliable_ordered", "reliable")
CHANNELS = (0, 1, 2)
NODE = "Main/Thing"
OPEN = {f"{mode}_{channel}": (mode, channel) for mode in MODES for channel in CHANNELS}
METHODS = sorted([*OPEN, "only_authority"])
MD5 = hashlib.md5("".join(["forbidden", *METHODS]).encode()).hexdigest()
SCRIPT = "extends Node\n" + "".join(
    f'@rpc("any_peer", "call_remote", "{mode}", {channel}) func {name}(text = ""): pass\n'
    for name, (mode, channel) in OPEN.items()
) + "@rpc func only_authority(): pass\nfunc forbidden(): pass\n" \
    'func _ready():\n\trpc_config(&"forbidden", {"rpc_mode": 0, "transfer_mode": 2, "channel": 0})\n'
FORBIDDEN = 0x8000
UNKNOWN = "0" * 32
TEXT = struct.pack("<BII", 1, 4, 64) + 64 * b"x"        # one argument, a String


@functools.cache
def project():
    folder = wireshark.writable_folder()
    (folder / "thing.gd").write_text(SCRIPT)
    return ("-o", f"godot.project_directory:{wireshark.readable(folder)}")


def call(name, arguments=b"\0"):
    return rpc(1, METHODS.index(name), arguments)


def told(game, frames, *names):
    """Returns what each of these frames has of these fields."""
    rows = wireshark.fields(game.write(), None, *names, options=(*AS_ENET, *project()))
    return [tuple(cells) for cells in (rows[frame - 1] for frame in frames)]


def channel_of(channel):
    """ENet's channel of a channel of Godot's, for messages that are not reliable (1.2)."""
    return channel + 1 if channel else 1


def commands(sent, channel, number, message):
    """Returns a command with the message, and two with its halves."""
    half = -(-len(message) // 2)
    if sent == "reliable":
        channel = channel_of(channel) if channel else 0
        return [enet.reliable(number, message, channel)], enet.fragments(number + 1, message, half, channel)
    if sent == "unreliable":
        return [enet.unsequenced(number, message, channel_of(channel))], None
    return [enet.unreliable(0, number, message, channel_of(channel))], \
        enet.fragments(number + 1, message, half, channel_of(channel), unreliable_under=0)


@pytest.mark.parametrize("sent", MODES)
@pytest.mark.parametrize("channel", CHANNELS)
def test_another_delivery_than_the_declared_one_is_told(tmp_path, sent, channel):
    """Of fragments only whether they are reliable is known."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, MD5))
    expected, frames, number = [], [], 10
    for name, (mode, declared) in OPEN.items():
        for made in filter(None, commands(sent, channel, number, call(name, TEXT))):
            whole = len(made) == 1
            is_other = mode != sent if whole else (mode == "reliable") != (sent == "reliable")
            data = enet.datagram(*made, peer=client.slot, sent_time=game.clock())
            frames.append(game.put(data, client.address, True))
            shown = sent if whole or sent == "reliable" else "unreliable"
            expected.append(([name], [f"Declared {mode}, sent {shown}"] * is_other +
                             [f"Declared for channel {declared}, sent on channel {channel}"] * (declared != channel)))
            number += len(made)
    assert told(game, frames, "godot.rpc.method", "_ws.expert.message") == expected
    assert set(map(str, told(game, frames, "godot.rpc.script", "godot.rpc.method_origin"))) == {
        "(['res://thing.gd'], ['proved by MD5'])"}


def test_another_delivery_is_told_in_recordings():
    ways = [(mode, channel) for mode in range(len(MODES)) for channel in CHANNELS]
    packets = [packet(at, call("reliable_1"), mode=mode, channel=channel) for at, (mode, channel) in enumerate(ways, 3)]
    made = recording(begin(), packet(2, simplify(1, NODE, MD5)), *packets)
    rows = wireshark.fields(made, "godot.rpc.method", "_ws.expert.message", options=project())
    assert [texts for texts, in rows] == [
        [f"Declared reliable, sent {MODES[mode]}"] * (mode != 2) +
        [f"Declared for channel 1, sent on channel {channel}"] * (channel != 1) for mode, channel in ways]


def test_over_tcp_all_is_delivered_alike(tmp_path):
    made = websocket(tmp_path, of_server(identity(CLIENT_ID)), of_client(simplify(1, NODE, MD5)),
                     of_client(call("unreliable_2")))
    rows = wireshark.fields(made, "godot.rpc.method", "godot.rpc.method", "_ws.expert.message", options=project())
    assert rows == [[["unreliable_2"], []]]


def test_over_webrtc_the_games_own_channels_are_as_it_configured_them(tmp_path):
    """Whatever a method declares (docs/wire/transports.md, 8)."""
    chunks = [test_webrtc.chunk(simplify(1, NODE, MD5), 1), test_webrtc.chunk(
        call("reliable_1"), 2, stream=4, flags=test_webrtc.WHOLE | test_webrtc.UNORDERED)]
    packets = [(0, test_webrtc.packet(chunk, tag=test_webrtc.TAGS[1])) for chunk in chunks]
    made = test_webrtc.in_dtls(tmp_path, test_webrtc.HANDSHAKE + packets)
    rows = wireshark.fields(made, "godot.rpc.method", "godot.rpc.method", "godot.transfer_mode",
                            "godot.transfer_channel", "_ws.expert.message", options=project())
    assert rows == [[["reliable_1"], ["0"], ["1"], []]]


@pytest.mark.parametrize("upward, handshake, allowed", [(True, True, False), (False, True, True), (True, False, True)])
def test_who_may_call_a_method_of_the_authority(tmp_path, upward, handshake, allowed):
    """The server may, and of an unknown peer nothing is said."""
    game = Game(tmp_path)
    client = game.client(handshake=handshake)
    send = client.up if upward else client.down
    send(simplify(1, NODE, MD5))
    frame = send(call("only_authority"), channel=1, unreliable=True)
    error = f"RPC 'only_authority' is not allowed on node {NODE} from: {CLIENT}. Mode is 2, authority is 1."
    (methods, experts), = told(game, [frame], "godot.rpc.method", "_ws.expert.message")
    assert methods == ["only_authority"]
    assert [text for text in experts if "not allowed" in text] == ([] if allowed else [error])


def test_a_method_that_is_switched_off_is_told(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, MD5))
    frames = [client.up(struct.pack("<BBHB", 0x40, 1, FORBIDDEN, 0)), client.up(call("reliable_0"))]
    assert told(game, frames, "godot.rpc.method", "godot.rpc.disabled") == [
        (["forbidden"], ["1"]), (["reliable_0"], [])]


@pytest.mark.parametrize("upward", [True, False])
@pytest.mark.parametrize("announced, origin", [(MD5, ["proved by MD5"]), (UNKNOWN, [])])
def test_a_call_with_the_path_itself_has_the_methods_that_were_announced(tmp_path, announced, origin, upward):
    """By its sender, or by its receiver."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, announced))
    frame = (client.up if upward else client.down)(rpc_path(NODE, METHODS.index("reliable_0")))
    assert told(game, [frame], "godot.rpc.method", "godot.rpc.method_origin") == [
        (["reliable_0"] if origin else [], origin)]


@pytest.mark.parametrize("announced", itertools.chain.from_iterable(
    itertools.permutations([MD5, UNKNOWN, EMPTY_MD5], count) for count in (1, 2, 3)))
def test_what_no_script_has_is_told_once(tmp_path, announced):
    """After a path with methods of a script the game is this one; methods that no script need have say nothing."""
    game = Game(tmp_path)
    client = game.client()
    for cache_id, md5 in enumerate(announced, 1):
        client.up(simplify(cache_id, f"Main/N{cache_id}", md5))
    calls = [struct.pack("<BBHB", 0x40, cache_id, FORBIDDEN, 0) for cache_id in range(1, 1 + len(announced))]
    calls += [struct.pack("<BBHB", 0x40, cache_id, FORBIDDEN - 1, 0) for cache_id in range(1, 1 + len(announced))] * 2
    frames = [client.up(message) for message in calls]
    expected = [[] for _ in frames]
    if UNKNOWN in announced:
        expected[len(announced) + announced.index(UNKNOWN)] = [
            f"No script of the project has the methods of Main/N{announced.index(UNKNOWN) + 1}" if MD5 in announced else
            "The project's scripts match no path that was announced on this connection so far: "
            "are they another game's?"]
    assert [[text for text in texts if text.startswith(("No script", "The project's"))]
            for texts, in told(game, frames, "_ws.expert.message")] == expected


@pytest.mark.parametrize("options", [(), ("-2",)], ids=["one pass", "two passes"])
def test_what_no_script_has_is_told_where_one_pass_knows_it(tmp_path, options):
    """Of a call that overtook its announcement only a second pass knows what it calls."""
    game = Game(tmp_path)
    client = game.client()
    early = client.up(rpc(1))
    client.up(simplify(1, NODE, UNKNOWN))
    late = client.up(rpc(1))
    capture = game.write()
    assert wireshark.frames(capture, f'godot.rpc.node == "{NODE}"', "-2") == [early, late]
    assert wireshark.frames(capture, "godot.project.mismatch", *project(), *options) == [late]


def test_what_no_script_has_is_told_once_of_whatever_peers_a_relay_brings(tmp_path):
    """Neither end is known, nor whether the peer of a relay is its source or its target."""
    script = tmp_path / "caller.lua"
    script.write_text('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    messages = [relay(peer, message) for peer in (1842, 1843) for message in (simplify(1, NODE, UNKNOWN), rpc(1))]
    capture = pcap.write(tmp_path / "relays.pcap", [
        pcap.udp(message, pcap.SERVER, ("10.0.0.2", 50000)) for message in messages])
    assert wireshark.frames(capture, "godot.project.mismatch", *wireshark.with_lua(script), *project()) == [2]


def test_a_byte_array_without_a_head_is_the_argument_in_the_row(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, MD5))
    frame = client.up(bytes([0x80, 1, METHODS.index("reliable_0")]) + b"\1\2\3")
    [([info],)] = told(game, [frame], "_ws.col.Info")
    assert f"RPC {NODE}.reliable_0(3 bytes 010203)" in info


# --- values as fields of their own --------------------------------------------------------

# What each value is as a field of a declared type: the whole, and its components; nothing if it is of another type.
TYPED = [
    ("int", b"\x02\x05", ["5"]), ("int", b"\x02\xff", ["-1"]), ("int", b"\x81", []),
    ("int", struct.pack("<If", 3, 2.5), []), ("int", b"\xc2" + struct.pack("<q", -2 ** 63), [str(-2 ** 63)]),
    ("float", struct.pack("<If", 3, 2.5), ["2.5"]), ("float", struct.pack("<Id", 0x10003, 0.1), ["0.1"]),
    ("float", struct.pack("<If", 3, 0.1), ["0.1"]), ("float", b"\x02\x05", ["5"]), ("float", b"\x81", []),
    ("bool", b"\x81", ["1"]), ("bool", b"\x01", ["0"]), ("bool", b"\x02\x01", []), ("bool", b"\0", []),
    ("String", struct.pack("<II2s2x", 4, 2, b"ab"), ["ab"]),
    ("String", struct.pack("<II2s2x", 21, 2, b"ab"), ["ab"]),
    ("NodePath", struct.pack("<IIIIII", 22, 0x80000002, 0, 0, 1, 0x41) + struct.pack("<II", 1, 0x42), ["A/B"]),
    ("NodePath", struct.pack("<II2s2x", 4, 2, b"ab"), ["ab"]),
    ("Vector2", struct.pack("<I2f", 5, 1, 2.5), ["Vector2(1, 2.5)", "1", "2.5"]),
    ("Vector2", struct.pack("<I2i", 6, 1, 2), ["Vector2i(1, 2)", "1", "2"]),
    ("Vector2", struct.pack("<I3f", 9, 1, 2, 3), ["Vector3(1, 2, 3)"]), ("Vector2", b"\x02\x05", ["5"]),
    ("Vector2i", struct.pack("<I2i", 6, -1, 2 ** 31 - 1), [f"Vector2i(-1, {2 ** 31 - 1})", "-1", str(2 ** 31 - 1)]),
    ("Vector3", struct.pack("<I3d", 0x10009, 1, 0.1, 3), ["Vector3(1, 0.1, 3)", "1", "0.1", "3"]),
    ("Vector4", struct.pack("<I4f", 12, 1, 2, 3, 4), ["Vector4(1, 2, 3, 4)", "1", "2", "3", "4"]),
    ("Quaternion", struct.pack("<I4f", 15, 0, 0, 0, 1), ["Quaternion(0, 0, 0, 1)", "0", "0", "0", "1"]),
    ("Color", struct.pack("<I4f", 20, 0, 0.5, 1, 0.1), ["Color(0, 0.5, 1, 0.1)", "0", "0.5", "1", "0.1"])]
AS_IN_4_0 = {"True": "1", "False": "0"}     # truth values of later Wiresharks
LETTERS = {"Vector2": "xy", "Vector2i": "xy", "Vector3": "xyz", "Vector4": "xyzw", "Quaternion": "xyzw",
           "Color": "rgba"}


@pytest.mark.parametrize("declared", dict.fromkeys(name for name, *_ in TYPED))
def test_a_value_is_a_field_of_its_declared_type(tmp_path, declared):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "typed.gd").write_text(f'@rpc("any_peer") func call(a: {declared}): pass\n')
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, hashlib.md5(b"call").hexdigest()))
    cases = [(value, shown) for name, value, shown in TYPED if name == declared]
    frames = [client.up(rpc(1, 0, b"\1" + value)) for value, _ in cases]
    names = ["gdrpc.typed.call.a" + part for part in ["", *(f".{letter}" for letter in LETTERS.get(declared, ""))]]
    options = ("-o", f"godot.project_directory:{wireshark.readable(tmp_path / 'game')}")
    rows = wireshark.fields(game.write(), None, *names, options=options)
    assert [[AS_IN_4_0.get(text, text) for cell in rows[frame - 1] for text in cell] for frame in frames] == [
        shown for _, shown in cases]
    # Nothing on the wire has these names, so each is in brackets; and no field was given a value of another kind.
    tree = wireshark.tshark("-r", game.path, "-V", *options)
    assert len(re.findall(r"^ +\[a(?:\.[xyzwrgba])?: .*\]$", tree, re.MULTILINE)) == sum(
        len(shown) for _, shown in cases)
    assert "Dissector bug" not in tree


@pytest.mark.parametrize("length, fields", [(1000, 1), (1100, 0)])
def test_a_name_that_nobody_would_write_is_no_field(tmp_path, length, fields):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "long.gd").write_text(f'@rpc("any_peer") func call({"a" * length}: int): pass\n')
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, hashlib.md5(b"call").hexdigest()))
    client.up(rpc(1, 0, b"\1\2\5"))
    call, = wireshark.pdml(game.write(), "-Y", "godot.rpc.method == call", "-o",
                           f"godot.project_directory:{wireshark.readable(tmp_path / 'game')}")
    assert [node.show for node in call.walk() if node.name.startswith("gdrpc.long.call.aaa")] == ["5"] * fields


# --- the tables of the user ----------------------------------------------------------------


@pytest.mark.parametrize("table, row, said", [
    ("godot_methods", '"","1","hurt",""', "A pattern of node paths and a name are needed"),
    ("godot_methods", '"Main/*","1","",""', "A pattern of node paths and a name are needed"),
    ("godot_project_directories", '""', "A folder, a pack or an executable must be named")])
def test_a_row_that_lacks_something_is_refused(tmp_path, table, row, said):
    game = Game(tmp_path)
    game.client()
    with pytest.raises(wireshark.WiresharkError, match=said):
        wireshark.tshark("-r", game.write(), "-o", f"uat:{table}:{row}")


def test_arguments_without_a_name_are_none(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, UNKNOWN))
    client.up(rpc(1, 0, b"\2\x02\x05\x02\x06"))
    row = ("-o", f'uat:godot_methods:"{NODE}","0","hurt",", amount: int,, :float, tool"')
    assert wireshark.fields(game.write(), "gdrpc.user.hurt.amount", "gdrpc.user.hurt.amount", "gdrpc.user.hurt.tool",
                            options=row) == [[["5"], ["6"]]]


@pytest.mark.parametrize("length, has_field", [(900, True), (2000, False)])
def test_nobody_writes_a_very_long_name_in_a_filter(tmp_path, length, has_field):
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, UNKNOWN))
    client.up(rpc(1, 0, b"\1\x02\x05"))
    row = ("-o", f'uat:godot_methods:"{NODE}","0","hurt","{"x" * length}: int"')
    with contextlib.nullcontext() if has_field else pytest.raises(wireshark.WiresharkError):
        assert wireshark.frames(game.write(), f"gdrpc.user.hurt.{'x' * length} == 5", *row) == [5]


def test_an_argument_has_the_type_that_is_declared(tmp_path):
    """A bool is no number, an int is a float, too; whatever else was sent is no value of the field."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, UNKNOWN))
    half = struct.pack("<If", 3, 0.5)
    calls = [b"\x81" + b"\2\x05" + half, b"\1" + b"\2\x06" + b"\2\x07", b"\2\1" + half + b"\1"]
    for call in calls:
        client.up(rpc(1, 0, b"\3" + call))
    row = ("-o", f'uat:godot_methods:"{NODE}","0","hit","on: bool, number: int, share: float"')
    rows = wireshark.fields(game.write(), "godot.rpc.method_id", *(
        f"gdrpc.user.hit.{name}" for name in ("on", "number", "share")), options=row)
    assert [[{"1": "True", "0": "False"}.get(value, value) for value in cells[0]] for cells in rows] == [
        ["True"], ["False"], []]
    assert [cells[1:] for cells in rows] == [[["5"], ["0.5"]], [["6"], ["7"]], [[], []]]


@pytest.mark.parametrize("names", [("ab", "a"), ("ab", "cd")], ids="-".join)
def test_each_place_without_a_game_has_its_reason(tmp_path, names):
    """The name of one place begins as another's does, or is as long."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, NODE, MD5))
    client.up(rpc(1, 0))
    folder = wireshark.readable(tmp_path)
    places = [folder / name for name in names]
    rows = wireshark.fields(game.write(), "godot.project.unread", "_ws.expert.message", options=(
        "-o", f"godot.project_directory:{places[0]}",
        "-o", f'uat:godot_project_directories:"{places[1]}"'))
    assert rows == [[["Not read: " + "; ".join(f"{place}: No such file or directory" for place in places)]]]


@pytest.mark.parametrize("key, is_wrong", [("", False), ("0f" * 32, False), ("0f" * 31, True), ("xy" * 32, True)])
@pytest.mark.parametrize("with_project", [True, False])
def test_a_key_that_cannot_be_one_is_told(tmp_path, key, is_wrong, with_project):
    """If there is something to be decrypted."""
    game = Game(tmp_path)
    game.client()
    said = wireshark.complaints("tshark", "-r", game.write(), "-o", f"godot.project_key:{key}",
                                *(project() if with_project else ()))
    assert ("a key has 64 hexadecimal digits" in said) == (is_wrong and with_project)


# --- columns ---------------------------------------------------------------------------------


@pytest.mark.parametrize("upward", [False, True])
def test_info_leaves_out_what_the_columns_of_the_first_message_show(tmp_path, upward):
    game = Game(tmp_path)
    client = game.client()
    (client.up if upward else client.down)(simplify(1, NODE, MD5))
    relayed = [] if upward else [enet.reliable(4, relay(1842, rpc(1, 1))), enet.reliable(5, relay(1843, rpc(1, 2))),
                                 enet.reliable(6, add_peer(1844))]
    messages = [enet.reliable(2, rpc(1, 1)), enet.unsequenced(1, rpc(1, 2)), enet.reliable(3, rpc(1, 3)), *relayed,
                enet.reliable(1, rpc(1, 4), channel=4), enet.reliable(4 if upward else 7, rpc(1, 5))]
    game.put(enet.datagram(*messages, peer=client.slot if upward else 0, sent_time=5), client.address, upward)
    capture = game.write()
    whole, brief = (wireshark.fields(capture, None, "_ws.col.Info", options=("-o", f"godot.info_delivery:{wanted}")
                                     )[-1][0][0].split("  |  ") for wanted in ("TRUE", "FALSE"))
    parts = [re.fullmatch(r"(\S+ → \S+  )?(.*?)(  \[[^]]*\])?", text).groups("") for text in whole]
    assert len(parts) == len(messages) and len({peers for peers, *_ in parts}) == (1 if upward else 3)
    assert brief == [(peers if peers != parts[0][0] else "") + text + (delivery if delivery != parts[0][2] else "")
                     for peers, text, delivery in parts]
