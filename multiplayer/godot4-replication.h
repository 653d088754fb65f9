/* multiplayer/godot4-replication.h
 * Which nodes does this 4.x message spawn, despawn or synchronize?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_REPLICATION_H
#define MULTIPLAYER_GODOT4_REPLICATION_H

#include "multiplayer/reader.h"

/* Flag in the first byte of SYNC (docs/wire/multiplayer-godot4.md, 2.8). */
#define GODOT4_SYNC_DELTA   0x10

/* These dissect messages from after their first byte to the end; flags is that byte. */
void dissect_godot4_spawn(godot_reader_t *reader, uint8_t flags);
void dissect_godot4_despawn(godot_reader_t *reader, uint8_t flags);
void dissect_godot4_sync(godot_reader_t *reader, uint8_t flags);

/** Registers fields and expert items for the protocol "godot". */
void godot4_replication_register(int proto);

#endif /* MULTIPLAYER_GODOT4_REPLICATION_H */

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
