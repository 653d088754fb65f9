/* streams/packet-godot-stream.h
 * Packets of the Godot engine in a stream of bytes: each behind its length.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_STREAM_H
#define PACKET_GODOT_STREAM_H

#include "ws_compat.h"

struct tcpinfo;

/* Bytes of the length in front of each packet. */
#define GODOT_STREAM_PREFIX 4

/* What the packets of a stream hold. */
typedef struct {
    const char *protocol;   /* of the Protocol column */

    /*
     * Is [offset, offset + length) of the tvb a packet of this kind, beyond doubt? More of it
     * than was captured may be missing. Decides where frames begin when the bytes before are not known.
     */
    bool (*recognise)(tvbuff_t *tvb, int offset, int length);

    /*
     * Dissect one packet, the whole tvb.
     * @param position as of godot_stream_next_position()
     */
    void (*dissect)(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t position);

    /* First pass: packets of this sender are missing in front of the next one. NULL: they have nothing in common. */
    void (*interrupt)(packet_info *pinfo);

    bool big_endian_too;    /* the length may be big-endian; one sender writes all alike */
} godot_stream_content_t;

/**
 * Dissect what a stream hands on: packets behind their lengths. Asks for the rest of a cut one.
 *
 * @param tcp what TCP told; NULL where the layer below hands on bytes in order, or none, as TLS does
 * @return bytes taken: all there are
 */
int dissect_godot_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const struct tcpinfo *tcp,
                         const godot_stream_content_t *content);

/**
 * The number, from 0, of the packet or message that comes next in its frame, whose bytes may lie in several
 * buffers. Ask once for each, in every pass.
 */
uint32_t godot_stream_next_position(packet_info *pinfo);

/** Does a frame that was dissected just now have packets, or bytes outside of them? A mere wish for more is nothing. */
bool godot_stream_shown(packet_info *pinfo);

/** Do frames with such content begin right here? No items, no state. */
bool godot_stream_begins(tvbuff_t *tvb, const godot_stream_content_t *content);

void proto_register_godot_stream(void);
void proto_reg_handoff_godot_stream(void);

#endif /* PACKET_GODOT_STREAM_H */

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
