/* enet/sequence.c
 * Is an ENet command new, repeated or late, and is one missing before it?
 *
 * Copyright 2026 The wireshark-godot authors
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
    next_fragments_id = 1;
}

void
enet_sequence_register(void)
{
    register_init_routine(reset_fragments);
}

/*
 * Tells how many numbers are missing before this one, in a counter that the sender increments by one. If the counter
 * was not seen from its start, any number may be its first.
 */
static void
note_order(uint32_t *high, bool *known, bool from_start, uint32_t number, enet_event_t *event)
{
    if (*known || from_start) {
        if (number > *high)
            event->missing = number - *high - 1;
        else
            event->flags |= ENET_EVENT_OUT_OF_ORDER;
    }
    *high = *known ? MAX(*high, number) : number;
    *known = true;
}

/*
 * Notes a number that is seen for the first time. event tells how many are missing before it, and whether it is late.
 */
static enet_gap_t *
sequence_note_number(enet_sender_t *sender, enet_numbering_t *numbering, uint64_t number, enet_event_t *event)
{
    bool late = (event->flags & ENET_EVENT_OUT_OF_ORDER) != 0;
    enet_gap_t *gap = enet_missing_note(&sender->open_gaps, numbering, number, event->missing, late, &sender->now_time);

    if (gap)
        enet_event_remark(event)->gap = gap;
    return gap;
}

static void
note_retransmission(enet_transmissions_t *transmissions, const enet_sent_t *sent, const packet_info *pinfo,
                    const enet_command_t *command, enet_event_t *event)
{
    const enet_transmission_t *before = enet_latest_transmission(sent);
    enet_remark_t *remark = enet_event_remark(event);

    remark->count = sent->transmissions;
    remark->first = sent->first.event;
    remark->first_frame = sent->first.frame;
    if (command->number != ENET_CONNECT) {      /* a VERIFY_CONNECT does not say which transmission it answers */
        remark->before = before->event;
        remark->before_frame = before->frame;
    }
    nstime_delta(&remark->since_first, &pinfo->abs_ts, &sent->first.time);
    event->flags |= ENET_EVENT_RETRANSMISSION;
    if (sent->first.event->any_acked_frame)
        event->flags |= ENET_EVENT_SPURIOUS;
    if (enet_event_lost_before(event)) {
        transmissions->open--;
        transmissions->lost++;
    }
}

/* Adds a transmission of a reliable command. A datagram that the network doubled is none. */
static void
note_transmission(enet_channel_t *channel, enet_sent_t *sent, const packet_info *pinfo, const enet_header_t *header,
                  const enet_command_t *command, enet_event_t *event)
{
    const enet_transmission_t *known = sent->first.event ? enet_find_transmission(sent, header->sent_time) : NULL;

    if (known) {
        event->flags |= ENET_EVENT_DUPLICATE;
        enet_event_remark(event)->original = known->event;
        return;
    }
    if (sent->first.event)
        note_retransmission(&channel->transmissions, sent, pinfo, command, event);
    enet_new_transmission(sent, pinfo, header->sent_time, event);
    channel->transmissions.open++;
    sent->transmissions++;
}

static void
note_bytes_in_flight(const enet_connection_t *connection, enet_sender_t *sender,
                     uint32_t length, enet_event_t *event)
{
    sender->bytes_in_flight += length;
    event->bytes_in_flight = sender->bytes_in_flight;
    if (connection->window && length > 0 && !connection->skewed &&
        sender->bytes_in_flight + connection->mtu > connection->window)
        event->flags |= ENET_EVENT_WINDOW_FULL;
}

/* Returns the extended number of a reliable command, or that under which an unreliable one was sent. */
static uint32_t
reliable_number(const enet_channel_t *channel, uint16_t seq)
{
    return enet_extend(channel->reliable_high, seq);
}

/* Notes a reliable command of any kind, also on channel 0xFF. */
static void
note_reliable(const enet_connection_t *connection, enet_sender_t *sender,
              const packet_info *pinfo, const enet_header_t *header,
              const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    bool from_start = connection->has_connect;
    uint32_t number = reliable_number(channel, command->seq);
    enet_sent_t *sent = enet_find_sent(channel, number);
    uint32_t new_bytes = 0;

    if (!channel->reliable_known && !from_start)
        channel->complete = channel->reached = number - 1;
    if (!sent) {
        note_order(&channel->reliable_high, &channel->reliable_known, from_start, number, event);
        sent = enet_new_sent(channel, number);
        sent->length = (uint16_t)command->length;
        sent->delivered = sender->now;
        channel->complete += number == channel->complete + 1;
        enet_coverage_note_reliable(sender, channel, event);
        sequence_note_number(sender, &channel->commands, number, event);
        new_bytes = command->length;
    }
    if (event->missing > 0)
        enet_throttle_note_loss(&sender->throttle);
    else
        enet_throttle_note_reliable(&sender->throttle);
    note_transmission(channel, sent, pinfo, header, command, event);
    if (connection->skewed)     /* its acknowledgement may have been captured before it */
        event->flags &= (uint16_t)~ENET_EVENT_SPURIOUS;
    note_bytes_in_flight(connection, sender, new_bytes, event);
}

/*
 * Notes an unreliable number, and finds out whether the sender's throttle or the network accounts for what is missing.
 */
static void
note_unreliable_number(const enet_connection_t *connection, enet_sender_t *sender, enet_numbering_t *numbering, uint64_t number,
                       bool anew, enet_event_t *event)
{
    enet_gap_t *gap = sequence_note_number(sender, numbering, number, event);

    if (event->flags & ENET_EVENT_OUT_OF_ORDER)
        enet_throttle_note_loss(&sender->throttle);
    else if (connection->has_connect && enet_throttle_note_unreliable(&sender->throttle, numbering, gap, anew))
        event->flags |= ENET_EVENT_EXPLAINS;
}

/*
 * Returns the run of an earlier reliable number. A run that is not known takes the place of the oldest one; NULL: it is
 * too old for that.
 */
static enet_run_t *
earlier_run(enet_channel_t *channel, uint32_t reliable)
{
    enet_run_t *oldest = &channel->runs[0];

    for (unsigned i = 0; i < ENET_RUNS; i++) {
        if (channel->runs[i].reliable == reliable)
            return &channel->runs[i];
        if (channel->runs[i].reliable < oldest->reliable)
            oldest = &channel->runs[i];
    }
    if (reliable < oldest->reliable)
        return NULL;
    *oldest = (enet_run_t) { .reliable = reliable };
    return oldest;
}

/*
 * Notes an unreliable message that was sent under an earlier reliable number. What is missing before it is known only
 * if the capture holds the connection's start.
 */
static void
note_overtaken(enet_channel_t *channel, bool from_start, uint32_t reliable, uint16_t number, enet_event_t *event)
{
    enet_run_t *run = from_start ? earlier_run(channel, reliable) : NULL;

    event->flags |= ENET_EVENT_OUT_OF_ORDER;
    if (run && number > run->high) {
        event->missing = number - run->high - 1;
        run->high = number;
    }
}

static void
begin_run(enet_channel_t *channel, uint32_t reliable, uint32_t high)
{
    enet_run_t *run = channel->unreliable_seq ? earlier_run(channel, channel->unreliable_seq) : NULL;

    if (run)
        run->high = channel->unreliable_high;
    channel->unreliable_seq = reliable;
    channel->unreliable_high = high;
}

/*
 * Notes the number of an unreliable message. Its counter starts again with each reliable command on its channel
 * (docs/wire/enet.md, 4.1). Returns true if it did: then the number of messages under the earlier reliable number is
 * not known.
 */
static bool
note_unreliable_order(enet_channel_t *channel, bool from_start, uint32_t reliable,
                      uint16_t number, enet_event_t *event)
{
    bool counted = channel->unreliable_seq || from_start;
    bool anew = reliable > MAX(channel->unreliable_seq, ENET_SEQUENCE_BASE);

    if (reliable > channel->unreliable_seq) {
        begin_run(channel, reliable, counted && number > 0 ? 0 : number - 1U);     /* stock senders count from 1 */
    } else if (reliable < channel->unreliable_seq) {
        note_overtaken(channel, from_start, reliable, number, event);
        return false;
    } else if (number <= channel->unreliable_high) {
        event->flags |= ENET_EVENT_OUT_OF_ORDER;
        return false;
    }
    event->missing = number - channel->unreliable_high - 1;
    channel->unreliable_high = number;
    return anew;
}

/* Notes an unreliable message that is seen for the first time. */
static void
note_unreliable_message(const enet_connection_t *connection, enet_sender_t *sender,
                        const enet_command_t *command, uint32_t reliable, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    bool anew = note_unreliable_order(channel, connection->has_connect, reliable, command->second, event);

    enet_coverage_forgive_cut(sender, &channel->unreliable_cuts, event);
    note_unreliable_number(connection, sender, &channel->unreliable, (uint64_t)reliable << 16 | (uint16_t)command->second, anew, event);
}

static void
note_unreliable(const enet_connection_t *connection, enet_sender_t *sender,
                const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    uint32_t reliable = reliable_number(channel, command->seq);

    if (enet_seen_note(&channel->unreliable_seen, reliable, command->second))
        event->flags |= ENET_EVENT_DUPLICATE;
    else
        note_unreliable_message(connection, sender, command, reliable, event);
}

static void
note_unsequenced(const enet_connection_t *connection, enet_sender_t *sender,
                 const enet_command_t *command, enet_event_t *event)
{
    uint32_t number = enet_extend(sender->unsequenced_high, (uint16_t)command->second);

    if (enet_seen_note(&sender->unsequenced_seen, 0, number)) {
        event->flags |= ENET_EVENT_DUPLICATE;
        return;
    }
    note_order(&sender->unsequenced_high, &sender->unsequenced_known,
               connection->has_connect, number, event);
    enet_coverage_forgive_cut(sender, &sender->unsequenced_cuts, event);
    note_unreliable_number(connection, sender, &sender->unsequenced, number, false, event);
}

/* Returns a key that the fragments of a message have in common, and no others of the sender on any channel. */
static uint64_t
fragments_key(const enet_command_t *command, uint32_t reliable, uint32_t unreliable)
{
    return (uint64_t)command->channel << 56 | (uint64_t)reliable << 24 | unreliable;
}

/*
 * Returns what is known of a fragment's message. Numbers wrap, so extended numbers identify a message; a fragment with
 * other totals begins a new one (docs/wire/enet.md, 4.2).
 */
static enet_fragments_t *
fragments_of(enet_sender_t *sender, const enet_command_t *command, uint64_t key)
{
    enet_fragments_t *fragments;

    if (!sender->fragments)
        sender->fragments = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    fragments = wmem_map_lookup(sender->fragments, &key);
    if (!fragments || fragments->count != command->fragment_count ||
        fragments->total != command->fragment_total) {
        fragments = wmem_new(wmem_file_scope(), enet_fragments_t);
        *fragments = (enet_fragments_t) {
            .key = key,
            .id = next_fragments_id++,
            .count = command->fragment_count,
            .total = command->fragment_total,
        };
        wmem_map_insert(sender->fragments, &fragments->key, fragments);
    }
    return fragments;
}

static void
note_fragment(const enet_connection_t *connection, enet_sender_t *sender,
              const packet_info *pinfo, const enet_header_t *header,
              const enet_command_t *command, enet_event_t *event)
{
    const enet_channel_t *channel;

    note_reliable(connection, sender, pinfo, header, command, event);
    channel = enet_sender_channel(sender, command->channel);
    event->fragments = fragments_of(sender, command, fragments_key(command,
        reliable_number(channel, command->seq) - command->fragment_number, 0))->id;
}

static void
note_unreliable_fragment(const enet_connection_t *connection, enet_sender_t *sender,
                         const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    uint32_t reliable = reliable_number(channel, command->seq);
    enet_fragments_t *fragments =
        fragments_of(sender, command, fragments_key(command, reliable, 0x10000 | command->second));

    if (!enet_seen_note(&channel->unreliable_seen, reliable, command->second))
        note_unreliable_message(connection, sender, command, reliable, event);
    event->fragments = fragments->id;
    if (enet_seen_note(&fragments->seen, 0, command->fragment_number))
        event->flags |= ENET_EVENT_DUPLICATE;
}

void
enet_sequence_note(const enet_connection_t *connection, enet_sender_t *sender,
                   const packet_info *pinfo, const enet_header_t *header,
                   const enet_command_t *command, enet_event_t *event)
{
    switch (command->number) {
    case ENET_SEND_UNRELIABLE:
        note_unreliable(connection, sender, command, event);
        break;
    case ENET_SEND_UNSEQUENCED:
        note_unsequenced(connection, sender, command, event);
        break;
    case ENET_SEND_FRAGMENT:
        note_fragment(connection, sender, pinfo, header, command, event);
        break;
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        note_unreliable_fragment(connection, sender, command, event);
        break;
    default:
        note_reliable(connection, sender, pinfo, header, command, event);
        break;
    }
}

uint32_t
enet_sequence_needed(const enet_channel_t *channel, const enet_command_t *command)
{
    switch (command->number) {
    case ENET_SEND_FRAGMENT:
        return reliable_number(channel, command->seq) - command->fragment_number +
               command->fragment_count - 1;
    case ENET_SEND_UNRELIABLE:
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        return reliable_number(channel, command->seq);
    case ENET_SEND_UNSEQUENCED:
        return 0;
    default:
        return reliable_number(channel, command->seq);
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
