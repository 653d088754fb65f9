# SPDX-License-Identifier: GPL-2.0-or-later
"""Does the recorder write what was on the wire, and what docs/wire/recording.md says? Recordings of
captures/recordings/, each beside its capture."""

import collections
import hashlib
import json
import re
import struct

import pytest

import enet_messages
import recordings
import websocket_messages
import wireshark

FOLDER = wireshark.CAPTURES / "recordings"
ALL = sorted(FOLDER.glob("*.recording.pcapng"))
ENET = ["godot4-rpc", "godot4-replication", "godot4-raw-auth", "godot4-reconnect"]
SERVER_PORT = 21000
RELIABLE = 2
COMMAND, SIMPLIFY_PATH = 7, 1


def ids(path):
    return path.name.removesuffix(".recording.pcapng")


def truth_of_all(path):
    return list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


def truth(path):
    """What the process of a recording says."""
    name, who = ids(path).rsplit(".", 1)
    return [event for event in truth_of_all(path.parent / f"{name}.truth.jsonl") if event["who"] == who]


def enet_channel(packet):
    """docs/wire/enet.md, 7: 0 reliable, 1 the others, then the game's own."""
    return packet.channel + 1 if packet.channel else 0 if packet.mode == RELIABLE else 1


def by_connection(path):
    """(client's id, to the server?, channel) -> packets that a transport took or gave, in their order."""
    found = collections.defaultdict(list)
    server = ids(path).endswith(".server")
    for packet in recordings.packets(recordings.read(path)):
        if packet.result == 0:
            client = packet.other if server else packet.own
            found[client, server == (packet.direction == recordings.RECEIVED), enet_channel(packet)].append(packet.data)
    return found


def is_within(few, many):
    """Are they all there, in this order?"""
    rest = iter(many)
    return all(one in rest for one in few)


def compare(folder, name):
    """Hold the recordings of a scenario against its wire. Gives how many messages were compared."""
    wire = enet_messages.messages((folder / f"{name}.pcapng").read_bytes(), SERVER_PORT)
    count = 0
    for path in sorted(folder.glob(f"{name}.*.recording.pcapng")):
        recorded = by_connection(path)
        server = ids(path).endswith(".server")
        for (client, to_server, channel), found in recorded.items():
            sent = wire[client, to_server, channel]
            if server != to_server and channel == 0:        # the last ones may be for somebody who has just gone
                assert found[:len(sent)] == sent and len(found) <= len(sent) + 1, f"{path.name}: sent to or by {client}"
            elif server != to_server:       # ENet's throttle drops unreliable ones behind put_packet()
                assert is_within(sent, found), f"{path.name}: sent to or by {client}, channel {channel}"
            else:                           # what came after the game's end was not taken
                assert found == sent[:len(found)], f"{path.name}: received, {client}, channel {channel}"
            count += len(found)
    return count


@pytest.mark.parametrize("name", ENET)
def test_same_packets_as_on_the_wire(name):
    assert compare(FOLDER, name) > 20


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-reconnect"])
def test_every_packet_of_the_wire_is_recorded(name):
    wire = enet_messages.messages((FOLDER / f"{name}.pcapng").read_bytes(), SERVER_PORT)
    recorded = by_connection(FOLDER / f"{name}.server.recording.pcapng")
    assert recorded.keys() == wire.keys()
    assert [key for key in wire if not is_within(wire[key], recorded[key])] == []


@pytest.mark.parametrize("name, protocol", [("websocket-4.6-multiplayer", "tcp"), ("wss-4.6-multiplayer", "tls")])
def test_same_packets_as_in_the_websockets(name, protocol):
    """Encrypted ones, too: a library told the engine's keys, and they are in the capture."""
    wire = websocket_messages.by_client(FOLDER / f"{name}.pcapng", protocol)
    assert len(wire) == 2
    for path in sorted(FOLDER.glob(f"{name}.*.recording.pcapng")):
        server = ids(path).endswith(".server")
        packets = recordings.packets(recordings.read(path))
        clients = wire if server else {packet.own for packet in packets}
        for client in clients:
            mine = [packet for packet in packets if not server or packet.other == client]
            to_server, from_server = wire[client]
            sent = [packet.data for packet in mine if packet.direction == recordings.SENT]
            got = [packet.data for packet in mine if packet.direction == recordings.RECEIVED]
            expected_sent, expected_got = (from_server, to_server) if server else (to_server, from_server)
            assert sent[:len(expected_sent)] == expected_sent and len(sent) <= len(expected_sent) + 1
            assert got == expected_got[:len(got)] and len(got) > 3
            assert {(packet.mode, packet.channel) for packet in mine} == {(RELIABLE, 0)}


def test_comparison_sees_a_change():
    assert is_within([1, 3], [1, 2, 3])
    assert not is_within([3, 1], [1, 2, 3])
    recorded = by_connection(FOLDER / "godot4-rpc.server.recording.pcapng")
    key = next(key for key in recorded if len(recorded[key]) > 5)
    recorded[key][2:4] = reversed(recorded[key][2:4])
    assert recorded != enet_messages.messages((FOLDER / "godot4-rpc.pcapng").read_bytes(), SERVER_PORT)


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_headers(path):
    section = recordings.read(path)
    records = section.records
    assert len({one.run for one in records}) == 1 and records[0].run
    numbers = [one.number for one in recordings.sections(path.read_bytes())[0].records]
    assert numbers == list(range(1, len(numbers) + 1))
    for clock in ("time", "frame", "physics_frame"):
        values = [getattr(one, clock) for one in records if one.kind != "log"]
        assert values == sorted(values), clock
    started = struct.unpack("<q", records[0].attributes()[17][0])[0]
    assert all(one.time == started + one.ticks for one in records)
    assert all(one.interface == one.peer for one in records)
    assert not any(one.repeated for one in records)
    assert (records[0].kind, records[-1].kind, records[-1].fields[0]) == ("run begin", "run end", 1)
    for one in records:
        if one.kind != "packet":
            one.attributes()


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_game_and_engine_are_told(path):
    section = recordings.read(path)
    begin = section.records[0]
    engine = truth(path)
    version = next(event["version"] for event in engine if event["event"] == "engine")
    assert begin.text(10) == version and version in section.options[4]
    assert begin.attributes()[11] == [struct.pack("<I", 0x040603)]
    assert begin.text(13) == section.options[1]
    assert section.interfaces[0]["name"] == "game"
    for peer, interface in enumerate(section.interfaces[1:], 1):
        begun, = (one for one in section.records if one.kind == "peer begin" and one.peer == peer)
        own, = struct.unpack("<i", begun.attributes()[23][0])
        assert interface == {
            "name": f"peer {peer}", "description": f"{begin.text(13)}, {begun.text(20)}, peer {own}, {begun.text(22)}"}


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_peers_come_and_go(path):
    """As the game's own handlers were told; a peer that is not let in comes to the transport only."""
    records = recordings.read(path).records
    for what, event in ((1, "peer_connected"), (2, "peer_disconnected")):
        recorded = [
            struct.unpack_from("<i", one.fields, 4)[0]
            for one in records
            if one.kind == "remote" and one.fields[0] == what]
        told = [each["id"] for each in truth(path) if each["event"] == event]
        relayed = [] if path.name.endswith(".server.recording.pcapng") else [one for one in told if one != 1]
        assert is_within([one for one in told if one not in relayed], recorded)


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_errors_are_those_of_the_console(path):
    """From the begin of the recording on, so without what the engine says before the game is loaded."""
    said = [(re.sub(r"^[A-Z ]+: ", "", event["text"]), event.get("at", "").split(" ")[0]) for event in truth(path)
            if event["event"] == "error" and "get_executable_path" not in event.get("at", "")]
    recorded = []
    for one in recordings.read(path).records:
        if one.kind == "log":
            known = one.attributes()
            recorded.append((known[64][0].decode() or known[63][0].decode(), known[60][0].decode()))
    assert is_within(recorded, said) and set(said) == set(recorded)


def test_errors_stand_between_the_packets():
    """A packet that the transport refused is behind the error that says so, in the same frame."""
    records = recordings.read(FOLDER / "godot4-raw-auth.server.recording.pcapng").records
    refused = [index for index, one in enumerate(records) if one.kind == "packet" and one.packet().result]
    assert refused
    for index in refused:
        assert records[index - 1].kind == "log" and "Invalid target peer" in records[index - 1].text(64)
        assert records[index - 1].frame == records[index].frame


def announcements(section):
    """(index of the record, path, MD5) of each SIMPLIFY_PATH."""
    for index, one in enumerate(section.records):
        data = one.packet().data if one.kind == "packet" else b""
        if data and data[0] & COMMAND == SIMPLIFY_PATH:
            yield index, data[38:-1].decode(), data[1:33]


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_names_come_before_they_are_used(path):
    section = recordings.read(path)
    known = {}
    found = list(announcements(section))
    for index, one in enumerate(section.records):
        if one.kind == "names":
            known[one.text(40)] = one.attributes()
        for _, node, digest in (each for each in found if each[0] == index):
            if node in known:
                assert known[node][43] == [digest], node
            else:
                assert path.name.startswith(("godot4-rpc", "godot4-replication")), f"{node} should have been there"
    if "raw-auth" not in path.name and found:
        assert known


@pytest.mark.parametrize("path", ALL, ids=ids)
def test_methods_are_numbered_as_in_calls(path):
    """docs/wire/multiplayer-godot4.md, 6: the MD5 that the engine sends is that of the names in this order."""
    for one in recordings.read(path).records:
        if one.kind != "names":
            continue
        known = one.attributes()
        methods = [recordings.method(value) for value in known[44]]
        of_node = [method for method in methods if method[0] & 0x8000]
        of_script = [method for method in methods if not method[0] & 0x8000]
        assert [method[0] for method in of_node] == [0x8000 + i for i in range(len(of_node))]
        assert [method[0] for method in of_script] == list(range(len(of_script)))
        text = "".join(method[1] for method in of_node + of_script)
        assert known[43][0].decode() == hashlib.md5(text.encode()).hexdigest()


def test_methods_have_arguments_and_modes():
    """Against tests/godot4/player.gd, read by eye."""
    records = recordings.read(FOLDER / "godot4-rpc.server.recording.pcapng").records
    player = next(one.attributes() for one in records if one.kind == "names" and one.text(40) == "Main/Players/7")
    source = (wireshark.ROOT / "tests" / "godot4" / "player.gd").read_text(encoding="utf-8")
    assert player[42] == [b"res://player.gd"]
    for number, name, who, local, mode, channel, arguments in map(recordings.method, player[44]):
        annotation, declared = re.search(rf"@rpc\(([^)]*)\)\s*func {name}\(([^)]*)\)", source).groups()
        words = {word.strip(' "') for word in annotation.split(",")}
        assert (who == 1) == ("any_peer" in words)
        assert bool(local) == ("call_local" in words)
        assert ["unreliable", "unreliable_ordered",
                "reliable"][mode] in words | ({"reliable"} if mode == RELIABLE else set())
        assert [argument[2] for argument in arguments] == re.findall(r"(\w+)\s*:", declared)


def test_spawners_and_synchronizers():
    check_spawners_and_synchronizers(FOLDER / "godot4-replication.server.recording.pcapng")


def check_spawners_and_synchronizers(path):
    """Against tests/godot4/avatar.tscn."""
    records = recordings.read(path).records
    names = {one.text(40): one.attributes() for one in records if one.kind == "names"}
    spawner = names["Main/Spawner"]
    assert spawner[47] == [b"Main/Players"] and b"res://avatar.tscn" in spawner[48]
    scene = (wireshark.ROOT / "tests" / "godot4" / "avatar.tscn").read_text(encoding="utf-8")
    modes = {"0": 0, "1": 2, "2": 4}
    declared = [[(path, (1 if spawn == "true" else 0) | modes[mode]) for path, spawn, mode in re.findall(
        r'properties/\d+/path = NodePath\("([^"]+)"\)\s+properties/\d+/spawn = (\w+)\s+properties/\d+/replication_mode '
        r'= (\d)',
        part)] for part in scene.split("[sub_resource")]
    of_avatars = [value for path, value in names.items() if re.fullmatch(r"Main/Players/\d+/Sync", path)]
    assert of_avatars
    for avatar in of_avatars:
        assert [recordings.synchronized(value)[:2] for value in avatar[46]] in declared
    # The nodes of the properties have the names of the scene's file there, as a spawned root is called after its peer.
    holders = {path.split("/")[3]: {recordings.synchronized(value)[3] for value in one[46]}
               for path, one in names.items()
               if path.startswith("Main/Players/") and path.endswith("/Sync") and one[52] == [b"res://avatar.tscn"]}
    root = re.search(r'\[node name="(\w+)"', scene)[1]
    assert holders == {"Sync": {root}, "Hat": {"Hat"}, "Input": {"Input"}}
    world = names["Main/World/Sync"]
    assert world[52] == [b"res://replication.tscn"]
    assert {recordings.synchronized(one)[3] for one in world[46]} == {"World"}


def test_status_is_told():
    statuses = [(one.fields[0], one.fields[1])
                for one in recordings.read(FOLDER / "godot4-reconnect.client1.recording.pcapng").records
                if one.kind == "status"]
    assert statuses.count((1, 2)) == 5      # connecting, connected: five connections


def test_a_recording_that_was_cut_is_readable_up_to_there(tmp_path):
    whole = ALL[0].read_bytes()
    records = recordings.sections(whole)[0].records
    for size in range(len(whole) - 200, len(whole), 7):
        (tmp_path / "cut.pcapng").write_bytes(whole[:size])
        found = recordings.read(tmp_path / "cut.pcapng", cut=True).records
        assert found == records[:len(found)] and len(found) >= len(records) - 4


def test_capinfos_shows_game_and_engine():
    said = wireshark.run("capinfos", wireshark.readable(ALL[0]))
    assert re.search("Capture application: .*Godot 4.6.3", said) and re.search(
        "Capture comment: .*wireshark-godot scenarios", said)
    assert re.search("Description = wireshark-godot scenarios, ENetMultiplayerPeer, peer", said)
