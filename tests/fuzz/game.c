/* game.c
 * How do the files of an input become a game that is read?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "game.h"
#include "project/csharp-reader.h"
#include "naming/field-names.h"
#include "project/gdscript-compiled.h"
#include "project/gdscript-reader.h"
#include "project/index.h"
#include "project/limits.h"
#include "project/project.h"
#include "project/resource-reader.h"
#include "project/scene-reader.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

game_file_t
game_file(const record_t *record)
{
    const uint8_t *end = record->length > 0 ? memchr(record->data, '\n', record->length) : NULL;
    size_t name = end ? (size_t)(end - record->data) : 0;

    return (game_file_t) { g_strndup((const char *)record->data, name), record->data + (end ? name + 1 : 0),
                           record->length - (end ? name + 1 : 0) };
}

/* ---- A file alone ---- */

static void
read_gdscript(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    (void)files, (void)file;
    godot_class_free(gdscript_read(data, length));
}

static void
read_csharp(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    (void)files, (void)file;
    godot_class_free(csharp_read(data, length));
}

static void
read_scene(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    (void)files, (void)file;
    godot_scene_file_free(godot_scene_read(data, length));
}

static void
read_compiled(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    gdscript_source_t *source = gdscript_compiled_new(files, file, data, length);

    if (source)
        godot_class_free(gdscript_read_tokens(source));
    gdscript_compiled_free(source);
}

static void
read_resource(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    godot_scene_file_free(godot_resource_read(files, file, data, length));
}

static const struct {
    const char *suffix;
    void      (*read)(godot_files_t *files, const godot_file_t *file, const char *data, size_t length);
} readers[] = {
    { ".gd", read_gdscript }, { ".cs", read_csharp }, { ".tscn", read_scene }, { ".tres", read_scene },
    { ".gdc", read_compiled }, { ".scn", read_resource }, { ".res", read_resource },
};

void
game_read_file(const game_file_t *file)
{
    const godot_file_t one = { "res://x", "res://x", "x", 0, GODOT_FILE_WHOLE, NULL, false };
    char *copy = g_memdup2(file->data, file->length);
    godot_files_t files;

    godot_files_init(&files, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(readers); i++)
        if (g_str_has_suffix(file->name, readers[i].suffix))
            readers[i].read(&files, &one, copy ? copy : "", file->length);
    godot_files_clear(&files);
    g_free(copy);
}

/* ---- What a game is asked ---- */

static void
ask_methods(godot_project_t *project)
{
    GPtrArray *lists = godot_project_method_lists(project);

    for (guint list = 0; list < lists->len; list++) {
        const godot_methods_t *methods = g_ptr_array_index(lists, list);

        godot_project_methods_of_md5(project, methods->md5);
        for (unsigned i = 0; i < 4; i++)
            godot_methods_get(methods, i | (i & 2 ? 0x8000 : 0));
    }
    g_ptr_array_unref(lists);
}

static void
ask_synchronizers(const godot_scene_t *scene)
{
    static const godot_list_t lists[] = { GODOT_LIST_SPAWN, GODOT_LIST_SYNC, GODOT_LIST_WATCH };
    GString *name = g_string_new(NULL);

    for (unsigned count = 0; count < 6; count++)
        godot_scene_spawned(scene, count, count + 1, 0);
    for (guint i = 0; i < MIN(scene->synchronizers->len, 64); i++) {
        godot_synchronizer_t *synchronizer = g_ptr_array_index(scene->synchronizers, i);

        for (unsigned list = 0; list < G_N_ELEMENTS(lists); list++)
            for (unsigned count = 0; count < 4; count++)
                godot_synchronizer_list(synchronizer, lists[list], count);
        for (guint property = 0; property < MIN(synchronizer->properties->len, 8); property++)
            godot_field_name_append(name,
                                    ((godot_property_t *)g_ptr_array_index(synchronizer->properties, property))->path);
    }
    g_string_free(name, TRUE);
}

/* Looks up a path as messages of the wire do. */
static void
ask_path(godot_project_t *project, const char *path)
{
    godot_project_script_of_path(project, path);
    godot_project_spawned_scene(project, path, 0);
    godot_project_spawn_parent(project, path);
    for (unsigned count = 1; count < 3; count++)
        godot_project_synchronizer(project, path, GODOT_LIST_SYNC, count);
}

/* Looks up a node's path, a path that only ends like it, and one of a spawned node below; then its children's. */
static void
ask_node(godot_project_t *project, const godot_node_t *node, const char *path, unsigned depth)
{
    g_autofree char *end = g_strconcat("Elsewhere/", node->name, NULL),
                    *spawned = g_strconcat(path, "/Spawned/Sync", NULL);

    ask_path(project, path);
    ask_path(project, end);
    ask_path(project, spawned);
    for (guint i = 0; depth < 4 && i < MIN(node->children->len, 8); i++) {
        const godot_node_t *child = g_ptr_array_index(node->children, i);
        g_autofree char *below = g_strconcat(path, "/", child->name, NULL);

        ask_node(project, child, below, depth + 1);
    }
}

static void
ask(godot_project_t *project)
{
    const GPtrArray *scenes = godot_project_scenes(project), *scripts = godot_project_scripts(project);

    godot_project_summary(project);
    ask_path(project, "Net");       /* an autoload of the seeds */
    ask_path(project, "Net/Sync");
    godot_project_notes(project);
    ask_methods(project);
    for (guint i = 0; i < MIN(scripts->len, 64); i++)
        godot_script_method(g_ptr_array_index(scripts, i), i);
    for (guint i = 0; i < MIN(scenes->len, 16); i++) {
        const godot_scene_t *scene = g_ptr_array_index(scenes, i);

        ask_synchronizers(scene);
        if (scene->tree)
            ask_node(project, scene->tree, scene->tree->name, 0);
    }
    godot_project_changed(project);
}

/* ---- Packs ---- */

/* Reads a pack and asks for names. The key is that of the packs in tests/project. */
static void
read_and_ask(const char *path)
{
    uint8_t key[32];
    const char *const places[] = { path, NULL };
    godot_project_t *project;

    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)i;
    project = godot_project_open(places, key, NULL);
    ask(project);
    godot_project_close(project);
}

void
game_read_pack(const uint8_t *pack, size_t length)
{
    int file = memfd_create("pack", 0);
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", file);

    if (file < 0 || write(file, pack, length) != (ssize_t)length) {
        perror("memfd_create");
        exit(2);
    }
    read_and_ask(path);
    close(file);
}

static void
append_number(GByteArray *out, unsigned size, guint64 number)
{
    guint64 little = GUINT64_TO_LE(number);

    g_byte_array_append(out, (const guint8 *)&little, size);
}

static void
append_zeros(GByteArray *out, size_t count)
{
    for (; count > 0; count--)
        append_number(out, 1, 0);
}

/* Appends an entry of format 2. Its MD5 is zero, which no file has. */
static void
append_entry(GByteArray *out, const game_file_t *file, size_t offset)
{
    g_autofree char *name = g_strconcat("res://", file->name, NULL);

    append_number(out, 4, strlen(name));
    g_byte_array_append(out, (const guint8 *)name, (guint)strlen(name));
    append_number(out, 8, offset);
    append_number(out, 8, file->length);
    append_zeros(out, 16 + 4);
}

static void
read_in_pack(const records_t *records)
{
    enum { BASE = 24 };     /* where the header has the offset of the files */
    GByteArray *pack = g_byte_array_new();
    game_file_t files[RECORDS_MAX];
    size_t offset = 0;
    guint64 base;

    g_byte_array_append(pack, (const guint8 *)"GDPC\2\0\0\0\4\0\0\0\5", 13);
    append_zeros(pack, 96 - 13);
    append_number(pack, 4, records->count);
    for (unsigned i = 0; i < records->count; i++) {
        files[i] = game_file(&records->record[i]);
        append_entry(pack, &files[i], offset);
        offset += files[i].length;
    }
    base = GUINT64_TO_LE((guint64)pack->len);
    memcpy(pack->data + BASE, &base, sizeof base);
    for (unsigned i = 0; i < records->count; i++) {
        g_byte_array_append(pack, files[i].data, (guint)files[i].length);
        g_free(files[i].name);
    }
    game_read_pack(pack->data, pack->len);
    g_byte_array_unref(pack);
}

/* ---- Folders ---- */

static char *folder;    /* in TMPDIR: tools/fuzz removes what is left there */

static void
remove_folder(void)
{
    rmdir(folder);
}

static void
make_folder(void)
{
    if (folder)
        return;
    folder = g_dir_make_tmp("fuzz-XXXXXX", NULL);
    if (!folder) {
        perror(g_get_tmp_dir());
        exit(2);
    }
    atexit(remove_folder);
}

/* Returns the path as named, but cut where it leads upwards. */
static char *
path_of(const char *name)
{
    char **parts = g_strsplit(name, "/", 4);
    GString *path = g_string_new(folder);

    for (char **part = parts; *part && **part && strcmp(*part, ".") != 0 && strcmp(*part, "..") != 0; part++)
        g_string_append_printf(path, "/%.60s", g_strdelimit(*part, "/", '_'));
    g_strfreev(parts);
    return g_string_free(path, FALSE);
}

static void
write_file(const game_file_t *file, const char *path)
{
    g_autofree char *below = g_path_get_dirname(path);

    g_mkdir_with_parents(below, 0700);
    g_file_set_contents(path, (const char *)file->data, (gssize)file->length, NULL);
}

/* Makes a link, unless another link is in its path. */
static void
make_link(const game_file_t *file, const char *path)
{
    g_autofree char *target = g_strndup((const char *)file->data, MIN(file->length, 60)),
                    *below = g_path_get_dirname(path);
    g_autofree char *real = realpath(below, NULL);

    if (real && g_str_has_prefix(real, folder) && *target != '/' && symlink(target, path) != 0)
        unlink(path);
}

/* Writes files, then links, so that nothing is written through links. */
static void
write_files(const records_t *records, bool links)
{
    for (unsigned i = 0; i < records->count; i++) {
        game_file_t file = game_file(&records->record[i]);
        g_autofree char *path = path_of(file.name);

        if (strcmp(path, folder) != 0 && !!(records->record[i].flags & GAME_LINK) == links)
            (links ? make_link : write_file)(&file, path);
        g_free(file.name);
    }
}

static int
remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind;
    return place->level > 0 ? remove(path) : 0;
}

static void
read_in_folder(const records_t *records)
{
    make_folder();
    write_files(records, false);
    write_files(records, true);
    read_and_ask(folder);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

void
game_read_files(const records_t *records)
{
    (records->options[0] & GAME_IN_FOLDER ? read_in_folder : read_in_pack)(records);
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
