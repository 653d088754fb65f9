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
#include "enet/throttle.h"

/* Sequence numbers are extended to 32 bits, counted from here: none before is below 0. */
#define ENET_SEQUENCE_BASE 0x10000U

/* A place in the capture: frame, then position in the frame. Later is greater; 0 is never. */
typedef uint64_t enet_moment_t;
#define ENET_MOMENT(frame, position)    ((uint64_t)(frame) << 32 | (uint32_t)(position))

/* The position of a frame's nth command: behind one command several messages may be delivered. */
#define ENET_POSITION(nth)              ((uint32_t)(nth) << 16)

typedef enum {
    ENET_SENT_RELIABLE,
    ENET_SENT_UNRELIABLE,
    ENET_SENT_UNSEQUENCED,
    ENET_SENT_FRAGMENT,         /* one unreliable fragment */
    ENET_SENT_UNSEEN,           /* a reliable command that was acknowledged, but not captured */
    ENET_SENT_FRAGMENTS         /* all fragments of one message */
} enet_sent_kind_t;

/* One datagram that carried a reliable command. */
typedef struct _enet_transmission {
    struct _enet_transmission *earlier;
    uint32_t frame;
    uint32_t acked_frame;       /* 0 = no acknowledgement seen (yet) */
    uint16_t sent_time;
    nstime_t time;
} enet_transmission_t;

/* The fragments of one message, told apart from those of all others in the capture. */
typedef struct {
    uint32_t id;
    uint32_t count;
    uint32_t total;
} enet_fragments_t;

/* A command that the sender numbered, however often it was seen. */
typedef struct {
    uint64_t             key;
    enet_transmission_t *newest;        /* of a reliable command */
    uint32_t             transmissions;
    uint32_t             length;
    uint32_t             first_frame;
    nstime_t             first_time;
    bool                 acked;
    uint32_t             acked_frame;   /* by which any transmission was acknowledged first */
    enet_fragments_t     fragments;     /* of ENET_SENT_FRAGMENTS */
} enet_sent_t;

typedef struct _enet_waiting enet_waiting_t;

/* A reliable number was missing from one moment until just before the other; 0 = still is. */
typedef struct {
    enet_moment_t since;
    enet_moment_t until;
} enet_hole_t;

typedef struct {
    uint32_t reliable_high;     /* extended */
    uint32_t unreliable_seq;    /* reliable number under which the following counts */
    uint32_t unreliable_high;
    bool     reliable_known;
    bool     unreliable_known;
    enet_numbering_t unreliable;
    uint32_t complete;          /* all reliable numbers up to this one came, */
    bool     given_up;          /* ... or were no longer waited for */
    enet_waiting_t *waiting;    /* messages that came behind a gap */
    unsigned waiting_count;
    nstime_t rtt;               /* the latest round trip of its reliable commands; 0 = none yet */
    uint32_t reliable_cuts;     /* of the sender's cuts, how many this counter has got over */
    uint32_t unreliable_cuts;
    wmem_array_t *holes;        /* of enet_hole_t, in their order; NULL = none */
    enet_moment_t lost;         /* since when a reliable number is missing for good, or 0 */
    enet_moment_t in_order_until;   /* of the latest reliable command before which none was ever late */
    enet_moment_t whole_until;  /* of the latest one before which none is missing */
    nstime_t whole_time;
} enet_channel_t;

/* Unreliable messages of one end that are not in the capture. */
typedef struct {
    uint32_t unsent;            /* dropped by its own throttle */
    uint32_t lost;              /* the others */
} enet_missing_t;

/* What one end has sent; the maps live in wmem_file_scope(). */
typedef struct {
    wmem_map_t     *sent;       /* key -> enet_sent_t */
    wmem_map_t     *channels;   /* channel id -> enet_channel_t */
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
    enet_missing_t  missing;
    unsigned        waiting;    /* messages behind a gap, on all channels */
    uint32_t        bytes_in_flight;
    uint32_t        commands;   /* without those of the handshake */
} enet_sender_t;

/** Make a zeroed sender one that has sent nothing. */
void enet_sender_init(enet_sender_t *sender);

/** @return what the sender did on a channel; made when it is new, never NULL */
enet_channel_t *enet_sender_channel(enet_sender_t *sender, unsigned id);

/** @return the extended number nearest to another one that has these low 16 bits */
uint32_t enet_extend(uint32_t near_to, uint16_t number);

/** @return the key of a command; number is the extended one, detail has 21 bits */
uint64_t enet_sent_key(enet_sent_kind_t kind, unsigned channel, uint32_t number, uint32_t detail);

/** @return the extended number in the key of a command */
uint32_t enet_sent_number(const enet_sent_t *sent);

/** @return the command of that key, or NULL if it was not seen */
enet_sent_t *enet_find_sent(const enet_sender_t *sender, uint64_t key);

/** @return the reliable command nearest to the newest of its channel, or NULL if it was not seen */
enet_sent_t *enet_find_reliable(const enet_sender_t *sender, unsigned channel, uint16_t seq);

/** Have a channel know how far its reliable commands have come without a gap. */
void enet_channel_go_on(const enet_sender_t *sender, unsigned id, enet_channel_t *channel);

/** Remember that a reliable command which was not seen has come to its receiver. */
void enet_note_unseen(enet_sender_t *sender, const packet_info *pinfo, unsigned channel, uint16_t seq);

/** Remember a command first seen in this frame, with that many bytes of data. */
enet_sent_t *enet_new_sent(enet_sender_t *sender, uint64_t key, const packet_info *pinfo,
                           uint32_t length);

/** @return the transmission of a reliable command in a datagram of that sent time, or NULL */
enet_transmission_t *enet_find_transmission(const enet_sent_t *sent, uint16_t sent_time);

/** Remember that this frame carries a reliable command. */
enet_transmission_t *enet_new_transmission(enet_sent_t *sent, const packet_info *pinfo,
                                           uint16_t sent_time);

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
