/* streams/handshake.c
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

#include "streams/handshake.h"
#include <epan/dissectors/packet-tcp.h>

/*
 * What TCP's dissector remembers of a flow in its static_flags, for all versions from 4.0 to 4.6. It has names for these
 * bits, but not in its header, and nothing else in it tells the two SYNs apart once data came: server_port is the same
 * for both, and conversation_completeness leaves out a SYN with ACK that is the first packet.
 */
typedef enum {
    SAW_SYN     = 0x02,     /* without ACK: the client's */
    SAW_SYN_ACK = 0x04      /* the server's */
} saw_t;

#define SAW_EITHER  (SAW_SYN | SAW_SYN_ACK)

/* Returns what was captured of the SYN of the packet's sender, or of its receiver. */
static unsigned
saw(packet_info *pinfo, bool sender)
{
    const struct tcp_analysis *tcp = get_tcp_conversation_data(NULL, pinfo);

    return (sender ? tcp->fwd : tcp->rev)->static_flags & SAW_EITHER;
}

bool
godot_handshake_has_own(packet_info *pinfo)
{
    return saw(pinfo, true) != 0;
}

bool
godot_handshake_is_whole(packet_info *pinfo)
{
    return (saw(pinfo, true) | saw(pinfo, false)) == SAW_EITHER;
}

bool
godot_handshake_tells_server(packet_info *pinfo, bool *from_server)
{
    const unsigned own = saw(pinfo, true), other = saw(pinfo, false);

    *from_server = (own & SAW_SYN_ACK) != 0 || other == SAW_SYN;
    return (own | other) != 0;
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
