# SPDX-License-Identifier: GPL-2.0-or-later
"""Wireshark's tables of conversations and endpoints by peers, compared with the log's peers and sums of the fields."""

import functools
from collections import Counter

import pytest

import pcap
import truth
import wireshark
from test_recording import merged
from test_statistics import PLAYER, written
from wireshark import CAPTURES

# capture: the protocol below, the server's port
NAMES = {"godot4-rpc": ("udp", 21000), "godot3.6.2-rpc": ("udp", 21000), "websocket-4.6-multiplayer": ("tcp", 21011)}


@functools.cache
def table(capture, kind, rows):
    calls = [("load", {"file": str(wireshark.readable(capture))}), ("tap", {"tap0": f"{kind}:Godot"})]
    return wireshark.sharkd_calls(calls)[1]["taps"][0][rows]


def name_of(peer, port):
    return f"peer {peer}" if peer != 1 else f"peer 1 (server) 127.0.0.1:{port}"


def sums(capture, transport):
    """Per pair of ports, from and to: how many messages there are, and how many bytes they have."""
    messages, size = Counter(), Counter()
    rows = wireshark.fields(capture, "godot", f"{transport}.srcport", f"{transport}.dstport", "godot.length")
    for [source], [target], lengths in rows:
        messages[source, target] += len(lengths)
        size[source, target] += sum(map(int, lengths))
    return messages, size


@pytest.mark.parametrize("name", NAMES)
def test_conversations_have_the_sums_of_the_fields(name):
    transport, port = NAMES[name]
    capture = CAPTURES / f"{name}.pcapng"
    rows = table(capture, "conv", "convs")
    server = name_of(1, port)
    clients = {peer for peer in truth.Truth(name).names if peer != 1}
    assert {frozenset((row["saddr"], row["daddr"])) for row in rows} == \
        {frozenset((server, name_of(peer, port))) for peer in clients}
    ways = [("tx", "rx") if row["saddr"] == server else ("rx", "tx") for row in rows]
    counts = [tuple(row[way + unit] for way in both for unit in "fb") for row, both in zip(rows, ways)]
    messages, size = sums(capture, transport)
    others = {target for source, target in messages if source == str(port)}
    expected = [(messages[str(port), other], size[str(port), other], messages[other, str(port)], size[other, str(port)])
                for other in others]
    assert sorted(counts) == sorted(expected) and len(expected) == len(clients)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind, rows", [("conv", "convs"), ("endpt", "hosts")])
def test_a_row_filters_its_messages(name, kind, rows):
    capture = CAPTURES / f"{name}.pcapng"
    found = table(capture, kind, rows)
    ends = 1 if kind == "conv" else 2       # each message has two
    lengths = wireshark.fields(capture, "godot", "frame.number", "godot.length")
    messages = {int(frame): len(cell) for [frame], cell in lengths}
    assert sum(row["txf"] + row["rxf"] for row in found) == ends * sum(messages.values()) > 20
    for row, frames in zip(found, wireshark.matching(capture, *(row["filter"] for row in found)), strict=True):
        assert sum(map(messages.get, frames)) == row["txf"] + row["rxf"] > 5


@pytest.mark.parametrize("kind, rows", [("conv", "convs"), ("endpt", "hosts")])
def test_a_row_of_recordings_filters_its_messages(kind, rows):
    """Of a server and two clients, in one file: each conversation is there as each of the two recorded it."""
    folder = CAPTURES / "recordings"
    capture = merged(sorted(folder.glob("godot4-rpc.*.recording.pcapng")), wireshark.writable_folder())
    found = table(capture, kind, rows)
    lengths = wireshark.fields(capture, "godot", "frame.number", "godot.length")
    messages = {int(frame): len(cell) for [frame], cell in lengths}
    peers = truth.Truth("recordings/godot4-rpc").names
    assert len(found) == (len(peers) if kind == "endpt" else 2 * (len(peers) - 1))
    assert sum(row["txf"] + row["rxf"] for row in found) == (2 if kind == "endpt" else 1) * sum(messages.values()) > 200
    for row, frames in zip(found, wireshark.matching(capture, *(row["filter"] for row in found)), strict=True):
        assert sum(map(messages.get, frames)) == row["txf"] + row["rxf"] > 5


def test_endpoints_of_a_recording():
    capture = CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng"
    assert {row["host"] for row in table(capture, "endpt", "hosts")} == \
        {"peer 1 (server)" if peer == 1 else f"peer {peer}" for peer in truth.Truth("recordings/godot4-rpc").names}


def test_tshark_prints_the_tables():
    for asked in ("conv", "endpoints"):
        printed = wireshark.tshark("-r", CAPTURES / "godot4-rpc.pcapng", "-q", "-z", f"{asked},godot")
        assert printed.count(name_of(1, 21000)) == (2 if asked == "conv" else 1)


def test_tables_have_what_was_written():
    """Messages and their bytes, by the senders."""
    made = written()
    capture = pcap.write(wireshark.writable_folder() / "written.pcap", made.packets)
    sizes = {way: [size for up, _, size, *_ in made.messages if up == way] for way in (False, True)}
    sums = {way: (len(some), sum(some)) for way, some in sizes.items()}
    server = "peer 1 (server) {}:{}".format(*pcap.SERVER)
    conversation, = table(capture, "conv", "convs")
    ways = ("tx", "rx") if conversation["saddr"] == server else ("rx", "tx")
    assert {conversation["saddr"], conversation["daddr"]} == {server, f"peer {PLAYER}"}
    assert [tuple(conversation[way + unit] for unit in "fb") for way in ways] == [sums[False], sums[True]]
    ends = {row["host"]: row for row in table(capture, "endpt", "hosts")}
    assert {name: [tuple(row[way + unit] for unit in "fb") for way in ("tx", "rx")] for name, row in ends.items()} == {
        server: [sums[False], sums[True]], f"peer {PLAYER}": [sums[True], sums[False]]}
