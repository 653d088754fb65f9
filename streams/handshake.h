/* streams/handshake.h
 * What does the capture have of the handshake of a TCP connection?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_HANDSHAKE_H
#define STREAMS_HANDSHAKE_H

#include "ws_compat.h"

/** Tells whether the SYN of the packet's sender was captured, with or without an ACK. */
bool godot_handshake_has_own(packet_info *pinfo);

/** Tells whether the SYNs of both ends were captured. */
bool godot_handshake_is_whole(packet_info *pinfo);

/**
 * Tells whether the capture says which end is the server: the one that answered a SYN.
 *
 * @param from_server is set to whether the packet is the server's, if so
 */
bool godot_handshake_tells_server(packet_info *pinfo, bool *from_server);

#endif /* STREAMS_HANDSHAKE_H */

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
