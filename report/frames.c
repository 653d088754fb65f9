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
#include "report/system.h"

/* A file of libpcap's format, as tshark -F nsecpcap writes it: in the byte order of this machine, with nanoseconds. */
typedef struct {
    guint32 magic;
    guint16 major, minor;
    guint32 zone, accuracy, snapshot_length, link_type;
} file_header_t;

#define FRAMES_MAGIC    0xa1b23c4du

typedef struct {
    guint32 seconds, nanoseconds, captured, length;
} frame_header_t;

static void
report_frames_clear(gpointer frame)
{
    if (((report_frame_t *)frame)->bytes)
        g_byte_array_unref(((report_frame_t *)frame)->bytes);
}

void
report_frames_free(report_frames_t *frames)
{
    g_array_free(frames->frames, TRUE);
    g_free(frames);
}

/* Reads bytes. @return false at the end, or with an error */
static gboolean
report_frames_fill(GInputStream *input, void *bytes, gsize size, GError **error)
{
    gsize got;

    return g_input_stream_read_all(input, bytes, size, &got, NULL, error) && got == size;
}

/* @return false at the end, or with an error */
static gboolean
report_frames_read_one(GInputStream *input, report_frames_t *frames, GError **error)
{
    frame_header_t header;
    report_frame_t frame;

    if (!report_frames_fill(input, &header, sizeof header, error))
        return FALSE;
    frame = (report_frame_t) { header.seconds, header.nanoseconds, header.length, g_byte_array_new() };
    g_byte_array_set_size(frame.bytes, header.captured);
    g_array_append_val(frames->frames, frame);
    return report_frames_fill(input, frame.bytes->data, header.captured, error);
}

report_frames_t *
report_frames_read(const char *capture, GError **error)
{
    const char *const words[] = { "tshark", "-n", "-r", capture, "-F", "nsecpcap", "-w", "-", NULL };
    GSubprocess     *tshark = report_system_start(words, error);
    report_frames_t *frames;
    GInputStream    *input;
    file_header_t    header = { 0 };
    GError          *failure = NULL;

    if (!tshark)
        return NULL;
    frames = g_new0(report_frames_t, 1);
    frames->frames = g_array_new(FALSE, FALSE, sizeof (report_frame_t));
    g_array_set_clear_func(frames->frames, report_frames_clear);
    input = g_subprocess_get_stdout_pipe(tshark);
    if (report_frames_fill(input, &header, sizeof header, &failure) && header.magic == FRAMES_MAGIC) {
        frames->link_type = header.link_type;
        while (report_frames_read_one(input, frames, &failure))
            ;
    }
    if (report_system_end(tshark, "tshark", failure ? NULL : &failure) && !failure && header.magic != FRAMES_MAGIC)
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "tshark does not print its frames");
    if (!failure)
        return frames;
    g_propagate_error(error, failure);
    report_frames_free(frames);
    return NULL;
}

guint
report_frames_write(const report_frames_t *frames, const char *file, GError **error)
{
    const file_header_t header = { FRAMES_MAGIC, 2, 4, 0, 0, 262144, frames->link_type };
    GByteArray         *all = g_byte_array_new();
    guint               written = 0;

    g_byte_array_append(all, (const guint8 *)&header, sizeof header);
    for (guint i = 0; i < frames->frames->len; i++) {
        const report_frame_t *frame = &g_array_index(frames->frames, report_frame_t, i);

        if (frame->bytes) {
            const frame_header_t one = { frame->seconds, frame->nanoseconds, frame->bytes->len, frame->length };

            g_byte_array_append(all, (const guint8 *)&one, sizeof one);
            g_byte_array_append(all, frame->bytes->data, frame->bytes->len);
            written++;
        }
    }
    report_system_write(file, all->data, all->len, error);
    g_byte_array_unref(all);
    return written;
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
