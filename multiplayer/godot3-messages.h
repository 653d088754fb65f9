/* multiplayer/godot3-messages.h
 * What does this 3.x message say?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT3_MESSAGES_H
#define MULTIPLAYER_GODOT3_MESSAGES_H

#include "multiplayer/message.h"

/*
 * The parts of a 3.x message behind its header, from an offset to the end of the tvb. The
 * scope of the message must say its source and target. tree and info may be NULL.
 */

/** A packet of the multiplayer API. */
void dissect_godot3_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                           wmem_strbuf_t *info, int offset);

/** A Variant that the application put into the peer itself. */
void dissect_godot3_value(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                          wmem_strbuf_t *info, int offset);

/** A whole system message of the ENet peer. */
void dissect_godot3_system(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                           wmem_strbuf_t *info);

/** Bytes that are too few even for the header. */
void dissect_godot3_stump(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                          wmem_strbuf_t *info);

/** How much does what begins at the offset prove that it is a packet of the multiplayer API? Never throws. */
godot_fit_t godot3_packet_fit(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset);

/** ... and the whole tvb, that it is a system message? */
godot_fit_t godot3_system_fit(tvbuff_t *tvb, const godot_scope_t *scope);

/** Register fields and expert items of 3.x messages for the protocol "godot". */
void godot3_messages_register(int proto);

#endif /* MULTIPLAYER_GODOT3_MESSAGES_H */

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
