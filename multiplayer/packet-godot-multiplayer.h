/* multiplayer/packet-godot-multiplayer.h
 * Routines for Godot's high-level multiplayer: who speaks to whom, and which generation?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_MULTIPLAYER_H
#define PACKET_GODOT_MULTIPLAYER_H

#include "multiplayer/message.h"

/**
 * Dissects one message of either generation: protocol item, columns, and everything below. For layers other than ENet,
 * which know more than the bytes tell.
 *
 * @param message the caller's; scope.source and scope.target may be changed
 * @param version 3, 4, or 0: the one that the link was proved to speak, else the one that fits
 */
void dissect_godot_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                           godot_message_t *message, unsigned version);

/**
 * Tells whether the link of the message speaks Godot 3 or 4. In the first pass the message counts as evidence.
 *
 * @return 0 while nothing is proved; the same in every pass
 */
unsigned godot_message_version(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message);

/** Returns the generation that the user says all messages are of, or 0. */
unsigned godot_message_forced_version(void);

/**
 * Finds the peers of a connection by its handshake alone, even if it is not known yet whether it is Godot's: then by an
 * id as Godot makes them.
 *
 * @param peer for each enet_direction_t: who sends; or GODOT_PEER_UNKNOWN
 */
void godot_peers_of_connection(const enet_connection_t *connection, int32_t peer[2]);

/** Registers the preferences of multiplayer messages; module is that of the protocol "godot". */
void godot_multiplayer_register_preferences(module_t *module);

void proto_register_godot(void);
void proto_reg_handoff_godot(void);

#endif /* PACKET_GODOT_MULTIPLAYER_H */

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
