/* recorder/packet-godot-record.h
 * Routines for recordings that were made inside a game: what did it record?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_PACKET_GODOT_RECORD_H
#define RECORDER_PACKET_GODOT_RECORD_H

#include "ws_compat.h"

void proto_register_godot_record(void);

#endif /* RECORDER_PACKET_GODOT_RECORD_H */

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
