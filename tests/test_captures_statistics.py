# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics add up in every capture: the bytes of frames, the rows of messages, and the trees with each other."""

import collections
import json

import jsonschema
import pytest

import wireshark
from captures import pdml
from counted import TREES, call_of, read

SCHEMA = json.loads((wireshark.ROOT / "docs" / "messages.schema.json").read_text(encoding="utf-8"))
OURS = {"enet", "godot", "godot.variant", "godot.stream", "godot.ws", "godot.debug"}


@pytest.fixture(scope="module")
def validator():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def length(packet):
    return int(packet.first("frame.len").show)


def is_ours(packet):
    return bool(OURS & set(packet.first("frame.protocols").show.split(":")))


def frames_of_data_channels(packets):
    """Returns the bytes of SCTP that are no messages, such as fragments and acknowledgements, between ends that have
    spoken Godot's protocol."""
    found, speaking = set(), set()
    for packet in packets:
        if not packet.find("sctp"):
            continue
        ends = frozenset((packet.first("udp.srcport").show, packet.first("udp.dstport").show))
        if packet.find("godot"):
            speaking.add(ends)
        if ends in speaking:
            found.add(packet.first("num").show)
    return found


def rows_of(capture):
    return read(capture)[0]


def trees_of(capture):
    return read(capture)[1]


def test_there_is_every_tree(capture):
    assert trees_of(capture).keys() == TREES.keys()


def test_every_row_is_valid(capture, validator):
    for row in rows_of(capture):
        assert validator.is_valid(row), f"{next(validator.iter_errors(row)).message}: {row}"


def test_rows_share_the_length_of_their_frame(capture):
    shares = collections.Counter()
    for row in rows_of(capture):
        shares[row["frame"]] += row["wire_bytes"]
    assert shares == {number: length(packet) for number, packet in enumerate(pdml(capture), 1) if is_ours(packet)}


def test_bytes_are_those_of_all_frames(capture):
    lines = trees_of(capture)["godot_bytes"]["Bytes of all frames"]
    packets = pdml(capture)
    assert lines.number == sum(map(length, packets))
    ours = frames_of_data_channels(packets)
    assert lines["Frames without Godot"].number == sum(length(packet) for packet in packets
                                                       if not is_ours(packet) and packet.first("num").show not in ours)


def test_bytes_of_a_line_are_those_below_it(capture):
    for line in trees_of(capture)["godot_bytes"]["Bytes of all frames"].walk():
        assert line.number == line.sum() or not line.lines, line.name
        assert line.number >= 0, line.name


def test_trees_and_rows_count_the_same(capture):
    rows, trees = read(capture)
    kinds = collections.Counter(row["kind"] for row in rows)
    calls = [row for row in rows if row["kind"] in ("rpc", "rset")]
    assert trees["godot_rpc"]["Calls: number, and length in bytes"].number == len(calls)
    assert trees["godot_rpc"]["Calls: bytes of messages"].number == sum(row["bytes"] for row in calls)
    assert trees["godot_rpc"]["Calls: bytes on the wire"].number == sum(
        row["wire_bytes"] + row.get("earlier_wire_bytes", 0) for row in calls)
    assert trees["godot_sync"]["Updates: number, and length in bytes"].number == \
        sum("properties" in row for row in rows if row["kind"] in ("sync", "delta"))
    assert trees["godot_sync"]["Spawns: number, and length in bytes"].number == kinds["spawn"]
    assert trees["godot_sync"]["Despawns: number, and length in bytes"].number == kinds["despawn"]
    commands = trees["enet_commands"]["Commands: number, and length in bytes"]
    for kind in ("ack", "ping", "connect", "verify_connect", "disconnect", "bandwidth_limit", "throttle_configure"):
        assert commands[kind].number == kinds[kind]


def test_experts_of_rows_are_those_of_the_trees(capture):
    def names(packet):
        return {child.name for item in packet.find("_ws.expert") for child in item.children
                if child.name.startswith(("godot.", "enet."))}

    told = collections.defaultdict(set)
    for row in rows_of(capture):
        told[row["frame"]].update(row.get("experts", []))
    for number, packet in enumerate(pdml(capture), 1):
        assert told[number] == names(packet) or not packet.find("enet"), f"frame {number}"


def test_no_share_is_above_the_whole(capture):
    for name, tree in trees_of(capture).items():
        for line in tree.walk():
            assert line.percent is None or 0 <= line.percent <= 100, f"{name}: {line}"
            assert line.number >= 0 and (line.smallest is None or line.smallest >= 0), f"{name}: {line}"


def hold(line, values):
    """The numbers of a line are those of these values."""
    assert line.number == len(values)
    if values:
        assert line.average == pytest.approx(sum(values) / len(values), abs=0.0051)
        assert (line.smallest, line.largest) == pytest.approx((min(values), max(values)), rel=1e-6, abs=2e-6)


def numbers(capture, name):
    return [int(node.show) for packet in pdml(capture) for node in packet.find(name)]


def test_means_of_commands_are_recomputed(capture):
    lines = trees_of(capture)["enet_commands"]
    hold(lines["Datagrams: number, and commands in each"], numbers(capture, "enet.commands"))
    for line in lines["Datagrams: number, and commands in each"].lines:
        least, _, most = line.name.partition("-")
        hold(line, [
            n for n in numbers(capture, "enet.commands")
            if int(least) <= n <= int(most or (n if "-" in line.name else least))])
    if not any(packet.find("enet.commands.limit") for packet in pdml(capture)):
        hold(lines["Commands: number, and length in bytes"],
             [node.size for packet in pdml(capture) for node in packet.find("enet.command.item")])


def test_means_of_messages_are_recomputed(capture):
    rows, trees = read(capture)
    calls = [row["bytes"] for row in rows if row["kind"] in ("rpc", "rset")]
    hold(trees["godot_rpc"]["Calls: number, and length in bytes"], calls)
    hold(trees["godot_sync"]["Updates: number, and length in bytes"],
         [row["bytes"] for row in rows if row["kind"] in ("sync", "delta") and "properties" in row])
    for kind, name in (("spawn", "Spawns"), ("despawn", "Despawns")):
        hold(trees["godot_sync"][f"{name}: number, and length in bytes"],
             [row["bytes"] for row in rows if row["kind"] == kind])


def lines_of(row):
    """Returns (tree, group, names of lines below one another) of a row; () if the row does not tell all of them."""
    kind, node = row["kind"], row.get("node")
    if not isinstance(node, str):       # no path is known
        return ()
    if kind in ("spawn", "despawn"):
        scene = [row["scene"]] if "scene" in row else []
        return "godot_sync", f"{kind.capitalize()}s: number, and length in bytes", *scene, node
    if kind in ("sync", "delta") and "properties" in row:
        return "godot_sync", "Updates: number, and length in bytes", node
    if kind in ("rpc", "rset") and {"from", "to"} <= row.keys():
        return "godot_rpc", "Calls: number, and length in bytes", *call_of(row)
    return ()


def test_each_line_counts_its_rows(capture):
    rows, trees = read(capture)
    told = collections.defaultdict(list)
    for row in rows:
        told[lines_of(row)].append(row["bytes"])
    told.pop((), None)
    for (tree, *names), values in told.items():
        line = trees[tree]
        for name in names:
            line = line[name]
        hold(line, values)
    updates = collections.Counter((row.get("node"), row["kind"]) for row in rows if "properties" in row)
    for (name, kind), count in updates.items():
        node = trees["godot_sync"]["Updates: number, and length in bytes"][name]
        parts = [part for part in node.lines if part.name.startswith("synchronizer ")]      # as a spawn numbered them
        if isinstance(name, str) and kind in ("sync", "delta"):
            assert sum(part[kind].number for part in parts or [node]) == count


def test_round_trips_are_recomputed(capture):
    """A repeated acknowledgement does not measure a round trip."""
    trips = [
        float(trip.show) * 1000 for packet in pdml(capture) for item in packet.find("enet.command.item")
        if not item.find("enet.analysis.duplicate") for trip in item.find("enet.analysis.ack_rtt")
        if item.first("enet.command").show == "1"]
    hold(trees_of(capture)["enet_channels"]["Round trips (ms)"], trips)


def test_what_became_of_messages_adds_up(capture):
    lines = trees_of(capture)["enet_channels"]
    for group in ("Sent: number, and what became of it", "Transmissions of reliable commands: number"):
        for line in lines[group].walk():
            assert line.number == line.sum() or not line.lines, line
    sent = lines["Sent: number, and what became of it"].walk()
    came = sum(line.number for line in sent if line.name.startswith("came "))
    first = [
        item for packet in pdml(capture) for item in packet.find("enet.command.item")
        if item.first("enet.command").show != "1" and not item.find("enet.analysis.duplicate") and
        not item.find("enet.analysis.retransmission")]
    fragments = [item for item in first if item.first("enet.command").show == "12"]
    assert len(first) - len(fragments) <= came <= len(first)
