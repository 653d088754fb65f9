# SPDX-License-Identifier: GPL-2.0-or-later
"""Timing, loss and order in random sessions are what tests/enet_analysis.py finds in the same frames."""

import collections

import pytest

import enet_analysis
import generated_godot3
import generated_godot4
import pcap
import wireshark

MESSAGES = 60
PREFIX = "enet.analysis."
SUMS = ("lost", "unsent")   # one pass knows them as they are until then


def shown(packet):
    """Returns what is told of each command."""
    return [{child.name[len(PREFIX):]: child.show for child in command.children if child.name.startswith(PREFIX)}
            for command in packet.find("enet.command.item")]


def is_same(said, expected):
    """Times have microseconds in the capture."""
    return set(said) == set(expected) and all(
        abs(float(said[name]) - value) < 2e-6 if isinstance(value, float) else said[name] == str(value)
        for name, value in expected.items())


def difference(packets, told, left_out=()):
    """Returns in words the first command of which something else is shown; None if there is none."""
    for number, commands in told.items():
        said = shown(packets[number - 1])
        assert len(said) == len(commands)
        for one, expected in zip(said, commands):
            for name in left_out:
                one.pop(name, None)
            if not is_same(one, expected):
                return f"frame {number}: shown {one}, expected {expected}"
    return None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [generated_godot3.Session, generated_godot4.Session], ids=["godot3", "godot4"])
def test_what_is_told_of_commands(tmp_path, kind, seed):
    frames = kind(f"analysis {seed}", 0, MESSAGES).frames()
    capture = pcap.write_timed(tmp_path / "session.pcap", [(1 + frame.time, frame.packet) for frame in frames])
    connections = collections.defaultdict(list)
    for number, frame in enumerate(frames, 1):
        addresses = frozenset((frame.packet[12:16], frame.packet[16:20]))
        connections[addresses].append((number, frame))
    once, twice = wireshark.pdml(capture), wireshark.pdml(capture, "-2")
    for some in connections.values():
        at_once, told = enet_analysis.of(some)
        assert difference(once, at_once, SUMS) is None
        assert difference(twice, told) is None
