/* enet/message.c
 * Which message does ENet hand on at the moment?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/message.h"

/* Whoever sets it sets it back. */
static const enet_message_t *handed_on;

const enet_message_t *
enet_message_hand_on(const enet_message_t *message)
{
    const enet_message_t *before = handed_on;

    handed_on = message;
    return before;
}

bool
enet_message_is_handed_on(const void *data)
{
    return data && handed_on == data;
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
