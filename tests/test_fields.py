# SPDX-License-Identifier: GPL-2.0-or-later
"""Users rely on docs/fields.md: it has every field, expert item and preference, and all have the same style."""

import re
import runpy
from types import SimpleNamespace

import pytest

import sources
import test_expert
import wireshark

fields = SimpleNamespace(**runpy.run_path(str(wireshark.ROOT / "tools" / "fields")))
DOCUMENT = fields.DOCUMENT.read_text()


def section(title):
    return DOCUMENT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def names_of(title):
    """Returns the code in the first column of the section's table."""
    return {
        name for cell in re.findall(r"^\| (`.*?`) \|", section(title), re.MULTILINE)
        for name in re.findall("`(.*?)`", cell)}


@pytest.fixture(scope="module")
def registered():
    return fields.registered()


@pytest.fixture(scope="module")
def preferences():
    return list(fields.preferences())


# --- its tables -------------------------------------------------------------------------------------------------------


def test_the_document_has_all_that_the_plugin_registers(registered):
    """If this fails, run tools/fields"""
    assert fields.document(DOCUMENT, *registered) == DOCUMENT


def test_a_field_of_no_group_is_told(registered):
    stray = fields.Field("godot.weather.rain", "Rain", "uint8", "How wet it is")
    with pytest.raises(fields.Failure, match="godot.weather.rain"):
        fields.document(DOCUMENT, [*registered[0], stray], registered[1])


def test_a_group_without_fields_is_told(registered):
    kept = [field for field in registered[0] if not field.name.startswith("godot.ws.")]
    with pytest.raises(fields.Failure, match=r"godot\.ws\.\*"):
        fields.document(DOCUMENT, kept, registered[1])


def test_what_stands_in_a_table_by_hand_goes(registered):
    tampered = DOCUMENT.replace("| `enet.seq` |", "| `enet.sequel` |")
    assert tampered != DOCUMENT
    assert fields.document(tampered, *registered) == DOCUMENT


def test_only_expert_items_have_no_description(registered):
    """The prefixes that distinguish names of the project from fields: each of these is one, and there is no other."""
    assert {name for name, _ in registered[1]} == {name for name, *_ in test_expert.items()}


# --- what is written by hand ------------------------------------------------------------------------------------------


def test_the_examples_are_filters():
    examples = [re.split(r"\s{2,}", line)[0] for line in DOCUMENT.split("\n```\n")[1].splitlines()]
    assert len(examples) > 3
    assert all(answer["status"] == "OK"
               for answer in wireshark.sharkd_calls([("check", {"filter": text}) for text in examples]))


def test_the_table_of_contents_leads_to_sections():
    sections = {
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        for title in re.findall(r"^## (.*)", DOCUMENT, re.MULTILINE)}
    assert set(re.findall(r"\(#([^)]*)\)", DOCUMENT)) == sections


def test_every_statistic_stands_there():
    asked = wireshark._run("tshark", ["-z", "help"])
    offered = {line.strip() for line in (asked.stdout + asked.stderr).splitlines() if re.search("enet|godot", line)}
    told = {re.sub(",(hex,N|ascii,N|standard)$", "", name) for name in names_of("Statistics")}
    assert offered == told


def test_every_protocol_stands_there():
    rows = (line.split("\t") for line in wireshark.tshark("-G", "protocols").splitlines())
    filters = {row[2] for row in rows if re.match(r"enet$|godot(\.|$)", row[2])}
    # ways to the others
    assert filters - names_of("Protocols and Decode As") == {"godot.debug.port", "godot.ws.frames", "godot.ws.port"}
    assert names_of("Protocols and Decode As") <= filters


def test_every_heuristic_stands_in_its_document():
    calls = (call for file in sources.files("c")
             for call in re.findall(r"heur_dissector_add\((.*?)\);", sources.text(file), re.DOTALL))
    names = {re.findall('"(.*?)"', call)[2] for call in calls}
    assert len(names) > 8
    assert names <= set(re.findall(r"`(\w+)`", (wireshark.ROOT / "docs" / "heuristics.md").read_text()))


def test_decode_as_and_rows_of_tables_are_taken():
    rules = re.findall(r"`(\w+\.port==\d+,[\w.]+)`", section("Protocols and Decode As"))
    row, = re.findall(r"-o '(uat:.*?)'`", section("Preferences"))
    assert len(rules) > 5
    options = [option for rule in rules for option in ("-d", rule)]
    assert wireshark.tshark("-r", wireshark.CAPTURES / "godot4-rpc.pcapng", "-c", "1", "-o", row, *options)


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_name_has_one_type():
    kinds = {}
    for _, _, name, kind, *_ in fields.glossary("fields"):
        kinds.setdefault(name, set()).add(kind)
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_a_number_has_one_name():
    names = {}
    for kind, name, number, text, *_ in fields.glossary("values"):
        if kind == "V":
            names.setdefault((name, number), set()).add(text)
    assert len(names) > 50
    assert {key: texts for key, texts in names.items() if len(texts) > 1} == {}


def test_names_labels_and_descriptions_keep_the_style():
    for _, label, name, _, _, _, _, description, *_ in fields.glossary("fields"):
        assert re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+", name)
        assert label and label == label.strip() and not label.endswith(":"), name
        assert label[0] == label[0].upper(), f"{name}: {label!r} begins in lower case"
        assert description != label, f"{name}: the description says no more than the label"
        assert not description.endswith("."), f"{name}: a description is no sentence"


# --- preferences ------------------------------------------------------------------------------------------------------


def selected(name, values):
    """Returns the choice in Wireshark after each of these values was set."""
    results = wireshark.sharkd_calls([call for value in values for call in
                                      [("setconf", {"name": name, "value": value}), ("dumpconf", {"pref": name})]])
    now = [result["prefs"][name] for result in results[1::2]]
    return [entry["d"] for value in now if "e" in value for entry in value["e"] if entry.get("s")] or \
        [value["b"] for value in now]


def test_the_words_of_preferences_are_taken(preferences):
    choices = {name: values.split(", ") for name, values, default, _ in preferences if default in values.split(", ")}
    assert len(choices) > 5
    for name, words in choices.items():
        assert len(set(selected(name, words))) == len(words), name


def test_an_unknown_value_selects_nothing_new():
    """A wrong value is noticed, so the test above can fail."""
    assert len(set(selected("enet.compression", ["auto", "lzma"]))) == 1


def test_preferences_are_those_that_tshark_takes(preferences):
    listed = wireshark.tshark("-G", "currentprefs")
    kept_elsewhere = {name for name, values, *_ in preferences if values.startswith(("table", "ports"))}
    for name, *_ in preferences:
        assert name in kept_elsewhere or re.search(rf"^#?{re.escape(name)}:", listed, re.MULTILINE), name
