# SPDX-License-Identifier: GPL-2.0-or-later
"""Which mistakes tools/mutants makes, and whether those that need no test are explained."""

import functools
import importlib.util
import re
import signal
import struct
import subprocess
import types
from importlib.machinery import SourceFileLoader

import pytest

import mutants
import sources
import switched

SOURCE = '''\
static const int table[] = { 1 < 2, 3 };

static bool
fits(const char *text, size_t length, unsigned *parts)
{
    /* a < b */
    char *end = NULL;
    if (length >= 4 && !text["<"[0] == 'a'])
        return false;
    for (unsigned i = 0; i < length; i++)
        *parts += text[i] & 3;
#if LIMIT < 3
#endif
    report(text - 1, *parts);
    g_free(end);
    return true;
}
'''
MADE = {
    ("guard", "if (0 && (length >= 4 && !text[\"<\"[0] == 'a']))", True),
    ("negated", "if (!(length >= 4 && !text[\"<\"[0] == 'a']))", True),
    ("relational", "if (length > 4 && !text[\"<\"[0] == 'a'])", True),
    ("constant", "if (length >= (4 - 1) && !text[\"<\"[0] == 'a'])", True),
    ("logical", "if (length >= 4 || !text[\"<\"[0] == 'a'])", True),
    ("operand", "if (1 && !text[\"<\"[0] == 'a'])", True),
    ("operand", "if (length >= 4 && 1)", False),
    ("not", "if (length >= 4 && text[\"<\"[0] == 'a'])", False),
    ("relational", "if (length >= 4 && !text[\"<\"[0] != 'a'])", False),
    ("truth", "return true;", False),
    ("relational", "for (unsigned i = 0; i <= length; i++)", True),
    ("removed", ";", False),
    ("arithmetic", "*parts -= text[i] & 3;", False),
    ("bits", "*parts += text[i] | 3;", False),
    ("arithmetic", "report(text + 1, *parts);", False),
    ("truth", "return false;", False),
}


def test_operators():
    """Leaks, steps of loops, declarations, comments, strings, tables and lines of the preprocessor are left alone."""
    found = mutants.of_text("a.c", SOURCE)
    lines = [(mutant.operator, mutant.applied(SOURCE).splitlines()[mutant.line - 1].strip(), mutant.is_bound)
             for mutant in found]
    assert set(lines) == MADE and len(lines) == len(MADE) + 1       # two statements are removed
    assert len({mutant.name for mutant in found}) == len(found)
    assert all(SOURCE.splitlines()[mutant.line - 1].strip() == mutant.code for mutant in found)


def test_all_sources_have_mistakes_with_names_of_their_own():
    for file in sources.files("c"):
        found = mutants.of_file(file)
        assert found and len({mutant.name for mutant in found}) == len(found), file


def test_what_is_explained_still_exists():
    made = functools.cache(mutants.of_file)
    assert [entry for entry in mutants.explained()
            if not any(mutants.is_explained_by(mutant, entry) for mutant in made(entry["file"]))] == []
    assert all(entry["why"].endswith(".") for entry in mutants.explained())


CONDITIONS = '''\
#include <stdbool.h>
#include <stdio.h>

static unsigned asked;

static int
is_even(unsigned value)
{
    asked++;
    return value % 2 == 0;
}

static bool
is_small(unsigned value)
{
    if (value < 2)
        return true;
    return false;
}

static unsigned
judged(unsigned count, unsigned limit)
{
    const unsigned depth = count & 3;
    unsigned       points = 0;

    if (count + 1 < limit || (is_even(count) && limit != 3 && depth >= 2))
        return 100;
    for (unsigned i = 0; i < count && is_even(limit - i); i++)
        points += (i > depth) ? 3 : 1;
    if ((limit = limit / 2) > 1 && !(limit == depth))
        points += 10;
    else
        points++;
    if (!is_small(limit) == 1)
        points |= 64;
    return points * 3 + (limit << 1) - count;
}

int
main(void)
{
    for (unsigned count = 0; count < 6; count++) {
        for (unsigned limit = 0; limit < 6; limit++)
            printf("%u ", judged(count, limit));
    }
    printf("%u", asked);
    return 0;
}
'''


def compiled(folder, text, *more):
    (folder / "a.c").write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-w", folder / "a.c", "-o", folder / "a", *more], check=True)
    return folder / "a"


def said_by(program, **variables):
    return subprocess.run(program, env=variables, capture_output=True, text=True, check=True, timeout=20).stdout


def test_a_switch_makes_the_same_mistake(tmp_path):
    """What is compiled with switches says, with one on, what the source with the mistake says. A mistake that is not
    met says what the source says."""
    made = mutants.of_text("a.c", CONDITIONS)
    numbers = {mutant.name: number for number, mutant in enumerate(made, 1)}
    (tmp_path / "switched").mkdir()
    switches, switched_on = switched.of_text("a.c", CONDITIONS, numbers)
    tests = sources.ROOT / "tests"
    program = compiled(tmp_path / "switched", switches, "-include", tests / "switched.h", tests / "reached.c")
    assert switched_on == set(numbers) and len(made) > 30
    mistakes = tmp_path / "mistakes"

    def said_with(number):
        mistakes.write_bytes(bytes((8 << 20) - 4) + struct.pack("=I", number))
        return said_by(program, REACHED=str(tmp_path))

    right = said_by(compiled(tmp_path, CONDITIONS))
    assert said_with(0) == right
    met = mistakes.read_bytes()
    for mutant in made:
        said = said_by(compiled(tmp_path, mutant.applied(CONDITIONS)))
        assert said_with(numbers[mutant.name]) == said, mutant
        assert met[numbers[mutant.name]] == 1 or said == right, mutant
    assert 0 < met.count(1) < len(made)


ENDLESS = '''\
int
main(void)
{
    unsigned count = 3;

    while (count)
        count--;
    return 0;
}
'''


def test_a_program_that_never_ends_is_ended(tmp_path):
    made = {mutant.name: number for number, mutant in enumerate(mutants.of_text("a.c", ENDLESS), 1)}
    text, names = switched.of_text("a.c", ENDLESS, made)
    tests = sources.ROOT / "tests"
    program = compiled(tmp_path, text, "-include", tests / "switched.h", tests / "reached.c")
    endless = next(name for name in names if name.endswith("removed"))
    (tmp_path / "mistakes").write_bytes(bytes((8 << 20) - 8) + struct.pack("=II", 1, made[endless]))
    done = subprocess.run(program, env={"REACHED": str(tmp_path)}, check=False, timeout=60)
    assert done.returncode == -signal.SIGXCPU


def test_the_table_of_mistakes_adds_up():
    text = (sources.ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = re.search(r"^\| \| mistakes \|.*?\n\n", text, re.MULTILINE | re.DOTALL)[0].splitlines()[2:-1]
    rows = [[int(cell.strip(" %").replace(",", "")) for cell in line.split("|")[2:-1]] for line in table]
    for mistakes, noticed, survived, *others, rate in rows:
        assert mistakes == noticed + survived + sum(others)
        assert rate == round(100 * noticed / (noticed + survived))
    assert [sum(column) for column in list(zip(*rows[:-1]))[:-1]] == rows[-1][:-1]


def test_the_table_of_samples_adds_up():
    text = (sources.ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = re.search(r"^\| \| in all \|.*?\n\n", text, re.MULTILINE | re.DOTALL)[0].splitlines()[2:]
    *rows, whole = [[int(cell.strip(" %").replace(",", "")) for cell in line.split("|")[2:-1]]
                    for line in table if line]
    for _, tried, noticed, left, others, rate in rows:
        assert tried == noticed + left + others
        assert rate == round(100 * noticed / (noticed + left))
    assert [sum(column) for column in list(zip(*rows))[:-1]] == whole[:-1]
    weighted = sum(in_all * noticed / (noticed + left) for in_all, _, noticed, left, *_ in rows)
    assert whole[-1] == round(100 * weighted / whole[0])


def test_what_notes_is_each_programs_own(tmp_path):
    """What is preloaded into tshark (resident.c) would note for the plugin otherwise, in a map that nobody reads."""
    library = tmp_path / "reached.so"
    subprocess.run(["cc", "-shared", "-fPIC", sources.ROOT / "tests" / "reached.c", "-o", library], check=True)
    seen = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    assert seen == ""


def loaded():
    loader = SourceFileLoader("tools_mutants", str(sources.ROOT / "tools" / "mutants"))
    tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(tool)
    return tool


POINTERS = '''\
int
distance(const char *begin, const char *end, int count)
{
    static int size = 3 *
        4;

    return end - begin - 1 + size % count;
}
'''


def test_what_the_compiler_refuses_has_no_switch(tmp_path):
    """Two pointers have no sum, and a constant calls nothing: these lines are without switches of arithmetic."""
    numbers = {mutant.name: number for number, mutant in enumerate(mutants.of_text("a.c", POINTERS), 1)}
    refused = loaded().Refused(tmp_path)
    (tmp_path / "source").mkdir()
    file = tmp_path / "source" / "a.c"

    def said_by_the_compiler():
        allowed = {name: number for name, number in numbers.items() if name not in refused.names}
        file.write_text(switched.of_text("a.c", POINTERS, allowed)[0], encoding="utf-8")
        return subprocess.run(["cc", "-w", "-include", sources.ROOT / "tests" / "switched.h", "-c", "-o", "/dev/null",
                               file], capture_output=True, text=True, check=False).stderr

    said = said_by_the_compiler()
    assert refused.learn(said, numbers) and not refused.learn(said, numbers)
    assert said_by_the_compiler() == ""
    assert {name.split(":")[1] for name in numbers} == {name.split(":")[1] for name in refused.names} == {"4", "7"}
    assert loaded().Refused(tmp_path).names == refused.names


@pytest.mark.parametrize("operator, met, expected", [
    ("operand", "2", "test_a.py::test_met"), ("operand", "0", "test_a.py::test_there"),
    ("relational", "2", "test_a.py::test_met"), ("relational", "0", None)])
def test_what_an_operand_does_may_be_missed(tmp_path, operator, met, expected):
    """Though its value was the same whenever a test reached it; a comparison does nothing else."""
    mutant = types.SimpleNamespace(name=f"none.c:9:1:{operator}", file="none.c", line=9, operator=operator)
    reach = loaded().Reach(tmp_path / "reach.json", {mutant.name: 1}, {})
    reach.lines = {"none.c": [9]}
    reach.suites = {"test_a.py": {"tests": {
        "test_a.py::test_there": [1, {"none.c": [9]}, "0"], "test_a.py::test_met": [1, {}, met]}}}
    assert [test for _, test in reach.trying(mutant)] == ([expected] if expected else [])


def test_half_of_the_time_is_for_the_tests_that_noticed_most(tmp_path):
    """Of the tests that meet a mistake: one of each function before a second one, and of the functions the one that
    noticed most mistakes near it before. The rest is for those of which most mistakes that they meet are in the file.
    As many as the seconds allow."""
    tool = loaded()
    tests = [f"test_a.py::test_{name}" for name in ("a[0]", "a[1]", "b", "c", "d", "e")]
    results = tool.Results(tmp_path / "results.jsonl")
    for line, test, verdict in ((10, tests[2], tool.KILLED), (20, tests[1], tool.KILLED), (7, tests[2], tool.KILLED),
                                (9, tests[3], tool.SURVIVED)):
        mutant = types.SimpleNamespace(name=f"none.c:{line}:1:guard", file="none.c", code="", to="")
        results.note(mutant, verdict, test)
    met = dict(zip(tests, ["e", "e", "e", "e", "6", "2"]))     # mistakes 1 to 3: the first one is in the file
    numbers = {"none.c:9:1:guard": 1, "other.c:1:1:guard": 2, "other.c:2:1:guard": 3}
    near, far, other = (types.SimpleNamespace(file=file, line=line)
                        for file, line in (("none.c", 9), ("none.c", 19), ("other.c", 1)))
    for known in (results, tool.Results(tmp_path / "results.jsonl")):
        reach = tool.Reach(tmp_path / "reach.json", numbers, known.noticed)
        reach.suites = {"test_a.py": {"tests": {test: [1, {}, met[test]] for test in tests}}}
        found = [(1, test) for test in tests]
        assert reach.some_of(found, 6, near) == [tests[2], tests[1], tests[3], tests[5], tests[4], tests[0]]
        assert reach.some_of(found, 6, far) == [tests[1], tests[2], tests[3], tests[5], tests[4], tests[0]]
        assert reach.some_of(found, 4, near) == [tests[2], tests[1], tests[5], tests[4]]
        assert reach.some_of(found, 1, other) == [tests[0]]


def test_a_test_that_failed_without_a_mistake_is_asked_again(monkeypatch):
    """Memory may have been short. One that passed without a mistake is sound for good."""
    monkeypatch.setenv("REACHED", "")
    import reached
    answers = iter([False, True])
    monkeypatch.setattr(reached, "passes", lambda item: next(answers))
    item = types.SimpleNamespace(nodeid="test_a.py::test_a")
    assert [reached.is_sound(item) for _ in range(3)] == [False, True, True]
