/* enet/sequence.h
 * Is an ENet command new, repeated or late, and is one missing before it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_SEQUENCE_H
#define ENET_SEQUENCE_H

#include "enet/event.h"

/** Prepares the numbering of fragmented messages. */
void enet_sequence_register(void);

/**
 * First pass only: finds the place of a command, other than ACKNOWLEDGE, among everything that its sender has numbered.
 *
 * @param event zeroed before the call; gets flags, counts and links. For a reliable command it must not be moved
 */
void enet_sequence_note(const enet_connection_t *connection, enet_sender_t *sender,
                        const packet_info *pinfo, const enet_header_t *header,
                        const enet_command_t *command, enet_event_t *event);

/**
 * First pass, after enet_sequence_note(): returns the reliable number up to which the whole channel must come before
 * the message of a command is delivered.
 */
uint32_t enet_sequence_needed(const enet_channel_t *channel, const enet_command_t *command);

#endif /* ENET_SEQUENCE_H */

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
