/* multiplayer/godot4-ids.h
 * What does this id in a 4.x message stand for?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_IDS_H
#define MULTIPLAYER_GODOT4_IDS_H

#include "multiplayer/reader.h"

/**
 * Finds the path that an id stands for, and adds it as a generated field with the frames of its announcement and
 * confirmation. Adds an expert item in Godot's words if nobody announced it.
 *
 * @param item of the id
 * @return NULL if nobody did, or if the reader only checks
 */
const godot_path_t *godot4_path_of_id(const godot_reader_t *reader, proto_item *item, uint32_t id, int hf);

/**
 * Finds the announcement of a path that a call has in full, to get its MD5: the sender's, the receiver's, or one that
 * the call overtook (that adds an expert item to item).
 *
 * @return NULL if there is none
 */
const godot_path_t *godot4_path_of_name(const godot_reader_t *reader, proto_item *item, const char *name);

/**
 * Finds what a net id stands for, and how that was found; NULL if nothing. Adds an expert item if its spawn comes
 * later.
 */
const godot_net_t *godot4_net_of_id(const godot_reader_t *reader, proto_item *item, uint32_t id, godot_found_t *found);

#endif /* MULTIPLAYER_GODOT4_IDS_H */

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
