# SPDX-License-Identifier: GPL-2.0-or-later
"""Godot 4's messages in a capture as the plugin shows them, and what the recorded games' scripts say of their
methods."""

import functools
import hashlib
import re

import truth
import wireshark

REMOTE_CALL, SIMPLIFY_PATH, CONFIRM_PATH, RAW, SPAWN, DESPAWN, SYNC, SYS = range(8)
AUTH, ADD_PEER, DEL_PEER, RELAY = range(4)
MODES = ["unreliable", "unreliable_ordered", "reliable"]
# Nothing is cut short.
WHOLE = ("-o", "godot.variant.items:1000000", "-o", "godot.variant.text:1000000")


class Message:
    """One message; of a relayed one the inner message, with the peers that the relay names."""

    def __init__(self, packet, protocol):
        self.frame = int(packet.first("frame.number").show)
        self.ports = tuple(int(packet.first(name).show) for name in ("udp.srcport", "udp.dstport"))
        relays = protocol.find("godot.relay")
        self.tree = relays[0] if relays else protocol
        self.relayed = bool(relays)
        outer = protocol.children
        # On the first hop a relayed message has its target on the wire, on the second its source.
        self.first_hop = not relays or any(n.name == "godot.peer.target" and n.size == 4 for n in outer)
        self.last_hop = not relays or not self.first_hop
        self.relay_field = next((int(n.show) for n in outer if n.name.startswith("godot.peer.") and n.size == 4), None)
        self.command = self.number("godot.command")
        self.source = self.number("godot.peer.source")
        self.target = self.number("godot.peer.target")
        self.mode = MODES[self.number("godot.transfer_mode")]
        self.channel = self.number("godot.transfer_channel")

    def text(self, name):
        found = self.tree.find(name)
        return found[0].show if found else None

    def number(self, name):
        text = self.text(name)
        return None if text is None else int(text, 0)

    def flag(self, name):
        """A boolean field, which newer Wiresharks write as a word."""
        return self.text(name) in ("1", "True")

    def call(self):
        """(node, method id, arguments) of a call."""
        raw = self.tree.find("godot.rpc.raw")
        arguments = [bytes_value(bytes.fromhex(node.value)) for node in raw] or values(self.tree)
        return (self.text("godot.rpc.node"), self.number("godot.rpc.method_id"), arguments)

    def elements(self):
        """(synchronizer, values) of each element of a sync or delta."""
        return [(element.find("godot.sync.node")[0].show if element.find("godot.sync.node") else None, values(element))
                for element in self.tree.find("godot.sync.element")]

    def unchanged(self):
        """(synchronizer's id, numbers of the values that are marked as unchanged) of each element of a sync."""
        return [(element.first("godot.sync.net_id").show,
                 [int(node.show) for node in element.find("godot.sync.unchanged")])
                for element in self.tree.find("godot.sync.element")]


def values(tree):
    """The top-level values below this item, in the form of truth.logged()."""
    return [value_of(node.show) for node in tree.find("godot.variant.value")]


def value_of(text):
    value = truth.parse(text)
    if isinstance(value, str) and value.startswith('"') and len(value) > truth.LONG_VALUE:
        return truth.digest(4, value[1:-1].encode())
    return value


def bytes_value(content):
    return truth.digest(29, content) if len(content) > truth.LONG_VALUE else ("PackedByteArray", ("(", *content))


@functools.cache
def messages(name, *options):
    """All of Godot's messages in a capture, in its order."""
    found = []
    for packet in wireshark.pdml(wireshark.CAPTURES / f"{name}.pcapng", *WHOLE, *options):
        found += [Message(packet, child) for child in packet.children if child.name == "godot"]
    return found


# --- the scripts ------------------------------------------------------------------------

GAMES = wireshark.ROOT / "tests" / "godot4"
ANNOTATED = re.compile(r"^@rpc\b.*\n\s*func (\w+)", re.MULTILINE)
CONFIGURED = re.compile(r'\brpc_config\(&"(\w+)"')
EXTENDS = re.compile(r'^extends "res://(\w+\.gd)"', re.MULTILINE)


def rpc_names(script):
    """(methods configured on the node, methods annotated in the script) in the order of their ids
    (docs/wire/multiplayer-godot4.md, section 6)."""
    text = (GAMES / script).read_text(encoding="utf-8")
    annotated = set(ANNOTATED.findall(text))
    for base in EXTENDS.findall(text):
        annotated |= set(rpc_names(base)[1])
    return sorted(CONFIGURED.findall(text)), sorted(annotated)


def method_id(script, method):
    configured, annotated = rpc_names(script)
    return 0x8000 + configured.index(method) if method in configured else annotated.index(method)


def methods_md5(script):
    """What SIMPLIFY_PATH tells of a node with this script; None: a node without one."""
    configured, annotated = rpc_names(script) if script else ([], [])
    return hashlib.md5("".join(configured + annotated).encode()).hexdigest()
