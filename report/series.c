/* report/series.c
 * What does a game cost in each span of time, for each player?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>

#include <gio/gio.h>

#include "report/series.h"
#include "report/rules.h"
#include "report/text.h"

#define MOST_SPANS  1000000     /* 8 MB for who played in them */

/* What was counted in a second. Seconds without anything are left out. */
typedef struct {
    double second, amount;
} point_t;

/* An end of a connection: the address and port that send and receive. */
typedef struct {
    GArray  *up, *down;
    double   first, last;       /* seconds since the first row */
    guint    roles;             /* report_role_t */
} side_t;

struct _report_series_t {
    guint       window;
    GHashTable *points[REPORT_SERIES_GROUPS];   /* by name: arrays of point_t */
    GHashTable *ranges[REPORT_SERIES_GROUPS];
    GHashTable *sides;                          /* by address and port */
    GHashTable *peers;                          /* ids, as text */
    GHashTable *releases;
    double      begin, end;                     /* seconds since 1970 */
    double      seconds;                        /* of all players together */
    GArray     *presence;                       /* of each span: in how many of its seconds players are there, added up */
    guint       played;                         /* spans in which there was a player */
};

static void
report_series_free_points(gpointer points)
{
    g_array_free((GArray *)points, TRUE);
}

static void
report_series_free_side(gpointer data)
{
    side_t *side = (side_t *)data;

    g_array_free(side->up, TRUE);
    g_array_free(side->down, TRUE);
    g_free(side);
}

report_series_t *
report_series_new(guint window)
{
    report_series_t *series = g_new0(report_series_t, 1);

    series->window = window;
    for (int group = 0; group < REPORT_SERIES_GROUPS; group++) {
        series->points[group] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_series_free_points);
        series->ranges[group] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    }
    series->sides = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_series_free_side);
    series->peers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    series->releases = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    series->presence = g_array_new(FALSE, TRUE, sizeof(double));
    series->end = -1;
    return series;
}

void
report_series_free(report_series_t *series)
{
    for (int group = 0; group < REPORT_SERIES_GROUPS; group++) {
        g_hash_table_destroy(series->points[group]);
        g_hash_table_destroy(series->ranges[group]);
    }
    g_hash_table_destroy(series->sides);
    g_hash_table_destroy(series->peers);
    g_hash_table_destroy(series->releases);
    g_array_free(series->presence, TRUE);
    g_free(series);
}

GHashTable *
report_series_ranges(const report_series_t *series, report_series_group_t group)
{
    return series->ranges[group];
}

GHashTable *
report_series_releases(const report_series_t *series)
{
    return series->releases;
}

guint
report_series_spans(const report_series_t *series)
{
    return series->played;
}

double
report_series_players(const report_series_t *series)
{
    return series->seconds / report_rules_seconds(series->begin, series->end);
}

/* ---- Rows ---- */

static void
report_series_add_point(GArray *points, double second, double amount)
{
    const point_t point = { second, amount };

    if (points->len && g_array_index(points, point_t, points->len - 1).second == second)
        g_array_index(points, point_t, points->len - 1).amount += amount;
    else
        g_array_append_val(points, point);
}

static GArray *
report_series_points(GHashTable *all, const char *name)
{
    GArray *points = (GArray *)g_hash_table_lookup(all, name);

    if (!points) {
        points = g_array_new(FALSE, FALSE, sizeof(point_t));
        g_hash_table_insert(all, g_strdup(name), points);
    }
    return points;
}

/* @return the end of the connection that a member of the row names; NULL if it names none: nothing is on a wire */
static side_t *
report_series_side(report_series_t *series, JsonObject *row, const char *member, double time)
{
    const char *address = report_text_member(row, member);
    side_t     *side;

    if (!address)
        return NULL;
    side = (side_t *)g_hash_table_lookup(series->sides, address);
    if (!side) {
        side = g_new0(side_t, 1);
        side->up = g_array_new(FALSE, FALSE, sizeof(point_t));
        side->down = g_array_new(FALSE, FALSE, sizeof(point_t));
        side->first = side->last = time;
        g_hash_table_insert(series->sides, g_strdup(address), side);
    }
    side->first = MIN(side->first, time);
    side->last = MAX(side->last, time);
    return side;
}

static void
report_series_add_to_sides(report_series_t *series, JsonObject *row, double time, double bytes)
{
    const double second = floor(time);
    side_t      *from = report_series_side(series, row, "src", time);
    side_t      *to = report_series_side(series, row, "dst", time);

    if (from)
        report_series_add_point(from->up, second, bytes);
    if (to)
        report_series_add_point(to->down, second, bytes);
    report_rules_add_roles(row, from ? &from->roles : NULL, to ? &to->roles : NULL);
}

static void
report_series_note_peer(report_series_t *series, JsonObject *row, const char *member)
{
    const gint64  target = report_text_integer(row, member);     /* -7: all but 7 */
    const guint64 id = target < 0 ? 0 - (guint64)target : (guint64)target;

    if (id > 1)
        g_hash_table_add(series->peers, g_strdup_printf("%" G_GUINT64_FORMAT, id));
}

/* @return the mode and channel of a message, or else the row's kind; to be freed */
static char *
report_series_channel(JsonObject *row)
{
    const char *mode = report_text_member(row, "mode"), *kind = report_text_member(row, "kind");

    if (mode && json_object_has_member(row, "channel"))
        return g_strdup_printf("%s, channel %" G_GINT64_FORMAT, mode, report_text_integer(row, "channel"));
    return g_strdup(mode ? mode : kind ? kind : "?");
}

/* Adds an amount to the name in a member of the row, if it has one. */
static void
report_series_add_named(report_series_t *series, report_series_group_t group, JsonObject *row, const char *member,
                        double second, double amount)
{
    char *name = report_rules_name(row, member);

    if (name)
        report_series_add_point(report_series_points(series->points[group], name), second, amount);
    g_free(name);
}

void
report_series_add_row(report_series_t *series, JsonObject *row)
{
    const char *kind = report_text_member(row, "kind");
    const char *release = report_text_member(row, "godot");
    double      bytes = report_text_number(row, "wire_bytes");
    double      message = report_rules_message_bytes(row);
    double      time = report_text_number(row, "time"), second;
    char       *channel = report_series_channel(row);

    if (series->end < 0)
        series->begin = series->end = time;
    series->end = MAX(series->end, time);
    time = MAX(time - series->begin, 0);
    second = floor(time);
    report_series_note_peer(series, row, "from");
    report_series_note_peer(series, row, "to");
    if (release)
        g_hash_table_add(series->releases, g_strdup(release));
    report_series_add_to_sides(series, row, time, bytes);
    report_series_add_point(report_series_points(series->points[REPORT_SERIES_CHANNELS], channel), second, bytes);
    report_series_add_named(series, REPORT_SERIES_NODES, row, "node", second, message);
    if (g_strcmp0(kind, "rpc") == 0) {
        report_series_add_named(series, REPORT_SERIES_METHODS, row, "method", second, message);
        report_series_add_named(series, REPORT_SERIES_CALLS, row, "method", second, 1);
    }
    if (g_strcmp0(kind, "sync") == 0 || g_strcmp0(kind, "delta") == 0)
        report_series_add_named(series, REPORT_SERIES_SYNCHRONIZERS, row, "node", second, message);
    g_free(channel);
}

/* ---- Spans ---- */

char *
report_series_without_peers(const report_series_t *series, const char *name)
{
    GString *text = g_string_new(NULL);

    if (*name == '#')       /* the number stands for a name */
        return g_string_free(g_string_assign(text, name), FALSE);
    while (*name) {
        size_t digits = strspn(name, "0123456789");
        char  *number = g_strndup(name, digits);

        g_string_append(text, g_hash_table_contains(series->peers, number) ? "PEER" : number);
        name += digits;
        if (*name)
            g_string_append_c(text, *name++);
        g_free(number);
    }
    return g_string_free(text, FALSE);
}

static void
report_series_append(GHashTable *all, const char *name, const GArray *more)
{
    GArray *points = report_series_points(all, name);

    if (more->len)
        g_array_append_vals(points, more->data, more->len);
}

/* Gives the names of a group, which are those of nodes, without the ids of peers. */
static void
report_series_rename(report_series_t *series, report_series_group_t group)
{
    GHashTable    *renamed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_series_free_points);
    GHashTableIter iter;
    gpointer       name, points;

    g_hash_table_iter_init(&iter, series->points[group]);
    while (g_hash_table_iter_next(&iter, &name, &points)) {
        char *same = report_series_without_peers(series, (const char *)name);

        report_series_append(renamed, same, (const GArray *)points);
        g_free(same);
    }
    g_hash_table_destroy(series->points[group]);
    series->points[group] = renamed;
}

/* Adds the seconds that a player is there to each span. */
static void
report_series_add_presence(report_series_t *series, double first, double last)
{
    series->seconds += report_rules_seconds(first, last);
    for (double second = floor(first); second <= last && second < (double)series->presence->len * series->window; second++)
        g_array_index(series->presence, double, (guint)(second / series->window)) += 1;
}

/*
 * Finds out who played when, and what the players sent and received. If no player has an address, one player is
 * assumed all the time.
 */
static void
report_series_finish_players(report_series_t *series)
{
    GHashTable    *points = series->points[REPORT_SERIES_PLAYERS];
    GHashTableIter iter;
    gpointer       value;
    gboolean       any = FALSE;

    g_hash_table_iter_init(&iter, series->sides);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const side_t *side = (const side_t *)value;

        if (!report_rules_is_player(side->roles))
            continue;
        any = TRUE;
        report_series_add_presence(series, side->first, side->last);
        report_series_append(points, "up", side->up);
        report_series_append(points, "down", side->down);
    }
    if (!any)
        report_series_add_presence(series, 0, series->end - series->begin);
    for (guint span = 0; span < series->presence->len; span++)
        series->played += g_array_index(series->presence, double, span) > 0;
}

/* @return whether the second of a point is of a whole span in which somebody played, and of which one */
static gboolean
report_series_span(const report_series_t *series, const point_t *point, guint *span)
{
    if (!(point->second < (double)series->presence->len * series->window))
        return FALSE;
    *span = (guint)(point->second / series->window);
    return g_array_index(series->presence, double, *span) > 0;
}

/* @return the amounts for each player of those spans that have points, which are sorted by time, to be freed */
static GArray *
report_series_rates(const report_series_t *series, const GArray *points)
{
    GArray *rates = g_array_new(FALSE, TRUE, sizeof(double));
    guint   span, last = G_MAXUINT;

    for (guint i = 0; i < points->len; i++) {
        const point_t *point = &g_array_index(points, point_t, i);

        if (report_series_span(series, point, &span)) {
            if (span != last)
                g_array_set_size(rates, rates->len + 1);
            g_array_index(rates, double, rates->len - 1) += point->amount / g_array_index(series->presence, double, span);
            last = span;
        }
    }
    return rates;
}

static int
report_series_compare_points(gconstpointer a, gconstpointer b)
{
    const double first = ((const point_t *)a)->second, second = ((const point_t *)b)->second;

    return (first > second) - (first < second);
}

/* Takes time for the points, not for the spans, of which there may be many more. */
static report_range_t *
report_series_range(const report_series_t *series, GArray *points)
{
    report_range_t *range = g_new0(report_range_t, 1);
    GArray         *rates;
    guint           others;

    for (guint i = 0; i < points->len; i++)
        range->mean += g_array_index(points, point_t, i).amount / series->seconds;
    g_array_sort(points, report_series_compare_points);
    rates = report_series_rates(series, points);
    others = series->played - rates->len;
    range->lower = report_rules_percentile(rates, others, 25);
    range->median = report_rules_percentile(rates, others, 50);
    range->upper = report_rules_percentile(rates, others, 75);
    g_array_free(rates, TRUE);
    return range;
}

static void
report_series_finish_group(report_series_t *series, report_series_group_t group)
{
    GHashTableIter iter;
    gpointer       name, points;

    g_hash_table_iter_init(&iter, series->points[group]);
    while (g_hash_table_iter_next(&iter, &name, &points))
        g_hash_table_insert(series->ranges[group], g_strdup((const char *)name),
                            report_series_range(series, (GArray *)points));
}

gboolean
report_series_finish(report_series_t *series, GError **error)
{
    const double spans = MAX(floor((series->end - series->begin) / series->window), 1);

    if (!(spans <= MOST_SPANS)) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "its rows are of too long a time: compare parts of it");
        return FALSE;
    }
    g_array_set_size(series->presence, (guint)spans);
    report_series_rename(series, REPORT_SERIES_NODES);
    report_series_rename(series, REPORT_SERIES_SYNCHRONIZERS);
    report_series_finish_players(series);
    for (int group = 0; group < REPORT_SERIES_GROUPS; group++)
        report_series_finish_group(series, (report_series_group_t)group);
    return TRUE;
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
