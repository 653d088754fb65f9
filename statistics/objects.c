/* statistics/objects.c
 * How often is each synchronized object updated, by whom, and which of its values were the same as before?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/objects.h"
#include "statistics/names.h"
#include "statistics/tree.h"
#include "multiplayer/record.h"

/* The group of a line that counts, and that of one that has bytes. */
enum { BYTES, NUMBER, GROUPS };

static const char *const values_groups[GROUPS] = { "Values of SYNC: bytes", "Values of SYNC: number" };

/* Counts a value in both groups, below its object and its property: was it the same as before? */
static void
count_value(stats_tree *tree, const char *object, const char *property, const char *what, int size)
{
    const char *const path[] = { object, property, what };
    int bytes = statistics_add_bytes(tree, 0, values_groups[BYTES], size);
    int number = statistics_add(tree, 0, values_groups[NUMBER], 1);

    for (size_t i = 0; i < G_N_ELEMENTS(path); i++) {
        bytes = statistics_add_bytes(tree, bytes, path[i], size);
        number = statistics_add(tree, number, path[i], 1);
    }
}

static void
count_values(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message, const char *object,
             const godot_recorded_element_t *element)
{
    for (unsigned i = 0; i < element->count; i++) {
        const godot_recorded_value_t *value = wmem_array_index(message->values, element->first + i);
        bool unchanged = i < 64 && element->unchanged >> i & 1;

        count_value(tree, object, value->name ? value->name : wmem_strdup_printf(pool, "#%u", i),
                    unchanged ? "unchanged" : "changed", value->end - value->offset);
    }
}

static void
objects_count_element(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message,
                      const godot_recorded_element_t *element)
{
    const char *object = statistics_node_name(pool, element->node, element->id);
    const int size = (int)element->bytes;
    int line;

    statistics_add_bytes(tree, statistics_add_bytes(tree, 0, "Objects: bytes", size), object, size);
    line = statistics_tick(tree, 0, "Objects: number of updates, and length in bytes", size);
    line = statistics_tick(tree, line, object, size);
    statistics_tick(tree, line, statistics_way_name(pool, message), size);
    if (strcmp(message->word, "sync") == 0)
        count_values(tree, pool, message, object, element);
}

static tap_packet_status
objects_count_messages(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *messages,
                       tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(messages); at; at = wmem_list_frame_next(at)) {
        const godot_record_t *message = wmem_list_frame_data(at);

        for (unsigned i = 0; i < wmem_array_get_count(message->elements); i++)
            objects_count_element(tree, pinfo->pool, message, wmem_array_index(message->elements, i));
    }
    return TAP_PACKET_REDRAW;
}

void
statistics_objects_register(void)
{
    statistics_tree_register("godot", "godot_objects", "Objects", objects_count_messages, NULL, NULL);
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
