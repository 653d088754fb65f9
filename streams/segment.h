/* streams/segment.h
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

#ifndef STREAMS_SEGMENT_H
#define STREAMS_SEGMENT_H

#include "ws_compat.h"

struct tcpinfo;

/** Returns TCP's own count of the bytes sent so far by the packet's sender, or by the other end; 0: TCP does not tell. */
uint32_t godot_segment_sent_so_far(packet_info *pinfo, bool other);

/**
 * Returns the sequence number of the tvb's first byte. Bytes that were reassembled up to a known end stop there; all
 * others go to the end of their segment.
 *
 * @param waited_for the sequence number up to which the dissector has asked for bytes, or NULL if it has not asked
 */
uint32_t godot_segment_first(tvbuff_t *tvb, const struct tcpinfo *tcp, const uint32_t *waited_for);

/**
 * Returns a key for a call. The calls for one frame differ in where in it their bytes begin, or how many bytes were
 * put together. What TCP says of being reassembled goes on behind such bytes, in the rest of their last segment.
 */
uint32_t godot_segment_key(tvbuff_t *tvb);

#endif /* STREAMS_SEGMENT_H */

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
