# SPDX-License-Identifier: GPL-2.0-or-later
"""The rules of docs/wire/recording.md, 6, by another program: what do they say of small sessions that are made up, with
equal packets, gaps, late beginnings, clocks that differ, and peers that come and go? The plugin must say the same."""

import collections
import dataclasses
import functools
import itertools
import random
import struct

import pytest

import counted
import wireshark
from test_both_ends import NAMES, NOW, PATIENCE, SECOND, Told
from test_recording import attribute, header, packet, recording

UNRELIABLE, ORDERED, RELIABLE = range(3)
GOT, SENT = range(2)
CAME, GONE = 1, 2
REPEATED = 1
MINUTE = 60 * SECOND


@dataclasses.dataclass(eq=False)
class Record:
    run: int
    kind: str               # begin, peer, came, gone, other, status, packet, mark, lost or end
    ticks: int
    time: int               # microseconds, by the clock of its run
    number: int = 0
    peer: int = 1
    own: int = 0
    other: int = 0
    name: str = "ENetMultiplayerPeer"
    direction: int = SENT
    lane: tuple = (RELIABLE, 0)
    body: bytes = b""
    result: int = 0
    is_cut: bool = False
    is_repeated: bool = False
    event: int = 3          # of the kind "other": something that happens to a peer, which stays

    def written(self):
        more = {"run": self.run, "ticks": self.ticks, "peer": self.peer, "flags": REPEATED * self.is_repeated}
        if self.kind == "packet":
            mode, channel = self.lane
            more["length"] = len(self.body) + self.is_cut
            return packet(self.number, self.body, own=self.own, other=self.other, mode=mode, channel=channel,
                          direction=self.direction, result=self.result, **more)
        if self.kind == "peer":
            body = attribute(20, self.name.encode()) + (attribute(23, struct.pack("<i", self.own)) if self.own else b"")
            return header(3, len(body), self.number, body, **more)
        kind, added = {
            "begin": (2, b""), "mark": (12, b""), "end": (4, b"\1\0\0\0"), "lost": (9, struct.pack("<B7xQ", 1, 1)),
            "came": (5, struct.pack("<BBHi", CAME, 0, 0, self.other)),
            "gone": (5, struct.pack("<BBHi", GONE, 0, 0, self.other)),
            "other": (5, struct.pack("<BBHi", self.event, 0, 0, self.other)),
            "status": (6, struct.pack("<BBBBi", 1, 2, 0, 0, self.own))}[self.kind]
        return header(kind, 0, self.number, b"", added=added, **more)


# --- the rules ------------------------------------------------------------------------


class Run:
    def __init__(self):
        self.number, self.ticks, self.gaps = 0, 0, []   # of the latest record; ticks of the last one before each gap

    def follow(self, record):
        is_next = record.number == self.number + 1 or record.is_repeated and record.number == self.number
        if not is_next or record.kind == "lost" or record.is_cut:
            self.gaps.append(self.ticks)
        self.number, self.ticks = record.number, record.ticks


class Peer:
    """A recorded one."""

    def __init__(self, run):
        self.run, self.name, self.own, self.ended = run, "", 0, None
        self.sessions, self.present = {}, []    # other -> the latest one; those of the others that are there


class Session:
    def __init__(self, peer, other, from_start):
        self.peer, self.other, self.from_start = peer, other, from_start
        self.gaps, self.gone, self.side, self.own = len(peer.run.gaps), None, None, None
        self.packets = {SENT: [], GOT: []}      # (frame, record)

    def whole_until(self):
        gaps = self.peer.run.gaps[self.gaps:] + [self.peer.run.ticks]
        return min([gaps[0], *([] if self.peer.ended is None else [self.peer.ended])])


class Rules:
    def __init__(self, records):
        self.records = records
        self.runs, self.peers = {}, {}
        self.pairs = collections.defaultdict(lambda: ([], []))      # ids and class -> sessions of each side
        self.ends = collections.defaultdict(list)                   # frame -> sessions
        for frame, record in enumerate(records, 1):
            run = self.runs.setdefault(record.run, Run())
            run.follow(record)
            self.learn(frame, record, self.peers.setdefault((record.run, record.peer), Peer(run)))

    def meet(self, session, own):
        """Tells a session the id of the recorded peer. Gives whether it is its id."""
        if session.side is None and own != session.other:
            ids = min(own, session.other), max(own, session.other)
            session.own, session.side = own, self.pairs[*ids, session.peer.name]
            session.side[own > session.other].append(session)
        return own == session.own

    def new_session(self, peer, other, from_start):
        session = peer.sessions[other] = Session(peer, other, from_start)
        peer.present.append(session)
        return session

    def learn(self, frame, record, peer):
        session = peer.sessions.get(record.other)
        if record.kind == "peer":
            peer.name, peer.own = record.name, record.own
        elif record.kind == "status":
            peer.own = record.own
        elif record.kind == "end" and peer.ended is None:
            peer.ended = record.ticks
        elif record.kind in ("came", "gone"):
            if session in peer.present:
                peer.present.remove(session)
                session.gone = record.ticks
            if record.kind == "came":
                session = self.new_session(peer, record.other, True)
                if peer.own:
                    self.meet(session, peer.own)
        elif record.kind == "packet" and record.result == 0:
            if record.other > 0:
                if session is None or not self.meet(session, record.own):
                    session = self.new_session(peer, record.other, False)
                    self.meet(session, record.own)
                found = [session]
            else:
                found = [one for one in peer.present if one.other != -record.other and self.meet(one, record.own)]
            for one in found if not record.is_cut else ():
                one.packets[record.direction].append((frame, record))
            self.ends[frame] = found

    def partner(self, session):
        mine, theirs = session.side[::1 if session in session.side[0] else -1]
        if len(mine) != len(theirs) or mine[0].peer is theirs[0].peer:
            return None
        if len(mine) > 1 and not all(len({one.peer for one in side}) == 1 and all(one.from_start for one in side)
                                     for side in (mine, theirs)):
            return None
        return theirs[mine.index(session)]

    def told(self):
        """frame -> what is said of it"""
        said = {frame: Told([], [], None, None, None, 0) for frame, record in enumerate(self.records, 1)
                if record.kind == "packet"}
        done = set()
        for frame in sorted(self.ends):
            for session in self.ends[frame]:
                other = self.partner(session)
                if other and session not in done:
                    done |= {session, other}
                    for one, took in tell(session, other).items():
                        said[one] = merged(said[one], took)
        return said


def merged(one, other):
    """A packet to all has several receivers."""
    return Told(sorted(one.received_in + other.received_in), one.sent_in + other.sent_in, *(
        old if new is None else new for old, new in zip(one[2:5], other[2:5])), one.never + other.never)


def matches(sender, receiver):
    """(frame of a sent packet -> frame where it was received, frames of those that have no equal one)"""
    found, missing = {}, set()
    by_body = collections.defaultdict(lambda: ([], []))
    for side, packets in enumerate((sender.packets[SENT], receiver.packets[GOT])):
        for frame, record in packets:
            by_body[record.body][side].append((frame, record))
    for sent, got in by_body.values():
        if not sent:
            continue
        lanes = {record.lane for _, record in sent}
        reliable = sent[0][1].lane[0] == RELIABLE
        ordered = len(lanes) == 1 and (len(sent) >= len(got) if reliable else len(sent) == len(got))
        whole = bool(got) and all(
            session.from_start and packets[-1][1].ticks <= session.whole_until()
            for session, packets in ((sender, sent), (receiver, got)))
        if len(sent) == len(got) == 1 or (ordered and whole):
            found.update((one[0], other[0]) for one, other in zip(sent, got))
        if not got or (ordered and whole):
            missing.update(frame for frame, _ in sent if frame not in found)
    return found, missing


def never(sender, receiver, found, missing):
    """Frames of the packets that were certainly not received."""
    came = {frame: record for frame, record in receiver.packets[GOT]}
    until, lost = receiver.whole_until() - PATIENCE, set()
    for at, (frame, record) in enumerate(sender.packets[SENT]):
        later = [came[found[other]].ticks for other, one in sender.packets[SENT][at + 1:]
                 if other in found and one.lane == record.lane]
        if frame in missing and receiver.from_start and any(ticks <= until for ticks in (
                *later, *([] if receiver.gone is None else [receiver.gone]))):
            lost.add(frame)
    return lost


def bounds(pairs):
    """(least, most) of what the receivers' clocks in the first direction are ahead; None if that is not known. pairs:
    (is it of the first direction, difference)"""
    there = [took for first, took in pairs if first]
    back = [-took for first, took in pairs if not first]
    return max(back, default=None), min(there, default=None)


def are_known(least, most):
    return least is not None and most is not None and least <= most


def tell(one, other):
    """What is said of the packets of a session; the minutes are those of the first side."""
    said, took = {}, []
    records = {frame: record for session in (one, other) for packets in session.packets.values()
               for frame, record in packets}
    for first, (sender, receiver) in ((True, (one, other)), (False, (other, one))):
        found, missing = matches(sender, receiver)
        lost = never(sender, receiver, found, missing)
        for frame, _ in sender.packets[SENT]:
            said[frame] = Told([found[frame]] if frame in found else [], [], None, None, None, int(frame in lost))
        for sent, got in found.items():
            minute = records[sent if first else got].time // MINUTE
            took.append((first, sent, got, minute, 1000 * (records[got].time - records[sent].time)))
    least, most = bounds([(first, taken) for first, *_, taken in took])
    same = (most is None or most >= 0) and (least is None or least <= 0)
    for first, sent, got, minute, taken in took:
        known = next((some for some in (bounds([(one[0], one[4]) for one in took if one[3] == minute]), (least, most))
                      if are_known(*some)), None)
        offset, error = 0, None
        if known:
            offset = 0 if same else known[0] + (known[1] - known[0]) // 2
            error = max(known[1] - offset, offset - known[0])
        ahead = offset if first else -offset
        times = (taken - ahead, ahead, error) if same or known else (None, None, None)
        said[got] = Told([], [sent], *(time if time is None else time / 1e9 for time in times), 0)
    return said


# --- sessions that are made up --------------------------------------------------------


RUNS, IDS = itertools.count(1000), itertools.count(2)


class Made:
    """A recorded peer, alone in its run, or beside another one."""

    def __init__(self, own, clock, name="ENetMultiplayerPeer", knows=True, beside=None):
        self.run, self.own, self.clock, self.peer, self.records = next(RUNS), own, clock, 1, []
        if beside:
            self.run, self.clock, self.peer, self.records = beside.run, beside.clock, 2, beside.records
        else:
            self.add("begin", 0, peer=0)
        self.add("peer", 1, own=own if knows else 0, name=name)

    def add(self, kind, at, **more):
        self.records.append(Record(self.run, kind, at, NOW + at + self.clock, **{"peer": self.peer, **more}))

    def numbered(self, chance, gaps):
        """The records in their order, some of them missing."""
        records = sorted(self.records, key=lambda record: record.ticks)
        for number, record in enumerate(records, 1):
            record.number = number
        for _ in range(gaps if len(records) > 4 else 0):
            at, what = chance.randrange(3, len(records)), chance.choice(["lost", "missing", "cut"])
            if what == "lost":
                records[at] = dataclasses.replace(records[at], kind="lost", peer=0)
            elif what == "missing":
                del records[at]
            elif records[at].kind == "packet":
                records[at] = dataclasses.replace(records[at], is_cut=True)
        if gaps and chance.random() < 0.5:      # as at the beginning of another file of a ring
            at = chance.randrange(3, len(records))
            records.insert(at, dataclasses.replace(records[at - 1], kind="begin", peer=0, is_repeated=True))
        return records


LANES = [(RELIABLE, 0), (RELIABLE, 0), (RELIABLE, 1), (UNRELIABLE, 0), (UNRELIABLE, 0), (UNRELIABLE, 2), (ORDERED, 0)]


def made_up(chance):
    """Returns the records of a game, in the order of a file."""
    def may(share):
        return chance.random() < share

    ids = chance.sample([next(IDS), next(IDS), next(IDS)], 3)
    if may(0.3):
        ids[0] = 1      # as servers have
    clock = chance.choice([0, 0, 5, 3 * SECOND, -3 * SECOND, MINUTE])
    name = "ENetMultiplayerPeer" if may(0.95) else "WebSocketMultiplayerPeer"
    server, client = Made(ids[0], 0, knows=may(0.9)), Made(ids[1], clock, name, may(0.9))
    third = Made(ids[2], 0, knows=may(0.9), beside=client if may(0.3) else None)
    runs = [server, client, third]
    if may(0.05):
        third.own = client.own      # who it may be is not known
    for one, other in ((server, client), (client, server), (server, third), (third, server)):
        if may(0.2):
            one.add("status", 50, own=one.own)
        if may(0.95):
            one.add("came", 100, other=other.own)
    step = chance.choice([1000, 50000, SECOND, 7 * SECOND])
    at, events, share = 10 * step, [], chance.choice([1, 0.9, 0.5])
    bodies = {b"\3" + body: chance.choice(LANES) for body in (b"a", b"b", b"c", b"d")}
    for number in range(chance.randrange(1, 16)):
        at += chance.randrange(1, 2 * step)
        one, other = chance.choice([(server, client), (client, server), (client, server), (server, third)])
        body = chance.choice(list(bodies))
        lane = bodies[body] if may(0.95) else chance.choice(LANES)
        body += bytes([number] * may(0.6))      # most are no others' equals
        targets = [client, third] if one is server and may(0.2) else [other]
        target = other.own if targets == [other] else chance.choice([0, -client.own])
        result = 31 if may(0.05) else 0
        one.add("packet", at, own=one.own, other=target, lane=lane, body=body, result=result)
        for receiver in targets:
            if target != -receiver.own and result == 0 and may(share):
                came = at + chance.choice([0, step // 2, chance.randrange(1, 3 * step)])
                receiver.add("packet", came, own=receiver.own, other=one.own, lane=lane if may(0.8) else (ORDERED, 0),
                             body=body, direction=GOT)
                events.append(came)
        if may(0.05):
            one.add("other", at + 1, other=other.own, event=chance.choice([0, 3, 4, 5]))
        for mine, theirs in ((server, client), (client, server)) if may(0.04) else ():
            if may(0.95):
                mine.add("gone", at + 1, other=theirs.own)
                events.append(at + 1)
            if may(0.95):
                mine.add("came", at + 2, other=theirs.own)
    for run in runs:
        last = max(record.ticks for record in run.records)
        run.add("mark", chance.choice([last, *[last + 5 * SECOND] * 9, *(
            max(last, event + PATIENCE + more) for event in events for more in (-1, 0, 1))]), peer=0)
        if may(0.1):
            run.add("end", chance.choice([last, last // 2]))
    records = [record for run in runs[:3 - (third.records is client.records)]
               for record in run.numbered(chance, may(0.15))]
    if may(0.8):
        records.sort(key=lambda record: record.time)
    return records


@functools.cache
def written(seed):
    """Records, and a file of them."""
    chance = random.Random(f"rules {seed}")
    records = [record for _ in range(60) for record in made_up(chance)]
    return records, recording(*(record.written() for record in records), times=[record.time for record in records])


def lane_of(record):
    return f"channel {record.lane[1]}, {('unreliable', 'unreliable ordered', 'reliable')[record.lane[0]]}"


def test_statistics_say_what_the_rules_say():
    """What became of each packet, of one to all for each who was there; of one that is cut it is not known. Jitter is
    between those that were sent one after the other and came."""
    records, path = written(0)
    rules = Rules(records)
    said, became, steps = rules.told(), collections.Counter(), collections.defaultdict(list)
    for frame, record in enumerate(records, 1):
        if record.kind != "packet" or record.direction == GOT:
            continue
        known = [session for session in rules.ends[frame] if rules.partner(session)]
        for session in known:
            found, missing = matches(session, rules.partner(session))
            lost = never(session, rules.partner(session), found, missing)
            fate = "received" if frame in found else "never received" if frame in lost else "not known"
            became[f"{record.own} → {session.other}", lane_of(record), fate] += 1
            if frame in found:
                steps[session, record.lane].append(records[found[frame] - 1].time - record.time)
        if not known:
            fate = "not sent: put_packet() returned an error" if record.result else "the other end is not recorded"
            became[f"{record.own} → {record.other}", lane_of(record), fate] += 1
    tree = counted.trees_of(path, "godot_recordings", "-2")
    assert {(way.name, lane.name, line.name): line.number for way in tree["Sent: number, and what became of it"].lines
            for lane in way.lines for line in lane.lines} == became
    latencies = [1000 * one.latency for one in said.values() if one.latency is not None]
    jitters = [abs(after - before) / 1000 for some in steps.values() for before, after in zip(some, some[1:])]
    for line, times in ((tree["Latency (ms)"], latencies), (tree["Jitter of latency (ms)"], jitters)):
        assert line.number == len(times) > 50 and line.average == pytest.approx(sum(times) / len(times), abs=0.01)


@pytest.mark.parametrize("seed", range(4))
def test_the_plugin_says_what_the_rules_say(seed):
    records, path = written(seed)
    found = wireshark.fields(path, "godot.record.kind == 1", *NAMES, options=("-2",))
    expected = Rules(records).told()
    counts = collections.Counter()
    for (frame,), received, sent, *times, lost in found:
        said = Told(sorted(map(int, received)), list(map(int, sent)),
                    *(float(time[0]) if time else None for time in times), len(lost))
        wanted = expected[int(frame)]
        assert said == Told(*wanted[:2], *(one if one is None else pytest.approx(one, abs=1e-9) for one in wanted[2:5]),
                            wanted[5]), records[int(frame) - 1]
        counts.update(name for name in Told._fields if getattr(wanted, name))
    assert len(found) == len(expected) and min(counts[name] for name in Told._fields) > 5
