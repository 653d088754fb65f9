# SPDX-License-Identifier: GPL-2.0-or-later
"""The bugs of tests/planted fit the sources and say what they are; tools/fuzz --planted tells whether it finds them."""

import re
import subprocess

import mutations
from mutations import ROOT, TESTS

PATCHES = sorted((TESTS / "planted").glob("*.patch"))
HEAD = re.compile(r"# [\w ]+: .+\n# target: ([a-z]+)\n# test: (.+)\n--- a/")


def test_every_bug_can_be_planted():
    assert len(PATCHES) >= 15
    said = [
        subprocess.run(
            ["patch", "-p1", "--dry-run", "--fuzz=0", "-i", str(patch)], cwd=ROOT, capture_output=True, text=True,
            check=False) for patch in PATCHES]
    assert [(run.args[-1], run.stdout) for run in said if run.returncode != 0] == []


def test_every_bug_says_who_finds_it():
    for patch in PATCHES:
        target, test = HEAD.match(patch.read_text(encoding="utf-8")).groups()
        assert (TESTS / "fuzz" / f"fuzz-{target}.c").exists(), patch
        assert test == "none" or mutations.exists(test), patch
