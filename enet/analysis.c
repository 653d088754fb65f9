/* enet/analysis.c
 * What came of an ENet command? Acknowledgements, round trips, and the end of the handshake.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/analysis.h"
#include "enet/coverage.h"
#include "enet/heard.h"
#include "enet/sequence.h"

/* A command must have been sent this often before a missing answer means something. */
#define UNANSWERED_LENGTH 3
/* A reliable command that was repeated this often gets a warning; ENet gives up after five to six repetitions. */
#define CHAIN_LENGTH 4

typedef struct _enet_analysis {
    enet_sender_t sender[2];    /* indexed by enet_direction_t */
    enet_event_t *verify;       /* of a VERIFY_CONNECT that was captured before its CONNECT; else NULL */
    int64_t       connect_rtt;  /* time from CONNECT to VERIFY_CONNECT, ns; negative: not known */
    nstime_t      initial_rtt;
    uint32_t      initial_rtt_frame;
    bool          verify_acked;
} enet_analysis_t;

static enet_analysis_t *
new_analysis(void)
{
    enet_analysis_t *analysis = wmem_new0(wmem_file_scope(), enet_analysis_t);

    analysis->connect_rtt = -1;
    enet_sender_init(&analysis->sender[ENET_FROM_INITIATOR]);
    enet_sender_init(&analysis->sender[ENET_FROM_RESPONDER]);
    return analysis;
}

enet_sender_t *
enet_analysis_sender(const enet_connection_t *connection, enet_direction_t direction)
{
    return &connection->analysis->sender[direction];
}

/* Finds the transmission that an acknowledgement names by its sent time (docs/wire/enet.md, 4.4). */
static enet_sent_t *
find_acknowledged(const enet_analysis_t *analysis, enet_direction_t direction,
                  const enet_command_t *command)
{
    return enet_find_reliable(&analysis->sender[ENET_REVERSE(direction)], command->channel,
                              command->second);
}

bool
enet_analysis_proves(const enet_connection_t *connection, enet_direction_t direction,
                     const enet_command_t *acknowledge)
{
    const enet_sent_t *sent = connection->analysis
        ? find_acknowledged(connection->analysis, direction, acknowledge) : NULL;

    return sent && enet_find_transmission(sent, (uint16_t)acknowledge->ack_sent_time);
}

static int64_t
nanoseconds_between(const nstime_t *from, const nstime_t *to)
{
    nstime_t between;

    nstime_delta(&between, to, from);
    return (int64_t)((uint64_t)between.secs * 1000000000 + (uint64_t)between.nsecs);
}

/*
 * Counts the transmissions of a command that was acknowledged. Those without an acknowledgement were lost, or their
 * acknowledgements were; the latest may still be acknowledged.
 */
static void
count_acknowledged(enet_transmissions_t *transmissions, const enet_sent_t *sent, const enet_transmission_t *transmission)
{
    bool is_latest = transmission == enet_latest_transmission(sent), is_first = !sent->first.event->any_acked_frame;
    uint32_t others = sent->transmissions - 1;

    if (transmission->event->acked_frame)
        return;
    transmissions->acknowledged++;
    if (is_first) {
        others -= !is_latest;
        transmissions->open -= others + 1;
        transmissions->lost += others;
    } else if (is_latest) {
        transmissions->open--;
    } else {
        transmissions->lost--;
    }
}

/* Remembers that a transmission was acknowledged. event is that of the acknowledgement, frame the one that holds it. */
static void
note_acknowledged(enet_sender_t *sender, const enet_sent_t *sent, const enet_transmission_t *transmission,
                  uint32_t frame, const nstime_t *time, enet_event_t *event)
{
    event->acks = transmission->frame;
    event->ack_rtt = nanoseconds_between(&transmission->time, time);
    if (!transmission->event->acked_frame)
        transmission->event->acked_frame = frame;
    if (!sent->first.event->any_acked_frame) {
        sender->bytes_in_flight -= MIN(sender->bytes_in_flight, sent->length);
        sent->first.event->any_acked_frame = frame;
        sender->chain_told = false;
    }
    enet_throttle_note_update(&sender->throttle);
}

static void
note_rtt(enet_channel_t *channel, enet_event_t *event)
{
    if (!enet_event_has_rtt(event))
        return;
    event->ack_rtt_before = channel->rtt;
    channel->rtt = event->ack_rtt;
}

/*
 * Measures the round trip of the handshake: it has both ways between the ends, so it is exact wherever the capture was
 * taken. Without the CONNECT it is not known.
 */
static void
note_initial_rtt(const enet_connection_t *connection, const packet_info *pinfo, const enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;

    if (analysis->initial_rtt_frame)
        return;
    analysis->verify_acked = true;
    if (!enet_event_has_rtt(event) || analysis->connect_rtt < 0)
        return;
    analysis->initial_rtt_frame = pinfo->num;
    analysis->initial_rtt = enet_nanoseconds(analysis->connect_rtt + event->ack_rtt);
}

/* Notes an acknowledgement of a transmission that was not captured, or not before it. */
static void
note_unseen(const enet_connection_t *connection, enet_sender_t *sender, const packet_info *pinfo,
            const enet_command_t *command, bool other_transmission, enet_event_t *event)
{
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    uint32_t number = enet_extend(channel->reliable_high, (uint16_t)command->second), before = 0;

    sender->missed_frame = pinfo->num;
    if (!connection->skewed)        /* as a rule it still comes: the numbers stay in order */
        enet_note_unseen(sender, command->channel, (uint16_t)command->second);
    if (connection->has_connect_id)
        before = enet_heard_note_early(channel, number, (uint16_t)command->ack_sent_time, pinfo, !other_transmission, event);
    if (before && before != pinfo->num)
        event->flags |= ENET_EVENT_DUPLICATE;
    else if (connection->has_connect && !before)
        event->flags |= ENET_EVENT_ACK_UNSEEN;
}

/* Notes that the frames are not in the order of the wire. Only the first contradiction of a connection is shown. */
static void
note_skew(enet_connection_t *connection, const packet_info *pinfo, const nstime_t *answered, enet_event_t *event)
{
    if (connection->skewed)
        return;
    connection->skewed = true;
    event->flags |= ENET_EVENT_SKEW;
    enet_event_remark(event)->skew = nanoseconds_between(answered, &pinfo->abs_ts);
}

/* Handles a reliable command whose acknowledgement was captured before it. */
static void
analyse_answered(enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
                 const enet_header_t *header, const enet_command_t *command, enet_event_t *event)
{
    enet_sender_t *sender = &connection->analysis->sender[direction];
    enet_channel_t *channel = enet_sender_channel(sender, command->channel);
    enet_sent_t *sent = enet_find_reliable(sender, command->channel, command->seq);
    const enet_transmission_t *transmission = sent ? enet_find_transmission(sent, header->sent_time) : NULL;
    const enet_early_t *early = transmission ? enet_heard_take_early(channel, sent->number, header->sent_time) : NULL;

    if (!early)
        return;
    note_skew(connection, pinfo, &early->time, event);
    count_acknowledged(&channel->transmissions, sent, transmission);
    note_acknowledged(sender, sent, transmission, early->frame, &early->time, early->event);
    early->event->flags &= (uint16_t)~ENET_EVENT_ACK_UNSEEN;
    event->bytes_in_flight = sender->bytes_in_flight;
    enet_heard_go_on(channel, pinfo);
}

static void
analyse_acknowledge(enet_connection_t *connection, enet_direction_t direction,
                    const packet_info *pinfo, const enet_command_t *command, enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;
    enet_sent_t *sent = find_acknowledged(analysis, direction, command);
    const enet_transmission_t *transmission =
        sent ? enet_find_transmission(sent, (uint16_t)command->ack_sent_time) : NULL;
    enet_channel_t *channel = enet_sender_channel(&analysis->sender[ENET_REVERSE(direction)], command->channel);

    if (!transmission) {
        note_unseen(connection, &analysis->sender[ENET_REVERSE(direction)], pinfo, command, sent != NULL, event);
        return;
    }
    if (transmission->event->acked_frame && transmission->event->acked_frame != pinfo->num)
        event->flags |= ENET_EVENT_DUPLICATE;
    count_acknowledged(&channel->transmissions, sent, transmission);
    note_acknowledged(&analysis->sender[ENET_REVERSE(direction)], sent, transmission, pinfo->num, &pinfo->abs_ts, event);
    note_rtt(channel, event);
    enet_heard_go_on(channel, pinfo);
    if (direction == ENET_FROM_INITIATOR && command->channel == ENET_CHANNEL_NONE && command->second == 1)
        note_initial_rtt(connection, pinfo, event);
}

/* A VERIFY_CONNECT acknowledges the CONNECT (docs/wire/enet.md, 3.1). */
static void
analyse_verify(enet_connection_t *connection, const packet_info *pinfo, enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;
    enet_sender_t *initiator = &analysis->sender[ENET_FROM_INITIATOR];
    enet_channel_t *channel = enet_find_channel(initiator, ENET_CHANNEL_NONE);
    const enet_sent_t *connect = channel ? enet_find_sent(channel, ENET_SEQUENCE_BASE + 1) : NULL;

    if (event->flags & ENET_EVENT_DUPLICATE || enet_event_count(event) > 0)
        return;
    if (!connect) {
        analysis->verify = event;
        return;
    }
    channel->transmissions.open--;      /* what became of the other transmissions is unknown */
    channel->transmissions.acknowledged++;
    note_acknowledged(initiator, connect, enet_latest_transmission(connect), pinfo->num, &pinfo->abs_ts, event);
    analysis->connect_rtt = event->ack_rtt;
}

/* Handles a CONNECT whose answer was captured before it. */
static void
analyse_answered_connect(enet_connection_t *connection, const packet_info *pinfo, enet_event_t *event)
{
    enet_analysis_t *analysis = connection->analysis;
    enet_sender_t *initiator = &analysis->sender[ENET_FROM_INITIATOR];
    enet_channel_t *channel = enet_sender_channel(initiator, ENET_CHANNEL_NONE);
    const enet_sent_t *connect = enet_find_sent(channel, ENET_SEQUENCE_BASE + 1);

    if (!analysis->verify || !connect)
        return;
    note_skew(connection, pinfo, &connection->verify_time, event);
    channel->transmissions.open--;
    channel->transmissions.acknowledged++;
    note_acknowledged(initiator, connect, &connect->first, connection->verify_frame, &connection->verify_time, analysis->verify);
    analysis->connect_rtt = analysis->verify->ack_rtt;
    analysis->verify = NULL;
}

static void
analyse_connect(const enet_connection_t *connection, enet_event_t *event)
{
    bool only_initiator = connection->end[ENET_FROM_INITIATOR].compression &&
                          !connection->verify_frame;
    bool only_responder = connection->end[ENET_FROM_RESPONDER].compression &&
                          !connection->end[ENET_FROM_INITIATOR].compression;

    if (enet_event_count(event) + 1 < UNANSWERED_LENGTH)
        return;
    if (!connection->verify_frame)
        event->flags |= ENET_EVENT_CONNECT_UNANSWERED;
    if (only_initiator || only_responder)
        event->flags |= ENET_EVENT_COMPRESSION;
}

/*
 * Warns of repetitions without an acknowledgement, whatever the order in which the two were captured. A peer that is
 * gone acknowledges no command, so one warning is enough for all of them. If nothing of that peer was captured, or not
 * all of what it has sent since, its acknowledgements may be missing from the capture only.
 */
static void
note_chain(enet_analysis_t *analysis, enet_direction_t direction, enet_event_t *event)
{
    enet_sender_t *sender = &analysis->sender[direction];
    const enet_sender_t *peer = &analysis->sender[ENET_REVERSE(direction)];

    if (!(event->flags & ENET_EVENT_RETRANSMISSION) || event->remark->first->any_acked_frame ||
        enet_event_count(event) < CHAIN_LENGTH || sender->chain_told || !peer->heard ||
        peer->missed_frame > event->remark->first_frame)
        return;
    event->flags |= ENET_EVENT_CHAIN;
    sender->chain_told = true;
}

/*
 * Notes a refused client: after the handshake a Godot server silently forgets a client that it refuses
 * (docs/wire/enet.md, 3.1). A client does not send its CONNECT again after the answer, so a later one
 * was only captured late.
 */
static void
note_refusal(const enet_connection_t *connection, enet_direction_t direction, const enet_command_t *command, enet_event_t *event)
{
    const enet_analysis_t *analysis = connection->analysis;

    if (direction == ENET_FROM_INITIATOR && analysis->verify_acked && command->number != ENET_CONNECT &&
        !analysis->sender[ENET_FROM_RESPONDER].spoke && enet_event_count(event) + 1 >= UNANSWERED_LENGTH)
        event->flags |= ENET_EVENT_REFUSED;
}

static void
analyse_command(enet_connection_t *connection, enet_direction_t direction,
                const packet_info *pinfo, const enet_header_t *header,
                const enet_command_t *command, enet_event_t *event)
{
    enet_sender_t *sender = &connection->analysis->sender[direction];

    if (command->number == ENET_ACKNOWLEDGE)
        analyse_acknowledge(connection, direction, pinfo, command, event);
    else
        enet_sequence_note(connection, sender, pinfo, header, command, event);
    if (enet_command_is_reliable(command) || !(ENET_COMMAND_BIT(command->number) & (ENET_DATA_COMMANDS | ENET_COMMAND_BIT(ENET_ACKNOWLEDGE))))
        analyse_answered(connection, direction, pinfo, header, command, event);
    if (command->number == ENET_CONNECT) {
        analyse_connect(connection, event);
        analyse_answered_connect(connection, pinfo, event);
    } else if (command->number == ENET_VERIFY_CONNECT)
        analyse_verify(connection, pinfo, event);
    else
        sender->spoke = true;
    if (command->number != ENET_CONNECT)
        note_chain(connection->analysis, direction, event);
    note_refusal(connection, direction, command, event);
}

/*
 * Tells whether a command always gets an event. Most unreliable messages have nothing to show and get none; the events
 * of all other commands must have their place before the analysis.
 */
static bool
is_always_told(const enet_command_t *command)
{
    return command->number != ENET_SEND_UNRELIABLE && command->number != ENET_SEND_UNSEQUENCED;
}

static bool
is_told(const enet_event_t *event)
{
    return event->flags || event->remark;
}

void
enet_analyse(enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
             const enet_header_t *header, uint32_t position, const enet_command_t *commands,
             enet_learned_t *learned)
{
    enet_sender_t *senders, *sender;

    if (!connection->analysis)
        connection->analysis = new_analysis();
    senders = connection->analysis->sender;
    sender = &senders[direction];
    enet_missing_note_time(&senders[ENET_FROM_INITIATOR].open_gaps, &pinfo->rel_ts);
    enet_missing_note_time(&senders[ENET_FROM_RESPONDER].open_gaps, &pinfo->rel_ts);
    for (unsigned i = 0; i < learned->count; i++) {
        enet_event_t aside = { .flags = 0 };
        enet_event_t *event = is_always_told(&commands[i]) ? enet_learned_change(learned, i) : &aside;

        enet_coverage_note_heard(sender, ENET_MOMENT(pinfo->num, ENET_POSITION(position + i)), &pinfo->rel_ts);
        analyse_command(connection, direction, pinfo, header, &commands[i], event);
        if (is_told(&aside))
            *enet_learned_change(learned, i) = aside;
    }
    if (connection->end_frame == pinfo->num) {
        enet_missing_note_end(&senders[ENET_FROM_INITIATOR].open_gaps);
        enet_missing_note_end(&senders[ENET_FROM_RESPONDER].open_gaps);
    }
}

void
enet_analyse_cut(enet_connection_t *connection, enet_direction_t direction, enet_moment_t moment)
{
    enet_coverage_note_cut(&connection->analysis->sender[direction], moment);
}

enet_lack_t
enet_lack(const enet_connection_t *connection, enet_direction_t direction, unsigned channel,
          enet_moment_t moment, bool in_order)
{
    return connection->has_connect
           ? enet_coverage(&connection->analysis->sender[direction], channel, moment, in_order) : ENET_LACKS_START;
}

enet_moment_t
enet_heard(const enet_connection_t *connection, enet_direction_t direction, unsigned channel, uint32_t frame,
           enet_moment_t moment)
{
    const enet_channel_t *told = connection->has_connect
        ? enet_find_channel(&connection->analysis->sender[ENET_REVERSE(direction)], channel) : NULL;

    return told ? enet_heard_until(told, frame) : moment;
}

bool
enet_heard_is_open(const enet_connection_t *connection, enet_direction_t direction, unsigned channel)
{
    const enet_channel_t *told = enet_find_channel(&connection->analysis->sender[ENET_REVERSE(direction)], channel);

    return told && told->early && wmem_map_size(told->early) > 0;
}

const nstime_t *
enet_whole_time(const enet_connection_t *connection, enet_direction_t direction, unsigned channel)
{
    return connection->has_connect
           ? enet_coverage_time(&connection->analysis->sender[direction], channel) : NULL;
}

const nstime_t *
enet_initial_rtt(const enet_connection_t *connection, uint32_t frame)
{
    const enet_analysis_t *analysis = connection->analysis;

    return analysis->initial_rtt_frame && frame >= analysis->initial_rtt_frame
           ? &analysis->initial_rtt : NULL;
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
