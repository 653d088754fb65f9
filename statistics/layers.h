/* statistics/layers.h
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

#ifndef STATISTICS_LAYERS_H
#define STATISTICS_LAYERS_H

#include "enet/record.h"

/* Together these are the length of the frame, or of all frames that brought a datagram which IP divided. */
typedef struct {
    uint32_t link;          /* headers and trailers around the IP packet */
    uint32_t ip;
    uint32_t udp;
    uint32_t dtls;
    uint32_t other;         /* layers that cannot be told apart: of encryption, tunnels, IP fragments */
    uint32_t payload;       /* ENet's datagrams or SCTP's packets, as far as these frames have them */
} statistics_layers_t;

/** Returns the layers of the frame that was dissected just now. datagrams: the enet_record_t of its datagrams */
statistics_layers_t statistics_layers(const wmem_list_t *datagrams, packet_info *pinfo, tvbuff_t *frame);

/** Does the same for DTLS with so many bytes of payload. */
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
