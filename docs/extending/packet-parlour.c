/* packet-parlour.c
 * A game that rolls dice by a call with a byte array, and chats by RAW messages on channel 4
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

static int proto_dice = -1, proto_chat = -1;
static int hf_dice_die = -1, hf_chat_line = -1;
static int ett_dice = -1, ett_chat = -1;

/* tree is the item of the bytes. They begin at offset 0; an exception here costs no more than these bytes. */
static int
dissect_dice(tvbuff_t *tvb, packet_info *pinfo _U_, proto_tree *tree, void *data _U_)
{
    proto_item *item = proto_tree_add_item(tree, proto_dice, tvb, 0, -1, ENC_NA);
    proto_tree *dice_tree = proto_item_add_subtree(item, ett_dice);
    int length = (int)tvb_reported_length(tvb);

    for (int i = 0; i < length; i++)
        proto_tree_add_item(dice_tree, hf_dice_die, tvb, i, 1, ENC_NA);
    return length;
}

static int
dissect_chat(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    proto_item *item = proto_tree_add_item(tree, proto_chat, tvb, 0, -1, ENC_NA);

    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Parlour");
    proto_tree_add_item(proto_item_add_subtree(item, ett_chat), hf_chat_line, tvb, 0, -1, ENC_UTF_8);
    return (int)tvb_captured_length(tvb);
}

static void
proto_register_parlour(void)
{
    static hf_register_info hf_dice[] = {
        { &hf_dice_die, { "Die", "parlour_dice.die", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL } },
    };
    static hf_register_info hf_chat[] = {
        { &hf_chat_line, { "Line", "parlour_chat.line", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL } },
    };
    static int *ett[] = { &ett_dice, &ett_chat };

    proto_dice = proto_register_protocol("Parlour dice", "Parlour dice", "parlour_dice");
    proto_chat = proto_register_protocol("Parlour chat", "Parlour chat", "parlour_chat");
    proto_register_field_array(proto_dice, hf_dice, array_length(hf_dice));
    proto_register_field_array(proto_chat, hf_chat, array_length(hf_chat));
    proto_register_subtree_array(ett, array_length(ett));
}

static void
proto_reg_handoff_parlour(void)
{
    dissector_add_string("godot.rpc.method", "reliable", create_dissector_handle(dissect_dice, proto_dice));
    dissector_add_uint("godot.raw.channel", 4, create_dissector_handle(dissect_chat, proto_chat));
}

WS_DLL_PUBLIC_DEF const char plugin_version[] = "1.0";
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);
WS_DLL_PUBLIC uint32_t plugin_describe(void);

void
plugin_register(void)
{
    static const proto_plugin plugin = { proto_register_parlour, proto_reg_handoff_parlour };

    proto_register_plugin(&plugin);
}

/* Wireshark 4.4 and later ask what a plugin does. */
uint32_t
plugin_describe(void)
{
    return 1;   /* WS_PLUGIN_DESC_DISSECTOR */
}
