# SPDX-License-Identifier: GPL-2.0-or-later
"""Which connection has a datagram, and who sent it? A table of talks, after docs/wire/enet.md, 3.2.

U and D are datagrams of the client and the server: the commands in it, and peer, session and sent time of its header.
"""

import pytest

import enet
import pcap
from pcap import udp
from wireshark import fields

PORT = 7777
CLIENT, SERVER = ("10.0.0.2", 50000), ("10.0.0.1", PORT)
AS_ENET = ("-d", f"udp.port=={PORT},enet")
ONE, OTHER = enet.reliable(1, b"one"), enet.reliable(1, b"another")


def U(*commands, peer=0, session=0, sent_time=9):      # noqa: N802
    return True, enet.datagram(*commands, peer=peer, session=session, sent_time=sent_time)


def D(*commands, **header):     # noqa: N802
    return False, U(*commands, **header)[1]


def asks(connect_id=5, data=7, slot=0, sessions=(0xFF, 0xFF)):
    return U(enet.connect(slot, connect_id, data, sessions=sessions), peer=enet.NO_PEER)


def accepts(connect_id=5, slot=0, to=0, sessions=(0, 0), session=None):
    return D(enet.verify(slot, connect_id, sessions=sessions), peer=to,
             session=sessions[0] if session is None else session)


TALKS = {
    # name: datagrams, and the number of the connection of each
    "a connection": ([asks(), accepts(), U(enet.ack(1, 9)), D(ONE), U(ONE)], [0] * 5),
    "a slot of the server": ([asks(), accepts(slot=3), U(ONE, peer=3), D(ONE)], [0] * 4),
    "another slot of the server": ([asks(), accepts(slot=3), U(ONE, peer=3), U(OTHER, peer=4)], [0, 0, 0, 1]),
    "a request again": ([asks(), asks(), accepts(), U(ONE)], [0] * 4),
    "an id again with other data": ([asks(), accepts(), asks(data=8)], [0, 0, 1]),
    "an id again for another slot": ([asks(), accepts(), asks(slot=1)], [0, 0, 1]),
    "an id again behind the end": ([asks(), accepts(), U(enet.disconnect(2, now=True)), asks()], [0, 0, 0, 1]),
    "another id": ([asks(), accepts(), asks(6)], [0, 0, 1]),
    "an answer again": ([asks(), accepts(), accepts(), U(ONE)], [0] * 4),
    "an answer with another session of the client": (
        [asks(), accepts(), accepts(sessions=(1, 0)), U(ONE)], [0, 0, 1, 1]),
    "an answer with another session of the server": ([asks(), accepts(), accepts(sessions=(0, 1))], [0, 0, 1]),
    "an answer before its request": ([accepts(), asks(), U(enet.ack(1, 9)), D(ONE)], [0] * 4),
    "two requests, answered in the other order": (
        [asks(5, slot=0), asks(6, slot=1), accepts(6, 4, to=1), accepts(5, 3), U(ONE, peer=3), U(ONE, peer=4),
         D(ONE, peer=1), D(ONE)], [0, 1, 1, 0, 0, 1, 1, 0]),
    "the sessions of two uses of a slot": (
        [asks(5), accepts(5), asks(6), accepts(6, sessions=(1, 2)), U(ONE, session=2), D(ONE, session=1),
         U(enet.ping(2)), D(enet.ping(2))], [0, 0, 1, 1, 1, 1, 0, 0]),
    "who gives up": ([asks(5), asks(5), U(enet.disconnect(2, now=True), peer=enet.NO_PEER)], [0, 0, 0]),
    "who gives up while another is answered": (
        [asks(5), accepts(5), asks(6, slot=1), U(enet.disconnect(2, now=True), peer=enet.NO_PEER)], [0, 0, 1, 1]),
    "no beginning": ([U(ONE, peer=3), D(enet.ack(1, 9, 0), enet.ping(2)), U(enet.ping(2), peer=3)], [0, 0, 0]),
    "no beginning, the server first": (
        [D(ONE), U(enet.ack(1, 9, 0), enet.ping(2), peer=3), D(enet.ping(2))], [0, 0, 0]),
    "two clients of one socket, no beginning": ([U(ONE, peer=3), U(ONE, peer=4), U(enet.ping(2), peer=3)], [0, 1, 0]),
    # The third one may be of either; the fourth is an answer to the first, and all of its slot belong there from then.
    "halves that an acknowledgement joins": (
        [U(ONE, peer=3), U(OTHER, peer=4, sent_time=8), D(enet.ping(2)), D(enet.ack(1, 9, 0), enet.ping(3)),
         D(enet.ping(4)), U(enet.ping(5), peer=3), U(enet.ping(5), peer=4)], [0, 1, 2, 0, 0, 0, 1]),
    "the half that is left is the only one": (
        [U(ONE, peer=3), U(OTHER, peer=4, sent_time=8), D(enet.ping(2)), D(enet.ack(1, 9, 0), enet.ping(3)),
         D(enet.ping(4), peer=1), U(enet.ping(5), peer=4)], [0, 1, 2, 0, 1, 1]),
    # Both clients of the socket sent the same command at the same time, so the answer to one acknowledges the other's.
    "a connection is no half": (
        [U(ONE, peer=3), D(enet.ack(1, 9, 0), enet.ping(2)), U(ONE, peer=4), D(enet.ack(1, 9, 0), enet.ping(3)),
         U(enet.ping(2), peer=3)], [0, 0, 1, 0, 0]),
    "the slot of a request is known": (
        [U(ONE, peer=3), asks(), D(enet.ack(1, 9, 0), enet.ping(2)), U(enet.ping(2), peer=3)], [0, 1, 1, 0]),
    "an ended half is no half": (
        [U(ONE, peer=3), U(enet.disconnect(2, now=True), peer=3), D(enet.ack(1, 9, 0), enet.ping(2))], [0, 0, 1]),
    "a request behind an ended connection without a beginning": (
        [U(ONE), U(enet.disconnect(2, now=True)), asks(), accepts(), U(ONE)], [0, 0, 1, 1, 1]),
    # The answer is missing until the fifth: what the client sends belongs to its latest request.
    "datagrams before the answer": (
        [asks(5), accepts(5), U(enet.disconnect(2, now=True)), asks(6), U(ONE), accepts(6)], [0, 0, 0, 1, 1, 1]),
    "no answer": ([asks(), D(ONE), U(ONE), D(enet.ping(2))], [0] * 4),
    "no answer, in a later session": (
        [asks(slot=2), D(ONE, peer=2, session=2), U(ONE, peer=1, session=3), D(enet.ping(2), peer=2, session=2)],
        [0] * 4),
    "datagrams of the ended connection behind the answer": (
        [asks(5), accepts(5), U(enet.disconnect(2, now=True)), asks(6), accepts(6, sessions=(1, 1)), U(enet.ping(3)),
         U(ONE, session=1)], [0, 0, 0, 1, 1, 0, 1]),
    "the server has not heard of the end": (
        [asks(5), accepts(5), U(enet.disconnect(2, now=True)), asks(6), D(enet.ping(2)), accepts(6)],
        [0, 0, 0, 1, 0, 1]),
    "an end behind which only another client of the socket goes on": (
        [asks(5), accepts(5, 3), U(enet.disconnect(2, now=True), peer=3), U(ONE, peer=4), U(enet.ping(3), peer=3)],
        [0, 0, 0, 1, 0]),
    "a request with the id 0": ([U(ONE, peer=3), asks(0)], [0, 1]),
    "no other command than an acknowledgement joins": (
        [U(ONE, peer=3, sent_time=0), U(OTHER, peer=4), D(enet.unreliable(0, 1, b"?", channel=0))], [0, 1, 2]),
    "an answer of who asks": (
        [asks(), U(enet.verify(7, 5)), accepts(slot=3), U(ONE, peer=3), D(ONE)], [0] * 5),
    "the end again before the answer": (
        [asks(5), accepts(5), U(enet.disconnect(2, now=True)), asks(6), U(enet.disconnect(2, now=True)), accepts(6)],
        [0, 0, 0, 1, 0, 1]),
}


def told(tmp_path, datagrams, name):
    ends = {True: (CLIENT, SERVER), False: (SERVER, CLIENT)}
    packets = [udp(data, *ends[upward]) for upward, data in datagrams]
    return [int(value) for [[value]] in fields(pcap.write(tmp_path / "talk.pcap", packets), "enet", name,
                                               options=AS_ENET)]


def begins_with_a_handshake(datagrams):
    _, first = datagrams[0]
    return first[4] & 15 in (2, 3)      # CONNECT, VERIFY_CONNECT


@pytest.mark.parametrize("name", TALKS)
def test_each_datagram_belongs_to_a_connection(tmp_path, name):
    datagrams, streams = TALKS[name]
    assert told(tmp_path, datagrams, "enet.stream") == streams


@pytest.mark.parametrize("name", [name for name, (datagrams, _) in TALKS.items() if begins_with_a_handshake(datagrams)])
def test_who_asks_is_the_initiator(tmp_path, name):
    datagrams = TALKS[name][0]
    assert told(tmp_path, datagrams, "enet.direction") == [int(not upward) for upward, _ in datagrams]


@pytest.mark.parametrize("source, target, slot, direction", [
    (50000, PORT, 0, 0), (PORT, 50000, 0, 1), (1000, PORT, 0, 1), (1000, PORT, 1, 0), (PORT, 1000, 2, 0),
    (PORT, PORT, 0, 0)])
def test_who_sent_a_datagram_without_a_beginning(tmp_path, source, target, slot, direction):
    """Only a server needs more slots than one; else a client's port is the higher one."""
    packets = [udp(enet.datagram(ONE, peer=slot), ("10.0.0.2", source), ("10.0.0.1", target))]
    path = pcap.write(tmp_path / "one.pcap", packets)
    assert fields(path, "enet", "enet.direction", options=AS_ENET) == [[[str(direction)]]]
