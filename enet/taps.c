/* enet/taps.c
 * How do Wireshark's conversations, filters and streams find ENet connections?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/taps.h"
#include "enet/datagram.h"
#include "enet/record.h"
#include "records/records.h"

#include <epan/conversation_table.h>
#include <epan/to_str.h>
#include <epan/tap.h>

/* What the tap "enet_follow" gets a list of: the messages of a frame. */
typedef struct {
    uint8_t   channel;
    tvbuff_t *tvb;
} enet_message_tap_t;

static range_t *pref_follow_channels;

/* Key of the messages among the data that a frame has under ENet's protocol while it is dissected. */
#define MESSAGES_KEY 3

static records_kind_t messages;

void
enet_taps_keep_message(packet_info *pinfo, uint8_t channel, tvbuff_t *message)
{
    enet_message_tap_t *tap;

    if (!have_tap_listener(messages.tap))
        return;
    tap = wmem_new(pinfo->pool, enet_message_tap_t);
    *tap = (enet_message_tap_t) { channel, message };
    records_keep(&messages, pinfo, tap);
}

/* --- Conversations and endpoints: one row per connection and per end --- */

static const char *
address_field(const address *addr, const char *ip, const char *ipv6)
{
    switch (addr->type) {
    case AT_IPv4:
        return ip;
    case AT_IPv6:
        return ipv6;
    default:
        return CONV_FILTER_INVALID;
    }
}

static const char *
port_field(conv_filter_type_e filter)
{
    switch (filter) {
    case CONV_FT_SRC_PORT:
        return "udp.srcport";
    case CONV_FT_DST_PORT:
        return "udp.dstport";
    case CONV_FT_ANY_PORT:
        return "udp.port";
    default:
        return CONV_FILTER_INVALID;
    }
}

static const char *
filter_field(const address *src, const address *dst, conv_filter_type_e filter)
{
    switch (filter) {
    case CONV_FT_SRC_ADDRESS:
        return address_field(src, "ip.src", "ipv6.src");
    case CONV_FT_DST_ADDRESS:
        return address_field(dst, "ip.dst", "ipv6.dst");
    case CONV_FT_ANY_ADDRESS:
        return address_field(src, "ip.addr", "ipv6.addr");
    default:
        return port_field(filter);
    }
}

/*
 * Wireshark builds "FIELD==address && FIELD==port ..." from these names. The stream comes before each address, because
 * two ends may have several connections. The names must outlive the call, so there is one for each kind of filter.
 */
static const char *
conversation_filter_field(conv_item_t *item, conv_filter_type_e filter)
{
    static char names[CONV_FT_ANY_PORT + 1][48];
    const char *field = filter_field(&item->src_address, &item->dst_address, filter);

    if (filter > CONV_FT_ANY_ADDRESS)
        return field;
    snprintf(names[filter], sizeof names[filter], "enet.stream==%u && %s", (unsigned)item->conv_id, field);
    return names[filter];
}

static const char *
endpoint_filter_field(endpoint_item_t *item, conv_filter_type_e filter)
{
    return filter_field(&item->myaddress, &item->myaddress, filter);
}

/*
 * For conversations of UDP Wireshark offers "udp.stream eq" this id, and follows that stream. Conversations of NetWare
 * (NCP) have filters with ports, too, and no use is made of their id.
 */
static tap_packet_status
count_conversations(void *table, packet_info *pinfo, epan_dissect_t *edt _U_, const void *datagrams,
                    tap_flags_t flags)
{
    static ct_dissector_info_t info = { conversation_filter_field };
    conv_hash_t *hash = (conv_hash_t *)table;

    hash->flags = flags;
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at)) {
        const enet_record_t *record = wmem_list_frame_data(at);

        add_conversation_table_data_with_conv_id(hash, &pinfo->src, &pinfo->dst, pinfo->srcport,
                                                 pinfo->destport, record->connection->stream, 1,
                                                 (int)pinfo->fd->pkt_len, &pinfo->rel_ts,
                                                 &pinfo->abs_ts, &info, CONVERSATION_NCP);
    }
    return TAP_PACKET_REDRAW;
}

static tap_packet_status
count_endpoints(void *table, packet_info *pinfo, epan_dissect_t *edt _U_, const void *datagrams,
                tap_flags_t flags)
{
    static et_dissector_info_t info = { endpoint_filter_field };
    conv_hash_t *hash = (conv_hash_t *)table;
    int count = (int)wmem_list_count(datagrams), length = count * (int)pinfo->fd->pkt_len;

    hash->flags = flags;
    add_endpoint_table_data(hash, &pinfo->src, pinfo->srcport, true, count, length, &info,
                            ENDPOINT_UDP);
    add_endpoint_table_data(hash, &pinfo->dst, pinfo->destport, false, count, length, &info,
                            ENDPOINT_UDP);
    return TAP_PACKET_REDRAW;
}

/* --- Conversation filter --- */

static ws_bool
has_connection(packet_info *pinfo FILTER_USER_DATA)
{
    return enet_connection_of_frame(pinfo) != NULL;
}

static char *
stream_filter(unsigned stream)
{
    return ws_strdup_printf("enet.stream eq %u", stream);
}

static char *
connection_filter(packet_info *pinfo FILTER_USER_DATA)
{
    const enet_connection_t *connection = enet_connection_of_frame(pinfo);

    return connection ? stream_filter(connection->stream) : NULL;
}

/* --- Follow --- */

static char *
follow_packet(epan_dissect_t *edt _U_, packet_info *pinfo, unsigned *stream,
              unsigned *sub_stream _U_)
{
    const enet_connection_t *connection = enet_connection_of_frame(pinfo);

    if (!connection)
        return NULL;
    *stream = connection->stream;
    return stream_filter(*stream);
}

static char *
follow_index(unsigned stream, unsigned sub_stream _U_)
{
    return stream_filter(stream);
}

static char *
follow_addresses(address *src, address *dst, int src_port, int dst_port)
{
    const char *field = address_field(src, "ip.addr", "ipv6.addr");
    char *from = address_to_str(NULL, src), *to = address_to_str(NULL, dst);
    char *filter = ws_strdup_printf("enet and %s eq %s and %s eq %s and udp.port eq %d and "
                                    "udp.port eq %d", field, from, field, to, src_port, dst_port);

    wmem_free(NULL, from);
    wmem_free(NULL, to);
    return filter;
}

static char *
follow_port(wmem_allocator_t *allocator, unsigned port)
{
    return wmem_strdup_printf(allocator, "%u", port);
}

static uint32_t
count_streams(void)
{
    return enet_connection_count();
}

static tap_packet_status
follow_messages(void *tapdata, packet_info *pinfo, epan_dissect_t *edt, const void *taps,
                tap_flags_t flags)
{
    for (wmem_list_frame_t *at = wmem_list_head(taps); at; at = wmem_list_frame_next(at)) {
        const enet_message_tap_t *tap = wmem_list_frame_data(at);

        if (value_is_in_range(pref_follow_channels, tap->channel))
            follow_tvb_tap_listener(tapdata, pinfo, edt, tap->tvb, flags);
    }
    return TAP_PACKET_DONT_REDRAW;
}

/* Some versions of Wireshark cannot select substreams, so a preference does. */
void
enet_taps_register_preferences(module_t *module)
{
    range_convert_str(wmem_epan_scope(), &pref_follow_channels, "0-254", ENET_CHANNEL_NONE - 1);
    prefs_register_range_preference(module, "follow_channels", "Channels to follow",
        "Channels whose messages \"Follow ENet stream\" shows, for example 0,2-4.",
        &pref_follow_channels, ENET_CHANNEL_NONE - 1);
}

void
enet_taps_register(int proto)
{
    records_register_kind(&messages, proto, MESSAGES_KEY, "enet_follow");
    register_conversation_table(proto, false, count_conversations, count_endpoints);
    ws_register_conversation_filter("enet", "ENet", has_connection, connection_filter);
    ws_register_follow_stream(proto, "enet_follow", follow_packet, follow_index,
                              follow_addresses, follow_port, follow_messages, count_streams,
                              NULL);
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
