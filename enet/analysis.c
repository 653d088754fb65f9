/* enet/analysis.c
 * What happened to an ENet command? Acknowledgements, retransmissions, gaps.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/analysis.h"

/* Sequence numbers are extended to 32 bits, counted from here: none before is below 0. */
#define SEQUENCE_BASE           0x10000U
/* From here on a repeated command is worth a warning; ENet gives up after five to six. */
#define CHAIN_LENGTH            4
#define UNANSWERED_LENGTH       3
/* ENet's throttle: a counter goes up by 7 modulo 32 with each unreliable message, and those
 * that it finds above the throttle's value are dropped before the socket. */
#define THROTTLE_STEP           7
#define THROTTLE_SCALE          32
/* What must be known before a gap is laid to it: reliable commands without a gap, messages
 * dropped and passed within one round of the counter, and how few may be out of its pattern. */
#define THROTTLE_RELIABLE       8
#define THROTTLE_DROPPED        4
#define THROTTLE_PASSED         8
#define THROTTLE_STRAYS         10      /* one in so many */

typedef enum {
    KEY_RELIABLE,
    KEY_UNRELIABLE,
    KEY_UNSEQUENCED,
    KEY_FRAGMENT,           /* one unreliable fragment */
    KEY_FRAGMENTS           /* all fragments of one message */
} key_kind_t;

struct _enet_sent {
    uint64_t             key;
    enet_transmission_t *newest;        /* of a reliable command */
    uint32_t             transmissions;
    uint32_t             length;
    uint32_t             first_frame;
    nstime_t             first_time;
    bool                 acked;
    uint32_t             acked_frame;   /* by which any transmission was acknowledged first */
    enet_fragments_t     fragments;     /* of KEY_FRAGMENTS */
};

typedef struct {
    uint32_t reliable_high;     /* extended */
    uint32_t unreliable_seq;    /* reliable number under which the following counts */
    uint32_t unreliable_high;
    bool     reliable_known;
    bool     unreliable_known;
    bool     sent_reliable;     /* SEND_RELIABLE was seen */
    bool     sent_unreliable;
} enet_channel_t;

typedef enum {
    FATE_UNKNOWN,
    FATE_PASSED,
    FATE_MISSING
} fate_t;

/* What one end has sent. */
typedef struct {
    wmem_map_t *sent;           /* key -> enet_sent_t */
    wmem_map_t *channels;       /* channel id -> enet_channel_t */
    uint32_t    unsequenced_high;
    bool        unsequenced_known;
    bool        lost_reliable;  /* a number was missing at the point of capture */
    bool        disordered;     /* an unreliable message came late */
    uint8_t     throttle_counter;
    uint8_t     throttle_fate[THROTTLE_SCALE];  /* fate_t of the last message at each count */
    uint32_t    reliable_seen;
    uint32_t    bytes_in_flight;
    uint32_t    commands;       /* without those of the handshake */
} enet_sender_t;

typedef struct _enet_analysis {
    enet_sender_t sender[2];    /* indexed by enet_direction_t */
    nstime_t      connect_rtt;  /* CONNECT to VERIFY_CONNECT */
    nstime_t      initial_rtt;
    uint32_t      initial_rtt_frame;
    bool          verify_acked;
} enet_analysis_t;

static int hf_enet_analysis_acked_in = -1;
static int hf_enet_analysis_acks = -1;
static int hf_enet_analysis_ack_rtt = -1;
static int hf_enet_analysis_initial_rtt = -1;
static int hf_enet_analysis_retransmission = -1;
static int hf_enet_analysis_retransmission_count = -1;
static int hf_enet_analysis_since_first = -1;
static int hf_enet_analysis_spurious_retransmission = -1;
static int hf_enet_analysis_duplicate = -1;
static int hf_enet_analysis_out_of_order = -1;
static int hf_enet_analysis_gap = -1;
static int hf_enet_analysis_bytes_in_flight = -1;

static expert_field ei_retransmission = EI_INIT;
static expert_field ei_spurious = EI_INIT;
static expert_field ei_duplicate = EI_INIT;
static expert_field ei_out_of_order = EI_INIT;
static expert_field ei_gap = EI_INIT;
static expert_field ei_throttled = EI_INIT;
static expert_field ei_ack_unseen = EI_INIT;
static expert_field ei_connect_unanswered = EI_INIT;
static expert_field ei_compression = EI_INIT;
static expert_field ei_refused = EI_INIT;
static expert_field ei_chain = EI_INIT;
static expert_field ei_oversized = EI_INIT;
static expert_field ei_window_full = EI_INIT;

static uint32_t next_fragments_id;

/* The extended number nearest to another one that has these low 16 bits. */
static uint32_t
extend(uint32_t near_to, uint16_t number)
{
    return near_to + (uint32_t)(int32_t)(int16_t)(number - (uint16_t)near_to);
}

static uint64_t
make_key(key_kind_t kind, unsigned channel, uint32_t number, uint32_t detail)
{
    return (uint64_t)kind << 61 | (uint64_t)channel << 53 | (uint64_t)number << 21 |
           (detail & 0x1FFFFF);
}

static void
init_sender(enet_sender_t *sender)
{
    sender->sent = wmem_map_new(wmem_file_scope(), g_int64_hash, g_int64_equal);
    sender->channels = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    sender->unsequenced_high = SEQUENCE_BASE;
}

static enet_analysis_t *
get_analysis(enet_connection_t *connection)
{
    if (!connection->analysis) {
        connection->analysis = wmem_new0(wmem_file_scope(), enet_analysis_t);
        init_sender(&connection->analysis->sender[ENET_FROM_INITIATOR]);
        init_sender(&connection->analysis->sender[ENET_FROM_RESPONDER]);
    }
    return connection->analysis;
}

static enet_channel_t *
get_channel(enet_sender_t *sender, unsigned id)
{
    enet_channel_t *channel = (enet_channel_t *)wmem_map_lookup(sender->channels,
                                                                GUINT_TO_POINTER(id));

    if (!channel) {
        channel = wmem_new0(wmem_file_scope(), enet_channel_t);
        channel->reliable_high = SEQUENCE_BASE;
        wmem_map_insert(sender->channels, GUINT_TO_POINTER(id), channel);
    }
    return channel;
}

static enet_sent_t *
find_sent(const enet_sender_t *sender, uint64_t key)
{
    return (enet_sent_t *)wmem_map_lookup(sender->sent, &key);
}

static enet_sent_t *
new_sent(enet_sender_t *sender, uint64_t key, const packet_info *pinfo, uint32_t length)
{
    enet_sent_t *sent = wmem_new0(wmem_file_scope(), enet_sent_t);

    sent->key = key;
    sent->length = length;
    sent->first_frame = pinfo->num;
    sent->first_time = pinfo->abs_ts;
    wmem_map_insert(sender->sent, &sent->key, sent);
    return sent;
}

static enet_transmission_t *
find_transmission(const enet_sent_t *sent, uint16_t sent_time)
{
    for (enet_transmission_t *t = sent->newest; t; t = t->earlier)
        if (t->sent_time == sent_time)
            return t;
    return NULL;
}

static enet_transmission_t *
new_transmission(enet_sent_t *sent, const packet_info *pinfo, uint16_t sent_time)
{
    enet_transmission_t *transmission = wmem_new0(wmem_file_scope(), enet_transmission_t);

    transmission->frame = pinfo->num;
    transmission->time = pinfo->abs_ts;
    transmission->sent_time = sent_time;
    transmission->earlier = sent->newest;
    sent->newest = transmission;
    return transmission;
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
            event->gap = number - *high - 1;
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
    bool repeat = note_repeat(sent, pinfo, event);

    event->acked_frame = &sent->acked_frame;
    event->transmission = find_transmission(sent, header->sent_time);
    if (event->transmission) {
        event->flags |= ENET_EVENT_DUPLICATE;
        return;
    }
    event->transmission = new_transmission(sent, pinfo, header->sent_time);
    if (!repeat)
        return;
    event->flags |= ENET_EVENT_RETRANSMISSION;
    if (sent->acked)
        event->flags |= ENET_EVENT_SPURIOUS;
    else if (event->count >= CHAIN_LENGTH)
        event->flags |= ENET_EVENT_CHAIN;
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
analyse_reliable(enet_connection_t *connection, enet_sender_t *sender, const packet_info *pinfo,
                 const enet_header_t *header, const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = get_channel(sender, command->channel);
    bool from_start = connection->has_connect;
    uint32_t number = channel->reliable_known || from_start
                      ? extend(channel->reliable_high, command->seq)
                      : SEQUENCE_BASE + command->seq;
    uint64_t key = make_key(KEY_RELIABLE, command->channel, number, 0);
    enet_sent_t *sent = find_sent(sender, key);

    sender->reliable_seen++;
    if (sent) {
        note_transmission(sent, pinfo, header, event);
        event->bytes_in_flight = sender->bytes_in_flight;
        return sent;
    }
    note_order(&channel->reliable_high, &channel->reliable_known, from_start, number, event);
    if (event->gap > 0)
        sender->lost_reliable = true;
    sent = new_sent(sender, key, pinfo, command->length);
    note_transmission(sent, pinfo, header, event);
    note_bytes_in_flight(connection, sender, command->length, event);
    return sent;
}

static void
note_fate(enet_sender_t *sender, fate_t fate)
{
    sender->throttle_counter = (sender->throttle_counter + THROTTLE_STEP) % THROTTLE_SCALE;
    sender->throttle_fate[sender->throttle_counter] = (uint8_t)fate;
}

/* Do the missing ones have high counts and those that passed low ones, as the throttle would have it? */
static bool
has_throttle_pattern(const enet_sender_t *sender)
{
    unsigned passed = 0, missing = 0, strays = 0;

    for (int count = THROTTLE_SCALE - 1; count >= 0; count--) {
        if (sender->throttle_fate[count] == FATE_PASSED)
            passed++;
        else if (sender->throttle_fate[count] == FATE_MISSING) {
            missing++;
            strays += passed;   /* which passed with higher counts than this one */
        }
    }
    return missing >= THROTTLE_DROPPED && passed >= THROTTLE_PASSED &&
           strays * THROTTLE_STRAYS <= missing * passed;
}

/*
 * ENet's throttle drops unreliable messages after numbering them. A gap is laid to it only
 * where nothing speaks for the network: no reliable command missing, no disorder, and the
 * messages missing in its pattern, counted from the start of the connection.
 */
static void
note_throttle(const enet_connection_t *connection, enet_sender_t *sender, enet_event_t *event)
{
    if (event->flags & ENET_EVENT_OUT_OF_ORDER) {
        sender->disordered = true;
        return;
    }
    for (uint32_t i = 0; i < MIN(event->gap, THROTTLE_SCALE); i++)
        note_fate(sender, FATE_MISSING);
    note_fate(sender, FATE_PASSED);
    if (event->gap > 0 && connection->has_connect && !sender->lost_reliable &&
        !sender->disordered && sender->reliable_seen >= THROTTLE_RELIABLE &&
        has_throttle_pattern(sender))
        event->flags |= ENET_EVENT_THROTTLED;
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
    return extend(channel->reliable_high, command->seq);
}

/* The unreliable counter starts anew with each reliable send on its channel (docs/wire/enet.md, 4.1). */
static void
note_unreliable_order(enet_channel_t *channel, bool from_start, uint32_t reliable,
                      uint16_t number, enet_event_t *event)
{
    uint32_t high = channel->unreliable_high;
    bool counted = channel->unreliable_known || from_start;

    if (!channel->unreliable_known || reliable > channel->unreliable_seq) {
        channel->unreliable_seq = reliable;
        channel->unreliable_high = high = counted ? 0 : number - 1U;
    } else if (reliable < channel->unreliable_seq || number <= high) {
        event->flags |= ENET_EVENT_OUT_OF_ORDER;
        return;
    }
    channel->unreliable_known = true;
    event->gap = number - high - 1;
    channel->unreliable_high = number;
}

static void
analyse_unreliable(const enet_connection_t *connection, enet_sender_t *sender,
                   const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = get_channel(sender, command->channel);
    uint32_t reliable = reliable_number_of(channel, command);
    uint64_t key = make_key(KEY_UNRELIABLE, command->channel, reliable, command->second);
    enet_sent_t *sent = find_sent(sender, key);

    channel->sent_unreliable = true;
    if (!sent) {
        sent = new_sent(sender, key, pinfo, command->length);
        note_unreliable_order(channel, connection->has_connect, reliable, command->second, event);
        note_throttle(connection, sender, event);
    }
    note_unreliable_repeat(sent, pinfo, event);
}

static void
analyse_unsequenced(const enet_connection_t *connection, enet_sender_t *sender,
                    const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    bool counted = sender->unsequenced_known || connection->has_connect;
    uint32_t number = counted ? extend(sender->unsequenced_high, command->second)
                              : SEQUENCE_BASE + command->second;
    uint64_t key = make_key(KEY_UNSEQUENCED, 0, number, 0);
    enet_sent_t *sent = find_sent(sender, key);

    get_channel(sender, command->channel)->sent_unreliable = true;
    if (!sent) {
        sent = new_sent(sender, key, pinfo, command->length);
        note_order(&sender->unsequenced_high, &sender->unsequenced_known,
                   connection->has_connect, number, event);
        note_throttle(connection, sender, event);
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
    enet_sent_t *sent = find_sent(sender, key);

    if (!sent || sent->fragments.count != command->fragment_count ||
        sent->fragments.total != command->fragment_total) {
        sent = new_sent(sender, key, pinfo, command->length);
        sent->fragments = (enet_fragments_t) {
            .id = next_fragments_id++,
            .count = command->fragment_count,
            .total = command->fragment_total,
        };
    }
    return &sent->fragments;
}

static void
analyse_fragment(enet_connection_t *connection, enet_sender_t *sender, const packet_info *pinfo,
                 const enet_header_t *header, const enet_command_t *command, enet_event_t *event)
{
    enet_channel_t *channel = get_channel(sender, command->channel);
    enet_sent_t *sent = analyse_reliable(connection, sender, pinfo, header, command, event);
    uint32_t start = (uint32_t)(sent->key >> 21) - command->fragment_number;

    event->fragments = get_fragments(sender, pinfo, command,
                                     make_key(KEY_FRAGMENTS, command->channel, start, 0));
    if (channel->sent_unreliable && !channel->sent_reliable)
        event->flags |= ENET_EVENT_OVERSIZED;
}

static void
analyse_unreliable_fragment(const enet_connection_t *connection, enet_sender_t *sender,
                            const packet_info *pinfo, const enet_command_t *command,
                            enet_event_t *event)
{
    enet_channel_t *channel = get_channel(sender, command->channel);
    uint32_t reliable = reliable_number_of(channel, command);
    uint64_t message = make_key(KEY_UNRELIABLE, command->channel, reliable, command->second);
    uint64_t fragments = make_key(KEY_FRAGMENTS, command->channel, reliable,
                                  0x10000 | command->second);
    uint64_t key;
    enet_sent_t *sent;

    channel->sent_unreliable = true;
    if (!find_sent(sender, message)) {
        new_sent(sender, message, pinfo, command->length);
        note_unreliable_order(channel, connection->has_connect, reliable, command->second, event);
        note_throttle(connection, sender, event);
    }
    event->fragments = get_fragments(sender, pinfo, command, fragments);
    key = make_key(KEY_FRAGMENT, 0, event->fragments->id, command->fragment_number);
    sent = find_sent(sender, key);
    note_unreliable_repeat(sent ? sent : new_sent(sender, key, pinfo, command->length),
                           pinfo, event);
}

/* The transmission that an acknowledgement names by its sent time (docs/wire/enet.md, 4.4). */
static enet_sent_t *
find_acknowledged(const enet_analysis_t *analysis, enet_direction_t direction,
                  const enet_command_t *command)
{
    const enet_sender_t *sender = &analysis->sender[ENET_REVERSE(direction)];
    const enet_channel_t *channel = (const enet_channel_t *)
        wmem_map_lookup(sender->channels, GUINT_TO_POINTER((unsigned)command->channel));

    if (!channel)
        return NULL;
    return find_sent(sender, make_key(KEY_RELIABLE, command->channel,
                                      extend(channel->reliable_high, command->second), 0));
}

bool
enet_analysis_proves(const enet_connection_t *connection, enet_direction_t direction,
                     const enet_command_t *acknowledge)
{
    const enet_sent_t *sent = connection->analysis
        ? find_acknowledged(connection->analysis, direction, acknowledge) : NULL;

    return sent && find_transmission(sent, acknowledge->ack_sent_time);
}

static void
note_acknowledged(enet_sender_t *sender, enet_sent_t *sent, enet_transmission_t *transmission,
                  const packet_info *pinfo, enet_event_t *event)
{
    event->acks = transmission;
    nstime_delta(&event->ack_rtt, &pinfo->abs_ts, &transmission->time);
    if (!transmission->acked_frame)
        transmission->acked_frame = pinfo->num;
    if (!sent->acked) {
        sender->bytes_in_flight -= MIN(sender->bytes_in_flight, sent->length);
        sent->acked_frame = pinfo->num;
    }
    sent->acked = true;
}

/* Both ways between initiator and responder, exact wherever the capture was taken. */
static void
note_initial_rtt(enet_analysis_t *analysis, const packet_info *pinfo, const enet_event_t *event)
{
    if (analysis->initial_rtt_frame)
        return;
    analysis->verify_acked = true;
    analysis->initial_rtt_frame = pinfo->num;
    nstime_sum(&analysis->initial_rtt, &analysis->connect_rtt, &event->ack_rtt);
}

static void
analyse_acknowledge(enet_connection_t *connection, enet_direction_t direction,
                    const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;
    enet_sent_t *sent = find_acknowledged(analysis, direction, command);
    enet_transmission_t *transmission = sent ? find_transmission(sent, command->ack_sent_time)
                                             : NULL;

    if (!transmission) {
        if (connection->has_connect)
            event->flags |= ENET_EVENT_ACK_UNSEEN;
        return;
    }
    if (transmission->acked_frame && transmission->acked_frame != pinfo->num)
        event->flags |= ENET_EVENT_DUPLICATE;
    note_acknowledged(&analysis->sender[ENET_REVERSE(direction)], sent, transmission, pinfo,
                      event);
    if (direction == ENET_FROM_INITIATOR && command->channel == ENET_CHANNEL_NONE &&
        transmission->frame >= connection->verify_frame && command->second == 1 &&
        connection->verify_frame)
        note_initial_rtt(analysis, pinfo, event);
}

/* VERIFY_CONNECT plays the acknowledgement of CONNECT (docs/wire/enet.md, 3.1). */
static void
analyse_verify(enet_connection_t *connection, const packet_info *pinfo, enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;
    enet_sender_t *initiator = &analysis->sender[ENET_FROM_INITIATOR];
    enet_sent_t *connect = find_sent(initiator, make_key(KEY_RELIABLE, ENET_CHANNEL_NONE,
                                                         SEQUENCE_BASE + 1, 0));

    if (!connect || !connect->newest || (event->flags & ENET_EVENT_DUPLICATE))
        return;
    if (event->count == 0) {
        note_acknowledged(initiator, connect, connect->newest, pinfo, event);
        analysis->connect_rtt = event->ack_rtt;
    }
}

static void
analyse_connect(const enet_connection_t *connection, enet_event_t *event)
{
    bool only_initiator = connection->end[ENET_FROM_INITIATOR].compression &&
                          !connection->verify_frame;
    bool only_responder = connection->end[ENET_FROM_RESPONDER].compression &&
                          !connection->end[ENET_FROM_INITIATOR].compression;

    event->flags &= ~(unsigned)ENET_EVENT_CHAIN;
    if (event->count + 1 < UNANSWERED_LENGTH || (event->flags & ENET_EVENT_DUPLICATE))
        return;
    if (!connection->verify_frame)
        event->flags |= ENET_EVENT_CONNECT_UNANSWERED;
    if (only_initiator || only_responder)
        event->flags |= ENET_EVENT_COMPRESSION;
}

/* After the handshake a Godot server forgets whom it refuses, without a word (docs/wire/enet.md, 3.1). */
static void
note_refusal(const enet_connection_t *connection, enet_direction_t direction, enet_event_t *event)
{
    const enet_analysis_t *analysis = connection->analysis;

    if (direction == ENET_FROM_INITIATOR && analysis->verify_acked &&
        analysis->sender[ENET_FROM_RESPONDER].commands == 0 &&
        (event->flags & ENET_EVENT_RETRANSMISSION) && event->count + 1 >= UNANSWERED_LENGTH)
        event->flags |= ENET_EVENT_REFUSED;
}

static void
analyse_command(enet_connection_t *connection, enet_direction_t direction,
                const packet_info *pinfo, const enet_header_t *header,
                const enet_command_t *command, enet_event_t *event)
{
    enet_sender_t *sender = &connection->analysis->sender[direction];

    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        analyse_acknowledge(connection, direction, pinfo, command, event);
        break;
    case ENET_SEND_UNRELIABLE:
        analyse_unreliable(connection, sender, pinfo, command, event);
        break;
    case ENET_SEND_UNSEQUENCED:
        analyse_unsequenced(connection, sender, pinfo, command, event);
        break;
    case ENET_SEND_FRAGMENT:
        analyse_fragment(connection, sender, pinfo, header, command, event);
        break;
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        analyse_unreliable_fragment(connection, sender, pinfo, command, event);
        break;
    default:
        analyse_reliable(connection, sender, pinfo, header, command, event);
        break;
    }
    if (command->number == ENET_SEND_RELIABLE)
        get_channel(sender, command->channel)->sent_reliable = true;
    if (command->number == ENET_CONNECT)
        analyse_connect(connection, event);
    else if (command->number == ENET_VERIFY_CONNECT)
        analyse_verify(connection, pinfo, event);
    else
        sender->commands++;
    note_refusal(connection, direction, event);
}

void
enet_analyse(enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
             const enet_header_t *header, const enet_command_t *commands, unsigned count,
             enet_event_t *events)
{
    get_analysis(connection);
    for (unsigned i = 0; i < count; i++)
        analyse_command(connection, direction, pinfo, header, &commands[i], &events[i]);
}

bool
enet_event_is_repeat(const enet_event_t *event)
{
    return (event->flags & (ENET_EVENT_RETRANSMISSION | ENET_EVENT_DUPLICATE)) != 0;
}

static void
add_generated(proto_item *item)
{
    proto_item_set_generated(item);
}

static void
show_acknowledgement(const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree)
{
    if (event->acks) {
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_acks, tvb, 0, 0,
                                          event->acks->frame));
        add_generated(proto_tree_add_time(tree, hf_enet_analysis_ack_rtt, tvb, 0, 0,
                                          &event->ack_rtt));
    }
    if (event->transmission && event->transmission->acked_frame)
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_acked_in, tvb, 0, 0,
                                          event->transmission->acked_frame));
}

static void
show_repeat(const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree)
{
    if (event->flags & ENET_EVENT_RETRANSMISSION) {
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_retransmission, tvb, 0, 0,
                                          event->first_frame));
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_retransmission_count, tvb, 0, 0,
                                          event->count));
        add_generated(proto_tree_add_time(tree, hf_enet_analysis_since_first, tvb, 0, 0,
                                          &event->since_first));
    }
    if (event->flags & ENET_EVENT_SPURIOUS)
        add_generated(proto_tree_add_item(tree, hf_enet_analysis_spurious_retransmission, tvb,
                                          0, 0, ENC_NA));
    if (event->flags & ENET_EVENT_DUPLICATE)
        add_generated(proto_tree_add_item(tree, hf_enet_analysis_duplicate, tvb, 0, 0, ENC_NA));
    if (event->flags & ENET_EVENT_OUT_OF_ORDER)
        add_generated(proto_tree_add_item(tree, hf_enet_analysis_out_of_order, tvb, 0, 0,
                                          ENC_NA));
}

/* The verdicts; each is worded as what the capture shows. */
static void
show_experts(const enet_event_t *event, packet_info *pinfo, proto_item *item)
{
    const struct {
        unsigned      flag;
        expert_field *field;
    } plain[] = {
        { ENET_EVENT_RETRANSMISSION, &ei_retransmission },
        { ENET_EVENT_SPURIOUS,       &ei_spurious },
        { ENET_EVENT_DUPLICATE,      &ei_duplicate },
        { ENET_EVENT_OUT_OF_ORDER,   &ei_out_of_order },
        { ENET_EVENT_ACK_UNSEEN,     &ei_ack_unseen },
        { ENET_EVENT_COMPRESSION,    &ei_compression },
        { ENET_EVENT_REFUSED,        &ei_refused },
        { ENET_EVENT_OVERSIZED,      &ei_oversized },
        { ENET_EVENT_WINDOW_FULL,    &ei_window_full },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(plain); i++)
        if (event->flags & plain[i].flag)
            expert_add_info(pinfo, item, plain[i].field);
    if (event->flags & ENET_EVENT_CHAIN)
        expert_add_info_format(pinfo, item, &ei_chain,
            "Sent %u times within %.3f s without an acknowledgement; ENet gives the peer up "
            "after 5 to 30 s of this", event->count + 1,
            nstime_to_sec(&event->since_first));
    if (event->flags & ENET_EVENT_CONNECT_UNANSWERED)
        expert_add_info_format(pinfo, item, &ei_connect_unanswered,
            "CONNECT sent %u times, not answered", event->count + 1);
    if (event->gap > 0)
        expert_add_info(pinfo, item,
                        event->flags & ENET_EVENT_THROTTLED ? &ei_throttled : &ei_gap);
}

void
enet_show_initial_rtt(const enet_connection_t *connection, tvbuff_t *tvb,
                      const packet_info *pinfo, proto_tree *tree)
{
    const enet_analysis_t *analysis = connection->analysis;

    if (analysis->initial_rtt_frame && pinfo->num >= analysis->initial_rtt_frame)
        add_generated(proto_tree_add_time(tree, hf_enet_analysis_initial_rtt, tvb, 0, 0,
                                          &analysis->initial_rtt));
}

void
enet_show_analysis(const enet_command_t *command, const enet_event_t *event, tvbuff_t *tvb,
                   packet_info *pinfo, proto_tree *tree, proto_item *item)
{
    show_experts(event, pinfo, item);
    if (!tree)
        return;
    show_acknowledgement(event, tvb, tree);
    show_repeat(event, tvb, tree);
    if (event->gap > 0)
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_gap, tvb, 0, 0, event->gap));
    if (command->length > 0 && event->transmission)
        add_generated(proto_tree_add_uint(tree, hf_enet_analysis_bytes_in_flight, tvb, 0, 0,
                                          event->bytes_in_flight));
}

static void
reset_fragments(void)
{
    next_fragments_id = 0;
}

void
enet_analysis_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_enet_analysis_acked_in,
          { "Acknowledged in", "enet.analysis.acked_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
            "Frame with the acknowledgement of this transmission", HFILL } },
        { &hf_enet_analysis_acks,
          { "Acknowledges", "enet.analysis.acks", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
            "Frame with the transmission that this acknowledges", HFILL } },
        { &hf_enet_analysis_ack_rtt,
          { "Round trip", "enet.analysis.ack_rtt", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "From that transmission to this acknowledgement, at the point of capture", HFILL } },
        { &hf_enet_analysis_initial_rtt,
          { "Initial round trip", "enet.analysis.initial_rtt", FT_RELATIVE_TIME, BASE_NONE,
            NULL, 0, "From CONNECT over VERIFY_CONNECT to its acknowledgement", HFILL } },
        { &hf_enet_analysis_retransmission,
          { "Retransmission of", "enet.analysis.retransmission", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV), 0,
            "Frame with the first transmission of this command", HFILL } },
        { &hf_enet_analysis_retransmission_count,
          { "Retransmission count", "enet.analysis.retransmission_count", FT_UINT32, BASE_DEC,
            NULL, 0, "How often the command was repeated, with this one", HFILL } },
        { &hf_enet_analysis_since_first,
          { "Since first transmission", "enet.analysis.since_first", FT_RELATIVE_TIME, BASE_NONE,
            NULL, 0, "Time since the command was first seen", HFILL } },
        { &hf_enet_analysis_spurious_retransmission,
          { "Spurious retransmission", "enet.analysis.spurious_retransmission", FT_NONE,
            BASE_NONE, NULL, 0, "The acknowledgement had been captured before", HFILL } },
        { &hf_enet_analysis_duplicate,
          { "Duplicate", "enet.analysis.duplicate", FT_NONE, BASE_NONE, NULL, 0,
            "The same command in a copy of the same datagram", HFILL } },
        { &hf_enet_analysis_out_of_order,
          { "Out of order", "enet.analysis.out_of_order", FT_NONE, BASE_NONE, NULL, 0,
            "A later number was captured before", HFILL } },
        { &hf_enet_analysis_gap,
          { "Missing before", "enet.analysis.gap", FT_UINT32, BASE_DEC, NULL, 0,
            "How many numbers of this counter are missing before this command", HFILL } },
        { &hf_enet_analysis_bytes_in_flight,
          { "Bytes in flight", "enet.analysis.bytes_in_flight", FT_UINT32,
            BASE_DEC | BASE_UNIT_STRING, &units_byte_bytes, 0,
            "Reliable data sent and not yet acknowledged at the point of capture", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_retransmission,
          { "enet.analysis.retransmitted", PI_SEQUENCE, PI_NOTE, "Retransmission", EXPFILL } },
        { &ei_spurious,
          { "enet.analysis.spurious", PI_SEQUENCE, PI_NOTE,
            "Retransmission of a command whose acknowledgement had been captured", EXPFILL } },
        { &ei_duplicate,
          { "enet.analysis.duplicated", PI_SEQUENCE, PI_NOTE,
            "Duplicate: the same command was captured before", EXPFILL } },
        { &ei_out_of_order,
          { "enet.analysis.disordered", PI_SEQUENCE, PI_NOTE,
            "Out of order, or a repetition of one that was not captured", EXPFILL } },
        { &ei_gap,
          { "enet.analysis.missing", PI_SEQUENCE, PI_NOTE,
            "Numbers missing before this one", EXPFILL } },
        { &ei_throttled,
          { "enet.analysis.throttled", PI_SEQUENCE, PI_NOTE,
            "Numbers missing before this one as ENet's throttle leaves them out, and no reliable "
            "command is missing: probably dropped by the sender itself, not by the network",
            EXPFILL } },
        { &ei_ack_unseen,
          { "enet.analysis.ack_unseen", PI_SEQUENCE, PI_NOTE,
            "Acknowledges a transmission that is not in the capture", EXPFILL } },
        { &ei_connect_unanswered,
          { "enet.analysis.connect_unanswered", PI_SEQUENCE, PI_WARN,
            "CONNECT is not answered", EXPFILL } },
        { &ei_compression,
          { "enet.analysis.compression_mismatch", PI_PROTOCOL, PI_WARN,
            "Only one side sends compressed datagrams and the handshake does not get on: "
            "both sides must be set to the same compression", EXPFILL } },
        { &ei_refused,
          { "enet.analysis.refused", PI_SEQUENCE, PI_WARN,
            "The responder completed the handshake and has not answered since: "
            "so does a Godot server that refuses a client", EXPFILL } },
        { &ei_chain,
          { "enet.analysis.timeout_near", PI_SEQUENCE, PI_WARN,
            "Repeated without an acknowledgement", EXPFILL } },
        { &ei_oversized,
          { "enet.analysis.oversized_unreliable", PI_PROTOCOL, PI_NOTE,
            "Reliable fragments on a channel of unreliable data: a message too big for one "
            "datagram is sent reliably by older ENet", EXPFILL } },
        { &ei_window_full,
          { "enet.analysis.window_full", PI_SEQUENCE, PI_NOTE,
            "Bytes in flight fill the receiver's window: the sender must wait", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    expert_register_field_array(expert_register_protocol(proto), ei, G_N_ELEMENTS(ei));
    register_init_routine(reset_fragments);
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
