/* enet/coverage.c
 * How much of what one end of an ENet connection sent does the capture hold?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/coverage.h"

void
enet_coverage_note_heard(enet_sender_t *sender, enet_moment_t moment, const nstime_t *time)
{
    if (!sender->heard)
        sender->heard = moment;
    sender->now = moment;
    sender->now_time = *time;
}

void
enet_coverage_note_cut(enet_sender_t *sender, enet_moment_t moment)
{
    if (!sender->cut)
        sender->cut = moment;
    sender->cuts++;
}

void
enet_coverage_forgive_cut(const enet_sender_t *sender, uint32_t *mark, enet_event_t *event)
{
    if (*mark != sender->cuts)
        event->missing = 0;
    *mark = sender->cuts;
}

/* A command that comes late was handed on late, too: what it says is known in another order than its receiver's. */
void
enet_coverage_note_reliable(const enet_sender_t *sender, enet_channel_t *channel,
                            enet_event_t *event)
{
    enet_coverage_forgive_cut(sender, &channel->reliable_cuts, event);
    if (!channel->gap && (event->missing > 0 || (event->flags & ENET_EVENT_OUT_OF_ORDER)))
        channel->gap = sender->now;
    if (channel->gap || sender->cut)
        return;
    channel->whole_until = sender->now;
    channel->whole_time = sender->now_time;
}

void
enet_coverage_note_unseen(enet_sender_t *sender, unsigned channel, enet_moment_t moment)
{
    enet_channel_t *seen = enet_sender_channel(sender, channel);

    if (!seen->gap)
        seen->gap = moment;
}

const nstime_t *
enet_coverage_time(const enet_sender_t *sender, unsigned channel)
{
    const enet_channel_t *seen = enet_find_channel(sender, channel);

    return seen && seen->whole_until ? &seen->whole_time : NULL;
}

enet_lack_t
enet_coverage(const enet_sender_t *sender, unsigned channel, enet_moment_t moment)
{
    const enet_channel_t *seen = enet_find_channel(sender, channel);

    if (!sender->heard || sender->heard > moment)
        return ENET_LACKS_DIRECTION;
    if (seen && seen->whole_until >= moment)
        return ENET_LACKS_NOTHING;
    if (sender->cut && sender->cut <= moment)
        return ENET_LACKS_BYTES;
    return seen && seen->gap && seen->gap <= moment ? ENET_LACKS_NUMBERS : ENET_LACKS_LATER;
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
