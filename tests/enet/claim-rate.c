/* claim-rate.c
 * How many datagrams of random bytes, and of mutated ENet, would the heuristic claim?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later

 *
 * claim-rate COUNT [CAPTURE...]
 *
 * Prints how many of COUNT random datagrams are claimed, of COUNT that begin like ENet's to
 * slot 0 and like RTP's with the first payload type, and of COUNT mutations of the ENet
 * datagrams in the captures (as tools/record writes them). Fails if more than one in a
 * million random ones is. The same numbers in every run.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "enet/heuristic.h"

#define MAX_LENGTH      4096
#define RANDOM_LENGTH   600         /* longest random datagram */
#define UDP_OFFSET      (14 + 20)   /* Ethernet, IPv4 without options */
#define EPB             6           /* pcapng's block of one packet */

/* xorshift64: fast, and the same everywhere. */
static uint64_t state = 88172645463325252ULL;

static uint32_t
any(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) % below);
}

static void
fill(uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        data[i] = (uint8_t)any(256);
}

/* Collects the UDP payloads of a capture that are ENet by themselves. */
static void
read_capture(const char *file, GPtrArray *datagrams)
{
    char  *text;
    gsize  size;
    uint32_t head[7];

    if (!g_file_get_contents(file, &text, &size, NULL)) {
        fprintf(stderr, "claim-rate: cannot read %s\n", file);
        exit(2);
    }
    for (gsize at = 0; at + sizeof head <= size; at += head[1]) {
        memcpy(head, text + at, sizeof head);
        if (head[1] < 12 || head[1] > size - at)
            break;
        if (head[0] != EPB || head[5] <= UDP_OFFSET + 8 || head[5] > head[1] - sizeof head)
            continue;
        GBytes *datagram = g_bytes_new(text + at + sizeof head + UDP_OFFSET + 8, head[5] - UDP_OFFSET - 8);
        if (enet_datagram_is_proof((const uint8_t *)g_bytes_get_data(datagram, NULL), g_bytes_get_size(datagram)))
            g_ptr_array_add(datagrams, datagram);
        else
            g_bytes_unref(datagram);
    }
    g_free(text);
}

/* Changes the data a little; returns the new length. */
static size_t
mutate(uint8_t *data, size_t length)
{
    size_t at = any((uint32_t)length);

    switch (any(5)) {
    case 0:
        data[at] = (uint8_t)any(256);
        break;
    case 1:
        data[at] ^= (uint8_t)(1 << any(8));
        break;
    case 2:
        memmove(data + at, data + at + 1, length - at - 1);
        return MAX(length - 1, 1);
    case 3:
        if (length == MAX_LENGTH)
            break;
        memmove(data + at + 1, data + at, length - at);
        data[at] = (uint8_t)any(256);
        return length + 1;
    default:
        return MAX(at, 1);
    }
    return length;
}

static unsigned long
claimed_of_random(unsigned long count, bool like_enet)
{
    uint8_t       data[RANDOM_LENGTH];
    unsigned long claimed = 0;

    for (unsigned long i = 0; i < count; i++) {
        size_t length = 6 + any(RANDOM_LENGTH - 6);
        fill(data, length);
        if (like_enet) {
            data[0] &= 0x80;
            data[1] = 0;
        }
        claimed += enet_datagram_is_proof(data, length);
    }
    return claimed;
}

static unsigned long
claimed_of_mutated(unsigned long count, const GPtrArray *datagrams)
{
    uint8_t       data[MAX_LENGTH];
    unsigned long claimed = 0;

    for (unsigned long i = 0; i < count; i++) {
        gsize size;
        const void *original = g_bytes_get_data((GBytes *)datagrams->pdata[any(datagrams->len)], &size);
        size_t length = MIN(size, MAX_LENGTH);

        memcpy(data, original, length);
        for (uint32_t n = 1 + any(4); n > 0; n--)
            length = mutate(data, length);
        claimed += enet_datagram_is_proof(data, length);
    }
    return claimed;
}

static void
report(const char *what, unsigned long claimed, unsigned long count)
{
    printf("%s: %lu of %lu claimed (%.2g)\n", what, claimed, count, (double)claimed / (double)count);
}

int
main(int argc, char **argv)
{
    GPtrArray    *datagrams = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, claimed;

    if (count == 0) {
        fprintf(stderr, "usage: claim-rate COUNT [CAPTURE...]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        read_capture(argv[i], datagrams);
    claimed = claimed_of_random(count, false);
    report("random bytes", claimed, count);
    report("random bytes behind 0000 or 8000", claimed_of_random(count, true), count);
    if (datagrams->len > 0) {
        printf("%u ENet datagrams to mutate\n", datagrams->len);
        report("mutated ENet", claimed_of_mutated(count, datagrams), count);
    }
    g_ptr_array_unref(datagrams);
    return claimed > count / 1000000;
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
