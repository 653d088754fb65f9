# SPDX-License-Identifier: GPL-2.0-or-later
"""The recorded captures, each with what Wireshark must be told to read it.

A test of every capture uses the fixture `capture` (conftest.py) and is in a file test_captures*.py: CTest runs these
files in a few processes, each capture by capture, in which the tests share a capture's trees.
"""

import collections
import functools
import os
import random
import struct

import recorded
import wireshark

ALL = sorted(wireshark.CAPTURES.glob("*.pcapng"))


def share(chosen):
    """The captures of these that tests read: all, or with GODOT_SHARE=1/2 every second one; GODOT_PART selects among
    these in the same way."""
    for variable in ("GODOT_SHARE", "GODOT_PART"):
        part, parts = map(int, os.environ.get(variable, "1/1").split("/"))
        chosen = chosen[part - 1::parts]
    return chosen


# Wireshark cannot know these by itself: a bare Variant in a datagram could be anything, and so could
# a compressed connection whose start was not captured.
DECODE_AS = {
    "godot4-variants-udp": ["udp.port==21000,godot.variant"],
    "godot4-late-range": ["udp.port==21000,enet"],
}


def options(capture):
    """tshark's options to read a capture."""
    return [option for rule in DECODE_AS.get(capture.stem, []) for option in ("-d", rule)]


SECRETS = 10        # type of a block of pcapng that has keys


def has_keys(capture):
    """Tells whether the file itself has keys to decrypt what is captured."""
    data, offset = capture.read_bytes(), 0
    while offset < len(data):
        kind, size = struct.unpack_from("<II", data, offset)
        if kind == SECRETS:
            return True
        offset += size
    return False


def alike(chosen, most=None):
    """Returns tuples of captures that one capture file can hold (recorded.apart()), at most so many: they need the same
    options. One with keys is alone, because a joined file has none."""
    groups = collections.defaultdict(list)
    for capture in chosen:
        groups[capture if has_keys(capture) else tuple(options(capture))].append(capture)
    return [tuple(some[i:i + (most or len(some))]) for some in groups.values()
            for i in range(0, len(some), most or len(some))]


def joined(some):
    """Returns the file that has these captures one after the other, and tshark's options to read it."""
    return some[0] if len(some) == 1 else recorded.write(recorded.apart(map(recorded.read, some))), *options(some[0])


def pdml(capture, *passes):
    """Returns its packets after one pass, or after two ("-2")."""
    return wireshark.pdml(capture, *passes, *options(capture))


@functools.lru_cache(maxsize=1)
def trees_twice(capture):
    """Returns the trees of all frames by sharkd, in their order, and again after visiting them in a random order."""
    order = list(range(1, len(pdml(capture)) + 1))
    walk = random.Random(1).sample(order, len(order))
    found = wireshark.sharkd(capture, order + walk, decode_as=DECODE_AS.get(capture.stem, []))
    again = dict(zip(walk, found[len(order):]))
    return found[:len(order)], [again[number] for number in order]


def trees(capture):
    """Returns the trees of all frames by sharkd."""
    return trees_twice(capture)[0]
