/* recorder/matches.c
 * Which packet that one end sent is which packet that the other end received?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/matches.h"

#include <stdlib.h>

/*
 * Nothing here was sent with a number of its own, so packets are known by their bytes. Those that both ends have once
 * are the same. Where there are several with the same bytes, the order tells them apart if nothing of it is missing.
 */

#define NOT_KNOWN   INT64_MIN
#define FURTHEST    (INT64_MAX / 4)     /* ns; times that differ by more are rubbish; sums of these do not overflow */
#define PATIENCE    2000000U            /* microseconds, after which what was overtaken is not waited for any more */

static uint32_t records;        /* number of records that the first pass has read, of all files */

/* Some packets of one direction of a session. */
typedef struct {
    recording_copy_t *copy;
} item_t;

typedef struct {
    const recording_session_t *session;
    unsigned direction;
    item_t  *items;
    size_t   count;
} pile_t;

/* ---- Orders ---- */

static int
compare_delivery(const recording_copy_t *a, const recording_copy_t *b)
{
    if (a->channel != b->channel)
        return a->channel < b->channel ? -1 : 1;
    return (a->mode > b->mode) - (a->mode < b->mode);
}

static int
compare_bytes(const recording_copy_t *a, const recording_copy_t *b)
{
    return memcmp(a->digest, b->digest, sizeof a->digest);
}

/* All copies of a session are in one array, in the order of their records. */
static int
in_turn(int order, const recording_copy_t *a, const recording_copy_t *b)
{
    return order ? order : (a > b) - (a < b);
}

static int
order_bytes(const void *first, const void *second)
{
    const recording_copy_t *a = ((const item_t *)first)->copy, *b = ((const item_t *)second)->copy;

    return in_turn(compare_bytes(a, b), a, b);
}

static int
order_delivery(const void *first, const void *second)
{
    const recording_copy_t *a = ((const item_t *)first)->copy, *b = ((const item_t *)second)->copy;

    return in_turn(compare_delivery(a, b), a, b);
}

/* Returns all packets of one direction in their order; its items are to be freed with g_free(). */
static pile_t
pile_new(const recording_session_t *session, unsigned direction)
{
    wmem_array_t *copies = session->copies[direction];
    pile_t pile = { session, direction, NULL, copies ? wmem_array_get_count(copies) : 0 };

    pile.items = g_new(item_t, pile.count);
    for (size_t i = 0; i < pile.count; i++)
        pile.items[i].copy = wmem_array_index(copies, (unsigned)i);
    return pile;
}

static void
pile_sort(pile_t *pile, int (*order)(const void *, const void *))
{
    if (pile->count)
        qsort(pile->items, pile->count, sizeof *pile->items, order);
}

/* ---- Which is which ---- */

static uint32_t
number_of(const pile_t *pile, const recording_copy_t *copy)
{
    return (uint32_t)(copy - recording_session_copy(pile->session, pile->direction, 1)) + 1;
}

static void
match_one(const pile_t *sent, const pile_t *got, size_t index)
{
    sent->items[index].copy->partner = number_of(got, got->items[index].copy);
    got->items[index].copy->partner = number_of(sent, sent->items[index].copy);
}

static bool
is_recorded_whole(const pile_t *pile, size_t index)
{
    return pile->session->from_start && pile->items[index].copy->ticks <= recording_session_whole_until(pile->session);
}

static bool
go_the_same_way(const pile_t *pile)
{
    for (size_t i = 1; i < pile->count; i++)
        if (compare_delivery(pile->items[0].copy, pile->items[i].copy) != 0)
            return false;
    return true;
}

/*
 * Matches packets with the same bytes. Reliable ones come in their order; of others it is known which is which if all
 * came. What the receiver tells of mode and channel does not count: it may not know them (WebSocket), and takes an
 * unreliable packet that ENet divided for an ordered one.
 */
static void
match_equal(const pile_t *sent, const pile_t *got)
{
    bool single = sent->count == 1 && got->count == 1;
    bool reliable = sent->items[0].copy->mode == RECORDING_RELIABLE;
    bool enough = reliable ? sent->count >= got->count : sent->count == got->count;
    bool in_order = go_the_same_way(sent) && enough;
    bool whole = got->count > 0 && is_recorded_whole(sent, sent->count - 1) && is_recorded_whole(got, got->count - 1);

    if (single || (in_order && whole))
        for (size_t i = 0; i < got->count; i++)
            match_one(sent, got, i);
    for (size_t i = 0; i < sent->count; i++)
        sent->items[i].copy->never = got->count == 0 || (!sent->items[i].copy->partner && in_order && whole);
}


/* Takes those from the front of the pile that have the bytes of a packet; those with lesser ones are passed over. */
static pile_t
take_equal(pile_t *pile, const recording_copy_t *copy)
{
    pile_t equal = *pile;

    while (pile->count && compare_bytes(pile->items[0].copy, copy) <= 0) {
        if (compare_bytes(pile->items[0].copy, copy) < 0)
            equal.items++;
        pile->items++;
        pile->count--;
    }
    equal.count = (size_t)(pile->items - equal.items);
    return equal;
}

/* Matches all of one direction. */
static void
match_piles(pile_t sent, pile_t got)
{
    pile_sort(&sent, order_bytes);
    pile_sort(&got, order_bytes);
    while (sent.count) {
        const recording_copy_t *first = sent.items[0].copy;
        pile_t sent_equal = take_equal(&sent, first), got_equal = take_equal(&got, first);

        match_equal(&sent_equal, &got_equal);
    }
}

/* ---- What never came ---- */

static bool
was_waited_for(uint64_t since, uint64_t until)
{
    return since <= until && until - since >= PATIENCE;
}

/*
 * Keeps "never" only where the file proves it: a later packet of the same mode and channel came, or the receiver saw
 * the sender go, and the receiver was recorded without a gap for a while after that. The pile is in the order of delivery.
 */
static void
prove_never(const pile_t *sent, const recording_session_t *to)
{
    uint64_t until = recording_session_whole_until(to), later = UINT64_MAX;

    for (size_t i = sent->count; i-- > 0;) {
        recording_copy_t *copy = sent->items[i].copy;

        if (i + 1 < sent->count && compare_delivery(copy, sent->items[i + 1].copy) != 0)
            later = UINT64_MAX;
        if (copy->partner)
            later = MIN(later, recording_session_copy(to, RECORDING_GOT, copy->partner)->ticks);
        copy->never = copy->never && to->from_start &&
                      (was_waited_for(later, until) || (to->gone && was_waited_for(to->gone_ticks, until)));
    }
}

/* ---- Times ---- */

static int64_t
time_between(const nstime_t *from, const nstime_t *to)
{
    nstime_t difference = NSTIME_INIT_ZERO;

    nstime_delta(&difference, to, from);
    int64_t seconds = difference.secs;      /* time_t has 32 bits on some processors */
    if (seconds >= FURTHEST / 1000000000 || seconds <= -FURTHEST / 1000000000)
        return seconds > 0 ? FURTHEST : -FURTHEST;
    return seconds * 1000000000 + difference.nsecs;
}

/* How long a received packet was under way, by clocks that may differ. */
static int64_t
difference_of(const recording_copy_t *sent, const recording_copy_t *got)
{
    return time_between(&sent->time, &got->time);
}

/* Notes by how much the latency of each differs from that of the one before it of the same mode and channel. */
static void
measure_steps(const pile_t *sent, const recording_session_t *to)
{
    const recording_copy_t *before = NULL;
    int64_t difference_before = 0;

    for (size_t i = 0; i < sent->count; i++) {
        const recording_copy_t *copy = sent->items[i].copy;
        recording_copy_t *got = copy->partner ? recording_session_copy(to, RECORDING_GOT, copy->partner) : NULL;
        int64_t difference;

        if (!got)
            continue;
        difference = difference_of(copy, got);
        got->step = before && compare_delivery(before, copy) == 0 ? difference - difference_before : NOT_KNOWN;
        before = copy;
        difference_before = difference;
    }
}

/* ---- Clocks ---- */

/*
 * How far the clock of one end may be ahead of that of the other. No packet came before it was sent: so it is at most
 * the least difference of times in one direction, and at least the negative one of the other.
 */
typedef struct {
    bool    has_most, has_least;
    int64_t most, least;        /* 0 if it is not known */
} bounds_t;

/* Clocks of two machines drift apart, so each minute has bounds of its own. */
typedef struct {
    const recording_session_t *base;    /* whose clock tells the minutes */
    bounds_t    all;
    GHashTable *minutes;                /* number of the minute -> bounds_t */
} clocks_t;

static void
narrow_bounds(bounds_t *bounds, bool from_base, int64_t difference)
{
    if (from_base) {
        bounds->most = bounds->has_most ? MIN(bounds->most, difference) : difference;
        bounds->has_most = true;
    } else {
        bounds->least = bounds->has_least ? MAX(bounds->least, -difference) : -difference;
        bounds->has_least = true;
    }
}

static bool
are_bounds(const bounds_t *bounds)
{
    return bounds->has_most && bounds->has_least && bounds->least <= bounds->most;
}

static bounds_t *
bounds_of_minute(const clocks_t *clocks, const recording_copy_t *at_base)
{
    void *minute = GINT_TO_POINTER((int)(at_base->time.secs / 60));
    bounds_t *bounds = g_hash_table_lookup(clocks->minutes, minute);

    if (!bounds) {
        bounds = g_new0(bounds_t, 1);
        g_hash_table_insert(clocks->minutes, minute, bounds);
    }
    return bounds;
}

/* Sets the offset of the clocks for a packet: 0 if the clocks may be the same, else the middle between its bounds. */
static void
take_offset(const clocks_t *clocks, const bounds_t *minute, bool from_base, recording_copy_t *got)
{
    const bounds_t *all = &clocks->all, *bounds = are_bounds(minute) ? minute : are_bounds(all) ? all : NULL;
    bool same = all->most >= 0 && all->least <= 0;
    int64_t ahead = same || !bounds ? 0 : bounds->least + (bounds->most - bounds->least) / 2;

    got->has_offset = same || bounds;
    got->offset = from_base ? ahead : -ahead;
    got->error = bounds ? MAX(bounds->most - ahead, ahead - bounds->least) : -1;
}

/* Compares the clocks by all packets of one direction. take: with what is known then, takes the offset for each. */
static void
compare_two_clocks(clocks_t *clocks, const recording_session_t *from, const recording_session_t *to, bool take)
{
    const pile_t got = pile_new(to, RECORDING_GOT);
    bool from_base = from == clocks->base;

    for (size_t i = 0; i < got.count; i++) {
        recording_copy_t *copy = got.items[i].copy;
        const recording_copy_t *sent;
        bounds_t *minute;

        if (!copy->partner)
            continue;
        sent = recording_session_copy(from, RECORDING_SENT, copy->partner);
        minute = bounds_of_minute(clocks, from_base ? sent : copy);
        if (take) {
            take_offset(clocks, minute, from_base, copy);
        } else {
            narrow_bounds(&clocks->all, from_base, difference_of(sent, copy));
            narrow_bounds(minute, from_base, difference_of(sent, copy));
        }
    }
    g_free(got.items);
}

static void
take_offsets(const recording_session_t *one, const recording_session_t *other)
{
    clocks_t clocks = { .base = one, .minutes = g_hash_table_new_full(NULL, NULL, NULL, g_free) };

    compare_two_clocks(&clocks, one, other, false);
    compare_two_clocks(&clocks, other, one, false);
    compare_two_clocks(&clocks, one, other, true);
    compare_two_clocks(&clocks, other, one, true);
    g_hash_table_unref(clocks.minutes);
}

/* ---- Matching ---- */

static void
forget_matches(const pile_t *pile)
{
    for (size_t i = 0; i < pile->count; i++)
        pile->items[i].copy->partner = 0;
}

static void
match_direction(const recording_session_t *from, recording_session_t *to)
{
    pile_t sent = pile_new(from, RECORDING_SENT), got = pile_new(to, RECORDING_GOT);

    forget_matches(&sent);
    forget_matches(&got);
    match_piles(sent, got);
    pile_sort(&sent, order_delivery);
    prove_never(&sent, to);
    measure_steps(&sent, to);
    g_free(sent.items);
    g_free(got.items);
}

static void
match_sessions(recording_session_t *one, recording_session_t *other)
{
    if (one->matched_at == records)     /* and so was the other one: they have each other as long as no record is read */
        return;
    one->matched_at = other->matched_at = records;
    match_direction(one, other);
    match_direction(other, one);
    take_offsets(one, other);
}

/* Fills in what is known of a packet that was found at both ends. */
static void
fill_in_both(recording_match_t *match, const recording_copy_t *sent, const recording_copy_t *got)
{
    match->channel = sent->channel;
    match->mode = sent->mode;
    match->jitter = got->step == NOT_KNOWN ? -1 : ABS(got->step);
    match->has_latency = got->has_offset;
    match->offset = got->offset;
    match->error = got->error;
    match->latency = difference_of(sent, got) - got->offset;
}

bool
recording_match(const recording_end_t *end, unsigned direction, recording_match_t *match)
{
    recording_session_t *here = end->session, *there = recording_session_partner(here);
    const recording_copy_t *copy, *partner;

    if (!there)
        return false;
    *match = (recording_match_t) { .peer = here->other };
    if (!end->number)       /* its body was cut, so it cannot be compared */
        return true;
    match_sessions(here, there);
    copy = recording_session_copy(here, direction, end->number);
    match->never = copy->never;     /* not said of one that was received */
    if (!copy->partner)
        return true;
    partner = recording_session_copy(there, !direction, copy->partner);
    match->frame = partner->frame;
    if (direction == RECORDING_GOT)
        fill_in_both(match, partner, copy);
    else
        fill_in_both(match, copy, partner);
    return true;
}

void
recording_matches_forget(void)
{
    records++;
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
