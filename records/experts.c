/* records/experts.c
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

#include "records/experts.h"

#include <epan/tap.h>

/* Key of the list among the data that a packet has under Wireshark's protocol of expert items while it is dissected. */
#define LIST_KEY 0

static int list_proto = -1;
static int experts_tap = -1;

static void
note_expert(packet_info *pinfo, const expert_field *ei)
{
    wmem_list_t *list;

    if (!have_tap_listener(experts_tap))
        return;
    list = p_get_proto_data(pinfo->pool, pinfo, list_proto, LIST_KEY);
    if (list)
        wmem_list_append(list, (void *)ei);
}

void
experts_add(packet_info *pinfo, proto_item *item, expert_field *ei)
{
    note_expert(pinfo, ei);
    expert_add_info(pinfo, item, ei);
}

void
experts_add_format(packet_info *pinfo, proto_item *item, expert_field *ei, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = wmem_strdup_vprintf(pinfo->pool, format, arguments);
    va_end(arguments);
    note_expert(pinfo, ei);
    expert_add_info_format(pinfo, item, ei, "%s", ws_cut_label(text));
}

void
experts_collect(packet_info *pinfo, wmem_list_t **list)
{
    if (!have_tap_listener(experts_tap))
        return;
    if (!*list)
        *list = wmem_list_new(pinfo->pool);
    p_remove_proto_data(pinfo->pool, pinfo, list_proto, LIST_KEY);
    p_add_proto_data(pinfo->pool, pinfo, list_proto, LIST_KEY, *list);
}

void
experts_register(void)
{
    list_proto = proto_get_id_by_filter_name("_ws.expert");
    experts_tap = register_tap("godot_experts");
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
