/* naming/project-fields.c
 * Which declarations in a game's files get a filter field?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "naming/field-names.h"
#include "naming/fields.h"
#include "naming/project-fields.h"

static void
note_arguments(GHashTable *wanted, const GPtrArray *methods)
{
    for (guint i = 0; i < methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(methods, i);
        if (method->arguments)
            g_hash_table_add(wanted, (void *)method->arguments);
    }
}

/* Returns the functions in all lists of methods, also those of rpc_config(). */
static GHashTable *
wanted_arguments(const godot_project_t *project)
{
    GHashTable      *wanted = g_hash_table_new(NULL, NULL);
    const GPtrArray *scripts = godot_project_scripts(project);

    for (guint i = 0; i < scripts->len; i++)
        note_arguments(wanted, ((const godot_script_t *)g_ptr_array_index(scripts, i))->methods);
    GPtrArray *lists = godot_project_method_lists(project);
    for (guint i = 0; i < lists->len; i++)
        note_arguments(wanted, ((const godot_methods_t *)g_ptr_array_index(lists, i))->node_methods);
    g_ptr_array_unref(lists);
    return wanted;
}

/*
 * Makes the fields of a script. An argument belongs to the script that declares the function, also in calls of scripts
 * that inherit it.
 */
static void
make_script(const godot_script_t *script, GHashTable *wanted)
{
    const GPtrArray *functions = godot_script_functions(script);
    char            *file = godot_field_file_name(script->path);

    for (guint i = 0; i < functions->len; i++) {
        const godot_function_t *function = g_ptr_array_index(functions, i);

        for (guint k = 0; g_hash_table_contains(wanted, function->arguments) && k < function->arguments->len; k++)
            godot_fields_make_argument(file, script->path, function->name,
                                       (const godot_declaration_t *)g_ptr_array_index(function->arguments, k));
    }
    g_free(file);
}

static void
make_scene(const godot_scene_t *scene)
{
    char *file = godot_field_file_name(scene->path);

    for (guint i = 0; i < scene->synchronizers->len; i++) {
        const godot_synchronizer_t *synchronizer =
            (const godot_synchronizer_t *)g_ptr_array_index(scene->synchronizers, i);

        for (guint k = 0; k < synchronizer->properties->len; k++)
            godot_fields_make_property(file, synchronizer,
                                       (const godot_property_t *)g_ptr_array_index(synchronizer->properties, k));
    }
    g_free(file);
}

void
godot_project_make_fields(const godot_project_t *project)
{
    GHashTable      *wanted = wanted_arguments(project);
    const GPtrArray *scripts = godot_project_scripts(project), *scenes = godot_project_scenes(project);

    for (guint i = 0; i < scripts->len; i++)
        make_script((const godot_script_t *)g_ptr_array_index(scripts, i), wanted);
    for (guint i = 0; i < scenes->len; i++)
        make_scene((const godot_scene_t *)g_ptr_array_index(scenes, i));
    g_hash_table_destroy(wanted);
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
