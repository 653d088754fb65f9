# SPDX-License-Identifier: GPL-2.0-or-later
"""A capture that lacks something shows no expert item that the whole capture does not show.

From each recorded capture others are made: cut by a snapshot length, begun late, ended early, with a hole, with one
direction only, with every frame twice, with frames in another order. They may not have an expert item of severity
warning or above that the whole capture does not show for the same message, except those that say what was not captured.
"""

import collections
import functools
import re

import pytest

import captures
import recorded
import test_expert
import wireshark
from damages import DAMAGES

# These say themselves that the capture lacks something.
OF_THE_CAPTURE = {"enet.analysis.connect_unanswered", "godot.stream.incomplete"}
WARNINGS = sorted({name for name, severity, *_ in test_expert.items() if severity in ("warn", "error")} -
                  OF_THE_CAPTURE)


# What Wireshark says when a dissector runs into the end of the data, or into a bug of its own.
GAVE_UP = re.compile("Malformed Packet|Reassembly error|Dissector bug", re.IGNORECASE)

# These fields join the frames of one message: retransmissions, fragments.
JOINS = ("enet.analysis.retransmission", "enet.reassembled.in", "tcp.reassembled_in")

WARNING = 0x600000      # of _ws.expert.severity
OTHERS = {"Trailing stray characters"}     # of JSON


# The damages of damages.py that take something from a capture.
CUTS = {
    name: DAMAGES[name].make
    for name in ("cut at 96", "cut at 200", "cut anywhere", "begun late", "begun later", "ended early", "with a hole",
                 "with small holes", "from the clients only", "from the servers only", "doubled", "in another order")}


# --- what is said of it -------------------------------------------------------------------


# about a frame: frames that belong to the same message, warnings by name and text
Said = collections.namedtuple("Said", "joins names texts")


FIELDS = [*JOINS, "_ws.expert.severity", "_ws.expert.message", *WARNINGS]


def said(variants, options):
    """Returns, for each variant, what is said about each frame. All are read at once: a start of tshark takes longer
    than reading them."""
    path = recorded.write(recorded.apart(variants))
    return of_each(variants, wireshark.lines_of_fields(path, *FIELDS, options=options))


def said_and_messages(variants, options):
    """Returns the same, and the lines of -z godot,messages, whose frames count on from variant to variant."""
    path = recorded.write(recorded.apart(variants))
    lines, messages = wireshark.lines_and_messages(path, *FIELDS, options=["-n", *options])
    return of_each(variants, lines), messages


def of_each(variants, lines):
    left = iter(lines)
    found, before = [], 0
    for frames in variants:
        found.append([reading(next(left), before) for _ in frames])
        before += len(frames)
    assert next(left, None) is None
    return found


@functools.lru_cache(maxsize=10000)
def warned(line):
    """Returns the warnings of a frame by name, and by text. Most frames have none, or those of many others."""
    severities, texts, *warnings = wireshark.cells(line)
    return ({name: len(cell) for name, cell in zip(WARNINGS, warnings, strict=True) if cell},
            collections.Counter(text for severity, text in zip(severities, texts, strict=True)
                                if int(severity, 0) >= WARNING and text not in OTHERS))


def reading(line, before):
    """before: frames of other variants."""
    *joins, rest = line.split("\t", len(JOINS))
    return Said({int(value) - before for values in wireshark.cells("\t".join(joins)) for value in values},
                *warned(rest))


def told_by_the_whole(rows):
    """Returns, for each frame number, the warnings of all frames that have parts of the same messages."""
    parts = collections.defaultdict(set)
    for number, row in enumerate(rows, 1):
        for other in row.joins:
            parts[number].add(other)
            parts[other].add(number)

    def group(number, seen):
        seen.add(number)
        for other in parts[number] - seen:
            group(other, seen)
        return seen

    def names(numbers):
        told = collections.Counter()
        for number in numbers:
            if rows[number - 1].names:
                told.update(rows[number - 1].names)
        return told

    return {number: names(group(number, set()) if number in parts else [number])
            for number in range(1, len(rows) + 1)}


# Shown once, on the first message that shows it: on another message if that one was not captured.
TOLD_ONCE = {"enet.analysis.timeout_near", "godot.path.differs"}


def false_warnings(frames, rows, whole):
    once = TOLD_ONCE.intersection(set().union(*whole.values()))
    return [(place, frame.number, name) for place, (frame, row) in enumerate(zip(frames, rows, strict=True), 1)
            for name, count in row.names.items() if count > whole[frame.number][name] + (name in once)]


WHOLE = "whole"
AT_ONCE = 8     # captures


def groups():
    """Returns the captures that are read at once: they need the same options."""
    alike = collections.defaultdict(list)
    for capture in captures.ALL:
        alike[tuple(captures.options(capture))].append(capture)
    return {
        capture: tuple(some[i:i + AT_ONCE]) for some in alike.values() for i in range(0, len(some), AT_ONCE)
        for capture in some[i:i + AT_ONCE]}


GROUPS = groups()


@functools.lru_cache(maxsize=1)
def read_group(group):
    """capture -> (cut -> frames, per pass: cut -> what is said of each frame)"""
    frames = {
        capture: {WHOLE: recorded.read(capture), **{cut: make(recorded.read(capture)) for cut, make in CUTS.items()}}
        for capture in group}
    every_one = [variant for cuts in frames.values() for variant in cuts.values()]
    passes = [iter(said(every_one, [*captures.options(group[0]), *options])) for options in ([], ["-2"])]
    return {capture: (cuts, [dict(zip(cuts, rows)) for rows in passes]) for capture, cuts in frames.items()}


@pytest.fixture(scope="module", params=GROUPS, ids=lambda capture: capture.stem)
def variants(request):
    """(capture, cut -> frames, per pass: cut -> what is said of each frame)"""
    capture = request.param
    return capture, *read_group(GROUPS[capture])[capture]


@pytest.mark.parametrize("number", [0, 1], ids=["one pass", "two passes"])
def test_no_warning_that_the_whole_does_not_show(variants, number):
    _, frames, passes = variants
    told = told_by_the_whole(passes[number][WHOLE])
    found = {cut: false_warnings(frames[cut], rows, told) for cut, rows in passes[number].items()}
    assert {cut: wrong for cut, wrong in found.items() if wrong} == {}


# --- what one pass says -------------------------------------------------------------------


@pytest.mark.parametrize("cut", [WHOLE, *CUTS])
def test_one_pass_says_nothing_that_a_second_takes_back(variants, cut):
    one, two = (rows[cut] for rows in variants[2])
    assert [(frame, text) for frame, (first, second) in enumerate(zip(one, two, strict=True), 1)
            for text in first.texts - second.texts] == []


# --- cut packets --------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1], ids=["one pass", "two passes"])
def test_cut_packets_are_short_and_never_malformed(variants, number):
    _, frames, passes = variants
    assert [(cut, place, row.texts) for cut, rows in passes[number].items()
            for place, (frame, row) in enumerate(zip(frames[cut], rows, strict=True), 1)
            if len(frame.data) < frame.size and any(map(GAVE_UP.search, row.texts))] == []
