/* report/text.h
 * What is a text in a row, and how does it look in a line of a terminal?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <json-glib/json-glib.h>

/* A display filter for all frames that have rows. */
#define REPORT_TEXT_OURS    "(enet || godot || godot.debug || godot.variant || godot.stream || godot.record || godot.ws)"

/* @return the text of a member, which belongs to the row; NULL if there is none: a file may hold anything */
const char *report_text_member(JsonObject *row, const char *member);

/* @return the number of a member; 0 if there is none */
double report_text_number(JsonObject *row, const char *member);
gint64 report_text_integer(JsonObject *row, const char *member);

/* Compares the names in a GTree. */
int report_text_compare(gconstpointer a, gconstpointer b, gpointer unused);

/* Whether a letter is seen, and leaves all others in their places. */
gboolean report_text_is_seen(gunichar letter);

/* @param name may be NULL
 * @return a name from a capture as a terminal and XML can take it, to be freed: no control characters, not too long */
char *report_text_shown(const char *name);

/* @param text may be NULL
 * @return the same of a text of any length */
char *report_text_printable(const char *text);

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
