/* report/treatments.h
 * Which fields say something of a game or its players, and what becomes of their bytes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_TREATMENTS_H
#define REPORT_TREATMENTS_H

#include "report/disguise.h"

typedef struct report_treatments report_treatments_t;

report_treatments_t *report_treatments_new(void);

void report_treatments_free(report_treatments_t *treatments);

/* Makes bytes of a field ready to be written: they stay if they are structure, and are replaced if they say something.
 * @return false if the field is not known: its bytes must not be written */
gboolean report_treatments_apply(report_treatments_t *treatments, const char *field, guint8 *bytes, gsize size);

/* What replaces texts and all else, which belongs to the treatments. */
report_disguise_t *report_treatments_disguise(report_treatments_t *treatments);

/* Lets the MD5 of some methods, in hexadecimal digits, be replaced by another one. */
void report_treatments_replace_md5(report_treatments_t *treatments, const char *before, const char *after);

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
