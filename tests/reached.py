# SPDX-License-Identifier: GPL-2.0-or-later
"""Which lines does each test reach, and which mistakes does it meet? Which does it notice? A plugin of pytest for
tools/mutants, whose builds are linked with reached.c.

The folder that REACHED names has a map for each program: a byte for each byte of its code; and one for the mistakes.
Afterwards reached.json in it has for each test that passes its seconds, and for each map where it was reached. The test
without a name is the start of tshark, which most tests share.

If the folder has plan.json (number of a mistake -> names of tests, each with the seconds of processor time that a
program may take), each mistake is made, and its tests run until one notices it. tried.jsonl gets a line for each: the
number, and the test or null. For the numbers in start.json, tshark is started again.
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
import time
from pathlib import Path

import pytest
from _pytest import runner

import wireshark

SIZE = 8 << 20      # as in reached.c
KEPT = {wireshark.version, wireshark._folder, wireshark._resident, wireshark._resident_tshark}
REACHED = re.compile(rb"\x01")

BUSY = 5            # times as long may a test take on a busy machine
MEMORY = 4 << 30    # bytes of each program

maps, tests, plan, at_start = {}, {}, {}, set()
shared, sound = [], set()


def pytest_sessionstart():
    folder = Path(os.environ["REACHED"])
    for file in folder.iterdir():
        if file.stat().st_size == SIZE:
            with open(file, "r+b") as opened:
                maps[file.name] = mmap.mmap(opened.fileno(), SIZE)
    if (folder / "plan.json").exists():
        plan.update(json.loads((folder / "plan.json").read_text(encoding="utf-8")))
        at_start.update(json.loads((folder / "start.json").read_text(encoding="utf-8")))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, end_of_patience)


def end_of_patience(*_):
    raise TimeoutError("not done for a long time")


def pytest_collection_finish():
    """Which functions keep for all tests what one of them reads?"""
    shared.extend(function for function in gc.get_objects()
                  if isinstance(function, functools._lru_cache_wrapper) and function not in KEPT and
                  "/tests/" in getattr(function.__wrapped__, "__code__", passes.__code__).co_filename)
    gc.freeze()     # what is there now is never collected


def forget():
    """Lets each test read for itself what tests share otherwise."""
    for function in shared:
        function.cache_clear()


def passes(item):
    """Runs a test, with new fixtures."""
    forget()
    item._initrequest()
    return not any(report.failed for report in runner.runtestprotocol(item, log=False, nextitem=None))


def note(name, run):
    """Notes what is reached while it runs, if it passes."""
    for map_ in maps.values():
        map_[:] = bytes(SIZE)
    begin = time.monotonic()
    if run():
        tests[name] = (round(time.monotonic() - begin, 2), {
            program: [match.start() for match in REACHED.finditer(map_)] for program, map_ in maps.items()})
    else:       # for example, because this build is slow
        print(f"{name} fails without a mistake")


def starts():
    return bool(wireshark.run("tshark", "-G", "plugins"))


def measure(item):
    if not tests:
        wireshark.frames(next(wireshark.CAPTURES.glob("*.pcapng")), "frame.number == 1")    # starts the one that stays
        note("", starts)
    note(item.nodeid, lambda: passes(item))


def make(number, seconds=0):
    """Switches a mistake on; each program that it makes a difference to has so many seconds of processor time then."""
    maps["mistakes"][-8:] = struct.pack("=II", seconds, number)


def end_sharkd():
    """It may be in any state after a mistake, and all its tests together may take more time than a program may."""
    if wireshark._resident.cache_info().currsize:
        program = wireshark._resident()
        atexit.unregister(program.__exit__)
        program.process.kill()
        program.process.wait()
        wireshark._resident.cache_clear()


def end_tshark():
    """It has registered its protocols without a mistake, or with another one."""
    for program in [one for one in gc.get_objects() if isinstance(one, wireshark.ResidentTshark)]:
        program.end()
        atexit.unregister(program.end)
    wireshark._resident_tshark.cache_clear()


def end_programs(number):
    end_sharkd()
    if number in at_start:
        end_tshark()


def notices(item, number, seconds):
    """Does this test notice this mistake?"""
    end_programs(number)
    make(number, seconds)
    signal.alarm(BUSY * seconds)
    try:
        return not passes(item)
    except TimeoutError:        # pytest was telling of a failure already
        return True
    finally:
        signal.alarm(0)
        make(0)
        end_programs(number)


def is_sound(item):
    """Does it pass without a mistake? If not, it is asked again the next time: memory may have been short."""
    if item.nodeid not in sound:
        gc.collect()
        if not passes(item):
            return False
        sound.add(item.nodeid)
    return True


def try_mistakes(items):
    with open(Path(os.environ["REACHED"], "tried.jsonl"), "a", encoding="utf-8", buffering=1) as file:
        for number, some in plan.items():
            noticing = (name for name, seconds in some
                        if notices(items[name], int(number), seconds) and is_sound(items[name]))
            file.write(json.dumps([int(number), next(noticing, None)]) + "\n")
            gc.collect()    # failures leave cycles of objects behind


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    if plan:
        try_mistakes({item.nodeid: item for item in session.items})
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    measure(item)
    return True


def pytest_sessionfinish():
    Path(os.environ["REACHED"], "reached.json").write_text(json.dumps(tests), encoding="utf-8")
