/* statistics/channels.c
 * How fare the messages of each channel of ENet?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/channels.h"
#include "statistics/tree.h"
#include "enet/record.h"

#include <epan/to_str.h>

/* "Connection 0: 10.0.0.1:4242 → 10.0.0.2:7000": from whom to whom. */
static const char *
way_name(wmem_allocator_t *pool, const enet_connection_t *connection, enet_direction_t direction)
{
    const enet_end_t *from = &connection->end[direction], *to = &connection->end[ENET_REVERSE(direction)];

    return wmem_strdup_printf(pool, "Connection %u: %s:%u \xe2\x86\x92 %s:%u", connection->stream,
                              address_to_str(pool, &from->addr), from->port,
                              address_to_str(pool, &to->addr), to->port);
}

/* The line of a channel, of what goes one way. Its number is that of messages. */
static int
channel_line(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, enet_direction_t direction,
             unsigned channel, int messages)
{
    int line = statistics_add(tree, 0, way_name(pool, datagram->connection, direction), messages);

    return statistics_add(tree, line, channel == ENET_CHANNEL_NONE ? "the connection itself" :
                                      wmem_strdup_printf(pool, "channel %u", channel), messages);
}

/* Does a message begin with this command, seen for the first time? */
static bool
begins_message(const enet_command_t *command, const enet_event_t *event)
{
    return enet_command_has_data(command) && !enet_event_is_repeat(event) &&
           (!enet_command_is_fragment(command) || command->fragment_number == 0);
}

/* It measures the other way. */
static void
count_acknowledgement(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, unsigned index)
{
    const enet_event_t *event = &datagram->events[index];
    const nstime_t rtt = enet_nanoseconds(event->ack_rtt);
    const nstime_t jitter = enet_nanoseconds(ABS(event->ack_rtt - event->ack_rtt_before));
    int line;

    if (!event->acks || (event->flags & ENET_EVENT_DUPLICATE))
        return;
    line = channel_line(tree, pool, datagram, ENET_REVERSE(datagram->direction), datagram->commands[index].channel,
                        0);
    statistics_time(tree, line, "round trip (ms)", &rtt);
    if (event->ack_rtt_before)
        statistics_time(tree, line, "jitter of round trips (ms)", &jitter);
}

/* What did not come: gaps in the numbers of unreliable messages. */
static void
count_gap(stats_tree *tree, int line, const enet_event_t *event)
{
    if (event->missing)
        statistics_add(tree, line, event->remark && event->remark->gap.throttled ? "dropped by the sender's throttle"
                                                                                 : "missing before another",
                       (int)event->missing);
}

static void
count_data(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index];
    const enet_event_t *event = &datagram->events[index];
    const enet_delivery_t *delivery = enet_event_delivery(event);
    bool begins = begins_message(command, event);
    int line = channel_line(tree, pool, datagram, datagram->direction, command->channel, begins);

    count_gap(tree, line, event);
    if (enet_event_lost_before(event))
        statistics_add(tree, line, "lost, or their acknowledgements", 1);
    if (enet_event_is_repeat(event)) {
        statistics_tick(tree, line, event->flags & ENET_EVENT_RETRANSMISSION ? "retransmitted" : "doubled by the network",
                        (int)command->length);
        return;
    }
    if (!enet_command_has_data(command))
        return;
    if (begins)
        statistics_tick(tree, line, "messages",
                        (int)(enet_command_is_fragment(command) ? command->fragment_total : command->length));
    statistics_add(tree, line, "bytes of messages", (int)command->length);
    if (delivery && delivery->frame)
        statistics_time(tree, line, "wait behind the head of line (ms)", &delivery->waited);
}

static tap_packet_status
count_datagram(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data, tap_flags_t flags _U_)
{
    const enet_record_t *datagram = data;

    for (unsigned i = 0; i < datagram->count; i++)
        if (datagram->commands[i].number == ENET_ACKNOWLEDGE)
            count_acknowledgement(tree, pinfo->pool, datagram, i);
        else
            count_data(tree, pinfo->pool, datagram, i);
    return TAP_PACKET_REDRAW;
}

void
statistics_channels_register(void)
{
    statistics_tree_register("enet", "enet_channels", "ENet channels", count_datagram, NULL, NULL);
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
