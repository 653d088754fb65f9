/* project/resource-reader.c
 * Which nodes does a binary scene have, and what do their synchronizers and spawners list? Format:
 * scene/resources/packed_scene.cpp, SceneState::set_bundled_scene().
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

#include "project/resource.h"
#include "project/resource-reader.h"

#define SCENE           "PackedScene"
#define REPLICATION     "SceneReplicationConfig"
#define SCRIPT          "GDScript"
#define NONE            0x7FFFFFFFU     /* no parent, or no class of its own; as a parent it has ID_IS_PATH */
#define ID_IS_PATH      (1U << 30)      /* flag of a parent */
#define ID_MASK         0xFFFFFFU       /* number of a parent, or of an instanced scene */
#define NAME_BITS       18U             /* the other bits of a name's number are the place among the siblings */
#define PROPERTY_MASK   0x3FFFFFFFU     /* bit 30: a path that stands for a node */
#define EACH            16U             /* bytes that any text takes */

/* Where a node is in the tree. */
typedef struct {
    uint32_t parent;
    uint32_t name;
} place_t;

typedef struct {
    godot_files_t          *files;
    const char             *path;           /* the file's resource path */
    const godot_resource_t *resource;
    godot_scene_file_t     *file;
    guint64                 made;           /* bytes of names and paths, which are stored once and used often */
    /* of the scene */
    GPtrArray              *names;          /* char * */
    GArray                 *variants;       /* godot_resource_value_t */
    GArray                 *paths;          /* the same */
    GArray                 *places;         /* place_t of each node read so far */
    godot_bytes_t           nodes;
    uint32_t                base_scene;
} reader_t;

/* ---- A limit for the names and paths that are made: a small file may use one stored text very often ---- */

static bool
is_spent(const reader_t *reader)
{
    return reader->made > GODOT_MAX_REPEATED;
}

static bool
afford(reader_t *reader, size_t length)
{
    reader->made += length + EACH;
    return !is_spent(reader);
}

static char *
afford_text(reader_t *reader, const char *text)
{
    return text && afford(reader, strlen(text)) ? g_strdup(text) : NULL;
}

/* ---- Values ---- */

static const godot_resource_value_t *
resource_reader_value_at(const GArray *values, uint32_t index)
{
    return index < values->len ? &g_array_index(values, godot_resource_value_t, index) : NULL;
}

static const char *
resource_reader_name_at(const reader_t *reader, uint32_t index)
{
    return index < reader->names->len ? (const char *)g_ptr_array_index(reader->names, index) : NULL;
}

static char *
resource_reader_text_of(reader_t *reader, const godot_resource_value_t *value)
{
    char *text = value ? godot_resource_text(reader->resource, value) : NULL;

    if (text && !afford(reader, strlen(text)))
        g_clear_pointer(&text, g_free);
    return text;
}

/* Returns a file as the text form names it: by its path, or by its uid if it has no path. */
static char *
file_of(reader_t *reader, const godot_resource_value_t *value)
{
    const godot_external_t *external = value ? godot_resource_external(reader->resource, value) : NULL;

    return external ? afford_text(reader, *external->path ? external->path : external->uid) : NULL;
}

static const godot_internal_t *
internal_at(const godot_resource_t *resource, int index)
{
    return index < 0 ? NULL : (const godot_internal_t *)g_ptr_array_index(resource->internals, (guint)index);
}

/* Returns what a value of that type consists of. @return empty if it is of another type */
static godot_bytes_t
parts_of(const godot_resource_value_t *value, unsigned type)
{
    godot_bytes_t bytes = value->bytes;

    if (value->type == type)
        godot_bytes_u32(&bytes);    /* how many: the value ends with them */
    else
        bytes.at = bytes.end;
    return bytes;
}

/* Returns the values of an array. @return empty if it is none */
static GArray *
values_of(const reader_t *reader, const godot_resource_value_t *value)
{
    GArray       *values = g_array_new(false, false, sizeof(godot_resource_value_t));
    godot_bytes_t bytes = parts_of(value, GODOT_RESOURCE_ARRAY);

    while (godot_bytes_left(&bytes)) {
        godot_resource_value_t inner = godot_resource_pass(reader->resource, &bytes);
        g_array_append_val(values, inner);
    }
    return values;
}

/* Returns the texts of a PackedStringArray or of an array. */
static GPtrArray *
texts_of(reader_t *reader, const godot_resource_value_t *value)
{
    GPtrArray    *texts = g_ptr_array_new_with_free_func(g_free);
    godot_bytes_t bytes = parts_of(value, GODOT_RESOURCE_STRINGS);
    GArray       *values = values_of(reader, value);
    const godot_resource_value_t *inner;
    char         *text;

    while (godot_bytes_left(&bytes) && afford(reader, 0))
        g_ptr_array_add(texts, godot_bytes_string(&bytes));
    for (guint i = 0; (inner = resource_reader_value_at(values, i)); i++)
        if ((text = resource_reader_text_of(reader, inner)))
            g_ptr_array_add(texts, text);
    g_array_free(values, true);
    return texts;
}

/* ---- Resources within the file: any number of them may begin at one place ---- */

static godot_resource_value_t
pass_value(reader_t *reader, godot_bytes_t *bytes)
{
    godot_resource_value_t value = godot_resource_pass(reader->resource, bytes);

    afford(reader, godot_bytes_left(&value.bytes));
    return value;
}

static void
read_replication(reader_t *reader, godot_bytes_t bytes, uint32_t properties, GPtrArray *list)
{
    for (uint32_t i = 0; i < properties && !bytes.failed; i++) {
        char                  *key = godot_resource_name(reader->resource, &bytes);
        godot_resource_value_t value = pass_value(reader, &bytes);
        char                  *text = resource_reader_text_of(reader, &value);

        if (key && text)
            godot_replicated_set(list, key, text);
        g_free(text);
        g_free(key);
    }
}

static void
read_script(reader_t *reader, godot_bytes_t bytes, uint32_t properties, const char *id)
{
    godot_builtin_script_t *script = godot_scene_file_add_script(reader->file, g_strdup(id));

    for (uint32_t i = 0; i < properties && !bytes.failed; i++) {
        char                  *key = godot_resource_name(reader->resource, &bytes);
        godot_resource_value_t value = pass_value(reader, &bytes);

        if (key && strcmp(key, "script/source") == 0) {
            g_free(script->source);
            script->source = resource_reader_text_of(reader, &value);
        }
        g_free(key);
    }
}

/* Reads those that nodes may name. */
static void
read_part(reader_t *reader, const godot_internal_t *internal)
{
    uint32_t      properties;
    char         *type;
    godot_bytes_t bytes = godot_resource_part(reader->resource, internal, &type, &properties);

    afford(reader, type ? strlen(type) : 0);
    if (type && strcmp(type, REPLICATION) == 0) {
        GPtrArray *list = godot_replicated_list();
        read_replication(reader, bytes, properties, list);
        g_hash_table_replace(reader->file->configs, g_strdup(internal->id), list);
    } else if (type && strcmp(type, SCRIPT) == 0) {
        read_script(reader, bytes, properties, internal->id);
    }
    g_free(type);
}

/* ---- Nodes ---- */

static void
resource_reader_set_script(reader_t *reader, godot_node_section_t *node, const godot_resource_value_t *value)
{
    const godot_internal_t *internal = internal_at(reader->resource, godot_resource_internal(reader->resource, value));

    g_free(node->script);
    node->script = file_of(reader, value);
    if (internal && afford(reader, strlen(internal->id)))
        node->script = g_strconcat("::", internal->id, NULL);
}

static void
resource_reader_set_config(reader_t *reader, godot_node_section_t *node, const godot_resource_value_t *value)
{
    const godot_internal_t *internal = internal_at(reader->resource, godot_resource_internal(reader->resource, value));
    GPtrArray *list = internal && afford(reader, strlen(internal->id)) ?
        (GPtrArray *)g_hash_table_lookup(reader->file->configs, internal->id) : NULL;

    g_clear_pointer(&node->replicated, g_ptr_array_unref);
    node->replicated = list ? g_ptr_array_ref(list) : NULL;
    g_free(node->config);
    node->config = file_of(reader, value);
}

static void
set_text(reader_t *reader, char **text, const godot_resource_value_t *value)
{
    g_free(*text);
    *text = resource_reader_text_of(reader, value);
}

static void
set_property(reader_t *reader, godot_node_section_t *node, const char *key, const godot_resource_value_t *value)
{
    const char *type = godot_resource_type(value);

    if (type && afford(reader, strlen(key)))
        g_hash_table_replace(node->types, g_strdup(key), g_strdup(type));
    if (strcmp(key, "script") == 0) {
        resource_reader_set_script(reader, node, value);
    } else if (strcmp(key, "replication_config") == 0) {
        resource_reader_set_config(reader, node, value);
    } else if (strcmp(key, "_spawnable_scenes") == 0 && afford(reader, godot_bytes_left(&value->bytes))) {
        g_clear_pointer(&node->scenes, g_ptr_array_unref);
        node->scenes = texts_of(reader, value);
    } else if (strcmp(key, "spawn_path") == 0) {
        set_text(reader, &node->spawn_path, value);
    } else if (strcmp(key, "root_path") == 0) {
        set_text(reader, &node->root_path, value);
    }
}

/* Returns the path of a node that was read, from the root; "." for the root; NULL if it is too long or names nothing. */
static char *
path_of(reader_t *reader, uint32_t node)
{
    const char *names[GODOT_MAX_NODE_DEPTH - 1];    /* what is below as many may have no further child */
    unsigned    depth = 0;
    char       *begin = NULL;
    GString    *path;

    for (; node && !(node & ID_IS_PATH); depth++) {
        if (depth == G_N_ELEMENTS(names)) {
            godot_files_limit(reader->files, GODOT_LIMIT_NODE_DEPTH, reader->path);
            return NULL;
        }
        const place_t *place = &g_array_index(reader->places, place_t, node);
        names[depth] = resource_reader_name_at(reader, place->name);
        node = place->parent;
    }
    if (node & ID_IS_PATH)
        begin = resource_reader_text_of(reader, resource_reader_value_at(reader->paths, node & ID_MASK));
    if (node && !begin)
        return NULL;
    path = g_string_new(begin ? begin : depth ? "" : ".");
    for (g_free(begin); depth && names[depth - 1] && afford(reader, strlen(names[depth - 1])); depth--)
        g_string_append_printf(path, "%s%s", path->len ? "/" : "", names[depth - 1]);
    return g_string_free(path, depth != 0);
}

static char *
instance_of(reader_t *reader, uint32_t instance, bool is_root)
{
    uint32_t index = instance == G_MAXUINT32 ? (is_root ? reader->base_scene : G_MAXUINT32) : instance & ID_MASK;

    return file_of(reader, resource_reader_value_at(reader->variants, index));
}

static void
read_properties(reader_t *reader, godot_node_section_t *node)
{
    uint32_t count = godot_bytes_u32(&reader->nodes);

    for (uint32_t i = 0; i < count && !reader->nodes.failed && !is_spent(reader); i++) {
        const char *key = resource_reader_name_at(reader, godot_bytes_u32(&reader->nodes) & PROPERTY_MASK);
        const godot_resource_value_t *value =
            resource_reader_value_at(reader->variants, godot_bytes_u32(&reader->nodes));

        if (node && key && value)
            set_property(reader, node, key, value);
    }
}

/* Reads a node. A parent must come before it. */
static void
read_node(reader_t *reader)
{
    godot_bytes_t *nodes = &reader->nodes;
    uint32_t       parent = godot_bytes_u32(nodes);
    bool           is_root = reader->places->len == 0;

    if (!(parent & ID_IS_PATH) && parent >= reader->places->len)
        parent = NONE;          /* as a path, which none has */
    godot_bytes_u32(nodes);     /* its owner */
    uint32_t type = godot_bytes_u32(nodes), number = godot_bytes_u32(nodes), instance = godot_bytes_u32(nodes);
    if (nodes->failed)
        return;
    place_t  place = { parent, number & ((1U << NAME_BITS) - 1) };
    char    *path = is_root ? NULL : path_of(reader, parent);
    char    *name = is_root || path ? afford_text(reader, resource_reader_name_at(reader, place.name)) : NULL;
    godot_node_section_t *node = name ? godot_scene_file_add_node(reader->file, name) : NULL;

    g_array_append_val(reader->places, place);
    if (node) {
        node->parent = g_steal_pointer(&path);
        node->type = afford_text(reader, resource_reader_name_at(reader, type));
        node->instance = instance_of(reader, instance, is_root);
        node->index = (int)(number >> NAME_BITS) - 1;
    }
    g_free(path);
    read_properties(reader, node);
    godot_bytes_take(nodes, (uint64_t)godot_bytes_u32(nodes) * sizeof(uint32_t));     /* groups */
}

/* ---- The scene ---- */

static void
read_bundled(reader_t *reader, const char *key, const godot_resource_value_t *value)
{
    if (strcmp(key, "names") == 0) {
        g_ptr_array_unref(reader->names);
        reader->names = texts_of(reader, value);
    } else if (strcmp(key, "variants") == 0) {
        g_array_free(reader->variants, true);
        reader->variants = values_of(reader, value);
    } else if (strcmp(key, "node_paths") == 0) {
        g_array_free(reader->paths, true);
        reader->paths = values_of(reader, value);
    } else if (strcmp(key, "nodes") == 0) {
        reader->nodes = parts_of(value, GODOT_RESOURCE_INTS);
    } else if (strcmp(key, "base_scene") == 0) {
        godot_bytes_t bytes = value->bytes;
        reader->base_scene = godot_bytes_u32(&bytes);
    }
}

static void
read_dictionary(reader_t *reader, const godot_resource_value_t *bundled)
{
    godot_bytes_t bytes = parts_of(bundled, GODOT_RESOURCE_DICTIONARY);

    while (godot_bytes_left(&bytes)) {
        godot_resource_value_t key = godot_resource_pass(reader->resource, &bytes);
        godot_resource_value_t value = godot_resource_pass(reader->resource, &bytes);
        char                  *text = godot_resource_text(reader->resource, &key);

        if (text)
            read_bundled(reader, text, &value);
        g_free(text);
    }
}

static void
resource_reader_read_scene(reader_t *reader, const godot_internal_t *main_part)
{
    uint32_t      properties;
    char         *type;
    godot_bytes_t bytes = godot_resource_part(reader->resource, main_part, &type, &properties);

    g_free(type);
    for (uint32_t i = 0; i < properties && !bytes.failed; i++) {
        char                  *key = godot_resource_name(reader->resource, &bytes);
        godot_resource_value_t value = godot_resource_pass(reader->resource, &bytes);

        if (key && strcmp(key, "_bundled") == 0)
            read_dictionary(reader, &value);
        g_free(key);
    }
    while (godot_bytes_left(&reader->nodes) && !reader->nodes.failed && !is_spent(reader))
        read_node(reader);
}

/* ---- The file ---- */

static void
read_uids(reader_t *reader)
{
    for (guint i = 0; i < reader->resource->externals->len; i++) {
        const godot_external_t *external = g_ptr_array_index(reader->resource->externals, i);
        if (external->uid && *external->path)
            g_hash_table_replace(reader->file->uids, g_strdup(external->uid), g_strdup(external->path));
    }
}

static void
resource_reader_read_file(reader_t *reader)
{
    const godot_resource_t *resource = reader->resource;
    const godot_internal_t *main_part = internal_at(resource, (int)resource->internals->len - 1);

    reader->file->uid = g_strdup(resource->uid);
    read_uids(reader);
    for (guint i = 0; i < resource->internals->len && !is_spent(reader); i++)
        read_part(reader, internal_at(resource, (int)i));
    reader->file->is_scene = strcmp(resource->type, SCENE) == 0;
    if (reader->file->is_scene) {
        resource_reader_read_scene(reader, main_part);
    } else {
        GPtrArray *list = g_hash_table_lookup(reader->file->configs, main_part->id);
        reader->file->replicated = list ? g_ptr_array_ref(list) : NULL;
    }
}

static bool
is_wanted(const char *type)
{
    return strcmp(type, SCENE) == 0 || strcmp(type, REPLICATION) == 0;
}

bool
godot_resource_matters(const godot_file_t *file)
{
    gsize most = (gsize)MIN(GODOT_RESOURCE_PEEK, file->size), length;
    char *data = file->encrypted ? NULL : godot_files_span(file->path, file->offset, most, &length);
    char *type = data ? godot_resource_peek(data, length) : NULL;
    bool  matters = !type || is_wanted(type);

    g_free(type);
    g_free(data);
    return matters;
}

godot_scene_file_t *
godot_resource_read(godot_files_t *files, const godot_file_t *file, const void *data, size_t length)
{
    godot_resource_t *resource = godot_resource_open(files, file, data, length);
    reader_t          reader = { .files = files, .path = file->resource, .resource = resource, .base_scene = G_MAXUINT32 };

    if (resource && is_wanted(resource->type)) {
        reader.file = godot_scene_file_new();
        reader.names = g_ptr_array_new_with_free_func(g_free);
        reader.variants = g_array_new(false, false, sizeof(godot_resource_value_t));
        reader.paths = g_array_new(false, false, sizeof(godot_resource_value_t));
        reader.places = g_array_new(false, false, sizeof(place_t));
        resource_reader_read_file(&reader);
        g_ptr_array_unref(reader.names);
        g_array_free(reader.variants, true);
        g_array_free(reader.paths, true);
        g_array_free(reader.places, true);
        godot_files_spend(files, reader.made);
        if (is_spent(&reader))
            godot_files_limit(files, GODOT_LIMIT_REPEATED, file->resource);
    }
    godot_resource_free(resource);
    return reader.file;
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
