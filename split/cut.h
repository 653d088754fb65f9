/* split/cut.h
 * How is a capture cut into parts?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_CUT_H
#define SPLIT_CUT_H

#include <glib.h>

#define SPLIT_PARTS_MAX 255     /* a part's number is a byte in the file of the order */
#define SPLIT_ORDER     "order" /* the file that says of each frame which part has it, in a byte: parts count from 0 */

/* Writes FOLDER/1.part and so on, and the order of their frames, and says how many parts there are.
 * @param most parts
 * @return false with an error: SPLIT_ERROR_WHOLE if the capture must be read as a whole */
gboolean split_cut(const char *capture, unsigned most, const char *folder, GError **error);

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
