/* project/methods.c
 * Which RPC methods does each script have, bases included, and what is the MD5 of their names?
 * Rules: docs/wire/multiplayer-godot4.md, 6.
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


enum { BASE_UNKNOWN, BASE_BEING_SOUGHT, BASE_KNOWN };

/* ---- Scripts by class ---- */

void
godot_script_free(void *data)
{
    godot_script_t *script = data;

    g_ptr_array_unref(script->methods);
    g_free(script);
}

static godot_script_t *
add_script(godot_project_root_t *root, godot_class_t *declares, const char *path)
{
    godot_script_t *script = g_new0(godot_script_t, 1);

    script->path = path;
    script->declares = declares;
    script->root = root;
    script->methods = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(root->project->scripts, script);
    g_hash_table_insert(root->project->by_class, declares, script);
    return script;
}

static void
add_csharp(godot_project_root_t *root, godot_script_t *script)
{
    GPtrArray *parts = g_hash_table_lookup(root->csharp, script->declares->name);

    if (!parts) {
        parts = g_ptr_array_new();
        g_hash_table_insert(root->csharp, script->declares->name, parts);
    }
    g_ptr_array_add(parts, script);
}

void
godot_index_add_classes(godot_project_root_t *root, godot_class_t *file, const char *path, bool csharp)
{
    GQueue waiting = G_QUEUE_INIT;

    g_queue_push_tail(&waiting, add_script(root, file, path));
    while (!g_queue_is_empty(&waiting)) {
        godot_script_t *outer = (godot_script_t *)g_queue_pop_head(&waiting);

        for (guint i = 0; i < outer->declares->inner->len; i++) {
            godot_class_t  *inner = g_ptr_array_index(outer->declares->inner, i);
            char           *name = g_strconcat(outer->path, outer->declares == file ? ":" : ".", inner->name, NULL);
            godot_script_t *script = add_script(root, inner, g_string_chunk_insert(root->project->strings, name));

            g_free(name);
            if (csharp)
                add_csharp(root, script);
            g_queue_push_tail(&waiting, script);
        }
    }
}

static godot_script_t *
script_of(const godot_project_root_t *root, const godot_class_t *declares)
{
    return declares ? (godot_script_t *)g_hash_table_lookup(root->project->by_class, declares) : NULL;
}

const godot_script_t *
godot_index_script(godot_project_root_t *root, const char *resource)
{
    godot_script_t *script = g_hash_table_lookup(root->scripts, resource);

    if (!script || !g_str_has_suffix(resource, ".cs"))
        return script;
    char          *name = g_path_get_basename(resource);
    godot_class_t *named = godot_class_inner(script->declares, name, strlen(name) - strlen(".cs"));
    g_free(name);
    return script_of(root, named);
}

/* ---- Bases ---- */

static godot_script_t *resolve_base(godot_script_t *script);
static godot_script_t *resolve_reference(godot_script_t *from, const godot_reference_t *reference);

/* A class or a constant that names one, in a class or its bases. */
static godot_script_t *
find_member(godot_script_t *script, const char *name, size_t length)
{
    for (unsigned i = 0; script && i < GODOT_MAX_CHAIN; i++, script = resolve_base(script)) {
        godot_class_t     *inner = godot_class_inner(script->declares, name, length);
        godot_reference_t *constant;
        char              *key;

        if (inner)
            return script_of(script->root, inner);
        key = g_strndup(name, length);
        constant = g_hash_table_lookup(script->declares->constants, key);
        g_free(key);
        if (constant)
            return resolve_reference(script, constant);
    }
    return NULL;
}

/* The first of the dotted names: a class_name, an autoload, or something in the classes around. */
static godot_script_t *
find_name(godot_script_t *from, const char *name, size_t length)
{
    char           *key = g_strndup(name, length);
    godot_script_t *found = g_hash_table_lookup(from->root->class_names, key);
    const char     *autoload = g_hash_table_lookup(from->root->autoloads, key);

    g_free(key);
    if (!found && autoload)
        found = g_hash_table_lookup(from->root->scripts, autoload);
    for (godot_class_t *around = from->declares; !found && around; around = around->outer)
        found = find_member(script_of(from->root, around), name, length);
    return found;
}

static bool
is_csharp(const godot_script_t *script)
{
    return strstr(script->path, ".cs") != NULL;
}

/* C#'s names are found without their namespaces. */
static godot_script_t *
resolve_csharp(const godot_script_t *from, const char *names)
{
    const char *dot = names ? strrchr(names, '.') : NULL;
    GPtrArray  *parts = names ? (GPtrArray *)g_hash_table_lookup(from->root->csharp, dot ? dot + 1 : names) : NULL;

    return parts ? (godot_script_t *)g_ptr_array_index(parts, 0) : NULL;
}

static godot_script_t *
follow_reference(godot_script_t *from, const godot_reference_t *reference)
{
    const char     *names = reference->names;
    godot_script_t *script = NULL;

    if (is_csharp(from))
        return resolve_csharp(from, names);
    if (reference->path) {
        const char *resource = godot_index_resource(from->root, reference->path, from->path);
        script = resource ? (godot_script_t *)g_hash_table_lookup(from->root->scripts, resource) : NULL;
    } else if (names) {
        size_t length = strcspn(names, ".");
        script = find_name(from, names, length);
        names = names[length] ? names + length + 1 : NULL;
    }
    while (script && names) {
        size_t length = strcspn(names, ".");
        script = find_member(script, names, length);
        names = names[length] ? names + length + 1 : NULL;
    }
    return script;
}

/* Each once; one that needs itself names nothing. */
static godot_script_t *
resolve_reference(godot_script_t *from, const godot_reference_t *reference)
{
    godot_project_t *project = from->root->project;
    void            *known;

    if (g_hash_table_lookup_extended(project->references, reference, NULL, &known))
        return (godot_script_t *)known;
    if (project->depth == GODOT_MAX_REFERENCES) {
        godot_files_limit(&project->read, GODOT_LIMIT_REFERENCES, from->path);
        return NULL;
    }
    g_hash_table_insert(project->references, (void *)reference, NULL);
    project->depth++;
    godot_script_t *script = follow_reference(from, reference);
    project->depth--;
    g_hash_table_insert(project->references, (void *)reference, script);
    return script;
}

static bool
is_among_bases(const godot_script_t *script, const godot_script_t *of)
{
    unsigned i = 0;

    for (; of && i < GODOT_MAX_CHAIN; i++, of = of->base)
        if (of == script)
            return true;
    if (i == GODOT_MAX_CHAIN)
        godot_files_limit(&script->root->project->read, GODOT_LIMIT_CHAIN, script->path);
    return i == GODOT_MAX_CHAIN;
}

static godot_script_t *
resolve_base(godot_script_t *script)
{
    if (script->base_state != BASE_UNKNOWN)
        return script->base;
    script->base_state = BASE_BEING_SOUGHT;
    godot_script_t *base = resolve_reference(script, &script->declares->base);
    GPtrArray      *parts = is_csharp(script) && script->declares->name ?
        (GPtrArray *)g_hash_table_lookup(script->root->csharp, script->declares->name) : NULL;
    for (guint i = 0; !base && parts && i < parts->len; i++)
        base = resolve_reference(script, &((godot_script_t *)g_ptr_array_index(parts, i))->declares->base);
    script->base = is_among_bases(script, base) ? NULL : base;
    script->base_state = BASE_KNOWN;
    return script->base;
}

/* ---- Lists ---- */

static int
compare_methods(const void *a, const void *b)
{
    const godot_method_t *first = *(const godot_method_t *const *)a, *second = *(const godot_method_t *const *)b;

    return strcmp(first->name, second->name);   /* of UTF-8: by code point, as the engine does */
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

/* Functions of one class over what its bases gave: a function without annotation changes only the arguments. */
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

/* The class itself; in C#, all its parts. */
static void
add_own(GHashTable *methods, const godot_script_t *script)
{
    const char *name = script->declares->name;
    GPtrArray  *parts = name ? (GPtrArray *)g_hash_table_lookup(script->root->csharp, name) : NULL;

    if (!parts || !is_csharp(script)) {
        add_functions(methods, script->declares);
        return;
    }
    for (guint i = 0; i < parts->len; i++)
        add_functions(methods, ((godot_script_t *)g_ptr_array_index(parts, i))->declares);
}

/* Name -> method, of one list that is being made. */
static GHashTable *
methods_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
}

/* Takes the methods over; the table is empty then. */
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
    add_own(methods, script);
    g_ptr_array_unref(script->methods);
    script->methods = sorted_methods(script, methods);
    g_hash_table_destroy(methods);
    script->root->project->listed += script->methods->len + 1;
    script->listed = true;
}

/* Bases first. Their number is bounded by GODOT_MAX_CHAIN. */
static void
list_with_bases(godot_script_t *script)
{
    godot_script_t *chain[GODOT_MAX_CHAIN];
    unsigned        count = 0;

    for (; script && !script->listed && count < GODOT_MAX_CHAIN; script = resolve_base(script))
        chain[count++] = script;
    while (count > 0)
        list_methods(chain[--count]);
}

/* ---- MD5 ---- */

static void
add_names(GChecksum *checksum, const GPtrArray *methods)
{
    for (guint i = 0; methods && i < methods->len; i++) {
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

/* Scripts of equal names may differ in all else: keep only what they agree on. */
static void
merge(GPtrArray *kept, const GPtrArray *methods)
{
    for (guint i = 0; i < kept->len && i < methods->len; i++) {
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

    for (guint i = 0; methods && i < methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(methods, i);
        g_ptr_array_add(copy, method_new(method->name, method->arguments, &method->config));
    }
    return copy;
}

/* The first list of an MD5 stays; one of the same names adds its script. */
static void
index_list(godot_project_t *project, godot_script_t *script, const GPtrArray *node_methods, const GPtrArray *methods)
{
    char             md5[33];
    godot_methods_t *known;

    methods_md5(node_methods, methods, md5);
    known = g_hash_table_lookup(project->by_md5, md5);
    if (known && same_names(known->methods, methods)) {
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
        project->listed += known->methods->len + known->node_methods->len;
    }
}

static void
index_script(godot_script_t *script)
{
    methods_md5(NULL, script->methods, script->md5);
    if (script->methods->len)
        index_list(script->root->project, script, NULL, script->methods);
}

static void
index_table(godot_script_t *script, GHashTable *methods)
{
    GPtrArray *list = sorted_methods(script, methods);

    if (list->len)
        index_list(script->root->project, script, NULL, list);
    g_ptr_array_unref(list);
    g_hash_table_destroy(methods);
}

/* 4.0 and 4.1 count the direct inner classes' methods in, and may forget the bases. */
static void
index_old_lists(godot_script_t *script)
{
    GHashTable *methods;

    if (is_csharp(script))
        return;
    if (script->base) {
        methods = methods_new();
        add_own(methods, script);
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

/* The function's arguments, wherever in the chain it is. */
static const GPtrArray *
arguments_of(const godot_script_t *script, const char *name)
{
    for (; script; script = script->base)
        for (guint i = 0; i < script->declares->functions->len; i++) {
            const godot_function_t *function =
                (const godot_function_t *)g_ptr_array_index(script->declares->functions, i);
            if (strcmp(function->name, name) == 0)
                return function->arguments;
        }
    return NULL;
}

/* A call with a receiver may be for any node that has the method. */
static void
add_call(GHashTable *methods, const godot_script_t *script, const godot_rpc_call_t *call)
{
    const GPtrArray *arguments = arguments_of(script, call->name);

    if ((call->own || arguments) && !g_hash_table_contains(methods, call->name))
        g_hash_table_insert(methods, call->name, method_new(call->name, arguments, &call->config));
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

/* All of the calls may have happened, or some. Takes the methods over. */
static void
index_configured(godot_script_t *script, GHashTable *methods)
{
    GPtrArray *calls = sorted_methods(script, methods);
    guint      last = calls->len <= GODOT_MAX_SUBSETS_OF ? (1U << calls->len) - 1 : 1;

    if (calls->len)
        index_list(script->root->project, script, calls, script->methods);
    for (guint subset = 1; calls->len > 1 && calls->len <= GODOT_MAX_SUBSETS_OF && subset < last; subset++) {
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

/* What others may have configured on the node besides (docs/wire/multiplayer-godot4.md, 6.3). */
static void
index_calls_of_others(godot_script_t *script)
{
    const GPtrArray *others = script->root->project->calls_on_others;
    GHashTable      *methods = own_calls(script);
    guint            own = g_hash_table_size(methods);

    for (guint i = 0; i < others->len; i++)
        add_call(methods, script, (const godot_rpc_call_t *)g_ptr_array_index(others, i));
    if (g_hash_table_size(methods) > own)
        index_configured(script, methods);
    else
        g_hash_table_destroy(methods);
}

/* One call for each name: more of the same make no other list. */
static void
note_calls_on_others(godot_script_t *script)
{
    GPtrArray *noted = script->root->project->calls_on_others;

    for (guint i = 0; i < script->declares->calls->len; i++) {
        godot_rpc_call_t *call = (godot_rpc_call_t *)g_ptr_array_index(script->declares->calls, i);
        bool              known = call->own;

        for (guint k = 0; !known && k < noted->len; k++)
            known = strcmp(((const godot_rpc_call_t *)g_ptr_array_index(noted, k))->name, call->name) == 0;
        if (!known && noted->len >= GODOT_MAX_CALLS_ON_OTHERS)
            godot_files_limit(&script->root->project->read, GODOT_LIMIT_CALLS_ON_OTHERS, script->path);
        else if (!known)
            g_ptr_array_add(noted, call);
    }
}

/* ---- All of it ---- */

static void
for_each_script(godot_project_t *project, void (*step)(godot_script_t *script))
{
    for (guint i = 0; i < project->scripts->len; i++) {
        godot_script_t *script = (godot_script_t *)g_ptr_array_index(project->scripts, i);

        if (project->listed > GODOT_MAX_LISTED) {
            godot_files_limit(&project->read, GODOT_LIMIT_LISTED, script->path);
            return;
        }
        step(script);
    }
}

/* Lists as of 4.2 and later come first: an older form must not stand in for them. */
void
godot_index_methods(godot_project_t *project)
{
    for_each_script(project, list_with_bases);
    for_each_script(project, index_script);
    for_each_script(project, index_calls);
    project->calls_on_others = g_ptr_array_new();
    for_each_script(project, note_calls_on_others);
    for_each_script(project, index_calls_of_others);
    g_clear_pointer(&project->calls_on_others, g_ptr_array_unref);
    for_each_script(project, index_old_lists);
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
