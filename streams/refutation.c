/* streams/refutation.c
 * Has a stream shown already that its packets are no Variants?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "streams/refutation.h"
#include "variant/variant.h"

/* Size of a length in bytes. */
#define PREFIX 4

/* A greater number is read in the wrong byte order, or is no length. Streams with longer packets need Decode As. */
#define LENGTH_BELIEVED (16U << 20)

/* The state while a segment is read. */
typedef struct {
    tvbuff_t        *tvb;
    uint32_t         first;
    unsigned         encoding;
    godot_reading_t *reading;
} cursor_t;

static bool
refutation_is_length(uint32_t length)
{
    return length > 0 && length <= LENGTH_BELIEVED;
}

static void
refutation_judge(const cursor_t *cursor, int offset, uint32_t length)
{
    int end = offset + (int)length;

    if (godot_variant_guess_dialect(cursor->tvb, offset, end, GODOT_DIALECT_AUTO) == GODOT_DIALECT_AUTO)
        cursor->reading->refuted = true;
}

/* Tells whether the segment consists of whole packets: then it begins with one, wherever the stream began. */
static bool
is_all_packets(const cursor_t *cursor)
{
    uint32_t end = tvb_captured_length(cursor->tvb), offset = 0, length;

    for (; end - offset >= PREFIX; offset += PREFIX + length) {
        length = tvb_get_uint32(cursor->tvb, (int)offset, cursor->encoding);
        if (!refutation_is_length(length) || length > end - offset - PREFIX)
            return false;
    }
    return offset == end;
}

/* Follows lengths and packets from the offset on, where a length begins. */
static void
walk(const cursor_t *cursor, uint32_t offset)
{
    godot_reading_t *reading = cursor->reading;
    uint32_t end = tvb_captured_length(cursor->tvb), length;

    for (; end - offset >= PREFIX; offset += length) {
        length = tvb_get_uint32(cursor->tvb, (int)offset, cursor->encoding);
        offset += PREFIX;
        if (!refutation_is_length(length)) {
            reading->refuted = true;
            return;
        }
        if (length > end - offset) {
            reading->awaited = offset == end ? length : 0;
            reading->begins = cursor->first + offset;
            reading->next = reading->begins + length;
            return;
        }
        refutation_judge(cursor, (int)offset, length);
    }
    reading->next = cursor->first + offset;
}

static void
note(const cursor_t *cursor)
{
    godot_reading_t *reading = cursor->reading;
    uint32_t length = tvb_captured_length(cursor->tvb);

    if (reading->awaited && reading->begins == cursor->first && reading->awaited <= length)
        refutation_judge(cursor, 0, reading->awaited);
    reading->awaited = 0;
    if (reading->known && (int32_t)(reading->next - cursor->first) > (int32_t)length)   /* inside a long packet */
        return;
    if (!reading->known || (int32_t)(reading->next - cursor->first) < 0) {
        reading->known = is_all_packets(cursor);
        reading->next = cursor->first;
    }
    if (reading->known)
        walk(cursor, reading->next - cursor->first);
}

void
godot_refutation_note(godot_refutation_t *refutation, tvbuff_t *tvb, uint32_t first, bool is_beginning)
{
    godot_reading_t *readings[] = { &refutation->little, &refutation->big };
    static const unsigned encodings[] = { ENC_LITTLE_ENDIAN, ENC_BIG_ENDIAN };

    for (size_t i = 0; i < G_N_ELEMENTS(readings); i++) {
        const cursor_t cursor = { .tvb = tvb, .first = first, .encoding = encodings[i], .reading = readings[i] };

        if (is_beginning)
            *readings[i] = (godot_reading_t) { .known = true, .next = first };
        if (!readings[i]->refuted)
            note(&cursor);
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
