/* project/scene-reader.c
 * Which nodes does a scene file have, and what do their synchronizers and spawners list? Rules:
 * docs/wire/multiplayer-godot4.md, 7.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "project/scene-reader.h"
#include "project/gdscript-tokens.h"
#include "project/strings.h"

/* A part of the text. */
typedef struct {
    const char *at, *end;
} slice_t;

typedef struct {
    slice_t               rest;
    godot_scene_file_t   *file;
    GHashTable           *external;     /* id -> path or uid */
    godot_node_section_t *node;         /* of the section being read, or NULL */
    GPtrArray            *replicated;   /* likewise */
    godot_builtin_script_t *script;     /* likewise */
} reader_t;

/* ---- Stretches of text ---- */

static bool
slice_is(slice_t slice, const char *text)
{
    return (size_t)(slice.end - slice.at) == strlen(text) && memcmp(slice.at, text, strlen(text)) == 0;
}

static bool
slice_starts(slice_t slice, const char *text)
{
    return (size_t)(slice.end - slice.at) >= strlen(text) && memcmp(slice.at, text, strlen(text)) == 0;
}

static slice_t
slice_strip(slice_t slice)
{
    while (slice.at < slice.end && g_ascii_isspace(*slice.at))
        slice.at++;
    while (slice.at < slice.end && g_ascii_isspace(slice.end[-1]))
        slice.end--;
    return slice;
}

static char *
slice_dup(slice_t slice)
{
    return g_strndup(slice.at, (size_t)(slice.end - slice.at));
}

static void
skip_rest_of_line(slice_t *rest)
{
    while (rest->at < rest->end && *rest->at != '\n')
        rest->at++;
}

/* Returns the end of the string that begins at p. */
static const char *
string_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\')
            p++;
    return p < end ? p + 1 : end;
}

/* Takes a value up to one of the stops outside brackets and strings; rest begins with this stop then. */
static slice_t
scene_reader_take_value(slice_t *rest, const char *stops)
{
    slice_t value = { rest->at, rest->end };
    int     depth = 0;

    while (rest->at < rest->end) {
        char c = *rest->at;

        if (depth <= 0 && c && strchr(stops, c))
            break;
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        rest->at = c == '"' ? string_end(rest->at, rest->end) : rest->at + 1;
    }
    value.end = rest->at;
    return slice_strip(value);
}

/* Takes the next string in a value, with its escapes undone; NULL if there is none. value begins after it then. */
static char *
scene_reader_take_string(slice_t *value)
{
    const char *from = (const char *)memchr(value->at, '"', (size_t)(value->end - value->at));

    if (!from)
        return NULL;
    value->at = string_end(from, value->end);
    token_t token = { .kind = TOKEN_STRING, .text = from + 1, .length = (size_t)(value->at - from - 1) };
    if (token.length && value->at[-1] == '"')
        token.length--;
    return gdscript_token_text(&token);
}

/* Returns what is between the brackets of Word(...), without quotes: the id of a resource (a number in old files). */
static char *
bracketed(slice_t value)
{
    const char *bracket = (const char *)memchr(value.at, '(', (size_t)(value.end - value.at));

    if (!bracket || value.end[-1] != ')')
        return NULL;
    slice_t inner = slice_strip((slice_t){ bracket + 1, value.end - 1 });
    return *inner.at == '"' ? scene_reader_take_string(&inner) : slice_dup(inner);   /* the bracket is behind it */
}

/* Returns the path or uid of a resource that is a file, or NULL. */
static char *
external_file(const reader_t *reader, slice_t value)
{
    if (!slice_starts(value, "ExtResource"))
        return NULL;
    char *id = bracketed(value);
    char *file = id ? g_strdup((const char *)g_hash_table_lookup(reader->external, id)) : NULL;
    g_free(id);
    return file;
}

static void
replace(char **text, char *with)
{
    g_free(*text);
    *text = with;
}

/* ---- Section headers: [kind key=value key=value] ---- */

typedef struct {
    char *name, *type, *parent, *path, *uid, *id, *instance;
    int   index;
} header_t;

static void
header_clear(header_t *header)
{
    g_free(header->name);
    g_free(header->type);
    g_free(header->parent);
    g_free(header->path);
    g_free(header->uid);
    g_free(header->id);
    g_free(header->instance);
}

/* Returns a value without its quotes. @return g_free() */
static char *
plain_text(slice_t value)
{
    return value.at < value.end && *value.at == '"' ? scene_reader_take_string(&value) : slice_dup(value);
}

static int
index_of(slice_t value)
{
    char *text = plain_text(value);
    int   index = (int)CLAMP(g_ascii_strtoll(text, NULL, 10), -1, G_MAXINT16);

    g_free(text);
    return index;
}

static void
set_attribute(const reader_t *reader, header_t *header, slice_t key, slice_t value)
{
    const struct {
        const char *key;
        char      **text;
    } texts[] = {
        { "name", &header->name }, { "type", &header->type }, { "parent", &header->parent },
        { "path", &header->path }, { "uid", &header->uid }, { "id", &header->id },
    };

    if (slice_is(key, "instance"))
        replace(&header->instance, external_file(reader, value));
    else if (slice_is(key, "index"))
        header->index = index_of(value);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (slice_is(key, texts[i].key))
            replace(texts[i].text, plain_text(value));
}

/* Reads a header from after the bracket to its partner. @return the kind of the section */
static slice_t
scene_reader_read_header(reader_t *reader, header_t *header)
{
    slice_t kind = scene_reader_take_value(&reader->rest, " \t]\n");

    memset(header, 0, sizeof *header);
    header->index = -1;
    while (reader->rest.at < reader->rest.end && *reader->rest.at != ']' && *reader->rest.at != '\n') {
        slice_t key = scene_reader_take_value(&reader->rest, "=]\n");
        if (reader->rest.at < reader->rest.end && *reader->rest.at == '=') {
            reader->rest.at++;
            slice_t value = scene_reader_take_value(&reader->rest, " \t]\n");
            set_attribute(reader, header, key, value);
        }
    }
    return kind;
}

static void
begin_external(reader_t *reader, header_t *header)
{
    if (header->uid && header->path)
        g_hash_table_replace(reader->file->uids, g_strdup(header->uid), g_strdup(header->path));
    if (header->id)
        g_hash_table_replace(reader->external, g_strdup(header->id), g_strdup(header->path ? header->path : header->uid));
}

static void
begin_sub_resource(reader_t *reader, header_t *header)
{
    if (!header->id || !header->type)
        return;
    if (strcmp(header->type, "SceneReplicationConfig") == 0) {
        reader->replicated = godot_replicated_list();
        g_hash_table_replace(reader->file->configs, g_strdup(header->id), reader->replicated);
    } else if (strcmp(header->type, "GDScript") == 0) {
        reader->script = godot_scene_file_add_script(reader->file, g_strdup(header->id));
    }
}

static void
begin_node(reader_t *reader, header_t *header)
{
    godot_node_section_t *node = godot_scene_file_add_node(
        reader->file, header->name ? g_steal_pointer(&header->name) : g_strdup(""));

    node->type = g_steal_pointer(&header->type);
    node->parent = g_steal_pointer(&header->parent);
    node->instance = g_steal_pointer(&header->instance);
    node->index = header->index;
    reader->node = node;
}

static void
begin_file(reader_t *reader, header_t *header, bool is_scene)
{
    reader->file->is_scene = is_scene;
    replace(&reader->file->uid, g_steal_pointer(&header->uid));
    if (!is_scene && header->type && strcmp(header->type, "SceneReplicationConfig") == 0 && !reader->file->replicated)
        reader->file->replicated = godot_replicated_list();
}

static void
begin_section(reader_t *reader)
{
    header_t header;
    slice_t  kind = scene_reader_read_header(reader, &header);

    reader->node = NULL;
    reader->script = NULL;
    reader->replicated = NULL;
    if (slice_is(kind, "node"))
        begin_node(reader, &header);
    else if (slice_is(kind, "ext_resource"))
        begin_external(reader, &header);
    else if (slice_is(kind, "sub_resource"))
        begin_sub_resource(reader, &header);
    else if (slice_is(kind, "resource"))
        reader->replicated = reader->file->replicated;
    else if (slice_is(kind, "gd_scene") || slice_is(kind, "gd_resource"))
        begin_file(reader, &header, slice_is(kind, "gd_scene"));
    header_clear(&header);
}

/* ---- Properties: key = value ---- */

static void
replication_property(GPtrArray *list, slice_t key, slice_t value)
{
    char *name = slice_dup(key), *text = scene_reader_take_string(&value);

    if (!text)
        text = slice_dup(value);
    godot_replicated_set(list, name, text);
    g_free(text);
    g_free(name);
}

static void
scene_reader_set_script(const reader_t *reader, godot_node_section_t *node, slice_t value)
{
    replace(&node->script, external_file(reader, value));
    if (slice_starts(value, "SubResource")) {
        char *id = bracketed(value);
        node->script = g_strconcat("::", id ? id : "", NULL);
        g_free(id);
    }
}

static void
scene_reader_set_config(const reader_t *reader, godot_node_section_t *node, slice_t value)
{
    char      *id = slice_starts(value, "SubResource") ? bracketed(value) : NULL;
    GPtrArray *config = id ? (GPtrArray *)g_hash_table_lookup(reader->file->configs, id) : NULL;

    g_clear_pointer(&node->replicated, g_ptr_array_unref);
    node->replicated = config ? g_ptr_array_ref(config) : NULL;
    replace(&node->config, external_file(reader, value));
    g_free(id);
}

static void
set_scenes(godot_node_section_t *node, slice_t value)
{
    char *scene;

    g_clear_pointer(&node->scenes, g_ptr_array_unref);
    node->scenes = g_ptr_array_new_with_free_func(g_free);
    while ((scene = scene_reader_take_string(&value)))
        g_ptr_array_add(node->scenes, scene);
}

/* Returns the type of a value if the engine's text form shows it, else NULL. */
static char *
value_type(slice_t value)
{
    const char *p = value.at;

    if (p == value.end)
        return NULL;
    if (*p == '"')
        return g_strdup("String");
    if (*p == '&')
        return g_strdup("StringName");
    if (*p == '[')
        return g_strdup("Array");
    if (*p == '{')
        return g_strdup("Dictionary");
    if (slice_is(value, "true") || slice_is(value, "false"))
        return g_strdup("bool");
    if (*p == '-' || g_ascii_isdigit(*p))
        return g_strdup(memchr(p, '.', (size_t)(value.end - p)) || memchr(p, 'e', (size_t)(value.end - p)) ? "float" : "int");
    while (p < value.end && g_ascii_isalnum(*p))
        p++;
    if (p == value.end || (*p != '(' && *p != '[') || slice_starts(value, "ExtResource") || slice_starts(value, "SubResource"))
        return NULL;
    return g_strndup(value.at, (size_t)(p - value.at));
}

static void
node_property(const reader_t *reader, godot_node_section_t *node, slice_t key, slice_t value)
{
    char *type = value_type(value);

    if (type)
        g_hash_table_replace(node->types, slice_dup(key), type);
    if (slice_is(key, "script"))
        scene_reader_set_script(reader, node, value);
    else if (slice_is(key, "replication_config"))
        scene_reader_set_config(reader, node, value);
    else if (slice_is(key, "_spawnable_scenes"))
        set_scenes(node, value);
    else if (slice_is(key, "spawn_path"))
        replace(&node->spawn_path, scene_reader_take_string(&value));
    else if (slice_is(key, "root_path"))
        replace(&node->root_path, scene_reader_take_string(&value));
}

static void
scene_reader_read_property(reader_t *reader)
{
    slice_t key = scene_reader_take_value(&reader->rest, "=\n");

    if (reader->rest.at < reader->rest.end && *reader->rest.at == '=') {
        reader->rest.at++;
        slice_t value = scene_reader_take_value(&reader->rest, "\n");

        if (reader->node)
            node_property(reader, reader->node, key, value);
        else if (reader->replicated)
            replication_property(reader->replicated, key, value);
        else if (reader->script && slice_is(key, "script/source"))
            replace(&reader->script->source, scene_reader_take_string(&value));
    }
}

/* Reads a blank, the end of a section's header, a comment, the header itself or a property. */
static void
scene_reader_read_line(reader_t *reader)
{
    char c = *reader->rest.at;

    if (g_ascii_isspace(c) || c == ']') {
        reader->rest.at++;
    } else if (c == ';') {
        skip_rest_of_line(&reader->rest);
    } else if (c == '[') {
        reader->rest.at++;
        begin_section(reader);
    } else {
        scene_reader_read_property(reader);
    }
}

godot_scene_file_t *
godot_scene_read(const char *text, size_t length)
{
    reader_t            reader = { .rest = { text, text + length } };
    godot_scene_file_t *file = godot_scene_file_new();

    reader.file = file;
    reader.external = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, g_free);
    while (reader.rest.at < reader.rest.end)
        scene_reader_read_line(&reader);
    g_hash_table_destroy(reader.external);
    return file;
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
