# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's own C files, and what they include (docs/architecture.md)."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINGS = ("variant", "enet", "project", "multiplayer", "streams", "debugger")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def files(suffix="[ch]"):
    """All sources, or those with one suffix: names from the root, sorted."""
    found = [*ROOT.glob(f"*.{suffix}"), *(file for wing in WINGS for file in (ROOT / wing).glob(f"*.{suffix}"))]
    return sorted(file.relative_to(ROOT).as_posix() for file in found)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def includes(name):
    """What of the plugin's own a file includes, as written."""
    return INCLUDE.findall(text(name))
