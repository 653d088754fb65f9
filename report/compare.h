/* report/compare.h
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

#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "report/series.h"

/* One side of a comparison. */
typedef struct {
    const char      *capture;
    report_series_t *series;    /* finished */
    GHashTable      *facts;
} report_side_t;

/* Prints the comparison as a table, or as JSON. */
void report_compare_print(const report_side_t *before, const report_side_t *after, gboolean json);

/* Writes the comparison as a page, a file of HTML that needs no other file.
 * @return false, with an error, if it cannot be written */
gboolean report_compare_write(const report_side_t *before, const report_side_t *after, const char *path, GError **error);

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
