# SPDX-License-Identifier: GPL-2.0-or-later
"""Timing, loss and order in random sessions are what tests/enet_analysis.py finds in the same frames."""

import collections

import pytest

import enet
import enet_analysis
import generated_godot3
import generated_godot4
import pcap
import wireshark

MESSAGES = 60
PREFIX = "enet.analysis."
SUMS = ("lost", "unsent")   # one pass knows them as they are until then


def shown(packet):
    """Returns what is told of each command."""
    return [{child.name[len(PREFIX):]: child.show for child in command.children if child.name.startswith(PREFIX)}
            for command in packet.find("enet.command.item")]


def is_same(said, expected):
    """Times have microseconds in the capture."""
    return set(said) == set(expected) and all(
        abs(float(said[name]) - value) < 2e-6 if isinstance(value, float) else said[name] == str(value)
        for name, value in expected.items())


def difference(packets, told, left_out=()):
    """Returns in words the first command of which something else is shown; None if there is none."""
    for number, commands in told.items():
        said = shown(packets[number - 1])
        assert len(said) == len(commands)
        for one, expected in zip(said, commands):
            for name in left_out:
                one.pop(name, None)
            if not is_same(one, expected):
                return f"frame {number}: shown {one}, expected {expected}"
    return None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [generated_godot3.Session, generated_godot4.Session], ids=["godot3", "godot4"])
def test_what_is_told_of_commands(tmp_path, kind, seed):
    frames = kind(f"analysis {seed}", 0, MESSAGES).frames()
    capture = pcap.write_timed(tmp_path / "session.pcap", [(1 + frame.time, frame.packet) for frame in frames])
    connections = collections.defaultdict(list)
    for number, frame in enumerate(frames, 1):
        addresses = frozenset((frame.packet[12:16], frame.packet[16:20]))
        connections[addresses].append((number, frame))
    once, twice = wireshark.pdml(capture), wireshark.pdml(capture, "-2")
    for some in connections.values():
        at_once, told = enet_analysis.of(some)
        assert difference(once, at_once, SUMS) is None
        assert difference(twice, told) is None


SENT = {"reliable": enet.reliable, "unsequenced": enet.unsequenced,
        "unreliable": lambda number, data: enet.unreliable(0, number, data)}


def handshake():
    """(datagram, is it the client's?) of each."""
    return [(enet.datagram(enet.connect(), peer=enet.NO_PEER, sent_time=1), True),
            (enet.datagram(enet.verify(), sent_time=2), False), (enet.datagram(enet.ack(1, 2)), True)]


def written(tmp_path, datagrams, times):
    """Returns the capture of datagrams that the handshake comes before; times: in milliseconds."""
    packets = [pcap.udp(data, *((pcap.CLIENT, pcap.SERVER) if upward else (pcap.SERVER, pcap.CLIENT)))
               for data, upward in [*handshake(), *datagrams]]
    seconds = [1, 1.001, 1.002, *(1.01 + time / 1000 for time in times)]
    return pcap.write_timed(tmp_path / "talk.pcap", list(zip(seconds, packets)))


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("wait, state", [(1000, "open"), (1001, "lost")])
@pytest.mark.parametrize("more", [5, None])
@pytest.mark.parametrize("kind, upward", [*((kind, True) for kind in SENT), ("unsequenced", False)])
def test_what_became_of_missing_numbers(tmp_path, kind, upward, more, wait, state, late):
    """Two are missing: one of them comes late, or none, until the capture goes on with another number, or with
    something of the other end."""
    datagrams = [(enet.datagram(SENT[kind](number, b"data"), sent_time=10), upward) for number in (1, 4)]
    datagrams += [(enet.datagram(SENT[kind](2, b"data"), sent_time=10), upward)] if late else []
    datagrams.append((enet.datagram(SENT[kind](more, b"data"), sent_time=10), upward) if more else
                     (enet.datagram(enet.ack(9)), not upward))
    capture = written(tmp_path, datagrams, [0, 1, *([2] if late else []), 1 + wait])
    packet = wireshark.pdml(capture, "-2")[4]
    expected = {"gap": "2", f"gap.{state}": "1" if late else "2", **({"gap.late": "1"} if late else {})}
    assert {name: value for name, value in shown(packet)[0].items() if name.startswith("gap")} == expected


@pytest.mark.parametrize("gap_upward", [True, False])
@pytest.mark.parametrize("end_upward", [True, False])
def test_what_is_missing_at_the_end_is_lost(tmp_path, gap_upward, end_upward):
    """Whoever ends the connection, and at once."""
    numbers = [(enet.datagram(enet.unsequenced(number, b"data")), gap_upward) for number in (1, 4)]
    capture = written(tmp_path, [*numbers, (enet.datagram(enet.disconnect(2, now=True)), end_upward)], [0, 1, 2])
    told = shown(wireshark.pdml(capture, "-2")[4])[0]
    assert (told["gap"], told["gap.lost"], told.get("gap.open")) == ("2", "2", None)


def test_what_is_missing_is_called_lost_in_the_second_pass(tmp_path):
    """The first one does not know what comes behind the end."""
    datagrams = [up(enet.unsequenced(1, b"data")), up(enet.unsequenced(4, b"data"), enet.disconnect(2, now=True))]
    capture = written(tmp_path, datagrams, [0, 1])
    assert wireshark.frames(capture, "enet.analysis.missing") == []
    assert wireshark.frames(capture, "enet.analysis.missing", "-2") == [5]


def test_no_more_come_late_than_are_missing(tmp_path):
    """A number that comes again so much later that it is forgotten (docs/wire/enet.md: ENet remembers 1024 groups)."""
    numbers = [[1], [3], [2], *([*range(begin, begin + 30)] for begin in range(4, 2104, 30)), [2]]
    datagrams = [(enet.datagram(*(enet.unsequenced(number, b"") for number in some)), True) for some in numbers]
    told = shown(wireshark.pdml(written(tmp_path, datagrams, range(len(datagrams))), "-2")[4])[0]
    assert {name: value for name, value in told.items() if name.startswith("gap")} == {"gap": "1", "gap.late": "1"}


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("kind", SENT)
def test_what_the_capture_cut_may_hold_what_is_missing(tmp_path, kind, cut):
    """The second datagram has the command before the last, behind another one; the third is missing a number."""
    sends = SENT[kind]
    datagrams = [*handshake(), *((enet.datagram(*some, sent_time=10), True) for some in (
        [sends(1, b"data")], [enet.ping(2), sends(2, b"data" * 9)], [sends(4, b"data")], [sends(6, b"data")]))]
    packets = [pcap.udp(data, *((pcap.CLIENT, pcap.SERVER) if upward else (pcap.SERVER, pcap.CLIENT)))
               for data, upward in datagrams]
    packets[4] = packets[4][:len(packets[4]) - cut]
    told = wireshark.pdml(pcap.write(tmp_path / "talk.pcap", packets, padding=cut))
    assert [shown(told[frame])[0].get("gap") for frame in (5, 6)] == [None if cut else "1", "1"]


@pytest.mark.parametrize("times", [1, 2])
def test_an_acknowledgement_of_what_was_not_captured_is_told_once(tmp_path, times):
    """However often a datagram has it."""
    capture = written(tmp_path, [(enet.datagram(*[enet.ack(7, 5, 0)] * times), False)], [0])
    assert wireshark.fields(capture, "frame.number == 4", "enet.analysis.ack_unseen", "enet.analysis.duplicate") == [
        [["1"], []]]


def test_a_further_datagram_acknowledges_again_what_was_not_captured(tmp_path):
    capture = written(tmp_path, [(enet.datagram(enet.ack(7, 5, 0)), False)] * 2, [0, 1])
    assert wireshark.fields(capture, "frame.number > 3", "enet.analysis.ack_unseen", "enet.analysis.duplicate") == [
        [["1"], []], [[], ["1"]]]


def test_a_late_capture_lacks_what_was_sent_before_it(tmp_path):
    """So an acknowledgement of it is nothing odd."""
    packets = [pcap.udp(enet.datagram(enet.ack(7, 5, 0), enet.ping(9)), pcap.SERVER, pcap.CLIENT)]
    assert wireshark.fields(pcap.write(tmp_path / "late.pcap", packets), "enet", "enet.analysis.ack_unseen",
                            options=["-d", "udp.port==7777,enet"]) == [[[]]]


def up(*commands, sent_time=None, peer=0):
    return enet.datagram(*commands, sent_time=sent_time, peer=peer), True


def down(*commands, sent_time=None):
    return enet.datagram(*commands, sent_time=sent_time), False


ASKS, ACCEPTS = handshake()[:2]
ASKS_AGAIN = up(enet.connect(), peer=enet.NO_PEER, sent_time=5)
NOT_FIRST = up(enet.connect()[:2] + b"\0\2" + enet.connect()[4:], peer=enet.NO_PEER, sent_time=1)
ACCEPTS_AGAIN = down(enet.verify(), sent_time=6)


@pytest.mark.parametrize("datagrams, frames", [
    ([ASKS, ACCEPTS, up(enet.ping(2))], {}),                        # the answer is not acknowledged
    ([ASKS, ACCEPTS, up(enet.ack(1, 3))], {}),                      # nor what was sent at that time
    ([ACCEPTS, up(enet.ack(1, 2))], {}),                            # the request was not captured
    ([up(enet.ping(2), sent_time=1), down(enet.ack(2, 1))], {}),    # nor any of it
    ([ASKS, down(enet.ping(1), sent_time=3), up(enet.ack(1, 3))], {}),  # it is no answer
    ([NOT_FIRST, ACCEPTS, up(enet.ack(1, 2))], {}),                 # who asks begins with number 1
    ([ACCEPTS, NOT_FIRST, up(enet.ack(1, 2))], {}),
    ([ASKS, ACCEPTS, up(enet.ack(1, 2))], {3: 20}),
    ([ASKS, ACCEPTS, up(enet.ack(1, 2)), up(enet.ack(1, 2))], {3: 20, 4: 20}),
    ([ASKS, ACCEPTS, ACCEPTS_AGAIN, up(enet.ack(1, 2))], {4: 30}),
    ([ASKS, ACCEPTS, ACCEPTS_AGAIN, up(enet.ack(1, 6))], {4: 20}),      # from the answer that arrived first
    ([ASKS, ACCEPTS, ASKS_AGAIN, down(enet.ack(1, 5)), up(enet.ack(1, 2))], {5: 40})])
def test_the_initial_round_trip(tmp_path, datagrams, frames):
    """That of the request, and that of the answer; in milliseconds, from the frame on that ends it."""
    packets = [pcap.udp(data, *((pcap.CLIENT, pcap.SERVER) if upward else (pcap.SERVER, pcap.CLIENT)))
               for data, upward in datagrams]
    capture = pcap.write_timed(tmp_path / "talk.pcap", [(1 + nth / 100, packet) for nth, packet in enumerate(packets)])
    rows = wireshark.fields(capture, "enet.analysis.initial_rtt", "frame.number", "enet.analysis.initial_rtt",
                            options=["-2", "-d", "udp.port==7777,enet"])
    assert {int(frame): round(1000 * float(time)) for [frame], [time] in rows} == frames


def test_the_initial_round_trip_is_that_of_the_answer(tmp_path):
    """The acknowledgement of a later command, or of a message with the same number, is another."""
    datagrams = [(enet.datagram(enet.verify(), sent_time=2), False), (enet.datagram(enet.ping(2), sent_time=3), False),
                 (enet.datagram(enet.reliable(1, b"x"), sent_time=4), False),
                 (enet.datagram(enet.ack(2, 3)), True), (enet.datagram(enet.ack(1, 4, 0)), True),
                 (enet.datagram(enet.ack(1, 2)), True)]
    packets = [pcap.udp(data, *((pcap.CLIENT, pcap.SERVER) if upward else (pcap.SERVER, pcap.CLIENT)))
               for data, upward in [handshake()[0], *datagrams]]
    capture = pcap.write_timed(tmp_path / "talk.pcap", [(1 + nth / 100, packet) for nth, packet in enumerate(packets)])
    rows = wireshark.fields(capture, "enet.analysis.initial_rtt", "frame.number", "enet.analysis.initial_rtt",
                            options=["-2"])
    assert rows == [[["7"], ["0.060000000"]]]


@pytest.mark.parametrize("sent, rtt", [
    ([(ASKS, 0), (ACCEPTS, 0), (up(enet.ack(1, 2)), 10)], 10),      # a clock of few ticks
    ([(ASKS, 0), (ACCEPTS, 20), (up(enet.ack(1, 2)), 10)], None),   # the time of the acknowledgement is wrong
    ([(ACCEPTS, 20), (ASKS, 0), (up(enet.ack(1, 2)), 50)], 50),     # only the order of the frames is
    ([(ACCEPTS, 0), (ASKS, 20), (up(enet.ack(1, 2)), 50)], None)])  # the clocks of two machines
def test_the_initial_round_trip_is_that_of_the_times(tmp_path, sent, rtt):
    """In milliseconds, whatever the order of the frames is, if the times can be true."""
    ends = {True: (pcap.CLIENT, pcap.SERVER), False: (pcap.SERVER, pcap.CLIENT)}
    packets = [(1 + time / 1000, pcap.udp(data, *ends[upward])) for (data, upward), time in sent]
    rows = wireshark.fields(pcap.write_timed(tmp_path / "talk.pcap", packets), "frame.number == 3",
                            "enet.analysis.initial_rtt")
    assert [round(1000 * float(time)) for time in rows[0][0]] == ([] if rtt is None else [rtt])


@pytest.mark.parametrize("times, rtts, jitters", [
    ([(0, 20), (100, 130), (200, 215)], [20, 30, 15], [None, 10, 15]), ([(0, 2500)], [2500], [None]),
    ([(0, -50), (100, 120)], [None, 20], [None, None]),             # acknowledged before it was sent
    ([(0, 20), (100, 50), (200, 230)], [20, None, 30], [None, None, 10])])
def test_only_round_trips_that_can_be_true_count(tmp_path, times, rtts, jitters):
    """Pairs of the times of a message and its acknowledgement, in milliseconds. No other is compared with the next."""
    pairs = [(up(enet.reliable(number, b"?"), sent_time=number), down(enet.ack(number, number, 0)))
             for number in range(1, len(times) + 1)]
    datagrams = [datagram for pair in pairs for datagram in pair]
    capture = written(tmp_path, datagrams, [time for pair in times for time in pair])
    rows = wireshark.fields(capture, "frame.number > 3 && udp.srcport == 7777", "enet.analysis.ack_rtt",
                            "enet.analysis.jitter")
    found = [[round(1000 * float(value[0])) if value else None for value in row] for row in rows]
    assert found == [list(row) for row in zip(rtts, jitters)]
