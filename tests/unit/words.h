/* words.h
 * How is a binary file written that a table of a test describes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <string.h>
#include <glib.h>

/*
 * Writes what words say: bN, hN, dN and qN numbers of 1, 2, 4 and 8 bytes, rN so many real numbers, zN so many zeros,
 * "text" a string, =TEXT letters, [ and ] around the numbers of a list, after their count, :N a place, @N its offset,
 * and ~N its offset from where the writer says that it begins.
 */
typedef struct {
    GByteArray *bytes;
    bool        big_endian, wide;
    guint       begin, list, count;
    guint       places[10];
    struct {
        guint    at, begin;
        uint64_t place;
    } offsets[20];
} writer_t;

static inline void
put_at(writer_t *writer, guint at, uint64_t number, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        writer->bytes->data[at + (writer->big_endian ? length - 1 - i : i)] = (uint8_t)(number >> 8 * i);
}

static inline void
put(writer_t *writer, uint64_t number, unsigned length)
{
    g_byte_array_set_size(writer->bytes, writer->bytes->len + length);
    put_at(writer, writer->bytes->len - length, number, length);
}

static inline void
put_zeros(writer_t *writer, unsigned length)
{
    g_byte_array_set_size(writer->bytes, writer->bytes->len + length);
    memset(writer->bytes->data + writer->bytes->len - length, 0, length);
}

static inline void
put_letters(writer_t *writer, const char *text, size_t length)
{
    g_byte_array_append(writer->bytes, (const guint8 *)text, (guint)length);
}

static inline void
put_word(writer_t *writer, const char *word)
{
    const uint64_t number = g_ascii_strtoull(word + 1, NULL, 0);

    switch (*word) {
    case 'b': put(writer, number, 1); break;
    case 'h': put(writer, number, 2); break;
    case 'd': put(writer, number, 4); break;
    case 'q': put(writer, number, 8); break;
    case 'r': put_zeros(writer, (unsigned)number * (writer->wide ? 8 : 4)); break;
    case 'z': put_zeros(writer, (unsigned)number); break;
    case '=': put_letters(writer, word + 1, strlen(word + 1)); break;
    case '"':
        put(writer, strlen(word) - 1, 4);
        put_letters(writer, word + 1, strlen(word) - 2);
        put(writer, 0, 1);
        break;
    case '[':
        writer->list = writer->bytes->len;
        put(writer, 0, 4);
        break;
    case ']': put_at(writer, writer->list, (writer->bytes->len - writer->list) / 4 - 1, 4); break;
    case ':': writer->places[number] = writer->bytes->len; break;
    case '@':
    case '~':
        g_assert_cmpuint(writer->count, <, G_N_ELEMENTS(writer->offsets));
        writer->offsets[writer->count].at = writer->bytes->len;
        writer->offsets[writer->count].begin = *word == '~' ? writer->begin : 0;
        writer->offsets[writer->count++].place = number;
        put(writer, 0, 8);
        break;
    default: g_assert_not_reached();
    }
}

static inline void
put_words(writer_t *writer, const char *words)
{
    char **each = g_strsplit(words, " ", -1);

    for (char **word = each; *word; word++)
        if (**word)
            put_word(writer, *word);
    g_strfreev(each);
}

/* Writes the offsets of places that came after them. @return the bytes; g_free() */
static inline guint8 *
written(writer_t *writer, gsize *length)
{
    for (guint i = 0; i < writer->count; i++)
        put_at(writer, writer->offsets[i].at, writer->places[writer->offsets[i].place] - writer->offsets[i].begin, 8);
    *length = writer->bytes->len;
    return g_byte_array_free(writer->bytes, FALSE);
}

#endif /* WORDS_H */

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
