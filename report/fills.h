/* report/fills.h
 * How full are the datagrams that each end of a connection sends?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_FILLS_H
#define REPORT_FILLS_H

#include <json-glib/json-glib.h>

typedef struct report_fills report_fills_t;

report_fills_t *report_fills_new(void);
void report_fills_free(report_fills_t *fills);

/* What is added: a number of datagrams, or their bytes. */
typedef enum { REPORT_DATAGRAMS, REPORT_DATAGRAM_BYTES } report_fill_t;

/* Adds what an end sent, as -z enet_commands,tree has it.
 * @param capture of several; NULL: there is one only
 * @param sender the connection, and from where to where
 * @param mtu "MTU 1392", or "MTU not captured"
 * @param share of it that a datagram fills: "up to 10 %"; "": none is known */
void report_fills_add(report_fills_t *fills, const char *capture, const char *sender, const char *mtu, const char *share,
                      report_fill_t what, gint64 amount);

/* Adds a table of the page, of at most so many lines, those with the most bytes first. */
void report_fills_add_json(const report_fills_t *fills, JsonBuilder *json, guint most);

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
