/* enet/taps.h
 * How do Wireshark's conversations, filters and streams find ENet connections?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_TAPS_H
#define ENET_TAPS_H

#include "enet/connection.h"

/** Registers taps, conversation and endpoint tables, conversation filter and follower. */
void enet_taps_register(int proto);

/** Registers the preference enet.follow_channels. */
void enet_taps_register_preferences(module_t *module);

/** Gives the follower a whole message. */
void enet_taps_keep_message(packet_info *pinfo, uint8_t channel, tvbuff_t *message);

#endif /* ENET_TAPS_H */

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
