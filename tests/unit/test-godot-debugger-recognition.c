/* test-godot-debugger-recognition.c
 * Are a debugger's words, names and arrays recognised up to their exact end (docs/wire/debugger.md)?
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

#include "debugger/recognition.h"
#include "tests/unit/guarded.h"

/* Returns a buffer of these bytes; so many more were not captured. */
static tvbuff_t *
buffer(const void *bytes, size_t captured, size_t more)
{
    return tvb_new_real_data((const uint8_t *)bytes, (unsigned)captured, (int)(captured + more));
}

/* A word is four bytes, and an integer of 64 bits has eight behind it (docs/wire/variant.md). */
static void
test_integers(void)
{
    static const struct {
        uint8_t bytes[16];
        size_t  needed;
        int64_t value;
    } integers[] = {
        { { 2, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF }, 8, -2 },
        { { 2, 0, 1, 0, 5, 0, 0, 0, 1, 0, 0, 0 }, 12, 0x100000005 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(integers); i++)
        for (size_t length = 0; length <= 16; length++) {
            tvbuff_t *tvb = buffer(integers[i].bytes, length, 0);
            int64_t   value = 0;

            g_assert_cmpint(godot_debug_peek_int(tvb, 0, &value), ==, length >= integers[i].needed);
            g_assert_cmpint(value, ==, length >= integers[i].needed ? integers[i].value : 0);
            tvb_free(tvb);
        }
}

/* Appends a String with so many letters. Returns its length. */
static size_t
put_name(uint8_t *to, size_t letters)
{
    const uint8_t head[] = { 4, 0, 0, 0, (uint8_t)letters, (uint8_t)(letters >> 8), 0, 0 };

    memcpy(to, head, sizeof head);
    memset(to + sizeof head, 'a', letters);
    memset(to + sizeof head + letters, 0, 3);
    return sizeof head + (letters + 3) / 4 * 4;
}

/* A name has up to 256 bytes, all of which must be there. */
static void
test_names(void)
{
    static const size_t sizes[] = { 0, 1, 255, 256, 257 };
    uint8_t bytes[300];

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        const size_t whole = 8 + sizes[i];

        put_name(bytes, sizes[i]);
        for (size_t length = whole - 2; length <= whole + 1; length++) {
            tvbuff_t   *tvb = buffer(bytes, length, 0);
            const char *name = godot_debug_peek_name(NULL, tvb, 0);

            g_assert_cmpint(name != NULL, ==, length >= whole && sizes[i] >= 1 && sizes[i] <= 256);
            g_assert_true(!name || strlen(name) == sizes[i]);
            wmem_free(NULL, (void *)name);
            tvb_free(tvb);
        }
    }
}

/* A name is a String. */
static void
test_types_of_names(void)
{
    uint8_t bytes[16];

    put_name(bytes, 5);
    for (uint8_t type = 3; type <= 5; type++) {
        tvbuff_t   *tvb = buffer(bytes, sizeof bytes, 0);
        const char *name;

        bytes[0] = type;
        name = godot_debug_peek_name(NULL, tvb, 0);
        g_assert_cmpint(name != NULL, ==, type == 4);
        wmem_free(NULL, (void *)name);
        tvb_free(tvb);
    }
}

/* Each element has a word at least, and so has the head, which counts here, too. */
static void
test_arrays(void)
{
    static const uint8_t bytes[5][16] = {
        { 28 }, { 28, 0, 0, 0, 1 }, { 28, 0, 0, 0, 3 }, { 28, 0, 0, 0, 4 }, { 28, 0, 0, 0, 5 }
    };
    static const int64_t counts[] = { 0, 1, 3, 4, -1 };

    for (size_t i = 0; i < 2 * G_N_ELEMENTS(bytes); i++) {
        const int     from = i % 2 ? 12 : 0;
        const int64_t count = counts[i / 2];
        uint8_t       whole[12 + 16] = { 0 };
        tvbuff_t     *tvb = buffer(whole, sizeof whole, 0);

        memcpy(whole + from, bytes[i / 2], sizeof bytes[i / 2]);
        g_assert_cmpint(godot_debug_peek_array(tvb, from, from + 16, GODOT_DIALECT_4_X), ==, count);
        g_assert_cmpint(godot_debug_peek_array(tvb, from, from + 16, GODOT_DIALECT_3_X), ==, -1);
        for (int size = 0; size < 8; size++)
            g_assert_cmpint(godot_debug_peek_array(tvb, from, from + size, GODOT_DIALECT_4_X), ==, -1);
        g_assert_cmpint(godot_debug_peek_array(tvb, from, from + 8, GODOT_DIALECT_4_X), ==, count <= 2 ? count : -1);
        tvb_free(tvb);
    }
}

/* A message of 3.x begins with the length of its name; a cut name counts if it is the capture that cut it. */
static void
test_beginnings_of_3(void)
{
    static const struct {
        size_t letters, cut, more;
        bool   is_one;
    } cases[] = {
        { 5, 0, 0, false }, { 5, 4, 4, true }, { 5, 4, 3, false }, { 5, 4, 0, false }, { 256, 8, 8, true },
        { 257, 8, 8, false }, { 1, 4, 4, true }, { 256, 0, 0, false }, { 5, 4, 9, true },
    };
    uint8_t bytes[300];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const size_t whole = put_name(bytes, cases[i].letters);
        tvbuff_t    *tvb = buffer(bytes, whole - cases[i].cut, cases[i].more);

        g_test_message("case %zu", i);
        g_assert_cmpint(godot_debug_recognise(tvb, 0, (int)whole), ==, cases[i].is_one);
        g_assert_false(godot_debug_recognise(tvb, 0, (int)whole + 4));
        tvb_free(tvb);
    }
}

/* A name has no control characters, whether all of it is there or not. */
static void
test_names_are_printable(void)
{
    uint8_t      bytes[16];
    const size_t whole = put_name(bytes, 5);

    bytes[8] = 1;
    for (size_t cut = 0; cut <= 4; cut += 4) {
        tvbuff_t *tvb = buffer(bytes, whole - cut, cut);

        g_assert_cmpint(godot_debug_recognise(tvb, 0, (int)whole), ==, cut > 0);     /* only the lengths are known */
        tvb_free(tvb);
    }
}

/* All values of a message of 4.x must be known, unless the capture does not have all of it. */
static void
test_beginnings_of_4(void)
{
    static const struct {
        uint8_t last;       /* type of the last value */
        size_t  captured;
        bool    is_one;
    } cases[] = {
        { 2, 28, true }, { 0xFF, 28, false }, { 0xFF, 27, true }, { 2, 20, true },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const uint8_t bytes[28] = { 28, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, cases[i].last };
        tvbuff_t *tvb = buffer(bytes, cases[i].captured, sizeof bytes - cases[i].captured);

        g_test_message("case %zu", i);
        g_assert_cmpint(godot_debug_recognise(tvb, 0, (int)sizeof bytes), ==, cases[i].is_one);
        g_assert_false(godot_debug_recognise(tvb, 0, (int)sizeof bytes - 1));
        tvb_free(tvb);
    }
}

/* A message of 4.x has two or three values. A command of 3.x has a name that is known. */
static void
test_beginnings_by_name_and_count(void)
{
    static const struct {
        uint8_t     type, count;
        const char *name;
        bool        is_one;
    } cases[] = {
        { 28, 1, "break", false }, { 28, 2, "break", true }, { 28, 3, "any:name", true }, { 28, 4, "break", false },
        { 19, 1, "break", true }, { 19, 0, "break", true }, { 19, 1, "output", false }, { 19, 1, "any:name", false },
        { 19, 1, "message:a", false }, { 19, 1, "brea\1", false }, { 29, 2, "break", false },
        { 28, 3, "any\nname", false }, { 28, 3, "\177", false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint8_t   bytes[64] = { cases[i].type, 0, 0, 0, cases[i].count, 0, 0, 0, 4 };
        const int length = 16 + ((int)strlen(cases[i].name) + 3) / 4 * 4;
        tvbuff_t *tvb;

        bytes[12] = (uint8_t)strlen(cases[i].name);
        memcpy(bytes + 16, cases[i].name, strlen(cases[i].name));
        tvb = buffer(bytes, (size_t)length + 3, 32);       /* the rest is not captured */
        g_test_message("case %zu", i);
        g_assert_cmpint(godot_debug_recognise(tvb, 0, length + 8), ==, cases[i].is_one);
        g_assert_false(godot_debug_recognise(tvb, 0, length + 7));
        tvb_free(tvb);
    }
}

/* A game of 3.x begins messages with names that are known, and those of its own have a prefix. */
static void
test_names_of_3(void)
{
    static const struct {
        const char *name;
        bool        from_game, from_editor;
    } cases[] = {
        { "output", true, false }, { "message:a", true, false }, { "break", false, true }, { "a", false, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpint(godot_debug_is_known3(cases[i].name, GODOT_DEBUG_FROM_GAME), ==, cases[i].from_game);
        g_assert_cmpint(godot_debug_is_known3(cases[i].name, GODOT_DEBUG_FROM_EDITOR), ==, cases[i].from_editor);
    }
}

/* Neither the tables of messages nor the entries are read behind their end. */
static void
test_ends_of_tables(void)
{
    static const struct {
        const char             *first;      /* message of a table */
        unsigned                generation;
        godot_debug_direction_t other;
    } tables[] = {
        { "break", 3, GODOT_DEBUG_FROM_GAME }, { "break", 4, GODOT_DEBUG_FROM_GAME },
        { "output", 3, GODOT_DEBUG_FROM_EDITOR }, { "set_pid", 4, GODOT_DEBUG_FROM_EDITOR },
        { "set_pid", 3, GODOT_DEBUG_FROM_GAME },
    };
    guarded_t            guarded = guarded_new(sizeof(godot_debug_entry_t));
    godot_debug_entry_t *entries = (godot_debug_entry_t *)(void *)guarded.end - 1;
    wmem_strbuf_t       *text = wmem_strbuf_new(NULL, "");

    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_assert_null(godot_debug_message(tables[i].generation, tables[i].other, tables[i].first));
    *entries = (godot_debug_entry_t) { .name = "line", .depth = 1, .text = "7" };
    godot_debug_message(4, GODOT_DEBUG_FROM_GAME, "stack_dump")->describe(text, entries, 1);
    g_assert_cmpstr(wmem_strbuf_get_str(text), ==, "");
    wmem_strbuf_destroy(text);
    guarded_free(&guarded);
}

/* An entry without a name is passed over. */
static void
test_entries_without_names(void)
{
    const godot_debug_entry_t entries[] = { { .text = "6" }, { .name = "value", .text = "7" } };
    wmem_strbuf_t *text = wmem_strbuf_new(NULL, "");

    godot_debug_message(4, GODOT_DEBUG_FROM_GAME, "stack_frame_var")->describe(text, entries, G_N_ELEMENTS(entries));
    g_assert_cmpstr(wmem_strbuf_get_str(text), ==, "  = 7");
    wmem_strbuf_destroy(text);
}

/* Printed texts stand between the brackets of their type. */
static void
test_printed_texts(void)
{
    static const char *const texts[][2] = {
        { "PackedStringArray(\"a\", \"b\")", " \"a\", \"b\"" }, { "\"a (b)\"", " \"a (b)\"" },
        { "(", " " }, { "(a", " " },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        const godot_debug_entry_t entry = { .name = "text", .text = texts[i][0] };
        wmem_strbuf_t *text = wmem_strbuf_new(NULL, "");

        godot_debug_message(4, GODOT_DEBUG_FROM_GAME, "output")->describe(text, &entry, 1);
        g_assert_cmpstr(wmem_strbuf_get_str(text), ==, texts[i][1]);
        wmem_strbuf_destroy(text);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/integers", test_integers);
    g_test_add_func("/names", test_names);
    g_test_add_func("/arrays", test_arrays);
    g_test_add_func("/beginnings-of-3", test_beginnings_of_3);
    g_test_add_func("/names-are-printable", test_names_are_printable);
    g_test_add_func("/beginnings-of-4", test_beginnings_of_4);
    g_test_add_func("/beginnings-by-name-and-count", test_beginnings_by_name_and_count);
    g_test_add_func("/names-of-3", test_names_of_3);
    g_test_add_func("/ends-of-tables", test_ends_of_tables);
    g_test_add_func("/entries-without-names", test_entries_without_names);
    g_test_add_func("/printed-texts", test_printed_texts);
    g_test_add_func("/types-of-names", test_types_of_names);
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
