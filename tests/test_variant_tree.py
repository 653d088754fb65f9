# SPDX-License-Identifier: GPL-2.0-or-later
"""The tree of a Variant, item by item, is the one that tests/variant_tree.py makes of the same bytes."""

import math
import re
import struct

import pytest

import godot_variant
import test_variant
import variant_tree

DIALECTS = ("4.x", "3.x", "2.1", "4.x-doc")
CUT = re.compile(r"^\w+ \[(truncated|…)\]:")        # by Wireshark


def is_same(shown, label, kind):
    """Is that label shown, but for what Wireshark's releases write in different ways?"""
    shown, label = (re.sub(r"^[.01· ]+ = ", "", text) for text in (shown, label))
    if shown.endswith("…"):
        return label.startswith(shown[:-1])
    if kind == "double":
        (name, number), (other_name, other) = (text.split(": ") for text in (shown.replace("inf_neg", "-inf"), label))
        number, other = float(number), float(other.replace("inf_neg", "-inf"))
        return name == other_name and (math.isclose(number, other, rel_tol=1e-14) or math.isnan(number + other))
    return shown == label or not label.isprintable() or "\ufffd" in label or bool(CUT.search(shown))


def check(item, node, begin):
    """Is this node of a tree this item? begin: where the value's bytes begin in the frame."""
    assert (node.name, node.pos - begin, node.size) == (item.name, item.at, item.size)
    kind = variant_tree.FIELDS[item.name][1] if item.name != "godot.variant" else ""
    assert is_same(node.showname, item.label, kind), (node.showname, item.label)
    below = [child for child in node.children if not test_variant.is_expert(child)]
    assert [child.name for child in below] == [part.name for part in item.below]
    for part, child in zip(item.below, below):
        check(part, child, begin)


def check_all(tmp_path, dialect, payloads):
    """Compares the trees of those payloads that the decoder can read. Returns their number."""
    readable = []
    for data in payloads:
        try:
            readable.append((data, variant_tree.of(data, dialect)))
        except godot_variant.VariantError:
            pass
    for (data, item), tree in zip(readable, test_variant.dissect(tmp_path, [data for data, _ in readable], dialect)):
        try:
            check(item, tree, tree.pos)
        except AssertionError as trouble:
            raise AssertionError(data.hex()) from trouble
    return len(readable)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_each_example(tmp_path, dialect):
    payloads = [data for name, _, data in test_variant.full_examples() if name == dialect]
    assert check_all(tmp_path, dialect, payloads) == len(payloads)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_each_type_with_each_flag(tmp_path, dialect):
    """The numbers behind the head are counts, lengths and parts of one element, which is nil."""
    heads = [struct.pack("<BBH", number, reserved, flags) for number in range(len(godot_variant.TYPES[dialect]))
             for reserved, flags in [(0, flags) for flags in range(17)] + [(0, 1 << 15), (7, 0)]]
    read = check_all(tmp_path, dialect, [head + struct.pack("<II", 1, 0) * 17 for head in heads])
    assert read >= (20 if dialect == "2.1" else 400)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_values_with_something_odd(tmp_path, dialect):
    assert check_all(tmp_path, dialect, test_variant.mutations(900, 11)) > 150
