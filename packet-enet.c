/* packet-enet.c
 * Routines for ENet
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ws_compat.h"

void proto_register_enet(void);
void proto_reg_handoff_enet(void);

static int proto_enet = -1;

void
proto_register_enet(void)
{
    proto_enet = proto_register_protocol("ENet reliable UDP", "ENet", "enet");
    
}

void
proto_reg_handoff_enet(void)
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
