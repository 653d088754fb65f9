/* streams/websocket-ports.h
 * On which TCP ports does the user say that there are WebSockets with multiplayer?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_WEBSOCKET_PORTS_H
#define STREAMS_WEBSOCKET_PORTS_H

#include "ws_compat.h"

/** Registers the preference in the module. */
void godot_websocket_register_preferences(module_t *module);

/** Tells whether the preference names this port as a server's. */
bool godot_websocket_is_server_port(uint32_t port);

/**
 * Registers the dissector of these ports. It takes streams as WebSockets, also without their handshake.
 *
 * @param proto its protocol
 */
void godot_websocket_ports_register(int proto);
/** To be called when all dissectors are registered. */
void godot_websocket_ports_handoff(void);

#endif /* STREAMS_WEBSOCKET_PORTS_H */

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
