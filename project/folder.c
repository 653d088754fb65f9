/* project/folder.c
 * Which files does a project's folder contain?
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

#include <glib/gstdio.h>

#include "project/folder.h"
#include "project/pack.h"
#include "project/paths.h"
#include "project/remap.h"
#include "project/system.h"

#define SCHEME          "res://"
#define SETTINGS        "project.godot"
#define PACKED_SETTINGS "project.binary"
#define UID_CACHE       ".godot/uid_cache.bin"

/* A folder where a project begins. */
typedef struct {
    char *folder;
    char *real;         /* its path without symbolic links, or NULL */
    guint64 device;     /* the file system that it is on */
    bool  is_source;
    void *project;      /* the visitor's value for it */
} base_t;

typedef struct {
    char    *path;
    char    *resource;  /* "res://" or "res://sub/" */
    char    *trail;     /* real paths of the folders whose links led here, one in a line */
    base_t  *base;      /* NULL until the project's first folder is visited */
    unsigned depth;
} pending_t;

typedef struct {
    godot_files_t         *files;
    const godot_visitor_t *visitor;
    GPtrArray             *bases;
    GPtrArray             *waiting;     /* pending_t: folders that are still to be read, the next one last */
} walk_t;

static void
base_free(void *data)
{
    base_t *base = data;

    g_free(base->folder);
    g_free(base->real);
    g_free(base);
}

static void
pending_free(void *data)
{
    pending_t *pending = data;

    g_free(pending->path);
    g_free(pending->resource);
    g_free(pending->trail);
    g_free(pending);
}

static void
push(walk_t *walk, char *path, char *resource, char *trail, base_t *base, unsigned depth)
{
    pending_t *pending = g_new0(pending_t, 1);

    *pending = (pending_t){ path, resource, trail, base, depth };
    g_ptr_array_add(walk->waiting, pending);
}

static bool
holds(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);
    bool  there = g_file_test(path, G_FILE_TEST_EXISTS);

    g_free(path);
    return there;
}

/* ---- Symbolic links ---- */

/* Tells whether a folder contains one of those that led to it. */
static bool
leads_back(const char *trail, const char *real)
{
    char **folders = g_strsplit(trail, "\n", -1);
    bool   back = false;

    for (char **folder = folders; *folder; folder++)
        back = back || godot_path_is_within(*folder, real);
    g_strfreev(folders);
    return back;
}

/* Follows a link. @return the trail after it; NULL, with a message, if it must not be followed */
static char *
follow_link(walk_t *walk, const pending_t *in, const char *path)
{
    char *real = godot_system_real_path(path), *here = godot_system_real_path(in->path);
    char *trail = g_strconcat(in->trail, "\n", here ? here : "", NULL);
    const char *refused = !real ? "it leads nowhere" :
        !in->base->real || !godot_path_is_within(real, in->base->real) ? "it leads out of the project" :
        leads_back(trail, real) ? "it leads back to where it is" : NULL;

    if (refused) {
        godot_files_note(walk->files, "%s: symbolic link, not followed: %s", path, refused);
        g_clear_pointer(&trail, g_free);
    }
    g_free(real);
    g_free(here);
    return trail;
}

/* ---- Entries ---- */

/* Enters a folder below. The engine leaves out hidden ones and those that contain .gdignore. */
static void
enter_folder(walk_t *walk, const pending_t *in, const char *name, const char *path, const char *trail)
{
    bool own_project = holds(path, SETTINGS) || holds(path, PACKED_SETTINGS);

    if (in->depth + 1 > GODOT_MAX_FOLDER_DEPTH)
        godot_files_limit(walk->files, GODOT_LIMIT_FOLDER_DEPTH, path);
    else if (!holds(path, ".gdignore"))
        push(walk, g_strdup(path), own_project ? g_strdup(SCHEME) : g_strconcat(in->resource, name, "/", NULL),
             g_strdup(trail), own_project ? NULL : in->base, in->depth + 1);
}

/* Adds a file of an unpacked export that its .remap names. */
static void
add_remapped(walk_t *walk, const base_t *base, const godot_file_t *remap)
{
    char *target = godot_remap_target(walk->files, remap);

    if (!target)
        return;
    char *path = g_build_filename(base->folder, target + strlen(SCHEME), NULL), *resource = godot_remap_name(remap);
    godot_file_t file = { resource, target, path, 0, GODOT_FILE_WHOLE, NULL, false };
    if (godot_path_is_file_within(path, base->real))
        walk->visitor->add(base->project, &file);
    g_free(resource);
    g_free(path);
    g_free(target);
}

static void
add_file(walk_t *walk, const base_t *base, const char *resource, const char *path)
{
    godot_file_t file = { resource, resource, path, 0, GODOT_FILE_WHOLE, NULL, false };

    if (g_str_has_suffix(path, GODOT_REMAP_SUFFIX))
        add_remapped(walk, base, &file);
    else if (!base->is_source && godot_pack_is_export(path))
        godot_pack_visit(walk->files, path, walk->visitor);
    else
        walk->visitor->add(base->project, &file);
}

/* Returns the kind of a path (S_IFDIR, S_IFREG...); 0 if it is not there, or on another file system. */
static unsigned
folder_kind_of(walk_t *walk, const base_t *base, const char *path)
{
    GStatBuf status;

    if (g_stat(path, &status) != 0)
        return 0;
    if ((guint64)status.st_dev == base->device)
        return status.st_mode & S_IFMT;
    godot_files_note(walk->files, "%s: on another file system, not read", path);
    return 0;
}

static void
folder_visit_entry(walk_t *walk, const pending_t *in, const char *name)
{
    char    *path = g_build_filename(in->path, name, NULL), *trail;
    unsigned kind;

    if (name[0] == '.')
        trail = NULL;
    else if (godot_system_is_link(path))
        trail = follow_link(walk, in, path);
    else
        trail = g_strdup(in->trail);
    kind = trail ? folder_kind_of(walk, in->base, path) : 0;
    if (kind == S_IFDIR) {
        enter_folder(walk, in, name, path, trail);
    } else if (kind == S_IFREG) {
        char *resource = g_strconcat(in->resource, name, NULL);
        add_file(walk, in->base, resource, path);
        g_free(resource);
    }
    g_free(trail);
    g_free(path);
}

/* ---- Folders ---- */

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the names in alphabetical order, so that the result does not depend on the file system. */
static GPtrArray *
list_folder(walk_t *walk, const char *path)
{
    GPtrArray  *names = g_ptr_array_new_with_free_func(g_free);
    GError     *error = NULL;
    GDir       *dir = g_dir_open(path, 0, &error);
    const char *name;

    if (!dir) {
        godot_files_note(walk->files, "%s", error->message);
        g_error_free(error);
        return names;
    }
    while ((name = g_dir_read_name(dir)) && walk->files->entries < GODOT_MAX_FILES) {
        walk->files->entries++;
        g_ptr_array_add(names, g_strdup(name));
    }
    if (name)
        godot_files_limit(walk->files, GODOT_LIMIT_FILES, path);
    g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    return names;
}

static guint64
device_of(const char *folder)
{
    GStatBuf status;

    return g_stat(folder, &status) == 0 ? (guint64)status.st_dev : 0;
}

static base_t *
begin_project(walk_t *walk, const char *folder)
{
    base_t *base = g_new0(base_t, 1);
    char   *cache = g_build_filename(folder, UID_CACHE, NULL);

    base->folder = g_strdup(folder);
    base->real = godot_system_real_path(folder);
    base->device = device_of(folder);
    base->is_source = holds(folder, SETTINGS);
    base->project = walk->visitor->begin(walk->visitor->user);
    g_ptr_array_add(walk->bases, base);
    if (holds(folder, PACKED_SETTINGS) && godot_path_is_file_within(cache, base->real))
        add_file(walk, base, SCHEME UID_CACHE, cache);
    g_free(cache);
    return base;
}

static void
visit_folder(walk_t *walk, pending_t *folder)
{
    GPtrArray *names;

    godot_files_remember(walk->files, folder->path);
    names = list_folder(walk, folder->path);
    if (!folder->base)
        folder->base = begin_project(walk, folder->path);
    for (guint i = 0; i < names->len && godot_files_in_time(walk->files, folder->path); i++)
        folder_visit_entry(walk, folder, (const char *)g_ptr_array_index(names, i));
    g_ptr_array_unref(names);
}

void
godot_folder_visit(godot_files_t *files, const char *folder, const godot_visitor_t *visitor)
{
    walk_t walk = { files, visitor, g_ptr_array_new_with_free_func(base_free), g_ptr_array_new_with_free_func(pending_free) };

    push(&walk, g_strdup(folder), g_strdup(SCHEME), g_strdup(""), NULL, 0);
    while (walk.waiting->len && godot_files_in_time(files, folder)) {
        pending_t *next = g_ptr_array_steal_index(walk.waiting, walk.waiting->len - 1);

        visit_folder(&walk, next);
        pending_free(next);
    }
    g_ptr_array_unref(walk.waiting);
    g_ptr_array_unref(walk.bases);
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
