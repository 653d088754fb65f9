# SPDX-License-Identifier: GPL-2.0-or-later
"""The series of patches for Wireshark (tools/upstream.py): it applies to a tree, and each patch compiles after those
before it.

The tree here has only those of Wireshark's files that the series changes, and the headers are the installed ones;
tools/in-tree --patch does it in Wireshark's source.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess

import pytest

import wireshark

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

WARNINGS = [
    "-Wall", "-Wextra", "-Wshadow", "-Wmissing-prototypes", "-Wstrict-prototypes", "-Wredundant-decls",
    "-Wno-missing-field-initializers", "-Werror"]
FILES = {
    "CMakeLists.txt": "set(PROJECT_MAJOR_VERSION {})\nset(PROJECT_MINOR_VERSION {})\n",
    "AUTHORS": "= Contributors =\n\nSomebody\t<somebody[AT]localhost> {\n\tSomething\n}\n\n\n= From git log =\n",
    "doc/release-notes.adoc": "=== New Protocol Support\n\n// Add one protocol per line between the -- delimiters.\n"
                              "[commaize]\n--\nFoo\n--\n",
    "epan/dissectors/CMakeLists.txt": "set(DISSECTOR_PUBLIC_HEADERS\n\tpacket-eth.h\n\tpacket-zbee.h\n)\n\n"
    "set(DISSECTOR_SRC\n\t${CMAKE_CURRENT_SOURCE_DIR}/packet-eth.c\n\t${CMAKE_CURRENT_SOURCE_DIR}/packet-zvt.c\n)\n",
    "test/suite_dissectors/group_dissectors.py": "'''Dissection tests'''\n\nimport subprocess\nfrom suite_dfilter "
                                                 "import count_output\n",
    "config.h": "", }


@pytest.fixture(scope="module")
def series(tmp_path_factory):
    """A repository that stands in for Wireshark's, and the patches."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("out")
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text.replace("{}", "%d") % wireshark.version() if name == "CMakeLists.txt" else text)
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "Wireshark")
    subprocess.run(["python3", wireshark.ROOT / "tools" / "upstream.py", tree, out], check=True)
    return tree, sorted(out.glob("*.patch"))


def git(tree, *words):
    who = {f"GIT_{role}_{key}": "nobody" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    return subprocess.run(["git", "-C", tree, *words], check=True, env={**os.environ, **who}, capture_output=True,
                          text=True).stdout


def compile_all(tree):
    """What the compiler says of all that the patches so far have brought."""
    flags = shlex.split(
        subprocess.run(["pkg-config", "--cflags", "wireshark", "glib-2.0"], check=True, capture_output=True,
                       text=True).stdout)
    flags = [flag.replace("-I", "-isystem", 1) if flag.startswith("-I") else flag for flag in flags]
    command = ["gcc", "-std=gnu11", f"-I{tree}", *flags, *WARNINGS, "-DHAVE_PLUGINS"]
    return "".join(
        compiled(*command, file) for file in sorted((tree / "epan" / "dissectors").glob("packet-*.c"))
        if is_new(subprocess.run([*command, "-E", file], capture_output=True).stdout))


SEEN = set()


def is_new(preprocessed):
    """Tells whether the compiler has not seen this yet: most files are the same after the next patch."""
    digest = hashlib.sha256(preprocessed).digest()
    new = digest not in SEEN
    SEEN.add(digest)
    return new


def compiled(*command):
    return subprocess.run([*command, "-c", "-o", "/dev/null"], capture_output=True, text=True).stderr


def test_each_patch_applies_and_compiles(series):
    tree, patches = series
    assert len(patches) == 7
    for patch in patches:
        git(tree, "am", "-q", "--whitespace=error-all", patch)
        assert compile_all(tree) == "", patch.name


def test_what_each_patch_brings(series):
    tree, patches = series
    for patch in patches[:-2]:      # the last uses a capture of an earlier one, the recorder's has none
        text = patch.read_text(encoding="utf-8", errors="replace")
        assert re.search(r"^ test/captures/\S+\.pcapng +\| +Bin 0 -> \d+ bytes$", text, re.MULTILINE), patch.name
        assert "was recorded for this" in text, patch.name
    dissectors = tree / "epan" / "dissectors"
    listed = (dissectors / "CMakeLists.txt").read_text()
    names = re.findall(r"packet-[\w-]+\.[ch]", listed)
    assert {file.name for file in dissectors.glob("packet-*")} <= set(names)
    for ending in (".c", ".h"):
        assert [name for name in names if name.endswith(ending)
                ] == sorted(name for name in names if name.endswith(ending))
    notes = (tree / "doc" / "release-notes.adoc").read_text()
    assert "\nENet\nFoo\nGodot binary Variant\n" in notes
    assert "SPDX-License-Identifier: GPL-2.0-or-later" in (dissectors / "packet-enet.c").read_text()


def test_nothing_of_the_project_s_own_is_left(series):
    tree, _ = series
    for file in (tree / "epan" / "dissectors").glob("packet-*"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"ws_(compat|constants)\.h|\bws_units_", text) and "WS_AT_LEAST" not in text, file.name
        assert re.findall(r'^#include "((?!packet-|config\.h).*)"', text, re.MULTILINE) == [], file.name
