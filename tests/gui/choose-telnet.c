/* choose-telnet.c
 * What does the dialog "Decode As" do if a user chooses Telnet for TCP port 6007?
 *
 * A plugin that does this once, when the first packet has been dissected, for test_ports.py.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define POSTDISSECTOR "choose_telnet"
#include "postdissector.h"

static int
look_at_packet(tvbuff_t *tvb, packet_info *pinfo _U_, proto_tree *tree _U_, void *data _U_)
{
    static bool is_chosen;

    if (!is_chosen)
        dissector_change_uint("tcp.port", 6007, find_dissector("telnet"));
    is_chosen = true;
    return (int)tvb_captured_length(tvb);
}
