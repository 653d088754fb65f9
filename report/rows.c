/* report/rows.c
 * Which rows does tshark print of a capture, and what do its tables count?
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
#include <stdlib.h>
#include <string.h>

#include "report/rows.h"
#include "report/system.h"
#include "report/text.h"

/* @return a line of tshark's as a row, or NULL if it is none */
static JsonObject *
report_rows_parse(JsonParser *parser, const char *line)
{
    if (*line != '{' || !json_parser_load_from_data(parser, line, -1, NULL))
        return NULL;
    return json_node_get_object(json_parser_get_root(parser));
}

/* What stands above the names and counts of a tree. */
#define TITLE_OF_NAMES  "Topic / Item"
#define TITLE_OF_COUNTS "Count "

/* Where tshark is in the tables that it prints after the rows. */
typedef struct {
    report_cost_t severity;     /* of the expert items that follow; REPORT_COSTS: of none that counts */
    report_sent_t sent;         /* whose numbers follow; REPORT_SENT: of nothing that counts */
    enum { OTHER, MESSAGES, TRANSMISSIONS, VALUES, DATAGRAMS, DATAGRAM_BYTES } table;
    gint64        unit;         /* bytes that are counted as one: a tree counts KiB when there are too many */
    char         *way;          /* from where to where what was sent goes; NULL: nothing follows */
    char         *node, *property;              /* whose values, or sender and MTU whose datagrams follow; NULL: none */
    gsize         counts;       /* where in a line of a tree its count stands: names have any length, and any spaces */
} tables_t;

/* Reads a line of the tables of -z expert,note: "Errors (2)", "Warns (5)", "Notes (1)", and for each kind count, group, protocol and text. */
static void
report_rows_read_expert(const char *line, tables_t *tables, report_costs_t *costs)
{
    char  group[32], protocol[32];
    guint count;

    if (g_str_has_prefix(line, "Errors ("))
        tables->severity = REPORT_ERRORS;
    else if (g_str_has_prefix(line, "Warns ("))
        tables->severity = REPORT_WARNINGS;
    else if (g_str_has_prefix(line, "Notes ("))
        tables->severity = REPORT_NOTES;
    else if (tables->severity != REPORT_COSTS && sscanf(line, " %u %31s %31s", &count, group, protocol) == 3 &&
             (g_str_has_prefix(protocol, "ENet") || g_str_has_prefix(protocol, "Godot")))
        report_costs_add_experts(costs, tables->severity, count);
}

/* Reads a line of -z enet_channels,tree: a table, a way in it, a channel, a mode, and what became of how many. */
static void
report_rows_read_sent(guint depth, const char *name, guint count, tables_t *tables, report_costs_t *costs)
{
    static const struct {
        const char   *begins;
        report_fate_t fate;
    } fates[] = {
        { "came in order", REPORT_CAME_IN_ORDER }, { "acknowledged", REPORT_CAME_IN_ORDER }, { "came late", REPORT_CAME_LATE },
        { "lost", REPORT_LOST }, { "dropped by the sender's throttle", REPORT_DROPPED },
    };

    if (depth < 2)
        g_clear_pointer(&tables->way, g_free);
    if (depth == 0)
        tables->sent = tables->table == TRANSMISSIONS ? REPORT_TRANSMISSION : REPORT_SENT;
    if (tables->table != MESSAGES && tables->table != TRANSMISSIONS)
        return;
    if (depth == 1)
        tables->way = g_strdup(name);
    else if (strcmp(name, "unreliable") == 0 || strcmp(name, "reliable") == 0)
        tables->sent = *name == 'u' ? REPORT_UNRELIABLE : REPORT_RELIABLE;
    for (guint i = 0; tables->way && tables->sent != REPORT_SENT && i < G_N_ELEMENTS(fates); i++)
        if (g_str_has_prefix(name, fates[i].begins))
            report_costs_add_sent(costs, tables->way, tables->sent, fates[i].fate, count);
}

/* Reads a line of -z enet_commands,tree: a table, a sender in it, the MTU, and how much of it datagrams fill. Where it
 * was not captured, the share is not known: this part is the total, less what the lines below it tell. */
static void
report_rows_read_fill(guint depth, const char *name, guint count, const tables_t *tables, report_costs_t *costs,
                      report_page_t *page)
{
    const report_fill_t what = tables->table == DATAGRAMS ? REPORT_DATAGRAMS : REPORT_DATAGRAM_BYTES;
    const gint64        amount = (gint64)count * (what == REPORT_DATAGRAMS ? 1 : tables->unit);
    const gboolean      is_unknown = g_strcmp0(tables->property, "MTU not captured") == 0;

    if (!tables->property)
        return;
    if (what == REPORT_DATAGRAMS && !is_unknown)
        report_costs_add_datagrams(costs, tables->node, strcmp(name, "above 100 %") == 0 ? count : 0);
    if (page && depth == 3)
        report_page_add_fill(page, tables->node, tables->property, name, what, amount);
    if (page && is_unknown)
        report_page_add_fill(page, tables->node, tables->property, "", what, depth == 2 ? amount : -amount);
}

/* Reads a line of -z godot_objects,tree: a synchronizer, a property, and how many bytes changed or did not. */
static void
report_rows_read_value(guint depth, const char *name, guint count, const tables_t *tables, report_page_t *page)
{
    if (page && depth == 3 && tables->property)
        report_page_add_values(page, tables->node, tables->property, count, strcmp(name, "unchanged") == 0);
}

/* Reads a line of a tree whose counts have two names above them. */
static void
report_rows_read_named(guint depth, const char *name, guint count, tables_t *tables, report_costs_t *costs, report_page_t *page)
{
    if (depth < 2)
        g_clear_pointer(&tables->node, g_free);
    if (depth < 3)
        g_clear_pointer(&tables->property, g_free);
    if (depth == 1 && tables->table >= VALUES)
        tables->node = g_strdup(name);
    else if (depth == 2 && tables->node)
        tables->property = g_strdup(name);
    if (tables->table == VALUES)
        report_rows_read_value(depth, name, count, tables, page);
    else
        report_rows_read_fill(depth, name, count, tables, costs, page);
}

static void
report_rows_begin_table(const char *name, tables_t *tables)
{
    tables->table = g_str_has_prefix(name, "Sent: number") ? MESSAGES :
                    g_str_has_prefix(name, "Transmissions of reliable commands") ? TRANSMISSIONS :
                    g_str_has_prefix(name, "Values of SYNC: bytes") ? VALUES :
                    g_str_has_prefix(name, "Datagrams sent: number") ? DATAGRAMS :
                    g_str_has_prefix(name, "Datagrams sent: ") ? DATAGRAM_BYTES : OTHER;
    tables->unit = g_str_has_prefix(name, "Datagrams sent: KiB") ? 1024 : 1;
}

/* Reads a line of a table: in those of trees, the name is as far to the right as it is deep, and the count stands below its title. */
static void
report_rows_read_table(const char *line, tables_t *tables, report_costs_t *costs, report_page_t *page)
{
    const guint depth = (guint)strspn(line, " ");
    const gsize length = strlen(line), end = tables->counts ? MIN(tables->counts, length) : length;
    char       *name = g_strchomp(g_strndup(line + depth, end - MIN(end, depth)));
    const guint count = (guint)strtoul(line + end, NULL, 10);
    const char *title = strstr(line, TITLE_OF_COUNTS);

    if (title && g_str_has_prefix(line, TITLE_OF_NAMES))
        tables->counts = (gsize)(title - line);
    if (depth == 0)
        report_rows_begin_table(name, tables);
    report_rows_read_expert(line, tables, costs);
    report_rows_read_sent(depth, name, count, tables, costs);
    report_rows_read_named(depth, name, count, tables, costs, page);
    g_free(name);
}

/* A file of rows may have the rows of many captures, which do not add up. */
static gboolean
report_rows_is_other_capture(JsonObject *row, char **capture)
{
    const char *name = report_text_member(row, "capture");
    gboolean    other = *capture && g_strcmp0(*capture, name) != 0;

    if (!*capture)
        *capture = g_strdup(name);
    return other;
}

/* Adds a row of -z godot,messages, or one of -z godot,timeline. @return whether it is of the former */
static gboolean
report_rows_add(JsonObject *row, report_costs_t *costs, report_page_t *page, report_series_t *series)
{
    if (json_object_has_member(row, "comes")) {
        if (page)
            report_page_add_life(page, row);
        return FALSE;
    }
    if (costs)
        report_costs_add_row(costs, row);
    if (page)
        report_page_add_row(page, row);
    if (series)
        report_series_add_row(series, row);
    return TRUE;
}

/* Reads all lines. @return how many are rows */
static guint
report_rows_read_lines(GInputStream *output, report_costs_t *costs, report_page_t *page, report_series_t *series, GHashTable *facts,
                       GError **error)
{
    GDataInputStream *lines = g_data_input_stream_new(output);
    JsonParser       *parser = json_parser_new();
    tables_t          tables = { REPORT_COSTS, REPORT_SENT, OTHER, 1, NULL, NULL, NULL, 0 };
    guint             rows = 0, count = 0;
    gboolean          right = TRUE;
    char             *line, *capture = NULL;

    while (right && (line = g_data_input_stream_read_line_utf8(lines, NULL, NULL, error)) != NULL) {
        JsonObject    *row = report_rows_parse(parser, line);
        const gboolean is_damaged = *line == '{' && !row && !facts;     /* a fact may begin with any name */

        count++;
        right = !is_damaged && (!row || !report_rows_is_other_capture(row, &capture));
        if (is_damaged)
            g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "its line %u is a damaged row", count);
        else if (!right)
            g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it has the rows of several captures");
        else if (row)
            rows += report_rows_add(row, costs, page, series);
        else if (costs)
            report_rows_read_table(line, &tables, costs, page);
        else if (facts)
            report_facts_add_line(facts, line);
        g_free(line);
    }
    g_free(tables.way);
    g_free(tables.node);
    g_free(tables.property);
    g_free(capture);
    g_object_unref(parser);
    g_object_unref(lines);
    return rows;
}

/* How the name of a file of rows ends; zstd reads those that have its ending, too. */
#define PLAIN_ROWS  ".jsonl"

gboolean
report_rows_are_in(const char *capture)
{
    return g_str_has_suffix(capture, PLAIN_ROWS) || g_str_has_suffix(capture, PLAIN_ROWS ".zst");
}

/* @return the command that prints the rows, to be freed */
static char **
report_rows_command(const char *capture, const char *filter, const char *const *options, gboolean tables, gboolean lives, gboolean facts)
{
    static const struct {
        const char *statistic;
        gboolean    of_tables, of_lives;
    } statistics[] = {
        { "godot,messages", FALSE, FALSE }, { "expert,note", TRUE, FALSE }, { "enet_channels,tree", TRUE, FALSE },
        { "godot,timeline", FALSE, TRUE }, { "godot_objects,tree", FALSE, TRUE },
        { "enet_commands,tree", TRUE, FALSE },
    };
    GStrvBuilder *words = g_strv_builder_new();
    char        **command;

    if (report_rows_are_in(capture)) {
        g_strv_builder_add_many(words, "zstd", "-d", "-c", "-f", "-q", "--", capture, NULL);    /* -f: also if it is not compressed */
    } else {
        g_strv_builder_add_many(words, "tshark", "-n", "-r", capture, NULL);
        if (facts)
            report_facts_ask(words);
        else
            g_strv_builder_add(words, "-q");
        for (guint i = 0; i < G_N_ELEMENTS(statistics); i++) {
            char *statistic = filter ? g_strdup_printf("%s,%s", statistics[i].statistic, filter) : g_strdup(statistics[i].statistic);

            if ((tables || !statistics[i].of_tables) && (lives || !statistics[i].of_lives))
                g_strv_builder_add_many(words, "-z", statistic, NULL);
            g_free(statistic);
        }
        g_strv_builder_addv(words, (const char **)options);
    }
    command = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return command;
}

/* Opens what prints the rows, which may be the file that has them. @return NULL, with an error
 * @param program runs until report_system_end(); NULL: it is the file */
static GInputStream *
report_rows_open(const char *capture, const char *const *command, GSubprocess **program, GError **error)
{
    GFile            *file;
    GFileInputStream *rows;

    *program = NULL;
    if (!g_str_has_suffix(capture, PLAIN_ROWS)) {
        *program = report_system_start(command, error);
        return *program ? (GInputStream *)g_object_ref(g_subprocess_get_stdout_pipe(*program)) : NULL;
    }
    file = g_file_new_for_path(capture);
    rows = g_file_read(file, NULL, error);
    g_object_unref(file);
    return (GInputStream *)rows;
}

gboolean
report_rows_read(const char *capture, const char *filter, const char *const *options, report_costs_t *costs,
                 report_page_t *page, report_series_t *series, GHashTable *facts, GError **error)
{
    char        **command = report_rows_command(capture, filter, options, costs != NULL, page != NULL, facts != NULL);
    GError       *failure = NULL;
    GSubprocess  *program;
    GInputStream *output = report_rows_open(capture, (const char *const *)command, &program, &failure);
    guint         rows = output ? report_rows_read_lines(output, costs, page, series, facts, &failure) : 0;

    if (program && failure)
        g_subprocess_force_exit(program);
    if (program)
        report_system_end(program, *command, failure ? NULL : &failure);
    if (!failure && !rows && !filter)
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "nothing of Godot's is in it");
    if (!failure && costs && !report_rows_are_in(capture)) {    /* the tables have no lines for nothing */
        report_costs_add_experts(costs, REPORT_ERRORS, 0);
        report_costs_add_experts(costs, REPORT_WARNINGS, 0);
        report_costs_add_experts(costs, REPORT_NOTES, 0);
    }
    g_clear_object(&output);
    g_strfreev(command);
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
