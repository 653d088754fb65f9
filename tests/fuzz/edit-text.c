/* edit-text.c
 * How does the fuzzer change texts of scripts and scenes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-text.h"

#include <glib.h>
#include <string.h>

/* Finds the line around some place. */
static void
find_line(const bytes_t *bytes, size_t *begin, size_t *end)
{
    *begin = dice((uint32_t)bytes->length);
    *end = *begin;
    while (*begin > 0 && bytes->data[*begin - 1] != '\n')
        (*begin)--;
    while (*end < bytes->length && bytes->data[(*end)++] != '\n')
        continue;
}

static void
repeat_line(bytes_t *bytes, size_t begin, size_t end)
{
    g_autofree uint8_t *line = g_memdup2(bytes->data + begin, end - begin);
    size_t to, unused;

    find_line(bytes, &to, &unused);
    for (unsigned times = dice(8) ? 1 : 1 + dice(100); times > 0; times--)
        bytes_replace(bytes, to, 0, line, end - begin);
}

/* Puts a punctuation mark in place of another one, or before a letter. */
static void
put_mark(bytes_t *bytes, size_t begin, size_t end)
{
    static const char marks[] = "\"'\\()[]{}:,.=@$&^#/*;\t\n\r 0-+<>";
    size_t at = begin + dice((uint32_t)(end - begin));

    bytes_replace(bytes, at, dice(2), &marks[dice(sizeof marks - 1)], 1);
}

void
edit_lines(bytes_t *bytes)
{
    size_t begin, end;

    find_line(bytes, &begin, &end);
    switch (dice(6)) {
    case 0:
        bytes_remove(bytes, begin, end - begin);
        break;
    case 1:
    case 2:
        repeat_line(bytes, begin, end);
        break;
    case 3:     /* indent more, or less */
        if (begin < end && bytes->data[begin] == '\t')
            bytes_remove(bytes, begin, 1);
        else
            bytes_replace(bytes, begin, 0, "\t", 1);
        break;
    case 4:     /* the file ends here, perhaps with an opening mark */
        bytes->length = begin + dice((uint32_t)(end - begin));
        if (dice(2))
            bytes_replace(bytes, bytes->length, 0, &"\\\\\"'@/"[dice(6)], 1);
        break;
    default:
        put_mark(bytes, begin, end);
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
