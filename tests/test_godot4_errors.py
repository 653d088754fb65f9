# SPDX-License-Identifier: GPL-2.0-or-later
"""Where Godot printed an error on its console, the plugin has an expert item, as far as the wire can tell; and where
Godot was content, the plugin is, too."""

import functools
import json
import re
import struct

import pytest

import sources
import wireshark
from test_project_lengths import FUNCTION, script
from test_recording import announce, begin, packet, recording, rows
from truth import Truth

CRAFTED = wireshark.CAPTURES / "godot4-trouble-unknown.pcapng"

# A message that Godot prints -> expert items, one of which says the same.
COMPLAINTS = {
    r"ID \d+ not found in cache of peer": {"godot.path.unknown", "godot.path.never_confirmed"},
    r'Parameter "spawner" is null': {"godot.path.unknown", "godot.path.never_confirmed"},
    r"Failed to get path from RPC": {"godot.path.never_confirmed", "godot.overtaken", "godot.rpc.before_spawn"},
    r"The rpc node checksum failed": {"godot.path.checksum"},
    r"Duplicate remote cache ID": {"godot.path.duplicate"},
    r"Invalid packet received\. Size too small": {"godot.short", "godot.sync.values"},
    r"Invalid packet received\. Size smaller than declared": {"godot.rpc.path_offset.invalid"},
    r"Invalid (spawn|sync) packet received": {"godot.short"},
    r"p_packet_len < SYS_CMD_SIZE \+ 1": {"godot.short"},
    r"type >= Variant::VARIANT_MAX": {"godot.variant.unknown_type"},
    r"strlen \+ pad > len": {"godot.variant.truncated"},
    r"parent->has_node\(name\)": {"godot.spawn.name_used"},
    r"peers_info\[p_from\]\.recv_nodes\.has\(net_id\)": {"godot.spawn.id_used"},
    r"!pinfo\.recv_nodes\.has\(net_id\)": {"godot.despawn.unknown"},
    r"Ignoring (delta|sync data)": {"godot.sync.authority", "godot.sync.unknown", "godot.path.never_confirmed"},
    r"props\.is_empty\(\)|consumed\) != size": {"godot.sync.values"},
    r"Method/function failed": {"godot.sys.unknown"},
}

# Messages that only the receiver's own scripts and tree explain, or that repeat others in other words.
UNKNOWABLE = r"executable path|err != OK|Method expected \d+|Cannot convert argument|is not allowed on node|" \
             r"!cache_config\.configs\.has|Node not found:|Requested node was not found|Parameter \"node\" is null|" \
             r"Unable to decode state variable|" \
             r"p_from != spawner->get_multiplayer_authority"

WARNING = 0x600000      # severity of an expert item


class Expert:
    def __init__(self, time, frame, node):
        self.time, self.frame = time, frame
        self.name = next((child.name for child in node.children if not child.name.startswith("_ws.")), "")
        self.severity = int(node.first("_ws.expert.severity").show)


@functools.cache
def experts(name):
    """The plugin's expert items about Godot's messages in a capture."""
    found = []
    for packet in wireshark.pdml(wireshark.CAPTURES / f"{name}.pcapng", "-2"):
        frame, time = int(packet.first("frame.number").show), float(packet.first("frame.time_epoch").show)
        found += [Expert(time, frame, node) for node in packet.find("_ws.expert")]
    return [expert for expert in found if expert.name.startswith("godot.")]


def says_the_same(error):
    """Returns the expert items for it; None: the wire does not show it."""
    for pattern, names in COMPLAINTS.items():
        if re.search(pattern, error["text"]):
            return names
    assert re.search(UNKNOWABLE, error["text"]), f"neither known nor unknowable: {error['text']}"
    return None


# What docs/wire/multiplayer-godot4.md, 2, says of each message's length: bytes, and those of its beginnings that are
# whole, too.
SPAWN, NAME, FIVE = "<BBIIII", b"Box\0", b"\2\5"
BY_PATH = bytes([0x20]) + struct.pack("<I", 0x80000000 | 7) + b"\0\0A\0"
LENGTHS = {
    "path": (announce(1, b"A"), []),
    "confirmation": (b"\2\1" + struct.pack("<I", 1), []),
    "call": (bytes([0, 1, 0, 0]), []),
    "call with an argument": (bytes([0, 1, 0, 1]) + FIVE, []),
    "call by a path": (BY_PATH, []),
    "spawn": (struct.pack(SPAWN, 4, 0, 1, 9, 1, 4) + struct.pack("<I", 8) + NAME + FIVE, [26]),
    "spawn without synchronizers": (struct.pack(SPAWN, 4, 0, 1, 9, 0, 2) + b"A\0", []),
    "spawn of a scene of its own": (struct.pack(SPAWN, 4, 255, 1, 9, 0, 4) + NAME + struct.pack("<I", 2) + FIVE, []),
    "despawn": (struct.pack("<BI", 5, 9), []),
    "state": (struct.pack("<BHII", 6, 1, 9, 2) + FIVE, []),
    "peer": (struct.pack("<BBi", 7, 1, 5), []),
    "relay": (struct.pack("<BBi", 7, 3, 5) + b"\3abc", [8, 9]),
    "raw": (b"\3abc", [2, 3]),
}
FAULTS = "godot.short || godot.text || godot.value || godot.variant.truncated || godot.rpc.path_offset.invalid"


def test_where_each_message_may_end():
    cases = [(whole[:size], size in (*shorter, len(whole))) for whole, shorter in LENGTHS.values()
             for size in range(1, len(whole) + 1)]
    made = recording(begin(), *(packet(2, data, peer=1 + at) for at, (data, _) in enumerate(cases)))
    found = set(wireshark.frames(made, FAULTS))
    assert [(data, 2 + at not in found) for at, (data, _) in enumerate(cases)] == cases
    assert "[Malformed Packet" not in wireshark.tshark("-r", made, "-V")


ODD = {
    "godot.short": [struct.pack(SPAWN, 4, 0, 1, 9, 0, 0) + NAME,                # a name without its end
                    struct.pack(SPAWN, 4, 0, 1, 9, 2, 4) + bytes(4) + NAME[:3],
                    struct.pack(SPAWN, 4, 0, 1, 9, 0x40000000, 4) + NAME,       # 4 times this is 0 in 32 bits
                    BY_PATH.replace(b"\7\0\0\x80\0\0", b"\5\0\0\x80")],      # a path where the method should be
    "godot.rpc.path_offset.invalid": [BY_PATH.replace(b"\7", b"\x09"), BY_PATH.replace(b"\7", b"\4")],
    "godot.rpc.node_size.invalid": [bytes([0x30]) + bytes(8) + b"\0\0"],
    "godot.sys.unknown": [struct.pack("<BBi", 7, 5, 5), struct.pack("<BBi", 7, 255, 5)],
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_has_a_name(name):
    """Also where only one number is too large, or too small."""
    made = recording(begin(), *(packet(2, data, peer=1 + at) for at, data in enumerate(ODD[name])))
    assert wireshark.frames(made, name) == list(range(2, 2 + len(ODD[name])))


def test_bits_without_a_meaning_change_nothing():
    """Receivers ignore them (docs/wire/multiplayer-godot4.md, 1)."""
    plain = [data for data, _ in LENGTHS.values()]
    odd = [bytes([data[0] | (0x08 if data[0] & 7 == 0 else 0xE8 if data[0] & 7 == 6 else 0xF8)]) + data[1:]
           for data in plain]
    texts, names = [], []
    for messages in (plain, odd):
        made = recording(begin(), *(packet(2, data, peer=1 + at) for at, data in enumerate(messages)))
        texts.append([(row["kind"], row["text"]) for row in rows(made)[1:]])
        names.append([cell for cell, in wireshark.fields(made, "godot", "godot.rpc.args")])
    assert texts[0] == texts[1] and len(texts[0]) == len(LENGTHS)
    assert names[0] == names[1]


def test_authentication_of_any_length():
    made = recording(begin(), *(packet(2, b"\7\0" + b"t" * size, peer=1 + size) for size in range(3)))
    assert [row["text"].split("  ")[1] for row in rows(made)[1:]] == ["Auth complete", "Auth 1 byte", "Auth 2 bytes"]


def test_free_bytes_of_any_length():
    made = recording(begin(), *(packet(2, b"\3" + b"t" * size, peer=1 + size) for size in range(1, 4)))
    assert [row["text"].split("  ")[1] for row in rows(made)[1:]] == ["Raw 1 byte", "Raw 2 bytes", "Raw 3 bytes"]


@pytest.mark.parametrize("name", ["scripts", "missing", "authority", "overtake", "watched", "scene"])
def test_each_error_has_an_expert_item(name):
    """At the packet about which the engine complains, shortly before its message; a path that was never confirmed is
    shown at its announcement."""
    name = f"godot4-trouble-{name}"
    known = 0
    for error in Truth(name).of("error"):
        names = says_the_same(error)
        if names:
            # If a peer takes over an authority that is not its own, only the messages that the other peer goes on to
            # send show it.
            after = 0.3 if "godot.sync.authority" in names else 0.1
            near = {e.name for e in experts(name) if error["time"] - 1.5 < e.time < error["time"] + after}
            assert names & near, f"{error['who']}: {error['text']}"
            known += 1
    assert known > 3


def test_deltas_that_are_refused_because_properties_share_a_bit():
    """70 properties: the client complains about each delta with one of two that share a bit, and about no other."""
    name = "godot4-trouble-watched"
    refused = [e.time for e in experts(name) if e.name == "godot.sync.values"]
    errors = [e["time"] for e in Truth(name).of("error", who="client1") if "Size too small" in e["text"]]
    assert len(refused) == len(errors) == 4
    assert all(0 < error - sent < 0.1 for sent, error in zip(refused, errors))


# For the engine nothing is wrong with these: it drops them silently.
SILENT = {"relay to a peer that does not exist", "relay of nothing"}
# The receiver has no such node, or not such methods.
# Nor does a client have the right to spawn and to synchronize, but only the server knows that.
OF_THE_RECEIVER = {
    "call by a path that does not exist", "call of a method that does not exist", "call with too few arguments"}
OF_THE_SERVER = {
    "despawn that is right", "delta without a property, before another",
    "delta with two values for one property, before another"}


def crafted_packets():
    """Returns (packet, its time and that of the next one of the same sender) of all that were made by hand."""
    packets = Truth("godot4-trouble-unknown").of("packet_sent")
    for packet, following in zip(packets, packets[1:] + [None]):
        end = following["time"] if following and following["who"] == packet["who"] else packet["time"] + 0.1
        yield packet, packet["time"], end


def test_each_wrong_packet_has_its_expert_items():
    """What the engine says about a packet made by hand, the plugin says about it or its answer; if the engine says
    nothing, nor does the plugin."""
    name = "godot4-trouble-unknown"
    errors = Truth(name).of("error")
    count = 0
    for packet, begin, end in crafted_packets():
        unknowable = OF_THE_RECEIVER | (OF_THE_SERVER if packet["who"] == "client1" else set())
        ours = [e for e in experts(name) if begin < e.time < end]
        theirs = [e for e in errors if begin < e["time"] < end and e["who"] != packet["who"]]
        for error in theirs:
            names = None if packet["about"] in unknowable else says_the_same(error)
            assert not names or names & {e.name for e in ours}, f"{packet['about']}: {error['text']}"
        if not theirs and packet["about"] not in SILENT:
            assert [e.name for e in ours if e.severity >= WARNING] == [], packet["about"]
        count += 1
    assert count == 2 * len({packet["about"] for packet, _, _ in crafted_packets()}) > 50


def test_what_stands_behind_a_refused_delta_is_not_applied():
    """The client applied one of the deltas after another kind; its rows say so."""
    truth = Truth("godot4-trouble-unknown")
    [server] = [
        p for p in truth.of("packet_sent", who="server") if p["about"] == "delta of an id never spawned, before another"
    ]
    begin = next(p["time"]
                 for p in truth.of("packet_sent", who="server")
                 if p["about"].startswith("delta without a property"))
    applied = [
        value["value"]["text"] for event in truth.of("delta_synchronized", who="client1") if event["time"] > begin
        for value in event["values"]]
    assert applied == ["68"] and server["time"] > begin
    rows = [
        row for row in map(json.loads,
                           wireshark.tshark("-q", "-r", CRAFTED, "-z", "godot,messages").splitlines())
        if row.get("kind") == "delta" and row.get("from") == 1 and begin < float(row["time"]) < server["time"] + 0.1]
    assert [
        row["properties"]
        for row in rows
        if "dropped" not in row and row["node"] == "Main/World/Sync" and row["properties"]] == [[68]]
    dropped = [row["properties"] for row in rows if row.get("dropped")]
    assert [66] in dropped and [67] in dropped


def test_each_change_of_authority_is_noted_once():
    """The game hands it over by calls: there is one note each time, shortly after, and in no other words."""
    handed = Truth("godot4-trouble-handed").of("authority", who="server")
    notes = [e for e in experts("godot4-trouble-handed") if e.name.startswith("godot.sync.")]
    assert [e.name for e in notes] == ["godot.sync.authority"] * len(handed) and len(handed) == 6
    assert all(0 < note.time - event["time"] < 0.1 for note, event in zip(notes, handed))
    speakers = wireshark.fields(wireshark.CAPTURES / "godot4-trouble-handed.pcapng", "godot.sync.authority",
                                "godot.peer.source")
    assert [int(peer) for [[peer]] in speakers] == [event["now"] for event in handed]


def own_project(folder, names):
    for name in names:
        (folder / name).write_text((wireshark.ROOT / "tests" / "godot4" / name).read_text())
    return ("-o", f"godot.project_directory:{wireshark.readable(folder)}")


OWNED = ("owned.gd", "owned_player.gd", "owned.tscn", "session.gd", "truth.gd", "project.godot")


def authority_items(project):
    path = wireshark.CAPTURES / "godot4-owned.pcapng"
    refused = wireshark.fields(path, "godot.rpc.not_allowed", "frame.time_epoch", "_ws.expert.message", options=project)
    return [(float(time), text) for [time], [text] in refused], wireshark.frames(path, "godot.rpc.authority", *project)


def test_what_only_the_authority_may_call_is_told_where_the_scripts_prove_it(tmp_path):
    """Each console error is there, and the relayed call once more on its way to the server, which does not complain."""
    errors = [e for e in Truth("godot4-owned").of("error") if "is not allowed" in e["text"]]
    refused, notes = authority_items(own_project(tmp_path, OWNED))
    assert notes == [] and len(errors) == 2 and len(refused) == 3
    for error in errors:
        words = re.search(r"RPC '(\w+)' is not allowed on node /root/(\S+) from: (\d+)\.", error["text"]).groups()
        assert any(
            abs(error["time"] - time) < 0.1 and
            text.startswith("RPC '{}' is not allowed on node {} from: {}. Mode is 2, authority is 1.".format(*words))
            for time, text in refused)


@pytest.mark.parametrize("change", [("owned.gd", "extends", "# set_multiplayer_authority\nextends"),
                                    ("game.cs", "", "public class Game {}"),
                                    ("native.gdextension", "", "[configuration]"),
                                    ("tool.tscn", "", '[gd_scene format=3]\n[sub_resource type="GDScript" id="1"]\n'
                                     'script/source = "func _ready(): set_multiplayer_authority(2)"\n')])
def test_without_proof_it_is_a_note_for_each_node_and_caller(tmp_path, change):
    """A script that may give the authority away; another language; native code."""
    own_project(tmp_path, OWNED)
    file, old, new = change
    path = tmp_path / file
    path.write_text(path.read_text().replace(old, new, 1) if old else new)
    refused, notes = authority_items(("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"))
    assert refused == [] and len(notes) == 2        # the server, on each of two nodes that are named after clients


@pytest.mark.parametrize("name, version, proved", [("other", 101, True), ("set_multiplayer_authority", 101, False),
                                                   ("other", 102, False)])
def test_what_compiled_scripts_prove(tmp_path, name, version, proved):
    """Not who has the authority, if one may give it away, or cannot be read."""
    for file, content in script(FUNCTION, names=("@rpc", name)).items():
        (tmp_path / file).write_bytes(content.replace(b"GDSC\x65", b"GDSC" + bytes([version])))
    refused, notes = authority_items(own_project(tmp_path, OWNED))
    assert (len(refused), len(notes)) == ((3, 0) if proved else (0, 2))


def test_the_document_counts_how_often_authority_is_proved(tmp_path):
    text = (wireshark.ROOT / "docs" / "expert.md").read_text()
    [(changes, captures, handed, proved)
     ] = re.findall(r"(\d+) notes\s+of a change in (\d+)\s+captures, (\d+)\s+notes on a caller.*?said (\d+)\s+times",
                    text, re.DOTALL)
    names = sorted(file.stem for file in wireshark.CAPTURES.glob("godot4-*.pcapng"))
    counted = [len({e.frame for e in experts(name) if e.name == "godot.sync.authority"}) for name in names]
    refused, notes = authority_items(own_project(tmp_path, OWNED))
    (tmp_path / "native.gdextension").write_text("")
    _, unproved = authority_items(("-o", f"godot.project_directory:{wireshark.readable(tmp_path)}"))
    assert (int(changes), int(captures)) == (sum(counted), sum(map(bool, counted)))
    assert (int(handed), int(proved)) == (len(unproved), len(refused)) and notes == []


def test_each_expert_name_is_registered_once():
    """If two items had one name, a severity that the user sets would hold for the last only."""
    names = re.findall(r'\{ "([a-z0-9_.]+)", PI_', "".join(sources.text(file) for file in sources.files("c")))
    assert len(names) == len(set(names)) > 50


def test_a_severity_of_the_users_reaches_both_generations():
    for capture in ("godot3.6.2-malformed", "godot4-trouble-unknown"):
        path = wireshark.CAPTURES / f"{capture}.pcapng"
        for name in ("godot.path.unknown", "godot.rpc.path_offset.invalid"):
            option = ("-o", f'uat:expert_severity:"{name}","Chat"')
            assert wireshark.frames(path, f"{name} && _ws.expert.severity == Chat", *option) == wireshark.frames(
                path, name) != []


@pytest.mark.parametrize("name", [
    "rpc", "rpc-wide", "replication", "reconnect", "no-relay", "mesh", "timeout", "lossy", "lossy-replication",
    "compression-none", "compression-range", "compression-fastlz", "compression-zlib", "compression-zstd",
    "trouble-freed", "trouble-duplicate", "trouble-big"])
def test_no_false_alarm(name):
    """Correct messages get no warning: also where only the receiver has a reason to complain, or nothing was sent."""
    warnings = [(e.frame, e.name) for e in experts(f"godot4-{name}") if e.severity >= WARNING]
    assert warnings == []


def test_authentication_never_completed():
    """The fifth client of the capture is the only one that began and never completed."""
    truth = Truth("godot4-raw-auth")
    warnings = [e for e in experts("godot4-raw-auth") if e.severity >= WARNING]
    [begun] = truth.of("auth_sent", who="client5")
    assert [e.name for e in warnings] == ["godot.auth.incomplete"]
    assert 0 < warnings[0].time - begun["time"] < 0.1
