# SPDX-License-Identifier: GPL-2.0-or-later
"""A damaged capture of a random session says the same as the whole one, or openly less, and warns of nothing more.

The sessions are those of test_properties.py, which proves what is read of the whole one; damages and rules are those of
test_damages.py. GODOT_PROPERTIES=N reads N / 2,000 sessions of each kind, GODOT_SEED=TEXT begins with another seed.
"""

import pytest

import pcap
import recorded
import test_damages
import test_properties
from damages import DAMAGES

LENGTHS = {"godot3": 250, "godot4": 250, "websocket3": 60, "websocket4": 60}    # messages; TCP has many small segments
SESSIONS = max(1, test_properties.MESSAGES // 2000)


def session(kind, number, folder):
    """Returns the frames of a session, as of a recorded capture."""
    frames = sorted(test_properties.told(kind, f"{test_properties.SEED}.{number}", LENGTHS[kind]),
                    key=lambda frame: frame.time)
    pcap.write_timed(folder / "whole.pcap", [(1 + frame.time, frame.packet) for frame in frames], ethernet=True)
    return recorded.read(folder / "whole.pcap")


@pytest.mark.parametrize("number", range(SESSIONS))
@pytest.mark.parametrize("kind", LENGTHS)
def test_says_no_more(kind, number, tmp_path):
    whole = session(kind, number, tmp_path)
    read = test_damages.readings([whole, *(damage.make(whole) for damage in DAMAGES.values())], ["-2"])
    known = test_damages.Whole(read[0])
    assert test_damages.summary({(name,): test_damages.wrong(reading, known, damage.splits) for (name, damage), reading
                                 in zip(DAMAGES.items(), read[1:], strict=True)}) == []
