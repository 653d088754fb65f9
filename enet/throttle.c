/* enet/throttle.c
 * Did the sender's own throttle leave out the unreliable messages that are missing?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/throttle.h"

#include <math.h>

/* protocol.c of ENet, and docs/wire/enet.md, 4.6. */
#define STEP                7
/* How far one acknowledgement moves the throttle's value, unless it moves it to its limit. */
#define ADJUSTMENT          2
/*
 * A gap is laid to the throttle where that says in fewer bits what is missing than a list of losses
 * does: NEEDED_BITS less, which chance gives once in 65536. The throttle has to tell its first value
 * and each change; RELIABLE_NEEDED commands must have come without a gap.
 */
#define NEEDED_BITS         16
#define VALUE_BITS          5
#define CHANGE_BITS         4
#define RELIABLE_NEEDED     8
/* A numbering that has been silent for so many messages of others may have ended. */
#define PATIENCE            64

/*
 * What the sender did if its throttle had this value. A message that it dropped leaves a gap in its
 * numbering, which shows with the next one of the same numbering; until then the drop is open.
 */
#define MAX_OPEN            64

struct _enet_throttle_guess {
    bool     holds;
    uint8_t  counter;
    uint8_t  open_count;
    uint32_t changes;           /* of the value until now */
    uint32_t open[MAX_OPEN];    /* the message before which it was dropped, oldest first */
};

static void
forget_evidence(enet_throttle_t *throttle)
{
    throttle->passed = throttle->dropped = 0;
    throttle->choices = 0;
    throttle->newest = NULL;
}

/* Nothing is known of the value, but how many messages were sent. */
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

/* The sender goes on to the message that was seen: those that would be dropped before it are. */
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

/* That many of the open drops, behind the latest message of the numbering, were in it: the oldest. */
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

/* Up to which message has every numbering shown its gaps? */
static uint32_t
settled_up_to(const enet_throttle_t *throttle)
{
    uint32_t settled = throttle->seen;

    for (const enet_numbering_t *numbering = throttle->numberings; numbering; numbering = numbering->next)
        if (numbering->latest + PATIENCE >= throttle->seen)
            settled = MIN(settled, numbering->latest);
    return settled;
}

/* A drop that shows in no numbering did not happen, unless it was the last under its reliable number. */
static void
settle(enet_throttle_guess_t *guess, uint32_t settled, uint32_t excused)
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

/* Go through all guesses; does any hold? */
static bool
follow(enet_throttle_t *throttle, uint32_t before, uint32_t missing)
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
            settle(guess, settled, throttle->excused);
        any |= guess->holds;
    }
    return any;
}

/* How often the value must have changed at least. */
static uint32_t
fewest_changes(const enet_throttle_t *throttle)
{
    uint32_t fewest = UINT32_MAX;

    for (unsigned value = 0; value < ENET_THROTTLE_SCALE; value++)
        if (throttle->guesses[value].holds)
            fewest = MIN(fewest, throttle->guesses[value].changes);
    return fewest;
}

static double
weighted_bits(double count)
{
    return count > 0 ? count * log2(count) : 0;
}

/* What it takes to list which messages were lost, where the numberings leave no choice. */
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

/* All gaps since a guess holds are laid to the throttle. */
static void
explain(enet_throttle_t *throttle)
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
    if (!follow(throttle, before, missing)) {
        if (throttle->guesses || gap)
            begin_anew(throttle);
        return false;
    }
    throttle->passed++;
    if (gap)
        note_gap(throttle, gap, throttle->seen - before);
    if (!throttle->newest || !explains(throttle))
        return false;
    explain(throttle);
    return true;
}

/* The guess for a value that is within reach of one that holds. */
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
