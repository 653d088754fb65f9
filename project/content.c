/* project/content.c
 * What is in a file that may be a change to an older one?
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

#include <zstd.h>

#include "project/content.h"

/* A delta (core/io/file_access_patched.cpp, class FileAccessPatched; docs/exports.md). */
#define DELTA_MAGIC     "GDDL\1"
#define DELTA_HEADER    5U
#define CHECKSUM_FLAG   0x04    /* in the byte after the magic of a frame of Zstandard (RFC 8878, 3.1.1.1.1) */

/* A version of a file. */
typedef struct {
    const godot_file_t *file;
    char               *stored, *content;   /* content is NULL until it is known */
    gsize               stored_length, length;
} version_t;

/* Makes a file of its changes. The frame's checksum proves that this was the older file. @return the content, or NULL */
static char *
content_patch(godot_files_t *files, const version_t *change, const version_t *older, gsize *length)
{
    const char        *frame = change->stored + DELTA_HEADER;
    const gsize        size = change->stored_length - DELTA_HEADER;
    unsigned long long most = ZSTD_getFrameContentSize(frame, size);
    ZSTD_DCtx         *context;
    char              *content;
    size_t             made;

    if (most >= ZSTD_CONTENTSIZE_ERROR || !godot_files_afford(files, change->file, most))
        return NULL;
    context = ZSTD_createDCtx();
    content = (char *)g_malloc((gsize)most + 1);
    ZSTD_DCtx_refPrefix(context, older->content, older->length);
    made = ZSTD_decompressDCtx(context, content, (size_t)most, frame, size);
    ZSTD_freeDCtx(context);
    if (ZSTD_isError(made)) {
        g_free(content);
        return NULL;
    }
    content[made] = '\0';
    *length = made;
    return content;
}

static bool
content_is_delta(const version_t *version)
{
    return version->stored_length > DELTA_HEADER + 4 &&
           memcmp(version->stored, DELTA_MAGIC, DELTA_HEADER) == 0 && version->stored[DELTA_HEADER + 4] & CHECKSUM_FLAG;
}

/* Makes the content of one more version, of those that are known. @return false if that cannot be */
static bool
content_find_next(godot_files_t *files, version_t *versions, guint count)
{
    for (guint i = 0; i < count; i++) {
        version_t *change = &versions[i];

        for (guint j = 0; !change->content && change->stored && j < count && godot_files_in_time(files, change->file->path); j++)
            if (versions[j].content)
                change->content = content_patch(files, change, &versions[j], &change->length);
        if (change->content && change->stored) {
            g_clear_pointer(&change->stored, g_free);
            return true;
        }
    }
    return false;
}

static void
content_read_version(godot_files_t *files, version_t *version, const godot_file_t *file)
{
    version->file = file;
    if (!file->is_delta)
        version->content = godot_files_read(files, file, &version->length);
    else
        version->stored = godot_files_read(files, file, &version->stored_length);
    if (version->stored && !content_is_delta(version))
        g_clear_pointer(&version->stored, g_free);
}

char *
godot_content_read(godot_files_t *files, const godot_file_t *file, gsize *length)
{
    const guint count = 1 + (file->older ? file->older->len : 0);
    version_t  *versions;
    bool        more = true;
    char       *content;

    if (!file->is_delta)
        return godot_files_read(files, file, length);
    versions = g_new0(version_t, count);
    content_read_version(files, &versions[0], file);
    for (guint i = 1; i < count; i++)
        content_read_version(files, &versions[i], (const godot_file_t *)g_ptr_array_index(file->older, i - 1));
    while (!versions[0].content && more)
        more = content_find_next(files, versions, count);
    content = g_steal_pointer(&versions[0].content);
    *length = versions[0].length;
    for (guint i = 0; i < count; i++) {
        g_free(versions[i].stored);
        g_free(versions[i].content);
    }
    g_free(versions);
    if (!content)
        godot_files_note(files, "%s: some of its files are changes to files of an older pack, which is not beside it", file->path);
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
