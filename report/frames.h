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
    GByteArray *bytes;          /* what was captured; NULL: the frame is not written */
} report_frame_t;

typedef struct {
    guint32 link_type;
    GArray *frames;             /* report_frame_t */
} report_frames_t;

/* Reads all frames. What else may be in a capture's file is left out: comments, names, keys, descriptions of machines.
 * @return NULL, with an error, if it cannot be read, or its frames have different link layers */
report_frames_t *report_frames_read(const char *capture, GError **error);

/* @return how many frames were written */
guint report_frames_write(const report_frames_t *frames, const char *file, GError **error);

void report_frames_free(report_frames_t *frames);

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
