/* naming/field-names.c
 * What are the names of a game's identifiers in display filters?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdbool.h>
#include <string.h>

#include "naming/field-names.h"

static bool
field_names_is_plain(const char *text)
{
    for (; *text; text++)
        if (!g_ascii_isalnum(*text) && *text != '_')
            return false;
    return true;
}

/* Returns a Cyrillic or Greek letter in Latin letters, or NULL. */
static const char *
latin(gunichar small)
{
    static const char *const cyrillic[] = {     /* U+0430 ... */
        "a", "b", "v", "g", "d", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh",
        "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya"
    };
    static const char *const greek[] = {        /* U+03B1 ... */
        "a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s", "s", "t", "y", "f",
        "ch", "ps", "o"
    };

    if (small - 0x430 < G_N_ELEMENTS(cyrillic))
        return cyrillic[small - 0x430];
    return small - 0x3B1 < G_N_ELEMENTS(greek) ? greek[small - 0x3B1] : NULL;
}

static void
append_code_point(GString *name, gunichar point)
{
    g_string_append_printf(name, "u%04x", point);
}

/* Appends a character that is not ASCII: Latin letters if that is usual, else its code point. */
static void
append_foreign(GString *name, gunichar point)
{
    const char *letters = latin(g_unichar_tolower(point));
    char        utf8[8] = { 0 }, *plain;

    g_unichar_to_utf8(point, utf8);
    plain = g_str_to_ascii(utf8, "C");
    if (letters && *letters) {
        g_string_append_c(name, g_unichar_isupper(point) ? g_ascii_toupper(*letters) : *letters);
        g_string_append(name, letters + 1);
    } else if (!letters && *plain && field_names_is_plain(plain)) {
        g_string_append(name, plain);
    } else if (!letters) {
        append_code_point(name, point);
    }
    g_free(plain);
}

/* Appends the text as a filter may name it; nothing if it consists of marks without Latin letters. */
static void
append_readable(GString *name, const char *text)
{
    char *decomposed = g_utf8_normalize(text, -1, G_NORMALIZE_NFD);

    for (const char *p = decomposed; *p; p = g_utf8_next_char(p)) {
        gunichar point = g_utf8_get_char(p);

        if (point < 0x80)
            g_string_append_c(name, g_ascii_isalnum(*p) ? *p : '_');
        else if (!g_unichar_ismark(point))
            append_foreign(name, point);
    }
    g_free(decomposed);
}

static void
append_code_points(GString *name, const char *text)
{
    for (; *text; text = g_utf8_next_char(text))
        append_code_point(name, g_utf8_get_char(text));
}

void
godot_field_name_append(GString *name, const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    gsize before;

    g_string_append_c(name, '.');
    before = name->len;
    append_readable(name, valid);
    if (!*valid)
        g_string_append_c(name, '_');
    else if (name->len == before)
        append_code_points(name, valid);
    g_free(valid);
}

char *
godot_field_file_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = name + strcspn(name, ":"), *dot = g_strrstr_len(name, end - name, ".");
    const char *inner = end + strspn(end, ":");

    return g_strdup_printf("%.*s%s%s", (int)((dot ? dot : end) - name), name, *inner ? ":" : "", inner);
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
