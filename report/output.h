/* report/output.h
 * How is a file of any size written, whole or not at all?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

#include <gio/gio.h>

typedef struct report_output report_output_t;

/* What is no regular file, such as /dev/stdout, is not replaced, but written to. */
report_output_t *report_output_open(const char *path, GError **error);

gboolean report_output_add(report_output_t *output, const void *bytes, gsize size, GError **error);

/* @param keep whether the file shall stay: otherwise what was there before does
 * @return false if it does not stay, with an error */
gboolean report_output_close(report_output_t *output, gboolean keep, GError **error);

/* Writes a file, or leaves it as it was. @return false, with an error */
gboolean report_output_write(const char *path, const void *bytes, gsize size, GError **error);

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
