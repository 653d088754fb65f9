/* report/frames.c
 * Which frames has a capture, without anything else that its file holds?
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

#include "report/frames.h"
#include "report/output.h"
#include "report/system.h"

/* A file of libpcap's format, as tshark -F nsecpcap writes it: in the byte order of this machine, with nanoseconds. */
typedef struct {
    guint32 magic;
    guint16 major, minor;
    guint32 zone, accuracy, snapshot_length, link_type;
} file_header_t;

#define FRAMES_MAGIC    0xa1b23c4du
#define BUFFER          65536       /* bytes that are read at a time */

typedef struct {
    guint32 seconds, nanoseconds, captured, length;
} frame_header_t;

struct report_frames {
    GSubprocess  *tshark;
    GInputStream *input;
    guint32       link_type;
    gboolean      at_end;
};

/* Reads bytes. @return false at the end, or with an error */
static gboolean
report_frames_fill(report_frames_t *frames, void *bytes, gsize size, GError **error)
{
    gsize got;

    if (!g_input_stream_read_all(frames->input, bytes, size, &got, NULL, error))
        return FALSE;
    frames->at_end = got != size;
    return !frames->at_end;
}

report_frames_t *
report_frames_open(const char *capture, GError **error)
{
    const char *const words[] = { "tshark", "-n", "-r", capture, "-F", "nsecpcap", "-w", "-", NULL };
    GSubprocess      *tshark = report_system_start(words, error);
    report_frames_t  *frames;
    file_header_t     header = { 0 };
    GError           *failure = NULL;
    gboolean          right;

    if (!tshark)
        return NULL;
    frames = g_new0(report_frames_t, 1);
    frames->tshark = tshark;
    frames->input = g_buffered_input_stream_new_sized(g_subprocess_get_stdout_pipe(tshark), BUFFER);
    right = report_frames_fill(frames, &header, sizeof header, &failure) && header.magic == FRAMES_MAGIC;
    frames->link_type = header.link_type;
    if (right)
        return frames;
    report_frames_close(frames, frames->at_end ? &failure : NULL);      /* unless it is ended here, it may know why */
    if (!failure)
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "tshark does not print its frames");
    if (strstr(failure->message, "can't be written as"))
        g_prefix_error(&failure, "it has several link layers, and the new file has room for one: ");
    g_propagate_error(error, failure);
    return NULL;
}

guint32
report_frames_link_type(const report_frames_t *frames)
{
    return frames->link_type;
}

gboolean
report_frames_next(report_frames_t *frames, report_frame_t *frame, GError **error)
{
    frame_header_t header;

    if (!report_frames_fill(frames, &header, sizeof header, error))
        return FALSE;
    *frame = (report_frame_t) { header.seconds, header.nanoseconds, header.length, g_byte_array_new() };
    g_byte_array_set_size(frame->bytes, header.captured);
    if (report_frames_fill(frames, frame->bytes->data, header.captured, error))
        return TRUE;
    g_clear_pointer(&frame->bytes, g_byte_array_unref);
    return FALSE;
}

gboolean
report_frames_close(report_frames_t *frames, GError **error)
{
    gboolean right;

    if (!frames->at_end)
        g_subprocess_force_exit(frames->tshark);
    right = report_system_end(frames->tshark, "tshark", error);

    g_object_unref(frames->input);
    g_free(frames);
    return right;
}

struct report_capture {
    char            *file;
    guint32          link_type;
    report_output_t *output;        /* NULL: nothing was written */
};

report_capture_t *
report_capture_new(const char *file, guint32 link_type)
{
    report_capture_t *capture = g_new0(report_capture_t, 1);

    capture->file = g_strdup(file);
    capture->link_type = link_type;
    return capture;
}

static gboolean
report_capture_begin(report_capture_t *capture, GError **error)
{
    const file_header_t header = { FRAMES_MAGIC, 2, 4, 0, 0, 262144, capture->link_type };

    capture->output = report_output_open(capture->file, error);
    return capture->output && report_output_add(capture->output, &header, sizeof header, error);
}

gboolean
report_capture_add(report_capture_t *capture, const report_frame_t *frame, GError **error)
{
    const frame_header_t header = { frame->seconds, frame->nanoseconds, frame->bytes->len, frame->length };

    return (capture->output || report_capture_begin(capture, error)) &&
           report_output_add(capture->output, &header, sizeof header, error) &&
           report_output_add(capture->output, frame->bytes->data, frame->bytes->len, error);
}

gboolean
report_capture_close(report_capture_t *capture, gboolean keep, GError **error)
{
    const gboolean right = !capture->output || report_output_close(capture->output, keep, error);

    g_free(capture->file);
    g_free(capture);
    return right;
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
