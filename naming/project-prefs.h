/* naming/project-prefs.h
 * Which game did the user choose, and which names do its files have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_PROJECT_PREFS_H
#define NAMING_PROJECT_PREFS_H

#include "project/project.h"
#include "ws_compat.h"

/* In a build without names from files (PROJECT_NAMES=OFF), no-project.c replaces this: no game is ever loaded. */

/** Returns the game, or NULL if none is chosen or it has no names. It lives until preferences change. */
godot_project_t *godot_project_loaded(void);

/**
 * Returns what is wrong with the places that the user chose, if this frame is the first one that asks; NULL: nothing, or
 * an earlier frame asked.
 */
const char *godot_project_unread(uint32_t frame);

/** Makes the fields of the loaded game, if there is one. To be called after godot_fields_renew(). */
void godot_project_add_fields(void);

/** Closes the game. Only when nothing is dissected any more. */
void godot_project_unload(void);

/**
 * Registers the preferences; module is that of the protocol "godot".
 *
 * @param changed called when another game was read
 */
void godot_project_register_preferences(module_t *module, void (*changed)(void));

/**
 * Reads the folders if other ones are chosen, or if files changed. To be called when preferences were applied, or a
 * capture is read (again).
 */
void godot_project_apply_preferences(void);

#endif /* NAMING_PROJECT_PREFS_H */

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
