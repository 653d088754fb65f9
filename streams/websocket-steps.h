/* streams/websocket-steps.h
 * Where does the next frame of a WebSocket begin, also behind a gap?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_WEBSOCKET_STEPS_H
#define STREAMS_WEBSOCKET_STEPS_H

#include "ws_compat.h"

/*
 * Nothing marks the beginning of a frame, and Wireshark takes the first bytes behind a lost segment
 * for one. So a stream that is known to be ours is led from frame to frame by TCP's numbers; behind
 * a gap it goes on at a frame that proves itself, and what lies before that is nobody's.
 */

/* What has to be known of the connection at hand. No items, never throws. */
typedef struct {
    /* Could it carry a frame with this payload, which is unmasked and whole, and this opcode (RFC 6455, 5.2)? */
    bool (*fits)(tvbuff_t *payload, packet_info *pinfo, unsigned opcode);

    /* Is it certain, as far as this pass knows, that it is Godot's? */
    bool (*is_ours)(packet_info *pinfo);

    /* Is the packet's sender the server, whose frames have no mask? */
    bool (*is_from_server)(packet_info *pinfo);
} godot_websocket_way_t;

/** First pass: the stream, of which a message is at hand, is led from the next frame of the capture on. */
void godot_websocket_steps_begin(packet_info *pinfo);

/**
 * Dissect what TCP hands on: the frames by the dissector that the stream belongs to, and the bytes
 * behind a gap that are none.
 *
 * @param data as TCP gave it
 */
int godot_websocket_steps_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** @param proto of the items */
void godot_websocket_steps_register(int proto, const godot_websocket_way_t *way);
/** When all dissectors are there. */
void godot_websocket_steps_handoff(void);

#endif /* STREAMS_WEBSOCKET_STEPS_H */

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
