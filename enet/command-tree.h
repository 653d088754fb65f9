/* enet/command-tree.h
 * What does one ENet command say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_COMMAND_TREE_H
#define ENET_COMMAND_TREE_H

#include "enet/datagram.h"

/* Stands between the entries of the Info column. */
#define ENET_INFO_SEPARATOR "  |  "

/** Registers the fields of commands under ENet's protocol. */
void enet_command_tree_register(int proto, expert_module_t *experts);

/** Returns the text of a command, for the Info column and for the label of the command's item. */
const char *enet_describe_command(wmem_allocator_t *pool, const enet_command_t *command);

/** Appends acknowledgements, pings and the like to the Info column, behind what the game says. */
void enet_add_housekeeping_info(const enet_datagram_t *datagram);

/**
 * Shows one command with everything that is known of it, and hands on its data.
 *
 * @param index of the command in the datagram
 * @param top the tree for payload dissectors
 * @param enet_tree the tree of ENet; NULL if no tree is wanted
 */
void enet_dissect_command(const enet_datagram_t *datagram, unsigned index, proto_tree *top,
                          proto_tree *enet_tree);

#endif /* ENET_COMMAND_TREE_H */

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
