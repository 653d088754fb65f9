# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items do Godot 4's messages have in the tree of a packet, where, and what do they say?

Written from docs/wire/multiplayer-godot4.md (1 and 2) and docs/fields.md, for the messages of one client and its
server, each in a frame of its own.
"""

from trees import Memory, called, item
from variant_tree import ReaderOfValues

COMMANDS = ("REMOTE_CALL", "SIMPLIFY_PATH", "CONFIRM_PATH", "RAW", "SPAWN", "DESPAWN", "SYNC", "SYS")
WORDS = {"REMOTE_CALL": "rpc", "SIMPLIFY_PATH": "path", "CONFIRM_PATH": "path_confirm", "RAW": "raw", "SPAWN": "spawn",
         "DESPAWN": "despawn"}
SYSTEM = ("auth", "add_peer", "del_peer", "relay")
LENGTHS = {"rpc": "call", "sync": "synchronizer", "delta": "synchronizer", "spawn": "spawn", "despawn": "spawn"}
MODES = ("unreliable", "unreliable_ordered", "reliable")
SERVER = 1


class Session(Memory):
    """What the messages until now have told."""

    def __init__(self, knows_more=False):
        super().__init__(knows_more)
        self.paths = {}         # (sender, id) -> path
        self.announced = {}     # (client on whose way to or from the server it was, sender, receiver, path) -> frame
        self.confirmed = {}     # the same
        self.nodes = {}         # (that client, sender, net id) -> name, frame, and which synchronizer it is
        self.states = {}        # (that client, sender, net id) -> bytes of each value in the last SYNC


class _Message(ReaderOfValues):
    """One message, or a relayed one: from `begin` to the end of the data."""

    def __init__(self, session, frame, data, begin, ends):
        super().__init__(data, begin)
        self.session, self.frame = session, frame
        self.source, self.target, self.channel, self.mode, self.line = ends
        self.command, self.inner = COMMANDS[data[begin] & 7], None

    def text(self, name, end=None):
        """Adds a text with the NUL at its end. Returns it."""
        raw = self.data[self.at:end]
        self.item(name, len(raw), raw[:-1].decode())
        return raw[:-1].decode()

    # ---- What all messages have ----

    def header(self):
        byte, at = self.data[self.at], self.at
        one = lambda name, value="", label="": item(name, at, 1, value, label)      # noqa: E731
        below, shown = [one("godot.reserved", "0x00")], []
        if self.command == "REMOTE_CALL":
            raw, wide, size = bool(byte & 0x80), byte >> 6 & 1, byte >> 4 & 3
            below = [one("godot.rpc.raw_arguments", raw),
                     one("godot.rpc.method_size", label=f"Method id size: {('1 byte', '2 bytes')[wide]}"),
                     one("godot.rpc.node_size", size), one("godot.reserved", "0x0")]
            shown = [called(part.name) for part, is_set in zip(below, (raw, wide)) if is_set]
            shown.append(below[2].label.rpartition(" (")[0])
        elif self.command == "SYNC":
            delta = bool(byte & 0x10)
            below = [one("godot.reserved", "0x0"), one("godot.sync.delta", delta), one("godot.reserved", "0x0")]
            shown = [called("godot.sync.delta")] * delta
        below.append(one("godot4.command", byte & 7))
        label = ", ".join([f"Header: 0x{byte:02x}", *shown, f"Command: {self.command}"])
        self.item("godot.header", 1, label=label, below=below)
        self.there("godot.command", byte & 7, at, 1)

    def word(self):
        """The message's kind."""
        if self.command == "SYNC":
            return "delta" if self.data[self.begin] & 0x10 else "sync"
        return SYSTEM[self.data[self.begin + 1]] if self.command == "SYS" else WORDS[self.command]

    def told(self):
        """The kind of the message, or of the one that it passes on."""
        return self.inner.told() if self.inner else self.word()

    def kind(self):
        self.there("godot.message", self.word())

    def of_transport(self):
        self.there("godot.peer.source", self.source)
        self.there("godot.peer.target", self.target)
        self.there("godot.transfer_mode", self.mode)
        self.there("godot.transfer_channel", self.channel)

    def whole(self):
        """Adds what stands below the message, or below one that is passed on."""
        self.header()
        if self.command == "SYS":
            self.sys()
            return
        for add in (self.of_transport, self.kind) if self.command == "SYNC" else (self.kind, self.of_transport):
            add()
        getattr(self, self.command.lower())()

    # ---- Names ----

    def frames(self, sender, receiver, path):
        """The frames that announced a path and confirmed it."""
        for name, frames in (("announced_in", self.session.announced), ("confirmed_in", self.session.confirmed)):
            if (self.line, sender, receiver, path) in frames:
                self.there(f"godot.path.{name}", frames[self.line, sender, receiver, path])

    def path(self, number, name):
        """Adds the path that an id of the sender stands for, as a field of this name. Returns it."""
        path = self.session.paths[self.source, number]
        self.there(name, path)
        self.frames(self.source, self.target, path)
        return path

    # ---- Each kind ----

    def simplify_path(self):
        self.item("godot.path.md5", 32, self.peek("32s")[0].decode())
        self.item("godot.path.md5_end", 1, f"0x{self.peek('B')[0]:02x}")
        number, path = self.number("godot.path.id"), self.text("godot.path.name")
        self.session.paths[self.source, number] = path
        key = self.line, self.source, self.target, path
        self.session.announced.setdefault(key, self.frame)
        self.session.wait(key, self, "godot.path.confirmed_in")

    def confirm_path(self):
        self.item("godot.path.valid", 1, bool(self.peek("B")[0]))
        if len(self.data) - self.at == 4:
            path = self.session.paths[self.target, self.number("godot.path.id")]
            self.there("godot.path.name", path)
        else:       # up to 4.2
            path = self.text("godot.path.name")
        key = self.line, self.target, self.source, path
        self.there("godot.path.announced_in", self.session.announced[key])
        self.session.confirmed.setdefault(key, self.frame)
        self.session.end(key, self.frame)

    def raw(self):
        self.rest("godot.raw")

    def remote_call(self):
        flags, end = self.data[self.begin], len(self.data)
        fmt = "BHI"[flags >> 4 & 3]
        number, = self.peek(fmt)
        if number >> 31:
            offset = number & 0x7FFFFFFF
            end = self.begin + offset
            below = [item("godot.rpc.path_form", self.at, 4, True), item("godot.rpc.path_offset", self.at, 4, offset)]
            self.item("godot.rpc.target", 4, label=f"Node target: 0x{number:08x}, Path form", below=below)
            path = self.data[end:]
            self.there("godot.rpc.node", path[:-1].decode(), end, len(path))
            self.frames(self.source, self.target, path[:-1].decode())
        else:
            self.path(self.number("godot.rpc.node_id", fmt), "godot.rpc.node")
        self.number("godot.rpc.method_id", "BH"[flags >> 6 & 1])
        if flags & 0x80:
            self.raw_argument(self.data[self.at:end])
        else:
            if self.number("godot.rpc.argc", "B"):
                self.there("godot.rpc.args", self.values(end))

    def raw_argument(self, data):
        if data:
            below = [item("godot.variant.bytes", self.at, len(data), data)]
            self.item("godot.rpc.raw", len(data), data, below=below)
            self.there("godot.rpc.args", f"PackedByteArray({', '.join(map(str, data))})")

    def values(self, end):
        """Adds all values until there. Returns their texts."""
        texts = []
        while self.at < end:
            texts.append(self.value(end, "4.x", True))
        return ", ".join(texts)

    def spawn(self):
        scene = self.number("godot.spawn.scene_index", "B")
        self.path(self.number("godot.spawn.spawner_id"), "godot.spawn.spawner")
        ids, count = [self.number("godot.spawn.net_id")], self.number("godot.spawn.sync_count")
        length = self.number("godot.spawn.name_length")
        ids += [self.number("godot.spawn.sync_id") for _ in range(count)]
        name = self.text("godot.spawn.name", self.at + length)
        for nth, number in enumerate(ids):
            which = f" (synchronizer {nth})" if nth and count > 1 else ""
            self.session.nodes[self.line, self.source, number] = name, self.frame, which
        self.session.wait((self.line, self.source, ids[0]), self, "godot.node.despawned_in")
        told = []
        if scene == 0xFF:
            size = self.number("godot.spawn.argument_size")
            told.append(("godot.spawn.argument", self.values(self.at + size)))
        if self.at < len(self.data):
            told.append(("godot.spawn.state", self.values(len(self.data))))
        for field, text in told:
            self.there(field, text)

    def despawn(self):
        key = self.line, self.source, self.number("godot.despawn.net_id")
        name, frame, _ = self.session.nodes[key]
        self.session.end(key, self.frame)
        self.there("godot.spawn.name", name)
        self.there("godot.node.spawned_in", frame)

    def sync(self):
        delta = self.data[self.begin] & 0x10
        if not delta:
            self.number("godot.sync.time", "H")
        while self.at < len(self.data):
            with self.inside("godot.sync.element") as made:
                number, = self.peek("I")
                made.label = f"Synchronizer, {self.synchronizer(number)}"
                if delta:
                    self.item("godot.sync.mask", 8, f"0x{self.peek('Q')[0]:016x}")
                size, begin = self.number("godot.sync.size"), len(self.items)
                self.values(self.at + size)
                if not delta:
                    self.compare(number, self.items[begin:])

    def compare(self, number, values):
        """Tells which values are the same as in the SYNC before."""
        key = self.line, self.source, number
        before, now = self.session.states.get(key, []), [self.data[one.at:one.at + one.size] for one in values]
        same = [nth for nth, pair in enumerate(zip(before, now)) if pair[0] == pair[1]]
        for nth in same:
            self.there("godot.sync.unchanged", nth, values[nth].at, values[nth].size)
        if same:
            self.there("godot.sync.unchanged_bytes", sum(values[nth].size for nth in same))
        self.session.states[key] = now

    def synchronizer(self, number):
        """Adds a synchronizer's id. Returns what is said of it."""
        self.item("godot.sync.net_id", 4, label=f"Synchronizer id: 0x{number:08x} ({number})")
        if number >> 31:
            return self.path(number & 0x7FFFFFFF, "godot.sync.node")
        name, frame, which = self.session.nodes[self.line, self.source, number]
        self.there("godot.sync.node", f"…/{name}")
        self.there("godot.node.spawned_in", frame)
        return f"…/{name}{which}"

    def sys(self):
        kind = self.data[self.at]
        if kind != 3:
            self.of_transport()
        self.there("godot4.sys.command", kind, self.at, 1)
        self.number("godot.sys.command", "B")
        self.kind()
        if kind == 0:
            self.rest("godot.auth")
        elif kind == 3:
            self.relay()
        else:
            self.number("godot.sys.peer", "i")

    def relay(self):
        upward = self.source != SERVER
        peer = self.number("godot.peer.target" if upward else "godot.peer.source", "i")
        ends = (self.source, peer) if upward else (peer, self.target)
        self.inner = _Message(self.session, self.frame, self.data, self.at, (*ends, self.channel, self.mode, self.line))
        self.inner.whole()
        self.there("godot.relay", None, self.at, len(self.data) - self.at, below=self.inner.items)


def of(session, frame, data, source, target, channel, mode="reliable"):
    """Returns the item of a message with all below it, whose first row ends with the text of the Info column."""
    line = source if target == SERVER else target
    message = _Message(session, frame, data, 0, (source, target, channel, MODES.index(mode), line))
    message.there("godot.version", 4)
    message.there("godot.length", len(data))
    message.whole()
    message.there(f"godot.length.{LENGTHS.get(message.told(), 'other')}", len(data))
    return item("godot", 0, len(data), label="Godot Multiplayer, ", below=message.items)
