# SPDX-License-Identifier: GPL-2.0-or-later
"""The tree of an ENet datagram, item by item, is what docs/wire/enet.md (1 and 2) says of its bytes."""

import struct

import pytest

import enet
import pcap
from pcap import udp
from trees import called, check, item
from wireshark import pdml

PORT = 7777
UP = {"source": ("10.0.0.2", 5000), "target": ("10.0.0.1", PORT)}
LAYERS_BELOW = 28       # IP and UDP
# What the whole traffic tells of a command, and the items of its data: other tests are about these.
LEFT_OUT = ("enet.direction", "enet.analysis.", "enet.data", "enet.payload", "enet.fragments", "enet.reassembled.")
CONNECT = [("connect.peer_id", 2), ("connect.incoming_session", 1), ("connect.outgoing_session", 1), ("connect.mtu", 4),
           ("connect.window", 4), ("connect.channels", 4), ("connect.incoming_bandwidth", 4),
           ("connect.outgoing_bandwidth", 4), ("connect.throttle_interval", 4), ("connect.throttle_acceleration", 4),
           ("connect.throttle_deceleration", 4), ("connect.id", 4)]
FRAGMENT = [("fragment.start_seq", 2), ("length", 2), ("fragment.count", 4), ("fragment.number", 4),
            ("fragment.total_length", 4), ("fragment.offset", 4)]
# Number of a command -> its name, what is said of it, and its fields.
COMMANDS = {
    1: ("ACKNOWLEDGE", "ACK {ack.seq}", [("ack.seq", 2), ("ack.sent_time", 2)]),
    2: ("CONNECT", "CONNECT {connect.channels} channels, data {connect.data}", [*CONNECT, ("connect.data", 4)]),
    3: ("VERIFY_CONNECT", "VERIFY_CONNECT {connect.channels} channels, slot {connect.peer_id}", CONNECT),
    4: ("DISCONNECT", "DISCONNECT, data {disconnect.data}", [("disconnect.data", 4)]),
    5: ("PING", "PING", []),
    6: ("SEND_RELIABLE", "RELIABLE {seq}, {length} bytes", [("length", 2)]),
    7: ("SEND_UNRELIABLE", "UNRELIABLE {seq}.{unreliable_seq}, {length} bytes",
        [("unreliable_seq", 2), ("length", 2)]),
    8: ("SEND_FRAGMENT", "RELIABLE fragment {nth}/{fragment.count} of {fragment.total_length} bytes", FRAGMENT),
    9: ("SEND_UNSEQUENCED", "UNSEQUENCED {unsequenced_group}, {length} bytes",
        [("unsequenced_group", 2), ("length", 2)]),
    10: ("BANDWIDTH_LIMIT", "BANDWIDTH_LIMIT", [("bandwidth.incoming", 4), ("bandwidth.outgoing", 4)]),
    11: ("THROTTLE_CONFIGURE", "THROTTLE_CONFIGURE",
         [("throttle.interval", 4), ("throttle.acceleration", 4), ("throttle.deceleration", 4)]),
    12: ("SEND_UNRELIABLE_FRAGMENT", "UNRELIABLE fragment {nth}/{fragment.count} of {fragment.total_length} bytes",
         FRAGMENT),
}
FLAGS = {0x80: "acknowledge", 0x40: "unsequenced"}


def command_byte(byte, at):
    name = COMMANDS[byte & 15][0]
    below = [item(f"enet.command.flags.{flag}", at, 1, bool(byte & bit)) for bit, flag in FLAGS.items()]
    below += [item("enet.command.flags.reserved", at, 1, f"0x{byte >> 4 & 3:x}"),
              item("enet.command", at, 1, byte & 15)]
    shown = [called(f"enet.command.flags.{flag}") for bit, flag in FLAGS.items() if byte & bit]
    label = ", ".join([f"Command and flags: 0x{byte:02x}", *shown, f"Number: {name}"])
    return item("enet.command.byte", at, 1, label=label, below=below)


def command_tree(data, at):
    """The item of a command that begins at this place of a datagram; all of the rest belongs to it."""
    byte, channel, seq = struct.unpack_from(">BBH", data, at)
    below = [command_byte(byte, at), item("enet.channel", at + 1, 1, channel), item("enet.seq", at + 2, 2, seq)]
    begin, at, told = at, at + 4, {"seq": seq}
    _, said, fields = COMMANDS[byte & 15]
    for name, size in fields:
        value = int.from_bytes(data[at:at + size], "big")
        below.append(item(f"enet.{name}", at, size, f"0x{value:08x}" if name == "connect.id" else value))
        told[name] = value
        at += size
    told["nth"] = told.get("fragment.number", 0) + 1
    for name, value in told.items():
        said = said.replace(f"{{{name}}}", str(value))
    if byte == 0x44:
        said = said.replace("DISCONNECT", "DISCONNECT now")
    return item("enet.command.item", begin, len(data) - begin, label=said, below=below)


def header_tree(data):
    """The items of a datagram's header, and where it ends."""
    word, = struct.unpack_from(">H", data)
    below = [item("enet.flags.sent_time", 0, 2, bool(word & 0x8000)),
             item("enet.flags.compressed", 0, 2, bool(word & 0x4000)),
             item("enet.session_id", 0, 2, word >> 12 & 3), item("enet.peer_id", 0, 2, word & 0xFFF)]
    shown = [called(part.name) for part in below[:2] if part.label.endswith("True")]
    items = [item("enet.header", 0, 2, label=", ".join([f"Header: 0x{word:04x}", *shown]), below=below)]
    if word & 0x8000:
        items.append(item("enet.sent_time", 2, 2, int.from_bytes(data[2:4], "big")))
    return items, 2 + 2 * len(items[1:])


def tree(data, size_of_data):
    """The item of a datagram of one command with so many bytes of data."""
    header, end = header_tree(data)
    below = [item("enet.stream", 0, 0, 0), item("enet.commands", 0, 0, 1), *header,
             command_tree(data, end), item("enet.overhead", 0, 0, len(data) - size_of_data),
             item("enet.below", 0, 0, LAYERS_BELOW)]
    return item("enet", 0, len(data), label="ENet Protocol, Stream 0", below=below)


def shown(tmp_path, data):
    packet, = pdml(pcap.write(tmp_path / "datagram.pcap", [udp(data, **UP)]), "-d", f"udp.port=={PORT},enet")
    return packet.first("enet")


def body(number, size_of_data):
    """The fields of a command, each with numbers of its own."""
    fields = COMMANDS[number][2]
    count = sum(size for _, size in fields)
    data = bytearray(range(1, count + 1))
    at = 0
    for name, size in fields:
        if name == "length":
            data[at:at + size] = struct.pack(">H", size_of_data)
        at += size
    return bytes(data) + b"d" * size_of_data


@pytest.mark.parametrize("byte, size_of_data", [
    *((byte, 0) for byte in (0x01, 0x82, 0x83, 0x84, 0x44, 0x85, 0x8A, 0x8B)),
    *((byte, size) for byte in (0x86, 0x07, 0x88, 0x49, 0x0C) for size in (0, 1, 5))])
def test_the_tree_of_each_command(tmp_path, byte, size_of_data):
    """Each byte that a command may begin with (1.3)."""
    data = enet.datagram(enet.command(byte, 3, 0x1234, body(byte & 15, size_of_data)), peer=2, session=1)
    check(tree(data, size_of_data), shown(tmp_path, data), LAYERS_BELOW, LEFT_OUT)


@pytest.mark.parametrize("sent_time", [None, 0, 0xFFFE])
@pytest.mark.parametrize("peer, session", [(0, 0), (1, 3), (0xFFE, 2), (enet.NO_PEER, 0)])
def test_the_tree_of_each_header(tmp_path, peer, session, sent_time):
    data = enet.header(peer, sent_time, session) + enet.command(0x07, 254, 0xFFFF, struct.pack(">HH", 0xABCD, 0))
    check(tree(data, 0), shown(tmp_path, data), LAYERS_BELOW, LEFT_OUT)


def test_flags_that_no_command_has_are_shown(tmp_path):
    data = enet.datagram(enet.command(0xF5, 0xFF, 1))
    check(tree(data, 0), shown(tmp_path, data), LAYERS_BELOW, LEFT_OUT)
