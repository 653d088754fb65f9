# SPDX-License-Identifier: GPL-2.0-or-later
"""What a capture of a connection tells of each command's timing, loss and order.

Written from docs/fields.md ("Timing, loss and order") and docs/wire/enet.md (4), for frames of generated_network.py
that begin with the connection. It knows nothing of what the network did to the datagrams, as a capture does not.
"""

import collections
import struct
from dataclasses import dataclass, field

DATA = ("reliable", "unreliable", "fragment", "unreliable_fragment")     # what is in an order
PATIENCE = 1            # seconds in which a missing number may still come
HEADS = {"reliable": 6, "fragment": 24}     # bytes before the data


@dataclass
class Transmission:
    """A reliable command in one datagram, and in copies of it."""

    frame: int
    time: float
    sent_time: int
    told: list = field(default_factory=list)
    acknowledged_in: int = 0


@dataclass
class Sent:
    """A reliable command, in all its transmissions."""

    size: int
    transmissions: list = field(default_factory=list)

    def is_acknowledged(self):
        return any(one.acknowledged_in for one in self.transmissions)

    def of_time(self, sent_time):
        return next((one for one in self.transmissions if one.sent_time == sent_time), None)


@dataclass
class Gap:
    """Numbers that were missing when a later one was captured."""

    upward: bool
    key: tuple      # what is counted
    time: float
    reliable: bool
    missing: set
    told: dict
    late: int = 0
    is_open: bool = True

    def end(self):
        """Says what became of them. Returns how many were lost."""
        if self.late:
            self.told["gap.late"] = self.late
        rest = len(self.missing) - self.late
        if rest:
            self.told["gap.open" if self.is_open else "gap.lost"] = rest
        return self.told.get("gap.lost", 0)


class Connection:
    """What was captured until now, of both directions."""

    def __init__(self):
        self.sent = collections.defaultdict(dict)       # upward -> {(channel, number): Sent}
        self.highest = collections.defaultdict(int)     # (upward, what is counted) -> number
        self.seen = collections.defaultdict(set)        # upward -> unreliable commands, and their numbers
        self.rtt = {}                                   # (upward, channel) -> seconds
        self.whole = collections.defaultdict(int)       # (upward, channel) -> number until which all were captured
        self.parts = collections.defaultdict(set)       # message in fragments -> numbers of those that were captured
        self.gaps = []
        self.waiting = []                               # ((upward, channel), number that is needed, frame, told)

    def in_flight(self, upward):
        return sum(sent.size for sent in self.sent[upward].values() if not sent.is_acknowledged())

    def command(self, number, frame, command):
        """Returns what is told of a command of a frame: name -> value. What later frames tell is added then."""
        told = {}
        for gap in self.gaps:
            gap.is_open &= frame.time - gap.time <= PATIENCE
        if command.kind == "ack":
            channel, seq, sent_time = struct.unpack(">xB2xHH", command.data)
            self.acknowledgement(number, frame, (channel, seq), sent_time, told)
        elif command.reliable:
            self.reliable(number, frame, command, told)
        else:
            self.unreliable(command, frame, told)
        if command.kind == "disconnect":
            for gap in self.gaps:
                gap.is_open = False
        if command.kind == "verify_connect" and "duplicate" not in told and "retransmission" not in told:
            connect = self.sent[not frame.upward][command.channel, 1]
            self.acknowledge(number, frame, connect.transmissions[-1], told)
        if command.kind in DATA and "duplicate" not in told and "retransmission" not in told:
            self.deliver(frame, command, told)
        self.deliver_waiting(number, frame)
        return told

    def deliver(self, frame, command, told):
        """A message has come with its last part, and waits for what was sent before it on its channel (4.1)."""
        key, needed = (frame.upward, command.channel), command.number - 1 if command.reliable else command.under
        if command.kind in ("fragment", "unreliable_fragment"):
            start, count, nth = struct.unpack_from(">4xH2xII", command.data)
            parts = self.parts[key, command.reliable, command.under, start]
            parts.add(nth)
            if len(parts) < count:
                return
            needed = start - 1 if command.reliable else command.under
        if self.whole_until(key) < needed:
            told["waiting"] = ""
            self.waiting.append((key, needed, frame, told))

    def whole_until(self, key):
        """Returns the number until which all reliable commands of a channel were captured."""
        upward, channel = key
        while (channel, self.whole[key] + 1) in self.sent[upward]:
            self.whole[key] += 1
        return self.whole[key]

    def deliver_waiting(self, number, frame):
        for one in list(self.waiting):
            key, needed, begin, told = one
            if self.whole_until(key) < needed:
                continue
            self.waiting.remove(one)
            if begin is frame:      # nobody waited
                del told["waiting"]
            else:
                told |= {"delivered_in": number, "waited": frame.time - begin.time}

    def reliable(self, number, frame, command, told):
        size = len(command.data) - HEADS.get(command.kind, len(command.data))
        sent = self.sent[frame.upward].setdefault((command.channel, command.number), Sent(size))
        copied = sent.of_time(frame.sent_time)
        if copied:
            told["duplicate"] = ""
            copied.told.append(told)
            if copied.acknowledged_in:
                told["acked_in"] = copied.acknowledged_in
        else:
            if sent.transmissions:
                self.again(frame, sent, told)
            else:
                self.order(frame, command.channel, command, told)
            sent.transmissions.append(Transmission(number, frame.time, frame.sent_time, [told]))
        if size:
            told["bytes_in_flight"] = self.in_flight(frame.upward)

    def again(self, frame, sent, told):
        first = sent.transmissions[0]
        told |= {"retransmission": first.frame, "retransmission_count": len(sent.transmissions),
                 "since_first": frame.time - first.time}
        if sent.is_acknowledged():
            told["spurious_retransmission"] = ""
            if not sent.transmissions[-1].acknowledged_in:
                told["lost_before"] = sent.transmissions[-1].frame

    def unreliable(self, command, frame, told):
        """Groups of unsequenced messages are counted for the connection, others under each reliable number."""
        counter = {"unsequenced": "groups", "disconnect": command.channel}.get(
            command.kind, (command.channel, command.under))
        if command.data in self.seen[frame.upward]:
            told["duplicate"] = ""
        elif command.kind != "unreliable_fragment" or (counter, command.number) not in self.seen[frame.upward]:
            self.order(frame, counter, command, told)
        self.seen[frame.upward] |= {command.data, (counter, command.number)}

    def order(self, frame, counter, command, told):
        """Is the number the next one?"""
        upward, key = frame.upward, (frame.upward, counter)
        if command.number < self.highest[key]:
            told["out_of_order"] = ""
        elif command.number > self.highest[key] + 1:
            told["gap"] = command.number - self.highest[key] - 1
            missing = {(key, number) for number in range(self.highest[key] + 1, command.number)}
            self.gaps.append(Gap(upward, key, frame.time, command.reliable, missing, told))
        for gap in self.gaps:
            gap.late += (key, command.number) in gap.missing
        self.highest[key] = max(self.highest[key], command.number)

    def acknowledgement(self, number, frame, key, sent_time, told):
        """The sent time tells which transmission arrived (4.4)."""
        transmission = self.sent[not frame.upward][key].of_time(sent_time)
        if transmission.acknowledged_in not in (0, number):
            told["duplicate"] = ""
        self.acknowledge(number, frame, transmission, told)
        before = self.rtt.get((frame.upward, key[0]))
        if before and "duplicate" not in told:
            told["jitter"] = abs(told["ack_rtt"] - before)
        self.rtt[frame.upward, key[0]] = told["ack_rtt"]

    def acknowledge(self, number, frame, transmission, told):
        told |= {"acks": transmission.frame, "ack_rtt": frame.time - transmission.time}
        if not transmission.acknowledged_in:
            transmission.acknowledged_in = number
            for one in transmission.told:
                one["acked_in"] = number


    def end(self):
        """Adds what is known when the capture ends."""
        for sent in [one for of_end in self.sent.values() for one in of_end.values() if one.is_acknowledged()]:
            for before, after in zip(sent.transmissions, sent.transmissions[1:]):
                after.told[0].pop("lost_before", None)
                if not before.acknowledged_in:
                    after.told[0]["lost_before"] = before.frame
        lost = collections.Counter()
        for gap in self.gaps:
            lost[gap.upward, gap.reliable] += gap.end()
        for gap in self.gaps:
            if not gap.reliable:
                gap.told |= {"lost": lost[gap.upward, False], "unsent": 0}


def of(frames):
    """Returns number -> what is told of each command of a frame while the capture is read, and what is told when its
    end is known. frames: pairs (number, frame) of one connection."""
    connection, at_once, told = Connection(), {}, {}
    for number, frame in frames:
        told[number] = [connection.command(number, frame, command) for command in frame.sent]
        at_once[number] = [dict(one) for one in told[number]]
    connection.end()
    return at_once, told
