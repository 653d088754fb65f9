/* report/filter.h
 * Which display filter finds in Wireshark what a page shows?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_FILTER_H
#define REPORT_FILTER_H

#include <glib.h>

/* Whether all of a text is seen, and stays in its place, where a filter is shown. tshark prints rows of such texts only,
 * others may be in a file of rows. */
gboolean report_filter_is_seen(const char *text);

/* Adds a condition for a field with a text, or else for what is there already. */
void report_filter_add_text(GString *filter, const char *field, const char *text);

/* Adds conditions for an address and port: 10.0.0.1:7000, [::1]:7000.
 * @param end "src" or "dst" */
void report_filter_add_address(GString *filter, const char *end, const char *text);

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
