# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/expert.md lists every expert item of the sources. Run this file to print the document anew."""

import re

import sources

ITEM = re.compile(r'\{\s*&ei_\w+,\s*\{\s*"([^"]+)",\s*(PI_\w+),\s*(PI_\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
HEAD = """\
# Expert items

What the plugin points out in a packet. Each name is a display filter (`tshark -Y godot.overtaken`), and
Analyze > Expert Information lists them all. An error contradicts the format; a warning is legal but will not
do what the game's author meant, or could not be read on; a note tells a network's doings; a chat is for information.

What Godot would say of a message depends on what was sent before. Such an item needs all of that in the capture (the last
column); if it is not there, a note says what is missing: `godot.path.not_captured`, `godot.spawn.not_captured`,
`godot.peer.not_captured`, once for each id. "Whole" is what a peer sent if the connection's start was captured, no
datagram was cut, and no reliable command before is missing, which one that comes late is until it comes; for a message that
keeps no order with the names, and for what its receiver sent, a later reliable message proves that: then the item is there from
the second pass on. What the receiver sent must never have come late: the sender knows of it what it had acknowledged when it sent
the message, and where acknowledgements are captured before what they acknowledge (`enet.analysis.clock_skew`), items that would
trust the order of the two directions in the capture are not said. Of a message that
waits behind a gap one pass says none of this: it does not know yet what its receiver will know by then. A WebSocket is whole
from the server's greeting on, if TCP's handshake was captured, while its messages add up to TCP's bytes: behind a missing or
reordered segment, a control frame, or inside TLS nothing proves it. A data channel is, until a
number of SCTP is missing or comes late. Nothing proves it for DTLS alone, nor what the other end of a data channel had told by then.

Who has the authority of a node stands in no message: each peer goes by its own scripts. So a note says what is seen, once for each
change of who synchronizes (`godot.sync.authority`) and once for each caller of a node's methods that are for its authority only
(`godot.rpc.authority`). The engine's own words are said only where the game's files prove them: the announced MD5 is that of the
script, and nothing in the project can take the authority from the server (`godot.rpc.not_allowed`). The recorded captures of Godot 4 have 8 notes
of a change in 3 captures, 2 notes on a caller in one, and there the proof is said 3 times instead, if the project is that game alone.

| filter | severity | group | what it says | needs in the capture |
|---|---|---|---|---|
"""

THIS = "this message"
START = "the connection's start"
BOTH = "both directions"
SENDER = "the sender whole up to here"
RECEIVER = "the receiver whole up to here"
SERVER = "the server whole up to here"
TO_THE_END = "the receiver without a gap to the end"

# What must have been captured for an item to be said, unless this message is enough.
NEEDS = {
    "enet.analysis.ack_unseen": START,
    "enet.analysis.clock_skew": "the connection's start; the answer, before this message",
    "enet.analysis.compression_mismatch": "CONNECT three times, no answer to it",
    "enet.analysis.connect_unanswered": "CONNECT three times, no answer to it",
    "enet.analysis.disordered": "a later command",
    "enet.analysis.duplicated": "the original",
    "enet.analysis.missing": "an earlier command; no datagram cut between",
    "enet.analysis.refused": f"{START}, {BOTH}",
    "enet.analysis.retransmitted": "an earlier transmission",
    "enet.analysis.spurious": "an earlier transmission, its acknowledgement",
    "enet.analysis.throttled": f"{START}; no datagram cut between",
    "enet.analysis.timeout_near": f"five transmissions, {BOTH}",
    "enet.analysis.window_full": f"{START}, {BOTH}",
    "enet.checksum.bad": f"{START}; the datagram uncut",
    "enet.command.cut": "the datagram uncut",
    "enet.command.unknown": "the datagram uncut",
    "enet.compressed.undecodable": "the datagram uncut",
    "enet.mtu_exceeded": START,
    "enet.trailing.ignored": "the datagram uncut",
    "godot.auth.incomplete": "the sender without a gap to the end",
    "godot.debug.count_invalid": "the message uncut",
    "godot.debug.misshapen": "the message uncut",
    "godot.debug.trailing": "the message uncut",
    "godot.despawn.unknown": SENDER,
    "godot.overtaken": "the announcement or the spawn, later",
    "godot.path.confirm.unknown": "the receiver without a gap up to here",
    "godot.path.differs": "the announcements of both peers",
    "godot.path.duplicate": SENDER,
    "godot.path.never_confirmed": TO_THE_END,
    "godot.path.too_early": f"the announcement; {RECEIVER}",
    "godot.path.unconfirmed": "the announcement a second before; the receiver without a gap up to here",
    "godot.path.unknown": SENDER,
    "godot.peer.source.foreign": START,
    "godot.project.mismatch": "the announcement of the path",
    "godot.relay.unknown_peer": SERVER,
    "godot.rpc.authority": "the path bears a client's id, or another peer synchronized the node or called it so before",
    "godot.rpc.before_spawn": f"the spawn, {BOTH}",
    "godot.rpc.disabled": "the announcement of the path",
    "godot.rpc.not_allowed": "the announcement of the path; a project in which nothing gives the authority away",
    "godot.rpc.node_gone": "spawn and despawn; who spawned whole up to here",
    "godot.rpc.transfer_channel.unexpected": "the announcement of the path",
    "godot.rpc.transfer_mode.unexpected": "the announcement of the path",
    "godot.spawn.id_reused": SENDER,
    "godot.spawn.id_used": SENDER,
    "godot.spawn.name_used": SENDER,
    "godot.sync.authority": "what the other peer synchronized before",
    "godot.sync.dropped": "the spawn or the announcement of the refused one",
    "godot.sync.stale": "a later state of the same peer",
    "godot.sync.unknown": SENDER,
    "godot.sync.unspawned": SENDER,
    "godot.sync.values": "the spawn or the announcement of its id",
    "godot.version.mixed": "a confirmation of either kind",
    "godot.version.other": "what proves the connection's generation",
}


def items():
    """(filter, severity, group, text) of each expert item that the sources register."""
    for file in sources.files("c"):
        for name, group, severity, text in ITEM.findall(sources.text(file)):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')
            yield name, severity[3:].lower(), group[3:].lower(), text


def document():
    return HEAD + "".join(f"| {' | '.join(item)} | {NEEDS.get(item[0], THIS)} |\n" for item in sorted(set(items())))


def test_every_registered_item_is_found():
    declared = sum(sources.text(file).count("= EI_INIT") for file in sources.files("c"))
    assert declared == len(list(items())) > 50


def test_the_document_lists_them():
    """Else: python3 tests/test_expert.py > docs/expert.md"""
    assert (sources.ROOT / "docs" / "expert.md").read_text() == document()


def test_what_is_needed_is_told_of_items_that_are_there():
    assert NEEDS.keys() <= {name for name, *_ in items()}


def test_a_name_has_one_severity():
    kinds = {(name, severity, group) for name, severity, group, _ in items()}
    assert len(kinds) == len({name for name, *_ in kinds})


if __name__ == "__main__":
    print(document(), end="")
