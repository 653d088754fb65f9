/* project/classes.c
 * Which class of a project is which script, and which one does it extend?
 * Rules: docs/wire/multiplayer-godot4.md, 6.
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

/* ---- Scripts by class ---- */

void
godot_script_free(void *data)
{
    godot_script_t *script = data;

    g_ptr_array_unref(script->methods);
    g_free(script->called);
    g_free(script);
}

static void
add_script(godot_project_root_t *root, godot_class_t *declares, const char *path, bool csharp)
{
    godot_script_t *script = g_new0(godot_script_t, 1);

    script->path = path;
    script->declares = declares;
    script->root = root;
    script->csharp = csharp;
    script->methods = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(root->project->scripts, script);
    g_hash_table_insert(root->project->by_class, declares, script);
}

static godot_script_t *
script_of(const godot_project_root_t *root, const godot_class_t *declares)
{
    return declares ? (godot_script_t *)g_hash_table_lookup(root->project->by_class, declares) : NULL;
}

/*
 * Adds a C# class. The parts of a partial class are one script, with the path that the engine asks for: that of the
 * file with the class's name.
 */
static void
add_csharp(godot_project_root_t *root, godot_class_t *part, const char *path)
{
    GPtrArray *parts = g_hash_table_lookup(root->csharp, part->name);
    char      *end = g_strdup_printf("/%s.cs:%s", part->name, part->name);

    if (!parts) {
        parts = g_ptr_array_new();
        g_hash_table_insert(root->csharp, part->name, parts);
        add_script(root, part, path, true);
    } else {
        godot_script_t *script = script_of(root, (godot_class_t *)g_ptr_array_index(parts, 0));

        godot_class_join(script->declares, part);
        g_hash_table_insert(root->project->by_class, part, script);
        if (g_str_has_suffix(path, end))
            script->path = path;
    }
    g_ptr_array_add(parts, part);
    g_free(end);
}

/* Adds the inner classes. The readers limit how deep they are nested. */
static void
add_inner(godot_project_root_t *root, const godot_class_t *outer, const char *path, char separator, bool csharp)
{
    for (guint i = 0; i < outer->inner->len; i++) {
        godot_class_t *inner = g_ptr_array_index(outer->inner, i);

        if (strlen(path) + strlen(inner->name) > GODOT_MAX_PATH)
            continue;
        char       *name = g_strdup_printf("%s%c%s", path, separator, inner->name);
        const char *kept = godot_strings_keep(root->project->strings, name);

        g_free(name);
        root->project->declared += (unsigned)strlen(kept) / 128;    /* the names of many may contain this one */
        if (csharp)
            add_csharp(root, inner, kept);
        else
            add_script(root, inner, kept, false);
        add_inner(root, inner, kept, '.', csharp);
    }
}

void
godot_index_add_classes(godot_project_root_t *root, godot_class_t *file, const char *path, bool csharp)
{
    add_script(root, file, path, csharp);
    add_inner(root, file, path, ':', csharp);
}

const godot_script_t *
godot_index_script(godot_project_root_t *root, const char *resource)
{
    godot_script_t *script = g_hash_table_lookup(root->scripts, resource);

    if (!script || !g_str_has_suffix(resource, ".cs"))
        return script;
    char *name = g_path_get_basename(resource);
    name[strlen(name) - strlen(".cs")] = '\0';
    godot_class_t *named = godot_class_inner(script->declares, name);
    g_free(name);
    return script_of(root, named);
}

/* ---- What names a class ---- */

static godot_script_t *resolve_base(godot_script_t *script);
static godot_script_t *resolve_reference(godot_script_t *from, const godot_reference_t *reference);

/* Finds a class, or a constant that names one, in a class or its bases. */
static godot_script_t *
find_member(godot_script_t *script, const char *name)
{
    for (unsigned i = 0; script && i < GODOT_MAX_CHAIN; i++, script = resolve_base(script)) {
        godot_class_t     *inner = godot_class_inner(script->declares, name);
        godot_reference_t *constant;

        if (inner)
            return script_of(script->root, inner);
        constant = g_hash_table_lookup(script->declares->constants, name);
        if (constant)
            return resolve_reference(script, constant);
    }
    return NULL;
}

/* Finds the first of the dotted names: a class_name, an autoload, or a name in the classes around. */
static godot_script_t *
find_name(godot_script_t *from, const char *name)
{
    godot_script_t *found = g_hash_table_lookup(from->root->class_names, name);
    const char     *autoload = g_hash_table_lookup(from->root->autoloads, name);

    if (!found && autoload)
        found = g_hash_table_lookup(from->root->scripts, autoload);
    for (godot_class_t *around = from->declares; !found && around; around = around->outer)
        found = find_member(script_of(from->root, around), name);
    return found;
}

/* Finds a C# class: its names have no namespace here. */
static godot_script_t *
resolve_csharp(const godot_script_t *from, const char *names)
{
    const char *dot = names ? strrchr(names, '.') : NULL;
    GPtrArray  *parts = names ? (GPtrArray *)g_hash_table_lookup(from->root->csharp, dot ? dot + 1 : names) : NULL;

    return parts ? script_of(from->root, (godot_class_t *)g_ptr_array_index(parts, 0)) : NULL;
}

static godot_script_t *
resolve_gdscript(godot_script_t *from, const godot_reference_t *reference)
{
    char           **names = g_strsplit(reference->names ? reference->names : "", ".", GODOT_MAX_CLASS_DEPTH);
    char           **name = names;
    godot_script_t  *script = NULL;

    if (reference->path) {
        const char *resource = godot_index_resource(from->root, reference->path, from->path);
        script = resource ? (godot_script_t *)g_hash_table_lookup(from->root->scripts, resource) : NULL;
    } else if (*name) {
        script = find_name(from, *name++);
    }
    for (; *name; name++)
        script = find_member(script, *name);
    g_strfreev(names);
    return script;
}

/* Finds the script that a reference names, and remembers it. A reference that leads back to itself names none. */
static godot_script_t *
resolve_reference(godot_script_t *from, const godot_reference_t *reference)
{
    godot_project_t *project = from->root->project;
    void            *known;

    if (!reference->path && !reference->names)
        return NULL;
    if (g_hash_table_lookup_extended(project->references, reference, NULL, &known))
        return (godot_script_t *)known;
    if (project->depth == GODOT_MAX_REFERENCES) {
        godot_files_limit(&project->read, GODOT_LIMIT_REFERENCES, from->path);
        return NULL;
    }
    g_hash_table_insert(project->references, (void *)reference, NULL);
    project->depth++;
    godot_script_t *script = from->csharp ? resolve_csharp(from, reference->names) : resolve_gdscript(from, reference);
    project->depth--;
    g_hash_table_insert(project->references, (void *)reference, script);
    return script;
}

/* ---- Bases ---- */

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

/* Returns the base that a script names. In C#, any part of the class may name it. */
static godot_script_t *
named_base(godot_script_t *script)
{
    godot_script_t *base = resolve_reference(script, &script->declares->base);
    GPtrArray      *parts = script->csharp && script->declares->name ?
        (GPtrArray *)g_hash_table_lookup(script->root->csharp, script->declares->name) : NULL;

    for (guint i = 1; !base && parts && i < parts->len; i++)
        base = resolve_reference(script, &((godot_class_t *)g_ptr_array_index(parts, i))->base);
    return base;
}

static godot_script_t *
resolve_base(godot_script_t *script)
{
    if (!script->base_sought) {
        script->base_sought = true;
        godot_script_t *base = named_base(script);
        script->base = is_among_bases(script, base) ? NULL : base;
    }
    return script->base;
}

/*
 * Settles the base of a script. Bases were found one by one and may make a chain of any length: this cuts it, from its
 * end on.
 */
static void
settle_base(godot_script_t *script, GPtrArray *chain)
{
    for (; script && script->depth == 0; script = resolve_base(script))
        g_ptr_array_add(chain, script);
    while (chain->len > 0) {
        script = (godot_script_t *)g_ptr_array_steal_index(chain, chain->len - 1);
        if (script->base && script->base->depth == GODOT_MAX_CHAIN) {
            godot_files_limit(&script->root->project->read, GODOT_LIMIT_CHAIN, script->path);
            script->base = NULL;
        }
        script->depth = script->base ? script->base->depth + 1 : 1;
    }
}

void
godot_index_bases(godot_project_t *project)
{
    GPtrArray *chain = g_ptr_array_new();

    for (guint i = 0; i < project->scripts->len; i++) {
        godot_script_t *script = g_ptr_array_index(project->scripts, i);

        if (godot_files_in_time(&project->read, script->path))
            settle_base(script, chain);
        else if (script->depth == 0)
            script->base = NULL;
    }
    g_ptr_array_unref(chain);
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
