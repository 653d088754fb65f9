# SPDX-License-Identifier: GPL-2.0-or-later
"""What is not shown whole is pointed out all the same, whatever was asked for: no tree, a tree for one field, or all of
it.

test_captures_experts.py asks so of every capture.
"""

import struct

import pytest

import pcap
import wireshark
from experts import asked, counts, items, listed, one_field


def array(*elements):
    return struct.pack("<II", 28, len(elements)) + b"".join(elements)


def nested(depth, inside=b"\0\0\0\0"):
    return array(nested(depth - 1, inside)) if depth else inside


NOT_UTF8, NOT_BOOL = struct.pack("<II4s", 4, 4, b"\xff" * 4), struct.pack("<II", 1, 2)
MANY_ITEMS = [array(*[struct.pack("<II", 2, 7)] * 250)] * 30     # more than a frame shows


VALUES = [      # with the number of expert items in it
    (nested(64), 0), (nested(65), 1), (nested(200), 1),
    (array(*[nested(70)] * 100), 100),                  # with 20 shown of each: deep, and too many
    (nested(70, NOT_UTF8), 2),
    (array(*MANY_ITEMS, nested(70), NOT_UTF8, NOT_BOOL), 3),
    (array(*[NOT_BOOL] * 15, *[nested(1, NOT_BOOL)] * 200), 50),
    (nested(64, struct.pack("<II", 30, 9) + bytes(36)), 1),
    (nested(64, struct.pack("<II", 30, 9) + bytes(9)), 1),
]


@pytest.mark.parametrize("limit", [20, 256])
def test_what_is_not_shown(tmp_path, limit):
    capture = pcap.write(tmp_path / "values.pcap", [pcap.udp(value) for value, _ in VALUES])
    options = [
        "-d", "udp.port==7777,godot.variant", "-o", "godot.variant.dialect:4.x", "-o", f"godot.variant.items:{limit}"]
    field = one_field(capture, *options)
    assert sorted(frame for frame, _ in listed(field)) == [
        frame for frame, (_, told) in enumerate(VALUES, 1) for _ in range(told)]
    assert counts(asked(capture, *options, "-q")) == counts(field) == counts(asked(capture, *options, "-V"))
    assert listed(field) == items(wireshark.pdml(capture, *options))
