/* statistics/channels.c
 * What becomes of the messages on each channel of ENet?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/channels.h"
#include "statistics/names.h"
#include "statistics/tree.h"
#include "enet/analysis.h"
#include "enet/record.h"

#include <epan/to_str.h>

/*
 * The groups at the top. What became of messages is counted for whole connections, even if a filter selects some of
 * their frames.
 */
#define BECAME          "Sent: number, and what became of it"
#define TRANSMISSIONS   "Transmissions of reliable commands: number"
#define BYTES           "Bytes of messages"
#define LENGTHS         "Messages: number, and length in bytes"
#define REPEATED        "Retransmitted: number, and length in bytes"
#define DOUBLED         "Doubled by the network: number, and length in bytes"
#define ROUND_TRIPS     "Round trips (ms)"
#define JITTER          "Jitter of round trips (ms)"
#define WAITS           "Waits behind the head of line (ms)"

/* The way to a channel, for one direction: its group and the lines down to it. */
typedef struct {
    const char *group, *way, *channel;
} place_t;

static const char *
channel_name(wmem_allocator_t *pool, unsigned channel)
{
    return channel == ENET_CHANNEL_NONE ? "the connection itself" : wmem_strdup_printf(pool, "channel %u", channel);
}

static place_t
place_in(wmem_allocator_t *pool, const char *group, const enet_record_t *datagram, enet_direction_t direction, unsigned channel)
{
    return (place_t) { group, statistics_sender_name(pool, datagram->connection, direction), channel_name(pool, channel) };
}

static void
tick(stats_tree *tree, const place_t *place, unsigned size)
{
    int line = statistics_tick(tree, 0, place->group, (int)size);

    statistics_tick(tree, statistics_tick(tree, line, place->way, (int)size), place->channel, (int)size);
}

static void
add_bytes(stats_tree *tree, const place_t *place, unsigned bytes)
{
    int line = statistics_add_bytes(tree, 0, place->group, bytes);

    statistics_add_bytes(tree, statistics_add_bytes(tree, line, place->way, bytes), place->channel, bytes);
}

static void
channels_add_time(stats_tree *tree, const place_t *place, const nstime_t *time)
{
    int line = statistics_time(tree, 0, place->group, time);

    statistics_time(tree, statistics_time(tree, line, place->way, time), place->channel, time);
}

/* ---- What became of what was sent ---- */

/* Unsequenced messages have one numbering for all channels, so they have a line in place of the channel. */
#define UNSEQUENCED "unsequenced, on all channels"

static void
follow_tally(stats_tree *tree, const place_t *place, const char *kind, const enet_numbering_t *numbering)
{
    const enet_tally_t *tally = &numbering->tally;
    const struct {
        const char     *name;
        const uint32_t *number;
    } parts[] = {
        { "came in order", &tally->in_order }, { "came late", &tally->late }, { "lost", &tally->lost },
        { "dropped by the sender's throttle", &tally->throttled }, { "may still come", &tally->open },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *const path[] = { place->group, place->way, place->channel, kind, parts[i].name };

        statistics_follow(tree, parts[i].number, path, G_N_ELEMENTS(path));
    }
}

static void
follow_transmissions(stats_tree *tree, const place_t *place, const enet_transmissions_t *transmissions)
{
    const struct {
        const char     *name;
        const uint32_t *number;
    } parts[] = {
        { "acknowledged", &transmissions->acknowledged }, { "lost, or their acknowledgements", &transmissions->lost },
        { "not acknowledged, or not yet", &transmissions->open },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *const path[] = { place->group, place->way, place->channel, parts[i].name };

        statistics_follow(tree, parts[i].number, path, G_N_ELEMENTS(path));
    }
}

static void
follow_channel(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, enet_direction_t direction, unsigned id)
{
    const enet_sender_t *sender = enet_analysis_sender(datagram->connection, direction);
    const enet_channel_t *channel = enet_find_channel(sender, id);
    place_t place = place_in(pool, BECAME, datagram, direction, id);

    if (!channel)
        return;
    follow_tally(tree, &place, "unreliable", &channel->unreliable);
    follow_tally(tree, &place, "reliable", &channel->commands);
    place.group = TRANSMISSIONS;
    follow_transmissions(tree, &place, &channel->transmissions);
}

static void
follow_unsequenced(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, enet_direction_t direction)
{
    const place_t place = { BECAME, statistics_sender_name(pool, datagram->connection, direction), UNSEQUENCED };

    follow_tally(tree, &place, "unreliable", &enet_analysis_sender(datagram->connection, direction)->unsequenced);
}

static void
follow_all(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, enet_direction_t direction)
{
    for (unsigned id = 0; id <= ENET_CHANNEL_NONE; id++)
        follow_channel(tree, pool, datagram, direction, id);
    follow_unsequenced(tree, pool, datagram, direction);
}

/*
 * Follows the numbers that a command may change: an acknowledgement, or proof of the throttle, also changes what is
 * known of other commands.
 */
static void
channels_follow(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index];
    const enet_event_t *event = &datagram->events[index];

    if (command->number == ENET_ACKNOWLEDGE || command->number == ENET_VERIFY_CONNECT)
        follow_channel(tree, pool, datagram, ENET_REVERSE(datagram->direction), command->channel);
    if (command->number == ENET_DISCONNECT) {
        follow_all(tree, pool, datagram, ENET_FROM_INITIATOR);
        follow_all(tree, pool, datagram, ENET_FROM_RESPONDER);
    } else if (event->flags & ENET_EVENT_EXPLAINS) {
        follow_all(tree, pool, datagram, datagram->direction);
    } else if (command->number == ENET_SEND_UNSEQUENCED) {
        follow_unsequenced(tree, pool, datagram, datagram->direction);
    } else {
        follow_channel(tree, pool, datagram, datagram->direction, command->channel);
    }
}

/* ---- What single commands tell ---- */

/* Tells whether a message begins with this command, seen for the first time. */
static bool
begins_message(const enet_command_t *command)
{
    return command->fragment_number == 0;       /* also of what is no fragment */
}

/* Counts an acknowledgement. It measures the other direction. */
static void
count_acknowledgement(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, unsigned index)
{
    const enet_event_t *event = &datagram->events[index];
    const nstime_t rtt = enet_nanoseconds(event->ack_rtt);
    const nstime_t jitter = enet_nanoseconds(ABS(event->ack_rtt - event->ack_rtt_before));
    place_t place = place_in(pool, ROUND_TRIPS, datagram, ENET_REVERSE(datagram->direction), datagram->commands[index].channel);

    if (!enet_event_has_rtt(event) || (event->flags & ENET_EVENT_DUPLICATE))
        return;
    channels_add_time(tree, &place, &rtt);
    place.group = JITTER;
    if (event->ack_rtt_before)
        channels_add_time(tree, &place, &jitter);
}

static void
channels_count_data(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index];
    const enet_event_t *event = &datagram->events[index];
    const enet_delivery_t *delivery = enet_event_wait(event);
    place_t place = place_in(pool, BYTES, datagram, datagram->direction, command->channel);

    if (enet_event_is_repeat(event)) {
        place.group = event->flags & ENET_EVENT_RETRANSMISSION ? REPEATED : DOUBLED;
        tick(tree, &place, command->length);
        return;
    }
    if (!enet_command_has_data(command))
        return;
    add_bytes(tree, &place, command->length);
    place.group = LENGTHS;
    if (begins_message(command))
        tick(tree, &place, enet_command_is_fragment(command) ? command->fragment_total : command->length);
    place.group = WAITS;
    if (delivery && delivery->frame)
        channels_add_time(tree, &place, &delivery->waited);
}

static void
channels_count_datagram(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram)
{
    for (unsigned i = 0; i < datagram->count; i++) {
        channels_follow(tree, pool, datagram, i);
        if (datagram->commands[i].number == ENET_ACKNOWLEDGE)
            count_acknowledgement(tree, pool, datagram, i);
        else
            channels_count_data(tree, pool, datagram, i);
    }
}

static tap_packet_status
channels_count_datagrams(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *datagrams,
                         tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at))
        channels_count_datagram(tree, pinfo->pool, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_channels_register(void)
{
    statistics_tree_register("enet", "enet_channels", "ENet channels", channels_count_datagrams, NULL, NULL);
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
