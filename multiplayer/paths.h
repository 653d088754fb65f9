/* multiplayer/paths.h
 * When was this path announced, and when confirmed?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_PATHS_H
#define MULTIPLAYER_PATHS_H

#include "multiplayer/reader.h"

/* Seconds. A confirmation takes one round trip; after this time it is not on its way any more. */
#define GODOT_CONFIRM_PATIENCE  1.0

/**
 * Tells whether the path was confirmed when the message of the scope was sent, by the order of the capture or by what
 * its sender had acknowledged.
 */
bool godot_path_is_confirmed(const godot_path_t *path, const godot_scope_t *scope);

/** Returns for how many seconds the path has been announced. Both times count from the beginning of the capture. */
double godot_path_age(const godot_path_t *path, const nstime_t *now);

/** Adds the frame that announced the path, or confirmed it, as a generated item. path may be NULL. */
void godot_add_announced_in(const godot_reader_t *reader, const godot_path_t *path);
void godot_add_confirmed_in(const godot_reader_t *reader, const godot_path_t *path);

/** Adds both frames, but the confirmation only if it is not later than the message. */
void godot_add_path_frames(const godot_reader_t *reader, const godot_path_t *path);

/** Registers the fields for the protocol "godot". */
void godot_paths_register(int proto);

#endif /* MULTIPLAYER_PATHS_H */

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
