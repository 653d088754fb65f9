/* enet/throttle.h
 * Do missing unreliable messages look as if the sender's own throttle had left them out?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_THROTTLE_H
#define ENET_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

/* ENet's throttle counts modulo this. */
#define ENET_THROTTLE_SCALE 32

/* What speaks for and against the throttle in what one end has sent; begins zeroed. */
typedef struct {
    uint8_t  counter;
    uint8_t  fate[ENET_THROTTLE_SCALE]; /* of the last message at each count */
    uint32_t reliable_seen;
    bool     lost_reliable;             /* a number was missing at the point of capture */
    bool     disordered;                /* an unreliable message came late */
} enet_throttle_t;

/** A reliable command passed, behind that many missing ones. */
void enet_throttle_note_reliable(enet_throttle_t *throttle, uint32_t missing);

/** An unreliable message passed in its order, behind that many missing ones. */
void enet_throttle_note_unreliable(enet_throttle_t *throttle, uint32_t missing);

/** An unreliable message passed that came late. */
void enet_throttle_note_disorder(enet_throttle_t *throttle);

/** Does nothing but the throttle explain the unreliable messages missing so far? */
bool enet_throttle_explains(const enet_throttle_t *throttle);

#endif /* ENET_THROTTLE_H */

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
