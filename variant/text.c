/* variant/text.c
 * How is a Godot value written? (docs/fields.md, "The text of a value")
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <float.h>
#include <math.h>

#include "variant/text.h"

#define ELLIPSIS        "\xe2\x80\xa6"
#define LABEL_LENGTH    160

/* From here on the engine's source text has exponents. */
#define EXPONENTS_FROM  1e15

static bool
write_special(char text[GODOT_REAL_SIZE], double number)
{
    if (isnan(number))
        g_strlcpy(text, "nan", GODOT_REAL_SIZE);
    else if (isinf(number))
        g_strlcpy(text, number > 0 ? "inf" : "inf_neg", GODOT_REAL_SIZE);
    else if (number == 0.0)     /* the engine drops the sign of a zero, too */
        g_strlcpy(text, "0", GODOT_REAL_SIZE);
    else
        return false;
    return true;
}

/* Integers of a float's precision need no search: nothing shorter gives the same bits. */
static bool
write_integral(char text[GODOT_REAL_SIZE], double number, bool single)
{
    const double exact = single ? 16777216.0 : EXPONENTS_FROM - 1;

    if (fabs(number) > exact || number != (double)(int64_t)number)
        return false;
    snprintf(text, GODOT_REAL_SIZE, "%" PRId64, (int64_t)number);
    return true;
}

/* "%g" goes to exponents at 10^precision; move the point where the engine has it. */
static void
format_digits(char text[GODOT_REAL_SIZE], double number, int digits)
{
    char format[16];

    double size;

    snprintf(format, sizeof format, "%%.%dg", digits);
    g_ascii_formatd(text, GODOT_REAL_SIZE, format, number);
    size = fabs(g_ascii_strtod(text, NULL));
    if (size < 1.0)
        return;
    if (size < EXPONENTS_FROM && strchr(text, 'e') != NULL)
        g_ascii_formatd(text, GODOT_REAL_SIZE, "%.0f", g_ascii_strtod(text, NULL));
    else if (size >= EXPONENTS_FROM && strchr(text, 'e') == NULL) {
        snprintf(format, sizeof format, "%%.%de", digits - 1);
        g_ascii_formatd(text, GODOT_REAL_SIZE, format, number);
    }
}

double
godot_real_write(char text[GODOT_REAL_SIZE], double number, bool single)
{
    const bool subnormal = fabs(number) < (single ? FLT_MIN : DBL_MIN);
    const int least = subnormal ? 1 : single ? FLT_DIG : DBL_DIG;
    const int most = single ? 9 : 17;
    double back = number;

    if (write_special(text, number) || write_integral(text, number, single))
        return number;
    for (int digits = least; digits <= most; digits++) {
        format_digits(text, number, digits);
        back = g_ascii_strtod(text, NULL);
        if (single ? (float)back == (float)number : back == number)
            break;
    }
    return back;
}

const char *
godot_printable(wmem_allocator_t *pool, const char *text)
{
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (g_unichar_iscntrl(g_utf8_get_char(at)))
            return ws_format_text(pool, text);
    return text;
}

bool
godot_text_wanted(const godot_text_t *text)
{
    return text != NULL && text->characters <= text->limit;
}

/* Append at most what makes the text longer than its limit: one character more is enough to tell. */
static void
put_characters(godot_text_t *text, const char *string, size_t length)
{
    size_t room, characters;

    if (!godot_text_wanted(text))
        return;
    room = text->limit + 1 - text->characters;
    if (length > room) {
        characters = g_utf8_strlen(string, length);
        if (characters > room)
            length = g_utf8_offset_to_pointer(string, room) - string;
    }
    text->characters += g_utf8_strlen(string, length);
    wmem_strbuf_append_len(text->buffer, string, length);
}

void
godot_text_put(godot_text_t *text, const char *string)
{
    if (godot_text_wanted(text))
        put_characters(text, string, strlen(string));
}

void
godot_text_put_int(godot_text_t *text, int64_t number)
{
    char digits[24];

    if (!godot_text_wanted(text))
        return;
    snprintf(digits, sizeof digits, "%" PRId64, number);
    godot_text_put(text, digits);
}

void
godot_text_put_float(godot_text_t *text, const char *real)
{
    godot_text_put(text, real);
    if (strpbrk(real, ".ein") == NULL)
        godot_text_put(text, ".0");
}

/* What a character is in source text on one line; NULL: itself. */
static const char *
escape(char character, char buffer[8])
{
    switch (character) {
    case '"':   return "\\\"";
    case '\\':  return "\\\\";
    case '\n':  return "\\n";
    case '\r':  return "\\r";
    case '\t':  return "\\t";
    default:    break;
    }
    if ((unsigned char)character >= 0x20 && character != 0x7f)
        return NULL;
    snprintf(buffer, 8, "\\u%04x", (unsigned char)character);
    return buffer;
}

void
godot_text_put_escaped(godot_text_t *text, const char *string)
{
    char buffer[8];

    for (const char *run = string; *string != '\0' && godot_text_wanted(text); run = string) {
        const char *escaped = NULL;

        while (*string != '\0' && (escaped = escape(*string, buffer)) == NULL)
            string++;
        put_characters(text, run, string - run);
        if (escaped != NULL) {
            godot_text_put(text, escaped);
            string++;
        }
    }
}

void
godot_text_put_quoted(godot_text_t *text, const char *string)
{
    godot_text_put(text, "\"");
    godot_text_put_escaped(text, string);
    godot_text_put(text, "\"");
}

size_t
godot_text_mark(const godot_text_t *text)
{
    return text != NULL ? wmem_strbuf_get_len(text->buffer) : 0;
}

/* The first characters of a string, and whether any are missing. */
static const char *
cut(const char *string, size_t length, size_t characters, wmem_allocator_t *pool)
{
    const char *end;

    if (length <= characters || (size_t)g_utf8_strlen(string, length) <= characters)
        return wmem_strndup(pool, string, length);
    end = g_utf8_offset_to_pointer(string, characters > 0 ? (long)characters - 1 : 0);
    return wmem_strdup_printf(pool, "%.*s" ELLIPSIS, (int)(end - string), string);
}

const char *
godot_text_since(const godot_text_t *text, size_t mark, wmem_allocator_t *pool)
{
    size_t length = godot_text_mark(text);

    if (length <= mark)
        return NULL;
    return cut(wmem_strbuf_get_str(text->buffer) + mark, length - mark, LABEL_LENGTH, pool);
}

const char *
godot_text_cut(const godot_text_t *text, size_t characters, wmem_allocator_t *pool)
{
    return cut(wmem_strbuf_get_str(text->buffer), wmem_strbuf_get_len(text->buffer), characters, pool);
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
