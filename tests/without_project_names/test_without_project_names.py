# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin that was built with -DPROJECT_NAMES=OFF: it reads no game's files, and the user's table still names
methods."""

import os
import re
import subprocess

import pytest
import wireshark

CAPTURE = wireshark.CAPTURES / "godot4-rpc.pcapng"


def test_there_is_no_preference_that_names_a_game():
    named = set(re.findall(r"^#?(godot\.\w+):", wireshark.tshark("-G", "defaultprefs"), re.MULTILINE))
    assert "godot.version" in named
    assert {name for name in named if "project" in name} == set()


def test_a_preference_of_it_is_an_error():
    with pytest.raises(wireshark.WiresharkError, match="unknown preference"):
        wireshark.tshark("-r", CAPTURE, "-o", "godot.project_directory:/")


def test_the_users_table_names_methods_and_fields():
    row = ("-o", 'uat:godot_methods:"Main/Players/*","1","hurt","amount: int, tool"')
    read = wireshark.fields(CAPTURE, "gdrpc.user.hurt.amount == 12", "godot.rpc.method", "godot.rpc.method_origin",
                            "gdrpc.user.hurt.tool", options=row)
    # as tests/godot4/player.gd is called in that capture
    assert read == [[["hurt"], ["user table"], ["sword"]]] * 2


def test_nothing_of_the_readers_is_in_it():
    plugin = os.environ["GODOT_PLUGIN"]
    needed = subprocess.run(["readelf", "-d", plugin], capture_output=True, text=True, check=True).stdout
    assert "libwireshark" in needed and "libgcrypt" not in needed       # only encrypted packs need it
    with open(plugin, "rb") as file:
        content = file.read()
    assert b"godot.rpc.method" in content
    assert b"set_multiplayer_authority" not in content and b"project.godot" not in content
