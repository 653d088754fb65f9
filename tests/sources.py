# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's own C files, and what they include (docs/architecture.md)."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINGS = ("ports", "ends", "records", "variant", "enet", "project", "naming", "multiplayer", "streams", "debugger",
         "recorder", "statistics", "programs", "recorder/extcap", "report", "split", "system")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def files(*suffixes):
    """Returns the names of all sources from the root, sorted; or of those with one of the suffixes."""
    folders = [ROOT, *(ROOT / wing for wing in WINGS)]
    return sorted(file.relative_to(ROOT).as_posix() for folder in folders for suffix in suffixes or ("c", "cc", "h")
                  for file in folder.glob(f"*.{suffix}"))


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def includes(name):
    """Returns which of the plugin's own files a file includes, as written."""
    return INCLUDE.findall(text(name))
