/* enet/seen.c
 * Was an unreliable number seen lately?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/seen.h"
#include "ws_compat.h"

#define CAPACITY_MIN    16
/* Four times the 1024 unsequenced groups that ENet itself remembers (docs/wire/enet.md, table of numbers). */
#define CAPACITY_MAX    4096

/* Returns the one place that a key may have; 0 in it = free. */
static uint64_t *
seen_place_of(const enet_seen_t *seen, uint64_t key)
{
    return &seen->keys[((uint32_t)key + (uint32_t)(key >> 32) * 61) & (seen->capacity - 1)];
}

static void
seen_grow(enet_seen_t *seen)
{
    enet_seen_t old = *seen;

    seen->capacity = old.capacity ? 2 * old.capacity : CAPACITY_MIN;
    seen->keys = wmem_alloc0_array(wmem_file_scope(), uint64_t, seen->capacity);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.keys[i])
            *seen_place_of(seen, old.keys[i]) = old.keys[i];
    wmem_free(wmem_file_scope(), old.keys);
}

/* Tells whether to make room. If not, the key that has the place is forgotten. */
static bool
seen_is_crowded(const enet_seen_t *seen)
{
    return seen->capacity < CAPACITY_MAX && seen->held >= seen->capacity / 4;
}

bool
enet_seen_note(enet_seen_t *seen, uint32_t under, uint32_t number)
{
    uint64_t key = ((uint64_t)under << 32 | number) + 1, *place;

    if (!seen->keys)
        seen_grow(seen);
    while (*(place = seen_place_of(seen, key)) && *place != key && seen_is_crowded(seen))
        seen_grow(seen);
    if (*place == key)
        return true;
    seen->held += *place == 0;
    *place = key;
    return false;
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
