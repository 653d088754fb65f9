/* test-godot-streams.c
 * When do earlier bytes refute that a stream has packets with lengths, and which number has a segment's first byte?
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

#include "streams/refutation.h"
#include "streams/segment.h"
#include <epan/dissectors/packet-tcp.h>

#define ROOM 256

/* An integer (docs/wire/variant.md), and bytes that are no value. */
static const uint8_t value[8] = { 2, 0, 0, 0, 7, 0, 0, 0 };
static const uint8_t none[8] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

/* Appends what a word means. Returns its size. */
static unsigned
put_word(uint8_t *to, const char *word)
{
    const uint32_t number = (uint32_t)strtoul(word + 1, NULL, 10);

    switch (*word) {
    case 'L':       /* a length whose lowest byte comes first */
        for (unsigned i = 0; i < 4; i++)
            to[i] = (uint8_t)(number >> 8 * i);
        return 4;
    case 'B':       /* … or the highest one */
        for (unsigned i = 0; i < 4; i++)
            to[i] = (uint8_t)(number >> 8 * (3 - i));
        return 4;
    case 'V':
        memcpy(to, value, sizeof value);
        return sizeof value;
    case 'v':       /* so many bytes of a value */
        memcpy(to, value, number);
        return number;
    case 'w':       /* … and what follows them */
        memcpy(to, value + number, sizeof value - number);
        return sizeof value - number;
    default:
        memcpy(to, none, sizeof none);
        return sizeof none;
    }
}

/*
 * Segments, which are divided by "|": before one, "+4" are four bytes that were not captured, "-4" four that come
 * again. After all of them, it is refuted or not that lengths have the lowest byte first, or the highest one.
 */
static const struct {
    const char *segments;
    bool        begins;         /* the first segment is the beginning of the stream */
    bool        little, big;
} cases[] = {
    /* A packet is a value, and its length is neither 0 nor above 16 MiB. */
    { "L8 V", true, false, true }, { "B8 V", true, true, false }, { "L8 X", true, true, true },
    { "B8 X", true, true, true }, { "L0", true, true, true }, { "L16777216", true, false, false },
    { "L16777217", true, true, true }, { "L1", true, false, false }, { "L8 V L8 V", true, false, true },
    { "L8 V L8 X", true, true, true }, { "L8 V L0", true, true, true }, { "B8 V B8 X", true, true, true },
    { "L9 V", true, false, true }, { "L7 V", true, true, true }, { "L8 V L8 v4", true, false, true },

    /* A length may come alone; the packet behind it is whole, or not judged. */
    { "L8|V", true, false, true }, { "L8|X", true, true, true }, { "L8|V L8 V", true, false, true },
    { "L8|V L8 X", true, true, true }, { "L8 V L8|X", true, true, true }, { "L8|v4|w4", true, false, true },
    { "L12|X", true, false, true }, { "L4|V", true, true, true }, { "L8|+8 X", true, true, true },
    { "L8|+4 V", true, false, true }, { "B8|V", true, true, false }, { "B8|X", true, true, true },
    { "L8||X", true, false, true }, { "L8|+8 L8 V", true, false, true },

    /* The next length is where the packet ends. */
    { "L8 v4|w4 L8 V", true, false, true }, { "L8 v4|w4 L8 X", true, true, true },
    { "L8 v4|w4|L8 X", true, true, true }, { "L8 v4|w4|L0", true, true, true },
    { "L8 v4|-4 V L8 X", true, true, true }, { "L20 V|V|v4 L0", true, true, true },
    { "L20 V|X|v4 L8 V", true, false, true }, { "L20 V|X", true, false, true },
    { "L8 V|-12 L8 V L8 X", true, true, true }, { "L8 V|-12 L8 V", true, false, true },
    { "L8 V|-12 X X", true, true, true }, { "L20|L0 X|V L8 V", true, false, true },

    /* Of bytes that may begin anywhere, a segment of whole packets tells where a length is. */
    { "L8 V", false, false, false }, { "L8 X", false, true, false }, { "B8 X", false, false, true },
    { "L8 X v4", false, false, false }, { "X L8 X", false, false, false }, { "L8 X|X", false, true, false },
    { "X|L8 X", false, true, false }, { "X|L8 V|X", false, true, false }, { "X|L8 V|L8 V", false, false, false },
    { "L8 X L8 V", false, true, false }, { "L0 L8 X", false, false, false }, { "L16777217 V", false, false, false },
    { "L9 X", false, false, false }, { "L7 X", false, false, false },

    /* So it is behind bytes that were not captured. */
    { "L8 V|+4 X", true, false, true }, { "L8 V|+4 L8 X", true, true, true }, { "L8 V|+4 X|L8 X", true, true, true },
    { "L8 V|+1 L8 X", true, true, true }, { "L8 V|+1 X|L8 X", true, true, true },
    { "L8 V|+4 X|X", true, false, true }, { "L8 V|+4 L8 V|X", true, true, true }, { "L8 V v2|w4", true, false, true },
};

/* Returns the readings after the segments. */
static godot_refutation_t
read_segments(const char *segments, uint32_t first, bool begins)
{
    godot_refutation_t refutation = { 0 };
    char             **list = g_strsplit(segments, "|", -1);

    for (unsigned i = 0; list[i]; i++) {
        char   **words = g_strsplit(list[i], " ", -1);
        uint8_t  bytes[ROOM];
        unsigned size = 0;

        for (char **word = words; *word; word++) {
            if (**word == '+' || **word == '-')
                first += (uint32_t)strtol(*word, NULL, 10);
            else if (**word)
                size += put_word(bytes + size, *word);
        }
        uint8_t  *exact = (uint8_t *)g_memdup2(bytes, size);      /* so that a sanitizer sees who reads more */
        tvbuff_t *tvb = tvb_new_real_data(exact, size, (int)size);

        godot_refutation_note(&refutation, tvb, first, begins && i == 0);
        first += size;
        tvb_free(tvb);
        g_free(exact);
        g_strfreev(words);
    }
    g_strfreev(list);
    return refutation;
}

static void
test_refutation(void)
{
    static const uint32_t firsts[] = { 1, 0xFFFFFF00u, 0xFFFFFFF5u, 0x7FFFFFFCu };       /* numbers begin again at 0 */

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(firsts); k++) {
            const godot_refutation_t found = read_segments(cases[i].segments, firsts[k], cases[i].begins);

            g_test_message("\"%s\" from %u on", cases[i].segments, firsts[k]);
            g_assert_cmpint(found.little.refuted, ==, cases[i].little);
            g_assert_cmpint(found.big.refuted, ==, cases[i].big);
        }
}

/* TCP tells the number behind a segment. Bytes that were put together end where those end that were waited for. */
static void
test_first_numbers(void)
{
    static const uint8_t  bytes[10];
    const uint32_t        end = 1000;
    struct tcpinfo        tcp = { .nxtseq = 3 };
    tvbuff_t             *tvb = tvb_new_real_data(bytes, 6, sizeof bytes);      /* not all of it was captured */

    g_assert_cmpuint(godot_segment_first(tvb, &tcp, NULL), ==, 0xFFFFFFF9u);
    g_assert_cmpuint(godot_segment_first(tvb, &tcp, &end), ==, 0xFFFFFFF9u);
    tcp.is_reassembled = true;
    g_assert_cmpuint(godot_segment_first(tvb, &tcp, NULL), ==, 0xFFFFFFF9u);
    g_assert_cmpuint(godot_segment_first(tvb, &tcp, &end), ==, 990);
    tvb_free(tvb);
}

/* Calls for one frame have other bytes: those of the frame, further ones of it, or some that were put together. */
static void
test_keys(void)
{
    static const uint8_t bytes[20];
    uint32_t             keys[32];
    unsigned             count = 0;
    tvbuff_t            *frame = tvb_new_real_data(bytes, sizeof bytes, sizeof bytes);

    for (int offset = 1; offset < 12; offset++)
        keys[count++] = godot_segment_key(tvb_new_subset_remaining(frame, offset));
    for (unsigned size = 1; size < 12; size++) {
        tvbuff_t *whole = tvb_new_real_data(bytes, size / 2, (int)size);

        keys[count++] = godot_segment_key(whole);
        tvb_free(whole);
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            g_assert_cmpuint(keys[i], !=, keys[k]);
    tvb_free_chain(frame);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/refutation", test_refutation);
    g_test_add_func("/first-numbers", test_first_numbers);
    g_test_add_func("/keys", test_keys);
    return g_test_run();
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
