/* project/nodes.c
 * Which nodes of the scenes may a path on the wire mean, and what do spawners add below them?
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
#include "project/paths.h"
#include "project/project.h"

#define REMEMBERED  10000   /* number of paths */

typedef struct {
    GPtrArray *found;       /* godot_node_t */
    unsigned   steps;
} search_t;

static void match_below(search_t *search, godot_node_t *node, char **names);

static godot_scene_t *
resolve_spawnable(const godot_node_t *spawner, const char *mention)
{
    godot_project_root_t *root = spawner->scene->root;
    const char           *resource = godot_index_resource(root, mention, spawner->scene->path);

    return resource ? (godot_scene_t *)g_hash_table_lookup(root->scenes, resource) : NULL;
}

/* Returns the list of a spawner, which is resolved once. */
static const GPtrArray *
spawnables(godot_node_t *spawner)
{
    const GPtrArray *scenes = spawner->spawner ? spawner->spawner->scenes : NULL;

    if (!spawner->spawnables) {
        spawner->spawnables = g_ptr_array_new();
        for (guint i = 0; scenes && i < scenes->len; i++)
            g_ptr_array_add(spawner->spawnables, resolve_spawnable(spawner, (const char *)g_ptr_array_index(scenes, i)));
    }
    return spawner->spawnables;
}

static godot_scene_t *
spawnable(godot_node_t *spawner, unsigned index)
{
    const GPtrArray *scenes = spawnables(spawner);

    return index < scenes->len ? (godot_scene_t *)g_ptr_array_index(scenes, index) : NULL;
}

/* Matches nodes that a spawner of the tree adds below a node: they may have any name. */
static void
match_spawned(search_t *search, godot_node_t *parent, godot_node_t *spawner, char **names)
{
    const GPtrArray *scenes;

    if (!spawner->spawn_path || godot_node_at(spawner, spawner->spawn_path) != parent)
        return;
    scenes = spawnables(spawner);
    for (guint i = 0; i < scenes->len; i++) {
        const godot_scene_t *scene = g_ptr_array_index(scenes, i);
        if (scene && scene->tree)
            match_below(search, scene->tree, names + 1);
    }
}

static void
match_any_spawned(search_t *search, godot_node_t *parent, char **names)
{
    GPtrArray *waiting = g_ptr_array_new();

    if (parent->scene)
        g_ptr_array_add(waiting, parent->scene->tree);
    while (waiting->len && search->steps++ < GODOT_MAX_STEPS) {
        godot_node_t *node = (godot_node_t *)g_ptr_array_steal_index_fast(waiting, waiting->len - 1);

        match_spawned(search, parent, node, names);
        for (guint i = 0; i < node->children->len; i++)
            g_ptr_array_add(waiting, g_ptr_array_index(node->children, i));
    }
    g_ptr_array_unref(waiting);
}

/* Follows names from a node on. The recursion ends with the names: a path has a bounded number. */
static void
match_below(search_t *search, godot_node_t *node, char **names)
{
    while (*names && search->steps++ < GODOT_MAX_STEPS) {
        godot_node_t *child = godot_node_child(node, *names);
        if (!child) {
            match_any_spawned(search, node, names);
            return;
        }
        node = child;
        names++;
    }
    if (!*names && search->found->len < GODOT_MAX_CANDIDATES)
        g_ptr_array_add(search->found, node);
}

static void
match_autoload(search_t *search, const godot_project_root_t *root, char **names)
{
    const char    *resource = g_hash_table_lookup(root->autoloads, names[0]);
    godot_scene_t *scene = resource ? (godot_scene_t *)g_hash_table_lookup(root->scenes, resource) : NULL;

    if (scene && scene->tree)
        match_below(search, scene->tree, names + 1);
}

/* Matches from the root of the tree: a scene whose root has that name, or an autoload. */
static void
match_whole(search_t *search, const godot_project_t *project, char **names)
{
    GPtrArray *scenes = g_hash_table_lookup(project->by_root_name, names[0]);

    for (guint i = 0; scenes && i < scenes->len; i++)
        match_below(search, ((godot_scene_t *)g_ptr_array_index(scenes, i))->tree, names + 1);
    for (guint i = 0; i < project->roots->len; i++)
        match_autoload(search, (const godot_project_root_t *)g_ptr_array_index(project->roots, i), names);
}

/* Returns how many names, from the last one back, a node and its ancestors have in common with a path. */
static unsigned
common_end(const godot_node_t *node, char **names, guint count)
{
    unsigned common = 0;

    for (; node && common < count && strcmp(node->name, names[count - 1 - common]) == 0; node = node->parent)
        common++;
    return common;
}

/*
 * Matches the nodes whose path has the longest common end with this one, because the game built part of its tree
 * itself. Roots of scenes do not count: the spawner chooses their names.
 */
static void
match_end(search_t *search, const godot_project_t *project, char **names, guint count)
{
    GPtrArray *nodes = g_hash_table_lookup(project->by_node_name, names[count - 1]);
    unsigned   best = 0;

    for (guint i = 0; nodes && i < nodes->len && search->steps++ < GODOT_MAX_STEPS; i++) {
        godot_node_t *node = g_ptr_array_index(nodes, i);
        unsigned      common = node->parent ? common_end(node, names, count) : 0;

        if (common > best)
            g_ptr_array_set_size(search->found, 0);
        best = MAX(best, common);
        if (common && common == best && search->found->len < GODOT_MAX_CANDIDATES)
            g_ptr_array_add(search->found, node);
    }
}

static GPtrArray *
search_nodes(const godot_project_t *project, const char *path)
{
    search_t search = { g_ptr_array_new(), 0 };
    char   **names = g_strsplit(path, "/", GODOT_MAX_NAMES);
    guint    count = g_strv_length(names);

    if (count)
        match_whole(&search, project, names);
    if (count && search.found->len == 0)
        match_end(&search, project, names, count);
    g_strfreev(names);
    return search.found;
}

/* The possible meanings of a path. */
typedef struct {
    GPtrArray *nodes;       /* godot_node_t */
    char      *parent;      /* parent of what they spawn, "" if there is none; NULL until needed */
} place_t;

static void
place_free(void *data)
{
    place_t *place = data;

    g_ptr_array_unref(place->nodes);
    g_free(place->parent);
    g_free(place);
}

void
godot_nodes_init(godot_project_t *project)
{
    project->by_path = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, place_free);
}

/* A path that is too long means no node, as the empty one does: each message may ask for it again. */
static place_t *
nodes_place_of(godot_project_t *project, const char *path)
{
    const char *asked = strnlen(path, GODOT_MAX_PATH) < GODOT_MAX_PATH ? path : "";
    place_t    *place = g_hash_table_lookup(project->by_path, asked);

    if (place)
        return place;
    if (g_hash_table_size(project->by_path) == REMEMBERED)
        g_hash_table_remove_all(project->by_path);
    place = g_new0(place_t, 1);
    place->nodes = search_nodes(project, asked);
    g_hash_table_insert(project->by_path, g_strdup(asked), place);
    return place;
}

const GPtrArray *
godot_project_nodes(godot_project_t *project, const char *path)
{
    return nodes_place_of(project, path)->nodes;
}

/* ---- Spawners ---- */

const godot_scene_t *
godot_project_spawned_scene(godot_project_t *project, const char *path, unsigned index)
{
    const GPtrArray     *nodes = godot_project_nodes(project, path);
    const godot_scene_t *scene = nodes->len ? spawnable((godot_node_t *)g_ptr_array_index(nodes, 0), index) : NULL;

    for (guint i = 1; i < nodes->len; i++)
        if (spawnable((godot_node_t *)g_ptr_array_index(nodes, i), index) != scene)
            scene = NULL;
    return scene;
}

/* Returns the path below which a spawner adds nodes. It is "" for the root of the tree, and also if it is not known. */
static char *
find_parent(const GPtrArray *nodes, const char *path)
{
    const char *spawn_path = nodes->len ? ((godot_node_t *)g_ptr_array_index(nodes, 0))->spawn_path : NULL;
    char       *parent;

    for (guint i = 1; i < nodes->len; i++)
        if (g_strcmp0(((godot_node_t *)g_ptr_array_index(nodes, i))->spawn_path, spawn_path) != 0)
            spawn_path = NULL;
    parent = spawn_path ? godot_path_join(path, spawn_path) : NULL;
    return parent ? parent : g_strdup("");
}

const char *
godot_project_spawn_parent(godot_project_t *project, const char *path)
{
    place_t *place = nodes_place_of(project, path);

    if (!place->parent)
        place->parent = find_parent(place->nodes, path);
    return *place->parent ? place->parent : NULL;
}

/* ---- All nodes ---- */

static GPtrArray *
spawned_paths(const godot_node_t *node)
{
    GPtrArray *paths = g_ptr_array_new();

    for (guint i = 0; node->spawner && i < node->spawner->scenes->len; i++) {
        const char *mention = g_ptr_array_index(node->spawner->scenes, i);
        const char *resource = godot_index_resource(node->scene->root, mention, node->scene->path);

        g_ptr_array_add(paths, (void *)(resource ? resource : ""));
    }
    return paths;
}

/* Steps through a tree. The recursion ends with the depth of nodes, which is bounded. */
static void
step_through(const godot_node_t *node, const char *path, void (*step)(void *user, const godot_scene_node_t *node), void *user)
{
    GPtrArray         *spawns = spawned_paths(node);
    godot_scene_node_t one = { path, node->type, node->script, spawns };

    step(user, &one);
    g_ptr_array_unref(spawns);
    for (guint i = 0; i < node->children->len; i++) {
        const godot_node_t *child = g_ptr_array_index(node->children, i);
        char               *below = node->parent ? g_strconcat(path, "/", child->name, NULL) : g_strdup(child->name);

        step_through(child, below, step, user);
        g_free(below);
    }
}

void
godot_scene_each_node(const godot_scene_t *scene, void (*step)(void *user, const godot_scene_node_t *node), void *user)
{
    if (scene->tree)
        step_through(scene->tree, ".", step, user);
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
