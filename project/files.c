/* project/files.c
 * Which files does a project's folder hold, and what stands in them? Bounded in every direction.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "project/files.h"

typedef struct {
    godot_files_t  *files;
    godot_folder_fn folder_fn;
    godot_file_fn   file_fn;
    void           *user;
    GPtrArray      *waiting;    /* pending_t: folders still to be looked into, the next one last */
} walk_t;

typedef struct {
    char    *path;
    char    *resource;  /* "res://" or "res://sub/" */
    void    *project;   /* NULL until the project's first folder is visited */
    unsigned depth;
} pending_t;

#define NOT_THERE       (-1)
#define NEVER_THE_SAME  (-2)

/* A folder's time changes with the names in it. */
typedef struct {
    char  *path;
    gint64 modified;    /* seconds, or one of the above */
    gint64 size;
} stamp_t;

static void
stamp_free(void *data)
{
    stamp_t *stamp = (stamp_t *)data;

    g_free(stamp->path);
    g_free(stamp);
}

static stamp_t *
stamp_new(const char *path)
{
    stamp_t *stamp = g_new0(stamp_t, 1);
    GStatBuf status;
    bool     there = g_stat(path, &status) == 0;

    stamp->path = g_strdup(path);
    stamp->modified = there ? (gint64)status.st_mtime : NOT_THERE;
    stamp->size = there ? (gint64)status.st_size : 0;
    return stamp;
}

/* Times are in whole seconds: what was written in this one may be written again, and nothing would show it. */
static void
remember(godot_files_t *files, const char *path)
{
    stamp_t *stamp = stamp_new(path);

    if (ABS(g_get_real_time() / G_USEC_PER_SEC - stamp->modified) <= 1)
        stamp->modified = NEVER_THE_SAME;
    g_ptr_array_add(files->stamps, stamp);
}

void
godot_files_init(godot_files_t *files)
{
    *files = (godot_files_t){ .notes = g_ptr_array_new_with_free_func(g_free),
                              .stamps = g_ptr_array_new_with_free_func(stamp_free) };
}

void
godot_files_clear(godot_files_t *files)
{
    g_ptr_array_unref(files->notes);
    g_ptr_array_unref(files->stamps);
}

bool
godot_files_changed(const godot_files_t *files)
{
    bool changed = false;

    for (guint i = 0; !changed && i < files->stamps->len; i++) {
        const stamp_t *then = (const stamp_t *)g_ptr_array_index(files->stamps, i);
        stamp_t       *now = stamp_new(then->path);

        changed = now->modified != then->modified || now->size != then->size;
        stamp_free(now);
    }
    return changed;
}

void
godot_files_note(godot_files_t *files, const char *format, ...)
{
    va_list arguments;

    if (files->notes->len >= GODOT_FILES_MAX_NOTES) {
        files->notes_lost++;
        return;
    }
    va_start(arguments, format);
    g_ptr_array_add(files->notes, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

static void
pending_free(void *data)
{
    pending_t *pending = (pending_t *)data;

    g_free(pending->path);
    g_free(pending->resource);
    g_free(pending);
}

static void
push(walk_t *walk, char *path, char *resource, void *project, unsigned depth)
{
    pending_t *pending = g_new0(pending_t, 1);

    pending->path = path;
    pending->resource = resource;
    pending->project = project;
    pending->depth = depth;
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

/* A folder below: the engine leaves out hidden ones and those that hold .gdignore. */
static void
enter_folder(walk_t *walk, const pending_t *in, const char *name, char *path)
{
    bool own_project;

    if (in->depth + 1 > GODOT_FILES_MAX_DEPTH) {
        godot_files_note(walk->files, "%s: folders nested too deeply", path);
        g_free(path);
        return;
    }
    if (holds(path, ".gdignore")) {
        g_free(path);
        return;
    }
    own_project = holds(path, "project.godot");
    if (own_project)
        push(walk, path, g_strdup("res://"), NULL, in->depth + 1);
    else
        push(walk, path, g_strconcat(in->resource, name, "/", NULL), in->project, in->depth + 1);
}

static void
visit_entry(walk_t *walk, const pending_t *in, const char *name)
{
    char *path = g_build_filename(in->path, name, NULL);

    if (name[0] == '.') {
        g_free(path);
        return;
    }
    if (g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        godot_files_note(walk->files, "%s: symbolic link, not followed", path);
    } else if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        enter_folder(walk, in, name, path);
        return;
    } else if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        char *resource = g_strconcat(in->resource, name, NULL);
        walk->file_fn(in->project, path, resource);
        g_free(resource);
    }
    g_free(path);
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names in alphabetical order, so that the outcome does not depend on the file system. */
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
    while ((name = g_dir_read_name(dir)) && walk->files->entries < GODOT_FILES_MAX_COUNT) {
        walk->files->entries++;
        g_ptr_array_add(names, g_strdup(name));
    }
    if (name)
        godot_files_note(walk->files, "%s: more than %u files, the rest is not read", path, GODOT_FILES_MAX_COUNT);
    g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    return names;
}

static void
visit_folder(walk_t *walk, pending_t *folder)
{
    GPtrArray *names;

    remember(walk->files, folder->path);
    names = list_folder(walk, folder->path);
    if (!folder->project)
        folder->project = walk->folder_fn(walk->user, folder->path);
    for (guint i = 0; i < names->len; i++)
        visit_entry(walk, folder, (const char *)g_ptr_array_index(names, i));
    g_ptr_array_unref(names);
}

void
godot_files_walk(godot_files_t *files, const char *folder, godot_folder_fn folder_fn, godot_file_fn file_fn, void *user)
{
    walk_t walk = { files, folder_fn, file_fn, user, g_ptr_array_new() };

    push(&walk, g_strdup(folder), g_strdup("res://"), NULL, 0);
    while (walk.waiting->len) {
        pending_t *next = (pending_t *)g_ptr_array_index(walk.waiting, walk.waiting->len - 1);

        g_ptr_array_set_size(walk.waiting, (gint)walk.waiting->len - 1);
        visit_folder(&walk, next);
        pending_free(next);
    }
    g_ptr_array_unref(walk.waiting);
}

/* At most limit bytes; more is a failure. @return NULL on failure, errno says why (EFBIG: too large) */
static char *
read_bounded(const char *path, gsize limit, gsize *length)
{
    GString *text = g_string_sized_new(4096);
    FILE    *file = g_fopen(path, "rb");
    char     block[16384];
    size_t   n;

    if (!file) {
        g_string_free(text, TRUE);
        return NULL;
    }
    while (text->len <= limit && (n = fread(block, 1, sizeof block, file)) > 0)
        g_string_append_len(text, block, (gssize)n);
    bool failed = ferror(file) != 0;
    fclose(file);
    *length = text->len;
    if (!failed && text->len <= limit)
        return g_string_free(text, FALSE);
    g_string_free(text, TRUE);
    errno = failed ? EIO : EFBIG;
    return NULL;
}

char *
godot_files_read(godot_files_t *files, const char *path, gsize *length)
{
    gsize limit = MIN(GODOT_FILE_MAX_SIZE, GODOT_FILES_MAX_SIZE - files->bytes);
    char *text;

    remember(files, path);
    text = read_bounded(path, limit, length);
    if (!text) {
        godot_files_note(files, "%s: %s", path, g_strerror(errno));
        return NULL;
    }
    files->bytes += *length;
    if (!g_utf8_validate(text, (gssize)*length, NULL)) {
        godot_files_note(files, "%s: not UTF-8 text, not read", path);
        g_clear_pointer(&text, g_free);
    }
    return text;
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
