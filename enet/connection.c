/* enet/connection.c
 * Which ENet connection is a datagram part of, and which way does it go?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/connection.h"
#include "ends/ends.h"

/* The search goes over so many connections of one address pair, newest first. */
#define LOOKUP_LIMIT 256

/* So many pairs are found again without Wireshark's search for a conversation. */
#define RECENT_PAIRS 256

/* If two machines captured the two directions, their clocks usually differ by less than this. */
#define CONNECT_PATIENCE_SECONDS 1

struct _enet_pair {
    enet_connection_t *newest;      /* its member .older leads to the others */
    address  addr[2];
    uint32_t port[2];
};

static int proto_enet = -1;
/* A client with its id, by which it is known again at another of its ports. */
typedef struct {
    address  addr;
    uint32_t id;
} caller_t;

static GPtrArray *connections;      /* by stream */
static wmem_map_t *callers;         /* caller_t -> its newest connection, whose member .earlier leads to the others */
static enet_pair_t *recent[RECENT_PAIRS];   /* the pair with this recent_index(), or NULL */

static void
reset_streams(void)
{
    g_ptr_array_set_size(connections, 0);
    memset(recent, 0, sizeof recent);
}

static unsigned
caller_hash(const void *key)
{
    const caller_t *caller = key;

    return add_address_to_hash(caller->id, &caller->addr);
}

static gboolean
caller_equal(const void *a, const void *b)
{
    const caller_t *one = a, *other = b;

    return one->id == other->id && addresses_equal(&one->addr, &other->addr);
}

static void
connection_shut_down(void)
{
    g_ptr_array_unref(connections);
}

void
enet_connections_register(int proto)
{
    proto_enet = proto;
    connections = g_ptr_array_new();
    callers = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), caller_hash, caller_equal);
    register_init_routine(reset_streams);
    register_shutdown_routine(connection_shut_down);
}

uint32_t
enet_connection_count(void)
{
    return connections->len;
}

const enet_connection_t *
enet_connection_newest_of_caller(const enet_connection_t *connection)
{
    const caller_t caller = { connection->end[ENET_FROM_INITIATOR].addr, connection->connect_data };

    return wmem_map_lookup(callers, &caller);
}

const enet_connection_t *
enet_connection_newest_of_pair(const enet_connection_t *connection)
{
    return connection->pair->newest;
}

enet_connection_t *
enet_connection_of_stream(uint32_t stream)
{
    return (enet_connection_t *)g_ptr_array_index(connections, stream);
}

static enet_pair_t *
find_or_new_pair(packet_info *pinfo)
{
    enet_pair_t *pair = ends_data(pinfo, proto_enet, sizeof *pair);

    if (pair->addr[0].type == AT_NONE) {
        copy_address_wmem(wmem_file_scope(), &pair->addr[0], &pinfo->src);
        copy_address_wmem(wmem_file_scope(), &pair->addr[1], &pinfo->dst);
        pair->port[0] = pinfo->srcport;
        pair->port[1] = pinfo->destport;
    }
    return pair;
}

static uint8_t
last_byte(const address *addr)
{
    return addr->len > 0 ? ((const uint8_t *)addr->data)[addr->len - 1] : 0;
}

/* Returns an index that is the same in both directions. */
static unsigned
recent_index(const packet_info *pinfo)
{
    return (pinfo->srcport ^ pinfo->destport ^ last_byte(&pinfo->src) ^ last_byte(&pinfo->dst)) % RECENT_PAIRS;
}

static bool
is_pair(const enet_pair_t *pair, const packet_info *pinfo, int src, int dst)
{
    return pair->port[src] == pinfo->srcport && pair->port[dst] == pinfo->destport &&
           addresses_equal(&pair->addr[src], &pinfo->src) && addresses_equal(&pair->addr[dst], &pinfo->dst);
}

/* Tells whether Wireshark distinguishes conversations by addresses and ports only. */
static bool
connection_is_plain(const packet_info *pinfo)
{
    return pinfo->ptype == PT_UDP && !pinfo->use_conv_addr_port_endpoints && !pinfo->conv_elements &&
           !ws_conversations_have_interfaces();
}

/*
 * Keeps the pairs that were used last, because Wireshark's search costs more than everything else that is learned of a
 * datagram.
 */
enet_pair_t *
enet_pair_of_packet(packet_info *pinfo)
{
    enet_pair_t **place = &recent[recent_index(pinfo)];

    if (!connection_is_plain(pinfo))
        return find_or_new_pair(pinfo);
    if (!*place || !(is_pair(*place, pinfo, 0, 1) || is_pair(*place, pinfo, 1, 0)))
        *place = find_or_new_pair(pinfo);
    return *place;
}

/*
 * Returns the direction of a packet between the connection's ends. The ports tell it; only if both are the same, the
 * addresses do.
 */
static enet_direction_t
direction_in(const enet_connection_t *connection, const packet_info *pinfo)
{
    const enet_end_t *initiator = &connection->end[ENET_FROM_INITIATOR];
    const enet_end_t *responder = &connection->end[ENET_FROM_RESPONDER];

    if (initiator->port != responder->port)
        return initiator->port == pinfo->srcport ? ENET_FROM_INITIATOR : ENET_FROM_RESPONDER;
    return addresses_equal(&initiator->addr, &pinfo->src) ? ENET_FROM_INITIATOR : ENET_FROM_RESPONDER;
}

static enet_end_t *
receiver_in(enet_connection_t *connection, const packet_info *pinfo)
{
    return &connection->end[ENET_REVERSE(direction_in(connection, pinfo))];
}

/* Returns the connection if a header may still name it, else NULL. */
static enet_connection_t *
if_named(enet_connection_t *connection)
{
    return connection && connection->naming == ENET_CONNECTION_NAMED ? connection : NULL;
}

/*
 * Finds the connection that a header names. A connection whose sessions are not known yet takes the header only if no
 * connection of the pair has that session.
 */
static enet_connection_t *
find_by_header(const enet_pair_t *pair, const packet_info *pinfo, const enet_header_t *header)
{
    enet_connection_t *without_session = NULL;
    unsigned looked_at = 0;

    if (header->peer_id == ENET_PEER_UNKNOWN)
        return NULL;
    for (enet_connection_t *c = pair->newest; c && looked_at++ < LOOKUP_LIMIT; c = c->older) {
        const enet_end_t *receiver = receiver_in(c, pinfo);

        if (receiver->slot != header->peer_id || c->naming == ENET_CONNECTION_WITHDRAWN)
            continue;
        if (receiver->session == header->session)
            return if_named(c);
        if (receiver->session == ENET_SESSION_UNKNOWN && !without_session)
            without_session = c;
    }
    return if_named(without_session);
}

static enet_connection_t *
find_by_connect_id(const enet_pair_t *pair, uint32_t connect_id)
{
    unsigned looked_at = 0;

    for (enet_connection_t *c = pair->newest; c && looked_at++ < LOOKUP_LIMIT; c = c->older)
        if (c->has_connect_id && c->connect_id == connect_id)
            return c;
    return NULL;
}

/* Finds a connection without an answer: an initiator that gives up sends its DISCONNECT to peer 0xFFF. */
static enet_connection_t *
find_unanswered(const enet_pair_t *pair, const packet_info *pinfo)
{
    unsigned looked_at = 0;

    for (enet_connection_t *c = pair->newest; c && looked_at++ < LOOKUP_LIMIT; c = c->older)
        if (c->verify_frame == 0 && direction_in(c, pinfo) == ENET_FROM_INITIATOR)
            return c;
    return NULL;
}

static const enet_command_t *
find_command(const enet_command_t *commands, unsigned count, enet_command_number_t number)
{
    for (unsigned i = 0; i < count; i++)
        if (commands[i].number == number)
            return &commands[i];
    return NULL;
}

static bool
connection_is_proved(const enet_connection_t *connection, const packet_info *pinfo,
                     const enet_command_t *commands, unsigned count, enet_proof_t proves)
{
    enet_direction_t direction = direction_in(connection, pinfo);

    for (unsigned i = 0; i < MIN(count, ENET_COMMANDS_MAX); i++)
        if (commands[i].number == ENET_ACKNOWLEDGE && proves(connection, direction, &commands[i]))
            return true;
    return false;
}

/*
 * Finds half a connection: one whose receiving end in this direction is not known yet. Returns the only one, or the one
 * that an acknowledgement in this datagram proves (docs/wire/enet.md, 3.2).
 */
static enet_connection_t *
find_other_half(const enet_pair_t *pair, const packet_info *pinfo,
                const enet_command_t *commands, unsigned count, enet_proof_t proves,
                bool only_proved)
{
    enet_connection_t *open = NULL;
    unsigned looked_at = 0, halves = 0;

    for (enet_connection_t *c = pair->newest; c && looked_at++ < LOOKUP_LIMIT; c = c->older) {
        if (receiver_in(c, pinfo)->slot != ENET_PEER_UNKNOWN || c->end_frame || !if_named(c))
            continue;
        if (connection_is_proved(c, pinfo, commands, count, proves))
            return c;
        open = c;
        halves++;
    }
    return halves == 1 && !only_proved ? open : NULL;
}

static void
init_end(enet_end_t *end, const address *addr, uint32_t port)
{
    copy_address_wmem(wmem_file_scope(), &end->addr, addr);
    end->port = port;
    end->slot = ENET_PEER_UNKNOWN;
    end->session = ENET_SESSION_UNKNOWN;
}

static enet_connection_t *
new_connection(enet_pair_t *pair, const packet_info *pinfo, enet_direction_t direction)
{
    enet_connection_t *connection = wmem_new0(wmem_file_scope(), enet_connection_t);

    connection->stream = connections->len;
    connection->first_frame = pinfo->num;
    init_end(&connection->end[direction], &pinfo->src, pinfo->srcport);
    init_end(&connection->end[ENET_REVERSE(direction)], &pinfo->dst, pinfo->destport);
    connection->pair = pair;
    connection->older = pair->newest;
    pair->newest = connection;
    g_ptr_array_add(connections, connection);
    return connection;
}

/*
 * Tells whether a datagram with the header of an ended connection belongs to the next one. Session ids repeat after
 * four connections, so the datagrams that an initiator sends after its next CONNECT may have the header of the ended
 * connection until the answer is captured.
 */
static bool
is_superseded(const enet_pair_t *pair, const enet_connection_t *connection, const packet_info *pinfo,
              const enet_command_t *commands, unsigned count, enet_proof_t proves)
{
    const enet_connection_t *latest = pair->newest;

    return connection->end_frame && latest->has_connect && !latest->verify_frame &&
           direction_in(latest, pinfo) == ENET_FROM_INITIATOR && !find_command(commands, count, ENET_DISCONNECT) &&
           !connection_is_proved(connection, pinfo, commands, count, proves);
}

static enet_connection_t *
find_or_new_anonymous(enet_pair_t *pair, const packet_info *pinfo, const enet_header_t *header,
                      const enet_command_t *commands, unsigned count, enet_proof_t proves)
{
    enet_connection_t *connection = find_by_header(pair, pinfo, header);
    enet_connection_t *half;
    bool from_initiator = header->peer_id > 0 || pinfo->srcport >= pinfo->destport;
    bool is_half = connection && !connection->has_connect &&
                   connection->end[direction_in(connection, pinfo)].slot == ENET_PEER_UNKNOWN;

    if (connection && is_superseded(pair, connection, pinfo, commands, count, proves))
        return pair->newest;
    if (connection && !is_half)
        return connection;
    half = find_other_half(pair, pinfo, commands, count, proves, is_half);
    if (half && is_half) {
        /* Two halves are one connection: what follows belongs to the older one, which learns the slot of the header. */
        receiver_in(connection, pinfo)->slot = ENET_PEER_UNKNOWN;
        connection->end_frame = pinfo->num;
    }
    if (half)
        connection = half;
    if (!connection)
        connection = new_connection(pair, pinfo, from_initiator ? ENET_FROM_INITIATOR
                                                                : ENET_FROM_RESPONDER);
    return connection;
}

static void
learn_caller(enet_connection_t *connection)
{
    caller_t *caller = wmem_new(wmem_file_scope(), caller_t);

    *caller = (caller_t) { connection->end[ENET_FROM_INITIATOR].addr, connection->connect_data };
    connection->earlier = wmem_map_insert(callers, caller, connection);
}

static void
learn_connect(enet_connection_t *connection, const enet_command_t *command)
{
    connection->has_connect = connection->has_connect_id = true;
    connection->connect_id = command->connect_id;
    connection->connect_data = command->connect_data;
    connection->end[ENET_FROM_INITIATOR].slot = command->peer_id;
    learn_caller(connection);
    if (connection->verify_frame)
        return;
    connection->mtu = command->mtu;
    connection->window = command->window;
}

static void
learn_verify(enet_connection_t *connection, const packet_info *pinfo,
             const enet_command_t *command)
{
    if (connection->verify_frame)
        return;
    connection->verify_frame = pinfo->num;
    connection->verify_time = pinfo->abs_ts;
    connection->naming = ENET_CONNECTION_NAMED;     /* however long the answer has taken */
    connection->has_connect_id = true;
    connection->connect_id = command->connect_id;
    connection->mtu = command->mtu;
    connection->window = command->window;
    connection->end[ENET_FROM_RESPONDER].slot = command->peer_id;
    connection->end[ENET_FROM_RESPONDER].session = command->outgoing_session;
    connection->end[ENET_FROM_INITIATOR].session = command->incoming_session;
}

/* Learns the slot and the session of the receiver from a header, if no handshake told them. */
static void
learn_header(enet_connection_t *connection, const packet_info *pinfo,
             const enet_header_t *header)
{
    enet_end_t *receiver = receiver_in(connection, pinfo);

    if (header->peer_id == ENET_PEER_UNKNOWN)
        return;
    if (receiver->slot == ENET_PEER_UNKNOWN)
        receiver->slot = header->peer_id;
    if (receiver->session == ENET_SESSION_UNKNOWN)
        receiver->session = header->session;
}

/* Tells whether a CONNECT is a repetition. Some programs use a connect id again for their next connection. */
static bool
is_sent_again(const enet_connection_t *connection, const enet_command_t *connect)
{
    return !connection->end_frame && connection->connect_data == connect->connect_data &&
           connection->end[ENET_FROM_INITIATOR].slot == connect->peer_id;
}

static enet_connection_t *
find_or_new_of_connect(enet_pair_t *pair, const packet_info *pinfo, const enet_command_t *connect)
{
    enet_connection_t *connection = find_by_connect_id(pair, connect->connect_id);

    if (!connection || (connection->has_connect && !is_sent_again(connection, connect)))
        connection = new_connection(pair, pinfo, ENET_FROM_INITIATOR);
    if (!connection->has_connect)
        learn_connect(connection, connect);
    return connection;
}

/*
 * Tells whether a VERIFY_CONNECT answers this connection: if another connection used the connect id, the sessions
 * differ.
 */
static bool
is_answered_by(const enet_connection_t *connection, const enet_command_t *verify)
{
    return !connection->verify_frame ||
           (connection->end[ENET_FROM_RESPONDER].session == verify->outgoing_session &&
            connection->end[ENET_FROM_INITIATOR].session == verify->incoming_session);
}

/*
 * Finds the connection of a VERIFY_CONNECT. If its CONNECT was not captured, or not yet, a new connection begins with
 * the answer.
 */
static enet_connection_t *
find_or_new_of_verify(enet_pair_t *pair, const packet_info *pinfo, const enet_command_t *verify)
{
    enet_connection_t *connection = find_by_connect_id(pair, verify->connect_id);

    return connection && is_answered_by(connection, verify) ? connection
                                                            : new_connection(pair, pinfo, ENET_FROM_RESPONDER);
}

/* The first command of an initiator is its CONNECT. If another one came, the capture does not have the CONNECT. */
bool
enet_connection_awaits_connect(const enet_connection_t *connection, const packet_info *pinfo)
{
    nstime_t waited;

    if (!connection->verify_frame || connection->heard_initiator)
        return false;
    nstime_delta(&waited, &pinfo->abs_ts, &connection->verify_time);
    return waited.secs < CONNECT_PATIENCE_SECONDS;
}

/* Tells whether the capture does not have the answer with the peer's number yet, or no handshake at all. */
static bool
may_be_meant(enet_connection_t *connection, const packet_info *pinfo)
{
    return (connection->has_connect && !connection->verify_frame) ||
           (connection->after && receiver_in(connection, pinfo)->slot == ENET_PEER_UNKNOWN);
}

enet_connection_t *
enet_connection_of_header(const enet_pair_t *pair, const packet_info *pinfo, const enet_header_t *header,
                          enet_direction_t *direction)
{
    enet_connection_t *connection = find_by_header(pair, pinfo, header);

    if (!connection && if_named(pair->newest) && header->peer_id != ENET_PEER_UNKNOWN && may_be_meant(pair->newest, pinfo))
        connection = pair->newest;
    if (connection)
        *direction = direction_in(connection, pinfo);
    return connection;
}

enet_connection_t *
enet_connection_assign(enet_pair_t *pair, const packet_info *pinfo, const enet_header_t *header,
                       const enet_command_t *commands, unsigned count,
                       enet_proof_t proves, enet_direction_t *direction)
{
    const enet_command_t *verify = find_command(commands, count, ENET_VERIFY_CONNECT);
    enet_connection_t *connection = NULL;

    if (header->peer_id == ENET_PEER_UNKNOWN) {
        const enet_command_t *connect = find_command(commands, count, ENET_CONNECT);

        connection = connect ? find_or_new_of_connect(pair, pinfo, connect)
                             : find_unanswered(pair, pinfo);
    } else if (verify) {
        connection = find_or_new_of_verify(pair, pinfo, verify);
    }
    if (!connection)
        connection = find_or_new_anonymous(pair, pinfo, header, commands, count, proves);

    *direction = direction_in(connection, pinfo);
    if (verify && *direction == ENET_FROM_RESPONDER)
        learn_verify(connection, pinfo, verify);
    learn_header(connection, pinfo, header);
    connection->heard_initiator |= *direction == ENET_FROM_INITIATOR;
    if (!connection->end_frame && find_command(commands, count, ENET_DISCONNECT))
        connection->end_frame = pinfo->num;
    return connection;
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
