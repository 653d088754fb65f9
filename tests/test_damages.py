# SPDX-License-Identifier: GPL-2.0-or-later
"""What a damaged capture says is what the whole one says, or openly less; and it warns of nothing more.

Each damage of damages.py befalls each recorded capture. The rows of -z godot,messages of each frame are held against
those that the same frame, or another that carries the same message, has in the whole capture: a name is the same or is
not there, a value is the same, a number stands for a name that is not known. GODOT_DAMAGE=NAME asks of one damage only.
"""

import collections
import functools
import json
import os

import pytest

import captures
import damages
import recorded
import test_evidence
import wireshark
from damages import DAMAGES

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


# --- which frames carry the same ------------------------------------------------------------


def groups_of(frames, said):
    """Per frame number: the frames that carry parts of the same messages, itself first. Copies of a datagram are such."""
    parts, copies = collections.defaultdict(set), collections.defaultdict(list)
    for frame, row in zip(frames, said, strict=True):
        if damages.is_udp(frame):
            copies[frame.data[ADDRESSES] + frame.data[PAYLOAD]].append(frame.number)
        for other in row.joins:
            parts[frame.number].add(other)
            parts[other].add(frame.number)
    for first, *others in copies.values():
        for other in others:
            parts[first].add(other)
            parts[other].add(first)

    def group(number, seen):
        seen.append(number)
        for other in sorted(parts[number]):
            if other not in seen:
                group(other, seen)
        return seen
    return {frame.number: group(frame.number, []) for frame in frames}


# --- reading -------------------------------------------------------------------------------


def rows_of(variants, options):
    """Per variant, per place of a frame in it: its rows. All are read at once: a start of tshark takes longer than they do."""
    path = recorded.write(recorded.apart(variants))
    places = [(variant, place) for variant, frames in enumerate(variants) for place in range(len(frames))]
    found = [collections.defaultdict(list) for _ in variants]
    for line in wireshark.tshark("-n", "-q", "-r", path, *options, "-z", "godot,messages").splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            variant, place = places[row["frame"] - 1]
            found[variant][place].append(row)
    return found


Reading = collections.namedtuple("Reading", "frames rows said")     # of frames: rows per place, test_evidence.Said per place


def chosen():
    """The damages that are asked for."""
    return [os.environ["GODOT_DAMAGE"]] if "GODOT_DAMAGE" in os.environ else list(DAMAGES)


def befalls(damage, frames):
    return DAMAGES[damage].tcp or all(map(damages.is_udp, frames))


@functools.lru_cache(maxsize=1)
def readings(group, passes):
    """capture -> (whole or damage -> Reading)"""
    options, keys, variants = [*captures.options(group[0]), *passes], [], []
    for capture in group:
        frames = recorded.read(capture)
        for damage in [WHOLE, *(damage for damage in chosen() if befalls(damage, frames))]:
            keys.append((capture, damage))
            variants.append(frames if damage == WHOLE else DAMAGES[damage].make(frames))
    read = collections.defaultdict(dict)
    for (capture, damage), *reading in zip(keys, variants, rows_of(variants, options), test_evidence.said(variants, options), strict=True):
        read[capture][damage] = Reading(*reading)
    return read


@pytest.fixture(scope="module", params=[(group, number) for group in dict.fromkeys(test_evidence.GROUPS.values()) for number in (0, 1)],
                ids=lambda param: f"{param[0][0].stem} and others, {param[1] + 1} pass")
def read(request):
    """capture -> (whole or damage -> Reading), of some captures, by one pass or two"""
    group, number = request.param
    return readings(group, (("-2",) if number else ()))


def by_damage(read, wrong_in):
    """What is wrong: (capture, damage) -> list. wrong_in: of a reading, the whole one, and the groups of its frames"""
    wrong = {}
    for capture, variants in read.items():
        whole = variants[WHOLE]
        groups = groups_of(whole.frames, whole.said)
        for damage, reading in variants.items():
            found = wrong_in(damage, reading, whole, groups) if damage != WHOLE else []
            if found:
                wrong[capture.stem, damage] = found
    return wrong


# --- the rules -----------------------------------------------------------------------------


def rows_that_differ(_, reading, whole, groups):
    talks = {frame.data[ADDRESSES] for place, frame in enumerate(whole.frames) if whole.rows[place] and damages.is_udp(frame)}
    wrong = []
    for place, frame in enumerate(reading.frames):
        told = [row for number in groups[frame.number] for row in whole.rows[number - 1]]
        if told or frame.data[ADDRESSES] not in talks:   # else the whole took some more of its datagrams to be sure of ENet
            wrong += [(frame.number, *one) for one in more_than(reading.rows[place], told)]
    return wrong


def test_rows_say_no_more(read):
    assert by_damage(read, rows_that_differ) == {}


def connections_that_differ(damage, reading, whole, _):
    """Two that are read as one; one that is read as two, unless that is what the damage does."""
    streams = collections.defaultdict(set)
    for place, frame in enumerate(reading.frames):
        known = {row["stream"] for row in whole.rows[frame.number - 1] if "stream" in row}
        for stream in {row["stream"] for row in reading.rows[place] if "stream" in row}:
            streams[stream] |= known
    wrong = [("joined", *known) for known in streams.values() if len(known) > 1]
    if len(streams) > len(set().union(*streams.values())) and not DAMAGES[damage].splits:
        wrong.append(("split", len(streams)))
    return wrong


def test_connections_stay_apart_and_whole(read):
    assert by_damage(read, connections_that_differ) == {}


def warnings_that_are_more(_, reading, whole, __):
    return test_evidence.false_warnings(reading.frames, reading.said, test_evidence.told_by_the_whole(whole.said))


def test_warns_of_nothing_more(read):
    assert by_damage(read, warnings_that_are_more) == {}
