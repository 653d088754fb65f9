/* report/godot-report.c
 * What does a game's traffic cost, does it keep the limits that somebody set, and what has changed?
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
#include <locale.h>
#include <stdlib.h>
#include <stdio.h>

#include "report/anonymize.h"
#include "report/budget.h"
#include "report/compare.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/rows.h"
#include "report/system.h"
#include "report/text.h"

/* The exit statuses. */
enum {
    LIMITS_KEPT = 0,
    LIMIT_BROKEN = 1,
    NOT_JUDGED = 2          /* or used wrongly */
};

typedef struct {
    char    *output;
    char    *budget;
    gboolean budget_from;
    gboolean compare;
    gboolean anonymize;
    gboolean json;
    int      window;
    char    *junit;
    gboolean two_passes;
    char   **preferences;
    char   **decode_as;
    char   **captures;
} options_t;

/* Whether the options ask for one thing. */
static gboolean
godot_report_are_right(const options_t *options)
{
    const guint captures = options->captures ? g_strv_length(options->captures) : 0;
    const int   others = (options->budget != NULL) + options->budget_from + options->compare;

    if (options->anonymize)
        return captures == 1 && !others && options->output;
    return captures && others <= 1 && options->window > 0 && (!options->compare || captures == 2) &&
           (!others || options->compare || !options->output) && !(options->output && options->json) &&
           (!options->json || options->compare);
}

/* Prints the version, and of which Wireshark the plugin is beside it, and ends the program. */
static gboolean
godot_report_tell_version(const gchar *name G_GNUC_UNUSED, const gchar *value G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
                          GError **error G_GNUC_UNUSED)
{
    g_print("godot-report " PROGRAM_VERSION "\n");
    exit(0);
}

/* Parses the options, whose texts are freed when the program ends. @return false if they are wrong, with a message */
static gboolean
godot_report_parse_options(options_t *options, int *argc, char ***argv)
{
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write the page to this file (default: report.html), or the comparison as a page, or the capture of --anonymize", "FILE" },
        { "budget", 'b', 0, G_OPTION_ARG_FILENAME, &options->budget, "Compare the captures with the limits in a key file", "FILE" },
        { "budget-from", 0, 0, G_OPTION_ARG_NONE, &options->budget_from, "Print limits that the captures keep, to start from", NULL },
        { "compare", 'c', 0, G_OPTION_ARG_NONE, &options->compare, "Say what costs more and less in the second capture than in the first one", NULL },
        { "anonymize", 'a', 0, G_OPTION_ARG_NONE, &options->anonymize, "Write a capture without what players said and what the game calls things", NULL },
        { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, "Print the comparison as JSON", NULL },
        { "window", 0, 0, G_OPTION_ARG_INT, &options->window, "Compare spans of so many seconds (default: 1)", "SECONDS" },
        { "junit", 0, 0, G_OPTION_ARG_FILENAME, &options->junit, "Write the result in JUnit's format, too", "FILE" },
        { "two-passes", '2', 0, G_OPTION_ARG_NONE, &options->two_passes, "Read each capture twice: names that were announced late are then known", NULL },
        { "preference", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->preferences, "tshark's -o, any number of times", "NAME:VALUE" },
        { "decode-as", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->decode_as, "tshark's -d, any number of times", "LAYER,PROTOCOL" },
        { "version", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, godot_report_tell_version, "Print the version, and for which Wireshark it is", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->captures, NULL, "CAPTURE..." },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };
    GOptionContext *context = g_option_context_new(NULL);
    GError         *error = NULL;
    gboolean        right;

    g_option_context_set_summary(context, "Says what a Godot game's traffic costs, in a page for a browser, whether it keeps the limits that you set, and what\n"
                                          "changed between two captures. It runs tshark, which needs the plugin for Godot. A capture may also be a file of rows (.jsonl, .jsonl.zst).");
    g_option_context_set_description(context, "Exit status: 0 all limits are kept, 1 one is broken, 2 a limit cannot be judged, a capture cannot be read, or an option is wrong.\n");
    g_option_context_add_main_entries(context, entries, NULL);
    right = g_option_context_parse(context, argc, argv, &error);
    if (right && !godot_report_are_right(options))
        g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "Name captures of one session for a page, or one with -o FILE for --anonymize, or captures for --budget or --budget-from, or two for --compare: "
                    "see godot-report --help");
    if (error)
        g_printerr("godot-report: %s\n", error->message);
    g_option_context_free(context);
    right = !error;
    g_clear_error(&error);
    return right;
}

/* @return tshark's own options, to be freed */
static char **
godot_report_tshark_options(const options_t *options)
{
    GStrvBuilder *words = g_strv_builder_new();
    char        **all;

    if (options->two_passes)
        g_strv_builder_add(words, "-2");
    for (char **one = options->preferences; one && *one; one++)
        g_strv_builder_add_many(words, "-o", *one, NULL);
    for (char **one = options->decode_as; one && *one; one++)
        g_strv_builder_add_many(words, "-d", *one, NULL);
    all = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return all;
}

static void
godot_report_free_costs(gpointer costs)
{
    if (costs)
        report_costs_free((report_costs_t *)costs);
}

/* @return what a capture costs; NULL if it cannot be read, with a message */
static report_costs_t *
godot_report_read_one(const char *capture, const char *const *words)
{
    report_costs_t *costs = report_costs_new();
    GError         *error = NULL;

    if (report_rows_read(capture, NULL, words, costs, NULL, NULL, &error)) {
        report_costs_finish(costs);
        return costs;
    }
    g_printerr("godot-report: %s: %s\n", capture, error->message);
    g_error_free(error);
    report_costs_free(costs);
    return NULL;
}

/* @param unread is set if one cannot be read
 * @return the costs of each capture, NULL for one that cannot be read */
static GPtrArray *
godot_report_read(const options_t *options, gboolean *unread)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(godot_report_free_costs);
    char     **words = godot_report_tshark_options(options);

    for (char **capture = options->captures; *capture; capture++) {
        report_costs_t *costs = godot_report_read_one(*capture, (const char *const *)words);

        *unread |= !costs;
        g_ptr_array_add(all, costs);
    }
    g_strfreev(words);
    return all;
}

/* Prints the tables, and writes the file for a CI service. @return an exit status */
static int
godot_report_judge(const options_t *options, const report_budget_t *budget, GPtrArray *all)
{
    GString *junit = options->junit ? g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n") : NULL;
    GError  *error = NULL;
    unsigned results[REPORT_RESULTS] = { 0 };

    for (guint i = 0; i < all->len; i++)
        if (all->pdata[i])
            report_budget_judge(budget, options->captures[i], (const report_costs_t *)all->pdata[i], results, junit);
    if (junit) {
        g_string_append(junit, "</testsuites>\n");
        report_system_write(options->junit, junit->str, junit->len, &error);
        g_string_free(junit, TRUE);
    }
    if (!error)
        return results[REPORT_BROKEN] ? LIMIT_BROKEN : results[REPORT_UNKNOWN] ? NOT_JUDGED : LIMITS_KEPT;
    g_printerr("godot-report: %s\n", error->message);
    g_error_free(error);
    return NOT_JUDGED;
}

/* Gives the nodes in the facts the names that the rows have, and adds the releases. */
static GHashTable *
godot_report_finish_facts(GHashTable *facts, const report_series_t *series)
{
    GHashTable    *finished = report_facts_new();
    GHashTableIter iter, values;
    gpointer       fact, set, value;

    g_hash_table_iter_init(&iter, facts);
    while (g_hash_table_iter_next(&iter, &fact, &set)) {
        char *name = report_series_without_peers(series, (const char *)fact);

        g_hash_table_iter_init(&values, (GHashTable *)set);
        while (g_hash_table_iter_next(&values, &value, NULL))
            report_facts_add(finished, name, (const char *)value);
        g_free(name);
    }
    g_hash_table_iter_init(&values, report_series_releases(series));
    while (g_hash_table_iter_next(&values, &value, NULL))
        report_facts_add(finished, "Godot", (const char *)value);
    g_hash_table_destroy(facts);
    return finished;
}

/* @return false if the capture cannot be read, with a message */
static gboolean
godot_report_read_side(const char *const *words, report_side_t *side)
{
    GError *error = NULL;

    if (report_rows_read(side->capture, NULL, words, NULL, NULL, side->series, &error) && report_series_finish(side->series, &error) &&
        (report_rows_are_in(side->capture) || report_facts_read(side->capture, words, side->facts, &error))) {
        side->facts = godot_report_finish_facts(side->facts, side->series);
        return TRUE;
    }
    g_printerr("godot-report: %s: %s\n", side->capture, error->message);
    g_error_free(error);
    return FALSE;
}

/* @return an exit status */
static int
godot_report_compare(const options_t *options)
{
    char        **words = godot_report_tshark_options(options);
    report_side_t sides[2];
    GError       *error = NULL;
    gboolean      right = TRUE;

    for (int i = 0; i < 2; i++) {
        sides[i] = (report_side_t) { options->captures[i], report_series_new((guint)options->window), report_facts_new() };
        right = right && godot_report_read_side((const char *const *)words, &sides[i]);
    }
    if (right && options->output)
        right = report_compare_write(&sides[0], &sides[1], options->output, &error);
    else if (right)
        report_compare_print(&sides[0], &sides[1], options->json);
    if (error)
        g_printerr("godot-report: %s\n", error->message);
    g_clear_error(&error);
    for (int i = 0; i < 2; i++) {
        report_series_free(sides[i].series);
        g_hash_table_destroy(sides[i].facts);
    }
    g_strfreev(words);
    return right ? LIMITS_KEPT : NOT_JUDGED;
}

/* Adds a capture to the page, of several without the connections that an earlier one has.
 * @param name as the page shows it */
static void
godot_report_add_capture(const char *capture, const char *name, const char *const *words, report_session_t *session,
                         report_costs_t *costs, report_page_t *page, GError **error)
{
    char *filter = NULL;

    if (session && report_rows_are_in(capture)) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                            "rows of several captures do not tell which connections are the same: name the captures");
    } else if (!session || report_session_add(session, capture, words, error)) {
        if (session) {
            filter = report_session_filter(session);
            report_page_begin_capture(page, name);
        }
        report_rows_read(capture, filter, words, costs, page, NULL, error);
    }
    g_free(filter);
}

/* @return the names of the captures as the page shows them, to be freed */
static char **
godot_report_names(char **captures)
{
    GStrvBuilder *names = g_strv_builder_new();
    char        **all;

    for (char **capture = captures; *capture; capture++) {
        char *file = g_path_get_basename(*capture), *shown = report_text_shown(file);

        g_strv_builder_add(names, shown);
        g_free(shown);
        g_free(file);
    }
    all = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return all;
}

/* @return an exit status */
static int
godot_report_write_page(const options_t *options)
{
    char            **words = godot_report_tshark_options(options), **names = godot_report_names(options->captures);
    const char       *output = options->output ? options->output : "report.html";
    char             *title = g_strjoinv(", ", names);
    report_session_t *session = options->captures[1] ? report_session_new() : NULL;
    report_costs_t   *costs = report_costs_new();
    report_page_t    *page = report_page_new();
    GError           *error = NULL;
    guint             read = 0;

    while (options->captures[read] && !error) {
        godot_report_add_capture(options->captures[read], names[read], (const char *const *)words, session, costs, page, &error);
        read++;
    }
    if (!error) {
        report_costs_finish(costs);
        report_page_write(page, title, session, costs, output, &error);
    }
    if (error)
        g_printerr("godot-report: %s: %s\n", options->captures[read - 1], error->message);
    if (session)
        report_session_free(session);
    report_page_free(page);
    report_costs_free(costs);
    g_free(title);
    g_strfreev(names);
    g_strfreev(words);
    if (!error)
        return LIMITS_KEPT;
    g_error_free(error);
    return NOT_JUDGED;
}

/* @return an exit status */
static int
godot_report_anonymize(const options_t *options)
{
    char              **words = godot_report_tshark_options(options);
    report_anonymized_t done;
    GError             *error = NULL;

    if (report_anonymize(options->captures[0], (const char *const *)words, options->output, &done, &error))
        printf("%u of %u frames; %u are left out, as they are of something else, or unreadable\n"
               "%u bytes of messages are ff, as nothing is known of them\n",
               done.written, done.frames, done.frames - done.written, done.unknown);
    else
        g_printerr("godot-report: %s: %s\n", options->captures[0], error->message);
    g_strfreev(words);
    if (!error)
        return LIMITS_KEPT;
    g_error_free(error);
    return NOT_JUDGED;
}

/* @return an exit status */
static int
godot_report_run(const options_t *options)
{
    GError          *error = NULL;
    report_budget_t *budget = options->budget ? report_budget_load(options->budget, &error) : NULL;
    gboolean         unread = FALSE;
    GPtrArray       *all = error ? NULL : godot_report_read(options, &unread);
    int              status = LIMITS_KEPT;

    if (error)
        g_printerr("godot-report: %s: %s\n", options->budget, error->message);
    else if (all && budget)
        status = godot_report_judge(options, budget, all);
    else if (all && !unread)
        report_budget_print_from(all);
    if ((error || unread) && status == LIMITS_KEPT)
        status = NOT_JUDGED;
    g_clear_error(&error);
    if (budget)
        report_budget_free(budget);
    if (all)
        g_ptr_array_free(all, TRUE);
    return status;
}

int
main(int argc, char **argv)
{
    options_t options = { .window = 1 };
    int       status = NOT_JUDGED;

    setlocale(LC_CTYPE, "");
    if (godot_report_parse_options(&options, &argc, &argv))
        status = options.anonymize ? godot_report_anonymize(&options) : options.compare ? godot_report_compare(&options) :
                 options.budget || options.budget_from ? godot_report_run(&options) : godot_report_write_page(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        g_printerr("godot-report: the output cannot be written: %s\n", g_strerror(errno));
        status = NOT_JUDGED;
    }
    g_strfreev(options.captures);
    g_strfreev(options.preferences);
    g_strfreev(options.decode_as);
    g_free(options.output);
    g_free(options.budget);
    g_free(options.junit);
    return status;
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
