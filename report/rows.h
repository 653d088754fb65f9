/* report/rows.h
 * Which rows does tshark print of a capture, and which expert items does it count?
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

/* Runs tshark over a capture and adds up what it prints (docs/messages.md).
 * @param options more options of tshark, ends with NULL
 * @return false, with an error, if tshark cannot read the capture, or finds nothing of Godot's in it */
gboolean report_rows_read(const char *capture, const char *const *options, report_costs_t *costs, GError **error);

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
