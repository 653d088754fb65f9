/* report/html.h
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

#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <glib.h>

/* What a page shows, by the scripts of report/page. */
typedef enum {
    REPORT_HTML_CAPTURE,        /* page.js, with a chart */
    REPORT_HTML_COMPARISON      /* compare.js */
} report_html_t;

/* Writes a file of HTML that needs no other file.
 * @param data what it shows, as JSON
 * @return false, with an error that names the file, if it cannot be written */
gboolean report_html_write(report_html_t what, const char *data, const char *path, GError **error);

#endif

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
