/* edit-stream.c
 * How does the fuzzer change streams of packets? (docs/wire/transports.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-stream.h"
#include "edit-variant.h"

#include <glib.h>
#include <string.h>

#define PREFIX 4

static uint32_t
prefix_at(const bytes_t *bytes, size_t at)
{
    uint32_t length;

    memcpy(&length, bytes->data + at, PREFIX);
    return GUINT32_FROM_LE(length);
}

/* Finds one of the packets, most likely the first. @return false if there is none */
static bool
find_packet(const bytes_t *bytes, size_t *at, size_t *length)
{
    size_t next = 0;
    bool found = false;

    while (bytes->length - next >= PREFIX && prefix_at(bytes, next) <= bytes->length - next - PREFIX &&
           !(found && dice(3))) {
        *at = next;
        *length = prefix_at(bytes, next);
        next += PREFIX + *length;
        found = true;
    }
    return found;
}

static void
edit_packet(bytes_t *bytes, size_t at, size_t length)
{
    static const edit_fn edits[] = { edit_variant, edit_variant, edit_variant, edit_any,
                                     edit_any,     edit_number,  edit_stretch };
    static uint8_t room[65536];
    bytes_t packet = { room, length, MIN(sizeof room, length + bytes->most - bytes->length) };

    memcpy(room, bytes->data + at + PREFIX, length);
    edits[dice(G_N_ELEMENTS(edits))](&packet);
    bytes_replace(bytes, at + PREFIX, length, room, packet.length);
    bytes_set(bytes, at, PREFIX, dice(32) ? packet.length : dice_boundary(packet.length), false);
}

void
edit_stream(bytes_t *bytes)
{
    size_t at, length;

    if (find_packet(bytes, &at, &length) && dice(8))
        edit_packet(bytes, at, length);
    else
        dice(2) ? edit_stretch(bytes) : edit_any(bytes);
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
