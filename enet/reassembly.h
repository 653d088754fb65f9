/* enet/reassembly.h
 * Which message do ENet's fragments make?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_REASSEMBLY_H
#define ENET_REASSEMBLY_H

#include "enet/datagram.h"

/** Registers the fields of reassembled messages under ENet's protocol. */
void enet_reassembly_register(int proto, expert_module_t *experts);

/**
 * Adds a fragment to its message, and shows all fragments of the message in the tree.
 *
 * @param index of the fragment among the commands
 * @param item of the command, for expert items
 * @return the message if this fragment completes it, else NULL
 */
tvbuff_t *enet_reassemble(const enet_datagram_t *datagram, unsigned index, proto_tree *tree,
                          proto_item *item);

#endif /* ENET_REASSEMBLY_H */

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
