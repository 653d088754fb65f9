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

/* What only a look at the whole connection could tell of a command; pinned to its frame. */
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
    ENET_EVENT_INCOMPLETE         = 1 << 10     /* something of its channel never came before it */
};

/* Of a message that came behind a gap. */
typedef struct {
    uint32_t frame;             /* with which the gap closed; 0 = not (yet) */
    uint32_t position;          /* of the delivery in that frame */
    nstime_t waited;
    bool     assumed;           /* the gap did not close, but nothing waits longer */
} enet_delivery_t;

typedef struct {
    unsigned             flags;
    uint32_t             count;             /* of transmissions before this one */
    enet_gap_t           gap;               /* numbers missing before this one */
    const enet_missing_t *missing;          /* of an unreliable message: all of its sender's, as far
                                               as known */
    uint32_t             needed;            /* the reliable number up to which all of its channel
                                               must come before its message is delivered */
    enet_delivery_t     *delivery;          /* NULL if all had */
    uint32_t             bytes_in_flight;   /* after this one; reliable data only */
    uint32_t             first_frame;       /* of the first transmission */
    nstime_t             since_first;
    nstime_t             ack_rtt;
    nstime_t             ack_rtt_before;    /* the round trip before it on that channel; 0 = none */
    enet_transmission_t *transmission;      /* this one, of a reliable command */
    enet_transmission_t *acks;              /* the one that this command acknowledges */
    enet_fragments_t    *fragments;
    const uint32_t      *acked_frame;       /* of a reliable command: that acknowledged any of its
                                               transmissions first; 0 = none yet */
} enet_event_t;

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
