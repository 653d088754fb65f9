/* statistics/names.c
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

#include "statistics/names.h"

#include <epan/to_str.h>

const char *
statistics_node_name(wmem_allocator_t *pool, const char *path, uint32_t id)
{
    return path ? path : wmem_strdup_printf(pool, "node %u", id);
}

const char *
statistics_peer_name(wmem_allocator_t *pool, int32_t peer)
{
    if (peer == GODOT_PEER_UNKNOWN)
        return "unknown";
    return wmem_strdup_printf(pool, "%d%s", peer, peer == GODOT_PEER_SERVER ? " (server)" : "");
}

const char *
statistics_endpoint_name(wmem_allocator_t *pool, const address *addr, uint32_t port)
{
    if (addr->type == AT_NONE)
        return NULL;
    return wmem_strdup_printf(pool, addr->type == AT_IPv6 ? "[%s]:%u" : "%s:%u", address_to_str(pool, addr), port);
}

/*
 * Each server is a peer 1, with an endpoint of its own. Only with WebRTC does one server have an endpoint for each
 * client; a recording has none.
 */
const char *
statistics_end_of_frame(packet_info *pinfo, int32_t peer, bool sends)
{
    const char *endpoint = sends ? statistics_endpoint_name(pinfo->pool, &pinfo->src, pinfo->srcport)
                                 : statistics_endpoint_name(pinfo->pool, &pinfo->dst, pinfo->destport);
    const char *name;

    if (peer == GODOT_PEER_UNKNOWN)
        return endpoint ? endpoint : sends ? "unknown sender" : "unknown receiver";
    name = wmem_strdup_printf(pinfo->pool, "peer %s", statistics_peer_name(pinfo->pool, peer));
    if (peer != GODOT_PEER_SERVER || !endpoint || proto_is_frame_protocol(pinfo->layers, "sctp"))
        return name;
    return wmem_strdup_printf(pinfo->pool, "%s %s", name, endpoint);
}

static const char *
target_name(wmem_allocator_t *pool, const godot_record_t *message)
{
    if (!message->target_known)
        return "?";
    if (message->target == 0)
        return "all";
    return wmem_strdup_printf(pool, "%s%" PRId64, message->target < 0 ? "all but " : "",
                              ABS((int64_t)message->target));
}

const char *
statistics_way_name(wmem_allocator_t *pool, const godot_record_t *message)
{
    const char *target = target_name(pool, message);

    if (message->source == GODOT_PEER_UNKNOWN)
        return wmem_strdup_printf(pool, "? \xe2\x86\x92 %s", target);
    return wmem_strdup_printf(pool, "%d \xe2\x86\x92 %s", message->source, target);
}

const char *
statistics_sender_name(wmem_allocator_t *pool, const enet_connection_t *connection, enet_direction_t direction)
{
    const enet_end_t *from = &connection->end[direction], *to = &connection->end[ENET_REVERSE(direction)];

    return wmem_strdup_printf(pool, "Connection %u: %s:%u \xe2\x86\x92 %s:%u", connection->stream,
                              address_to_str(pool, &from->addr), from->port,
                              address_to_str(pool, &to->addr), to->port);
}

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
