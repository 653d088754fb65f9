# SPDX-License-Identifier: GPL-2.0-or-later
"""The trees of messages are those of godot4_tree.py, item by item: of the worked examples of
docs/wire/multiplayer-godot4.md (9), and of random sessions."""

import collections

import pytest

import generated_godot4
import godot4_tree
import pcap
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


HEADS = {"reliable": 6, "unreliable": 8, "unsequenced": 8, "fragment": 24, "unreliable_fragment": 24}


def messages_of(frames):
    """(number of the frame, frame, message, its bytes) of each message, where it is whole."""
    parts = collections.defaultdict(bytes)
    for number, frame in enumerate(frames, 1):
        for command in frame.sent:
            message = command.message
            if not message or not message.rows:     # it belongs to the handshake
                continue
            parts[id(message)] += command.data[HEADS[command.kind]:]
            if len(parts[id(message)]) == message.size:
                yield number, frame, message, parts[id(message)]


def read_calmly(session, folder, passes):
    """Returns a session's frames and the trees that tshark shows of its messages. The network is calm: then the order
    of the capture is that of what was said."""
    session.network.trouble, session.compression = 0, "none"
    frames = session.frames()
    capture = pcap.write_timed(folder / "session.pcap", [(1 + frame.time, frame.packet) for frame in frames])
    return frames, [node for packet in pdml(capture, *passes) for node in packet.children if node.name == "godot"]


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
@pytest.mark.parametrize("seed", range(6))
def test_the_trees_of_a_random_session(tmp_path, seed, passes):
    session = generated_godot4.Session(f"trees {seed}", 0, 60)
    frames, shown = read_calmly(session, tmp_path, passes)
    known, trees_of_all = godot4_tree.Session(bool(passes)), []
    for number, frame, message, data in messages_of(frames):
        ends = (message.client, 1) if frame.upward else (1, message.client)
        row = message.rows[0]
        trees_of_all.append(godot4_tree.of(known, number, data, *ends, row["channel"], row["mode"]))
    for wanted, node in zip(trees_of_all, shown, strict=True):
        wanted.label = None
        check(wanted, node, node.pos, LEFT_OUT)
