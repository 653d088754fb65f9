# SPDX-License-Identifier: GPL-2.0-or-later
"""The tree of a Variant, item by item, is the one that tests/variant_tree.py makes of the same bytes."""

import struct

import pytest

import godot_variant
import test_variant
import variant_tree
from trees import check

DIALECTS = ("4.x", "3.x", "2.1", "4.x-doc")
UNKNOWN = "godot.variant.unknown_type"
FATAL = {f"godot.variant.{name}" for name in test_variant.FATAL}


def examples(dialect):
    return [data for name, _, data in test_variant.full_examples() if name == dialect]


def check_all(tmp_path, dialect, payloads):
    """Compares the trees of the payloads. Returns how many of them have no fault."""
    sound = 0
    for data, tree in zip(payloads, test_variant.dissect(tmp_path, payloads, dialect)):
        wanted, fault = variant_tree.of(data, dialect)
        try:
            check(wanted, tree, tree.pos)
            told = FATAL & set(test_variant.experts(tree))
            # An unknown type of elements is told, too, but is no fault.
            assert sum(name in FATAL - {UNKNOWN} for name in test_variant.experts(tree)) <= 1
            assert told - {UNKNOWN} == {f"godot.variant.{fault}"} - {UNKNOWN, "godot.variant.None"}
            assert str(fault) != "unknown_type" or UNKNOWN in told
        except AssertionError as trouble:
            raise AssertionError(data.hex()) from trouble
        sound += not fault
    return sound


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_each_example(tmp_path, dialect):
    payloads = examples(dialect)
    assert check_all(tmp_path, dialect, payloads) == len(payloads)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_each_beginning(tmp_path, dialect, part):
    """What was read until the end stays, and what is left of the value is bytes."""
    cut = [data[:length] for data in examples(dialect) for length in range(1, len(data))]
    check_all(tmp_path, dialect, cut[part::4])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_each_type_with_each_flag(tmp_path, dialect):
    """The numbers behind the head are counts, lengths and parts of one element, which is nil."""
    heads = [struct.pack("<BBH", number, reserved, flags) for number in range(len(godot_variant.TYPES[dialect]) + 2)
             for reserved, flags in [(0, flags) for flags in range(17)] + [(0, 1 << 15), (7, 0)]]
    sound = check_all(tmp_path, dialect, [head + struct.pack("<II", 1, 0) * 17 for head in heads])
    assert sound >= (20 if dialect == "2.1" else 400)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tree_of_values_with_something_odd(tmp_path, dialect):
    assert check_all(tmp_path, dialect, list(test_variant.mutations(600, 11))) > 100
