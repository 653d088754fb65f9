#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""memory.py PROGRAMS TARGET FOLDER...: how much memory does a capture cost, beyond what tshark needs without the
plugin?

The captures are the inputs in the folders, as the target writes them (capture.h). A capture may cost what
docs/security.md says: otherwise this ends with 1. PROGRAMS is the folder of the fuzz targets; GODOT_PLUGIN and
GODOT_RESIDENT name the plugin and resident.so.
"""

import os
import struct
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import measure      # noqa: E402
import wireshark    # noqa: E402

# What a target tells Wireshark by functions (fuzz-*.c), as options.
TARGETS = {
    "enet": ("-d", "udp.port==45000,enet"),
    "stream": ("-d", "tcp.port==45000,godot.stream"),
    "debugger": ("-d", "tcp.port==45001,godot.debug"),
    "websocket": ("-d", "tcp.port==45000,http"),
    "variant": ("-o", 'uat:user_dlts:"User 0 (DLT=147)","godot.variant","1","","0",""'),
    "recording": (),
}
TWICE, TREES, ROWS = ("-2",), ("-V",), ("-z", "godot,messages")     # ROWS: an option of the plugin's
WORST = 10
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Capture:
    """An input, and what tshark reads."""

    source: Path
    file: Path
    options: tuple      # of the plugin's

    @property
    def size(self):
        return self.file.stat().st_size

    @property
    def bound(self):
        return measure.memory_bound(self.size)


def written(program, sources, folder):
    """Returns the captures of the inputs."""
    # To look for leaks, libFuzzer would run some twice.
    subprocess.run([program, "-detect_leaks=0", *sources], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL,
                   env=os.environ | {"FUZZ_CAPTURES": folder, "LLVM_PROFILE_FILE": "/dev/null"})
    files = [folder / f"{number}.pcap" for number in range(len(sources))]
    assert set(folder.glob("*.pcap")) == set(files), "another number of captures than of inputs"
    return [Capture(source, file, preferences(file)) for source, file in zip(sources, files)]


def preferences(file):
    return tuple(word for line in file.with_suffix(".preferences").read_text(encoding="utf-8").splitlines()
                 for word in ("-o", line))


class Gauge:
    """Measures, in each thread with a tshark of its own."""

    def __init__(self, target):
        self.binding = TARGETS[target]
        self.own = threading.local()
        empty = wireshark.writable_folder() / "empty.pcap"
        empty.write_bytes(struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))
        resident = wireshark.ResidentTshark(os.environ["GODOT_RESIDENT"], False, TREES)
        self.floor = resident.peak(["-n", *TWICE, "-r", empty])

    def at_most(self, capture):
        """Returns what a capture costs at most: the peak of a tshark that does everything at once, less that of one
        without the plugin that reads nothing."""
        if not hasattr(self.own, "tshark"):
            self.own.tshark = wireshark.ResidentTshark(os.environ["GODOT_RESIDENT"], early=TREES)
        words = ["-n", *TWICE, *ROWS, *self.binding, *capture.options, "-r", capture.file]
        return self.own.tshark.peak(words) - self.floor

    def exactly(self, capture):
        """Returns the peaks of fresh tsharks with the plugin, less those of others without it: the most of all ways."""
        return max(self._peak(capture, (*options, *rows), True) - self._peak(capture, options, False)
                   for options in ((), TREES, TWICE, TWICE + TREES) for rows in ((), ROWS))

    def _peak(self, capture, options, plugin):
        told = (*self.binding, *capture.options) if plugin else ()
        return measure.run(capture.file, measure.Way((*options, *told), plugin)).peak


def main():
    programs, target, *folders = sys.argv[1:]
    sources = [file for folder in folders if Path(folder).is_dir() for file in sorted(Path(folder).iterdir())]
    gauge = Gauge(target)
    captures = written(Path(programs) / f"fuzz-{target}", sources, wireshark.writable_folder())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = list(pool.map(gauge.at_most, captures))
    worst = sorted(zip(captures, costs), key=lambda each: each[1] / each[0].bound, reverse=True)[:WORST]
    print(f"{target}: {len(captures)} captures of up to {max(each.size for each in captures):,} bytes cost up to "
          f"{max(costs) / MEGABYTE:.1f} MB; the worst, measured again:")
    print(f"   {'bytes':>8}  {'at most':>8}  {'exactly':>8}  {'bound':>8}")
    broken = 0
    for capture, most in worst:
        cost = gauge.exactly(capture)
        broken += cost > capture.bound
        print(f"   {capture.size:8,}  {most / MEGABYTE:5.1f} MB  {cost / MEGABYTE:5.1f} MB  "
              f"{capture.bound / MEGABYTE:5.1f} MB  {cost / capture.bound:4.0%}  {capture.source.name}", flush=True)
    return broken > 0


if __name__ == "__main__":
    sys.exit(main())
