# SPDX-License-Identifier: GPL-2.0-or-later
"""godot-report with rows that a test writes: each member of its page, each line of its budget and its comparison."""

import json
import math
import os
import re
import subprocess
import xml.etree.ElementTree as xml

import pytest

import wireshark
from reports import REPORT, printing, run_with

pytestmark = pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")
OURS = "(enet || godot || godot.debug || godot.variant || godot.stream || godot.record || godot.ws)"


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def page_of(folder, *captures, words=(), **files):
    """Returns the data in the page of these captures, of which tshark prints what the files have."""
    printing(folder, **files)
    done = run_with(folder, "-o", folder / "page", *words, *captures)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    html = (folder / "page").read_text(encoding="utf-8")
    assert not re.search("@[A-Z_]+@", html)     # that is a place of the template
    return json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])


def of(*names, **values):
    """A row with some members and usual ones."""
    return {"frame": 1, "time": 10, **dict.fromkeys(names, 1), "wire_bytes": 1, **values}


# --- the tables of a page -----------------------------------------------------------------------------

A, B, SIX = "1.1.1.1:5", "2.2.2.2:6", "[fd00::1]:7"
CALL = of(kind="rpc", node="Main/A", method="jump", src=A, dst=B, mode="reliable", channel=2, stream=0, to=1,
          godot="4.3 or later", wire_bytes=100, earlier_wire_bytes=1000, experts=["godot.one", "enet.two"],
          **{"from": 7})
ROWS = [
    CALL, {**CALL, "time": 12.5, "frame": 2, "wire_bytes": 7, "earlier_wire_bytes": 0, "experts": ["godot.one"]},
    of(frame=2, kind="rpc", node=3, method=4, src=B, dst=A, stream=0, godot="4", wire_bytes=20, **{"from": 1}),
    of(frame=3, kind="rpc", node='Main/"B\\', method="?", src=B, dst=A, stream=0, wire_bytes=30, **{"from": 1}),
    of(frame=4, kind="sync", node="Main/Sync", src=SIX, dst=A, wire_bytes=40, mode="unreliable", **{"from": 9}),
    of(frame=5, kind="delta", node=6, src=SIX, dst=A, wire_bytes=50, **{"from": 9}),
    of(frame=6, kind="spawn", node="…/Box", spawner="Main/Spawner", src=SIX, dst=A, wire_bytes=60, **{"from": 9}),
    of(frame=7, kind="despawn", node="Main/Gone", spawner="Main/Other", channel=5, wire_bytes=70),
    of(frame=8, kind="spawn", node="…", spawner=8, wire_bytes=80),
    of(frame=9, kind="connect", stream=1, src=A, dst=B, wire_bytes=200),
    of(frame=10, kind="message", src="nowhere", wire_bytes=300, **{"from": 7}),
    of(frame=11, kind="debug", method="peek", wire_bytes=400), of(frame=12, kind="data", wire_bytes=401),
    of(frame=13, kind="game_begin", run=5, wire_bytes=402), of(frame=14, kind="raw", run=5, stream=3, wire_bytes=403),
    of(frame=15, kind="simplify_path", node="Main/Path", relayed=True, src=B, wire_bytes=404, **{"from": 70}),
    of(frame=16, time=9, kind="ping", frames=3, stream=1, wire_bytes=3000)]


def end(way, address, port, protocol="ip"):
    return f"{protocol}.{way} == {address} && (udp.{way}port == {port} || tcp.{way}port == {port})"


def text(name, *fields):
    return " || ".join(f'{field} == "{name}"' for field in fields)


NODE = "godot.rpc.node", "godot.sync.node", "godot.spawn.node", "godot.path.name"
TABLES = {      # name -> rows, bytes, first frame, filter
    "sent": {A: (3, 307, 1, end("src", "1.1.1.1", 5)), B: (3, 454, 2, end("src", "2.2.2.2", 6)),
             SIX: (3, 150, 4, end("src", "fd00::1", 7, "ipv6")), "nowhere": (1, 300, 10, None)},
    "received": {A: (5, 200, 2, end("dst", "1.1.1.1", 5)), B: (3, 307, 1, end("dst", "2.2.2.2", 6))},
    "peers": {"7": (3, 1407, 1, "godot.peer.source == 7"), "1": (2, 50, 2, "godot.peer.source == 1"),
              "9": (3, 150, 4, "godot.peer.source == 9"), "70": (1, 404, 15, "godot.peer.source == 70")},
    "methods": {"jump": (2, 1107, 1, text("jump", "godot.rpc.method")), "#4": (1, 20, 2, "godot.rpc.method_id == 4"),
                "?": (1, 30, 3, None)},
    "synchronizers": {"Main/Sync": (1, 40, 4, text("Main/Sync", "godot.sync.node")),
                      "#6": (1, 50, 5, "godot.sync.net_id == 6")},
    "spawns": {"…/Box": (1, 60, 6, 'godot.spawn.node == "…/Box" || godot.spawn.name == "Box"'),
               "Main/Gone": (1, 70, 7, text("Main/Gone", "godot.spawn.node")),
               "…": (1, 80, 8, text("…", "godot.spawn.node"))},
    "spawners": {"Main/Spawner": (1, 60, 6, text("Main/Spawner", "godot.spawn.spawner")),
                 "#8": (1, 80, 8, "godot.spawn.spawner_id == 8")},
    "calls": {"Main/A": (2, 1107, 1, text("Main/A", "godot.rpc.node")), "#3": (1, 20, 2, None),
              'Main/"B\\': (1, 30, 3, text('Main/\\"B\\\\', "godot.rpc.node"))},
    "nodes": {"Main/A": (2, 1107, 1, text("Main/A", *NODE)), "#3": (1, 20, 2, None), "#6": (1, 50, 5, None),
              'Main/"B\\': (1, 30, 3, text('Main/\\"B\\\\', *NODE)), "Main/Sync": (1, 40, 4, text("Main/Sync", *NODE)),
              "…/Box": (1, 60, 6, text("…/Box", *NODE) + ' || godot.spawn.name == "Box"'),
              "Main/Gone": (1, 70, 7, text("Main/Gone", *NODE)), "…": (1, 80, 8, text("…", *NODE)),
              "Main/Path": (1, 404, 15, text("Main/Path", *NODE))},
    "kinds": {"rpc": (4, 157, 1, text("rpc", "godot.message")), "sync": (1, 40, 4, text("sync", "godot.message")),
              "delta": (1, 50, 5, text("delta", "godot.message")), "spawn": (2, 140, 6, text("spawn", "godot.message")),
              "despawn": (1, 70, 7, None), "connect": (1, 200, 9, None), "message": (1, 300, 10, None),
              "debug": (1, 400, 11, None), "data": (1, 401, 12, None), "game_begin": (1, 402, 13, None),
              "raw": (1, 403, 14, None), "simplify_path": (1, 404, 15, text("simplify_path", "godot.message")),
              "ping": (1, 3000, 16, None)},
    "transports": {"ENet": (6, 3357, 1, None), "WebSocket, WebRTC or DTLS": (7, 1004, 4, None),
                   "remote debugger": (1, 400, 11, None), "streams and single Variants": (1, 401, 12, None),
                   "recording inside the game": (2, 805, 13, None)},
    "frames": {**{f"{low} to {low + 99}": (*sums, f"frame.len >= {low} && frame.len <= {low + 99} && {OURS}")
                  for low, *sums in ((0, 7, 357, 2), (100, 1, 100, 1), (200, 1, 200, 9), (300, 1, 300, 10),
                                     (400, 5, 2010, 11))},
               "several frames: IP fragments": (1, 3000, 16, f"(ip.fragments || ipv6.fragments) && {OURS}")},
    "modes": {"reliable": (2, 1107, 1, text("reliable", "godot.transfer_mode")),
              "unreliable": (1, 40, 4, text("unreliable", "godot.transfer_mode"))},
    "channels": {"2": (2, 1107, 1, "godot.transfer_channel == 2")},
    "connections": {"0": (4, 157, 1, "enet.stream == 0"), "1": (2, 3200, 9, "enet.stream == 1"),
                    "3": (1, 403, 14, "enet.stream == 3")},
    "releases": {"4.3 or later": (2, 107, 1, None), "4": (1, 20, 2, None)},
    "experts": {"godot.one": (2, 107, 1, "godot.one"), "enet.two": (1, 100, 1, "enet.two")},
}
FRACTIONS = {"nodes", "methods", "synchronizers"}       # tables whose rates are those of the whole time


def test_each_table_has_the_rows_that_are_its_own(tmp_path):
    data = page_of(tmp_path, "/x", rows=lines(ROWS))
    assert [table["id"] for table in data["tables"]] == list(TABLES)
    for table in data["tables"]:
        found = {row["name"]: (row["count"], row["bytes"], row["frame"], row.get("filter")) for row in table["rows"]}
        assert found == TABLES[table["id"]], table["id"]
        assert [row["name"] for row in table["rows"]] == sorted(
            found, key=lambda name, found=found: (-found[name][1], name.encode()))
        if table["id"] in FRACTIONS:
            assert [row["rate"] for row in table["rows"]] == [row["bytes"] / 3.5 for row in table["rows"]]
        assert any("rate" in row for row in table["rows"]) == (table["id"] in {"sent", "received", *FRACTIONS})
    for name in "lives", "properties", "fills":
        assert data[name]["id"] == name and data[name]["title"]
    assert (data["count"], data["bytes"], data["begin"], data["seconds"]) == (
        len(ROWS), sum(row["wire_bytes"] for row in ROWS), 9, 3.5)
    assert {"what": "Bytes of the longest frame", "value": 404, "where": "frame 15"} in data["figures"]


def test_a_word_that_looks_like_an_address_has_no_rate(tmp_path):
    rows = [of(kind=A, mode=A, godot=A, experts=[A], spawner=A, src=A, dst=B, stream=0, channel=2, **{"from": 7})]
    data = page_of(tmp_path, "/x", rows=lines(rows))
    assert [table["id"] for table in data["tables"] for row in table["rows"] if "rate" in row] == ["sent", "received"]


@pytest.mark.parametrize("address, expected", [
    (A, end("src", "1.1.1.1", 5)), (SIX, end("src", "fd00::1", 7, "ipv6")), ("nowhere", None), ("[nowhere]", None)])
def test_an_address_without_a_port_has_no_filter(tmp_path, address, expected):
    tables = page_of(tmp_path, "/x", rows=lines([of(kind="rpc", src=address)]))["tables"]
    assert [row.get("filter") for row in tables[0]["rows"]] == [expected]


def test_who_sent_what_from_where(tmp_path):
    tables = {table["id"]: {row["name"]: row for row in table["rows"]} for table in
              page_of(tmp_path, "/x", rows=lines(ROWS))["tables"]}
    told = {name: (row.get("address"), row.get("godot"), row["transport"]) for name, row in tables["peers"].items()}
    assert told == {
        "7": (f"{A}, nowhere", "4.3 or later", "WebSocket, WebRTC or DTLS"), "1": (B, "4", "ENet"),
        "9": (SIX, None, "WebSocket, WebRTC or DTLS"), "70": (None, None, "WebSocket, WebRTC or DTLS")}
    for table in "sent", "received":
        assert {name: row.get("peer") for name, row in tables[table].items()} == {
            name: {A: "7", B: "1", SIX: "9", "nowhere": "7"}[name] for name in TABLES[table]}
    jump = tables["methods"]["jump"]
    assert (jump["begin"], jump["end"], "transport" in jump, "godot" in jump) == (1, 3.5, False, False)


@pytest.mark.parametrize("last, span, count", [(0, 1, 1), (0.255, 1, 256), (0.256, 2, 129), (0.511, 2, 256),
                                               (0.512, 4, 129)])
def test_there_are_at_most_256_spans_of_time(tmp_path, last, span, count):
    """Which become longer by doubling, from a millisecond on."""
    data = page_of(tmp_path, "/x", rows=lines([of(kind="rpc", time=time) for time in (0, last)]))
    assert (data["span"], data["spans"]) == (span / 1000, count)


@pytest.mark.parametrize("length, has_filter", [(400 - len('godot.transfer_mode == ""'), True),
                                                (401 - len('godot.transfer_mode == ""'), False)])
def test_a_filter_has_at_most_400_bytes(tmp_path, length, has_filter):
    table, = (table for table in page_of(tmp_path, "/x", rows=lines([of(kind="rpc", mode="x" * length)]))["tables"]
              if table["id"] == "modes")
    assert ("filter" in table["rows"][0]) == has_filter


@pytest.mark.parametrize("name, is_seen", [("a\u200db", True), ("a\u202eb", False), ("a\x01", False),
                                           ("größte Axt", True)])
def test_a_name_that_is_not_seen_has_no_filter(tmp_path, name, is_seen):
    table, = (table for table in page_of(tmp_path, "/x", rows=lines([of(kind="rpc", mode=name)]))["tables"]
              if table["id"] == "modes")
    assert ("filter" in table["rows"][0]) == is_seen and table["rows"][0]["name"] == (
        name if is_seen else name.replace("\u202e", "?").replace("\x01", "?"))


def test_frames_are_counted_where_their_rows_follow_one_another(tmp_path):
    rows = [of(frame=frame, time=time, wire_bytes=size, kind="rpc") for frame, time, size in (
        (1, 1, 60), (1, 1, 60), (2, 2, 99), (3, 3, 100), (4, 4, 0), (1, 5, 30))]
    table, = (table for table in page_of(tmp_path, "/x", rows=lines(rows))["tables"] if table["id"] == "frames")
    members = "count", "bytes", "frame", "begin", "end"
    assert {row["name"]: tuple(row[member] for member in members) for row in table["rows"]} == {
        "0 to 99": (2, 129, 2, 1, 4), "100 to 199": (2, 220, 1, 0, 2)}


# --- the time-line ------------------------------------------------------------------------------------

LIVES = [
    {"kind": "peer", "name": "peer 7 (1.1.1.1:5)", "start": 8, "comes": 1, "came": 1, "first": 1.5, "last": 4},
    {"kind": "peer", "name": "server", "start": 8, "comes": 0, "first": 1},
    {"kind": "peer", "name": "peer 99", "start": 8, "comes": 0},
    {"kind": "node", "name": "Main/A", "start": 8, "comes": 1, "went": 3, "first": 2, "last": 3.5, "silence": 0.5,
     "silence_since": 2.5},
    {"kind": "node", "name": "Main/Path", "start": 8, "comes": 0}, {"kind": "node", "name": "Main/No", "start": 8,
                                                                    "comes": 0},
    {"kind": "synchronizer", "name": "Main/Sync", "way": "9 → 7", "start": 8, "comes": 0, "silent_too_long": True,
     "silence": 1.5}, {"kind": "synchronizer", "name": "Main/No", "start": 8, "comes": 0},
    {"name": "odd", "start": 8, "comes": 0}, {"kind": "node", "start": 8, "comes": 0},
    {"kind": "peer", "name": "host 7", "start": 8, "comes": 0},
    {"kind": "other", "name": "peer 7", "start": 8, "comes": 0}, {"kind": "peer", "start": 8, "comes": 0}]
SHOWN = [
    {"name": "peer 7 (1.1.1.1:5)", "begin": 0.5, "end": 3, "came": 0, "peers": 0, "filter": "godot.peer.source == 7"},
    {"name": "server", "begin": 0}, {"name": "peer 99"},
    {"name": "node Main/A", "begin": 1, "end": 2.5, "went": 2, "silence": 0.5, "since": 1.5, "nodes": 0, "calls": 0,
     "filter": text("Main/A", *NODE)},
    {"name": "node Main/Path", "nodes": 1, "filter": text("Main/Path", *NODE)}, {"name": "node Main/No"},
    {"name": "synchronizer Main/Sync, 9 → 7", "silence": 1.5, "silent": 1,
     "filter": text("Main/Sync", "godot.sync.node")},
    {"name": "synchronizer Main/No"}, {"name": "? odd"}, {"name": "node "}, {"name": "host 7"},
    {"name": "other peer 7"}, {"name": ""}]


def test_lives_have_their_times_and_places(tmp_path):
    """Their times count from the beginning of the capture, those of the page from the first row."""
    data = page_of(tmp_path, "/x", rows=lines([*LIVES, *ROWS]))
    assert data["lives"]["rows"] == SHOWN and data["lives"]["entries"] == len(LIVES)
    assert data["count"] == len(ROWS)


def test_at_most_500_of_each_are_shown(tmp_path):
    """Of the time-line the first ones, of a table the costliest; what a life has behind these has no place."""
    lives = [{"kind": "node", "name": f"n{number}", "start": 10, "comes": 0} for number in range(501, 0, -1)]
    rows = [of(frame=number, kind="rpc", node=f"n{number}", wire_bytes=number) for number in range(502)[:0:-1]]
    rows[-1]["time"] += 1       # spans of 4 milliseconds
    data = page_of(tmp_path, "/x", rows=lines([*lives, *rows]))
    nodes, = (table for table in data["tables"] if table["id"] == "nodes")
    assert (nodes["entries"], len(nodes["rows"]), nodes["rows"][-1]["name"]) == (501, 500, "n2")
    assert nodes["others"]["spans"] == [250, 1, 1]
    assert {tuple(row["spans"]) for row in nodes["rows"]} == {(0, 1, number) for number in range(2, 502)}
    assert (data["lives"]["entries"], len(data["lives"]["rows"])) == (501, 500)
    assert [life.get("nodes") for life in data["lives"]["rows"]] == list(range(500))
    reverse = page_of(tmp_path, "/x", rows=lines([*lives[::-1], *rows]))["lives"]["rows"]
    assert [life.get("nodes") for life in reverse] == [None, *range(499, 0, -1)]
    assert all(life["filter"] for life in reverse)


# --- how full datagrams are -----------------------------------------------------------------------------


def tree(*entries, width=80):
    def line(name, count):
        return name + " " * (width - len(name.encode())) + count
    head = line("Topic / Item", "Count         Average")
    return "\n".join(["", head, *(line(" " * depth + name, f"{count:<14}0.5") for depth, name, count in entries), ""])


def sized(least, most=None):
    plain, packed = "len(enet)", "enet.uncompressed_length + len(enet) - len(enet.compressed)"
    ends = [f"{size} > {least}" + (f" && {size} <= {most}" if most else "") for size in (plain, packed)]
    return f" && ((!enet.uncompressed_length && {ends[0]}) || ({ends[1]}))"


WAY = "Connection 3: 1.1.1.1:5 → 2.2.2.2:6"
OF_WAY = "enet.stream == 3 && " + end("src", "1.1.1.1", 5)
UNREAD = "(enet.flags.compressed == 1 && !enet.uncompressed_length)"


@pytest.mark.parametrize("sender, mtu, share, expected", [
    (WAY, "MTU 1392", "up to 10 %", OF_WAY + sized(0, 139)),
    (WAY, "MTU 1392", "up to 100 %", OF_WAY + sized(1252, 1392)),
    (WAY, "MTU 1392", "above 100 %", OF_WAY + sized(1392)), (WAY, "MTU 576", "up to 20 %", OF_WAY + sized(57, 115)),
    (WAY, "MTU 1392", "compressed, not read", OF_WAY + " && " + UNREAD),
    (WAY, "MTU not captured", None, OF_WAY + " && !" + UNREAD),
    ("Connection 3: [::1]:5 → [::2]:6", "MTU 576", "above 100 %",
     "enet.stream == 3 && " + end("src", "::1", 5, "ipv6") + sized(576)),
    ("Connection 3: 1.1.1.1:5", "MTU 576", "up to 10 %", None),
    ("Someone → somebody", "MTU 576", "up to 10 %", None)])
def test_the_filter_of_a_share(tmp_path, sender, mtu, share, expected):
    number = [(0, "Datagrams sent: number", 9), (1, sender, 9), (2, mtu, 9)] + ([(3, share, 4)] if share else [])
    rows = page_of(tmp_path, "/x", rows=lines([CALL]) + tree(*number))["fills"]["rows"]
    assert len(rows) == 1 and rows[0].get("filter") == expected
    assert (rows[0]["share"], rows[0]["datagrams"]) == (share or "?", 4 if share else 9)


@pytest.mark.parametrize("unread", [4, 9])
def test_without_the_mtu_there_are_no_shares(tmp_path, unread):
    """But datagrams that were not decompressed are told apart: they are among all."""
    number, size = ([(0, f"Datagrams sent: {what}", 9), (1, WAY, 9), (2, "MTU not captured", 9),
                     (3, "compressed, not read", unread)] for what in ("number", "KiB"))
    rows = page_of(tmp_path, "/x", rows=lines([CALL]) + tree(*number) + tree(*size))["fills"]
    rest = [("?", 9 - unread, 1024 * (9 - unread), OF_WAY + " && !" + UNREAD)] if unread < 9 else []
    assert sorted((row["share"], row["datagrams"], row["bytes"], row["filter"]) for row in rows["rows"]) == [
        *rest, ("compressed, not read", unread, 1024 * unread, OF_WAY + " && " + UNREAD)]
    assert rows["entries"] == len(rows["rows"])


def test_shares_have_an_order(tmp_path):
    """Those with the most bytes first; of equal ones by sender, MTU and share."""
    entries = [(WAY, "MTU 9", "above 100 %"), (WAY, "MTU 9", "up to 100 %"), (WAY, "MTU 8", "up to 20 %"),
               (WAY, "MTU 9", "b"),
               (WAY, "MTU 9", "a"), (WAY.replace("3", "2", 1), "MTU 9", "up to 10 %"), (WAY, "MTU 9", "up to 20 %")]
    statistic = [(0, "Datagrams sent: bytes", 9)]
    for sender, mtu, share in [*entries, entries[0]]:
        statistic += [(1, sender, 9), (2, mtu, 9), (3, share, 2 + (share == "b"))]
    rows = page_of(tmp_path, "/x", rows=lines([CALL]) + tree(*statistic))["fills"]["rows"]
    assert [(row["name"], row["mtu"], row["share"], row["bytes"]) for row in rows] == [
        (WAY, "9", "above 100 %", 4), (WAY, "9", "b", 3), (entries[5][0], "9", "up to 10 %", 2),
        (WAY, "8", "up to 20 %", 2),
        (WAY, "9", "a", 2), (WAY, "9", "up to 20 %", 2), (WAY, "9", "up to 100 %", 2)]


# --- several captures -----------------------------------------------------------------------------------


def frames(*rows):
    """What tshark prints of each frame of a connection: time, enet.stream, tcp.stream, udp.stream, id, ends."""
    return "".join("\t".join([str(time), *(str(cell) for cell in streams), number, *cells]) + "\n"
                   for time, streams, number, cells in rows)


def udp(source, target, six=False):
    (one, port), (other, other_port) = (text.rsplit(":", 1) for text in (source, target))
    return ["", one, "", other, port, "", other_port, ""] if six else [one, "", other, "", port, "", other_port, ""]


def tcp(source, target):
    (one, port), (other, other_port) = (text.split(":") for text in (source, target))
    return [one, "", other, "", "", port, "", other_port]


ENET0, TCP0, UDP0 = (0, "", 0), ("", 0, ""), ("", "", 0)
THERE, BACK, ELSEWHERE = udp(A, B), udp(B, A), udp("3.3.3.3:5", B)
AT = {"a": "a: enet.stream 0", "b": "b: enet.stream 0"}
# What two captures have, and whether the second one's connection is the first one's.
SAME = {
    "an id": (frames((1, ENET0, "0x07", THERE)), frames((90, ENET0, "7", ELSEWHERE)), True),
    "an id in a later frame": (frames((1, ENET0, "", THERE), (2, ENET0, "7", BACK)),
                               frames((90, ENET0, "7", ELSEWHERE)), True),
    "other ids": (frames((1, ENET0, "7", THERE)), frames((1, ENET0, "8", THERE)), False),
    "an id of 0 and another": (frames((1, ENET0, "8", THERE)), frames((1, ENET0, "0", THERE)), False),
    "an id and another of 0": (frames((1, ENET0, "0", THERE)), frames((1, ENET0, "8", THERE)), False),
    "an id of 0": (frames((1, ENET0, "0", THERE)), frames((90, ENET0, "0", ELSEWHERE)), True),
    "ends at one time": (frames((1, ENET0, "", THERE), (5, ENET0, "", BACK)), frames((5, ENET0, "", BACK)), True),
    "ends before": (frames((2, ENET0, "", THERE), (5, ENET0, "", BACK)),
                    frames((1, ENET0, "", BACK), (2, ENET0, "", BACK)), True),
    "ends and one id": (frames((1, ENET0, "", THERE), (5, ENET0, "", BACK)), frames((3, ENET0, "7", BACK)), True),
    "ends and the other id": (frames((1, ENET0, "7", THERE), (5, ENET0, "", BACK)), frames((3, ENET0, "", BACK)), True),
    "ends at a later time": (frames((1, ENET0, "", THERE), (5, ENET0, "", BACK)), frames((5.5, ENET0, "", BACK)),
                             False),
    "ends at an earlier time": (frames((2, ENET0, "", THERE)), frames((1, ENET0, "", BACK), (1.5, ENET0, "", BACK)),
                                False),
    "other ends": (frames((1, ENET0, "", THERE)), frames((1, ENET0, "", ELSEWHERE)), False),
    "an odd line": ("x\n" + frames((1, ENET0, "", THERE)), frames((1, ("", "", ""), "", THERE), (1, ENET0, "", BACK)),
                    True),
}


@pytest.mark.parametrize("case", SAME)
def test_which_connections_are_the_same(tmp_path, case):
    """The rows of the second capture are asked for without those that the first one has."""
    first, second, is_same = SAME[case]
    data = page_of(tmp_path, "/a", "/b", fields_a=first, fields_b=second, rows=lines([CALL]))
    assert [(row["name"], row["same"]) for row in data["connections"]["rows"]] == [
        (AT["a"], ""), (AT["b"], AT["a"] if is_same else "")]
    asked = [line for line in (tmp_path / "asked").read_text().splitlines() if "godot,messages" in line]
    assert [line.count("!(enet.stream in {0})") for line in asked] == [0, 6 if is_same else 0]


def test_connections_of_all_kinds(tmp_path):
    """Each has its number and its ends, by the alphabet; of three captures each is found in any before it."""
    first = frames((1, ENET0, "7", THERE), (4, (1, "", 5), "8", udp("fd00::2:6", "fd00::1:7", six=True)),
                   (2, TCP0, "", tcp(B, A)), (3, UDP0, "", THERE))
    second = frames((1, ("", 1, ""), "", tcp(A, B)), (2, ("", 2, ""), "", tcp("3.3.3.3:5", B)),
                    (2, ("", 3, ""), "", tcp(A, B)))
    third = frames((2, ("", 9, ""), "", tcp(B, "3.3.3.3:5")), (2, (4, "", 4), "8", ELSEWHERE),
                   (3, ("", "", 6), "", BACK),
                   (2, ("", 10, ""), "", tcp(B, A)))
    data = page_of(tmp_path, "/a", "/b", "/x/a", fields_a=first, fields_b=second, rows=lines([CALL]))
    assert len(data["connections"]["rows"]) == data["connections"]["entries"] == 4 + 3 + 4
    assert data["connections"]["id"] == "captures" and data["connections"]["title"]
    data = page_of(tmp_path, "/a", "/b", "/c", fields_a=first, fields_b=second, fields_c=third, rows=lines([CALL]))
    assert data["capture"] == "a, b, c"
    here = [(row["name"], row["same"], row["ends"], row["begin"], row["end"]) for row in data["connections"]["rows"]]
    six, both, other = "[fd00::1]:7 ↔ [fd00::2]:6", f"{A} ↔ {B}", f"{B} ↔ 3.3.3.3:5"
    assert here == [
        ("a: enet.stream 0", "", both, -9, -9), ("a: enet.stream 1", "", six, -6, -6),
        ("a: tcp.stream 0", "", both, -8, -8),
        ("a: udp.stream 0", "", both, -7, -7), ("b: tcp.stream 1", "", both, -9, -9),
        ("b: tcp.stream 2", "", other, -8, -8),
        ("b: tcp.stream 3", "a: tcp.stream 0", both, -8, -8), ("c: tcp.stream 9", "b: tcp.stream 2", other, -8, -8),
        ("c: enet.stream 4", "a: enet.stream 1", other, -8, -8), ("c: udp.stream 6", "a: udp.stream 0", both, -7, -7),
        ("c: tcp.stream 10", "a: tcp.stream 0", both, -8, -8)]
    asked = [line for line in (tmp_path / "asked").read_text().splitlines() if "godot,messages" in line]
    assert "godot,messages,!(tcp.stream in {3})" in asked[-2]
    assert "godot,messages,!(enet.stream in {4} || tcp.stream in {9..10} || udp.stream in {6})" in asked[-1]


@pytest.mark.parametrize("first, second, third", [
    (frames((1, ENET0, "", THERE), (5, ENET0, "", BACK)), frames((3, ENET0, "7", BACK)),
     frames((90, ENET0, "7", ELSEWHERE))),
    (frames((1, ENET0, "7", THERE)), frames((50, ENET0, "7", ELSEWHERE), (60, ENET0, "", ELSEWHERE)),
     frames((55, ENET0, "", ELSEWHERE)))], ids=["its id", "its ends"])
def test_what_only_the_second_capture_tells_of_a_connection_finds_it_in_the_third(tmp_path, first, second, third):
    """It has the ends of one, and the id of the other, which was made on the other side of a NAT."""
    data = page_of(tmp_path, "/a", "/b", "/c", fields_a=first, fields_b=second, fields_c=third, rows=lines([CALL]))
    assert [row["same"] for row in data["connections"]["rows"]] == ["", AT["a"], AT["b"]]


def test_each_capture_is_read_with_the_options(tmp_path):
    page_of(tmp_path, "/a", "/b", words=["-2", "--preference", "a:b", "--decode-as", "c,d"], fields="",
            rows=lines([CALL]))
    asked = (tmp_path / "asked").read_text().splitlines()
    assert [line.endswith(" -2 -o a:b -d c,d") for line in asked] == [True] * 4


def test_numbers_of_several_captures_have_their_names(tmp_path):
    """And the same name twice, its place."""
    life = {"kind": "node", "name": "Main/A", "start": 10, "comes": 0}
    data = page_of(tmp_path, "/x/game", "/game", fields="", rows=lines([life, CALL]))
    assert data["capture"] == "game, game (2)" and data["count"] == 2
    tables = {table["id"]: {row["name"]: row for row in table["rows"]} for table in data["tables"]}
    assert set(tables["connections"]) == {"0 of game", "0 of game (2)"} and set(tables["methods"]) == {"jump"}
    assert tables["methods"]["jump"]["frame"] == "1 of game"
    assert tables["connections"]["0 of game (2)"]["frame"] == "1 of game (2)"
    assert (tables["frames"]["100 to 199"]["count"], tables["frames"]["100 to 199"]["bytes"]) == (2, 200)
    assert [row["name"] for row in data["lives"]["rows"]] == ["node Main/A in game", "node Main/A in game (2)"]
    assert {"what": "Bytes of the longest frame", "value": 100, "where": "frame 1 of game"} in data["figures"]


# --- a budget -------------------------------------------------------------------------------------------


def judged(folder, limits, rows):
    """Returns of each limit the state, what is limited, what was found, what it is of, and where."""
    printing(folder, rows=lines(rows), budget=limits)
    done = run_with(folder, "--budget", folder / "budget", "/x")
    assert done.stderr == ""
    head, *found = done.stdout.splitlines()[1:]
    assert head == f"  {'':6}  {'limit':>12}  {'found':>12}  {'of':28}  where"
    return done.returncode, [(line[2:8].strip(), float(line[10:22]), float(line[24:36]), line[38:66].strip(), line[68:])
                             for line in found]


def test_a_rate_is_of_all_the_time(tmp_path):
    """From the first row to the last; of a player, from its own first to its last. Less than a second is one."""
    rows = [of(time=3, kind="rpc", method="jump", node="n", src=A, dst=B, wire_bytes=40, **{"from": 7}),
            of(time=1, kind="rpc", method="jump", node="n", src=A, dst=B, wire_bytes=60, **{"from": 7}),
            of(time=5, kind="sync", node="m", src=B, dst=A, wire_bytes=80, **{"from": 1}),
            of(time=2, kind="delta", node="m", src=B, dst=SIX, wire_bytes=24, **{"from": 1}),
            of(time=2.5, kind="ping", node="m", src=SIX, dst=B, wire_bytes=10, godot="4")]
    limits = ("[players]\nup=49\ndown=24\n[methods]\n*=25\n[calls]\njump=0.4\n[synchronizers]\nm=26\n"
              "[nodes]\nm=27\nn=25\nno=0\n")
    assert judged(tmp_path, limits, rows) == (1, [
        ("kept", 49, 25, "players up", A), ("kept", 24, 24, "players down", SIX), ("kept", 25, 25, "methods *", "jump"),
        ("BROKEN", 0.4, 0.5, "calls jump", "jump"), ("kept", 26, 26, "synchronizers m", "m"),
        ("BROKEN", 27, 28.5, "nodes m", "m"), ("kept", 25, 25, "nodes n", "n"),
        ("kept", 0, 0, "nodes no", "(no row has it)")])


def test_a_short_time_counts_as_a_second(tmp_path):
    rows = [of(time=time, kind="rpc", method="jump", src=A, dst=B, wire_bytes=40, **{"from": 7}) for time in (1, 1.5)]
    assert [line[2] for line in judged(tmp_path, "[players]\nup=9\n[methods]\n*=9\n", rows)[1]] == [80, 80]


def test_of_equal_costs_the_first_by_the_alphabet_is_told(tmp_path):
    rows = [of(kind="rpc", method=name, node=name) for name in "cabd"]
    assert [line[4] for line in judged(tmp_path, "[methods]\n*=1\n[nodes]\na=0\n*=1\n", rows)[1]] == ["a", "a", "b"]
    printing(tmp_path, rows=lines(rows))
    assert "calls of a method per second; most: a\n" in run_with(tmp_path, "--budget-from", "/x").stdout


@pytest.mark.parametrize("order", ["abcdefgh", "hgfedcba"])
def test_the_greatest_cost_is_told_whatever_its_name_is(tmp_path, order):
    rows = [of(kind="rpc", node=name, wire_bytes=10 * place) for place, name in enumerate(order, 1)]
    assert judged(tmp_path, "[nodes]\n*=0\n", rows) == (1, [("BROKEN", 0, 80, "nodes *", order[-1])])


@pytest.mark.parametrize("limits, expected", [
    ("ump=3\njump=4\n*=5\n", [("ump", "(no row has it)"), ("jump", "jump"), ("*", "#4")]),
    ("jump=4\nump=3\n4=1\n*=5\n", [("jump", "jump"), ("ump", "(no row has it)"), ("4", "#4"),
                                   ("*", "(no row has it)")]),
    ("ump=3\n*=5\n", [("ump", "(no row has it)"), ("*", "jump")])])
def test_a_limit_is_for_its_own_name(tmp_path, limits, expected):
    """And that for others is for all that have none."""
    rows = [of(kind="rpc", method="jump", wire_bytes=9), of(kind="rpc", method=4)]
    found = judged(tmp_path, "[methods]\n" + limits, rows)[1]
    assert [(line[3].removeprefix("methods "), line[4]) for line in found] == expected


@pytest.mark.parametrize("value", [None, [], {}, ["jump"]])
def test_what_is_no_value_is_no_name(tmp_path, value):
    rows = [of(kind="rpc", method=value, node=value)]
    assert [line[2:] for line in judged(tmp_path, "[methods]\n*=0\n[nodes]\n*=0\n", rows)[1]] == [
        (0, "methods *", "(no row has it)"), (0, "nodes *", "(no row has it)")]


@pytest.mark.parametrize("value", [None, {}, {"a": 1}, [], [None], [[1]], [{}]])
def test_what_is_no_value_is_in_no_table(tmp_path, value):
    names = "method", "node", "mode", "godot", "experts", "channel", "stream", "src", "from"
    data = page_of(tmp_path, "/x", rows=lines([of(kind="rpc", **dict.fromkeys(names, value))]))
    assert [table["id"] for table in data["tables"] if table["rows"]] == ["kinds", "transports", "frames"]


@pytest.mark.parametrize("members, players", [
    ([{"from": 7}], {A, B}), ([{"from": 1}], {B}), ([{"from": 1, "relayed": True}], {A, B}),
    ([{"kind": "connect"}], {A}),
    ([{"kind": "connect"}, {"from": 1, "src": B, "dst": A}], {A}),
    ([{"kind": "connect"}, {"godot": "4", "src": B, "dst": A}], {A, B}),
    ([{"kind": "connect", "src": A, "dst": B}, {"kind": "connect", "src": B, "dst": A}], set()), ([{"src": None}], {B}),
    ([{"kind": "connect", "dst": None}], {A}),
    ([{"from": 1, "godot": "4"}, {"kind": "connect", "src": B, "dst": A}], {B})])
def test_who_is_a_player(tmp_path, members, players):
    """docs/report.md, "What is counted"."""
    rows = [{name: value for name, value in of(**{"kind": "rpc", "src": A, "dst": B, **more}).items() if value}
            for more in members]
    data = page_of(tmp_path, "/x", rows=lines(rows))
    sent = {row["name"] for table in data["tables"] if table["id"] in ("sent", "received") for row in table["rows"]
            if "rate" in row}
    assert sent == players


def test_the_ninety_fifth_of_round_trips(tmp_path):
    """The least time in which 95 of 100 came (nearest rank)."""
    for count in (1, 2, 19, 20, 21, 40, 41, 100):
        rows = [of(kind="ack", rtt=number / 8) for number in range(count, 0, -1)]
        assert judged(tmp_path, "[network]\nrtt_p95=99\n", rows)[1][0][2] == math.ceil(count * 0.95) / 8
    assert judged(tmp_path, "[network]\nrtt_p95=99\n", [of(kind="ping")]) == (
        2, [("?", 99, 0, "network rtt_p95", "(not known)")])


def test_junit_has_a_case_for_each_limit(tmp_path):
    """Of each capture; what cannot be read has one that says so."""
    printing(tmp_path, rows_a=lines([of(kind="rpc", node="n", wire_bytes=5)]), rows_b="",
             budget="[nodes]\nn=5\no=0\n*=4\n"
             "[network]\nframe=4\nrtt_p95=1\n[experts]\nerrors=0\n")
    done = run_with(tmp_path, "--budget", tmp_path / "budget", "--junit", tmp_path / "junit", "/b", "/a")
    assert (done.returncode, done.stderr) == (1, "godot-report: /b: nothing of Godot's is in it\n")
    suites = xml.parse(tmp_path / "junit").getroot()
    assert [{name: suite.get(name) for name in ("name", "tests", "failures", "errors")} for suite in suites] == [
        {"name": "/b", "tests": "1", "failures": "0", "errors": "1"},
        {"name": "/a", "tests": "6", "failures": "1", "errors": "1"}]
    assert [[(case.get("name"), *((what.tag, what.get("message")) for what in case)) for case in suite]
            for suite in suites] == [[("can be read", ("error", "nothing of Godot's is in it"))], [
                ("nodes n",), ("nodes o",), ("nodes *",), ("network frame", ("failure", "limit 4, found 5: frame 1")),
                ("network rtt_p95", ("error", "limit 1, found 0: (not known)")), ("experts errors",)]]


@pytest.mark.parametrize("limits, told", [
    ("[calls]\nm=1\n[nodes]\nm=1\n[calls]\nm=2\n", 'the limit "m" stands twice in [calls]'),
    ("[network]\nloss=1.01\n", 'the limit "loss" in [network] is a part from 0 to 1, and no percentage: 1.01'),
    ("[network]\nloss=-0.5\n", 'the limit "loss" in [network] is below 0: -0.5'), ("[calls]\n", "it has no limits"),
    ("[network]\nframe=\n", 'the limit "frame" in [network] is no number: '),
    ("[network]\nframe=1x\n", 'the limit "frame" in [network] is no number: 1x'),
    ("[network]\nfrme=1\n", 'there is no limit "frme" in [network]'),
    ("[network]\nfrme=1\nlos=2\n", 'there is no limit "frme" in [network]'),
    ("[network]\nfrme=1\nloss=1\n[net]\nx=1\n", 'there is no limit "frme" in [network]'),
    ("[net]\nx=1\n", 'there is no limit "x" in [net]')])
def test_what_is_wrong_with_limits(tmp_path, limits, told):
    printing(tmp_path, rows=lines([of(kind="rpc")]), budget=limits)
    done = run_with(tmp_path, "--budget", tmp_path / "budget", "--junit", tmp_path / "junit", "/x")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"godot-report: {tmp_path}/budget: {told}\n")
    (suite,) = xml.parse(tmp_path / "junit").getroot()
    assert (suite.get("name"), suite[0][0].get("message")) == (f"{tmp_path}/budget", f"{tmp_path}/budget: {told}")
    for right in "[network]\nloss=1\n", "[network]\nloss=0\n":
        (tmp_path / "budget").write_text(right)
        assert run_with(tmp_path, "--budget", tmp_path / "budget", "/x").returncode == 2


def test_a_first_budget_has_the_greatest_of_all_captures(tmp_path):
    first = [of(kind="rpc", node="n", method="m", src=A, dst=B, wire_bytes=80, **{"from": 7})]
    second = [of(kind="rpc", node="o", method="m", src=SIX, dst=B, wire_bytes=100, retransmission=True, rtt=0.5,
                 **{"from": 7})]
    printing(tmp_path, rows_a=lines(first), rows_b=lines(second))
    expected = f"""[players]
# bytes per second that a player sends, with all headers; most: {SIX}
up=126
# bytes per second that a player receives; most: {B}
down=126
[methods]
# bytes per second of all calls of a method; most: m
*=126
[calls]
# calls of a method per second; most: m
*=2
[nodes]
# bytes per second of all messages that concern a node; most: o
*=126
[network]
# bytes of the longest frame; most: frame 1
frame=100
# part of all bytes that was sent again
repeated=1.251
# seconds in which 95 of 100 acknowledgements came
rtt_p95=0.626
[experts]
# expert items of ENet and Godot that are errors
errors=0
# … that are warnings
warnings=0
# … that are notes
notes=1
"""
    for captures in ["/a", "/b"], ["/b", "/a"]:
        done = run_with(tmp_path, "--budget-from", *captures)
        assert (done.returncode, done.stdout) == (0, expected)


# --- a comparison ---------------------------------------------------------------------------------------


def facts(*rows):
    """What tshark prints of compression, MTU, checksum, MD5 and path; several values of a frame are divided by 1F."""
    return "".join("\t".join(cells) + "\n" for cells in rows)


def compared(folder, before, after, *words):
    printing(folder, rows_a=before, rows_b=after)
    done = run_with(folder, "--compare", *words, "/a", "/b")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_facts_that_differ(tmp_path):
    row = lines([{**CALL, "godot": "4"}])
    before = facts(("0", "1392\x1f1200", "", "", ""), ("", "", "", "one\x1ftwo", "Main/7\x1fMain/B"),
                   ("1", "", "0x5", "", ""),
                   ("", "", "", "same", "Main/Same"), ("", "", "", "x", "Main/Gone"), ("2", "", ""),
                   ("", "", "", "a\x1fb", "odd"))
    after = facts(("4", "1392", "", "", ""), ("", "", "", "three\x1ftwo", "Main/8\x1fMain/B"), ("9", "", "", "", ""),
                  ("5", "", "", "", ""),
                  ("", "", "", "same", "Main/Same"), ("", "", "", "y", "Main/New"))
    before += "{a name may have any beginning, and several lines\n"
    moved = row.replace('"from": 7', '"from": 8')
    assert json.loads(compared(tmp_path, row + before, moved + after, "--json"))["protocol"] == [
        {"what": "MTU", "before": "1200, 1392", "after": "1392"}, {"what": "checksum of ENet", "before": "yes",
                                                                   "after": ""},
        {"what": "compression", "before": "none, range coder", "after": "5, 9, Zstandard"},
        {"what": "methods of Main/PEER", "before": "one", "after": "three"}]
    told = compared(tmp_path, row + before, moved.replace('"4"', '"3"') + after)
    assert told[told.index("protocol\n"):told.index("\n\nplayers")].splitlines() == [
        "protocol", "  Godot: 4 → 3", "  MTU: 1200, 1392 → 1392", "  checksum of ENet: yes → none",
        "  compression: none, range coder → 5, 9, Zstandard", "  methods of Main/PEER: one → three"]
    assert "protocol" not in compared(tmp_path, row + before, row + before)


def spans(*amounts, **members):
    """A row in each second, of so many bytes; 0: none. The last second is not whole."""
    rows = [of(kind="rpc", time=100 + second, wire_bytes=amount, **members)
            for second, amount in enumerate(amounts) if amount]
    return [of(kind="ping", time=100, wire_bytes=0, src=A, dst=B), *rows,
            of(kind="ping", time=100 + len(amounts), wire_bytes=0, src=A, dst=B)]


@pytest.mark.parametrize("before, after, change", [
    ([10] * 8, [11] * 8, "more"), ([11] * 8, [10] * 8, "less"), ([10] * 8, [10] * 8, "same"),
    ([10] * 7, [20] * 8, "unsure"), ([10] * 8, [20] * 7, "unsure"), ([10] * 7 + [20], [20] * 8, "more"),
    ([10] * 6 + [20] * 2, [20] * 8, "more"), ([10] * 5 + [20] * 3, [20] * 8, "same"),
    ([20] * 8, [10] * 6 + [20] * 2, "less"),
    ([20] * 8, [10] * 5 + [20] * 3, "same"), ([10] * 8, [0] * 8, "gone"), ([0] * 8, [10] * 8, "new"),
    ([10] * 7, [0] * 7, "gone"), ([0] * 7, [10] * 7, "new"), ([0] * 6 + [9] * 2, [1] * 8, "more"),
    ([0] * 5 + [9] * 3, [1] * 8, "same")])
def test_ranges_that_do_not_overlap_are_a_change(tmp_path, before, after, change):
    result = json.loads(compared(tmp_path, *(lines(spans(*side, node="n")) for side in (before, after)), "--json"))
    [line] = [line for line in result["nodes"] if line["name"] == "n"]
    assert line["change"] == change
    for side, amounts in ("before", before), ("after", after):
        ranks = sorted(amounts)
        quartiles = {name: ranks[math.ceil(len(ranks) * part / 4) - 1] / 2
                     for part, name in enumerate(("q1", "median", "q3"), 1)}
        assert line.get(side) == ({"mean": sum(amounts) / len(amounts) / 2, **quartiles} if any(amounts) else None)


@pytest.mark.parametrize("window", [1, 2, 4])
def test_spans_of_several_seconds(tmp_path, window):
    """What two players send together in each span, for each of them and each second: rows of the second player come
    after all of the first one."""
    one, other = [8, 4, 20, 40, 12, 4, 2, 6], [14, 0, 2, 0, 6, 0, 16, 0]
    rows = [of(kind="rpc", time=100 + second, node="n", src=src, dst=dst, wire_bytes=amount, **{"from": peer})
            for second in range(8) for src, dst, amount, peer in ((A, B, one[second], 7), (B, A, other[second], 9))
            if amount]
    rows += [of(kind="ping", time=108, wire_bytes=0, src=A, dst=B)]
    result = json.loads(compared(tmp_path, lines(rows), lines(rows), "--json", "--window", str(window)))
    ranks = sorted(sum(one[begin:begin + window] + other[begin:begin + window]) / 2 / window
                   for begin in range(0, 8, window))
    quartiles = [ranks[math.ceil(len(ranks) * part / 4) - 1] for part in (1, 2, 3)]
    assert result["before"]["spans"] == len(ranks)
    for group, name in ("nodes", "n"), ("players", "up"), ("players", "down"):
        [line] = [line for line in result[group] if line["name"] == name]
        assert [line["before"][rank] for rank in ("q1", "median", "q3")] == quartiles
        assert line["before"]["mean"] == sum(one + other) / 2 / 8


def test_rows_without_players_begin_at_any_time(tmp_path):
    """Without addresses one player is assumed from the first row to the last one."""
    rows = lines(of(kind="rpc", time=100 + second, node="n", wire_bytes=80) for second in range(9))
    result = json.loads(compared(tmp_path, rows, rows, "--json"))
    assert {line["name"]: line["before"]["mean"] for line in result["nodes"]} == {"n": 9 * 80 / 8}


def test_peers_of_a_mesh_are_players(tmp_path):
    """The one that was called is a server, unless it speaks as a peer: the peers of a mesh call each other."""
    calls = [of(kind="connect", time=100, src=A, dst=B), of(kind="ping", time=108, src=A, dst=B)]
    speaks = of(kind="rpc", time=100, src=B, dst=A, godot="4")
    for rows, players in (calls, 1), ([*calls, speaks], 2), ([speaks, *calls], 2):
        assert f": 8 spans, {players}.00 players" in compared(tmp_path, lines(rows), lines(rows))


def test_the_text_of_a_comparison(tmp_path):
    before = lines([*spans(*[10] * 8, node="grows"), *spans(*[10] * 8, node="stays"), *spans(*[10] * 8, node="goes")])
    after = lines([*spans(*[30] * 8, node="grows"), *spans(*[10] * 8, node="stays"), *spans(*[4] * 8, node="comes")])
    told = compared(tmp_path, before, after)
    assert told.startswith("before  /a: 8 spans, 2.00 players\nafter   /b: 8 spans, 2.00 players\n\nplayers: ")
    assert told[told.index("\nnodes: "):told.index("\nchannels: ")].splitlines()[1:] == [
        "nodes: bytes per player and second",
        *(f"  {word:6}  {old:>26}  {young:>26}  {rise:>9}  {name}" for word, old, young, rise, name in (
            ("more", "5 (5 … 5)", "15 (15 … 15)", "+200.0 %", "grows"), ("gone", "5 (5 … 5)", "-", "", "goes"),
            ("new", "-", "2 (2 … 2)", "", "comes"))),
        "  same    1 others, whose ranges overlap"]
    assert compared(tmp_path, before, after, "--window", "1") == told
    short = compared(tmp_path, lines(spans(5, node="n")), lines(spans(5, node="n")), "--window", "9")
    assert short.startswith("before  /a: 1 span, ") and "  unsure  " in short


def test_what_is_compared(tmp_path):
    """What two players send and receive in four seconds (the server is none of them), and what messages cost."""
    rows = [of(kind="rpc", node="n", method="m", src=A, dst=B, time=0, wire_bytes=8, earlier_wire_bytes=80,
               **{"from": 7}),
            of(kind="sync", node="s", method="no", src=B, dst=SIX, time=0, wire_bytes=16, mode="unreliable",
               **{"from": 1}),
            of(kind="delta", node="s", src=B, dst=A, time=4, wire_bytes=24, **{"from": 1}),
            of(kind="spawn", node="s", src=SIX, dst=B, time=4, wire_bytes=40, **{"from": 9})]
    result = json.loads(compared(tmp_path, lines(rows), lines(rows), "--json"))
    means = {group: {line["name"]: line["before"]["mean"] for line in result[group]} for group in result
             if group not in ("before", "after", "protocol")}
    assert means == {
        "players": {"up": 48 / 8, "down": 40 / 8}, "methods": {"m": 88 / 8}, "calls": {"m": 1 / 8},
        "synchronizers": {"s": 40 / 8}, "nodes": {"n": 88 / 8, "s": 80 / 8},
        "channels": {"rpc": 8 / 8, "unreliable": 16 / 8, "delta": 24 / 8, "spawn": 40 / 8}}
    assert (result["before"]["players"], result["before"]["spans"]) == (2, 4)


def test_both_sides_of_a_comparison_are_told(tmp_path):
    """As JSON that people can read, and on a page, whose tables have titles."""
    before, after = lines(spans(*[10] * 8, node="n")), lines(spans(*[30] * 9, node="n"))
    printed = compared(tmp_path, before, after, "--json")
    told = json.loads(printed)
    sides = {side: {"capture": capture, "spans": count, "players": 2}
             for side, capture, count in (("before", "/a", 8), ("after", "/b", 9))}
    assert {side: told[side] for side in sides} == sides and len(printed.splitlines()) > 20
    assert compared(tmp_path, before, after, "-o", tmp_path / "page") == ""
    html = (tmp_path / "page").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', html)[1])
    assert {side: data[side] for side in sides} == sides
    assert [(table["id"], table["title"], table["rows"]) for table in data["tables"]] == [
        (name, f"{name.capitalize()}: {what}", told[name]) for name, what in (
            ("players", "bytes per player and second"), ("methods", "bytes of calls per player and second"),
            ("calls", "calls per player and second"), ("synchronizers", "bytes of updates per player and second"),
            ("nodes", "bytes per player and second"), ("channels", "bytes per player and second"))]


def test_what_several_peers_have_is_added_up_for_each_second(tmp_path):
    """Of nodes and synchronizers that differ in the ids of their peers, whose rows do not follow one another."""
    rows = [of(kind="sync", time=second, node=f"Main/{peer}", wire_bytes=peer, src=f"1.1.1.1:{peer}", dst=B,
               **{"from": peer}) for peer in (20, 40) for second in range(9)]
    result = json.loads(compared(tmp_path, lines(rows), lines(rows), "--json"))
    rate = {"q1": 20, "median": 20, "q3": 20}
    for group in "nodes", "synchronizers":
        [line] = result[group]
        assert line["name"] == "Main/PEER" and {name: line["before"][name] for name in rate} == rate
    assert {name: lines_of["before"][name] for lines_of in result["players"] if lines_of["name"] == "up"
            for name in rate} == rate


@pytest.mark.parametrize("seconds", [3, 5, 7])
def test_a_last_second_that_is_not_whole_is_in_no_quartile(tmp_path, monkeypatch, seconds):
    """Whatever is in the memory behind the spans: the C library fills it with something else than 0."""
    monkeypatch.setenv("MALLOC_PERTURB_", "165")
    rows = lines(of(time=time, node="n", wire_bytes=10) for time in range(seconds + 1))
    told = json.loads(compared(tmp_path, rows, rows, "--json"))
    assert told["nodes"][0]["before"] == {"mean": 10 * (seconds + 1) / seconds, "q1": 10, "median": 10, "q3": 10}


def test_players_are_there_from_their_first_to_their_last_row(tmp_path):
    """Whichever is told first."""
    rows = [of(time=time, kind="ping", src=src, dst=B, **{"from": 1 if src == B else 7})
            for time, src in ((0, B), (6, A), (2, A), (4, A), (8, B))]
    told = json.loads(compared(tmp_path, lines(rows), lines(sorted(rows, key=lambda row: row["time"])), "--json"))
    assert [told[side]["players"] for side in ("before", "after")] == [0.5, 0.5]


def test_numbers_are_no_peers(tmp_path):
    """Peers of a mesh may have the ids 2 and 3, as methods, nodes and channels have."""
    row = lines([of(kind="rpc", method=number, node=number, mode="reliable", channel=number, to=5 - number,
                    **{"from": number})
                 for number in (2, 3)] + [of(kind="sync", node="Main/3"), of(kind="rpc", method="on_2")])
    result = json.loads(compared(tmp_path, row, row, "--json"))
    assert {group: [line["name"] for line in result[group]] for group in ("methods", "nodes", "channels")} == {
        "methods": ["#2", "#3", "on_2"], "nodes": ["#2", "#3", "Main/PEER"],
        "channels": ["reliable, channel 2", "reliable, channel 3", "rpc", "sync"]}


def test_players_are_told_even_if_they_cost_the_same(tmp_path):
    rows = lines(spans(*[10] * 8, src=A, dst=B, node="n"))
    told = compared(tmp_path, rows, rows)
    assert [line.split()[0] + line.split()[-1] for line in told.splitlines() if line.startswith("  same")] == [
        "samedown", "sameup", "sameoverlap", "sameoverlap"]


def test_a_rise_is_told_of_any_mean(tmp_path):
    """But not of 0."""
    before, after = ([of(time=time, node=node, wire_bytes=amount) for time in range(9) for node, amount in some.items()]
                     for some in ({"n": 0.5, "zero": 0}, {"n": 1.5, "zero": 3}))
    told = compared(tmp_path, lines(before), lines(after))
    lines_of = {line.split()[-1]: line for line in told[told.index("\nnodes: "):].splitlines() if line}
    assert " 0.5625 (0.5 … 0.5) " in lines_of["n"] and " +200.0 %  n" in lines_of["n"] and "%" not in lines_of["zero"]


def test_what_cannot_be_read_is_told_once(tmp_path):
    """And nothing else is read or written."""
    printing(tmp_path, rows_a="", rows_b=lines([CALL]), fields_a="", fields_b="")
    for words in ["--compare", "-o", tmp_path / "page"], ["-o", tmp_path / "page"]:
        done = run_with(tmp_path, *words, "/a", "/b")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "godot-report: /a: nothing of Godot's is in it\n")
        assert not (tmp_path / "page").exists()
    assert "/b" not in (tmp_path / "asked").read_text()


def test_channels_have_their_modes(tmp_path):
    row = lines([of(kind="rpc", mode="reliable", channel=2), of(kind="rpc", mode="unreliable"),
                 of(kind="ack", channel=3), of()])
    result = json.loads(compared(tmp_path, row, row, "--json"))
    assert {line["name"] for line in result["channels"]} == {"reliable, channel 2", "unreliable", "ack", "?"}


@pytest.mark.parametrize("name, shown", [
    ("Main/77/x77", "Main/PEER/xPEER"), ("Main/770", "Main/770"), ("77", "PEER"), ("Main/1", "Main/1"),
    ("Main/88", "Main/PEER"),
    ("Main/99 77", "Main/PEER PEER"), ("Main/2", "Main/PEER"), ("Main/0", "Main/0")])
def test_ids_of_peers_in_names(tmp_path, name, shown):
    """Of who speaks, of whom it is said to, and of who is left out; the server's is the same in each run."""
    rows = lines([of(kind="rpc", node=name, to=88, **{"from": 77}), of(kind="rpc", to=-99, **{"from": 1}),
                  of(kind="rpc", to=-1, **{"from": 2})])
    result = json.loads(compared(tmp_path, rows, rows, "--json"))
    assert [line["name"] for line in result["nodes"]] == [shown]


@pytest.mark.parametrize("seconds, is_told", [(1_000_000, False), (1_000_001, True)])
def test_a_million_spans_are_compared(tmp_path, seconds, is_told):
    rows = lines([of(time=1, kind="rpc"), of(time=1 + seconds, kind="rpc")])
    printing(tmp_path, rows=rows)
    done = run_with(tmp_path, "--compare", "/a", "/b")
    assert ("too long a time" in done.stderr) == is_told and done.returncode == (2 if is_told else 0)


# --- what is written where ------------------------------------------------------------------------------


def test_a_page_has_a_name_if_none_is_said(tmp_path):
    printing(tmp_path, rows=lines([CALL]))
    done = run_with(tmp_path, "/x", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "report.html: open it in a browser\n")
    assert (tmp_path / "report.html").exists()


def test_the_version_is_told(tmp_path):
    wireshark.skip_on_windows("a program that is run without Wine")
    done = run_with(tmp_path, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    told = run_with(tmp_path, "--help").stdout
    assert "Says what a Godot game's traffic costs" in told and "Exit status: 0 " in told and "--hold=MEGABYTES" in told
    assert re.fullmatch(r"godot-report \d+\.\d+\.\d+, for Wireshark \d+\.\d+\n", done.stdout)


def test_junit_that_cannot_be_written_is_no_success(tmp_path):
    printing(tmp_path, rows=lines([of(kind="rpc")]), budget="[calls]\n*=9\n")
    file = tmp_path / ("x" * 300)
    done = run_with(tmp_path, "--budget", tmp_path / "budget", "--junit", file, "/x")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1) and f"{file}: " in done.stderr


@pytest.mark.parametrize("words", [["-o", "FILE", "/x"], ["--compare", "-o", "FILE", "/x", "/y"],
                                   ["--budget", "BUDGET", "--junit", "FILE", "/x"]], ids=" ".join)
def test_what_cannot_be_written_is_told(tmp_path, words):
    """Of which only the name is wrong, or whose disk is full."""
    wireshark.skip_on_windows("a device")
    printing(tmp_path, rows=lines([of(kind="rpc")]), budget="[calls]\n*=9\n")
    for file, why in (tmp_path / ("x" * 300), "too long"), ("/proc/self/fd/1", "space"):
        known = {"FILE": file, "BUDGET": tmp_path / "budget"}
        with open("/dev/full", "wb") as full:
            done = subprocess.run([REPORT, *(known.get(word, word) for word in words)], stdout=full,
                                  stderr=subprocess.PIPE,
                                  env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}, text=True,
                                  check=False)
        told = [line for line in done.stderr.splitlines() if "the output cannot" not in line]
        assert done.returncode == 2 and len(told) == 1 and f"{file}: " in told[0] and why in told[0], done.stderr
