# SPDX-License-Identifier: GPL-2.0-or-later
"""The remote debugger: real games, compared with the log of the editor that they talked to, and then messages that are
wrong on purpose."""

import collections
import struct

import pytest

import counted
import gaps
import godot_variant
import pcap
import recorded
import wireshark
from truth import Truth
from wireshark import CAPTURES

CAPTURES_4 = ["debugger-4.6", "debugger-4.6-websocket"]
CAPTURES_3 = ["debugger-3.2", "debugger-3.6"]
FROM_GAME, FROM_EDITOR = "debug_received", "debug_sent"
EDITOR = ("10.0.0.1", 6007)


def capture_of(name):
    return CAPTURES / f"{name}.pcapng"


def trees(name, *options):
    """All messages in order, as trees."""
    return [tree for packet in wireshark.pdml(capture_of(name), *options) for tree in packet.children
            if tree.name == "godot.debug"]


def direction(tree):
    return {"0": FROM_GAME, "1": FROM_EDITOR}[tree.first("godot.debug.direction").show]


def in_direction(name, which):
    """Pairs (what the editor logged, the message as dissected)."""
    logged = Truth(name).of(which)
    shown = [tree for tree in trees(name) if direction(tree) == which]
    assert logged and len(logged) == len(shown)
    return list(zip(logged, shown))




# --- Godot 4 --------------------------------------------------------------------------


@pytest.mark.parametrize("which", [FROM_GAME, FROM_EDITOR])
@pytest.mark.parametrize("name", CAPTURES_4)
def test_messages_threads_and_counts(name, which):
    for logged, tree in in_direction(name, which):
        message, thread, data = godot_variant.decode(bytes.fromhex(logged["hex"])).value
        assert tree.first("godot.debug.message").show == logged["message"]
        assert int(tree.first("godot.debug.thread").show) == thread
        assert int(tree.first("godot.debug.argc").show) == len(data)
        assert tree.find("godot.debug.rest") == []


@pytest.mark.parametrize("name", CAPTURES_4)
def test_every_value_is_the_one_sent(name):
    """Whatever surrounds them, the leaf values in a message are those that an independent decoder reads."""
    for which in (FROM_GAME, FROM_EDITOR):
        for logged, tree in in_direction(name, which):
            whole = godot_variant.decode(bytes.fromhex(logged["hex"])).text
            at = 0
            for value in tree.find("godot.variant.value"):
                at = whole.find(value.show.removesuffix("…"), at)
                assert at >= 0, (logged["message"], value.show)


@pytest.mark.parametrize("name", CAPTURES_4)
def test_entries_have_names(name):
    labels = {}
    for tree in trees(name):
        labels.setdefault(tree.first("godot.debug.message").show, []).append(
            [node.showname.split(":")[0] for node in tree.walk()])
    assert "process id" in labels["set_pid"][0]
    assert {"fps", "draw calls", "3D navigation obstacles"} <= set(labels["performance:profile_frame"][0])
    assert {"object id", "class", "hint string", "usage"} <= set(labels["scene:inspect_object"][-1])


def test_the_monitors_have_as_many_names_as_numbers():
    tree = next(t for t in trees("debugger-4.6") if t.first("godot.debug.message").show == "performance:profile_frame")
    assert tree.first("godot.debug.argc").show == "59"
    named = [
        node.showname.split(":")[0]
        for node in tree.children
        if ": " in node.showname and not node.name.startswith("godot.debug")]
    assert len(named) == 59 and named[0] == "fps" and named[-1] == "3D navigation obstacles"


@pytest.mark.parametrize("name", CAPTURES_3)
def test_a_row_is_the_same_with_and_without_a_tree(name):
    column = ("-o", 'gui.column.format:"Info","%i"')
    rows = wireshark.tshark("-r", capture_of(name), *column).splitlines()
    assert rows == wireshark.tshark("-r", capture_of(name), *column, "-T", "fields", "-e", "_ws.col.Info").splitlines()


@pytest.mark.parametrize("name", CAPTURES_3)
def test_a_profile_of_godot_3_names_its_servers_and_functions(name):
    """docs/wire/transports.md, 10.4: both counts come first, then the servers, then the functions, each in its
    frame."""
    entries = [
        node.showname.split(": ")[:2] for tree in trees(name)
        if tree.first("godot.debug.message").show == "profile_frame" for node in tree.walk()
        if node.name == "godot.variant.plain" or node.name == "godot.variant.array"]
    profiles = 0
    while entries:
        label, value = entries.pop(0)
        if label == "servers":
            functions = entries.pop(0)
            expected = ["server", "times"] * int(value) + ["signature", "calls", "total", "self"] * int(functions[1])
            assert functions[0] == "functions" and expected
            assert [entries.pop(0)[0] for _ in expected] == expected
            profiles += 1
    assert profiles > 0


def nodes(group):
    """The scene tree as nested lists: (name, children)."""
    name = next(child.showname.split(": ", 1)[1] for child in group.children if child.showname.startswith("name: "))
    return name, [nodes(child) for child in group.children if child.name == "godot.debug.group"]


@pytest.mark.parametrize("name", CAPTURES_4)
def test_the_scene_tree_is_a_tree(name):
    tree = next(t for t in trees(name) if t.first("godot.debug.message").show == "scene:scene_tree")
    (root,) = [nodes(child) for child in tree.children if child.name == "godot.debug.group"]
    assert root[0] == '"root"'
    main = dict(root[1])['"Main"']
    assert ('"Enemy"', [('"Weapon"', [])]) in main
    assert ('"Left"', [('"Box"', [])]) in main


@pytest.mark.parametrize("name", CAPTURES_4)
def test_errors_say_where(name):
    rows = wireshark.fields(capture_of(name), 'godot.debug.message == "error"', "_ws.col.Info")
    infos = [cell for row in rows for cell in row[0]]
    assert "error debugged.gd:14 in _ready(): a warning of the game" in infos
    assert "error debugged.gd:15 in _ready(): an error of the game" in infos
    assert any(info.startswith("error debugged.gd:38 in fail(): Invalid call.") for info in infos)
    found = wireshark.frames(capture_of(name), 'godot.debug.file == "res://debugged.gd" && godot.debug.line == 15')
    assert found


# Data entries by their place in docs/wire/transports.md, 10.2.
PLACES = {
    "error": {4: "file", 5: "function", 6: "line", 7: "error", 8: "description"}, "breakpoint": {0: "file", 1: "line"},
    "stack_dump": {1: "file", 2: "line", 3: "function"}}


@pytest.mark.parametrize("name", CAPTURES_4)
def test_names_stand_at_their_places(name):
    seen = set()
    for which in (FROM_GAME, FROM_EDITOR):
        for logged, tree in in_direction(name, which):
            places = PLACES.get(logged["message"], {})
            data = godot_variant.decode(bytes.fromhex(logged["hex"])).value[2]
            for place, entry in places.items():
                value = getattr(data, "value", data)[place]
                shown = tree.first(f"godot.debug.{entry}").show
                assert shown == str(getattr(value, "value", value)), (logged["message"], entry)
                seen.add(logged["message"])
    assert seen == set(PLACES)


@pytest.mark.parametrize("name", CAPTURES_4)
def test_the_protocol_is_named(name):
    assert {tuple(row[0]) for row in wireshark.fields(capture_of(name), "godot.debug", "_ws.col.Protocol")} == {
        ("Godot debug",)}


@pytest.mark.parametrize("name", CAPTURES_4)
def test_output_is_shown(name):
    infos = [row[0][0] for row in wireshark.fields(capture_of(name), 'godot.debug.message == "output"', "_ws.col.Info")]
    assert any('output "hello from the game", "[b]rich[/b] text", "to standard error"' in info for info in infos)


@pytest.mark.parametrize("name", CAPTURES_4)
def test_the_games_own_message(name):
    told = [logged for logged, _ in in_direction(name, FROM_GAME) if logged["message"] == "game:score"]
    infos = wireshark.fields(capture_of(name), 'godot.debug.message == "game:score"', "_ws.col.Info")
    assert len(told) == 1 and infos == [[['game:score "anna", 42, Vector2(1, 2), {"level": 3}']]]


# --- Godot 3 --------------------------------------------------------------------------


@pytest.mark.parametrize("name", CAPTURES_3)
def test_packets_of_3_belong_to_their_messages(name):
    for logged, tree in in_direction(name, FROM_GAME):
        assert tree.first("godot.debug.message").show == logged["message"]
        index = tree.find("godot.debug.index")
        if index:
            assert int(index[0].show) == logged["frame"] - 1
        else:
            assert logged["frame"] == 0
        assert tree.find("godot.debug.orphan") == []


@pytest.mark.parametrize("name", CAPTURES_3)
def test_values_of_3_are_those_sent(name):
    for logged, tree in in_direction(name, FROM_GAME):
        whole = godot_variant.decode(bytes.fromhex(logged["hex"]), "3.x").text
        at = 0
        for value in tree.find("godot.variant.value"):
            at = whole.find(value.show.removesuffix("…"), at)
            assert at >= 0, (logged["message"], value.show, whole)


@pytest.mark.parametrize("name", CAPTURES_3)
def test_commands_of_3(name):
    for logged, tree in in_direction(name, FROM_EDITOR):
        assert tree.first("godot.debug.message").show == logged["message"]
        count = struct.unpack_from("<I", bytes.fromhex(logged["hex"]), 4)[0]
        assert int(tree.first("godot.debug.argc").show) == count - 1


@pytest.mark.parametrize("name", CAPTURES_3)
def test_errors_of_3_say_what(name):
    infos = wireshark.fields(capture_of(name), "godot.debug.description || godot.debug.error", "_ws.col.Info")
    assert any(info.endswith("in call(): a warning of the game") for (row,) in infos for info in row)


# --- the port that X11 has, too -------------------------------------------------------

SETUP = bytes.fromhex("6c000b000000000000000000")       # a client's first bytes to an X server
DEBUG = [option for option in ("-d", "tcp.port==6007,godot.debug")]


def string(text):
    raw = text.encode()
    return struct.pack("<II", 4, len(raw)) + raw + bytes(-len(raw) % 4)


def in_stream(body):
    return struct.pack("<I", len(body)) + body


def message4(name, *data, thread=1):
    number = struct.pack("<Ii", 2, thread) if thread < 2**31 else struct.pack("<Iq", 0x10002, thread)
    body = struct.pack("<II", 28, 3) + string(name) + number + struct.pack("<II", 28, len(data)) + b"".join(data)
    return in_stream(body)


def connection(tmp_path, segments, server=EDITOR):
    return pcap.write(tmp_path / "debug.pcap", pcap.tcp_stream(segments, server=server))


def test_x11_stays_reachable(tmp_path):
    capture = connection(tmp_path, [(True, SETUP)])
    assert wireshark.frames(capture, "x11") == [4]
    assert wireshark.frames(capture, "godot.debug || godot.stream") == []


REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.parametrize("data, port, expected", [
    (REQUEST + b"Sec-WebSocket-Key: AAAA\r\n\r\n", 6007, "ip:tcp:http"), (REQUEST + b"\r\n", 6007, "ip:tcp"),
    (REQUEST.replace(b"GET", b"PUT") + b"Sec-WebSocket-Key: AAAA\r\n\r\n", 6007, "ip:tcp"),
    (SETUP, 40123, "ip:tcp:data")])
def test_others_get_what_is_theirs(tmp_path, data, port, expected):
    """A game in a browser begins with a request for a WebSocket. In others X11 sees a beginning, and waits for more."""
    capture = connection(tmp_path, [(True, data)], ("10.0.0.1", port))
    [[[protocols]]] = wireshark.fields(capture, "tcp.len > 0", "frame.protocols")
    assert protocols.removeprefix("raw:") == expected


def test_the_debugger_is_found_on_any_port(tmp_path):
    capture = connection(tmp_path, [(True, message4("set_pid", struct.pack("<II", 2, 77)))], ("10.0.0.1", 40123))
    assert wireshark.frames(capture, 'godot.debug.message == "set_pid" && godot.debug.direction == 0') == [4]
    assert wireshark.frames(capture, "godot.debug", "--disable-heuristic", "godot_debug_tcp") == []
    [[[protocols]]] = wireshark.fields(capture, "tcp.len > 0", "frame.protocols")
    assert protocols.removeprefix("raw:").startswith("ip:tcp:godot.debug") and protocols.count("godot.debug") == 1


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
@pytest.mark.parametrize("first", ["godot.debug", "godot.stream"])
def test_who_came_before_decides_nothing(tmp_path, first, passes):
    """Wireshark first asks who claimed the latest connection. The debugger's packets are Variants, too."""
    said = {"godot.debug": message4("set_pid", struct.pack("<II", 2, 77)), "godot.stream": in_stream(string("hello"))}
    order = sorted(said, key=lambda name: name != first)
    packets = [packet for nth, name in enumerate([*order, *order]) for packet in pcap.tcp_stream(
        [(True, said[name])], client=("10.0.0.2", 40000 + nth), server=("10.0.0.1", 41000))]
    capture = pcap.write(tmp_path / "both.pcap", packets)

    def protocols(*options):
        rows = wireshark.fields(capture, "tcp.len > 0", "frame.protocols", options=[*passes, *options])
        return [row[0][0].partition(":tcp:")[2].partition(":")[0] for row in rows]

    assert protocols() == order * 2
    assert protocols("--disable-heuristic", "godot_debug_tcp") == ["godot.stream"] * 4
    assert protocols("--disable-protocol", "godot.debug") == ["godot.stream"] * 4
    assert protocols("--disable-heuristic", "godot_stream_tcp") == [
        name if name == "godot.debug" else "data" for name in order] * 2


def test_the_preference_moves_the_port(tmp_path):
    capture = connection(tmp_path, [(True, message4("set_pid", struct.pack("<II", 2, 77)))], ("10.0.0.1", 6010))
    off = ["--disable-heuristic", "godot_debug_tcp", "--disable-heuristic", "godot_stream_tcp"]
    assert wireshark.frames(capture, "godot.debug", *off) == []
    assert wireshark.frames(capture, "godot.debug", *off, "-o", "godot.debug.tcp.port:6010") == [4]
    old = connection(tmp_path, [(True, SETUP)])
    assert wireshark.frames(old, "x11", "-o", "godot.debug.tcp.port:6010") == [4]


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
def test_a_first_message_in_two_segments_is_read(tmp_path, passes):
    message = message4("set_pid", struct.pack("<II", 2, 77))
    rows = wireshark.fields(connection(tmp_path, [(True, message[:30]), (True, message[30:])]), "godot.debug",
                            "frame.number", "_ws.col.Info", "godot.debug.message", options=passes)
    assert rows == [[["5"], ["set_pid 77"], ["set_pid"]]]
    assert wireshark.frames(connection(tmp_path, [(True, SETUP[:6]), (True, SETUP[6:])]), "x11", *passes) == [5]


def shown_after(ports, capture):
    """Returns the protocols in the packet list, before and after X11 got these ports in the same session."""
    load = ("load", {"file": str(wireshark.readable(capture))})
    answers = wireshark.sharkd_calls([load, ("frames", {}), ("setconf", {"name": "x11.tcp.port", "value": ports}), load,
                                      ("frames", {})])
    return [[frame["c"][4] for frame in answers[number]] for number in (1, 4)]


@pytest.mark.parametrize("ports", ["6000-6010", "6000-6006"])
def test_x11s_own_ports_do_not_take_it_back(tmp_path, ports):
    debugger = connection(tmp_path, [(True, message4("set_pid", struct.pack("<II", 2, 77)))])
    assert shown_after(ports, debugger) == [["TCP", "TCP", "TCP", "Godot debug", "TCP", "TCP"]] * 2


def test_x11_keeps_the_rest_of_the_port(tmp_path):
    assert shown_after("6000-6010", connection(tmp_path,
                                               [(True, SETUP)])) == [["TCP", "TCP", "TCP", "X11", "TCP", "TCP"]] * 2


@pytest.mark.parametrize("port", [6007, 6010, 7010])
def test_decode_as_keeps_the_port(tmp_path, port):
    message = connection(tmp_path, [(True, message4("set_pid", struct.pack("<II", 2, 77)))], ("10.0.0.1", port))
    options = ["-o", f"godot.debug.tcp.port:{port}", "-d", f"tcp.port=={port},telnet"]
    assert wireshark.frames(message, "telnet", *options) == [4]
    assert wireshark.frames(message, "godot.debug", *options) == []


def test_a_scripts_port_stays_its_own(tmp_path):
    script = tmp_path / "owner.lua"
    script.write_text("""local p = Proto("owner", "Owner")
        function p.dissector(tvb, pinfo, tree) tree:add(p, tvb()) return tvb:len() end
        DissectorTable.get("tcp.port"):add(6007, p)""")
    capture = connection(tmp_path, [(True, SETUP), (True, message4("set_pid", struct.pack("<II", 2, 77)))])
    options = wireshark.with_lua(script)
    assert wireshark.frames(capture, "owner", *options) == [4]
    assert wireshark.frames(capture, "godot.debug", *options) == [5]


# --- messages made after the specification --------------------------------------------


def entries(tree):
    """The names of all entries in their order."""
    return [node.showname.split(": ")[0] for node in tree.walk() if node.name == "godot.variant.plain"]


def test_a_thread_may_have_a_wide_number(tmp_path):
    thread = 0x123456789A
    capture = connection(tmp_path, [(True, message4("set_pid", struct.pack("<II", 2, 77), thread=thread))])
    assert wireshark.fields(capture, "godot.debug", "godot.debug.thread", "_ws.col.Info") == [[[str(thread)],
                                                                                               ["set_pid 77"]]]


def test_messages_of_4_0_have_no_thread(tmp_path):
    """docs/wire/transports.md, 10.1: [name, data]."""
    body = struct.pack("<II", 28, 2) + string("set_pid") + struct.pack("<II", 28, 1) + FIVE
    capture = connection(tmp_path, [(True, in_stream(body))])
    assert wireshark.fields(capture, "godot.debug", "godot.debug.thread", "_ws.col.Info") == [[[], ["set_pid 5"]]]
    assert wireshark.frames(capture, "godot.debug.misshapen || godot.debug.trailing") == []


def test_a_profile_of_godot_4_names_its_servers_and_functions(tmp_path):
    """docs/wire/transports.md, 10.2: some counts count the groups, some the entries in them."""
    def integers(*numbers):
        return [struct.pack("<Ii", 2, number) for number in numbers]
    name = bytes.fromhex("15000000 02000000 61620000")
    servers = [name, *integers(2), name, *integers(7), name, *integers(4), name, *integers(8), name, *integers(9)]
    functions = integers(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    capture = connection(tmp_path, [(True, message4("servers:profile_frame", *data)) for data in (
        [*integers(1, 2, 3, 4, 5, 6, 2), *servers, *functions], [*integers(1, 2, 3, 4, 5, 6, 0), *functions])])
    found, empty = (entries(packet.first("godot.debug")) for packet in wireshark.pdml(capture)[3:5])
    times = ["frame", "frame time", "process time", "physics time", "physics frame time", "script time", "servers"]
    pair, function = ["function", "seconds"], ["signature", "calls", "self", "total", "internal"]
    assert found[-len(times) - 8 - 2 - 11:] == [
        *times, "server", "values", *pair, "server", "values", *pair * 2, "functions", *function * 2]
    assert empty[-len(times) - 1 - 10:] == [*times, "functions", *function * 2]


# A line each of docs/wire/transports.md, 10.2 and 10.3, for messages and elements that came after 4.6.
NUMBER, TRUE, STRING, SIZE = (bytes.fromhex(text) for text in (
    "0200000005000000", "0100000001000000", "04000000 01000000 78000000", "06000000 80070000 38040000"))
LATER = [
    (True, "stack_frame_var", (STRING, NUMBER, NUMBER, NUMBER, STRING), ["name", "scope", "type", "value", "class"]),
    (True, "evaluation_return", (STRING, NUMBER, NUMBER, NUMBER, STRING), ["name", "scope", "type", "value", "class"]),
    (True, "game_view:setup_complete", (), []),
    (True, "game_view:window_size", (SIZE,), ["size"]),
    (True, "game_view:hdr_state", (TRUE, TRUE, NUMBER, NUMBER, NUMBER, TRUE, TRUE), [
        "HDR requested", "HDR enabled", "reference luminance", "maximum luminance", "maximum linear value",
        "display server has HDR", "renderer has HDR"]),
    (False, "scene:setup_game_view", (), []),
    (False, "scene:window_request_size", (), []),
    (False, "scene:hdr_output_request_state", (), []),
    (False, "scene:hdr_output_toggle_requested", (), []),
    (False, "scene:report_window_focused", (TRUE,), ["focused"]),
    (False, "scene:set_debug_collisions", (TRUE,), ["enabled"]),
]


def test_messages_of_later_releases(tmp_path):
    """No engine of these releases was run: the layouts are those of its source."""
    segments = [(from_game, message4(name, *data)) for from_game, name, data, _ in LATER]
    capture = connection(tmp_path, [(True, message4("set_pid", NUMBER)), *segments])
    trees = [tree for packet in wireshark.pdml(capture) for tree in packet.children if tree.name == "godot.debug"]
    for (_, name, data, names), tree in zip(LATER, trees[1:], strict=True):
        assert tree.first("godot.debug.message").show == name
        shown = [node.showname.split(": ")[0] for node in tree.children if node.name.startswith("godot.variant.")]
        assert shown == names, name
        assert tree.find("godot.debug.rest") == [], name


# --- messages made to be wrong --------------------------------------------------------

FIVE = bytes.fromhex("0200000005000000")
NONE = bytes.fromhex("0200000000000000")
WRONG = {
    "no array": struct.pack("<I", 8) + FIVE,
    "no name": struct.pack("<I", 16) + struct.pack("<II", 28, 1) + FIVE,
    "name only": struct.pack("<I", 20) + struct.pack("<II", 28, 3) + bytes.fromhex("04000000 04000000 6e616d65"),
    "count of elements": message4("error")[:-4] + b"\xff\xff\xff\x7f",
    "counts of groups": message4("error", *[FIVE] * 10, bytes.fromhex("02000000ffffff7f"), *[FIVE] * 4),
    "negative count": message4("stack_dump", bytes.fromhex("02000000ffffffff"), *[FIVE] * 4),
    "children": message4("scene:scene_tree", bytes.fromhex("02000000ffffff7f"), *[FIVE] * 13),
    "deep tree": message4("scene:scene_tree", *[bytes.fromhex("0200000001000000"), *[FIVE] * 5] * 300),
    "wrong types": message4("error", *[bytes(4)] * 14),
    "cut value": message4("output", FIVE)[:-4] + b"\xff\xff\xff\xff",
    "many entries": message4("performance:profile_frame", *[FIVE] * 7000),
    "huge length": b"\xff\xff\xff\xff" + FIVE,
    "zero length": bytes(4) + FIVE,
}


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
def test_wrong_messages_are_survived(tmp_path, passes):
    """Each is in a capture of its own, after a correct one in frame 4."""
    captures = [pcap.tcp_stream([(True, message4("set_pid", FIVE)),
                                 *((True, wrong[at:at + 1400]) for at in range(0, len(wrong), 1400))], server=EDITOR)
                for wrong in WRONG.values()]
    capture = pcap.write(tmp_path / "debug.pcap", pcap.apart(captures))
    texts = wireshark.tshark("-r", capture, "-V", *passes, *DEBUG).split("\nFrame ")
    for name, packets in zip(WRONG, pcap.split(texts, captures)):
        assert "set_pid" in packets[3], name
        assert not [text for text in packets if "Dissector bug" in text or "Malformed Packet" in text], name


@pytest.mark.parametrize("table", ["tcp.port", "tls.port", "ws.port"])
def test_decode_as_knows_the_debugger(table):
    """Else tshark says that it does not."""
    wireshark.tshark("-r", capture_of("debugger-3.2"), "-c", "1", "-d", f"{table}==6010,godot.debug")


def test_what_a_capture_cuts_is_no_fault_of_the_sender(tmp_path):
    """The last four bytes of faulty messages are not captured."""
    four, three = message4("set_pid", FIVE), in_stream(string("debug_exit")) + in_stream(NONE)
    faulty = [(four, WRONG["no name"]), (four, in_stream(struct.pack("<III", 0x1001C, 2, 0))),
              (four, in_stream(message4("debug_exit")[4:] + FIVE)),
              (three, in_stream(string("output")) + in_stream(struct.pack("<Ii", 2, -1)))]
    captures = [pcap.tcp_stream([(True, good), (True, wrong)], server=EDITOR)[:5] for good, wrong in faulty]
    cut = [[*packets[:4], packets[4][:-4]] for packets in captures]
    names = " || ".join((*FAULT[:2], "godot.debug.count_invalid"))
    for some, expected in (captures, [5, 10, 15, 20]), (cut, []):
        capture = pcap.write(tmp_path / "debug.pcap", pcap.apart(some), padding=4)
        assert wireshark.frames(capture, names, *DEBUG) == expected
        assert len(wireshark.frames(capture, "godot.debug", *DEBUG)) == 2 * len(faulty)


def test_what_follows_a_packet_that_the_capture_cut_is_no_message(tmp_path):
    """A game of 3.x says a message in packets (docs/wire/debugger.md). A text behind a count that is cut is no name."""
    parts = [string("output"), struct.pack("<Ii", 2, 2), string("hi"), string("ho"), string("debug_exit"), NONE]
    captures = []
    for cut in range(4):
        packets = pcap.tcp_stream([(True, in_stream(part)) for part in parts], server=EDITOR)
        packets[3 + cut] = packets[3 + cut][:-4]
        captures.append(packets)
    capture = pcap.write(tmp_path / "debug.pcap", pcap.apart(captures), padding=4)
    rows = wireshark.fields(capture, None, "godot.debug.message", options=DEBUG)
    for cut, shown in enumerate(pcap.split(rows, captures)):
        assert {name for names, in shown for name in names} == {"debug_exit"} | ({"output"} if cut else set())
        assert shown[-4:-2] == [[["debug_exit"]]] * 2


def test_the_rest_of_a_packet_that_is_missing_ends_its_message(tmp_path):
    """What follows is in step, but not one of its values: there may have been more."""
    said = string("hi"), string("output"), struct.pack("<Ii", 2, 2), string("ho"), string("debug_exit"), NONE
    value, *parts = map(in_stream, said)
    segments = [*parts[:2], value[:9], value[9:], *parts[2:]]
    packets = pcap.tcp_stream([(True, segment) for segment in segments], server=EDITOR)
    capture = pcap.write(tmp_path / "debug.pcap", packets[:6] + packets[7:])
    rows = wireshark.fields(capture, "godot.debug", "godot.debug.message", "godot.variant.value", options=DEBUG)
    assert rows == [[["output"], ['"output"']], [["output"], ["2"]], [[], ['"ho"']], [["debug_exit"], ['"debug_exit"']],
                    [["debug_exit"], ["0"]]]


@pytest.mark.parametrize("length, begins", [(None, True), (0, False), ((256 << 20) + 1, False), (0xFFFFFFFF, False)])
@pytest.mark.parametrize("order", ["<", ">"])
def test_a_debugger_begins_with_a_length(tmp_path, length, begins, order):
    """docs/wire/transports.md, 5: it is little-endian, at least 1; and the plugin believes 256 MiB. On any port."""
    message = message4("set_pid", FIVE)[4:]
    length = struct.pack(order + "I", len(message) if length is None else length)
    capture = connection(tmp_path, [(True, length + message)], server=("10.0.0.1", 9999))
    assert wireshark.frames(capture, "godot.debug") == ([4] if begins and order == "<" else [])


def test_the_length_of_a_packet_for_the_debugger_is_never_the_other_way_round(tmp_path):
    """65,536 is 256 then. Bytes that are no message do not tell."""
    long = struct.pack("<I", 65536) + b"\xff" * 65536
    capture = connection(tmp_path, [(True, long[:40000]), (True, long[40000:])])
    assert wireshark.fields(capture, "godot.stream.length", "godot.stream.length", options=DEBUG) == [[["65536"]]]


def test_what_is_wrong_has_a_name(tmp_path):
    capture = connection(tmp_path, [(True, WRONG["no name"]), (True, WRONG["many entries"])])
    assert wireshark.frames(capture, "godot.debug.misshapen", *DEBUG)
    assert wireshark.fields(capture, "frame.number == 4", "_ws.col.Info", options=DEBUG) == [[["[5]"]]]
    assert wireshark.frames(capture, "godot.debug.long", *DEBUG)


EMPTY = struct.pack("<II", 28, 0)
PID = struct.pack("<II", 28, 3) + string("set_pid") + FIVE
FAULT = ("godot.debug.misshapen", "godot.debug.trailing", "godot.variant.truncated")
# From the game?, a message, the names of its entries, and what is wrong.
BROKEN = {
    "nothing": (True, message4("set_pid", FIVE)[4:], ["process id"], set()),
    "more than its array has": (True, message4("set_pid", FIVE)[4:] + FIVE, ["process id"], {"godot.debug.trailing"}),
    "less than its array has": (
        True, PID + struct.pack("<II", 28, 3) + FIVE, ["process id", "Value"], {"godot.variant.truncated"}),
    "data that is no array": (True, PID + FIVE, ["data"], set()),
    "data that ends": (True, PID + FIVE[:3], ["data"], {"godot.variant.truncated"}),
    "one element": (True, struct.pack("<II", 28, 1) + string("set_pid"), ["Value"], {"godot.debug.misshapen"}),
    "four elements": (
        True, struct.pack("<II", 28, 4) + string("set_pid") + FIVE + EMPTY + FIVE, ["Value"],
        {"godot.debug.misshapen"}),
    "an array of one type": (
        True, struct.pack("<III", 0x1001C, 2, 0), ["Value"], {"godot.debug.misshapen"}),
    "an array of integers whose words are those of a name": (
        True, struct.pack("<III", 0x1001C, 2, 4) + struct.pack("<I2s2x", 2, b"ab") * 4, ["Value"],
        {"godot.debug.misshapen"}),
    "a name without its padding": (
        True, struct.pack("<II", 28, 2) + string("error")[:-3], [],
        {"godot.variant.truncated", "godot.debug.misshapen"}),
    "elements that are a number": (False, message4("profiler:servers", TRUE, FIVE)[4:], ["enable", "options"], set()),
    "no elements": (False, message4("profiler:servers", TRUE, EMPTY)[4:], ["enable"], set()),
    "a thread that is no number": (
        True, struct.pack("<II", 28, 3) + string("set_pid") + STRING + EMPTY, [],
        {"godot.debug.misshapen", "godot.debug.trailing"}),
    "a text that is no line": (
        False, message4("breakpoint", FIVE, STRING, TRUE)[4:], ["file", "line", "enabled"], set()),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_messages_are_read_up_to_the_fault(tmp_path, name):
    """Behind a correct one. What is read is what docs/wire/transports.md, 10.2 and 10.3, has in its place."""
    from_game, body, shown, faults = BROKEN[name]
    capture = connection(tmp_path, [(True, message4("set_pid", FIVE)), (from_game, in_stream(body))])
    packet = wireshark.pdml(capture, *DEBUG)[4]
    tree = packet.first("godot.debug")
    assert not any(node.showname.startswith("[Malformed Packet") for node in packet.walk())
    assert [node.showname.split(": ")[0] for node in tree.children if node.name.startswith("godot.variant.")] == shown
    assert {node.name for node in tree.walk() if node.name in FAULT} == faults
    assert tree.find("godot.debug.line") == []
    assert [node.show for node in tree.find("godot.debug.elements")[1:]] == ["0"] * (name == "no elements")


def test_a_group_ends_with_its_message(tmp_path):
    """Where a value in it is cut, too; and the line that could not be read is not 0."""
    body = message4("stack_dump", struct.pack("<Ii", 2, 3), string("a.gd"), FIVE)[4:-4]
    tree = wireshark.pdml(connection(tmp_path, [(True, in_stream(body))]), *DEBUG)[3].first("godot.debug")
    group, = tree.find("godot.debug.group")
    assert group.pos + group.size == tree.pos + tree.size
    assert [node.show for node in tree.find("godot.debug.file")] == ["a.gd"]
    assert tree.find("godot.debug.line") == tree.find("godot.debug.trailing") == []


def test_a_row_has_24_entries_and_240_letters(tmp_path):
    """With a tree and without one: those that begin before."""
    numbers = [struct.pack("<Ii", 2, number) for number in range(26)]
    messages = [message4("game:a", *numbers), message4("game:b", string("b" * (239 - 9)), FIVE),
                message4("game:c", string("c" * (240 - 9)), FIVE)]
    capture = connection(tmp_path, [(True, message) for message in messages])
    rows = wireshark.tshark("-r", capture, "-o", 'gui.column.format:"Info","%i"', *DEBUG).splitlines()[3:6]
    assert rows == ["game:a " + ", ".join(map(str, range(24))), f'game:b "{"b" * 230}", 5', f'game:c "{"c" * 231}"']
    assert [row[0][0] for row in wireshark.fields(capture, "godot.debug", "_ws.col.Info", options=DEBUG)] == rows


def test_entries_behind_those_of_the_row_have_texts(tmp_path):
    numbers = [struct.pack("<Ii", 2, number) for number in range(26)]
    capture = connection(tmp_path, [(True, message4("performance:profile_frame", *numbers))])
    tree = wireshark.pdml(capture, *DEBUG)[3].first("godot.debug")
    shown = [node.showname.split(": ")[1] for node in tree.children if node.name.startswith("godot.variant.")]
    assert shown == list(map(str, range(26)))


@pytest.mark.parametrize("words, is_wrong, size", [((2, 1), False, 8), ((2, 0), False, 8), ((2, 0xFFFFFFFF), True, 8),
                                                   ((2,), True, 4)])
def test_the_number_of_values_of_3(tmp_path, words, is_wrong, size):
    count = struct.pack(f"<{len(words)}I", *words)
    capture = connection(tmp_path, [(True, in_stream(string("output"))), (True, in_stream(count))])
    assert wireshark.frames(capture, "godot.debug.count_invalid", *DEBUG) == ([5] if is_wrong else [])
    assert wireshark.pdml(capture, *DEBUG)[4].first("godot.debug.argc").size == size
    if len(words) == 2:
        info = wireshark.fields(capture, "frame.number == 5", "_ws.col.Info", options=DEBUG)[0][0][0]
        assert f"{struct.unpack('<4xi', count)[0]} values" in info
    assert wireshark.frames(capture, "godot.debug.trailing", *DEBUG) == []


def test_a_command_of_3_has_its_name_at_least(tmp_path):
    commands = [struct.pack("<II", 19, count) + string("break") for count in (1, 0)]
    capture = connection(tmp_path, [(False, in_stream(command)) for command in commands])
    assert wireshark.fields(capture, "godot.debug", "frame.number", "godot.debug.argc", options=DEBUG) == [
        [["4"], ["0"]], [["5"], []]]
    assert wireshark.frames(capture, "godot.debug.orphan", *DEBUG) == [5]


def test_a_game_of_3_from_the_middle(tmp_path):
    text = bytes.fromhex("04000000060000006f75747075740000")       # "output"
    one = bytes.fromhex("0200000001000000")
    line = bytes.fromhex("130000000200000004000000020000006869000002000000 00000000")
    rest = b"".join(map(in_stream, (text, one, line)))
    capture = connection(tmp_path, [(True, in_stream(FIVE)), (True, rest)])
    rows = wireshark.fields(capture, "godot.debug.orphan", "frame.number", "_ws.col.Info", options=DEBUG)
    assert rows == [[["4"], ["value 5"]]]
    tree = wireshark.pdml(capture, *DEBUG)[3].first("godot.debug")
    assert [node.showname for node in tree.children if node.name == "godot.variant.plain"] == ["Value: 5"]
    assert tree.showname == "Godot Remote Debugger, value 5"
    infos = wireshark.fields(capture, "frame.number == 5", "_ws.col.Info", options=DEBUG)
    assert 'output "hi"' in infos[0][0][0]


def test_packets_of_3_may_end_and_begin_in_one_segment(tmp_path):
    """Reassembled messages and the ones after them are in buffers of their own. Each cut is a connection."""
    bodies = [struct.pack("<II", 4, 16) + b"stack_frame_vars"] + [
        struct.pack("<II", 2, number) for number in (3, 7, 8, 9)]
    whole = b"".join(struct.pack("<I", len(body)) + body for body in bodies)
    cuts = range(29, len(whole))
    capture = pcap.write(tmp_path / "cuts.pcap", [packet for cut in cuts for packet in pcap.tcp_stream(
        [(True, whole[:cut]), (True, whole[cut:])], client=("10.0.0.2", 20000 + cut), server=EDITOR)])
    found = {}
    for (stream,), indices in wireshark.fields(capture, "godot.debug", "tcp.stream", "godot.debug.index",
                                               options=["-2", *DEBUG]):
        found.setdefault(stream, []).extend(indices)
    assert list(found.values()) == [["0", "1", "2"]] * len(cuts)


# --- behind a gap -----------------------------------------------------------------------


@pytest.mark.parametrize("passes", [[], ["-2"]], ids=["one pass", "two passes"])
@pytest.mark.parametrize("name", CAPTURES_3 + ["debugger-4.6"])
def test_a_lost_segment_makes_no_message_up(name, passes):
    assert gaps.made_up(capture_of(name), 0.9, *passes) == []


FAULTS = ("godot.debug.misshapen || godot.debug.trailing || godot.debug.count_invalid || godot.stream.length_invalid "
          "|| godot.variant.unknown_type || godot.variant.reserved_set")


@pytest.mark.parametrize("name", CAPTURES_3 + ["debugger-4.6"])
def test_a_capture_that_begins_late_has_no_faults(name):
    """The capture begins at each frame in turn. On port 6007 X11 may have asked for bytes, which then come to the
    plugin."""
    frames = recorded.read(capture_of(name))
    late = recorded.write(recorded.apart([frames[first:] for first in range(0, len(frames), 2)]))
    assert wireshark.frames(capture_of(name), FAULTS) == []
    assert wireshark.frames(late, FAULTS) == []
    assert len(wireshark.frames(late, "godot.debug.message")) > len(frames)


def test_values_behind_a_gap_are_no_names(tmp_path):
    """Godot 3: the name of a message is lost. Then its count and values belong to no message, even a text that could be
    a name, until the next name."""
    def string(text):
        return struct.pack("<II", 4, len(text)) + text + bytes(-len(text) % 4)
    packets = [
        string(b"output"), FIVE,
        string(b"a"),
        string(b"b"),
        string(b"c"),
        string(b"d"),
        string(b"e"),
        string(b"message:scene_tree"), FIVE, *[string(b"Box")] * 5,
        string(b"debug_exit"),
        struct.pack("<Ii", 2, 0)]
    segments = pcap.tcp_stream([(True, struct.pack("<I", len(packet)) + packet) for packet in packets], server=EDITOR)
    lost = segments[:10] + segments[11:]    # the second name
    rows = wireshark.fields(pcap.write(tmp_path / "gap.pcap", lost), "godot.debug", "godot.debug.message",
                            options=DEBUG)
    assert [name for [name] in rows] == [["output"]] * 7 + [["debug_exit"]] * 2


# Godot 3: a name is followed by a number, and a message begins with a text. Behind what is not so, a text must be a
# known name. Packets of a game, and the message that each belongs to.
PACKETS = [
    [(string("output"), "output"), (TRUE, None), (FIVE, None), (string("debug_exit"), "debug_exit"),
     (NONE, "debug_exit")],
    [(string("output"), "output"), (string("debug_exit"), "debug_exit"), (NONE, "debug_exit")],
    [(string("output"), "output"), (string("own"), None), (string("other"), None), (string("debug_exit"), "debug_exit"),
     (NONE, "debug_exit")],
    [(string("debug_exit"), "debug_exit"), (NONE, "debug_exit"), (string("own"), "own"), (NUMBER[:4] + TRUE[4:], "own"),
     (FIVE, "own"), (string("other"), "other"), (NONE, "other")],
    [(string("debug_exit"), "debug_exit"), (NONE, "debug_exit"), (TRUE, None), (string("own"), None), (NONE, None),
     (string("debug_exit"), "debug_exit"), (NONE, "debug_exit"), (string("own"), "own"), (NONE, "own")],
]


@pytest.mark.parametrize("packets", PACKETS)
def test_what_is_neither_count_nor_name_belongs_to_no_message(tmp_path, packets):
    capture = connection(tmp_path, [(True, in_stream(packet)) for packet, _ in packets])
    rows = wireshark.fields(capture, "godot.debug", "godot.debug.message", options=DEBUG)
    assert [name for [name] in rows] == [[name] if name else [] for _, name in packets]


# --- statistics -------------------------------------------------------------------------

OUTPUT = [string("output"), struct.pack("<Ii", 2, 1), FIVE]
# Packets of a game or its editor: is it the game's, its bytes, the message, whether this begins there, and the text.
TALKS = {
    "Godot 4": [
        (True, message4("set_pid", FIVE)[4:], "set_pid", True, "set_pid 5"),
        (True, message4("output", FIVE)[4:], "output", True, "output 5"),
        (True, message4("output", STRING)[4:], "output", True, 'output "x"'),
        (False, message4("break")[4:], "break", True, "break")],
    "Godot 3": [
        (True, OUTPUT[0], "output", True, "output"), (True, OUTPUT[1], "output", False, None),
        (True, OUTPUT[2], "output", False, "output 5"), (True, string("debug_exit"), "debug_exit", True, "debug_exit"),
        (False, struct.pack("<II", 19, 1) + string("break"), "break", True, "break")],
}


@pytest.mark.parametrize("talk", TALKS.values(), ids=TALKS)
def test_statistics_and_rows_of_messages(tmp_path, talk):
    """A message of Godot 3 counts with its first packet, and its bytes with all of them."""
    capture = connection(tmp_path, [(from_game, in_stream(body)) for from_game, body, *_ in talk])
    rows, trees = counted.read(capture)
    ways, sums, numbers = ("editor to game", "game to editor"), collections.Counter(), collections.Counter()
    for from_game, body, name, begins, _ in talk:
        sums[ways[from_game], name] += len(body)
        numbers[ways[from_game], name] += begins
    for group, expected in ("Debugger: bytes", sums), ("Debugger: number of messages", numbers):
        line = trees["godot_debug"][group]
        assert {(way.name, name.name): name.number for way in line.lines for name in way.lines} == expected
        assert line.number == line.sum() == sum(expected.values())
    assert [(row["kind"], row["method"], row["bytes"]) for row in rows] == [
        ("debug", name, len(body)) for _, body, name, *_ in talk]
    assert [row.get("text") for row in rows] == [text for *_, text in talk]


def test_rows_have_what_is_wrong(tmp_path):
    capture = connection(tmp_path, [(True, in_stream(body)) for body in (
        message4("set_pid", FIVE)[4:], BROKEN["more than its array has"][1])])
    assert [row.get("experts") for row in counted.read(capture)[0]] == [None, ["godot.debug.trailing"]]
