/* debugger/recognition.h
 * Are these bytes a message of Godot's remote debugger?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_RECOGNITION_H
#define DEBUGGER_RECOGNITION_H

#include "debugger/messages.h"
#include "variant/variant.h"

/* Size of a word (a header, a count, a length) in bytes. */
#define GODOT_DEBUG_WORD 4

/* Header words (docs/wire/variant.md, 1). */
enum {
    GODOT_DEBUG_INT = 2,
    GODOT_DEBUG_STRING = 4,
    GODOT_DEBUG_ARRAY_3 = 19,
    GODOT_DEBUG_ARRAY_4 = 28
};

/**
 * Tells whether [offset, offset + length) is certainly a debugger message of Godot 3 or 4. Adds no items and never
 * throws.
 */
bool godot_debug_recognise(tvbuff_t *tvb, int offset, int length);

/** Tells whether messages of 3.x in this direction have this name. */
bool godot_debug_is_known3(const char *name, godot_debug_direction_t direction);

/** Returns the word that begins here, or UINT32_MAX if it was not captured. */
uint32_t godot_debug_peek(tvbuff_t *tvb, int offset);

/** Tells whether an INT begins here, and its value. */
bool godot_debug_peek_int(tvbuff_t *tvb, int offset, int64_t *value);

/** Returns the text of a String that begins here, if it can be a message's name; else NULL. It lives in the pool. */
const char *godot_debug_peek_name(wmem_allocator_t *pool, tvbuff_t *tvb, int offset);

/**
 * Returns the number of elements of an untyped array that begins here.
 *
 * @return -1 if none begins here, or if so many elements do not fit into the bytes up to end
 */
int64_t godot_debug_peek_array(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect);

#endif /* DEBUGGER_RECOGNITION_H */

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
