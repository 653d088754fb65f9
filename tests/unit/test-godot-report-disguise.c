/* test-godot-report-disguise.c
 * What replaces texts, paths, digits, numbers and addresses of a capture (docs/report.md, "A capture to share")?
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
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "report/disguise.h"
#include "report/treatments.h"

#define ROOM 200

typedef void (*replace_t)(report_disguise_t *, guint8 *, gsize);

/* ---- Texts ---- */

/* Texts, and for each byte whether it stays (.), or becomes a letter (x), a hexadecimal digit (9) or any byte (?). */
static const struct {
    replace_t   replace;
    const char *text, *after;
} texts[] = {
    { report_disguise_text, "hello", "xxxxx" },
    { report_disguise_text, "root/12 a:b", "xxxxxxxxxxx" },
    { report_disguise_text, "gr\xC3\xB6\xC3\x9F" "e", "xxxxxxx" },
    { report_disguise_path, "root/Main/../script:source/res", "....." "xxxx" "....................." },
    { report_disguise_path, "/./Main//12/1234567890/12345678901", "..." "xxxx" ".............." ".." "xxxxxxxxxxx" },
    { report_disguise_path, "roo/roots/scripts/sources/re/12a", "xxx.xxxxx.xxxxxxx.xxxxxxx.xx.xxx" },
    { report_disguise_path, "Root", "xxxx" },
    { report_disguise_digits, "0123456789abcdefABCDEF", "9999999999999999999999" },
    { report_disguise_digits, "0123456789abcdefg", "xxxxxxxxxxxxxxxxx" },
    { report_disguise_digits, "g123", "xxxx" },
    { report_disguise_bytes, "hello", "?????" },
};

static bool
is_of(char kind, uint8_t before, uint8_t after)
{
    return kind == '.' ? before == after : kind == 'x' ? g_ascii_isalpha(after) :
           kind == '9' ? g_ascii_isxdigit(after) && !g_ascii_isupper(after) : true;
}

static void
test_texts(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        report_disguise_t *disguise = report_disguise_new(), *other = report_disguise_new();
        const size_t       size = strlen(texts[i].text);
        uint8_t            once[ROOM], again[ROOM], elsewhere[ROOM];

        g_test_message("%s", texts[i].text);
        g_assert_cmpuint(strlen(texts[i].after), ==, size);
        memcpy(once, texts[i].text, size);
        memcpy(again, texts[i].text, size);
        memcpy(elsewhere, texts[i].text, size);
        texts[i].replace(disguise, once, size);
        for (size_t k = 0; k < size; k++)
            g_assert_true(is_of(texts[i].after[k], (uint8_t)texts[i].text[k], once[k]));
        texts[i].replace(disguise, again, size);
        g_assert_cmpmem(once, size, again, size);
        texts[i].replace(other, elsewhere, size);
        g_assert_true(size < 5 || memcmp(once, elsewhere, size) != 0);      /* nobody knows the key */
        report_disguise_free(disguise);
        report_disguise_free(other);
    }
}

/* What is no UTF-8 does not become any. */
static void
test_wrong_texts(void)
{
    static const char *const wrong[] = { "\x80", "a\xFF" "bc", "\xC3", "abc\xE2\x82" };
    report_disguise_t       *disguise = report_disguise_new();

    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
        uint8_t bytes[ROOM];

        memcpy(bytes, wrong[i], strlen(wrong[i]));
        report_disguise_text(disguise, bytes, strlen(wrong[i]));
        g_assert_false(g_utf8_validate((const char *)bytes, (gssize)strlen(wrong[i]), NULL));
        g_assert_cmphex(bytes[0], ==, 0xFF);
        for (size_t k = 1; wrong[i][k]; k++)
            g_assert_true(g_ascii_isalpha(bytes[k]));
    }
    report_disguise_free(disguise);
}

/* A NUL ends a text, and each text has its own replacement. */
static void
test_several_texts(void)
{
    report_disguise_t *disguise = report_disguise_new();
    uint8_t            bytes[] = "one\0two\0one\0", alone[] = "two";

    report_disguise_text(disguise, bytes, sizeof bytes);
    g_assert_cmpmem(bytes, 4, bytes + 8, 4);
    g_assert_cmpuint(strlen((char *)bytes + 4), ==, 3);
    g_assert_true(memcmp(bytes, bytes + 4, 3) != 0);
    report_disguise_text(disguise, alone, 3);
    g_assert_cmpmem(alone, 3, bytes + 4, 3);
    report_disguise_free(disguise);
}

/* Of up to 16 bytes, no two have one replacement: there are 52 letters for 52 names of one letter. */
static void
test_short_texts_stay_apart(void)
{
    report_disguise_t *disguise = report_disguise_new();
    bool               seen[256] = { false };
    unsigned           same = 0;

    for (unsigned i = 0; i < 30; i++) {
        uint8_t byte = (uint8_t)('0' + i);

        report_disguise_text(disguise, &byte, 1);
        same += seen[byte];
        seen[byte] = true;
    }
    g_assert_cmpuint(same, ==, 0);
    report_disguise_free(disguise);
}

/* Nor have longer ones, which are too many to be kept. */
static void
test_long_texts_stay_apart(void)
{
    report_disguise_t *disguise = report_disguise_new();
    uint8_t            one[] = "a text of many bytes", other[] = "a text of more bytes";
    uint8_t            again[] = "a text of many bytes";

    report_disguise_text(disguise, one, sizeof one - 1);
    report_disguise_text(disguise, other, sizeof other - 1);
    report_disguise_text(disguise, again, sizeof again - 1);
    g_assert_cmpstr((char *)one, !=, (char *)other);
    g_assert_cmpstr((char *)one, ==, (char *)again);
    report_disguise_free(disguise);
}

/* Digits whose replacement is known keep it; what they are replaced by first stays. */
static void
test_fixed_digits(void)
{
    report_disguise_t *disguise = report_disguise_new();
    uint8_t            digits[] = "0a1b", others[] = "0a1c";

    report_disguise_fix_digits(disguise, digits, (const guint8 *)"9999", 4);
    report_disguise_fix_digits(disguise, digits, (const guint8 *)"8888", 4);
    report_disguise_digits(disguise, digits, 4);
    report_disguise_digits(disguise, others, 4);
    g_assert_cmpstr((char *)digits, ==, "9999");
    g_assert_cmpstr((char *)others, !=, "9999");
    report_disguise_free(disguise);
}

/* ---- Numbers ---- */

static unsigned
highest_bit(uint64_t number)
{
    unsigned bit = 0;

    while (number >>= 1)
        bit++;
    return bit;
}

/* The sign and the highest bit stay; of -1, 0 and 1 nothing else is left. */
static void
check_integer(int64_t value, size_t size)
{
    report_disguise_t *disguise = report_disguise_new();
    const uint64_t     little = GUINT64_TO_LE((uint64_t)value);
    uint8_t            bytes[8];
    uint64_t           after;
    int64_t            found;

    memcpy(bytes, &little, size);
    report_disguise_integer(disguise, bytes, size);
    after = 0;
    memcpy(&after, bytes, size);
    after = GUINT64_FROM_LE(after);
    found = size == 4 ? (int32_t)(uint32_t)after : (int64_t)after;
    g_test_message("%" G_GINT64_FORMAT " is %" G_GINT64_FORMAT, value, found);
    g_assert_cmpint(found < 0, ==, value < 0);
    g_assert_cmpuint(highest_bit((uint64_t)(found < 0 ? ~found : found)), ==,
                     highest_bit((uint64_t)(value < 0 ? ~value : value)));
    if (value >= -1 && value <= 1)
        g_assert_cmpint(found, ==, value);
    if (value > 0xFFFFFF || value < -0xFFFFFF)      /* by chance it stays once in 8 million times */
        g_assert_cmpint(found, !=, value);
    report_disguise_free(disguise);
}

static void
test_integers(void)
{
    static const int64_t values[] = { 0, 1, 2, 3, 5, 127, 1000, 76561197, INT32_MAX, INT32_MAX - 1 };

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (size_t size = 4; size <= 8; size += 4)
                check_integer(sign * values[i], size);
    check_integer(INT32_MIN, 4);
    check_integer(INT64_MIN, 8);
    check_integer(INT64_MAX, 8);
    check_integer(1LL << 62, 8);
}

/* Each bit below the highest one may become another: of 64 keys, one changes it, but for 1 of 2^64 times. */
static void
test_all_bits_of_integers(void)
{
    static const uint64_t values[] = { 2, 3, 1 << 20, (1 << 20) + 1, UINT64_C(1) << 62 };

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        uint64_t changed = 0;

        for (unsigned key = 0; key < 64; key++) {
            report_disguise_t *disguise = report_disguise_new();
            uint64_t           little = GUINT64_TO_LE(values[i]);

            report_disguise_integer(disguise, (guint8 *)&little, sizeof little);
            changed |= GUINT64_FROM_LE(little) ^ values[i];
            report_disguise_free(disguise);
        }
        g_assert_cmphex(changed, ==, (UINT64_C(1) << highest_bit(values[i])) - 1);
    }
}

/* The sign and the exponent stay, and of powers of two, of what is infinite or no number, everything. */
static void
check_float(double value, bool stays)
{
    report_disguise_t *disguise = report_disguise_new();
    const float        narrow = (float)value;
    double             wide = value;
    float              found = narrow;

    report_disguise_float(disguise, (guint8 *)&wide, sizeof wide);
    report_disguise_float(disguise, (guint8 *)&found, sizeof found);
    g_test_message("%g is %g and %g", value, wide, (double)found);
    g_assert_cmpint(memcmp(&wide, &value, sizeof wide) == 0, ==, stays);
    g_assert_cmpint(memcmp(&found, &narrow, sizeof found) == 0, ==, stays);
    if (!stays) {
        g_assert_cmpint(ilogb(wide), ==, ilogb(value));
        g_assert_cmpint(ilogb((double)found), ==, ilogb(value));
        g_assert_cmpint(signbit(wide) != 0, ==, value < 0);
        g_assert_cmpint(signbit(found) != 0, ==, value < 0);
    }
    report_disguise_free(disguise);
}

static void
test_floats(void)
{
    static const double stay[] = { 0, 1, 0.5, 2, 1024, -4, (double)INFINITY, -(double)INFINITY, (double)NAN };
    static const double change[] = { 0.1, -0.1, 1.75, -1.75, 1e30, 3, 1e-30 };

    if (G_BYTE_ORDER != G_LITTLE_ENDIAN)        /* as floats are on the wire */
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(stay); i++)
        check_float(stay[i], true);
    for (size_t i = 0; i < G_N_ELEMENTS(change); i++)
        check_float(change[i], false);
}

/* ---- Addresses ---- */

static void
test_addresses(void)
{
    report_disguise_t *disguise = report_disguise_new();
    uint8_t            four[][4] = { { 1, 2, 3, 4 }, { 9, 9, 9, 9 }, { 1, 2, 3, 4 } }, six[16] = { 1 };

    for (size_t i = 0; i < G_N_ELEMENTS(four); i++)
        report_disguise_address(disguise, four[i], 4);
    report_disguise_address(disguise, six, 16);
    g_assert_cmpmem(four[0], 4, ((const uint8_t[]) { 10, 0, 0, 1 }), 4);
    g_assert_cmpmem(four[1], 4, ((const uint8_t[]) { 10, 0, 0, 2 }), 4);
    g_assert_cmpmem(four[2], 4, four[0], 4);
    g_assert_cmpmem(six, 16, ((const uint8_t[16]) { [0] = 0xFD, [15] = 3 }), 16);
    report_disguise_free(disguise);
}

/* ---- Fields ---- */

/* What is done with a field: its bytes stay, change or become 0, or nothing is known of it. */
static void
test_fields(void)
{
    static const struct {
        const char *field, *bytes;
        char        done;
    } fields[] = {
        { "enet.seq", "word", '=' }, { "godot.header", "word", '=' }, { "eth.type", "word", '=' },
        { "godot.variant.type", "word", '=' }, { "godot.record.kind", "word", '=' }, { "eth.src", "word", '?' },
        { "godot", "word", '?' }, { "enet.se", "word", '?' }, { "", "word", '?' },
        { "godot.variant.padding", "word", '0' }, { "godot.variant.string", "a word", 'x' },
        { "godot.path.name", "a word", 'x' }, { "godot.path.name", "root", '=' },
        { "godot.variant.string", "root", 'x' }, { "godot.path.md5", "0123456789abcdef0123456789abcdef", 'x' },
        { "godot.path.md5", "d41d8cd98f00b204e9800998ecf8427e", '=' }, { "godot.raw", "a word of bytes", 'x' },
        { "godot.variant.int", "number!!", 'x' }, { "godot.variant.float", "number!!", 'x' },
        { "godot.record.engine", "4.6-dev_1", '=' }, { "godot.record.engine", "4.6 dev", 'x' },
        { "godot.record.engine", "a/b.c-d_e", 'x' },
        { "godot.record.system", "0123456789012345678901234567890123456789", '=' },
        { "godot.record.system", "01234567890123456789012345678901234567890", 'x' },
    };
    report_treatments_t *treatments = report_treatments_new();

    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++) {
        const size_t size = strlen(fields[i].bytes);
        uint8_t      bytes[ROOM], zero[ROOM] = { 0 };

        g_test_message("%s: %s", fields[i].field, fields[i].bytes);
        memcpy(bytes, fields[i].bytes, size);
        g_assert_cmpint(report_treatments_apply(treatments, fields[i].field, bytes, size), ==, fields[i].done != '?');
        g_assert_cmpint(memcmp(bytes, fields[i].bytes, size) == 0, ==, strchr("=?", fields[i].done) != NULL);
        g_assert_cmpint(memcmp(bytes, zero, size) == 0, ==, fields[i].done == '0');
    }
    report_treatments_free(treatments);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/texts", test_texts);
    g_test_add_func("/wrong-texts", test_wrong_texts);
    g_test_add_func("/several-texts", test_several_texts);
    g_test_add_func("/short-texts-stay-apart", test_short_texts_stay_apart);
    g_test_add_func("/long-texts-stay-apart", test_long_texts_stay_apart);
    g_test_add_func("/fixed-digits", test_fixed_digits);
    g_test_add_func("/integers", test_integers);
    g_test_add_func("/bits-of-integers", test_all_bits_of_integers);
    g_test_add_func("/floats", test_floats);
    g_test_add_func("/addresses", test_addresses);
    g_test_add_func("/fields", test_fields);
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
