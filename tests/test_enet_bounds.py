# SPDX-License-Identifier: GPL-2.0-or-later
"""ENet: the cost of a packet does not grow with the packets before it. Times may be up to ten times those of bare
datagrams."""

import itertools

import pytest

import enet
import traffic
from wireshark import user_time

BARE = ["-d", f"udp.port=={traffic.SERVER_PORT},data"]
FRAGMENTS = 24000


def repeated(commands, count):
    """Many datagrams have the same commands, each with another sent time."""
    line = traffic.Line()
    yield from line.opened()
    for _ in range(count):
        yield line.packet(True, b"".join(enet.reliable(1 + i, b"abc") for i in range(commands)))


def fragmented(order):
    line = traffic.Line()
    yield from line.opened()
    yield from order(list(line.fragments(True, bytes(traffic.FRAGMENT * FRAGMENTS))))


@pytest.mark.parametrize("packets", [
    lambda: repeated(1, 40000), lambda: repeated(32, 2000), lambda: fragmented(list),
    lambda: fragmented(lambda parts: parts[::-1]), lambda: fragmented(lambda parts: parts[::2] + parts[1::2]),
    lambda: itertools.islice(traffic.foreign(), 4000), ], ids=[
        "a command for ever", "commands for ever", "fragments", "fragments backwards", "fragments in disorder",
        "foreign"])
def test_cost_of_a_packet(tmp_path, packets):
    capture = traffic.write(tmp_path / "packets.pcap", packets())
    assert user_time("-r", capture) < 10 * user_time("-r", capture, *BARE)
