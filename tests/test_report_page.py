# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of godot-report: its numbers are held against the rows, its filters against tshark; a browser shows it."""

import base64
import contextlib
import csv
import hashlib
import io
import json
import math
import re
import shutil
import struct
import time
import unicodedata
from collections import Counter, defaultdict

import pytest

import browsers
import counted as statistics
import damages
import enet
import pcap
import recorded
import traffic
import wireshark
from browsers import CHROMIUM, FIREFOX
from reports import REPORT, run

RPC, REPLICATION, LOSSY = (wireshark.CAPTURES / f"godot4-{name}.pcapng" for name in ("rpc", "replication", "lossy"))

pytestmark = pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")


def page_of(capture, *words):
    """Returns the text of the page and the data in it; the words are more captures or options."""
    file = wireshark.writable_folder() / "report.html"
    done = run(capture, "--output", file, *words)
    assert done.returncode == 0 and "CRITICAL" not in done.stderr, done.stderr      # that is GLib's own complaint
    html = file.read_text(encoding="utf-8")
    return html, json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])


def rows_of(capture, *options):
    """Returns the rows, with what carries them: most captures that are read here have ENet only."""
    text = wireshark.tshark("-n", "-q", "-r", capture, "-z", "godot,messages", *options)
    return [{**json.loads(row), "transport": "ENet"} for row in text.split("\n") if row]


NAMED = {"methods", "synchronizers", "spawns", "spawners", "calls", "nodes"}
WHOLE = {*NAMED, "peers", "modes", "channels"}


def frames_in(rows):
    """Returns a row for each frame, with the class of its length."""
    lengths = defaultdict(int)
    for row in rows:
        lengths[row["frame"], row["time"]] += row["wire_bytes"]
    return [{"frame": frame, "time": time, "wire_bytes": size, "kind": "frame",
             "length": f"{size // 100 * 100} to {size // 100 * 100 + 99}"} for (frame, time), size in lengths.items()]


TABLES = {      # member of the rows, their kinds, a member that they need
    "sent": ("src", None, None), "received": ("dst", None, None), "peers": ("from", None, None),
    "methods": ("method", {"rpc"}, None), "synchronizers": ("node", {"sync", "delta"}, None),
    "spawns": ("node", {"spawn", "despawn"}, None), "spawners": ("spawner", {"spawn"}, None),
    "calls": ("node", {"rpc"}, None),
    "nodes": ("node", None, None), "kinds": ("kind", None, None),
    "transports": ("transport", None, None), "frames": ("length", None, None),
    "modes": ("mode", None, None), "channels": ("channel", None, "mode"), "connections": ("stream", None, None),
    "releases": ("godot", None, None), "experts": ("experts", None, None)}


def groups_of(rows, table):
    member, kinds, needed = TABLES[table]
    groups = defaultdict(list)
    for row in frames_in(rows) if table == "frames" else rows:
        if member in row and (not kinds or row["kind"] in kinds) and (not needed or needed in row):
            if table in WHOLE:
                row = {**row, "wire_bytes": row["wire_bytes"] + row.get("earlier_wire_bytes", 0)}
            for value in row[member] if isinstance(row[member], list) else [row[member]]:
                groups[f"#{value}" if table in NAMED and isinstance(value, int) else str(value)].append(row)
    return groups


@pytest.mark.parametrize("capture", [RPC, REPLICATION, LOSSY], ids=lambda capture: capture.stem)
def test_numbers_are_those_of_the_rows(capture):
    _, data = page_of(capture)
    rows = rows_of(capture)
    begin, end = (choose(row["time"] for row in rows) for choose in (min, max))
    assert (data["capture"], data["count"], data["bytes"]) == (
        capture.name, len(rows), sum(row["wire_bytes"] for row in rows))
    assert (data["begin"], data["seconds"]) == (pytest.approx(begin), pytest.approx(end - begin, abs=1e-6))
    assert [table["id"] for table in data["tables"]] == list(TABLES)
    for table in data["tables"]:
        groups = groups_of(rows, table["id"])
        assert table["entries"] == len(groups) == len(table["rows"])
        found = {row["name"]: (row["count"], row["bytes"], row["frame"]) for row in table["rows"]}
        assert found == {name: (len(some), sum(row["wire_bytes"] for row in some), some[0]["frame"])
                         for name, some in groups.items()}, table["id"]
        costliest = [(-row["bytes"], row["name"].encode()) for row in table["rows"]]
        assert costliest == sorted(costliest)
        for row in table["rows"]:
            some = groups[row["name"]]
            assert (row["begin"], row["end"]) == pytest.approx((some[0]["time"] - begin, some[-1]["time"] - begin),
                                                               abs=1e-6)
            assert "rate" not in row or table["id"] in ("sent", "received", "methods", "synchronizers", "nodes")
            if table["id"] in ("methods", "synchronizers", "nodes"):
                assert row["rate"] == pytest.approx(row["bytes"] / max(1, end - begin))
    assert all(table["title"] for table in (*data["tables"], data["lives"], data["properties"]))
    longest = max(frames_in(rows), key=lambda row: row["wire_bytes"])
    assert {"what": "Bytes of the longest frame", "value": longest["wire_bytes"],
            "where": f"frame {longest['frame']}"} in data["figures"]
    spoke = {(str(row["from"]), row["src"]) for row in rows if "from" in row and "relayed" not in row}
    sent, received, peers = ({row["name"]: row for row in table["rows"]} for table in data["tables"]
                             if table["id"] in ("sent", "received", "peers"))
    assert {(peer, row["address"]) for peer, row in peers.items()} == spoke and len(spoke) > 1
    for table in sent, received:
        assert {(row["peer"], address) for address, row in table.items()} == spoke


@pytest.mark.parametrize("capture", [RPC, REPLICATION, LOSSY], ids=lambda capture: capture.stem)
def test_bytes_are_those_of_the_statistics(capture):
    """Of all frames, and of each method."""
    _, data = page_of(capture)
    trees = statistics.read(capture)[1]
    assert data["bytes"] == trees["godot_bytes"]["Bytes of all frames"].number > 0
    methods = Counter()
    for node in trees["godot_rpc"]["Calls: bytes on the wire"].lines if "godot_rpc" in trees else []:
        for method in node.lines:
            methods[method.name] += method.number
    (rows,) = (table["rows"] for table in data["tables"] if table["id"] == "methods")
    assert {row["name"]: row["bytes"] for row in rows} == methods


def test_datagrams_in_fragments_of_ip_are_told_apart():
    """Their bytes are those of several frames, so they have no length among those of frames."""
    line = traffic.Line()
    opened, long = list(line.opened()), line.unsequenced(True, b"\x03" + bytes(5000))
    pieces = pcap.fragments(long)
    path = pcap.write(wireshark.writable_folder() / "divided.pcap", [*opened, *pieces])
    _, data = page_of(path)
    frames, = (table for table in data["tables"] if table["id"] == "frames")
    assert {row["name"]: (row["count"], row["bytes"], row["frame"]) for row in frames["rows"]} == {
        "0 to 99": (len(opened), sum(map(len, opened)), 1),
        "several frames: IP fragments": (1, sum(map(len, pieces)), len(opened) + len(pieces))}
    assert data["bytes"] == sum(map(len, [*opened, *pieces]))
    for row in frames["rows"]:
        assert len(wireshark.frames(path, row["filter"])) == row["count"]


def spans_of(data, spans):
    """Returns {number of a span: (rows, bytes)}, in the order of the page."""
    found = {number: (count, size) for number, count, size in zip(*[iter(spans)] * 3, strict=True)}
    assert list(found) == sorted(found) and all(0 <= number < data["spans"] for number in found)
    return found


def counted(rows, data):
    """Returns the same of rows: a span has some milliseconds, counted since 1970."""
    length = round(data["span"] * 1000)
    first = round((data["begin"] + data["first"]) * 1000) // length
    found = defaultdict(lambda: (0, 0))
    for row in rows:
        number = int(row["time"] * 1000 // length - first)
        found[number] = (found[number][0] + 1, found[number][1] + row["wire_bytes"])
    return dict(found)


@pytest.mark.parametrize("capture", [REPLICATION, LOSSY], ids=lambda capture: capture.stem)
def test_spans_of_time_are_those_of_the_rows(capture):
    _, data = page_of(capture)
    rows = rows_of(capture)
    assert 128 <= data["spans"] <= 256 and data["span"] * data["spans"] >= data["seconds"]
    assert -data["span"] < data["first"] <= 0
    for table in data["tables"]:
        groups = groups_of(rows, table["id"])
        for row in table["rows"]:
            assert spans_of(data, row["spans"]) == counted(groups[row["name"]], data), (table["id"], row["name"])


def test_properties_are_those_of_the_values():
    """The bytes of each synchronizer's unchanged values are those that the fields of its frames say."""
    _, data = page_of(REPLICATION)
    unchanged = wireshark.fields(REPLICATION, "godot.sync.unchanged_bytes", "godot.sync.unchanged_bytes")
    found = {row["name"]: (row["bytes"], row["unchanged"]) for row in data["properties"]["rows"]}
    order = [(-row["unchanged"], row["name"].encode()) for row in data["properties"]["rows"]]
    assert order == sorted(order) and len(order) > 2
    assert sum(same for _, same in found.values()) == sum(int(size) for (sizes,) in unchanged for size in sizes) > 0
    for node in ("Main/World/Sync", "Main/Players/1309949100/Input/Sync"):
        last, changes, same = {}, 0, 0
        for row in rows_of(REPLICATION):
            if row["kind"] == "sync" and row["node"] == node:
                way, (value,) = (row["src"], row["dst"], row["from"], row["to"]), row["properties"]
                same += last.get(way) == value
                changes += last.get(way) != value
                last[way] = value
        size, rest = found[f"{node}:#0"]
        assert (size, rest) == (12 * (same + changes), 12 * same) and same > 5


def test_properties_of_nodes_whose_names_have_spaces():
    """In the tables that tshark prints, a count stands in its column, not behind the first two spaces."""
    line = traffic.Line()
    node = "Main/Two  spaces 7  8"
    packets = [*line.opened(), line.reliable(True, traffic.simplify4(1, node)),
               line.reliable(False, traffic.confirm4(1))]
    for tick, value in enumerate((1, 1, 2)):
        state = struct.pack("<BH", 6, tick) + traffic.element4(0x80000001, traffic.vector3(value, 0, 0))
        packets.append(line.unsequenced(True, state))
    path = wireshark.writable_folder() / "spaces.pcap"
    traffic.write(path, packets)
    wireshark._give_away(path.parent)
    _, data = page_of(path)
    assert data["properties"]["rows"] == [{"name": f"{node}:#0", "bytes": 3 * 16, "unchanged": 16,
                                           "filter": f'(godot.sync.node == "{node}") && godot.message == "sync"'}]


def fills_of(capture):
    """(sender, MTU, share) -> [datagrams, bytes], from the fields of each datagram: as long as it is decompressed."""
    fields = ("enet.stream", "ip.src", "udp.srcport", "ip.dst", "udp.dstport", "udp.length", "enet.compressed",
              "enet.uncompressed_length", "enet.connect.mtu", "enet.flags.compressed")
    mtus, found = {}, defaultdict(lambda: [0, 0])
    for (stream,), *ends, (length,), squeezed, plain, mtu, compressed in wireshark.fields(capture, "enet", *fields):
        if mtu:
            mtus[stream] = int(mtu[0])      # the answer's is the one that counts
        size = int(length) - 8
        unread = compressed[0] in ("1", "True") and not plain
        if plain:
            size += int(plain[0]) - len(squeezed[0].replace(":", "")) // 2
        way = "{}:{} → {}:{}".format(*(cell for (cell,) in ends))
        most = mtus.get(stream)
        share = "compressed, not read" if unread else "?" if not most else "above 100 %" if size > most else \
            f"up to {max(1, math.ceil(size * 10 / most)) * 10} %"
        fill = found[f"Connection {stream}: {way}", str(most or "not captured"), share]
        fill[0] += 1
        fill[1] += size
    return dict(found)


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-compression-zstd", "godot4-late", "godot4-late-range",
                                  "enet-reuse", "enet-checksum-range"])
def test_how_full_datagrams_are(name):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    _, data = page_of(capture)
    rows = data["fills"]["rows"]
    found = {(row["name"], row["mtu"], row["share"]): [row["datagrams"], row["bytes"]] for row in rows}
    assert found == fills_of(capture) != {}
    assert len(found) == len(rows) == data["fills"]["entries"]
    assert ({mtu for _, mtu, _ in found} == {"not captured"}) == ("late" in name)
    assert [row["bytes"] for row in rows] == sorted((row["bytes"] for row in rows), reverse=True)


def test_a_datagram_above_the_mtu():
    """576 bytes are 57.6 in each tenth: 57 are below the first limit, 58 above it."""
    datagrams = [enet.datagram(enet.connect(mtu=576), peer=0xFFF)]
    sizes = (57, 58, 115, 116, 576, 577)
    datagrams += [enet.datagram(enet.reliable(number + 2, bytes(size - 10))) for number, size in enumerate(sizes)]
    assert [len(datagram) for datagram in datagrams[1:]] == list(sizes)
    path = wireshark.writable_folder() / "full.pcap"
    pcap.write(path, [pcap.udp(datagram) for datagram in datagrams])
    wireshark._give_away(path.parent)
    _, data = page_of(path)
    found = {row["share"]: (row["datagrams"], row["bytes"]) for row in data["fills"]["rows"]}
    assert found == {"up to 10 %": (2, len(datagrams[0]) + 57), "up to 20 %": (2, 58 + 115), "up to 30 %": (1, 116),
                     "up to 100 %": (1, 576), "above 100 %": (1, 577)}


def test_transports_are_told_apart():
    folder = wireshark.CAPTURES
    for capture, transport in {
            folder / "webrtc-rpc.pcapng": "WebSocket, WebRTC or DTLS", LOSSY: "ENet",
            folder / "debugger-4.6.pcapng": "remote debugger",
            folder / "stream-4.6.pcapng": "streams and single Variants",
            folder / "recordings" / "godot4-rpc.server.recording.pcapng": "recording inside the game"}.items():
        _, data = page_of(capture, *(["--decode-as=tcp.port==21001,godot.stream"] if "stream" in capture.name else []))
        (rows,) = (table["rows"] for table in data["tables"] if table["id"] == "transports")
        assert [row["name"] for row in rows] == [transport]


def write_rows(name, rows):
    file = wireshark.writable_folder() / f"{name}.jsonl"
    file.write_text("".join(json.dumps({"kind": "rpc", **row}) + "\n" for row in rows))
    wireshark._give_away(file.parent)
    return file


def page_of_rows(rows):
    return page_of(write_rows("rows", rows))


def test_spans_of_time_hold_whatever_the_times_are():
    """Rows that are out of order, an hour apart, before 1970, and at times that no calendar has."""
    times = [7200.5, 3600, 3600.0004, -1.5, -65.536, 7200.4999, 20]
    _, data = page_of_rows({"frame": 1, "time": time, "node": "n", "wire_bytes": 3} for time in times)
    (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
    assert spans_of(data, nodes[0]["spans"]) == counted([{"time": time, "wire_bytes": 3} for time in times], data)
    assert data["spans"] <= 256
    assert (nodes[0]["begin"], nodes[0]["end"]) == (0, max(times) - min(times))
    for time in (1e308, -1e308, 1e12):
        _, data = page_of_rows({"frame": 1, "time": one, "node": "n", "wire_bytes": 1} for one in (0, time))
        (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
        assert sum(count for count, _ in spans_of(data, nodes[0]["spans"]).values()) == 2 and data["spans"] <= 256


def test_the_longest_frame_has_the_bytes_of_all_its_rows():
    _, data = page_of_rows({"frame": frame, "time": frame, "kind": "rpc", "wire_bytes": size}
                           for frame, size in ((1, 100), (1, 100), (2, 150)))
    assert {"what": "Bytes of the longest frame", "value": 200, "where": "frame 1"} in data["figures"]


RELEASES = ["3", "4", "4.0 to 4.2", "4.1 or later", "4.1 or 4.2", "4.3 or later"]       # docs/messages.md


@pytest.mark.parametrize("told, shown", [
    (["4", "4.1 or 4.2", "4"], "4.1 or 4.2"), (["4.0 to 4.2", "4.1 or later", "?"], "4.1 or later"),
    (["4.3 or later", "3"], "4.3 or later"), (["?"], None), *(([release], release) for release in RELEASES)])
def test_the_release_of_a_peer_is_the_most_exact_one(told, shown):
    _, data = page_of_rows({"frame": 1, "time": 1, "from": 1, "godot": one, "wire_bytes": 1} for one in told)
    (peers,) = (table["rows"] for table in data["tables"] if table["id"] == "peers")
    assert peers[0].get("godot") == shown


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_at_most_three_addresses_of_a_peer_are_told(count):
    addresses = [f"10.0.0.{number}:7" for number in range(count)]
    _, data = page_of_rows({"frame": 1, "time": 1, "from": 1, "src": address, "wire_bytes": 1} for address in addresses)
    (peers,) = (table["rows"] for table in data["tables"] if table["id"] == "peers")
    assert peers[0]["address"] == ", ".join(addresses[:3] + ["…"] * (count > 3))


def test_others_have_the_rest_of_a_table():
    """What 600 nodes said, each at two times: the file has the spans of 500, and those of the others as one."""
    rows = [{"frame": 1, "time": time, "node": f"n{node}", "wire_bytes": node}
            for time in range(2) for node in range(1, 601)]
    _, data = page_of_rows(rows)
    (nodes,) = (table for table in data["tables"] if table["id"] == "nodes")
    assert spans_of(data, nodes["others"]["spans"]) == counted(
        [row for row in rows if row["wire_bytes"] <= 100], data)


def test_spans_of_time_have_a_bound():
    """500 nodes that speak in each of 256 spans: the spans become longer, and the file has at most 60,000 of them."""
    rows = [{"frame": 1, "time": time, "node": f"n{node}", "wire_bytes": 1}
            for time in range(256) for node in range(500)]
    html, data = page_of_rows(rows)
    entries = [row for table in data["tables"] for row in table["rows"]]
    assert 15_000 < sum(len(row["spans"]) // 3 for row in entries) <= 60_000 and len(without_chart(html)) < 1_500_000
    (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
    assert all(sum(spans_of(data, row["spans"])[number][0] for number in range(data["spans"])) == 256 for row in nodes)


@pytest.mark.parametrize("capture", [REPLICATION, LOSSY], ids=lambda capture: capture.stem)
def test_lives_are_those_of_the_timeline(capture):
    text = wireshark.tshark("-n", "-q", "-r", capture, "-z", "godot,timeline")
    lives = [json.loads(row) for row in text.split("\n") if row]
    [[first]] = wireshark.fields(capture, "frame.number == 1", "frame.time_epoch")
    _, data = page_of(capture)
    shift = float(first[0]) - data["begin"]
    assert data["lives"]["entries"] == len(data["lives"]["rows"]) == len(lives) > 2
    for life, row in zip(lives, data["lives"]["rows"]):
        assert life["start"] == pytest.approx(float(first[0]), abs=2e-6)
        assert row["name"].startswith("" if life["kind"] == "peer" else life["kind"]) and life["name"] in row["name"]
        assert row["name"].endswith(life.get("way", ""))
        for member, there in {"begin": "first", "end": "last", "came": "came", "went": "went"}.items():
            assert (member in row) == (there in life)
            assert member not in row or row[member] == pytest.approx(life[there] + shift, abs=5e-6)
        assert row.get("silence") == life.get("silence") and ("silent" in row) == ("silent_too_long" in life)


def frames_of(rows):
    return {row["frame"] for row in rows}


@pytest.mark.parametrize("table", TABLES)
def test_filters_find_the_rows(table):
    """Of two rows of each table: the first one, and the last one with a filter."""
    _, data = page_of(REPLICATION)
    groups = groups_of(rows_of(REPLICATION), table)
    found = [row for one in data["tables"] if one["id"] == table for row in one["rows"] if "filter" in row]
    assert bool(found) == (table not in ("releases", "transports"))
    for row in found[::max(1, len(found) - 1)]:
        frames = wireshark.fields(REPLICATION, row["filter"], "frame.number")
        assert {int(number[0]) for (number,) in frames} == frames_of(groups[row["name"]]), row["filter"]


@pytest.mark.parametrize("name", ["websocket-3.2-multiplayer", "websocket-4.6-multiplayer"])
def test_filters_find_all_frames_with_rows(name):
    """Also those with words of a WebSocket's multiplayer only."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    _, data = page_of(capture, "-2")
    lengths = [row["filter"] for table in data["tables"] if table["id"] == "frames" for row in table["rows"]]
    frames = wireshark.fields(capture, " || ".join(lengths), "frame.number", options=["-2"])
    assert {int(number[0]) for (number,) in frames} == frames_of(rows_of(capture, "-2"))


def test_words_for_what_is_not_known_have_no_filter():
    _, data = page_of(wireshark.CAPTURES / "godot3.2.3-malformed.pcapng")
    rows = {(table["id"], row["name"]): row for table in data["tables"] for row in table["rows"]}
    for unknown, known in (("methods", "?"), ("methods", "any")), (("kinds", "message"), ("kinds", "rpc")):
        assert "filter" not in rows[unknown] and "filter" in rows[known]


def test_a_node_whose_name_is_not_known_has_no_filter():
    """A row has its number instead, which no field of the message holds."""
    _, data = page_of_rows([{"frame": 1, "time": 1, "kind": "rpc", "node": 5, "wire_bytes": 1}])
    assert {(table["id"], row["name"]) for table in data["tables"] for row in table["rows"] if "filter" not in row} == {
        ("calls", "#5"), ("nodes", "#5"), ("kinds", "rpc"), ("transports", "WebSocket, WebRTC or DTLS")}


@pytest.mark.parametrize("name", ["godot4-rpc", "godot4-compression-zstd", "godot4-late-range", "enet-checksum-range",
                                  "dtls-enet"])
def test_filters_find_the_datagrams_of_a_share(name):
    """As many as the row counts, also of datagrams that are compressed."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    _, data = page_of(capture)
    rows = data["fills"]["rows"]
    assert len(rows) > 1
    for row in rows:
        frames = wireshark.fields(capture, row["filter"], "frame.number")
        assert len(frames) == row["datagrams"], row


def test_filters_find_what_lived():
    """And its places are those in the tables."""
    _, data = page_of(REPLICATION)
    rows = rows_of(REPLICATION)
    kinds = set()
    names = {table["id"]: [row["name"] for row in table["rows"]] for table in data["tables"]}
    tables_of = {"peer": {"peers"}, "node": {"nodes", "calls"}, "synchronizer": set()}
    for life in data["lives"]["rows"]:
        kind, _, name = life["name"].partition(" ")
        name = name.partition(", ")[0]
        if kind == "peer":
            some = [row for row in rows if row.get("from") == int(name.split()[0])]
        elif kind == "synchronizer":
            some = [row for row in rows if row.get("node") == name and row["kind"] in ("sync", "delta")]
        else:
            some = [row for row in rows if row.get("node") == name]
        assert ("filter" in life) == bool(some), life
        shown = name.split()[0] if kind == "peer" else name
        assert {table: life[table] for table in ("peers", "nodes", "calls") if table in life} == {
            table: names[table].index(shown) for table in tables_of[kind] if shown in names[table]}
        if some:
            kinds.add(kind)
            frames = wireshark.fields(REPLICATION, life["filter"], "frame.number")
            assert {int(number[0]) for (number,) in frames} == frames_of(some), life
    assert kinds == {"peer", "synchronizer", "node"}


def test_filters_find_the_values_of_properties():
    _, data = page_of(REPLICATION)
    for row in data["properties"]["rows"]:
        frames = wireshark.fields(REPLICATION, row["filter"], "frame.number")
        assert frames_of(one for one in rows_of(REPLICATION) if one["kind"] == "sync"
                         and row["name"].startswith(one.get("node", "?"))) == {int(number[0]) for (number,) in frames}


ODD = ["</script><script>alert(1)</script><!--", 'a"b\\c', "\u2028\u2029", "right\u202eleft\x01\x7f", "'=1+1",
       "@DATA@@STYLE@", "größte Axt \U0001f600", "\U0001f469\u200d\U0001f4bb \U0002070e"]


def odd_capture(names):
    line = traffic.Line()
    packets = [*line.opened()]
    for number, name in enumerate(names, 1):
        packets.append(line.reliable(True, traffic.simplify4(number, name)))
        packets.append(line.reliable(True, traffic.call4(number, 0, traffic.integer(1))))
    path = wireshark.writable_folder() / "odd.pcap"
    traffic.write(path, packets)
    wireshark._give_away(path.parent)
    return path


def without_chart(html):
    """Returns a page without Chart.js, if it was built with it."""
    chart = re.search(r"<script>([^<]*/\*!\s*\* Chart.js v3.*?)</script>", html, re.DOTALL)
    assert not chart or ("</script" not in chart[1] and "<!--" not in chart[1])
    return html.replace(chart[1], "", 1) if chart else html


def test_names_are_data():
    names = [*ODD, "x" * 400]
    capture = odd_capture(names)
    rows = [row for row in rows_of(capture) if "node" in row]
    html, data = page_of(capture)
    (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
    assert nodes and len(nodes) == len({row["node"] for row in rows}) == len(names)
    assert {life.get("filter", "") for life in data["lives"]["rows"] if life["name"].startswith("node ")} == {
        node.get("filter", "") for node in nodes}
    own = without_chart(html)
    assert own.count("<script") == own.count("</script>") == 3 and own.count("<!--") == own.count("-->") == 4
    assert "shall be included in all copies" in html        # the licence of Chart.js
    assert not re.search("[\u2028\u2029\u202e\x01\x7f]", own)
    assert not any(ord(letter) < 32 for node in nodes for letter in node["name"] + node.get("filter", ""))
    for node in nodes:
        if node["name"].endswith("…"):
            assert len(node["name"]) == 121 and "filter" not in node
        else:
            found = wireshark.fields(capture, node["filter"], "frame.number")
            some = [row for row in rows if row["node"] == node["name"]]
            calls = [row for row in some if row["kind"] == "rpc"]   # an announcement's field has no escapes
            assert calls and frames_of(calls) <= {int(number[0]) for (number,) in found} <= frames_of(some)


def test_names_that_are_not_seen_have_no_filter():
    rows = wireshark.writable_folder() / "odd.jsonl"
    rows.write_text(json.dumps({"frame": 1, "time": 1, "kind": "rpc", "node": "a\u202eb\x01", "wire_bytes": 1}) + "\n")
    wireshark._give_away(rows.parent)
    _, data = page_of(rows)
    assert [(row["name"], "filter" in row) for table in data["tables"] for row in table["rows"]] == [
        ("a?b?", False), ("a?b?", False), ("rpc", False), ("WebSocket, WebRTC or DTLS", False), ("0 to 99", True)]


def test_a_table_has_a_bound():
    rows = wireshark.writable_folder() / "many.jsonl"
    rows.write_text("".join(json.dumps({"frame": number, "time": number, "kind": "rpc", "node": f"n{number}" * 10000,
                                        "wire_bytes": number}) + "\n" for number in range(1, 600)))
    wireshark._give_away(rows.parent)
    html, data = page_of(rows)
    (nodes,) = (table for table in data["tables"] if table["id"] == "nodes")
    assert (nodes["entries"], len(nodes["rows"]), nodes["rows"][0]["bytes"]) == (599, 500, 599)
    assert len(without_chart(html)) < 300_000


def test_the_policy_allows_its_own_script_and_style_only():
    html, _ = page_of(RPC)
    policy = re.search(r'Content-Security-Policy"\s+content="([^"]*)"', html)[1]
    for tag, texts in (("script", 2), ("style", 1)):
        found = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in found]
        assert len(found) == texts and f"{tag}-src " + " ".join(f"'sha256-{digest}'" for digest in digests) in policy
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy
    assert not re.search(r"innerHTML|https?:|\bsrc=", without_chart(html))


# --- several captures of one session ----------------------------------------------------------


def write_capture(name, frames):
    path = recorded.write(frames)
    return path.rename(path.with_name(f"{name}.pcap"))


def of_conversation(number):
    """Returns the frames of one client."""
    frames = recorded.read(REPLICATION)
    ends = set(damages.conversations(frames)[number])
    return [frame for frame in frames if set(damages.ends(frame)) == ends]


def sums_of(data):
    """Returns {table: {name: (rows, bytes)}} and the same number of a table's spans."""
    return {table["id"]: {row["name"]: (row["count"], row["bytes"], row["spans"]) for row in table["rows"]}
            for table in data["tables"]}


def counted_as(data):
    return {row["name"]: row["same"] for row in data["connections"]["rows"]}


def test_a_connection_of_two_captures_is_counted_once():
    """The client's capture was made behind a NAT, with a clock that is ahead: CONNECT's random id tells what it is."""
    moved = [damages.behind(frame)._replace(time=frame.time + 30_000) for frame in of_conversation(1)]
    client = write_capture("client", moved)
    server = write_capture("server", recorded.read(REPLICATION))
    _, alone = page_of(server)
    html, data = page_of(server, client)
    assert data["capture"] == "server.pcap, client.pcap" and (data["count"], data["bytes"]) == (
        alone["count"], alone["bytes"])
    assert counted_as(data) == {
        "server.pcap: enet.stream 0": "", "server.pcap: enet.stream 1": "",
        "client.pcap: enet.stream 0": "server.pcap: enet.stream 1"}
    ours, theirs = sums_of(data), sums_of(alone)
    assert set(ours.pop("connections")) == {f"{name} of server.pcap" for name in theirs.pop("connections")}
    figures = [{**figure, "where": re.sub("^frame .*", r"\g<0> of server.pcap", figure["where"])}
               for figure in alone["figures"]]
    assert ours == theirs and data["figures"] == figures != alone["figures"]
    assert len(data["lives"]["rows"]) == len(alone["lives"]["rows"])


def test_captures_of_two_clients_add_up():
    clients = [write_capture(f"client{number}", of_conversation(number)) for number in (0, 1)]
    _, data = page_of(*clients)
    rows = [row for client in clients for row in rows_of(client)]
    assert (data["count"], data["bytes"]) == (len(rows), sum(row["wire_bytes"] for row in rows))
    for table in data["tables"]:
        if table["id"] not in ("connections", "frames"):
            groups = groups_of(rows, table["id"])
            for row in table["rows"]:
                assert spans_of(data, row["spans"]) == counted(groups[row["name"]], data), (table["id"], row["name"])
    assert set(counted_as(data).values()) == {""}
    assert {life["name"].rpartition(" in ")[2] for life in data["lives"]["rows"]} == {"client0.pcap", "client1.pcap"}
    assert {frozenset(row["ends"].split(" ↔ ")) for row in data["connections"]["rows"]} == {
        frozenset((row["src"], row["dst"])) for row in rows}
    frames = {row["frame"] for table in data["tables"] for row in table["rows"]}
    assert "1 of client0.pcap" in frames and "1 of client1.pcap" in frames


def test_many_connections_are_each_counted_once():
    """The first capture has some of the second one's, whose numbers follow one another or do not."""
    def capture_of(*numbers):
        path = wireshark.writable_folder() / f"{len(numbers)}.pcap"
        traffic.write(path, [packet for number in numbers for packet in traffic.Line(number).opened()])
        wireshark._give_away(path.parent)
        return path

    there = (0, 1, 2, 4, 6, 7, 9)
    first, second = capture_of(*there), capture_of(*range(10))
    _, data = page_of(first, second)
    assert counted_as(data) == {
        **{f"7.pcap: enet.stream {number}": "" for number in range(7)},
        **{f"10.pcap: enet.stream {number}": f"7.pcap: enet.stream {there.index(number)}" if number in there else ""
           for number in range(10)}}
    connections = {name: count for name, (count, _, _) in sums_of(data)["connections"].items()}
    assert connections == {**{f"{number} of 7.pcap": 3 for number in range(7)},
                           **{f"{number} of 10.pcap": 3 for number in (3, 5, 8)}}


def test_captures_of_one_name_are_told_apart():
    """A server and a client may each write their capture as game.pcap."""
    captures = [write_capture("game", of_conversation(number)) for number in (0, 1)]
    _, data = page_of(*captures)
    assert data["capture"] == "game.pcap, game.pcap (2)"
    assert counted_as(data) == {"game.pcap: enet.stream 0": "", "game.pcap (2): enet.stream 0": ""}
    rows = [rows_of(capture) for capture in captures]
    assert {name: count for name, (count, _, _) in sums_of(data)["connections"].items()} == {
        "0 of game.pcap": len(rows[0]), "0 of game.pcap (2)": len(rows[1])}


def test_a_connection_without_its_beginning_is_known_by_its_ends():
    frames = of_conversation(0)
    whole, late = write_capture("whole", frames), write_capture("late", frames[20:])
    _, data = page_of(late, whole)
    assert counted_as(data) == {"late.pcap: enet.stream 0": "", "whole.pcap: enet.stream 0": "late.pcap: enet.stream 0"}
    assert data["count"] == len(rows_of(late))
    later = write_capture("later", [frame._replace(time=frame.time + 3_600_000_000) for frame in frames[20:]])
    _, data = page_of(late, later)
    assert set(counted_as(data).values()) == {""} and data["count"] == 2 * len(rows_of(late))


def test_connections_of_tcp_are_matched():
    capture = wireshark.CAPTURES / "debugger-4.6.pcapng"
    copy = wireshark.writable_folder() / "copy.pcapng"
    shutil.copy(capture, copy)
    wireshark._give_away(copy.parent)
    _, data = page_of(capture, copy)
    assert counted_as(data) == {f"{capture.name}: tcp.stream 0": "",
                                "copy.pcapng: tcp.stream 0": f"{capture.name}: tcp.stream 0"}
    assert data["count"] == len(rows_of(capture))


def test_rows_of_several_captures_are_refused():
    rows = wireshark.writable_folder() / "rows.jsonl"
    rows.write_text('{"kind":"ping"}\n')
    wireshark._give_away(rows.parent)
    with pytest.raises(AssertionError, match="do not tell which connections are the same"):
        page_of(rows, rows)


# --- a comparison -----------------------------------------------------------------------------


def comparison_of(before, after):
    """Returns the text of the page, the data in it, and what --json prints of the same captures."""
    html, data = page_of(before, after, "--compare")
    printed = run("--compare", "--json", before, after)
    assert printed.returncode == 0, printed.stderr
    return html, data, json.loads(printed.stdout)


def test_a_comparison_has_the_numbers_of_json():
    """Which tests/test_report.py holds against the rows."""
    html, data, told = comparison_of(RPC, LOSSY)
    assert data["protocol"] == told["protocol"] and len(told["methods"]) > 3 and len(html) < 50_000
    for side in ("before", "after"):
        assert (data[side]["spans"], data[side]["players"]) == (told[side]["spans"], told[side]["players"])
    assert {table["id"] for table in data["tables"]} == set(told) - {"before", "after", "protocol"}
    for table in data["tables"]:
        assert table["rows"] == told[table["id"]] and table["entries"] == len(table["rows"])


def test_a_comparison_takes_names_as_data():
    names = [*ODD, "x" * 60_000, *(letter * number for number in range(1, 30) for letter in "abcdefghijklmnopqrst")]
    rows = [{"frame": 1, "time": number, "node": name, "wire_bytes": 9} for number, name in enumerate(names)]
    before, after = write_rows("<script>", rows[:9]), write_rows("after", rows)
    html, data, told = comparison_of(before, after)
    (nodes,) = (table for table in data["tables"] if table["id"] == "nodes")
    assert (nodes["entries"], len(nodes["rows"])) == (len(told["nodes"]), 500) and len(html) < 300_000
    assert html.count("<script") == html.count("</script>") == 2
    assert not re.search("[\u2028\u2029\u202e\x01\x7f]", html)
    assert max(len(row["name"]) for row in nodes["rows"]) == 121
    assert not {unicodedata.category(letter) for row in nodes["rows"] for letter in row["name"]
                if letter != "\u200d"} & {"Cc", "Cf"}


# --- in a browser -----------------------------------------------------------------------------


@pytest.fixture(scope="module", name="chromium")
def fixture_chromium(tmp_path_factory):
    """Returns a function: the Chromium for all pages, or another one if that has ended."""
    started = []

    def chromium():
        if not started or not started[-1].is_running():
            started.append(browsers.Chromium(tmp_path_factory.mktemp("profile")))
        return started[-1]

    yield chromium
    for browser in started:
        browser.close()


@pytest.fixture(name="browse")
def fixture_browse(tmp_path, chromium):
    file, opened = tmp_path / "report.html", []

    def browse(html):
        file.write_text(html, encoding="utf-8")
        opened.append(browsers.ChromiumPage(file.as_uri(), chromium()))
        return opened[-1]

    yield browse
    for browser in opened:
        browser.close()


COLUMN = "[...document.querySelectorAll('#{table} tbody tr')].map(row => row.cells[{column}].textContent)"
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"


def press_until(browser, focused):
    for _ in range(200):
        browser.press("Tab")
        if browser.run(FOCUSED) == focused:
            return
    raise AssertionError(f"the keyboard does not reach {focused}")


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_shows_sorts_and_searches_by_keyboard(browse):
    html, data = page_of(REPLICATION)
    browser = browse(html)
    (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
    names = [row["name"] for row in nodes]
    assert browser.run(COLUMN.format(table="nodes", column=0)) == names[:10] and len(names) > 10
    press_until(browser, "search")
    for letter in "spawner":
        browser.press(letter, letter)
    assert browser.run(COLUMN.format(table="nodes", column=0)) == ["Main/Spawner"]
    shown = "[...document.querySelectorAll('main section')].filter(one => !one.hidden).map(one => one.id)"
    search = ("document.getElementById('search').value = {!r};"
              "document.getElementById('search').dispatchEvent(new Event('input'));"
              "document.getElementById('said').textContent")
    told = {table["id"] for table in data["tables"] for row in table["rows"]
            if "spawner" in " ".join((row["name"], row.get("filter", ""))).lower()}
    assert told and {*browser.run(shown)} - {"lives", "properties", "fills"} == told
    assert browser.run(search.format("nobody has this")) == "No table has this." and browser.run(shown) == []
    assert browser.run(search.format(" Spawner ")) == "" and told <= {*browser.run(shown)}
    assert browser.run(search.format("")) == "" and len(browser.run(shown)) > len(told) + 3
    press_until(browser, "Show all or ten of Nodes")
    browser.press("Enter", "\r")
    assert browser.run(COLUMN.format(table="nodes", column=0)) == names
    press_until(browser, "Sort Nodes by Name")
    browser.press("Enter", "\r")
    ordered = browser.run(COLUMN.format(table="nodes", column=0))
    assert sorted(ordered) == sorted(names) and ordered != names
    assert browser.run("document.querySelector('#nodes th').ariaSort") == "ascending"
    assert browser.run("getComputedStyle(document.querySelector('#nodes th button'), '::after').content") == '" ▲"'
    browser.press("Enter", "\r")
    assert browser.run(COLUMN.format(table="nodes", column=0)) == ordered[::-1]
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_sorts_numbers_in_texts_and_tells_the_order(browse):
    """ "200 to 299" is before "1400 to 1499", and a screen reader hears which way a column of texts is sorted."""
    html, _ = page_of(LOSSY)
    browser = browse(html)
    for table, title, column, place in (("frames", "Frames by their length in bytes", "Name", 0),
                                        ("fills", "How full datagrams are, in all the time", "Share of the MTU", 1),
                                        ("peers", "Messages by peer", "Address", 1)):
        button = f"document.querySelector('[aria-label=\"Sort {title} by {column}\"]')"
        browser.run(button + ".click()")
        told = browser.run(COLUMN.format(table=table, column=place))
        assert told == sorted(told, key=lambda text: int(re.search("[0-9]+(?= |$)", text)[0])) and len(set(told)) > 1
        assert browser.run(button + ".parentElement.ariaSort") == "ascending"
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_draws_lives(browse):
    html, data = page_of(REPLICATION)
    browser = browse(html)
    drawn = browser.run(
        "[...document.querySelectorAll('#lives tbody tr')].map(row => [...row.querySelectorAll('rect')].map("
        "part => [part.getAttribute('class'), +part.getAttribute('x'), +part.getAttribute('width')]))")
    for row, parts in zip(data["lives"]["rows"], drawn, strict=False):
        spans = {"spoke": (row["begin"], row["end"])} if "begin" in row else {}
        if "came" in row:
            spans["there"] = (row["came"], row.get("went", data["seconds"]))
        scale = 1000 / data["seconds"]
        assert {name: (x, width) for name, x, width in parts if name != "silent"} == {
            name: (pytest.approx(scale * begin), pytest.approx(max(2, scale * (end - begin))))
            for name, (begin, end) in spans.items()}
    assert len(drawn) == 10 and browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_draws_the_traffic_of_lives(browse):
    """A peer, a node and a called node have as many heights as spans in which they have rows."""
    html, data = page_of(REPLICATION)
    browser = browse(html)
    browser.run("document.querySelector('#lives .head button:last-of-type').click()")
    drawn = browser.run(
        "[...document.querySelectorAll('#lives tbody tr')].map(row => Object.fromEntries("
        "[...row.querySelectorAll('path')].map(part => [part.getAttribute('class'),"
        " part.getAttribute('d').split('M').length - 1])))")
    groups = {table: {name: len(counted(rows, data)) for name, rows in groups_of(rows_of(REPLICATION), table).items()}
              for table in ("peers", "nodes", "calls")}
    kinds = set()
    for row, parts in zip(data["lives"]["rows"], drawn, strict=True):
        kind, name = row["name"].split(" ", 1)
        traffic_of = groups["peers"].get(name.split(" ")[0]) if kind == "peer" else groups["nodes"].get(name)
        expected = {"traffic": traffic_of, "calls": groups["calls"].get(name)} if kind in ("peer", "node") else {}
        assert parts == {part: count for part, count in expected.items() if count}, row["name"]
        kinds |= {kind, *parts}
    assert kinds == {"peer", "node", "synchronizer", "traffic", "calls"} and browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_what_is_at_a_glance_needs_no_scrolling(browse):
    """On a phone, a small window and a large one, of which a scroll bar takes 15 pixels; the legend gets out of the
    chart's way."""
    html, _ = page_of(RPC)
    browser = browse(html)
    for width in 400, 1100, 1280, 1600:
        browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        browser.run("new Promise(requestAnimationFrame)")
        wide = browser.run("[...document.querySelectorAll('#figures, #overview section, body')]"
                           ".filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent.slice(0, 20))")
        tall = browser.run("Math.max(...[...document.querySelectorAll('#figures tr')].map(row => row.clientHeight))")
        assert (wide, tall < 80) == ([], True), width
        wanted = False, "bottom" if width == 400 else "right"
        until = time.monotonic() + 10       # the chart follows the window when the browser draws again
        while (browser.run("typeof Chart === 'function' && Chart.getChart('chart').legend.position") not in wanted and
               time.monotonic() < until):
            time.sleep(0.05)
        assert time.monotonic() < until, width


def chart_of(browser):
    """Returns {label: bytes per second in each span}."""
    return browser.run("Object.fromEntries(Chart.getChart('chart').data.datasets.map(set => [set.label, set.data]))")


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_draws_bytes_per_second(browse):
    html, data = page_of(REPLICATION)
    browser = browse(html)
    if not browser.run("typeof Chart === 'function'"):
        pytest.skip("godot-report was built without Chart.js")
    for table in ("kinds", "peers", "nodes"):
        browser.run(f"choice.value = '{table}'; choice.dispatchEvent(new Event('change'))")
        groups = groups_of(rows_of(REPLICATION), table)
        (shown,) = ([row["name"] for row in one["rows"]][:9] for one in data["tables"] if one["id"] == table)
        groups["others"] = [row for name in set(groups) - set(shown) for row in groups[name]]
        expected = {name: {number: size / data["span"] for number, (_, size) in counted(groups[name], data).items()}
                    for name in [*shown, "others"] if groups[name]}
        drawn = chart_of(browser)
        assert list(drawn) == list(expected)
        for name, values in drawn.items():
            assert len(values) == data["spans"]
            found = {number: value for number, value in enumerate(values) if value}
            assert found == pytest.approx(expected[name]), name
    assert browser.run("Chart.getChart('chart').chartArea.width") > 300 and browser.said == []
    labels = browser.run("Chart.getChart('chart').data.labels")
    assert data["first"] < 0 and labels[:2] == ["0.000", f"{data['first'] + data['span']:.3f}"]


CELLS = ("(heads => [...document.querySelectorAll('#{table} tbody tr')].map(row => ['name', 'count', 'bytes'].map("
         "member => row.cells[heads.indexOf(member)].textContent.replaceAll(',', ''))))("
         "[...document.querySelectorAll('#{table} thead th')].map(head => head.dataset.member))")


def shown_in(browser, data, first, last):
    """Holds each table against the rows of these spans, and a copied filter against tshark."""
    rows = [row for row in rows_of(REPLICATION) if set(counted([row], data)) <= set(range(first, last))]
    for table in TABLES:
        groups = groups_of(rows, table)
        browser.run(f"(document.querySelector('#{table} .head button:last-of-type') ?? document.body).click()")
        shown = {name: (int(count), int(size)) for name, count, size in browser.run(CELLS.format(table=table))}
        browser.run(f"(document.querySelector('#{table} .head button:last-of-type') ?? document.body).click()")
        assert shown == {name: (len(some), sum(row["wire_bytes"] for row in some)) for name, some in groups.items()}
    return rows


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_all_tables_follow_the_chosen_time(browse):
    """By keyboard with the two sliders, by dragging over the chart; a filter finds the frames of that time only."""
    html, data = page_of(REPLICATION)
    browser = browse(html)
    press_until(browser, "from")
    for _ in range(8):
        browser.press("ArrowRight")
    press_until(browser, "to")
    for _ in range(9):
        browser.press("ArrowLeft")
    rows = shown_in(browser, data, 8, data["spans"] - 9)
    assert 20 < len(rows) < data["count"] - 5
    label = browser.run("document.querySelector('#kinds tbody [aria-label^=\"Copy the filter\"]').ariaLabel")
    kind = browser.run("document.querySelector('#kinds tbody td').textContent")
    frames = wireshark.fields(REPLICATION, label.removeprefix("Copy the filter "), "frame.number")
    assert {int(number[0]) for (number,) in frames} == frames_of(row for row in rows if row["kind"] == kind)
    browser.run("document.getElementById('whole').click()")
    assert browser.run("document.getElementById('whole').disabled")
    if browser.run("typeof Chart === 'function'"):
        left, right, top = browser.run(
            "(({left, right, top}, box) => [box.left + left, box.left + right, box.top + top + 20])("
            "Chart.getChart('chart').chartArea, chart.canvas.getBoundingClientRect())")
        width = (right - left) / data["spans"]
        places = [left + width * 40.5, left + width * 49.5]
        for kind, place, buttons in (("mousePressed", 0, 1), ("mouseMoved", 1, 1), ("mouseReleased", 1, 0)):
            browser.ask("Input.dispatchMouseEvent", type=kind, x=places[place], y=top, button="left", buttons=buttons,
                        clickCount=1)
        assert browser.run("[chosen.from, chosen.to]") == [40, 50]
        shown_in(browser, data, 40, 50)
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_the_chart_is_readable_in_the_dark_and_on_paper(browse):
    """Its labels have the colour of the text, also when the screen becomes dark later; and are black on paper."""
    html, _ = page_of(RPC)
    browser = browse(html)
    if not browser.run("typeof Chart === 'function'"):
        pytest.skip("the page was built without Chart.js")
    browser.run("addEventListener('beforeprint', () => { window.printed = colour(); });"
                "const colour = () => chart.scales.x.options.ticks.color")
    text = "getComputedStyle(document.body).color"
    light = browser.run(text)
    assert browser.run("colour()") == light
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = browser.run(text)
    until = time.monotonic() + 10       # the page is told when the browser draws again
    while browser.run("colour()") == light and time.monotonic() < until:
        time.sleep(0.05)
    assert browser.run("colour()") == dark != light
    browser.ask("Page.printToPDF")
    assert (browser.run("printed"), browser.run("colour()")) == ("#000", dark)
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_shows_which_part_of_a_property_was_unchanged(browse):
    html, data = page_of(REPLICATION)
    browser = browse(html)
    heads = browser.run("[...document.querySelectorAll('#properties thead th')].map(head => head.textContent)")
    shown = dict(zip(*(browser.run(COLUMN.format(table="properties", column=heads.index(title)))
                       for title in ("Name", "Unchanged part")), strict=True))
    assert shown == {row["name"]: f"{row['unchanged'] * 100 / row['bytes']:.0f}%" for row in data["properties"]["rows"]}
    assert len(set(shown.values())) > 2


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_stays_fluid(browse):
    """An hour of 100,000 messages of 600 nodes: the first paint, and all that follows another choice of the time."""
    html, _ = page_of_rows({"frame": number, "time": number * 0.036, "kind": ("rpc", "sync", "spawn")[number % 3],
                            "from": number % 8, "node": f"Main/Node{number % 600}", "wire_bytes": 60 + number % 90}
                           for number in range(100_000))
    browser = browse(html)
    while (paint := browser.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")) is None:
        time.sleep(0.05)
    zoom = browser.run("{ const begin = performance.now(); choose(50, 150); performance.now() - begin }")
    print(f"{len(html)} bytes, first paint after {paint:.0f} ms, another time in {zoom:.0f} ms")
    assert len(html) < 5_000_000 and paint < 5000 and zoom < 1000
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_shows_odd_names_as_text(browse):
    html, data = page_of(odd_capture(ODD))
    browser = browse(html)
    (nodes,) = (table["rows"] for table in data["tables"] if table["id"] == "nodes")
    assert browser.run(COLUMN.format(table="nodes", column=0)) == [row["name"] for row in nodes]
    assert browser.run("document.scripts.length") == 3
    assert browser.said == []


GLANCE = (
    "Object.fromEntries([...document.querySelectorAll('#overview section')].map(section => ["
    "section.querySelector('h2').textContent, [...section.querySelectorAll('tbody tr')].map(row => [...row.cells].map("
    "cell => cell.textContent.replaceAll(',', '')))]))")


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_shows_the_most_at_a_glance(browse):
    """Who played, what each player sends and receives, what is wrong, and what costs most; so in a part of the time."""
    html, data = page_of(REPLICATION)
    browser = browse(html)
    rows = rows_of(REPLICATION)
    glance = browser.run(GLANCE)
    lives = [life for life in data["lives"]["rows"] if life["name"].startswith("peer ")]
    at = {(str(row["from"]), row["src"]) for row in rows if "from" in row and "relayed" not in row}
    assert {(name.split(" ")[1], name.split(" ")[-1]) for name, *_ in glance["Who played"]} == at
    assert {(name.split(" ")[1], came, went) for name, came, went, *_ in glance["Who played"]} == {
        (life["name"].split(" ")[1], *(f"{life[member]:.3f}" if member in life else other
                                       for member, other in (("came", "before"), ("went", "after")))) for life in lives}
    assert {tuple(what) for _, _, _, *what in glance["Who played"]} == {("4.3 or later", "ENet")}
    (up, down) = ({row["name"]: f"{row['rate']:.1f}" for row in table["rows"] if "rate" in row}
                  for table in data["tables"][:2])
    assert {name: (sent, received) for name, sent, received in glance["Bytes/s of each player"]} == {
        f"{end} peer {peer}": (up[end], down[end]) for peer, end in at if end in up} and len(up) == 2

    def costliest(rows, table):
        groups = {name: (len(some), sum(row["wire_bytes"] for row in some))
                  for name, some in groups_of(rows, table).items()}
        return sorted(groups.items(), key=lambda group: (-group[1][1], group[0]))[:10]

    def told(glance, title):
        return [(name, (int(count), int(size))) for name, count, size, *_ in glance.get(title, [])]

    titles = {table: f"Costliest {table}" for table in ("methods", "synchronizers", "spawners")}
    assert all(told(glance, title) == costliest(rows, table) != [] for table, title in titles.items())
    wrong = groups_of(rows, "experts")
    assert {name: (int(count), int(frame)) for name, count, frame in glance["What is remarkable or wrong"]} == {
        name: (len(some), some[0]["frame"]) for name, some in wrong.items()}
    browser.run("choose(20, 100)")
    part = [row for row in rows if set(counted([row], data)) <= set(range(20, 100))]
    assert told(browser.run(GLANCE), titles["synchronizers"]) == costliest(part, "synchronizers") != costliest(
        rows, "synchronizers")
    assert browser.said == []


KEEP_COPY = "document.execCommand = () => { window.copied = document.activeElement.value; return true; }"


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_a_browser_shows_sorts_and_copies_a_comparison(browse):
    html, _, told = comparison_of(REPLICATION, LOSSY)
    browser = browse(html)
    methods = {line["name"]: line for line in told["methods"]}
    assert sorted(browser.run(COLUMN.format(table="methods", column=0))) == sorted(methods) and len(methods) < 10
    assert browser.run("document.querySelectorAll('#methods tbody rect').length") == sum(
        2 * (side in line) for line in methods.values() for side in ("before", "after"))
    press_until(browser, "Sort Methods: bytes of calls per player and second by Change")
    browser.press("Enter", "\r")
    changes = browser.run(COLUMN.format(table="methods", column=1))
    assert changes == sorted(line["change"] for line in methods.values())
    browser.run(KEEP_COPY)
    press_until(browser, "Copy Methods: bytes of calls per player and second as CSV")
    browser.press("Enter", "\r")
    copied = {row["name"]: row for row in csv.DictReader(io.StringIO(browser.run("copied")))}
    for name, line in methods.items():
        for side in ("before", "after"):
            for member, rank in {side: "mean", **{f"{side}_{rank}": rank for rank in ("q1", "median", "q3")}}.items():
                assert copied[name][member] == (repr(line[side][rank]).removesuffix(".0") if side in line else "")
    press_until(browser, "search")
    for letter in "new":
        browser.press(letter, letter)
    new = [name for name, line in methods.items() if line["change"] == "new"]
    assert sorted(browser.run(COLUMN.format(table="methods", column=0))) == sorted(new) and len(new) < len(methods)
    assert browser.said == []


@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_tables_with_their_pictures_fit_a_screen(browse):
    """Nothing has to be scrolled aside at 1280 pixels, and pictures do not shrink to nothing."""
    for html in page_of(REPLICATION)[0], comparison_of(REPLICATION, LOSSY)[0]:
        browser = browse(html)
        browser.ask("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        wide = browser.run("[...main.querySelectorAll('section')].filter(one => one.scrollWidth > one.clientWidth)"
                           ".map(one => one.id)")
        narrow = browser.run("Math.min(...[...main.querySelectorAll('svg')].map(one => one.clientWidth))")
        assert wide == [] and narrow >= 90


@pytest.mark.skipif(not FIREFOX, reason="Firefox is not installed")
def test_firefox_shows_both_pages(tmp_path):
    file = tmp_path / "report.html"
    html, data = page_of(REPLICATION)
    comparison, _, told = comparison_of(RPC, LOSSY)
    (nodes,) = ([row["name"] for row in table["rows"]] for table in data["tables"] if table["id"] == "nodes")
    with contextlib.closing(browsers.Firefox(tmp_path / "profile")) as browser:
        for page, names in (html, nodes), (comparison, [line["name"] for line in told["nodes"]]):
            file.write_text(page, encoding="utf-8")
            browser.show(file.as_uri())
            assert sorted(browser.run(COLUMN.format(table="nodes", column=0))) == sorted(names[:10])
            press_until(browser, "search")
            for letter in names[0]:
                browser.press(letter, letter)
            assert names[0] in browser.run(COLUMN.format(table="nodes", column=0))
            assert browser.said == []
