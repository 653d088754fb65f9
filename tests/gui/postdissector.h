/* postdissector.h
 * What makes a plugin of a file that looks at each packet when all others have dissected it?
 *
 * Such a file defines POSTDISSECTOR, the name of its protocol, and look_at_packet(), and includes this header once.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define WS_BUILD_DLL
#include <wireshark.h>
#include <epan/packet.h>

static int look_at_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

static void
proto_register_postdissector(void)
{
    int proto = proto_register_protocol(POSTDISSECTOR, POSTDISSECTOR, POSTDISSECTOR);

    register_postdissector(create_dissector_handle(look_at_packet, proto));
}

WS_DLL_PUBLIC_DEF const char plugin_version[] = "1.0";
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);
WS_DLL_PUBLIC uint32_t plugin_describe(void);

void
plugin_register(void)
{
    static const proto_plugin plugin = { proto_register_postdissector, NULL };

    proto_register_plugin(&plugin);
}

uint32_t
plugin_describe(void)
{
    return 1;   /* WS_PLUGIN_DESC_DISSECTOR */
}
