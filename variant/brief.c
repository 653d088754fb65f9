/* variant/brief.c
 * How is a value written in a row of the packet list?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/brief.h"

#define ELLIPSIS        "\xe2\x80\xa6"

/* Longest row of values in bytes, longest value in characters, longest byte array in bytes. */
#define ROW_LENGTH      140
#define VALUE_LENGTH    40
#define BYTES_SHOWN     8

bool
godot_brief_is_full(const godot_text_t *row)
{
    return row->length >= ROW_LENGTH;
}

/* Begins an entry, if there is room for one. */
static bool
brief_begin(godot_text_t *row, const char *name)
{
    if (row == NULL)
        return false;
    if (godot_brief_is_full(row)) {
        if (!g_str_has_suffix(row->string, ELLIPSIS))
            godot_text_put(row, ", " ELLIPSIS);
        return false;
    }
    if (row->length > 0)
        godot_text_put(row, ", ");
    if (name != NULL) {
        godot_text_put(row, name);
        godot_text_put(row, ": ");
    }
    return true;
}

static void
append_cut(godot_text_t *row, const char *text)
{
    const size_t length = strlen(text);

    if (length <= VALUE_LENGTH || (size_t)g_utf8_strlen(text, length) <= VALUE_LENGTH) {
        godot_text_put_bytes(row, text, length);
    } else {
        godot_text_put_bytes(row, text, g_utf8_offset_to_pointer(text, VALUE_LENGTH - 1) - text);
        godot_text_put(row, ELLIPSIS);
    }
}

static void
append_bytes(godot_text_t *row, tvbuff_t *tvb, int offset, unsigned length)
{
    const unsigned there = MIN(length, (unsigned)MAX(tvb_captured_length_remaining(tvb, offset), 0));

    godot_text_put_format(row, length == 1 ? "%u byte" : "%u bytes", length);
    for (unsigned i = 0; i < MIN(there, BYTES_SHOWN); i++)
        godot_text_put_format(row, i == 0 ? " %02x" : "%02x", tvb_get_uint8(tvb, offset + (int)i));
    if (length > BYTES_SHOWN)
        godot_text_put(row, ELLIPSIS);
}

/* Returns the text of a vector without its type; NULL if the value is no vector. */
static const char *
vector_of(const godot_value_t *value)
{
    size_t length;

    if (value->kind != GODOT_VALUE_VECTOR && value->kind != GODOT_VALUE_VECTOR_INT)
        return NULL;
    length = strlen(value->type_name);
    return strncmp(value->text, value->type_name, length) == 0 ? value->text + length : NULL;
}

void
godot_brief_append(godot_text_t *row, const char *name, tvbuff_t *tvb, const godot_value_t *value)
{
    const char *vector;

    if (!brief_begin(row, name))
        return;
    if (value->kind == GODOT_VALUE_BYTES)
        append_bytes(row, tvb, value->bytes, value->byte_count);
    else if ((vector = vector_of(value)) != NULL)
        godot_text_put(row, vector);
    else
        append_cut(row, value->text);
}

void
godot_brief_append_bytes(godot_text_t *row, const char *name, tvbuff_t *tvb, int offset, unsigned length)
{
    if (brief_begin(row, name))
        append_bytes(row, tvb, offset, length);
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
