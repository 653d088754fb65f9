/* project/files.h
 * What is in a project's files, wherever their bytes are? Everything is bounded.
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

#include "project/limits.h"
#include "project/project.h"

typedef struct {
    GPtrArray     *notes;       /* char *: sentences about what could not be read */
    GPtrArray     *stamps;      /* internal: the state of folders and files when they were read */
    unsigned       notes_lost;  /* how many more messages there were than GODOT_MAX_NOTES */
    unsigned       entries;
    gsize          bytes;       /* bytes that were read, or made from what was read */
    gint64         begun;       /* time of the beginning, by g_get_monotonic_time() */
    unsigned       next_step;   /* the second in which progress is reported next */
    bool           given_up;
    const godot_progress_t *progress;   /* or NULL; borrowed */
    guint64        met;         /* a bit for each godot_limit_t that was reported */
    const uint8_t *key;         /* key of encrypted packs, or NULL; borrowed */
} godot_files_t;

#define GODOT_FILE_WHOLE    G_MAXUINT64

/* A file of a project. */
typedef struct {
    const char    *resource;    /* its name for the game: "res://player.gd" */
    const char    *stored;      /* its name where it is stored: "res://player.gdc" */
    const char    *path;        /* path of the file on disk that contains it */
    guint64        offset;      /* offset in that file */
    guint64        size;        /* length of the content; GODOT_FILE_WHOLE: the whole file on disk */
    const uint8_t *md5;         /* MD5 of the content, 16 bytes; NULL if it is not known */
    bool           encrypted;
    bool           is_delta;    /* the content is the changes to another version of the file */
    const GPtrArray *older;     /* godot_file_t *: versions of the file in other packs, for a delta; or NULL */
} godot_file_t;

/* Functions that are called for a project's files. */
typedef struct {
    void *(*begin)(void *user);     /* a project begins. @return a value to be passed with its files */
    void  (*add)(void *project, const godot_file_t *file);
    void   *user;
} godot_visitor_t;

/** Initialises the files. @param key GODOT_PROJECT_KEY_LENGTH bytes, or NULL; borrowed */
void godot_files_init(godot_files_t *files, const uint8_t *key);
void godot_files_clear(godot_files_t *files);

/** Adds a message, unless it is there already or there are too many. */
void godot_files_note(godot_files_t *files, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Reports that there is more than a limit allows, only the first time. @param where file or folder */
void godot_files_limit(godot_files_t *files, godot_limit_t limit, const char *where);

/** Tells whether that limit was reported. */
bool godot_files_met(const godot_files_t *files, godot_limit_t limit);

/**
 * Tells whether there is time to read what is at a place. Reports once that reading takes long, and once that the time
 * is over.
 */
bool godot_files_in_time(godot_files_t *files, const char *where);

/** Adds a message that begins with the place of the file. */
void godot_files_note_on(godot_files_t *files, const godot_file_t *file, const char *message);

/** Remembers the state of a folder or a file on disk, before it is read. */
void godot_files_remember(godot_files_t *files, const char *path);

/** Tells whether any of the folders and files has another time or size now. Looks at each once. */
bool godot_files_changed(const godot_files_t *files);

/**
 * Reads so many bytes of a file on disk, or as many as there are.
 *
 * @param length how many there were
 * @return with a NUL after them that length does not count; NULL on failure, errno says why; g_free()
 */
char *godot_files_span(const char *path, guint64 offset, gsize most, gsize *length);

/**
 * Reads a file of bounded size, and checks its MD5 if that is known. On failure a message is added.
 *
 * @return the content, with a NUL after it that length does not count, or NULL; g_free()
 */
char *godot_files_read(godot_files_t *files, const godot_file_t *file, gsize *length);

/**
 * Tells whether so many more bytes may be made from a file's content, and counts them as if they were read. If not, a
 * message is added.
 */
bool godot_files_afford(godot_files_t *files, const godot_file_t *file, guint64 size);

/** Counts bytes that were made: the more they are, the less is read. */
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
