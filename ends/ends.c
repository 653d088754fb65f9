/* ends/ends.c
 * Which of a conversation's two ends sent a packet, and what is known of the conversation?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ends/ends.h"

int
ends_order(const packet_info *pinfo)
{
    int order = cmp_address(&pinfo->src, &pinfo->dst);

    return order ? order : (pinfo->srcport > pinfo->destport) - (pinfo->srcport < pinfo->destport);
}

unsigned
ends_sender(const packet_info *pinfo)
{
    return ends_order(pinfo) > 0;
}

void *
ends_data(packet_info *pinfo, int proto, size_t size)
{
    conversation_t *conversation = find_or_create_conversation(pinfo);
    void *data = conversation_get_proto_data(conversation, proto);

    if (!data) {
        data = wmem_alloc0(wmem_file_scope(), size);
        conversation_add_proto_data(conversation, proto, data);
    }
    return data;
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
