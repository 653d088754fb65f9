/* transport.c
 * Which packets carry the records of an input?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "transport.h"
#include "session.h"
#include "ws_compat.h"

#include <wiretap/wtap.h>

#include <string.h>

enum { ICMP = 1, TCP = 6, UDP = 17, ICMPV6 = 58 };
enum { SYN = 0x02, PSH = 0x08, ACK = 0x10 };
enum { IP4_HEAD = 20, IP6_HEAD = 40, UDP_HEAD = 8, TCP_HEAD = 20, ICMP_HEAD = 8, MOST = 65535, CLIENT_PORT = 50000 };
enum { CLIENT = 0x0A, SERVER = 0x0B, OTHER_CLIENT = 0x0C };

static uint32_t connection;     /* its number */
static uint16_t port;           /* of the server */
static bool     by_ipv6;
static size_t   ip_head;
static uint32_t sent[2];        /* next sequence numbers of the client, of the server */

/* The ends of a packet; an end is the first byte of its address. */
typedef struct {
    uint8_t  from, to;
    uint16_t from_port, to_port;
} way_t;

static void
leave_to_us(const char *table _U_, struct heur_dtbl_entry *entry, void *unused _U_)
{
    entry->enabled = g_str_has_prefix(entry->short_name, "enet_") || g_str_has_prefix(entry->short_name, "godot_");
}

void
transport_open(void)
{
    static const char *const tables[] = { "udp", "tcp", "ws", "http" };

    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        heur_dissector_table_foreach(tables[i], leave_to_us, NULL);
    heur_dissector_table_foreach("enet", leave_to_us, NULL);
    session_set("godot.variant.heuristic:any");
    find_heur_dissector_by_unique_short_name("godot_variant_udp")->enabled = false;
}

void
transport_begin(uint16_t server_port, uint8_t options)
{
    connection++;
    by_ipv6 = options & OPTION_IPV6;
    ip_head = by_ipv6 ? IP6_HEAD : IP4_HEAD;
    port = server_port;
    sent[0] = 0x1000;
    sent[1] = 0x2000;
}

static void
put16(uint8_t *at, uint16_t number)
{
    at[0] = (uint8_t)(number >> 8);
    at[1] = (uint8_t)number;
}

static void
put32(uint8_t *at, uint32_t number)
{
    put16(at, (uint16_t)(number >> 16));
    put16(at + 2, (uint16_t)number);
}

static way_t
way_of(bool from_server, unsigned pair)
{
    uint8_t client = pair == PAIR_OTHER_CLIENT ? OTHER_CLIENT : CLIENT,
            server = pair == PAIR_CLIENTS ? OTHER_CLIENT : SERVER;
    uint16_t client_port = pair == PAIR_OTHER_PORT ? CLIENT_PORT + 1 : CLIENT_PORT;

    return from_server ? (way_t) { server, client, port, client_port } : (way_t) { client, server, client_port, port };
}

/* Writes a header in which an end is 10.x.x.x. */
static void
write_ipv4(uint8_t *packet, uint8_t protocol, way_t way, size_t length)
{
    packet[0] = 0x45;
    put16(packet + 2, (uint16_t)length);
    packet[6] = 0x40;
    packet[8] = 64;
    packet[9] = protocol;
    put32(packet + 12, (uint32_t)way.from << 24 | (connection & 0xFFFFFF));
    put32(packet + 16, (uint32_t)way.to << 24 | (connection & 0xFFFFFF));
}

/* Writes a header in which an end is fd00:a::x. */
static void
write_ipv6(uint8_t *packet, uint8_t protocol, way_t way, size_t length)
{
    packet[0] = 0x60;
    put16(packet + 4, (uint16_t)(length - IP6_HEAD));
    packet[6] = protocol;
    packet[7] = 64;
    put32(packet + 8, 0xFD000000 | way.from);
    put32(packet + 20, connection);
    put32(packet + 24, 0xFD000000 | way.to);
    put32(packet + 36, connection);
}

/* Writes the IP header. @return where the header of the layer above begins */
static uint8_t *
write_ip(uint8_t *packet, uint8_t protocol, way_t way, size_t length)
{
    (by_ipv6 ? write_ipv6 : write_ipv4)(packet, protocol, way, length);
    return packet + ip_head;
}

/* Writes the IP header and the ports. @return where the header of the layer above begins */
static uint8_t *
write_ends(uint8_t *packet, uint8_t protocol, way_t way, size_t length)
{
    uint8_t *head = write_ip(packet, protocol, way, length);

    put16(head, way.from_port);
    put16(head + 2, way.to_port);
    return head;
}

/* Sends a packet back: its receiver has no such port (RFC 792, RFC 4443). */
static void
refuse(way_t way, const uint8_t *packet, size_t length)
{
    static uint8_t error[MOST + IP6_HEAD + ICMP_HEAD];
    const way_t back = { .from = way.to, .to = way.from };
    size_t size = MIN(length, MOST - ip_head - ICMP_HEAD);
    uint8_t *icmp = write_ip(error, by_ipv6 ? ICMPV6 : ICMP, back, ip_head + ICMP_HEAD + size);

    icmp[0] = by_ipv6 ? 1 : 3;
    icmp[1] = by_ipv6 ? 4 : 3;
    memcpy(icmp + ICMP_HEAD, packet, size);
    session_add(by_ipv6 ? WTAP_ENCAP_RAW_IP6 : WTAP_ENCAP_RAW_IP4, error, ip_head + ICMP_HEAD + size,
                ip_head + ICMP_HEAD + size);
}

static void
hand_over(const record_t *record, const uint8_t *packet, size_t head, size_t length)
{
    size_t captured = record->flags & RECORD_CUT ? head + (length - head) / 2 : length;

    if (record->flags & RECORD_LOST)
        return;
    for (unsigned times = record->flags & RECORD_TWICE ? 2 : 1; times > 0; times--)
        session_add(by_ipv6 ? WTAP_ENCAP_RAW_IP6 : WTAP_ENCAP_RAW_IP4, packet, length, captured);
}

void
transport_datagram(const record_t *record)
{
    uint8_t packet[MOST] = { 0 };
    size_t data = MIN(record->length, MOST - ip_head - UDP_HEAD), length = ip_head + UDP_HEAD + data;
    way_t way = way_of(record->flags & RECORD_FROM_SERVER, record->flags & RECORD_PAIR);
    uint8_t *udp = write_ends(packet, UDP, way, length);

    put16(udp + 4, (uint16_t)(UDP_HEAD + data));
    if (data > 0)
        memcpy(udp + UDP_HEAD, record->data, data);
    if ((record->flags & RECORD_REFUSED) == RECORD_REFUSED)
        refuse(way, packet, length);
    else
        hand_over(record, packet, ip_head + UDP_HEAD, length);
}

static void
send_segment(const record_t *record, uint8_t flags)
{
    uint8_t packet[MOST] = { 0 };
    bool from_server = record->flags & RECORD_FROM_SERVER;
    size_t data = MIN(record->length, MOST - ip_head - TCP_HEAD), length = ip_head + TCP_HEAD + data;
    uint8_t *tcp = write_ends(packet, TCP, way_of(from_server, 0), length);

    put32(tcp + 4, sent[from_server]);
    put32(tcp + 8, flags & ACK ? sent[!from_server] : 0);
    tcp[12] = TCP_HEAD / 4 << 4;
    tcp[13] = flags;
    put16(tcp + 14, 0xFFFF);
    if (data > 0)
        memcpy(tcp + TCP_HEAD, record->data, data);
    sent[from_server] += (uint32_t)data + (flags & SYN ? 1 : 0);
    hand_over(record, packet, ip_head + TCP_HEAD, length);
}

void
transport_handshake(void)
{
    const record_t client = { 0 }, server = { .flags = RECORD_FROM_SERVER };

    send_segment(&client, SYN);
    send_segment(&server, SYN | ACK);
    send_segment(&client, ACK);
}

void
transport_segment(const record_t *record)
{
    send_segment(record, PSH | ACK);
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
