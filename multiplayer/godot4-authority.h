/* multiplayer/godot4-authority.h
 * Who has the authority of a node, as far as messages tell?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_AUTHORITY_H
#define MULTIPLAYER_GODOT4_AUTHORITY_H

#include "multiplayer/names.h"
#include "multiplayer/reader.h"

/*
 * The wire does not tell a node's authority. It does tell who synchronizes the node, whose peer id is in its path, and
 * who called its methods that only the authority may call.
 */

/**
 * Checks an element of SYNC or delta for a synchronizer with a known path. Adds a note if another peer takes it over.
 *
 * @return whether the message's source seems to be its authority: it is the server, and nobody else has synchronized it
 */
bool godot4_check_authority(const godot_reader_t *reader, proto_item *item, const godot_path_t *path);

/**
 * Checks a call of a method that only the node's authority may call. Adds a note, once for a node and caller, if
 * something points to another authority.
 */
void godot4_check_caller(const godot_reader_t *reader, proto_item *item, const char *path);

/** Registers the expert items. */
void godot4_authority_register(expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_AUTHORITY_H */

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
