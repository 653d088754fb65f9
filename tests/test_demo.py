# SPDX-License-Identifier: GPL-2.0-or-later
"""tools/demo, in a build folder of its own, tells the story of its capture."""

import os
import subprocess

import wireshark


def demo(build, *arguments):
    return subprocess.run([wireshark.ROOT / "tools" / "demo", *arguments], capture_output=True, text=True,
                          env={**os.environ, "WIRESHARK_GODOT_BUILD": str(build)})


def test_demo_prints_the_calls_of_its_capture(tmp_path):
    done = demo(tmp_path / "build")
    assert done.returncode == 0, done.stderr
    assert 'RPC Main/Players/7 #1(12, "sword", (1, 2, 3))  [reliable, ch 0]' in done.stdout


def test_demo_says_which_capture_it_cannot_read(tmp_path):
    done = demo(tmp_path / "build", "/nowhere.pcapng")
    assert done.returncode != 0
    assert "/nowhere.pcapng" in done.stderr


def test_demo_takes_names_from_a_pack(tmp_path):
    done = demo(tmp_path / "build", "--names", wireshark.ROOT / "tests" / "project" / "packs" / "godot4.pck")
    assert done.returncode == 0, done.stderr
    assert 'RPC Main/Players/7.take_damage(amount: 12, weapon: "sword", at: (1, 2, 3))' in done.stdout


def test_demo_says_which_pack_it_cannot_read(tmp_path):
    done = demo(tmp_path / "build", "--names", "/nowhere.pck")
    assert done.returncode != 0
    assert "/nowhere.pck" in done.stderr
