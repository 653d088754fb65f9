/* test-godot-project-packs.c
 * Which files does the reader of packs find, wherever a pack is, and whatever its directory says?
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
#include <zstd.h>
#include <glib/gstdio.h>

#include "project/content.h"
#include "project/pack.h"
#include "tests/unit/words.h"

/* ---- What was found, as a text ---- */

typedef struct {
    godot_files_t *files;
    GString       *told;
} found_t;

static void *
begin(void *user)
{
    return user;
}

/* Each file's name, the name that it is stored by if that is another one, and its content. */
static void
add_file(void *user, const godot_file_t *file)
{
    found_t *found = user;
    gsize    length;
    char    *content = godot_content_read(found->files, file, &length);

    g_string_append_printf(found->told, "%s%s", found->told->len ? " " : "", file->resource);
    if (strcmp(file->resource, file->stored) != 0)
        g_string_append_printf(found->told, "<%s", file->stored);
    g_string_append_printf(found->told, "=%s", content ? content : "?");
    g_free(content);
}

/* Returns what a pack has, and what is said about it, without its path. */
static char *
told_of(const char *path, const uint8_t *key)
{
    godot_files_t   files;
    found_t         found = { &files, g_string_new(NULL) };
    godot_visitor_t visitor = { begin, add_file, &found };

    godot_files_init(&files, key);
    errno = EPERM;      /* of anything before */
    godot_pack_visit(&files, path, &visitor);
    for (guint i = 0; i < files.notes->len; i++) {
        const char *note = g_ptr_array_index(files.notes, i);

        g_string_append_printf(found.told, "; %s", g_str_has_prefix(note, path) ? note + strlen(path) + 2 : note);
    }
    godot_files_clear(&files);
    return g_string_free(found.told, FALSE);
}

/* ---- Packs (core/io/file_access_pack.cpp), and what may be around one ---- */

static const struct {
    const char *name, *before, *after;
    bool        has_length;         /* and the magic at the end */
} around[] = {
    { "a.pck", "", "", false }, { "a.bin", "", "", false }, { "a.x86_64", "z100", "", true },
    { "a.exe", "=MZ z2", "", true },
    /* A section .text, and one that begins up to seven bytes before the pack; a signature. */
    { "a.exe", "=MZ z58 d0x80 z64 =PE z2 h0x8664 h2 z12 h16 h0 z16 =.text z3 z12 d7 z16 =pck z5 z12 d278 z16 z30 z3",
      "=sign", false },
    { "a.exe", "=MZ z58 d64 =PE z2 h0x8664 h1 z12 h0 h0 =pck z5 z12 d128 z16 z7", "=sign", false },
};

/* Reads a pack that words describe. */
static char *
told_of_words(const char *folder, const char *name, const char *before, const char *words, const char *after,
bool has_length)
{
    writer_t writer = { .bytes = g_byte_array_new() };
    char    *path = g_build_filename(folder, name, NULL), *told;
    guint8  *bytes;
    gsize    length;

    put_words(&writer, before);
    writer.begin = writer.bytes->len;
    put_words(&writer, words);
    put_words(&writer, after);
    if (has_length) {
        put(&writer, writer.bytes->len - writer.begin, 8);
        put_words(&writer, "=GDPC");
    }
    bytes = written(&writer, &length);
    g_assert_true(g_file_set_contents(path, (const char *)bytes, (gssize)length, NULL));
    told = told_of(path, NULL);
    g_remove(path);
    g_free(bytes);
    g_free(path);
    return told;
}

static void
check(const char *words, const char *told, const char *expected)
{
    g_test_message("%s", words);
    g_assert_cmpstr(told, ==, expected);
}

#define V1  "=GDPC d1 d3 d5 d0 z64 "
#define V2  "=GDPC d2 d4 d0 d0 "
#define V3  "=GDPC d3 d4 d5 d0 "
#define V4  "=GDPC d4 d4 d7 d0 "
#define NO_MD5  "z16 "

static void
test_packs(void)
{
    static const struct {
        const char *words, *told;
    } cases[] = {
        { V1 "d2 \"res://a.gd\" @1 q3 " NO_MD5 "\"b.gd\" @2 q0 " NO_MD5 ":1 =abc :2", "res://a.gd=abc res://b.gd=" },
        { V2 "d0 @0 z64 d2 \"a.gd\" q0 q3 " NO_MD5 "d0 \"b.gd\" q1 q2 " NO_MD5 "d0 :0 =abc", "res://a.gd=abc "
          "res://b.gd=bc" },
        { V2 "d2 ~0 z64 d2 \"a.gd\" q0 q3 " NO_MD5 "d0 \"b.gd\" q1 q2 " NO_MD5 "d0 :0 =abc", "res://a.gd=abc "
          "res://b.gd=bc" },
        { V3 "d0 ~0 ~1 z64 :0 =abcd :1 d1 \"a.gd\" q1 q3 " NO_MD5 "d0", "res://a.gd=bcd" },
        { V4 "d2 ~0 ~1 z64 :0 =abcd :1 d1 \"a.gd\" q1 q3 " NO_MD5 "d0", "res://a.gd=bcd" },
        { V4 "d0 ~0 ~1 z64 :1 d1 \"a.gd\" q0 q3 " NO_MD5 "d0 :0 =abcd", "res://a.gd=abc" },
        { "=GDPC d0 z200", "; a pack of format 0, not read" }, { "=GDPC d5 z200", "; a pack of format 5, not read" },
        /* An MD5 is compared, zeros are none. */
        { V1 "d1 \"a.gd\" @1 q3 =0123456789abcdef :1 =abc", "res://a.gd=?; res://a.gd: not what its MD5 says, not "
          "read" },
        { V1 "d1 \"a.gd\" @1 q3 z15 =1 :1 =abc", "res://a.gd=?; res://a.gd: not what its MD5 says, not read" },
        /* Files that were removed, are not there, or are C# without a source. */
        { V3 "d0 ~0 ~1 z64 :0 =abc :1 d2 \"a.gd\" q0 q3 " NO_MD5 "d2 \"b.gd\" q0 q3 " NO_MD5 "d8", "res://b.gd=abc" },
        { V1 "d3 \"a.gd\" q1 q0xffffffff " NO_MD5 "\"../b.gd\" @1 q3 " NO_MD5 "\"c.gd\" @1 q1 " NO_MD5 ":1 =abc",
          "res://c.gd=a; some of its files lie behind its end" },
        { V1 "d3 \"a.cs\" @1 q2 " NO_MD5 "\"b.cs\" @1 q3 " NO_MD5 "\"c.gd\" @1 q2 " NO_MD5 ":1 =abc",
          "res://b.cs=abc res://c.gd=ab; its C# classes are in an assembly, which is not read" },
        { V3 "d0 ~0 ~1 z64 :1 d1 \"a.gd\" q0xffffffffffffffff q3 " NO_MD5 "d0 z9 :0 =abc", "; some of its files lie "
          "behind its end" },
        /* A directory that says more files than it has. */
        { V1 "d3 \"a.gd\" @1 q3 " NO_MD5 "\"b.gd\" :1 =abc", "res://a.gd=abc; its directory says 3 files and ends "
          "with 1" },
        { V2 "d2 ~0 z64 d2 \"a.gd\" q0 q3 " NO_MD5 "d0 :0 =abc \"b.gd\" q0 q3 " NO_MD5 "d0", "res://a.gd=abc; its "
          "directory says 2 files and ends with 1" },
        { V2 "d2 q0 z64 d1 \"a.gd\" ~0 q3 " NO_MD5 "d0 :0 =abc", "res://a.gd=abc" },
        { V3 "d0 q0 q0x7fffffffffffffff z64", "; its directory lies behind its end" },
        { V3 "d0 q0 ~1 z64 :1 d0", "" },
        /* The last one of a name counts. Hidden files do not, but for the cache of uids. */
        { V1 "d2 \"a.gd\" @1 q1 " NO_MD5 "\"res://a.gd\" @1 q2 " NO_MD5 ":1 =abc", "res://a.gd=ab" },
        { V1 "d5 \".a.gd\" @1 q1 " NO_MD5 "\"b/.c/d.gd\" @1 q1 " NO_MD5 "\".godot/uid_cache.bin\" @1 q1 " NO_MD5
          "\".godot/uid_cache.bin2\" @1 q1 " NO_MD5 "\"b/c.d.gd\" @1 q1 " NO_MD5 ":1 =a",
          "res://.godot/uid_cache.bin=a res://b/c.d.gd=a" },
        /* A compiled script has the name of its source, which a .remap says; in a patch there is none. */
        { V1 "d1 \"a.gdc\" @1 q1 " NO_MD5 ":1 =a", "res://a.gd<res://a.gdc=a" },
        { V1 "d2 \"a.gdc\" @1 q1 " NO_MD5 "\"a.gd\" @1 q1 " NO_MD5 ":1 =a", "res://a.gdc=a res://a.gd=a" },
        { V1 "d2 \"a.gdc\" @1 q1 " NO_MD5 "\"a.gd.remap\" @2 q27 " NO_MD5 ":1 =a :2 =[remap]\npath=\"res://a.gdc\"\n",
          "res://a.gdc=a res://a.gd<res://a.gdc=a" },
        { V1 "d2 \"a.gdc\" @1 q1 " NO_MD5 "\"b.gd.remap\" @2 q27 " NO_MD5 ":1 =a :2 =[remap]\npath=\"res://b.gdc\"\n",
          "res://a.gd<res://a.gdc=a" },
        { V1 "d2 \"a.gdc\" @1 q1 " NO_MD5 "\"a.gd.remap\" @2 q27 =0123456789abcdef :1 =a :2 =[remap]\n"
          "path=\"res://a.gdc\"\n",
          "res://a.gdc=a; res://a.gd.remap: not what its MD5 says, not read" },
        { V1 "d2 \".x/a.scn\" @1 q1 " NO_MD5 "\"c.tscn.remap\" @2 q30 " NO_MD5 ":1 =a :2 =[remap]\n"
          "path=\"res://.x/a.scn\"\n",
          "res://c.tscn<res://.x/a.scn=a" },
        /* Deltas need the older file, in another pack. */
        { V3 "d0 ~0 ~1 z64 :0 =abc :1 d1 \"a.gd\" q0 q3 " NO_MD5 "d4",
          "res://a.gd=?; some of its files are changes to files of an older pack, which is not beside it" },
        { V1 "d0", "" },
        /* The engine does not ask where the files begin when it reads the directory. */
        { V2 "d2 ~0 z64 d1 :0 \"a.gd\" q45 q3 " NO_MD5 "d0 =abc", "res://a.gd=abc" },
        /* A pack that begins the file is the one that is read, whatever its last file ends with. */
        { V1 "d1 \"a.gd\" @1 q100 " NO_MD5 ":1 " V1 "d0 q88 =GDPC", "res://a.gd=GDPC\1" },
    };
    char *folder = g_dir_make_tmp(NULL, NULL);

    for (size_t form = 0; form < G_N_ELEMENTS(around); form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            char *told = told_of_words(folder, around[form].name, around[form].before, cases[i].words,
            around[form].after,
                                       around[form].has_length);

            check(cases[i].words, told, cases[i].told);
            g_free(told);
        }
    g_rmdir(folder);
    g_free(folder);
}

/* What is no pack, or not all of one. */
static void
test_no_packs(void)
{
    static const struct {
        const char *words, *told;
    } cases[] = {
        { "", "; no pack, and none in it" }, { "=GDP", "; no pack, and none in it" }, { "=GDPC", "; the pack ends in "
          "its header" },
        { "=GDPC d1 z75", "; the pack ends in its header" }, { "=GDPC d3 z95", "; the pack ends in its header" },
        { "=GDPC d4 z95", "; the pack ends in its header" }, { "=GDPC d1 z76", "; its directory lies behind its end" },
        { V3 "d0 q0 q104 z64 =abc", "; its directory lies behind its end" },
        { "=GDPC d4 d4 d7 d0 d5 q0 q0 z31", "; the pack ends in its header" },
        { "=GDPC d4 d4 d7 d0 d5 q0 q0 z63", "; the pack ends in its header" },
        { "z100 =GDPC", "; no pack, and none in it" }, { "z100 q0 =GDPC", "; no pack, and none in it" },
        { "=GDPD d1 z76 d0 q88 =GDPC", "; no pack, and none in it" }, { "=GDPD d1 z76 d0 q89 =GDPC", "; no pack, and "
          "none in it" },
        { "=x " V1 "d0 q88 =GDPX", "; no pack, and none in it" }, { "=x " V1 "d0 q87 =GDPC", "; no pack, and none in "
          "it" },
        { "=MZ z58 d64 =PX z2 h0x8664 h1 z12 h0 h0 =pck z5 z12 d128 z16 " V1 "d0 =sign", "; no pack, and none in it" },
        { "=MZ z58 d64 =PX z2 h1 z12 h0 h0 =pck z5 z12 d126 z16 " V1 "d0 =sign", "; no pack, and none in it" },
        { "=MZ z58 d64 =PE z2 h0x8664 h1 z12 h0 h0 =pck z5 z12 d128 z16 z8 " V1 "d0 =sign", "; no pack, and none in "
          "it" },
        { "=MZ z58 d64 =PE z2 h0x8664 h0 z12 h0 h0 =pck z5 z12 d128 z16 " V1 "d0 =sign", "; no pack, and none in it" },
        { "=MZ z58 d64 =PE z2 h0x8664 h1 z12 h0 h0 =pcks z4 z12 d128 z16 " V1 "d0 =sign", "; no pack, and none in it" },
        { "=MZ z58 d64 =PE z2 h0x8664 h2 z12 h0 h0 =text z4 z32 =pck", "; no pack, and none in it" },
        { "=MZ z58 d64 =PE z2 h0x8664 h2 z12 h0 h0 =pck z5 z12 d168 z16 =pck z5 z12 d4 z16 " V1 "d0 =sign", "" },
        { "=MZ z58 d0 z64", "; no pack, and none in it" }, { "=MZ z58 d0xffffffff z64", "; no pack, and none in it" },
    };
    char *folder = g_dir_make_tmp(NULL, NULL), *missing = g_build_filename(folder, "missing", NULL);
    char *told = told_of(missing, NULL);

    check("missing", told, "; No such file or directory");
    g_free(told);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        told = told_of_words(folder, "a.exe", "", cases[i].words, "", false);
        check(cases[i].words, told, cases[i].told);
        g_free(told);
    }
    g_free(missing);
    g_rmdir(folder);
    g_free(folder);
}

/* What has the name of an export is one if there is a pack in it. */
static void
test_names_of_exports(void)
{
    static const struct {
        const char *name, *words;
        bool        is_export, is_in;
    } cases[] = {
        { "a.pck", "", true, false }, { "a.pck", V1 "d0", true, true }, { "a.exe", V1 "d0", true, true },
        { "a.exe", "=MZ", false, false },
        { "a.x86_64", V1 "d0", true, true }, { "a.x86_32", V1 "d0", true, true }, { "a.arm64", V1 "d0", true, true },
        { "a.arm32", V1 "d0", true, true }, { "a.bin", V1 "d0", false, true }, { "a", V1 "d0", false, true },
        { "a.arm32", "=x", false, false },
    };
    char *folder = g_dir_make_tmp(NULL, NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        writer_t writer = { .bytes = g_byte_array_new() };
        char    *path = g_build_filename(folder, cases[i].name, NULL);
        gsize    length;
        guint8  *bytes;

        put_words(&writer, cases[i].words);
        bytes = written(&writer, &length);
        g_assert_true(g_file_set_contents(path, (const char *)bytes, (gssize)length, NULL));
        g_test_message("%s", cases[i].name);
        g_assert_cmpint(godot_pack_is_export(path), ==, cases[i].is_export);
        g_assert_cmpint(godot_pack_is_in(path), ==, cases[i].is_in);
        g_remove(path);
        g_free(bytes);
        g_free(path);
    }
    g_assert_false(godot_pack_is_in(folder));
    g_rmdir(folder);
    g_free(folder);
}

/* ---- Changes to an older file ---- */

typedef struct {
    godot_files_t *files;
    unsigned       asked, last;
} patience_t;

/* A second goes by with each question, and some are answered with yes. */
static bool
ask(void *user, unsigned seconds, unsigned files, uint64_t bytes)
{
    patience_t *patience = user;

    (void)seconds;
    (void)files;
    (void)bytes;
    patience->files->begun -= G_USEC_PER_SEC;
    return ++patience->asked <= patience->last;
}

/* Writes the changes to an older file (core/io/file_access_patched.cpp). @return where; g_free() */
static char *
write_changes(const char *folder, const char *content, const char *older)
{
    char       *path = g_build_filename(folder, "changes", NULL), made[500] = "GDDL\1";
    const size_t magic = strlen(made);
    ZSTD_CCtx  *context = ZSTD_createCCtx();
    size_t      length;

    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_refPrefix(context, older, strlen(older));
    length = ZSTD_compress2(context, made + magic, sizeof made - magic, content, strlen(content));
    g_assert_false(ZSTD_isError(length));
    ZSTD_freeCCtx(context);
    g_assert_true(g_file_set_contents(path, made, (gssize)(magic + length), NULL));
    return path;
}

/* It is asked for time to read each of the two files, and to change each. */
static void
test_the_time_of_changes(void)
{
    static const char content[] = "extends Node # newer", older[] = "extends Node # older";
    char         *folder = g_dir_make_tmp(NULL, NULL), *path = write_changes(folder, content, older);
    char         *older_path = g_build_filename(folder, "older", NULL);
    godot_file_t  first = { .resource = "res://a.gd", .stored = "res://a.gd", .path = older_path,
                            .size = GODOT_FILE_WHOLE };
    GPtrArray    *others = g_ptr_array_new();
    godot_file_t  changes = { .resource = "res://a.gd", .stored = "res://a.gd", .path = path, .size = GODOT_FILE_WHOLE,
                              .is_delta = true, .older = others };

    g_assert_true(g_file_set_contents(older_path, older, -1, NULL));
    g_ptr_array_add(others, &first);
    for (unsigned last = 0; last <= 4; last++) {
        godot_files_t    files;
        patience_t       patience = { &files, 0, last };
        godot_progress_t progress = { ask, &patience };
        gsize            length;
        char            *made;

        godot_files_init(&files, NULL);
        files.progress = &progress;
        made = godot_content_read(&files, &changes, &length);
        g_assert_cmpstr(made, ==, last < 4 ? NULL : content);
        g_free(made);
        godot_files_clear(&files);
    }
    g_ptr_array_unref(others);
    g_remove(path);
    g_remove(older_path);
    g_rmdir(folder);
    g_free(path);
    g_free(older_path);
    g_free(folder);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/names-of-exports", test_names_of_exports);
    g_test_add_func("/no-packs", test_no_packs);
    g_test_add_func("/packs", test_packs);
    g_test_add_func("/time-of-changes", test_the_time_of_changes);
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
