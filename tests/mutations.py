# SPDX-License-Identifier: GPL-2.0-or-later
"""The mistakes of mutations.toml, which tools/mutate makes one at a time, and whether they still fit the sources."""

import re
import tomllib
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent


def load():
    """Name of the mistake -> its entry, in the order of the list."""
    return tomllib.loads((TESTS / "mutations.toml").read_text(encoding="utf-8"))


def is_unit_test(test):
    return test.startswith("unit-")


def exists(test):
    if is_unit_test(test):
        name = test.removeprefix("unit-")
        return re.search(rf"\bunit_test\({name}\b", (TESTS / "CMakeLists.txt").read_text(encoding="utf-8"))
    file, _, function = test.partition("::")
    source = TESTS / file
    defined = rf"^def {function.partition('[')[0]}\("
    return source.exists() and (not function or re.search(defined, source.read_text(encoding="utf-8"), re.MULTILINE))


def problems(mutation):
    """Returns, as sentences, what of an entry no longer fits the sources."""
    source = ROOT / mutation["file"]
    count = source.read_text(encoding="utf-8").count(mutation["from"]) if source.exists() else 0
    found = [] if count == 1 else [f"{mutation['from']!r} stands {count} times in {mutation['file']}, not once"]
    found += [f"there is no test {test}" for test in mutation["tests"] if not exists(test)]
    return found if mutation["tests"] else [*found, "it names no test"]
