/* records/experts.h
 * Which expert items did a message get?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDS_EXPERTS_H
#define RECORDS_EXPERTS_H

#include "ws_compat.h"

/*
 * Wireshark tells of the expert items of a frame, but not of which message each is. So the plugin adds its expert items
 * by these two functions, which also note them in the packet's current list. They take what expert_add_info() and
 * expert_add_info_format() take, and do no more than these unless somebody listens to the tap "godot_experts".
 */
void experts_add(packet_info *pinfo, proto_item *item, expert_field *ei);
void experts_add_format(packet_info *pinfo, proto_item *item, expert_field *ei, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/**
 * From now on the packet's expert items are added to this list.
 *
 * @param list const expert_field *; made in pinfo->pool if it is NULL; it stays NULL if nobody listens
 */
void experts_collect(packet_info *pinfo, wmem_list_t **list);

/** Register the tap "godot_experts". There is nothing to hear, but who listens to it wants expert items to be collected. */
void experts_register(void);

#endif /* RECORDS_EXPERTS_H */

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
