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
#include "statistics/divided.h"

#include <epan/tap.h>

static wmem_map_t *keys;        /* of the plugin's own listeners to "frame" */
static char lengths;            /* key of the listener that keeps the lengths of frames with fragments of IP */
static bool listening;

/* Stops later, not when the last listener is gone: Wireshark may be removing all listeners at this moment. */
static void
stop_listening(void)
{
    if (!listening || wmem_map_size(keys) > 0)
        return;
    remove_tap_listener(&keys);
    remove_tap_listener(&lengths);
    listening = false;
}

void
statistics_frames_register(void)
{
    keys = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
    register_init_routine(stop_listening);
}

/* Others listen to frames that match a filter; a datagram's earlier fragments may not. */
static tap_packet_status
frames_note(void *unused _U_, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_, tap_flags_t flags _U_)
{
    statistics_divided_note(pinfo);
    return TAP_PACKET_DONT_REDRAW;
}

/* This cannot fail without a filter. */
static void
frames_listen(const char *tap, void *key, tap_packet_cb packet)
{
    GString *error = register_tap_listener(tap, key, NULL, TL_REQUIRES_NOTHING, NULL, packet, NULL, NULL);

    if (error)
        g_string_free(error, TRUE);
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
    wmem_map_insert(keys, key, key);
    if (listening)
        return;
    frames_listen("godot_frame", &keys, frames_ignore);
    frames_listen("frame", &lengths, frames_note);
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
