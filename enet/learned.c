/* enet/learned.c
 * What did the first pass learn of the datagrams of a frame?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/learned.h"

#define PAGE_FRAMES 256
#define POOL_EVENTS 256

/* The second or a later datagram of a frame. */
typedef struct {
    uint64_t       key;
    uint32_t       position;
    enet_learned_t learned;
} further_t;

/*
 * Wireshark's own way to keep data with a frame would take more memory than the data. So the first datagrams of all
 * frames are in arrays by frame number, and so are the events.
 */
static GPtrArray *pages;            /* each has PAGE_FRAMES elements of enet_learned_t, or is NULL */
static wmem_map_t *further;
static enet_event_t *pool;
static unsigned pool_left;

static void
forget_all(void)
{
    g_ptr_array_set_size(pages, 0);
    pool_left = 0;
}

static void
learned_shut_down(void)
{
    g_ptr_array_unref(pages);
}

void
enet_learned_register(void)
{
    pages = g_ptr_array_new();
    further = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    register_init_routine(forget_all);
    register_shutdown_routine(learned_shut_down);
}

static enet_learned_t *
learned_find_first(uint32_t frame)
{
    uint32_t page = frame / PAGE_FRAMES;
    enet_learned_t *learned = page < pages->len ? (enet_learned_t *)g_ptr_array_index(pages, page) : NULL;

    return learned && learned[frame % PAGE_FRAMES].known ? &learned[frame % PAGE_FRAMES] : NULL;
}

static enet_learned_t *
new_first(uint32_t frame)
{
    uint32_t page = frame / PAGE_FRAMES;

    if (page >= pages->len)
        g_ptr_array_set_size(pages, (int)page + 1);
    if (!g_ptr_array_index(pages, page))
        g_ptr_array_index(pages, page) = wmem_alloc0_array(wmem_file_scope(), enet_learned_t, PAGE_FRAMES);
    return (enet_learned_t *)g_ptr_array_index(pages, page) + frame % PAGE_FRAMES;
}

static uint64_t
further_key(uint32_t frame, unsigned nth)
{
    return (uint64_t)nth << 32 | frame;
}

enet_learned_t *
enet_learned_find(uint32_t frame, unsigned nth, uint32_t *position)
{
    uint64_t key = further_key(frame, nth);
    further_t *found;

    *position = 0;
    if (nth == 1)
        return learned_find_first(frame);
    found = wmem_map_lookup(further, &key);
    if (!found)
        return NULL;
    *position = found->position;
    return &found->learned;
}

static enet_learned_t *
new_further(uint32_t frame, unsigned nth, uint32_t *position)
{
    further_t *made = wmem_new0(wmem_file_scope(), further_t);
    const enet_learned_t *before = enet_learned_find(frame, nth - 1, &made->position);

    if (before)
        made->position += 1 + before->count;
    made->key = further_key(frame, nth);
    wmem_map_insert(further, &made->key, made);
    *position = made->position;
    return &made->learned;
}

enet_learned_t *
enet_learned_new(uint32_t frame, unsigned nth, uint32_t *position)
{
    enet_learned_t *learned;

    *position = 0;
    learned = nth == 1 ? new_first(frame) : new_further(frame, nth, position);
    learned->known = true;
    return learned;
}

static enet_event_t *
new_events(unsigned count)
{
    enet_event_t *events;

    if (count > POOL_EVENTS / 4)
        return wmem_alloc0_array(wmem_file_scope(), enet_event_t, count);
    if (count > pool_left) {
        pool = wmem_alloc0_array(wmem_file_scope(), enet_event_t, POOL_EVENTS);
        pool_left = POOL_EVENTS;
    }
    events = pool + POOL_EVENTS - pool_left;
    pool_left -= count;
    return events;
}

const enet_event_t *
enet_learned_event(const enet_learned_t *learned, unsigned index)
{
    static const enet_event_t nothing;

    return learned->events ? &learned->events[index] : &nothing;
}

enet_event_t *
enet_learned_change(enet_learned_t *learned, unsigned index)
{
    if (!learned->events)
        learned->events = new_events(learned->count);
    return &learned->events[index];
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
