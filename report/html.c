/* report/html.c
 * Which file of HTML shows what a report has to say?
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

#include "report/html.h"
#include "report/output.h"

/* The files of report/page, which the build makes bytes of. */
extern const char report_page_template_html[], report_page_style_css[], report_page_common_js[], report_page_capture_html[],
                  report_page_page_js[], report_page_chart_js[], report_page_compare_js[];

/* What differs from page to page. */
static const struct {
    const char *body, *chart, *script;
} pages[] = {
    [REPORT_HTML_CAPTURE] = { report_page_capture_html, report_page_chart_js, report_page_page_js },
    [REPORT_HTML_COMPARISON] = { "", "", report_page_compare_js },
};

/* Puts a text in the place that the template has for it, and its hash into that of the policy if it is code:
 * a browser then runs and shows nothing else. */
static void
report_html_fill(GString *html, const char *place, const char *text, const char *place_of_hash)
{
    if (place_of_hash) {
        guint8     digest[32];
        gsize      size = sizeof digest;
        GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
        char      *hash;

        g_checksum_update(checksum, (const guchar *)text, (gssize)strlen(text));
        g_checksum_get_digest(checksum, digest, &size);
        hash = g_base64_encode(digest, size);
        g_string_replace(html, place_of_hash, hash, 1);
        g_free(hash);
        g_checksum_free(checksum);
    }
    g_string_replace(html, place, text, 1);
}

/* @return JSON in which no text ends the script that it is in, nor a line of it; to be freed */
static char *
report_html_data(const char *json)
{
    GString *text = g_string_new(json);

    g_string_replace(text, "<", "\\u003c", 0);      /* in JSON these are in strings only */
    g_string_replace(text, "\342\200\250", "\\u2028", 0);
    g_string_replace(text, "\342\200\251", "\\u2029", 0);
    return g_string_free(text, FALSE);
}

gboolean
report_html_write(report_html_t what, const char *data, const char *path, GError **error)
{
    GString *html = g_string_new(report_page_template_html);
    char    *script = g_strconcat(report_page_common_js, pages[what].script, NULL), *safe = report_html_data(data);
    gboolean right;

    report_html_fill(html, "@BODY@", pages[what].body, NULL);
    report_html_fill(html, "@STYLE@", report_page_style_css, "@STYLE_HASH@");
    report_html_fill(html, "@CHART@", pages[what].chart, "@CHART_HASH@");
    report_html_fill(html, "@SCRIPT@", script, "@SCRIPT_HASH@");
    report_html_fill(html, "@DATA@", safe, NULL);       /* the last one: it may have any text */
    right = report_output_write(path, html->str, html->len, error);
    g_free(safe);
    g_free(script);
    g_string_free(html, TRUE);
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
