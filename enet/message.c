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

/* Key of the message among the data that a frame has while it is dissected. */
#define HANDED_ON_KEY 2

static int proto_enet = -1;

static const enet_message_t **
get_handed_on(packet_info *pinfo)
{
    return (const enet_message_t **)p_get_proto_data(pinfo->pool, pinfo, proto_enet, HANDED_ON_KEY);
}

const enet_message_t *
enet_message_hand_on(packet_info *pinfo, const enet_message_t *message)
{
    const enet_message_t **handed_on = get_handed_on(pinfo), *before;

    if (!handed_on) {
        handed_on = wmem_new0(pinfo->pool, const enet_message_t *);
        p_add_proto_data(pinfo->pool, pinfo, proto_enet, HANDED_ON_KEY, handed_on);
    }
    before = *handed_on;
    *handed_on = message;
    return before;
}

bool
enet_message_is_handed_on(packet_info *pinfo, const void *data)
{
    const enet_message_t **handed_on = get_handed_on(pinfo);

    return data && handed_on && *handed_on == data;
}

void
enet_message_register(int proto)
{
    proto_enet = proto;
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
