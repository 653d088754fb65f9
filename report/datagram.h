/* report/datagram.h
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

#ifndef REPORT_DATAGRAM_H
#define REPORT_DATAGRAM_H

#include "report/disguise.h"

/* A datagram of UDP, or a segment of TCP, in a frame. */
typedef struct {
    GByteArray *bytes;          /* the frame */
    guint       ip, udp, tcp;   /* where the headers begin; 0: it has none */
    gboolean    ip6;
} report_datagram_t;

/* Copies the header of IP from the frame as it was, without options, and replaces the addresses.
 * @return false if the packet is a fragment, or something stands between IP and UDP */
gboolean report_datagram_copy_ip(report_datagram_t *datagram, const GByteArray *frame, report_disguise_t *addresses);

/* @return false if the header is not whole */
gboolean report_datagram_copy_udp(report_datagram_t *datagram, const GByteArray *frame);

/* Copies the header, without options that may tell of a machine. @return its size; 0 if it is not whole */
guint report_datagram_copy_tcp(report_datagram_t *datagram, const GByteArray *frame);

/* @return whether an end comes first in an order that both ends of a connection have in common */
gboolean report_datagram_is_from_first(const report_datagram_t *datagram, const GByteArray *frame);

/* Changes the bytes behind the header of UDP from a place on to so many others, which are zero. */
void report_datagram_resize(report_datagram_t *datagram, guint from, guint size);

/* Writes a checksum of ENet.
 * @param at where it is
 * @param key the connection's id, as it was on the wire; NULL: four zero bytes
 * @param wrong write a wrong one */
void report_datagram_write_crc(report_datagram_t *datagram, guint at, const guint8 *key, gboolean wrong);

/* Writes the checksums of IP, and of UDP or TCP, which is zero if the frame is cut, or if the sender of a datagram wrote none. */
void report_datagram_write_checksums(report_datagram_t *datagram);

#endif

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
