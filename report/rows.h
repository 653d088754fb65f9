/* report/rows.h
 * Which rows does tshark print of a capture, and what do its tables count?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "report/costs.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/series.h"

/* Whether it is a file of rows that were printed before, perhaps compressed, as a batch has them (docs/batches.md). */
gboolean report_rows_are_in(const char *capture);

/* Runs tshark over a capture, or reads rows that a batch kept in a file, and adds up costs, a page, series and facts, each of which may
 * be NULL.
 * @param filter only the rows of frames that it matches; there may be none. NULL: all, and there must be one
 * @param options more options of tshark, ends with NULL
 * @param costs also get what tshark's tables count, which are not in a file of rows
 * @param facts are not in a file of rows either, and not together with costs
 * @return false, with an error, if it cannot be read, or nothing of Godot's is in it */
gboolean report_rows_read(const char *capture, const char *filter, const char *const *options, report_costs_t *costs,
                          report_page_t *page, report_series_t *series, GHashTable *facts, GError **error);

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
