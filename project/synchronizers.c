/* project/synchronizers.c
 * Which properties are the values of a SPAWN, a SYNC or a delta?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "project/index.h"
#include "project/project.h"

static bool
is_listed(const godot_property_t *property, godot_list_t list, bool old)
{
    if (list == GODOT_LIST_SPAWN)
        return property->spawn;
    if (list == GODOT_LIST_SYNC)
        return old ? property->sync_4_1 : property->sync;
    return old ? property->watch_4_1 : property->watch;
}

static GPtrArray *
make_list(const godot_synchronizer_t *synchronizer, godot_list_t list, bool old)
{
    GPtrArray *properties = g_ptr_array_new();

    for (guint i = 0; i < synchronizer->properties->len; i++) {
        godot_property_t *property = g_ptr_array_index(synchronizer->properties, i);
        if (is_listed(property, list, old))
            g_ptr_array_add(properties, property);
    }
    return properties;
}

static GPtrArray *
list_of(godot_synchronizer_t *synchronizer, godot_list_t list, bool old)
{
    GPtrArray **made = &synchronizer->lists[list][old];

    if (!*made)
        *made = make_list(synchronizer, list, old);
    return *made;
}

void
godot_synchronizer_free(void *data)
{
    godot_synchronizer_t *synchronizer = data;

    for (unsigned list = 0; list < GODOT_LIST_COUNT; list++)
        for (unsigned old = 0; old <= 1; old++)
            g_clear_pointer(&synchronizer->lists[list][old], g_ptr_array_unref);
    g_free(synchronizer->path);
    g_ptr_array_unref(synchronizer->properties);
    g_free(synchronizer);
}

/* A delta has some of the properties, the others have all. */
static bool
has_count(const GPtrArray *properties, godot_list_t list, unsigned count)
{
    return properties->len == count || (list == GODOT_LIST_WATCH && properties->len > count);
}

/* Tries the file first as 4.2 and later understand it, then as 4.0 and 4.1 do. */
const GPtrArray *
godot_synchronizer_list(godot_synchronizer_t *synchronizer, godot_list_t list, unsigned count)
{
    const GPtrArray *properties = list_of(synchronizer, list, false);

    if (!has_count(properties, list, count))
        properties = list_of(synchronizer, list, true);
    return has_count(properties, list, count) ? properties : NULL;
}

static bool
same_properties(const GPtrArray *a, const GPtrArray *b)
{
    if (a->len != b->len)
        return false;
    for (guint i = 0; i < a->len; i++)
        if (strcmp(((const godot_property_t *)g_ptr_array_index(a, i))->path,
                   ((const godot_property_t *)g_ptr_array_index(b, i))->path) != 0)
            return false;
    return true;
}

godot_synchronizer_t *
godot_project_synchronizer(godot_project_t *project, const char *path, godot_list_t list, unsigned count)
{
    const GPtrArray      *nodes = godot_project_nodes(project, path), *agreed = NULL;
    godot_synchronizer_t *found = NULL;

    for (guint i = 0; i < nodes->len; i++) {
        godot_synchronizer_t *one = ((godot_node_t *)g_ptr_array_index(nodes, i))->synchronizer;
        const GPtrArray      *properties = one ? godot_synchronizer_list(one, list, count) : NULL;

        if (!properties)
            continue;
        if (agreed && !same_properties(agreed, properties))
            return NULL;
        found = found ? found : one;
        agreed = properties;
    }
    return found;
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
