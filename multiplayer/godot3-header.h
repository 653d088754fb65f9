/* multiplayer/godot3-header.h
 * Which header does this 3.x message have, and what follows it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT3_HEADER_H
#define MULTIPLAYER_GODOT3_HEADER_H

#include "multiplayer/message.h"
#include "variant/text.h"

/**
 * Dissects one whole 3.x message: header, fields, announcements, text.
 *
 * @param tree below the protocol item, or NULL
 * @param message its scope gets the source and the target that the header names
 * @param info gets the text for the Info column; NULL if it is not wanted
 */
void dissect_godot3_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                            godot_message_t *message, godot_text_t *info);

/** Tells how well the bytes fit a 3.x message. Adds no items, learns nothing, never throws. */
godot_fit_t godot3_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message);

/** Registers fields and expert items of 3.x messages for the protocol "godot". */
void godot3_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT3_HEADER_H */

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
