/* test-godot-project-answers.c
 * Does the library of a game's names keep to its arrays, whatever numbers a packet or a file has?
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
#include <utime.h>
#include <glib/gstdio.h>

#include "project/decrypt.h"
#include "project/index.h"
#include "project/limits.h"
#include "project/project.h"
#include "tests/unit/guarded.h"

/* ---- Which synchronizers does a SPAWN name? ---- */

#define LARGEST GODOT_MAX_MATCHED

typedef struct {
    godot_synchronizer_t synchronizers[LARGEST + 1];
    godot_scene_t        scene;
} made_t;

/* Makes a scene with so many synchronizers, each with so many properties in a SPAWN, and one that is in none. */
static void
made_init(made_t *made, const unsigned *values, unsigned count)
{
    static godot_property_t spawned = { .spawn = true }, other;

    *made = (made_t) { .scene = { .synchronizers = g_ptr_array_new(),
                                  .matches = g_array_new(false, false, sizeof(uint32_t)) } };
    for (unsigned i = 0; i < count; i++) {
        GPtrArray *properties = made->synchronizers[i].properties = g_ptr_array_new();

        for (unsigned nth = 0; nth < values[i]; nth++)
            g_ptr_array_add(properties, &spawned);
        g_ptr_array_add(properties, &other);
        g_ptr_array_add(made->scene.synchronizers, &made->synchronizers[i]);
    }
}

static void
made_clear(made_t *made)
{
    for (guint i = 0; i < made->scene.synchronizers->len; i++)
        g_ptr_array_unref(made->synchronizers[i].properties);
    g_ptr_array_unref(made->scene.synchronizers);
    g_array_unref(made->scene.matches);
}

static unsigned
bits_of(unsigned set)
{
    unsigned count = 0;

    for (; set; set &= set - 1)
        count++;
    return count;
}

/* Returns the only set of synchronizers with so many values together; 0 if there is none, or more than one. */
static unsigned
only_set(const unsigned *values, unsigned all, unsigned count, unsigned sum)
{
    unsigned found = 0;

    for (unsigned set = 1; set < 1U << all; set++) {
        unsigned together = 0;

        for (unsigned i = 0; i < all; i++)
            together += set >> i & 1 ? values[i] : 0;
        if (bits_of(set) != count || together != sum)
            continue;
        if (found)
            return 0;
        found = set;
    }
    return found;
}

static const godot_synchronizer_t *
nth_of(const made_t *made, unsigned set, unsigned nth)
{
    for (unsigned i = 0; set >> i; i++)
        if (set >> i & 1 && nth-- == 0)
            return &made->synchronizers[i];
    return NULL;
}

/* All sets are tried here one by one. Sums up to the limit distinguish them, and no number is outside of the table. */
static void
test_sets(void)
{
    static const struct {
        unsigned values[3], count;
    } scenes[] = {
        { { 0, 1, 2 }, 3 }, { { 1, 1, 2 }, 3 }, { { 3 }, 1 }, { { 0 }, 0 },
        { { GODOT_MAX_STATE - 24, 100, 0 }, 3 }, { { GODOT_MAX_STATE - 24, 25, 0 }, 3 }, { { GODOT_MAX_STATE, 0 }, 2 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(scenes); i++) {
        made_t made;

        made_init(&made, scenes[i].values, scenes[i].count);
        for (unsigned count = 0; count <= scenes[i].count + 1; count++)
            for (unsigned sum = 0; sum <= GODOT_MAX_STATE + 2; sum++)
                for (unsigned nth = 0; nth <= count; nth++) {
                    unsigned set = sum > GODOT_MAX_STATE ? 0 : only_set(scenes[i].values, scenes[i].count, count, sum);

                    g_assert_true(godot_scene_spawned(&made.scene, count, sum, nth) == nth_of(&made, set, nth));
                }
        g_assert_null(godot_scene_spawned(&made.scene, 1U << 29, 0, 0));
        g_assert_null(godot_scene_spawned(&made.scene, 1, 1U << 29, 0));
        made_clear(&made);
    }
}

/* With more synchronizers than the limit, none is found. */
static void
test_too_many_synchronizers(void)
{
    const unsigned values[LARGEST + 1] = { [LARGEST] = 1 };
    made_t         made;

    made_init(&made, values, LARGEST);
    g_assert_true(godot_scene_spawned(&made.scene, LARGEST, 0, LARGEST - 1) == &made.synchronizers[LARGEST - 1]);
    made_clear(&made);
    made_init(&made, values, LARGEST + 1);
    for (unsigned count = 1; count <= LARGEST + 1; count++)
        for (unsigned sum = 0; sum <= 2; sum++)
            g_assert_null(godot_scene_spawned(&made.scene, count, sum, 0));
    made_clear(&made);
}

/* ---- Which properties are the values? ---- */

static void
test_numbers_of_values(void)
{
    godot_property_t      property = { .spawn = true, .sync = true, .watch_4_1 = true };
    godot_synchronizer_t *synchronizer = g_new0(godot_synchronizer_t, 1);

    synchronizer->properties = g_ptr_array_new();
    g_ptr_array_add(synchronizer->properties, &property);
    g_ptr_array_add(synchronizer->properties, &property);
    for (unsigned count = 0; count <= 3; count++) {
        const GPtrArray *spawned = godot_synchronizer_list(synchronizer, GODOT_LIST_SPAWN, count);
        const GPtrArray *watched = godot_synchronizer_list(synchronizer, GODOT_LIST_WATCH, count);

        g_assert_cmpint(spawned != NULL, ==, count == 2);
        g_assert_cmpint(watched ? (int)watched->len : -1, ==, count == 0 ? 0 : count <= 2 ? 2 : -1);
    }
    godot_synchronizer_free(synchronizer);
}

/* A number of values that no list has says nothing of the other lists. */
static void
test_lists_that_do_not_fit(void)
{
    godot_property_t      spawned = { .spawn = true }, synced = { .sync = true, .sync_4_1 = true };
    godot_synchronizer_t *synchronizer = g_new0(godot_synchronizer_t, 1);
    const GPtrArray      *list;

    synchronizer->properties = g_ptr_array_new();
    g_ptr_array_add(synchronizer->properties, &spawned);
    g_ptr_array_add(synchronizer->properties, &synced);
    g_assert_null(godot_synchronizer_list(synchronizer, GODOT_LIST_SPAWN, 5));
    list = godot_synchronizer_list(synchronizer, GODOT_LIST_SYNC, 1);
    g_assert_true(list && g_ptr_array_index(list, 0) == &synced);
    list = godot_synchronizer_list(synchronizer, GODOT_LIST_SPAWN, 1);
    g_assert_true(list && g_ptr_array_index(list, 0) == &spawned);
    godot_synchronizer_free(synchronizer);
}

static void
write_scene(const char *folder, const char *name, unsigned properties, char letter)
{
    GString *text = g_string_new("[gd_scene format=3]\n[sub_resource type=\"SceneReplicationConfig\" id=\"c\"]\n");
    char    *path = g_build_filename(folder, name, NULL);

    for (unsigned i = 0; i < properties; i++)
        g_string_append_printf(text, "properties/%u/path = NodePath(\".:%c%u\")\n"
                               "properties/%u/replication_mode = 2\n", i, letter, i, i);
    g_string_append(text, "[node name=\"Root\" type=\"Node\"]\n"
                    "[node name=\"Sync\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n"
                    "replication_config = SubResource(\"c\")\n");
    g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
    g_string_free(text, TRUE);
    g_free(path);
}

/* Two scenes with the same path agree only if they have the same properties, whichever was found first. */
static void
test_scenes_that_disagree(void)
{
    static const struct {
        unsigned first, second;
        char     letter;
        bool     agree;
    } cases[] = { { 2, 2, 'p', true }, { 2, 3, 'p', false }, { 3, 2, 'p', false }, { 2, 2, 'q', false } };
    char *folder = g_dir_make_tmp("godot-XXXXXX", NULL);
    char *names[] = { g_build_filename(folder, "a.tscn", NULL), g_build_filename(folder, "b.tscn", NULL) };
    const char *const places[] = { folder, NULL };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *project;

        write_scene(folder, "a.tscn", cases[i].first, 'p');
        write_scene(folder, "b.tscn", cases[i].second, cases[i].letter);
        project = godot_project_open(places, NULL, NULL);
        g_assert_cmpuint(godot_project_scenes(project)->len, ==, 2);
        g_assert_true(!godot_project_synchronizer(project, "Root/Sync", GODOT_LIST_WATCH, 1) == !cases[i].agree);
        godot_project_close(project);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_unlink(names[i]);
        g_free(names[i]);
    }
    g_rmdir(folder);
    g_free(folder);
}

/* ---- Methods ---- */

/* A list of one, with something behind it that is none of it. */
static void
test_ids_of_methods(void)
{
    godot_method_t        own = { .name = "own" }, behind = { .name = "behind" };
    void                 *places[] = { &own, &behind };
    GPtrArray             list = { places, 1 }, none = { places, 0 };
    const godot_methods_t lists[] = {
        { .methods = &list, .node_methods = &none }, { .methods = &none, .node_methods = &list }
    };
    const godot_script_t  script = { .methods = &list };

    for (unsigned of_node = 0; of_node <= 1; of_node++)
        for (unsigned id = 0; id <= 2; id++) {
            g_assert_true(godot_methods_get(&lists[of_node], id | of_node << 15) == (id == 0 ? &own : NULL));
            g_assert_null(godot_methods_get(&lists[of_node], id | !of_node << 15));
        }
    g_assert_true(godot_script_method(&script, 0) == &own);
    g_assert_null(godot_script_method(&script, 1));
}

/* Numbers and names of configurations; what the engine does not have is not known. */
static void
test_configurations(void)
{
    static const struct {
        const char *key, *value;
        int         number;
    } cases[] = {
        { "rpc_mode", "2", 2 }, { "rpc_mode", "3", GODOT_UNKNOWN }, { "rpc_mode", "RPC_MODE_ANY_PEER", 1 },
        { "transfer_mode", "2", 2 }, { "transfer_mode", "3", GODOT_UNKNOWN }, { "transfer_mode", "0x1", 1 },
        { "call_local", "0", 0 }, { "call_local", "true", 1 }, { "call_local", "7", 1 },
        { "channel", "0", 0 }, { "channel", "2147483647", G_MAXINT }, { "channel", "2147483648", GODOT_UNKNOWN },
        { "channel", "-1", GODOT_UNKNOWN }, { "channel", "", GODOT_UNKNOWN }, { "channel", "1x", GODOT_UNKNOWN },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_rpc_config_t config = { 9, 9, 9, 9 };
        const int         *members[] = { &config.mode, &config.transfer, &config.call_local, &config.channel };
        unsigned           changed = 0;

        godot_rpc_config_set(&config, cases[i].key, cases[i].value);
        for (size_t nth = 0; nth < G_N_ELEMENTS(members); nth++) {
            g_assert_true(*members[nth] == 9 || *members[nth] == cases[i].number);
            changed += *members[nth] != 9;
        }
        g_assert_cmpuint(changed, ==, 1);
    }
}

/* ---- Files ---- */

/* Only the path of the next property begins one, and only those that are there can be set. */
static void
test_replicated_properties(void)
{
    GPtrArray                *list = godot_replicated_list();
    const godot_replicated_t *first;

    godot_replicated_set(list, "properties/1/path", ".:second");
    godot_replicated_set(list, "somethings/0/path", ".:other");
    godot_replicated_set(list, "properties/0/spawn", "false");
    godot_replicated_set(list, "properties/0x/path", ".:first");
    g_assert_cmpuint(list->len, ==, 0);
    godot_replicated_set(list, "properties/0/path", ".:first");
    godot_replicated_set(list, "properties/0/path", ".:again");
    godot_replicated_set(list, "properties/1/spawn", "false");
    g_assert_cmpuint(list->len, ==, 1);
    first = g_ptr_array_index(list, 0);
    g_assert_true(first->spawn && strcmp(first->path, ".:first") == 0);
    godot_replicated_set(list, "properties/0x/spawn", "false");
    godot_replicated_set(list, "properties/0xspawn", "false");
    g_assert_true(first->spawn);
    godot_replicated_set(list, "properties/0/spawn", "false");
    g_assert_false(first->spawn);
    g_ptr_array_unref(list);
}

/* Reads a folder with one file, or with none. */
static godot_project_t *
project_of(const char *name, const char *text)
{
    char              *folder = g_dir_make_tmp("godot-XXXXXX", NULL), *path = g_build_filename(folder, name, NULL);
    const char *const  places[] = { folder, NULL };
    godot_project_t   *project;

    if (*name)
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    project = godot_project_open(places, NULL, NULL);
    if (*name)
        g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
    return project;
}

static void
test_summary(void)
{
    static const struct {
        const char *text, *told;
    } cases[] = {
        { "extends Node\n", "1 project: 1 scripts (0 with RPCs)" },
        { "@rpc func f(): pass\n", "1 project: 1 scripts (1 with RPCs)" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *project = project_of("a.gd", cases[i].text);

        g_assert_true(g_str_has_prefix(godot_project_summary(project), cases[i].told));
        godot_project_close(project);
    }
}

static void
write_at(const char *path, const char *text, time_t modified)
{
    struct utimbuf times = { modified, modified };

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_assert_cmpint(g_utime(path, &times), ==, 0);
}

/* A file is another one if it was written later or is longer, even if the other is as before. */
static void
test_changes(void)
{
    static const struct {
        const char *text;
        time_t      modified;
        bool        changed;
    } cases[] = { { "a = 1", 1000, false }, { "a = 2", 1001, true }, { "a = 10", 1000, true } };
    char             *folder = g_dir_make_tmp("godot-XXXXXX", NULL);
    char             *path = g_build_filename(folder, "project.godot", NULL);
    const char *const places[] = { path, NULL };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *project;

        write_at(path, "a = 1", 1000);
        project = godot_project_open(places, NULL, NULL);
        write_at(path, cases[i].text, cases[i].modified);
        g_assert_cmpint(godot_project_changed(project), ==, cases[i].changed);
        godot_project_close(project);
    }
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* What was written in a second in which it was read may be written again, so it may have changed. */
static void
test_changes_in_this_second(void)
{
    static const struct {
        int  later;
        bool changed;
    } cases[] = { { 0, true }, { 1, true }, { -2, false } };
    char             *folder = g_dir_make_tmp("godot-XXXXXX", NULL);
    char             *path = g_build_filename(folder, "project.godot", NULL);
    const char *const places[] = { path, NULL };

    g_assert_true(g_file_set_contents(path, "a = 1", -1, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        /* The project is read in the same second. */
        while (g_get_real_time() % G_USEC_PER_SEC > G_USEC_PER_SEC / 2)
            g_usleep(G_USEC_PER_SEC / 100);

        const time_t     modified = (time_t)(g_get_real_time() / G_USEC_PER_SEC) + cases[i].later;
        struct utimbuf   times = { modified, modified };
        godot_project_t *project;

        g_assert_cmpint(g_utime(path, &times), ==, 0);
        project = godot_project_open(places, NULL, NULL);
        g_assert_cmpint(godot_project_changed(project), ==, cases[i].changed);
        godot_project_close(project);
    }
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* In a folder, files that were read may be others, and there may be more. */
static void
test_changes_in_folders(void)
{
    static const struct {
        const char *name;
        time_t      modified, folder_modified;
        bool        changed;
    } cases[] = {
        { "a.gd", 1000, 1000, false }, { "a.gd", 1001, 1000, true }, { "b.gd", 1000, 1001, true },
        { "b.txt", 1001, 1000, false },
    };
    char             *folder = g_dir_make_tmp("godot-XXXXXX", NULL), *path = g_build_filename(folder, "a.gd", NULL);
    const char *const places[] = { folder, NULL };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct utimbuf   before = { 1000, 1000 }, after = { cases[i].folder_modified, cases[i].folder_modified };
        char            *other = g_build_filename(folder, cases[i].name, NULL);
        godot_project_t *project;

        write_at(path, "", 1000);
        if (g_utime(folder, &before) != 0)
            g_test_skip("the time of a folder cannot be set here");
        project = godot_project_open(places, NULL, NULL);
        write_at(other, "", cases[i].modified);
        if (g_utime(folder, &after) == 0)
            g_assert_cmpint(godot_project_changed(project), ==, cases[i].changed);
        godot_project_close(project);
        g_unlink(other);
        g_unlink(path);
        g_free(other);
    }
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* The server keeps the authority if there is a script, and none gives it away or could not be read. */
static void
test_authority(void)
{
    static const struct {
        const char *name, *text;
        bool        keeps;
    } cases[] = {
        { "", "", false }, { "a.tscn", "[gd_scene]\n", false }, { "a.gd", "extends Node\n", true },
        { "a.gd", "func f():\n\tset_multiplayer_authority(2)\n", false }, { "a.cs", "class A {}\n", false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *project = project_of(cases[i].name, cases[i].text);

        g_assert_cmpint(godot_project_keeps_authority(project), ==, cases[i].keeps);
        godot_project_close(project);
    }
}

/* An inner class is left out if the path of the one around it and its name are longer than the limit. */
static void
test_long_paths_of_classes(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        char            *name = g_strnfill(GODOT_MAX_PATH - strlen("res://a.gd") + more, 'N');
        char            *text = g_strdup_printf("class %s:\n\tpass\n", name);
        godot_project_t *project = project_of("a.gd", text);

        g_assert_cmpuint(godot_project_scripts(project)->len, ==, more ? 1 : 2);
        godot_project_close(project);
        g_free(text);
        g_free(name);
    }
}

/* A reference may have as many names as there are classes in one another. The file is the first one. */
static void
test_long_references(void)
{
    GString              *text = g_string_new("class_name K\n"), *name = g_string_new("K");
    godot_project_t      *project;
    const godot_script_t *last;

    for (int depth = 0; depth < GODOT_MAX_CLASS_DEPTH - 1; depth++) {
        g_string_append_printf(text, "%*sclass C:\n", depth, "");
        g_string_append(name, ".C");
    }
    g_string_append_printf(text, "%*spass\nclass D extends %s: pass\n", GODOT_MAX_CLASS_DEPTH, "", name->str);
    project = project_of("a.gd", text->str);
    last = g_ptr_array_index(project->scripts, project->scripts->len - 1);
    g_assert_cmpstr(last->path, ==, "res://a.gd:D");
    g_assert_true(last->base == g_ptr_array_index(project->scripts, project->scripts->len - 2));
    g_assert_cmpuint(project->scripts->len, ==, GODOT_MAX_CLASS_DEPTH + 1);
    godot_project_close(project);
    g_string_free(text, TRUE);
    g_string_free(name, TRUE);
}

/* Without files, nothing changed. */
static void
test_nothing_changes(void)
{
    GPtrArray           none = { NULL, 0 };
    const godot_files_t files = { .stamps = &none };

    g_assert_false(godot_files_changed(&files));
}

/* What does not fit into the rest of all bytes is told as that, if any other file might not fit, too. */
static void
test_sizes_that_are_too_large(void)
{
    static const struct {
        gsize         spent;
        godot_limit_t limit;
    } cases[] = {
        { GODOT_MAX_ALL_SIZE - GODOT_MAX_FILE_SIZE, GODOT_LIMIT_FILE_SIZE },
        { GODOT_MAX_ALL_SIZE - GODOT_MAX_FILE_SIZE + 1, GODOT_LIMIT_ALL_SIZE },
    };
    const godot_file_t file = { .path = "a.pck", .size = GODOT_MAX_FILE_SIZE + 1 };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_files_t files;
        gsize         length;

        godot_files_init(&files, NULL);
        files.bytes = cases[i].spent;
        g_assert_null(godot_files_read(&files, &file, &length));
        g_assert_cmpuint(files.notes->len, ==, 1);
        g_assert_true(godot_files_met(&files, cases[i].limit));
        godot_files_clear(&files);
    }
}

/* So much is left for what is made of a file, and not a byte more. */
static void
test_sizes_that_fit(void)
{
    const godot_file_t file = { .path = "a.pck" };

    for (unsigned room = 1; room <= 2; room++) {
        godot_files_t files;

        godot_files_init(&files, NULL);
        files.bytes = GODOT_MAX_ALL_SIZE - room;
        g_assert_false(godot_files_afford(&files, &file, room + 1));
        g_assert_true(godot_files_afford(&files, &file, room));
        g_assert_true(godot_files_afford(&files, &file, 0));
        g_assert_false(godot_files_afford(&files, &file, 1));
        godot_files_spend(&files, 1);
        g_assert_false(godot_files_afford(&files, &file, 1));
        godot_files_clear(&files);
    }
}

/* A file's classes declare together what is read of a file. */
static void
test_full_classes(void)
{
    godot_class_t *file = godot_class_new(NULL), *inner = godot_class_new(file);

    godot_class_declare(inner, GODOT_MAX_DECLARED - 1 - file->declared);
    g_assert_false(godot_class_is_full(file) || godot_class_is_full(inner));
    godot_class_declare(file, 1);
    g_assert_true(godot_class_is_full(file) && godot_class_is_full(inner));
    godot_class_free(file);
}

/* Reading was slow if it took long, or too long. */
static void
test_reading_that_was_slow(void)
{
    static const struct {
        guint64 met;
        bool    was_slow;
    } cases[] = {
        { 0, false }, { (guint64)1 << GODOT_LIMIT_SLOW_SECONDS, true }, { (guint64)1 << GODOT_LIMIT_SECONDS, true },
        { (guint64)1 << GODOT_LIMIT_FILES, false },
    };
    godot_project_t *project = project_of("", "");

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        project->read.met = cases[i].met;
        g_assert_cmpint(godot_project_was_slow(project), ==, cases[i].was_slow);
    }
    godot_project_close(project);
}

/* Each 128 characters of the path of a class count as one declaration more. */
static void
test_long_names_of_classes(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        char            *name = g_strnfill(256 - strlen("res://a.gd:") - 1 + more, 'N');
        char            *text = g_strdup_printf("class %s:\n\tpass\n", name);
        godot_project_t *project = project_of("a.gd", text);

        g_assert_cmpuint(project->declared, ==, 8 + 8 + 1 + more);
        godot_project_close(project);
        g_free(text);
        g_free(name);
    }
}

/* What scenes have counts: a node as 3, a configuration as 1, and each value of them, uid and script as 1. */
static void
test_sums_of_scenes(void)
{
    static const struct {
        const char *text;
        unsigned    placed;
    } cases[] = {
        { "", 0 }, { "[node name=\"r\"]\n[node name=\"n\" parent=\".\"]\n", 6 },
        { "[node name=\"r\"]\na = 1\nb = \"c\"\n", 5 },
        { "[ext_resource uid=\"uid://a\" path=\"res://b.gd\" id=\"1\"]\n", 1 },
        { "[sub_resource type=\"GDScript\" id=\"1\"]\n", 1 },
        { "[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\nproperties/0/path = NodePath(\".:a\")\n"
          "properties/1/path = NodePath(\".:b\")\n", 3 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char            *text = g_strconcat("[gd_scene]\n", cases[i].text, NULL);
        godot_project_t *project = project_of("a.tscn", text);

        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(project->placed, ==, cases[i].placed);
        godot_project_close(project);
        g_free(text);
    }
}

static bool
give_up(void *asked, unsigned seconds, unsigned files, uint64_t bytes)
{
    (void)seconds;
    (void)files;
    (void)bytes;
    *(bool *)asked = true;
    return false;
}

/* Who is told of the progress may end the reading before anything is read. */
static void
test_reading_that_is_given_up(void)
{
    bool                   asked = false;
    const godot_progress_t progress = { give_up, &asked };
    const char *const      places[] = { ".", NULL };
    godot_project_t       *project = godot_project_open(places, NULL, &progress);

    g_assert_true(asked && godot_project_was_slow(project));
    g_assert_cmpuint(project->roots->len, ==, 0);
    godot_project_close(project);
}

/* A script has no base if there was no time to find out how many there are in a row. */
static void
test_bases_without_time(void)
{
    godot_project_t *project = project_of("a.gd", "class A extends C: pass\nclass B extends C: pass\nclass C: pass\n");
    godot_script_t  *a = g_ptr_array_index(project->scripts, 1), *b = g_ptr_array_index(project->scripts, 2);

    g_assert_true(a->base && a->base == b->base);
    a->depth = 0;       /* as if its base was only needed to find another one */
    project->read.begun -= (gint64)(GODOT_MAX_SECONDS + 1) * G_USEC_PER_SEC;
    godot_index_bases(project);
    g_assert_null(a->base);
    g_assert_nonnull(b->base);
    godot_project_close(project);
}

/* Reading is slow from the second second on. */
static void
test_slow_reading(void)
{
    godot_files_t files;

    godot_files_init(&files, NULL);
    files.begun = g_get_monotonic_time() - GODOT_MAX_SLOW_SECONDS * (gint64)G_USEC_PER_SEC;
    g_assert_true(godot_files_in_time(&files, "a"));
    g_assert_true(godot_files_met(&files, GODOT_LIMIT_SLOW_SECONDS));
    godot_files_clear(&files);
}

/* ---- Lists of methods ---- */

static const godot_methods_t *
methods_of(godot_project_t *project, const char *names)
{
    char                  *md5 = g_compute_checksum_for_string(G_CHECKSUM_MD5, names, -1);
    const godot_methods_t *methods = godot_project_methods_of_md5(project, md5);

    g_free(md5);
    g_assert_nonnull(methods);
    return methods;
}

/* Of scripts with the same methods, only those arguments are told that all of them have. Each script counts once. */
static void
test_arguments_of_several_scripts(void)
{
    static const struct {
        const char *arguments[3];
        int         count;      /* -1: they differ */
    } cases[] = {
        { { "", "" }, 0 }, { { "a: int", "a: int" }, 1 }, { { "a: int, b", "a: int, b", "a: int, b" }, 2 },
        { { "a: int", "a: int, b" }, -1 }, { { "a: int, b", "a: int" }, -1 }, { { "a: int", "b: int" }, -1 },
        { { "a: int", "a: float" }, -1 }, { { "a", "", "a" }, -1 }, { { "a, b", "a", "" }, -1 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GString               *text = g_string_new(NULL);
        godot_project_t       *project;
        const godot_methods_t *methods;
        const godot_method_t  *method;
        guint                  scripts = 0;

        for (; scripts < G_N_ELEMENTS(cases[i].arguments) && cases[i].arguments[scripts]; scripts++)
            g_string_append_printf(text, "class C%u:\n\tclass Data:\n\t\tvar x\n\t@rpc func f(%s): pass\n", scripts,
                                   cases[i].arguments[scripts]);
        g_test_message("%s", text->str);
        project = project_of("a.gd", text->str);
        methods = methods_of(project, "f");
        method = godot_methods_get(methods, 0);
        g_assert_cmpuint(methods->scripts->len, ==, scripts + 1);   /* and the file, as 4.1 counts inner classes in */
        g_assert_cmpint(method->arguments ? (int)method->arguments->len : -1, ==, cases[i].count);
        godot_project_close(project);
        g_string_free(text, TRUE);
    }
}

/* An MD5 is that of all names in a row, so lists of other names may have the same: the first of them is told. */
static void
test_lists_of_one_md5(void)
{
    static const struct {
        const char *text, *names;
        guint       methods;
    } cases[] = {
        { "class A:\n\t@rpc func ab(): pass\nclass B:\n\t@rpc func a(): pass\n\t@rpc func b(): pass\n", "ab", 1 },
        { "class A:\n\t@rpc func a(): pass\n\t@rpc func b(): pass\nclass B:\n\t@rpc func ab(): pass\n", "ab", 2 },
        { "class A:\n\t@rpc func aa(): pass\n\tfunc f():\n\t\trpc_config('a', {})\n\t\trpc_config('aaa', {})\n"
          "class B:\n\t@rpc func aa(): pass\n\t@rpc func aaa(): pass\n\tfunc f():\n\t\trpc_config('a', {})\n",
          "aaaaaa", 1 },
        { "class A:\n\t@rpc func ab(): pass\n\t@rpc func c(): pass\nclass B:\n\t@rpc func a(): pass\n"
          "\t@rpc func bc(): pass\n", "abc", 2 },
        { "class A:\n\tfunc f():\n\t\trpc_config('ab', {})\n\t\trpc_config('c', {})\n"
          "class B:\n\tfunc f():\n\t\trpc_config('a', {})\n\t\trpc_config('bc', {})\n", "abc", 0 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t       *project = project_of("a.gd", cases[i].text);
        const godot_methods_t *methods = methods_of(project, cases[i].names);
        const godot_script_t  *script = g_ptr_array_index(methods->scripts, 0);

        g_assert_cmpuint(methods->methods->len, ==, cases[i].methods);
        g_assert_cmpuint(methods->scripts->len, ==, 1);
        g_assert_cmpstr(script->path, ==, "res://a.gd:A");
        godot_project_close(project);
    }
}

/*
 * A script counts as one, and as each of its methods; so does each list that is made: again for each script that
 * configures methods, as it takes as long.
 */
static void
test_numbers_of_listed_methods(void)
{
    static const struct {
        const char *text;
        unsigned    listed;
    } cases[] = {
        { "pass\n", 1 }, { "@rpc func f(): pass\n@rpc func g(): pass\n", 3 + 2 },
        { "class A:\n\t@rpc func f(): pass\nclass B:\n\t@rpc func f(): pass\n", 1 + 2 + 2 + 1 },
        { "class A:\n\t@rpc func f(): pass\nclass B extends A: pass\nclass C extends B: pass\n", 1 + 2 + 2 + 2 + 1 },
        { "@rpc func f(): pass\nfunc g():\n\trpc_config('a', {})\n\trpc_config('b', {})\n", 2 + 1 + 3 + 2 + 2 },
        { "class A:\n\tfunc g():\n\t\trpc_config('a', {})\nclass B:\n\tfunc g():\n\t\trpc_config('a', {})\n",
          1 + 1 + 1 + 1 + 1 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_project_t *project = project_of("a.gd", cases[i].text);

        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(project->listed, ==, cases[i].listed);
        godot_project_close(project);
    }
}

/* Lists are made while there is time. */
static void
test_time_of_lists(void)
{
    for (unsigned late = 0; late <= 1; late++) {
        godot_project_t *project = project_of("a.gd", "@rpc func f(): pass\n");

        g_assert_cmpuint(g_hash_table_size(project->by_md5), ==, 1);
        g_hash_table_remove_all(project->by_md5);
        project->read.begun = g_get_monotonic_time() - late * GODOT_MAX_SECONDS * (gint64)G_USEC_PER_SEC;
        godot_index_methods(project);
        g_assert_cmpuint(g_hash_table_size(project->by_md5), ==, 1 - late);
        g_assert_true(godot_files_met(&project->read, GODOT_LIMIT_SECONDS) == (late == 1));
        godot_project_close(project);
    }
}

/* ---- Bases ---- */

/* Makes the classes c0, c1, ..., of which each extends what the next one is called, with that text behind it. */
static char *
chain_of(const char *first, unsigned count, const char *behind)
{
    GString *text = g_string_new(first);

    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(text, "class c%u extends c%u%s: pass\n", i, i + 1, behind);
    g_string_append_printf(text, "class c%u:\n\tclass X: pass\n", count);
    return g_string_free(text, FALSE);
}

/* A chain or references of any number that the limits allow, and of one more; the file's own class is the first. */
static void
test_chains(void)
{
    static const struct {
        const char   *first, *behind;
        unsigned      most;         /* classes c0, c1, ..., but the last one */
        godot_limit_t limit;
    } cases[] = {
        { "extends c0\n", "", GODOT_MAX_CHAIN - 2, GODOT_LIMIT_CHAIN },
        { "", "", GODOT_MAX_CHAIN - 1, GODOT_LIMIT_CHAIN },
        { "", ".Y", GODOT_MAX_REFERENCES, GODOT_LIMIT_REFERENCES },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (unsigned more = 0; more <= 1; more++) {
            char            *text = chain_of(cases[i].first, cases[i].most + more, cases[i].behind);
            godot_project_t *project = project_of("a.gd", text);

            g_assert_cmpint(godot_files_met(&project->read, cases[i].limit), ==, more);
            g_assert_cmpuint(project->read.notes->len, ==, more);
            godot_project_close(project);
            g_free(text);
        }
}

/* A name is sought in as many classes as a chain may have. */
static void
test_names_in_chains(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        char                 *text = chain_of("class A extends c0.X: pass\n", GODOT_MAX_CHAIN - 1 + more, "");
        godot_project_t      *project = project_of("a.gd", text);
        const godot_script_t *script = g_ptr_array_index(project->scripts, 1);

        g_assert_cmpstr(script->path, ==, "res://a.gd:A");
        g_assert_cmpint(script->base == NULL, ==, more);
        godot_project_close(project);
        g_free(text);
    }
}

/* ---- Which nodes does a path mean? ---- */

static godot_node_t *
add_node(godot_node_t *parent, const char *name)
{
    godot_node_t *node = g_new0(godot_node_t, 1);

    node->name = name;
    node->parent = parent;
    node->children = g_ptr_array_new();
    node->types = g_ptr_array_new();
    if (parent)
        g_ptr_array_add(parent->children, node);
    return node;
}

/* Adds so many entries to a table of the project: all the same, but for one. */
static void
add_entries(GHashTable *table, const char *name, unsigned count, void *entry, unsigned place, void *other)
{
    GPtrArray *list = g_ptr_array_new();

    for (unsigned i = 0; i < count; i++)
        g_ptr_array_add(list, i == place ? other : entry);
    g_hash_table_insert(table, (void *)name, list);
}

static unsigned
count_nodes(godot_project_t *project, const char *path)
{
    return godot_project_nodes(project, path)->len;
}

/* The end that a path and a node have in common may be all of the path. The root of a scene is no end. */
static void
test_ends_of_paths(void)
{
    static const struct {
        const char *path;
        unsigned    found;
    } cases[] = {
        { "x/a/n", 1 }, { "a/n", 1 }, { "x/b/n", 1 },
        { "n", 2 }, { "x/n", 2 }, { "r/a/n", 1 }, { "x/r/a/n", 1 }, { "a/x", 0 },
        { "", 0 },
    };
    godot_project_t *project = project_of("", "");
    godot_node_t    *root = add_node(NULL, "r");
    godot_node_t    *one = add_node(add_node(root, "a"), "n"), *other = add_node(add_node(root, "b"), "n");

    char            *longest = g_strnfill(GODOT_MAX_PATH - 1, 'x'), *too_long = g_strnfill(GODOT_MAX_PATH, 'x');

    memcpy(longest + strlen(longest) - 2, "/n", 2);
    memcpy(too_long + strlen(too_long) - 2, "/n", 2);
    add_entries(project->by_node_name, "n", 2, one, 1, other);
    g_assert_cmpuint(count_nodes(project, longest), ==, 2);
    g_assert_cmpuint(count_nodes(project, too_long), ==, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpuint(count_nodes(project, cases[i].path), ==, cases[i].found);
    godot_project_close(project);
    godot_node_free(root);
    g_free(longest);
    g_free(too_long);
}

/* Of the nodes with the last name of a path a limited number is looked at, and a limited number is found. */
static void
test_limits_of_ends(void)
{
    godot_node_t *root = add_node(NULL, "n"), *below = add_node(root, "n");

    for (unsigned place = GODOT_MAX_STEPS - 1; place <= GODOT_MAX_STEPS; place++) {
        godot_project_t *project = project_of("", "");

        add_entries(project->by_node_name, "n", GODOT_MAX_STEPS + 1, root, place, below);
        g_assert_cmpuint(count_nodes(project, "x/n"), ==, place < GODOT_MAX_STEPS);
        godot_project_close(project);
    }
    for (unsigned count = GODOT_MAX_CANDIDATES - 1; count <= GODOT_MAX_CANDIDATES + 1; count++) {
        godot_project_t *project = project_of("", "");

        add_entries(project->by_node_name, "n", count, below, 0, below);
        g_assert_cmpuint(count_nodes(project, "x/n"), ==, MIN(count, GODOT_MAX_CANDIDATES));
        godot_project_close(project);
    }
    godot_node_free(root);
}

/* The same of scenes whose root has the first name. */
static void
test_limits_of_roots(void)
{
    godot_node_t *root = add_node(NULL, "r"), *empty = add_node(NULL, "r");
    godot_scene_t with = { .tree = root }, without = { .tree = empty };

    add_node(root, "n");
    for (unsigned place = GODOT_MAX_STEPS - 1; place <= GODOT_MAX_STEPS; place++) {
        godot_project_t *project = project_of("", "");

        add_entries(project->by_root_name, "r", GODOT_MAX_STEPS + 1, &without, place, &with);
        g_assert_cmpuint(count_nodes(project, "r/n"), ==, place < GODOT_MAX_STEPS);
        godot_project_close(project);
    }
    for (unsigned count = GODOT_MAX_CANDIDATES - 1; count <= GODOT_MAX_CANDIDATES + 1; count++) {
        godot_project_t *project = project_of("", "");

        add_entries(project->by_root_name, "r", count, &with, 0, &with);
        g_assert_cmpuint(count_nodes(project, "r/n"), ==, MIN(count, GODOT_MAX_CANDIDATES));
        godot_project_close(project);
    }
    godot_node_free(root);
    godot_node_free(empty);
}

/*
 * Any name below the root may be that of what a spawner adds there: one of its list, not what is behind that. The
 * spawner is the last node that is looked at, after the path's root, the tree's root, and its other children.
 */
static void
test_spawned_nodes(void)
{
    static const godot_node_section_t section;

    for (unsigned others = GODOT_MAX_STEPS - 3; others <= GODOT_MAX_STEPS - 2; others++) {
        godot_project_t *project = project_of("", "");
        godot_node_t    *root = add_node(NULL, "r"), *spawner = add_node(root, "s"), *other = add_node(NULL, "o");
        godot_node_t    *spawned = add_node(NULL, "any");
        godot_scene_t    scene = { .tree = root }, made = { .tree = spawned };
        void            *places[] = { &made, &made };
        GPtrArray        list = { places, 1 };

        root->scene = &scene;
        spawner->spawner = &section;
        spawner->spawn_path = "..";
        spawner->spawnables = &list;
        for (unsigned i = 0; i < others; i++)
            g_ptr_array_add(root->children, other);
        add_entries(project->by_root_name, "r", 1, &scene, 0, &scene);
        g_assert_cmpuint(count_nodes(project, "r/x"), ==, others == GODOT_MAX_STEPS - 3);
        g_assert_true(godot_project_spawned_scene(project, "r/s", 0) == &made);
        g_assert_null(godot_project_spawned_scene(project, "r/s", 1));
        godot_project_close(project);
        spawner->spawnables = NULL;
        g_ptr_array_set_size(root->children, 1);
        godot_node_free(root);
        godot_node_free(other);
        godot_node_free(spawned);
    }
}

/* What was found for a path is kept, for 10,000 paths at most. */
static void
test_remembered_paths(void)
{
    enum { MOST = 10000 };
    godot_project_t *project = project_of("", "");
    const GPtrArray *first = godot_project_nodes(project, "0");

    for (unsigned i = 0; i <= MOST; i++) {
        char *path = g_strdup_printf("%u", i);

        g_assert_true(i == MOST || godot_project_nodes(project, "0") == first);
        godot_project_nodes(project, path);
        g_assert_cmpuint(g_hash_table_size(project->by_path), ==, i == MOST ? 1 : i + 1);
        g_free(path);
    }
    godot_project_close(project);
}

/* ---- Trees of scenes ---- */

static void
add_name(void *names, const godot_scene_node_t *node)
{
    g_string_append_printf((GString *)names, "%s ", node->path);
}

/* A node goes to its place among those that are there, or behind them. */
static void
test_places_of_nodes(void)
{
    static const struct {
        const char *name;
        int         index;
    } nodes[] = { { "a", -1 }, { "b", -1 }, { "c", 0 }, { "d", 7 }, { "e", 1 }, { "f", 5 } };
    GString         *text = g_string_new("[gd_scene]\n[node name=\"r\" type=\"Node\"]\n");
    GString         *names = g_string_new(NULL);
    godot_project_t *project;

    for (size_t i = 0; i < G_N_ELEMENTS(nodes); i++)
        g_string_append_printf(text, "[node name=\"%s\" type=\"Node\" parent=\".\" index=\"%d\"]\n", nodes[i].name,
                               nodes[i].index);
    project = project_of("a.tscn", text->str);
    godot_scene_each_node((const godot_scene_t *)g_ptr_array_index(project->scenes, 0), add_name, names);
    g_assert_cmpstr(names->str, ==, ". c e a b d f ");
    g_string_free(names, TRUE);
    g_string_free(text, TRUE);
    godot_project_close(project);
}

/* A path of so many characters leads to the parent of a node, and of one more to none. */
static void
test_long_paths_of_nodes(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        char            *blanks = g_strnfill(GODOT_MAX_PATH - 1 + more, '/');
        char            *text = g_strdup_printf("[gd_scene]\n[node name=\"r\" type=\"Node\"]\n"
                                                "[node name=\"a\" type=\"Node\" parent=\".\"]\n"
                                                "[node name=\"b\" type=\"Node\" parent=\"%sa\"]\n", blanks);
        godot_project_t *project = project_of("a.tscn", text);
        GString         *names = g_string_new(NULL);

        godot_scene_each_node((const godot_scene_t *)g_ptr_array_index(project->scenes, 0), add_name, names);
        g_assert_cmpstr(names->str, ==, more ? ". a " : ". a a/b ");
        g_string_free(names, TRUE);
        godot_project_close(project);
        g_free(text);
        g_free(blanks);
    }
}

/* A synchronizer is left out if its path has more characters than that. */
static void
test_long_paths_of_synchronizers(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        char            *name = g_strnfill(GODOT_MAX_PATH - strlen("/S") + more, 'n');
        char            *text = g_strdup_printf("[gd_scene]\n[node name=\"r\" type=\"Node\"]\n"
                                                "[node name=\"%s\" type=\"Node\" parent=\".\"]\n"
                                                "[node name=\"S\" type=\"MultiplayerSynchronizer\" parent=\"%s\"]\n",
                                                name, name);
        godot_project_t *project = project_of("a.tscn", text);

        g_assert_cmpuint(((const godot_scene_t *)g_ptr_array_index(project->scenes, 0))->synchronizers->len, ==, !more);
        godot_project_close(project);
        g_free(text);
        g_free(name);
    }
}

/* Builds the only scene's tree again, as if so much had been made before. */
static godot_scene_t *
rebuilt(godot_project_t *project, unsigned nodes, unsigned properties)
{
    godot_scene_t *scene = g_ptr_array_index(project->scenes, 0);

    godot_node_free(scene->tree);
    g_ptr_array_set_size(scene->synchronizers, 0);
    g_hash_table_remove_all(project->by_node_name);
    g_hash_table_remove_all(project->by_root_name);
    g_ptr_array_set_size(project->read.notes, 0);
    project->read.met = 0;
    project->nodes = nodes;
    project->properties = properties;
    godot_index_scenes(project);
    return scene;
}

/* Nodes and properties are made up to a limit, and it is told where more would be. */
static void
test_numbers_in_scenes(void)
{
    godot_project_t *project = project_of("a.tscn",
        "[gd_scene]\n[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\n"
        "properties/0/path = NodePath(\".:a\")\nproperties/1/path = NodePath(\".:b\")\n"
        "properties/2/path = NodePath(\".:c\")\n"
        "[node name=\"r\" type=\"Node\"]\n[node name=\"n\" type=\"Node\" parent=\".\"]\n"
        "[node name=\"S\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_config = SubResource(\"1\")\n");

    for (unsigned room = 0; room <= 3; room++) {
        const godot_scene_t *scene = rebuilt(project, GODOT_MAX_NODES - room, 0);

        g_assert_cmpuint(scene->tree ? 1 + scene->tree->children->len : 0, ==, room);
        g_assert_cmpint(godot_files_met(&project->read, GODOT_LIMIT_NODES), ==, room < 3);
        scene = rebuilt(project, 0, GODOT_MAX_PROPERTIES - room);
        const godot_synchronizer_t *synchronizer = g_ptr_array_index(scene->synchronizers, 0);
        g_assert_cmpuint(synchronizer->properties->len, ==, room);
        g_assert_cmpint(godot_files_met(&project->read, GODOT_LIMIT_PROPERTIES), ==, room < 3);
    }
    godot_project_close(project);
}

/* ---- Keys, and what they encrypt ---- */

static void
test_keys(void)
{
    guarded_t guarded = guarded_new(GODOT_PROJECT_KEY_LENGTH);
    uint8_t  *key = guarded.end - GODOT_PROJECT_KEY_LENGTH;

    g_assert_true(godot_project_parse_key("00112233445566778899aabbccddeeffFFEEDDCCBBAA998877665544332211f0", key));
    g_assert_cmphex(key[1], ==, 0x11);
    g_assert_cmphex(key[31], ==, 0xf0);
    g_assert_false(godot_project_parse_key("00112233445566778899aabbccddeeffFFEEDDCCBBAA998877665544332211f", key));
    g_assert_false(godot_project_parse_key("00112233445566778899aabbccddeeffFFEEDDCCBBAA998877665544332211f00", key));
    g_assert_false(godot_project_parse_key("00112233445566778899aabbccddeeffFFEEDDCCBBAA998877665544332211fg", key));
    g_assert_false(godot_project_parse_key("00112233445566778899aabbccddeeffFFEEDDCCBBAA998877665544332211f0g", key));
    guarded_free(&guarded);
}

/* After the header come whole blocks of 16 bytes. */
static void
test_encrypted_sizes(void)
{
    static const guint64 sizes[][2] = { { 0, 40 }, { 1, 56 }, { 16, 56 }, { 17, 72 }, { 32, 72 } };

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
        g_assert_cmpuint(godot_encrypted_size(sizes[i][0]), ==, sizes[i][1]);
}

/* A header for no content is right with every key; more content than there is, or less than a header, is not. */
static void
test_encrypted_ends(void)
{
    static const char    md5_of_nothing[] = "\xd4\x1d\x8c\xd9\x8f\x00\xb2\x04\xe9\x80\x09\x98\xec\xf8\x42\x7e";
    static const uint8_t key[GODOT_PROJECT_KEY_LENGTH];
    char      header[GODOT_ENCRYPTED_HEADER] = { 0 };
    guarded_t guarded = guarded_new(sizeof header);

    memcpy(header, md5_of_nothing, sizeof md5_of_nothing - 1);
    for (gsize there = 0; there <= sizeof header; there++) {
        char *data = (char *)guarded.end - there;
        gsize length = there;

        memcpy(data, header, there);
        g_assert_true(godot_decrypt(key, data, &length) == (there < sizeof header ? NULL : (char *)guarded.end));
        g_assert_cmpuint(length, ==, there < sizeof header ? there : 0);
    }
    for (unsigned byte = 0; byte < 8; byte++) {     /* of the size */
        gsize length = sizeof header;

        memcpy(guarded.end - length, header, length);
        *(guarded.end - length + sizeof md5_of_nothing - 1 + byte) = 1;
        g_assert_null(godot_decrypt(key, (char *)guarded.end - length, &length));
    }
    guarded_free(&guarded);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arguments-of-several-scripts", test_arguments_of_several_scripts);
    g_test_add_func("/authority", test_authority);
    g_test_add_func("/bases-without-time", test_bases_without_time);
    g_test_add_func("/chains", test_chains);
    g_test_add_func("/changes", test_changes);
    g_test_add_func("/changes-in-folders", test_changes_in_folders);
    g_test_add_func("/changes-in-this-second", test_changes_in_this_second);
    g_test_add_func("/configurations", test_configurations);
    g_test_add_func("/encrypted-ends", test_encrypted_ends);
    g_test_add_func("/encrypted-sizes", test_encrypted_sizes);
    g_test_add_func("/ends-of-paths", test_ends_of_paths);
    g_test_add_func("/full-classes", test_full_classes);
    g_test_add_func("/ids-of-methods", test_ids_of_methods);
    g_test_add_func("/keys", test_keys);
    g_test_add_func("/limits-of-ends", test_limits_of_ends);
    g_test_add_func("/limits-of-roots", test_limits_of_roots);
    g_test_add_func("/lists-that-do-not-fit", test_lists_that_do_not_fit);
    g_test_add_func("/lists-of-one-md5", test_lists_of_one_md5);
    g_test_add_func("/long-paths-of-classes", test_long_paths_of_classes);
    g_test_add_func("/long-paths-of-nodes", test_long_paths_of_nodes);
    g_test_add_func("/long-paths-of-synchronizers", test_long_paths_of_synchronizers);
    g_test_add_func("/long-references", test_long_references);
    g_test_add_func("/names-in-chains", test_names_in_chains);
    g_test_add_func("/long-names-of-classes", test_long_names_of_classes);
    g_test_add_func("/reading-that-was-slow", test_reading_that_was_slow);
    g_test_add_func("/nothing-changes", test_nothing_changes);
    g_test_add_func("/numbers-in-scenes", test_numbers_in_scenes);
    g_test_add_func("/numbers-of-listed-methods", test_numbers_of_listed_methods);
    g_test_add_func("/numbers-of-values", test_numbers_of_values);
    g_test_add_func("/places-of-nodes", test_places_of_nodes);
    g_test_add_func("/remembered-paths", test_remembered_paths);
    g_test_add_func("/replicated-properties", test_replicated_properties);
    g_test_add_func("/reading-that-is-given-up", test_reading_that_is_given_up);
    g_test_add_func("/scenes-that-disagree", test_scenes_that_disagree);
    g_test_add_func("/sets", test_sets);
    g_test_add_func("/sizes-that-are-too-large", test_sizes_that_are_too_large);
    g_test_add_func("/sizes-that-fit", test_sizes_that_fit);
    g_test_add_func("/slow-reading", test_slow_reading);
    g_test_add_func("/spawned-nodes", test_spawned_nodes);
    g_test_add_func("/summary", test_summary);
    g_test_add_func("/sums-of-scenes", test_sums_of_scenes);
    g_test_add_func("/time-of-lists", test_time_of_lists);
    g_test_add_func("/too-many-synchronizers", test_too_many_synchronizers);
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
