# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of -z godot,timeline, compared with the engines' own logs, with fields and with trees."""

import functools
import json

import pytest

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
    with pytest.raises(wireshark.WiresharkError, match="nonsense"):
        lives(NAME, "nonsense.field")
