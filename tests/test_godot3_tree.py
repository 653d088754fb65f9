# SPDX-License-Identifier: GPL-2.0-or-later
"""The trees of Godot 3's messages are those of godot3_tree.py, item by item."""

import godot3_tree
import test_godot3
from test_godot3 import A, B, CLIENT_A, CLIENT_B
from trees import check

MODES = {test_godot3.RELIABLE: "reliable", test_godot3.UNSEQUENCED: "unreliable", test_godot3.ORDERED: "ordered"}


def compare(messages, lines, texts, first, is_wide=False):
    """first: the frame of the first message; the ends connect before."""
    session = godot3_tree.Session()
    for number, (message, line, text) in enumerate(zip(messages, lines, texts, strict=True)):
        to = None if line.channel else {CLIENT_A: A, CLIENT_B: B}[line.client]
        mode = "reliable" if to else MODES[line.mode]
        wanted = godot3_tree.of(session, first + number, line.data, mode, to, is_wide)
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
