/* recorder/extcap/blocks.h
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

#ifndef RECORDER_EXTCAP_BLOCKS_H
#define RECORDER_EXTCAP_BLOCKS_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK_DATA_MOST     262144U                     /* bytes of a packet's data */
#define BLOCK_MOST          (BLOCK_DATA_MOST + 4096U)   /* bytes of a block; longer ones are refused */
#define LINK_TYPE           252                         /* LINKTYPE_WIRESHARK_UPPER_PDU */

enum { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6 };

/* Bytes that somebody else owns. */
typedef struct {
    const uint8_t *data;
    size_t         length;
} slice_t;

typedef enum {
    BLOCK_WHOLE,
    BLOCK_PART,             /* more bytes are needed */
    BLOCK_WRONG             /* it is no block, or too long */
} block_state_t;

typedef struct {
    uint32_t type;
    uint32_t length;        /* of the whole block */
    slice_t  body;          /* without type and lengths */
    bool     big_endian;
} block_t;

typedef struct {
    slice_t application, comment;
} block_section_t;

typedef struct {
    slice_t name, description, comment;
} block_interface_t;

typedef struct {
    uint32_t interface;     /* its number in the section */
    int64_t  time;          /* microseconds since 1970 */
    uint32_t flags;         /* epb_flags, 0 if there are none */
    slice_t  data;
} block_packet_t;

/**
 * Finds the first block of these bytes.
 * @param big_endian the section's byte order; a section header sets it
 * @param block set only if BLOCK_WHOLE is returned; its body points into data
 */
block_state_t block_first(slice_t data, bool *big_endian, block_t *block);

/** Reads a section header. @return false: it is malformed */
bool block_read_section(const block_t *block, block_section_t *section);

/** Reads the description of an interface. @return false: it is malformed, or not one of a recording: another link type, another unit of time */
bool block_read_interface(const block_t *block, block_interface_t *interface);

/** Reads an Enhanced Packet Block. @return false: it is malformed, or has more than BLOCK_DATA_MOST bytes of data */
bool block_read_packet(const block_t *block, block_packet_t *packet);

/** These append a block in little-endian. An option whose slice is empty is left out; none may have more than 65,532 bytes. */
void block_write_section(GByteArray *out, const block_section_t *section);
void block_write_interface(GByteArray *out, const block_interface_t *interface);
void block_write_packet(GByteArray *out, const block_packet_t *packet);

/** Wraps a text that ends with NUL; NULL is an empty slice. */
slice_t slice_of_text(const char *text);

#endif /* RECORDER_EXTCAP_BLOCKS_H */

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
