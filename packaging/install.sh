#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# install.sh: ask nothing, copy the plugin, its programs and its profile to where this user's Wireshark looks for them.
# TSHARK in the environment names another tshark than the one in the PATH or in macOS's folder of applications.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
needed=$(cat "$here/wireshark-version.txt")
fail() { echo "$*" >&2; exit 1; }

tshark=${TSHARK:-$(command -v tshark || echo /Applications/Wireshark.app/Contents/MacOS/tshark)}
[ -x "$tshark" ] || fail "There is no tshark: install Wireshark $needed with it, or name it in the variable TSHARK."
[ "$(id -u)" != 0 ] || fail "As root, Wireshark ignores the plugins of users: run install.sh as the user who runs it."
found=$("$tshark" --version 2>/dev/null | sed -n '1s/.* \([0-9]*\.[0-9]*\)\.[0-9].*/\1/p')
[ "$found" = "$needed" ] ||
    fail "This plugin is for Wireshark $needed, but Wireshark $found is installed:
get the file whose name has \"wireshark-$found\"."

# folder NAME: where Wireshark has it.
folder() { "$tshark" -G folders 2>/dev/null | sed -n "s/^$1:[[:space:]]*//p"; }

# put FILE FOLDER: copy it, and say where it is. What a program has open is replaced, not written over.
put() {
    mkdir -p "$2"
    rm -f "$2/${1##*/}"
    cp "$here/$1" "$2/"
    echo "$2/${1##*/}"
}

put godot.so "$(folder 'Personal Plugins')/epan"
for program in godot-captures godot-names godot-report godot-split; do
    [ ! -e "$here/$program" ] || put "$program" "$HOME/.local/bin"
done
configuration=$(folder 'Personal configuration')
extcap=$(folder 'Personal Extcap path')     # 4.0 does not tell it
[ ! -e "$here/godot-recorder" ] || put godot-recorder "${extcap:-$configuration/extcap}"
profiles=$configuration/profiles
if [ -e "$profiles/Godot" ]; then
    echo "$profiles/Godot is kept as it is"
else
    mkdir -p "$profiles"
    cp -R "$here/Godot" "$profiles/"
    echo "$profiles/Godot"
fi
