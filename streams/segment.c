/* streams/segment.c
 * Which bytes of a TCP connection does a call of a dissector bring?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "streams/segment.h"
#include <epan/dissectors/packet-tcp.h>

uint32_t
godot_segment_sent_so_far(packet_info *pinfo, bool other)
{
    const struct tcp_analysis *tcp = get_tcp_conversation_data(NULL, pinfo);
    const tcp_flow_t *flow = other ? tcp->rev : tcp->fwd;

    return flow->tcp_analyze_seq_info ? flow->tcp_analyze_seq_info->nextseq : 0;
}

uint32_t
godot_segment_first(tvbuff_t *tvb, const struct tcpinfo *tcp, const uint32_t *waited_for)
{
    uint32_t end = tcp->is_reassembled && waited_for ? *waited_for : tcp->nxtseq;

    return end - tvb_reported_length(tvb);
}

uint32_t
godot_segment_key(tvbuff_t *tvb)
{
    const unsigned offset = (unsigned)tvb_raw_offset(tvb);

    return offset ? offset * 2 : tvb_reported_length(tvb) * 2 + 1;
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
