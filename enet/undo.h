/* enet/undo.h
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

#ifndef ENET_UNDO_H
#define ENET_UNDO_H

#include "enet/commands.h"
#include "enet/compression.h"

/**
 * Tells quickly whether a block of that mode begins as ENet's commands do.
 * @param most bytes that the undone block may have
 */
bool enet_may_undo(enet_compression_t mode, const uint8_t *in, size_t in_length, size_t most);

/**
 * Undoes a block to commands that a stock ENet could have sent under this header.
 *
 * @param out_size of out; a longer block is not undone
 * @return bytes written to out, or 0 if it holds no such commands
 */
size_t enet_undo(enet_compression_t mode, const enet_header_t *header, const uint8_t *in, size_t in_length,
                 uint8_t *out, size_t out_size, enet_evidence_t *evidence);

#endif /* ENET_UNDO_H */

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
