/* split/tally.h
 * How many rows begin alike?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_TALLY_H
#define SPLIT_TALLY_H

#include <stdio.h>

#include <glib.h>

/* Counts rows for the summary of a capture, which is made of what stands before their text. */
typedef struct split_tally split_tally_t;

split_tally_t *split_tally_new(void);

void split_tally_free(split_tally_t *tally);

/* Counts a row.
 * @param time from its time on
 * @param stream the key and the number of its connection, or ""
 * @param behind what follows, to the end of the row */
void split_tally_row(split_tally_t *tally, const char *time, const char *stream, const char *behind);

/* Writes "=time FIRST LAST", and "=COUNT BYTES BEGINNING" for rows that begin alike. */
void split_tally_write(const split_tally_t *tally, FILE *file);

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
