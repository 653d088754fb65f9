/* edit.h
 * How are the bytes of an input changed, whatever they mean?
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

/* What is changed, in place. */
typedef struct {
    uint8_t *data;
    size_t   length;
    size_t   most;
} bytes_t;

/** A change of bytes of some kind. */
typedef void (*edit_fn)(bytes_t *bytes);

/** Begin a series of numbers that the seed alone decides. */
void dice_seed(unsigned seed);

/** @return a number below; 0 if below is 0 */
uint32_t dice(uint32_t below);

/** @return a number of the kind that goes wrong as a length, a count or an offset; near: what would be right */
uint32_t dice_boundary(size_t near);

/** Insert zeros. @return is there room? */
bool bytes_insert(bytes_t *bytes, size_t at, size_t count);
void bytes_remove(bytes_t *bytes, size_t at, size_t count);

/** Put bytes in the place of some others. @return is there room? */
bool bytes_replace(bytes_t *bytes, size_t at, size_t count, const void *with, size_t with_count);

/** Write a number of 1, 2, 4 or 8 bytes over what is there, as far as there is room. */
void bytes_set(bytes_t *bytes, size_t at, unsigned size, uint64_t number, bool big_endian);

/** libFuzzer's own changes, of which it learns. */
void edit_any(bytes_t *bytes);

/** A number somewhere becomes one that goes wrong. */
void edit_number(bytes_t *bytes);

/** Bytes somewhere are repeated, are dropped, or come a second time elsewhere. */
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
