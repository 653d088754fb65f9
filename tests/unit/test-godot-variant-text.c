/* test-godot-variant-text.c
 * Are values written as the engine writes them?
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

#include "variant/brief.h"
#include "variant/labels.h"
#include "variant/text.h"

#define LONG_TEXT "FORTY CHARACTERS: NONE IS SMALL, 0 TO 9."

/* What Godot 4.6.3 prints: var_to_str() of a float, and of a Vector2's component. */
static const struct {
    double number;
    bool single;
    const char *text;
} numbers[] = {
    { 0.0, false, "0" },
    { -0.0, true, "0" },
    { 1e14, false, "100000000000000" },
    { 1e15, false, "1e+15" },
    { 123456789012345.0, false, "123456789012345" },
    { 1234567890123456.0, false, "1.234567890123456e+15" },
    { 1e20, false, "1e+20" },
    { 0.1, false, "0.1" },
    { 0.0001, false, "0.0001" },
    { 0.00001, false, "1e-05" },
    { 0.00012345, false, "0.00012345" },
    { 1.0 / 3, false, "0.3333333333333333" },
    { 123456.789, false, "123456.789" },
    { 3.402823466385289e+38, false, "3.402823466385289e+38" },
    { INFINITY, false, "inf" },
    { -INFINITY, true, "inf_neg" },
    { NAN, false, "nan" },
    { 0.1f, true, "0.1" },
    { 1234567, true, "1234567" },
    { 12345678, true, "12345678" },
    { 16777216, true, "16777216" },
    { 123456.789f, true, "123456.79" },
    { 1.0f / 3, true, "0.33333334" },
    { 1e15f, true, "1e+15" },
    { 1e20f, true, "1e+20" },
    { 1e-5f, true, "1e-05" },
    { 1e-44f, true, "1e-44" },
    { 1e-45f, true, "1e-45" },
};

static void
test_numbers(void)
{
    char text[GODOT_REAL_SIZE];

    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        godot_real_write(text, numbers[i].number, numbers[i].single);
        g_assert_cmpstr(text, ==, numbers[i].text);
    }
}

/* Counts its digits before the exponent, without zeros at either end. */
static int
count_digits(const char *text)
{
    int count = 0, zeros = 0;

    for (; *text && *text != 'e'; text++) {
        if (!g_ascii_isdigit(*text) || (count == 0 && *text == '0'))
            continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

/* Checks that it reads back to the same bits, and that one digit less would not. */
static void
check_shortest(double number, bool single)
{
    char text[GODOT_REAL_SIZE], shorter[GODOT_REAL_SIZE], format[16];
    double back;
    int digits;

    godot_real_write(text, number, single);
    back = g_ascii_strtod(text, NULL);
    digits = count_digits(text);
    g_assert_true(!single || godot_real_widen(number) == back);
    g_assert_true(single ? (float)back == (float)number : back == number);
    if (digits < 2)
        return;
    snprintf(format, sizeof format, "%%.%de", digits - 2);
    back = g_ascii_strtod(g_ascii_formatd(shorter, sizeof shorter, format, number), NULL);
    g_assert_false(single ? (float)back == (float)number : back == number);
}

/* Powers of two: the numbers below them are closer together than those above. */
static void
test_exponents(void)
{
    for (int exponent = -1074; exponent < 1024; exponent++) {
        const double power = ldexp(1, exponent);

        check_shortest(power, false);
        check_shortest(nextafter(power, 0), false);
        check_shortest(-nextafter(power, INFINITY), false);
    }
    for (int exponent = -149; exponent < 128; exponent++) {
        const float power = ldexpf(1, exponent);

        check_shortest(power, true);
        check_shortest(nextafterf(power, 0), true);
        check_shortest(-nextafterf(power, INFINITY), true);
    }
}

/* Whatever the bits are, the text reads back to them. */
static void
test_bits(void)
{
    char text[GODOT_REAL_SIZE];

    for (int i = 0; i < 200000; i++) {
        union { uint32_t bits; float real; } single = { .bits = g_test_rand_int() };
        union { uint64_t bits; double real; } wide = { .bits = (uint64_t)g_test_rand_int() << 32 | single.bits };

        if (isfinite(single.real)) {
            godot_real_write(text, single.real, true);
            g_assert_true((float)godot_real_widen(single.real) == single.real);
        }
        if (isfinite(wide.real)) {
            godot_real_write(text, wide.real, false);
            g_assert_true(g_ascii_strtod(text, NULL) == wide.real);
        }
    }
}

/* What is longer ends with "…", within the room, and no letter is cut. */
static void
test_cut_bytes(void)
{
    static const struct {
        const char *text;
        size_t room;
        const char *cut;
    } texts[] = {
        { "", 0, "" }, { "a", 0, "" }, { "abc", 3, "abc" }, { "abcd", 2, "" }, { "abcd", 3, "\xe2\x80\xa6" },
        { "abcde", 4, "a\xe2\x80\xa6" }, { "abcd", 4, "abcd" }, { "\xc3\xa9\xc3\xa9", 3, "\xe2\x80\xa6" },
        { "\xc3\xa9\xc3\xa9z", 4, "\xe2\x80\xa6" }, { "\xc3\xa9\xc3\xa9zz", 5, "\xc3\xa9\xe2\x80\xa6" },
        { "a\xc3\xa9\xc3\xa9", 4, "a\xe2\x80\xa6" }, { "\xc3\xa9\xc3\xa9\xc3\xa9", 4, "\xe2\x80\xa6" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_cmpstr(godot_cut_bytes(NULL, texts[i].text, texts[i].room), ==, texts[i].cut);
}

/* A label has so many characters at most, "…" instead of the last one if there are more. */
static void
test_labels(void)
{
    const size_t lengths[] = { 0, 1, GODOT_LABEL_LENGTH - 1, GODOT_LABEL_LENGTH, GODOT_LABEL_LENGTH + 1 };

    for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++)
        for (unsigned wide = 0; wide <= 1; wide++) {
            godot_text_t *text = godot_text_new(NULL, 4096);
            size_t        mark;
            const char   *label, *first;

            godot_text_put(text, "before");
            mark = godot_text_mark(text);
            for (size_t letter = 0; letter < lengths[i]; letter++)
                godot_text_put(text, wide ? "\xc3\xa9" : "e");
            label = godot_text_since(text, mark, NULL);
            g_assert_cmpint(label != NULL, ==, lengths[i] > 0);
            if (label) {
                g_assert_cmpuint(g_utf8_strlen(label, -1), ==, MIN(lengths[i], GODOT_LABEL_LENGTH));
                g_assert_cmpint(g_str_has_suffix(label, "\xe2\x80\xa6"), ==, lengths[i] > GODOT_LABEL_LENGTH);
            }
            first = godot_text_cut(text, 6 + lengths[i], NULL);
            g_assert_true(g_str_has_prefix(first, "before") && !g_str_has_suffix(first, "\xe2\x80\xa6"));
            g_assert_cmpstr(godot_text_cut(text, 1, NULL), ==, "\xe2\x80\xa6");
        }
}

/* Numbers that games send: most need no exponent. */
static void
test_usual(void)
{
    for (int i = 0; i < 100000; i++) {
        const double number = g_test_rand_double_range(-1, 1) * pow(10, g_test_rand_int_range(-6, 17));

        check_shortest((float)number, true);
        check_shortest(number, false);
    }
}

static wmem_allocator_t *pool;

static void
assert_text(const godot_text_t *text, size_t characters, const char *expected)
{
    g_assert_cmpstr(godot_text_cut(text, characters, pool), ==, expected);
}

static void
test_floats(void)
{
    static const char *const reals[][2] = {
        { "1", "1.0" }, { "-5", "-5.0" }, { "0.1", "0.1" }, { "1e+20", "1e+20" }, { "inf", "inf" }, { "nan", "nan" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(reals); i++) {
        godot_text_t *text = godot_text_new(pool, 100);

        godot_text_put_float(text, reals[i][0]);
        assert_text(text, 100, reals[i][1]);
    }
}

static void
test_quoted(void)
{
    godot_text_t *text = godot_text_new(pool, 100);

    godot_text_put_quoted(text, "a\"b\\c\nd\te\rf\x01\x7f\xc3\xa9");
    assert_text(text, 100, "\"a\\\"b\\\\c\\nd\\te\\rf\\u0001\\u007f\xc3\xa9\"");
}

/* A text is cut between characters, not bytes, and its last character shows it. */
static void
test_limit(void)
{
    godot_text_t *text = godot_text_new(pool, 5);

    for (int i = 0; i < 1000; i++)
        godot_text_put(text, "\xc3\xa9\xc3\xa9");
    g_assert_cmpuint(text->characters, ==, 6);
    g_assert_false(godot_text_wanted(text));
    assert_text(text, 5, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xe2\x80\xa6");
    text = godot_text_new(pool, 5);
    godot_text_put(text, "12345");
    g_assert_true(godot_text_wanted(text));
    assert_text(text, 5, "12345");
    g_assert_false(godot_text_wanted(NULL));
    godot_text_put(NULL, "nothing");
}

/* A text may have more bytes than its limit has characters, and gets all bytes of those that are left. */
static void
test_limit_of_wide_characters(void)
{
    godot_text_t *text = godot_text_new(pool, 5);

    godot_text_put(text, "\xc3\xa9\xc3\xa9");
    godot_text_put(text, "\xc3\xa9\xc3\xa9\xc3\xa9");
    g_assert_cmpuint(text->length, ==, 10);
    g_assert_true(godot_text_wanted(text));
    assert_text(text, 5, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    godot_text_put(text, "abc");
    g_assert_cmpuint(text->length, ==, 11);
    g_assert_false(godot_text_wanted(text));
}

/* However long the parts are, the NUL has room. */
static void
test_room(void)
{
    char letters[300];

    memset(letters, 'x', sizeof letters);
    for (size_t first = 0; first < sizeof letters; first++)
        for (size_t more = 0; more < 3; more++) {
            godot_text_t *text = godot_text_new(pool, GODOT_TEXT_UNLIMITED);

            godot_text_put_bytes(text, letters, first);
            g_assert_cmpuint(text->length, <, text->room);
            godot_text_put_bytes(text, letters, more);
            g_assert_cmpuint(text->length, <, text->room);
            g_assert_cmpuint(strlen(text->string), ==, first + more);
        }
}

static void
test_integers(void)
{
    static const int64_t all[] = { 0, 9, 10, 99, 100, 909, 1000, 90909, G_MAXINT32, G_MAXINT64 };

    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int more = -1; more <= 0; more++) {
                const int64_t number = sign * all[i] + more;
                char          expected[GODOT_INT_SIZE], written[GODOT_INT_SIZE];

                *godot_int_write(written, number) = '\0';
                snprintf(expected, sizeof expected, "%" G_GINT64_FORMAT, number);
                g_assert_cmpstr(written, ==, expected);
            }
}

/* ---- Rows of values (docs/fields.md) ---- */

static void
append_letters(godot_text_t *row, const char *letter, unsigned count)
{
    GString      *letters = g_string_new(NULL);
    godot_value_t value = { .kind = GODOT_VALUE_OTHER };

    while (count-- > 0)
        g_string_append(letters, letter);
    value.text = letters->str;
    godot_brief_append(row, NULL, NULL, &value);
    g_string_free(letters, TRUE);
}

/* Of more than 40 letters, 39 are shown. */
static void
test_long_values(void)
{
    static const char *const letters[] = { "e", "\xc3\xa9" };

    for (unsigned wide = 0; wide <= 1; wide++)
        for (unsigned count = 38; count <= 42; count++) {
            godot_text_t *row = godot_text_new(pool, GODOT_TEXT_UNLIMITED);

            append_letters(row, letters[wide], count);
            g_assert_cmpint(g_utf8_strlen(row->string, -1), ==, MIN(count, 40));
            g_assert_cmpint(g_str_has_suffix(row->string, "\xe2\x80\xa6"), ==, count > 40);
        }
}

/* A row of 140 bytes is full. */
static void
test_full_rows(void)
{
    for (unsigned last = 12; last <= 15; last++) {
        godot_text_t *row = godot_text_new(pool, GODOT_TEXT_UNLIMITED);

        for (unsigned i = 0; i < 3; i++)
            append_letters(row, "a", 40);
        append_letters(row, "b", last);
        g_assert_cmpuint(row->length, ==, 126 + last);
        g_assert_cmpint(godot_brief_is_full(row), ==, last >= 14);
        for (unsigned i = 0; i < 3; i++)
            append_letters(row, "c", 2);
        if (last >= 14)
            g_assert_true(g_str_has_suffix(row->string, "b, \xe2\x80\xa6"));
        else
            g_assert_true(g_str_has_suffix(row->string, "b, cc, \xe2\x80\xa6"));
    }
}

static void
test_short_rows(void)
{
    godot_text_t *row = godot_text_new(pool, GODOT_TEXT_UNLIMITED);

    append_letters(row, "a", 1);
    append_letters(row, "b", 1);
    append_letters(row, "c", 0);
    g_assert_cmpstr(row->string, ==, "a, b, ");
}

/* Of an array of bytes, eight are shown, if the capture has them. */
static void
test_bytes_in_rows(void)
{
    static const struct {
        unsigned    length, captured;
        const char *text;
    } arrays[] = {
        { 0, 9, "0 bytes" }, { 1, 9, "1 byte 01" }, { 2, 9, "2 bytes 0102" }, { 8, 9, "8 bytes 0102030405060708" },
        { 9, 9, "9 bytes 0102030405060708\xe2\x80\xa6" }, { 9, 3, "9 bytes 010203\xe2\x80\xa6" },
        { 8, 7, "8 bytes 01020304050607" }, { 8, 0, "8 bytes" },
    };
    static const uint8_t bytes[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
        godot_text_t *row = godot_text_new(pool, GODOT_TEXT_UNLIMITED);
        tvbuff_t     *tvb = tvb_new_real_data(bytes, 1 + arrays[i].captured, sizeof bytes);

        godot_brief_append_bytes(row, NULL, tvb, 1, arrays[i].length);
        g_assert_cmpstr(row->string, ==, arrays[i].text);
        tvb_free(tvb);
    }
}

/* A vector is written without its type, and whatever has a name behind that. */
static void
test_values_in_rows(void)
{
    static const struct {
        const char   *name;
        godot_value_t value;
        const char   *text;
    } rows[] = {
        { NULL, { .type_name = "int", .kind = GODOT_VALUE_INT, .text = "5" }, "5" },
        { "hp", { .type_name = "int", .kind = GODOT_VALUE_INT, .text = "5" }, "hp: 5" },
        { NULL, { .type_name = "Vector2", .kind = GODOT_VALUE_VECTOR, .text = "Vector2(1, 2)" }, "(1, 2)" },
        { "at", { .type_name = "Vector2i", .kind = GODOT_VALUE_VECTOR_INT, .text = "Vector2i(1, 2)" }, "at: (1, 2)" },
        { NULL, { .type_name = "Color", .kind = GODOT_VALUE_COLOR, .text = "Color(1, 1, 1, 1)" }, "Color(1, 1, 1, 1)" },
        { NULL, { .type_name = "PackedByteArray", .kind = GODOT_VALUE_BYTES, .bytes = 1, .byte_count = 3,
                  .text = "PackedByteArray(1, 2, 3)" }, "3 bytes 010203" },
        { "raw", { .type_name = "PackedByteArray", .kind = GODOT_VALUE_BYTES, .bytes = 2, .byte_count = 1,
                   .text = "PackedByteArray(2)" }, "raw: 1 byte 02" },
    };
    static const uint8_t bytes[] = { 0, 1, 2, 3 };
    tvbuff_t *tvb = tvb_new_real_data(bytes, sizeof bytes, sizeof bytes);

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        godot_text_t *row = godot_text_new(pool, GODOT_TEXT_UNLIMITED);
        char         *twice = g_strdup_printf("%s, %s", rows[i].text, rows[i].text);

        godot_brief_append(row, rows[i].name, tvb, &rows[i].value);
        g_assert_cmpstr(row->string, ==, rows[i].text);
        godot_brief_append(row, rows[i].name, tvb, &rows[i].value);
        g_assert_cmpstr(row->string, ==, twice);
        g_free(twice);
    }
    godot_brief_append(NULL, NULL, tvb, &rows[0].value);        /* no row is wanted */
    tvb_free(tvb);
}

/* Whatever was in its memory before. */
static void
test_a_new_text_is_empty(void)
{
    wmem_allocator_t *used = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    char              letters[300];
    godot_text_t     *text;

    memset(letters, 'x', sizeof letters);
    g_assert_nonnull(wmem_strndup(used, letters, sizeof letters));
    wmem_free_all(used);
    text = godot_text_new(used, 5);
    assert_text(text, 5, "");
    g_assert_null(godot_text_since(text, 0, used));
    wmem_destroy_allocator(used);
}

/* Wherever a control character of Unicode stands (C0, DEL, C1), it is escaped; a text without one stays where it is. */
static void
test_control_characters(void)
{
    static const char *const controls[] = { "\x01", "\x1f", "\x7f", "\xc2\x80", "\xc2\x9f" };
    static const char *const others[] = { " ", "~", "\xc2\xa0", "\xc3\xa9", "\xe2\x82\xac" };

    for (unsigned i = 0; i < G_N_ELEMENTS(controls) * 40 * 40; i++) {
        const unsigned before = i / 40 % 40, behind = i % 40, nth = i / 1600;
        char          *control = g_strdup_printf("%.*s%s%.*s", (int)before, LONG_TEXT, controls[nth],
                                                 (int)behind, LONG_TEXT);
        char          *other = g_strdup_printf("%.*s%s%.*s", (int)before, LONG_TEXT, others[nth],
                                               (int)behind, LONG_TEXT);
        const char    *shown = godot_printable(pool, control);

        g_assert_null(strstr(shown, controls[nth]));
        g_assert_cmpmem(shown, before, control, before);
        g_assert_true(godot_printable(pool, other) == other);
        g_free(control);
        g_free(other);
    }
}

static void
test_what_is_no_number_stays(void)
{
    g_assert_true(godot_real_widen(INFINITY) == INFINITY);
    g_assert_true(godot_real_widen(-INFINITY) == -INFINITY);
    g_assert_true(isnan(godot_real_widen((double)NAN)));
    g_assert_true(signbit(godot_real_widen(-0.0)) && !signbit(godot_real_widen(0.0)));
}

int
main(int argc, char *argv[])
{
    pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/godot-variant-text/numbers", test_numbers);
    g_test_add_func("/godot-variant-text/exponents", test_exponents);
    g_test_add_func("/godot-variant-text/no-numbers", test_what_is_no_number_stays);
    g_test_add_func("/godot-variant-text/bits", test_bits);
    g_test_add_func("/godot-variant-text/control-characters", test_control_characters);
    g_test_add_func("/godot-variant-text/cut-bytes", test_cut_bytes);
    g_test_add_func("/godot-variant-text/labels", test_labels);
    g_test_add_func("/godot-variant-text/usual", test_usual);
    g_test_add_func("/godot-variant-text/floats", test_floats);
    g_test_add_func("/godot-variant-text/quoted", test_quoted);
    g_test_add_func("/godot-variant-text/limit", test_limit);
    g_test_add_func("/godot-variant-text/limit-of-wide-characters", test_limit_of_wide_characters);
    g_test_add_func("/godot-variant-text/room", test_room);
    g_test_add_func("/godot-variant-text/integers", test_integers);
    g_test_add_func("/godot-variant-text/long-values", test_long_values);
    g_test_add_func("/godot-variant-text/full-rows", test_full_rows);
    g_test_add_func("/godot-variant-text/short-rows", test_short_rows);
    g_test_add_func("/godot-variant-text/bytes-in-rows", test_bytes_in_rows);
    g_test_add_func("/godot-variant-text/values-in-rows", test_values_in_rows);
    g_test_add_func("/godot-variant-text/new", test_a_new_text_is_empty);
    return g_test_run();
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
