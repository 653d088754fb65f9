/* enet/decoders.h
 * The decoders of enet/compression.c that have a file of their own.
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
 * Each undoes one block: in[0..in_length) to out, never beyond out_size.
 * Returns the bytes written, or 0 when the block is damaged or would not fit.
 */
size_t enet_range_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size);
/* As much of it as there is room for; 0 when it is damaged up to there. */
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
