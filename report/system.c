/* report/system.c
 * How do other programs run, and files get written, so that whoever it fails for knows what to do?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include <glib.h>
#ifndef G_OS_WIN32
#include <sys/random.h>
#endif

#include "report/system.h"

#define TSHARK_WRONG_USE    1       /* its exit status if it does not know a statistic, a preference … */

GSubprocess *
report_system_start(const char *const *words, GError **error)
{
    GError      *failure = NULL;
    GSubprocess *program = g_subprocess_newv(words, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &failure);

    if (g_error_matches(failure, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)) {
        g_clear_error(&failure);
        failure = g_error_new(G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "%s is missing: apt install %s", words[0], words[0]);
    }
    if (failure)
        g_propagate_error(error, failure);
    return program;
}

gboolean
report_system_end(GSubprocess *program, const char *name, GError **error)
{
    GError  *failure = NULL;
    gboolean right = g_subprocess_wait_check(program, NULL, &failure);

    if (g_error_matches(failure, G_SPAWN_EXIT_ERROR, TSHARK_WRONG_USE) && strcmp(name, "tshark") == 0)
        g_prefix_error(&failure, "if it does not know \"godot,messages\" or a field, the plugin is not installed for tshark "
                       "(README.md, Install; for root it must be so for all users): ");
    if (failure)
        g_propagate_prefixed_error(error, failure, "%s: ", name);
    g_object_unref(program);
    return right;
}

static gboolean
report_system_write_to(GFile *file, const void *bytes, gsize size, GError **error)
{
    GOutputStream *stream = G_OUTPUT_STREAM(g_file_append_to(file, G_FILE_CREATE_NONE, NULL, error));
    const gboolean right = stream && g_output_stream_write_all(stream, bytes, size, NULL, NULL, error) &&
                           g_output_stream_close(stream, NULL, error);

    g_clear_object(&stream);
    return right;
}

gboolean
report_system_write(const char *path, const void *bytes, gsize size, GError **error)
{
    GFile         *file = g_file_new_for_path(path);
    const gboolean is_file = !g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_REGULAR);
    const gboolean right = is_file ? g_file_replace_contents(file, (const char *)bytes, size, NULL, FALSE,
                                                             G_FILE_CREATE_NONE, NULL, NULL, error) :
                                     report_system_write_to(file, bytes, size, error);

    if (!right)
        g_prefix_error(error, "%s: ", path);
    g_object_unref(file);
    return right;
}

#ifdef G_OS_WIN32

gboolean
report_system_random(void *bytes, gsize size)
{
    guint8      *next = (guint8 *)bytes;
    unsigned int number;

    for (gsize i = 0; i < size; i++) {
        if (rand_s(&number) != 0)
            return FALSE;
        next[i] = (guint8)number;
    }
    return TRUE;
}

#else

gboolean
report_system_random(void *bytes, gsize size)
{
    return getentropy(bytes, size) == 0;
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
