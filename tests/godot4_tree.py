# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items do Godot 4's messages have in the tree of a packet, where, and what do they say?

Written from docs/wire/multiplayer-godot4.md (1 and 2) and docs/fields.md, for the messages of one client and its
server, each in a frame of its own.
"""

import struct

import variant_tree
from trees import Reader, called, item

COMMANDS = ("REMOTE_CALL", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW", "SPAWN", "DESPAWN", "SYNC", "SYS")
WORDS = {"REMOTE_CALL": "rpc", "SIMPLIFY_PATH": "path", "CONFIRM_PATH": "path_confirm", "RAW": "raw", "SPAWN": "spawn",
         "DESPAWN": "despawn"}
SYSTEM = ("auth", "add_peer", "del_peer", "relay")
LENGTHS = {"rpc": "call", "sync": "synchronizer", "delta": "synchronizer", "spawn": "spawn", "despawn": "spawn"}
SERVER = 1


class Session:
    """What the messages until now have told."""

    def __init__(self):
        self.paths, self.nodes = {}, {}
        self.confirmed = {}     # (sender, id) -> frame


class _Message(Reader):
    """One message, or a relayed one: from `begin` to the end of the data."""

    def __init__(self, session, frame, data, begin, ends):
        super().__init__(data, begin)
        self.session, self.frame = session, frame
        self.source, self.target, self.channel = ends
        self.command = COMMANDS[data[begin] & 7]

    def text(self, name, end=None):
        """A text with the NUL at its end."""
        raw = self.data[self.at:end]
        return self.item(name, len(raw), raw.rstrip(b"\0").decode())

    # ---- What all messages have ----

    def header(self):
        byte = self.data[self.begin]
        one = lambda name, value: self.there(name, value, size=1)      # noqa: E731
        below, shown = [], []
        if self.command == "REMOTE_CALL":
            raw, wide, size = bool(byte & 0x80), byte >> 6 & 1, byte >> 4 & 3
            wide_label = f"Method id size: {('1 byte', '2 bytes')[wide]}"
            below = [one("godot.rpc.raw_arguments", raw), self.there("godot.rpc.method_size", size=1, label=wide_label),
                     one("godot.rpc.node_size", size), one("godot.reserved", "0x0")]
            shown = [called(part.name) for part, is_set in zip(below, (raw, wide)) if is_set]
            shown.append(below[2].label.rpartition(" (")[0])
        elif self.command == "SYNC":
            delta = bool(byte & 0x10)
            below = [one("godot.reserved", "0x0"), one("godot.sync.delta", delta), one("godot.reserved", "0x0")]
            shown = [called("godot.sync.delta")] * delta
        else:
            below = [one("godot.reserved", "0x00")]
        below.append(one("godot4.command", byte & 7))
        label = ", ".join([f"Header: 0x{byte:02x}", *shown, f"Command: {self.command}"])
        header = self.item("godot.header", 1, label=label, below=below)
        return [header, self.there("godot.command", byte & 7, size=1)]

    def word(self):
        """The message's kind."""
        if self.command == "SYNC":
            return "delta" if self.data[self.begin] & 0x10 else "sync"
        return SYSTEM[self.data[self.begin + 1]] if self.command == "SYS" else WORDS[self.command]

    def of_transport(self):
        return [self.there("godot.peer.source", self.source), self.there("godot.peer.target", self.target),
                self.there("godot.transfer_mode", 2), self.there("godot.transfer_channel", self.channel)]

    def items(self):
        """What stands below the message, and below one that is passed on."""
        word = [self.there("godot.message", self.word())]
        header, between = self.header(), self.of_transport()
        rest = getattr(self, self.command.lower())
        if self.command == "SYS":
            return header + self.sys(word, between)
        return header + (between + word if self.command == "SYNC" else word + between) + rest()

    # ---- Names ----

    def announced(self, sender, number):
        """The frames that announced a path and confirmed it."""
        items = [self.there("godot.path.announced_in", self.session.paths[sender, number][1])]
        confirmed = self.session.confirmed.get((sender, number))
        return items + [self.there("godot.path.confirmed_in", confirmed)] * bool(confirmed)

    def path(self, sender, number):
        return self.session.paths[sender, number][0]

    # ---- Each kind ----

    def simplify_path(self):
        md5 = self.item("godot.path.md5", 32, self.data[self.at:self.at + 32].decode())
        end, number = self.item("godot.path.md5_end", 1, "0x00"), self.peek("I")[0]
        items = [md5, end, self.number("godot.path.id", "I"), self.text("godot.path.name")]
        self.session.paths[self.source, number] = items[-1].label.partition(": ")[2], self.frame
        return items

    def confirm_path(self):
        valid = self.item("godot.path.valid", 1, bool(self.data[self.at]))
        number = self.peek("I")[0]
        items = [valid, self.number("godot.path.id", "I"),
                 self.there("godot.path.name", self.path(self.target, number)),
                 self.there("godot.path.announced_in", self.session.paths[self.target, number][1])]
        self.session.confirmed[self.target, number] = self.frame
        return items

    def raw(self):
        return self.rest("godot.raw")

    def remote_call(self):
        flags = self.data[self.begin]
        fmt, end = "BHI"[flags >> 4 & 3], len(self.data)
        number = self.peek(fmt)[0]
        if number >> 31:
            end = self.begin + (number & 0x7FFFFFFF)
            below = [self.there("godot.rpc.path_form", True, self.at, 4),
                     self.there("godot.rpc.path_offset", number & 0x7FFFFFFF, self.at, 4)]
            items = [self.item("godot.rpc.target", 4, label=f"Node target: 0x{number:08x}, Path form", below=below)]
            raw = self.data[end:]
            items.append(self.there("godot.rpc.node", raw[:-1].decode(), end, len(raw)))
        else:
            items = [self.number("godot.rpc.node_id", fmt)]
            items += [self.there("godot.rpc.node", self.path(self.source, number)),
                      *self.announced(self.source, number)]
        items.append(self.number("godot.rpc.method_id", "BH"[flags >> 6 & 1]))
        return [*items, *self.arguments(flags, end)]

    def arguments(self, flags, end):
        if flags & 0x80:
            data = self.data[self.at:end]
            if not data:
                return []
            bytes_item = self.there("godot.variant.bytes", data, self.at, len(data))
            text = f"PackedByteArray({', '.join(map(str, data))})"
            return [self.item("godot.rpc.raw", len(data), data, below=[bytes_item]), self.there("godot.rpc.args", text)]
        count, items = self.peek("B")[0], [self.number("godot.rpc.argc", "B")]
        values, text = self.values(end)
        assert len(values) == count
        return [*items, *values, self.there("godot.rpc.args", text)]

    def values(self, end):
        """The items of all values until there, and their texts."""
        items = []
        while self.at < end:
            items.append(variant_tree.one_of_many(self.data, self.at, "4.x", True))
            self.at += items[-1].size
        return items, ", ".join(value.label.partition(": ")[2] for value in items)

    def spawn(self):
        custom = self.peek("B")[0] == 0xFF
        items = [self.number("godot.spawn.scene_index", "B")]
        spawner = self.peek("I")[0]
        items += [self.number("godot.spawn.spawner_id", "I"),
                  self.there("godot.spawn.spawner", self.path(self.source, spawner)),
                  *self.announced(self.source, spawner)]
        net_id = self.peek("I")[0]
        items.append(self.number("godot.spawn.net_id", "I"))
        count = self.peek("I")[0]
        items.append(self.number("godot.spawn.sync_count", "I"))
        length = self.peek("I")[0]
        items.append(self.number("godot.spawn.name_length", "I"))
        ids = struct.unpack_from(f"<{count}I", self.data, self.at)
        items += [self.number("godot.spawn.sync_id", "I") for _ in range(count)]
        items.append(self.text("godot.spawn.name", self.at + length))
        name = items[-1].label.partition(": ")[2]
        self.session.nodes[self.source, net_id] = name, self.frame, ""
        for nth, number in enumerate(ids, 1):
            which = f" (synchronizer {nth})" if count > 1 else ""
            self.session.nodes[self.source, number] = name, self.frame, which
        if custom:
            size = self.peek("I")[0]
            items.append(self.number("godot.spawn.argument_size", "I"))
            values, text = self.values(self.at + size)
            items += [*values, self.there("godot.spawn.argument", text)]
        values, text = self.values(len(self.data))
        return items + values + [self.there("godot.spawn.state", text)] * bool(values)

    def despawn(self):
        number = self.peek("I")[0]
        name, frame, _ = self.session.nodes[self.source, number]
        return [self.number("godot.despawn.net_id", "I"), self.there("godot.spawn.name", name),
                self.there("godot.node.spawned_in", frame)]

    def sync(self):
        delta = bool(self.data[self.begin] & 0x10)
        items = [] if delta else [self.number("godot.sync.time", "H")]
        while self.at < len(self.data):
            begin = self.at
            below, said = self.synchronizer()
            if delta:
                below.append(self.item("godot.sync.mask", 8, f"0x{self.peek('Q')[0]:016x}"))
            size = self.peek("I")[0]
            below.append(self.number("godot.sync.size", "I"))
            below += self.values(self.at + size)[0]
            items.append(self.there("godot.sync.element", None, begin, self.at - begin, f"Synchronizer, {said}", below))
        return items

    def synchronizer(self):
        """The items of a synchronizer's id, and what is said of it."""
        number = self.peek("I")[0]
        net_id = self.item("godot.sync.net_id", 4, label=f"Synchronizer id: 0x{number:08x} ({number})")
        if number >> 31:
            said, which = self.path(self.source, number & 0x7FFFFFFF), ""
            frames = self.announced(self.source, number & 0x7FFFFFFF)
        else:
            name, frame, which = self.session.nodes[self.source, number]
            said, frames = f"…/{name}", [self.there("godot.node.spawned_in", frame)]
        return [net_id, self.there("godot.sync.node", said), *frames], said + which

    def sys(self, word, between):
        kind = self.data[self.at]
        items = [self.there("godot4.sys.command", kind, self.at, 1), self.number("godot.sys.command", "B"), *word]
        if kind == 3:
            return items + self.relay()
        items = between + items
        return items + (self.rest("godot.auth") if kind == 0 else [self.number("godot.sys.peer", "i")])

    def relay(self):
        peer, upward = self.peek("i")[0], self.source != SERVER
        items = [self.number("godot.peer.target" if upward else "godot.peer.source", "i")]
        ends = (self.source, peer) if upward else (peer, self.target)
        self.inner = _Message(self.session, self.frame, self.data, self.at, (*ends, self.channel))
        below = self.inner.items()
        return [*items, self.there("godot.relay", None, self.at, len(self.data) - self.at, below=below)]


def of(session, frame, data, source, target, channel):
    """Returns the item of a message with all below it, whose first row ends with the text of the Info column."""
    message = _Message(session, frame, data, 0, (source, target, channel))
    below = message.items()
    word = message.inner.word() if message.word() == "relay" else message.word()
    below = [message.there("godot.version", 4), message.there("godot.length", len(data)), *below,
             message.there(f"godot.length.{LENGTHS.get(word, 'other')}", len(data))]
    return item("godot", 0, len(data), label="Godot Multiplayer, ", below=below)
