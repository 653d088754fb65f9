# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin points out in a capture does not depend on what was asked for: no tree, a tree for one field, or all of it."""

import captures
import counted
import wireshark
from experts import counts, items, listed, one_field


def test_in_one_pass(capture):
    field = one_field(capture, *captures.options(capture))
    assert counts(counted.expert_items(capture)) == counts(field)
    assert items(captures.pdml(capture)) == listed(field)


def test_in_two_passes(capture):
    """A tree in the first pass, by a read filter, or not: what is learned is the same."""
    options = captures.options(capture)
    assert wireshark.pdml_digest(capture, "-2", *options) == wireshark.digest_of_pdml(
        wireshark.tshark("-r", capture, "-T", "pdml", "-2", "-R", "frame", *options))
