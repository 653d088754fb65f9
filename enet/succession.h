/* enet/succession.h
 * Is a datagram still of the connection that its header names, or of another one after it?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_SUCCESSION_H
#define ENET_SUCCESSION_H

#include "enet/connection.h"

/*
 * A header names a peer's slot, of which most are 0: the next game on the same addresses and ports has the same header. If its
 * CONNECT was not captured, only contradictions tell it apart: clocks, numbers, silence (docs/wire/enet.md, 3.2).
 */
typedef enum {
    ENET_GOES_ON,
    ENET_MAY_GO_ON,     /* nothing proves it, after an end or a long silence */
    ENET_IS_ANOTHER     /* a contradiction */
} enet_succession_t;

/** First pass: what the commands of a datagram tell, as far as its block was read under that connection. */
enet_succession_t enet_succession_of(const enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
                                     const enet_header_t *header, const enet_command_t *commands, unsigned count);

/** First pass: the datagram is one of its connection: remember the clocks. */
void enet_succession_note(enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo, const enet_header_t *header);

#endif /* ENET_SUCCESSION_H */

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
