# SPDX-License-Identifier: GPL-2.0-or-later
"""What a script says of its methods against how they are called: scripts and packets made by hand, after
docs/wire/multiplayer-godot4.md, 1.2 and 6."""

import functools
import hashlib
import itertools
import struct

import pytest

import enet
import wireshark
from test_godot4 import AS_ENET, CLIENT, EMPTY_MD5, Game, rpc, simplify
from test_recording import begin, packet, recording
from test_websocket import CLIENT_ID, identity, of_client, of_server, websocket

MODES = ("unreliable", "unreliable_ordered", "reliable")
CHANNELS = (0, 1, 2)
NODE = "Main/Thing"
OPEN = {f"{mode}_{channel}": (mode, channel) for mode in MODES for channel in CHANNELS}
METHODS = sorted([*OPEN, "only_authority"])
MD5 = hashlib.md5("".join(["forbidden", *METHODS]).encode()).hexdigest()
SCRIPT = "extends Node\n" + "".join(
    f'@rpc("any_peer", "call_remote", "{mode}", {channel}) func {name}(text = ""): pass\n' for name, (mode, channel) in OPEN.items()
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
            frames.append(game.put(enet.datagram(*made, peer=client.slot, sent_time=game.clock()), client.address, True))
            shown = sent if whole or sent == "reliable" else "unreliable"
            expected.append(([name], [f"Declared {mode}, sent {shown}"] * is_other +
                             [f"Declared for channel {declared}, sent on channel {channel}"] * (declared != channel)))
            number += len(made)
    assert told(game, frames, "godot.rpc.method", "_ws.expert.message") == expected
    assert set(map(str, told(game, frames, "godot.rpc.script", "godot.rpc.method_origin"))) == {
        "(['res://thing.gd'], ['proved by MD5'])"}


def test_another_delivery_is_told_in_recordings():
    ways = [(mode, channel) for mode in range(len(MODES)) for channel in CHANNELS]
    packets = [packet(3 + at, call("reliable_1"), mode=mode, channel=channel) for at, (mode, channel) in enumerate(ways)]
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


@pytest.mark.parametrize("announced", itertools.chain.from_iterable(
    itertools.permutations([MD5, UNKNOWN, EMPTY_MD5], count) for count in (1, 2, 3)))
def test_what_no_script_has_is_told_once(tmp_path, announced):
    """After a path with methods of a script the game is this one; methods that no script need have say nothing."""
    game = Game(tmp_path)
    client = game.client()
    for cache_id, md5 in enumerate(announced, 1):
        client.up(simplify(cache_id, f"Main/N{cache_id}", md5))
    calls = [struct.pack("<BBHB", 0x40, cache_id, FORBIDDEN + 3, 0) for cache_id in range(1, 1 + len(announced))]
    calls += [struct.pack("<BBHB", 0x40, cache_id, FORBIDDEN - 1, 0) for cache_id in range(1, 1 + len(announced))] * 2
    frames = [client.up(message) for message in calls]
    expected = [[] for _ in frames]
    if UNKNOWN in announced:
        expected[len(announced) + announced.index(UNKNOWN)] = [
            f"No script of the project has the methods of Main/N{announced.index(UNKNOWN) + 1}" if MD5 in announced else
            "The project's scripts match no path that was announced on this connection so far: are they another game's?"]
    assert [[text for text in texts if text.startswith(("No script", "The project's"))]
            for texts, in told(game, frames, "_ws.expert.message")] == expected
