/* project/loader.c
 * What do the files of a project add to its index?
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

#include "project/bytes.h"
#include "project/content.h"
#include "project/csharp-reader.h"
#include "project/folder.h"
#include "project/gdscript-compiled.h"
#include "project/gdscript-reader.h"
#include "project/index.h"
#include "project/pack.h"
#include "project/paths.h"
#include "project/resource-reader.h"
#include "project/scene-reader.h"

/* ---- Scripts ---- */

static const char *
loader_keep(godot_project_root_t *root, const char *text)
{
    return godot_strings_keep(root->project->strings, text);
}

static void
add_script_file(godot_project_root_t *root, const char *resource, godot_class_t *file, bool csharp)
{
    const char *path = loader_keep(root, resource);

    if (file->too_deep)
        godot_files_limit(&root->project->read, csharp ? GODOT_LIMIT_BRACES : GODOT_LIMIT_CLASS_DEPTH, path);
    if (godot_class_is_full(file))
        godot_files_limit(&root->project->read, GODOT_LIMIT_DECLARED, path);
    root->project->declared += file->declared;
    if (root->project->declared > GODOT_MAX_ALL_DECLARED) {
        godot_files_limit(&root->project->read, GODOT_LIMIT_ALL_DECLARED, path);
        godot_class_free(file);
        return;
    }
    g_ptr_array_add(root->project->files, file);
    godot_index_add_classes(root, file, path, csharp);
    g_hash_table_insert(root->scripts, (void *)path, g_hash_table_lookup(root->project->by_class, file));
    if (file->name)
        g_hash_table_insert(root->class_names, file->name, g_hash_table_lookup(root->project->by_class, file));
}

/*
 * A peer with the authority of a node may give it to another peer with this call. Until then the server has it
 * (scene/main/node.h).
 */
static const char give_authority[] = "set_multiplayer_authority";

static void
add_gdscript(godot_project_root_t *root, const char *resource, const char *text, gsize length)
{
    root->project->gives_authority |= strstr(text, give_authority) != NULL;
    add_script_file(root, resource, gdscript_read(text, length), false);
}

static void
read_gdscript(godot_project_root_t *root, const godot_file_t *file, const char *text, gsize length)
{
    add_gdscript(root, file->resource, text, length);
}

static void
read_compiled(godot_project_root_t *root, const godot_file_t *file, const char *data, gsize length)
{
    gdscript_source_t *source = gdscript_compiled_new(&root->project->read, file, data, length);

    if (!source)
        return;         /* which was noted, so nothing is proved */
    root->project->gives_authority |= gdscript_compiled_names(source, give_authority);
    add_script_file(root, file->resource, gdscript_read_tokens(source), false);
    gdscript_compiled_free(source);
}

/* Reads C#. The assembly may differ from the source, which exports leave out. */
static void
read_csharp(godot_project_root_t *root, const godot_file_t *file, const char *text, gsize length)
{
    root->project->gives_authority = true;
    add_script_file(root, file->resource, csharp_read(text, length), true);
}

/* Native code may do anything. */
static void
read_extension(godot_project_root_t *root, const godot_file_t *file G_GNUC_UNUSED, const char *text G_GNUC_UNUSED, gsize length G_GNUC_UNUSED)
{
    root->project->gives_authority = true;
}

/* ---- Scenes and resources ---- */

static void
note_uid(godot_project_root_t *root, const char *uid, const char *resource)
{
    if (uid && !g_hash_table_contains(root->uids, uid))
        g_hash_table_insert(root->uids, g_strdup(uid), g_strdup(resource));
}

static void
add_builtin_scripts(godot_project_root_t *root, const char *resource, const godot_scene_file_t *file)
{
    for (guint i = 0; i < file->scripts->len; i++) {
        const godot_builtin_script_t *script = g_ptr_array_index(file->scripts, i);
        char *path = g_strconcat(resource, "::", script->id, NULL);

        if (script->source)
            add_gdscript(root, path, script->source, strlen(script->source));
        g_free(path);
    }
}

static void
add_scene(godot_project_root_t *root, const char *path, godot_scene_file_t *file)
{
    godot_scene_t *scene = g_new0(godot_scene_t, 1);

    scene->path = path;
    scene->file = file;
    scene->root = root;
    scene->synchronizers = g_ptr_array_new_with_free_func(godot_synchronizer_free);
    scene->matches = g_array_new(false, false, sizeof(uint32_t));
    g_ptr_array_add(root->project->scenes, scene);
    g_hash_table_insert(root->scenes, (void *)path, scene);
}

/* Adds a scene file, and takes it over. */
static void
add_scene_file(godot_project_root_t *root, const char *resource, godot_scene_file_t *file)
{
    const char         *path = loader_keep(root, resource);
    GHashTableIter      iter;
    void               *uid, *named;

    root->project->placed += godot_scene_file_size(file);
    if (root->project->placed > GODOT_MAX_ALL_PLACED) {
        godot_files_limit(&root->project->read, GODOT_LIMIT_ALL_PLACED, path);
        godot_scene_file_free(file);
        return;
    }
    note_uid(root, file->uid, resource);
    g_hash_table_iter_init(&iter, file->uids);
    while (g_hash_table_iter_next(&iter, &uid, &named))
        note_uid(root, (const char *)uid, (const char *)named);
    add_builtin_scripts(root, path, file);
    if (file->is_scene)
        add_scene(root, path, file);
    else if (file->replicated)
        g_hash_table_insert(root->configs, (void *)path, file);
    else
        godot_scene_file_free(file);
}

static void
loader_read_scene(godot_project_root_t *root, const godot_file_t *file, const char *text, gsize length)
{
    add_scene_file(root, file->resource, godot_scene_read(text, length));
}

static void
read_resource(godot_project_root_t *root, const godot_file_t *file, const char *data, gsize length)
{
    godot_scene_file_t *scene = godot_resource_read(&root->project->read, file, data, length);

    if (scene)
        add_scene_file(root, file->resource, scene);
}

/* ---- Settings and uids ---- */

/* Reads player.gd.uid, which has the uid of player.gd. */
static void
read_uid(godot_project_root_t *root, const godot_file_t *file, const char *text, gsize length G_GNUC_UNUSED)
{
    char *uid = g_strstrip(g_strdup(text));
    char *of = g_strndup(file->resource, strlen(file->resource) - strlen(".uid"));

    if (g_str_has_prefix(uid, "uid://"))
        note_uid(root, uid, of);
    g_free(of);
    g_free(uid);
}

/* Reads project.godot. Only [autoload] matters: Name="*res://path". */
static void
read_settings(godot_project_root_t *root, const godot_file_t *file G_GNUC_UNUSED, const char *text, gsize length G_GNUC_UNUSED)
{
    char **lines = g_strsplit(text, "\n", 10000);
    bool   autoloads = false;

    for (char **line = lines; *line; line++) {
        char *equals = strchr(*line, '='), *path, *end;

        if (**line == '[')
            autoloads = g_str_has_prefix(*line, "[autoload]");
        if (!autoloads || !equals || equals[1] != '"')
            continue;
        path = equals + 2 + (equals[2] == '*');
        end = strchr(path, '"');
        g_hash_table_replace(root->autoloads, g_strstrip(g_strndup(*line, (gsize)(equals - *line))),
                             g_strndup(path, end ? (gsize)(end - path) : strlen(path)));
    }
    g_strfreev(lines);
}

/*
 * Reads names and values of project.godot in binary form (core/config/project_settings.cpp, _save_settings_binary());
 * only Strings matter.
 */
static void
read_binary_settings(godot_project_root_t *root, const godot_file_t *file, const char *data, gsize length)
{
    static const char group[] = "autoload/";
    enum { MAGIC = 0x47464345, STRING = 4 };    /* "ECFG" */
    godot_bytes_t bytes = godot_bytes(data, length);
    bool          known = godot_bytes_u32(&bytes) == MAGIC;
    uint32_t      count = godot_bytes_u32(&bytes);

    if (!known)
        godot_files_note_on(&root->project->read, file, "not the settings of a Godot project");
    for (uint32_t i = 0; known && i < count && !bytes.failed; i++) {
        char          *key = godot_bytes_string(&bytes);
        uint32_t       size = godot_bytes_u32(&bytes);
        const uint8_t *from = godot_bytes_take(&bytes, size);
        godot_bytes_t  value = godot_bytes(from ? (const void *)from : "", from ? size : 0);
        char          *path = godot_bytes_u32(&value) == STRING ? godot_bytes_string(&value) : NULL;

        if (path && g_str_has_prefix(key, group))
            g_hash_table_replace(root->autoloads, g_strdup(key + strlen(group)), g_strdup(path + (*path == '*')));
        g_free(path);
        g_free(key);
    }
}

/* Reads the cache of uids (core/io/resource_uid.cpp, load_from_cache()). */
static void
read_uid_cache(godot_project_root_t *root, const godot_file_t *file G_GNUC_UNUSED, const char *data, gsize length)
{
    godot_bytes_t bytes = godot_bytes(data, length);
    uint32_t      count = godot_bytes_u32(&bytes);

    for (uint32_t i = 0; i < count && !bytes.failed; i++) {
        char *uid = godot_uid_text(godot_bytes_u64(&bytes)), *resource = godot_bytes_string(&bytes);

        if (resource)
            note_uid(root, uid, resource);
        g_free(resource);
        g_free(uid);
    }
}

/* Finds the files of autoloads: since 4.4 they may be named by their uids. */
static void
resolve_autoloads(godot_project_root_t *root)
{
    GHashTableIter iter;
    void          *path;

    g_hash_table_iter_init(&iter, root->autoloads);
    while (g_hash_table_iter_next(&iter, NULL, &path)) {
        const char *resource = godot_index_resource(root, (const char *)path, "res://");
        if (resource)
            g_hash_table_iter_replace(&iter, g_strdup(resource));
    }
}

/* ---- Any file ---- */

typedef void (*read_fn)(godot_project_root_t *root, const godot_file_t *file, const char *content, gsize length);

typedef struct {
    const char *suffix;
    read_fn     read;
    bool        is_text;
    bool      (*matters)(const godot_file_t *file);     /* NULL: always */
} reader_t;

/*
 * Tells whether the file is a compiled script with the name of its source: the engine finds these only by the .remap
 * with that name.
 */
static bool
is_renamed(const godot_file_t *file)
{
    return strcmp(file->resource, file->stored) != 0;
}

static const reader_t *
find_reader(const char *stored)
{
    static const reader_t readers[] = {
        { ".gd", read_gdscript, true, NULL },
        { ".gdc", read_compiled, false, is_renamed },
        { ".cs", read_csharp, true, NULL },
        { ".gdextension", read_extension, true, NULL },
        { ".tscn", loader_read_scene, true, NULL },
        { ".tres", loader_read_scene, true, NULL },
        { ".scn", read_resource, false, NULL },
        { ".res", read_resource, false, godot_resource_matters },
        { ".uid", read_uid, true, NULL },
        { "/project.godot", read_settings, true, NULL },
        { "/project.binary", read_binary_settings, false, NULL },
        { "/.godot/uid_cache.bin", read_uid_cache, false, NULL },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(readers); i++)
        if (g_str_has_suffix(stored, readers[i].suffix))
            return &readers[i];
    return NULL;
}

static void
loader_read_file(void *project, const godot_file_t *file)
{
    godot_project_root_t *root = (godot_project_root_t *)project;
    const reader_t       *reader = find_reader(file->stored);
    gsize                 length = 0;
    char                 *content;

    if (!reader || (reader->matters && !reader->matters(file)))
        return;
    content = godot_content_read(&root->project->read, file, &length);
    if (content && reader->is_text && !g_utf8_validate(content, (gssize)length, NULL))
        godot_files_note_on(&root->project->read, file, "not UTF-8 text, not read");
    else if (content)
        reader->read(root, file, content, length);
    g_free(content);
}

/* ---- Projects ---- */

static void
loader_list_free(void *list)
{
    g_ptr_array_unref((GPtrArray *)list);
}

static void
scene_file_free(void *file)
{
    godot_scene_file_free((godot_scene_file_t *)file);
}

static void *
root_new(void *user)
{
    godot_project_t      *project = (godot_project_t *)user;
    godot_project_root_t *root = g_new0(godot_project_root_t, 1);

    root->project = project;
    root->scripts = g_hash_table_new(godot_string_hash, g_str_equal);
    root->class_names = g_hash_table_new(godot_string_hash, g_str_equal);
    root->csharp = g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, loader_list_free);
    root->scenes = g_hash_table_new(godot_string_hash, g_str_equal);
    root->configs = g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, scene_file_free);
    root->uids = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    root->autoloads = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    g_ptr_array_add(project->roots, root);
    return root;
}

void
godot_index_root_free(void *data)
{
    godot_project_root_t *root = data;

    g_hash_table_destroy(root->scripts);
    g_hash_table_destroy(root->class_names);
    g_hash_table_destroy(root->csharp);
    g_hash_table_destroy(root->scenes);
    g_hash_table_destroy(root->configs);
    g_hash_table_destroy(root->uids);
    g_hash_table_destroy(root->autoloads);
    g_free(root);
}

void
godot_index_read(godot_project_t *project, const char *const *places)
{
    godot_visitor_t visitor = { root_new, loader_read_file, project };

    for (; *places; places++) {
        if (g_file_test(*places, G_FILE_TEST_IS_DIR))
            godot_folder_visit(&project->read, *places, &visitor);
        else
            godot_pack_visit(&project->read, *places, &visitor);
    }
    for (guint i = 0; i < project->roots->len; i++)
        resolve_autoloads((godot_project_root_t *)g_ptr_array_index(project->roots, i));
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
