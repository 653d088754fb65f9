#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures of captures/crafted. No engine at hand sends these messages, so they are put together one by one.

tests/crafted.py writes them; test_cookbook.py checks that they are what this file makes.
"""

from pathlib import Path

import godot4
import pcap
from test_godot4 import CLIENT, OTHER, Game, add_peer, confirm, confirm_path, despawn, relay, rpc, simplify, spawn, sync

FOLDER = Path(__file__).resolve().parent.parent / "captures" / "crafted"
STEP = 0.05     # seconds between two packets
SCRIPT = "replication.gd"


def mixed_releases():
    """Two clients confirm a path, each in the form of its own release: one of 4.3 or later, one before."""
    game = Game()
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(simplify(1, "Main/Players"))
    two.down(simplify(1, "Main/Players"))
    one.up(confirm(1))
    one.ack_down()
    two.up(confirm_path("Main/Players"))
    two.ack_down()
    return game


def frozen_synchronizer():
    """A crate is despawned, but its state is still sent; its id then means a mob; and the mob's clock jumps back."""
    game = Game()
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.up(confirm(1))
    client.ack_down()
    client.down(spawn(1, 1, "crate", (2,)))
    client.ack_down()
    client.down(sync(100, 2), 1, True)
    client.down(sync(103, 2), 1, True)
    client.down(despawn(1))
    client.ack_down()
    client.down(sync(106, 2), 1, True)
    client.down(spawn(1, 1, "mob", (2,)))
    client.ack_down()
    for time in (109, 112, 20, 23, 115):
        client.down(sync(time, 2), 1, True)
    return game


def foreign_caller():
    """The server calls a method that only the authority may call; then a client does, through the server's relay."""
    game = Game()
    one, two = game.client(CLIENT, 0), game.client(OTHER, 1)
    one.down(add_peer(OTHER))
    two.down(add_peer(CLIENT))
    path, call = simplify(1, "Main", godot4.methods_md5(SCRIPT)), rpc(1, godot4.method_id(SCRIPT, "finish"))
    two.down(path)
    two.up(confirm(1))
    two.ack_down()
    two.down(call)
    one.up(relay(OTHER, path))
    two.down(relay(CLIENT, path))
    two.up(relay(CLIENT, confirm(1)))
    one.down(relay(OTHER, confirm(1)))
    one.up(relay(OTHER, call))
    two.down(relay(CLIENT, call))
    return game


CAPTURES = {
    "mixed-releases": mixed_releases, "frozen-synchronizer": frozen_synchronizer, "foreign-caller": foreign_caller}


def write(folder):
    """Writes all of them into this folder, and returns their paths."""
    return [pcap.write(folder / f"{name}.pcap", make().packets, step=STEP) for name, make in CAPTURES.items()]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write(FOLDER)
