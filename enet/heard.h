/* enet/heard.h
 * What had the receiver of a channel got when it sent a frame of its own?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_HEARD_H
#define ENET_HEARD_H

#include "enet/event.h"

/*
 * Numbers order what one end sends. The order of the two directions in a capture, however, depends on how they were
 * captured. But a receiver acknowledges a reliable command with the first datagram that it sends after it got the
 * command (docs/wire/enet.md, 4.4): so its acknowledgements tell what it had received when it sent a datagram.
 */

/* An acknowledgement whose transmission was not captured before it. */
typedef struct {
    uint64_t      key;
    enet_event_t *event;
    uint32_t      frame;
    nstime_t      time;
    bool          unseen;       /* no transmission of the command was captured before */
} enet_early_t;

/**
 * First pass: remembers such an acknowledgement.
 * @param number of the reliable command, extended
 * @return the frame of an equal one before; 0 = none
 */
uint32_t enet_heard_note_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time, const packet_info *pinfo,
                           bool unseen, enet_event_t *event);

/**
 * First pass: a transmission was captured.
 * @return its acknowledgement if that came before, the first time; else NULL
 */
const enet_early_t *enet_heard_take_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time);

/**
 * First pass: follows what the receiver acknowledges. To be called for a datagram with an acknowledgement, or with a
 * command that was acknowledged before.
 */
void enet_heard_go_on(enet_channel_t *channel, const packet_info *pinfo);

/**
 * Returns the delivery of the latest command that the receiver had got, together with everything before it, when it
 * sent a frame; 0 = none.
 */
enet_moment_t enet_heard_until(const enet_channel_t *channel, uint32_t frame);

#endif /* ENET_HEARD_H */

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
