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


# Prints a dissection, the frames, fields, or rows and tables, after what it complains of. A capture may have its own.
PRINTING = """#!/bin/sh
words=$*
while [ "$1" != -r ]; do shift; done
cd "${0%/*}"
case " $words " in
*" pdml "*) what=pdml ;;
*" -w "*) what=frames ;;
*" frame.time_epoch "*) what=fields ;;
*) what=rows ;;
esac
[ ! -e "$what.${2##*/}" ] || what=$what.${2##*/}
printf '%s\\n' "$words" >>asked 2>/dev/null
[ ! -e $what.complaint ] || cat $what.complaint >&2
[ -e $what.status ] || exec cat $what
cat $what
status=$(cat $what.status)
[ "$status" != killed ] || kill -9 $$
exit "$status"
"""


def printing(folder, **files):
    """Makes a tshark in the folder. files: what it prints, complains of, and with which status it ends,
    or that it is killed."""
    wireshark.skip_on_windows("another tshark in the PATH")
    program = folder / "tshark"
    program.write_text(PRINTING)
    program.chmod(0o755)
    for name, content in files.items():
        file = folder / name.replace("_", ".")
        file.write_bytes(content if isinstance(content, bytes) else content.encode())


def run_with(folder, *words, program=REPORT, cwd=None):
    """Runs the program with the tshark in the folder."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=60, cwd=cwd,
                          env={**os.environ, **wireshark.UNCLEAN, "PATH": f"{folder}:{os.environ['PATH']}"})
    assert "CRITICAL" not in done.stderr, done.stderr
    return done
