# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items does a Variant have in the tree of a packet, where, and what do they say?

Written from docs/wire/variant.md and docs/fields.md, whose labels and names of numbers it takes. The texts of values
are those of the independent decoder, which also knows the types. What cannot be read ends with a fault.
"""

import struct

import godot_variant
from trees import Fault, Reader, called, item

CONTAINERS = ("array", "dictionary", "object")
INTEGERS = {1: "b", 2: "h", 4: "i", 8: "q"}     # in the compact form, by their bytes
NUMBERS = {"2.1": 2, "3.x": 3, "4.x": 4, "4.x-doc": 5}     # of the dialects
# How the components of a type are grouped (docs/wire/variant.md, 4.2): field of the group, its label, and a label for
# each component, or none where the field has a good one.
BOX = {size: (("position", "Position", "xyz"[:size]), ("size", "Size", "xyz"[:size])) for size in (2, 3)}
AXES = [("row", f"{letter} row", [f"{axis}.{letter}" for axis in "XYZ"]) for letter in "xyz"]
GROUPS = {
    "Rect2": BOX[2], "Rect2i": BOX[2], "AABB": BOX[3],
    "Plane": (("normal", "Normal", "xyz"), (None, None, "d")),
    "Transform2D": (("column", "X column", ["X.x", "X.y"]), ("column", "Y column", ["Y.x", "Y.y"]),
                    ("origin", "Origin", "xy")),
    "Basis": AXES, "Transform3D": [*AXES, ("origin", "Origin", "xyz")],
    "Projection": [("column", f"{axis} column", [f"{axis}.{letter}" for letter in "xyzw"]) for axis in "XYZW"],
}
GROUPS |= {"Matrix32": GROUPS["Transform2D"], "Matrix3": GROUPS["Basis"], "Transform": GROUPS["Transform3D"]}
LETTERS = {1: "-", 2: "xy", 3: "xyz", 4: "xyzw"}


def text_of(made):
    """Returns what stands behind the name in an item's label; None if it may be anything."""
    return made.label and made.label.partition(": ")[2]


class _Walker(Reader):
    """Goes over the bytes of a value once."""

    PREFIX = "godot.variant."

    def __init__(self, data, dialect, begin=0):
        super().__init__(data, begin)
        self.dialect, self.types = dialect, godot_variant.TYPES[dialect]

    # ---- Values ----

    def text_at(self, begin):
        """The text of a value; None if it has a fault."""
        try:
            return godot_variant.decode(self.data, self.dialect, offset=begin).text
        except godot_variant.VariantError:
            return None

    def value(self, role, name="Value"):
        """Adds a value. Returns its item."""
        text = self.text_at(self.at)
        label = None if text is None else f"{name}: {text}"
        decoder = self.decoder()
        if decoder not in CONTAINERS or role == "plain":
            with self.inside(decoder if decoder in CONTAINERS else role, label) as made:
                self.payload()
            return made
        with self.inside(role, label) as made, self.inside(decoder, called(f"godot.variant.{decoder}")):
            self.payload()
        return made

    def decoder(self):
        """How the type is read whose head comes next; None if there is none."""
        word = self.data[self.at:self.at + 4]
        known = len(word) == 4 and word[0] < len(self.types) and not (self.dialect == "2.1" and any(word[1:]))
        return self.types[word[0]][1] if known else None

    def payload(self):
        """What cannot be read is shown as bytes."""
        try:
            self.head()
        except Fault:
            self.rest("undecoded")
            raise

    def head(self):
        type_id, reserved, flags = self.peek("BBH")
        decoder = self.decoder()
        type_name, _, argument = self.types[type_id] if decoder else ("Unknown", None, None)
        self.item("type", 1, label=f"Type: {type_name} ({type_id})")
        self.item("reserved", 1, f"0x{reserved:02x}")
        self.flags(decoder, argument, flags)
        if not decoder:
            raise Fault("unknown_type")
        getattr(self, decoder)(type_name, flags, argument)

    def flags(self, decoder, argument, flags):
        """Which flags a type has: docs/wire/variant.md, 2."""
        allowed = godot_variant.allowed_flags(self.dialect, decoder, argument) if decoder else 0
        names = {"array": ["element_kind"], "dictionary": ["key_kind", "value_kind"], "object": ["object_id"]}.get(
            decoder, ["wide"]) if allowed else []
        is_kind = decoder in ("array", "dictionary")
        below = [item(f"godot.variant.flags.{name}", self.at, 2, flags >> 2 * nth & 3 if is_kind else bool(flags & 1))
                 for nth, name in enumerate(names)]
        shown = [part.label.rpartition(" (")[0] if is_kind else called(part.name)
                 for part in below if is_kind or flags & 1]
        self.item("flags", 2, label=", ".join([f"Flags: 0x{flags:04x}", *shown]), below=below)

    def empty(self, *_):
        pass

    def bool(self, *_):
        self.item("bool", 4, bool(self.peek("I")[0]))

    def int(self, _, flags, __):
        self.number("int", "q" if flags & 1 else "i")

    def float(self, _, flags, __):
        number, = self.peek("d" if flags & 1 else "f")
        self.item("float", 8 if flags & 1 else 4, godot_variant.real_text(number, not flags & 1))

    def rid(self, *_):
        self.number("rid", "Q")

    # ---- Components ----

    def component(self, fmt, letter, label):
        """Adds a number. Returns its text."""
        value, = self.peek(fmt)
        shown = str(value) if fmt in "iq" else godot_variant.real_text(value, fmt == "f")
        name = letter if letter != "-" else "int" if fmt in "iq" else "float"
        name = f"i{name}" if fmt == "i" and letter != "-" else name
        self.item(name, struct.calcsize(fmt), shown, label=label and f"{label}: {shown}")
        return shown

    def parts(self, parts, fmt):
        return ", ".join([self.component(fmt, part[-1], part if len(part) > 1 else "") for part in parts])

    def format_of(self, fmt, flags):
        return {"r": "d" if flags & 1 else "f"}.get(fmt, fmt)

    def numbers(self, type_name, flags, argument):
        fmt, count = self.format_of(argument[0], flags), argument[1]
        for group, name, parts in GROUPS.get(type_name, [(None, None, letters_of(type_name, count))]):
            if group:
                with self.inside(group) as made:
                    made.label = f"{name}: {self.parts(parts, fmt)}"
            else:
                self.parts(parts, fmt)

    def packed(self, type_name, flags, argument):
        fmt, count = self.format_of(argument[0], flags), argument[1]
        for nth in range(self.count(struct.calcsize(fmt) * count)):
            if count == 1:
                self.component(fmt, "-", f"[{nth}]")
                continue
            with self.inside("item") as made:
                made.label = f"[{nth}]: {self.parts(letters_of(type_name, count), fmt)}"

    def check_count(self, count, size):
        if count * size > len(self.data) - self.at:
            raise Fault("impossible_count")

    def count(self, size):
        count = self.number("count")
        self.check_count(count, size)
        return count

    # ---- Texts and bytes ----

    def padding(self, length):
        if length % 4:
            self.need(-length % 4)
            self.item("padding", -length % 4, self.data[self.at:self.at + -length % 4])

    def text_as(self, name, length):
        """Adds text as the engine reads it (docs/wire/variant.md, 6). Returns it."""
        self.need(length)
        raw = self.data[self.at:self.at + length].split(b"\0")[0]
        text = raw.decode(errors="replace").removeprefix("\ufeff")
        self.item(name, length, text)
        return text

    def string_as(self, name):
        """Adds length, text and padding. Returns the text."""
        length = self.number("length")
        text = self.text_as(name, length)
        self.padding(length)
        return text

    def string(self, *_):
        self.string_as("string")

    def signal(self, *_):
        self.string_as("signal")
        self.number("object_id", "Q")

    def bytes(self, *_):
        length = self.count(1)
        self.item("bytes", length, self.data[self.at:self.at + length])
        if self.at < len(self.data):
            self.padding(length)

    def strings(self, *_):
        count = self.number("count", "I")
        if count >> 31:
            return
        self.check_count(count, 4)
        for nth in range(count):
            with self.inside("item") as made:
                made.label = f"[{nth}]: {godot_variant.quoted(self.string_as('string'))}"

    def node_path(self, *_):
        begin = self.at
        if self.peek("I")[0] >> 31:
            path = self.path()
        else:
            path = self.text_as("node_path.name", self.number("length"))
        self.there("node_path", path, begin)

    def path(self):
        begin = self.at
        try:
            texts, names, flags = self.path_parts()
        except Fault:       # what there was of the path is shown
            self.there("node_path", None, begin, label=None)
            raise
        return ("/" if flags & 1 else "") + "/".join(texts[:names]) + "".join(f":{text}" for text in texts[names:])

    def path_parts(self):
        names = self.peek("I")[0] & 0x7FFFFFFF
        self.there("node_path.current", True, self.at, 4)
        self.item("node_path.names", 4, names)
        subnames = self.number("node_path.subnames")
        flags, = self.peek("I")
        below = [item(f"godot.variant.node_path.flags.{name}", self.at, 4, bool(flags >> nth & 1))
                 for nth, name in enumerate(("absolute", "property"))]
        shown = [called(part.name) for nth, part in enumerate(below) if flags >> nth & 1]
        self.item("node_path.flags", 4, label=", ".join([f"Flags: 0x{flags:08x}", *shown]), below=below)
        self.check_count(names, 4)
        self.check_count(subnames, 4)
        texts = []
        for nth in range(names + subnames + (flags >> 1 & 1)):
            with self.inside("node_path.part") as made:
                texts.append(self.string_as("node_path.name" if nth < names else "node_path.subname"))
                made.label = f"Part: {texts[-1]}"
        return texts, names, flags

    # ---- Containers ----

    def object(self, _, flags, __):
        if flags & 1:
            self.number("object_id", "Q")
            return
        begin = self.at
        self.string_as("class")
        if self.data[begin + 4:begin + 5] in (b"", b"\0") or self.at == begin + 4:
            return
        count = self.number("count")
        if count >> 31:     # none
            return
        self.check_count(count, 8)
        for nth in range(count):
            with self.inside("property") as made:
                key = self.string_as("property.name")
                made.label = f"[{nth}]: {godot_variant.quoted(key)}:{text_of(self.value('plain'))}"

    def declared(self, kind):
        if kind == 1:
            number, = self.peek("I")
            name = f" ({self.types[number][0]})" if number < len(self.types) else ""
            self.item("element_type", 4, label=f"Element type: {number}{name}")
        elif kind:
            self.string_as("class" if kind == 2 else "script")

    def shared_count(self, size):
        word, = self.peek("I")
        begin = self.at
        self.item("count", 4, word & 0x7FFFFFFF)
        if word >> 31 or self.dialect in ("2.1", "4.x-doc"):
            self.there("shared", bool(word >> 31), begin, 4)
        self.check_count(word & 0x7FFFFFFF, size)
        return word & 0x7FFFFFFF

    def array(self, _, flags, __):
        self.declared(flags & 3 if self.dialect == "4.x" else 0)
        for nth in range(self.shared_count(4)):
            self.value("item", f"[{nth}]")

    def dictionary(self, _, flags, __):
        kinds = flags if self.dialect == "4.x" else 0
        self.declared(kinds & 3)
        self.declared(kinds >> 2 & 3)
        for nth in range(self.shared_count(8)):
            with self.inside("item") as made:
                made.label = f"[{nth}]: {text_of(self.value('key', 'Key'))}: {text_of(self.value('plain'))}"

    # ---- Godot 2.1 ----

    def image(self, *_):
        for name in ("format", "mipmaps", "width", "height"):
            self.number(f"image.{name}")
        length = self.count(1)
        self.item("bytes", length, self.data[self.at:self.at + length])
        self.padding(length)

    def event(self, *_):
        kind, _ = self.number("event.type"), self.number("event.device")
        length = self.number("event.length")
        if length < 12 or length % 4:
            raise Fault("event_length")
        self.need(length - 12)
        for nth in range(length // 4 - 3):
            if (kind, nth) == (4, 1):
                self.item("event.value", 4, godot_variant.real_text(self.peek("f")[0], True))
            else:
                self.number("event.data")

    # ---- Values by themselves ----

    def outermost(self, made):
        """One that is not part of another one also tells its dialect and its whole text. Returns it."""
        self.items = made.below
        self.there("dialect", NUMBERS[self.dialect])
        self.there("value", label=made.label and f"Text: {text_of(made)}")
        return made

    def compact(self):
        """A value in the compact form (9). Returns it."""
        byte = self.data[self.at]
        number, width = byte & 0x3F, 1 << (byte >> 6)
        with self.inside("plain") as made:
            self.there("type", None, self.at, 1, f"Type: {self.types[number][0]} ({number})")
            if number == 1:
                text = "true" if byte & 0x80 else "false"
                self.item("bool", 1, bool(byte & 0x80))
            else:
                self.item("width", 1, byte >> 6)
                text = self.number("int", INTEGERS[width])
        made.label = f"Value: {text}"
        return made


def letters_of(type_name, count):
    return "rgba" if "Color" in type_name else LETTERS.get(count)


def _read(walker, is_compact=False):
    """Returns the item of a value, and the fault that it has, or None."""
    fault = None
    try:
        if is_compact and walker.at < len(walker.data) and walker.data[walker.at] & 0x3F in (1, 2):
            walker.compact()
        else:
            walker.value("plain")
    except Fault as trouble:
        fault = trouble
    return walker.outermost(walker.items[0]), fault


def of(data, dialect="4.x"):
    """Returns the item of a value that comes alone, with all below it, and the fault that it has, or None."""
    walker = _Walker(data, dialect)
    value, fault = _read(walker)
    walker.items = [value]
    walker.rest("trailing")
    label = value.label and f"Godot Variant: {text_of(value)}"
    return item("godot.variant", 0, len(data), label=label, below=walker.items), fault


class ReaderOfValues(Reader):
    """A reader of bytes with values in between."""

    def value(self, end, dialect, is_compact):
        """Adds a value that ends there at the latest. Returns its text."""
        value, fault = _read(_Walker(self.data[:end], dialect, self.at), is_compact)
        self.items.append(value)
        self.at += value.size
        if fault:
            raise fault
        return text_of(value)
