/* enet/decoders.h
 * Which decoders of enet/compression.c have a file of their own?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_DECODERS_H
#define ENET_DECODERS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Each function undoes one block, which enet_compression_plausible() found to begin rightly: in[0..in_length) to out, and
 * writes nothing beyond out_size. It returns the bytes written, or 0 if the block is damaged or does not fit.
 */
size_t enet_range_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);
/* Undoes as much of the block as there is room for; returns 0 if it is damaged up to there. */
size_t enet_range_begin(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);
size_t enet_fastlz_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);

#endif /* ENET_DECODERS_H */

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
