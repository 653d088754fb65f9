/* test-godot-project-readers.c
 * Do the readers of a game's files read nothing after the end of a file, wherever that is?
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
#include <utime.h>

#include <glib/gstdio.h>

#include "project/csharp-reader.h"
#include "project/folder.h"
#include "project/gdscript-compiled.h"
#include "project/gdscript-reader.h"
#include "project/pack.h"
#include "project/resource-reader.h"
#include "project/scene-reader.h"
#include "project/strings.h"
#include "tests/unit/guarded.h"

#define MAX_LENGTH 4096

static void
read_gdscript(const char *text, size_t length)
{
    godot_class_free(gdscript_read(text, length));
}

static void
read_csharp(const char *text, size_t length)
{
    godot_class_free(csharp_read(text, length));
}

static void
read_scene(const char *text, size_t length)
{
    godot_scene_file_free(godot_scene_read(text, length));
}

/* Each text stands for many: it is cut at every place, so it ends within every construct. */
static const struct {
    void      (*read)(const char *text, size_t length);
    const char *text;
} texts[] = {
    { read_gdscript, "\xEF\xBB\xBF"
                     "extends \"a\\u0041\\U00004a\\\"b\\\\\".Inner\nclass_name Named\n" },
    { read_gdscript, "\t# one\nvar a # two" },
    { read_gdscript, "extends 'x\\\\\\''\n" },
    { read_gdscript, "extends \"\"\"a\\\"\"\"\"\" # three\n" },
    { read_gdscript,
      "extends r\"raw\\\" # \"\nconst A = &\"n\" + ^'p'\nconst B = 0x1f\nconst C = preload(\"b.gd\").In.Deeper\n" },
    { read_gdscript, "@rpc(\"any_peer\", 'call_' + \"local\", \"\"\"reliable\"\"\", 0b1) \\\r\nfunc f(a: int = -1, b "
                     ":= {\"k\": [1]}, ...c) -> void: pass; pass\n" },
    { read_gdscript, "@export_range(0, 1.5e3) var v: Dictionary[String, Array] = {}\nstatic var w = Vector2(1, 2)\n" },
    { read_gdscript, "class In extends \"a.gd\":\n\tfunc g():\n\t\tself.rpc_config(&\"m\", {\"rpc_mode\": "
                     "X.RPC_MODE_ANY_PEER, channel = 2})\n\t\trpc_config(\"n\", null)\n" },
    { read_csharp, "/* a */ // b\n#if C\nnamespace N { [Rpc(M.AnyPeer, CallLocal = true)] public partial class A<T> : "
                   "B<C>, D where T : E {\n" },
    { read_csharp, "class A { [Rpc(TransferChannel = 'a', X = \"b\\\\c\")] void F(string s = \"d\\\\\") {} }\n" },
    { read_csharp,
      "class A { string a = \"x\\\"y\", b = @\"x\"\"y\\\", c = $\"{1}\", d = \"\"\"x\"y\"\"\"; char e = '\\''; }\n" },
    { read_csharp, "class A { [Signal] delegate void X(); [Rpc] async Task<int[]> F(params byte[] r, string s = "
                   "\"x\\\\\") => await Y(); }\n" },
    { read_csharp, "class A { void F() { RpcConfig(nameof(G), new Dictionary { { \"rpc_mode\", 1 } }); "
                   "RpcConfig(\"H\", null); } }\n" },
    { read_scene, "[gd_scene load_steps=2 format=3 uid=\"uid://a\\\"b\"]\n[ext_resource type=\"Script\" "
                  "path=\"res://a.gd\" id=\"1_x\"]\n" },
    { read_scene, "[gd_scene format=3]\n; a comment\n" },
    { read_scene, "[ext_resource path=\"res://a.gd\" id=1]\n[node name=\"R\" type=\"Node\" index=\"3\"]\nscript = "
                  "ExtResource( 1 )\n" },
    { read_scene, "[sub_resource type=\"SceneReplicationConfig\" id=\"2\"]\nproperties/0/path = "
                  "NodePath(\".:a:\\\\x\")\nproperties/0/spawn = true\n"
                  "properties/0/replication_mode = 1\n[node name=\"S\" parent=\".\"]\nreplication_config = "
                  "SubResource(\"2\")\nroot_path = NodePath(\"..\")\n" },
    { read_scene,
      "[sub_resource type=\"GDScript\" id=\"3\"]\nscript/source = \"extends Node\\n@rpc func f(): pass\\n\\\\\"\n" },
    { read_scene,
      "[node name=\"P\" instance=ExtResource(\"1\")]\n_spawnable_scenes = PackedStringArray(\"res://b.tscn\", "
      "\"uid://c\")\n"
      "spawn_path = NodePath(\"../X\")\nposition = Vector2(1, 2)\nname = &\"n\"\nlist = [\"(\", {\"}\": 1}]\n" },
};

static void
test_every_end(void)
{
    guarded_t guarded = guarded_new(MAX_LENGTH);

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_cmpuint(strlen(texts[i].text), <=, MAX_LENGTH);
        g_test_message("file %zu", i);
        for (size_t length = 0; length <= strlen(texts[i].text); length++) {
            char *text = (char *)guarded.end - length;

            memcpy(text, texts[i].text, length);
            texts[i].read(text, length);
        }
    }
    guarded_free(&guarded);
}

/* ---- Binary files, as the engine wrote them ---- */

static void
read_compiled(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    gdscript_source_t *source = gdscript_compiled_new(files, file, data, length);

    if (source)
        godot_class_free(gdscript_read_tokens(source));
    gdscript_compiled_free(source);
}

static void
read_resource(godot_files_t *files, const godot_file_t *file, const char *data, size_t length)
{
    godot_scene_file_free(godot_resource_read(files, file, data, length));
}

static void
test_every_end_of_binary_files(void)
{
    static const struct {
        void      (*read)(godot_files_t *files, const godot_file_t *file, const char *data, size_t length);
        const char *name;
    } binaries[] = {
        { read_compiled, "tokens.gdc" }, { read_compiled, "compressed.gdc" }, { read_resource, "avatar.scn" },
        { read_resource, "boss.scn" }, { read_resource, "main.scn" }, { read_resource, "shared.res" },
    };
    guarded_t guarded = guarded_new(MAX_LENGTH);

    for (size_t i = 0; i < G_N_ELEMENTS(binaries); i++) {
        char         *path = g_build_filename(BINARY_FILES, binaries[i].name, NULL), *data;
        godot_file_t  file = { "res://x", "res://x", path, 0, GODOT_FILE_WHOLE, NULL, false };
        godot_files_t files;
        gsize         whole;

        godot_files_init(&files, NULL);
        g_assert_true(g_file_get_contents(path, &data, &whole, NULL) && whole <= MAX_LENGTH);
        for (gsize length = 0; length <= whole; length++) {
            memcpy(guarded.end - length, data, length);
            binaries[i].read(&files, &file, (const char *)guarded.end - length, length);
        }
        g_assert_cmpuint(files.notes->len, >, 0);
        godot_files_clear(&files);
        g_free(data);
        g_free(path);
    }
    guarded_free(&guarded);
}

/* A string that the end of the file cuts has only the letters that are there. */
static void
test_a_string_without_an_end(void)
{
    static const char text[] = "extends \"base.gd\\";
    godot_class_t    *file = gdscript_read(text, strlen(text));

    g_assert_cmpstr(file->base.path, ==, "base.gd\\");
    godot_class_free(file);
}

/* An escape sequence needs all its digits. A string with three quotes ends with three, also at the end of the file. */
static void
test_strings(void)
{
    static const struct {
        const char *text, *path;
    } strings[] = {
        { "\"a\\u0041b\"", "aAb" }, { "\"a\\U000041b\"", "aAb" }, { "\"a\\u0041\"", "aA" },
        { "\"a\\u004\"", "au004" }, { "\"a\\U00004\"", "aU00004" }, { "\"a\\tb\\\\\"", "a\tb\\" },
        { "\"a\\u0000b\"", "ab" }, { "\"a\\ud800b\"", "ab" }, { "\"a\\U110000b\"", "ab" }, { "r\"a\\u0041\"",
          "a\\u0041" },
        { "\"\"\"a\"\"\"", "a" }, { "\"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c" }, { "''" "'a'" "''\n", "a" }, { "\"a", "a" },
        { "\"\"", "" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(strings); i++) {
        char          *text = g_strconcat("extends ", strings[i].text, NULL);
        godot_class_t *file = gdscript_read(text, strlen(text));

        g_assert_cmpstr(file->base.path, ==, strings[i].path);
        godot_class_free(file);
        g_free(text);
    }
}

/* Slow reading is reported once. When the time is over nothing more is read, and that is reported once. */
static void
test_the_time_of_reading(void)
{
    static const char *const told[] = { "a: more than 2 seconds", "b: more than 20 seconds" };
    godot_files_t files;
    godot_file_t  file = { "res://c", "res://c", "/dev/null", 0, GODOT_FILE_WHOLE, NULL, false };
    gsize         length;
    char         *content;

    godot_files_init(&files, NULL);
    files.begun -= GODOT_MAX_SLOW_SECONDS * (gint64)G_USEC_PER_SEC - G_USEC_PER_SEC / 2;
    g_assert_true(godot_files_in_time(&files, "0") && files.notes->len == 0);
    files.begun -= G_USEC_PER_SEC;
    g_assert_true(godot_files_in_time(&files, "a") && godot_files_in_time(&files, "0"));
    content = godot_files_read(&files, &file, &length);
    g_assert_nonnull(content);
    g_free(content);
    files.begun = g_get_monotonic_time() - GODOT_MAX_SECONDS * (gint64)G_USEC_PER_SEC + G_USEC_PER_SEC / 2;
    g_assert_true(godot_files_in_time(&files, "a"));
    files.begun -= G_USEC_PER_SEC;
    g_assert_false(godot_files_in_time(&files, "b") || godot_files_read(&files, &file, &length));
    g_assert_cmpuint(files.notes->len, ==, G_N_ELEMENTS(told));
    for (guint i = 0; i < files.notes->len; i++)
        g_assert_true(g_str_has_prefix((const char *)g_ptr_array_index(files.notes, i), told[i]));
    godot_files_clear(&files);
}

typedef struct {
    unsigned calls, seconds, last;      /* how often; of which second last; the last that goes on */
} told_t;

static bool
note_step(void *user, unsigned seconds, unsigned files, uint64_t bytes)
{
    told_t *told = user;

    g_assert_cmpuint(files, ==, 7);
    g_assert_cmpuint(bytes, ==, 8);
    told->calls++;
    told->seconds = seconds;
    return seconds <= told->last;
}

/* Asks for time so many seconds after the beginning. */
static bool
in_time_after(godot_files_t *files, unsigned seconds, const char *where)
{
    files->begun = g_get_monotonic_time() - seconds * (gint64)G_USEC_PER_SEC;
    return godot_files_in_time(files, where);
}

/* Progress is told once in each second, and who gives up is not asked again. */
static void
test_progress(void)
{
    told_t           told = { 0, 0, 30 };
    godot_progress_t progress = { note_step, &told };
    godot_files_t    files;
    const char      *last;

    godot_files_init(&files, NULL);
    files.progress = &progress;
    files.entries = 7;
    files.bytes = 8;
    for (unsigned i = 0; i < 3; i++)
        g_assert_true(godot_files_in_time(&files, "a"));
    g_assert_true(told.calls == 1 || told.calls == 2);      /* a second may have begun between */
    told.calls = 0;
    g_assert_true(in_time_after(&files, 29, "b") && in_time_after(&files, 30, "b"));    /* longer than without */
    g_assert_cmpuint(told.calls, ==, 2);
    g_assert_false(in_time_after(&files, 31, "c"));
    told.last = G_MAXUINT;
    g_assert_false(in_time_after(&files, 32, "d"));
    g_assert_cmpuint(told.calls, ==, 3);
    g_assert_cmpuint(told.seconds, ==, 31);
    last = g_ptr_array_index(files.notes, files.notes->len - 1);
    g_assert_true(g_str_has_prefix(last, "c: more than 3"));
    godot_files_clear(&files);
}

/*
 * MultiplayerAPI::RPCMode and MultiplayerPeer::TransferMode have three values each; a channel is an int of 32 bits.
 * Godot 4.6.3 says of @rpc("any_peer", "call_remote", "reliable", 010) that its channel is 10.
 */
static void
test_numbers_of_configurations(void)
{
    static const struct {
        const char *value;
        int         mode, transfer, channel;
    } numbers[] = {
        { "-1", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN }, { "0", 0, 0, 0 }, { "2", 2, 2, 2 },
        { "3", GODOT_UNKNOWN, GODOT_UNKNOWN, 3 }, { "2147483647", GODOT_UNKNOWN, GODOT_UNKNOWN, G_MAXINT },
        { "2147483648", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
        { "", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN }, { "2x", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
        { "1b1", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
        { "RPC_MODE_ANY_PEER", GODOT_RPC_ANY_PEER, 1, 1 },
        { "010", GODOT_UNKNOWN, GODOT_UNKNOWN, 10 }, { "08", GODOT_UNKNOWN, GODOT_UNKNOWN, 8 }, { "00", 0, 0, 0 },
        { "0x1f", GODOT_UNKNOWN, GODOT_UNKNOWN, 31 }, { "0X10", GODOT_UNKNOWN, GODOT_UNKNOWN, 16 },
        { "0b11", GODOT_UNKNOWN, GODOT_UNKNOWN, 3 }, { "0B1_0", 2, 2, 2 }, { "1_0", GODOT_UNKNOWN, GODOT_UNKNOWN, 10 },
        { "-2", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN }, { "0x", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
        { "_1", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN }, { "0b2", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
        { "0x7FFFFFFF", GODOT_UNKNOWN, GODOT_UNKNOWN, G_MAXINT },
        { "0x80000000", GODOT_UNKNOWN, GODOT_UNKNOWN, GODOT_UNKNOWN },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        godot_rpc_config_t config = { 0 };

        g_test_message("%s", numbers[i].value);
        godot_rpc_config_set(&config, "rpc_mode", numbers[i].value);
        godot_rpc_config_set(&config, "transfer_mode", numbers[i].value);
        godot_rpc_config_set(&config, "channel", numbers[i].value);
        g_assert_cmpint(config.mode, ==, numbers[i].mode);
        g_assert_cmpint(config.transfer, ==, numbers[i].transfer);
        g_assert_cmpint(config.channel, ==, numbers[i].channel);
    }
}

static godot_rpc_config_t
config_of_gdscript(const char *dictionary)
{
    char              *text = g_strdup_printf("func f():\n\trpc_config(\"m\", {%s})\n", dictionary);
    godot_class_t     *file = gdscript_read(text, strlen(text));
    godot_rpc_config_t config;

    g_assert_cmpuint(file->calls->len, ==, 1);
    config = ((const godot_rpc_call_t *)g_ptr_array_index(file->calls, 0))->config;
    godot_class_free(file);
    g_free(text);
    return config;
}

static godot_rpc_config_t
config_of_csharp(const char *arguments)
{
    char              *text = g_strdup_printf("class A { [Rpc(%s)] void F() {} void G() {} }", arguments);
    godot_class_t     *file = csharp_read(text, strlen(text));
    const GPtrArray   *functions;
    godot_rpc_config_t config;

    g_assert_cmpuint(file->inner->len, ==, 1);
    functions = ((const godot_class_t *)g_ptr_array_index(file->inner, 0))->functions;
    g_assert_cmpuint(functions->len, ==, 2);
    g_assert_true(((const godot_function_t *)g_ptr_array_index(functions, 0))->is_rpc);
    config = ((const godot_function_t *)g_ptr_array_index(functions, 0))->config;
    godot_class_free(file);
    g_free(text);
    return config;
}

/* A value that must be computed is not known, and ends where the language says. */
static void
test_values_of_configurations(void)
{
    static const struct {
        godot_rpc_config_t (*read)(const char *written);
        const char         *written;
        godot_rpc_config_t  config;
    } values[] = {
        { config_of_gdscript, "", { 0, 2, 0, 0 } },
        { config_of_gdscript, "\"rpc_mode\": MultiplayerAPI.RPC_MODE_ANY_PEER, channel = 010,", { 1, 2, 0, 10 } },
        { config_of_gdscript, "&\"transfer_mode\": A.B.TRANSFER_MODE_UNRELIABLE, 'call_local': true", { 0, 0, 1, 0 } },
        { config_of_gdscript, "\"channel\": 1 + 1, \"call_local\": not true, \"rpc_mode\": 1", { 1, 2, -1, -1 } },
        { config_of_gdscript, "\"channel\": 1 if x else 2, \"rpc_mode\": max(1, 2)", { -1, 2, 0, -1 } },
        { config_of_gdscript, "\"channel\": -1, \"rpc_mode\": A.b(), \"call_local\": [0, 1][1]", { -1, 2, -1, -1 } },
        { config_of_gdscript, "\"x\": {\"channel\": 5, \"rpc_mode\": 1}, \"call_local\": true", { 0, 2, 1, 0 } },
        { config_of_csharp, "", { 2, 2, 0, 0 } },
        { config_of_csharp, "Api.RpcMode.AnyPeer, TransferChannel = 010, CallLocal = true", { 1, 2, 1, 10 } },
        { config_of_csharp, "mode: Api.RpcMode.AnyPeer, TransferMode = Mode.Unreliable,", { 1, 0, 0, 0 } },
        { config_of_csharp, "TransferChannel = (int)Channel.Chat, CallLocal = true", { 2, 2, 1, -1 } },
        { config_of_csharp, "TransferChannel = Base + 2, CallLocal = !true", { 2, 2, -1, -1 } },
        { config_of_csharp, "TransferChannel = F(1, 2), CallLocal = A == B", { 2, 2, -1, -1 } },
        { config_of_csharp, "(RpcMode)1, CallLocal = x ? false : true, Other = 1", { -1, 2, -1, 0 } },
        { config_of_csharp, "x ? RpcMode.Authority : RpcMode.AnyPeer", { -1, 2, 0, 0 } },
        { config_of_csharp, "TransferChannel = new[] { 1, 2 }[0]", { 2, 2, 0, -1 } },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        const godot_rpc_config_t config = values[i].read(values[i].written), *expected = &values[i].config;

        g_test_message("%s", values[i].written);
        g_assert_cmpint(config.mode, ==, expected->mode);
        g_assert_cmpint(config.transfer, ==, expected->transfer);
        g_assert_cmpint(config.call_local, ==, expected->call_local);
        g_assert_cmpint(config.channel, ==, expected->channel);
    }
}

/* ---- Limits ---- */

static void *
begin_nothing(void *user)
{
    return user;
}

static void
count_file(void *project, const godot_file_t *file)
{
    (void)file;
    ++*(unsigned *)project;
}

typedef void visit_t(godot_files_t *files, const char *path, const godot_visitor_t *visitor);

#define MOST    3U      /* files that are there */

/* Of all files of a project a limited number is visited, and it is told if there are more. */
static void
check_number_of_files(visit_t *visit, const char *path)
{
    for (unsigned room = 0; room <= MOST; room++) {
        unsigned        count = 0;
        godot_visitor_t visitor = { begin_nothing, count_file, &count };
        godot_files_t   files;

        godot_files_init(&files, NULL);
        files.entries = GODOT_MAX_FILES - room;
        visit(&files, path, &visitor);
        g_assert_cmpuint(count, ==, room);
        g_assert_true(godot_files_met(&files, GODOT_LIMIT_FILES) == (room < MOST));
        godot_files_clear(&files);
    }
}

static void
test_number_of_files_in_a_folder(void)
{
    char *folder = g_dir_make_tmp(NULL, NULL), *paths[MOST];

    for (unsigned i = 0; i < MOST; i++) {
        paths[i] = g_strdup_printf("%s/%u.txt", folder, i);
        g_assert_true(g_file_set_contents(paths[i], "", 0, NULL));
    }
    check_number_of_files(godot_folder_visit, folder);
    for (unsigned i = 0; i < MOST; i++) {
        g_remove(paths[i]);
        g_free(paths[i]);
    }
    g_rmdir(folder);
    g_free(folder);
}

typedef struct {
    godot_files_t *files;
    unsigned       projects, found;
} late_t;

/* The time is over when a project begins. */
static void *
begin_late(void *user)
{
    late_t *late = user;

    late->files->begun -= (gint64)(GODOT_MAX_SECONDS + 1) * G_USEC_PER_SEC;
    late->projects++;
    return late;
}

static void
count_late(void *project, const godot_file_t *file)
{
    (void)file;
    ((late_t *)project)->found++;
}

/* When the time is over no folder is read, and of a folder that is being read no more files. */
static void
test_the_time_of_folders(void)
{
    char *folder = g_dir_make_tmp(NULL, NULL), *path = g_build_filename(folder, "a.txt", NULL);

    g_assert_true(g_file_set_contents(path, "", 0, NULL));
    for (unsigned over = 0; over <= 1; over++) {
        godot_files_t   files;
        late_t          late = { &files, 0, 0 };
        godot_visitor_t visitor = { begin_late, count_late, &late };

        godot_files_init(&files, NULL);
        files.begun -= over * (gint64)(GODOT_MAX_SECONDS + 1) * G_USEC_PER_SEC;
        godot_folder_visit(&files, folder, &visitor);
        g_assert_cmpuint(late.projects, ==, !over);
        g_assert_cmpuint(late.found, ==, 0);
        g_assert_true(godot_files_met(&files, GODOT_LIMIT_SECONDS));
        godot_files_clear(&files);
    }
    g_remove(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* What is not there, or is no file, is told with its path and the reason. */
static void
test_what_cannot_be_read(void)
{
    char           *folder = g_dir_make_tmp(NULL, NULL), *missing = g_build_filename(folder, "missing.gd", NULL);
    godot_file_t    file = { "res://a.gd", "res://a.gd", missing, 0, GODOT_FILE_WHOLE, NULL, false };
    unsigned        count = 0;
    godot_visitor_t visitor = { begin_nothing, count_file, &count };
    godot_files_t   files;
    gsize           length = G_MAXSIZE;

    godot_files_init(&files, NULL);
    for (unsigned left = 0; left <= 1; left++) {
        files.bytes = left ? 0 : GODOT_MAX_ALL_SIZE;
        g_assert_null(godot_files_read(&files, &file, &length));
        g_assert_cmpuint(files.notes->len, ==, 1);      /* the same one */
    }
    g_assert_true(g_str_has_prefix(g_ptr_array_index(files.notes, 0), missing));
    g_assert_true(g_str_has_suffix(g_ptr_array_index(files.notes, 0), g_strerror(ENOENT)));
    g_assert_null(godot_files_span(folder, 0, 1, &length));
#ifndef G_OS_WIN32      /* which opens no folder */
    g_assert_cmpint(errno, ==, EIO);
#endif
    godot_folder_visit(&files, missing, &visitor);
    g_assert_cmpuint(files.notes->len, ==, 2);
    g_assert_nonnull(strstr(g_ptr_array_index(files.notes, 1), missing));
    g_assert_cmpuint(count, ==, 0);
    godot_files_clear(&files);
    g_rmdir(folder);
    g_free(missing);
    g_free(folder);
}

static void
test_number_of_notes(void)
{
    godot_files_t files;

    godot_files_init(&files, NULL);
    for (unsigned i = 0; i < GODOT_MAX_NOTES + 10; i++)
        godot_files_note(&files, "%u", i);
    g_assert_cmpuint(files.notes->len, ==, GODOT_MAX_NOTES);
    g_assert_cmpuint(files.notes_lost, ==, 10);
    godot_files_note(&files, "0");      /* is there already */
    g_assert_cmpuint(files.notes_lost, ==, 10);
    godot_files_clear(&files);
}

/* How much of a file is read if only so much of all files may still be read? What does not fit is told. */
static void
test_number_of_bytes(void)
{
    static const struct {
        guint64       left, size;
        bool          is_read;
        godot_limit_t told;
    } sizes[] = {
        { 5, GODOT_FILE_WHOLE, true, 0 }, { 4, GODOT_FILE_WHOLE, false, GODOT_LIMIT_ALL_SIZE }, { 5, 5, true, 0 },
        { 4, 5, false, GODOT_LIMIT_ALL_SIZE }, { 0, 1, false, GODOT_LIMIT_ALL_SIZE }, { 5, 3, true, 0 },
        { GODOT_MAX_ALL_SIZE, GODOT_MAX_FILE_SIZE, true, 0 },
        { GODOT_MAX_ALL_SIZE, GODOT_MAX_FILE_SIZE + 1, false, GODOT_LIMIT_FILE_SIZE },
    };
    char *path;
    int   opened = g_file_open_tmp(NULL, &path, NULL);

    g_assert_true(g_close(opened, NULL) && g_file_set_contents(path, "12345", 5, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        godot_file_t  file = { "res://x", "res://x", path, 0, sizes[i].size, NULL, false };
        godot_files_t files;
        gsize         length = 0;

        g_test_message("case %zu", i);
        godot_files_init(&files, NULL);
        files.bytes = GODOT_MAX_ALL_SIZE - sizes[i].left;
        char *content = godot_files_read(&files, &file, &length);
        g_assert_true(sizes[i].is_read == (content != NULL));
        g_assert_cmpuint(content ? length : 0, ==, content ? MIN(sizes[i].size, 5) : 0);
        g_assert_cmpuint(files.bytes, ==, GODOT_MAX_ALL_SIZE - sizes[i].left + (content ? length : 0));
        g_assert_cmpuint(files.notes->len, ==, !sizes[i].is_read);
        g_assert_true(sizes[i].is_read || godot_files_met(&files, sizes[i].told));
        g_free(content);
        godot_files_clear(&files);
    }
    g_remove(path);
    g_free(path);
}

/* A pack of Godot 3 with empty files. */
static void
test_number_of_files_in_a_pack(void)
{
    enum { HEADER = 84, ENTRY = 4 + 4 + 8 + 8 + 16 };
    char  pack[HEADER + 4 + MOST * ENTRY] = "GDPC\1", *path;
    GError *error = NULL;
    int   file = g_file_open_tmp("XXXXXX.pck", &path, &error);

    g_assert_no_error(error);
    pack[HEADER] = MOST;
    for (unsigned i = 0; i < MOST; i++)
        memcpy(pack + HEADER + 4 + (size_t)i * ENTRY, (char[]){ 4, 0, 0, 0, (char)('a' + i), '.', 'g', 'd' }, 8);
    g_assert_true(g_close(file, NULL));         /* Windows replaces no open file */
    g_assert_true(g_file_set_contents(path, pack, sizeof pack, NULL));
    check_number_of_files(godot_pack_visit, path);
    g_remove(path);
    g_free(path);
}

/* Writes a pack of Godot 4 with empty files that have these flags. */
static void
write_pack(const char *path, char flags)
{
    enum { HEADER = 96, ENTRY = 4 + 4 + 8 + 8 + 16 + 4 };
    char pack[HEADER + 4 + MOST * ENTRY] = "GDPC\2";

    pack[HEADER] = MOST;
    for (unsigned i = 0; i < MOST; i++) {
        char *entry = pack + HEADER + 4 + (size_t)i * ENTRY;

        memcpy(entry, (char[]){ 4, 0, 0, 0, (char)('a' + i), '.', 'g', 'd' }, 8);
        entry[ENTRY - 4] = flags;
    }
    g_assert_true(g_file_set_contents(path, pack, sizeof pack, NULL));
}

/* The files of an older pack, beside one with changes, are not those of this one; that it came shows in the folder. */
static void
test_files_beside_a_patch(void)
{
    enum { DELTA = 4 };
    struct utimbuf  long_ago = { 1000, 1000 }, later = { 2000, 2000 };
    char           *folder = g_dir_make_tmp(NULL, NULL);
    char           *patch = g_build_filename(folder, "patch.pck", NULL);
    char           *older = g_build_filename(folder, "old.pck", NULL);
    unsigned        count = 0;
    godot_visitor_t visitor = { begin_nothing, count_file, &count };
    godot_files_t   files;

    write_pack(patch, DELTA);
    g_assert_cmpint(g_utime(patch, &long_ago), ==, 0);
    bool has_time = g_utime(folder, &long_ago) == 0;       /* Windows gives folders none */
    godot_files_init(&files, NULL);
    godot_pack_visit(&files, patch, &visitor);
    g_assert_true(godot_files_changed(&files) == !has_time);
    g_assert_cmpint(g_utime(patch, &later), ==, 0);
    g_assert_true(godot_files_changed(&files));
    g_assert_cmpint(g_utime(patch, &long_ago), ==, 0);
    write_pack(older, 0);
    g_assert_true(godot_files_changed(&files));
    godot_files_clear(&files);
    check_number_of_files(godot_pack_visit, patch);
    g_remove(patch);
    g_remove(older);
    g_rmdir(folder);
    g_free(patch);
    g_free(older);
    g_free(folder);
}

typedef struct {
    godot_files_t *files;
    unsigned       left;
} patient_t;

/* A second passes between two questions. */
static bool
ask_once_more(void *user, unsigned seconds, unsigned files, uint64_t bytes)
{
    patient_t *patient = user;

    (void)seconds, (void)files, (void)bytes;
    patient->files->begun -= G_USEC_PER_SEC;
    return patient->left && patient->left--;
}

/* Whoever waits is asked before the directory is read and before each file, and has those until then. */
static void
test_time_of_packs(void)
{
    char   *path;
    GError *error = NULL;
    int     opened = g_file_open_tmp("XXXXXX.pck", &path, &error);

    g_assert_no_error(error);
    g_assert_true(g_close(opened, NULL));
    write_pack(path, 0);
    for (unsigned most = 0; most <= MOST + 2; most++) {
        unsigned         count = 0;
        godot_visitor_t  visitor = { begin_nothing, count_file, &count };
        godot_files_t    files;
        patient_t        patient = { &files, most };
        godot_progress_t progress = { ask_once_more, &patient };

        godot_files_init(&files, NULL);
        files.progress = &progress;
        godot_pack_visit(&files, path, &visitor);
        g_assert_cmpuint(count, ==, most ? MIN(most - 1, MOST) : 0);
        g_assert_true(godot_files_met(&files, GODOT_LIMIT_SECONDS) == (most <= MOST));
        godot_files_clear(&files);
    }
    g_remove(path);
    g_free(path);
}

/* A text has one place, however often it is asked for. */
static void
test_kept_texts(void)
{
    godot_strings_t *strings = godot_strings_new();
    const char      *one = godot_strings_keep(strings, "one"), *other = godot_strings_keep(strings, "other");
    char             same[] = "one";

    g_assert_cmpstr(one, ==, "one");
    g_assert_cmpstr(other, ==, "other");
    g_assert_true(godot_strings_keep(strings, same) == one);
    godot_strings_free(strings);
}

/* The vectors of SipHash-2-4 that its authors published: the key 00 01 .. 0f, and messages 00 01 .. of each length. */
static void
test_siphash(void)
{
    static const struct {
        gsize    length;
        uint64_t hash;
    } vectors[] = {
        { 0, 0x726fdb47dd0e0e31 }, { 1, 0x74f839c593dc67fd }, { 7, 0xab0200f58b01d137 }, { 8, 0x93f5f5799a932462 },
        { 15, 0xa129ca6149be45e5 },
    };
    const godot_hash_key_t key = { 0x0706050403020100, 0x0f0e0d0c0b0a0908 };
    uint8_t bytes[16];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (size_t i = 0; i < G_N_ELEMENTS(vectors); i++)
        g_assert_cmphex(godot_siphash(key, bytes, vectors[i].length), ==, vectors[i].hash);
}

/* The key of a table is none that somebody outside could know. */
static void
test_keys_of_tables(void)
{
    const godot_hash_key_t none = { 0, 0 };

    g_assert_cmphex(godot_string_hash("name"), !=, (guint)godot_siphash(none, (const uint8_t *)"name", strlen("name")));
    g_assert_cmphex(godot_string_hash("name"), ==, godot_string_hash("name"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/every-end", test_every_end);
    g_test_add_func("/every-end-of-binary-files", test_every_end_of_binary_files);
    g_test_add_func("/files-beside-a-patch", test_files_beside_a_patch);
    g_test_add_func("/number-of-bytes", test_number_of_bytes);
    g_test_add_func("/number-of-files-in-a-folder", test_number_of_files_in_a_folder);
    g_test_add_func("/number-of-files-in-a-pack", test_number_of_files_in_a_pack);
    g_test_add_func("/number-of-notes", test_number_of_notes);
    g_test_add_func("/numbers-of-configurations", test_numbers_of_configurations);
    g_test_add_func("/values-of-configurations", test_values_of_configurations);
    g_test_add_func("/progress", test_progress);
    g_test_add_func("/kept-texts", test_kept_texts);
    g_test_add_func("/keys-of-tables", test_keys_of_tables);
    g_test_add_func("/siphash", test_siphash);
    g_test_add_func("/string-without-an-end", test_a_string_without_an_end);
    g_test_add_func("/strings", test_strings);
    g_test_add_func("/time-of-folders", test_the_time_of_folders);
    g_test_add_func("/time-of-packs", test_time_of_packs);
    g_test_add_func("/time-of-reading", test_the_time_of_reading);
    g_test_add_func("/what-cannot-be-read", test_what_cannot_be_read);
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
