/* enet/missing.h
 * What became of the numbers that are missing before an ENet command?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_MISSING_H
#define ENET_MISSING_H

#include "ws_compat.h"

#include <stdbool.h>
#include <stdint.h>

/* What became of the numbers of one counter. Together they are all that were sent, as far as the capture can know. */
typedef struct {
    uint32_t in_order;
    uint32_t late;              /* came after a later number */
    uint32_t open;              /* did not come yet, and still may */
    uint32_t lost;
    uint32_t throttled;         /* dropped by the sender's own throttle */
} enet_tally_t;

typedef struct _enet_gap enet_gap_t;

/* One counter of a sender: a channel's, of reliable or of unreliable commands, or the unsequenced groups; begins zeroed. */
typedef struct _enet_numbering {
    enet_tally_t  tally;
    enet_tally_t *all;          /* of the sender's unreliable messages; NULL: it counts reliable commands */
    wmem_tree_t  *gaps;         /* by the first number that is missing; NULL until there are any */
    enet_gap_t   *oldest_open;  /* from which .next leads to the others that may be open ... */
    enet_gap_t   *latest_open;  /* ... if there are any */
    struct _enet_numbering *next;   /* of enet/throttle.c, as is the following */
    uint32_t latest;            /* which of the sender's unreliable messages seen was its latest; 0 = none */
} enet_numbering_t;

typedef enum {
    ENET_GAP_OPEN,              /* its numbers may still come */
    ENET_GAP_LOST,
    ENET_GAP_THROTTLED
} enet_gap_state_t;

/* Numbers that are missing before a command. What became of them is known later than the gap. */
struct _enet_gap {
    enet_gap_t       *earlier;  /* of enet/throttle.c */
    enet_gap_t       *next;     /* of the numbering, while it may be open */
    enet_numbering_t *numbering;
    uint64_t          first;    /* number that is missing; see enet_missing_note() */
    int64_t           since;    /* ns after the capture began */
    uint32_t          missing;  /* numbers of its counter */
    uint32_t          late;     /* of them came later */
    enet_gap_state_t  state;    /* of the others */
};

/**
 * A command was seen for the first time.
 *
 * @param number of the command, extended; of a sequenced unreliable one behind the extended number of the reliable
 *        one: those do not grow over each other's ends
 * @param missing numbers before it
 * @param late a later number came before
 * @param now when, since the capture began
 * @return the gap before it, which lives as long as the file; NULL if missing is 0
 */
enet_gap_t *enet_missing_note(enet_numbering_t *numbering, uint64_t number, uint32_t missing, bool late, const nstime_t *now);

/** The sender's throttle dropped what is missing in a gap. */
void enet_missing_note_throttled(enet_gap_t *gap);

/** Nothing comes any more: the connection is at its end. */
void enet_missing_note_end(enet_numbering_t *numbering);

#endif /* ENET_MISSING_H */

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
