/* streams/continuity.h
 * Is anything missing between the messages of a WebSocket?
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
 * Messages have no numbers, but TCP's bytes have. From a known beginning on, the messages that were
 * seen must add up to the bytes that were sent: they do not if one is missing or unreadable, or if there
 * is more than messages in the stream (control frames, TLS). Segments that came in another order
 * end it as well.
 */
typedef struct {
    uint32_t begun;     /* frame of the beginning, 0 = none is known, or it has ended */
    uint32_t frame;     /* of the latest message */
    uint32_t sent;      /* TCP's number behind the bytes sent so far */
    uint32_t seen;      /* ... behind the messages seen so far */
} godot_continuity_t;

/**
 * First pass: the message at hand is the very first of either end; its sender's, and what
 * follows from the other end, begin here.
 */
void godot_continuity_begin(packet_info *pinfo, godot_continuity_t *sender, godot_continuity_t *other);

/**
 * First pass: a message of this end.
 *
 * @param masked whether the end masks its messages, as clients do
 * @return is every message there that the end has sent so far?
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
