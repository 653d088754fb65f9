# SPDX-License-Identifier: GPL-2.0-or-later
"""Captures of TCP with each segment missing in turn, and what is read of them."""

import collections
import functools
import json
import re

import recorded
import wireshark

# notes that something is unknown
NOTES = {"godot.path.not_captured", "godot.spawn.not_captured", "godot.peer.not_captured", "godot.debug.orphan"}
# Keys of a row that may differ, besides its place and time: names, the text of the Info column.
NOT_COMPARED = {"text", "node", "method", "godot", "wire_bytes", "experts"}
# How each row begins. What follows is the same in many rows.
PLACE = re.compile(r'\{"frame":(\d+),"time":[\d.]+,"src":"[^"]*","dst":"[^"]*",')


def rows(capture, *options):
    """Returns (frame, the rest of the row as JSON without its first brace) of each row."""
    lines = wireshark.tshark("-n", "-r", capture, *options, "-q", "-z", "godot,messages").splitlines()
    places = map(PLACE.match, lines)
    return [(int(place[1]), line[place.end():]) for place, line in zip(places, lines)]


def _row(text):
    return json.loads("{" + text)


def _compared(row):
    return json.dumps({key: row[key] for key in sorted(row.keys() - NOT_COMPARED)})


def _says_no_more(row, whole):
    """Names may be missing, with numbers in their place."""
    return (all(key not in row or row[key] == whole.get(key) or str(row[key]).isdigit()
                for key in ("node", "method")) and whole.get("godot", "").startswith(row.get("godot", "")) and
            set(row.get("experts", [])) - NOTES <= set(whole.get("experts", [])))


def damaged(capture):
    """The capture without each of its segments in turn, as one file; of each of its frames (segment lost, number in the
    capture)."""
    frames = recorded.read(capture)
    lost = [frame.number for frame in frames if recorded.tcp_payload(frame)]
    parts = [[frame for frame in frames if frame.number != number] for number in lost]
    origin = [(number, frame.number) for number, rest in zip(lost, parts) for frame in rest]
    return recorded.write(recorded.apart(parts)), origin


def made_up(capture, least, *options):
    """Rows of the damaged captures that the whole one does not have; bytes that nobody can name are no news.

    least: the share of all rows that must be left, so that silence is no way out.
    """
    path, origin = damaged(capture)
    whole, shown = rows(capture, *options), rows(path, *options)
    segments = len({number for number, _ in origin})
    alike = collections.defaultdict(list)
    for _, text in whole:
        alike[_compared(_row(text))].append(_row(text))
    assert len(shown) > least * segments * len(whole)

    @functools.cache
    def is_new(text):
        row = _row(text)
        return (row["kind"] != "data" and row.get("method", row["kind"]) != "debug" and
                not any(_says_no_more(row, other) for other in alike[_compared(row)]))
    return [(*origin[frame - 1], text) for frame, text in shown if is_new(text)]
