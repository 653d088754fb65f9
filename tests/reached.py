# SPDX-License-Identifier: GPL-2.0-or-later
"""Which lines does each test reach? A plugin of pytest for tools/mutants, whose builds are linked with reached.c.

The folder that REACHED names has a map for each program: a byte for each byte of its code. Afterwards reached.json in
it has for each test the seconds of processor time, and for each program where its code was reached.
"""

import functools
import gc
import json
import mmap
import os
import re
from pathlib import Path

import pytest

import wireshark

SIZE = 8 << 20      # as in reached.c
KEPT = {wireshark.version, wireshark._folder, wireshark._resident}
REACHED = re.compile(rb"\x01")

maps, tests = {}, {}


def pytest_sessionstart():
    for file in Path(os.environ["REACHED"]).iterdir():
        with open(file, "r+b") as opened:
            maps[file.name] = mmap.mmap(opened.fileno(), SIZE)


def forget():
    """Lets each test read for itself what tests share otherwise."""
    for function in gc.get_objects():
        if isinstance(function, functools._lru_cache_wrapper) and function not in KEPT and \
                "/tests/" in getattr(function.__wrapped__, "__code__", forget.__code__).co_filename:
            function.cache_clear()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    forget()
    for map_ in maps.values():
        map_[:] = bytes(SIZE)
    begin = sum(os.times()[:4])
    yield
    tests[item.nodeid] = (round(sum(os.times()[:4]) - begin, 2), {
        name: [match.start() for match in REACHED.finditer(map_)] for name, map_ in maps.items()})


def pytest_sessionfinish():
    Path(os.environ["REACHED"], "reached.json").write_text(json.dumps(tests), encoding="utf-8")
