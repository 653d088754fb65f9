/* naming/names.c
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

#include "naming/fields.h"
#include "naming/names.h"
#include "naming/project-prefs.h"
#include "naming/user-methods.h"

bool
godot_names_any(void)
{
    return godot_project_loaded() || godot_user_methods_any();
}

/* Makes the fields again: they point into the user's rows and the game, and both were read again. */
static void
renew_fields(void)
{
    godot_fields_renew();
    godot_project_add_fields();
}

/* Frees the names of methods and arguments. They may be in use until nothing is dissected any more. */
static void
names_shut_down(void)
{
    godot_fields_shutdown();
    godot_project_unload();
}

void
godot_names_register_preferences(module_t *module)
{
    godot_project_register_preferences(module, renew_fields);
    godot_user_methods_register_preferences(module, renew_fields);
    register_shutdown_routine(names_shut_down);
}

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
