# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin reads from the captures of Godot 4 is what the engine says it sent and received.

Same messages, same order, same values, nothing missing and nothing extra, but for the
rightful differences of captures/README.md.
"""

import itertools
import re
import tomllib

import pytest

import godot4
import godot_variant
import wireshark
from truth import Truth, logged, parse

SCENARIOS = tomllib.loads((godot4.GAMES / "scenarios.toml").read_text(encoding="utf-8"))

# Captures of a whole session without loss, in which everything that was sent also arrived.
CLEAN = ["godot4-rpc", "godot4-raw-auth", "godot4-replication", "godot4-reconnect",
         *(f"godot4-compression-{mode}" for mode in ("none", "range", "fastlz", "zlib", "zstd"))]
ENET_FRAGMENT = 1364        # bytes of a packet that go into one datagram (docs/wire/enet.md, section 4.2)
ONE_PASS, TWO_PASSES = (), ("-2",)


@pytest.fixture(params=[ONE_PASS, TWO_PASSES], ids=["one-pass", "two-passes"])
def passes(request):
    return request.param


def script_of(name, node, who):
    """The script of a node in a process of a scenario."""
    process = next(p for p in SCENARIOS[name]["processes"] if p["who"] == who)
    if node == "Main":
        return process["scene"].removeprefix("res://").replace(".tscn", ".gd")
    if node == "Main/Shop":
        return f"shop_{process['options'].get('shop', 'old')}.gd"
    if name == "godot4-rpc" or "/Crowd/" in node:
        return "player.gd"
    return "avatar.gd" if re.fullmatch(r"Main/Players/[^/]+", node) else None


def arguments(event):
    """The arguments as the wire can tell them: one empty PackedByteArray is the same as none."""
    listed = [logged(value) for value in event["args"]]
    return [] if listed == [("PackedByteArray", ("(",))] else listed


def call(name, event, who):
    """(node, method id, arguments) of a logged call."""
    return (event["node"], godot4.method_id(script_of(name, event["node"], who), event["method"]), arguments(event))


def visible_mode(event):
    """The mode as the wire can tell it: fragments of both unreliable modes look the same."""
    size = sum(len(value["hex"]) // 2 if "hex" in value else value["size"] for value in event["args"])
    return "unreliable" if event["mode"] == "unreliable_ordered" and size > ENET_FRAGMENT else event["mode"]


def by_direction(rows):
    """Rows of (sender, receiver, what) as lists per direction."""
    directions = {}
    for sender, receiver, what in rows:
        directions.setdefault((sender, receiver), []).append(what)
    return directions


def assert_same(seen, expected):
    """The same rows in the same order in each direction; tells the first that differs."""
    seen, expected = by_direction(seen), by_direction(expected)
    for direction in seen.keys() | expected.keys():
        pairs = itertools.zip_longest(seen.get(direction, []), expected.get(direction, []), fillvalue="nothing")
        for number, (ours, theirs) in enumerate(pairs, 1):
            assert ours == theirs, f"{direction[0]} to {direction[1]}, number {number}: {str(ours)[:500]} is not {str(theirs)[:500]}"


# --- calls ------------------------------------------------------------------------------

@pytest.mark.parametrize("name", CLEAN)
def test_calls_as_sent(name, passes):
    truth = Truth(name)
    expected = [(event["peer"], target, (*call(name, event, event["who"]), visible_mode(event), event["channel"]))
                for event in truth.of("rpc_sent") for target in truth.targets(event)]
    seen = [(m.source, m.target, (*m.call(), m.mode, m.channel))
            for m in godot4.messages(name, *passes) if m.command == godot4.REMOTE_CALL and m.first_hop]
    assert_same(seen, expected)


@pytest.mark.parametrize("name", CLEAN)
def test_calls_as_received(name, passes):
    truth = Truth(name)
    expected = [(event["from"], event["peer"], call(name, event, event["who"]))
                for event in truth.of("rpc_received") if event["from"] != event["peer"]]
    seen = [(m.source, m.target, m.call())
            for m in godot4.messages(name, *passes) if m.command == godot4.REMOTE_CALL and m.last_hop]
    assert_same(seen, expected)


@pytest.mark.parametrize("name", CLEAN)
def test_announced_methods(name):
    """The MD5 that comes with a path is that of the methods in the script of the node."""
    truth = Truth(name)
    for message in godot4.messages(name):
        if message.command == godot4.SIMPLIFY_PATH:
            script = script_of(name, message.text("godot.path.name"), truth.names[message.source])
            assert message.text("godot.path.md5") == godot4.methods_md5(script)


# --- raw packets and authentication -------------------------------------------------------

def raw_bytes(message):
    return message.tree.first("godot.raw").value


def test_raw_as_sent(passes):
    truth = Truth("godot4-raw-auth")
    gone = {event["id"]: event["n"] for event in truth.of("disconnect", who="server") if event["how"] == "now"}
    expected = []
    for event in truth.of("raw_sent"):
        what = (event["hex"], event["mode"], event["channel"])
        if event["who"] != "server" and event["to"] != 1:
            expected.append((event["peer"], event["to"], what))
        else:
            expected += [(event["peer"], target, what) for target in truth.targets(event)
                         if event["n"] < gone.get(target, event["n"] + 1)]
    seen = [(m.source, m.target if m.relay_field is None else m.relay_field, (raw_bytes(m), m.mode, m.channel))
            for m in godot4.messages("godot4-raw-auth", *passes) if m.command == godot4.RAW and m.first_hop]
    assert_same(seen, expected)


def test_raw_as_received(passes):
    truth = Truth("godot4-raw-auth")
    expected = [(event["from"], event["peer"], event["hex"]) for event in truth.of("raw_received")]
    seen = [(m.source, m.target, raw_bytes(m)) for m in godot4.messages("godot4-raw-auth", *passes)
            if m.command == godot4.RAW and m.last_hop]
    # What a client sends to the server by a relay for all, the server gets, too.
    seen += [(m.source, 1, raw_bytes(m)) for m in godot4.messages("godot4-raw-auth", *passes)
             if m.command == godot4.RAW and m.relayed and m.first_hop and m.relay_field == 0]
    assert_same(sorted(seen), sorted(expected))


def test_authentication(passes):
    truth = Truth("godot4-raw-auth")
    expected = [(event["peer"], event["to"], event.get("hex", "")) for event in truth.of("auth_sent", "auth_completed")]
    seen = [(m.source, m.target, "".join(node.value for node in m.tree.find("godot.auth")))
            for m in godot4.messages("godot4-raw-auth", *passes)
            if m.command == godot4.SYS and m.number("godot.sys.command") == godot4.AUTH]
    assert_same(seen, expected)


@pytest.mark.parametrize("name", CLEAN)
def test_peers_told_of_each_other(name, passes):
    """Clients learn of other clients by ADD_PEER and DEL_PEER."""
    truth = Truth(name)
    expected = [(1, event["peer"], (event["event"], event["id"])) for event in truth.of("peer_connected", "peer_disconnected")
                if event["who"] != "server" and event["id"] != 1]
    kinds = {godot4.ADD_PEER: "peer_connected", godot4.DEL_PEER: "peer_disconnected"}
    seen = [(m.source, m.target, (kinds[m.number("godot.sys.command")], m.number("godot.sys.peer")))
            for m in godot4.messages(name, *passes)
            if m.command == godot4.SYS and m.number("godot.sys.command") in kinds]
    assert_same(seen, expected)


# --- replication --------------------------------------------------------------------------

REPLICATION = ["godot4-replication"]


@pytest.mark.parametrize("name", REPLICATION)
def test_spawns(name, passes):
    truth = Truth(name)
    arguments_of = {event["argument"]["text"]: logged(event["argument"]) for event in truth.of("spawn") if "argument" in event}
    expected = [(event["from"], event["peer"], (event["spawner"], event["node"].split("/")[-1],
                                                [logged(note["value"]) for note in event["values"]]))
                for event in truth.of("spawned")]
    seen, custom = [], []
    for m in godot4.messages(name, *passes):
        if m.command == godot4.SPAWN and m.last_hop:
            listed = godot4.values(m.tree)
            if m.number("godot.spawn.scene_index") == 255:
                custom.append(listed.pop(0))
            seen.append((m.source, m.target, (m.text("godot.spawn.spawner"), m.text("godot.spawn.name"), listed)))
    assert_same(seen, expected)
    assert all(argument in arguments_of.values() for argument in custom)
    assert all(argument in custom for argument in arguments_of.values())


@pytest.mark.parametrize("name", REPLICATION)
def test_scenes_of_spawns(name):
    truth = Truth(name)
    expected = {event["node"].split("/")[-1]: event["scene"] for event in truth.of("spawn") if "node" in event}
    seen = {m.text("godot.spawn.name"): m.number("godot.spawn.scene_index") for m in godot4.messages(name)
            if m.command == godot4.SPAWN and m.number("godot.spawn.scene_index") != 255}
    assert seen == expected


@pytest.mark.parametrize("name", REPLICATION)
def test_despawns(name, passes):
    """A despawn names its node by the id that the spawn gave it."""
    truth = Truth(name)
    expected = [(event["from"], event["peer"], event["node"]) for event in truth.of("despawned")]
    names, seen = {}, []
    for m in godot4.messages(name, *passes):
        if m.command == godot4.SPAWN:
            names[m.source, m.target, m.number("godot.spawn.net_id")] = m.text("godot.spawn.name")
        elif m.command == godot4.DESPAWN:
            seen.append((m.source, m.target, names[m.source, m.target, m.number("godot.despawn.net_id")]))
    assert_same(seen, expected)


@pytest.mark.parametrize("kind, delta", [("synchronized", False), ("delta_synchronized", True)])
@pytest.mark.parametrize("name", REPLICATION)
def test_synchronised_values(name, kind, delta, passes):
    truth = Truth(name)
    expected = [(event["from"], event["peer"], [logged(note["value"]) for note in event["values"]])
                for event in truth.of(kind)]
    seen = [(m.source, m.target, listed) for m in godot4.messages(name, *passes)
            if m.command == godot4.SYNC and m.last_hop and bool(m.number("godot.sync.delta")) == delta
            for _, listed in m.elements()]
    assert_same(seen, expected)


# --- Variants -----------------------------------------------------------------------------

VARIANTS = "godot4-variants-udp"


def dissected_variants(*options):
    packets = wireshark.pdml(wireshark.CAPTURES / f"{VARIANTS}.pcapng", *godot4.WHOLE, "-d", "udp.port==21000,godot.variant", *options)
    return [godot4.values(packet)[0] for packet in packets]


def test_variants_as_sent(passes):
    """Each value, decoded from what the sender logged by a decoder that is independent of the plugin."""
    sent = Truth(VARIANTS).of("put_var", "put_packet", who="sender")
    encoded = [event.get("hex") or event["value"]["hex"] for event in sent]
    expected = [parse(godot_variant.decode(bytes.fromhex(text)).text) for text in encoded] + [parse('"the end"')]
    assert_same([(0, 0, value) for value in dissected_variants(*passes)], [(0, 0, value) for value in expected])


def test_variants_as_received():
    """Each value as the engine that received it prints it."""
    expected = [logged(event["value"]) for event in Truth(VARIANTS).of("get_var")]
    seen = dissected_variants()[:-1]
    embedded_nul = seen.pop()
    assert_same([(0, 0, value) for value in seen], [(0, 0, value) for value in expected[:-1]])
    assert embedded_nul.startswith('"a') and expected[-1] == '"a"'      # the engine's String ends at the NUL
