/* statistics/layers.h
 * How many bytes of a frame belong to the layers below ENet?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_LAYERS_H
#define STATISTICS_LAYERS_H

#include "enet/record.h"

/* They make up the length of the frame. */
typedef struct {
    uint32_t link;          /* headers and trailers around the IP packet */
    uint32_t ip;
    uint32_t udp;
    uint32_t dtls;
    uint32_t other;         /* where they cannot be told apart: of encryption, of tunnels, of IP fragments */
    uint32_t payload;       /* ENet's datagrams or SCTP's packets, as far as they are in this frame */
} statistics_layers_t;

/** datagrams: enet_record_t, of this frame, which was dissected just now. */
statistics_layers_t statistics_layers(const wmem_list_t *datagrams, packet_info *pinfo, tvbuff_t *frame);

/** ... where DTLS has so many bytes of payload inside. */
statistics_layers_t statistics_layers_of_dtls(uint32_t payload, packet_info *pinfo, tvbuff_t *frame);

#endif /* STATISTICS_LAYERS_H */

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
