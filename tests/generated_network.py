# SPDX-License-Identifier: GPL-2.0-or-later
"""A network in which ENet's datagrams are lost, late, doubled, full and compressed, and what a capture of it shows.

Written from docs/wire/enet.md alone. Nothing that happens here changes what is said, so the rows of -z godot,messages
follow from what was sent: Network.frames has them for each frame. Seeds decide everything.
"""

import functools
import heapq
import itertools
import random
import zlib
from dataclasses import dataclass, field

import compressors
import enet
import pcap
import traffic

MTU, MOST_COMMANDS = 1392, 32
FRAGMENT = MTU - 28         # bytes of a message in a datagram (docs/wire/enet.md, 4.2)
NO_CHANNEL = 0xFF
RELIABLE, ORDERED, UNRELIABLE = "reliable", "unreliable_ordered", "unreliable"
TRIES = 3                   # the last of them always arrives, so that no gap is open for as long as a second
CONTROLS = (("ping", enet.ping(0)), ("bandwidth_limit", enet.command(0x8A, NO_CHANNEL, 0, bytes(8))))


# --- compression (docs/wire/enet.md, 8) -----------------------------------------------------


@functools.cache
def _range_coder():
    return traffic.range_coder()


def _range(data):
    try:
        return _range_coder()(data)
    except ValueError:
        return data


COMPRESSIONS = {"none": bytes, "zlib": zlib.compress, "zstd": compressors.zstd, "fastlz": compressors.fastlz,
                "range": _range}


# --- what is on its way ---------------------------------------------------------------------


@dataclass
class Message:
    """What an end says: rows are the row or rows that tell of it, delivered is called when the other end has it."""

    rows: list
    size: int = 0
    upward: bool = True
    client: int = 0         # id of the client on whose way to or from the server it is
    delivered: object = None
    missing: int = 1        # parts that the capture lacks
    awaited: int = 1        # parts that the other end lacks
    values: tuple = ()      # texts of the values in it, where rows do not tell them


@dataclass
class Command:
    """A command of ENet, in whatever datagrams."""

    kind: str
    data: bytes
    channel: int = NO_CHANNEL
    number: int = 0
    under: int = 0          # reliable number under which an unreliable one counts
    message: Message = None
    acknowledges: object = None     # the command
    tries: int = 0
    captured: object = None         # the first frame that has it
    arrived: bool = False
    acknowledged: bool = False

    def row(self, repeated):
        """What the capture shows of it now."""
        row = {"kind": self.kind, "bytes": len(self.data)}
        if self.channel != NO_CHANNEL:
            row["channel"] = self.channel
        if self.captured and repeated:
            row["retransmission"] = True
        return row

    def capture(self, frame, repeated):
        """Adds what one more frame has of it."""
        rows = [self.row(repeated)]
        frame.commands.append((self.kind, len(self.data), self.captured not in (None, frame)))
        if not self.captured and self.message:
            self.message.missing -= 1
            if not self.message.missing and self.message.rows:
                rows = self.message.rows
                frame.messages.append(self.message)
        frame.rows += rows
        self.captured = self.captured or frame

    @property
    def reliable(self):
        return bool(self.data[0] & 0x80)


@dataclass(eq=False)
class Frame:
    """A datagram or segment in the capture. commands: (kind, bytes, was it in an earlier one?) of each."""

    time: float
    packet: bytes
    rows: list = field(default_factory=list)
    commands: list = field(default_factory=list)
    messages: list = field(default_factory=list)
    values: list = field(default_factory=list)
    upward: bool = True
    sent_time: int = None
    sent: list = field(default_factory=list)        # the commands of ENet


@dataclass
class Way:
    """One direction of a connection: the numbers of its sender, and how far its receiver is."""

    upward: bool
    numbers: dict = field(default_factory=dict)
    queue: list = field(default_factory=list)
    acks: list = field(default_factory=list)
    made: dict = field(default_factory=dict)        # an acknowledgement's bytes -> its command, as doubles are equal
    clock: int = 0
    planned: bool = False
    next: dict = field(default_factory=dict)        # channel -> number of the reliable command that is delivered next
    waiting: dict = field(default_factory=dict)     # (channel, number) -> command
    latest: dict = field(default_factory=dict)      # channel -> the last unreliable command's place

    def count(self, key):
        self.numbers[key] = self.numbers.get(key, 0) + 1
        return self.numbers[key]


class Network:
    """Things that happen one after the other, and a capture of them."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.trouble = self.dice.choice((0, 1, 1, 1, 4))
        self.now, self.events, self.order, self.frames = 0.0, [], itertools.count(), []

    def after(self, seconds, happens):
        heapq.heappush(self.events, (self.now + seconds, next(self.order), happens))

    def run(self):
        while self.events:
            self.now, _, happens = heapq.heappop(self.events)
            happens()

    def chance(self, probability):
        return self.dice.random() < probability * self.trouble


class Connection:
    """ENet between a client and a server."""

    def __init__(self, network, client, server, slot, data, channels=255, compression="none"):
        self.network, self.client, self.server = network, client, server
        self.slot, self.data, self.channels = slot, data, channels
        self.connect_id = network.dice.randrange(1, 2**32)
        self.squeeze = COMPRESSIONS[compression]
        self.ways = {upward: Way(upward, clock=network.dice.randrange(1 << 16)) for upward in (True, False)}
        self.calm = True        # nothing befalls the handshake

    def open(self, opened):
        """Does the handshake, and calls opened() then."""
        for way in self.ways.values():
            way.numbers[NO_CHANNEL] = 1
        connect = enet.connect(connect_id=self.connect_id, data=self.data, channels=self.channels)
        verify = enet.verify(self.slot, self.connect_id, channels=self.channels)

        def answer():
            message = Message([], delivered=lambda: self.network.after(0.05, done))
            self._send(False, [Command("verify_connect", verify, number=1, message=message)])

        def done():
            self.calm = False
            opened()
        self._send(True, [Command("connect", connect, number=1, message=Message([], delivered=answer))], enet.NO_PEER)

    def close(self):
        """The client disconnects at once."""
        number = self.ways[True].count(NO_CHANNEL)
        self._send(True, [Command("disconnect", enet.disconnect(number, now=True), number=number)])

    # --- sending

    def control(self, upward, dice):
        """Queues a command without a message."""
        kind, data = dice.choice(CONTROLS)
        number = self.ways[upward].count(NO_CHANNEL)
        self._queue(upward, Command(kind, data[:2] + (number & 0xFFFF).to_bytes(2, "big") + data[4:], number=number))

    def say(self, upward, mode, channel, data, rows, delivered=None):
        """Queues a message; it is given its numbers at once (docs/wire/enet.md, 4.1)."""
        way = self.ways[upward]
        message = Message(rows, len(data), upward, self.data, delivered)
        if len(data) > FRAGMENT:
            message.missing = message.awaited = -(-len(data) // FRAGMENT)
            if mode == RELIABLE:
                start = way.numbers.get(channel, 0) + 1
                for part in enet.fragments(start, data, FRAGMENT, channel):
                    self._queue(upward, Command("fragment", part, channel, way.count(channel), message=message))
                way.numbers[channel, "unreliable"] = 0
            else:
                under, number = way.numbers.get(channel, 0), way.count((channel, "unreliable"))
                for part in enet.fragments(number, data, FRAGMENT, channel, unreliable_under=under):
                    self._queue(upward, Command("unreliable_fragment", part, channel, number, under, message))
        elif mode == RELIABLE:
            number = way.count(channel)
            way.numbers[channel, "unreliable"] = 0
            self._queue(upward, Command(mode, enet.reliable(number, data, channel), channel, number, message=message))
        elif mode == ORDERED:
            under, number = way.numbers.get(channel, 0), way.count((channel, "unreliable"))
            self._queue(upward, Command("unreliable", enet.unreliable(under, number, data, channel), channel, number,
                                        under, message))
        else:
            group = way.count("group")
            self._queue(upward, Command("unsequenced", enet.unsequenced(group, data, channel), channel, group,
                                        message=message))

    def _queue(self, upward, command):
        self.ways[upward].queue.append(command)
        self._plan(upward)

    def _plan(self, upward):
        way = self.ways[upward]
        if not way.planned:
            way.planned = True
            self.network.after(self.network.dice.choice((0, 0, 0.001, 0.004, 0.016)), lambda: self._flush(upward))

    def _flush(self, upward):
        """Makes datagrams of what waits: acknowledgements first (docs/wire/enet.md, 4.5)."""
        way = self.ways[upward]
        way.planned = False
        waiting = way.acks + [command for command in way.queue if not command.acknowledged]
        way.acks, way.queue = [], []
        most = self.network.dice.choice((1, 2, 5, MOST_COMMANDS))
        while waiting:
            size, count = 4, 0
            while count < min(len(waiting), most) and size + len(waiting[count].data) <= MTU:
                size += len(waiting[count].data)
                count += 1
            self._send(upward, waiting[:count])
            del waiting[:count]

    def _send(self, upward, commands, peer=None):
        network, way = self.network, self.ways[upward]
        peer = peer if peer is not None else self.slot if upward else 0
        time = int(network.now * 1000) + way.clock & 0xFFFF
        reliable = [command for command in commands if command.reliable]
        sent_time = time if reliable else None
        body = b"".join(command.data for command in commands)
        small = self.squeeze(body)
        data = (enet.header(peer, sent_time, compressed=True) + small if len(small) < len(body) else
                enet.header(peer, sent_time) + body)
        ends = (self.client, self.server) if upward else (self.server, self.client)
        packet = pcap.udp(data, *ends)
        final = any(command.tries + 1 >= TRIES for command in reliable) or self.calm
        for command in reliable:
            command.tries += 1
            if command.kind not in ("connect", "verify_connect"):
                network.after(network.dice.uniform(0.06, 0.12), lambda c=command: self._again(upward, c))
        if not final and network.chance(0.05):
            return          # lost before the capture
        delay = 0.002 + (network.dice.uniform(0, 0.012) if not self.calm and network.chance(0.1) else 0)
        repeated = {id(command) for command in reliable if command.tries > 1}
        lost = not final and network.chance(0.05)
        network.after(delay, lambda: self._captured(upward, packet, commands, repeated, time, lost))
        if not self.calm and network.chance(0.02):
            network.after(delay + 0.001, lambda: self._captured(upward, packet, commands, set(), time, lost))

    def _again(self, upward, command):
        if not command.acknowledged:
            self.ways[upward].queue.insert(0, command)
            self._plan(upward)

    # --- what comes

    def _captured(self, upward, packet, commands, repeated, time, lost):
        frame = Frame(self.network.now, packet, upward=upward, sent_time=time, sent=commands)
        for command in commands:
            command.capture(frame, id(command) in repeated)
        self.network.frames.append(frame)
        if not lost:
            self.network.after(0.001, lambda: [self._arrived(upward, command, time) for command in commands])

    def _arrived(self, upward, command, time):
        way = self.ways[upward]
        if command.acknowledges:
            command.acknowledges.acknowledged = True
            return
        if command.reliable and command.kind != "connect":
            acknowledgement = enet.ack(command.number, time, command.channel)
            back = self.ways[not upward]
            back.acks.append(back.made.setdefault(
                acknowledgement, Command("ack", acknowledgement, command.channel, acknowledges=command)))
            self._plan(not upward)
        if command.arrived:
            return
        command.arrived = True
        if not command.message:
            return
        if command.channel == NO_CHANNEL or command.kind == "unsequenced":
            self._deliver(command)
        elif command.reliable:
            way.waiting[command.channel, command.number] = command
            key = command.channel, way.next.get(command.channel, 1)
            while key in way.waiting:
                self._deliver(way.waiting.pop(key))
                key = key[0], key[1] + 1
                way.next[key[0]] = key[1]
        elif (command.under, command.number) >= way.latest.get(command.channel, (0, 0)):
            way.latest[command.channel] = command.under, command.number
            self._deliver(command)

    @staticmethod
    def _deliver(command):
        message = command.message
        message.awaited -= 1
        if not message.awaited and message.delivered:
            message.delivered()
