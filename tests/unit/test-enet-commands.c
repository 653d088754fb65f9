/* test-enet-commands.c
 * Are ENet's commands read to their exact end, and told from what no stock ENet sends (docs/wire/enet.md, 1, 2 and 9)?
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

#include "enet/commands.h"
#include "enet/heuristic.h"
#include "tests/unit/guarded.h"

#define ROOM    8192
#define MTU     4096
#define PADDED  16

#define PING    0x85, 0xFF, 0, 1
#define ACK     0x01, 0xFF, 0, 7, 0, 7, 0, 0

static guarded_t guarded;

/* Returns where these bytes are, which end where nothing may be read any more. */
static const uint8_t *
placed(const void *bytes, size_t length)
{
    if (length)
        memcpy(guarded.end - length, bytes, length);
    return guarded.end - length;
}

/* ---- Reading ---- */

static void
test_every_end_of_a_header(void)
{
    static const uint8_t bytes[2][4] = { { 0x20, 0x05, 0x12, 0x34 }, { 0xA0, 0x05, 0x12, 0x34 } };

    for (unsigned timed = 0; timed <= 1; timed++)
        for (size_t length = 0; length <= sizeof bytes[0]; length++) {
            enet_header_t header;
            bool          is_read = enet_read_header(placed(bytes[timed], length), length, &header);

            g_assert_cmpint(is_read, ==, length >= (timed ? 4 : 2));
            if (is_read) {
                g_assert_true(header.peer_id == 5 && header.session == 2 && !header.compressed);
                g_assert_cmpuint(header.sent_time, ==, timed ? 0x1234 : 0);
            }
        }
}

/* Each command, with three bytes of data if it has any, behind others. */
static void
test_every_end_of_a_command(void)
{
    static const struct {
        unsigned size, length_at;   /* of the head; 0: no data follow */
    } commands[] = {
        { 0, 0 }, { 8, 0 }, { 48, 0 }, { 44, 0 }, { 8, 0 }, { 4, 0 }, { 6, 4 }, { 8, 6 }, { 24, 6 }, { 8, 6 },
        { 12, 0 }, { 16, 0 }, { 24, 6 }, { 0, 0 }, { 0, 0 }, { 0, 0 },
    };

    for (unsigned number = 0; number < G_N_ELEMENTS(commands); number++) {
        uint8_t  bytes[64] = { [5] = (uint8_t)number, [8] = 0x12 };
        unsigned size = commands[number].size, data = commands[number].length_at ? 3 : 0;
        unsigned fields = ENET_COMMAND_HEAD_SIZE;

        for (const enet_field_t *field = enet_command_fields(number); field->id; field++)
            fields += field->size;
        g_assert_true(size == 0 || fields == size);
        if (data)
            bytes[5 + commands[number].length_at + 1] = 3;
        for (size_t there = 0; there <= 5 + size + data; there++) {
            const uint8_t  *block = placed(bytes, there);
            enet_command_t  command;
            bool            is_read = enet_read_command(block, there, 5, &command);

            g_assert_cmpint(is_read, ==, size && there == 5 + size + data);
            if (is_read)
                g_assert_true(command.offset == 5 && command.size == size && command.length == data);
        }
    }
}

/* docs/wire/enet.md, 2: 6 to 9 and 12 have data, 6 and 8 reliable ones, 8 and 12 are parts of a message. */
static void
test_kinds_of_commands(void)
{
    for (unsigned number = ENET_ACKNOWLEDGE; number <= ENET_SEND_UNRELIABLE_FRAGMENT; number++) {
        const enet_command_t command = { .number = (uint8_t)number };

        g_assert_cmpint(enet_command_has_data(&command), ==, (number >= 6 && number <= 9) || number == 12);
        g_assert_cmpint(enet_command_is_reliable(&command), ==, number == 6 || number == 8);
        g_assert_cmpint(enet_command_is_fragment(&command), ==, number == 8 || number == 12);
    }
}

/* ---- What a stock ENet sends ---- */

#define MEMBER(name) offsetof(enet_command_t, name)

static void
test_numbers_of_a_connect(void)
{
    static const struct {
        size_t   member;
        uint32_t value;
        bool     in_connect, in_verify;
    } cases[] = {
        { MEMBER(peer_id), 0xFFE, true, true }, { MEMBER(peer_id), 0xFFF, false, false },
        { MEMBER(incoming_session), 3, true, true }, { MEMBER(incoming_session), 4, false, false },
        { MEMBER(incoming_session), 0xFF, true, false }, { MEMBER(outgoing_session), 3, true, true },
        { MEMBER(outgoing_session), 4, false, false }, { MEMBER(outgoing_session), 0xFF, true, false },
        { MEMBER(mtu), 575, false, false }, { MEMBER(mtu), 576, true, true }, { MEMBER(mtu), 4096, true, true },
        { MEMBER(mtu), 4097, false, false },
        { MEMBER(window), 4095, false, false }, { MEMBER(window), 4096, true, true },
        { MEMBER(window), 65536, true, true }, { MEMBER(window), 65537, false, false },
        { MEMBER(channels), 0, false, false }, { MEMBER(channels), 1, true, true },
        { MEMBER(channels), 255, true, true }, { MEMBER(channels), 256, false, false },
    };

    for (unsigned number = ENET_CONNECT; number <= ENET_VERIFY_CONNECT; number++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            enet_command_t command = {
                .byte = (uint8_t)(0x80 | number), .number = (uint8_t)number, .channel = 0xFF, .seq = 1, .mtu = 1392,
                .window = 65536, .channels = 2
            };

            g_assert_true(enet_command_is_plausible(&command));
            memcpy((char *)&command + cases[i].member, &cases[i].value, sizeof cases[i].value);
            g_assert_cmpint(enet_command_is_plausible(&command), ==,
                            number == ENET_CONNECT ? cases[i].in_connect : cases[i].in_verify);
            command.seq = 2;
            g_assert_false(enet_command_is_plausible(&command));
        }
}

/* All fragments but the last have one length, and they fill the message. */
static void
test_fragments(void)
{
    static const struct {
        uint32_t count, number, length, total, offset;
        bool     plausible;
    } cases[] = {
        { 3, 1, 100, 250, 100, true }, { 3, 1, 100, 250, 99, false }, { 3, 2, 50, 250, 200, true },
        { 3, 2, 49, 250, 200, false }, { 3, 2, 51, 250, 200, false }, { 3, 3, 50, 250, 150, false },
        { 3, 1, 100, 50, 100, false }, { 2, 0, 100, 150, 0, true }, { 2, 1, 50, 150, 100, true },
        { 1, 0, 100, 100, 0, false },
        { 3, 0, 0, 250, 0, false }, { 3, 1, 100, 150, 100, false }, { 3, 2, 0, 250, 250, false },
        { 1048576, 1, 32, 33554432, 32, true }, { 1048577, 1, 31, 33554432, 31, false },
        { 1048576, 1, 32, 33554433, 32, false }, { 1048576, 65536, 65536, 33554432, 0, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        enet_command_t command = {
            .byte = 0x88, .number = ENET_SEND_FRAGMENT, .second = 0xFFFF, .seq = (uint16_t)(0xFFFF + cases[i].number),
            .length = cases[i].length, .fragment_count = cases[i].count, .fragment_number = cases[i].number,
            .fragment_total = cases[i].total, .fragment_offset = cases[i].offset
        };

        g_test_message("case %zu", i);
        g_assert_cmpint(enet_command_is_plausible(&command), ==, cases[i].plausible);
        command.byte = 0x0C, command.number = ENET_SEND_UNRELIABLE_FRAGMENT, command.seq = 3;
        g_assert_cmpint(enet_command_is_plausible(&command), ==, cases[i].plausible);
        command.byte = 0x88, command.number = ENET_SEND_FRAGMENT;
        g_assert_false(command.seq != (uint16_t)(0xFFFF + cases[i].number) && enet_command_is_plausible(&command));
    }
}

static void
test_bytes_and_channels(void)
{
    static const struct {
        enet_command_t command;
        bool           plausible;
    } cases[] = {
        { { .byte = 0x85, .number = 5, .channel = 0xFF, .seq = 9 }, true },
        { { .byte = 0x05, .number = 5, .channel = 0xFF, .seq = 9 }, false },
        { { .byte = 0x85, .number = 5, .channel = 0, .seq = 9 }, false },
        { { .byte = 0x86, .number = 6, .channel = 254, .seq = 9 }, true },
        { { .byte = 0x86, .number = 6, .channel = 255, .seq = 9 }, false },
        { { .byte = 0x84, .number = 4, .channel = 0xFF, .seq = 9 }, true },
        { { .byte = 0x44, .number = 4, .channel = 0xFF, .seq = 9 }, true },
        { { .byte = 0x01, .number = 1, .channel = 3, .seq = 9, .second = 9 }, true },
        { { .byte = 0x01, .number = 1, .channel = 3, .seq = 9, .second = 8 }, false },
        { { .byte = 0x49, .number = 9, .channel = 3 }, true },
        { { .byte = 0x49, .number = 9, .channel = 3, .seq = 1 }, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint(enet_command_is_plausible(&cases[i].command), ==, cases[i].plausible);
}

static void
test_beginnings(void)
{
    static const struct {
        uint8_t bytes[8];
        size_t  known, most;
        bool    may_begin;
    } cases[] = {
        { { PING }, 1, 4, true }, { { PING }, 3, 4, true }, { { PING }, 4, 4, true },
        { { 0x85, 0, 0, 1 }, 4, 4, false },
        { { 0 }, 1, 4, false }, { { 0 }, 4, 4, false }, { { 1 }, 1, 4, true },
        { { 0x85, 0, 0, 1 }, 3, 4, true }, { { 0x8D }, 1, 4, false }, { { 0x44 }, 1, 4, true },
        { { 0x0C }, 1, 4, true }, { { 0x05 }, 1, 4, false },
        { { 0x86, 0, 0, 1, 0, 10 }, 6, 16, true }, { { 0x86, 0, 0, 1, 0, 10 }, 6, 15, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint(enet_block_may_begin(placed(cases[i].bytes, cases[i].known), cases[i].known, cases[i].most), ==,
                        cases[i].may_begin);
}

static bool
is_plausible(const enet_header_t *header, const uint8_t *bytes, size_t length, bool padded)
{
    enet_evidence_t evidence;

    return enet_block_is_plausible(header, placed(bytes, length), length, padded, &evidence);
}

static void
test_blocks(void)
{
    static const enet_header_t timed = { .has_sent_time = true, .size = 4 }, untimed = { .size = 2 },
                               unknown = { .peer_id = 0xFFF, .has_sent_time = true, .size = 4 },
                               session = { .peer_id = 0xFFF, .session = 1, .has_sent_time = true, .size = 4 },
                               refused = { .peer_id = 0xFFF, .size = 2 };
    static const uint8_t ping[] = { PING }, now[] = { 0x44, 0xFF, 0, 1, 0, 0, 0, 0 },
                         connect[48] = { 0x82, 0xFF, 0, 1, [10] = 5, [11] = 0x70, [14] = 0x10, [19] = 1 },
                         padded[PADDED + 1] = { ACK };
    uint8_t  pings[33 * 4], wrong[PADDED] = { ACK };

    for (size_t i = 0; i < 33; i++)
        memcpy(pings + 4 * i, ping, sizeof ping);
    g_assert_true(is_plausible(&timed, pings, (size_t)32 * 4, false));
    g_assert_false(is_plausible(&timed, pings, (size_t)33 * 4, false));
    g_assert_false(is_plausible(&timed, pings, 0, false));
    g_assert_false(is_plausible(&untimed, pings, 0, false));
    g_assert_false(is_plausible(&untimed, pings, 4, false));    /* who wants an answer tells the time */
    g_assert_false(is_plausible(&unknown, pings, 4, false));
    g_assert_true(is_plausible(&unknown, connect, sizeof connect, false));
    g_assert_false(is_plausible(&session, connect, sizeof connect, false));
    g_assert_false(is_plausible(&timed, connect, sizeof connect, false));
    g_assert_true(is_plausible(&refused, now, sizeof now, false));
    /* FastLZ's padding (8.4). */
    g_assert_true(is_plausible(&untimed, padded, 8, true));
    for (size_t length = 9; length <= sizeof padded; length++)
        g_assert_cmpint(is_plausible(&untimed, padded, length, true), ==, length == PADDED);
    g_assert_false(is_plausible(&untimed, padded, PADDED, false));
    g_assert_false(is_plausible(&untimed, padded + sizeof padded - 8, 8, true));
    for (size_t i = 8; i < PADDED; i++) {
        wrong[i] = 0x0F;        /* there is no such command */
        g_assert_false(is_plausible(&untimed, wrong, PADDED, true));
        wrong[i] = 0;
    }
}

/* A block tells how many commands it has, which kinds, and the first and the last one. */
static void
test_what_a_block_tells(void)
{
    static const uint8_t block[] = { ACK, PING, 0x07, 0, 0, 0, 0, 9, 0, 1, 0x55 };
    static const unsigned ends[] = { 8, 12, sizeof block }, numbers[] = { 1, 5, 7 };
    enet_evidence_t evidence;

    for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
        const enet_header_t header = { .peer_id = 3, .has_sent_time = i > 0 };
        unsigned            kinds = 0;

        g_assert_true(enet_block_is_plausible(&header, placed(block, ends[i]), ends[i], false, &evidence));
        for (unsigned j = 0; j <= i; j++)
            kinds |= ENET_COMMAND_BIT(numbers[j]);
        g_assert_cmpuint(evidence.header.peer_id, ==, 3);
        g_assert_cmpuint(evidence.count, ==, i + 1);
        g_assert_cmpuint(evidence.kinds, ==, kinds);
        g_assert_cmpuint(evidence.first.number, ==, numbers[0]);
        g_assert_cmpuint(evidence.last.number, ==, numbers[i]);
    }
}

/* The first fragment of a message fills a datagram. */
static void
test_datagrams(void)
{
    const unsigned  data = MTU - 4 - 24;
    uint8_t         bytes[MTU + 1] = { 0x80, 0, 0, 0, 0x88, 0, 0, 1, 0, 1, (uint8_t)(data >> 8), data & 0xFF,
                                       [15] = 2, [22] = 0x20 };

    for (size_t length = 0; length < MTU; length += length < 16 ? 1 : 255)
        g_assert_false(enet_datagram_is_proof(placed(bytes, length), length));
    g_assert_true(enet_datagram_is_proof(placed(bytes, MTU), MTU));
    bytes[11]++;
    g_assert_false(enet_datagram_is_proof(placed(bytes, MTU + 1), MTU + 1));
    bytes[11]--;
    bytes[0] |= 0x40;           /* compressed */
    g_assert_false(enet_datagram_is_proof(placed(bytes, MTU), MTU));
}

/* A datagram that may have a checksum, which is as long as the header, ends anywhere in both, or just behind them. */
static void
test_every_end_before_a_handshake(void)
{
    static const uint8_t headers[][4] = {
        { 0x80, 0x05, 0x12, 0x34 }, { 0x8F, 0xFF, 0x12, 0x34 }, { 0xCF, 0xFF, 0x12, 0x34 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(headers); i++)
        for (size_t length = 0; length <= 12; length++) {
            uint8_t bytes[12] = { [8] = 0x82, 0xFF, 0, 1 };

            memcpy(bytes, headers[i], sizeof headers[i]);
            g_assert_false(enet_datagram_is_proof(placed(bytes, length), length));
        }
}

int
main(int argc, char **argv)
{
    int failed;

    g_test_init(&argc, &argv, NULL);
    guarded = guarded_new(ROOM);
    g_test_add_func("/beginnings", test_beginnings);
    g_test_add_func("/blocks", test_blocks);
    g_test_add_func("/bytes-and-channels", test_bytes_and_channels);
    g_test_add_func("/datagrams", test_datagrams);
    g_test_add_func("/every-end-before-a-handshake", test_every_end_before_a_handshake);
    g_test_add_func("/every-end-of-a-command", test_every_end_of_a_command);
    g_test_add_func("/every-end-of-a-header", test_every_end_of_a_header);
    g_test_add_func("/fragments", test_fragments);
    g_test_add_func("/kinds-of-commands", test_kinds_of_commands);
    g_test_add_func("/numbers-of-a-connect", test_numbers_of_a_connect);
    g_test_add_func("/what-a-block-tells", test_what_a_block_tells);
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
