/* streams/websocket-ports.h
 * Which TCP ports does the user say are those of WebSocket multiplayer?
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

/** Register the preference in the module. */
void godot_websocket_register_preferences(module_t *module);

/** Is it a port that the preference names as a server's? */
bool godot_websocket_is_server_port(uint32_t port);

/** Register what takes streams at these ports, as WebSockets even without their handshake. @param proto its protocol */
void godot_websocket_ports_register(int proto);
/** When all dissectors are there. */
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
