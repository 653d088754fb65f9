# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin reads from the captures of Godot 4 is what the engine says it sent and received.

Same messages, same order, same values, nothing missing and nothing extra, but for the
rightful differences of captures/README.md.
"""

import itertools
import json
import re
import tomllib

import pytest

import godot4
import godot_variant
import wireshark
from truth import Truth, logged, parse

SCENARIOS = tomllib.loads((godot4.GAMES / "scenarios.toml").read_text(encoding="utf-8"))

# Captures of a whole session without loss, in which everything that was sent also arrived.
CLEAN = [
    "godot4-rpc", "godot4-rpc-wide", "godot4-raw-auth", "godot4-replication", "godot4-reconnect", "godot4-no-relay",
    *(f"godot4-compression-{mode}" for mode in ("none", "range", "fastlz", "zlib", "zstd"))]
# Calls that the receiver rejects, or takes for others.
TROUBLE = [
    "godot4-owned",
    *(f"godot4-trouble-{name}" for name in ("scripts", "missing", "freed", "duplicate", "authority", "handed", "big"))]
SERVER_PORT = 21000
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
    if node == "Main/Players/7" or "/Crowd/" in node:
        return "player.gd"
    if name == "godot4-owned" and node.startswith("Main/Players/"):
        return "owned_player.gd"
    return "avatar.gd" if re.fullmatch(r"Main/Players/[^/]+", node) else None


def arguments(event):
    """Returns the arguments as far as the wire shows them: one empty PackedByteArray is the same as none."""
    listed = [logged(value) for value in event["args"]]
    return [] if listed == [("PackedByteArray", ("(",))] else listed


def call(name, event, who):
    """Returns (node, method id, arguments) of a logged call."""
    return (event["node"], godot4.method_id(script_of(name, event["node"], who), event["method"]), arguments(event))


def visible_mode(event):
    """Returns the mode as far as the wire shows it: fragments of both unreliable modes look the same."""
    size = sum(len(value["hex"]) // 2 if "hex" in value else value["size"] for value in event["args"])
    return "unreliable" if event["mode"] == "unreliable_ordered" and size > ENET_FRAGMENT else event["mode"]


def by_direction(rows):
    """Rows of (sender, receiver, what) as lists per direction."""
    directions = {}
    for sender, receiver, what in rows:
        directions.setdefault((sender, receiver), []).append(what)
    return directions


def assert_same(seen, expected):
    """Compares the rows in their order in each direction; shows the first that differs."""
    seen, expected = by_direction(seen), by_direction(expected)
    for direction in seen.keys() | expected.keys():
        pairs = itertools.zip_longest(seen.get(direction, []), expected.get(direction, []), fillvalue="nothing")
        for number, (ours, theirs) in enumerate(pairs, 1):
            assert ours == theirs, (f"{direction[0]} to {direction[1]}, number {number}: {str(ours)[:500]} is not "
                                    f"{str(theirs)[:500]}")


# --- calls ------------------------------------------------------------------------------

def calls_sent(name):
    truth = Truth(name)
    return [(event["peer"], target, (*call(name, event, event["who"]), visible_mode(event), event["channel"]))
            for event in truth.of("rpc_sent") for target in truth.targets(event)]


def calls_seen_leaving(name, *options):
    return [(m.source, m.target, (*m.call(), m.mode, m.channel))
            for m in godot4.messages(name, *options) if m.command == godot4.REMOTE_CALL and m.first_hop]


def calls_received(name):
    return [(event["from"], event["peer"], call(name, event, event["who"]))
            for event in Truth(name).of("rpc_received") if event["from"] != event["peer"]]


def calls_seen_arriving(name, *options):
    return [(m.source, m.target, m.call())
            for m in godot4.messages(name, *options) if m.command == godot4.REMOTE_CALL and m.last_hop]


def without_held_back(seen, sent, received):
    """Returns the sent calls without the unreliable ones that ENet's throttle dropped: these are neither seen nor
    received."""
    left = []
    for direction, calls in by_direction(sent).items():
        ours = iter(by_direction(seen).get(direction, []))
        delivered = by_direction(received).get(direction, [])
        following = next(ours, None)
        for what in calls:
            if what == following:
                following = next(ours, None)
            elif what[3] != "reliable" and what[:3] not in delivered:
                continue
            left.append((*direction, what))
    return left


@pytest.mark.parametrize("name", CLEAN + TROUBLE + ["godot4-refused"])
def test_calls_as_sent(name, passes):
    seen = calls_seen_leaving(name, *passes)
    assert_same(seen, without_held_back(seen, calls_sent(name), calls_received(name)))


@pytest.mark.parametrize("name", CLEAN)
def test_calls_as_received(name, passes):
    assert_same(calls_seen_arriving(name, *passes), calls_received(name))


@pytest.mark.parametrize("name", ["godot4-late", "godot4-late-range"])
def test_calls_of_a_late_capture(name, passes):
    """What was announced before the capture began has no name, nor does the client; everything else is there."""
    def nameless(rows):
        return [(sender == 1, receiver == 1, (None, *what[1:])) for sender, receiver, what in reversed(rows)]

    seen = [(m.ports[0] == SERVER_PORT, m.ports[1] == SERVER_PORT, (*m.call(), m.mode, m.channel))
            for m in reversed(godot4.messages(name, *passes)) if m.command == godot4.REMOTE_CALL]
    expected = by_direction(without_held_back(seen, nameless(calls_sent(name)), nameless(calls_received(name))))
    for direction, ours in by_direction(seen).items():
        assert len(ours) > 20
        assert ours == expected[direction][:len(ours)]


def test_calls_of_a_killed_client(passes):
    """Nothing is there that was not sent, and in order; what ENet still held when the connection broke is missing."""
    seen = by_direction(row for row in calls_seen_leaving("godot4-timeout", *passes) if row[2][3] == "reliable")
    expected = by_direction(row for row in calls_sent("godot4-timeout") if row[2][3] == "reliable")
    assert seen.keys() == expected.keys()
    for direction, ours in seen.items():
        assert ours == expected[direction][:len(ours)]
        assert len(ours) >= 5


def test_calls_over_a_bad_network(passes):
    """At the client's side: all its calls that left it are there once, however often they were repeated."""
    name = "godot4-lossy"
    seen, sent = calls_seen_leaving(name, *passes), calls_sent(name)
    expected = without_held_back(seen, sent, calls_received(name))
    client = next(sender for sender, _, _ in sent if sender != 1)
    assert_same([row for row in seen if row[0] == client], [row for row in expected if row[0] == client])


def test_calls_of_the_far_side_of_a_bad_network(passes):
    """All of the server's calls that arrived at the client are there, each reliable one once."""
    name = "godot4-lossy"
    received = by_direction(calls_received(name))
    client = next(sender for sender, _ in received if sender != 1)
    ours = by_direction(calls_seen_leaving(name, *passes))[1, client]
    reliable = [what[:3] for what in ours if what[3] == "reliable"]
    unreliable = [what[:3] for what in ours if what[3] != "reliable"]
    reliable_methods = {what[1] for what in reliable}
    delivered = {True: [], False: []}
    for what in received[1, client]:
        delivered[what[1] in reliable_methods].append(what)
    assert sorted(reliable, key=repr) == sorted(delivered[True], key=repr)
    # The late calls are on the wire, and are not delivered.
    assert all(what in unreliable for what in delivered[False])
    assert len(unreliable) - len(delivered[False]) < len(unreliable) / 5


MESH_PORTS = {21000 + first + second: (first, second) for first, second in ((11, 22), (11, 33), (22, 33))}


def test_calls_in_a_mesh(passes):
    """The wire does not tell the peers' ids, but the ports do: of two peers the first listens."""
    name = "godot4-mesh"
    seen = []
    for m in godot4.messages(name, *passes):
        if m.command == godot4.REMOTE_CALL:
            assert m.source is None and m.target is None
            source, target = MESH_PORTS[m.ports[0]] if m.ports[0] in MESH_PORTS else MESH_PORTS[m.ports[1]][::-1]
            seen.append((source, target, (*m.call(), m.mode, m.channel)))
    assert_same(seen, calls_sent(name))
    assert_same([(source, target, what[:3]) for source, target, what in seen], calls_received(name))


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
    # If a client sends to all through a relay, the server gets it, too.
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
    expected = [(1, event["peer"], (event["event"], event["id"]))
                for event in truth.of("peer_connected", "peer_disconnected")
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
    arguments_of = {
        event["argument"]["text"]: logged(event["argument"]) for event in truth.of("spawn") if "argument" in event}
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
def test_rows_name_the_spawner(name):
    rows = [json.loads(row) for row in wireshark.tshark(
        "-n", "-q", "-r", wireshark.CAPTURES / f"{name}.pcapng", "-z", "godot,messages").splitlines() if row]
    expected = [(event["from"], event["peer"], (event["spawner"], event["node"].split("/")[-1]))
                for event in Truth(name).of("spawned")]
    assert_same([(row["from"], row["to"], (row["spawner"], row["node"].split("/")[-1]))
                 for row in rows if row["kind"] == "spawn"], expected)
    assert not any("spawner" in row for row in rows if row["kind"] != "spawn")


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
            if m.command == godot4.SYNC and m.last_hop and m.flag("godot.sync.delta") == delta
            for _, listed in m.elements()]
    assert_same(seen, expected)


@pytest.mark.parametrize("kind, delta", [("synchronized", False), ("delta_synchronized", True)])
@pytest.mark.parametrize("name", REPLICATION)
def test_synchronised_nodes(name, kind, delta, passes):
    """A synchronizer known by its path has that path; of a spawned one at least the spawned node's name is known."""
    expected = by_direction((event["from"], event["peer"], event["sync"]) for event in Truth(name).of(kind))
    seen = by_direction((m.source, m.target, node) for m in godot4.messages(name, *passes)
                        if m.command == godot4.SYNC and m.last_hop and m.flag("godot.sync.delta") == delta
                        for node, _ in m.elements())
    spawned = {"…/" + event["node"].split("/")[-1]: event["node"] for event in Truth(name).of("spawned")}
    for direction, nodes in seen.items():
        for ours, theirs in zip(nodes, expected[direction], strict=True):
            assert ours == theirs or theirs.startswith(spawned[ours] + "/")


def numbers_of_equals(values, before):
    return [i for i, (one, other) in enumerate(zip(values, before, strict=True)) if one == other]


@pytest.mark.parametrize("name", [*REPLICATION, "godot4-trouble-handed"])
def test_unchanged_values(name, passes):
    """They are those that the receiver's log has twice in a row, from the same sender for the same synchronizer."""
    latest, expected = {}, []
    for event in Truth(name).of("synchronized"):
        key, listed = (event["from"], event["peer"], event["sync"]), [note["value"]["hex"] for note in event["values"]]
        before = latest.get(key, [None] * len(listed))
        expected.append((event["from"], event["peer"], numbers_of_equals(listed, before)))
        latest[key] = listed
    seen = [(m.source, m.target, numbers) for m in godot4.messages(name, *passes)
            if m.command == godot4.SYNC and m.last_hop and not m.flag("godot.sync.delta")
            for _, numbers in m.unchanged()]
    assert_same(seen, expected)
    assert any(numbers for *_, numbers in seen)


def test_unchanged_values_over_a_bad_network(passes):
    """Values are compared with the latest that were captured, whatever was lost, and each message once."""
    latest, marked = {}, 0
    for m in godot4.messages("godot4-lossy-replication", *passes):
        if m.command != godot4.SYNC or m.flag("godot.sync.delta"):
            continue
        for (synchronizer, numbers), (_, listed) in zip(m.unchanged(), m.elements(), strict=True):
            key = (m.ports, m.source, m.target, synchronizer)
            assert numbers == numbers_of_equals(listed, latest.get(key, [None] * len(listed))), m.frame
            latest[key] = listed
            marked += len(numbers)
    assert marked > 0


def replicated(name, *options):
    """Returns (sender, receiver, what) of the spawns, despawns and states in the capture, by kind; without an order,
    since they are shuffled."""
    kinds = {"spawned": [], "despawned": [], "synchronized": [], "delta_synchronized": []}
    for m in godot4.messages(name, *options):
        if m.command == godot4.SPAWN and m.last_hop:
            kinds["spawned"].append((m.source, m.target, m.text("godot.spawn.name")))
        elif m.command == godot4.DESPAWN and m.last_hop:
            kinds["despawned"].append((m.source, m.target))
        elif m.command == godot4.SYNC and m.last_hop:
            kind = "delta_synchronized" if m.flag("godot.sync.delta") else "synchronized"
            kinds[kind] += [(m.source, m.target, listed) for _, listed in m.elements()]
    return kinds


def test_replication_over_a_bad_network(passes):
    """Everything that was applied was seen; no other reliable message was."""
    name = "godot4-lossy-replication"
    truth, seen = Truth(name), replicated(name, *passes)
    for kind in ("spawned", "despawned"):
        expected = [
            (e["from"], e["peer"], *([e["node"].split("/")[-1]] if kind == "spawned" else [])) for e in truth.of(kind)]
        assert sorted(seen[kind]) == sorted(expected) != []
    for kind in ("synchronized", "delta_synchronized"):
        expected = [(e["from"], e["peer"], [logged(note["value"]) for note in e["values"]]) for e in truth.of(kind)]
        remaining = list(seen[kind])
        for row in expected:
            remaining.remove(row)
        assert len(remaining) < (len(expected) / 4 if kind == "synchronized" else 1)


# --- Variants -----------------------------------------------------------------------------

VARIANTS = "godot4-variants-udp"


def dissected_variants(*options):
    packets = wireshark.pdml(wireshark.CAPTURES / f"{VARIANTS}.pcapng", *godot4.WHOLE, "-d",
                             "udp.port==21000,godot.variant", *options)
    return [godot4.values(packet)[0] for packet in packets]


def test_variants_as_sent(passes):
    """Decodes each value from what the sender logged, with a decoder that is independent of the plugin."""
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
