/* test-godot-layers.c
 * Are the headers below a datagram found, whatever their sizes are (RFC 791, RFC 8200, RFC 768)?
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

#include "statistics/layers.h"

#define SEARCHED    256     /* bytes in which a UDP header is looked for */

typedef struct {
    uint8_t  bytes[1024];
    unsigned length;
} made_t;

static void
put_16(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
}

/* Makes a frame of so many bytes before IP, an IP header of this size, a UDP header and its payload. */
static made_t
made(unsigned link, unsigned ip, bool is_6, unsigned payload)
{
    made_t   frame = { .length = link + ip + 8 + payload };
    uint8_t *at = frame.bytes + link;

    memset(frame.bytes, 0xAA, frame.length);
    at[0] = (uint8_t)(is_6 ? 0x60 : 0x40 | ip / 4);
    if (is_6) {
        put_16(at + 4, ip - 40 + 8 + payload);
    } else {
        put_16(at + 2, ip + 8 + payload);
        at[9] = 17;
    }
    at += ip;
    put_16(at, 1111);
    put_16(at + 2, 2222);
    put_16(at + 4, 8 + payload);
    return frame;
}

/* DTLS with so many bytes of something is in the frame, of which so many bytes were captured. */
static statistics_layers_t
layers_of(const made_t *frame, unsigned captured, uint32_t something)
{
    frame_data          data = { .pkt_len = frame->length };
    packet_info         pinfo = { .fd = &data, .srcport = 1111, .destport = 2222 };
    tvbuff_t           *tvb = tvb_new_real_data(frame->bytes, captured, (int)frame->length);
    statistics_layers_t layers = statistics_layers_of_dtls(something, &pinfo, tvb);

    tvb_free(tvb);
    return layers;
}

static void
check(unsigned link, unsigned ip, bool is_6, unsigned payload, uint32_t something, bool found)
{
    const made_t              frame = made(link, ip, is_6, payload);
    const statistics_layers_t layers = layers_of(&frame, frame.length, something);

    if (found) {
        g_assert_cmpuint(layers.link, ==, link);
        g_assert_cmpuint(layers.ip, ==, ip);
        g_assert_cmpuint(layers.udp, ==, 8);
        g_assert_cmpuint(layers.dtls, ==, payload - something);
        g_assert_cmpuint(layers.other, ==, 0);
    } else {
        g_assert_cmpuint(layers.other, ==, frame.length - something);
        g_assert_cmpuint(layers.ip + layers.udp + layers.dtls, ==, 0);
    }
    g_assert_cmpuint(layers.payload, ==, something);
}

/* IPv4 has 20 to 60 bytes in steps of 4, IPv6 40 and more in steps of 8. Nothing has to be before it. */
static void
test_sizes(void)
{
    static const unsigned links[] = { 0, 1, 14, 18 };

    for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
        for (unsigned ip = 20; ip <= 60; ip += 4)
            check(links[i], ip, false, 30, 17, true);
        for (unsigned ip = 40; ip <= 88; ip += 8)
            check(links[i], ip, true, 30, 17, true);
        check(links[i], 44, true, 30, 17, false);
        check(links[i], 16, false, 30, 17, false);
    }
}

/* The payload is at most what UDP has, and may be all or nothing of it. */
static void
test_payloads(void)
{
    check(14, 20, false, 30, 0, true);
    check(14, 20, false, 30, 30, true);
    check(14, 20, false, 30, 31, false);
    check(14, 20, false, 0, 0, true);
}

/* A header is looked for in the first bytes of a frame. */
static void
test_places(void)
{
    check(SEARCHED - 8 - 20, 20, false, 30, 17, true);
    check(SEARCHED - 8 - 20 + 1, 20, false, 30, 17, false);
}

/* Lengths that do not agree, and another protocol, are no headers. */
static void
test_what_does_not_agree(void)
{
    static const struct {
        unsigned at;
        uint8_t  value;
    } changes[] = {
        { 0, 0x35 }, { 0, 0x46 }, { 3, 57 }, { 3, 59 }, { 9, 6 }, { 20 + 5, 7 }, { 20 + 5, 37 }, { 20 + 5, 39 }
    };

    for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
        made_t frame = made(0, 20, false, 30);

        frame.bytes[changes[i].at] = changes[i].value;
        g_assert_cmpuint(layers_of(&frame, frame.length, 17).other, ==, frame.length - 17);
    }
    for (unsigned at = 4; at <= 5; at++) {
        made_t frame = made(0, 40, true, 30);

        frame.bytes[at]++;
        g_assert_cmpuint(layers_of(&frame, frame.length, 17).other, ==, frame.length - 17);
    }
}

/* What only looks like a header, behind the beginning of the real one, is none. */
static void
test_decoys(void)
{
    static const struct {
        bool     is_6;
        uint8_t  first;
        unsigned length;
        uint8_t  protocol;      /* IPv4 */
    } decoys[] = {
        { false, 0x46, 58, 17 }, { false, 0x45, 57, 17 }, { false, 0x45, 58, 6 },
        { true, 0x60, 37, 0 }, { true, 0x40, 38, 0 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(decoys); i++) {
        const unsigned ip = decoys[i].is_6 ? 48 : 28;
        made_t         frame = made(14, ip, decoys[i].is_6, 30);
        uint8_t       *decoy = frame.bytes + 14 + 8;

        decoy[0] = decoys[i].first;
        put_16(decoy + (decoys[i].is_6 ? 4 : 2), decoys[i].length);
        if (!decoys[i].is_6)
            decoy[9] = decoys[i].protocol;
        g_test_message("decoy %zu", i);
        g_assert_cmpuint(layers_of(&frame, frame.length, 17).ip, ==, ip);
    }
}

/* Neither is a datagram between other ports, such as one in which a tunnel carries the real one. */
static void
test_other_ports(void)
{
    static const unsigned ports[][2] = { { 1111, 9999 }, { 9999, 2222 }, { 9999, 9999 }, { 2222, 1111 } };

    for (size_t i = 0; i < G_N_ELEMENTS(ports); i++) {
        const made_t other = made(0, 20, false, 20);
        made_t       frame = made(40, 20, false, 30);

        memcpy(frame.bytes, other.bytes, 20 + 8);
        put_16(frame.bytes + 20, ports[i][0]);
        put_16(frame.bytes + 22, ports[i][1]);
        g_test_message("ports %zu", i);
        g_assert_cmpuint(layers_of(&frame, frame.length, 17).link, ==, 40);
    }
}

/* More than the frame has cannot be in it: Wireshark put the rest together from other frames. */
static void
test_more_than_the_frame(void)
{
    const made_t              frame = made(14, 20, false, 30);
    const statistics_layers_t layers = layers_of(&frame, frame.length, 5000);

    g_assert_cmpuint(layers.payload, ==, frame.length);
    g_assert_cmpuint(layers.link + layers.ip + layers.udp + layers.dtls + layers.other, ==, 0);
}

/* UDP has its own header at least. */
static void
test_short_datagrams(void)
{
    for (unsigned length = 0; length <= 8; length++) {
        made_t frame = made(14, 20, false, 0);

        put_16(frame.bytes + 14 + 2, 20 + length);
        put_16(frame.bytes + 14 + 20 + 4, length);
        g_assert_cmpuint(layers_of(&frame, frame.length, 0).ip, ==, length == 8 ? 20 : 0);
        g_assert_cmpuint(layers_of(&frame, frame.length, 0).other, ==, length == 8 ? 0 : frame.length);
    }
}

/* The same of a datagram of ENet, whose place in the frame is known. */
static void
test_datagrams(void)
{
    static const struct {
        unsigned link, ip, behind, cut;     /* bytes of the frame that follow IP, or are missing */
        bool     found;
    } cases[] = {
        { 14, 20, 0, 0, true }, { 0, 20, 0, 0, true }, { 14, 60, 6, 0, true }, { 0, 60, 0, 0, true },
        { 14, 16, 0, 0, false }, { 14, 20, 0, 1, false },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const made_t frame = made(cases[i].link, cases[i].ip, false, 30);
        const int    headers = (int)(cases[i].link + cases[i].ip + 8);
        unsigned     length = frame.length + cases[i].behind;
        frame_data   data = { .pkt_len = length - cases[i].cut };
        packet_info  pinfo = { .fd = &data };
        tvbuff_t    *tvb = tvb_new_real_data(frame.bytes, length, (int)length);
        enet_record_t record = { .tvb = tvb_new_subset_length(tvb, headers, 30) };
        wmem_list_t *list = wmem_list_new(NULL);

        wmem_list_append(list, &record);
        const statistics_layers_t layers = statistics_layers(list, &pinfo, tvb);
        g_test_message("case %zu", i);
        g_assert_cmpuint(layers.ip, ==, cases[i].found ? cases[i].ip : 0);
        g_assert_cmpuint(layers.payload, ==, 30);
        g_assert_cmpuint(layers.link, ==, cases[i].found ? cases[i].link + cases[i].behind : 0);
        g_assert_cmpuint(layers.other, ==, cases[i].found ? 0 : data.pkt_len - 30);
        record.tvb = tvb;       /* without anything before it */
        g_assert_cmpuint(statistics_layers(list, &pinfo, tvb).ip, ==, 0);
        wmem_destroy_list(list);
        tvb_free_chain(tvb);
    }
}

/* A frame may be cut anywhere; the UDP header must be there. UDP may not be longer than the frame. */
static void
test_cuts(void)
{
    made_t frame = made(14, 20, false, 30);

    for (unsigned captured = 0; captured <= frame.length; captured++)
        g_assert_cmpuint(layers_of(&frame, captured, 17).ip, ==, captured >= 14 + 20 + 8 ? 20 : 0);
    frame.length--;
    g_assert_cmpuint(layers_of(&frame, frame.length, 17).ip, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sizes", test_sizes);
    g_test_add_func("/payloads", test_payloads);
    g_test_add_func("/places", test_places);
    g_test_add_func("/what-does-not-agree", test_what_does_not_agree);
    g_test_add_func("/decoys", test_decoys);
    g_test_add_func("/other-ports", test_other_ports);
    g_test_add_func("/more-than-the-frame", test_more_than_the_frame);
    g_test_add_func("/short-datagrams", test_short_datagrams);
    g_test_add_func("/datagrams", test_datagrams);
    g_test_add_func("/cuts", test_cuts);
    return g_test_run();
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
