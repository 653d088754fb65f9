# SPDX-License-Identifier: GPL-2.0-or-later
"""Godot 3's messages in a capture as the plugin shows them."""

import functools

import wireshark

REMOTE_CALL, REMOTE_SET, SIMPLIFY_PATH, CONFIRM_PATH, RAW = range(5)
ADD_PEER, REMOVE_PEER = range(2)
SERVER = 1
MODES = ["unreliable", "unreliable_ordered", "reliable"]
# Nothing is cut short.
WHOLE = ("-o", "godot.variant.items:1000000", "-o", "godot.variant.text:1000000")


class Message:
    """One message. end is the peer at the end of the link that received it: the server, or a client."""

    def __init__(self, frame, protocol):
        self.frame = frame
        self.tree = protocol
        self.command = self.number("godot.command")
        self.sys = self.number("godot.sys.command")
        self.source = self.number("godot.peer.source")
        self.target = self.number("godot.peer.target")
        self.mode = MODES[self.number("godot.transfer_mode")]
        self.channel = self.number("godot.transfer_channel")
        self.to_server = False
        self.end = None

    def text(self, name):
        found = self.tree.find(name)
        return found[0].show if found else None

    def number(self, name):
        text = self.text(name)
        return None if text is None else int(text, 0)

    def value_items(self):
        """The outermost items of the values."""
        return [child for child in self.tree.children if child.find("godot.variant.value")]

    def is_for(self, peer):
        """Is it addressed to this peer (docs/wire/multiplayer-godot3.md, section 5)?"""
        return self.target == peer or (self.target <= 0 and -self.target != peer and self.source != peer)


def wire_bytes(item):
    """The bytes that an item covers, in hexadecimal, put together from the fields below it; "--" where none is."""
    covered = {}
    for node in item.walk():
        if node.value and len(node.value) == 2 * node.size:
            covered.update((node.pos + i, node.value[2 * i:2 * i + 2]) for i in range(node.size))
    return "".join(covered.get(i, "--") for i in range(item.pos, item.pos + item.size))


def _ends(packet):
    return int(packet.first("udp.srcport").show), int(packet.first("udp.dstport").show)


@functools.cache
def messages(name, *options, port=21000):
    """All of Godot's messages in a capture, in its order; the server is at the port."""
    found, clients = [], {}
    for packet in wireshark.pdml(wireshark.CAPTURES / f"{name}.pcapng", *WHOLE, *options):
        source, target = _ends(packet)
        for node in packet.find("enet.connect.data"):
            clients[source] = int(node.show)
        for child in packet.children:
            if child.name == "godot":
                message = Message(int(packet.first("frame.number").show), child)
                message.to_server = target == port
                message.end = SERVER if message.to_server else clients[target]
                found.append(message)
    return found
