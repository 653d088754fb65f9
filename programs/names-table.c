/* programs/names-table.c
 * How is what was found in a game shown as tables for people?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>

#include "programs/names-table.h"

#define MOST_COLUMNS    8

/* A table. Its rows are made twice: first for the widths of the columns, then to be printed. */
typedef struct {
    bool     printing;
    unsigned columns, column;   /* number of columns, and the next one */
    int      width[MOST_COLUMNS];
} table_t;

typedef void (*rows_fn)(table_t *table, const godot_project_t *project);

/* Replaces control characters in texts of files, which could control the terminal. @return g_free() */
static char *
harmless(const char *text)
{
    char    *valid = g_utf8_make_valid(text, -1);
    GString *shown = g_string_new(NULL);

    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);

        g_string_append_unichar(shown, g_unichar_isprint(character) ? character : 0xfffd);
    }
    g_free(valid);
    return g_string_free(shown, FALSE);
}

/* Prints a cell. The last column is not padded. */
static void
print_cell(const table_t *table, const char *text, int width)
{
    bool last = table->column == table->columns - 1;

    printf("%s%s%*s%s", table->column ? "" : "  ", text, last ? 0 : table->width[table->column] - width + 2, "", last ? "\n" : "");
}

static void
add_cell(table_t *table, const char *text)
{
    char *shown = harmless(text);
    int   width = (int)g_utf8_strlen(shown, -1);

    if (table->printing)
        print_cell(table, shown, width);
    else
        table->width[table->column] = MAX(table->width[table->column], width);
    table->column = (table->column + 1) % table->columns;
    g_free(shown);
}

static void
print_table(const char *title, const char *const *heads, rows_fn rows, const godot_project_t *project)
{
    table_t table = { .printing = false };

    while (heads[table.columns])
        table.columns++;
    printf("\n%s\n", title);
    rows(&table, project);
    if (!table.width[0]) {
        printf("  none\n");
        return;
    }
    for (unsigned i = 0; i < table.columns; i++)
        add_cell(&table, heads[i]);
    table.printing = true;
    for (unsigned i = 0; i < table.columns; i++)
        add_cell(&table, heads[i]);
    rows(&table, project);
}

/* ---- Methods ---- */

/* Returns "damage: int, weapon". */
static char *
arguments_text(const GPtrArray *arguments)
{
    GString *text = g_string_new(arguments ? NULL : "?");

    for (guint i = 0; arguments && i < arguments->len; i++) {
        const godot_declaration_t *argument = g_ptr_array_index(arguments, i);

        g_string_append_printf(text, "%s%s%s%s%s", i ? ", " : "", argument->rest ? "..." : "", argument->name,
                               *argument->type ? ": " : "", argument->type);
    }
    return g_string_free(text, FALSE);
}

/* Returns "any_peer reliable, channel 2"; "?" is what only the running game knows. */
static char *
config_text(const godot_rpc_config_t *config)
{
    static const char *const modes[] = { "disabled", "any_peer", "authority" };
    static const char *const transfers[] = { "unreliable", "unreliable_ordered", "reliable" };
    const char *mode = config->mode == GODOT_UNKNOWN ? "?" : modes[config->mode];
    const char *transfer = config->transfer == GODOT_UNKNOWN ? "?" : transfers[config->transfer];
    const char *local = config->call_local == GODOT_UNKNOWN ? "?" : config->call_local ? "call_local" : "call_remote";

    return config->channel == GODOT_UNKNOWN ? g_strdup_printf("%s %s %s, channel ?", mode, local, transfer) :
                                              g_strdup_printf("%s %s %s, channel %d", mode, local, transfer, config->channel);
}

static void
names_table_add_method(table_t *table, const char *owner, const char *md5, unsigned id, const godot_method_t *method)
{
    char *number = g_strdup_printf("%u", id), *arguments = arguments_text(method->arguments), *config = config_text(&method->config);

    add_cell(table, owner);
    add_cell(table, md5);
    add_cell(table, number);
    add_cell(table, method->name);
    add_cell(table, arguments);
    add_cell(table, config);
    g_free(number);
    g_free(arguments);
    g_free(config);
}

static void
add_methods(table_t *table, const godot_project_t *project)
{
    const GPtrArray *scripts = godot_project_scripts(project);

    for (guint i = 0; i < scripts->len; i++) {
        const godot_script_t *script = g_ptr_array_index(scripts, i);

        for (guint k = 0; k < script->methods->len; k++)
            names_table_add_method(table, script->path, script->md5, k, g_ptr_array_index(script->methods, k));
    }
}

/* Adds the methods of rpc_config(), which have ids of their own, from 0x8000 on. */
static void
add_node_methods(table_t *table, const godot_project_t *project)
{
    GPtrArray *lists = godot_project_method_lists(project);

    for (guint i = 0; i < lists->len; i++) {
        const godot_methods_t *methods = g_ptr_array_index(lists, i);
        const godot_script_t  *script = g_ptr_array_index(methods->scripts, 0);

        for (guint k = 0; k < methods->node_methods->len; k++)
            names_table_add_method(table, script->path, methods->md5, 0x8000 + k,
                                   g_ptr_array_index(methods->node_methods, k));
    }
    g_ptr_array_unref(lists);
}

/* ---- Scenes ---- */

typedef struct {
    table_t    *table;
    const char *scene;
} nodes_t;

static void
add_node(void *data, const godot_scene_node_t *node)
{
    nodes_t *nodes = data;
    GString *spawns = g_string_new(NULL);

    for (guint i = 0; i < node->spawns->len; i++)
        g_string_append_printf(spawns, "%s%s", i ? ", " : "", (const char *)g_ptr_array_index(node->spawns, i));
    add_cell(nodes->table, nodes->scene);
    add_cell(nodes->table, node->path);
    add_cell(nodes->table, node->type ? node->type : "");
    add_cell(nodes->table, node->script ? node->script->path : "");
    add_cell(nodes->table, spawns->str);
    g_string_free(spawns, TRUE);
}

static void
add_nodes(table_t *table, const godot_project_t *project)
{
    const GPtrArray *scenes = godot_project_scenes(project);

    for (guint i = 0; i < scenes->len; i++) {
        const godot_scene_t *scene = g_ptr_array_index(scenes, i);
        nodes_t              nodes = { table, scene->path };

        godot_scene_each_node(scene, add_node, &nodes);
    }
}

static void
add_properties(table_t *table, const godot_synchronizer_t *synchronizer)
{
    for (guint i = 0; i < synchronizer->properties->len; i++) {
        const godot_property_t *property = g_ptr_array_index(synchronizer->properties, i);

        add_cell(table, synchronizer->scene->path);
        add_cell(table, synchronizer->path);
        add_cell(table, property->path);
        add_cell(table, property->type);
        add_cell(table, property->spawn ? "yes" : "no");
        add_cell(table, property->sync ? "always" : property->watch ? "on change" : "never");
    }
}

static void
add_all_properties(table_t *table, const godot_project_t *project)
{
    const GPtrArray *scenes = godot_project_scenes(project);

    for (guint i = 0; i < scenes->len; i++) {
        const godot_scene_t *scene = g_ptr_array_index(scenes, i);

        for (guint k = 0; k < scene->synchronizers->len; k++)
            add_properties(table, g_ptr_array_index(scene->synchronizers, k));
    }
}

/* ---- All of it ---- */

static void
names_table_print_asked(godot_project_t *project, const char *path)
{
    const godot_script_t *script = godot_project_script_of_path(project, path);
    char                 *shown = harmless(path), *found = harmless(script ? script->path : "");

    if (script)
        printf("\n%s: the script is %s, the MD5 of its methods %s\n", shown, found, script->md5);
    else
        printf("\n%s: no scene, spawner or autoload that was read leads to a script there, or they do not agree\n", shown);
    g_free(shown);
    g_free(found);
}

static void
print_not_read(const godot_project_t *project)
{
    const GPtrArray *notes = godot_project_notes(project);
    unsigned         more = godot_project_notes_lost(project);

    printf("\nNot read%s\n", notes->len ? "" : ": nothing, all was read");
    for (guint i = 0; i < notes->len; i++) {
        char *note = harmless(g_ptr_array_index(notes, i));

        printf("  %s\n", note);
        g_free(note);
    }
    if (more)
        printf("  and %u more\n", more);
}

void
names_print_tables(godot_project_t *project, const char *const *asked)
{
    static const char *const methods[] = { "script", "MD5", "id", "method", "arguments", "declared", NULL };
    static const char *const nodes[] = { "scene", "node", "type", "script", "spawns", NULL };
    static const char *const properties[] = { "scene", "synchronizer", "property", "type", "at spawn", "later", NULL };

    printf("%s\n", godot_project_summary(project));
    print_table("Methods that peers may call, by the MD5 that a path is announced with", methods, add_methods, project);
    print_table("Methods that rpc_config() may have added to those of the script, and the MD5 of all of them", methods,
                add_node_methods, project);
    print_table("Nodes of the scenes", nodes, add_nodes, project);
    print_table("Properties of the synchronizers", properties, add_all_properties, project);
    for (; asked && *asked; asked++)
        names_table_print_asked(project, *asked);
    print_not_read(project);
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
