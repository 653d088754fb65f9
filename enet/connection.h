/* enet/connection.h
 * Which ENet connection is a datagram part of, and which way does it go?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_CONNECTION_H
#define ENET_CONNECTION_H

#include "enet/commands.h"
#include "ws_compat.h"

#define ENET_SESSION_UNKNOWN 0xFF

/*
 * Who sent a datagram. If the handshake was not captured this is a guess: the initiator is the end that sends to a slot
 * other than 0, else the one with the higher port.
 */
typedef enum {
    ENET_FROM_INITIATOR,
    ENET_FROM_RESPONDER
} enet_direction_t;

#define ENET_REVERSE(direction) \
    ((direction) == ENET_FROM_INITIATOR ? ENET_FROM_RESPONDER : ENET_FROM_INITIATOR)

/* One end of a connection, indexed by the direction of what it sends. */
typedef struct {
    address  addr;
    uint32_t port;
    uint16_t slot;              /* its own peer slot: the header peer id of what it receives;
                                   ENET_PEER_UNKNOWN until known */
    uint8_t  session;           /* session id in the header of what it receives, or unknown */
    uint8_t  compression;       /* enet_compression_t seen in what it sends; 0 = none yet */
} enet_end_t;

/* Says whether a header may still name the connection. */
typedef enum {
    ENET_CONNECTION_NAMED,
    ENET_CONNECTION_DOUBTED,    /* a datagram came that may be of another connection */
    ENET_CONNECTION_SUCCEEDED,  /* another connection has taken its addresses and slots */
    ENET_CONNECTION_WITHDRAWN   /* taken for a connection, but part of an older one */
} enet_naming_t;

/* What is known of a connection. Lives in wmem_file_scope(); learned in the first pass. */
typedef struct _enet_connection {
    uint32_t   stream;          /* enet.stream: index in the capture, from 0 */
    enet_end_t end[2];          /* indexed by enet_direction_t */
    bool       has_connect;     /* a CONNECT was captured: its fields below are known */
    bool       has_connect_id;  /* its connect id is known, from CONNECT or VERIFY_CONNECT */
    bool       heard_initiator; /* first pass: something that the initiator sent was captured */
    bool       skewed;          /* an answer was captured before what it answers */
    bool       kept_for_connect;    /* first pass: messages of the responder wait for the CONNECT */
    bool       checksum;        /* its datagrams carry a CRC-32 */
    uint32_t   connect_id;      /* opaque, wire order read as big-endian */
    uint32_t   connect_data;    /* Godot: the initiator's unique peer id (both generations); 0 without a CONNECT */
    uint32_t   mtu;             /* the value of VERIFY_CONNECT, else that of CONNECT; 0 = unknown */
    uint32_t   window;          /* likewise */
    uint32_t   verify_frame;    /* frame of the first VERIFY_CONNECT */
    nstime_t   verify_time;
    uint32_t   end_frame;       /* frame of the first DISCONNECT; 0 = open */
    enet_naming_t naming;       /* first pass */
    nstime_t   latest_time;     /* first pass: time of its latest datagram */
    uint32_t   first_frame;     /* first datagram of this connection */
    struct _enet_connection *older;     /* previous connection between the same addresses and ports */
    struct _enet_connection *after;     /* first pass: the connection that it succeeds, or may be a part of; or NULL */
    struct _enet_connection *earlier;   /* connection before it with the same initiator's address and connect_data */
    struct _enet_pair *pair;
    struct _enet_analysis *analysis;    /* owned by enet/analysis.c */
    heur_dtbl_entry_t *taker;   /* the dissector that took the latest message; NULL = none yet */
    void      *payload_state;   /* owned by the dissector that takes the connection's messages */
} enet_connection_t;

/* A function that tells whether an ACKNOWLEDGE, sent in that direction, answers a command of the connection. */
typedef bool (*enet_proof_t)(const enet_connection_t *connection, enet_direction_t direction,
                             const enet_command_t *acknowledge);

/** Registers the protocol under which conversations keep their connections. */
void enet_connections_register(int proto);

/* All connections between two address/port pairs. */
typedef struct _enet_pair enet_pair_t;

/** Returns the pair of the packet's addresses and ports; never NULL. */
enet_pair_t *enet_pair_of_packet(packet_info *pinfo);

/**
 * Finds the known connection that a datagram's header names, before its commands can be read.
 *
 * @param direction set if a connection is returned
 * @return NULL if the header alone does not tell
 */
enet_connection_t *enet_connection_of_header(const enet_pair_t *pair, const packet_info *pinfo,
                                             const enet_header_t *header, enet_direction_t *direction);

/**
 * First pass only: finds the connection of a datagram, or makes a new one, and learns from its handshake commands
 * (docs/wire/enet.md, 3.2).
 *
 * @param proves tells which half of a connection an acknowledgement joins to which
 * @return never NULL
 */
enet_connection_t *enet_connection_assign(enet_pair_t *pair, const packet_info *pinfo,
                                          const enet_header_t *header,
                                          const enet_command_t *commands, unsigned count,
                                          enet_proof_t proves, enet_direction_t *direction);

/**
 * First pass: tells whether the answer to the CONNECT was captured and the CONNECT may still come. This happens if two
 * machines captured the two directions. Until the CONNECT comes, the peers are unknown.
 */
bool enet_connection_awaits_connect(const enet_connection_t *connection, const packet_info *pinfo);

/** Returns the number of connections seen so far; their streams are 0 to this number less 1. */
uint32_t enet_connection_count(void);

/** Returns the connection of a stream that was seen. */
enet_connection_t *enet_connection_of_stream(uint32_t stream);

/**
 * Returns the latest connection so far whose CONNECT has the same data and came from the same address, from any port:
 * the member .earlier leads to the others. NULL if there is none.
 */
const enet_connection_t *enet_connection_newest_of_caller(const enet_connection_t *connection);

/** Returns the latest connection so far between the same addresses and ports: the member .older leads to the others. */
const enet_connection_t *enet_connection_newest_of_pair(const enet_connection_t *connection);

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
