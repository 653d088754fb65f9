# SPDX-License-Identifier: GPL-2.0-or-later
"""Whole rows of -z godot,messages, key by key (docs/messages.md), for the worked examples of both generations."""

import json

import pytest

import enet
import pcap
import test_godot3
import test_godot4
from test_godot3 import A, B, CLIENT_A, CLIENT_B
from test_godot4 import CLIENT, OTHER, STATIC_SYNC
from wireshark import tshark

BELOW = 28          # bytes of IP and UDP in each frame
SERVER, ADDRESS = "10.0.0.1:7777", "10.0.0.2:50000"
CROWD, SPAWNER, PLAYER = "Main/Crowd/297", "Main/Spawner", "…/P1"
# What the row of each example has besides what the session tells; lists: of several rows.
ROWS_4 = [
    {"kind": "path", "node": STATIC_SYNC}, {"kind": "path_confirm", "node": STATIC_SYNC},
    {"kind": "sync", "node": STATIC_SYNC, "properties": [[3, 4]], "bytes": 20},
    {"kind": "delta", "node": STATIC_SYNC, "properties": [100], "bytes": 18}, {"kind": "add_peer"},
    {"kind": "rpc", "node": "Main", "method": 1, "args": []}, {"kind": "rpc", "node": "Main", "method": 5, "args": [5]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 1, "args": []},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 0, "args": ["010203"]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 4, "args": [1, -2, True, False, "str", [1, 2], [1, "a"]]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 0x8001, "args": ["Main"]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 7, "args": [300, True]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 7, "args": [-70000, 1.5]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 7, "args": [5000000000, None]},
    {"kind": "rpc", "node": STATIC_SYNC, "method": 1, "args": []}, {"kind": "path", "node": CROWD},
    {"kind": "rpc", "node": CROWD, "method": 2, "args": [[]]},
    {"kind": "rpc", "node": CROWD, "method": 1, "args": ["09"]},
    {"kind": "rpc", "node": CROWD, "method": 1, "args": []}, {"kind": "path", "node": SPAWNER},
    {"kind": "spawn", "node": PLAYER, "spawner": SPAWNER, "properties": [[3, 4], 100, "bob", "x"]},
    {"kind": "spawn", "node": "…/custom7", "spawner": SPAWNER, "args": [{"k": 7}]},
    [{"kind": "delta", "node": PLAYER, "properties": [100], "bytes": 18},
     {"kind": "delta", "node": PLAYER, "properties": ["x"], "bytes": 28}],
    {"kind": "despawn", "node": PLAYER}, {"kind": "path", "relayed": True, "node": "Main", "to": OTHER},
    {"kind": "rpc", "relayed": True, "node": "Main", "method": 1, "args": [], "to": OTHER},
    {"kind": "rpc", "relayed": True, "node": "Main", "method": 1, "args": [], "from": OTHER, "godot": "4"},
    {"kind": "raw", "relayed": True, "args": [b"rawdata".hex()], "to": 0},
    {"kind": "raw", "relayed": True, "args": [b"notserver".hex()], "to": -1},
    {"kind": "del_peer"}, {"kind": "auth", "args": [b"tok-client1".hex()]}, {"kind": "auth"}]
ROWS_3 = [
    {"kind": "add_peer"}, {"kind": "path", "node": "Main"},
    {"kind": "rpc", "node": "Main", "method": "alpha", "args": []},
    {"kind": "rpc", "node": "Main", "method": "zeta", "args": [5, "hi"]}, {"kind": "path_confirm", "node": "Main"},
    {"kind": "rpc", "node": "Main", "method": "alpha", "args": []},
    {"kind": "path", "node": "Main", "to": B, "relayed": True},
    {"kind": "rset", "node": "Main", "properties": {"hp": 300}},
    {"kind": "raw", "args": [b"raw!".hex()], "to": 0},      # the server gets it, too
    {"kind": "raw", "args": [b"rawx".hex()], "to": -1, "relayed": True},
    {"kind": "path", "node": "Main", "from": A, "to": B, "relayed": True}, {"kind": "del_peer"}]
MODES = {test_godot3.RELIABLE: "reliable", test_godot3.UNSEQUENCED: "unreliable",
         test_godot3.ORDERED: "unreliable_ordered"}


def read(capture):
    """Returns the rows, without their time, which is checked."""
    rows = [json.loads(line) for line in tshark("-r", capture, "-q", "-z", "godot,messages").splitlines()]
    for row in rows:
        assert row.pop("time") == pytest.approx(1 + (row["frame"] - 1) / 1000)
    return rows


def openings(first, stream, address, data, channels=255, slot=0):
    """The rows of the handshake."""
    connect, verify = len(enet.connect()), len(enet.verify())
    return [
        {"frame": first, "stream": stream, "src": address, "dst": SERVER, "kind": "connect",
         "text": f"CONNECT {channels} channels, data {data}", "bytes": connect, "wire_bytes": BELOW + 4 + connect,
         "experts": ["enet.connection.asked"]},
        {"frame": first + 1, "stream": stream, "src": SERVER, "dst": address, "kind": "verify_connect",
         "text": f"VERIFY_CONNECT {channels} channels, slot {slot}", "bytes": verify,
         "wire_bytes": BELOW + 4 + verify, "rtt": 0.001, "experts": ["enet.connection.accepted"]},
        {"frame": first + 2, "stream": stream, "src": address, "dst": SERVER, "kind": "ack", "text": "ACK 1",
         "bytes": 8, "rtt": 0.001}]


def test_rows_of_godot4(tmp_path):
    session = test_godot4.Game(tmp_path)
    client = session.client()
    expected = openings(1, 0, ADDRESS, CLIENT)
    expected[-1]["wire_bytes"] = BELOW + 2 + 8
    releases = {"up": "4", "down": "4"}
    for frame, ((way, channel, data, text, _), own) in enumerate(zip(test_godot4.EXAMPLES, ROWS_4, strict=True), 4):
        getattr(client, way)(bytes.fromhex(data), channel)
        upward, size = way == "up", len(data) // 2
        text = text if "→" in text else test_godot4.PEERS[way] + text
        rows = own if isinstance(own, list) else [own]
        for row in rows:
            is_of_link = row["kind"] in ("add_peer", "del_peer", "auth")    # no message of the scene's API
            expected.append({
                "frame": frame, "stream": 0, "src": ADDRESS if upward else SERVER,
                "dst": SERVER if upward else ADDRESS, "from": CLIENT if upward else 1, "to": 1 if upward else CLIENT,
                "mode": "reliable", "channel": max(0, channel - 1),
                "godot": "4" if is_of_link else releases[way], "text": text, "bytes": size, **row})
        wire_bytes = BELOW + 4 + 6 + size       # the header with its time, and that of the command
        for row in expected[:-len(rows):-1]:    # the first one gets what remains
            row["wire_bytes"] = wire_bytes * row["bytes"] // (6 + size)
            wire_bytes -= row["wire_bytes"]
        expected[-len(rows)]["wire_bytes"] = wire_bytes
        # A confirmation by id is of 4.3 or later, a delta of 4.1 or later (2.3, 2.8): known from the next message on.
        if rows[0]["kind"] == "path_confirm":
            releases["up"] = "4.3 or later"
        elif rows[0]["kind"] == "delta":
            releases["down"] = "4.1 or later"
    assert read(session.write()) == expected


def test_rows_of_godot3(tmp_path):
    clients = ((CLIENT_A, A), (CLIENT_B, B))
    session = test_godot3.Session(clients)
    expected = []
    for slot, (address, peer) in enumerate(clients):
        expected += openings(1 + 3 * slot, slot, "{}:{}".format(*address), peer, 3, slot)
        ack, ping = expected[-1], (BELOW + 4 + 8 + 4) * 4 // (8 + 4)     # its share, in whole numbers
        ack["wire_bytes"] = BELOW + 4 + 8 + 4 - ping
        ends = {key: ack[key] for key in ("frame", "stream", "src", "dst")}
        expected.append({**ends, "kind": "ping", "text": "PING", "bytes": 4, "wire_bytes": ping})
    for frame, ((line, _, text), own) in enumerate(zip(test_godot3.EXAMPLES, ROWS_3, strict=True), 7):
        session.add(line)
        peer, ends = (A, B)[line.client == CLIENT_B], ("{}:{}".format(*line.client), SERVER)
        heads = {test_godot3.RELIABLE: 4 + 6, test_godot3.UNSEQUENCED: 2 + 8, test_godot3.ORDERED: 2 + 8}[line.mode]
        expected.append({
            "frame": frame, "stream": int(line.client == CLIENT_B), "src": ends[not line.to_server],
            "dst": ends[line.to_server], "from": peer if line.to_server else 1, "to": 1 if line.to_server else peer,
            "mode": MODES[line.mode], "channel": 0, "godot": "3", "text": text, "bytes": len(line.data),
            "wire_bytes": BELOW + heads + len(line.data), **own})
    assert read(pcap.write(tmp_path / "godot3.pcap", session.packets)) == expected
