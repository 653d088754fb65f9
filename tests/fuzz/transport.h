/* transport.h
 * Which packets carry the records of an input?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_TRANSPORT_H
#define FUZZ_TRANSPORT_H

#include "records.h"

/* Flags of a record. */
enum {
    RECORD_FROM_SERVER = 0x01,
    RECORD_TWICE = 0x02,        /* the packet comes twice */
    RECORD_LOST = 0x04,         /* sent, but not captured */
    RECORD_CUT = 0x08,          /* only the first half was captured */
    RECORD_REFUSED = RECORD_LOST | RECORD_CUT,  /* a datagram that only an ICMP error quotes */
    RECORD_OWN = 0xF0           /* for the target to use */
};

/* The ends of a datagram. */
enum {
    RECORD_PAIR = 0xC0,
    PAIR_OTHER_CLIENT = 0x40,   /* and the server */
    PAIR_CLIENTS = 0x80,        /* the client and the other one, which is the server here */
    PAIR_OTHER_PORT = 0xC0      /* the client and the server again */
};

/* Options of an input: the low bits are the session's. */
enum {
    OPTION_WAYS = 0x43,
    OPTION_LATE = 0x04,         /* the capture begins within the connection */
    OPTION_IPV6 = 0x20,
    OPTION_OWN = 0x98
};

/** Disables all other heuristics for packets on unknown ports. */
void transport_open(void);

/** Begins a new connection. Its ends have addresses that no earlier input had. */
void transport_begin(uint16_t server_port, uint8_t options);

void transport_datagram(const record_t *record);

/** Sends SYN, SYN and ACK, ACK. */
void transport_handshake(void);
void transport_segment(const record_t *record);

#endif /* FUZZ_TRANSPORT_H */

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
