/* project/files.h
 * Which files does a project's folder hold, and what stands in them? Bounded in every direction.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_FILES_H
#define PROJECT_FILES_H

#include <stdbool.h>
#include <glib.h>

/* Limits of one walk. */
#define GODOT_FILE_MAX_SIZE     ((gsize)16 * 1024 * 1024)
#define GODOT_FILES_MAX_SIZE    ((gsize)512 * 1024 * 1024)
#define GODOT_FILES_MAX_COUNT   200000U     /* directory entries looked at */
#define GODOT_FILES_MAX_DEPTH   32U
#define GODOT_FILES_MAX_NOTES   100U        /* messages kept */

typedef struct {
    GPtrArray *notes;       /* char *: what could not be read, one sentence each */
    GPtrArray *stamps;      /* internal: what the folders and files were when they were read */
    unsigned   notes_lost;  /* more than GODOT_FILES_MAX_NOTES */
    unsigned   entries;
    gsize      bytes;
} godot_files_t;

/* A project begins: at the folder where the walk began, and at each folder below that holds a project.godot.
 * @return what the files of that project are handed over with */
typedef void *(*godot_folder_fn)(void *user, const char *folder);

/* A file of a project. path: to open it; resource: "res://..." within its project. */
typedef void (*godot_file_fn)(void *project, const char *path, const char *resource);

void godot_files_init(godot_files_t *files);
void godot_files_clear(godot_files_t *files);

/** Add a message, unless there are too many. */
void godot_files_note(godot_files_t *files, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Walk a folder and what is below it. Symbolic links, hidden folders and folders with a .gdignore are passed over. */
void godot_files_walk(godot_files_t *files, const char *folder, godot_folder_fn folder_fn, godot_file_fn file_fn, void *user);

/**
 * Read a regular file of bounded size that is UTF-8 text. On failure a message is added.
 *
 * @return the contents, ended by a NUL that length does not count, or NULL; g_free()
 */
char *godot_files_read(godot_files_t *files, const char *path, gsize *length);

/** Would any of these folders and files be read otherwise now, by its time and size? One look at each. */
bool godot_files_changed(const godot_files_t *files);

#endif /* PROJECT_FILES_H */

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
