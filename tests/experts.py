# SPDX-License-Identifier: GPL-2.0-or-later
"""The expert items of a capture: from tshark's table, from its fields and from its trees."""

import re

import wireshark

COUNT = re.compile(r"^ +(\d+) +(\w+) +(.+?)  (.*)$")
FRAME = re.compile(r"^Frame (\d+): ")
ITEM = re.compile(r"Expert Info \(\w+/[\w ]+\): (.*?)\]?$", re.DOTALL)
COMPARED = 100      # so many characters of an item are compared: trees cut long labels


def asked(capture, *options):
    return wireshark.tshark("-n", "-r", capture, *options, "-z", "expert").splitlines()


def one_field(capture, *options):
    return asked(capture, *options, "-T", "fields", "-e", "frame.number", "-e", "_ws.expert.message",
                 "-E", f"aggregator={wireshark.SEPARATOR}")


def counts(lines):
    """The table of tshark -z expert."""
    return sorted(match.groups() for match in map(COUNT.match, lines) if match)


def listed(lines):
    """Per frame, the items of tshark -T fields."""
    cells = (line.split("\t") for line in lines if "\t" in line)
    return sorted(
        (int(frame), text[:COMPARED]) for frame, texts in cells for text in texts.split(wireshark.SEPARATOR) if text)


def items(packets):
    """Returns the expert items in the trees, for each frame."""
    return sorted((number, ITEM.search(node.showname)[1][:COMPARED]) for number, packet in enumerate(packets, 1)
                  for node in packet.walk() if node.name == "_ws.expert")


def shown(lines):
    """Returns the expert items in the text of tshark -V, for each frame."""
    number, found = None, []
    for line in lines:
        if head := FRAME.match(line):
            number = int(head[1])
        elif "Expert Info (" in line and (item := ITEM.search(line)):
            found.append((number, item[1][:COMPARED]))
    return sorted(found)
