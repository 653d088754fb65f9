# SPDX-License-Identifier: GPL-2.0-or-later
"""What a damaged capture says is what the whole one says, or openly less; and it warns of nothing more.

Each damage of damages.py befalls each recorded capture. The rows of -z godot,messages of each frame are held against
those that the same frame, or another that carries the same message, has in the whole capture: a name is the same or is
not there, a value is the same, a number stands for a name that is not known. GODOT_DAMAGE=NAME asks of one damage only.
"""

import collections
import json
import os

import pytest

import captures
import damages
import recorded
import test_evidence
import wireshark
from damages import BEHIND, DAMAGES, SUCCESSIONS

WHOLE = "whole"
ENET = {"ack", "connect", "verify_connect", "disconnect", "ping", "reliable", "unreliable", "unsequenced", "fragment",
        "unreliable_fragment", "bandwidth_limit", "throttle_configure"}
UNREAD = {"datagram", "data"}   # kinds of row that say nothing but that there are bytes
ADDRESSES = slice(26, 34)       # of a frame; the payload of a UDP datagram begins behind its checksum
PAYLOAD = slice(42, None)


# --- no more than the whole says -----------------------------------------------------------


def is_less(said, whole):
    """Is a value the same, or one whose names are not known?"""
    if isinstance(whole, dict) and isinstance(said, list):
        whole = list(whole.values())
    if isinstance(whole, list) and isinstance(said, list):
        return len(said) == len(whole) and all(map(is_less, said, whole))
    return said == whole


def is_name_of(said, whole):
    """Is a name the same, or the number in its place, or the last part of a path whose beginning is not known either?"""
    return said == whole or isinstance(said, int) and isinstance(whole, str) or whole == f"…/{said}"


def is_release(said, whole):
    """More messages narrow it down, and each reading knows those before."""
    return said.startswith(whole) or whole.startswith(said) or (said[0] == whole[0] and said.endswith("later") and whole.endswith("later"))


def is_same(said, whole):
    return said == whole


HOLDS = {"kind": is_same, "from": is_same, "to": is_same, "mode": is_same, "channel": is_same, "relayed": is_same, "scene": is_same,
         "bytes": is_same, "retransmission": is_same, "node": is_name_of, "method": is_name_of, "args": is_less, "properties": is_less, "godot": is_release}
# Of a command whose message is not read, or is of no known kind.
HOLDS_UNREAD = {key: HOLDS[key] for key in ("from", "to", "mode", "relayed", "retransmission")}


def contradictions(said, whole):
    """The keys in which a row says something else than one of the whole capture."""
    if said["kind"] in UNREAD:
        return []
    if said["kind"] in ENET and whole["kind"] in ENET:
        holds = {"kind": is_same, "retransmission": is_same}
    elif said["kind"] in ENET or said["kind"] == "message":
        holds = {key: hold for key, hold in HOLDS_UNREAD.items() if key in whole or key == "retransmission"}
    else:
        holds = HOLDS
    return [key for key, hold in holds.items() if key in said and not (key in whole and hold(said[key], whole[key]))]


def more_than(rows, whole):
    """Per row that no row of the whole capture bears out: how it differs from the likeliest. Each bears out one."""
    left, wrong = list(whole), []
    for row in rows:
        found = min(((contradictions(row, other), place) for place, other in enumerate(left)), key=lambda one: (len(one[0]), one[1]), default=None)
        if found is None:
            wrong.append((["nothing of the kind"], row))
        elif found[0]:
            wrong.append((found[0], row))
        else:
            del left[found[1]]
    return wrong


# --- reading -------------------------------------------------------------------------------


Reading = collections.namedtuple("Reading", "frames rows said")     # of frames: rows per place, test_evidence.Said per place


def readings(variants, options):
    """Of each variant. All are read at once: a start of tshark takes longer than they do."""
    path = recorded.write(recorded.apart(variants))
    places = [(variant, place) for variant, frames in enumerate(variants) for place in range(len(frames))]
    rows = [[[] for _ in frames] for frames in variants]
    for line in wireshark.tshark("-n", "-q", "-r", path, *options, "-z", "godot,messages").splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            variant, place = places[row["frame"] - 1]
            rows[variant][place].append(row)
    return [Reading(*reading) for reading in zip(variants, rows, test_evidence.said(variants, options), strict=True)]


def copies_of(frames):
    """Frames of the same datagram."""
    copies = collections.defaultdict(list)
    for frame in frames:
        if damages.is_udp(frame):
            copies[frame.data[ADDRESSES] + frame.data[PAYLOAD]].append(frame.number)
    return copies.values()


def groups_of(reading):
    """Per frame number: the frames that carry parts of the same messages, itself first."""
    joined = [(frame.number, other) for frame, said in zip(reading.frames, reading.said, strict=True) for other in said.joins]
    joined += [(first, other) for first, *others in copies_of(reading.frames) for other in others]
    parts = collections.defaultdict(set)
    for one, other in joined:
        parts[one].add(other)
        parts[other].add(one)

    def group(number, seen):
        seen.append(number)
        for other in sorted(parts[number]):
            if other not in seen:
                group(other, seen)
        return seen
    return {frame.number: group(frame.number, []) for frame in reading.frames}


class Whole:
    """What the whole capture says, by number of a frame. first: that much is added to the numbers."""

    def __init__(self, reading, first=0):
        self.rows = {first + number: [row for other in group for row in reading.rows[other - 1]]
                     for number, group in groups_of(reading).items()}
        self.streams = {first + number: {(first, row["stream"]) for row in rows if "stream" in row}
                        for number, rows in enumerate(reading.rows, 1)}
        self.warnings = {first + number: names for number, names in test_evidence.told_by_the_whole(reading.said).items()}
        self.talks = {frame.data[ADDRESSES] for frame, rows in zip(reading.frames, reading.rows, strict=True) if rows and damages.is_udp(frame)}

    def __or__(self, other):
        """What both say together."""
        both = Whole.__new__(Whole)
        both.rows, both.streams, both.warnings = self.rows | other.rows, self.streams | other.streams, self.warnings | other.warnings
        both.talks = self.talks | other.talks
        return both


# --- the rules -----------------------------------------------------------------------------


def other_rows(reading, whole):
    wrong = []
    for frame, rows in zip(reading.frames, reading.rows, strict=True):
        told = whole.rows[frame.number]
        if told or frame.data[ADDRESSES] not in whole.talks:    # else the whole took some more of its datagrams to be sure of ENet
            wrong += [(frame.number, *one) for one in more_than(rows, told)]
    return wrong


def other_connections(reading, whole, splits):
    """Two that are read as one; one that is read as two, unless that is what the damage does."""
    streams = collections.defaultdict(set)
    for frame, rows in zip(reading.frames, reading.rows, strict=True):
        for stream in {row["stream"] for row in rows if "stream" in row}:
            streams[stream] |= whole.streams[frame.number]
    wrong = [("joined", *known) for known in streams.values() if len(known) > 1]
    if not splits and len(streams) > len(set().union(*streams.values())):
        wrong.append(("split", len(streams)))
    return wrong


def more_warnings(reading, whole):
    return test_evidence.false_warnings(reading.frames, reading.said, whole.warnings)


def wrong(reading, whole, splits):
    """All that a reading says without the whole capture."""
    return other_rows(reading, whole) + other_connections(reading, whole, splits) + more_warnings(reading, whole)


def summary(found):
    """What is wrong of those of which anything is: how much, and the first of it."""
    return [f"{' | '.join(key)}: {len(items)} items, {items[0]}" for key, items in found.items() if items]


# --- damages -------------------------------------------------------------------------------


def chosen(table):
    """The damages that are asked for."""
    return [name for name in table if os.environ.get("GODOT_DAMAGE", name) == name]


def befalls(damage, frames):
    return DAMAGES[damage].tcp or all(map(damages.is_udp, frames))


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
@pytest.mark.parametrize("group", dict.fromkeys(test_evidence.GROUPS.values()), ids=lambda group: f"{group[0].stem} and others")
def test_says_no_more(group, passes):
    keys = [(capture, damage) for capture in group for damage in [WHOLE, *chosen(DAMAGES)]
            if damage == WHOLE or befalls(damage, recorded.read(capture))]
    variants = [recorded.read(capture) if damage == WHOLE else DAMAGES[damage].make(recorded.read(capture)) for capture, damage in keys]
    read = dict(zip(keys, readings(variants, [*captures.options(group[0]), *passes]), strict=True))
    wholes = {capture: Whole(read[capture, WHOLE]) for capture in group}
    found = {(capture.stem, damage): wrong(reading, wholes[capture], DAMAGES[damage].splits)
             for (capture, damage), reading in read.items() if damage != WHOLE}
    assert summary(found) == []


# --- another game on its addresses and ports -------------------------------------------------

# Those with handshakes: of others the first datagrams are not read before the plugin is sure of ENet, but behind another game's.
UDP = [capture for capture in captures.ALL if capture.stem.startswith(("enet-", "godot")) and "late" not in capture.stem and not captures.options(capture)]
PAIRS = [(capture, UDP[(number + distance) % len(UDP)]) for distance in (1, 20) for number, capture in enumerate(UDP)]
AT_ONCE = 20    # pairs


@pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
@pytest.mark.parametrize("first", range(0, len(PAIRS), AT_ONCE), ids=lambda first: f"{PAIRS[first][0].stem} and others")
def test_another_game_is_another(first, passes):
    pairs = PAIRS[first:first + AT_ONCE]
    both = sorted({capture for pair in pairs for capture in pair})
    keys = [(*pair, name) for pair in pairs for name in chosen(SUCCESSIONS)]
    variants = [SUCCESSIONS[name](recorded.read(one), recorded.read(other)) for one, other, name in keys]
    read = readings([*map(recorded.read, both), *variants], passes)
    wholes = dict(zip(both, read))
    found = {(one.stem, other.stem, name): wrong(reading, Whole(wholes[one]) | Whole(wholes[other], BEHIND), False)
             for (one, other, name), reading in zip(keys, read[len(both):], strict=True)}
    assert summary(found) == []
