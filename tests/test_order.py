# SPDX-License-Identifier: GPL-2.0-or-later
"""The two directions of a connection are in another order than on the wire: merged captures, two clocks, several
queues.

Truth is the same capture as it was recorded, and what its engines logged.
"""

import collections
import functools
import re

import pytest

import enet
import recorded
import wireshark
from test_enet import Talk, column
from test_godot4 import OTHER, Game, add_peer, confirm, del_peer, relay, rpc, simplify
from truth import Truth
from wireshark import CAPTURES, fields, frames

MESSAGE = b"\xaa not Godot's \xbb"


# --- other orders ---------------------------------------------------------------------


def swapped(whole):
    """The answer to the first CONNECT comes before it."""
    return [whole[1], whole[0], *whole[2:]]


def skewed(milliseconds, of_server):
    """The clock of the machine that captured one direction is ahead."""
    def order(whole):
        moved = [
            frame if frame.from_client() == of_server else frame._replace(time=frame.time + milliseconds * 1000)
            for frame in whole]
        return sorted(moved, key=lambda frame: frame.time)
    return order


ORDERS = {"swapped": swapped} | {f"{end} {late} ms late": skewed(late, end == "server")
                                 for end in ("client", "server") for late in (1, 100)}


def read(whole, *names, options=("-2",)):
    """Number in the whole capture -> the values of these fields."""
    rows = fields(recorded.write(whole), "", *names, options=options)
    return {frame.number: row for frame, row in zip(whole, rows, strict=True)}


@functools.lru_cache(maxsize=2)
def readings(name, names, options=("-2",)):
    """Returns order -> number in the whole capture -> the values of these fields; "" is the whole capture's own order.
    All are read at once: a start of tshark takes longer than reading them."""
    whole = recorded.read(CAPTURES / f"{name}.pcapng")
    variants = {"": whole} | {order: make(whole) for order, make in ORDERS.items()}
    rows = iter(fields(recorded.write(recorded.apart(variants.values())), "", *names, options=options))
    found = {order: {frame.number: next(rows) for frame in frames} for order, frames in variants.items()}
    assert next(rows, None) is None
    return found


# Fields that depend on what a peer had heard.
CAUSAL = [
    "enet-reuse", "godot3.6-rpc", "godot3.6.2-lossy", "godot4-lossy-replication", "godot4-mesh", "godot4-reconnect",
    "godot4-replication", "godot4-rpc", "godot4-trouble-authority", "godot4-trouble-overtake"]
NAMES = [
    "godot.rpc.node", "godot.path.name", "godot.spawn.node", "godot.spawn.spawner", "godot.sync.node",
    "godot.peer.source", "godot.peer.target", "godot.sync.authority"]
SKEW = re.compile(r"Captured \S+ ms after its answer|Stands behind its answer")
NUMBER = re.compile(r"[0-9a-f]{32}|\d+")


def items(rows):
    """Returns expert items, without the numbers in them -> how many there are."""
    return collections.Counter(NUMBER.sub("N", text) for row in rows.values() for text in row[-1])


# --- which connection -----------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", ["enet-reuse", "godot3.6-rpc", "godot4-mesh", "godot4-reconnect", "godot4-rpc"])
def test_connections_stay_whole(name, order):
    """Slots and sessions are those of earlier connections, and some connect ids are."""
    read_all = readings(name, ("enet.stream",))
    pairs = {(read_all[""][number][0][0], stream) for number, [[stream]] in read_all[order].items()}
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}) > 1


def test_answer_before_its_connect(tmp_path):
    """Both have the connect id; the responder's messages in between are delivered after the CONNECT."""
    talk = Talk().down(enet.verify(3), sent_time=200).down(enet.reliable(1, MESSAGE), enet.unsequenced(1, MESSAGE),
                                                           sent_time=201)
    talk.down(enet.unreliable(0, 1, MESSAGE)).up(enet.connect(), peer=enet.NO_PEER, sent_time=100)
    talk.up(enet.ack(1, 200), peer=3).down(enet.ack(2, 102)).up(enet.ping(2), peer=3, sent_time=102)
    capture = talk.write(tmp_path)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 7
    assert column(fields(capture, "", "enet.direction")) == [[1], [1], [1], [0], [0], [1], [0]]
    assert frames(capture, "enet.analysis.delivered_in == 4", "-2") == [2, 3]


@pytest.mark.parametrize("step, late", [(0.05, "100.000"), (0.0002, "0.400")])
def test_two_answers_before_their_connect(tmp_path, step, late):
    """The first one acknowledges it, and how late the CONNECT is counts from there."""
    talk = Talk().down(enet.verify(3), sent_time=200).down(enet.verify(3), sent_time=250)
    capture = talk.up(enet.connect(), peer=enet.NO_PEER, sent_time=100).write(tmp_path, step=step)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 3
    (acked_in, messages), = fields(capture, "frame.number == 3", "enet.analysis.acked_in", "_ws.expert.message")
    assert acked_in == ["1"]
    assert [text.partition(":")[0] for text in messages if SKEW.match(text)] == [
        f"Captured {late} ms after its answer in frame 1"]


@pytest.mark.parametrize("name", ["enet-checksum", "enet-checksum-range"])
def test_checksummed_answer_before_its_connect(name):
    """It carries the key of its own checksum: nothing is unread, and all is said of the same numbers."""
    whole = recorded.read(CAPTURES / f"{name}.pcapng")
    names = ("enet.stream", "enet.command", "enet.checksum.status", "enet.seq", "enet.analysis.ack_unseen")
    assert read(swapped(whole), *names) == read(whole, *names)


def test_connect_that_does_not_come(tmp_path):
    """Its initiator goes on without a CONNECT: the capture began after it. It is waited for no longer than a second."""
    talk = Talk().down(enet.verify(3), sent_time=200).down(enet.reliable(1, MESSAGE),
                                                           sent_time=201).up(enet.ack(1, 200), peer=3)
    assert frames(talk.write(tmp_path), "enet.analysis.delivered_in == 3", "-2") == [2]
    talk = Talk().down(enet.verify(3), sent_time=200)
    for number in range(1, 5):
        talk.down(enet.reliable(number, MESSAGE), sent_time=200 + number)
    capture = talk.write(tmp_path, step=0.4)
    assert frames(capture, "enet.analysis.delivered_in == 4", "-2") == [2, 3]
    assert frames(capture, "enet.analysis.waiting", "-2") == [2, 3]


def test_no_connect_is_waited_for_without_its_answer(tmp_path):
    """The times of a capture may begin with 0."""
    talk = Talk().down(enet.reliable(1, MESSAGE)).down(enet.reliable(2, MESSAGE))
    assert frames(talk.write(tmp_path, start=0), "enet.analysis.waiting", "-d", "udp.port==7777,enet") == []


def test_names_before_the_connect(tmp_path):
    """Only the CONNECT tells a client's id; messages before it get their names when it has come."""
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main"))
    used = client.down(rpc(1))
    client.ack_down()
    game.packets.insert(used - 1, game.packets.pop(0))
    game.packets.insert(used - 1, game.packets.pop(1))      # the acknowledgement of the answer follows its CONNECT
    rows = fields(game.write(), "godot.rpc.node", "frame.number", "godot.rpc.node", "godot.peer.source",
                  "godot.peer.target", options=["-2"])
    assert rows == [[[str(used - 2)], ["Main"], ["1"], [str(client.peer)]]]


# --- who had heard what ---------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("options", [(), ("-2",)], ids=["one pass", "two passes"])
@pytest.mark.parametrize("name", CAUSAL)
def test_no_other_name_and_no_further_warning(name, options, order):
    """Only a note that the two directions contradict each other is added, once for a connection; and in one pass those
    that may still come."""
    names = (*NAMES, "_ws.expert.message")
    true, found = readings(name, names)[""], readings(name, names, options)[order]
    wrong = {
        number: names
        for number, row in found.items()
        if (names := [(field, set(values) - set(real)) for field, values, real in zip(NAMES, row, true[number])
                      if not set(values) <= set(real)])}
    more = {
        text: count
        for text, count in (items(found) - items(true)).items()
        if not SKEW.match(text) and not (options == () and text.startswith(
            ("Acknowledges a transmission", "No ", "It was not captured", "The rpc node checksum")))}
    assert (wrong, more) == ({}, {})


@pytest.mark.parametrize("name", ["godot3.6-rpc", "godot4-rpc"])
@pytest.mark.parametrize("of_server", [False, True], ids=["client", "server"])
def test_skew_is_told_once(name, of_server):
    """The note is there for each connection, with the amount; the round trip is shorter than 50 ms there."""
    whole = recorded.read(CAPTURES / f"{name}.pcapng")
    rows = fields(recorded.write(skewed(100, of_server)(whole)), "enet.analysis.clock_skew", "enet.stream",
                  "_ws.expert.message")
    streams = {row[0][0] for row in read(whole, "enet.stream").values()}
    assert sorted(row[0][0] for row in rows) == sorted(streams)
    said = [float(text.split()[1]) for row in rows for text in row[1] if SKEW.match(text)]
    assert len(said) == len(streams) and all(50 < by < 100.5 for by in said)


def test_frames_in_another_order_than_their_times(tmp_path):
    talk = Talk().handshake()
    talk.packets[:2] = talk.packets[1::-1]
    rows = fields(talk.write(tmp_path, step=0), "enet.analysis.clock_skew", "frame.number", "_ws.expert.message")
    assert [row[0] for row in rows] == [["2"]] and any(
        text.startswith("Stands behind its answer in frame 1:") for text in rows[0][1])


def test_how_far_the_clocks_are_apart(tmp_path):
    """The server's frames are late: its VERIFY_CONNECT comes after the acknowledgement of it."""
    talk = Talk().up(enet.connect(), peer=enet.NO_PEER, sent_time=100).up(enet.ack(1, 200), enet.ping(2), peer=3,
                                                                          sent_time=119)
    talk.down(enet.verify(3), sent_time=200).down(enet.ack(2, 119)).up(enet.ack(1, 230, 0), peer=3)
    talk.down(enet.reliable(1, MESSAGE), sent_time=230)
    capture = talk.write(tmp_path, step=0.019)
    for options in ((), ("-2",)):
        rows = fields(capture, "enet.analysis.clock_skew", "frame.number", "_ws.expert.message", options=options)
        assert [row[0] for row in rows] == [["3"]]
        assert any(text.startswith("Captured 19.000 ms after its answer in frame 2:") for text in rows[0][1])
    assert frames(capture, "enet.analysis.ack_unseen") == [2, 5]    # one pass does not know what comes
    assert frames(capture, "enet.analysis.ack_unseen", "-2") == []
    assert column(fields(capture, "frame.number == 5 || frame.number == 2", "enet.analysis.acks",
                         options=["-2"])) == [[3], [6]]
    assert column(fields(capture, "frame.number == 6", "enet.analysis.bytes_in_flight")) == [[0]]


def test_confirmation_before_what_it_confirms(tmp_path):
    """An id means what it meant for the peer that acknowledged its announcement; one pass shows no name rather than the
    one before, as long as something that was acknowledged has not come."""
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main/Before"))
    client.ack_all_down()
    client.up(confirm(1))
    client.down(simplify(1, "Main/Now"))
    client.ack_all_down()
    late = client.up(confirm(1))
    client.down(simplify(1, "Main/After"))
    client.ack_all_down()
    after = client.up(confirm(1))
    game.packets.insert(late - 1, game.packets.pop(late - 3))       # the second announcement comes last
    capture = game.write()
    named = [[row[0][0], row[1]] for row in fields(capture, "godot.path.name", "frame.number", "godot.path.name")]
    assert named == [["4", ["Main/Before"]], ["6", ["Main/Before"]], [str(late), ["Main/Now"]],
                     [str(after - 2), ["Main/After"]], [str(after), ["Main/After"]]]
    assert [row[0] for row in fields(capture, f"frame.number == {late - 1}", "godot.path.name", options=["-2"])
            ] == [["Main/Now"]]
    assert frames(capture, "godot.path.never_confirmed", "-2") == []
    assert fields(capture, f"frame.number == {late}", "godot.path.confirmed_in", options=["-2"]) == [[[str(late - 1)]]]


@pytest.mark.parametrize("options", [(), ("-2",)], ids=["one pass", "two passes"])
def test_confirmation_behind_what_was_acknowledged_before(tmp_path, options):
    """Nothing else is acknowledged later."""
    game = Game(tmp_path)
    client = game.client()
    for path in ("Main/Before", "Main/Now"):
        client.down(simplify(1, path))
        client.ack_all_down()
        last = client.up(confirm(1))
    game.packets.insert(last - 2, game.packets.pop(last - 3))       # the announcement comes behind its acknowledgement
    rows = fields(game.write(), f"frame.number >= {last - 1}", "frame.number", "godot.path.name", options=options)
    assert rows == [[[str(last - 1)], ["Main/Now"]], [[str(last)], ["Main/Now"]]]


@pytest.mark.parametrize("options", [(), ("-2",)], ids=["one pass", "two passes"])
def test_last_calls_to_a_peer_that_has_left(options):
    """The engines called only peers that they knew, and complained of nothing: all calls have their names, also one
    after "Peer left"."""
    name = "godot4-leaving"
    truth, capture = Truth(name), CAPTURES / f"{name}.pcapng"
    assert all("executable path" in event["text"] for event in truth.of("error"))
    client, *_ = (event["peer"] for event in truth.of("rpc_sent", who="client1"))
    rows = fields(capture, 'godot.message == "rpc"', "frame.number", "godot.rpc.node", "godot.peer.source",
                  "godot.peer.target", "udp.dstport", options=options)
    called = [(nodes, int(targets[0]))
              for _, nodes, sources, targets, [port] in rows
              if port == "21000" and sources == [str(client)]]
    assert called == [(["Main"], event["to"]) for event in truth.of("rpc_sent", who="client1")]
    left = {
        int(peer): int(frame)
        for [frame], [peer] in fields(capture, "godot4.sys.command == 2", "frame.number", "godot.sys.peer")}
    assert sum(left.get(int(row[3][0]), int(row[0][0])) < int(row[0][0]) for row in rows) == 1
    assert frames(capture, "godot.relay.unknown_peer || godot.path.unknown || godot.path.not_captured", *options) == []


@pytest.mark.parametrize("came_before", [False, True])
def test_acknowledgement_that_was_overtaken(tmp_path, came_before):
    """A message to a peer shows that its sender has heard of the peer, even if the datagram with the acknowledgement
    comes later."""
    game = Game(tmp_path)
    one = game.client()
    one.down(simplify(1, "Main"))
    for message in (add_peer(OTHER), del_peer(OTHER)) if came_before else ():
        one.down(message)
    one.ack_all_down()
    one.down(add_peer(OTHER))
    one.up(relay(OTHER, simplify(1, "Main")))
    one.ack_all_down()
    one.down(relay(OTHER, confirm(1)))
    one.ack_all_down()
    call = one.up(relay(OTHER, rpc(1)))
    capture = game.write()
    for options in ((), ("-2",)):
        assert frames(capture, "godot.rpc.node == Main", *options) == [call]
        assert frames(capture, "godot.path.unknown", *options) == []


def test_what_lacks_at_the_end_changes_no_earlier_answer(tmp_path):
    """The last announcement is acknowledged, but was not captured."""
    game = Game(tmp_path)
    client = game.client()
    announced = client.down(simplify(1, "Main"))
    client.ack_all_down()
    confirmed = client.up(confirm(1))
    lost = client.down(simplify(2, "Other"))
    client.ack_all_down()
    del game.packets[lost - 1]
    capture = game.write()
    for options in ((), ("-2",)):
        assert frames(capture, f"godot.path.announced_in == {announced}", *options) == [confirmed]


def test_announcement_before_the_coming_of_its_receiver(tmp_path):
    """Its sender had heard of the peer, which is captured later."""
    game = Game(tmp_path)
    one = game.client()
    one.up(relay(OTHER, simplify(1, "Main")))
    one.down(add_peer(OTHER))
    one.ack_all_down()
    call = one.up(relay(OTHER, rpc(1)))
    capture = game.write()
    for options in ((), ("-2",)):
        assert frames(capture, "godot.rpc.node == Main", *options) == [call]


@pytest.mark.parametrize("together", [False, True])
def test_call_to_a_peer_that_has_left(tmp_path, together):
    """The server has told of it, but the caller had not acknowledged that: it calls as before. Later it knows, also in
    the datagram that acknowledges."""
    game = Game(tmp_path)
    one = game.client()
    one.down(add_peer(OTHER))
    one.ack_all_down()
    one.up(relay(OTHER, simplify(1, "Main")))
    one.down(relay(OTHER, confirm(1)))
    one.ack_all_down()
    one.down(del_peer(OTHER))
    unheard = one.up(relay(OTHER, rpc(1)))
    one.ack_all_down()
    heard = one.up(relay(OTHER, rpc(1)))
    if together:
        acknowledgement, call = (packet[28:] for packet in game.packets[-2:])
        del game.packets[-2:]
        heard = game.put(call[:4] + acknowledgement[2:] + call[4:], one.address, True)
    one.down(add_peer(1842))
    one.ack_all_down()
    one.up(relay(1842, rpc(1)))
    capture = game.write()
    for options in ((), ("-2",)):
        assert frames(capture, "godot.rpc.node == Main", *options) == [unheard]
    assert heard in frames(capture, "godot.relay.unknown_peer", "-2")
    assert unheard not in frames(capture, "godot.relay.unknown_peer", "-2")
