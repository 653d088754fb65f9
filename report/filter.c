/* report/filter.c
 * Which display filter finds in Wireshark what a page shows?
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

#include "report/filter.h"
#include "report/text.h"

gboolean
report_filter_is_seen(const char *text)
{
    while (report_text_is_seen(g_utf8_get_char(text)))      /* the NUL at its end is not */
        text = g_utf8_next_char(text);
    return !*text;
}

/* Adds a text as a display filter writes it. */
static void
filter_add_quoted(GString *filter, const char *text)
{
    g_string_append_c(filter, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_c(filter, '\\');
        g_string_append_c(filter, *text);
    }
    g_string_append_c(filter, '"');
}

void
report_filter_add_address(GString *filter, const char *end, const char *text)
{
    const char *port = strrchr(text, ':');

    if (!port)
        return;
    if (*text == '[')
        g_string_append_printf(filter, "ipv6.%s == %.*s", end, (int)(port - text) - 2, text + 1);
    else
        g_string_append_printf(filter, "ip.%s == %.*s", end, (int)(port - text), text);
    g_string_append_printf(filter, " && (udp.%sport == %s || tcp.%sport == %s)", end, port + 1, end, port + 1);
}

void
report_filter_add_text(GString *filter, const char *field, const char *text)
{
    g_string_append_printf(filter, "%s%s == ", filter->len ? " || " : "", field);
    filter_add_quoted(filter, text);
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
