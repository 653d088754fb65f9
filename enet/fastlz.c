/* enet/fastlz.c
 * Undo FastLZ, levels 1 and 2 (docs/wire/enet.md, 8.4).
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

#include "enet/decoders.h"

typedef struct {
    const uint8_t *in;
    size_t         in_length, used;
    uint8_t       *out;
    size_t         out_size, written;
    int            level;
} fastlz_t;

static bool
fastlz_take(fastlz_t *lz, unsigned *byte)
{
    if (lz->used >= lz->in_length)
        return false;
    *byte = lz->in[lz->used++];
    return true;
}

static bool
copy_literals(fastlz_t *lz, size_t count)
{
    if (count > lz->in_length - lz->used || count > lz->out_size - lz->written)
        return false;
    memcpy(lz->out + lz->written, lz->in + lz->used, count);
    lz->used += count;
    lz->written += count;
    return true;
}

/* Copies byte by byte, because the source may run into what is being written. */
static bool
copy_match(fastlz_t *lz, size_t distance, size_t count)
{
    if (distance > lz->written || count > lz->out_size - lz->written)
        return false;
    for (; count > 0; count--, lz->written++)
        lz->out[lz->written] = lz->out[lz->written - distance];
    return true;
}

/* Reads the further bytes of a length: one in level 1; in level 2 all bytes of 255 and one more. */
static bool
take_length(fastlz_t *lz, size_t *length)
{
    unsigned byte;

    do {
        if (!fastlz_take(lz, &byte))
            return false;
        *length += byte;
    } while (lz->level == 2 && byte == 255);
    return true;
}

/* Reads the low byte of the distance. In level 2 the greatest distance means that a wide distance follows. */
static bool
take_distance(fastlz_t *lz, unsigned high, size_t *distance)
{
    unsigned low, wide_high, wide_low;

    if (!fastlz_take(lz, &low))
        return false;
    *distance = high * 256 + low + 1;
    if (lz->level == 1 || high != 31 || low != 255)
        return true;
    if (!fastlz_take(lz, &wide_high) || !fastlz_take(lz, &wide_low))
        return false;
    *distance = wide_high * 256 + wide_low + 8192;
    return true;
}

static bool
decode_match(fastlz_t *lz, unsigned control)
{
    size_t length = (control >> 5) - 1, distance;

    if (length == 6 && !take_length(lz, &length))
        return false;
    return take_distance(lz, control & 31, &distance) && copy_match(lz, distance, length + 3);
}

size_t
enet_fastlz_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    fastlz_t lz = { .in = in, .in_length = in_length, .used = 1, .out = out, .out_size = out_size, .level = (in[0] >> 5) + 1 };
    unsigned control = in[0] & 31;              /* the first instruction of a block has the level in the other bits */
    bool     ok;

    do {
        ok = control < 32 ? copy_literals(&lz, control + 1) : decode_match(&lz, control);
    } while (ok && fastlz_take(&lz, &control));
    return ok ? lz.written : 0;
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
