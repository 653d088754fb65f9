/* recorder/extcap/lane.h
 * Which block of several games is the next one?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_LANE_H
#define RECORDER_EXTCAP_LANE_H

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks of one game that wait for those of others which may be older. */
typedef struct {
    GQueue  blocks;
    size_t  bytes;          /* of memory */
    int64_t last;           /* time of the last block: those of a lane keep their order */
} lane_t;

void lane_init(lane_t *lane);

/** Frees what waits. */
void lane_clear(lane_t *lane);

/** Adds a block, of which a copy is kept. time: by the listener's clock, in microseconds since 1970 */
void lane_push(lane_t *lane, int64_t time, const GByteArray *block);

/** Moves the lane's first block to the end of out; there must be one. */
void lane_shift(lane_t *lane, GByteArray *out);

/** Returns the lane (lane_t *) with the oldest block, of equally old ones the first; NULL: all that wait are younger than until. */
lane_t *lane_oldest(const GPtrArray *lanes, int64_t until);

#endif /* RECORDER_EXTCAP_LANE_H */

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
