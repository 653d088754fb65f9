# SPDX-License-Identifier: GPL-2.0-or-later
"""What does tshark spend on the packets of a capture: instructions, user time, memory?

Every run includes the cost of its start. So a cost here is a difference: the cost of the first packets of some traffic,
up to one number, less their cost up to a smaller number. The two numbers are called its ends.
"""

import functools
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import traffic
import wireshark

VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
COUNTED = re.compile(rb"I +refs: +([\d,]+)")


def memory_bound(size):
    """Returns the bytes that a capture of so many may cost beyond what tshark needs without the plugin
    (docs/security.md)."""
    return 20 * size + (32_000_000 if wireshark.version() >= (4, 4) else 30_000_000)


def can_count():
    return shutil.which(VALGRIND[0]) is not None


@dataclass(frozen=True)
class Traffic:
    """A kind of traffic. make(*arguments) returns its packets."""

    name: str
    make: Callable
    arguments: tuple = ()

    def packets(self):
        return self.make(*self.arguments)


@dataclass(frozen=True)
class Way:
    """How tshark reads a capture: its options, with the plugin or without."""

    options: tuple = ()
    plugin: bool = True

    def also(self, options):
        return Way(self.options + options, self.plugin)


@dataclass(frozen=True)
class Run:
    """What one run took."""

    instructions: int   # 0 if they were not counted
    seconds: float      # in user mode
    peak: int           # bytes in memory, at most
    lines: int          # printed


@functools.cache
def seeded(seed):
    """Returns the environment in which Wireshark's random numbers follow from the seed (seeded.c). GODOT_SEEDED names
    the library; without it they stay random."""
    library = os.environ.get("GODOT_SEEDED", "")
    if not os.path.isfile(library):
        return {}
    return {"LD_PRELOAD": str(wireshark.readable(library)), "GODOT_SEED": str(seed)}


def counts(command, environment):
    """Returns the instructions of a program under VALGRIND at each of its snapshots (snapshots.c), and at its end.
    Seeds of hash tables, which change them by three hundredths, are always the same (seeded.c)."""
    folder = Path(os.environ["GODOT_PLUGIN"]).parent / "tests"
    libraries = [str(wireshark.readable(folder / name)) for name in ("snapshots.so", "seeded.so")]
    done = subprocess.run(command, env=wireshark.environment() | {"LD_PRELOAD": ":".join(libraries), **environment},
                          cwd="/", check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return [int(number.replace(b",", b"")) for number in COUNTED.findall(done.stderr)]


def run(capture, way, seed=None):
    """Let tshark read a capture; WiresharkError if it fails. seed: counts the instructions."""
    counted = seed is not None
    program, *arguments = [*(VALGRIND if counted else ()), "tshark", "-n", "-r", capture, *way.options]
    environment = wireshark.environment(way.plugin) | (seeded(seed) if counted else {})
    with (tempfile.TemporaryFile() as errors,
          subprocess.Popen(wireshark._command(program, arguments), env=environment, cwd="/",
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as process):
        lines = sum(part.count(b"\n") for part in iter(lambda: process.stdout.read(1 << 16), b""))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read()
    if process.returncode != 0:
        raise wireshark.WiresharkError(f"{program} {' '.join(map(str, arguments))}\nended with {process.returncode}:\n"
                                       + said.decode(errors="replace"))
    instructions = int(COUNTED.search(said)[1].replace(b",", b"")) if counted else 0
    return Run(instructions, usage.ru_utime, usage.ru_maxrss * 1024, lines)


class Meter:
    """Measures. A result is kept and not measured again; tell(text) is called with the current work, from many
    threads."""

    def __init__(self, tell):
        wireshark.require_plugin()
        self.tell = tell
        self.folder = wireshark.writable_folder()
        self.lock = threading.Lock()
        self.captures = {}      # the file of each key
        self.counts = {}        # the futures of the runs of each (file, way)
        self.pool = ThreadPoolExecutor(os.cpu_count())

    def capture(self, kind, count):
        """Returns the file with the first count packets; None: with all."""
        with self.lock:
            # Kinds that begin alike have their first packet in common, and so its cost.
            key = next(kind.packets()) if count == 1 else (kind, count)
            if key not in self.captures:
                self.captures[key] = traffic.write(self.folder / f"{len(self.captures)}.pcap", kind.packets(), count)
            return self.captures[key]

    def instructions(self, kind, ends, ways, seeds=1):
        """Counts each way, with as many runs at a time as there are cores. seeds: takes the mean of so many, as seeds
        of hash tables matter."""
        runs = [[self._counting(kind, count, way, seeds) for count in ends] for way in ways]
        return [statistics.mean(longer.result().instructions - shorter.result().instructions
                                for shorter, longer in zip(*pair)) for pair in runs]

    def _counting(self, kind, count, way, seeds):
        capture = self.capture(kind, count)
        with self.lock:
            runs = self.counts.setdefault((capture, way), [])
            while len(runs) < seeds:
                runs.append(self.pool.submit(self._count, capture, way, len(runs) + 1,
                                             f"count {kind.name}, {count} packets"))
            return runs[:seeds]

    def _count(self, capture, way, seed, what):
        self.tell(" ".join([what, *(() if way.plugin else ["without the plugin"]), *way.options]))
        return run(capture, way, seed)

    def stop(self):
        """Starts no further run."""
        self.pool.shutdown(cancel_futures=True)

    def spent(self, kind, ends, ways, gauge, rounds=1):
        """Measures each way in runs that take turns, with nothing else running: gauge(Run) is the cost of one. Returns
        the medians of the rounds."""
        found = []
        for number in range(rounds):
            self.tell(f"run {kind.name}, {ends[1] or 'all'} packets, round {number + 1} of {rounds}")
            pairs = [[gauge(run(self.capture(kind, count), way)) for count in ends] for way in ways]
            found.append([longer - shorter for shorter, longer in pairs])
        return [statistics.median(costs) for costs in zip(*found)]
