/* statistics/debugger.c
 * How often is which debugger message sent?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/debugger.h"
#include "statistics/tree.h"
#include "debugger/record.h"

/* Counts a packet. A message of 3.x may take several: it counts with the first one, its bytes with all. */
static void
debugger_count_packet(stats_tree *tree, const godot_debug_record_t *packet)
{
    const char *const path[] = {
        packet->direction == GODOT_DEBUG_FROM_GAME ? "game to editor" : "editor to game",
        packet->name ? packet->name : "?",
    };
    int bytes = statistics_add_bytes(tree, 0, "Debugger: bytes", packet->bytes);
    int number = statistics_add(tree, 0, "Debugger: number of messages", packet->begins);

    for (size_t i = 0; i < G_N_ELEMENTS(path); i++) {
        bytes = statistics_add_bytes(tree, bytes, path[i], packet->bytes);
        number = statistics_add(tree, number, path[i], packet->begins);
    }
}

static tap_packet_status
debugger_count_packets(stats_tree *tree, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *packets,
                       tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(packets); at; at = wmem_list_frame_next(at))
        debugger_count_packet(tree, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_debugger_register(void)
{
    statistics_tree_register("godot_debug", "godot_debug", "Debugger", debugger_count_packets, NULL, NULL);
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
