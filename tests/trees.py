# SPDX-License-Identifier: GPL-2.0-or-later
"""Items of a packet's tree as they should be: their places, and what docs/fields.md says of their fields.

A test makes the tree that the specification asks for of the same bytes, and compares it with what tshark shows.
"""

import contextlib
import math
import re
import struct
from dataclasses import dataclass, field

from wireshark import ROOT

ROW = re.compile(r"^\| `([.\w]+)` \| ([^|]*) \| ([^|]*) \| (.*) \|$", re.MULTILINE)
FIELDS = {name: (label, kind, what) for name, label, kind, what in ROW.findall(
    (ROOT / "docs" / "fields.md").read_text(encoding="utf-8").partition("\n## Preferences")[0])}
NAMES = re.compile(r"\((\d+ = .*)\)$")     # of numbers
UNITS = {"uint16, bytes": " byte", "uint32, bytes": " byte", "uint16, ms": "ms", "uint32, ms": "ms"}
CUT = re.compile(r" \[(truncated|…)\]:")     # by Wireshark
BITS = re.compile(r"^[.01· ]+ = ")


@dataclass
class Item:
    """An item, with its place in the bytes that it is about, and the items below it."""

    name: str
    at: int
    size: int
    label: str      # None: anything
    below: list = field(default_factory=list)


def called(name):
    """Returns the label of a field."""
    return FIELDS[name][0]


def said(name, value):
    """Returns the label of an item: what Wireshark makes of such a field."""
    label, kind, what = FIELDS[name]
    names = NAMES.search(what)
    if kind == "none":
        return label
    if names:
        known = dict(pair.split(" = ") for pair in names[1].split("; "))
        return f"{label}: {known.get(str(value), 'Unknown')} ({value})"
    if kind == "bytes":
        value = value.hex() or "<MISSING>"
    unit = UNITS.get(kind, "")
    return f"{label}: {value}{unit}" + ("s" if unit == " byte" and value != 1 else "")


def item(name, at, size, value=None, label="", below=None):
    """Returns an item with this value, or this label; None: any label. A list of those below it may still grow."""
    return Item(name, at, size, said(name, value) if label == "" else label, below or [])


class Fault(Exception):
    """The bytes cannot be read on. Its text is the name of the expert item that says so."""


class Reader:
    """Goes over bytes, which are little-endian, and adds items for them. Field names begin with PREFIX."""

    PREFIX = ""

    def __init__(self, data, begin=0):
        self.data, self.begin, self.at, self.items = data, begin, begin, []

    def need(self, size):
        """Raises Fault if so many bytes are not there."""
        if size > len(self.data) - self.at:
            raise Fault("truncated")

    def peek(self, fmt):
        self.need(struct.calcsize("<" + fmt))
        return struct.unpack_from("<" + fmt, self.data, self.at)

    def there(self, name, value=None, at=None, size=0, label="", below=None):
        """Adds an item without passing it: at a place, or where all begins."""
        made = item(self.PREFIX + name, self.begin if at is None else at, size, value, label, below)
        self.items.append(made)
        return made

    def item(self, name, size, value=None, label="", below=None):
        """Adds an item for the next bytes."""
        self.at += size
        return self.there(name, value, self.at - size, size, label, below)

    def number(self, name, fmt="I"):
        """Adds an item for a number. Returns the number."""
        value, = self.peek(fmt)
        self.item(name, struct.calcsize("<" + fmt), value)
        return value

    def rest(self, name):
        """Adds an item for the bytes until the end, if there are any."""
        data = self.data[self.at:]
        if data:
            self.item(name, len(data), data)

    @contextlib.contextmanager
    def inside(self, name, label=None):
        """What is added meanwhile stands below an item of this name, which ends where it ends, also with a fault."""
        made = Item(self.PREFIX + name, self.at, 0, label)
        outer, self.items = self.items, made.below
        try:
            yield made
        finally:
            made.size, self.items = self.at - made.at, outer
            outer.append(made)


class Memory:
    """What messages have told. knows_more: a second pass tells earlier messages what later ones say of them."""

    def __init__(self, knows_more):
        self.waiting = {} if knows_more else None       # what later messages name -> what they add

    def wait(self, key, message, name):
        """A later message adds an item of this name where the message has got to."""
        if self.waiting is not None:
            self.waiting[key] = message, len(message.items), name

    def end(self, key, frame):
        if self.waiting and key in self.waiting:
            message, at, name = self.waiting.pop(key)
            message.items.insert(at, item(name, message.begin, 0, frame))


def is_expert(node):
    return node.name.startswith("_ws.")


def is_same(shown, label, kind):
    """Is that label shown, but for what Wireshark's releases write in different ways?"""
    if not label.isprintable() or "\ufffd" in label:
        return True
    shown, cuts = CUT.subn(":", BITS.sub("", shown))
    if cuts or shown.endswith("…"):
        return label.startswith(shown.removesuffix("…"))
    if kind == "double":
        (name, number), (other_name, other) = (text.split(": ") for text in (shown, label))
        number, other = (float(text.replace("inf_neg", "-inf")) for text in (number, other))
        return name == other_name and (math.isclose(number, other, rel_tol=1e-14) or math.isnan(number + other))
    return shown == label


def check(wanted, node, begin, left_out=(), above=0):
    """Is this node of a tree this item, with all below it? begin: where the bytes begin in the frame; left_out: what
    the names of items begin with that others test; above: where the item above begins, to which Wireshark's PDML adds
    the place of one that begins before it."""
    at = begin + wanted.at if begin + wanted.at >= above else begin + wanted.at + above
    assert (node.name, node.pos, node.size) == (wanted.name, at, wanted.size)
    kind = FIELDS.get(wanted.name, ("", "", ""))[1]
    assert wanted.label is None or is_same(node.showname, wanted.label, kind), (node.showname, wanted.label)
    below, parts = ([one for one in some if not is_expert(one) and not one.name.startswith(tuple(left_out))]
                    for some in (node.children, wanted.below))
    names, wanted_names = ([one.name for one in some] for some in (below, parts))
    assert names == wanted_names, (names, wanted_names)
    for part, child in zip(parts, below):
        check(part, child, begin, left_out, at)
