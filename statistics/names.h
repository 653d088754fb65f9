/* statistics/names.h
 * What are the names of nodes and peers in statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_NAMES_H
#define STATISTICS_NAMES_H

#include "multiplayer/record.h"

/** Returns the path of a node, or "node 7". */
const char *statistics_node_name(wmem_allocator_t *pool, const char *path, uint32_t id);

/** Returns "1842", "1 (server)" or "unknown". */
const char *statistics_peer_name(wmem_allocator_t *pool, int32_t peer);

/** Returns the sender and the receiver: "1 → 1842", "1 → all", "1842 → all but 1". */
const char *statistics_way_name(wmem_allocator_t *pool, const godot_record_t *message);

#endif /* STATISTICS_NAMES_H */

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
