# SPDX-License-Identifier: GPL-2.0-or-later
"""A capture that is read again, or after another one, shows the same: nothing is left of what was read before."""

import pytest

import wireshark
from wireshark import CAPTURES

FRAMES = 40     # the first ones: what is left of another capture shows there
# Captures of one kind know or count the same things.
KINDS = {
    "enet": ["enet-unanswered", "godot4-late", "enet-reuse", "enet-checksum", "enet-throttled", "godot3.6.2-refused"],
    "compressed": ["godot3.6.2-compress-range", "godot3-mixed-compression", "godot4-compression-zlib", "godot4-mesh"],
    "godot3": ["godot3.6.2-root", "godot3.2.3-objects", "godot3.6-channels", "godot3.6.2-malformed"],
    "godot4": ["godot4-trouble-duplicate", "godot4-mismatch-server", "godot4-reconnect", "godot4-trouble-freed",
               "godot4-owned", "godot4-trouble-missing", "godot4-rpc"],
    "streams": ["stream-4.6", "websocket-4.6-multiplayer", "stream-3.6", "websocket-3.2-multiplayer", "tls-4.6",
                "websocket-4.6-plain"],
    "debugger": ["debugger-3.2", "debugger-4.6", "debugger-4.6-websocket", "debugger-3.6"],
    "channels": ["webrtc-plain", "dtls-enet", "webrtc-mesh", "dtls-4.6"],
    "recordings": ["recordings/godot4-rpc.client1.recording", "recordings/godot4-lossy.both",
                   "recordings/godot4-raw-auth.server.recording", "recordings/godot4-rpc.server.recording",
                   "recordings/wss-4.6-multiplayer.client1.recording"],
}


def shown(sharkd, name):
    """Returns the rows of a capture, and the trees of its first frames."""
    sharkd.ask("load", {"file": str(wireshark.readable(CAPTURES / f"{name}.pcapng"))})
    rows = sharkd.ask("frames", {})
    return rows, [sharkd.ask_line("frame", {"frame": row["num"], "proto": True}) for row in rows[:FRAMES]]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_of_what_was_read_before(kind):
    """Each capture is read behind those before it, and behind those after it and itself."""
    with wireshark.Sharkd() as sharkd:
        first = {name: shown(sharkd, name) for name in KINDS[kind]}
        for name in reversed(KINDS[kind]):
            assert shown(sharkd, name) == first[name], name
