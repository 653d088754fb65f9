/* project/scenes.c
 * Which nodes does each scene have, including everything that it instances and inherits? Rules:
 * docs/wire/multiplayer-godot4.md, 7.
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


/* ---- Nodes ---- */

static void
node_free_one(godot_node_t *node)
{
    g_ptr_array_unref(node->children);
    g_ptr_array_unref(node->types);
    g_clear_pointer(&node->spawnables, g_ptr_array_unref);
    g_free(node);
}

/* Frees a node without recursion, because a scene may be deeply nested. */
void
godot_node_free(void *data)
{
    GPtrArray *waiting = g_ptr_array_new();

    if (data)
        g_ptr_array_add(waiting, data);
    while (waiting->len) {
        godot_node_t *node = (godot_node_t *)g_ptr_array_steal_index_fast(waiting, waiting->len - 1);

        for (guint i = 0; i < node->children->len; i++)
            g_ptr_array_add(waiting, g_ptr_array_index(node->children, i));
        node_free_one(node);
    }
    g_ptr_array_unref(waiting);
}

/* Makes a node that has no name yet. */
static godot_node_t *
node_new(void)
{
    godot_node_t *node = g_new0(godot_node_t, 1);

    node->children = g_ptr_array_new();
    node->types = g_ptr_array_new();
    return node;
}

godot_node_t *
godot_node_child(const godot_node_t *node, const char *name)
{
    for (guint i = 0; i < node->children->len; i++) {
        godot_node_t *child = g_ptr_array_index(node->children, i);
        if (strcmp(child->name, name) == 0)
            return child;
    }
    return NULL;
}

godot_node_t *
godot_node_at(godot_node_t *from, const char *path)
{
    if (strlen(path) > GODOT_MAX_PATH)
        return NULL;
    char **parts = g_strsplit(path, "/", -1);
    for (char **part = parts; *part && from; part++) {
        if (strcmp(*part, "..") == 0)
            from = from->parent;
        else if (**part && strcmp(*part, ".") != 0)
            from = godot_node_child(from, *part);
    }
    g_strfreev(parts);
    return from;
}

static unsigned
node_depth(const godot_node_t *node)
{
    unsigned depth = 0;

    for (; node->parent; node = node->parent)
        depth++;
    return depth;
}

/* ---- One scene's tree ---- */

static godot_node_t *build_tree(godot_scene_t *scene, unsigned depth);

static const godot_script_t *
find_script(godot_scene_t *scene, const char *written)
{
    const char *resource;

    if (g_str_has_prefix(written, "::")) {
        char *full = g_strconcat(scene->path, written, NULL);
        const godot_script_t *script = godot_index_script(scene->root, full);
        g_free(full);
        return script;
    }
    resource = godot_index_resource(scene->root, written, scene->path);
    return resource ? godot_index_script(scene->root, resource) : NULL;
}

static const GPtrArray *
find_config(godot_scene_t *scene, const char *written)
{
    const char *resource = godot_index_resource(scene->root, written, scene->path);
    const godot_scene_file_t *file =
        resource ? (const godot_scene_file_t *)g_hash_table_lookup(scene->root->configs, resource) : NULL;

    return file ? file->replicated : NULL;
}

/* Applies a section: it overrides what the node has from the scene that it instances. */
static void
apply_section(godot_scene_t *scene, godot_node_t *node, godot_node_section_t *section)
{
    const godot_script_t *script = section->script ? find_script(scene, section->script) : NULL;

    if (section->type)
        node->type = section->type;
    if (script)
        node->script = script;
    if (section->scenes)
        node->spawner = section;
    if (section->spawn_path)
        node->spawn_path = section->spawn_path;
    if (section->root_path)
        node->root_path = section->root_path;
    if (section->replicated)
        node->replicated = section->replicated;
    if (section->config && find_config(scene, section->config))
        node->replicated = find_config(scene, section->config);
    if (g_hash_table_size(section->types))
        g_ptr_array_add(node->types, section->types);
}

static godot_node_t *
instance(godot_scene_t *scene, const godot_node_section_t *section, unsigned depth)
{
    const char    *resource = section->instance ? godot_index_resource(scene->root, section->instance, scene->path) : NULL;
    godot_scene_t *other = resource ? (godot_scene_t *)g_hash_table_lookup(scene->root->scenes, resource) : NULL;
    bool           may_be = other && !other->being_built;
    godot_node_t  *node = NULL;

    if (may_be && depth + 1 == GODOT_MAX_INSTANCING)
        godot_files_limit(&scene->root->project->read, GODOT_LIMIT_INSTANCING, scene->path);
    else if (may_be)
        node = build_tree(other, depth + 1);
    return node ? node : node_new();
}

/* Inserts a child at a place among its siblings: -1, or beyond the last one, means last. */
static void
insert_child(godot_node_t *parent, godot_node_t *node, int index)
{
    if (index > (int)parent->children->len)
        index = -1;
    g_ptr_array_insert(parent->children, index, node);
    node->parent = parent;
}

/* Tells whether a node may have no further child. */
static bool
is_full(godot_scene_t *scene, const godot_node_t *node)
{
    bool too_deep = node_depth(node) >= GODOT_MAX_NODE_DEPTH, too_many = node->children->len >= GODOT_MAX_CHILDREN;

    if (too_deep)
        godot_files_limit(&scene->root->project->read, GODOT_LIMIT_NODE_DEPTH, scene->path);
    if (too_many)
        godot_files_limit(&scene->root->project->read, GODOT_LIMIT_CHILDREN, scene->path);
    return too_deep || too_many;
}

/*
 * Returns the node of a section: the root, one from an instanced scene, or a new one. NULL if its parent is not there.
 */
static godot_node_t *
node_of_section(godot_scene_t *scene, godot_node_t *root, godot_node_section_t *section, unsigned depth)
{
    godot_node_t *parent = section->parent ? godot_node_at(root, section->parent) : NULL;
    godot_node_t *node;

    if (!root && !section->parent) {
        node = instance(scene, section, depth);
        node->name = section->name;
        return node;
    }
    if (parent && !section->type && !section->instance)
        return godot_node_child(parent, section->name);
    if (!parent || is_full(scene, parent))
        return NULL;
    node = instance(scene, section, depth);
    node->name = section->name;
    insert_child(parent, node, section->index);
    return node;
}

static bool
may_have_node(godot_scene_t *scene)
{
    bool may = scene->root->project->nodes++ < GODOT_MAX_NODES;

    if (!may)
        godot_files_limit(&scene->root->project->read, GODOT_LIMIT_NODES, scene->path);
    return may;
}

/* Builds the tree of a scene. @return the root, or NULL if the scene is empty or would make too many nodes */
static godot_node_t *
build_tree(godot_scene_t *scene, unsigned depth)
{
    const GPtrArray *sections = ((godot_scene_file_t *)scene->file)->nodes;
    godot_node_t    *root = NULL;

    scene->being_built = true;
    for (guint i = 0; i < sections->len && may_have_node(scene); i++) {
        godot_node_section_t *section = g_ptr_array_index(sections, i);
        godot_node_t         *node = node_of_section(scene, root, section, depth);

        if (node)
            apply_section(scene, node, section);
        if (!root)
            root = node;
    }
    scene->being_built = false;
    return root;
}

/* ---- Types of properties ---- */

static const char *
variable_type(const godot_script_t *script, const char *name)
{
    const godot_declaration_t *variable = NULL;

    for (; script && !variable; script = script->base)
        variable = godot_class_variable(script->declares, name);
    return variable ? variable->type : NULL;
}

static const char *
given_type(const godot_node_t *node, const char *name)
{
    const char *type = NULL;

    for (guint i = 0; !type && i < node->types->len; i++)
        type = g_hash_table_lookup((GHashTable *)g_ptr_array_index(node->types, i), name);
    return type;
}

/* Returns the type of one of the engine's own properties that games often replicate. */
static const char *
engine_type(const godot_node_t *node, const char *name)
{
    static const struct {
        const char *name;
        const char *type_2d;
        const char *type_3d;
    } properties[] = {
        { "position", "Vector2", "Vector3" }, { "global_position", "Vector2", "Vector3" },
        { "rotation", "float", "Vector3" }, { "global_rotation", "float", "Vector3" },
        { "rotation_degrees", "float", "Vector3" }, { "scale", "Vector2", "Vector3" },
        { "velocity", "Vector2", "Vector3" }, { "linear_velocity", "Vector2", "Vector3" },
        { "angular_velocity", "float", "Vector3" }, { "transform", "Transform2D", "Transform3D" },
        { "global_transform", "Transform2D", "Transform3D" }, { "quaternion", NULL, "Quaternion" },
        { "basis", NULL, "Basis" }, { "visible", "bool", "bool" }, { "modulate", "Color", NULL },
        { "flip_h", "bool", NULL }, { "flip_v", "bool", NULL }, { "frame", "int", NULL },
    };
    bool is_3d = node->type && g_str_has_suffix(node->type, "3D");

    for (size_t i = 0; i < G_N_ELEMENTS(properties); i++)
        if (node->type && strcmp(properties[i].name, name) == 0)
            return is_3d ? properties[i].type_3d : properties[i].type_2d;
    return NULL;
}

static const char *
property_type(const godot_node_t *node, const char *name)
{
    const char *type = variable_type(node->script, name);

    if (!type || !*type)
        type = engine_type(node, name);
    if (!type)
        type = given_type(node, name);
    return type ? type : "";
}

/* Returns the type of a component: for "position:x", that of x in a Vector2. */
static const char *
component_type(const char *type)
{
    if (g_str_has_prefix(type, "Vector") && strlen(type) == 7)
        return "float";
    if (g_str_has_prefix(type, "Vector") && g_str_has_suffix(type, "i"))
        return "int";
    return strcmp(type, "Color") == 0 ? "float" : "";
}

/* ---- Synchronizers ---- */

/* Makes a property. Its texts are those of the files, because many properties may share a long one. */
static godot_property_t *
property_new(godot_node_t *root, const godot_replicated_t *replicated, godot_strings_t *strings)
{
    godot_property_t *property = g_new0(godot_property_t, 1);
    const char       *colon = strchr(replicated->path, ':');
    size_t            length = colon ? (size_t)(colon - replicated->path) : strlen(replicated->path);
    char             *node_path = g_strndup(replicated->path, length);
    godot_node_t     *node = root ? godot_node_at(root, node_path) : NULL;
    char             *last = g_path_get_basename(node_path);
    char            **names = g_strsplit(colon ? colon + 1 : "", ":", 2);

    property->path = replicated->path;
    property->node = node ? node->name : godot_strings_keep(strings, last);
    property->name = colon ? colon + 1 : "";
    property->type = node && names[0] ? property_type(node, names[0]) : "";
    if (colon && strchr(colon + 1, ':'))
        property->type = component_type(property->type);
    property->spawn = replicated->spawn;
    property->sync = replicated->mode == GODOT_REPLICATE_ALWAYS;
    property->watch = replicated->mode == GODOT_REPLICATE_ON_CHANGE;
    property->sync_4_1 = replicated->sync_4_1;
    property->watch_4_1 = replicated->watch_4_1;
    g_strfreev(names);
    g_free(last);
    g_free(node_path);
    return property;
}

/* Returns the path of a node from the root. @return NULL if it is too long */
static char *
path_from_root(const godot_node_t *node)
{
    char *path = g_strdup(node->parent ? node->name : ".");

    for (node = node->parent; node && node->parent; node = node->parent) {
        if (strlen(path) + strlen(node->name) >= GODOT_MAX_PATH) {
            g_free(path);
            return NULL;
        }
        char *longer = g_strconcat(node->name, "/", path, NULL);
        g_free(path);
        path = longer;
    }
    return path;
}

/* The key of a list of properties: synchronizers of one node with the same configuration share it. */
typedef struct {
    const godot_node_t *root;
    const GPtrArray    *replicated;
} list_key_t;

static guint
list_hash(const void *data)
{
    const list_key_t *key = data;

    return g_direct_hash(key->root) * 31 + g_direct_hash(key->replicated);
}

static gboolean
list_equal(const void *a, const void *b)
{
    const list_key_t *one = a, *other = b;

    return one->root == other->root && one->replicated == other->replicated;
}

static void
list_unref(void *list)
{
    g_ptr_array_unref((GPtrArray *)list);
}

static GPtrArray *
make_properties(godot_scene_t *scene, godot_node_t *root, const GPtrArray *replicated)
{
    GPtrArray *properties = g_ptr_array_new_with_free_func(g_free);
    unsigned  *made = &scene->root->project->properties;

    for (guint i = 0; replicated && i < replicated->len && *made < GODOT_MAX_PROPERTIES; i++, ++*made)
        g_ptr_array_add(properties, property_new(root, (const godot_replicated_t *)g_ptr_array_index(replicated, i),
                                                 scene->root->project->strings));
    if (replicated && properties->len < replicated->len)
        godot_files_limit(&scene->root->project->read, GODOT_LIMIT_PROPERTIES, scene->path);
    return properties;
}

/* Returns a list of properties. @return g_ptr_array_unref() */
static GPtrArray *
shared_properties(godot_scene_t *scene, godot_node_t *root, const GPtrArray *replicated)
{
    GHashTable *lists = scene->root->project->property_lists;
    list_key_t  key = { root, replicated };
    GPtrArray  *properties = (GPtrArray *)g_hash_table_lookup(lists, &key);

    if (!properties) {
        properties = make_properties(scene, root, replicated);
        g_hash_table_insert(lists, g_memdup2(&key, sizeof key), properties);
    }
    return g_ptr_array_ref(properties);
}

static void
add_synchronizer(godot_scene_t *scene, godot_node_t *node)
{
    godot_synchronizer_t *synchronizer;
    godot_node_t         *root = godot_node_at(node, node->root_path ? node->root_path : "..");
    char                 *path = path_from_root(node);

    if (!path)
        return;
    synchronizer = g_new0(godot_synchronizer_t, 1);
    synchronizer->scene = scene;
    synchronizer->path = path;
    synchronizer->properties = shared_properties(scene, root, node->replicated);
    node->synchronizer = synchronizer;
    g_ptr_array_add(scene->synchronizers, synchronizer);
}

/* ---- All scenes ---- */

static void
add_to_list(GHashTable *table, const char *name, void *entry)
{
    GPtrArray *list = g_hash_table_lookup(table, name);

    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(table, (void *)name, list);
    }
    g_ptr_array_add(list, entry);
}

/* Indexes nodes in the order they enter the tree: parents before children, siblings in order. */
static void
index_nodes(godot_scene_t *scene)
{
    GPtrArray *waiting = g_ptr_array_new();

    g_ptr_array_add(waiting, scene->tree);
    while (waiting->len) {
        godot_node_t *node = (godot_node_t *)g_ptr_array_steal_index_fast(waiting, waiting->len - 1);

        node->scene = scene;
        add_to_list(scene->root->project->by_node_name, node->name, node);
        if (node->replicated || (node->type && strcmp(node->type, "MultiplayerSynchronizer") == 0))
            add_synchronizer(scene, node);
        for (guint i = node->children->len; i > 0; i--)
            g_ptr_array_add(waiting, g_ptr_array_index(node->children, i - 1));
    }
    g_ptr_array_unref(waiting);
}

void
godot_index_scenes(godot_project_t *project)
{
    project->property_lists = g_hash_table_new_full(list_hash, list_equal, g_free, list_unref);
    for (guint i = 0; i < project->scenes->len; i++) {
        godot_scene_t *scene = g_ptr_array_index(project->scenes, i);

        scene->tree = build_tree(scene, 0);
        if (!scene->tree)
            continue;
        add_to_list(project->by_root_name, scene->tree->name, scene);
        index_nodes(scene);
    }
    g_clear_pointer(&project->property_lists, g_hash_table_destroy);
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
