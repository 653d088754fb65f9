/* enet/reassembly.h
 * Which message do ENet's fragments make?
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

/** Register the fields of reassembled messages under ENet's protocol. */
void enet_reassembly_register(int proto);

/**
 * Put a fragment into its place, and show all fragments of its message in the tree.
 *
 * @param index of the fragment among the commands
 * @param item the command's, for what is wrong with it
 * @return the message if this fragment is the one that completes it, else NULL
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
