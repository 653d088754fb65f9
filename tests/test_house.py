# SPDX-License-Identifier: GPL-2.0-or-later
"""The tests and tools can be read: short lines, one statement on each, and no name defined twice."""

import ast
import io
import tokenize

import pytest

import sources

COLUMNS = 120


def is_python(file):
    """Tells whether a file is Python by its suffix or, without one, by its first line."""
    if file.suffix:
        return file.suffix == ".py"
    with open(file, "rb") as begin:
        return begin.readline().startswith(b"#!") and b"python" in file.read_bytes().partition(b"\n")[0]


def found(*folders):
    return sorted(file for folder in folders for file in (sources.ROOT / folder).rglob("*")
                  if file.is_file() and not file.is_symlink())


PYTHON = [
    file.relative_to(sources.ROOT).as_posix()
    for file in found("tests", "tools", "packaging", "debian/tests") if is_python(file)]
C = [file.relative_to(sources.ROOT).as_posix() for file in found("tests") if file.suffix in (".c", ".h")]


def lines_of_data(text):
    """Returns the numbers of the lines in strings of several lines, unless they are documentation: these are data."""
    documented = {node.body[0].lineno for node in ast.walk(ast.parse(text))
                  if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)}
    return {line for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.STRING and token.start[0] not in documented and token.end[0] > token.start[0]
            for line in range(token.start[0], token.end[0] + 1)}


def long_lines(text, passed_over=()):
    return [number for number, line in enumerate(text.splitlines(), 1)
            if len(line) > COLUMNS and number not in passed_over]


def several_statements(text):
    """Returns the lines with calls joined by commas or semicolons, as if they were one statement."""
    bodies = [getattr(node, field) for node in ast.walk(ast.parse(text)) for field in ("body", "orelse", "finalbody")
              if isinstance(getattr(node, field, None), list)]
    tuples = [statement.lineno for body in bodies for statement in body
              if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Tuple)]
    joined = [second.lineno for body in bodies for first, second in zip(body, body[1:])
              if first.end_lineno == second.lineno]
    return sorted(tuples + joined)


def defined_twice(text):
    """Returns the names of functions and classes that one body defines more than once."""
    twice = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            names = [inner.name for inner in node.body if isinstance(inner, (ast.ClassDef, ast.FunctionDef))
                     and not inner.decorator_list]
            twice += sorted({name for name in names if names.count(name) > 1})
    return twice


@pytest.mark.parametrize("name", PYTHON)
def test_python_can_be_read(name):
    text = sources.text(name)
    assert long_lines(text, lines_of_data(text)) == []
    assert several_statements(text) == []
    assert defined_twice(text) == []


@pytest.mark.parametrize("name", C)
def test_c_can_be_read(name):
    assert long_lines(sources.text(name)) == []


def test_what_cannot_be_read_would_be_seen():
    assert long_lines("#" * 121 + "\n" + "#" * 120) == [1]
    assert several_statements("if a:\n    b(), c()\nd(); e()\n(f, g) = 1, 2\n") == [2, 3]
    assert defined_twice("class A:\n    def a(): pass\n    def a(): pass\ndef b(): pass\n") == ["a"]
    text = 'a = """\nlong\n"""\ndef b():\n    """One\n    two."""\n'
    assert lines_of_data(text) == {1, 2, 3}
