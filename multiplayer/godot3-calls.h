/* multiplayer/godot3-calls.h
 * What does this 3.x packet call or set, and on which path?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT3_CALLS_H
#define MULTIPLAYER_GODOT3_CALLS_H

#include "multiplayer/reader.h"

/*
 * These dissect packets of the multiplayer API, from after the command byte to the end. The scope of the message has
 * their source and target.
 */
void dissect_godot3_remote_call(godot_reader_t *reader);
void dissect_godot3_remote_set(godot_reader_t *reader);
void dissect_godot3_simplify_path(godot_reader_t *reader);
void dissect_godot3_confirm_path(godot_reader_t *reader);

/**
 * Reads one Variant.
 *
 * @param texts gets its text, unless NULL
 * @param complaint text of the expert item if it cannot be decoded
 */
void godot3_read_value(godot_reader_t *reader, godot_texts_t *texts, const char *complaint);

/** Registers fields and expert items for the protocol "godot". */
void godot3_calls_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT3_CALLS_H */

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
