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

/* Wireshark goes along all lines of a level to add one: a name on each packet would take the square of their number. */
#define MAX_NAMES   5000
#define OTHER_NAMES "Further names: not told apart"

/* stats_tree -> id of a line -> set of the names below it */
static GHashTable *trees;

static GHashTable *
names_below(stats_tree *tree, int above)
{
    GHashTable *levels, *names;

    if (!trees)
        trees = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
    levels = g_hash_table_lookup(trees, tree);
    if (!levels) {
        levels = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
        g_hash_table_insert(trees, tree, levels);
    }
    names = g_hash_table_lookup(levels, GINT_TO_POINTER(above));
    if (!names) {
        names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_hash_table_insert(levels, GINT_TO_POINTER(above), names);
    }
    return names;
}

/* The name of the line that counts it. */
static const char *
line_name(stats_tree *tree, int above, const char *name)
{
    GHashTable *names = names_below(tree, above);

    if (g_hash_table_contains(names, name))
        return name;
    if (g_hash_table_size(names) >= MAX_NAMES)
        return OTHER_NAMES;
    g_hash_table_add(names, g_strdup(name));
    return name;
}

void
statistics_forget(stats_tree *tree)
{
    if (trees)
        g_hash_table_remove(trees, tree);
}

int
statistics_tick(stats_tree *tree, int above, const char *name, int size)
{
    return avg_stat_node_add_value_int(tree, line_name(tree, above, name), above, true, size);
}

int
statistics_time(stats_tree *tree, int above, const char *name, const nstime_t *time)
{
    return avg_stat_node_add_value_float(tree, line_name(tree, above, name), above, true, (float)nstime_to_msec(time));
}

int
statistics_add(stats_tree *tree, int above, const char *name, int number)
{
    return increase_stat_node(tree, line_name(tree, above, name), above, true, number);
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

    stats_tree_register_plugin(tap, abbreviation, path, 0, packet, begin ? begin : statistics_forget, end ? end : statistics_forget);
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
