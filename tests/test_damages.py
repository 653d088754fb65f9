# SPDX-License-Identifier: GPL-2.0-or-later
"""A damaged capture says the same as the whole one, or openly less; and it warns of nothing more.

Each damage of damages.py is applied to each recorded capture. The rows of -z godot,messages of each frame are compared
with those that the same frame, or another with the same message, has in the whole capture: a name is the same or is
missing, a value is the same, and a number may stand for a name that is not known. GODOT_DAMAGE=NAME selects one damage,
GODOT_DAMAGE=all tries all of them with one pass and with two.
"""

import collections
import json
import os

import pytest

import captures
import damages
import recorded
import test_evidence
from damages import BEHIND, DAMAGES, SUCCESSIONS

ENET = {"ack", "connect", "verify_connect", "disconnect", "ping", "reliable", "unreliable", "unsequenced", "fragment",
        "unreliable_fragment", "bandwidth_limit", "throttle_configure"}
UNREAD = {"datagram", "data"}   # kinds of row that say only that there are bytes
ADDRESSES = slice(26, 34)       # in a frame; the payload of a UDP datagram begins after its checksum
PAYLOAD = slice(42, None)


# --- no more than the whole says -----------------------------------------------------------


def is_less(said, whole):
    """Is a value the same, or the same with names missing?"""
    if isinstance(whole, dict) and isinstance(said, list):
        whole = list(whole.values())
    if isinstance(whole, list) and isinstance(said, list):
        return len(said) == len(whole) and all(map(is_less, said, whole))
    return said == whole


def is_name_of(said, whole):
    """Is a name the same, or a number in its place, or the last part of a path whose beginning is unknown?"""
    if isinstance(said, int):
        return said == whole or isinstance(whole, str)
    return said == whole or whole == f"…/{said}" or said.startswith("…/") and whole.endswith(said[1:])


# The first and the last minor release that a text means.
RELEASES = {"3": (-10, -1), "4": (0, 99), "4.0 to 4.2": (0, 2), "4.1 or later": (1, 99), "4.1 or 4.2": (1, 2),
            "4.3 or later": (3, 99)}


def is_release(said, whole):
    """More messages make it more exact, and each reading knows the earlier ones. Is there a release that both mean?"""
    return RELEASES[said][0] <= RELEASES[whole][1] and RELEASES[whole][0] <= RELEASES[said][1]


def is_same(said, whole):
    return said == whole


HOLDS = {
    "kind": is_same, "from": is_same, "to": is_same, "mode": is_same, "channel": is_same, "relayed": is_same,
    "scene": is_same, "bytes": is_same, "retransmission": is_same, "node": is_name_of, "method": is_name_of,
    "spawner": is_name_of,
    "args": is_less, "properties": is_less, "godot": is_release}
# Keys of a command whose message cannot be read, or is of unknown kind.
HOLDS_UNREAD = {key: HOLDS[key] for key in ("from", "to", "mode", "relayed", "retransmission")}


def contradictions(said, whole):
    """Returns the keys in which a row differs from one of the whole capture."""
    if said["kind"] in UNREAD:
        return []
    if said["kind"] in ENET and whole["kind"] in ENET:
        holds = {"kind": is_same, "retransmission": is_same}
    elif said["kind"] in ENET or said["kind"] == "message":
        holds = {key: hold for key, hold in HOLDS_UNREAD.items() if key in whole or key == "retransmission"}
    else:
        holds = HOLDS
    return [key for key, hold in holds.items() if key in said and not (key in whole and hold(said[key], whole[key]))]


def numbers(row):
    """Returns how many names have numbers in their place."""
    return sum(isinstance(row.get(key), int) for key, hold in HOLDS.items() if hold is is_name_of)


def more_in_this_order(rows, whole):
    left, wrong = list(whole), []
    for row in rows:
        found = None
        for place, other in enumerate(left):
            differences = contradictions(row, other)
            if found is None or len(differences) < len(found[0]):
                found = differences, place
            if not differences:     # mostly the first one
                break
        if found is None:
            wrong.append((["nothing of the kind"], row))
        elif found[0]:
            wrong.append((found[0], row))
        else:
            del left[found[1]]
    return wrong


def more_than(rows, whole):
    """For each row without an equal in the whole capture, returns how it differs from the most similar one. Each row
    there counts once: for the first that it equals, or else for one that has a name before one that has its number."""
    return more_in_this_order(rows, whole) and more_in_this_order(sorted(rows, key=numbers), whole)


# --- reading -------------------------------------------------------------------------------


# for frames: rows by place, test_evidence.Said by place
Reading = collections.namedtuple("Reading", "frames rows said")


def readings(variants, options):
    """Reads all variants at once: a start of tshark takes longer than reading them."""
    said, messages = test_evidence.said_and_messages(variants, options)
    places = [(variant, place) for variant, frames in enumerate(variants) for place in range(len(frames))]
    rows = [[[] for _ in frames] for frames in variants]
    for row in json.loads(f"[{','.join(messages)}]"):    # at once, which is quicker
        variant, place = places[row["frame"] - 1]
        rows[variant][place].append(row)
    return [Reading(*reading) for reading in zip(variants, rows, said, strict=True)]


def copies_of(frames):
    """Returns the frames of the same datagram."""
    copies = collections.defaultdict(list)
    for frame in frames:
        if damages.is_udp(frame):
            copies[frame.data[ADDRESSES] + frame.data[PAYLOAD]].append(frame.number)
    return copies.values()


def groups_of(reading):
    """Returns, for each frame number, the frames that have parts of the same messages, beginning with itself."""
    joined = [
        (frame.number, other) for frame, said in zip(reading.frames, reading.said, strict=True) for other in said.joins]
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


def uncertain(reading, first):
    """Returns the numbers of the datagrams before the one that proves ENet, or Godot, in the whole capture."""
    talks = collections.defaultdict(list)
    for frame, rows in zip(reading.frames, reading.rows, strict=True):
        if damages.is_udp(frame):
            talks[frozenset(damages.ends(frame))].append((frame.number, rows))
    numbers = set()
    for frames in talks.values():
        sure = next(
            (place for place, (_, rows) in enumerate(frames) if any(row["kind"] not in ENET | UNREAD for row in rows)),
            0)
        numbers |= {first + number for number, _ in frames[:sure]}
    return numbers


def later_in_tcp(reading):
    """Returns, for each frame number, everything said about its direction of TCP. After a gap Wireshark shows bytes in
    other frames than without it."""
    told = collections.defaultdict(list)
    for frame, rows in zip(reading.frames, reading.rows, strict=True):
        told[damages.ends(frame)] += rows
    return {frame.number: [] if damages.is_udp(frame) else told[damages.ends(frame)] for frame in reading.frames}


class Whole:
    """Returns what the whole capture says, by frame number. first: is added to the numbers."""

    def __init__(self, reading, first=0):
        self.rows = {first + number: [row for other in group for row in reading.rows[other - 1]]
                     for number, group in groups_of(reading).items()}
        self.streams = {first + number: {(first, row["stream"]) for row in rows if "stream" in row}
                        for number, rows in enumerate(reading.rows, 1)}
        self.warnings = {
            first + number: names for number, names in test_evidence.told_by_the_whole(reading.said).items()}
        self.before = uncertain(reading, first)
        self.later = {first + number: rows for number, rows in later_in_tcp(reading).items()}

    def __or__(self, other):
        """Joins what both say."""
        both = Whole.__new__(Whole)
        both.rows, both.streams = self.rows | other.rows, self.streams | other.streams
        both.warnings = self.warnings | other.warnings
        both.before, both.later = self.before | other.before, self.later | other.later
        return both


# --- the rules -----------------------------------------------------------------------------


def other_rows(reading, whole):
    wrong = []
    for frame, rows in zip(reading.frames, reading.rows, strict=True):
        if frame.number not in whole.before:
            wrong += [
                (frame.number, *one) for one in more_than(rows, whole.rows[frame.number] + whole.later[frame.number])]
    return wrong


def other_connections(reading, whole, splits):
    """Finds two connections that are read as one, or one that is read as two, unless the damage does just that."""
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
    """What one reading says alone, without the whole capture."""
    return other_rows(reading, whole) + other_connections(reading, whole, splits) + more_warnings(reading, whole)


def wholes_of(some):
    """Returns capture -> what two passes read of it: one pass knows less, and says nothing that the second takes
    back."""
    return dict(zip(some, readings(list(map(recorded.read, some)), [*captures.options(some[0]), "-2"]), strict=True))


def summary(found):
    """Returns what is wrong, for each that has a difference: how many, and the first."""
    return [f"{' | '.join(key)}: {len(items)} items, {items[0]}" for key, items in found.items() if items]


# --- damages -------------------------------------------------------------------------------


ASKED = os.environ.get("GODOT_DAMAGE", "")
PASSES = {"one pass": (), "two passes": ("-2",)}


def turns(parts):
    """Returns (part, passes): with GODOT_DAMAGE each part with one pass and with two, otherwise alternating, which
    takes half as long."""
    return [pytest.param(part, passes, id=f"{number + 1}, {name}") for number, part in enumerate(parts)
            for turn, (name, passes) in enumerate(PASSES.items()) if ASKED or number % 2 == turn]


def chosen(table):
    """Returns the names of the selected damages."""
    return [ASKED] if ASKED in table else list(table)


def befalls(damage, capture):
    return capture.stem not in damages.TWO_GENERATIONS + DAMAGES[damage].spares


GROUPS = list(dict.fromkeys(test_evidence.GROUPS.values()))
# For some captures, then, one half of the damages with each number of passes.
HALVES = [(group, half) for number, group in enumerate(GROUPS) for half in ((0, 1) if number % 2 else (1, 0))]


@pytest.mark.parametrize("part, passes", turns(HALVES))
def test_says_no_more(part, passes):
    group, half = part
    keys = [(capture, damage) for capture in group for damage in chosen(DAMAGES)[half::2] if befalls(damage, capture)]
    read = readings([DAMAGES[damage].make(recorded.read(capture)) for capture, damage in keys],
                    [*captures.options(group[0]), *passes])
    wholes = {capture: Whole(whole) for capture, whole in wholes_of(group).items()}
    assert summary({(capture.stem, damage): wrong(reading, wholes[capture], DAMAGES[damage].splits)
                    for (capture, damage), reading in zip(keys, read, strict=True)}) == []


# --- another game on its addresses and ports -------------------------------------------------

# Captures with handshakes: in others, the first datagrams are not read before ENet is proved, unless another game is
# before them.
UDP = [
    capture for capture in captures.ALL
    if capture.stem.startswith(("enet-", "godot")) and "late" not in capture.stem and not captures.options(capture)
    and capture.stem not in damages.TWO_GENERATIONS]
# Each is followed by the next one, or by one that is more unlike it; with GODOT_DAMAGE by both.
PAIRS = [(capture, UDP[(number + distance) % len(UDP)]) for turn, distance in enumerate((1, 20))
         for number, capture in enumerate(UDP) if ASKED or number % 2 == turn]
AT_ONCE = 20    # pairs


@pytest.mark.parametrize("first, passes", turns(range(0, len(PAIRS), AT_ONCE)))
def test_another_game_is_another(first, passes):
    pairs = PAIRS[first:first + AT_ONCE]
    both = sorted({capture for pair in pairs for capture in pair})
    keys = [(*pair, name) for pair in pairs for name in chosen(SUCCESSIONS)
            if not {capture.stem for capture in pair} & set(SUCCESSIONS[name].spares)]
    read = readings([SUCCESSIONS[name].make(recorded.read(one), recorded.read(other)) for one, other, name in keys],
                    passes)
    wholes = wholes_of(both)
    assert summary({(one.stem, other.stem, name): wrong(reading,
                                                        Whole(wholes[one]) | Whole(wholes[other], BEHIND), False)
                    for (one, other, name), reading in zip(keys, read, strict=True)}) == []
