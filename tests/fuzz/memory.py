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
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import inputs       # noqa: E402
import measure      # noqa: E402
import wireshark    # noqa: E402

TWICE, TREES, ROWS = ("-2",), ("-V",), ("-z", "godot,messages")     # ROWS: an option of the plugin's
WORST = 10
MEGABYTE = 1_000_000


def bound(capture):
    """Returns what the capture may cost."""
    return measure.memory_bound(capture.size)


class Gauge:
    """Measures, in each thread with a tshark of its own."""

    def __init__(self, target):
        self.binding = inputs.TARGETS[target]
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
    gauge = Gauge(target)
    sources = inputs.in_folders(folders)
    captures = inputs.written(Path(programs) / f"fuzz-{target}", sources, wireshark.writable_folder())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = list(pool.map(gauge.at_most, captures))
    worst = sorted(zip(captures, costs), key=lambda each: each[1] / bound(each[0]), reverse=True)[:WORST]
    print(f"{target}: {len(captures)} captures of up to {max(each.size for each in captures):,} bytes cost up to "
          f"{max(costs) / MEGABYTE:.1f} MB; the worst, measured again:")
    print(f"   {'bytes':>8}  {'at most':>8}  {'exactly':>8}  {'bound':>8}")
    broken = 0
    for capture, most in worst:
        cost = gauge.exactly(capture)
        broken += cost > bound(capture)
        print(f"   {capture.size:8,}  {most / MEGABYTE:5.1f} MB  {cost / MEGABYTE:5.1f} MB  "
              f"{bound(capture) / MEGABYTE:5.1f} MB  {cost / bound(capture):4.0%}  {capture.source.name}", flush=True)
    return broken > 0


if __name__ == "__main__":
    sys.exit(main())
