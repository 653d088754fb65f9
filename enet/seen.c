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

/* A key has one of so many places that are beside each other. The latest key is in the first one. */
#define WAYS            4

static uint64_t *
seen_places_of(const enet_seen_t *seen, uint64_t key)
{
    return &seen->keys[((uint32_t)key + (uint32_t)(key >> 32) * 61) & (seen->capacity - WAYS)];
}

/* Puts a key before those that have the same places. If these are full, the oldest one is forgotten. */
static void
seen_put(enet_seen_t *seen, uint64_t key)
{
    uint64_t *places = seen_places_of(seen, key);

    memmove(places + 1, places, (WAYS - 1) * sizeof *places);
    places[0] = key;
}

static void
seen_grow(enet_seen_t *seen)
{
    enet_seen_t old = *seen;

    seen->capacity = old.capacity ? 2 * old.capacity : CAPACITY_MIN;
    seen->keys = wmem_alloc0_array(wmem_file_scope(), uint64_t, seen->capacity);
    for (uint32_t i = old.capacity; i-- > 0;)       /* the older ones first */
        if (old.keys[i])
            seen_put(seen, old.keys[i]);
    wmem_free(wmem_file_scope(), old.keys);
}

/* Tells whether to make room. If not, a key may be forgotten. */
static bool
seen_is_crowded(const enet_seen_t *seen)
{
    return seen->capacity < CAPACITY_MAX && seen->held >= seen->capacity / 4;
}

bool
enet_seen_note(enet_seen_t *seen, uint32_t under, uint32_t number)
{
    uint64_t key = ((uint64_t)under << 32 | number) + 1, *places;

    if (!seen->keys)
        seen_grow(seen);
    places = seen_places_of(seen, key);
    for (unsigned i = 0; i < WAYS && places[i]; i++)
        if (places[i] == key)
            return true;
    while ((places = seen_places_of(seen, key))[WAYS - 1] && seen_is_crowded(seen))
        seen_grow(seen);
    seen->held += places[WAYS - 1] == 0;
    seen_put(seen, key);
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
