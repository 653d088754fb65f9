/* streams/packet-godot-channel.h
 * Routines for data channels of WebRTC: what of Godot's does a message hold?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_CHANNEL_H
#define PACKET_GODOT_CHANNEL_H

void proto_register_godot_channel(void);
void proto_reg_handoff_godot_channel(void);

#endif /* PACKET_GODOT_CHANNEL_H */

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
