/* project/bytes.h
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

#ifndef PROJECT_BYTES_H
#define PROJECT_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

/* Bytes that are read from the front; borrowed. */
typedef struct {
    const uint8_t *at, *end;
    bool           big_endian;
    bool           failed;      /* more was asked for than there is: everything since then was zero */
} godot_bytes_t;

/** Begins at the first of length bytes, little-endian. */
godot_bytes_t godot_bytes(const void *data, size_t length);

/** Returns how many bytes are left. */
size_t godot_bytes_left(const godot_bytes_t *bytes);

/** Passes so many bytes. @return where they begin, or NULL if there are fewer */
const uint8_t *godot_bytes_take(godot_bytes_t *bytes, uint64_t length);

uint16_t godot_bytes_u16(godot_bytes_t *bytes);
uint32_t godot_bytes_u32(godot_bytes_t *bytes);
uint64_t godot_bytes_u64(godot_bytes_t *bytes);

/**
 * Reads so many bytes as a text, up to a NUL, with bytes that are not UTF-8 replaced.
 *
 * @return g_free(); NULL if there are fewer
 */
char *godot_bytes_text(godot_bytes_t *bytes, uint64_t length);

/** Reads a length in 32 bits, and the text. @return g_free(), or NULL */
char *godot_bytes_string(godot_bytes_t *bytes);

#endif /* PROJECT_BYTES_H */

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
