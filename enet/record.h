/* enet/record.h
 * What does a datagram tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* One datagram, for the listeners of the tap "enet" and of the tap that counts frames. Lives in pinfo->pool. */
typedef struct _enet_record {
    const enet_connection_t   *connection;
    enet_direction_t           direction;
    tvbuff_t                  *tvb;         /* the datagram */
    bool                       compressed;
    unsigned                   head;        /* length of header and checksum */
    unsigned                   block;       /* length of all commands, uncompressed; 0: none could be read */
    unsigned                   count;
    const enet_command_t      *commands;
    const enet_event_t        *events;      /* one for each command */
    const void               **messages;    /* for each command: the record that the dissector of its message made;
                                             * NULL: none */
    wmem_list_t              **experts;     /* a list of const expert_field * for each command (and at least one
                                             * list); NULL: not wanted */
} enet_record_t;

/** Makes a record of the datagram, without messages yet. Returns NULL if no tap listens. */
enet_record_t *enet_record_new(const enet_datagram_t *datagram);

/** Expert items that follow belong to this command. record may be NULL. */
void enet_record_command(packet_info *pinfo, const enet_record_t *record, unsigned index);

/** Completes the datagram's record, if it has one. */
void enet_record_end(const enet_datagram_t *datagram);

/** Returns the records (enet_record_t) of the frame that was dissected just now, in their order; NULL: none. */
const wmem_list_t *enet_records_of_frame(packet_info *pinfo);

/** Registers the tap "enet"; proto is ENet's. */
void enet_record_register(int proto);

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
