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

#include <string.h>

#include <glib.h>

#include "report/system.h"

#define TSHARK_WRONG_USE    1       /* its exit status if it does not know a statistic, a preference … */

/* Its standard input is ours, so that tshark reads a capture with the name "-" from there. */
#define PIPES ((GSubprocessFlags)(G_SUBPROCESS_FLAGS_STDIN_INHERIT | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE))

#define COMPLAINT "report-complaint"    /* under this name a program has what it says on its standard error */

typedef struct {
    char             *begin;    /* of the lines with a complaint of the program itself: "tshark: " */
    GDataInputStream *lines;
    GThread          *reader;   /* as the program waits if nobody reads */
    GString          *last;     /* the last complaint */
} complaint_t;

static void
report_system_free_complaint(gpointer data)
{
    complaint_t *complaint = (complaint_t *)data;

    g_free(complaint->begin);
    g_object_unref(complaint->lines);
    g_string_free(complaint->last, TRUE);
    g_free(complaint);
}

/* Hands the lines on, but keeps the last complaint. A second line in brackets tells more; a list of all that would be right is
 * too long. */
static gpointer
report_system_read_complaint(gpointer data)
{
    complaint_t *complaint = (complaint_t *)data;
    GString     *last = complaint->last;
    char        *line;

    while ((line = g_data_input_stream_read_line(complaint->lines, NULL, NULL, NULL)) != NULL) {
        if (last->len && g_str_has_prefix(line, complaint->begin) && g_str_has_suffix(line, ":")) {
            /* the list follows */
        } else if (g_str_has_prefix(line, complaint->begin)) {
            if (last->len)
                g_printerr("%s%s\n", complaint->begin, last->str);
            g_string_assign(last, g_strchomp(line) + strlen(complaint->begin));
        } else if (last->len && *line == '(') {
            g_string_append_printf(last, " %s", line);
        } else if (!last->len || !g_ascii_isspace(*line)) {
            g_printerr("%s\n", line);
        }
        g_free(line);
    }
    return NULL;
}

GSubprocess *
report_system_start(const char *const *words, GError **error)
{
    GError      *failure = NULL;
    GSubprocess *program = g_subprocess_newv(words, PIPES, &failure);
    complaint_t *complaint;

    if (g_error_matches(failure, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)) {
        g_clear_error(&failure);
        failure = g_error_new(G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "%s is missing: apt install %s", words[0], words[0]);
    }
    if (failure) {
        g_propagate_error(error, failure);
        return NULL;
    }
    complaint = g_new0(complaint_t, 1);
    complaint->begin = g_strconcat(words[0], ": ", NULL);
    complaint->lines = g_data_input_stream_new(g_subprocess_get_stderr_pipe(program));
    complaint->last = g_string_new(NULL);
    complaint->reader = g_thread_new(COMPLAINT, report_system_read_complaint, complaint);
    g_object_set_data_full(G_OBJECT(program), COMPLAINT, complaint, report_system_free_complaint);
    return program;
}

/* Whether a complaint names what only the plugin brings: a statistic, a field, a preference or a protocol. */
static gboolean
report_system_is_of_plugin(const char *complaint)
{
    return strstr(complaint, "godot") != NULL || strstr(complaint, "enet") != NULL;
}

gboolean
report_system_end(GSubprocess *program, const char *name, GError **error)
{
    const complaint_t *complaint = (const complaint_t *)g_object_get_data(G_OBJECT(program), COMPLAINT);
    GError            *failure = NULL;
    gboolean           right;

    g_thread_join(complaint->reader);
    right = g_subprocess_wait_check(program, NULL, &failure);
    if (failure && complaint->last->len) {
        g_free(failure->message);
        failure->message = g_utf8_make_valid(complaint->last->str, -1);
    } else if (complaint->last->len) {
        g_printerr("%s%s\n", complaint->begin, complaint->last->str);
    }
    if (failure && g_error_matches(failure, G_SPAWN_EXIT_ERROR, TSHARK_WRONG_USE) &&
        report_system_is_of_plugin(failure->message))
        g_prefix_error(&failure, "the plugin is not installed for tshark (README.md, Install; for root it must be so for all users), "
                       "or a word is wrong: ");
    if (failure)
        g_propagate_prefixed_error(error, failure, "%s: ", name);
    g_object_unref(program);
    return right;
}

/* @return what attributes a file has, to be freed; NULL, with an error, if it is not there */
static GFileInfo *
report_system_query(const char *path, const char *attributes, GError **error)
{
    GFile     *file = g_file_new_for_path(path);
    GFileInfo *info = g_file_query_info(file, attributes, G_FILE_QUERY_INFO_NONE, NULL, error);

    g_object_unref(file);
    return info;
}

gboolean
report_system_is_same_file(const char *path, const char *other)
{
    static const char attributes[] = G_FILE_ATTRIBUTE_ID_FILE "," G_FILE_ATTRIBUTE_STANDARD_TYPE;
    GFileInfo        *one = report_system_query(path, attributes, NULL), *two = report_system_query(other, attributes, NULL);
    const gboolean    same = one && two && g_file_info_get_file_type(one) == G_FILE_TYPE_REGULAR &&
                             g_strcmp0(g_file_info_get_attribute_string(one, G_FILE_ATTRIBUTE_ID_FILE),
                                       g_file_info_get_attribute_string(two, G_FILE_ATTRIBUTE_ID_FILE)) == 0;

    g_clear_object(&one);
    g_clear_object(&two);
    return same;
}

gboolean
report_system_can_write(const char *path, GError **error)
{
    const gboolean exists = g_file_test(path, G_FILE_TEST_EXISTS);
    char          *place = exists ? g_strdup(path) : g_path_get_dirname(path);
    GFileInfo     *info = report_system_query(place, G_FILE_ATTRIBUTE_ACCESS_CAN_WRITE, error);
    const gboolean is_folder = g_file_test(path, G_FILE_TEST_IS_DIR);
    const gboolean right = info && !is_folder && g_file_info_get_attribute_boolean(info, G_FILE_ATTRIBUTE_ACCESS_CAN_WRITE);

    if (is_folder)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "it is a folder");
    else if (info && !right)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "you may not write to %s", place);
    if (!right)
        g_prefix_error(error, "%s: no file can be made there: ", path);
    g_clear_object(&info);
    g_free(place);
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
