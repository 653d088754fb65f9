/* enet/heard.c
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

#include "enet/heard.h"
#include "enet/coverage.h"

/* An acknowledgement that does not come within this time was sent, but not captured. */
#define PATIENCE_SECONDS 5

/* With this frame the receiver acknowledges everything up to that moment. */
typedef struct {
    uint32_t      frame;
    enet_moment_t until;
} enet_heard_t;

static uint64_t
heard_key_of(uint32_t number, uint16_t sent_time)
{
    return (uint64_t)number << 16 | sent_time;
}

uint32_t
enet_heard_note_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time, const packet_info *pinfo,
                      bool unseen, enet_event_t *event)
{
    uint64_t key = heard_key_of(number, sent_time);
    enet_early_t *early;

    if (!channel->early)
        channel->early = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    early = wmem_map_lookup(channel->early, &key);
    if (early)
        return early->frame;
    early = wmem_new(wmem_file_scope(), enet_early_t);
    *early = (enet_early_t) { .key = key, .event = event, .frame = pinfo->num, .time = pinfo->abs_ts, .unseen = unseen };
    wmem_map_insert(channel->early, &early->key, early);
    if (unseen)
        enet_coverage_note_unseen(channel);
    return 0;
}

const enet_early_t *
enet_heard_take_early(enet_channel_t *channel, uint32_t number, uint16_t sent_time)
{
    uint64_t key = heard_key_of(number, sent_time);

    const enet_early_t *early = channel->early ? wmem_map_remove(channel->early, &key) : NULL;

    if (early && early->unseen)
        enet_coverage_note_seen(channel);
    return early;
}

/* Returns the frame that acknowledges a command, or counts as its acknowledgement; 0 = none yet. */
static uint32_t
frame_of_acknowledgement(const enet_sent_t *sent, const packet_info *pinfo)
{
    nstime_t waited;

    if (sent->first.event->any_acked_frame)
        return sent->first.event->any_acked_frame;
    nstime_delta(&waited, &pinfo->abs_ts, &sent->first.time);
    return waited.secs >= PATIENCE_SECONDS ? pinfo->num : 0;
}

static void
heard_append(enet_channel_t *channel, uint32_t frame, enet_moment_t until)
{
    unsigned count = channel->heard ? wmem_array_get_count(channel->heard) : 0;
    enet_heard_t *latest = count ? (enet_heard_t *)wmem_array_index(channel->heard, count - 1) : NULL;
    enet_heard_t next = { .frame = frame, .until = until };

    if (latest && frame <= latest->frame) {
        latest->until = MAX(until, latest->until);
        return;
    }
    if (latest)
        next.until = MAX(until, latest->until);
    else
        channel->heard = wmem_array_new(wmem_file_scope(), sizeof next);
    wmem_array_append_one(channel->heard, next);
}

void
enet_heard_go_on(enet_channel_t *channel, const packet_info *pinfo)
{
    const enet_sent_t *sent;
    uint32_t frame;

    while ((sent = enet_find_sent(channel, channel->heard_number + 1)) && sent->delivered &&
           (frame = frame_of_acknowledgement(sent, pinfo))) {
        heard_append(channel, frame, sent->delivered);
        channel->heard_number++;
    }
}

enet_moment_t
enet_heard_until(const enet_channel_t *channel, uint32_t frame)
{
    unsigned low = 0, high = channel->heard ? wmem_array_get_count(channel->heard) : 0;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (((const enet_heard_t *)wmem_array_index(channel->heard, middle))->frame <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? ((const enet_heard_t *)wmem_array_index(channel->heard, low - 1))->until : 0;
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
