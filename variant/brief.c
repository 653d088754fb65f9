/* variant/brief.c
 * How is a value written in a row of the packet list?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/brief.h"

#define ELLIPSIS        "\xe2\x80\xa6"

/* Bytes of a row of values, characters of a value, bytes of a byte array. */
#define ROW_LENGTH      140
#define VALUE_LENGTH    40
#define BYTES_SHOWN     8

bool
godot_brief_is_full(const wmem_strbuf_t *row)
{
    return wmem_strbuf_get_len(row) >= ROW_LENGTH;
}

/* 4.0's own copies byte by byte. */
static void
append(wmem_strbuf_t *row, const char *text)
{
    wmem_strbuf_append_len(row, text, strlen(text));
}

/* Begin an entry, if there is room for one. */
static bool
begin(wmem_strbuf_t *row, const char *name)
{
    if (row == NULL)
        return false;
    if (godot_brief_is_full(row)) {
        if (!g_str_has_suffix(wmem_strbuf_get_str(row), ELLIPSIS))
            append(row, ", " ELLIPSIS);
        return false;
    }
    if (wmem_strbuf_get_len(row) > 0)
        append(row, ", ");
    if (name != NULL) {
        append(row, name);
        append(row, ": ");
    }
    return true;
}

static void
append_cut(wmem_strbuf_t *row, const char *text)
{
    const size_t length = strlen(text);

    if (length <= VALUE_LENGTH || (size_t)g_utf8_strlen(text, length) <= VALUE_LENGTH) {
        wmem_strbuf_append_len(row, text, length);
    } else {
        wmem_strbuf_append_len(row, text, g_utf8_offset_to_pointer(text, VALUE_LENGTH - 1) - text);
        append(row, ELLIPSIS);
    }
}

static void
append_bytes(wmem_strbuf_t *row, tvbuff_t *tvb, int offset, unsigned length)
{
    const unsigned there = MIN(length, (unsigned)MAX(tvb_captured_length_remaining(tvb, offset), 0));

    wmem_strbuf_append_printf(row, length == 1 ? "%u byte" : "%u bytes", length);
    for (unsigned i = 0; i < MIN(there, BYTES_SHOWN); i++)
        wmem_strbuf_append_printf(row, i == 0 ? " %02x" : "%02x", tvb_get_uint8(tvb, offset + (int)i));
    if (length > BYTES_SHOWN)
        append(row, ELLIPSIS);
}

void
godot_brief_append(wmem_strbuf_t *row, const char *name, tvbuff_t *tvb, const godot_value_t *value)
{
    if (!begin(row, name))
        return;
    if (value->kind == GODOT_VALUE_BYTES)
        append_bytes(row, tvb, value->bytes, value->byte_count);
    else if ((value->kind == GODOT_VALUE_VECTOR || value->kind == GODOT_VALUE_VECTOR_INT) &&
             g_str_has_prefix(value->text, value->type_name))
        append(row, value->text + strlen(value->type_name));
    else
        append_cut(row, value->text);
}

void
godot_brief_append_bytes(wmem_strbuf_t *row, const char *name, tvbuff_t *tvb, int offset, unsigned length)
{
    if (begin(row, name))
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
