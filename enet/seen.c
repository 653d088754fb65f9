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
/* As many unsequenced groups as ENet itself remembers (docs/wire/enet.md, table of numbers). */
#define HELD_MAX        1024

/* Returns the place that has the key, or where it would be. At least half of the places are free. */
static uint64_t *
seen_find(const enet_seen_part_t *part, uint64_t key)
{
    uint32_t place = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32);     /* spreads keys that are beside each other */

    while (part->keys[place & (part->capacity - 1)] && part->keys[place & (part->capacity - 1)] != key)
        place++;
    return &part->keys[place & (part->capacity - 1)];
}

static bool
seen_has(const enet_seen_part_t *part, uint64_t key)
{
    return part->keys && *seen_find(part, key) == key;
}

static void
seen_grow(enet_seen_part_t *part)
{
    enet_seen_part_t old = *part;

    part->capacity = old.capacity ? 2 * old.capacity : CAPACITY_MIN;
    part->keys = wmem_alloc0_array(wmem_file_scope(), uint64_t, part->capacity);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.keys[i])
            *seen_find(part, old.keys[i]) = old.keys[i];
    wmem_free(wmem_file_scope(), old.keys);
}

/* The latest ones become those before, which are forgotten. */
static void
seen_turn(enet_seen_t *seen)
{
    wmem_free(wmem_file_scope(), seen->before.keys);
    seen->before = seen->latest;
    seen->latest = (enet_seen_part_t) { .keys = NULL };
}

bool
enet_seen_note(enet_seen_t *seen, uint32_t under, uint32_t number)
{
    uint64_t key = ((uint64_t)under << 32 | number) + 1;

    if (seen_has(&seen->latest, key) || seen_has(&seen->before, key))
        return true;
    if (seen->latest.held == HELD_MAX)
        seen_turn(seen);
    if (seen->latest.held * 2 >= seen->latest.capacity)
        seen_grow(&seen->latest);
    *seen_find(&seen->latest, key) = key;
    seen->latest.held++;
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
