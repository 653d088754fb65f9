/* debugger/parts.h
 * Which part of a message is this packet of a Godot 3 game?
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

/* What a game of 3.x says takes several packets (docs/wire/transports.md, 10.1). */
typedef enum {
    GODOT_DEBUG_PART_NAME,
    GODOT_DEBUG_PART_COUNT,
    GODOT_DEBUG_PART_VALUE,
    GODOT_DEBUG_PART_ORPHAN     /* the beginning of its message was not seen */
} godot_debug_role_t;

typedef struct {
    godot_debug_role_t role;
    const char        *message;         /* NULL of an orphan that no name came before */
    uint32_t           number;          /* of a value in its message, from 0 */
    uint32_t           count;           /* of values in it, once known */
    godot_debug_slot_t slot;            /* of a value */
} godot_debug_part_t;

/* First pass: where a game is in its message. Begins as zero. */
typedef struct {
    const char          *name;          /* NULL: between messages */
    bool                 counted;       /* the number of values has come */
    bool                 interrupted;   /* maybe inside a message: only a name that is known begins one */
    uint32_t             count, number;
    godot_debug_layout_t layout;
} godot_debug_progress_t;

/**
 * First pass: the packet, the whole tvb, is the game's next.
 *
 * @param part is filled in; lives as long as the file
 */
void godot_debug_take_part(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part);

/** First pass: packets are missing in front of the next one. */
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
