# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of mistakes fits the sources and names tests that exist; tools/mutate tells whether these notice."""

import mutations
import sources


def test_every_entry_fits():
    assert [f"{name}: {problem}" for name, entry in mutations.load().items() for problem in mutations.problems(entry)
            ] == []


def test_every_wing_has_entries():
    files = {entry["file"] for entry in mutations.load().values()}
    assert {wing for wing in sources.WINGS if not any(file.startswith(f"{wing}/") for file in files)} == set()
