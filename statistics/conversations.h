/* statistics/conversations.h
 * How many messages and bytes do two peers exchange, in Wireshark's own tables?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_CONVERSATIONS_H
#define STATISTICS_CONVERSATIONS_H

#include "ws_compat.h"

/** Registers the tables of conversations and endpoints of the protocol "godot". */
void statistics_conversations_register(void);

#endif /* STATISTICS_CONVERSATIONS_H */

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
