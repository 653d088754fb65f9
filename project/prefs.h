/* project/prefs.h
 * Which project did the user name?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_PREFS_H
#define PROJECT_PREFS_H

#include "project/project.h"
#include "ws_compat.h"

/** The project's index, or NULL if no folder is named. It lives until preferences change. */
godot_project_t *godot_project_loaded(void);

/** Are there names to be had from files or from the table? */
bool godot_project_any_names(void);

/** Register the preferences; module is that of the protocol "godot". */
void godot_project_register_preferences(module_t *module);

/** Preferences were applied, or a capture is read (again): read the folders if others are named, or files changed. */
void godot_project_apply_preferences(void);

#endif /* PROJECT_PREFS_H */

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
