# SPDX-License-Identifier: GPL-2.0-or-later
"""An independent decoder of Godot's Variants, to compare the plugin's with.

Written from docs/wire/variant.md and docs/fields.md ("The text of a value") alone.
Dialects "4.x", "3.x", "2.1" and "4.x-doc"; full form, and the compact one of 4.x.

    decode(bytes.fromhex("05000000 0000803f 000020c0")).text == "Vector2(1, -2.5)"
"""

import decimal
import struct
import sys
from dataclasses import dataclass

VECTORS = {2: "Vector2", 3: "Vector3", 4: "Vector4"}
KIND_BUILTIN, KIND_CLASS, KIND_SCRIPT = 1, 2, 3
DEPTH_LIMIT = 1024
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * DEPTH_LIMIT))


class VariantError(ValueError):
    """These bytes are no Variant of that dialect. odd: what was unusual before the fault."""


@dataclass
class Decoded:
    """One value."""

    type: str           # the engine's name of the type
    value: object       # None, bool, int, float, str, bytes; tuples of numbers; lists; dictionaries as lists of pairs
    text: str           # as described in docs/fields.md
    size: int           # bytes it took
    clean: bool         # nothing in it that engines do not write (docs/wire/variant.md, 11.1)


# --- types: (name, decoder, argument) by number -------------------------------------

_BASE = [("Nil", "empty", "null"), ("bool", "bool", None), ("int", "int", None), ("float", "float", None),
         ("String", "string", "")]


def _numbers(name, count, fmt="r"):
    return (name, "numbers", (fmt, count))


def _packed(name, fmt, count=1):
    return (name, "packed", (fmt, count))


_STRUCTURES_3 = [_numbers("Vector2", 2), _numbers("Rect2", 4), _numbers("Vector3", 3), _numbers("Transform2D", 6),
                 _numbers("Plane", 4), _numbers("Quat", 4), _numbers("AABB", 6), _numbers("Basis", 9),
                 _numbers("Transform", 12), _numbers("Color", 4, "f")]
_PATH, _OBJECT = ("NodePath", "node_path", None), ("Object", "object", None)
_DICTIONARY, _ARRAY = ("Dictionary", "dictionary", None), ("Array", "array", None)


def _arrays(names, real="f"):
    raw, int32, float32, strings, two, three, color = names
    return [(raw, "bytes", None), _packed(int32, "i"), _packed(float32, "f"), (strings, "strings", None),
            _packed(two, real, 2), _packed(three, real, 3), _packed(color, "f", 4)]


TYPES = {
    "2.1": _BASE + [({"Transform2D": "Matrix32", "Basis": "Matrix3"}.get(n, n), d, ("f", a[1]))
                    for n, d, a in _STRUCTURES_3] + [
        ("Image", "image", None), _PATH, ("RID", "empty", "RID()"), ("Object", "empty", "null"),
        ("InputEvent", "event", None), _DICTIONARY, _ARRAY] + _arrays(
        ["RawArray", "IntArray", "FloatArray", "StringArray", "Vector2Array", "Vector3Array", "ColorArray"]),
    "3.x": _BASE + [(n, d, ("f", a[1])) for n, d, a in _STRUCTURES_3] + [
        _PATH, ("RID", "empty", "RID()"), _OBJECT, _DICTIONARY, _ARRAY] + _arrays(
        ["PoolByteArray", "PoolIntArray", "PoolRealArray", "PoolStringArray", "PoolVector2Array",
         "PoolVector3Array", "PoolColorArray"]),
    "4.x": _BASE + [
        _numbers("Vector2", 2), _numbers("Vector2i", 2, "i"), _numbers("Rect2", 4), _numbers("Rect2i", 4, "i"),
        _numbers("Vector3", 3), _numbers("Vector3i", 3, "i"), _numbers("Transform2D", 6), _numbers("Vector4", 4),
        _numbers("Vector4i", 4, "i"), _numbers("Plane", 4), _numbers("Quaternion", 4), _numbers("AABB", 6),
        _numbers("Basis", 9), _numbers("Transform3D", 12), _numbers("Projection", 16), _numbers("Color", 4, "f"),
        ("StringName", "string", "&"), _PATH, ("RID", "rid", None), _OBJECT, ("Callable", "empty", "Callable()"),
        ("Signal", "signal", None), _DICTIONARY, _ARRAY, ("PackedByteArray", "bytes", None),
        _packed("PackedInt32Array", "i"), _packed("PackedInt64Array", "q"), _packed("PackedFloat32Array", "f"),
        _packed("PackedFloat64Array", "d"), ("PackedStringArray", "strings", None),
        _packed("PackedVector2Array", "r", 2), _packed("PackedVector3Array", "r", 3),
        _packed("PackedColorArray", "f", 4), _packed("PackedVector4Array", "r", 4)],
    "4.x-doc": _BASE + _STRUCTURES_3[:5] + [_numbers("Quaternion", 4)] + _STRUCTURES_3[6:8] + [
        _numbers("Transform3D", 12), _numbers("Color", 4, "f"), _PATH, ("RID", "empty", "RID()"), _OBJECT,
        _DICTIONARY, _ARRAY, ("PackedByteArray", "bytes", None), _packed("PackedInt32Array", "i"),
        _packed("PackedInt64Array", "q"), _packed("PackedFloat32Array", "f"), _packed("PackedFloat64Array", "d"),
        ("PackedStringArray", "strings", None), _packed("PackedVector2Array", "r", 2),
        _packed("PackedVector3Array", "r", 3), _packed("PackedColorArray", "f", 4)],
}


# --- text ---------------------------------------------------------------------------


def _digits(number, single):
    """Returns the fewest digits that read back to the same bits (the nearest if several do) in Python's exponent
    form."""
    fmt = "<f" if single else "<d"
    bits = struct.pack(fmt, number)
    exact = decimal.Decimal(number)
    for count in range(18):
        nearest = decimal.Decimal(f"{number:.{count}e}")
        step = decimal.Decimal(1).scaleb(nearest.adjusted() - count)
        # At a power of two the nearest may lie just outside on the side where numbers are denser, and its neighbour
        # inside. Of two that are equally near, the nearest is the even one, as in repr().
        for candidate in sorted((nearest, nearest - step, nearest + step), key=lambda other: abs(other - exact)):
            text = f"{candidate:.{count}e}"
            try:
                if struct.pack(fmt, float(text)) == bits:
                    return text
            except OverflowError:
                continue
    raise AssertionError(number)


def real_text(number, single=False):
    """Returns the text of a component: "1", "0.1", "1e+20", "inf_neg". A zero has no sign, as in the engine's text."""
    if number != number:
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "inf_neg"
    if number == 0:
        return "0"
    mantissa, exponent = _digits(number, single).split("e")
    exponent = int(exponent)
    sign, digits = ("-", mantissa[1:]) if mantissa[0] == "-" else ("", mantissa)
    digits = digits.replace(".", "").rstrip("0")
    if -4 <= exponent < 15:
        if exponent < 0:
            return sign + "0." + "0" * (-exponent - 1) + digits
        whole, part = digits[:exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1:]
        return sign + whole + ("." + part if part else "")
    return (f"{sign}{digits[0]}{'.' + digits[1:] if digits[1:] else ''}e{'-' if exponent < 0 else '+'}"
            f"{abs(exponent):02d}")


def float_text(number, single=False):
    """Returns the text of a FLOAT: as real_text(), but it never looks like an integer."""
    text = real_text(number, single)
    return text + ".0" if text.lstrip("-").isdigit() else text


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(string):
    """Returns a name, on one line."""
    return "".join(_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or 127 <= ord(c) < 160 else c) for c in string)


def quoted(string):
    """Returns a string in quotes, on one line."""
    return '"' + escaped(string) + '"'


# --- decoding -----------------------------------------------------------------------


def allowed_flags(dialect, decoder, argument):
    """Which flags have a meaning (docs/wire/variant.md, 2)?"""
    if dialect == "2.1":
        return 0
    if decoder in ("int", "float", "object") or (argument and argument[0] == "r"):
        return 1
    return {"array": 3, "dictionary": 15}.get(decoder, 0) if dialect == "4.x" else 0


class _Reader:
    def __init__(self, data, dialect, offset):
        self.data, self.dialect, self.offset = data, dialect, offset
        self.clean, self.depth = True, 0

    def take(self, count):
        if count > len(self.data) - self.offset:
            raise VariantError(f"{count} bytes wanted at {self.offset} of {len(self.data)}")
        self.offset += count
        return self.data[self.offset - count:self.offset]

    def unpack(self, fmt):
        return struct.unpack("<" + fmt, self.take(struct.calcsize("<" + fmt)))

    def word(self):
        return self.unpack("I")[0]

    def count(self, size):
        count = self.word()
        if count * size > len(self.data) - self.offset:
            raise VariantError(f"{count} elements announced at {self.offset - 4}")
        return count

    def expect(self, fact):
        self.clean = self.clean and fact

    def pad(self, length, garbage=False):
        padding = self.take(-length % 4)
        self.expect(garbage or self.dialect == "2.1" or not any(padding))

    def text(self, garbage=False):
        length = self.word()
        raw = self.take(length)
        self.pad(length, garbage)
        end = raw.find(b"\0") if b"\0" in raw else len(raw)
        raw, self.behind_nul = raw[:end], raw[end:]     # the engine reads up to the first of them
        try:
            string = raw.decode()
        except UnicodeDecodeError:
            self.clean = False
            string = raw.decode(errors="replace")
        return string.removeprefix("\ufeff")

    def real_format(self, fmt, flags):
        return {"r": "d" if flags & 1 else "f"}.get(fmt, fmt)

    # Each of these returns (value, text).

    def empty(self, name, flags, text):
        return None, text

    def bool(self, name, flags, _):
        word = self.word()
        self.expect(word < 2)
        return bool(word), "true" if word else "false"

    def int(self, name, flags, _):
        number, = self.unpack("q" if flags & 1 else "i")
        return number, str(number)

    def float(self, name, flags, _):
        number, = self.unpack("d" if flags & 1 else "f")
        return number, float_text(number, not flags & 1)

    def string(self, name, flags, before):
        string = self.text()
        return string, before + quoted(string + self.behind_nul.decode(errors="replace"))

    def number_texts(self, numbers, fmt):
        return [str(n) if fmt in "iq" else real_text(n, fmt == "f") for n in numbers]

    def numbers(self, name, flags, argument):
        fmt = self.real_format(argument[0], flags)
        values = self.unpack(f"{argument[1]}{fmt}")
        return values, f"{name}({', '.join(self.number_texts(values, fmt))})"

    def packed(self, name, flags, argument):
        fmt = self.real_format(argument[0], flags)
        count = self.count(struct.calcsize(fmt) * argument[1])
        values = self.unpack(f"{count * argument[1]}{fmt}")
        text = f"{name}({', '.join(self.number_texts(values, fmt))})"
        if argument[1] == 1:
            return list(values), text
        return [values[i:i + argument[1]] for i in range(0, len(values), argument[1])], text

    def bytes(self, name, flags, _):
        count = self.count(1)
        raw = self.take(count)
        if self.offset < len(self.data):
            self.pad(count)
        else:
            self.expect(count % 4 == 0)
        return raw, f"{name}({', '.join(map(str, raw))})"

    def strings(self, name, flags, _):
        strings = [self.text() for _ in range(self.count(4))]
        return strings, f"{name}({', '.join(map(quoted, strings))})"

    def node_path(self, name, flags, _):
        first = self.word()
        if not first & 0x80000000:      # the old format: the path as one string, without padding
            self.clean = False
            path = self.take(first).split(b"\0")[0].decode(errors="replace")
            return path, f"NodePath({quoted(path)})"
        subnames, path_flags = self.unpack("II")
        self.expect(path_flags < 4)
        names = [self.text(True) for _ in range(first & 0x7FFFFFFF)]
        subnames = [self.text(True) for _ in range(subnames + (path_flags >> 1 & 1))]
        path = ("/" if path_flags & 1 else "") + "/".join(names) + "".join(":" + s for s in subnames)
        return path, f"NodePath({quoted(path)})"

    def rid(self, name, flags, _):
        number, = self.unpack("q")      # unsigned, but printed signed
        return number, f"RID({number or ''})"

    def signal(self, name, flags, _):
        string = self.text()
        return (string, self.unpack("Q")[0]), f"Signal({escaped(string)})"

    def object(self, name, flags, _):
        if flags & 1:
            number, = self.unpack("q")
            return number, f"<Object#{number}>" if number else "null"
        class_name = self.text()
        if not class_name:
            return None, "null"
        properties = []
        texts = [escaped(class_name)]
        for _ in range(max(0, self.unpack("i")[0])):
            key = self.text()
            value, text = self.nested()
            properties.append((key, value))
            texts.append(f"{quoted(key)}:{text}")
        return (class_name, properties), f"Object({','.join(texts)})"

    def element_type(self, kind):
        if kind == 0:
            return "Variant"
        if kind == KIND_BUILTIN:
            number = self.word()
            known = number < len(TYPES[self.dialect])
            self.expect(known)
            return TYPES[self.dialect][number][0] if known and number else "Variant"
        return escaped(self.text())

    def shared_count(self):
        count = self.word()
        self.expect(count < 0x80000000 or self.dialect in ("2.1", "4.x-doc"))
        return count & 0x7FFFFFFF

    def array(self, name, flags, _):
        kind = flags & 3 if self.dialect == "4.x" else 0
        declared = self.element_type(kind)
        elements = [self.nested() for _ in range(self.shared_count())]
        text = "[" + ", ".join(t for _, t in elements) + "]"
        return [v for v, _ in elements], f"Array[{declared}]({text})" if kind else text

    def dictionary(self, name, flags, _):
        kinds = flags & 15 if self.dialect == "4.x" else 0
        declared = self.element_type(kinds & 3), self.element_type(kinds >> 2)
        pairs = [(self.nested(), self.nested()) for _ in range(self.shared_count())]
        text = "{" + ", ".join(f"{k[1]}: {v[1]}" for k, v in pairs) + "}"
        value = [(k[0], v[0]) for k, v in pairs]
        return value, f"Dictionary[{declared[0]}, {declared[1]}]({text})" if kinds else text

    def image(self, name, flags, _):
        fmt, mipmaps, width, height, length = self.unpack("5I")
        raw = self.take(length)
        self.pad(length, True)
        return raw, f"Image({width}, {height}, {mipmaps}, {fmt})"

    def event(self, name, flags, _):
        kind, device, length = self.unpack("III")
        if length < 12 or length % 4:
            raise VariantError(f"an event of {length} bytes")
        names = ["None", "Key", "Mouse motion", "Mouse button", "Joystick motion", "Joystick button", "Screen touch",
                 "Screen drag", "Action"]
        return (kind, device, self.take(length - 12)), f"InputEvent({names[kind] if kind < len(names) else 'Unknown'})"

    def nested(self):
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise VariantError("nested too deeply")
        _, value, text = self.variant()
        self.depth -= 1
        return value, text

    def variant(self):
        number, reserved, flags = self.unpack("BBH")
        types = TYPES[self.dialect]
        if number >= len(types) or (self.dialect == "2.1" and (reserved or flags)):
            raise VariantError(f"type {number}")
        name, decoder, argument = types[number]
        self.expect(reserved == 0 and flags & ~allowed_flags(self.dialect, decoder, argument) == 0)
        value, text = getattr(self, decoder)(name, flags, argument)
        return name, value, text

    def compact(self):
        """Reads by docs/wire/variant.md, 9."""
        meta = self.data[self.offset] if self.offset < len(self.data) else None
        if meta is not None and meta & 0x3F == 1:
            self.take(1)
            return "bool", bool(meta & 0x80), "true" if meta & 0x80 else "false"
        if meta is not None and meta & 0x3F == 2:
            self.take(1)
            number, = self.unpack("bhiq"[meta >> 6])
            return "int", number, str(number)
        if self.data[self.offset:self.offset + 4] == b"\x18\0\0\0" and not self.class_follows():
            self.take(4)
            return "Object", None, "null"
        return self.variant()

    def class_follows(self):
        after = self.data[self.offset + 4:]
        length = int.from_bytes(after[:4], "little") if len(after) >= 4 else 0
        name = after[4:4 + length]
        return 0 < length == len(name) and name.decode("latin-1").isidentifier()


def decode(data, dialect="4.x", compact=False, offset=0):
    """Returns the value that begins at offset as a Decoded. Raises VariantError if there is none."""
    reader = _Reader(bytes(data), dialect, offset)
    name, value, text = reader.compact() if compact else reader.variant()
    return Decoded(name, value, text, reader.offset - offset, reader.clean)


def decode_all(data, count=None, dialect="4.x", compact=True):
    """Returns values that follow each other, as the arguments of a call: count of them, or as many as there are bytes
    for."""
    values, offset = [], 0
    while offset < len(data) if count is None else len(values) < count:
        values.append(decode(data, dialect, compact, offset))
        offset += values[-1].size
    return values


def is_clean(data, dialect):
    """Is that exactly one Variant of the dialect with nothing odd in it?"""
    try:
        value = decode(data, dialect)
    except VariantError:
        return False
    return value.clean and value.size == len(data)
