/* streams/packet-godot-websocket.h
 * Which other dissector takes messages of a WebSocket?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_WEBSOCKET_H
#define PACKET_GODOT_WEBSOCKET_H

#include "ws_compat.h"

/**
 * Registers the one dissector that is offered messages that are neither multiplayer nor, yet, Variants.
 *
 * @param recognise tells whether [offset, offset + length) of the tvb is certainly the dissector's; adds no items and
 * never throws
 */
void godot_websocket_offer(bool (*recognise)(tvbuff_t *tvb, int offset, int length), dissector_handle_t handle);

void proto_register_godot_websocket(void);
void proto_reg_handoff_godot_websocket(void);

#endif /* PACKET_GODOT_WEBSOCKET_H */

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
