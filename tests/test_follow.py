# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages as lines of text in the order of their delivery, compared with the engines' own logs."""

import re

import pytest

import pcap
import truth
import wireshark
from counted import read
from test_statistics import written
from wireshark import CAPTURES, ROOT


def project():
    return "-o", f"godot.project_directory:{wireshark.readable(ROOT / 'tests' / 'godot4')}"


def lines(capture, *options, display_filter=""):
    """What -z godot,follow prints: frame, time, text."""
    asked = "godot,follow" + (f",{display_filter}" if display_filter else "")
    printed = wireshark.tshark("-r", capture, *options, "-q", "-z", asked)
    return [re.fullmatch(r" *(\d+) +([\d.]+)  (.*)", line).groups() for line in printed.splitlines()]


def followed(capture, stream, *options):
    """The texts that Wireshark's own Follow has, without the lengths that tshark prints before them."""
    printed = wireshark.tshark("-r", capture, *options, "-q", "-z", f"follow,godot,ascii,{stream}").splitlines()
    head = next(number for number, line in enumerate(printed) if line.startswith("Node 1"))
    return [line for line in printed[head + 1:] if line and not re.fullmatch(r"\t?\d+|=+", line)]


def calls(texts, target, method):
    """The first arguments of these calls."""
    pattern = re.compile(rf"\d+ (?:→|->) {target}  RPC .*\.{method}\((?:\w+: )?(\d+)\b.*")
    return [int(match[1]) for text in texts if (match := pattern.fullmatch(text))]


def calls_received(name, peer, method):
    return [int(event["args"][0]["text"]) for event in truth.Truth(name).of("rpc_received")
            if (event["peer"], event["from"], event["method"]) == (peer, 1, method)]


def peers(name):
    return [peer for peer in truth.Truth(name).names if peer != 1]


@pytest.mark.parametrize("options", [(), ("-2", )])
def test_order_of_delivery_on_a_lossy_link(options):
    """Messages that arrive behind a gap come after what closes it."""
    capture = CAPTURES / "godot4-lossy.pcapng"
    read = lines(capture, *project(), *options)
    numbers = [int(frame) for frame, *_ in read]
    [peer] = peers("godot4-lossy")
    received = calls_received("godot4-lossy", peer, "reliable")
    assert len(received) > 20 and received == sorted(received)
    assert numbers != sorted(numbers)
    assert calls([text for *_, text in read], peer, "reliable") == received


def test_follow_has_the_order_of_delivery():
    [peer] = peers("godot4-lossy")
    texts = followed(CAPTURES / "godot4-lossy.pcapng", 0, *project(), "-2")
    assert calls(texts, peer, "reliable") == calls_received("godot4-lossy", peer, "reliable")


def in_ascii(text):
    return re.sub("[^ -~]", ".", text.replace("→", "->", 1).encode().decode("latin-1"))


@pytest.mark.parametrize("name, stream, display_filter", [
    ("godot4-rpc", 1, "enet.stream == 1"), ("websocket-4.6-multiplayer", 1, "tcp.stream == 1"),
    ("webrtc-rpc", 0, "udp.stream == 0")])
def test_both_say_the_same(name, stream, display_filter):
    capture = CAPTURES / f"{name}.pcapng"
    texts = [in_ascii(text) for *_, text in lines(capture, display_filter=display_filter)]
    assert texts == followed(capture, stream) and len(texts) > 10


def test_values_are_those_of_the_log():
    """Calls with one integer each."""
    texts = [text for *_, text in lines(CAPTURES / "godot4-rpc.pcapng", *project())]
    log = truth.Truth("godot4-rpc")
    for peer in peers("godot4-rpc"):
        sent = [event for event in log.of("rpc_received") if event["peer"] == peer != event["from"]]
        told = [f"{event['from']} → {peer}  RPC {event['node']}.{event['method']}({event['args'][0]['text']})"
                for event in sent
                if len(event["args"]) == 1 and re.fullmatch("-?[0-9]+", event["args"][0].get("text", ""))]
        seen = [re.sub(r"\(\w+: ", "(", text).rsplit("  [", 1)[0] for text in texts]
        assert told and [text for text in told if text not in seen] == []


def test_a_recording_is_one_text():
    read = lines(CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng")
    assert read[0][2].startswith("Recording begins")
    assert {f"Peer {peer}: came" for peer in peers("recordings/godot4-rpc")} < {text for *_, text in read}


def test_addresses_choose_a_stream():
    capture = CAPTURES / "godot4-rpc.pcapng"
    [[[client]]] = wireshark.fields(capture, "frame.number == 1", "udp.srcport")
    assert followed(capture, f"127.0.0.1:{client},127.0.0.1:21000") == followed(capture, 0)


def test_a_wrong_filter_ends_follow():
    with pytest.raises(wireshark.WiresharkError, match="-z godot,follow: .*nonsense"):
        lines(CAPTURES / "godot4-rpc.pcapng", display_filter="nonsense.field")


def test_lines_are_the_messages_that_were_written():
    """One for each message, and for who comes and goes; Wireshark's own Follow has them in their two directions."""
    made = written()
    capture = pcap.write(wireshark.writable_folder() / "written.pcap", made.packets)
    told = {row["frame"]: row["text"] for row in read(capture)[0] if row["kind"] != "ping"}
    frames = sorted({row["frame"] for row in made.rows if "from" in row or row["kind"] in ("connect", "disconnect")})
    found = lines(capture)
    assert [(int(frame), text) for frame, _, text in found] == [(frame, told[frame]) for frame in frames]
    assert [float(time) for _, time, _ in found] == pytest.approx([(frame - 1) / 1000 for frame in frames])
    assert followed(capture, 0) == [in_ascii(told[frame]) for frame in frames]
    for command in "follow,godot,ascii,1", "follow,godot,ascii,10.0.0.9:1,10.0.0.1:7777":
        assert " RPC " not in wireshark.tshark("-r", capture, "-q", "-z", command)
