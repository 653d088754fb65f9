/* debugger/parts.h
 * Which part of a message is this packet of a Godot 3 game?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_PARTS_H
#define DEBUGGER_PARTS_H

#include "debugger/messages.h"

/* A game of 3.x sends a message in several packets (docs/wire/transports.md, 10.1). This is the part in one packet. */
typedef enum {
    GODOT_DEBUG_PART_NAME,
    GODOT_DEBUG_PART_COUNT,
    GODOT_DEBUG_PART_VALUE,
    GODOT_DEBUG_PART_ORPHAN     /* the beginning of its message was not captured */
} godot_debug_role_t;

typedef struct {
    godot_debug_role_t role;
    const char        *message;         /* NULL for an orphan without a name before it */
    uint32_t           number;          /* number of a value in its message, from 0 */
    uint32_t           count;           /* number of values in the message, once it is known */
    godot_debug_slot_t slot;            /* what the layout says about a value */
} godot_debug_part_t;

/* First pass: the part that a game has reached in its message. Zeroed at first. */
typedef struct {
    const char          *name;          /* NULL: between messages */
    bool                 counted;       /* the number of values has come */
    bool                 interrupted;   /* this may be inside a message: only a known name begins a new one */
    uint32_t             count, number;
    godot_debug_layout_t layout;
} godot_debug_progress_t;

/**
 * First pass: takes the game's next packet, the whole tvb.
 *
 * @param part is filled in; lives as long as the file
 */
void godot_debug_take_part(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part);

/** First pass: packets are missing before the next one. */
void godot_debug_interrupt(godot_debug_progress_t *progress);

#endif /* DEBUGGER_PARTS_H */

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
