/* enet/compression.c
 * How is a compressed ENet block undone? One table of decoders.
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

#include <glib.h>
#include <zlib.h>
#include <zstd.h>

#include "enet/compression.h"
#include "enet/decoders.h"
#include "ws_compat.h"

/* The first bytes of a range coded block do not differ from those of others (docs/wire/enet.md, 8.1). */
static int
range_plausible(const uint8_t *in _U_, size_t in_length)
{
    return in_length > 0;
}

/* The top three bits of the first byte are the level, 1 or 2; the others are the number of literals that follow. */
static int
fastlz_plausible(const uint8_t *in, size_t in_length)
{
    return in_length > 0 && (in[0] >> 5) < 2 && in_length >= (size_t)(in[0] & 31) + 2;
}

/* A FastLZ block begins with literals. */
static size_t
fastlz_begin(const uint8_t *in, size_t in_length _U_, uint8_t *out, size_t out_size)
{
    size_t literals = MIN((size_t)(in[0] & 31) + 1, out_size);

    memcpy(out, in + 1, literals);
    return literals;
}

/*
 * RFC 1950, 2.2: the header says deflate and a window of 32 KiB, its check bits are right, and there is no dictionary.
 */
static int
zlib_plausible(const uint8_t *in, size_t in_length)
{
    return in_length > 2 && in[0] == 0x78 && (in[0] * 256 + in[1]) % 31 == 0 && !(in[1] & 0x20);
}

/* RFC 8878, 3.1.1: a standard frame begins with a magic number. */
static int
zstd_plausible(const uint8_t *in, size_t in_length)
{
    static const uint8_t magic[] = { 0x28, 0xB5, 0x2F, 0xFD };

    return in_length > sizeof magic && memcmp(in, magic, sizeof magic) == 0;
}

static size_t
zlib_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    z_stream stream = { .next_in = (Bytef *)in, .avail_in = (uInt)in_length,
                        .next_out = out, .avail_out = (uInt)out_size };

    if (in_length > UINT32_MAX || out_size > UINT32_MAX || inflateInit(&stream) != Z_OK)
        return 0;

    int whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return whole ? stream.total_out : 0;
}

/* ZSTD_decompress() takes only whole frames that end with the input. */
static size_t
zstd_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    size_t length = ZSTD_decompress(out, out_size, in, in_length);

    return ZSTD_isError(length) ? 0 : length;
}

static const struct {
    int    (*plausible)(const uint8_t *in, size_t in_length);
    size_t (*begin)(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);   /* NULL: use plausible() */
    size_t (*decode)(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);
} compressions[ENET_COMPRESSION_COUNT] = {
    [ENET_COMPRESSION_RANGE]  = { range_plausible,  enet_range_begin, enet_range_decode },
    [ENET_COMPRESSION_FASTLZ] = { fastlz_plausible, fastlz_begin, enet_fastlz_decode },
    [ENET_COMPRESSION_ZLIB]   = { zlib_plausible,   NULL, zlib_decode },
    [ENET_COMPRESSION_ZSTD]   = { zstd_plausible,   NULL, zstd_decode },
};

int
enet_compression_begins(enet_compression_t mode, const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    if (!enet_compression_plausible(mode, in, in_length))
        return 0;
    return compressions[mode].begin ? (int)compressions[mode].begin(in, in_length, out, out_size) : -1;
}

int
enet_compression_plausible(enet_compression_t mode, const uint8_t *in, size_t in_length)
{
    return mode < ENET_COMPRESSION_COUNT && compressions[mode].plausible
        && compressions[mode].plausible(in, in_length);
}

size_t
enet_decompress(enet_compression_t mode, const uint8_t *in, size_t in_length,
                uint8_t *out, size_t out_size)
{
    return enet_compression_plausible(mode, in, in_length)
         ? compressions[mode].decode(in, in_length, out, out_size) : 0;
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
