/* ports/ports.h
 * Ports that belong to other dissectors: how are they taken over, and given back?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * A handle that takes the place of a port's owner, and hands on to the owner what is not its own. The preferences and
 * Wireshark's list of enabled protocols say which ports are taken; this is settled before each file is read. Decode As
 * overrides it. The ports that it takes do not appear among the user's entries of Decode As.
 */
typedef struct {
    const char         *table;      /* "tcp.port" or "udp.port" */
    range_t *const     *wanted;     /* the preference with the ports */
    int                 proto;      /* the ports are taken only while this protocol is enabled */
    dissector_handle_t  handle;

    range_t    *taken;              /* from here on for ports.c only */
    wmem_map_t *owners;
} ports_crossroads_t;

/** Registers a crossroads. If two want a port, the first one gets it. @param crossroads must not be moved */
void ports_register(ports_crossroads_t *crossroads);

/** Returns the dissector that the port would have without us; NULL: none. */
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
