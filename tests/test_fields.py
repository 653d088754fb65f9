# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/fields.md is what users rely on: every name in it exists with its type, and all fields keep one style."""

import re

import pytest

import wireshark

DOCUMENT = (wireshark.ROOT / "docs" / "fields.md").read_text()
TYPES = {"uint8": "FT_UINT8", "uint16": "FT_UINT16", "uint32": "FT_UINT32", "uint64": "FT_UINT64", "int32": "FT_INT32",
         "int64": "FT_INT64", "boolean": "FT_BOOLEAN", "string": "FT_STRING", "bytes": "FT_BYTES", "double": "FT_DOUBLE",
         "none": "FT_NONE", "framenum": "FT_FRAMENUM", "relative time": "FT_RELATIVE_TIME"}


def sections():
    """Title -> rows of the section's first table, without its head."""
    for section in re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        table = re.split(r"\n\n+", text.split("\n### ")[0])
        rows = [line for block in table for line in block.splitlines() if line.startswith("|")]
        yield title, [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[2:]]


def names_in(cell):
    """The names of a row: ".x" stands for the first name with another last part."""
    names = re.findall(r"(?:[a-z][a-z0-9_]*)?(?:\.[a-z][a-z0-9_]*)+", re.sub(r"\([^)]*\)", "", cell))
    stem = names[0].rpartition(".")[0]
    return [stem + name if name.startswith(".") else name for name in names]


def documented_fields():
    """Pairs (name, FT type or None where the table leaves it open)."""
    for title, rows in sections():
        if not re.match(r"(enet|godot)", title):
            continue
        for name_cell, type_cell, *_ in rows:
            names = names_in(name_cell)
            kinds = [re.sub(r"\([^)]*\)|\bG\b", "", kind).strip() for kind in type_cell.split(",")]
            if len(kinds) != len(names):
                kinds = kinds[:1] * len(names)
            for name, kind in zip(names, kinds):
                yield name, TYPES.get(kind)


@pytest.fixture(scope="module")
def registered():
    """Name -> list of (label, FT type, description)."""
    fields = {}
    for line in wireshark.tshark("-G", "fields").splitlines():
        cells = line.split("\t")
        if cells[0] == "F" and re.match(r"(enet|godot[34]?)\.", cells[2]):
            fields.setdefault(cells[2], []).append((cells[1], cells[3], cells[7] if len(cells) > 7 else ""))
    return fields


def test_the_document_is_read():
    fields = dict(documented_fields())
    assert len(fields) > 110
    assert fields["enet.connect.throttle_deceleration"] is None
    assert fields["enet.analysis.duplicate"] == "FT_NONE"
    assert fields["godot.path.valid"] == "FT_BOOLEAN"


@pytest.mark.parametrize("name, kind", [pytest.param(*field, id=field[0]) for field in documented_fields()])
def test_documented_fields_exist(registered, name, kind):
    assert name in registered
    if kind:
        assert {found for _, found, _ in registered[name]} == {kind}


def test_a_name_has_one_type(registered):
    assert {name: found for name, found in registered.items() if len({kind for _, kind, _ in found}) > 1} == {}


def test_a_number_has_one_name():
    names = {}
    for line in wireshark.tshark("-G", "values").splitlines():
        cells = line.split("\t")
        if cells[0] == "V" and re.match(r"(enet|godot[34]?)\.", cells[1]):
            names.setdefault((cells[1], cells[2]), set()).add(cells[3])
    assert len(names) > 50
    assert {key: texts for key, texts in names.items() if len(texts) > 1} == {}


def test_names_labels_and_descriptions_keep_the_style(registered):
    for name, found in registered.items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+", name)
        for label, _, description in found:
            assert label and label == label.strip() and not label.endswith(":"), name
            assert label[0] == label[0].upper(), f"{name}: {label!r} begins in lower case"
            assert description != label, f"{name}: the description says no more than the label"


def documented_preferences():
    for title, rows in sections():
        if title == "Preferences":
            for cell, values, *_ in rows:
                for name in names_in(cell):
                    yield name, values


def selected(name, values):
    """What Wireshark has chosen after each of these values was set."""
    results = wireshark.sharkd_calls([call for value in values for call in
                                      [("setconf", {"name": name, "value": value}), ("dumpconf", {"pref": name})]])
    return [entry["d"] for result in results[1::2] for entry in result["prefs"][name]["e"] if entry.get("s")]


@pytest.fixture(scope="module")
def preferences():
    return wireshark.tshark("-G", "currentprefs")


@pytest.mark.parametrize("name, values", list(documented_preferences()))
def test_documented_preferences_exist(preferences, name, values):
    assert re.search(rf"^#?{re.escape(name)}:", preferences, re.MULTILINE)
    if "auto" in values:
        values = values.split(", ")
        assert len(set(selected(name, values))) == len(values)


def test_an_unknown_value_selects_nothing_new():
    """... so that the test above can fail."""
    assert len(set(selected("enet.compression", ["auto", "lzma"]))) == 1
