# SPDX-License-Identifier: GPL-2.0-or-later
"""Random sessions of Godot 4 over ENet, and the rows that tell of them.

Written from docs/wire/multiplayer-godot4.md and docs/messages.md alone. Peers go by the engine's rules: they
announce paths, call by number when the path is confirmed, spawn, synchronize and despawn, and reach each other through
the server.
"""

import hashlib
import struct
from dataclasses import dataclass, field

import generated_network
import generated_session
import generated_streams
import generated_values
from generated_network import ORDERED, RELIABLE, UNRELIABLE
from generated_session import NAMES, SERVER, path_of

LONGEST_STATE = 1200        # bytes of the values in a SYNC, which engines keep below an MTU


def enet_channel(mode, channel):
    """docs/wire/enet.md, 7"""
    return channel + 1 if channel else int(mode != RELIABLE)


@dataclass
class Spawned:
    """A node that the server has spawned."""

    number: int
    name: str
    spawner: str
    scene: int
    synchronizers: list
    argument: tuple
    state: list
    seen: set = field(default_factory=set)          # peers that have it
    dying: bool = False


class Session(generated_session.Session):
    """A server and its clients of Godot 4."""

    dialect = "4.x"
    deeds = (("call", 30), ("raw", 6), ("spawn", 3), ("despawn", 2), ("sync", 20), ("delta", 8), ("own", 1),
             ("control", 2))

    def __init__(self, seed, number, messages):
        super().__init__(seed, number, messages)
        self.confirms_by_number = self.dice.random() < 0.8          # 4.3 and later
        self.spawned, self.net_ids = [], 0
        self.spawners = [path_of(self.dice) + "/Spawner" for _ in range(2)]
        self.methods = {}       # (path, method) -> (mode, channel)

    def joined(self, peer):
        others = self.clients()
        self.peers[peer.id] = peer
        for other in others:
            self.tell(SERVER, other.id, struct.pack("<BBi", 7, 1, peer.id), {"kind": "add_peer"})
            self.tell(SERVER, peer.id, struct.pack("<BBi", 7, 1, other.id), {"kind": "add_peer"})
        for sender in self.peers.values():
            for path in sender.resident:
                for receiver in self.peers:
                    if receiver != sender.id:
                        self.announce(sender.id, receiver, path)
        for node in self.spawned:
            if not node.dying:
                self.spawn_for(peer.id, node)

    # --- how it is said

    def tell(self, sender, receiver, data, *rows, mode=RELIABLE, channel=0, delivered=None):
        """Sends a message; through the server if it is between two clients, as one row on each way."""
        self.said += 1
        shared = {"from": sender, "to": receiver, "mode": mode, "channel": channel}
        rows = [{"bytes": len(data), **shared, **row} for row in rows]
        if SERVER in (sender, receiver):
            line = self.peers[receiver if sender == SERVER else sender].line
            self.hop(line, sender != SERVER, data, rows, mode, channel, delivered)
            return

        def forward():
            self.said += 1
            self.hop(self.peers[receiver].line, False, struct.pack("<BBi", 7, 3, sender) + data, rows, mode, channel,
                     delivered)
        for row in rows:
            row["relayed"] = True
            if row["kind"] not in ("sync", "delta"):
                row["bytes"] += 6
        self.hop(self.peers[sender].line, True, struct.pack("<BBi", 7, 3, receiver) + data, rows, mode, channel,
                 forward)

    @staticmethod
    def hop(line, upward, data, rows, mode, channel, delivered):
        if mode != RELIABLE and len(data) > generated_network.FRAGMENT:     # sequenced then, docs/wire/enet.md, 7
            rows = [{**row, "mode": UNRELIABLE} for row in rows]
        line.say(upward, mode, enet_channel(mode, channel), data, rows, delivered)

    def announce(self, sender, receiver, path):
        """Announces a path once to each peer. Returns (number, is it confirmed?)."""
        peer = self.peers[sender]
        number = peer.cache.setdefault(path, len(peer.cache) + 1)
        if (path, receiver) not in peer.announced:
            peer.announced[path, receiver] = False
            digest = hashlib.md5(path.encode()).hexdigest().encode()
            data = b"\x01" + digest + b"\0" + struct.pack("<I", number) + path.encode() + b"\0"
            self.tell(sender, receiver, data, {"kind": "path", "node": path},
                      delivered=lambda: self.confirm(receiver, sender, path, number))
        return number, peer.announced[path, receiver]

    def confirm(self, sender, receiver, path, number):
        what = struct.pack("<I", number) if self.confirms_by_number else path.encode() + b"\0"
        self.tell(sender, receiver, b"\x02\x01" + what, {"kind": "path_confirm", "node": path},
                  delivered=lambda: self.peers[receiver].announced.update({(path, sender): True}))

    # --- what is said

    def call(self):
        sender, receiver = self.pair()
        path, method = self.dice.choice(self.paths), self.dice.choice((0, 1, 2, 255, 256, 0x8000, 0x8001))
        mode = self.dice.choice((RELIABLE, RELIABLE, UNRELIABLE, ORDERED))
        mode, channel = self.methods.setdefault((path, method), (mode, self.dice.choice((0, 0, 1, 7))))
        number, confirmed = self.announce(sender, receiver, path)
        if self.dice.random() < 0.2:
            content = self.dice.randbytes(self.dice.randrange(40))
            flags, body, values = 0x80, content, [content.hex()] if content else []
        else:
            body, values = self.arguments(5, self.writer.compact)
            flags, body = 0, bytes([len(values)]) + body
        name = struct.pack("<B" if method < 256 else "<H", method)
        flags |= 0x40 if method > 255 else 0
        behind = b""
        if confirmed and self.dice.random() < 0.9:
            node = struct.pack("<B" if number < 256 else "<H", number)
            flags |= 0x10 if number > 255 else 0
        elif confirmed:
            node, flags = struct.pack("<I", number), flags | 0x20
        else:
            node, flags = struct.pack("<I", 0x80000000 | 5 + len(name) + len(body)), flags | 0x20
            behind = path.encode() + b"\0"
        self.tell(sender, receiver, bytes([flags]) + node + name + body + behind,
                  {"kind": "rpc", "node": path, "method": method, "args": values}, mode=mode, channel=channel)

    def raw(self):
        sender, receiver = self.pair()
        content = self.dice.randbytes(self.dice.choice((1, 2, 30, 30, 3000)))
        self.tell(sender, receiver, b"\x03" + content, {"kind": "raw", "args": [content.hex()]},
                  mode=self.dice.choice((RELIABLE, UNRELIABLE, ORDERED)), channel=self.dice.choice((0, 2)))

    def spawn(self):
        self.net_ids += 1
        number, count = self.net_ids, self.dice.randrange(3)
        self.net_ids += count
        argument = self.writer.compact() if self.dice.random() < 0.3 else None
        node = Spawned(number, (generated_values.text(self.dice, 10, NAMES) or "Mob") + str(number),
                       self.dice.choice(self.spawners), 0xFF if argument else self.dice.randrange(4),
                       list(range(number + 1, number + 1 + count)), argument,
                       [self.writer.compact() for _ in range(self.dice.randrange(4) if count else 0)])
        self.spawned.append(node)
        for receiver in [peer for peer in self.peers if peer != SERVER]:
            self.spawn_for(receiver, node)

    def spawn_for(self, receiver, node):
        spawner, _ = self.announce(SERVER, receiver, node.spawner)
        name = node.name.encode() + b"\0"
        count = len(node.synchronizers)
        data = struct.pack(f"<BBIIII{count}I", 4, node.scene, spawner, node.number, count, len(name),
                           *node.synchronizers) + name
        row = {"kind": "spawn", "node": "…/" + node.name}
        if node.argument:
            data += struct.pack("<I", len(node.argument[0])) + node.argument[0]
            row["args"] = [node.argument[1]]
        if node.state:
            row["properties"] = [value for _, value in node.state]
        self.tell(SERVER, receiver, data + b"".join(value for value, _ in node.state), row,
                  delivered=lambda: node.seen.add(receiver))

    def despawn(self):
        """Ends the life of a node, when what was sent about it has come."""
        alive = [node for node in self.spawned if not node.dying]
        if alive:
            node = self.dice.choice(alive)
            node.dying = True
            self.network.after(0.1, lambda: self.despawned(node))

    def despawned(self, node):
        self.spawned.remove(node)
        for receiver in [peer for peer in self.peers if peer != SERVER]:
            self.tell(SERVER, receiver, struct.pack("<BI", 5, node.number),
                      {"kind": "despawn", "node": "…/" + node.name})

    def own(self):
        """A peer adds a synchronizer that no spawner made."""
        peer = self.dice.choice(list(self.peers.values()))
        path = path_of(self.dice) + "/Sync"
        if len(peer.resident) < 3 and path not in peer.cache:
            peer.resident.append(path)
            for receiver in self.peers:
                if receiver != peer.id:
                    self.announce(peer.id, receiver, path)

    def synchronizers(self, sender, receiver):
        """Returns (id, name) of the synchronizers that the sender may send to the receiver."""
        peer = self.peers[sender]
        found = [(0x80000000 | peer.cache[path], path) for path in peer.resident
                 if peer.announced.get((path, receiver))]
        if sender == SERVER:
            found += [(number, "…/" + node.name) for node in self.spawned
                      if receiver in node.seen and not node.dying for number in node.synchronizers]
        return self.dice.sample(found, min(len(found), self.dice.randrange(1, 5)))

    def updates(self, kind, head, layout):
        """Sends the states of some synchronizers in one message. layout: what stands between id and size."""
        sender, receiver = self.pair()
        data, rows = b"", []
        for number, name in self.synchronizers(sender, receiver):
            count = self.dice.randrange(1, 5)
            made = [self.writer.compact() for _ in range(count)]
            values = b"".join(value for value, _ in made)
            if len(values) > LONGEST_STATE // 4:
                continue
            mask = sum(1 << bit for bit in self.dice.sample(range(64), count))
            between = struct.pack(layout, mask) if layout else b""
            element = struct.pack("<I", number) + between + struct.pack("<I", len(values)) + values
            data += element
            rows.append({"kind": kind, "node": name, "properties": [value for _, value in made], "bytes": len(element)})
        if rows:
            mode = RELIABLE if layout else UNRELIABLE
            self.tell(sender, receiver, head(sender, receiver) + data, *rows, mode=mode)

    def sync(self):
        def head(sender, receiver):
            times = self.peers[sender].times
            times[receiver] = times.get(receiver, 0) + 1
            return struct.pack("<BH", 6, times[receiver] & 0xFFFF)
        self.updates("sync", head, None)

    def delta(self):
        self.updates("delta", lambda *_: b"\x16", "<Q")


class OverWebSocket(Session):
    """The same in a WebSocket (docs/wire/transports.md, 7.3)."""

    def connect(self, client, slot, peer):
        return generated_streams.WebSocket(self.network, client, self.address, peer)

    def joined(self, peer):
        """The server tells the client its id, and then a path: so it is certain that this is Godot."""
        def told():
            super(OverWebSocket, self).joined(peer)
            self.announce(SERVER, peer.id, self.paths[0])
        peer.line.say(False, RELIABLE, 0, struct.pack("<i", peer.id), [], told)
