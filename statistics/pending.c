/* statistics/pending.c
 * What did the fragments of a message cost before its last one came?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/pending.h"

/* who counts -> id -> bytes */
static GHashTable *owners;

static GHashTable *
pending_of(const void *owner)
{
    GHashTable *pending;

    if (!owners)
        owners = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_hash_table_unref);
    pending = g_hash_table_lookup(owners, owner);
    if (!pending) {
        pending = g_hash_table_new(g_direct_hash, g_direct_equal);
        g_hash_table_insert(owners, (void *)owner, pending);
    }
    return pending;
}

void
statistics_pending_forget(const void *owner)
{
    if (owners)
        g_hash_table_remove(owners, owner);
}

void
statistics_pending_add(const void *owner, uint32_t id, uint32_t bytes)
{
    GHashTable *pending = pending_of(owner);
    uint32_t before = GPOINTER_TO_UINT(g_hash_table_lookup(pending, GUINT_TO_POINTER(id)));

    g_hash_table_insert(pending, GUINT_TO_POINTER(id), GUINT_TO_POINTER(before + bytes));
}

uint32_t
statistics_pending_take(const void *owner, uint32_t id)
{
    GHashTable *pending = pending_of(owner);
    uint32_t bytes = GPOINTER_TO_UINT(g_hash_table_lookup(pending, GUINT_TO_POINTER(id)));

    g_hash_table_remove(pending, GUINT_TO_POINTER(id));
    return bytes;
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
