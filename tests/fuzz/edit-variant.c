/* edit-variant.c
 * How does the fuzzer change Variants? (docs/wire/variant.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-variant.h"

#include <glib.h>
#include <string.h>

/* Longest value that is made, in bytes. */
#define MOST_OF_A_VALUE 60000

enum { NIL, BOOL, INT, FLOAT, STRING, OBJECT = 24, DICTIONARY = 27, ARRAY, BYTES, PACKED_LAST = 38 };
enum { FLAG_64 = 0x10000 };     /* an object's: only its id follows */

static void write_value(bytes_t *out, unsigned depth);

static void
write_u32(bytes_t *out, uint32_t number)
{
    size_t at = out->length;

    if (bytes_insert(out, at, 4))
        bytes_set(out, at, 4, number, false);
}

static void
write_noise(bytes_t *out, size_t count)
{
    size_t at = out->length;

    if (!bytes_insert(out, at, count))
        return;
    for (size_t i = 0; i < count; i++)
        out->data[at + i] = dice(3) ? (uint8_t)"aZ_/:.\0\n"[dice(8)] : (uint8_t)dice(256);
}

/* Writes the length, the characters, and padding up to four bytes. */
static void
write_string(bytes_t *out)
{
    uint32_t length = dice(1U << dice(8));

    write_u32(out, dice(16) ? length : dice_boundary(length));
    write_noise(out, length + (dice(16) ? -length % 4 : 0));
}

/* Returns the size of the types that are numbers, in 4.x, with single precision. */
static unsigned
size_of(unsigned type)
{
    static const uint8_t sizes[] = {
        [NIL] = 0, [BOOL] = 4, [INT] = 4, [FLOAT] = 4,
        [5] = 8, 8, 16, 16, 12, 12, 24, 16, 16, 16, 16, 24, 36, 48, 64, 16, [23] = 8, 8
    };

    return type < G_N_ELEMENTS(sizes) ? sizes[type] : 0;
}

/* Writes a container's element type: none, a type, a class, or a script (4.4 on). */
static void
write_element_type(bytes_t *out, unsigned kind)
{
    if (kind == 1)
        write_u32(out, dice(PACKED_LAST + 1));
    else if (kind > 1)
        write_string(out);
}

static void
write_array(bytes_t *out, unsigned depth)
{
    unsigned kind = dice(3) ? 0 : dice(4), count = dice(depth > 3 ? 2 : 5);

    write_u32(out, ARRAY | kind << 16);
    write_element_type(out, kind);
    write_u32(out, dice(16) ? count : dice_boundary(count));
    while (count-- > 0)
        write_value(out, depth + 1);
}

static void
write_dictionary(bytes_t *out, unsigned depth)
{
    unsigned key = dice(3) ? 0 : dice(4), value = dice(3) ? 0 : dice(4), count = dice(depth > 3 ? 2 : 4);

    write_u32(out, DICTIONARY | key << 16 | value << 18);
    write_element_type(out, key);
    write_element_type(out, value);
    write_u32(out, dice(16) ? count : dice_boundary(count));
    while (count-- > 0) {
        write_value(out, depth + 1);
        write_value(out, depth + 1);
    }
}

static void
write_object(bytes_t *out, unsigned depth)
{
    unsigned count = dice(3);

    if (dice(2)) {
        write_u32(out, OBJECT | FLAG_64);
        write_noise(out, 8);
        return;
    }
    write_u32(out, OBJECT);
    write_string(out);
    write_u32(out, dice(16) ? count : dice_boundary(count));
    while (count-- > 0) {
        write_string(out);
        write_value(out, depth + 1);
    }
}

/* Writes names and subnames, each with its length; or the old form, which is a string. */
static void
write_node_path(bytes_t *out)
{
    unsigned names = dice(4), below = dice(3);

    write_u32(out, 22);
    if (dice(4) == 0) {
        write_string(out);
        return;
    }
    write_u32(out, 0x80000000U | (dice(16) ? names : dice_boundary(names)));
    write_u32(out, below);
    write_u32(out, dice(4));
    for (unsigned i = 0; i < names + below; i++)
        write_string(out);
}

static void
write_packed(bytes_t *out, unsigned type)
{
    static const uint8_t sizes[] = { 1, 4, 8, 4, 8, 0, 8, 12, 16, 16 };
    unsigned count = dice(1U << dice(6)), size = sizes[type - BYTES];

    write_u32(out, type | (dice(8) ? 0 : FLAG_64));
    write_u32(out, dice(16) ? count : dice_boundary(count));
    for (unsigned i = 0; i < count && size == 0; i++)
        write_string(out);
    write_noise(out, (size_t)count * size + (type == BYTES ? -count % 4 : 0));
}

static void
write_value(bytes_t *out, unsigned depth)
{
    unsigned type = dice(8) ? dice(PACKED_LAST + 1) : dice_boundary(PACKED_LAST);

    switch (type) {
    case STRING:
    case 21:
        write_u32(out, type);
        write_string(out);
        break;
    case 22:
        write_node_path(out);
        break;
    case OBJECT:
        write_object(out, depth);
        break;
    case DICTIONARY:
        write_dictionary(out, depth);
        break;
    case ARRAY:
        write_array(out, depth);
        break;
    default:
        if (type >= BYTES && type <= PACKED_LAST) {
            write_packed(out, type);
            break;
        }
        write_u32(out, type | (dice(4) ? 0 : FLAG_64));
        write_noise(out, size_of(type) * (dice(4) ? 1 : 2));
    }
}

/* Writes arrays inside arrays, without the innermost value. */
static void
write_nest(bytes_t *out)
{
    for (unsigned depth = dice(2) ? dice(1U << dice(9)) : dice(7000); depth > 0; depth--) {
        write_u32(out, ARRAY);
        write_u32(out, 1);
    }
    write_value(out, 4);
}

/* Finds a place for a header: the first four bytes that look like one, from the beginning or from some offset on. */
static size_t
find_value(const bytes_t *bytes)
{
    size_t from = dice(4) ? dice((uint32_t)bytes->length + 1) : 0;

    for (size_t at = from; at + 4 <= bytes->length; at++)
        if (bytes->data[at] <= PACKED_LAST && bytes->data[at + 1] == 0 && bytes->data[at + 2] < 16 &&
            bytes->data[at + 3] == 0)
            return at;
    return from;
}

void
edit_variant(bytes_t *bytes)
{
    static uint8_t room[MOST_OF_A_VALUE];
    bytes_t value = { room, 0, sizeof room };
    size_t at = find_value(bytes), left = bytes->length - at;

    dice(16) ? write_value(&value, 0) : write_nest(&value);
    switch (dice(6)) {
    case 0:     /* its type */
        bytes_set(bytes, at, 1, dice(PACKED_LAST + 2), false);
        break;
    case 1:     /* its flags */
        bytes_set(bytes, at + 2, 1, dice(16), false);
        break;
    case 2:     /* its count, or the length of its first part */
        bytes_set(bytes, at + 4 + 4 * dice(3), 4, dice_boundary(left), false);
        break;
    case 3:
        bytes_replace(bytes, at, 0, room, value.length);
        break;
    case 4:
        bytes_replace(bytes, at, left, room, value.length);
        break;
    default:
        bytes_replace(bytes, at, MIN(left, value.length), room, value.length);
    }
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
