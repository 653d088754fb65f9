# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs Wireshark's programs with the plugin under test, and reads their output.

The plugin is the file that the environment variable GODOT_PLUGIN names. It is put
into a plugin folder of its own, so that an installed copy can neither help nor harm.
Wireshark ignores such a folder when it runs as root: then the programs run as nobody.
"""

import atexit
import base64
import contextlib
import functools
import hashlib
import itertools
import json
import os
import re
import resource
import shutil
import socket
import struct
import subprocess
import tempfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

ROOT = Path(__file__).resolve().parent.parent
CAPTURES = ROOT / "captures"
TIMEOUT = 300       # seconds; a program that takes longer hangs
NOBODY = 65534
SEPARATOR = "\x1f"  # between the occurrences of a field: no value contains it
# Tables of names for addresses and ports. No test needs them, and reading them takes a third of each start of 4.0.
TABLES = {"manuf", "enterprises.tsv", "services"}
# The layers that tests look at. The others are two fifths of a document.
SHOWN = ("frame udp tcp sctp dtls stun enet godot godot.channel godot.debug godot.record godot.stream godot.variant "
         "godot.ws _ws.expert _ws.malformed _ws.short _ws.unreassembled")


class WiresharkError(Exception):
    """A program failed, or did not load the plugin."""


# --- running programs ---------------------------------------------------------------


def _as_root():
    return os.geteuid() == 0 or os.getegid() == 0


@functools.cache
def version():
    """Returns (major, minor) of the installed Wireshark, by the program that starts fastest."""
    text = subprocess.run(["editcap", "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(number) for number in re.search(r"(\d+)\.(\d+)\.\d+", text).groups())


@functools.cache
def _folder():
    """A temporary folder that the programs' user owns."""
    folder = Path(tempfile.mkdtemp(prefix="wireshark-godot-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "home").mkdir()
    (folder / "files").mkdir()
    (folder / "extcap").mkdir()     # programs that capture, each of which tshark would ask what it can: there are none
    plugins = folder / "plugins" / "{}.{}".format(*version()) / "epan"
    plugins.mkdir(parents=True)
    plugin = os.environ.get("GODOT_PLUGIN")
    if not plugin or not os.path.isfile(plugin):
        raise WiresharkError(f"GODOT_PLUGIN must name the built godot.so; it is {plugin!r}")
    shutil.copyfile(plugin, plugins / "godot.so")
    data = Path(shutil.which("tshark")).resolve().parent.parent / "share" / "wireshark"
    (folder / "data").mkdir()
    for file in data.glob("*"):
        if file.name not in TABLES:
            (folder / "data" / file.name).symlink_to(file)
    _give_away(folder)
    return folder


def _give_away(path):
    """Gives path and everything below it to the programs' user, but not what links lead to."""
    if not _as_root():
        return
    for name in [path, *path.rglob("*")]:
        if not name.is_symlink():
            os.chown(name, NOBODY, NOBODY)
            os.chmod(name, 0o755 if name.is_dir() else 0o644)


def readable(path):
    """Returns a path under which the programs' user can read this file or folder: a copy if we are root."""
    path = Path(path)
    if not _as_root() or _folder() in path.parents:
        return path
    copy = Path(tempfile.mkdtemp(dir=_folder() / "files")) / path.name
    (shutil.copytree if path.is_dir() else shutil.copyfile)(path, copy)
    _give_away(copy.parent)
    return copy


def writable_folder():
    """A new folder for the programs' output files, removed when the tests end."""
    folder = Path(tempfile.mkdtemp(dir=_folder() / "files"))
    _give_away(folder)
    return folder


def _command(program, arguments):
    arguments = [str(readable(a)) if os.path.isfile(a) else str(a) for a in arguments]
    return [*_drop_rights(), program, *arguments]


def _drop_rights():
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if _as_root() else []


def environment(plugin=True):
    """Returns the environment in which the programs find the plugin, if they shall, and nothing of the user's own."""
    home = str(_folder() / "home")
    ours = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}    # changes always
    return {
        **ours, "HOME": home, "XDG_CONFIG_HOME": home + "/.config", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "WIRESHARK_PLUGIN_DIR": str(_folder() / ("plugins" if plugin else "none")),
        "WIRESHARK_DATA_DIR": str(_folder() / "data"), "WIRESHARK_EXTCAP_DIR": str(_folder() / "extcap")}


def _plugins():
    return sorted((_folder() / "plugins").rglob("*.so"))


# Options that tshark reads after it has registered its protocols.
LATE = {"-2", "-E", "-J", "-R", "-T", "-Y", "-c", "-d", "-e", "-l", "-n", "-o", "-q", "-r", "-z",
        "--disable-heuristic", "--disable-protocol", "--enable-heuristic"}


# Others, which it reads before, and how many words follow each.
EARLY = {"-C": 1, "-V": 0}


class ResidentTshark:
    """A tshark that has registered its protocols, and forks another one that goes on from there for each call
    (resident.c): most of a short call's time is spent before. early: options of all calls that tshark reads before."""

    def __init__(self, preloaded, plugin=True, early=()):
        folder = writable_folder()
        self.output, self.errors, self.socket = (folder / name for name in ("output", "errors", "socket"))
        self.plugin, self.early = plugin, early
        self.environment, self.plugins = environment(plugin), _plugins()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.socket))
            listener.listen(64)
            _give_away(folder)
            preload = f"LD_PRELOAD={readable(preloaded)}", f"GODOT_LISTENER={listener.fileno()}"
            self.process = subprocess.Popen(
                _command("env", [*preload, "tshark", "-r", folder / "capture", *early]), cwd="/", env=self.environment,
                stdin=subprocess.PIPE, pass_fds=[listener.fileno()])
        atexit.register(self.end)

    def end(self):
        self.process.stdin.close()
        self.process.wait(60)

    def takes(self, words):
        return (words.count("-r") == 1 and LATE.issuperset(word for word in words if word.startswith("-")) and
                (self.environment, self.plugins) == (environment(self.plugin), _plugins()) and
                self.process.poll() is None)

    def _ask(self, words, output):
        """Returns the exit status of a tshark with these arguments, and its peak of memory in bytes."""
        texts = b"".join(os.fsencode(text) + b"\0" for text in ["tshark", *self.early, *words])
        with socket.socket(socket.AF_UNIX) as asked, contextlib.ExitStack() as opened:
            asked.settimeout(TIMEOUT)
            asked.connect(str(self.socket))
            files = [opened.enter_context(open(path, mode)).fileno()
                     for path, mode in (("/dev/null", "rb"), (output, "wb"), (self.errors, "wb"))]
            folder = os.open("/", os.O_RDONLY)
            opened.callback(os.close, folder)
            socket.send_fds(asked, [b"\0"], [*files, folder])
            asked.sendall(struct.pack("=I", len(texts)) + texts)
            status, peak = struct.unpack("=ii", asked.recv(8) or struct.pack("=ii", -1, 0))
        return status, peak * 1024

    def run(self, words):
        """Returns what tshark prints with these arguments, as subprocess.run() does."""
        status, _ = self._ask(words, self.output)
        return subprocess.CompletedProcess(words, status, *(
            file.read_text(encoding="utf-8", errors="replace") for file in (self.output, self.errors)))

    def peak(self, words):
        """Returns the most memory that tshark has at once with these arguments, in bytes."""
        status, peak = self._ask(words, "/dev/null")
        if status != 0:
            raise WiresharkError(f"tshark {' '.join(map(str, words))}\nended with {status}:\n{self.errors.read_text()}")
        return peak


@functools.cache
def _resident_tshark(early=()):
    preloaded = os.environ.get("GODOT_RESIDENT")
    return preloaded and ResidentTshark(preloaded, early=early)


@functools.cache
def _asking_tshark():
    """Returns the folder that has the program of tshark.c, which the build puts in a folder beside resident.so."""
    folder = writable_folder()
    shutil.copy(Path(os.environ["GODOT_RESIDENT"]).parent / "asking" / "tshark", folder)
    _give_away(folder)
    (folder / "tshark").chmod(0o755)
    return folder


# For programs: memory that was not written yet, or is freed, has other bytes than 0 (glibc).
UNCLEAN = {"MALLOC_PERTURB_": "165"}


def quick_environment():
    """Returns the environment for programs that run tshark: it has one that asks the one that waits."""
    resident = _resident_tshark()
    if not resident:
        return environment()
    return {**environment(), "PATH": f"{_asking_tshark()}:{os.environ['PATH']}", "GODOT_SOCKET": str(resident.socket),
            "GODOT_TSHARK": shutil.which("tshark")}


def _by_resident(words):
    """Runs tshark with these arguments, if one that waits takes them. Those with options that are read early
    have one of their own."""
    early, late, left = [], [], iter(words)
    for word in left:
        if word in EARLY:
            early += [word, *itertools.islice(left, EARLY[word])]
        else:
            late.append(word)
    resident = _resident_tshark(tuple(early))
    return resident.run(late) if resident and resident.takes(late) else None


def _run(program, arguments, stdin=None):
    command = _command(program, arguments)
    done = _by_resident(command[len(_drop_rights()) + 1:]) if program == "tshark" and stdin is None else None
    if done and done.returncode == 0:
        return _without_complaints(command, done)
    return _start(command, stdin)   # says why another one failed


def _without_complaints(command, done):
    """GLib only complains when a function of its gets what it does not take, and goes on."""
    if "CRITICAL]" in done.stderr:
        raise WiresharkError(f"{' '.join(command)}\ncomplained:\n{done.stderr}")
    return done


def _start(command, stdin=None):
    done = subprocess.run(command, env=environment(), input=stdin, capture_output=True, text=True, errors="replace",
                          timeout=TIMEOUT, cwd="/")
    if done.returncode != 0:
        raise WiresharkError(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stderr}")
    return _without_complaints(command, done)


def require_plugin():
    """Raises WiresharkError unless tshark loads the plugin: without it every test would read undissected bytes."""
    done = _run("tshark", ["-G", "plugins"])
    if not re.search(r"^godot\.(so|dll)\s", done.stdout, re.MULTILINE):
        raise WiresharkError(f"tshark did not load {os.environ.get('GODOT_PLUGIN')}:\n{done.stderr}")


def run(program, *arguments, stdin=None):
    """Returns the standard output of one of Wireshark's programs (tshark, editcap...)."""
    return _run(program, arguments, stdin).stdout


def complaints(program, *arguments):
    """Returns what one of Wireshark's programs writes to standard error."""
    return _run(program, arguments).stderr


def tshark(*arguments):
    """Returns what tshark prints. Arguments that are files are made readable to it."""
    return run("tshark", *arguments)


def user_time(*arguments):
    """Returns the seconds of processor time that a fresh tshark spends with these arguments, besides the kernel's."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    _start(_command("tshark", arguments))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def with_profile(profile, *arguments):
    """Returns what tshark prints with this folder as its configuration profile."""
    home = _folder() / "home"
    target = home / ".config" / "wireshark" / "profiles" / profile.name
    if not target.exists():
        shutil.copytree(profile, target)
        _give_away(home)
    return tshark("-C", profile.name, *arguments)


@functools.cache
def _has_lua():
    return bool(re.search(r"with\s+Lua|\+Lua", run("tshark", "--version")))     # as 4.4, and as 4.6 says it


def _skip(reason):
    import pytest       # not every program that uses this module has it
    pytest.skip(reason)


def skip_on_windows(lacking):
    """Skips the test if the programs are Windows', in Wine (tools/windows --tests), where this cannot be."""
    if "GODOT_WINDOWS" in os.environ:
        _skip(f"not on Windows: {lacking}")


def with_lua(script):
    """Returns the options by which tshark runs this file first. Skips the test if this tshark has no Lua."""
    if not _has_lua():
        _skip("this tshark has no Lua")
    return "-X", f"lua_script:{readable(script)}"


# --- reading what they say ----------------------------------------------------------


@dataclass(slots=True)
class Node:
    """One item of a packet's tree. pos and size are bytes in the item's own data source."""

    name: str = ""          # filter name
    pos: int = 0
    size: int = 0
    show: str = ""          # the value, as a filter writes it
    value: str = ""         # the bytes, in hexadecimal
    showname: str = ""      # the label
    source: int = 0         # sharkd only: number of the data source, 0 is the frame
    generated: bool = False     # sharkd only
    children: list = field(default_factory=list)
    sources: tuple = ()     # sharkd only, of the packet: the bytes of each data source
    by_name: dict = field(default=None, repr=False, compare=False)  # what find() found out

    def walk(self):
        """This item and all below it, in the order of the tree."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def find(self, name):
        """All items of that filter name, in the order of the tree. Many tests ask for many names: the first call sorts
        the items by them."""
        if self.by_name is None:
            self.by_name = {}
            for node in self.walk():
                self.by_name.setdefault(node.name, []).append(node)
        return list(self.by_name.get(name, ()))

    def first(self, name):
        """The first item of that filter name; KeyError if there is none."""
        for node in self.walk():
            if node.name == name:
                return node
        raise KeyError(name)

    def leaves(self):
        """All items without children."""
        return [node for node in self.walk() if not node.children]


def leaves(node):
    """All items below node, or node itself, that have no children."""
    return node.leaves()


def find(node, name):
    """All items of that filter name in the tree of node."""
    return node.find(name)


def _pdml_trees(text):
    """The packets of a PDML document. Its items become Nodes as they are read: a tree of XML between would cost
    more."""
    document = Node()
    path = [document]

    def start(_, attributes):
        get = attributes.get
        show = get("show", "")
        node = Node(get("name", ""), int(get("pos", 0)), int(get("size", 0)), show,
                    get("unmaskedvalue", get("value", "")), get("showname", show))
        path[-1].children.append(node)
        path.append(node)

    def end(_):
        path.pop()

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(text, True)
    return document.children[0].children


def digest_of_pdml(text):
    """Returns the digest of the packets, without the head, which has the time of writing."""
    return hashlib.md5(text[text.find("<packet>"):].encode()).hexdigest()


def kept(capture, options, make):
    """Returns the bytes that make() makes of a capture with these options. CTest has a folder in which its tests keep
    those of recorded ones for one another."""
    folder = os.environ.get("GODOT_DOCUMENTS")
    if not folder or capture.parent != CAPTURES:
        return make()
    file = Path(folder) / hashlib.md5(repr((capture.name, options)).encode()).hexdigest()
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_bytes(zlib.compress(make(), 1))
        new.rename(file)
    return zlib.decompress(file.read_bytes())


def _document(capture, options):
    """Returns the PDML of a recorded capture."""
    return kept(capture, options, lambda: tshark(
        "-r", capture, "-T", "pdml", "-J", SHOWN, *options).encode()).decode()


@functools.lru_cache(maxsize=4)
def _recorded(capture, options):
    """Returns the trees, and the digest of the document."""
    text = _document(capture, options)
    return _pdml_trees(text), digest_of_pdml(text)


def pdml_digest(capture, *options):
    """Returns the digest of the document that pdml() reads for a recorded capture."""
    return _recorded(capture, options)[1]


def pdml(capture, *options):
    """The packets of a capture as trees: each a Node whose children are the protocols.

    All callers share the trees of a recorded capture, so they must not be changed.
    """
    if capture.parent == CAPTURES:
        return _recorded(capture, options)[0]
    return _pdml_trees(tshark("-r", capture, "-T", "pdml", *options))


def _lines_of_fields(capture, display_filter, *names, options=()):
    wanted = [argument for name in names for argument in ("-e", name)]
    chosen = ["-Y", display_filter] if display_filter else []
    return tshark("-r", capture, *options, *chosen, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a",
                  "-E", f"aggregator={SEPARATOR}", *wanted).split("\n")[:-1]


def cells(line):
    """Returns, per name, the list of the field's values as text, of one line."""
    return [cell.split(SEPARATOR) if cell else [] for cell in line.split("\t")]


def fields(capture, display_filter, *names, options=()):
    """Rows of tshark -T fields: per packet that matches, per name, the list of the field's values as text."""
    return list(map(cells, _lines_of_fields(capture, display_filter, *names, options=options)))


def lines_of_fields(capture, *names, options=()):
    """Returns the lines of all packets, for cells()."""
    return _lines_of_fields(capture, None, *names, options=options)


def lines_and_messages(capture, *names, options=()):
    """Returns the same for names whose first one is a number, and the lines of -z godot,messages, from one start of
    tshark."""
    lines = lines_of_fields(capture, *names, options=[*options, "-z", "godot,messages"])
    return ([line for line in lines if not line.startswith("{")],
            [line for line in lines if line.startswith("{")])


def frames(capture, display_filter, *options):
    """Returns the numbers of the frames that match."""
    return [int(line) for line in
            tshark("-r", capture, *options, "-Y", display_filter, "-T", "fields", "-e", "frame.number").split()]


def _sharkd_node(item):
    pos, size = item.get("h", (0, 0))
    children = [_sharkd_node(child) for child in item.get("n", [])]
    return Node(name=item.get("fn", "") or item.get("f", "").split(" ")[0], pos=pos, size=size,
                show=item.get("f", ""), showname=item.get("l", ""), source=item.get("ds", 0),
                generated=bool(item.get("g", False)), children=children)


def _sharkd_packet(answer):
    sources = [answer["bytes"], *(source["bytes"] for source in answer.get("ds", []))]
    return Node(name="packet", children=[_sharkd_node(item) for item in answer["tree"]],
                sources=tuple(base64.b64decode(source) for source in sources))


def _result(line):
    """An item of sharkd's answer."""
    answer = json.loads(line)
    if "error" in answer:
        raise WiresharkError(f"sharkd: {answer['error']}")
    return answer["result"]


class Sharkd:
    """A sharkd that keeps running and reads one capture after the other."""

    def __init__(self):
        self.process = subprocess.Popen(_command("sharkd", ["-"]), env=environment(), text=True, cwd="/",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(60) == 0

    def ask(self, method, parameters):
        """Returns the result of a method; raises WiresharkError if sharkd refuses, or ends."""
        return _result(self.ask_line(method, parameters))

    def ask_line(self, method, parameters):
        """Returns the line that is the answer."""
        print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}), file=self.process.stdin,
              flush=True)
        for line in self.process.stdout:
            if line.startswith("{"):
                return line
        raise WiresharkError(f"sharkd ended: {method} {parameters}")


def sharkd_calls(calls):
    """Returns the answers of a fresh sharkd to pairs (method, parameters), in their order."""
    with Sharkd() as sharkd:
        return [sharkd.ask(method, parameters) for method, parameters in calls]


@functools.cache
def _resident():
    """A sharkd for all captures that need no setting of their own."""
    sharkd = Sharkd()
    atexit.register(sharkd.__exit__)
    return sharkd


def _decode_as(rules):
    """Writes rules like "udp.port==7,enet" where sharkd reads them, because it has no option -d."""
    entries = _folder() / "home" / ".config" / "wireshark" / "decode_as_entries"
    entries.parent.mkdir(parents=True, exist_ok=True)
    parts = [re.fullmatch(r"(.*)==(.*),(.*)", rule).groups() for rule in rules]
    entries.write_text("".join("decode_as_entry: {},{},(none),{}\n".format(*part) for part in parts))


_never = itertools.count(10 ** 9)     # no frame has this number


def matching(capture, *filters):
    """Returns, for each filter, the numbers of the frames that match, as frames() with "-2" does, with one start of a
    program for all.

    sharkd remembers the answer to a filter, even if another file is loaded: so each filter is another text.
    """
    _resident().ask("load", {"file": str(readable(capture))})
    never = next(_never)
    return [[frame["num"]
             for frame in _resident().ask("frames", {"filter": f"({text}) || frame.number == {never}"})]
            for text in filters]


def sharkd(capture, numbers, decode_as=()):
    """Returns the trees of these frames, dissected in exactly this order after the file was read once.

    Unlike PDML they show which items are generated, and to which data source (the frame,
    reassembled, decompressed...) an item's bytes belong. decode_as: rules as for tshark's option -d.
    """
    if not decode_as:
        return _trees_by(_resident(), capture, numbers)
    _decode_as(decode_as)
    try:
        with Sharkd() as program:
            return _trees_by(program, capture, numbers)
    finally:
        _decode_as([])


def _trees_by(program, capture, numbers):
    program.ask("load", {"file": str(readable(capture))})
    shown = {}      # number -> the last answer, and its tree
    trees = []
    for number in numbers:
        line = program.ask_line("frame", {"frame": number, "proto": True, "bytes": True})
        if number not in shown or shown[number][0] != line:
            shown[number] = line, _sharkd_packet(_result(line))
        trees.append(shown[number][1])
    return trees
