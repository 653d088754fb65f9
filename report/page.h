/* report/page.h
 * What does somebody see who opens a report of a capture?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <json-glib/json-glib.h>

#include "report/costs.h"
#include "report/fills.h"
#include "report/session.h"

typedef struct _report_page_t report_page_t;

report_page_t *report_page_new(void);
void report_page_free(report_page_t *page);

/* What is added next is of this capture, of several in one page; the name belongs to the caller, as long as the page. */
void report_page_begin_capture(report_page_t *page, const char *name);

void report_page_add_row(report_page_t *page, JsonObject *row);

/* @param life a row of -z godot,timeline; the page keeps it */
void report_page_add_life(report_page_t *page, JsonObject *life);

/* Adds datagrams, as report_fills_add() does. */
void report_page_add_fill(report_page_t *page, const char *sender, const char *mtu, const char *share,
                          report_fill_t what, gint64 amount);

/* Adds the bytes of a synchronizer's values in SYNCs (-z godot_objects,tree), which are those of the value before or others. */
void report_page_add_values(report_page_t *page, const char *node, const char *property, gint64 bytes, gboolean unchanged);

/* Writes a file of HTML that needs no other file.
 * @param title name of the capture or captures
 * @param session NULL for a single capture
 * @param costs finished, of the same rows
 * @return false, with an error, if it cannot be written */
gboolean report_page_write(report_page_t *page, const char *title, const report_session_t *session,
                           const report_costs_t *costs, const char *path, GError **error);

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
