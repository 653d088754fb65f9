# SPDX-License-Identifier: GPL-2.0-or-later
"""What holds for every capture: all of it is dissected, to the byte, and always in the same way."""

import functools
import random
import re

import pytest

import wireshark

CAPTURES = sorted(wireshark.CAPTURES.glob("*.pcapng"))
OURS = ("enet", "godot", "gdrpc", "gdsync")

# What Wireshark cannot know by itself: a bare Variant in a datagram could be anything, and so
# could a compressed connection of which the start was not captured.
DECODE_AS = {
    "godot4-variants-udp": ["udp.port==21000,godot.variant"],
    "godot4-late-range": ["udp.port==21000,enet"],
}

# Frames before the one that proves that a connection, captured from its middle on, is ENet.
# ... or that a TCP connection carries Variants: its first length is a segment of its own.
UNPROVEN = {"godot4-late": [1, 2, 3], "stream-4.6": [4, 73], "stream-3.6": [4, 70]}

# Known only when later packets have been read: one pass cannot have them, nor the name behind
# an id that overtook its announcement (godot.path.overtaken).
LOOK_AHEAD = {"enet.analysis.acked_in", "enet.reassembled.in", "godot.path.confirmed_in"}

each_capture = pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.stem)


def is_ours(node):
    return node.name.split(".")[0] in OURS


def options(capture):
    return [option for rule in DECODE_AS.get(capture.stem, []) for option in ("-d", rule)]


def dissected(capture, order):
    return wireshark.sharkd(capture, order, decode_as=DECODE_AS.get(capture.stem, []))


def size(capture):
    return len(wireshark.frames(capture, "frame"))


@functools.cache
def trees(capture):
    return dissected(capture, range(1, size(capture) + 1))


def our_trees(packet):
    return [node for node in packet.children if is_ours(node)]


def on_wire(node):
    return [child for child in node.children if not child.generated]


def span(node):
    return set(range(node.pos, node.pos + node.size))


def covered_by_leaves(node, covered):
    """Add to covered[data source] the bytes of all leaf fields on the wire."""
    children = on_wire(node)
    if not children:
        covered.setdefault(node.source, set()).update(span(node))
    for child in children:
        covered_by_leaves(child, covered)
    return covered


def where(number, node):
    return f"frame {number}: {node.showname!r} at {node.pos}+{node.size} of source {node.source}"


def test_there_are_captures():
    assert CAPTURES


@each_capture
def test_every_payload_is_dissected(capture):
    """... or belongs to another layer: a handshake, an upgrade, a segment of what is dissected further on."""
    others = "tcp.reassembled_in || tcp.segment_data || http || websocket && !data || stun || tls || dtls.handshake || dtls.record.content_type in {20, 21}"
    payloads = wireshark.frames(capture, f"(udp.length > 8 || tcp.len > 0) && !({others})", "-2", *options(capture))
    ours = wireshark.frames(capture, 'frame.protocols matches ":(enet|godot)"', "-2", *options(capture))
    assert payloads or ours
    assert sorted(set(payloads) - set(ours)) == UNPROVEN.get(capture.stem, [])


@each_capture
def test_every_byte_of_a_datagram_has_a_leaf_field(capture):
    for number, packet in enumerate(trees(capture), 1):
        ours, udp = our_trees(packet), packet.find("udp")
        if not udp:
            continue
        covered = {}
        for tree in ours:
            covered_by_leaves(tree, covered)
        for source, content in enumerate(packet.sources):
            if source == 0 and (not udp or udp[0].pos + 8 >= len(content)):
                continue
            first = udp[0].pos + 8 if source == 0 else 0
            if ours and source in covered:
                bare = sorted(set(range(first, len(content))) - covered[source])
                assert bare == [], f"frame {number}, source {source}: bytes {bare[:8]}... of {len(content)} have no field"


@each_capture
def test_parents_cover_exactly_their_children(capture):
    for number, packet in enumerate(trees(capture), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            children = [child for child in on_wire(node) if child.source == node.source and child.size]
            if not node.generated and children:
                assert set().union(*map(span, children)) == span(node), where(number, node)


@each_capture
def test_every_item_has_a_filter_name(capture):
    for number, packet in enumerate(wireshark.pdml(capture, *options(capture)), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            assert node.name not in ("", "text"), where(number, node)


def flat(packet, without=()):
    return [(node.name, node.pos, node.size, node.value, node.showname)
            for tree in packet.children if is_ours(tree) or tree.name.startswith("_ws")
            for node in tree.walk() if node.name not in without]


@each_capture
def test_one_pass_and_two_passes_agree(capture):
    one, two = (wireshark.pdml(capture, *passes, *options(capture)) for passes in ([], ["-2"]))
    assert len(one) == len(two)
    info = [wireshark.tshark(*passes, *options(capture), "-r", capture, "-T", "fields", "-e", "_ws.col.Info").split("\n")
            for passes in ([], ["-2"])]
    for number, (first, second) in enumerate(zip(one, two), 1):
        if not second.find("godot.path.overtaken"):
            assert flat(first, LOOK_AHEAD) == flat(second, LOOK_AHEAD), f"frame {number}"
            assert info[0][number - 1] == info[1][number - 1], f"frame {number}"


@each_capture
def test_any_order_gives_the_same_trees(capture):
    order = list(range(1, size(capture) + 1))
    random.Random(1).shuffle(order)
    for number, packet in zip(order, dissected(capture, order)):
        assert packet == trees(capture)[number - 1], f"frame {number}"


@each_capture
def test_no_dissector_gives_up(capture):
    assert not re.search(r"Dissector bug|\[Malformed Packet", wireshark.tshark("-r", capture, "-2", "-V", *options(capture)))


@each_capture
@pytest.mark.parametrize("kept", [47, 61, 79, 331])
def test_cut_packets_are_short_and_never_malformed(capture, kept):
    cut = wireshark.writable_folder() / "cut.pcapng"
    wireshark.run("editcap", "-s", kept, capture, cut)
    text = wireshark.tshark("-r", cut, "-V", *options(capture))
    assert "Frame 1:" in text
    assert not re.search(r"Dissector bug|\[Malformed Packet", text)
