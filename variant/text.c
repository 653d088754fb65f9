/* variant/text.c
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

#include <math.h>
#include <string.h>

#include "variant/shortest.h"
#include "variant/text.h"

#define ELLIPSIS        "\xe2\x80\xa6"

/* The engine's source text has exponents for numbers below 0.0001, and from 1e15 on. */
#define FIXED_FROM      (-4)
#define FIXED_TO        15

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

/* The fewest digits that read back to a number: it is 0.digits * 10^point. */
typedef struct {
    bool negative;
    int  point;
    int  count;
    char digit[20];
} decimal_t;

/* Takes "-1.25e+03" or "-1250.5" apart. */
static void
take_apart(decimal_t *decimal, const char *text)
{
    int leading = 0, before = -1;

    decimal->negative = *text == '-';
    decimal->count = 0;
    for (text += decimal->negative; *text != '\0' && *text != 'e'; text++) {
        if (*text == '.')
            before = leading + decimal->count;
        else if (*text == '0' && decimal->count == 0)
            leading++;
        else
            decimal->digit[decimal->count++] = *text;
    }
    decimal->point = (before < 0 ? leading + decimal->count : before) - leading;
    if (*text == 'e')
        decimal->point += (int)strtol(text + 1, NULL, 10);
}

static char *
put_zeros(char *to, int count)
{
    for (; count > 0; count--)
        *to++ = '0';
    return to;
}

static char *
put_digits(char *to, const decimal_t *decimal, int from, int end)
{
    for (int i = from; i < end && i < decimal->count; i++)
        *to++ = decimal->digit[i];
    return to;
}

/* Writes "1234.5", "-1200", "0.0012". */
static void
write_fixed(char *to, const decimal_t *decimal)
{
    const int whole = decimal->point;

    if (decimal->negative)
        *to++ = '-';
    if (whole <= 0)
        *to++ = '0';
    to = put_digits(to, decimal, 0, whole);
    to = put_zeros(to, whole - decimal->count);
    if (whole < decimal->count)
        *to++ = '.';
    to = put_zeros(to, -whole);
    *put_digits(to, decimal, MAX(whole, 0), decimal->count) = '\0';
}

/*
 * Reads a float's digits as a double. Powers of ten up to 10^22 are exact doubles, so one division or multiplication
 * rounds only once.
 */
static double
read_back(const decimal_t *decimal, const char *text)
{
    static const double power[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    const int exponent = decimal->point - decimal->count;
    double back = 0;

    if (ABS(exponent) >= (int)G_N_ELEMENTS(power))
        return g_ascii_strtod(text, NULL);
    for (int i = 0; i < decimal->count; i++)
        back = 10 * back + (decimal->digit[i] - '0');
    back = exponent < 0 ? back / power[-exponent] : back * power[exponent];
    return decimal->negative ? -back : back;
}

/*
 * Tells whether the library's fixed form is right. From 2^24, or 2^53, on it writes integers with all their digits:
 * there, and where an exponent is needed, the digits are placed here.
 */
static bool
is_plain(double number, bool single)
{
    const double magnitude = fabs(number);

    return magnitude >= 0.0001 && magnitude < (single ? 0x1p24 : 0x1p49);
}

size_t
godot_real_write(char text[GODOT_REAL_SIZE], double number, bool single)
{
    const bool plain = is_plain(number, single);
    decimal_t decimal;
    size_t length;

    if (!plain && write_special(text, number))
        return strlen(text);
    length = godot_shortest(text, GODOT_REAL_SIZE - 1, number, single, plain);
    text[length] = '\0';
    if (plain)
        return length;
    take_apart(&decimal, text);
    if (decimal.point > FIXED_FROM && decimal.point <= FIXED_TO)
        write_fixed(text, &decimal);
    return strlen(text);
}

double
godot_real_read(const char *text, double number)
{
    decimal_t decimal;

    if (!isfinite(number) || number == 0.0)
        return number;
    take_apart(&decimal, text);
    return read_back(&decimal, text);
}

/* Enough for most texts without another allocation. */
#define ROOM    128

godot_text_t *
godot_text_new(wmem_allocator_t *pool, size_t limit)
{
    godot_text_t *text = wmem_alloc(pool, sizeof *text + ROOM);
    char *string = (char *)(text + 1);

    *string = '\0';
    *text = (godot_text_t) { .pool = pool, .string = string, .room = ROOM, .limit = limit };
    return text;
}

static void
append(godot_text_t *text, const char *string, size_t length)
{
    const char *before = text->string;

    if (length >= text->room - text->length) {
        text->room = 2 * text->room + length;
        text->string = (char *)memcpy(wmem_alloc(text->pool, text->room), before, text->length);
    }
    memcpy(text->string + text->length, string, length);
    text->length += length;
    text->string[text->length] = '\0';
}

/* Returns the number of characters in the text. Each is counted once. */
static size_t
count_characters(godot_text_t *text)
{
    text->characters += g_utf8_strlen(text->string + text->counted, text->length - text->counted);
    text->counted = text->length;
    return text->characters;
}

/* Tells whether the text stays within its limit with so many more bytes, whatever they are. */
static bool
has_room(const godot_text_t *text, size_t length)
{
    return text->length + length <= text->limit;
}

bool
godot_text_wanted(godot_text_t *text)
{
    return text != NULL && (has_room(text, 0) || count_characters(text) <= text->limit);
}

/* Appends at most as much as makes the text longer than its limit: one character more is enough to show it. */
void
godot_text_put_more(godot_text_t *text, const char *string, size_t length)
{
    size_t room;

    if (!has_room(text, length)) {
        if (!godot_text_wanted(text))
            return;
        room = text->limit + 1 - count_characters(text);
        if (length > room && (size_t)g_utf8_strlen(string, length) > room)
            length = g_utf8_offset_to_pointer(string, room) - string;
    }
    append(text, string, length);
}

char *
godot_int_write(char *to, int64_t number)
{
    char digits[GODOT_INT_SIZE], *first = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        *--first = '-';
    while (first < digits + sizeof digits)
        *to++ = *first++;
    return to;
}

void
godot_text_put_format(godot_text_t *text, const char *format, ...)
{
    va_list arguments;

    if (text == NULL)
        return;
    va_start(arguments, format);
    godot_text_put(text, wmem_strdup_vprintf(text->pool, format, arguments));
    va_end(arguments);
}

void
godot_text_put_int(godot_text_t *text, int64_t number)
{
    char digits[GODOT_INT_SIZE];

    if (text != NULL)
        godot_text_put_bytes(text, digits, godot_int_write(digits, number) - digits);
}

void
godot_text_put_float(godot_text_t *text, const char *real)
{
    godot_text_put(text, real);
    if (strpbrk(real, ".ein") == NULL)
        godot_text_put(text, ".0");
}

/* Recognises C1, from U+0080 to U+009F: two bytes in UTF-8, of which the second is the number. */
static bool
is_c1(const char *string)
{
    return (unsigned char)string[0] == 0xc2 && (unsigned char)string[1] >= 0x80 && (unsigned char)string[1] < 0xa0;
}

/* Returns how a character is written in source text on one line; NULL: as it is. */
static const char *
escape(const char *string, char buffer[8])
{
    const unsigned char character = (unsigned char)*string;

    switch (character) {
    case '"':   return "\\\"";
    case '\\':  return "\\\\";
    case '\n':  return "\\n";
    case '\r':  return "\\r";
    case '\t':  return "\\t";
    default:    break;
    }
    if (character >= 0x20 && character != 0x7f && !is_c1(string))
        return NULL;
    snprintf(buffer, 8, "\\u%04x", character == 0xc2 ? (unsigned char)string[1] : character);
    return buffer;
}

void
godot_text_put_escaped(godot_text_t *text, const char *string)
{
    char buffer[8];

    for (const char *run = string; *string != '\0' && godot_text_wanted(text); run = string) {
        const char *escaped = NULL;

        while (*string != '\0' && (escaped = escape(string, buffer)) == NULL)
            string++;
        godot_text_put_bytes(text, run, string - run);
        if (escaped != NULL) {
            godot_text_put(text, escaped);
            string = g_utf8_next_char(string);
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
    return text != NULL ? text->length : 0;
}

/*
 * Returns the first characters of a string, with a NUL at its end. The last character is "…", for those that are
 * missing.
 */
static const char *
cut(const char *string, size_t length, size_t characters, wmem_allocator_t *pool)
{
    const char *end;

    if (length <= characters || (size_t)g_utf8_strlen(string, length) <= characters)
        return string;
    end = g_utf8_offset_to_pointer(string, characters > 0 ? (long)characters - 1 : 0);
    return wmem_strdup_printf(pool, "%.*s" ELLIPSIS, (int)(end - string), string);
}

const char *
godot_text_since(const godot_text_t *text, size_t mark, wmem_allocator_t *pool)
{
    size_t length = godot_text_mark(text);

    if (length <= mark)
        return NULL;
    return cut(text->string + mark, length - mark, GODOT_LABEL_LENGTH, pool);
}

const char *
godot_text_cut(const godot_text_t *text, size_t characters, wmem_allocator_t *pool)
{
    return cut(text->string, text->length, characters, pool);
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
