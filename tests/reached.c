/* reached.c
 * Which places of the code has a test reached, and which mistakes (switched.py) has it met? tools/mutants links this
 * with the programs and the plugin, each of which has its own.
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
#include <sys/resource.h>
#include <unistd.h>

#include "switched.h"

#define SIZE    (8U << 20)      /* bytes of code; one byte of the map for each */

extern const char __ehdr_start[] __attribute__((visibility("hidden")));     /* where this program or plugin begins */

enum made { SECONDS, NUMBER, NUMBERS };     /* of processor time that a program has from then on, and of the mistake */

static unsigned char *map;          /* of this program or plugin */
static unsigned char *mistakes;     /* a byte for each; at the end two numbers: enum made */

/* Hidden, because what is preloaded into tshark (resident.c) would have it for the plugin, too. */
__attribute__((visibility("hidden")))
void __sanitizer_cov_trace_pc(void);

/* @return a map that all processes share, in the folder that REACHED names, or NULL */
static unsigned char *
opened_map(const char *folder, const char *base)
{
    char  name[PATH_MAX];
    void *opened;
    int   file;

    snprintf(name, sizeof name, "%s/%s", folder, base);
    file = open(name, O_RDWR);
    if (file < 0)
        return NULL;
    opened = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return opened == MAP_FAILED ? NULL : opened;
}

__attribute__((constructor))
static void
open_maps(void)
{
    const char *folder = getenv("REACHED");
    Dl_info     own;

    if (!folder || !dladdr(__ehdr_start, &own))
        return;
    map = opened_map(folder, basename(own.dli_fname));
    mistakes = opened_map(folder, "mistakes");
}

/* The compiler calls this where a straight piece of code begins. */
void
__sanitizer_cov_trace_pc(void)
{
    uintptr_t offset = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start;

    if (map && offset < SIZE)
        map[offset] = 1;
}

/* A program that never ends because of a mistake is ended. */
static void
limit_time(uint32_t seconds)
{
    static int    limited;
    struct rusage used;
    struct rlimit limit;

    if (limited || !seconds || getrusage(RUSAGE_SELF, &used) < 0 || getrlimit(RLIMIT_CPU, &limit) < 0)
        return;
    limited = 1;
    limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds;
    setrlimit(RLIMIT_CPU, &limit);
}

/* Is this mistake made? */
int
mutant_is(unsigned number)
{
    uint32_t made[NUMBERS];

    if (!mistakes)
        return 0;
    memcpy(made, mistakes + SIZE - sizeof made, sizeof made);
    if (made[NUMBER] != number)
        return 0;
    limit_time(made[SECONDS]);
    return 1;
}

/* The same, and notes whether it makes a difference here. */
int
mutant_met(unsigned number, int differs)
{
    if (mistakes && differs)
        mistakes[number] = 1;
    return mutant_is(number);
}

int
mutant_on(unsigned number)
{
    return mutant_met(number, 1);
}

/* Notes whether it makes a difference that the mistake puts a value in the place of another. @return the other */
int
mutant_unlike(unsigned number, int value, int other)
{
    mutant_met(number, value != other);
    return other;
}
