# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154
# Roots of other Debian releases, made by debootstrap in $WIRESHARK_GODOT_ROOTS and used again. Sourced after lib.sh.

roots=${WIRESHARK_GODOT_ROOTS:-/var/cache/wireshark-godot}

# be_root PROGRAM [ARGUMENT...]: go on as this program, as root.
be_root() {
    is_root && return
    command -v sudo >/dev/null || fail "this needs root (debootstrap, chroot): install sudo, or run as root"
    exec sudo env WIRESHARK_GODOT_ROOTS="$roots" "$@"
}

# The mirror this machine itself uses, if it is a Debian; else debootstrap's own choice.
mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian main //p' | grep -v security | head -n 1
}

# make_root SUITE: a minimal Debian of that release. Half-made ones keep another name.
make_root() {
    need debootstrap
    say "Making a root of Debian $1 in $roots/$1"
    mkdir -p "$roots"
    part=$(mktemp -d "$roots/$1.part.XXXXXX")
    script=
    # A debootstrap older than the release has no script of that name; all recent ones are the same.
    [ -e "/usr/share/debootstrap/scripts/$1" ] || script=sid
    debootstrap --variant=minbase "$1" "$part" "$(mirror)" $script >"$part.log" 2>&1 || {
        tail -n 20 "$part.log" >&2
        fail "debootstrap failed; see $part.log; remove $part and try again"
    }
    # Testing's index is valid for a week only: too short for a machine whose clock is ahead.
    echo 'Acquire::Check-Valid-Until "false";' >"$part/etc/apt/apt.conf.d/90valid-until"
    chmod 755 "$part"
    mv "$part" "$roots/$1"
    rm -f "$part.log"
}

# in_root ROOT COMMAND...: with /proc, /dev and /sys, mounted for as long as the command runs and for nobody else.
# The root is mounted onto itself, as programs in it may want mounts of their own, which need one to begin with.
in_root() {
    # shellcheck disable=SC2016
    unshare --mount sh -c '
        root=$1; shift
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --rbind /sys "$root/sys"
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$root" "$@"' sh "$@"
}

# copy_tree FOLDER: the project's files, without what was built of them.
copy_tree() {
    mkdir -p "$1"
    tar -C "$top" --exclude=./.git --exclude='./build*' --exclude=__pycache__ -cf - . | tar -C "$1" -xf -
}

# in_layer ROOT LAYER COMMAND...: in_root; what it writes goes to the folder LAYER, and the root stays as it is.
in_layer() {
    mkdir -p "$2/files" "$2/work" "$2/root"
    # shellcheck disable=SC2016
    unshare --mount sh -euc '
        root=$1 layer=$2; shift 2
        mount -t overlay overlay -o "lowerdir=$root,upperdir=$layer/files,workdir=$layer/work" "$layer/root"
        mount -t proc proc "$layer/root/proc"
        mount --rbind /dev "$layer/root/dev"
        mount --rbind /sys "$layer/root/sys"
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$layer/root" "$@"' sh "$@"
}
