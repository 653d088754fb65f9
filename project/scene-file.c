/* project/scene-file.c
 * What does a scene file contain: nodes, and the lists of their synchronizers and spawners?
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

#include "project/scene-file.h"
#include "project/strings.h"

/* ---- Making and freeing ---- */

static void
replicated_free(void *data)
{
    godot_replicated_t *replicated = data;

    g_free(replicated->path);
    g_free(replicated);
}

static void
node_free(void *data)
{
    godot_node_section_t *node = data;

    g_free(node->name);
    g_free(node->type);
    g_free(node->parent);
    g_free(node->instance);
    g_free(node->script);
    g_clear_pointer(&node->scenes, g_ptr_array_unref);
    g_free(node->spawn_path);
    g_free(node->root_path);
    g_free(node->config);
    g_clear_pointer(&node->replicated, g_ptr_array_unref);
    g_hash_table_destroy(node->types);
    g_free(node);
}

static void
script_free(void *data)
{
    godot_builtin_script_t *script = data;

    g_free(script->id);
    g_free(script->source);
    g_free(script);
}

static void
array_free(void *array)
{
    g_ptr_array_unref((GPtrArray *)array);
}

void
godot_scene_file_free(godot_scene_file_t *file)
{
    if (!file)
        return;
    g_free(file->uid);
    g_ptr_array_unref(file->nodes);
    g_ptr_array_unref(file->scripts);
    g_clear_pointer(&file->replicated, g_ptr_array_unref);
    g_hash_table_destroy(file->uids);
    g_hash_table_destroy(file->configs);
    g_free(file);
}

godot_scene_file_t *
godot_scene_file_new(void)
{
    godot_scene_file_t *file = g_new0(godot_scene_file_t, 1);

    file->nodes = g_ptr_array_new_with_free_func(node_free);
    file->scripts = g_ptr_array_new_with_free_func(script_free);
    file->uids = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    file->configs = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, array_free);
    return file;
}

godot_node_section_t *
godot_scene_file_add_node(godot_scene_file_t *file, char *name)
{
    godot_node_section_t *node = g_new0(godot_node_section_t, 1);

    node->name = name;
    node->types = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    g_ptr_array_add(file->nodes, node);
    return node;
}

godot_builtin_script_t *
godot_scene_file_add_script(godot_scene_file_t *file, char *id)
{
    godot_builtin_script_t *script = g_new0(godot_builtin_script_t, 1);

    script->id = id;
    g_ptr_array_add(file->scripts, script);
    return script;
}

unsigned
godot_scene_file_size(const godot_scene_file_t *file)
{
    unsigned       size = g_hash_table_size(file->uids) + file->scripts->len + (file->replicated ? file->replicated->len : 0);
    GHashTableIter iter;
    void          *config;

    g_hash_table_iter_init(&iter, file->configs);
    while (g_hash_table_iter_next(&iter, NULL, &config))
        size += 1 + ((GPtrArray *)config)->len;
    for (guint i = 0; i < file->nodes->len; i++) {
        const godot_node_section_t *node = g_ptr_array_index(file->nodes, i);

        size += 3 + g_hash_table_size(node->types) + (node->scenes ? node->scenes->len : 0);
    }
    return size;
}

/* ---- Replicated properties ---- */

GPtrArray *
godot_replicated_list(void)
{
    return g_ptr_array_new_with_free_func(replicated_free);
}

/* Sets a mode as the engine does when it reads what older versions wrote as two booleans. */
static void
set_old_mode(godot_replicated_t *replicated, godot_replicate_t mode, bool on)
{
    if (on)
        replicated->mode = mode;
    else if (replicated->mode == mode)
        replicated->mode = GODOT_REPLICATE_NEVER;
}

static void
set_replicated(godot_replicated_t *replicated, const char *what, const char *value)
{
    bool on = strcmp(value, "true") == 0;

    if (strcmp(what, "spawn") == 0) {
        replicated->spawn = on;
    } else if (strcmp(what, "sync") == 0) {
        replicated->sync_4_1 = on;
        set_old_mode(replicated, GODOT_REPLICATE_ALWAYS, on);
    } else if (strcmp(what, "watch") == 0) {
        replicated->watch_4_1 = on;
        set_old_mode(replicated, GODOT_REPLICATE_ON_CHANGE, on);
    } else if (strcmp(what, "replication_mode") == 0) {
        replicated->mode = *value == '1' ? GODOT_REPLICATE_ALWAYS :
                           *value == '2' ? GODOT_REPLICATE_ON_CHANGE : GODOT_REPLICATE_NEVER;
        replicated->sync_4_1 = replicated->mode == GODOT_REPLICATE_ALWAYS;
        replicated->watch_4_1 = replicated->mode == GODOT_REPLICATE_ON_CHANGE;
    }
}

static void
add_replicated(GPtrArray *list, const char *path)
{
    godot_replicated_t *replicated = g_new0(godot_replicated_t, 1);

    replicated->path = g_strdup(path);
    replicated->spawn = replicated->sync_4_1 = true;
    replicated->mode = GODOT_REPLICATE_ALWAYS;
    g_ptr_array_add(list, replicated);
}

void
godot_replicated_set(GPtrArray *list, const char *key, const char *value)
{
    static const char group[] = "properties/";
    char   *what;
    guint64 index;

    if (!g_str_has_prefix(key, group))
        return;
    index = g_ascii_strtoull(key + strlen(group), &what, 10);
    if (index == list->len && strcmp(what, "/path") == 0)
        add_replicated(list, value);
    else if (index < list->len && *what == '/')
        set_replicated((godot_replicated_t *)g_ptr_array_index(list, index), what + 1, value);
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
