/* enet-connection.h
 * Which ENet connection is a datagram part of, and which way does it go?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_CONNECTION_H
#define ENET_CONNECTION_H

#include "ws_compat.h"

/* Who sent it. Where the handshake was not captured, "initiator" is a guess:
 * the end whose peers' slot number is the higher one (a Godot client's host has slot 0 only). */
typedef enum {
    ENET_FROM_INITIATOR,
    ENET_FROM_RESPONDER
} enet_direction_t;

#define ENET_PEER_UNKNOWN 0xFFF     /* "not assigned yet", also on the wire */

/* One end of a connection, indexed by the direction of what it sends. */
typedef struct {
    address  addr;
    uint32_t port;
    uint16_t slot;              /* its own peer slot: the header peer id of what it receives */
    uint8_t  session;           /* session id in the header of what it receives */
    uint8_t  compression;       /* mode seen in what it sends; 0 = none yet */
} enet_end_t;

/* What is known of a connection. Lives in wmem_file_scope(). */
typedef struct _enet_connection {
    uint32_t   stream;          /* enet.stream: index in the capture, from 0 */
    enet_end_t end[2];          /* indexed by enet_direction_t */
    bool       has_connect;     /* a CONNECT was captured: the fields below are known */
    uint32_t   connect_id;      /* opaque, wire order read as big-endian */
    uint32_t   connect_data;    /* Godot: the initiator's unique peer id (both generations) */
    uint32_t   channels;        /* of CONNECT: 3 by default in Godot 3, 255 in Godot 4 */
    uint32_t   mtu;             /* agreed on by VERIFY_CONNECT, else CONNECT's; 0 = unknown */
    uint32_t   window;          /* likewise */
    uint32_t   connect_frame;   /* frame of the first CONNECT; 0 = not captured */
    uint32_t   verify_frame;    /* frame of the first VERIFY_CONNECT */
    uint32_t   end_frame;       /* frame of the DISCONNECT that ended it; 0 = open */
    uint32_t   first_frame;     /* first datagram of this connection */
    struct _enet_analysis *analysis;    /* owned by enet-analysis.c */
    void      *payload_state;   /* owned by the payload dissector that accepted the connection's messages */
} enet_connection_t;

#endif /* ENET_CONNECTION_H */

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
