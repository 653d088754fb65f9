/* enet/heard.h
 * What of a channel had its receiver got when it sent a frame of its own?
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
 * What one end sends is ordered by its numbers; how both directions lie to each other in a capture is the doing of those who
 * captured them. But a receiver acknowledges a reliable command with the first datagram that it sends after it got it
 * (docs/wire/enet.md, 4.4), so that its acknowledgements order what it sends among what it got.
 */

/* An acknowledgement of which the transmission was not captured before. */
typedef struct {
    uint64_t      key;
    enet_event_t *event;
    uint32_t      frame;
    nstime_t      time;
    bool          unseen;       /* no transmission of the command at all was captured before */
} enet_early_t;

/** First pass: remember it. number: extended, of the reliable command. @return the frame of the same one before; 0 = there was none */
uint32_t enet_heard_note_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time, const packet_info *pinfo,
                           bool unseen, enet_event_t *event);

/** First pass: a transmission was captured now. @return its acknowledgement if that came before, once; or NULL */
const enet_early_t *enet_heard_take_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time);

/** First pass: follow what is acknowledged, as of a datagram with an acknowledgement or with what was acknowledged before. */
void enet_heard_go_on(enet_channel_t *channel, const packet_info *pinfo);

/** @return the delivery of the last that the receiver had got with all that was sent before it, when it sent a frame; 0 = nothing */
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
