# SPDX-License-Identifier: GPL-2.0-or-later
"""The expert items of a capture do not depend on whether a tree was made: none, one for a single field, or the whole
tree."""

import wireshark
from experts import asked, counts, listed, one_field, shown


def test_in_one_pass(together):
    field, whole = one_field(*together), asked(*together, "-V")
    assert counts(asked(*together, "-q")) == counts(field) == counts(whole)
    assert listed(field) == shown(whole)


def test_in_two_passes(together):
    """The first pass learns the same whether it makes a tree (because of a read filter) or not."""
    without, with_tree = (wireshark.tshark("-r", *together, "-T", "pdml", "-2", *options)
                          for options in ([], ["-R", "frame"]))
    assert wireshark.digest_of_pdml(without) == wireshark.digest_of_pdml(with_tree)
