# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/expert.md lists every expert item of the sources. Run this file to print the document anew."""

import re

import sources

ITEM = re.compile(r'\{\s*&ei_\w+,\s*\{\s*"([^"]+)",\s*(PI_\w+),\s*(PI_\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
HEAD = """\
# Expert items

What the plugin points out in a packet. Each name is a display filter (`tshark -Y godot.overtaken`), and
Analyze > Expert Information lists them all. An error contradicts the format; a warning is legal but will not
do what the game's author meant, or could not be read on; a note tells a network's doings; a chat is for information.

| filter | severity | group | what it says |
|---|---|---|---|
"""


def items():
    """(filter, severity, group, text) of each expert item that the sources register."""
    for file in sources.files("c"):
        for name, group, severity, text in ITEM.findall(sources.text(file)):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')
            yield name, severity[3:].lower(), group[3:].lower(), text


def document():
    return HEAD + "".join(f"| {' | '.join(item)} |\n" for item in sorted(set(items())))


def test_every_registered_item_is_found():
    declared = sum(sources.text(file).count("= EI_INIT") for file in sources.files("c"))
    assert declared == len(list(items())) > 50


def test_the_document_lists_them():
    """Else: python3 tests/test_expert.py > docs/expert.md"""
    assert (sources.ROOT / "docs" / "expert.md").read_text() == document()


def test_a_name_has_one_severity():
    kinds = {(name, severity, group) for name, severity, group, _ in items()}
    assert len(kinds) == len({name for name, *_ in kinds})


if __name__ == "__main__":
    print(document(), end="")
