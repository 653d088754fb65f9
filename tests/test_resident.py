# SPDX-License-Identifier: GPL-2.0-or-later
"""A tshark that was forked from one that waited prints what a fresh one prints (resident.c)."""

import os
import re
import subprocess
import time

import pytest

import wireshark

CAPTURE = wireshark.CAPTURES / "godot4-replication.pcapng"
# In the head of PDML, and before messages.
DIFFERENT = re.compile(r'capture_file="[^"]*"|time="[^"]*"|\(tshark:\d+\) [\d:.]+')

PROFILE = wireshark.ROOT / "profile" / "Godot"
pytestmark = pytest.mark.skipif("GODOT_RESIDENT" not in os.environ, reason="GODOT_RESIDENT names no resident.so")


@pytest.mark.parametrize("options", [
    [], ["-2"], ["-V"], ["-C", PROFILE.name, "-V"], ["-2", "-V", "-Y", "enet.command == 6"],
    ["-n", "-q", "-z", "godot,messages", "-z", "godot_bytes,tree", "-z", "expert"],
    ["-T", "pdml", "-c", "9"], ["-2", "-R", "godot", "-T", "json"], ["-d", "udp.port==21000,data", "-l"],
    ["-Y", "godot.sync.time", "-T", "fields", "-E", "header=y", "-e", "godot.sync.property"],
    ["-o", "godot.project_directory:" + str(wireshark.ROOT / "tests" / "godot4")]], ids=" ".join)
def test_prints_the_same(options):
    wireshark.with_profile(PROFILE, "-r", CAPTURE)      # which then is there
    forked, fresh = (run(wireshark._command("tshark", ["-r", CAPTURE, *options])) for run in (
        lambda command: wireshark._by_resident(command[len(wireshark._drop_rights()) + 1:]),
        wireshark._start))
    assert forked.returncode == fresh.returncode == 0
    for said, expected in ((forked.stdout, fresh.stdout), (forked.stderr, fresh.stderr)):
        assert DIFFERENT.sub("", said) == DIFFERENT.sub("", expected)


@pytest.mark.parametrize("options", [
    ["-x"], ["-O", "enet"], ["-V", "-x"], ["-T", "fields", "-eframe.number"], ["-r", CAPTURE]])
def test_leaves_other_options_to_a_fresh_one(options):
    assert wireshark._by_resident(list(map(str, ["-r", CAPTURE, *options]))) is None


def test_a_filter_behind_the_options_is_heard():
    told = wireshark._run("tshark", ["-r", CAPTURE, "-n", "frame.number == 5"]).stdout
    assert len(told.splitlines()) == 1


def test_a_failure_is_told_by_a_fresh_one():
    with pytest.raises(wireshark.WiresharkError, match="nonsense"):
        wireshark.tshark("-r", CAPTURE, "-z", "nonsense")


# --- for programs that run tshark (tshark.c) ------------------------------------------------


def started(environment, *words):
    return subprocess.Popen(wireshark._command("tshark", words), env=environment, cwd="/", stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


@pytest.fixture(name="cut")
def fixture_cut():
    path = wireshark.writable_folder() / "cut.pcapng"
    path.write_bytes(CAPTURE.read_bytes()[:-9])
    return path


@pytest.mark.parametrize("words", [["-n", "-q", "-z", "godot,messages"], ["-T", "fields", "-e", "frame.number"],
                                   ["-V", "-c", "3"], ["-z", "nonsense"]], ids=" ".join)
@pytest.mark.parametrize("kind", ["whole", "cut", "missing"])
def test_programs_are_told_the_same(cut, kind, words):
    capture = {"whole": CAPTURE, "cut": cut, "missing": cut.parent / "missing.pcapng"}[kind]
    told = []
    for environment in wireshark.environment(), wireshark.quick_environment():
        process = started(environment, "-r", capture, *words)
        told.append([DIFFERENT.sub("", text.decode()) for text in process.communicate()] + [process.returncode])
    assert told[0] == told[1]


def test_it_ends_with_the_program_that_asked():
    fifo = wireshark.writable_folder() / "fifo"
    os.mkfifo(fifo, 0o644)
    process = started(wireshark.quick_environment(), "-n", "-q", "-r", fifo, "-z", "godot,messages")
    with open(fifo, "wb", buffering=0) as capture:
        capture.write(CAPTURE.read_bytes()[:1000])
        process.kill()
        process.communicate()
        with pytest.raises(BrokenPipeError):
            for _ in range(wireshark.TIMEOUT):
                time.sleep(0.1)
                capture.write(b"\0")
