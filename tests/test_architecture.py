# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks which folder may include which, and that no file includes itself through others (docs/architecture.md)."""

import graphlib
import re

import pytest

import sources

COMPAT = {"ws_compat", "ws_constants"}     # about Wireshark itself: any file that knows it may include them
DOOR = "packet-godot-variant"      # the one "folder" that is a file of the root

# For each folder, what it may include besides itself and COMPAT.
MAY_INCLUDE = {
    "ends": set(),
    "records": set(),
    "ports": set(),
    "variant": {"records"},
    DOOR: {"variant", "ends", "records"},
    "enet": {"ends", "ports", "records"},
    "project": set(),
    "naming": {"project", "variant"},
    "multiplayer": {"enet", "ends", "variant", "naming", "project", "records"},
    "streams": {"multiplayer", "ends", "variant", "ports", "records", DOOR},
    "debugger": {"streams", "ends", "variant", "ports", "records"},
    "recorder": {"multiplayer", "variant", "records"},
    "statistics": {"recorder", "enet", "multiplayer", "streams", "debugger", "variant"},
    "system": set(),
    "programs": {"project", "system"},
    "recorder/extcap": {"system"},
    "report": {"system"},
    "split": {"enet", "system"},
    "plugin": {*sources.WINGS, DOOR} - {"programs", "recorder/extcap", "report", "split", "system"},
}

LIBRARIES = {"project", "programs", "recorder/extcap", "report", "system"}     # know nothing of Wireshark
LIBRARY_HEADERS = re.compile(r"(glib|glib/gstdio|gcrypt|zstd|errno|limits|locale|math|signal|std\w+|string|windows)\.h")
# of single programs, and of what all of them ask of the system
PROGRAM_HEADERS = {"recorder/extcap": re.compile(r"(gio/gio|glib-unix|fcntl|unistd)\.h"),
                   "report": re.compile(r"(gio/gio|json-glib/json-glib|zlib)\.h"),
                   "system": re.compile(r"(fcntl|io|sys/random|unistd)\.h")}


def wing(name):
    """The wing of a file: its folder, or of a file in the root its own name."""
    folder, slash, _ = name.rpartition("/")
    return folder if slash else name.rsplit(".", 1)[0]


def breaches(name, included):
    """What a file includes and should not."""
    allowed = MAY_INCLUDE[wing(name)] | {wing(name)} | (set() if wing(name) in LIBRARIES else COMPAT)
    return [other for other in included if wing(other) not in allowed]


def test_each_file_belongs_to_a_wing():
    assert {wing(name) for name in sources.files()} == {*MAY_INCLUDE, *COMPAT}


@pytest.mark.parametrize("name", sources.files())
def test_includes_are_written_from_the_root(name):
    assert [other for other in sources.includes(name) if other not in sources.files("h")] == []


@pytest.mark.parametrize("name", [name for name in sources.files() if wing(name) not in COMPAT])
def test_no_arrow_points_upwards(name):
    assert breaches(name, sources.includes(name)) == []


@pytest.mark.parametrize("name, other", [("enet/analysis.c", "variant/variant.h"), ("variant/types.h", "enet/taps.h"),
                                         ("variant/walker.c", f"{DOOR}.h"), ("streams/x.c", "debugger/messages.h"),
                                         ("project/x.c", "multiplayer/names.h"), ("enet/taps.c", "statistics/rows.h"),
                                         (f"{DOOR}.c", "plugin.h")])
def test_an_arrow_upwards_would_be_seen(name, other):
    assert breaches(name, [other]) == [other]


def foreign(name):
    """What a library's file includes of others than the C library, GLib, and what it decrypts and decompresses with."""
    return [
        header for header in re.findall(r"^\s*#\s*include\s*<(.*)>", sources.text(name), re.MULTILINE)
        if not LIBRARY_HEADERS.fullmatch(header) and
        not (wing(name) in PROGRAM_HEADERS and PROGRAM_HEADERS[wing(name)].fullmatch(header))]


@pytest.mark.parametrize("name", [name for name in sources.files() if wing(name) in LIBRARIES])
def test_a_library_knows_nothing_of_wireshark(name):
    assert foreign(name) == []


def test_a_header_of_wireshark_would_be_seen():
    assert foreign("naming/user-methods.c") == ["epan/uat.h"]
    assert breaches("project/x.c", ["ws_compat.h"]) == ["ws_compat.h"]


def included_from(outside):
    """Headers of a library that others' files include."""
    return {other for name in sources.files() if wing(name) != outside for other in sources.includes(name)
            if wing(other) == outside}


def test_a_library_has_one_public_header():
    assert included_from("project") == {"project/project.h"}


# Their tables have the names that a capture's owner budgets and compares, in a program for their own game.
UNKEYED = {"report/costs.c", "report/facts.c", "report/page.c", "report/series.c"}


def test_strings_of_strangers_are_hashed_with_a_key():
    """g_str_hash() has none, nor has g_string_chunk_insert_const(): project/strings.h, and wmem_str_hash()."""
    hashed = re.compile(r"\bg_str_hash\b|\bg_string_chunk_insert_const\b|\bg_intern_|\bg_quark_")
    assert {name for name in sources.files("c") if hashed.search(sources.text(name))} == UNKEYED


def test_wings_are_in_no_circle():
    graphlib.TopologicalSorter(MAY_INCLUDE).prepare()


def implementation(name):
    """A header and the source that implements it are one: a circle through the source is a circle, too."""
    return name.rsplit(".", 1)[0]


def test_files_are_in_no_circle():
    graph = {}
    for name in sources.files():
        graph.setdefault(implementation(name), set()).update(
            implementation(other) for other in sources.includes(name) if implementation(other) != implementation(name))
    graphlib.TopologicalSorter(graph).prepare()     # raises CycleError, which names them


FUNCTION = re.compile(r"^static\b[^;={}]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)
# Names of the C library that a reader, a debugger or grep would take for it, though C allows them to a static function.
LIBRARY = set(
    """abort abs accept access advance bind calloc clock close connect div dup exit exp fork free index kill link
listen log malloc mount open pause pipe pow qsort raise rand read realloc recv remainder remove rename rewind round send
select signal sleep socket stat step strcmp swab sync system time times truncate wait write""".split())


def static_functions(text):
    """Returns the names of the static functions that a source defines."""
    return set(FUNCTION.findall(text))


def test_a_static_function_has_a_name_of_its_own():
    """A backtrace, a breakpoint and grep then find the one that is meant."""
    defined = {}
    for name in sources.files("c"):
        for function in static_functions(sources.text(name)):
            defined.setdefault(function, []).append(name)
    assert len(defined) > 1000
    assert {function: names for function, names in defined.items() if len(names) > 1} == {}
    assert LIBRARY & defined.keys() == set()


def test_static_functions_would_be_seen():
    assert static_functions(
        "static int\nf(int a,\n  int b)\n{\n}\nstatic const char *g(void) {\n}\nint\nh(void)\n{\n}\n"
        "static int i(void);\nstatic int j = 1;\n") == {"f", "g"}
