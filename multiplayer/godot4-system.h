/* multiplayer/godot4-system.h
 * What does this 4.x message tell about peers?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_SYSTEM_H
#define MULTIPLAYER_GODOT4_SYSTEM_H

#include "multiplayer/reader.h"

/* The second byte of SYS (docs/wire/multiplayer-godot4.md, 2.9). */
enum { GODOT4_SYS_AUTH, GODOT4_SYS_ADD_PEER, GODOT4_SYS_DEL_PEER, GODOT4_SYS_RELAY };

/**
 * Dissects a SYS message from after its first byte to the end.
 *
 * @param dissect_relayed reads the message inside a RELAY; source and target are then those that the RELAY names
 */
void dissect_godot4_sys(godot_reader_t *reader, void (*dissect_relayed)(godot_reader_t *reader));

/** Registers fields and expert items for the protocol "godot". */
void godot4_system_register(int proto);

#endif /* MULTIPLAYER_GODOT4_SYSTEM_H */

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
