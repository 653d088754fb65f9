/* streams/sctp.c
 * Which association and stream does a message of SCTP come from, when all ports are 5000?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/*
 * Data channels are SCTP inside DTLS (RFC 8261). Wireshark's SCTP dissector does not know the layers below: all
 * connections of a host go from port 5000 to port 5000, in both directions. So its packets go through here. For the
 * dissectors of its messages we keep what was below: the ends of the datagram, and the verification tag, which tells a
 * new association between the same ends from the one before.
 */

#include "streams/sctp.h"
#include "ends/ends.h"

#include <epan/tap.h>
#include <wsutil/crc32.h>

#define COMMON_HEADER   12
#define CHUNK_HEADER    4
#define CHECKSUM_OFFSET 8
#define IP_PROTO_SCTP   132

enum { CHUNK_DATA = 0, CHUNK_INIT = 1, CHUNK_INIT_ACK = 2, CHUNK_I_DATA = 64 };
enum { FLAG_END = 1, FLAG_BEGIN = 2, FLAG_UNORDERED = 4 };

#define DATA_HEADER     16
#define I_DATA_HEADER   20
#define INIT_LENGTH     20
#define DCEP_OPEN       3
#define DCEP_HEADER     12

/* Keys of data that a frame has while it is dissected: the packet that SCTP has at the moment, ... */
#define PACKET_KEY 0
/* ... and the record of all its packets. */
#define RECORD_KEY 1

/* All associations between two ends. Lives as long as the file. */
typedef struct {
    uint32_t    proved;         /* frame since which it is proved to be SCTP; 0 = it is not */
    wmem_map_t *associations[2];    /* for each direction: verification tag -> sctp_association_t */
    sctp_association_t *newest;
    uint32_t    newest_tag[2];  /* the newest tag; 0 = no message in that direction yet */
    uint32_t    first[2];       /* number of the first chunk that each end will send, by its latest INIT or INIT ACK */
    bool        begun[2];       /* the end has sent that INIT or INIT ACK, and no chunk since */
    wmem_map_t *streams;        /* stream and direction -> number of its fragments */
    uint32_t    spoken;         /* frame since which they speak Godot's multiplayer protocol; 0 = they do not */
} ends_t;

/* A packet on its way to SCTP. */
typedef struct {
    tvbuff_t *tvb;
    ends_t   *ends;
    unsigned  direction;
    bool      ends_known;
    uint32_t  tag;
} packet_t;

static int proto_godot_channel = -1;
static dissector_table_t ip_protocols;
static int frame_tap = -1;
/* The last number that fragments have, in this capture or one before. */
static uint32_t last_number;

/* ---- What is below ---- */

static ends_t *
find_ends(packet_info *pinfo)
{
    ends_t *ends = (ends_t *)ends_data(pinfo, proto_godot_channel, sizeof *ends);

    if (!ends->associations[0]) {
        ends->streams = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        for (unsigned i = 0; i < G_N_ELEMENTS(ends->associations); i++)
            ends->associations[i] = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    }
    return ends;
}

static packet_t
packet_below(packet_info *pinfo, tvbuff_t *tvb)
{
    int order = ends_order(pinfo);

    return (packet_t) {
        .tvb = tvb,
        .ends = find_ends(pinfo),
        .direction = order > 0,
        .ends_known = order != 0,
        .tag = tvb ? tvb_get_ntohl(tvb, 4) : 0
    };
}

/* First pass: an unknown tag belongs to the other end of the newest association, or to a new association. */
static sctp_association_t *
association_new(const packet_t *packet)
{
    ends_t *ends = packet->ends;
    const unsigned direction = packet->direction;

    if (!ends->newest || ends->newest_tag[direction]) {
        ends->newest = wmem_new0(wmem_file_scope(), sctp_association_t);
        ends->newest->channels = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        ends->newest->variants = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        ends->newest_tag[!direction] = 0;
    }
    ends->newest_tag[direction] = packet->tag ? packet->tag : 1;
    ends->newest->next[direction] = ends->first[direction];
    ends->newest->whole[direction] = ends->begun[direction];
    ends->begun[direction] = false;
    wmem_map_insert(ends->associations[direction], GUINT_TO_POINTER(packet->tag), ends->newest);
    return ends->newest;
}

static sctp_association_t *
association_of(const packet_t *packet)
{
    sctp_association_t *association = wmem_map_lookup(packet->ends->associations[packet->direction],
                                                      GUINT_TO_POINTER(packet->tag));

    return association ? association : association_new(packet);
}

/* ---- Chunks ---- */

/* A DATA or I-DATA chunk. */
typedef struct {
    uint8_t  type, flags;
    int      stream;
    uint32_t number;        /* its number among all of its end */
    uint32_t protocol;      /* payload protocol; I-DATA has it in the first fragment only */
    int      offset, length;    /* place of its data */
} chunk_t;

static unsigned
data_header(uint8_t type)
{
    return type == CHUNK_DATA ? DATA_HEADER : type == CHUNK_I_DATA ? I_DATA_HEADER : 0;
}

/* Reads the chunk at the offset. Returns false if it is not a whole chunk with data. */
static bool
read_chunk(tvbuff_t *tvb, int offset, chunk_t *chunk)
{
    unsigned header, length;

    if (offset < 0 || tvb_captured_length_remaining(tvb, offset) < CHUNK_HEADER)
        return false;
    header = data_header(tvb_get_uint8(tvb, offset));
    length = tvb_get_ntohs(tvb, offset + 2);
    if (header == 0 || length < header || (unsigned)tvb_captured_length_remaining(tvb, offset) < length)
        return false;
    *chunk = (chunk_t) {
        .type = tvb_get_uint8(tvb, offset),
        .flags = tvb_get_uint8(tvb, offset + 1),
        .number = tvb_get_ntohl(tvb, offset + 4),
        .stream = tvb_get_ntohs(tvb, offset + 8),
        .protocol = tvb_get_ntohl(tvb, offset + (int)header - (header == DATA_HEADER ? 4 : 8)),
        .offset = offset + (int)header,
        .length = (int)(length - header)
    };
    return true;
}

/* Returns the offset of the next chunk, or 0. */
static int
next_chunk(tvbuff_t *tvb, int offset)
{
    unsigned length;

    if (tvb_captured_length_remaining(tvb, offset) < CHUNK_HEADER)
        return 0;
    length = tvb_get_ntohs(tvb, offset + 2);
    return length < CHUNK_HEADER ? 0 : offset + (int)((length + 3) & ~3U);
}

static bool
is_fragment(const chunk_t *chunk)
{
    return (chunk->flags & (FLAG_BEGIN | FLAG_END)) != (FLAG_BEGIN | FLAG_END);
}

/* Tells whether the message is the data of one chunk, whose header of this size is right before it. */
static bool
is_data_behind(tvbuff_t *message, int header, chunk_t *chunk)
{
    int offset = tvb_raw_offset(message);

    return read_chunk(tvb_get_ds_tvb(message), offset - header, chunk) && chunk->offset == offset &&
           !is_fragment(chunk) && chunk->length == (int)tvb_reported_length(message);
}

/*
 * Finds the last fragment of a reassembled message in this packet. Fails if the packet has fragments of several
 * streams.
 */
static bool
find_fragment(tvbuff_t *packet, chunk_t *chunk)
{
    bool found = false;
    chunk_t other;

    for (int offset = COMMON_HEADER; offset; offset = next_chunk(packet, offset)) {
        if (!read_chunk(packet, offset, &other) || !is_fragment(&other))
            continue;
        if (found && other.stream != chunk->stream)
            return false;
        *chunk = other;
        found = true;
    }
    return found;
}

static bool
find_chunk(const packet_t *packet, tvbuff_t *message, chunk_t *chunk)
{
    if (packet->tvb && tvb_get_ds_tvb(message) != tvb_get_ds_tvb(packet->tvb))
        return find_fragment(packet->tvb, chunk);
    return is_data_behind(message, DATA_HEADER, chunk) || is_data_behind(message, I_DATA_HEADER, chunk);
}

/* ---- Channels that are opened in band ---- */

static void
note_open(tvbuff_t *tvb, const chunk_t *chunk, wmem_map_t *channels, uint32_t frame)
{
    unsigned label;
    sctp_channel_t *channel;
    wmem_tree_t *opened = wmem_map_lookup(channels, GINT_TO_POINTER(chunk->stream));

    if (chunk->length < DCEP_HEADER || tvb_get_uint8(tvb, chunk->offset) != DCEP_OPEN)
        return;
    label = tvb_get_ntohs(tvb, chunk->offset + 8);
    if (label > (unsigned)chunk->length - DCEP_HEADER)
        return;
    channel = wmem_new(wmem_file_scope(), sctp_channel_t);
    channel->type = tvb_get_uint8(tvb, chunk->offset + 1);
    channel->label = (const char *)tvb_get_string_enc(wmem_file_scope(), tvb, chunk->offset + DCEP_HEADER, (int)label,
                                                      ENC_UTF_8);
    if (!opened) {
        opened = wmem_tree_new(wmem_file_scope());
        wmem_map_insert(channels, GINT_TO_POINTER(chunk->stream), opened);
    }
    wmem_tree_insert32(opened, frame, channel);
}

/* ---- What is learned in the first pass ---- */

/* Notes the number with which an end says that its chunks begin. */
static void
note_beginning(const packet_t *packet, int offset)
{
    uint8_t type;

    if (tvb_captured_length_remaining(packet->tvb, offset) < INIT_LENGTH)
        return;
    type = tvb_get_uint8(packet->tvb, offset);
    if (type != CHUNK_INIT && type != CHUNK_INIT_ACK)
        return;
    packet->ends->first[packet->direction] = tvb_get_ntohl(packet->tvb, offset + INIT_LENGTH - 4);
    packet->ends->begun[packet->direction] = true;
}

/* After the first number that is missing, or comes late, nothing is certain any more. */
static void
sctp_note_number(const packet_t *packet, const chunk_t *chunk)
{
    sctp_association_t *association = association_of(packet);
    const unsigned direction = packet->direction;
    const int32_t ahead = (int32_t)(chunk->number - association->next[direction]);

    if (ahead > 0)
        association->whole[direction] = false;
    else if (ahead == 0)
        association->next[direction]++;
}

static void
note_chunks(const packet_t *packet, uint32_t frame)
{
    chunk_t chunk;

    for (int offset = COMMON_HEADER; offset; offset = next_chunk(packet->tvb, offset)) {
        note_beginning(packet, offset);
        if (!read_chunk(packet->tvb, offset, &chunk))
            continue;
        sctp_note_number(packet, &chunk);
        if (!is_fragment(&chunk) && chunk.protocol == SCTP_DCEP)
            note_open(packet->tvb, &chunk, association_of(packet)->channels, frame);
    }
}

const sctp_channel_t *
sctp_channel(const sctp_source_t *source, const packet_info *pinfo)
{
    wmem_tree_t *opened = wmem_map_lookup(source->association->channels, GINT_TO_POINTER(source->stream));

    return opened ? wmem_tree_lookup32_le(opened, pinfo->num) : NULL;
}

/* ---- Messages ---- */

sctp_source_t
sctp_source(packet_info *pinfo, tvbuff_t *message)
{
    const packet_t *kept = p_get_proto_data(pinfo->pool, pinfo, proto_godot_channel, PACKET_KEY);
    packet_t packet = kept ? *kept : packet_below(pinfo, NULL);
    sctp_association_t *association = association_of(&packet);
    chunk_t chunk = { .stream = SCTP_STREAM_UNKNOWN };
    bool found = find_chunk(&packet, message, &chunk);

    return (sctp_source_t) {
        .association = association,
        .direction = packet.direction,
        .ends_known = packet.ends_known,
        .whole = association->whole[packet.direction],
        .stream = found ? chunk.stream : SCTP_STREAM_UNKNOWN,
        .unordered = (chunk.flags & FLAG_UNORDERED) != 0,
        .unnamed = chunk.type == CHUNK_I_DATA && !(chunk.flags & FLAG_BEGIN)
    };
}

/* ---- What frames have of it ---- */

static sctp_record_t *
record_of_frame(packet_info *pinfo)
{
    sctp_record_t *record = p_get_proto_data(pinfo->pool, pinfo, proto_godot_channel, RECORD_KEY);

    if (!record) {
        record = wmem_new0(pinfo->pool, sctp_record_t);
        p_add_proto_data(pinfo->pool, pinfo, proto_godot_channel, RECORD_KEY, record);
    }
    return record;
}

/* First pass: notes whether the packet showed that its ends speak Godot's protocol. */
static void
note_spoken(ends_t *ends, uint32_t frame)
{
    if (!ends->spoken && ends->newest && ends->newest->link && ends->newest->link->version)
        ends->spoken = frame;
}

/* Returns the number of the fragments of this stream and direction, which no others of the capture have. */
static uint32_t
number_of_fragments(const packet_t *packet, int stream)
{
    void *key = GUINT_TO_POINTER((unsigned)stream << 1 | packet->direction);
    uint32_t number = GPOINTER_TO_UINT(wmem_map_lookup(packet->ends->streams, key));

    if (!number) {
        number = ++last_number;
        wmem_map_insert(packet->ends->streams, key, GUINT_TO_POINTER(number));
    }
    return number;
}

/* Counts the bytes of the packet, of its whole messages and of its fragments in the record of the frame. */
static void
sctp_count_packet(const packet_t *packet, packet_info *pinfo)
{
    sctp_record_t *record = record_of_frame(pinfo);
    chunk_t chunk;

    record->packets += tvb_reported_length(packet->tvb);
    record->proved |= packet->ends->spoken && packet->ends->spoken <= pinfo->num;
    for (int offset = COMMON_HEADER; offset; offset = next_chunk(packet->tvb, offset)) {
        if (!read_chunk(packet->tvb, offset, &chunk))
            continue;
        if (is_fragment(&chunk))
            record->stream = number_of_fragments(packet, chunk.stream);
        *(is_fragment(&chunk) ? &record->parts : &record->whole) += (unsigned)chunk.length;
    }
}

const sctp_record_t *
sctp_record_of_frame(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_godot_channel, RECORD_KEY);
}

/* ---- Packets ---- */

/* Tells whether the packet is made of whole chunks. One that the capture cut has no right checksum. */
static bool
has_chunks(tvbuff_t *tvb)
{
    const int length = (int)tvb_captured_length(tvb);
    int offset = COMMON_HEADER;

    if (length <= COMMON_HEADER)
        return false;
    while (offset && offset < length)
        offset = next_chunk(tvb, offset);
    return offset >= length && offset < length + 4;
}

/* Tells whether the CRC32c over the packet is right; its own four bytes count as zero (RFC 9260, 6.8). */
static bool
has_checksum(tvbuff_t *tvb)
{
    static const uint8_t zero[4];
    const int length = (int)tvb_captured_length(tvb);
    uint32_t crc = crc32c_calculate_no_swap(tvb_get_ptr(tvb, 0, CHECKSUM_OFFSET), CHECKSUM_OFFSET, CRC32C_PRELOAD);

    crc = crc32c_calculate_no_swap(zero, sizeof zero, crc);
    crc = crc32c_calculate_no_swap(tvb_get_ptr(tvb, COMMON_HEADER, length - COMMON_HEADER), length - COMMON_HEADER, crc);
    return ~crc == tvb_get_letohl(tvb, CHECKSUM_OFFSET);
}

/* Only a packet that begins an association has no verification tag (RFC 9260, 8.5.1). */
static bool
is_sctp(tvbuff_t *tvb)
{
    if (!has_chunks(tvb) || tvb_get_ntohs(tvb, 0) == 0 || tvb_get_ntohs(tvb, 2) == 0)
        return false;
    return (tvb_get_ntohl(tvb, 4) == 0) == (tvb_get_uint8(tvb, COMMON_HEADER) == CHUNK_INIT) && has_checksum(tvb);
}

/* If both ends agree, later packets have no checksum (RFC 9653): one packet with a right checksum proves the others. */
static bool
sctp_is_proved(tvbuff_t *tvb, packet_info *pinfo)
{
    ends_t *ends = find_ends(pinfo);

    if (!ends->proved && !PINFO_FD_VISITED(pinfo) && is_sctp(tvb))
        ends->proved = pinfo->num;
    return ends->proved && ends->proved <= pinfo->num && tvb_captured_length(tvb) >= COMMON_HEADER + CHUNK_HEADER;
}

static void
sctp_keep(packet_info *pinfo, packet_t *packet)
{
    p_remove_proto_data(pinfo->pool, pinfo, proto_godot_channel, PACKET_KEY);
    if (packet)
        p_add_proto_data(pinfo->pool, pinfo, proto_godot_channel, PACKET_KEY, packet);
}

/*
 * Hands a packet to SCTP, and restores the datagram's ends afterwards for later records. It goes through the table of
 * IP, because the packet already has the layer of SCTP: this call does not add it again.
 */
static int
sctp_dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    const port_type type = pinfo->ptype;
    const uint32_t source = pinfo->srcport, target = pinfo->destport;
    packet_t packet = packet_below(pinfo, tvb);
    int taken;

    if (!PINFO_FD_VISITED(pinfo))
        note_chunks(&packet, pinfo->num);
    sctp_keep(pinfo, &packet);
    taken = dissector_try_uint_with_data(ip_protocols, IP_PROTO_SCTP, tvb, pinfo, tree, false, NULL);
    sctp_keep(pinfo, NULL);
    if (!PINFO_FD_VISITED(pinfo))
        note_spoken(packet.ends, pinfo->num);
    if (have_tap_listener(frame_tap))
        sctp_count_packet(&packet, pinfo);
    pinfo->ptype = type;
    pinfo->srcport = source;
    pinfo->destport = target;
    return taken;
}

static ws_bool
dissect_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return sctp_is_proved(tvb, pinfo) && sctp_dissect_packet(tvb, pinfo, tree, data) > 0;
}

void
sctp_register(int proto)
{
    proto_godot_channel = proto;
}

void
sctp_handoff(void)
{
    int proto_sctp = proto_get_id_by_filter_name("sctp");

    ip_protocols = find_dissector_table("ip.proto");
    frame_tap = find_tap_id("godot_frame");
    /*
     * Wireshark 4.4 and later offer their own SCTP for "dtls.port". That one does not call this file, so this file is offered
     * under the data channels' name.
     */
    dissector_add_for_decode_as("dtls.port", create_dissector_handle(sctp_dissect_packet, proto_godot_channel));
    heur_dissector_add("dtls", dissect_heur, "SCTP in DTLS", "godot_sctp_dtls", proto_sctp, HEURISTIC_ENABLE);
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
