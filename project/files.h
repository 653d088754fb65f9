/* project/files.h
 * What stands in a project's files, wherever their bytes lie? Bounded in every direction.
 *
 * Copyright 2026 The wireshark-godot authors
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
#include <stdint.h>
#include <glib.h>

#include "project/limits.h"

typedef struct {
    GPtrArray     *notes;       /* char *: what could not be read, one sentence each */
    GPtrArray     *stamps;      /* internal: what the folders and files were when they were read */
    unsigned       notes_lost;  /* more than GODOT_MAX_NOTES */
    unsigned       entries;
    gsize          bytes;       /* read, or made of what was read */
    gint64         begun;       /* when, by the clock of g_get_monotonic_time() */
    guint64        met;         /* a bit for each godot_limit_t that was told */
    const uint8_t *key;         /* of encrypted packs, or NULL; borrowed */
} godot_files_t;

#define GODOT_FILE_WHOLE    G_MAXUINT64

/* A file of a project. */
typedef struct {
    const char    *resource;    /* what the game calls it: "res://player.gd" */
    const char    *stored;      /* as what it is there: "res://player.gdc" */
    const char    *path;        /* of the file on disk that holds it */
    guint64        offset;      /* in that file */
    guint64        size;        /* of the content; GODOT_FILE_WHOLE: all that the file on disk holds */
    const uint8_t *md5;         /* of the content, 16 bytes; NULL if nothing tells it */
    bool           encrypted;
} godot_file_t;

/* Who is told of a project's files. */
typedef struct {
    void *(*begin)(void *user);     /* a project begins. @return what its files are handed over with */
    void  (*add)(void *project, const godot_file_t *file);
    void   *user;
} godot_visitor_t;

/** @param key GODOT_PROJECT_KEY_LENGTH bytes, or NULL; borrowed */
void godot_files_init(godot_files_t *files, const uint8_t *key);
void godot_files_clear(godot_files_t *files);

/** Add a message, unless it is there already or there are too many. */
void godot_files_note(godot_files_t *files, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Tell that there is more than a limit allows, the first time only. @param where file or folder */
void godot_files_limit(godot_files_t *files, godot_limit_t limit, const char *where);

/** Has that been told? */
bool godot_files_met(const godot_files_t *files, godot_limit_t limit);

/** Is there time to read what is at a place? That reading takes long is told, and that time is over. */
bool godot_files_in_time(godot_files_t *files, const char *where);

/** Add a message that begins with where the file is. */
void godot_files_note_on(godot_files_t *files, const godot_file_t *file, const char *message);

/** Keep what a folder or a file on disk is like, before it is read. */
void godot_files_remember(godot_files_t *files, const char *path);

/** Would any of the folders and files be read otherwise now, by its time and size? One look at each. */
bool godot_files_changed(const godot_files_t *files);

/**
 * Read so many bytes of a file on disk, or as many as there are.
 *
 * @param length how many it were
 * @return ended by a NUL that length does not count; NULL on failure, errno says why; g_free()
 */
char *godot_files_span(const char *path, guint64 offset, gsize most, gsize *length);

/**
 * Read a file, of bounded size and proved by its MD5 if it has one. On failure a message is added.
 *
 * @return the content, ended by a NUL that length does not count, or NULL; g_free()
 */
char *godot_files_read(godot_files_t *files, const godot_file_t *file, gsize *length);

/** May so many bytes more be made of a file's content? They are counted as if read; if not, a message is added. */
bool godot_files_afford(godot_files_t *files, const godot_file_t *file, guint64 size);

/** Count bytes that were made: all of them leave less to be read. */
void godot_files_spend(godot_files_t *files, guint64 size);

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
