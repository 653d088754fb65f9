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

/* Characters of a value's text that its brief form needs: those shown, and the name of a vector's type before them. */
#define GODOT_BRIEF_TEXT    96U

/**
 * Is a row of values so long that none is added any more? So nobody need make a text for the next one.
 */
bool godot_brief_is_full(const godot_text_t *row);

/**
 * Append a value to a row of them, behind a comma: "(1.5, 2)", "32 bytes 1a7b00…", the first 40 characters of others.
 * A row that is full ends with "…" instead.
 *
 * @param row NULL: does nothing
 * @param name "position: (1.5, 2)", or NULL
 * @param tvb of the value
 * @param value with at least GODOT_BRIEF_TEXT characters of its text
 */
void godot_brief_append(godot_text_t *row, const char *name, tvbuff_t *tvb, const godot_value_t *value);

/** ... that is an array of these bytes. */
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
