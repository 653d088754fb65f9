/* split/cut.c
 * How is a capture cut into parts?
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

#include <glib/gstdio.h>

#include "split/cut.h"
#include "split/groups.h"

#define FILE_BUFFER (1u << 20)

/* What is written: the parts, and the order behind them. */
typedef struct {
    FILE    *file[SPLIT_PARTS_MAX + 1];
    unsigned parts;
} files_t;

static gboolean
fail_to_write(GError **error)
{
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "cannot write: %s", g_strerror(errno));
    return FALSE;
}

static gboolean
open_files(files_t *files, const char *folder, GError **error)
{
    for (unsigned i = 0; i <= files->parts; i++) {
        char *base = i == files->parts ? g_strdup(SPLIT_ORDER) : g_strdup_printf("%u.part", i + 1);
        char *name = g_build_filename(folder, base, NULL);

        files->file[i] = g_fopen(name, "wb");
        g_free(base);
        g_free(name);
        if (!files->file[i])
            return fail_to_write(error);
        setvbuf(files->file[i], NULL, _IOFBF, FILE_BUFFER);
    }
    return TRUE;
}

/* What could not be written may show only now. */
static gboolean
close_files(files_t *files, GError **error)
{
    gboolean is_written = TRUE;

    for (unsigned i = 0; i <= files->parts; i++)
        if (files->file[i] && (ferror(files->file[i]) | fclose(files->file[i])))
            is_written = FALSE;
    return is_written || fail_to_write(error);
}

/* Calls a function for each block. @return false with an error, also if the function refuses a block */
static gboolean
for_each_block(const char *capture, gboolean (*each)(gpointer user, const split_block_t *block), gpointer user, GError **error)
{
    split_blocks_t *blocks = split_blocks_open(capture, error);
    split_block_t   block;
    GError         *failure = NULL;

    if (!blocks)
        return FALSE;
    while (!failure && split_blocks_next(blocks, &block, &failure))
        if (!each(user, &block))
            failure = g_error_new_literal(SPLIT_ERROR, SPLIT_ERROR_WHOLE, "it has layers that are not known here");
    split_blocks_close(blocks);
    if (failure)
        g_propagate_error(error, failure);
    return !failure;
}

static gboolean
learn_block(gpointer groups, const split_block_t *block)
{
    return !block->frame || split_groups_learn(groups, block);
}

typedef struct {
    split_groups_t *groups;
    files_t        *files;
} writing_t;

/* A frame goes to its part, anything else to all parts. */
static gboolean
write_block(gpointer user, const split_block_t *block)
{
    const writing_t *writing = user;
    files_t         *files = writing->files;
    unsigned         part;

    if (!block->frame) {
        for (unsigned i = 0; i < files->parts; i++)
            fwrite(block->bytes, 1, block->size, files->file[i]);
        return TRUE;
    }
    part = split_groups_part(writing->groups, block);
    fwrite(block->bytes, 1, block->size, files->file[part]);
    putc((int)part, files->file[files->parts]);
    return TRUE;
}

static gboolean
write_parts(const char *capture, split_groups_t *groups, unsigned parts, const char *folder, GError **error)
{
    files_t   files = { .parts = parts };
    writing_t writing = { groups, &files };
    gboolean  is_read;

    is_read = open_files(&files, folder, error) && for_each_block(capture, write_block, &writing, error);
    return close_files(&files, is_read ? error : NULL) && is_read;
}

/* Learns what belongs together, and writes it. */
static gboolean
cut_groups(const char *capture, split_groups_t *groups, unsigned most, const char *folder, GError **error)
{
    unsigned parts, share;

    if (!for_each_block(capture, learn_block, groups, error))
        return FALSE;
    parts = split_groups_divide(groups, most, &share);
    if (parts < 2) {
        g_set_error_literal(error, SPLIT_ERROR, SPLIT_ERROR_WHOLE, "all of it belongs together");
        return FALSE;
    }
    if (!write_parts(capture, groups, parts, folder, error))
        return FALSE;
    g_printerr("%u parts; the largest group of frames that belong together has %u %% of the bytes\n", parts, share);
    return TRUE;
}

gboolean
split_cut(const char *capture, unsigned most, const char *folder, GError **error)
{
    split_groups_t *groups = split_groups_new();
    gboolean        is_cut = cut_groups(capture, groups, most, folder, error);

    split_groups_free(groups);
    return is_cut;
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
