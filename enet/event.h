/* enet/event.h
 * What is known of an ENet command beyond its bytes?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* Flags of a command that only the analysis of its whole connection can tell. */
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
    ENET_EVENT_INCOMPLETE         = 1 << 10,    /* a command of its channel before it never came */
    ENET_EVENT_COMPLETES          = 1 << 11,    /* the last fragment of its message to arrive */
    ENET_EVENT_SKEW               = 1 << 13,    /* its acknowledgement was captured before it, the first of the connection */
    ENET_EVENT_EXPLAINS           = 1 << 12     /* it proves that the throttle dropped messages of its sender */
};

/* When the message of a command was delivered that came before a smaller number of its channel. */
typedef struct {
    uint32_t frame;             /* the frame that closed the gap; 0 = none (yet) */
    uint32_t position;          /* position of the delivery in that frame */
    nstime_t waited;
    bool     assumed;           /* the gap did not close, but the wait is over */
    bool     at_once;           /* a command of its own datagram closes the gap, so it does not wait */
} enet_delivery_t;

/* Results of the analysis that few commands have. */
typedef struct {
    uint32_t             count;         /* number of transmissions before this one */
    uint32_t             first_frame;   /* frame of the first transmission */
    nstime_t             since_first;
    const enet_event_t  *first;         /* for a retransmission: the first transmission, ... */
    const enet_event_t  *before;        /* ... the one before this, if an acknowledgement names it, ... */
    uint32_t             before_frame;  /* ... and its frame */
    const enet_event_t  *original;      /* for a reliable command in a doubled datagram: its transmission */
    int64_t              skew;          /* ns by which its acknowledgement was captured before it */
    const enet_gap_t    *gap;           /* the messages that are missing before this one; NULL = none */
    enet_delivery_t     *delivery;      /* NULL: the message was delivered by its own command */
} enet_remark_t;

/* The results for one command. Small, because every command keeps one with its frame. */
struct _enet_event {
    enet_remark_t *remark;              /* NULL = none */
    int64_t        ack_rtt;             /* round trip, ns, if "acks" is set */
    int64_t        ack_rtt_before;      /* the round trip on that channel before this one; 0 = none */
    union {
        uint32_t   acks;                /* frame of the transmission that this command acknowledges; 0 = none */
        uint32_t   fragments;           /* for a fragment: number of its message (enet/sequence.c) */
    };
    uint32_t       missing;             /* how many numbers of its counter are missing before this one */
    uint32_t       acked_frame;         /* for a reliable command: the frame that acknowledged this transmission; ... */
    uint32_t       any_acked_frame;     /* ... for its first transmission: the first such frame; 0 = none */
    uint32_t       bytes_in_flight;     /* bytes in flight after this command; reliable data only */
    uint16_t       flags;
};

/** Returns the remark of an event, to be filled in. Makes one if there is none. */
static inline enet_remark_t *
enet_event_remark(enet_event_t *event)
{
    if (!event->remark)
        event->remark = wmem_new0(wmem_file_scope(), enet_remark_t);
    return event->remark;
}

/** Returns an interval of that many nanoseconds. */
static inline nstime_t
enet_nanoseconds(int64_t count)
{
    return (nstime_t) { .secs = count / 1000000000, .nsecs = (int)(count % 1000000000) };
}

/**
 * Tells whether an acknowledgement gives a round trip. It does not if it was captured before what it answers: then the
 * two directions were captured with different clocks, or the frames are in another order.
 */
static inline bool
enet_event_has_rtt(const enet_event_t *event)
{
    return event->acks && event->ack_rtt >= 0;
}

/** Returns how often the command was transmitted before. */
static inline uint32_t
enet_event_count(const enet_event_t *event)
{
    return event->remark ? event->remark->count : 0;
}

/**
 * Tells whether the transmission before this retransmission was lost, or its acknowledgement: the receiver acknowledged
 * another transmission of the command, but not that one. An acknowledgement names the transmission that it answers
 * (docs/wire/enet.md, 4.4).
 *
 * @return the frame of the transmission before; 0 = no, or not known (yet)
 */
static inline uint32_t
enet_event_lost_before(const enet_event_t *event)
{
    const enet_remark_t *remark = event->remark;

    return remark && remark->before && !remark->before->acked_frame && remark->first->any_acked_frame ? remark->before_frame : 0;
}

/** Returns the delivery of a message that its own command did not deliver, else NULL. */
static inline const enet_delivery_t *
enet_event_delivery(const enet_event_t *event)
{
    return event->remark ? event->remark->delivery : NULL;
}

/** Returns the delivery of a message that had to wait for another datagram, else NULL. */
static inline const enet_delivery_t *
enet_event_wait(const enet_event_t *event)
{
    const enet_delivery_t *delivery = enet_event_delivery(event);

    return delivery && !delivery->at_once ? delivery : NULL;
}

/**
 * Returns the beginning of the command's row: "[Retransmission] ", "[Gap 3] ", or "" if nothing happened to it. Only
 * later passes may know whether the throttle made a gap.
 */
const char *enet_event_mark(wmem_allocator_t *pool, const enet_event_t *event);

/** Tells whether the message of this command was handed on before. */
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
