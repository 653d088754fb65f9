/* naming/no-project.c
 * Which names do a game's files have? This file replaces the answer in a build without names from files
 * (PROJECT_NAMES=OFF): no game is loaded, so the functions of project/project.h are never called.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "naming/project-prefs.h"

godot_project_t *
godot_project_loaded(void)
{
    return NULL;
}

const char *
godot_project_unread(uint32_t frame _U_)
{
    return NULL;
}

void
godot_project_add_fields(void)
{
}

void
godot_project_unload(void)
{
}

void
godot_project_register_preferences(module_t *module _U_, void (*changed)(void) _U_)
{
}

void
godot_project_apply_preferences(void)
{
}

/* ---- Questions ---- */

bool
godot_project_keeps_authority(const godot_project_t *project _U_)
{
    return false;
}

const godot_methods_t *
godot_project_methods_of_md5(godot_project_t *project _U_, const char *md5 _U_)
{
    return NULL;
}

const godot_method_t *
godot_methods_get(const godot_methods_t *methods _U_, unsigned method_id _U_)
{
    return NULL;
}

const godot_method_t *
godot_script_method(const godot_script_t *script _U_, unsigned method_id _U_)
{
    return NULL;
}

const godot_script_t *
godot_project_script_of_path(godot_project_t *project _U_, const char *path _U_)
{
    return NULL;
}

const godot_scene_t *
godot_project_spawned_scene(godot_project_t *project _U_, const char *path _U_, unsigned index _U_)
{
    return NULL;
}

const char *
godot_project_spawn_parent(godot_project_t *project _U_, const char *path _U_)
{
    return NULL;
}

godot_synchronizer_t *
godot_scene_spawned(const godot_scene_t *scene _U_, unsigned count _U_, unsigned values _U_, unsigned nth _U_)
{
    return NULL;
}

godot_synchronizer_t *
godot_project_synchronizer(godot_project_t *project _U_, const char *path _U_, godot_list_t list _U_, unsigned count _U_)
{
    return NULL;
}

const GPtrArray *
godot_synchronizer_list(godot_synchronizer_t *synchronizer _U_, godot_list_t list _U_, unsigned count _U_)
{
    return NULL;
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
