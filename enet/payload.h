/* enet/payload.h
 * Which dissector takes the data of an ENet command when they are a whole message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_PAYLOAD_H
#define ENET_PAYLOAD_H

#include "enet/datagram.h"

/**
 * Registers the fields of data, the dissector table "enet.channel" and the heuristic list "enet" under ENet's protocol.
 */
void enet_payload_register(int proto);

/** Registers the preference enet.payload. */
void enet_payload_register_preferences(module_t *module);

/** Finds the dissectors that enet.payload can name. */
void enet_payload_handoff(void);

/**
 * Hands on the message that a command's data are, or that they complete if they are a fragment. Shows the data.
 *
 * @param index place of the command in the datagram; the command has data
 * @param top the tree for payload dissectors
 * @param tree, item of the command
 * @return whether a dissector took the message
 */
bool enet_dissect_payload(const enet_datagram_t *datagram, unsigned index, proto_tree *top,
                          proto_tree *tree, proto_item *item);

#endif /* ENET_PAYLOAD_H */

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
