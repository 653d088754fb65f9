/* enet/record.h
 * What are statistics told of a datagram?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_RECORD_H
#define ENET_RECORD_H

#include "enet/datagram.h"

/* One datagram, as the tap "enet" and whoever counts frames get it. Lives in pinfo->pool. */
typedef struct _enet_record {
    const enet_connection_t   *connection;
    enet_direction_t           direction;
    tvbuff_t                  *tvb;         /* the datagram */
    bool                       compressed;
    unsigned                   head;        /* bytes of header and checksum */
    unsigned                   block;       /* bytes of all commands, uncompressed; 0: none could be read */
    unsigned                   count;
    const enet_command_t      *commands;
    const enet_event_t        *events;      /* one per command */
    const void               **messages;    /* per command: what the dissector that took the message it has, or
                                               completes, says of that; NULL: nothing */
    wmem_list_t              **experts;     /* per command, and one at least: const expert_field * */
} enet_record_t;

/** A record of the datagram, without messages yet; NULL if nobody listens. */
enet_record_t *enet_record_new(const enet_datagram_t *datagram);

/** From now on expert items are those of this command. record may be NULL. */
void enet_record_command(packet_info *pinfo, const enet_record_t *record, unsigned index);

/** Tell the tap of it. record may be NULL. */
void enet_record_queue(packet_info *pinfo, const enet_record_t *record);

/** The records of a frame that was dissected just now, in their order; NULL: none. enet_record_t */
const wmem_list_t *enet_records_of_frame(packet_info *pinfo);

/** Register the tap "enet"; proto is ENet's. */
void enet_record_register(int proto);

/** Find the tap of whoever counts frames. */
void enet_record_handoff(void);

#endif /* ENET_RECORD_H */

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
