/* report/budget.c
 * Which limits does a game have, and does a capture keep them?
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
#include <math.h>
#include <string.h>

#include "report/budget.h"
#include "report/text.h"

#define LABEL_WIDTH 28
#define EACH_OTHER  "*"     /* the key for every name that has no key of its own */

/* The groups of the key file. A limit without a key has names of the capture as keys. */
static const struct {
    const char *group;
    const char *key;
    const char *what;
    double      room;       /* factor of --budget-from; 1: what was found is the limit */
    double      step;
    gboolean    is_part;    /* of 1 */
} kinds[REPORT_COSTS] = {
    [REPORT_UP] = { "players", "up", "bytes per second that a player sends, with all headers", 1.25, 1 },
    [REPORT_DOWN] = { "players", "down", "bytes per second that a player receives", 1.25, 1 },
    [REPORT_METHODS] = { "methods", NULL, "bytes per second of all calls of a method", 1.25, 1 },
    [REPORT_CALLS] = { "calls", NULL, "calls of a method per second", 1.25, 1 },
    [REPORT_SYNCHRONIZERS] = { "synchronizers", NULL, "bytes per second of all updates of a synchronizer", 1.25, 1 },
    [REPORT_NODES] = { "nodes", NULL, "bytes per second of all messages that concern a node", 1.25, 1 },
    [REPORT_FRAME] = { "network", "frame", "bytes of the longest frame", 1, 1 },
    [REPORT_ABOVE_MTU] = { "network", "above_mtu", "datagrams of an end that are longer than its MTU", 1, 1 },
    [REPORT_REPEATED] = { "network", "repeated", "part of all bytes that was sent again", 1.25, 0.001, TRUE },
    [REPORT_LOSS] = { "network", "loss", "part of what an end sent that was lost", 1.25, 0.001, TRUE },
    [REPORT_LATE] = { "network", "late", "part of what came from an end that came late", 1.25, 0.001, TRUE },
    [REPORT_THROTTLED] = { "network", "throttled", "part of unreliable messages that the throttle dropped", 1.25, 0.001, TRUE },
    [REPORT_ROUND_TRIP] = { "network", "rtt_p95", "seconds in which 95 of 100 acknowledgements came", 1.25, 0.001 },
    [REPORT_ERRORS] = { "experts", "errors", "expert items of ENet and Godot that are errors", 1, 1 },
    [REPORT_WARNINGS] = { "experts", "warnings", "… that are warnings", 1, 1 },
    [REPORT_NOTES] = { "experts", "notes", "… that are notes", 1.25, 1 },
};

typedef struct {
    report_cost_t cost;
    char         *key;
    double        most;
} limit_t;

struct _report_budget_t {
    GArray *limits;
};

static void
report_budget_clear_limit(gpointer limit)
{
    g_free(((limit_t *)limit)->key);
}

void
report_budget_free(report_budget_t *budget)
{
    g_array_free(budget->limits, TRUE);
    g_free(budget);
}

/* @return the cost that a key limits; REPORT_COSTS if there is none */
static report_cost_t
report_budget_cost(const char *group, const char *key)
{
    int cost = 0;

    while (cost < REPORT_COSTS && (strcmp(kinds[cost].group, group) != 0 ||
                                   (kinds[cost].key && strcmp(kinds[cost].key, key) != 0)))
        cost++;
    return (report_cost_t)cost;
}

/* @return what is wrong with a limit; NULL: nothing */
static const char *
report_budget_fault(const limit_t *limit, gboolean is_number)
{
    if (!is_number || !isfinite(limit->most))
        return "is no number";
    if (limit->most < 0)
        return "is below 0";
    if (kinds[limit->cost].is_part && limit->most > 1)
        return "is a part from 0 to 1, and no percentage";
    return NULL;
}

/* @return whether a name is the one that a limit is for: what is only known by its number is "#7", but "#" begins a comment in the file */
static gboolean
report_budget_is_for(const limit_t *limit, const char *name)
{
    return strcmp(name, limit->key) == 0 || (*name == '#' && strcmp(name + 1, limit->key) == 0);
}

/* @return whether a limit of the budget is for just this name */
static gboolean
report_budget_names(const report_budget_t *budget, report_cost_t cost, const char *name)
{
    for (guint i = 0; i < budget->limits->len; i++) {
        const limit_t *limit = &g_array_index(budget->limits, limit_t, i);

        if (limit->cost == cost && report_budget_is_for(limit, name))
            return TRUE;
    }
    return FALSE;
}

static gboolean
report_budget_add(report_budget_t *budget, GKeyFile *file, const char *group, const char *key, GError **error)
{
    char       *text = g_strchomp(g_key_file_get_value(file, group, key, NULL)), *end;
    limit_t     limit = { report_budget_cost(group, key), NULL, g_ascii_strtod(text, &end) };
    const char *fault;

    if (report_budget_names(budget, limit.cost, key)) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE, "the limit \"%s\" stands twice in [%s]", key, group);
    } else if (limit.cost == REPORT_COSTS) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND, "there is no limit \"%s\" in [%s]", key, group);
    } else if ((fault = report_budget_fault(&limit, *text && !*end)) != NULL) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "the limit \"%s\" in [%s] %s: %s", key, group, fault,
                    text);
    } else {
        limit.key = g_strdup(key);
        g_array_append_val(budget->limits, limit);
    }
    g_free(text);
    return limit.key != NULL;
}

static gboolean
report_budget_add_group(report_budget_t *budget, GKeyFile *file, const char *group, GError **error)
{
    char   **keys = g_key_file_get_keys(file, group, NULL, error);
    gboolean right = keys != NULL;

    for (char **key = keys; right && *key; key++)
        right = report_budget_add(budget, file, group, *key, error);
    g_strfreev(keys);
    return right;
}

#define BYTE_ORDER_MARK "\xef\xbb\xbf"     /* some editors of Windows begin a file with it */

static gboolean
report_budget_read(GKeyFile *file, const char *path, GError **error)
{
    char    *text;
    gsize    size, mark;
    gboolean right;

    if (!g_file_get_contents(path, &text, &size, error))
        return FALSE;
    mark = g_str_has_prefix(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
    right = g_key_file_load_from_data(file, text + mark, size - mark, G_KEY_FILE_KEEP_TRANSLATIONS, error);   /* "Room[2]" is a name */
    g_free(text);
    return right;
}

report_budget_t *
report_budget_load(const char *path, GError **error)
{
    report_budget_t *budget = g_new0(report_budget_t, 1);
    GKeyFile        *file = g_key_file_new();
    gboolean         right = report_budget_read(file, path, error);
    char           **groups = right ? g_key_file_get_groups(file, NULL) : NULL;

    budget->limits = g_array_new(FALSE, FALSE, sizeof(limit_t));
    g_array_set_clear_func(budget->limits, report_budget_clear_limit);
    for (char **group = groups; right && *group; group++)
        right = report_budget_add_group(budget, file, *group, error);
    if (right && !budget->limits->len) {
        g_set_error_literal(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE, "it has no limits");
        right = FALSE;
    }
    g_strfreev(groups);
    g_key_file_free(file);
    if (right)
        return budget;
    report_budget_free(budget);
    return NULL;
}

const char *
report_budget_greatest(const report_budget_t *budget, const report_costs_t *costs, report_cost_t cost, double *found)
{
    const char    *greatest = NULL;
    GHashTableIter iter;
    gpointer       name, value;

    *found = 0;
    g_hash_table_iter_init(&iter, report_costs_values(costs, cost));
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        double one = *(const double *)value;

        if (greatest && (one < *found || (one == *found && strcmp((const char *)name, greatest) > 0)))
            continue;
        if (budget && report_budget_names(budget, cost, (const char *)name))
            continue;
        greatest = (const char *)name;
        *found = one;
    }
    return greatest;
}

/* @return where the value is that a limit is about, and the value; NULL: no row has it */
static const char *
report_budget_find(const report_budget_t *budget, const limit_t *limit, const report_costs_t *costs, double *found)
{
    GHashTable *values = report_costs_values(costs, limit->cost);
    gpointer    name, value;
    char       *number;
    gboolean    known;

    if (kinds[limit->cost].key || strcmp(limit->key, EACH_OTHER) == 0)
        return report_budget_greatest(budget, costs, limit->cost, found);
    number = g_strconcat("#", limit->key, NULL);
    known = g_hash_table_lookup_extended(values, limit->key, &name, &value) ||
            g_hash_table_lookup_extended(values, number, &name, &value);
    g_free(number);
    *found = known ? *(const double *)value : 0;
    return known ? (const char *)name : NULL;
}

/* Prints the line of a limit. */
static report_result_t
report_budget_judge_limit(const report_budget_t *budget, const limit_t *limit, const report_costs_t *costs,
                          report_junit_t *junit)
{
    static const char *const words[REPORT_RESULTS] = { "kept", "BROKEN", "?" };
    double          found;
    const char     *name = report_budget_find(budget, limit, costs, &found);
    report_result_t result = !name && kinds[limit->cost].key ? REPORT_UNKNOWN :
                             found > limit->most ? REPORT_BROKEN : REPORT_KEPT;
    char           *where = name ? report_text_shown(name) :
                            g_strdup(result == REPORT_UNKNOWN ? "(not known)" : "(no row has it)");
    char           *key = report_text_shown(limit->key);
    char           *label = g_strdup_printf("%s %s", kinds[limit->cost].group, key);
    const int       width = LABEL_WIDTH + (int)(strlen(label) - (gsize)g_utf8_strlen(label, -1));

    printf("  %-6s  %12.10g  %12.7g  %-*s  %s\n", words[result], limit->most, found, width, label, where);
    if (junit) {
        char *message = g_strdup_printf("limit %.10g, found %.7g: %s", limit->most, found, where);

        report_junit_add_case(junit, label, result, message);
        g_free(message);
    }
    g_free(label);
    g_free(key);
    g_free(where);
    return result;
}

void
report_budget_judge(const report_budget_t *budget, const char *capture, const report_costs_t *costs,
                    unsigned results[REPORT_RESULTS], report_junit_t *junit)
{
    char *shown = report_text_shown(capture);

    if (junit)
        report_junit_begin_suite(junit, capture);
    printf("%s\n  %-6s  %12s  %12s  %-*s  %s\n", shown, "", "limit", "found", LABEL_WIDTH, "of", "where");
    for (guint i = 0; i < budget->limits->len; i++)
        results[report_budget_judge_limit(budget, &g_array_index(budget->limits, limit_t, i), costs, junit)]++;
    if (junit)
        report_junit_end_suite(junit);
    g_free(shown);
}

/* @return the limit that a value keeps: with some room, and round */
static double
report_budget_round(report_cost_t cost, double found)
{
    guint64 steps = (guint64)(found * kinds[cost].room / kinds[cost].step);

    return kinds[cost].room > 1 ? (double)(steps + 1) * kinds[cost].step : found;
}

void
report_budget_print_from(GPtrArray *all)
{
    const char *group = "";

    for (int cost = 0; cost < REPORT_COSTS; cost++) {
        const char *where = NULL;
        double      most = 0;
        char       *shown;

        for (guint i = 0; i < all->len; i++) {
            double      found;
            const char *name = report_budget_greatest(NULL, (const report_costs_t *)all->pdata[i], (report_cost_t)cost, &found);

            if (!where || found > most) {        /* what is not there is 0 */
                where = name;
                most = found;
            }
        }
        if (!where)
            continue;
        shown = report_text_shown(where);
        if (strcmp(group, kinds[cost].group) != 0)
            printf("[%s]\n", kinds[cost].group);
        group = kinds[cost].group;
        printf("# %s%s%s\n%s=%.10g\n", kinds[cost].what, *shown ? "; most: " : "", shown,
               kinds[cost].key ? kinds[cost].key : EACH_OTHER, report_budget_round((report_cost_t)cost, most));
        g_free(shown);
    }
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
