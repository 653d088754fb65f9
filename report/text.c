/* report/text.c
 * What is a text in a row, and how does it look in a line of a terminal?
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

#include "report/text.h"

#define NAME_SHOWN  120     /* characters; a game may give its nodes names of any length */

#define ZERO_WIDTH_JOINER   0x200d  /* makes one emoji of several, as of families; a format character, but a harmless one */

const char *
report_text_member(JsonObject *row, const char *member)
{
    JsonNode *node = json_object_get_member(row, member);

    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : NULL;
}

double
report_text_number(JsonObject *row, const char *member)
{
    JsonNode *node = json_object_get_member(row, member);

    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_double(node) : 0;
}

gint64
report_text_integer(JsonObject *row, const char *member)
{
    JsonNode *node = json_object_get_member(row, member);

    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_int(node) : 0;
}

int
report_text_compare(gconstpointer a, gconstpointer b, gpointer unused G_GNUC_UNUSED)
{
    return strcmp((const char *)a, (const char *)b);
}

gboolean
report_text_is_seen(gunichar letter)
{
    return g_unichar_isprint(letter) || letter == ZERO_WIDTH_JOINER;
}

/* @return at most so many characters of a text, and "…" if there are more */
static char *
report_text_begin(const char *text, gsize most)
{
    char       *valid = g_utf8_make_valid(text ? text : "", -1);    /* a file may have any bytes as its name */
    const char *at = valid;
    GString    *shown = g_string_new(NULL);

    for (gsize length = 0; *at && length < most; at = g_utf8_next_char(at), length++) {
        gunichar letter = g_utf8_get_char(at);

        g_string_append_unichar(shown, report_text_is_seen(letter) ? letter : '?');
    }
    if (*at)
        g_string_append(shown, "…");
    g_free(valid);
    return g_string_free(shown, FALSE);
}

char *
report_text_printable(const char *text)
{
    return report_text_begin(text, G_MAXSIZE);
}

char *
report_text_shown(const char *name)
{
    return report_text_begin(name, NAME_SHOWN);
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
