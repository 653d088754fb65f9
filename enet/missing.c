/* enet/missing.c
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

#include "enet/missing.h"

/*
 * A number may still come within this time. Networks deliver datagrams in another order within milliseconds, and ENet
 * waits at least 5 s for an acknowledgement that never comes (docs/wire/enet.md, 3.5): what does not come within a
 * second was lost.
 */
#define PATIENCE 1000000000     /* ns */

static uint32_t *
share(enet_tally_t *tally, enet_gap_state_t state)
{
    switch (state) {
    case ENET_GAP_LOST:
        return &tally->lost;
    case ENET_GAP_THROTTLED:
        return &tally->throttled;
    default:
        return &tally->open;
    }
}

static void
add(enet_numbering_t *numbering, enet_gap_state_t state, uint32_t count)
{
    *share(&numbering->tally, state) += count;
    if (numbering->all)
        *share(numbering->all, state) += count;
}

static void
missing_take(enet_numbering_t *numbering, enet_gap_state_t state, uint32_t count)
{
    *share(&numbering->tally, state) -= count;
    if (numbering->all)
        *share(numbering->all, state) -= count;
}

static void
become(enet_gap_t *gap, enet_gap_state_t state)
{
    missing_take(gap->numbering, gap->state, gap->missing - gap->late);
    gap->state = state;
    add(gap->numbering, gap->state, gap->missing - gap->late);
}

/* Gaps that opened before then and are still open are lost. */
static void
missing_settle(enet_open_gaps_t *open, int64_t then)
{
    enet_gap_t *gap;

    while ((gap = open->oldest) && gap->since < then) {
        if (gap->state == ENET_GAP_OPEN)
            become(gap, ENET_GAP_LOST);
        open->oldest = gap->next;
    }
}

static int64_t
nanoseconds(const nstime_t *time)
{
    return (int64_t)time->secs * 1000000000 + time->nsecs;
}

/* Returns a tree key of 32 bits. Numbers that have the same key are never missing at the same time. */
static uint32_t
missing_key_of(uint64_t number)
{
    return (uint32_t)number;
}

static enet_gap_t *
new_gap(enet_open_gaps_t *open, enet_numbering_t *numbering, uint64_t first, uint32_t missing, int64_t now)
{
    enet_gap_t *gap = wmem_new(wmem_file_scope(), enet_gap_t);

    *gap = (enet_gap_t) { .numbering = numbering, .first = first, .missing = missing, .since = now };
    add(numbering, ENET_GAP_OPEN, missing);
    if (!numbering->gaps)
        numbering->gaps = wmem_tree_new(wmem_file_scope());
    wmem_tree_insert32(numbering->gaps, missing_key_of(first), gap);
    if (open->oldest)
        open->latest->next = gap;
    else
        open->oldest = gap;
    open->latest = gap;
    return gap;
}

/* Notes that a missing number has come. */
static void
note_late(const enet_numbering_t *numbering, uint64_t number)
{
    enet_gap_t *gap = numbering->gaps ? wmem_tree_lookup32_le(numbering->gaps, missing_key_of(number)) : NULL;

    if (!gap || number - gap->first >= gap->missing || gap->late == gap->missing)
        return;
    missing_take(gap->numbering, gap->state, 1);
    gap->late++;
}

static void
missing_count(enet_tally_t *tally, bool late)
{
    if (late)
        tally->late++;
    else
        tally->in_order++;
}

enet_gap_t *
enet_missing_note(enet_open_gaps_t *open, enet_numbering_t *numbering, uint64_t number, uint32_t missing, bool late,
                  const nstime_t *now)
{
    missing_count(&numbering->tally, late);
    if (late)
        note_late(numbering, number);
    return missing ? new_gap(open, numbering, number - missing, missing, nanoseconds(now)) : NULL;
}

void
enet_missing_note_throttled(enet_gap_t *gap)
{
    become(gap, ENET_GAP_THROTTLED);
}

void
enet_missing_note_time(enet_open_gaps_t *open, const nstime_t *now)
{
    missing_settle(open, nanoseconds(now) - PATIENCE);
}

void
enet_missing_note_end(enet_open_gaps_t *open)
{
    missing_settle(open, INT64_MAX);
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
