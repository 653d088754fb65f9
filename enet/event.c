/* enet/event.c
 * How does the row of an ENet command in the packet list begin?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/event.h"

const char *
enet_event_mark(wmem_allocator_t *pool, const enet_event_t *event)
{
    if (event->flags & ENET_EVENT_RETRANSMISSION)
        return "[Retransmission] ";
    if (event->flags & ENET_EVENT_DUPLICATE)
        return "[Duplicate] ";
    if (event->flags & ENET_EVENT_OUT_OF_ORDER)
        return "[Out of order] ";
    if (event->missing > 0)
        return wmem_strdup_printf(pool, event->remark->gap->state == ENET_GAP_THROTTLED ? "[Throttled %u] " : "[Gap %u] ",
                                  event->missing);
    return "";
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
