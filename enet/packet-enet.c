/* enet/packet-enet.c
 * Routines for ENet: what does this datagram say?
 * docs/wire/enet.md; https://github.com/lsalzman/enet
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/analysis.h"
#include "enet/compression.h"
#include "enet/heuristic.h"
#include "enet/taps.h"
#include "enet/packet-enet.h"

#include <epan/reassemble.h>
#include <zlib.h>

#define INFO_SEPARATOR "  |  "

/* What the first pass decided about a datagram; pinned to its frame. */
typedef struct {
    enet_connection_t *connection;
    enet_direction_t   direction;
    enet_compression_t compression;
    bool               checksum;
    unsigned           count;
    enet_event_t      *events;      /* one per command */
    bool              *completes;   /* per command: the last fragment of its message to arrive */
} enet_datagram_t;

/* What the functions of one call share. */
typedef struct {
    tvbuff_t        *tvb;           /* the datagram */
    packet_info     *pinfo;
    proto_tree      *top;           /* where payload dissectors go on */
    proto_tree      *tree;          /* ENet's own; NULL when nobody looks */
    enet_header_t    header;
    tvbuff_t        *block;         /* the commands, uncompressed */
    int              block_offset;  /* of their first byte in block */
    enet_datagram_t *datagram;
    enet_command_t  *commands;
    unsigned         count;
    uint32_t         position;      /* of the first command within the frame */
    bool             payload_taken; /* by a payload dissector */
} enet_call_t;

static int proto_enet = -1;

static int hf_enet_stream = -1;
static int hf_enet_direction = -1;
static int hf_enet_header = -1;
static int hf_enet_flags_sent_time = -1;
static int hf_enet_flags_compressed = -1;
static int hf_enet_session_id = -1;
static int hf_enet_peer_id = -1;
static int hf_enet_sent_time = -1;
static int hf_enet_checksum = -1;
static int hf_enet_checksum_status = -1;
static int hf_enet_compressed = -1;
static int hf_enet_compression = -1;
static int hf_enet_compressed_length = -1;
static int hf_enet_uncompressed_length = -1;
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
static int hf_enet_payload = -1;
static int hf_enet_data = -1;
static int hf_enet_padding = -1;
static int hf_enet_trailing = -1;

static int hf_enet_fragments = -1;
static int hf_enet_fragment = -1;
static int hf_enet_fragment_overlap = -1;
static int hf_enet_fragment_overlap_conflict = -1;
static int hf_enet_fragment_multiple_tails = -1;
static int hf_enet_fragment_too_long = -1;
static int hf_enet_fragment_error = -1;
static int hf_enet_fragment_pieces = -1;
static int hf_enet_reassembled_in = -1;
static int hf_enet_reassembled_length = -1;
static int hf_enet_reassembled_data = -1;

static int ett_enet = -1;
static int ett_enet_header = -1;
static int ett_enet_item = -1;
static int ett_enet_command_byte = -1;
static int ett_enet_fragments = -1;
static int ett_enet_fragment = -1;

static expert_field ei_enet_checksum = EI_INIT;
static expert_field ei_enet_undecodable = EI_INIT;
static expert_field ei_enet_command_unknown = EI_INIT;
static expert_field ei_enet_command_cut = EI_INIT;
static expert_field ei_enet_command_implausible = EI_INIT;
static expert_field ei_enet_fragment_broken = EI_INIT;
static expert_field ei_enet_reassembled_length = EI_INIT;
static expert_field ei_enet_trailing = EI_INIT;
static expert_field ei_enet_mtu = EI_INIT;
static expert_field ei_enet_captured = EI_INIT;
static expert_field ei_enet_bandwidth_quirk = EI_INIT;

static dissector_handle_t enet_handle;
static dissector_handle_t enet_bound_handle;
static dissector_table_t channel_table;
static heur_dissector_list_t heuristics;
static reassembly_table reassembly;

enum { CHECKSUM_AUTO, CHECKSUM_OFF, CHECKSUM_ON };
enum { PAYLOAD_AUTO, PAYLOAD_GODOT4, PAYLOAD_GODOT3, PAYLOAD_VARIANT, PAYLOAD_DATA };
#define COMPRESSION_AUTO (-1)

static int pref_compression = COMPRESSION_AUTO;
static int pref_checksum = CHECKSUM_AUTO;
static int pref_payload = PAYLOAD_AUTO;

/* Indexed by the values of enet.payload. */
static const char *const payload_names[] = { NULL, "godot4", "godot3", "godot.variant", NULL };
static dissector_handle_t payload_handles[G_N_ELEMENTS(payload_names)];

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

static const value_string direction_names[] = {
    { ENET_FROM_INITIATOR, "Initiator to responder" },
    { ENET_FROM_RESPONDER, "Responder to initiator" },
    { 0, NULL }
};

static const value_string compression_names[] = {
    { ENET_COMPRESSION_NONE,   "None" },
    { ENET_COMPRESSION_RANGE,  "Range coder" },
    { ENET_COMPRESSION_FASTLZ, "FastLZ" },
    { ENET_COMPRESSION_ZLIB,   "zlib" },
    { ENET_COMPRESSION_ZSTD,   "Zstandard" },
    { 0, NULL }
};

/* --- The layout of the commands: docs/wire/enet.md, 2. --- */

typedef struct {
    int    *hf;
    uint8_t size;
} enet_field_t;

#define CONNECT_FIELDS \
    { &hf_enet_connect_peer_id, 2 }, \
    { &hf_enet_connect_incoming_session, 1 }, \
    { &hf_enet_connect_outgoing_session, 1 }, \
    { &hf_enet_connect_mtu, 4 }, \
    { &hf_enet_connect_window, 4 }, \
    { &hf_enet_connect_channels, 4 }, \
    { &hf_enet_connect_incoming_bandwidth, 4 }, \
    { &hf_enet_connect_outgoing_bandwidth, 4 }, \
    { &hf_enet_connect_throttle_interval, 4 }, \
    { &hf_enet_connect_throttle_acceleration, 4 }, \
    { &hf_enet_connect_throttle_deceleration, 4 }, \
    { &hf_enet_connect_id, 4 }

#define FRAGMENT_FIELDS \
    { &hf_enet_fragment_start_seq, 2 }, \
    { &hf_enet_length, 2 }, \
    { &hf_enet_fragment_count, 4 }, \
    { &hf_enet_fragment_number, 4 }, \
    { &hf_enet_fragment_total_length, 4 }, \
    { &hf_enet_fragment_offset, 4 }

#define MAX_FIELDS 13

/* The fields behind the four bytes that all commands have; the first NULL ends a list. */
static const enet_field_t command_fields[ENET_COMMAND_COUNT][MAX_FIELDS + 1] = {
    [ENET_ACKNOWLEDGE] = { { &hf_enet_ack_seq, 2 }, { &hf_enet_ack_sent_time, 2 } },
    [ENET_CONNECT] = { CONNECT_FIELDS, { &hf_enet_connect_data, 4 } },
    [ENET_VERIFY_CONNECT] = { CONNECT_FIELDS },
    [ENET_DISCONNECT] = { { &hf_enet_disconnect_data, 4 } },
    [ENET_SEND_RELIABLE] = { { &hf_enet_length, 2 } },
    [ENET_SEND_UNRELIABLE] = { { &hf_enet_unreliable_seq, 2 }, { &hf_enet_length, 2 } },
    [ENET_SEND_FRAGMENT] = { FRAGMENT_FIELDS },
    [ENET_SEND_UNSEQUENCED] = { { &hf_enet_unsequenced_group, 2 }, { &hf_enet_length, 2 } },
    [ENET_BANDWIDTH_LIMIT] = { { &hf_enet_bandwidth_incoming, 4 },
                               { &hf_enet_bandwidth_outgoing, 4 } },
    [ENET_THROTTLE_CONFIGURE] = { { &hf_enet_throttle_interval, 4 },
                                  { &hf_enet_throttle_acceleration, 4 },
                                  { &hf_enet_throttle_deceleration, 4 } },
    [ENET_SEND_UNRELIABLE_FRAGMENT] = { FRAGMENT_FIELDS },
};

static const fragment_items enet_fragment_items = {
    &ett_enet_fragment,
    &ett_enet_fragments,
    &hf_enet_fragments,
    &hf_enet_fragment,
    &hf_enet_fragment_overlap,
    &hf_enet_fragment_overlap_conflict,
    &hf_enet_fragment_multiple_tails,
    &hf_enet_fragment_too_long,
    &hf_enet_fragment_error,
    &hf_enet_fragment_pieces,
    &hf_enet_reassembled_in,
    &hf_enet_reassembled_length,
    &hf_enet_reassembled_data,
    "fragments"
};

static bool
is_fragment(const enet_command_t *command)
{
    return command->number == ENET_SEND_FRAGMENT ||
           command->number == ENET_SEND_UNRELIABLE_FRAGMENT;
}

static bool
has_data(const enet_command_t *command)
{
    return (ENET_COMMAND_BIT(command->number) & ENET_DATA_COMMANDS) != 0;
}

static enet_mode_t
mode_of(const enet_command_t *command)
{
    switch (command->number) {
    case ENET_SEND_RELIABLE:
    case ENET_SEND_FRAGMENT:
        return ENET_MODE_RELIABLE;
    case ENET_SEND_UNSEQUENCED:
        return ENET_MODE_UNSEQUENCED;
    default:
        return ENET_MODE_UNRELIABLE;
    }
}

/* --- From the datagram to its block of commands --- */

/* Undo a compressed block into a tvb of its own; NULL if that mode does not fit. */
static tvbuff_t *
undo(enet_call_t *call, enet_compression_t mode, unsigned offset, bool must_be_plausible)
{
    uint8_t out[ENET_MAX_DECOMPRESSED];
    size_t in_length = tvb_captured_length(call->tvb) - offset;
    const uint8_t *in = tvb_get_ptr(call->tvb, (int)offset, (int)in_length);
    size_t size = enet_decompress(mode, in, in_length, out, sizeof out - call->header.size);
    enet_evidence_t evidence;

    if (size == 0)
        return NULL;
    if (must_be_plausible && !enet_block_is_plausible(&call->header, out, size,
                                                      mode == ENET_COMPRESSION_FASTLZ, &evidence))
        return NULL;
    return tvb_new_child_real_data(call->tvb,
                                   (const uint8_t *)wmem_memdup(call->pinfo->pool, out, size),
                                   (unsigned)size, (int)size);
}

/* The mode is not on the wire: the one that last served, else each that gives commands to the exact end. */
static tvbuff_t *
undo_any(enet_call_t *call, unsigned offset, enet_compression_t last, enet_compression_t *mode)
{
    const uint8_t *in = tvb_get_ptr(call->tvb, (int)offset, -1);
    size_t in_length = tvb_captured_length(call->tvb) - offset;
    tvbuff_t *block = last ? undo(call, last, offset, true) : NULL;

    *mode = last;
    for (int m = ENET_COMPRESSION_COUNT - 1; !block && m >= ENET_COMPRESSION_RANGE; m--) {
        *mode = (enet_compression_t)m;
        if (enet_compression_plausible(*mode, in, in_length))
            block = undo(call, *mode, offset, true);
    }
    return block;
}

static tvbuff_t *
open_compressed(enet_call_t *call, unsigned offset, enet_compression_t last,
                enet_compression_t *mode)
{
    if (tvb_captured_length(call->tvb) <= offset)
        return NULL;
    if (pref_compression == COMPRESSION_AUTO)
        return undo_any(call, offset, last, mode);
    *mode = (enet_compression_t)pref_compression;
    return *mode == ENET_COMPRESSION_NONE ? NULL : undo(call, *mode, offset, false);
}

/* The usual CRC-32 over header, key and uncompressed commands (docs/wire/enet.md, 1.2). */
static uint32_t
checksum_of(const enet_call_t *call, uint32_t connect_id)
{
    uint8_t key[ENET_CHECKSUM_SIZE] = { 0 };
    int length = (int)tvb_captured_length_remaining(call->block, call->block_offset);
    uLong crc = crc32(0, tvb_get_ptr(call->tvb, 0, (int)call->header.size), call->header.size);

    if (call->header.peer_id != ENET_PEER_UNKNOWN)
        phtonu32(key, connect_id);
    crc = crc32(crc, key, sizeof key);
    if (length > 0)
        crc = crc32(crc, tvb_get_ptr(call->block, call->block_offset, length), (uInt)length);
    return (uint32_t)crc;
}

/* Find the block under the assumption that there is a checksum, or none. */
static bool
open_block(enet_call_t *call, bool checksum, enet_compression_t last, enet_compression_t *mode)
{
    unsigned offset = call->header.size + (checksum ? ENET_CHECKSUM_SIZE : 0);

    *mode = ENET_COMPRESSION_NONE;
    if (tvb_captured_length(call->tvb) < offset)
        return false;
    if (call->header.compressed) {
        call->block = open_compressed(call, offset, last, mode);
        call->block_offset = 0;
    } else {
        call->block = call->tvb;
        call->block_offset = (int)offset;
    }
    return call->block != NULL;
}

static bool
checksum_is_right(const enet_call_t *call, uint32_t connect_id)
{
    return checksum_of(call, connect_id) == tvb_get_ntohl(call->tvb, (int)call->header.size);
}

/* A datagram to a peer without a number shows by itself whether it has a checksum. */
static bool
shows_checksum(enet_call_t *call, enet_compression_t *mode)
{
    return call->header.peer_id == ENET_PEER_UNKNOWN &&
           open_block(call, true, ENET_COMPRESSION_NONE, mode) && checksum_is_right(call, 0);
}

static void
choose_block(enet_call_t *call, const enet_connection_t *connection, enet_direction_t direction,
             enet_datagram_t *datagram)
{
    enet_compression_t last = connection
        ? (enet_compression_t)connection->end[direction].compression : ENET_COMPRESSION_NONE;

    datagram->checksum = pref_checksum == CHECKSUM_ON ||
        (pref_checksum == CHECKSUM_AUTO &&
         ((connection && connection->checksum) || shows_checksum(call, &datagram->compression)));
    open_block(call, datagram->checksum, last, &datagram->compression);
}

/* --- The commands of a block --- */

/* Read all commands up to the first that can't be read; returns the offset behind the last. */
static int
read_commands(enet_call_t *call)
{
    size_t offset = 0, length;
    const uint8_t *block;
    wmem_array_t *commands = wmem_array_new(call->pinfo->pool, sizeof(enet_command_t));
    enet_command_t command;

    if (!call->block || tvb_captured_length_remaining(call->block, call->block_offset) <= 0)
        return call->block_offset;
    length = (size_t)tvb_captured_length_remaining(call->block, call->block_offset);
    block = tvb_get_ptr(call->block, call->block_offset, (int)length);
    while (enet_read_command(block, length, offset, &command)) {
        offset += command.size + command.length;
        wmem_array_append_one(commands, command);
    }
    call->commands = (enet_command_t *)wmem_array_get_raw(commands);
    call->count = wmem_array_get_count(commands);
    return call->block_offset + (int)offset;
}

/* Datagrams of one frame (DTLS records) and their commands are numbered through. */
static uint32_t
next_position(packet_info *pinfo, unsigned count)
{
    uint32_t position = GPOINTER_TO_UINT(p_get_proto_data(pinfo->pool, pinfo, proto_enet, 0));

    p_remove_proto_data(pinfo->pool, pinfo, proto_enet, 0);
    p_add_proto_data(pinfo->pool, pinfo, proto_enet, 0, GUINT_TO_POINTER(position + count + 1));
    return position;
}

/* First pass: which connection, which compression, and what its commands mean to it. */
static int
learn_datagram(enet_call_t *call)
{
    enet_datagram_t *datagram = wmem_new0(wmem_file_scope(), enet_datagram_t);
    enet_direction_t direction = ENET_FROM_INITIATOR;
    enet_connection_t *connection = enet_connection_of_header(call->pinfo, &call->header,
                                                              &direction);
    int end;

    choose_block(call, connection, direction, datagram);
    end = read_commands(call);
    connection = enet_connection_assign(call->pinfo, &call->header, call->commands, call->count,
                                        enet_analysis_proves, &datagram->direction);
    if (call->block && datagram->compression)
        connection->end[datagram->direction].compression = (uint8_t)datagram->compression;
    connection->checksum |= datagram->checksum;
    datagram->connection = connection;
    datagram->count = call->count;
    datagram->events = wmem_alloc0_array(wmem_file_scope(), enet_event_t, call->count);
    datagram->completes = wmem_alloc0_array(wmem_file_scope(), bool, call->count);
    enet_analyse(connection, datagram->direction, call->pinfo, &call->header, call->commands,
                 call->count, datagram->events);
    call->datagram = datagram;
    return end;
}

static int
recall_datagram(enet_call_t *call)
{
    enet_datagram_t *datagram = call->datagram;
    enet_compression_t mode;
    int end;

    open_block(call, datagram->checksum, datagram->compression, &mode);
    end = read_commands(call);
    call->count = MIN(call->count, datagram->count);
    return end;
}

/*
 * The datagram of this call, learned or recalled, and its commands.
 * Keyed by the number of the datagram in its frame.
 */
static int
prepare_datagram(enet_call_t *call)
{
    uint32_t ordinal = GPOINTER_TO_UINT(p_get_proto_data(call->pinfo->pool, call->pinfo,
                                                         proto_enet, 0)) + 1;
    int end;

    call->datagram = (enet_datagram_t *)p_get_proto_data(wmem_file_scope(), call->pinfo,
                                                         proto_enet, ordinal);
    if (call->datagram) {
        end = recall_datagram(call);
    } else {
        end = learn_datagram(call);
        p_add_proto_data(wmem_file_scope(), call->pinfo, proto_enet, ordinal, call->datagram);
    }
    call->position = next_position(call->pinfo, call->count);
    return end;
}

/* --- What a message holds --- */

static bool
offer_message(enet_call_t *call, tvbuff_t *message_tvb, enet_message_t *message)
{
    heur_dtbl_entry_t *entry;
    dissector_handle_t handle = payload_handles[pref_payload];

    if (pref_payload == PAYLOAD_DATA)
        return false;
    if (handle)
        return call_dissector_only(handle, message_tvb, call->pinfo, call->top, message) > 0;
    if (dissector_try_uint_with_data(channel_table, message->channel, message_tvb, call->pinfo,
                                     call->top, TRUE, message))
        return true;
    return dissector_try_heuristic(heuristics, message_tvb, call->pinfo, call->top, &entry,
                                   message);
}

static bool
hand_on_message(enet_call_t *call, const enet_command_t *command, unsigned index,
                tvbuff_t *message_tvb)
{
    enet_message_t message = {
        .connection = call->datagram->connection,
        .direction = call->datagram->direction,
        .mode = mode_of(command),
        .channel = command->channel,
        .fragmented = is_fragment(command),
        .position = call->position + index,
        .acked_frame = call->datagram->events[index].acked_frame,
    };
    bool taken;

    enet_taps_queue_message(call->pinfo, command->channel, message_tvb);
    col_set_fence(call->pinfo->cinfo, COL_INFO);
    taken = offer_message(call, message_tvb, &message);
    col_set_fence(call->pinfo->cinfo, COL_INFO);
    call->payload_taken |= taken;
    return taken;
}

static int
data_offset(const enet_call_t *call, const enet_command_t *command)
{
    return call->block_offset + (int)(command->offset + command->size);
}

/* A fragment's place in its message; the message when this is the one that completes it. */
static tvbuff_t *
reassemble(enet_call_t *call, const enet_command_t *command, unsigned index, proto_tree *tree)
{
    const enet_event_t *event = &call->datagram->events[index];
    bool *completes = &call->datagram->completes[index];
    fragment_head *head;
    tvbuff_t *message_tvb;

    head = fragment_add_seq_check(&reassembly, call->block, data_offset(call, command),
                                  call->pinfo, event->fragments->id, NULL,
                                  command->fragment_number, command->length,
                                  command->fragment_number + 1 < command->fragment_count);
    if (!PINFO_FD_VISITED(call->pinfo))
        *completes = head != NULL;
    message_tvb = process_reassembled_data(call->block, data_offset(call, command), call->pinfo,
                                           "Reassembled ENet message", head,
                                           &enet_fragment_items, NULL, tree);
    return *completes ? message_tvb : NULL;
}

static bool
dissect_fragment(enet_call_t *call, const enet_command_t *command, unsigned index,
                 proto_tree *tree, proto_item *item)
{
    tvbuff_t *message_tvb;

    if (!enet_command_is_plausible(command)) {
        expert_add_info(call->pinfo, item, &ei_enet_fragment_broken);
        return false;
    }
    if (enet_event_is_repeat(&call->datagram->events[index]))
        return false;
    message_tvb = reassemble(call, command, index, tree);
    if (!message_tvb)
        return false;
    if (tvb_reported_length(message_tvb) != command->fragment_total)
        expert_add_info(call->pinfo, item, &ei_enet_reassembled_length);
    return hand_on_message(call, command, index, message_tvb);
}

static bool
dissect_data(enet_call_t *call, const enet_command_t *command, unsigned index,
             proto_tree *tree, proto_item *item)
{
    bool taken = false;

    if (is_fragment(command))
        taken = dissect_fragment(call, command, index, tree, item);
    else if (!enet_event_is_repeat(&call->datagram->events[index]))
        taken = hand_on_message(call, command, index,
                                tvb_new_subset_length(call->block, data_offset(call, command),
                                                      (int)command->length));
    if (command->length > 0)
        proto_tree_add_item(tree, taken || is_fragment(command) ? hf_enet_payload : hf_enet_data,
                            call->block, data_offset(call, command), (int)command->length,
                            ENC_NA);
    return taken;
}

/* --- One command --- */

/* One readable entry of the Info column, also the label of the command's item. */
static const char *
describe_command(wmem_allocator_t *pool, const enet_command_t *command)
{
    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        return wmem_strdup_printf(pool, "ACK %u", command->second);
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

static const char *
describe_event(const enet_event_t *event)
{
    if (event->flags & ENET_EVENT_RETRANSMISSION)
        return "[Retransmission] ";
    if (event->flags & ENET_EVENT_DUPLICATE)
        return "[Duplicate] ";
    return "";
}

static void
add_info(enet_call_t *call, const enet_command_t *command, const enet_event_t *event)
{
    const char *text = describe_command(call->pinfo->pool, command);

    if (command->channel == ENET_CHANNEL_NONE)
        col_append_sep_fstr(call->pinfo->cinfo, COL_INFO, INFO_SEPARATOR, "%s%s",
                            describe_event(event), text);
    else
        col_append_sep_fstr(call->pinfo->cinfo, COL_INFO, INFO_SEPARATOR, "%s%s ch %u",
                            describe_event(event), text, command->channel);
}

static void
dissect_command_fields(tvbuff_t *tvb, proto_tree *tree, int offset, const enet_command_t *command)
{
    static int *const byte_fields[] = {
        &hf_enet_command_flags_acknowledge,
        &hf_enet_command_flags_unsequenced,
        &hf_enet_command_flags_reserved,
        &hf_enet_command,
        NULL
    };

    proto_tree_add_bitmask(tree, tvb, offset, hf_enet_command_byte, ett_enet_command_byte,
                           byte_fields, ENC_BIG_ENDIAN);
    proto_tree_add_item(tree, hf_enet_channel, tvb, offset + 1, 1, ENC_BIG_ENDIAN);
    proto_tree_add_item(tree, hf_enet_seq, tvb, offset + 2, 2, ENC_BIG_ENDIAN);
    offset += 4;
    for (const enet_field_t *field = command_fields[command->number]; field->hf; field++) {
        proto_tree_add_item(tree, *field->hf, tvb, offset, field->size, ENC_BIG_ENDIAN);
        offset += field->size;
    }
}

/* A server made with max_channels = c advertises c + 2 bytes/s (docs/wire/enet.md, 7). */
static void
check_bandwidth_quirk(enet_call_t *call, const enet_command_t *command, proto_item *item)
{
    uint32_t bandwidth;

    if (command->number != ENET_VERIFY_CONNECT)
        return;
    bandwidth = tvb_get_ntohl(call->block, call->block_offset + (int)command->offset + 20);
    if (bandwidth >= 3 && bandwidth <= 257)
        expert_add_info_format(call->pinfo, item, &ei_enet_bandwidth_quirk,
            "The server asks for %u bytes/s: Godot 4 passes max_channels (%u) as bandwidth",
            bandwidth, bandwidth - 2);
}

static void
dissect_command(enet_call_t *call, unsigned index)
{
    const enet_command_t *command = &call->commands[index];
    const enet_event_t *event = &call->datagram->events[index];
    int offset = call->block_offset + (int)command->offset;
    proto_item *item;
    proto_tree *tree;

    item = proto_tree_add_item(call->tree, hf_enet_item, call->block, offset,
                               (int)(command->size + command->length), ENC_NA);
    tree = proto_item_add_subtree(item, ett_enet_item);
    if (call->tree) {
        proto_item_set_text(item, "%s%s", describe_event(event),
                            describe_command(call->pinfo->pool, command));
        dissect_command_fields(call->block, tree, offset, command);
    }
    if (!enet_command_is_plausible(command) && !is_fragment(command))
        expert_add_info(call->pinfo, item, &ei_enet_command_implausible);
    check_bandwidth_quirk(call, command, item);
    enet_show_analysis(command, event, call->block, call->pinfo, tree, item);
    if (!has_data(command) || !dissect_data(call, command, index, tree, item))
        add_info(call, command, event);
}

/* Receivers stop silently where no command can be read (docs/wire/enet.md, 1.3). */
static void
dissect_rest(enet_call_t *call, int offset)
{
    int left = call->block ? tvb_captured_length_remaining(call->block, offset) : 0;
    bool padding = call->datagram->compression == ENET_COMPRESSION_FASTLZ && left > 0 &&
                   tvb_get_uint8(call->block, offset) == 0;
    unsigned number;
    proto_item *item;

    if (left <= 0)
        return;
    item = proto_tree_add_item(call->tree, padding ? hf_enet_padding : hf_enet_trailing,
                               call->block, offset, left, ENC_NA);
    if (padding)
        return;
    number = tvb_get_uint8(call->block, offset) & ENET_COMMAND_NUMBER;
    if (tvb_captured_length(call->tvb) < tvb_reported_length(call->tvb))
        expert_add_info(call->pinfo, item, &ei_enet_captured);
    else if (enet_command_size(number) == 0)
        expert_add_info_format(call->pinfo, item, &ei_enet_command_unknown,
            "Unknown command %u: a receiver ignores the rest of the datagram", number);
    else
        expert_add_info(call->pinfo, item, &ei_enet_command_cut);
    if (call->count > 0)
        expert_add_info(call->pinfo, item, &ei_enet_trailing);
    col_append_sep_str(call->pinfo->cinfo, COL_INFO, INFO_SEPARATOR, "[trailing bytes]");
}

/* --- The datagram --- */

static void
dissect_header(enet_call_t *call)
{
    static int *const header_fields[] = {
        &hf_enet_flags_sent_time,
        &hf_enet_flags_compressed,
        &hf_enet_session_id,
        &hf_enet_peer_id,
        NULL
    };

    proto_tree_add_bitmask(call->tree, call->tvb, 0, hf_enet_header, ett_enet_header,
                           header_fields, ENC_BIG_ENDIAN);
    if (call->header.has_sent_time)
        proto_tree_add_item(call->tree, hf_enet_sent_time, call->tvb, 2, 2, ENC_BIG_ENDIAN);
}

static void
dissect_checksum(enet_call_t *call)
{
    const enet_connection_t *connection = call->datagram->connection;
    bool key_known = call->header.peer_id == ENET_PEER_UNKNOWN || connection->has_connect;
    int offset = (int)call->header.size;

    if (!call->datagram->checksum ||
        tvb_captured_length_remaining(call->tvb, offset) < ENET_CHECKSUM_SIZE)
        return;
    proto_tree_add_checksum(call->tree, call->tvb, offset, hf_enet_checksum,
                            hf_enet_checksum_status, &ei_enet_checksum, call->pinfo,
                            call->block ? checksum_of(call, connection->connect_id) : 0,
                            ENC_BIG_ENDIAN,
                            key_known && call->block ? PROTO_CHECKSUM_VERIFY
                                                     : PROTO_CHECKSUM_NO_FLAGS);
}

static void
dissect_compressed(enet_call_t *call)
{
    int offset = (int)call->header.size + (call->datagram->checksum ? ENET_CHECKSUM_SIZE : 0);
    int length = tvb_captured_length_remaining(call->tvb, offset);
    proto_item *item;

    if (!call->header.compressed || length <= 0)
        return;
    item = proto_tree_add_item(call->tree, hf_enet_compressed, call->tvb, offset, length, ENC_NA);
    proto_item_set_generated(proto_tree_add_uint(call->tree, hf_enet_compressed_length,
                                                 call->tvb, offset, length, (unsigned)length));
    if (!call->block) {
        expert_add_info(call->pinfo, item, &ei_enet_undecodable);
        col_append_sep_str(call->pinfo->cinfo, COL_INFO, INFO_SEPARATOR,
                           "[compressed block that no mode undoes]");
        return;
    }
    add_new_data_source(call->pinfo, call->block, "Decompressed ENet");
    proto_item_set_generated(proto_tree_add_uint(call->tree, hf_enet_compression, call->tvb,
                                                 offset, length, call->datagram->compression));
    proto_item_set_generated(proto_tree_add_uint(call->tree, hf_enet_uncompressed_length,
                                                 call->tvb, offset, length,
                                                 tvb_reported_length(call->block)));
}

static void
check_mtu(enet_call_t *call, proto_item *item)
{
    uint32_t mtu = call->datagram->connection->mtu;
    uint32_t length = call->header.size + (call->datagram->checksum ? ENET_CHECKSUM_SIZE : 0) +
                      (call->block ? (uint32_t)tvb_reported_length_remaining(call->block,
                                                                             call->block_offset)
                                   : 0);

    if (mtu && length > mtu)
        expert_add_info_format(call->pinfo, item, &ei_enet_mtu,
            "Datagram of %u bytes, over the connection's MTU of %u", length, mtu);
}

static void
dissect_datagram(enet_call_t *call)
{
    int end = prepare_datagram(call);
    const enet_connection_t *connection = call->datagram->connection;
    proto_item *item = proto_tree_add_item(call->top, proto_enet, call->tvb, 0, -1, ENC_NA);

    call->tree = proto_item_add_subtree(item, ett_enet);
    proto_item_append_text(item, ", Stream %u", connection->stream);
    proto_item_set_generated(proto_tree_add_uint(call->tree, hf_enet_stream, call->tvb, 0, 0,
                                                 connection->stream));
    proto_item_set_generated(proto_tree_add_uint(call->tree, hf_enet_direction, call->tvb, 0, 0,
                                                 call->datagram->direction));
    dissect_header(call);
    dissect_checksum(call);
    dissect_compressed(call);
    enet_show_initial_rtt(connection, call->tvb, call->pinfo, call->tree);
    check_mtu(call, item);
    for (unsigned i = 0; i < call->count; i++)
        dissect_command(call, i);
    dissect_rest(call, end);
    enet_taps_queue_datagram(call->pinfo, connection, call->datagram->direction,
                             tvb_reported_length(call->tvb));
}

/* Decode As and the port preference: whatever it holds, the user says that it is ENet. */
static int
dissect_enet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    enet_call_t call = { .tvb = tvb, .pinfo = pinfo, .top = tree };
    size_t length = tvb_captured_length(tvb);

    if (pinfo->flags.in_error_pkt ||
        !enet_read_header(tvb_get_ptr(tvb, 0, (int)length), length, &call.header))
        return 0;
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "ENet");
    col_clear(pinfo->cinfo, COL_INFO);
    dissect_datagram(&call);
    return (int)length;
}

/* Could the datagram be of this conversation's ENet, or is it something else from its socket? */
static bool
belongs_to_enet(tvbuff_t *tvb, packet_info *pinfo)
{
    size_t length = tvb_captured_length(tvb);
    const uint8_t *data = tvb_get_ptr(tvb, 0, (int)length);
    enet_header_t header;
    enet_command_t command;
    enet_direction_t direction;

    if (!enet_read_header(data, length, &header))
        return false;
    if (header.compressed)
        return header.peer_id == ENET_PEER_UNKNOWN ||
               enet_connection_of_header(pinfo, &header, &direction) ||
               enet_heuristic_accepts(tvb, pinfo);
    return length < tvb_reported_length(tvb) ||
           enet_read_command(data, length, header.size, &command) ||
           enet_read_command(data, length, header.size + ENET_CHECKSUM_SIZE, &command);
}

/*
 * A conversation that the heuristic claimed: games may send other datagrams from the same
 * socket (docs/wire/enet.md, 5), which stay what they are. The first pass decides.
 */
static int
dissect_enet_bound(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    bool belongs = PINFO_FD_VISITED(pinfo) ? enet_connection_of_frame(pinfo) != NULL
                                           : belongs_to_enet(tvb, pinfo);

    return belongs ? dissect_enet(tvb, pinfo, tree, data) : 0;
}

static ws_bool
dissect_enet_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    conversation_t *conversation;

    /* Later passes know more: what the first one did not claim stays unclaimed. */
    if (PINFO_FD_VISITED(pinfo) ? !enet_connection_of_frame(pinfo) : !enet_heuristic_accepts(tvb, pinfo))
        return FALSE;
    conversation = find_or_create_conversation(pinfo);
    conversation_set_dissector_from_frame_number(conversation, pinfo->num, enet_bound_handle);
    return dissect_enet(tvb, pinfo, tree, data) > 0;
}

/* Does the datagram go on with a connection that was seen before? */
static bool
continues_connection(tvbuff_t *tvb, packet_info *pinfo)
{
    size_t length = tvb_captured_length(tvb);
    enet_header_t header;
    enet_direction_t direction;

    return enet_read_header(tvb_get_ptr(tvb, 0, (int)length), length, &header) &&
           enet_connection_of_header(pinfo, &header, &direction) && belongs_to_enet(tvb, pinfo);
}

/* Inside DTLS the conversation stays DTLS's own: each datagram is asked about. */
static ws_bool
dissect_enet_dtls(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    bool ours = PINFO_FD_VISITED(pinfo) ? enet_connection_of_frame(pinfo) != NULL
                                        : enet_heuristic_accepts(tvb, pinfo) || continues_connection(tvb, pinfo);

    return ours && dissect_enet(tvb, pinfo, tree, data) > 0;
}

static void
register_preferences(module_t *module)
{
    static const enum_val_t compressions[] = {
        { "auto",   "Automatic",   COMPRESSION_AUTO },
        { "none",   "None",        ENET_COMPRESSION_NONE },
        { "range",  "Range coder", ENET_COMPRESSION_RANGE },
        { "fastlz", "FastLZ",      ENET_COMPRESSION_FASTLZ },
        { "zlib",   "zlib",        ENET_COMPRESSION_ZLIB },
        { "zstd",   "Zstandard",   ENET_COMPRESSION_ZSTD },
        { NULL, NULL, 0 }
    };
    static const enum_val_t checksums[] = {
        { "auto", "Automatic", CHECKSUM_AUTO },
        { "off",  "Off",       CHECKSUM_OFF },
        { "on",   "On",        CHECKSUM_ON },
        { NULL, NULL, 0 }
    };
    static const enum_val_t payloads[] = {
        { "auto",    "Automatic",     PAYLOAD_AUTO },
        { "godot4",  "Godot 4",       PAYLOAD_GODOT4 },
        { "godot3",  "Godot 3",       PAYLOAD_GODOT3 },
        { "variant", "Godot Variant", PAYLOAD_VARIANT },
        { "data",    "Data",          PAYLOAD_DATA },
        { NULL, NULL, 0 }
    };

    prefs_register_enum_preference(module, "compression", "Compression",
        "How compressed datagrams are undone. Automatic takes what gives commands to the exact "
        "end and remembers it for the connection; any other setting is used for all.",
        &pref_compression, compressions, FALSE);
    prefs_register_enum_preference(module, "checksum", "Checksum",
        "Whether a CRC-32 follows the header. Godot never sends one; other programs may. "
        "Automatic finds it in the CONNECT.",
        &pref_checksum, checksums, FALSE);
    prefs_register_enum_preference(module, "payload", "Payload",
        "What whole messages hold. Automatic asks the dissectors that registered for ENet's "
        "messages.",
        &pref_payload, payloads, FALSE);
    enet_taps_register_preferences(module);
}

void
proto_register_enet(void)
{
    static hf_register_info hf[] = {
        { &hf_enet_stream,
          { "Stream", "enet.stream", FT_UINT32, BASE_DEC,
            NULL, 0, "Index of the connection in the capture, from 0", HFILL } },
        { &hf_enet_direction,
          { "Direction", "enet.direction", FT_UINT8, BASE_DEC,
            VALS(direction_names), 0, "Who sent it; a guess where no CONNECT was captured", HFILL } },
        { &hf_enet_header,
          { "Header", "enet.header", FT_UINT16, BASE_HEX,
            NULL, 0, "Flags, session and peer of the datagram", HFILL } },
        { &hf_enet_flags_sent_time,
          { "Sent time follows", "enet.flags.sent_time", FT_BOOLEAN, 16,
            NULL, ENET_HEADER_SENT_TIME, "Set when a command asks for an acknowledgement", HFILL } },
        { &hf_enet_flags_compressed,
          { "Compressed", "enet.flags.compressed", FT_BOOLEAN, 16,
            NULL, ENET_HEADER_COMPRESSED, "All commands are one compressed block", HFILL } },
        { &hf_enet_session_id,
          { "Session", "enet.session_id", FT_UINT16, BASE_DEC,
            NULL, ENET_HEADER_SESSION, "Tells successive uses of one peer slot apart", HFILL } },
        { &hf_enet_peer_id,
          { "Peer slot", "enet.peer_id", FT_UINT16, BASE_DEC,
            NULL, ENET_HEADER_PEER, "Slot that the receiver of this datagram gave to its sender; 4095 = none yet", HFILL } },
        { &hf_enet_sent_time,
          { "Sent time", "enet.sent_time", FT_UINT16, BASE_DEC | BASE_UNIT_STRING,
            &units_milliseconds, 0, "Low 16 bits of the clock of the sender", HFILL } },
        { &hf_enet_checksum,
          { "Checksum", "enet.checksum", FT_UINT32, BASE_HEX,
            NULL, 0, "CRC-32 over header, connect id and uncompressed commands", HFILL } },
        { &hf_enet_checksum_status,
          { "Checksum status", "enet.checksum.status", FT_UINT8, BASE_NONE,
            VALS(proto_checksum_vals), 0, "Whether the checksum is right", HFILL } },
        { &hf_enet_compressed,
          { "Compressed commands", "enet.compressed", FT_BYTES, BASE_NONE,
            NULL, 0, "The block as sent; see the tab of the decompressed bytes", HFILL } },
        { &hf_enet_compression,
          { "Compression", "enet.compression", FT_UINT8, BASE_DEC,
            VALS(compression_names), 0, "Mode that undoes the block; it is not on the wire", HFILL } },
        { &hf_enet_compressed_length,
          { "Compressed length", "enet.compressed_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Size of the block as sent", HFILL } },
        { &hf_enet_uncompressed_length,
          { "Uncompressed length", "enet.uncompressed_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Size of the block when decompressed", HFILL } },
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
            &units_byte_bytes, 0, "Size of the data that follow", HFILL } },
        { &hf_enet_ack_seq,
          { "Acknowledged number", "enet.ack.seq", FT_UINT16, BASE_DEC,
            NULL, 0, "Reliable sequence number that was received", HFILL } },
        { &hf_enet_ack_sent_time,
          { "Acknowledged sent time", "enet.ack.sent_time", FT_UINT16, BASE_DEC | BASE_UNIT_STRING,
            &units_milliseconds, 0, "Sent time of the datagram that carried the acknowledged command", HFILL } },
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
            &units_byte_bytes, 0, "Largest datagram, before compression", HFILL } },
        { &hf_enet_connect_window,
          { "Window size", "enet.connect.window", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Reliable data that may be in flight", HFILL } },
        { &hf_enet_connect_channels,
          { "Channels", "enet.connect.channels", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of channels: 3 by default in Godot 3, 255 in Godot 4", HFILL } },
        { &hf_enet_connect_incoming_bandwidth,
          { "Incoming bandwidth", "enet.connect.incoming_bandwidth", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Per second; 0 = unlimited", HFILL } },
        { &hf_enet_connect_outgoing_bandwidth,
          { "Outgoing bandwidth", "enet.connect.outgoing_bandwidth", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Of the sender, per second; 0 = unlimited", HFILL } },
        { &hf_enet_connect_throttle_interval,
          { "Throttle interval", "enet.connect.throttle_interval", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_milliseconds, 0, "How often the throttle of unreliable data is set anew", HFILL } },
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
            &units_byte_bytes, 0, "New limit per second; 0 = unlimited", HFILL } },
        { &hf_enet_bandwidth_outgoing,
          { "Outgoing bandwidth", "enet.bandwidth.outgoing", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "New limit of the sender, per second; 0 = unlimited", HFILL } },
        { &hf_enet_throttle_interval,
          { "Throttle interval", "enet.throttle.interval", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_milliseconds, 0, "New interval of the throttle", HFILL } },
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
            NULL, 0, "From 0", HFILL } },
        { &hf_enet_fragment_total_length,
          { "Total length", "enet.fragment.total_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Size of the whole message", HFILL } },
        { &hf_enet_fragment_offset,
          { "Fragment offset", "enet.fragment.offset", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Of these data in the message", HFILL } },
        { &hf_enet_payload,
          { "Payload", "enet.payload", FT_BYTES, BASE_NONE,
            NULL, 0, "Data that are shown as a message of their own, or part of one", HFILL } },
        { &hf_enet_data,
          { "Data bytes", "enet.data", FT_BYTES, BASE_NONE,
            NULL, 0, "Data that no dissector took, or a repetition", HFILL } },
        { &hf_enet_padding,
          { "Padding", "enet.padding", FT_BYTES, BASE_NONE,
            NULL, 0, "Zeros that Godot adds to short blocks before FastLZ", HFILL } },
        { &hf_enet_trailing,
          { "Trailing bytes", "enet.trailing", FT_BYTES, BASE_NONE,
            NULL, 0, "Bytes behind the last command that can be read", HFILL } },
        { &hf_enet_fragments,
          { "Fragments", "enet.fragments", FT_NONE, BASE_NONE,
            NULL, 0, "All fragments of the message", HFILL } },
        { &hf_enet_fragment,
          { "Fragment", "enet.fragment", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame with one fragment", HFILL } },
        { &hf_enet_fragment_overlap,
          { "Overlap", "enet.fragment.overlap", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "The fragment overlaps others", HFILL } },
        { &hf_enet_fragment_overlap_conflict,
          { "Conflicting overlap", "enet.fragment.overlap.conflict", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "Overlapping fragments differ", HFILL } },
        { &hf_enet_fragment_multiple_tails,
          { "Multiple tails", "enet.fragment.multiple_tails", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "More than one last fragment", HFILL } },
        { &hf_enet_fragment_too_long,
          { "Too long", "enet.fragment.too_long", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "The fragment goes beyond the end of the message", HFILL } },
        { &hf_enet_fragment_error,
          { "Reassembly error", "enet.fragment.error", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame that could not be used", HFILL } },
        { &hf_enet_fragment_pieces,
          { "Fragments found", "enet.fragment.pieces", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of fragments that were put together", HFILL } },
        { &hf_enet_reassembled_in,
          { "Reassembled in", "enet.reassembled.in", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame in which the message is whole", HFILL } },
        { &hf_enet_reassembled_length,
          { "Reassembled length", "enet.reassembled.length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Size of the message", HFILL } },
        { &hf_enet_reassembled_data,
          { "Reassembled data", "enet.reassembled.data", FT_BYTES, BASE_NONE,
            NULL, 0, "The whole message", HFILL } },
    };
    static int *ett[] = {
        &ett_enet,
        &ett_enet_header,
        &ett_enet_item,
        &ett_enet_command_byte,
        &ett_enet_fragments,
        &ett_enet_fragment,
    };
    static ei_register_info ei[] = {
        { &ei_enet_checksum,
          { "enet.checksum.bad", PI_CHECKSUM, PI_ERROR,
            "Wrong checksum: the receiver drops the datagram", EXPFILL } },
        { &ei_enet_undecodable,
          { "enet.compressed.undecodable", PI_UNDECODED, PI_WARN,
            "No compression mode undoes this block", EXPFILL } },
        { &ei_enet_command_unknown,
          { "enet.command.unknown", PI_MALFORMED, PI_ERROR,
            "Unknown command: a receiver ignores the rest of the datagram", EXPFILL } },
        { &ei_enet_command_cut,
          { "enet.command.cut", PI_MALFORMED, PI_ERROR,
            "The command or its data would end behind the datagram: a receiver ignores it", EXPFILL } },
        { &ei_enet_command_implausible,
          { "enet.command.implausible", PI_PROTOCOL, PI_WARN,
            "No stock ENet sends such a command: its fields contradict the protocol", EXPFILL } },
        { &ei_enet_fragment_broken,
          { "enet.fragment.broken", PI_MALFORMED, PI_ERROR,
            "Broken fragment: its numbers contradict each other", EXPFILL } },
        { &ei_enet_reassembled_length,
          { "enet.reassembled.mismatch", PI_REASSEMBLE, PI_WARN,
            "The fragments do not add up to the total length", EXPFILL } },
        { &ei_enet_trailing,
          { "enet.trailing.ignored", PI_PROTOCOL, PI_WARN,
            "Trailing bytes behind the last command", EXPFILL } },
        { &ei_enet_mtu,
          { "enet.mtu_exceeded", PI_PROTOCOL, PI_WARN,
            "Datagram over the connection's MTU", EXPFILL } },
        { &ei_enet_captured,
          { "enet.cut_by_capture", PI_UNDECODED, PI_NOTE,
            "The capture does not hold the whole datagram", EXPFILL } },
        { &ei_enet_bandwidth_quirk,
          { "enet.connect.bandwidth_quirk", PI_PROTOCOL, PI_NOTE,
            "The server asks for a few bytes per second: Godot 4 passes max_channels as bandwidth", EXPFILL } },
    };

    proto_enet = proto_register_protocol("ENet Protocol", "ENet", "enet");
    proto_register_field_array(proto_enet, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(expert_register_protocol(proto_enet), ei, G_N_ELEMENTS(ei));
    enet_analysis_register(proto_enet);
    enet_connections_register(proto_enet);
    enet_heuristic_register();
    enet_taps_register(proto_enet);

    register_preferences(prefs_register_protocol(proto_enet, NULL));
    reassembly_table_register(&reassembly, &addresses_reassembly_table_functions);
    channel_table = register_dissector_table("enet.channel", "ENet channel", proto_enet,
                                             FT_UINT8, BASE_DEC);
    heuristics = register_heur_dissector_list("enet", proto_enet);
    enet_handle = register_dissector("enet", dissect_enet, proto_enet);
    enet_bound_handle = register_dissector("enet_bound", dissect_enet_bound, proto_enet);
}

void
proto_reg_handoff_enet(void)
{
    dissector_add_uint_range_with_preference("udp.port", "", enet_handle);
    heur_dissector_add("udp", dissect_enet_heur, "ENet over UDP", "enet_udp", proto_enet,
                       HEURISTIC_ENABLE);
    heur_dissector_add("dtls", dissect_enet_dtls, "ENet over DTLS", "enet_dtls", proto_enet,
                       HEURISTIC_ENABLE);
    dissector_add_for_decode_as("dtls.port", enet_handle);
    for (size_t i = 0; i < G_N_ELEMENTS(payload_names); i++)
        if (payload_names[i])
            payload_handles[i] = find_dissector(payload_names[i]);
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
