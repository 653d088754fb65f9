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

#include <glib.h>

#ifdef G_OS_WIN32
#define WIN32_LEAN_AND_MEAN     /* "interface" is a word of its other headers */
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

typedef struct {
    uint8_t *map, *end;
    size_t   map_length;
} guarded_t;

#ifdef G_OS_WIN32

static inline size_t
guarded_page(void)
{
    SYSTEM_INFO system;

    GetSystemInfo(&system);
    return system.dwPageSize;
}

/* The end is kept, but has no memory. */
static inline void
guarded_map(guarded_t *guarded, size_t room)
{
    guarded->map = (uint8_t *)VirtualAlloc(NULL, guarded->map_length, MEM_RESERVE, PAGE_NOACCESS);
    g_assert_nonnull(guarded->map);
    g_assert_nonnull(VirtualAlloc(guarded->map, room, MEM_COMMIT, PAGE_READWRITE));
}

static inline void
guarded_free(guarded_t *guarded)
{
    VirtualFree(guarded->map, 0, MEM_RELEASE);
}

#else

static inline size_t
guarded_page(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static inline void
guarded_map(guarded_t *guarded, size_t room)
{
    guarded->map = (uint8_t *)mmap(NULL, guarded->map_length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                                   0);
    g_assert_true(guarded->map != MAP_FAILED);
    g_assert_cmpint(mprotect(guarded->map + room, guarded->map_length - room, PROT_NONE), ==, 0);
}

static inline void
guarded_free(guarded_t *guarded)
{
    munmap(guarded->map, guarded->map_length);
}

#endif

static inline guarded_t
guarded_new(size_t size)
{
    size_t    page = guarded_page();
    size_t    room = (size + page - 1) / page * page;
    guarded_t guarded = { .map_length = room + page };

    guarded_map(&guarded, room);
    guarded.end = guarded.map + room;
    return guarded;
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
