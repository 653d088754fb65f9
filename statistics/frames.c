/* statistics/frames.c
 * Does somebody count frames, so that what they carry is to be recorded?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/frames.h"

#include <epan/tap.h>

/* key -> what the listener to "godot_frame" goes by */
static GHashTable *listeners;

void
statistics_frames_register(void)
{
    register_tap("godot_frame");
    listeners = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
}

static tap_packet_status
ignore(void *unused _U_, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data _U_, tap_flags_t flags _U_)
{
    return TAP_PACKET_DONT_REDRAW;
}

void
statistics_frames_begin(void *key)
{
    GString *error;
    void *listener;

    if (g_hash_table_contains(listeners, key))
        return;
    listener = g_malloc(1);
    g_hash_table_insert(listeners, key, listener);
    error = register_tap_listener("godot_frame", listener, NULL, TL_REQUIRES_NOTHING, NULL, ignore, NULL, NULL);
    if (error)      /* without a filter there is nothing that could be wrong */
        g_string_free(error, TRUE);
}

void
statistics_frames_end(void *key)
{
    void *listener = g_hash_table_lookup(listeners, key);

    if (!listener)
        return;
    remove_tap_listener(listener);
    g_hash_table_remove(listeners, key);
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
