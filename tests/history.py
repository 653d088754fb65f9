# SPDX-License-Identifier: GPL-2.0-or-later
"""What a packet cost in each version of the product: docs/performance-history.csv, which tools/bench --history reads.

Instructions do not depend on the machine, but on what executes them: so figures are compared with those of the same
programs and libraries only.
"""

import csv
import os
import platform
import re
import subprocess

import wireshark

FILE = wireshark.ROOT / "docs" / "performance-history.csv"
SURROUNDINGS = ("wireshark", "glib", "glibc", "valgrind", "compiler", "processor")
COLUMNS = ("version", *SURROUNDINGS, "traffic", "way", "instructions")
SLOWER = 0.02   # what is said to be slower: more than twice what other hash functions make of the same code


def _found(pattern, *command):
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    match = re.search(pattern, " ".join(said.split()))
    return match[1] if match else ""


def version():
    """Returns the product's."""
    text = (wireshark.ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(\S+ VERSION (\S+)", text, re.MULTILINE)[1]


def surroundings():
    """Returns what executes the plugin's code, and what made it. glibc has other functions for other processors."""
    return {
        "wireshark": _found(r"(\d+\.\d+\.\d+)", "tshark", "--version"),
        "glib": _found(r"(?:Running on|Runtime info).*? GLib:? ([\d.]+\d)", "tshark", "--version"),
        "glibc": platform.libc_ver()[1],
        "valgrind": _found(r"valgrind-(\S+)", "valgrind", "--version"),
        "compiler": _found(r"(?:GCC: \(.*?\)|version) (\d[\d.]*)", "readelf", "-p", ".comment",
                           os.environ["GODOT_PLUGIN"]),
        "processor": platform.machine()}


def read():
    """Returns the rows, the oldest first."""
    if not FILE.exists():
        return []
    with open(FILE, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _write(rows):
    with open(FILE, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _same(row, other, columns):
    return all(row[column] == other[column] for column in columns)


def rows_of(costs):
    """Returns rows of this version. costs: instructions by (traffic, way)."""
    head = {"version": version(), **surroundings()}
    return [{**head, "traffic": traffic, "way": way, "instructions": str(round(cost))}
            for (traffic, way), cost in costs.items()]


def before(row, rows):
    """Returns the newest row with which this one can be compared, or None."""
    return next((other for other in reversed(rows) if _same(row, other, (*SURROUNDINGS, "traffic", "way"))), None)


def growth(row, earlier):
    return int(row["instructions"]) / int(earlier["instructions"]) - 1


def append(new):
    """Adds rows; they take the place of those that this version has from the same programs and libraries."""
    key = "version", *SURROUNDINGS, "traffic", "way"
    _write([row for row in read() if not any(_same(row, other, key) for other in new)] + new)
