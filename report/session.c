/* report/session.c
 * Which connections do several captures of one session have in common?
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

#include <gio/gio.h>

#include "report/session.h"
#include "report/system.h"
#include "report/text.h"

/* The columns that tshark prints for each frame of Godot's and ENet's. */
enum { TIME, ENET, TCP, UDP, ID, SRC, SRC6, DST, DST6, UDP_SRC, TCP_SRC, UDP_DST, TCP_DST, COLUMNS };

static const char *const session_fields[COLUMNS] = {
    "frame.time_epoch", "enet.stream", "tcp.stream", "udp.stream", "enet.connect.id", "ip.src", "ipv6.src", "ip.dst", "ipv6.dst",
    "udp.srcport", "tcp.srcport", "udp.dstport", "tcp.dstport"
};

struct _report_session_t {
    GPtrArray *connections;     /* report_connection_t */
    GTree     *counted;         /* GPtrArray of those of the earlier captures, by id if it is known, and by field and ends */
    guint      captures;
};

static void
report_session_free_counted(gpointer counted)
{
    g_ptr_array_unref((GPtrArray *)counted);
}

static void
report_session_free_connection(gpointer data)
{
    report_connection_t *connection = (report_connection_t *)data;

    g_free(connection->name);
    g_free(connection->field);
    g_free(connection->ends);
    g_free(connection);
}

report_session_t *
report_session_new(void)
{
    report_session_t *session = g_new0(report_session_t, 1);

    session->counted = g_tree_new_full(report_text_compare, NULL, g_free, report_session_free_counted);
    session->connections = g_ptr_array_new_with_free_func(report_session_free_connection);
    return session;
}

void
report_session_free(report_session_t *session)
{
    g_tree_destroy(session->counted);
    g_ptr_array_unref(session->connections);
    g_free(session);
}

const GPtrArray *
report_session_connections(const report_session_t *session)
{
    return session->connections;
}

/* @return an address and port, to be freed */
static char *
report_session_end(char **cells, int address, int address6, int udp, int tcp)
{
    const char *port = *cells[udp] ? cells[udp] : cells[tcp];

    return *cells[address] ? g_strdup_printf("%s:%s", cells[address], port) : g_strdup_printf("[%s]:%s", cells[address6], port);
}

/* @return both ends, the first one by the alphabet first, to be freed */
static char *
report_session_ends(char **cells)
{
    char *src = report_session_end(cells, SRC, SRC6, UDP_SRC, TCP_SRC);
    char *dst = report_session_end(cells, DST, DST6, UDP_DST, TCP_DST);
    char *ends = strcmp(src, dst) < 0 ? g_strdup_printf("%s ↔ %s", src, dst) : g_strdup_printf("%s ↔ %s", dst, src);

    g_free(src);
    g_free(dst);
    return ends;
}

/* @return the connection of the last capture, which is found by its field and number, or made */
static report_connection_t *
report_session_connection(report_session_t *session, GHashTable *known, const char *name, char **cells, int field)
{
    const guint          number = (guint)g_ascii_strtoull(cells[field], NULL, 10);
    const gpointer       key = GUINT_TO_POINTER(number * COLUMNS + (guint)field);
    report_connection_t *connection = (report_connection_t *)g_hash_table_lookup(known, key);

    if (connection)
        return connection;
    connection = g_new0(report_connection_t, 1);
    connection->name = g_strdup_printf("%s: %s %u", name, session_fields[field], number);
    connection->field = g_strdup(session_fields[field]);
    connection->number = number;
    connection->ends = report_session_ends(cells);
    connection->id = -1;
    connection->first = g_ascii_strtod(cells[TIME], NULL);
    connection->capture = session->captures;
    g_ptr_array_add(session->connections, connection);
    g_hash_table_insert(known, key, connection);
    return connection;
}

static void
report_session_add_line(report_session_t *session, GHashTable *known, const char *name, const char *line)
{
    char               **cells = g_strsplit(line, "\t", COLUMNS);
    report_connection_t *connection;

    if (g_strv_length(cells) == COLUMNS) {
        const int field = *cells[ENET] ? ENET : *cells[TCP] ? TCP : UDP;

        if (*cells[field]) {
            connection = report_session_connection(session, known, name, cells, field);
            connection->last = g_ascii_strtod(cells[TIME], NULL);
            if (*cells[ID])
                connection->id = (gint64)g_ascii_strtoull(cells[ID], NULL, 0);
        }
    }
    g_strfreev(cells);
}

/* @return what finds connections with the same id, or with the same ends, to be freed */
static char *
report_session_key(const report_connection_t *connection, gboolean by_id)
{
    return by_id ? g_strdup_printf("%" G_GINT64_FORMAT, connection->id) :
           g_strdup_printf("%s %s", connection->field, connection->ends);
}

static void
report_session_count(report_session_t *session, report_connection_t *connection, gboolean by_id)
{
    char      *key = report_session_key(connection, by_id);
    GPtrArray *some = (GPtrArray *)g_tree_lookup(session->counted, key);

    if (!some) {
        some = g_ptr_array_new();
        g_tree_insert(session->counted, g_strdup(key), some);
    }
    g_ptr_array_add(some, connection);
    g_free(key);
}

/* @return the name of the same connection in an earlier capture: ENet's has a random id, others have their ends at one time */
static const char *
report_session_same(const report_session_t *session, const report_connection_t *connection, gboolean by_id)
{
    char            *key = report_session_key(connection, by_id);
    const GPtrArray *some = (const GPtrArray *)g_tree_lookup(session->counted, key);
    const char      *same = NULL;

    for (guint i = 0; some && !same && i < some->len; i++) {
        const report_connection_t *other = (const report_connection_t *)g_ptr_array_index(some, i);

        if (by_id || ((connection->id < 0 || other->id < 0) && connection->first <= other->last &&
                      other->first <= connection->last))
            same = other->name;
    }
    g_free(key);
    return same;
}

/* Finds the connections of the last capture in the earlier ones. */
static void
report_session_match(report_session_t *session, guint first)
{
    for (guint i = first; i < session->connections->len; i++) {
        report_connection_t *connection = (report_connection_t *)g_ptr_array_index(session->connections, i);

        connection->same = report_session_same(session, connection, TRUE);
        if (!connection->same)
            connection->same = report_session_same(session, connection, FALSE);
    }
    for (guint i = first; i < session->connections->len; i++) {
        report_connection_t *connection = (report_connection_t *)g_ptr_array_index(session->connections, i);

        report_session_count(session, connection, FALSE);
        if (connection->id >= 0)
            report_session_count(session, connection, TRUE);
    }
}

/* @return the command that prints a line for each frame of a connection, to be freed */
static char **
report_session_command(const char *capture, const char *const *options)
{
    GStrvBuilder *words = g_strv_builder_new();
    char        **command;

    g_strv_builder_add_many(words, "tshark", "-n", "-r", capture, "-Y", REPORT_TEXT_OURS, "-T", "fields", "-E", "occurrence=f", NULL);
    for (int column = 0; column < COLUMNS; column++)
        g_strv_builder_add_many(words, "-e", session_fields[column], NULL);
    g_strv_builder_addv(words, (const char **)options);
    command = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return command;
}

gboolean
report_session_add(report_session_t *session, const char *capture, const char *name, const char *const *options,
                   GError **error)
{
    char            **command = report_session_command(capture, options);
    GSubprocess      *tshark = report_system_start((const char *const *)command, error);
    GHashTable       *known;
    GDataInputStream *lines;
    const guint       first = session->connections->len;
    char             *line;

    g_strfreev(command);
    if (!tshark)
        return FALSE;
    known = g_hash_table_new(NULL, NULL);
    lines = g_data_input_stream_new(g_subprocess_get_stdout_pipe(tshark));
    while ((line = g_data_input_stream_read_line(lines, NULL, NULL, NULL)) != NULL) {
        report_session_add_line(session, known, name, line);
        g_free(line);
    }
    report_session_match(session, first);
    session->captures++;
    g_hash_table_destroy(known);
    g_object_unref(lines);
    return report_system_end(tshark, "tshark", error);
}

/* Whether an earlier capture has this connection of the last one. */
static gboolean
report_session_is_again(const report_session_t *session, const report_connection_t *connection, const char *field)
{
    return connection->capture + 1 == session->captures && connection->same && strcmp(connection->field, field) == 0;
}

/* Adds the numbers from the first to the last one. A filter with each of many numbers would be too long for a command. */
static void
report_session_add_numbers(GString *numbers, guint first, guint last)
{
    g_string_append_printf(numbers, "%s%u", numbers->len ? ", " : "", first);
    if (last > first)
        g_string_append_printf(numbers, "..%u", last);
}

/* @return the numbers of the connections that have this field, as a filter has them in braces, to be freed */
static char *
report_session_numbers(const report_session_t *session, const char *field)
{
    GString *numbers = g_string_new(NULL);
    gint64   first = -1, last = -1;

    for (guint i = 0; i < session->connections->len; i++) {
        const report_connection_t *connection = (const report_connection_t *)g_ptr_array_index(session->connections, i);

        if (!report_session_is_again(session, connection, field))
            continue;
        if (first >= 0 && connection->number != last + 1)
            report_session_add_numbers(numbers, (guint)first, (guint)last);
        if (first < 0 || connection->number != last + 1)
            first = connection->number;
        last = connection->number;
    }
    if (first >= 0)
        report_session_add_numbers(numbers, (guint)first, (guint)last);
    return g_string_free(numbers, FALSE);
}

char *
report_session_filter(const report_session_t *session)
{
    GString *filter = g_string_new(NULL);

    for (int field = ENET; field <= UDP; field++) {
        char *numbers = report_session_numbers(session, session_fields[field]);

        if (*numbers)
            g_string_append_printf(filter, "%s%s in {%s}", filter->len ? " || " : "!(", session_fields[field], numbers);
        g_free(numbers);
    }
    if (filter->len)
        g_string_append_c(filter, ')');
    return g_string_free(filter, filter->len == 0);
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
