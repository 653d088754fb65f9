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

/* Asks tshark for the MTU, the compression, ENet's checksums and the MD5 of each node's methods.
 * @param options more options of tshark, ends with NULL
 * @return false, with an error, if tshark cannot read the capture */
gboolean report_facts_read(const char *capture, const char *const *options, GHashTable *facts, GError **error);

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
