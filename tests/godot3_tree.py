# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items do Godot 3's messages have in the tree of a packet, where, and what do they say?

Written from docs/wire/multiplayer-godot3.md (2, 3 and 5) and docs/fields.md, for messages over ENet, each in a frame of
its own.
"""

import variant_tree
from trees import Reader, item

COMMANDS = ("REMOTE_CALL", "REMOTE_SET", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW")
WORDS = ("rpc", "rset", "path", "path_confirm", "raw")
MODES = {"unreliable": 0, "ordered": 1, "reliable": 2}


class Session:
    """What the messages until now have told."""

    def __init__(self):
        self.announced, self.confirmed, self.names = {}, {}, {}     # (source, path) -> frame, and (source, id) -> path


class _Message(Reader):
    def __init__(self, session, frame, data, mode):
        super().__init__(data)
        self.session, self.frame, self.mode, self.word = session, frame, mode, None

    def of_transport(self):
        return [self.there("godot.transfer_mode", self.mode), self.there("godot.transfer_channel", 0)]

    def text(self, name):
        """A text with the NUL at its end."""
        end = self.data.index(0, self.at) + 1
        return self.item(name, end - self.at, self.data[self.at:end - 1].decode())

    def system(self, target):
        kind, = self.peek("I")
        self.word = ("add_peer", "del_peer")[kind]
        return [self.there("godot.peer.source", 1), self.there("godot.peer.target", target), *self.of_transport(),
                self.there("godot3.sys.command", kind, 0, 4), self.number("godot.sys.command"),
                self.there("godot.message", self.word), self.number("godot.sys.peer")]

    def packet(self, is_wide):
        self.source, self.target = self.peek("Ii")
        items = [self.number("godot.peer.source", "i"), self.number("godot.peer.target", "i")]
        items += [self.number("godot.enet_flags")] if is_wide else []
        kind, self.command_at = self.data[self.at], self.at
        self.word = WORDS[kind]
        items += [*self.of_transport(), self.there("godot3.command", kind, self.at, 1),
                  self.number("godot.command", "B"), self.there("godot.message", self.word)]
        return items + getattr(self, COMMANDS[kind].lower())()

    # ---- Paths ----

    def frames(self, source, path):
        """The frames that announced a path and confirmed it."""
        announced, confirmed = self.session.announced.get((source, path)), self.session.confirmed.get((source, path))
        return [self.there(f"godot.path.{name}", frame)
                for name, frame in (("announced_in", announced), ("confirmed_in", confirmed)) if frame]

    def simplify_path(self):
        number, = self.peek("I")
        items = [self.number("godot.path.id"), self.text("godot.path.name")]
        path = items[-1].label.partition(": ")[2]
        self.session.names[self.source, number] = path
        self.session.announced.setdefault((self.source, path), self.frame)
        return items

    def confirm_path(self):
        name = self.text("godot.path.name")
        path = name.label.partition(": ")[2]
        items = [name, *self.frames(self.target, path)]
        self.session.confirmed[self.target, path] = self.frame
        return items

    # ---- Calls ----

    def node(self):
        """The items of the target, those behind the arguments, and where the arguments end."""
        number, = self.peek("I")
        if not number >> 31:
            path = self.session.names[self.source, number]
            return [self.number("godot.rpc.node_id"), self.there("godot.rpc.node", path),
                    *self.frames(self.source, path)], [], len(self.data)
        offset = number & 0x7FFFFFFF
        below = [self.there("godot.rpc.path_form", True, self.at, 4),
                 self.there("godot.rpc.path_offset", offset, self.at, 4)]
        target = self.item("godot.rpc.target", 4, label=f"Node target: 0x{number:08x}, Path form", below=below)
        end = self.command_at + offset
        raw = self.data[end:]
        path = raw[:-1].decode()
        return [target], [self.there("godot.rpc.node", path, end, len(raw)), *self.frames(self.source, path)], end

    def values(self, end):
        items = []
        while self.at < end:
            items.append(variant_tree.one_of_many(self.data[:end], self.at, "3.x", False))
            self.at += items[-1].size
        return items

    def remote_call(self):
        before, behind, end = self.node()
        items = [*before, self.text("godot.rpc.method"), self.number("godot.rpc.argc", "B")]
        values = self.values(end)
        texts = ", ".join(value.label.partition(": ")[2] for value in values)
        return [*items, *values, *([self.there("godot.rpc.args", texts)] if values else []), *behind]

    def remote_set(self):
        before, behind, end = self.node()
        return [*before, self.text("godot.rset.property"), *self.values(end), *behind]

    def raw(self):
        return self.rest("godot.raw")


def of(session, frame, data, mode, to=None, is_wide=False):
    """Returns the item of a message with all below it, whose first row ends with the text of the Info column. mode: as
    MODES has it; to: the client that gets a system message, which channel 0 carries; is_wide: of 3.0 or 3.1."""
    message = _Message(session, frame, data, MODES[mode])
    below = message.system(to) if to else message.packet(is_wide)
    kind = "call" if message.word in ("rpc", "rset") else "other"
    below = [message.there("godot.version", 3), message.there("godot.length", len(data)), *below,
             message.there(f"godot.length.{kind}", len(data))]
    return item("godot", 0, len(data), label="Godot Multiplayer, ", below=below)
