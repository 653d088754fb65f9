/* enet/packet-enet.c
 * Routines for ENet: what does this datagram say?
 * docs/wire/enet.md; https://github.com/lsalzman/enet
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/analysis-tree.h"
#include "enet/command-tree.h"
#include "enet/heuristic.h"
#include "enet/payload.h"
#include "enet/reassembly.h"
#include "enet/record.h"
#include "enet/sequence.h"
#include "enet/taps.h"
#include "enet/packet-enet.h"
#include "ports/ports.h"
#include "records/experts.h"
#include "ws_constants.h"

/*
 * So many commands of a frame get items: far more than a receiver takes (ENET_COMMANDS_MAX in at most 4096 bytes), and
 * few enough for Wireshark to show.
 */
#define COMMANDS_SHOWN  128

static int proto_enet = -1;

static int hf_enet_stream = -1;
static int hf_enet_direction = -1;
static int hf_enet_commands = -1;
static int hf_enet_overhead = -1;
static int hf_enet_below = -1;
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
static int hf_enet_padding = -1;
static int hf_enet_trailing = -1;

static int ett_enet = -1;
static int ett_enet_header = -1;

static expert_field ei_enet_checksum = EI_INIT;
static expert_field ei_enet_undecodable = EI_INIT;
static expert_field ei_enet_command_unknown = EI_INIT;
static expert_field ei_enet_command_cut = EI_INIT;
static expert_field ei_enet_trailing = EI_INIT;
static expert_field ei_enet_mtu = EI_INIT;
static expert_field ei_enet_commands_limit = EI_INIT;
static expert_field ei_enet_experts_limit = EI_INIT;
static expert_field ei_enet_captured = EI_INIT;

/* Ports that games use and whose own dissectors take packets that are not theirs. */
#define SHARED_PORTS "2222,2345,3000,8200,9200-9203,12000-12004,19132,19999,26000,27500,27910,27950-27953,27960-27963,32000,47000"

static dissector_handle_t enet_handle;
static dissector_handle_t enet_bound_handle;
static heur_dtbl_entry_t *heuristic;

/* enet.udp.shared_port */
static range_t *pref_shared_ports;
static ports_crossroads_t crossroads = { .table = "udp.port", .wanted = &pref_shared_ports };

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

/* The label is written as a whole: proto_tree_add_bitmask() would format and append each of its parts. */
static void
enet_dissect_header(const enet_datagram_t *datagram, proto_tree *tree)
{
    static int *const header_fields[] = {
        &hf_enet_flags_sent_time,
        &hf_enet_flags_compressed,
        &hf_enet_session_id,
        &hf_enet_peer_id,
        NULL
    };
    const enet_header_t *header = &datagram->header;
    proto_item *item = proto_tree_add_uint(tree, hf_enet_header, datagram->tvb, 0, 2, header->word);

    proto_tree_add_bitmask_list(proto_item_add_subtree(item, ett_enet_header), datagram->tvb, 0, 2, header_fields,
                                ENC_BIG_ENDIAN);
    if (header->has_sent_time || header->compressed)
        proto_item_append_text(item, "%s%s", header->has_sent_time ? ", Sent time follows" : "",
                               header->compressed ? ", Compressed" : "");
    if (header->has_sent_time)
        proto_tree_add_uint(tree, hf_enet_sent_time, datagram->tvb, 2, 2, header->sent_time);
}

static void
dissect_checksum(const enet_datagram_t *datagram, proto_tree *tree)
{
    const enet_connection_t *connection = datagram->connection;
    int offset = (int)datagram->header.size;
    bool verify;

    if (!datagram->learned->checksum ||
        tvb_captured_length_remaining(datagram->tvb, offset) < ENET_CHECKSUM_SIZE)
        return;
    verify = (datagram->header.peer_id == ENET_PEER_UNKNOWN || connection->has_connect_id) && datagram->block &&
             enet_datagram_is_whole(datagram);
    proto_tree_add_checksum(tree, datagram->tvb, offset, hf_enet_checksum,
                            hf_enet_checksum_status, &ei_enet_checksum, datagram->pinfo,
                            verify ? enet_datagram_checksum(datagram, connection->connect_id) : 0,
                            ENC_BIG_ENDIAN,
                            verify ? PROTO_CHECKSUM_VERIFY : PROTO_CHECKSUM_NO_FLAGS);
}

static void
dissect_compressed(const enet_datagram_t *datagram, proto_tree *tree)
{
    tvbuff_t *tvb = datagram->tvb;
    int offset = (int)enet_datagram_body_offset(datagram), length;
    proto_item *item;

    if (!datagram->header.compressed || (length = tvb_captured_length_remaining(tvb, offset)) <= 0)
        return;
    item = proto_tree_add_item(tree, hf_enet_compressed, tvb, offset, length, ENC_NA);
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_compressed_length, tvb, offset,
                                                 length, (unsigned)length));
    if (!datagram->block) {
        experts_add(datagram->pinfo, item,
                    enet_datagram_is_whole(datagram) ? &ei_enet_undecodable : &ei_enet_captured);
        col_append_sep_str(datagram->pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR,
                           "[compressed block that no mode undoes]");
        return;
    }
    add_new_data_source(datagram->pinfo, datagram->block, "Decompressed ENet");
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_compression, tvb, offset, length,
                                                 datagram->learned->compression));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_uncompressed_length, tvb, offset,
                                                 length, tvb_reported_length(datagram->block)));
}

static void
check_mtu(const enet_datagram_t *datagram, proto_item *item)
{
    uint32_t mtu = datagram->connection->mtu;
    uint32_t length = enet_datagram_body_offset(datagram);

    if (datagram->block)
        length += (uint32_t)tvb_reported_length_remaining(datagram->block,
                                                          datagram->block_offset);
    if (mtu && length > mtu)
        experts_add_format(datagram->pinfo, item, &ei_enet_mtu,
            "Datagram of %u bytes, over the connection's MTU of %u", length, mtu);
}

static void
say_rest(const enet_datagram_t *datagram, proto_item *item, unsigned number)
{
    if (!enet_datagram_is_whole(datagram)) {
        experts_add(datagram->pinfo, item, &ei_enet_captured);
        return;
    }
    if (enet_command_size(number) == 0)
        experts_add_format(datagram->pinfo, item, &ei_enet_command_unknown,
            "Unknown command %u: a receiver ignores the rest of the datagram", number);
    else
        experts_add(datagram->pinfo, item, &ei_enet_command_cut);
    if (datagram->count > 0)
        experts_add(datagram->pinfo, item, &ei_enet_trailing);
}

/* Shows the bytes after the last command that can be read. Receivers stop there silently (docs/wire/enet.md, 1.3). */
static void
dissect_rest(const enet_datagram_t *datagram, proto_tree *tree)
{
    int offset = datagram->block_end;
    int left = datagram->rest;
    bool padding;
    proto_item *item;

    if (left <= 0)
        return;
    padding = datagram->learned->compression == ENET_COMPRESSION_FASTLZ && tvb_get_uint8(datagram->block, offset) == 0;
    item = proto_tree_add_item(tree, padding ? hf_enet_padding : hf_enet_trailing,
                               datagram->block, offset, left, ENC_NA);
    if (padding)
        return;
    say_rest(datagram, item, tvb_get_uint8(datagram->block, offset) & ENET_COMMAND_NUMBER);
    col_append_sep_str(datagram->pinfo->cinfo, COL_INFO, ENET_INFO_SEPARATOR, "[trailing bytes]");
}

/* Shows which connection it is, and who sent the datagram. */
static void
show_connection(const enet_datagram_t *datagram, proto_item *item, proto_tree *tree)
{
    uint32_t stream = datagram->connection->stream;

    proto_item_append_text(item, ", Stream %u", stream);
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_stream, datagram->tvb, 0, 0, stream));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_direction, datagram->tvb, 0, 0,
                                                 datagram->direction));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_commands, datagram->tvb, 0, 0, datagram->count));
}

static void
say_more(packet_info *pinfo, proto_item *item)
{
    unsigned hidden = experts_hidden(pinfo);

    experts_add(pinfo, item, &ei_enet_commands_limit);
    if (hidden)
        experts_add_format(pinfo, item, &ei_enet_experts_limit,
            "%u more expert items of the datagram are not shown: each has a hundred like it", hidden);
}

/*
 * Commands beyond COMMANDS_SHOWN get no item, but count for the connection, the columns and the taps. What is remarkable
 * about many of them is not shown for each.
 */
static void
dissect_commands(const enet_datagram_t *datagram, proto_tree *top, proto_item *item, proto_tree *tree)
{
    bool too_many = datagram->position + datagram->count > COMMANDS_SHOWN;

    if (too_many)
        experts_limit(datagram->pinfo);
    for (unsigned i = 0; i < datagram->count; i++) {
        bool shown = datagram->position + i < COMMANDS_SHOWN;

        enet_record_command(datagram->pinfo, datagram->record, i);
        enet_dissect_command(datagram, i, shown ? top : NULL, shown ? tree : NULL);
    }
    enet_add_housekeeping_info(datagram);
    if (too_many)
        say_more(datagram->pinfo, item);
}

/* Returns the bytes of data that the commands bring for the first time. */
static uint64_t
new_data(const enet_datagram_t *datagram)
{
    uint64_t bytes = 0;

    for (unsigned i = 0; i < datagram->count; i++)
        if (!enet_event_is_repeat(enet_datagram_event(datagram, i)))
            bytes += datagram->commands[i].length;
    return bytes;
}

/* Shows what the datagram costs beside its data. Of a compressed one, data have their share. */
static void
show_costs(const enet_datagram_t *datagram, proto_tree *tree)
{
    const uint32_t length = tvb_reported_length(datagram->tvb), frame = datagram->pinfo->fd->pkt_len;
    const uint32_t sent = length - MIN(length, enet_datagram_body_offset(datagram));
    const int whole = datagram->block ? tvb_reported_length_remaining(datagram->block, datagram->block_offset) : 0;
    const uint64_t data = whole > 0 ? new_data(datagram) * MIN(sent, G_MAXINT32) / (uint64_t)whole : 0;

    proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_overhead, datagram->tvb, 0, 0,
                                                 length - (uint32_t)MIN(data, length)));
    if (datagram->position == 0 && frame > length)
        proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_below, datagram->tvb, 0, 0, frame - length));
}

static void
dissect_datagram(const enet_datagram_t *datagram, proto_tree *top)
{
    const enet_connection_t *connection = datagram->connection;
    tvbuff_t *tvb = datagram->tvb;
    proto_item *item = top ? proto_tree_add_item(top, proto_enet, tvb, 0, -1, ENC_NA) : NULL;
    proto_tree *tree = proto_item_add_subtree(item, ett_enet);

    if (tree) {
        show_connection(datagram, item, tree);
        enet_dissect_header(datagram, tree);
    }
    dissect_checksum(datagram, tree);
    dissect_compressed(datagram, tree);
    if (tree)
        enet_show_initial_rtt(connection, tvb, datagram->pinfo, tree);
    check_mtu(datagram, item);
    dissect_commands(datagram, top, item, tree);
    dissect_rest(datagram, tree);
    if (tree)
        show_costs(datagram, tree);
    enet_record_end(datagram);
}

/* Decode As or a port preference: the user says that it is ENet, so it is dissected as ENet in any case. */
static int
dissect_enet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    enet_datagram_t datagram;

    if (pinfo->flags.in_error_pkt || !enet_datagram_open(tvb, pinfo, &datagram))
        return 0;
    datagram.record = enet_record_new(&datagram);
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "ENet");
    col_clear(pinfo->cinfo, COL_INFO);
    dissect_datagram(&datagram, tree);
    return (int)tvb_captured_length(tvb);
}

/* Tells whether the datagram can be ENet of this conversation, or is something else from its socket. */
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
               enet_connection_of_header(enet_pair_of_packet(pinfo), pinfo, &header, &direction) ||
               enet_heuristic_accepts(tvb, pinfo);
    return length < tvb_reported_length(tvb) ||
           enet_read_command(data, length, header.size, &command) ||
           enet_read_command(data, length, header.size + ENET_CHECKSUM_SIZE, &command);
}

/*
 * Dissects a conversation that the heuristic claimed. Games may send other datagrams from the same socket
 * (docs/wire/enet.md, 5); these go to other dissectors. The first pass decides.
 */
static int
dissect_enet_bound(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    bool belongs = PINFO_FD_VISITED(pinfo) ? enet_connection_of_frame(pinfo) != NULL
                                           : belongs_to_enet(tvb, pinfo);

    return belongs ? dissect_enet(tvb, pinfo, tree, data) : 0;
}

static void
enet_claim(packet_info *pinfo)
{
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, enet_bound_handle);
}

static ws_bool
dissect_enet_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    /* Later passes know more, but do not claim what the first one did not claim. */
    if (PINFO_FD_VISITED(pinfo) ? !enet_connection_of_frame(pinfo) : !enet_heuristic_accepts(tvb, pinfo))
        return false;
    enet_claim(pinfo);
    return dissect_enet(tvb, pinfo, tree, data) > 0;
}

static bool
is_certain(tvbuff_t *tvb, packet_info *pinfo)
{
    size_t length = tvb_captured_length(tvb);

    return length == tvb_reported_length(tvb) && !pinfo->flags.in_error_pkt &&
           enet_datagram_is_proof(tvb_get_ptr(tvb, 0, (int)length), length);
}

/*
 * Wireshark asks the dissector of a port before any heuristic, and some of those take packets that are not theirs. On
 * ports that games use as well, a datagram that proves ENet, as the CONNECT does, takes its conversation; everything
 * else goes to the owner of the port.
 */
static int
dissect_enet_port(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    dissector_handle_t owner = ports_owner(&crossroads, pinfo->match_uint);

    if (heuristic->enabled && is_certain(tvb, pinfo)) {
        enet_claim(pinfo);
        return call_dissector(enet_handle, tvb, pinfo, tree);
    }
    return owner ? call_dissector_only(owner, tvb, pinfo, tree, data) : 0;
}

/* Tells whether the datagram goes on with a known connection. */
static bool
continues_connection(tvbuff_t *tvb, packet_info *pinfo)
{
    size_t length = tvb_captured_length(tvb);
    enet_header_t header;
    enet_direction_t direction;

    return enet_read_header(tvb_get_ptr(tvb, 0, (int)length), length, &header) &&
           enet_connection_of_header(enet_pair_of_packet(pinfo), pinfo, &header, &direction) && belongs_to_enet(tvb, pinfo);
}

/* Inside DTLS the conversation stays DTLS's, so the heuristic decides on each datagram. */
static ws_bool
dissect_enet_dtls(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    bool ours = PINFO_FD_VISITED(pinfo) ? enet_connection_of_frame(pinfo) != NULL
                                        : enet_heuristic_accepts(tvb, pinfo) || continues_connection(tvb, pinfo);

    return ours && dissect_enet(tvb, pinfo, tree, data) > 0;
}

static void
enet_register_preferences(module_t *module)
{
    enet_datagram_register_preferences(module);
    enet_payload_register_preferences(module);
    enet_taps_register_preferences(module);
    range_convert_str(wmem_epan_scope(), &pref_shared_ports, SHARED_PORTS, 65535);
    prefs_register_range_preference(module, "udp.shared_port", "UDP ports of other protocols",
        "UDP ports that belong to other protocols and are used by games, too. A connection is ENet's from the "
        "first datagram that proves it, such as its start. Everything else is left to the port's own protocol.",
        &pref_shared_ports, 65535);
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
            VALS(direction_names), 0, "Who sent the datagram; a guess if no CONNECT was captured", HFILL } },
        { &hf_enet_commands,
          { "Commands", "enet.commands", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of commands in the datagram that can be read", HFILL } },
        { &hf_enet_overhead,
          { "Overhead", "enet.overhead", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Bytes of the datagram that are no data, or data again: headers, acknowledgements, pings, "
            "retransmissions; of a compressed one their share", HFILL } },
        { &hf_enet_below,
          { "Layers below", "enet.below", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Bytes of the frame outside the datagram: Ethernet, IP, UDP, encryption", HFILL } },
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
            &ws_units_milliseconds, 0, "Low 16 bits of the clock of the sender", HFILL } },
        { &hf_enet_checksum,
          { "Checksum", "enet.checksum", FT_UINT32, BASE_HEX,
            NULL, 0, "CRC-32 over header, connect id and uncompressed commands", HFILL } },
        { &hf_enet_checksum_status,
          { "Checksum status", "enet.checksum.status", FT_UINT8, BASE_NONE,
            VALS(ws_proto_checksum_vals), 0, "Whether the checksum is right", HFILL } },
        { &hf_enet_compressed,
          { "Compressed commands", "enet.compressed", FT_BYTES, BASE_NONE,
            NULL, 0, "The block as sent; see the tab of the decompressed bytes", HFILL } },
        { &hf_enet_compression,
          { "Compression", "enet.compression", FT_UINT8, BASE_DEC,
            VALS(compression_names), 0, "Mode that undoes the block; it is not on the wire", HFILL } },
        { &hf_enet_compressed_length,
          { "Compressed length", "enet.compressed_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the block as sent", HFILL } },
        { &hf_enet_uncompressed_length,
          { "Uncompressed length", "enet.uncompressed_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the block when decompressed", HFILL } },
        { &hf_enet_padding,
          { "Padding", "enet.padding", FT_BYTES, BASE_NONE,
            NULL, 0, "Zeros that Godot adds to short blocks before FastLZ", HFILL } },
        { &hf_enet_trailing,
          { "Trailing bytes", "enet.trailing", FT_BYTES, BASE_NONE,
            NULL, 0, "Bytes after the last command that can be read", HFILL } },
    };
    static int *ett[] = {
        &ett_enet,
        &ett_enet_header,
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
        { &ei_enet_trailing,
          { "enet.trailing.ignored", PI_PROTOCOL, PI_WARN,
            "Trailing bytes behind the last command", EXPFILL } },
        { &ei_enet_commands_limit,
          { "enet.commands.limit", PI_UNDECODED, PI_NOTE,
            "More commands than are shown: the others have no items, but are counted", EXPFILL } },
        { &ei_enet_experts_limit,
          { "enet.experts.limit", PI_UNDECODED, PI_NOTE,
            "More expert items of a kind in a datagram than are shown", EXPFILL } },
        { &ei_enet_mtu,
          { "enet.mtu_exceeded", PI_PROTOCOL, PI_WARN,
            "Datagram over the connection's MTU", EXPFILL } },
        { &ei_enet_captured,
          { "enet.cut_by_capture", PI_UNDECODED, PI_NOTE,
            "The capture does not hold the whole datagram", EXPFILL } },
    };
    expert_module_t *experts;

    proto_enet = proto_register_protocol("ENet Protocol", "ENet", "enet");
    proto_register_field_array(proto_enet, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    experts = expert_register_protocol(proto_enet);
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    enet_connections_register(proto_enet);
    enet_sequence_register();
    enet_analysis_tree_register(proto_enet, experts);
    enet_learned_register();
    enet_command_tree_register(proto_enet, experts);
    enet_reassembly_register(proto_enet, experts);
    enet_payload_register(proto_enet);
    enet_heuristic_register();
    enet_record_register(proto_enet);
    enet_taps_register(proto_enet);
    enet_register_preferences(prefs_register_protocol(proto_enet, NULL));
    enet_handle = register_dissector("enet", dissect_enet, proto_enet);
    crossroads.proto = proto_enet;
    crossroads.handle = create_dissector_handle(dissect_enet_port, proto_register_protocol_in_name_only(
        "ENet or the port's own protocol", "ENet port", "enet.port", proto_enet, FT_PROTOCOL));
    ports_register(&crossroads);
    enet_bound_handle = create_dissector_handle(dissect_enet_bound, proto_enet);
}

void
proto_reg_handoff_enet(void)
{
    dissector_add_uint_range_with_preference("udp.port", "", enet_handle);
    heur_dissector_add("udp", dissect_enet_heur, "ENet over UDP", "enet_udp", proto_enet,
                       HEURISTIC_ENABLE);
    heuristic = find_heur_dissector_by_unique_short_name("enet_udp");
    heur_dissector_add("dtls", dissect_enet_dtls, "ENet over DTLS", "enet_dtls", proto_enet,
                       HEURISTIC_ENABLE);
    dissector_add_for_decode_as("dtls.port", enet_handle);
    enet_payload_handoff();
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
