/* recorder/extcap/record.c
 * What does a record say that a listener must know, and how does it write its own? (docs/wire/recording.md, 2 to 4)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/record.h"

#include <string.h>

enum { TAG_END = 0, TAG_DISSECTOR = 12, TAG_HEAD = 4, NAME = 12 };
enum { HEADER = 40, VERSION = 1 };
enum { ATTRIBUTE_COMMENT = 1, ATTRIBUTE_RECORDER = 12, ATTRIBUTE_PROCESS = 16, ATTRIBUTE_WALL = 17, ATTRIBUTE_QUESTION = 91, ATTRIBUTE_ASKED = 92 };
enum { END_ASKED_FOR = 2 };

static const uint8_t tags[] = { 0, TAG_DISSECTOR, 0, 12, 'g', 'o', 'd', 'o', 't', '_', 'r', 'e', 'c', 'o', 'r', 'd', 0, TAG_END, 0, 0 };

/* ---- Reading ---- */

static uint16_t
record_read_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint64_t
record_read_number(const uint8_t *at, size_t length)
{
    uint64_t value = 0;

    while (length-- > 0)
        value = value << 8 | at[length];
    return value;
}

/* Other programs may pad it with NULs. */
static bool
is_our_name(slice_t value)
{
    bool ours = value.length >= NAME && memcmp(value.data, "godot_record", NAME) == 0;

    for (size_t i = NAME; ours && i < value.length; i++)
        ours = value.data[i] == 0;
    return ours;
}

slice_t
record_of(slice_t data)
{
    const slice_t none = { NULL, 0 };
    bool          ours = false;

    while (data.length >= TAG_HEAD) {
        unsigned tag = data.data[0] << 8 | data.data[1];
        size_t   length = TAG_HEAD + (size_t)(data.data[2] << 8 | data.data[3]);

        if (length > data.length)
            return none;
        if (tag == TAG_DISSECTOR)
            ours = is_our_name((slice_t){ data.data + TAG_HEAD, length - TAG_HEAD });
        data.data += length, data.length -= length;
        if (tag == TAG_END)
            return ours && data.length >= HEADER ? data : none;
    }
    return none;
}

uint8_t
record_kind(slice_t record)
{
    return record.data[0] == VERSION ? record.data[1] : 0;
}

/* The value of an attribute that has at least this length. */
static const uint8_t *
find_attribute(slice_t body, uint16_t wanted, size_t least)
{
    while (body.length >= TAG_HEAD) {
        uint16_t tag = record_read_u16(body.data), length = record_read_u16(body.data + 2);

        if (length > body.length - TAG_HEAD)
            break;
        if (tag == wanted && length >= least)
            return body.data + TAG_HEAD;
        body.data += TAG_HEAD + length, body.length -= TAG_HEAD + (size_t)length;
    }
    return NULL;
}

bool
record_answer(slice_t record, record_answer_t *answer)
{
    size_t         header = record_read_u16(record.data + 2);
    const uint8_t *number, *asked;
    slice_t        body;

    if (record_kind(record) != RECORD_CLOCK || header < HEADER || header > record.length)
        return false;
    body = (slice_t){ record.data + header, record.length - header };
    number = find_attribute(body, ATTRIBUTE_QUESTION, 4);
    asked = find_attribute(body, ATTRIBUTE_ASKED, 8);
    if (!number || !asked)
        return false;
    *answer = (record_answer_t){ (uint32_t)record_read_number(number, 4), (int64_t)record_read_number(asked, 8) };
    return true;
}

/* ---- Writing ---- */

static void
append_number(GByteArray *out, uint64_t value, size_t length)
{
    value = GUINT64_TO_LE(value);
    g_byte_array_append(out, (const uint8_t *)&value, (unsigned)length);
}

static void
append_attribute(GByteArray *out, uint16_t tag, slice_t value)
{
    append_number(out, tag, 2);
    append_number(out, value.length, 2);
    g_byte_array_append(out, value.data, (unsigned)value.length);
}

static void
append_number_attribute(GByteArray *out, uint16_t tag, uint64_t value, size_t length)
{
    append_number(out, tag, 2);
    append_number(out, length, 2);
    append_number(out, value, length);
}

void
record_write(GByteArray *out, slice_t record)
{
    g_byte_array_append(out, tags, sizeof tags);
    g_byte_array_append(out, record.data, (unsigned)record.length);
}

/*
 * Appends tags and a record of the listener's own. more: a number of 4 bytes that this kind adds to the header; NULL:
 * it adds none.
 */
static void
write_own(GByteArray *out, uint8_t kind, const record_own_t *own, const uint32_t *more, const GByteArray *body)
{
    const size_t header = HEADER + (more ? 4 : 0);

    g_byte_array_append(out, tags, sizeof tags);
    append_number(out, VERSION | (uint64_t)kind << 8 | (uint64_t)header << 16, 4);
    append_number(out, own->run, 4);
    append_number(out, 0, 4);               /* of the process, not of a peer; no flags */
    append_number(out, own->number, 4);
    append_number(out, own->ticks, 8);
    append_number(out, 0, 8);               /* a listener has no frames */
    append_number(out, body->len, 4);
    append_number(out, 0, 4);
    if (more)
        append_number(out, *more, 4);
    g_byte_array_append(out, body->data, body->len);
}

void
record_write_begin(GByteArray *out, const record_own_t *own, const char *program, uint32_t process, int64_t wall)
{
    GByteArray *body = g_byte_array_new();

    append_attribute(body, ATTRIBUTE_RECORDER, slice_of_text(program));
    append_number_attribute(body, ATTRIBUTE_PROCESS, process, 4);
    append_number_attribute(body, ATTRIBUTE_WALL, (uint64_t)wall, 8);
    write_own(out, RECORD_RUN_BEGIN, own, NULL, body);
    g_byte_array_unref(body);
}

void
record_write_mark(GByteArray *out, const record_own_t *own, const char *text)
{
    GByteArray *body = g_byte_array_new();

    append_attribute(body, ATTRIBUTE_COMMENT, slice_of_text(text));
    write_own(out, RECORD_MARK, own, NULL, body);
    g_byte_array_unref(body);
}

void
record_write_end(GByteArray *out, const record_own_t *own)
{
    const uint32_t reason = END_ASKED_FOR;
    GByteArray    *body = g_byte_array_new();

    write_own(out, RECORD_RUN_END, own, &reason, body);
    g_byte_array_unref(body);
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
