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

#include <float.h>
#include <math.h>
#include <string.h>

#include "variant/shortest.h"
#include "variant/text.h"

#define ELLIPSIS        "\xe2\x80\xa6"

/* The engine's source text has exponents for numbers below 0.0001, and from 1e15 on. */
#define FIXED_FROM      (-4)
#define FIXED_TO        15

/* Digits of the shortest text of a double. */
#define MOST_DIGITS     17

/* "0001" to "9899": a division by 100 costs as much as one by 10. */
#define PAIRS(tens) tens "0" tens "1" tens "2" tens "3" tens "4" tens "5" tens "6" tens "7" tens "8" tens "9"
static const char pairs[] = PAIRS("0") PAIRS("1") PAIRS("2") PAIRS("3") PAIRS("4")
                            PAIRS("5") PAIRS("6") PAIRS("7") PAIRS("8") PAIRS("9");

static char *
put_pair(char *end, size_t number)
{
    return memcpy(end - 2, &pairs[2 * number], 2);
}

/* Writes a number whose last digit is before the end. @return where it begins */
static char *
put_before(char *end, uint64_t number)
{
    char *first = end;
    uint32_t rest;

    for (; number > UINT32_MAX; number /= 100)
        first = put_pair(first, number % 100);
    for (rest = (uint32_t)number; rest >= 10; rest /= 100)      /* costs less with 32 bits */
        first = put_pair(first, rest % 100);
    if (rest != 0 || first == end)
        *--first = (char)('0' + rest);
    return first;
}

/* Returns the text of a number without digits; NULL for others. */
static const char *
text_of_special(double number)
{
    if (number == 0.0)      /* the engine drops the sign of a zero, too */
        return "0";
    if (isfinite(number))
        return NULL;
    return isnan(number) ? "nan" : number > 0 ? "inf" : "inf_neg";
}

static char *
put_zeros(char *to, int count)
{
    for (; count > 0; count--)
        *to++ = '0';
    return to;
}

/* Copies as many digits as a number can have, because a copy of a known size is no call. */
static char *
put_digits(char *to, const char *digits, int count)
{
    memcpy(to, digits, MOST_DIGITS);
    return to + count;
}

/* "1234.5", "1200", "0.0012": 0.digits * 10^point */
static char *
put_fixed(char *to, const char *digits, int count, int point)
{
    const int before = CLAMP(point, 0, count);

    if (point <= 0)
        *to++ = '0';
    to = put_zeros(put_digits(to, digits, before), point - count);
    if (before == count)
        return to;
    *to++ = '.';
    return put_digits(put_zeros(to, -point), digits + before, count - before);
}

/* "1.2345e+20" */
static char *
put_scientific(char *to, const char *digits, int count, int exponent)
{
    to = put_digits(to, digits, 1);
    if (count > 1)
        *to++ = '.';
    to = put_digits(to, digits + 1, count - 1);
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    if (ABS(exponent) < 10)
        *to++ = '0';
    return godot_int_write(to, ABS(exponent));
}

size_t
godot_real_write(char text[GODOT_REAL_SIZE], double number, bool single)
{
    const char *special = text_of_special(number), *digits;
    char room[GODOT_INT_SIZE + MOST_DIGITS], *end = text;
    godot_decimal_t decimal;
    int count, point;

    if (special)
        return g_strlcpy(text, special, GODOT_REAL_SIZE);
    decimal = godot_shortest(number, single);
    digits = put_before(room + GODOT_INT_SIZE, decimal.digits);
    count = (int)(room + GODOT_INT_SIZE - digits);
    point = count + decimal.exponent;
    if (number < 0)
        *end++ = '-';
    if (point > FIXED_FROM && point <= FIXED_TO)
        end = put_fixed(end, digits, count, point);
    else
        end = put_scientific(end, digits, count, point - 1);
    *end = '\0';
    return end - text;
}

/*
 * A float has few digits, and powers of ten up to 10^22 are exact doubles, so one division or multiplication rounds only
 * once; but twice on processors that compute with more than a double (the x87 of i386).
 */
double
godot_real_widen(double number)
{
    static const double power[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    godot_decimal_t decimal;
    double back;

    if (!isfinite(number) || number == 0.0)
        return number;
    decimal = godot_shortest(number, true);
    if (ABS(decimal.exponent) >= (int)G_N_ELEMENTS(power) || FLT_EVAL_METHOD == 2) {
        char text[GODOT_REAL_SIZE];

        godot_real_write(text, number, true);
        return g_ascii_strtod(text, NULL);
    }
    back = (double)decimal.digits;
    back = decimal.exponent < 0 ? back / power[-decimal.exponent] : back * power[decimal.exponent];
    return number < 0 ? -back : back;
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

/* The same with a sign. */
static char *
put_int_before(char *end, int64_t number)
{
    char *first = put_before(end, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);

    if (number < 0)
        *--first = '-';
    return first;
}

char *
godot_int_write(char *to, int64_t number)
{
    char digits[GODOT_INT_SIZE], *end = digits + sizeof digits;
    const char *first;
    size_t length;

    if ((uint64_t)number < 10) {    /* often: the server's id, a channel */
        *to = (char)('0' + number);
        return to + 1;
    }
    first = put_int_before(end, number);
    length = (size_t)(end - first);
    return (char *)memcpy(to, first, length) + length;
}

void
godot_text_put_format(godot_text_t *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (text != NULL)
        godot_text_put(text, wmem_strdup_vprintf(text->pool, format, arguments));
    va_end(arguments);
}

void
godot_text_put_int(godot_text_t *text, int64_t number)
{
    char digits[GODOT_INT_SIZE], *end = digits + sizeof digits;
    const char *first;

    if (text == NULL)
        return;
    first = put_int_before(end, number);
    godot_text_put_bytes(text, first, (size_t)(end - first));
}

void
godot_text_put_float(godot_text_t *text, const char *real)
{
    godot_text_put(text, real);
    if (strpbrk(real, ".ein") == NULL)
        godot_text_put(text, ".0");
}

/* Returns how a character is written in source text on one line; NULL: as it is. */
static const char *
escape(const char *string, char buffer[8])
{
    const uint8_t control = godot_control_of(string);

    switch (*string) {
    case '"':   return "\\\"";
    case '\\':  return "\\\\";
    case '\n':  return "\\n";
    case '\r':  return "\\r";
    case '\t':  return "\\t";
    default:    break;
    }
    if (!control)
        return NULL;
    snprintf(buffer, 8, "\\u%04x", control);
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
 * Returns the first characters of a string, at least one, with a NUL at its end. The last character is "…", for those
 * that are missing.
 */
static const char *
cut(const char *string, size_t length, size_t characters, wmem_allocator_t *pool)
{
    const char *end;

    if (length <= characters || (size_t)g_utf8_strlen(string, length) <= characters)
        return string;
    end = g_utf8_offset_to_pointer(string, (long)characters - 1);
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
