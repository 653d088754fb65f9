# SPDX-License-Identifier: GPL-2.0-or-later
"""Ports that belong to other protocols: Godot's traffic on them is found, everything else is the owner's, and taken
ports are given back."""

import re

import pytest

import enet
import pcap
import recorded
import wireshark
from test_debugger import SETUP, message4
from test_enet import Talk
from test_extending import in_c

DIS = 3000
CALLS = wireshark.CAPTURES / "godot4-rpc.pcapng"    # its server's port is 21000
SHOWN = ("frame.number", "enet.command", "godot.message", "godot.rpc.args", "godot.path.name", "godot.peer.source")
PASSES = pytest.mark.parametrize("passes", [(), ("-2",)], ids=["one pass", "two passes"])
# The options for UDP ports without sharing.
NONE = ("-o", "enet.udp.shared_port:")


def at_port(port):
    """The recorded calls, with another port for the server."""
    old, new = (21000).to_bytes(2, "big"), port.to_bytes(2, "big")

    def moved(frame):
        ports = frame.data[recorded.PORTS_OFFSET:][:4]
        assert old in (ports[:2], ports[2:])
        ports = new + ports[2:] if ports[:2] == old else ports[:2] + new
        return frame._replace(data=frame.data[:recorded.PORTS_OFFSET] + ports + frame.data[recorded.PORTS_OFFSET + 4:])
    return recorded.write([moved(frame) for frame in recorded.read(CALLS)])


@pytest.fixture(scope="module")
def calls():
    return at_port(DIS)


def shared_ports():
    text = re.search(r"^#?enet\.udp\.shared_port: *(.*)$", wireshark.tshark("-G", "defaultprefs"), re.MULTILINE)[1]
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


# --- ENet at a port that another dissector owns -----------------------------------------------


@PASSES
def test_a_games_port_may_be_another_protocols(calls, passes):
    whole = wireshark.fields(CALLS, "enet", *SHOWN, options=passes)
    assert wireshark.fields(calls, "enet", *SHOWN, options=passes) == whole
    assert len(whole) > 200
    assert wireshark.frames(calls, "enet", *NONE, *passes) == []       # DIS takes whatever comes


@pytest.mark.parametrize("options", [("-o", "udp.try_heuristic_first:TRUE"), ("-d", f"udp.port=={DIS},enet"),
                                     ("-o", f"enet.udp.port:{DIS}")])
def test_the_user_can_say_it_for_any_port(calls, options):
    assert wireshark.frames(calls, "enet", *NONE, *options) == wireshark.frames(CALLS, "enet")


@PASSES
def test_every_shared_port_is_found(tmp_path, passes):
    ports = list(shared_ports())
    packets = [
        packet for number, port in enumerate(ports) for packet in Talk(client=(f"10.2.0.{number}", 50000), server=(
            f"10.1.0.{number}",
            port)).handshake().up(enet.reliable(2, b"\3hello")).down(enet.reliable(2, b"\3hello")).packets]
    capture = pcap.write(tmp_path / "shared.pcap", packets)
    assert wireshark.frames(capture, "enet", *passes) == list(range(1, len(packets) + 1))


def test_the_document_lists_the_shared_ports():
    sections = (wireshark.ROOT / "docs" / "heuristics.md").read_text().split("\n## ")
    section, = (text for text in sections if text.startswith("Ports of other protocols"))
    rows = re.findall(r"^\| (.*) \|$", section, re.MULTILINE)
    numbers = [cell.strip("* ") for row in rows[1:] for cell in row.split("|")[::2]]
    listed = {port for cell in ",".join(numbers).split(",") for first, _, last in [cell.strip().partition("–")]
              for port in range(int(first), int(last or first) + 1)}
    assert listed == set(shared_ports())


@PASSES
def test_the_rest_is_the_owners(tmp_path, passes):
    """A PDU of DIS (IEEE 1278.1, 5.2.2: its header), before and after a game; and a game without proof."""
    pdu = pcap.udp(
        bytes.fromhex("0701010100000000") + (144).to_bytes(2, "big") + bytes(134), server := ("10.0.0.9", DIS),
        ("10.0.0.8", DIS))
    talk = Talk(server=("10.0.0.1", DIS)).handshake().packets
    late = Talk(client=("10.0.0.7", 50000), server=("10.0.0.1", DIS)).up(enet.reliable(2, b"\3hello")).packets
    capture = pcap.write(tmp_path / "both.pcap", [pdu, *talk, pdu, *late])
    assert wireshark.frames(capture, "dis", *passes) == [1, len(talk) + 2, len(talk) + 3]
    assert wireshark.frames(capture, "enet", *passes) == list(range(2, len(talk) + 2))


@pytest.mark.parametrize("off", [("--disable-protocol", "enet"), ("--disable-heuristic", "enet_udp"), NONE])
def test_a_shared_port_is_given_back(calls, off):
    assert wireshark.frames(calls, "enet", *off) == []
    assert len(wireshark.frames(calls, "dis", *off)) > 200


# --- ports of TCP -----------------------------------------------------------------------------


def test_without_the_debugger_its_port_is_x11s(tmp_path):
    message = message4("set_pid", b"\2\0\0\0\x4d\0\0\0")
    capture = pcap.write(tmp_path / "x11.pcap",
                         pcap.tcp_stream([(True, SETUP), (True, message)], server=("10.0.0.1", 6007)))
    assert wireshark.frames(capture, "x11 || godot.debug") == [4, 5]
    assert wireshark.frames(capture, "x11") == [4]
    assert wireshark.frames(capture, "x11", "--disable-protocol", "godot.debug") == [4]


DEBUG_PORTS, WEBSOCKET_PORTS, X11_PORTS = "godot.debug.tcp.port", "godot.websocket.tcp.port", "x11.tcp.port"
# The port, and then preferences for ports, with the protocol that the first bytes of an X11 client have.
SESSIONS = {
    "a port that nobody takes": (6007, [({}, "X11"), ({}, "X11")]),
    "a port that is given back": (6007, [({}, "X11"), ({DEBUG_PORTS: ""}, "X11"), ({}, "X11")]),
    "two that want a port": (6010, [
        ({DEBUG_PORTS: "6010", WEBSOCKET_PORTS: "6010"}, "TCP"), ({}, "TCP"), ({WEBSOCKET_PORTS: ""}, "X11"),
        ({DEBUG_PORTS: ""}, "X11"), ({WEBSOCKET_PORTS: "6010"}, "TCP"), ({WEBSOCKET_PORTS: ""}, "X11")]),
    "two that give a port back": (6010, [
        ({DEBUG_PORTS: "6010", WEBSOCKET_PORTS: "6010"}, "TCP"), ({DEBUG_PORTS: "", WEBSOCKET_PORTS: ""}, "X11")]),
    "an owner that comes": (7007, [
        ({DEBUG_PORTS: "7007"}, "TCP"), ({X11_PORTS: "7007"}, "X11"), ({}, "X11"), ({DEBUG_PORTS: ""}, "X11")]),
}


@pytest.fixture(scope="module")
def sharkd():
    with wireshark.Sharkd() as program:
        yield program


def shown(program, capture, port, preferences):
    """Returns the protocol that an X11 client's first bytes have in a session with these preferences."""
    for name, value in preferences.items():
        program.ask("setconf", {"name": name, "value": value})
    pcap.write(capture, pcap.tcp_stream([(True, SETUP)], server=("10.0.0.1", port)))
    program.ask("load", {"file": str(wireshark.readable(capture))})
    return program.ask("frames", {})[3]["c"][4]


@pytest.mark.parametrize("name", SESSIONS)
def test_ports_are_taken_and_given_back_within_a_session(tmp_path, sharkd, name):
    port, steps = SESSIONS[name]
    shown(sharkd, tmp_path / "x11.pcap", port, {DEBUG_PORTS: "6007", WEBSOCKET_PORTS: "", X11_PORTS: "6000-6063"})
    found = [shown(sharkd, tmp_path / "x11.pcap", port, preferences) for preferences, _ in steps]
    assert found == [protocol for _, protocol in steps]


def test_a_choice_of_decode_as_stays(tmp_path):
    """Also when the port is given back."""
    with in_c(wireshark.ROOT / "tests" / "gui" / "choose-telnet.c"), wireshark.Sharkd() as program:
        found = [shown(program, tmp_path / "x11.pcap", 6007, preferences) for preferences in (
            {}, {}, {DEBUG_PORTS: ""}, {DEBUG_PORTS: "6007"})]
    assert found == ["TELNET"] * 4


def test_without_websockets_their_port_is_its_owners(tmp_path):
    capture = pcap.write(tmp_path / "x11.pcap", pcap.tcp_stream([(True, SETUP)], server=("10.0.0.1", 6010)))
    port = ("-o", "godot.websocket.tcp.port:6010")
    assert wireshark.frames(capture, "x11", *port) == []
    assert wireshark.frames(capture, "x11", *port, "--disable-protocol", "godot.ws") == [4]


def test_where_two_want_a_port_one_has_it(tmp_path):
    capture = pcap.write(tmp_path / "x11.pcap", pcap.tcp_stream([(True, SETUP)], server=("10.0.0.1", 6010)))
    both = ("-o", "godot.websocket.tcp.port:6010", "-o", "godot.debug.tcp.port:6010")
    assert wireshark.frames(capture, "x11", *both) == []
    assert wireshark.frames(capture, "x11", *both, "--disable-protocol", "godot.ws") == [4]
    assert wireshark.frames(capture, "x11", *both, "--disable-protocol", "godot.ws", "--disable-protocol",
                            "godot.debug") == [4]


def test_nothing_becomes_an_entry_of_decode_as():
    with in_c(wireshark.ROOT / "tests" / "gui" / "list-decode-as.c"):
        def saved(*options):
            return set(re.findall(r"^\S+==\d+,.*$", wireshark.tshark("-r", CALLS, *options), re.MULTILINE))
        assert saved("-d", "udp.port==4,enet") == {"udp.port==4,ENet"}
        assert saved("-o", "godot.websocket.tcp.port:80,8080", "-o", "godot.debug.tcp.port:6007,22", "-o",
                     "enet.udp.shared_port:53") == set()
