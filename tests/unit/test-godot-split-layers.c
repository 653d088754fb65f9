/* test-godot-split-layers.c
 * Are the ends of a frame, and the id of a client that connects, found up to the frame's exact end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdint.h>
#include <string.h>

#include "split/caller.h"
#include "split/layers.h"
#include "tests/unit/guarded.h"

#define ROOM    4096
#define UNKNOWN 0x1234  /* no Ethertype that is known */

enum {
    NULL_LINK = 0, ETHERNET = 1, RAW_BSD = 12, RAW = 101, LOOP = 108, COOKED = 113, RAW_4 = 228, RAW_6 = 229,
    COOKED_2 = 276
};
enum { ICMP = 1, TCP = 6, UDP = 17, GRE = 47, ICMP_6 = 58, NOTHING_KNOWN = 99 };

/* A frame that is put together, and where its hosts and ports are whole. */
typedef struct {
    uint8_t  bytes[1024];
    unsigned length, hosts;             /* number of IP headers */
    unsigned hosts_at[3], ports_from[3];
} frame_t;

static guarded_t guarded;

static uint8_t *
put(frame_t *frame, unsigned size)
{
    uint8_t *at = frame->bytes + frame->length;

    frame->length += size;
    return at;
}

static void
put_16(frame_t *frame, unsigned size, unsigned at, unsigned value)
{
    uint8_t *head = put(frame, size);

    head[at] = (uint8_t)(value >> 8);
    head[at + 1] = (uint8_t)value;
}

static void
put_ip4(frame_t *frame, unsigned size, uint8_t protocol)
{
    uint8_t *head = put(frame, size);

    head[0] = (uint8_t)(0x40 | size / 4);
    head[9] = protocol;
    head[15] = head[19] = (uint8_t)++frame->hosts;
    frame->hosts_at[frame->hosts - 1] = frame->ports_from[frame->hosts - 1] = frame->length;
}

static void
put_ip6(frame_t *frame, uint8_t next)
{
    uint8_t *head = put(frame, 40);

    head[0] = 0x60;
    head[6] = next;
    head[23] = head[39] = (uint8_t)++frame->hosts;
    frame->hosts_at[frame->hosts - 1] = frame->ports_from[frame->hosts - 1] = frame->length;
}

/* An extension of IPv6 with so many units behind the first eight bytes. */
static void
put_extension(frame_t *frame, uint8_t next, uint8_t units, unsigned size)
{
    uint8_t *head = put(frame, size);

    head[0] = next;
    head[1] = units;
    frame->ports_from[frame->hosts - 1] = frame->length;
}

static void
put_udp(frame_t *frame, unsigned to)
{
    uint8_t *head = put(frame, 8);

    head[1] = 7;
    head[2] = (uint8_t)(to >> 8);
    head[3] = (uint8_t)to;
}

static gboolean
read_cut(unsigned link, const frame_t *frame, unsigned size, split_way_t *way)
{
    memcpy(guarded.end - size, frame->bytes, size);
    return split_layers_read(link, guarded.end - size, size, way);
}

/* Whatever was captured: the hosts are those of the last IP header that is whole, and the ports those behind it. */
static void
check_ends(unsigned link, const frame_t *frame)
{
    for (unsigned size = 0; size <= frame->length; size++) {
        split_way_t way;
        unsigned    hosts = 0;

        read_cut(link, frame, size, &way);
        while (hosts < frame->hosts && frame->hosts_at[hosts] <= size)
            hosts++;
        g_assert_cmpint(way.has_hosts, ==, hosts > 0);
        g_assert_cmpuint(way.end[0].address[15], ==, hosts);
        g_assert_cmpuint(way.end[1].address[15], ==, hosts);
    }
}

/* The last IP header is followed by UDP. */
static void
check_ports(unsigned link, const frame_t *frame)
{
    const unsigned from = frame->ports_from[frame->hosts - 1];

    check_ends(link, frame);
    for (unsigned size = frame->hosts_at[frame->hosts - 1]; size <= frame->length; size++) {
        split_way_t way;

        read_cut(link, frame, size, &way);
        g_assert_cmpint(way.has_ports, ==, size >= from + 4);
        g_assert_cmpuint(way.end[0].port, ==, size >= from + 4 ? 7 : 0);
        g_assert_cmpint(way.payload != NULL, ==, size >= from + 8);
        g_assert_cmpuint(way.size, ==, size >= from + 8 ? size - from - 8 : 0);
    }
}

/* Only Wireshark can take apart what is behind so many bytes: so it is left to it as soon as they are there. */
static void
check_unknown(unsigned link, const frame_t *frame)
{
    split_way_t way;

    for (unsigned size = 0; size <= frame->length; size++)
        g_assert_cmpint(read_cut(link, frame, size, &way), ==, size < frame->length);
}

static void
put_payload(frame_t *frame)
{
    put_udp(frame, 9);
    put(frame, 5);
}

/* ---- Below IP ---- */

static const struct {
    unsigned link, size;
    int      type_at;       /* negative: it has no type */
} links[] = {
    { NULL_LINK, 4, -1 }, { ETHERNET, 14, 12 }, { RAW_BSD, 0, -1 }, { RAW, 0, -1 }, { LOOP, 4, -1 }, { COOKED, 16, 14 },
    { RAW_4, 0, -1 }, { RAW_6, 0, -1 }, { COOKED_2, 20, 0 },
};

static void
put_link(frame_t *frame, size_t i, unsigned type)
{
    if (links[i].type_at >= 0)
        put_16(frame, links[i].size, (unsigned)links[i].type_at, type);
    else
        put(frame, links[i].size);
}

static void
test_links(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
        frame_t frame = { .length = 0 }, other = frame, unknown = frame;

        put_link(&frame, i, 0x0800);
        put_ip4(&frame, 20, UDP);
        put_payload(&frame);
        check_ports(links[i].link, &frame);
        put_link(&other, i, 0x86DD);
        put_ip6(&other, UDP);
        put_payload(&other);
        check_ports(links[i].link, &other);
        put_link(&unknown, i, UNKNOWN);
        if (links[i].type_at >= 0)
            check_unknown(links[i].link, &unknown);
    }
}

static void
test_vlan_and_pppoe(void)
{
    frame_t vlan = { .length = 0 }, pppoe = vlan, unknown = vlan, strange = vlan;

    put_16(&vlan, 14, 12, 0x8100);
    put_16(&vlan, 4, 2, 0x0800);
    put_ip4(&vlan, 24, UDP);
    put_payload(&vlan);
    check_ports(ETHERNET, &vlan);
    put_16(&unknown, 14, 12, 0x8100);
    put_16(&unknown, 4, 2, UNKNOWN);
    check_unknown(ETHERNET, &unknown);
    put_16(&pppoe, 14, 12, 0x8864);
    put_16(&pppoe, 8, 6, 0x0021);
    put_ip4(&pppoe, 60, UDP);
    put_payload(&pppoe);
    check_ports(ETHERNET, &pppoe);
    put_16(&strange, 14, 12, 0x8864);
    put_16(&strange, 8, 6, 0x0001);
    check_unknown(ETHERNET, &strange);
}

/* IEEE 802.3 has a length instead of a type; then 0xAA says that a type follows. */
static void
test_lengths_for_types(void)
{
    for (unsigned type = 0x05FF; type <= 0x0600; type++)
        for (unsigned first = 0xA9; first <= 0xAB; first++) {
            frame_t     frame = { .length = 0 };
            split_way_t way;

            put_16(&frame, 14, 12, type);
            *put(&frame, 1) = (uint8_t)first;
            g_assert_cmpint(read_cut(ETHERNET, &frame, 14, &way), ==, type < 0x0600);
            g_assert_cmpint(read_cut(ETHERNET, &frame, 15, &way), ==, type < 0x0600 && first != 0xAA);
        }
}

/* Up to sixteen layers are taken apart; the last one has IP, or ARP, which is no layer. */
static void
test_many_layers(void)
{
    for (unsigned count = 13; count <= 16; count++) {
        frame_t     frame = { .length = 0 }, arp;
        split_way_t way;

        put_16(&frame, 14, 12, 0x8100);
        for (unsigned i = 1; i < count; i++)
            put_16(&frame, 4, 2, 0x8100);
        arp = frame;
        put_16(&arp, 4, 2, 0x0806);
        g_assert_cmpint(read_cut(ETHERNET, &arp, arp.length, &way), ==, count + 1 <= 16);
        put_16(&frame, 4, 2, 0x0800);
        put_ip4(&frame, 20, UDP);
        put_payload(&frame);
        g_assert_cmpint(read_cut(ETHERNET, &frame, frame.length, &way), ==, count + 2 <= 16);
        g_assert_cmpint(way.has_ports, ==, count + 2 <= 16);
    }
}

/* ---- IP ---- */

static void
test_what_ip_carries(void)
{
    for (unsigned is_6 = 0; is_6 <= 1; is_6++) {
        frame_t unknown = { .length = 0 }, tcp = unknown;

        if (is_6)
            put_ip6(&unknown, NOTHING_KNOWN);
        else
            put_ip4(&unknown, 20, NOTHING_KNOWN);
        check_unknown(RAW, &unknown);
        if (is_6)
            put_ip6(&tcp, TCP);
        else
            put_ip4(&tcp, 20, TCP);
        put_16(&tcp, 20, 0, 7);
        check_ends(RAW, &tcp);
    }
}

/* Hop by hop, destination, authentication (RFC 8200, 4; RFC 4302, 2.2), and how many there may be. */
static void
test_extensions(void)
{
    frame_t     frame = { .length = 0 }, last = frame;
    split_way_t way;

    put_ip6(&frame, 0);
    put_extension(&frame, 60, 0, 8);
    put_extension(&frame, 51, 1, 16);
    put_extension(&frame, UDP, 1, 12);
    put_payload(&frame);
    check_ports(RAW, &frame);
    put_ip6(&last, 60);
    put_extension(&last, UDP, 0, 8);
    for (unsigned size = 40; size <= 48; size++)        /* what follows one that was cut, only Wireshark could tell */
        g_assert_cmpint(read_cut(RAW, &last, size, &way), ==, size == 48);
    for (unsigned count = 15; count <= 17; count++) {
        frame_t many = { .length = 0 };

        put_ip6(&many, 60);
        for (unsigned i = 0; i < count; i++)
            put_extension(&many, i + 1 < count ? 60 : UDP, 0, 8);
        put_payload(&many);
        g_assert_cmpint(read_cut(RAW, &many, many.length, &way), ==, count <= 16);
        g_assert_cmpint(way.has_ports, ==, count <= 16);
    }
}

/* RFC 791, 3.1 and RFC 8200, 4.5: the place of a fragment in units of eight bytes, and whether more follow. */
static void
put_fragment(frame_t *frame, gboolean is_6, uint8_t protocol, unsigned place, unsigned more)
{
    const unsigned word = is_6 ? place << 3 | more : more << 13 | place;
    uint8_t       *head = frame->bytes + frame->length;

    if (is_6) {
        put_ip6(frame, 44);
        head = put(frame, 8);
        head[0] = protocol;
        head[2] = (uint8_t)(word >> 8);
        head[3] = (uint8_t)word;
    } else {
        put_ip4(frame, 20, protocol);
        head[6] = (uint8_t)(word >> 8);
        head[7] = (uint8_t)word;
    }
}

/* Only the first one has ports, and what would have to be taken out of them is left to Wireshark. */
static void
test_fragments(void)
{
    static const struct {
        uint8_t  protocol;
        gboolean is_read, has_ports;
    } carried[] = {
        { UDP, TRUE, TRUE }, { TCP, TRUE, TRUE }, { 132, TRUE, TRUE }, { ICMP, TRUE, FALSE }, { ICMP_6, TRUE, FALSE },
        { 2, TRUE, FALSE }, { 89, TRUE, FALSE }, { GRE, FALSE, FALSE }, { 4, FALSE, FALSE }, { 41, FALSE, FALSE },
        { NOTHING_KNOWN, FALSE, FALSE },
    };
    static const struct {
        unsigned place, more;
    } places[] = { { 0, 1 }, { 1, 1 }, { 0x1FFF, 0 }, { 7, 0 } };

    for (size_t i = 0; i < G_N_ELEMENTS(carried) * G_N_ELEMENTS(places) * 2; i++) {
        const size_t kind = i / 2 % G_N_ELEMENTS(carried), at = i / 2 / G_N_ELEMENTS(carried);
        frame_t      frame = { .length = 0 };
        split_way_t  way;

        put_fragment(&frame, i % 2, carried[kind].protocol, places[at].place, places[at].more);
        put_payload(&frame);
        g_assert_cmpint(read_cut(RAW, &frame, frame.length, &way), ==, carried[kind].is_read);
        g_assert_true(way.is_fragment);
        g_assert_cmpint(way.has_ports, ==, carried[kind].has_ports && places[at].place == 0);
    }
}

/* With a place of zero, and none behind it, it is whole in IPv4; IPv6 has a header that says that it is one. */
static void
test_what_is_no_fragment(void)
{
    for (unsigned is_6 = 0; is_6 <= 1; is_6++) {
        frame_t     frame = { .length = 0 };
        split_way_t way;

        put_fragment(&frame, is_6, UDP, 0, 0);
        put_payload(&frame);
        g_assert_true(read_cut(RAW, &frame, frame.length, &way));
        g_assert_cmpint(way.is_fragment, ==, is_6);
        g_assert_true(way.has_ports);
    }
}

/* Each kind by itself: units of eight bytes behind the first eight, or of four behind eight (authentication); in a
 * fragment the byte is not used (RFC 8200, 4.5). */
static void
test_each_extension(void)
{
    static const struct {
        uint8_t  kind;
        unsigned unit;
    } kinds[] = { { 0, 8 }, { 43, 8 }, { 44, 0 }, { 51, 4 }, { 60, 8 } };

    for (size_t i = 0; i < G_N_ELEMENTS(kinds) * 3; i++) {
        const uint8_t units = (uint8_t)(i / G_N_ELEMENTS(kinds));
        const size_t  kind = i % G_N_ELEMENTS(kinds);
        frame_t       frame = { .length = 0 };

        put_ip6(&frame, kinds[kind].kind);
        put_extension(&frame, UDP, units, 8 + units * kinds[kind].unit);
        put_payload(&frame);
        check_ports(RAW, &frame);
    }
}

/* RFC 791, 3.1: a header has five words at least. */
static void
test_a_short_header_is_none(void)
{
    for (unsigned words = 0; words <= 5; words++) {
        frame_t     frame = { .length = 0 };
        split_way_t way;

        put_ip4(&frame, 20, UDP);
        put_payload(&frame);
        frame.bytes[0] = (uint8_t)(0x40 | words);
        g_assert_true(read_cut(RAW, &frame, frame.length, &way));
        g_assert_cmpint(way.has_hosts, ==, words == 5);
    }
}

/* ---- What is in a packet ---- */

static void
check_inner(frame_t outer)
{
    frame_t inner = outer, other = outer;

    put_ip4(&inner, 20, UDP);
    put_payload(&inner);
    check_ports(RAW, &inner);
    put_ip6(&other, UDP);
    put_payload(&other);
    check_ends(RAW, &other);
}

/* Messages about a packet quote it behind eight bytes. */
static void
test_quoted(void)
{
    frame_t icmp = { .length = 0 }, icmp6 = icmp;

    put_ip4(&icmp, 20, ICMP);
    *put(&icmp, 8) = 3;
    check_inner(icmp);
    put_ip6(&icmp6, ICMP_6);
    *put(&icmp6, 8) = 1;
    check_inner(icmp6);
    for (unsigned type = 0; type <= 129; type++)
        for (unsigned is_6 = 0; is_6 <= 1; is_6++) {
            frame_t     frame = { .length = 0 };
            split_way_t way;

            if (is_6)
                put_ip6(&frame, ICMP_6);
            else
                put_ip4(&frame, 20, ICMP);
            *put(&frame, 8) = (uint8_t)type;
            put_ip4(&frame, 20, UDP);
            put_payload(&frame);
            g_assert_true(read_cut(RAW, &frame, frame.length, &way));
            g_assert_cmpint(way.has_ports, ==, is_6 ? type >= 1 && type <= 4 :
                                               (type >= 3 && type <= 5) || type == 11 || type == 12);
        }
}

/* What PPPoE carries (RFC 1661, 2; RFC 1332, RFC 5072): IP, and from 0xC000 on what only the ends of the link need. */
static void
test_what_ppp_carries(void)
{
    static const struct {
        unsigned protocol;
        gboolean is_read, has_ports;
    } carried[] = {
        { 0x0021, TRUE, TRUE }, { 0x0057, TRUE, TRUE }, { 0x0020, FALSE, FALSE }, { 0x0022, FALSE, FALSE },
        { 0x0056, FALSE, FALSE }, { 0x0058, FALSE, FALSE }, { 0xBFFF, FALSE, FALSE },
        { 0xC000, TRUE, FALSE }, { 0xC021, TRUE, FALSE },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(carried); i++) {
        frame_t     frame = { .length = 0 };
        split_way_t way;

        put_16(&frame, 14, 12, 0x8864);
        put_16(&frame, 8, 6, carried[i].protocol);
        put_ip4(&frame, 20, UDP);
        put_payload(&frame);
        g_assert_cmpint(read_cut(ETHERNET, &frame, frame.length, &way), ==, carried[i].is_read);
        g_assert_cmpint(way.has_ports, ==, carried[i].has_ports);
    }
}

static void
test_tunnels(void)
{
    static const struct {
        unsigned port, begin, size;
        int      type_at;
        unsigned type;
    } tunnels[] = {
        { 4789, 0x0800, 8 + 14, 20, 0x0800 },
        { 6081, 0x0000, 8, 2, 0x0800 }, { 6081, 0x0100, 12, 2, 0x0800 },
    };
    static const struct {
        unsigned flags, size;
    } gre[] = { { 0, 4 }, { 0x8000, 8 }, { 0xA000, 12 }, { 0xB000, 16 } };

    for (size_t i = 0; i < G_N_ELEMENTS(tunnels); i++) {
        frame_t  frame = { .length = 0 };
        uint8_t *head;

        put_ip4(&frame, 20, UDP);
        put_udp(&frame, tunnels[i].port);
        head = put(&frame, tunnels[i].size);
        head[0] = (uint8_t)(tunnels[i].begin >> 8);
        head[tunnels[i].type_at] = (uint8_t)(tunnels[i].type >> 8);
        check_inner(frame);
        head[tunnels[i].type_at] = 0x12;
        check_unknown(RAW, &frame);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(gre); i++) {
        frame_t  frame = { .length = 0 };
        uint8_t *head;

        put_ip4(&frame, 20, GRE);
        head = put(&frame, gre[i].size);
        head[0] = (uint8_t)(gre[i].flags >> 8);
        head[2] = 8;
        check_inner(frame);
        head[2] = 0x12;
        check_unknown(RAW, &frame);
    }
}

/* Tunnels that only Wireshark can take apart are known by their first bytes, of which there must be eight. */
static void
test_other_tunnels(void)
{
    static const struct {
        unsigned port, begin;
    } tunnels[] = {
        { 1701, 0x0002 }, { 2152, 0x30FF }, { 3544, 0x6000 }, { 4790, 0x0C00 }, { 37008, 0x0100 },
        /* All bits that a header may have besides: RFC 2661, 3.1; TS 29.281, 5.1; RFC 8200, 3. */
        { 1701, 0x7FF2 }, { 2152, 0x3FFF }, { 3544, 0x6FFF }, { 4790, 0xFFFF }, { 37008, 0x01FF },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(tunnels); i++) {
        frame_t frame = { .length = 0 };

        put_ip4(&frame, 20, UDP);
        put_udp(&frame, tunnels[i].port);
        put_16(&frame, 8, 0, tunnels[i].begin);
        check_unknown(RAW, &frame);
    }
}

/* RFC 2784, 2.1: with routing, or of another version, it is left to Wireshark. */
static void
test_unknown_gre(void)
{
    static const unsigned flags[] = { 0x4000, 0x0800, 0x0001, 0x0007 };

    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++) {
        frame_t frame = { .length = 0 };

        put_ip4(&frame, 20, GRE);
        put_16(&frame, 4, 0, flags[i]);
        frame.bytes[frame.length - 2] = 8;
        check_unknown(RAW, &frame);
    }
}

/* Either port tells a tunnel; a fragment of one is left to Wireshark. */
static void
test_ports_of_tunnels(void)
{
    for (unsigned i = 0; i < 6; i++) {
        static const unsigned ports[] = { 4789, 1701, 9 };
        const unsigned        port = ports[i % 3];
        frame_t               frame = { .length = 0 };
        uint8_t              *head;
        split_way_t           way;

        if (i < 3)
            put_ip4(&frame, 20, UDP);
        else
            put_fragment(&frame, FALSE, UDP, 0, 1);
        head = put(&frame, 8);
        head[0] = (uint8_t)(port >> 8);
        head[1] = (uint8_t)port;
        head[3] = 9;
        put_16(&frame, 8, 0, port == 1701 ? 0x0002 : 0x0800);
        put_16(&frame, 14, 12, 0x0806);
        g_assert_cmpint(read_cut(RAW, &frame, frame.length, &way), ==, port == 9 || (port == 4789 && i < 3));
        g_assert_cmpint(way.is_fragment, ==, i >= 3);
    }
}

/* ---- The id of a client ---- */

/* A header with a time, perhaps a checksum (docs/wire/enet.md, 2), and behind other commands a CONNECT, whose last four
 * bytes are the id. */
static void
test_callers(void)
{
    static const uint8_t header[4] = { 0x8F, 0xFF }, checksum[4] = { 9, 9, 9, 9 }, ping[4] = { 0x85, 0xFF },
                         reliable[9] = { 0x86, [5] = 3 }, connect[48] = { 0x82, 0xFF, [46] = 1, [47] = 2 };

    for (unsigned has_checksum = 0; has_checksum <= 1; has_checksum++) {
        frame_t datagram = { .length = 0 };
        guint32 id;

        memcpy(put(&datagram, sizeof header), header, sizeof header);
        if (has_checksum)
            memcpy(put(&datagram, sizeof checksum), checksum, sizeof checksum);
        memcpy(put(&datagram, sizeof ping), ping, sizeof ping);
        memcpy(put(&datagram, sizeof reliable), reliable, sizeof reliable);
        memcpy(put(&datagram, sizeof connect), connect, sizeof connect);
        for (unsigned size = 0; size <= datagram.length; size++) {
            memcpy(guarded.end - size, datagram.bytes, size);
            g_assert_cmpint(split_caller_read(guarded.end - size, size, &id), ==, size == datagram.length);
        }
        g_assert_cmpuint(id, ==, 0x102);
        (guarded.end - datagram.length)[1] = 0xFE;      /* a peer that has an id has connected already */
        g_assert_false(split_caller_read(guarded.end - datagram.length, datagram.length, &id));
    }
}

int
main(int argc, char **argv)
{
    int failed;

    g_test_init(&argc, &argv, NULL);
    guarded = guarded_new(ROOM);
    g_test_add_func("/links", test_links);
    g_test_add_func("/vlan-and-pppoe", test_vlan_and_pppoe);
    g_test_add_func("/lengths-for-types", test_lengths_for_types);
    g_test_add_func("/many-layers", test_many_layers);
    g_test_add_func("/what-ip-carries", test_what_ip_carries);
    g_test_add_func("/extensions", test_extensions);
    g_test_add_func("/fragments", test_fragments);
    g_test_add_func("/no-fragment", test_what_is_no_fragment);
    g_test_add_func("/each-extension", test_each_extension);
    g_test_add_func("/short-header", test_a_short_header_is_none);
    g_test_add_func("/quoted", test_quoted);
    g_test_add_func("/ppp", test_what_ppp_carries);
    g_test_add_func("/ports-of-tunnels", test_ports_of_tunnels);
    g_test_add_func("/tunnels", test_tunnels);
    g_test_add_func("/other-tunnels", test_other_tunnels);
    g_test_add_func("/unknown-gre", test_unknown_gre);
    g_test_add_func("/callers", test_callers);
    failed = g_test_run();
    guarded_free(&guarded);
    return failed;
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
