# SPDX-License-Identifier: GPL-2.0-or-later
"""The two directions of a connection in another order than that of the wire: merged captures, two clocks, several queues.

Truth is the same capture as it was recorded, and what its engines logged.
"""

import pytest

import enet
import recorded
import wireshark
from test_enet import Talk, column
from test_godot4 import Game, rpc, simplify
from wireshark import CAPTURES, fields, frames

MESSAGE = b"\xaa not Godot's \xbb"


# --- other orders ---------------------------------------------------------------------


def swapped(whole):
    """The answer to the first CONNECT stands before it."""
    return [whole[1], whole[0], *whole[2:]]


def skewed(milliseconds, of_server):
    """The clock of who captured one direction is ahead."""
    def order(whole):
        moved = [frame if frame.from_client() == of_server else frame._replace(time=frame.time + milliseconds * 1000) for frame in whole]
        return sorted(moved, key=lambda frame: frame.time)
    return order


ORDERS = {"swapped": swapped} | {f"{end} {late} ms late": skewed(late, end == "server")
                                 for end in ("client", "server") for late in (1, 100)}


def read(whole, *names, options=("-2",)):
    """Number in the whole capture -> the values of these fields."""
    rows = fields(recorded.write(whole), "", *names, options=options)
    return {frame.number: row for frame, row in zip(whole, rows, strict=True)}


@pytest.fixture(params=ORDERS.values(), ids=ORDERS)
def order(request):
    return request.param


# --- which connection -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["enet-reuse", "godot3.6-rpc", "godot4-mesh", "godot4-reconnect", "godot4-rpc"])
def test_connections_stay_whole(name, order):
    """Slots and sessions are those of earlier connections, and some connect ids are."""
    whole = recorded.read(CAPTURES / f"{name}.pcapng")
    true, found = read(whole, "enet.stream"), read(order(whole), "enet.stream")
    pairs = {(true[number][0][0], stream) for number, [[stream]] in found.items()}
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}) > 1


def test_answer_before_its_connect(tmp_path):
    """Both carry the connect id; what the responder said meanwhile is delivered behind the CONNECT."""
    talk = Talk().down(enet.verify(3), sent_time=200).down(enet.reliable(1, MESSAGE), enet.unsequenced(1, MESSAGE), sent_time=201)
    talk.down(enet.unreliable(0, 1, MESSAGE)).up(enet.connect(), peer=enet.NO_PEER, sent_time=100)
    talk.up(enet.ack(1, 200), peer=3).down(enet.ack(2, 102)).up(enet.ping(2), peer=3, sent_time=102)
    capture = talk.write(tmp_path)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 7
    assert column(fields(capture, "", "enet.direction")) == [[1], [1], [1], [0], [0], [1], [0]]
    assert frames(capture, "enet.analysis.delivered_in == 4", "-2") == [2, 3]


def test_connect_that_does_not_come(tmp_path):
    """Its initiator goes on without one: the capture began behind it. Nor is it waited for longer than a second."""
    talk = Talk().down(enet.verify(3), sent_time=200).down(enet.reliable(1, MESSAGE), sent_time=201).up(enet.ack(1, 200), peer=3)
    assert frames(talk.write(tmp_path), "enet.analysis.delivered_in == 3", "-2") == [2]
    talk = Talk().down(enet.verify(3), sent_time=200)
    for number in range(1, 5):
        talk.down(enet.reliable(number, MESSAGE), sent_time=200 + number)
    capture = talk.write(tmp_path, step=0.4)
    assert frames(capture, "enet.analysis.delivered_in == 4", "-2") == [2, 3]
    assert frames(capture, "enet.analysis.waiting", "-2") == [2, 3]


def test_names_before_the_connect(tmp_path):
    """A client's id is known by its CONNECT alone; what it was told before is named when that has come."""
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main"))
    used = client.down(rpc(1))
    client.ack_down()
    game.packets.insert(used - 1, game.packets.pop(0))
    game.packets.insert(used - 1, game.packets.pop(1))      # the acknowledgement of the answer follows its CONNECT
    rows = fields(game.write(), "godot.rpc.node", "frame.number", "godot.rpc.node", "godot.peer.source", "godot.peer.target",
                  options=["-2"])
    assert rows == [[[str(used - 2)], ["Main"], ["1"], [str(client.peer)]]]
