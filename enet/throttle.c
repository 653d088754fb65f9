/* enet/throttle.c
 * Do missing unreliable messages look as if the sender's own throttle had left them out?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/throttle.h"

/* ENet's throttle: a counter goes up by 7 modulo 32 with each unreliable message, and those
 * that it finds above the throttle's value are dropped before the socket. */
#define STEP                7
/* What must be known before a gap is laid to it: reliable commands without a gap, messages
 * dropped and passed within one round of the counter, and how few may be out of its pattern. */
#define RELIABLE_NEEDED     8
#define DROPPED_NEEDED      4
#define PASSED_NEEDED       8
#define STRAYS_ALLOWED      10      /* one in so many */

typedef enum {
    FATE_UNKNOWN,
    FATE_PASSED,
    FATE_MISSING
} fate_t;

static void
note_fate(enet_throttle_t *throttle, fate_t fate)
{
    throttle->counter = (throttle->counter + STEP) % ENET_THROTTLE_SCALE;
    throttle->fate[throttle->counter] = (uint8_t)fate;
}

void
enet_throttle_note_reliable(enet_throttle_t *throttle, uint32_t missing)
{
    throttle->reliable_seen++;
    throttle->lost_reliable |= missing > 0;
}

void
enet_throttle_note_unreliable(enet_throttle_t *throttle, uint32_t missing)
{
    for (uint32_t i = 0; i < missing && i < ENET_THROTTLE_SCALE; i++)
        note_fate(throttle, FATE_MISSING);
    note_fate(throttle, FATE_PASSED);
}

void
enet_throttle_note_disorder(enet_throttle_t *throttle)
{
    throttle->disordered = true;
}

/* Do the missing ones have high counts and those that passed low ones, as the throttle would have it? */
static bool
has_pattern(const enet_throttle_t *throttle)
{
    unsigned passed = 0, missing = 0, strays = 0;

    for (int count = ENET_THROTTLE_SCALE - 1; count >= 0; count--) {
        if (throttle->fate[count] == FATE_PASSED)
            passed++;
        else if (throttle->fate[count] == FATE_MISSING) {
            missing++;
            strays += passed;   /* which passed with higher counts than this one */
        }
    }
    return missing >= DROPPED_NEEDED && passed >= PASSED_NEEDED &&
           strays * STRAYS_ALLOWED <= missing * passed;
}

/*
 * ENet's throttle drops unreliable messages after numbering them. A gap is laid to it only
 * where nothing speaks for the network: no reliable command missing, no disorder, and the
 * messages missing in its pattern, counted from the start of the connection.
 */
bool
enet_throttle_explains(const enet_throttle_t *throttle)
{
    return !throttle->lost_reliable && !throttle->disordered &&
           throttle->reliable_seen >= RELIABLE_NEEDED && has_pattern(throttle);
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
