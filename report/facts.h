/* report/facts.h
 * Which settings and lists of methods does a capture show?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include <glib.h>

/* Each fact has a name, and one value or several: char * to sets of char * */
GHashTable *report_facts_new(void);

void report_facts_add(GHashTable *facts, const char *fact, const char *value);

/* Adds the options by which tshark prints a line for each frame that tells the MTU, the compression, that ENet has
 * checksums, or the MD5 of a node's methods. No such line begins with "{", as a row does. */
void report_facts_ask(GStrvBuilder *words);

/* Adds the facts of such a line. */
void report_facts_add_line(GHashTable *facts, const char *line);

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
