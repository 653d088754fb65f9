/* split/lines.h
 * Which lines has a compressed file?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_LINES_H
#define SPLIT_LINES_H

#include <glib.h>

typedef struct split_lines split_lines_t;

/* Opens a file that zstd made.
 * @return NULL, with an error */
split_lines_t *split_lines_open(const char *path, GError **error);

/* Returns the next line without its end, which is a zero byte; valid until the next call. NULL: there is no further line.
 * @param length of the line */
const char *split_lines_next(split_lines_t *lines, gsize *length);

/* Tells, when there is no further line, whether all of the file could be read. */
gboolean split_lines_are_whole(const split_lines_t *lines);

void split_lines_close(split_lines_t *lines);

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
