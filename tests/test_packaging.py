# SPDX-License-Identifier: GPL-2.0-or-later
"""What a distribution relies on: its flags win, and its files say the same as ours about versions, holders and
addresses."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

import sources

ROOT = sources.ROOT
SPEC = "packaging/wireshark-plugin-godot.spec"


def read(name):
    return (ROOT / name).read_text()


def paragraphs(name):
    """The paragraphs of a file in Debian's control syntax."""
    text = "".join(line for line in read(name).splitlines(keepends=True) if not line.startswith("#"))
    return [message_from_string(paragraph) for paragraph in re.split(r"\n\s*\n", text.strip())]


# --- the flags ------------------------------------------------------------------------


def commands(folder, environment, *options):
    """How plugin.c would be compiled and the plugin be linked, as two lists of words."""
    given = {**os.environ, "CFLAGS": "", "LDFLAGS": "", **environment}
    subprocess.run([
        "cmake", "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DBUILD_TESTING=OFF", *options, "-S", ROOT, "-B",
        folder], env=given, check=True, capture_output=True)
    steps = json.loads((folder / "compile_commands.json").read_text())
    compiling = next(step["command"] for step in steps if step["file"].endswith("/plugin.c"))
    linking = subprocess.run(["ninja", "-C", folder, "-t", "commands", "-s", "godot.so"], check=True,
                             capture_output=True, text=True).stdout
    return shlex.split(compiling), shlex.split(linking)


def of_kind(words, pattern):
    return [word for word in words if re.match(pattern, word)]


KINDS = {"optimization": "-O", "fortification": "-[DU]_FORTIFY_SOURCE", "stack protector": "-f(no-)?stack-protector",
         "stack clash": "-f(no-)?stack-clash", "link time": "-f(no-)?lto", "debugging": "-g"}


@pytest.mark.parametrize("given, options, expected", [
    # Nobody says anything.
    ("", [], {
        "optimization": ["-O2", "-O3"], "fortification": ["-D_FORTIFY_SOURCE=2"], "stack protector": [
            "-fstack-protector-strong"]}),
    # As dpkg-buildflags with debhelper has it.
    ("-g -O2 -fstack-protector -fstack-clash-protection -D_FORTIFY_SOURCE=3", ["-DCMAKE_BUILD_TYPE=None"], {
        "optimization": ["-O2"], "fortification": ["-D_FORTIFY_SOURCE=3"], "stack protector": ["-fstack-protector"],
        "stack clash": ["-fstack-clash-protection"], "link time": [], "debugging": ["-g"]}),
    # As DEB_BUILD_OPTIONS=noopt has it: what does not optimize cannot be fortified.
    ("-g -O0", ["-DCMAKE_BUILD_TYPE=None"], {"optimization": ["-O0"], "fortification": [], "link time": []}),
    ("-O0", [], {"optimization": ["-O0"], "fortification": [], "link time": []}),
    ("-Os -U_FORTIFY_SOURCE -fno-stack-protector -fno-stack-clash-protection -fno-lto", [], {
        "optimization": ["-Os"], "fortification": ["-U_FORTIFY_SOURCE"], "stack protector": ["-fno-stack-protector"],
        "stack clash": ["-fno-stack-clash-protection"], "link time": ["-fno-lto"]}),
    ("", ["-DCMAKE_BUILD_TYPE=MinSizeRel"], {"optimization": ["-Os"], "link time": []}),
    ("", ["-DCMAKE_BUILD_TYPE=Debug"], {"optimization": [], "fortification": [], "link time": []}),
    # What says nothing of optimization takes nothing away.
    ("-march=native", [], {"optimization": ["-O2", "-O3"], "fortification": ["-D_FORTIFY_SOURCE=2"]}), ])
def test_flags_of_whoever_builds_win(tmp_path, given, options, expected):
    compiling, _ = commands(tmp_path, {"CFLAGS": given}, *options)
    assert {kind: of_kind(compiling, KINDS[kind]) for kind in expected} == expected


@pytest.mark.parametrize("given, expected", [("", ["-Wl,-z,relro", "-Wl,-z,now"]),
                                             ("-Wl,-z,relro -Wl,-z,lazy", ["-Wl,-z,relro", "-Wl,-z,lazy"])])
def test_flags_of_whoever_links_win(tmp_path, given, expected):
    _, linking = commands(tmp_path, {"LDFLAGS": given})
    assert of_kind(linking, "-Wl,-z,(relro|now|lazy)") == expected


# --- what is said twice ---------------------------------------------------------------


def test_the_package_has_the_version_of_the_build():
    version, = re.findall(r"^project\(wireshark-godot VERSION (\S+)", read("CMakeLists.txt"), re.MULTILINE)
    assert re.match(r"wireshark-plugin-godot \((\S+)-\d+\)", read("debian/changelog"))[1] == version
    assert re.findall(r"^Version: *(\S+)|> - (\S+)-1$", read(SPEC), re.MULTILINE) == [(version, ""), ("", version)]
    assert f"\npkgver={version}\n" in read("packaging/PKGBUILD")


def test_one_maintainer_and_one_address():
    control, copyright_ = paragraphs("debian/control")[0], paragraphs("debian/copyright")[0]
    home = control["Homepage"]
    assert control["Vcs-Browser"] == home
    assert control["Vcs-Git"] == home + ".git"
    assert copyright_["Source"] == home
    assert f"\n{home}.git " in read("debian/watch")
    assert f"\ngit clone {home}.git\n" in read("README.md") and f"<{home}>" in read("README.md")
    assert read("debian/upstream/metadata") == (
        f"---\nBug-Database: {home}/issues\nBug-Submit: {home}/issues\n"
        f"Repository: {home}.git\nRepository-Browse: {home}\n")
    assert copyright_["Upstream-Contact"] == control["Maintainer"]
    assert f"\n -- {control['Maintainer']}  " in read("debian/changelog")
    assert f" {control['Maintainer']} - " in read(SPEC) and f"\nURL:            {home}\n" in read(SPEC)
    assert f"\n# Maintainer: {control['Maintainer']}\n" in read("packaging/PKGBUILD")
    assert f"\nurl={home}\n" in read("packaging/PKGBUILD")


def test_one_description():
    said = re.search(r"^Description: (.*)\n((?: .*\n)+)", read("debian/control"), re.MULTILINE)
    assert f"\nSummary:        {said[1]}\n" in read(SPEC)
    assert f'\npkgdesc="{said[1]}"\n' in read("packaging/PKGBUILD")
    text = re.sub(r"^ \.?", "", said[2], flags=re.MULTILINE).replace("depends on see", "requires see")
    assert text in read(SPEC)


def test_heads_of_files_and_the_package_name_the_same_holders():
    stated = next(paragraph["Copyright"]
                  for paragraph in paragraphs("debian/copyright")
                  if "*.c" in (paragraph["Files"] or "").split())
    holders = {line.strip() for line in stated.splitlines()}
    files = [ROOT / name for name in sources.files()] + sorted((ROOT / "tests").rglob("*.[ch]"))
    heads = {
        file: set(re.findall(r"^ \* Copyright (.*)$",
                             file.read_text().split("*/")[0], re.MULTILINE)) for file in files}
    assert [
        file for file, named in heads.items() if "2026 The wireshark-godot authors" not in named or not named <= holders
    ] == []


@pytest.mark.parametrize("url", ["https://localhost/tree/", "https://localhost/tree.git"])
def test_a_publisher_is_named_in_one_place(tmp_path, url):
    for folder in ("debian", "packaging", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "README.md", tmp_path)
    subprocess.run(
        [tmp_path / "tools" / "package", "--publisher", "A Publisher <publisher@localhost>", url],
        check=True)
    texts = {str(path.relative_to(tmp_path / folder)): path.read_text() for folder in ("debian", "packaging")
             for path in (tmp_path / folder).rglob("*") if path.is_file()}
    assert [name for name, text in texts.items() if "example.org" in text] == []
    assert "\nMaintainer: A Publisher <publisher@localhost>\n" in texts["control"]
    assert "\nhttps://localhost/tree.git refs/tags/" in texts["watch"]
    assert "2026 The wireshark-godot authors\n" in texts["copyright"]
    assert "\ngit clone https://localhost/tree.git\n" in (tmp_path / "README.md").read_text()


# --- files to install without a package manager -----------------------------------------

MINOR = "4.6"
TSHARK = """#!/bin/sh
case $1 in
    --version) echo 'TShark (Wireshark) {version}.' ;;
    -G) printf 'Personal configuration:\\t{home}/config\\nPersonal Plugins:\\t{home}/plugins/{minor}\\n' ;;
esac
"""


@pytest.fixture
def folder():
    """A folder that every user reaches."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o777)
        yield Path(name)


def zipped(folder, system="linux-x64"):
    """Makes a zip for a plugin that is only a name. @return its path"""
    (folder / "godot.so").write_bytes(b"\x7fELF")
    (folder / "godot-names").write_bytes(b"\x7fELF")
    made = subprocess.run([ROOT / "packaging" / "zip", folder / "out", MINOR, system, folder / "godot.so",
                           folder / "godot-names"], check=True, capture_output=True, text=True)
    return made.stdout.strip()


def unzipped(folder):
    """Returns the folder of the unpacked zip, by unzip, which keeps the modes of files."""
    subprocess.run(["cmake", "-E", "tar", "xf", zipped(folder)], cwd=folder, check=True)
    return folder / os.path.basename(zipped(folder)).removesuffix(".zip")


def install(folder, version):
    """Runs install.sh of a zip beside a tshark of that version, as a user."""
    tshark = folder / "tshark"
    tshark.write_text(TSHARK.format(version=version, home=folder / "home", minor=version[:3]))
    tshark.chmod(0o755)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    return subprocess.run([*user, unzipped(folder) / "install.sh"], capture_output=True, text=True,
                          env={**os.environ, "TSHARK": str(tshark), "HOME": str(folder / "home")})


def test_a_zip_is_named_after_the_wireshark_that_it_fits_and_is_always_the_same(folder):
    first = zipped(folder)
    before = open(first, "rb").read()
    os.utime(folder / "godot.so", (0, 0))
    assert re.fullmatch(r"wireshark-godot-[0-9.]+-wireshark-4\.6-linux-x64\.zip", os.path.basename(first))
    assert open(zipped(folder), "rb").read() == before


def test_a_zip_for_windows_has_what_windows_takes(folder):
    with zipfile.ZipFile(zipped(folder, "windows-x64")) as archive:
        files = {os.path.basename(name): archive.read(name) for name in archive.namelist()}
    assert {"godot.dll", "install.cmd", "wireshark-version.txt", "preferences"} <= set(files)
    assert not {"godot.so", "install.sh", "godot-captures"} & set(files)
    lines = files["install.cmd"].split(b"\n")[:-1]
    assert all(line.endswith(b"\r") for line in lines) and lines[0] == b"@echo off\r"


def test_a_zip_for_windows_has_the_recorder_with_its_libraries(folder):
    names = ("godot.dll", "godot-recorder.exe", "libgio-2.0-0.dll", "godot-report.exe")
    for name in names:
        (folder / name).write_bytes(b"MZ")
    made = subprocess.run([ROOT / "packaging" / "zip", folder / "out", MINOR, "windows-x64",
                           *(folder / name for name in names)], check=True, capture_output=True, text=True)
    with zipfile.ZipFile(made.stdout.strip()) as archive:
        files = {name.partition("/")[2] for name in archive.namelist()}
    assert {name for name in files if name.endswith((".exe", ".dll"))} == {
        "godot.dll", "extcap/godot-recorder.exe", "extcap/libgio-2.0-0.dll", "godot-report.exe"}


def test_the_installer_puts_everything_where_wireshark_looks(folder):
    done = install(folder, "4.6.3")
    assert (done.returncode, done.stderr) == (0, "")
    home = folder / "home"
    assert (home / "plugins/4.6/epan/godot.so").exists() and (home / "config/profiles/Godot/preferences").exists()
    assert all(os.access(home / ".local/bin" / name, os.X_OK) for name in ("godot-names", "godot-captures"))


def test_the_installer_keeps_a_profile_that_is_there(folder):
    mine = folder / "home/config/profiles/Godot"
    mine.mkdir(parents=True)
    for above in (folder / "home", folder / "home/config"):
        above.chmod(0o777)
    assert install(folder, "4.6.3").returncode == 0
    assert list(mine.iterdir()) == []


def test_the_installer_refuses_another_wireshark(folder):
    done = install(folder, "4.4.9")
    assert done.returncode == 1 and not (folder / "home").exists()
    assert done.stderr == ("This plugin is for Wireshark 4.6, but Wireshark 4.4 is installed:\n"
                           "get the file whose name has \"wireshark-4.4\".\n")


def test_the_workflow_names_scripts_that_are_there():
    text = read(".github/workflows/release.yml")
    named = set(re.findall(r"\b((?:packaging|tools)/[\w-]+)", text))
    assert {"packaging/in-wireshark", "packaging/universal", "packaging/zip"} <= named
    assert all(os.access(ROOT / name, os.X_OK) for name in named)
    minors = {tuple(re.findall(r"'(\d\.\d)'", line)) for line in text.splitlines() if "wireshark: ['" in line}
    assert minors == {tuple(re.findall(r"\d\.\d", read("ws_compat.h").splitlines()[1]))}
