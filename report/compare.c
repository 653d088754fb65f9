/* report/compare.c
 * What costs more, what less, and what is new between two captures?
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
#include <stdio.h>
#include <string.h>

#include "report/compare.h"
#include "report/html.h"
#include "report/json.h"
#include "report/text.h"

#define FEWEST_SPANS    8       /* with fewer, a quarter of the spans is only one */
#define LINES_SHOWN     500     /* of a group in the page: those that differ most, so that the file has a bound */
#define METHODS_OF      "methods of "

typedef enum {
    CHANGE_NONE,                /* the ranges between the quartiles overlap */
    CHANGE_MORE,
    CHANGE_LESS,
    CHANGE_NEW,
    CHANGE_GONE,
    CHANGE_UNSURE               /* too few spans for quartiles */
} change_t;

static const char *const compare_words[] = { "same", "more", "less", "new", "gone", "unsure" };

static const struct {
    const char *name, *title, *what;
} compare_groups[REPORT_SERIES_GROUPS] = {
    [REPORT_SERIES_PLAYERS] = { "players", "Players", "bytes per player and second" },
    [REPORT_SERIES_METHODS] = { "methods", "Methods", "bytes of calls per player and second" },
    [REPORT_SERIES_CALLS] = { "calls", "Calls", "calls per player and second" },
    [REPORT_SERIES_SYNCHRONIZERS] = { "synchronizers", "Synchronizers", "bytes of updates per player and second" },
    [REPORT_SERIES_NODES] = { "nodes", "Nodes", "bytes per player and second" },
    [REPORT_SERIES_CHANNELS] = { "channels", "Channels", "bytes per player and second" },
};

/* A name of one group, in both captures. */
typedef struct {
    const char           *name;
    const report_range_t *before, *after;       /* NULL: not in this capture */
    change_t              change;
} line_t;

/* @return what became of a name that was there before */
static change_t
report_compare_change(const line_t *line, gboolean sure)
{
    if (!line->after)
        return CHANGE_GONE;
    if (!sure)
        return CHANGE_UNSURE;
    if (line->after->lower > line->before->upper)
        return CHANGE_MORE;
    return line->after->upper < line->before->lower ? CHANGE_LESS : CHANGE_NONE;
}

static double
report_compare_mean(const report_range_t *range)
{
    return range ? range->mean : 0;
}

/* Sorts by the difference, the greatest one first. */
static int
report_compare_order(gconstpointer a, gconstpointer b)
{
    const line_t *first = (const line_t *)a, *second = (const line_t *)b;
    double        one = fabs(report_compare_mean(first->after) - report_compare_mean(first->before));
    double        other = fabs(report_compare_mean(second->after) - report_compare_mean(second->before));

    return one != other ? (one < other) - (one > other) : strcmp(first->name, second->name);
}

/* @return the lines of a group, to be freed */
static GArray *
report_compare_lines(const report_side_t *before, const report_side_t *after, report_series_group_t group)
{
    GHashTable    *old = report_series_ranges(before->series, group), *young = report_series_ranges(after->series, group);
    gboolean       sure = MIN(report_series_spans(before->series), report_series_spans(after->series)) >= FEWEST_SPANS;
    GArray        *lines = g_array_new(FALSE, FALSE, sizeof(line_t));
    GHashTableIter iter;
    gpointer       name, range;

    g_hash_table_iter_init(&iter, old);
    while (g_hash_table_iter_next(&iter, &name, &range)) {
        line_t line = { (const char *)name, (const report_range_t *)range, (const report_range_t *)g_hash_table_lookup(young, name), CHANGE_NONE };

        line.change = report_compare_change(&line, sure);
        g_array_append_val(lines, line);
    }
    g_hash_table_iter_init(&iter, young);
    while (g_hash_table_iter_next(&iter, &name, &range)) {
        const line_t line = { (const char *)name, NULL, (const report_range_t *)range, CHANGE_NEW };

        if (!g_hash_table_contains(old, name))
            g_array_append_val(lines, line);
    }
    g_array_sort(lines, report_compare_order);
    return lines;
}

/* ---- Facts ---- */

/* @return the values of a fact as sorted text, to be freed; "" if it has none */
static char *
report_compare_values(GHashTable *facts, const char *fact)
{
    GHashTable *values = (GHashTable *)g_hash_table_lookup(facts, fact);
    GList      *sorted = values ? g_list_sort(g_hash_table_get_keys(values), (GCompareFunc)strcmp) : NULL;
    GString    *text = g_string_new(NULL);

    for (GList *at = sorted; at; at = at->next)
        g_string_append_printf(text, "%s%s", at == sorted ? "" : ", ", (const char *)at->data);
    g_list_free(sorted);
    return g_string_free(text, FALSE);
}

/* Whether a fact differs. A node that is only in one capture is no difference of its methods. */
static gboolean
report_compare_differs(const char *fact, const char *old, const char *young)
{
    return strcmp(old, young) != 0 && (!g_str_has_prefix(fact, METHODS_OF) || (*old && *young));
}

/* @return the names of all facts of both captures, sorted; the list is to be freed */
static GList *
report_compare_facts(const report_side_t *before, const report_side_t *after)
{
    GList         *names = g_hash_table_get_keys(before->facts);
    GHashTableIter iter;
    gpointer       name;

    g_hash_table_iter_init(&iter, after->facts);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        if (!g_hash_table_contains(before->facts, name))
            names = g_list_prepend(names, name);
    return g_list_sort(names, (GCompareFunc)strcmp);
}

/* What is done with a fact that differs. */
typedef void (*compare_fact_t)(gpointer out, const char *fact, const char *before, const char *after);

static void
report_compare_each_fact(const report_side_t *before, const report_side_t *after, compare_fact_t add, gpointer out)
{
    GList *names = report_compare_facts(before, after);

    for (GList *at = names; at; at = at->next) {
        const char *fact = (const char *)at->data;
        char       *old = report_compare_values(before->facts, fact), *young = report_compare_values(after->facts, fact);

        if (report_compare_differs(fact, old, young))
            add(out, fact, old, young);
        g_free(old);
        g_free(young);
    }
    g_list_free(names);
}

/* ---- As text ---- */

static void
report_compare_print_fact(gpointer title, const char *fact, const char *before, const char *after)
{
    char *name = report_text_shown(fact), *old = report_text_shown(before), *young = report_text_shown(after);

    printf("%s  %s: %s → %s\n", *(const char **)title, name, *old ? old : "none", *young ? young : "none");
    *(const char **)title = "";
    g_free(name);
    g_free(old);
    g_free(young);
}

static void
report_compare_print_range(const report_range_t *range)
{
    char *text = range ? g_strdup_printf("%.4g (%.4g … %.4g)", range->mean, range->lower, range->upper) : g_strdup("-");

    printf("  %*s%s", (int)MAX(26 - g_utf8_strlen(text, -1), 0), "", text);
    g_free(text);
}

static void
report_compare_print_line(const line_t *line)
{
    double before = report_compare_mean(line->before), after = report_compare_mean(line->after);
    char  *name = report_text_shown(line->name);

    printf("  %-6s", compare_words[line->change]);
    report_compare_print_range(line->before);
    report_compare_print_range(line->after);
    if (line->after && before > 0)
        printf("  %+7.1f %%  %s\n", (after - before) / before * 100, name);
    else
        printf("  %9s  %s\n", "", name);
    g_free(name);
}

static void
report_compare_print_group(const report_side_t *before, const report_side_t *after, report_series_group_t group)
{
    GArray *lines = report_compare_lines(before, after, group);
    guint   same = 0;

    if (lines->len)
        printf("\n%s: %s\n", compare_groups[group].name, compare_groups[group].what);
    for (guint i = 0; i < lines->len; i++) {
        const line_t *line = &g_array_index(lines, line_t, i);

        if (line->change == CHANGE_NONE && group != REPORT_SERIES_PLAYERS)
            same++;
        else
            report_compare_print_line(line);
    }
    if (same)
        printf("  same    %u others, whose ranges overlap\n", same);
    g_array_free(lines, TRUE);
}

static void
report_compare_print_side(const char *label, const report_side_t *side)
{
    char       *capture = report_text_shown(side->capture);
    const guint spans = report_series_spans(side->series);

    printf("%-7s %s: %u %s, %.2f players\n", label, capture, spans, spans == 1 ? "span" : "spans", report_series_players(side->series));
    g_free(capture);
}

static void
report_compare_print_text(const report_side_t *before, const report_side_t *after)
{
    const char *title = "\nprotocol\n";

    report_compare_print_side("before", before);
    report_compare_print_side("after", after);
    report_compare_each_fact(before, after, report_compare_print_fact, &title);
    for (int group = 0; group < REPORT_SERIES_GROUPS; group++)
        report_compare_print_group(before, after, (report_series_group_t)group);
}

/* ---- As JSON, and in a page ---- */

/* Adds a text as JSON may have it, or as the page shows it. */
static void
report_compare_build_text(JsonBuilder *json, const char *member, const char *text, gboolean for_page)
{
    char *right = for_page ? report_text_shown(text) : g_utf8_make_valid(text, -1);

    report_json_add_text(json, member, right);
    g_free(right);
}

static void
report_compare_build_range(JsonBuilder *json, const char *side, const report_range_t *range)
{
    if (!range)
        return;
    json_builder_set_member_name(json, side);
    json_builder_begin_object(json);
    report_json_add_double(json, "mean", range->mean);
    report_json_add_double(json, "q1", range->lower);
    report_json_add_double(json, "median", range->median);
    report_json_add_double(json, "q3", range->upper);
    json_builder_end_object(json);
}

static void
report_compare_build_side(JsonBuilder *json, const char *label, const report_side_t *side, gboolean for_page)
{
    json_builder_set_member_name(json, label);
    json_builder_begin_object(json);
    report_compare_build_text(json, "capture", side->capture, for_page);
    report_json_add_int(json, "spans", report_series_spans(side->series));
    report_json_add_double(json, "players", report_series_players(side->series));
    json_builder_end_object(json);
}

typedef struct {
    JsonBuilder *json;
    gboolean     for_page;
} built_t;

static void
report_compare_build_fact(gpointer out, const char *fact, const char *before, const char *after)
{
    const built_t *built = (const built_t *)out;

    json_builder_begin_object(built->json);
    report_compare_build_text(built->json, "what", fact, built->for_page);
    report_compare_build_text(built->json, "before", before, built->for_page);
    report_compare_build_text(built->json, "after", after, built->for_page);
    json_builder_end_object(built->json);
}

static void
report_compare_build_lines(JsonBuilder *json, const GArray *lines, gboolean for_page)
{
    json_builder_begin_array(json);
    for (guint i = 0; i < lines->len && (!for_page || i < LINES_SHOWN); i++) {
        const line_t *line = &g_array_index(lines, line_t, i);

        json_builder_begin_object(json);
        report_compare_build_text(json, "name", line->name, for_page);
        report_json_add_text(json, "change", compare_words[line->change]);
        report_compare_build_range(json, "before", line->before);
        report_compare_build_range(json, "after", line->after);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* Adds a group: a member of --json, or an element of the page's tables. */
static void
report_compare_build_group(JsonBuilder *json, const report_side_t *before, const report_side_t *after,
                           report_series_group_t group, gboolean for_page)
{
    GArray *lines = report_compare_lines(before, after, group);

    if (for_page) {
        char *title = g_strdup_printf("%s: %s", compare_groups[group].title, compare_groups[group].what);

        json_builder_begin_object(json);
        report_json_add_text(json, "id", compare_groups[group].name);
        report_json_add_text(json, "title", title);
        report_json_add_int(json, "entries", lines->len);
        g_free(title);
    }
    json_builder_set_member_name(json, for_page ? "rows" : compare_groups[group].name);
    report_compare_build_lines(json, lines, for_page);
    if (for_page)
        json_builder_end_object(json);
    g_array_free(lines, TRUE);
}

/* @return the comparison as JSON, to be freed; for the page, with tables of names that it can show */
static char *
report_compare_json(const report_side_t *before, const report_side_t *after, gboolean for_page)
{
    JsonBuilder *json = json_builder_new();
    built_t      built = { json, for_page };

    json_builder_begin_object(json);
    report_compare_build_side(json, "before", before, for_page);
    report_compare_build_side(json, "after", after, for_page);
    json_builder_set_member_name(json, "protocol");
    json_builder_begin_array(json);
    report_compare_each_fact(before, after, report_compare_build_fact, &built);
    json_builder_end_array(json);
    if (for_page) {
        json_builder_set_member_name(json, "tables");
        json_builder_begin_array(json);
    }
    for (int group = 0; group < REPORT_SERIES_GROUPS; group++)
        report_compare_build_group(json, before, after, (report_series_group_t)group, for_page);
    if (for_page)
        json_builder_end_array(json);
    json_builder_end_object(json);
    return report_json_end(json, !for_page);
}

void
report_compare_print(const report_side_t *before, const report_side_t *after, gboolean json)
{
    if (json) {
        char *text = report_compare_json(before, after, FALSE);

        printf("%s\n", text);
        g_free(text);
    } else {
        report_compare_print_text(before, after);
    }
}

gboolean
report_compare_write(const report_side_t *before, const report_side_t *after, const char *path, GError **error)
{
    char    *data = report_compare_json(before, after, TRUE);
    gboolean right = report_html_write(REPORT_HTML_COMPARISON, data, path, error);

    g_free(data);
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
