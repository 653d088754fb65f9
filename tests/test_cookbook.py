# SPDX-License-Identifier: GPL-2.0-or-later
"""Every command of the cookbook prints what the cookbook says, and the crafted captures are what tests/crafted.py makes."""

import re

import pytest

import crafted
import wireshark
from test_readme import arguments

COOKBOOK = (wireshark.ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"^```sh\n(.*?)\n```\n+```text\n(.*?)^```$", COOKBOOK, re.MULTILINE | re.DOTALL)
JOBS = 25


def lines(text):
    """Without what only aligns them."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def pattern(line):
    """What the cookbook leaves out is "…": lines, or a part of one."""
    return "(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n"


def test_every_command_has_its_output():
    assert len(re.findall("^```sh$", COOKBOOK, re.MULTILINE)) == len(RECIPES)


def test_every_job_has_its_question():
    assert len(re.findall(r'^### "', COOKBOOK, re.MULTILINE)) == JOBS


@pytest.mark.parametrize("command, output", RECIPES, ids=[command for command, _ in RECIPES])
def test_recipe(command, output):
    printed = "".join(line + "\n" for line in lines(wireshark.tshark(*arguments(command))))
    assert re.fullmatch("".join(map(pattern, lines(output))), printed), printed


def test_named_filters_exist():
    names = set(re.findall(r"`((?:enet|godot)\.[a-z_.]+)", COOKBOOK))
    assert len(names) > 20
    wireshark.frames(wireshark.CAPTURES / "enet-unanswered.pcapng", " || ".join(sorted(names)))


def test_crafted_captures(tmp_path):
    made = crafted.write(tmp_path)
    assert {path.name for path in made} == {path.name for path in crafted.FOLDER.iterdir()}
    for path in made:
        assert path.read_bytes() == (crafted.FOLDER / path.name).read_bytes(), path.name
