/* enet/missing.h
 * What became of the numbers that are missing before an ENet command?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* What became of the numbers of one counter. The sum is everything that was sent, as far as the capture tells. */
typedef struct {
    uint32_t in_order;
    uint32_t late;              /* came after a later number */
    uint32_t open;              /* have not come, and still may */
    uint32_t lost;
    uint32_t throttled;         /* dropped by the sender's own throttle */
} enet_tally_t;

typedef struct _enet_gap enet_gap_t;

/* The gaps of a sender that may be open. Zeroed at first. */
typedef struct {
    enet_gap_t *oldest;         /* .next leads to the others ... */
    enet_gap_t *latest;         /* ... up to this one; NULL = none */
} enet_open_gaps_t;

/* One counter of a sender: a channel's reliable or unreliable commands, or the unsequenced groups. Zeroed at first. */
typedef struct _enet_numbering {
    enet_tally_t  tally;
    enet_tally_t *all;          /* of all unreliable messages, how many did not come; NULL: these are reliable commands */
    wmem_tree_t  *gaps;         /* by the first missing number; NULL until there is a gap */
    struct _enet_numbering *next;   /* for enet/throttle.c, as the next member */
    uint32_t latest;            /* index of its latest one among all unreliable messages; 0 = none */
} enet_numbering_t;

typedef enum {
    ENET_GAP_OPEN,              /* its numbers may still come */
    ENET_GAP_LOST,
    ENET_GAP_THROTTLED
} enet_gap_state_t;

/* The numbers that are missing before a command. What became of them is known later. */
struct _enet_gap {
    enet_gap_t       *earlier;  /* for enet/throttle.c */
    enet_gap_t       *next;     /* next gap of the sender, while it may be open */
    enet_numbering_t *numbering;
    uint64_t          first;    /* the first missing number; see enet_missing_note() */
    int64_t           since;    /* ns since the capture began */
    uint32_t          missing;  /* how many numbers are missing */
    uint32_t          late;     /* how many of them came later */
    enet_gap_state_t  state;    /* state of the others */
};

/**
 * Notes a command that was seen for the first time.
 *
 * @param open of the sender
 * @param number of the command, extended; for a sequenced unreliable command, the extended number of the reliable
 * command and behind it its own, so that the numbers always grow
 * @param missing how many numbers are missing before it
 * @param late a later number came before
 * @param now time since the capture began
 * @return the gap before it, which lives as long as the file; NULL if missing is 0
 */
enet_gap_t *enet_missing_note(enet_open_gaps_t *open, enet_numbering_t *numbering, uint64_t number, uint32_t missing,
                              bool late, const nstime_t *now);

/** Notes that the sender's throttle dropped what is missing in a gap. */
void enet_missing_note_throttled(enet_gap_t *gap);

/** Notes that the capture of the connection goes on at this time: what should have come long before is lost. */
void enet_missing_note_time(enet_open_gaps_t *open, const nstime_t *now);

/** Notes the end of the connection: nothing comes any more. */
void enet_missing_note_end(enet_open_gaps_t *open);

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
