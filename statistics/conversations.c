/* statistics/conversations.c
 * How many messages and bytes do two peers exchange, in Wireshark's own tables?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/conversations.h"
#include "statistics/names.h"
#include "enet/datagram.h"

#include <epan/conversation_table.h>

static address
conversations_end(packet_info *pinfo, const godot_record_t *message, bool sends)
{
    const char *name = statistics_end_of_frame(pinfo, message->hop[!sends], sends);
    const address end = ADDRESS_INIT(AT_STRINGZ, (int)strlen(name) + 1, name);

    return end;
}

/* Messages in a recording have no ports. */
static conversation_type
conversations_type(const packet_info *pinfo)
{
    if (pinfo->srcport == 0)
        return CONVERSATION_NONE;
    return pinfo->ptype == PT_TCP ? CONVERSATION_TCP : CONVERSATION_NCP;
}

static const char *
conversations_port_field(conv_filter_type_e filter, bool tcp)
{
    switch (filter) {
    case CONV_FT_SRC_PORT:
        return tcp ? "tcp.srcport" : "udp.srcport";
    case CONV_FT_DST_PORT:
        return tcp ? "tcp.dstport" : "udp.dstport";
    case CONV_FT_ANY_PORT:
        return tcp ? "tcp.port" : "udp.port";
    default:
        return CONV_FILTER_INVALID;
    }
}

/* Returns the id of a peer by its name here, "peer 1842"; 0 of an unknown one. */
static int
conversations_peer(const address *end)
{
    const char *digits = strpbrk((const char *)end->data, "0123456789");

    return digits ? (int)strtol(digits, NULL, 10) : 0;
}

/* Returns what tells conversations of the same peers apart: the connection, or the run that was recorded. */
static conv_id_t
conversations_id(packet_info *pinfo, const godot_record_t *message)
{
    const enet_connection_t *connection = message->over_enet ? enet_connection_of_frame(pinfo) : NULL;

    if (message->run)
        return message->run;
    return connection ? connection->stream : CONV_ID_UNSET;
}

/*
 * Wireshark makes a filter 'FIELD=="peer 1842" && udp.port==7000 ...' from these fields, but no field has the name of a
 * peer. So the field ends with a negation that always holds, as no frame has such a comment; the ports select. As in
 * the table of ENet, NetWare's type has ports and lets the id be ENet's stream. In a recording the peers' ids select,
 * and the id is that of the run. The text must outlive the call.
 */
static const char *
conversations_field(conv_item_t *item, conv_filter_type_e filter)
{
    static char text[128];

    if (item->ctype == CONVERSATION_NONE) {
        snprintf(text, sizeof text, "godot && godot.record.run==%u && godot.record.other_id in {%d, %d} && !frame.comment",
                 (unsigned)item->conv_id, conversations_peer(&item->src_address), conversations_peer(&item->dst_address));
        return text;
    }
    if (filter > CONV_FT_ANY_ADDRESS)
        return conversations_port_field(filter, item->ctype == CONVERSATION_TCP);
    if (item->conv_id == CONV_ID_UNSET)
        return "godot && !frame.comment";
    snprintf(text, sizeof text, "godot && enet.stream==%u && !frame.comment", (unsigned)item->conv_id);
    return text;
}

static const char *
conversations_end_field(endpoint_item_t *item, conv_filter_type_e filter)
{
    static char text[128];

    if (item->etype == ENDPOINT_NONE) {
        const int peer = conversations_peer(&item->myaddress);

        snprintf(text, sizeof text, "godot && (godot.record.own_id==%d || godot.record.other_id==%d) && !frame.comment",
                 peer, peer);
        return text;
    }
    if (filter > CONV_FT_ANY_ADDRESS)
        return conversations_port_field(filter, item->etype == ENDPOINT_TCP);
    return "godot && !frame.comment";
}

static void
conversations_count_message(conv_hash_t *hash, packet_info *pinfo, const godot_record_t *message)
{
    static ct_dissector_info_t info = { conversations_field };
    const address from = conversations_end(pinfo, message, true), to = conversations_end(pinfo, message, false);

    add_conversation_table_data_with_conv_id(hash, &from, &to, pinfo->srcport, pinfo->destport,
                                             conversations_id(pinfo, message), 1, (int)message->bytes,
                                             &pinfo->rel_ts, &pinfo->abs_ts, &info, conversations_type(pinfo));
}

static tap_packet_status
conversations_count(void *table, packet_info *pinfo, epan_dissect_t *edt _U_, const void *messages, tap_flags_t flags)
{
    ((conv_hash_t *)table)->flags = flags;
    for (wmem_list_frame_t *at = wmem_list_head(messages); at; at = wmem_list_frame_next(at))
        conversations_count_message(table, pinfo, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

static void
conversations_count_end(conv_hash_t *hash, packet_info *pinfo, const godot_record_t *message)
{
    static et_dissector_info_t info = { conversations_end_field };
    const conversation_type type = conversations_type(pinfo);
    const endpoint_type end_type = type == CONVERSATION_NONE ? ENDPOINT_NONE :
                                   type == CONVERSATION_TCP ? ENDPOINT_TCP : ENDPOINT_UDP;

    for (unsigned i = 0; i < 2; i++) {
        const address end = conversations_end(pinfo, message, i == 0);

        add_endpoint_table_data(hash, &end, i == 0 ? pinfo->srcport : pinfo->destport, i == 0, 1, (int)message->bytes,
                                &info, end_type);
    }
}

static tap_packet_status
conversations_count_ends(void *table, packet_info *pinfo, epan_dissect_t *edt _U_, const void *messages,
                         tap_flags_t flags)
{
    ((conv_hash_t *)table)->flags = flags;
    for (wmem_list_frame_t *at = wmem_list_head(messages); at; at = wmem_list_frame_next(at))
        conversations_count_end(table, pinfo, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_conversations_register(void)
{
    register_conversation_table(proto_get_id_by_filter_name("godot"), true, conversations_count,
                                conversations_count_ends);
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
