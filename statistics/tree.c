/* statistics/tree.c
 * How are numbers added to a tree of Wireshark's?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/tree.h"

int
statistics_tick(stats_tree *tree, int above, const char *name, int size)
{
    return avg_stat_node_add_value_int(tree, name, above, true, size);
}

int
statistics_time(stats_tree *tree, int above, const char *name, const nstime_t *time)
{
    return avg_stat_node_add_value_float(tree, name, above, true, (float)nstime_to_msec(time));
}

int
statistics_add(stats_tree *tree, int above, const char *name, int number)
{
    return increase_stat_node(tree, name, above, true, number);
}

void
statistics_tick_range(stats_tree *tree, const char *name, int size)
{
    avg_stat_node_add_value_int(tree, name, 0, true, size);
    stats_tree_tick_range(tree, name, 0, size);
}

void
statistics_tree_register(const char *tap, const char *abbreviation, const char *title, stat_tree_packet_cb packet,
                         stat_tree_init_cb begin, stat_tree_cleanup_cb end)
{
    char *path = g_strconcat("Godot", STATS_TREE_MENU_SEPARATOR, title, NULL);

    stats_tree_register_plugin(tap, abbreviation, path, 0, packet, begin, end);
    g_free(path);
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
