/* project/system.c
 * What do Windows and the other systems call by different names?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "project/system.h"

#ifdef G_OS_WIN32

#include <string.h>
#include <windows.h>

bool
godot_system_is_link(const char *path)
{
    gunichar2 *wide = g_utf8_to_utf16(path, -1, NULL, NULL, NULL);
    DWORD      attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;

    g_free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

/* Returns what Windows calls the final path, which begins with "\\\\?\\C:\\" or "\\\\?\\UNC\\". */
static char *
final_path(HANDLE file)
{
    DWORD      room = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED), length;
    gunichar2 *wide = g_new0(gunichar2, room + 1);
    char      *path;

    length = GetFinalPathNameByHandleW(file, wide, room, FILE_NAME_NORMALIZED);
    path = length > 0 && length < room ? g_utf16_to_utf8(wide, length, NULL, NULL, NULL) : NULL;
    g_free(wide);
    return path ? g_strdelimit(path, "\\", '/') : NULL;
}

/* Files are opened by the usual name: "C:/..." or "//server/...". */
static char *
usual_path(const char *final)
{
    if (g_str_has_prefix(final, "//?/UNC/"))
        return g_strconcat("//", final + strlen("//?/UNC/"), NULL);
    return g_strdup(g_str_has_prefix(final, "//?/") ? final + strlen("//?/") : final);
}

char *
godot_system_real_path(const char *path)
{
    const DWORD everybody = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    gunichar2  *wide = g_utf8_to_utf16(path, -1, NULL, NULL, NULL);
    /* The flag is for folders. */
    HANDLE      file = wide ? CreateFileW(wide, 0, everybody, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL) :
                       INVALID_HANDLE_VALUE;
    char       *final = NULL, *real;

    g_free(wide);
    if (file != INVALID_HANDLE_VALUE) {
        final = final_path(file);
        CloseHandle(file);
    }
    real = final ? usual_path(final) : NULL;
    g_free(final);
    return real;
}

bool
godot_system_seek(FILE *file, guint64 offset)
{
    return _fseeki64(file, (gint64)MIN(offset, (guint64)G_MAXINT64), SEEK_SET) == 0;
}

#else

#include <limits.h>
#include <stdlib.h>

bool
godot_system_is_link(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_SYMLINK);
}

char *
godot_system_real_path(const char *path)
{
    char real[PATH_MAX];

    return realpath(path, real) ? g_strdup(real) : NULL;
}

bool
godot_system_seek(FILE *file, guint64 offset)
{
    return fseeko(file, (off_t)MIN(offset, (guint64)G_MAXINT64), SEEK_SET) == 0;
}

#endif

/*
 * Editor modelines
 *
 * Local Variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * ex: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */
