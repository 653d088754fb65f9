/* enet/throttle.h
 * Did the sender's own throttle leave out the unreliable messages that are missing?
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

/* ENet's throttle counts modulo this. */
#define ENET_THROTTLE_SCALE 32

typedef struct _enet_throttle_guess enet_throttle_guess_t;

/*
 * The throttle of one end (docs/wire/enet.md, 4.6), followed over all its unreliable messages in the
 * order of their sending; begins zeroed. Its value is not on the wire: every value is tried, and
 * those hold that would drop just what is missing and nothing that was seen.
 */
typedef struct {
    enet_throttle_guess_t *guesses;     /* by value; NULL until a message is missing */
    enet_numbering_t      *numberings;
    uint32_t seen;              /* unreliable messages */
    uint32_t sent;              /* ... and those known to be missing */
    uint32_t excused;           /* drops before this message may never show */
    uint32_t passed, dropped;   /* since a guess holds */
    enet_gap_t *newest;         /* of the gaps in which those are missing that are not explained */
    double   choices;           /* bits: in how many ways those may lie among the messages seen */
    uint32_t reliable_seen;     /* since something spoke for the network */
} enet_throttle_t;

/**
 * An unreliable message was seen in its order.
 *
 * @param gap what is missing of its numbering before it, or NULL
 * @param anew the numbering began again at 1, so that its earlier end is unknown
 * @return whether the messages of this gap, or of earlier ones, have thereby proved to be throttled
 */
bool enet_throttle_note_unreliable(enet_throttle_t *throttle, enet_numbering_t *numbering, enet_gap_t *gap, bool anew);

/** The sender got an acknowledgement: it may have adjusted the throttle's value. */
void enet_throttle_note_update(enet_throttle_t *throttle);

/** A reliable command was seen. */
void enet_throttle_note_reliable(enet_throttle_t *throttle);

/** Something spoke for the network: a reliable number is missing, or a message came late. */
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
