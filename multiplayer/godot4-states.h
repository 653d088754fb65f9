/* multiplayer/godot4-states.h
 * Which values of a synchronizer are the same as those that it sent before?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_STATES_H
#define MULTIPLAYER_GODOT4_STATES_H

#include "multiplayer/reader.h"

/* The latest values that a synchronizer sent to one receiver in a SYNC. Lives as long as the file. */
typedef struct _godot4_state godot4_state_t;

/*
 * The values of a synchronizer in a SYNC, compared with those of the SYNC before. Deltas are not compared: the engine
 * puts only what has changed into them (docs/wire/multiplayer-godot4.md, 2.8).
 */
typedef struct {
    godot4_state_t *state;      /* first pass; NULL: nothing is learned from this message */
    uint32_t        net_id;
    uint64_t        unchanged;  /* a bit for each value that is the same as before, the lowest for the first one */
    const uint8_t  *values;     /* from the offset on; NULL: none is compared yet */
    int             offset;
    unsigned        next;       /* number of the next value */
    unsigned        bytes;      /* of those that are the same */
} godot4_comparison_t;

/**
 * Begins with no values.
 *
 * @param owner tells synchronizers apart that have had the same id; only its address is used
 */
godot4_comparison_t godot4_comparison_begin(const godot_reader_t *reader, uint32_t net_id, const void *owner);

/** Compares the next value, from the offset to where the reader is; adds an item if it is the same. */
void godot4_comparison_take(godot4_comparison_t *comparison, const godot_reader_t *reader, int offset);

/** Keeps what was found for later passes, and adds the sum of the bytes. */
void godot4_comparison_end(const godot4_comparison_t *comparison, const godot_reader_t *reader);

/** Registers the fields of protocol proto. */
void godot4_states_register(int proto);

#endif /* MULTIPLAYER_GODOT4_STATES_H */

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
