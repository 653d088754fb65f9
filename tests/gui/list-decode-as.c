/* list-decode-as.c
 * What would Wireshark save as entries of Decode As?
 *
 * A plugin that walks what has changed in all tables, as Wireshark does when it saves them, and prints it at each
 * packet, for test_ports.py.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define POSTDISSECTOR "list_decode_as"
#include "postdissector.h"
#include <stdio.h>

static void
print_changed(const char *table, ftenum_t selector_type, void *key, void *value, void *user _U_)
{
    dissector_handle_t handle = dtbl_entry_get_handle((dtbl_entry_t *)value);

    if (selector_type != FT_STRING)
        printf("%s==%u,%s\n", table, GPOINTER_TO_UINT(key),
               handle ? dissector_handle_get_protocol_short_name(handle) : "(none)");
}

static int
look_at_packet(tvbuff_t *tvb, packet_info *pinfo _U_, proto_tree *tree _U_, void *data _U_)
{
    dissector_all_tables_foreach_changed(print_changed, NULL);
    return (int)tvb_captured_length(tvb);
}
