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
/* Key of the counts of those that were added since experts_limit(). records.c has the key between. */
#define COUNTS_KEY 2

/* So many items of a kind tell enough of a datagram. Wireshark's own listener to expert items has 5,000 places. */
#define SHOWN_OF_A_KIND 100

static int list_proto = -1;
static int experts_tap = -1;

static void
note_expert(packet_info *pinfo, const expert_field *ei)
{
    wmem_list_t *list = p_get_proto_data(pinfo->pool, pinfo, list_proto, LIST_KEY);

    if (list)
        wmem_list_append(list, (void *)ei);
}

/* Counts an item, and tells whether it is shown: there are not too many of its kind. */
static bool
experts_count(packet_info *pinfo, const expert_field *ei)
{
    wmem_map_t *counts = (wmem_map_t *)p_get_proto_data(pinfo->pool, pinfo, list_proto, COUNTS_KEY);
    unsigned *count;

    if (!counts)
        return true;
    count = (unsigned *)wmem_map_lookup(counts, ei);
    if (!count) {
        count = wmem_new0(pinfo->pool, unsigned);
        wmem_map_insert(counts, ei, count);
    }
    return ++*count <= SHOWN_OF_A_KIND;
}

void
experts_add(packet_info *pinfo, proto_item *item, expert_field *ei)
{
    note_expert(pinfo, ei);
    if (experts_count(pinfo, ei))
        expert_add_info(pinfo, item, ei);
}

void
experts_add_format(packet_info *pinfo, proto_item *item, expert_field *ei, const char *format, ...)
{
    va_list arguments;
    char *text;

    note_expert(pinfo, ei);
    if (!experts_count(pinfo, ei))
        return;
    va_start(arguments, format);
    text = wmem_strdup_vprintf(pinfo->pool, format, arguments);
    va_end(arguments);
    expert_add_info_format(pinfo, item, ei, "%s", ws_cut_label(text));
}

void
experts_limit(packet_info *pinfo)
{
    p_set_proto_data(pinfo->pool, pinfo, list_proto, COUNTS_KEY,
                     wmem_map_new(pinfo->pool, g_direct_hash, g_direct_equal));
}

static void
experts_add_hidden(void *ei _U_, void *count, void *hidden)
{
    *(unsigned *)hidden += *(unsigned *)count - MIN(*(unsigned *)count, SHOWN_OF_A_KIND);
}

unsigned
experts_hidden(packet_info *pinfo)
{
    wmem_map_t *counts = (wmem_map_t *)p_get_proto_data(pinfo->pool, pinfo, list_proto, COUNTS_KEY);
    unsigned hidden = 0;

    wmem_map_foreach(counts, experts_add_hidden, &hidden);
    return hidden;
}

void
experts_collect(packet_info *pinfo, wmem_list_t **list)
{
    if (!have_tap_listener(experts_tap))
        return;
    if (!*list)
        *list = wmem_list_new(pinfo->pool);
    p_set_proto_data(pinfo->pool, pinfo, list_proto, LIST_KEY, *list);
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
