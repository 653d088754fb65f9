/* enet/event.h
 * What is known of an ENet command beyond its bytes?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_EVENT_H
#define ENET_EVENT_H

#include "enet/sent.h"

/* What only a look at the whole connection could tell of a command. */
enum {
    ENET_EVENT_RETRANSMISSION     = 1 << 0,
    ENET_EVENT_SPURIOUS           = 1 << 1,     /* its acknowledgement was already seen */
    ENET_EVENT_DUPLICATE          = 1 << 2,     /* the network doubled the datagram */
    ENET_EVENT_OUT_OF_ORDER       = 1 << 3,
    ENET_EVENT_ACK_UNSEEN         = 1 << 4,     /* acknowledges what is not in the capture */
    ENET_EVENT_CONNECT_UNANSWERED = 1 << 5,
    ENET_EVENT_COMPRESSION        = 1 << 6,     /* the two sides' compression may differ */
    ENET_EVENT_REFUSED            = 1 << 7,
    ENET_EVENT_CHAIN              = 1 << 8,     /* many retransmissions: a timeout is near */
    ENET_EVENT_WINDOW_FULL        = 1 << 9,
    ENET_EVENT_INCOMPLETE         = 1 << 10,    /* something of its channel never came before it */
    ENET_EVENT_COMPLETES          = 1 << 11,    /* the last fragment of its message to arrive */
    ENET_EVENT_SKEW               = 1 << 13,    /* its acknowledgement was captured before it, the first of the connection */
    ENET_EVENT_EXPLAINS           = 1 << 12     /* messages of its sender prove to be dropped by the throttle */
};

/* Of a message that came behind a gap. */
typedef struct {
    uint32_t frame;             /* with which the gap closed; 0 = not (yet) */
    uint32_t position;          /* of the delivery in that frame */
    nstime_t waited;
    bool     assumed;           /* the gap did not close, but nothing waits longer */
} enet_delivery_t;

/* What is to be told of few commands. */
typedef struct {
    uint32_t             count;         /* of transmissions before this one */
    uint32_t             first_frame;   /* of the first transmission */
    nstime_t             since_first;
    const enet_event_t  *first;         /* of a retransmission: the first transmission ... */
    const enet_event_t  *before;        /* ... and the one before this, if an acknowledgement names it ... */
    uint32_t             before_frame;  /* ... and its frame */
    const enet_event_t  *original;      /* of a reliable command in a doubled datagram: of its transmission */
    int64_t              skew;          /* ns from its acknowledgement to it, if that was captured before */
    const enet_gap_t    *gap;           /* of messages that are missing before this one; NULL if none is */
    enet_delivery_t     *delivery;      /* NULL if all that must come before had come */
} enet_remark_t;

/* Kept with the frame, for each command: so it is small. */
struct _enet_event {
    enet_remark_t *remark;              /* NULL if there is none */
    int64_t        ack_rtt;             /* ns, if "acks" is set */
    int64_t        ack_rtt_before;      /* the round trip before it on that channel; 0 = none */
    union {
        uint32_t   acks;                /* frame of the transmission that this command acknowledges; 0 = none */
        uint32_t   fragments;           /* of a fragment: number of its message (enet/sequence.c) */
    };
    uint32_t       missing;             /* numbers of its counter before this one */
    uint32_t       acked_frame;         /* of a reliable command: that acknowledged this transmission ... */
    uint32_t       any_acked_frame;     /* ... and of a first one: any transmission first; 0 = none yet */
    uint32_t       bytes_in_flight;     /* after this one; reliable data only */
    uint16_t       flags;
};

/** @return the remark of an event, to be filled in; made if there is none */
static inline enet_remark_t *
enet_event_remark(enet_event_t *event)
{
    if (!event->remark)
        event->remark = wmem_new0(wmem_file_scope(), enet_remark_t);
    return event->remark;
}

/** @return an interval of that many nanoseconds */
static inline nstime_t
enet_nanoseconds(int64_t count)
{
    return (nstime_t) { .secs = count / 1000000000, .nsecs = (int)(count % 1000000000) };
}

/**
 * Does an acknowledgement tell a round trip? One that was captured before what it answers does not: then the clocks of
 * those who captured the two directions differ, or the frames are in another order.
 */
static inline bool
enet_event_has_rtt(const enet_event_t *event)
{
    return event->acks && event->ack_rtt >= 0;
}

/** @return how often the command was transmitted before */
static inline uint32_t
enet_event_count(const enet_event_t *event)
{
    return event->remark ? event->remark->count : 0;
}

/**
 * Of a retransmission: did the receiver acknowledge another transmission of the command, but not the one before this? An
 * acknowledgement names the transmission that it answers (docs/wire/enet.md, 4.4): so that one, or its acknowledgement, was lost.
 *
 * @return the frame of the transmission before; 0 = no, or not known (yet)
 */
static inline uint32_t
enet_event_lost_before(const enet_event_t *event)
{
    const enet_remark_t *remark = event->remark;

    return remark && remark->before && !remark->before->acked_frame && remark->first->any_acked_frame ? remark->before_frame : 0;
}

/** @return of a message that had to wait; else NULL */
static inline const enet_delivery_t *
enet_event_delivery(const enet_event_t *event)
{
    return event->remark ? event->remark->delivery : NULL;
}

/**
 * "[Retransmission] ", "[Gap 3] "; "" of a command to which nothing happened. Whether a gap is the throttle's doing may
 * be known in later passes only.
 */
const char *enet_event_mark(wmem_allocator_t *pool, const enet_event_t *event);

/** Was the message of this command handed on before? */
static inline bool
enet_event_is_repeat(const enet_event_t *event)
{
    return (event->flags & (ENET_EVENT_RETRANSMISSION | ENET_EVENT_DUPLICATE)) != 0;
}

#endif /* ENET_EVENT_H */

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
