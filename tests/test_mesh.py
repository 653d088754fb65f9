# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is the server of a connection? A mesh has none (docs/wire/multiplayer-godot4.md, 4)."""

import pytest

import enet
import pcap
import wireshark
from test_godot4 import AS_ENET, CLIENT, Game, rpc, simplify

# --- a mesh has no server -------------------------------------------------------------------

ONE, TWO = ("10.0.0.2", 50000), ("10.0.0.2", 50001)
HOST, OTHER_HOST = ("10.0.0.1", 7777), ("10.0.0.9", 7778)


def connected(source, target, connect_id, data):
    """The datagrams of a connection, from CONNECT to its acknowledged answer."""
    return [pcap.udp(enet.datagram(enet.connect(connect_id=connect_id, data=data), peer=enet.NO_PEER), source, target),
            pcap.udp(enet.datagram(enet.verify(0, connect_id)), target, source),
            pcap.udp(enet.datagram(enet.ack(1), peer=0), source, target)]


@pytest.mark.parametrize("source, target, data, ends, is_mesh", [
    (TWO, OTHER_HOST, CLIENT, 0, True),         # one peer, two connections at once
    (TWO, ("10.0.0.1", 7778), CLIENT, 0, True), (TWO, ("10.0.0.9", 7777), CLIENT, 0, True),
    (ONE, OTHER_HOST, CLIENT, 0, True),
    (TWO, OTHER_HOST, CLIENT, 1, False),        # one after the other
    (TWO, OTHER_HOST, CLIENT, 2, False),        # the end of the first one comes once more
    (TWO, HOST, CLIENT, 0, False),              # to one server
    (TWO, OTHER_HOST, 1842, 0, False),          # another id
    (TWO, OTHER_HOST, 1, 0, False),             # no id of a client
    (("10.0.0.3", 50001), OTHER_HOST, CLIENT, 0, False),    # a client of another game
    (HOST, ONE, 1842, 0, True),                 # both ends connect
    (HOST, ONE, 1, 0, False),
    (HOST, TWO, 1842, 0, False), (("10.0.0.1", 7778), ONE, 1842, 0, False),
    (HOST, ("10.0.0.3", 50000), 1842, 0, False), (HOST, ONE, 1842, 1, False)])
def test_several_connections_of_a_peer_are_a_mesh(tmp_path, source, target, data, ends, is_mesh):
    """docs/wire/multiplayer-godot4.md, 4. The peers of a mesh are not those of a client and its server."""
    other = connected(source, target, 0x2222, data)
    end = [pcap.udp(enet.datagram(enet.disconnect(2, now=True), peer=0), source, target)]
    packets = [*other, *end * (ends > 0), *connected(ONE, HOST, 0x1111, CLIENT), *end * (ends > 1),
               pcap.udp(enet.datagram(enet.reliable(1, simplify(1, "Main"))), ONE, HOST),
               pcap.udp(enet.datagram(enet.reliable(2, rpc(1))), ONE, HOST)]
    rows = wireshark.fields(pcap.write(tmp_path / "mesh.pcap", packets), "godot.rpc.method_id", "godot.peer.source",
                            "godot.peer.target", options=AS_ENET)
    assert rows == [[[], []] if is_mesh else [[str(CLIENT)], ["1"]]]


def test_one_connection_with_two_servers_addresses_is_no_mesh(tmp_path):
    """A router that puts its own address in the place of the server's: the capture has both sides of it."""
    packets = [*connected(ONE, OTHER_HOST, 0x1111, CLIENT), *connected(ONE, HOST, 0x1111, CLIENT),
               pcap.udp(enet.datagram(enet.reliable(1, simplify(1, "Main"))), ONE, HOST),
               pcap.udp(enet.datagram(enet.reliable(2, rpc(1))), ONE, HOST)]
    rows = wireshark.fields(pcap.write(tmp_path / "translated.pcap", packets), "godot.rpc.method_id",
                            "godot.peer.source", "godot.peer.target", options=AS_ENET)
    assert rows == [[[str(CLIENT)], ["1"]]]


def test_clients_of_many_games_may_have_one_id(tmp_path):
    """Another machine is another client."""
    packets, ends = [], [((f"10.0.1.{at}", 50000), (f"10.0.2.{at}", 7777)) for at in range(64)]
    for at, (client, server) in enumerate(ends):
        packets += connected(client, server, 0x1000 + at, CLIENT)
    for client, server in ends:
        packets += [pcap.udp(enet.datagram(enet.reliable(1, simplify(1, "Main"))), client, server),
                    pcap.udp(enet.datagram(enet.reliable(2, rpc(1))), client, server)]
    assert peers_of(pcap.write(tmp_path / "games.pcap", packets)) == [(str(CLIENT), "1")] * len(ends)


ONE_HOST = [("10.0.0.1", 31000 + at) for at in range(64)]
ONE_PORT = [(f"10.{at * 11 % 256}.{at * 89 % 256}.{at * 167 % 256}", 31000) for at in range(1, 257)]


@pytest.mark.parametrize("servers", [ONE_HOST, ONE_PORT], ids=["one host", "one port"])
def test_servers_of_one_host_know_nothing_of_each_other(tmp_path, servers):
    """Half of them announce a path, the others only use its number. So do those of several hosts on one port."""
    packets = []
    for at, server in enumerate(servers):
        client = "10.0.0.2", 50000 + at
        packets += connected(client, server, 0x1000 + at, 0x10000 + at)
        if at % 2 == 0:
            packets.append(pcap.udp(enet.datagram(enet.reliable(1, simplify(1, f"Main/{at}"))), server, client))
    for at, server in enumerate(servers):
        call = enet.datagram(enet.reliable(2 - at % 2, rpc(1)))
        packets.append(pcap.udp(call, server, ("10.0.0.2", 50000 + at)))
    rows = wireshark.fields(pcap.write(tmp_path / "host.pcap", packets), "godot.rpc.method_id", "godot.rpc.node",
                            options=AS_ENET)
    assert [node for node, in rows] == [[f"Main/{at}"] if at % 2 == 0 else [] for at in range(len(servers))]


# --- connections that began before the capture -------------------------------------------------


def peers_of(capture, display_filter="godot.rpc.method_id", options=()):
    return [tuple("".join(cell) for cell in row) for row in wireshark.fields(
        capture, display_filter, "godot.peer.source", "godot.peer.target", options=(*AS_ENET, *options))]


@pytest.mark.parametrize("slot", [0, 1, 0xFFE])
@pytest.mark.parametrize("server_first", [False, True])
def test_only_a_server_needs_several_slots(tmp_path, slot, server_first):
    """A second pass knows it of the same messages: since the client has used its slot."""
    game = Game(tmp_path)
    client = game.client(slot=slot, handshake=False)
    for send in ((client.down, client.up) if server_first else (client.up, client.down)) * 3:
        send(simplify(1, "Main"))
        send(rpc(1))
    found, known = peers_of(game.write()), [("1", ""), ("", "1")] if server_first else [("", "1"), ("1", "")]
    assert found[-2:] == known if slot else [("", ""), ("", "")]
    assert found[0] == (("", "") if server_first or not slot else ("", "1"))
    assert peers_of(game.path, options=("-2",)) == found


def test_an_end_with_two_connections_need_not_be_a_server(tmp_path):
    """A peer of a mesh has one to each other peer."""
    game = Game(tmp_path)
    for client in [game.client(slot=0, handshake=False) for _ in range(2)]:
        for send in (client.up, client.down):
            send(simplify(1, "Main"))
            send(rpc(1))
    assert peers_of(game.write()) == [("", "")] * 4


@pytest.mark.parametrize("port", [50001, 4000])
@pytest.mark.parametrize("server_first", [False, True])
def test_a_server_of_another_connection_is_one_here(tmp_path, server_first, port):
    """Also if it has the higher port, as clients do otherwise."""
    game = Game(tmp_path)
    first, second = game.client(), game.client(slot=0, handshake=False)
    second.address = "10.0.0.2", port
    for client in (first, second):
        for send in (client.down, client.up) if server_first else (client.up, client.down):
            send(simplify(1, "Main"))
            send(rpc(1))
    rows = [(str(CLIENT), "1"), ("1", str(CLIENT)), ("", "1"), ("1", "")]
    assert peers_of(game.write()) == ([rows[1], rows[0], rows[3], rows[2]] if server_first else rows)


def test_a_server_of_another_connection_is_one_whose_slots_are_alike(tmp_path):
    """Those of both ends are known before their first message."""
    game = Game(tmp_path)
    first, second = game.client(), game.client(slot=0, handshake=False)
    first.down(simplify(1, "Main"))
    for upward in (True, False):
        game.put(enet.datagram(enet.ping(1), peer=0), second.address, upward)
    second.up(simplify(1, "Main"))
    second.up(rpc(1))
    assert peers_of(game.write()) == [("", "1")]


def test_a_server_of_an_earlier_connection_of_the_same_ends_may_be_none(tmp_path):
    """Another clock shows that another program has the port; the handshake with it was not captured."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, "Main"))
    client.up(rpc(1))
    for number, message in enumerate((simplify(1, "Main"), rpc(1)), 1):
        game.put(enet.datagram(enet.reliable(number, message), peer=0, sent_time=30000), client.address, True)
    assert peers_of(game.write()) == [(str(CLIENT), "1"), ("", "")]


def test_a_server_that_slots_prove_is_one_of_other_connections(tmp_path):
    game = Game(tmp_path)
    for client in (game.client(slot=1, handshake=False), game.client(slot=0, handshake=False)):
        client.up(simplify(1, "Main"))
        client.up(rpc(1))
    assert peers_of(game.write()) == [("", "1")] * 2


def test_what_waits_for_a_connect_keeps_its_names(tmp_path):
    """Its answer tells that there is one."""
    game = Game(tmp_path)
    client = game.client(handshake=False)
    game.put(enet.datagram(enet.verify(0, client.connect_id), sent_time=200), client.address, False)
    for number in range(1, 9):
        client.down(simplify(number, f"Main/{number}"))
        client.ack_down()
    calls = [client.down(rpc(number)) for number in range(1, 9)]
    rows = wireshark.fields(game.write(), "godot.rpc.method_id", "frame.number", "godot.rpc.node", options=AS_ENET)
    assert rows == [[[str(frame)], [f"Main/{number}"]] for number, frame in enumerate(calls, 1)]
