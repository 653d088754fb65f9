/* edit.c
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

#include "edit.h"

#include <glib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
const char *__ubsan_default_options(void);

/* Every target links this file, so every one reports where an error was. */
const char *
__ubsan_default_options(void)
{
    return "print_stacktrace=1";
}

static uint64_t state = 1;

void
dice_seed(unsigned seed)
{
    state = seed * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15) | 1;
}

uint32_t
dice(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? (uint32_t)(state >> 32) % below : 0;
}

uint32_t
dice_boundary(size_t near)
{
    static const uint32_t numbers[] = { 0,      1,      2,      3,       0x7F,     0x80,       0xFF,       0x100,
                                        0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };

    switch (dice(5)) {
    case 0:
        return 0;
    case 1:
        return (uint32_t)near + dice(3) - 1;
    case 2:     /* so many elements that the number of their bytes wraps */
        return (dice(8) << 29) + (uint32_t)near + dice(9) - 4;
    default:
        return numbers[dice(G_N_ELEMENTS(numbers))] - dice(2) * dice(9);
    }
}

bool
bytes_insert(bytes_t *bytes, size_t at, size_t count)
{
    if (at > bytes->length || count > bytes->most - bytes->length)
        return false;
    memmove(bytes->data + at + count, bytes->data + at, bytes->length - at);
    memset(bytes->data + at, 0, count);
    bytes->length += count;
    return true;
}

void
bytes_remove(bytes_t *bytes, size_t at, size_t count)
{
    memmove(bytes->data + at, bytes->data + at + count, bytes->length - at - count);
    bytes->length -= count;
}

bool
bytes_replace(bytes_t *bytes, size_t at, size_t count, const void *with, size_t with_count)
{
    if (with_count > count && !bytes_insert(bytes, at, with_count - count))
        return false;
    if (with_count < count)
        bytes_remove(bytes, at, count - with_count);
    if (with_count > 0)
        memcpy(bytes->data + at, with, with_count);
    return true;
}

void
bytes_set(bytes_t *bytes, size_t at, unsigned size, uint64_t number, bool big_endian)
{
    for (unsigned i = 0; i < size && at + i < bytes->length; i++)
        bytes->data[at + i] = (uint8_t)(number >> 8 * (big_endian ? size - 1 - i : i));
}

void
edit_any(bytes_t *bytes)
{
    bytes->length = LLVMFuzzerMutate(bytes->data, bytes->length, bytes->most);
}

void
edit_number(bytes_t *bytes)
{
    size_t at = dice((uint32_t)(dice(2) ? MIN(bytes->length, 80) : bytes->length));     /* counts come first */

    bytes_set(bytes, at, 1U << dice(4), dice_boundary(bytes->length - at), dice(4) == 0);
}

void
edit_stretch(bytes_t *bytes)
{
    size_t from = dice((uint32_t)bytes->length), wanted = 1 + dice(1U << dice(10));
    size_t count = MIN(wanted, bytes->length - from);
    size_t to = dice(2) ? from : dice((uint32_t)bytes->length + 1);
    g_autofree uint8_t *copy = g_memdup2(bytes->data + from, count);

    if (dice(3) == 0) {
        bytes_remove(bytes, from, count);
        return;
    }
    for (unsigned times = dice(4) ? 1 : 1 + dice(64); times > 0; times--)
        bytes_replace(bytes, to, 0, copy, count);
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
