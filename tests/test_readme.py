# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tshark command of the README and of the page on recordings works, and every filter, and prints something."""

import functools
import re
import shlex

import pytest

import wireshark

README = (wireshark.ROOT / "README.md").read_text()
RECORDING = (wireshark.ROOT / "docs" / "recording.md").read_text()
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", README + RECORDING, re.DOTALL) for line in block.splitlines()]
FILTERS = [
    row.replace(r"\|", "|") for row in re.findall(r"^\| `(.*?)` \|",
                                                  README.split("\n## Filter")[1].split("\n## ")[0], re.MULTILINE)]


def arguments(command):
    """Returns the words after "tshark", with paths of captures and projects that hold from anywhere."""
    program, *words = shlex.split(command, comments=True)
    assert program == "tshark"
    return [
        str(wireshark.ROOT / word) if word.startswith("captures/") else re.sub(
            "(?<=godot.project_directory:).*", lambda project: str(readable(project[0])), word) for word in words]


@functools.cache
def readable(project):
    return wireshark.readable(wireshark.ROOT / project)


def test_commands_and_filters_are_found():
    assert len(COMMANDS) > 15
    assert len(FILTERS) > 8


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command):
    printed = wireshark.tshark(*arguments(command))
    assert len(printed.splitlines()) > 3 or (command.endswith("-G plugins") and printed.startswith("godot.so"))


def test_filters_find_packets():
    captures = ["godot4-rpc", "godot3.6-rpc", "godot4-replication", "godot4-lossy", "godot4-trouble-unknown"]
    found = [wireshark.matching(wireshark.CAPTURES / f"{name}.pcapng", *FILTERS) for name in captures]
    assert [text for text, *frames in zip(FILTERS, *found) if not any(frames)] == []


def test_packages_to_install_are_those_that_the_tools_install():
    told = re.search(r"^apt install (gcc .*)$", README, re.MULTILINE)[1].split()
    installed = re.search(r'^build_packages="(.*)"$', (wireshark.ROOT / "tools" / "lib.sh").read_text(),
                          re.MULTILINE)[1].split()
    control = (wireshark.ROOT / "debian" / "control").read_text()
    built_with = re.search(r"Build-Depends: ((?:.|\n )*)", control)[1]
    assert {*told, "libc6-dev"} == set(installed)     # which comes with gcc
    # these are essential to every build
    assert {package for package in told if package not in ("gcc", "make")} <= set(
        re.findall(r"[a-z0-9.-]+", built_with))


DOCUMENTS = [*sorted(wireshark.ROOT.glob("*.md")), *sorted(wireshark.ROOT.glob("docs/**/*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_named_files_exist(document):
    text = document.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(((?!https?:)[\w./-]+)(?:#[\w-]*)?\)", text):
        assert (document.parent / link).exists(), link
    parts = re.findall(r"`([a-z0-9_-]+/[a-z0-9_./-]+)`", text)
    for part in parts if document.parent.name != "wire" else []:        # these name files of the engines
        assert (wireshark.ROOT / part).exists() or part.startswith(("tests/*", "build/")), part


def test_named_functions_exist():
    """Every function that the map names is in the file in the same row."""
    rows = re.findall(r"^\| `(\w+)\(\)`.*?\| `([\w./-]+)`",
                      (wireshark.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 8
    for name, file in rows:
        assert re.search(rf"^{name}\(", (wireshark.ROOT / file).read_text(encoding="utf-8"),
                         re.MULTILINE), f"{name} in {file}"
