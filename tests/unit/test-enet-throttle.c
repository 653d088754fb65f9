/* test-enet-throttle.c
 * Are the messages that a sender's throttle drops told from lost ones (docs/wire/enet.md, 4.6)?
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

#define STEP            7       /* of the sender's counter, which is below SCALE */
#define SCALE           32
#define NEEDED          21.0    /* bits: 16 for the proof, 5 for the value */
#define CHANGE          4.0     /* bits for each change of the value */
#define ROOM            64      /* so many dropped messages may be open */
#define RELIABLE        8       /* commands without a gap that must have come */
#define PATIENCE        64      /* a numbering that is silent during so many messages of others may have ended */
#define MANY            2000    /* messages */

enum { FIRST, SECOND, THIRD, NUMBERINGS };

/* A sender, and what the capture makes of it. */
typedef struct {
    enet_throttle_t  throttle;
    enet_open_gaps_t open_gaps;
    enet_numbering_t numberings[NUMBERINGS];
    uint64_t         numbers[NUMBERINGS];   /* the latest, whether it was sent or dropped */
    uint32_t         missing[NUMBERINGS];   /* dropped since the latest one that was sent */
    bool             is_anew;               /* the numbering began again since then */
    unsigned         count, value;
    uint32_t         seen[NUMBERINGS];      /* how many were sent when the latest of the numbering was */
    uint32_t         sent, passed, dropped, shown;
    double           open_bits;             /* of what the numberings do not tell */
} sender_t;

static sender_t
new_sender(unsigned value, unsigned reliable)
{
    sender_t sender = { .value = value };

    for (unsigned i = 0; i < reliable; i++)
        enet_throttle_note_reliable(&sender.throttle);
    return sender;
}

/* Is the next message dropped? */
static bool
drops(const sender_t *sender)
{
    return (sender->count + STEP) % SCALE > sender->value;
}

/*
 * The messages that are missing before one of a numbering may lie before any of those that were sent since the one
 * before it: in so many bits that is told.
 */
static double
bits_of_places(const sender_t *sender, unsigned numbering)
{
    double missing = sender->missing[numbering], places = sender->sent - sender->seen[numbering];

    return (lgamma(missing + places) - lgamma(missing + 1) - lgamma(places)) / log(2);
}

/* Sends the next message with the next number of a numbering. Tells whether it proves that some were dropped. */
static bool
send_next(sender_t *sender, unsigned numbering)
{
    const nstime_t  now = { .secs = 1 };
    const bool      is_dropped = drops(sender);
    const uint64_t  number = ++sender->numbers[numbering];
    const bool      is_anew = sender->is_anew;
    enet_gap_t     *gap;

    sender->count = (sender->count + STEP) % SCALE;
    if (is_dropped) {
        sender->missing[numbering]++;
        sender->dropped++;
        return false;
    }
    sender->sent++;
    sender->open_bits += bits_of_places(sender, numbering);
    sender->seen[numbering] = sender->sent;
    gap = enet_missing_note(&sender->open_gaps, &sender->numberings[numbering], number, sender->missing[numbering],
                            false, &now);
    sender->shown += sender->missing[numbering];
    sender->missing[numbering] = 0;
    sender->passed++;
    sender->is_anew = false;
    return enet_throttle_note_unreliable(&sender->throttle, &sender->numberings[numbering], gap, is_anew);
}

static uint32_t
explained(const sender_t *sender)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < NUMBERINGS; i++)
        sum += sender->numberings[i].tally.throttled;
    return sum;
}

static void
begin_evidence(sender_t *sender)
{
    sender->shown = sender->passed = sender->dropped = 0;
    sender->open_bits = 0;
}

/* The guesses begin behind the first gap, which is evidence of nothing. */
static void
begin_with_a_gap(sender_t *sender, unsigned numbering)
{
    while (sender->shown == 0 && sender->value < SCALE - 1)
        send_next(sender, numbering);
    begin_evidence(sender);
}

/* ... and what is dropped before the first message of a numbering that is sent counts as nothing yet, either. */
static void
begin_both(sender_t *sender)
{
    begin_with_a_gap(sender, FIRST);
    for (unsigned i = 0; i < SCALE; i++)
        send_next(sender, SECOND);
}

/* Of which numbering is the nth message? */
typedef unsigned (*choice_t)(const sender_t *sender, unsigned nth);

static unsigned
all_of_one(const sender_t *sender G_GNUC_UNUSED, unsigned nth G_GNUC_UNUSED)
{
    return FIRST;
}

static unsigned
by_turns(const sender_t *sender G_GNUC_UNUSED, unsigned nth)
{
    return nth % 3 ? FIRST : SECOND;
}

static unsigned
in_disorder(const sender_t *sender G_GNUC_UNUSED, unsigned nth)
{
    return nth * nth / 7 % 5 < 2 ? FIRST : SECOND;
}

/* At a value of 31 or 32 nothing is dropped. At the smallest, more messages may be open than there is room for. */
static void
test_every_value(void)
{
    static const struct {
        choice_t choice;
        unsigned least;
    } talks[] = { { all_of_one, 0 }, { by_turns, 0 }, { in_disorder, 2 } };

    for (unsigned t = 0; t < G_N_ELEMENTS(talks); t++)
        for (unsigned value = talks[t].least; value <= SCALE; value++) {
            sender_t sender = new_sender(value, RELIABLE);

            begin_both(&sender);
            for (unsigned i = 0; i < MANY; i++)
                send_next(&sender, talks[t].choice(&sender, i));
            g_assert_cmpuint(explained(&sender), ==, sender.shown);
            g_assert_true((sender.shown > 0) == (value < SCALE - 1));
        }
}

/*
 * What is dropped is all of the second numbering, of which only every fourth message that is sent shows it. A wrong
 * guess drops more than there is room for before that, which makes no difference to the right one.
 */
static void
test_more_open_than_may_be(void)
{
    for (unsigned value = 1; value < SCALE - 1; value++) {
        sender_t sender = new_sender(value, RELIABLE);

        begin_with_a_gap(&sender, SECOND);
        for (unsigned i = 0; i < MANY; i++)
            send_next(&sender, drops(&sender) || sender.passed % 4 == 3 ? SECOND : FIRST);
        g_assert_cmpuint(explained(&sender), ==, sender.shown);
    }
}

/* What a list of the lost messages needs, in bits, by the share of each kind; what is left open costs nothing. */
static double
bits_of(const sender_t *sender)
{
    double all = sender->passed + sender->shown;

    return sender->passed * log2(all / sender->passed) + sender->shown * log2(all / sender->shown) - sender->open_bits;
}

/* Only what would happen by chance once in 65536 cases is a proof. */
static void
test_proof(void)
{
    for (unsigned value = 0; value < SCALE - 1; value++) {
        sender_t sender = new_sender(value, RELIABLE);
        bool     is_proof = false;

        begin_with_a_gap(&sender, FIRST);
        for (unsigned i = 0; i < MANY && !is_proof; i++) {
            const bool is_sent = !drops(&sender);

            is_proof = send_next(&sender, FIRST);
            if (is_sent)
                g_assert_true(is_proof == (sender.dropped > 0 && bits_of(&sender) >= NEEDED));
        }
        g_assert_true(is_proof);
    }
}

/*
 * Of two numberings, the messages that are missing in one may lie anywhere between those of the other. With a reliable
 * command that is lost, all evidence is.
 */
static void
test_proof_of_two_numberings(void)
{
    for (unsigned value = STEP; value < SCALE - 1; value++) {
        sender_t sender = new_sender(value, RELIABLE);
        bool     is_proof = false;

        send_next(&sender, SECOND);     /* at these values it is sent */
        begin_with_a_gap(&sender, FIRST);
        for (unsigned i = 0; i < MANY && !is_proof; i++) {
            const bool is_sent = !drops(&sender);

            if (i == value / 2) {
                enet_throttle_note_loss(&sender.throttle);
                for (unsigned reliable = 0; reliable < RELIABLE; reliable++)
                    enet_throttle_note_reliable(&sender.throttle);
                begin_evidence(&sender);
            }
            is_proof = send_next(&sender, by_turns(&sender, i));
            if (is_sent)
                g_assert_true(is_proof == (sender.shown > 0 && bits_of(&sender) >= NEEDED));
        }
        g_assert_true(is_proof);
        g_assert_cmpuint(explained(&sender), ==, sender.shown);
    }
}

/* The values that explain what was sent and what was dropped until now: from least on, below most. */
typedef struct {
    unsigned least, most;
} values_t;

static const values_t all_values = { 0, SCALE };

/* A value is not less than the counter of any that is sent, and less than that of any that is dropped. */
static void
narrow(values_t *values, const sender_t *sender, bool is_sent)
{
    const unsigned counter = (sender->count + STEP) % SCALE;

    if (is_sent)
        values->least = MAX(values->least, counter);
    else
        values->most = MIN(values->most, counter);
}

/* What contradicts all values is no evidence, nor is what came before it. */
static void
test_proof_after_a_contradiction(void)
{
    unsigned contradictions = 0;

    for (unsigned value = 8; value < SCALE - 1; value++)
        for (unsigned when = 1; when < 10; when++) {
            sender_t sender = new_sender(value, RELIABLE);
            values_t values = all_values;
            bool     is_proof = false;

            begin_with_a_gap(&sender, FIRST);
            for (unsigned i = 0; i < MANY && !is_proof; i++) {
                const bool is_sent = !drops(&sender);

                narrow(&values, &sender, is_sent);
                is_proof = send_next(&sender, FIRST);
                if (is_sent && values.least >= values.most) {
                    g_assert_false(is_proof);
                    begin_evidence(&sender);
                    values = all_values;
                    contradictions++;
                } else if (is_sent) {
                    g_assert_true(is_proof == (sender.shown > 0 && bits_of(&sender) >= NEEDED));
                }
                if (sender.passed == when && sender.value == value)
                    sender.value -= 6;          /* and no acknowledgement was captured */
            }
            g_assert_true(is_proof);
            g_assert_cmpuint(explained(&sender), ==, sender.shown);
        }
    g_assert_cmpuint(contradictions, >, 0);
}

/* A change counts if no single value would have dropped the same messages. */
static void
test_proof_of_a_change(void)
{
    unsigned dearer = 0;

    for (unsigned value = 2; value < SCALE - 1; value++)
        for (unsigned when = 1; when < 10; when++) {
            sender_t sender = new_sender(value, RELIABLE);
            values_t values = all_values;
            bool     is_proof = false;

            begin_with_a_gap(&sender, FIRST);
            for (unsigned i = 0; i < MANY && !is_proof; i++) {
                const bool is_sent = !drops(&sender);

                if (sender.passed == when && sender.value == value) {
                    sender.value -= 2;
                    enet_throttle_note_update(&sender.throttle);
                    continue;
                }
                narrow(&values, &sender, is_sent);
                is_proof = send_next(&sender, FIRST);
                if (is_sent) {
                    const bool   is_changed = values.least >= values.most;
                    const double needed = NEEDED + (is_changed ? CHANGE : 0);

                    g_assert_true(is_proof == (sender.shown > 0 && bits_of(&sender) >= needed));
                    dearer += is_changed && sender.shown > 0 && bits_of(&sender) >= NEEDED && !is_proof;
                }
            }
            g_assert_true(is_proof);
        }
    g_assert_cmpuint(dearer, >, 0);
}

/* Sends messages of a numbering as long as they are dropped, and one more. Tells whether that one is a proof. */
static bool
send_one(sender_t *sender, unsigned numbering)
{
    while (drops(sender))
        send_next(sender, numbering);
    return send_next(sender, numbering);
}

/*
 * The value drops a message before one of the first numbering, and nothing is missing in any: behind that message, all
 * three go on without it. What is missing in the second one later was lost.
 */
static void
test_a_drop_that_none_of_three_shows(void)
{
    for (unsigned value = SCALE / 2; value < SCALE - STEP; value++) {
        sender_t sender = new_sender(value, RELIABLE);

        begin_with_a_gap(&sender, FIRST);
        for (unsigned i = 0; i < NUMBERINGS * SCALE; i++)
            send_one(&sender, i % NUMBERINGS);
        g_assert_cmpuint(explained(&sender), ==, sender.shown);

        while (!drops(&sender))
            send_next(&sender, THIRD);
        while (drops(&sender))
            sender.count = (sender.count + STEP) % SCALE;
        send_next(&sender, FIRST);
        while (!drops(&sender))
            send_next(&sender, SECOND);
        while (drops(&sender))
            send_one(&sender, FIRST);
        send_next(&sender, THIRD);
        sender.numbers[SECOND]++;
        sender.missing[SECOND]++;
        g_assert_false(send_one(&sender, SECOND));
    }
}

/* What is dropped before a numbering begins again never shows. In all, that is more than may be open. */
static void
test_a_numbering_that_begins_anew(void)
{
    for (unsigned value = 0; value < SCALE - 1; value++) {
        sender_t sender = new_sender(value, RELIABLE);

        begin_with_a_gap(&sender, FIRST);
        for (unsigned i = 0; i < 10 * MANY; i++) {
            if (i % 99 == 98) {
                sender.missing[FIRST] = 0;
                sender.is_anew = true;
            }
            send_next(&sender, FIRST);
        }
        g_assert_cmpuint(explained(&sender), ==, sender.shown);
        g_assert_cmpuint(sender.dropped - sender.shown, >, value < SCALE / 2 ? ROOM : 0);
    }
}

/* All that is dropped is of the second numbering, of which one message is sent behind some of the other. */
static void
test_a_numbering_that_is_silent(void)
{
    for (unsigned value = SCALE / 2; value < SCALE - 1; value++)
        for (unsigned silence = PATIENCE - 1; silence <= PATIENCE + 1; silence++) {
            sender_t sender = new_sender(value, RELIABLE);

            begin_with_a_gap(&sender, SECOND);
            for (unsigned round = 0; round < MANY / PATIENCE; round++) {
                const uint32_t end = sender.sent + silence;

                while (sender.sent < end || drops(&sender))
                    send_next(&sender, drops(&sender) ? SECOND : FIRST);
                send_next(&sender, SECOND);
            }
            g_assert_true((explained(&sender) == sender.shown) == (silence <= PATIENCE));
        }
}

/* The little that was dropped before is told from losses by how much is sent afterwards. */
static void
test_a_value_that_rises_until_nothing_is_dropped(void)
{
    sender_t sender = new_sender(SCALE - 8, RELIABLE);

    begin_with_a_gap(&sender, FIRST);
    for (unsigned i = 1; i <= 10 * MANY; i++) {
        if (i % 12 == 0 && sender.value < SCALE) {
            sender.value += 2;
            enet_throttle_note_update(&sender.throttle);
        }
        send_next(&sender, FIRST);
    }
    g_assert_cmpuint(sender.shown, >, 0);
    g_assert_cmpuint(explained(&sender), ==, sender.shown);
}

/* Where reliable commands are missing, too, the network may have lost all of them. */
static void
test_reliable_commands_must_have_come(void)
{
    for (unsigned reliable = 0; reliable <= 2 * RELIABLE; reliable++) {
        sender_t sender = new_sender(SCALE / 2, reliable);

        enet_throttle_note_loss(&sender.throttle);      /* none of those before it counts */
        for (unsigned i = 0; i < reliable; i++)
            enet_throttle_note_reliable(&sender.throttle);
        begin_with_a_gap(&sender, FIRST);
        for (unsigned i = 0; i < MANY; i++)
            send_next(&sender, FIRST);
        g_assert_cmpuint(explained(&sender), ==, reliable >= RELIABLE ? sender.shown : 0);
    }
}

/* As many dropped messages as there may be wait for the next message of their numbering, in each round. */
static void
test_as_many_open_as_may_be(void)
{
    sender_t sender = new_sender(0, RELIABLE);      /* 31 are dropped before each that is sent */

    begin_both(&sender);
    for (unsigned round = 0; round < 20; round++)
        for (unsigned i = 0; i < 3 * SCALE; i++) {
            const bool is_first = i >= SCALE && i < 4 * SCALE - 3 - ROOM;

            send_next(&sender, is_first || (!drops(&sender) && i < 2 * SCALE) ? FIRST : SECOND);
        }
    g_assert_cmpuint(explained(&sender), ==, sender.shown);
}

/*
 * An acknowledgement moves the value by two at most. That costs less than what the new value explains; and each message
 * behind dropped ones explains them once, after the first proof.
 */
static void
test_a_value_that_changes(void)
{
    enum { PAUSE = MANY / 10 };

    for (unsigned changes = 0; changes < 10; changes++)
        for (unsigned up = 0; up <= 4; up += 4) {       /* at first: up to 32, at which nothing is dropped */
            sender_t sender = new_sender(SCALE - 8, RELIABLE);
            bool     is_proved = false;

            begin_with_a_gap(&sender, FIRST);
            for (unsigned i = 1; i <= MANY; i++) {
                bool is_behind, is_proof;

                if (i % PAUSE == 0 && i / PAUSE <= changes) {
                    sender.value = i / PAUSE <= up ? sender.value + 2 : sender.value - 2;
                    enet_throttle_note_update(&sender.throttle);
                }
                is_behind = !drops(&sender) && sender.missing[FIRST] > 0;
                is_proof = send_next(&sender, FIRST);
                g_assert_true(!is_proved || is_proof == is_behind);
                is_proved |= is_proof;
            }
            g_assert_cmpuint(explained(&sender), ==, sender.shown);
            g_assert_true(is_proved);
        }
}

int
main(int argc, char **argv)
{
    /* Memory behind a list differs from all that is in it. */
    g_setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "strict", TRUE);
    g_test_init(&argc, &argv, NULL);
    wmem_init_scopes();
    wmem_enter_scope(wmem_file_scope());
    g_test_add_func("/a-drop-that-none-of-three-shows", test_a_drop_that_none_of_three_shows);
    g_test_add_func("/a-numbering-that-begins-anew", test_a_numbering_that_begins_anew);
    g_test_add_func("/a-numbering-that-is-silent", test_a_numbering_that_is_silent);
    g_test_add_func("/a-value-that-changes", test_a_value_that_changes);
    g_test_add_func("/a-value-that-rises-until-nothing-is-dropped", test_a_value_that_rises_until_nothing_is_dropped);
    g_test_add_func("/as-many-open-as-may-be", test_as_many_open_as_may_be);
    g_test_add_func("/every-value", test_every_value);
    g_test_add_func("/more-open-than-may-be", test_more_open_than_may_be);
    g_test_add_func("/proof", test_proof);
    g_test_add_func("/proof-after-a-contradiction", test_proof_after_a_contradiction);
    g_test_add_func("/proof-of-a-change", test_proof_of_a_change);
    g_test_add_func("/proof-of-two-numberings", test_proof_of_two_numberings);
    g_test_add_func("/reliable-commands-must-have-come", test_reliable_commands_must_have_come);
    return g_test_run();
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
