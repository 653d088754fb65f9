# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Headers that stand for those which Wireshark's developers install on Windows. To be sourced after tools/lib.sh.

# find_header NAME: print where it is in the installed packages.
find_header() {
    echo "#include <$1>" | gcc -E -x c - | sed -n "s,^# [0-9]* \"\(.*/$1\)\".*,\1,p" | head -n 1
}

# windows_glibconfig FILE: GLib's header with the types of Windows, where a long has 4 bytes, and its way to write paths.
windows_glibconfig() {
    sed -E '/^typedef (un)?signed long /s/long/long long/
        s/\(val##(U?)L\)/(val##\1LL)/
        /^#define G_G(U?INT64|S?SIZE|U?INTPTR)_(MODIFIER|FORMAT)/s/"l/"ll/
        s/(GLIB_SIZEOF_LONG +)8/\14/
        s/\(g(u?)long\) \(/(g\1intptr) (/
        s/^(#define G_M(AX|IN)S?SIZE.*)LONG$/\1INT64/
        s/G_OS_UNIX/G_OS_WIN32\n#define G_PLATFORM_WIN32/
        s/G_THREADS_IMPL_POSIX/G_THREADS_IMPL_WIN32/
        /GLIB_HAVE_ALLOCA_H/d
        s/^typedef int GPid/typedef void *GPid/
        s/^(#define G_DIR_SEPARATOR(_S)? .)\/(.)$/\1\\\\\3/
        s/^(#define G_SEARCHPATH_SEPARATOR(_S)? .):(.)$/\1;\3/
        s/(G_MODULE_SUFFIX) "so"/\1 "dll"/' "$1"
}

# windows_headers FOLDER: put them there. Nothing else of /usr/include may be seen: that is Linux's.
windows_headers() {
    mkdir -p "$1/glib"
    for header in zlib.h zconf.h zstd.h zstd_errors.h gcrypt.h gpg-error.h; do
        cp "$(find_header "$header")" "$1/"
    done
    # Debian 13 leaves it out. This is all that is used of it.
    printf '%s\n' 'G_BEGIN_DECLS' 'gchar **g_win32_get_command_line(void);' 'gchar *g_win32_error_message(gint error);' \
        'G_END_DECLS' >"$1/glib/gwin32.h"
    windows_glibconfig "$(pkg-config --variable=libdir glib-2.0)/glib-2.0/include/glibconfig.h" >"$1/glibconfig.h"
}
