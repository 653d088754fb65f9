# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of -z godot,timeline, compared with the engines' own logs, with fields and with trees."""

import functools
import json
import random
import struct

import pytest

import enet
import pcap
import traffic
import wireshark
from counted import read
from truth import Truth
from wireshark import CAPTURES

NAME = "godot4-replication"
SENT_LATER = 0.05       # seconds: the engine logs, then its next frame sends


@functools.cache
def lives(name, display_filter=""):
    """The rows by kind, name and way."""
    command = "godot,timeline" + (f",{display_filter}" if display_filter else "")
    printed = wireshark.tshark("-r", CAPTURES / f"{name}.pcapng", "-q", "-z", command)
    rows = [json.loads(line) for line in printed.splitlines()]
    found = {(row["kind"], row["name"], row.get("way")): row for row in rows}
    assert len(found) == len(rows) > 0
    return found


def begin(name):
    [[[time]], *_] = wireshark.fields(CAPTURES / f"{name}.pcapng", "", "frame.time_epoch")
    return float(time)


def test_nodes_live_from_spawn_to_despawn():
    log, start, told = Truth(NAME), begin(NAME), lives(NAME)
    spawns = {event["node"].split("/")[-1]: event["time"] - start for event in log.of("spawn") if "node" in event}
    despawns = {event["node"].split("/")[-1]: event["time"] - start for event in log.of("despawn")}
    seen = {name.split("/")[-1]: row for (kind, name, _), row in told.items()
            if kind == "node" and row["comes"] and name.split("/")[-1] in spawns}
    assert set(seen) == set(spawns) and set(despawns) & set(seen)
    assert {name.split("/")[-1] for (kind, name, _), row in told.items() if kind == "node" and "went" in row} <= set(
        despawns)
    for name, row in seen.items():
        assert row["came"] == pytest.approx(spawns[name], abs=SENT_LATER)
        assert ("went" in row) == (name in despawns)
        if name in despawns:
            assert row["went"] == pytest.approx(despawns[name], abs=SENT_LATER)
        assert row["comes"] == sum(event["node"].endswith("/" + name) for event in log.of("spawned") if "node" in event)


def test_peers_live_from_connect_to_disconnect():
    log, start = Truth("godot4-leaving"), begin("godot4-leaving")
    peers = {name: row for (kind, name, _), row in lives("godot4-leaving").items() if kind == "peer"}
    joined = {event["id"]: event["time"] - start for event in log.of("peer_connected", who="server")}
    assert {name for name, row in peers.items() if row["comes"]} == {f"peer {peer}" for peer in joined}
    for peer, time in joined.items():
        row = peers[f"peer {peer}"]
        assert (row["comes"], row["goes"]) == (1, 1) and row["came"] < time < row["went"]


@pytest.mark.parametrize("name", [NAME, "godot4-lossy-replication", "godot4-rpc", "godot3.6-rpc",
                                  "websocket-4.6-multiplayer"])
def test_sums_are_those_of_trees_and_fields(name):
    trees = read(CAPTURES / f"{name}.pcapng")[1]
    updates = [row for (kind, *_), row in lives(name).items() if kind == "synchronizer"]
    told = sum(row["server_bytes"] + row["other_bytes"] for row in updates)
    assert told == trees["godot_sync"]["Updates: bytes"].number
    lengths = [int(length) for [lengths] in wireshark.fields(CAPTURES / f"{name}.pcapng", "godot", "godot.length")
               for length in lengths]
    peers = [row for (kind, *_), row in lives(name).items() if kind == "peer"]
    for way in ("sent", "received"):
        assert (sum(row[f"{way}_messages"] for row in peers), sum(row[f"{way}_bytes"] for row in peers)) == \
            (len(lengths), sum(lengths))


def test_silence_is_the_longest_time_without_a_state():
    peer = Truth(NAME).of("connected_to_server", who="client1")[0]["peer"]
    times = [float(time) for [[time], nodes] in wireshark.fields(
        CAPTURES / f"{NAME}.pcapng", f'godot.sync.net_id && godot.peer.target == {peer}', "frame.time_relative",
        "godot.sync.node") for node in nodes if node == "Main/World/Sync"]
    row = lives(NAME)["synchronizer", "Main/World/Sync", f"1 → {peer}"]
    silence, since = max((after - before, before) for before, after in zip(times, times[1:]))
    assert (row["first"], row["last"]) == (times[0], times[-1])
    assert (row["silence"], row["silence_since"]) == (pytest.approx(silence, abs=1e-5), pytest.approx(since, abs=1e-5))


def test_only_what_is_silent_for_long_is_silent_too_long():
    """The capture has no such synchronizer; a filter hides three seconds of all of them."""
    assert not any("silent_too_long" in row for row in lives("godot4-lossy-replication").values())
    hidden = lives(NAME, "frame.time_relative < 1.5 || frame.time_relative > 4.2")
    flagged = {key for key, row in hidden.items() if "silent_too_long" in row}
    assert flagged and {kind for kind, *_ in flagged} == {"synchronizer"}
    assert all(hidden[key]["silence"] > 2.5 for key in flagged)


def test_a_wrong_filter_ends_it():
    with pytest.raises(wireshark.WiresharkError, match="-z godot,timeline: .*nonsense"):
        lives(NAME, "nonsense.field")


# --- sessions that are made up ---------------------------------------------------------

START, STEP = 1_000_000, 1000       # microseconds: of the first packet, and how many are between two of a handshake
SPEAKING = {"peer": ("sent", "received"), "node": ("server", "other"), "synchronizer": ("server", "other")}


class Lives:
    """What docs/messages.md says of lives, as the messages are written. Times are microseconds."""

    def __init__(self):
        self.rows, self.times = {}, {}

    def of(self, kind, name, way=None):
        sums = {f"{who}_{what}": 0 for who in SPEAKING[kind] for what in ("messages", "bytes")}
        row = {"kind": kind, "name": name, **({"way": way} if way else {}), "comes": 0, "goes": 0, **sums}
        return self.rows.setdefault((kind, name, way), row)

    def comes(self, at, *who):
        self.of(*who)["comes"] += 1
        self.of(*who).setdefault("came", at)
        self.of(*who).pop("went", None)

    def goes(self, at, *who):
        self.of(*who)["goes"] += 1
        self.of(*who)["went"] = at

    def count(self, end, size, *who):
        self.of(*who)[f"{SPEAKING[who[0]][end]}_messages"] += 1
        self.of(*who)[f"{SPEAKING[who[0]][end]}_bytes"] += size

    def speaks(self, at, end, size, *who):
        self.count(end, size, *who)
        self.times.setdefault(who if len(who) == 3 else (*who, None), []).append(at)

    def message(self, at, source, target, data, node=None, elements=()):
        self.speaks(at, 0, len(data), "peer", named(source))
        self.count(1, len(data), "peer", named(target))
        for name, size in elements:
            self.speaks(at, int(source != 1), size, "synchronizer", name, f"{source} → {target}")
        if node:
            self.speaks(at, int(source != 1), len(data), "node", node)

    def told(self):
        for key, times in self.times.items():
            row, steps = self.rows[key], [(after - before, -before) for before, after in zip(times, times[1:])]
            row |= {"first": times[0], "last": times[-1]}
            if steps:
                longest, since = max(steps)
                row |= {"silence": longest, "silence_since": -since}
            if key[0] == "synchronizer" and len(steps) > 10 and longest * (len(steps) - 1) > 10 * (
                    sum(step for step, _ in steps) - longest):
                row["silent_too_long"] = True
        return list(self.rows.values())


def named(peer):
    return f"peer {peer}" if peer != 1 else "peer 1 (server) {}:{}".format(*pcap.SERVER)


def told_of(packets, command="godot,timeline"):
    """The rows of a capture of these pairs of microseconds and a packet."""
    capture = wireshark.writable_folder() / "lives.pcap"
    pcap.write_timed(capture, [(at / 1e6, packet) for at, packet in packets])
    rows = [json.loads(line) for line in wireshark.tshark("-r", capture, "-q", "-z", command).splitlines()]
    assert {row.pop("start") for row in rows} == {packets[0][0] / 1e6}
    times = ("came", "went", "first", "last", "silence", "silence_since")
    return [{name: round(value * 1e6) if name in times else value for name, value in row.items()} for row in rows]


class Game:
    """A server and its clients; what they send is noted."""

    def __init__(self):
        self.packets, self.lives, self.at, self.count = [], Lives(), START, 0

    def send(self, packet, step=STEP):
        self.packets.append((self.at, packet))
        self.at += step

    def since(self):
        return self.at - START

    def connect(self, line):
        self.lives.comes(self.since(), "peer", named(line.peer))
        for packet in line.opened():
            self.send(packet)

    def disconnect(self, line, upward):
        self.lives.goes(self.since(), "peer", named(line.peer))
        self.send(line.packet(upward, enet.disconnect(line.number(upward, 255) + 10)))

    def say(self, line, upward, data, step=STEP, **what):
        ends = (line.peer, 1) if upward else (1, line.peer)
        self.lives.message(self.since(), *ends, data, **what)
        self.send(line.reliable(upward, data), step)

    def sync(self, line, upward, *net_ids, step=STEP):
        """Each has a value of another length."""
        self.count += 1
        parts = [traffic.element4(net_id, traffic.string("x" * 4 * (net_id % 10))) for net_id in net_ids]
        self.say(line, upward, struct.pack("<BH", 6, self.count) + b"".join(parts), step,
                 elements=[(f"node {net_id}", len(part)) for net_id, part in zip(net_ids, parts)])


def test_lives_of_a_game_that_is_made_up():
    """Two clients, of which one comes again; a third one sends to nobody; spawned nodes that come and go."""
    chance, game = random.Random(7), Game()
    first, second, again, silent = (traffic.Line(number, data=data) for number, data in enumerate((70, 80, 70, 90)))
    lines, spawned = [first, second], {}
    game.connect(first)
    game.send(game.packets[0][1])       # it asks once more
    game.connect(second)
    for line in lines:
        for upward in (True, False):
            for number, node in enumerate(("A", "A/B"), 1):
                game.say(line, upward, traffic.simplify4(number, node), node=node)
    for number in range(120):
        line, upward, step = chance.choice(lines), chance.random() < 0.4, chance.randrange(1, 100_000)
        what = chance.choice(["call", "sync", "sync", "node", "raw"])
        path = chance.randrange(1, 3)
        node = ("A", "A/B")[path - 1]
        if what == "call":
            game.say(line, upward, traffic.call4(path, 0, traffic.integer(number)), step, node=node)
        elif what == "sync":
            game.sync(line, upward, *chance.sample([31, 32, 33], chance.randrange(1, 4)), step=step)
        elif what == "raw":
            game.say(line, upward, b"\3" + bytes(number), step)
        elif spawned.get(line) is None:
            spawned[line] = number
            game.lives.comes(game.since(), "node", f"…/P{number % 7}")
            spawn = traffic.spawn4(2, 1000 + number, f"P{number % 7}", 2000 + number, b"")
            game.say(line, False, spawn, step, node=f"…/P{number % 7}")
        else:
            known = spawned.pop(line)
            game.lives.goes(game.since(), "node", f"…/P{known % 7}")
            game.say(line, False, struct.pack("<BI", 5, 1000 + known), step, node=f"…/P{known % 7}")
        if number == 60:
            game.disconnect(first, True)
            lines.remove(first)
            game.connect(silent)
            game.connect(again)
            lines.append(again)
            for upward in (True, False):
                for other, node in enumerate(("A", "A/B"), 1):
                    game.say(again, upward, traffic.simplify4(other, node), node=node)
    game.disconnect(second, False)
    assert told_of(game.packets) == game.lives.told()


def test_who_came_before_what_is_counted_may_go():
    """Its connection's messages say who it is."""
    game, line = Game(), traffic.Line(data=70)
    game.connect(line)
    game.lives = Lives()
    game.say(line, True, traffic.simplify4(1, "A"), node="A")
    game.disconnect(line, True)
    assert told_of(game.packets, "godot,timeline,frame.number > 3") == game.lives.told()


@pytest.mark.parametrize("count, longest, too_long", [
    (12, 1_001_000, True), (12, 999_000, False), (11, 3_000_000, False), (30, 1_001_000, True), (30, 999_000, False)])
def test_a_synchronizer_is_silent_too_long_by_ten_of_its_usual_intervals(count, longest, too_long):
    """If it has more than ten of them. A node may be silent for any time."""
    game, line = Game(), traffic.Line(data=70)
    game.connect(line)
    game.say(line, True, traffic.simplify4(1, "A"), node="A")
    for number in range(count):
        game.sync(line, False, 31, step=100 if number != count // 2 else longest - 99_900)
        game.say(line, True, traffic.call4(1, 0), 99_900, node="A")
    told = told_of(game.packets)
    assert told == game.lives.told()
    assert [row["kind"] for row in told if row.get("silent_too_long")] == ["synchronizer"] * too_long
