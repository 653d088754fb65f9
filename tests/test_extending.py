# SPDX-License-Identifier: GPL-2.0-or-later
"""Dissectors of other people for bytes that their games pack: the examples of docs/extending.md as they are printed
there, and faulty ones."""

import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
from collections import Counter

import pytest

import enet
import wireshark
from test_enet import Talk

EXAMPLES = wireshark.ROOT / "docs" / "extending"
TESTS = wireshark.ROOT / "tests"
CALLS = wireshark.CAPTURES / "godot4-rpc.pcapng"
CALLS_3 = wireshark.CAPTURES / "godot3.6-rpc.pcapng"
RAW = wireshark.CAPTURES / "godot4-raw-auth.pcapng"
BYTE_ARRAY_3 = 20
BYTE_ARRAY = 29     # in 4.x; the type, flags and a count come before the bytes (docs/wire/variant.md)


def names():
    """The option for the recorded game, which gives the methods' names."""
    return "-o", f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}"


def lua(text):
    """The option that runs this script."""
    script = wireshark.writable_folder() / "game.lua"
    script.write_text(text)
    return wireshark.with_lua(script)


@contextlib.contextmanager
def in_lua():
    yield lua((EXAMPLES / "parlour.lua").read_text())


@contextlib.contextmanager
def in_c(source=EXAMPLES / "packet-parlour.c"):
    """The C example, compiled with the installed headers and beside the plugin while this lasts."""
    wireshark.skip_on_windows("a plugin that is compiled for Linux")
    folder = next((wireshark._folder() / "plugins").glob("*/epan"))
    plugin = (folder / source.stem).with_suffix(".so")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "wireshark"], capture_output=True, text=True,
                           check=True).stdout
    subprocess.run(
        [shutil.which("cc"), "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", plugin, source, *flags.split()],
        check=True)
    try:
        yield ()
    finally:
        plugin.unlink()


@pytest.fixture(params=[in_lua, in_c])
def example(request):
    with request.param() as options:
        yield options


def sent(capture, event):
    """Returns what the engines logged as sent."""
    lines = map(json.loads, capture.with_suffix(".truth.jsonl").read_text().splitlines())
    return [line for line in lines if line["event"] == event]


def dice_of(argument):
    """Returns the bytes of an argument as the engine wrote it, if it is a byte array."""
    data = bytes.fromhex(argument["hex"])
    return list(data[8:8 + int.from_bytes(data[4:8], "little")]) if data[0] == BYTE_ARRAY else []


def test_the_commands_for_c_need_no_folder(tmp_path):
    wireshark.skip_on_windows("a plugin that is compiled for Linux")
    text = (wireshark.ROOT / "docs" / "extending.md").read_text()
    commands, = re.findall("```\n(cc .*?)```", text, re.DOTALL)
    subprocess.run(["sh", "-euc", commands.replace(" -o parlour.so", f" -o {tmp_path}/parlour.so").replace(
        "epan parlour.so", f"epan {tmp_path}/parlour.so")], cwd=wireshark.ROOT, check=True,
                   env={**os.environ, "HOME": str(tmp_path)})
    assert (tmp_path / ".local/lib/wireshark/plugins/4.0/epan/parlour.so").is_file()


def test_byte_arrays_by_the_name_of_the_method(example):
    shown = wireshark.fields(CALLS, "godot.rpc.method == reliable && godot.peer.source != 1", "parlour_dice.die",
                             options=(*names(), *example))
    told = [[str(die)
             for argument in call["args"]
             for die in dice_of(argument)]
            for call in sent(CALLS, "rpc_sent")
            if call["method"] == "reliable" and call["peer"] != 1 and call["to"] == 1]
    assert any(told)
    assert Counter(tuple(dice) for dice, in shown if dice) >= Counter(tuple(dice) for dice in told if dice)


def test_raw_bytes_by_channel(example):
    shown = wireshark.fields(RAW, "godot.transfer_channel == 4", "parlour_chat.line", "_ws.col.Protocol",
                             options=example)
    told = [bytes.fromhex(raw["hex"]).decode() for raw in sent(RAW, "raw_sent") if raw["channel"] == 4]
    assert told == ["on channel 4"]
    assert shown == [[told, ["Parlour"]]] * 3     # to each client


@pytest.mark.parametrize("channel", [0, 4])
def test_a_dissector_gets_the_raw_bytes_of_its_channel(channel):
    """Channel 0, too, which a game has that asks for no other."""
    options = counting(f'DissectorTable.get("godot.raw.channel"):add({channel}, game)')
    frames = wireshark.frames(RAW, "game.bytes", *options)
    assert frames and frames == wireshark.frames(RAW, f"godot.raw && godot.transfer_channel == {channel}")


@pytest.mark.parametrize("taken, is_offered", [(0, True), (1, False)])
def test_raw_bytes_of_which_a_dissector_takes_none_are_others(taken, is_offered):
    options = lua(f"""local game, other = Proto("game", "Game"), Proto("other", "Other")
        function game.dissector() return {taken} end
        DissectorTable.get("godot.raw.channel"):add(4, game)
        other:register_heuristic("godot.raw", function(bytes, _, tree) tree:add(other, bytes()) return true end)""")
    assert bool(wireshark.frames(RAW, "other && godot.transfer_channel == 4", *options)) == is_offered


def test_raw_bytes_by_what_they_look_like():
    with in_lua() as options:
        shown = wireshark.fields(RAW, "godot.raw", "godot.raw", "parlour_chat.line", options=options)
    raw = [(bytes.fromhex(data[0]), line) for data, line in shown]
    assert {data for data, _ in raw} == {bytes.fromhex(raw["hex"]) for raw in sent(RAW, "raw_sent")}
    for data, line in raw:
        assert line == ([data.decode()] if data[0] else []), data


# --- Decode As: for a dissector that does not know its channel or method ----------------------------------------------


def test_decode_as_on_the_command_line():
    options = counting("""for _, name in ipairs({"godot.raw.channel", "godot.rpc.method"}) do
            DissectorTable.get(name):add_for_decode_as(game)
        end""")
    assert wireshark.frames(RAW, "game.bytes", *options) == []
    assert wireshark.frames(RAW, "game.bytes", *options, "-d", "godot.raw.channel==4,game") == wireshark.frames(
        RAW, "godot.raw && godot.transfer_channel == 4")
    options = (*names(), *options, "-d", "godot.rpc.method==reliable,game")
    calls = wireshark.fields(CALLS, "game.bytes", "godot.rpc.method", "game.bytes", "godot.variant.bytes",
                             options=options)
    assert calls and all(method == ["reliable"] and ours == values for method, ours, values in calls)


def test_decode_as_in_a_window():
    """Returns what the Decode As dialog shows about each packet, through the same calls. Without a name it has none."""
    with in_c(TESTS / "gui" / "ask-decode-as.c"), in_c():
        raw, calls = (wireshark.tshark("-r", capture, "-V", *names()) for capture in (RAW, CALLS))
        nameless = wireshark.tshark("-r", CALLS, "-V")
    assert re.findall(r"^(\d+) (\S+) Raw bytes on channel 4 as .*\[godot.raw.channel: (Parlour chat)\]$", raw,
                      re.MULTILINE) == [(str(frame), "godot.raw.channel==4", "Parlour chat")
                                        for frame in wireshark.frames(RAW, "godot.raw && godot.transfer_channel == 4")]
    assert ("godot.rpc.method==reliable", "reliable", "Parlour dice") in re.findall(
        r"^\d+ (\S+) Byte arrays of (\w+) as .*\[godot.rpc.method: (.*)\]$", calls, re.MULTILINE)
    assert "Byte arrays of" not in nameless


# --- who is called, with what -----------------------------------------------------------------------------------------


def counting(where):
    """A dissector that shows which bytes it gets, registered by a line of Lua."""
    return lua(f"""local game = Proto("game", "Game")
        game.fields = {{ ProtoField.bytes("game.bytes", "Bytes") }}
        function game.dissector(bytes, pinfo, tree)
            tree:add(game.fields[1], bytes())
            return bytes:len()
        end
        {where}""")


def test_godot_3_has_the_names_on_the_wire():
    options = counting('DissectorTable.get("godot.rpc.method"):add("any", game)')
    shown = wireshark.fields(CALLS_3, "game.bytes", "godot.rpc.method", "game.bytes", "godot.variant.bytes",
                             options=options)
    assert shown
    for method, ours, values in shown:
        assert method == ["any"] and ours == values


def test_a_method_without_a_name_is_nobodys():
    options = counting('DissectorTable.get("godot.rpc.method"):add("reliable", game)')
    assert wireshark.frames(CALLS, "game.bytes", *options) == []


def test_each_call_comes_once_in_a_pass(tmp_path):
    """With the bytes of its argument, also behind a gap."""
    def of_3(text):
        packet = b"\0\1\0\0\0any\0\1" + struct.pack("<II", BYTE_ARRAY_3, len(text)) + text
        return struct.pack("<Ii", 7, 1) + packet

    talk = Talk().handshake(data=7)
    for number, text in ((1, b"one!"), (3, b"three!!!"), (2, b"two!")):
        talk.up(enet.reliable(number, of_3(text), 1))
    options = ("-o", "godot.version:3", *lua("""local game = Proto("game", "Game")
        function game.dissector(bytes)
            print("got " .. bytes:raw())
            return bytes:len()
        end
        DissectorTable.get("godot.rpc.method"):add("any", game)"""))
    capture = talk.write(tmp_path)
    assert wireshark.frames(capture, "enet.analysis.waiting") == [5]
    assert re.findall(r"^got (.*)$", wireshark.tshark("-r", capture, *options), re.MULTILINE) == [
        "one!", "three!!!", "two!"]


def test_each_message_comes_once_in_a_pass(tmp_path):
    """A message behind a gap, too, which is read again when the gap closes."""
    talk = Talk().handshake().up(enet.reliable(1, b"\x03one")).up(enet.reliable(3, b"\x03three")).up(
        enet.reliable(2, b"\x03two"))
    options = ("-o", "godot.version:4", *counting("""game:register_heuristic("godot.raw", function(bytes)
            print("got " .. bytes:raw())
            return false
        end)"""))
    capture = talk.write(tmp_path)
    assert wireshark.frames(capture, "enet.analysis.waiting") == [5]
    assert re.findall(r"^got (.*)$", wireshark.tshark("-r", capture, *options), re.MULTILINE) == ["one", "three", "two"]


# --- a dissector that fails -------------------------------------------------------------------------------------------

def test_what_is_too_short_for_its_dissector_is_told():
    """In Wireshark's words, where a dissector of its own runs into the end; the rest stays."""
    names = ("frame.number", "godot.raw", "godot.length", "enet.command", "_ws.malformed")
    without = wireshark.fields(RAW, "godot.transfer_channel == 4", *names)
    failing = wireshark.fields(RAW, "godot.transfer_channel == 4", *names, options=lua(
        'DissectorTable.get("godot.raw.channel"):add(4, Dissector.get("arp"))'))
    assert [row[:-1] for row in failing] == [row[:-1] for row in without]
    assert all(row[-1] for row in failing) and not any(row[-1] for row in without)


READS_TOO_FAR = """local game = Proto("game", "Game")
    function game.dissector(bytes, pinfo, tree)
        bytes(0, bytes:len() + 1)
    end
    """


@pytest.mark.parametrize("capture, where, display_filter", [
    (CALLS, 'DissectorTable.get("godot.rpc.method"):add("reliable", game)', "godot.rpc.method == reliable"),
    (RAW, 'DissectorTable.get("godot.raw.channel"):add(4, game)', "godot.transfer_channel == 4"),
])
def test_what_a_dissector_cannot_read_costs_nothing_else(capture, where, display_filter):
    wanted = ("frame.number", "godot.rpc.args", "godot.raw", "enet.command", "_ws.col.info")
    without = wireshark.fields(capture, display_filter, *wanted, options=names())
    failing = wireshark.fields(capture, display_filter, *wanted, "_ws.lua.error", "_ws.malformed",
                               options=(*names(), *lua(READS_TOO_FAR + where)))
    assert [row[:-2] for row in failing] == without
    assert any(row[-2] or row[-1] for row in failing)
