/* godot-project-prefs.c
 * Which project did the user name, and what did the user say in tables?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define WS_LOG_DOMAIN "godot"

#include "godot-project-fields.h"
#include "godot-project-prefs.h"

#include <epan/uat.h>

typedef struct {
    char *folder;
} folder_row_t;

static const char *project_directory = "";
static folder_row_t *folders;
static unsigned folder_count;
static godot_user_method_t *user_methods;
static unsigned user_method_count;

static godot_project_t *project;
static char *loaded_key;        /* what the folders and rows were when they were read */

UAT_DIRECTORYNAME_CB_DEF(folders, folder, folder_row_t)
UAT_CSTRING_CB_DEF(user_methods, pattern, godot_user_method_t)
UAT_DEC_CB_DEF(user_methods, method_id, godot_user_method_t)
UAT_CSTRING_CB_DEF(user_methods, name, godot_user_method_t)
UAT_CSTRING_CB_DEF(user_methods, arguments, godot_user_method_t)

/* ---- Rows ---- */

static void *
folder_copy(void *to, const void *from, size_t size _U_)
{
    ((folder_row_t *)to)->folder = g_strdup(((const folder_row_t *)from)->folder);
    return to;
}

static void
folder_free(void *row)
{
    g_free(((folder_row_t *)row)->folder);
}

static ws_bool
folder_update(void *row, char **error)
{
    const char *folder = ((folder_row_t *)row)->folder;

    if (folder && *folder)
        return true;
    *error = g_strdup("A folder must be named");
    return false;
}

/* "amount: int, weapon" */
static GPtrArray *
parse_arguments(const char *text)
{
    GPtrArray *declarations = g_ptr_array_new_with_free_func(godot_declaration_free);
    char     **parts = g_strsplit(text ? text : "", ",", -1);

    for (char **part = parts; *part; part++) {
        char **words = g_strsplit(*part, ":", 2);
        if (words[0] && *g_strstrip(words[0]))
            g_ptr_array_add(declarations, godot_declaration_new(g_strdup(words[0]),
                                                                words[1] ? g_strdup(g_strstrip(words[1])) : NULL));
        g_strfreev(words);
    }
    g_strfreev(parts);
    return declarations;
}

static void *
user_method_copy(void *to, const void *from, size_t size _U_)
{
    godot_user_method_t       *row = (godot_user_method_t *)to;
    const godot_user_method_t *other = (const godot_user_method_t *)from;

    row->pattern = g_strdup(other->pattern);
    row->method_id = other->method_id;
    row->name = g_strdup(other->name);
    row->arguments = g_strdup(other->arguments);
    row->declarations = parse_arguments(row->arguments);
    return row;
}

static void
user_method_free(void *data)
{
    godot_user_method_t *row = (godot_user_method_t *)data;

    g_free(row->pattern);
    g_free(row->name);
    g_free(row->arguments);
    if (row->declarations)
        g_ptr_array_unref(row->declarations);
}

static ws_bool
user_method_update(void *data, char **error)
{
    godot_user_method_t *row = (godot_user_method_t *)data;

    if (!row->pattern || !*row->pattern || !row->name || !*row->name) {
        *error = g_strdup("A pattern of node paths and a name are needed");
        return false;
    }
    if (row->declarations)
        g_ptr_array_unref(row->declarations);
    row->declarations = parse_arguments(row->arguments);
    return true;
}

/* ---- Reading ---- */

static void
report(void)
{
    const GPtrArray *notes = godot_project_notes(project);

    for (guint i = 0; i < notes->len; i++)
        ws_message("%s", (const char *)g_ptr_array_index(notes, i));
    ws_message("%s", godot_project_summary(project));
}

/* @return folder names, ended by NULL; borrowed */
static GPtrArray *
named_folders(void)
{
    GPtrArray *named = g_ptr_array_new();

    if (project_directory && *project_directory)
        g_ptr_array_add(named, (void *)project_directory);
    for (unsigned i = 0; i < folder_count; i++)
        g_ptr_array_add(named, folders[i].folder);
    g_ptr_array_add(named, NULL);
    return named;
}

static char *
make_key(const GPtrArray *named)
{
    GString *key = g_string_new(NULL);

    for (guint i = 0; i + 1 < named->len; i++)
        g_string_append_printf(key, "%s\n", (const char *)g_ptr_array_index(named, i));
    for (unsigned i = 0; i < user_method_count; i++)
        g_string_append_printf(key, "\t%s\t%u\t%s\t%s\n", user_methods[i].pattern, user_methods[i].method_id,
                               user_methods[i].name, user_methods[i].arguments);
    return g_string_free(key, FALSE);
}

void
godot_project_apply_preferences(void)
{
    GPtrArray *named = named_folders();
    char      *key = make_key(named);

    /* Rows are copied anew at each change of the table, and fields hang on them. */
    godot_fields_clear();
    if (g_strcmp0(key, loaded_key) != 0) {
        godot_project_free(project);
        project = named->len > 1 ? godot_project_read((const char *const *)named->pdata) : NULL;
        if (project)
            report();
    }
    godot_fields_make(project);
    g_free(loaded_key);
    loaded_key = key;
    g_ptr_array_unref(named);
}

godot_project_t *
godot_project_loaded(void)
{
    return project;
}

bool
godot_project_any_names(void)
{
    return project || user_method_count;
}

const godot_user_method_t *
godot_user_method_find(const char *path, unsigned method_id)
{
    for (unsigned i = 0; i < user_method_count; i++)
        if (user_methods[i].method_id == method_id && g_pattern_match_simple(user_methods[i].pattern, path))
            return &user_methods[i];
    return NULL;
}

void
godot_user_methods_each(void (*step)(const godot_user_method_t *row))
{
    for (unsigned i = 0; i < user_method_count; i++)
        step(&user_methods[i]);
}

void
godot_project_register_preferences(module_t *module)
{
    static uat_field_t folder_fields[] = {
        UAT_FLD_DIRECTORYNAME(folders, folder, "Folder",
                              "A folder with a project.godot, or any folder of scripts and scenes"),
        UAT_END_FIELDS
    };
    static uat_field_t method_fields[] = {
        UAT_FLD_CSTRING(user_methods, pattern, "Node path", "Path of the node, * and ? stand for any characters"),
        UAT_FLD_DEC(user_methods, method_id, "Method id", "Number of the method on the wire"),
        UAT_FLD_CSTRING(user_methods, name, "Name", "Name of the method"),
        UAT_FLD_CSTRING(user_methods, arguments, "Arguments",
                        "Names of the arguments, with types if they are known: amount: int, weapon"),
        UAT_END_FIELDS
    };

    prefs_register_directory_preference(module, "project_directory", "Project folder",
        "Folder of the game's project: names of methods, arguments, properties and scenes come from its scripts and scenes",
        &project_directory);
    prefs_register_uat_preference(module, "project_directories", "More project folders",
        "Folders of more projects",
        uat_new("Godot Project Folders", sizeof(folder_row_t), "godot_project_directories", true, &folders,
                &folder_count, UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, folder_copy, folder_update,
                folder_free, godot_project_apply_preferences, NULL, folder_fields));
    prefs_register_uat_preference(module, "methods", "Names of methods",
        "Names of methods and arguments that no file tells",
        uat_new("Godot Methods", sizeof(godot_user_method_t), "godot_methods", true, &user_methods,
                &user_method_count, UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, user_method_copy,
                user_method_update, user_method_free, godot_project_apply_preferences, NULL, method_fields));
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
