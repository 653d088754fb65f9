# SPDX-License-Identifier: GPL-2.0-or-later
"""Which generation of the protocol a connection speaks, after docs/wire/multiplayer-godot3.md and
docs/wire/multiplayer-godot4.md; and what both have in common."""

import json
import re
import struct

import pytest

import enet
import pcap
import wireshark
from test_godot3 import header as header3
from test_godot3 import simplify as simplify3
from test_godot4 import (AS_ENET, CLIENT, Game, add_peer, confirm, confirm_path, delta, despawn, relay, rpc, rpc_path,
                         simplify, spawn, sync)
from test_recording import begin, packet, recording

OTHER_VERSION = "Godot 3 and Godot 4 in one session: this message is of Godot 3"
OF_CALLS = 1        # ENet's channel of Godot 3's messages; on channel 0 are its system messages
RAW = b"\x03x"
RAW_PEER = 0x45670003       # its lowest byte is Godot 4's command for free bytes


def path_of_3(source=CLIENT, number=1, name="Main"):
    return header3(source, 1) + simplify3(number, name)


def call_of_3(number, method="any", source=CLIENT):
    """By an id: it may be a call of Godot 3, but also something else."""
    return header3(source, 1) + b"\0" + struct.pack("<I", number) + method.encode() + b"\0\0"


def versions(capture, *options):
    """What each message is told to be of; None if it is not told to be Godot's."""
    rows = wireshark.fields(capture, "enet.length", "godot.version", options=(*AS_ENET, *options))
    return ["".join(version) or None for version, in rows]


# --- two generations in one session ------------------------------------------------------------


def others(capture, *options):
    return [[text for text in texts if text == OTHER_VERSION] for texts, in wireshark.fields(
        capture, "godot", "_ws.expert.message", options=(*AS_ENET, *options))]


@pytest.mark.parametrize("passes", [(), ("-2",)])
@pytest.mark.parametrize("before, is_told", [(0, True), (3, True), (4, False)])
def test_the_first_four_messages_of_an_end_show_its_generation(tmp_path, before, is_told, passes):
    """The server's do not count for the client."""
    game = Game(tmp_path)
    client = game.client()
    for number in range(1, 6):
        client.down(simplify(number, f"Main/{number}"))
    for _ in range(before):
        client.up(RAW)
    client.up(path_of_3(), OF_CALLS)
    client.up(RAW)
    client.down(RAW)
    assert others(game.write(), *passes) == [[]] * (5 + before) + [[OTHER_VERSION] * is_told] + [[]] * 2


@pytest.mark.parametrize("message", [despawn(1)[:3], path_of_3(source=RAW_PEER)])
def test_what_fits_no_generation_or_its_own_is_of_no_other(tmp_path, message):
    game = Game(tmp_path)
    client = game.client(RAW_PEER)
    client.down(simplify(1, "Main"))
    client.up(message, OF_CALLS)
    capture = game.write()
    assert others(capture) == [[], []]
    assert wireshark.fields(capture, "godot", "godot4.command", options=AS_ENET)[1] == [[str(message[0])]]


def test_what_waits_is_of_no_other_in_any_pass(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main"))
    client.up(RAW, OF_CALLS)
    client.up(path_of_3(), OF_CALLS)
    game.packets[-2:] = reversed(game.packets[-2:])
    assert others(game.write()) == others(game.path, "-2")


@pytest.mark.parametrize("passes", [(), ("-2",)])
@pytest.mark.parametrize("confirmation, channel, confirms", [
    (confirm_path("Main"), 0, True), (header3(CLIENT, 1) + b"\3Main\0", OF_CALLS, False)])
def test_the_confirmation_of_another_generation_is_none(tmp_path, confirmation, channel, confirms, passes):
    """A receiver does not understand it."""
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main"))
    confirmed = client.up(confirmation, channel)
    client.down(rpc(1))
    assert wireshark.fields(game.write(), "godot.rpc.node", "godot.path.confirmed_in", options=(
        *AS_ENET, *passes)) == [[[str(confirmed)] * confirms]]


def test_a_forced_generation_is_not_doubted(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    client.down(simplify(1, "Main"))
    client.up(path_of_3(), OF_CALLS)
    assert others(game.write(), "-o", "godot.version:4") == [[], []]
    assert others(game.path) == [[], [OTHER_VERSION]]


@pytest.mark.parametrize("message", [
    despawn(9), sync(1, 9), delta(9), delta(0x80000001, 1 << 63), simplify(1, "Main"), add_peer(1842) + b"x",
    relay(1842, RAW), rpc(9), rpc(1, 3, b"\x01\x04\0\0\0\xff"), spawn(1, 2, "a")],
    ids=lambda message: message[:10].hex())
def test_what_is_compared_with_the_other_generation_has_its_remarks_once(tmp_path, message):
    """As the first messages of an end are."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, "Main"))
    client.up(spawn(1, 1, "a"))
    client.up(message)
    said = wireshark.tshark("-r", game.write(), "-q", "-z", "expert")
    assert set(re.findall(r"^ +(\d+) +\w+ +Godot ", said, re.MULTILINE)) == {"1"}


def test_a_project_that_is_not_there_is_told_of_once(tmp_path):
    """Also if the first message that may need names is compared with the other generation."""
    game = Game(tmp_path)
    client = game.client()
    client.up(simplify(1, "Main"))
    client.up(rpc(1))
    said = wireshark.tshark("-r", game.write(), "-q", "-z", "expert", "-o",
                            f"godot.project_directory:{wireshark.readable(tmp_path) / 'missing'}")
    assert re.findall(r"^ +(\d+) .* Not read: ", said, re.MULTILINE) == ["1"]


# --- proof ----------------------------------------------------------------------------------------

CALLS = [call_of_3(number) for number in range(1, 7)]


def proves(tmp_path, message, times=1):
    """Does a message that comes so many times, without a handshake, prove Godot 4? None may prove Godot 3."""
    game = Game(tmp_path)
    client = game.client(handshake=False)
    for _ in range(times):
        client.down(message)
    found = versions(game.write())[-1]
    assert found in (None, "4")
    return found == "4"


@pytest.mark.parametrize("passes", [(), ("-2",)])
@pytest.mark.parametrize("messages, proved", [
    (CALLS[:3], None), (CALLS[:4], 3), (CALLS[:3] + [bytes(5)] + CALLS[3:], None),
    (CALLS[:3] + [bytes(5)] + CALLS[:4], 7)])
def test_four_calls_prove_the_generation(tmp_path, messages, proved, passes):
    """One after the other: what fits no generation makes nothing of those before it. A second pass proves no more."""
    game = Game(tmp_path)
    client = game.client(handshake=False)
    for message in messages:
        client.up(message, OF_CALLS)
    found = versions(game.write(), *passes)
    assert found == [None if proved is None or at < proved else "3" for at in range(len(messages))]


SPAWN_OR_RAW = spawn(1, 0x40001, "a")       # its ninth byte is Godot 3's command for free bytes
SPAWNER_PEER = 0x10004                      # its bytes are those with which that message begins


@pytest.mark.parametrize("message, peer, proved", [
    (SPAWN_OR_RAW, None, "4"), (path_of_3(RAW_PEER), RAW_PEER, "3"), (SPAWN_OR_RAW, SPAWNER_PEER, None)])
def test_what_free_bytes_of_the_other_generation_would_fit_proves_its_own(tmp_path, message, peer, proved):
    """Free bytes may be anything, unless they come behind the id of the client that sends them."""
    game = Game(tmp_path)
    client = game.client(peer, handshake=peer is not None)
    client.up(message, OF_CALLS)
    assert versions(game.write()) == [proved]


WITH_VALUES = {
    "sync": sync(1, 2), "sync of two": sync(1, 2, 0x80000003), "delta": delta(2),
    "spawn": spawn(1, 1, "a", (2,), state=b"\2\5"),
    "custom spawn": spawn(1, 1, "a", scene=255, state=struct.pack("<I", 2) + b"\2\5")}


@pytest.mark.parametrize("name", WITH_VALUES)
@pytest.mark.parametrize("broken", [False, True])
def test_whole_values_prove_the_generation(tmp_path, name, broken):
    """Where one has a type that does not exist, the bytes are something else."""
    message = WITH_VALUES[name]
    assert proves(tmp_path, message[:-2] + b"\x3f\5" if broken else message, 5) != broken


def test_more_values_than_are_shown_prove_the_generation(tmp_path):
    """The size of the element tells where they end (docs/wire/multiplayer-godot4.md, 2.7)."""
    assert proves(tmp_path, sync(1, 2, values=b"\x81" * 1100), 5)


@pytest.mark.parametrize("message, proved", [
    (rpc(0), False), (rpc(1), True), (rpc_path("Ma\x01n"), False), (rpc_path("Main"), True)])
def test_calls_of_number_0_or_of_what_is_no_path_prove_nothing(tmp_path, message, proved):
    """Ids count from 1 (docs/wire/multiplayer-godot4.md, 2.2)."""
    assert proves(tmp_path, message, 5) == proved


@pytest.mark.parametrize("bits, values", [(0b1, 1), (0b10, 2), (0b11, 1), (0b11, 2)])
def test_a_delta_that_has_no_value_for_a_bit_or_one_too_many_proves_nothing(tmp_path, bits, values):
    """docs/wire/multiplayer-godot4.md, 2.8"""
    assert proves(tmp_path, delta(2, bits, b"\2\5" * values), 5) == (bits.bit_count() == values)


@pytest.mark.parametrize("message, bits, proved", [
    *((simplify(1, "Main"), bits, not bits) for bits in (0, 0x08, 0x10, 0x20, 0x80)),
    *((spawn(1, 1, "a"), bits, not bits) for bits in (0, 0x08, 0x80))])
def test_bits_without_a_meaning_prove_nothing(tmp_path, message, bits, proved):
    """No engine sets them (docs/wire/multiplayer-godot4.md, 1 and 10)."""
    assert proves(tmp_path, bytes([message[0] | bits]) + message[1:]) == proved


@pytest.mark.parametrize("inner, proved", [
    (simplify(1, "Main"), True), (simplify(1, "Main")[:-1], False), (add_peer(CLIENT), False), (b"", False)])
def test_a_relay_proves_what_is_in_it(tmp_path, inner, proved):
    assert proves(tmp_path, relay(CLIENT, inner)) == proved


@pytest.mark.parametrize("peer, fits", [(-1, False), (0, False), (1, False), (2, True), (CLIENT, True)])
def test_only_clients_come_and_go(tmp_path, peer, fits):
    """The server has the id 1, and all others a positive one (docs/wire/multiplayer-godot4.md, 1)."""
    game = Game(tmp_path)
    game.client().down(add_peer(peer))
    assert versions(game.write()) == ["4" if fits else None]


# Messages that are no proof, what comes behind the proof, and what is said if the proof comes first.
UNPROVED = [
    (delta(2, 1 << 63), RAW, "The 64th watched property"), (rpc(9), RAW, "No announcement of ID 9"),
    (despawn(2), RAW, "No spawn of net id 2"), (sync(9, 2), sync(8, 2), "Stale: not later"),
    (sync(9, 2, values=b"\2\5" * 900), RAW, "State bigger than the MTU"),
    (delta(2), RAW, "4.1 or later"), (confirm(9), RAW, "4.3 or later"),
    (confirm_path("Main"), RAW, "4.0 to 4.2"), (confirm(9), confirm_path("Main"), "Different versions of Godot")]


@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("message, last, said", UNPROVED, ids=[said for _, _, said in UNPROVED])
def test_what_is_not_proved_has_no_remarks_and_teaches_nothing(tmp_path, message, last, said, proved):
    """It may be Godot's (docs/heuristics.md)."""
    game = Game(tmp_path)
    client, proof = game.client(slot=3, handshake=False), simplify(1, "Main")
    client.up(RAW)      # the slot shows which end is the server
    for data in (*[proof] * proved, message, *[proof] * (not proved), last):
        if len(data) < 1000:
            client.down(data)
        else:
            game.put(enet.datagram(*enet.fragments(1, data, 1000, 1, unreliable_under=0)), client.address, False)
    told = wireshark.tshark("-r", game.write(), "-V", "-z", "expert", *AS_ENET)
    assert (said in told) == proved


@pytest.mark.parametrize("proved", [False, True])
def test_what_is_not_proved_tells_of_no_peer(tmp_path, proved):
    client, proof = Game(tmp_path).client(slot=3, handshake=False), simplify(1, "Main")
    client.up(RAW)      # the slot shows which end is the server
    for data in (*[proof] * proved, add_peer(1842), *[proof] * (not proved)):
        client.down(data)
    frame = client.up(relay(1842, RAW))
    unknown = wireshark.frames(client.game.write(), "godot.relay.unknown_peer || godot.peer.not_captured", *AS_ENET)
    assert unknown == [frame] * (not proved)


@pytest.mark.parametrize("form", [struct.pack("<I", 1), b"Main\0"])
@pytest.mark.parametrize("valid, confirmed", [(0, True), (1, True), (2, False), (255, False)])
def test_what_is_not_godots_confirms_nothing(tmp_path, valid, confirmed, form):
    """Before the generation is proved. Only 0 and 1 are truth values (docs/wire/multiplayer-godot4.md, 2.3)."""
    game = Game(tmp_path)
    client = game.client()
    early = client.up(bytes([2, valid]) + form)
    client.down(simplify(1, "Main"))
    client.down(rpc(1))
    assert wireshark.fields(game.write(), "godot.rpc.node", "godot.path.confirmed_in", options=AS_ENET) == [
        [[str(early)] * confirmed]]


# --- what follows from it -------------------------------------------------------------------------------

ON_CHANNELS = [("3", path_of_3(), call_of_3(9), OF_CALLS, 2), ("4", simplify(1, "Main"), rpc(9), 0, 2)]


@pytest.mark.parametrize("generation, announcement, call, of_names, another", ON_CHANNELS)
@pytest.mark.parametrize("is_missing", [False, True])
def test_a_name_may_be_missing_where_its_generation_tells_names(tmp_path, generation, announcement, call, of_names,
                                                                another, is_missing):
    """docs/wire/enet.md, 7: on ENet's channel 1 in Godot 3, and 0 in Godot 4. On another channel a number is missing
    anyway."""
    game = Game(tmp_path)
    client = game.client()
    client.up(announcement, of_names)
    client.seq[True, another, False] = 1
    client.up(announcement, another)
    if is_missing:      # the server has it: it acknowledges it
        client.seq[True, of_names, False] += 1
        game.put(enet.datagram(enet.ack(client.seq[True, of_names, False], game.clock(), of_names)),
                 client.address, False)
    frame = client.up(call, of_names)
    said = "godot.path.not_captured" if is_missing else "godot.path.unknown"
    for name in ("godot.path.not_captured", "godot.path.unknown"):
        assert wireshark.frames(game.write(), name, *AS_ENET) == [frame] * (name == said)


@pytest.mark.parametrize("generation, announcement, call, of_names, another", ON_CHANNELS)
def test_rows_have_the_generation(tmp_path, generation, announcement, call, of_names, another):
    game = Game(tmp_path)
    client = game.client()
    client.up(announcement, of_names)
    client.up(call, of_names)
    lines = wireshark.tshark("-q", "-r", game.write(), "-z", "godot,messages").splitlines()
    assert [row["godot"][0] for row in map(json.loads, lines) if "godot" in row] == [generation] * 2


# --- lengths -----------------------------------------------------------------------------------------

KINDS = ("call", "synchronizer", "spawn", "other")
OF_4 = [(simplify(1, "Main"), "other"), (rpc(1), "call"), (spawn(1, 1, "a"), "spawn"), (despawn(1), "spawn"),
        (sync(1, 0x80000001), "synchronizer"), (delta(0x80000001), "synchronizer"), (RAW, "other"),
        (add_peer(1842), "other"), (relay(1842, rpc(1)), "call"), (b"\x05", "spawn")]
OF_3 = [(path_of_3(), "other"), (call_of_3(1), "call"),
        (header3(CLIENT, 1) + b"\1\1\0\0\0hp\0\2\0\0\0\5\0\0\0", "call"), (header3(CLIENT, 1) + b"\4x", "other")]


@pytest.mark.parametrize("messages", [OF_3, OF_4])
def test_a_message_has_the_length_of_its_kind(tmp_path, messages):
    game = Game(tmp_path)
    client = game.client()
    for message, _ in messages:
        (client.up if messages is OF_3 else client.down)(message, OF_CALLS)
    rows = wireshark.fields(game.write(), "godot", *(f"godot.length.{kind}" for kind in KINDS), options=AS_ENET)
    assert rows == [[[str(len(message))] if kind == its else [] for kind in KINDS] for message, its in messages]


def test_each_length_has_its_unit(tmp_path):
    game = Game(tmp_path)
    client = game.client()
    for message, _ in OF_4:
        client.down(message)
    lengths = [node for packet in wireshark.pdml(game.write(), "-o", "godot.graph_node:Main") for node in packet.walk()
               if node.name.startswith("godot.length")]
    assert {node.name for node in lengths} == {"godot.length", *(f"godot.length.{kind}" for kind in (*KINDS, "node"))}
    for node in lengths:
        assert node.showname.partition(": ")[2].strip("[]") == f"{node.show} byte{'' if node.show == '1' else 's'}"


# --- other callers --------------------------------------------------------------------------------------


def lua(text):
    script = wireshark.writable_folder() / "caller.lua"
    script.write_text(text)
    return wireshark.with_lua(script)


@pytest.mark.parametrize("messages, expected", [
    ([RAW], ["4"]), ([simplify3(1, "Main")], ["3"]), ([bytes(3)], ["4"]),
    ([simplify3(1, "Main")] * 4 + [bytes(3)], ["3"] * 5), ([simplify(1, "Main"), bytes(3)], ["4", "4"])])
def test_who_insists_gets_the_generation_that_fits_better(tmp_path, messages, expected):
    """If none is proved; and Godot 4's if neither fits. Only ENet's messages have Godot 3's header."""
    options = lua('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    capture = pcap.write(tmp_path / "godot.pcap", [pcap.udp(message, ("10.0.0.2", 50000), pcap.SERVER)
                                                   for message in messages])
    rows = wireshark.fields(capture, "godot", "godot.version", "_ws.col.Protocol", options=options)
    assert rows == [[[version], ["Godot"]] for version in expected]


PLAIN = ("10.0.0.2", 50000)


@pytest.mark.parametrize("server, client", [(pcap.SERVER, PLAIN), (PLAIN, pcap.SERVER)])
def test_who_tells_of_peers_is_the_server(tmp_path, server, client):
    """Over other layers nothing else shows it. What it announced before keeps its meaning; the other end is none."""
    options = lua('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    sent = [(server, simplify(1, "Main")), (client, simplify(1, "Mine")), (server, rpc(1)), (server, add_peer(1842)),
            (server, rpc(1)), (client, rpc(1)), (client, add_peer(1843)), (client, rpc(1)), (server, rpc(1))]
    capture = pcap.write(tmp_path / "plain.pcap", [
        pcap.udp(message, end, client if end is server else server) for end, message in sent])
    for passes in ((), ("-2",)):
        rows = wireshark.fields(capture, "godot.rpc.method_id", "godot.rpc.node", "godot.peer.source", options=(
            *options, *passes))
        assert rows == [[["Main"], []], [["Main"], ["1"]], [["Mine"], []], [["Mine"], []], [["Main"], ["1"]]]
        lines = wireshark.fields(capture, "godot.rpc.method_id", "_ws.col.Info", options=(*options, *passes))
        assert [line.split("  |  ")[1] for [[line]] in lines] == [f"{ends}RPC {node} #3()" for ends, node in [
            ("", "Main"), ("1 → ?  ", "Main"), ("? → 1  ", "Mine"), ("? → 1  ", "Mine"), ("1 → ?  ", "Main")]]


def test_of_two_ends_that_are_one_none_is_the_server(tmp_path):
    """Both have the same address and port, so nothing tells who sends; and nothing tells the mode and the channel."""
    options = lua('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    capture = pcap.write(tmp_path / "one.pcap", [
        pcap.udp(message, pcap.SERVER, pcap.SERVER) for message in (simplify(1, "Main"), add_peer(1842), rpc(1))])
    assert wireshark.fields(capture, "godot.rpc.method_id", "godot.rpc.node", "godot.peer.source", "godot.peer.target",
                            "godot.transfer_mode", "godot.transfer_channel", options=options) == [[[], [], [], [], []]]


@pytest.mark.parametrize("passes", [(), ("-2",)])
def test_a_relay_between_ends_that_are_not_known_names_a_peer(tmp_path, passes):
    """Its source or its target; what it brings is of that peer, whichever it is."""
    options = lua('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    sent = [relay(1842, simplify(1, "A")), relay(1843, simplify(1, "B")), relay(1842, rpc(1)), relay(1843, rpc(1))]
    capture = pcap.write(tmp_path / "relays.pcap", [pcap.udp(message, pcap.SERVER, PLAIN) for message in sent])
    rows = wireshark.fields(capture, "godot", "godot.sys.peer", "godot.rpc.node", "godot.peer.source",
                            "_ws.expert.message", options=(*options, *passes))
    assert rows == [[[peer], [node] if node else [], [], []] for peer, node in [
        ("1842", ""), ("1843", ""), ("1842", "A"), ("1843", "B")]]


def test_a_relay_between_two_clients_names_neither():
    """It goes to the server, or comes from it (docs/wire/multiplayer-godot4.md, 2.9)."""
    made = recording(begin(), packet(2, RAW, own=5, other=6), packet(3, relay(1842, RAW), own=5, other=6))
    rows = wireshark.fields(made, "godot", "godot.peer.source", "godot.peer.target", "godot.sys.peer")
    assert rows == [[["6"], ["5"], []], [[], [], ["1842"]]]


def test_what_is_read_as_both_generations_has_its_remarks_once(tmp_path):
    """Nothing has shown yet that it is Godot 4's. The second pass knows the announcement that was overtaken."""
    options = lua('DissectorTable.get("udp.port"):add(7777, Dissector.get("godot"))')
    capture = pcap.write(tmp_path / "early.pcap", [
        pcap.udp(message, pcap.SERVER, PLAIN) for message in (rpc_path("Main"), simplify(1, "Main"))])
    said = wireshark.tshark("-r", capture, "-2", "-q", "-z", "expert", *options)
    assert re.findall(r"(\d+) +Sequence .* Overtook ", said) == ["1"]


def test_what_is_compared_with_the_generation_has_its_remarks_once(tmp_path):
    """The first messages of each end are read once before, to see whether they are of the other generation."""
    game = Game(tmp_path)
    client = game.client()
    for message in (simplify(1, "Main/Spawner"), spawn(1, 1, "mob"), despawn(1), rpc_path("Main/mob")):
        client.down(message)
    said = wireshark.tshark("-r", game.write(), "-q", "-z", "expert")
    assert re.findall(r"(\d+) +Protocol .* was despawned in frame", said) == ["1"]


def test_bytes_of_nowhere_are_not_claimed(tmp_path):
    """A script may offer bytes to all that ENet's messages are offered to, without a message of ENet's."""
    options = lua("""local offer = Proto("offer", "Offer")
    local claimed = ProtoField.string("offer.claimed", "Claimed")
    offer.fields = { claimed }
    function offer.dissector(tvb, pinfo, tree)
        tree:add(claimed, tostring(DissectorTable.try_heuristics("enet", tvb, pinfo, tree)))
    end
    DissectorTable.get("udp.port"):add(7777, offer)""")
    capture = pcap.write(tmp_path / "godot.pcap", [pcap.udp(simplify(1, "Main"), ("10.0.0.2", 50000), pcap.SERVER)])
    assert wireshark.fields(capture, None, "offer.claimed", "godot", options=options) == [[["false"], []]]
