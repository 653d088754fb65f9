# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items do Godot 3's messages have in the tree of a packet, where, and what do they say?

Written from docs/wire/multiplayer-godot3.md (2, 3 and 5) and docs/fields.md, for messages over ENet, each in a frame of
its own.
"""

from trees import Memory, item
from variant_tree import ReaderOfValues

COMMANDS = ("REMOTE_CALL", "REMOTE_SET", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW")
WORDS = ("rpc", "rset", "path", "path_confirm", "raw")
MODES = ("unreliable", "unreliable_ordered", "reliable")


class Session(Memory):
    """What the messages until now have told."""

    def __init__(self, knows_more=False):
        super().__init__(knows_more)
        self.names = {}         # (source, id) -> path
        self.announced = {}     # (client on whose way to or from the server it was, source, target, path) -> frame
        self.confirmed = {}     # the same


class _Message(ReaderOfValues):
    def __init__(self, session, frame, data, line, mode, channel):
        super().__init__(data)
        self.session, self.frame, self.line, self.word = session, frame, line, None
        self.mode, self.channel = MODES.index(mode), channel

    def of_transport(self):
        self.there("godot.transfer_mode", self.mode)
        self.there("godot.transfer_channel", self.channel)

    def text(self, name):
        """Adds a text with the NUL at its end. Returns it."""
        end = self.data.index(0, self.at) + 1
        text = self.data[self.at:end - 1].decode()
        self.item(name, end - self.at, text)
        return text

    def system(self):
        kind, = self.peek("I")
        self.word = ("add_peer", "del_peer")[kind]
        self.there("godot.peer.source", 1)
        self.there("godot.peer.target", self.line)
        self.of_transport()
        self.there("godot3.sys.command", kind, 0, 4)
        self.number("godot.sys.command")
        self.there("godot.message", self.word)
        self.number("godot.sys.peer")

    def packet(self, is_wide):
        self.source, self.target = self.number("godot.peer.source", "i"), self.number("godot.peer.target", "i")
        if is_wide:
            self.number("godot.enet_flags")
        kind, self.command_at = self.data[self.at], self.at
        self.word = WORDS[kind]
        self.of_transport()
        self.there("godot3.command", kind, self.at, 1)
        self.number("godot.command", "B")
        self.there("godot.message", self.word)
        getattr(self, COMMANDS[kind].lower())()

    # ---- Paths ----

    def frames(self, source, target, path):
        """The frames that announced a path and confirmed it. A message for several means, on the way to each, what was
        announced to that one."""
        if target <= 0:
            target = 1 if source == self.line else self.line
        for name, frames in (("announced_in", self.session.announced), ("confirmed_in", self.session.confirmed)):
            if (self.line, source, target, path) in frames:
                self.there(f"godot.path.{name}", frames[self.line, source, target, path])

    def simplify_path(self):
        number, path = self.number("godot.path.id"), self.text("godot.path.name")
        self.session.names[self.source, number] = path
        key = self.line, self.source, self.target, path
        self.session.announced.setdefault(key, self.frame)
        self.session.wait(key, self, "godot.path.confirmed_in")

    def confirm_path(self):
        path = self.text("godot.path.name")
        self.frames(self.target, self.source, path)
        key = self.line, self.target, self.source, path
        self.session.confirmed.setdefault(key, self.frame)
        self.session.end(key, self.frame)

    # ---- Calls ----

    def node(self):
        """Adds the target. Returns where the arguments end, and whether the path follows them."""
        number, = self.peek("I")
        if number >> 31:
            offset = number & 0x7FFFFFFF
            below = [item("godot.rpc.path_form", self.at, 4, True), item("godot.rpc.path_offset", self.at, 4, offset)]
            self.item("godot.rpc.target", 4, label=f"Node target: 0x{number:08x}, Path form", below=below)
            return self.command_at + offset, True
        self.number("godot.rpc.node_id")
        path = self.session.names[self.source, number]
        self.there("godot.rpc.node", path)
        self.frames(self.source, self.target, path)
        return len(self.data), False

    def path(self):
        path = self.text("godot.rpc.node")
        self.frames(self.source, self.target, path)

    def values(self, end):
        """Adds the values until there. Returns their texts."""
        texts = []
        while self.at < end:
            texts.append(self.value(end, "3.x", False))
        return ", ".join(texts)

    def remote_call(self):
        end, has_path = self.node()
        self.text("godot.rpc.method")
        if self.number("godot.rpc.argc", "B"):
            self.there("godot.rpc.args", self.values(end))
        if has_path:
            self.path()

    def remote_set(self):
        end, has_path = self.node()
        self.text("godot.rset.property")
        self.values(end)
        if has_path:
            self.path()

    def raw(self):
        self.rest("godot.raw")


def of(session, frame, data, client, mode="reliable", channel=0, is_system=False, is_wide=False):
    """Returns the item of a message with all below it, whose first row ends with the text of the Info column.

    client: on whose way to or from the server it is; mode and channel: of the transfer; is_system: ENet's channel 0
    carries it; is_wide: of 3.0 or 3.1.
    """
    message = _Message(session, frame, data, client, mode, channel)
    message.there("godot.version", 3)
    message.there("godot.length", len(data))
    if is_system:
        message.system()
    else:
        message.packet(is_wide)
    message.there(f"godot.length.{'call' if message.word in ('rpc', 'rset') else 'other'}", len(data))
    return item("godot", 0, len(data), label="Godot Multiplayer, ", below=message.items)
