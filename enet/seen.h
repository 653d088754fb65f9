/* enet/seen.h
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

#ifndef ENET_SEEN_H
#define ENET_SEEN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t *keys;
    uint32_t  capacity;         /* a power of 2 */
    uint32_t  held;
} enet_seen_part_t;

/* The latest numbers of one counter of a sender. Zeroed at first. */
typedef struct {
    enet_seen_part_t latest;
    enet_seen_part_t before;
} enet_seen_t;

/**
 * Remembers a number, in memory of wmem_file_scope().
 *
 * @param under the number with which the counter began anew (the last reliable one): under another one, equal numbers
 *              are different
 * @return true if the number was seen before. The latest 1,024 numbers at least are known
 */
bool enet_seen_note(enet_seen_t *seen, uint32_t under, uint32_t number);

#endif /* ENET_SEEN_H */

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
