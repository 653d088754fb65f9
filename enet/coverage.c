/* enet/coverage.c
 * How much of what one end of an ENet connection sent does the capture hold?
 *
 * Copyright 2026 The wireshark-godot authors
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

static enet_hole_t *
latest_hole(const enet_channel_t *channel)
{
    unsigned count = channel->holes ? wmem_array_get_count(channel->holes) : 0;

    return count ? (enet_hole_t *)wmem_array_index(channel->holes, count - 1) : NULL;
}

/*
 * Updates the holes: a hole is open as long as a number below the highest one is missing. Returns whether one is open.
 */
static bool
note_hole(enet_sender_t *sender, enet_channel_t *channel)
{
    bool is_open = channel->complete < channel->reliable_high;
    enet_hole_t *latest = latest_hole(channel);

    if (is_open && (!latest || latest->until)) {
        enet_hole_t hole = { .since = sender->now };

        if (!channel->holes)
            channel->holes = wmem_array_new(wmem_file_scope(), sizeof hole);
        wmem_array_append_one(channel->holes, hole);
        if (!sender->holed)
            sender->holed = sender->now;
    } else if (!is_open && latest && !latest->until) {
        latest->until = sender->now;
    }
    return is_open;
}

void
enet_coverage_note_reliable(enet_sender_t *sender, enet_channel_t *channel, enet_event_t *event)
{
    enet_coverage_forgive_cut(sender, &channel->reliable_cuts, event);
    enet_go_on(channel);
    if (note_hole(sender, channel) || channel->lost || sender->cut)
        return;
    if (!channel->holes)
        channel->in_order_until = sender->now;
    channel->whole_until = sender->now;
    channel->whole_time = sender->now_time;
}

/*
 * Notes since when a reliable command is missing for good: since the open hole began, or since this moment if no hole
 * is open.
 */
void
enet_coverage_note_lost(enet_channel_t *channel, enet_moment_t moment)
{
    const enet_hole_t *latest = latest_hole(channel);

    if (!channel->lost)
        channel->lost = latest && !latest->until ? latest->since : moment;
}

/*
 * Counts a command that was acknowledged but not captured so far. The first one keeps what whole_until and whole_time
 * were before it.
 */
void
enet_coverage_note_unseen(enet_channel_t *channel)
{
    if (channel->unseen++ == 0) {
        channel->whole_before = channel->whole_until;
        channel->whole_time_before = channel->whole_time;
    }
}

void
enet_coverage_note_seen(enet_channel_t *channel)
{
    channel->unseen--;
}

/* Returns the latest hole that had opened by then, or NULL. */
static const enet_hole_t *
hole_before(const enet_channel_t *channel, enet_moment_t moment)
{
    unsigned low = 0, high = channel->holes ? wmem_array_get_count(channel->holes) : 0;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const enet_hole_t *hole = (const enet_hole_t *)wmem_array_index(channel->holes, middle);

        if (hole->since <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? (const enet_hole_t *)wmem_array_index(channel->holes, low - 1) : NULL;
}

static bool
lacks_numbers(const enet_channel_t *channel, enet_moment_t moment, bool ever)
{
    const enet_hole_t *hole = hole_before(channel, moment);

    return (channel->lost && channel->lost <= moment) ||
           (channel->unseen && channel->whole_before < moment) ||
           (hole && (ever || !hole->until || moment < hole->until));
}

const nstime_t *
enet_coverage_time(const enet_sender_t *sender, unsigned channel)
{
    const enet_channel_t *seen = enet_find_channel(sender, channel);

    if (seen && seen->unseen)
        return seen->whole_before ? &seen->whole_time_before : NULL;
    return seen && seen->whole_until ? &seen->whole_time : NULL;
}

enet_lack_t
enet_coverage(const enet_sender_t *sender, unsigned channel, enet_moment_t moment, bool in_order)
{
    const enet_channel_t *seen = enet_find_channel(sender, channel);

    if (!sender->heard || sender->heard > moment)
        return ENET_LACKS_DIRECTION;
    if (sender->cut && sender->cut <= moment)
        return ENET_LACKS_BYTES;
    if (seen && lacks_numbers(seen, moment, in_order))
        return ENET_LACKS_NUMBERS;
    if (seen && (in_order ? seen->in_order_until : seen->whole_until) >= moment)
        return ENET_LACKS_NOTHING;
    /* A direction that lacks numbers on another channel may have lost the latest ones here, too. */
    return in_order && sender->holed && sender->holed <= moment ? ENET_LACKS_NUMBERS : ENET_LACKS_LATER;
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
