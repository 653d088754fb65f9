# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands of docs/batches.md and docs/databases.md do what these say; servers.py has those that need large
servers."""

import json
import os
import shutil
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import jsonschema
import pytest

import batches
import wireshark
from reports import REPORT

DUCKDB = Path(os.environ.get("NODE_PATH", "/nowhere"))
BATCHES, DATABASES = (batches.sections(f"{name}.md") for name in ("batches", "databases"))
DOCS = wireshark.ROOT / "docs"
SCHEMA = json.loads((DOCS / "messages.schema.json").read_text())
MAPPING = json.loads((DOCS / "opensearch-mapping.json").read_text())["mappings"]["properties"]


def stocked(*captures):
    """A place with these captures, and with everything else of the project's folder that the documents name."""
    place = batches.Place()
    for capture in captures:
        place.add(str(capture.relative_to(wireshark.CAPTURES)), capture.read_bytes())
    shutil.copytree(wireshark.ROOT / "tests" / "godot4", place.folder / "tests" / "godot4")
    shutil.copytree(DOCS, place.folder / "docs")
    if REPORT.exists():
        shutil.copy(REPORT, place.program.parent)
    place.own()
    return place


def few():
    return stocked(*(wireshark.CAPTURES / name
                     for name in ("crafted/foreign-caller.pcap", "crafted/frozen-synchronizer.pcap",
                                  "godot4-replication.pcapng")))


@pytest.fixture(name="place", scope="module")
def fixture_place():
    """The place from which docs/databases.md fills databases."""
    place = stocked(*wireshark.CAPTURES.glob("godot4-*.pcapng"))
    batches.check(place, DATABASES["Rows into a database"])
    return place


def test_a_folder_of_captures():
    batches.check(few(), BATCHES["A folder of captures"])


def test_one_large_capture():
    batches.check(few(), BATCHES["One large capture"])


def test_many_machines():
    place = few()
    shutil.copy(place.captures / "godot4-replication.pcapng", place.folder / "huge.pcapng")
    place.own()
    (place.folder / "hosts").write_text("2/east\n2/west\n:\n")
    batches.check(place, BATCHES["On many machines"], batches.two_machines(place))


def test_while_the_game_runs():
    batches.check(few(), BATCHES["While the game runs"])


@pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")
def test_sqlite(place):
    batches.check(place, DATABASES["SQLite"])


@pytest.mark.skipif(not (DUCKDB / "@duckdb" / "node-api").exists(),
                    reason="NODE_PATH leads to no @duckdb/node-api: tools/test installs it where npm is")
def test_duckdb(place):
    (place.folder / "node_modules").symlink_to(wireshark.readable(DUCKDB))
    batches.check(place, DATABASES["DuckDB"])


# --- OpenSearch -----------------------------------------------------------------------------


class FakeServer(BaseHTTPRequestHandler):
    """Accepts every request, and remembers it."""

    asked = []      # (method, path, body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.command, self.path, body.decode()))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}\n")

    do_PUT = do_POST

    def log_message(self, *_):
        pass


KINDS = {
    "integer": {"long"}, "number": {"double", "date"}, "string": {"keyword", "text"}, "array": {"object"},
    "object": {"object"}, "boolean": {"boolean"}}


def types_of(member):
    """Returns JSON's types that the schema allows for a key."""
    if "$ref" in member:
        member = SCHEMA["$defs"][member["$ref"].rpartition("/")[2]]
    if "type" in member:
        return {member["type"]} if isinstance(member["type"], str) else set(member["type"])
    return {"boolean"} if member.get("const") is True else {"string"}


def test_mapping_fits_the_schema():
    assert set(MAPPING) == {*SCHEMA["properties"], "capture", "@timestamp"}
    for name, member in SCHEMA["properties"].items():
        allowed = MAPPING[name]["type"]
        if name in ("node", "method", "spawner", "experts"):       # a keyword may also be a number, or several values
            assert allowed == "keyword"
        elif name == "received_in":     # several values
            assert allowed in KINDS[member["items"]["type"]]
        else:
            assert all(allowed in KINDS[kind] for kind in types_of(member)), name
    assert not any(MAPPING[name]["enabled"] for name in ("args", "properties"))


def test_what_opensearch_gets(place):
    FakeServer.asked.clear()
    with HTTPServer(("127.0.0.1", 0), FakeServer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ours = [(command.replace("localhost:9200", f"127.0.0.1:{server.server_port}"), output)
                for command, output in DATABASES["OpenSearch, Elasticsearch"]]
        if wireshark.version() >= (4, 6):       # as the document says
            ours = [(command, output and output.replace(',"_type":"doc"', "")) for command, output in ours]
        batches.check(place, ours)
        server.shutdown()
    (method, path, mapping), *bulks, (_, search_path, search) = FakeServer.asked
    assert (method, path, json.loads(mapping)["mappings"]["properties"]) == ("PUT", "/godot", MAPPING)
    assert len(bulks) > 1 and {path for _, path, _ in bulks} == {"/godot/_bulk"}
    validator = jsonschema.Draft202012Validator(SCHEMA)
    rows = []
    for _, _, body in bulks:
        actions, documents = body.splitlines()[::2], body.splitlines()[1::2]
        assert body.endswith("\n") and len(actions) == len(documents) and set(actions) == {'{"index":{}}'}
        rows += map(json.loads, documents)
    assert len(rows) == sum(len(place.rows(path)) for path in place.summary())
    for row in rows:
        assert abs(row.pop("@timestamp") / 1000 - row["time"]) < 0.0011
        assert isinstance(row.pop("capture"), str)
        validator.validate(row)
    assert search_path == "/godot/_search"
    terms = json.loads(search)["aggs"]["method"]
    assert {terms["terms"]["field"], terms["aggs"]["bytes"]["sum"]["field"]} < set(MAPPING)


def test_rows_agree_with_ek():
    """tshark's own document has the same method for each call."""
    capture = wireshark.CAPTURES / "godot4-rpc.pcapng"
    options = ("-r", capture, "-o",
               f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}")
    rows = [json.loads(row) for row in wireshark.tshark(*options, "-q", "-z", "godot,messages").splitlines() if row]
    documents = wireshark.tshark(*options, "-T", "ek", "-Y", "godot.rpc.method", "-e", "frame.number", "-e",
                                 "godot.rpc.method")
    told = [(int(layers["frame_number"][0]), layers["godot_rpc_method"])
            for layers in (json.loads(line).get("layers") for line in documents.splitlines()) if layers]
    calls = {}
    for row in rows:
        if isinstance(row.get("method"), str):
            calls.setdefault(row["frame"], []).append(row["method"])
    assert dict(told) == calls
    assert len(calls) > 50
