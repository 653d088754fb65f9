/* test-godot-project-games.c
 * What does the library of a game's names make of files that need one another?
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
#include <glib/gstdio.h>

#include "project/paths.h"
#include "project/project.h"
#include "tests/unit/declared.h"

/* ---- A game from a text ---- */

/* Writes the files of a text: each begins with "== ", its path and the end of the line. */
static void
write_files(const char *folder, const char *text, GPtrArray *paths)
{
    char **files = g_strsplit(text, "== ", -1);

    for (char **file = files + 1; *file; file++) {
        char *end = strchr(*file, '\n');
        char *name = g_strndup(*file, (gsize)(end - *file)), *path = g_build_filename(folder, name, NULL);
        char *below = g_path_get_dirname(path);

        g_assert_cmpint(g_mkdir_with_parents(below, 0700), ==, 0);
        g_assert_true(g_file_set_contents(path, end + 1, -1, NULL));
        g_ptr_array_add(paths, path);
        if (strcmp(below, folder) != 0 && !g_ptr_array_find_with_equal_func(paths, below, g_str_equal, NULL))
            g_ptr_array_insert(paths, 0, below);
        else
            g_free(below);
        g_free(name);
    }
    g_strfreev(files);
}

/* Reads the files of a text as one game. */
static godot_project_t *
game_of(const char *text)
{
    char              *folder = g_dir_make_tmp(NULL, NULL);
    GPtrArray         *paths = g_ptr_array_new_with_free_func(g_free);
    const char *const  places[] = { folder, NULL };
    godot_project_t   *game;

    write_files(folder, text, paths);
    game = godot_project_open(places, NULL, NULL);
    for (guint i = paths->len; i > 0; i--)
        g_remove(g_ptr_array_index(paths, i - 1));
    g_ptr_array_unref(paths);
    g_rmdir(folder);
    g_free(folder);
    return game;
}

/* ---- As texts, without "res://" ---- */

static const char *
brief(const char *path)
{
    return path + (g_str_has_prefix(path, "res://") ? strlen("res://") : 0);
}

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Joins texts in their order by the alphabet, and frees them. */
static char *
joined(GPtrArray *texts)
{
    char *all;

    g_ptr_array_sort(texts, compare_texts);
    g_ptr_array_add(texts, NULL);
    all = g_strjoinv("; ", (char **)texts->pdata);
    g_ptr_array_unref(texts);
    return all;
}

static void
add_methods(GString *told, const GPtrArray *methods)
{
    for (guint i = 0; i < methods->len; i++) {
        const godot_method_t *method = g_ptr_array_index(methods, i);

        g_string_append_printf(told, " %s@", method->name);
        add_config(told, &method->config);
        add_arguments(told, method->arguments);
    }
}

static void
add_names(GString *names, const GPtrArray *methods)
{
    for (guint i = 0; methods && i < methods->len; i++)
        g_string_append(names, ((const godot_method_t *)g_ptr_array_index(methods, i))->name);
}

/* The MD5 is that of all names in a row (docs/wire/multiplayer-godot4.md, 6.2). */
static void
check_md5(const char *md5, const GPtrArray *node_methods, const GPtrArray *methods)
{
    GString *names = g_string_new(NULL);
    char    *expected;

    add_names(names, node_methods);
    add_names(names, methods);
    expected = g_compute_checksum_for_string(G_CHECKSUM_MD5, names->str, -1);
    g_assert_cmpstr(md5, ==, expected);
    g_free(expected);
    g_string_free(names, TRUE);
}

/* Each script, its base and its methods. */
static char *
told_scripts(const godot_project_t *game)
{
    const GPtrArray *scripts = godot_project_scripts(game);
    GPtrArray       *texts = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < scripts->len; i++) {
        const godot_script_t *script = g_ptr_array_index(scripts, i);
        GString              *told = g_string_new(brief(script->path));

        if (script->base)
            g_string_append_printf(told, " < %s", brief(script->base->path));
        add_methods(told, script->methods);
        check_md5(script->md5, NULL, script->methods);
        g_ptr_array_add(texts, g_string_free(told, FALSE));
    }
    return joined(texts);
}

/* The lists of methods: those of the node, "|", those of the script, and how many scripts have them. */
static char *
told_lists(const godot_project_t *game)
{
    GPtrArray *lists = godot_project_method_lists(game);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < lists->len; i++) {
        const godot_methods_t *list = g_ptr_array_index(lists, i);
        GString *told = g_string_new(NULL);

        check_md5(list->md5, list->node_methods, list->methods);
        add_methods(told, list->node_methods);
        g_string_append(told, list->node_methods->len ? " |" : "");
        add_methods(told, list->methods);
        g_string_append_printf(told, " of %u", list->scripts->len);
        g_ptr_array_add(texts, g_strdup(told->str + 1));
        g_string_free(told, TRUE);
    }
    g_ptr_array_unref(lists);
    return joined(texts);
}

static void
add_node(void *user, const godot_scene_node_t *node)
{
    GString *told = user;

    g_string_append_printf(told, " %s", node->path);
    if (node->type)
        g_string_append_printf(told, ":%s", node->type);
    if (node->script)
        g_string_append_printf(told, "<%s", brief(node->script->path));
    for (guint i = 0; i < node->spawns->len; i++)
        g_string_append_printf(told, "+%s", brief(g_ptr_array_index(node->spawns, i)));
}

/* Each scene, its nodes, and its synchronizers with their properties: node, name, type, and how they are sent. */
static char *
told_scenes(const godot_project_t *game)
{
    const GPtrArray *scenes = godot_project_scenes(game);
    GPtrArray       *texts = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < scenes->len; i++) {
        const godot_scene_t *scene = g_ptr_array_index(scenes, i);
        GString             *told = g_string_new(brief(scene->path));

        g_string_append_c(told, ':');
        godot_scene_each_node(scene, add_node, told);
        for (guint nth = 0; nth < scene->synchronizers->len; nth++) {
            const godot_synchronizer_t *one = g_ptr_array_index(scene->synchronizers, nth);

            g_assert_true(one->scene == scene);
            g_string_append_printf(told, " (%s", one->path);
            for (guint at = 0; at < one->properties->len; at++) {
                const godot_property_t *property = g_ptr_array_index(one->properties, at);

                g_string_append_printf(told, " %s.%s:%s=%s%s%s%s%s", property->node, property->name, property->type,
                                       property->spawn ? "s" : "", property->sync ? "1" : "",
                                       property->watch ? "2" : "",
                                       property->sync_4_1 ? "y" : "", property->watch_4_1 ? "w" : "");
            }
            g_string_append_c(told, ')');
        }
        g_ptr_array_add(texts, g_string_free(told, FALSE));
    }
    return joined(texts);
}

typedef struct {
    const char *text, *told;
} case_t;

static void
check(char *(*tell)(const godot_project_t *game), const case_t *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        godot_project_t *game = game_of(cases[i].text);
        char            *told = tell(game);

        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(godot_project_notes(game)->len, ==, 0);
        g_assert_cmpstr(told, ==, cases[i].told);
        g_free(told);
        godot_project_close(game);
    }
}

/* ---- Scripts ---- */

static void
test_bases(void)
{
    static const case_t cases[] = {
        { "== a.gd\nextends 'b.gd'\n@rpc func f(): pass\n== b.gd\nextends 'res://c/d.gd'\n@rpc func g(): pass\n"
          "== c/d.gd\nextends '../e.gd'\n@rpc func h(): pass\n== e.gd\n@rpc func i(): pass\n",
          "a.gd < b.gd f@2200() g@2200() h@2200() i@2200(); b.gd < c/d.gd g@2200() h@2200() i@2200(); "
          "c/d.gd < e.gd h@2200() i@2200(); e.gd i@2200()" },
        { "== a.gd\nextends B\n== b.gd\nclass_name B\n@rpc func f(a: int): pass\n== c.gd\nextends B.C\n"
          "== d.gd\nclass_name D\nclass C:\n\tclass E:\n\t\t@rpc func g(): pass\n== e.gd\nextends D.C.E\n== f.gd\n"
          "extends D.E\n",
          "a.gd < b.gd f@2200(a: int); b.gd f@2200(a: int); c.gd; d.gd; d.gd:C; d.gd:C.E g@2200(); e.gd < d.gd:C.E "
          "g@2200(); f.gd" },
        { "== a.gd\nconst X = preload('b.gd')\nconst Y = X.C\nclass I extends X: pass\nclass J extends X.C: pass\n"
          "class K extends Y: pass\n"
          "class L:\n\tclass M extends J: pass\n== b.gd\nclass C: pass\n",
          "a.gd; a.gd:I < b.gd; a.gd:J < b.gd:C; a.gd:K < b.gd:C; a.gd:L; a.gd:L.M < a.gd:J; b.gd; b.gd:C" },
        { "== a.gd\nextends 'b.gd'\nclass I extends C: pass\nclass J extends X: pass\n== b.gd\nextends 'c.gd'\n"
          "const X = C\n== c.gd\nclass C: pass\n",
          "a.gd < b.gd; a.gd:I < c.gd:C; a.gd:J < c.gd:C; b.gd < c.gd; c.gd; c.gd:C" },
        { "== a.gd\nextends 'b.gd'\n== b.gd\nextends 'a.gd'\n== c.gd\nextends 'c.gd'\n== d.gd\nconst A = B\n"
          "const B = A\nclass I extends A: pass\n",
          "a.gd < b.gd; b.gd; c.gd; d.gd; d.gd:I" },
        { "== project.godot\n[application]\nX=\"res://b.gd\"\n[autoload]\nA=\"*res://a.gd\"\nB = \"res://b.gd\"\n"
          "C=*res://c.gd\nD=\"*uid://d\"\nE=\"res://c.gd"
          "\n[rendering]\nF=\"*res://a.gd\"\n== a.gd\nextends B\n== b.gd\n== c.gd\nextends A\n== d.gd\nextends D\n"
          "== d.gd.uid\nuid://b\n== e.gd\nextends X\n"
          "== f.gd\nextends F\n== g.gd\nextends E\n== h.gd\nextends C\n",
          "a.gd; b.gd; c.gd < a.gd; d.gd; e.gd; f.gd; g.gd < c.gd; h.gd" },
        { "== project.godot\n[autoload]\nD=\"*uid://d\"\n== a.gd\nextends D\n== b.gd\nextends 'uid://c'\n== c.gd\n"
          "== c.gd.uid\nuid://c\n== d.gd\n"
          "== d.gd.uid\n uid://d \n== e.gd\nextends 'uid://e'\n== f.gd.uid\nuid:e\n== f.gd\n",
          "a.gd < d.gd; b.gd < c.gd; c.gd; d.gd; e.gd; f.gd" },
        { "== project.godot\n[autoload]\nNet=\"*res://a.gd\"\n== a.gd\nextends Net\n== b.gd\nclass_name Net\n"
          "== c.gd\nclass_name P\n== P.cs\nclass P { }\n== Q.cs\nclass P : R { } class R { }\n",
          "P.cs; P.cs:P < Q.cs:R; Q.cs; Q.cs:R; a.gd < b.gd; b.gd; c.gd" },
        { "== a.gd\nextends Node\n== b.gd\nextends 'none.gd'\n== c.gd\nextends '../a.gd'\n== d.gd\n"
          "extends 'res://./e/..//a.gd'\n", "a.gd; b.gd; c.gd; d.gd < a.gd" },
        { "== A.cs\nnamespace N { public partial class A : M.B { [Rpc] void F(int a) { } class C : A { } } }\n"
          "== B.cs\npublic class B { [Rpc] void G() { } }\n",
          "A.cs; A.cs:A < B.cs:B F@2200(a: int) G@2200(); A.cs:A.C < A.cs:A F@2200(a: int) G@2200(); B.cs; B.cs:B "
          "G@2200()" },
        { "== x/P.cs\npartial class P { [Rpc] void F() { } }\n== x/Net.cs\n"
          "partial class P : Q { [Rpc] void G() { } }\n== x/Q.cs\nclass Q : R { [Rpc] void H() { } }\n",
          "x/Net.cs; x/P.cs; x/P.cs:P < x/Q.cs:Q F@2200() G@2200() H@2200(); x/Q.cs; x/Q.cs:Q H@2200()" },
        { "== a.gd\nclass_name A\n@rpc func f(a): pass\n@rpc(\"any_peer\") func g(): pass\n@rpc func G(): pass\n"
          "@rpc func _g(): pass\nfunc h(): pass\n"
          "== b.gd\nextends A\nfunc f(b: int): pass\n@rpc(\"call_local\", \"unreliable\", \"any_peer\", 2) func g(c "
          ":= 1): pass\n@rpc func h(): pass\n",
          "a.gd G@2200() _g@2200() f@2200(a) g@1200(); b.gd < a.gd G@2200() _g@2200() f@2200(b: int) g@1012(c: int) "
          "h@2200()" },
    };

    check(told_scripts, cases, G_N_ELEMENTS(cases));
}

static void
test_lists(void)
{
    static const case_t cases[] = {
        { "== a.gd\nfunc f(): pass\n", "" },
        { "== a.gd\n@rpc func b(): pass\n@rpc func a(): pass\n== b.gd\n@rpc func b(): pass\n"
          "@rpc func a(): pass\n", "a@2200() b@2200() of 2" },
        { "== a.gd\n@rpc(\"any_peer\") func f(a: int, b): pass\n== b.gd\n"
          "@rpc(\"unreliable\", \"call_local\", \"authority\", 1) func f(a: int, b): pass\n",
          "f@____(a: int, b) of 2" },
        { "== a.gd\n@rpc func f(a): pass\n@rpc func g(): pass\n== b.gd\n@rpc func f(b): pass\n"
          "@rpc(\"any_peer\") func g(): pass\n== c.gd\n@rpc func f(a): pass\n@rpc func g(): pass\n",
          "f@2200(?) g@_200() of 3" },
        { "== a.gd\nextends 'b.gd'\n@rpc func f(): pass\n== b.gd\n@rpc func g(): pass\n", "f@2200() g@2200() of 1; "
          "f@2200() of 1; g@2200() of 1" },
        { "== a.gd\n@rpc func f(): pass\nclass I:\n\t@rpc func g(): pass\n\tclass J:\n\t\t@rpc func h(): pass\n",
          "f@2200() g@2200() of 1; f@2200() of 1; g@2200() h@2200() of 1; g@2200() of 1; h@2200() of 1" },
        { "== A.cs\nclass A : B { [Rpc] void F() { } class C { [Rpc] void H() { } } }\n== B.cs\n"
          "class B { [Rpc] void G() { } }\n",
          "F@2200() G@2200() of 1; G@2200() of 1; H@2200() of 1" },
        { "== A.cs\npartial class P { [Rpc] void F() { } }\n== B.cs\n"
          "partial class P { void G(int a) { } void R() { RpcConfig(\"G\", x); } }\n",
          "F@2200() of 1; G@____(a: int) | F@2200() of 1" },
        { "== a.gd\n@rpc func f(): pass\nfunc c(a): pass\nfunc _ready():\n\trpc_config(\"c\", {\"rpc_mode\": 1})\n"
          "\trpc_config(\"b\", {})\n\trpc_config(\"c\", {})\n",
          "b@0200(?) c@1200(a) | f@2200() of 1; b@0200(?) | f@2200() of 1; c@1200(a) | f@2200() of 1; f@2200() of 1" },
        { "== a.gd\nextends 'b.gd'\n@rpc func f(): pass\n== b.gd\nfunc c(a): pass\nfunc _ready():\n"
          "\trpc_config(\"c\", {})\n",
          "c@0200(a) | f@2200() of 1; c@0200(a) | of 1; f@2200() of 1" },
        { "== a.gd\n@rpc func f(): pass\nfunc c(): pass\n== b.gd\nfunc _ready():\n\t$A.rpc_config(\"c\", {})\n"
          "\t$A.rpc_config(\"c\", x)\n\t$A.rpc_config(\"d\", {})\n",
          "c@0200() | f@2200() of 1; f@2200() of 1" },
        { "== a.gd\nfunc c(): pass\nfunc _ready(): rpc_config(\"c\", {})\n== b.gd\nfunc c(): pass\n"
          "@rpc func f(): pass\n",
          "c@0200() | of 1; f@2200() of 1" },
        { "== a.gd\nfunc c(a: int): pass\nfunc _ready(): rpc_config(\"c\", {\"rpc_mode\": 1, \"channel\": 3})\n"
          "== b.gd\nfunc c(b): pass\nfunc _ready(): rpc_config(\"c\", {\"rpc_mode\": 2, \"channel\": 3})\n",
          "c@_203(?) | of 2" },
        { "== a.gd\nfunc c(a): pass\nfunc _ready(): rpc_config(\"c\", {})\n== b.gd\n"
          "func _ready(): rpc_config(\"c\", {})\n== c.gd\nfunc c(a): pass\nfunc _ready(): rpc_config(\"c\", {})\n",
          "c@0200(?) | of 3" },
        { "== a.gd\nfunc c(): pass\nfunc _ready(): rpc_config(\"e\", {})\n== b.gd\nextends 'a.gd'\nfunc d(): pass\n"
          "func _ready():\n\t$A.rpc_config(\"c\", {})\n\t$A.rpc_config(\"d\", {})\n",
          "c@0200() d@0200() e@0200(?) | of 1; c@0200() d@0200() | of 1; c@0200() e@0200(?) | of 2; c@0200() | of 2; "
          "d@0200() e@0200(?) | of 1; d@0200() | of 1; e@0200(?) | of 2" },
        { "== a.tscn\n[sub_resource type=\"GDScript\" id=\"g\"]\nscript/source = \"@rpc func f(): pass\"\n"
          "[sub_resource type=\"GDScript\" id=\"h\"]\n", "f@2200() of 1" },
    };

    check(told_lists, cases, G_N_ELEMENTS(cases));
}

/* ---- Folders ---- */

/* What the engine leaves out is left out, and a .remap gives another file its name. */
static void
test_folders(void)
{
    static const case_t scripts[] = {
        { "== .h/a.gd\n== .i.gd\n== b/.gdignore\n== b/c.gd\n== d/project.godot\n== d/e.gd\nextends F\n== d/f.gd\n"
          "class_name F\n"
          "== g.gd\nextends F\n== x/h.gd\n== k.gd.txt\n== l.gdc\n== m.gd\n== m.gd.remap\n"
          "== n/project.binary\nECFG== n/o.gd\nextends F\n",
          "e.gd < f.gd; f.gd; g.gd; m.gd; o.gd; x/h.gd" },
        { "== a.gd\nextends 'uid://q'\n== b.gd\n== c.gd\n== c.gd.uid\nuid://r\n== d.gd\nextends 'uid://r'\n== t.tscn\n"
          "[gd_scene]\n"
          "[ext_resource uid=\"uid://q\" path=\"res://b.gd\" id=\"1\"]\n"
          "[ext_resource uid=\"uid://r\" path=\"res://b.gd\" id=\"2\"]\n",
          "a.gd < b.gd; b.gd; c.gd; d.gd < c.gd" },
    };
    static const case_t scenes[] = {
        { "== t.tscn.remap\n[remap]\n\npath=\"res://.x/y/../t.tscn\"\n== .x/t.tscn\n[gd_scene]\n"
          "[node name=\"R\" type=\"A\"]\n"
          "== u.tscn.remap\n[remap]\npath=\"res://none.tscn\"\n== v.tscn.remap\n[remap]\npath=\".x/t.tscn\"\n"
          "== w.tscn.remap\n[remap]\n"
          "== x.tscn.remap\npath=\"res://.x/t.tscn\"\n", "t.tscn: .:A" },
        { "== .x/t.tscn\n[gd_scene]\n== a.tscn.remap\n[remap]\npath=xres://.x/t.tscnx\n== b.tscn.remap\n[remap]\n"
          "path=\"res://.x/t.tscnx\n== c.tscn.remap\n[remap]\npath=xres://.x/t.tscn\"\n== d.tscn.remap\n[remap]\n"
          "path=\"\n"
          "== e.tscn.remap\n[remap]\npath=\"uid://.x/t.tscn\"\n", "" },
    };

    check(told_scripts, scripts, G_N_ELEMENTS(scripts));
    check(told_scenes, scenes, G_N_ELEMENTS(scenes));
}

/* Files are read in the order of their names, whatever the file system's is. */
static void
test_order_of_files(void)
{
    GString         *text = g_string_new(NULL);
    godot_project_t *game;

    for (char letter = 'z'; letter >= 'a'; letter--)
        g_string_append_printf(text, "== %c.gd\n", (letter - 'a') * 7 % 26 + 'a');
    game = game_of(text->str);
    for (guint i = 0; i < 26; i++)
        g_assert_cmpint(*brief(((const godot_script_t *)g_ptr_array_index(godot_project_scripts(game), i))->path), ==,
                        (int)('a' + i));
    godot_project_close(game);
    g_string_free(text, TRUE);
}

/* The server keeps the authority of all nodes unless something may give it away. */
static void
test_authority(void)
{
    static const struct {
        const char *text;
        bool        keeps;
        unsigned    projects;
    } cases[] = {
        { "== a.gd\n", true, 1 }, { "== a.gd\n== b.gdextension\n", false, 1 }, { "== a.gd\n== b/project.godot\n"
          "== b/c.cs\n", false, 2 },
        { "== a.gd\n== b.tscn\n[sub_resource type=\"GDScript\" id=\"1\"]\n"
          "script/source = \"set_multiplayer_authority(1)\"\n", false, 1 },
        { "== a.gd\n== b.gd\nset_multiplayer_authority\n== c.gd\n", false, 1 }, { "== a.gd\n== b.gd\n"
          "multiplayer_authority\n", true, 1 },
        { "== a.gd\n== b.gd\n\xff\n", false, 1 }, { "== a.tscn\n", false, 1 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *game = game_of(cases[i].text);

        g_assert_cmpint(godot_project_keeps_authority(game), ==, cases[i].keeps);
        g_assert_cmpuint(godot_project_count(game), ==, cases[i].projects);
        godot_project_close(game);
    }
}

/* ---- Scenes ---- */

#define SCENE   "[gd_scene]\n"
#define ROOT    "[node name=\"R\" type=\"Node\"]\n"

static void
test_trees(void)
{
    static const case_t cases[] = {
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://none.cs\" id=\"1\"]\n"
          "[ext_resource path=\"res://x/P.cs\" id=\"2\"]\n"
          "[node name=\"X\" type=\"Y\" parent=\".\"]\n" ROOT "script = ExtResource(\"1\")\n"
          "[node name=\"A\" type=\"B\" parent=\".\"]\nscript = ExtResource(\"2\")\n== x/P.cs\n"
          "class Q { } class P { }\n"
          "== x/Net.cs\npartial class P { }\n",
          "a.tscn: .:Node A:B<x/P.cs:P" },
        { "== a.tscn\n" SCENE, "a.tscn:" }, { "== a.tres\n[gd_resource type=\"Theme\"]\n" ROOT, "" },
        { "== a.tscn\n" SCENE ROOT "[node name=\"A\" type=\"B\" parent=\".\"]\n"
          "[node name=\"C\" type=\"D\" parent=\"A\"]\n"
          "[node name=\"E\" type=\"F\" parent=\"A/C\"]\n[node name=\"G\" type=\"X\" parent=\"C\"]\n"
          "[node name=\"H\" type=\"X\"]\n[node name=\"I\" type=\"J\" parent=\"A/../A/./\"]\n",
          "a.tscn: .:Node A:B A/C:D A/C/E:F A/I:J" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://b/a.gd\" id=\"1\"]\n"
          "[ext_resource path=\"none.gd\" id=\"2\"]\n[ext_resource path=\"b/a.gd\" id=\"3\"]\n"
          "[sub_resource type=\"GDScript\" id=\"g\"]\nscript/source = \"var a\"\n" ROOT
          "script = ExtResource(\"1\")\n[node name=\"A\" type=\"B\" parent=\".\"]\nscript = ExtResource(\"2\")\n"
          "[node name=\"C\" type=\"D\" parent=\".\"]\n"
          "script = ExtResource(\"3\")\n[node name=\"E\" type=\"F\" parent=\".\"]\nscript = SubResource(\"g\")\n"
          "== b/a.gd\n",
          "a.tscn: .:Node<b/a.gd A:B C:D<b/a.gd E:F<a.tscn::g" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://b.tscn\" id=\"1\"]\n"
          "[ext_resource path=\"res://a.gd\" id=\"2\"]\n" ROOT
          "[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\nscript = ExtResource(\"2\")\n"
          "[node name=\"A\" parent=\"I\"]\nscript = ExtResource(\"2\")\n"
          "[node name=\"N\" parent=\"I\"]\n[node name=\"K\" type=\"L\" parent=\"I/A\"]\n"
          "[node name=\"J\" parent=\".\" instance=ExtResource(\"1\")]\n"
          "== b.tscn\n" SCENE "[ext_resource path=\"res://b.gd\" id=\"1\"]\n[node name=\"R\" type=\"X\"]\n"
          "script = ExtResource(\"1\")\n[node name=\"A\" type=\"Y\" parent=\".\"]\n"
          "== a.gd\n== b.gd\n",
          "a.tscn: .:Node I:X<a.gd I/A:Y<a.gd I/A/K:L J:X<b.gd J/A:Y; b.tscn: .:X<b.gd A:Y" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://b.tscn\" id=\"1\"]\n"
          "[node name=\"S\" instance=ExtResource(\"1\")]\n[node name=\"C\" type=\"D\" parent=\".\" index=\"0\"]\n"
          "== b.tscn\n" SCENE "[node name=\"R\" type=\"X\"]\n[node name=\"A\" type=\"Y\" parent=\".\"]\n", "a.tscn: "
          ".:X C:D A:Y; b.tscn: .:X A:Y" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://a.tscn\" id=\"1\"]\n"
          "[ext_resource path=\"res://none.tscn\" id=\"2\"]\n" ROOT
          "[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"
          "[node name=\"B\" parent=\".\" instance=ExtResource(\"2\")]\n", "a.tscn: .:Node A B" },
        { "== a.tscn\n" SCENE ROOT "[node name=\"S\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
          "_spawnable_scenes = PackedStringArray(\"res://a.tscn\", \"uid://b\", \"uid://c\", \"a.tscn\")\n"
          "== b.tscn\n[gd_scene uid=\"uid://b\"]\n" ROOT, "a.tscn: .:Node S:MultiplayerSpawner+a.tscn+b.tscn++a.tscn; "
          "b.tscn: .:Node" },
    };

    check(told_scenes, cases, G_N_ELEMENTS(cases));
}

#define CONFIG  "[sub_resource type=\"SceneReplicationConfig\" id=\"c\"]\n"
#define SYNC    "[node name=\"S\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n" \
    "replication_config = SubResource(\"c\")\n"

/* What is replicated, and of which type it is: by a script's variable, the engine's class, or a value. */
static void
test_properties(void)
{
    static const case_t cases[] = {
        { "== a.tscn\n" SCENE CONFIG "properties/0/path = NodePath(\".:a\")\nproperties/1/path = NodePath(\"A:b\")\n"
          "properties/1/spawn = false\n"
          "properties/2/path = NodePath(\"A/B:c:x\")\nproperties/2/replication_mode = 2\n"
          "properties/3/path = NodePath(\"A\")\nproperties/3/replication_mode = 0\n"
          "properties/4/path = NodePath(\"N/M:d\")\nproperties/4/watch = true\n" ROOT "[node name=\"A\" type=\"X\" "
          "parent=\".\"]\n" SYNC,
          "a.tscn: .:Node A:X S:MultiplayerSynchronizer (S R.a:=s1y A.b:=1y B.c:x:=s2w A.:=s M.d:=s2yw)" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://a.gd\" id=\"1\"]\n" CONFIG "properties/0/path = "
          "NodePath(\".:a\")\nproperties/1/path = NodePath(\".:b\")\n"
          "properties/2/path = NodePath(\".:c\")\nproperties/3/path = NodePath(\".:d:x\")\n"
          "properties/4/path = NodePath(\".:position\")\nproperties/5/path = NodePath(\".:e\")\n"
          "properties/6/path = NodePath(\".:f:r\")\nproperties/7/path = NodePath(\".:g:x\")\n"
          "properties/8/path = NodePath(\".:h:x\")\nproperties/9/path = NodePath(\".:k:x\")\n"
          "[node name=\"R\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\nb = 1\nc = \"x\"\nposition = 1\n" SYNC
          "== a.gd\nextends 'b.gd'\nvar a: int\nvar c\nvar f: Color\n== b.gd\nvar a: String\nvar e := 1.5\n"
          "var d: Vector3i\nvar g: Variant\nvar h: Rect2i\nvar k: VectorField\n",
          "a.tscn: .:Node2D<a.gd S:MultiplayerSynchronizer (S R.a:int=s1y R.b:int=s1y R.c:String=s1y R.d:x:int=s1y "
          "R.position:Vector2=s1y R.e:float=s1y R.f:r:float=s1y R.g:x:=s1y R.h:x:=s1y R.k:x:=s1y)" },
        { "== a.tscn\n" SCENE CONFIG "properties/0/path = NodePath(\".:position:x\")\n"
          "properties/1/path = NodePath(\".:rotation\")\nproperties/2/path = NodePath(\".:quaternion:x\")\n"
          "properties/3/path = NodePath(\".:flip_h\")\nproperties/4/path = NodePath(\".:visible\")\n"
          "properties/5/path = NodePath(\".:modulate\")\nproperties/6/path = NodePath(\".:frame\")\n"
          "[node name=\"R\" type=\"Node3D\"]\nflip_h = 1.5\n" SYNC
          "== b.tscn\n" SCENE CONFIG "properties/0/path = NodePath(\".:position:y\")\n"
          "properties/1/path = NodePath(\".:rotation\")\nproperties/2/path = NodePath(\".:quaternion\")\n"
          "properties/3/path = NodePath(\".:frame\")\n[node name=\"R\" type=\"Sprite2D\"]\n" SYNC
          "== c.tscn\n" SCENE CONFIG "properties/0/path = NodePath(\".:position\")\n"
          "properties/1/path = NodePath(\".:a:x\")\n[node name=\"R\"]\na = Vector2i(1, 2)\n" SYNC,
          "a.tscn: .:Node3D S:MultiplayerSynchronizer (S R.position:x:float=s1y R.rotation:Vector3=s1y "
          "R.quaternion:x:=s1y R.flip_h:float=s1y R.visible:bool=s1y "
          "R.modulate:=s1y R.frame:=s1y); "
          "b.tscn: .:Sprite2D S:MultiplayerSynchronizer (S R.position:y:float=s1y R.rotation:float=s1y "
          "R.quaternion:=s1y R.frame:int=s1y); "
          "c.tscn: . S:MultiplayerSynchronizer (S R.position:=s1y R.a:x:int=s1y)" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://c.tres\" id=\"1\"]\n"
          "[ext_resource path=\"res://none.tres\" id=\"2\"]\n" CONFIG "properties/0/path = NodePath(\".:x\")\n" ROOT
          "[node name=\"A\" type=\"X\" parent=\".\"]\n[node name=\"B\" type=\"MultiplayerSynchronizer\" "
          "parent=\"A\"]\nreplication_config = ExtResource(\"1\")\nroot_path = NodePath(\"../..\")\n"
          "[node name=\"C\" type=\"MultiplayerSynchronizer\" parent=\"A\"]\nreplication_config = ExtResource(\"2\")\n"
          "[node name=\"D\" type=\"Y\" parent=\"A\"]\nreplication_config = SubResource(\"c\")\n"
          "root_path = NodePath(\"../../../..\")\n"
          "== c.tres\n[gd_resource type=\"SceneReplicationConfig\"]\n[resource]\n"
          "properties/0/path = NodePath(\".:a\")\nproperties/1/path = NodePath(\"A:b\")\n",
          "a.tscn: .:Node A:X A/B:MultiplayerSynchronizer A/C:MultiplayerSynchronizer A/D:Y (A/B R.a:=s1y A.b:=s1y) "
          "(A/C) (A/D ..x:=s1y)" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://P.cs\" id=\"1\"]\n" CONFIG "properties/0/path = "
          "NodePath(\".:b\")\n" ROOT
          "script = ExtResource(\"1\")\n" SYNC "== P.cs\npartial class P { int a; }\n== Q.cs\n"
          "partial class P { string b; }\n",
          "a.tscn: .:Node<P.cs:P S:MultiplayerSynchronizer (S R.b:String=s1y)" },
        { "== a.tscn\n" SCENE "[node name=\"R\" type=\"MultiplayerSynchronizer\"]\n", "a.tscn: "
          ".:MultiplayerSynchronizer (.)" },
        { "== a.tscn\n" SCENE "[ext_resource path=\"res://b.tscn\" id=\"1\"]\n"
          "[ext_resource path=\"res://none.tres\" id=\"2\"]\n" ROOT "[node name=\"I\" parent=\".\" "
          "instance=ExtResource(\"1\")]\na = \"\"\nb = 1\n"
          "[node name=\"J\" parent=\".\" instance=ExtResource(\"1\")]\n[node name=\"S\" parent=\"J\"]\n"
          "replication_config = ExtResource(\"2\")\nroot_path = NodePath(\"../..\")\n"
          "== b.tscn\n" SCENE CONFIG "properties/0/path = NodePath(\".:a\")\nproperties/1/path = NodePath(\".:b\")\n"
          "[node name=\"Q\" type=\"Node\"]\na = 1\n" SYNC,
          "a.tscn: .:Node I:Node I/S:MultiplayerSynchronizer J:Node J/S:MultiplayerSynchronizer (I/S I.a:int=s1y "
          "I.b:int=s1y) (J/S R.a:=s1y R.b:=s1y); "
          "b.tscn: .:Node S:MultiplayerSynchronizer (S Q.a:int=s1y Q.b:=s1y)" },
    };

    check(told_scenes, cases, G_N_ELEMENTS(cases));
}

/* ---- What paths of the wire mean ---- */

#define SPAWNER "[node name=\"P\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = PackedStringArray(" \
    "\"res://b.tscn\", \"res://c.tscn\", \"res://none.tscn\", \"res://e.tscn\")\nspawn_path = NodePath(\"../N\")\n"
#define OTHER_SPAWNERS(path, second) "[node name=\"T\" type=\"MultiplayerSpawner\" parent=\".\"]\n" \
    "_spawnable_scenes = PackedStringArray(\"res://b.tscn\", \"res://" second ".tscn\")\n" \
    "spawn_path = NodePath(\"" path "\")\n[node name=\"U\" type=\"MultiplayerSpawner\" parent=\".\"]\n" \
    "_spawnable_scenes = PackedStringArray(\"res://b.tscn\")\nspawn_path = NodePath(\"../V\")\n"

static const char paths_game[] =
    "== project.godot\n[autoload]\nNet=\"*res://net.gd\"\nHud=\"*res://hud.tscn\"\nEmpty=\"*res://e.tscn\"\n"
    "== net.gd\n== a.gd\n== b.gd\n"
    "== d.gd\n"
    "== a.tscn\n" SCENE "[ext_resource path=\"res://a.gd\" id=\"1\"]\n[node name=\"Main\" type=\"Node\"]\n"
    "script = ExtResource(\"1\")\n"
    "[node name=\"N\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"1\")\n" SPAWNER
    OTHER_SPAWNERS("../N", "b")
    "[node name=\"W\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
    "_spawnable_scenes = PackedStringArray(\"res://f.tscn\")\n"
    "[node name=\"Z\" type=\"MultiplayerSpawner\" parent=\".\"]\n"
    "_spawnable_scenes = PackedStringArray(\"res://f.tscn\")\n"
    "spawn_path = NodePath(\"V\")\n"
    "== e.tscn\n" SCENE
    "== f.tscn\n" SCENE "[ext_resource path=\"res://a.gd\" id=\"1\"]\n[node name=\"F\" type=\"Node\"]\n"
    "[node name=\"Deep\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"1\")\n"
    "== g.tscn\n" SCENE "[node name=\"G\" type=\"Node\"]\n" OTHER_SPAWNERS("../..", "c")
    "== b.tscn\n" SCENE "[ext_resource path=\"res://b.gd\" id=\"1\"]\n" CONFIG "properties/0/path = NodePath(\".:a\")\n"
    "[node name=\"B\" type=\"Node\"]\nscript = ExtResource(\"1\")\n[node name=\"In\" type=\"Node\" parent=\".\"]\n"
    "script = ExtResource(\"1\")\n" SYNC
    "== c.tscn\n" SCENE "[ext_resource path=\"res://b.gd\" id=\"1\"]\n[node name=\"C\" type=\"Node\"]\n"
    "script = ExtResource(\"1\")\n"
    "== d.tscn\n" SCENE "[ext_resource path=\"res://d.gd\" id=\"1\"]\n[node name=\"D\" type=\"Node\"]\n"
    "[node name=\"In\" type=\"Node\" parent=\".\"]\n"
    "script = ExtResource(\"1\")\n[node name=\"Deep\" type=\"Node\" parent=\"In\"]\nscript = ExtResource(\"1\")\n"
    "== hud.tscn\n" SCENE "[ext_resource path=\"res://d.gd\" id=\"1\"]\n[node name=\"HudRoot\" type=\"Node\"]\n"
    "script = ExtResource(\"1\")\n"
    "[node name=\"Bar\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"1\")\n";

static void
test_paths(void)
{
    static const struct {
        const char *path, *script, *spawned[4], *parent, *synchronizer;
    } cases[] = {
        { "Main", "a.gd", { NULL }, NULL, NULL }, { "Main/N", "a.gd", { NULL }, NULL, NULL },
        { "Main/P", NULL, { "b.tscn", "c.tscn", NULL, "e.tscn" }, "Main/N", NULL },
        { "Main/N/7", "b.gd", { NULL }, NULL, NULL }, { "Main/N/7/In", "b.gd", { NULL }, NULL, NULL },
        { "Main/N/7/S", NULL, { NULL }, NULL, "S" }, { "Main/N/7/X", NULL, { NULL }, NULL, NULL },
        { "Main/P/7", NULL, { NULL }, NULL, NULL },
        { "Net", "net.gd", { NULL }, NULL, NULL }, { "Hud", "d.gd", { NULL }, NULL, NULL },
        { "Hud/Bar", "d.gd", { NULL }, NULL, NULL },
        { "HudRoot", "d.gd", { NULL }, NULL, NULL }, { "Hud/Foo", NULL, { NULL }, NULL, NULL },
        { "Other/In", NULL, { NULL }, NULL, NULL }, { "Other/In/Deep", "d.gd", { NULL }, NULL, NULL },
        { "In/Deep", "d.gd", { NULL }, NULL, NULL },
        { "D/In", "d.gd", { NULL }, NULL, NULL }, { "B/In", "b.gd", { NULL }, NULL, NULL }, { "Deep", NULL, { NULL },
          NULL, NULL },
        { "X/Deep", NULL, { NULL }, NULL, NULL }, { "F/Deep", "a.gd", { NULL }, NULL, NULL },
        { "X/D/In/Deep", "d.gd", { NULL }, NULL, NULL }, { "Empty/x", NULL, { NULL }, NULL, NULL },
        { "X/Z", NULL, { "f.tscn" }, "X/Z/V", NULL }, { "../Z", NULL, { "f.tscn" }, NULL, NULL },
        { "X/T", NULL, { "b.tscn" }, NULL, NULL }, { "X/U", NULL, { "b.tscn" }, "X/V", NULL },
        { "Other/P", NULL, { "b.tscn", "c.tscn", NULL, "e.tscn" }, "Other/N", NULL }, { "P", NULL, { "b.tscn",
          "c.tscn", NULL, "e.tscn" }, "N", NULL },
        { "Other/S", NULL, { NULL }, NULL, "S" }, { "", NULL, { NULL }, NULL, NULL }, { "Main/", NULL, { NULL }, NULL,
          NULL },
    };
    godot_project_t *game = game_of(paths_game);

    g_assert_cmpuint(godot_project_notes(game)->len, ==, 0);
    for (unsigned again = 0; again <= 1; again++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            const godot_script_t       *script = godot_project_script_of_path(game, cases[i].path);
            const godot_synchronizer_t *one = godot_project_synchronizer(game, cases[i].path, GODOT_LIST_SYNC, 1);

            g_test_message("%s", cases[i].path);
            g_assert_cmpstr(script ? brief(script->path) : NULL, ==, cases[i].script);
            g_assert_cmpstr(one ? one->path : NULL, ==, cases[i].synchronizer);
            g_assert_cmpstr(godot_project_spawn_parent(game, cases[i].path), ==, cases[i].parent);
            for (unsigned nth = 0; nth <= G_N_ELEMENTS(cases[i].spawned); nth++) {
                const godot_scene_t *scene = godot_project_spawned_scene(game, cases[i].path, nth);

                g_assert_cmpstr(scene ? brief(scene->path) : NULL, ==,
                                nth < G_N_ELEMENTS(cases[i].spawned) ? cases[i].spawned[nth] : NULL);
            }
        }
    godot_project_close(game);
}

static void
test_paths_within(void)
{
    static const struct {
        const char *path, *folder;
        bool        is_within;
    } cases[] = {
        { "/a/b", "/a", true }, { "/a", "/a", true }, { "/ab", "/a", false }, { "/a", "/a/b", false }, { "/b/a", "/a",
          false },
        { "/a/b/c", "/a/b", true }, { "/a/c/b", "/a/b", false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s in %s", cases[i].path, cases[i].folder);
        g_assert_cmpint(godot_path_is_within(cases[i].path, cases[i].folder), ==, cases[i].is_within);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/authority", test_authority);
    g_test_add_func("/bases", test_bases);
    g_test_add_func("/folders", test_folders);
    g_test_add_func("/lists", test_lists);
    g_test_add_func("/order-of-files", test_order_of_files);
    g_test_add_func("/paths", test_paths);
    g_test_add_func("/paths-within", test_paths_within);
    g_test_add_func("/properties", test_properties);
    g_test_add_func("/trees", test_trees);
    return g_test_run();
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
