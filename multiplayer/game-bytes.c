/* multiplayer/game-bytes.c
 * Which dissector reads the bytes that a game packs itself?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/game-bytes.h"
#include <epan/decode_as.h>
#include <epan/exceptions.h>
#include <epan/show_exception.h>

static dissector_table_t channel_table;
static dissector_table_t method_table;
static heur_dissector_list_t raw_heuristics;

static int proto_godot = -1;
static int ett_godot_game_bytes = -1;

/* What Decode As may ask about a message, which is one layer of its packet. */
typedef struct {
    unsigned    channel;    /* of a RAW message; 0: none, as in Decode As */
    const char *method;     /* of a call with byte arrays; or NULL */
} offered_t;

/* Layers count from 1, as key 0 is used by the records. */
static offered_t *
find_offered(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_godot, pinfo->curr_layer_num);
}

static offered_t *
note_offered(packet_info *pinfo)
{
    offered_t *offered = find_offered(pinfo);

    if (!offered) {
        offered = wmem_new0(pinfo->pool, offered_t);
        p_add_proto_data(pinfo->pool, pinfo, proto_godot, pinfo->curr_layer_num, offered);
    }
    return offered;
}

/*
 * Offers bytes to a dissector, or to the heuristics if handle is NULL. An exception in the dissector is shown, and the
 * rest of the message is dissected.
 */
static bool
offer(dissector_handle_t handle, tvbuff_t *tvb, packet_info *pinfo, proto_item *item, int offset, int length)
{
    proto_tree *tree = proto_item_add_subtree(item, ett_godot_game_bytes);
    tvbuff_t *bytes = tvb_new_subset_length(tvb, offset, length);
    heur_dtbl_entry_t *entry;
    volatile bool taken = true;

    TRY {
        taken = handle ? call_dissector_only(handle, bytes, pinfo, tree, NULL) > 0
                       : dissector_try_heuristic(raw_heuristics, bytes, pinfo, tree, &entry, NULL);
    }
    CATCH_NONFATAL_ERRORS {
        show_exception(bytes, pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
    }
    ENDTRY;
    return taken;
}

void
godot_offer_raw(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                int offset, int length)
{
    dissector_handle_t handle = NULL;

    if (message->again)     /* dissectors get each message once in a pass */
        return;
    if (message->channel != GODOT_CHANNEL_UNKNOWN) {
        note_offered(pinfo)->channel = (unsigned)message->channel;
        handle = dissector_get_uint_handle(channel_table, (uint32_t)message->channel);
    }
    if (!handle || !offer(handle, tvb, pinfo, item, offset, length))
        offer(NULL, tvb, pinfo, item, offset, length);
}

void
godot_offer_argument(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, const godot_message_t *message,
                     const char *method, int offset, int length)
{
    dissector_handle_t handle;
    offered_t *offered;

    if (!method || message->again)
        return;
    offered = note_offered(pinfo);
    if (!offered->method)
        offered->method = wmem_strdup(pinfo->pool, method);
    handle = dissector_get_string_handle(method_table, method);
    if (handle)
        offer(handle, tvb, pinfo, item, offset, length);
}

/* ---- Decode As ---- */

static void *
offered_channel(packet_info *pinfo)
{
    const offered_t *offered = find_offered(pinfo);

    return GUINT_TO_POINTER(offered ? offered->channel : 0);
}

static void *
offered_method(packet_info *pinfo)
{
    const offered_t *offered = find_offered(pinfo);

    return offered ? (void *)offered->method : NULL;
}

static void
channel_prompt(packet_info *pinfo, char *result)
{
    snprintf(result, MAX_DECODE_AS_PROMPT_LEN, "Raw bytes on channel %u as",
             GPOINTER_TO_UINT(offered_channel(pinfo)));
}

static void
method_prompt(packet_info *pinfo, char *result)
{
    const char *method = (const char *)offered_method(pinfo);

    snprintf(result, MAX_DECODE_AS_PROMPT_LEN, "Byte arrays of %s as", method ? method : "a method");
}

static void
register_decode_as_tables(void)
{
    static build_valid_func channels[] = { offered_channel }, methods[] = { offered_method };
    static decode_as_value_t channel = { channel_prompt, 1, channels }, method = { method_prompt, 1, methods };
    static decode_as_t tables[] = {
        { "godot", "godot.raw.channel", 1, 0, &channel, NULL, NULL,
          decode_as_default_populate_list, decode_as_default_reset, decode_as_default_change, NULL },
        { "godot", "godot.rpc.method", 1, 0, &method, NULL, NULL,
          decode_as_default_populate_list, decode_as_default_reset, decode_as_default_change, NULL },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        register_decode_as(&tables[i]);
}

void
godot_game_bytes_register(int proto)
{
    static int *ett[] = { &ett_godot_game_bytes };

    proto_godot = proto;
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    channel_table = register_dissector_table("godot.raw.channel", "Godot raw bytes, by transfer channel", proto,
                                             FT_UINT8, BASE_DEC);
    method_table = register_dissector_table("godot.rpc.method", "Godot byte arrays, by method", proto,
                                            FT_STRING, 0);     /* case matters */
    raw_heuristics = register_heur_dissector_list("godot.raw", proto);
    register_decode_as_tables();
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
