/* multiplayer/godot4-messages.h
 * What does this 4.x message say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_MESSAGES_H
#define MULTIPLAYER_GODOT4_MESSAGES_H

#include "multiplayer/message.h"
#include "variant/text.h"

/**
 * Dissects one whole 4.x message: fields, announcements, text.
 *
 * @param tree below the protocol item, or NULL
 * @param message its scope gets the source and the target that the bytes name
 * @param info gets the text for the Info column; NULL if it is not wanted
 */
void dissect_godot4_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                            godot_message_t *message, godot_text_t *info);

/** Tells how well the bytes fit a 4.x message. Adds no items, learns nothing, never throws. */
godot_fit_t godot4_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message);

/** Registers fields and expert items of 4.x messages for the protocol "godot". */
void godot4_messages_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_MESSAGES_H */

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
