# SPDX-License-Identifier: GPL-2.0-or-later
"""A message means what it meant at its delivery (docs/wire/enet.md, 4.1)."""

import itertools
import json
import random

import pytest

import enet
import pcap
import recorded
import wireshark
from test_enet import Talk, column
from test_godot4 import RAW, Game, confirm, despawn, node_of, rpc, rpc_path, simplify, spawn, values
from wireshark import fields, frames

MESSAGE = b"\xaa not Godot's \xbb"


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path)


def overtaken(game, first, behind):
    """Moves the packet of a frame after another one; returns the new frames of both."""
    game.packets.insert(behind - 1, game.packets.pop(first - 1))
    return behind, behind - 1


def deliveries(capture, options=("-2",)):
    """Returns frame -> frame of delivery, for the messages that waited."""
    rows = column(fields(capture, "enet.analysis.delivered_in", "frame.number", options=options)), \
        column(fields(capture, "enet.analysis.delivered_in", "enet.analysis.delivered_in", options=options))
    return {frame: later for [frame], [later] in zip(*rows)}


# --- ENet's order ---------------------------------------------------------------------


def test_messages_wait_for_smaller_numbers_of_their_channel(tmp_path):
    talk = Talk().handshake()
    talk.up(enet.reliable(1, MESSAGE)).up(enet.reliable(4, MESSAGE)).up(enet.reliable(1, MESSAGE, channel=2))
    talk.up(enet.reliable(3, MESSAGE)).up(enet.unsequenced(1, MESSAGE)).up(enet.reliable(2, MESSAGE)).up(
        enet.reliable(5, MESSAGE))
    capture = talk.write(tmp_path)
    assert frames(capture, "enet.analysis.waiting") == frames(capture, "enet.analysis.waiting", "-2") == [5, 7]
    assert deliveries(capture) == {5: 9, 7: 9}
    assert [
        float(row[0][0]) for row in fields(capture, "enet.analysis.waited", "enet.analysis.waited", options=["-2"])
    ] == [0.004, 0.002]
    assert frames(capture, "enet.analysis.delivery_assumed", "-2") == []


@pytest.mark.parametrize("before", [[], [enet.ack(1, 5)], [enet.ping(2)], [enet.unsequenced(1, MESSAGE)]],
                         ids=["nothing", "an acknowledgement", "a ping", "a message"])
def test_what_waited_comes_between_two_messages_of_the_datagram_that_closes_the_gap(tmp_path, before):
    """Whatever that datagram begins with: 3 comes behind 2, which announces a path anew, and before 4."""
    talk = Talk().handshake().up(enet.reliable(1, simplify(1, "Old"))).up(enet.reliable(3, rpc(1)))
    talk.up(*before, enet.reliable(2, simplify(1, "New")), enet.reliable(4, simplify(1, "Newest")))
    talk.up(enet.reliable(5, rpc(1)))
    capture = talk.write(tmp_path)
    assert deliveries(capture) == {5: 6}
    assert [node_of(capture, frame, "-2") for frame in (5, 7)] == ["New", "Newest"]


@pytest.mark.parametrize("before", [[], [enet.ack(1, 5)]], ids=["nothing", "an acknowledgement"])
def test_a_gap_that_one_datagram_closes_is_closed_by_its_last_message(tmp_path, before):
    talk = Talk().handshake().up(enet.reliable(1, simplify(1, "Old"))).up(enet.reliable(5, rpc(1)))
    talk.up(enet.reliable(3, simplify(1, "Older"))).up(enet.reliable(6, simplify(1, "Newest")))
    talk.up(*before, enet.reliable(2, simplify(2, "Other")), enet.reliable(4, simplify(1, "New")))
    capture = talk.write(tmp_path)
    assert deliveries(capture) == {5: 8, 6: 8, 7: 8}
    assert node_of(capture, 5, "-2") == "New"


def test_messages_in_any_order_of_any_datagrams_come_in_the_order_of_their_numbers(tmp_path):
    """A path, a call, another path and a call: in all orders, in one to four datagrams. Within one, nobody waits."""
    talk, frames_of, came, count = Talk().handshake(), {}, {}, 0
    orders, all_ends = itertools.permutations((1, 2, 3, 4)), itertools.product((False, True), repeat=3)
    for order, ends in itertools.product(orders, all_ends):
        datagrams = [[]]
        for number, is_last in zip(order, (*ends, True)):
            datagrams[-1].append(count + number)
            datagrams += [[]] if is_last else []
        for numbers in filter(None, datagrams):
            talk.up(*(enet.reliable(number, simplify(1, f"Main/{number}") if number % 2 else rpc(1))
                      for number in numbers))
            frames_of[len(talk.packets)] = numbers
            came |= {number: (len(talk.packets), place) for place, number in enumerate(numbers)}
        count += 4
    complete = dict(enumerate(itertools.accumulate((came[1 + i] for i in range(count)), max), 1))
    rows = fields(talk.write(tmp_path), "godot", "frame.number", "enet.analysis.delivered_in", "godot.rpc.node",
                  options=["-2"])
    assert rows == [[[str(frame)], [str(complete[number][0]) for number in numbers if complete[number][0] > frame],
                     [f"Main/{number - 1}" for number in numbers if number % 2 == 0]]
                    for frame, numbers in frames_of.items()]


@pytest.mark.parametrize("needs", [1, 2])
def test_an_unreliable_message_comes_behind_what_it_must_not_overtake_in_its_datagram(tmp_path, needs):
    talk = Talk().handshake().up(enet.reliable(1, simplify(1, "Old"), channel=0))
    talk.up(enet.unreliable(needs, 1, rpc(1), channel=0), enet.reliable(2, simplify(1, "New"), channel=0))
    capture = talk.write(tmp_path)
    assert frames(capture, "enet.analysis.waiting") == frames(capture, "enet.analysis.waiting", "-2") == []
    assert node_of(capture, 5, "-2") == ("New" if needs == 2 else "Old")


@pytest.mark.parametrize("size", [100, 30], ids=["whole", "in fragments"])
def test_behind_a_gap_an_unreliable_message_comes_behind_the_reliable_one_that_it_follows(tmp_path, size):
    """Whichever was captured first."""
    message = simplify(1, "New")
    count = -(-len(message) // size)
    talk = Talk().handshake().up(enet.unreliable(count + 1, 1, rpc(1), channel=0))
    talk.up(enet.unreliable(1, 1, rpc(1), channel=0))
    talk.up(*([enet.reliable(2, message)] if count == 1 else enet.fragments(2, message, size)))
    capture = talk.up(enet.reliable(1, simplify(1, "Old"))).write(tmp_path)
    assert deliveries(capture) == {4: 7, 5: 7, 6: 7}
    assert [node_of(capture, frame, "-2") for frame in (4, 5)] == ["New", "Old"]


@pytest.mark.parametrize("seed", range(3))
def test_many_messages_behind_a_gap_come_in_the_order_of_their_numbers(tmp_path, seed):
    """Paths and calls in any order, then what all of them waited for."""
    numbers, talk = [*range(2, 62)], Talk().handshake()
    random.Random(seed).shuffle(numbers)
    for number in numbers:
        talk.up(enet.reliable(number, rpc(1) if number % 2 else simplify(1, f"Main/{number}")))
    capture = talk.up(enet.reliable(1, MESSAGE)).write(tmp_path)
    rows = fields(capture, "godot.rpc.node", "godot.rpc.node", options=["-2"])
    assert rows == [[[f"Main/{number - 1}"]] for number in numbers if number % 2]


def test_few_messages_in_any_order_are_all_delivered(tmp_path):
    """The first numbers come far apart. That 10 was acknowledged shows that it had come, so 11 waits for 9 only."""
    talk = Talk().handshake()
    for number in (2, 11, 1, 3, 4, 5, 6, 7, 8, 9, 10):
        talk.up(enet.reliable(number, MESSAGE))
        if number == 2:
            talk.down(enet.ack(10, 0, 0))
    assert deliveries(talk.write(tmp_path)) == {4: 7, 6: 14}


def test_unreliable_messages_do_not_overtake_reliable_ones(tmp_path):
    talk = Talk().handshake()
    talk.up(enet.unreliable(0, 1, MESSAGE)).up(enet.unreliable(1, 1,
                                                               MESSAGE)).up(enet.unreliable(1, 1, MESSAGE, channel=2))
    talk.up(enet.reliable(1, MESSAGE, channel=1)).up(enet.unreliable(1, 2, MESSAGE))
    assert deliveries(talk.write(tmp_path)) == {5: 7}       # channel 2 waits for ever


def test_messages_wait_for_all_fragments(tmp_path):
    first, second = enet.fragments(1, b"x" * 100, 60)
    talk = Talk().handshake().up(first).up(enet.reliable(3, MESSAGE)).up(second)
    assert deliveries(talk.write(tmp_path)) == {5: 6}


def test_fragments_wait_as_a_whole(tmp_path):
    first, second = enet.fragments(2, b"x" * 100, 60)
    talk = Talk().handshake().up(first).up(second).up(enet.reliable(4, MESSAGE)).up(enet.reliable(1, MESSAGE))
    assert deliveries(talk.write(tmp_path)) == {5: 7, 6: 7}


def test_acknowledged_commands_have_come(tmp_path):
    """The receiver got a message that the capture lacks."""
    talk = Talk().handshake().up(enet.reliable(2, MESSAGE), sent_time=300).down(enet.ack(1, 299, channel=0))
    assert deliveries(talk.write(tmp_path)) == {4: 5}


def test_acknowledged_commands_still_come_if_the_directions_have_no_order(tmp_path):
    """The answer stands before its CONNECT."""
    talk = Talk().handshake().up(enet.reliable(2, MESSAGE), sent_time=2).down(enet.ack(1, 1, 0))
    talk.up(enet.reliable(1, MESSAGE), sent_time=1)
    talk.packets[:2] = talk.packets[1::-1]
    assert deliveries(talk.write(tmp_path)) == {4: 6}


def test_nothing_waits_for_ever(tmp_path):
    talk = Talk().handshake().up(enet.reliable(2, MESSAGE)).up(enet.ping(2)).up(enet.reliable(3, MESSAGE)).up(
        enet.reliable(5, MESSAGE))
    capture = talk.write(tmp_path, step=3)
    assert deliveries(capture) == {4: 6, 6: 6}
    assert frames(capture, "enet.analysis.delivery_assumed", "-2") == [4, 6]
    assert frames(capture, "enet.analysis.waiting") == [4, 6, 7]


@pytest.mark.parametrize("later", [enet.ping(2), enet.ack(9), enet.reliable(1, MESSAGE, channel=2)])
@pytest.mark.parametrize("step, ends", [(2.4, False), (2.5, False), (2.6, True)])
def test_whatever_comes_next_ends_a_wait(tmp_path, later, step, ends):
    """Also if it is of another channel, and a datagram of its own."""
    talk = Talk().handshake().up(enet.reliable(2, MESSAGE, channel=3)).down(enet.ping(2)).up(later)
    assert deliveries(talk.write(tmp_path, step=step)) == ({4: 6} if ends else {})


@pytest.mark.parametrize("before", [[], [enet.ping(2)]], ids=["nothing", "a ping"])
def test_what_comes_at_last_is_not_given_up(tmp_path, before):
    talk = Talk().handshake().up(enet.reliable(1, simplify(1, "Old")), sent_time=400)
    talk.up(enet.reliable(3, rpc(1)), sent_time=500)
    talk.up(*before, enet.reliable(2, simplify(1, "New")), sent_time=6100)
    capture = pcap.write_timed(tmp_path / "talk.pcap", zip((1, 1.1, 1.2, 1.3, 1.4, 7), talk.packets))
    assert deliveries(capture) == {5: 6}
    assert node_of(capture, 5, "-2") == "New"
    assert frames(capture, "enet.analysis.delivery_assumed", "-2") == []


def test_what_was_acknowledged_at_last_is_not_given_up(tmp_path):
    talk = Talk().handshake().up(enet.reliable(2, MESSAGE), sent_time=400).down(enet.ack(1, 6000, 0))
    capture = pcap.write_timed(tmp_path / "talk.pcap", zip((1, 1.1, 1.2, 1.3, 7), talk.packets))
    assert deliveries(capture) == {4: 5}
    assert frames(capture, "enet.analysis.delivery_assumed", "-2") == []


@pytest.mark.parametrize("waiting", [4096, 4097])
def test_no_more_messages_wait_than_a_window_has_numbers(tmp_path, waiting):
    """A window of a channel has 4,096 numbers (docs/wire/enet.md, 4.1)."""
    numbers, talk = range(2, 2 + waiting), Talk().handshake()
    for begin in range(0, waiting, 100):
        talk.up(*(enet.reliable(number, b"x") for number in numbers[begin:begin + 100]))
    capture = talk.write(tmp_path, step=0.001)
    last = len(talk.packets)
    assert frames(capture, "enet.analysis.waiting", "-2") == list(range(4, last + 1))
    assert frames(capture, f"enet.analysis.delivered_in == {last}", "-2") == (
        list(range(4, last + 1)) if waiting > 4096 else [])


@pytest.mark.parametrize("waiting", [4096, 4097])
def test_no_more_messages_wait_for_the_request_either(tmp_path, waiting):
    """They come within the second in which the CONNECT may still be captured."""
    numbers, talk = range(1, 1 + waiting), Talk().down(enet.verify(), sent_time=200)
    for begin in range(0, waiting, 100):
        talk.down(*(enet.reliable(number, b"x") for number in numbers[begin:begin + 100]))
    last = len(talk.packets)
    capture = talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=100).write(tmp_path)
    assert frames(capture, "enet.analysis.delivered_in == {}".format(last if waiting > 4096 else last + 1), "-2") == (
        list(range(2, last + 1)))


def test_the_first_number_of_a_late_capture_waits_for_nothing(tmp_path):
    talk = Talk().up(enet.reliable(700, MESSAGE), enet.ack(3),
                     sent_time=1).up(enet.unreliable(700, 1, MESSAGE, channel=0)).up(enet.reliable(702, MESSAGE))
    assert frames(talk.write(tmp_path), "enet.analysis.waiting") == [3]


@pytest.mark.parametrize("first", [enet.unreliable(700, 1, MESSAGE, channel=0), enet.unsequenced(9, MESSAGE),
                                   enet.fragments(700, b"x" * 100, 60)[0]])
def test_no_first_message_of_a_late_capture_waits(tmp_path, first):
    talk = Talk().up(enet.ack(3)).up(first).up(enet.reliable(700, MESSAGE, channel=5))
    assert frames(talk.write(tmp_path), "enet.analysis.waiting", "-d", "udp.port==7777,enet") == []


@pytest.mark.parametrize("unsequenced", [False, True])
def test_what_waits_for_the_request_stays_in_its_order(tmp_path, unsequenced):
    """The server's first messages were captured before the client's CONNECT: a path, and a call by its number."""
    talk = Talk().down(enet.verify(), sent_time=200).down(enet.reliable(1, simplify(1, "Main")))
    talk.down(enet.unsequenced(1, rpc(1), channel=0) if unsequenced else enet.reliable(2, rpc(1)))
    capture = talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=100).up(enet.ack(1, 200)).write(tmp_path)
    assert deliveries(capture) == {2: 4, 3: 4}
    assert node_of(capture, 3, "-2") == "Main"


def test_fragments_wait_for_the_request_as_a_whole(tmp_path):
    talk = Talk().down(enet.verify(), sent_time=200)
    for part in enet.fragments(1, b"x" * 100, 60):
        talk.down(part)
    capture = talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=100).write(tmp_path)
    assert deliveries(capture) == {3: 4}


# --- what Godot's messages mean -------------------------------------------------------


def test_announcement_that_came_again_after_the_call(game):
    client = game.client()
    client.down(simplify(1, "Main"))
    announced = client.down(simplify(2, "Main/Late"))
    announced, called = overtaken(game, announced, client.down(rpc(2)))
    capture = game.write()
    assert deliveries(capture) == {called: announced}
    assert node_of(capture, called, "-2") == "Main/Late"
    assert values(capture, called, "godot.path.announced_in") == [str(announced)]
    assert frames(capture, "godot.path.unknown or godot.overtaken", "-2") == []


def test_messages_that_waited_come_in_their_order(game):
    client = game.client()
    first = client.down(simplify(2, "Main"))
    client.down(simplify(1, "Main/Before"))
    client.down(rpc(1))
    client.down(simplify(1, "Main/After"))
    game.packets[first - 1:] = game.packets[:first - 2:-1]
    capture = game.write()
    assert deliveries(capture) == {first: first + 3, first + 1: first + 3, first + 2: first + 3}
    assert node_of(capture, first + 1, "-2") == "Main/Before"


def behind_the_connect(game):
    """Moves the CONNECT, and the acknowledgement of its answer, behind everything. Returns the frame of the CONNECT."""
    connect, answer, acknowledgement, *rest = game.packets
    game.packets[:] = [answer, *rest, connect, acknowledgement]
    return len(game.packets) - 1


def test_messages_without_an_order_come_as_they_were_captured(game):
    client = game.client()
    for number in range(8):
        client.down(simplify(1, f"Main/{number}"), unreliable=True)
        client.down(rpc(1), unreliable=True)
    connect = behind_the_connect(game)
    capture = game.write()
    assert deliveries(capture) == {frame: connect for frame in range(2, connect)}
    rows = fields(capture, "godot.rpc.node", "godot.rpc.node", options=["-2"])
    assert rows == [[[f"Main/{number}"]] for number in range(8)]


def test_a_message_without_an_order_that_waited_for_the_connect_stays_between_those_of_its_datagram(tmp_path):
    talk = Talk().down(enet.verify(), sent_time=200)
    talk.down(enet.reliable(1, simplify(1, "Old")), enet.unsequenced(1, rpc(1), channel=0),
              enet.reliable(2, simplify(1, "New")))
    capture = talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=100).up(enet.ack(1, 200)).write(tmp_path)
    assert node_of(capture, 2, "-2") == "Old"


def test_channels_that_waited_for_the_connect_come_as_they_were_captured(game):
    client = game.client()
    client.down(simplify(1, "Main/Before"))
    client.down(rpc(1), channel=3)
    client.down(simplify(1, "Main/After"))
    client.down(rpc(1), channel=4)
    connect = behind_the_connect(game)
    capture = game.write()
    assert deliveries(capture) == {frame: connect for frame in range(2, connect)}
    assert fields(capture, "godot.rpc.node", "godot.rpc.node", options=["-2"]) == [[["Main/Before"]], [["Main/After"]]]


def test_what_was_acknowledged_without_the_request_comes_as_it_was_captured(game):
    """The first thing that is captured of the client is that it got what the capture lacks; then nobody waits."""
    client = game.client()
    client.down(simplify(1, "Main/Before"))
    lost = client.down(RAW)
    client.down(simplify(1, "Main/After"))
    call = client.down(rpc(1), channel=3) - 4       # without the request and all that is taken out below
    client.ack_all_down()
    del game.packets[lost - 1], game.packets[2], game.packets[0]
    capture = game.write()
    assert node_of(capture, call + 1, "-2") == "Main/After"


@pytest.mark.parametrize("is_skewed", [False, True])
def test_a_confirmation_is_of_what_had_come_before_it(game, is_skewed):
    """What waited for a gap to close came after what closed it, also where answers are captured before what they
    answer."""
    def acknowledge():
        client.ack_all_down()
        if is_skewed:
            game.packets[-2:] = game.packets[:-3:-1]

    client = game.client()
    client.down(simplify(1, "Main/Before"))
    acknowledge()
    late = client.down(RAW)
    overtaken(game, late, client.down(simplify(1, "Main/Now")))
    acknowledge()
    confirmed = client.up(confirm(1))
    capture = game.write()
    for options in ((), ("-2",)):
        assert values(capture, confirmed, "godot.path.name", options=options) == ["Main/Now"]


def test_info_tells_what_a_frame_has_and_not_what_it_delivers(tmp_path):
    talk = Talk().handshake().up(enet.reliable(1, simplify(1, "Main"))).up(enet.reliable(3, rpc(2)))
    talk.up(enet.reliable(2, simplify(2, "Main/Late")), enet.reliable(4, rpc(1)))
    capture = talk.write(tmp_path)
    for options in ((), ("-2",)):
        assert values(capture, 6, "_ws.col.Info", options=options) == [
            "[Out of order] 1842 → 1  Path 2 is Main/Late  |  1842 → 1  RPC Main #3()  [reliable, ch 0]"]


def test_links_go_to_where_the_bytes_are(game):
    client = game.client()
    lost = client.down(simplify(1, "Main"))
    announced = client.down(simplify(2, "Main/Late"))
    lost, announced = overtaken(game, lost, announced)
    called = client.down(rpc(2))
    capture = game.write()
    assert deliveries(capture) == {announced: lost}
    for options in ((), ("-2",)):
        assert values(capture, called, "godot.rpc.node", "godot.path.announced_in",
                      options=options) == ["Main/Late", str(announced)]


def test_despawn_and_spawn_of_a_name_swapped(game):
    client = game.client()
    client.down(simplify(1, "Main/Spawner"))
    client.down(spawn(1, 1, "mob", (2,)))
    gone = client.down(despawn(1))
    gone, again = overtaken(game, gone, client.down(spawn(1, 3, "mob", (4,))))
    capture = game.write()
    assert deliveries(capture) == {again: gone}
    assert frames(capture, "_ws.expert.severity >= 0x600000", "-2") == []


def test_fragments_that_complete_late(game):
    """A fragment of a long path is repeated after the call that uses the path."""
    client = game.client()
    path = "Main/" + "Long" * 100
    first, second = enet.fragments(1, simplify(1, path), 300)
    client.seq[False, 0, False] = 2
    game.put(enet.datagram(first), client.address, False)
    called = client.down(rpc(1))
    game.put(enet.datagram(second), client.address, False)
    capture = game.write()
    assert node_of(capture, called, "-2") == path
    assert frames(capture, "godot.path.unknown or godot.overtaken", "-2") == []


def test_what_is_learned_behind_a_gap_that_never_closes(game):
    game.step = 3
    client = game.client()
    client.down(simplify(1, "Main"))
    client.seq[False, 0, False] += 1
    client.down(simplify(2, "Main/Late"))
    client.up(simplify(1, "Main"))
    client.up(simplify(2, "Main/Other"))
    called, unknown = client.down(rpc(2)), [client.down(rpc(8), channel=3), client.down(rpc(9))]
    capture = game.write()
    for options in ((), ("-2",)):
        assert node_of(capture, called, *options) == "Main/Late"
        assert frames(capture, "godot.path.unknown", *options) == []        # what did not come may have told it
        assert set(unknown) <= set(frames(capture, "godot.path.not_captured", *options))


# --- what is pointed out ------------------------------------------------------------------

PASSES = pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])


@PASSES
def test_a_gap_matters_until_it_is_closed(game, passes):
    """A second one, too."""
    client = game.client()
    client.down(simplify(1, "Main"))
    in_gap, behind, after = [], [], []
    for path in (10, 20):
        late = client.down(simplify(path, f"Main/Late{path}"))
        behind.append(client.down(rpc(path + 1)) - 1)
        in_gap.append(overtaken(game, late, client.down(rpc(path + 2), channel=3))[1])
        after.append(client.down(rpc(path + 3)))
    capture = game.write()
    assert set(in_gap) <= set(frames(capture, "godot.path.not_captured", *passes))
    assert frames(capture, "godot.path.unknown", *passes) == sorted(behind + after if passes else after)


@PASSES
def test_what_a_waiting_message_would_be_told_is_held_back(game, passes):
    """The path is confirmed while the call waits."""
    game.step = 1.1
    client = game.client()
    client.down(simplify(1, "Main"))
    lost = client.down(simplify(2, "Main/Other"))
    client.down(rpc_path("Main"))
    overtaken(game, lost, client.up(confirm(1)))
    assert frames(game.write(), "godot.path.unconfirmed", *passes) == []


def test_what_a_waiting_message_is_told_is_of_the_time_of_its_delivery(game):
    """0.9 s after the announcement it would be too early, but it comes after 1.8 s."""
    game.step = 0.9
    client = game.client()
    client.down(simplify(1, "Main"))
    lost = client.down(RAW)
    call, _ = reversed(overtaken(game, lost, client.down(rpc_path("Main"))))
    capture = game.write()
    assert frames(capture, "godot.path.unconfirmed", "-2") == [call]
    assert any("announced 1.8 s before" in text for text in values(capture, call, "_ws.expert.message"))


def counted(capture):
    """What -z expert counts as malformed, with how often. At a delivery it calls Godot's items ENet's."""
    lines = (line.split(maxsplit=3) for line in wireshark.tshark("-q", "-r", capture, "-z", "expert").splitlines())
    return sorted(line for line in lines if len(line) == 4 and line[0].isdigit() and line[1] == "Malformed")


def test_what_is_odd_in_a_waiting_message_is_counted_once(game):
    """The message is dissected in the frame with its bytes, and again at its delivery."""
    client = game.client()
    client.down(simplify(1, "Main"))
    late = client.down(simplify(2, "Main/Late"))
    client.down(b"\x00\x01")                                       # a call without a method
    behind = client.down(rpc(1, 3, b"\x01\x04\x00\x00\x00\xff"))   # a string without an end
    in_order = counted(game.write())
    overtaken(game, late, behind)
    assert in_order and counted(game.write()) == in_order


BY_THE_SENDERS_WORD = ["godot.path.unknown", "godot.path.duplicate", "godot.spawn.name_used", "godot.spawn.id_used",
                       "godot.despawn.unknown", "godot.sync.unknown"]


def told_in(path, order):
    """Returns the frames of the recorded capture with those of path in that order, and their warnings and texts."""
    rows = fields(path, " || ".join(BY_THE_SENDERS_WORD), "frame.number", *BY_THE_SENDERS_WORD, options=["-2"])
    return sorted((order[int(number[0]) - 1], texts) for number, *texts in rows)


def test_warnings_behind_a_closed_gap_are_those_of_the_original():
    """The first two consecutive messages of each end of each connection have changed places."""
    capture = wireshark.CAPTURES / "godot4-trouble-unknown.pcapng"
    whole = recorded.read(capture)
    untouched = list(range(1, len(whole) + 1))
    order = list(untouched)
    last, changed = None, set()
    for [number], *end in fields(capture, "godot && enet.channel == 0", "frame.number", "enet.stream",
                                 "enet.direction"):
        if last == (int(number) - 1, end) and str(end) not in changed:
            changed.add(str(end))
            order[int(number) - 2:int(number)] = int(number), int(number) - 1
        last = int(number), end
    path = recorded.write([whole[number - 1]._replace(time=whole[place].time) for place, number in enumerate(order)])
    assert frames(path, "enet.analysis.waiting", "-2") and not frames(path, "enet.analysis.delivery_assumed", "-2")
    assert len(told_in(capture, untouched)) > 10
    assert told_in(path, order) == told_in(capture, untouched)


# --- recorded -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["godot4-lossy", "godot4-lossy-replication", "godot3.6.2-lossy"])
def test_every_gap_of_a_recorded_network_closes(name):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    waiting = frames(capture, "enet.analysis.waiting", "-2")
    assert len(waiting) > 3
    assert frames(capture, "enet.analysis.delivery_assumed", "-2") == []
    assert waiting == frames(capture, "enet.analysis.waiting")


@pytest.mark.parametrize("name", ["godot4-lossy", "godot4-lossy-replication", "godot4-trouble-overtake"])
def test_calls_that_waited_have_their_names_once(name):
    """The rows of a game whose files are there are those without, but for the names of methods."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    options = ("-o", f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}")
    named, plain = ([
        json.loads(line) for line in wireshark.tshark("-q", "-r", capture, *more, "-z", "godot,messages").splitlines()
        if line.startswith("{")] for more in (options, ()))
    assert [(row["frame"], row["kind"]) for row in named] == [(row["frame"], row["kind"]) for row in plain]
    assert str in {type(row["method"]) for row in named if "method" in row}
    assert {type(row["method"]) for row in plain if "method" in row} == {int}
