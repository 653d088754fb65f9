/* naming/project-prefs.c
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

#define WS_LOG_DOMAIN "godot"

#include "naming/project-fields.h"
#include "naming/project-prefs.h"

#include <epan/uat.h>
#include <wsutil/report_message.h>

typedef struct {
    char *folder;
} folder_row_t;

static const char *project_directory = "";
static const char *project_file = "";
static const char *project_key = "";
static folder_row_t *folders;
static unsigned folder_count;
static unsigned project_seconds = 20;

static godot_project_t *project;
static char *loaded;    /* what was read: the places, one in a line, the key, and the time that reading may take */
static bool empty;      /* nothing with a name is in the project */
static char *unread;    /* a sentence on places in which there is no game, or none that can be read; NULL: there are none */
static uint32_t asked_in;   /* the first frame that needed names; 0: none yet */
static void (*project_changed)(void);

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
    if (godot_project_was_slow(project))    /* the message is for Wireshark's window, which did not answer meanwhile */
        report_warning("Godot project: it took more than %u seconds to read. %s",
                       godot_project_slow_seconds(), godot_project_summary(project));
}

static bool
project_is_empty(void)
{
    return godot_project_scripts(project)->len == 0 && godot_project_scenes(project)->len == 0;
}

/* Returns the note that begins with the place; NULL: there is none. */
static const char *
note_on(const char *place)
{
    const GPtrArray *notes = godot_project_notes(project);
    size_t           length = strlen(place);

    for (guint i = 0; i < notes->len; i++) {
        const char *note = (const char *)g_ptr_array_index(notes, i);
        if (strncmp(note, place, length) == 0 && note[length] == ':')
            return note;
    }
    return NULL;
}

/* Says which places could not be read, and why; or that nothing is in any of them. */
static char *
describe_unread(const char *const *named)
{
    GString *text = g_string_new(NULL);

    for (const char *const *place = named; *place; place++) {
        const char *note = note_on(*place);
        if (note)
            g_string_append_printf(text, "%s%s", text->len ? "; " : "Not read: ", note);
    }
    if (text->len == 0 && project_is_empty()) {
        char *places = g_strjoinv(", ", (char **)named);
        g_string_printf(text, "No project.godot, script, scene, .pck or executable in %s", places);
        g_free(places);
    }
    return g_string_free(text, text->len == 0);
}

/* Returns the places that the user chose, ended by NULL; borrowed. */
static GPtrArray *
named_folders(void)
{
    GPtrArray *named = g_ptr_array_new();

    if (*project_directory)
        g_ptr_array_add(named, (void *)project_directory);
    if (*project_file)
        g_ptr_array_add(named, (void *)project_file);
    for (unsigned i = 0; i < folder_count; i++)
        g_ptr_array_add(named, folders[i].folder);
    g_ptr_array_add(named, NULL);
    return named;
}

/* On the standard error output: the core's window shows nothing while preferences are applied. */
static bool
project_prefs_step(void *user _U_, unsigned seconds, unsigned files, uint64_t bytes)
{
    if (seconds >= godot_project_slow_seconds())
        ws_message("%u s: %u files of the project looked at, %" PRIu64 " MB read", seconds, files, bytes / 1000000);
    return seconds < project_seconds;
}

static void
read_folders(const char *const *named)
{
    const godot_progress_t progress = { project_prefs_step, NULL };
    uint8_t key[GODOT_PROJECT_KEY_LENGTH];
    bool    has_key = godot_project_parse_key(project_key, key);

    if (*named && *project_key && !has_key)
        ws_message("godot.project_key: a key has 64 hexadecimal digits");
    godot_project_close(project);
    project = *named ? godot_project_open(named, has_key ? key : NULL, &progress) : NULL;
    g_clear_pointer(&unread, g_free);
    empty = project && project_is_empty();
    if (project) {
        unread = describe_unread(named);
        report();
    }
    project_changed();
}

void
godot_project_apply_preferences(void)
{
    GPtrArray *named = named_folders();
    char      *names = g_strjoinv("\n", (char **)named->pdata), *wanted = g_strdup_printf("%s\n\n%s\n%u", names, project_key, project_seconds);

    if (g_strcmp0(wanted, loaded) != 0 || (project && godot_project_changed(project)))
        read_folders((const char *const *)named->pdata);
    g_free(loaded);
    loaded = wanted;
    g_free(names);
    g_ptr_array_unref(named);
}

void
godot_project_unload(void)
{
    g_clear_pointer(&project, godot_project_close);
    g_clear_pointer(&loaded, g_free);
    g_clear_pointer(&unread, g_free);
}

godot_project_t *
godot_project_loaded(void)
{
    return empty ? NULL : project;
}

const char *
godot_project_unread(uint32_t frame)
{
    if (asked_in == 0)
        asked_in = frame;
    return asked_in == frame ? unread : NULL;
}

void
godot_project_add_fields(void)
{
    if (project)
        godot_project_make_fields(project);
}

/*
 * Reads the game again if need be, when a file is opened: its files may have changed, and Wireshark tells nothing if a
 * new profile has no place of a game.
 */
static void
begin_capture(void)
{
    asked_in = 0;
    godot_project_apply_preferences();
}

void
godot_project_register_preferences(module_t *module, void (*changed)(void))
{
    static uat_field_t folder_fields[] = {
        UAT_FLD_DIRECTORYNAME(folders, folder, "Folder",
                              "A folder with a project.godot, any folder of scripts and scenes, a pack, an executable, or the folder of an export"),
        UAT_END_FIELDS
    };

    project_changed = changed;
    prefs_register_directory_preference(module, "project_directory", "Project folder",
        "The game's project, or the game as it ships (its .pck, its executable, the folder of an export): names of methods, "
        "arguments, properties and scenes come from its scripts and scenes", &project_directory);
    prefs_set_preference_effect_fields(module, "project_directory");
    prefs_register_filename_preference(module, "project_file", "Project's pack or executable",
        "The same for a .pck or an executable, which the button of the folder does not offer", &project_file, false);
    prefs_set_preference_effect_fields(module, "project_file");
    prefs_register_string_preference(module, "project_key", "Key of encrypted packs",
        "The 64 hexadecimal digits that the game was exported with", &project_key);
    prefs_set_preference_effect_fields(module, "project_key");
    prefs_register_uint_preference(module, "project_seconds", "Seconds to read projects",
        "Reading the projects ends after so many seconds, and what was read until then is used; the window does not answer meanwhile",
        10, &project_seconds);
    prefs_set_preference_effect_fields(module, "project_seconds");
    prefs_register_uat_preference(module, "project_directories", "More projects",
        "Folders and packs of more projects",
        uat_new("Godot Project Folders", sizeof(folder_row_t), "godot_project_directories", true, &folders,
                &folder_count, UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, folder_copy, folder_update,
                folder_free, godot_project_apply_preferences, NULL, folder_fields));
    register_init_routine(begin_capture);
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
