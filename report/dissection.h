/* report/dissection.h
 * What does tshark see in the frames of a capture, and where?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_DISSECTION_H
#define REPORT_DISSECTION_H

#include <gio/gio.h>

/* An item of Wireshark's tree: a protocol, or a field of the protocol before it. */
typedef struct {
    const char   *name;
    const char   *shown;        /* its value as a text; "" if there is none */
    guint         depth;        /* 0: a protocol */
    guint         position, size;       /* in the frame, or in bytes that were put together or decompressed */
    const guint8 *bytes;        /* NULL if they are not told */
} report_item_t;

/* @return whether a part of so many bytes lies within the whole: Wireshark's positions do, unless it errs */
gboolean report_is_within(gsize position, gsize size, gsize whole);

/* Told in the order of the tree. */
typedef struct {
    void (*begin_frame)(void *user_data);
    void (*item)(void *user_data, const report_item_t *item);
    gboolean (*end_frame)(void *user_data);     /* whether it shall go on */
} report_dissection_t;

/* Runs tshark, with two passes: the first message of a connection may be known only from later ones. @param options more options of tshark, ends with NULL
 * @return false, with an error, if it cannot be read */
gboolean report_dissection_read(const char *capture, const char *const *options, const report_dissection_t *told,
                                void *user_data, GError **error);

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
