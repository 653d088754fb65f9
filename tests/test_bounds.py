# SPDX-License-Identifier: GPL-2.0-or-later
"""What hostile packets cost is bounded, and grows no faster than they do: by counted work, not by time
(docs/security.md).

The families of worst.py are one capture, which tshark reads once under cachegrind, which says the count after each of
them (snapshots.c). GODOT_BOUNDS_SIZES="1024 2048 65503" counts other sizes than the usual two.
"""

import itertools
import os
import re
import subprocess
from pathlib import Path

import pytest

import measure
import pcap
import sources
import traffic
import wireshark
import worst

SIZES = [int(size) for size in os.environ.get("GODOT_BOUNDS_SIZES", f"{worst.LONGEST // 4} {worst.LONGEST}").split()]
SMALL = pcap.udp(bytes.fromhex("3003020101"), ("10.255.0.1", 161), ("10.255.0.2", 161))

# Includes the printing of "-V", which is Wireshark's and costs more in later versions. The costliest families were
# counted with each version: 51 million with 4.0 (spawns), 71 and 70 million with 4.4 and 4.6 (nests).
INSTRUCTIONS = {(4, 0): 60_000_000, (4, 4): 75_000_000, (4, 6): 75_000_000}
MEMORY = 16 << 20
ITEMS = 30_000
GROWTH = 2.3 / 2    # over the size's own: 2.3 where it doubles

# Families whose memory is measured; if sizes are given, all families are.
GREEDY = ("spawns", "empty messages", "synchronizations", "confirmations", "nests", "debugger's messages")

needs_valgrind = pytest.mark.skipif(not measure.can_count(), reason="apt install valgrind: it counts the instructions")


def cases():
    return [(name, size) for name in worst.FAMILIES for size in SIZES]


def is_one(name):
    """Tells whether it is one datagram, or many."""
    return len(list(worst.FAMILIES[name](1000)[1])) == 1


@pytest.fixture(scope="module")
def capture():
    """Makes one capture of all cases, each with addresses of its own: first the packets before, then each costly one.
    Returns it, and the numbers of its frames before the first case and at the end of each."""
    made = [tuple(map(list, worst.FAMILIES[name](size))) for name, size in cases()]
    before, costly = ([pcap.apart([[]] * number + [packets]) for number, packets in enumerate(part)]
                      for part in zip(*made))
    parts = [sum(before, []), *costly]
    file = traffic.write(wireshark.writable_folder() / "families.pcap", itertools.chain(*parts))
    return file, list(itertools.accumulate(map(len, parts)))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Returns the option that names the project of a family that has one."""
    folder = tmp_path_factory.mktemp("large")
    for name, text in worst.LARGE.items():
        (folder / name).write_text(text, encoding="utf-8")
    return "-o", f"godot.project_directory:{wireshark.readable(folder)}"


@pytest.fixture(scope="module")
def instructions(capture, large):
    """Returns a dictionary from a case to the cost of its packets."""
    file, ends = capture
    program, *arguments = [*measure.VALGRIND, "tshark", "-n", "-V", *large, "-r", file]
    totals = measure.counts(wireshark._command(program, arguments), {"GODOT_SNAPSHOTS": " ".join(map(str, ends))})
    assert len(totals) == len(ends) + 1
    return {case: after - before for case, (before, after) in zip(cases(), itertools.pairwise(totals))}


def test_synchronizers_of_a_large_scene_are_named(large):
    file = traffic.write(wireshark.writable_folder() / "large.pcap",
                         sum(map(list, worst.FAMILIES["synchronizers of a large scene"](1000)), []))
    named = wireshark.fields(file, "godot.sync.property && godot.sync.time", "godot.sync.property", options=large)
    assert {name for (names,) in named for name in names} == {".:p0"}


@needs_valgrind
def test_instructions_of_a_datagram(instructions):
    most = INSTRUCTIONS.get(wireshark.version(), max(INSTRUCTIONS.values()))
    assert {case: cost for case, cost in instructions.items() if is_one(case[0]) and cost > most} == {}


@needs_valgrind
@pytest.mark.parametrize("name", worst.FAMILIES)
def test_cost_grows_as_the_size_does(instructions, name):
    for small, big in zip(SIZES, SIZES[1:]):
        assert instructions[name, big] < instructions[name, small] * GROWTH * big / small


def test_items_of_a_datagram(capture):
    file, ends = capture
    items = []
    program, *arguments = ["tshark", "-n", "-T", "pdml", "-r", file]
    with subprocess.Popen(wireshark._command(program, arguments), env=wireshark.environment(), cwd="/", text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for line in process.stdout:
            if line.startswith("<packet>"):
                items.append(0)
            elif "<field " in line:
                items[-1] += 1
    assert len(items) == ends[-1]
    assert {
        case: count for case, (first, after) in zip(cases(), itertools.pairwise(ends))
        if is_one(case[0]) and (count := sum(items[first:after])) > ITEMS
    } == {}


def peak(*packets):
    """Bytes in memory, at most."""
    file = traffic.write(wireshark.writable_folder() / "one.pcap", packets)
    return measure.run(file, measure.Way(("-T", "pdml"))).peak


@pytest.fixture(scope="module")
def nothing():
    return peak(SMALL)


@pytest.mark.parametrize("name", [name for name in worst.FAMILIES
                                  if is_one(name)] if "GODOT_BOUNDS_SIZES" in os.environ else GREEDY)
def test_memory_of_a_datagram(nothing, name):
    before, costly = worst.FAMILIES[name](worst.LONGEST)
    assert peak(*before, *costly) - nothing < MEMORY


@pytest.fixture(scope="module")
def peaks():
    """Returns a function: the peak of a tshark that does everything at once, with the plugin or without it."""
    if "GODOT_RESIDENT" not in os.environ:
        pytest.skip("GODOT_RESIDENT names no resident.so")
    resident = {plugin: wireshark.ResidentTshark(os.environ["GODOT_RESIDENT"], plugin, early=["-V"])
                for plugin in (True, False)}
    rows = {True: ["-z", "godot,messages"], False: []}
    return lambda file, plugin: resident[plugin].peak(["-n", "-2", *rows[plugin], "-r", file])


@pytest.mark.parametrize("name", worst.FAMILIES)
def test_memory_of_a_capture(peaks, name):
    """tools/fuzz --memory asks the same of the fuzzer's inputs."""
    packets = itertools.chain(*worst.FAMILIES[name](worst.LONGEST))
    file = traffic.write(wireshark.writable_folder() / "all.pcap", packets)
    assert peaks(file, True) - peaks(file, False) < measure.memory_bound(file.stat().st_size)


# The types that rows of the table of what is kept have the sizes of, in their order.
KEPT = {
    "address pair": ["_enet_pair"],
    "ENet connection": ["enet_connection_t", "enet_analysis_t"],
    "channel of a direction that is used": ["enet_channel_t"],
    "reliable command": ["enet_sent_t"],
    "repetition of a reliable command": ["_enet_repetition"],
    "frame with ENet": ["enet_learned_t"],
    "command with analysis results": ["_enet_event", "enet_remark_t", "_enet_gap", "enet_delivery_t"],
    "message behind a gap": ["_enet_waiting"],
    "message in fragments": ["pieces_t", "piece_t"],
    "conversation that may be ENet": ["enet_hints_t"],
    "Godot peer to peer link": ["godot_link_t", "heard_t"],
    "path that is announced": ["godot_path_t", "meaning_t"],
    "node that is spawned": ["_godot_node"],
    "frame with a fragment of IP, while rows or statistics are made": ["statistics_frames_t"], }


def sizes():
    """Returns the bytes of each structure by its names, which the plugin's debugging information has."""
    listed = subprocess.run(["readelf", "--debug-dump=info", "--wide", os.environ["GODOT_PLUGIN"]], capture_output=True,
                            text=True, check=True).stdout
    bytes_at, names = {}, {}
    for entry in re.split(r"^ <\d+><(?=.*\(DW_TAG_(?:structure_type|typedef)\)$)", listed, flags=re.MULTILINE)[1:]:
        own = entry.split("\n <")[0]
        name, size, of = (re.search(pattern, own, re.MULTILINE) for pattern in
                          (r"DW_AT_name.*?(\S+)$", r"DW_AT_byte_size.*?(\d+)$", r"DW_AT_type.*<0x(\w+)>"))
        at = own.split(">")[0]
        if size:
            bytes_at[at] = int(size[1])
        if name and (size or of):
            names[name[1]] = of[1] if of else at
    return {name: bytes_at[at] for name, at in names.items() if at in bytes_at}


def test_sizes_of_what_is_kept():
    known = sizes()
    if "enet_channel_t" not in known:
        pytest.skip("built without debugging information")
    document = (wireshark.ROOT / "docs" / "security.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \| (\d[^|]*) \|", document, re.MULTILINE)
    told = {row: list(map(int, re.findall(r"\d+", text)))[:len(KEPT[row])] for row, text in rows if row in KEPT}
    assert told == {row: [known[name] for name in types] for row, types in KEPT.items()}


@needs_valgrind
def test_nothing_of_a_project_is_lost():
    """Fields, tables and files are freed at the end, and once; what Wireshark itself does not free does not count."""
    capture = wireshark.CAPTURES / "godot4-rpc.pcapng"
    options = [f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}",
               'uat:godot_methods:"Main*","1","hurt","amount: int, tool"']
    run = subprocess.run(
        wireshark._command("valgrind", [
            "--leak-check=full", "--keep-debuginfo=yes", "--num-callers=30", "tshark", "-n", "-c", "3",
            *(word for option in options for word in ("-o", option)), "-r",
            wireshark.readable(capture)]), env=wireshark.environment() | {"G_SLICE": "always-malloc"}, cwd="/",
        check=True, text=True, capture_output=True)
    wrong = [block for block in re.split(r"\n==\d+== \n", run.stderr)
              if re.search("lost in loss record|Invalid (read|write|free)", block)]
    assert re.search(r"[1-9]\d* with RPCs", run.stderr) and "LEAK SUMMARY" in run.stderr
    ours = "|".join(re.escape(Path(name).name) for name in sources.files("c", "cc"))
    assert [block for block in wrong if re.search(rf"\((in .*/godot\.so|({ours}):\d+)\)", block)] == []


def test_nothing_is_written_executed_or_connected():
    """The plugin imports no function that could write, execute or connect. It opens files with a function that
    test_project.py checks."""
    lines = subprocess.run(["nm", "--dynamic", "--undefined-only", os.environ["GODOT_PLUGIN"]], capture_output=True,
                           text=True, check=True)
    imported = {re.sub(r"@.*", "", line.split()[-1]) for line in lines.stdout.splitlines()}
    forbidden = re.compile(
        r"(g_)?(spawn|posix_spawn|exec|popen|v?fork|system|socket|connect|bind|listen|send|file_set|open$|open64|creat$"
        r"|fwrite|fput|unlink|rename|remove$|mkdir|rmdir|chmod|symlink|link$|dlopen|getaddrinfo|mmap).*")
    assert "fopen" in imported
    assert {name for name in imported if forbidden.fullmatch(name)} == set()
