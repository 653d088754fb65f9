/* enet/analysis-tree.h
 * How is what happened to an ENet command shown?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_ANALYSIS_TREE_H
#define ENET_ANALYSIS_TREE_H

#include "enet/event.h"

/** Registers the fields enet.analysis.* under ENet's protocol. */
void enet_analysis_tree_register(int proto, expert_module_t *experts);

/** Shows what the analysis found out about one command, below its item. */
void enet_show_analysis(const enet_command_t *command, const enet_event_t *event, tvbuff_t *tvb,
                        packet_info *pinfo, proto_tree *tree, proto_item *item);

/** Shows the round trip of the handshake, from its last datagram on. */
void enet_show_initial_rtt(const enet_connection_t *connection, tvbuff_t *tvb,
                           const packet_info *pinfo, proto_tree *tree);

/** Shows when the message of a command was delivered, if it had to wait. tree may be NULL. */
void enet_show_delivery(const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree);

#endif /* ENET_ANALYSIS_TREE_H */

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
