/* project/strings.c
 * How are strings looked up and kept that strangers chose?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "project/strings.h"

#include <string.h>

/* ---- SipHash ---- */

static uint64_t
rotated(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void
sip_rounds(uint64_t v[4], unsigned rounds)
{
    while (rounds-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotated(v[1], 13) ^ v[0];
        v[3] = rotated(v[3], 16) ^ v[2];
        v[0] = rotated(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotated(v[1], 17) ^ v[2];
        v[3] = rotated(v[3], 21) ^ v[0];
        v[2] = rotated(v[2], 32);
    }
}

static void
sip_word(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_rounds(v, 2);
    v[0] ^= word;
}

/* Reads up to eight bytes, the lowest first. */
static uint64_t
sip_read(const uint8_t *bytes, gsize length)
{
    uint64_t word = 0;

    memcpy(&word, bytes, MIN(length, sizeof word));
    return GUINT64_FROM_LE(word);
}

uint64_t
godot_siphash(godot_hash_key_t key, const uint8_t *bytes, gsize length)
{
    /* "somepseudorandomlygeneratedbytes" */
    uint64_t v[4] = { key.low ^ 0x736f6d6570736575, key.high ^ 0x646f72616e646f6d,
                      key.low ^ 0x6c7967656e657261, key.high ^ 0x7465646279746573 };
    gsize left = length;

    for (; left >= 8; left -= 8, bytes += 8)
        sip_word(v, sip_read(bytes, 8));
    sip_word(v, sip_read(bytes, left) | (uint64_t)length << 56);
    v[2] ^= 0xff;
    sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- Tables ---- */

static uint64_t
random_word(void)
{
    return (uint64_t)g_random_int() << 32 | g_random_int();
}

guint
godot_string_hash(const void *string)
{
    static godot_hash_key_t key;

    if (!key.low)
        key = (godot_hash_key_t) { random_word() | 1, random_word() };
    return (guint)godot_siphash(key, string, strlen(string));
}

struct _godot_strings {
    GStringChunk *texts;
    GHashTable   *known;    /* borrowed from texts */
};

godot_strings_t *
godot_strings_new(void)
{
    godot_strings_t *strings = g_new0(godot_strings_t, 1);

    strings->texts = g_string_chunk_new(4096);
    strings->known = g_hash_table_new(godot_string_hash, g_str_equal);
    return strings;
}

void
godot_strings_free(godot_strings_t *strings)
{
    g_hash_table_destroy(strings->known);
    g_string_chunk_free(strings->texts);
    g_free(strings);
}

const char *
godot_strings_keep(godot_strings_t *strings, const char *text)
{
    const char *kept = g_hash_table_lookup(strings->known, text);

    if (!kept) {
        kept = g_string_chunk_insert(strings->texts, text);
        g_hash_table_add(strings->known, (void *)kept);
    }
    return kept;
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
