# SPDX-License-Identifier: GPL-2.0-or-later
"""tools/batch reads many captures, here and on two other machines, even if some of them are damaged."""

import contextlib
import gzip
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest

import batches
import test_split
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
    done = place.run("SHELL=/bin/sh", "script", "-qec", "godot-captures out captures", "/dev/null")
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


SERVERS = ("godot4-rpc.pcapng", "websocket-4.6-multiplayer.pcapng", "godot4-trouble-unknown.pcapng")


def whole_and_split(place, *options, prefix=()):
    """Reads the captures at once and in parts, and returns the results of both and what the second reading said."""
    results = []
    for more in ([], ["--split", "3"]):
        shutil.rmtree(place.out, ignore_errors=True)
        said = place.batch(*more, *(options if more else ()), place.out, place.captures, prefix=prefix if more else ())
        rows = {path: subprocess.run(["zstd", "-dc", place.result(path)], capture_output=True, check=True).stdout
                for path in place.summary()}
        results.append((rows, (place.out / "summary.csv").read_text()))
    return *results, said


def test_parts_have_the_rows_and_the_summary_of_the_whole(place):
    """Of the other captures one has but one server, and one is damaged."""
    several = place.add("several.pcapng", test_split.merged(SERVERS).read_bytes())
    single = place.add_capture("godot4-mesh")
    broken = place.add("broken.pcap", several.read_bytes()[:-9])
    whole, split, done = whole_and_split(place)
    assert split == whole
    assert set(whole[0]) == {several, single}
    assert done.returncode == 1
    assert "3 captures: 0 were done before, 2 are done now, 1 failed" in done.stdout
    assert f"{several}: 3 parts; the largest" in done.stderr
    assert f"{single}: the capture is read as a whole: all of it belongs together" in done.stderr
    assert f"{broken}: tshark: " in (place.out / "failed.txt").read_text()
    assert not (place.out / ".unfinished").exists()


def test_a_part_that_cannot_be_read_fails_the_capture(place):
    path = place.add("several.pcapng", test_split.merged(SERVERS).read_bytes())
    tshark = place.program.parent / "tshark"
    tshark.write_text(f'#!/bin/sh\n{shutil.which("tshark")} "$@"\n'
                      'case "$*" in *2.part*) echo "tshark: no more" >&2; exit 1;; esac\n')
    place.own()
    done = place.batch("--split", "3", place.out, path)
    assert done.returncode == 1
    assert (place.out / "failed.txt").read_text() == f"{path}: tshark: no more\n"
    assert place.results() == set()
    tshark.unlink()
    assert place.batch("--resume", "--split", "3", place.out, path).returncode == 0
    assert place.results() == {Path(f"{path}.jsonl.zst")}


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


@pytest.mark.parametrize("options", [[], ["--split", "2"]])
def test_what_is_no_capture_is_not_taken_for_an_empty_one(place, options):
    """Wireshark takes a few letters for the beginning of a media file, and no byte at all for another empty capture."""
    head = struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1)
    block = struct.pack("<IIIHHqI", 0x0a0d0d0a, 28, 0x1a2b3c4d, 1, 0, -1, 28)
    empty = {"pcap.pcap": head, "pcapng.pcapng": block, "packed.pcap.gz": gzip.compress(head),
             "snoop.cap": b"snoop\0\0\0" + struct.pack(">II", 2, 4)}
    others = {"text.pcap": b"abc", "packed text.pcap.gz": gzip.compress(b"abc"), "json.pcap": b'{"a":1}',
              "it's \"odd\" $x `y`.pcap": b"abc", "nothing.pcap": b"", "packed nothing.pcap.gz": gzip.compress(b""),
              "picture.cap": b"\x89PNG\r\n\x1a\n" + bytes(30)}
    for name, data in (empty | others).items():
        place.add(name, data)
    assert place.batch(*options, place.out, place.captures).returncode == 1
    assert {path.name for path in place.summary()} == set(empty)
    assert {path.name for path in place.results()} == {f"{name}.jsonl.zst" for name in empty}
    failed = (place.out / "failed.txt").read_text().splitlines()
    reasons = {line.removeprefix(f"{place.captures}/").split(": ")[0]: line.rpartition(": ")[2] for line in failed}
    assert set(reasons) == set(others) and reasons["text.pcap"] == "it is no capture, but Wireshark takes it for mp4"
    assert reasons["nothing.pcap"] == reasons["packed nothing.pcap.gz"] == "there is nothing in it"


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


def test_what_cannot_be_read_is_named(place):
    """No name, and no folder, stops the others or is left out without a word."""
    whole = place.add_capture("enet-unanswered", "CAPITALS.PCAPNG")
    data = whole.read_bytes()
    place.add("notes/real", data)
    link = place.captures / "link.pcapng"
    link.symlink_to("notes/real")
    for name in (b"line\nbreak.pcap", b"tab\t.pcap", b"not utf-8 \xff.pcap"):
        place.add(os.fsdecode(name), data)
    longest = place.add("x" * (255 - len(".jsonl.zst") - len(".pcap")) + ".pcap", data)
    longer = place.add("y" + longest.name, data)
    lost = place.captures / "lost.pcap"
    lost.symlink_to("nowhere")
    os.mkfifo(place.captures / "pipe.pcap")
    closed = place.add("closed/game.pcap", data).parent
    closed.chmod(0)
    try:
        first = place.batch(place.out, place.captures)
        again = place.batch("--resume", place.out, place.captures)
    finally:
        closed.chmod(0o755)
    assert (first.returncode, again.returncode) == (1, 1), first.stderr
    assert first.stdout == "10 captures: 0 were done before, 3 are done now, 7 failed\n"
    assert again.stdout == "10 captures: 3 were done before, 0 are done now, 7 failed\n"
    assert set(place.summary()) == {whole, link, longest}
    assert place.results() == {Path(f"{path}.jsonl.zst") for path in (whole, link, longest)}
    reasons = dict(line.rsplit(": ", 1) for line in (place.out / "failed.txt").read_text().splitlines())
    said = {name.removeprefix(f"{place.captures}/").partition(": ")[0]: reason for name, reason in reasons.items()}
    assert said == {
        "closed": "the folder cannot be read", "pipe.pcap": "no file, but a pipe, a socket or a device",
        longer.name: "rename it, as the name of its result, with .jsonl.zst behind, is too long for the file system",
        r"line\nbreak.pcap": "rename it",
        r"tab\t.pcap": "rename it", r"not utf-8 \377.pcap": "rename it",
        "lost.pcap": said["lost.pcap"]}
    assert "doesn't exist" in said["lost.pcap"]
    assert (place.out / "failed.txt").read_text() in again.stderr


@contextlib.contextmanager
def slow_batch(place, *before):
    """Yields a batch that has done one capture, and reads another one for a minute."""
    done = place.add_capture("enet-unanswered")
    place.add_capture("godot4-mesh")
    tshark = place.program.parent / "tshark"
    tshark.write_text(f'#!/bin/sh\n{shutil.which("tshark")} "$@"\n'
                      f'case "$*" in *mesh*) cd {place.folder}; echo $$ >new; mv new slow; exec sleep 60;; esac\n')
    place.own()
    command = place.command(*before, "godot-captures", "-j", "2", place.out, place.captures)
    with subprocess.Popen(command, env=place.environment(), cwd="/", start_new_session=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as batch:
        while not (place.result(done).exists() and (place.folder / "slow").exists()):
            time.sleep(0.05)
            assert batch.poll() is None
        yield batch
    tshark.unlink()


def slow_capture_ends(place):
    process = Path("/proc", (place.folder / "slow").read_text().strip())
    deadline = time.monotonic() + 30    # where it would take a minute
    while process.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return not process.exists()


def test_killed_program_leaves_nothing_that_runs(place):
    with slow_batch(place) as batch:
        batch.kill()
        resumed = place.batch("--resume", place.out, place.captures / "enet-unanswered.pcapng")
        assert slow_capture_ends(place)
    assert (resumed.returncode, resumed.stdout) == (0, "1 captures: 1 were done before, 0 are done now, 0 failed\n")


@pytest.mark.parametrize("how", ["a signal to the program", "Ctrl-C", "Ctrl-C of a batch in the background"])
def test_stopped_batch_calls_nothing_failed(place, how):
    """A shell lets what it starts with "&" ignore Ctrl-C; GNU parallel ends all the same."""
    with slow_batch(place, *(["env", "--ignore-signal=INT"] if "background" in how else [])) as batch:
        if how.startswith("a signal"):
            batch.terminate()
        else:
            os.killpg(batch.pid, signal.SIGINT)
        said = batch.communicate(timeout=20)[0]
        assert slow_capture_ends(place)
    assert batch.returncode == 130
    assert "2 captures: 0 were done before, 1 are done now, 1 are left\n" in said
    assert "stopped: go on with --resume" in said and "failed" not in said
    assert not (place.out / "failed.txt").exists() and not (place.out / ".unfinished").exists()
    assert place.batch("--resume", place.out, place.captures).stdout == \
        "2 captures: 1 were done before, 1 are done now, 0 failed\n"


def test_full_disk_is_named(place):
    """Another file leaves room for the smaller one of two results; then it is removed."""
    noise = random.Random(1)
    line = traffic.Line()
    calls = [line.reliable(True, traffic.call4(1, 0, traffic.string(noise.randbytes(500).hex()))) for _ in range(400)]
    small, large = place.add_capture("enet-unanswered", "1.pcapng"), place.add("2.pcap", b"")
    traffic.write(large, [*line.opened(), *calls])
    place.out.mkdir()
    place.own()
    done = place.run("sh", "-c", """
        head -c 940k /dev/zero >"$1/other"
        godot-captures -j 1 "$1" "$2" && exit
        cut -d, -f1 "$1/summary.csv"
        rm "$1/other"
        godot-captures --resume "$1" "$2" && godot-captures --rows "$1" | grep -c '"kind":"rpc"'
        """, "sh", place.out, place.captures, prefix=batches.small_disk(place.out, "1m"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "2 captures: 0 were done before, 1 are done now, 1 failed", "capture", f'"{small}"',
        "2 captures: 1 were done before, 1 are done now, 0 failed",
        "400"]
    assert f"no room for {place.out} on small-disk, which is mounted at {place.out}" in done.stderr
    assert f"{large}: " in done.stderr


@pytest.mark.parametrize("blocks", [0, 1])
def test_disk_that_is_full_at_once_is_named_once(place, blocks):
    """Other files leave room for so many blocks of 4 kB."""
    path = place.add_capture("enet-unanswered")
    place.out.mkdir()
    place.own()
    done = place.run("sh", "-c", """
        touch "$1/room" && head -c $(($3 * 4096)) /dev/zero >"$1/room"
        head -c 1m /dev/zero >"$1/other" 2>/dev/null
        rm "$1/room"
        godot-captures "$1" "$2" && exit
        rm "$1/other"
        godot-captures --resume "$1" "$2"
        """, "sh", place.out, place.captures, blocks, prefix=batches.small_disk(place.out, "1m"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("1 captures: 0 were done before, 1 are done now, 0 failed\n")
    said = [line for line in done.stderr.splitlines() if not line.startswith(f"{path}: ")]
    assert said == [f"godot-captures: no room for {place.out} on small-disk, which is mounted at {place.out}: "
                    "what is complete is kept; make room, then go on with --resume"]


def test_missing_plugin_is_said(place):
    path = place.add_capture("enet-unanswered")
    done = place.batch(place.out, path, plugin=False)
    assert done.returncode == 1
    assert "the plugin is not installed for tshark" in done.stderr
    assert not place.out.exists()


CAPTURE = wireshark.CAPTURES / "enet-unanswered.pcapng"


@pytest.mark.parametrize("arguments, complaint",
                         [([], "usage:"), (["out"], "no captures"), (["--fast", "out", "/"], "unknown option --fast"),
                          (["out", "-o"], "-o needs"),
                          (["out", "/nowhere.pcap"], "there is no capture or folder /nowhere.pcap"),
                          (["-j", "many", "out", CAPTURE], "-j many is no number of jobs"),
                          (["--split", "0", "out", CAPTURE], "--split takes 1 to 255 parts, not 0"),
                          (["--split", "256", "out", CAPTURE], "1 to 255 parts, not 256"),
                          (["--split", "two", "out", CAPTURE], "1 to 255 parts, not two"), ])
def test_wrong_use_is_said(place, arguments, complaint):
    done = place.batch(*arguments)
    assert done.returncode != 0
    assert complaint in done.stderr + done.stdout
    assert len(done.stderr.splitlines()) == 1 or complaint == "usage:"
    assert not place.out.exists()


def test_a_folder_without_write_permission_is_told(place):
    place.out.mkdir(mode=0o555)
    done = place.batch(place.out, CAPTURE)
    assert (done.returncode, done.stderr) == (1, f"godot-captures: you may not write to {place.out}\n")


def test_help(place):
    done = place.batch("--help")
    assert done.returncode == 0
    for option in ("--resume", "--sshloginfile HOSTS", "--split PARTS", "-2", "-j JOBS"):
        assert option in done.stdout


def test_its_version_is_that_of_tshark_and_of_the_plugin(place):
    done = place.batch("--version")
    release = "{}\\.{}".format(*wireshark.version())
    assert done.returncode == 0
    assert re.fullmatch(rf"TShark \(Wireshark\) {release}\..*\ngodot \d+\.\d+\.\d+\n", done.stdout)


def test_manual_page_has_the_options_of_the_help(place):
    page = (wireshark.ROOT / "docs" / "man" / "godot-captures.1").read_text().replace("\\-", "-")
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


def test_parts_on_two_machines(place):
    place.add("several.pcapng", test_split.merged(SERVERS).read_bytes())
    (place.folder / "hosts").write_text("1/east\n1/west\n")
    whole, split, done = whole_and_split(place, "--sshloginfile", "hosts", prefix=batches.two_machines(place))
    assert done.returncode == 0, done.stderr
    assert split == whole
    for name in ("east", "west"):
        assert (place.folder / name / "log").read_text().count("Accepted publickey") > 5
        assert not list((place.folder / name).rglob("*.part")), "copies stay behind"


def test_machines_without_the_plugin_are_named(place):
    path = place.add_capture("enet-unanswered")
    (place.folder / "hosts").write_text("east\nwest\n")
    done = place.batch("--sshloginfile", "hosts", place.out, path, plugin=False, prefix=batches.two_machines(place))
    assert done.returncode == 1
    complaint = "the plugin is not installed for tshark"
    for name in ("east", "west"):
        assert f"{name}\t{complaint}" in done.stderr
    assert not place.out.exists()
