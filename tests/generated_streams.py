# SPDX-License-Identifier: GPL-2.0-or-later
"""TCP connections in a random network, WebSockets in them, and what a capture of them shows.

Written from RFC 9293, RFC 6455 and docs/wire/transports.md alone. Segments are cut anywhere, doubled, and sent
again when they are lost behind the capture. What is said is in the frame with which the capture has all of its bytes.
"""

import bisect
import random
import struct
from dataclasses import dataclass, field

import generated_values
import godot_variant
import pcap
from generated_network import RELIABLE, TRIES, Frame, Message, Network
from pcap import ACK, FIN, PSH, SYN

REQUEST = (b"GET / HTTP/1.1\r\nHost: example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
ANSWER = (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
BINARY, PING, PONG = 2, 9, 10


class Reach:
    """Bytes that come in any order: up to end, none is missing."""

    def __init__(self):
        self.end, self.others = 0, []

    def add(self, start, end):
        bisect.insort(self.others, (start, end))
        while self.others and self.others[0][0] <= self.end:
            self.end = max(self.end, self.others.pop(0)[1])


@dataclass
class Pipe:
    """One direction of a connection. data: all that its sender has written."""

    upward: bool
    first: int                                      # sequence number of the first byte
    data: bytearray = field(default_factory=bytearray)
    messages: list = field(default_factory=list)    # (where it ends, message), in their order
    marks: list = field(default_factory=list)       # where a program's writes end
    sent: int = 0
    shown: int = 0                                  # messages that the capture has
    read: int = 0                                   # ... and that the other end has
    captured: int = 0                               # bytes
    arrived: Reach = field(default_factory=Reach)
    planned: bool = False


class Tcp:
    """A TCP connection between a client and a server. The capture has all bytes when they are first sent."""

    def __init__(self, network, client, server, peer=0):
        self.network, self.client, self.server, self.peer = network, client, server, peer
        self.pipes = {upward: Pipe(upward, network.dice.choice((1, network.dice.randrange(2**32), 2**32 - 500)))
                      for upward in (True, False)}
        self.calm = True        # nothing befalls the handshake
        self.ended = set()

    def open(self, opened):
        """Does the handshake, and calls opened() then."""
        for number, (upward, flags) in enumerate(((True, SYN), (False, SYN | ACK), (True, ACK))):
            self.network.after(number * 0.001, lambda way=(upward, flags): self._bare(*way))
        self.network.after(0.004, opened)

    def close(self):
        """Both ends have said all."""
        self.network.after(0.01, lambda: self._bare(True, FIN | ACK))
        self.network.after(0.02, lambda: self._bare(False, FIN | ACK))

    def write(self, upward, message, *parts):
        """The program writes some bytes one after the other, with which the message is complete."""
        pipe = self.pipes[upward]
        for part in parts:
            pipe.data += part
            pipe.marks.append(len(pipe.data))
        pipe.messages.append((len(pipe.data), message))
        if not pipe.planned:
            pipe.planned = True
            self.network.after(self.network.dice.choice((0, 0, 0.001, 0.004)), lambda: self._flush(pipe))

    # --- segments

    def _packet(self, upward, start, payload, flags):
        ends = (self.client, self.server) if upward else (self.server, self.client)
        pipe, other = self.pipes[upward], self.pipes[not upward]
        ack = other.first + other.arrived.end + ((not upward) in self.ended) if flags & ACK else 0
        return pcap.tcp(payload, *ends, pipe.first + start, ack, flags)

    def _bare(self, upward, flags):
        """Sends a segment without bytes: of the handshake, or the last one."""
        start = len(self.pipes[upward].data) if flags & FIN else -1 if flags & SYN else 0
        self.network.frames.append(Frame(self.network.now, self._packet(upward, start, b"", flags)))
        if flags & FIN:
            self.ended.add(upward)

    def _flush(self, pipe):
        """Cuts what was written into segments."""
        dice, pipe.planned = self.network.dice, False
        size = 20000 if self.calm else dice.choice((1460, 1460, dice.randrange(1, 40), dice.randrange(1, 1460), 20000))
        while pipe.sent < len(pipe.data):
            start, end = pipe.sent, min(pipe.sent + size, len(pipe.data))
            mark = bisect.bisect(pipe.marks, start)
            if pipe.marks[mark] < end and not self.calm and dice.random() < 0.5:
                end = pipe.marks[mark]
            pipe.sent = end
            self._send(pipe, start, end, 1)

    def _send(self, pipe, start, end, tries):
        network = self.network
        if tries > 1 and end - start > 1 and network.dice.random() < 0.3:       # it may be cut otherwise then
            middle = network.dice.randrange(start + 1, end)
            self._send(pipe, start, middle, TRIES)
            start = middle
        lost = tries < TRIES and not self.calm and network.chance(0.05)
        if lost:
            network.after(network.dice.uniform(0.06, 0.12), lambda: self._send(pipe, start, end, tries + 1))
        packet = self._packet(pipe.upward, start, bytes(pipe.data[start:end]), PSH | ACK)
        network.after(0.002, lambda: self._captured(pipe, start, end, packet, lost))
        if not self.calm and network.chance(0.02):
            network.after(0.003, lambda: self._captured(pipe, start, end, packet, lost))

    # --- what comes

    def _captured(self, pipe, start, end, packet, lost):
        frame = Frame(self.network.now, packet)
        self.network.frames.append(frame)
        pipe.captured = max(pipe.captured, end)
        came = [message for _, message in pipe.messages[pipe.shown:self._count(pipe, pipe.captured)]]
        pipe.shown += len(came)
        ours = [message for message in came if message]
        frame.rows = [row for message in ours for row in message.rows]
        frame.messages = [message for message in ours if message.size]
        frame.values = [value for message in ours for value in message.values]
        if ours and not frame.rows:
            frame.rows = [{"kind": "data", "bytes": len(pcap.ETHERNET) + len(packet)}]
        if not lost:
            self.network.after(0.001, lambda: self._arrived(pipe, start, end))

    @staticmethod
    def _count(pipe, end):
        return bisect.bisect_right(pipe.messages, end, key=lambda pair: pair[0])

    def _arrived(self, pipe, start, end):
        pipe.arrived.add(start, end)
        came = [message for _, message in pipe.messages[pipe.read:self._count(pipe, pipe.arrived.end)]]
        pipe.read += len(came)
        for message in came:
            if message and message.delivered:
                message.delivered()


class WebSocket(Tcp):
    """A WebSocket: whatever the mode and channel, its messages come in order."""

    header = 0      # bytes in front of each message, which are no part of it

    def open(self, opened):
        def done():
            self.calm = False
            opened()
        super().open(lambda: self.write(True, None, REQUEST))
        self.network.after(0.05, lambda: self.write(False, None, ANSWER))
        self.network.after(0.1, done)

    def say(self, upward, _mode, _channel, data, rows, delivered=None):
        """Writes a message in a frame."""
        rows = [{key: value for key, value in row.items() if key != "channel"} for row in rows]
        for row in rows:
            row.update(mode=RELIABLE)
        message = Message(rows, len(data) - self.header if rows else 0, upward, self.peer, delivered)
        self.frame(upward, BINARY, data, message)

    def frame(self, upward, opcode, payload, message):
        """Writes a frame (RFC 6455, 5.2); the client masks it."""
        size, dice = len(payload), self.network.dice
        length = bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 65536 else \
            struct.pack(">BQ", 127, size)
        if upward:
            mask = dice.randbytes(4)
            length = bytes([length[0] | 0x80]) + length[1:] + mask
            payload = bytes(byte ^ mask[at & 3] for at, byte in enumerate(payload))
        self.write(upward, message, bytes([0x80 | opcode]) + length, payload)

    def control(self, upward, dice):
        """Writes a PING or PONG."""
        self.frame(upward, dice.choice((PING, PONG)), dice.randbytes(dice.choice((0, 0, 5))), None)


# --- single values and packets in a stream (docs/wire/transports.md, 4 and 5) -----------------


class Values:
    """Two ends write values and packets, each behind its length.

    The first value shows what the stream is; nothing else is said before it has come.
    """

    def __init__(self, seed, number, messages):
        self.dice = random.Random(f"{seed} says")
        self.network = Network(f"{seed} travels")
        self.dialect = self.dice.choice(generated_values.DIALECTS)
        self.writer = generated_values.Writer(self.dice, self.dialect)
        self.order = self.dice.choice("<<>")
        self.messages, self.said = messages, 0
        server = (f"10.{1 + number // 250}.{number % 250}.1", 9000)
        self.line = Tcp(self.network, (server[0][:-1] + "2", 50000), server)
        self.line.open(self.begin)

    def frames(self):
        self.network.run()
        return self.network.frames

    def begin(self):
        def go_on():
            self.line.calm = False
            self.act()
        self.put(True, self.array(), go_on)

    def array(self):
        """Returns the bytes of an array with text, which no other dialect can read."""
        kind = 19 if self.dialect == "3.x" else 28
        return struct.pack("<III", kind, 1, 4) + generated_values.field(generated_values.text(self.dice))

    def act(self):
        for _ in range(self.dice.choice((1, 1, 3, 8))):
            self.dice.choices((self.value, self.packet), (6, 1))[0]()
        if self.said < self.messages:
            self.network.after(self.dice.choice((0, 0.001, 0.003, 0.01)), self.act)
        elif self.dice.random() < 0.5:
            self.network.after(3, self.line.close)

    def value(self):
        data = self.writer.long(self.dice.choice((1400, 3000, 40000)))[0] if self.dice.random() < 0.02 else \
            self.writer.full()[0]
        self.put(self.dice.random() < 0.5, data)

    def packet(self):
        """Says bytes that are no Variant, as their number is no multiple of four."""
        data = self.dice.randbytes(4 * self.dice.randrange(10) + self.dice.randrange(1, 4))
        self.write(self.dice.random() < 0.5, data, data.hex())

    def put(self, upward, data, delivered=None):
        self.write(upward, data, godot_variant.decode(data, self.dialect).text, delivered)

    def write(self, upward, data, told, delivered=None):
        self.said += 1
        self.line.write(upward, Message([], delivered=delivered, values=[told]),
                        struct.pack(self.order + "I", len(data)), data)
