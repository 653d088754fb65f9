/* programs/godot-names.c
 * Which names does the plugin find in a game's files, and what could it not read?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <locale.h>
#include <signal.h>
#include <string.h>

#include "programs/names-json.h"
#include "programs/names-table.h"
#include "system/system.h"

/* The exit statuses. */
enum {
    ALL_READ = 0,
    NOT_ALL_READ = 1,
    NO_GAME = 2         /* or used wrongly */
};

/* The variable from which Godot itself takes the key when it exports (editor/export/editor_export_platform.h). */
#define KEY_VARIABLE    "GODOT_SCRIPT_ENCRYPTION_KEY"

typedef struct {
    gboolean json;
    gboolean version;
    char    *key;
    char   **nodes;
    char   **games;
} options_t;

/* Parses the options, whose texts are freed when the program ends. @return false if they are wrong, with a message */
static bool
parse_options(options_t *options, char **argv)
{
    const GOptionEntry entries[] = {
        { "json", 'j', 0, G_OPTION_ARG_NONE, &options->json, "Print JSON instead of tables", NULL },
        { "node", 'n', 0, G_OPTION_ARG_STRING_ARRAY, &options->nodes, "Tell what the node at this path is, any number of times", "PATH" },
        { "key", 'k', 0, G_OPTION_ARG_STRING, &options->key, "Key of encrypted packs, 64 hexadecimal digits", "KEY" },
        { "version", 0, 0, G_OPTION_ARG_NONE, &options->version, "Print the version, and for which Wireshark it is", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->games, NULL, "GAME..." },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };
    GOptionContext *context = g_option_context_new(NULL);
    GError         *error = NULL;
    char          **words = system_words(argv);
    bool            right;

    g_option_context_set_summary(context, "Prints the names that the Wireshark plugin for Godot finds in a game's files, and what it could not read. A GAME\n"
                                          "is a folder with a project.godot, a pack, an executable that contains one, or the folder of an export.");
    g_option_context_set_description(context, "If there is no --key, the environment variable " KEY_VARIABLE " has it.\n\n"
                                              "Exit status: 0 all was read, 1 something was not, 2 no game was found, or an option is wrong.\n");
    g_option_context_add_main_entries(context, entries, NULL);
    right = g_option_context_parse_strv(context, &words, &error);
    g_strfreev(words);
    if (right && !options->games && !options->version)
        g_set_error(&error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, "No game is named: see godot-names --help");
    if (error)
        g_printerr("godot-names: %s\n", error->message);
    g_option_context_free(context);
    right = !error;
    g_clear_error(&error);
    return right;
}

static volatile sig_atomic_t interrupted;

static void
godot_names_interrupt(int number G_GNUC_UNUSED)
{
    interrupted = 1;
}

/* Whoever has waited long enough presses Ctrl+C, and gets what was read until then. */
static bool
godot_names_step(void *user G_GNUC_UNUSED, unsigned seconds, unsigned files, uint64_t bytes)
{
    if (seconds >= godot_project_slow_seconds())
        g_printerr("godot-names: %u s, %u files looked at, %" G_GUINT64_FORMAT " MB read; Ctrl+C ends it\n", seconds, files,
                   (guint64)(bytes / 1000000));
    return !interrupted;
}

static int
status_of(const godot_project_t *project)
{
    bool told = godot_project_notes(project)->len > 0;
    bool found = godot_project_scripts(project)->len || godot_project_scenes(project)->len;

    if (!godot_project_count(project) || (!found && !told))
        return NO_GAME;
    return told ? NOT_ALL_READ : ALL_READ;
}

int
main(int argc G_GNUC_UNUSED, char **argv)
{
    const godot_progress_t progress = { godot_names_step, NULL };
    options_t        options = { FALSE, FALSE, NULL, NULL, NULL };
    uint8_t          key[GODOT_PROJECT_KEY_LENGTH];
    const char      *digits;
    godot_project_t *project;
    int              status;

    setlocale(LC_ALL, "");
    if (!parse_options(&options, argv))
        return NO_GAME;
    if (options.version) {
        g_print("godot-names " PROGRAM_VERSION "\n");
        return ALL_READ;
    }
    digits = options.key ? options.key : g_getenv(KEY_VARIABLE);
    if (digits && *digits && !godot_project_parse_key(digits, key)) {
        g_printerr("godot-names: a key has 64 hexadecimal digits\n");
        return NO_GAME;
    }
    signal(SIGINT, godot_names_interrupt);
    project = godot_project_open((const char *const *)options.games, digits && *digits ? key : NULL, &progress);
    signal(SIGINT, SIG_DFL);
    (options.json ? names_print_json : names_print_tables)(project, (const char *const *)options.nodes);
    status = status_of(project);
    if (status == NO_GAME)
        g_printerr("godot-names: no game was found\n");
    godot_project_close(project);
    g_strfreev(options.games);
    g_strfreev(options.nodes);
    g_free(options.key);
    return status;
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
