# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/expert.md lists every expert item of the sources. Run this file to print the document anew."""

import re

import sources

ITEM = re.compile(r'\{\s*&ei_\w+,\s*\{\s*"([^"]+)",\s*(PI_\w+),\s*(PI_\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
HEAD = """\
# Expert items

These are the items that the plugin adds to Wireshark's expert information. Each name is a display filter
(`tshark -Y godot.overtaken`), and Analyze > Expert Information lists all items of a capture. An error: the bytes contradict the format. A
warning: the bytes are legal, but Godot complains about them, they do not do what the game's author meant, or the plugin could not read them. A
note: something remarkable, such as what the network did, or a limit of the plugin. A chat informs.

## What must have been captured

Whether Godot complains about a message depends on the messages before it. The plugin repeats such a complaint only if the capture holds
everything that it depends on; the last column says what that is. If something is missing, a note says so once for each id:
`godot.path.not_captured`, `godot.spawn.not_captured`, `godot.peer.not_captured`.

The last column calls a peer *whole* up to a message if the capture surely holds everything that the peer sent before it:

| transport | a peer is whole as long as |
|---|---|
| ENet | the connection's start was captured, no datagram of the peer was cut, and no reliable command of it is missing; a late command is missing until it comes |
| WebSocket | TCP's handshake and the server's greeting were captured, and the peer's messages add up to the bytes that TCP counts; after a missing or reordered segment, after a control frame, and inside TLS they do not |
| data channel of WebRTC | no number of SCTP is missing or late; this only covers the sender of a message, not what its receiver sent before |
| DTLS without ENet and SCTP | never: nothing proves it |
| recording made inside a game | the record that the other peer came is there, and no number of the run is missing since; both peers are, as far as the recorded one knows |

- Names (paths, spawns, peers) travel in reliable messages of one channel. A message that is unreliable or on another channel may have
  overtaken them, so only a later reliable message proves that its sender was whole. The same holds for what its receiver had sent. In
  these cases the item appears from the second pass on.
- If an item depends on what the receiver sent, none of that may ever have come late. The plugin takes the sender to know what it had
  acknowledged when it sent the message.
- If the capture has acknowledgements before what they acknowledge (`enet.analysis.clock_skew`), the order of its two directions is not
  reliable. Items that depend on this order are then left out.
- That an answer never came (`godot.path.never_confirmed`) is known if what was to be answered was acknowledged, and the
  receiver sent something later than any answer: 0.2 s and a round trip later, or a second later if the message went from
  client to client.
- A message that waits behind a gap gets none of these items in the first pass: what its receiver will know at its delivery is not known yet.

## Authority

No message says which peer is the authority of a node: each peer goes by its own scripts. So the plugin notes what it sees: one note each
time another peer begins to synchronize a node (`godot.sync.authority`), and one note for each peer that calls authority-only methods of a
node (`godot.rpc.authority`). It repeats the engine's error (`godot.rpc.not_allowed`) only where the game's files prove it: the announced
MD5 is that of the project's script, and nothing in the project can take the authority from the server. The recorded captures of Godot 4
have 8 notes of a change in 3 captures, 2 notes on a caller in one. In that one the error is said 3 times instead of the notes, if the
project has the files of that game only.

## All items

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
    "enet.analysis.timeout_near": f"five transmissions, {BOTH}; no unknown number acknowledged since the first",
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
    "godot.project.recorded_differs": "a recording with names; the project",
    "godot.record.lost": "the record \"lost\"",
    "godot.record.never_received": (
        "the receiver's recording, from the session's start to two seconds after a later packet"),
    "godot.record.number.missing": "an earlier record of the run",
    "godot.record.part.stray": "the parts before",
    "godot.relay.unknown_peer": SERVER,
    "godot.rpc.authority": "a client's id in the path; or another peer that synchronized the node before, or called "
                           "such a method of it",
    "godot.rpc.before_spawn": f"the spawn, {BOTH}",
    "godot.rpc.disabled": "the announcement of the path",
    "godot.rpc.not_allowed": "the announcement of the path; a project in which no script changes the authority",
    "godot.rpc.node_gone": "spawn and despawn; the spawning peer whole up to here",
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
    "godot.version.mixed": "a confirmation of each kind",
    "godot.version.other": "a message that proves which of the two it is",
}


def items():
    """Returns (filter, severity, group, text) of each expert item that the sources register."""
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
    """If this fails, run python3 tests/test_expert.py > docs/expert.md"""
    assert (sources.ROOT / "docs" / "expert.md").read_text() == document()


def test_what_is_needed_is_told_of_items_that_are_there():
    assert NEEDS.keys() <= {name for name, *_ in items()}


def test_a_name_has_one_severity():
    kinds = {(name, severity, group) for name, severity, group, _ in items()}
    assert len(kinds) == len({name for name, *_ in kinds})


if __name__ == "__main__":
    print(document(), end="")
