/* recorder/sessions.h
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

#ifndef RECORDER_SESSIONS_H
#define RECORDER_SESSIONS_H

#include "recorder/header.h"

/*
 * A session is what one recorded peer exchanged with one other peer, from the time when that one came. If the other
 * one was recorded, too, it has a session with the ids the other way round. The rules are those of
 * docs/wire/recording.md, 6. All of this is learned in the first pass, and lives as long as the file.
 */

#define RECORDING_DIGEST 32     /* bytes of SHA-256: two packets with the same digest are the same */

enum { RECORDING_GOT, RECORDING_SENT };     /* directions, as in the header of a packet */

enum { RECORDING_RELIABLE = 2 };            /* of the modes there */

/* What one run recorded without a gap: grows with each record. */
typedef struct {
    uint64_t      ticks;    /* of its latest record */
    wmem_array_t *gaps;     /* uint64_t: ticks of the last record before each gap; NULL: none */
} recording_course_t;

/* A packet as one end has it. */
typedef struct {
    uint8_t  digest[RECORDING_DIGEST];
    int32_t  channel;
    uint8_t  mode;
    bool     never;         /* set later: the file proves that the other end did not get it */
    uint32_t frame;         /* of the record that completes it */
    uint32_t partner;       /* set later: its number at the other end, from 1; 0: not known */
    bool     has_offset;    /* set later, where it was received: how far this clock is ahead of the sender's, in ns: */
    int64_t  offset, error; /* error: at most; -1: without a bound */
    int64_t  step;          /* set later: ns by which its latency differs from that of the one before; INT64_MIN: not known */
    uint64_t ticks;
    nstime_t time;
} recording_copy_t;

/* Who is there, as a recorded peer sees it: for packets to all. */
#define RECORDING_CROWD 32
typedef struct {
    struct _recording_session *present[RECORDING_CROWD];
    unsigned count;
    bool     crowded;       /* there were more than fit: packets to all are not followed */
    bool     ended;         /* the recording of this peer has ended, at ended_ticks */
    uint64_t ended_ticks;
} recording_crowd_t;

typedef struct _recording_session {
    const recording_course_t *course;   /* of its run */
    const recording_crowd_t  *crowd;    /* of its recorded peer */
    int32_t       own, other;           /* own is 0 until a packet tells it */
    bool          from_start;           /* recorded since the other one came */
    unsigned      gaps;                 /* of the course until then */
    bool          gone;                 /* the other one went, at gone_ticks */
    uint64_t      gone_ticks;
    wmem_array_t *copies[2];            /* recording_copy_t; received and sent; NULL: none */
    struct recording_pair *pair;        /* NULL: no packet yet */
    unsigned      side, ordinal;        /* its place there */
    uint32_t      matched_at;           /* number of records when its packets were matched; 0: never */
} recording_session_t;

/* A packet's place in a session: a packet to all has several. */
typedef struct {
    recording_session_t *session;
    uint32_t             number;        /* of its copy, from 1; 0: not kept */
} recording_end_t;

/** Notes a record of a run; is_gap: something is missing before it, or in it. */
void recording_course_follow(recording_course_t *course, uint64_t ticks, bool is_gap);

/** Returns the ticks up to which a session is recorded without a gap, as far as known. */
uint64_t recording_session_whole_until(const recording_session_t *session);

/** Begins a session. from_start: the other one came just now. */
recording_session_t *recording_session_new(const recording_course_t *course, recording_crowd_t *crowd, int32_t other,
                                           bool from_start);

/** The other one went. */
void recording_session_end(recording_session_t *session, recording_crowd_t *crowd, uint64_t ticks);

/**
 * The session has a packet: it can be found by the ids and the class of the peer.
 *
 * @return false if its own id was another one before
 */
bool recording_session_meet(recording_session_t *session, const char *peer_class, int32_t own);

/** Keeps a packet in a session, and returns its number there. */
uint32_t recording_session_keep(recording_session_t *session, const recording_packet_t *packet,
                                const recording_copy_t *copy);

/** Returns a packet of a session. number: from 1, of one that is kept */
recording_copy_t *recording_session_copy(const recording_session_t *session, unsigned direction, uint32_t number);

/** Returns the session of the other end; NULL if it is not recorded, or if there is more than one that may be it. */
recording_session_t *recording_session_partner(const recording_session_t *session);

/** Registers what is kept of each file. */
void recording_sessions_register(void);

#endif /* RECORDER_SESSIONS_H */

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
