# SPDX-License-Identifier: GPL-2.0-or-later
"""What tshark counts in a capture: the rows of -z godot,messages and the trees of statistics, from one run."""

import functools
import json
import re
from dataclasses import dataclass, field

import captures
import wireshark

TREES = {"godot_rpc": "Calls", "godot_sync": "Replication", "godot_objects": "Objects",
         "godot_peers": "Peers", "godot_bytes": "Bytes",
         "enet_commands": "ENet commands", "enet_channels": "ENet channels", "godot_debug": "Debugger",
         "godot_recordings": "Recordings at both ends"}


@dataclass
class Line:
    """A line of a tree. number is what the name says: a count, or bytes."""

    name: str = ""
    number: int = 0
    average: float | None = None
    smallest: float | None = None
    largest: float | None = None
    rate: float | None = None       # a millisecond
    percent: float | None = None    # of the line above
    lines: list = field(default_factory=list)

    def __getitem__(self, name):
        """Returns the line of that name below; one without a number if there is none."""
        return next((line for line in self.lines if line.name == name), Line(name))

    def sum(self):
        return sum(line.number for line in self.lines)

    def walk(self):
        yield self
        for line in self.lines:
            yield from line.walk()


COLUMNS = ("Count", "Average", "Min Val", "Max Val", "Rate (ms)", "Percent", "Burst Rate")


def _number(cell):
    text = cell.decode().strip().rstrip("%")
    return float(text) if text and text != "-" else None


def _tree(text):
    """Returns the lines of a table as a tree, by their indents. The arguments are the widths of the columns in
    bytes."""
    head, *rows = text.encode().splitlines()
    edges = [head.index(title.encode()) for title in COLUMNS]
    path = [Line()]
    for row in rows:
        name = row[:edges[0]].decode().rstrip()
        count, *others = (_number(row[begin:end]) for begin, end in zip(edges, edges[1:]))
        line = Line(name.lstrip(), int(count), *others)
        depth = len(name) - len(line.name)
        del path[depth + 1:]
        path[-1].lines.append(line)
        path.append(line)
    return path[0]


def _trees(text):
    """Returns a dictionary from a tree's name to its lines."""
    names = {title: name for name, title in TREES.items()}
    tables = re.findall(r"^=+\nGodot ?/ ?(.*?):\n(.*?)\n-+\n(.*?)^-+$", text, re.MULTILINE | re.DOTALL)
    return {names[title]: _tree(head + "\n" + rows.rstrip("\n")) for title, head, rows in tables}


@functools.lru_cache(maxsize=2)
def _asked(capture, *options):
    wanted = [word for name in TREES for word in ("-z", f"{name},tree")]
    return wireshark.tshark("-n", "-q", "-r", capture, *captures.options(capture), *options, "-z", "godot,messages",
                            *wanted)


@functools.lru_cache(maxsize=2)
def read(capture, *options):
    """Returns (rows, trees) of a capture."""
    text = _asked(capture, *options)
    lines = text.split("\n")        # splitlines() would also split at U+0085, which JSON does not escape
    return [json.loads(line) for line in lines if line.startswith("{")], _trees(text)


def trees_of(file, name, *options, matching=""):
    """Returns one tree of any file; matching: a display filter for its frames."""
    return _trees(wireshark.tshark("-n", "-q", "-r", file, *options, "-z", f"{name},tree,{matching}"))[name]


def call_of(row):
    """Returns the names of a call, or of a property that is set, in the statistics."""
    method = row.get("method", "?") if row["kind"] == "rpc" else \
        f"{next(iter(row['properties']))} =" if "properties" in row else "?"
    target = "all" if row["to"] == 0 else f"all but {-row['to']}" if row["to"] < 0 else row["to"]
    return row["node"], f"#{method}" if isinstance(method, int) else method, f"{row['from']} → {target}"
