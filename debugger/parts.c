/* debugger/parts.c
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

#include "debugger/parts.h"
#include "debugger/recognition.h"

static bool
is_int(tvbuff_t *tvb)
{
    return godot_debug_peek(tvb, 0) == GODOT_DEBUG_INT;
}

static void
debug_parts_take_name(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part)
{
    progress->name = godot_debug_peek_name(wmem_file_scope(), tvb, 0);
    if (progress->interrupted && progress->name && !godot_debug_is_known3(progress->name, GODOT_DEBUG_FROM_GAME))
        progress->name = NULL;
    progress->counted = false;
    progress->interrupted = !progress->name;
    part->role = progress->name ? GODOT_DEBUG_PART_NAME : GODOT_DEBUG_PART_ORPHAN;
}

static void
take_count(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part)
{
    const godot_debug_message_t *message = godot_debug_message(3, GODOT_DEBUG_FROM_GAME, progress->name);

    if (!is_int(tvb)) {     /* then the text before was not a name */
        godot_debug_interrupt(progress);
        debug_parts_take_name(progress, tvb, part);
        return;
    }
    godot_debug_layout_init(&progress->layout, message ? message->layout : NULL);
    progress->counted = true;
    progress->count = godot_debug_peek(tvb, GODOT_DEBUG_WORD);
    progress->number = 0;
    part->role = GODOT_DEBUG_PART_COUNT;
}

static void
debug_parts_take_value(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part)
{
    part->role = GODOT_DEBUG_PART_VALUE;
    part->slot = godot_debug_layout_next(&progress->layout, wmem_file_scope());
    part->number = progress->number++;
    if (is_int(tvb))
        godot_debug_layout_count(&progress->layout, &part->slot, (int32_t)godot_debug_peek(tvb, GODOT_DEBUG_WORD));
}

void
godot_debug_interrupt(godot_debug_progress_t *progress)
{
    progress->name = NULL;
    progress->interrupted = true;
}

void
godot_debug_take_part(godot_debug_progress_t *progress, tvbuff_t *tvb, godot_debug_part_t *part)
{
    if (!progress->name)
        debug_parts_take_name(progress, tvb, part);
    else if (!progress->counted)
        take_count(progress, tvb, part);
    else
        debug_parts_take_value(progress, tvb, part);
    part->message = progress->name;     /* NULL for an orphan */
    part->count = progress->count;
    if (progress->counted && (int32_t)progress->number >= (int32_t)progress->count)
        progress->name = NULL;
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
