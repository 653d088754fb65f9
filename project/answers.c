/* project/answers.c
 * Which names do the game's own scripts and scenes have? Opens a game, and answers from what loader.c, methods.c and
 * scenes.c made of its files.
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

#define NODE_METHODS    0x8000U     /* ids from this one on belong to the node's own list */

/* ---- Making and freeing ---- */

static void
answers_list_free(void *list)
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
    project->by_md5 = g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, godot_methods_free);
    project->by_node_name = g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, answers_list_free);
    project->by_root_name = g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, answers_list_free);
    godot_nodes_init(project);
    project->strings = godot_strings_new();
    godot_files_init(&project->read, key);
    return project;
}

void
godot_project_close(godot_project_t *project)
{
    if (!project)
        return;
    g_hash_table_destroy(project->by_md5);
    g_hash_table_destroy(project->by_node_name);
    g_hash_table_destroy(project->by_root_name);
    g_hash_table_destroy(project->by_path);
    g_hash_table_destroy(project->by_class);
    g_hash_table_destroy(project->references);
    g_ptr_array_unref(project->scenes);
    g_ptr_array_unref(project->scripts);
    g_ptr_array_unref(project->roots);
    g_ptr_array_unref(project->files);
    godot_files_clear(&project->read);
    godot_strings_free(project->strings);
    g_free(project->summary);
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
godot_project_open(const char *const *places, const uint8_t *key, const godot_progress_t *progress)
{
    godot_project_t *project = project_new(key);

    project->read.progress = progress;
    godot_index_read(project, places);
    project->read.key = NULL;
    godot_index_bases(project);
    godot_index_methods(project);
    godot_index_scenes(project);
    project->read.progress = NULL;
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

unsigned
godot_project_slow_seconds(void)
{
    return GODOT_MAX_SLOW_SECONDS;
}

bool
godot_project_was_slow(const godot_project_t *project)
{
    return godot_files_met(&project->read, GODOT_LIMIT_SLOW_SECONDS) || godot_files_met(&project->read, GODOT_LIMIT_SECONDS);
}

bool
godot_project_keeps_authority(const godot_project_t *project)
{
    return project->scripts->len > 0 && !project->gives_authority && project->read.notes->len == 0;
}

unsigned
godot_project_count(const godot_project_t *project)
{
    return project->roots->len;
}

unsigned
godot_project_notes_lost(const godot_project_t *project)
{
    return project->read.notes_lost;
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
godot_script_functions(const godot_script_t *script)
{
    return script->declares->functions;
}

const GPtrArray *
godot_project_scenes(const godot_project_t *project)
{
    return project->scenes;
}

/* ---- Methods ---- */

static int
compare_md5(const void *a, const void *b)
{
    return strcmp((*(const godot_methods_t *const *)a)->md5, (*(const godot_methods_t *const *)b)->md5);
}

GPtrArray *
godot_project_method_lists(const godot_project_t *project)
{
    GPtrArray     *lists = g_ptr_array_sized_new(g_hash_table_size(project->by_md5));
    GHashTableIter iter;
    void          *methods;

    g_hash_table_iter_init(&iter, project->by_md5);
    while (g_hash_table_iter_next(&iter, NULL, &methods))
        g_ptr_array_add(lists, methods);
    g_ptr_array_sort(lists, compare_md5);
    return lists;
}

const godot_methods_t *
godot_project_methods_of_md5(godot_project_t *project, const char *md5)
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

/* ---- Scripts of nodes ---- */

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
    const GPtrArray      *nodes = godot_project_nodes(project, path);
    const godot_script_t *script = nodes->len ? ((godot_node_t *)g_ptr_array_index(nodes, 0))->script : NULL;

    for (guint i = 1; i < nodes->len; i++)
        if (((godot_node_t *)g_ptr_array_index(nodes, i))->script != script)
            script = NULL;
    return script ? script : autoload_script(project, path);
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
