# SPDX-License-Identifier: GPL-2.0-or-later
"""Which values of a SYNC are the same as in the one before? Held against a reading of the captures that shares no code
with the plugin, after docs/wire/multiplayer-godot4.md, 2.7, and against messages that are made here."""

import collections
import struct

import pytest

import counted
import enet_messages
import godot_variant
import wireshark
from recordings import SENT
from test_godot4 import AS_ENET, Game, by_path, confirm, despawn, simplify, spawn, sync
from test_recording import begin, packet, recording
from truth import Truth

CAPTURES = {"godot4-replication": 21000, "recordings/godot4-replication": 21000}
FIELDS = ("godot.sync.unchanged", "godot.sync.unchanged_bytes")
ONE, TWO = b"\x02\x01", b"\x02\x02"     # integers in the compact form


def values_of(data):
    """The bytes of each value."""
    found, at = [], 0
    while at < len(data):
        value = godot_variant.decode(data, compact=True, offset=at)
        found.append(data[at:at + value.size])
        at += value.size
    return found


def elements(message):
    """(id, values) of each element of a SYNC."""
    at = 3
    while at < len(message):
        number, size = struct.unpack_from("<II", message, at)
        yield number, values_of(message[at + 8:at + 8 + size])
        at += 8 + size


def without_relay(message):
    """(the other client, 0 for the server, message)"""
    if message[:2] == b"\x07\x03":
        return struct.unpack_from("<i", message, 2)[0], message[6:]
    return 0, message


def repeated(capture, server):
    """(is the client's, number of the client) -> how many values are those of the SYNC before, and their bytes."""
    found = collections.Counter()
    for (client, to_server, _), messages in enet_messages.messages(capture.read_bytes(), server).items():
        last = {}
        for peer, message in map(without_relay, messages):
            for number, values in elements(message) if message[0] & 0x1F == 6 else ():
                same = [one for one, other in zip(values, last.get((peer, number), ())) if one == other]
                found[client, to_server, "number"] += len(same)
                found[client, to_server, "bytes"] += sum(map(len, same))
                last[peer, number] = values
    return found


@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two"])
def test_unchanged_values_are_those_of_the_sync_before(name, passes):
    capture, clients = wireshark.CAPTURES / f"{name}.pcapng", {}
    for [port], [peer] in wireshark.fields(capture, "enet.connect.data", "udp.srcport", "enet.connect.data"):
        clients[port] = int(peer, 0)
    found = collections.Counter()
    for [source], [target], places, sizes in wireshark.fields(capture, FIELDS[0], "udp.srcport", "udp.dstport", *FIELDS,
                                                              options=passes):
        client = clients[source if source in clients else target], source in clients
        found[*client, "number"] += len(places)
        found[*client, "bytes"] += sum(map(int, sizes))
    expected = repeated(capture, CAPTURES[name])
    assert found == expected and sum(expected.values()) > 500


@pytest.mark.parametrize("name", CAPTURES)
def test_what_the_receivers_log_twice_is_unchanged(name):
    """The log has what was applied, which is not all: states that come before their node are not. So it has less."""
    last, logged = {}, 0
    for event in Truth(name).of("synchronized"):
        key, values = (event["who"], event["sync"]), [one["value"]["hex"] for one in event["values"]]
        logged += sum(one == other for one, other in zip(values, last.get(key, ())))
        last[key] = values
    told = sum(len(places) for [*places] in
               (row[0] for row in wireshark.fields(wireshark.CAPTURES / f"{name}.pcapng", FIELDS[0], FIELDS[0])))
    assert 50 < logged <= told < 1.2 * logged


@pytest.mark.parametrize("name", CAPTURES)
def test_objects_add_up(name):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    objects, replication = (counted.trees_of(capture, tree) for tree in ("godot_objects", "godot_sync"))
    for mine, theirs in (("Objects: number of updates, and length in bytes", "Updates: number, and length in bytes"),
                         ("Objects: bytes", "Updates: bytes")):
        assert objects[mine].number == replication[theirs].number > 100
        assert objects[mine].sum() == objects[mine].number
    rows = wireshark.fields(capture, FIELDS[0], *FIELDS)
    for group, expected in (("Values of SYNC: number", sum(len(places) for places, _ in rows)),
                            ("Values of SYNC: bytes", sum(int(size) for _, sizes in rows for size in sizes))):
        lines = [values for one in objects[group].lines for values in one.lines]
        assert sum(one["unchanged"].number or 0 for one in lines) == expected
        assert sum(one[what].number or 0 for one in lines for what in ("unchanged", "changed")) == objects[group].number


# --- messages that are made here --------------------------------------------------------------------------------------


@pytest.fixture(name="client")
def fixture_client(tmp_path):
    client = Game(tmp_path).client()
    client.down(simplify(1, "Main/Spawner"))
    client.up(confirm(1))
    client.ack_down()
    client.down(spawn(1, 1, "mob", (2, 3)))
    client.ack_down()
    return client


def told(client):
    """frame -> numbers of the values that are the same; by one pass and by two."""
    path = client.game.write()
    found = [{int(frame): list(map(int, places)) for [frame], places in
              wireshark.fields(path, FIELDS[0], "frame.number", FIELDS[0], options=passes)} for passes in ((), ("-2",))]
    assert found[0] == found[1]
    return found[0]


def test_each_receiver_and_synchronizer_has_values_of_its_own(client):
    other = client.game.client(peer=77777, slot=1)
    client.down(sync(1, 2, values=ONE + TWO), 1, True)
    client.down(sync(2, 3, values=ONE + TWO), 1, True)
    other.down(sync(1, 2, values=ONE + TWO), 1, True)
    both = client.down(sync(3, 2, 3, values=ONE + ONE), 1, True)
    assert told(client) == {both: [0, 0]}


@pytest.mark.parametrize("slot, known", [(0, False), (3, True)])
def test_states_are_compared_where_an_end_is_known(tmp_path, slot, known):
    """Only a server needs several slots. Where it is not known both ends may relay, and several peers may use an id."""
    client = Game(tmp_path).client(slot=slot, handshake=False)
    client.up(simplify(1, "Other"))
    client.down(simplify(1, "Main"))
    for number in (1, 2):
        client.down(sync(number, by_path(1), values=ONE))
    assert wireshark.fields(client.game.write(), "godot.sync.time", FIELDS[0], options=AS_ENET) == [
        [[]], [["0"] * known]]


def test_what_was_overtaken_is_not_compared(client):
    client.down(sync(5, 2, values=ONE), 1, True)
    client.down(sync(4, 2, values=ONE), 1, True)
    client.down(sync(3, 2, values=TWO), 1, True)
    frame = client.down(sync(6, 2, values=ONE), 1, True)
    assert told(client) == {frame: [0]}


def test_an_id_that_is_given_again_begins_anew(client):
    client.down(sync(1, 2, values=ONE), 1, True)
    client.down(despawn(1))
    client.ack_down()
    client.down(spawn(1, 1, "crate", (2,)))
    client.ack_down()
    client.down(sync(2, 2, values=ONE), 1, True)
    frame = client.down(sync(3, 2, values=ONE), 1, True)
    assert told(client) == {frame: [0]}


def test_a_peer_that_connects_again_begins_anew(client):
    client.down(simplify(2, "Main/Sync"))
    client.down(sync(1, by_path(2), values=ONE), 1, True)
    client.leave()
    again = client.game.client()
    again.down(simplify(2, "Main/Sync"))
    again.down(sync(2, by_path(2), values=ONE), 1, True)
    frame = again.down(sync(3, by_path(2), values=ONE), 1, True)
    assert told(client) == {frame: [0]}


def test_statistics_tell_the_synchronizers_of_a_node_apart(client):
    """They have numbers in the order of the spawn; the only one of its node has none."""
    client.down(spawn(1, 4, "only", (5,)))
    client.down(sync(1, 2, 3, 5, values=ONE), 1, True)
    client.down(sync(2, 3, values=TWO), 1, True)
    lines = counted.trees_of(client.game.write(), "godot_sync")["Updates: number, and length in bytes"]
    assert {line.name: line.number for line in lines["…/mob"].lines} == {"synchronizer 1": 1, "synchronizer 2": 2}
    assert {line.name: line.number for line in lines["…/only"].lines} == {"sync": 1}


def test_of_two_states_in_a_message_the_first_counts(client):
    client.down(sync(1, 2, values=ONE), 1, True)
    twice = client.down(sync(2, 2, 2, values=ONE), 1, True)
    assert told(client) == {twice: [0]}


def test_sixty_four_values_are_compared(client):
    client.down(sync(1, 2, values=ONE * 70), 1, True)
    changed = TWO + ONE * 69
    frame = client.down(sync(2, 2, values=changed), 1, True)
    assert told(client) == {frame: list(range(1, 64))}


def test_bytes_of_unchanged_values_have_their_unit(client):
    for number in (1, 2):
        client.down(sync(number, 2, values=ONE), 1, True)
    shown = [node.showname for packet in wireshark.pdml(client.game.write()) for node in packet.find(FIELDS[1])]
    assert shown == [f"Bytes of unchanged values: {len(ONE)} bytes"]


@pytest.mark.parametrize("result, unchanged", [(0, []), (1, ["0"]), (-1, ["0"])])
def test_a_state_that_did_not_leave_is_none_to_compare_with(result, unchanged):
    """put_packet() refused it."""
    states = [sync(number, by_path(1), values=value) for number, value in enumerate((ONE, TWO, ONE), 1)]
    results = [0, result, 0]
    made = recording(begin(), packet(2, simplify(1, "S"), direction=SENT), *(
        packet(3 + at, state, direction=SENT, result=results[at]) for at, state in enumerate(states)))
    assert wireshark.fields(made, "godot.sync.net_id", FIELDS[0]) == [[[]], [[]], [unchanged]]


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_a_state_that_did_not_leave_is_compared_with_none(passes):
    """Nor has it what was found for the one before."""
    made = recording(begin(), packet(2, simplify(1, "S"), direction=SENT), *(
        packet(3 + at, sync(at, by_path(1), values=ONE), direction=SENT, result=result)
        for at, result in enumerate((0, 0, 1, 0))))
    assert wireshark.fields(made, "godot.sync.net_id", FIELDS[0], options=passes) == [[[]], [["0"]], [[]], [["0"]]]
