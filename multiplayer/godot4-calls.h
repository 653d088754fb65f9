/* multiplayer/godot4-calls.h
 * What does this 4.x message call, or which path does it announce?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_CALLS_H
#define MULTIPLAYER_GODOT4_CALLS_H

#include "multiplayer/reader.h"

/* Flags in the first byte of REMOTE_CALL (docs/wire/multiplayer-godot4.md, 2.1). */
#define GODOT4_RPC_NODE_SIZE_SHIFT  4
#define GODOT4_RPC_NODE_SIZE_MASK   0x30
#define GODOT4_RPC_METHOD_16        0x40
#define GODOT4_RPC_RAW              0x80

/* These dissect messages from after their first byte to the end; flags is that byte. */
void dissect_godot4_remote_call(godot_reader_t *reader, uint8_t flags);
void dissect_godot4_simplify_path(godot_reader_t *reader, uint8_t flags);
void dissect_godot4_confirm_path(godot_reader_t *reader, uint8_t flags);

/** Registers fields and expert items for the protocol "godot". */
void godot4_calls_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_CALLS_H */

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
