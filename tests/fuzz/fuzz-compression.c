/* fuzz-compression.c
 * What can a compressed block do to the decoders?
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
#include "enet/undo.h"
#include "ws_compat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An input: the mode; the room for the output; the header of a datagram, whose first bits tell its length; the block.
 */
enum { MODE, ROOM, HEADER, BLOCK = HEADER + 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static void
expect(bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "Not so: %s\n", what);
    abort();
}

/* Checks that a block which a decoder undoes begins as the decoder said before, and ends within its room. */
static void
undo(enet_compression_t mode, const uint8_t *block, size_t length, size_t room)
{
    uint8_t *out = g_malloc(room), begin[ENET_COMMAND_MAX];
    volatile uint8_t all = 0;
    size_t made = enet_decompress(mode, block, length, out, room);
    int begins = enet_compression_begins(mode, block, length, begin, sizeof begin);

    expect(made <= room, "what is made of a block fits its room");
    expect(made == 0 || begins != 0, "what can be undone is no block of another mode");
    expect(made == 0 || begins < 0 || ((size_t)begins <= made && memcmp(out, begin, (size_t)begins) == 0),
           "a block begins as it was said to");
    for (size_t i = 0; i < made; i++)   /* was all of it written? */
        all ^= out[i];
    (void)all;
    g_free(out);
}

static void
undo_to_commands(enet_compression_t mode, const uint8_t *head, const uint8_t *block, size_t length)
{
    uint8_t *out = g_malloc(ENET_MAX_DECOMPRESSED);
    enet_header_t header;
    enet_evidence_t evidence;

    if (enet_read_header(head, BLOCK - HEADER, &header)) {
        size_t room = ENET_MAX_DECOMPRESSED - header.size;
        bool may_be = enet_may_undo(mode, block, length, room);

        expect(enet_undo(mode, &header, block, length, out, room, &evidence) == 0 || may_be,
               "commands begin as commands do");
    }
    g_free(out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t rooms[] = { ENET_MAX_DECOMPRESSED, ENET_MAX_DECOMPRESSED - 2, 0, 1, 2, 31, 257, 1000 };
    enet_compression_t mode;
    uint8_t *block;

    if (size < BLOCK)
        return 0;
    mode =
        (enet_compression_t)(ENET_COMPRESSION_RANGE + data[MODE] % (ENET_COMPRESSION_COUNT - ENET_COMPRESSION_RANGE));
    block = g_memdup2(data + BLOCK, size - BLOCK);      /* a copy: its end is the end of memory */
    undo(mode, block, size - BLOCK, rooms[data[ROOM] % G_N_ELEMENTS(rooms)]);
    undo_to_commands(mode, data + HEADER, block, size - BLOCK);
    g_free(block);
    return 0;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static const edit_fn edits[] = { edit_any, edit_any, edit_any, edit_number, edit_stretch };
    bytes_t bytes = { data, size, most };

    dice_seed(seed);
    edits[dice(G_N_ELEMENTS(edits))](&bytes);
    return bytes.length;
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
