/* edit.h
 * How does the fuzzer change the bytes of an input, whatever they mean?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_H
#define FUZZ_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that are changed, in place. */
typedef struct {
    uint8_t *data;
    size_t   length;
    size_t   most;
} bytes_t;

/** A function that changes bytes. */
typedef void (*edit_fn)(bytes_t *bytes);

/** Begins a series of numbers that depends on the seed only. */
void dice_seed(unsigned seed);

/** Returns a number below this limit; 0 if the limit is 0. */
uint32_t dice(uint32_t below);

/** Returns a number that often goes wrong as a length, a count or an offset. near: the correct one */
uint32_t dice_boundary(size_t near);

/** Inserts zeros. @return whether there was room */
bool bytes_insert(bytes_t *bytes, size_t at, size_t count);
void bytes_remove(bytes_t *bytes, size_t at, size_t count);

/** Replaces some bytes by others. @return whether there was room */
bool bytes_replace(bytes_t *bytes, size_t at, size_t count, const void *with, size_t with_count);

/** Writes a number of 1, 2, 4 or 8 bytes over what is there, as far as there is room. */
void bytes_set(bytes_t *bytes, size_t at, unsigned size, uint64_t number, bool big_endian);

/** Lets libFuzzer change the bytes in its own way, from which it learns. */
void edit_any(bytes_t *bytes);

/** Replaces a number somewhere by one that often goes wrong. */
void edit_number(bytes_t *bytes);

/** Repeats or drops some bytes, or copies them to another place. */
void edit_stretch(bytes_t *bytes);

#endif /* FUZZ_EDIT_H */

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
