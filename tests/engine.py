# SPDX-License-Identifier: GPL-2.0-or-later
"""Run Godot 4: of this machine, or of a root that tools/matrix has made."""

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOTS = Path(os.environ.get("WIRESHARK_GODOT_ROOTS", "/var/cache/wireshark-godot"))
OVERRIDE = '[autoload]\n\nGodotWireshark="*res://addons/godot_wireshark/recorder.gd"\n'


@functools.cache
def place():
    """The folder to chroot into, "/" for this machine, None if there is no Godot 4 or it cannot be run apart from the
    network."""
    if os.geteuid() != 0 or not shutil.which("ip") or subprocess.run(["unshare", "--net", "true"], capture_output=True,
                                                                     check=False).returncode:
        return None
    return next((root for root in (Path("/"), ROOTS / "forky") if (root / "usr/bin/godot").exists()), None)


needed = pytest.mark.skipif(
    place() is None,
    reason="Godot 4 runs here as root, with unshare and ip, on Debian forky or in the root that tools/matrix makes of "
           "it"
)


class Game:
    """A copy of a project, with or without the recorder, in a folder of its own."""

    def __init__(self, project, recorder=True, override=OVERRIDE):
        self.folder = Path(tempfile.mkdtemp(prefix="godot-test-", dir=place() / "tmp"))
        self.inside = Path("/") / self.folder.relative_to(place())
        self.project = self.folder / "project"
        shutil.copytree(project, self.project, ignore=shutil.ignore_patterns(".godot"))
        if recorder:
            shutil.copytree(ROOT / "recorder" / "addons", self.project / "addons")
            (self.project / "override.cfg").write_text(override)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *arguments):
        chroot = [] if place() == Path("/") else ["chroot", str(place())]
        return [*chroot, "godot", "--headless", "--path", str(self.inside / "project"), *arguments]

    def environment(self, options):
        return {"PATH": os.environ["PATH"], "HOME": str(self.inside / "home"), "LC_ALL": "C.UTF-8", **options}

    def run(self, *arguments, network=("unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"),
            timeout=60, **options):
        """What it prints, in a network of its own."""
        (self.folder / "home").mkdir(exist_ok=True)
        done = subprocess.run([*network, *self.command(*arguments)], env=self.environment(options), cwd="/",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=timeout, check=False)
        return done.stdout

    def start(self, *arguments, **options):
        """The running process; what it prints is read by communicate()."""
        (self.folder / "home").mkdir(exist_ok=True)
        return subprocess.Popen(self.command(*arguments), env=self.environment(options), cwd="/",
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
