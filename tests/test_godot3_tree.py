# SPDX-License-Identifier: GPL-2.0-or-later
"""The trees of Godot 3's messages are those of godot3_tree.py, item by item."""

import pytest

import generated_godot3
import godot3_tree
import test_godot3
from test_godot3 import A, B, CLIENT_A, CLIENT_B
from test_godot4_tree import messages_of, read_calmly
from trees import check

MODES = {test_godot3.RELIABLE: "reliable", test_godot3.UNSEQUENCED: "unreliable",
         test_godot3.ORDERED: "unreliable_ordered"}


def compare(messages, lines, texts, first, is_wide=False):
    """first: the frame of the first message; the ends connect before."""
    session = godot3_tree.Session()
    for number, (message, line, text) in enumerate(zip(messages, lines, texts, strict=True)):
        client = {CLIENT_A: A, CLIENT_B: B}[line.client]
        wanted = godot3_tree.of(session, first + number, line.data, client, MODES[line.mode],
                                is_system=not line.channel, is_wide=is_wide)
        wanted.label += text
        check(wanted, message, message.pos)


def test_the_trees_of_the_examples(tmp_path):
    """The worked examples of docs/wire/multiplayer-godot3.md (8)."""
    lines = [line for line, _, _ in test_godot3.EXAMPLES]
    messages = test_godot3.dissect(tmp_path, lines, clients=((CLIENT_A, A), (CLIENT_B, B)))
    compare(messages, lines, [text for *_, text in test_godot3.EXAMPLES], 7)


def test_the_trees_with_the_header_of_3_0(tmp_path):
    """Twelve bytes, of which the last four are flags (5)."""
    messages = test_godot3.dissect(tmp_path, test_godot3.WIDE)
    texts = [f"{A} → 1  Path 1 is /root/Main  [reliable, ch 0]",
             f"{A} → 1  RPC /root/Main.shoot(7)  [unreliable, ch 0]",
             f"1 → {A}  Path /root/Main confirmed  [reliable, ch 0]",
             f"{A} → all  RPC /root/Main.shoot(8)  [unreliable_ordered, ch 0]",
             f"1 → {A}  Raw 3 bytes  [reliable, ch 0]", f"{A} → 1  RSET /root/Main.hp = 300  [reliable, ch 0]"]
    compare(messages, test_godot3.WIDE, texts, 4, True)


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
@pytest.mark.parametrize("seed", range(6))
def test_the_trees_of_a_random_session(tmp_path, seed, passes):
    session = generated_godot3.Session(f"trees {seed}", 0, 60)
    frames, shown = read_calmly(session, tmp_path, passes)
    known, trees_of_all = godot3_tree.Session(bool(passes)), []
    for number, _, message, data in messages_of(frames):
        row = message.rows[0]
        trees_of_all.append(godot3_tree.of(known, number, data, message.client, row["mode"], row["channel"],
                                           row["kind"] in ("add_peer", "del_peer"), session.release.wide))
    for wanted, node in zip(trees_of_all, shown, strict=True):
        wanted.label = None
        check(wanted, node, node.pos)
