# SPDX-License-Identifier: GPL-2.0-or-later
"""The expert items of a capture do not depend on whether a tree was made: none, one for a single field, or the whole
tree."""

import captures
import counted
import wireshark
from experts import counts, items, listed, one_field


def test_in_one_pass(capture):
    field = one_field(capture, *captures.options(capture))
    assert counts(counted.expert_items(capture)) == counts(field)
    assert items(captures.pdml(capture)) == listed(field)


def test_in_two_passes(capture):
    """The first pass learns the same whether it makes a tree (because of a read filter) or not."""
    options = captures.options(capture)
    assert wireshark.pdml_digest(capture, "-2", *options) == wireshark.digest_of_pdml(
        wireshark.tshark("-r", capture, "-T", "pdml", "-2", "-R", "frame", *options))
