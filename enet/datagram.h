/* enet/datagram.h
 * What is in an ENet datagram: its block of commands, and what the first pass learned of them?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_DATAGRAM_H
#define ENET_DATAGRAM_H

#include "enet/compression.h"
#include "enet/learned.h"

#define ENET_FEW_COMMANDS 2

/* A datagram during one call of the dissector. It must not be moved. */
typedef struct {
    tvbuff_t             *tvb;
    packet_info          *pinfo;
    enet_header_t         header;
    tvbuff_t             *block;        /* the uncompressed commands; NULL = no mode undoes them */
    int                   block_offset; /* offset of the first command in block */
    int                   block_end;    /* offset behind the last command that can be read */
    int                   rest;         /* bytes of the block from there on */
    enet_command_t       *commands;
    unsigned              count;
    uint32_t              position;     /* position of the first command within the frame */
    enet_learned_t       *learned;
    struct _enet_record  *record;       /* see enet/record.h; NULL: no tap listens */
    enet_connection_t    *connection;
    enet_direction_t      direction;
    enet_command_t        few[ENET_FEW_COMMANDS];   /* the commands, if there are no more than fit here */
} enet_datagram_t;

/** Registers the preferences enet.compression and enet.checksum. */
void enet_datagram_register_preferences(module_t *module);

/**
 * Opens a datagram. The first pass learns which connection it belongs to, how its block is undone and what its commands
 * mean to the connection; later passes look that up.
 *
 * @param datagram valid during this call of the dissector only
 * @return false if there are too few bytes for a header, or if the frame has too many datagrams
 */
bool enet_datagram_open(tvbuff_t *tvb, packet_info *pinfo, enet_datagram_t *datagram);

/** Returns what the first pass learned of a command; never NULL. */
const enet_event_t *enet_datagram_event(const enet_datagram_t *datagram, unsigned index);

/** Returns the connection of the (first) datagram in a frame that was dissected before, or NULL. */
const enet_connection_t *enet_connection_of_frame(packet_info *pinfo);

/** Returns false if the capture cut the datagram. */
bool enet_datagram_is_whole(const enet_datagram_t *datagram);

/** Returns the offset in the datagram of the commands, or of the compressed block. */
unsigned enet_datagram_body_offset(const enet_datagram_t *datagram);

/** Returns the offset in the block of a command's data. */
int enet_datagram_data_offset(const enet_datagram_t *datagram, const enet_command_t *command);

/**
 * Returns the CRC-32 that a datagram has in a connection of that id: over header, key and uncompressed commands
 * (docs/wire/enet.md, 1.2).
 */
uint32_t enet_datagram_checksum(const enet_datagram_t *datagram, uint32_t connect_id);

#endif /* ENET_DATAGRAM_H */

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
