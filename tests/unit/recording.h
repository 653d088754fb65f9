/* recording.h
 * Which bytes does a recording have, after docs/wire/recording.md?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDING_H
#define RECORDING_H

#include <glib.h>
#include <stdint.h>
#include <string.h>

enum { KIND_PACKET = 1, KIND_RUN_BEGIN = 2, KIND_RUN_END = 10, KIND_CLOCK = 11, KIND_MARK = 12 };

static inline void
put_bytes(GByteArray *out, const void *bytes, size_t length)
{
    g_byte_array_append(out, (const uint8_t *)bytes, (unsigned)length);
}

static inline void
put_number(GByteArray *out, uint64_t value, size_t length)
{
    for (; length > 0; length--, value >>= 8) {
        const uint8_t byte = (uint8_t)value;

        put_bytes(out, &byte, 1);
    }
}

static inline void
put_padded(GByteArray *out, const void *bytes, size_t length)
{
    put_bytes(out, bytes, length);
    put_number(out, 0, -length % 4);
}

/* Begins a block. @return where it begins */
static inline unsigned
put_head(GByteArray *out, uint32_t type)
{
    put_number(out, type, 4);
    put_number(out, 0, 4);
    return out->len - 8;
}

static inline void
put_tail(GByteArray *out, unsigned begin)
{
    const uint32_t length = out->len + 4 - begin, little = GUINT32_TO_LE(length);

    put_number(out, length, 4);
    memcpy(out->data + begin + 4, &little, 4);
}

/* An option of pcapng, if there is a text. */
static inline void
put_option(GByteArray *out, uint16_t code, const char *text)
{
    if (!text)
        return;
    put_number(out, code, 2);
    put_number(out, strlen(text), 2);
    put_padded(out, text, strlen(text));
}

static inline void
put_section(GByteArray *out, const char *application, const char *comment)
{
    const unsigned begin = put_head(out, 0x0A0D0D0A);

    put_number(out, 0x1A2B3C4D, 4);
    put_number(out, 1, 4);
    put_number(out, UINT64_MAX, 8);
    put_option(out, 4, application);
    put_option(out, 1, comment);
    put_number(out, 0, 4);
    put_tail(out, begin);
}

static inline void
put_interface(GByteArray *out, const char *name, const char *description)
{
    const unsigned begin = put_head(out, 1);

    put_number(out, 252, 4);
    put_number(out, 262144, 4);
    put_option(out, 2, name);
    put_option(out, 3, description);
    put_number(out, 0, 4);
    put_tail(out, begin);
}

/* What differs in the headers of records. */
typedef struct {
    uint8_t  kind;
    uint32_t run, number;
    uint64_t ticks;
    uint32_t more;          /* four bytes behind those of all kinds, of a run's end */
} record_t;

/* A block with this record, and the bytes of its body. */
static inline void
put_record(GByteArray *out, uint32_t interface, int64_t time, record_t record, const void *body, size_t length)
{
    static const char tags[] = "\0\14\0\14godot_record\0\0\0";
    const size_t      header = record.kind == KIND_RUN_END ? 44 : 40, size = sizeof tags + header + length;
    const unsigned    begin = put_head(out, 6);

    put_number(out, interface, 4);
    put_number(out, (uint64_t)time >> 32, 4);
    put_number(out, (uint64_t)time, 4);
    put_number(out, size, 4);
    put_number(out, size, 4);
    put_bytes(out, tags, sizeof tags);
    put_number(out, 1, 1);
    put_number(out, record.kind, 1);
    put_number(out, header, 2);
    put_number(out, record.run, 4);
    put_number(out, 0, 4);                  /* of no peer, and without flags */
    put_number(out, record.number, 4);
    put_number(out, record.ticks, 8);
    put_number(out, 0, 8);                  /* frames */
    put_number(out, length, 4);
    put_number(out, 0, 4);
    put_number(out, record.more, header - 40);
    put_padded(out, body, length);
    put_tail(out, begin);
}

/* An attribute of a record's body. */
static inline void
put_attribute(GByteArray *out, uint16_t tag, const void *value, size_t length)
{
    put_number(out, tag, 2);
    put_number(out, length, 2);
    put_bytes(out, value, length);
}

static inline void
put_number_attribute(GByteArray *out, uint16_t tag, uint64_t value, size_t length)
{
    put_number(out, tag, 2);
    put_number(out, length, 2);
    put_number(out, value, length);
}

#endif /* RECORDING_H */

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
