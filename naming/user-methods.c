/* naming/user-methods.c
 * What is in the user's table of methods?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "naming/user-methods.h"

#include <epan/uat.h>

static godot_user_method_t *user_methods;
static unsigned user_method_count;

UAT_CSTRING_CB_DEF(user_methods, pattern, godot_user_method_t)
UAT_DEC_CB_DEF(user_methods, method_id, godot_user_method_t)
UAT_CSTRING_CB_DEF(user_methods, name, godot_user_method_t)
UAT_CSTRING_CB_DEF(user_methods, arguments, godot_user_method_t)

/* ---- Rows ---- */

static godot_declaration_t *
declaration_new(const char *name, const char *type)
{
    godot_declaration_t *declaration = g_new0(godot_declaration_t, 1);

    declaration->name = g_strdup(name);
    declaration->type = g_strdup(type);
    return declaration;
}

static void
declaration_free(void *data)
{
    godot_declaration_t *declaration = data;

    g_free(declaration->name);
    g_free(declaration->type);
    g_free(declaration);
}

/* Reads "amount: int, weapon". */
static GPtrArray *
parse_arguments(const char *text)
{
    GPtrArray *declarations = g_ptr_array_new_with_free_func(declaration_free);
    char     **parts = g_strsplit(text ? text : "", ",", -1);

    for (char **part = parts; *part; part++) {
        char **words = g_strsplit(*part, ":", 2);
        if (words[0] && *g_strstrip(words[0]))
            g_ptr_array_add(declarations, declaration_new(words[0], words[1] ? g_strstrip(words[1]) : ""));
        g_strfreev(words);
    }
    g_strfreev(parts);
    return declarations;
}

static void *
user_method_copy(void *to, const void *from, size_t size _U_)
{
    godot_user_method_t       *row = (godot_user_method_t *)to;
    const godot_user_method_t *other = from;

    row->pattern = g_strdup(other->pattern);
    row->method_id = other->method_id;
    row->name = g_strdup(other->name);
    row->arguments = g_strdup(other->arguments);
    row->declarations = parse_arguments(row->arguments);
    return row;
}

static void
user_method_free(void *data)
{
    godot_user_method_t *row = data;

    g_free(row->pattern);
    g_free(row->name);
    g_free(row->arguments);
    if (row->declarations)
        g_ptr_array_unref(row->declarations);
}

static ws_table_bool
user_method_update(void *data, char **error)
{
    godot_user_method_t *row = data;

    if (!row->pattern || !*row->pattern || !row->name || !*row->name) {
        *error = g_strdup("A pattern of node paths and a name are needed");
        return false;
    }
    if (row->declarations)
        g_ptr_array_unref(row->declarations);
    row->declarations = parse_arguments(row->arguments);
    return true;
}

/* ---- The table ---- */

bool
godot_user_methods_any(void)
{
    return user_method_count != 0;
}

const godot_user_method_t *
godot_user_method_find(const char *path, unsigned method_id)
{
    for (unsigned i = 0; i < user_method_count; i++)
        if (user_methods[i].method_id == method_id && g_pattern_match_simple(user_methods[i].pattern, path))
            return &user_methods[i];
    return NULL;
}

void
godot_user_methods_each(void (*step)(const godot_user_method_t *row))
{
    for (unsigned i = 0; i < user_method_count; i++)
        step(&user_methods[i]);
}

void
godot_user_methods_register_preferences(module_t *module, void (*changed)(void))
{
    static uat_field_t method_fields[] = {
        UAT_FLD_CSTRING(user_methods, pattern, "Node path", "Path of the node, * and ? stand for any characters"),
        UAT_FLD_DEC(user_methods, method_id, "Method id", "Number of the method on the wire"),
        UAT_FLD_CSTRING(user_methods, name, "Name", "Name of the method"),
        UAT_FLD_CSTRING(user_methods, arguments, "Arguments",
                        "Names of the arguments, with types if they are known: amount: int, weapon"),
        UAT_END_FIELDS
    };

    prefs_register_uat_preference(module, "methods", "Names of methods",
        "Names of methods and arguments that are in no file",
        uat_new("Godot Methods", sizeof(godot_user_method_t), "godot_methods", true, &user_methods,
                &user_method_count, UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, user_method_copy,
                user_method_update, user_method_free, changed, NULL, method_fields));
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
