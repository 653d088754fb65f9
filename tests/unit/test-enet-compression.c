/* test-enet-compression.c
 * Does enet_decompress() undo blocks of ENet's, FastLZ's and the libraries' compressors, and no others?
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
#include <string.h>

#include <enet/enet.h>
#include <zlib.h>
#include <zstd.h>

#include "enet/compression.h"
#include "tests/unit/guarded.h"

/* All of them with -m thorough, as ctest does; else a few. */
#define RANGE_BLOCKS    12000
#define LIBRARY_BLOCKS  1000
#define GARBAGE_BLOCKS  20000
#define FEWER           (g_test_thorough() ? 1 : 20)

#define MAX_PLAIN       20000
#define MAX_PACKED      (2 * MAX_PLAIN + 1024)
#define MAX_TRIPLES     (3 * 130 * 256)

/* ---- Into and out of guarded memory ---- */

static guarded_t guarded_in, guarded_out;

/* Decompresses with both blocks at the end of their memory, and a marker before the output. */
static size_t
decompress(enet_compression_t mode, const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    static const uint8_t witness[16] = "0123456789abcde";
    uint8_t *guarded_in_start = guarded_in.end - in_length;
    uint8_t *guarded_out_start = guarded_out.end - out_size;

    if (in_length > 0)
        memcpy(guarded_in_start, in, in_length);
    memcpy(guarded_out_start - sizeof witness, witness, sizeof witness);
    size_t length = enet_decompress(mode, guarded_in_start, in_length, guarded_out_start, out_size);
    g_assert_cmpuint(length, <=, out_size);
    g_assert_cmpmem(guarded_out_start - sizeof witness, sizeof witness, witness, sizeof witness);
    if (length > 0)
        memcpy(out, guarded_out_start, length);
    return length;
}

/* Checks that the block becomes the plain bytes if they fit exactly, and nothing if one byte of room is missing. */
static void
assert_undone(enet_compression_t mode, const uint8_t *packed, size_t packed_length, const uint8_t *plain,
              size_t plain_length)
{
    uint8_t *out = (uint8_t *)g_malloc(plain_length);

    uint8_t begin[10];
    int     known = enet_compression_begins(mode, packed, packed_length, begin, sizeof begin);

    g_assert_true(enet_compression_plausible(mode, packed, packed_length));
    g_assert_cmpint(known, !=, 0);
    if (known > 0)
        g_assert_cmpmem(begin, known, plain, MIN((size_t)known, plain_length));
    size_t length = decompress(mode, packed, packed_length, out, plain_length);
    g_assert_cmpmem(out, length, plain, plain_length);
    g_assert_cmpuint(decompress(mode, packed, packed_length, out, plain_length - 1), ==, 0);
    g_free(out);
}

/* ---- The vectors of docs/wire/enet.md, 8.3 and 8.4 ---- */

static GByteArray *
from_hex(const char *hex)
{
    GByteArray *bytes = g_byte_array_new();

    for (; *hex; hex += 2) {
        uint8_t byte = (uint8_t)(g_ascii_xdigit_value(hex[0]) << 4 | g_ascii_xdigit_value(hex[1]));
        g_byte_array_append(bytes, &byte, 1);
    }
    return bytes;
}

#define CONNECT_HEX(channels, tail) \
    "82ff00010000ffff0000057000010000000000" channels "0000000000000000000013880000000200000002" tail
#define QUICK_FOX "74686520717569636b2074686520717569636b2074686520717569636b20666f78"

static const struct {
    enet_compression_t mode;
    const char        *plain;
    unsigned           times;
    const char        *packed;
} vectors[] = {
    { ENET_COMPRESSION_RANGE, "41", 1, "41be41be" },
    { ENET_COMPRESSION_RANGE, "85ff0005", 1, "86788bb2a9d4" },
    { ENET_COMPRESSION_RANGE, "61", 16, "62026a7017cf" },
    { ENET_COMPRESSION_RANGE, "68656c6c6f2068656c6c6f2068656c6c6f20776f726c64", 1, "68fbe0c33d7072bdd33614670eee5268" },
    { ENET_COMPRESSION_RANGE, "00", 64, "0103e85a2adc44" },
    { ENET_COMPRESSION_RANGE, "ff", 4000, "fffffffea73fb8db773e54" },
    { ENET_COMPRESSION_RANGE, "86010003001e0100000000000000000100000070696e675f6d6500010200000007000000", 1,
      "867b7d9e964d07ee4a5fceb2ddb3cdc646dc5f40ec9ed4f8d5fd" },
    { ENET_COMPRESSION_RANGE, CONNECT_HEX("ff", "894c5df65822511b"), 1,
      "837b88b1fdf1df576b939eeefff5175b77c2479d19789fdaca08f31bf606de44" },
    { ENET_COMPRESSION_RANGE, "4901000000010017060200010000800c000000050000000000404000008040", 1,
      "49b840d5f48b45c17adede2b35089ed3e1ea7e3ee3a082" },
    { ENET_COMPRESSION_RANGE, "860100010012f4cf1a450100000002010000004d61696e00", 1,
      "867b7d9cabc9dc9cd4998b7cfcdd63e55219bc1013" },
    { ENET_COMPRESSION_RANGE, CONNECT_HEX("03", "7d396214451acff4"), 1,
      "837b88b1fdf1df576b939eeefcbd22fb8a54df98ab2be6e4cc66b8178448d3d4731f" },
    { ENET_COMPRESSION_FASTLZ, QUICK_FOX, 1, "0974686520717569636b20e00b0902666f78" },
    { ENET_COMPRESSION_FASTLZ, QUICK_FOX, 1, "2974686520717569636b20e00b0902666f78" },
    { ENET_COMPRESSION_FASTLZ, "00", 64, "010000e0320102000000" },
    { ENET_COMPRESSION_FASTLZ, "00", 600, "210000e0ffff4c0002000000" },
    { ENET_COMPRESSION_FASTLZ, "00", 269, "010000e0ff0102000000" },     /* in level 1 a length has one further byte */
    { ENET_COMPRESSION_FASTLZ, CONNECT_HEX("ff", "8940ac8042430c14"), 1,
      "0b82ff00010000ffff0000057040092000200bc00001138820090c02000000028940ac8042430c14" },
};

static void
test_vectors(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(vectors); i++) {
        GByteArray *once = from_hex(vectors[i].plain), *packed = from_hex(vectors[i].packed);
        GByteArray *plain = g_byte_array_new();

        for (unsigned j = 0; j < vectors[i].times; j++)
            g_byte_array_append(plain, once->data, once->len);
        g_test_message("vector %zu", i);
        assert_undone(vectors[i].mode, packed->data, packed->len, plain->data, plain->len);
        g_byte_array_unref(once);
        g_byte_array_unref(packed);
        g_byte_array_unref(plain);
    }
}

static void
test_vector_of_six_values(void)
{
    GByteArray *packed =
        from_hex("02fe07a0815231df34c9d549b9f52e1098427aeaede4410736aa79148c6bed69e498850c7e8ab208fcc973e42990c8c61650a"
                 "8d39cfe9353"
                 "8bd508e70b23a02e8ddcfc73b0bd11bc33abfcde3d292d6693f2b1e6e304e638542a2fa265798756784c9736d5307d821ce2d"
                 "180a8076fe9"
                 "0c6b2f9a128f5fe6f4c627bf1411c23f54791c2eb6d33b56786b5f09bb2e42e13c1d3cf139dcca4110a1067118");
    uint8_t  plain[300];
    uint32_t x = 12345;

    for (size_t i = 0; i < sizeof plain; i++) {
        x = x * 1103515245u + 12345u;
        plain[i] = (uint8_t)((x >> 16) % 6);
    }
    assert_undone(ENET_COMPRESSION_RANGE, packed->data, packed->len, plain, sizeof plain);
    g_byte_array_unref(packed);
}

/* ---- Blocks to compress ---- */

static void
fill_random(GRand *rand, uint8_t *block, size_t length, unsigned values)
{
    for (size_t i = 0; i < length; i++)
        block[i] = (uint8_t)g_rand_int_range(rand, 0, (gint32)values);
}

static void
fill_runs(GRand *rand, uint8_t *block, size_t length)
{
    uint8_t byte = 0;

    for (size_t i = 0; i < length; i++) {
        if (g_rand_int_range(rand, 0, 20) == 0)
            byte = (uint8_t)g_rand_int_range(rand, 0, 256);
        block[i] = byte;
    }
}

static void
fill_words(GRand *rand, uint8_t *block, size_t length)
{
    static const char *const words[] = { "Main/Players/", "position",       "res://player.tscn", "hp",
                                         "velocity",      " the quick fox " };

    for (size_t i = 0; i < length;) {
        const char *word = words[g_rand_int_range(rand, 0, G_N_ELEMENTS(words))];
        size_t      part = MIN(strlen(word), length - i);
        memcpy(block + i, word, part);
        i += part;
    }
}

/* Makes commands as a game sends them: mostly small unsequenced ones with counters, ids and floats. */
static void
fill_commands(GRand *rand, uint8_t *block, size_t length)
{
    uint16_t group = (uint16_t)g_rand_int(rand);

    for (size_t i = 0; i < length;) {
        float   position = (float)g_rand_double_range(rand, -1000, 1000);
        uint8_t command[30] = { 0x49, 1, 0, 0, (uint8_t)(group >> 8), (uint8_t)group, 0, 22, 6, 2, 0, 1, 0, 0, 0x80, 12,
                                0,    0, 0, 5 };
        size_t  part = MIN(sizeof command, length - i);

        memcpy(command + 22, &position, sizeof position);
        memcpy(block + i, command, part);
        group++;
        i += part;
    }
}

/* Makes two values with ever changing neighbours: weights of the range coder's root context reach their limit. */
static void
fill_pairs(GRand *rand, uint8_t *block, size_t length)
{
    for (size_t i = 0; i < length; i++)
        block[i] = (uint8_t)(i % 2 ? 'A' + g_rand_int_range(rand, 0, 2) : g_rand_int_range(rand, 0, 256));
}

/* Makes one block of 1 to max bytes, more often a short one. Returns its length. */
static size_t
any_block(GRand *rand, uint8_t *block, size_t max)
{
    size_t length = (size_t)g_rand_int_range(rand, 1, (gint32)(g_rand_boolean(rand) ? MIN(max, 200) : max) + 1);

    switch (g_rand_int_range(rand, 0, 7)) {
    case 0:  fill_random(rand, block, length, 256); break;
    case 1:  fill_random(rand, block, length, 1 + g_rand_int_range(rand, 0, 32)); break;
    case 2:  fill_runs(rand, block, length); break;
    case 3:  fill_words(rand, block, length); break;
    case 4:  fill_pairs(rand, block, length); break;
    default: fill_commands(rand, block, length);
    }
    return length;
}

/* ---- Compressors: each returns the length of the block it made ---- */

typedef size_t (*compress_fn)(GRand *rand, const uint8_t *plain, size_t length, uint8_t *packed);

static void *range_coder;

static size_t
compress_range(GRand *rand G_GNUC_UNUSED, const uint8_t *plain, size_t length, uint8_t *packed)
{
    ENetBuffer buffer = { .data = (void *)plain, .dataLength = length };

    return enet_range_coder_compress(range_coder, &buffer, 1, length, packed, MAX_PACKED);
}

static size_t
compress_zlib(GRand *rand, const uint8_t *plain, size_t length, uint8_t *packed)
{
    uLongf packed_length = MAX_PACKED;

    g_assert_cmpint(compress2(packed, &packed_length, plain, length, g_rand_int_range(rand, -1, 10)), ==, Z_OK);
    return packed_length;
}

static size_t
compress_zstd(GRand *rand, const uint8_t *plain, size_t length, uint8_t *packed)
{
    size_t packed_length = ZSTD_compress(packed, MAX_PACKED, plain, length, g_rand_int_range(rand, 1, 6));

    g_assert_false(ZSTD_isError(packed_length));
    return packed_length;
}

/* What happens to an interval at its limits, which random blocks hardly ever meet. */
static void
test_range_at_limits(void)
{
    static const char *const blocks[] = {
        /* The ends differ in all of their 24 lower bits, once: their highest byte is settled. */
        "0a010c0908010f0f0c090a0f000408030200020200080104050c0d0d0a020607030c010d030d0e0c",
        /* The highest byte is not settled, and the interval is as small as it may be then, or smaller by one. */
        "040b100f0905070e0005011002040f0a0c0906100f0809010e070d09060c0f060b08080603020c06070302090e0b0407",
        "0e060a010906010a070b010b060f0b010e0e0b060b0b0500030c060b010b010a07060a010605020d020903050302050d",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        GByteArray *plain = from_hex(blocks[i]);
        uint8_t     packed[MAX_PACKED];
        size_t      length = compress_range(NULL, plain->data, plain->len, packed);

        assert_undone(ENET_COMPRESSION_RANGE, packed, length, plain->data, plain->len);
        g_byte_array_unref(plain);
    }
}

/* A simple FastLZ compressor: for each place, it takes the longest of a few earlier matches. */

static size_t
fastlz_match(const uint8_t *plain, size_t at, size_t length, size_t distance, size_t max)
{
    size_t same = 0;

    while (same < max && at + same < length && plain[at + same] == plain[at + same - distance])
        same++;
    return same;
}

static uint8_t *
put_literals(uint8_t *packed, const uint8_t *from, size_t count)
{
    while (count > 0) {
        size_t part = MIN(count, 32);
        *packed++ = (uint8_t)(part - 1);
        memcpy(packed, from, part);
        packed += part;
        from += part;
        count -= part;
    }
    return packed;
}

static uint8_t *
put_match(uint8_t *packed, int level, size_t distance, size_t length)
{
    gboolean wide = level == 2 && distance >= 8192;
    size_t   field = wide ? 8191 : distance - 1, more = length - 2;

    *packed++ = (uint8_t)(MIN(more, 7) << 5 | field >> 8);
    if (more >= 7) {
        for (more -= 7; level == 2 && more >= 255; more -= 255)
            *packed++ = 255;
        *packed++ = (uint8_t)more;
    }
    *packed++ = (uint8_t)field;
    if (wide) {
        *packed++ = (uint8_t)((distance - 8192) >> 8);
        *packed++ = (uint8_t)(distance - 8192);
    }
    return packed;
}

static size_t
compress_fastlz(GRand *rand, const uint8_t *plain, size_t length, uint8_t *packed)
{
    int      level = g_rand_int_range(rand, 1, 3);
    size_t   reach = level == 1 ? 8192 : 8191 + 65536, max = level == 1 ? 264 : MAX_PLAIN;
    size_t   literals = 0, at = 1;              /* the first instruction is always literals */
    uint8_t *out = packed;

    while (at < length) {
        size_t best = 0, best_distance = 0;
        for (int i = 0; i < 24; i++) {
            size_t distance = (size_t)g_rand_int_range(rand, 1, (gint32)MIN(at, i < 12 ? 40 : reach) + 1);
            size_t same = fastlz_match(plain, at, length, distance, max);
            if (same > best) {
                best = same;
                best_distance = distance;
            }
        }
        if (best < 4) {
            at++;
            continue;
        }
        out = put_match(put_literals(out, plain + literals, at - literals), level, best_distance, best);
        literals = at += best;
    }
    out = put_literals(out, plain + literals, length - literals);
    packed[0] |= (uint8_t)((level - 1) << 5);
    return (size_t)(out - packed);
}

static const struct {
    const char        *path;
    enet_compression_t mode;
    compress_fn        compress;
    unsigned           blocks;
    size_t             max;
    gboolean           exact;       /* it notices one byte more or less */
} round_trips[] = {
    { "/range/libenet",  ENET_COMPRESSION_RANGE,  compress_range,  RANGE_BLOCKS,   4096,      FALSE },
    { "/fastlz/own",     ENET_COMPRESSION_FASTLZ, compress_fastlz, LIBRARY_BLOCKS, MAX_PLAIN, FALSE },
    { "/zlib/library",   ENET_COMPRESSION_ZLIB,   compress_zlib,   LIBRARY_BLOCKS, 4096,      TRUE },
    { "/zstd/library",   ENET_COMPRESSION_ZSTD,   compress_zstd,   LIBRARY_BLOCKS, 4096,      TRUE },
};

static void
test_round_trip(gconstpointer data)
{
    unsigned row = GPOINTER_TO_UINT(data);
    GRand   *rand = g_rand_new_with_seed(row + 1);
    uint8_t *plain = (uint8_t *)g_malloc(MAX_PLAIN), *packed = (uint8_t *)g_malloc(MAX_PACKED);

    for (unsigned i = 0; i < round_trips[row].blocks / FEWER; i++) {
        size_t length = any_block(rand, plain, round_trips[row].max);
        size_t packed_length = round_trips[row].compress(rand, plain, length, packed);

        g_assert_cmpuint(packed_length, >, 0);
        assert_undone(round_trips[row].mode, packed, packed_length, plain, length);
        if (round_trips[row].exact) {
            packed[packed_length] = 0x78;
            g_assert_cmpuint(decompress(round_trips[row].mode, packed, packed_length + 1, plain, length), ==, 0);
            g_assert_cmpuint(decompress(round_trips[row].mode, packed, packed_length - 1, plain, length), ==, 0);
        }
    }
    g_free(plain);
    g_free(packed);
    g_rand_free(rand);
}

/*
 * So many values follow "AB" equally often, until all weights of that context are halved because their sum is too
 * large, before any of them is.
 */
static void
sum_weights(unsigned values)
{
    GByteArray *plain = g_byte_array_new();
    uint8_t    *packed = (uint8_t *)g_malloc(MAX_TRIPLES), *out = (uint8_t *)g_malloc(MAX_TRIPLES);
    size_t      length;

    while (plain->len < MAX_TRIPLES) {
        const uint8_t part[3] = { 'A', 'B', (uint8_t)(plain->len / 3 % values) };
        g_byte_array_append(plain, part, sizeof part);
    }
    length = enet_range_coder_compress(range_coder, &(ENetBuffer) { .data = plain->data, .dataLength = plain->len }, 1,
                                       plain->len, packed, MAX_TRIPLES);
    g_assert_cmpuint(length, >, 0);
    length = enet_decompress(ENET_COMPRESSION_RANGE, packed, length, out, plain->len);
    g_assert_cmpmem(out, length, plain->data, plain->len);
    g_byte_array_unref(plain);
    g_free(packed);
    g_free(out);
}

/* An even number makes even sums, one of which is the limit; an odd one makes odd sums, which pass it by one. */
static void
test_range_sum_of_weights(void)
{
    sum_weights(256);
    sum_weights(255);
}

/* Four bytes of 255 point behind the last of the 257 equal shares that a block begins with. */
static void
test_range_behind_the_last_share(void)
{
    static const uint8_t packed[] = { 255, 255, 255, 255, 0, 0, 0, 0 };
    uint8_t out[16];

    g_assert_cmpint(enet_compression_begins(ENET_COMPRESSION_RANGE, packed, sizeof packed, out, 1), ==, 0);
}

/* A beginning that is damaged is none, however much of it could be read: ENet itself makes nothing of such a block. */
static void
test_range_damaged_behind_its_beginning(void)
{
    GRand   *rand = g_rand_new_with_seed(7);
    uint8_t  in[40], out[MAX_PLAIN], theirs[MAX_PLAIN];
    unsigned refused = 0;

    for (unsigned i = 0; i < RANGE_BLOCKS / FEWER; i++) {
        size_t length = (size_t)g_rand_int_range(rand, 1, sizeof in + 1);
        int    begun;

        for (size_t at = 0; at < length; at++)
            in[at] = (uint8_t)g_rand_int(rand);
        begun = enet_compression_begins(ENET_COMPRESSION_RANGE, in, length, out, sizeof out);
        if (enet_range_coder_decompress(range_coder, in, length, theirs, sizeof theirs) > 0)
            continue;
        refused++;
        g_assert_true(begun == 0 || begun == (int)sizeof out);      /* or there was no room */
    }
    g_assert_cmpuint(refused, >, 0);
    g_rand_free(rand);
}

/* ---- Blocks nobody made ---- */

/* The blocks are random: decompress() checks that nothing outside the buffers is touched. */
static void
test_garbage(void)
{
    GRand  *rand = g_rand_new_with_seed(99);
    uint8_t in[4096], out[ENET_MAX_DECOMPRESSED];

    for (unsigned i = 0; i < GARBAGE_BLOCKS / FEWER; i++) {
        size_t length = any_block(rand, in, sizeof in);
        int    mode = g_rand_int_range(rand, -1, ENET_COMPRESSION_COUNT + 2);

        if (mode == ENET_COMPRESSION_FASTLZ)
            in[0] &= 0x3F;
        decompress((enet_compression_t)mode, in, length, out, (size_t)g_rand_int_range(rand, 0, sizeof out + 1));
    }
    g_rand_free(rand);
}

/* Of a damaged block ENet makes the same, unless it is found to be damaged. */
static void
check_against_libenet(const uint8_t *packed, size_t packed_length)
{
    uint8_t out[ENET_MAX_DECOMPRESSED], theirs[ENET_MAX_DECOMPRESSED];
    size_t  length = enet_decompress(ENET_COMPRESSION_RANGE, packed, packed_length, out, sizeof out);
    size_t  expected = enet_range_coder_decompress(range_coder, packed, packed_length, theirs, sizeof theirs);

    if (length)
        g_assert_cmpmem(out, length, theirs, expected);
}

static void
test_damaged(gconstpointer data)
{
    unsigned row = GPOINTER_TO_UINT(data);
    GRand   *rand = g_rand_new_with_seed(row + 101);
    uint8_t  plain[4096], packed[MAX_PACKED], out[ENET_MAX_DECOMPRESSED];

    for (unsigned i = 0; i < GARBAGE_BLOCKS / 4 / FEWER; i++) {
        size_t length = any_block(rand, plain, sizeof plain);
        size_t packed_length = round_trips[row].compress(rand, plain, length, packed);

        for (int n = g_rand_int_range(rand, 1, 4); n > 0; n--)
            packed[g_rand_int_range(rand, 0, (gint32)packed_length)] = (uint8_t)g_rand_int(rand);
        packed_length -= (size_t)g_rand_int_range(rand, 0, (gint32)MIN(packed_length, 4));
        decompress(round_trips[row].mode, packed, packed_length, out, sizeof out);
        if (round_trips[row].mode == ENET_COMPRESSION_RANGE)
            check_against_libenet(packed, packed_length);
    }
    g_rand_free(rand);
}

/* A match may begin as far back as the first byte that was written, and no further. */
static void
test_fastlz_reach(void)
{
    static const struct {
        const char *packed;
        const char *plain;      /* "" if there is none */
    } blocks[] = {
        { "00412000", "41414141" },                 /* literal A, then three bytes from one back */
        { "00412001", "" },                         /* ... from two back */
        { "024142432002", "414243414243" },
        { "024142432003", "" },
        { "0241424320ff", "" },
        { "024142433f02", "" },                     /* the high bits of the distance */
        { "22414243" "2002", "414243414243" },      /* level 2 */
        { "22414243" "2003", "" },
        { "22414243" "3fff0000", "" },              /* the wide distance of level 2, from 8192 on */
        { "0041" "e00000", "41414141414141414141" },
        { "0041" "e0", "" },                        /* a length without its further byte */
        { "0041" "e000", "" },                      /* ... and without a distance */
        { "2041" "e0ff", "" },
        { "2041" "e0ff00", "" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        GByteArray *packed = from_hex(blocks[i].packed), *plain = from_hex(blocks[i].plain);
        uint8_t     out[64];
        size_t      length = decompress(ENET_COMPRESSION_FASTLZ, packed->data, packed->len, out, sizeof out);

        g_test_message("block %zu", i);
        g_assert_cmpmem(out, length, plain->data, plain->len);
        g_byte_array_unref(packed);
        g_byte_array_unref(plain);
    }
}

/*
 * Behind 8,192 literals, the distance that reaches the first of them is the greatest one of level 1. In level 2 it is a
 * wide one, which has two further bytes.
 */
static void
test_fastlz_wide_distance(void)
{
    uint8_t  plain[8192 + 3], out[sizeof plain], packed[9000], *end;
    size_t   length;

    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = (uint8_t)(i % 8192 * 7);
    end = put_literals(packed, plain, 8192);
    *end++ = 1 << 5 | 31;
    *end++ = 0xFF;
    length = (size_t)(end - packed);
    g_assert_cmpuint(decompress(ENET_COMPRESSION_FASTLZ, packed, length, out, sizeof out), ==, sizeof plain);
    g_assert_cmpmem(out, sizeof out, plain, sizeof plain);
    length = (size_t)(put_match(put_literals(packed, plain, 8192), 2, 8192, 3) - packed);
    packed[0] |= 1 << 5;
    g_assert_cmpuint(decompress(ENET_COMPRESSION_FASTLZ, packed, length, out, sizeof out), ==, sizeof plain);
    g_assert_cmpmem(out, sizeof out, plain, sizeof plain);
    for (size_t cut = 1; cut <= 3; cut++)
        g_assert_cmpuint(decompress(ENET_COMPRESSION_FASTLZ, packed, length - cut, out, sizeof out), ==, 0);
}

static void
test_nothing(void)
{
    uint8_t byte = 0x78, out[16];

    for (int mode = -1; mode <= ENET_COMPRESSION_COUNT; mode++) {
        g_assert_cmpuint(decompress((enet_compression_t)mode, &byte, 0, out, sizeof out), ==, 0);
        g_assert_false(enet_compression_plausible((enet_compression_t)mode, &byte, 0));
    }
    g_assert_cmpuint(decompress(ENET_COMPRESSION_NONE, &byte, 1, out, sizeof out), ==, 0);
}

/* No decoder takes a block that begins like another one's, or that ends with its head or within its first literals. */
static void
test_plausible(void)
{
    static const uint8_t zlib[] = { 0x78, 0x9C, 3, 0 }, zstd[] = { 0x28, 0xB5, 0x2F, 0xFD, 0 }, fastlz[] = { 0, 0x41 };
    static const uint8_t literals[] = { 2, 0x41, 0x42, 0x43 };
    uint8_t begin[] = { 0, 0x41, 0x42, 0x43 };

    g_assert_true(enet_compression_plausible(ENET_COMPRESSION_ZLIB, zlib, 3));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_ZLIB, zlib, 2));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_ZSTD, zstd, 4));
    g_assert_true(enet_compression_plausible(ENET_COMPRESSION_FASTLZ, literals, 4));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_FASTLZ, literals, 3));
    g_assert_true(enet_compression_plausible(ENET_COMPRESSION_ZLIB, zlib, sizeof zlib));
    g_assert_true(enet_compression_plausible(ENET_COMPRESSION_ZSTD, zstd, sizeof zstd));
    g_assert_true(enet_compression_plausible(ENET_COMPRESSION_FASTLZ, fastlz, sizeof fastlz));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_ZLIB, zstd, sizeof zstd));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_ZSTD, zlib, sizeof zlib));
    g_assert_false(enet_compression_plausible(ENET_COMPRESSION_FASTLZ, zlib, sizeof zlib));
    for (unsigned level = 1; level <= 8; level++) {         /* FastLZ has two */
        begin[0] = (uint8_t)((level - 1) << 5);
        g_assert_cmpint(enet_compression_plausible(ENET_COMPRESSION_FASTLZ, begin, sizeof begin), ==, level <= 2);
    }
}

/* RFC 1950, 2.2: method, window, check bits and no dictionary. RFC 8878, 3.1.1: each byte of the magic number. */
static void
test_heads_of_the_libraries(void)
{
    static const struct {
        uint8_t bytes[2];
        bool    plausible;
    } zlib[] = {
        { { 0x78, 0x01 }, true }, { { 0x78, 0x5E }, true }, { { 0x78, 0x9C }, true }, { { 0x78, 0xDA }, true },
        { { 0x78, 0x9D }, false }, { { 0x78, 0xBB }, false }, { { 0x58, 0x85 }, false }, { { 0x79, 0x18 }, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(zlib); i++) {
        const uint8_t block[] = { zlib[i].bytes[0], zlib[i].bytes[1], 3 };

        g_assert_true((zlib[i].bytes[0] * 256 + zlib[i].bytes[1]) % 31 == 0 || zlib[i].bytes[1] == 0x9D);
        g_assert_cmpint(enet_compression_plausible(ENET_COMPRESSION_ZLIB, block, sizeof block), ==, zlib[i].plausible);
    }
    for (size_t wrong = 0; wrong < 5; wrong++) {
        uint8_t block[] = { 0x28, 0xB5, 0x2F, 0xFD, 0 };

        block[wrong]++;
        g_assert_cmpint(enet_compression_plausible(ENET_COMPRESSION_ZSTD, block, sizeof block), ==, wrong == 4);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    guarded_in = guarded_new(MAX_PACKED);
    guarded_out = guarded_new(MAX_PLAIN + 16);
    range_coder = enet_range_coder_create();

    g_test_add_func("/vectors", test_vectors);
    g_test_add_func("/vectors/six-values", test_vector_of_six_values);
    for (unsigned row = 0; row < G_N_ELEMENTS(round_trips); row++) {
        char *damaged = g_strconcat(round_trips[row].path, "/damaged", NULL);
        g_test_add_data_func(round_trips[row].path, GUINT_TO_POINTER(row), test_round_trip);
        g_test_add_data_func(damaged, GUINT_TO_POINTER(row), test_damaged);
        g_free(damaged);
    }
    g_test_add_func("/range/at-limits", test_range_at_limits);
    g_test_add_func("/range/sum-of-weights", test_range_sum_of_weights);
    g_test_add_func("/range/behind-the-last-share", test_range_behind_the_last_share);
    g_test_add_func("/range/damaged-behind-its-beginning", test_range_damaged_behind_its_beginning);
    g_test_add_func("/garbage", test_garbage);
    g_test_add_func("/fastlz/reach", test_fastlz_reach);
    g_test_add_func("/fastlz/wide-distance", test_fastlz_wide_distance);
    g_test_add_func("/heads-of-the-libraries", test_heads_of_the_libraries);
    g_test_add_func("/nothing", test_nothing);
    g_test_add_func("/plausible", test_plausible);

    int result = g_test_run();
    enet_range_coder_destroy(range_coder);
    guarded_free(&guarded_in);
    guarded_free(&guarded_out);
    return result;
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
