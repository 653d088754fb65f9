/* streams/websocket-steps.c
 * Where does the next frame of a WebSocket begin, also after a gap?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "streams/websocket-steps.h"
#include "ends/ends.h"
#include "records/experts.h"
#include "streams/segment.h"
#include "ws_constants.h"
#include <epan/dissectors/packet-tcp.h>

/* So many bytes are looked at while searching for a frame, in all attempts together. */
#define SEARCH_BUDGET (1 << 20)

/* A frame that is not proved yet may ask for so many bytes. */
#define PAYLOAD_ASKED (1U << 20)

enum { OPCODE_CONTINUATION = 0, OPCODE_TEXT = 1, OPCODE_BINARY = 2, OPCODE_CLOSE = 8, OPCODE_PONG = 10 };

/* This bit of the first byte says that no more fragments of the message follow. */
#define FINAL 0x80

static int proto_godot_ws = -1;
static int proto_steps = -1;

static int hf_ws_missing = -1;
static int hf_ws_outside = -1;

static int ett_ws_outside = -1;

static expert_field ei_ws_gap = EI_INIT;

static godot_websocket_way_t connections;
static dissector_handle_t steps_handle, http_handle, websocket_handle;

/* ---- What is known of a stream ---- */

/* First pass only: what is known of one sender's bytes so far. */
typedef struct {
    bool     in_step;       /* where the next frame begins is known */
    bool     searched;      /* ... only because what was found behind a gap looks like a frame */
    bool     waiting;       /* next is the end of a frame that was asked for */
    uint32_t next;          /* sequence number of the next frame's first byte */
    bool     gap;           /* a gap is to be shown */
    uint32_t missing;       /* ... of so many bytes */
    uint32_t sent;          /* before the first call: TCP's own count of the bytes sent; 0 = unknown */
} sender_t;

typedef struct {
    bool               led;
    dissector_handle_t below;       /* the dissector of the frames */
    sender_t           sender[2];
} stream_t;

/* What later passes know of one call. */
typedef struct {
    int      skip;          /* bytes before the first frame; negative: no frame is known */
    uint32_t ask;           /* bytes that must come before a frame can be judged */
    bool     gap;           /* a gap was noticed here */
    uint32_t missing;       /* ... of so many bytes; 0: not known */
} step_t;

/* The state of a call. */
typedef struct {
    tvbuff_t             *tvb;
    packet_info          *pinfo;
    const struct tcpinfo *tcp;
    sender_t             *sender;
    step_t                step;
    uint32_t              first;    /* sequence number of the first byte */
    bool                  foreign;  /* Wireshark asked for these bytes because it took others for a frame */
    int                   budget;
} cursor_t;

static stream_t *
get_stream(packet_info *pinfo)
{
    stream_t *stream = (stream_t *)ends_data(pinfo, proto_steps, sizeof *stream);

    if (!stream->below)
        stream->below = websocket_handle;
    return stream;
}

static sender_t *
get_sender(packet_info *pinfo, stream_t *stream, bool other)
{
    return &stream->sender[ends_sender(pinfo) != other];
}

/* ---- Frames ---- */

typedef struct {
    uint8_t  first;
    bool     masked;
    uint32_t size;          /* of the header */
    uint64_t length;        /* of the payload */
} head_t;

/* Reads the header of a frame. Returns whether all of it was captured. */
static bool
steps_read_head(tvbuff_t *tvb, int offset, head_t *head)
{
    uint32_t left = (uint32_t)tvb_captured_length_remaining(tvb, offset), wide;

    if (left < 2)
        return false;
    head->first = tvb_get_uint8(tvb, offset);
    head->masked = (tvb_get_uint8(tvb, offset + 1) & 0x80) != 0;
    head->length = tvb_get_uint8(tvb, offset + 1) & 0x7F;
    wide = head->length == 126 ? 2 : head->length == 127 ? 8 : 0;
    head->size = 2 + wide + (head->masked ? 4 : 0);
    if (left < head->size)
        return false;
    if (wide)
        head->length = wide == 2 ? tvb_get_ntohs(tvb, offset + 2) : tvb_get_ntoh64(tvb, offset + 2);
    return true;
}

/*
 * Tells whether it is a frame without extensions, with the shortest form of its length. Only messages, or fragments of
 * one, may be long or go on.
 */
static bool
is_frame(const head_t *head, bool masked)
{
    unsigned opcode = head->first & 0x0F;
    uint32_t shortest = head->length < 126 ? 2 : head->length < 65536 ? 4 : 10;

    return (head->first & 0x70) == 0 && head->size == shortest + (masked ? 4 : 0) &&
           (opcode <= OPCODE_BINARY ||
            (opcode >= OPCODE_CLOSE && opcode <= OPCODE_PONG && head->first & FINAL && head->length < 126));
}

/* Tells whether it is a whole message or a control frame. */
static bool
is_plausible(const head_t *head, bool masked)
{
    return is_frame(head, masked) && head->first & FINAL && (head->first & 0x0F) != OPCODE_CONTINUATION;
}

/* Goes behind a frame, unless its bytes are still to come. Returns whether it did. */
static bool
steps_pass_frame(tvbuff_t *tvb, uint32_t *offset, head_t *head)
{
    if (!steps_read_head(tvb, (int)*offset, head) || head->length > tvb_reported_length(tvb) - *offset - head->size)
        return false;
    *offset += head->size + (uint32_t)head->length;
    return true;
}

static tvbuff_t *
get_payload(cursor_t *cursor, int offset, const head_t *head)
{
    int start = offset + (int)head->size, length = (int)head->length;
    uint8_t *bytes;

    if (!head->masked || length == 0)
        return tvb_new_subset_length(cursor->tvb, start, length);
    bytes = (uint8_t *)tvb_memdup(cursor->pinfo->pool, cursor->tvb, start, (size_t)length);
    for (int i = 0; i < length; i++)
        bytes[i] ^= tvb_get_uint8(cursor->tvb, start - 4 + i % 4);
    return tvb_new_child_real_data(cursor->tvb, bytes, (unsigned)length, length);
}

static bool
ends_with_segment(const cursor_t *cursor)
{
    return cursor->first + tvb_reported_length(cursor->tvb) == cursor->tcp->nxtseq;
}

/*
 * Tells whether the bytes from here to the end are frames that the connection can carry. One whole message is enough if
 * it begins with a segment and ends with one, as engines send it; otherwise there must be more than one. Control frames
 * are none: any bytes can be their payload.
 */
static bool
are_frames(cursor_t *cursor, int offset)
{
    bool masked = !connections.is_from_server(cursor->pinfo);
    int end = (int)tvb_captured_length(cursor->tvb);
    unsigned count = offset == 0 && ends_with_segment(cursor);

    for (head_t head; offset < end; offset += (int)(head.size + head.length)) {
        if (!steps_read_head(cursor->tvb, offset, &head) || !is_plausible(&head, masked))
            return false;
        if (head.length > (uint64_t)(end - offset) - head.size)     /* the rest is to come */
            break;
        cursor->budget -= (int)(head.size + head.length);
        if (cursor->budget < 0 || !connections.fits(get_payload(cursor, offset, &head), cursor->pinfo, head.first & 0x0F))
            return false;
        count += (head.first & 0x0F) <= OPCODE_BINARY;
    }
    return count > 1;
}

/*
 * Tells whether a frame may begin here whose payload has not come. A header may come alone, and a long frame in several
 * segments; only the payload decides.
 */
static uint32_t
may_begin_frame(cursor_t *cursor)
{
    uint64_t here = tvb_reported_length(cursor->tvb);
    head_t head;

    if (!cursor->pinfo->can_desegment || !steps_read_head(cursor->tvb, 0, &head) ||
        !is_plausible(&head, !connections.is_from_server(cursor->pinfo)) || head.length > PAYLOAD_ASKED || head.size + head.length <= here)
        return 0;
    return (uint32_t)(head.size + head.length - here);
}

static void
search(cursor_t *cursor)
{
    int end = (int)tvb_captured_length(cursor->tvb);

    cursor->budget = SEARCH_BUDGET;
    cursor->step.skip = -1;
    for (int offset = 0; offset < end && cursor->budget > 0; offset++, cursor->budget--) {
        if (are_frames(cursor, offset)) {
            cursor->step.skip = offset;
            return;
        }
    }
    cursor->step.ask = may_begin_frame(cursor);
}

/* ---- In step ---- */

static bool
begins_plausibly(const cursor_t *cursor)
{
    head_t head;

    return !steps_read_head(cursor->tvb, 0, &head) || is_frame(&head, !connections.is_from_server(cursor->pinfo));
}

/*
 * Takes over the stream from Wireshark's dissector, which may have followed it wrongly. TCP's own count tells whether
 * bytes are missing in between.
 */
static void
take_over(cursor_t *cursor)
{
    sender_t *sender = cursor->sender;
    uint32_t first = godot_segment_sent_so_far(cursor->pinfo, false) - tvb_reported_length(cursor->tvb);

    if (!sender->sent)
        return;
    sender->next = cursor->tcp->is_reassembled ? cursor->first : cursor->first - (first - sender->sent);
    sender->sent = 0;
    sender->in_step = begins_plausibly(cursor);
    cursor->foreign = cursor->tcp->is_reassembled && !sender->in_step;
}

/*
 * First pass: tells whether a frame begins here as expected: in bytes that a proved frame asked for, behind these in
 * their segment, or at the next expected number.
 */
static bool
steps_goes_on(const cursor_t *cursor)
{
    const sender_t *sender = cursor->sender;

    return sender->in_step && (cursor->tcp->is_reassembled || cursor->first == sender->next);
}

/* Tells whether there are only headers that a frame can have, as far as these bytes show. */
static bool
can_be_frames(const cursor_t *cursor)
{
    bool masked = !connections.is_from_server(cursor->pinfo);
    uint32_t offset = 0;
    head_t head;

    do {
        if (steps_read_head(cursor->tvb, (int)offset, &head) && !is_frame(&head, masked))
            return false;
    } while (steps_pass_frame(cursor->tvb, &offset, &head));
    return true;
}

static void
find_step(cursor_t *cursor)
{
    sender_t *sender = cursor->sender;
    int32_t ahead = (int32_t)(cursor->first - sender->next);

    cursor->step = (step_t) { .skip = cursor->foreign ? -1 : 0 };
    if (cursor->foreign)
        return;
    if (sender->searched && steps_goes_on(cursor) && !can_be_frames(cursor))    /* what was found was no frame */
        sender->in_step = false;
    if (steps_goes_on(cursor)) {
        if (sender->waiting && !cursor->tcp->is_reassembled)        /* they did not come */
            sender->gap = true;
        return;
    }
    if (sender->in_step && ahead < 0) {     /* repeated or late bytes: those after them were shown without them */
        cursor->step.skip = -1;
        return;
    }
    if (sender->in_step) {
        sender->gap = true;
        sender->missing = (uint32_t)ahead;
    }
    sender->in_step = false;
    sender->waiting = false;
    sender->searched = true;
    search(cursor);
}

/* Shows a gap once, in a call that shows something: later passes make no other calls. */
static void
tell_gap(cursor_t *cursor)
{
    cursor->step.gap = cursor->sender->gap;
    cursor->step.missing = cursor->sender->gap ? cursor->sender->missing : 0;
    cursor->sender->gap = false;
    cursor->sender->missing = 0;
}

static void
set_next(sender_t *sender, uint32_t next, bool waiting)
{
    if (sender->in_step && (int32_t)(next - sender->next) < 0)      /* a gap that was filled late */
        return;
    sender->next = next;
    sender->waiting = waiting;
}

/* First pass: goes on from frame to frame, to the first one that is still to come. */
static void
steps_remember(cursor_t *cursor)
{
    sender_t *sender = cursor->sender;
    uint32_t end = tvb_reported_length(cursor->tvb), offset = (uint32_t)cursor->step.skip;
    head_t head = { .length = 0 };

    if (cursor->step.ask > 0) {
        set_next(sender, cursor->first + end + cursor->step.ask, true);
        return;
    }
    if (cursor->step.skip < 0) {
        tell_gap(cursor);
        return;
    }
    while (steps_pass_frame(cursor->tvb, &offset, &head))
        ;
    if (steps_read_head(cursor->tvb, (int)offset, &head))
        set_next(sender, cursor->first + offset + head.size + (uint32_t)head.length, true);
    else
        set_next(sender, cursor->first + offset, false);
    if (offset > 0)
        tell_gap(cursor);
    sender->in_step = true;
}

/* First pass: finds out where frames begin, for this call in all passes. */
static void
learn_step(cursor_t *cursor)
{
    cursor->first = godot_segment_first(cursor->tvb, cursor->tcp, cursor->sender->waiting ? &cursor->sender->next : NULL);
    take_over(cursor);
    find_step(cursor);
    steps_remember(cursor);
    p_add_proto_data(wmem_file_scope(), cursor->pinfo, proto_steps, godot_segment_key(cursor->tvb),
                     wmem_memdup(wmem_file_scope(), &cursor->step, sizeof cursor->step));
}

static void
look_step_up(cursor_t *cursor)
{
    const step_t *pinned = (const step_t *)p_get_proto_data(wmem_file_scope(), cursor->pinfo, proto_steps,
                                                            godot_segment_key(cursor->tvb));

    if (pinned)
        cursor->step = *pinned;
}

/* ---- What is shown ---- */

static void
show_outside(const cursor_t *cursor, proto_tree *tree)
{
    const step_t *step = &cursor->step;
    int length = step->skip < 0 ? (int)tvb_captured_length(cursor->tvb) : step->skip;
    proto_item *item;
    proto_tree *sub;

    if (!connections.is_ours(cursor->pinfo)) {
        call_data_dissector(tvb_new_subset_length(cursor->tvb, 0, length), cursor->pinfo, tree);
        return;
    }
    item = proto_tree_add_item(tree, proto_godot_ws, cursor->tvb, 0, length, ENC_NA);
    sub = proto_item_add_subtree(item, ett_ws_outside);
    if (step->missing)
        proto_item_set_generated(proto_tree_add_uint(sub, hf_ws_missing, cursor->tvb, 0, 0, step->missing));
    if (step->gap)
        experts_add(cursor->pinfo, item, &ei_ws_gap);
    if (length > 0) {
        proto_item_append_text(item, ", bytes outside any frame");
        proto_tree_add_item(sub, hf_ws_outside, cursor->tvb, 0, length, ENC_NA);
    } else {
        proto_item_append_text(item, ", behind a gap");
    }
}

static void
dissect_frames(const cursor_t *cursor, proto_tree *tree, dissector_handle_t below)
{
    packet_info *pinfo = cursor->pinfo;

    /* The WebSocket dissector gets no data: that of 4.6 would take data for HTTP's record of the handshake. */
    call_dissector(below, tvb_new_subset_remaining(cursor->tvb, cursor->step.skip), pinfo, tree);
    if (pinfo->desegment_len)
        pinfo->desegment_offset += cursor->step.skip;
}

int
godot_websocket_steps_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    stream_t *stream = get_stream(pinfo);
    cursor_t cursor = { .tvb = tvb, .pinfo = pinfo, .tcp = (const struct tcpinfo *)data, .sender = get_sender(pinfo, stream, false) };

    stream->led = true;
    pinfo->can_desegment = pinfo->saved_can_desegment;      /* the other dissectors are called in our place */
    if (cursor.tcp)
        (PINFO_FD_VISITED(pinfo) ? look_step_up : learn_step)(&cursor);
    if (cursor.step.gap || (cursor.step.skip != 0 && !cursor.step.ask))
        show_outside(&cursor, tree);
    if (cursor.step.ask) {
        pinfo->desegment_len = cursor.step.ask;
    } else if (cursor.step.skip >= 0) {
        dissect_frames(&cursor, tree, stream->below);
    }
    return (int)tvb_captured_length(tvb);
}

/* Only for streams in TCP itself: inside TLS there are no gaps. */
static bool
is_on_tcp(packet_info *pinfo, dissector_handle_t *below)
{
    wmem_list_frame_t *at = wmem_list_tail(pinfo->layers);
    int tcp = proto_get_id_by_filter_name("tcp"), http = proto_get_id_by_filter_name("http");
    int websocket = proto_get_id_by_filter_name("websocket");

    while (at && GPOINTER_TO_INT(wmem_list_frame_data(at)) != websocket)
        at = wmem_list_frame_prev(at);
    at = at ? wmem_list_frame_prev(at) : NULL;
    *below = websocket_handle;
    if (at && GPOINTER_TO_INT(wmem_list_frame_data(at)) == http) {
        *below = http_handle;
        at = wmem_list_frame_prev(at);
    }
    return at && GPOINTER_TO_INT(wmem_list_frame_data(at)) == tcp;
}

void
godot_websocket_steps_begin(packet_info *pinfo)
{
    dissector_handle_t below;
    stream_t *stream;

    if (!is_on_tcp(pinfo, &below))
        return;
    stream = get_stream(pinfo);
    if (stream->led || !godot_segment_sent_so_far(pinfo, false))
        return;
    stream->below = below;
    get_sender(pinfo, stream, false)->sent = godot_segment_sent_so_far(pinfo, false);
    get_sender(pinfo, stream, true)->sent = godot_segment_sent_so_far(pinfo, true);
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num + 1, steps_handle);
}

void
godot_websocket_steps_register(int proto, const godot_websocket_way_t *way)
{
    static hf_register_info hf[] = {
        { &hf_ws_missing,
          { "Missing bytes", "godot.ws.missing", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Number of bytes before these that were not captured, if it is known", HFILL } },
        { &hf_ws_outside,
          { "Outside", "godot.ws.outside", FT_BYTES, BASE_NONE, NULL, 0,
            "Bytes after a gap that are not certainly a whole frame of a WebSocket", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_ws_gap,
          { "godot.ws.gap", PI_SEQUENCE, PI_NOTE,
            "Bytes of the WebSocket were not captured: reading goes on at the next bytes that are certainly a frame",
            EXPFILL } },
    };
    static int *ett[] = { &ett_ws_outside };

    proto_godot_ws = proto;
    connections = *way;
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(expert_register_protocol(proto), ei, G_N_ELEMENTS(ei));
    proto_steps = proto_register_protocol_in_name_only("Godot WebSocket frames", "Godot WebSocket frames", "godot.ws.frames", proto,
                                                       FT_PROTOCOL);
    steps_handle = create_dissector_handle(godot_websocket_steps_dissect, proto_steps);
}

void
godot_websocket_steps_handoff(void)
{
    http_handle = find_dissector("http");
    websocket_handle = find_dissector("websocket");
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
