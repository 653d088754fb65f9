# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tshark command and every filter of the README works, and prints something."""

import functools
import re
import shlex

import pytest

import wireshark

README = (wireshark.ROOT / "README.md").read_text()
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
FILTERS = [row.replace(r"\|", "|") for row in re.findall(r"^\| `(.*?)` \|", README.split("\n## Filter")[1].split("\n## ")[0],
                                                         re.MULTILINE)]


def arguments(command):
    """The words behind "tshark", captures and projects as paths that hold from anywhere."""
    program, *words = shlex.split(command)
    assert program == "tshark"
    return [str(wireshark.ROOT / word) if word.startswith("captures/") else
            re.sub("(?<=godot.project_directory:).*", lambda project: str(readable(project[0])), word) for word in words]


@functools.cache
def readable(project):
    return wireshark.readable(wireshark.ROOT / project)


def test_commands_and_filters_are_found():
    assert len(COMMANDS) > 15
    assert len(FILTERS) > 8


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command):
    assert len(wireshark.tshark(*arguments(command)).splitlines()) > 3


@pytest.mark.parametrize("display_filter", FILTERS)
def test_filter_finds_packets(display_filter):
    captures = ["godot4-rpc", "godot3.6-rpc", "godot4-replication", "godot4-lossy",
                "godot4-trouble-unknown"]
    assert any(wireshark.frames(wireshark.CAPTURES / f"{name}.pcapng", display_filter) for name in captures)


def test_linked_files_exist():
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (wireshark.ROOT / link).is_file(), link
    for part in re.findall(r"`([a-z0-9_-]+\.[ch])`", README):
        assert (wireshark.ROOT / part).is_file(), part
