# SPDX-License-Identifier: GPL-2.0-or-later
"""Random Variants: the bytes that Godot writes, and what they are in a row of -z godot,messages.

Written from docs/wire/variant.md and docs/messages.md ("Values") alone. The types are the table of godot_variant.py;
each decoder there has its opposite here.
"""

import math
import struct
import unicodedata

from godot_variant import TYPES

DIALECTS = ("4.x", "3.x")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
ANY = LETTERS + " \t\n\r\"\\/:.,;{}[]()%&\x01\x1f\x7f\x85äöüß…→漢字\U0001f600"
INTEGERS = (0, 1, -1, 127, 128, -128, -129, 255, 32767, 32768, -32768, -32769, 2**31 - 1, 2**31, -2**31, -2**31 - 1,
            2**53 + 1, 2**63 - 1, -2**63)
REALS = (0.0, -0.0, 1.0, -1.5, 0.1, 1e-45, 1e20, 3.4e38, 1e300, 5e-324, 123456789.0, math.inf, -math.inf, math.nan)
IDENTIFIERS = ("Node", "Resource", "RefCounted", "EncodedObjectAsID")


class Single(float):
    """A number that the wire has in 32 bits: the row's digits need not tell more than those."""


def _single(number):
    """Returns the number as 32 bits hold it; None if they do not."""
    try:
        return Single(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return None


def _told(number):
    """Returns a number as JSON has it."""
    if number != number:
        return "nan"
    return number if abs(number) < math.inf else "inf" if number > 0 else "-inf"


def is_same(said, expected):
    """Is this value of a row the expected one? A zero has no sign; text is compared as characters."""
    if isinstance(expected, Single):
        return not isinstance(said, (str, bool)) and said is not None and _single(said) == expected
    if isinstance(expected, float):
        return isinstance(said, (int, float)) and not isinstance(said, bool) and said == expected
    if type(said) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(said) == len(expected) and all(map(is_same, said, expected))
    if isinstance(expected, dict):
        return list(said) == list(expected) and all(is_same(said[key], expected[key]) for key in expected)
    return said == expected


def text(dice, most=20, letters=ANY):
    """Returns a text without NUL, which does not begin with the mark of UTF-8."""
    return unicodedata.normalize("NFC", "".join(dice.choices(letters, k=dice.randrange(most + 1))))


def field(string):
    """Returns a STR (docs/wire/variant.md, 3.1)."""
    data = string.encode()
    return struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


def _integer(dice):
    return dice.choice(INTEGERS) if dice.random() < 0.5 else dice.randrange(-2**dice.randrange(1, 63), 2**62)


def _real(dice):
    return dice.choice(REALS) if dice.random() < 0.3 else dice.uniform(-1, 1) * 10**dice.randrange(-8, 12)


def _some(dice, most=6):
    return dice.randrange(most) if dice.random() < 0.9 else dice.randrange(60)


class Writer:
    """Draws values of one dialect. Each method named like a decoder returns (flags, payload, value in a row)."""

    def __init__(self, dice, dialect):
        self.dice, self.dialect, self.types = dice, dialect, TYPES[dialect]
        self.wide_integers = False      # are all of them sent in 64 bits?
        self.depth = 0

    def components(self, layout, count, wide):
        """Returns (payload, values) of that many numbers: layout is that of the table, "r" a real of either width."""
        if layout in "iq":
            numbers = [max(-2**31, min(2**31 - 1, _integer(self.dice))) if layout == "i" else _integer(self.dice)
                       for _ in range(count)]
            return struct.pack(f"<{count}{layout}", *numbers), numbers
        numbers = [_real(self.dice) for _ in range(count)]
        if layout == "d" or wide:
            return struct.pack(f"<{count}d", *numbers), [_told(float(n)) for n in numbers]
        singles = [_single(n) if _single(n) is not None else Single(math.inf) for n in numbers]
        return struct.pack(f"<{count}f", *singles), [_told(n) for n in singles]

    def wide(self, layout):
        """Does the sender count in doubles? Only reals of Godot 4 may be either."""
        return layout == "r" and self.dialect == "4.x" and self.dice.random() < 0.2

    def empty(self, name, _):
        return 0, b"", None

    def bool(self, name, _):
        value = self.dice.random() < 0.5
        return 0, struct.pack("<I", value), value

    def int(self, name, _):
        number = _integer(self.dice)
        wide = self.wide_integers or not -2**31 <= number < 2**31
        return int(wide), struct.pack("<q" if wide else "<i", number), number

    def float(self, name, _):
        number = _real(self.dice)
        single = _single(number)
        if single == number:
            return 0, struct.pack("<f", single), _told(single)
        return 1, struct.pack("<d", number), _told(float(number))

    def string(self, name, _):
        value = text(self.dice)
        return 0, field(value), value

    def numbers(self, name, argument):
        wide = self.wide(argument[0])
        payload, values = self.components(*argument, wide)
        return int(wide), payload, values

    def packed(self, name, argument):
        layout, width = argument
        wide, count = self.wide(layout), _some(self.dice, 12)
        payload, values = self.components(layout, count * width, wide)
        rows = values if width == 1 else [values[i:i + width] for i in range(0, len(values), width)]
        return int(wide), struct.pack("<I", count) + payload, rows

    def bytes(self, name, _):
        data = self.dice.randbytes(_some(self.dice, 20))
        return 0, struct.pack("<I", len(data)) + data + bytes(-len(data) % 4), data.hex()

    def strings(self, name, _):
        strings = [text(self.dice) for _ in range(_some(self.dice))]
        return 0, struct.pack("<I", len(strings)) + b"".join(field(s + "\0") for s in strings), strings

    def node_path(self, name, _):
        names = [text(self.dice, 8, LETTERS) or "A" for _ in range(_some(self.dice, 4))]
        subnames = [text(self.dice, 8, LETTERS) or "b" for _ in range(_some(self.dice, 3))]
        absolute = self.dice.random() < 0.3
        payload = struct.pack("<III", 0x80000000 | len(names), len(subnames), absolute)
        path = ("/" if absolute else "") + "/".join(names) + "".join(":" + s for s in subnames)
        return 0, payload + b"".join(map(field, names + subnames)), path

    def rid(self, name, _):
        number = self.dice.randrange(1, 2**63)
        return 0, struct.pack("<Q", number), {"rid": number}

    def object(self, name, _):
        if self.dice.random() < 0.3 and self.depth < 4:
            return self.whole_object()
        number = self.dice.randrange(1, 2**62) - self.dice.choice((0, 2**63 if self.dialect == "4.x" else 0))
        return 1, struct.pack("<q", number), {"object": number}

    def whole_object(self):
        name = self.dice.choice(IDENTIFIERS)
        properties = {text(self.dice, 8): self.full() for _ in range(_some(self.dice, 4))}
        data = b"".join(field(key) + value for key, (value, _) in properties.items())
        return (0, field(name) + struct.pack("<I", len(properties)) + data,
                {"object": name, "properties": {key: value for key, (_, value) in properties.items()}})

    def signal(self, name, _):
        signal, number = text(self.dice, 10, LETTERS) or "hit", self.dice.randrange(1, 2**62)
        return 0, field(signal) + struct.pack("<Q", number), {"signal": signal, "of": {"object": number}}

    def declared(self):
        """Returns (kind, bytes) of a container's type (docs/wire/variant.md, 4.6), and a type's number for elements."""
        if self.dialect != "4.x" or self.dice.random() < 0.7:
            return 0, b"", None
        if self.dice.random() < 0.3:
            return 2, field(self.dice.choice(IDENTIFIERS)), 24
        number = self.dice.randrange(1, len(self.types))
        return 1, struct.pack("<I", number), number

    def array(self, name, _):
        kind, before, number = self.declared()
        elements = [self.full(number) for _ in range(_some(self.dice, 4))]
        return (kind, before + struct.pack("<I", len(elements)) + b"".join(data for data, _ in elements),
                [value for _, value in elements])

    def dictionary(self, name, _):
        kind, before, number = self.declared()
        kinds, more, values = self.declared()
        pairs, keys = [], set()
        texts = number in (None, 4, 21) and self.dice.random() < 0.7
        for _ in range(_some(self.dice, 4)):
            key = self.full(number or 4) if texts else self.full(number)
            if key[0][4:] not in keys:
                keys.add(key[0][4:])
                pairs.append((*key, *self.full(values)))
        strings = all(data[0] == 4 or self.dialect == "4.x" and data[0] == 21 for data, *_ in pairs)
        data = before + more + struct.pack("<I", len(pairs)) + b"".join(pair[0] + pair[2] for pair in pairs)
        return kind | kinds << 2, data, ({pair[1]: pair[3] for pair in pairs} if strings else
                                         [[pair[1], pair[3]] for pair in pairs])

    def full(self, number=None):
        """Returns (bytes, value) of a Variant; of this type, if one is given."""
        if number is None:
            number = self.dice.randrange(len(self.types))
        name, kind, argument = self.types[number]
        if kind in ("array", "dictionary") and self.depth > 3:
            name, kind, argument, number = *self.types[2], 2
        self.depth += 1
        flags, payload, value = getattr(self, kind)(name, argument)
        self.depth -= 1
        return struct.pack("<I", number | flags << 16) + payload, value

    def compact(self, number=None):
        """Returns (bytes, value) in the form of a call's arguments in Godot 4 (docs/wire/variant.md, 9)."""
        data, value = self.full(number)
        if isinstance(value, bool):
            return bytes([1 | value << 7]), value
        if data[0] == 2 and isinstance(value, int):
            for mode, (layout, bits) in enumerate((("b", 8), ("h", 16), ("i", 32), ("q", 64))):
                if -2**(bits - 1) <= value < 2**(bits - 1):
                    return struct.pack(f"<B{layout}", 2 | mode << 6, value), value
        return data, value

    def long(self, size):
        """Returns (bytes, value) of a Variant of about that many bytes: a text, or bytes."""
        if self.dice.random() < 0.5:
            value = "longer " * (size // 7)
            if self.dice.random() < 0.3:
                value = "".join(self.dice.choices(ANY, k=size // 2))
            return struct.pack("<I", 4) + field(value), value
        kind = next(number for number, entry in enumerate(self.types) if entry[1] == "bytes")
        data = self.dice.randbytes(size) if self.dice.random() < 0.5 else bytes(size)
        return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 4), data.hex()
