/* statistics/replication.c
 * How often is what synchronized, and what is spawned?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/replication.h"
#include "statistics/names.h"
#include "statistics/recorded.h"
#include "statistics/tree.h"

#include <wsutil/bits_ctz.h>

#define BYTES       "Updates: bytes"
#define UPDATES     "Updates: number, and length in bytes"

/* Ids of a line in both groups. */
typedef struct {
    int bytes, number;
} place_t;

static place_t
replication_count(stats_tree *tree, place_t above, const char *name, int size)
{
    return (place_t) {
        statistics_add_bytes(tree, above.bytes, name, size), statistics_tick(tree, above.number, name, size)
    };
}

/*
 * Returns the name of a property, or its number: among the watched properties for a delta, among the values for a SYNC.
 */
static const char *
property_name(wmem_allocator_t *pool, const godot_recorded_value_t *value, unsigned number)
{
    return value->name ? value->name : wmem_strdup_printf(pool, "#%u", number);
}

static void
count_properties(stats_tree *tree, place_t above, wmem_allocator_t *pool, const godot_record_t *message,
                 const godot_recorded_element_t *element)
{
    uint64_t mask = element->mask;

    for (unsigned i = 0; i < element->count; i++) {
        const godot_recorded_value_t *value = wmem_array_index(message->values, element->first + i);
        unsigned number = mask ? (unsigned)ws_ctz(mask) : i;

        mask &= mask - (mask != 0);
        replication_count(tree, above, property_name(pool, value, number), value->end - value->offset);
    }
}

static void
count_element(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message,
              const godot_recorded_element_t *element)
{
    const int size = (int)element->bytes;
    place_t place = { statistics_add_bytes(tree, 0, BYTES, size), statistics_tick(tree, 0, UPDATES, size) };

    place = replication_count(tree, place, statistics_node_name(pool, element->node, element->id), size);
    if (element->ordinal)
        place = replication_count(tree, place, wmem_strdup_printf(pool, "synchronizer %u", element->ordinal), size);
    place = replication_count(tree, place, message->word, size);
    count_properties(tree, place, pool, message, element);
}

/* Counts a node that was spawned or despawned, with its scene if that is known. */
static void
count_node(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message, const char *group)
{
    int line = statistics_tick(tree, 0, group, (int)message->bytes);

    if (message->scene)
        line = statistics_tick(tree, line, message->scene, (int)message->bytes);
    statistics_tick(tree, line, statistics_node_name(pool, message->node, message->node_id), (int)message->bytes);
}

static void
replication_count_message(stats_tree *tree, wmem_allocator_t *pool, const godot_record_t *message)
{
    const bool spawns = g_strcmp0(message->word, "spawn") == 0, despawns = g_strcmp0(message->word, "despawn") == 0;
    const unsigned elements = wmem_array_get_count(message->elements);

    if (spawns || despawns)
        count_node(tree, pool, message,
                   spawns ? "Spawns: number, and length in bytes" : "Despawns: number, and length in bytes");
    for (unsigned i = 0; i < elements; i++)
        count_element(tree, pool, message, wmem_array_index(message->elements, i));
    if (spawns || despawns || elements)
        statistics_recorded_count(tree, message);
}

static tap_packet_status
replication_count_messages(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *messages,
                           tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(messages); at; at = wmem_list_frame_next(at))
        replication_count_message(tree, pinfo->pool, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_replication_register(void)
{
    statistics_tree_register("godot", "godot_sync", "Replication", replication_count_messages, NULL, NULL);
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
