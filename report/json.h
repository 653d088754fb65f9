/* report/json.h
 * How does JSON write what a capture or a file of rows says?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <json-glib/json-glib.h>

#define REPORT_JSON_MOST    9e15    /* a script's numbers are exact up to here; a file of rows may have anything */

/* Each adds a member to the object that was begun last. */
void report_json_add_text(JsonBuilder *json, const char *member, const char *text);
void report_json_add_int(JsonBuilder *json, const char *member, gint64 value);
void report_json_add_double(JsonBuilder *json, const char *member, double value);

/* @param json complete; it is taken over
 * @param pretty with lines
 * @return its text, to be freed */
char *report_json_end(JsonBuilder *json, gboolean pretty);

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
