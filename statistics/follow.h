/* statistics/follow.h
 * What do the peers say, as lines of text in the order of delivery?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_FOLLOW_H
#define STATISTICS_FOLLOW_H

#include "ws_compat.h"

/** Registers the follower of the protocol "godot", and "godot,follow". */
void statistics_follow_register(void);

#endif /* STATISTICS_FOLLOW_H */

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
