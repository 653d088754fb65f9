/* test-godot-report-websocket.c
 * Is what a WebSocket says replaced up to the exact end of its bytes, and nothing else (RFC 6455, 5.2)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "report/handshake.h"
#include "report/websocket.h"
#include "tests/unit/guarded.h"

#define ROOM    4096
#define AT      5               /* the frame has something before the segment, */
#define BEHIND  3               /* and behind it */
#define FIRST   0xFFFFFFF0u     /* numbers of bytes begin again at 0 */

static guarded_t          guarded;
static report_disguise_t *disguise;

/* Bytes that end where nothing may be read or written any more. */
static uint8_t *
placed(const void *bytes, size_t size)
{
    if (size)
        memcpy(guarded.end - size, bytes, size);
    return guarded.end - size;
}

/* ---- Segments ---- */

/* A connection with a WebSocket. */
typedef struct {
    report_streams_t   *streams;
    report_way_t       *way;
    report_websocket_t *socket;
} session_t;

/* A frame of the capture, as it is and as it will be. */
typedef struct {
    GByteArray       *before, *after;
    report_segment_t *segment;
} captured_t;

static session_t
session_new(void)
{
    report_streams_t *streams = report_streams_new();

    return (session_t) { streams, &report_streams_connection(streams, 0)->ways[0], report_websocket_new() };
}

static void
session_free(session_t *session)
{
    report_websocket_free(session->socket);
    report_streams_free(session->streams);
}

static captured_t
captured_new(session_t *session, unsigned number, uint32_t first, const uint8_t *bytes, unsigned size)
{
    captured_t frame = { g_byte_array_new(), g_byte_array_new(), NULL };

    g_byte_array_set_size(frame.before, AT + size + BEHIND);
    memset(frame.before->data, 0, frame.before->len);
    g_byte_array_append(frame.after, frame.before->data, frame.before->len);
    memcpy(frame.before->data + AT, bytes, size);
    frame.segment = report_segment_new(session->way, number, first, frame.after, AT, frame.before->data + AT, size);
    return frame;
}

static void
captured_free(captured_t *frame)
{
    report_segment_free(frame->segment);
    g_byte_array_unref(frame->before);
    g_byte_array_unref(frame->after);
}

static unsigned
known_of(const captured_t *frame)
{
    unsigned known = 0;

    for (unsigned i = 0; i < frame->segment->size; i++)
        known += frame->segment->known[i];
    return known;
}

/* What is written of a stream reaches the segment as far as it has the bytes. */
static void
test_writing(void)
{
    static const uint8_t bytes[6] = { 1, 2, 3, 4, 5, 6 }, none[8] = { 0 };

    for (int ahead = -8; ahead <= 10; ahead++) {
        session_t  session = session_new();
        captured_t frame = captured_new(&session, 1, FIRST, none, 8);

        report_way_write(session.way, FIRST + (uint32_t)ahead, placed(bytes, sizeof bytes), sizeof bytes);
        for (int i = -AT; i < 8 + BEHIND; i++) {
            const int at = i - ahead;
            const int expected = i >= 0 && i < 8 && at >= 0 && at < 6 ? bytes[at] : 0;

            g_assert_cmpuint(frame.after->data[AT + i], ==, expected);
            if (i >= 0 && i < 8)
                g_assert_cmpint(frame.segment->known[i], ==, expected != 0);
        }
        captured_free(&frame);
        session_free(&session);
    }
}

/* Segments are found by their numbers in whichever order they came, also if these are next to each other. */
static void
test_order_of_segments(void)
{
    static const uint8_t bytes[4] = { 1, 2, 3, 4 }, written = 9;
    static const int     orders[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 0, 2 }, { 2, 0, 1 }, { 1, 1, 0 }, { 0, 2, 2 } };

    for (size_t i = 0; i < G_N_ELEMENTS(orders); i++)
        for (int at = -1; at < 7; at++) {
            session_t  session = session_new();
            captured_t frames[3];

            for (unsigned k = 0; k < 3; k++)
                frames[k] = captured_new(&session, k + 1, FIRST + 14 + (uint32_t)orders[i][k], bytes, sizeof bytes);
            report_way_write(session.way, FIRST + 14 + (uint32_t)at, &written, 1);
            for (unsigned k = 0; k < 3; k++) {
                const int place = at - orders[i][k];

                g_assert_cmpuint(known_of(&frames[k]), ==, place >= 0 && place < 4);
                captured_free(&frames[k]);
            }
            session_free(&session);
        }
}

/* A segment has of the bytes that came before what something wrote. */
static void
test_copied_segments(void)
{
    static const uint8_t bytes[6] = { 1, 2, 3, 4, 5, 6 };

    for (unsigned ahead = 0; ahead < 6; ahead++) {
        session_t  session = session_new();
        captured_t one = captured_new(&session, 1, FIRST, bytes, 6), other;

        report_way_write(session.way, FIRST + 2, bytes + 2, 2);
        other = captured_new(&session, 2, FIRST + ahead, bytes + ahead, 6 - ahead);
        for (unsigned i = ahead; i < 6; i++) {
            g_assert_cmpint(other.segment->known[i - ahead], ==, i == 2 || i == 3);
            g_assert_cmpuint(other.after->data[AT + i - ahead], ==, i == 2 || i == 3 ? bytes[i] : 0);
        }
        captured_free(&one);
        captured_free(&other);
        session_free(&session);
    }
}

/* Of a segment that is freed nothing is left in the connection, whichever of two that have the same bytes it is. */
static void
test_freed_segments(void)
{
    static const uint8_t bytes[4] = { 1, 2, 3, 4 };

    for (unsigned first = 0; first < 2; first++) {
        session_t  session = session_new();
        captured_t frames[2];

        for (unsigned i = 0; i < 2; i++)
            frames[i] = captured_new(&session, i + 1, FIRST, bytes, sizeof bytes);
        captured_free(&frames[first]);
        g_assert_cmpint(g_sequence_get_length(session.way->segments), ==, 1);
        g_assert_true(g_sequence_get(g_sequence_get_begin_iter(session.way->segments)) == frames[!first].segment);
        g_assert_cmpuint(g_hash_table_size(session.way->of_frames), ==, 1);
        captured_free(&frames[!first]);
        g_assert_cmpint(g_sequence_get_length(session.way->segments), ==, 0);
        g_assert_cmpuint(g_hash_table_size(session.way->of_frames), ==, 0);
        session_free(&session);
    }
}

/* ---- Frames of the WebSocket ---- */

static const uint8_t mask[4] = { 0x12, 0x34, 0x56, 0x78 };

/* @return the size of the header */
static unsigned
put_frame(uint8_t *to, uint8_t first, unsigned wide, bool masked, const uint8_t *payload, unsigned size)
{
    unsigned head = 2;

    to[0] = first;
    to[1] = (uint8_t)((masked ? 0x80 : 0) | (wide == 2 ? 126 : wide == 8 ? 127 : size));
    for (unsigned i = 0; i < wide; i++)
        to[head++] = i + 1 == wide ? (uint8_t)size : 0;
    if (masked)
        memcpy(to + head, mask, sizeof mask);
    head += masked ? 4 : 0;
    for (unsigned i = 0; i < size; i++)
        to[head + i] = payload[i] ^ (masked ? mask[i % 4] : 0);
    return head;
}

/* Tells what Wireshark does of a frame that begins at this position. */
static void
tell_frame(session_t *session, const uint8_t *bytes, unsigned position)
{
    const report_item_t layer = { .name = "websocket" };
    const report_item_t first = { .name = "websocket.fin", .position = position, .size = 1, .bytes = bytes };
    const report_item_t second = { .name = "websocket.mask", .position = position + 1, .size = 1, .bytes = bytes + 1 };

    report_websocket_begin_layer(session->socket, REPORT_WEBSOCKET, &layer);
    report_websocket_add_item(session->socket, &first, disguise);
    report_websocket_add_item(session->socket, &second, disguise);
}

/* The message that ends in a frame has the bytes that were captured, and others can be put in their place. */
static void
check_message(session_t *session, captured_t *frame, unsigned head, const uint8_t *payload, unsigned size, bool masked)
{
    report_socket_message_t message;
    uint8_t                 other[16];

    g_assert_true(report_websocket_take(session->socket, &message));
    g_assert_cmpmem(message.bytes->data, message.bytes->len, payload, size);
    g_assert_cmpuint(known_of(frame), ==, head);
    memset(other, 0x77, sizeof other);
    report_websocket_write(&message, other);
    g_assert_cmpuint(known_of(frame), ==, head + size);
    g_assert_cmpmem(frame->after->data + AT, head, frame->before->data + AT, head);
    for (unsigned i = 0; i < size; i++)
        g_assert_cmphex(frame->after->data[AT + head + i], ==, 0x77 ^ (masked ? mask[i % 4] : 0));
    g_byte_array_unref(message.bytes);
    g_array_free(message.parts, TRUE);
}

static void
test_frames(void)
{
    static const uint8_t  payload[5] = { 1, 2, 3, 4, 5 };
    static const unsigned widths[] = { 0, 2, 8 };

    for (unsigned variant = 0; variant < 12; variant++) {
        const bool     masked = variant % 2;
        const unsigned whole = variant % 4 < 2 ? sizeof payload : 0;
        uint8_t        bytes[32] = { 0 };
        const unsigned head = put_frame(bytes, 0x82, widths[variant / 4], masked, payload, whole);

        for (unsigned size = 2; size <= head + whole + 3; size++) {     /* cut, whole, or more follows */
            session_t               session = session_new();
            captured_t              frame = captured_new(&session, 1, FIRST, bytes, size);
            report_socket_message_t message;

            report_websocket_begin(session.socket, frame.before, frame.segment);
            tell_frame(&session, bytes, AT);
            if (size >= head)
                check_message(&session, &frame, head, payload, MIN(size - head, whole), masked);
            else
                g_assert_false(report_websocket_take(session.socket, &message));
            if (size < head)
                g_assert_cmpuint(known_of(&frame), ==, 0);
            captured_free(&frame);
            session_free(&session);
        }
    }
}

/* Of a CLOSE its code stays, of other control frames nothing. */
static void
test_control_frames(void)
{
    static const uint8_t payload[6] = { 3, 0xE9, 'g', 'o', 'n', 'e' };

    for (uint8_t opcode = 8; opcode <= 10; opcode++)
        for (unsigned size = 0; size <= sizeof payload; size++) {
            uint8_t        bytes[32];
            const unsigned head = put_frame(bytes, 0x80 | opcode, 0, true, payload, size);
            session_t      session = session_new();
            captured_t     frame = captured_new(&session, 1, FIRST, bytes, head + size);

            report_websocket_begin(session.socket, frame.before, frame.segment);
            tell_frame(&session, bytes, AT);
            g_assert_cmpuint(known_of(&frame), ==, head + size);
            for (unsigned i = 0; i < size; i++)
                g_assert_cmphex(frame.after->data[AT + head + i] ^ mask[i % 4], ==,
                                opcode == 8 && i < 2 ? payload[i] : 0xFF);
            captured_free(&frame);
            session_free(&session);
        }
}

/* Wireshark puts a frame together of two segments, one of which tells where both are. The frame is the end of the first
 * segment, or all of it, and the beginning of the second one. */
static void
test_segments(void)
{
    static const uint8_t payload[5] = { 1, 2, 3, 4, 5 };

    for (unsigned variant = 0; variant < 6; variant++) {
        const unsigned before = variant % 3, told = variant / 3;    /* bytes before the frame; the segment that tells */
        uint8_t        bytes[32] = { 0 };
        const unsigned head = put_frame(bytes + before, 0x82, 0, true, payload, sizeof payload);
        const unsigned size = head + sizeof payload, cut = 4;
        session_t      session = session_new();
        captured_t     one = captured_new(&session, 1, FIRST, bytes, before + cut);
        captured_t     other = captured_new(&session, 2, FIRST + before + cut, bytes + before + cut, size - cut);
        const report_item_t layer = { .name = "fake-field-wrapper" }, all = { .name = "tcp.segments" };
        const report_item_t segment = { .name = "tcp.segment", .shown = told ? "2" : "1", .position = told ? cut : 0,
                                        .size = told ? size - cut : cut, .bytes = bytes + before + (told ? cut : 0) };
        const report_item_t data = { .name = "tcp.reassembled.data", .size = size, .bytes = bytes + before };

        report_websocket_begin(session.socket, other.before, other.segment);
        report_websocket_begin_layer(session.socket, REPORT_SEGMENTS, &layer);
        report_websocket_add_item(session.socket, &all, disguise);
        report_websocket_add_item(session.socket, &segment, disguise);
        report_websocket_add_item(session.socket, &data, disguise);
        tell_frame(&session, bytes + before, 0);
        g_assert_cmpuint(known_of(&one), ==, cut);
        g_assert_cmpuint(known_of(&other), ==, head - cut);
        captured_free(&one);
        captured_free(&other);
        session_free(&session);
    }
}

static report_item_t
item_of(const char *name, unsigned position, unsigned size, const uint8_t *bytes, const char *shown)
{
    return (report_item_t) { .name = name, .shown = shown, .position = position, .size = size, .bytes = bytes };
}

static void
tell_segments(session_t *session, const report_item_t *items, size_t count)
{
    const report_item_t layer = { .name = "fake-field-wrapper" };

    report_websocket_begin_layer(session->socket, REPORT_SEGMENTS, &layer);
    for (size_t i = 0; i < count; i++)
        report_websocket_add_item(session->socket, &items[i], disguise);
}

static bool
takes_message(session_t *session, const uint8_t *expected, size_t size)
{
    report_socket_message_t message;

    if (!report_websocket_take(session->socket, &message))
        return false;
    g_assert_cmpmem(message.bytes->data, message.bytes->len, expected, size);
    g_byte_array_unref(message.bytes);
    g_array_free(message.parts, TRUE);
    return true;
}

/* Whether a frame can be read after this was said. Items that tell nothing, or of other segments, change nothing. */
static void
test_what_is_told_of_segments(void)
{
    static const uint8_t payload[5] = { 1, 2, 3, 4, 5 }, other[7] = { 0 };
    uint8_t              bytes[16];
    const unsigned       size = put_frame(bytes, 0x82, 0, false, payload, sizeof payload) + sizeof payload;
    const report_item_t  all = item_of("tcp.segments", 0, 0, NULL, "");
    const report_item_t  nothing = item_of("tcp.segment", 0, 4, NULL, "1"), odd = item_of("tcp", 0, 4, bytes, "1");
    const report_item_t  first = item_of("tcp.segment", 0, 4, bytes, "1");
    const report_item_t  last = item_of("tcp.segment", 4, 3, bytes + 4, "2");
    const report_item_t  unknown = item_of("tcp.segment", 0, 4, bytes, "9");
    const report_item_t  wrong = item_of("tcp.segment", 0, 4, other, "1");
    const report_item_t  large = item_of("tcp.segment", 0, 5, bytes, "1");
    const report_item_t  data = item_of("tcp.reassembled.data", 0, size, bytes, "");
    const report_item_t  no_data = item_of("tcp.reassembled.data", 0, size, NULL, "");
    const struct {
        report_item_t items[5];
        bool          is_read;
    } cases[] = {
        { { all, first, data }, true }, { { all, last, data }, true }, { { all, first, last, data }, true },
        { { all, first, wrong, data }, true }, { { all, unknown, first, data }, true },
        { { all, wrong, last, data }, true },
        { { all, nothing, large, last, data }, true }, { { all, first, data, no_data }, true },
        { { all, first, data, odd }, true }, { { all, last, data, odd }, true },
        { { data }, false }, { { all, data }, false },
        { { all, unknown, data }, false }, { { all, wrong, data }, false },
        { { all, large, data }, false }, { { all, nothing, data }, false }, { { all, odd, data }, false },
        { { all, first }, false }, { { all, first, no_data }, false }, { { all, first, all, data }, false },
        { { first, all, unknown, data }, false },
    };
    const report_item_t before[] = { all, first, data };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        session_t  session = session_new();
        captured_t one = captured_new(&session, 1, FIRST, bytes, 4);
        captured_t two = captured_new(&session, 2, FIRST + 4, bytes + 4, size - 4);
        size_t     count = 0;

        while (count < G_N_ELEMENTS(cases[i].items) && cases[i].items[count].name)
            count++;
        report_websocket_begin(session.socket, two.before, two.segment);
        tell_segments(&session, before, G_N_ELEMENTS(before));      /* what was told of the frame before is forgotten */
        report_websocket_begin(session.socket, two.before, two.segment);
        tell_segments(&session, cases[i].items, count);
        tell_frame(&session, bytes, 0);
        g_test_message("case %zu", i);
        g_assert_cmpint(takes_message(&session, payload, sizeof payload), ==, cases[i].is_read);
        g_assert_cmpuint(known_of(&one), ==, cases[i].is_read ? 2 : 0);
        captured_free(&one);
        captured_free(&two);
        session_free(&session);
    }
}

/* Where the same bytes stand at one position of both, what was put together comes first, and then the frame. */
static void
test_one_position_in_two_places(void)
{
    static const uint8_t one[11] = { 1 }, two[1] = { 2 }, three[1] = { 3 };
    uint8_t              bytes[32];
    unsigned             whole, all;

    whole = put_frame(bytes, 0x82, 0, false, one, sizeof one) + sizeof one;
    whole += put_frame(bytes + whole, 0x82, 0, false, two, sizeof two) + sizeof two;
    all = whole + put_frame(bytes + whole, 0x82, 0, false, three, sizeof three) + sizeof three;
    const unsigned      cut = 8, place = AT + whole - cut;      /* of the third frame in the second segment's */
    session_t           session = session_new();
    captured_t          before = captured_new(&session, 1, FIRST, bytes, cut);
    captured_t          last = captured_new(&session, 2, FIRST + cut, bytes + cut, all - cut);
    const report_item_t items[] = { item_of("tcp.segments", 0, 0, NULL, ""), item_of("tcp.segment", 0, cut, bytes, "1"),
                                    item_of("tcp.reassembled.data", 0, whole, bytes, "") };

    g_assert_cmpuint(place, ==, sizeof one + 2);
    report_websocket_begin(session.socket, last.before, last.segment);
    tell_segments(&session, items, G_N_ELEMENTS(items));
    tell_frame(&session, bytes, 0);
    g_assert_true(takes_message(&session, one, sizeof one));
    tell_frame(&session, bytes + place, place);
    g_assert_true(takes_message(&session, two, sizeof two));
    tell_frame(&session, bytes + place, place);
    g_assert_true(takes_message(&session, three, sizeof three));
    report_websocket_begin(session.socket, last.before, last.segment);      /* which begins anew */
    tell_segments(&session, items, G_N_ELEMENTS(items));
    tell_frame(&session, bytes + place, place);
    g_assert_true(takes_message(&session, two, sizeof two));
    captured_free(&before);
    captured_free(&last);
    session_free(&session);
}

/* A message may come in several frames, between which control frames stand; one that never ends is dropped. */
static void
test_messages_in_parts(void)
{
    static const struct {
        uint8_t  first[4];      /* bytes of frames, each with two bytes of payload */
        unsigned ended[4];      /* how many bytes the message has that ends with it; 0: none does */
    } cases[] = {
        { { 0x82, 0x82, 0x81, 0x82 }, { 2, 2, 2, 2 } }, { { 0x02, 0x80, 0x82 }, { 0, 4, 2 } },
        { { 0x02, 0x00, 0x00, 0x80 }, { 0, 0, 0, 8 } }, { { 0x02, 0x89, 0x80, 0x82 }, { 0, 0, 4, 2 } },
        { { 0x83, 0x87, 0x82 }, { 2, 2, 2 } }, { { 0x02, 0x82, 0x82 }, { 0, 2, 2 } },
        { { 0x02, 0x02, 0x80 }, { 0, 0, 4 } },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint8_t    bytes[32] = { 0 }, all[8];
        unsigned   size = 0;
        session_t  session = session_new();
        captured_t frame;

        for (unsigned k = 0; k < 4; k++) {
            all[2 * k] = all[2 * k + 1] = (uint8_t)(k + 1);
            size += put_frame(bytes + size, cases[i].first[k], 0, false, all + 2 * k, 2) + 2;
        }
        frame = captured_new(&session, 1, FIRST, bytes, size);
        report_websocket_begin(session.socket, frame.before, frame.segment);
        for (unsigned k = 0; k < 4 && cases[i].first[k]; k++) {
            report_socket_message_t message;

            tell_frame(&session, bytes + 4 * k, AT + 4 * k);
            g_test_message("case %zu, frame %u", i, k);
            g_assert_cmpint(report_websocket_take(session.socket, &message), ==, cases[i].ended[k] > 0);
            if (!cases[i].ended[k])
                continue;
            g_assert_cmpuint(message.bytes->len, ==, cases[i].ended[k]);
            g_assert_cmpuint(message.position, ==, message.parts->len == 1 ? AT + 4 * k + 2 : 0);
            g_assert_cmpuint(message.parts->len, ==, cases[i].ended[k] / 2);
            g_assert_cmpint(message.bytes->data[message.bytes->len - 1], ==, k + 1);
            g_byte_array_unref(message.bytes);
            g_array_free(message.parts, TRUE);
        }
        captured_free(&frame);
        session_free(&session);
    }
}

/* A frame of the WebSocket has a first byte before its second one. */
static void
test_places_of_frames(void)
{
    static const uint8_t payload[1] = { 1 };
    uint8_t              bytes[8];
    const unsigned       size = put_frame(bytes, 0x82, 0, false, payload, 1) + 1;

    for (unsigned position = 0; position <= AT + size; position++) {
        session_t           session = session_new();
        captured_t          frame = captured_new(&session, 1, FIRST, bytes, size);
        const report_item_t layer = { .name = "websocket" }, first = item_of("websocket.fin", position, 1, bytes, "");
        const report_item_t second = item_of("websocket.mask", position, 1, bytes + 1, "");
        const report_item_t odd = item_of("websocket.mask", position, 2, bytes + 1, "");

        report_websocket_begin(session.socket, frame.before, frame.segment);
        report_websocket_begin_layer(session.socket, REPORT_WEBSOCKET, &layer);
        report_websocket_add_item(session.socket, &first, disguise);
        report_websocket_add_item(session.socket, &odd, disguise);
        g_assert_false(takes_message(&session, payload, 1));
        report_websocket_add_item(session.socket, &second, disguise);
        g_assert_cmpint(takes_message(&session, payload, 1), ==, position == AT + 1);
        captured_free(&frame);
        session_free(&session);
    }
}

/* ---- The handshake ---- */

/* It is replaced once, from where the protocol begins to where it ends, if all of it is there. */
static void
test_places_of_handshakes(void)
{
    static const char text[] = "GET /a HTTP/1.1";
    const unsigned    size = sizeof text - 1;

    for (unsigned position = 0; position <= AT + size + 1; position++)
        for (unsigned length = 0; length <= size + 1; length++)
            for (unsigned told = 0; told < 2; told++) {
                session_t           session = session_new();
                captured_t          frame = captured_new(&session, 1, FIRST, (const uint8_t *)text, size);
                const report_item_t layer = item_of("http", position, length, NULL, "");
                const uint8_t      *bytes = told ? (const uint8_t *)text : NULL;
                const report_item_t method = item_of("http.request.method", AT, 3, bytes, "");
                const bool          is_there = told && length && position + length <= AT + size;
                const unsigned      end = position + length, written = end > AT ? end - MAX(position, AT) : 0;

                report_websocket_begin(session.socket, frame.before, frame.segment);
                report_websocket_begin_layer(session.socket, REPORT_HANDSHAKE, &layer);
                report_websocket_add_item(session.socket, &method, disguise);
                g_assert_cmpuint(known_of(&frame), ==, is_there ? written : 0);
                memset(frame.segment->known, 0, size);
                report_websocket_add_item(session.socket, &method, disguise);
                g_assert_cmpuint(known_of(&frame), ==, 0);
                captured_free(&frame);
                session_free(&session);
            }
}

/* A frame of the WebSocket may follow in the last of the segments that the handshake came in, at a position where the
 * handshake has the same two bytes; or in the bytes that were put together for the handshake. */
static void
test_a_frame_behind_a_handshake(void)
{
    static const uint8_t text[] = "GET /a HTTP/1.1\x82\x01...", payload[1] = { 9 };
    const unsigned       whole = sizeof text - 1, cut = 10, place = AT + whole - cut;
    uint8_t              bytes[32];
    const unsigned       size = whole + put_frame(bytes + whole, 0x82, 0, false, payload, 1) + 1;
    const report_item_t  layer = item_of("http", 0, whole, NULL, "");
    const report_item_t  method = item_of("http.request.method", 0, 3, bytes, "");

    memcpy(bytes, text, whole);
    g_assert_cmpmem(text + place, 2, bytes + whole, 2);
    for (unsigned together = 0; together < 2; together++) {
        session_t           session = session_new();
        captured_t          one = captured_new(&session, 1, FIRST, bytes, cut);
        captured_t          last = captured_new(&session, 2, FIRST + cut, bytes + cut, size - cut);
        const report_item_t items[] = { item_of("tcp.segments", 0, 0, NULL, ""),
                                        item_of("tcp.segment", 0, cut, bytes, "1"),
                                        item_of("tcp.reassembled.data", 0, together ? size : whole, bytes, "") };

        report_websocket_begin(session.socket, last.before, last.segment);
        tell_segments(&session, items, G_N_ELEMENTS(items));
        report_websocket_begin_layer(session.socket, REPORT_HANDSHAKE, &layer);
        for (unsigned i = 0; i < 2; i++)        /* the second item of the handshake finds it done */
            report_websocket_add_item(session.socket, &method, disguise);
        g_assert_cmpuint(known_of(&one) + known_of(&last), ==, whole);
        tell_frame(&session, bytes + whole, together ? whole : place);
        g_assert_true(takes_message(&session, payload, 1));
        captured_free(&one);
        captured_free(&last);
        session_free(&session);
    }
}

/* Texts, and for each byte whether it stays (.) or becomes a letter (x). */
static const struct {
    const char *text, *after;
} handshakes[] = {
    { "GET /private HTTP/1.1", "....." "xxxxxxx" "........." },
    { "GE /HTT 1 SwitchingS", "xx" ".." "xxx" "." "x" "." "xxxxxxxxxx" },      /* a word is a whole one */
    { "\r\nHos: here\r\nHosts: here", ".." "xxx" ".." "xxxx" ".." "xxxxx" ".." "xxxx" },
    { "\nSec-WebSocket-Protocol: bin binarybinary", "........................." "xxx" "." "xxxxxxxxxxxx" },
    { "GET /binary", "....." "xxxxxx" },                        /* which stays as a subprotocol only */
    { "HTTP/1.1 101 Come in", "............." "xxxx" "." "xx" },
    { "\r\nHost: home:9000\r\nUpgrade: a b", "........" "xxxxxxxxx" ".." "............" },
    { "\nX-Own: mine", "." "xxxxx" ".." "xxxx" },
    { "\nCookie:   ", "..........." },
    { "\nCookie:  a=b, c\n", ".........." "xxx" ".." "x" "." },
    { "\nSec-WebSocket-Protocol: binary, chat", "........................." "........" "xxxx" },
    { "\nno colon", "." "xxxxxxxx" },
};

static void
test_handshakes(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(handshakes); i++) {
        const char *text = handshakes[i].text, *after = handshakes[i].after;
        const size_t all = strlen(text);

        g_assert_cmpuint(strlen(after), ==, all);
        for (size_t size = 0; size <= all; size++) {
            uint8_t *bytes = placed(text, size);
            bool     changed = !strchr(after, 'x');

            report_handshake_disguise(disguise, bytes, (unsigned)size);
            for (size_t k = 0; k < size; k++) {
                g_assert_true(after[k] == '.' || g_ascii_isalpha(bytes[k]));
                g_assert_true(after[k] == 'x' || size < all || bytes[k] == (uint8_t)text[k]);   /* a word may be cut */
                changed |= bytes[k] != (uint8_t)text[k];
            }
            g_assert_true(changed || size < all);
        }
    }
}

/* ---- Texts, numbers and bytes ---- */

static void
test_exact_bytes(void)
{
    static void (*const replace[])(report_disguise_t *, guint8 *, gsize) = {
        report_disguise_text, report_disguise_path, report_disguise_digits, report_disguise_bytes,
        report_disguise_integer, report_disguise_float
    };
    static const char *const texts[] = {
        "01234567890123456789", "/root/abc:x/../123456", "0123456789abcdefg", "\xFF\xFE\x80"
    };

    for (size_t i = 0; i < G_N_ELEMENTS(replace); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(texts); k++)
            for (size_t size = 1; size <= strlen(texts[k]); size++) {
                const bool is_number = replace[i] == report_disguise_integer || replace[i] == report_disguise_float;

                if (is_number && size != 4 && size != 8)
                    continue;
                guarded.end[-(ptrdiff_t)size - 1] = 0x55;
                replace[i](disguise, placed(texts[k], size), size);
                g_assert_cmphex(guarded.end[-(ptrdiff_t)size - 1], ==, 0x55);
            }
}

int
main(int argc, char **argv)
{
    int failed;

    g_test_init(&argc, &argv, NULL);
    guarded = guarded_new(ROOM);
    disguise = report_disguise_new();
    g_test_add_func("/writing", test_writing);
    g_test_add_func("/order-of-segments", test_order_of_segments);
    g_test_add_func("/copied-segments", test_copied_segments);
    g_test_add_func("/freed-segments", test_freed_segments);
    g_test_add_func("/frames", test_frames);
    g_test_add_func("/control-frames", test_control_frames);
    g_test_add_func("/segments", test_segments);
    g_test_add_func("/told-of-segments", test_what_is_told_of_segments);
    g_test_add_func("/one-position", test_one_position_in_two_places);
    g_test_add_func("/parts", test_messages_in_parts);
    g_test_add_func("/places-of-frames", test_places_of_frames);
    g_test_add_func("/places-of-handshakes", test_places_of_handshakes);
    g_test_add_func("/frame-behind-a-handshake", test_a_frame_behind_a_handshake);
    g_test_add_func("/handshakes", test_handshakes);
    g_test_add_func("/exact-bytes", test_exact_bytes);
    failed = g_test_run();
    report_disguise_free(disguise);
    guarded_free(&guarded);
    return failed;
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
