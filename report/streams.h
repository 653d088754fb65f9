/* report/streams.h
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

#ifndef REPORT_STREAMS_H
#define REPORT_STREAMS_H

#include <glib.h>

/* A piece of a message: the payload of one frame of a WebSocket. */
typedef struct {
    guint32 first;              /* the number of its first byte */
    guint   size;
    guint8  mask[4];
} report_part_t;

/* One direction of a connection. */
typedef struct {
    GSequence  *segments;       /* report_segment_t, by their numbers, of the frames that are held back */
    GHashTable *of_frames;      /* the same, by the numbers of these frames */
    guint       longest;        /* bytes of a segment */
    GArray     *parts;          /* report_part_t, of a message that goes on */
    GByteArray *message;        /* … and its bytes so far, without masks */
} report_way_t;

typedef struct {
    report_way_t ways[2];
    gboolean     ours;          /* whether it is known to be a WebSocket of Godot's */
} report_connection_t;

/* The payload of a frame. */
typedef struct {
    report_way_t  *way;
    guint          number;      /* of the frame */
    guint32        first;       /* the number of its first byte */
    guint          at, size;    /* in the frame */
    guint8        *before;      /* as it was captured */
    GByteArray    *frame;       /* as it will be written */
    guint8        *known;       /* for each byte, whether something wrote it */
    GSequenceIter *place;
} report_segment_t;

/* The connections of a capture. */
typedef struct report_streams report_streams_t;

report_streams_t *report_streams_new(void);
void report_streams_free(report_streams_t *streams);

/* @param number Wireshark's, of the connection */
report_connection_t *report_streams_connection(report_streams_t *streams, guint number);

/* Adds a segment, with the bytes that came in other segments before. */
report_segment_t *report_segment_new(report_way_t *way, guint number, guint32 first, GByteArray *frame, guint at,
                                     const guint8 *before, guint size);
void report_segment_free(report_segment_t *segment);

/* Writes bytes of the stream into all frames that have them. */
void report_way_write(report_way_t *way, guint32 first, const guint8 *bytes, guint size);

#endif

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
