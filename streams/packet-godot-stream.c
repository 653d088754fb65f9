/* streams/packet-godot-stream.c
 * Routines for packets of the Godot engine in a stream: where does each begin?
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
 * StreamPeer.put_var and PacketPeerStream put a 32 bit length before each packet (docs/wire/transports.md, 4 and 5);
 * both together are called a frame here. Nothing marks the beginning of a frame: it is known only from the frame
 * before, back to the first byte of the connection. So for each direction we remember the sequence number of the next
 * frame. If that is not known, frames begin at the first bytes that are certainly one.
 */

#include "ws_compat.h"
#include "ws_constants.h"
#include <epan/dissectors/packet-tcp.h>
#include "ends/ends.h"
#include "packet-godot-variant.h"
#include "records/experts.h"
#include "streams/handshake.h"
#include "streams/packet-godot-stream.h"
#include "streams/refutation.h"
#include "streams/segment.h"
#include "variant/variant.h"

/* The engine's buffers cannot be set to more than this, so nothing longer is a length. */
#define LENGTH_MAX (256U << 20)

/* So many bytes are looked at while searching for a frame, in all attempts together. */
#define SEARCH_BUDGET (1 << 20)

/* So many packets of a segment get items: as many as Wireshark can show well. */
#define PACKETS_SHOWN 500

/*
 * So many Variants of a frame go through Wireshark's dissector tables. Each adds a layer to the frame, which may have
 * 500; later ones are called directly.
 */
#define THROUGH_THE_CORE 64

static int proto_godot_stream = -1;

static int hf_length = -1;
static int hf_length_in = -1;
static int hf_data = -1;

static int ett_stream = -1;

static expert_field ei_length = EI_INIT;
static expert_field ei_unsynchronized = EI_INIT;
static expert_field ei_incomplete = EI_INIT;
static expert_field ei_packets_limit = EI_INIT;

static dissector_handle_t stream_handle, tcp_stream_handle;
static dissector_handle_t variant_handle;

/* See godot_stream_leave_to(). */
static const godot_stream_content_t *other_content;
static const heur_dtbl_entry_t *other_heuristic;

/* ---- What is known of a connection ---- */

typedef enum { ORDER_UNKNOWN, ORDER_LITTLE, ORDER_BIG } byte_order_t;

/* First pass only: what is known of one sender's bytes so far. */
typedef struct {
    bool         started;       /* some bytes were seen */
    bool         lost;          /* ... and where the next frame begins is not known */
    bool         asked;         /* more bytes were asked for, so far */
    bool         waiting;       /* a frame that ends at next is not whole */
    uint32_t     next;          /* sequence number of the next frame */
    byte_order_t order;
    /* For the heuristic: a segment of four bytes may have been nothing but a length. */
    uint32_t     prefix_frame;  /* the frame that has it, or 0 */
    uint32_t     prefix_end;    /* sequence number behind it */
    uint32_t     prefix_little, prefix_big;     /* its value in both byte orders */
    bool         prefix_right;  /* the packet that just came has that length */
    godot_refutation_t refutation;
} sender_t;

typedef struct {
    sender_t sender[2];
} connection_t;

/* What later passes know of one call: how its bytes are to be read. */
typedef struct {
    int          skip;          /* bytes before the first frame; negative: no frame is known */
    uint32_t     prefix_frame;  /* the bytes are a packet whose length was in that frame, unless 0 */
    byte_order_t order;
} start_t;

/* The state of a call. */
typedef struct {
    tvbuff_t                     *tvb;
    packet_info                  *pinfo;
    proto_tree                   *tree;
    const godot_stream_content_t *content;
    sender_t                     *sender;       /* NULL if bytes always come in order: TLS */
    const struct tcpinfo         *tcp;
    start_t                       start;
    int                           offset;
    uint32_t                      wanted;       /* bytes behind the tvb's end that its last frame needs */
    bool                          lost;         /* there is no frame at the offset */
    bool                          columns_set;
} cursor_t;

static sender_t *
find_end(packet_info *pinfo, bool other)
{
    connection_t *connection = (connection_t *)ends_data(pinfo, proto_godot_stream, sizeof *connection);

    return &connection->sender[ends_sender(pinfo) != other];
}

static sender_t *
find_sender(packet_info *pinfo)
{
    return find_end(pinfo, false);
}

/* ---- The length ---- */

static uint32_t
get_length(tvbuff_t *tvb, int offset, byte_order_t order)
{
    return tvb_get_uint32(tvb, offset, order == ORDER_BIG ? ENC_BIG_ENDIAN : ENC_LITTLE_ENDIAN);
}

/* Length 0 is never sent (docs/wire/transports.md, 5). */
static bool
stream_is_length(uint32_t length)
{
    return length > 0 && length <= LENGTH_MAX;
}

static bool
recognise(tvbuff_t *tvb, int offset, byte_order_t order, const godot_stream_content_t *content)
{
    uint32_t length = get_length(tvb, offset, order);

    return stream_is_length(length) && content->recognise(tvb, offset + GODOT_STREAM_PREFIX, (int)length);
}

/* Returns the byte order in which a frame certainly begins here, or unknown. */
static byte_order_t
recognise_order(tvbuff_t *tvb, int offset, byte_order_t known, const godot_stream_content_t *content)
{
    if (tvb_captured_length_remaining(tvb, offset) < GODOT_STREAM_PREFIX)
        return ORDER_UNKNOWN;
    if (known != ORDER_BIG && recognise(tvb, offset, ORDER_LITTLE, content))
        return ORDER_LITTLE;
    if (known != ORDER_LITTLE && content->big_endian_too && recognise(tvb, offset, ORDER_BIG, content))
        return ORDER_BIG;
    return ORDER_UNKNOWN;
}

/*
 * A frame begins here: returns the byte order of its length. If nothing else tells, the order with the smaller length.
 */
static byte_order_t
guess_order(tvbuff_t *tvb, int offset, const godot_stream_content_t *content)
{
    byte_order_t order = recognise_order(tvb, offset, ORDER_UNKNOWN, content);
    uint32_t little, big;

    if (order != ORDER_UNKNOWN || !content->big_endian_too ||
        tvb_captured_length_remaining(tvb, offset) < GODOT_STREAM_PREFIX)
        return order;
    little = get_length(tvb, offset, ORDER_LITTLE);
    big = get_length(tvb, offset, ORDER_BIG);
    return big < little ? ORDER_BIG : ORDER_LITTLE;
}

bool
godot_stream_begins(tvbuff_t *tvb, const godot_stream_content_t *content)
{
    return recognise_order(tvb, 0, ORDER_UNKNOWN, content) != ORDER_UNKNOWN;
}

/* ---- Where the first frame begins ---- */

/* Searches the bytes for the first certain frame. */
static void
search_start(cursor_t *cursor)
{
    int length = (int)tvb_captured_length(cursor->tvb);
    int budget = SEARCH_BUDGET;

    for (int offset = 0; offset + GODOT_STREAM_PREFIX < length && budget > 0; offset++) {
        byte_order_t order = recognise_order(cursor->tvb, offset, cursor->sender->order, cursor->content);
        uint32_t little = get_length(cursor->tvb, offset, ORDER_LITTLE);

        if (order != ORDER_UNKNOWN) {
            cursor->start = (start_t) { .skip = offset, .order = order };
            return;
        }
        budget -= stream_is_length(little) ? MIN(length - offset, (int)little) : 1;
    }
    cursor->start.skip = -1;
}

/* Tells whether this is the first byte after a SYN that was captured. */
static bool
is_first_byte(packet_info *pinfo, uint32_t seq)
{
    const struct tcp_analysis *tcp = get_tcp_conversation_data(NULL, pinfo);

    return (seq == 1 || seq == tcp->fwd->base_seq + 1) && godot_handshake_has_own(pinfo);
}

/* First pass: finds out where frames begin. */
static void
find_start(cursor_t *cursor)
{
    const sender_t *sender = cursor->sender;
    uint32_t first = godot_segment_first(cursor->tvb, cursor->tcp, sender->waiting ? &sender->next : NULL);
    bool interrupted = false;

    if (sender->prefix_right)
        cursor->start = (start_t) { (int)tvb_reported_length(cursor->tvb), sender->prefix_frame,
                                    sender->order };
    else if (sender->asked ? cursor->tcp->is_reassembled : !sender->started && is_first_byte(cursor->pinfo, first))
        cursor->start.skip = 0;
    else if (cursor->tcp->is_reassembled)       /* another dissector has asked for it */
        cursor->start.skip = -1;
    else if (sender->started && !sender->lost && sender->next - first < tvb_reported_length(cursor->tvb)) {
        cursor->start.skip = (int)(sender->next - first);
        interrupted = sender->waiting;      /* the rest of that frame did not come with it */
    } else {
        search_start(cursor);
        interrupted = true;
    }
    if (interrupted && cursor->content->interrupt)
        cursor->content->interrupt(cursor->pinfo);
    if (cursor->start.order == ORDER_UNKNOWN)
        cursor->start.order = sender->order;
    if (cursor->start.order == ORDER_UNKNOWN && cursor->start.skip >= 0)
        cursor->start.order = guess_order(cursor->tvb, cursor->start.skip, cursor->content);
}

/* The first pass learns where frames begin, for each call; later passes look it up. */
static void
settle_start(cursor_t *cursor)
{
    start_t *pinned;
    uint32_t key;

    if (cursor->sender == NULL) {
        cursor->start.order = guess_order(cursor->tvb, 0, cursor->content);
        return;
    }
    key = godot_segment_key(cursor->tvb);
    pinned = p_get_proto_data(wmem_file_scope(), cursor->pinfo, proto_godot_stream, key);
    if (pinned != NULL) {
        cursor->start = *pinned;
        return;
    }
    find_start(cursor);
    pinned = wmem_new(wmem_file_scope(), start_t);
    *pinned = cursor->start;
    p_add_proto_data(wmem_file_scope(), cursor->pinfo, proto_godot_stream, key, pinned);
}

/* Tells whether these bytes came before, so that they change nothing: TCP hands on what was sent again if it does not look for it. */
static bool
is_repeated(const sender_t *sender, tvbuff_t *tvb, uint32_t first)
{
    return sender->started && !sender->lost && !sender->waiting &&
           (int32_t)(first + tvb_reported_length(tvb) - sender->next) <= 0;
}

/* First pass: remembers what the next call needs. */
static void
stream_remember(cursor_t *cursor, uint32_t first)
{
    sender_t *sender = cursor->sender;

    if (sender == NULL || PINFO_FD_VISITED(cursor->pinfo))
        return;
    sender->asked |= cursor->pinfo->desegment_len != 0;
    if (is_repeated(sender, cursor->tvb, first))
        return;
    sender->started = true;
    sender->lost = cursor->lost || tvb_captured_length(cursor->tvb) < tvb_reported_length(cursor->tvb);
    sender->waiting = cursor->wanted > 0;
    sender->next = first + (uint32_t)cursor->offset;
    if (sender->waiting)
        sender->next = first + tvb_reported_length(cursor->tvb) + cursor->wanted;
    sender->prefix_right = false;
    if (sender->order == ORDER_UNKNOWN && cursor->start.skip >= 0)
        sender->order = recognise_order(cursor->tvb, cursor->start.skip, ORDER_UNKNOWN, cursor->content);
}

/* ---- Frames ---- */

/*
 * Keys of data that a frame has while it is dissected: the position of the next packet, and whether anything was shown.
 */
enum { POSITION_KEY, SHOWN_KEY };

static uint32_t
stream_position_of(packet_info *pinfo)
{
    return GPOINTER_TO_UINT(p_get_proto_data(pinfo->pool, pinfo, proto_godot_stream, POSITION_KEY));
}

uint32_t
godot_stream_next_position(packet_info *pinfo)
{
    uint32_t position = stream_position_of(pinfo);

    p_remove_proto_data(pinfo->pool, pinfo, proto_godot_stream, POSITION_KEY);
    p_add_proto_data(pinfo->pool, pinfo, proto_godot_stream, POSITION_KEY, GUINT_TO_POINTER(position + 1));
    return position;
}

bool
godot_stream_shown(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_godot_stream, SHOWN_KEY) != NULL;
}

static void
set_columns(cursor_t *cursor)
{
    if (cursor->columns_set)
        return;
    p_add_proto_data(cursor->pinfo->pool, cursor->pinfo, proto_godot_stream, SHOWN_KEY, cursor->pinfo);
    col_set_str(cursor->pinfo->cinfo, COL_PROTOCOL, cursor->content->protocol);
    col_clear(cursor->pinfo->cinfo, COL_INFO);
    cursor->columns_set = true;
}

/* Adds the item of a frame, with the stream's own bytes. The packet gets an item of its own protocol. */
static proto_tree *
add_frame(cursor_t *cursor, int length, const char *text)
{
    proto_item *item = proto_tree_add_item(cursor->tree, proto_godot_stream, cursor->tvb, cursor->offset,
                                           length, ENC_NA);

    proto_item_append_text(item, ", %s", text);
    return proto_item_add_subtree(item, ett_stream);
}

/* Adds bytes that cannot be read, and why. */
static void
add_lost_bytes(cursor_t *cursor, int size, expert_field *why)
{
    proto_tree *tree = add_frame(cursor, size, "bytes outside any packet");
    proto_item *item = proto_tree_add_item(tree, hf_data, cursor->tvb, cursor->offset, size, ENC_NA);

    set_columns(cursor);
    experts_add(cursor->pinfo, item, why);
    col_append_sep_fstr(cursor->pinfo->cinfo, COL_INFO, "  |  ", "%d bytes", size);
    cursor->offset += size;
}

/* Adds the length before a packet, with an expert item if fewer bytes than that are here. */
static void
add_length(cursor_t *cursor, proto_tree *tree, uint32_t length, int present)
{
    unsigned encoding = cursor->start.order == ORDER_BIG ? ENC_BIG_ENDIAN : ENC_LITTLE_ENDIAN;
    proto_item *item = proto_tree_add_item(tree, hf_length, cursor->tvb, cursor->offset, GODOT_STREAM_PREFIX, encoding);

    if ((uint32_t)present < length)
        experts_add(cursor->pinfo, item, &ei_incomplete);
    cursor->offset += GODOT_STREAM_PREFIX;
}

/*
 * Dissects a packet of that length, of which so many bytes are here. If the capture cut the packet, its reported length
 * shows it.
 */
static void
dissect_content(cursor_t *cursor, int present, uint32_t length)
{
    bool cut = tvb_captured_length(cursor->tvb) < tvb_reported_length(cursor->tvb);
    int captured = MIN(present, tvb_captured_length_remaining(cursor->tvb, cursor->offset));

    set_columns(cursor);
    if (present > 0)
        cursor->content->dissect(tvb_new_subset_length_caplen(cursor->tvb, cursor->offset, captured,
                                                              cut ? (int)length : present),
                                 cursor->pinfo, cursor->tree, godot_stream_next_position(cursor->pinfo));
    col_set_str(cursor->pinfo->cinfo, COL_PROTOCOL, cursor->content->protocol);     /* "Variant" says less */
    cursor->offset += present;
}

/* Packets without an item are dissected only for the state that they change, and for taps. */
static void
stop_showing(cursor_t *cursor)
{
    uint32_t position = stream_position_of(cursor->pinfo);
    int left = tvb_captured_length_remaining(cursor->tvb, cursor->offset);

    if (position == PACKETS_SHOWN)
        experts_add(cursor->pinfo, proto_tree_get_parent(add_frame(cursor, left, "more packets")), &ei_packets_limit);
    if (position >= PACKETS_SHOWN)
        cursor->tree = NULL;
}

/* Dissects a whole frame, or what was captured of one. */
static void
dissect_frame(cursor_t *cursor, uint32_t length)
{
    int left = tvb_reported_length_remaining(cursor->tvb, cursor->offset + GODOT_STREAM_PREFIX);
    int present = (int)MIN(length, (uint32_t)left);
    const char *text = wmem_strdup_printf(cursor->pinfo->pool, "packet of %u bytes", length);

    stop_showing(cursor);
    add_length(cursor, add_frame(cursor, GODOT_STREAM_PREFIX, text), length, present);
    dissect_content(cursor, present, length);
}

/* Dissects a packet whose length came alone, before it was known that this is a stream of packets. */
static void
dissect_late_packet(cursor_t *cursor)
{
    proto_tree *tree = add_frame(cursor, 0, "packet of an earlier length");

    proto_item_set_generated(proto_tree_add_uint(tree, hf_length_in, cursor->tvb, 0, 0, cursor->start.prefix_frame));
    dissect_content(cursor, cursor->start.skip, (uint32_t)cursor->start.skip);
}

/* The tvb ends inside a frame: returns whether the rest will come. */
static bool
ask_for_more(cursor_t *cursor, uint32_t more)
{
    if (!cursor->pinfo->can_desegment)
        return false;
    cursor->pinfo->desegment_offset = cursor->offset;
    cursor->pinfo->desegment_len = more;
    return true;
}

/* The remaining bytes end inside a length. */
static void
dissect_cut_length(cursor_t *cursor, int left)
{
    if (left == 0 || ask_for_more(cursor, DESEGMENT_ONE_MORE_SEGMENT))
        return;
    add_lost_bytes(cursor, left, &ei_incomplete);
    cursor->lost = true;
}

/* Returns whether more frames follow in these bytes. */
static bool
next_frame(cursor_t *cursor)
{
    int left = tvb_captured_length_remaining(cursor->tvb, cursor->offset);
    uint32_t length;

    if (left < GODOT_STREAM_PREFIX) {
        dissect_cut_length(cursor, left);
        return false;
    }
    length = get_length(cursor->tvb, cursor->offset, cursor->start.order);
    if (!stream_is_length(length)) {
        cursor->lost = true;
        add_lost_bytes(cursor, left, &ei_length);
        return false;       /* nothing is left */
    }
    left = tvb_reported_length_remaining(cursor->tvb, cursor->offset + GODOT_STREAM_PREFIX);
    if (length > (uint32_t)left) {
        cursor->wanted = length - (uint32_t)left;
        if (ask_for_more(cursor, cursor->wanted))
            return false;
    }
    dissect_frame(cursor, length);
    return true;
}

/* Shows the bytes before the first frame. */
static void
dissect_head(cursor_t *cursor)
{
    if (cursor->start.prefix_frame)
        dissect_late_packet(cursor);
    else if (cursor->start.skip > 0)
        add_lost_bytes(cursor, cursor->start.skip, &ei_unsynchronized);
    else if (cursor->start.skip < 0) {
        cursor->lost = true;
        add_lost_bytes(cursor, (int)tvb_captured_length(cursor->tvb), &ei_unsynchronized);
    }
}

int
dissect_godot_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const struct tcpinfo *tcp,
                     const godot_stream_content_t *content)
{
    cursor_t cursor = { .tvb = tvb, .pinfo = pinfo, .tree = tree, .content = content, .tcp = tcp,
                        .sender = tcp ? find_sender(pinfo) : NULL };
    uint32_t first;

    first = cursor.sender ? godot_segment_first(tvb, tcp, cursor.sender->waiting ? &cursor.sender->next : NULL) : 0;
    settle_start(&cursor);
    dissect_head(&cursor);
    while (next_frame(&cursor))
        ;
    stream_remember(&cursor, first);
    /* TCP calls once for each reassembled frame of a segment. */
    if (cursor.columns_set)
        col_set_fence(pinfo->cinfo, COL_INFO);
    return (int)tvb_captured_length(tvb);
}

/* ---- Variants and other packets ---- */

static bool
recognise_variant(tvbuff_t *tvb, int offset, int length)
{
    if (length > tvb_captured_length_remaining(tvb, offset))
        return false;
    return godot_variant_is_evidence(tvb, offset, offset + length, GODOT_EVIDENCE_STRINGS);
}

static void
stream_dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t position)
{
    int length = (int)tvb_captured_length(tvb);
    proto_item *item;

    if (position >= PACKETS_SHOWN)      /* only items would come of it */
        return;
    if (godot_variant_guess_dialect(tvb, 0, length, GODOT_DIALECT_AUTO) != GODOT_DIALECT_AUTO ||
        length < (int)tvb_reported_length(tvb)) {
        col_set_fence(pinfo->cinfo, COL_INFO);      /* what packets before it wrote stays */
        if (position < THROUGH_THE_CORE)
            call_dissector(variant_handle, tvb, pinfo, tree);
        else
            dissect_godot_variant_alone(tvb, pinfo, tree, NULL);
        return;
    }
    item = proto_tree_add_item(tree, proto_godot_stream, tvb, 0, -1, ENC_NA);
    proto_item_append_text(item, ", data");
    proto_tree_add_item(proto_item_add_subtree(item, ett_stream), hf_data, tvb, 0, -1, ENC_NA);
    col_append_sep_fstr(pinfo->cinfo, COL_INFO, "  |  ", "%d bytes", length);
}

/*
 * First pass: returns the byte order in which the segment before was the length of this one, or unknown.
 * StreamPeer.put_var writes its length in a segment of four bytes.
 */
static byte_order_t
order_of_prefix(const sender_t *sender, tvbuff_t *tvb, const struct tcpinfo *tcp)
{
    uint32_t length = tvb_reported_length(tvb);

    if (sender->prefix_end != tcp->nxtseq - length || !godot_variant_is_evidence(tvb, 0, (int)length, GODOT_EVIDENCE_STRINGS))
        return ORDER_UNKNOWN;
    if (sender->prefix_big == length)
        return ORDER_BIG;
    return sender->prefix_little == length ? ORDER_LITTLE : ORDER_UNKNOWN;
}

static void
remember_prefix(sender_t *sender, tvbuff_t *tvb, packet_info *pinfo, const struct tcpinfo *tcp)
{
    sender->prefix_frame = pinfo->num;
    sender->prefix_end = tcp->nxtseq;
    sender->prefix_little = get_length(tvb, 0, ORDER_LITTLE);
    sender->prefix_big = get_length(tvb, 0, ORDER_BIG);
}

static const godot_stream_content_t packets = { "Godot stream", recognise_variant, stream_dissect_packet, NULL, true };

static int
dissect_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    return dissect_godot_stream(tvb, pinfo, tree, NULL, &packets);
}

/* Only for TCP: the data of other layers has another type. */
static int
dissect_tcp_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_godot_stream(tvb, pinfo, tree, (const struct tcpinfo *)data, &packets);
}

/* Claims segments from the proving one on; those before it are not claimed in any pass. */
static void
stream_claim(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, tcp_stream_handle);
    dissect_tcp_stream(tvb, pinfo, tree, data);
}

/* Tells whether a sender's bytes have no lengths in either byte order. */
static bool
has_no_lengths(const sender_t *sender)
{
    return sender->refutation.little.refuted && sender->refutation.big.refuted;
}

/* First pass: tells whether earlier bytes of the two ends refute that the sender's lengths have this byte order. */
static bool
is_refuted(const sender_t *sender, packet_info *pinfo, byte_order_t order)
{
    return (order == ORDER_BIG ? sender->refutation.big : sender->refutation.little).refuted ||
           has_no_lengths(find_end(pinfo, true));
}

void
godot_stream_leave_to(const godot_stream_content_t *content, const char *heuristic)
{
    other_content = content;
    other_heuristic = find_heur_dissector_by_unique_short_name(heuristic);
}

/*
 * Tells whether another heuristic takes the segment. Wireshark asks the one first that claimed the latest connection, so
 * the order of the two tells nothing.
 */
static bool
is_of_other(tvbuff_t *tvb)
{
    return other_heuristic && other_heuristic->enabled && proto_is_protocol_enabled(other_heuristic->protocol) &&
           godot_stream_begins(tvb, other_content);
}

static bool
is_found(sender_t *sender, tvbuff_t *tvb, packet_info *pinfo, const struct tcpinfo *tcp)
{
    byte_order_t order = order_of_prefix(sender, tvb, tcp);
    const bool prefix_right = order != ORDER_UNKNOWN;

    if (!prefix_right)
        order = recognise_order(tvb, 0, ORDER_UNKNOWN, &packets);
    if (order == ORDER_UNKNOWN || is_refuted(sender, pinfo, order) || is_of_other(tvb))
        return false;
    sender->prefix_right = prefix_right;
    sender->order = order;
    return true;
}

static ws_bool
stream_dissect_tcp_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const struct tcpinfo *tcp = (const struct tcpinfo *)data;
    sender_t *sender;
    uint32_t first;

    if (tcp == NULL || PINFO_FD_VISITED(pinfo))
        return false;
    sender = find_sender(pinfo);
    if (has_no_lengths(sender))     /* most streams of others, soon; to ask more of the connection would cost them */
        return false;
    first = tcp->nxtseq - tvb_reported_length(tvb);
    godot_refutation_note(&sender->refutation, tvb, first, is_first_byte(pinfo, first));
    if (tvb_captured_length(tvb) == GODOT_STREAM_PREFIX && tvb_reported_length(tvb) == GODOT_STREAM_PREFIX) {
        remember_prefix(sender, tvb, pinfo, tcp);
        return false;
    }
    if (!is_found(sender, tvb, pinfo, tcp))
        return false;
    stream_claim(tvb, pinfo, tree, data);
    return true;
}

/*
 * In TLS, the length that StreamPeer.put_var writes is a record of its own, which looks like any other; the record with
 * the value is recognised alone.
 */
static ws_bool
dissect_tls_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    if (godot_stream_begins(tvb, &packets))
        dissect_stream(tvb, pinfo, tree, NULL);
    else if (recognise_variant(tvb, 0, (int)tvb_reported_length(tvb))) {
        col_set_fence(pinfo->cinfo, COL_INFO);      /* what records before it wrote stays */
        call_dissector(variant_handle, tvb, pinfo, tree);
    } else
        return false;
    return true;
}

void
proto_register_godot_stream(void)
{
    static hf_register_info hf[] = {
        { &hf_length,
          { "Length", "godot.stream.length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Bytes of the packet that follows", HFILL } },
        { &hf_length_in,
          { "Length in", "godot.stream.length_in", FT_FRAMENUM, BASE_NONE, NULL, 0,
            "Frame that had the length of this packet", HFILL } },
        { &hf_data,
          { "Data", "godot.stream.data", FT_BYTES, BASE_NONE, NULL, 0,
            "A packet that is not a Variant, or bytes outside any packet", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_length,
          { "godot.stream.length_invalid", PI_MALFORMED, PI_ERROR,
            "No length of a packet: it is zero or above 256 MiB", EXPFILL } },
        { &ei_unsynchronized,
          { "godot.stream.unsynchronized", PI_SEQUENCE, PI_NOTE,
            "Where a packet begins is not known: what comes before was not captured", EXPFILL } },
        { &ei_incomplete,
          { "godot.stream.incomplete", PI_UNDECODED, PI_WARN,
            "The packet is longer than the bytes that are here", EXPFILL } },
        { &ei_packets_limit,
          { "godot.stream.packets_limit", PI_UNDECODED, PI_NOTE,
            "More packets than are shown: the others have no items", EXPFILL } },
    };
    static int *ett[] = { &ett_stream };

    proto_godot_stream = proto_register_protocol("Godot Stream", "Godot Stream", "godot.stream");
    proto_register_field_array(proto_godot_stream, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(expert_register_protocol(proto_godot_stream), ei, G_N_ELEMENTS(ei));
    stream_handle = register_dissector("godot.stream", dissect_stream, proto_godot_stream);
    tcp_stream_handle = create_dissector_handle(dissect_tcp_stream, proto_godot_stream);
}

void
proto_reg_handoff_godot_stream(void)
{
    variant_handle = find_dissector_add_dependency("godot.variant", proto_godot_stream);
    dissector_add_for_decode_as("tcp.port", tcp_stream_handle);
    dissector_add_for_decode_as("tls.port", stream_handle);
    heur_dissector_add("tcp", stream_dissect_tcp_heur, "Godot Variants over TCP", "godot_stream_tcp",
                       proto_godot_stream, HEURISTIC_ENABLE);
    heur_dissector_add("tls", dissect_tls_heur, "Godot Variants over TLS", "godot_stream_tls",
                       proto_godot_stream, HEURISTIC_ENABLE);
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
