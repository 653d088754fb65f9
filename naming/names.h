/* naming/names.h
 * Which names are there besides those on the wire: from the user's table, from a game's files?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_NAMES_H
#define NAMING_NAMES_H

#include "ws_compat.h"

/** Tells whether there are names from files or from the table. */
bool godot_names_any(void);

/** Registers the preferences; module is that of the protocol "godot". */
void godot_names_register_preferences(module_t *module);

#endif /* NAMING_NAMES_H */

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
