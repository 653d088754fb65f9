/* packet-godot-multiplayer.c
 * Routines for Godot's high-level multiplayer
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ws_compat.h"
#include "packet-godot-variant.h"

void proto_register_godot(void);
void proto_reg_handoff_godot(void);

static int proto_godot = -1;

void
proto_register_godot(void)
{
    proto_godot = proto_register_protocol("Godot Multiplayer", "Godot", "godot");
    
}

void
proto_reg_handoff_godot(void)
{
}

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
