/* split/tally.c
 * How many rows begin alike?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "split/tally.h"

#define TIME    "\"time\":"
#define KIND    "\"kind\":"
#define BYTES   ",\"wire_bytes\":"
#define DIGITS  32

typedef struct {
    guint64 rows, bytes;
} count_t;

struct split_tally {
    GTree  *counts;         /* beginning -> count_t */
    GString *beginning;     /* of the latest row */
    char    first[DIGITS], last[DIGITS];    /* time */
    double  begin, end;     /* the same */
};

static gint
compare_beginnings(gconstpointer a, gconstpointer b, gpointer unused G_GNUC_UNUSED)
{
    return strcmp(a, b);
}

split_tally_t *
split_tally_new(void)
{
    split_tally_t *tally = g_new0(split_tally_t, 1);

    tally->counts = g_tree_new_full(compare_beginnings, NULL, g_free, g_free);
    tally->beginning = g_string_new(NULL);
    return tally;
}

void
split_tally_free(split_tally_t *tally)
{
    g_tree_unref(tally->counts);
    g_string_free(tally->beginning, TRUE);
    g_free(tally);
}

static void
tally_time(split_tally_t *tally, const char *time)
{
    const char  *digits = time + strlen(TIME);
    const gsize  length = MIN(strcspn(digits, ","), DIGITS - 1);
    double       seconds;

    if (strlen(tally->last) == length && memcmp(digits, tally->last, length) == 0)
        return;     /* most rows share their frame with others */
    seconds = g_ascii_strtod(digits, NULL);
    if (!tally->first[0] || seconds < tally->begin) {
        g_strlcpy(tally->first, digits, length + 1);
        tally->begin = seconds;
    }
    if (!tally->last[0] || seconds > tally->end) {
        g_strlcpy(tally->last, digits, length + 1);
        tally->end = seconds;
    }
}

/* Returns the row's share of its frame. No text of the game's comes after it. */
static guint64
bytes_of_row(const char *row)
{
    const char *bytes = NULL;

    for (const char *at = row; (at = strstr(at, BYTES)); at += strlen(BYTES))
        bytes = at;
    return bytes ? g_ascii_strtoull(bytes + strlen(BYTES), NULL, 10) : 0;
}

void
split_tally_row(split_tally_t *tally, const char *time, const char *stream, const char *behind)
{
    const char *kind = strstr(behind, KIND), *end = kind ? strchr(kind + strlen(KIND) + 1, '"') : NULL;
    count_t    *count;

    tally_time(tally, time);
    g_string_assign(tally->beginning, stream);
    g_string_append_len(tally->beginning, behind, end ? end + 1 - behind : 0);
    count = g_tree_lookup(tally->counts, tally->beginning->str);
    if (!count)
        g_tree_insert(tally->counts, g_strdup(tally->beginning->str), count = g_new0(count_t, 1));
    count->rows++;
    count->bytes += bytes_of_row(end ? end : behind);
}

static gboolean
write_count(gpointer beginning, gpointer data, gpointer file)
{
    const count_t *count = data;

    fprintf(file, "=%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n", count->rows, count->bytes, (const char *)beginning);
    return FALSE;
}

void
split_tally_write(const split_tally_t *tally, FILE *file)
{
    if (tally->first[0])
        fprintf(file, "=time %s %s\n", tally->first, tally->last);
    g_tree_foreach(tally->counts, write_count, file);
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
