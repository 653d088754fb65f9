/* statistics/both-ends.c
 * What became of recorded packets at their other end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/both-ends.h"
#include "statistics/tree.h"
#include "recorder/record.h"

/* The lines of one direction between two peers: those of a group at the top, of the peers, of a channel and mode. */
typedef struct {
    const char *peers, *delivery;
} lane_t;

static const char *
lane_delivery(wmem_allocator_t *pool, int32_t channel, uint8_t mode)
{
    static const char *const modes[] = { "unreliable", "unreliable ordered", "reliable" };

    return wmem_strdup_printf(pool, "channel %d, %s", channel, mode < G_N_ELEMENTS(modes) ? modes[mode] : "mode not known");
}

static lane_t
lane_between(wmem_allocator_t *pool, const recording_packet_t *packet, int32_t other)
{
    int32_t from = packet->sent ? packet->own : other, to = packet->sent ? other : packet->own;

    return (lane_t) {
        wmem_strdup_printf(pool, "%d \xe2\x86\x92 %d", from, to), lane_delivery(pool, packet->channel, packet->mode)
    };
}

static void
count_sent(stats_tree *tree, const lane_t *lane, const char *became)
{
    int line = statistics_add(tree, 0, "Sent: number, and what became of it", 1);

    line = statistics_add(tree, line, lane->peers, 1);
    statistics_add(tree, statistics_add(tree, line, lane->delivery, 1), became, 1);
}

static void
count_time(stats_tree *tree, const lane_t *lane, const char *group, int64_t nanoseconds)
{
    const nstime_t time = { .secs = nanoseconds / 1000000000, .nsecs = (int)(nanoseconds % 1000000000) };
    int line = statistics_time(tree, 0, group, &time);

    statistics_time(tree, statistics_time(tree, line, lane->peers, &time), lane->delivery, &time);
}

static void
count_match(stats_tree *tree, const lane_t *lane, bool sent, const recording_match_t *match)
{
    if (sent) {
        count_sent(tree, lane, match->frame ? "received" : match->never ? "never received" : "not known");
        return;
    }
    if (match->has_latency)
        count_time(tree, lane, "Latency (ms)", match->latency);
    if (match->frame && match->jitter >= 0)
        count_time(tree, lane, "Jitter of latency (ms)", match->jitter);
}

static void
both_ends_count_record(stats_tree *tree, wmem_allocator_t *pool, const recording_record_t *record)
{
    lane_t lane;

    if (!record->is_packet)
        return;
    if (record->first_pass) {
        statistics_add(tree, 0, "Only told when the whole file was read: tshark needs -2", 1);
        return;
    }
    for (unsigned i = 0; i < record->match_count; i++) {
        lane = lane_between(pool, &record->packet, record->matches[i].peer);
        if (record->matches[i].frame)   /* the receiver may not know how it was sent */
            lane.delivery = lane_delivery(pool, record->matches[i].channel, record->matches[i].mode);
        count_match(tree, &lane, record->packet.sent, &record->matches[i]);
    }
    if (record->is_told && record->match_count == 0 && record->packet.sent) {
        lane = lane_between(pool, &record->packet, record->packet.other);
        count_sent(tree, &lane, record->packet.result ? "not sent: put_packet() returned an error"
                                                      : "the other end is not recorded");
    }
}

static tap_packet_status
both_ends_count(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *records,
                tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(records); at; at = wmem_list_frame_next(at))
        both_ends_count_record(tree, pinfo->pool, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_both_ends_register(void)
{
    statistics_tree_register("godot_record", "godot_recordings", "Recordings at both ends", both_ends_count, NULL,
                             NULL);
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
