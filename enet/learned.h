/* enet/learned.h
 * What did the first pass learn of the datagrams of a frame?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_LEARNED_H
#define ENET_LEARNED_H

#include "enet/event.h"

/* What was learned of one datagram. Small, because every datagram of the capture has one. */
typedef struct {
    enet_event_t *events;               /* one for each command; NULL: no command has results */
    uint32_t      stream;               /* number of its connection */
    uint16_t      count;                /* number of commands */
    uint8_t       compression;          /* enet_compression_t */
    uint8_t       known : 1;
    uint8_t       checksum : 1;
    uint8_t       direction : 1;        /* enet_direction_t */
} enet_learned_t;

/** Makes each capture file begin with nothing learned. */
void enet_learned_register(void);

/**
 * Finds what was learned of a datagram.
 * @param frame, nth which datagram; nth counts the datagrams of a frame from 1
 * @param position set to the position of its first command in the frame: positions count datagrams and their commands
 * together (a frame may have several datagrams, as DTLS records)
 * @return NULL if nothing is known of it
 */
enet_learned_t *enet_learned_find(uint32_t frame, unsigned nth, uint32_t *position);

/** Makes an empty record of a datagram. The datagrams before it in the frame must have theirs. Returns the record. */
enet_learned_t *enet_learned_new(uint32_t frame, unsigned nth, uint32_t *position);

/** Returns the results for a command; never NULL. */
const enet_event_t *enet_learned_event(const enet_learned_t *learned, unsigned index);

/** Returns the results for a command, to be changed. */
enet_event_t *enet_learned_change(enet_learned_t *learned, unsigned index);

#endif /* ENET_LEARNED_H */

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
