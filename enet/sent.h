/* enet/sent.h
 * What has one end of an ENet connection sent so far?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_SENT_H
#define ENET_SENT_H

#include "enet/connection.h"
#include "enet/seen.h"
#include "enet/throttle.h"

/* Sequence numbers are extended to 32 bits. They start here, so that none before the first one is below 0. */
#define ENET_SEQUENCE_BASE 0x10000U

/* A place in the capture: the frame and the position in it. A later place is greater; 0 is never a place. */
typedef uint64_t enet_moment_t;
#define ENET_MOMENT(frame, position)    ((uint64_t)(frame) << 32 | (uint32_t)(position))

/* The position of a frame's nth command. It leaves room for the messages that are delivered after one command. */
#define ENET_POSITION(nth)              ((uint32_t)(nth) << 16)

typedef struct _enet_event enet_event_t;

/* One datagram that carried a reliable command. */
typedef struct {
    enet_event_t *event;        /* results for the command in it, as kept with its frame */
    nstime_t time;
    uint32_t frame;
    uint16_t sent_time;
} enet_transmission_t;

typedef struct _enet_repetition enet_repetition_t;

/* A reliable command, with all its transmissions. */
typedef struct {
    uint32_t            number;         /* extended */
    uint32_t            transmissions;
    enet_transmission_t first;          /* event is NULL: no transmission was seen */
    enet_repetition_t  *latest;         /* the latest of the others */
    enet_moment_t       delivered;      /* delivery of its message, or of the command if it has none; 0 = not yet */
    uint16_t            length;
    bool                unseen;         /* an acknowledgement came before any transmission */
} enet_sent_t;

/* The reliable commands of one channel. The low bits of a number tell its place. Zeroed at first. */
typedef struct {
    enet_sent_t *places;
    uint32_t     capacity;      /* a power of 2 */
    uint32_t     held;
} enet_sent_list_t;

/* The fragments of one message. The id is unique in the capture. */
typedef struct {
    uint64_t key;
    uint32_t id;                /* from 1 */
    uint32_t count;
    uint32_t total;
    enet_seen_t seen;           /* of an unreliable message: which of them came */
} enet_fragments_t;

typedef struct _enet_waiting enet_waiting_t;

/* A reliable number was missing from one moment until just before another; 0 = it still is. */
typedef struct {
    enet_moment_t since;
    enet_moment_t until;
} enet_hole_t;

/*
 * A run: the unreliable messages that carry the same reliable number, that of the latest reliable command before them.
 * high is their highest own number.
 */
typedef struct {
    uint32_t reliable;          /* extended; 0 = none */
    uint32_t high;
} enet_run_t;

/* So many of the latest runs of a channel are kept, besides the current one. */
#define ENET_RUNS 8

/* What became of the transmissions of reliable commands. */
typedef struct {
    uint32_t acknowledged;
    uint32_t lost;              /* or their acknowledgements: see enet_event_lost_before() */
    uint32_t open;              /* not acknowledged, or not yet */
} enet_transmissions_t;

typedef struct {
    enet_sent_list_t reliable;
    enet_seen_t unreliable_seen;
    uint32_t reliable_high;     /* extended */
    uint32_t unreliable_seq;    /* the reliable number under which the next members count; 0 = none yet */
    uint32_t unreliable_high;
    bool     reliable_known;
    enet_run_t runs[ENET_RUNS]; /* earlier runs, in no order */
    enet_numbering_t unreliable;
    enet_numbering_t commands;  /* the channel's reliable commands */
    enet_transmissions_t transmissions;
    uint32_t complete;          /* all reliable numbers up to this one came ... */
    bool     given_up;          /* ... or the wait for them is over */
    uint32_t reached;           /* of these, those that had come when a message was looked at (enet/delivery.c) */
    enet_waiting_t *waiting;    /* the first message behind a gap; NULL = none */
    wmem_map_t *early;          /* acknowledgements without a transmission (enet/heard.c); NULL until there are any */
    wmem_array_t *heard;        /* what the receiver had got, and when; NULL until it got anything */
    uint32_t heard_number;      /* the number of the last one in it, extended */
    int64_t rtt;                /* the latest round trip of its reliable commands, ns; 0 = none yet */
    uint32_t reliable_cuts;     /* how many of the sender's cuts this counter has taken account of */
    uint32_t unreliable_cuts;
    wmem_array_t *holes;        /* elements of enet_hole_t, in their order; NULL = none */
    uint32_t unseen;            /* how many numbers were acknowledged and may still be captured ... */
    enet_moment_t whole_before; /* ... and whole_until and whole_time as they were before that */
    nstime_t whole_time_before;
    enet_moment_t lost;         /* since this moment a reliable number is missing for good; 0 = none */
    enet_moment_t in_order_until;   /* moment of the latest reliable command up to which none was ever late */
    enet_moment_t whole_until;  /* moment of the latest one before which none is missing */
    nstime_t whole_time;
} enet_channel_t;

/* The clock of a sender: the sent time of its latest datagram with one, and the time of its capture. */
typedef struct {
    bool     known;
    bool     goes;      /* since the sent time before, it went as the clock of the capture did */
    uint16_t sent_time;
    nstime_t time;
} enet_clock_t;

/* What one end has sent. Everything that it points to lives in wmem_file_scope(). */
typedef struct {
    enet_channel_t **channels[16];      /* by the high half of the channel's id, then by the low half */
    wmem_map_t     *fragments;          /* key -> enet_fragments_t; NULL until there are any */
    enet_seen_t     unsequenced_seen;
    uint32_t        unsequenced_high;
    bool            unsequenced_known;
    enet_numbering_t unsequenced;
    enet_open_gaps_t open_gaps; /* of all its counters */
    uint32_t        unsequenced_cuts;
    uint32_t        cuts;       /* how many datagrams could not be read to their end */
    enet_moment_t   cut;        /* moment of the first of them */
    enet_moment_t   heard;      /* moment of the first command */
    enet_moment_t   holed;      /* since when numbers were missing on some channel; 0: never */
    enet_moment_t   now;        /* moment of the latest command */
    nstime_t        now_time;   /* ... and its time since the capture began */
    uint32_t        missed_frame;   /* the latest frame with an acknowledgement of a command that was not captured before */
    bool            chain_told; /* a repeated command was flagged since the latest acknowledgement */
    enet_throttle_t throttle;
    enet_tally_t    unreliable;     /* what became of all its unreliable messages that did not come */
    unsigned        waiting;    /* messages behind a gap, on all channels */
    uint32_t        bytes_in_flight;
    bool            spoke;      /* a command was captured that is not of the handshake */
    enet_clock_t    clock;
} enet_sender_t;

/** Initialises a zeroed sender: it has sent nothing. */
void enet_sender_init(enet_sender_t *sender);

/** Returns what the sender did on a channel (an id of 8 bits). Makes a record if there is none; never NULL. */
enet_channel_t *enet_sender_channel(enet_sender_t *sender, unsigned id);

/** Returns what the sender did on a channel, or NULL if it did nothing. */
enet_channel_t *enet_find_channel(const enet_sender_t *sender, unsigned id);

/** Returns the extended number with these low 16 bits that is nearest to another number. */
uint32_t enet_extend(uint32_t near_to, uint16_t number);

/**
 * Finds a reliable command. As many are remembered as 16 bits can tell apart.
 *
 * @param number extended
 * @return valid until the next one is made; NULL if no transmission of it was seen
 */
enet_sent_t *enet_find_sent(const enet_channel_t *channel, uint32_t number);

/** Finds the reliable command of that number that is nearest to the newest of its channel; NULL if it was not seen. */
enet_sent_t *enet_find_reliable(const enet_sender_t *sender, unsigned channel, uint16_t seq);

/**
 * Makes a record, with only a number, of a reliable command that was not seen before.
 * @return valid until the next one is made
 */
enet_sent_t *enet_new_sent(enet_channel_t *channel, uint32_t number);

/** Remembers that a reliable command which was not seen has reached its receiver. */
void enet_note_unseen(const enet_sender_t *sender, unsigned channel, uint16_t seq);

/** Moves on to the highest number of the channel before which none is missing. */
void enet_go_on(enet_channel_t *channel);

/**
 * Finds the transmission of a reliable command in a datagram of that sent time. Looks at the latest transmissions and
 * the first; NULL = none.
 */
const enet_transmission_t *enet_find_transmission(const enet_sent_t *sent, uint16_t sent_time);

/** Returns the latest transmission. */
const enet_transmission_t *enet_latest_transmission(const enet_sent_t *sent);

/** Remembers that this frame has a reliable command. event has the results for it. */
void enet_new_transmission(enet_sent_t *sent, const packet_info *pinfo, uint16_t sent_time, enet_event_t *event);

#endif /* ENET_SENT_H */

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
