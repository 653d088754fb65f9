/* enet/succession.h
 * Does a datagram belong to the connection that its header names, or to another one after it?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * A header names a peer's slot, which is 0 for most: the next game on the same addresses and ports has the same header.
 * If its CONNECT was not captured, only contradictions show it: clocks, numbers, silence (docs/wire/enet.md, 3.2).
 */
typedef enum {
    ENET_GOES_ON,
    ENET_MAY_GO_ON,     /* after an end or a long silence nothing proves that it goes on */
    ENET_IS_ANOTHER     /* something contradicts */
} enet_succession_t;

/** First pass: judges a datagram by its commands: those that could be read as commands of that connection. */
enet_succession_t enet_succession_of(const enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
                                     const enet_header_t *header, const enet_command_t *commands, unsigned count);

/** First pass: remembers the clocks of a datagram that belongs to its connection. */
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
