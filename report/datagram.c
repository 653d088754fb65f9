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
    UDP_SIZE = 8, UDP_LENGTH = 4, UDP_CHECKSUM = 6, UDP_NUMBER = 17,
    TCP_SIZE = 20, TCP_OFFSET = 12, TCP_CHECKSUM = 16, TCP_NUMBER = 6,
    PORTS_SIZE = 4              /* both of them, at the beginning of UDP and TCP */
};

/* Options of TCP (RFC 9293, 3.2; RFC 7323; RFC 2018). */
enum { OPTION_END, OPTION_NOTHING, OPTION_SEGMENT, OPTION_SCALE, OPTION_MAY_SACK, OPTION_SACK };

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
        (datagram->ip6 ? ip[IP6_NEXT] != UDP_NUMBER && ip[IP6_NEXT] != TCP_NUMBER :
                         report_datagram_get(ip + IP4_FRAGMENT) & IP4_IS_FRAGMENT))
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

/* Others than these become ones that say nothing: times tell for how long a machine has been running. */
static void
report_datagram_clear_options(guint8 *options, guint size)
{
    guint at = 0;

    while (at < size && options[at] != OPTION_END) {
        const guint length = options[at] == OPTION_NOTHING ? 1 : at + 1 < size ? options[at + 1] : 0;

        if (length > size - at || (length < 2 && options[at] != OPTION_NOTHING))
            break;
        if (options[at] > OPTION_SACK)
            memset(options + at, OPTION_NOTHING, length);
        at += length;
    }
    memset(options + at, OPTION_END, size - at);
}

guint
report_datagram_copy_tcp(report_datagram_t *datagram, const GByteArray *frame)
{
    guint8 *tcp = datagram->bytes->data + datagram->tcp;
    guint   size;

    if (!report_datagram_copy(datagram->bytes, frame, datagram->tcp, TCP_SIZE))
        return 0;
    size = (guint)(tcp[TCP_OFFSET] >> 4) * 4;
    if (size < TCP_SIZE || !report_datagram_copy(datagram->bytes, frame, datagram->tcp, size))
        return 0;
    report_datagram_clear_options(tcp + TCP_SIZE, size - TCP_SIZE);
    return size;
}

gboolean
report_datagram_is_from_first(const report_datagram_t *datagram, const GByteArray *frame)
{
    const guint   size = datagram->ip6 ? IP6_ADDRESS : IP4_ADDRESS;
    const guint8 *addresses = frame->data + datagram->ip + (datagram->ip6 ? IP6_SOURCE : IP4_SOURCE);
    const guint8 *ports = frame->data + (datagram->tcp ? datagram->tcp : datagram->udp);
    const int     order = memcmp(addresses, addresses + size, size);

    return (order ? order : memcmp(ports, ports + PORTS_SIZE / 2, PORTS_SIZE / 2)) < 0;
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

/* @return the checksum of bytes with the addresses before them (RFC 768, RFC 9293) */
static guint
report_datagram_checksum(const report_datagram_t *datagram, guint protocol, const guint8 *bytes, guint size)
{
    const guint8 *ip = datagram->bytes->data + datagram->ip;

    return report_datagram_fold(report_datagram_sum(report_datagram_sum(protocol + size, bytes, size),
                                                    ip + (datagram->ip6 ? IP6_SOURCE : IP4_SOURCE),
                                                    2 * (datagram->ip6 ? IP6_ADDRESS : IP4_ADDRESS)));
}

static void
report_datagram_write_udp_checksum(const report_datagram_t *datagram)
{
    guint8     *udp = datagram->bytes->data + datagram->udp;
    const guint length = report_datagram_get(udp + UDP_LENGTH);
    const guint had = report_datagram_get(udp + UDP_CHECKSUM);
    guint       sum;

    report_datagram_put(udp + UDP_CHECKSUM, 0);
    if (!had || length < UDP_SIZE || length > datagram->bytes->len - datagram->udp)
        return;
    sum = report_datagram_checksum(datagram, UDP_NUMBER, udp, length);
    report_datagram_put(udp + UDP_CHECKSUM, sum ? sum : 0xffff);
}

static void
report_datagram_write_tcp_checksum(const report_datagram_t *datagram)
{
    guint8      *tcp = datagram->bytes->data + datagram->tcp;
    const guint8 *ip = datagram->bytes->data + datagram->ip;
    const guint  end = datagram->ip + (datagram->ip6 ? IP6_SIZE + report_datagram_get(ip + IP6_LENGTH) :
                                                       report_datagram_get(ip + IP4_LENGTH));

    report_datagram_put(tcp + TCP_CHECKSUM, 0);
    if (end >= datagram->tcp + TCP_SIZE && end <= datagram->bytes->len)
        report_datagram_put(tcp + TCP_CHECKSUM,
                            report_datagram_checksum(datagram, TCP_NUMBER, tcp, end - datagram->tcp));
}

void
report_datagram_write_checksums(report_datagram_t *datagram)
{
    guint8 *ip = datagram->bytes->data + datagram->ip;

    if (!datagram->ip6) {
        report_datagram_put(ip + IP4_CHECKSUM, 0);
        report_datagram_put(ip + IP4_CHECKSUM, report_datagram_fold(report_datagram_sum(0, ip, IP4_SIZE)));
    }
    if (datagram->udp)
        report_datagram_write_udp_checksum(datagram);
    else if (datagram->tcp)
        report_datagram_write_tcp_checksum(datagram);
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
