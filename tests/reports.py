# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs godot-report, which is built beside the plugin if json-glib is there."""

import os
import subprocess
from pathlib import Path

import wireshark

REPORT = Path(os.environ["GODOT_PLUGIN"]).resolve().parent / "godot-report"


def run(*words, stdin=None):
    program = wireshark.readable(REPORT)
    if not os.access(program, os.X_OK):
        program.chmod(0o755)
    done = subprocess.run(wireshark._command(str(program), words), check=False, stdin=stdin, capture_output=True,
                          env={**wireshark.quick_environment(), **wireshark.UNCLEAN}, text=True, errors="replace",
                          cwd="/", timeout=wireshark.TIMEOUT)
    assert "CRITICAL" not in done.stderr, done.stderr      # a complaint of GLib
    return done
