/* enet/throttle.h
 * Did the sender's own throttle drop the unreliable messages that are missing?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_THROTTLE_H
#define ENET_THROTTLE_H

#include "enet/missing.h"

/* ENet's throttle counts modulo this number. */
#define ENET_THROTTLE_SCALE 32

typedef struct _enet_throttle_guess enet_throttle_guess_t;

/*
 * The throttle of one end (docs/wire/enet.md, 4.6), followed over all its unreliable messages in the order of their
 * sending. Zeroed at first. Its value is not on the wire. So every value is tried: those stay possible that drop
 * exactly the missing messages and none that was seen.
 */
typedef struct {
    enet_throttle_guess_t *guesses;     /* by value; NULL until a message is missing */
    enet_numbering_t      *numberings;
    uint32_t seen;              /* unreliable messages seen so far */
    uint32_t sent;              /* ... together with those known to be missing */
    uint32_t excused;           /* drops before this message may never show in a gap */
    uint32_t passed, dropped;   /* counts since the guesses began */
    enet_gap_t *newest;         /* the latest gap that is not explained; it leads to the others */
    double   choices;           /* log2 of the number of ways in which the missing messages can lie among those that were seen */
    uint32_t reliable_seen;     /* reliable commands since the last sign of a loss */
} enet_throttle_t;

/**
 * Notes an unreliable message that was seen in its order.
 *
 * @param gap the missing messages of its numbering before it, or NULL
 * @param anew the numbering began again at 1, so that the end of the earlier one is unknown
 * @return whether this proves that the throttle dropped the messages of this gap, or of earlier ones
 */
bool enet_throttle_note_unreliable(enet_throttle_t *throttle, enet_numbering_t *numbering, enet_gap_t *gap, bool anew);

/** Notes that the sender got an acknowledgement: it may have adjusted the throttle's value. */
void enet_throttle_note_update(enet_throttle_t *throttle);

/** Notes a reliable command. */
void enet_throttle_note_reliable(enet_throttle_t *throttle);

/** Notes a sign of a loss: a reliable number is missing, or a message came late. */
void enet_throttle_note_loss(enet_throttle_t *throttle);

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
