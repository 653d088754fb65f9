/* report/costs.c
 * What do the messages of a capture cost, by player, method, synchronizer and node?
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

#include "report/costs.h"
#include "report/rules.h"
#include "report/text.h"

/* An end of a connection: the address and port that send and receive. */
typedef struct {
    double   up, down;
    double   begin, end;
    guint    roles;         /* report_role_t */
} end_t;

/* How many of the things that one end sent had which fate. */
typedef struct {
    double counts[REPORT_SENT][REPORT_FATES];
} sent_t;

struct _report_costs_t {
    GHashTable *values[REPORT_COSTS];
    GHashTable *ends;           /* by address and port */
    GHashTable *sent;           /* by the way it goes */
    GArray     *round_trips;
    double      begin, end;
    double      bytes, repeated;
    gint64      frame;          /* the one whose rows are being added */
    double      frame_bytes;
    const char *capture;        /* … and of which capture; NULL: there is one only */
    gint64      longest;
    double      longest_bytes;
    const char *longest_capture;
};

report_costs_t *
report_costs_new(void)
{
    report_costs_t *costs = g_new0(report_costs_t, 1);

    for (int cost = 0; cost < REPORT_COSTS; cost++)
        costs->values[cost] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    costs->ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    costs->sent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    costs->round_trips = g_array_new(FALSE, FALSE, sizeof(double));
    costs->begin = G_MAXDOUBLE;
    return costs;
}

void
report_costs_free(report_costs_t *costs)
{
    for (int cost = 0; cost < REPORT_COSTS; cost++)
        g_hash_table_destroy(costs->values[cost]);
    g_hash_table_destroy(costs->ends);
    g_hash_table_destroy(costs->sent);
    g_array_free(costs->round_trips, TRUE);
    g_free(costs);
}

GHashTable *
report_costs_values(const report_costs_t *costs, report_cost_t cost)
{
    return costs->values[cost];
}

static void
report_costs_add(report_costs_t *costs, report_cost_t cost, const char *name, double amount)
{
    double *value = (double *)g_hash_table_lookup(costs->values[cost], name);

    if (!value) {
        value = g_new0(double, 1);
        g_hash_table_insert(costs->values[cost], g_strdup(name), value);
    }
    *value += amount;
}

void
report_costs_add_experts(report_costs_t *costs, report_cost_t severity, unsigned count)
{
    report_costs_add(costs, severity, "", count);
}

void
report_costs_add_datagrams(report_costs_t *costs, const char *sender, unsigned above)
{
    report_costs_add(costs, REPORT_ABOVE_MTU, sender, above);
}

void
report_costs_add_sent(report_costs_t *costs, const char *way, report_sent_t sent, report_fate_t fate, unsigned count)
{
    sent_t *end = (sent_t *)g_hash_table_lookup(costs->sent, way);

    if (!end) {
        end = g_new0(sent_t, 1);
        g_hash_table_insert(costs->sent, g_strdup(way), end);
    }
    end->counts[sent][fate] += count;
}

/* Adds the bytes of the row to a name in it. */
static void
report_costs_add_named(report_costs_t *costs, report_cost_t cost, JsonObject *row, const char *member, double amount)
{
    char *name = report_rules_name(row, member);

    if (name)
        report_costs_add(costs, cost, name, amount);
    g_free(name);
}

/* @return the end of the connection that a member of the row names; NULL if it names none: nothing is on a wire */
static end_t *
report_costs_end(report_costs_t *costs, JsonObject *row, const char *member, double time)
{
    const char *address = report_text_member(row, member);
    end_t      *end;

    if (!address)
        return NULL;
    end = (end_t *)g_hash_table_lookup(costs->ends, address);
    if (!end) {
        end = g_new0(end_t, 1);
        end->begin = end->end = time;
        g_hash_table_insert(costs->ends, g_strdup(address), end);
    }
    end->begin = MIN(end->begin, time);     /* a capture may have its frames in any order */
    end->end = MAX(end->end, time);
    return end;
}

static void
report_costs_add_to_ends(report_costs_t *costs, JsonObject *row, double time, double bytes)
{
    end_t *from = report_costs_end(costs, row, "src", time);
    end_t *to = report_costs_end(costs, row, "dst", time);

    if (from)
        from->up += bytes;
    if (to)
        to->down += bytes;
    report_rules_add_roles(row, from ? &from->roles : NULL, to ? &to->roles : NULL);
}

/* The rows of a frame follow one another, and add up to its length, if IP did not divide it (docs/messages.md). */
static void
report_costs_add_to_frame(report_costs_t *costs, JsonObject *row, double bytes)
{
    const gint64 frame = report_text_integer(row, "frame");

    if (report_rules_is_divided(row))
        return;
    costs->frame_bytes = frame == costs->frame ? costs->frame_bytes + bytes : bytes;
    costs->frame = frame;
    if (costs->frame_bytes > costs->longest_bytes) {
        costs->longest_bytes = costs->frame_bytes;
        costs->longest = frame;
        costs->longest_capture = costs->capture;
    }
}

void
report_costs_begin_capture(report_costs_t *costs, const char *name)
{
    costs->frame = 0;
    costs->capture = name;
}

void
report_costs_add_row(report_costs_t *costs, JsonObject *row)
{
    const char *kind = report_text_member(row, "kind");
    double      bytes = report_text_number(row, "wire_bytes");
    double      message = report_rules_message_bytes(row);
    double      time = report_text_number(row, "time");

    costs->begin = MIN(costs->begin, time);
    costs->end = MAX(costs->end, time);
    costs->bytes += bytes;
    if (json_object_has_member(row, "retransmission"))
        costs->repeated += bytes;
    report_costs_add_to_ends(costs, row, time, bytes);
    report_costs_add_to_frame(costs, row, bytes);
    report_costs_add_named(costs, REPORT_NODES, row, "node", message);
    if (g_strcmp0(kind, "rpc") == 0) {
        report_costs_add_named(costs, REPORT_METHODS, row, "method", message);
        report_costs_add_named(costs, REPORT_CALLS, row, "method", 1);
    }
    if (g_strcmp0(kind, "sync") == 0 || g_strcmp0(kind, "delta") == 0)
        report_costs_add_named(costs, REPORT_SYNCHRONIZERS, row, "node", message);
    if (json_object_has_member(row, "rtt")) {
        double round_trip = report_text_number(row, "rtt");

        g_array_append_val(costs->round_trips, round_trip);
    }
}

static void
report_costs_finish_players(report_costs_t *costs)
{
    GHashTableIter iter;
    gpointer       name, value;

    g_hash_table_iter_init(&iter, costs->ends);
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        const end_t *end = (const end_t *)value;
        double       seconds = report_rules_seconds(end->begin, end->end);

        if (report_rules_is_player(end->roles)) {
            report_costs_add(costs, REPORT_UP, (const char *)name, end->up / seconds);
            report_costs_add(costs, REPORT_DOWN, (const char *)name, end->down / seconds);
        }
    }
}

/* Sets a cost to a part of a whole, of which there must be some. */
static void
report_costs_add_part(report_costs_t *costs, report_cost_t cost, const char *way, double part, double rest)
{
    if (part + rest > 0)
        report_costs_add(costs, cost, way, part / (part + rest));
}

/* What was lost on the way is known of unreliable messages by their numbers, where they arrive, and of the transmissions of
 * reliable commands by their acknowledgements, where they are sent. */
static void
report_costs_finish_sent(report_costs_t *costs)
{
    GHashTableIter iter;
    gpointer       name, value;

    g_hash_table_iter_init(&iter, costs->sent);
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        const char   *way = (const char *)name;
        const double *unreliable = ((const sent_t *)value)->counts[REPORT_UNRELIABLE];
        const double *reliable = ((const sent_t *)value)->counts[REPORT_RELIABLE];
        const double *transmissions = ((const sent_t *)value)->counts[REPORT_TRANSMISSION];
        const double  came = unreliable[REPORT_CAME_IN_ORDER] + unreliable[REPORT_CAME_LATE];

        report_costs_add_part(costs, REPORT_LOSS, way, unreliable[REPORT_LOST] + transmissions[REPORT_LOST],
                              came + transmissions[REPORT_CAME_IN_ORDER]);
        report_costs_add_part(costs, REPORT_LATE, way, unreliable[REPORT_CAME_LATE] + reliable[REPORT_CAME_LATE],
                              unreliable[REPORT_CAME_IN_ORDER] + reliable[REPORT_CAME_IN_ORDER]);
        report_costs_add_part(costs, REPORT_THROTTLED, way, unreliable[REPORT_DROPPED], came + unreliable[REPORT_LOST]);
    }
}

void
report_costs_finish(report_costs_t *costs)
{
    static const report_cost_t rates[] = { REPORT_METHODS, REPORT_CALLS, REPORT_SYNCHRONIZERS, REPORT_NODES };
    double                     seconds = report_rules_seconds(costs->begin, costs->end);
    char                      *longest = g_strdup_printf("frame %" G_GINT64_FORMAT "%s%s", costs->longest,
                                                         costs->longest_capture ? " of " : "",
                                                         costs->longest_capture ? costs->longest_capture : "");
    GHashTableIter             iter;
    gpointer                   value;

    for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
        g_hash_table_iter_init(&iter, costs->values[rates[i]]);
        while (g_hash_table_iter_next(&iter, NULL, &value))
            *(double *)value /= seconds;
    }
    report_costs_finish_players(costs);
    report_costs_finish_sent(costs);
    if (costs->round_trips->len)
        report_costs_add(costs, REPORT_ROUND_TRIP, "", report_rules_percentile(costs->round_trips, 0, 95));
    report_costs_add(costs, REPORT_FRAME, longest, costs->longest_bytes);
    report_costs_add(costs, REPORT_REPEATED, "", costs->bytes > 0 ? costs->repeated / costs->bytes : 0);
    g_free(longest);
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
