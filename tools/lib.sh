# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Functions that the tools share. To be sourced by a script that has set $top to the project's folder.

build=${WIRESHARK_GODOT_BUILD:-$top/build}
# shellcheck disable=SC2034
build_packages="gcc make libc6-dev cmake ninja-build pkgconf wireshark-dev libglib2.0-dev zlib1g-dev libzstd-dev libgcrypt20-dev libjson-glib-dev libjs-chart.js tshark"
# shellcheck disable=SC2034
test_packages="python3 python3-jsonschema python3-pytest libenet-dev binutils patch util-linux valgrind"
# For tests with the label "once".
# shellcheck disable=SC2034
once_packages="chromium firefox-esr git parallel zstd rsync openssh-client openssh-server iproute2 sqlite3 jq curl"
# For tests with the label "engine", on Debian forky.
# shellcheck disable=SC2034
engine_packages="godot iproute2"
# shellcheck disable=SC2034
lint_packages="cppcheck codespell shellcheck"
# For tests/servers.py.
# shellcheck disable=SC2034
server_packages="postgresql clickhouse-server clickhouse-client slurm-wlm munge"
# Of npm: for tests/test_databases.py and tools/lint.
npm_packages="@duckdb/node-api@1.5.6-r.1 @action-validator/core@0.6.0 @action-validator/cli@0.6.0"
# shellcheck disable=SC2034
fuzz_packages="python3 clang llvm libclang-rt-dev patch"
# shellcheck disable=SC2034
gui_packages="xvfb xdotool wireshark"

say() { printf '== %s\n' "$*"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }

# part NAME COMMAND...: run the command, and print how long it took.
part() {
    name=$1 begin=$(date +%s) status=0
    shift
    "$@" || status=$?
    say "$name took $(($(date +%s) - begin)) s"
    return $status
}

as_root() {
    if is_root; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "this needs root: install sudo, or run as root: $*"
    fi
}

# need PACKAGE...: install missing packages with apt.
need() {
    missing=
    for package; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "Installing$missing"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update ||
        fail "apt-get update failed: check the network and the apt sources, then try again"
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends $missing >/dev/null ||
        fail "apt could not install$missing: Wireshark 4.0 or newer is in Debian 12, Ubuntu 24.04 (universe) and later"
}

# need_npm: install npm's packages in the build's folder. What needs them is skipped where this fails.
need_npm() {
    [ "$(cat "$build/npm/installed" 2>/dev/null)" != "$npm_packages" ] || return 0
    command -v npm >/dev/null || { say "npm's packages: SKIPPED (apt install npm)"; return 1; }
    say "Installing $npm_packages"
    mkdir -p "$build/npm"
    # shellcheck disable=SC2086
    npm install --prefix "$build/npm" --no-audit --no-fund --loglevel=error --fetch-retries=0 $npm_packages >/dev/null || {
        say "npm's packages: SKIPPED (npm could not install them: is the network there?)"
        return 1
    }
    printf '%s\n' "$npm_packages" >"$build/npm/installed"
}

# configure [OPTION...]: configure the build, in which a warning is an error; without options an existing build stays as it is.
configure() {
    { [ $# = 0 ] && [ -e "$build/build.ninja" ]; } ||
        cmake -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON "$@" -S "$top" -B "$build"
}

# build [OPTION...]: build the plugin and its unit tests for the installed Wireshark, or only $build_only.
build() {
    say "Building in $build"
    log=$(mktemp)
    # shellcheck disable=SC2086
    if configure "$@" >"$log" 2>&1 &&
        cmake --build "$build" ${build_only:+--target $build_only} >>"$log" 2>&1; then
        rm -f "$log"
    else
        cat "$log" >&2
        rm -f "$log"
        fail "the build failed: see above"
    fi
}

# run_tests [OPTION...]: run CTest with the installed Wireshark. $build/tests.xml has the counts, and the tests' output.
run_tests() {
    say "Testing with $(tshark --version 2>/dev/null | head -n 1)"
    # Two jobs more than cores, because each test waits for programs a part of its time, and some nearly always.
    NODE_PATH=${NODE_PATH:-$build/npm/node_modules} ctest --test-dir "$build" -j "$(($(nproc) + 2))" --output-on-failure --test-output-size-passed 1000000 \
        --output-junit "$build/tests.xml" "$@"
}

# in_tests [SETTING...] COMMAND...: run a command in the tests' folder, with the build and these settings in its environment.
in_tests() {
    (cd "$top/tests" && env GODOT_PLUGIN="$build/godot.so" GODOT_NAMES="$build/godot-names" \
        GODOT_RESIDENT="$build/tests/resident.so" PYTHONDONTWRITEBYTECODE=1 "$@")
}

# run_gui: run the tests that need the graphical program; not part of CTest.
run_gui() {
    say "Testing the graphical $(wireshark --version 2>/dev/null | head -n 1)"
    for script in first-steps project-fields recorder; do
        GODOT_PLUGIN="$build/godot.so" PYTHONDONTWRITEBYTECODE=1 "$top/tests/gui/$script" || return
    done
}

# run_servers: run the recipes for databases and schedulers whose packages are large; not part of CTest.
run_servers() {
    say "Testing with PostgreSQL, ClickHouse and Slurm"
    in_tests python3 -m pytest -q -p no:cacheprovider servers.py
}

# stage: make a temporary folder $stage with the plugin for with_plugin, removed when the script ends.
stage() {
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    trap 'exit 130' INT TERM
    version=$(tshark --version 2>/dev/null | sed -n '1s/.* \([0-9]*\.[0-9]*\)\.[0-9]*.*/\1/p')
    mkdir -p "$stage/home" "$stage/plugins/$version/epan"
    cp "$build/godot.so" "$stage/plugins/$version/epan/"
    chmod -R a+rX "$stage"
    if is_root; then chown -R 65534:65534 "$stage"; fi
    with_plugin tshark -G plugins >"$stage/list" 2>"$stage/errors" || true
    grep -q '^godot\.so' "$stage/list" || {
        cat "$stage/errors" >&2
        fail "tshark $version did not load $build/godot.so: remove $build and try again"
    }
}

# with_plugin PROGRAM [ARGUMENT...]: run with the staged plugin; as root it runs as nobody, because Wireshark ignores plugins for root.
with_plugin() {
    if is_root; then set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; fi
    (cd "$stage" && env HOME="$stage/home" XDG_CONFIG_HOME="$stage/home/.config" WIRESHARK_PLUGIN_DIR="$stage/plugins" "$@")
}

# readable PATH: print a path under which with_plugin's programs can read this file or folder: for root, a copy.
readable() {
    if is_root; then
        copy=$(mktemp -d "$stage/XXXXXX")/$(basename "$1")
        cp -R -- "$1" "$copy" && chmod -R a+rX "${copy%/*}" && printf '%s\n' "$copy"
    else
        realpath -- "$1"
    fi
}
