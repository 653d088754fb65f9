# SPDX-License-Identifier: GPL-2.0-or-later
"""A place where tools/batch is installed, for its tests and for the commands of the documents that use it."""

import csv
import functools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import wireshark
from test_cookbook import lines, pattern


class Place:
    """A folder of the programs' user with tools/batch and godot-split as they are installed, without the files that are
    beside them in the repository."""

    def __init__(self):
        self.folder = wireshark.writable_folder()
        self.program = self.folder / "bin" / "godot-captures"
        self.program.parent.mkdir()
        shutil.copy(wireshark.ROOT / "tools" / "batch", self.program)
        shutil.copy(Path(os.environ["GODOT_PLUGIN"]).resolve().parent / "godot-split", self.program.parent)
        self.captures = self.folder / "captures"
        self.captures.mkdir()
        self.out = self.folder / "out"
        self.own()

    def own(self):
        """Gives everything in the folder to the programs' user."""
        wireshark._give_away(self.folder)
        for program in self.program.parent.iterdir():
            program.chmod(0o755)

    def add(self, name, data):
        path = self.captures / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.own()
        return path

    def add_capture(self, name, to=None):
        return self.add(to or f"{name}.pcapng", (wireshark.CAPTURES / f"{name}.pcapng").read_bytes())

    def environment(self, plugin=True):
        environment = wireshark.quick_environment() if plugin else wireshark.environment(plugin)
        return {**environment, "PATH": f"{self.program.parent}:{environment['PATH']}:/usr/sbin"}

    def command(self, *words):
        """Runs a command as the programs' user."""
        return wireshark._command("env", words)

    def run(self, *words, plugin=True, prefix=()):
        """Runs the batch program. prefix: a command to run it with, instead of the change of user."""
        command = [*prefix, *map(str, words)] if prefix else self.command(*words)
        return subprocess.run(command, env=self.environment(plugin), capture_output=True, text=True,
                              timeout=wireshark.TIMEOUT, check=False, cwd=self.folder)

    def batch(self, *words, **how):
        return self.run("godot-captures", *words, **how)

    def result(self, capture):
        return Path(f"{self.out}{capture}.jsonl.zst")

    def results(self):
        return {Path("/", path.relative_to(self.out)) for path in self.out.rglob("*.jsonl.zst")}

    def rows(self, capture):
        text = subprocess.run(["zstd", "-dc", self.result(capture)], capture_output=True, check=True).stdout.decode()
        return [json.loads(row) for row in text.splitlines()]

    def summary(self):
        """Returns a dictionary from a capture's path to its line in summary.csv."""
        with open(self.out / "summary.csv", encoding="utf-8", newline="") as file:
            return {Path(line["capture"]): line for line in csv.DictReader(file)}


@functools.cache
def refusal():
    """Returns why a test cannot have a network and mounts of its own here; "" if it can."""
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    needed = "ip link set lo up && mount -t proc proc /proc && mount -t tmpfs none /mnt"
    done = subprocess.run(
        ["unshare", *rights, "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", needed],
        env={**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}, capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def remote(name, *arguments):
    """Returns the command that runs another one in the network that a program of remote/ makes. Skips the test where
    that is impossible."""
    if refusal():
        pytest.skip(f"a network of its own is refused here (containers, hardened hosts): {refusal()}")
    return [wireshark.ROOT / "tests" / "remote" / name, *arguments]


def two_machines(place):
    """Returns the command that runs another one with "east" and "west" as other machines."""
    return remote("two-machines", place.folder)


def small_disk(folder, size):
    """Returns the command that runs another one for which the folder is a disk of this size."""
    return remote("small-disk", folder, size)


def sections(document):
    """Returns a dictionary from headings to pairs: a command of several lines, and its output or None."""
    text = (wireshark.ROOT / "docs" / document).read_text(encoding="utf-8")
    return {part.partition("\n")[0].removeprefix("# "):
            re.findall(r"^```sh\n(.*?)^```$(?:\n+```text\n(.*?)^```$)?", part, re.MULTILINE | re.DOTALL)
            for part in text.split("\n## ")}


def check(place, blocks, prefix=()):
    """Runs these commands one after the other in one shell, and compares their output with the document's."""
    script = "\nprintf '\\036\\n'\n".join(command for command, _ in blocks)
    done = place.run("sh", "-euc", script, prefix=prefix)
    assert done.returncode == 0, done.stdout + done.stderr
    for (command, expected), printed in zip(blocks, done.stdout.split("\x1e\n"), strict=True):
        if expected:
            printed = "".join(line + "\n" for line in lines(printed))
            assert re.fullmatch("".join(map(pattern, lines(expected))), printed), f"{command}\n{printed}"
