# SPDX-License-Identifier: GPL-2.0-or-later
"""Which lines does each test reach, and which mistakes does it meet? Which does it notice? A plugin of pytest for
tools/mutants, whose builds are linked with reached.c.

The folder that REACHED names has a map for each program: a byte for each byte of its code; and one for the mistakes.
Afterwards reached.json in it has for each test that passes the seconds of processor time, and for each map where it was
reached.

If the folder has plan.json (test -> numbers of mistakes), each of its tests runs without a mistake, then with each of
its own that no test noticed before. noticed.jsonl gets a line for each that it notices.
"""

import atexit
import functools
import gc
import json
import mmap
import os
import re
import resource
import signal
import struct
from pathlib import Path

import pytest
from _pytest import runner

import wireshark

SIZE = 8 << 20      # as in reached.c
KEPT = {wireshark.version, wireshark._folder, wireshark._resident, wireshark._resident_tshark}
REACHED = re.compile(rb"\x01")

SECONDS = 120       # of a test with a mistake, on a busy machine
PROCESSOR = 30      # seconds of each program
MEMORY = 4 << 30    # bytes of each program

maps, tests, plan, noticed = {}, {}, {}, {}


def pytest_sessionstart():
    folder = Path(os.environ["REACHED"])
    for file in folder.iterdir():
        if file.stat().st_size == SIZE:
            with open(file, "r+b") as opened:
                maps[file.name] = mmap.mmap(opened.fileno(), SIZE)
    if (folder / "plan.json").exists():
        plan.update(json.loads((folder / "plan.json").read_text(encoding="utf-8")))
        signal.signal(signal.SIGXCPU, lambda *_: None)      # this process may take longer
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, end_of_patience)


def end_of_patience(*_):
    raise TimeoutError(f"not done after {SECONDS} s")


def forget():
    """Lets each test read for itself what tests share otherwise."""
    for function in gc.get_objects():
        if isinstance(function, functools._lru_cache_wrapper) and function not in KEPT and \
                "/tests/" in getattr(function.__wrapped__, "__code__", forget.__code__).co_filename:
            function.cache_clear()


def passes(item):
    """Runs a test, with new fixtures."""
    forget()
    item._initrequest()
    return not any(report.failed for report in runner.runtestprotocol(item, log=False, nextitem=None))


def measure(item):
    for map_ in maps.values():
        map_[:] = bytes(SIZE)
    begin = sum(os.times()[:4])
    if passes(item):
        tests[item.nodeid] = (round(sum(os.times()[:4]) - begin, 2), {
            name: [match.start() for match in REACHED.finditer(map_)] for name, map_ in maps.items()})
    else:       # for example, because this build is slow
        print(f"{item.nodeid} fails without a mistake")


def make(number):
    maps["mistakes"][-4:] = struct.pack("=I", number)


def end_sharkd():
    """It may be in any state after a mistake, and all its tests together may take more time than a program may."""
    if wireshark._resident.cache_info().currsize:
        program = wireshark._resident()
        atexit.unregister(program.__exit__)
        program.process.kill()
        program.process.wait()
        wireshark._resident.cache_clear()


def notices(item, number):
    """Does this test notice this mistake?"""
    end_sharkd()
    make(number)
    signal.alarm(SECONDS)
    try:
        return not passes(item)
    finally:
        signal.alarm(0)
        make(0)
        end_sharkd()


def try_mistakes(item):
    for number in plan[item.nodeid]:
        if number not in noticed and notices(item, number):
            noticed[number] = item.nodeid
            gc.collect()        # failures leave cycles of objects behind
            with open(Path(os.environ["REACHED"], "noticed.jsonl"), "a", encoding="utf-8") as file:
                file.write(json.dumps([number, item.nodeid]) + "\n")


def pytest_collection_modifyitems(items):
    if plan:
        items[:] = [item for item in items if item.nodeid in plan]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if not plan:
        measure(item)
    elif passes(item):
        try_mistakes(item)
    return True


def pytest_sessionfinish():
    Path(os.environ["REACHED"], "reached.json").write_text(json.dumps(tests), encoding="utf-8")
