/* project/files.c
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

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "project/decrypt.h"
#include "project/files.h"
#include "project/system.h"

#define NOT_THERE       (-1)
#define NEVER_THE_SAME  (-2)

/* The state of a file or folder. The time of a folder changes with the names in it. */
typedef struct {
    char  *path;
    gint64 modified;    /* seconds, or one of the constants above */
    gint64 size;
} stamp_t;

static void
stamp_free(void *data)
{
    stamp_t *stamp = data;

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

/*
 * Times are in whole seconds. What was written in the current second may be written again without a change of its time.
 */
void
godot_files_remember(godot_files_t *files, const char *path)
{
    stamp_t *stamp = stamp_new(path);

    if (ABS(g_get_real_time() / G_USEC_PER_SEC - stamp->modified) <= 1)
        stamp->modified = NEVER_THE_SAME;
    g_ptr_array_add(files->stamps, stamp);
}

bool
godot_files_changed(const godot_files_t *files)
{
    bool changed = false;

    for (guint i = 0; !changed && i < files->stamps->len; i++) {
        const stamp_t *then = g_ptr_array_index(files->stamps, i);
        stamp_t       *now = stamp_new(then->path);

        changed = now->modified != then->modified || now->size != then->size;
        stamp_free(now);
    }
    return changed;
}

void
godot_files_init(godot_files_t *files, const uint8_t *key)
{
    *files = (godot_files_t){ .notes = g_ptr_array_new_with_free_func(g_free),
                              .stamps = g_ptr_array_new_with_free_func(stamp_free), .key = key, .begun = g_get_monotonic_time() };
}

void
godot_files_clear(godot_files_t *files)
{
    g_ptr_array_unref(files->notes);
    g_ptr_array_unref(files->stamps);
}

void
godot_files_note(godot_files_t *files, const char *format, ...)
{
    va_list arguments;
    char   *note;

    va_start(arguments, format);
    note = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (g_ptr_array_find_with_equal_func(files->notes, note, g_str_equal, NULL)) {
        g_free(note);
    } else if (files->notes->len >= GODOT_MAX_NOTES) {
        files->notes_lost++;
        g_free(note);
    } else {
        g_ptr_array_add(files->notes, note);
    }
}

bool
godot_files_met(const godot_files_t *files, godot_limit_t limit)
{
    return files->met >> limit & 1;
}

static const struct {
    unsigned    most;
    const char *text;
} limits[] = {
#define LIMIT_TOLD(name, most, text) { (most), text },
    GODOT_LIMITS(LIMIT_TOLD)
#undef LIMIT_TOLD
};

static void
tell_limit(godot_files_t *files, godot_limit_t limit, const char *where, unsigned most)
{
    if (godot_files_met(files, limit))
        return;
    files->met |= (guint64)1 << limit;
    godot_files_note(files, "%s: more than %u %s", where, most, limits[limit].text);
}

void
godot_files_limit(godot_files_t *files, godot_limit_t limit, const char *where)
{
    tell_limit(files, limit, where, limits[limit].most);
}

/* Whoever is told of the progress decides how long it goes on. */
static bool
files_goes_on(godot_files_t *files, unsigned seconds)
{
    const godot_progress_t *progress = files->progress;

    if (!progress)
        return seconds < GODOT_MAX_SECONDS;
    if (!files->given_up && seconds >= files->next_step) {
        files->given_up = !progress->step(progress->user, seconds, files->entries, files->bytes);
        files->next_step = seconds + 1;
    }
    return !files->given_up;
}

bool
godot_files_in_time(godot_files_t *files, const char *where)
{
    unsigned seconds = (unsigned)((g_get_monotonic_time() - files->begun) / G_USEC_PER_SEC);

    if (!files_goes_on(files, seconds)) {
        tell_limit(files, GODOT_LIMIT_SECONDS, where, files->progress ? seconds : GODOT_MAX_SECONDS);
        return false;
    }
    if (seconds >= GODOT_MAX_SLOW_SECONDS)
        godot_files_limit(files, GODOT_LIMIT_SLOW_SECONDS, where);
    return true;
}

void
godot_files_note_on(godot_files_t *files, const godot_file_t *file, const char *message)
{
    if (file->size == GODOT_FILE_WHOLE)
        godot_files_note(files, "%s: %s", file->path, message);
    else
        godot_files_note(files, "%s: %s: %s", file->path, file->stored, message);
}

char *
godot_files_span(const char *path, guint64 offset, gsize most, gsize *length)
{
    GString *text = g_string_sized_new(4096);
    FILE    *file = g_fopen(path, "rb");
    char     block[16384];
    size_t   n;

    if (!file || !godot_system_seek(file, offset)) {
        g_string_free(text, true);
        if (file)
            fclose(file);
        return NULL;
    }
    while ((n = fread(block, 1, MIN(sizeof block, most - text->len), file)))
        g_string_append_len(text, block, (gssize)n);
    bool failed = ferror(file) != 0;
    fclose(file);
    *length = text->len;
    if (!failed)
        return g_string_free(text, false);
    g_string_free(text, true);
    errno = EIO;
    return NULL;
}

static gsize
room(const godot_files_t *files)
{
    return MIN(GODOT_MAX_FILE_SIZE, GODOT_MAX_ALL_SIZE - files->bytes);
}

void
godot_files_spend(godot_files_t *files, guint64 size)
{
    files->bytes += (gsize)MIN(size, GODOT_MAX_ALL_SIZE - files->bytes);
}

bool
godot_files_afford(godot_files_t *files, const godot_file_t *file, guint64 size)
{
    if (size > room(files)) {
        godot_files_note_on(files, file, g_strerror(EFBIG));
        return false;
    }
    godot_files_spend(files, size);
    return true;
}

/* Reads the bytes as they are stored. @return NULL on failure, errno says why */
static char *
read_stored(godot_files_t *files, const godot_file_t *file, gsize *length)
{
    bool    whole = file->size == GODOT_FILE_WHOLE;
    guint64 size = whole ? room(files) : file->encrypted ? godot_encrypted_size(file->size) : file->size;
    char   *stored;

    if (whole)
        godot_files_remember(files, file->path);
    if (size <= room(files)) {
        stored = godot_files_span(file->path, file->offset, (gsize)size + whole, length);
        if (!stored || *length <= size)
            return stored;
        g_free(stored);
    }
    errno = EFBIG;
    return NULL;
}

/* Decrypts in place. @return the content; NULL if that is impossible, with one message for each pack */
static char *
decrypt(godot_files_t *files, const godot_file_t *file, char *stored, gsize *length)
{
    char *content = files->key ? godot_decrypt(files->key, stored, length) : NULL;

    if (content) {
        memmove(stored, content, *length);
        stored[*length] = '\0';
        return stored;
    }
    godot_files_note(files, "%s: encrypted, and %s", file->path,
                     files->key ? "not with the key that was given" : "needs its key (godot.project_key, --key of godot-names)");
    g_free(stored);
    return NULL;
}

static bool
files_is_proved(const godot_file_t *file, const char *content, gsize length)
{
    guint8     found[16];
    gsize      found_length = sizeof found;
    GChecksum *checksum;

    if (!file->md5)
        return true;
    checksum = g_checksum_new(G_CHECKSUM_MD5);
    g_checksum_update(checksum, (const guchar *)content, (gssize)length);
    g_checksum_get_digest(checksum, found, &found_length);
    g_checksum_free(checksum);
    return memcmp(found, file->md5, sizeof found) == 0;
}

/* Adds a message, unless a limit was reached that all further files would report. */
static void
tell_failure(godot_files_t *files, const godot_file_t *file)
{
    if (errno == EFBIG && room(files) < GODOT_MAX_FILE_SIZE)
        godot_files_limit(files, GODOT_LIMIT_ALL_SIZE, file->path);
    else if (errno == EFBIG)
        godot_files_limit(files, GODOT_LIMIT_FILE_SIZE, file->path);
    else
        godot_files_note_on(files, file, g_strerror(errno));
}

char *
godot_files_read(godot_files_t *files, const godot_file_t *file, gsize *length)
{
    char *content;

    if (!godot_files_in_time(files, file->path))
        return NULL;
    content = read_stored(files, file, length);
    if (!content) {
        tell_failure(files, file);
        return NULL;
    }
    godot_files_spend(files, *length);
    if (file->encrypted)
        content = decrypt(files, file, content, length);
    if (content && !files_is_proved(file, content, *length)) {
        godot_files_note_on(files, file, "not what its MD5 says, not read");
        g_clear_pointer(&content, g_free);
    }
    return content;
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
