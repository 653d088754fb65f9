# SPDX-License-Identifier: GPL-2.0-or-later
"""Which items does a Variant have in the tree of a packet, where, and what do they say?

Written from docs/wire/variant.md and docs/fields.md, whose labels and names of numbers it takes. The texts of values
are those of the independent decoder, which also knows the types. It is for values that the decoder can read.
"""

import struct

import godot_variant
from trees import Reader, called, item

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


class _Walker(Reader):
    """Goes over the bytes of a value once. Each method that reads something returns its items."""

    PREFIX = "godot.variant."

    def __init__(self, data, dialect, begin=0):
        super().__init__(data, begin)
        self.dialect, self.types = dialect, godot_variant.TYPES[dialect]

    def text_at(self, begin):
        return godot_variant.decode(self.data, self.dialect, offset=begin).text

    # ---- Values ----

    def value(self, role, name="Value"):
        begin = self.at
        type_id, _, flags = self.peek("BBH")
        type_name, decoder, argument = self.types[type_id]
        below = self.head(type_name, decoder, argument, flags) + getattr(self, decoder)(type_name, flags, argument)
        label = f"{name}: {self.text_at(begin)}"
        if decoder not in CONTAINERS:
            return self.around(role, begin, below, label)
        if role == "plain":
            return self.around(decoder, begin, below, label)
        return self.around(role, begin, [self.around(decoder, begin, below)], label)

    def head(self, type_name, decoder, argument, flags):
        type_item = self.item("type", 1, label=f"Type: {type_name} ({self.data[self.at]})")
        reserved = self.item("reserved", 1, f"0x{self.data[self.at]:02x}")
        return [type_item, reserved, self.flags(decoder, argument, flags)]

    def flags(self, decoder, argument, flags):
        """Which flags a type has: docs/wire/variant.md, 2."""
        allowed = godot_variant.allowed_flags(self.dialect, decoder, argument)
        if decoder in ("array", "dictionary"):
            names = {"array": ["element_kind"], "dictionary": ["key_kind", "value_kind"]}[decoder] if allowed else []
            below = [self.there(f"flags.{name}", flags >> 2 * nth & 3, self.at, 2) for nth, name in enumerate(names)]
            shown = [part.label.rpartition(" (")[0] for part in below]
        else:
            name = "object_id" if decoder == "object" else "wide"
            below = [self.there(f"flags.{name}", bool(flags & 1), self.at, 2)] if allowed else []
            shown = [called(part.name) for part in below if flags & 1]
        return self.item("flags", 2, label=", ".join([f"Flags: 0x{flags:04x}", *shown]), below=below)

    def empty(self, *_):
        return []

    def bool(self, *_):
        return [self.item("bool", 4, bool(self.peek("I")[0]))]

    def int(self, _, flags, __):
        return [self.number("int", "q" if flags & 1 else "i")]

    def float(self, _, flags, __):
        number, = self.peek("d" if flags & 1 else "f")
        return [self.item("float", 8 if flags & 1 else 4, godot_variant.real_text(number, not flags & 1))]

    def rid(self, *_):
        return [self.number("rid", "Q")]

    # ---- Components ----

    def component(self, fmt, letter, label):
        value, = self.peek(fmt)
        shown = str(value) if fmt in "iq" else godot_variant.real_text(value, fmt == "f")
        name = letter if letter != "-" else "int" if fmt in "iq" else "float"
        name = f"i{name}" if fmt == "i" and letter != "-" else name
        return self.item(name, struct.calcsize(fmt), shown, label=label and f"{label}: {shown}")

    def components(self, groups, fmt):
        items = []
        for group, name, parts in groups:
            begin = self.at
            below = [self.component(fmt, part[-1], part if len(part) > 1 else None) for part in parts]
            shown = ", ".join(part.label.rpartition(": ")[2] for part in below)
            items += [self.around(group, begin, below, f"{name}: {shown}")] if group else below
        return items

    def format_of(self, fmt, flags):
        return {"r": "d" if flags & 1 else "f"}.get(fmt, fmt)

    def numbers(self, type_name, flags, argument):
        fmt, count = argument
        letters = "rgba" if type_name == "Color" else LETTERS.get(count)
        return self.components(GROUPS.get(type_name) or [(None, None, letters)], self.format_of(fmt, flags))

    def packed(self, type_name, flags, argument):
        fmt, count = self.format_of(argument[0], flags), argument[1]
        entries, items = self.peek("I")[0], [self.number("count")]
        letters = "rgba" if "Color" in type_name else LETTERS[count]
        for nth in range(entries):
            begin = self.at
            if count == 1:
                items.append(self.component(fmt, "-", f"[{nth}]"))
                continue
            below = self.components([(None, None, letters)], fmt)
            shown = ", ".join(part.label.rpartition(": ")[2] for part in below)
            items.append(self.around("item", begin, below, f"[{nth}]: {shown}"))
        return items

    # ---- Texts and bytes ----

    def padding(self, length):
        size = min(-length % 4, len(self.data) - self.at)
        return [self.item("padding", size, self.data[self.at:self.at + size])] if size else []

    def read_as_text(self, length):
        """Text as the engine reads it (docs/wire/variant.md, 6)."""
        return self.data[self.at:self.at + length].split(b"\0")[0].decode(errors="replace").removeprefix("\ufeff")

    def string_as(self, name):
        """Length, text and padding; and the text."""
        length, = self.peek("I")
        items = [self.number("length")]
        text = self.read_as_text(length)
        items.append(self.item(name, length, text))
        return [*items, *self.padding(length)], text

    def string(self, *_):
        return self.string_as("string")[0]

    def signal(self, *_):
        return [*self.string_as("signal")[0], self.number("object_id", "Q")]

    def bytes(self, *_):
        length, = self.peek("I")
        items = [self.number("count")]
        items.append(self.item("bytes", length, self.data[self.at:self.at + length]))
        return [*items, *self.padding(length)]

    def strings(self, *_):
        count, items = self.peek("i")[0], [self.number("count")]
        for nth in range(count):
            begin = self.at
            below, text = self.string_as("string")
            items.append(self.around("item", begin, below, f"[{nth}]: {godot_variant.quoted(text)}"))
        return items

    def node_path(self, *_):
        begin = self.at
        first, = self.peek("I")
        if not first & 0x80000000:
            length = self.number("length")
            items = [length, self.item("node_path.name", first, self.read_as_text(first))]
            path = items[1].label.partition(": ")[2]
        else:
            items, path = self.path_parts()
        return [*items, self.there("node_path", path, begin)]

    def path_parts(self):
        names, subnames, flags = self.peek("III")
        names &= 0x7FFFFFFF
        items = [self.there("node_path.current", True, self.at, 4),
                 self.item("node_path.names", 4, names), self.number("node_path.subnames")]
        below = [self.there(f"node_path.flags.{name}", bool(flags >> nth & 1), self.at, 4)
                 for nth, name in enumerate(("absolute", "property"))]
        shown = [called(part.name) for nth, part in enumerate(below) if flags >> nth & 1]
        items.append(self.item("node_path.flags", 4, label=", ".join([f"Flags: 0x{flags:08x}", *shown]), below=below))
        texts = []
        for nth in range(names + subnames + (flags >> 1 & 1)):
            begin = self.at
            part, text = self.string_as("node_path.name" if nth < names else "node_path.subname")
            items.append(self.around("node_path.part", begin, part, f"Part: {text}"))
            texts.append(text)
        return items, ("/" if flags & 1 else "") + "/".join(texts[:names]) + "".join(f":{t}" for t in texts[names:])

    # ---- Containers ----

    def object(self, _, flags, __):
        if flags & 1:
            return [self.number("object_id", "Q")]
        items, name = self.string_as("class")
        if not name:
            return items
        count, = self.peek("i")
        items.append(self.number("count"))
        for nth in range(count):
            begin = self.at
            below, key = self.string_as("property.name")
            below.append(self.value("plain"))
            items.append(self.around("property", begin, below, f"[{nth}]: {godot_variant.quoted(key)}:"
                                                               f"{below[-1].label.partition(': ')[2]}"))
        return items

    def declared(self, kind):
        if kind == 0:
            return []
        if kind > 1:
            return self.string_as("class" if kind == 2 else "script")[0]
        number, = self.peek("I")
        name = f" ({self.types[number][0]})" if number < len(self.types) else ""
        return [self.item("element_type", 4, label=f"Element type: {number}{name}")]

    def shared_count(self):
        word, = self.peek("I")
        is_told = word >> 31 or self.dialect in ("2.1", "4.x-doc")
        shared = [self.there("shared", bool(word >> 31), self.at, 4)] if is_told else []
        return [self.item("count", 4, word & 0x7FFFFFFF), *shared], word & 0x7FFFFFFF

    def array(self, _, flags, __):
        declared = self.declared(flags & 3 if self.dialect == "4.x" else 0)
        items, count = self.shared_count()
        return [*declared, *items, *(self.value("item", f"[{nth}]") for nth in range(count))]

    def dictionary(self, _, flags, __):
        kinds = flags if self.dialect == "4.x" else 0
        declared = self.declared(kinds & 3) + self.declared(kinds >> 2 & 3)
        items, count = self.shared_count()
        for nth in range(count):
            begin = self.at
            pair = [self.value("key", "Key"), self.value("plain")]
            texts = [part.label.partition(": ")[2] for part in pair]
            items.append(self.around("item", begin, pair, f"[{nth}]: {texts[0]}: {texts[1]}"))
        return declared + items

    # ---- Godot 2.1 ----

    def image(self, *_):
        items = [self.number(f"image.{name}") for name in ("format", "mipmaps", "width", "height")]
        return items + self.bytes()

    def event(self, *_):
        kind, _, length = self.peek("III")
        items = [self.number("event.type"), self.number("event.device"), self.number("event.length")]
        for nth in range(length // 4 - 3):
            if (kind, nth) == (4, 1):
                items.append(self.item("event.value", 4, godot_variant.real_text(self.peek("f")[0], True)))
            else:
                items.append(self.number("event.data"))
        return items


    # ---- Values by themselves ----

    def outermost(self, value):
        """One that is not part of another one also tells its dialect and its whole text."""
        text = value.label.partition(": ")[2]
        value.below += [self.there("dialect", NUMBERS[self.dialect]), self.there("value", text)]
        return value

    def compact(self):
        """A value in the compact form (9)."""
        byte = self.data[self.begin]
        number, width = byte & 0x3F, 1 << (byte >> 6)
        below = [self.there("type", size=1, label=f"Type: {self.types[number][0]} ({number})")]
        if number == 1:
            below.append(self.item("bool", 1, bool(byte & 0x80)))
        else:
            below += [self.item("width", 1, byte >> 6), self.number("int", INTEGERS[width])]
        return self.around("plain", self.begin, below, f"Value: {below[-1].label.partition(': ')[2].lower()}")


def of(data, dialect="4.x"):
    """Returns the item of a value that comes alone, with all below it. Raises VariantError if there is none."""
    walker = _Walker(data, dialect)
    text = walker.text_at(0)
    value = walker.outermost(walker.value("plain"))
    return item("godot.variant", 0, len(data), label=f"Godot Variant: {text}", below=[value, *walker.rest("trailing")])


def one_of_many(data, begin, dialect, is_compact):
    """Returns the item of a value that begins at this place."""
    walker = _Walker(data, dialect, begin)
    compact = is_compact and data[begin] & 0x3F in (1, 2)
    return walker.outermost(walker.compact() if compact else walker.value("plain"))
