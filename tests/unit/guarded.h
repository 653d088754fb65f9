/* guarded.h
 * How is memory made that ends where the process may not read or write any further?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUARDED_H
#define GUARDED_H

#include <sys/mman.h>
#include <unistd.h>

#include <glib.h>

typedef struct {
    uint8_t *map, *end;
    size_t   map_length;
} guarded_t;

static inline guarded_t
guarded_new(size_t size)
{
    size_t    page = (size_t)sysconf(_SC_PAGESIZE);
    size_t    room = (size + page - 1) / page * page;
    guarded_t guarded = { .map_length = room + page };

    guarded.map = (uint8_t *)mmap(NULL, guarded.map_length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    g_assert_true(guarded.map != MAP_FAILED);
    guarded.end = guarded.map + room;
    g_assert_cmpint(mprotect(guarded.end, page, PROT_NONE), ==, 0);
    return guarded;
}

static inline void
guarded_free(guarded_t *guarded)
{
    munmap(guarded->map, guarded->map_length);
}

#endif /* GUARDED_H */

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
