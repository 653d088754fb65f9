/* recorder/extcap/blocks.c
 * Where does a block of pcapng end, and what is in it? (docs/wire/recording.md, 1)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/blocks.h"

#include <string.h>

enum {
    HEAD = 8,               /* type and length, */
    TAIL = 4,               /* and the length once more */
    SMALLEST = HEAD + TAIL,
    SECTION_FIXED = 16,     /* magic, version, length of the section */
    INTERFACE_FIXED = 8,    /* link type, reserved, snapshot length */
    PACKET_FIXED = 20       /* interface, time, captured and original length */
};

enum { OPTION_END = 0, OPTION_COMMENT = 1 };
enum { SECTION_APPLICATION = 4 };
enum { INTERFACE_NAME = 2, INTERFACE_DESCRIPTION = 3, INTERFACE_RESOLUTION = 9 };
enum { PACKET_FLAGS = 2 };
enum { MICROSECONDS = 6 };  /* a resolution of 10 to the power of -6 */

#define TIME_MOST   (INT64_C(1) << 60)      /* microseconds, some 36,000 years: sums of two never overflow */

static const uint8_t magic_little[4] = { 0x4D, 0x3C, 0x2B, 0x1A };
static const uint8_t magic_big[4] = { 0x1A, 0x2B, 0x3C, 0x4D };

/* ---- Reading ---- */

static uint32_t
read_u32(const uint8_t *at, bool big_endian)
{
    uint32_t value;

    memcpy(&value, at, sizeof value);
    return big_endian ? GUINT32_FROM_BE(value) : GUINT32_FROM_LE(value);
}

static uint16_t
blocks_read_u16(const uint8_t *at, bool big_endian)
{
    uint16_t value;

    memcpy(&value, at, sizeof value);
    return big_endian ? GUINT16_FROM_BE(value) : GUINT16_FROM_LE(value);
}

/* The type of a section header reads the same in both orders; its magic number tells which one it has. */
static block_state_t
section_order(slice_t data, bool *big_endian)
{
    if (data.length < HEAD + sizeof magic_little)
        return BLOCK_PART;
    *big_endian = memcmp(data.data + HEAD, magic_big, sizeof magic_big) == 0;
    return *big_endian || memcmp(data.data + HEAD, magic_little, sizeof magic_little) == 0 ? BLOCK_WHOLE : BLOCK_WRONG;
}

block_state_t
block_first(slice_t data, bool *big_endian, block_t *block)
{
    block_state_t state = BLOCK_WHOLE;
    uint32_t      length;

    if (data.length < HEAD)
        return BLOCK_PART;
    if (read_u32(data.data, false) == BLOCK_SECTION)
        state = section_order(data, big_endian);
    if (state != BLOCK_WHOLE)
        return state;
    length = read_u32(data.data + 4, *big_endian);
    if (length < SMALLEST || length > BLOCK_MOST || length % 4 != 0)
        return BLOCK_WRONG;
    if (data.length < length)
        return BLOCK_PART;
    if (read_u32(data.data + length - TAIL, *big_endian) != length)
        return BLOCK_WRONG;
    block->type = read_u32(data.data, *big_endian);
    block->length = length;
    block->body = (slice_t){ data.data + HEAD, length - SMALLEST };
    block->big_endian = *big_endian;
    return BLOCK_WHOLE;
}

static slice_t
rest_of(slice_t body, size_t from)
{
    return (slice_t){ body.data + from, body.length - from };
}

/* An option's value: the first of this code; an empty slice if there is none, or what there is does not fit. */
static slice_t
find_option(const block_t *block, size_t from, uint16_t wanted)
{
    slice_t left = rest_of(block->body, from);

    while (left.length >= 4) {
        uint16_t code = blocks_read_u16(left.data, block->big_endian),
                 length = blocks_read_u16(left.data + 2, block->big_endian);
        size_t   padded = 4 + (((size_t)length + 3) & ~(size_t)3);

        if (code == OPTION_END || padded > left.length)
            break;
        if (code == wanted)
            return (slice_t){ left.data + 4, length };
        left = rest_of(left, padded);
    }
    return (slice_t){ NULL, 0 };
}

bool
block_read_section(const block_t *block, block_section_t *section)
{
    /* Version 1.0, and 1.2, which says the same (pcapng's draft, 4.1). */
    if (block->body.length < SECTION_FIXED || blocks_read_u16(block->body.data + 4, block->big_endian) != 1)
        return false;
    section->application = find_option(block, SECTION_FIXED, SECTION_APPLICATION);
    section->comment = find_option(block, SECTION_FIXED, OPTION_COMMENT);
    return true;
}

bool
block_read_interface(const block_t *block, block_interface_t *interface)
{
    slice_t resolution;

    if (block->body.length < INTERFACE_FIXED || blocks_read_u16(block->body.data, block->big_endian) != LINK_TYPE)
        return false;
    resolution = find_option(block, INTERFACE_FIXED, INTERFACE_RESOLUTION);
    if (resolution.length > 0 && resolution.data[0] != MICROSECONDS)
        return false;
    interface->name = find_option(block, INTERFACE_FIXED, INTERFACE_NAME);
    interface->description = find_option(block, INTERFACE_FIXED, INTERFACE_DESCRIPTION);
    interface->comment = find_option(block, INTERFACE_FIXED, OPTION_COMMENT);
    return true;
}

bool
block_read_packet(const block_t *block, block_packet_t *packet)
{
    const uint8_t *at = block->body.data;
    uint32_t       captured;
    slice_t        flags;

    if (block->body.length < PACKET_FIXED)
        return false;
    captured = read_u32(at + 12, block->big_endian);
    if (captured > BLOCK_DATA_MOST || captured > block->body.length - PACKET_FIXED)
        return false;
    packet->interface = read_u32(at, block->big_endian);
    packet->time = (int64_t)((uint64_t)read_u32(at + 4, block->big_endian) << 32 | read_u32(at + 8, block->big_endian));
    if (packet->time < 0 || packet->time > TIME_MOST)
        return false;
    packet->data = (slice_t){ at + PACKET_FIXED, captured };
    flags = find_option(block, MIN(PACKET_FIXED + (((size_t)captured + 3) & ~(size_t)3), block->body.length), PACKET_FLAGS);
    packet->flags = flags.length == 4 ? read_u32(flags.data, block->big_endian) : 0;
    return true;
}

/* ---- Writing ---- */

static void
append_u16(GByteArray *out, uint16_t value)
{
    value = GUINT16_TO_LE(value);
    g_byte_array_append(out, (const uint8_t *)&value, sizeof value);
}

static void
append_u32(GByteArray *out, uint32_t value)
{
    value = GUINT32_TO_LE(value);
    g_byte_array_append(out, (const uint8_t *)&value, sizeof value);
}

static void
append_padded(GByteArray *out, slice_t bytes)
{
    static const uint8_t zeros[3];

    g_byte_array_append(out, bytes.data, (unsigned)bytes.length);
    g_byte_array_append(out, zeros, (unsigned)(-bytes.length % 4));
}

static void
append_option(GByteArray *out, uint16_t code, slice_t value)
{
    if (value.length == 0)
        return;
    append_u16(out, code);
    append_u16(out, (uint16_t)value.length);
    append_padded(out, value);
}

/* Returns where the block begins. */
static unsigned
begin_block(GByteArray *out, uint32_t type)
{
    append_u32(out, type);
    append_u32(out, 0);
    return out->len - HEAD;
}

/* options: where the block's options begin. */
static void
end_block(GByteArray *out, unsigned begin, unsigned options)
{
    uint32_t length;

    if (out->len > options)
        append_u32(out, OPTION_END);
    length = GUINT32_TO_LE(out->len - begin + TAIL);
    memcpy(out->data + begin + 4, &length, sizeof length);
    g_byte_array_append(out, (const uint8_t *)&length, sizeof length);
}

void
block_write_section(GByteArray *out, const block_section_t *section)
{
    unsigned begin = begin_block(out, BLOCK_SECTION), options;

    g_byte_array_append(out, magic_little, sizeof magic_little);
    append_u32(out, 1);                 /* version 1.0 */
    append_u32(out, UINT32_MAX);        /* a section of any length */
    append_u32(out, UINT32_MAX);
    options = out->len;
    append_option(out, SECTION_APPLICATION, section->application);
    append_option(out, OPTION_COMMENT, section->comment);
    end_block(out, begin, options);
}

void
block_write_interface(GByteArray *out, const block_interface_t *interface)
{
    unsigned begin = begin_block(out, BLOCK_INTERFACE), options;

    append_u32(out, LINK_TYPE);
    append_u32(out, BLOCK_DATA_MOST);
    options = out->len;
    append_option(out, INTERFACE_NAME, interface->name);
    append_option(out, INTERFACE_DESCRIPTION, interface->description);
    append_option(out, OPTION_COMMENT, interface->comment);
    end_block(out, begin, options);
}

void
block_write_packet(GByteArray *out, const block_packet_t *packet)
{
    const uint32_t flags = GUINT32_TO_LE(packet->flags);
    unsigned       begin = begin_block(out, BLOCK_PACKET), options;

    append_u32(out, packet->interface);
    append_u32(out, (uint32_t)((uint64_t)packet->time >> 32));
    append_u32(out, (uint32_t)packet->time);
    append_u32(out, (uint32_t)packet->data.length);
    append_u32(out, (uint32_t)packet->data.length);
    append_padded(out, packet->data);
    options = out->len;
    if (flags != 0)
        append_option(out, PACKET_FLAGS, (slice_t){ (const uint8_t *)&flags, sizeof flags });
    end_block(out, begin, options);
}

slice_t
slice_of_text(const char *text)
{
    return (slice_t){ (const uint8_t *)text, text ? strlen(text) : 0 };
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
