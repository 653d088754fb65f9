/* test-enet-sent.c
 * Is every reliable command found again, as long as its number can be told from others (docs/wire/enet.md, 3.5, 4.1)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/sent.h"

#define NEAR    64      /* numbers that are no farther apart never take each other's place */
#define APART   0x8000  /* of 16 bits, a number that is farther away is a newer one */
#define CHANNEL 3

static enet_sender_t sender;

static enet_channel_t *
new_channel(void)
{
    sender = (enet_sender_t) { .spoke = false };
    enet_sender_init(&sender);
    return enet_sender_channel(&sender, CHANNEL);
}

/* Notes a transmission of a number, whose frame is the number. The event is never looked at. */
static void
send_number(enet_channel_t *channel, uint32_t number)
{
    packet_info   pinfo = { .num = number };
    enet_sent_t  *sent = enet_new_sent(channel, number);

    g_assert_cmpuint(sent->number, ==, number);
    enet_new_transmission(sent, &pinfo, (uint16_t)number, (enet_event_t *)&sender);
}

static bool
is_found(const enet_channel_t *channel, uint32_t number)
{
    const enet_sent_t *sent = enet_find_sent(channel, number);

    g_assert_true(!sent || (sent->number == number && sent->first.frame == number));
    return sent != NULL;
}

/* A number that differs from another in many bits; each number up to count comes once. */
static uint32_t
mixed(uint32_t i, uint32_t count)
{
    return i * 0x9D % count;    /* no count here has this prime as a factor */
}

/* Numbers in order, backwards and, if they are near each other, mixed: each is found once it was sent, and stays. */
static void
test_as_many_as_16_bits_tell_apart(void)
{
    static const uint32_t counts[] = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1000, APART };

    for (unsigned c = 0; c < G_N_ELEMENTS(counts); c++)
        for (unsigned order = 0; order < (counts[c] <= NEAR ? 3 : 2); order++) {
            enet_channel_t *channel = new_channel();
            const uint32_t  count = counts[c];

            for (uint32_t i = 0; i < count; i++) {
                uint32_t number = ENET_SEQUENCE_BASE + (order == 0 ? i : order == 1 ? count - 1 - i : mixed(i, count));

                g_assert_false(is_found(channel, number));
                send_number(channel, number);
                g_assert_true(is_found(channel, number));
            }
            for (uint32_t i = 0; i < count; i++)
                g_assert_true(is_found(channel, ENET_SEQUENCE_BASE + i));
            g_assert_false(is_found(channel, ENET_SEQUENCE_BASE + count));
            g_assert_false(is_found(channel, ENET_SEQUENCE_BASE - 1));
        }
}

/* Numbers that are far apart take each other's place: a few cost no more than neighbours do. */
static void
test_few_numbers_take_little_room(void)
{
    enet_channel_t *channel = new_channel();

    for (uint32_t i = 0; i < NEAR; i++)
        send_number(channel, ENET_SEQUENCE_BASE + i * NEAR);
    g_assert_cmpuint(channel->reliable.capacity, ==, NEAR);
    g_assert_true(is_found(channel, ENET_SEQUENCE_BASE + (NEAR - 1) * NEAR));
    g_assert_false(is_found(channel, ENET_SEQUENCE_BASE));
}

/* However long a connection is, no more is kept than can be told apart. */
static void
test_room_has_an_end(void)
{
    enet_channel_t *channel = new_channel();
    const uint32_t  end = ENET_SEQUENCE_BASE + 4 * APART;

    for (uint32_t number = ENET_SEQUENCE_BASE; number < end; number++)
        send_number(channel, number);
    g_assert_cmpuint(channel->reliable.capacity, ==, APART);
    for (uint32_t number = end - APART; number < end; number++)
        g_assert_true(is_found(channel, number));
    g_assert_false(is_found(channel, end - APART - 1));
}

/* A command that is noted again, because an acknowledgement told of it, keeps its place. */
static void
test_a_number_has_one_place(void)
{
    enet_channel_t *channel = new_channel();

    for (uint32_t i = 0; i < 2 * NEAR; i++) {
        send_number(channel, ENET_SEQUENCE_BASE + 1);
        g_assert_true(is_found(channel, ENET_SEQUENCE_BASE + 1));
    }
    g_assert_cmpuint(channel->reliable.held, ==, 1);
    g_assert_cmpuint(channel->reliable.capacity, <, NEAR);
}

/* A command has come with its first transmission. */
static void
test_a_place_is_no_command(void)
{
    enet_channel_t *channel = new_channel();

    enet_new_sent(channel, ENET_SEQUENCE_BASE + 1);
    enet_go_on(channel);
    g_assert_cmpuint(channel->complete, ==, ENET_SEQUENCE_BASE);
    send_number(channel, ENET_SEQUENCE_BASE + 1);
    enet_go_on(channel);
    g_assert_cmpuint(channel->complete, ==, ENET_SEQUENCE_BASE + 1);
}

/* An acknowledged number has come, whether or not it was captured; of what is complete, nothing needs to be noted. */
static void
test_acknowledged_numbers_are_complete(void)
{
    enet_channel_t *channel = new_channel();

    enet_note_unseen(&sender, CHANNEL + 1, 2);      /* nothing of that channel is known */
    g_assert_null(enet_find_channel(&sender, CHANNEL + 1));
    enet_note_unseen(&sender, CHANNEL, 0);
    enet_note_unseen(&sender, CHANNEL, 0xFFFF);     /* before the first one */
    g_assert_cmpuint(channel->reliable.held, ==, 0);

    enet_note_unseen(&sender, CHANNEL, 2);
    g_assert_cmpuint(channel->reliable.held, ==, 1);
    g_assert_false(is_found(channel, ENET_SEQUENCE_BASE + 2));
    enet_go_on(channel);
    g_assert_cmpuint(channel->complete, ==, ENET_SEQUENCE_BASE);
    send_number(channel, ENET_SEQUENCE_BASE + 1);
    enet_go_on(channel);
    g_assert_cmpuint(channel->complete, ==, ENET_SEQUENCE_BASE + 2);
}

/* The first transmission is found, and the latest 16 of the others. */
static void
test_transmissions(void)
{
    enum { LATEST = 16, MOST = 20 };

    for (unsigned repetitions = 0; repetitions <= MOST; repetitions++) {
        enet_channel_t    *channel = new_channel();
        const enet_sent_t *sent = enet_find_sent(channel, ENET_SEQUENCE_BASE + 1);

        g_assert_null(sent);
        for (unsigned i = 0; i <= repetitions; i++) {
            packet_info  pinfo = { .num = i };
            enet_sent_t *made = i == 0 ? enet_new_sent(channel, ENET_SEQUENCE_BASE + 1)
                                       : enet_find_sent(channel, ENET_SEQUENCE_BASE + 1);

            enet_new_transmission(made, &pinfo, (uint16_t)(100 + i), (enet_event_t *)&sender);
            sent = made;
        }
        g_assert_cmpuint(enet_latest_transmission(sent)->frame, ==, repetitions);
        for (unsigned i = 0; i <= repetitions; i++) {
            const enet_transmission_t *found = enet_find_transmission(sent, (uint16_t)(100 + i));

            g_assert_true((found != NULL) == (i == 0 || i + LATEST > repetitions));
            g_assert_true(!found || found->frame == i);
        }
        g_assert_null(enet_find_transmission(sent, 99));
        g_assert_null(enet_find_transmission(sent, (uint16_t)(101 + repetitions)));
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
    g_test_add_func("/a-number-has-one-place", test_a_number_has_one_place);
    g_test_add_func("/a-place-is-no-command", test_a_place_is_no_command);
    g_test_add_func("/acknowledged-numbers-are-complete", test_acknowledged_numbers_are_complete);
    g_test_add_func("/as-many-as-16-bits-tell-apart", test_as_many_as_16_bits_tell_apart);
    g_test_add_func("/few-numbers-take-little-room", test_few_numbers_take_little_room);
    g_test_add_func("/room-has-an-end", test_room_has_an_end);
    g_test_add_func("/transmissions", test_transmissions);
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
