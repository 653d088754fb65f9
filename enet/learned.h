/* enet/learned.h
 * What did the first pass learn of the datagrams of a frame?
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

/* Of one datagram; there is one for each of the capture: so it is small. */
typedef struct {
    enet_event_t *events;               /* one per command; NULL: nothing is to be told of any */
    uint32_t      stream;               /* of its connection */
    uint16_t      count;                /* of commands */
    uint8_t       compression;          /* enet_compression_t */
    uint8_t       known : 1;
    uint8_t       checksum : 1;
    uint8_t       direction : 1;        /* enet_direction_t */
} enet_learned_t;

/** Let each file begin with nothing learned. */
void enet_learned_register(void);

/**
 * @param frame, nth which datagram; nth counts those of a frame from 1
 * @param position set to that of its first command in the frame: positions count the datagrams of a
 *        frame (DTLS records may be several) and their commands; each datagram takes one, and each
 *        of its commands another
 * @return what is known of it, or NULL
 */
enet_learned_t *enet_learned_find(uint32_t frame, unsigned nth, uint32_t *position);

/** @return an empty record of a datagram that has none yet; those before it in the frame have theirs */
enet_learned_t *enet_learned_new(uint32_t frame, unsigned nth, uint32_t *position);

/** @return what is to be told of a command; never NULL */
const enet_event_t *enet_learned_event(const enet_learned_t *learned, unsigned index);

/** @return the same, to be changed */
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
