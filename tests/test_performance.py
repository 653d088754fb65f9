# SPDX-License-Identifier: GPL-2.0-or-later
"""Is the plugin as fast as it was? The two commonest kinds of packets may cost at most twice what docs/performance.md
allows.

By tools/bench, which counts instructions: so it does not matter what else the machine does. It has the other goals,
too.
"""

import subprocess
import sys

import pytest

import measure
import wireshark


@pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")
def test_packets_cost_little_above_the_floor():
    done = subprocess.run(
        [sys.executable, wireshark.ROOT / "tools" / "bench", "--quick", "--slack", "2", "replication", "calls"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
