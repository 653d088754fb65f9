/* ports/ports.h
 * Ports that other dissectors have, too: how are they taken, and given back?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PORTS_PORTS_H
#define PORTS_PORTS_H

#include "ws_compat.h"

/*
 * A crossroads: a handle that stands at ports in place of their owner, and hands on to it what is not its own.
 * Which ports are taken is settled before each file is read, as preferences and Wireshark's list of enabled protocols
 * are by then. What Decode As says of a port is stronger, and nothing becomes an entry of Decode As.
 */
typedef struct {
    const char         *table;      /* "tcp.port" or "udp.port" */
    range_t *const     *wanted;     /* the preference */
    int                 proto;      /* while it is disabled, no port is taken */
    dissector_handle_t  handle;

    range_t    *taken;              /* the rest is for ports.c */
    wmem_map_t *owners;
} ports_crossroads_t;

/** At registration. Where two want a port, who came first has it. @param crossroads stays where it is */
void ports_register(ports_crossroads_t *crossroads);

/** Whose the port would be without us; NULL: nobody's. */
dissector_handle_t ports_owner(const ports_crossroads_t *crossroads, uint32_t port);

#endif /* PORTS_PORTS_H */

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
