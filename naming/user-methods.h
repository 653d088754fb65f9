/* naming/user-methods.h
 * What did the user say in the table of methods?
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

/* A row of the table of methods, for what files cannot tell. */
typedef struct {
    char      *pattern;         /* of node paths, with * and ? */
    unsigned   method_id;
    char      *name;
    char      *arguments;       /* "amount: int, weapon" */
    GPtrArray *declarations;    /* godot_declaration_t: arguments, taken apart */
} godot_user_method_t;

/** Has the table any rows? */
bool godot_user_methods_any(void);

/** The first row whose pattern and id fit, or NULL. */
const godot_user_method_t *godot_user_method_find(const char *path, unsigned method_id);

/** Call a function for each row. */
void godot_user_methods_each(void (*step)(const godot_user_method_t *row));

/**
 * Register the table; module is that of the protocol "godot".
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
