/* enet/delivery.c
 * When does a message's receiver get it, where numbers of its channel are missing?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/delivery.h"
#include "enet/analysis.h"
#include "enet/heard.h"
#include "enet/sequence.h"

#include <epan/exceptions.h>

/*
 * A gap is waited for no longer than ENet repeats a command before it may give the peer up, and for no more messages
 * than a channel's window has numbers (docs/wire/enet.md, 3.5 and 4.1). After that the missing command is taken to have
 * come without being captured.
 */
#define PATIENCE_SECONDS    5
#define PATIENCE_MESSAGES   4096

/*
 * A message behind a gap. Those of a channel are a heap: each comes before the two below it. The right one of these has
 * no more messages below it than the left one, so the way down to the right is short.
 */
struct _enet_waiting {
    enet_waiting_t  *left, *right;
    unsigned         size;      /* of the heap that it is the top of */
    enet_message_t   message;
    enet_delivery_t *delivery;
    uint64_t         order;
    nstime_t         since;
    uint8_t         *data;      /* NULL if no dissector asked for it */
    unsigned         captured, length;
};

/* The command that closes a gap: the messages are delivered in its frame, after the messages before it. */
typedef struct {
    const enet_datagram_t *datagram;
    enet_sender_t         *sender;
    uint32_t               position;    /* position of the latest delivery */
} delivering_t;

static uint32_t
delivery_position_of(const enet_datagram_t *datagram, unsigned index)
{
    return ENET_POSITION(datagram->position + index);
}

/*
 * Returns a number by which messages are ordered: reliable ones by their (last) number, then the unreliable ones that
 * were sent after it. Messages without an order stay where they came.
 */
static uint64_t
order_of(const enet_channel_t *channel, const enet_command_t *command, uint32_t needed, enet_mode_t mode)
{
    if (mode == ENET_MODE_UNSEQUENCED)
        return (uint64_t)channel->reached << 17 | 0x1FFFF;
    return (uint64_t)needed << 17 |
           (mode == ENET_MODE_RELIABLE ? 0 : 0x10000 | command->second);
}

static uint32_t
needed_by(const enet_datagram_t *datagram, unsigned index, const enet_channel_t *channel)
{
    return enet_sequence_needed(channel, &datagram->commands[index]);
}

/* Tells whether the messages of the responder must wait for the CONNECT that they follow. */
static bool
must_wait_for_connect(const enet_datagram_t *datagram)
{
    return enet_connection_awaits_connect(datagram->connection, datagram->pinfo) &&
           enet_analysis_sender(datagram->connection, ENET_FROM_RESPONDER)->waiting <= PATIENCE_MESSAGES;
}

/*
 * Goes on to the reliable numbers of a channel that came until then. All commands of a datagram have been analysed when
 * the first one's message is looked at, so a number may be complete by a command that comes later in the same datagram.
 */
static void
reach(enet_channel_t *channel, enet_moment_t until)
{
    const enet_sent_t *next;

    enet_go_on(channel);
    while (channel->reached < channel->complete &&
           (!(next = enet_find_sent(channel, channel->reached + 1)) || next->delivered <= until))
        channel->reached++;
}

/*
 * Tells whether the message of a command must wait, for smaller numbers of its channel or for the CONNECT. Flags it if
 * an earlier wait on the channel was given up.
 */
static bool
must_wait(const enet_datagram_t *datagram, unsigned index)
{
    enet_sender_t *sender = enet_analysis_sender(datagram->connection, datagram->direction);
    enet_channel_t *channel = enet_sender_channel(sender, datagram->commands[index].channel);

    if (channel->given_up)
        enet_learned_change(datagram->learned, index)->flags |= ENET_EVENT_INCOMPLETE;
    reach(channel, ENET_MOMENT(datagram->pinfo->num, delivery_position_of(datagram, index)));
    if (must_wait_for_connect(datagram))
        return true;
    if (!channel->reliable_known && !datagram->connection->has_connect)
        return false;
    return needed_by(datagram, index, channel) > channel->reached;
}

void
enet_delivery_fill_in(const enet_datagram_t *datagram, unsigned index, enet_message_t *message)
{
    const enet_delivery_t *delivery = enet_event_delivery(enet_datagram_event(datagram, index));

    message->delivered_in = datagram->pinfo->num;
    message->position = delivery_position_of(datagram, index);
    if (!PINFO_FD_VISITED(datagram->pinfo)) {
        message->waiting = must_wait(datagram, index);
    } else if (delivery && delivery->frame) {
        message->delivered_in = delivery->frame;
        message->position = delivery->position;
        message->waited = delivery->waited;
    }
    message->incomplete = (enet_datagram_event(datagram, index)->flags & ENET_EVENT_INCOMPLETE) || message->waiting ||
                          (delivery && (delivery->assumed || !delivery->frame));
}

static enet_moment_t
captured_at(const enet_waiting_t *waiting)
{
    return ENET_MOMENT(waiting->message.frame, waiting->message.position);
}

/* Messages of the same order are delivered as they were captured. */
static bool
comes_before(const enet_waiting_t *one, const enet_waiting_t *other)
{
    return one->order < other->order || (one->order == other->order && captured_at(one) < captured_at(other));
}

static unsigned
size_of(const enet_waiting_t *heap)
{
    return heap ? heap->size : 0;
}

/* Returns a heap of the messages of both, of which the first may be empty. */
static enet_waiting_t *
merge_two(enet_waiting_t *one, enet_waiting_t *other)
{
    enet_waiting_t *top = NULL, **place = &top;

    while (one) {
        enet_waiting_t *first = comes_before(other, one) ? other : one;

        other = first == one ? other : one;
        one = first->right;
        first->size += other->size;
        *place = first;
        place = &first->right;
        if (size_of(one) + other->size > size_of(first->left)) {
            first->right = first->left;
            place = &first->left;
        }
    }
    *place = other;
    return top;
}

/* Returns a heap of the messages of both, which may be NULL. */
static enet_waiting_t *
merge_waiting(enet_waiting_t *one, enet_waiting_t *other)
{
    return other ? merge_two(one, other) : one;
}

/* Notes when a reliable message was delivered: from then on its receiver has it. */
static void
note_delivered(const enet_channel_t *channel, const enet_waiting_t *waiting, enet_moment_t moment)
{
    enet_sent_t *sent = enet_find_sent(channel, (uint32_t)(waiting->order >> 17));

    if (sent)
        sent->delivered = moment;
}

void
enet_delivery_keep(const enet_datagram_t *datagram, unsigned index,
                   const enet_message_t *message, tvbuff_t *message_tvb)
{
    enet_remark_t *remark = enet_event_remark(enet_learned_change(datagram->learned, index));
    enet_sender_t *sender = enet_analysis_sender(message->connection, message->direction);
    enet_channel_t *channel = enet_sender_channel(sender, message->channel);
    enet_waiting_t *waiting = wmem_new(wmem_file_scope(), enet_waiting_t);
    uint32_t needed = needed_by(datagram, index, channel);

    remark->delivery = wmem_new0(wmem_file_scope(), enet_delivery_t);
    remark->delivery->at_once = !must_wait_for_connect(datagram) && needed <= channel->complete;
    *waiting = (enet_waiting_t) {
        .size = 1,
        .message = *message,
        .delivery = remark->delivery,
        .order = order_of(channel, &datagram->commands[index], needed, message->mode),
        .since = datagram->pinfo->abs_ts,
        .captured = tvb_captured_length(message_tvb),
        .length = tvb_reported_length(message_tvb),
    };
    waiting->message.mark = "";         /* it was shown in the frame with the bytes */
    if (message->deliver)
        waiting->data = (uint8_t *)tvb_memdup(wmem_file_scope(), message_tvb, 0, waiting->captured);
    sender->waiting++;
    if (message->mode == ENET_MODE_RELIABLE)
        note_delivered(channel, waiting, 0);
    datagram->connection->kept_for_connect |= must_wait_for_connect(datagram);
    channel->waiting = merge_waiting(channel->waiting, waiting);
}

/* Calls the dissector for a delivery. The columns are those of another frame, so they cannot be written meanwhile. */
static void
call_dissector_again(const enet_datagram_t *datagram, enet_waiting_t *waiting)
{
    packet_info *pinfo = datagram->pinfo;
    const bool writable = col_get_writable(pinfo->cinfo, -1);
    const enet_message_t *before = enet_message_hand_on(&waiting->message);
    const uint8_t *data = (const uint8_t *)wmem_memdup(pinfo->pool, waiting->data, waiting->captured);
    tvbuff_t *tvb = tvb_new_child_real_data(datagram->tvb, data, waiting->captured,
                                            (int)waiting->length);

    col_set_writable(pinfo->cinfo, -1, false);
    TRY {
        waiting->message.deliver(tvb, pinfo, NULL, &waiting->message);
    }
    CATCH_NONFATAL_ERRORS {
        /* It was shown in the frame with the bytes. */
    }
    FINALLY {
        enet_message_hand_on(before);
    }
    ENDTRY;
    col_set_writable(pinfo->cinfo, -1, writable);
    wmem_free(wmem_file_scope(), waiting->data);
}

static void
deliver_message(delivering_t *delivering, enet_waiting_t *waiting, bool assumed)
{
    packet_info *pinfo = delivering->datagram->pinfo;
    enet_delivery_t *delivery = waiting->delivery;
    enet_message_t *message = &waiting->message;

    delivery->frame = message->delivered_in = pinfo->num;
    delivery->position = message->position = ++delivering->position;
    delivery->assumed = message->incomplete = assumed;
    nstime_delta(&delivery->waited, &pinfo->abs_ts, &waiting->since);
    message->waiting = false;
    if (waiting->data)
        call_dissector_again(delivering->datagram, waiting);
}

static void
deliver_first(delivering_t *delivering, enet_channel_t *channel, bool assumed)
{
    enet_waiting_t *waiting = channel->waiting;

    channel->waiting = merge_waiting(waiting->left, waiting->right);
    delivering->sender->waiting--;
    deliver_message(delivering, waiting, assumed);
    if (waiting->message.mode == ENET_MODE_RELIABLE)
        note_delivered(channel, waiting, ENET_MOMENT(waiting->message.delivered_in, waiting->message.position));
    enet_heard_go_on(channel, delivering->datagram->pinfo);
    wmem_free(wmem_file_scope(), waiting);
}

static bool
can_deliver(const enet_channel_t *channel)
{
    return channel->waiting && channel->waiting->order >> 17 <= channel->reached;
}

/* Tells whether the wait for what is missing before the first message that waits is over. */
static bool
is_given_up(const enet_channel_t *channel, const packet_info *pinfo)
{
    nstime_t waited;

    nstime_delta(&waited, &pinfo->abs_ts, &channel->waiting->since);
    return channel->waiting->order >> 17 > channel->complete &&
           (nstime_to_sec(&waited) > PATIENCE_SECONDS || channel->waiting->size > PATIENCE_MESSAGES);
}

static void
deliver_channel(delivering_t *delivering, enet_channel_t *channel)
{
    const enet_moment_t now = ENET_MOMENT(delivering->datagram->pinfo->num, delivering->position);
    bool assumed;

    enet_go_on(channel);
    assumed = is_given_up(channel, delivering->datagram->pinfo);
    if (assumed) {
        channel->complete = channel->reached = (uint32_t)(channel->waiting->order >> 17);
        channel->given_up = true;
        enet_coverage_note_lost(channel, now);
    }
    reach(channel, now);
    while (can_deliver(channel))
        deliver_first(delivering, channel, assumed);
}

/* Among the channels with a deliverable message, returns the one whose message was captured first; or NULL. */
static enet_channel_t *
channel_of_earliest(const enet_sender_t *sender)
{
    enet_channel_t *earliest = NULL;

    for (unsigned id = 0; id <= ENET_CHANNEL_NONE; id++) {
        enet_channel_t *channel = enet_find_channel(sender, id);

        if (channel && can_deliver(channel) &&
            (!earliest || captured_at(channel->waiting) < captured_at(earliest->waiting)))
            earliest = channel;
    }
    return earliest;
}

/*
 * Delivers everything that waited for the CONNECT, in the order of the capture, when the CONNECT came or will not come.
 */
static void
deliver_kept_for_connect(delivering_t *delivering)
{
    const enet_moment_t now = ENET_MOMENT(delivering->datagram->pinfo->num, delivering->position);
    enet_channel_t *channel;

    delivering->datagram->connection->kept_for_connect = false;
    delivering->sender = enet_analysis_sender(delivering->datagram->connection, ENET_FROM_RESPONDER);
    for (unsigned id = 0; id <= ENET_CHANNEL_NONE; id++)
        if ((channel = enet_find_channel(delivering->sender, id)))
            reach(channel, now);
    while ((channel = channel_of_earliest(delivering->sender)))
        deliver_first(delivering, channel, false);
}

/*
 * Delivers messages that need not wait any more. The first command of a datagram looks at all channels, because the
 * time to wait may be over on any of them; later commands look only at their own channel.
 */
static void
deliver_channels(delivering_t *delivering, unsigned index)
{
    const unsigned own = delivering->datagram->commands[index].channel;
    const unsigned first = index == 0 ? 0 : own, last = index == 0 ? ENET_CHANNEL_NONE : own;

    for (unsigned id = first; id <= last; id++) {
        enet_channel_t *channel = enet_find_channel(delivering->sender, id);

        if (channel && channel->waiting)
            deliver_channel(delivering, channel);
    }
}

void
enet_deliver(const enet_datagram_t *datagram, unsigned index)
{
    delivering_t delivering = { .datagram = datagram, .position = delivery_position_of(datagram, index) };

    if (must_wait_for_connect(datagram))
        return;
    if (datagram->connection->kept_for_connect)
        deliver_kept_for_connect(&delivering);
    for (int direction = ENET_FROM_INITIATOR; direction <= ENET_FROM_RESPONDER; direction++) {
        delivering.sender = enet_analysis_sender(datagram->connection, (enet_direction_t)direction);
        if (delivering.sender->waiting > 0)
            deliver_channels(&delivering, index);
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
