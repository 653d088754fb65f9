# SPDX-License-Identifier: GPL-2.0-or-later
"""The tree of a Variant, item by item, is the one that tests/variant_tree.py makes of the same bytes."""

import struct

import pytest

import godot_variant
import test_variant
import variant_tree
from trees import check

DIALECTS = ("4.x", "3.x", "2.1", "4.x-doc")


def check_all(tmp_path, dialect, payloads):
    """Compares the trees of those payloads that the decoder can read. Returns their number."""
    readable = []
    for data in payloads:
        try:
            readable.append((data, variant_tree.of(data, dialect)))
        except godot_variant.VariantError:
            pass
    for (data, wanted), tree in zip(readable, test_variant.dissect(tmp_path, [data for data, _ in readable], dialect)):
        try:
            check(wanted, tree, tree.pos)
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
