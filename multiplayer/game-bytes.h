/* multiplayer/game-bytes.h
 * Which dissector reads the bytes that a game packs itself?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GAME_BYTES_H
#define MULTIPLAYER_GAME_BYTES_H

#include "multiplayer/message.h"

/**
 * Offers the bytes of a RAW message to the table godot.raw.channel, then to the heuristic list godot.raw.
 *
 * @param item of the bytes; their dissector adds its items below. NULL without a tree
 */
void godot_offer_raw(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                     int offset, int length);

/**
 * Offers a byte array among the arguments of a call to the table godot.rpc.method.
 *
 * @param method NULL if its name is not known
 */
void godot_offer_argument(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                          const char *method, int offset, int length);

/** Registers the tables and the list for the protocol "godot". */
void godot_game_bytes_register(int proto);

#endif /* MULTIPLAYER_GAME_BYTES_H */

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
