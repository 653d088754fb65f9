# SPDX-License-Identifier: GPL-2.0-or-later
"""The program godot-report, held against tshark's fields and rows, which are added up here a second time."""

import configparser
import json
import math
import os
import random
import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as xml
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import batches
import enet
import pcap
import counted
import traffic
import wireshark
from reports import REPORT, run

KEPT, BROKEN, NOT_JUDGED = 0, 1, 2
RPC, REPLICATION = (wireshark.CAPTURES / f"{name}.pcapng" for name in ("godot4-rpc", "godot4-replication"))
LOSSY = wireshark.CAPTURES / "godot4-lossy.pcapng"
LINE = re.compile(r"  (kept|BROKEN|[?]) +(\S+) +(\S+)  (.*?)  +(.*)")

DOCUMENT = batches.sections("report.md")

pytestmark = pytest.mark.skipif(not REPORT.exists(), reason="godot-report is not built: apt install libjson-glib-dev")


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


def players(capture, servers=("21000",)):
    """Returns for each end but at the servers' ports, bytes per second up and down, by the frames' lengths."""
    ends = defaultdict(lambda: [0, 0, []])
    for time, length, source, source_port, target, target_port in wireshark.fields(
            capture, "enet", "frame.time_epoch", "frame.len", "ip.src", "udp.srcport", "ip.dst", "udp.dstport"):
        for way, end in (0, (source[0], source_port[0])), (1, (target[0], target_port[0])):
            ends[end][way] += int(length[0])
            ends[end][2].append(float(time[0]))
    return {f"{address}:{port}": [total / max(1, max(times) - min(times)) for total in (up, down)]
            for (address, port), (up, down, times) in ends.items() if port not in servers}


def greatest(values):
    return max(values.values()), max(values, key=values.get)


def message_bytes(row):
    return row["wire_bytes"] + row.get("earlier_wire_bytes", 0)


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
                sums[row[key] if isinstance(row[key], str) else f"#{row[key]}"] += weight(row)
        return greatest({name: total / max(1, seconds) for name, total in sums.items()} or {"(no row has it)": 0})

    done = budget("[players]\nup=1e9\ndown=1e9\n[methods]\n*=1e9\n[calls]\n*=1e9\n[synchronizers]\n*=1e9\n"
                  "[nodes]\n*=1e9\n[network]\nframe=1e9\n", capture)
    assert done.returncode == KEPT, done.stderr
    found = {what: (value, where) for what, (_, _, value, where) in judged(done).items()}
    expected = {
        "players up": greatest({end: up for end, (up, _) in own.items()}),
        "players down": greatest({end: down for end, (_, down) in own.items()}),
        "methods *": rate(calls, "method", message_bytes), "calls *": rate(calls, "method", lambda row: 1),
        "synchronizers *": rate(updates, "node", message_bytes), "nodes *": rate(rows, "node", message_bytes)}
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
    found = judged(budget("[network]\nrepeated=0\nrtt_p95=0.001\n[experts]\nwarnings=0\nerrors=0\nnotes=0\n", LOSSY))
    assert repeated and times
    assert found["network repeated"][:3] == (
        "BROKEN", 0, pytest.approx(repeated / sum(row["wire_bytes"] for row in rows), rel=1e-6))
    smallest = next(time for time in times if sum(one <= time for one in times) >= 0.95 * len(times))
    assert found["network rtt_p95"][2] == pytest.approx(smallest, rel=1e-6)
    assert severities.count(0x400000) > 9
    for name, severity in ("notes", 0x400000), ("warnings", 0x600000), ("errors", 0x800000):
        assert found[f"experts {name}"][2] == severities.count(severity)


def test_datagrams_above_the_mtu(budget):
    """The fragments of IP hide them from a limit for frames. Traffic.Line's CONNECT has an MTU of 1,392 bytes."""
    def raw(size):
        return line.unsequenced(True, b"\x03" + bytes(size))

    line = traffic.Line()
    least = len(raw(0)) - 28        # without the headers of IP and UDP
    packets = [*line.opened(), raw(1392 - least), *pcap.fragments(raw(1393 - least)), *pcap.fragments(raw(5000))]
    path = pcap.write(budget.folder / "fragments.pcap", packets)
    wireshark._give_away(budget.folder)
    assert max(map(len, packets)) <= 1500
    found = judged(budget("[network]\nframe=1514\nabove_mtu=0\n", path))
    assert found["network frame"] == ("kept", 1514, 1393 + 28, "frame 5")
    assert found["network above_mtu"] == ("BROKEN", 0, 2, "Connection 0: 10.1.0.2:50000 → 10.0.0.1:7777")
    assert judged(budget("[network]\nabove_mtu=2\n", path))["network above_mtu"][0] == "kept"
    late = budget("[network]\nabove_mtu=0\n", wireshark.CAPTURES / "godot4-late.pcapng")
    assert late.returncode == NOT_JUDGED and judged(late)["network above_mtu"][0] == "?"


def test_one_broken_limit_is_enough(budget):
    text = "[players]\nup=1e9\n[calls]\n*=1e9\nwave=0\n"
    project = wireshark.readable(wireshark.ROOT / "tests" / "godot4")
    done = budget(text, "--preference", f"godot.project_directory:{project}", REPLICATION)
    assert done.returncode == BROKEN
    found = judged(done)
    assert found["players up"][0] == "kept"
    assert found["calls wave"][0] == "BROKEN" and found["calls wave"][2] > 0
    assert found["calls *"][3] != "wave"     # which has a limit of its own
    done = budget("[methods]\nnobody calls this=0\n", REPLICATION)
    assert (done.returncode, judged(done)["methods nobody calls this"][3]) == (KEPT, "(no row has it)")


def test_a_limit_may_have_blanks_behind_it(budget):
    """Which nobody sees in an editor."""
    assert judged(budget("[players]\n up = 1e9 \t \n", RPC))["players up"][:2] == ("kept", 1e9)


def test_a_node_may_have_a_name_with_brackets(budget):
    """Key files have translations, too, with keys like "Name[de]"; the limit is for this node all the same."""
    file = budget.folder / "rows.jsonl"
    file.write_text('{"frame":1,"time":1,"kind":"rpc","method":"open","node":"Main/Door[2]","wire_bytes":50}\n')
    done = budget("[nodes]\nMain/Door[2]=10\n*=100\n", file)
    assert judged(done)["nodes Main/Door[2]"] == ("BROKEN", 10, 50, "Main/Door[2]")


def test_a_method_without_a_name_has_its_number(budget):
    """"#" begins a comment in the file, so the limit has the number alone."""
    rows = rows_of(RPC)
    (most, calls), (_, others) = Counter(row["method"] for row in rows if row["kind"] == "rpc").most_common(2)
    seconds = max(row["time"] for row in rows) - min(row["time"] for row in rows)
    done = budget(f"[calls]\n{most}=0\n*=0\n", RPC)
    found = judged(done)
    assert found[f"calls {most}"] == ("BROKEN", 0, pytest.approx(calls / seconds, rel=1e-6), f"#{most}")
    assert (done.returncode, found["calls *"][2]) == (BROKEN, pytest.approx(others / seconds, rel=1e-6))


@pytest.mark.parametrize("name, servers", [
    ("enet-unanswered", ["21000"]), ("enet-throttled", ["21000"]), ("godot4-mesh", [])])
def test_who_is_called_may_be_a_player(budget, name, servers):
    """It is none if nobody got past the CONNECT, or if the messages are not Godot's; in a mesh everybody is one."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    assert not any("from" in row for row in rows_of(capture))
    own = players(capture, servers)
    found = judged(budget("[players]\nup=0\ndown=0\n", capture))
    for way, what in enumerate(("players up", "players down")):
        value, where = greatest({end: rates[way] for end, rates in own.items()})
        assert (found[what][2], found[what][3]) == (pytest.approx(value, rel=1e-6), where), what
    assert sum(row["kind"] == "connect" for row in rows_of(capture)) > 0


def test_a_budget_may_come_from_windows(budget):
    done = budget("\ufeff# our limits\r\n[players]\r\nup=0\r\n", RPC)
    assert (done.returncode, judged(done)["players up"][0]) == (BROKEN, "BROKEN"), done.stderr


def test_names_of_any_letters_are_as_wide(budget):
    lines = [line for line in budget("[nodes]\nHohle=1\nHöhle=1\n", RPC).stdout.splitlines() if "hle" in line]
    assert len(lines) == 2 and len({line.index("(no row") for line in lines}) == 1


@pytest.mark.parametrize("text, complaint", [
    ("[players]\nup=fast\n", '"up" in [players] is no number: fast'), ("[players]\nsideways=1\n", "sideways"),
    ("[weather]\nrain=1\n", "weather"),
    ("[players]\nup=-1\n", "below 0"), ("", "no limits"), ("up=1\n", "group"),
    ("[players]\nup=nan\n", "is no number: nan"),
    ("[calls]\nwave=1\n[nodes]\nwave=1\n[calls]\nwave=2\n", 'the limit "wave" stands twice in [calls]'),
    ("[players]\nup=inf\n", "is no number: inf"), ("[players]\nup=1e400\n", "is no number: 1e400"),
    ("[players]\nup=4 ; fast\n", "is no number: 4 ; fast"), ("[network]\nloss=1.01\n", "no percentage: 1.01"),
    ("[experts]\nnotes=-1\n", "below 0")])
def test_wrong_limits_are_told(budget, text, complaint):
    done = budget(text, RPC)
    assert done.returncode == NOT_JUDGED
    assert "budget.ini: " in done.stderr and complaint in done.stderr and done.stdout == ""


def test_what_cannot_be_judged_is_told(budget):
    cut, other = budget.folder / "cut.pcapng", budget.folder / "other.pcap"
    cut.write_bytes(RPC.read_bytes()[:5000])
    traffic.write(other, [])
    bad = (cut, other, "/nowhere.pcap")
    for most, status in ("1e9", NOT_JUDGED), ("0", BROKEN):
        done = budget(f"[players]\nup={most}\n", *bad, RPC)       # which is judged all the same
        assert (done.returncode, len(judged(done))) == (status, 1)
        assert all(f"godot-report: {capture}: " in done.stderr for capture in bad)
    done = run("--budget-from", RPC, other)
    assert (done.returncode, done.stdout) == (NOT_JUDGED, "")
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


PAGE = ["-o", "/tmp/page.html"]
OF_ROWS = "which does not read files of rows"


@pytest.mark.parametrize("words, complaint", [
    ([], "name a capture"), (["--budget-from"], "name a capture"), (["--budget", "a"], "name a capture"),
    (["--compare"], "takes two captures"), (["--compare", RPC], "takes two captures"),
    (["--compare", RPC, RPC, RPC], "takes two captures"),
    (["--anonymize", RPC], "-o FILE"), (["--anonymize", *PAGE], "one capture"),
    (["--anonymize", *PAGE, RPC, RPC], "one capture"),
    (["--compare", "--budget-from", RPC, RPC], "choose one"), (["--budget", "a", "--budget-from", RPC], "choose one"),
    (["--anonymize", "--compare", *PAGE, RPC, RPC], "choose one"),
    ([*PAGE, "--compare", "--json", RPC, RPC], "choose one"),
    (["--window", "1", *PAGE, RPC], "--compare"), (["--window", "9", "--budget-from", RPC], "--compare"),
    (["--compare", "--window", "0", RPC, RPC], "above 0"), (["--json", RPC], "--compare"),
    ([*PAGE, "-", RPC], "only once"), ([*PAGE, RPC, "-"], "only once"), ([*PAGE, "-2", "-"], "only once"),
    (["--compare", "-", "-"], "only once"), (["--budget", "a", "-", "-"], "only once"),
    (["--anonymize", *PAGE, "-"], "only once"),
    (["--hold", "128", *PAGE, RPC], "--anonymize"), (["--hold", "-1", "--anonymize", *PAGE, RPC], "megabytes"),
    (["--junit", "/tmp/junit.xml", "--budget-from", RPC], "--budget"),
    (["--junit", "/tmp/junit.xml", RPC], "--budget"), ([*PAGE, "--budget-from", RPC], "-o is"),
    ([*PAGE, "--budget", "a", RPC], "-o is"), (["-2"], "name a capture"), (["-2", "--json", "a.jsonl"], "--compare"),
    (["-2", "--budget-from", "a.jsonl"], OF_ROWS), (["--preference", "a:b", *PAGE, "a.jsonl.zst"], OF_ROWS),
    (["--decode-as", "a,b", *PAGE, "a.jsonl", "b.jsonl"], OF_ROWS), (["--fast"], "--fast"),
    (["-o", "", RPC], "has a name"),
    (["-o", "-", RPC], "has a name, and - is none"), (["--budget", "a", "--junit", "-", RPC], "- is none"),
    (["-o", "/tmp", RPC], "/tmp: no file can be made there: it is a folder"),
    (["-o", "/nowhere/page.html", RPC], "/nowhere/page.html: no file can be made there: "),
    (["--budget", "a", "--junit", "/nowhere/junit.xml", RPC], "/nowhere/junit.xml: no file can be made there: ")])
def test_wrong_use_is_told_before_anything_is_read(words, complaint):
    """An option without the one that it belongs to is not ignored."""
    done = run(*words)
    assert (done.returncode, done.stdout) == (NOT_JUDGED, "")
    told, = done.stderr.splitlines()
    assert told.startswith("godot-report: ") and complaint in told


def test_a_folder_without_write_permission_is_told(budget):
    closed = budget.folder / "closed"
    closed.mkdir(mode=0o555)
    done = run("-o", closed / "page.html", RPC)
    assert done.returncode == NOT_JUDGED and f"made there: you may not write to {closed}" in done.stderr


@pytest.mark.parametrize("words", [[], ["--anonymize"]])
def test_a_file_without_write_permission_is_told_before_anything_is_read(budget, words):
    kept = budget.folder / "kept.html"
    kept.write_text("kept")
    wireshark._give_away(budget.folder)
    kept.chmod(0o444)
    done = run(*words, "-o", kept, "/nowhere.pcap")
    assert done.returncode == NOT_JUDGED and f"made there: you may not write to {kept}" in done.stderr
    assert kept.read_text() == "kept"


def test_a_capture_from_standard_input_is_that_of_the_file(budget):
    """ssh server dumpcap -w - | godot-report -"""
    limits = budget.folder / "limits.ini"
    limits.write_text("[players]\nup=1e9\n[calls]\n*=1e9\n[network]\nloss=1\n[experts]\nnotes=1e9\n")
    done = run("--budget", limits, RPC)
    with RPC.open("rb") as capture:
        piped = run("--budget", limits, "-", stdin=capture)
    assert done.returncode == piped.returncode == KEPT, piped.stderr
    assert piped.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
    for words in ["--compare", RPC], ["-o", budget.folder / "page.html"]:       # once of captures that are read apart
        with RPC.open("rb") as capture:
            assert run(*words, "-", stdin=capture).returncode == KEPT


@pytest.mark.parametrize("words", [[], ["--anonymize"], ["--compare"]])
def test_nothing_that_is_read_is_replaced(budget, words):
    """Neither under its own name nor under another one."""
    capture, link, hard = (budget.folder / f"{name}.pcapng" for name in ("capture", "link", "hard"))
    capture.write_bytes(RPC.read_bytes())
    link.symlink_to("capture.pcapng")
    os.link(capture, hard)
    wireshark._give_away(budget.folder)
    for name in "capture.pcapng", "link.pcapng", "hard.pcapng":
        captures = [capture, capture] if words == ["--compare"] else [capture]
        done = run(*words, "-o", budget.folder / name, *captures)
        assert done.returncode == NOT_JUDGED and "would replace what is to be read" in done.stderr
        assert capture.read_bytes() == RPC.read_bytes() and link.is_symlink()
    limits = "[calls]\n*=1\n"
    done = budget(limits, "--junit", budget.folder / "budget.ini", capture)
    assert done.returncode == NOT_JUDGED and (budget.folder / "budget.ini").read_text() == limits


def test_limits_from_captures_are_kept_and_close(budget):
    printed = run("--budget-from", RPC, LOSSY)
    assert printed.returncode == KEPT, printed.stderr
    done = budget(printed.stdout, RPC, LOSSY)
    assert done.returncode == KEPT, done.stdout
    halved = re.sub(r"(?<==)[0-9.]+$", lambda limit: str(float(limit[0]) / 2), printed.stdout, flags=re.MULTILINE)
    for what, (state, limit, _, _) in judged(budget(halved, RPC)).items():
        assert state == "BROKEN" or limit < 1 or judged(budget(halved, LOSSY))[what][0] == "BROKEN", what


def test_limits_from_rows_have_a_quarter_more(budget):
    """And are round; but the longest frame is what it is."""
    file = budget.folder / "rows.jsonl"
    file.write_text('{"frame":1,"time":0,"kind":"rpc","method":"shoot","wire_bytes":900}\n'
                    '{"frame":2,"time":0,"kind":"ping","wire_bytes":1000}\n'
                    '{"frame":3,"time":10,"kind":"ping","wire_bytes":1000}\n')
    wireshark._give_away(budget.folder)
    limits = configparser.ConfigParser()
    limits.read_string(run("--budget-from", file).stdout)
    for group, key, found, step in (("methods", "*", 90, 1), ("calls", "*", 0.1, 1), ("network", "repeated", 0, 0.001)):
        assert 0 < float(limits[group][key]) - 1.25 * found <= step
    assert float(limits["network"]["frame"]) == 1000
    assert judged(budget("[network]\nframe=999\n", file))["network frame"] == ("BROKEN", 999, 1000, "frame 2")


@pytest.mark.parametrize("size", [0, 1])
def test_what_was_sent_again_is_a_part_of_any_bytes(budget, size):
    file = budget.folder / "rows.jsonl"
    file.write_text(f'{{"frame":1,"time":1,"kind":"ping","wire_bytes":{size},"retransmission":true}}\n')
    assert judged(budget("[network]\nrepeated=0.5\n", file))["network repeated"][2] == size


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


def test_junit_tells_what_cannot_be_read(budget):
    """Each capture has its suite, in their order; those that can be read are judged."""
    folder = budget.folder
    text, empty, file = folder / "text.pcap", folder / "empty.pcap", folder / "junit.xml"
    text.write_text("no capture")
    traffic.write(empty, [])
    limits = "[players]\nup=1e9\n[calls]\n*=1e9\n"
    done = budget(limits, "--junit", file, "/nowhere.pcap", RPC, text, empty)
    assert (done.returncode, len(judged(done))) == (NOT_JUDGED, 2)
    suites = list(xml.parse(file).getroot())
    assert [Path(suite.get("name")).name for suite in suites] == ["nowhere.pcap", RPC.name, "text.pcap", "empty.pcap"]
    for suite in (suites[0], suites[2], suites[3]):
        assert [suite.get(count) for count in ("tests", "failures", "errors")] == ["1", "0", "1"]
        case, = suite
        assert (case.get("name"), case[0].tag) == ("can be read", "error")
    assert suites[0][0][0].get("message") == 'tshark: The file "/nowhere.pcap" doesn\'t exist.'
    assert suites[2][0][0].get("message").startswith(f'tshark: The file "{text}" isn\'t a capture file')
    for suite in suites[0], suites[2]:
        assert f'godot-report: {suite.get("name")}: {suite[0][0].get("message")}\n' in done.stderr
    assert suites[3][0][0].get("message") == "nothing of Godot's is in it"
    assert [suites[1].get(count) for count in ("tests", "failures", "errors")] == ["2", "0", "0"]
    assert budget(limits.replace("1e9", "0"), "--junit", file, "/nowhere.pcap", RPC).returncode == BROKEN
    assert [suite.get("errors") for suite in xml.parse(file).getroot()] == ["1", "0"]


def test_junit_tells_that_the_limits_cannot_be_read(budget):
    file = budget.folder / "junit.xml"
    assert budget("[players]\nup=fast\n", "--junit", file, RPC).returncode == NOT_JUDGED
    suite, = xml.parse(file).getroot()
    assert Path(suite.get("name")).name == "budget.ini" and suite[0][0].tag == "error"
    assert "up" in suite[0][0].get("message")


@pytest.mark.parametrize("name", [b"\"quoted\" 'twice'", b"<b>&amp;", b"\x01\x1b[2J\n\x7f", b"\xff\xc0 \xed\xa0\x80",
                                  "\ufffe\uffff \u202e".encode(), b"long " * 40])
@pytest.mark.parametrize("readable", [True, False])
def test_any_name_of_a_capture_is_well_formed(budget, name, readable):
    if name.startswith((b'"', b"<", b"\x01", b"\xff")):
        wireshark.skip_on_windows("a file with such a name")
    capture, file = budget.folder / os.fsdecode(name + b".pcapng"), budget.folder / "junit.xml"
    if readable:
        shutil.copy(RPC, capture)
    done = budget("[players]\nup=1e9\n", "--junit", file, capture)
    assert done.returncode == (KEPT if readable else NOT_JUDGED), done.stderr
    suite, = xml.parse(file).getroot()
    shown = "".join(letter if letter.isprintable() else "?" for letter in name.decode(errors="replace"))
    assert suite.get("name").endswith(f"/{shown}.pcapng")


def test_names_are_data(budget):
    """A node's name is neither markup nor a command for the terminal, and has any length."""
    line = traffic.Line()
    name = "A<b>&'\u202e\x7f[2J\U0001f600\U0001f469\u200d\U0001f4bb" + "x" * 500
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


UNRELIABLE, FRAGMENT = {"7", "9"}, "12"     # enet.command: SEND_UNRELIABLE, SEND_UNSEQUENCED, SEND_UNRELIABLE_FRAGMENT


@pytest.mark.parametrize("name", ["godot4-lossy", "enet-lossy-slightly"])
def test_loss_is_that_of_the_fields(budget, name):
    """Unreliable messages whose numbers never came, and transmissions of reliable commands that nobody acknowledged."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    lost, arrived, fragmented = Counter(), Counter(), set()
    for source, port, commands, doubled, gone, repeated, acknowledged, numbers, starts in wireshark.fields(
            capture, "enet", "ip.src", "udp.srcport", "enet.command", "enet.analysis.duplicate",
            "enet.analysis.gap.lost", "enet.analysis.lost_before", "enet.analysis.acked_in", "enet.seq",
            "enet.fragment.start_seq", options=["-2"]):
        way = f"{source[0]}:{port[0]}"
        lost[way] += sum(map(int, gone)) + len(repeated)
        if not doubled:
            arrived[way] += len(acknowledged) + sum(command in UNRELIABLE for command in commands)
        if FRAGMENT in commands:
            fragmented.add((way, *numbers, *starts))
    for way, *_ in fragmented:
        arrived[way] += 1
    share = {way: lost[way] / (lost[way] + arrived[way]) for way in arrived}
    state, _, found, where = judged(budget("[network]\nloss=0.001\n", capture))["network loss"]
    assert state == "BROKEN"
    assert (found, where.split(": ")[1].split(" ")[0]) == (pytest.approx(max(share.values()), rel=1e-6),
                                                            max(share, key=share.get))


@pytest.mark.parametrize("key, name", [("late", "enet-reordered"), ("throttled", "enet-throttled")])
def test_what_became_of_messages_is_that_of_the_statistics(budget, key, name):
    """tests/test_loss.py holds these statistics against the engine's logs."""
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    fates = {}
    for way in counted.read(capture)[1]["enet_channels"]["Sent: number, and what became of it"].lines:
        modes = [mode for channel in way.lines for mode in channel.lines if key == "late" or mode.name == "unreliable"]
        fates[way.name] = Counter({line.name: 0 for line in modes})
        for line in (line for mode in modes for line in mode.lines):
            fates[way.name][line.name] += line.number
    told = {"late": ("came late", ["came in order"]),
            "throttled": ("dropped by the sender's throttle", ["came in order", "came late", "lost"])}[key]
    parts = {way: fate[told[0]] / (fate[told[0]] + sum(fate[other] for other in told[1]))
             for way, fate in fates.items()}
    state, _, found, where = judged(budget(f"[network]\n{key}=0.001\n", capture))[f"network {key}"]
    assert (state, found, where) == ("BROKEN", pytest.approx(max(parts.values()), rel=1e-6), max(parts, key=parts.get))


@pytest.mark.parametrize("packed", [False, True])
def test_rows_of_a_batch_are_judged_without_the_capture(budget, packed):
    limits = "[players]\nup=1e9\ndown=1e9\n[methods]\n*=1e9\n[calls]\n*=0\n[nodes]\n*=1e9\n[network]\nframe=1e9\n" \
             "repeated=1\nrtt_p95=9\n"
    file = budget.folder / ("rows.jsonl.zst" if packed else "rows.jsonl")
    text = "".join(json.dumps({"capture": "/x", **row}) + "\n" for row in rows_of(LOSSY)).encode()
    if packed:
        wireshark.skip_on_windows("zstd, which godot-report starts")
    file.write_bytes(subprocess.run(["zstd", "-c"], input=text, capture_output=True, check=True).stdout
                     if packed else text)
    done = budget(limits, file)
    assert done.returncode == BROKEN, done.stderr
    assert judged(done) == judged(budget(limits, LOSSY))
    unknown = budget("[network]\nloss=1\nabove_mtu=9\n[experts]\nerrors=9\nwarnings=999\nnotes=9\n", file)
    assert unknown.returncode == NOT_JUDGED
    assert [state for state, *_ in judged(unknown).values()] == 5 * ["?"]


def test_rows_of_several_captures_do_not_add_up(budget):
    file = budget.folder / "rows.jsonl"
    file.write_text('{"capture":"/a","kind":"ping"}\n{"capture":"/b","kind":"ping"}\n')
    done = budget("[calls]\n*=1\n", file)
    assert done.returncode == NOT_JUDGED and "several captures" in done.stderr


def test_a_damaged_row_is_told(budget):
    """As the last one of a file that was not copied to its end: limits that the others keep say nothing."""
    rows = wireshark.tshark("-n", "-q", "-r", RPC, "-z", "godot,messages")
    file = budget.folder / "rows.jsonl"
    file.write_text(rows[:-20])
    wireshark._give_away(budget.folder)
    done = budget("[calls]\n*=1e9\n", file)
    assert (done.returncode, done.stdout) == (NOT_JUDGED, "")
    assert f"its line {rows.count(chr(10))} is a damaged row" in done.stderr
    assert run("--compare", RPC, file).returncode == NOT_JUDGED


@pytest.mark.parametrize("value", ['"x"', "5", "-9223372036854775808", "1e999", "null", "true", "[]", "{}",
                                   '"\\u0000"'])
def test_any_values_in_rows_are_borne(budget, value):
    """Whoever made the file: the programs end as they shall."""
    file = budget.folder / "rows.jsonl"
    keys = ("capture", "frame", "time", "src", "dst", "from", "to", "mode", "channel", "godot", "kind", "node",
            "method", "wire_bytes", "rtt", "retransmission", "relayed")
    file.write_text("".join("{" + ",".join(f'"{key}":{value if key == odd else 1}' for key in keys) + "}\n"
                            for odd in keys) + "[]\n")
    wireshark._give_away(budget.folder)
    page = budget.folder / "report.html"
    for done in (budget("[calls]\n*=1\n[players]\nup=1\n", file), run("--compare", file, file), run("-o", page, file)):
        assert done.returncode in (KEPT, BROKEN, NOT_JUDGED) and "CRITICAL" not in done.stderr, done.stderr
    if page.exists():
        json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.DOTALL)[1], parse_constant=int)


def test_rows_in_any_order_have_the_rates_of_their_time(budget):
    """A player is there from the first to the last of its rows, whichever is told first."""
    file = budget.folder / "rows.jsonl"
    file.write_text("".join(json.dumps({"frame": 1, "kind": "ping", "wire_bytes": 50, "time": time, "src": "1.1.1.1:7",
                                        "dst": "2.2.2.2:8"}) + "\n" for time in (104, 100, 110, 106)))
    assert judged(budget("[players]\nup=1\n", file))["players up"][:3] == ("BROKEN", 1, 20)


def test_what_cannot_be_written_is_told(budget):
    wireshark.skip_on_windows("a device")
    rows = budget.folder / "rows.jsonl"
    rows.write_text('{"frame":1,"kind":"ping","time":1,"wire_bytes":50}\n')
    for words in (["-o", "/nowhere/page.html", rows], ["-o", budget.folder, rows],
                  ["--compare", "-o", budget.folder, rows, rows]):
        done = run(*words)
        assert done.returncode == NOT_JUDGED and f"{words[words.index('-o') + 1]}: " in done.stderr
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([REPORT, "--compare", "--json", rows, rows], stdout=full, stderr=subprocess.PIPE,
                              check=False)
    assert done.returncode == NOT_JUDGED and b"cannot be written: No space left" in done.stderr


@pytest.mark.parametrize("words, capture, blocks", [([], RPC, 50), (["--anonymize"], REPLICATION, 0)],
                         ids=["page", "capture"])
def test_a_full_disk_leaves_no_half_of_a_file(budget, words, capture, blocks):
    """bash's bound on the size of a file stands for it. A small capture is written when the file is closed."""
    wireshark.skip_on_windows("a bound on the size of files")
    page, program = budget.folder / "page.html", wireshark.readable(REPORT)
    program.chmod(0o755)
    wireshark._give_away(budget.folder)
    words = ["-c", f"trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"", "bash", program, *words, "-o", page,
             capture]
    done = subprocess.run(wireshark._command("bash", words), env=wireshark.quick_environment(), capture_output=True,
                          text=True, check=False, cwd="/")
    assert done.returncode == NOT_JUDGED and f"{page}: " in done.stderr and "too large" in done.stderr
    assert not page.exists()


def test_devices_and_links_are_written_to_and_not_replaced(budget):
    wireshark.skip_on_windows("a device")
    rows, link = budget.folder / "rows.jsonl", budget.folder / "link.html"
    rows.write_text('{"frame":1,"kind":"ping","time":1,"wire_bytes":50}\n')
    link.symlink_to("real.html")
    assert budget("[calls]\n*=1\n", "--junit", "/dev/null", rows).returncode == KEPT
    assert Path("/dev/null").is_char_device()
    assert run("-o", link, rows).returncode == KEPT
    assert link.is_symlink() and (budget.folder / "real.html").read_text().startswith("<!DOCTYPE")


def test_what_is_missing_is_told(budget):
    wireshark.skip_on_windows("a PATH without Wine")
    for capture, program in (RPC, "tshark"), (budget.folder / "rows.jsonl.zst", "zstd"):
        done = subprocess.run([REPORT, "--budget-from", capture], env={"PATH": "/nowhere"}, capture_output=True,
                              text=True, check=False)
        assert done.returncode == NOT_JUDGED and f"{program} is missing: apt install {program}" in done.stderr
    without = {**wireshark.environment(), "WIRESHARK_PLUGIN_DIR": "/nowhere"}
    done = subprocess.run([REPORT, "--budget-from", RPC], env=without, capture_output=True, text=True, check=False)
    assert done.returncode == NOT_JUDGED and "the plugin is not installed for tshark" in done.stderr
    assert len(done.stderr.splitlines()) <= 2       # and not all statistics that it knows


def test_rows_need_no_other_program(budget):
    wireshark.skip_on_windows("a PATH without Wine")
    rows = budget.folder / "rows.jsonl"
    rows.write_text('{"frame":1,"kind":"ping","time":1,"wire_bytes":50}\n')
    done = subprocess.run([REPORT, "--budget-from", rows], env={"PATH": "/nowhere"}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (KEPT, b"") and b"\nframe=50\n" in done.stdout


@pytest.mark.parametrize("words", [["--compare", RPC], ["--anonymize"], ["--budget-from"], []])
def test_the_reason_is_the_programs_own(budget, words):
    """And not that it has ended, nor a list of all that would be right."""
    output = [] if words and words[0] != "--anonymize" else ["-o", budget.folder / "output"]
    done = run(*words, *output, "--decode-as", "weather==1,enet", RPC)
    assert done.returncode == NOT_JUDGED
    assert done.stderr.splitlines()[-1].endswith("tshark: Unknown layer type -- weather") and len(done.stderr) < 2000
    done = run(*words, *output, "/nowhere.pcap")
    assert done.stderr == 'godot-report: /nowhere.pcap: tshark: The file "/nowhere.pcap" doesn\'t exist.\n'


def test_a_capture_may_have_any_name(budget):
    wireshark.skip_on_windows("a file with such a name")
    file = os.fsencode(budget.folder) + b"/\x1b\xf0"
    shutil.copy(RPC, file)
    wireshark._give_away(budget.folder)
    done = budget("[calls]\n*=1e9\n", os.fsdecode(file))
    assert (done.returncode, done.stdout.splitlines()[0]) == (KEPT, f"{budget.folder}/?\N{REPLACEMENT CHARACTER}")


# --- comparison -------------------------------------------------------------------------------


def compared(*words):
    done = run("--compare", "--json", *words)
    assert done.returncode == KEPT, done.stderr
    result = json.loads(done.stdout)
    assert len(run("--compare", *words).stdout.splitlines()) > 2
    return result


def lines_of(result, group):
    return {line["name"]: line for line in result[group]}


def nearest_rank(values, quarters):
    return sorted(values)[math.ceil(len(values) * quarters / 4) - 1]


def write_game(path, peer, md5, often):
    """Writes the capture of a player of 4.x. often: how often each method is called in each second."""
    line = traffic.Line(data=peer)
    packets = [(0, packet) for packet in line.opened()]
    packets.append((0, line.reliable(True, traffic.simplify4(1, f"Main/{peer}", md5))))
    packets.append((0, line.reliable(False, traffic.confirm4(1))))     # by which the server is known
    for second, counts in enumerate(zip(*often, strict=True)):
        for method, count in enumerate(counts):
            for _ in range(count):
                call = traffic.call4(1, method, traffic.integer(1))
                packets.append((second + 0.5, line.unsequenced(True, call)))
    packets.append((20.25, line.packet(True, enet.ping(line.number(True, 255)))))
    return pcap.write_timed(path, packets, ethernet=True)


@pytest.fixture(name="games")
def fixture_games():
    """Two runs of 20 seconds. Method 0 is called twice as often in the second one, 1 by chance, 2 only in the first
    one, 3 only in the second one."""
    folder, dice = wireshark.writable_folder(), random.Random(1)

    def some():
        return [dice.randrange(5, 10) for _ in range(20)]

    old, young = [[10] * 20, some(), [0] * 8 + [3] * 12], [[20] * 20, some(), [0] * 20, [1] * 20]
    before = write_game(folder / "before.pcap", 804460063, traffic.EMPTY_MD5, old)
    after = write_game(folder / "after.pcap", 911111111, traffic.METHODS_MD5, young)
    wireshark._give_away(folder)
    return before, after, old, young


def test_comparison_is_that_of_the_calls(games):
    before, after, old, young = games
    result = compared(before, after)
    calls, methods = lines_of(result, "calls"), lines_of(result, "methods")
    assert {name: line["change"] for name, line in calls.items()} == {
        "#0": "more", "#1": "same", "#2": "gone", "#3": "new"}
    assert {name: line["change"] for name, line in methods.items()} == {
        name: line["change"] for name, line in calls.items()}
    for side, counts in ("before", old), ("after", young):
        assert result[side]["spans"] == 20 and result[side]["players"] == pytest.approx(1)
        for method, of_method in enumerate(counts):
            if any(of_method):
                found = calls[f"#{method}"][side]
                assert found["mean"] == pytest.approx(sum(of_method) / 20.25), method
                assert [found[name] for name in ("q1", "median", "q3")] == [
                    nearest_rank(of_method, quarters) for quarters in (1, 2, 3)], method
    fewer = lines_of(compared(after, before), "calls")
    assert (fewer["#0"]["change"], fewer["#2"]["change"], fewer["#3"]["change"]) == ("less", "new", "gone")


def test_a_last_span_that_is_not_whole_counts_in_the_mean_only(budget):
    file = budget.folder / "rows.jsonl"
    file.write_text("".join(f'{{"frame":1,"time":{time},"kind":"ping","node":"n","wire_bytes":100}}\n'
                            for time in range(5)))
    wireshark._give_away(budget.folder)
    assert lines_of(compared(file, file), "nodes")["n"]["before"] == {"mean": 125, "q1": 100, "median": 100, "q3": 100}


def test_spans_in_which_nobody_plays_do_not_count(budget):
    """Two players, one after the other, and messages of nobody between them. The last second is not whole."""
    some = [{"time": begin + second, "src": f"1.1.1.{begin}:7", "dst": f"2.2.2.{begin}:8"}
            for begin in (0, 8) for second in range(3)]
    some += [{"time": time, "node": "n"} for time in range(4, 8)]
    file = budget.folder / "rows.jsonl"
    file.write_text("".join(json.dumps({"frame": 1, "kind": "ping", "wire_bytes": 9, **row}) + "\n" for row in some))
    wireshark._give_away(budget.folder)
    result = compared(file, file)
    assert result["before"]["spans"] == 5
    found = lines_of(result, "nodes")["n"]["before"]
    assert [found[name] for name in ("q1", "median", "q3")] == [0, 0, 0] and found["mean"] > 0


def test_peers_ids_in_names_are_no_change(games):
    before, after, *_ = games
    result = compared(before, after)
    assert "Main/PEER" in lines_of(result, "nodes")
    assert "before" in lines_of(result, "nodes")["Main/PEER"] and "after" in lines_of(result, "nodes")["Main/PEER"]
    assert result["protocol"] == [{"what": "methods of Main/PEER", "before": traffic.EMPTY_MD5.decode(),
                                   "after": traffic.METHODS_MD5.decode()}]


def test_longer_spans_smooth_and_short_captures_are_unsure(games):
    before, after, *_ = games
    result = compared("--window", "2", before, after)
    assert result["before"]["spans"] == 10
    assert lines_of(result, "calls")["#0"]["change"] == "more"
    assert lines_of(compared("--window", "4", before, after), "calls")["#0"]["change"] == "unsure"


def test_nothing_changes_between_a_capture_and_itself(games):
    result = compared(games[0], games[0])
    assert result["protocol"] == []
    assert {line["change"] for group in ("players", "methods", "calls", "nodes", "channels")
            for line in result[group]} == {"same"}


def test_bytes_are_those_of_the_frames():
    """Of two captures by real engines, which differ in their compression."""
    plain, packed = (wireshark.CAPTURES / f"godot3.6.2-compress-{name}.pcapng" for name in ("none", "zlib"))
    result = compared(plain, packed)
    assert result["protocol"] == [{"what": "compression", "before": "", "after": "zlib"}]
    for side, capture in ("before", plain), ("after", packed):
        (up, down), = players(capture).values()
        found = lines_of(result, "players")
        assert (found["up"][side]["mean"], found["down"][side]["mean"]) == (pytest.approx(up), pytest.approx(down))
        text = capture.with_suffix(".truth.jsonl").read_text(encoding="utf-8")
        log = [json.loads(line) for line in text.splitlines()]
        said = Counter(entry["method"] for entry in log if entry["event"] == "rpc_sent")
        seconds = rows_of(capture)[-1]["time"] - rows_of(capture)[0]["time"]
        calls = lines_of(result, "calls")
        assert said and {name: round(line[side]["mean"] * seconds, 3) for name, line in calls.items()} == said


@pytest.mark.parametrize("before, after, what, old, young", [
    ("enet-checksum", "enet-lossy", "checksum of ENet", "yes", ""),
    ("godot3.6-rpc", "godot4-rpc", "Godot", "3", "4, 4.3 or later"),
    ("godot3.6-rpc", "godot3.6.2-compress-zstd", "compression", "range coder", "Zstandard")])
def test_differences_of_the_protocol(before, after, what, old, young):
    result = compared(*(wireshark.CAPTURES / f"{name}.pcapng" for name in (before, after)))
    assert {"what": what, "before": old, "after": young} in result["protocol"]


def test_another_mtu_is_a_difference_of_the_protocol(budget):
    paths = [pcap.write(budget.folder / f"{mtu}.pcap", [pcap.udp(enet.datagram(enet.connect(mtu=mtu), peer=0xFFF))])
             for mtu in (1392, 1200)]
    wireshark._give_away(budget.folder)
    assert compared(*paths)["protocol"] == [{"what": "MTU", "before": "1392", "after": "1200"}]


def test_rows_are_compared_as_captures_are(games):
    before, after, *_ = games
    rows = before.with_suffix(".jsonl")
    rows.write_text("".join(json.dumps(row) + "\n" for row in rows_of(before)))
    wireshark._give_away(rows.parent)
    of_rows, of_captures = compared(rows, after), compared(before, after)
    for group in ("players", "methods", "calls", "nodes", "channels"):
        assert of_rows[group] == of_captures[group]
    assert "MTU" not in [fact["what"] for fact in of_rows["protocol"]]     # which rows do not tell is no difference


def test_many_names_in_a_long_time_are_compared_quickly(budget):
    """Ten hours of 5,000 nodes: each takes time for what it said, not for all spans."""
    file = budget.folder / "rows.jsonl"
    file.write_text("".join(json.dumps({"frame": number, "time": number * 3.6, "kind": "rpc", "wire_bytes": 60,
                                        "node": f"n{number % 5000}", "src": "1.1.1.1:7"}) + "\n"
                            for number in range(10_000)))
    wireshark._give_away(budget.folder)
    begin = os.times()
    assert len(compared(file, file)["nodes"]) == 5000
    end = os.times()
    assert end.children_user - begin.children_user < 10


def test_a_recording_is_compared_without_players():
    recording = wireshark.CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng"
    result = compared(recording, recording)
    assert result["players"] == [] and result["methods"]


def test_rows_of_too_long_a_time_are_refused(budget):
    file = budget.folder / "rows.jsonl"
    file.write_text('{"time":0,"kind":"ping","wire_bytes":1}\n{"time":1e300,"kind":"ping","wire_bytes":1}\n')
    wireshark._give_away(budget.folder)
    done = run("--compare", file, file)
    assert done.returncode == NOT_JUDGED and "too long" in done.stderr


@pytest.mark.parametrize("section", [section for section, commands in DOCUMENT.items() if commands])
def test_the_documents_commands(section):
    if "godot-captures" in str(DOCUMENT[section]):
        wireshark.skip_on_windows("godot-captures")
    place = batches.Place()
    for name in re.findall(r"captures/([\w.-]+)[.]pcapng", str(DOCUMENT[section])) or ["godot4-replication"]:
        place.add_capture(name)
    shutil.copytree(wireshark.ROOT / "tests" / "godot4", place.folder / "tests" / "godot4")
    shutil.copy(REPORT, place.program.parent)
    place.own()
    batches.check(place, DOCUMENT[section])


def test_help_and_manual_page_have_the_same_options():
    page = (wireshark.ROOT / "docs" / "man" / "godot-report.1").read_text().replace("\\-", "-")
    option = re.compile(r"(?<![\w-])--?\w[\w-]*")
    options = option.findall(page[page.index(".SH OPTIONS"):page.index(".SH EXIT")])
    told = run("--help").stdout
    assert set(options) - {"-d"} == set(option.findall(told[told.index("-h, --help"):])) - {"-d"}


def test_the_step_of_github_actions_runs():
    """Its script ends with the program's exit status, and leaves the file that the next step takes."""
    text = (wireshark.ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    step = text[text.index("- name: Network budget"):]
    script = re.search(r"  run: \|\n((?:    .*\n)+)", step)[1]
    path = re.search(r"    path: (.*)", step)[1]
    for most, status in ("1e9", KEPT), ("0", BROKEN):
        place = batches.Place()
        shutil.copy(REPORT, place.program.parent)
        (place.folder / "match.pcapng").write_bytes(RPC.read_bytes())
        (place.folder / "budget.ini").write_text(f"[players]\nup={most}\n")
        place.own()
        assert place.run("bash", "-e", "-o", "pipefail", "-c", script).returncode == status
        assert xml.parse(place.folder / path).getroot().tag == "testsuites"
