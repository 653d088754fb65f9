/* project/project.c
 * What do the game's own scripts and scenes say things are called?
 * Answers what loader.c, methods.c and scenes.c made of the files.
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

#define NODE_METHODS    0x8000U     /* ids from here on are of the node's own list */

/* ---- Making and freeing ---- */

static void
list_free(void *list)
{
    g_ptr_array_unref((GPtrArray *)list);
}

static void
scene_free(void *data)
{
    godot_scene_t *scene = data;

    godot_node_free(scene->tree);
    g_ptr_array_unref(scene->synchronizers);
    g_array_unref(scene->matches);
    godot_scene_file_free((godot_scene_file_t *)scene->file);
    g_free(scene);
}

static void
class_free(void *file)
{
    godot_class_free((godot_class_t *)file);
}

static godot_project_t *
project_new(const uint8_t *key)
{
    godot_project_t *project = g_new0(godot_project_t, 1);

    project->roots = g_ptr_array_new_with_free_func(godot_index_root_free);
    project->scripts = g_ptr_array_new_with_free_func(godot_script_free);
    project->scenes = g_ptr_array_new_with_free_func(scene_free);
    project->files = g_ptr_array_new_with_free_func(class_free);
    project->by_class = g_hash_table_new(NULL, NULL);
    project->references = g_hash_table_new(NULL, NULL);
    project->by_md5 = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, godot_methods_free);
    project->by_node_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, list_free);
    project->by_root_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, list_free);
    project->strings = g_string_chunk_new(4096);
    godot_files_init(&project->read, key);
    return project;
}

void
godot_project_free(godot_project_t *project)
{
    if (!project)
        return;
    g_hash_table_destroy(project->by_md5);
    g_hash_table_destroy(project->by_node_name);
    g_hash_table_destroy(project->by_root_name);
    g_hash_table_destroy(project->by_class);
    g_hash_table_destroy(project->references);
    g_ptr_array_unref(project->scenes);
    g_ptr_array_unref(project->scripts);
    g_ptr_array_unref(project->roots);
    g_ptr_array_unref(project->files);
    godot_files_clear(&project->read);
    g_string_chunk_free(project->strings);
    g_free(project->summary);
    g_free(project->asked);
    g_free(project->parent);
    g_clear_pointer(&project->answer, g_ptr_array_unref);
    g_free(project);
}

static void
summarize(godot_project_t *project)
{
    unsigned with_methods = 0, synchronizers = 0;

    for (guint i = 0; i < project->scripts->len; i++)
        with_methods += ((godot_script_t *)g_ptr_array_index(project->scripts, i))->methods->len > 0;
    for (guint i = 0; i < project->scenes->len; i++)
        synchronizers += ((godot_scene_t *)g_ptr_array_index(project->scenes, i))->synchronizers->len;
    project->summary = g_strdup_printf(
        "%u project%s: %u scripts (%u with RPCs), %u RPC lists, %u scenes, %u synchronizers, %u messages",
        project->roots->len, project->roots->len == 1 ? "" : "s", project->scripts->len, with_methods,
        g_hash_table_size(project->by_md5), project->scenes->len, synchronizers,
        project->read.notes->len + project->read.notes_lost);
}

godot_project_t *
godot_project_read(const char *const *places, const uint8_t *key)
{
    godot_project_t *project = project_new(key);

    godot_index_read(project, places);
    project->read.key = NULL;
    godot_index_methods(project);
    godot_index_scenes(project);
    summarize(project);
    return project;
}

const char *
godot_project_summary(const godot_project_t *project)
{
    return project->summary;
}

bool
godot_project_changed(const godot_project_t *project)
{
    return godot_files_changed(&project->read);
}

bool
godot_project_was_slow(const godot_project_t *project)
{
    return godot_files_met(&project->read, GODOT_LIMIT_SLOW_SECONDS) || godot_files_met(&project->read, GODOT_LIMIT_SECONDS);
}

const GPtrArray *
godot_project_notes(const godot_project_t *project)
{
    return project->read.notes;
}

const GPtrArray *
godot_project_scripts(const godot_project_t *project)
{
    return project->scripts;
}

const GPtrArray *
godot_project_scenes(const godot_project_t *project)
{
    return project->scenes;
}

/* ---- Methods ---- */

GList *
godot_project_method_lists(const godot_project_t *project)
{
    return g_hash_table_get_values(project->by_md5);
}

const godot_methods_t *
godot_project_methods_by_md5(godot_project_t *project, const char *md5)
{
    return g_hash_table_lookup(project->by_md5, md5);
}

static const godot_method_t *
method_at(const GPtrArray *methods, unsigned index)
{
    return index < methods->len ? (const godot_method_t *)g_ptr_array_index(methods, index) : NULL;
}

const godot_method_t *
godot_methods_get(const godot_methods_t *methods, unsigned method_id)
{
    return method_id & NODE_METHODS ? method_at(methods->node_methods, method_id & ~NODE_METHODS) :
                                      method_at(methods->methods, method_id);
}

const godot_method_t *
godot_script_method(const godot_script_t *script, unsigned method_id)
{
    return method_at(script->methods, method_id);
}

/* ---- Paths: which nodes of the scenes may a path mean? ---- */

typedef struct {
    GPtrArray *found;       /* godot_node_t */
    unsigned   steps;
} search_t;

static void match_below(search_t *search, godot_node_t *node, char **names);

static godot_scene_t *
spawnable(const godot_node_t *spawner, unsigned index)
{
    const GPtrArray      *scenes = spawner->spawner ? spawner->spawner->scenes : NULL;
    godot_project_root_t *root = spawner->scene->root;
    const char           *path = scenes && index < scenes->len ? (const char *)g_ptr_array_index(scenes, index) : NULL, *resource;
    godot_scene_t        *scene = path ? (godot_scene_t *)g_hash_table_lookup(root->scenes, path) : NULL;

    if (!path || scene)     /* most are written as they are called */
        return scene;
    resource = godot_index_resource(root, path, spawner->scene->path);
    return resource ? (godot_scene_t *)g_hash_table_lookup(root->scenes, resource) : NULL;
}

/* What a spawner of the tree puts below a node may have any name. */
static void
match_spawned(search_t *search, godot_node_t *parent, godot_node_t *spawner, char **names)
{
    if (!spawner->spawner || !spawner->spawn_path || godot_node_at(spawner, spawner->spawn_path) != parent)
        return;
    for (guint i = 0; i < spawner->spawner->scenes->len; i++) {
        godot_scene_t *scene = spawnable(spawner, i);
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

/* Follow names from a node on. Recursion ends with the names, of which a path has a bounded number. */
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

/* From the root of the tree: a scene whose root is named so, or an autoload. */
static void
match_whole(search_t *search, const godot_project_t *project, char **names)
{
    GPtrArray *scenes = g_hash_table_lookup(project->by_root_name, names[0]);

    for (guint i = 0; scenes && i < scenes->len; i++)
        match_below(search, ((godot_scene_t *)g_ptr_array_index(scenes, i))->tree, names + 1);
    for (guint i = 0; i < project->roots->len; i++)
        match_autoload(search, (const godot_project_root_t *)g_ptr_array_index(project->roots, i), names);
}

/* How many names, from the last one back, a node and its ancestors have in common with a path. */
static unsigned
common_end(const godot_node_t *node, char **names, guint count)
{
    unsigned common = 0;

    for (; node && common < count && strcmp(node->name, names[count - 1 - common]) == 0; node = node->parent)
        common++;
    return common;
}

/* The game built part of its tree itself: the nodes whose path ends most like this one. Not the roots of scenes:
 * their names are the spawner's choice. */
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

/* @return godot_node_t; g_ptr_array_unref() */
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

/* The last answer is kept: packets ask again and again for one path, as that of a spawner. @return as search_nodes() */
static GPtrArray *
find_nodes(godot_project_t *project, const char *path)
{
    if (!project->asked || strcmp(project->asked, path) != 0) {
        g_clear_pointer(&project->answer, g_ptr_array_unref);
        g_clear_pointer(&project->parent, g_free);
        g_free(project->asked);
        project->asked = g_strdup(path);
        project->answer = search_nodes(project, path);
    }
    return g_ptr_array_ref(project->answer);
}

static const godot_script_t *
autoload_script(const godot_project_t *project, const char *path)
{
    for (guint i = 0; i < project->roots->len; i++) {
        godot_project_root_t *root = g_ptr_array_index(project->roots, i);
        const char           *resource = g_hash_table_lookup(root->autoloads, path);
        const godot_script_t *script = resource ? godot_index_script(root, resource) : NULL;

        if (script)
            return script;
    }
    return NULL;
}

const godot_script_t *
godot_project_script_of_path(godot_project_t *project, const char *path)
{
    GPtrArray            *nodes = find_nodes(project, path);
    const godot_script_t *script = nodes->len ? ((godot_node_t *)g_ptr_array_index(nodes, 0))->script : NULL;

    for (guint i = 1; i < nodes->len; i++)
        if (((godot_node_t *)g_ptr_array_index(nodes, i))->script != script)
            script = NULL;
    g_ptr_array_unref(nodes);
    return script ? script : autoload_script(project, path);
}

/* ---- Spawners ---- */

const godot_scene_t *
godot_project_spawned_scene(godot_project_t *project, const char *path, unsigned index)
{
    GPtrArray           *nodes = find_nodes(project, path);
    const godot_scene_t *scene = nodes->len ? spawnable((godot_node_t *)g_ptr_array_index(nodes, 0), index) : NULL;

    for (guint i = 1; i < nodes->len; i++)
        if (spawnable((godot_node_t *)g_ptr_array_index(nodes, i), index) != scene)
            scene = NULL;
    g_ptr_array_unref(nodes);
    return scene;
}

/* @return "" if that is unknown, or the root of the tree, which has no name on the wire; g_free() */
static char *
join_spawn_path(const GPtrArray *spawners, const char *path)
{
    const char *spawn_path = spawners->len ? ((godot_node_t *)g_ptr_array_index(spawners, 0))->spawn_path : NULL;
    char       *parent;

    for (guint i = 1; i < spawners->len; i++)
        if (g_strcmp0(((godot_node_t *)g_ptr_array_index(spawners, i))->spawn_path, spawn_path) != 0)
            spawn_path = NULL;
    parent = spawn_path ? godot_path_join(path, spawn_path) : NULL;
    return parent ? parent : g_strdup("");
}

const char *
godot_project_spawn_parent(godot_project_t *project, const char *path)
{
    GPtrArray *nodes = find_nodes(project, path);

    if (!project->parent)
        project->parent = join_spawn_path(nodes, path);
    g_ptr_array_unref(nodes);
    return *project->parent ? project->parent : NULL;
}

/* ---- Synchronizers ---- */

static bool
is_listed(const godot_property_t *property, godot_list_t list, bool old)
{
    switch (list) {
    case GODOT_LIST_SPAWN:
        return property->spawn;
    case GODOT_LIST_SYNC:
        return old ? property->sync_4_1 : property->sync;
    case GODOT_LIST_WATCH:
        return old ? property->watch_4_1 : property->watch;
    }
    return false;
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

/* First as 4.2 and later understand the file, then as 4.0 and 4.1 do. */
GPtrArray *
godot_synchronizer_list(const godot_synchronizer_t *synchronizer, godot_list_t list, unsigned count)
{
    for (int old = 0; old <= 1; old++) {
        GPtrArray *properties = make_list(synchronizer, list, old != 0);

        if (properties->len == count || (list == GODOT_LIST_WATCH && properties->len > count))
            return properties;
        g_ptr_array_unref(properties);
    }
    return NULL;
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

const godot_synchronizer_t *
godot_project_synchronizer(godot_project_t *project, const char *path, godot_list_t list, unsigned count)
{
    GPtrArray                  *nodes = find_nodes(project, path), *agreed = NULL;
    const godot_synchronizer_t *found = NULL;
    bool                        differ = false;

    for (guint i = 0; i < nodes->len; i++) {
        const godot_synchronizer_t *one = ((godot_node_t *)g_ptr_array_index(nodes, i))->synchronizer;
        GPtrArray                  *properties = one ? godot_synchronizer_list(one, list, count) : NULL;

        if (!properties)
            continue;
        differ = differ || (agreed && !same_properties(agreed, properties));
        found = found ? found : one;
        g_clear_pointer(&agreed, g_ptr_array_unref);
        agreed = properties;
    }
    g_clear_pointer(&agreed, g_ptr_array_unref);
    g_ptr_array_unref(nodes);
    return differ ? NULL : found;
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
