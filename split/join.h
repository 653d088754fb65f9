/* split/join.h
 * Which rows would the whole capture have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_JOIN_H
#define SPLIT_JOIN_H

#include <glib.h>

/* Prints the rows of FOLDER/1.rows.zst and so on in the order of the capture, with its numbers of frames and connections.
 * Everything else in these files goes to FOLDER/rest, and behind it how many rows begin alike (docs/batches.md).
 * @return false with an error */
gboolean split_join(const char *folder, GError **error);

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
