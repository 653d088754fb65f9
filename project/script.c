/* project/script.c
 * How is what a script declares made and freed?
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

#include "project/limits.h"
#include "project/script.h"
#include "project/strings.h"

godot_declaration_t *
godot_declaration_new(char *name, char *type)
{
    godot_declaration_t *declaration = g_new0(godot_declaration_t, 1);

    declaration->name = name;
    declaration->type = type ? type : g_strdup("");
    return declaration;
}

void
godot_declaration_free(void *data)
{
    godot_declaration_t *declaration = data;

    g_free(declaration->name);
    g_free(declaration->type);
    g_free(declaration);
}

static void
function_free(void *data)
{
    godot_function_t *function = data;

    g_free(function->name);
    g_ptr_array_unref(function->arguments);
    g_free(function);
}

static void
call_free(void *data)
{
    godot_rpc_call_t *call = data;

    g_free(call->name);
    g_free(call);
}

void
godot_reference_clear(godot_reference_t *reference)
{
    g_free(reference->path);
    g_free(reference->names);
    reference->path = reference->names = NULL;
}

static void
reference_free(void *reference)
{
    godot_reference_clear((godot_reference_t *)reference);
    g_free(reference);
}

static void
class_free_data(void *script_class)
{
    godot_class_free((godot_class_t *)script_class);
}

godot_class_t *
godot_class_new(godot_class_t *outer)
{
    godot_class_t *script_class = g_new0(godot_class_t, 1);

    script_class->functions = g_ptr_array_new_with_free_func(function_free);
    script_class->variables = g_ptr_array_new_with_free_func(godot_declaration_free);
    script_class->calls = g_ptr_array_new_with_free_func(call_free);
    script_class->inner = g_ptr_array_new_with_free_func(class_free_data);
    script_class->constants = g_hash_table_new_full(godot_string_hash, g_str_equal, g_free, reference_free);
    script_class->outer = outer;
    script_class->file = outer ? outer->file : script_class;
    godot_class_declare(script_class, 8);
    if (outer)
        g_ptr_array_add(outer->inner, script_class);
    return script_class;
}

void
godot_class_free(godot_class_t *script_class)
{
    g_free(script_class->name);
    godot_reference_clear(&script_class->base);
    g_ptr_array_unref(script_class->functions);
    g_ptr_array_unref(script_class->variables);
    g_ptr_array_unref(script_class->calls);
    g_ptr_array_unref(script_class->inner);
    g_hash_table_destroy(script_class->constants);
    g_clear_pointer(&script_class->functions_by_name, g_hash_table_destroy);
    g_clear_pointer(&script_class->variables_by_name, g_hash_table_destroy);
    g_clear_pointer(&script_class->inner_by_name, g_hash_table_destroy);
    g_free(script_class);
}

void
godot_class_declare(godot_class_t *script_class, unsigned count)
{
    script_class->file->declared += count;
}

bool
godot_class_is_full(const godot_class_t *script_class)
{
    return script_class->file->declared >= GODOT_MAX_DECLARED;
}

static void
move_all(GPtrArray *to, GPtrArray *from)
{
    g_ptr_array_extend(to, from, NULL, NULL);
    g_ptr_array_set_free_func(from, NULL);
}

void
godot_class_join(godot_class_t *script_class, godot_class_t *part)
{
    move_all(script_class->functions, part->functions);
    move_all(script_class->variables, part->variables);
    move_all(script_class->calls, part->calls);
}

/* Finds an element by name. Each element begins with its name. */
static void *
script_find_first(const GPtrArray *list, GHashTable **by_name, const char *name)
{
    if (!*by_name && list->len > 0) {
        *by_name = g_hash_table_new(godot_string_hash, g_str_equal);
        for (guint i = list->len; i-- > 0;)
            g_hash_table_replace(*by_name, *(char **)g_ptr_array_index(list, i), g_ptr_array_index(list, i));
    }
    return *by_name ? g_hash_table_lookup(*by_name, name) : NULL;
}

godot_class_t *
godot_class_inner(godot_class_t *script_class, const char *name)
{
    return (godot_class_t *)script_find_first(script_class->inner, &script_class->inner_by_name, name);
}

godot_function_t *
godot_class_function(godot_class_t *script_class, const char *name)
{
    return (godot_function_t *)script_find_first(script_class->functions, &script_class->functions_by_name, name);
}

godot_declaration_t *
godot_class_variable(godot_class_t *script_class, const char *name)
{
    return (godot_declaration_t *)script_find_first(script_class->variables, &script_class->variables_by_name, name);
}

godot_function_t *
godot_class_add_function(godot_class_t *script_class, char *name)
{
    godot_function_t *function = g_new0(godot_function_t, 1);

    function->name = name;
    function->arguments = g_ptr_array_new_with_free_func(godot_declaration_free);
    g_ptr_array_add(script_class->functions, function);
    godot_class_declare(script_class, 2);
    return function;
}

void
godot_class_add_variable(godot_class_t *script_class, godot_declaration_t *variable)
{
    g_ptr_array_add(script_class->variables, variable);
    godot_class_declare(script_class, 1);
}

void
godot_class_add_argument(godot_class_t *script_class, godot_function_t *function, godot_declaration_t *argument)
{
    g_ptr_array_add(function->arguments, argument);
    godot_class_declare(script_class, 1);
}

void
godot_class_add_call(godot_class_t *script_class, char *name, const godot_rpc_config_t *config, bool own)
{
    godot_rpc_call_t *call = g_new0(godot_rpc_call_t, 1);

    call->name = name;
    call->config = *config;
    call->own = own;
    g_ptr_array_add(script_class->calls, call);
    godot_class_declare(script_class, 1);
}

bool
godot_is_builtin_type(const char *name, size_t length)
{
    static const char *const types[] = {
        "bool", "int", "float", "String", "StringName", "NodePath", "Vector2", "Vector2i", "Vector3", "Vector3i",
        "Vector4", "Vector4i", "Rect2", "Rect2i", "Transform2D", "Transform3D", "Plane", "Quaternion", "AABB", "Basis",
        "Projection", "Color", "RID", "Callable", "Signal", "Dictionary", "Array", "PackedByteArray",
        "PackedInt32Array", "PackedInt64Array", "PackedFloat32Array", "PackedFloat64Array", "PackedStringArray",
        "PackedVector2Array", "PackedVector3Array", "PackedVector4Array", "PackedColorArray",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
        if (strlen(types[i]) == length && memcmp(types[i], name, length) == 0)
            return true;
    return false;
}

void
godot_written_add(godot_written_t *written, char *word, bool is_dot)
{
    if (is_dot)
        written->dots++;
    else
        written->parts++;
    g_free(written->last);
    written->last = word;
}

char *
godot_written_take(godot_written_t *written)
{
    bool  tells = written->parts == written->dots + 1;
    char *last = tells ? g_steal_pointer(&written->last) : g_strdup("");

    g_free(written->last);
    *written = (godot_written_t){ 0 };
    return last;
}

/* Reads a whole number as GDScript and C# write it: 010 is ten, and "_" may stand between digits. */
static bool
read_number(const char *text, guint64 *number)
{
    bool     is_prefixed = *text == '0' && text[1] && strchr("xXbB", text[1]);
    unsigned base = !is_prefixed ? 10 : g_ascii_tolower(text[1]) == 'x' ? 16 : 2;
    GString *digits = g_string_new(is_prefixed ? text + 2 : text);

    g_string_replace(digits, "_", "", 0);
    bool is_number = g_ascii_isdigit(*text) && g_ascii_string_to_unsigned(digits->str, base, 0, G_MAXINT, number, NULL);
    g_string_free(digits, true);
    return is_number;
}

/* Returns the value of a constant of the engine, in GDScript's or C#'s spelling. */
static int
constant_value(const char *value)
{
    static const struct {
        const char *name;
        int         value;
    } constants[] = {
        { "RPC_MODE_DISABLED", GODOT_RPC_DISABLED },
        { "RPC_MODE_ANY_PEER", GODOT_RPC_ANY_PEER },
        { "RPC_MODE_AUTHORITY", GODOT_RPC_AUTHORITY },
        { "Disabled", GODOT_RPC_DISABLED },
        { "AnyPeer", GODOT_RPC_ANY_PEER },
        { "Authority", GODOT_RPC_AUTHORITY },
        { "TRANSFER_MODE_UNRELIABLE", GODOT_TRANSFER_UNRELIABLE },
        { "TRANSFER_MODE_UNRELIABLE_ORDERED", GODOT_TRANSFER_UNRELIABLE_ORDERED },
        { "TRANSFER_MODE_RELIABLE", GODOT_TRANSFER_RELIABLE },
        { "Unreliable", GODOT_TRANSFER_UNRELIABLE },
        { "UnreliableOrdered", GODOT_TRANSFER_UNRELIABLE_ORDERED },
        { "Reliable", GODOT_TRANSFER_RELIABLE },
        { "true", 1 },
        { "false", 0 },
    };
    guint64 number;

    if (read_number(value, &number))
        return (int)number;
    for (size_t i = 0; i < G_N_ELEMENTS(constants); i++)
        if (strcmp(constants[i].name, value) == 0)
            return constants[i].value;
    return GODOT_UNKNOWN;
}

void
godot_rpc_config_set(godot_rpc_config_t *config, const char *key, const char *value)
{
    int number = constant_value(value);

    if (strcmp(key, "rpc_mode") == 0)
        config->mode = number <= GODOT_RPC_AUTHORITY ? number : GODOT_UNKNOWN;
    else if (strcmp(key, "transfer_mode") == 0)
        config->transfer = number <= GODOT_TRANSFER_RELIABLE ? number : GODOT_UNKNOWN;
    else if (strcmp(key, "call_local") == 0)
        config->call_local = MIN(number, 1);
    else if (strcmp(key, "channel") == 0)
        config->channel = number;
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
