# SPDX-License-Identifier: GPL-2.0-or-later
"""The program godot-report, held against tshark's fields and rows, which are added up here a second time."""

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import batches
import traffic
import wireshark

REPORT = Path(os.environ["GODOT_PLUGIN"]).resolve().parent / "godot-report"
KEPT, BROKEN, NOT_JUDGED = 0, 1, 2
RPC, REPLICATION = (wireshark.CAPTURES / f"{name}.pcapng" for name in ("godot4-rpc", "godot4-replication"))
LOSSY = wireshark.CAPTURES / "godot4-lossy.pcapng"
LINE = re.compile(r"  (kept|BROKEN|[?]) +(\S+) +(\S+)  (.*?)  +(.*)")

DOCUMENT = batches.sections("report.md")

pytestmark = pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")


def run(*words):
    program = wireshark.readable(REPORT)
    program.chmod(0o755)
    return subprocess.run(wireshark._command(str(program), words), env=wireshark.environment(), capture_output=True,
                          text=True, timeout=wireshark.TIMEOUT, check=False, cwd="/")


@pytest.fixture(name="budget")
def fixture_budget():
    """Writes a key file and runs the program with it."""
    folder = wireshark.writable_folder()

    def judge(text, *words):
        file = folder / "budget.ini"
        file.write_text(text)
        wireshark._give_away(folder)
        return run("--budget", file, *words)

    judge.folder = folder
    return judge


def judged(done):
    """Returns a dictionary from what is limited to (state, limit, found, where)."""
    matches = [LINE.fullmatch(line) for line in done.stdout.splitlines()]
    return {match[4]: (match[1], float(match[2]), float(match[3]), match[5]) for match in matches if match}


def rows_of(capture):
    return [json.loads(row) for row in wireshark.tshark("-n", "-q", "-r", capture, "-z", "godot,messages").splitlines()
            if row]


def players(capture):
    """Returns for each end but the server's, at port 21000, bytes per second up and down, by the frames' lengths."""
    ends = defaultdict(lambda: [0, 0, []])
    for time, length, source, source_port, target, target_port in wireshark.fields(
            capture, "enet", "frame.time_epoch", "frame.len", "ip.src", "udp.srcport", "ip.dst", "udp.dstport"):
        for way, end in (0, (source[0], source_port[0])), (1, (target[0], target_port[0])):
            ends[end][way] += int(length[0])
            ends[end][2].append(float(time[0]))
    return {f"{address}:{port}": [total / max(1, max(times) - min(times)) for total in (up, down)]
            for (address, port), (up, down, times) in ends.items() if port != "21000"}


def greatest(values):
    return max(values.values()), max(values, key=values.get)


def wire_bytes(row):
    return row["wire_bytes"]


@pytest.mark.parametrize("capture", [RPC, REPLICATION], ids=lambda capture: capture.stem)
def test_costs_are_those_of_fields_and_rows(budget, capture):
    rows = rows_of(capture)
    calls = [row for row in rows if row["kind"] == "rpc"]
    updates = [row for row in rows if row["kind"] in ("sync", "delta")]
    seconds = max(row["time"] for row in rows) - min(row["time"] for row in rows)
    own = players(capture)
    assert own and calls and (updates or capture == RPC)

    def rate(some, key, weight):
        sums = Counter()
        for row in some:
            if key in row:
                sums[str(row[key])] += weight(row)
        return greatest({name: total / max(1, seconds) for name, total in sums.items()} or {"": 0})

    done = budget("[players]\nup=1e9\ndown=1e9\n[methods]\n*=1e9\n[calls]\n*=1e9\n[synchronizers]\n*=1e9\n"
                  "[nodes]\n*=1e9\n[network]\nframe=1e9\n", capture)
    assert done.returncode == KEPT, done.stderr
    found = {what: (value, where) for what, (_, _, value, where) in judged(done).items()}
    expected = {
        "players up": greatest({end: up for end, (up, _) in own.items()}),
        "players down": greatest({end: down for end, (_, down) in own.items()}),
        "methods *": rate(calls, "method", wire_bytes), "calls *": rate(calls, "method", lambda row: 1),
        "synchronizers *": rate(updates, "node", wire_bytes), "nodes *": rate(rows, "node", wire_bytes)}
    for what, (value, where) in expected.items():
        assert found[what] == (pytest.approx(value, rel=1e-6), where), what
    longest = max(int(length[0]) for length, in wireshark.fields(capture, "enet", "frame.len"))
    assert found["network frame"][0] == longest
    frame = found["network frame"][1].removeprefix("frame ")
    assert wireshark.fields(capture, f"frame.number == {frame}", "frame.len") == [[[str(longest)]]]


def test_experts_repetitions_and_round_trips(budget):
    rows = rows_of(LOSSY)
    times = sorted(row["rtt"] for row in rows if "rtt" in row)
    repeated = sum(row["wire_bytes"] for row in rows if row.get("retransmission"))
    severities = [int(one) for row in wireshark.fields(LOSSY, "enet || godot", "_ws.expert.severity") for one in row[0]]
    found = judged(budget("[network]\nrepeated=0\nrtt_p95=0.001\n[experts]\nwarnings=0\nerrors=0\n", LOSSY))
    assert repeated and times
    assert found["network repeated"][:3] == (
        "BROKEN", 0, pytest.approx(repeated / sum(row["wire_bytes"] for row in rows), rel=1e-6))
    smallest = next(time for time in times if sum(one <= time for one in times) >= 0.95 * len(times))
    assert found["network rtt_p95"][2] == pytest.approx(smallest, rel=1e-6)
    for name, severity in ("warnings", 0x600000), ("errors", 0x800000):
        assert found[f"experts {name}"][2] == severities.count(severity)


def test_one_broken_limit_is_enough(budget):
    text = "[players]\nup=1e9\n[calls]\n*=1e9\nwave=0\n"
    project = wireshark.readable(wireshark.ROOT / "tests" / "godot4")
    done = budget(text, "--preference", f"godot.project_directory:{project}", REPLICATION)
    assert done.returncode == BROKEN
    found = judged(done)
    assert found["players up"][0] == "kept"
    assert found["calls wave"][0] == "BROKEN" and found["calls wave"][2] > 0
    assert found["calls *"][3] != "wave"     # which has a limit of its own
    assert budget("[methods]\nnobody calls this=0\n", REPLICATION).returncode == KEPT


@pytest.mark.parametrize("text, complaint", [
    ("[players]\nup=fast\n", "up"), ("[players]\nsideways=1\n", "sideways"), ("[weather]\nrain=1\n", "weather"),
    ("[players]\nup=-1\n", "below 0"), ("", "no limits"), ("up=1\n", "group"), ("[players]\nup=nan\n", "up")])
def test_wrong_limits_are_told(budget, text, complaint):
    done = budget(text, RPC)
    assert done.returncode == NOT_JUDGED
    assert "budget.ini: " in done.stderr and complaint in done.stderr and done.stdout == ""


def test_what_cannot_be_judged_is_told(budget):
    cut, other = budget.folder / "cut.pcapng", budget.folder / "other.pcap"
    cut.write_bytes(RPC.read_bytes()[:5000])
    traffic.write(other, [])
    for capture in (cut, other, "/nowhere.pcap"):
        done = budget("[players]\nup=1e9\n", RPC, capture)
        assert (done.returncode, done.stdout) == (NOT_JUDGED, ""), capture
        assert f"godot-report: {capture}: " in done.stderr
    assert run("--budget", "/nowhere.ini", RPC).returncode == NOT_JUDGED


def test_a_limit_for_which_there_is_nothing(budget):
    """A recording has no addresses, so no players; and nobody's silence breaks no limit."""
    recording = wireshark.CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng"
    file = budget.folder / "junit.xml"
    done = budget("[players]\nup=0\n[calls]\n*=1e9\n", "--junit", file, recording)
    assert done.returncode == NOT_JUDGED
    assert [state for state, *_ in judged(done).values()] == ["?", "kept"]
    assert xml.parse(file).getroot()[0].get("errors") == "1"
    assert budget("[players]\nup=0\n[calls]\n*=0\n", recording).returncode == BROKEN


@pytest.mark.parametrize("words", [[], ["--budget-from"], [RPC], ["--budget", "a", "--budget-from", RPC], ["--fast"]])
def test_wrong_use(words):
    done = run(*words)
    assert done.returncode == NOT_JUDGED and done.stderr


def test_limits_from_captures_are_kept_and_close(budget):
    printed = run("--budget-from", RPC, LOSSY)
    assert printed.returncode == KEPT, printed.stderr
    done = budget(printed.stdout, RPC, LOSSY)
    assert done.returncode == KEPT, done.stdout
    halved = re.sub(r"(?<==)[0-9.]+$", lambda limit: str(float(limit[0]) / 2), printed.stdout, flags=re.MULTILINE)
    for what, (state, limit, _, _) in judged(budget(halved, RPC)).items():
        assert state == "BROKEN" or limit < 1 or judged(budget(halved, LOSSY))[what][0] == "BROKEN", what


def test_junit(budget):
    file = budget.folder / "junit.xml"
    done = budget("[players]\nup=1e9\n[calls]\n*=0\n", "--junit", file, RPC, REPLICATION)
    assert done.returncode == BROKEN
    suites = xml.parse(file).getroot()
    assert [Path(suite.get("name")).name for suite in suites] == [RPC.name, REPLICATION.name]
    for suite in suites:
        assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
        kept, broken = suite
        assert (kept.get("name"), len(kept)) == ("players up", 0)
        assert broken.get("name") == "calls *" and broken[0].get("message").startswith("limit 0, found ")


def test_names_are_data(budget):
    """A node's name is neither markup nor a command for the terminal, and has any length."""
    line = traffic.Line()
    name = "A<b>&'\u202e\x7f[2J" + "x" * 500
    path = budget.folder / "odd.pcap"
    traffic.write(path, [*line.opened(), line.reliable(True, traffic.simplify4(1, name)),
                         line.reliable(True, traffic.call4(1, 0, traffic.integer(1)))])
    file = budget.folder / "junit.xml"
    done = budget("[nodes]\n*=0\n\x1b<\u202e=0\n", "--junit", file, path)
    assert done.returncode == BROKEN, done.stderr
    where = judged(done)["nodes *"][3]
    node = next(row["node"] for row in rows_of(path) if row["kind"] == "rpc")
    assert node.startswith("A<b>&'") and where == node[:120] + "…"
    assert judged(done)["nodes ?<?"][0] == "kept"
    first, second = xml.parse(file).getroot()[0]
    assert first[0].get("message").endswith(where) and second.get("name") == "nodes ?<?"
    assert where in run("--budget-from", path).stdout


@pytest.mark.parametrize("section", ["A first budget", "Judging a capture"])
def test_the_documents_commands(section):
    place = batches.Place()
    place.add_capture("godot4-replication")
    shutil.copytree(wireshark.ROOT / "tests" / "godot4", place.folder / "tests" / "godot4")
    shutil.copy(REPORT, place.program.parent)
    place.own()
    batches.check(place, DOCUMENT[section])


def test_help_and_manual_page_have_the_same_options():
    page = (wireshark.ROOT / "debian" / "godot-report.1").read_text().replace("\\-", "-")
    option = re.compile(r"(?<![\w-])--?\w[\w-]*")
    options = option.findall(page[page.index(".SH OPTIONS"):page.index(".SH EXIT")])
    told = run("--help").stdout
    assert set(options) - {"-o", "-d"} == set(option.findall(told[told.index("-h, --help"):])) - {"-o", "-d"}
