# SPDX-License-Identifier: GPL-2.0-or-later
"""The shipped profile and the installation: every filter in it compiles, and both land where Wireshark looks."""

import itertools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import pcap
import traffic
import wireshark

PROFILE = wireshark.ROOT / "profile" / "Godot"
BUILD = Path(os.environ["GODOT_PLUGIN"]).parent
CAPTURE = wireshark.CAPTURES / "godot4-rpc.pcapng"


def colours():
    return [tuple(line.split("@")[1:3]) for line in (PROFILE / "colorfilters").read_text().splitlines()
            if line and line[0] != "#"]


def buttons():
    return [tuple(re.findall(r'"((?:\\.|[^"\\])*)"', line)[1:3]) for line in
            (PROFILE / "dfilter_buttons").read_text().splitlines() if line and line[0] != "#"]


def columns():
    return re.findall(r'%Cus:([a-z0-9_.]+):', (PROFILE / "preferences").read_text())


def test_filters_compile():
    """sharkd rejects the first one that does not compile."""
    checks = [("check", {"filter": display_filter}) for _, display_filter in colours() + buttons()]
    assert len(checks) > 10
    assert all(answer["status"] == "OK" for answer in wireshark.sharkd_calls(checks))
    with pytest.raises(wireshark.WiresharkError):
        wireshark.sharkd_calls([*checks, ("check", {"filter": "enet.no_such_field"})])


@pytest.mark.parametrize("name", columns())
def test_columns_are_fields(name):
    assert wireshark.fields(CAPTURE, name, name)


def test_tabs_of_conversations_are_protocols():
    recent = (PROFILE / "recent").read_text()
    short_names = {line.split("\t")[1] for line in wireshark.tshark("-G", "protocols").splitlines()}
    for key in ("conversation", "endpoint"):
        tabs = re.search(rf"^gui.{key}_tabs: (.*)$", recent, re.MULTILINE)[1].split(",")
        assert tabs[:2] == ["Godot", "ENet"] and set(tabs) < short_names


@pytest.fixture
def home(tmp_path):
    """A home folder with everything that install-user puts there."""
    wireshark.skip_on_windows("what CMake installs of a build for Linux")
    subprocess.run(["cmake", "--build", BUILD, "--target", "install-user"], check=True, capture_output=True,
                   env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": ""})
    return tmp_path


def extcap_folder(home):
    """Where Wireshark looks for programs behind interfaces; tshark tells it from 4.2 on."""
    return home / (".config/wireshark/extcap" if wireshark.version() < (4, 2) else ".local/lib/wireshark/extcap")


def test_install_user_puts_plugin_and_profile_where_wireshark_looks(home):
    plugins = home / ".local/lib/wireshark/plugins" / "{}.{}".format(*wireshark.version()) / "epan"
    assert [file.name for file in plugins.iterdir()] == ["godot.so"]
    where = subprocess.run(["tshark", "-G", "folders"], env={**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": ""},
                           capture_output=True, text=True, check=True).stdout
    assert f"{plugins.parent}\n" in where
    assert wireshark.version() < (4, 2) or f"{extcap_folder(home)}\n" in where
    assert extcap_folder(home).joinpath("godot-recorder").is_file()
    for program in ("godot-names", "godot-captures", "godot-split", "godot-report"):
        assert subprocess.run([home / ".local/bin" / program, "--help"], capture_output=True, check=True).stdout
    assert sorted(f.name for f in (home / ".config/wireshark/profiles/Godot").iterdir()) == \
        sorted(f.name for f in PROFILE.iterdir())


def test_uninstall_user_keeps_only_the_profile(home):
    subprocess.run(["cmake", "--build", BUILD, "--target", "uninstall-user"], check=True, capture_output=True,
                   env={**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": ""})
    left = {file for file in home.rglob("*") if file.is_file()}
    assert left and left == set(home.joinpath(".config/wireshark/profiles/Godot").iterdir())


def test_of_two_copies_the_one_for_all_users_is_taken():
    """As the README says."""
    wireshark.skip_on_windows("a plugin that is compiled for Linux")
    root = wireshark.writable_folder()
    below = Path("{}.{}".format(*wireshark.version()), "epan", "godot.so")
    copies = [root / "all" / below, root / ".local/lib/wireshark/plugins" / below]
    for copy in copies:
        copy.parent.mkdir(parents=True)
        shutil.copy(os.environ["GODOT_PLUGIN"], copy)
    wireshark._give_away(root)
    done = subprocess.run(wireshark._command("tshark", ["-G", "plugins"]), capture_output=True, text=True, check=True,
                          env={**wireshark.environment(), "HOME": str(root), "WIRESHARK_PLUGIN_DIR": str(root / "all")})
    assert "'godot.so' was found in multiple directories" in done.stderr
    line, = re.findall("^godot.so.*", done.stdout, re.MULTILINE)
    assert line.endswith(str(copies[0]))


@pytest.mark.parametrize("macro, meant", [
    ("${peer:1}", "godot.peer.source == 1 || godot.peer.target == 1"),
    ("${godot}", "godot || godot.record || godot.variant || godot.stream || godot.debug || godot.ws"),
    ('${node:"Main"}', 'godot.rpc.node == "Main" || godot.sync.node == "Main" || godot.spawn.node == "Main"'),
])
def test_macros_are_short_for_filters(macro, meant):
    shown = [wireshark.with_profile(PROFILE, "-r", CAPTURE, "-Y", display_filter, "-T", "fields", "-e", "frame.number")
             for display_filter in (macro, meant)]
    assert shown[0] and shown[0] == shown[1]


def test_graphs_are_of_fields():
    """Their filters compile, and the fields that they sum exist. Graphs that are shown together have a common scale,
    so they are counts: of packets, of fields, or of messages that a field counts."""
    graphs = [re.findall(r'"([^"]*)"', line) for line in (PROFILE / "io_graphs").read_text().splitlines()]
    checks = [("check", {"filter": text}) for graph in graphs for text in (graph[2], graph[6]) if text]
    assert len(graphs) == 19 and all(len(graph) == 9 for graph in graphs)
    assert {graph[1].split(":")[0] for graph in graphs if graph[0] == "Enabled"} == {"Count"}
    assert {(graph[5], graph[6]) for graph in graphs if graph[0] == "Enabled" and "COUNT" not in graph[5]} == {
        ("Packets", ""), ("SUM(Y Field)", "enet.analysis.gap.lost"), ("SUM(Y Field)", "enet.analysis.gap.throttled")}
    assert all(answer["status"] == "OK" for answer in wireshark.sharkd_calls(checks))


def test_small_calls_without_a_start_are_not_taken_by_others(tmp_path):
    """In 4.4, HiPerConTracer's heuristic looks for a time; the length of a reliable command and the bytes after it may
    be one."""
    packets = itertools.islice(traffic.many4(3), 200)
    capture = pcap.write(tmp_path / "late.pcap", list(packets)[12:])
    protocols = wireshark.with_profile(PROFILE, "-r", capture, "-T", "fields", "-e", "frame.protocols").split("\n")
    assert sum(":enet" in one for one in protocols) > 150 and not any("hipercontracer" in one for one in protocols)


def test_the_profile_colours_packets(home):
    rules = wireshark.with_profile(home / ".config/wireshark/profiles/Godot", "-r", CAPTURE, "--color", "-T", "fields",
                                   "-e", "frame.coloring_rule.name").split("\n")
    assert {"Godot call", "ENet", "Godot"} <= set(rules)


def test_the_profile_colours_what_the_engine_said_in_a_recording():
    recording = wireshark.CAPTURES / "recordings" / "godot4-rpc.server.recording.pcapng"
    said = wireshark.with_profile(PROFILE, "-r", recording, "-Y", "godot.record.log.type", "--color", "-T", "fields",
                                  "-e", "godot.record.log.type", "-e", "frame.coloring_rule.name")
    assert said.splitlines() == ["1\tGodot warning", "0\tGodot error"]


def test_the_profile_has_its_columns():
    text = wireshark.with_profile(PROFILE, "-r", CAPTURE, "-Y", "godot.rpc.node_id")
    first = text.splitlines()[0].split()
    assert "Godot" in first


# Of the font that Wireshark has on Debian's own display, and the margins of a cell; looked at in its window.
CHARACTER, MARGINS, WINDOW = 8, 8, 1228


def widths():
    """The profile's columns, and how many pixels each has; then the hidden ones."""
    shown = dict(re.findall(r'(%[a-zA-Z]+(?::[a-z0-9_.]+)?)"?, (\d+)', (PROFILE / "recent").read_text()))
    hidden = re.search(r"gui\.column\.hidden: (.*)", (PROFILE / "preferences").read_text())[1].split(", ")
    return {column: int(pixels) for column, pixels in shown.items()}, hidden


def test_the_window_shows_each_column_whole():
    """Those that are not hidden are in the order of the texts that tshark prints; the last one is Info."""
    pixels, hidden = widths()
    visible = [pixels[column] for column in pixels if column not in hidden]
    names = ("godot4-rpc", "godot4-replication", "godot3.6-rpc", "godot3.6.2-rpc", "godot4-lossy-replication")
    rows = [line.split("\t") for name in names
            for line in wireshark.with_profile(PROFILE, "-r", wireshark.CAPTURES / f"{name}.pcapng", "-T", "tabs",
                                               "-Y", "enet").splitlines()]
    assert sum(visible) <= WINDOW and visible[-1] == max(visible)
    assert {len(row) for row in rows} == {len(visible)} and len(rows) > 500
    widest = [max(map(len, column)) for column in zip(*([cell.strip() for cell in row] for row in rows))]
    widest[0] = len("999999")
    assert all(MARGINS + CHARACTER * width <= there for width, there in zip(widest[:-1], visible[:-1]))


def test_info_says_nothing_that_a_column_says():
    """With the profile, a packet with several messages to one peer names it once, and Info names what differs."""
    def rows(*options):
        return [row.split("\t") for row in wireshark.with_profile(
            PROFILE, "-r", CAPTURE, "-Y", "godot", *options, "-T", "fields", "-e", "godot.peer.source", "-e",
            "godot.peer.target", "-e", "_ws.col.Info").splitlines()]

    short, whole = rows(), rows("-o", "godot.info_delivery:TRUE")
    assert len(short) == len(whole) > 100
    for (source, target, brief), (_, _, full) in zip(short, whole):
        peers = [f"{a} \u2192 {b}  " for a, b in zip(source.split(","), target.split(","))]
        assert full.count("\u2192") >= 1 and brief.count("\u2192") == sum(peer != peers[0] for peer in peers)


def test_install_goes_into_the_plugin_folder(tmp_path):
    wireshark.skip_on_windows("what CMake installs of a build for Linux")
    subprocess.run(["cmake", "--install", BUILD, "--prefix", tmp_path], check=True, capture_output=True)
    plugin, = tmp_path.rglob("godot.so")
    assert plugin.parts[-5:] == ("wireshark", "plugins", "{}.{}".format(*wireshark.version()), "epan", "godot.so")
    assert (tmp_path / "share/wireshark/profiles/Godot/preferences").is_file()
    recorder, = tmp_path.rglob("godot-recorder")
    usual = {name: value for name, value in wireshark.environment().items() if name != "WIRESHARK_EXTCAP_DIR"}
    where = subprocess.run(wireshark._command("tshark", ["-G", "folders"]), env=usual, cwd="/", check=True, text=True,
                           capture_output=True).stdout
    assert re.search(rf"(Global )?Extcap path:\s*/usr/{re.escape(str(recorder.parent.relative_to(tmp_path)))}\n", where)
