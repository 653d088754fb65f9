/* streams/packet-godot-stream.h
 * How are packets dissected that a stream of bytes carries, each after its length?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* Size of the length before each packet, in bytes. */
#define GODOT_STREAM_PREFIX 4

/* A kind of packets that streams carry. */
typedef struct {
    const char *protocol;   /* for the Protocol column */

    /*
     * Tells whether [offset, offset + length) of the tvb is certainly a packet of this kind. The capture may have cut
     * its end. Decides where frames begin if the earlier bytes are not known.
     */
    bool (*recognise)(tvbuff_t *tvb, int offset, int length);

    /*
     * Dissects one packet, the whole tvb.
     * @param position as of godot_stream_next_position()
     */
    void (*dissect)(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t position);

    /* First pass: packets of this sender are missing before the next one. NULL: packets do not depend on each other. */
    void (*interrupt)(packet_info *pinfo);

    bool big_endian_too;    /* the length may be big-endian; each sender uses one byte order */
} godot_stream_content_t;

/**
 * Dissects the packets of a stream, and asks for the rest of a packet that is cut.
 *
 * @param tcp the data of TCP; NULL if the layer below hands on bytes in order, as TLS does, or does not tell
 * @return bytes taken: all there are
 */
int dissect_godot_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const struct tcpinfo *tcp,
                         const godot_stream_content_t *content);

/**
 * Returns the number, from 0, of the next packet or message in its frame, whose bytes may be in several buffers. To be
 * called once for each, in every pass.
 */
uint32_t godot_stream_next_position(packet_info *pinfo);

/**
 * Tells whether a frame that was dissected just now has packets, or bytes outside of them. To ask for more bytes does
 * not count.
 */
bool godot_stream_shown(packet_info *pinfo);

/** Tells whether frames with such content begin right here. Adds no items and keeps no state. */
bool godot_stream_begins(tvbuff_t *tvb, const godot_stream_content_t *content);

/**
 * Leaves connections that begin with such content to a heuristic of TCP, while that is on.
 *
 * @param heuristic its short name; it is registered already
 */
void godot_stream_leave_to(const godot_stream_content_t *content, const char *heuristic);

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
