/* split/blocks.h
 * Of which blocks is a capture's file made, and which of them are frames?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_BLOCKS_H
#define SPLIT_BLOCKS_H

#include <glib.h>

/* One block of a file of pcapng, or of pcap the header of the file or a frame with its header. */
typedef struct {
    const guint8 *bytes;        /* as in the file; valid until the next block is read */
    gsize         size;
    const guint8 *frame;        /* what was captured; NULL: it is no frame, but tells something of those that follow */
    gsize         captured;
    guint32       link_type;    /* of the frame */
} split_block_t;

typedef struct split_blocks split_blocks_t;

/* Says why a capture must be read as a whole. */
typedef enum {
    SPLIT_ERROR_WHOLE
} split_error_t;

#define SPLIT_ERROR g_quark_from_static_string("godot-split")

/* Opens a capture, compressed or not.
 * @return NULL, with an error, if there is none */
split_blocks_t *split_blocks_open(const char *capture, GError **error);

/* Reads the next block.
 * @return false at the end, or with an error: SPLIT_ERROR_WHOLE if only Wireshark itself can tell what the file has */
gboolean split_blocks_next(split_blocks_t *blocks, split_block_t *block, GError **error);

void split_blocks_close(split_blocks_t *blocks);

#endif

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
