# SPDX-License-Identifier: GPL-2.0-or-later
"""Flow graphs with peers as columns, compared with what the engines' own logs say was sent to whom."""

import re
import struct
import subprocess
from collections import Counter, namedtuple

import pytest

import pcap
import traffic
import truth
import wireshark
from test_statistics import PLAYER, written
from wireshark import CAPTURES, ROOT

WIDTH, HALF = 20, 10        # characters of a column; its line is in the middle
COLUMNS = 40                # that Wireshark draws

Arrow = namedtuple("Arrow", "source target label comment ports time")


def project():
    return "-o", f"godot.project_directory:{wireshark.readable(ROOT / 'tests' / 'godot4')}"


def columns(first, second):
    """The heads of the columns: those with an even number are in the first line, the others in the second one."""
    even = [name.strip() for name in first.split("|")[2:-1]]
    odd = [name.strip() for name in second.split("|")[3:] if name.strip()]
    return [name for pair in zip(even, [*odd, None]) for name in pair if name]


def read_arrow(heads, line, below):
    start = below.index("|", 1) + HALF
    left, right = re.search(r"[<-]-*[->]", below).span()
    ends = [heads[round((at - start) / WIDTH)] for at in (left, right)]
    if below[left] == "<":
        ends.reverse()
    label = line[min(left, len(line)):].split("|")[0].split("  ")[0].strip()
    ports = re.findall(r"\((\d+)\)", below)
    return Arrow(*ends, label, line.rsplit("|", 1)[1], ports if below[right - 1] == ">" else ports[::-1],
                 line.split("|")[1].strip())


def flow(capture, kind, *options, display_filter=""):
    """The heads of the columns, and the arrows of a graph."""
    asked = f"flow,{kind},standard" + (f",{display_filter}" if display_filter else "")
    lines = [line for line in wireshark.tshark("-r", capture, *options, "-q", "-z", asked).splitlines() if line]
    heads = columns(*lines[:2])
    return heads, [read_arrow(heads, *pair) for pair in zip(lines[2::2], lines[3::2])]


def name_of(peer, port=21000):
    return f"peer {peer}" if peer != 1 else f"peer 1 (server) 127.0.0.1:{port}"


def test_calls_reach_the_peers_of_the_log():
    """Each client's column gets the calls that it logged, in its order, and no other one."""
    log = truth.Truth("godot4-rpc")
    heads, arrows = flow(CAPTURES / "godot4-rpc.pcapng", "godot", *project())
    clients = {event["peer"] for event in log.of("rpc_received")} - {1}
    assert set(heads) == {name_of(peer) for peer in (1, *clients)} and len(clients) == 2
    for client in clients:
        received = [event["method"] for event in log.of("rpc_received")
                    if event["peer"] == client != event["from"]]
        seen = [arrow.label for arrow in arrows if arrow.target == name_of(client) and "RPC " in arrow.comment]
        assert len(received) > 10
        relayed = [event["from"] for event in log.of("rpc_received")
                   if event["peer"] == client and event["from"] not in (1, client)]
        named = [arrow.comment.split(" → ")[0] for arrow in arrows
                 if arrow.target == name_of(client) and re.match(rf"\d+ → {client}  RPC", arrow.comment)]
        assert named == [str(peer) for peer in relayed]
        assert [method for method in seen if method.isascii()] == [method for method in received if method.isascii()]


@pytest.mark.parametrize("kind, event", [("spawn", "spawned"), ("despawn", "despawned")])
def test_spawns_are_those_of_the_log(kind, event):
    log = truth.Truth("godot4-replication")
    _, arrows = flow(CAPTURES / "godot4-replication.pcapng", "godot")
    seen = Counter(arrow.target for arrow in arrows if arrow.label == kind)
    assert seen == Counter(name_of(told["peer"]) for told in log.of(event)) and len(seen) == 2


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-replication", "godot3.6.2-rpc"])
def test_peers_connect_to_the_server(name):
    log = truth.Truth(name)
    clients = {event["id"] for event in log.of("peer_connected") if event["peer"] == 1}
    _, arrows = flow(CAPTURES / f"{name}.pcapng", "godot", display_filter="enet.command == 2")
    assert clients and sorted(arrow[:3] for arrow in arrows) == sorted(
        (name_of(peer), name_of(1), "connect") for peer in clients)


def test_changes_of_authority_are_those_of_the_log():
    log = truth.Truth("godot4-trouble-handed")
    _, arrows = flow(CAPTURES / "godot4-trouble-handed.pcapng", "godot")
    told = [name_of(event["now"]) for event in log.of("authority", who="server")]
    assert len(told) > 4 and [arrow.source for arrow in arrows if arrow.label == "authority"] == told


def test_a_comment_has_what_the_arrow_does_not_say():
    """A spawn of the log is a label, and the name of its node begins the comment."""
    log = truth.Truth("godot4-replication")
    _, arrows = flow(CAPTURES / "godot4-replication.pcapng", "godot", *project())
    names = {event["node"].rsplit("/", 1)[-1] for event in log.of("spawned")}
    comments = [arrow.comment for arrow in arrows if arrow.label == "spawn"]
    assert {re.match(r'"([^"]*)" by ', comment)[1] for comment in comments} == names
    assert all(" channels, data " in arrow.comment[:20] for arrow in arrows if arrow.label == "connect")


def test_names_and_states_are_in_the_other_graph():
    capture = CAPTURES / "godot4-replication.pcapng"
    labels, all_labels = ({arrow.label for arrow in flow(capture, kind)[1]} for kind in ("godot", "godot_all"))
    assert all_labels - labels == {"sync", "delta", "path", "path_confirm"} and labels < all_labels


def test_commands_are_those_of_the_fields():
    capture = CAPTURES / "enet-lossy.pcapng"
    (heads, arrows) = flow(capture, "enet")
    commands = [number for row in wireshark.fields(capture, "", "enet.command") for number in row[0]]
    assert len(arrows) == len(commands) > 500 and len(heads) == 2
    assert Counter(arrow.label for arrow in arrows)["ack"] == commands.count("1")
    assert all([arrow.source, arrow.target] == [f"127.0.0.1:{port}" for port in arrow.ports] for arrow in arrows)
    again = wireshark.fields(capture, "", "enet.analysis.retransmission", "enet.analysis.duplicate")
    repeats = sum(len(cell) for row in again for cell in row)
    assert sum(arrow.comment.endswith("(again)") for arrow in arrows) == repeats > 10


def test_two_servers_are_two_columns():
    """Both have the id 1."""
    target = wireshark.writable_folder() / "merged.pcapng"
    names = {"godot4-rpc": 21000, "websocket-4.6-multiplayer": 21011}
    wireshark.run("mergecap", "-a", "-w", target, *(CAPTURES / f"{name}.pcapng" for name in names))
    heads, arrows = flow(target, "godot")
    servers = {name_of(1, port) for port in names.values()}
    assert {head for head in heads if "server" in head} == servers
    clients = {server: {end for arrow in arrows if server in arrow[:2] for end in arrow[:2]} - {server}
               for server in servers}
    for name, port in names.items():
        peers = {peer for peer in truth.Truth(name).names if peer != 1}
        assert clients[name_of(1, port)] == {name_of(peer) for peer in peers}


def test_a_recording_has_its_peers():
    log = truth.Truth("recordings/godot4-rpc")
    heads, arrows = flow(CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng", "godot")
    assert set(heads) == {f"peer {peer}" if peer != 1 else "peer 1 (server)" for peer in log.names}
    assert len(arrows) > 20


def test_more_peers_than_columns(tmp_path):
    capture = pcap.write(tmp_path / "many.pcap", [packet for packet, _ in zip(traffic.many4(60), range(900))])
    heads, arrows = flow(capture, "godot")
    assert len(heads) == COLUMNS - 1 and heads.count("other peers") == 1
    assert len([arrow for arrow in arrows if "other peers" in arrow[:2]]) > 20


def test_an_arrow_to_its_own_column(tmp_path):
    """A packet that a peer sends to itself, which only a damaged recording has."""
    data = bytearray((CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng").read_bytes())
    other = max(peer for peer in truth.Truth("recordings/godot4-rpc").names)
    ids = struct.pack("<ii", 1, other)
    assert data.count(ids) > 10
    target = tmp_path / "itself.pcapng"
    target.write_bytes(data.replace(ids, struct.pack("<ii", other, other)))
    command = wireshark._command("tshark", ["-r", target, "-q", "-z", "flow,godot,standard"])
    done = subprocess.run(command, env=wireshark.environment(), capture_output=True, text=True, cwd="/", check=True)
    assert "CRITICAL" not in done.stderr
    assert "(the same)" in columns(*done.stdout.splitlines()[:2])


def test_nothing_to_draw():
    assert wireshark.tshark("-r", CAPTURES / "debugger-4.6.pcapng", "-q", "-z", "flow,godot,standard").strip() == ""


# --- a session that is made up --------------------------------------------------------

EVENTS = {"rpc", "spawn", "despawn", "raw", "connect", "disconnect"}
MESSAGES = {*EVENTS, "sync", "path", "path_confirm"}


@pytest.mark.parametrize("kind, shown", [("godot", EVENTS), ("godot_all", MESSAGES)])
def test_arrows_are_the_messages_that_were_written(kind, shown):
    """An arrow for each message, however many synchronizers it has, and for who comes and goes; each from its sender's
    port to its receiver's."""
    made = written()
    heads, arrows = flow(pcap.write(wireshark.writable_folder() / "written.pcap", made.packets), kind)
    servers = "peer 1 (server) {}:{}".format(*pcap.SERVER)
    assert sorted(heads) == [servers, f"peer {PLAYER}"]
    expected, before = [], None
    for row in made.rows:
        upward = row["dst"].endswith(str(pcap.SERVER[1]))
        if row["kind"] in shown and not (row["kind"] == "sync" and before == row["frame"]):
            ends, ports = (f"peer {PLAYER}", servers), [row["src"].split(":")[1], row["dst"].split(":")[1]]
            expected.append((*ends[::1 if upward else -1],
                             f"#{row['method']}" if row["kind"] == "rpc" else row["kind"], ports,
                             f"{(row['frame'] - 1) / 1000:.6f}"))
        before = row["frame"]
    assert [(arrow.source, arrow.target, arrow.label, arrow.ports, arrow.time) for arrow in arrows] == expected


def test_arrows_of_enet_are_the_commands_that_were_written():
    made = written()
    _, arrows = flow(pcap.write(wireshark.writable_folder() / "written.pcap", made.packets), "enet")
    assert [arrow.label for arrow in arrows] == [kind for _, kind, *_ in made.commands]
    assert {arrow.comment for arrow in arrows if arrow.label == "ping"} == {"PING"}
    assert [arrow.source == f"peer {PLAYER}" for arrow in arrows] == [upward for upward, *_ in made.commands]
    assert [at for at, arrow in enumerate(arrows) if "(again)" in arrow.comment] == [
        at for at, (_, kind, _, size, head) in enumerate(made.commands) if kind == "reliable" and size == head]
