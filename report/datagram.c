/* report/datagram.c
 * What must the headers of a changed datagram say: lengths, addresses, checksums?
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
#include <zlib.h>

#include "report/datagram.h"

enum {
    IP4_SIZE = 20, IP4_LENGTH = 2, IP4_FRAGMENT = 6, IP4_CHECKSUM = 10, IP4_SOURCE = 12, IP4_ADDRESS = 4,
    IP6_SIZE = 40, IP6_LENGTH = 4, IP6_NEXT = 6, IP6_SOURCE = 8, IP6_ADDRESS = 16,
    UDP_SIZE = 8, UDP_LENGTH = 4, UDP_CHECKSUM = 6, UDP_NUMBER = 17
};

#define IP4_IS_FRAGMENT 0x3fff      /* more of them follow, or others came before */

static guint
report_datagram_get(const guint8 *bytes)
{
    return (guint)bytes[0] << 8 | bytes[1];
}

static void
report_datagram_put(guint8 *bytes, guint value)
{
    bytes[0] = (guint8)(value >> 8);
    bytes[1] = (guint8)value;
}

static gboolean
report_datagram_copy(GByteArray *to, const GByteArray *from, guint at, guint size)
{
    if (at > from->len || from->len - at < size)
        return FALSE;
    memcpy(to->data + at, from->data + at, size);
    return TRUE;
}

gboolean
report_datagram_copy_ip(report_datagram_t *datagram, const GByteArray *frame, report_disguise_t *addresses)
{
    guint8     *ip = datagram->bytes->data + datagram->ip;
    const guint source = datagram->ip6 ? IP6_SOURCE : IP4_SOURCE, size = datagram->ip6 ? IP6_ADDRESS : IP4_ADDRESS;

    if (!report_datagram_copy(datagram->bytes, frame, datagram->ip, datagram->ip6 ? IP6_SIZE : IP4_SIZE) ||
        (datagram->ip6 ? ip[IP6_NEXT] != UDP_NUMBER : report_datagram_get(ip + IP4_FRAGMENT) & IP4_IS_FRAGMENT))
        return FALSE;
    report_disguise_address(addresses, ip + source, size);
    report_disguise_address(addresses, ip + source + size, size);       /* the target stands behind the source */
    return TRUE;
}

gboolean
report_datagram_copy_udp(report_datagram_t *datagram, const GByteArray *frame)
{
    return report_datagram_copy(datagram->bytes, frame, datagram->udp, UDP_SIZE);
}

void
report_datagram_resize(report_datagram_t *datagram, guint from, guint size)
{
    guint8 *ip, *udp;
    guint   length;

    g_byte_array_set_size(datagram->bytes, from + size);
    memset(datagram->bytes->data + from, 0, size);
    ip = datagram->bytes->data + datagram->ip;
    udp = datagram->bytes->data + datagram->udp;
    length = datagram->bytes->len - datagram->udp;
    report_datagram_put(udp + UDP_LENGTH, length);
    if (datagram->ip6)
        report_datagram_put(ip + IP6_LENGTH, length);
    else
        report_datagram_put(ip + IP4_LENGTH, datagram->bytes->len - datagram->ip);
}

void
report_datagram_write_crc(report_datagram_t *datagram, guint at, const guint8 *key, gboolean wrong)
{
    static const guint8 no_key[4];
    guint8             *bytes = datagram->bytes->data;
    const guint         begin = datagram->udp + UDP_SIZE;
    const guint         end = datagram->udp + report_datagram_get(bytes + datagram->udp + UDP_LENGTH);
    uLong               crc = 0;

    if (at < begin || at + 4 > end || end > datagram->bytes->len)
        return;
    crc = crc32(crc, bytes + begin, at - begin);
    crc = crc32(crc, key ? key : no_key, sizeof no_key);
    crc = crc32(crc, bytes + at + 4, end - at - 4) ^ wrong;
    report_datagram_put(bytes + at, (guint)(crc >> 16));
    report_datagram_put(bytes + at + 2, (guint)crc);
}

static guint64
report_datagram_sum(guint64 sum, const guint8 *bytes, guint size)
{
    for (guint i = 0; i < size; i++)
        sum += (guint)bytes[i] << (i & 1 ? 0 : 8);
    return sum;
}

/* @return the checksum of IP and UDP for a sum of words */
static guint
report_datagram_fold(guint64 sum)
{
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~(guint)sum & 0xffff;
}

void
report_datagram_write_checksums(report_datagram_t *datagram)
{
    guint8     *ip = datagram->bytes->data + datagram->ip, *udp = datagram->bytes->data + datagram->udp;
    const guint length = report_datagram_get(udp + UDP_LENGTH);
    const guint had = report_datagram_get(udp + UDP_CHECKSUM);
    guint       sum;

    if (!datagram->ip6) {
        report_datagram_put(ip + IP4_CHECKSUM, 0);
        report_datagram_put(ip + IP4_CHECKSUM, report_datagram_fold(report_datagram_sum(0, ip, IP4_SIZE)));
    }
    report_datagram_put(udp + UDP_CHECKSUM, 0);
    if (!had || length < UDP_SIZE || length > datagram->bytes->len - datagram->udp)
        return;
    sum = report_datagram_fold(report_datagram_sum(report_datagram_sum(UDP_NUMBER + length, udp, length),
                                                   ip + (datagram->ip6 ? IP6_SOURCE : IP4_SOURCE),
                                                   2 * (datagram->ip6 ? IP6_ADDRESS : IP4_ADDRESS)));
    report_datagram_put(udp + UDP_CHECKSUM, sum ? sum : 0xffff);
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
