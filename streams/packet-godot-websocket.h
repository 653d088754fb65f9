/* streams/packet-godot-websocket.h
 * Who else has messages in a WebSocket?
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
 * Hand messages that are neither multiplayer nor, yet, Variants to a dissector above this one. There is one such.
 *
 * @param recognise is [offset, offset + length) of the tvb the dissector's, beyond doubt? No items, never throws
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
