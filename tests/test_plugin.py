# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin as Wireshark sees it: what it exports, what it registers, and that the test tools read it."""

import os
import subprocess

import pcap
import wireshark

EXPORTED = {"plugin_version", "plugin_want_major", "plugin_want_minor", "plugin_register", "plugin_describe"}


def test_only_the_plugin_symbols_are_exported():
    lines = subprocess.run(["nm", "-D", "--defined-only", os.environ["GODOT_PLUGIN"]], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    assert {line.split()[-1] for line in lines} == EXPORTED


def test_protocols_are_registered():
    names = {line.split("\t")[2] for line in wireshark.tshark("-G", "protocols").splitlines()}
    assert {"enet", "godot", "godot.variant"} <= names


def test_nothing_is_said_on_standard_error(tmp_path):
    """Wireshark tells there of protocols and preferences of the plugin that clash with its own."""
    capture = pcap.write(tmp_path / "a.pcap", [pcap.udp(b"\x01\x02\x03")])
    assert wireshark.complaints("tshark", "-r", capture) == ""


def test_pcap_writer_and_pdml_agree(tmp_path):
    capture = pcap.write(tmp_path / "a.pcap", [pcap.udp(b"\x01\x02\x03", target=("10.0.0.1", 7))])
    packet, = wireshark.pdml(capture)
    assert packet.first("udp.dstport").show == "7"
    assert packet.first("udp.payload").value == "010203"
    assert packet.first("udp.payload").pos == 28


def test_tcp_streams_are_whole(tmp_path):
    capture = pcap.write(tmp_path / "a.pcap", pcap.tcp_stream([(True, b"abc"), (False, b"defg"), (True, b"h")],
                                                              server=("10.0.0.1", 7)))
    assert wireshark.frames(capture, "tcp.analysis.flags") == []
    assert [row[0] for row in wireshark.fields(capture, "tcp.len > 0", "tcp.payload")] == [["616263"], ["64656667"],
                                                                                           ["68"]]


def test_sharkd_reads_frames_in_any_order(tmp_path):
    capture = pcap.write(tmp_path / "a.pcap", [pcap.udp(bytes([n]), target=("10.0.0.1", 7)) for n in range(3)])
    assert [tree.first("frame.number").show for tree in wireshark.sharkd(capture, [3, 1, 2])] == \
        ["frame.number == 3", "frame.number == 1", "frame.number == 2"]
