# SPDX-License-Identifier: GPL-2.0-or-later
"""What became of the messages that were sent (lost, late, throttled, still open), in statistics and in fields, over a
link that is known.

The link is one that the test makes, or tests/lossy_proxy.py with its log.
"""

import collections
import random

import pytest

import counted
import enet
import test_enet_truth
import wireshark
from test_enet import Talk
from wireshark import CAPTURES, fields

LINKS = {       # shares that are lost, late, and doubled
    "loss": (0.03, 0, 0), "reorder": (0, 0.3, 0), "both": (0.03, 0.3, 0.02), "much of both": (0.2, 0.5, 0.1),
}
OUTCOMES = ("lost", "late", "throttled", "open")
LINES = {"lost": "lost", "late": "came late", "throttled": "dropped by the sender's throttle", "open": "may still come",
         "in order": "came in order"}


def sent(count=1200):
    """Returns (counter, number, command) in the order of sending: two ordered channels that start again, and
    unsequenced messages."""
    reliable, numbers = 0, collections.Counter()
    for tick in range(count):
        kind = ("unsequenced", 1, 2)[tick % 3]
        if kind == 1 and tick % 120 == 1:
            reliable += 1
            numbers.pop(1, None)
            yield (("reliable", 1), reliable, enet.reliable(reliable, b"r", channel=1))
        numbers[kind] += 1
        number = numbers[kind]
        if kind == "unsequenced":
            yield ("unsequenced",), number, enet.unsequenced(number, b"u")
        else:
            under = reliable if kind == 1 else 0
            yield (kind, under), number, enet.unreliable(under, number, b"u", channel=kind)


def over(link, seed):
    """Returns [(counter, number, command)] in the order of arrival. Reliable commands are neither lost nor late
    here."""
    lose, delay, double = LINKS[link]
    chance, arriving = random.Random(seed), []
    for place, (counter, number, command) in enumerate(sent()):
        if counter[0] == "reliable":
            arriving.append((place, counter, number, command))
        elif chance.random() >= lose:
            for _ in range(1 + (chance.random() < double)):
                arriving.append(
                    (place + (chance.uniform(0, 30) if chance.random() < delay else 0), counter, number, command))
    return [rest for _, *rest in sorted(arriving, key=lambda one: one[0])]


def truth(arrived):
    """Returns counter -> outcome -> number, as far as a capture can know: for numbers below the highest that came."""
    came, high, found = collections.defaultdict(set), collections.Counter(), collections.defaultdict(
        collections.Counter)
    for counter, number, _ in arrived:
        if number not in came[counter]:
            late = number < high[counter] or counter[0] == 1 and any(other[0] == 1 and other[1] > counter[1]
                                                                     for other in high)
            found[counter]["late" if late else "in order"] += 1
        came[counter].add(number)
        high[counter] = max(number, high[counter])
    for counter, numbers in came.items():
        found[counter]["lost"] = high[counter] - len(numbers)
    return found


def of_channel(found, channel):
    total = collections.Counter()
    for counter, outcomes in found.items():
        if counter[0] == channel:
            total.update(outcomes)
    return total


def talk_over(link, seed=5, ended=True):
    talk = Talk().handshake()
    arrived = over(link, seed)
    for _, _, command in arrived:
        talk.up(command, sent_time=1)
    if ended:
        talk.up(enet.disconnect(2), sent_time=2)
    return talk, arrived


def lines(file, *options):
    """channel -> kind -> outcome -> number"""
    sent = counted.trees_of(file, "enet_channels", *options)["Sent: number, and what became of it"]
    (way, ) = (line for line in sent.lines if ":50000 " in line.name)
    return {
        channel.name: {kind.name: {name: kind[text].number for name, text in LINES.items()} for kind in channel.lines
                       } for channel in way.lines}


CHANNELS = {"channel 1": 1, "channel 2": 2, "unsequenced, on all channels": "unsequenced"}


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("options", [(), ("-2",)], ids=["one pass", "two passes"])
def test_statistics_say_what_became_of_messages(link, options):
    talk, arrived = talk_over(link)
    file = talk.write(wireshark.writable_folder(), step=0.01)
    found = truth(arrived)
    told = lines(file, *options)
    for name, channel in CHANNELS.items():
        expected = of_channel(found, channel)
        assert told[name]["unreliable"] == {outcome: expected[outcome] for outcome in LINES}, name


@pytest.mark.parametrize("link", LINKS)
def test_fields_say_the_same_as_statistics(link):
    talk, arrived = talk_over(link)
    file = talk.write(wireshark.writable_folder(), step=0.01)
    total = sum(truth(arrived).values(), collections.Counter())
    names = [f"enet.analysis.gap.{outcome}" for outcome in OUTCOMES]
    rows = fields(file, "enet.analysis.gap || enet.analysis.out_of_order", *names, "enet.analysis.out_of_order",
                  options=["-2"])
    sums = {name: sum(int(value) for row in rows for value in row[i]) for i, name in enumerate(OUTCOMES)}
    assert sums["lost"] == total["lost"] and sums["open"] == sums["throttled"] == 0
    assert sum(len(row[-1]) for row in rows) == total["late"]
    warned = wireshark.frames(file, "enet.analysis.missing", "-2")
    assert warned == wireshark.frames(file, "enet.analysis.gap.lost", "-2") and bool(warned) == (total["lost"] > 0)
    assert wireshark.frames(file, "enet.analysis.missing") == []       # in one pass, all may still come


def test_what_may_still_come_is_open():
    """In the last second of a capture that ends in the middle of a connection."""
    file = Talk().handshake().up(enet.unsequenced(1, b"")).up(enet.unsequenced(3, b"")).up(enet.unsequenced(4, b""))
    for step, outcome in ((0.9, "open"), (1.1, "lost")):
        told = lines(file.write(wireshark.writable_folder(), step=step))["unsequenced, on all channels"]["unreliable"]
        assert told == {name: {"in order": 3, outcome: 1}.get(name, 0) for name in LINES}


def test_what_comes_after_a_second_is_late_all_the_same():
    talk = Talk().handshake()
    for number in (1, 4, 5, 6, 2):
        talk.up(enet.unsequenced(number, b""))
    told = lines(talk.write(wireshark.writable_folder(), step=0.6))["unsequenced, on all channels"]["unreliable"]
    assert told == {"in order": 4, "late": 1, "lost": 1, "throttled": 0, "open": 0}


def test_what_came_late_is_not_lost():
    """In all numberings of the connection, too, though a second had passed."""
    talk = Talk().handshake()
    for number in (1, 4, 5, 6, 2, 8):
        talk.up(enet.unsequenced(number, b""))
    file = talk.write(wireshark.writable_folder(), step=0.6)
    for options, lost in ((), ["0", "1"]), (("-2",), ["1", "1"]):       # in the end, 7 may still come
        rows = fields(file, "enet.analysis.gap", "enet.analysis.lost", options=options)
        assert [row[0] for row in rows] == [[number] for number in lost]


def test_each_transmission_has_its_outcome():
    """Those of commands of one channel: acknowledged, lost, or open (docs/wire/enet.md, 4.4)."""
    sent = [    # its sent times, and those that are acknowledged, in that order
        ([300, 800, 1300], [1300], "1 acknowledged, 2 lost"), ([1400], [1400], "1 acknowledged"),
        ([1500, 2000], [1500], "1 acknowledged, 1 open"), ([2100, 2600], [], "2 open"),
        ([2700, 3200], [2700, 3200], "2 acknowledged"), ([3300, 3800, 4300], [3800, 3300], "2 acknowledged, 1 open")]
    talk, total = Talk().handshake(), collections.Counter()
    for number, (times, acknowledged, outcomes) in enumerate(sent, 1):
        for time in times:
            talk.up(enet.reliable(number, b"r"), sent_time=time)
        for time in acknowledged:
            talk.down(enet.ack(number, time, 0))
        total.update({name: int(count) for count, name in (part.split() for part in outcomes.split(", "))})
    # One that is sent again although it has come: what was sent before it is lost, or its acknowledgement is.
    talk.up(enet.reliable(7, b"r"), sent_time=4400).up(enet.reliable(7, b"r"), sent_time=4900)
    talk.down(enet.ack(7, 4400, 0)).up(enet.reliable(7, b"r"), sent_time=5400)
    total.update(["acknowledged", "lost", "open"])
    talk.down(enet.ack(8, 5500, 0)).up(enet.reliable(8, b"r"), sent_time=5500)      # captured in another order
    total["acknowledged"] += 1
    told = counted.trees_of(talk.write(wireshark.writable_folder()), "enet_channels", "-2")[
        "Transmissions of reliable commands: number"]
    (channel,) = [channel for way in told.lines for channel in way.lines if channel.name == "channel 0"]
    assert {line.name: line.number for line in channel.lines} == {
        "acknowledged": total["acknowledged"], "lost, or their acknowledgements": total["lost"],
        "not acknowledged, or not yet": total["open"]}


ASKS, ASKS_AGAIN = (enet.datagram(enet.connect(), peer=enet.NO_PEER, sent_time=time) for time in (100, 600))
ACCEPTS, ACKNOWLEDGES = enet.datagram(enet.verify(), sent_time=200), enet.datagram(enet.ack(1, 200))


@pytest.mark.parametrize("datagrams, acknowledged, still_open", [
    ([ASKS], 0, 1), ([ASKS, ASKS_AGAIN], 0, 2), ([ASKS, ACCEPTS], 1, 1), ([ASKS, ACCEPTS, ACKNOWLEDGES], 2, 0),
    ([ASKS, ASKS_AGAIN, ACCEPTS, ACKNOWLEDGES], 2, 1), ([ACCEPTS, ASKS, ACKNOWLEDGES], 2, 0),
    ([ACCEPTS, ASKS, ASKS_AGAIN, ACKNOWLEDGES], 2, 1), ([ASKS, ASKS, ACCEPTS, ACCEPTS, ACKNOWLEDGES], 2, 0)])
def test_an_answer_acknowledges_one_request(tmp_path, datagrams, acknowledged, still_open):
    """It does not say which one (docs/wire/enet.md, 3.1). Copies are no transmissions."""
    talk, total = Talk(), collections.Counter()
    for datagram in datagrams:
        talk.raw(datagram, datagram is not ACCEPTS)
    for way in counted.trees_of(talk.write(tmp_path), "enet_channels", "-2")[
            "Transmissions of reliable commands: number"].lines:
        for channel in way.lines:
            total.update({line.name: line.number for line in channel.lines})
    assert {name: number for name, number in total.items() if number} == {
        name: number for name, number in (("acknowledged", acknowledged), ("not acknowledged, or not yet", still_open))
        if number}


@pytest.mark.parametrize("name", ["enet-lossy", "enet-reordered", "enet-lossy-slightly"])
def test_proxys_log(name):
    """On the client's side of the proxy: messages of the server that never came, and those that came out of order."""
    sent_by_server = test_enet_truth.queued_unreliable(name, "server")
    commands = [c for c in test_enet_truth.unreliable(name, up=False)]
    came, late, highest = set(), set(), collections.Counter()
    for command in commands:
        counter, number = command.counted
        if (counter, number) not in came and (number < highest[counter] or
                                              any(other[0] == counter[0] and other > counter for other in highest)):
            late.add((counter, number))
        came.add((counter, number))
        highest[counter] = max(number, highest[counter])
    lost = {(counter, number) for counter, number in sent_by_server - came if number < highest[counter]}
    ways = counted.read(CAPTURES / f"{name}.pcapng")[1]["enet_channels"]["Sent: number, and what became of it"].lines
    server = [
        channel["unreliable"] for way in ways if way.name.startswith("Connection 0: 127.0.0.1:20200 ")
        for channel in way.lines]
    told = {outcome: sum(line[text].number for line in server) for outcome, text in LINES.items()}
    told["lost"] += told.pop("open")        # a second before the end
    assert told == {"in order": len(came) - len(late), "late": len(late), "lost": len(lost), "throttled": 0}
    assert bool(lost) == (name != "enet-reordered") and (late or name == "enet-lossy")


def test_transmissions_of_reliable_commands():
    """Compares with the fields of both passes: a transmission is lost if it has no acknowledgement, and a later one of
    the command has."""
    for name in ("enet-lossy", "godot4-lossy", "godot3.6.2-lossy"):
        file = CAPTURES / f"{name}.pcapng"
        rows = fields(file, "enet.analysis.lost_before", "enet.analysis.lost_before", options=["-2"])
        ways = counted.read(file)[1]["enet_channels"]["Transmissions of reliable commands: number"].lines
        parts = collections.Counter({line.name: 0 for way in ways for channel in way.lines for line in channel.lines})
        for way in ways:
            assert way.number == way.sum()
            for channel in way.lines:
                assert channel.number == channel.sum()
                parts.update({line.name: line.number for line in channel.lines})
        assert parts["lost, or their acknowledgements"] == sum(len(row[0]) for row in rows) > 0
        acknowledged = fields(file, "enet.analysis.acked_in && !enet.analysis.duplicate", "frame.number",
                              "enet.analysis.acked_in", options=["-2"])
        assert parts["acknowledged"] >= sum(len(row[1]) for row in acknowledged) - 1
