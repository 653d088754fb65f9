/* enet/compression.h
 * How is a compressed ENet block undone? One table of decoders.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_COMPRESSION_H
#define ENET_COMPRESSION_H

#include <stddef.h>
#include <stdint.h>

/* ENet decompresses into a buffer of this size (docs/wire/enet.md, 8.2). */
#define ENET_MAX_DECOMPRESSED 4096

/* Values of enet.compression and of Godot's CompressionMode. */
typedef enum {
    ENET_COMPRESSION_NONE  = 0,
    ENET_COMPRESSION_RANGE = 1,
    ENET_COMPRESSION_FASTLZ = 2,
    ENET_COMPRESSION_ZLIB  = 3,
    ENET_COMPRESSION_ZSTD  = 4,
    ENET_COMPRESSION_COUNT
} enet_compression_t;

/**
 * Undo one compressed block.
 *
 * @param mode a mode from ENET_COMPRESSION_RANGE on
 * @param in, in_length the compressed bytes
 * @param out, out_size the caller's buffer; never written beyond out_size
 * @return bytes written to out, or 0 when the block is not of that mode,
 *         is damaged, or would not fit
 */
size_t enet_decompress(enet_compression_t mode, const uint8_t *in, size_t in_length,
                       uint8_t *out, size_t out_size);

/**
 * Can a block that begins with these bytes be of that mode at all?
 * A cheap look at the first bytes (docs/wire/enet.md, 8.1).
 */
int enet_compression_plausible(enet_compression_t mode, const uint8_t *in, size_t in_length);

/**
 * What such a block begins with when it is undone, at little cost.
 *
 * @param out, out_size as much as is asked for
 * @return how many bytes of it are known; 0 if the block cannot be of that mode; -1 if only enet_decompress() tells
 */
int enet_compression_begins(enet_compression_t mode, const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);

#endif /* ENET_COMPRESSION_H */

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
