# SPDX-License-Identifier: GPL-2.0-or-later
"""Random sessions of Godot 3, and the rows that tell of them.

Written from docs/wire/multiplayer-godot3.md and docs/messages.md alone. Peers go by the engine's rules: they announce
paths, call by id once all receivers have confirmed the path, and the server passes on, unchanged, what clients say to
others.
"""

import struct
from dataclasses import dataclass

import generated_network
import generated_session
import generated_streams
from generated_network import ORDERED, RELIABLE, UNRELIABLE
from generated_session import SERVER

METHODS = ("jump", "take_damage", "_on_hit", "m")
PROPERTIES = ("hp", "position:x", "shape/0/size", "p")
HEADER = 9      # bytes in front of a packet in a WebSocket
FLAGS = {RELIABLE: 1, UNRELIABLE: 2, ORDERED: 0}      # of ENet, in a wide header


@dataclass
class Release:
    """What differs from release to release (docs/wire/multiplayer-godot3.md, 1, and enet.md, 6)."""

    wide: bool          # has the header 12 bytes?
    absolute: bool      # are paths absolute?
    raw: bool           # is there RAW?
    reliably: bool      # does what is too long for a datagram travel reliably?


RELEASES = (Release(True, True, False, True), Release(True, False, True, True), Release(False, False, True, True),
            Release(False, False, True, False))


class Session(generated_session.Session):
    """A server and its clients of Godot 3."""

    dialect = "3.x"
    deeds = (("call", 30), ("set", 12), ("raw", 6), ("control", 2))

    def __init__(self, seed, number, messages):
        super().__init__(seed, number, messages)
        self.release = self.dice.choice(RELEASES)
        self.writer.wide_integers = self.release.absolute       # a fault of 3.0
        self.unreliable = self.dice.choice((UNRELIABLE, UNRELIABLE, ORDERED))       # always_ordered
        self.channels = () if self.release.absolute else self.dice.choice(((), (), (3, 7)))
        if self.release.absolute:
            self.paths = ["/root/" + path for path in self.paths]

    # --- who is there

    def connect(self, client, slot, peer):
        channels = max(self.channels, default=2) + 1
        return generated_network.Connection(self.network, client, self.address, slot, peer, channels, self.compression)

    def joined(self, peer):
        others = self.clients()
        self.peers[peer.id] = peer
        for other in others:
            self.tell_of(0, peer.id, other.id)
            self.tell_of(0, other.id, peer.id)

    def left(self, peer):
        for other in self.clients():
            self.tell_of(1, peer.id, other.id)

    def tell_of(self, what, peer, receiver):
        """The server says that a peer is there (0) or gone (1)."""
        self.said += 1
        row = {"kind": ("add_peer", "del_peer")[what], "from": SERVER, "to": receiver, "mode": RELIABLE, "channel": 0,
               "bytes": 8}
        self.peers[receiver].line.say(False, RELIABLE, 0, struct.pack("<Ii", what, peer), [row])

    # --- how it is said

    def addressed(self, sender, target):
        """Returns the ids of the peers that shall get it (docs/wire/multiplayer-godot3.md, 5)."""
        return [peer for peer in self.peers if peer != sender and (peer == target or target <= 0 and peer != -target)]

    def tell(self, sender, target, data, row, mode=RELIABLE, channel=0, delivered=lambda receiver: None):
        """Sends a packet to all that are addressed; through the server, if a client sends it to others."""
        receivers = self.addressed(sender, target)
        data, counted = self.framed(sender, target, mode, data)
        if mode != RELIABLE and len(data) > generated_network.FRAGMENT:
            mode = RELIABLE if self.release.reliably else UNRELIABLE
            wire = channel or 2
        else:
            wire = channel or (1 if mode == RELIABLE else 2)
        row = {"from": sender, "to": target, "mode": mode, "channel": channel, "bytes": counted, **row}

        def pass_on():
            for receiver in receivers:
                if receiver != SERVER:
                    self.hop(receiver, False, wire, data, {**row, "relayed": True},
                             lambda receiver=receiver: delivered(receiver))
            if SERVER in receivers:
                delivered(SERVER)
        if sender == SERVER:
            for receiver in receivers:
                self.hop(receiver, False, wire, data, row, lambda receiver=receiver: delivered(receiver))
        else:
            self.hop(sender, True, wire, data, row if SERVER in receivers else {**row, "relayed": True}, pass_on)

    def framed(self, sender, target, mode, data):
        """Returns the packet behind its header, and the length that counts for the message."""
        flags = struct.pack("<I", FLAGS[mode]) if self.release.wide else b""
        data = struct.pack("<Ii", sender, target) + flags + data
        return data, len(data)

    def hop(self, client, upward, channel, data, row, delivered):
        self.said += 1
        self.peers[client].line.say(upward, row["mode"], channel, data, [row], delivered)

    def announce(self, sender, receiver, path):
        """Announces a path once to each peer. Returns (id, is it confirmed?)."""
        peer = self.peers[sender]
        number = peer.cache.setdefault(path, len(peer.cache) + 1)
        if (path, receiver) not in peer.announced:
            peer.announced[path, receiver] = False
            self.tell(sender, receiver, struct.pack("<BI", 2, number) + path.encode() + b"\0",
                      {"kind": "path", "node": path}, delivered=lambda _: self.confirm(receiver, sender, path))
        return number, peer.announced[path, receiver]

    def confirm(self, sender, receiver, path):
        self.tell(sender, receiver, b"\x03" + path.encode() + b"\0", {"kind": "path_confirm", "node": path},
                  delivered=lambda _: self.peers[receiver].announced.update({(path, sender): True}))

    # --- what is said

    def target(self, sender):
        """Returns one peer, all, or all but one."""
        others = [peer for peer in self.peers if peer != sender]
        return self.dice.choice((self.dice.choice(others), self.dice.choice(others), 0, -self.dice.choice(others)))

    def to_node(self, command, body, row):
        """Says something to a node: to each with the path, or by its id to all that are meant."""
        sender, path = self.dice.choice(list(self.peers)), self.dice.choice(self.paths)
        target, channel = self.target(sender), self.dice.choice((0, 0, *self.channels))
        mode = self.dice.choice((RELIABLE, self.unreliable))
        row = {"node": path, **row}
        known = {receiver: self.announce(sender, receiver, path) for receiver in self.addressed(sender, target)}
        if all(confirmed for _, confirmed in known.values()):
            known = {target: self.announce(sender, receiver, path) for receiver in list(known)[:1]}
        for receiver, (number, confirmed) in known.items():
            node, behind = (number, b"") if confirmed else (0x80000000 | 5 + len(body), path.encode() + b"\0")
            self.tell(sender, receiver, struct.pack("<BI", command, node) + body + behind, row, mode, channel)

    def call(self):
        method = self.dice.choice(METHODS)
        body, values = self.arguments(5, self.writer.full)
        self.to_node(0, method.encode() + bytes([0, len(values)]) + body,
                     {"kind": "rpc", "method": method, "args": values})

    def set(self):
        name = self.dice.choice(PROPERTIES)
        data, value = self.writer.full()
        self.to_node(1, name.encode() + b"\0" + data, {"kind": "rset", "properties": {name: value}})

    def raw(self):
        if self.release.raw:
            sender = self.dice.choice(list(self.peers))
            content = self.dice.randbytes(self.dice.choice((1, 2, 30, 30, 3000)))
            self.tell(sender, self.target(sender), b"\x04" + content, {"kind": "raw", "args": [content.hex()]},
                      self.dice.choice((RELIABLE, UNRELIABLE, ORDERED)), self.dice.choice((0, *self.channels)))


class OverWebSocket(Session):
    """The same in a WebSocket (docs/wire/multiplayer-godot3.md, 6)."""

    def connect(self, client, slot, peer):
        line = generated_streams.WebSocket(self.network, client, self.address, peer)
        line.header = HEADER
        return line

    def joined(self, peer):
        self.greet(peer, 3, peer.id, lambda: super(OverWebSocket, self).joined(peer))
        self.greet(peer, 1, SERVER)

    def tell_of(self, what, peer, receiver):
        self.greet(self.peers[receiver], what + 1, peer)

    def greet(self, receiver, what, peer, delivered=None):
        """The server says to a client: you are this peer (3), or this peer is there (1) or gone (2)."""
        self.said += 1
        receiver.line.say(False, RELIABLE, 0, struct.pack("<Biii", what, SERVER, 0, peer), [], delivered)

    def framed(self, sender, target, mode, data):
        return struct.pack("<Bii", 0, sender, target) + data, len(data)
