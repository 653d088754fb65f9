/* multiplayer/godot4-authority.h
 * Whose node is it, as far as messages tell?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_AUTHORITY_H
#define MULTIPLAYER_GODOT4_AUTHORITY_H

#include "multiplayer/reader.h"

/*
 * A node's authority is not on the wire. What is: who synchronizes it, whose peer id its path bears, and who called
 * its methods that only the authority may call.
 */

/**
 * An element of SYNC or delta for a synchronizer known by its path: a note where another peer takes it over.
 *
 * @return is the message's source its authority, as far as messages can tell: the server, and nobody else has synchronized it so far?
 */
bool godot4_check_authority(const godot_reader_t *reader, proto_item *item, const char *path);

/** A call of a method for the node's authority only: a note if something speaks for another one, once for a node and caller. */
void godot4_check_caller(const godot_reader_t *reader, proto_item *item, const char *path);

/** Register the expert items. */
void godot4_authority_register(int proto);

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
