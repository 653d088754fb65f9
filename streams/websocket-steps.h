/* streams/websocket-steps.h
 * Where does the next frame of a WebSocket begin, also after a gap?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * Nothing marks the beginning of a frame, and Wireshark takes the first bytes after a lost segment for one. So if a
 * stream is known to be Godot's, we follow it from frame to frame by TCP's sequence numbers. After a gap it goes on at
 * a frame that proves itself; the bytes before that are shown as lost.
 */

/* Functions that answer questions about the current connection. They add no items and never throw. */
typedef struct {
    /* Can it carry a frame with this opcode (RFC 6455, 5.2) and this unmasked, whole payload? */
    bool (*fits)(tvbuff_t *payload, packet_info *pinfo, unsigned opcode);

    /* Is it certain, as far as this pass knows, that it is Godot's? */
    bool (*is_ours)(packet_info *pinfo);

    /* Is the packet's sender the server, whose frames have no mask? */
    bool (*is_from_server)(packet_info *pinfo);
} godot_websocket_way_t;

/** First pass: follows the stream of the current message, from the next frame of the capture on. */
void godot_websocket_steps_begin(packet_info *pinfo);

/**
 * Dissects what TCP hands on: frames with the dissector that the stream belongs to, and bytes after a gap that are no
 * frame.
 *
 * @param data as TCP gave it
 */
int godot_websocket_steps_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Registers the items under the protocol, and the functions that know the connections. */
void godot_websocket_steps_register(int proto, const godot_websocket_way_t *way);
/** To be called when all dissectors are registered. */
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
