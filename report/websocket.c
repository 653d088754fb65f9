/* report/websocket.c
 * Where are the messages of a WebSocket in the frames of a capture?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "report/handshake.h"
#include "report/websocket.h"

/* RFC 6455, 5.2 */
enum { FINAL = 0x80, OPCODE = 0x0f, CONTINUATION = 0, CLOSE = 8, MASKED = 0x80, LENGTH = 0x7f, LENGTH_2 = 126, LENGTH_8 = 127 };

#define CODE_SIZE 2         /* of the reason for a CLOSE, before its text */
#define UNKNOWN   0xff

/* Bytes of the stream that items are of: the frame of the capture, or several segments that Wireshark put together. */
typedef struct {
    GByteArray *bytes;
    gboolean    known;      /* whether it is known where they are in the stream */
    guint32     first;      /* the number of the byte at position 0 */
    guint       next;       /* nothing before this position is read any more */
} source_t;

struct report_websocket {
    report_segment_t        *segment;
    source_t                 frame, whole;
    report_websocket_layer_t layer;
    report_item_t            item;      /* the protocol's, as long as it is not read */
    guint8                   first;     /* byte of a frame of the WebSocket */
    gboolean                 ended;     /* a message ended */
    report_socket_message_t  message;
};

report_websocket_t *
report_websocket_new(void)
{
    report_websocket_t *socket = g_new0(report_websocket_t, 1);

    socket->frame.bytes = g_byte_array_new();
    socket->whole.bytes = g_byte_array_new();
    return socket;
}

void
report_websocket_free(report_websocket_t *socket)
{
    report_socket_message_t message;

    if (report_websocket_take(socket, &message)) {
        g_byte_array_unref(message.bytes);
        g_array_free(message.parts, TRUE);
    }
    g_byte_array_unref(socket->frame.bytes);
    g_byte_array_unref(socket->whole.bytes);
    g_free(socket);
}

static void
source_set(source_t *source, const guint8 *bytes, guint size)
{
    g_byte_array_set_size(source->bytes, 0);
    g_byte_array_append(source->bytes, bytes, size);
    source->next = 0;
}

void
report_websocket_begin(report_websocket_t *socket, const GByteArray *frame, report_segment_t *segment)
{
    socket->segment = segment;
    source_set(&socket->frame, frame->data, segment->at + segment->size);      /* behind it may be what Ethernet adds */
    source_set(&socket->whole, (const guint8 *)"", 0);
    socket->frame.known = TRUE;
    socket->frame.first = segment->first - segment->at;
    socket->whole.known = FALSE;
}

void
report_websocket_begin_layer(report_websocket_t *socket, report_websocket_layer_t layer, const report_item_t *item)
{
    socket->layer = layer;
    socket->item = *item;
}

/* --- what items are of ------------------------------------------------------------------------- */

static gboolean
source_has(const source_t *source, guint position, const guint8 *bytes, guint size)
{
    return source->known && report_is_within(position, size, source->bytes->len) &&
           memcmp(source->bytes->data + position, bytes, size) == 0;
}

/* Positions do not tell which bytes they count: what was put together is read first, from its beginning to its end. */
static source_t *
websocket_find_source(report_websocket_t *socket, guint position, const guint8 *bytes, guint size)
{
    source_t *whole = source_has(&socket->whole, position, bytes, size) ? &socket->whole : NULL;
    source_t *frame = source_has(&socket->frame, position, bytes, size) ? &socket->frame : NULL;

    return whole && position >= whole->next ? whole : frame;
}

/* Bytes were put together of the end of one segment, others, and the beginning of the last one: any tells where all are. */
static void
websocket_find_whole(report_websocket_t *socket, const report_item_t *item)
{
    const guint             number = (guint)strtoul(item->shown, NULL, 10);
    const report_segment_t *segment = (const report_segment_t *)g_hash_table_lookup(socket->segment->way->of_frames,
                                                                                    GUINT_TO_POINTER(number));
    guint                   skip;

    if (socket->whole.known || !segment || item->size > segment->size)
        return;
    skip = item->position ? 0 : segment->size - item->size;
    socket->whole.known = memcmp(segment->before + skip, item->bytes, item->size) == 0;
    socket->whole.first = segment->first + skip - item->position;
}

static void
websocket_add_segment(report_websocket_t *socket, const report_item_t *item)
{
    if (strcmp(item->name, "tcp.segments") == 0)
        socket->whole.known = FALSE;
    else if (strcmp(item->name, "tcp.segment") == 0 && item->bytes)
        websocket_find_whole(socket, item);
    else if (strcmp(item->name, "tcp.reassembled.data") == 0 && item->bytes)
        source_set(&socket->whole, item->bytes, item->size);
}

static void
websocket_add_handshake(report_websocket_t *socket, const report_item_t *item, report_disguise_t *disguise)
{
    const report_item_t *http = &socket->item;
    source_t            *source = item->bytes ? websocket_find_source(socket, item->position, item->bytes, item->size) : NULL;
    guint8              *text;

    if (!source || !http->size || !report_is_within(http->position, http->size, source->bytes->len))
        return;
    text = (guint8 *)g_memdup2(source->bytes->data + http->position, http->size);
    report_handshake_disguise(disguise, text, http->size);
    report_way_write(socket->segment->way, source->first + http->position, text, http->size);
    g_free(text);
    source->next = http->position + http->size;
    socket->item.size = 0;      /* it is done */
}

/* --- frames of the WebSocket --------------------------------------------------------------------- */

/* The header of a frame. */
typedef struct {
    guint8        first;
    guint         size;
    guint64       length;       /* of the payload */
    const guint8 *mask;         /* NULL: none */
} head_t;

/* @param size at least 2
 * @return false if it is not whole */
static gboolean
websocket_read_head(const guint8 *bytes, guint size, head_t *head)
{
    const guint wide = (bytes[1] & LENGTH) == LENGTH_2 ? 2 : (bytes[1] & LENGTH) == LENGTH_8 ? 8 : 0;

    *head = (head_t) { bytes[0], 2 + wide + (bytes[1] & MASKED ? 4 : 0), bytes[1] & LENGTH, NULL };
    if (size < head->size)
        return FALSE;
    if (wide)
        head->length = 0;
    for (guint i = 0; i < wide; i++)
        head->length = head->length << 8 | bytes[2 + i];
    if (bytes[1] & MASKED)
        head->mask = bytes + head->size - 4;
    return TRUE;
}

static void
websocket_mask(guint8 *bytes, guint size, const guint8 mask[4])
{
    for (guint i = 0; i < size; i++)
        bytes[i] ^= mask[i & 3];
}

/* Of control frames stays why the socket is closed, as a number. */
static void
websocket_write_control(report_way_t *way, const head_t *head, const report_part_t *part, const guint8 *payload)
{
    guint8 *after = (guint8 *)g_memdup2(payload, part->size);

    websocket_mask(after, part->size, part->mask);
    for (guint i = (head->first & OPCODE) == CLOSE ? CODE_SIZE : 0; i < part->size; i++)
        after[i] = UNKNOWN;
    websocket_mask(after, part->size, part->mask);
    report_way_write(way, part->first, after, part->size);
    g_free(after);
}

/* Adds the payload of a frame to a message, which it may end. */
static void
websocket_add_part(report_websocket_t *socket, const head_t *head, const report_part_t *part, const guint8 *payload,
                   guint position)
{
    report_way_t *way = socket->segment->way;

    if ((head->first & OPCODE) != CONTINUATION) {
        g_array_set_size(way->parts, 0);
        g_byte_array_set_size(way->message, 0);
    }
    g_array_append_vals(way->parts, part, 1);
    g_byte_array_append(way->message, payload, part->size);
    websocket_mask(way->message->data + way->message->len - part->size, part->size, part->mask);
    if (!(head->first & FINAL))
        return;
    socket->ended = TRUE;
    socket->message = (report_socket_message_t) {
        way->parts->len == 1 && !head->mask ? position : 0, way->message, way->parts, way
    };
    way->parts = g_array_new(FALSE, FALSE, sizeof *part);
    way->message = g_byte_array_new();
}

static void
websocket_read_frame(report_websocket_t *socket, source_t *source, guint position)
{
    const guint8 *bytes = source->bytes->data + position;
    const guint   left = source->bytes->len - position;
    head_t        head;
    report_part_t part = { 0 };

    if (!websocket_read_head(bytes, left, &head))
        return;
    part.first = source->first + position + head.size;
    part.size = (guint)MIN(head.length, left - head.size);      /* less if the capture has less of it */
    if (head.mask)
        memcpy(part.mask, head.mask, sizeof part.mask);
    report_way_write(socket->segment->way, source->first + position, bytes, head.size);
    if ((head.first & OPCODE) >= CLOSE)
        websocket_write_control(socket->segment->way, &head, &part, bytes + head.size);
    else
        websocket_add_part(socket, &head, &part, bytes + head.size, position + head.size);
    source->next = position + head.size + part.size;
}

/* The first two bytes of a frame tell of what its items are, and are there. */
static void
websocket_add_frame(report_websocket_t *socket, const report_item_t *item)
{
    guint8    begin[2];
    source_t *source;

    if (item->size != 1 || !item->bytes)
        return;
    if (strcmp(item->name, "websocket.fin") == 0) {
        socket->first = *item->bytes;
    } else if (strcmp(item->name, "websocket.mask") == 0) {     /* before a first position there is nothing */
        begin[0] = socket->first;
        begin[1] = *item->bytes;
        source = websocket_find_source(socket, item->position - 1, begin, sizeof begin);
        if (source)
            websocket_read_frame(socket, source, item->position - 1);
    }
}

void
report_websocket_add_item(report_websocket_t *socket, const report_item_t *item, report_disguise_t *disguise)
{
    if (socket->layer == REPORT_SEGMENTS)
        websocket_add_segment(socket, item);
    else if (socket->layer == REPORT_HANDSHAKE)
        websocket_add_handshake(socket, item, disguise);
    else
        websocket_add_frame(socket, item);
}

gboolean
report_websocket_take(report_websocket_t *socket, report_socket_message_t *message)
{
    const gboolean ended = socket->ended;

    if (ended)
        *message = socket->message;
    socket->ended = FALSE;
    return ended;
}

void
report_websocket_write(const report_socket_message_t *message, const guint8 *after)
{
    for (guint i = 0, at = 0; i < message->parts->len; i++) {
        const report_part_t *part = &g_array_index(message->parts, report_part_t, i);
        guint8       *bytes = (guint8 *)g_memdup2(after + at, part->size);

        websocket_mask(bytes, part->size, part->mask);
        report_way_write(message->way, part->first, bytes, part->size);
        g_free(bytes);
        at += part->size;
    }
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
