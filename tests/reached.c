/* reached.c
 * Which places of the code has a test reached? tools/mutants links this with the programs and the plugin.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE    (8U << 20)      /* bytes of code; one byte of the map for each */

extern const char __ehdr_start[] __attribute__((visibility("hidden")));     /* where this program or plugin begins */

static unsigned char *map;

void __sanitizer_cov_trace_pc(void);

/* Opens the map of this program or plugin, which all its processes share, in the folder that REACHED names. */
__attribute__((constructor))
static void
open_map(void)
{
    const char *folder = getenv("REACHED");
    char        name[PATH_MAX];
    Dl_info     own;
    int         file;

    if (!folder || !dladdr(__ehdr_start, &own))
        return;
    snprintf(name, sizeof name, "%s/%s", folder, basename(own.dli_fname));
    file = open(name, O_RDWR);
    if (file < 0)
        return;
    map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        map = NULL;
    close(file);
}

/* The compiler calls this where a straight piece of code begins. */
void
__sanitizer_cov_trace_pc(void)
{
    uintptr_t offset = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start;

    if (map && offset < SIZE)
        map[offset] = 1;
}
