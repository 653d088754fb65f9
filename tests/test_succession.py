# SPDX-License-Identifier: GPL-2.0-or-later
"""Which connection does a datagram belong to, whose header names one that may be over? docs/wire/enet.md, 3.2."""

import struct
import zlib

import enet
import pcap
from test_enet import Talk, column, info
from wireshark import fields

ZLIB = 3            # as enet.compression says it
HEADERS = 28        # IPv4's and UDP's bytes
IDENTITY = 0x01020304
UNRELIABLE = enet.unreliable(0, 1, b"?")                    # its datagram has no sent time
BANDWIDTH = enet.command(0x8A, 0xFF, 2, bytes(8))
PINGS = (enet.ping(2), enet.ping(3))


class Timed(Talk):
    """A talk of two ends whose clocks show 100 ms and 200 ms at its begin, and go."""

    def __init__(self):
        super().__init__()
        self.times, self.now = [], 0

    def at(self, seconds):
        self.now = seconds
        return self

    def raw(self, data, from_client=True):
        self.times.append(self.now)
        return super().raw(data, from_client)

    def ping(self, number, off=0):
        """The client's reliable command, sent when its clock shows what it must show, or so many ms more."""
        return self.up(enet.ping(number), sent_time=self.clock() + off & 0xFFFF)

    def clock(self):
        return 100 + round(self.now * 1000)

    def checksummed_handshake(self):
        self.raw(enet.checksummed(enet.connect(connect_id=IDENTITY), peer=enet.NO_PEER, sent_time=100))
        self.raw(enet.checksummed(enet.verify(connect_id=IDENTITY), connect_id=IDENTITY, sent_time=200), False)
        return self.raw(enet.checksummed(enet.ack(1, 200), connect_id=IDENTITY, sent_time=None))


def read(tmp_path, talks, *names):
    """Returns the values of these fields for each datagram of each of the talks, which follow one another."""
    packets = pcap.apart(talk.packets for talk in talks)
    times = [1000 * number + time for number, talk in enumerate(talks) for time in talk.times]
    capture = pcap.write_timed(tmp_path / "talks.pcap", zip(times, packets, strict=True))
    return pcap.split(fields(capture, "", *names), [talk.packets for talk in talks])


def whose_checksum(begins, make):
    """Returns the first of the datagrams make(0), make(1), ... whose checksum begins so (it follows the header)."""
    return next(made for made in map(make, range(1000)) if begins(made))


def silence():
    """The next datagrams come seven seconds after the handshake."""
    return Timed().handshake().at(7)


def restarted_server():
    """The capture began after the old connection. Its client's clock still fits; the new server's is 3 s off."""
    talk = Timed().up(enet.ack(4, 60), enet.reliable(70, b"?"), sent_time=100)
    talk.down(enet.ack(70, 100, 0), enet.ping(5), sent_time=200).at(7)
    talk.up(enet.connect(connect_id=2), peer=enet.NO_PEER, sent_time=7100)
    talk.down(enet.verify(connect_id=2), sent_time=10200)
    return talk.up(enet.ack(1, 10200)).at(7.1).ping(2)


SENT = enet.reliable(1, b"?")


def ended():
    """The server ends the connection, and the client's message is not acknowledged."""
    return Timed().handshake().at(0.1).up(SENT, sent_time=200).at(0.2).down(enet.disconnect(2, now=True))


def ended_behind_a_ping():
    return Timed().handshake().at(0.1).down(enet.ping(2), sent_time=300).at(0.2).down(enet.disconnect(3, now=True))


def acknowledged():
    """The client's message was acknowledged three seconds ago."""
    return Timed().handshake().at(0.1).up(SENT, sent_time=200).down(enet.ack(1, 200, 0)).at(3)


def asked(talk, connect_id, slot=0, **options):
    return talk.up(enet.connect(slot, connect_id), peer=enet.NO_PEER, **options)


def old_and_unanswered():
    """The connection goes on while a second request of the client waits for its answer for seven seconds."""
    talk = asked(Timed().handshake().at(1), 2, slot=1, sent_time=1100).at(4).down(UNRELIABLE).at(7).down(UNRELIABLE)
    return talk.at(8).down(enet.verify(1, 2), peer=1, sent_time=8200).at(8.1).up(enet.ping(2), peer=1, sent_time=8200)


def two_requests():
    """A client that has begun anew asks again, when the server has accepted the former request."""
    talk = asked(asked(Timed(), 1, sent_time=100).at(0.5), 1, sent_time=600).at(0.6).down(SENT, sent_time=200)
    return asked(talk.at(1), 2, sent_time=30000).at(1.1).down(enet.ping(2), sent_time=700)


TALKS = {   # the streams of the datagrams, counted from the first one's
    "the clock shows that it goes on": (
        lambda: silence().up(UNRELIABLE).at(7.1).ping(2).at(7.2).up(UNRELIABLE), [0, 0, 0, 1, 0, 0]),
    "nothing shows it at first": (
        lambda: silence().up(UNRELIABLE).up(UNRELIABLE).at(7.1).ping(2), [0, 0, 0, 1, 1, 0]),
    "another clock ends it": (
        lambda: Timed().handshake().at(1).ping(2).at(8).up(UNRELIABLE).at(8.1).ping(9, 20000).at(8.2).ping(10),
        [0, 0, 0, 0, 1, 1, 1]),
    "five seconds off are no other clock": (
        lambda: Timed().handshake().at(1).ping(2).at(2).ping(3, 5000).ping(4, 5001), [0] * 6),
    "more than five seconds off is another clock": (
        lambda: Timed().handshake().at(1).ping(2).at(2).ping(3, 5001), [0, 0, 0, 0, 1]),
    "also at the same moment": (lambda: Timed().handshake().at(1).ping(2).ping(3).ping(4, 5001), [0, 0, 0, 0, 0, 1]),
    "the capture's clock is set back by 90 seconds": (
        lambda: Timed().handshake().at(100).ping(2).at(101).ping(3).at(12).ping(4, 90000).at(13).ping(5, 90000),
        [0] * 7),
    "the capture's clock is set back by a second": (
        lambda: Timed().handshake().at(1).ping(2).at(3).ping(3).at(2).ping(4, 20000), [0] * 6),
    "another command under a number ends it": (
        lambda: Timed().handshake().up(enet.reliable(1, bytes(10)), sent_time=100).at(0.1).up(
            enet.reliable(1, bytes(11)), sent_time=200).at(0.2).ping(2), [0, 0, 0, 0, 1, 1]),
    "who has not heard of the end repeats what was not acknowledged": (
        lambda: ended().at(2).up(SENT, sent_time=2100).at(2.1).up(UNRELIABLE), [0, 0, 0, 0, 0, 0, 0]),
    "before anything else": (
        lambda: ended().at(2).up(UNRELIABLE).at(2.1).up(SENT, sent_time=2200), [0, 0, 0, 0, 0, 1, 1]),
    "with another clock it is another's": (
        lambda: ended().at(2).up(SENT, sent_time=4100), [0, 0, 0, 0, 0, 1]),
    "a clock that is a second off may be the same": (lambda: ended().at(2).up(SENT, sent_time=3100), [0] * 6),
    "a clock that is more than a second off may be another": (
        lambda: ended().at(2).up(SENT, sent_time=3101), [0, 0, 0, 0, 0, 1]),
    "an acknowledgement of what was sent then is of the one that ended": (
        lambda: ended_behind_a_ping().at(2).up(enet.ack(2, 300)), [0] * 6),
    "an acknowledgement of another time is of another one": (
        lambda: ended_behind_a_ping().at(2).up(enet.ack(2, 301)), [0, 0, 0, 0, 0, 1]),
    "an acknowledgement shows by its time that it goes on": (
        lambda: silence().up(enet.ack(9, 200 + 6000)).up(UNRELIABLE), [0] * 5),
    "an acknowledgement of another time does not show it": (
        lambda: silence().up(enet.ack(9, 200 + 5999)), [0, 0, 0, 1]),
    "an acknowledgement shows by its time that another one is there": (
        lambda: Timed().handshake().at(1).down(enet.ping(2), sent_time=1200).at(2).up(enet.ack(9, 1200 + 6001)),
        [0, 0, 0, 0, 1]),
    "a copy of a datagram comes after the end": (
        lambda: ended().at(2).up(SENT, sent_time=200), [0, 0, 0, 0, 0, 0]),
    "a copy comes long after its acknowledgement": (
        lambda: acknowledged().up(SENT, sent_time=200).at(3.1).ping(2), [0, 0, 0, 0, 0, 0, 0]),
    "nothing is repeated long after its acknowledgement": (
        lambda: acknowledged().up(SENT, sent_time=3100), [0, 0, 0, 0, 0, 1]),
    "what was repeated once may be repeated again": (
        lambda: Timed().handshake().at(0.1).up(SENT, sent_time=200).at(0.6).up(SENT, sent_time=700).down(
            enet.ack(1, 700, 0)).at(3).up(SENT, sent_time=3100), [0] * 7),
    "another one begins with its CONNECT": (restarted_server, [0, 0, 1, 1, 1, 1]),
    "an answer shows that it goes on": (
        lambda: silence().up(UNRELIABLE).at(7.1).down(enet.ping(2), sent_time=200 + 7100).at(7.2).up(UNRELIABLE),
        [0, 0, 0, 1, 0, 0]),
    "an answer with another clock is of the new one": (
        lambda: silence().at(0.1).down(enet.ping(2), sent_time=300).at(7).up(UNRELIABLE).at(7.1).down(
            enet.ping(3), sent_time=14400).at(7.2).ping(2), [0, 0, 0, 0, 1, 1, 1]),
    "who answers another one contradicts nothing": (
        lambda: Timed().up(enet.ack(1), enet.reliable(70, b"?"), peer=3, sent_time=100).up(
            enet.ack(1), enet.reliable(500, b"?"), peer=4, sent_time=30100).at(0.1).up(
                enet.ping(9), peer=4, sent_time=30200).at(0.2).down(enet.ack(70, 100, 0), enet.ping(5)).at(0.3).up(
                    enet.ping(10), peer=4, sent_time=30400), [0, 1, 1, 0, 1]),
    "another slot is another's": (
        lambda: Timed().handshake().at(1).ping(2).at(8).ping(9, 20000).at(8.1).ping(10, 20000).down(enet.ping(3)).at(
            8.2).up(enet.ping(50), peer=7, sent_time=50000).at(8.3).ping(11, 20000), [0, 0, 0, 0, 1, 1, 1, 2, 1]),
    "a late answer to a request": (
        lambda: asked(Timed(), 1, sent_time=100).at(7).down(enet.verify(connect_id=1), sent_time=200).at(7.1).ping(2),
        [0, 0, 0]),
    "what is of an older one says nothing of an unanswered one": (old_and_unanswered, [0, 0, 0, 1, 0, 0, 1, 1]),
    "another request says nothing of an unanswered one": (two_requests, [0, 0, 0, 1, 0]),
    "the other half is of the one that took the place": (
        lambda: Timed().up(enet.ack(4, 60), enet.reliable(70, b"?"), sent_time=100).at(1).ping(2).at(2).ping(
            3, 20000).at(2.1).down(enet.ping(2)), [0, 0, 1, 1]),
}


def test_what_shows_that_a_connection_goes_on(tmp_path):
    talks = [make() for make, _ in TALKS.values()]
    for (name, (_, streams)), rows in zip(TALKS.items(), read(tmp_path, talks, "enet.stream")):
        found = [stream for [stream] in column(rows)]
        assert [stream - found[0] for stream in found] == streams, name


def packed_with_checksum():
    """A zlib stream behind the checksum of what is in it (docs/wire/enet.md, 1.2)."""
    head = enet.header(0, 100, compressed=True)
    small = zlib.compress(BANDWIDTH)
    return head + struct.pack(">I", zlib.crc32(head + struct.pack(">I", IDENTITY) + BANDWIDTH)) + small


# The checksum can be read as the begin of an ACK, which has eight bytes.
OTHERS_CHECKSUM = whose_checksum(lambda data: data[4] & 15 == 1, lambda number: enet.checksummed(
    BANDWIDTH, connect_id=number, sent_time=100))
LIKE_A_PING = enet.checksummed(enet.ping(7051), connect_id=IDENTITY, sent_time=100)
LAST = {    # a talk; is its last datagram of another connection than the one before, has it a checksum; its commands
    "a checksum where there was none": (
        Timed().handshake().raw(OTHERS_CHECKSUM), True, True, [10]),
    "all but a byte can be read without the checksum": (
        Timed().handshake().raw(whose_checksum(lambda data: data[2] & 15 == 1, lambda number: enet.checksummed(
            enet.unreliable(number, 0x0500, b"?"), sent_time=None))), True, True, [7]),
    "one with a key that cannot be known, and that reads like a ping": (
        Timed().handshake().raw(OTHERS_CHECKSUM).raw(LIKE_A_PING), False, True, [5]),
    "a ping instead of one with a key that cannot be known": (
        Timed().handshake().raw(OTHERS_CHECKSUM).up(enet.ping(2), sent_time=100), True, False, [5]),
    "a compressed one where there was none": (Timed().handshake().raw(packed_with_checksum()), True, True, [10]),
    "two pings, or one behind a checksum": (Timed().handshake().up(*PINGS, sent_time=100), False, False, [5, 5]),
    "none where there was one": (Timed().checksummed_handshake().up(BANDWIDTH, sent_time=100), True, False, [10]),
    "a ping instead of a checksum": (
        Timed().checksummed_handshake().up(enet.ping(2), sent_time=100), True, False, [5]),
    "a ping instead of a right checksum": (
        Timed().checksummed_handshake().up(*PINGS, sent_time=100), True, False, [5, 5]),
    "a right checksum that reads like a ping": (
        Timed().checksummed_handshake().raw(LIKE_A_PING), False, True, [5]),
}


def test_a_checksum_that_comes_or_goes_is_another_connections(tmp_path):
    assert LIKE_A_PING[4:6] == enet.ping(0)[:2]
    talks = [talk for talk, *_ in LAST.values()]
    rows = read(tmp_path, talks, "enet.stream", "enet.checksum", "enet.command")
    for (name, (_, is_other, has_checksum, commands)), found in zip(LAST.items(), rows):
        [before], [[stream], checksum, numbers] = found[-2][0], found[-1]
        assert (int(stream) - int(before), len(checksum), [int(n) for n in numbers]) == (
            is_other, has_checksum, commands), name


def write_cut(tmp_path, talk, left):
    """Writes a talk of whose last datagram the capture has only so many bytes."""
    *packets, last = talk.packets
    kept = last[:HEADERS + left]
    capture = pcap.write(tmp_path / "cut.pcap", [*packets, kept])
    data = capture.read_bytes()[:-len(kept) - 4]
    capture.write_bytes(data + struct.pack("<I", len(last)) + kept)
    return capture


def test_what_was_cut_is_no_contradiction(tmp_path):
    """A message cannot be read, and what is left of it would be an ACK behind a checksum."""
    message = enet.unreliable(0, 0x01FF, struct.pack(">H", 100) * 50)
    assert message[4:12] == enet.ack(100, 100)
    capture = write_cut(tmp_path, Talk().handshake().up(message), 2 + 4 + 8)
    assert column(fields(capture, "", "enet.stream")) == [[0]] * 4


def test_the_mode_is_shown_with_each_block(tmp_path):
    """Also when the connection's mode is known."""
    small = zlib.compress(enet.unreliable(0, 1, bytes(20)))
    talk = Talk().handshake()
    for _ in range(3):
        talk.raw(enet.header(compressed=True) + small)
    capture = talk.write(tmp_path)
    for options in ([], ["-2"]):
        assert column(fields(capture, "enet.compressed", "enet.compression", options=options)) == [[ZLIB]] * 3


def test_what_cannot_be_read_may_have_what_is_missing(tmp_path):
    """A block that no mode undoes, and commands behind a capture's limit, may be those whose numbers did not come."""
    talk = Talk().handshake().up(enet.reliable(1, b"?"))
    unread = Talk().handshake().up(enet.reliable(1, b"?")).raw(enet.header(compressed=True) + bytes(9))
    rows = [info(one.up(enet.reliable(3, b"?")).write(tmp_path))[-1] for one in (talk, unread)]
    assert [row.startswith("[Gap 1]") for row in rows] == [True, False]
