/* statistics/timeline.h
 * When did each peer, node and synchronizer live, speak, and keep silent?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_TIMELINE_H
#define STATISTICS_TIMELINE_H

#include "ws_compat.h"

/** Registers "godot,timeline". */
void statistics_timeline_register(void);

#endif /* STATISTICS_TIMELINE_H */

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
