/* statistics/tree.c
 * How are numbers added to one of Wireshark's trees of statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/tree.h"

/*
 * Wireshark searches all lines of a level when it adds to one: a new name with each packet would cost the square of
 * their number.
 */
#define MAX_NAMES   5000
#define OTHER_NAMES "Further names: not told apart"

/* A line of bytes, and the line of KiB that may replace it. */
typedef struct sum {
    struct sum *above;     /* NULL: it is at the top */
    char        *name;
    int64_t      bytes;
    int          id;        /* id of the line of bytes */
    int          kib_id;    /* id of the line of KiB; 0: there is none */
    int          kib;       /* number of the line of KiB */
} sum_t;

/* What we remember of a tree. */
typedef struct {
    GHashTable *levels;     /* id of a line -> set of the names below it */
    GHashTable *shown;      /* address of a number that is followed -> the value that was shown */
    GHashTable *followed;   /* id of a line with followed numbers -> their sum */
    GHashTable *sums;       /* id of a line of bytes -> sum_t */
    GPtrArray  *order;      /* the same, in the order in which they were made */
} memory_t;

static GHashTable *trees;   /* stats_tree -> memory_t */

static void
free_sum(void *data)
{
    sum_t *sum = data;

    g_free(sum->name);
    g_free(sum);
}

static void
free_memory(void *data)
{
    memory_t *memory = data;

    g_hash_table_unref(memory->levels);
    g_hash_table_unref(memory->shown);
    g_hash_table_unref(memory->followed);
    g_hash_table_unref(memory->sums);
    g_ptr_array_unref(memory->order);
    g_free(memory);
}

static memory_t *
memory_of(stats_tree *tree)
{
    memory_t *memory;

    if (!trees)
        trees = g_hash_table_new_full(NULL, NULL, NULL, free_memory);
    memory = g_hash_table_lookup(trees, tree);
    if (!memory) {
        memory = g_new(memory_t, 1);
        memory->levels = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
        memory->shown = g_hash_table_new(NULL, NULL);
        memory->followed = g_hash_table_new(NULL, NULL);
        memory->sums = g_hash_table_new(NULL, NULL);
        memory->order = g_ptr_array_new_with_free_func(free_sum);
        g_hash_table_insert(trees, tree, memory);
    }
    return memory;
}

static GHashTable *
names_below(stats_tree *tree, int above)
{
    GHashTable *levels = memory_of(tree)->levels;
    GHashTable *names = g_hash_table_lookup(levels, GINT_TO_POINTER(above));

    if (!names) {
        names = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, NULL);
        g_hash_table_insert(levels, GINT_TO_POINTER(above), names);
    }
    return names;
}

/* Returns the name of the line that counts it: its own, or that of the line for all names beyond the limit. */
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

/* ---- Bytes ---- */

static sum_t *
sum_of(stats_tree *tree, int above, const char *name, int id)
{
    memory_t *memory = memory_of(tree);
    sum_t *sum = g_hash_table_lookup(memory->sums, GINT_TO_POINTER(id));

    if (!sum) {
        sum = g_new0(sum_t, 1);
        sum->above = g_hash_table_lookup(memory->sums, GINT_TO_POINTER(above));
        sum->name = g_strdup(name);
        sum->id = id;
        g_hash_table_insert(memory->sums, GINT_TO_POINTER(id), sum);
        g_ptr_array_add(memory->order, sum);
    }
    return sum;
}

static const sum_t *
top_of(const sum_t *sum)
{
    while (sum->above)
        sum = sum->above;
    return sum;
}

/* "Bytes of all frames" -> "KiB of all frames" */
static char *
kib_name(const sum_t *sum)
{
    const char *bytes = sum->above ? NULL : strstr(sum->name, "ytes");

    return bytes ? g_strdup_printf("%.*sKiB%s", (int)(bytes - sum->name - 1), sum->name, bytes + strlen("ytes"))
                 : g_strdup(sum->name);
}

static void
show_kib(stats_tree *tree, sum_t *sum)
{
    char *name = kib_name(sum);
    int kib = (int)MIN(sum->bytes >> 10, INT_MAX);

    sum->kib_id = increase_stat_node(tree, name, sum->above ? sum->above->kib_id : 0, true, kib - sum->kib);
    sum->kib = kib;
    g_free(name);
}

/* Makes the group of this top line count in KiB from now on. */
static void
change_unit(stats_tree *tree, const sum_t *top)
{
    GPtrArray *order = memory_of(tree)->order;

    for (unsigned i = 0; i < order->len; i++) {
        sum_t *sum = g_ptr_array_index(order, i);

        if (top_of(sum) != top)
            continue;
        set_stat_node(tree, sum->name, sum->above ? sum->above->id : 0, true, 0);
        show_kib(tree, sum);
    }
    increase_stat_node(tree, "more than 2,147,483,647: see the lines of KiB", top->id, true, 0);
}

int
statistics_add_bytes(stats_tree *tree, int above, const char *name, int64_t bytes)
{
    const char *line = line_name(tree, above, name);
    int id = increase_stat_node(tree, line, above, true, 0);
    sum_t *sum = sum_of(tree, above, line, id);

    sum->bytes += bytes;
    if (top_of(sum)->kib_id)
        show_kib(tree, sum);
    else if (sum->bytes > INT_MAX)
        change_unit(tree, top_of(sum));
    else
        increase_stat_node(tree, line, above, true, (int)bytes);
    return id;
}

/* ---- What others count ---- */

/*
 * Sets the number of a line. Adding a change would count for Wireshark's bursts, which are for what comes with a
 * packet; this may be known long after it.
 */
static int
change_line(stats_tree *tree, GHashTable *lines, int above, const char *name, int change)
{
    const char *line = line_name(tree, above, name);
    int id = increase_stat_node(tree, line, above, true, 0);
    int number = GPOINTER_TO_INT(g_hash_table_lookup(lines, GINT_TO_POINTER(id))) + change;

    g_hash_table_insert(lines, GINT_TO_POINTER(id), GINT_TO_POINTER(number));
    set_stat_node(tree, line, above, true, number);
    return id;
}

void
statistics_follow(stats_tree *tree, const uint32_t *number, const char *const *path, size_t depth)
{
    memory_t *memory = memory_of(tree);
    int change = (int)(*number - GPOINTER_TO_UINT(g_hash_table_lookup(memory->shown, number)));
    int line = 0;

    if (!change)
        return;
    g_hash_table_insert(memory->shown, (void *)number, GUINT_TO_POINTER(*number));
    for (size_t i = 0; i < depth; i++)
        line = change_line(tree, memory->followed, line, path[i], change);
}

void
statistics_tick_range(stats_tree *tree, const char *name, const statistics_range_t *ranges, int size)
{
    const statistics_range_t *range = ranges;

    while (size > range->last)
        range++;
    statistics_tick(tree, statistics_tick(tree, 0, name, size), range->name, size);
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
