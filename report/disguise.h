/* report/disguise.h
 * By what are a game's texts, numbers and addresses replaced, so that what was equal stays equal?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_DISGUISE_H
#define REPORT_DISGUISE_H

#include <glib.h>

typedef struct report_disguise report_disguise_t;

/* All replacements are random: they follow from a key that is in memory only. */
report_disguise_t *report_disguise_new(void);

void report_disguise_free(report_disguise_t *disguise);

/* These replace bytes where they are, by as many. Equal bytes get equal ones, and different bytes different ones, as
 * long as there are some; but of short ones only the first many do. */

/* A text becomes letters. Its NULs stay; what was not UTF-8 still is not. */
void report_disguise_text(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* A path of nodes, properties or files: each name becomes letters, but ".", "..", "root", "script", "source" and "res",
 * which mean the same in each game, and names that are numbers, as players' nodes often are called by their ids. */
void report_disguise_path(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* A checksum that is written in hexadecimal digits; what has others is treated as a text */
void report_disguise_digits(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* Lets a checksum be replaced by this one from now on, if it was not replaced before. */
void report_disguise_fix_digits(report_disguise_t *disguise, const guint8 *before, const guint8 *after, gsize size);

void report_disguise_bytes(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* A number of up to 8 bytes, in the order of Intel's processors. It keeps its sign and its highest bit, so that it
 * still needs as many bytes. */
void report_disguise_integer(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* A number of 4 or 8 bytes. It keeps its sign and its exponent. */
void report_disguise_float(report_disguise_t *disguise, guint8 *bytes, gsize size);

/* An address of IPv4 (4 bytes) or IPv6 (16): the nth becomes 10.x.y.z or fd00::x:y, where x, y and z are n. */
void report_disguise_address(report_disguise_t *disguise, guint8 *bytes, gsize size);

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
