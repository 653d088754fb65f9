/* variant/text.h
 * How is a Godot value written? (docs/fields.md, "The text of a value")
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_TEXT_H
#define VARIANT_TEXT_H

#include <string.h>

#include "ws_compat.h"

/*
 * A text that grows up to its limit. All functions take NULL for "no text wanted" and do nothing then. The text has
 * more than limit characters exactly if something was left out.
 */
typedef struct {
    wmem_allocator_t *pool; /* of the string */
    char  *string;          /* ends with a NUL */
    size_t length, room;    /* bytes without the NUL, and with it */
    size_t limit;
    size_t counted;         /* bytes whose characters were counted; a text may have more characters than its limit
                             * only if it has more bytes */
    size_t characters;      /* characters in these bytes */
} godot_text_t;

#define GODOT_TEXT_UNLIMITED    SIZE_MAX

/* Labels show so many characters of a text. */
#define GODOT_LABEL_LENGTH  160

/* Enough for any number (17 digits, sign, point and exponent), and for digits that are copied with it. */
#define GODOT_REAL_SIZE 40

/**
 * Writes the shortest decimal that reads back to the same bits ("1", "0.1", "1e+20", "inf", "inf_neg", "nan").
 *
 * @param single the number was 32 bits wide
 * @return its length
 */
size_t godot_real_write(char text[GODOT_REAL_SIZE], double number, bool single);

/**
 * Returns the number that the text of a float says, in double precision: this is not the float itself.
 *
 * @param number a number that was 32 bits wide
 */
double godot_real_widen(double number);

/* Enough for any integer. */
#define GODOT_INT_SIZE  24

/**
 * Writes a decimal number. Each line of the packet list has several, and printf would be slow.
 *
 * @return its end, without a NUL
 */
char *godot_int_write(char *to, int64_t number);

/** Writes a string. @return its end, without a NUL */
static inline char *
godot_string_write(char *to, const char *string)
{
    const size_t length = strlen(string);

    return (char *)memcpy(to, string, length) + length;
}

/** Returns the control character that begins here: C0, DEL or C1, whose second byte in UTF-8 is its number; 0: none. */
static inline uint8_t
godot_control_of(const char *string)
{
    const uint8_t first = (uint8_t)string[0];

    if (first < ' ' || first == 0x7f)
        return first;
    return first == 0xc2 && (uint8_t)string[1] < 0xa0 ? (uint8_t)string[1] : 0;
}

/** Returns an empty text with that limit of characters, in pool. */
godot_text_t *godot_text_new(wmem_allocator_t *pool, size_t limit);

/** Tells whether the text still has room. False for NULL. */
bool godot_text_wanted(godot_text_t *text);

/** Appends bytes for which there is no room yet, or that make the text longer than its limit. */
void godot_text_put_more(godot_text_t *text, const char *string, size_t length);

/* Like wmem_strbuf_append_len(), which costs three times as much for the few bytes of one part of a value. */
G_ALWAYS_INLINE static inline void
godot_text_put_bytes(godot_text_t *text, const char *string, size_t length)
{
    const size_t end = text->length + length;

    if (end <= text->limit && end < text->room) {
        memcpy(text->string + text->length, string, length);
        text->string[end] = '\0';
        text->length = end;
    } else
        godot_text_put_more(text, string, length);
}

G_ALWAYS_INLINE static inline void
godot_text_put(godot_text_t *text, const char *string)
{
    if (text != NULL)
        godot_text_put_bytes(text, string, strlen(string));
}

void godot_text_put_format(godot_text_t *text, const char *format, ...) G_GNUC_PRINTF(2, 3);
void godot_text_put_int(godot_text_t *text, int64_t number);
/** Appends a number that godot_real_write() wrote, with ".0" if it looks like an integer. */
void godot_text_put_float(godot_text_t *text, const char *real);
/** Appends a name on one line, with the escapes that GDScript needs in a string. */
void godot_text_put_escaped(godot_text_t *text, const char *string);
/** Appends a string in double quotes, with escapes. */
void godot_text_put_quoted(godot_text_t *text, const char *string);

/** Returns the place of the next character, for godot_text_since(). */
size_t godot_text_mark(const godot_text_t *text);
/**
 * Returns what was written since the mark, cut to a label's length; valid until something is appended. NULL if nothing
 * was written.
 */
const char *godot_text_since(const godot_text_t *text, size_t mark, wmem_allocator_t *pool);
/**
 * Returns the whole text, or a copy in pool of at most that many characters, the last of them "…" if some are missing.
 */
const char *godot_text_cut(const godot_text_t *text, size_t characters, wmem_allocator_t *pool);

#endif /* VARIANT_TEXT_H */

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
