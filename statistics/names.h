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

#include "enet/analysis.h"
#include "multiplayer/record.h"

/** Returns the path of a node, or "node 7". */
const char *statistics_node_name(wmem_allocator_t *pool, const char *path, uint32_t id);

/** Returns "1842", "1 (server)" or "unknown". */
const char *statistics_peer_name(wmem_allocator_t *pool, int32_t peer);

/** Returns an address and a port: "127.0.0.1:7000", "[::1]:7000"; NULL: there is no address. */
const char *statistics_endpoint_name(wmem_allocator_t *pool, const address *addr, uint32_t port);

/**
 * Returns a name for the peer at one end of the frame's link: "peer 1842", "peer 1 (server) 127.0.0.1:7000",
 * or the address if the peer is not known. The same peer has the same name in all frames; servers are told apart.
 */
const char *statistics_end_of_frame(packet_info *pinfo, int32_t peer, bool sends);

/** Returns the sender and the receiver: "1 → 1842", "1 → all", "1842 → all but 1". */
const char *statistics_way_name(wmem_allocator_t *pool, const godot_record_t *message);

/** Returns "Connection 0: 10.0.0.1:4242 → 10.0.0.2:7000", with the sender first. */
const char *statistics_sender_name(wmem_allocator_t *pool, const enet_connection_t *connection, enet_direction_t direction);

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
