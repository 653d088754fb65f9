/* test-godot-report-datagram.c
 * Are headers copied, and checksums written, up to the exact end of a frame (RFC 768, RFC 9293)?
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
#include <stdint.h>
#include <string.h>

#include "report/datagram.h"
#include "tests/unit/guarded.h"

#define ROOM    4096
#define IP      4       /* the frame has something before it */
#define NEXT    (IP + 20)
#define TCP     20      /* bytes of a header without options */

static guarded_t guarded[2];

/* A frame that ends where nothing may be read or written any more. */
static GByteArray
placed(guarded_t *room, const uint8_t *bytes, unsigned size)
{
    if (bytes && size)
        memcpy(room->end - size, bytes, size);
    else if (size)
        memset(room->end - size, 0, size);
    return (GByteArray) { .data = room->end - size, .len = size };
}

static unsigned
sum_of(const uint8_t *bytes, unsigned size, unsigned long sum)
{
    for (unsigned i = 0; i < size; i++)
        sum += (unsigned long)bytes[i] << (i % 2 ? 0 : 8);
    while (sum > 0xFFFF)
        sum = (sum & 0xFFFF) + (sum >> 16);
    return (unsigned)sum;
}

/* The header is there if all of it was captured, with its options. */
static void
test_headers_of_tcp(void)
{
    for (unsigned words = 0; words <= 15; words++)
        for (unsigned size = NEXT; size <= NEXT + 64; size++) {
            uint8_t           bytes[NEXT + 64] = { [NEXT + 12] = (uint8_t)(words << 4) };
            const GByteArray  from = placed(&guarded[0], bytes, size);
            GByteArray        to = placed(&guarded[1], NULL, size);
            report_datagram_t datagram = { .bytes = &to, .ip = IP, .tcp = NEXT };
            const bool        is_whole = words >= 5 && size >= NEXT + 4 * words && size >= NEXT + TCP;

            g_assert_cmpuint(report_datagram_copy_tcp(&datagram, &from), ==, is_whole ? 4 * words : 0);
        }
}

static void
test_headers_of_udp(void)
{
    for (unsigned size = NEXT; size <= NEXT + 9; size++) {
        uint8_t           bytes[NEXT + 9] = { [NEXT] = 1, [NEXT + 7] = 7 };
        const GByteArray  from = placed(&guarded[0], bytes, size);
        GByteArray        to = placed(&guarded[1], NULL, size);
        report_datagram_t datagram = { .bytes = &to, .ip = IP, .udp = NEXT };

        g_assert_cmpint(report_datagram_copy_udp(&datagram, &from), ==, size >= NEXT + 8);
        g_assert_true(size < NEXT + 8 || memcmp(to.data + NEXT, bytes + NEXT, 8) == 0);
    }
}

/* Fragments of IP, and what has other headers behind IPv6's, have no datagram (RFC 791, 3.1; RFC 8200, 3 and 4). */
static void
test_headers_of_ip(void)
{
    static const struct {
        unsigned bytes;
        uint8_t  next;          /* IPv6: the number of what comes next */
        uint8_t  fragment[2];   /* IPv4: flags, and the place among the fragments */
        bool     is_datagram;
    } cases[] = {
        { 20, 0, { 0, 0 }, true }, { 20, 0, { 0x40, 0 }, true }, { 20, 0, { 0x20, 0 }, false },
        { 20, 0, { 0, 1 }, false },
        { 40, 17, { 0, 0 }, true }, { 40, 6, { 0, 0 }, true }, { 40, 7, { 0, 0 }, false }, { 40, 18, { 0, 0 }, false },
        { 40, 44, { 0, 0 }, false },
    };
    report_disguise_t *disguise = report_disguise_new();

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (unsigned size = IP + cases[i].bytes - 1; size <= IP + cases[i].bytes; size++) {
            uint8_t           bytes[IP + 40] = { 0 };
            GByteArray        to = placed(&guarded[1], NULL, size);
            report_datagram_t datagram = { .bytes = &to, .ip = IP, .ip6 = cases[i].bytes == 40 };

            memcpy(bytes + IP + 6, datagram.ip6 ? &cases[i].next : cases[i].fragment, datagram.ip6 ? 1 : 2);
            const GByteArray from = placed(&guarded[0], bytes, size);
            g_assert_cmpint(report_datagram_copy_ip(&datagram, &from, disguise), ==,
                            cases[i].is_datagram && size == IP + cases[i].bytes);
        }
    report_disguise_free(disguise);
}

/* Times (8) and what is not known become options that say nothing (1); behind what is broken everything is zero. */
static void
test_options(void)
{
    static const struct {
        uint8_t bytes[8], left[8];
    } cases[] = {
        { { 2, 4, 5, 180, 1, 1, 4, 2 }, { 2, 4, 5, 180, 1, 1, 4, 2 } },
        { { 8, 8, 1, 2, 3, 4, 5, 6 }, { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { { 1, 1, 8, 6, 9, 9, 9, 9 }, { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { { 1, 1, 8, 7, 9, 9, 9, 9 }, { 1, 1, 0, 0, 0, 0, 0, 0 } },
        { { 254, 2, 253, 3, 9, 252, 2, 0 }, { 1, 1, 1, 1, 1, 1, 1, 0 } },
        { { 0, 9, 9, 9, 9, 9, 9, 9 }, { 0 } },
        { { 1, 0, 9, 9, 9, 9, 9, 9 }, { 1 } },
        { { 1, 0, 2, 4, 9, 9, 9, 9 }, { 1 } },
        { { 3, 0, 9, 9, 9, 9, 9, 9 }, { 0 } },
        { { 3, 1, 9, 9, 9, 9, 9, 9 }, { 0 } },
        { { 1, 1, 1, 1, 1, 1, 1, 8 }, { 1, 1, 1, 1, 1, 1, 1, 0 } },
        { { 1, 1, 1, 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { { 5, 8, 1, 2, 3, 4, 5, 6 }, { 5, 8, 1, 2, 3, 4, 5, 6 } },
        { { 6, 2, 1, 1, 1, 1, 7, 2 }, { 1, 1, 1, 1, 1, 1, 1, 1 } },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint8_t           bytes[NEXT + TCP + 8] = { [NEXT + 12] = 7 << 4 };
        GByteArray        from, to = placed(&guarded[1], NULL, sizeof bytes);
        report_datagram_t datagram = { .bytes = &to, .ip = IP, .tcp = NEXT };

        memcpy(bytes + NEXT + TCP, cases[i].bytes, 8);
        from = placed(&guarded[0], bytes, sizeof bytes);
        g_test_message("case %zu", i);
        g_assert_cmpuint(report_datagram_copy_tcp(&datagram, &from), ==, TCP + 8);
        g_assert_cmpmem(to.data + NEXT + TCP, 8, cases[i].left, 8);
    }
}

/* A frame of IPv4 and UDP whose length says so much; the sender wrote a checksum unless it is 0. */
static GByteArray
udp(unsigned size, unsigned length, unsigned checksum)
{
    uint8_t bytes[ROOM] = { [IP] = 0x45, [IP + 12] = 10, [IP + 15] = 1, [IP + 16] = 10, [IP + 19] = 2 };

    for (unsigned i = NEXT; i < size; i++)
        bytes[i] = (uint8_t)(7 * i);
    bytes[NEXT + 4] = (uint8_t)(length >> 8);
    bytes[NEXT + 5] = (uint8_t)length;
    bytes[NEXT + 6] = (uint8_t)(checksum >> 8);
    bytes[NEXT + 7] = (uint8_t)checksum;
    return placed(&guarded[0], bytes, size);
}

/* The sum over addresses, protocol, length and all is right; there is none if the frame is cut or the length is odd. */
static void
test_checksums_of_udp(void)
{
    static const unsigned sizes[] = { NEXT + 8, NEXT + 9, NEXT + 40 };

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        for (unsigned length = 0; length <= 45; length++)
            for (unsigned had = 0; had <= 1; had++) {
                GByteArray        frame = udp(sizes[i], length, had);
                report_datagram_t datagram = { .bytes = &frame, .ip = IP, .udp = NEXT };
                const bool        is_written = had && length >= 8 && length <= sizes[i] - NEXT;

                report_datagram_write_checksums(&datagram);
                g_assert_cmpint(frame.data[NEXT + 6] || frame.data[NEXT + 7], ==, is_written);
                if (is_written) {
                    const guint of_header = sum_of(frame.data + IP + 12, 8, 17 + length);

                    g_assert_cmpuint(sum_of(frame.data + NEXT, length, of_header), ==, 0xFFFF);
                }
                g_assert_cmpuint(sum_of(frame.data + IP, 20, 0), ==, 0xFFFF);
            }
}

/* TCP ends with IP. */
static void
test_checksums_of_tcp(void)
{
    for (unsigned end = 0; end <= 20 + TCP + 6; end++) {
        GByteArray        frame = udp(NEXT + TCP + 4, 0, 1);
        report_datagram_t datagram = { .bytes = &frame, .ip = IP, .tcp = NEXT };
        const bool        is_written = end >= 20 + TCP && end <= 20 + TCP + 4;

        frame.data[IP + 3] = (uint8_t)end;
        report_datagram_write_checksums(&datagram);
        g_assert_cmpint(frame.data[NEXT + 16] || frame.data[NEXT + 17], ==, is_written);
        if (is_written)
            g_assert_cmpuint(sum_of(frame.data + NEXT, end - 20, sum_of(frame.data + IP + 12, 8, 6 + end - 20)), ==,
                             0xFFFF);
    }
}

/* ENet's checksum is within the datagram, which must be there. */
static void
test_places_of_a_crc(void)
{
    static const unsigned size = NEXT + 8 + 12;

    for (unsigned length = 0; length <= 22; length++)
        for (unsigned at = NEXT; at <= size; at++) {
            GByteArray        frame = udp(size, length, 1);
            report_datagram_t datagram = { .bytes = &frame, .ip = IP, .udp = NEXT };
            uint8_t           before[NEXT + 8 + 12];
            const bool        fits = at >= NEXT + 8 && at + 4 <= NEXT + length && NEXT + length <= size;

            memcpy(before, frame.data, size);
            report_datagram_write_crc(&datagram, at, NULL, FALSE);
            g_assert_cmpint(memcmp(before, frame.data, size) != 0, ==, fits);
        }
}

/* The end with the lesser address, or with the lesser port, is the first one in either direction. */
static void
test_first_ends(void)
{
    static const struct {
        uint8_t source, target, from, to;
        bool    is_first;
    } cases[] = {
        { 1, 2, 9, 9, true }, { 2, 1, 9, 9, false }, { 1, 1, 8, 9, true }, { 1, 1, 9, 8, false }, { 1, 1, 9, 9, false }
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GByteArray        frame = udp(NEXT + 8, 8, 1);
        report_datagram_t datagram = { .bytes = &frame, .ip = IP, .udp = NEXT };

        frame.data[IP + 15] = cases[i].source, frame.data[IP + 19] = cases[i].target;
        memset(frame.data + NEXT, 0, 4);
        frame.data[NEXT + 1] = cases[i].from, frame.data[NEXT + 3] = cases[i].to;
        g_assert_cmpint(report_datagram_is_from_first(&datagram, &frame), ==, cases[i].is_first);
    }
}

int
main(int argc, char **argv)
{
    int failed;

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(guarded); i++)
        guarded[i] = guarded_new(ROOM);
    g_test_add_func("/headers-of-ip", test_headers_of_ip);
    g_test_add_func("/headers-of-tcp", test_headers_of_tcp);
    g_test_add_func("/headers-of-udp", test_headers_of_udp);
    g_test_add_func("/options", test_options);
    g_test_add_func("/checksums-of-udp", test_checksums_of_udp);
    g_test_add_func("/checksums-of-tcp", test_checksums_of_tcp);
    g_test_add_func("/places-of-a-crc", test_places_of_a_crc);
    g_test_add_func("/first-ends", test_first_ends);
    failed = g_test_run();
    for (unsigned i = 0; i < G_N_ELEMENTS(guarded); i++)
        guarded_free(&guarded[i]);
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
