# SPDX-License-Identifier: GPL-2.0-or-later
"""ENet's analysis against what ENet itself did.

In the captures enet-*, both ends are libenet, which logged what became of each command, and a proxy
logged what it did to which datagram (captures/README.md). All were captured at the client: what it
sent ("up") is there before the network could touch it, what it received ("down") is just that.
"""

import collections
import functools
import json
import zlib
from dataclasses import dataclass, field

import pytest

from wireshark import CAPTURES, fields, frames, pdml

LOSSY = ["enet-lossy", "enet-checksum"]
THROTTLED = ["enet-throttled", "enet-throttled-numberings"]
TRAFFIC = [*LOSSY, "enet-checksum-range", *THROTTLED]
CLIENT_PORTS = {21200, 22000}       # of its proxy or server, plus 1000
ACKNOWLEDGE, UNRELIABLE, UNSEQUENCED, UNRELIABLE_FRAGMENT = 1, 7, 9, 12
RELIABLE_FLAG = 0x80


# --- the truth ------------------------------------------------------------------------


@functools.cache
def truth(name):
    return [json.loads(line) for line in (CAPTURES / f"{name}.truth.jsonl").read_text().splitlines()]


def told(name, who, event, **wanted):
    """Returns the events of one process, in its order, with the given values."""
    return [e for e in truth(name) if e["who"] == who and e["event"] == event
            and all(e[key] == value for key, value in wanted.items())]


# --- the dissection -------------------------------------------------------------------


@dataclass
class Command:
    """One command of one datagram, as dissected."""

    frame: int
    time: float
    up: bool
    stream: int
    sent_time: int
    values: dict = field(repr=False)        # filter name -> first value, as text

    def number(self, name):
        return int(self.values[name], 0) if name in self.values else None

    def has(self, name):
        return name in self.values

    @property
    def kind(self):
        return self.number("enet.command")

    @property
    def reliable(self):
        return bool(self.number("enet.command.byte") & RELIABLE_FLAG)

    @property
    def name(self):
        """Returns channel and reliable number, which identify a command in acknowledgements."""
        return self.number("enet.channel"), self.number("enet.seq")

    @property
    def counted(self):
        """Returns the number of an unreliable or unsequenced command in its counter, and the counter."""
        if self.kind == UNSEQUENCED:
            return ("unsequenced",), self.number("enet.unsequenced_group")
        second = "enet.fragment.start_seq" if self.kind == UNRELIABLE_FRAGMENT else "enet.unreliable_seq"
        return self.name, self.number(second)


@functools.cache
def packets(name):
    return pdml(CAPTURES / f"{name}.pcapng", "-2")      # two passes: acknowledged in a later frame


def is_up(packet):
    return int(packet.first("udp.srcport").show) in CLIENT_PORTS


@functools.cache
def commands(name):
    """Returns all commands of a capture in their order."""
    found = []
    for packet in packets(name):
        for item in packet.find("enet.command.item"):
            values = {}
            for node in item.walk():
                values.setdefault(node.name, node.show)
            sent_times = packet.find("enet.sent_time")
            found.append(Command(int(packet.first("frame.number").show), float(packet.first("frame.time_epoch").show),
                                 is_up(packet), int(packet.first("enet.stream").show),
                                 int(sent_times[0].show) if sent_times else 0, values))
    return found


def chosen(name, up, test):
    return [c for c in commands(name) if c.up == up and test(c)]


def reliable(name, up):
    return chosen(name, up, lambda c: c.reliable)


def acknowledgements(name, up):
    return chosen(name, up, lambda c: c.kind == ACKNOWLEDGE)


# --- nothing is left over -------------------------------------------------------------


@pytest.mark.parametrize("name", [*TRAFFIC, "enet-reuse", "enet-unanswered"])
def test_every_datagram_is_plain_enet(name):
    assert frames(CAPTURES / f"{name}.pcapng", "!enet") == []
    assert frames(CAPTURES / f"{name}.pcapng", "godot || _ws.malformed || _ws.expert.severity == error") == []


@pytest.mark.parametrize("name, expected", [("enet-lossy", set()), *((name, set()) for name in THROTTLED),
                                            ("enet-checksum", {"1"}), ("enet-checksum-range", {"1"})])
def test_checksums_are_found_and_right(name, expected):
    rows = fields(CAPTURES / f"{name}.pcapng", "", "enet.checksum.status")
    assert {value for row in rows for value in row[0] or []} == expected
    assert all(row[0] for row in rows) == bool(expected)


# --- transmissions --------------------------------------------------------------------


@pytest.mark.parametrize("name", TRAFFIC)
def test_each_attempt_of_sending_is_a_transmission(name):
    attempts = {(e["channel"], e["seq"]): e["attempts"]
                for e in told(name, "client", "released")
                if e["command"] & RELIABLE_FLAG}
    seen = collections.defaultdict(list)
    for command in reliable(name, up=True):
        seen[command.name].append(command)
    assert {key: len(seen[key]) for key in attempts} == attempts
    assert name not in LOSSY or max(attempts.values()) > 1
    for first, *others in seen.values():
        assert not first.has("enet.analysis.retransmission")
        assert [c.number("enet.analysis.retransmission") for c in others] == [first.frame] * len(others)
        assert [c.number("enet.analysis.retransmission_count") for c in others] == list(range(1, len(others) + 1))


@pytest.mark.parametrize("name", TRAFFIC)
def test_retransmissions_are_the_packets_that_enet_counts_as_lost(name):
    last = told(name, "client", "statistics")[-1]
    sent = chosen(name, True, lambda c: c.kind != ACKNOWLEDGE)
    repeated = [c for c in sent if c.has("enet.analysis.retransmission")]
    assert len(repeated) == last["packets_lost"]
    assert len(sent) - len(repeated) == last["packets_sent"] - last["packets_lost"]


@pytest.mark.parametrize("name", TRAFFIC)
def test_what_arrives_is_first_repeated_or_double(name):
    arrived = reliable(name, up=False)
    assert collections.Counter((*c.name, c.sent_time) for c in arrived) == \
        collections.Counter((e["channel"], e["seq"], e["sent_time"]) for e in told(name, "client", "acknowledging"))
    transmissions = collections.defaultdict(list)
    for command in arrived:
        before = transmissions[command.name]
        assert command.has("enet.analysis.duplicate") == (command.sent_time in before)
        assert command.has("enet.analysis.retransmission") == (bool(before) and command.sent_time not in before)
        before.append(command.sent_time)


def doubled_frames(name):
    """Returns the second copies of the datagrams that the proxy delivered twice to the client."""
    copies = [(e["hex"], e["size"]) for e in truth(name) if e["event"] == "doubled" and e["link"].startswith("server")]
    found, seen = set(), set()
    for packet in packets(name):
        payload = bytes.fromhex(packet.first("udp.payload").value)
        if not is_up(packet) and (payload[:16].hex(), len(payload)) in copies:
            if payload in seen:
                found.add(int(packet.first("frame.number").show))
            seen.add(payload)
    assert len(found) == len(copies)
    return found


@pytest.mark.parametrize("name", LOSSY)
def test_doubled_datagrams_are_duplicates(name):
    doubled = doubled_frames(name)
    assert doubled
    for command in chosen(name, False, lambda c: c.frame in doubled):
        assert command.has("enet.analysis.duplicate")
    for command in chosen(name, False, lambda c: c.frame not in doubled and c.kind != ACKNOWLEDGE):
        assert not command.has("enet.analysis.duplicate")
    assert not [c for c in commands(name) if c.up and c.kind != ACKNOWLEDGE and c.has("enet.analysis.duplicate")]


# --- acknowledgements -----------------------------------------------------------------


@pytest.mark.parametrize("name", TRAFFIC)
def test_round_trips_are_those_that_enet_measured(name):
    measured = [e["rtt"] for e in told(name, "client", "measured")]
    shown = [float(c.values["enet.analysis.ack_rtt"]) * 1000 for c in acknowledgements(name, up=False)]
    del shown[0]        # the first one initialises the mean, without the function that logs it
    assert len(shown) == len(measured) > 10
    # ENet takes the time after the capture does, and in whole ms
    later = [b - a for a, b in zip(shown, measured)]
    assert min(later) >= -1
    assert sorted(later)[len(later) * 9 // 10] <= 2         # a process may have to wait for its turn


@pytest.mark.parametrize("name", TRAFFIC)
def test_acknowledged_transmissions_are_those_that_arrived(name):
    arrived = {(e["channel"], e["seq"], e["sent_time"]) for e in told(name, "server", "acknowledging")}
    answered = {(*c.name, c.number("enet.ack.sent_time")) for c in acknowledgements(name, up=False)}
    assert answered <= arrived
    for command in reliable(name, up=True):
        if command.kind != 2:       # a VERIFY_CONNECT answers a CONNECT instead
            assert command.has("enet.analysis.acked_in") == ((*command.name, command.sent_time) in answered)
    for command in reliable(name, up=False):
        assert command.has("enet.analysis.acked_in")        # the client, next to the capture, acknowledged all


@pytest.mark.parametrize("name", LOSSY)
def test_lost_transmissions_are_those_without_an_answer(name):
    """Commands of the client: between it and the server the proxy loses some, and some of the server's answers."""
    arrived = {(e["channel"], e["seq"], e["sent_time"]) for e in told(name, "server", "acknowledging")}
    answered = {(*c.name, c.number("enet.ack.sent_time")) for c in acknowledgements(name, up=False)}
    transmissions, lost = collections.defaultdict(list), set()
    for command in (c for c in reliable(name, up=True) if c.kind != 2):
        transmissions[command.name].append(command)
    for same in transmissions.values():
        keys = [(*command.name, command.sent_time) for command in same]
        for before, key, command in zip(same, keys, same[1:]):
            is_lost = key not in answered and not answered.isdisjoint(keys)
            assert command.number("enet.analysis.lost_before") == (before.frame if is_lost else None)
            lost |= {key} if is_lost else set()
    assert lost - arrived and lost & arrived        # on the way to the server, and on the way back
    # nothing is lost between proxy and client
    assert not [c for c in reliable(name, up=False) if c.has("enet.analysis.lost_before")]


@pytest.mark.parametrize("name", TRAFFIC)
def test_both_ends_of_an_acknowledgement_are_linked(name):
    by_frame = collections.defaultdict(list)
    for command in commands(name):
        by_frame[command.frame].append(command)
    for command in (c for c in commands(name) if c.kind == ACKNOWLEDGE):
        key = (*command.name, command.number("enet.ack.sent_time"))
        linked = by_frame[command.number("enet.analysis.acks")]
        assert key in [(*c.name, c.sent_time) for c in linked if c.reliable and c.up != command.up]
    for command in (c for c in commands(name) if c.has("enet.analysis.acked_in") and c.kind != 2):
        linked = by_frame[command.number("enet.analysis.acked_in")]
        assert command.name in [c.name for c in linked if c.kind == ACKNOWLEDGE and c.up != command.up]


# --- numbers that are missing ---------------------------------------------------------


def unreliable(name, up):
    return chosen(name, up, lambda c: c.kind in (UNRELIABLE, UNSEQUENCED, UNRELIABLE_FRAGMENT))


def queued_unreliable(name, who):
    """Returns (counter, number) of every unreliable message that this end made."""
    found = set()
    for event in told(name, who, "queued"):
        kind = event["command"] & 0x0F
        if kind == UNSEQUENCED:
            found.add((("unsequenced",), event["second"]))
        elif kind in (UNRELIABLE, UNRELIABLE_FRAGMENT):
            found.add(((event["channel"], event["seq"]), event["second"]))
    return found


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("name", TRAFFIC)
def test_gaps_are_the_messages_that_did_not_come(name, up):
    missing = set()
    highest = {}
    for command in unreliable(name, up):
        counter, number = command.counted
        highest[counter] = max(number, highest.get(counter, 0))
        gap = command.number("enet.analysis.gap") or 0
        missing |= {(counter, lost) for lost in range(number - gap, number)}
        missing.discard((counter, number))
    came = {command.counted for command in unreliable(name, up)}
    lost = queued_unreliable(name, "client" if up else "server") - came
    assert missing == {(counter, number) for counter, number in lost if number < highest.get(counter, 0)}
    # nothing is lost before the capture, so the client's throttle dropped what is missing
    assert bool(missing) == (name in (THROTTLED if up else LOSSY))


@pytest.mark.parametrize("name", LOSSY)
def test_overtaken_commands_are_out_of_order(name):
    assert not [c for c in commands(name) if c.up and c.has("enet.analysis.out_of_order")]
    overtaken = [c for c in commands(name) if c.has("enet.analysis.out_of_order")]
    delayed = {(e["hex"], e["size"]) for e in truth(name) if e["event"] == "delayed" and e["link"].startswith("server")}
    held = set()
    for packet in packets(name):
        payload = bytes.fromhex(packet.first("udp.payload").value)
        if not is_up(packet) and (payload[:16].hex(), len(payload)) in delayed:
            held.add(int(packet.first("frame.number").show))
    assert len(held) >= len(delayed) > 0        # a lone acknowledgement may come twice, byte for byte
    repeated = {(e["channel"], e["seq"]) for e in told(name, "server", "released") if e["attempts"] > 1}
    assert overtaken
    for command in overtaken:       # or if its first transmission was lost
        assert command.frame in held or (command.reliable and command.name in repeated)


@pytest.mark.parametrize("name", TRAFFIC)
def test_no_gap_is_laid_to_a_throttle_that_never_closed(name):
    for up, who in ((True, "client"), (False, "server")):
        if min(e["packet_throttle"] for e in told(name, who, "statistics")) == 32:
            assert not chosen(name, up, lambda c: c.has("enet.analysis.throttled"))


@pytest.mark.parametrize("name, share", [("enet-throttled", 0.7), ("enet-throttled-numberings", 0.8)])
def test_gaps_are_laid_to_the_throttle_that_made_them(name, share):
    gaps = chosen(name, True, lambda c: c.has("enet.analysis.gap"))
    throttled = [c for c in gaps if c.has("enet.analysis.throttled")]
    assert len(throttled) >= share * len(gaps) > 10
    [unsent], [lost] = ({c.number(f"enet.analysis.{total}") for c in gaps} for total in ("unsent", "lost"))
    assert unsent == sum(c.number("enet.analysis.gap") for c in throttled)
    assert unsent + lost == sum(c.number("enet.analysis.gap") for c in gaps)


# --- messages -------------------------------------------------------------------------


def payloads(name, up, stream=None, since=0.0):
    """Returns (channel, length, CRC-32) of each message, in order; repetitions are not handed on."""
    found = []
    for packet in packets(name):
        if is_up(packet) != up or float(packet.first("frame.time_epoch").show) < since or \
                (stream is not None and int(packet.first("enet.stream").show) != stream):
            continue
        for item in packet.find("enet.command.item"):
            if item.find("enet.analysis.duplicate") or item.find("enet.analysis.retransmission"):
                continue
            for node in item.find("enet.data") + item.find("enet.reassembled.data"):
                data = bytes.fromhex(node.value)
                found.append((int(item.first("enet.channel").show), len(data), f"{zlib.crc32(data):08x}"))
    return found


def messages(name, who, event, **wanted):
    return [(e["channel"], e["length"], e["crc32"]) for e in told(name, who, event, **wanted)]


@pytest.mark.parametrize("name", TRAFFIC)
def test_messages_are_those_that_were_said_and_heard(name):
    unsent = collections.Counter(messages(name, "client", "raw_sent"))
    unsent.subtract(payloads(name, up=True))
    dropped = queued_unreliable(name, "client") - {c.counted for c in unreliable(name, up=True)}
    assert set(unsent.values()) <= {0, 1} and sum(unsent.values()) == len(dropped)
    assert bool(dropped) == ((name in THROTTLED))
    heard = collections.Counter(messages(name, "client", "raw_received"))
    shown = collections.Counter(payloads(name, up=False))
    assert heard <= shown <= collections.Counter(messages(name, "server", "raw_sent"))
    left = told(name, "client", "ending")[0]["time"]
    assert shown - heard <= collections.Counter(payloads(name, up=False, since=left))     # too late for the client


def deliveries(name):
    """Returns (channel, CRC-32) of each reliable message down, by the time at which it could be delivered; and those
    times."""
    times = {
        int(packet.first("frame.number").show): float(packet.first("frame.time_epoch").show) for packet in packets(name)
    }
    found = []
    for packet in packets(name):
        if is_up(packet):
            continue
        for item in packet.find("enet.command.item"):
            kind, repeated = int(item.first(
                "enet.command").show), item.find("enet.analysis.duplicate") + item.find("enet.analysis.retransmission")
            for node in item.find("enet.data") + item.find("enet.reassembled.data"):
                if kind not in (6, 8) or repeated or (kind == 8 and node.name == "enet.data"):
                    continue
                later = item.find("enet.analysis.delivered_in")
                frame = int((later or packet.find("frame.number"))[0].show)
                found.append((times[frame], int(item.first("enet.seq").show), int(item.first("enet.channel").show),
                              f"{zlib.crc32(bytes.fromhex(node.value)):08x}"))
    return sorted(found)


@pytest.mark.parametrize("name", LOSSY)
def test_reliable_messages_are_delivered_when_the_receiver_got_them(name):
    heard = told(name, "client", "raw_received", mode="reliable")
    assert not any(c.has("enet.analysis.delivery_assumed") for c in commands(name))
    for channel in (0, 2):
        shown = [(crc, time) for time, _, on, crc in deliveries(name) if on == channel]
        got = [(e["crc32"], e["time"]) for e in heard if e["channel"] == channel]
        assert [crc for crc, _ in shown[:len(got)]] == [crc for crc, _ in got]
        late = sorted(at - time for (_, time), (_, at) in zip(shown, got))
        assert late[0] > -0.001 and late[len(late) * 9 // 10] < 0.01


# --- several connections of one address pair ------------------------------------------


REUSE = "enet-reuse"


def streams_of_connections():
    """Returns enet.stream -> connect id, from the CONNECTs."""
    return {c.stream: f"{c.number('enet.connect.id'):08x}" for c in commands(REUSE) if c.kind == 2}


def lives():
    """Returns, for each connection by its id: slot at the client, begin and end there, and how it ended."""
    found = {}
    for connected in told(REUSE, "client", "connected"):
        ending = next(e for e in told(REUSE, "client", "ending", slot=connected["slot"])
                      if e["time"] > connected["time"])
        found[connected["connect_id"]] = (connected, ending)
    return found


def test_each_connection_is_a_stream():
    streams = streams_of_connections()
    assert sorted(streams) == list(range(10))
    assert set(streams.values()) == set(lives())
    assert {c.stream for c in commands(REUSE)} == set(streams)


def test_streams_hold_what_their_connection_said():
    for stream, connect_id in streams_of_connections().items():
        connected, ending = lives()[connect_id]
        said = [message for message, e in zip(messages(REUSE, "client", "raw_sent", slot=connected["slot"]),
                                              told(REUSE, "client", "raw_sent", slot=connected["slot"]))
                if connected["time"] < e["time"] <= ending["time"] + 0.01]
        assert len(said) >= 12
        assert collections.Counter(payloads(REUSE, True, stream)) == collections.Counter(said)


def test_connections_end_as_they_were_ended():
    for stream, connect_id in streams_of_connections().items():
        _, ending = lives()[connect_id]
        ends = {(c.up, c.number("enet.command.byte"), c.number("enet.disconnect.data"))
                for c in commands(REUSE) if c.stream == stream and c.kind == 4}
        expected = {"graceful": (True, 0x84, ending["data"]), "later": (True, 0x84, ending["data"]),
                    "now": (True, 0x44, ending["data"]), "other": (False, 0x84, 99)}
        assert ends == ({expected[ending["how"]]} if ending["how"] != "silent" else set())


def test_the_unanswered_connect():
    name = "enet-unanswered"
    [released] = told(name, "client", "released")
    assert [c.kind for c in commands(name)] == [2] * released["attempts"]
    assert {c.stream for c in commands(name)} == {0}
    assert [c.number("enet.analysis.retransmission") for c in commands(name)] == [None, 1]
