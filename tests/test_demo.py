# SPDX-License-Identifier: GPL-2.0-or-later
"""tools/demo, in the build folder of the plugin under test, tells the story of its captures and ends with a command
that works."""

import os
import re
import subprocess
from pathlib import Path

import pytest

import wireshark

BUILD = Path(os.environ["GODOT_PLUGIN"]).resolve().parent
PACK = wireshark.ROOT / "tests" / "project" / "packs" / "godot4.pck"
# A replacement for the graphical program: it reads the same options, and finds what was installed for all users or for
# this one.
WIRESHARK = """\
#!/bin/sh
[ "$(id -u)" = 0 ] || exec tshark "$@"
plugin=$(find "$DESTDIR" -name godot.so)
export WIRESHARK_DATA_DIR="$DESTDIR/usr/share/wireshark" WIRESHARK_PLUGIN_DIR="${plugin%/*/*/*}"
exec setpriv --reuid=65534 --regid=65534 --clear-groups tshark "$@"
"""


def demo(*arguments):
    return subprocess.run([wireshark.ROOT / "tools" / "demo", *arguments], capture_output=True, text=True, cwd="/",
                          env={**os.environ, "WIRESHARK_GODOT_BUILD": str(BUILD)})


@pytest.fixture(scope="module")
def tour():
    done = demo()
    assert done.returncode == 0, done.stderr
    return done.stdout


def section(text, title):
    """Returns what is below the heading that begins so."""
    return text.partition(f"\n== {title}")[2].partition("\n")[2].partition("\n==")[0].strip("\n").split("\n")


def command(text):
    return "\n".join(section(text, "The same in Wireshark"))


def test_the_tour_shows_rows_without_and_with_names(tour):
    without, named = section(tour, "What a server"), section(tour, "The same with the names")
    assert 10 < len(without) == len(named) < 20
    assert "    8 1 → 1309949100  Delta Main/World/Sync [#0: 100, #1: \"\"]" in without
    assert "    8 1 → 1309949100  Delta Main/World/Sync [hp: 100, tag: \"\"]" in named
    assert "   44 1 → 1309949100  RPC Main/Players/1309949100.wave(times: 2)  [unreliable, ch 2]" in named


def test_the_tour_shows_a_packet_and_a_problem(tour):
    packet = section(tour, "One packet")
    assert packet[0].startswith("Godot Multiplayer, ") and "    [Method: wave]" in packet and len(packet) > 20
    row, *text = section(tour, "A problem")
    assert "RPC Main/Players/runner 0.wave(times: 0)" in row
    assert " ".join(line.strip() for line in text) == \
        'May arrive before the spawn of "runner 0" in frame 13: another channel or mode, and not acknowledged yet'


def test_the_tour_shows_where_the_bytes_went(tour):
    head, *rows = section(tour, "Where all bytes")
    counts = {name.strip(): (int(count), share) for name, count, share in (row.rsplit(maxsplit=2) for row in rows)}
    assert head.split() == ["Topic", "/", "Item", "Count", "Percent"]
    assert counts["Bytes of all frames"][0] == sum(counts[name][0] for name in ("Layers below", "Messages", "ENet"))
    assert counts["Replication"][0] > counts["Calls"][0] > 0


def test_the_tour_is_short_and_narrow(tour):
    assert len(tour.splitlines()) < 110
    assert [line for line in tour.split("\n== The same in Wireshark")[0].splitlines() if len(line) > 100] == []


def test_the_closing_command_works(tour, tmp_path):
    """Runs the demo with the text program in place of the graphical one."""
    program = tmp_path / "bin" / "wireshark"
    program.parent.mkdir()
    program.write_text(WIRESHARK)
    program.chmod(0o755)
    root = wireshark.writable_folder()
    lines = command(tour)
    for path in (wireshark.CAPTURES / "godot4-replication.pcapng", wireshark.ROOT / "tests" / "godot4"):
        assert str(path) in lines
        lines = lines.replace(str(path), str(wireshark.readable(path)))
    variables = {
        "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(root), "XDG_CONFIG_HOME": "", "LC_ALL": "C.UTF-8"}
    if wireshark._as_root():
        variables["DESTDIR"] = str(root)
    done = subprocess.run(["sh", "-c", lines], capture_output=True, text=True, cwd="/", env={**os.environ, **variables})
    assert done.returncode == 0, done.stderr
    row, = [line for line in done.stdout.splitlines() if line.lstrip().startswith("44 ")]
    # the profile's columns
    assert re.search(r" 1 +1309949100 +2 +unreliable .*RPC Main/Players/1309949100\.wave\(times: 2\)", row)


def test_rows_of_a_capture_of_ones_own():
    done = demo(wireshark.CAPTURES / "godot4-rpc.pcapng")
    assert done.returncode == 0, done.stderr
    assert 'RPC Main/Players/7 #1(12, "sword", (1, 2, 3))  [reliable, ch 0]' in done.stdout
    assert "project_directory" not in command(done.stdout)


@pytest.mark.parametrize("game", [PACK, wireshark.ROOT / "tests" / "godot4"], ids=["pack", "folder"])
def test_names_from_a_game(game):
    done = demo("--names", game, *(wireshark.CAPTURES / f"{name}.pcapng" for name in ("godot4-rpc", "godot4-late")))
    assert done.returncode == 0, done.stderr
    assert 'RPC Main/Players/7.take_damage(amount: 12, weapon: "sword", at: (1, 2, 3))' in done.stdout
    assert len(section(done.stdout, "What godot4-late.pcapng says")) > 100
    assert f"-o godot.project_directory:{game} " in command(done.stdout)


@pytest.mark.parametrize("arguments", [
    ["/nowhere.pcapng"], ["--names", "/nowhere.pck"], ["--names", str(wireshark.CAPTURES)],
    ["--names", "/etc"]])
def test_what_it_cannot_read_is_told(arguments):
    done = demo(*arguments)
    assert done.returncode != 0
    assert arguments[-1] in done.stderr


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(option):
    done = demo(option)
    assert done.returncode == 0
    assert done.stdout.startswith("tools/demo: build the plugin") and "--names GAME" in done.stdout
    assert "set -eu" not in done.stdout and len(done.stdout.splitlines()) == 3


def test_a_new_folder_is_configured_without_the_tests(tmp_path):
    subprocess.run(["cmake", "-G", "Ninja", "-DBUILD_TESTING=OFF", "-S", wireshark.ROOT, "-B", tmp_path], check=True,
                   capture_output=True)
    targets = subprocess.run(["ninja", "-C", tmp_path, "-t", "targets", "all"], check=True, capture_output=True,
                             text=True).stdout
    assert "\ngodot.so:" in targets and "test-godot-variant-text" not in targets
