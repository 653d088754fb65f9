/* report/godot-report.c
 * What does a game's traffic cost, and does it keep the limits that somebody set?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <locale.h>
#include <stdio.h>

#include "report/budget.h"
#include "report/rows.h"

/* The exit statuses. */
enum {
    LIMITS_KEPT = 0,
    LIMIT_BROKEN = 1,
    NOT_JUDGED = 2          /* or used wrongly */
};

typedef struct {
    char    *budget;
    gboolean budget_from;
    char    *junit;
    gboolean two_passes;
    char   **preferences;
    char   **decode_as;
    char   **captures;
} options_t;

/* Parses the options, whose texts are freed when the program ends. @return false if they are wrong, with a message */
static gboolean
godot_report_parse_options(options_t *options, int *argc, char ***argv)
{
    const GOptionEntry entries[] = {
        { "budget", 'b', 0, G_OPTION_ARG_FILENAME, &options->budget, "Compare the captures with the limits in a key file", "FILE" },
        { "budget-from", 0, 0, G_OPTION_ARG_NONE, &options->budget_from, "Print limits that the captures keep, to start from", NULL },
        { "junit", 0, 0, G_OPTION_ARG_FILENAME, &options->junit, "Write the result in JUnit's format, too", "FILE" },
        { "two-passes", '2', 0, G_OPTION_ARG_NONE, &options->two_passes, "Read each capture twice: names that were announced late are then known", NULL },
        { "preference", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->preferences, "tshark's -o, any number of times", "NAME:VALUE" },
        { "decode-as", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->decode_as, "tshark's -d, any number of times", "LAYER,PROTOCOL" },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->captures, NULL, "CAPTURE..." },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };
    GOptionContext *context = g_option_context_new(NULL);
    GError         *error = NULL;
    gboolean        right;

    g_option_context_set_summary(context, "Says what a Godot game's traffic costs, and whether it keeps the limits that you set. It runs tshark, which needs\n"
                                          "the plugin for Godot.");
    g_option_context_set_description(context, "Exit status: 0 all limits are kept, 1 one is broken, 2 a limit cannot be judged, or an option is wrong.\n");
    g_option_context_add_main_entries(context, entries, NULL);
    right = g_option_context_parse(context, argc, argv, &error);
    if (right && (!options->captures || !options->budget == !options->budget_from))
        g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "Name captures, and either --budget or --budget-from: see godot-report --help");
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
    report_costs_free((report_costs_t *)costs);
}

/* @return the costs of each capture; NULL if one cannot be read, with a message */
static GPtrArray *
godot_report_read(const options_t *options)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(godot_report_free_costs);
    char     **words = godot_report_tshark_options(options);
    GError    *error = NULL;

    for (char **capture = options->captures; *capture && !error; capture++) {
        report_costs_t *costs = report_costs_new();

        g_ptr_array_add(all, costs);
        if (report_rows_read(*capture, (const char *const *)words, costs, &error))
            report_costs_finish(costs);
        else
            g_printerr("godot-report: %s: %s\n", *capture, error->message);
    }
    g_strfreev(words);
    if (!error)
        return all;
    g_error_free(error);
    g_ptr_array_free(all, TRUE);
    return NULL;
}

/* Prints the tables, and writes the file for a CI service. @return an exit status */
static int
godot_report_judge(const options_t *options, const report_budget_t *budget, GPtrArray *all)
{
    GString *junit = options->junit ? g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n") : NULL;
    GError  *error = NULL;
    unsigned results[REPORT_RESULTS] = { 0 };

    for (guint i = 0; i < all->len; i++)
        report_budget_judge(budget, options->captures[i], (const report_costs_t *)all->pdata[i], results, junit);
    if (junit) {
        g_string_append(junit, "</testsuites>\n");
        g_file_set_contents(options->junit, junit->str, (gssize)junit->len, &error);
        g_string_free(junit, TRUE);
    }
    if (!error)
        return results[REPORT_BROKEN] ? LIMIT_BROKEN : results[REPORT_UNKNOWN] ? NOT_JUDGED : LIMITS_KEPT;
    g_printerr("godot-report: %s\n", error->message);
    g_error_free(error);
    return NOT_JUDGED;
}

/* @return an exit status */
static int
godot_report_run(const options_t *options)
{
    GError          *error = NULL;
    report_budget_t *budget = options->budget ? report_budget_load(options->budget, &error) : NULL;
    GPtrArray       *all = error ? NULL : godot_report_read(options);
    int              status = all ? LIMITS_KEPT : NOT_JUDGED;

    if (error)
        g_printerr("godot-report: %s: %s\n", options->budget, error->message);
    else if (all && budget)
        status = godot_report_judge(options, budget, all);
    else if (all)
        report_budget_print_from(all);
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
    options_t options = { NULL, FALSE, NULL, FALSE, NULL, NULL, NULL };
    int       status = NOT_JUDGED;

    setlocale(LC_CTYPE, "");
    if (godot_report_parse_options(&options, &argc, &argv))
        status = godot_report_run(&options);
    g_strfreev(options.captures);
    g_strfreev(options.preferences);
    g_strfreev(options.decode_as);
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
