/* statistics/calls.c
 * Who calls which method how often, and what does it cost?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/calls.h"
#include "statistics/frames.h"
#include "statistics/names.h"
#include "statistics/pending.h"
#include "statistics/recorded.h"
#include "statistics/rows.h"
#include "statistics/tree.h"

/* Returns "#7" if the name is unknown; for a property that is set, "hp =". */
static const char *
method_name(wmem_allocator_t *pool, const godot_record_t *call)
{
    const godot_recorded_value_t *value = wmem_array_get_count(call->values) ? wmem_array_index(call->values, 0) : NULL;

    if (call->method)
        return call->method;
    if (call->calls)
        return wmem_strdup_printf(pool, "#%u", call->method_id);
    return value && value->name ? wmem_strdup_printf(pool, "%s =", value->name) : "?";
}

static bool
is_call(const godot_record_t *message)
{
    return message && (g_strcmp0(message->word, "rpc") == 0 || g_strcmp0(message->word, "rset") == 0);
}

static void
count_call(stats_tree *tree, wmem_allocator_t *pool, const statistics_row_t *row, int wire_bytes)
{
    const char *const path[] = {
        statistics_node_name(pool, row->message->node, row->message->node_id),
        method_name(pool, row->message),
        statistics_way_name(pool, row->message),
    };
    const char *const medium = row->recording ? "Calls: bytes in the recording" : "Calls: bytes on the wire";
    int wire = statistics_add_bytes(tree, 0, medium, wire_bytes);
    int bytes = statistics_add_bytes(tree, 0, "Calls: bytes of messages", row->bytes);
    int number = statistics_tick(tree, 0, "Calls: number, and length in bytes", (int)row->bytes);

    for (size_t i = 0; i < G_N_ELEMENTS(path); i++) {
        wire = statistics_add_bytes(tree, wire, path[i], wire_bytes);
        bytes = statistics_add_bytes(tree, bytes, path[i], row->bytes);
        number = statistics_tick(tree, number, path[i], (int)row->bytes);
    }
    statistics_recorded_count(tree, row->message);
}

/* Counts a row. The last fragment or part of a message brings the bytes of the earlier ones. */
static void
count_row(stats_tree *tree, wmem_allocator_t *pool, const statistics_row_t *row)
{
    uint32_t fragments = statistics_row_fragments(row);

    if (is_call(row->message))
        count_call(tree, pool, row, (int)(row->wire_bytes + statistics_pending_take(tree, fragments)));
    else if (fragments)
        statistics_pending_add(tree, fragments, row->wire_bytes);
}

static tap_packet_status
calls_count_frame(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_,
                  tap_flags_t flags _U_)
{
    wmem_array_t *rows = statistics_rows(pinfo);

    for (unsigned i = 0; i < wmem_array_get_count(rows); i++)
        count_row(tree, pinfo->pool, wmem_array_index(rows, i));
    return TAP_PACKET_REDRAW;
}

static void
calls_begin(stats_tree *tree)
{
    statistics_frames_begin(tree);
    statistics_pending_forget(tree);
    statistics_forget(tree);
}

static void
calls_end(stats_tree *tree)
{
    statistics_frames_end(tree);
    statistics_pending_forget(tree);
    statistics_forget(tree);
}

void
statistics_calls_register(void)
{
    statistics_tree_register("frame", "godot_rpc", "Calls", calls_count_frame, calls_begin, calls_end);
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
