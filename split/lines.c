/* split/lines.c
 * Which lines has a compressed file?
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
#include <zstd.h>

#include "split/lines.h"

#define ROOM_USUAL  (1u << 20)

struct split_lines {
    FILE          *file;
    ZSTD_DStream  *stream;
    ZSTD_inBuffer  in;          /* of the bytes in compressed */
    guint8        *compressed;
    gsize          compressed_room;
    size_t         hint;        /* 0: a frame of zstd is complete; else more bytes are expected, or an error */
    char          *text;        /* of which the bytes from at to end are not used yet */
    gsize          room, at, end;
};

split_lines_t *
split_lines_open(const char *path, GError **error)
{
    FILE          *file = g_fopen(path, "rb");
    split_lines_t *lines;

    if (!file) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", path, g_strerror(errno));
        return NULL;
    }
    lines = g_new0(split_lines_t, 1);
    lines->file = file;
    lines->stream = ZSTD_createDStream();
    lines->compressed_room = ZSTD_DStreamInSize();
    lines->compressed = g_malloc(lines->compressed_room);
    lines->hint = 1;            /* an empty file is not whole */
    lines->room = ROOM_USUAL;
    lines->text = g_malloc(lines->room);
    return lines;
}

void
split_lines_close(split_lines_t *lines)
{
    fclose(lines->file);
    ZSTD_freeDStream(lines->stream);
    g_free(lines->compressed);
    g_free(lines->text);
    g_free(lines);
}

/* Moves the text that is not used yet to the beginning, and makes room behind it. */
static void
make_room(split_lines_t *lines)
{
    lines->end -= lines->at;
    memmove(lines->text, lines->text + lines->at, lines->end);
    lines->at = 0;
    if (lines->end > lines->room / 2) {
        lines->room *= 2;
        lines->text = g_realloc(lines->text, lines->room);
    }
}

/* Adds text behind what there is, and leaves a byte. @return false if there is no more */
static gboolean
read_more(split_lines_t *lines)
{
    ZSTD_outBuffer out;

    make_room(lines);
    out = (ZSTD_outBuffer) { lines->text, lines->room - 1, lines->end };
    while (out.pos == lines->end) {
        if (lines->in.pos == lines->in.size)
            lines->in = (ZSTD_inBuffer) { lines->compressed, fread(lines->compressed, 1, lines->compressed_room, lines->file), 0 };
        if (lines->in.size == 0)
            return FALSE;
        lines->hint = ZSTD_decompressStream(lines->stream, &out, &lines->in);
        if (ZSTD_isError(lines->hint))
            return FALSE;
    }
    lines->end = out.pos;
    return TRUE;
}

const char *
split_lines_next(split_lines_t *lines, gsize *length)
{
    gsize searched = 0;
    char *line, *end;

    while (!(end = memchr(lines->text + lines->at + searched, '\n', lines->end - lines->at - searched))) {
        searched = lines->end - lines->at;
        if (!read_more(lines)) {
            if (searched == 0)
                return NULL;
            end = lines->text + lines->end++;   /* a last line without an end: there is a byte behind it */
            break;
        }
    }
    line = lines->text + lines->at;
    *end = '\0';
    *length = (gsize)(end - line);
    lines->at += *length + 1;
    return line;
}

gboolean
split_lines_are_whole(const split_lines_t *lines)
{
    return lines->hint == 0 && !ferror(lines->file);
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
