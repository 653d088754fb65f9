/* enet-peer.c
 * One end of ENet connections that logs, with ENet's own library, what it does.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * enet-peer traffic-server PORT [checksum] [range] [narrow]    waits, sends of every kind, goes after the last peer
 * enet-peer traffic-client PORT [checksum] [range] [narrow]    sends of every kind, then takes leave
 * enet-peer numberings-client PORT [narrow]    sends mostly unreliable messages, by three counters, then takes leave
 * enet-peer reuse-server PORT         answers, takes leave where it is told to
 * enet-peer reuse-client PORT         connects often from one port, ends in every way
 * enet-peer unanswered-client PORT    connects to nobody
 *
 * A client's own port is PORT + 1000 of its server or proxy. Each event is one line of JSON, appended
 * to the file $TRUTH_FILE. The functions of libenet that are defined again below are called
 * by the library itself through its symbol table, so that each of its doings passes here:
 *
 *  queued        a command got its sequence numbers; "second" is the unreliable number or unsequenced group
 *  released      a command is forgotten, acknowledged or not, after so many "attempts" of sending (reliable ones)
 *  acknowledging an arrived command will be acknowledged, with the sent time that is echoed
 *  incoming      an unreliable or unsequenced command arrived
 *  measured      an acknowledgement arrived: "rtt" in ms
 *  statistics    of a peer, now and then and when it is reset
 *  raw_sent, raw_received    whole messages: length and CRC-32
 */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <enet/enet.h>
#include <enet/time.h>

#define MAX_TRACKED     65536
#define TICK_MS         20
#define TRAFFIC_TICKS   180
#define CHANNELS        3
#define NARROW          2000        /* bytes per second */

/* ---- Truth ---- */

static FILE *truth;

__attribute__((format(printf, 2, 3)))
static void
tell(const char *event, const char *format, ...)
{
    struct timespec now;
    va_list arguments;

    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(truth, "{\"event\":\"%s\",\"time\":%ld.%06ld", event, (long)now.tv_sec, now.tv_nsec / 1000);
    va_start(arguments, format);
    vfprintf(truth, format, arguments);
    va_end(arguments);
    fputs("}\n", truth);
    fflush(truth);
}

static void
tell_message(const char *event, const ENetPeer *peer, int channel, const char *mode, const ENetPacket *packet)
{
    ENetBuffer buffer = { .data = packet->data, .dataLength = packet->dataLength };

    tell(event, ",\"slot\":%d,\"channel\":%d,\"mode\":\"%s\",\"length\":%zu,\"crc32\":\"%08x\"", peer->incomingPeerID,
         channel, mode, packet->dataLength, ENET_NET_TO_HOST_32(enet_crc32(&buffer, 1)));
}

static void
tell_statistics(const ENetPeer *peer)
{
    tell("statistics",
         ",\"slot\":%d,\"round_trip_time\":%u,\"round_trip_time_variance\":%u,\"packets_sent\":%u,\"packets_lost\":%u,"
         "\"packet_throttle\":%u",
         peer->incomingPeerID, peer->roundTripTime, peer->roundTripTimeVariance, peer->packetsSent, peer->packetsLost,
         peer->packetThrottle);
}

/* ---- The library's own doings ---- */

typedef struct {
    const ENetOutgoingCommand *command;
    int slot;
} tracked_t;

static tracked_t tracked[MAX_TRACKED];
static size_t    tracked_count;

static unsigned
second_number(const ENetOutgoingCommand *outgoing)
{
    return (outgoing->command.header.command & ENET_PROTOCOL_COMMAND_MASK) == ENET_PROTOCOL_COMMAND_SEND_UNSEQUENCED
         ? ENET_NET_TO_HOST_16(outgoing->command.sendUnsequenced.unsequencedGroup) : outgoing->unreliableSequenceNumber;
}

static void
tell_outgoing(const char *event, int slot, const ENetOutgoingCommand *outgoing)
{
    tell(event, ",\"slot\":%d,\"command\":%d,\"channel\":%d,\"seq\":%u,\"second\":%u,\"attempts\":%u", slot,
         outgoing->command.header.command, outgoing->command.header.channelID, outgoing->reliableSequenceNumber,
         second_number(outgoing), outgoing->sendAttempts);
}

#define LIBRARY(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

void
enet_peer_setup_outgoing_command(ENetPeer *peer, ENetOutgoingCommand *outgoing)
{
    LIBRARY(enet_peer_setup_outgoing_command)(peer, outgoing);
    if (tracked_count == MAX_TRACKED)
        abort();
    tracked[tracked_count++] = (tracked_t) { outgoing, peer->incomingPeerID };
    tell_outgoing("queued", peer->incomingPeerID, outgoing);
}

void
enet_free(void *memory)
{
    for (size_t i = 0; i < tracked_count; i++) {
        if (tracked[i].command == memory) {
            tell_outgoing("released", tracked[i].slot, tracked[i].command);
            tracked[i] = tracked[--tracked_count];
            break;
        }
    }
    LIBRARY(enet_free)(memory);
}

ENetAcknowledgement *
enet_peer_queue_acknowledgement(ENetPeer *peer, const ENetProtocol *command, enet_uint16 sent_time)
{
    tell("acknowledging", ",\"slot\":%d,\"command\":%d,\"channel\":%d,\"seq\":%u,\"sent_time\":%u",
         peer->incomingPeerID, command->header.command, command->header.channelID,
         command->header.reliableSequenceNumber, sent_time);
    return LIBRARY(enet_peer_queue_acknowledgement)(peer, command, sent_time);
}

ENetIncomingCommand *
enet_peer_queue_incoming_command(ENetPeer *peer, const ENetProtocol *command, const void *data, size_t length,
                                 enet_uint32 flags, enet_uint32 fragments)
{
    int number = command->header.command & ENET_PROTOCOL_COMMAND_MASK;

    if (number == ENET_PROTOCOL_COMMAND_SEND_UNRELIABLE || number == ENET_PROTOCOL_COMMAND_SEND_UNSEQUENCED)
        tell("incoming", ",\"slot\":%d,\"command\":%d,\"channel\":%d,\"seq\":%u,\"second\":%u", peer->incomingPeerID,
             command->header.command, command->header.channelID, command->header.reliableSequenceNumber,
             ENET_NET_TO_HOST_16(command->sendUnreliable.unreliableSequenceNumber));
    return LIBRARY(enet_peer_queue_incoming_command)(peer, command, data, length, flags, fragments);
}

int
enet_peer_throttle(ENetPeer *peer, enet_uint32 rtt)
{
    tell("measured", ",\"slot\":%d,\"rtt\":%u", peer->incomingPeerID, rtt);
    return LIBRARY(enet_peer_throttle)(peer, rtt);
}

void
enet_peer_reset(ENetPeer *peer)
{
    if (peer->state != ENET_PEER_STATE_DISCONNECTED)
        tell_statistics(peer);
    LIBRARY(enet_peer_reset)(peer);
}

/* ---- Messages ---- */

static const struct {
    const char *name;
    enet_uint32 flags;
} modes[] = {
    { "unreliable", ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT },
    { "unsequenced", ENET_PACKET_FLAG_UNSEQUENCED },
    { "reliable", ENET_PACKET_FLAG_RELIABLE },
};

enum { UNRELIABLE, UNSEQUENCED, RELIABLE };

/* Sends a message: its number, then a count, so that every byte differs from its neighbours. */
static void
say(ENetPeer *peer, int channel, int mode, unsigned number, size_t length)
{
    ENetPacket *packet = enet_packet_create(NULL, length, modes[mode].flags);

    for (size_t i = 0; i < length; i++)
        packet->data[i] = (enet_uint8)(i < 4 ? number >> (24 - 8 * i) : number + i);
    tell_message("raw_sent", peer, channel, modes[mode].name, packet);
    if (enet_peer_send(peer, (enet_uint8)channel, packet) < 0)
        enet_packet_destroy(packet);
}

static void
say_something(ENetPeer *peer, unsigned number)
{
    if (number % 35 == 17)
        say(peer, 2, RELIABLE, number, 3100);
    else if (number % 35 == 30)
        say(peer, 1, UNRELIABLE, number, 2900);
    else if (number % 5 == 4)
        say(peer, number % 2 ? 0 : 2, RELIABLE, number, 10 + number % 90);
    else
        say(peer, 1, number % 2 ? UNSEQUENCED : UNRELIABLE, number, 8 + number % 24);
}

/* Uses two channels and the unsequenced groups: each has a counter of its own for its unreliable messages. */
static void
say_in_numberings(ENetPeer *peer, unsigned number)
{
    say(peer, 1, UNRELIABLE, 3 * number, 8 + number % 24);
    if (number % 2)
        say(peer, 2, UNRELIABLE, 3 * number + 1, 8 + number % 9);
    if (number % 3)
        say(peer, 1, UNSEQUENCED, 3 * number + 2, 8 + number % 15);
    if (number % 12 == 7)
        say(peer, 0, RELIABLE, number, 20);
}

/* ---- What each role does ---- */

/* A connection of the role "reuse-client": how it ends, and how often it has sent something. */
typedef struct {
    const char *ending;
    unsigned    said;
} plan_t;

static struct {
    ENetHost   *host;
    ENetAddress server;
    bool        impatient;      /* gives up after a second or two, not after half a minute */
    bool        narrow;         /* sends at most NARROW once it is connected */
    unsigned    ticks;
    unsigned    connections;    /* connections made so far, as initiator */
    unsigned    ended;
    plan_t      plans[16];
} me;

/* Every way to end a connection; there are more connections than the three slots. */
static const char *const endings[] = {
    "graceful", "now", "later", "silent", "other", "graceful", "other", "now", "silent", "later"
};
#define REUSE_TOTAL (sizeof endings / sizeof endings[0])

static void
end_connection(ENetPeer *peer, const char *ending, unsigned data)
{
    tell("ending", ",\"slot\":%d,\"how\":\"%s\",\"data\":%u", peer->incomingPeerID, ending, data);
    if (strcmp(ending, "graceful") == 0) {
        enet_peer_disconnect(peer, data);
    } else if (strcmp(ending, "later") == 0) {
        enet_peer_disconnect_later(peer, data);
    } else if (strcmp(ending, "now") == 0) {
        enet_peer_disconnect_now(peer, data);
        me.ended++;
    } else if (strcmp(ending, "silent") == 0) {
        enet_peer_reset(peer);
        me.ended++;
    } else {
        say(peer, 0, RELIABLE, 0xFFFFFFFF, 4);      /* asks the other end to leave */
    }
}

static void
be_impatient(ENetPeer *peer)
{
    if (me.impatient)
        enet_peer_timeout(peer, 4, 600, 1500);
}

static void
connect_to_server(unsigned data)
{
    ENetPeer *peer = enet_host_connect(me.host, &me.server, CHANNELS, data);

    if (!peer)
        return;
    be_impatient(peer);
    me.plans[me.connections % 16] = (plan_t) { endings[me.connections % REUSE_TOTAL], 0 };
    peer->data = &me.plans[me.connections++ % 16];
    tell("connecting", ",\"slot\":%d", peer->incomingPeerID);
}

/* Each returns whether there is more to do. */

static bool
tick_traffic(bool client, void (*say_it)(ENetPeer *peer, unsigned number))
{
    bool connected = false;

    for (size_t i = 0; i < me.host->peerCount; i++) {
        ENetPeer *peer = &me.host->peers[i];
        if (peer->state != ENET_PEER_STATE_CONNECTED)
            continue;
        connected = true;
        say_it(peer, me.ticks);
        if (me.ticks % 12 == 0)
            tell_statistics(peer);
        if (client && me.ticks >= TRAFFIC_TICKS)
            end_connection(peer, "later", 7);
    }
    me.ticks += connected;
    return me.ended == 0;
}

static bool
tick_traffic_client(void)
{
    if (me.connections == 0)
        connect_to_server(1000);
    return tick_traffic(true, say_something);
}

static bool
tick_numberings_client(void)
{
    if (me.connections == 0)
        connect_to_server(1000);
    return tick_traffic(true, say_in_numberings);
}

static bool
tick_traffic_server(void)
{
    return tick_traffic(false, say_something);
}

static bool
tick_reuse_client(void)
{
    if (me.ticks++ % 8 == 0 && me.connections < REUSE_TOTAL)
        connect_to_server(1000 + me.connections);
    for (size_t i = 0; i < me.host->peerCount; i++) {
        ENetPeer *peer = &me.host->peers[i];
        plan_t   *plan = (plan_t *)peer->data;
        if (peer->state != ENET_PEER_STATE_CONNECTED || plan->said > 12)
            continue;
        if (plan->said++ < 12)
            say_something(peer, plan->said);
        else
            end_connection(peer, plan->ending, 70 + (unsigned)i);
    }
    return me.ended < REUSE_TOTAL;
}

static bool
tick_reuse_server(void)
{
    return me.ended < REUSE_TOTAL;
}

static bool
tick_unanswered_client(void)
{
    if (me.connections == 0)
        connect_to_server(1000);
    return me.ended == 0;
}

static void
on_connect(ENetPeer *peer)
{
    const enet_uint8 *id = (const enet_uint8 *)&peer->connectID;

    be_impatient(peer);
    if (me.narrow)
        enet_host_bandwidth_limit(me.host, 0, NARROW);
    tell("connected",
         ",\"slot\":%d,\"remote_slot\":%d,\"mtu\":%u,\"channels\":%zu,\"connect_id\":\"%02x%02x%02x%02x\",\"data\":%u",
         peer->incomingPeerID, peer->outgoingPeerID, peer->mtu, peer->channelCount, id[0], id[1], id[2], id[3],
         peer->eventData);
}

static void
on_receive(ENetPeer *peer, int channel, ENetPacket *packet)
{
    const char *mode = packet->flags & ENET_PACKET_FLAG_RELIABLE ? "reliable"
                     : packet->flags & ENET_PACKET_FLAG_UNSEQUENCED ? "unsequenced" : "unreliable";

    tell_message("raw_received", peer, channel, mode, packet);
    if (packet->dataLength == 4 && packet->data[0] == 0xFF)
        end_connection(peer, "graceful", 99);
    enet_packet_destroy(packet);
}

static void
serve_until(enet_uint32 deadline)
{
    ENetEvent event;

    while (ENET_TIME_LESS(enet_time_get(), deadline)) {
        if (enet_host_service(me.host, &event, ENET_TIME_DIFFERENCE(deadline, enet_time_get())) <= 0)
            continue;
        if (event.type == ENET_EVENT_TYPE_CONNECT) {
            on_connect(event.peer);
        } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            on_receive(event.peer, event.channelID, event.packet);
        } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
            tell("disconnected", ",\"slot\":%d,\"data\":%u", event.peer->incomingPeerID, event.data);
            me.ended++;
        }
    }
}

static const struct {
    const char *name;
    bool        server;
    size_t      peers;
    bool        impatient;
    bool      (*tick)(void);
} roles[] = {
    { "traffic-server",    true,  1, false, tick_traffic_server },
    { "traffic-client",    false, 1, false, tick_traffic_client },
    { "numberings-client", false, 1, false, tick_numberings_client },
    { "reuse-server",      true,  5, true,  tick_reuse_server },
    { "reuse-client",      false, 3, true,  tick_reuse_client },
    { "unanswered-client", false, 1, true,  tick_unanswered_client },
};

static void
open_host(bool server, enet_uint16 port, size_t peers, char **options)
{
    ENetAddress own;

    enet_address_set_host(&me.server, "127.0.0.1");
    me.server.port = port;
    own = me.server;
    own.port = (enet_uint16)(server ? port : port + 1000);
    me.host = enet_host_create(&own, peers, CHANNELS, 0, 0);
    if (!me.host)
        exit(2);
    for (; *options; options++) {
        if (strcmp(*options, "checksum") == 0)
            me.host->checksum = enet_crc32;
        else if (strcmp(*options, "range") == 0)
            enet_host_compress_with_range_coder(me.host);
        else if (strcmp(*options, "narrow") == 0)
            me.narrow = true;
    }
    tell("opened", ",\"port\":%d", own.port);
}

int
main(int argc, char **argv)
{
    const char *file = getenv("TRUTH_FILE");

    truth = file ? fopen(file, "a") : stdout;
    if (argc < 3 || !truth || enet_initialize() != 0)
        return 2;
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        if (strcmp(argv[1], roles[i].name) != 0)
            continue;
        me.impatient = roles[i].impatient;
        open_host(roles[i].server, (enet_uint16)atoi(argv[2]), roles[i].peers, argv + 3);
        while (roles[i].tick())
            serve_until(enet_time_get() + TICK_MS);
        serve_until(enet_time_get() + 300);         /* last acknowledgements */
        enet_host_destroy(me.host);
        return 0;
    }
    return 2;
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
