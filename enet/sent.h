/* enet/sent.h
 * What has one end of an ENet connection sent so far?
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

/* Sequence numbers are extended to 32 bits, counted from here: none before is below 0. */
#define ENET_SEQUENCE_BASE 0x10000U

/* A place in the capture: frame, then position in the frame. Later is greater; 0 is never. */
typedef uint64_t enet_moment_t;
#define ENET_MOMENT(frame, position)    ((uint64_t)(frame) << 32 | (uint32_t)(position))

/* The position of a frame's nth command: behind one command several messages may be delivered. */
#define ENET_POSITION(nth)              ((uint32_t)(nth) << 16)

typedef struct _enet_event enet_event_t;

/* One datagram that carried a reliable command. */
typedef struct {
    enet_event_t *event;        /* of the command in it, as kept with its frame */
    nstime_t time;
    uint32_t frame;
    uint16_t sent_time;
} enet_transmission_t;

typedef struct _enet_repetition enet_repetition_t;

/* A reliable command, however often it was seen. */
typedef struct {
    uint32_t            number;         /* extended */
    uint32_t            transmissions;
    enet_transmission_t first;          /* without an event: none was seen */
    enet_repetition_t  *latest;         /* of the others */
    enet_moment_t       delivered;      /* of the message that it ends, else of itself; 0 = not yet */
    uint16_t            length;
    bool                unseen;         /* it was acknowledged before any transmission was seen */
} enet_sent_t;

/* Those of one channel, each in the place that the low bits of its number say; begins zeroed. */
typedef struct {
    enet_sent_t *places;
    uint32_t     capacity;      /* a power of 2 */
    uint32_t     held;
} enet_sent_list_t;

/* The fragments of one message, told apart from those of all others in the capture. */
typedef struct {
    uint64_t key;
    uint32_t id;                /* from 1 */
    uint32_t count;
    uint32_t total;
} enet_fragments_t;

typedef struct _enet_waiting enet_waiting_t;

/* A reliable number was missing from one moment until just before the other; 0 = still is. */
typedef struct {
    enet_moment_t since;
    enet_moment_t until;
} enet_hole_t;

/* How far unreliable messages were numbered under a reliable number. */
typedef struct {
    uint32_t reliable;          /* extended; 0 = none */
    uint32_t high;
} enet_run_t;

/* So many of a channel's latest runs are known, besides the one that goes on. */
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
    uint32_t unreliable_seq;    /* reliable number under which the following counts */
    uint32_t unreliable_high;
    bool     reliable_known;
    bool     unreliable_known;
    enet_run_t runs[ENET_RUNS]; /* before that, in no order */
    enet_numbering_t unreliable;
    enet_numbering_t commands;  /* reliable ones */
    enet_transmissions_t transmissions;
    uint32_t complete;          /* all reliable numbers up to this one came, */
    bool     given_up;          /* ... or were no longer waited for */
    enet_waiting_t *waiting;    /* messages that came behind a gap ... */
    enet_waiting_t *last_waiting;   /* ... if there are any */
    unsigned waiting_count;
    wmem_map_t *early;          /* acknowledgements without a transmission (enet/heard.c); NULL until there are any */
    wmem_array_t *heard;        /* what its receiver had got when; NULL until it got anything */
    uint32_t heard_number;      /* ... and the last of that, extended */
    int64_t rtt;                /* the latest round trip of its reliable commands, ns; 0 = none yet */
    uint32_t reliable_cuts;     /* of the sender's cuts, how many this counter has got over */
    uint32_t unreliable_cuts;
    wmem_array_t *holes;        /* of enet_hole_t, in their order; NULL = none */
    uint32_t unseen;            /* numbers that are acknowledged, and may still be captured ... */
    enet_moment_t whole_before; /* ... whole_until and whole_time as they were then */
    nstime_t whole_time_before;
    enet_moment_t lost;         /* since when a reliable number is missing for good, or 0 */
    enet_moment_t in_order_until;   /* of the latest reliable command before which none was ever late */
    enet_moment_t whole_until;  /* of the latest one before which none is missing */
    nstime_t whole_time;
} enet_channel_t;

/* What one end has sent; what it points to lives in wmem_file_scope(). */
/* The clock of a sender: the sent time of its latest datagram that has one, and when that was captured. */
typedef struct {
    bool     known;
    bool     goes;      /* as that of the capture, since the sent time before */
    uint16_t sent_time;
    nstime_t time;
} enet_clock_t;

typedef struct {
    enet_channel_t **channels[16];      /* by the high half of the channel's id, then by the low one */
    wmem_map_t     *fragments;          /* key -> enet_fragments_t; NULL until there are any */
    enet_seen_t     fragments_seen;     /* single unreliable ones, under their messages' ids */
    enet_seen_t     unsequenced_seen;
    uint32_t        unsequenced_high;
    bool            unsequenced_known;
    enet_numbering_t unsequenced;
    uint32_t        unsequenced_cuts;
    uint32_t        cuts;       /* datagrams that could not be read to their end */
    enet_moment_t   cut;        /* the first of them */
    enet_moment_t   heard;      /* the first command */
    enet_moment_t   now;        /* the latest */
    nstime_t        now_time;   /* ... since the capture began */
    bool            chain_told; /* of retransmissions, since the latest acknowledgement */
    enet_throttle_t throttle;
    enet_tally_t    unreliable;     /* of all its unreliable messages */
    unsigned        waiting;    /* messages behind a gap, on all channels */
    uint32_t        bytes_in_flight;
    uint32_t        commands;   /* without those of the handshake */
    enet_clock_t    clock;
} enet_sender_t;

/** Make a zeroed sender one that has sent nothing. */
void enet_sender_init(enet_sender_t *sender);

/** @return what the sender did on a channel, an id of 8 bits; made when it is new, never NULL */
enet_channel_t *enet_sender_channel(enet_sender_t *sender, unsigned id);

/** @return the same, or NULL if it did nothing there */
enet_channel_t *enet_find_channel(const enet_sender_t *sender, unsigned id);

/** @return the extended number nearest to another one that has these low 16 bits */
uint32_t enet_extend(uint32_t near_to, uint16_t number);

/**
 * Look a reliable command up. As many are remembered as 16 bits can tell apart.
 *
 * @param number extended
 * @return valid until the next one is made; NULL if no transmission of it was seen
 */
enet_sent_t *enet_find_sent(const enet_channel_t *channel, uint32_t number);

/** @return the reliable command nearest to the newest of its channel, or NULL if it was not seen */
enet_sent_t *enet_find_reliable(const enet_sender_t *sender, unsigned channel, uint16_t seq);

/** @return a reliable command that was not seen before, empty but for its number; valid until the next one is made */
enet_sent_t *enet_new_sent(enet_channel_t *channel, uint32_t number);

/** Remember that a reliable command which was not seen has come to its receiver. */
void enet_note_unseen(const enet_sender_t *sender, unsigned channel, uint16_t seq);

/** All numbers of the channel that came without a gap are complete. */
void enet_go_on(enet_channel_t *channel);

/** @return the transmission of a reliable command in a datagram of that sent time: one of the latest, or the first; or NULL */
const enet_transmission_t *enet_find_transmission(const enet_sent_t *sent, uint16_t sent_time);

/** @return the latest transmission */
const enet_transmission_t *enet_latest_transmission(const enet_sent_t *sent);

/** Remember that this frame carries a reliable command, of which event tells. */
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
