/* statistics/frames.c
 * Does a statistic count frames, so that the dissectors must make records?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/frames.h"

#include <epan/tap.h>

static wmem_map_t *keys;        /* of the plugin's own listeners to "frame" */
static bool listening;

/* Stops later, not when the last listener is gone: Wireshark may be removing all listeners at this moment. */
static void
stop_listening(void)
{
    if (!listening || wmem_map_size(keys) > 0)
        return;
    remove_tap_listener(&keys);
    listening = false;
}

void
statistics_frames_register(void)
{
    keys = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
    register_init_routine(stop_listening);
}

static tap_packet_status
frames_ignore(void *unused _U_, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data _U_,
              tap_flags_t flags _U_)
{
    return TAP_PACKET_DONT_REDRAW;
}

void
statistics_frames_begin(void *key)
{
    GString *error;

    wmem_map_insert(keys, key, key);
    if (listening)
        return;
    error = register_tap_listener("godot_frame", &keys, NULL, TL_REQUIRES_NOTHING, NULL, frames_ignore, NULL, NULL);
    if (error)      /* this cannot fail without a filter */
        g_string_free(error, TRUE);
    listening = true;
}

void
statistics_frames_end(void *key)
{
    wmem_map_remove(keys, key);
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
