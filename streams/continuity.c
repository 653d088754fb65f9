/* streams/continuity.c
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

#include "streams/continuity.h"
#include "streams/handshake.h"
#include "streams/segment.h"

static void
continuity_begin(godot_continuity_t *end, uint32_t frame, uint32_t sent)
{
    *end = (godot_continuity_t) { .begun = sent ? frame : 0, .frame = frame, .sent = sent, .seen = sent };
}

void
godot_continuity_begin(packet_info *pinfo, godot_continuity_t *sender, godot_continuity_t *other)
{
    if (!godot_handshake_is_whole(pinfo))
        return;
    continuity_begin(sender, pinfo->num, godot_segment_sent_so_far(pinfo, false));
    continuity_begin(other, pinfo->num, godot_segment_sent_so_far(pinfo, true));
}

/* Returns the length of a message including its frame header (RFC 6455, 5.2). */
static uint32_t
length_of(tvbuff_t *message, bool masked)
{
    uint32_t length = tvb_reported_length(message);

    return length + 2 + (length > 125 ? 2 : 0) + (length > 65535 ? 6 : 0) + (masked ? 4 : 0);
}

/* New messages are in new bytes, unless segments came in another order. */
static bool
is_in_order(const godot_continuity_t *end, const packet_info *pinfo, uint32_t sent)
{
    return pinfo->num == end->frame ? sent == end->sent : (int32_t)(sent - end->sent) > 0;
}

bool
godot_continuity_note(godot_continuity_t *end, tvbuff_t *message, packet_info *pinfo, bool masked)
{
    uint32_t sent = godot_segment_sent_so_far(pinfo, false);

    /* The messages after the first one in its frame were counted with it. */
    if (pinfo->num != end->begun)
        end->seen += length_of(message, masked);
    if (!is_in_order(end, pinfo, sent) || (int32_t)(sent - end->seen) < 0 ||
        tvb_captured_length(message) != tvb_reported_length(message))
        end->begun = 0;
    end->frame = pinfo->num;
    end->sent = sent;
    return end->begun && end->seen == sent;
}

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
