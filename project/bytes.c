/* project/bytes.c
 * What is next in these bytes? Reads numbers and texts of binary files, and never beyond their end.
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

#include "project/bytes.h"

godot_bytes_t
godot_bytes(const void *data, size_t length)
{
    const uint8_t *at = (const uint8_t *)data;

    return (godot_bytes_t){ .at = at, .end = at + length };
}

size_t
godot_bytes_left(const godot_bytes_t *bytes)
{
    return (size_t)(bytes->end - bytes->at);
}

const uint8_t *
godot_bytes_take(godot_bytes_t *bytes, uint64_t length)
{
    const uint8_t *from = bytes->at;

    if (bytes->failed || length > godot_bytes_left(bytes)) {
        bytes->failed = true;
        return NULL;
    }
    bytes->at += length;
    return from;
}

static uint64_t
number(godot_bytes_t *bytes, unsigned length)
{
    const uint8_t *from = godot_bytes_take(bytes, length);
    uint64_t       value = 0;

    for (unsigned i = 0; from && i < length; i++)
        value = value << 8 | from[bytes->big_endian ? i : length - 1 - i];
    return value;
}

uint16_t
godot_bytes_u16(godot_bytes_t *bytes)
{
    return (uint16_t)number(bytes, 2);
}

uint32_t
godot_bytes_u32(godot_bytes_t *bytes)
{
    return (uint32_t)number(bytes, 4);
}

uint64_t
godot_bytes_u64(godot_bytes_t *bytes)
{
    return number(bytes, 8);
}

char *
godot_bytes_text(godot_bytes_t *bytes, uint64_t length)
{
    const char *from = (const char *)godot_bytes_take(bytes, length);

    return from ? g_utf8_make_valid(from, (gssize)strnlen(from, length)) : NULL;
}

char *
godot_bytes_string(godot_bytes_t *bytes)
{
    return godot_bytes_text(bytes, godot_bytes_u32(bytes));
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
