/* report/junit.c
 * How does a CI service read what was judged?
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

#include "report/junit.h"
#include "report/output.h"
#include "report/text.h"

struct report_junit {
    GString *suites;
    char    *suite;             /* the name of the present one */
    GString *cases;             /* of the present suite */
    guint    count[REPORT_RESULTS];
};

report_junit_t *
report_junit_new(void)
{
    report_junit_t *junit = g_new0(report_junit_t, 1);

    junit->suites = g_string_new(NULL);
    junit->cases = g_string_new(NULL);
    return junit;
}

void
report_junit_free(report_junit_t *junit)
{
    g_string_free(junit->suites, TRUE);
    g_string_free(junit->cases, TRUE);
    g_free(junit->suite);
    g_free(junit);
}

/* @return a text as the value of an attribute, to be freed */
static char *
report_junit_escape(const char *text)
{
    char *printable = report_text_printable(text), *escaped = g_markup_escape_text(printable, -1);

    g_free(printable);
    return escaped;
}

void
report_junit_begin_suite(report_junit_t *junit, const char *name)
{
    junit->suite = report_junit_escape(name);
}

void
report_junit_add_case(report_junit_t *junit, const char *name, report_result_t result, const char *message)
{
    static const char *const tags[REPORT_RESULTS] = { NULL, "failure", "error" };
    char                    *shown = report_junit_escape(name), *text = report_junit_escape(message);

    g_string_append_printf(junit->cases, "    <testcase classname=\"godot-report\" name=\"%s\"", shown);
    if (tags[result])
        g_string_append_printf(junit->cases, "><%s message=\"%s\"/></testcase>\n", tags[result], text);
    else
        g_string_append(junit->cases, "/>\n");
    junit->count[result]++;
    g_free(shown);
    g_free(text);
}

void
report_junit_end_suite(report_junit_t *junit)
{
    guint *const count = junit->count;

    g_string_append_printf(junit->suites, "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n%s  </testsuite>\n",
                           junit->suite, count[REPORT_KEPT] + count[REPORT_BROKEN] + count[REPORT_UNKNOWN],
                           count[REPORT_BROKEN], count[REPORT_UNKNOWN], junit->cases->str);
    g_clear_pointer(&junit->suite, g_free);
    g_string_truncate(junit->cases, 0);
    for (int result = 0; result < REPORT_RESULTS; result++)
        count[result] = 0;
}

gboolean
report_junit_write(const report_junit_t *junit, const char *file, GError **error)
{
    char          *text = g_strconcat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", junit->suites->str,
                                      "</testsuites>\n", NULL);
    const gboolean right = report_output_write(file, text, strlen(text), error);

    g_free(text);
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
