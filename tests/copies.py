# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of the project that tools/mutate and tools/mutants break, build and test."""

import filecmp
import os
import queue
import re
import shutil
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import mutations

LEFT_OUT = shutil.ignore_patterns(".git", "build*", "__pycache__")
PATIENCE = 1800     # seconds; a mistake may make a program that never ends


class Trouble(Exception):
    """Why nothing can be said about the tests."""


class NotCompiled(Trouble):
    """The compiler or the linker refused."""


def run(*command, patience=PATIENCE, **options):
    """Returns how it ended, and its output; a command that never ends has failed, and is ended with its children."""
    with subprocess.Popen([str(part) for part in command], text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
                          **options) as process:
        try:
            said = process.communicate(timeout=patience)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return 1, f"not done after {patience} s"
    return process.returncode, said


def must(*command, trouble=Trouble):
    code, said = run(*command)
    if code != 0:
        raise trouble(said)


def program_of(unit_test):
    return unit_test.replace("unit", "test", 1)


def copy_if_changed(file, to):
    """For a copy that is used again: what is the same need not be compiled again."""
    if not os.path.exists(to) or not filecmp.cmp(file, to, shallow=False):
        shutil.copyfile(file, to)
        shutil.copymode(file, to)


def copier(texts):
    """Returns a function that copies a file unless it is the same, or has another text in the copy."""
    def copy(file, to):
        text = texts.get(os.path.relpath(file, mutations.ROOT))
        if text is None:
            copy_if_changed(file, to)
        elif not os.path.exists(to) or Path(to).read_text(encoding="utf-8") != text:
            Path(to).write_text(text, encoding="utf-8")
    return copy


class Copy:
    """A copy of the project that can be broken, built and tested. settings: for CMake; texts: of sources that are
    others in the copy."""

    def __init__(self, folder, *settings, texts=None):
        self.source, self.build, self.patience = folder / "source", folder / "build", PATIENCE
        shutil.copytree(mutations.ROOT, self.source, ignore=LEFT_OUT, dirs_exist_ok=True,
                        copy_function=copier(texts or {}))
        must("cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, *settings)
        must("cmake", "--build", self.build, "--", "-k", "0", trouble=NotCompiled)
        self.python = re.search("^PYTEST_PYTHON:.*=(.*)$", (self.build / "CMakeCache.txt").read_text(), re.MULTILINE)[1]

    def compile(self, tests):
        units = {program_of(test) for test in tests if mutations.is_unit_test(test)}
        programs = {"godot-names", "godot-recorder", "godot-report", "godot-split"}
        plugin = {"godot", "resident", *programs} if len(units) < len(tests) else set()
        must("cmake", "--build", self.build, "--target", *units, *plugin, trouble=NotCompiled)

    def pytest(self, tests, *options, under=(), **variables):
        """Returns how pytest ended, and its output. under: a command that runs it."""
        environment = {**os.environ, "GODOT_PLUGIN": str(self.build / "godot.so"), "PYTHONDONTWRITEBYTECODE": "1",
                       "GODOT_NAMES": str(self.build / "godot-names"),
                       "GODOT_RESIDENT": str(self.build / "tests" / "resident.so"), **variables}
        code, said = run(*under, self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests,
                         patience=self.patience, cwd=self.source / "tests", env=environment)
        if code in (3, 4, 5):       # for example, none of these tests exists
            raise Trouble(said)
        return code, said

    def unit(self, test, under=(), **variables):
        return run(*under, self.build / "tests" / program_of(test), patience=self.patience,
                   env={**os.environ, **variables})

    def failure(self, tests, under=()):
        """Returns the output of the first test that fails; None if all pass."""
        units = [test for test in tests if mutations.is_unit_test(test)]
        others = [test for test in tests if test not in units]
        outcomes = [self.unit(test, under) for test in units]
        outcomes += [self.pytest(others, "-x", under=under)] if others else []
        return next((f"{said}\nended with {code}" for code, said in outcomes if code != 0), None)


def on_free_copies(copies, work, items):
    """Returns what work(copy, item) returns for each item, as they come; each copy has one at a time."""
    free = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def on_a_free_copy(item):
        copy = free.get()
        try:
            return work(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        try:
            for done in as_completed([pool.submit(on_a_free_copy, item) for item in items]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)
