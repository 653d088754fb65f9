/* multiplayer/recorded-names.c
 * What did a recorder inside the game say of its nodes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/recorded-names.h"
#include "naming/fields.h"

/* Ids from this one on are of methods that are configured on the node (docs/wire/multiplayer-godot4.md, 6). */
#define FIRST_CONFIGURED    0x8000U

/* So many synchronizers of a node are kept: a spawn of more gets no names. */
#define MAX_SYNCHRONIZERS   64
/* So many properties of a synchronizer are kept, as many as values of a message are shown. */
#define MAX_PROPERTIES      1024

struct _godot_recorded_names {
    wmem_map_t *nodes;      /* path -> GPtrArray of its descriptions, in the order of their moments */
    wmem_map_t *roots;      /* path -> GPtrArray of the paths of the synchronizers whose root it is, each once */
    wmem_map_t *by_md5;     /* MD5 -> the first description with it */
    GPtrArray  *arrays;     /* all of these, and those of the nodes: owned */
};

GPtrArray *
godot_recorded_array(godot_recorded_names_t *names)
{
    GPtrArray *array = g_ptr_array_new();

    g_ptr_array_add(names->arrays, array);
    return array;
}

static ws_bool
free_arrays(wmem_allocator_t *allocator _U_, wmem_cb_event_t event _U_, void *arrays)
{
    g_ptr_array_unref(arrays);
    return false;
}

godot_recorded_names_t *
godot_recorded_names_new(void)
{
    godot_recorded_names_t *names = wmem_new(wmem_file_scope(), godot_recorded_names_t);

    names->nodes = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    names->roots = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    names->by_md5 = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    names->arrays = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    wmem_register_callback(wmem_file_scope(), free_arrays, names->arrays);
    return names;
}

godot_recorded_node_t *
godot_recorded_node_new(godot_recorded_names_t *names)
{
    godot_recorded_node_t *node = wmem_new0(wmem_file_scope(), godot_recorded_node_t);

    node->methods[0] = godot_recorded_array(names);
    node->methods[1] = godot_recorded_array(names);
    node->properties = godot_recorded_array(names);
    node->scenes = godot_recorded_array(names);
    return node;
}

/* Returns the array of a key; makes it if it is not there. */
static GPtrArray *
array_of(godot_recorded_names_t *names, wmem_map_t *map, const char *key)
{
    GPtrArray *array = wmem_map_lookup(map, key);

    if (!array) {
        array = godot_recorded_array(names);
        wmem_map_insert(map, key, array);
    }
    return array;
}

/* If a node has more, those that are kept are not as many as its spawn says. */
static void
add_path(GPtrArray *paths, const char *path)
{
    if (paths->len < MAX_SYNCHRONIZERS)
        g_ptr_array_add(paths, (void *)path);
}

/* Makes fields of the methods' arguments. The recorder tells the node's own script only, not which one declares a method. */
static void
learn_arguments(const godot_recorded_node_t *node, const GPtrArray *methods)
{
    for (unsigned i = 0; i < methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(methods, i);

        for (unsigned k = 0; k < method->arguments->len; k++)
            godot_fields_learn_argument(node->script, method->name, g_ptr_array_index(method->arguments, k));
    }
}

/* Makes fields of a synchronizer's properties. Their names need the scene and the node's name in it. */
static void
learn_properties(const godot_recorded_node_t *node)
{
    for (unsigned i = 0; i < node->properties->len; i++) {
        const godot_property_t *property = g_ptr_array_index(node->properties, i);

        if (*property->node)
            godot_fields_learn_property(node->of_scene, node->path, property);
    }
}

void
godot_recorded_names_add(godot_recorded_names_t *names, godot_recorded_node_t *node)
{
    GPtrArray *descriptions = array_of(names, names->nodes, node->path);

    if (descriptions->len == 0 && node->root)
        add_path(array_of(names, names->roots, node->root), node->path);
    if (node->properties->len > MAX_PROPERTIES)
        node->all_properties = false;
    g_ptr_array_add(descriptions, node);
    if (node->md5 && !wmem_map_contains(names->by_md5, node->md5))
        wmem_map_insert(names->by_md5, node->md5, node);
    for (unsigned list = 0; node->md5 && node->script && list < G_N_ELEMENTS(node->methods); list++)
        learn_arguments(node, node->methods[list]);
    if (node->of_scene)
        learn_properties(node);
}

const godot_recorded_node_t *
godot_recorded_node(const godot_recorded_names_t *names, const char *path, godot_moment_t moment)
{
    const GPtrArray *descriptions = names && path ? wmem_map_lookup(names->nodes, path) : NULL;
    unsigned low = 0, high = descriptions ? descriptions->len : 0;

    if (!high)
        return NULL;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (((const godot_recorded_node_t *)g_ptr_array_index(descriptions, middle))->since <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return g_ptr_array_index(descriptions, low ? low - 1 : 0);
}

const godot_recorded_node_t *
godot_recorded_node_of_md5(const godot_recorded_names_t *names, const char *md5)
{
    return md5 ? wmem_map_lookup(names->by_md5, md5) : NULL;
}

const godot_method_t *
godot_recorded_method(const godot_recorded_node_t *node, unsigned method_id)
{
    const GPtrArray *methods = node->methods[method_id >= FIRST_CONFIGURED];
    unsigned index = method_id % FIRST_CONFIGURED;

    return index < methods->len ? g_ptr_array_index(methods, index) : NULL;
}

GPtrArray *
godot_recorded_synchronizers(const godot_recorded_names_t *names, const char *root, int32_t authority,
                             godot_moment_t moment)
{
    const GPtrArray *paths = names ? wmem_map_lookup(names->roots, root) : NULL;
    GPtrArray *found = g_ptr_array_new();

    for (unsigned i = 0; paths && i < paths->len; i++) {
        const godot_recorded_node_t *node = godot_recorded_node(names, g_ptr_array_index(paths, i), moment);

        if (node->root && strcmp(node->root, root) == 0 &&
            (node->authority == authority || node->authority == GODOT_PEER_UNKNOWN))
            g_ptr_array_add(found, (void *)node);
    }
    return found;
}

static bool
is_in_list(const godot_property_t *property, godot_list_t list)
{
    switch (list) {
    case GODOT_LIST_SPAWN:
        return property->spawn;
    case GODOT_LIST_SYNC:
        return property->sync;
    default:
        return property->watch;
    }
}

GPtrArray *
godot_recorded_properties(const godot_recorded_node_t *synchronizer, godot_list_t list)
{
    GPtrArray *found = g_ptr_array_new();

    for (unsigned i = 0; synchronizer->all_properties && i < synchronizer->properties->len; i++)
        if (is_in_list(g_ptr_array_index(synchronizer->properties, i), list))
            g_ptr_array_add(found, g_ptr_array_index(synchronizer->properties, i));
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
