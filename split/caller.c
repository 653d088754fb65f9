/* split/caller.c
 * With which id does a client begin a connection?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "split/caller.h"
#include "enet/undo.h"

/* Finds a CONNECT among commands. */
static gboolean
find_connect(const guint8 *block, gsize size, guint32 *id)
{
    enet_command_t command;
    gsize          at = 0;

    while (enet_read_command(block, size, at, &command)) {
        *id = command.connect_data;
        if (command.number == ENET_CONNECT)
            return TRUE;
        at = (gsize)command.offset + command.size + command.length;
    }
    return FALSE;
}

static gboolean
find_in_block(const enet_header_t *header, const guint8 *block, gsize size, guint32 *id)
{
    guint8          out[ENET_MAX_DECOMPRESSED];
    enet_evidence_t evidence;

    if (!header->compressed)
        return find_connect(block, size, id);
    for (unsigned mode = ENET_COMPRESSION_RANGE; mode < ENET_COMPRESSION_COUNT; mode++) {
        gsize undone = enet_undo((enet_compression_t)mode, header, block, size, out, sizeof out, &evidence);

        if (find_connect(out, undone, id))
            return TRUE;
    }
    return FALSE;
}

/* The header of a CONNECT names no peer yet. A checksum may stand behind it. */
gboolean
split_caller_read(const guint8 *payload, gsize size, guint32 *id)
{
    enet_header_t header;

    if (!enet_read_header(payload, size, &header) || header.peer_id != ENET_PEER_UNKNOWN || header.size + ENET_CHECKSUM_SIZE >= size)
        return FALSE;
    return find_in_block(&header, payload + header.size, size - header.size, id) ||
           find_in_block(&header, payload + header.size + ENET_CHECKSUM_SIZE, size - header.size - ENET_CHECKSUM_SIZE, id);
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
