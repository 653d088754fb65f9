# SPDX-License-Identifier: GPL-2.0-or-later
"""What was written is what is read: random sessions in a random network, and the rows of -z godot,messages.

generated_godot3.py and generated_godot4.py say something, and generated_network.py loses, doubles, delays, cuts and
compresses it; or it goes through TCP, as the values of generated_streams.py. They share no code with the plugin, and
know what each frame of the capture must tell, and what the statistics must count. Seeds decide everything.
GODOT_PROPERTIES=N in the environment reads about N messages of each kind, GODOT_SEED=TEXT begins with another seed, and
GODOT_SESSION="KIND SEED MESSAGES" reads one session, as a failure names it.
"""

import collections
import gc
import os

import pytest

import counted
import generated_godot3
import generated_godot4
import generated_streams
import pcap
import wireshark
from generated_values import is_same

SEED = os.environ.get("GODOT_SEED", "1")
MESSAGES = int(os.environ.get("GODOT_PROPERTIES", "2000"))
KEYS = ("kind", "from", "to", "mode", "channel", "relayed", "node", "method", "args", "properties", "bytes",
        "retransmission")
COMMANDS, PEERS, CALLS = ("Commands: number, and length in bytes",
                          "Peers: number of messages, sent and received, and length in bytes",
                          "Calls: number, and length in bytes")
REPLICATION = {"spawn": "Spawns: number, and length in bytes", "despawn": "Despawns: number, and length in bytes",
               "sync": "Updates: number, and length in bytes", "delta": "Updates: number, and length in bytes"}
KINDS = {"godot3": generated_godot3.Session, "godot4": generated_godot4.Session,
         "websocket3": generated_godot3.OverWebSocket, "websocket4": generated_godot4.OverWebSocket,
         "values": generated_streams.Values}
WHOLE = ("-o", "godot.variant.items:1000000", "-o", "godot.variant.text:1000000")
IN_A_SESSION, SESSIONS_IN_A_CAPTURE = 250, 100
PARTS = 4       # of the sessions of a kind: each is a short test


def difference(frame, said, expected):
    """Returns in words how the rows of a frame differ from the expected ones; None if they do not."""
    for number in range(max(len(said), len(expected))):
        if number >= len(said):
            return f"frame {frame}: missing {expected[number]}"
        row = {key: said[number][key] for key in KEYS if key in said[number]}
        if number >= len(expected):
            return f"frame {frame}: too much {row}"
        wrong = [key for key in KEYS if (key in row) != (key in expected[number]) or
                 key in row and not is_same(row[key], expected[number][key])]
        if wrong:
            return (f"frame {frame}, row {number}, {expected[number]['kind']}:\n" + "\n".join(
                f"  {key}: written {expected[number].get(key)!r:.2000}\n  {key}: read    {row.get(key)!r:.2000}"
                for key in wrong))
    return None


def sums(frames):
    """Returns (tree, name, name, ...) -> lengths, of what the trees of statistics count."""
    told = collections.defaultdict(list)
    for frame in frames:
        for kind, length, again in frame.commands:
            told["enet_commands", COMMANDS, kind].append(length)
            if again:
                told["enet_commands", COMMANDS, kind, "retransmitted or doubled"].append(length)
        for message in frame.messages:
            for names in peers_of(message):
                told["godot_peers", PEERS, *names, message.rows[0]["kind"]].append(message.size)
            for row in message.rows:
                if row["kind"] in ("rpc", "rset"):
                    told["godot_rpc", CALLS, *counted.call_of(row)].append(row["bytes"])
                elif row["kind"] in REPLICATION:
                    told["godot_sync", REPLICATION[row["kind"]], row["node"]].append(row["bytes"])
    return told


def peers_of(message):
    """Returns (peer, what it has to do with the message) of each."""
    relayed = "relayed" in message.rows[0]
    if message.upward:
        return (str(message.client), "sent"), ("1 (server)", "received to be passed on" if relayed else "received")
    return ("1 (server)", "passed on" if relayed else "sent"), (str(message.client), "received")


def wrong_sum(trees, frames):
    """Returns in words what the statistics count otherwise; None if nothing."""
    for (tree, *names), lengths in sums(frames).items():
        line = trees[tree]
        for name in names:
            line = line[name]
        if line.number != len(lengths) or abs(line.average - sum(lengths) / len(lengths)) > 0.006:
            return (f"{tree}, {', '.join(names)}: written {len(lengths)} with {sum(lengths)} bytes, "
                    f"counted {line.number} of {line.average} bytes")
    return None


def as_in_4_0(value):
    """Returns what tshark 4.0 prints of a text with -T fields: later ones double each backslash."""
    return value.replace("\\\\", "\\") if wireshark.version() >= (4, 4) else value


def wrong_values(path, frames):
    """Returns in words how the texts of the values of a frame differ, where rows do not tell them; None if not."""
    shown = collections.defaultdict(list)
    if any(frame.values for frame in frames):
        for (number,), values, packets in wireshark.fields(path, "tcp", "frame.number", "godot.variant.value",
                                                           "godot.stream.data", options=["-2", *WHOLE]):
            shown[int(number)] = [as_in_4_0(value) for value in values + packets]
    for number, frame in enumerate(frames, 1):
        if sorted(frame.values) != sorted(shown[number]):
            return f"frame {number}: written {frame.values}, read {shown[number]}"
    return None


def first_difference(sessions, path):
    """Writes sessions as a capture; returns (number of the session, words) of the first difference, or None."""
    frames = sorted(((number, frame) for number, session in enumerate(sessions) for frame in session),
                    key=lambda pair: pair[1].time)
    pcap.write_timed(path, [(1 + frame.time, frame.packet) for _, frame in frames], ethernet=True)
    said, trees = counted.read(path, "-2")
    rows = collections.defaultdict(list)
    for row in said:
        rows[row["frame"]].append(row)
    for number, (session, frame) in enumerate(frames, 1):
        wrong = difference(number, rows[number], frame.rows)
        length = len(frame.packet) + len(pcap.ETHERNET)
        if not wrong and frame.rows and sum(row["wire_bytes"] for row in rows[number]) != length:
            wrong = f"frame {number}: the bytes of its rows do not add up to its length"
        if wrong:
            return session, wrong
    frames = [frame for _, frame in frames]
    wrong = wrong_sum(trees, frames) or wrong_values(path, frames)
    return (0, wrong) if wrong else None


def told(kind, seed, messages, number=0):
    """Returns the frames of a session."""
    return KINDS[kind](seed, number, messages).frames()


def smallest(kind, seed, folder):
    """Returns in words what is wrong with the shortest session of this seed that has something wrong."""
    for messages in (10, 20, 50, 100, 200, IN_A_SESSION):
        found = first_difference([told(kind, seed, messages)], folder / f"{messages}.pcap")
        if found:
            return f'GODOT_SESSION="{kind} {seed} {messages}": {found[1]}'
    return "nothing is wrong with the session alone"


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_is_read(kind, part, tmp_path):
    asked = os.environ.get("GODOT_SESSION", "").split()
    if asked:
        session = told(kind, asked[1], int(asked[2])) if (kind, part) == (asked[0], 0) else []
        found = first_difference([session], tmp_path / "session.pcap")
        assert not found, found[1]
        return
    seeds = [f"{SEED}.{number}" for number in range(part, MESSAGES // IN_A_SESSION, PARTS)]
    for first in range(0, len(seeds), SESSIONS_IN_A_CAPTURE):
        gc.collect()        # sessions refer to each other, and the collector does not run by itself (conftest.py)
        some = seeds[first:first + SESSIONS_IN_A_CAPTURE]
        found = first_difference([told(kind, seed, IN_A_SESSION, number) for number, seed in enumerate(some)],
                                 tmp_path / f"{first}.pcap")
        if found:
            seed = some[found[0]]
            pytest.fail(f"seed {seed}: {found[1]}\n\n{smallest(kind, seed, tmp_path)}")
