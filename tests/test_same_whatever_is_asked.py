# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin points out does not depend on what was asked for: no tree, a tree for one field, or all of it."""

import re

import pytest

import wireshark
from wireshark import CAPTURES

DECODE_AS = {"godot4-variants-udp": "udp.port==21000,godot.variant", "godot4-late-range": "udp.port==21000,enet"}
NAMES = sorted(path.stem for path in CAPTURES.glob("*.pcapng"))
COUNT = re.compile(r"^ +(\d+) +(\w+) +(.+?)  (.*)$")
ITEM = re.compile(r"Expert Info \(\w+/[\w ]+\): (.*)\]$")
COMPARED = 100      # characters of an item: -V cuts long labels


def shown(name, *options):
    decode_as = ["-d", DECODE_AS[name]] if name in DECODE_AS else []
    return wireshark.tshark("-n", "-r", CAPTURES / f"{name}.pcapng", *decode_as, *options, "-z", "expert").splitlines()


def counts(lines):
    """The table of tshark -z expert."""
    return sorted(match.groups() for match in map(COUNT.match, lines) if match)


def items(lines):
    """Per frame, the expert items that stand in the tree."""
    found, frame = [], 0
    for line in lines:
        if line.startswith("Frame "):
            frame = int(re.match(r"Frame (\d+)", line)[1])
        elif match := ITEM.search(line):
            found.append((frame, match[1][:COMPARED]))
    return sorted(found)


def listed(lines):
    """Per frame, the items of tshark -T fields."""
    cells = (line.split("\t") for line in lines if "\t" in line)
    return sorted((int(frame), text[:COMPARED]) for frame, texts in cells for text in texts.split(wireshark.SEPARATOR) if text)


@pytest.mark.parametrize("name", NAMES)
def test_in_one_pass(name):
    without_tree = shown(name, "-q")
    whole_tree = shown(name, "-V")
    one_field = shown(name, "-T", "fields", "-e", "frame.number", "-e", "_ws.expert.message",
                      "-E", f"aggregator={wireshark.SEPARATOR}")
    assert counts(without_tree) == counts(whole_tree) == counts(one_field)
    assert items(whole_tree) == listed(one_field)


@pytest.mark.parametrize("name", NAMES)
def test_in_two_passes(name):
    """A tree in the first pass, by a read filter, or not: what is learned is the same."""
    assert shown(name, "-2", "-V") == shown(name, "-2", "-R", "frame", "-V")
