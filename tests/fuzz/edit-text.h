/* edit-text.h
 * How are texts of programs and scenes changed?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_TEXT_H
#define FUZZ_EDIT_TEXT_H

#include "edit.h"

/** A line is dropped, moved, or repeated with or without a change, deeper or less deep; or brackets and quotes change. */
void edit_lines(bytes_t *bytes);

#endif /* FUZZ_EDIT_TEXT_H */

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
