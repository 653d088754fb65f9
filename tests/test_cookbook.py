# SPDX-License-Identifier: GPL-2.0-or-later
"""Every command of the cookbook prints what the cookbook says, and the crafted captures are what tests/crafted.py
makes."""

import re

import pytest

import crafted
import sources
import wireshark
from reports import REPORT, run
from test_readme import arguments
from truth import Truth

COOKBOOK = (wireshark.ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"^```sh\n(.*?)\n```\n+```text\n(.*?)^```$", COOKBOOK, re.MULTILINE | re.DOTALL)
SECTIONS = [section.split("\n### ") for section in COOKBOOK.split("\n## ")]
QUESTIONS = {text.split("\n")[0]: text for _, *texts in SECTIONS for text in texts}
WINDOW = re.compile(r"^\*\*In the window:\*\* (.*)$", re.MULTILINE)


def lines(text):
    """Removes the spaces that only align columns."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def pattern(line):
    """Compares output with the cookbook's, in which "…" stands for lines, or for a part of a line."""
    return "(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n"


def test_every_command_has_its_output():
    assert len(re.findall("^```sh$", COOKBOOK, re.MULTILINE)) == len(RECIPES)


def anchor(title):
    """Returns the name that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_every_question_is_in_the_list():
    [listed] = [text for text, *_ in SECTIONS if text.startswith("Questions\n")]
    expected = {title: anchor(title) for title in QUESTIONS}
    expected |= {first.split("\n")[0]: anchor(first.split("\n")[0]) for first, *texts in SECTIONS if texts}
    assert dict(re.findall(r"\[(.*)\]\(#(.*)\)", listed)) == expected


@pytest.mark.parametrize("title", QUESTIONS)
def test_every_question_has_a_click_path_and_a_command(title):
    [path] = WINDOW.findall(QUESTIONS[title])
    assert re.search(r"\*[^*]+ > [^*]+\*|filter `|no menu", path), path
    assert "\n```sh\n" in QUESTIONS[title]


def test_what_the_click_paths_name_is_there():
    """Menu items of the plugin, filter buttons and columns of the profile, and the graphs' names."""
    paths = "\n".join(WINDOW.findall(COOKBOOK))
    profile = wireshark.ROOT / "profile" / "Godot"
    titles = re.findall(r'^ *statistics_tree_register\("\w+", "\w+", "(.*?)"', "".join(
        sources.text(name) for name in sources.files("c")), re.MULTILINE)
    buttons = re.findall(r'^"TRUE","(.*?)//(.*?)"', (profile / "dfilter_buttons").read_text(), re.MULTILINE)
    columns = re.findall(r'^\t"(.*?)", "%', (profile / "preferences").read_text(), re.MULTILINE)
    graphs = (profile / "io_graphs").read_text()
    named = {
        "menu": (r"Statistics > Godot > (.*?)\*", titles), "button": (r"button \*(.*?)\*", map(" > ".join, buttons)),
        "column": (r"columns? \*(\w+)\*", [*columns, "Tx Bytes"])}
    for kind, (pattern, known) in named.items():
        found = set(re.findall(pattern, paths))
        assert found and found <= set(known), kind
    for graph in re.findall(r'graphs? "(.*?)(?: …)?"', paths):
        assert f'"{graph}' in graphs, graph


def printed_by(command):
    if command.startswith("tshark"):
        return wireshark.tshark(*arguments(command))
    words = command.split()[1:]
    return run(*(wireshark.ROOT / word if word.startswith("captures/") else word for word in words)).stdout


# test_report.py says so if godot-report is missing.
RUNNABLE = [recipe for recipe in RECIPES if recipe[0].startswith("tshark") or REPORT.exists()]


@pytest.mark.parametrize("command, output", RUNNABLE, ids=[command for command, _ in RUNNABLE])
def test_recipe(command, output):
    printed = "".join(line + "\n" for line in lines(printed_by(command)))
    assert re.fullmatch("".join(map(pattern, lines(output))), printed), printed


def numbers(capture, display_filter, *names):
    """Per frame, the numbers of these fields."""
    rows = wireshark.fields(wireshark.CAPTURES / f"{capture}.pcapng", display_filter, *names)
    return [[[float(value) for value in values] for values in row] for row in rows]


def frames_and_messages():
    rows = numbers("godot4-replication", "", "frame.len", "udp.length", "godot.length")
    alone = [(frame[0], udp[0] - 8, length[0]) for frame, udp, length in rows if len(length) == 1]
    return (sum(sum(length) for *_, length in rows), sum(frame[0] for frame, *_ in rows),
            min(frame - udp for frame, udp, _ in alone), min(udp - length for _, udp, length in alone))


def datagrams():
    rows = numbers("godot4-replication", "enet", "udp.length", "enet.commands")
    mtu = 1392      # ENET_HOST_DEFAULT_MTU of ENet in Godot
    return sum(count == [1] for _, count in rows), len(rows), int(max(udp[0] - 8 for udp, _ in rows) * 100 / mtu)


def retransmitted():
    [frame, *_] = wireshark.frames(wireshark.CAPTURES / "godot4-timeout.pcapng", "enet.analysis.timeout_near")
    again = numbers("godot4-timeout", f"frame.number <= {frame}", "enet.analysis.retransmission")
    first = int(min(value for [values] in again for value in values))
    return frame, ["one", "two", "three", "four", "five"][sum(first in values for [values] in again)], first


def spawned_twice():
    """The log shows the second spawn of a name that exists, which the server made by hand."""
    path = wireshark.CAPTURES / "godot4-trouble-unknown.pcapng"
    [sent] = [
        p for p in Truth("godot4-trouble-unknown").of("packet_sent", who="server")
        if p["about"] == "spawn of a name that is there"]
    return next(
        int(frame)
        for [[frame], [time]] in wireshark.fields(path, "godot.spawn.name", "frame.number", "frame.time_epoch")
        if float(time) > sent["time"]),


def both_synchronize():
    rows = numbers("godot4-trouble-authority", 'godot.sync.node == "Main/World/Sync" && godot.sync.time',
                   "frame.time_relative", "godot.peer.source")
    client = [time for [time], [peer] in rows if peer != 1]
    server = [time for [time], [peer] in rows if peer == 1]
    return f"{client[0]:.2f}", f"{next(time for time in client if time > server[-1]):.2f}"


def throttled():
    """Returns the numbers that the client used, by the log, and that the capture lacks, up to the last one that it
    has."""
    seen = set()
    for *of, channels, kinds in numbers("enet-throttled", "udp.srcport == 22000", "enet.unreliable_seq",
                                        "enet.fragment.start_seq", "enet.channel", "enet.command"):
        numbered = {7: iter(of[0]), 12: iter(of[1])}
        for channel, kind in zip(channels, kinds):
            number = next(numbered[kind]) if kind in numbered else None
            seen |= {number} if channel == 1 and number else set()
    queued = {e["second"] for e in Truth("enet-throttled").of("queued", who="client")
              if e["channel"] == 1 and e["command"] in (7, 12) and e["second"] <= max(seen)}
    return len(queued), len(queued - seen)


def longest_wait():
    rows = wireshark.fields(wireshark.CAPTURES / "godot4-lossy.pcapng", "enet", "frame.number", "frame.time_relative",
                            "enet.analysis.delivered_in", options=("-2", ))
    times = {int(number): float(time) for [number], [time], _ in rows}
    return round(1000 * max(times[int(end)] - times[int(number)] for [number], _, ends in rows for end in ends if end)),


def hears_of_the_first():
    """From the second client's CONNECT to what the server tells it first of a peer and a node."""
    connects = numbers("godot4-replication", "enet.command == 2", "frame.time_relative", "udp.srcport")
    [[second], [port]] = connects[1]
    told = numbers("godot4-replication", f'udp.dstport == {port:.0f} && godot.message in {{"add_peer", "spawn"}}',
                   "frame.time_relative")
    return round(1000 * (told[1][0][0] - second)),


def first_to_wait():
    rows = wireshark.fields(wireshark.CAPTURES / "godot4-lossy.pcapng", "enet.analysis.delivered_in", "frame.number",
                            "enet.analysis.delivered_in", options=("-2", ))
    [number], [end] = rows[0]
    return number, end


def adds_up():
    return int(sum(length for [[length]] in numbers("godot4-replication", "", "frame.len"))),


def in_frames():
    rows = wireshark.fields(wireshark.CAPTURES / "recordings" / "godot4-replication.server.recording.pcapng",
                            "frame.time_relative >= 2 && frame.time_relative < 3", "godot.record.process_frame",
                            "godot.length")
    frames = [int(number) for [number], _ in rows]
    messages = sum(len(lengths) for _, lengths in rows)
    return min(frames), max(frames), messages, f"{messages / (max(frames) - min(frames) + 1):.1f}"


def megabytes_an_hour():
    limits = printed_by("godot-report --budget-from captures/godot4-replication.pcapng")
    down = int(re.search(r"^down=(\d+)", limits, re.MULTILINE)[1])
    return down, f"{down * 3600 / 1e6:.1f}"


def changes_late():
    changes = {event["who"]: event["time"] for event in Truth("godot4-trouble-scene").of("scene")}
    return f"{changes['client1'] - changes['server']:.1f}",


# A pattern for the text of a recipe -> a function that finds the same in another way. A group is a number or word of
# its answer, in order.
PROSE = {
    r"\(here (\d+) bytes\); Wireshark counts whole frames \((\d+)\).*?cost (\d+) bytes each time for the layers below, "
    r"and (\d+) for ENet": frames_and_messages,
    r"(\d+) of (\d+) datagrams have\s+one, and none fills more than (\d+) % of the MTU": datagrams,
    r"`enet.analysis.timeout_near` flags frame (\d+): sent (\w+) times.*?first transmission, frame "
    r"(\d+)": retransmitted,
    r"The command above, frame (\d+): the \*sender\*": spawned_twice,
    r"both do from ([\d.]+) s on, and from ([\d.]+) s the client alone": both_synchronize,
    r"Together these are the length of all frames, here (\d+) bytes": adds_up,
    r"the server's frames (\d+) to (\d+) have (\d+) messages: ([\d.]+) a frame": in_frames,
    r"the client ([\d.]+) s later: the spawn and the call": changes_late,
    **({r"(\d+) bytes a second are ([\d.]+) MB an hour": megabytes_an_hour} if REPORT.exists() else {}),
    r"here (\d+) ms at\s+most": longest_wait,
    r"and of its node, (\d+) ms\s+after its CONNECT": hears_of_the_first,
    r"call of frame (\d+) waits for the path before it, which came with frame (\d+)": first_to_wait, }


@pytest.mark.parametrize("pattern, answer", PROSE.items(), ids=[answer.__name__ for answer in PROSE.values()])
def test_number_in_the_text(pattern, answer):
    [match] = re.finditer(pattern, COOKBOOK, re.DOTALL)
    assert list(match.groups()) == [f"{value:.0f}" if isinstance(value, float) else str(value) for value in answer()]


def test_throttled_messages_of_the_text():
    """26 dropped by the throttle and 8 that may be: together these are in the log and not in the capture."""
    [(dropped, sent, unsure)
     ] = re.findall(r"(\d+) of the (\d+) messages of channel 1 are missing.*?(\d+) cannot be told", COOKBOOK, re.DOTALL)
    assert (int(sent), int(dropped) + int(unsure)) == throttled()


@pytest.mark.parametrize("name", ["handed", "hidden"])
def test_engine_does_nothing_of_the_crafted_capture(name):
    crafted_items = "godot.sync.unspawned || godot.spawn.id_reused || godot.sync.stale"
    assert wireshark.frames(wireshark.CAPTURES / "crafted" / "frozen-synchronizer.pcap", crafted_items, "-2")
    assert not wireshark.frames(wireshark.CAPTURES / f"godot4-trouble-{name}.pcapng", crafted_items, "-2")


def test_named_filters_exist():
    names = set(re.findall(r"`((?:enet|godot)\.[a-z_.]+)", COOKBOOK))
    assert len(names) > 20
    wireshark.frames(wireshark.CAPTURES / "enet-unanswered.pcapng", " || ".join(sorted(names)))


def test_crafted_captures(tmp_path):
    made = crafted.write(tmp_path)
    assert {path.name for path in made} == {path.name for path in crafted.FOLDER.iterdir()}
    for path in made:
        assert path.read_bytes() == (crafted.FOLDER / path.name).read_bytes(), path.name
