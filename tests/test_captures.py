# SPDX-License-Identifier: GPL-2.0-or-later
"""These hold for every capture: it is dissected to the last byte, and always in the same way."""

import re

import pytest

import captures
import wireshark
from captures import pdml, trees, trees_twice

OURS = ("enet", "godot", "gdrpc", "gdsync")

# For captures that begin in the middle of a connection: the frames before the one that proves ENet.
UNPROVEN = {"godot4-late": [1, 2, 3]}

# Known only when later packets have been read: one pass cannot show these, nor the name of
# an id that overtook its announcement (godot.overtaken).
LOOK_AHEAD = {"enet.analysis.acked_in", "enet.reassembled.in", "godot.path.confirmed_in", "godot.node.despawned_in",
              "godot.path.never_confirmed", "godot.auth.incomplete", "enet.analysis.throttled", "enet.analysis.missing",
              "enet.analysis.unsent", "enet.analysis.lost", "enet.analysis.gap.lost", "enet.analysis.gap.late",
              "enet.analysis.gap.throttled", "enet.analysis.gap.open", "enet.analysis.lost_before",
              "enet.analysis.delivered_in", "enet.analysis.waited", "enet.analysis.delivery_assumed"}


def is_ours(node):
    return node.name.split(".")[0] in OURS


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
    assert len(captures.ALL) > 60


def test_one_filter_finds_all_that_is_godots(together):
    """Returns the README's filter for the frames whose column Protocol says Godot."""
    everything = re.search(r"^\| `(.*?)` \| all that is Godot's", (wireshark.ROOT / "README.md").read_text(),
                           re.MULTILINE)[1].replace("\\|", "|")
    file, *options = together
    columns = wireshark.fields(file, "", "_ws.col.Protocol", options=options)
    assert wireshark.frames(file, everything, *options) == [
        number for number, (protocol,) in enumerate(columns, 1) if protocol and protocol[0].startswith("Godot")]


def test_every_datagram_is_dissected(capture):
    """Does the same without handshakes of other layers. Other tests check what TCP carries."""
    datagrams = [packet for packet in pdml(capture, "-2") if packet.find("udp.payload") or packet.find("enet")]
    missed = [int(packet.first("num").show) for packet in datagrams
              if not our_trees(packet) and not packet.find("dtls") and not packet.find("stun")]
    assert missed == UNPROVEN.get(capture.stem, [])
    assert datagrams or any(packet.find("tcp") for packet in pdml(capture))


def test_every_byte_of_a_datagram_has_a_leaf_field(capture):
    for number, packet in enumerate(trees(capture), 1):
        ours, udp = our_trees(packet), packet.find("udp")
        covered = {}
        for tree in ours:
            covered_by_leaves(tree, covered)
        for source, content in enumerate(packet.sources):
            if udp and not packet.find("dtls") and source in covered:
                first = udp[0].pos + 8 if source == 0 else 0
                bare = sorted(set(range(first, len(content))) - covered[source])
                assert bare == [], (f"frame {number}, source {source}: bytes {bare[:8]}... of {len(content)} have no "
                                    "field")


def test_parents_cover_exactly_their_children(capture):
    """What has no bytes is generated, unless it is an empty value or packet."""
    for number, packet in enumerate(trees(capture), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            children = [child for child in on_wire(node) if child.source == node.source and child.size]
            if not node.generated and children:
                assert set().union(*map(span, children)) == span(node), where(number, node)
            if not node.generated and not node.size:
                assert re.fullmatch(r"godot\.(stream|variant\..*)", node.name), where(number, node)


def test_every_item_has_a_filter_name(capture):
    for number, packet in enumerate(pdml(capture), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            assert node.name not in ("", "text"), where(number, node)


def test_labels_are_whole_text(capture):
    """Texts have no control character and no half of a character: Wireshark has room for 239 bytes."""
    for number, packet in enumerate(pdml(capture), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            assert not re.search(r"[\x00-\x1f\x7f-\x9f\ufffd]", node.showname), where(number, node)


# docs/wire/enet.md, 1; docs/wire/multiplayer-godot4.md, 1; docs/wire/variant.md, 2
ENET_COMMANDS = ("", "ACKNOWLEDGE", "CONNECT", "VERIFY_CONNECT", "DISCONNECT", "PING", "SEND_RELIABLE",
                 "SEND_UNRELIABLE", "SEND_FRAGMENT", "SEND_UNSEQUENCED", "BANDWIDTH_LIMIT", "THROTTLE_CONFIGURE",
                 "SEND_UNRELIABLE_FRAGMENT")
COMMANDS = ("REMOTE_CALL", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW", "SPAWN", "DESPAWN", "SYNC", "SYS")
FLAGS = {"godot.variant.flags.wide": "64 bits", "godot.variant.flags.object_id": "By instance id"}


def names_of(number, **names):
    """Names of set bits have their number after an underscore, in hexadecimal."""
    return [name for bit, name in names.items() if number & int(bit[1:], 16)]


def words_of_bits(node):
    """Returns what follows the number in the label of a bit item; None for other items and for a container's kinds."""
    number = int(node.show, 0) if node.name.endswith(
        (".header", ".byte", ".flags")) and node.show.startswith("0x") else 0
    if node.name == "enet.header":
        return names_of(number, _8000="Sent time follows", _4000="Compressed")
    if node.name == "enet.command.byte":
        return [*names_of(number, _80="Acknowledge", _40="Unsequenced"), f"Number: {ENET_COMMANDS[number & 15]}"]
    if node.name == "godot.variant.flags" and node.children and node.children[0].name in FLAGS:
        return names_of(number, _1=FLAGS[node.children[0].name])
    if node.name != "godot.header":
        return None
    command = f"Command: {COMMANDS[number & 7]}"
    if command == "Command: REMOTE_CALL":
        size = ("1 byte", "2 bytes", "4 bytes")[number >> 4 & 3]
        return [*names_of(number, _80="Raw arguments", _40="Method id size"), f"Node target size: {size}", command]
    return [*(names_of(number, _10="Delta") if command == "Command: SYNC" else []), command]


def test_labels_of_bits_say_which_are_set(capture):
    for number, packet in enumerate(pdml(capture), 1):
        for node in (node for tree in our_trees(packet) for node in tree.walk()):
            words = words_of_bits(node)
            assert words is None or node.showname.split(", ")[1:] == words, where(number, node)


def without_look_ahead(node, verdicts):
    """Returns the items of a tree, with or without expert items; an expert item is identified by the field inside
    it."""
    if node.name in LOOK_AHEAD or node.name == "_ws.expert" and (
            not verdicts or any(child.name in LOOK_AHEAD for child in node.children)):
        return
    yield (node.name, node.pos, node.size, node.value, node.showname)
    for child in node.children:
        yield from without_look_ahead(child, verdicts)


def known_at_once(packet, verdicts=True):
    return [item for tree in our_trees(packet) for item in without_look_ahead(tree, verdicts)]


def is_undecided(packet):
    """Tells whether one pass says that later messages will decide about it (docs/expert.md)."""
    return any(node.name == "_ws.expert" and "none so far, but it may have been overtaken" in node.showname
               for node in packet.walk())


def was_overtaken(packet):
    """Tells whether it depends on something that came later: its announcement, or earlier messages of its channel."""
    return any(node.name.endswith(".overtaken") or node.name == "enet.analysis.waiting" for node in packet.walk())


def is_claimed_later(packet):
    """Recognises a client's id of 4.x over a WebSocket, which later messages prove (docs/heuristics.md)."""
    return bool(packet.find("godot.ws.peer")) and not packet.find("godot.ws.type")


def warnings(packet):
    """Names of the expert items of severity warning and above."""
    return {
        child.name for node in packet.walk()
        if node.name == "_ws.expert" and int(node.first("_ws.expert.severity").show) >= 0x600000
        for child in node.children if not child.name.startswith("_ws.")}


def test_one_pass_and_two_passes_agree(capture):
    one, two = pdml(capture), pdml(capture, "-2")
    assert len(one) == len(two)
    verdicts = True
    for number, (first, second) in enumerate(zip(one, two), 1):
        assert warnings(first) <= warnings(second) or was_overtaken(second) or is_claimed_later(
            second), f"frame {number}"
        # shown once for each id: later ones wait for their proof without a note
        verdicts = verdicts and not is_undecided(first)
        if not was_overtaken(second) and not is_claimed_later(second):
            assert known_at_once(first, verdicts) == known_at_once(second, verdicts), f"frame {number}"


@pytest.mark.parametrize("name", ["godot3.6-rpc", "godot4-rpc", "godot4-replication", "godot4-lossy-replication"])
def test_both_passes_tell_one_story(name):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    info = [wireshark.tshark(*passes, "-r", capture, "-T", "fields", "-e", "_ws.col.Info").split("\n")
            for passes in ([], ["-2"])]
    for number, (packet, first, second) in enumerate(zip(pdml(capture, "-2"), *info), 1):
        assert was_overtaken(packet) or first == second, f"frame {number}"


def test_any_order_gives_the_same_trees(capture):
    for number, (first, again) in enumerate(zip(*trees_twice(capture)), 1):
        # Items of other layers do not count: DTLS takes its own handshake for a resumption.
        if our_trees(first) or our_trees(again):
            assert first == again, f"frame {number}"


def gives_up(packet):
    """Did a dissector run into the end of the data, or into a bug of its own?

    An expert item of the group "Malformed" is no such thing: Wireshark notes it as a hidden item without the protocol's
    name.
    """
    return any(node.name == "_ws.dissector_bug" or re.search("Dissector bug|Malformed Packet: ", node.showname)
               for node in packet.walk())


def test_no_dissector_gives_up(capture):
    assert [number for number, packet in enumerate(pdml(capture, "-2"), 1) if gives_up(packet)] == []
