/* test-godot-recorder-blocks.c
 * Does godot-recorder take the blocks and records of a game apart without reading after their end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "recorder/extcap/blocks.h"
#include "recorder/extcap/record.h"
#include "tests/unit/guarded.h"
#include "tests/unit/recording.h"

#define ROOM    (2 * BLOCK_MOST)

static guarded_t guarded;

/* Bytes that end where nothing may be read any more; the next call puts others there. */
static slice_t
at_the_end(const void *bytes, size_t length)
{
    if (length)
        memcpy(guarded.end - length, bytes, length);
    return (slice_t){ guarded.end - length, length };
}

#define PLACED(...) at_the_end((const uint8_t[]){ __VA_ARGS__ }, sizeof (const uint8_t[]){ __VA_ARGS__ })

static block_t
block_of(slice_t body)
{
    return (block_t){ .body = body };
}

/* ---- Blocks ---- */

#define SECTION         0x0A, 0x0D, 0x0D, 0x0A
#define UNKNOWN_LENGTH  255, 255, 255, 255, 255, 255, 255, 255

/* The smallest section (pcapng's draft, 4.1), in both byte orders, and an empty block. */
static const struct {
    uint8_t  bytes[28];
    uint32_t length;
    bool     big_endian;
} wholes[] = {
    { { SECTION, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, UNKNOWN_LENGTH, 28 }, 28, false },
    { { SECTION, 0, 0, 0, 28, 0x1A, 0x2B, 0x3C, 0x4D, 0, 1, 0, 0, UNKNOWN_LENGTH, 0, 0, 0, 28 }, 28, true },
    { { 5, 0, 0, 0, 12, 0, 0, 0, 12 }, 12, false },
};

static void
test_every_part_of_a_block(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(wholes); i++)
        for (size_t length = 0; length <= wholes[i].length; length++) {
            bool          big_endian = false;
            block_t       block;
            block_state_t state = block_first(at_the_end(wholes[i].bytes, length), &big_endian, &block);

            g_assert_cmpint(state, ==, length == wholes[i].length ? BLOCK_WHOLE : BLOCK_PART);
            if (state != BLOCK_WHOLE)
                continue;
            g_assert_cmpint(big_endian, ==, wholes[i].big_endian);
            g_assert_cmpint(block.big_endian, ==, wholes[i].big_endian);
            g_assert_cmpuint(block.length, ==, wholes[i].length);
            g_assert_cmpuint(block.body.length, ==, wholes[i].length - 12);
        }
}

static void
test_lengths_of_blocks(void)
{
    static const struct {
        uint32_t      length;
        block_state_t state;
    } cases[] = {
        { 0, BLOCK_WRONG }, { 8, BLOCK_WRONG }, { 12, BLOCK_WHOLE }, { 13, BLOCK_WRONG }, { 16, BLOCK_PART },
        { BLOCK_MOST, BLOCK_PART }, { BLOCK_MOST + 4, BLOCK_WRONG }, { 0xFFFFFFFC, BLOCK_WRONG },
    };
    bool    big_endian = false;
    block_t block;

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint32_t words[3] = { GUINT32_TO_LE(5), GUINT32_TO_LE(cases[i].length), GUINT32_TO_LE(cases[i].length) };

        g_assert_cmpint(block_first(at_the_end(words, sizeof words), &big_endian, &block), ==, cases[i].state);
    }
    g_assert_cmpint(block_first(PLACED(5, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0), &big_endian, &block), ==, BLOCK_WRONG);
    g_assert_cmpint(block_first(PLACED(5, 0, 0, 0, 13, 0, 0, 0), &big_endian, &block), ==, BLOCK_WRONG);
    g_assert_cmpint(block_first(PLACED(SECTION, 12, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A), &big_endian, &block), ==,
                    BLOCK_WRONG);
}

/* Each kind begins with fields that must be there; what is wrong in them is said. */
static void
test_fixed_parts(void)
{
    static const uint8_t section_body[16] = { 0x4D, 0x3C, 0x2B, 0x1A, 1 }, interface_body[8] = { LINK_TYPE },
                         packet_body[20] = { 3, 0, 0, 0, 0, 0, 0, 0, 7 };

    for (size_t length = 0; length <= sizeof packet_body; length++) {
        block_section_t   section;
        block_interface_t interface;
        block_packet_t    packet = { 0 };
        block_t           block;

        if (length <= sizeof section_body) {
            block = block_of(at_the_end(section_body, length));
            g_assert_cmpint(block_read_section(&block, &section), ==, length == sizeof section_body);
        }
        if (length <= sizeof interface_body) {
            block = block_of(at_the_end(interface_body, length));
            g_assert_cmpint(block_read_interface(&block, &interface), ==, length == sizeof interface_body);
        }
        block = block_of(at_the_end(packet_body, length));
        g_assert_cmpint(block_read_packet(&block, &packet), ==, length == sizeof packet_body);
        g_assert_cmpint(packet.time, ==, length == sizeof packet_body ? 7 : 0);
    }
}

static void
test_lengths_of_packets(void)
{
    static const struct {
        uint32_t captured;
        size_t   there;
        bool     is_read;
    } cases[] = {
        { 0, 0, true }, { 1, 0, false }, { 1, 1, true }, { 4, 4, true }, { 5, 4, false }, { 0xFFFFFFFF, 4, false },
        { BLOCK_DATA_MOST, BLOCK_DATA_MOST, true }, { BLOCK_DATA_MOST + 1, BLOCK_DATA_MOST + 4, false },
    };
    uint8_t *body = g_malloc0(20 + BLOCK_DATA_MOST + 4);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint32_t       captured = GUINT32_TO_LE(cases[i].captured);
        block_packet_t packet;
        block_t        block;

        memcpy(body + 12, &captured, sizeof captured);
        block = block_of(at_the_end(body, 20 + cases[i].there));
        g_assert_cmpint(block_read_packet(&block, &packet), ==, cases[i].is_read);
        if (cases[i].is_read)
            g_assert_true(packet.data.length == cases[i].captured && packet.data.data == block.body.data + 20);
    }
    g_free(body);
}

/* ---- Options ---- */

#define INTERFACE LINK_TYPE, 0, 0, 0, 0, 0, 0, 0

static bool
read_name(slice_t body, block_interface_t *interface)
{
    block_t block = block_of(body);

    return block_read_interface(&block, interface);
}

static bool
has_no_name(slice_t body)
{
    block_interface_t interface;

    return read_name(body, &interface) && interface.name.length == 0;
}

static void
test_options(void)
{
    block_interface_t interface;

    g_assert_true(read_name(PLACED(INTERFACE, 2, 0, 4, 0, 'n', 'a', 'm', 'e'), &interface));
    g_assert_cmpmem(interface.name.data, interface.name.length, "name", 4);
    /* Another before it, whose padding counts; a second one does not count. */
    g_assert_true(read_name(PLACED(INTERFACE, 1, 0, 1, 0, 'c', 0, 0, 0, 2, 0, 1, 0, 'n', 0, 0, 0, 2, 0, 0, 0),
                            &interface));
    g_assert_cmpmem(interface.name.data, interface.name.length, "n", 1);
    g_assert_cmpmem(interface.comment.data, interface.comment.length, "c", 1);
    /* Longer than what is there, or its padding is; less than a head; after the end of the options. */
    g_assert_true(has_no_name(PLACED(INTERFACE, 2, 0, 5, 0, 'n', 'a', 'm', 'e')));
    g_assert_true(has_no_name(PLACED(INTERFACE, 2, 0, 3, 0, 'n', 'a', 'm')));
    g_assert_true(has_no_name(PLACED(INTERFACE, 2, 0, 0)));
    g_assert_true(has_no_name(PLACED(INTERFACE, 0, 0, 0, 0, 2, 0, 1, 0, 'n', 0, 0, 0)));
    /* Times must be in microseconds. */
    g_assert_true(read_name(PLACED(INTERFACE, 9, 0, 1, 0, 6, 0, 0, 0), &interface));
    g_assert_true(read_name(PLACED(INTERFACE, 9, 0, 0, 0), &interface));
    g_assert_false(read_name(PLACED(INTERFACE, 9, 0, 1, 0, 9, 0, 0, 0), &interface));
}

/* Microseconds as two halves, up to 2^60: sums of two times do not overflow. */
static void
test_times_of_packets(void)
{
    static const struct {
        uint32_t high, low;
        bool     is_read;
    } cases[] = {
        { 0, 0, true }, { 0, 0xFFFFFFFF, true }, { 1, 2, true }, { 0x0FFFFFFF, 0xFFFFFFFF, true },
        { 0x10000000, 0, true },
        { 0x10000000, 1, false }, { 0x7FFFFFFF, 0, false }, { 0x80000000, 0, false }, { 0xFFFFFFFF, 0xFFFFFFFF, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const uint32_t time[2] = { GUINT32_TO_LE(cases[i].high), GUINT32_TO_LE(cases[i].low) };
        uint8_t        body[20] = { 0 };
        block_packet_t packet;
        block_t        block;

        memcpy(body + 4, time, sizeof time);
        block = block_of(at_the_end(body, sizeof body));
        g_assert_cmpint(block_read_packet(&block, &packet), ==, cases[i].is_read);
        if (cases[i].is_read)
            g_assert_true(packet.time == ((int64_t)cases[i].high << 32 | cases[i].low));
    }
}

static void
test_flags(void)
{
    static const uint8_t body[36] = { [12] = 5, [16] = 5, [28] = 2, [30] = 4, [32] = 1, [33] = 2 };

    for (size_t length = 25; length <= sizeof body; length++) {
        block_t        block = block_of(at_the_end(body, length));
        block_packet_t packet;

        g_assert_true(block_read_packet(&block, &packet));
        g_assert_cmphex(packet.flags, ==, length == sizeof body ? 0x201 : 0);
    }
}

/* Of versions 1.0 and 1.2, with a comment and an application, and in the other byte order. */
static void
test_sections(void)
{
    block_section_t section;
    block_t         block;

    for (uint8_t major = 0; major < 3; major++) {
        block = block_of(PLACED(0x4D, 0x3C, 0x2B, 0x1A, major, 0, 2, 0, UNKNOWN_LENGTH, 4, 0, 1, 0, 'a', 0, 0, 0,
                                1, 0, 2, 0, 'c', 'd', 0, 0));
        g_assert_cmpint(block_read_section(&block, &section), ==, major == 1);
    }
    block = block_of(PLACED(0x1A, 0x2B, 0x3C, 0x4D, 0, 1, 0, 0, UNKNOWN_LENGTH, 0, 1, 0, 2, 'c', 'd', 0, 0,
                            0, 4, 0, 1, 'a', 0, 0, 0));
    block.big_endian = true;
    g_assert_true(block_read_section(&block, &section));
    g_assert_cmpmem(section.application.data, section.application.length, "a", 1);
    g_assert_cmpmem(section.comment.data, section.comment.length, "cd", 2);
}

/* ---- Writing ---- */

/* Options that are empty are left out, and so is the end of options if there are none. */
static void
test_writing_sections_and_interfaces(void)
{
    static const struct {
        block_interface_t interface;
        const char       *options;      /* a name, a description and a comment, each with its code before it */
    } cases[] = {
        { { .name = { NULL, 0 } }, "" },
        { { .name = { (const uint8_t *)"n", 1 } }, "\2n" },
        { { .description = { (const uint8_t *)"desc", 4 } }, "\3desc" },
        { { .comment = { (const uint8_t *)"commented", 9 } }, "\1commented" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const block_section_t section = { .application = cases[i].interface.description,
                                          .comment = cases[i].interface.comment };
        GByteArray *written = g_byte_array_new(), *expected = g_byte_array_new();
        unsigned    begin = put_head(expected, BLOCK_INTERFACE);

        put_number(expected, 252, 4);
        put_number(expected, 262144, 4);
        if (*cases[i].options) {
            put_option(expected, (uint16_t)*cases[i].options, cases[i].options + 1);
            put_number(expected, 0, 4);
        }
        put_tail(expected, begin);
        begin = put_head(expected, BLOCK_SECTION);
        put_number(expected, 0x1A2B3C4D, 4);
        put_number(expected, 1, 4);
        put_number(expected, UINT64_MAX, 8);
        if (*cases[i].options == 1 || *cases[i].options == 3) {
            put_option(expected, *cases[i].options == 1 ? 1 : 4, cases[i].options + 1);
            put_number(expected, 0, 4);
        }
        put_tail(expected, begin);
        block_write_interface(written, &cases[i].interface);
        block_write_section(written, &section);
        g_test_message("case %zu", i);
        g_assert_cmpmem(written->data, written->len, expected->data, expected->len);
        g_byte_array_unref(written);
        g_byte_array_unref(expected);
    }
}

/* Data of any length are padded, and flags follow them. */
static void
test_writing_packets(void)
{
    for (size_t length = 0; length <= 8; length++)
        for (uint32_t flags = 0; flags <= 0x201; flags += 0x201) {
            const slice_t        data = slice_of_text(&"12345678"[8 - length]);
            const block_packet_t packet = { 7, INT64_C(0x0102030405060708), flags, data };
            GByteArray *written = g_byte_array_new(), *expected = g_byte_array_new();
            const unsigned begin = put_head(expected, BLOCK_PACKET);

            put_number(expected, 7, 4);
            put_number(expected, 0x01020304, 4);
            put_number(expected, 0x05060708, 4);
            put_number(expected, length, 4);
            put_number(expected, length, 4);
            put_padded(expected, data.data, length);
            if (flags) {
                put_number(expected, 2 | 4 << 16, 4);
                put_number(expected, flags, 4);
                put_number(expected, 0, 4);
            }
            put_tail(expected, begin);
            block_write_packet(written, &packet);
            g_assert_cmpmem(written->data, written->len, expected->data, expected->len);
            g_byte_array_unref(written);
            g_byte_array_unref(expected);
        }
}

/* ---- Records ---- */

#define SHORT_NAME  'g', 'o', 'd', 'o', 't', '_', 'r', 'e', 'c', 'o', 'r'
#define NAME        SHORT_NAME, 'd'
#define FIRST       1, 11, 40, 0
#define SHORT_REST  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define REST        SHORT_REST, 0
#define HEADER      FIRST, REST, REST
#define QUESTION    91, 0, 4, 0, 7, 0, 0, 0
#define ASKED       92, 0, 8, 0, 9, 1, 0, 0, 0, 0, 0, 0

static void
test_every_part_of_a_record(void)
{
    static const uint8_t bytes[] = { 0, 12, 0, 14, NAME, 0, 0, 0, 0, 0, 0, HEADER };

    for (size_t length = 0; length <= sizeof bytes; length++) {
        slice_t record = record_of(at_the_end(bytes, length));

        g_assert_cmpuint(record.length, ==, length == sizeof bytes ? 40 : 0);
        g_assert_true(record.data == (length == sizeof bytes ? guarded.end - 40 : NULL));
    }
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 3, 0, 0, 0, 0, 0, 0, 0, HEADER)).length, ==, 0);
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 13, NAME, 's', 0, 0, 0, 0, HEADER)).length, ==, 0);
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 14, NAME, 's', 0, 0, 0, 0, 0, HEADER)).length, ==, 0);
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 0)).length, ==, 0);
    /* Another tag may follow, whose first bytes are none of the name's. */
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 12, NAME, 'd', 0, 0, 0, 0, 0, 0, 0, HEADER)).length, ==, 40);
    g_assert_cmpuint(record_of(PLACED(0, 12, 0, 11, SHORT_NAME, 'd', 0, 0, 0, 0, 0, 0, 0, HEADER)).length, ==, 0);
}

static void
test_answers(void)
{
    record_answer_t answer;

    g_assert_true(record_answer(PLACED(HEADER, QUESTION, ASKED), &answer));
    g_assert_true(answer.number == 7 && answer.asked == 0x109);
    g_assert_true(record_answer(PLACED(HEADER, 1, 0, 0, 0, ASKED, QUESTION), &answer));
    g_assert_false(record_answer(PLACED(HEADER), &answer));
    g_assert_false(record_answer(PLACED(HEADER, QUESTION), &answer));
    g_assert_false(record_answer(PLACED(HEADER, ASKED), &answer));
    g_assert_false(record_answer(PLACED(HEADER, QUESTION, 92, 0, 8), &answer));
    g_assert_false(record_answer(PLACED(HEADER, QUESTION, 92, 0, 8, 0, 9, 0, 0, 0, 0, 0, 0), &answer));
    g_assert_false(record_answer(PLACED(HEADER, QUESTION, 92, 0, 7, 0, 9, 0, 0, 0, 0, 0, 0), &answer));
    g_assert_false(record_answer(PLACED(HEADER, ASKED, 91, 0, 3, 0, 7, 0, 0), &answer));
    g_assert_false(record_answer(PLACED(1, 11, 41, 0, REST, REST), &answer));   /* its header is longer than it */
    g_assert_false(record_answer(PLACED(1, 11, 39, 0, REST, SHORT_REST, QUESTION, ASKED), &answer));
    g_assert_false(record_answer(PLACED(1, 10, 40, 0, REST, REST, QUESTION, ASKED), &answer));
    g_assert_false(record_answer(PLACED(2, 11, 40, 0, REST, REST, QUESTION, ASKED), &answer));
}

/* Lengths have 16 bits: those of Wireshark's tags are big-endian, those of attributes little-endian. */
static void
test_long_tags_and_attributes(void)
{
    static const uint8_t name[] = { 0, 12, 0, 12, NAME, 0, 0, 0, 0 };
    static const uint8_t first[] = { HEADER }, rest[] = { QUESTION, ASKED };
    static const uint8_t tag[4 + 258] = { 0, 1, 1, 2 }, comment[4 + 258] = { 1, 0, 2, 1 };
    GByteArray     *data = g_byte_array_new();
    record_answer_t answer;
    slice_t         record;

    put_bytes(data, tag, sizeof tag);
    put_bytes(data, name, sizeof name);
    put_bytes(data, first, sizeof first);
    put_bytes(data, comment, sizeof comment);
    put_bytes(data, rest, sizeof rest);
    record = record_of(at_the_end(data->data, data->len));
    g_assert_cmpuint(record.length, ==, sizeof first + sizeof comment + sizeof rest);
    g_assert_true(record_answer(record, &answer));
    g_assert_true(answer.number == 7 && answer.asked == 0x109);
    g_byte_array_unref(data);
}

int
main(int argc, char **argv)
{
    int failed;

    g_test_init(&argc, &argv, NULL);
    guarded = guarded_new(ROOM);
    g_test_add_func("/answers", test_answers);
    g_test_add_func("/every-part-of-a-block", test_every_part_of_a_block);
    g_test_add_func("/every-part-of-a-record", test_every_part_of_a_record);
    g_test_add_func("/fixed-parts", test_fixed_parts);
    g_test_add_func("/flags", test_flags);
    g_test_add_func("/lengths-of-blocks", test_lengths_of_blocks);
    g_test_add_func("/lengths-of-packets", test_lengths_of_packets);
    g_test_add_func("/long-tags-and-attributes", test_long_tags_and_attributes);
    g_test_add_func("/options", test_options);
    g_test_add_func("/sections", test_sections);
    g_test_add_func("/times-of-packets", test_times_of_packets);
    g_test_add_func("/writing-packets", test_writing_packets);
    g_test_add_func("/writing-sections-and-interfaces", test_writing_sections_and_interfaces);
    failed = g_test_run();
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
