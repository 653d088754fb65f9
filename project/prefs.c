/* project/prefs.c
 * Which project did the user name?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define WS_LOG_DOMAIN "godot"

#include "project/decrypt.h"
#include "project/fields.h"
#include "project/limits.h"
#include "project/prefs.h"
#include "project/user-methods.h"

#include <string.h>
#include <epan/uat.h>
#include <wsutil/report_message.h>

#define KEY_DIGITS  ((size_t)2 * GODOT_KEY_LENGTH)

typedef struct {
    char *folder;
} folder_row_t;

static const char *project_directory = "";
static const char *project_key = "";
static folder_row_t *folders;
static unsigned folder_count;

static godot_project_t *project;
static char *loaded;    /* the names of what was read, a line each, and the key */

UAT_DIRECTORYNAME_CB_DEF(folders, folder, folder_row_t)

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

static ws_table_bool
folder_update(void *row, char **error)
{
    const char *folder = ((folder_row_t *)row)->folder;

    if (folder && *folder)
        return true;
    *error = g_strdup("A folder, a pack or an executable must be named");
    return false;
}

/* ---- Reading ---- */

static void
report(void)
{
    const GPtrArray *notes = godot_project_notes(project);

    for (guint i = 0; i < notes->len; i++)
        ws_message("%s", (const char *)g_ptr_array_index(notes, i));
    ws_message("%s", godot_project_summary(project));
    if (godot_project_was_slow(project))    /* in Wireshark's window, which did not answer meanwhile */
        report_warning("Godot project: it took more than %d seconds to read. %s", GODOT_MAX_SLOW_SECONDS, godot_project_summary(project));
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

static void
make_fields(void)
{
    godot_fields_make(project);
}

/* The key of encrypted packs. @return false if it is not one */
static bool
parse_key(uint8_t *key)
{
    const char *digits = project_key;

    if (strlen(digits) != KEY_DIGITS || strspn(digits, "0123456789abcdefABCDEF") != KEY_DIGITS)
        return false;
    for (size_t i = 0; i < GODOT_KEY_LENGTH; i++)
        key[i] = (uint8_t)(g_ascii_xdigit_value(digits[i * 2]) << 4 | g_ascii_xdigit_value(digits[i * 2 + 1]));
    return true;
}

static void
read_folders(const char *const *named)
{
    uint8_t key[GODOT_KEY_LENGTH];
    bool    has_key = parse_key(key);

    if (*named && *project_key && !has_key)
        ws_message("godot.project_key: a key has 64 hexadecimal digits");
    godot_project_free(project);
    project = *named ? godot_project_read(named, has_key ? key : NULL) : NULL;
    if (project)
        report();
    make_fields();
}

void
godot_project_apply_preferences(void)
{
    GPtrArray *named = named_folders();
    char      *names = g_strjoinv("\n", (char **)named->pdata), *wanted = g_strconcat(names, "\n\n", project_key, NULL);

    if (g_strcmp0(wanted, loaded) != 0 || (project && godot_project_changed(project)))
        read_folders((const char *const *)named->pdata);
    g_free(loaded);
    loaded = wanted;
    g_free(names);
    g_ptr_array_unref(named);
}

/* Names of methods and arguments may be in use until nothing is dissected any more. */
static void
shut_down(void)
{
    godot_fields_shutdown();
    g_clear_pointer(&project, godot_project_free);
    g_clear_pointer(&loaded, g_free);
}

godot_project_t *
godot_project_loaded(void)
{
    return project;
}

bool
godot_project_any_names(void)
{
    return project || godot_user_methods_any();
}

void
godot_project_register_preferences(module_t *module)
{
    static uat_field_t folder_fields[] = {
        UAT_FLD_DIRECTORYNAME(folders, folder, "Folder",
                              "A folder with a project.godot, any folder of scripts and scenes, a pack, an executable, or the folder of an export"),
        UAT_END_FIELDS
    };
    prefs_register_directory_preference(module, "project_directory", "Project folder or pack",
        "The game's project, or the game as it ships (its .pck, its executable, the folder of an export): names of methods, "
        "arguments, properties and scenes come from its scripts and scenes", &project_directory);
    prefs_set_preference_effect_fields(module, "project_directory");
    prefs_register_string_preference(module, "project_key", "Key of encrypted packs",
        "The 64 hexadecimal digits that the game was exported with", &project_key);
    prefs_set_preference_effect_fields(module, "project_key");
    prefs_register_uat_preference(module, "project_directories", "More projects",
        "Folders and packs of more projects",
        uat_new("Godot Project Folders", sizeof(folder_row_t), "godot_project_directories", true, &folders,
                &folder_count, UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, folder_copy, folder_update,
                folder_free, godot_project_apply_preferences, NULL, folder_fields));
    /* Rows are copied anew at each change of their table, and fields hang on them. */
    godot_user_methods_register_preferences(module, make_fields);
    /* A profile that names no folder sets the default without a word; files change while a capture is open. */
    register_init_routine(godot_project_apply_preferences);
    register_shutdown_routine(shut_down);
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
