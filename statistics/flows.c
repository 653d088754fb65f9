/* statistics/flows.c
 * What do the peers say to each other, as a flow graph?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/flows.h"
#include "statistics/commands.h"
#include "statistics/names.h"
#include "statistics/rows.h"
#include "statistics/sequence.h"
#include "enet/command-tree.h"
#include "multiplayer/packet-godot-multiplayer.h"

#include <epan/column-utils.h>

/* Tells whether a graph has an arrow for this row. */
typedef bool (*flows_choice_t)(const statistics_row_t *row);

/* ---- What is shown ---- */

/* States and paths are no events, except for the first state from another authority. */
static bool
is_event(const statistics_row_t *row)
{
    static const char *const others[] = { "sync", "delta", "path", "path_confirm", NULL };
    const godot_record_t *message = row->message;

    if (!message)
        return statistics_row_connects(row);
    return message->takes_over || !g_strv_contains(others, message->word ? message->word : "");
}

static bool
is_message(const statistics_row_t *row)
{
    return row->message || statistics_row_connects(row);
}

static bool
is_command(const statistics_row_t *row)
{
    return row->command != NULL;
}

/* ---- The arrow ---- */

static const char *
flows_label(packet_info *pinfo, const godot_record_t *message)
{
    if (message->takes_over)
        return "authority";
    if (!message->calls)
        return message->word ? message->word : "message";
    return message->method ? message->method : wmem_strdup_printf(pinfo->pool, "#%u", message->method_id);
}

/* The text without its first word if the arrow has that as its label: Wireshark shows some 45 characters of a comment. */
static const char *
flows_without_label(const char *text, const char *label)
{
    const size_t length = strlen(label);

    return g_ascii_strncasecmp(text, label, length) == 0 && text[length] == ' ' ? text + length + 1 : text;
}

/* The message's text, without the peers if they are the ends of the arrow. */
static const char *
flows_comment(packet_info *pinfo, const godot_record_t *message)
{
    const char *text = message->text ? message->text : "";
    const char *way = wmem_strdup_printf(pinfo->pool, "%s  ", statistics_way_name(pinfo->pool, message));

    if (message->source != message->hop[0] || message->target != message->hop[1] || !g_str_has_prefix(text, way))
        return text;
    return text + strlen(way);
}

/* Peers beyond those that can be drawn share the last column. Some programs make graphs without a table. */
static const char *
flows_column(sequence_graph_t *graph, const char *name)
{
    void *key = GUINT_TO_POINTER(wmem_str_hash(name));

    if (!graph->table)
        graph->table = g_hash_table_new(g_direct_hash, g_direct_equal);
    if (g_hash_table_contains(graph->table, key))
        return name;
    if (g_hash_table_size(graph->table) >= SEQUENCE_COLUMNS - 2)    /* two are kept for "other peers" and "(the same)" */
        return "other peers";
    g_hash_table_add(graph->table, key);
    return name;
}

static void
set_end(address *end, const char *column)
{
    const address text = ADDRESS_INIT(AT_STRINGZ, (int)strlen(column) + 1, column);

    copy_address(end, &text);
}

static void
add_arrow(sequence_graph_t *graph, packet_info *pinfo, const int32_t peers[2], const char *label, const char *comment)
{
    sequence_arrow_t *arrow = g_new0(sequence_arrow_t, 1);
    const char *from = flows_column(graph, statistics_end_of_frame(pinfo, peers[0], true));
    const char *to = flows_column(graph, statistics_end_of_frame(pinfo, peers[1], false));
    char time[COL_MAX_LEN];

    set_fd_time(pinfo->epan, pinfo->fd, time);
    arrow->frame = pinfo->num;
    set_end(&arrow->from, from);
    set_end(&arrow->to, strcmp(from, to) == 0 ? "(the same)" : to);     /* tshark has no room behind the last column */
    arrow->from_port = (uint16_t)pinfo->srcport;
    arrow->to_port = (uint16_t)pinfo->destport;
    arrow->label = g_strdup(label);
    arrow->time = g_strdup(time);
    arrow->comment = g_strdup(flows_without_label(comment, label));
    arrow->display = true;
    sequence_analysis_use_color_filter(pinfo, arrow);
    g_queue_push_tail(graph->arrows, arrow);
}

static void
add_message_arrow(sequence_graph_t *graph, packet_info *pinfo, const godot_record_t *message)
{
    add_arrow(graph, pinfo, message->hop, flows_label(pinfo, message), flows_comment(pinfo, message));
}

static void
add_command_arrow(sequence_graph_t *graph, packet_info *pinfo, const statistics_row_t *row)
{
    const enet_record_t *datagram = row->datagram;
    const char *text = enet_describe_command(pinfo->pool, row->command);
    int32_t known[2], peers[2];

    godot_peers_of_connection(datagram->connection, known);
    peers[0] = known[datagram->direction];
    peers[1] = known[ENET_REVERSE(datagram->direction)];
    if (enet_event_is_repeat(row->event))
        text = wmem_strdup_printf(pinfo->pool, "%s (again)", text);
    add_arrow(graph, pinfo, peers, statistics_command_kind(row->command->number), text);
}

/* ---- The graphs ---- */

/* One arrow for each message or command, however many synchronizers it has. */
static tap_packet_status
flows_add(void *data, packet_info *pinfo, flows_choice_t choice, bool as_commands)
{
    sequence_graph_t *graph = (sequence_graph_t *)data;
    wmem_array_t *rows = statistics_rows(pinfo);
    const statistics_row_t *before = NULL;

    for (unsigned i = 0; i < wmem_array_get_count(rows); i++) {
        const statistics_row_t *row = wmem_array_index(rows, i);
        const bool shown = !statistics_row_goes_on(row, before) && choice(row);

        before = row;
        if (!shown)
            continue;
        if (row->message && !as_commands)
            add_message_arrow(graph, pinfo, row->message);
        else
            add_command_arrow(graph, pinfo, row);
    }
    return TAP_PACKET_REDRAW;
}

static tap_packet_status
flows_add_events(void *graph, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_, tap_flags_t flags _U_)
{
    return flows_add(graph, pinfo, is_event, false);
}

static tap_packet_status
flows_add_messages(void *graph, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_,
                   tap_flags_t flags _U_)
{
    return flows_add(graph, pinfo, is_message, false);
}

static tap_packet_status
flows_add_commands(void *graph, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_,
                   tap_flags_t flags _U_)
{
    return flows_add(graph, pinfo, is_command, true);
}

void
statistics_flows_register(void)
{
    const int godot = proto_get_id_by_filter_name("godot"), enet = proto_get_id_by_filter_name("enet");

    register_seq_analysis("godot", "Godot: calls, spawns, peers", godot, "godot_rows", 0, flows_add_events);
    register_seq_analysis("godot_all", "Godot: all messages", godot, "godot_rows", 0, flows_add_messages);
    register_seq_analysis("enet", "ENet: commands", enet, "godot_rows", 0, flows_add_commands);
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
