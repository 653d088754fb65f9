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
#include <string.h>

#include "report/anonymize.h"
#include "report/budget.h"
#include "report/compare.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/rows.h"
#include "report/system.h"
#include "report/text.h"
#include "system/system.h"

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
    int      hold;
    char    *junit;
    gboolean two_passes;
    char   **preferences;
    char   **decode_as;
    char   **captures;
} options_t;

#define NOT_SAID    G_MININT    /* the value of an option that is not given */
#define STANDARD_INPUT  "-"

/* @return whether standard input, from which a capture can be read once, would have to be read again */
static gboolean
godot_report_reads_again(const options_t *options)
{
    const gboolean is_session = !(options->budget || options->budget_from || options->compare) && g_strv_length(options->captures) > 1;
    guint          pipes = 0;

    for (char **capture = options->captures; *capture; capture++)
        pipes += strcmp(*capture, STANDARD_INPUT) == 0;
    return pipes > 1 || (pipes == 1 && (options->two_passes || options->anonymize || is_session));
}

/* @return what is wrong with the options together, NULL if nothing is */
static const char *
godot_report_wrong_together(const options_t *options)
{
    const guint    captures = options->captures ? g_strv_length(options->captures) : 0;
    const gboolean judges = options->budget || options->budget_from;
    const struct {
        gboolean    wrong;
        const char *why;
    } rules[] = {
        { (options->budget != NULL) + options->budget_from + options->compare + options->anonymize > 1,
          "--budget, --budget-from, --compare and --anonymize each do something else: choose one" },
        { options->junit && !options->budget, "--junit writes what --budget judges: add --budget FILE" },
        { options->json && !options->compare, "--json prints a comparison: add --compare" },
        { options->window != NOT_SAID && !options->compare, "--window is the length of the spans of --compare: add it" },
        { options->window != NOT_SAID && options->window <= 0, "--window takes a number of seconds above 0" },
        { options->hold != NOT_SAID && !options->anonymize, "--hold is how much --anonymize holds back: add it" },
        { options->hold != NOT_SAID && options->hold < 0, "--hold takes a number of megabytes" },
        { options->output && judges, "-o is the file of a page, of --compare or of --anonymize: --budget and --budget-from print" },
        { options->output && options->json, "--json prints, and -o writes a page: choose one" },
        { options->compare && captures != 2, "--compare takes two captures: BEFORE AFTER" },
        { options->anonymize && (captures != 1 || !options->output), "--anonymize takes one capture, and -o FILE for the new one" },
        { !captures, "name a capture, or several of one session for a page" },
        { captures && godot_report_reads_again(options), "- is standard input, which can be read only once: name a file" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(rules); i++)
        if (rules[i].wrong)
            return rules[i].why;
    return NULL;
}

/* Whether tshark has nothing to read. */
static gboolean
godot_report_are_all_rows(char **captures)
{
    while (*captures && report_rows_are_in(*captures))
        captures++;
    return !*captures;
}

/* Checks a file before hours are spent for what shall be in it.
 * @param output NULL if nothing is written */
static gboolean
godot_report_can_write(const char *output, const options_t *options, GError **error)
{
    gboolean same = output && options->budget && report_system_is_same_file(output, options->budget);

    for (char **capture = options->captures; output && *capture; capture++)
        same = same || report_system_is_same_file(output, *capture);
    if (output && (!*output || strcmp(output, STANDARD_INPUT) == 0))
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "a file to write to has a name, and - is none");
    else if (same)
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: it would replace what is to be read: name another file",
                    output);
    else if (output)
        report_system_can_write(output, error);
    return !*error;
}

/* Whether the options, which are right one by one, ask for something. @return false, with an error */
static gboolean
godot_report_are_right(const options_t *options, GError **error)
{
    const char *why = godot_report_wrong_together(options);

    if (!why && (options->two_passes || options->preferences || options->decode_as) &&
        godot_report_are_all_rows(options->captures))
        why = "-2, --preference and --decode-as are for tshark, which does not read files of rows";
    if (!why)
        return godot_report_can_write(options->output, options, error) && godot_report_can_write(options->junit, options, error);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "%s (see godot-report --help)", why);
    return FALSE;
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
godot_report_parse_options(options_t *options, char **argv)
{
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write the page to this file (default: report.html), or the comparison as a page, or the capture of --anonymize", "FILE" },
        { "budget", 'b', 0, G_OPTION_ARG_FILENAME, &options->budget, "Compare the captures with the limits in a key file", "FILE" },
        { "budget-from", 0, 0, G_OPTION_ARG_NONE, &options->budget_from, "Print limits that the captures keep, to start from", NULL },
        { "compare", 'c', 0, G_OPTION_ARG_NONE, &options->compare, "Say what costs more and less in the second capture than in the first one", NULL },
        { "anonymize", 'a', 0, G_OPTION_ARG_NONE, &options->anonymize, "Write a capture without what players said and what the game calls things", NULL },
        { "hold", 0, 0, G_OPTION_ARG_INT, &options->hold, "Hold back so many megabytes of frames, as later ones tell what their messages are (default: 128)", "MEGABYTES" },
        { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, "Print the comparison as JSON", NULL },
        { "window", 0, 0, G_OPTION_ARG_INT, &options->window, "Compare spans of so many seconds (default: 1)", "SECONDS" },
        { "junit", 0, 0, G_OPTION_ARG_FILENAME, &options->junit, "Write the result in JUnit's format, too", "FILE" },
        { "two-passes", '2', 0, G_OPTION_ARG_NONE, &options->two_passes, "Read each capture twice: names that were announced late are then known", NULL },
        { "preference", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->preferences, "tshark's -o, any number of times", "NAME:VALUE" },
        { "decode-as", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->decode_as, "tshark's -d, any number of times", "LAYER,PROTOCOL" },
        { "version", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, (gpointer)godot_report_tell_version, "Print the version, and for which Wireshark it is", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->captures, NULL, "CAPTURE..." },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };
    GOptionContext *context = g_option_context_new(NULL);
    GError         *error = NULL;
    char          **words = system_words(argv);
    gboolean        right;

    g_option_context_set_summary(context, "Says what a Godot game's traffic costs, in a page for a browser, whether it keeps the limits that you set, and what\n"
                                          "changed between two captures. It runs tshark, which needs the plugin for Godot. A capture may also be a file of rows (.jsonl, .jsonl.zst).");
    g_option_context_set_description(context, "Exit status: 0 all limits are kept, 1 one is broken, 2 a limit cannot be judged, a capture cannot be read, or an option is wrong.\n");
    g_option_context_add_main_entries(context, entries, NULL);
    right = g_option_context_parse_strv(context, &words, &error);
    g_strfreev(words);
    if (right) {
        if (!options->output && !(options->budget || options->budget_from || options->compare || options->anonymize))
            options->output = g_strdup("report.html");
        right = godot_report_are_right(options, &error);
    }
    if (right) {
        options->window = options->window == NOT_SAID ? 1 : options->window;
        options->hold = options->hold == NOT_SAID ? 128 : options->hold;
    } else {
        g_printerr("godot-report: %s\n", error->message);
        g_error_free(error);
    }
    g_option_context_free(context);
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

/* @return what a capture costs; NULL if it cannot be read, with a message
 * @param error NULL, or set as well */
static report_costs_t *
godot_report_read(const char *capture, const char *const *words, GError **error)
{
    report_costs_t *costs = report_costs_new();
    GError         *failure = NULL;

    if (report_rows_read(capture, NULL, words, costs, NULL, NULL, NULL, &failure)) {
        report_costs_finish(costs);
        return costs;
    }
    g_printerr("godot-report: %s: %s\n", capture, failure->message);
    g_propagate_error(error, failure);
    report_costs_free(costs);
    return NULL;
}

/* Adds a case for what cannot be read, as the suite of a capture has one for each limit. */
static void
godot_report_add_unread(report_junit_t *junit, const char *file, const GError *error)
{
    report_junit_begin_suite(junit, file);
    report_junit_add_case(junit, "can be read", REPORT_UNKNOWN, error->message);
    report_junit_end_suite(junit);
}

/* Prints the tables of all captures that can be read. @return an exit status */
static int
godot_report_judge(const options_t *options, const report_budget_t *budget, report_junit_t *junit)
{
    char   **words = godot_report_tshark_options(options);
    unsigned results[REPORT_RESULTS] = { 0 };

    for (char **capture = options->captures; *capture; capture++) {
        GError         *error = NULL;
        report_costs_t *costs = godot_report_read(*capture, (const char *const *)words, &error);

        if (costs) {
            report_budget_judge(budget, *capture, costs, results, junit);
            report_costs_free(costs);
            continue;
        }
        results[REPORT_UNKNOWN]++;
        if (junit)
            godot_report_add_unread(junit, *capture, error);
        g_error_free(error);
    }
    g_strfreev(words);
    return results[REPORT_BROKEN] ? LIMIT_BROKEN : results[REPORT_UNKNOWN] ? NOT_JUDGED : LIMITS_KEPT;
}

/* @return an exit status */
static int
godot_report_budget(const options_t *options)
{
    GError          *error = NULL;
    report_junit_t  *junit = options->junit ? report_junit_new() : NULL;
    report_budget_t *budget = report_budget_load(options->budget, &error);
    int              status = budget ? godot_report_judge(options, budget, junit) : NOT_JUDGED;

    if (error)
        g_prefix_error(&error, "%s: ", options->budget);
    if (error && junit)
        godot_report_add_unread(junit, options->budget, error);
    if (error)
        g_printerr("godot-report: %s\n", error->message);
    g_clear_error(&error);
    if (junit && !report_junit_write(junit, options->junit, &error)) {
        g_printerr("godot-report: %s\n", error->message);
        g_error_free(error);
        status = NOT_JUDGED;
    }
    if (junit)
        report_junit_free(junit);
    if (budget)
        report_budget_free(budget);
    return status;
}

static void
godot_report_free_costs(gpointer costs)
{
    report_costs_free((report_costs_t *)costs);
}

/* @return an exit status */
static int
godot_report_budget_from(const options_t *options)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(godot_report_free_costs);
    char     **words = godot_report_tshark_options(options);
    gboolean   unread = FALSE;

    for (char **capture = options->captures; *capture; capture++) {
        report_costs_t *costs = godot_report_read(*capture, (const char *const *)words, NULL);

        if (costs)
            g_ptr_array_add(all, costs);
        unread |= !costs;
    }
    if (!unread)
        report_budget_print_from(all);
    g_strfreev(words);
    g_ptr_array_free(all, TRUE);
    return unread ? NOT_JUDGED : LIMITS_KEPT;
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

/* @param has_facts false: the other side has none, so that all of this one would be differences
 * @return false if the capture cannot be read, with a message */
static gboolean
godot_report_read_side(const char *const *words, gboolean has_facts, report_side_t *side)
{
    GError *error = NULL;

    if (report_rows_read(side->capture, NULL, words, NULL, NULL, side->series, has_facts ? side->facts : NULL, &error) &&
        report_series_finish(side->series, &error)) {
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
    const gboolean have_facts = !report_rows_are_in(options->captures[0]) && !report_rows_are_in(options->captures[1]);
    char         **words = godot_report_tshark_options(options);
    report_side_t  sides[2];
    GError        *error = NULL;
    gboolean       right = TRUE;

    for (int i = 0; i < 2; i++) {
        sides[i] = (report_side_t) { options->captures[i], report_series_new((guint)options->window), report_facts_new() };
        right = right && godot_report_read_side((const char *const *)words, have_facts, &sides[i]);
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
    } else if (!session || report_session_add(session, capture, name, words, error)) {
        if (session) {
            filter = report_session_filter(session);
            report_page_begin_capture(page, name);
            report_costs_begin_capture(costs, name);
        }
        report_rows_read(capture, filter, words, costs, page, NULL, NULL, error);
    }
    g_free(filter);
}

/* @return the names of the captures as the page shows them, to be freed: if one has the name of an earlier one, with its place */
static char **
godot_report_names(char **captures)
{
    GPtrArray *names = g_ptr_array_new();

    for (char **capture = captures; *capture; capture++) {
        char          *file = g_path_get_basename(*capture), *shown = report_text_shown(file);
        const gboolean is_known = g_ptr_array_find_with_equal_func(names, shown, g_str_equal, NULL);

        g_ptr_array_add(names, is_known ? g_strdup_printf("%s (%u)", shown, names->len + 1) : g_strdup(shown));
        g_free(shown);
        g_free(file);
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

/* @return an exit status */
static int
godot_report_write_page(const options_t *options)
{
    char            **words = godot_report_tshark_options(options), **names = godot_report_names(options->captures);
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
        if (report_page_write(page, title, session, costs, options->output, &error))
            printf("%s: open it in a browser\n", options->output);
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

    if (report_rows_are_in(options->captures[0]))
        error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a file of rows has no frames: name the capture");
    else if (report_anonymize(options->captures[0], (const char *const *)words, options->output,
                         (guint64)options->hold << 20, &done, &error))
        printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " frames; %" G_GUINT64_FORMAT
               " are left out, as they are of something else, or unreadable\n"
               "%" G_GUINT64_FORMAT " bytes of messages are ff, as nothing is known of them\n",
               done.written, done.frames, done.frames - done.written, done.unknown);
    if (error)
        g_printerr("godot-report: %s: %s\n", options->captures[0], error->message);
    g_strfreev(words);
    if (!error)
        return LIMITS_KEPT;
    g_error_free(error);
    return NOT_JUDGED;
}

/* Does what the options ask for. @return an exit status */
static int
godot_report_run(const options_t *options)
{
    if (options->anonymize)
        return godot_report_anonymize(options);
    if (options->compare)
        return godot_report_compare(options);
    if (options->budget)
        return godot_report_budget(options);
    if (options->budget_from)
        return godot_report_budget_from(options);
    return godot_report_write_page(options);
}

int
main(int argc G_GNUC_UNUSED, char **argv)
{
    options_t options = { .window = NOT_SAID, .hold = NOT_SAID };
    int       status = NOT_JUDGED;

    setlocale(LC_CTYPE, "");
    if (godot_report_parse_options(&options, argv))
        status = godot_report_run(&options);
    fflush(stdout);
    if (ferror(stdout)) {
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
