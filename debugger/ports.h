/* debugger/ports.h
 * Who had a TCP port before the remote debugger?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_PORTS_H
#define DEBUGGER_PORTS_H

#include "ws_compat.h"

/** Make the handle that of these ports in the table tcp.port, and give back those taken earlier. */
void godot_debug_ports_take(const range_t *ports, dissector_handle_t handle);

/** Whose the port would be without us; NULL: nobody's. */
dissector_handle_t godot_debug_port_owner(uint32_t port);

/** Once, at registration. */
void godot_debug_ports_register(void);

#endif /* DEBUGGER_PORTS_H */

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
