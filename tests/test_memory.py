# SPDX-License-Identifier: GPL-2.0-or-later
"""Nothing is written outside of the memory that was asked for. Wireshark's own allocator for this, "strict", has marks
around each piece of memory, and ends the program where one has changed."""

import ctypes
import hashlib
import json
import re
import struct

import pytest

import captures
import pcap
import reports
import wireshark
from test_godot4 import Game, rpc, simplify
from test_recorded_names import described
from test_recording import attribute, begin, header, packet, recording
from test_websocket import FIRST, GREETING, HANDSHAKE, of_client, raw

HEAP = "libc_malloc_debug.so.0"

CAPTURES = ["debugger-4.6", "enet-lossy-slightly", "godot3.6-rpc", "godot4-compression-fastlz", "godot4-replication",
            "stream-4.6", "webrtc-rpc", "websocket-4.6-multiplayer"]


@pytest.fixture(autouse=True, scope="module")
def _strict():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "strict")
        yield


@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("asked", [["-V"], ["-q", "-z", "godot,messages"]], ids=["trees", "rows"])
def test_nothing_is_written_outside(name, asked):
    capture = wireshark.CAPTURES / f"{name}.pcapng"
    assert wireshark.tshark("-2", "-r", capture, *asked, *captures.options(capture))


def test_a_long_row(tmp_path):
    game = Game(tmp_path)
    client = game.client(peer=2 ** 31 - 1)
    client.down(simplify(1, "N" * 300))
    client.down(rpc(1))
    (text,), = wireshark.fields(game.write(), "godot.rpc.node", "_ws.col.Info")[0]
    assert re.search(r"1 → 2147483647  RPC N{100,}.*  \[reliable, ch 0\]$", text)


def test_messages_with_masks_behind_a_gap(tmp_path):
    packets = pcap.tcp_stream([*HANDSHAKE, *GREETING, *(of_client(raw(size)) for size in (5, *range(2, 40)))])
    lost = FIRST + len(GREETING)
    capture = pcap.write(tmp_path / "masks.pcap", packets[:lost - 1] + packets[lost:])
    assert len(wireshark.frames(capture, "godot.raw")) == 38


def test_methods_behind_those_of_a_recording(monkeypatch):
    """GLib's list of two has room for more, in which other bytes are than 0."""
    for name, value in wireshark.UNCLEAN.items():
        monkeypatch.setenv(name, value)
    methods = [attribute(44, struct.pack("<HBBBBiH", number, 1, 0, 2, 0, 0, 1) + b"ab"[number:number + 1])
               for number in (0, 1)]
    node = described("N", attribute(42, b"res://n.gd"), *methods)
    calls = [packet(4 + number, rpc(1, number)) for number in range(4)]
    announced = packet(3, simplify(1, "N", hashlib.md5(b"ab").hexdigest()))
    made = recording(begin(), header(7, len(node), 2, node), announced, *calls)
    told = wireshark.tshark("-r", made, "-O", "godot")      # with this option, a tshark of its own
    assert re.findall(r"RPC (N\S*( #\d)?)\(", told) == [("N.a", ""), ("N.b", ""), ("N #2", " #2"), ("N #3", " #3")]


@pytest.fixture(name="_marked")
def _marked_heap(monkeypatch):
    """The C library's marks behind each piece of memory, which it looks at when the piece is freed."""
    try:
        ctypes.CDLL(HEAP)
    except OSError:
        pytest.skip(f"this C library has no {HEAP}")
    monkeypatch.setenv("LD_PRELOAD", HEAP)
    monkeypatch.setenv("MALLOC_CHECK_", "3")


def test_seconds_behind_the_last_span(_marked):
    """GLib's array of two numbers has room for no third one: it is 16 bytes."""
    rows = wireshark.writable_folder() / "rows.jsonl"
    row = {"kind": "ping", "wire_bytes": 50, "src": "10.0.0.1:7", "dst": "10.0.0.2:8"}
    rows.write_text("".join(json.dumps({"frame": 1 + time, "time": time, **row}) + "\n" for time in range(6)))
    done = reports.run("--compare", "--json", "--window", "2", rows, rows)
    assert (done.returncode, done.stderr) == (0, "")
