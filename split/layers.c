/* split/layers.c
 * Between which ends does a frame go?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "split/layers.h"

/* The bytes from here on, and what is known so far. */
typedef struct {
    const guint8 *at;
    gsize         left;
    split_way_t  *way;
    unsigned      depth;        /* number of headers so far */
} layers_t;

/* Takes one layer apart, and goes on with the next one. @return false if only Wireshark can */
typedef gboolean (*layer_t)(layers_t *layers);

#define LAYERS_MAX 16   /* more of them are left to Wireshark */

static gboolean layer_ethertype(layers_t *layers, guint16 type);
static gboolean layer_ip(layers_t *layers);
static gboolean layer_ethernet(layers_t *layers);

static guint16
word_at(const layers_t *layers, gsize at)
{
    return (guint16)(layers->at[at] << 8 | layers->at[at + 1]);
}

/* Leaves a header behind. @return false if not all of it was captured */
static gboolean
skip(layers_t *layers, gsize size)
{
    if (layers->left < size)
        return FALSE;
    layers->at += size;
    layers->left -= size;
    return TRUE;
}

/* ---- Tunnels ---- */

/* RFC 7348 */
static gboolean
layer_vxlan(layers_t *layers)
{
    return skip(layers, 8) ? layer_ethernet(layers) : TRUE;
}

/* RFC 8926 */
static gboolean
layer_geneve(layers_t *layers)
{
    guint16 type = word_at(layers, 2);

    return skip(layers, 8 + (gsize)(layers->at[0] & 0x3F) * 4) ? layer_ethertype(layers, type) : TRUE;
}

/* RFC 2784 and 2890 */
static gboolean
layer_gre(layers_t *layers)
{
    guint16 flags, type;

    if (layers->left < 4)
        return TRUE;
    flags = word_at(layers, 0);
    type = word_at(layers, 2);
    if (flags & 0x4FFF)     /* routing, or another version */
        return FALSE;
    return skip(layers, 4 + (flags & 0x8000 ? 4 : 0) + (flags & 0x2000 ? 4 : 0) + (flags & 0x1000 ? 4 : 0))
           ? layer_ethertype(layers, type) : TRUE;
}

/* Datagrams to these ports that begin so hold packets. */
static const struct {
    guint16 port;
    guint16 mask, begin;
    layer_t layer;      /* NULL: only Wireshark can take it apart */
} tunnels[] = {
    { 4789, 0xFFFF, 0x0800, layer_vxlan },
    { 6081, 0xC03F, 0x0000, layer_geneve },
    { 1701, 0x800F, 0x0002, NULL },     /* L2TP */
    { 2152, 0xF0FF, 0x30FF, NULL },     /* GTP-U */
    { 3544, 0xF000, 0x6000, NULL },     /* Teredo */
    { 4790, 0x0C00, 0x0C00, NULL },     /* VXLAN-GPE */
    { 37008, 0xFF00, 0x0100, NULL },    /* TZSP */
};

/* Of a fragment nothing is taken out. */
static gboolean
layer_tunnel(layers_t *layers)
{
    const split_way_t *way = layers->way;

    for (gsize i = 0; i < G_N_ELEMENTS(tunnels); i++)
        if ((way->end[0].port == tunnels[i].port || way->end[1].port == tunnels[i].port) &&
            layers->left >= 8 && (word_at(layers, 0) & tunnels[i].mask) == tunnels[i].begin)
            return tunnels[i].layer && !way->is_fragment && tunnels[i].layer(layers);
    return TRUE;
}

/* ---- IP ---- */

enum { UDP_HEADER = 8, PORTS = 4 };

static gboolean
layer_ports(layers_t *layers)
{
    if (layers->left < PORTS)
        return TRUE;
    layers->way->has_ports = TRUE;
    for (gsize i = 0; i < 2; i++)
        layers->way->end[i].port = word_at(layers, 2 * i);
    return TRUE;
}

static gboolean
layer_udp(layers_t *layers)
{
    layer_ports(layers);
    if (!skip(layers, UDP_HEADER))
        return TRUE;
    layers->way->payload = layers->at;
    layers->way->size = layers->left;
    return layer_tunnel(layers);
}

/* Messages about a packet quote its beginning: RFC 792, RFC 4443. */
static gboolean
layer_icmp(layers_t *layers)
{
    static const guint8 quoting[] = { 3, 4, 5, 11, 12 };

    return layers->left && memchr(quoting, layers->at[0], sizeof quoting) && skip(layers, 8) ? layer_ip(layers) : TRUE;
}

static gboolean
layer_icmp6(layers_t *layers)
{
    return layers->left && layers->at[0] >= 1 && layers->at[0] <= 4 && skip(layers, 8) ? layer_ip(layers) : TRUE;
}

static gboolean
layer_nothing(layers_t *layers G_GNUC_UNUSED)
{
    return TRUE;
}

/* What IP carries. Others may be tunnels. */
static const struct {
    guint8  number;
    layer_t layer;
} protocols[] = {
    { 1, layer_icmp }, { 2, layer_nothing }, { 4, layer_ip }, { 6, layer_ports }, { 17, layer_udp }, { 33, layer_ports },
    { 41, layer_ip }, { 47, layer_gre }, { 58, layer_icmp6 }, { 59, layer_nothing }, { 89, layer_nothing }, { 103, layer_nothing },
    { 112, layer_nothing }, { 132, layer_ports }, { 136, layer_ports },
};

/* Of a fragment only the first one says between which ports it goes, and nothing is taken out of it. */
static gboolean
layer_protocol(layers_t *layers, guint8 number, gboolean is_first)
{
    for (gsize i = 0; i < G_N_ELEMENTS(protocols); i++)
        if (protocols[i].number == number) {
            if (layers->way->is_fragment && protocols[i].layer != layer_ports && protocols[i].layer != layer_udp)
                return protocols[i].layer == layer_nothing || protocols[i].layer == layer_icmp || protocols[i].layer == layer_icmp6;
            return is_first ? protocols[i].layer(layers) : TRUE;
        }
    return FALSE;
}

static void
begin_hosts(layers_t *layers, gsize source, gsize size)
{
    split_way_t *way = layers->way;

    memset(way, 0, sizeof *way);
    way->has_hosts = TRUE;
    for (gsize i = 0; i < 2; i++)
        memcpy(way->end[i].address + SPLIT_ADDRESS - size, layers->at + source + i * size, size);
}

static gboolean
layer_ip4(layers_t *layers)
{
    const gsize header = (gsize)(layers->at[0] & 15) * 4;
    guint16     fragment;
    guint8      protocol;

    if (header < 20 || layers->left < header)
        return TRUE;
    fragment = word_at(layers, 6) & 0x3FFF;
    protocol = layers->at[9];
    begin_hosts(layers, 12, 4);
    layers->way->is_fragment = fragment != 0;
    skip(layers, header);
    return layer_protocol(layers, protocol, (fragment & 0x1FFF) == 0);
}

/* RFC 8200, 4. */
static gboolean
layer_ip6(layers_t *layers)
{
    enum { HOP_BY_HOP = 0, ROUTING = 43, FRAGMENT = 44, AUTHENTICATION = 51, DESTINATION = 60 };
    guint8   next;
    gboolean is_first = TRUE;

    if (layers->left < 40)
        return TRUE;
    next = layers->at[6];
    begin_hosts(layers, 8, 16);
    skip(layers, 40);
    for (unsigned i = 0; i < LAYERS_MAX && layers->left >= 8; i++) {
        const guint8 kind = next;
        const gsize  length = layers->at[1];

        if (kind == FRAGMENT) {
            layers->way->is_fragment = TRUE;
            is_first = (word_at(layers, 2) & 0xFFF8) == 0;
        } else if (kind != HOP_BY_HOP && kind != ROUTING && kind != AUTHENTICATION && kind != DESTINATION) {
            break;
        }
        next = layers->at[0];
        if (!skip(layers, kind == FRAGMENT ? 8 : kind == AUTHENTICATION ? (length + 2) * 4 : (length + 1) * 8))
            return TRUE;
    }
    return layer_protocol(layers, next, is_first);
}

static gboolean
layer_ip(layers_t *layers)
{
    if (++layers->depth > LAYERS_MAX)
        return FALSE;
    if (!layers->left)
        return TRUE;
    return layers->at[0] >> 4 == 4 ? layer_ip4(layers) : layers->at[0] >> 4 == 6 ? layer_ip6(layers) : TRUE;
}

/* ---- Below IP ---- */

/* A header of this size, in which the type of what follows it is at "at". */
static gboolean
layer_typed(layers_t *layers, gsize header, gsize at)
{
    guint16 type;

    if (layers->left < header)
        return TRUE;
    type = word_at(layers, at);
    skip(layers, header);
    return layer_ethertype(layers, type);
}

static gboolean
layer_vlan(layers_t *layers)
{
    return layer_typed(layers, 4, 2);
}

/* RFC 2516 */
static gboolean
layer_pppoe(layers_t *layers)
{
    guint16 protocol;

    if (layers->left < 8)
        return TRUE;
    protocol = word_at(layers, 6);
    skip(layers, 8);
    return protocol == 0x0021 || protocol == 0x0057 ? layer_ip(layers) : protocol >= 0xC000;
}

/* What Ethernet carries. Others may be tunnels. */
static const struct {
    guint16 type;
    layer_t layer;
} ethertypes[] = {
    { 0x0800, layer_ip }, { 0x86DD, layer_ip },
    { 0x8100, layer_vlan }, { 0x88A8, layer_vlan }, { 0x9100, layer_vlan }, { 0x8864, layer_pppoe }, { 0x6558, layer_ethernet },
    { 0x0806, layer_nothing }, { 0x8035, layer_nothing }, { 0x8863, layer_nothing }, { 0x888E, layer_nothing },
    { 0x88CC, layer_nothing }, { 0x9000, layer_nothing },
};

static gboolean
layer_ethertype(layers_t *layers, guint16 type)
{
    if (++layers->depth > LAYERS_MAX)
        return FALSE;
    if (type < 0x0600)      /* a length: IEEE 802.3, where 0xAA announces an Ethertype */
        return layers->left < 1 || layers->at[0] != 0xAA;
    for (gsize i = 0; i < G_N_ELEMENTS(ethertypes); i++)
        if (ethertypes[i].type == type)
            return ethertypes[i].layer(layers);
    return FALSE;
}

static gboolean
layer_ethernet(layers_t *layers)
{
    return layer_typed(layers, 14, 12);
}

static gboolean
layer_loopback(layers_t *layers)
{
    return skip(layers, 4) ? layer_ip(layers) : TRUE;
}

/* "Any" of Linux, and the second version of it. */
static gboolean
layer_cooked(layers_t *layers)
{
    return layer_typed(layers, 16, 14);
}

static gboolean
layer_cooked2(layers_t *layers)
{
    return layer_typed(layers, 20, 0);
}

gboolean
split_layers_read(guint32 link_type, const guint8 *bytes, gsize size, split_way_t *way)
{
    static const struct {
        guint32 type;       /* https://www.tcpdump.org/linktypes.html */
        layer_t layer;
    } links[] = {
        { 0, layer_loopback }, { 1, layer_ethernet }, { 12, layer_ip }, { 101, layer_ip }, { 108, layer_loopback },
        { 113, layer_cooked }, { 228, layer_ip }, { 229, layer_ip }, { 276, layer_cooked2 },
    };
    layers_t layers = { bytes, size, way, 0 };

    memset(way, 0, sizeof *way);
    for (gsize i = 0; i < G_N_ELEMENTS(links); i++)
        if (links[i].type == link_type)
            return links[i].layer(&layers);
    return FALSE;
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
