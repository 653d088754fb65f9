#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Make of this tree what a merge request to Wireshark needs: a series of patches, a dissector a patch (tools/in-tree
--patch).

    tools/upstream.py TREE OUT

TREE is Wireshark's source tree, which stays as it is; OUT gets the patches, as git format-patch writes them.
Each folder of ours becomes one packet-*.c, and a header for what later patches need of it. Names that are static in
several files of a folder get the name of their file in front. ws_compat.h goes: what it has for TREE's version is put
where it is used. ws_constants.h goes, too: what it has copies of is used instead.
"""

import graphlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AUTHOR = "The wireshark-godot authors"
DISSECTORS = Path("epan/dissectors")
TOKENS = re.compile(r'/\*.*?\*/|\s+|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|.', re.DOTALL)


@dataclass
class Unit:
    """One patch: what it is made of, and what it says of itself."""
    name: str                   # of its files in epan/dissectors, without an ending
    question: str               # the line below the file's name
    folders: tuple              # of ours
    subject: str
    text: str
    protocols: tuple            # for the release notes
    # a capture, options of tshark, a pattern, and which events of the capture's log give as many lines that match it
    test: tuple
    left_out: tuple = ()


UNITS = [
    Unit(
        "packet-enet", "Routines for ENet dissection", ("records", "ports", "ends", "enet"), "ENet: add dissector",
        "ENet is a thin layer above UDP for games: channels, reliable and unreliable messages,\n"
        "fragments, compression by packet.", ("ENet", ),
        ("enet-reuse", ("-Yenet.command == 2 && !enet.analysis.retransmission", ), ".", {"event": "connecting"})),
    Unit(
        "packet-godot-variant", "Routines for dissection of Godot's binary Variants",
        ("variant", "packet-godot-variant"), "Godot: add a dissector for binary Variants",
        "A Variant is Godot's value of any type. Games send single ones in datagrams, and all protocols\n"
        "of Godot are made of them.", ("Godot binary Variant", ),
        ("godot4-variants-udp",
         ("-dudp.port==21000,godot.variant", '-Ygodot.variant && !(udp.payload contains "the end")'), ".", {
             "event": "get_var"})),
    Unit("packet-godot-multiplayer", "Routines for dissection of the multiplayer protocols of Godot 3 and 4",
         ("naming", "multiplayer"), "Godot: add a dissector for its multiplayer protocols",
         "Calls, spawns and synchronized properties of Godot 3 and 4 over ENet.", ("Godot multiplayer", ),
         ("godot4-mesh", ("-Ygodot.rpc.args", ), ".", {"event": "rpc_received"}), left_out=("naming/project-", )),
    Unit("packet-godot-stream", "Routines for Godot's packets in TCP, WebSocket and WebRTC", ("streams", ),
         "Godot: find its packets in TCP, WebSocket and WebRTC",
         "Godot's PacketPeerStream, its multiplayer protocol in WebSockets, and in WebRTC's data channels.",
         ("Godot packet stream", "Godot multiplayer over WebSocket", "Godot multiplayer over WebRTC"),
         ("websocket-4.6-plain", ("-Ygodot.variant", ), ".", {"event": "put_var"})),
    Unit("packet-godot-debugger", "Routines for dissection of Godot's remote debugger", ("debugger", ),
         "Godot: add a dissector for its remote debugger", "What the editor and a running game say to each other.",
         ("Godot remote debugger", ),
         ("debugger-4.6",
          ("-Tfields", "-egodot.debug.message"), "scene:setup_scene", {"message": "scene:setup_scene"})),
    Unit("packet-godot-record", "Routines for dissection of recordings made inside a game", ("recorder",),
         "Godot: add a dissector for recordings from inside the game",
         "An addon for Godot writes what no wire shows: names, and what the peers made of their packets.",
         ("Godot recording",), ()),
    Unit("packet-godot-statistics", "Statistics of Godot's protocols", ("statistics", ), "Godot: add statistics",
         "Trees for the menu Statistics, and -z godot,messages: a row of JSON for each message.", (),
         ("godot4-mesh", ("-q", "-zgodot,messages"), '"kind":"rpc"', {"event": "rpc_received"})), ]


# --- C ---------------------------------------------------------------------------------


def is_name(token):
    return re.match(r"[A-Za-z_]\w*$", token) is not None


def replace_names(text, names):
    """Names that are no members of something, and no words of comments and strings."""
    result = []
    before = ""
    members = [match.span(1) for match in re.finditer(r"\bstruct(?: \w+)? \{([^{}]*)\}", text)]
    for match in TOKENS.finditer(text):
        token = match[0]
        is_type = token.endswith(("_t", "_bool")) or token.isupper()
        member = before.endswith((".", "->")) or (
            not is_type and any(start <= match.start() < end for start, end in members))
        result.append(names[token] if token in names and not member else token)
        if not token.isspace():
            before = (before + token)[-2:]
    return "".join(result)


def arguments(text, start):
    """The arguments of a call whose parenthesis opens at start, and where it ends."""
    depth, current, found = 0, "", []
    for match in TOKENS.finditer(text, start):
        token = match[0]
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0:
            return [*found, current.strip()], match.end()
        if depth == 1 and token == ",":
            found.append(current.strip())
            current = ""
        elif not (depth == 1 and token == "("):
            current += token
    raise ValueError(text[start:start + 60])


def expand(text, macros):
    """Put in place of each macro what it stands for."""
    text = replace_names(text, {name: body for name, (parameters, body) in macros.items() if parameters is None})
    for name, (parameters, body) in macros.items():
        if parameters is None:
            continue
        at = 0
        while match := re.compile(rf"\b{name}\(").search(text, at):
            given, end = arguments(text, match.end() - 1)
            put = replace_names(body, dict(zip(parameters, given)))
            text = text[:match.start()] + put + text[end:]
            at = match.start() + (len(name) if put.startswith(name) else 0)
    return text


# Headers that the series does not have, because Wireshark's tree has what they stand for.
LEFT_OUT = ("ws_compat.h", "ws_constants.h")


def originals(text):
    """What the copies in ws_constants.h are called in Wireshark, as macros."""
    copies = re.findall(r"^static const \w+ ws_(\w+)(?:\[\])? = \{", text, re.MULTILINE)
    return {f"ws_{name}": (None, name) for name in copies}


def of_version(text, version):
    """ws_compat.h, as it is for one version: without conditions. Of the branches of each, the stack has whether the
    present one holds, and whether one has held."""
    def holds(condition):
        negated = condition.startswith("!")
        wanted = re.fullmatch(r"!?WS_AT_LEAST\((\d+), (\d+)\)", condition)
        return (version >= (int(wanted[1]), int(wanted[2]))) != negated

    lines, stack = [], []
    for line in text.splitlines():
        if match := re.match(r"#if (.*)", line):
            stack.append([holds(match[1])] * 2)
        elif match := re.match(r"#ifndef (\w+)", line):
            stack.append([{"FT_IS_UINT32": version < (4, 4)}.get(match[1], True)] * 2)
        elif match := re.match(r"#el(?:se|if (.*))", line):
            _, held = stack[-1]
            here = not held and (not match[1] or holds(match[1]))
            stack[-1] = [here, held or here]
        elif line.startswith("#endif"):
            stack.pop()
        elif all(here for here, _ in stack):
            lines.append(line)
    return "\n".join(lines) + "\n"


# --- our files ---------------------------------------------------------------------------


def read(name):
    """A file without head, modelines and guard: what it includes of ours, of others, and the rest."""
    text = (ROOT / name).read_text(encoding="utf-8")
    question = re.match(r"/\* .*\n \* (.*)\n", text)[1]
    text = text[text.index("*/") + 2:]
    text = re.sub(r"/\*\n \* Editor modelines.*", "", text, flags=re.DOTALL)
    if name.endswith(".h"):
        guard = re.search(r"#ifndef (\w+)\n#define \1\n", text)
        text = text.replace(guard[0], "", 1)
        text = re.sub(rf"#endif /\* {guard[1]} \*/\n", "", text)
    own = re.findall(r'^#include "([^"]+)"\n', text, re.MULTILINE)
    others = re.findall(r"^#include (<[^>]+>)", text, re.MULTILINE)
    return question, own, others, re.sub(r'^#include .*\n', "", text, flags=re.MULTILINE).strip() + "\n"


def files(unit):
    names = []
    for folder in unit.folders:
        found = [f"{folder}.h", f"{folder}.c"] if (ROOT / f"{folder}.c").exists() else \
            [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / folder).iterdir())
             if path.suffix in (".c", ".h")]
        names += [name for name in found if not name.startswith(unit.left_out or ("\0",))]
    return names


def everything():
    """All files of the series by unit, and of naming/ the questions of project/project.h, which nobody answers."""
    found = {unit.name: files(unit) for unit in UNITS}
    found["packet-godot-multiplayer"].insert(0, "project/project.h")
    found["packet-godot-multiplayer"].insert(1, "naming/project-prefs.h")
    return found


def once(items):
    return list(dict.fromkeys(items))


def implementation(name):
    return name.rsplit(".", 1)[0]


class Series:
    """All files of the series, and which of them go where."""

    def __init__(self, version):
        self.files = everything()
        self.unit_of = {name: unit for unit, names in self.files.items() for name in names}
        self.parsed = {name: read(name) for name in self.unit_of}
        unknown = {other for _, own, _, _ in self.parsed.values() for other in own} - {*self.unit_of, *LEFT_OUT}
        if unknown:
            raise SystemExit(f"no patch has {', '.join(sorted(unknown))}: name the folder in UNITS")
        self.plugin = (ROOT / "plugin.c").read_text(encoding="utf-8")
        compat = of_version((ROOT / "ws_compat.h").read_text(encoding="utf-8"), version)
        self.compat_includes, self.macros, self.compat_rest = self.split_compat(compat)
        self.macros |= originals((ROOT / "ws_constants.h").read_text(encoding="utf-8"))
        self.public = self.public_headers()

    @staticmethod
    def split_compat(text):
        """ws_compat.h of one version: what it includes, the macros to be expanded, and functions."""
        text = re.sub(r"/\*\n \* Editor modelines.*", "", text[text.index("*/") + 2:], flags=re.DOTALL)
        text = re.sub(r"#define WS_AT_LEAST(.*\\\n)*.*\n", "", text).replace("#define WS_COMPAT_H\n", "")
        text = text.replace("\\\n", " ")
        includes = re.findall(r"^#include (<[^>]+>)", text, re.MULTILINE)
        macros = {}
        for name, parameters, body in re.findall(r"^#define (\w+)(\([^)]*\))?(?:[ \t]+(.*))?$", text, re.MULTILINE):
            names = [word.strip() for word in parameters[1:-1].split(",") if word.strip()] if parameters else None
            macros[name] = (names, re.sub(r"\s*/\*.*\*/", "", " ".join(body.split())))
        for body, name in re.findall(r"^typedef (\w+) (\w+);", text, re.MULTILINE):
            macros[name] = (None, body)
        rest = re.sub(r"^(#include|#define|typedef) .*\n", "", text, flags=re.MULTILINE)
        functions = re.findall(r"(?:^/\*(?:(?!\*/).)*\*/\n)?^static inline .*?^\}$", rest, re.MULTILINE | re.DOTALL)
        return includes, macros, "\n\n".join(functions)

    def public_headers(self):
        """Headers that another unit, or plugin.c, includes, and what these include in their unit."""
        wanted = {name for unit, names in self.files.items() for file in names for name in self.parsed[file][1]
                  if self.unit_of.get(name, unit) != unit}
        wanted |= set(re.findall(r'#include "([^"]+)"', self.plugin)) & set(self.unit_of)
        while more := {other for name in wanted for other in self.parsed[name][1] if other in self.unit_of} - wanted:
            wanted |= more
        return wanted

    def ordered(self, names):
        """Names so that each comes after those that it includes."""
        graph = {name: [other for other in self.parsed[name][1] if other in names and other != name] for name in names}
        return list(graphlib.TopologicalSorter(graph).static_order())

    def ordered_sources(self, names):
        """Sources so that each comes after those whose functions it calls."""
        own = {implementation(name): name for name in names}
        graph = {}
        for name in self.files[self.unit_of[names[0]]]:
            graph.setdefault(implementation(name), set()).update(
                implementation(other)
                for other in self.parsed[name][1]
                if implementation(other) != implementation(name))
        return [own[name] for name in graphlib.TopologicalSorter(graph).static_order() if name in own]

    def other_units(self, names):
        order = list(self.files)
        units = {self.unit_of[other] for name in names for other in self.parsed[name][1] if other in self.unit_of}
        return [unit for unit in order if unit in units - {self.unit_of[names[0]]}]


# Names that a file has to itself: functions, variables, macros, types.
DEFINED = [
    r"^static [^\n;=(]*\n(\w+)\(", r"^static [^\n;=(]*?(\w+)(?:\[[^\]]*\])* *(?:=|;)",
    r"^static \w+ +\*?(\w+), [^\n(=]*;", r"^static \w+ [^\n(=]*, \*?(\w+);", r"^#define (\w+)",
    r"^\} (\w+)(?:\[\w*\])?(?:;| =)", r"^typedef [^{;]*?(\w+);", r"^(?:struct|enum) ([a-z]\w+) \{"]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)


def defined(text):
    plain = without_comments(text)
    names = {name for pattern in DEFINED for name in re.findall(pattern, plain, re.MULTILINE)}
    for body in re.findall(r"^(?:static |typedef )?enum(?: \w+)? \{(.*?)\}", plain, re.MULTILINE | re.DOTALL):
        names |= set(re.findall(r"(?:^|,)\s*(\w+)", body))
    return names


def own_name(name, file):
    """A name of a file that others know, too, with that of the file."""
    stem = re.sub(r"^packet_", "", Path(file).stem.replace("-", "_"))
    if match := re.match(r"(hf|ett|ei)_(.*)", name):
        return f"{match[1]}_{stem}_{match[2]}"
    return f"{stem.upper()}_{name}" if name.isupper() else f"{stem}_{name}"


def told_apart(sources, headers):
    """The sources' texts by file. A name of one file that stands in another, be it of a parameter, gets that of its
    file in front."""
    words = {file: set(TOKENS.findall(without_comments(text))) for file, text in {**sources, **headers}.items()}
    texts = {}
    for file, text in sources.items():
        others = set().union(*(words[other] for other in words if other != file))
        texts[file] = replace_names(text, {name: own_name(name, file) for name in defined(text) & others})
    return texts


PROTOTYPE = re.compile(
    r"^(?!static|typedef|extern|struct \w+ \{|#|WS_DLL)([A-Za-z_][\w \t*]*?[ "
    r"*])(\w+)\(([^;{}]*)\)([^;{}()]*(?:\([^)]*\))?);",
    re.MULTILINE)


def make_static(headers, sources):
    """Functions that only this file calls are its own."""
    names = {match[2] for text in headers.values() for match in PROTOTYPE.finditer(without_comments(text))}
    words = [token for text in sources.values() for token in TOKENS.findall(text) if token in names]
    called = {name for name in names if words.count(name) > 1}

    def own(match):
        return f"static {match[0]}" if match[2] in called else match[0]

    def definition(match):
        return f"static {match[0]}" if match[2] in called else match[0]

    return ({file: PROTOTYPE.sub(own, text) for file, text in headers.items()}, {
        file: re.sub(r"^(?!static )([A-Za-z_][^\n;=(){}]*\n)(\w+)\((?=[^;]*?\)\s*\n\{)", definition, text,
                     flags=re.MULTILINE) for file, text in sources.items()})


FIRST = ["<wireshark.h>", "<epan/packet.h>"]    # which others need
HEAD = """/* {name}
 * {question}
 * Copyright 2026, {author}
 *{documents}
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

"""
MODELINES = """
/*
 * Editor modelines  -  https://www.wireshark.org/tools/modelines.html
 *
 * Local variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * vi: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */
"""


def head(name, question, text):
    documents = "\n * What comments call docs/ is in {}\n *".format(homepage()) if "docs/" in text else ""
    return HEAD.format(name=name, question=question, author=AUTHOR, documents=documents)


def homepage():
    return re.search(r"^Homepage: (.*)$", (ROOT / "debian/control").read_text(), re.MULTILINE)[1]


def section(question, text):
    return f"\n/*\n * {question}\n */\n\n{text}" if question else f"\n{text}"


def includes(names):
    return "".join(f"#include {name}\n" for name in once(names))


def registration_names(text):
    """make-regs.py calls what is named so: of Godot's there is one, which calls the others in their order
    (packet-godot.c)."""
    return re.sub(r"\bproto_reg(ister|_handoff)_godot(?!_family)", r"godot_reg\1", text)


def build_unit(series, unit):
    """The texts of a unit's .c and .h."""
    names = series.files[unit.name]
    headers = series.ordered([name for name in names if name.endswith(".h")])
    sources = series.ordered_sources([name for name in names if name.endswith(".c")])
    public = [name for name in headers if name in series.public]
    private = {name: series.parsed[name][3] for name in headers if name not in series.public}
    texts = told_apart({name: series.parsed[name][3] for name in sources},
                       {name: series.parsed[name][3] for name in headers})
    private, texts = make_static(private, texts)

    def others(files):
        found = [other for name in files for other in series.parsed[name][2]]
        return sorted(once(series.compat_includes + found), key=lambda name:
                      (*[name != first for first in FIRST], name))

    def of_units(files):
        return [f'"{name}.h"' for name in series.other_units(files)] if files else []

    def put(text):
        return re.sub(r"(?<=\S)  +(?=[a-z])(?=[^\n]*\()", lambda match: match[0],
                      registration_names(expand(text, series.macros)))

    body = "".join(section("", text) for text in private.values())
    body += "".join(section(series.parsed[name][0], text) for name, text in texts.items())
    header = "".join(section(series.parsed[name][0], series.parsed[name][3]) for name in public)
    if unit is UNITS[0] and series.compat_rest:
        header = "\n" + series.compat_rest + "\n" + header
    guard = "__{}_H__".format(unit.name.upper().replace("-", "_"))
    own = [f'"{unit.name}.h"'] if header else []
    system = others(sources + list(private))
    made = {
        f"{unit.name}.c": head(f"{unit.name}.c", unit.question, body) + '#include "config.h"\n\n' + includes(system) +
        "\n" + includes(own + of_units(names)) + put(body) + MODELINES}
    if header:
        made[f"{unit.name}.h"] = head(f"{unit.name}.h", unit.question.replace("Routines", "What other dissectors use "
                                                                                          "of the "
                                                                                          "routines"), header) + \
            (f"#ifndef {guard}\n#define {guard}\n"
             "\n") + includes(others(public)) + includes(of_units(public)) + put(header) + \
            f"\n#endif /* {guard} */\n" + MODELINES
    if unit is UNITS[0]:    # the records come first
        enet = made[f"{unit.name}.c"]
        start = enet.index("\nproto_register_enet(void)\n{")
        end = enet.index("\n}\n", start)
        made[f"{unit.name}.c"] = enet[:end] + "\n    records_register();" + enet[end:]
    return made


def build_registration(series, units):
    """packet-godot.c, from plugin.c: what of its tables the units have."""
    there = "".join(series.parsed[name][3] for unit in units for name in series.files[unit.name] if name.endswith(".c"))

    def has(function):
        return re.search(rf"^{function}\(", there, re.MULTILINE) is not None

    body = ""
    preferences = re.search(r"/\* The module \"godot\".*?\n}\n", series.plugin, re.DOTALL)[0]
    with_module = has("proto_register_godot")
    if with_module:
        body += "".join(
            line for line in preferences.splitlines(keepends=True)
            if not (match := re.match(r"    (\w+_register_preferences)\(module\);", line)) or has(match[1])) + "\n"
    comment, table = re.search(
        r"(/\*\n \* Wireshark calls these.*?\*/\n)static const proto_plugin protocols\[\] = (\{.*?\n\};)\n",
        series.plugin, re.DOTALL).groups()
    rows = [
        row for row in re.findall(r"\{ (\w+), +(\w+) \}", table)
        if row[0] not in ("proto_register_enet", "records_register")
        and (with_module if row[0].endswith("register_preferences") else has(row[0]))]
    body += comment.replace(
        "Wireshark calls these from the last to the first, and asks",
        "These are called from the last to the first, and Wireshark asks"
    ) + "static const struct {\n    void (*protocol)(void);\n    void (*handoff)(void);\n} parts[] = {\n"
    body += "".join(f"    {{ {first}, {second} }},\n" for first, second in rows) + "};\n\n"
    body += """void
proto_register_godot_family(void)
{
    for (size_t i = G_N_ELEMENTS(parts); i-- > 0;)
        parts[i].protocol();
}

void
proto_reg_handoff_godot_family(void)
{
    for (size_t i = G_N_ELEMENTS(parts); i-- > 0;)
        if (parts[i].handoff)
            parts[i].handoff();
"""
    body += ("    statistics_register();\n" if has("statistics_register") else "") + "}\n"
    question = "Which of Godot's protocols are registered, in which order?"
    prototypes = "void proto_register_godot_family(void);\nvoid proto_reg_handoff_godot_family(void);\n\n"
    wanted = [f'"{unit.name}.h"' for unit in units[1:]]
    return {
        "packet-godot.c": head("packet-godot.c", question, body) + '#include "config.h"\n\n' +
        includes(["<epan/packet.h>", "<epan/prefs.h>"]) + "\n" + includes(wanted) + "\n" + prototypes +
        registration_names(body) + MODELINES}


# --- Wireshark's files --------------------------------------------------------------------


def after_first(text, pattern, added):
    """The text with something behind the first place that matches."""
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        raise SystemExit(f"Wireshark's tree has nothing like {pattern}")
    return text[:match.end()] + added + text[match.end():]


def list_in_cmake(text, names):
    """epan/dissectors/CMakeLists.txt with the files, where the alphabet has them."""
    for name in names:
        line = f"\t${{CMAKE_CURRENT_SOURCE_DIR}}/{name}\n" if name.endswith(".c") else f"\t{name}\n"
        start = text.index("set(DISSECTOR_SRC" if name.endswith(".c") else "set(DISSECTOR_PUBLIC_HEADERS")
        end = text.index("\n)", start) + 1
        others = [
            match for match in re.finditer(r"^\t(?:\$\{CMAKE_CURRENT_SOURCE_DIR\}/)?(packet-[\w-]+\.[ch])\n",
                                           text[start:end], re.MULTILINE)]
        later = next((match for match in others if match[1] > name and not match[1].startswith("packet-li5g")), None)
        at = start + later.start() if later else end
        text = text[:at] + line + text[at:]
    return text


def release_note(text, protocols):
    """The release notes with new protocols."""
    none = "There are no new protocols in this release.\n"
    if none in text:
        text = text.replace(none, "// Add one protocol per line between the -- delimiters.\n[commaize]\n--\n--\n")
    start = text.index("=== New Protocol Support")
    begin = text.index("\n--\n", start) + 4
    end = text.index("--\n", begin)
    lines = sorted({*text[begin:end].splitlines(), *protocols} - {""}, key=str.lower)
    return text[:begin] + "".join(line + "\n" for line in lines) + text[end:]


def contributor(text, subject):
    """AUTHORS with what was contributed."""
    address = re.search(r"^Maintainer: .*<(.*)>", (ROOT / "debian/control").read_text(),
                        re.MULTILINE)[1].replace("@", "[AT]")
    begin = f"{AUTHOR}\t<{address}> {{\n"
    if begin not in text:
        at = text.index("\n\n= From git log =")
        text = text[:at] + f"\n{begin}}}\n" + text[at:]
    at = text.index("}\n", text.index(begin))
    return text[:at] + f"\t{subject}\n" + text[at:]


def expected(unit):
    """How many lines the log beside the capture makes us expect."""
    name, _, _, wanted = unit.test
    events = [
        json.loads(line)
        for line in (ROOT / "captures" / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]
    return sum(all(event.get(key) == value for key, value in wanted.items()) for event in events)


def add_test(text, unit):
    """The tests of dissections with one of the unit, as those there are written."""
    name, options, pattern, _ = unit.test
    title = unit.name.replace("packet-", "").replace("-", "_")
    given = "".join(f", {option!r}" for option in options)
    if "SubprocessTestCase" in text:     # up to 4.0
        return text.rstrip("\n") + f"""


@fixtures.mark_usefixtures('test_env')
@fixtures.uses_fixtures
class case_dissect_{title}(subprocesstest.SubprocessTestCase):
    def test_{title}(self, cmd_tshark, capture_file):
        self.assertRun((cmd_tshark, '-r', capture_file('{name}.pcapng'){given}))
        self.assertEqual(self.countOutput({pattern!r}, count_stderr=False), {expected(unit)})
"""
    return text.rstrip("\n") + f"""


class TestDissect{title.title().replace("_", "")}:
    def test_{title}(self, cmd_tshark, capture_file, test_env):
        stdout = subprocess.check_output((cmd_tshark, '-r', capture_file('{name}.pcapng'){given}),
                                         encoding='utf-8', env=test_env)
        assert count_output(stdout, {pattern!r}) == {expected(unit)}
"""


def engine_of(capture):
    """Who made a capture, by its log."""
    text = (ROOT / "captures" / f"{capture}.truth.jsonl").read_text(encoding="utf-8")
    engine = re.search(r'"event":"engine".*"version":"([^"]*)"', text)
    return f"Godot {engine[1]}" if engine else "ENet's own library"


class Tree:
    """A repository with those of Wireshark's files that the series changes."""

    def __init__(self, tree, folder):
        self.tree, self.folder = Path(tree), Path(folder)
        self.notes = next(name for name in ("doc/release-notes.adoc", "docbook/release-notes.adoc")
                          if (self.tree / name).exists())
        self.tests = next(name for name in ("test/suite_dissection.py", "test/suite_dissectors/suite_dissectors.py",
                                            "test/suite_dissectors/group_dissectors.py") if (self.tree / name).exists())
        self.cmake = str(DISSECTORS / "CMakeLists.txt")
        for name in (self.notes, self.tests, self.cmake, "AUTHORS"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.tree / name, self.folder / name)
        self.git("init", "-q")
        self.commit("Wireshark")

    def git(self, *words):
        who = {
            "NAME": AUTHOR, "EMAIL": re.search(r"^Maintainer: .*<(.*)>", (ROOT / "debian/control").read_text(),
                                               re.MULTILINE)[1], "DATE": "2026-11-01T12:00:00Z"}
        given = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
        subprocess.run(["git", "-C", self.folder, *words], check=True, env={**os.environ, **given})

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def change(self, name, function, *arguments):
        path = self.folder / name
        path.write_text(function(path.read_text(encoding="utf-8"), *arguments), encoding="utf-8")

    def add(self, unit, made):
        for name, text in made.items():
            (self.folder / DISSECTORS / name).write_text(text, encoding="utf-8")
        listed = (self.folder / self.cmake).read_text(encoding="utf-8")
        self.change(self.cmake, list_in_cmake, [name for name in made if f"/{name}\n" not in listed])
        if unit.protocols:
            self.change(self.notes, release_note, unit.protocols)
        self.change("AUTHORS", contributor, unit.subject.replace(": add", "").replace(": find its", " "))
        if not unit.test:
            self.commit(f"{unit.subject}\n\n{unit.text}\n")
            return
        self.change(self.tests, add_test, unit)
        capture = f"test/captures/{unit.test[0]}.pcapng"
        provenance = "" if (self.folder / capture).exists() else \
            f"{capture} was recorded for this on Debian, between programs of our own\n" \
            f"on one machine, with {engine_of(unit.test[0])}. It has nobody's data.\n"
        (self.folder / capture).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "captures" / f"{unit.test[0]}.pcapng", self.folder / capture)
        self.commit(
            f"{unit.subject}\n\n{unit.text}\n\n{provenance}The number of lines that the test expects is that of the "
            "programs' log.\n"
        )


def version_of(tree):
    text = (Path(tree) / "CMakeLists.txt").read_text(encoding="utf-8")
    return tuple(
        int(re.search(rf"^set\(PROJECT_{part}_VERSION (\d+)\)", text, re.MULTILINE)[1]) for part in ("MAJOR", "MINOR"))


def main(tree, out):
    series = Series(version_of(tree))
    with tempfile.TemporaryDirectory() as folder:
        repository = Tree(tree, folder)
        for count, unit in enumerate(UNITS, 1):
            made = build_unit(series, unit)
            if count > 1:
                made.update(build_registration(series, UNITS[:count]))
            repository.add(unit, made)
        Path(out).mkdir(parents=True, exist_ok=True)
        repository.git("format-patch", "-q", "--zero-commit", "--no-signature", "-o",
                       Path(out).resolve(), f"HEAD~{len(UNITS)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: tools/upstream.py TREE OUT")
    main(*sys.argv[1:])
