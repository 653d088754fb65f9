/* statistics/pending.h
 * What did the fragments of a message cost before its last one came?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_PENDING_H
#define STATISTICS_PENDING_H

#include "ws_compat.h"

/* Parts of divided packets are told by numbers that no fragments of ENet's have in the same file. */
#define STATISTICS_PENDING_SERIES 0x80000000U
/* ... and so are the fragments of data channels. */
#define STATISTICS_PENDING_STREAMS 0xC0000000U

/** Forgets what was added for an owner, as a tree: it begins (again), or is gone. */
void statistics_pending_forget(const void *owner);

/** Adds the cost of a fragment of the message with that id (enet_fragments_t). */
void statistics_pending_add(const void *owner, uint32_t id, uint32_t bytes);

/** Returns the sum for a message that is now whole, and forgets it. */
uint32_t statistics_pending_take(const void *owner, uint32_t id);

#endif /* STATISTICS_PENDING_H */

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
