/* test-godot-project-scenes.c
 * What do the readers of scenes and resources find in a file, as a text and in its binary form?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <zstd.h>

#include "project/resource.h"
#include "project/resource-reader.h"
#include "project/scene-reader.h"
#include "tests/unit/words.h"

/* ---- A file as a text ---- */

/* Each property's path, "s" if it is in a SPAWN, its mode, and "y" or "w" for the sync and watch of 4.1. */
static void
add_replicated(GString *told, const GPtrArray *list)
{
    for (guint i = 0; i < list->len; i++) {
        const godot_replicated_t *one = g_ptr_array_index(list, i);

        g_string_append_printf(told, "%s%s=%s%d%s%s", i ? "," : "", one->path, one->spawn ? "s" : "", one->mode,
                               one->sync_4_1 ? "y" : "", one->watch_4_1 ? "w" : "");
    }
}

static void
add_text(GString *told, const char *before, const char *text)
{
    if (text)
        g_string_append_printf(told, " %s%s", before, text);
}

static GList *
sorted_keys(GHashTable *table)
{
    return g_list_sort(g_hash_table_get_keys(table), (GCompareFunc)strcmp);
}

static void
add_table(GString *told, const char *name, GHashTable *table)
{
    GList *keys = sorted_keys(table);

    for (const GList *at = keys; at; at = at->next)
        g_string_append_printf(told, " %s%s=%s", name, (const char *)at->data,
                               (const char *)g_hash_table_lookup(table, at->data));
    g_list_free(keys);
}

static void
add_node(GString *told, const godot_node_section_t *node)
{
    g_string_append_printf(told, " [%s", node->name);
    add_text(told, "parent ", node->parent);
    add_text(told, "type ", node->type);
    add_text(told, "instance ", node->instance);
    if (node->index != -1)
        g_string_append_printf(told, " index %d", node->index);
    add_text(told, "script ", node->script);
    add_text(told, "spawns at ", node->spawn_path);
    for (guint i = 0; node->scenes && i < node->scenes->len; i++)
        add_text(told, "spawns ", g_ptr_array_index(node->scenes, i));
    add_text(told, "root ", node->root_path);
    add_text(told, "config ", node->config);
    if (node->replicated) {
        g_string_append(told, " replicates ");
        add_replicated(told, node->replicated);
    }
    add_table(told, "", node->types);
    g_string_append_c(told, ']');
}

static char *
told_of(const godot_scene_file_t *file)
{
    GString *told = g_string_new(file->is_scene ? "scene" : "resource");
    GList   *configs = sorted_keys(file->configs);

    add_text(told, "", file->uid);
    add_table(told, "", file->uids);
    for (const GList *at = configs; at; at = at->next) {
        g_string_append_printf(told, " %s: ", (const char *)at->data);
        add_replicated(told, g_hash_table_lookup(file->configs, at->data));
    }
    for (guint i = 0; i < file->scripts->len; i++) {
        const godot_builtin_script_t *script = g_ptr_array_index(file->scripts, i);

        g_string_append_printf(told, " %s: \"%s\"", script->id, script->source ? script->source : "?");
    }
    if (file->replicated) {
        g_string_append(told, " replicates ");
        add_replicated(told, file->replicated);
    }
    for (guint i = 0; i < file->nodes->len; i++)
        add_node(told, g_ptr_array_index(file->nodes, i));
    g_list_free(configs);
    return g_string_free(told, FALSE);
}

/* ---- Text (docs.godotengine.org, "TSCN file format") ---- */

typedef struct {
    const char *text, *told;
} case_t;

static void
check(const case_t *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t              length = strlen(cases[i].text);
        char               *text = g_memdup2(cases[i].text, length);
        godot_scene_file_t *file = godot_scene_read(text, length);
        char               *told = told_of(file);

        g_test_message("%s", cases[i].text);
        g_assert_cmpstr(told, ==, cases[i].told);
        g_free(told);
        godot_scene_file_free(file);
        g_free(text);
    }
}

static void
test_headers(void)
{
    static const case_t cases[] = {
        { "[gd_scene load_steps=2 format=3 uid=\"uid://a\"]", "scene uid://a" },
        { "\n ; [gd_scene uid=\"uid://x\"]\n[gd_scene uid=\"uid://a\\\"b\" format=3 ] uid=\"uid://x\"\n", "scene "
          "uid://a\"b" },
        { "[gd_scene\tformat=3\tuid=\"uid://a\"\n[node name=\"A\"]", "scene uid://a [A]" },
        { "[gd_resource type=\"SceneReplicationConfig\" uid=\"uid://a\"]\n[resource]\n"
          "properties/0/path = NodePath(\".:a\")", "resource uid://a replicates .:a=s1y" },
        { "[gd_resource type=\"SceneReplicationConfig\"]\n[resource]\nproperties/0/path = NodePath(\".:a\")\n"
          "[gd_resource type=\"SceneReplicationConfig\"]\n", "resource replicates .:a=s1y" },
        { "[gd_resource type=\"Theme\"]\n[resource]\nproperties/0/path = NodePath(\".:a\")\n", "resource" },
        { "[gd_scene type=\"SceneReplicationConfig\"]\n[resource]\nproperties/0/path = NodePath(\".:a\")\n", "scene" },
        { "[gd_resource]\n", "resource" },
        { "[ext_resource type=\"Script\" uid=\"uid://a\" path=\"res://a.gd\" id=\"1\"]\n"
          "[ext_resource path=\"res://b.gd\" id=\"2\"]\n"
          "[ext_resource uid=\"uid://c\" id=\"3\"]\n[ext_resource id=\"4\"]\n[ext_resource path=\"res://e.gd\" id=5]\n"
          "[node name=\"A\"]\nscript = ExtResource(\"1\")\n[node name=\"B\"]\nscript = ExtResource(\"2\")\n"
          "[node name=\"C\"]\nscript = ExtResource( \"3\" )\n[node name=\"D\"]\nscript = ExtResource(\"4\")\n"
          "[node name=\"E\"]\nscript = ExtResource( 5 )\n[node name=\"F\"]\nscript = ExtResource(\"6\")\n",
          "resource uid://a=res://a.gd [A script res://a.gd] [B script res://b.gd] [C script uid://c] [D] "
          "[E script res://e.gd] [F]" },
        { "[node name=\"A B\" parent=\"./C\" type=\"D\" index=\"3\" groups=[\"x]\", \"y name=\\\"z\\\"\"] unique_id=7 "
          "owner_uid_path=A(\"]\")]",
          "resource [A B parent ./C type D index 3]" },
        { "[node name=\"A\"]\n[node type=\"B\" index=7]\n[node name=C]\n[node name=\"D\\\\\" index=\"-7\"]\n"
          "[node name=\"E\" index=\"32768\"]\n[node name=\"F\" index=\"0\"]\n[node name=\"G\" index=\"x\"]",
          "resource [A] [ type B index 7] [C] [D\\] [E index 32767] [F index 0] [G index 0]" },
        { "[node name=\"A\" name=\"B\" x y=\"z\" type=\"\" instance=ExtResource(\"9\") instance=1 parent=]\n"
          "[node name=\"C", "resource [B parent  type ] [C]" },
        { "[ext_resource path=\"res://a.tscn\" id=\"1\"]\n"
          "[node name=\"A\" instance=ExtResource(\"1\") parent=\"a/b\"]\n"
          "[node name=\"B\" instance_placeholder=\"res://x.tscn\"]\n[nodes name=\"X\"]\n[connection name=\"X\"]\n[]\n"
          "[node name=\"C\"]",
          "resource [A parent a/b instance res://a.tscn] [B] [C]" },
        { "[", "resource" }, { "", "resource" }, { "[node", "resource []" }, { "[node name=", "resource []" },
    };

    check(cases, G_N_ELEMENTS(cases));
}

static void
test_properties(void)
{
    static const case_t cases[] = {
        { "[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\nproperties/0/path = NodePath(\".:a\")\n"
          "properties/0/spawn = false\nproperties/0/replication_mode = 2\nproperties/1/path=NodePath(\"B:c:x\")\n"
          "properties/1/replication_mode=0\n[sub_resource type=\"GDScript\" id=\"2\"]\n"
          "properties/2/path = NodePath(\".:x\")\n"
          "script/source = \"extends A\\nvar b = \\\"c\\\"\n\"\nother = \"x\"\n[node name=\"A\"]\n"
          "replication_config = SubResource(\"1\")\n"
          "script = SubResource(\"2\")\n",
          "resource 1: .:a=2w,B:c:x=s0 2: \"extends A\nvar b = \"c\"\n\" [A script ::2 replicates .:a=2w,B:c:x=s0]" },
        { "[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\nproperties/0/path = NodePath(\".:a\")\n"
          "properties/0/sync = false\n"
          "properties/1/path = NodePath(\".:b\")\nproperties/1/watch = true\nproperties/1/sync = false\n"
          "properties/2/path = \".:c\"\nproperties/2/sync = true\nproperties/2/watch = false\n",
          "resource 1: .:a=s0,.:b=s2w,.:c=s1y" },
        { "[sub_resource type=\"SceneReplicationConfig\"]\nproperties/0/path = NodePath(\".:x\")\n"
          "[sub_resource id=\"1\"]\n"
          "properties/0/path = NodePath(\".:x\")\n[sub_resource type=\"Theme\" id=\"2\"]\n"
          "properties/0/path = NodePath(\".:x\")\n"
          "script/source = \"x\"\n[sub_resource type=\"GDScript\" id=\"3\"]\n[sub_resource type=\"Theme\" id=\"4\"]\n"
          "script/source = \"x\"\n", "resource 3: \"?\"" },
        { "[ext_resource path=\"res://a\" id=\"1\"]\n[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\n"
          "[node name=\"A\"]\nreplication_config = ExtResource(\"1\")\n[node name=\"B\"]\n"
          "replication_config = SubResource(\"2\")\n"
          "[node name=\"C\"]\nreplication_config = SubResource(\"1\")\nreplication_config = null\n"
          "[node name=\"D\"]\nreplication_config = ExtResource(\"1\")\nreplication_config = SubResource(\"1\")\n",
          "resource 1:  [A config res://a] [B] [C] [D replicates ]" },
        { "[ext_resource path=\"res://a\" id=\"1\"]\n[node name=\"A\"]\nscript = ExtResource(\"1\")\nscript = null\n"
          "[node name=\"C\"]\nscript = ExtResource\n[node name=\"D\"]\nscript = SubResource\n"
          "[node name=\"E\"]\nscript = ExtResource(\"1\") + 1\n[node name=\"F\"]\nscript = SubResource()\n",
          "resource [A] [C] [D script ::] [E] [F script ::]" },
        { "[node name=\"A\"]\n_spawnable_scenes = PackedStringArray(\"res://a\", \"uid://b\")\n"
          "spawn_path = NodePath(\"../B\")\n"
          "[node name=\"C\"]\n_spawnable_scenes = [\"res://x\"]\n_spawnable_scenes = [\"res://c\"]\n"
          "root_path = NodePath(\"..\")\n"
          "root_path = NodePath(\".\")\nspawn_path = NodePath(\"\")\n[node name=\"D\"]\nroot_path = x\n"
          "spawn_path = 1\n",
          "resource [A spawns at ../B spawns res://a spawns uid://b _spawnable_scenes=PackedStringArray "
          "spawn_path=NodePath] "
          "[C spawns at  spawns res://c root . _spawnable_scenes=Array root_path=NodePath spawn_path=NodePath] [D "
          "spawn_path=int]" },
        { "x = 1\n[node name=\"A\"]\n a = 1\nb=2.5\n; c = 1\nd\n = 3\n\te/f  =  true  \n[connection signal=\"x\"]\n"
          "x = 1\n[editable path=\"A\"]\nx = 1",
          "resource [A =int a=int b=float e/f=bool]" },
        { "[node name=\"A\"]\na = {\n\"b\": 1,\nc = [2,\n3]\n}\nd = \"e\nf = 1\n\\\"\n\"\ng = &\"h\"\ni = )\nj = 2\n"
          "k = 1\n)\nl = \"\\\\\"\nm = 1",
          "resource [A a=Dictionary d=String g=StringName j=int k=int l=String m=int]" },
        { "[node name=\"A\"]\na = 1\r\nb = \"x\"\r\n[node name=\"B\"]\r\n"
          "c = true\r\n", "resource [A a=int b=String] [B c=bool]" },
        { "[node name=\"A\"]\nscript = ExtResource)\nlist = [\nz = 1\n]\n[node name=\"B\"] b = 1",
          "resource [A list=Array] [B b=int]" },
        { "[node name=\"A\"]\na", "resource [A]" }, { "[node name=\"A\"]\na =", "resource [A]" },
        { "[node name=\"A\"]\na = \"", "resource [A a=String]" }, { "[node name=\"A\"]\n"
          "a = {", "resource [A a=Dictionary]" },
        { "[node name=\"A\"]\nspawn_path = NodePath(\"a", "resource [A spawns at a spawn_path=NodePath]" },
        { "[node name=\"A\"]\nspawn_path = NodePath(\"a\\", "resource [A spawns at a\\ spawn_path=NodePath]" },
        { "[node name=\"A\"]\nscript = SubResource(", "resource [A script ::]" },
    };

    check(cases, G_N_ELEMENTS(cases));
}

static void
test_types_of_values(void)
{
    static const char *const values[][2] = {
        { "\"a\"", "String" }, { "&\"a\"", "StringName" }, { "[1]", "Array" }, { "{}", "Dictionary" },
        { "true", "bool" },
        { "false", "bool" }, { "0", "int" }, { "9", "int" }, { "-5", "int" }, { "1.5", "float" }, { "-.5", "float" },
        { "1e+20", "float" }, { "-1e-20", "float" }, { "Vector2(1.5, 2)", "Vector2" },
        { "Vector3i(1, 2, 3)", "Vector3i" },
        { "Array[int]([1])", "Array" }, { "NodePath(\"a\")", "NodePath" }, { "A", NULL }, { "null", NULL },
        { "trues", NULL },
        { "ExtResource(\"1\")", NULL }, { "SubResource(\"1\")", NULL }, { "Ext(1)", "Ext" }, { "A_b(1)", NULL }, { "A "
          "{", NULL },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        char               *text = g_strdup_printf("[node name=\"A\"]\na = %s\n", values[i][0]);
        godot_scene_file_t *file = godot_scene_read(text, strlen(text));
        const godot_node_section_t *node = g_ptr_array_index(file->nodes, 0);

        g_test_message("%s", values[i][0]);
        g_assert_cmpstr(g_hash_table_lookup(node->types, "a"), ==, values[i][1]);
        godot_scene_file_free(file);
        g_free(text);
    }
}

/* ---- Binary (core/io/resource_format_binary.cpp, scene/resources/packed_scene.cpp) ---- */

enum { IS_BIG = 1, IS_WIDE = 2, IS_SQUEEZED = 4, FORMS = 8, SMALL_BLOCK = 64, MAGIC = 4 };

/* Begins a resource: magic, byte order, size of real numbers, version, format, class, what it was imported from. */
static writer_t
begun(unsigned form, unsigned format, const char *type, unsigned flags)
{
    writer_t writer = { .bytes = g_byte_array_new(), .wide = (form & IS_WIDE) != 0 };

    put_words(&writer, form & IS_SQUEEZED ? "=RSCC" : "=RSRC");
    writer.begin = form & IS_SQUEEZED ? MAGIC : 0;
    put(&writer, form & IS_BIG, 4);
    writer.big_endian = (form & IS_BIG) != 0;
    put_words(&writer, "d0 d4 d6");
    put(&writer, format, 4);
    put_words(&writer, type);
    put_words(&writer, "q0");
    put(&writer, flags | (writer.wide ? 4 : 0), 4);
    return writer;
}

/* Compresses a resource but for its magic in blocks (core/io/file_access_compressed.cpp). @return g_free() */
static guint8 *
squeezed(guint8 *bytes, gsize *length, size_t block)
{
    writer_t blocks = { .bytes = g_byte_array_new() }, file = { .bytes = g_byte_array_new() };
    size_t   total = *length - MAGIC, bound = ZSTD_compressBound(block);
    char    *room = g_malloc(bound);

    put_words(&file, "=RSCC d2");
    put(&file, block, 4);
    put(&file, total, 4);
    for (size_t at = 0; at <= total; at += block) {
        size_t stored = ZSTD_compress(room, bound, bytes + MAGIC + at, MIN(block, total - at), 1);

        put(&file, stored, 4);
        put_letters(&blocks, room, stored);
    }
    put_letters(&file, (const char *)blocks.bytes->data, blocks.bytes->len);
    g_byte_array_free(blocks.bytes, TRUE);
    g_free(room);
    g_free(bytes);
    return written(&file, length);
}

/* Ends a resource and reads it, in a block of memory of just its length. @return as text, or what is wrong */
static char *
ended(writer_t *writer)
{
    godot_files_t file_list;
    godot_file_t  place = { "res://a.scn", "res://a.scn", "a.scn", 0, GODOT_FILE_WHOLE, NULL, false };
    gsize         length;
    guint8       *bytes = written(writer, &length);
    char         *told;

    if (memcmp(bytes, "RSCC", MAGIC) == 0)
        bytes = squeezed(bytes, &length, SMALL_BLOCK);
    bytes = g_realloc(bytes, length);
    godot_files_init(&file_list, NULL);
    godot_scene_file_t *file = godot_resource_read(&file_list, &place, (const char *)bytes, length);
    if (file_list.notes->len)
        told = g_strdup(g_ptr_array_index(file_list.notes, 0));
    else
        told = file ? told_of(file) : g_strdup("of another class");
    godot_scene_file_free(file);
    godot_files_clear(&file_list);
    g_free(bytes);
    return told;
}

static void
check_told(writer_t *writer, const char *words, const char *expected)
{
    char *told = ended(writer);

    g_test_message("%s", words);
    g_assert_cmpstr(told, ==, expected);
    g_free(told);
}

/* What the header has: its version of the format, flags, the resource's own uid, and those of other files. */
static void
test_binary_headers(void)
{
    static const struct {
        unsigned    format, flags;
        const char *type, *rest, *told;
    } cases[] = {
        { 6, 2, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0", "scene uid://a" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0", "scene" },
        { 6, 2, "\"PackedScene\"", "q0x7fffffffffffffff z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0", "scene "
          "uid://d4n4ub6itg400" },
        { 6, 2, "\"PackedScene\"", "q0x8000000000000000 z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0", "scene" },
        { 4, 8, "\"PackedScene\"", "q0 \"Class\" z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0", "scene" },
        { 5, 0, "\"Theme\"", "q0 z44 d0 d0 d1 \"local://1\" ~1 :1 \"Theme\" d0", "of another class" },
        { 6, 2, "\"PackedScene\"", "q33 z44 d0 d4 \"Script\" \"res://a.gd\" q34 \"Script\" \"res://b.gd\" "
          "q0x8000000000000000 "
          "\"Script\" \"\" q1 \"Script\" \"res://c.gd\" q0x7fffffffffffffff d1 \"local://1\" ~1 :1 \"PackedScene\" d0",
          "scene uid://8 uid://ba=res://a.gd uid://d4n4ub6itg400=res://c.gd" },
        { 6, 0, "\"PackedScene\"", "q33 z44 d0 d1 \"Script\" \"res://a.gd\" d1 \"local://1\" ~1 :1 \"PackedScene\" d0",
          "scene" },
        { 3, 0, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0",
          "a.scn: a resource of another generation of Godot, not read" },
        { 7, 0, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d0",
          "a.scn: a resource of another generation of Godot, not read" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d0 d0 d0", "a.scn: a resource that is damaged" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\"", "a.scn: a resource that is damaged" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d0 d1 \"Script\"", "a.scn: a resource that is damaged" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d2 \"a\"", "a.scn: a resource that is damaged" },
        { 6, 0, "d99 =PackedScene", "", "a.scn: a resource that ends in its header" },
        { 6, 0, "\"PackedScene\"", "q0 z44 d0 d0 d1 \"local://1\" q9999", "scene" },
    };

    for (unsigned form = 0; form < FORMS; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            writer_t writer = begun(form, cases[i].format, cases[i].type, cases[i].flags);

            put_words(&writer, cases[i].rest);
            check_told(&writer, cases[i].rest, cases[i].told);
        }
}

/* The class of a resource is known from its first bytes, if they are those of a resource. */
static void
test_binary_classes(void)
{
    static const char header[] = "d0 d0 d4 d6 d6 \"PackedScene\" z500";
    static const struct {
        const char *magic;
        size_t      block;      /* 0: it is not compressed */
        const char *type;
    } cases[] = {
        { "=RSRC", 0, "PackedScene" }, { "=RSCC", 0, NULL }, { "=RSRX", 0, NULL }, { "=RSRC", 100, "PackedScene" },
        { "=RSRC", GODOT_RESOURCE_PEEK, "PackedScene" }, { "=RSRC", GODOT_RESOURCE_PEEK + 1, NULL },
        { "=RSRC", 1, "PackedScene" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        writer_t writer = { .bytes = g_byte_array_new() };
        guint8  *bytes;
        gsize    length;
        char    *type;

        put_words(&writer, cases[i].magic);
        put_words(&writer, header);
        bytes = written(&writer, &length);
        if (cases[i].block)
            bytes = squeezed(bytes, &length, cases[i].block);
        type = godot_resource_peek(bytes, length);
        g_test_message("%zu", i);
        g_assert_cmpstr(type, ==, cases[i].type);
        g_free(type);
        g_free(bytes);
    }
    g_assert_null(godot_resource_peek("RSRC", 4));
}

/* What is not compressed as it says is not read. */
static void
test_compressed_resources_that_lie(void)
{
    static const char *const words[] = {
        "=RSCC d1 d64 d3 d3 =abc", "=RSCC d2 d0 d3 d3 =abc", "=RSCC d2 d64 d3 d3 =abc", "=RSCC d2 d64 d3 d4 =abc",
        "=RSCC d2 d1 d3 d3", "=RSCC d2 d64", "=RSCC d2 d64 d0 d0",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        writer_t      writer = { .bytes = g_byte_array_new() };
        godot_files_t files;
        godot_file_t  place = { "res://a.scn", "res://a.scn", "a.scn", 0, GODOT_FILE_WHOLE, NULL, false };
        gsize         length;
        guint8       *bytes;

        put_words(&writer, words[i]);
        bytes = written(&writer, &length);
        godot_files_init(&files, NULL);
        g_test_message("%s", words[i]);
        g_assert_null(godot_resource_read(&files, &place, (const char *)bytes, length));
        g_assert_cmpuint(files.notes->len, ==, 1);
        g_assert_cmpstr(g_ptr_array_index(files.notes, 0), ==,
                        "a.scn: a compressed resource that does not decompress to its size");
        godot_files_clear(&files);
        g_free(bytes);
    }
}

/* What is larger than a file may be is not decompressed. */
static void
test_large_compressed_resources(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        writer_t      writer = { .bytes = g_byte_array_new() };
        godot_files_t files;
        godot_file_t  place = { "res://a.scn", "res://a.scn", "a.scn", 0, GODOT_FILE_WHOLE, NULL, false };
        gsize         length;
        char         *too_large = g_strdup_printf("a.scn: %s", g_strerror(EFBIG));
        guint8       *bytes;

        put_words(&writer, "=RSCC d2 d0x1000000");
        put(&writer, GODOT_MAX_FILE_SIZE + more, 4);
        put_words(&writer, "d4 d4 =abcd");
        bytes = written(&writer, &length);
        godot_files_init(&files, NULL);
        g_assert_null(godot_resource_read(&files, &place, (const char *)bytes, length));
        g_assert_cmpstr(g_ptr_array_index(files.notes, 0), ==,
                        more ? too_large : "a.scn: a compressed resource that does not decompress to its size");
        godot_files_clear(&files);
        g_free(too_large);
        g_free(bytes);
    }
}

/* After a value of any type the next one is found. Those of vectors have 4 or 8 bytes, as a flag of the file says. */
static void
test_binary_values(void)
{
    static const char *const values[] = {
        "d1", "d2 d1", "d3 d1", "d4 r1", "d5 \"text\"", "d10 r2", "d11 r4", "d12 r3", "d13 r4", "d14 r4", "d15 r6",
        "d16 r9", "d17 r12", "d18 r6", "d20 z16", "d22 h2 h0x8001 d0 d1 d2", "d22 h1 h0 d0x80000003 =abc", "d23 d1",
        "d24 d0",
        "d24 d1 \"a\" \"b\"", "d24 d2 d0", "d24 d3 d0", "d26 d0", "d26 d2 d5 \"a\" d2 d1 d3 d1 d4 r1", "d30 d0", "d30 "
        "d0x80000002 d1 d3 d1",
        "d26 d0x80000001 d30 d1 d26 d1 d1 d1 d30 d2 d5 \"\" d1", "d31 d0", "d31 d1 z4", "d31 d3 z4", "d31 d4 z4",
        "d31 d5 z8",
        "d32 d2 z8", "d33 d2 z8", "d34 d0", "d34 d2 \"a\" \"bc\"", "d35 d2 r6", "d36 d2 z32", "d37 d3 r6", "d40 q1",
        "d41 q1",
        "d42", "d43", "d44 \"name\"", "d45 z8", "d46 z16", "d47 z12", "d48 d2 z16", "d49 d2 z16", "d50 r4", "d51 z16",
        "d52 r16", "d53 d2 r8",
    };
    static const char *const wrong[] = { "d0", "d6", "d19", "d21", "d25", "d38", "d54", "d24 d4", "d5 d100", "d32 "
    "d100", "d30 d100", "d34 d100" };

    for (unsigned form = 0; form < FORMS; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(values) + G_N_ELEMENTS(wrong); i++) {
            bool        is_right = i < G_N_ELEMENTS(values);
            const char *value = is_right ? values[i] : wrong[i - G_N_ELEMENTS(values)];
            writer_t    writer = begun(form, 6, "\"SceneReplicationConfig\"", 0);

            put_words(&writer, "q0 z44 d4 \"x\" \"properties/0/path\" \".\" \"a\" d0 d1 \"local://1\" ~1 "
                      ":1 \"SceneReplicationConfig\" d2 d0");
            put_words(&writer, value);
            put_words(&writer, "d1 d22 h1 h1 d2 d3");
            check_told(&writer, value, is_right ? "resource 1: .:a=s1y replicates .:a=s1y" :
                       "resource 1:  replicates ");
        }
}

/* What is a text: strings, paths, truth values and whole numbers. */
static void
test_binary_properties(void)
{
    static const struct {
        unsigned    count;
        const char *properties, *told;
    } cases[] = {
        { 1, "d0 d22 h0 h1 d3", ":a=s1y" }, { 1, "d0 d22 h2 h2 d3 d2 d3 d4", "a/.:a:B=s1y" },
        { 1, "d0 d22 h1 h0x8001 d3 d4", "/a:B=s1y" }, { 1, "d0 d22 h1 h1 d0x80000002 =ab d99", "ab:=s1y" },
        { 1, "d0 d5 \".:b\"", ".:b=s1y" }, { 1, "d0 d44 \".:b\"", ".:b=s1y" }, { 1, "d0 d1", "" },
        { 1, "d0 d4 r1", "" },
        { 1, "d0x80000011 =properties/0/path d5 \".:b\"", ".:b=s1y" },
        { 3, "d0 d5 \"a\" d1 d2 d0 d5 d3 d2", "a=2w" }, { 3, "d0 d5 \"a\" d1 d2 d1 d5 d3 d0", "a=s0" },
        { 3, "d0 d5 \"a\" d5 d3 d0xffffffff d1 d2 d2", "a=s0" }, { 2, "d0 d5 \"a\" d5 d3 d2 d1 d2 d0", "a=s2w" },
        { 3, "d0 d5 \"a\" d99 d2 d1 d5 d3 d2", "a=s2w" }, { 1, "d0 d5 \"\xff\"", "\xEF\xBF\xBD=s1y" },
        { 0, "d0 d5 \"a\"", "" }, { 0xffffffff, "d0 d5 \"a\"", "a=s1y" },
    };

    for (unsigned form = 0; form < FORMS; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            writer_t writer = begun(form, 6, "\"SceneReplicationConfig\"", 0);
            char    *told = g_strdup_printf("resource 1: %s replicates %s", cases[i].told, cases[i].told);

            put_words(&writer, "q0 z44 d6 \"properties/0/path\" \"properties/0/spawn\" \".\" \"a\" \"B\" "
                      "\"properties/0/replication_mode\" d0 d1 \"local://1\" ~1 :1 \"SceneReplicationConfig\"");
            put(&writer, cases[i].count, 4);
            put_words(&writer, cases[i].properties);
            check_told(&writer, cases[i].properties, told);
            g_free(told);
        }
}

/*
 * The names of a scene are 0 Root, 1 Node, 2 script, 3 replication_config, 4 _spawnable_scenes, 5 spawn_path, 6
 * root_path, 7 pos. Its values are 0 a script of another file, 1 one within the file, 2 a configuration within it,
 * 3 one in another file, 4 a list of scenes, 5 the same in an array, 6 a path, 7 Vector2, 8 null, 9 a scene that has a
 * uid only, 10 Vector2i(3, 0), 11 true. A node has the numbers of its parent, owner, class, name and place, instance,
 * properties and groups.
 */
static void
test_binary_nodes(void)
{
#define ROOT "d0xffffffff d0 d1 d0 d0xffffffff d0 d0 "
    static const struct {
        const char *nodes, *told;
    } cases[] = {
        { "", "" }, { ROOT, "[Root type Node]" },
        { ROOT "d0 d0 d1 d7 d0xffffffff d0 d0 d1 d0 d1 d0x40001 d0xffffffff d0 d0 d0 d0 d1 d0xc0002 d0xffffffff d0 d0",
          "[Root type Node] [pos parent . type Node] [Node parent pos type Node index 0] [script parent . type Node "
          "index 2]" },
        { ROOT "d0 d0 d1 d7 d0xffffffff d0 d0 d1 d0 d1 d1 d0xffffffff d0 d0 d2 d0 d1 d5 d0xffffffff d0 d0",
          "[Root type Node] [pos parent . type Node] [Node parent pos type Node] [spawn_path parent pos/Node type "
          "Node]" },
        { ROOT "d0x40000000 d0 d0x7fffffff d7 d9 d0 d2 d5 d6 d1 d0 d0x7fffffff d1 d0x1000009 d0 d0",
          "[Root type Node] [pos parent p/q instance uid://c] [Node parent p/q/pos instance uid://c]" },
        { ROOT "d0x40000001 d0 d1 d7 d0xffffffff d0 d0 d0x40000002 d0 d1 d7 d0xffffffff d0 d0 d1 d0 d1 d7 d0xffffffff "
          "d0 d0 d0 d0 d1 d1 d8 d0 d0",
          "[Root type Node] [Node parent . type Node]" },
        { ROOT "d0 d0 d99 d7 d99 d0 d0 d0 d0 d1 d99 d0xffffffff d0 d0 d3 d0 d1 d7 d0xffffffff d0 d0 d0 d0 d1 d1 "
          "d0xffffffff d0 d0",
          "[Root type Node] [pos parent .] [Node parent . type Node]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d2 d0 d7 d7 d0", "[Root type Node script res://a.gd pos=Vector2]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d1 d2 d1 d0", "[Root type Node script ::s]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d2 d1 d2 d8 d0", "[Root type Node]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d2 d0 d2 d1 d0", "[Root type Node script ::s]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d1 d3 d2 d0", "[Root type Node replicates .=s1y]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d3 d3 d3 d2 d0", "[Root type Node replicates .=s1y]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d3 d2 d3 d3 d0", "[Root type Node config res://b.res]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d1 d3 d1 d0", "[Root type Node]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d2 d4 d4 d5 d6 d0",
          "[Root type Node spawns at p/q spawns res://c.tscn spawns uid://d _spawnable_scenes=PackedStringArray "
          "spawn_path=NodePath]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d4 d4 d4 d4 d5 d6 d7 d0x40000006 d6 d0",
          "[Root type Node spawns res://e.tscn root p/q _spawnable_scenes=Array root_path=NodePath]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d3 d99 d7 d7 d99 d7 d7 d0", "[Root type Node pos=Vector2]" },
        { "d0xffffffff d0 d0x7fffffff d0 d0xffffffff d0 d0", "[Root]" },
        { ROOT "d0 d0 d1 d99 d0xffffffff d0 d0 d1 d0 d1 d7 d0xffffffff d0 d0 d0 d0 d1 d7 d0 d0 d0",
          "[Root type Node] [pos parent . type Node instance res://a.gd]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d1 d2 d10 d0", "[Root type Node script=Vector2i]" },
        { "d0xffffffff d0 d1 d0 d0xffffffff d1 d7 d11 d0", "[Root type Node pos=bool]" },
        { ROOT "d0 d0 d1 d7 d0xffffffff d100", "[Root type Node] [pos parent . type Node]" },
        { ROOT "d0 d0 d1 d7 d0xffffffff d0 d100 d0", "[Root type Node] [pos parent . type Node]" },
        { ROOT "d0", "[Root type Node]" }, { ROOT "d0 d0 d1 d7", "[Root type Node]" },
        { "d0 d0 d1 d0 d0xffffffff d0 d0 d1 d0 d1 d7 d0xffffffff d0 d0 d0 d0 d1 d7 d0xffffffff d0 d0", "[Root type "
          "Node] [pos parent . type Node]" },
    };

    for (unsigned form = 0; form < FORMS; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            writer_t writer = begun(form, 6, "\"PackedScene\"", 2);
            char    *told = g_strdup_printf("scene uid://a uid://b=res://b.res config: .=s1y s: \"var_a\"%s%s",
                                            *cases[i].told ? " " : "", cases[i].told);

            put_words(&writer, "q0 z44 d8 \"_bundled\" \"properties/0/path\" \"script/source\" \".\" \"a\" \"p\" "
            "\"q\" \"x\" "
                      "d4 \"Script\" \"res://a.gd\" q0xffffffffffffffff \"Resource\" \"res://b.res\" q1 "
                      "\"PackedScene\" \"\" q2 "
                      "\"Script\" \"res://d.gd\" q0xffffffffffffffff "
                      "d3 \"local://s\" ~1 \"config\" ~2 \"local://main\" ~3 "
                      ":1 \"GDScript\" d5 d99 d5 \"no\" d7 d5 \"no\" d2 d5 \"no\" d2 d5 \"var_a\" d7 d5 \"no\" ");
            put_words(&writer, ":2 \"SceneReplicationConfig\" d1 d1 d22 h1 h0 d3 :3 \"PackedScene\" d2 d7 d1 d0 d26 d6 "
                      "d5 \"names\" d34 d8 \"Root\" \"Node\" \"script\" \"replication_config\" \"_spawnable_scenes\" "
                      "\"spawn_path\" \"root_path\" \"pos\" "
                      "d44 \"variants\" d30 d12 d24 d3 d0 d24 d2 d0 d24 d2 d1 d24 d3 d1 d34 d2 \"res://c.tscn\" "
                      "\"uid://d\" "
                      "d30 d2 d5 \"res://e.tscn\" d1 d22 h2 h0 d5 d6 d10 r2 d1 d24 d3 d2 d45 d3 d0 d2 d1 "
                      "d5 \"node_paths\" d30 d2 d22 h2 h0 d5 d6 d1 d5 \"x\" d3 d1 d3 d1 d3 d1 d5 \"nodes\" d32 [");
            put_words(&writer, cases[i].nodes);
            put_words(&writer, "]");
            check_told(&writer, cases[i].nodes, told);
            g_free(told);
        }
#undef ROOT
}

/*
 * A part has the properties that it counts, or as many as are there, and others say nothing. The names of properties
 * are 0 script/source, 1 _bundled, 2 x. As the scene that it inherits (SceneState::set_bundled_scene()) the root has a
 * value of the list, and no other node has it.
 */
static void
test_binary_parts(void)
{
#define BUNDLED(count, name)    "d26 d" count " d5 \"names\" d34 d1 \"" name "\" d5 \"nodes\" d32 [ " \
    "d0xffffffff d0 d0x7fffffff d0 d0xffffffff d0 d0 d0 d0 d0x7fffffff d0 d0xffffffff d0 d0 ] "
#define VARIANTS    "d5 \"variants\" d30 d2 d3 d0 d24 d3 d0 "
    static const struct {
        const char *parts, *told;
    } cases[] = {
        { ":1 \"GDScript\" d1 d0 d5 \"one\" d0 d5 \"two\" :2 \"PackedScene\" d1 d1 " BUNDLED("2", "A") "d1 "
          BUNDLED("2", "B"), "s: \"one\" [A] [A parent .]" },
        { ":2 \"PackedScene\" d1 d1 " BUNDLED("2", "A") ":1 \"GDScript\" d0xffffffff d0 d5 \"one\"",
          "s: \"one\" [A] [A parent .]" },
        { ":1 \"GDScript\" d0 :2 \"PackedScene\" d0xffffffff d1 " BUNDLED("2", "A"), "s: \"?\" [A] [A parent .]" },
        { ":1 \"GDScript\" d0 :2 \"PackedScene\" d3 d2 " BUNDLED("2", "B") "d1 " BUNDLED("2", "A") "d2 "
          BUNDLED("2", "B"), "s: \"?\" [A] [A parent .]" },
        { ":1 \"GDScript\" d0 :2 \"PackedScene\" d1 d1 " BUNDLED("4", "A") VARIANTS "d5 \"base_scene\" d3 d1",
          "s: \"?\" [A instance res://b.tscn] [A parent .]" },
        { ":1 \"GDScript\" d0 :2 \"PackedScene\" d1 d1 " BUNDLED("4", "A") VARIANTS "d5 \"base_scene\" d3 d0",
          "s: \"?\" [A] [A parent .]" },
        { ":1 \"GDScript\" d0 :2 \"PackedScene\" d1 d1 " BUNDLED("4", "A") VARIANTS "d5 \"bare_scene\" d3 d1",
          "s: \"?\" [A] [A parent .]" },
    };

    for (unsigned form = 0; form < FORMS; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            writer_t writer = begun(form, 6, "\"PackedScene\"", 0);
            char    *told = g_strconcat("scene ", cases[i].told, NULL);

            put_words(&writer, "q0 z44 d3 \"script/source\" \"_bundled\" \"x\" d1 \"PackedScene\" \"res://b.tscn\" "
                      "d2 \"local://s\" ~1 \"local://main\" ~2 ");
            put_words(&writer, cases[i].parts);
            check_told(&writer, cases[i].parts, told);
            g_free(told);
        }
#undef VARIANTS
#undef BUNDLED
}

/* Nodes below one another that share a name. All bytes that are made of it count, also those of the nodes' paths. */
static void
test_binary_paths(void)
{
    enum { DEPTH = 200 };
    static const struct {
        size_t length;
        bool   told;
    } cases[] = { { 500, false }, { 1000, true } };     /* 10 and 20 MB of paths; the limit is 16 MiB */

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        writer_t            writer = begun(0, 6, "\"PackedScene\"", 0);
        char               *name = g_strnfill(cases[i].length, 'n');
        godot_file_t        place = { "res://a.scn", "res://a.scn", "a.scn", 0, GODOT_FILE_WHOLE, NULL, false };
        godot_files_t       files;
        godot_scene_file_t *file;
        gsize               length, least = 0;
        guint8             *bytes;

        put_words(&writer, "q0 z44 d1 \"_bundled\" d0 d1 \"local://1\" ~1 :1 \"PackedScene\" d1 d0 d26 d2 "
                  "d5 \"names\" d34 d1");
        put(&writer, cases[i].length, 4);
        put_letters(&writer, name, cases[i].length);
        put_words(&writer, "d5 \"nodes\" d32 [ d0xffffffff d0 d0x7fffffff d0 d0xffffffff d0 d0");
        for (unsigned depth = 0; depth < DEPTH; depth++) {
            put(&writer, depth, 4);
            put_words(&writer, "d0 d0x7fffffff d0 d0xffffffff d0 d0");
            least += depth * cases[i].length;
        }
        put_words(&writer, "]");
        bytes = written(&writer, &length);
        godot_files_init(&files, NULL);
        file = godot_resource_read(&files, &place, (const char *)bytes, length);
        g_assert_true(godot_files_met(&files, GODOT_LIMIT_REPEATED) == cases[i].told);
        g_assert_true((file->nodes->len < DEPTH + 1) == cases[i].told);
        g_assert_cmpuint(files.bytes, >=, MIN(least, (gsize)GODOT_MAX_REPEATED));
        godot_scene_file_free(file);
        godot_files_clear(&files);
        g_free(bytes);
        g_free(name);
    }
}

static gsize
made_of(const char *parts, const char *names, const char *value)
{
    writer_t      writer = begun(0, 6, "\"PackedScene\"", 0);
    godot_file_t  place = { "res://a.scn", "res://a.scn", "a.scn", 0, GODOT_FILE_WHOLE, NULL, false };
    godot_files_t files;
    gsize         length, made;
    guint8       *bytes;

    put_words(&writer, "q0 z44 d3 \"script/source\" \"_bundled\" \"x\" d1 \"PackedScene\" \"res://b.tscn\" "
              "d2 \"local://s\" ~1 \"local://main\" ~2 :1");
    put_words(&writer, parts);
    put_words(&writer, ":2 \"PackedScene\" d1 d1 d26 d3 d5 \"names\" d34 d2 \"A\"");
    put_words(&writer, names);
    put_words(&writer, "d5 \"variants\" d30 d1");
    put_words(&writer, value);
    put_words(&writer, "d5 \"nodes\" d32 [ d0xffffffff d0 d0x7fffffff d0 d0xffffffff d1 d1 d0 d0 ]");
    bytes = written(&writer, &length);
    godot_files_init(&files, NULL);
    godot_scene_file_free(godot_resource_read(&files, &place, (const char *)bytes, length));
    made = files.bytes;
    godot_files_clear(&files);
    g_free(bytes);
    return made;
}

/* Each text that is made counts as its bytes and 16 more, and so do the bytes of a value that is looked through. */
static void
test_binary_costs(void)
{
    enum { EACH = 16 };
    static const struct {
        const char *parts, *name, *value;
        unsigned    more;
    } cases[] = {
        { "\"GDScriptX\" d0", "\"other\"", "d1", 1 },
        { "\"GDScript\" d1 d0 d5 \"one\"", "\"other\"", "d1", 8 + EACH + 3 + EACH },
        { "\"GDScript\" d1 d2 d5 \"one\"", "\"other\"", "d1", 8 + EACH },
        { "\"SceneReplicationConfig\" d1 d0 d5 \"one\"", "\"other\"", "d1", 14 + 8 + EACH + 3 + EACH },
        { "\"GDScript\" d0", "\"other\"", "d10 r2", 5 + EACH },
        { "\"GDScript\" d0", "\"script\"", "d24 d2 d0", 1 + EACH },
        { "\"GDScript\" d0", "\"script\"", "d24 d3 d0", 12 + EACH },
        { "\"GDScript\" d0", "\"replication_config\"", "d24 d2 d0", 1 + EACH },
        { "\"GDScript\" d0", "\"replication_config\"", "d24 d3 d0", 12 + EACH },
        { "\"GDScript\" d0", "\"_spawnable_scenes\"", "d34 d2 \"b\" \"cd\"", 17 + EACH + 17 + EACH + EACH + EACH },
        { "\"GDScript\" d0", "\"_spawnable_scenes\"", "d30 d1 d5 \"b\"", 17 + EACH + 14 + EACH + 1 + EACH },
        { "\"GDScript\" d0", "\"spawn_path\"", "d5 \"abc\"", 10 + EACH + 3 + EACH },
        { "\"GDScript\" d0", "\"root_path\"", "d22 h1 h0 d2", 9 + EACH + 1 + EACH },
    };
    gsize none = made_of("\"GDScript\" d0", "\"other\"", "d1");

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s: %s = %s", cases[i].parts, cases[i].name, cases[i].value);
        g_assert_cmpuint(made_of(cases[i].parts, cases[i].name, cases[i].value) - none, ==, cases[i].more);
    }
}

/* A NUL, which no scene has, is in a value as any other character. */
static void
test_a_nul(void)
{
    static const char   text[] = "[gd_scene]\n[node name=\"A\" \0type=\"B\"]\na = \0\n[node name=\"C\" parent=\".\"]\n";
    godot_scene_file_t *file = godot_scene_read(text, sizeof text - 1);

    g_assert_cmpuint(file->nodes->len, ==, 2);
    godot_scene_file_free(file);
}

/* A value counts as one, a node as three. */
static void
test_sizes(void)
{
    static const struct {
        const char *text;
        unsigned    size;
    } cases[] = {
        { "[gd_scene]\n", 0 }, { "[node name=\"A\"]\n[node name=\"B\"]\na = 1\nb = 2\n", 8 },
        { "[ext_resource uid=\"uid://a\" path=\"res://a\" id=\"1\"]\n[ext_resource path=\"res://b\" id=\"2\"]\n", 1 },
        { "[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\nproperties/0/path = NodePath(\".:a\")\n"
          "properties/1/path = NodePath(\".:b\")\n[sub_resource type=\"SceneReplicationConfig\" id=\"2\"]\n", 4 },
        { "[sub_resource type=\"GDScript\" id=\"1\"]\n[sub_resource type=\"GDScript\" id=\"2\"]\n", 2 },
        { "[gd_resource type=\"SceneReplicationConfig\"]\n[resource]\nproperties/0/path = NodePath(\".:a\")\n", 1 },
        { "[node name=\"A\"]\n_spawnable_scenes = PackedStringArray(\"res://a\", \"res://b\")\n", 6 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_scene_file_t *file = godot_scene_read(cases[i].text, strlen(cases[i].text));

        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(godot_scene_file_size(file), ==, cases[i].size);
        godot_scene_file_free(file);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/binary/classes", test_binary_classes);
    g_test_add_func("/binary/compressed", test_compressed_resources_that_lie);
    g_test_add_func("/binary/costs", test_binary_costs);
    g_test_add_func("/binary/headers", test_binary_headers);
    g_test_add_func("/binary/large", test_large_compressed_resources);
    g_test_add_func("/binary/nodes", test_binary_nodes);
    g_test_add_func("/binary/parts", test_binary_parts);
    g_test_add_func("/binary/paths", test_binary_paths);
    g_test_add_func("/binary/properties", test_binary_properties);
    g_test_add_func("/binary/values", test_binary_values);
    g_test_add_func("/sizes", test_sizes);
    g_test_add_func("/text/headers", test_headers);
    g_test_add_func("/text/nul", test_a_nul);
    g_test_add_func("/text/properties", test_properties);
    g_test_add_func("/text/types", test_types_of_values);
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
