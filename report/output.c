/* report/output.c
 * How is a file of any size written, whole or not at all?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "report/output.h"

#define BUFFER 65536

struct report_output {
    GFile         *file;
    gboolean       is_new;
    GOutputStream *stream;
};

static void
report_output_free(report_output_t *output)
{
    g_object_unref(output->file);
    g_clear_object(&output->stream);
    g_free(output);
}

/* Puts the path before the error, if there is one. @return whether there is none */
static gboolean
report_output_end(const report_output_t *output, gboolean right, GError **error)
{
    char *path = right ? NULL : g_file_get_path(output->file);

    if (path)
        g_prefix_error(error, "%s: ", path);
    g_free(path);
    return right;
}

report_output_t *
report_output_open(const char *path, GError **error)
{
    report_output_t *output = g_new0(report_output_t, 1);
    GOutputStream   *stream;

    output->file = g_file_new_for_path(path);
    output->is_new = !g_file_test(path, G_FILE_TEST_EXISTS);
    stream = G_OUTPUT_STREAM(g_file_test(path, G_FILE_TEST_IS_REGULAR) ?
                             g_file_replace(output->file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error) :
                             g_file_append_to(output->file, G_FILE_CREATE_NONE, NULL, error));
    if (!report_output_end(output, stream != NULL, error)) {
        report_output_free(output);
        return NULL;
    }
    output->stream = g_buffered_output_stream_new_sized(stream, BUFFER);
    g_object_unref(stream);
    return output;
}

gboolean
report_output_add(report_output_t *output, const void *bytes, gsize size, GError **error)
{
    return report_output_end(output, g_output_stream_write_all(output->stream, bytes, size, NULL, NULL, error), error);
}

gboolean
report_output_close(report_output_t *output, gboolean keep, GError **error)
{
    GCancellable *cancelled = g_cancellable_new();
    gboolean      right;

    if (!keep)
        g_cancellable_cancel(cancelled);    /* closing it fails, and a file that was to be replaced stays */
    right = report_output_end(output, g_output_stream_close(output->stream, cancelled, error), error);
    if (!right && output->is_new)
        g_file_delete(output->file, NULL, NULL);
    g_object_unref(cancelled);
    report_output_free(output);
    return right;
}

gboolean
report_output_write(const char *path, const void *bytes, gsize size, GError **error)
{
    report_output_t *output = report_output_open(path, error);
    gboolean         right;

    if (!output)
        return FALSE;
    right = report_output_add(output, bytes, size, error);
    return report_output_close(output, right, right ? error : NULL) && right;
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
