/* report/handshake.c
 * What may be told of the handshake of a WebSocket?
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

#include "report/handshake.h"

/* Headers whose names stay, and those of them whose values do, too: the keys are random numbers. */
static const struct {
    const char *name;
    gboolean    value_stays;
} headers[] = {
    { "upgrade", TRUE },
    { "connection", TRUE },
    { "sec-websocket-key", TRUE },
    { "sec-websocket-accept", TRUE },
    { "sec-websocket-version", TRUE },
    { "sec-websocket-extensions", TRUE },
    { "sec-websocket-protocol", FALSE },
    { "host", FALSE },
    { "origin", FALSE },
    { "cookie", FALSE },
    { "set-cookie", FALSE },
    { "authorization", FALSE },
    { "user-agent", FALSE },
    { "server", FALSE },
    { "date", FALSE },
};

/* Words of the first line that stay: others are of a path, or say something. */
static const char *const words[] = { "GET", "HTTP", "1.1", "101", "Switching", "Protocols" };

/* Subprotocols that stay: the first one is that of Godot 3. */
static const char *const subprotocols[] = { "binary" };

static gboolean
handshake_is(const guint8 *text, guint size, const char *word)
{
    return size == strlen(word) && g_ascii_strncasecmp((const char *)text, word, size) == 0;
}

static gboolean
handshake_is_any(const guint8 *text, guint size, const char *const *some, gsize count)
{
    for (gsize i = 0; i < count; i++)
        if (handshake_is(text, size, some[i]))
            return TRUE;
    return FALSE;
}

/* Replaces the words that are none of some. */
static void
handshake_disguise_words(report_disguise_t *disguise, guint8 *text, guint size, const char *separators,
                         const char *const *some, gsize count)
{
    guint begin = 0;

    for (guint i = 0; i <= size; i++) {
        if (i < size && !strchr(separators, text[i]))
            continue;
        if (!handshake_is_any(text + begin, i - begin, some, count))
            report_disguise_text(disguise, text + begin, i - begin);
        begin = i + 1;
    }
}

static void
handshake_disguise_header(report_disguise_t *disguise, guint8 *line, guint size)
{
    const guint8 *colon = (const guint8 *)memchr(line, ':', size);
    guint         name = colon ? (guint)(colon - line) : 0, value = name + 1;

    if (!colon) {
        report_disguise_text(disguise, line, size);
        return;
    }
    while (value < size && line[value] == ' ')
        value++;
    for (gsize i = 0; i < G_N_ELEMENTS(headers); i++)
        if (handshake_is(line, name, headers[i].name)) {
            if (!headers[i].value_stays)
                handshake_disguise_words(disguise, line + value, size - value, ", ", subprotocols,
                                         G_N_ELEMENTS(subprotocols));
            return;
        }
    report_disguise_text(disguise, line, name);
    report_disguise_text(disguise, line + value, size - value);
}

void
report_handshake_disguise(report_disguise_t *disguise, guint8 *text, guint size)
{
    guint begin = 0, lines = 0;

    for (guint i = 0; i <= size; i++) {
        const guint end = i > begin && text[i - 1] == '\r' ? i - 1 : i;

        if (i < size && text[i] != '\n')
            continue;
        if (!lines)
            handshake_disguise_words(disguise, text + begin, end - begin, " /", words, G_N_ELEMENTS(words));
        else
            handshake_disguise_header(disguise, text + begin, end - begin);
        lines++;
        begin = i + 1;
    }
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
