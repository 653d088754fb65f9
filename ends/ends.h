/* ends/ends.h
 * Which of a conversation's two ends sent a packet, and what is known of the conversation?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENDS_ENDS_H
#define ENDS_ENDS_H

#include "ws_compat.h"

/**
 * Compares the ends of a packet, by their addresses, then by their ports: the order of an answer is the opposite one.
 *
 * @return below 0, above 0, or 0 if nothing tells the ends apart
 */
int ends_order(const packet_info *pinfo);

/** Returns the index (0 or 1) of the end that sent the packet. Without a difference between the ends it is always 0. */
unsigned ends_sender(const packet_info *pinfo);

/**
 * Returns what a protocol keeps of the packet's conversation: size bytes, which are 0 when they are asked for first. They
 * live as long as the file.
 */
void *ends_data(packet_info *pinfo, int proto, size_t size);

#endif /* ENDS_ENDS_H */

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
