/* report/pieces.c
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

#include <string.h>

#include "report/pieces.h"

#define OVERHEAD 256        /* bytes that a piece needs beside its own */

struct report_pieces {
    GHashTable *after;      /* GBytes */
    GQueue      order;      /* the keys, which belong to the table */
    guint64     bytes;
};

static void
pieces_free_bytes(gpointer bytes)
{
    g_bytes_unref((GBytes *)bytes);
}

report_pieces_t *
report_pieces_new(void)
{
    report_pieces_t *pieces = g_new0(report_pieces_t, 1);

    pieces->after = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, pieces_free_bytes, pieces_free_bytes);
    return pieces;
}

void
report_pieces_free(report_pieces_t *pieces)
{
    g_queue_clear(&pieces->order);
    g_hash_table_destroy(pieces->after);
    g_free(pieces);
}

GBytes *
report_pieces_key(guint offset, guint total, const guint8 *bytes, guint size)
{
    guint8 *key = g_new(guint8, 2 * sizeof offset + size);

    memcpy(key, &offset, sizeof offset);
    memcpy(key + sizeof offset, &total, sizeof total);
    memcpy(key + 2 * sizeof offset, bytes, size);
    return g_bytes_new_take(key, 2 * sizeof offset + size);
}

static guint64
pieces_cost(GBytes *key)
{
    return OVERHEAD + 2 * g_bytes_get_size(key);
}

void
report_pieces_keep(report_pieces_t *pieces, GBytes *key, const guint8 *after, guint size)
{
    GBytes *value = g_bytes_new(after, size);

    if (g_hash_table_contains(pieces->after, key)) {
        g_hash_table_insert(pieces->after, key, value);     /* keeps the key that is there */
        return;
    }
    g_hash_table_insert(pieces->after, key, value);
    g_queue_push_tail(&pieces->order, key);
    pieces->bytes += pieces_cost(key);
}

void
report_pieces_forget(report_pieces_t *pieces, guint64 most)
{
    while (pieces->bytes > most) {
        GBytes *oldest = (GBytes *)g_queue_pop_head(&pieces->order);

        pieces->bytes -= pieces_cost(oldest);
        g_hash_table_remove(pieces->after, oldest);
    }
}

const guint8 *
report_pieces_find(const report_pieces_t *pieces, GBytes *key)
{
    GBytes *after = (GBytes *)g_hash_table_lookup(pieces->after, key);

    return after ? (const guint8 *)g_bytes_get_data(after, NULL) : NULL;
}

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
