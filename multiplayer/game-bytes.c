/* multiplayer/game-bytes.c
 * Which dissector reads the bytes that a game packs itself?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/game-bytes.h"
#include <epan/exceptions.h>
#include <epan/show_exception.h>

static dissector_table_t channel_table;
static dissector_table_t method_table;
static heur_dissector_list_t raw_heuristics;

static int ett_godot_game_bytes = -1;

/* handle: NULL asks the heuristics. What a dissector cannot read of its bytes is shown; the rest of the message goes on. */
static bool
offer(dissector_handle_t handle, tvbuff_t *tvb, packet_info *pinfo, proto_item *item, int offset, int length)
{
    proto_tree *tree = proto_item_add_subtree(item, ett_godot_game_bytes);
    tvbuff_t *bytes = tvb_new_subset_length(tvb, offset, length);
    const char *current_proto = pinfo->current_proto;
    heur_dtbl_entry_t *entry;
    volatile bool taken = true;

    TRY {
        taken = handle ? call_dissector_only(handle, bytes, pinfo, tree, NULL) > 0
                       : dissector_try_heuristic(raw_heuristics, bytes, pinfo, tree, &entry, NULL);
    }
    CATCH_NONFATAL_ERRORS {
        show_exception(bytes, pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
        pinfo->current_proto = current_proto;
    }
    ENDTRY;
    return taken;
}

void
godot_offer_raw(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                int offset, int length)
{
    dissector_handle_t handle = message->channel == GODOT_CHANNEL_UNKNOWN ? NULL :
                                dissector_get_uint_handle(channel_table, (uint32_t)message->channel);

    /* Who reads them sees each message once in a pass. */
    if (message->again || (handle && offer(handle, tvb, pinfo, item, offset, length)))
        return;
    offer(NULL, tvb, pinfo, item, offset, length);
}

void
godot_offer_argument(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                     const char *method, int offset, int length)
{
    dissector_handle_t handle = method ? dissector_get_string_handle(method_table, method) : NULL;

    if (handle && !message->again)
        offer(handle, tvb, pinfo, item, offset, length);
}

void
godot_game_bytes_register(int proto)
{
    static int *ett[] = { &ett_godot_game_bytes };

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    channel_table = register_dissector_table("godot.raw.channel", "Godot raw bytes, by transfer channel", proto,
                                             FT_UINT8, BASE_DEC);
    method_table = register_dissector_table("godot.rpc.method", "Godot byte arrays, by method", proto,
                                            FT_STRING, 0);     /* letters as they are */
    raw_heuristics = register_heur_dissector_list("godot.raw", proto);
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
