/* test-godot-record-matches.c
 * What is known of packets at both ends while a recording grows (docs/wire/recording.md, 6)?
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

enum { UNRELIABLE = 0, RELIABLE = 2 };

static recording_course_t   courses[2];
static recording_crowd_t    crowds[2];
static recording_session_t *sessions[2];    /* of the sender, and of the receiver */
static recording_end_t      ends[20];       /* of each frame: its packet */

/* A frame has a packet with this byte; so many milliseconds later than the first one, by its own clock. */
static void
add(uint32_t frame, unsigned direction, uint8_t byte, uint8_t mode, int milliseconds)
{
    const unsigned           side = direction == RECORDING_SENT ? 0 : 1;
    const recording_packet_t packet = { .sent = direction == RECORDING_SENT };
    recording_copy_t         copy = { .digest = { byte }, .mode = mode, .frame = frame, .ticks = frame };

    copy.time.secs = 1795439000;
    copy.time.nsecs = 1000000 * milliseconds;
    recording_course_follow(&courses[side], frame, false);
    ends[frame].session = sessions[side];
    ends[frame].number = recording_session_keep(sessions[side], &packet, &copy);
}

/* Returns the frame of the other end of a packet; 0: it is not known. */
static uint32_t
other_end(uint32_t frame)
{
    recording_match_t match;

    g_assert_true(recording_match(&ends[frame], ends[frame].session == sessions[0], &match));
    return match.frame;
}

static bool
never_came(uint32_t frame)
{
    recording_match_t match;

    g_assert_true(recording_match(&ends[frame], RECORDING_SENT, &match));
    return match.never;
}

/* Microseconds. */
static int64_t
latency(uint32_t frame)
{
    recording_match_t match;

    g_assert_true(recording_match(&ends[frame], RECORDING_GOT, &match));
    g_assert_true(match.has_latency);
    return match.latency / 1000;
}

static void
begin(void)
{
    memset(courses, 0, sizeof courses);
    memset(crowds, 0, sizeof crowds);
    wmem_enter_scope(wmem_file_scope());
    sessions[0] = recording_session_new(&courses[0], &crowds[0], 5, true);
    sessions[1] = recording_session_new(&courses[1], &crowds[1], 1, true);
    g_assert_true(recording_session_meet(sessions[0], "ENetMultiplayerPeer", 1));
    g_assert_true(recording_session_meet(sessions[1], "ENetMultiplayerPeer", 5));
}

static void
end(void)
{
    wmem_leave_scope(wmem_file_scope());
}

/*
 * Two equal unreliable packets: which one came is known before the second is sent, and again when that has come, too.
 * Nothing is worked out again unless a record was read.
 */
static void
test_what_is_known_may_change(void)
{
    begin();
    add(1, RECORDING_SENT, 'a', UNRELIABLE, 0);
    recording_matches_forget();
    g_assert_cmpuint(other_end(1), ==, 0);
    add(2, RECORDING_GOT, 'a', UNRELIABLE, 10);
    g_assert_cmpuint(other_end(1), ==, 0);
    recording_matches_forget();
    g_assert_cmpuint(other_end(1), ==, 2);
    g_assert_cmpuint(other_end(2), ==, 1);
    g_assert_cmpint(latency(2), ==, 10000);

    add(3, RECORDING_SENT, 'a', UNRELIABLE, 20);
    g_assert_cmpuint(other_end(1), ==, 2);
    recording_matches_forget();
    g_assert_cmpuint(other_end(2), ==, 0);
    g_assert_cmpuint(other_end(1), ==, 0);
    g_assert_cmpuint(other_end(3), ==, 0);

    add(4, RECORDING_GOT, 'a', UNRELIABLE, 50);
    recording_matches_forget();
    g_assert_cmpuint(other_end(4), ==, 3);
    g_assert_cmpuint(other_end(1), ==, 2);
    g_assert_cmpuint(other_end(3), ==, 4);
    g_assert_cmpint(latency(4), ==, 30000);
    end();
}

/* A packet that has not come yet may come. A later one proves that it will not, if the recording goes on so long. */
static void
test_what_never_comes(void)
{
    enum { PATIENCE = 2000000 };    /* microseconds */

    begin();
    add(1, RECORDING_SENT, 'a', UNRELIABLE, 0);
    add(2, RECORDING_SENT, 'b', UNRELIABLE, 1);
    recording_matches_forget();
    g_assert_false(never_came(1));
    add(3, RECORDING_GOT, 'b', UNRELIABLE, 2);
    for (int late = -1; late <= 0; late++) {
        recording_course_follow(&courses[1], 3 + PATIENCE + late, false);
        recording_matches_forget();
        g_assert_cmpint(never_came(1), ==, late == 0);
        g_assert_false(never_came(2));
    }
    add(4, RECORDING_GOT, 'a', UNRELIABLE, 3);
    recording_matches_forget();
    g_assert_cmpuint(other_end(1), ==, 4);
    g_assert_false(never_came(1));
    end();
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    wmem_init_scopes();
    recording_sessions_register();
    g_test_add_func("/what-is-known-may-change", test_what_is_known_may_change);
    g_test_add_func("/what-never-comes", test_what_never_comes);
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
