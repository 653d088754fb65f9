/* naming/user-methods.h
 * What is in the user's table of methods?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_USER_METHODS_H
#define NAMING_USER_METHODS_H

#include "project/project.h"
#include "ws_compat.h"

/* A row of the table of methods, for names that are in no file. */
typedef struct {
    char      *pattern;         /* pattern for node paths, with * and ? */
    unsigned   method_id;
    char      *name;
    char      *arguments;       /* "amount: int, weapon" */
    GPtrArray *declarations;    /* the arguments, as elements of godot_declaration_t */
} godot_user_method_t;

/** Tells whether the table has rows. */
bool godot_user_methods_any(void);

/** Returns the first row whose pattern and id fit, or NULL. */
const godot_user_method_t *godot_user_method_find(const char *path, unsigned method_id);

/** Calls a function for each row. */
void godot_user_methods_each(void (*step)(const godot_user_method_t *row));

/**
 * Registers the table; module is that of the protocol "godot".
 *
 * @param changed called when the user has changed rows
 */
void godot_user_methods_register_preferences(module_t *module, void (*changed)(void));

#endif /* NAMING_USER_METHODS_H */

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
