/* enet/throttle.c
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

#include "enet/throttle.h"

#include <math.h>

/* Constants of ENet's protocol.c (docs/wire/enet.md, 4.6). */
#define STEP                7
/* One acknowledgement changes the throttle's value by this much, unless it sets it to its limit. */
#define ADJUSTMENT          2
/*
 * A gap is put down to the throttle if its value and its changes describe what is missing in NEEDED_BITS fewer bits
 * than a list of the lost messages would. By chance this happens once in 65536 cases. The throttle needs bits for its
 * first value and for each change. RELIABLE_NEEDED commands must also have come without a gap.
 */
#define NEEDED_BITS         16
#define VALUE_BITS          5
#define CHANGE_BITS         4
#define RELIABLE_NEEDED     8
/* A numbering that was silent during so many messages of others may have ended. */
#define PATIENCE            64

/*
 * A guess at the throttle's value, and what the sender did if it is right. A message that the throttle drops leaves a
 * gap in its numbering, which shows with the next message of that numbering. Until then the drop is open.
 */
#define MAX_OPEN            64

struct _enet_throttle_guess {
    bool     holds;
    uint8_t  counter;
    uint8_t  open_count;
    uint32_t changes;           /* how often the value changed so far */
    uint32_t open[MAX_OPEN];    /* the messages before which they were dropped, oldest first */
};

static void
forget_evidence(enet_throttle_t *throttle)
{
    throttle->passed = throttle->dropped = 0;
    throttle->choices = 0;
    throttle->newest = NULL;
}

/* Forgets everything about the value, except how many messages were sent. */
static void
begin_anew(enet_throttle_t *throttle)
{
    if (!throttle->guesses)
        throttle->guesses = wmem_alloc_array(wmem_file_scope(), enet_throttle_guess_t, ENET_THROTTLE_SCALE);
    for (unsigned value = 0; value < ENET_THROTTLE_SCALE; value++) {
        throttle->guesses[value].holds = true;
        throttle->guesses[value].counter = (uint8_t)(throttle->sent * STEP % ENET_THROTTLE_SCALE);
        throttle->guesses[value].open_count = 0;
        throttle->guesses[value].changes = 0;
    }
    forget_evidence(throttle);
}

/* Advances the sender to the message that was seen. The guess says which ones it dropped before. */
static void
go_on(enet_throttle_guess_t *guess, unsigned value, uint32_t message)
{
    for (;;) {
        guess->counter = (guess->counter + STEP) % ENET_THROTTLE_SCALE;
        if (guess->counter <= value)
            return;
        guess->holds &= guess->open_count < MAX_OPEN;
        if (!guess->holds)
            return;
        guess->open[guess->open_count++] = message;
    }
}

/* Closes a gap: the oldest open drops after the latest message of the numbering are the messages in it. */
static void
close_gap(enet_throttle_guess_t *guess, uint32_t latest, uint32_t missing)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < guess->open_count; i++) {
        if (missing > 0 && guess->open[i] > latest)
            missing--;
        else
            guess->open[kept++] = guess->open[i];
    }
    guess->open_count = (uint8_t)kept;
    guess->holds &= missing == 0;
}

/* Returns the message up to which every numbering has shown its gaps. */
static uint32_t
settled_up_to(const enet_throttle_t *throttle)
{
    uint32_t settled = throttle->seen;

    for (const enet_numbering_t *numbering = throttle->numberings; numbering; numbering = numbering->next)
        if (numbering->latest + PATIENCE >= throttle->seen)
            settled = MIN(settled, numbering->latest);
    return settled;
}

/*
 * Rejects a guess if one of its drops should have shown as a gap by now and did not. Drops up to excused may never
 * show, because their numbering began again.
 */
static void
throttle_settle(enet_throttle_guess_t *guess, uint32_t settled, uint32_t excused)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < guess->open_count; i++) {
        if (guess->open[i] > settled)
            guess->open[kept++] = guess->open[i];
        else if (guess->open[i] > excused)
            guess->holds = false;
    }
    guess->open_count = (uint8_t)kept;
}

static void
note_latest(enet_throttle_t *throttle, enet_numbering_t *numbering)
{
    if (numbering->latest == 0) {
        numbering->next = throttle->numberings;
        throttle->numberings = numbering;
    }
    numbering->latest = throttle->seen;
}

/* Advances all guesses. Returns whether any is still possible. */
static bool
throttle_follow(enet_throttle_t *throttle, uint32_t before, uint32_t missing)
{
    uint32_t settled = settled_up_to(throttle);
    bool any = false;

    for (unsigned value = 0; throttle->guesses && value < ENET_THROTTLE_SCALE; value++) {
        enet_throttle_guess_t *guess = &throttle->guesses[value];

        if (guess->holds)
            go_on(guess, value, throttle->seen);
        if (guess->holds)
            close_gap(guess, before, missing);
        if (guess->holds)
            throttle_settle(guess, settled, throttle->excused);
        any |= guess->holds;
    }
    return any;
}

/* Returns how often the value must have changed at least. */
static uint32_t
fewest_changes(const enet_throttle_t *throttle)
{
    uint32_t fewest = UINT32_MAX;

    for (unsigned value = 0; value < ENET_THROTTLE_SCALE; value++)
        if (throttle->guesses[value].holds)
            fewest = MIN(fewest, throttle->guesses[value].changes);
    return fewest;
}

/* count is not 0: a gap was noted, and the message behind it. */
static double
weighted_bits(double count)
{
    return count * log2(count);
}

/* Returns how many bits a list of the lost messages needs. What the numberings leave open costs nothing. */
static double
bits_of_losses(const enet_throttle_t *throttle)
{
    return weighted_bits(throttle->passed + throttle->dropped) - weighted_bits(throttle->passed) -
           weighted_bits(throttle->dropped) - throttle->choices;
}

static bool
explains(const enet_throttle_t *throttle)
{
    return throttle->reliable_seen >= RELIABLE_NEEDED &&
           bits_of_losses(throttle) >=
               NEEDED_BITS + VALUE_BITS + (double)CHANGE_BITS * fewest_changes(throttle);
}

static void
note_gap(enet_throttle_t *throttle, enet_gap_t *gap, uint32_t span)
{
    throttle->dropped += gap->missing;
    for (uint32_t i = 1; i <= gap->missing; i++)
        throttle->choices += log2((span - 1.0 + i) / i);
    gap->earlier = throttle->newest;
    throttle->newest = gap;
}

/* Marks all gaps since the guesses began as made by the throttle. */
static void
throttle_explain(enet_throttle_t *throttle)
{
    for (enet_gap_t *gap = throttle->newest; gap; gap = gap->earlier)
        enet_missing_note_throttled(gap);
    throttle->newest = NULL;
}

bool
enet_throttle_note_unreliable(enet_throttle_t *throttle, enet_numbering_t *numbering, enet_gap_t *gap, bool anew)
{
    uint32_t before = numbering->latest, missing = gap ? gap->missing : 0;

    throttle->seen++;
    throttle->sent += missing + 1;
    if (anew)
        throttle->excused = throttle->seen;
    note_latest(throttle, numbering);
    if (!throttle_follow(throttle, before, missing)) {
        if (throttle->guesses || gap)
            begin_anew(throttle);
        return false;
    }
    throttle->passed++;
    if (gap)
        note_gap(throttle, gap, throttle->seen - before);
    if (!throttle->newest || !explains(throttle))
        return false;
    throttle_explain(throttle);
    return true;
}

/* Takes over the guess for a value from one within reach of it that is still possible. */
static void
adjust(enet_throttle_guess_t *guesses, unsigned value, uint32_t held)
{
    unsigned last = MIN(value + ADJUSTMENT, ENET_THROTTLE_SCALE - 1);

    for (unsigned from = value - MIN(value, ADJUSTMENT); from <= last && !guesses[value].holds; from++) {
        if (held >> from & 1) {
            guesses[value] = guesses[from];
            guesses[value].changes++;
        }
    }
}

void
enet_throttle_note_update(enet_throttle_t *throttle)
{
    uint32_t held = 0;

    if (!throttle->guesses)
        return;
    for (unsigned value = 0; value < ENET_THROTTLE_SCALE; value++)
        held |= (uint32_t)throttle->guesses[value].holds << value;
    for (unsigned value = 0; value < ENET_THROTTLE_SCALE; value++)
        adjust(throttle->guesses, value, held);
}

void
enet_throttle_note_reliable(enet_throttle_t *throttle)
{
    throttle->reliable_seen++;
}

void
enet_throttle_note_loss(enet_throttle_t *throttle)
{
    throttle->reliable_seen = 0;
    forget_evidence(throttle);
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
