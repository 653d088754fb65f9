#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Does the plugin print on Windows what it prints on Linux? tools/mingw runs this in its root, after it has built both.

    tools/wine.py WORK

WORK has the folders run (tshark.exe with its libraries), windows and linux (builds of the plugin). Wine runs what is
for Windows. What tshark and the plugin's programs print there is compared, byte for byte, with what they print here,
and the unit tests must pass. What Wireshark's core itself prints otherwise is in CORE, with the reason.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import wine_programs

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "godot4"
NOBODY = 65534      # for root, Wireshark ignores plugins
FOREIGN = "Spiel \u00e4\u00df \u4f8b"    # a folder
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
SHOWN = 5           # lines of a difference that are printed
REPORTS = ("godot4-leaving.pcapng", "godot3.6-rpc.pcapng", "enet-lossy.pcapng", "godot4-replication.pcapng")
CORE = (
    (rb"\r+\n", b"\n", "Windows' C library writes CR LF for LF, also after a CR in the text of HTTP"),
    (rb"(?m)(:\d\d\.\d+) UTC?$", rb"\1 UTC", "Windows' C library calls the time zone UT"),
    (rb"(\d),(\d{3} bytes)", rb"\1\2", "numbers in tables of conversations are grouped as the locale has it"),
    (rb"(?m)^.*GLib[ -]WARNING.*console.*\n", b"", "GLib asks for the code page of a console, and there is none"),
    (rb"(?m)^wine client error:.*\n", b"", "Wine's own, now and then on a busy machine: no program wrote it"),
)


def windows_path(path):
    """Returns how a program in Wine calls a file."""
    return "Z:" + str(path).replace("/", "\\")


class Linux:
    """The programs of this root."""
    name = "Linux"

    def __init__(self, work):
        self.plugins, self.build = work / "linux-plugins", work / "linux"
        self.environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        place(self.plugins, self.build / "godot.so")

    def path(self, path):
        return str(path)

    def command(self, program):
        return ["tshark"] if program == "tshark" else [str(self.build / program)]

    def run(self, program, *arguments, plugin=True, errors=subprocess.DEVNULL, as_it_is=False):
        """Returns what the program prints, and how it ended. errors: where its complaints go."""
        environment = dict(self.environment)
        if plugin:
            environment["WIRESHARK_PLUGIN_DIR"] = str(self.plugins)
        done = subprocess.run([*self.command(program), *arguments], env=environment, stdout=subprocess.PIPE,
                              stderr=errors, user=NOBODY, group=NOBODY, extra_groups=[])
        return done.stdout if as_it_is else normal(done.stdout), done.returncode

    def start_recorder(self, *arguments):
        """Starts godot-recorder, which prints what it records."""
        return subprocess.Popen([*self.command("godot-recorder"), *arguments, "--fifo", "-"], env=self.environment,
                                **PIPES)

    def end_recorder(self, program):
        program.terminate()


class Windows:
    """The programs for Windows, in Wine."""
    name = "Windows"

    def __init__(self, work):
        self.plugins, self.build, self.programs = work / "windows-plugins", work / "windows", work / "run"
        place(self.plugins, self.build / "godot.dll")
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(work), "WINEPREFIX": str(work / "prefix"),
                            "WINEDEBUG": "-all", "XDG_RUNTIME_DIR": "/tmp",     # without it, Wine complains
                            "WINEPATH": windows_path(self.programs), "LC_ALL": "C.UTF-8", "TZ": "UTC",
                            "LANG": "C.UTF-8"}      # without a console, GLib takes the encoding from there
        (work / "prefix").mkdir(exist_ok=True)
        # Wine's services keep what they inherit open, so they must not have a pipe of ours.
        for command in (["wineserver", "-p"], ["wineboot"]):
            subprocess.run(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           check=True)

    def path(self, path):
        return windows_path(path)

    def command(self, program):
        folder = self.programs if program == "tshark" else self.build
        return ["wine", str(folder / f"{program}.exe")]

    def run(self, program, *arguments, plugin=True, errors=subprocess.DEVNULL, as_it_is=False):
        """Returns what the program prints, and how it ended. errors: where its complaints go."""
        environment = dict(self.environment)
        if plugin:
            environment["WIRESHARK_PLUGIN_DIR"] = windows_path(self.plugins)
        done = subprocess.run([*self.command(program), *arguments], env=environment, stdout=subprocess.PIPE,
                              stderr=errors, cwd=self.programs)
        return done.stdout if as_it_is else normal(done.stdout), done.returncode

    def start_recorder(self, *arguments):
        """Starts godot-recorder with a pipe as Wireshark makes it; what comes from there is printed, after a line."""
        return subprocess.Popen([*self.command("tests/extcap-reader"), windows_path(self.build / "godot-recorder.exe"),
                                 *arguments], env=self.environment, cwd=self.programs, **PIPES)

    def end_recorder(self, program):
        """Closes the pipe."""
        program.stdin.close()

    def ends_in_console(self, program):
        """Returns how the program ends in a console: without one, a warning of GLib ends GLib's tests."""
        command = " ".join(self.command(program))
        return subprocess.run(["script", "-qec", command, "/dev/null"], env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def end(self):
        """Ends Wine's services."""
        subprocess.run(["wineserver", "-k"], env=self.environment)


def place(plugins, plugin):
    """Puts the plugin where Wireshark looks for it."""
    told = subprocess.run(["tshark", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    folder = plugins / re.search(r" (\d+\.\d+)\.", told)[1] / "epan"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(plugin, folder)


def normal(output):
    """Returns the output without what the core prints otherwise on Windows."""
    for pattern, replacement, _ in CORE:
        output = re.sub(pattern, replacement, output)
    return output


class Count:
    """How many comparisons were equal, of each kind."""

    def __init__(self):
        self.equal, self.different = {}, {}

    def compare(self, kind, what, here, there):
        """Counts one comparison, and prints the first lines of a difference."""
        if here == there:
            self.equal[kind] = self.equal.get(kind, 0) + 1
            return
        self.different[kind] = self.different.get(kind, 0) + 1
        print(f"{kind} of {what} differ:")
        (lines, ended), (others, other_ended) = [(one[0].split(b"\n"), one[1]) for one in (here, there)]
        shown = [(a, b) for a, b in zip(lines, others) if a != b][:SHOWN]
        for line, other in shown:
            print(f"  Linux    {line!r}\n  Windows  {other!r}")
        print(f"  {len(lines)} lines, exit {ended}; {len(others)} lines, exit {other_ended}", flush=True)

    def report(self):
        """Prints the counts, and returns whether there was no difference."""
        for kind in sorted({*self.equal, *self.different}):
            print(f"{kind}: {self.equal.get(kind, 0)} equal, {self.different.get(kind, 0)} different")
        print(f"{sum(self.equal.values())} equal, {sum(self.different.values())} different")
        return not self.different


def added(system, *arguments):
    """Returns the lines that tshark prints with the plugin only."""
    without, lines = [system.run("tshark", *arguments, plugin=plugin, errors=subprocess.STDOUT)[0].split(b"\n")
                      for plugin in (False, True)]
    before = set(without)
    return [line for line in lines if line not in before]


def fields(lines):
    """Returns the names of the fields that -G fields lists."""
    return sorted({line.split(b"\t")[2].decode() for line in lines if line.startswith(b"F\t")})


def readings(names, reports):
    """Returns the kinds of readings, and the options that make them."""
    return {
        "Lines": ["-n"],
        "Trees, rows and statistics": ["-n", "-V", *[word for report in reports for word in ("-z", report)]],
        "Fields": ["-n", "-2", "-T", "fields", *[word for name in names for word in ("-e", name)]],
    }


def project(system, path):
    return ["-o", f"godot.project_directory:{path}"]


def read_captures(count, systems, pool):
    """Compares all kinds of readings of all captures."""
    lines = [added(system, "-G", "fields") for system in systems]
    count.compare("Lists of fields", "tshark -G fields", *[(b"\n".join(one), 0) for one in lines])
    help_lines = [added(system, "-z", "help") for system in systems]
    count.compare("Lists of statistics", "tshark -z help", *[(b"\n".join(one), 0) for one in help_lines])
    reports = [line.strip().decode() for line in help_lines[0] if not re.search(rb"follow|flow", line)]
    print(f"{len(fields(lines[0]))} fields, {len(reports)} statistics: {' '.join(reports)}")
    kinds = readings(fields(lines[0]), reports)
    captures = sorted((ROOT / "captures").rglob("*.pcap*"))

    def read(job):
        capture, kind = job
        return [system.run("tshark", "-r", system.path(capture), *kinds[kind], *project(system, system.path(GAME)))
                for system in systems]

    jobs = [(capture, kind) for kind in kinds for capture in captures]
    for (capture, kind), pair in zip(jobs, pool.map(read, jobs)):
        count.compare(kind, capture.name, *pair)


def with_line_ends(game, copy):
    """Makes a copy of a game whose texts have the line ends of Windows."""
    shutil.copytree(game, copy, dirs_exist_ok=True)
    for file in copy.rglob("*"):
        if file.suffix in (".gd", ".tscn", ".tres", ".godot"):
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))


def read_projects(count, systems, work):
    """Compares the rows of one capture, with the game's folder called in all ways that Windows has."""
    linux, windows = systems
    capture = ROOT / "captures" / "godot4-leaving.pcapng"
    rows = ["-n", "-q", "-z", "godot,messages"]
    expected = linux.run("tshark", "-r", linux.path(capture), *rows, *project(linux, GAME))
    if expected == linux.run("tshark", "-r", linux.path(capture), *rows):
        sys.exit(f"wine.py: the names of the game do not show in the rows of {capture.name}")
    drive, foreign, ends = work / "prefix/drive_c/Games/game", work / FOREIGN, work / "line-ends"
    for copy in (drive, foreign):
        shutil.copytree(GAME, copy, dirs_exist_ok=True)
    with_line_ends(GAME, ends)
    game = windows_path(GAME)
    for path in (game, game.replace("\\", "/"), game.lower(), "C:\\Games\\game", windows_path(foreign),
                 windows_path(ends)):
        there = windows.run("tshark", "-r", windows.path(capture), *rows, *project(windows, path))
        count.compare("Paths of a game", path, expected, there)


def read_names(count, systems, work):
    """Compares what godot-names finds in the games and packs of the tests, and in a folder with letters that are not
    ASCII."""
    foreign = work / FOREIGN
    shutil.copytree(GAME, foreign, dirs_exist_ok=True)
    for game in (GAME, ROOT / "tests/project/game", foreign, *sorted((ROOT / "tests/project/packs").glob("*"))):
        pair = []
        for system in systems:
            output, ended = system.run("godot-names", "--json", system.path(game))
            path = system.path(game).replace("\\", "\\\\")     # in JSON
            pair.append((output.replace(path.encode(), b"GAME"), ended))
        count.compare("Names of godot-names", game.name, *pair)


def read_reports(count, systems, work):
    """Compares what godot-report writes and says. Of a capture to share, in which much is random, it is only the
    size."""
    before, after = [ROOT / "captures" / name for name in REPORTS[:2]]
    budget = work / "budget.ini"
    budget.write_bytes(systems[0].run("godot-report", "--budget-from", before)[0])
    cases = {f"page of {name}": (["-o", "OUT"], [ROOT / "captures" / name]) for name in REPORTS} | {
        "comparison": (["--compare", "-o", "OUT"], [before, after]),
        "text of a comparison": (["--compare"], [before, after]),
        "limits": (["--budget-from"], [before]),
        "budget": (["--budget", budget], [before]),
        "budget of another": (["--budget", budget], [after]),
        "capture to share": (["--anonymize", "-o", "OUT"], [before]),
    }
    for what, (options, captures) in cases.items():
        pair = [report(system, work / system.name, options, captures, what) for system in systems]
        count.compare("Reports", what, *pair)


def report(system, folder, options, captures, what):
    """Returns what godot-report says and writes, without the folders of the captures and of the result, and how it
    ended."""
    folder.mkdir(exist_ok=True)
    os.chown(folder, NOBODY, NOBODY)
    out = folder / "out"
    out.unlink(missing_ok=True)
    words = [system.path(out) if word == "OUT" else word if isinstance(word, str) else system.path(word)
             for word in options]
    said, ended = system.run("godot-report", *words, *map(system.path, captures), errors=subprocess.STDOUT)
    written = out.read_bytes() if out.exists() else b"nothing"
    said = said.replace(system.path(out).encode(), b"OUT")
    text = said + (f"{len(written)} bytes".encode() if what == "capture to share" else written)
    for name in (system.path(file).encode() for file in captures):
        for written_name in (name, name.replace(b"\\", b"\\\\")):     # as it is, and in JSON
            text = text.replace(written_name, b"CAPTURE")
    return text, ended


def run_units(count, windows):
    """Runs the unit tests: they must pass."""
    for program in sorted((windows.build / "tests").glob("test-*.exe")):
        count.compare("Unit tests", program.stem, (b"", 0), (b"", windows.ends_in_console(f"tests/{program.stem}")))


def main(work):
    count = Count()
    linux, windows = systems = Linux(work), Windows(work)
    try:
        for system in systems:
            print(system.name, system.run("tshark", "--version")[0].split(b"\n")[0].decode(), flush=True)
        run_units(count, windows)
        read_names(count, systems, work)
        read_reports(count, systems, work)
        wine_programs.read_answers(count, systems)
        wine_programs.read_recordings(count, systems)
        wine_programs.read_split(count, systems, work)
        read_projects(count, systems, work)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            read_captures(count, systems, pool)
    finally:
        windows.end()
    return 0 if count.report() else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
