/* enet/command-tree.c
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

#include "enet/command-tree.h"
#include "enet/analysis-tree.h"
#include "enet/delivery.h"
#include "enet/payload.h"
#include "records/experts.h"
#include "ws_constants.h"

static int hf_enet_item = -1;
static int hf_enet_command_byte = -1;
static int hf_enet_command = -1;
static int hf_enet_command_flags_acknowledge = -1;
static int hf_enet_command_flags_unsequenced = -1;
static int hf_enet_command_flags_reserved = -1;
static int hf_enet_channel = -1;
static int hf_enet_seq = -1;
static int hf_enet_unreliable_seq = -1;
static int hf_enet_unsequenced_group = -1;
static int hf_enet_length = -1;
static int hf_enet_ack_seq = -1;
static int hf_enet_ack_sent_time = -1;
static int hf_enet_connect_peer_id = -1;
static int hf_enet_connect_incoming_session = -1;
static int hf_enet_connect_outgoing_session = -1;
static int hf_enet_connect_mtu = -1;
static int hf_enet_connect_window = -1;
static int hf_enet_connect_channels = -1;
static int hf_enet_connect_incoming_bandwidth = -1;
static int hf_enet_connect_outgoing_bandwidth = -1;
static int hf_enet_connect_throttle_interval = -1;
static int hf_enet_connect_throttle_acceleration = -1;
static int hf_enet_connect_throttle_deceleration = -1;
static int hf_enet_connect_id = -1;
static int hf_enet_connect_data = -1;
static int hf_enet_disconnect_data = -1;
static int hf_enet_bandwidth_incoming = -1;
static int hf_enet_bandwidth_outgoing = -1;
static int hf_enet_throttle_interval = -1;
static int hf_enet_throttle_acceleration = -1;
static int hf_enet_throttle_deceleration = -1;
static int hf_enet_fragment_start_seq = -1;
static int hf_enet_fragment_count = -1;
static int hf_enet_fragment_number = -1;
static int hf_enet_fragment_total_length = -1;
static int hf_enet_fragment_offset = -1;

static int ett_enet_item = -1;
static int ett_enet_command_byte = -1;

static expert_field ei_enet_command_implausible = EI_INIT;
static expert_field ei_enet_bandwidth_quirk = EI_INIT;
static expert_field ei_enet_connect = EI_INIT;
static expert_field ei_enet_verify = EI_INIT;
static expert_field ei_enet_disconnect = EI_INIT;

static const value_string command_names[] = {
    { ENET_ACKNOWLEDGE,              "ACKNOWLEDGE" },
    { ENET_CONNECT,                  "CONNECT" },
    { ENET_VERIFY_CONNECT,           "VERIFY_CONNECT" },
    { ENET_DISCONNECT,               "DISCONNECT" },
    { ENET_PING,                     "PING" },
    { ENET_SEND_RELIABLE,            "SEND_RELIABLE" },
    { ENET_SEND_UNRELIABLE,          "SEND_UNRELIABLE" },
    { ENET_SEND_FRAGMENT,            "SEND_FRAGMENT" },
    { ENET_SEND_UNSEQUENCED,         "SEND_UNSEQUENCED" },
    { ENET_BANDWIDTH_LIMIT,          "BANDWIDTH_LIMIT" },
    { ENET_THROTTLE_CONFIGURE,       "THROTTLE_CONFIGURE" },
    { ENET_SEND_UNRELIABLE_FRAGMENT, "SEND_UNRELIABLE_FRAGMENT" },
    { 0, NULL }
};

static int *const field_hf[ENET_FIELD_COUNT] = {
    [ENET_FIELD_ACK_SEQ]                       = &hf_enet_ack_seq,
    [ENET_FIELD_ACK_SENT_TIME]                 = &hf_enet_ack_sent_time,
    [ENET_FIELD_CONNECT_PEER_ID]               = &hf_enet_connect_peer_id,
    [ENET_FIELD_CONNECT_INCOMING_SESSION]      = &hf_enet_connect_incoming_session,
    [ENET_FIELD_CONNECT_OUTGOING_SESSION]      = &hf_enet_connect_outgoing_session,
    [ENET_FIELD_CONNECT_MTU]                   = &hf_enet_connect_mtu,
    [ENET_FIELD_CONNECT_WINDOW]                = &hf_enet_connect_window,
    [ENET_FIELD_CONNECT_CHANNELS]              = &hf_enet_connect_channels,
    [ENET_FIELD_CONNECT_INCOMING_BANDWIDTH]    = &hf_enet_connect_incoming_bandwidth,
    [ENET_FIELD_CONNECT_OUTGOING_BANDWIDTH]    = &hf_enet_connect_outgoing_bandwidth,
    [ENET_FIELD_CONNECT_THROTTLE_INTERVAL]     = &hf_enet_connect_throttle_interval,
    [ENET_FIELD_CONNECT_THROTTLE_ACCELERATION] = &hf_enet_connect_throttle_acceleration,
    [ENET_FIELD_CONNECT_THROTTLE_DECELERATION] = &hf_enet_connect_throttle_deceleration,
    [ENET_FIELD_CONNECT_ID]                    = &hf_enet_connect_id,
    [ENET_FIELD_CONNECT_DATA]                  = &hf_enet_connect_data,
    [ENET_FIELD_DISCONNECT_DATA]               = &hf_enet_disconnect_data,
    [ENET_FIELD_LENGTH]                        = &hf_enet_length,
    [ENET_FIELD_UNRELIABLE_SEQ]                = &hf_enet_unreliable_seq,
    [ENET_FIELD_UNSEQUENCED_GROUP]             = &hf_enet_unsequenced_group,
    [ENET_FIELD_FRAGMENT_START_SEQ]            = &hf_enet_fragment_start_seq,
    [ENET_FIELD_FRAGMENT_COUNT]                = &hf_enet_fragment_count,
    [ENET_FIELD_FRAGMENT_NUMBER]               = &hf_enet_fragment_number,
    [ENET_FIELD_FRAGMENT_TOTAL_LENGTH]         = &hf_enet_fragment_total_length,
    [ENET_FIELD_FRAGMENT_OFFSET]               = &hf_enet_fragment_offset,
    [ENET_FIELD_BANDWIDTH_INCOMING]            = &hf_enet_bandwidth_incoming,
    [ENET_FIELD_BANDWIDTH_OUTGOING]            = &hf_enet_bandwidth_outgoing,
    [ENET_FIELD_THROTTLE_INTERVAL]             = &hf_enet_throttle_interval,
    [ENET_FIELD_THROTTLE_ACCELERATION]         = &hf_enet_throttle_acceleration,
    [ENET_FIELD_THROTTLE_DECELERATION]         = &hf_enet_throttle_deceleration,
};

#define ACK_FORMAT "ACK %u"

const char *
enet_describe_command(wmem_allocator_t *pool, const enet_command_t *command)
{
    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        return wmem_strdup_printf(pool, ACK_FORMAT, command->second);
    case ENET_CONNECT:
        return wmem_strdup_printf(pool, "CONNECT %u channels, data %u", command->channels,
                                  command->connect_data);
    case ENET_VERIFY_CONNECT:
        return wmem_strdup_printf(pool, "VERIFY_CONNECT %u channels, slot %u", command->channels,
                                  command->peer_id);
    case ENET_DISCONNECT:
        return wmem_strdup_printf(pool, "DISCONNECT%s, data %u",
                                  command->byte & ENET_COMMAND_ACKNOWLEDGE_FLAG ? "" : " now",
                                  command->disconnect_data);
    case ENET_SEND_RELIABLE:
        return wmem_strdup_printf(pool, "RELIABLE %u, %u bytes", command->seq, command->length);
    case ENET_SEND_UNRELIABLE:
        return wmem_strdup_printf(pool, "UNRELIABLE %u.%u, %u bytes", command->seq,
                                  command->second, command->length);
    case ENET_SEND_UNSEQUENCED:
        return wmem_strdup_printf(pool, "UNSEQUENCED %u, %u bytes", command->second,
                                  command->length);
    case ENET_SEND_FRAGMENT:
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        return wmem_strdup_printf(pool, "%s fragment %u/%u of %u bytes",
                                  command->number == ENET_SEND_FRAGMENT ? "RELIABLE"
                                                                        : "UNRELIABLE",
                                  command->fragment_number + 1, command->fragment_count,
                                  command->fragment_total);
    default:
        return val_to_str(pool, command->number, command_names, "Command %u");
    }
}

/* Tells whether the Info column takes more text. */
static bool
takes_info(packet_info *pinfo)
{
    const char *info = col_get_text(pinfo->cinfo, COL_INFO);

    return info && strlen(info) < COL_MAX_INFO_LEN - 1;
}

static void
command_tree_add_info(packet_info *pinfo, const enet_command_t *command, const enet_event_t *event)
{
    const char *mark;

    if (!takes_info(pinfo))
        return;
    mark = enet_event_mark(pinfo->pool, event);
    if (command->channel == ENET_CHANNEL_NONE)
        col_append_sep_fstr(pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR, "%s%s",
                            mark, enet_describe_command(pinfo->pool, command));
    else if (command->number == ENET_ACKNOWLEDGE)   /* the most frequent ones are written at once */
        col_append_sep_fstr(pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR, "%s" ACK_FORMAT " ch %u",
                            mark, command->second, command->channel);
    else
        col_append_sep_fstr(pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR, "%s%s ch %u",
                            mark, enet_describe_command(pinfo->pool, command), command->channel);
}

/* Tells whether the command is of ENet alone, and says nothing of what the game or its connection do. */
static bool
is_housekeeping(const enet_command_t *command)
{
    return command->number == ENET_ACKNOWLEDGE || command->number == ENET_PING ||
           command->number == ENET_BANDWIDTH_LIMIT || command->number == ENET_THROTTLE_CONFIGURE;
}

/* Tells whether a command acknowledges the number after that of the command before, and no more is to be said of both. */
static bool
continues_acks(const enet_datagram_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index], *before = command - 1;

    return command->number == ENET_ACKNOWLEDGE && before->number == ENET_ACKNOWLEDGE &&
           command->channel == before->channel && command->second == before->second + 1 &&
           !*enet_event_mark(datagram->pinfo->pool, enet_datagram_event(datagram, index)) &&
           !*enet_event_mark(datagram->pinfo->pool, enet_datagram_event(datagram, index - 1));
}

static void
add_acks_info(packet_info *pinfo, const enet_command_t *first, const enet_command_t *last)
{
    if (!takes_info(pinfo))
        return;
    col_append_sep_fstr(pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR, ACK_FORMAT "-%u", first->second, last->second);
    if (first->channel != ENET_CHANNEL_NONE)
        col_append_fstr(pinfo->cinfo, COL_INFO, " ch %u", first->channel);
}

void
enet_add_housekeeping_info(const enet_datagram_t *datagram)
{
    for (unsigned i = 0; i < datagram->count; i++) {
        unsigned first = i;

        if (!is_housekeeping(&datagram->commands[i]))
            continue;
        while (i + 1 < datagram->count && continues_acks(datagram, i + 1))
            i++;
        if (first < i)
            add_acks_info(datagram->pinfo, &datagram->commands[first], &datagram->commands[i]);
        else
            command_tree_add_info(datagram->pinfo, &datagram->commands[i], enet_datagram_event(datagram, i));
    }
}

/* The label is written as a whole: proto_tree_add_bitmask() would format and append each of its parts. */
static void
dissect_command_byte(tvbuff_t *tvb, proto_tree *tree, int offset, const enet_command_t *command)
{
    static int *const fields[] = {
        &hf_enet_command_flags_acknowledge,
        &hf_enet_command_flags_unsequenced,
        &hf_enet_command_flags_reserved,
        &hf_enet_command,
        NULL
    };
    proto_item *item = proto_tree_add_uint(tree, hf_enet_command_byte, tvb, offset, 1, command->byte);

    tree = proto_item_add_subtree(item, ett_enet_command_byte);
    proto_tree_add_bitmask_list(tree, tvb, offset, 1, fields, ENC_BIG_ENDIAN);
    proto_item_append_text(item, "%s%s, Number: %s",
                           command->byte & ENET_COMMAND_ACKNOWLEDGE_FLAG ? ", Acknowledge" : "",
                           command->byte & ENET_COMMAND_UNSEQUENCED_FLAG ? ", Unsequenced" : "",
                           val_to_str_const(command->number, command_names, "Unknown"));
}

/* Reads a field of 1, 2 or 4 bytes. */
static uint32_t
field_value(tvbuff_t *tvb, int offset, int size)
{
    switch (size) {
    case 1:     return tvb_get_uint8(tvb, offset);
    case 2:     return tvb_get_ntohs(tvb, offset);
    default:    return tvb_get_ntohl(tvb, offset);
    }
}

static void
dissect_command_fields(tvbuff_t *tvb, proto_tree *tree, int offset, const enet_command_t *command)
{
    dissect_command_byte(tvb, tree, offset, command);
    proto_tree_add_uint(tree, hf_enet_channel, tvb, offset + 1, 1, command->channel);
    proto_tree_add_uint(tree, hf_enet_seq, tvb, offset + 2, 2, command->seq);
    offset += ENET_COMMAND_HEAD_SIZE;
    for (const enet_field_t *field = enet_command_fields(command->number); field->id; field++) {
        proto_tree_add_uint(tree, *field_hf[field->id], tvb, offset, field->size, field_value(tvb, offset, field->size));
        offset += field->size;
    }
}

/* Makes what begins and ends a connection an expert item, as TCP does for SYN and FIN. */
static void
tell_connection(const enet_command_t *command, packet_info *pinfo, proto_item *item)
{
    switch (command->number) {
    case ENET_CONNECT:
        experts_add_format(pinfo, item, &ei_enet_connect, "Asks for a connection: %u channels, data %u",
                           command->channels, command->connect_data);
        break;
    case ENET_VERIFY_CONNECT:
        experts_add(pinfo, item, &ei_enet_verify);
        break;
    case ENET_DISCONNECT:
        experts_add_format(pinfo, item, &ei_enet_disconnect, "Ends the connection, data %u", command->disconnect_data);
        break;
    default:
        break;
    }
}

/*
 * Flags a server whose bandwidth limit is a mistake: with max_channels = c Godot 4 advertises c + 2 bytes/s
 * (docs/wire/enet.md, 7).
 */
static void
check_bandwidth_quirk(const enet_command_t *command, packet_info *pinfo, proto_item *item)
{
    uint32_t bandwidth = command->incoming_bandwidth;

    if (command->number == ENET_VERIFY_CONNECT && bandwidth >= 3 && bandwidth <= 257)
        experts_add_format(pinfo, item, &ei_enet_bandwidth_quirk,
            "The server asks for %u bytes/s: Godot 4 passes max_channels (%u) as bandwidth",
            bandwidth, bandwidth - 2);
}

void
enet_dissect_command(const enet_datagram_t *datagram, unsigned index, proto_tree *top,
                     proto_tree *enet_tree)
{
    const enet_command_t *command = &datagram->commands[index];
    const enet_event_t *event = enet_datagram_event(datagram, index);
    packet_info *pinfo = datagram->pinfo;
    int offset = datagram->block_offset + (int)command->offset;
    proto_item *item = NULL;
    proto_tree *tree = NULL;

    if (enet_tree) {
        item = proto_tree_add_item(enet_tree, hf_enet_item, datagram->block, offset,
                                   (int)(command->size + command->length), ENC_NA);
        tree = proto_item_add_subtree(item, ett_enet_item);
        proto_item_set_text(item, "%s%s", event->missing ? "" : enet_event_mark(pinfo->pool, event),
                            enet_describe_command(pinfo->pool, command));
        dissect_command_fields(datagram->block, tree, offset, command);
    }
    if (!enet_command_is_plausible(command) && !enet_command_is_fragment(command))
        experts_add(pinfo, item, &ei_enet_command_implausible);
    tell_connection(command, pinfo, item);
    check_bandwidth_quirk(command, pinfo, item);
    enet_show_analysis(command, event, datagram->block, pinfo, tree, item);
    if (enet_command_has_data(command) ? !enet_dissect_payload(datagram, index, top, tree, item)
                                       : !is_housekeeping(command))
        command_tree_add_info(pinfo, command, event);
    if (tree)
        enet_show_delivery(enet_datagram_event(datagram, index), datagram->block, tree);
    if (!PINFO_FD_VISITED(pinfo))
        enet_deliver(datagram, index);
}

void
enet_command_tree_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_enet_item,
          { "Command", "enet.command.item", FT_NONE, BASE_NONE,
            NULL, 0, "One command with its data", HFILL } },
        { &hf_enet_command_byte,
          { "Command and flags", "enet.command.byte", FT_UINT8, BASE_HEX,
            NULL, 0, "Number and flags of the command", HFILL } },
        { &hf_enet_command,
          { "Number", "enet.command", FT_UINT8, BASE_DEC,
            VALS(command_names), ENET_COMMAND_NUMBER, "What the command does", HFILL } },
        { &hf_enet_command_flags_acknowledge,
          { "Acknowledge", "enet.command.flags.acknowledge", FT_BOOLEAN, 8,
            NULL, ENET_COMMAND_ACKNOWLEDGE_FLAG, "The receiver must acknowledge it", HFILL } },
        { &hf_enet_command_flags_unsequenced,
          { "Unsequenced", "enet.command.flags.unsequenced", FT_BOOLEAN, 8,
            NULL, ENET_COMMAND_UNSEQUENCED_FLAG, "Outside of any order", HFILL } },
        { &hf_enet_command_flags_reserved,
          { "Reserved", "enet.command.flags.reserved", FT_UINT8, BASE_HEX,
            NULL, 0x30, "Always 0", HFILL } },
        { &hf_enet_channel,
          { "Channel", "enet.channel", FT_UINT8, BASE_DEC,
            NULL, 0, "255 for commands of the connection itself", HFILL } },
        { &hf_enet_seq,
          { "Reliable sequence number", "enet.seq", FT_UINT16, BASE_DEC,
            NULL, 0, "Counts the reliable commands of the channel", HFILL } },
        { &hf_enet_unreliable_seq,
          { "Unreliable sequence number", "enet.unreliable_seq", FT_UINT16, BASE_DEC,
            NULL, 0, "Counts unreliable commands since the last reliable one of the channel", HFILL } },
        { &hf_enet_unsequenced_group,
          { "Unsequenced group", "enet.unsequenced_group", FT_UINT16, BASE_DEC,
            NULL, 0, "Counts the unsequenced commands of the connection", HFILL } },
        { &hf_enet_length,
          { "Data length", "enet.length", FT_UINT16, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the data that follow", HFILL } },
        { &hf_enet_ack_seq,
          { "Acknowledged number", "enet.ack.seq", FT_UINT16, BASE_DEC,
            NULL, 0, "Reliable sequence number that was received", HFILL } },
        { &hf_enet_ack_sent_time,
          { "Acknowledged sent time", "enet.ack.sent_time", FT_UINT16, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_milliseconds, 0, "Sent time of the datagram that carried the acknowledged command", HFILL } },
        { &hf_enet_connect_peer_id,
          { "Own slot", "enet.connect.peer_id", FT_UINT16, BASE_DEC,
            NULL, 0, "Slot that the other side must put into its headers", HFILL } },
        { &hf_enet_connect_incoming_session,
          { "Incoming session", "enet.connect.incoming_session", FT_UINT8, BASE_DEC,
            NULL, 0, "255 on the first use of the slot", HFILL } },
        { &hf_enet_connect_outgoing_session,
          { "Outgoing session", "enet.connect.outgoing_session", FT_UINT8, BASE_DEC,
            NULL, 0, "255 on the first use of that slot", HFILL } },
        { &hf_enet_connect_mtu,
          { "MTU", "enet.connect.mtu", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Largest datagram, before compression", HFILL } },
        { &hf_enet_connect_window,
          { "Window size", "enet.connect.window", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Reliable data that may be in flight", HFILL } },
        { &hf_enet_connect_channels,
          { "Channels", "enet.connect.channels", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of channels: 3 by default in Godot 3, 255 in Godot 4", HFILL } },
        { &hf_enet_connect_incoming_bandwidth,
          { "Incoming bandwidth", "enet.connect.incoming_bandwidth", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Per second; 0 = unlimited", HFILL } },
        { &hf_enet_connect_outgoing_bandwidth,
          { "Outgoing bandwidth", "enet.connect.outgoing_bandwidth", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Of the sender, per second; 0 = unlimited", HFILL } },
        { &hf_enet_connect_throttle_interval,
          { "Throttle interval", "enet.connect.throttle_interval", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_milliseconds, 0, "How often the throttle of unreliable data is set anew", HFILL } },
        { &hf_enet_connect_throttle_acceleration,
          { "Throttle acceleration", "enet.connect.throttle_acceleration", FT_UINT32, BASE_DEC,
            NULL, 0, "Step up when round trips get better", HFILL } },
        { &hf_enet_connect_throttle_deceleration,
          { "Throttle deceleration", "enet.connect.throttle_deceleration", FT_UINT32, BASE_DEC,
            NULL, 0, "Step down when round trips get worse", HFILL } },
        { &hf_enet_connect_id,
          { "Connect id", "enet.connect.id", FT_UINT32, BASE_HEX,
            NULL, 0, "Identifies the connection; opaque", HFILL } },
        { &hf_enet_connect_data,
          { "Data", "enet.connect.data", FT_UINT32, BASE_DEC,
            NULL, 0, "From the application; in Godot the unique peer id of the client", HFILL } },
        { &hf_enet_disconnect_data,
          { "Data", "enet.disconnect.data", FT_UINT32, BASE_DEC,
            NULL, 0, "From the application, with its disconnect", HFILL } },
        { &hf_enet_bandwidth_incoming,
          { "Incoming bandwidth", "enet.bandwidth.incoming", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "New limit per second; 0 = unlimited", HFILL } },
        { &hf_enet_bandwidth_outgoing,
          { "Outgoing bandwidth", "enet.bandwidth.outgoing", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "New limit of the sender, per second; 0 = unlimited", HFILL } },
        { &hf_enet_throttle_interval,
          { "Throttle interval", "enet.throttle.interval", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_milliseconds, 0, "New interval of the throttle", HFILL } },
        { &hf_enet_throttle_acceleration,
          { "Throttle acceleration", "enet.throttle.acceleration", FT_UINT32, BASE_DEC,
            NULL, 0, "New step up", HFILL } },
        { &hf_enet_throttle_deceleration,
          { "Throttle deceleration", "enet.throttle.deceleration", FT_UINT32, BASE_DEC,
            NULL, 0, "New step down", HFILL } },
        { &hf_enet_fragment_start_seq,
          { "Start sequence number", "enet.fragment.start_seq", FT_UINT16, BASE_DEC,
            NULL, 0, "Sequence number of fragment 0", HFILL } },
        { &hf_enet_fragment_count,
          { "Fragment count", "enet.fragment.count", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of fragments of the message", HFILL } },
        { &hf_enet_fragment_number,
          { "Fragment number", "enet.fragment.number", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of this fragment, from 0", HFILL } },
        { &hf_enet_fragment_total_length,
          { "Total length", "enet.fragment.total_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the whole message", HFILL } },
        { &hf_enet_fragment_offset,
          { "Fragment offset", "enet.fragment.offset", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Place of these data in the message", HFILL } },
    };
    static int *ett[] = {
        &ett_enet_item,
        &ett_enet_command_byte,
    };
    static ei_register_info ei[] = {
        { &ei_enet_command_implausible,
          { "enet.command.implausible", PI_PROTOCOL, PI_WARN,
            "No stock ENet sends such a command: its fields contradict the protocol", EXPFILL } },
        { &ei_enet_bandwidth_quirk,
          { "enet.connect.bandwidth_quirk", PI_PROTOCOL, PI_NOTE,
            "The server asks for a few bytes per second: Godot 4 passes max_channels as bandwidth", EXPFILL } },
        { &ei_enet_connect,
          { "enet.connection.asked", PI_SEQUENCE, PI_CHAT, "Asks for a connection", EXPFILL } },
        { &ei_enet_verify,
          { "enet.connection.accepted", PI_SEQUENCE, PI_CHAT, "Accepts the connection", EXPFILL } },
        { &ei_enet_disconnect,
          { "enet.connection.ended", PI_SEQUENCE, PI_CHAT, "Ends the connection", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
