/* test-enet-coverage.c
 * What does a capture lack of one end's reliable commands, and what had the other end got?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/coverage.h"
#include "enet/heard.h"
#include "enet/sequence.h"

#include <string.h>

#define CHANNEL 3
#define ROOM    16      /* steps of a case */

static const enet_connection_t connection = { .has_connect = true };
static enet_sender_t sender;
static enet_event_t  events[ROOM + 1];

static enet_channel_t *
new_channel(void)
{
    memset(events, 0, sizeof events);
    sender = (enet_sender_t) { .spoke = false };
    enet_sender_init(&sender);
    return enet_sender_channel(&sender, CHANNEL);
}

/* At this moment, and so many seconds after the begin, a reliable command is captured. */
static void
capture_number(unsigned channel, unsigned number, unsigned moment)
{
    const packet_info    pinfo = { .num = moment, .abs_ts.secs = moment };
    const enet_header_t  header = { .sent_time = (uint16_t)moment };
    const enet_command_t command = { .number = ENET_SEND_RELIABLE, .channel = channel, .seq = number };

    enet_sequence_note(&connection, &sender, &pinfo, &header, &command, &events[moment]);
}

/*
 * One step is one moment:
 * 1 2 ...  that reliable command of the channel is captured
 * +        a command of another channel is
 * o        such a command is, and the one before it is missing
 * x        a datagram is captured, but not all of it
 * u, s     a command that was not captured is acknowledged; such a command is captured after all
 * l        a command is missing for good
 * -        nothing happens
 * In the end, for each step's moment, this is missing of what came until then:
 * .        nothing; n: numbers; b: bytes; d: all that the end sent
 * l        only a later reliable command would show it
 */
static const struct {
    const char *steps;
    const char *lacks;
    const char *lacks_in_order;     /* … if it must also be known when they were sent */
    unsigned    whole;              /* the moment of the latest command that has everything before it; 0: none */
} cases[] = {
    { "1234",    "....",    "....",    4 },
    { "-1",      "d.",      "d.",      2 },
    { "-+",      "dl",      "dl",      0 },
    { "-+1",     "d..",     "d..",     3 },
    { "12+",     "..l",     "..l",     2 },
    { "2",       "n",       "n",       0 },

    { "1o+",     ".ll",     ".nn",     1 },
    { "+o",      "ll",      "ln",      0 },
    { "1+o2",    "....",    "....",    4 },

    { "1x2",     ".bb",     ".bb",     1 },
    { "x1",      "db",      "db",      0 },
    { "+x1",     "lbb",     "lbb",     0 },
    { "1x2x3",   ".bbbb",   ".bbbb",   1 },

    { "13",      ".n",      ".n",      1 },
    { "132",     ".n.",     ".nn",     3 },
    { "13+2+4",  ".nn...",  ".nnnnn",  6 },
    { "13524",   ".nnn.",   ".nnnn",   5 },
    { "1324653", ".n..n.l", ".nnnnnn", 6 },     /* the last one is a repetition */

    { "1l2",     ".nn",     ".nn",     1 },
    { "132l4",   ".n.nn",   ".nnnn",   3 },
    { "13l2+",   ".nnnn",   ".nnnn",   1 },
    { "13+l2",   ".nnnn",   ".nnnn",   1 },
    { "1l2l3",   ".nnnn",   ".nnnn",   1 },

    { "12u3",    "..nn",    "..nn",    2 },
    { "12u3s",   "....l",   "....l",   4 },
    { "u1",      "dn",      "dn",      0 },
    { "1u2u3s",  ".nnnnn",  ".nnnnn",  1 },
    { "1u2u3ss", ".....ll", ".....ll", 5 },
};

static char
letter_of(enet_lack_t lack)
{
    switch (lack) {
    case ENET_LACKS_NOTHING:
        return '.';
    case ENET_LACKS_DIRECTION:
        return 'd';
    case ENET_LACKS_BYTES:
        return 'b';
    case ENET_LACKS_NUMBERS:
        return 'n';
    default:
        return lack == ENET_LACKS_LATER ? 'l' : '?';
    }
}

static void
take_step(enet_channel_t *channel, char step, unsigned moment)
{
    const nstime_t now = { .secs = moment };

    if (step == '+' || step == 'o' || g_ascii_isdigit(step))
        enet_coverage_note_heard(&sender, moment, &now);
    if (g_ascii_isdigit(step))
        capture_number(CHANNEL, (unsigned)g_ascii_digit_value(step), moment);
    else if (step == 'o')
        capture_number(CHANNEL + 1, 2, moment);
    else if (step == 'x')
        enet_coverage_note_cut(&sender, moment);
    else if (step == 'u')
        enet_coverage_note_unseen(channel);
    else if (step == 's')
        enet_coverage_note_seen(channel);
    else if (step == 'l')
        enet_coverage_note_lost(channel, moment);
}

static void
test_lacks(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const unsigned  count = (unsigned)strlen(cases[i].steps);
        enet_channel_t *channel = strpbrk(cases[i].steps, "1234567890") ? new_channel() : NULL;
        char            found[ROOM] = "", in_order[ROOM] = "";
        const nstime_t *whole;

        if (!channel)
            sender = (enet_sender_t) { .spoke = false };
        for (unsigned at = 0; at < count; at++)
            take_step(channel, cases[i].steps[at], at + 1);
        for (unsigned at = 0; at < count; at++) {
            found[at] = letter_of(enet_coverage(&sender, CHANNEL, at + 1, false));
            in_order[at] = letter_of(enet_coverage(&sender, CHANNEL, at + 1, true));
        }
        g_test_message("%s", cases[i].steps);
        g_assert_cmpstr(found, ==, cases[i].lacks);
        g_assert_cmpstr(in_order, ==, cases[i].lacks_in_order);
        whole = enet_coverage_time(&sender, CHANNEL);
        g_assert_cmpint(whole != NULL, ==, cases[i].whole != 0);
        g_assert_cmpuint(whole ? (unsigned)whole->secs : 0, ==, cases[i].whole);
    }
}

/* What a datagram had that was cut is not missing, once. */
static void
test_cuts(void)
{
    static const struct {
        const char *steps;
        uint32_t    missing;    /* before the last command */
    } cuts[] = {
        { "13", 1 }, { "1x3", 0 }, { "x13", 1 }, { "1x35", 1 }, { "1x3x5", 0 }, { "1x3x57", 1 }, { "1xx4", 0 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cuts); i++) {
        enet_channel_t *channel = new_channel();
        unsigned        moment = 0;

        while (cuts[i].steps[moment]) {
            take_step(channel, cuts[i].steps[moment], moment + 1);
            moment++;
        }
        g_test_message("%s", cuts[i].steps);
        g_assert_cmpuint(events[moment].missing, ==, cuts[i].missing);
    }
}

/* An acknowledgement tells it, or the five seconds in which one would come (docs/wire/enet.md, 3.5). */
static void
test_heard(void)
{
    static const struct {
        unsigned acked_in;      /* 0: in no frame */
        int      secs, nsecs;   /* since the command was captured */
        bool     is_heard;
    } heard[] = {
        { 0, 0, 0, false }, { 0, 4, 999999999, false }, { 0, 5, 0, true }, { 0, 6, 0, true }, { 8, 0, 0, true },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(heard); i++) {
        enet_channel_t   *channel = new_channel();
        const packet_info later = { .num = 8, .abs_ts = { .secs = 1 + heard[i].secs, .nsecs = heard[i].nsecs } };

        take_step(channel, '1', 1);
        events[1].any_acked_frame = heard[i].acked_in;
        enet_heard_go_on(channel, &later);
        g_test_message("%zu", i);
        g_assert_cmpuint(enet_heard_until(channel, 7), ==, 0);
        g_assert_cmpuint(enet_heard_until(channel, 8), ==, heard[i].is_heard ? 1 : 0);
    }
}

/* Acknowledgements are in the order of the numbers. What was captured late was got no earlier than what it follows. */
static void
test_heard_of_several(void)
{
    static const struct {
        const char *steps;
        unsigned    acked_in[5];    /* the frame that acknowledges each number, from 1 on; 0: none */
        const char *heard;          /* the moment until which the frames 5 to 9 have heard; 0: of nothing */
    } several[] = {
        { "123", { 6, 6, 8 }, "02233" },   { "123", { 6, 7, 8 }, "01233" }, { "123", { 6, 0, 8 }, "01111" },
        { "132", { 6, 7, 8 }, "01333" },   { "132", { 6, 7, 7 }, "01333" }, { "213", { 6, 6, 9 }, "02223" },
        { "12345", { 5, 6, 7, 8, 9 }, "12345" }, { "1", { 9 }, "00001" },   { "2", { 0, 9 }, "00000" },
        { "123", { 8, 7, 9 }, "00023" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(several); i++) {
        enet_channel_t   *channel = new_channel();
        const packet_info later = { .num = 9, .abs_ts.secs = 5 };
        char              found[] = "?????";

        for (unsigned at = 0; several[i].steps[at]; at++) {
            take_step(channel, several[i].steps[at], at + 1);
            events[at + 1].any_acked_frame = several[i].acked_in[g_ascii_digit_value(several[i].steps[at]) - 1];
        }
        enet_heard_go_on(channel, &later);
        for (unsigned at = 0; found[at]; at++)
            found[at] = (char)('0' + enet_heard_until(channel, 5 + at));
        g_test_message("%zu: %s", i, several[i].steps);
        g_assert_cmpstr(found, ==, several[i].heard);
    }
}

/* A message that waits behind a gap was not got, whatever is acknowledged. */
static void
test_not_delivered(void)
{
    enet_channel_t   *channel = new_channel();
    const packet_info later = { .num = 8, .abs_ts.secs = 1 };

    take_step(channel, '1', 1);
    enet_find_sent(channel, ENET_SEQUENCE_BASE + 1)->delivered = 0;
    events[1].any_acked_frame = 8;
    enet_heard_go_on(channel, &later);
    g_assert_cmpuint(enet_heard_until(channel, 8), ==, 0);
    enet_find_sent(channel, ENET_SEQUENCE_BASE + 1)->delivered = 7;
    enet_heard_go_on(channel, &later);
    g_assert_cmpuint(enet_heard_until(channel, 8), ==, 7);
}

/* An acknowledgement that came before its command is kept until the transmission comes which it names. */
static void
test_early(void)
{
    const packet_info    four = { .num = 4, .abs_ts.secs = 4 }, five = { .num = 5, .abs_ts.secs = 5 };
    const uint32_t       one = ENET_SEQUENCE_BASE + 1, two = ENET_SEQUENCE_BASE + 2;
    enet_channel_t      *channel = new_channel();
    const enet_early_t  *early;

    g_assert_null(enet_heard_take_early(channel, one, 100));
    g_assert_cmpuint(enet_heard_note_early(channel, one, 100, &four, true, &events[4]), ==, 0);
    g_assert_cmpuint(channel->unseen, ==, 1);
    g_assert_cmpuint(enet_heard_note_early(channel, one, 100, &five, true, &events[5]), ==, 4);
    g_assert_cmpuint(channel->unseen, ==, 1);
    g_assert_cmpuint(enet_heard_note_early(channel, one, 101, &five, false, &events[5]), ==, 0);
    g_assert_cmpuint(enet_heard_note_early(channel, two, 100, &five, true, &events[5]), ==, 0);
    g_assert_cmpuint(channel->unseen, ==, 2);

    g_assert_null(enet_heard_take_early(channel, two, 101));
    early = enet_heard_take_early(channel, one, 100);
    g_assert_nonnull(early);
    g_assert_cmpuint(early->frame, ==, 4);
    g_assert_cmpint(early->time.secs, ==, 4);
    g_assert_true(early->event == &events[4]);
    g_assert_cmpuint(channel->unseen, ==, 1);
    g_assert_null(enet_heard_take_early(channel, one, 100));
    g_assert_nonnull(enet_heard_take_early(channel, one, 101));
    g_assert_cmpuint(channel->unseen, ==, 1);
    g_assert_nonnull(enet_heard_take_early(channel, two, 100));
    g_assert_cmpuint(channel->unseen, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    wmem_init_scopes();
    wmem_enter_scope(wmem_file_scope());
    g_test_add_func("/lacks", test_lacks);
    g_test_add_func("/cuts", test_cuts);
    g_test_add_func("/early", test_early);
    g_test_add_func("/heard", test_heard);
    g_test_add_func("/heard-of-several", test_heard_of_several);
    g_test_add_func("/not-delivered", test_not_delivered);
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
