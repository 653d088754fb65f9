/* edit-text.h
 * How does the fuzzer change texts of scripts and scenes?
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

/**
 * Drops or moves a line, or repeats it with or without a change and with more or less indent; or changes brackets and
 * quotes.
 */
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
