/* enet/analysis.h
 * What happened to an ENet command? Acknowledgements, retransmissions, gaps.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_ANALYSIS_H
#define ENET_ANALYSIS_H

#include "enet/connection.h"

/* One datagram that carried a reliable command. */
typedef struct _enet_transmission {
    struct _enet_transmission *earlier;
    uint32_t frame;
    uint32_t acked_frame;       /* 0 = no acknowledgement seen (yet) */
    uint16_t sent_time;
    nstime_t time;
} enet_transmission_t;

/* A command that the sender numbered, however often it was seen. */
typedef struct _enet_sent enet_sent_t;

/* The fragments of one message, told apart from those of all others in the capture. */
typedef struct {
    uint32_t id;
    uint32_t count;
    uint32_t total;
} enet_fragments_t;

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
    ENET_EVENT_THROTTLED          = 1 << 9,
    ENET_EVENT_OVERSIZED          = 1 << 10,    /* unreliable data sent as reliable fragments */
    ENET_EVENT_WINDOW_FULL        = 1 << 11
};

typedef struct {
    unsigned             flags;
    uint32_t             count;             /* of transmissions before this one */
    uint32_t             gap;               /* numbers missing before this one */
    uint32_t             bytes_in_flight;   /* after this one; reliable data only */
    uint32_t             first_frame;       /* of the first transmission */
    nstime_t             since_first;
    nstime_t             ack_rtt;
    enet_transmission_t *transmission;      /* this one, of a reliable command */
    enet_transmission_t *acks;              /* the one that this command acknowledges */
    enet_fragments_t    *fragments;
    const uint32_t      *acked_frame;       /* of a reliable command: that acknowledged any of its
                                               transmissions first; 0 = none yet */
} enet_event_t;

/** Register the fields enet.analysis.* under ENet's protocol. */
void enet_analysis_register(int proto);

/** Does an ACKNOWLEDGE sent in that direction answer a command of the connection? */
bool enet_analysis_proves(const enet_connection_t *connection, enet_direction_t direction,
                          const enet_command_t *acknowledge);

/**
 * First pass only: follow the commands of one datagram.
 *
 * @param events one per command, zeroed by the caller, to be kept with the frame
 */
void enet_analyse(enet_connection_t *connection, enet_direction_t direction,
                  const packet_info *pinfo, const enet_header_t *header,
                  const enet_command_t *commands, unsigned count, enet_event_t *events);

/** Was the message of this command handed on before? */
bool enet_event_is_repeat(const enet_event_t *event);

/** Show what is known of one command, below its item. */
void enet_show_analysis(const enet_command_t *command, const enet_event_t *event, tvbuff_t *tvb,
                        packet_info *pinfo, proto_tree *tree, proto_item *item);

/** Show the round trip of the handshake, from its last datagram on. */
void enet_show_initial_rtt(const enet_connection_t *connection, tvbuff_t *tvb,
                           const packet_info *pinfo, proto_tree *tree);

#endif /* ENET_ANALYSIS_H */

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
