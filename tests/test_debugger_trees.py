# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands where in the tree of a debugger's message? Each entry has the name, the place and the parent that
docs/wire/transports.md, 10, gives it: a writer of messages notes where it puts what."""

import dataclasses
import re
import struct

import pytest

import pcap
import wireshark
from test_debugger import DEBUG, EDITOR, connection, in_stream, string

BOOL, INT, WIDE_INT, ARRAY_3, ARRAY_4 = 1, 2, 0x10002, 19, 28
# Entries of these names are fields of their own.
NAMED = {"file": "File", "line": "Line", "function": "Function", "error": "Error", "description": "Description",
         "text": "Text"}


@dataclasses.dataclass
class Entry:
    """An entry, or a group of them: its label, the text of its value or None, its own bytes, and what is in it."""

    label: str
    text: str | None
    raw: bytes
    inside: tuple = ()

    def written(self):
        return self.raw + b"".join(entry.written() for entry in self.inside)

    def outline(self, at):
        """(label, place, length, what is in it)"""
        size = len(self.written())
        name = self.label.split(": ")[0]
        if name in NAMED and self.text:
            return self.label, at, size, [(f"{NAMED[name]}: {self.text}".replace('"', ""), at, size, [])]
        return self.label, at, size, outlines(self.inside, at + len(self.raw))

    def first(self):
        """The text of the first value in it."""
        return self.text or next((entry.first() for entry in self.inside), None)


def outlines(entries, at):
    found = []
    for entry in entries:
        found.append(entry.outline(at))
        at += len(entry.written())
    return found


def number(name, value):
    return Entry(f"{name}: {value}", str(value), struct.pack("<Ii", INT, value))


def text(name, value):
    return Entry(f'{name}: "{value}"', f'"{value}"', string(value))


def truth(name, value):
    return Entry(f"{name}: {str(value).lower()}", str(value).lower(), struct.pack("<II", BOOL, value))


def array(name, *inside, header=ARRAY_4):
    """An entry that has entries. Its label has the text of the first one."""
    entry = Entry(name, None, struct.pack("<II", header, len(inside)), inside)
    entry.label += f": {entry.first()}" if entry.first() else ""
    return entry


def group(*inside, word="Group"):
    """Entries that belong together, such as those of a stack frame. Its label has their texts."""
    return Entry(", ".join([word, *(entry.text for entry in inside if entry.text)]), None, b"", inside)


def node(name, *children, count=None):
    """A node of a scene tree, and those below it. How many these are is not in its label, as they can be seen."""
    own = group(text("name", name), text("type", "T"), number("object id", len(name)), text("scene file", ""),
                number("view flags", 14), word="Node")
    own.inside = number("children", len(children) if count is None else count), *own.inside, *children
    return own


def property_(name, value, header=ARRAY_4):
    return group(array("property", text("name", name), number("type", INT), number("hint", 0), text("hint string", ""),
                       number("usage", 6), number("value", value), header=header))


def inspected(object_id, *properties):
    return number("object id", object_id), text("class", "Node"), array("properties", *properties)


def numbers(names, *values):
    return tuple(number(*pair) for pair in zip(names.split(", "), values, strict=True))


def place(**values):
    return group(*((number if name == "line" else text)(name, value) for name, value in values.items()))


def chain(depth, last):
    """So many nodes inside one another, and the last one in them."""
    return node("n", chain(depth - 1, last)) if depth > 0 else last


PROFILE = "frame, frame time, process time, physics time, physics frame time, script time"
CALLS = "signature, calls, self, total, internal"
ERROR = [*numbers("hour, minute, second, millisecond", 1, 2, 3, 4), text("file", "a/b.gd"), text("function", "f"),
         number("line", 5), text("error", "failed"), text("description", "why"), truth("warning", False)]
FRAMES = place(file="c/d.gd", function="g", line=6), place(file="e.gd", function="h", line=7)
# What a game of 4.x sends, its data, and the row: docs/wire/transports.md, 10.2.
FROM_GAME = {
    "a tree": ("scene:scene_tree", [
        node("root", node("A", node("B", node("C"), node("D")), node("E", node("F"))), node("G"),
             node("H", node("I")))], ""),
    "a tree of one node": ("scene:scene_tree", [node("root")], ""),
    "two trees": ("scene:scene_tree", [node("root", node("A")), node("other", node("B"), node("C"))], ""),
    "a tree that ends early": ("scene:scene_tree", [node("root", node("A", node("B"), count=2), count=9)], ""),
    "a deep tree": ("scene:scene_tree", [chain(63, node("n"))], ""),
    "a stack": ("stack_dump", [number("stack", 6), place(file="a.gd", line=1, function="f"),
                               place(file="res://b.gd", line=2, function="g")], " a.gd:1 in f()"),
    "a stack without frames": ("stack_dump", [number("stack", 0)], ""),
    "an error": ("error", [*ERROR, number("stack", 6), *FRAMES], " d.gd:6 in g(): why"),
    "an error of the engine": ("error", [*ERROR, number("stack", 0)], " b.gd:5 in f(): why"),
    "an error without a description": (
        "error", [*ERROR[:8], text("description", ""), ERROR[9], number("stack", 0)], " b.gd:5 in f(): failed"),
    "a profile": ("servers:profile_frame", [
        *numbers(PROFILE, 7, 2, 3, 4, 5, 6), number("servers", 2),
        group(text("server", "audio"), number("values", 4), group(text("function", "mix"), number("seconds", 8)),
              group(text("function", "play"), number("seconds", 9))),
        group(text("server", "physics"), number("values", 2), group(text("function", "step"), number("seconds", 10))),
        number("functions", 10), group(*numbers(CALLS, 1, 2, 3, 4, 5)), group(*numbers(CALLS, 6, 7, 8, 9, 10))], " 7"),
    "servers without values": ("servers:profile_total", [
        *numbers(PROFILE, 7, 2, 3, 4, 5, 6), number("servers", 2), group(text("server", "a"), number("values", 0)),
        group(text("server", "b"), number("values", 0)), number("functions", 0)], " 7"),
    "objects": ("scene:inspect_objects", [
        group(array("object", *inspected(7, property_("x", 1), property_("y", 2)))),
        group(array("object", *inspected(8)))], ""),
    "an object": ("scene:inspect_object", inspected(7, property_("x", 1)), ""),
    "what a cache has": ("multiplayer:cache", [
        group(number("object id", 1), text("class", "Node"), text("path", "a")),
        group(number("object id", 2), text("class", "Node"), text("path", "b"))], ' 1, "Node", "a", 2, "Node", "b"'),
    "a variable": ("stack_frame_var", [
        text("name", "speed"), *numbers("scope, type, value", 1, 2, 300), text("class", "")], " speed = 300"),
    "what was printed": ("output", [text("text", "hello"), number("kinds", 0)], ' "hello"'),
    "nothing printed": ("output", [], ""),
    "a profile of nothing": ("servers:profile_frame", [], ""),
    "a stack of less than nothing": ("stack_dump", [number("stack", -6), number("Value", 1), text("Value", "a")], ""),
    "a stack of very many": ("stack_dump", [
        Entry("stack: 8589934592", "8589934592", struct.pack("<Iq", WIDE_INT, 2**33)),
        place(file="a.gd", line=1, function="f")], " a.gd:1 in f()"),
    "more than a layout has": ("set_pid", [number("process id", 77), number("Value", 1), number("Value", 2)],
                               " 77, 1, 2"),
    "an array that has no entries of its own": (
        "game:won", [Entry("Value: [5, 6]", "[5, 6]", struct.pack("<6I", ARRAY_4, 2, INT, 5, INT, 6))], " [5, 6]"),
    "a message of the game's own": ("game:won", [number("Value", 3), text("Value", "a")], ' 3, "a"'),
    "nothing": ("debug_exit", [], ""),
}


def message4(name, entries):
    """Returns the bytes of a message, and what its tree has."""
    data, count = b"".join(entry.written() for entry in entries), len(list(leaves(entries)))
    head, thread = struct.pack("<II", ARRAY_4, 3) + string(name), struct.pack("<Ii", INT, 1)
    at = len(head) + len(thread)
    tree = [("Array header: 0x0000001c", 0, 4, []), ("Elements: 3", 4, 4, []),
            (f"Message: {name}", 8, len(string(name)), [(f'Value: "{name}"', 8, len(string(name)), [])]),
            ("Thread: 1", len(head), 8, [("Value: 1", len(head), 8, [])]),
            ("Array header: 0x0000001c", at, 4, []), (f"Data entries: {count}", at + 4, 4, [])]
    return head + thread + struct.pack("<II", ARRAY_4, count) + data, tree + outlines(entries, at + 8)


def leaves(entries):
    """The entries as they are counted, without the groups around them."""
    for entry in entries:
        if entry.raw:
            yield entry
        else:
            yield from leaves(entry.inside)


def shown(tree, begin):
    """What the dissected tree has, in the same form; without the parts of the values."""
    found = []
    for item in tree.children:
        if item.name.startswith("godot.debug.") and item.name not in ("godot.debug.direction", "godot.debug.index"):
            inside = [part for part in shown(item, begin) if part[0].split(":")[0] not in ("Array header", "Elements")
                      or item.name not in ("godot.debug.entry", "godot.debug.group")]
            found.append((item.showname, item.pos - begin, item.size, inside))
        elif item.name in ("godot.variant.plain", "godot.variant.array"):
            named = [part for part in item.children if part.name.startswith("godot.debug.")]
            found.append((item.showname, item.pos - begin, item.size,
                          [(part.showname, part.pos - begin, part.size, []) for part in named]))
    return found


@pytest.mark.parametrize("case", FROM_GAME)
def test_each_entry_has_its_place(tmp_path, case):
    name, entries, row = FROM_GAME[case]
    body, expected = message4(name, entries)
    capture = connection(tmp_path, [(True, in_stream(body))])
    tree = wireshark.pdml(capture, *DEBUG)[3].first("godot.debug")
    assert shown(tree, tree.pos) == expected
    assert tree.size == len(body) and not tree.find("godot.debug.misshapen")
    assert tree.showname == f"Godot Remote Debugger, {name}{row}"


def nested(items):
    """How deep are nodes inside one another?"""
    return 1 + max(map(nested, (inside for label, *_, inside in items if label.startswith("Node"))), default=-1)


@pytest.mark.parametrize("deepest", [node("n"), node("n", node("n"), node("n", node("n"), node("n")), node("n"))],
                         ids=["one", "several"])
def test_nodes_that_are_deeper_than_64_are_on_one_level(tmp_path, deepest):
    """What follows them is where it belongs."""
    root = node("root", chain(80, deepest), node("last", node("child")))
    body, _ = message4("scene:scene_tree", [root])
    tree = wireshark.pdml(connection(tmp_path, [(True, in_stream(body))]), *DEBUG)[3].first("godot.debug")
    values = [item for item in tree.walk() if item.name == "godot.variant.plain"][2:]
    assert [item.pos + item.size for item in values] == [*(item.pos for item in values[1:]), tree.pos + len(body)]
    assert [item.showname for item in values] == [entry.label for entry in leaves([root])]
    (label, *_, inside), = shown(tree, tree.pos)[6:]
    first, last = (part for part in inside if part[0].startswith("Node"))
    assert label.startswith('Node, "root"') and 64 < nested([first]) < 80
    assert last == root.inside[-1].outline(last[1])


def test_entries_behind_5000_are_shown_as_bytes(tmp_path):
    zero = struct.pack("<Ii", INT, 0)
    messages = [struct.pack("<II", ARRAY_4, 2) + string("game:a") + struct.pack("<II", ARRAY_4, count) + zero * count
                for count in (5000, 5001, 5003)]
    capture = connection(tmp_path, [(True, in_stream(message)) for message in messages])
    rows = wireshark.fields(capture, "godot.debug", "godot.debug.rest", "godot.debug.long", options=DEBUG)
    assert [row[0] for row in rows] == [[], [zero.hex()], [(3 * zero).hex()]]
    assert [len(row[1]) for row in rows] == [0, 1, 1]


# --- Godot 3 --------------------------------------------------------------------------

PROFILE_3 = "frame, frame time, idle time, physics time, physics frame time, script time, servers, functions"
REPORT = [*ERROR[:4], text("function", "f"), text("file", "a/b.gd"), *ERROR[6:]]
# The values of a message, each with its row, and the row of all in one segment: docs/wire/transports.md, 10.4.
FROM_GAME_3 = {
    "debug_enter": ([(truth("can continue", True), " true"), (text("reason", "Breakpoint"), ' "Breakpoint"')],
                    '2 values, true, "Breakpoint"'),
    "output": ([(array("line", text("text", "one"), number("kind", 0), header=ARRAY_3), ' "one"'),
                (array("line", text("text", "two"), number("kind", 1), header=ARRAY_3), ' "two"')],
               '2 values  |  output "one"  |  output "two"'),
    "error": ([(array("report", *REPORT, header=ARRAY_3), " b.gd:5 in f(): why"), (number("stack", 3), " 3"),
               (text("file", "c.gd"), ' "c.gd"'), (text("function", "g"), ' "g"'), (number("line", 6), " 6")],
              '5 values  |  error b.gd:5 in f(): why, 3, "c.gd", "g", 6'),
    "stack_frame_vars": ([(one, f" {one.text}") for one in (
        number("locals", 2), text("name", "a"), number("value", 1), text("name", "b"), number("value", 2),
        number("members", 0), number("globals", 1), text("name", "c"), number("value", 3))],
        '9 values, 2, "a", 1, "b", 2, 0, 1, "c", 3'),
    "profile_frame": ([(one, f" {one.text}") for one in (
        *numbers(PROFILE_3, 7, 2, 3, 4, 5, 6, 2, 1), text("server", "a"), number("times", 0), text("server", "b"),
        number("times", 0), *numbers("signature, calls, total, self", 1, 2, 3, 4))],
        '16 values, 7, 2, 3, 4, 5, 6, 2, 1, "a", 0, "b", 0, 1, 2, 3, 4'),
    "debug_exit": ([], "0 values"),
    "unheard_of": ([(number("Value", 1), " 1")], "1 values, 1"),
}


def parts3(name, values):
    """Returns for each packet of a message: its bytes, its tree, and the row."""
    whole, said, count = string(name), (f"Message: {name}", 0, 0, []), number("Value", len(values))
    yield whole, [(f"Message: {name}", 0, len(whole), [(f'Value: "{name}"', 0, len(whole), [])])], name
    yield count.raw, [said, (f"Data entries: {len(values)}", 0, 8, [count.outline(0)])], f"{len(values)} values"
    for value, row in values:
        yield value.written(), [said, value.outline(0)], name + row


@pytest.mark.parametrize("name", FROM_GAME_3)
def test_each_value_of_3_has_its_place(tmp_path, name):
    """A message is read in the same way if its packets are apart, and if they are in one segment; in two passes, too,
    if the capture ends before another message does."""
    values, row = FROM_GAME_3[name]
    parts = list(parts3(name, values))
    apart = [(True, in_stream(body)) for body, *_ in parts]
    known = [(True, in_stream(string("debug_exit"))), (True, in_stream(struct.pack("<II", INT, 0)))]
    rest = [(True, in_stream(string("stack_dump"))), (True, in_stream(struct.pack("<II", INT, 9)))]
    capture = pcap.write(tmp_path / "debug.pcap", pcap.apart([
        pcap.tcp_stream([*known, *segments, *rest], server=EDITOR)
        for segments in (apart, [(True, b"".join(segment for _, segment in apart))])]))
    packets = [packet for packet in wireshark.pdml(capture, "-2", *DEBUG) if packet.find("godot.debug")]
    trees = [[tree for packet in packets[first:last] for tree in packet.children if tree.name == "godot.debug"]
             for first, last in ((2, -7), (-3, -2))]
    for some in trees:
        assert [shown(tree, tree.pos) for tree in some] == [tree for _, tree, _ in parts]
        assert [tree.find("godot.debug.index")[0].show for tree in some[2:]] == [str(at) for at in range(len(values))]
        assert {tree.first("godot.debug.direction").show for tree in some} == {"0"}
    labels = [f", {row}" for _, _, row in parts]
    labels[1] += f" of {name}"
    assert [tree.showname for tree in trees[0]] == [f"Godot Remote Debugger{label}" for label in labels]
    rows = [row for row, in wireshark.fields(capture, "godot.debug", "_ws.col.Info", options=DEBUG)]
    assert rows[2:-7] == [[row] for _, _, row in parts]
    assert rows[-3] == [f"{name}  |  {row}"]


def test_values_of_3_are_one_after_the_other_in_a_row(tmp_path):
    """However many of them a segment has."""
    parts = [in_stream(body) for body, *_ in parts3("debug_enter", FROM_GAME_3["debug_enter"][0])]
    rows = [wireshark.fields(connection(tmp_path, [(True, b"".join(parts[:cut])), (True, b"".join(parts[cut:]))]),
                             "godot.debug", "_ws.col.Info", options=DEBUG) for cut in (1, 2, 3)]
    assert rows == [
        [[["debug_enter"]], [['2 values, true, "Breakpoint"']]],
        [[["debug_enter  |  2 values"]], [['debug_enter true, "Breakpoint"']]],
        [[["debug_enter  |  2 values, true"]], [['debug_enter "Breakpoint"']]]]


FROM_EDITOR_3 = {
    "request_scene_tree": ([], ""),
    "breakpoint": ([text("file", "a.gd"), number("line", 5), truth("enabled", True)], ' "a.gd", 5, true'),
    "live_node_call": ([number("id", 1), text("method", "hurt"), group(number("argument", 6)),
                        group(number("argument", 7))], ' 1, "hurt", 6, 7'),
}


@pytest.mark.parametrize("name", FROM_EDITOR_3)
def test_each_entry_of_a_command_of_3_has_its_place(tmp_path, name):
    entries, row = FROM_EDITOR_3[name]
    count, said = len(entries), string(name)
    body = struct.pack("<II", ARRAY_3, 1 + count) + said + b"".join(entry.written() for entry in entries)
    tree = wireshark.pdml(connection(tmp_path, [(False, in_stream(body))]), *DEBUG)[3].first("godot.debug")
    assert shown(tree, tree.pos) == [
        ("Array header: 0x00000013", 0, 4, []), (f"Elements: {1 + count}", 4, 4, []),
        (f"Message: {name}", 8, len(said), [(f'Value: "{name}"', 8, len(said), [])]),
        (f"Data entries: {count}", 0, 0, []), *outlines(entries, 8 + len(said))]
    assert tree.showname == f"Godot Remote Debugger, {name}{row}"


# --- who is who -----------------------------------------------------------------------

OTHER, LOWER = 40000, 30000
# The ports of both ends, the message that one sends first, and whether it is the game: by a name that only one of them
# uses, else by the port on which editors listen, else the lower port is the editor's.
ENDS = [
    (OTHER, 6007, "set_pid", True), (6007, OTHER, "set_pid", True), (OTHER, 6007, "get_stack_dump", False),
    (6007, OTHER, "get_stack_dump", False), (OTHER, 6007, "multiplayer:cache", True),
    (6007, OTHER, "multiplayer:cache", False), (LOWER, OTHER, "multiplayer:cache", False),
    (OTHER, LOWER, "multiplayer:cache", True), (OTHER, 6007, "game:a", True), (6007, 5000, "game:a", False),
    (5000, 6007, "game:a", True), (LOWER, OTHER, "game:a", False), (OTHER, LOWER, "game:a", True),
    (6007, 6007, "game:a", True)]


@pytest.mark.parametrize("hosts", [("10.0.0.2", "10.0.0.1"), ("10.0.0.1", "10.0.0.2"), ("10.0.0.1", "10.0.0.1")])
def test_the_first_message_says_which_end_is_the_editor(tmp_path, hosts):
    """Later ones change nothing, whatever their names."""
    ends = [(*ports, name, is_game) for *ports, name, is_game in ENDS if hosts[0] != hosts[1] or ports[0] != ports[1]]

    def message(name):
        return in_stream(message4(name, [])[0])
    captures = [pcap.tcp_stream([(True, message(name)), (False, message("set_pid")), (True, message("break"))],
                                (hosts[0], source), (hosts[1], target)) for source, target, name, _ in ends]
    capture = pcap.write(tmp_path / "ends.pcap", pcap.apart(captures))
    rows = wireshark.fields(capture, "", "godot.debug.direction", "godot.debug.argc",
                            options=["-d", f"tcp.port=={OTHER},godot.debug", *DEBUG])
    found = [[row[0] for row in packets if row[0]] for packets in pcap.split(rows, captures)]
    assert found == [[[str(int(not from_game))], [str(int(from_game))], [str(int(not from_game))]]
                     for *_, from_game in ends]


def test_the_first_message_of_a_game_of_3_says_that_it_is_the_game(tmp_path):
    """A later command that is not known comes from the editor, though its port is the higher one."""
    command = struct.pack("<II", ARRAY_3, 1) + string("unheard_of")
    segments = [(True, in_stream(string("debug_exit"))), (False, in_stream(command))]
    capture = pcap.write(tmp_path / "ends.pcap", pcap.tcp_stream(segments, ("10.0.0.2", LOWER), ("10.0.0.1", OTHER)))
    rows = wireshark.fields(capture, "godot.debug", "godot.debug.direction", "godot.debug.message", options=[
        "-d", f"tcp.port=={OTHER},godot.debug"])
    assert rows == [[["0"], ["debug_exit"]], [["1"], ["unheard_of"]]]


def test_fields_have_their_texts_behind_the_entries_of_a_row(tmp_path):
    """These are the first 24. A value of any type is the text of a file."""
    frames = [group(number("file", file), number("line", 1), text("function", "f")) for file in range(12)]
    body, _ = message4("stack_dump", [number("stack", 36), *frames])
    capture = connection(tmp_path, [(True, in_stream(body))])
    assert wireshark.fields(capture, "godot.debug", "godot.debug.file", options=DEBUG) == [
        [[str(file) for file in range(12)]]]


def test_what_is_not_in_the_bytes_is_in_brackets(tmp_path):
    """As Wireshark shows all that a dissector has made up."""
    segments = [string("output"), struct.pack("<II", INT, 1), text("", "x").raw]
    command = struct.pack("<II", ARRAY_3, 2) + string("save_node") + struct.pack("<II", INT, 7)
    command3 = struct.pack("<II", ARRAY_3, 3) + string("breakpoint") + string("a.gd") + struct.pack("<II", INT, 7)
    capture = connection(tmp_path, [*((True, in_stream(segment)) for segment in segments), (False, in_stream(command)),
                                    (False, in_stream(command3))])
    lines = [line.strip() for line in wireshark.tshark("-V", "-r", capture, *DEBUG).splitlines()]
    assert [line for line in lines if re.match(r"\[?(Message|Data entries|Index|Direction|File|Line): ", line)] == [
        "[Direction: game to editor (0)]", "Message: output",
        "[Direction: game to editor (0)]", "[Message: output]", "Data entries: 1",
        "[Direction: game to editor (0)]", "[Message: output]", "[Index: 0]",
        "[Direction: editor to game (1)]", "Message: save_node", "[Data entries: 1]",
        "[Direction: editor to game (1)]", "Message: breakpoint", "[Data entries: 2]", "[File: a.gd]", "[Line: 7]"]


# --- behind a gap ---------------------------------------------------------------------


def test_values_behind_a_gap_in_their_message_belong_to_none(tmp_path):
    """They are not read, up to the next name. A gap in what the editor sends does not matter to them."""
    game = [string("output"), struct.pack("<II", INT, 5), *(text("", letter).raw for letter in "abcde"),
            string("debug_exit"), struct.pack("<II", INT, 0)]
    commands = [struct.pack("<II", ARRAY_3, 1) + string(name) for name in ("break", "next", "step")]
    segments = [(True, in_stream(packet)) for packet in game]
    segments[4:4] = [(False, in_stream(command)) for command in commands]
    packets = pcap.tcp_stream(segments, server=EDITOR)
    captures = [packets[:lost] + packets[lost + 1:] for lost in (3 + 3, 3 + 5)]    # "b", and "next"
    capture = pcap.write(tmp_path / "gaps.pcap", pcap.apart(captures))
    rows = wireshark.fields(capture, "", "godot.debug.message", options=DEBUG)
    found = [[row[0][0] for row in some if row[0]] for some in pcap.split(rows, captures)]
    assert found == [
        [*["output"] * 3, "break", "next", "step", *["debug_exit"] * 2],
        [*["output"] * 4, "break", "step", *["output"] * 3, *["debug_exit"] * 2]]
