/* test-godot-variant-walk.c
 * What does the walk over a Variant read, without a tree? (docs/wire/variant.md, docs/messages.md)
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

#include "variant/walker.h"
#include "tests/unit/guarded.h"

#define ELLIPSIS    "\xe2\x80\xa6"
#define ROOM        512
#define AT          5       /* of each value in its buffer */

static wmem_allocator_t *pool;
static packet_info       pinfo;
static guarded_t         memory;

/* A dialect by its letter: 'd' is 4.x as its documentation has it, 'c' the compact form of 4.x. */
static godot_dialect_t
dialect_of(char letter)
{
    switch (letter) {
    case '2':   return GODOT_DIALECT_2_1;
    case '3':   return GODOT_DIALECT_3_X;
    case 'd':   return GODOT_DIALECT_4_X_DOC;
    default:    return GODOT_DIALECT_4_X;
    }
}

static godot_encoding_t
encoding_of(char letter)
{
    return letter == 'c' ? GODOT_ENCODING_COMPACT : GODOT_ENCODING_FULL;
}

/* Writes bytes that stand as hexadecimal digits, in groups. Returns how many. */
static int
write_bytes(uint8_t bytes[ROOM], const char *digits)
{
    int count = 0;

    for (; *digits; digits += 2) {
        digits += strspn(digits, " ");
        bytes[count++] = (uint8_t)(16 * g_ascii_xdigit_value(digits[0]) + g_ascii_xdigit_value(digits[1]));
    }
    return count;
}

/*
 * Returns a buffer of AT bytes that are not the value's, and so many bytes, behind which nothing can be read. So many
 * more were not captured.
 */
static tvbuff_t *
buffer(const uint8_t *bytes, int length, int more)
{
    uint8_t *first = memory.end - length - AT;

    memset(first, 0xff, AT);
    memcpy(first + AT, bytes, (size_t)length);
    return tvb_new_real_data(first, (unsigned)length + AT, length + AT + more);
}

/* Whole values that are as engines write them. The first ones of each dialect are in the document. */
static const struct {
    char        dialect;
    const char *bytes, *text, *json;    /* text: NULL if an expert item tells of the value */
} values[] = {
    { '4', "00000000", "null", "null" },
    { '4', "01000000 00000000", "false", "false" },
    { '4', "02000000 01000000", "1", "1" },
    { '4', "02000100 00000080 00000000", "2147483648", "2147483648" },
    { '4', "03000000 0000c03f", "1.5", "1.5" },
    { '4', "03000100 9a999999 9999b93f", "0.1", "0.1" },
    { '4', "03000000 0000807f", "inf", "\"inf\"" },
    { '4', "03000100 00000000 0000f87f", "nan", "\"nan\"" },
    { '4', "04000000 00000000", "\"\"", "\"\"" },
    { '4', "04000000 01000000 61000000", "\"a\"", "\"a\"" },
    { '4', "04000000 06000000 68c3a96c 6c6f0000", "\"h\303\251llo\"", "\"h\303\251llo\"" },
    { '4', "05000000 0000803f 000020c0", "Vector2(1, -2.5)", "[1,-2.5]" },
    { '4', "06000000 01000000 feffffff", "Vector2i(1, -2)", "[1,-2]" },
    { '4', "07000000 0000803f 00000040 00004040 00008040", "Rect2(1, 2, 3, 4)", "[1,2,3,4]" },
    { '4', "09000000 0000803f 00000040 00004040", "Vector3(1, 2, 3)", "[1,2,3]" },
    { '4', "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040",
      "Transform2D(1, 2, 3, 4, 5, 6)", "[1,2,3,4,5,6]" },
    { '4', "0d000000 01000000 02000000 03000000 fcffffff", "Vector4i(1, 2, 3, -4)", "[1,2,3,-4]" },
    { '4', "0e000000 00000000 0000803f 00000000 00000040", "Plane(0, 1, 0, 2)", "[0,1,0,2]" },
    { '4', "10000000 0000803f 00000040 00004040 00008040 0000a040 0000c040",
      "AABB(1, 2, 3, 4, 5, 6)", "[1,2,3,4,5,6]" },
    { '4', "11000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00002041",
      "Basis(1, 4, 7, 2, 5, 8, 3, 6, 10)", "[1,4,7,2,5,8,3,6,10]" },
    { '4', "14000000 0000803f 0000003f 0000803e 0000803f", "Color(1, 0.5, 0.25, 1)", "[1,0.5,0.25,1]" },
    { '4', "15000000 03000000 61626300", "&\"abc\"", "\"abc\"" },
    { '4', "16000000 00000080 00000000 00000000", "NodePath(\"\")", "\"\"" },
    { '4', "17000000 0d000000 00000000", "RID(13)", "{\"rid\":13}" },
    { '4', "18000100 b0050017 06000000", "<Object#26155681200>", "{\"object\":26155681200}" },
    { '4', "18000100 af050016 06000080", "<Object#-9223372010715871825>", "{\"object\":-9223372010715871825}" },
    { '4', "19000000", "Callable()", "null" },
    { '4', "1a000000 00000000 00000000 00000000", "Signal()", "{\"signal\":\"\",\"of\":null}" },
    { '4', "1a000000 07000000 72656e61 6d656400 b0050017 06000000",
      "Signal(renamed)", "{\"signal\":\"renamed\",\"of\":{\"object\":26155681200}}" },
    { '4', "1b000000 02000000 04000000 01000000 61000000 02000000 01000000 02000000 02000000 01000000 01000000",
      "{\"a\": 1, 2: true}", "[[\"a\",1],[2,true]]" },
    { '4', "1c000100 02000000 02000000 02000000 01000000 02000000 02000000", "Array[int]([1, 2])", "[1,2]" },
    { '4', "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 01000000 18000100 b0050017 06000000",
      "Array[EncodedObjectAsID]([<Object#26155681200>])", "[{\"object\":26155681200}]" },
    { '4', "1b000500 04000000 02000000 01000000 04000000 01000000 61000000 02000000 01000000",
      "Dictionary[String, int]({\"a\": 1})", "{\"a\":1}" },
    { '4', "1b000d00 15000000 0e000000 7265733a 2f2f6d79 7265732e 67640000 00000000",
      "Dictionary[StringName, res://myres.gd]({})", "{}" },
    { '4', "1d000000 05000000 010203ff 05000000", "PackedByteArray(1, 2, 3, 255, 5)", "\"010203ff05\"" },
    { '4', "1e000000 02000000 01000000 ffffffff", "PackedInt32Array(1, -1)", "[1,-1]" },
    { '4', "1f000000 02000000 01000000 00000000 ffffffff ffffffff", "PackedInt64Array(1, -1)", "[1,-1]" },
    { '4', "20000000 02000000 0000c03f cdcccc3d", "PackedFloat32Array(1.5, 0.1)", "[1.5,0.1]" },
    { '4', "21000000 02000000 00000000 0000f83f 9a999999 9999b93f", "PackedFloat64Array(1.5, 0.1)", "[1.5,0.1]" },
    { '4', "22000000 04000000 01000000 00000000 02000000 61000000 04000000 61626300 05000000 61626364 00000000",
      "PackedStringArray(\"\", \"a\", \"abc\", \"abcd\")", "[\"\",\"a\",\"abc\",\"abcd\"]" },
    { '4', "23000000 02000000 0000803f 00000040 00004040 00008040", "PackedVector2Array(1, 2, 3, 4)", "[[1,2],[3,4]]" },
    { '4', "25000000 01000000 0000803f 00000000 00000000 0000803f", "PackedColorArray(1, 0, 0, 1)", "[[1,0,0,1]]" },
    { '4', "26000000 01000000 0000803f 00000040 00004040 00008040", "PackedVector4Array(1, 2, 3, 4)", "[[1,2,3,4]]" },
    { '4', "18000000 0a000000 52656643 6f756e74 65640000 01000000 06000000 73637269 70740000 00000000",
      NULL, "{\"object\":\"RefCounted\",\"properties\":{\"script\":null}}" },
    { '4', "05000100 00000000 0000f03f 00000000 00000040", "Vector2(1, 2)", "[1,2]" },
    { '4', "1c000000 01000000 1b000000 01000000 04000000 01000000 6b000000 1c000000 00000000",
      "[{\"k\": []}]", "[{\"k\":[]}]" },
    { '4', "1b000000 02000000 04000000 01000000 61000000 02000000 01000000 "
           "04000000 01000000 62000000 02000000 02000000",
      "{\"a\": 1, \"b\": 2}", "{\"a\":1,\"b\":2}" },
    { '4', "18000100 00000000 00000000", "null", "null" },
    { '4', "18000000 00000000", "null", "null" },
    { '4', "03000100 00000000 0000f0ff", "inf_neg", "\"-inf\"" },
    { '4', "17000000 00000000 00000000", "RID()", "null" },
    { '4', "09000100 9a999999 9999b93f 408cb578 1daf1544 00000000 00000080",
      "Vector3(0.1, 1e+20, 0)", "[0.1,1e+20,0]" },
    { '4', "1d000000 00000000", "PackedByteArray()", "\"\"" },
    { '4', "1d000000 04000000 01020304", "PackedByteArray(1, 2, 3, 4)", "\"01020304\"" },
    { '4', "16000000 00000080 01000000 00000000 01000000 78000000", "NodePath(\":x\")", "\":x\"" },
    { '4', "16000000 00000080 00000000 01000000", "NodePath(\"/\")", "\"/\"" },
    { '4', "04000000 05000000 6122625c 0a000000", "\"a\\\"b\\\\\\n\"", "\"a\\\"b\\\\\\n\"" },
    { '4', "04000000 08000000 3c612f62 3c2f2f63", "\"<a/b<//c\"", "\"<a/b<\\//c\"" },
    { '4', "04000000 05000000 080c0d09 01000000", "\"\\u0008\\u000c\\r\\t\\u0001\"", "\"\\b\\f\\r\\t\\u0001\"" },
    { '4', "1c000100 00000000 01000000 00000000", "Array[Variant]([null])", "[null]" },
    { '4', "15000000 03000000 c3a93c00", "&\"\303\251<\"", "\"\303\251<\"" },
    { 'c', "01", "false", "false" },
    { 'c', "81", "true", "true" },
    { 'c', "027f", "127", "127" },
    { 'c', "0280", "-128", "-128" },
    { 'c', "420080", "-32768", "-32768" },
    { 'c', "82ffffff7f", "2147483647", "2147483647" },
    { 'c', "c20000000000000080", "-9223372036854775808", "-9223372036854775808" },
    { 'c', "18000000", NULL, "null" },
    { 'c', "00000000", "null", "null" },
    { 'c', "03000000 0000803f", "1.0", "1" },
    { 'c', "1c000000 02000000 01000000 01000000 02000000 07000000", "[true, 7]", "[true,7]" },
    { 'c', "1c000000 01000000 18000000 00000000", "[null]", "[null]" },
    { 'c', "1c000000 01000000 02000000 fdffffff", "[-3]", "[-3]" },
    { '3', "02000000 00000080", "-2147483648", "-2147483648" },
    { '3', "02000100 00000080 00000000", "2147483648", "2147483648" },
    { '3', "04000000 03000000 61626300", "\"abc\"", "\"abc\"" },
    { '3', "0a000000 00000000 00000000 00000000 0000803f", "Quat(0, 0, 0, 1)", "[0,0,0,1]" },
    { '3', "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040",
      "AABB(1, 2, 3, 4, 5, 6)", "[1,2,3,4,5,6]" },
    { '3', "11000100 73050000 00000000", "<Object#1395>", "{\"object\":1395}" },
    { '3', "12000000 02000000 04000000 01000000 61000000 02000000 01000000 02000000 02000000 01000000 01000000",
      "{\"a\": 1, 2: true}", "[[\"a\",1],[2,true]]" },
    { '3', "13000000 02000000 13000000 00000000 13000000 01000000 13000000 01000000 02000000 01000000",
      "[[], [[1]]]", "[[],[[1]]]" },
    { '3', "14000000 05000000 010203ff 05000000", "PoolByteArray(1, 2, 3, 255, 5)", "\"010203ff05\"" },
    { '3', "16000000 02000000 0000c03f cdcccc3d", "PoolRealArray(1.5, 0.1)", "[1.5,0.1]" },
    { '3', "17000000 04000000 01000000 00000000 02000000 61000000 04000000 61626300 05000000 61626364 00000000",
      "PoolStringArray(\"\", \"a\", \"abc\", \"abcd\")", "[\"\",\"a\",\"abc\",\"abcd\"]" },
    { '3', "19000000 01000000 0000803f 00000040 00004040", "PoolVector3Array(1, 2, 3)", "[[1,2,3]]" },
    { '3', "1a000000 01000000 0000803f 00000000 00000000 0000803f", "PoolColorArray(1, 0, 0, 1)", "[[1,0,0,1]]" },
    { '3', "11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000",
      NULL, "{\"object\":\"Reference\",\"properties\":{\"script\":null}}" },
    { '3', "0f000000 00000080 01000000 00000000 03000000 726f7440", "NodePath(\":rot\")", "\":rot\"" },
    { '3', "02000100 05000000 00000000", "5", "5" },
    { '3', "11000100 00000000 00000000", "null", "null" },
    { '2', "15000000 01000000 02000000 01000000", "[1]", "[1]" },
    { '2', "0f000000 05000000 00000000 02000000 01000000 06000000 61626364 65660102", "Image(2, 1, 0, 5)", "null" },
    { '2', "13000000 01000000 07000000 14000000 03000000 41000000", "InputEvent(Key)", "null" },
    { '2', "10000000 01000080 00000000 03000000 01000000 41000000 02000000 68700707",
      "NodePath(\"/A:hp\")", "\"/A:hp\"" },
    { '2', "15000000 01000080 00000000", "[null]", "[null]" },
    { '2', "11000000", "RID()", "null" },
    { '2', "12000000", "null", "null" },
    { '2', "1a000000 01000000 0000803f 00000040", "Vector2Array(1, 2)", "[[1,2]]" },
    { 'd', "16000000 01000000 01000000 00000000", "PackedInt64Array(1)", "[1]" },
};

/* Returns so many characters of a text, the last of them "…" if it has more. */
static char *
cut(const char *text, long characters)
{
    if (g_utf8_strlen(text, -1) <= characters)
        return g_strdup(text);
    return g_strdup_printf("%.*s" ELLIPSIS, (int)(g_utf8_offset_to_pointer(text, characters - 1) - text), text);
}

static void
check_text(tvbuff_t *tvb, char letter, int end, const char *text)
{
    const long length = g_utf8_strlen(text, -1);

    for (long characters = 0; characters <= length + 1; characters++) {
        godot_value_t value;
        char         *expected = characters > 0 ? cut(text, characters) : NULL;
        int           behind;

        behind = dissect_godot_variant(tvb, &pinfo, NULL, AT, end, dialect_of(letter), encoding_of(letter), &value,
                                       (unsigned)characters);
        g_assert_cmpint(behind, ==, end);
        g_assert_cmpstr(value.text, ==, expected);
        g_assert_cmpint(value.length, ==, end - AT);
        g_free(expected);
    }
}

static void
test_texts(void)
{
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        const int length = write_bytes(bytes, values[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);

        if (values[i].text)
            check_text(tvb, values[i].dialect, AT + length, values[i].text);
        tvb_free(tvb);
    }
}

static void
check_json(char letter, const char *digits, const char *expected)
{
    uint8_t      bytes[ROOM];
    const int    length = write_bytes(bytes, digits);
    tvbuff_t    *tvb = buffer(bytes, length, 0);
    godot_json_t json = { .text = g_string_new(NULL) };

    godot_variant_write_json(&json, &pinfo, tvb, AT, AT + length, dialect_of(letter), encoding_of(letter));
    g_assert_cmpstr(json.text->str, ==, expected);
    g_assert_false(json.name_due);
    g_string_free(json.text, TRUE);
    tvb_free(tvb);
}

static void
test_json(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(values); i++)
        check_json(values[i].dialect, values[i].bytes, values[i].json);
}

/* What cannot be read is null, and nothing comes behind it; a name that cannot be read is left out. */
static void
test_json_of_faults(void)
{
    static const struct {
        const char *bytes, *json;
    } rows[] = {
        { "", "null" }, { "0000", "null" }, { "27000000", "null" }, { "01000000", "null" }, { "02000000 0000", "null" },
        { "03000100 00000000", "null" }, { "04000000 04000000 616263", "null" }, { "05000000 0000803f", "[1,null]" },
        { "1c000000 02000000 02000000 01000000", "[1,null]" },
        { "1c000000 02000000 27000000 02000000 01000000", "[null]" },
        { "1c000000 04000000 02000000 01000000", "null" },
        { "1b000000 01000000 04000000 01000000 61000000 02000000", "{\"a\":null}" },
        { "1b000000 01000000 02000000 01000000 02000000", "[[1,null]]" },
        { "1b000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000", "{\"a\":1}" },
        { "1b000000 01000000 27000000 00000000", "[[null]]" },
        { "18000000 04000000 4e6f6465 01000000 06000000 73637269", "{\"object\":\"Node\",\"properties\":{}}" },
        { "18000000 04000000 4e6f6465 01000000 01000000 61000000",
          "{\"object\":\"Node\",\"properties\":{\"a\":null}}" },
        { "18000000 04000000 4e6f6465 02000000 01000000 61000000", "{\"object\":\"Node\",\"properties\":null}" },
        { "1a000000 07000000 7265", "null" },
        { "1a000000 07000000 72656e61 6d656400 b0050017", "{\"signal\":\"renamed\",\"of\":null}" },
        { "16000000 01000080 00000000 00000000 02000000 61", "null" }, { "16000000 04000000 612f62", "null" },
        { "1e000000 02000000 01000000", "null" }, { "22000000 02000000 01000000 61000000", "[\"a\",null]" },
        { "1d000000 04000000 010203", "null" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        check_json('4', rows[i].bytes, rows[i].json);
}

/* Bytes without a head. */
static void
test_bare_bytes(void)
{
    static const uint8_t bytes[] = { 0, 9, 255, 10 };
    static const char *const texts[] = {
        "PackedByteArray()", "PackedByteArray(0)", "PackedByteArray(0, 9)", "PackedByteArray(0, 9, 255)"
    };

    for (int length = 0; length < (int)G_N_ELEMENTS(texts); length++) {
        tvbuff_t *tvb = buffer(bytes, length, 0);

        g_assert_cmpstr(dissect_godot_bytes(tvb, &pinfo, NULL, AT, AT + length, true), ==, texts[length]);
        g_assert_null(dissect_godot_bytes(tvb, &pinfo, NULL, AT, AT + length, false));
        tvb_free(tvb);
    }
}

/* A number is what its text says: of 0.1 in 32 bits not what these say in 64. */
static void
test_numbers(void)
{
    g_assert_true(godot_value_number(0.1f, 4) == 0.1);
    g_assert_true(godot_value_number(0.1f, 8) == (double)0.1f);
}

/* A value that ends earlier, or of which less was captured, is none. */
static void
test_beginnings(void)
{
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(values); i++) {
        const godot_dialect_t  dialect = dialect_of(values[i].dialect);
        const godot_encoding_t encoding = encoding_of(values[i].dialect);
        const int              whole = write_bytes(bytes, values[i].bytes);

        for (int length = 0; length <= whole; length++) {
            tvbuff_t     *cut_value = buffer(bytes, length, 0), *cut_capture = buffer(bytes, length, whole - length);
            const int     end = length == whole ? AT + length : -1;
            godot_value_t value;

            g_assert_cmpint(godot_variant_check(cut_value, AT, AT + length, dialect, encoding), ==, end);
            g_assert_cmpint(godot_variant_check(cut_capture, AT, AT + whole, dialect, encoding), ==, end);
            g_assert_cmpint(godot_variant_read(cut_capture, &pinfo, AT, AT + whole, dialect, encoding, &value),
                            ==, end);
            tvb_free(cut_value);
            tvb_free(cut_capture);
        }
    }
}

/* Returns what a caller gets of a value, as a text. */
static char *
told(const godot_value_t *value)
{
    GString *text = g_string_new(value->type_name);

    switch (value->kind) {
    case GODOT_VALUE_BOOL:
    case GODOT_VALUE_INT:
        g_string_append_printf(text, " integer %" G_GINT64_FORMAT, value->integer);
        break;
    case GODOT_VALUE_FLOAT:
        g_string_append_printf(text, " real %g", value->real);
        break;
    case GODOT_VALUE_STRING:
        g_string_append_printf(text, " string %s", value->string);
        break;
    case GODOT_VALUE_BYTES:
        g_string_append_printf(text, " %u bytes at %d", value->byte_count, value->bytes);
        break;
    case GODOT_VALUE_VECTOR:
    case GODOT_VALUE_VECTOR_INT:
    case GODOT_VALUE_COLOR:
        g_string_append_printf(text, " of %d bytes each:", value->component_length);
        break;
    case GODOT_VALUE_NIL:
    case GODOT_VALUE_OTHER:
        break;
    }
    for (unsigned i = 0; i < value->components; i++)
        g_string_append_printf(text, " %g", value->component[i]);
    return g_string_free(text, FALSE);
}

static void
test_what_callers_get(void)
{
    static const struct {
        char        dialect;
        const char *bytes, *told;
    } rows[] = {
        { '4', "00000000", "Nil" },
        { '4', "01000000 01000000", "bool integer 1" },
        { '4', "02000000 feffffff", "int integer -2" },
        { '4', "02000100 00000080 00000000", "int integer 2147483648" },
        { '4', "03000000 0000c03f", "float real 1.5" },
        { '4', "03000100 00000000 0000f83f", "float real 1.5" },
        { '4', "04000000 03000000 61626300", "String string abc" },
        { '4', "15000000 03000000 61626300", "StringName string abc" },
        { '4', "16000000 02000080 00000000 00000000 01000000 41000000 01000000 42000000", "NodePath string A/B" },
        { '4', "16000000 03000000 612f62", "NodePath string a/b" },
        { '4', "05000000 0000803f 000020c0", "Vector2 of 4 bytes each: 1 -2.5" },
        { '4', "05000100 00000000 0000f03f 00000000 00000040", "Vector2 of 8 bytes each: 1 2" },
        { '4', "0d000000 01000000 02000000 03000000 fcffffff", "Vector4i of 4 bytes each: 1 2 3 -4" },
        { '4', "14000000 0000803f 0000003f 0000803e 0000803f", "Color of 4 bytes each: 1 0.5 0.25 1" },
        { '4', "0e000000 00000000 0000803f 00000000 00000040", "Plane" },
        { '4', "23000000 01000000 0000803f 00000040", "PackedVector2Array" },
        { '4', "1d000000 05000000 010203ff 05000000", "PackedByteArray 5 bytes at 13" },
        { '4', "1c000000 01000000 05000000 0000803f 00000040", "Array" },
        { '4', "18000000 04000000 4e6f6465 00000000", "Object" },
        { 'c', "81", "bool integer 1" },
        { 'c', "01", "bool integer 0" },
        { 'c', "02fe", "int integer -2" },
        { 'c', "420080", "int integer -32768" },
        { 'c', "82ffffff7f", "int integer 2147483647" },
        { '3', "0e000000 0000803f 0000003f 0000803e 0000803f", "Color of 4 bytes each: 1 0.5 0.25 1" },
        { '3', "14000000 00000000", "PoolByteArray 0 bytes at 13" },
        { '2', "12000000", "Object" },
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int     length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t     *tvb = buffer(bytes, length, 0);
        char         *text;
        godot_value_t value;

        g_assert_cmpint(godot_variant_read(tvb, &pinfo, AT, AT + length, dialect_of(rows[i].dialect),
                                           encoding_of(rows[i].dialect), &value), ==, AT + length);
        text = told(&value);
        g_assert_cmpstr(text, ==, rows[i].told);
        g_assert_null(value.text);
        g_assert_null(value.item);
        g_assert_cmpint(value.length, ==, length);
        g_assert_cmpuint(value.type, ==, bytes[0] & 0x3f);
        g_free(text);
        tvb_free(tvb);
    }
}

/* The worst that is unusual about a value, or that its end cannot be found. */
#define FAULT   (GODOT_FLAW_ANY + 1)

static void
test_flaws(void)
{
    static const struct {
        char        dialect;
        const char *bytes;
        int         flaw;
    } rows[] = {
        { '4', "01000000 02000000", GODOT_FLAW_ANY },                           /* neither 0 nor 1 */
        { '4', "05010000 00000000 00000000", GODOT_FLAW_ANY },                  /* the second byte */
        { '4', "05000200 00000000 00000000", GODOT_FLAW_ANY },                  /* a flag that means nothing */
        { '4', "06000100 00000000 00000000", GODOT_FLAW_ANY },
        { '2', "05000100 00000000 00000000", FAULT },                           /* no flags, but a type */
        { '4', "27000000 00000000", FAULT },                                    /* no such type */
        { '3', "1b000000 00000000", FAULT },
        { '4', "04000000 03000000 61626301", GODOT_FLAW_PADDING },
        { '4', "04000000 01000000 61010000", GODOT_FLAW_PADDING },
        { '2', "04000000 03000000 61626301", GODOT_FLAW_NONE },
        { '4', "16000000 01000080 00000000 00000000 01000000 41616263", GODOT_FLAW_NONE },
        { '4', "16000000 01000080 00000000 04000000 01000000 41000000", GODOT_FLAW_ANY },
        { '4', "16000000 01000080 00000000 02000000 01000000 41000000 01000000 78000000", GODOT_FLAW_NONE },
        { '4', "16000000 02000080 00000000 00000000 01000000 41000000", FAULT },
        { '4', "16000000 02000080 00000000 00000000 00000000", FAULT },
        { '4', "16000000 00000080 02000000 00000000 00000000", FAULT },
        { '4', "16000000 03000000 612f62", GODOT_FLAW_ANY },                    /* the old form */
        { '4', "16000000 04000000 612f62", FAULT },
        { '4', "1c000000 02000000 04000000 03000000 61626301 01000000 02000000", GODOT_FLAW_ANY },
        { '4', "1c000000 02000000 01000000 02000000 04000000 03000000 61626301", GODOT_FLAW_ANY },
        { '4', "1c000000 01000000 04000000 03000000 61626301", GODOT_FLAW_PADDING },
        { '4', "1c000000 00000080", GODOT_FLAW_ANY },                           /* shared, which only 2.1 has */
        { 'd', "13000000 00000080", GODOT_FLAW_NONE },
        { '4', "1c000100 27000000 00000000", GODOT_FLAW_ANY },                  /* elements of no type */
        { '4', "1c000000 02000000 00000000", FAULT },
        { '4', "1b000000 02000000 00000000 00000000 00000000", FAULT },
        { '4', "1e000000 02000000 00000000", FAULT },
        { '4', "1e000000 ffffffff 00000000", FAULT },
        { '4', "22000000 ffffffff", GODOT_FLAW_ANY },                           /* a negative count */
        { '4', "22000000 02000000 00000000", FAULT },
        { '4', "18000000 04000000 4e6f6465 ffffffff", GODOT_FLAW_NONE },
        { '4', "18000000 04000000 4e6f6465 01000000 01000000 61000000 27000000", FAULT },
        { '4', "1d000000 04000000 01020304", GODOT_FLAW_NONE },
        { '4', "1d000000 03000000 01020300", GODOT_FLAW_NONE },
        { '4', "1d000000 03000000 010203", GODOT_FLAW_ANY },                    /* without its padding */
        { '4', "1d000000 03000000 0102", FAULT },
        { '4', "04000000 01000000 ff000000", GODOT_FLAW_ANY },                  /* no UTF-8 */
        { '4', "04000000 04000000 61ff0000", GODOT_FLAW_ANY },
        { '4', "04000000 04000000 6100ff00", GODOT_FLAW_NONE },                 /* it ends at the NUL */
        { '2', "13000000 01000000 07000000 0c000000", GODOT_FLAW_NONE },
        { '2', "13000000 01000000 07000000 08000000", FAULT },
        { '2', "13000000 01000000 07000000 0d000000 00000000", FAULT },
        { '2', "0f000000 05000000 00000000 02000000 01000000 04000000 616263", FAULT },
        { '2', "15000000 01000080 00000000", GODOT_FLAW_NONE },
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);

        for (int worst = GODOT_FLAW_NONE; worst <= GODOT_FLAW_ANY; worst++)
            g_assert_cmpint(godot_variant_measure(tvb, AT, AT + length, dialect_of(rows[i].dialect),
                                                  GODOT_ENCODING_FULL, (godot_flaw_t)worst),
                            ==, rows[i].flaw <= worst ? AT + length : -1);
        tvb_free(tvb);
    }
}

/* If 3.x and 4.x can read a value, its numbers decide; one without a flaw is taken before one with flaws. */
static void
test_dialects(void)
{
    static const struct {
        char        dialect;    /* ' ': none */
        const char *bytes;
    } rows[] = {
        { '4', "00000000" }, { '4', "02000000 05000000" }, { '4', "04000000 01000000 61000000" },
        { '3', "02000100 ffffff7f 00000000" }, { '4', "02000100 00000080 00000000" },
        { '3', "02000100 00000080 ffffffff" }, { '4', "02000100 ffffff7f ffffffff" },
        { '3', "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040" },  /* a box */
        { '4', "0b000000 0000803f 00000000 00000000 0000803f 0000a040 0000c040" },  /* or axes */
        { '4', "0b000000 0000803f 00000040 00004040 000080c0 0000a040 0000c040" },
        { '4', "0b000000 0000803f 00000040 00004040 00008040 0000a0c0 0000c040" },
        { '4', "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c0c0" },
        { '3', "0e000000 0000803f 0000003f 0000803e 0000803f" },                    /* a color */
        { '4', "0e000000 00000000 0000803f 00000000 00000040" },                    /* or a plane */
        { '3', "0f000000 00000080 00000000 00000000" }, { '4', "16000000 00000080 00000000 00000000" },
        { '3', "11000100 73050000 00000000" }, { '4', "18000100 73050000 00000000" },
        { '3', "12000000 00000000" }, { '4', "1b000000 00000000" },
        { '3', "13000000 00000000" }, { '4', "1c000000 00000000" },
        { '3', "14000000 00000000" }, { '4', "1d000000 00000000" },
        { '3', "13000000 01000000 04000000 01000000 6178797a" },    /* with garbage behind the letter */
        { '4', "1c000000 01000000 04000000 01000000 6178797a" },
        { '3', "13000000 01000000 01000000 02000000" }, { '4', "1c000000 01000000 01000000 02000000" },
        { '4', "0f000000 0c000000 61626364 65666768 696a6b6c" },   /* or a path in the old form, which is a flaw */
        { ' ', "27000000" }, { ' ', "01000000" }, { ' ', "01000000 01000000 00000000" }, { ' ', "04000000 ffffffff" },
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);

        g_assert_cmpint(godot_variant_guess_dialect(tvb, AT, AT + length, GODOT_DIALECT_AUTO), ==,
                        rows[i].dialect == ' ' ? GODOT_DIALECT_AUTO : dialect_of(rows[i].dialect));
        tvb_free(tvb);
    }
}

/* The dialect of a conversation decides where both can read a value, and only there. */
static void
test_preferred_dialects(void)
{
    static const struct {
        const char     *bytes;
        godot_dialect_t preferred, dialect;
    } rows[] = {
        { "0e000000 0000803f 0000003f 0000803e 0000803f", GODOT_DIALECT_4_X, GODOT_DIALECT_4_X },
        { "0e000000 00000000 0000803f 00000000 00000040", GODOT_DIALECT_3_X, GODOT_DIALECT_3_X },
        { "1c000000 00000000", GODOT_DIALECT_3_X, GODOT_DIALECT_4_X },
        { "13000000 00000000", GODOT_DIALECT_4_X, GODOT_DIALECT_3_X },
        { "27000000 00000000", GODOT_DIALECT_4_X, GODOT_DIALECT_AUTO },
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);

        g_assert_cmpint(godot_variant_guess_dialect(tvb, AT, AT + length, rows[i].preferred), ==, rows[i].dialect);
        tvb_free(tvb);
    }
}

/* What the heuristic takes for a Variant: nothing shorter than 12 bytes, and nothing that engines do not write. */
static void
test_evidence(void)
{
    static const struct {
        const char *bytes, *least;      /* that has to be asked for: containers, strings, any value, or nothing does */
    } rows[] = {
        { "1c000000 02000000 00000000 00000000", "c" }, { "1b000000 01000000 00000000 00000000", "c" },
        { "13000000 01000000 00000000", "c" }, { "1d000000 04000000 01020304", "c" },
        { "1e000000 01000000 01000000", "c" }, { "22000000 01000000 00000000", "c" },
        { "18000100 01000000 00000000", "c" },
        { "04000000 01000000 61000000", "s" }, { "15000000 01000000 61000000", "s" },
        { "16000000 00000080 00000000 00000000", "s" },
        { "05000000 00000000 00000000", "a" }, { "02000100 00000080 00000000", "a" },
        { "17000000 01000000 00000000", "a" },
        { "1c000000 00000000", "-" }, { "01000000 01000000", "-" }, { "1d000000 05000000 0102030405", "-" },
        { "1c000000 01000000 01000000 02000000", "-" }, { "1c010000 01000000 00000000", "-" },
        { "1c000000 01000000 00000000 00000000", "-" }, { "1c000000 03000000 00000000 00000000", "-" },
        { "1c000000 01000000 04000000 01000000 61010000", "c" },        /* garbage behind a letter */
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);
        GString  *found = g_string_new(NULL);

        if (godot_variant_is_evidence(tvb, AT, AT + length, GODOT_EVIDENCE_CONTAINERS))
            g_string_append_c(found, 'c');
        if (godot_variant_is_evidence(tvb, AT, AT + length, GODOT_EVIDENCE_STRINGS))
            g_string_append_c(found, 's');
        if (godot_variant_is_evidence(tvb, AT, AT + length, GODOT_EVIDENCE_ANY))
            g_string_append_c(found, 'a');
        g_assert_cmpstr(found->str, ==, *rows[i].least == '-' ? "" : strchr("csa", *rows[i].least));
        g_string_free(found, TRUE);
        tvb_free(tvb);
    }
}

/* In the compact form, an object is only a head if no class follows it: a length, and letters that are there (9). */
static void
test_freed_objects(void)
{
    static const struct {
        const char *bytes;
        int         length;     /* of the value; -1: a class follows, but the rest is missing */
    } rows[] = {
        { "18000000", 4 }, { "18000000 04", 4 }, { "18000000 04000000", 4 }, { "18000000 04000000 4e6f64", 4 },
        { "18000000 04000000 4e6f6465", -1 }, { "18000000 05000000 4e6f6465", 4 }, { "18000000 03000000 4e6f6400", -1 },
        { "18000000 04000000 4e6f6465 00000000", 16 }, { "18000000 00000000 4e6f6465 00000000", 4 },
        { "18000000 04000000 4e6f2065 00000000", 4 }, { "18000000 04000000 5f6f3965 00000000", 16 },
        { "18000000 04000000 4e6f6420 00000000", 4 }, { "18000000 01000000 20000000 00000000", 4 },
    };
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int length = write_bytes(bytes, rows[i].bytes);
        tvbuff_t *tvb = buffer(bytes, length, 0);

        g_assert_cmpint(godot_variant_check(tvb, AT, AT + length, GODOT_DIALECT_4_X, GODOT_ENCODING_COMPACT), ==,
                        rows[i].length < 0 ? -1 : AT + rows[i].length);
        tvb_free(tvb);
    }
}

/* Engines read 1024 levels. */
static void
test_depth(void)
{
    static const uint8_t array[8] = { 28, 0, 0, 0, 1 };

    for (int depth = 1023; depth <= 1026; depth++) {
        const int length = 8 * depth + 4;
        uint8_t  *bytes = (uint8_t *)g_malloc0((size_t)length);
        tvbuff_t *tvb = tvb_new_real_data(bytes, (unsigned)length, length);

        for (int i = 0; i < depth; i++)
            memcpy(bytes + 8 * i, array, sizeof array);
        g_assert_cmpint(godot_variant_check(tvb, 0, length, GODOT_DIALECT_4_X, GODOT_ENCODING_FULL), ==,
                        depth <= 1024 ? length : -1);
        tvb_free(tvb);
        g_free(bytes);
    }
}

int
main(int argc, char *argv[])
{
    pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    pinfo.pool = pool;
    memory = guarded_new(ROOM);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/godot-variant-walk/texts", test_texts);
    g_test_add_func("/godot-variant-walk/json", test_json);
    g_test_add_func("/godot-variant-walk/json-of-faults", test_json_of_faults);
    g_test_add_func("/godot-variant-walk/bare-bytes", test_bare_bytes);
    g_test_add_func("/godot-variant-walk/numbers", test_numbers);
    g_test_add_func("/godot-variant-walk/beginnings", test_beginnings);
    g_test_add_func("/godot-variant-walk/what-callers-get", test_what_callers_get);
    g_test_add_func("/godot-variant-walk/flaws", test_flaws);
    g_test_add_func("/godot-variant-walk/freed-objects", test_freed_objects);
    g_test_add_func("/godot-variant-walk/depth", test_depth);
    g_test_add_func("/godot-variant-walk/dialects", test_dialects);
    g_test_add_func("/godot-variant-walk/preferred-dialects", test_preferred_dialects);
    g_test_add_func("/godot-variant-walk/evidence", test_evidence);
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
