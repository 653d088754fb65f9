/* project-json.c
 * What does the plugin read from a project's folder? As JSON, for tests to hold against the engine's own word.
 * Usage: project-json FOLDER|PACK|EXECUTABLE...
 * GODOT_KEY in the environment: 64 hexadecimal digits, the key of encrypted packs.
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

#include "project/index.h"
#include "project/project.h"

static void
print_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", *text);
        else
            putchar(*text);
    }
    putchar('"');
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
print_arguments(const GPtrArray *arguments)
{
    printf("[");
    for (guint i = 0; arguments && i < arguments->len; i++) {
        const godot_declaration_t *argument = (const godot_declaration_t *)g_ptr_array_index(arguments, i);
        printf("%s{", i ? ", " : "");
        print_key("name", argument->name);
        printf(", ");
        print_key("type", argument->type);
        printf(", \"rest\": %s}", argument->rest ? "true" : "false");
    }
    printf("]");
}

static void
print_script(const godot_script_t *script, bool last)
{
    print_string(script->path);
    printf(": {");
    print_key("base", script->base ? script->base->path : NULL);
    printf(", \"md5\": \"%s\", \"methods\": [", script->md5);
    for (guint i = 0; i < script->methods->len; i++) {
        const godot_method_t *method = (const godot_method_t *)g_ptr_array_index(script->methods, i);
        printf("%s{", i ? ", " : "");
        print_key("name", method->name);
        printf(", \"mode\": %d, \"transfer\": %d, \"call_local\": %d, \"channel\": %d, \"arguments\": ",
               method->config.mode, method->config.transfer, method->config.call_local, method->config.channel);
        print_arguments(method->arguments);
        printf("}");
    }
    printf("]}%s\n", last ? "" : ",");
}

static void
print_synchronizer(const godot_synchronizer_t *synchronizer)
{
    printf("{");
    print_key("path", synchronizer->path);
    printf(", \"properties\": [");
    for (guint i = 0; i < synchronizer->properties->len; i++) {
        const godot_property_t *property = (const godot_property_t *)g_ptr_array_index(synchronizer->properties, i);
        printf("%s{", i ? ", " : "");
        print_key("path", property->path);
        printf(", ");
        print_key("type", property->type);
        printf(", \"spawn\": %s, \"mode\": %d}", property->spawn ? "true" : "false",
               property->sync ? 1 : property->watch ? 2 : 0);
    }
    printf("]}");
}

/* Nodes in the order they enter the tree: [path, script, [spawnable scenes]]. */
static void
print_node(const godot_node_t *node, const char *path)
{
    printf("[");
    print_string(path);
    printf(", ");
    if (node->script)
        print_string(node->script->path);
    else
        printf("null");
    printf(", [");
    for (guint i = 0; node->spawner && i < node->spawner->scenes->len; i++) {
        const char *resource = godot_index_resource(node->scene->root,
            (const char *)g_ptr_array_index(node->spawner->scenes, i), node->scene->path);
        printf("%s", i ? ", " : "");
        print_string(resource ? resource : "");
    }
    printf("]]");
    for (guint i = 0; i < node->children->len; i++) {
        const godot_node_t *child = (const godot_node_t *)g_ptr_array_index(node->children, i);
        char *below = node->parent ? g_strconcat(path, "/", child->name, NULL) : g_strdup(child->name);
        printf(", ");
        print_node(child, below);
        g_free(below);
    }
}

static void
print_scene(const godot_scene_t *scene, bool last)
{
    print_string(scene->path);
    printf(": {\"synchronizers\": [");
    for (guint i = 0; i < scene->synchronizers->len; i++) {
        printf("%s", i ? ", " : "");
        print_synchronizer((const godot_synchronizer_t *)g_ptr_array_index(scene->synchronizers, i));
    }
    printf("], \"nodes\": [");
    if (scene->tree)
        print_node(scene->tree, ".");
    printf("]}%s\n", last ? "" : ",");
}

static const uint8_t *
key_of(const char *digits)
{
    static uint8_t key[32];

    for (size_t i = 0; digits && i < sizeof key && sscanf(digits + 2 * i, "%2hhx", &key[i]) == 1;)
        i++;
    return digits ? key : NULL;
}

int
main(int argc, char **argv)
{
    godot_project_t *project = godot_project_open((const char *const *)argv + (argc > 0), key_of(g_getenv("GODOT_KEY")));
    const GPtrArray *scripts = godot_project_scripts(project), *scenes = godot_project_scenes(project);
    const GPtrArray *notes = godot_project_notes(project);

    printf("{");
    print_key("summary", godot_project_summary(project));
    printf(",\n\"notes\": [");
    for (guint i = 0; i < notes->len; i++) {
        printf("%s", i ? ",\n" : "");
        print_string((const char *)g_ptr_array_index(notes, i));
    }
    printf("],\n\"scripts\": {\n");
    for (guint i = 0; i < scripts->len; i++)
        print_script((const godot_script_t *)g_ptr_array_index(scripts, i), i + 1 == scripts->len);
    printf("},\n\"scenes\": {\n");
    for (guint i = 0; i < scenes->len; i++)
        print_scene((const godot_scene_t *)g_ptr_array_index(scenes, i), i + 1 == scenes->len);
    printf("},\n\"md5\": {\n");
    GList *keys = g_list_sort(g_hash_table_get_keys(project->by_md5), (GCompareFunc)g_strcmp0);
    for (GList *key = keys; key; key = key->next) {
        const godot_methods_t *methods = godot_project_methods_of_md5(project, (const char *)key->data);
        printf("\"%s\": [", methods->md5);
        for (guint i = 0; i < methods->node_methods->len; i++)
            printf("%s\"%s\"", i ? ", " : "", ((godot_method_t *)g_ptr_array_index(methods->node_methods, i))->name);
        printf("%s", methods->node_methods->len && methods->methods->len ? ", " : "");
        for (guint i = 0; i < methods->methods->len; i++)
            printf("%s\"%s\"", i ? ", " : "", ((godot_method_t *)g_ptr_array_index(methods->methods, i))->name);
        printf("]%s\n", key->next ? "," : "");
    }
    printf("}}\n");
    g_list_free(keys);
    godot_project_close(project);
    return 0;
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
