/* godot-project-prefs.h
 * Which project did the user name, and what did the user say in tables?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GODOT_PROJECT_PREFS_H
#define GODOT_PROJECT_PREFS_H

#include "godot-project.h"
#include "ws_compat.h"

/* A row of the table of methods, for what files cannot tell. */
typedef struct {
    char      *pattern;         /* of node paths, with * and ? */
    unsigned   method_id;
    char      *name;
    char      *arguments;       /* "amount: int, weapon" */
    GPtrArray *declarations;    /* godot_declaration_t: arguments, taken apart */
} godot_user_method_t;

/** The project's index, or NULL if no folder is named. It lives until preferences change. */
godot_project_t *godot_project_loaded(void);

/** Are there names to be had from files or from the table? */
bool godot_project_any_names(void);

/** The first row whose pattern and id fit, or NULL. */
const godot_user_method_t *godot_user_method_find(const char *path, unsigned method_id);

/** Call a function for each row. */
void godot_user_methods_each(void (*step)(const godot_user_method_t *row));

/** Register the preferences; module is that of the protocol "godot". */
void godot_project_register_preferences(module_t *module);

/** Preferences were applied: read the folders if others are named than before. */
void godot_project_apply_preferences(void);

#endif /* GODOT_PROJECT_PREFS_H */

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
