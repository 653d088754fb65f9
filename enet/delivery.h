/* enet/delivery.h
 * When does a message's receiver get it, where numbers of its channel are missing?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_DELIVERY_H
#define ENET_DELIVERY_H

#include "enet/datagram.h"
#include "enet/message.h"

/**
 * Fills in when the message of a command is delivered: at once, or in a frame that later passes know; in the first pass
 * a message behind a gap waits until the gap closes.
 *
 * ENet delivers the reliable messages of a channel in the order of their numbers, and an unreliable message not before
 * the reliable ones that were sent before it (docs/wire/enet.md, 4.1).
 */
void enet_delivery_fill_in(const enet_datagram_t *datagram, unsigned index, enet_message_t *message);

/** First pass only: keeps a waiting message until the gap closes, after dissectors have seen it. */
void enet_delivery_keep(const enet_datagram_t *datagram, unsigned index,
                        const enet_message_t *message, tvbuff_t *message_tvb);

/** First pass only: delivers all messages that waited for what this command brought. */
void enet_deliver(const enet_datagram_t *datagram, unsigned index);

#endif /* ENET_DELIVERY_H */

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
