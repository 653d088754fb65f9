/* report/anonymize.h
 * What is a capture without what its players said and what its game calls things?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_ANONYMIZE_H
#define REPORT_ANONYMIZE_H

#include <gio/gio.h>

/* What was written. */
typedef struct {
    guint64 frames, written;    /* the others are of something else than ENet over UDP, WebSockets and recordings, or unreadable */
    guint64 unknown;            /* bytes of messages that are 0xff now, because nothing is known of them */
} report_anonymized_t;

/* Runs tshark, and writes another capture: what is known to be structure is the same, what is known to be a value is
 * replaced, and nothing else is taken over.
 * @param options more options of tshark, ends with NULL
 * @param most so many bytes of frames are held back, for what later ones tell of them, and as many of what earlier ones
 * told; a capture of any size needs no more memory, but for tshark's
 * @return false, with an error, if it cannot be read or written, or no frame is left */
gboolean report_anonymize(const char *capture, const char *const *options, const char *output, guint64 most,
                          report_anonymized_t *done, GError **error);

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
