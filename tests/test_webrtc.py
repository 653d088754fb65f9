# SPDX-License-Identifier: GPL-2.0-or-later
"""WebRTC: data channels of several connections of one host, recorded with their keys (tests/transports/webrtc.py)."""

import hashlib

import pytest

import wireshark
from truth import LONG_VALUE, Truth
from wireshark import CAPTURES

MULTIPLAYER = ["webrtc-rpc", "webrtc-replication", "webrtc-mesh"]
ALL = [*MULTIPLAYER, "webrtc-lossy", "webrtc-plain"]


def capture_of(name):
    return CAPTURES / f"{name}.pcapng"


def directions(truth):
    """(UDP source, UDP target) -> (link, end that sends)."""
    ports = {}
    for event in truth.of("link_opened"):
        asking, answering = event["ports"]
        ports[asking, answering], ports[answering, asking] = (event["link"], 0), (event["link"], 1)
    return ports


def logged(message):
    """Its bytes, or of a long one its size and MD5."""
    return message["hex"] if "hex" in message else (message["size"], message["md5"])


def as_logged(text):
    message = bytes.fromhex(text)
    return text if len(message) <= LONG_VALUE else (len(message), hashlib.md5(message).hexdigest())


def sent(truth):
    """(link, end, stream) -> messages."""
    streams = {}
    for event in truth.of("message_sent"):
        streams.setdefault((event["link"], event["end"], event["stream"]), []).append(logged(event))
    return streams


# --- what Wireshark alone reads, told what is inside ----------------------------------------


def read_by_wireshark(name):
    """The same from its own SCTP, whose messages nobody else takes: aiortc puts each into a packet of its own."""
    options = ["-d", "dtls.port==1-65535,sctp", "-o", "sctp.ulp_dissection:FALSE"]
    ports, streams = directions(Truth(name)), {}
    for source, target, stream, data in wireshark.fields(capture_of(name), "data && sctp.data_payload_proto_id == 53", "udp.srcport", "udp.dstport",
                                                         "sctp.data_sid", "data.data", options=options):
        streams.setdefault((*ports[int(source[0]), int(target[0])], int(stream[0], 0)), []).append(as_logged(data[0]))
    return streams


@pytest.mark.parametrize("name", [*MULTIPLAYER, "webrtc-plain"])
def test_the_captures_hold_what_was_sent(name):
    assert read_by_wireshark(name) == sent(Truth(name))


def test_the_lossy_capture_holds_the_reliable_messages():
    """In another order where one was lost. Of the others some are lost before the capture."""
    truth, seen = Truth("webrtc-lossy"), read_by_wireshark("webrtc-lossy")
    lost = 0
    for key, messages in sent(truth).items():
        assert set(seen.get(key, [])) <= set(messages)
        if key[2] in (1, 6):
            assert sorted(map(str, seen[key])) == sorted(map(str, messages))
        lost += len(messages) - len(seen.get(key, []))
    assert lost > 0 and len(truth.of("dropped")) > 20
