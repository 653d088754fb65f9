/* enet/succession.c
 * Does a datagram belong to the connection that its header names, or to another one after it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/succession.h"
#include "enet/analysis.h"

/*
 * A sent time is the sender's clock in ms; the wire has its low 16 bits. This clock runs as fast as the capture's. The
 * difference of the two changes only by the time that a datagram waits on its way, which is less than the time after
 * which ENet gives up a peer.
 */
#define CLOCK_FAR_MS    5000
#define CLOCK_NEAR_MS   1000
/*
 * A living connection's end sends twice a second. After its end, only datagrams that were on their way and repetitions
 * come.
 */
#define SILENCE_SECONDS 5
#define ENDED_SECONDS   1
/* A command that was acknowledged at once is not repeated after this time. */
#define REPEATED_SECONDS 2

/* The result of comparing the sent times of a datagram with the clocks. */
typedef enum {
    CLOCKS_UNTOLD,
    CLOCKS_AGREE,
    CLOCKS_DIFFER,
    CLOCKS_PROVED       /* it acknowledges what was sent at exactly that time */
} clocks_t;

/* What the numbers of a datagram's reliable commands show. */
typedef enum {
    NUMBERS_NEW,
    NUMBERS_REPEATED,   /* a command without an acknowledgement is sent again */
    NUMBERS_COPIED,     /* the same datagram was captured before: the network doubled it */
    NUMBERS_TAKEN       /* another command was sent under that number */
} numbers_t;

/* Returns by how many ms the sent time differs from what the clock must show by then. */
static int
off_clock(const enet_clock_t *clock, uint16_t sent_time, const packet_info *pinfo)
{
    nstime_t between;
    int64_t elapsed;

    nstime_delta(&between, &pinfo->abs_ts, &clock->time);
    elapsed = (int64_t)between.secs * 1000 + between.nsecs / 1000000;
    return ABS((int16_t)(uint16_t)(sent_time - clock->sent_time - (uint64_t)elapsed));
}

static clocks_t
compare_clock(const enet_clock_t *clock, uint16_t sent_time, const packet_info *pinfo)
{
    int off = clock->known ? off_clock(clock, sent_time, pinfo) : CLOCK_FAR_MS;

    if (off <= CLOCK_NEAR_MS)
        return CLOCKS_AGREE;
    /* If the capture's clock was set back, the end's clock may still go as before. */
    return off > CLOCK_FAR_MS && clock->goes && nstime_cmp(&pinfo->abs_ts, &clock->time) >= 0 ? CLOCKS_DIFFER : CLOCKS_UNTOLD;
}

/* Compares a datagram's own sent time, and the sent times in its acknowledgements, with the clocks of their senders. */
static clocks_t
compare_clocks(const enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
               const enet_header_t *header, const enet_command_t *commands, unsigned count)
{
    const enet_clock_t *own = &enet_analysis_sender(connection, direction)->clock;
    const enet_clock_t *theirs = &enet_analysis_sender(connection, ENET_REVERSE(direction))->clock;
    clocks_t clocks = header->has_sent_time ? compare_clock(own, header->sent_time, pinfo) : CLOCKS_UNTOLD;

    for (unsigned i = 0; i < count; i++) {
        if (commands[i].number != ENET_ACKNOWLEDGE)
            continue;
        if (enet_analysis_proves(connection, direction, &commands[i]))
            return CLOCKS_PROVED;
        clocks = MAX(clocks, compare_clock(theirs, (uint16_t)commands[i].ack_sent_time, pinfo));
    }
    return clocks;
}

static bool
was_long_ago(const nstime_t *when, const packet_info *pinfo, int seconds)
{
    nstime_t since;

    nstime_delta(&since, &pinfo->abs_ts, when);
    return since.secs >= seconds;
}

/*
 * Compares a command with the one that was sent before under its number. A repetition is equal; and a command is not
 * repeated long after its acknowledgement, apart from a round trip. A copy may come at any time.
 */
static numbers_t
compare_number(const enet_command_t *command, const enet_sent_t *sent, uint16_t sent_time, const packet_info *pinfo)
{
    if (sent->length != (uint16_t)command->length)
        return NUMBERS_TAKEN;
    if (enet_find_transmission(sent, sent_time))
        return NUMBERS_COPIED;
    return sent->first.event->any_acked_frame && sent->transmissions == 1 && was_long_ago(&sent->first.time, pinfo, REPEATED_SECONDS)
           ? NUMBERS_TAKEN : NUMBERS_REPEATED;
}

static numbers_t
compare_numbers(const enet_sender_t *sender, const packet_info *pinfo, const enet_header_t *header,
                const enet_command_t *commands, unsigned count)
{
    numbers_t numbers = NUMBERS_NEW;

    for (unsigned i = 0; i < count; i++) {
        const enet_sent_t *sent = commands[i].byte & ENET_COMMAND_ACKNOWLEDGE_FLAG
                                  ? enet_find_reliable(sender, commands[i].channel, commands[i].seq) : NULL;

        if (sent)
            numbers = MAX(numbers, compare_number(&commands[i], sent, header->sent_time, pinfo));
    }
    return numbers;
}

/* Tells whether a sender has not heard of the end: it then first repeats what was not acknowledged. */
static bool
is_unaware_of_end(const enet_connection_t *connection, clocks_t clocks, numbers_t numbers)
{
    return connection->naming == ENET_CONNECTION_NAMED && clocks == CLOCKS_AGREE && numbers == NUMBERS_REPEATED;
}

/*
 * Tells whether nothing proves that the datagram is still of this connection. After an end, a clock alone is no proof:
 * the clocks of two processes agree within a second in one of 32 cases.
 */
static bool
is_doubtful(const enet_connection_t *connection, const packet_info *pinfo, clocks_t clocks, numbers_t numbers)
{
    if (clocks == CLOCKS_PROVED || numbers == NUMBERS_COPIED)
        return false;
    if (connection->end_frame)
        return was_long_ago(&connection->latest_time, pinfo, ENDED_SECONDS) && !is_unaware_of_end(connection, clocks, numbers);
    return clocks == CLOCKS_UNTOLD && was_long_ago(&connection->latest_time, pinfo, SILENCE_SECONDS);
}

enet_succession_t
enet_succession_of(const enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo,
                   const enet_header_t *header, const enet_command_t *commands, unsigned count)
{
    const clocks_t clocks = compare_clocks(connection, direction, pinfo, header, commands, count);
    const numbers_t numbers = compare_numbers(enet_analysis_sender(connection, direction), pinfo, header, commands, count);

    if (clocks == CLOCKS_DIFFER || numbers == NUMBERS_TAKEN)
        return ENET_IS_ANOTHER;
    return is_doubtful(connection, pinfo, clocks, numbers) ? ENET_MAY_GO_ON : ENET_GOES_ON;
}

void
enet_succession_note(enet_connection_t *connection, enet_direction_t direction, const packet_info *pinfo, const enet_header_t *header)
{
    enet_clock_t *clock = &enet_analysis_sender(connection, direction)->clock;

    connection->latest_time = pinfo->abs_ts;
    if (header->has_sent_time)
        *clock = (enet_clock_t) {
            .known = true,
            .goes = clock->known && off_clock(clock, header->sent_time, pinfo) <= CLOCK_NEAR_MS,
            .sent_time = header->sent_time,
            .time = pinfo->abs_ts
        };
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
