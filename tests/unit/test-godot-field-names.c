/* test-godot-field-names.c
 * Does every identifier become a level of a filter name?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "naming/field-names.h"

static const struct {
    const char *text;
    const char *level;
} levels[] = {
    { "amount", ".amount" },
    { "größe", ".grosse" },
    { "Größe", ".Grosse" },
    { "мышь", ".mysh" },
    { "Жук", ".Zhuk" },
    { "λόγος", ".logos" },
    { "你", ".u4f60" },
    { "ь", ".u044c" },
    { "ЪЬ", ".u042au042c" },
    { "\xCC\x81", ".u0301" },
    { "a b.c:d", ".a_b_c_d" },
    { "a\x7F" "b", ".a_b" },
    { "a＿b", ".a_b" },
    { "a\xC2\x80" "b", ".au0080b" },
    { "a\xE2\x80\x8B" "b", ".au200bb" },     /* a space of no width */
    { "", "._" },
    { "\xFF", ".ufffd" },
};

static void
test_levels(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(levels); i++) {
        GString *name = g_string_new("gdrpc");

        godot_field_name_append(name, levels[i].text);
        g_assert_cmpstr(name->str + 5, ==, levels[i].level);
        g_string_free(name, TRUE);
    }
}

static void
assert_level(const char *level)
{
    g_assert_cmpint(*level, ==, '.');
    g_assert_cmpint(level[1], !=, '\0');
    for (const char *p = level + 1; *p; p++)
        g_assert_true(g_ascii_isalnum(*p) || *p == '_');
}

/* Appends any code points, some of alphabets with rules of their own, and bytes that are no UTF-8. */
static void
append_any(GString *text)
{
    switch (g_test_rand_int_range(0, 4)) {
    case 0:
        g_string_append_c(text, (char)g_test_rand_int_range(1, 256));
        break;
    case 1:
        g_string_append_unichar(text, (gunichar)g_test_rand_int_range(0x300, 0x530));
        break;
    default:
        g_string_append_unichar(text, (gunichar)g_test_rand_int_range(1, 0x110000));
    }
}

static void
test_any_text(void)
{
    for (int i = 0; i < 100000; i++) {
        GString *text = g_string_new(NULL), *name = g_string_new(NULL);

        for (int length = g_test_rand_int_range(0, 6); length > 0; length--)
            append_any(text);
        godot_field_name_append(name, text->str);
        assert_level(name->str);
        g_string_free(text, TRUE);
        g_string_free(name, TRUE);
    }
}

int
main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/godot-field-names/levels", test_levels);
    g_test_add_func("/godot-field-names/any-text", test_any_text);
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
