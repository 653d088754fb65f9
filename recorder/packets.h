/* recorder/packets.h
 * What does a recorded packet say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_PACKETS_H
#define RECORDER_PACKETS_H

#include "recorder/peers.h"

/**
 * Dissects a packet as a message of Godot's multiplayer, with the peers, the mode and the channel of its header. Nothing
 * is learned from one that did not leave.
 *
 * @param tvb the record, whose header could be read
 * @param body the packet; not empty
 * @param item of the record, for expert items
 * @param top where the message's tree goes
 */
void recording_dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, proto_tree *top, tvbuff_t *body,
                              const recording_place_t *place);

/** Registers the expert items; experts is the module of "godot.record". */
void recording_packets_register(expert_module_t *experts);

#endif /* RECORDER_PACKETS_H */

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
