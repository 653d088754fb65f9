#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""inputs.py PROGRAMS OUT TARGET FOLDER...: write the inputs in the folders as captures that tshark reads, in few files:
OUT/TARGET-1.pcap and so on, each with the options to read it, a word in each line of OUT/TARGET-1.options.

PROGRAMS is the folder of the fuzz targets, which write each input as a capture of its own (capture.h), with addresses
of its own. Those that are read with the same options are joined.
"""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HEADER = 24     # bytes of a pcap file before its first frame

# What a target tells Wireshark by functions (fuzz-*.c), as options.
TARGETS = {
    "enet": ("-d", "udp.port==45000,enet"),
    "stream": ("-d", "tcp.port==45000,godot.stream"),
    "debugger": ("-d", "tcp.port==45001,godot.debug"),
    "websocket": ("-d", "tcp.port==45000,http"),
    "variant": ("-o", 'uat:user_dlts:"User 0 (DLT=147)","godot.variant","1","","0",""'),
    "recording": (),
}


@dataclass(frozen=True)
class Capture:
    """An input, and what tshark reads."""

    source: Path
    file: Path
    options: tuple      # of the plugin's

    @property
    def size(self):
        return self.file.stat().st_size


def in_folders(folders):
    """Returns the inputs in these folders, of which some may not be there."""
    return [file for folder in folders if Path(folder).is_dir() for file in sorted(Path(folder).iterdir())]


def written(program, sources, folder):
    """Returns the captures of the inputs."""
    # To look for leaks, libFuzzer would run some twice.
    subprocess.run([program, "-detect_leaks=0", *sources], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL,
                   env=os.environ | {"FUZZ_CAPTURES": str(folder), "LLVM_PROFILE_FILE": "/dev/null"})
    files = [folder / f"{number}.pcap" for number in range(len(sources))]
    assert set(folder.glob("*.pcap")) == set(files), "another number of captures than of inputs"
    return [Capture(source, file, _preferences(file)) for source, file in zip(sources, files)]


def _preferences(file):
    return tuple(word for line in file.with_suffix(".preferences").read_text(encoding="utf-8").splitlines()
                 for word in ("-o", line))


def join(captures, out, target):
    """Writes the captures of this target to the folder, those with the same options to one file."""
    groups = {}
    for capture in captures:
        groups.setdefault(capture.options, []).append(capture.file.read_bytes())
    for number, (options, parts) in enumerate(sorted(groups.items()), 1):
        name = out / f"{target}-{number}"
        name.with_suffix(".pcap").write_bytes(parts[0][:HEADER] + b"".join(part[HEADER:] for part in parts))
        name.with_suffix(".options").write_text("".join(f"{word}\n" for word in (*TARGETS[target], *options)))
    return len(groups)


def main():
    programs, out, target, *folders = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        captures = written(Path(programs) / f"fuzz-{target}", in_folders(folders), Path(folder))
        files = join(captures, Path(out), target)
    print(f"{target}: {len(captures)} inputs in {files} captures")


if __name__ == "__main__":
    main()
