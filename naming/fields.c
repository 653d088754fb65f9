/* naming/fields.c
 * Which filter fields do the project's arguments and properties have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ws_compat.h"

#include <string.h>

#include "naming/field-names.h"
#include "naming/fields.h"
#include "naming/user-methods.h"
#include "variant/labels.h"

enum {
    MAX_FIELDS = 200000,            /* fields of all projects */
    MAX_LEARNED = 20000,            /* above so many, files of packets make none: they may be anybody's, and fields stay */
    MAX_FIELD_NAME = 1024,          /* bytes of the names in one filter name */
    MAX_FIELD_NAMES = 67108864,     /* bytes of all names, and of the places where they come from */
    MAX_COMPONENTS = 4              /* components of a value that have fields of their own */
};

/* The field type for a type hint. Vectors are text, with numbers below. */
typedef struct {
    const char   *type;
    const char   *components;   /* one letter each */
    enum ftenum   ftype;
    enum ftenum   component;    /* type of each component */
} shape_t;

/* A registered field. Several arguments with the same spelling and type share one. */
typedef struct {
    int               hf;
    enum ftenum       ftype;
    hf_register_info *info;         /* Wireshark gets it at the end */
    unsigned          next;         /* number after the name of the next field that would have this name */
} field_t;

/* A name for filters, and the spelling of its levels in the files, which distinguishes equal names. */
typedef struct {
    GString *abbrev;
    GString *spelling;
} field_name_t;

/* The fields of an argument or a property. */
typedef struct {
    const shape_t *shape;
    field_t       *whole;
    field_t       *component[MAX_COMPONENTS];
} entry_t;

static int proto_godot = -1;     /* the fields' protocol, although their names begin with gdrpc and gdsync */

static GHashTable *entries;     /* declaration or property -> entry_t, owned */
static wmem_map_t *learned;     /* the same, of those that the file of packets tells */
static GPtrArray  *fields;      /* field_t, owned, in the order of registration */
static GHashTable *by_name;     /* filter name -> field_t, owned the name */
static GHashTable *by_spelling; /* spelling and type -> field_t, owned the spelling */
static gsize       names_size;  /* length of all fields' names */

static const shape_t *
shape_of(const char *type)
{
    static const shape_t shapes[] = {
        { "int", "", FT_INT64, FT_NONE },
        { "float", "", FT_DOUBLE, FT_NONE },
        { "bool", "", FT_BOOLEAN, FT_NONE },
        { "Vector2", "xy", FT_STRING, FT_DOUBLE },
        { "Vector3", "xyz", FT_STRING, FT_DOUBLE },
        { "Vector4", "xyzw", FT_STRING, FT_DOUBLE },
        { "Quaternion", "xyzw", FT_STRING, FT_DOUBLE },
        { "Vector2i", "xy", FT_STRING, FT_INT64 },
        { "Vector3i", "xyz", FT_STRING, FT_INT64 },
        { "Vector4i", "xyzw", FT_STRING, FT_INT64 },
        { "Color", "rgba", FT_STRING, FT_DOUBLE },
    };
    static const shape_t text = { "", "", FT_STRING, FT_NONE };

    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++)
        if (strcmp(shapes[i].type, type) == 0)
            return &shapes[i];
    return &text;
}

/* ---- Names ---- */

static field_name_t
name_new(const char *first)
{
    field_name_t name = { g_string_new(first), g_string_new(first) };

    return name;
}

static void
name_free(field_name_t *name)
{
    g_string_free(name->abbrev, true);
    g_string_free(name->spelling, true);
}

static void
add_level(field_name_t *name, const char *text)
{
    godot_field_name_append(name->abbrev, text);
    g_string_append_printf(name->spelling, "%s\n", text);
}

/* Appends a property's levels: "position:x" has two, so that it is named like the component x of a position. */
static void
add_property_levels(field_name_t *name, const char *property)
{
    char **parts = g_strsplit(property, ":", -1);

    if (!*parts)
        add_level(name, "");
    for (char **part = parts; *part; part++)
        add_level(name, *part);
    g_strfreev(parts);
}

/* Tells whether names are longer than anybody would write in a filter. */
static bool
is_long(const char *file, const char *owner, const char *own)
{
    return strlen(file) + strlen(owner) + strlen(own) > MAX_FIELD_NAME;
}

/*
 * Returns a name that no field has. Several spellings may give one name ("größe" and "grosse"): later ones get a
 * number. @return g_free()
 */
static char *
unused_name(const char *abbrev)
{
    field_t *field = g_hash_table_lookup(by_name, abbrev);
    char    *name = g_strdup(abbrev);

    while (g_hash_table_contains(by_name, name)) {
        g_free(name);
        name = g_strdup_printf("%s_%u", abbrev, field->next++);
    }
    return name;
}

/* ---- Registering ---- */

/* Replaces control characters, which files may contain. @return g_free() */
static char *
printable(const char *text)
{
    const char *shown = godot_printable(NULL, text);

    return shown == text ? g_strdup(text) : (char *)shown;
}

/* @param abbrev is taken over */
static field_t *
register_field(char *abbrev, const char *label, const char *blurb, enum ftenum ftype)
{
    field_t          *field = g_new0(field_t, 1);
    hf_register_info *info = g_new0(hf_register_info, 1);
    hf_register_info  one = { &field->hf, { printable(*label ? label : abbrev), abbrev, ftype,
                              ftype == FT_INT64 ? BASE_DEC : BASE_NONE, NULL, 0, printable(blurb), HFILL } };

    field->hf = -1;
    field->ftype = ftype;
    field->info = info;
    field->next = 2;
    *info = one;
    proto_register_field_array(proto_godot, info, 1);
    g_ptr_array_add(fields, field);
    g_hash_table_insert(by_name, g_strdup(abbrev), field);
    return field;
}

/* Returns the field of that spelling and type, or makes one. @return NULL if there are too many */
static field_t *
find_field(const field_name_t *name, const char *label, const char *blurb, enum ftenum ftype)
{
    char    *key = g_strdup_printf("%d\n%s", (int)ftype, name->spelling->str);
    field_t *field = g_hash_table_lookup(by_spelling, key);

    if (field || g_hash_table_size(by_name) >= MAX_FIELDS || names_size > MAX_FIELD_NAMES) {
        g_free(key);
        return field;
    }
    names_size += name->spelling->len + strlen(blurb);
    field = register_field(unused_name(name->abbrev->str), label, blurb, ftype);
    g_hash_table_insert(by_spelling, key, field);
    return field;
}

static field_t *
find_component(const field_name_t *whole, const char *label, const char *blurb, const shape_t *shape,
               size_t nth)
{
    field_name_t name = { g_string_new(whole->abbrev->str), g_string_new(whole->spelling->str) };
    char         letter[] = { shape->components[nth], '\0' };
    char        *component_label = g_strdup_printf("%s.%s", label, letter);
    field_t     *field;

    add_level(&name, letter);
    field = find_field(&name, component_label, blurb, shape->component);
    g_free(component_label);
    name_free(&name);
    return field;
}

/* Makes the fields of an argument or property. label and type are its own. */
static void
make_entry(entry_t *entry, const field_name_t *name, const char *label, const char *type, const char *blurb)
{
    entry->shape = shape_of(type);
    entry->whole = find_field(name, label, blurb, entry->shape->ftype);
    for (size_t i = 0; entry->shape->components[i]; i++)
        entry->component[i] = find_component(name, label, blurb, entry->shape, i);
}

/* Returns a new entry of a project's, for a declaration or property. */
static entry_t *
project_entry(const void *key)
{
    entry_t *entry = g_new0(entry_t, 1);

    g_hash_table_insert(entries, (void *)key, entry);
    return entry;
}

static void
make_argument(entry_t *entry, const char *file, const char *path, const char *method, const godot_declaration_t *argument)
{
    field_name_t name = name_new("gdrpc");
    char        *blurb = g_strdup_printf("Argument of %s() in %s", method, path);

    add_level(&name, file);
    add_level(&name, method);
    add_level(&name, argument->name);
    make_entry(entry, &name, argument->name, argument->type, blurb);
    name_free(&name);
    g_free(blurb);
}

void
godot_fields_make_argument(const char *file, const char *path, const char *method, const godot_declaration_t *argument)
{
    if (!is_long(file, method, argument->name))
        make_argument(project_entry(argument), file, path, method, argument);
}

static void
make_property(entry_t *entry, const char *file, const char *scene, const char *path, const godot_property_t *property)
{
    field_name_t name = name_new("gdsync");
    char        *blurb = g_strdup_printf("%s in %s, by %s", property->path, scene, path);

    add_level(&name, file);
    add_level(&name, property->node);
    add_property_levels(&name, property->name);
    make_entry(entry, &name, property->name, property->type, blurb);
    name_free(&name);
    g_free(blurb);
}

void
godot_fields_make_property(const char *file, const godot_synchronizer_t *synchronizer, const godot_property_t *property)
{
    if (!is_long(file, property->node, property->path))
        make_property(project_entry(property), file, synchronizer->scene->path, synchronizer->path, property);
}

/* Returns a new entry of the file of packets, for a declaration or property; NULL if there are very many fields. */
static entry_t *
learned_entry(const void *key)
{
    entry_t *entry;

    if (g_hash_table_size(by_name) >= MAX_LEARNED)
        return NULL;
    entry = wmem_new0(wmem_file_scope(), entry_t);
    wmem_map_insert(learned, key, entry);
    return entry;
}

void
godot_fields_learn_argument(const char *script, const char *method, const godot_declaration_t *argument)
{
    char    *file = godot_field_file_name(script);
    entry_t *entry = is_long(file, method, argument->name) ? NULL : learned_entry(argument);

    if (entry)
        make_argument(entry, file, script, method, argument);
    g_free(file);
}

void
godot_fields_learn_property(const char *scene, const char *path, const godot_property_t *property)
{
    char    *file = godot_field_file_name(scene);
    entry_t *entry = is_long(file, property->node, property->path) ? NULL : learned_entry(property);

    if (entry)
        make_property(entry, file, scene, path, property);
    g_free(file);
}

static void
make_user_method(const godot_user_method_t *row)
{
    for (guint i = 0; i < row->declarations->len; i++)
        godot_fields_make_argument("user", "the user's table", row->name,
                                   (const godot_declaration_t *)g_ptr_array_index(row->declarations, i));
}

void
godot_fields_renew(void)
{
    g_hash_table_remove_all(entries);
    godot_user_methods_each(make_user_method);
}

static void
deregister(const field_t *field)
{
    proto_deregister_field(proto_godot, field->hf);
    proto_add_deregistered_data(field->info);
}

/*
 * Deregisters the first field, then the others from the last one on. Wireshark searches its list from the front and
 * fills the place with the last field, so each search ends at once.
 */
void
godot_fields_shutdown(void)
{
    for (guint i = 0, count = fields->len; i < count; i++)
        deregister((const field_t *)g_ptr_array_index(fields, (count - i) % count));
    g_clear_pointer(&entries, g_hash_table_destroy);
    g_clear_pointer(&by_name, g_hash_table_destroy);
    g_clear_pointer(&by_spelling, g_hash_table_destroy);
    g_clear_pointer(&fields, g_ptr_array_unref);
    names_size = 0;
}

/* ---- Values ---- */

static proto_item *
add_text(const field_t *field, proto_tree *tree, tvbuff_t *tvb, int offset, const godot_value_t *value)
{
    const char *text = value->kind == GODOT_VALUE_STRING ? value->string : value->text;

    return text ? proto_tree_add_string(tree, field->hf, tvb, offset, value->length, text) : NULL;
}

static proto_item *
user_fields_add_number(const field_t *field, proto_tree *tree, tvbuff_t *tvb, int offset, const godot_value_t *value)
{
    bool is_int = value->kind == GODOT_VALUE_INT;

    if (field->ftype == FT_INT64 && is_int)
        return proto_tree_add_int64(tree, field->hf, tvb, offset, value->length, value->integer);
    if (field->ftype == FT_DOUBLE && (is_int || value->kind == GODOT_VALUE_FLOAT))
        return proto_tree_add_double(tree, field->hf, tvb, offset, value->length,
                                     is_int ? (double)value->integer :
                                                                          godot_value_number(value->real, value->length - 4));
    if (field->ftype == FT_BOOLEAN && value->kind == GODOT_VALUE_BOOL)
        return proto_tree_add_boolean(tree, field->hf, tvb, offset, value->length, value->integer != 0);
    return NULL;
}

static void
user_fields_add_component(const field_t *field, proto_tree *tree, tvbuff_t *tvb, int offset, int length,
                          double component)
{
    proto_item *item;

    if (!field)
        return;
    if (field->ftype == FT_INT64)
        item = proto_tree_add_int64(tree, field->hf, tvb, offset, length, (int64_t)component);
    else
        item = proto_tree_add_double(tree, field->hf, tvb, offset, length, component);
    proto_item_set_generated(item);
}

static void
add_components(const entry_t *entry, proto_tree *tree, tvbuff_t *tvb, int offset, const godot_value_t *value)
{
    int length = value->component_length;
    int first = offset + value->length - (int)value->components * length;

    for (unsigned i = 0; i < value->components; i++)
        user_fields_add_component(entry->component[i], tree, tvb, first + (int)i * length, length,
                                  value->kind == GODOT_VALUE_VECTOR_INT
                                      ? value->component[i]
                                      : godot_value_number(value->component[i], length));
}

void
godot_fields_add(const void *key, proto_tree *tree, tvbuff_t *tvb, int offset, const godot_value_t *value)
{
    const entry_t *entry = g_hash_table_lookup(entries, key);
    proto_item    *item;

    if (!entry)
        entry = wmem_map_lookup(learned, key);
    if (!tree || !entry || !entry->whole)
        return;
    item =
        (entry->whole->ftype == FT_STRING ? add_text : user_fields_add_number)(entry->whole, tree, tvb, offset, value);
    proto_item_set_generated(item);
    if (value->components == strlen(entry->shape->components))
        add_components(entry, tree, tvb, offset, value);
}

void
godot_fields_register(int proto)
{
    proto_godot = proto;
    entries = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    learned = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
    fields = g_ptr_array_new_with_free_func(g_free);
    by_name = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, NULL);
    by_spelling = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, NULL);
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
