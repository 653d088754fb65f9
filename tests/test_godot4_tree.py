# SPDX-License-Identifier: GPL-2.0-or-later
"""The trees of the worked examples of docs/wire/multiplayer-godot4.md (9) are those of godot4_tree.py, item by item."""

import pytest

import godot4_tree
import test_godot4
from trees import check
from wireshark import pdml

LEFT_OUT = ("godot.peer.engine",)       # test_godot4_errors.py and others are about it


def trees():
    """What the examples should look like, in their order."""
    session = godot4_tree.Session()
    for number, (way, channel, data, text, _) in enumerate(test_godot4.EXAMPLES):
        ends = (test_godot4.CLIENT, 1) if way == "up" else (1, test_godot4.CLIENT)
        tree = godot4_tree.of(session, 4 + number, bytes.fromhex(data), *ends, max(0, channel - 1))
        tree.label += text if "→" in text else test_godot4.PEERS[way] + text
        yield tree


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What they look like."""
    session = test_godot4.Game(tmp_path_factory.mktemp("examples"))
    client = session.client()
    for way, channel, data, _, _ in test_godot4.EXAMPLES:
        getattr(client, way)(bytes.fromhex(data), channel)
    return [packet.first("godot") for packet in pdml(session.write())[3:]]


@pytest.mark.parametrize("number", range(len(test_godot4.EXAMPLES)),
                         ids=lambda number: test_godot4.EXAMPLES[number][2][:24])
def test_the_tree_of_an_example(shown, number):
    check(list(trees())[number], shown[number], shown[number].pos, LEFT_OUT)
