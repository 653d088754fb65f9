/* programs/names-json.c
 * How is what was found in a game written as JSON?
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

#include "programs/names-json.h"

/* ---- Values ---- */

/* Prints a string. A name in a file need not be UTF-8, but JSON must be. */
static void
print_string(const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);

    putchar('"');
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        const gunichar letter = g_utf8_get_char(at);

        if (g_unichar_iscntrl(letter))
            printf("\\u%04x", letter);
        else
            printf("%s%.*s", *at == '"' || *at == '\\' ? "\\" : "", (int)(g_utf8_next_char(at) - at), at);
    }
    putchar('"');
    g_free(valid);
}

static void
print_key(const char *key, const char *value)
{
    printf("\"%s\": ", key);
    if (value)
        print_string(value);
    else
        printf("null");
}

static void
print_bool(const char *key, bool value)
{
    printf("\"%s\": %s", key, value ? "true" : "false");
}

/* Prints "key": [one, two]. */
static void
print_list(const char *key, const GPtrArray *list, void (*print)(const void *), const char *between)
{
    printf("\"%s\": [", key);
    for (guint i = 0; i < list->len; i++) {
        printf("%s", i ? between : "");
        print(g_ptr_array_index(list, i));
    }
    printf("]");
}

static void
print_text(const void *text)
{
    print_string((const char *)text);
}

/* ---- Scripts ---- */

static void
print_argument(const void *data)
{
    const godot_declaration_t *argument = data;

    printf("{");
    print_key("name", argument->name);
    printf(", ");
    print_key("type", argument->type);
    printf(", ");
    print_bool("rest", argument->rest);
    printf("}");
}

static void
print_method(const void *data)
{
    const godot_method_t *method = data;

    printf("{");
    print_key("name", method->name);
    printf(", \"mode\": %d, \"transfer\": %d, \"call_local\": %d, \"channel\": %d, ",
           method->config.mode, method->config.transfer, method->config.call_local, method->config.channel);
    print_list("arguments", method->arguments, print_argument, ", ");
    printf("}");
}

static void
print_script(const void *data)
{
    const godot_script_t *script = data;

    printf("{");
    print_key("path", script->path);
    printf(", ");
    print_key("base", script->base ? script->base->path : NULL);
    printf(", ");
    print_key("md5", script->md5);
    printf(", ");
    print_list("methods", script->methods, print_method, ", ");
    printf("}");
}

static void
print_method_name(const void *method)
{
    print_string(((const godot_method_t *)method)->name);
}

static void
print_script_path(const void *script)
{
    print_string(((const godot_script_t *)script)->path);
}

static void
print_methods(const void *data)
{
    const godot_methods_t *methods = data;

    printf("{");
    print_key("md5", methods->md5);
    printf(", ");
    print_list("node_methods", methods->node_methods, print_method_name, ", ");
    printf(", ");
    print_list("methods", methods->methods, print_method_name, ", ");
    printf(", ");
    print_list("scripts", methods->scripts, print_script_path, ", ");
    printf("}");
}

/* ---- Scenes ---- */

static void
print_property(const void *data)
{
    const godot_property_t *property = data;

    printf("{");
    print_key("path", property->path);
    printf(", ");
    print_key("type", property->type);
    printf(", ");
    print_bool("spawn", property->spawn);
    printf(", \"mode\": %d}", property->sync ? 1 : property->watch ? 2 : 0);
}

static void
print_synchronizer(const void *data)
{
    const godot_synchronizer_t *synchronizer = data;

    printf("{");
    print_key("path", synchronizer->path);
    printf(", ");
    print_list("properties", synchronizer->properties, print_property, ", ");
    printf("}");
}

static void
print_scene_node(void *first, const godot_scene_node_t *node)
{
    printf("%s{", *(bool *)first ? "" : ", ");
    *(bool *)first = false;
    print_key("path", node->path);
    printf(", ");
    print_key("type", node->type);
    printf(", ");
    print_key("script", node->script ? node->script->path : NULL);
    printf(", ");
    print_list("spawns", node->spawns, print_text, ", ");
    printf("}");
}

static void
print_scene(const void *data)
{
    const godot_scene_t *scene = data;
    bool                 first = true;

    printf("{");
    print_key("path", scene->path);
    printf(", ");
    print_list("synchronizers", scene->synchronizers, print_synchronizer, ", ");
    printf(", \"nodes\": [");
    godot_scene_each_node(scene, print_scene_node, &first);
    printf("]}");
}

/* ---- All of it ---- */

static void
names_json_print_asked(godot_project_t *project, const char *const *asked)
{
    printf("\"asked\": [");
    for (size_t i = 0; asked && asked[i]; i++) {
        const godot_script_t *script = godot_project_script_of_path(project, asked[i]);

        printf("%s{", i ? ", " : "");
        print_key("node", asked[i]);
        printf(", ");
        print_key("script", script ? script->path : NULL);
        printf("}");
    }
    printf("]");
}

void
names_print_json(godot_project_t *project, const char *const *asked)
{
    GPtrArray *lists = godot_project_method_lists(project);

    printf("{");
    print_key("summary", godot_project_summary(project));
    printf(",\n");
    print_list("not_read", godot_project_notes(project), print_text, ",\n");
    printf(",\n\"not_read_more\": %u,\n", godot_project_notes_lost(project));
    names_json_print_asked(project, asked);
    printf(",\n");
    print_list("scripts", godot_project_scripts(project), print_script, ",\n");
    printf(",\n");
    print_list("scenes", godot_project_scenes(project), print_scene, ",\n");
    printf(",\n");
    print_list("lists", lists, print_methods, ",\n");
    printf("}\n");
    g_ptr_array_unref(lists);
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
