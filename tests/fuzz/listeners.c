/* listeners.c
 * Which listeners are there while an input is dissected?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "listeners.h"
#include "statistics/sequence.h"
#include "ws_compat.h"

#include <epan/conversation_filter.h>
#include <epan/conversation_table.h>
#include <epan/expert.h>
#include <epan/follow.h>
#include <epan/stat_tap_ui.h>
#include <epan/stats_tree_priv.h>
#include <epan/tap.h>

#include <stdio.h>
#include <stdlib.h>

static conv_hash_t conversations, endpoints;
static follow_info_t followed[2];
static register_follow_t *followers[2];     /* of ENet, of Godot */

static void
listen(const char *tap, void *key, unsigned flags, tap_reset_cb reset, tap_packet_cb packet, tap_draw_cb draw)
{
    GString *error = register_tap_listener(tap, key, NULL, flags, reset, packet, draw, NULL);

    if (error) {
        fprintf(stderr, "%s: %s\n", tap, error->str);
        exit(2);
    }
}

/* ---- Statistics ---- */

static bool
is_ours(const char *name)
{
    return g_str_has_prefix(name, "enet") || g_str_has_prefix(name, "godot");
}

static void
open_statistics(void)
{
    GList *all = stats_tree_get_cfg_list();

    for (GList *at = all; at; at = at->next) {
        stats_tree_cfg *kind = at->data;
        stats_tree *tree;

        if (!is_ours(kind->abbr))
            continue;
        tree = stats_tree_new(kind, NULL, NULL);
        listen(kind->tapname, tree, kind->flags, stats_tree_reinit, stats_tree_packet, NULL);
    }
    g_list_free(all);
    process_stat_cmd_arg("godot,messages");
    process_stat_cmd_arg("godot,follow");
    start_requested_stats();
}

/* ---- Conversations and endpoints ---- */

static void
show_conversations(void *unused _U_)
{
    for (guint i = 0; conversations.conv_array && i < conversations.conv_array->len; i++)
        for (int way = CONV_DIR_A_TO_FROM_B; way <= CONV_DIR_ANY_FROM_B; way++)
            g_free(get_conversation_filter(&g_array_index(conversations.conv_array, conv_item_t, i),
                                           (conv_direction_e)way));
}

static void
show_endpoints(void *unused _U_)
{
    for (guint i = 0; endpoints.conv_array && i < endpoints.conv_array->len; i++)
        g_free(get_endpoint_filter(&g_array_index(endpoints.conv_array, endpoint_item_t, i)));
}

static void
forget_conversations(void *table)
{
    reset_conversation_table_data(table);
}

static void
forget_endpoints(void *table)
{
    reset_endpoint_table_data(table);
}

static void
open_conversations(int proto)
{
    register_ct_t *table = get_conversation_by_proto_id(proto);

    listen("enet", &conversations, 0, forget_conversations, get_conversation_packet_func(table), show_conversations);
    listen("enet", &endpoints, 0, forget_endpoints, get_endpoint_packet_func(table), show_endpoints);
}

/* ---- Flow graphs ---- */

/* Of Wireshark; no header of it is installed (statistics/sequence.h). */
struct register_analysis;
WS_DLL_PUBLIC struct register_analysis *sequence_analysis_find_by_name(const char *name);
WS_DLL_PUBLIC tap_packet_cb sequence_analysis_get_packet_func(struct register_analysis *analysis);
WS_DLL_PUBLIC sequence_graph_t *sequence_analysis_info_new(void);
WS_DLL_PUBLIC int sequence_analysis_get_nodes(sequence_graph_t *graph);
WS_DLL_PUBLIC void sequence_analysis_list_free(sequence_graph_t *graph);

static void
forget_flow(void *graph)
{
    sequence_analysis_list_free((sequence_graph_t *)graph);
}

static void
show_flow(void *graph)
{
    sequence_analysis_get_nodes((sequence_graph_t *)graph);
}

static void
open_flows(void)
{
    static const char *const names[] = { "godot", "godot_all", "enet" };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        listen("godot_rows", sequence_analysis_info_new(), 0, forget_flow,
               sequence_analysis_get_packet_func(sequence_analysis_find_by_name(names[i])), show_flow);
}

/* ---- Followers ---- */

static void
forget_followed(void *info)
{
    follow_reset_stream(info);
}

static void
open_followers(void)
{
    static const char *const names[] = { "ENet", "Godot" };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        followers[i] = get_follow_by_name(names[i]);
        followed[i].show_stream = BOTH_HOSTS;
        listen(get_follow_tap_string(followers[i]), &followed[i], 0, forget_followed,
               get_follow_tap_handler(followers[i]), NULL);
    }
}

/* ---- What is asked of a frame ---- */

static void
ask_filters(packet_info *pinfo)
{
    for (GList *at = packet_conv_filter_list; at; at = at->next) {
        conversation_filter_t *filter = at->data;

        if (is_ours(filter->proto_name) && filter->is_filter_valid(pinfo))
            g_free(filter->build_filter_string(pinfo));
    }
}

static void
ask_follower(register_follow_t *follower, epan_dissect_t *edt)
{
    packet_info *pinfo = &edt->pi;
    unsigned stream = 0, below = 0;

    g_free(get_follow_conv_func(follower)(edt, pinfo, &stream, &below));
    g_free(get_follow_index_func(follower)(stream, below));
    g_free(get_follow_address_func(follower)(&pinfo->src, &pinfo->dst, (int)pinfo->srcport, (int)pinfo->destport));
    wmem_free(pinfo->pool, get_follow_port_to_display(follower)(pinfo->pool, pinfo->srcport));
}

void
listeners_ask(epan_dissect_t *edt)
{
    ask_filters(&edt->pi);
    for (size_t i = 0; i < G_N_ELEMENTS(followers); i++)
        ask_follower(followers[i], edt);
}

/* ---- Reads over an end ---- */

/*
 * An exception of a tvbuff hides a read over the end: the rest of the frame is then lost, so a dissector must not rely
 * on it. Wireshark's own WebSocket dissector does, for payloads of 2^63 bytes and more.
 */
static tap_packet_status
watch(void *read_over_end, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data, tap_flags_t flags _U_)
{
    const expert_info_t *expert = data;

    if (expert->hf_index > 0 && g_str_has_prefix(proto_registrar_get_abbrev(expert->hf_index), "_ws.malformed.") &&
        strcmp(expert->protocol, "WebSocket") != 0)
        *(bool *)read_over_end = true;
    return TAP_PACKET_DONT_REDRAW;
}

static bool read_over_end;

void
listeners_open(void)
{
    open_statistics();
    open_conversations(proto_get_id_by_filter_name("enet"));
    open_followers();
    open_flows();
    listen("expert", &read_over_end, 0, NULL, watch, NULL);
}

void
listeners_finish(void)
{
    if (read_over_end) {
        fprintf(stderr, "A dissector read over the end of what it was given: \"Malformed Packet\"\n");
        abort();
    }
    draw_tap_listeners(TRUE);
    reset_tap_listeners();
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
