/* recorder/sessions.c
 * Which packets did a recorded peer exchange with another one, and who recorded the other end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/sessions.h"

/* All sessions of the same transport between the same two ids. Side 0 is that of the smaller id. */
typedef struct recording_pair {
    struct {
        wmem_array_t *sessions;     /* recording_session_t *, in their order */
        const recording_crowd_t *crowd; /* of the first one */
        bool          mixed;        /* of several recorded peers, or not all from their start */
    } side[2];
} pair_t;

static wmem_map_t *pairs;       /* ids and class -> pair_t */

/* ---- What a run has without a gap ---- */

static unsigned
gap_count(const recording_course_t *course)
{
    return course->gaps ? wmem_array_get_count(course->gaps) : 0;
}

void
recording_course_follow(recording_course_t *course, uint64_t ticks, bool is_gap)
{
    if (is_gap) {
        if (!course->gaps)
            course->gaps = wmem_array_new(wmem_file_scope(), sizeof course->ticks);
        wmem_array_append_one(course->gaps, course->ticks);
    }
    course->ticks = ticks;
}

uint64_t
recording_session_whole_until(const recording_session_t *session)
{
    const recording_course_t *course = session->course;
    uint64_t until = course->ticks;

    if (gap_count(course) > session->gaps)
        until = *(uint64_t *)wmem_array_index(course->gaps, session->gaps);
    return session->crowd->ended ? MIN(until, session->crowd->ended_ticks) : until;
}

/* ---- Sessions ---- */

recording_session_t *
recording_session_new(const recording_course_t *course, recording_crowd_t *crowd, int32_t other, bool from_start)
{
    recording_session_t *session = wmem_new0(wmem_file_scope(), recording_session_t);

    session->course = course;
    session->crowd = crowd;
    session->other = other;
    session->from_start = from_start;
    session->gaps = gap_count(course);
    if (crowd->count < RECORDING_CROWD)
        crowd->present[crowd->count++] = session;
    else
        crowd->crowded = true;
    return session;
}

void
recording_session_end(recording_session_t *session, recording_crowd_t *crowd, uint64_t ticks)
{
    session->gone = true;
    session->gone_ticks = ticks;
    for (unsigned i = 0; i < crowd->count; i++)
        if (crowd->present[i] == session)
            crowd->present[i] = crowd->present[--crowd->count];
}

static pair_t *
pair_of(const char *key)
{
    pair_t *pair = wmem_map_lookup(pairs, key);

    if (!pair) {
        pair = wmem_new0(wmem_file_scope(), pair_t);
        pair->side[0].sessions = wmem_array_new(wmem_file_scope(), sizeof(recording_session_t *));
        pair->side[1].sessions = wmem_array_new(wmem_file_scope(), sizeof(recording_session_t *));
        wmem_map_insert(pairs, wmem_strdup(wmem_file_scope(), key), pair);
    }
    return pair;
}

/* Classes have short names; a long one of somebody's making is not kept for each session. */
#define CLASS_KEPT 64

bool
recording_session_meet(recording_session_t *session, const char *peer_class, int32_t own)
{
    char key[CLASS_KEPT + 32];
    pair_t *pair;

    if (session->pair)
        return own == session->own || own == session->other;
    snprintf(key, sizeof key, "%d %d %.*s", MIN(own, session->other), MAX(own, session->other), CLASS_KEPT, peer_class);
    pair = pair_of(key);
    session->pair = pair;
    session->own = own;
    session->side = own > session->other;
    session->ordinal = wmem_array_get_count(pair->side[session->side].sessions);
    if (session->ordinal == 0)
        pair->side[session->side].crowd = session->crowd;
    if (!session->from_start || pair->side[session->side].crowd != session->crowd)
        pair->side[session->side].mixed = true;
    wmem_array_append_one(pair->side[session->side].sessions, session);
    return true;
}

uint32_t
recording_session_keep(recording_session_t *session, const recording_packet_t *packet, const recording_copy_t *copy)
{
    wmem_array_t **copies = &session->copies[packet->sent];

    if (!*copies)
        *copies = wmem_array_new(wmem_file_scope(), sizeof *copy);
    wmem_array_append(*copies, copy, 1);
    return wmem_array_get_count(*copies);
}

recording_copy_t *
recording_session_copy(const recording_session_t *session, unsigned direction, uint32_t number)
{
    return wmem_array_index(session->copies[direction], number - 1);
}

recording_session_t *
recording_session_partner(const recording_session_t *session)
{
    const pair_t *pair = session->pair;
    unsigned mine, theirs;

    if (!pair)
        return NULL;
    mine = wmem_array_get_count(pair->side[session->side].sessions);
    theirs = wmem_array_get_count(pair->side[!session->side].sessions);
    if (mine != theirs || pair->side[0].crowd == pair->side[1].crowd)
        return NULL;
    if (mine > 1 && (pair->side[0].mixed || pair->side[1].mixed))
        return NULL;
    return *(recording_session_t **)wmem_array_index(pair->side[!session->side].sessions, session->ordinal);
}

void
recording_sessions_register(void)
{
    pairs = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), wmem_str_hash, g_str_equal);
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
