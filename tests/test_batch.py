# SPDX-License-Identifier: GPL-2.0-or-later
"""tools/batch reads many captures, here and on two other machines, even if some of them are damaged."""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest

import batches
import traffic
import wireshark

CAPTURES = ("godot4-replication", "godot3.6-rpc", "websocket-4.6-multiplayer", "enet-unanswered",
            "godot4-trouble-unknown")
HOUSEKEEPING = {
    "ack", "connect", "verify_connect", "disconnect", "ping", "reliable", "unreliable", "unsequenced", "fragment",
    "unreliable_fragment", "bandwidth_limit", "throttle_configure", "datagram"}


@pytest.fixture(name="place")
def fixture_place():
    return batches.Place()


def rows_of(capture, *options):
    text = wireshark.tshark("-n", "-q", *options, "-r", wireshark.CAPTURES / f"{capture}.pcapng", "-z",
                            "godot,messages")
    return [json.loads(row) for row in text.splitlines() if row]


# --- one machine ----------------------------------------------------------------------------


def test_rows_and_summary(place):
    paths = {name: place.add_capture(name) for name in CAPTURES}
    done = place.batch(place.out, place.captures)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "5 captures: 0 were done before, 5 are done now, 0 failed\n"
    summary = place.summary()
    assert set(summary) == set(paths.values())
    for name, path in paths.items():
        rows = rows_of(name)
        assert place.rows(path) == rows
        line = summary[path]
        times = [row["time"] for row in rows]
        assert (float(line["begin"]), float(line["end"])) == (min(times), max(times))
        assert int(line["packets"]) == len(wireshark.frames(wireshark.CAPTURES / f"{name}.pcapng", ""))
        assert int(line["connections"]) == len({row.get("stream", frozenset([row["src"], row["dst"]])) for row in rows})
        assert int(line["peers"]) == len({row[key] for row in rows for key in ("from", "to") if row.get(key, 0) > 0})
        assert int(line["messages"]) == sum(row["kind"] not in HOUSEKEEPING for row in rows)
        assert int(line["wire_bytes"]) == sum(row["wire_bytes"] for row in rows)
    assert [summary[paths[name]]["godot"] for name in CAPTURES
            ] == ["4.3 or later", "3", "4.3 or later", "", "4.3 or later"]


def test_progress_on_a_terminal(place):
    place.add_capture("enet-unanswered")
    done = place.run("script", "-qec", "godot-captures out captures", "/dev/null")
    assert done.returncode == 0
    assert "100%" in done.stdout


def test_warnings_are_those_of_the_plugin(place):
    """TCP itself warns in the WebSocket's capture; in the other capture only the plugin does."""
    paths = [place.add_capture(name) for name in ("websocket-4.6-multiplayer", "godot4-trouble-unknown")]
    place.batch(place.out, *paths)
    severities = wireshark.fields(wireshark.CAPTURES / "godot4-trouble-unknown.pcapng", "", "_ws.expert.severity")
    warnings = sum(int(severity) >= 0x600000 for row in severities for severity in row[0])
    assert [int(place.summary()[path]["warnings"]) for path in paths] == [0, warnings]
    assert warnings > 40


def test_text_of_a_game_is_not_mistaken(place):
    """A dictionary whose keys are those of a row."""
    entries = {
        "kind": traffic.string("ack"), "time": traffic.real(7), "from": traffic.real(9),
        "wire_bytes": traffic.real(1e6)}
    value = struct.pack("<II", 27, len(entries)) + b"".join(
        traffic.string(key) + entry for key, entry in entries.items())
    line = traffic.Line()
    packets = [
        *line.opened(),
        line.reliable(True, traffic.simplify4(1, "Main")),
        line.reliable(True, traffic.call4(1, 0, value))]
    path = traffic.write(place.add("a \"quoted\", odd 'name'.pcap", b""), packets)
    assert place.batch(place.out, path).returncode == 0
    rows = place.rows(path)
    assert rows[-1]["args"] == [{"kind": "ack", "time": 7, "from": 9, "wire_bytes": 1e6}]
    line = place.summary()[path]
    assert (line["begin"], line["peers"], line["messages"]) == ("1.000000000", "2", "2")
    assert int(line["wire_bytes"]) == sum(row["wire_bytes"] for row in rows)


def test_all_rows_with_the_names_of_their_captures(place):
    paths = [
        place.add_capture("godot4-mesh", "it's \"A\" \\ B.pcapng"),
        place.add_capture("enet-unanswered", "ü.pcapng")]
    place.batch(place.out, *paths)
    printed = [json.loads(row) for row in place.batch("--rows", place.out).stdout.splitlines()]
    assert printed == [{"capture": str(path), **row} for path in paths for row in place.rows(path)]
    assert place.batch("--rows", place.folder).returncode == 1


def test_options_reach_tshark(place):
    path = place.add_capture("godot4-trouble-missing")
    assert place.batch("-2", place.out, path, "-o", "godot.version:4", "-d", "udp.port==9,enet").returncode == 0
    rows = place.rows(path)
    assert any("godot.path.never_confirmed" in row.get("experts", []) for row in rows)
    assert rows == rows_of("godot4-trouble-missing", "-2")


def test_names_that_are_the_same_in_several_folders(place):
    paths = [
        place.add_capture("enet-unanswered", "a/game.pcapng"),
        place.add_capture("godot4-mesh", "b/game.pcapng"),
        place.add_capture("enet-unanswered", "b/game.pcapng.gz"),
        place.add_capture("enet-unanswered", "game.pcap12")]
    place.add("a/notes.txt", b"not named as a capture is")
    assert place.batch(place.out, place.captures / "a", place.captures / "b", place.captures).returncode == 0
    assert set(place.summary()) == set(paths)
    assert place.rows(paths[1]) == rows_of("godot4-mesh")


def test_broken_captures_stop_nothing(place):
    whole = [place.add_capture(name) for name in ("enet-unanswered", "godot4-mesh")]
    data = whole[1].read_bytes()
    cut = place.add("cut.pcapng", data[:len(data) // 2])
    other = place.add("zip.pcap", b"PK\x03\x04" + bytes(range(256)))
    done = place.batch(place.out, place.captures)
    assert done.returncode == 1
    assert "4 captures: 0 were done before, 2 are done now, 2 failed" in done.stdout
    failed = (place.out / "failed.txt").read_text()
    assert failed in done.stderr
    reasons = dict(line.split(": ", 1) for line in failed.splitlines())
    assert "cut short in the middle of a packet" in reasons[str(cut)]
    assert "isn't a capture file" in reasons[str(other)]
    assert "--resume" in done.stderr
    assert set(place.summary()) == set(whole)
    assert place.results() == {Path(f"{path}.jsonl.zst") for path in whole}

    cut.write_bytes(data)
    other.unlink()
    done = place.batch("--resume", place.out, place.captures)
    assert (done.returncode, done.stdout) == (0, "3 captures: 2 were done before, 1 are done now, 0 failed\n")
    assert set(place.summary()) == {*whole, cut}
    assert not (place.out / "failed.txt").exists()


def test_resume_does_only_what_is_left_or_has_changed(place):
    first, second = place.add_capture("enet-unanswered", "1.pcapng"), place.add_capture("godot4-mesh", "2.pcapng")
    assert place.batch(place.out, first, second).returncode == 0
    times = [place.result(path).stat().st_mtime_ns for path in (first, second)]
    assert place.batch(place.out, first).returncode == 1      # it is repeated only with --resume
    place.add_capture("godot4-mesh", "1.pcapng")
    assert place.batch("--resume", place.out, first, second).returncode == 0
    assert place.rows(first) == rows_of("godot4-mesh")
    assert place.result(first).stat().st_mtime_ns > times[0]
    assert place.result(second).stat().st_mtime_ns == times[1]
    assert [line["packets"] for line in place.summary().values()] == ["78", "78"]

    summary = place.summary()
    assert place.batch("--resume", place.out, first,
                       second).stdout == "2 captures: 2 were done before, 0 are done now, 0 failed\n"
    assert place.summary() == summary
    first.write_bytes(first.read_bytes()[:5000])
    assert place.batch("--resume", place.out, first, second).returncode == 1
    assert place.results() == {Path(f"{second}.jsonl.zst")}
    assert set(place.summary()) == {second}


def test_killed_batch_leaves_nothing_half_written(place):
    """The batch is killed when one capture is done and another one is not; a pipe that never ends stands for a slow
    capture."""
    done, slow = place.add_capture("enet-unanswered"), place.add_capture("godot4-mesh")
    tshark = place.program.parent / "tshark"
    tshark.write_text(
        f'#!/bin/sh\n{shutil.which("tshark")} "$@"\ncase "$*" in *mesh*) echo $$ >{place.folder}/slow; sleep 60;; '
        'esac\n'
    )
    place.own()
    with subprocess.Popen(place.command("godot-captures", place.out, place.captures), env=place.environment(), cwd="/",
                          start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as batch:
        while not (place.result(done).exists() and (place.folder / "slow").exists()):
            time.sleep(0.05)
            assert batch.poll() is None
        assert "another batch" in place.batch("--resume", place.out, place.captures).stderr
        os.killpg(batch.pid, signal.SIGKILL)
    tshark.unlink()
    assert place.results() == {Path(f"{done}.jsonl.zst")}
    assert place.batch("--resume", place.out, place.captures).stdout == \
        "2 captures: 1 were done before, 1 are done now, 0 failed\n"
    assert place.rows(slow) == rows_of("godot4-mesh")
    assert set(place.summary()) == {done, slow}
    subprocess.run(["kill", (place.folder / "slow").read_text().strip()], check=False)


def test_missing_plugin_is_said(place):
    path = place.add_capture("enet-unanswered")
    done = place.batch(place.out, path, plugin=False)
    assert done.returncode == 1
    assert "the plugin is not installed for tshark" in done.stderr
    assert not place.out.exists()


@pytest.mark.parametrize("arguments, complaint",
                         [([], "usage:"), (["out"], "no captures"), (["--fast", "out", "/"], "unknown option --fast"),
                          (["out", "-o"], "-o needs"),
                          (["out", "/nowhere.pcap"], "there is no capture or folder /nowhere.pcap"), ])
def test_wrong_use_is_said(place, arguments, complaint):
    done = place.batch(*arguments)
    assert done.returncode != 0
    assert complaint in done.stderr + done.stdout


def test_help(place):
    done = place.batch("--help")
    assert done.returncode == 0
    for option in ("--resume", "--sshloginfile HOSTS", "-2", "-j JOBS"):
        assert option in done.stdout


def test_manual_page_has_the_options_of_the_help(place):
    page = (wireshark.ROOT / "debian" / "godot-captures.1").read_text().replace("\\-", "-")
    option = re.compile(r"(?<![\w-])--?\w[\w-]*")
    options = option.findall(page[page.index(".SH OPTIONS"):page.index(".SH EXIT")])
    told = option.findall(place.batch("--help").stdout)
    assert set(options) - {"-h"} == set(told) - {"-z"}


# --- other machines -------------------------------------------------------------------------


def test_two_machines(place):
    paths = [place.add_capture(name) for name in ("enet-unanswered", "godot4-mesh", "godot3.6-rpc", "godot4-rpc")]
    odd = place.add_capture("godot4-mesh", "b/it's \"mine\" & $HOME.pcapng")
    cut = place.add("cut.pcapng", paths[1].read_bytes()[:5000])
    (place.folder / "hosts").write_text("1/east\n1/west\n")
    done = place.batch("--sshloginfile", "hosts", place.out, place.captures, prefix=batches.two_machines(place))
    assert done.returncode == 1, done.stderr
    assert "6 captures: 0 were done before, 5 are done now, 1 failed\n" in done.stdout, done.stderr
    assert f'{cut}: tshark: The file "./cut.pcapng" appears to have been cut short' in done.stderr
    assert set(place.summary()) == {*paths, odd}
    for path in paths:
        assert place.rows(path) == rows_of(path.stem)
    assert place.rows(odd) == rows_of("godot4-mesh")
    for name in ("east", "west"):
        assert (place.folder / name /
                "log").read_text().count("Accepted publickey") > 10, f"{name} had less than its part"
        assert not list((place.folder / name).rglob("*.pcapng")), "copies stay behind"


def test_machines_without_the_plugin_are_named(place):
    path = place.add_capture("enet-unanswered")
    (place.folder / "hosts").write_text("east\nwest\n")
    done = place.batch("--sshloginfile", "hosts", place.out, path, plugin=False, prefix=batches.two_machines(place))
    assert done.returncode == 1
    complaint = "the plugin is not installed for tshark"
    for name in ("east", "west"):
        assert f"{name}\t{complaint}" in done.stderr
    assert not place.out.exists()
