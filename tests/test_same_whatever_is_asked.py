# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin points out does not depend on what was asked for: no tree, a tree for one field, or all of it."""

import re
import struct

import pytest

import pcap
import wireshark
from wireshark import CAPTURES

DECODE_AS = {"godot4-variants-udp": "udp.port==21000,godot.variant", "godot4-late-range": "udp.port==21000,enet"}
NAMES = sorted(path.stem for path in CAPTURES.glob("*.pcapng"))
COUNT = re.compile(r"^ +(\d+) +(\w+) +(.+?)  (.*)$")
ITEM = re.compile(r"Expert Info \(\w+/[\w ]+\): (.*)\]$")
COMPARED = 100      # characters of an item: -V cuts long labels


def shown(name, *options):
    decode_as = ["-d", DECODE_AS[name]] if name in DECODE_AS else []
    return asked(CAPTURES / f"{name}.pcapng", *decode_as, *options)


def asked(capture, *options):
    return wireshark.tshark("-n", "-r", capture, *options, "-z", "expert").splitlines()


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


def check_one_pass(capture, *options):
    """Gives the table."""
    without_tree = asked(capture, *options, "-q")
    whole_tree = asked(capture, *options, "-V")
    one_field = asked(capture, *options, "-T", "fields", "-e", "frame.number", "-e", "_ws.expert.message",
                      "-E", f"aggregator={wireshark.SEPARATOR}")
    assert counts(without_tree) == counts(whole_tree) == counts(one_field)
    assert items(whole_tree) == listed(one_field)
    return counts(whole_tree)


@pytest.mark.parametrize("name", NAMES)
def test_in_one_pass(name):
    check_one_pass(CAPTURES / f"{name}.pcapng", *(["-d", DECODE_AS[name]] if name in DECODE_AS else []))


def array(*elements):
    return struct.pack("<II", 28, len(elements)) + b"".join(elements)


def nested(depth, inside=b"\0\0\0\0"):
    return array(nested(depth - 1, inside)) if depth else inside


NOT_UTF8, NOT_BOOL = struct.pack("<II4s", 4, 4, b"\xff" * 4), struct.pack("<II", 1, 2)
MANY_ITEMS = [array(*[struct.pack("<II", 2, 7)] * 250)] * 30     # more than a frame shows


@pytest.mark.parametrize("value, told", [
    (nested(64), 0), (nested(65), 1), (nested(200), 1),
    (array(*[nested(70)] * 100), 100),                  # with 20 shown of each: deep, and too many
    (nested(70, NOT_UTF8), 2),
    (array(*MANY_ITEMS, nested(70), NOT_UTF8, NOT_BOOL), 3),
    (array(*[NOT_BOOL] * 15, *[nested(1, NOT_BOOL)] * 200), 50),
    (nested(64, struct.pack("<II", 30, 9) + bytes(36)), 1),
    (nested(64, struct.pack("<II", 30, 9) + bytes(9)), 1),
], ids=lambda value: len(value) if isinstance(value, bytes) else "")
@pytest.mark.parametrize("limit", [20, 256])
def test_what_is_not_shown(tmp_path, value, told, limit):
    capture = pcap.write(tmp_path / "value.pcap", [pcap.udp(value)])
    table = check_one_pass(capture, "-d", "udp.port==7777,godot.variant", "-o", "godot.variant.dialect:4.x",
                           "-o", f"godot.variant.items:{limit}")
    assert sum(int(count) for count, *_ in table) == told


@pytest.mark.parametrize("name", NAMES)
def test_in_two_passes(name):
    """A tree in the first pass, by a read filter, or not: what is learned is the same."""
    assert shown(name, "-2", "-V") == shown(name, "-2", "-R", "frame", "-V")
