/* enet/compression.h
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

#ifndef ENET_COMPRESSION_H
#define ENET_COMPRESSION_H

#include <stddef.h>
#include <stdint.h>

/* ENet decompresses into a buffer of this size (docs/wire/enet.md, 8.2). */
#define ENET_MAX_DECOMPRESSED 4096

/* The modes. The preference enet.compression and Godot's CompressionMode have the same values. */
typedef enum {
    ENET_COMPRESSION_NONE  = 0,
    ENET_COMPRESSION_RANGE = 1,
    ENET_COMPRESSION_FASTLZ = 2,
    ENET_COMPRESSION_ZLIB  = 3,
    ENET_COMPRESSION_ZSTD  = 4,
    ENET_COMPRESSION_COUNT
} enet_compression_t;

/**
 * Undoes one compressed block.
 *
 * @param mode from ENET_COMPRESSION_RANGE on
 * @param in, in_length the compressed bytes
 * @param out, out_size the caller's buffer; nothing is written beyond out_size
 * @return bytes written to out, or 0 if the block is not of that mode, is damaged, or does not fit
 */
size_t enet_decompress(enet_compression_t mode, const uint8_t *in, size_t in_length,
                       uint8_t *out, size_t out_size);

/** Tells by the first bytes whether a block can be of that mode at all (docs/wire/enet.md, 8.1). This is cheap. */
int enet_compression_plausible(enet_compression_t mode, const uint8_t *in, size_t in_length);

/**
 * Undoes the beginning of such a block, at little cost.
 *
 * @param out, out_size as many bytes as are wanted
 * @return how many of them are known; 0 if the block cannot be of that mode; -1 if only enet_decompress() can tell
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
