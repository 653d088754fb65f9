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
 * Wireshark knows the expert items of a frame, but not which message each belongs to. So the plugin adds its expert
 * items with these two functions, which also note them in the packet's current list if there is a listener to the tap
 * "godot_experts". They take the arguments of expert_add_info() and expert_add_info_format(), and do what these do
 * unless experts_limit() was called.
 */
void experts_add(packet_info *pinfo, proto_item *item, expert_field *ei);
void experts_add_format(packet_info *pinfo, proto_item *item, expert_field *ei, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/** From now on, only the first 100 items of each kind are shown; the others are noted in the list, and counted. */
void experts_limit(packet_info *pinfo);

/** Returns how many were not shown since experts_limit(). */
unsigned experts_hidden(packet_info *pinfo);

/**
 * Collects the packet's expert items in this list from now on.
 *
 * @param list const expert_field *; made in pinfo->pool if it is NULL; it stays NULL if no tap listens
 */
void experts_collect(packet_info *pinfo, wmem_list_t **list);

/** Registers the tap "godot_experts". Nothing is sent to it, but expert items are collected if it has a listener. */
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
