/* split/layers.h
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

#ifndef SPLIT_LAYERS_H
#define SPLIT_LAYERS_H

#include <glib.h>

#define SPLIT_ADDRESS 16    /* bytes; those of IPv4 are the last four */

typedef struct {
    guint8  address[SPLIT_ADDRESS];
    guint16 port;
} split_end_t;

typedef struct {
    split_end_t   end[2];       /* sender and receiver */
    gboolean      has_hosts;    /* their addresses are known */
    gboolean      has_ports;    /* their ports are known, too */
    gboolean      is_fragment;  /* it has a piece of a datagram */
    const guint8 *payload;      /* of UDP; NULL: none */
    gsize         size;
} split_way_t;

/* Finds the innermost ends of a frame: of a packet in a tunnel, or of one that an ICMP message quotes.
 * @param bytes what was captured of it
 * @return false if something is in it that only Wireshark can take apart */
gboolean split_layers_read(guint32 link_type, const guint8 *bytes, gsize size, split_way_t *way);

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
