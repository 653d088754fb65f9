/* enet/undo.c
 * Does a compressed block hold commands of ENet?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>

#include "enet/undo.h"

/*
 * To undo random bytes to the end costs much: the first byte rejects most of them, the first command nearly all others.
 */
bool
enet_may_undo(enet_compression_t mode, const uint8_t *in, size_t in_length, size_t most)
{
    uint8_t begin[ENET_COMMAND_MAX];
    static const size_t looks[] = { 1, sizeof begin };

    for (unsigned i = 0; i < G_N_ELEMENTS(looks); i++) {
        int known = enet_compression_begins(mode, in, in_length, begin, looks[i]);
        if (known <= 0)
            return known < 0;
        if (!enet_block_may_begin(begin, (size_t)known, most))
            return false;
    }
    return true;
}

size_t
enet_undo(enet_compression_t mode, const enet_header_t *header, const uint8_t *in, size_t in_length,
          uint8_t *out, size_t out_size, enet_evidence_t *evidence)
{
    size_t size = enet_decompress(mode, in, in_length, out, out_size);

    return enet_block_is_plausible(header, out, size, mode == ENET_COMPRESSION_FASTLZ, evidence) ? size : 0;
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
