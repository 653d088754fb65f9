/* report/rows.c
 * Which rows does tshark print of a capture, and which expert items does it count?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>

#include "report/rows.h"

/* @return a line of tshark's as a row, or NULL if it is none */
static JsonObject *
report_rows_parse(JsonParser *parser, const char *line)
{
    JsonNode *root;

    if (*line != '{' || !json_parser_load_from_data(parser, line, -1, NULL))
        return NULL;
    root = json_parser_get_root(parser);
    return root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
}

/* Reads a line of the tables of -z expert,warn: "Errors (2)", "Warns (5)", and for each kind count, group, protocol and text. */
static void
report_rows_read_expert(const char *line, report_cost_t *severity, report_costs_t *costs)
{
    char  group[32], protocol[32];
    guint count;

    if (g_str_has_prefix(line, "Errors ("))
        *severity = REPORT_ERRORS;
    else if (g_str_has_prefix(line, "Warns ("))
        *severity = REPORT_WARNINGS;
    else if (*severity != REPORT_COSTS && sscanf(line, " %u %31s %31s", &count, group, protocol) == 3 &&
             (g_str_has_prefix(protocol, "ENet") || g_str_has_prefix(protocol, "Godot")))
        report_costs_add_experts(costs, *severity, count);
}

/* Reads all lines. @return how many are rows */
static guint
report_rows_read_lines(GInputStream *output, report_costs_t *costs, GError **error)
{
    GDataInputStream *lines = g_data_input_stream_new(output);
    JsonParser       *parser = json_parser_new();
    report_cost_t     severity = REPORT_COSTS;
    guint             rows = 0;
    char             *line;

    while ((line = g_data_input_stream_read_line_utf8(lines, NULL, NULL, error)) != NULL) {
        JsonObject *row = report_rows_parse(parser, line);

        if (row)
            report_costs_add_row(costs, row);
        else
            report_rows_read_expert(line, &severity, costs);
        rows += row != NULL;
        g_free(line);
    }
    g_object_unref(parser);
    g_object_unref(lines);
    return rows;
}

gboolean
report_rows_read(const char *capture, const char *const *options, report_costs_t *costs, GError **error)
{
    GStrvBuilder *words = g_strv_builder_new();
    char        **command;
    GSubprocess  *tshark;
    GError       *failure = NULL;
    guint         rows;

    g_strv_builder_add_many(words, "tshark", "-n", "-q", "-r", capture, "-z", "godot,messages", "-z", "expert,warn", NULL);
    g_strv_builder_addv(words, (const char **)options);
    command = g_strv_builder_end(words);
    tshark = g_subprocess_newv((const char *const *)command, G_SUBPROCESS_FLAGS_STDOUT_PIPE, error);
    g_strfreev(command);
    g_strv_builder_unref(words);
    if (!tshark)
        return FALSE;

    rows = report_rows_read_lines(g_subprocess_get_stdout_pipe(tshark), costs, &failure);
    if (failure)
        g_subprocess_force_exit(tshark);
    else if (!g_subprocess_wait_check(tshark, NULL, &failure))
        g_prefix_error(&failure, "tshark: ");
    else if (!rows)
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "nothing of Godot's is in it");
    g_object_unref(tshark);
    if (failure)
        g_propagate_error(error, failure);
    return !failure;
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
