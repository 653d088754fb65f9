/* seeded.c
 * How does tshark execute as many instructions each time?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * Wireshark's hash functions begin with two random numbers, so the chains of its tables, and with them the cost of a
 * packet, differ from run to run by a thousandth. This is preloaded (LD_PRELOAD) when instructions are counted: the
 * numbers follow from the environment variable GODOT_SEED.
 */

#include <stdint.h>
#include <stdlib.h>

/* GLib's function, which Wireshark's library asks. */
uint32_t g_random_int(void);

/* The constants are those of Knuth's MMIX generator. */
uint32_t
g_random_int(void)
{
    static uint64_t state;
    const char *seed = getenv("GODOT_SEED");

    if (!state)
        state = seed ? strtoull(seed, NULL, 10) + 1 : 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(state >> 32);
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
