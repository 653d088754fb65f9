/* enet/sequence.c
 * Is an ENet command new, repeated or late, and is one missing before it?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/sequence.h"
#include "enet/coverage.h"

static uint32_t next_fragments_id;

static void
reset_fragments(void)
{
    next_fragments_id = 0;
}

void
enet_sequence_register(void)
{
    register_init_routine(reset_fragments);
}

/* Note how often a command was seen; true if it had been seen before. */
static bool
note_repeat(enet_sent_t *sent, const packet_info *pinfo, enet_event_t *event)
{
    event->count = sent->transmissions++;
    event->first_frame = sent->first_frame;
    nstime_delta(&event->since_first, &pinfo->abs_ts, &sent->first_time);
    return event->count > 0;
}

/*
 * Numbers missing before this one, in a counter that the sender increments by one.
 * A counter that was not seen from its start begins anywhere.
 */
static void
note_order(uint32_t *high, bool *known, bool from_start, uint32_t number, enet_event_t *event)
{
    if (*known || from_start) {
        if (number > *high)
            event->gap.missing = number - *high - 1;
        else
            event->flags |= ENET_EVENT_OUT_OF_ORDER;
    }
    if (!*known || number > *high)
        *high = number;
    *known = true;
}

/* The transmission that a reliable command arrived in; a datagram doubled by the network adds none. */
static void
note_transmission(enet_sent_t *sent, const packet_info *pinfo, const enet_header_t *header,
                  enet_event_t *event)
{
    event->acked_frame = &sent->acked_frame;
    event->transmission = enet_find_transmission(sent, header->sent_time);
    if (event->transmission) {
        event->flags |= ENET_EVENT_DUPLICATE;
        return;
    }
    event->transmission = enet_new_transmission(sent, pinfo, header->sent_time);
    if (!note_repeat(sent, pinfo, event))
        return;
    event->flags |= ENET_EVENT_RETRANSMISSION;
    if (sent->acked)
        event->flags |= ENET_EVENT_SPURIOUS;
}

static void
note_bytes_in_flight(const enet_connection_t *connection, enet_sender_t *sender,
                     uint32_t length, enet_event_t *event)
{
    sender->bytes_in_flight += length;
    event->bytes_in_flight = sender->bytes_in_flight;
    if (connection->window && length > 0 &&
        sender->bytes_in_flight + connection->mtu > connection->window)
        event->flags |= ENET_EVENT_WINDOW_FULL;
}

/* Reliable commands of every kind, those on channel 0xFF too. */
static enet_sent_t *
note_reliable(const enet_connection_t *connection, enet_sender_t *sender,
              const packet_info *pinfo, const enet_header_t *header,
              const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    bool from_start = connection->has_connect;
    uint32_t number = channel->reliable_known || from_start
                      ? enet_extend(channel->reliable_high, command->seq)
                      : ENET_SEQUENCE_BASE + command->seq;
    uint64_t key = enet_sent_key(ENET_SENT_RELIABLE, command->channel, number, 0);
    enet_sent_t *sent = enet_find_sent(sender, key);
    uint32_t new_bytes = 0;

    if (!channel->reliable_known && !from_start)
        channel->complete = number - 1;
    event->needed = number;
    if (!sent) {
        note_order(&channel->reliable_high, &channel->reliable_known, from_start, number, event);
        sent = enet_new_sent(sender, key, pinfo, command->length);
        enet_coverage_note_reliable(sender, command->channel, event);
        new_bytes = command->length;
    }
    if (event->gap.missing > 0)
        enet_throttle_note_loss(&sender->throttle);
    else
        enet_throttle_note_reliable(&sender->throttle);
    note_transmission(sent, pinfo, header, event);
    note_bytes_in_flight(connection, sender, new_bytes, event);
    return sent;
}

/* Does the sender's own throttle account for what is missing, or the network? */
static void
note_missing(const enet_connection_t *connection, enet_sender_t *sender,
             enet_numbering_t *numbering, bool anew, enet_event_t *event)
{
    enet_missing_t *missing = &sender->missing;
    uint32_t unsent;

    event->missing = missing;
    if (event->flags & ENET_EVENT_OUT_OF_ORDER) {
        enet_throttle_note_loss(&sender->throttle);
        missing->lost -= missing->lost > 0;
    } else {
        missing->lost += event->gap.missing;
        unsent = connection->has_connect
            ? enet_throttle_note_unreliable(&sender->throttle, numbering, &event->gap, anew) : 0;
        missing->unsent += unsent;
        missing->lost -= MIN(missing->lost, unsent);
    }
}

static void
note_unreliable_repeat(enet_sent_t *sent, const packet_info *pinfo, enet_event_t *event)
{
    if (note_repeat(sent, pinfo, event))
        event->flags |= ENET_EVENT_DUPLICATE;
}

/* The reliable number under which an unreliable command was sent, extended. */
static uint32_t
reliable_number_of(const enet_channel_t *channel, const enet_command_t *command)
{
    return enet_extend(channel->reliable_high, command->seq);
}

/*
 * The unreliable counter starts anew with each reliable send on its channel (docs/wire/enet.md, 4.1).
 * True if it did: how many there were under the number before is not known then.
 */
static bool
note_unreliable_order(enet_channel_t *channel, bool from_start, uint32_t reliable,
                      uint16_t number, enet_event_t *event)
{
    uint32_t high = channel->unreliable_high;
    bool counted = channel->unreliable_known || from_start;
    bool anew = reliable > MAX(channel->unreliable_seq, ENET_SEQUENCE_BASE);

    if (!channel->unreliable_known || reliable > channel->unreliable_seq) {
        channel->unreliable_seq = reliable;
        channel->unreliable_high = high = counted ? 0 : number - 1U;
    } else if (reliable < channel->unreliable_seq || number <= high) {
        event->flags |= ENET_EVENT_OUT_OF_ORDER;
        return false;
    }
    channel->unreliable_known = true;
    event->gap.missing = number - high - 1;
    channel->unreliable_high = number;
    return anew;
}

/* An unreliable message that is seen for the first time. */
static void
note_unreliable_message(const enet_connection_t *connection, enet_sender_t *sender,
                        const enet_command_t *command, uint32_t reliable, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    bool anew = note_unreliable_order(channel, connection->has_connect, reliable, command->second, event);

    enet_coverage_forgive_cut(sender, &channel->unreliable_cuts, event);
    note_missing(connection, sender, &channel->unreliable, anew, event);
}

static void
note_unreliable(const enet_connection_t *connection, enet_sender_t *sender,
                const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    uint32_t reliable = reliable_number_of(channel, command);
    uint64_t key = enet_sent_key(ENET_SENT_UNRELIABLE, command->channel, reliable, command->second);
    enet_sent_t *sent = enet_find_sent(sender, key);

    event->needed = reliable;
    if (!sent) {
        sent = enet_new_sent(sender, key, pinfo, command->length);
        note_unreliable_message(connection, sender, command, reliable, event);
    }
    note_unreliable_repeat(sent, pinfo, event);
}

static void
note_unsequenced(const enet_connection_t *connection, enet_sender_t *sender,
                 const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    bool counted = sender->unsequenced_known || connection->has_connect;
    uint32_t number = counted ? enet_extend(sender->unsequenced_high, command->second)
                              : ENET_SEQUENCE_BASE + command->second;
    uint64_t key = enet_sent_key(ENET_SENT_UNSEQUENCED, 0, number, 0);
    enet_sent_t *sent = enet_find_sent(sender, key);

    if (!sent) {
        sent = enet_new_sent(sender, key, pinfo, command->length);
        note_order(&sender->unsequenced_high, &sender->unsequenced_known,
                   connection->has_connect, number, event);
        enet_coverage_forgive_cut(sender, &sender->unsequenced_cuts, event);
        note_missing(connection, sender, &sender->unsequenced, false, event);
    }
    note_unreliable_repeat(sent, pinfo, event);
}

/*
 * Numbers wrap, so a message's fragments are known by their extended numbers; one that comes
 * with other totals begins anew (docs/wire/enet.md, 4.2).
 */
static enet_fragments_t *
get_fragments(enet_sender_t *sender, const packet_info *pinfo, const enet_command_t *command,
              uint64_t key)
{
    enet_sent_t *sent = enet_find_sent(sender, key);

    if (!sent || sent->fragments.count != command->fragment_count ||
        sent->fragments.total != command->fragment_total) {
        sent = enet_new_sent(sender, key, pinfo, command->length);
        sent->fragments = (enet_fragments_t) {
            .id = next_fragments_id++,
            .count = command->fragment_count,
            .total = command->fragment_total,
        };
    }
    return &sent->fragments;
}

static void
note_fragment(const enet_connection_t *connection, enet_sender_t *sender,
              const packet_info *pinfo, const enet_header_t *header,
              const enet_command_t *command, enet_event_t *event)
{
    enet_sent_t *sent = note_reliable(connection, sender, pinfo, header, command, event);
    uint32_t start = enet_sent_number(sent) - command->fragment_number;

    event->fragments = get_fragments(sender, pinfo, command,
                                     enet_sent_key(ENET_SENT_FRAGMENTS, command->channel, start, 0));
    event->needed = start + command->fragment_count - 1;
}

static void
note_unreliable_fragment(const enet_connection_t *connection, enet_sender_t *sender,
                         const packet_info *pinfo, const enet_command_t *command,
                         enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    uint32_t reliable = reliable_number_of(channel, command);
    uint64_t message = enet_sent_key(ENET_SENT_UNRELIABLE, command->channel, reliable,
                                     command->second);
    uint64_t fragments = enet_sent_key(ENET_SENT_FRAGMENTS, command->channel, reliable,
                                       0x10000 | command->second);
    uint64_t key;
    enet_sent_t *sent;

    event->needed = reliable;
    if (!enet_find_sent(sender, message)) {
        enet_new_sent(sender, message, pinfo, command->length);
        note_unreliable_message(connection, sender, command, reliable, event);
    }
    event->fragments = get_fragments(sender, pinfo, command, fragments);
    key = enet_sent_key(ENET_SENT_FRAGMENT, 0, event->fragments->id, command->fragment_number);
    sent = enet_find_sent(sender, key);
    note_unreliable_repeat(sent ? sent : enet_new_sent(sender, key, pinfo, command->length),
                           pinfo, event);
}

void
enet_sequence_note(const enet_connection_t *connection, enet_sender_t *sender,
                   const packet_info *pinfo, const enet_header_t *header,
                   const enet_command_t *command, enet_event_t *event)
{
    switch (command->number) {
    case ENET_SEND_UNRELIABLE:
        note_unreliable(connection, sender, pinfo, command, event);
        break;
    case ENET_SEND_UNSEQUENCED:
        note_unsequenced(connection, sender, pinfo, command, event);
        break;
    case ENET_SEND_FRAGMENT:
        note_fragment(connection, sender, pinfo, header, command, event);
        break;
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        note_unreliable_fragment(connection, sender, pinfo, command, event);
        break;
    default:
        note_reliable(connection, sender, pinfo, header, command, event);
        break;
    }
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
