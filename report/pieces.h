/* report/pieces.h
 * What becomes of a piece of a message, wherever it is?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_PIECES_H
#define REPORT_PIECES_H

#include <glib.h>

/* Equal bytes at the same place of messages of the same size become the same. */
typedef struct report_pieces report_pieces_t;

report_pieces_t *report_pieces_new(void);
void report_pieces_free(report_pieces_t *pieces);

/* @param offset, total where the piece is in a message of which size
 * @return a key, to be freed */
GBytes *report_pieces_key(guint offset, guint total, const guint8 *bytes, guint size);

/* Takes the key. */
void report_pieces_keep(report_pieces_t *pieces, GBytes *key, const guint8 *after, guint size);

/* Forgets the oldest pieces, until the others have no more bytes than that. */
void report_pieces_forget(report_pieces_t *pieces, guint64 most);

/* @return what becomes of it, which belongs to the pieces; NULL if that is not known */
const guint8 *report_pieces_find(const report_pieces_t *pieces, GBytes *key);

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
