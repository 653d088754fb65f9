/* streams/continuity.h
 * Is anything missing between the messages of a WebSocket?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_CONTINUITY_H
#define STREAMS_CONTINUITY_H

#include "ws_compat.h"

/*
 * Messages of a WebSocket have no numbers, but TCP's bytes have. From a known beginning on, the messages that were seen
 * must add up to the bytes that were sent. They do not if a message is missing or unreadable, or if the stream has more
 * than messages (control frames, TLS). Segments that came in another order end it as well.
 */
typedef struct {
    uint32_t begun;     /* frame of the beginning; 0 = none is known, or it has ended */
    uint32_t frame;     /* frame of the latest message */
    uint32_t sent;      /* sequence number behind the bytes sent so far */
    uint32_t seen;      /* sequence number behind the messages seen so far */
} godot_continuity_t;

/**
 * First pass: begins with the current message, which must be the first one of either end. Both ends are counted from
 * here.
 */
void godot_continuity_begin(packet_info *pinfo, godot_continuity_t *sender, godot_continuity_t *other);

/**
 * First pass: counts a message of this end.
 *
 * @param masked whether the end masks its messages, as clients do
 * @return whether every message is there that the end has sent so far
 */
bool godot_continuity_note(godot_continuity_t *end, tvbuff_t *message, packet_info *pinfo, bool masked);

#endif /* STREAMS_CONTINUITY_H */

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
