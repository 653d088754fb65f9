# SPDX-License-Identifier: GPL-2.0-or-later
"""Is the plugin as fast as it was? The two commonest kinds of packets may cost 15 % more above the floor than
docs/performance.md allows: that is for other libraries and processors.

By tools/bench, which counts instructions: so it does not matter what else the machine does. It has the other goals,
too.
"""

import subprocess
import sys

import pytest

import history
import measure
import wireshark


@pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")
def test_packets_cost_little_above_the_floor():
    done = subprocess.run(
        [sys.executable, wireshark.ROOT / "tools" / "bench", "--quick", "--slack", "1.15", "replication", "calls"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_history_compares_like_with_like(tmp_path, monkeypatch):
    def row(version, instructions, **surroundings):
        return dict.fromkeys(history.COLUMNS, "same") | {
            "version": version, "instructions": str(instructions), **surroundings}

    monkeypatch.setattr(history, "FILE", tmp_path / "history.csv")
    history.append([row("1.0", 1000), row("1.0", 700, way="other")])
    history.append([row("1.1", 1030), row("1.1", 900, glib="newer")])
    history.append([row("1.1", 1040)])
    known = history.read()
    assert [(each["version"], each["instructions"]) for each in known] == [
        ("1.0", "1000"), ("1.0", "700"), ("1.1", "900"), ("1.1", "1040")]
    assert history.before(row("1.2", 0), known)["instructions"] == "1040"
    assert history.before(row("1.2", 0, way="other"), known)["instructions"] == "700"
    assert history.before(row("1.2", 0, valgrind="newer"), known) is None
    assert history.growth(row("1.2", 1092), row("1.1", 1040)) == pytest.approx(0.05)


def test_history_has_this_version():
    assert history.version() in {row["version"] for row in history.read()}
