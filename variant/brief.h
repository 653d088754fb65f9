/* variant/brief.h
 * How is a value written in a row of the packet list?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_BRIEF_H
#define VARIANT_BRIEF_H

#include "variant/text.h"
#include "variant/variant.h"

/*
 * So many characters of a value's text are needed for its short form: those that are shown, and the name of a vector's
 * type before them.
 */
#define GODOT_BRIEF_TEXT    96U

/** Tells whether a row of values is full, so that the next value needs no text. */
bool godot_brief_is_full(const godot_text_t *row);

/**
 * Appends a value to a row, after a comma: "(1.5, 2)", "32 bytes 1a7b00…", the first 40 characters of others. If the
 * row is full it appends "…" instead.
 *
 * @param row NULL: does nothing
 * @param name as in "position: (1.5, 2)", or NULL
 * @param tvb of the value
 * @param value with at least GODOT_BRIEF_TEXT characters of its text
 */
void godot_brief_append(godot_text_t *row, const char *name, tvbuff_t *tvb, const godot_value_t *value);

/** Appends an array of these bytes in the same way. */
void godot_brief_append_bytes(godot_text_t *row, const char *name, tvbuff_t *tvb, int offset, unsigned length);

#endif /* VARIANT_BRIEF_H */

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
