/* statistics/peers.c
 * What does each peer send and receive?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/peers.h"
#include "statistics/names.h"
#include "statistics/recorded.h"
#include "statistics/tree.h"

static void
peers_count(stats_tree *tree, wmem_allocator_t *pool, int32_t peer, const char *way, const godot_record_t *message)
{
    const char *const path[] = { statistics_peer_name(pool, peer), way, message->word ? message->word : "other" };
    int bytes = statistics_add_bytes(tree, 0, "Peers: bytes of messages, sent and received", message->bytes);
    int number = statistics_tick(tree, 0, "Peers: number of messages, sent and received, and length in bytes",
                                 (int)message->bytes);

    for (size_t i = 0; i < G_N_ELEMENTS(path); i++) {
        bytes = statistics_add_bytes(tree, bytes, path[i], message->bytes);
        number = statistics_tick(tree, number, path[i], (int)message->bytes);
    }
}

/*
 * A message that the server passes on counts once as sent and once as received, and also for its way over the server.
 */
static void
peers_count_message(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message)
{
    bool copy = godot_record_is_copy(message);
    bool to_be_passed_on = message->relayed && !copy;

    peers_count(tree, pool, message->hop[0], copy ? "passed on" : "sent", message);
    peers_count(tree, pool, message->hop[1], to_be_passed_on ? "received to be passed on" : "received", message);
    statistics_recorded_count(tree, message);
}

static tap_packet_status
peers_count_messages(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *messages,
                     tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(messages); at; at = wmem_list_frame_next(at))
        peers_count_message(tree, pinfo->pool, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_peers_register(void)
{
    statistics_tree_register("godot", "godot_peers", "Peers", peers_count_messages, NULL, NULL);
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
