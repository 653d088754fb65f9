/* debugger/packet-godot-debugger.h
 * Which preferences does the remote debugger have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_DEBUGGER_H
#define PACKET_GODOT_DEBUGGER_H

#include "ws_compat.h"

/** Registers the preferences godot.debug.*; module is that of the protocol "godot". */
void godot_debug_register_preferences(module_t *module);

void proto_register_godot_debug(void);
void proto_reg_handoff_godot_debug(void);

#endif /* PACKET_GODOT_DEBUGGER_H */

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
