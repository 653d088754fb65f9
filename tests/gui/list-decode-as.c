/* list-decode-as.c
 * What would Wireshark save as entries of Decode As?
 *
 * A plugin that walks what has changed in all tables, as Wireshark does when it saves them, and prints it at each packet, for test_ports.py.
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
#include <stdio.h>
#include <epan/packet.h>

static int proto_list = -1;

static void
print_changed(const char *table, ftenum_t selector_type, void *key, void *value, void *user _U_)
{
    dissector_handle_t handle = dtbl_entry_get_handle((dtbl_entry_t *)value);

    if (selector_type != FT_STRING)
        printf("%s==%u,%s\n", table, GPOINTER_TO_UINT(key), handle ? dissector_handle_get_protocol_short_name(handle) : "(none)");
}

static int
list(tvbuff_t *tvb, packet_info *pinfo _U_, proto_tree *tree _U_, void *data _U_)
{
    dissector_all_tables_foreach_changed(print_changed, NULL);
    return (int)tvb_captured_length(tvb);
}

static void
proto_register_list(void)
{
    proto_list = proto_register_protocol("List Decode As", "List", "list_decode_as");
    register_postdissector(create_dissector_handle(list, proto_list));
}

WS_DLL_PUBLIC_DEF const char plugin_version[] = "1.0";
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);
WS_DLL_PUBLIC uint32_t plugin_describe(void);

void
plugin_register(void)
{
    static const proto_plugin plugin = { proto_register_list, NULL };

    proto_register_plugin(&plugin);
}

uint32_t
plugin_describe(void)
{
    return 1;   /* WS_PLUGIN_DESC_DISSECTOR */
}
