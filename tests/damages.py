# SPDX-License-Identifier: GPL-2.0-or-later
"""What can happen to captures between the wire and the reader: a table of damages, each a function from frames to
frames.

A frame (recorded.Frame) keeps its number of the whole capture, so that tests/test_damages.py can compare what is read
of the damaged capture with the whole one. Nothing is random: the same frames are always damaged in the same way.
"""

import random
import struct
from collections import namedtuple

import recorded

OTHER_NETWORK = 8       # added by recorded.Frame.moved(); between the networks of recorded.apart()


# --- less of it ---------------------------------------------------------------------------


def part(first, last):
    """Keeps the frames between two shares of the capture."""
    return lambda frames: frames[int(len(frames) * first):int(len(frames) * last)]


def hole(frames):
    return part(0, 0.4)(frames) + part(0.5, 1)(frames)


def small_holes(frames):
    return [frame for frame in frames if frame.number % 17 not in (9, 10, 11)]


def drops(share):
    """Each frame is missing with this probability."""
    def damage(frames):
        chance = random.Random(len(frames))
        return [frame for frame in frames if chance.random() >= share]
    return damage


def lost_segments(frames):
    """Every twentieth TCP frame with data is missing."""
    segments = [frame for frame in frames if not is_udp(frame)]
    lost = {id(frame) for frame in segments[10::20]}
    return [frame for frame in frames if id(frame) not in lost]


def cut(size):
    return lambda frames: [frame.cut(size) for frame in frames]


def cut_anywhere(frames):
    return [frame.cut(47 + frame.number % 80) for frame in frames]


def from_clients(frames):
    return [frame for frame in frames if frame.from_client()]


def from_servers(frames):
    return [frame for frame in frames if not frame.from_client()]


# --- more of it ---------------------------------------------------------------------------

SILENCE = 1000000       # microseconds; no network holds one frame back for so long, and not those that follow it


def before_silence(frames):
    """Returns, for each frame, the place of the last one before the next silence."""
    ends = list(range(len(frames)))
    for i in reversed(ends[:-1]):
        if frames[i + 1].time - frames[i].time < SILENCE:
            ends[i] = ends[i + 1]
    return ends


def doubled(frames):
    """Each frame is there twice, as on a port that is mirrored twice."""
    return [frame for frame in frames for _ in range(2)]


def doubled_late(frames):
    """Some frames come again, up to four frames later, as if the network had doubled them."""
    chance, ends = random.Random(len(frames)), before_silence(frames)
    again = {i: min(i + chance.randrange(1, 5), ends[i]) for i in range(len(frames)) if chance.random() < 0.1}
    order = sorted([(i, i) for i in range(len(frames))] + [(place + 0.5, i) for i, place in again.items()])
    return [frames[i]._replace(time=frames[int(place)].time) for place, i in order]


# --- another order ------------------------------------------------------------------------


def delayed(frames):
    """Some frames come after their successors."""
    shuffle, ends = random.Random(len(frames)), before_silence(frames)
    order = sorted(range(len(frames)), key=lambda i: min(i + shuffle.choice((0, 0, 0, 0, 2.5)), ends[i] + 0.5))
    return [frames[i]._replace(time=frames[place].time) for place, i in enumerate(order)]


def jitter(most):
    """Each frame comes up to so many microseconds later, so frames of one direction overtake each other."""
    def damage(frames):
        chance = random.Random(len(frames))
        return sorted((frame._replace(time=frame.time + chance.randrange(most)) for frame in frames),
                      key=lambda frame: frame.time)
    return damage


def swapped(frames):
    """The first two frames have changed places."""
    if len(frames) < 2:
        return frames
    return [frames[1]._replace(time=frames[0].time), frames[0]._replace(time=frames[1].time), *frames[2:]]


def skewed(late):
    """The clock of the card that captured the servers' frames is ahead by so many microseconds."""
    def damage(frames):
        moved = [frame if frame.from_client() else frame._replace(time=frame.time + late) for frame in frames]
        return sorted(moved, key=lambda frame: frame.time)
    return damage


# --- other addresses ----------------------------------------------------------------------


def ported(frame, change):
    """The client has another port."""
    data, client = bytearray(frame.data), recorded.PORTS_OFFSET + (0 if frame.from_client() else 2)
    data[client:client + 2] = struct.pack(">H", 49152 + (struct.unpack_from(">H", data, client)[0] + change) % 16384)
    return frame._replace(data=bytes(data))


def rebound(frames):
    """From the middle on a NAT gives the clients other ports."""
    middle = len(frames) // 2
    return frames[:middle] + [ported(frame, 7777) for frame in frames[middle:]]


def on_both_sides(frames):
    """Captured before and after a NAT: each frame is there twice, with two addresses of its client."""
    return [copy for frame in frames for copy in (frame, behind(frame))]


def behind(frame):
    """Frames have the address of their client that the NAT gives."""
    data, client = bytearray(ported(frame, 999).data), recorded.ADDRESSES[0 if frame.from_client() else 1]
    data[client + 3] ^= 0x40
    return frame._replace(data=bytes(data))



def merged(frames):
    """Two games run at the same time, with equal peer ids, other addresses, and half a second apart."""
    other = [frame.moved(OTHER_NETWORK, 500000) for frame in frames]
    return sorted(frames + other, key=lambda frame: frame.time)


# --- another game on its addresses and ports ------------------------------------------------

BEHIND = 1000000        # added to the numbers of the other game's frames
PEER = 42               # offset of ENet's header in a frame
NO_PEER = 0xFFF


def ends(frame):
    """Returns (address and port of the source, address and port of the target)."""
    data = frame.data
    return bytes(data[26:30] + data[34:36]), bytes(data[30:34] + data[36:38])


def conversations(frames):
    """Returns the two ends of each conversation, the client's first."""
    found = {}
    for frame in frames:
        found.setdefault(frozenset(ends(frame)), ends(frame) if frame.from_client() else ends(frame)[::-1])
    return list(found.values())


def between(frames, others):
    """Moves the frames of conversations into others, as far as there are any."""
    moved = {}
    for (one, other), (new, new_other) in zip(conversations(frames), others):
        moved[one, other], moved[other, one] = (new, new_other), (new_other, new)
    for frame in frames:
        if ends(frame) in moved:
            data, (source, target) = bytearray(frame.data), moved[ends(frame)]
            data[26:38] = source[:4] + target[:4] + source[4:] + target[4:]
            yield frame._replace(data=bytes(data))


def has_no_peer(frame):
    """Is it a CONNECT, or the DISCONNECT of an initiator that gave up?"""
    return struct.unpack_from(">H", frame.data, PEER)[0] & NO_PEER == NO_PEER


def succeeded(pause, connects, first=0):
    """So many microseconds later the other game follows on the same addresses and ports, with its CONNECTs or without.

    first: begins with that share of its frames."""
    def damage(frames, other):
        after = [
            frame for frame in between(part(first, 1)(other), conversations(frames))
            if connects or not has_no_peer(frame)]
        later = frames[-1].time + pause - after[0].time if after else 0
        return frames + [frame._replace(number=frame.number + BEHIND, time=frame.time + later) for frame in after]
    return damage


# --- the table ----------------------------------------------------------------------------

UDP = 17
PROTOCOL_OFFSET = 14 + 9


def is_udp(frame):
    return frame.data[PROTOCOL_OFFSET] == UDP


# make: frames -> frames. splits: one connection may be read as several. spares: captures that are left out.
Damage = namedtuple("Damage", "make splits spares", defaults=(False, ()))

# Several connections of the same processes use the same ports, slots and sessions, one right after the other: only
# handshakes distinguish them.
ONE_AFTER_THE_OTHER = ("enet-reuse", "godot4-reconnect")
# Forged spawns give an id to another node, which no engine does: a reader that misses the second spawn knows the first.
FORGED = ("godot4-trouble-unknown",)
# A server of Godot 3 and a client of Godot 4: whose messages come first decides how the session is read. No damage
# befalls it, as a part of it may be read as the other generation.
TWO_GENERATIONS = ("godot3-mixed-four",)
# A few reliable messages, or a CONNECT without an answer: the numbers of a game that follows on the same ports may go
# on where theirs end, and then only its handshake would distinguish it.
SOON_OVER = ("godot4-mismatch-client", "godot4-unanswered")

DAMAGES = {
    "cut at 96": Damage(cut(96)),
    "cut at 200": Damage(cut(200)),
    "cut anywhere": Damage(cut_anywhere, spares=ONE_AFTER_THE_OTHER),
    "begun late": Damage(part(0.3, 1), splits=True, spares=ONE_AFTER_THE_OTHER),
    "begun later": Damage(part(0.6, 1), splits=True),
    "ended early": Damage(part(0, 0.5)),
    "with a hole": Damage(hole),
    "with small holes": Damage(small_holes),
    "one of a hundred dropped": Damage(drops(0.01)),
    "one of ten dropped": Damage(drops(0.1), spares=ONE_AFTER_THE_OTHER + FORGED),
    "half dropped": Damage(drops(0.5), splits=True, spares=ONE_AFTER_THE_OTHER + FORGED),
    "segments lost": Damage(lost_segments),
    "from the clients only": Damage(from_clients),
    "from the servers only": Damage(from_servers),
    "doubled": Damage(doubled),
    "some doubled late": Damage(doubled_late),
    "in another order": Damage(delayed, spares=ONE_AFTER_THE_OTHER),
    "first two swapped": Damage(swapped),
    "jitter of 2 ms": Damage(jitter(2000), spares=ONE_AFTER_THE_OTHER),
    "skew of 1 ms": Damage(skewed(1000)),
    "skew of 100 ms": Damage(skewed(100000)),
    "skew of -5 ms": Damage(skewed(-5000)),
    "merged with itself": Damage(merged, splits=True),
    "a NAT forgets": Damage(rebound, splits=True, spares=ONE_AFTER_THE_OTHER),
    "both sides of a NAT": Damage(on_both_sides, splits=True),
}

# make: frames, frames of another capture -> frames. spares: captures that stand in no such pair.
SUCCESSIONS = {
    "another game on its ports": Damage(succeeded(1000000, True)),
    "another game on its ports, without its CONNECT": Damage(succeeded(1000000, False)),
    "another game on its ports, from its middle": Damage(succeeded(1000000, False, 0.3),
                                                         spares=ONE_AFTER_THE_OTHER + SOON_OVER),
}
