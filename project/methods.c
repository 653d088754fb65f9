/* project/methods.c
 * Which RPC methods does each script have, including those of its bases, and what is the MD5 of their names? Rules:
 * docs/wire/multiplayer-godot4.md, 6.
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

#include "project/index.h"
#include "project/project.h"

/* ---- Lists ---- */

static int
compare_methods(const void *a, const void *b)
{
    const godot_method_t *first = *(const godot_method_t *const *)a, *second = *(const godot_method_t *const *)b;

    return strcmp(first->name, second->name);   /* UTF-8 compares by code point, as the engine does */
}

static godot_method_t *
method_new(const char *name, const GPtrArray *arguments, const godot_rpc_config_t *config)
{
    godot_method_t *method = g_new0(godot_method_t, 1);

    method->name = name;
    method->arguments = arguments;
    method->config = *config;
    return method;
}

/* Adds the functions of one class to those of its bases: a function without annotation changes only the arguments. */
static void
add_functions(GHashTable *methods, const godot_class_t *declares)
{
    for (guint i = 0; i < declares->functions->len; i++) {
        godot_function_t *function = g_ptr_array_index(declares->functions, i);
        godot_method_t   *method = g_hash_table_lookup(methods, function->name);

        if (method) {
            method->arguments = function->arguments;
            if (function->is_rpc)
                method->config = function->config;
        } else if (function->is_rpc) {
            g_hash_table_insert(methods, function->name,
                                method_new(function->name, function->arguments, &function->config));
        }
    }
}

/* Makes a table from name to method, for a list that is being made. */
static GHashTable *
methods_new(void)
{
    return g_hash_table_new_full(godot_string_hash, g_str_equal, NULL, g_free);
}

/* Returns the methods in the order of their ids. Takes them over: the table is empty then. */
static GPtrArray *
sorted_methods(const godot_script_t *script, GHashTable *methods)
{
    GPtrArray     *list = g_ptr_array_new_with_free_func(g_free);
    GHashTableIter iter;
    void          *method;

    g_hash_table_iter_init(&iter, methods);
    while (g_hash_table_iter_next(&iter, NULL, &method))
        g_ptr_array_add(list, method);
    g_hash_table_steal_all(methods);
    g_ptr_array_sort(list, compare_methods);
    if (list->len > GODOT_MAX_METHODS) {
        godot_files_limit(&script->root->project->read, GODOT_LIMIT_METHODS, script->path);
        g_ptr_array_set_size(list, GODOT_MAX_METHODS);
    }
    return list;
}

static void
add_inherited(GHashTable *methods, const godot_script_t *base)
{
    for (guint i = 0; base && i < base->methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(base->methods, i);

        g_hash_table_insert(methods, (void *)method->name, method_new(method->name, method->arguments, &method->config));
    }
}

static void
list_methods(godot_script_t *script)
{
    GHashTable *methods = methods_new();

    add_inherited(methods, script->base);
    add_functions(methods, script->declares);
    g_ptr_array_unref(script->methods);
    script->methods = sorted_methods(script, methods);
    g_hash_table_destroy(methods);
    script->root->project->listed += script->methods->len + 1;
    script->listed = true;
}

/* Makes the lists of a script and its bases, bases first: there are GODOT_MAX_CHAIN at most. */
static void
list_with_bases(godot_script_t *script)
{
    if (script->listed)
        return;
    if (script->base)
        list_with_bases(script->base);
    list_methods(script);
}

/* ---- MD5 ---- */

static const GPtrArray no_methods;      /* of a node */

static void
add_names(GChecksum *checksum, const GPtrArray *methods)
{
    for (guint i = 0; i < methods->len; i++) {
        const char *name = ((const godot_method_t *)g_ptr_array_index(methods, i))->name;
        g_checksum_update(checksum, (const guchar *)name, (gssize)strlen(name));
    }
}

static void
methods_md5(const GPtrArray *node_methods, const GPtrArray *methods, char *md5)
{
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_MD5);

    add_names(checksum, node_methods);
    add_names(checksum, methods);
    g_strlcpy(md5, g_checksum_get_string(checksum), 33);
    g_checksum_free(checksum);
}

void
godot_methods_free(void *data)
{
    godot_methods_t *methods = data;

    g_ptr_array_unref(methods->node_methods);
    g_ptr_array_unref(methods->methods);
    g_ptr_array_unref(methods->scripts);
    g_free(methods);
}

static bool
same_arguments(const GPtrArray *a, const GPtrArray *b)
{
    if (!a || !b || a->len != b->len)
        return false;
    for (guint i = 0; i < a->len; i++) {
        const godot_declaration_t *one = g_ptr_array_index(a, i);
        const godot_declaration_t *other = g_ptr_array_index(b, i);

        if (strcmp(one->name, other->name) != 0 || strcmp(one->type, other->type) != 0)
            return false;
    }
    return true;
}

static void
agree_on(int *value, int other)
{
    if (*value != other)
        *value = GODOT_UNKNOWN;
}

/* Scripts with equal names, in equally long lists, may differ in everything else: this keeps what they have in common. */
static void
merge(GPtrArray *kept, const GPtrArray *methods)
{
    for (guint i = 0; i < kept->len; i++) {
        godot_method_t       *method = g_ptr_array_index(kept, i);
        const godot_method_t *other = g_ptr_array_index(methods, i);

        if (!same_arguments(method->arguments, other->arguments))
            method->arguments = NULL;
        agree_on(&method->config.mode, other->config.mode);
        agree_on(&method->config.transfer, other->config.transfer);
        agree_on(&method->config.call_local, other->config.call_local);
        agree_on(&method->config.channel, other->config.channel);
    }
}

static bool
same_names(const GPtrArray *a, const GPtrArray *b)
{
    if (a->len != b->len)
        return false;
    for (guint i = 0; i < a->len; i++)
        if (strcmp(((const godot_method_t *)g_ptr_array_index(a, i))->name,
                   ((const godot_method_t *)g_ptr_array_index(b, i))->name) != 0)
            return false;
    return true;
}

static GPtrArray *
copy_methods(const GPtrArray *methods)
{
    GPtrArray *copy = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(methods, i);
        g_ptr_array_add(copy, method_new(method->name, method->arguments, &method->config));
    }
    return copy;
}

/* Adds a list. The first list of an MD5 stays; another one with the same names adds its script. */
static void
index_list(godot_project_t *project, godot_script_t *script, const GPtrArray *node_methods, const GPtrArray *methods)
{
    char             md5[33];
    godot_methods_t *known;

    methods_md5(node_methods, methods, md5);
    known = g_hash_table_lookup(project->by_md5, md5);
    if (!known || node_methods->len)
        project->listed += methods->len + node_methods->len;
    if (known && same_names(known->node_methods, node_methods) && same_names(known->methods, methods)) {
        merge(known->node_methods, node_methods);
        merge(known->methods, methods);
        g_ptr_array_add(known->scripts, script);
    } else if (!known) {
        known = g_new0(godot_methods_t, 1);
        g_strlcpy(known->md5, md5, sizeof known->md5);
        known->node_methods = copy_methods(node_methods);
        known->methods = copy_methods(methods);
        known->scripts = g_ptr_array_new();
        g_ptr_array_add(known->scripts, script);
        g_hash_table_insert(project->by_md5, known->md5, known);
    }
}

static void
index_script(godot_script_t *script)
{
    methods_md5(&no_methods, script->methods, script->md5);
    if (script->methods->len)
        index_list(script->root->project, script, &no_methods, script->methods);
}

static void
index_table(godot_script_t *script, GHashTable *methods)
{
    GPtrArray *list = sorted_methods(script, methods);

    if (list->len)
        index_list(script->root->project, script, &no_methods, list);
    g_ptr_array_unref(list);
    g_hash_table_destroy(methods);
}

/*
 * Adds the lists as 4.0 and 4.1 make them: these include the direct inner classes' methods, and may leave out the
 * bases.
 */
static void
index_old_lists(godot_script_t *script)
{
    GHashTable *methods;

    if (script->csharp)
        return;
    if (script->base) {
        methods = methods_new();
        add_functions(methods, script->declares);
        index_table(script, methods);
    }
    if (script->declares->inner->len) {
        methods = methods_new();
        add_inherited(methods, script);
        for (guint i = 0; i < script->declares->inner->len; i++)
            add_functions(methods, (godot_class_t *)g_ptr_array_index(script->declares->inner, i));
        index_table(script, methods);
    }
}

/* ---- rpc_config("name", ...) on the node ---- */

/* Returns the function's arguments, from any class of the chain. */
static const GPtrArray *
arguments_of(const godot_script_t *script, const char *name)
{
    const godot_function_t *function = NULL;

    for (; script && !function; script = script->base)
        function = godot_class_function(script->declares, name);
    return function ? function->arguments : NULL;
}

/* Adds the method that a call names, for the first one that does. */
static void
add_call(GHashTable *methods, const godot_script_t *script, const godot_rpc_call_t *call)
{
    if (!g_hash_table_contains(methods, call->name))
        g_hash_table_insert(methods, call->name,
                            method_new(call->name, arguments_of(script, call->name), &call->config));
}

static GHashTable *
own_calls(const godot_script_t *script)
{
    GHashTable *methods = methods_new();

    for (const godot_script_t *at = script; at; at = at->base)
        for (guint i = 0; i < at->declares->calls->len; i++) {
            const godot_rpc_call_t *call = g_ptr_array_index(at->declares->calls, i);
            if (call->own)
                add_call(methods, script, call);
        }
    return methods;
}

/*
 * Adds a list for all configured methods, and if they are few, one for each subset, as some calls may not have
 * happened. Frees the table.
 */
static void
index_configured(godot_script_t *script, GHashTable *methods)
{
    GPtrArray *calls = sorted_methods(script, methods);
    guint      last = calls->len <= GODOT_MAX_SUBSETS_OF ? (1U << calls->len) - 1 : 1;

    if (calls->len)
        index_list(script->root->project, script, calls, script->methods);
    for (guint subset = 1; subset < last; subset++) {
        GPtrArray *some = g_ptr_array_new();

        for (guint i = 0; i < calls->len; i++)
            if (subset & 1U << i)
                g_ptr_array_add(some, g_ptr_array_index(calls, i));
        index_list(script->root->project, script, some, script->methods);
        g_ptr_array_unref(some);
    }
    g_ptr_array_unref(calls);
    g_hash_table_destroy(methods);
}

static void
index_calls(godot_script_t *script)
{
    index_configured(script, own_calls(script));
}

/*
 * Notes calls on other nodes, one for each name: further ones make no other list. Each may be meant for any node that
 * has the method.
 */
static void
note_calls_on_others(godot_script_t *script)
{
    godot_project_t *project = script->root->project;

    for (guint i = 0; i < script->declares->calls->len; i++) {
        godot_rpc_call_t *call = (godot_rpc_call_t *)g_ptr_array_index(script->declares->calls, i);

        if (call->own || g_hash_table_contains(project->called, call->name))
            continue;
        if (project->calls_on_others->len >= GODOT_MAX_CALLS_ON_OTHERS) {
            godot_files_limit(&project->read, GODOT_LIMIT_CALLS_ON_OTHERS, script->path);
            return;
        }
        g_hash_table_insert(project->called, call->name, GUINT_TO_POINTER(project->calls_on_others->len));
        g_ptr_array_add(project->calls_on_others, call);
    }
}

#define CALLED_BYTES    ((GODOT_MAX_CALLS_ON_OTHERS + 7) / 8)

/* Finds the calls that name a function of the script or of its bases. */
static void
find_called(godot_script_t *script)
{
    const GPtrArray *functions = script->declares->functions;
    void            *number;

    if (script->called)
        return;
    script->called = g_new0(uint8_t, CALLED_BYTES);
    if (script->base) {
        find_called(script->base);
        memcpy(script->called, script->base->called, CALLED_BYTES);
    }
    for (guint i = 0; i < functions->len; i++)
        if (g_hash_table_lookup_extended(script->root->project->called,
                                         ((godot_function_t *)g_ptr_array_index(functions, i))->name, NULL, &number))
            script->called[GPOINTER_TO_UINT(number) / 8] |= (uint8_t)(1U << GPOINTER_TO_UINT(number) % 8);
}

/* Adds lists for what others may have configured on the node (docs/wire/multiplayer-godot4.md, 6.3). */
static void
index_calls_of_others(godot_script_t *script)
{
    const GPtrArray *others = script->root->project->calls_on_others;
    GHashTable      *methods = own_calls(script);
    guint            own = g_hash_table_size(methods);

    find_called(script);
    for (guint i = 0; i < others->len; i++)
        if (script->called[i / 8] & 1U << i % 8)
            add_call(methods, script, (const godot_rpc_call_t *)g_ptr_array_index(others, i));
    if (g_hash_table_size(methods) > own)
        index_configured(script, methods);
    else
        g_hash_table_destroy(methods);
}

/* ---- All of it ---- */

/* A script may make the same list in several ways, and counts once. */
static void
keep_each_once(GPtrArray *scripts)
{
    GHashTable *seen = g_hash_table_new(NULL, NULL);
    guint       kept = 0;

    for (guint i = 0; i < scripts->len; i++)
        if (g_hash_table_add(seen, g_ptr_array_index(scripts, i)))
            g_ptr_array_index(scripts, kept++) = g_ptr_array_index(scripts, i);
    g_ptr_array_set_size(scripts, (gint)kept);
    g_hash_table_destroy(seen);
}

static void
for_each_script(godot_project_t *project, void (*step)(godot_script_t *script))
{
    for (guint i = 0; i < project->scripts->len; i++) {
        godot_script_t *script = (godot_script_t *)g_ptr_array_index(project->scripts, i);

        if (project->listed > GODOT_MAX_LISTED) {
            godot_files_limit(&project->read, GODOT_LIMIT_LISTED, script->path);
            return;
        }
        if (!godot_files_in_time(&project->read, script->path))
            return;
        step(script);
    }
}

/* Lists of 4.2 and later come first: an older form must not replace them. */
void
godot_index_methods(godot_project_t *project)
{
    GHashTableIter iter;
    void          *methods;

    for_each_script(project, list_with_bases);
    for_each_script(project, index_script);
    for_each_script(project, index_calls);
    project->calls_on_others = g_ptr_array_new();
    project->called = g_hash_table_new(godot_string_hash, g_str_equal);
    for_each_script(project, note_calls_on_others);
    for_each_script(project, index_calls_of_others);
    g_clear_pointer(&project->called, g_hash_table_destroy);
    g_clear_pointer(&project->calls_on_others, g_ptr_array_unref);
    for_each_script(project, index_old_lists);
    g_hash_table_iter_init(&iter, project->by_md5);
    while (g_hash_table_iter_next(&iter, NULL, &methods))
        keep_each_once(((const godot_methods_t *)methods)->scripts);
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
