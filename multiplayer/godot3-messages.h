/* multiplayer/godot3-messages.h
 * What does this 3.x message say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT3_MESSAGES_H
#define MULTIPLAYER_GODOT3_MESSAGES_H

#include "multiplayer/reader.h"

/*
 * These dissect the parts of a 3.x message after its header, to the end. The scope of the message must have its source
 * and target.
 */

/** A packet of the multiplayer API. */
void dissect_godot3_packet(godot_reader_t *reader);

/** A Variant that the application itself put into the peer. */
void dissect_godot3_value(godot_reader_t *reader);

/** A system message of the ENet peer. */
void dissect_godot3_system(godot_reader_t *reader);

/** A message that is too short even for the header. */
void dissect_godot3_stump(godot_reader_t *reader);

/** Tells how much the bytes from the offset on prove that they are a packet of the multiplayer API. Never throws. */
godot_fit_t godot3_packet_fit(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset);

/** Tells how much the whole tvb proves that it is a system message. */
godot_fit_t godot3_system_fit(tvbuff_t *tvb, const godot_scope_t *scope);

/** Registers fields and expert items of 3.x messages for the protocol "godot". */
void godot3_messages_register(int proto, expert_module_t *experts);

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
