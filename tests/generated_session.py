# SPDX-License-Identifier: GPL-2.0-or-later
"""A server and its clients in random sessions: who comes and goes, and when something is said.

What they say is in generated_godot3.py and generated_godot4.py.
"""

import itertools
import random
from dataclasses import dataclass, field

import generated_network
import generated_values
import pcap

SERVER = 1
NAMES = generated_values.LETTERS + "äöß漢"


def path_of(dice):
    return "/".join(generated_values.text(dice, 12, NAMES) or "Main" for _ in range(dice.randrange(1, 6)))


@dataclass
class Peer:
    """What a peer knows of the others."""

    id: int
    line: object = None                             # its connection to the server
    cache: dict = field(default_factory=dict)       # path -> number
    announced: dict = field(default_factory=dict)   # (path, peer) -> is it confirmed?
    times: dict = field(default_factory=dict)       # peer -> network time of the last SYNC
    resident: list = field(default_factory=list)    # paths of synchronizers


class Session:
    """A server and its clients. It says about as many messages as asked for, and then all of them leave or stay.

    number: a small one, of which the addresses are made; sessions in a capture have different ones.
    """

    dialect = None          # of the values
    deeds = ()              # names of methods that say something, each with its weight

    def __init__(self, seed, number, messages):
        self.dice = random.Random(f"{seed} says")
        self.network = generated_network.Network(f"{seed} travels")
        self.writer = generated_values.Writer(self.dice, self.dialect)
        self.messages, self.said = messages, 0
        self.address = (f"10.{1 + number // 250}.{number % 250}.1", pcap.SERVER[1])
        self.compression = self.dice.choice(list(generated_network.COMPRESSIONS))
        self.peers = {SERVER: Peer(SERVER)}
        self.slots = itertools.count()
        self.paths = [path_of(self.dice) for _ in range(8)]
        for _ in range(self.dice.randrange(1, 5)):
            self.network.after(self.dice.uniform(0, messages / 2000), self.join)
        self.network.after(0.3, self.act)

    def frames(self):
        """Returns (seconds, packet, rows) of each frame."""
        self.network.run()
        return self.network.frames

    # --- who is there

    def clients(self):
        return [peer for peer in self.peers.values() if peer.id != SERVER]

    def join(self):
        peer, slot = Peer(self.dice.randrange(2, 2**31)), next(self.slots)
        peer.line = self.connect((self.address[0][:-1] + str(2 + slot), 50000), slot, peer.id)
        peer.line.open(lambda: self.joined(peer))

    def connect(self, client, slot, peer):
        """Returns the connection of a client, which is not open yet."""
        return generated_network.Connection(self.network, client, self.address, slot, peer,
                                            compression=self.compression)

    def leave(self):
        for peer in self.clients():
            peer.line.close()
            del self.peers[peer.id]
            self.left(peer)

    def left(self, peer):
        """The others are told, if the engine does that."""

    # --- what is said

    def act(self):
        """Does something, and plans the next."""
        names, weights = zip(*self.deeds)
        if len(self.peers) > 1:
            for _ in range(self.dice.choice((1, 1, 1, 3, 8))):
                getattr(self, self.dice.choices(names, weights)[0])()
        if self.said < self.messages:
            self.network.after(self.dice.choice((0, 0.001, 0.003, 0.01)), self.act)
        elif self.dice.random() < 0.5:
            self.network.after(3, self.leave)

    def control(self):
        self.dice.choice(self.clients()).line.control(self.dice.random() < 0.5, self.dice)

    def pair(self):
        """Returns the ids of two peers."""
        return self.dice.sample(list(self.peers), 2)

    def arguments(self, most, value):
        """Returns (bytes, values) of some Variants, which value() makes; now and then one is long."""
        made = [value() for _ in range(self.dice.randrange(most))]
        if self.dice.random() < 0.03:
            made.append(self.writer.long(self.dice.choice((1340, 1364, 3000, 20000))))
        return b"".join(data for data, _ in made), [value for _, value in made]
