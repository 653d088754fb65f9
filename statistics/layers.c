/* statistics/layers.c
 * How many bytes of a frame belong to the layers below ENet?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/layers.h"
#include "statistics/divided.h"

#define UDP_HEADER  8
#define IPV6_HEADER 40

/* So many bytes before a datagram are searched for its headers. */
#define FRAME_HEADERS 256

/* Tells whether an IPv4 header of this size begins here, followed by that many bytes. */
static bool
is_ipv4(tvbuff_t *frame, int offset, int size, unsigned behind)
{
    return tvb_get_uint8(frame, offset) == (0x40 | size / 4) &&
           tvb_get_ntohs(frame, offset + 2) == size + behind && tvb_get_uint8(frame, offset + 9) == 17;
}

/* Does the same for an IPv6 header with its extensions. */
static bool
is_ipv6(tvbuff_t *frame, int offset, int size, unsigned behind)
{
    return tvb_get_uint8(frame, offset) >> 4 == 6 &&
           tvb_get_ntohs(frame, offset + 4) == size - IPV6_HEADER + behind;
}

/*
 * Returns the size of the IP header that ends at the UDP header; 0: no known header does. Sizes go in steps of 4 and 8.
 */
static int
ip_header(tvbuff_t *frame, int udp, unsigned behind)
{
    for (int size = 20; size <= MIN(udp, 60); size += 4)
        if (is_ipv4(frame, udp - size, size, behind))
            return size;
    for (int size = IPV6_HEADER; size <= udp; size += 8)
        if (is_ipv6(frame, udp - size, size, behind))
            return size;
    return 0;
}

/* Sets the layers of a frame that has a payload behind an IP header of this size. Tells whether there is one. */
static bool
set_layers(packet_info *pinfo, int ip, unsigned payload, statistics_layers_t *layers)
{
    if (ip == 0)
        return false;
    *layers = (statistics_layers_t) {
        .link = pinfo->fd->pkt_len - (uint32_t)ip - UDP_HEADER - payload,
        .ip = (uint32_t)ip, .udp = UDP_HEADER, .payload = payload
    };
    return true;
}

/* Finds the headers of a datagram that is all that UDP has, if all of them are in this frame. */
static bool
find_headers(const enet_record_t *datagram, packet_info *pinfo, tvbuff_t *frame, statistics_layers_t *layers)
{
    const int start = tvb_get_ds_tvb(datagram->tvb) == tvb_get_ds_tvb(frame) ? tvb_raw_offset(datagram->tvb) : 0;
    const unsigned length = tvb_reported_length(datagram->tvb);
    const int ip = start + length <= pinfo->fd->pkt_len ? ip_header(frame, start - UDP_HEADER, UDP_HEADER + length) : 0;

    return set_layers(pinfo, ip, length, layers);
}

/* Tells whether a datagram between the packet's ends begins here that has the length that IP says. */
static bool
find_datagram(packet_info *pinfo, tvbuff_t *frame, int offset, statistics_layers_t *layers)
{
    unsigned length;
    int ip;

    if (tvb_get_ntohs(frame, offset) != pinfo->srcport || tvb_get_ntohs(frame, offset + 2) != pinfo->destport)
        return false;
    length = tvb_get_ntohs(frame, offset + 4);
    ip = length >= UDP_HEADER && offset + length <= pinfo->fd->pkt_len ? ip_header(frame, offset, length) : 0;
    return set_layers(pinfo, ip, length - UDP_HEADER, layers);
}

statistics_layers_t
statistics_layers_of_dtls(uint32_t payload, packet_info *pinfo, tvbuff_t *frame)
{
    const int end = (int)MIN(tvb_captured_length(frame), FRAME_HEADERS) - UDP_HEADER;
    const statistics_frames_t frames = statistics_divided_frames(pinfo);
    statistics_layers_t layers;

    for (int offset = 0; frames.count == 1 && offset <= end; offset++) {
        if (!find_datagram(pinfo, frame, offset, &layers) || layers.payload < payload)
            continue;
        layers.dtls = layers.payload - payload;
        layers.payload = payload;
        return layers;
    }
    payload = MIN(payload, frames.bytes);
    return (statistics_layers_t) { .payload = payload, .other = frames.bytes - payload };
}

statistics_layers_t
statistics_layers(const wmem_list_t *datagrams, packet_info *pinfo, tvbuff_t *frame)
{
    const statistics_frames_t frames = statistics_divided_frames(pinfo);
    statistics_layers_t layers = { 0 };
    uint64_t payload = 0;

    if (find_headers(wmem_list_frame_data(wmem_list_head(datagrams)), pinfo, frame, &layers))
        return layers;
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at))
        payload += tvb_reported_length(((const enet_record_t *)wmem_list_frame_data(at))->tvb);
    layers.payload = (uint32_t)MIN(payload, frames.bytes);
    layers.other = frames.bytes - layers.payload;
    return layers;
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
