/* report/frames.h
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

#ifndef REPORT_FRAMES_H
#define REPORT_FRAMES_H

#include <gio/gio.h>

typedef struct {
    guint32     seconds, nanoseconds;
    guint32     length;         /* on the wire */
    GByteArray *bytes;          /* what was captured */
} report_frame_t;

/* The frames of a capture, one after the other. What else may be in its file is left out: comments, names, keys,
 * descriptions of machines. */
typedef struct report_frames report_frames_t;

report_frames_t *report_frames_open(const char *capture, GError **error);
guint32 report_frames_link_type(const report_frames_t *frames);

/* @param frame its bytes are the caller's
 * @return false at the end, or with an error */
gboolean report_frames_next(report_frames_t *frames, report_frame_t *frame, GError **error);

/* @return false if the capture could not be read to its end; the error may be NULL */
gboolean report_frames_close(report_frames_t *frames, GError **error);

/* A new capture, of any size. */
typedef struct report_capture report_capture_t;

/* The file is made when the first frame is written. */
report_capture_t *report_capture_new(const char *file, guint32 link_type);
gboolean report_capture_add(report_capture_t *capture, const report_frame_t *frame, GError **error);

/* @param keep whether the file shall stay: otherwise what was there before does
 * @return false if it shall and cannot, with an error */
gboolean report_capture_close(report_capture_t *capture, gboolean keep, GError **error);

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
