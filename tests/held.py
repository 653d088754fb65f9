# SPDX-License-Identifier: GPL-2.0-or-later
"""A large game, and a program that is stopped while it reads it: so time passes, however fast the machine is."""

import os
import signal
import subprocess
import time
from pathlib import Path

import wireshark

LINES = b"# nothing is declared here\n"
FILES, SIZE = 12, 16 << 20


def add_large_scripts(folder):
    """Scripts that take half a second, read before all others: one file of many names."""
    (folder / "0.gd").write_bytes(LINES * (SIZE // len(LINES)))
    for number in range(1, FILES):
        os.link(folder / "0.gd", folder / f"0{number}.gd")


def _reads(program, folder):
    try:
        return any(os.readlink(file).startswith(str(folder)) for file in Path(f"/proc/{program.pid}/fd").iterdir())
    except FileNotFoundError:       # closed meanwhile
        return False


def hold(command, folder, seconds, *signals, **how):
    """Runs a command, and stops it for so many seconds when it reads a file below the folder. It gets the signals then.

    Returns its status, its standard output and its standard error output.
    """
    wireshark.skip_on_windows("a program that is watched and stopped")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how) as program:
        while program.poll() is None and not _reads(program, folder):
            pass
        assert program.poll() is None, "it ended and read nothing, or read it too fast"
        for number in (signal.SIGSTOP, *signals):
            program.send_signal(number)
        time.sleep(seconds)
        program.send_signal(signal.SIGCONT)
        printed, told = program.communicate(timeout=60)
    return program.returncode, printed, told
