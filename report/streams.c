/* report/streams.c
 * Which frames have which bytes of a TCP connection?
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

#include "report/streams.h"

struct report_streams {
    GHashTable *connections;    /* from Wireshark's numbers to report_connection_t */
};

/* Numbers of bytes begin again at 0. */
static gint
segments_compare(gconstpointer a, gconstpointer b, gpointer user_data)
{
    const gint32 distance = (gint32)(((const report_segment_t *)a)->first - ((const report_segment_t *)b)->first);

    (void)user_data;
    return distance < 0 ? -1 : distance > 0;
}

static void
streams_free_connection(gpointer connection)
{
    for (int i = 0; i < 2; i++) {
        report_way_t *way = &((report_connection_t *)connection)->ways[i];

        g_sequence_free(way->segments);
        g_hash_table_destroy(way->of_frames);
        g_array_free(way->parts, TRUE);
        g_byte_array_unref(way->message);
    }
    g_free(connection);
}

report_streams_t *
report_streams_new(void)
{
    report_streams_t *streams = g_new0(report_streams_t, 1);

    streams->connections = g_hash_table_new_full(NULL, NULL, NULL, streams_free_connection);
    return streams;
}

void
report_streams_free(report_streams_t *streams)
{
    g_hash_table_destroy(streams->connections);
    g_free(streams);
}

report_connection_t *
report_streams_connection(report_streams_t *streams, guint number)
{
    report_connection_t *connection = (report_connection_t *)g_hash_table_lookup(streams->connections,
                                                                                 GUINT_TO_POINTER(number));

    if (connection)
        return connection;
    connection = g_new0(report_connection_t, 1);
    for (int i = 0; i < 2; i++) {
        connection->ways[i].segments = g_sequence_new(NULL);
        connection->ways[i].of_frames = g_hash_table_new(NULL, NULL);
        connection->ways[i].parts = g_array_new(FALSE, FALSE, sizeof (report_part_t));
        connection->ways[i].message = g_byte_array_new();
    }
    g_hash_table_insert(streams->connections, GUINT_TO_POINTER(number), connection);
    return connection;
}

/* Writes bytes of the stream into a segment, as far as it has them. */
static void
segment_write(report_segment_t *segment, guint32 first, const guint8 *bytes, const guint8 *known, guint size)
{
    const gint32 ahead = (gint32)(first - segment->first);      /* of the bytes, from the segment's first one */
    const guint  skip = (guint)MAX(-ahead, 0), at = (guint)MAX(ahead, 0);

    for (guint i = 0; skip + i < size && at + i < segment->size; i++) {
        if (known && !known[skip + i])
            continue;
        segment->frame->data[segment->at + at + i] = bytes[skip + i];
        segment->known[at + i] = TRUE;
    }
}

/* Copies what another segment has of the same bytes. */
static void
segment_copy(report_segment_t *to, const report_segment_t *from)
{
    segment_write(to, from->first, from->frame->data + from->at, from->known, from->size);
}

/* @return the first segment that may have one of the bytes behind a number */
static GSequenceIter *
way_search(report_way_t *way, guint32 first)
{
    report_segment_t earliest = { .first = first - way->longest };

    return g_sequence_search(way->segments, &earliest, segments_compare, NULL);
}

static gboolean
way_has_before(GSequenceIter *place, guint32 end)
{
    return !g_sequence_iter_is_end(place) && (gint32)(((report_segment_t *)g_sequence_get(place))->first - end) < 0;
}

report_segment_t *
report_segment_new(report_way_t *way, guint number, guint32 first, GByteArray *frame, guint at, const guint8 *before,
                   guint size)
{
    report_segment_t *segment = g_new0(report_segment_t, 1);

    *segment = (report_segment_t) {
        .way = way,
        .number = number,
        .first = first,
        .at = at,
        .size = size,
        .before = (guint8 *)g_memdup2(before, size),
        .frame = g_byte_array_ref(frame),
        .known = g_new0(guint8, size)
    };
    g_hash_table_insert(way->of_frames, GUINT_TO_POINTER(number), segment);
    way->longest = MAX(way->longest, size);
    for (GSequenceIter *place = way_search(way, first); way_has_before(place, first + size);
         place = g_sequence_iter_next(place))
        segment_copy(segment, (const report_segment_t *)g_sequence_get(place));
    segment->place = g_sequence_insert_sorted(way->segments, segment, segments_compare, NULL);
    return segment;
}

void
report_segment_free(report_segment_t *segment)
{
    g_sequence_remove(segment->place);
    g_hash_table_remove(segment->way->of_frames, GUINT_TO_POINTER(segment->number));
    g_free(segment->before);
    g_byte_array_unref(segment->frame);
    g_free(segment->known);
    g_free(segment);
}

void
report_way_write(report_way_t *way, guint32 first, const guint8 *bytes, guint size)
{
    for (GSequenceIter *place = way_search(way, first); way_has_before(place, first + size);
         place = g_sequence_iter_next(place))
        segment_write((report_segment_t *)g_sequence_get(place), first, bytes, NULL, size);
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
