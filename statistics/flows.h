/* statistics/flows.h
 * What do the peers say to each other, as a flow graph?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_FLOWS_H
#define STATISTICS_FLOWS_H

#include "ws_compat.h"

/** Registers the flow graphs "godot", "godot_all" and "enet". */
void statistics_flows_register(void);

#endif /* STATISTICS_FLOWS_H */

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
