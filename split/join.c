/* split/join.c
 * Which rows would the whole capture have?
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
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "split/cut.h"
#include "split/join.h"
#include "split/lines.h"
#include "split/tally.h"
#include "system/system.h"

#define FILE_BUFFER (1u << 20)
#define FRAME       "{\"frame\":"
#define STREAM      "\"stream\":"

/* The rows of one part. */
typedef struct {
    split_lines_t *lines;
    const char    *line;
    gsize          length;
    guint32        frame;       /* of the row in line; 0: there is no further row */
    guint32        frames;      /* how many of its frames have come up in the order */
    GArray        *streams;     /* the numbers of its connections in the whole capture */
} part_t;

typedef struct {
    GPtrArray     *parts;
    FILE          *rest;
    guint64        frame;   /* in the whole capture, which may have more frames than tshark can count */
    guint32        streams;
    split_tally_t *tally;
} joining_t;

static gboolean
split_join_fail(GError **error, const char *why)
{
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, why);
    return FALSE;
}

static void
free_part(gpointer data)
{
    part_t *part = data;

    if (part->lines)
        split_lines_close(part->lines);
    g_array_free(part->streams, TRUE);
    g_free(part);
}

static FILE *
split_join_open(const char *folder, const char *name, const char *mode, GError **error)
{
    char *path = g_build_filename(folder, name, NULL);
    FILE *file = g_fopen(path, mode);

    if (file)
        setvbuf(file, NULL, _IOFBF, FILE_BUFFER);
    else
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", path, g_strerror(errno));
    g_free(path);
    return file;
}

static gboolean
open_part(joining_t *joining, const char *path, GError **error)
{
    part_t *part = g_new0(part_t, 1);

    part->streams = g_array_new(FALSE, FALSE, sizeof (guint32));
    g_ptr_array_add(joining->parts, part);
    part->lines = split_lines_open(path, error);
    return part->lines != NULL;
}

static gboolean
open_parts(joining_t *joining, const char *folder, GError **error)
{
    for (unsigned i = 1; i <= SPLIT_PARTS_MAX; i++) {
        char    *base = g_strdup_printf("%u.rows.zst", i), *path = g_build_filename(folder, base, NULL);
        gboolean is_there = g_file_test(path, G_FILE_TEST_EXISTS), is_open = is_there && open_part(joining, path, error);

        g_free(base);
        g_free(path);
        if (!is_open)
            return !is_there;
    }
    return TRUE;
}

/* Goes on to the next row of a part. What is no row is put aside. */
static void
next_row(joining_t *joining, part_t *part)
{
    part->frame = 0;
    while (!part->frame && (part->line = split_lines_next(part->lines, &part->length))) {
        if (g_str_has_prefix(part->line, FRAME))
            part->frame = (guint32)strtoul(part->line + strlen(FRAME), NULL, 10);
        else
            fprintf(joining->rest, "%s\n", part->line);
    }
}

/* Returns the number in the whole capture of a part's connection. A new connection has a row in its first frame. */
static gboolean
stream_in_whole(joining_t *joining, part_t *part, guint32 stream, guint32 *whole)
{
    if (stream > part->streams->len)
        return FALSE;
    if (stream == part->streams->len) {
        g_array_append_val(part->streams, joining->streams);
        joining->streams++;
    }
    *whole = g_array_index(part->streams, guint32, stream);
    return TRUE;
}

/* Prints a row: its frame, its time, perhaps its connection, and the others as they are. */
static gboolean
print_row(joining_t *joining, part_t *part)
{
    const char *time = strchr(part->line, ','), *head = time ? strchr(time + 1, ',') : NULL, *begin;
    char        number[32] = "";
    guint32     stream;
    char       *behind;

    if (!head)
        return FALSE;
    begin = ++head;
    if (g_str_has_prefix(head, STREAM)) {
        stream = (guint32)strtoul(head + strlen(STREAM), &behind, 10);
        if (!stream_in_whole(joining, part, stream, &stream))
            return FALSE;
        snprintf(number, sizeof number, STREAM "%u", stream);
        head = behind;
    }
    printf(FRAME "%" G_GUINT64_FORMAT "%.*s%s", joining->frame, (int)(begin - time), time, number);
    fwrite(head, 1, (gsize)(part->line + part->length - head), stdout);
    putchar('\n');
    split_tally_row(joining->tally, time + 1, number, head);
    return TRUE;
}

/* Prints the rows of the next frame, which is one of this part's. */
static gboolean
print_frame(joining_t *joining, part_t *part)
{
    joining->frame++;
    part->frames++;
    for (; part->frame == part->frames; next_row(joining, part))
        if (!print_row(joining, part))
            return FALSE;
    return TRUE;
}

static gboolean
print_rows(joining_t *joining, FILE *order, GError **error)
{
    int number;

    for (guint i = 0; i < joining->parts->len; i++)
        next_row(joining, g_ptr_array_index(joining->parts, i));
    while ((number = getc(order)) != EOF) {
        if ((guint)number >= joining->parts->len || !print_frame(joining, g_ptr_array_index(joining->parts, number)))
            return split_join_fail(error, "the rows are not those of the parts");
    }
    for (guint i = 0; i < joining->parts->len; i++)
        if (((part_t *)g_ptr_array_index(joining->parts, i))->frame)
            return split_join_fail(error, "a part has more rows than frames");
    return TRUE;
}

static gboolean
are_whole(const joining_t *joining, GError **error)
{
    for (guint i = 0; i < joining->parts->len; i++)
        if (!split_lines_are_whole(((part_t *)g_ptr_array_index(joining->parts, i))->lines))
            return split_join_fail(error, "the rows of a part are cut short, or damaged");
    return TRUE;
}

static gboolean
join_files(joining_t *joining, const char *folder, FILE *order, GError **error)
{
    if (!open_parts(joining, folder, error) || !print_rows(joining, order, error) || !are_whole(joining, error))
        return FALSE;
    split_tally_write(joining->tally, joining->rest);
    if (fflush(stdout) || fflush(joining->rest))
        return split_join_fail(error, "cannot write the rows");
    return TRUE;
}

gboolean
split_join(const char *folder, GError **error)
{
    joining_t joining = { .parts = g_ptr_array_new_with_free_func(free_part), .tally = split_tally_new() };
    FILE     *order = split_join_open(folder, SPLIT_ORDER, "rb", error);
    gboolean  is_joined;

    system_print_bytes();
    setvbuf(stdout, NULL, _IOFBF, FILE_BUFFER);
    joining.rest = order ? split_join_open(folder, "rest", "wb", error) : NULL;
    is_joined = joining.rest && join_files(&joining, folder, order, error);
    if (order)
        fclose(order);
    if (joining.rest)
        fclose(joining.rest);
    split_tally_free(joining.tally);
    g_ptr_array_unref(joining.parts);
    return is_joined;
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
