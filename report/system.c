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

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
report_system_write_to(const char *path, const void *bytes, gsize size)
{
    FILE          *file = fopen(path, "wb");
    const gboolean right = file && fwrite(bytes, 1, size, file) == size;

    return file && fclose(file) == 0 && right;
}

gboolean
report_system_write(const char *path, const void *bytes, gsize size, GError **error)
{
    GFile   *file = g_file_new_for_path(path);
    gboolean right;

    if (!g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        right = g_file_replace_contents(file, (const char *)bytes, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, error);
    } else {
        right = report_system_write_to(path, bytes, size);
        if (!right)
            g_set_error_literal(error, G_FILE_ERROR, g_file_error_from_errno(errno), g_strerror(errno));
    }
    if (!right)
        g_prefix_error(error, "%s: ", path);
    g_object_unref(file);
    return right;
}

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
