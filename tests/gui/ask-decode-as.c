/* ask-decode-as.c
 * What would the dialog Decode As propose for each packet, in Godot's own tables?
 *
 * A plugin that walks the packet's layers as Wireshark's dialog does (DecodeAsModel::insertRows) and prints, for
 * test_extending.py.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define POSTDISSECTOR "ask_decode_as"
#include "postdissector.h"
#include <stdio.h>
#include <epan/decode_as.h>

static void
print_offered(const char *table, const char *dissector, void *handle _U_, void *user _U_)
{
    printf(" [%s: %s]", table, dissector);
}

static void
print_entry(packet_info *pinfo, const decode_as_t *entry)
{
    void *value = entry->values[0].build_values[0](pinfo);
    bool is_text = get_dissector_table_selector_type(entry->table_name) == FT_STRING;
    char prompt[MAX_DECODE_AS_PROMPT_LEN];

    if (!value)
        return;
    entry->values[0].label_func(pinfo, prompt);
    if (is_text)
        printf("%u %s==%s %s", pinfo->num, entry->table_name, (const char *)value, prompt);
    else
        printf("%u %s==%u %s", pinfo->num, entry->table_name, GPOINTER_TO_UINT(value), prompt);
    entry->populate_list(entry->table_name, print_offered, NULL);
    printf("\n");
}

static int
look_at_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree _U_, void *data _U_)
{
    pinfo->curr_layer_num = 0;
    for (wmem_list_frame_t *layer = wmem_list_head(pinfo->layers); layer; layer = wmem_list_frame_next(layer)) {
        const char *name = proto_get_protocol_filter_name(GPOINTER_TO_INT(wmem_list_frame_data(layer)));

        pinfo->curr_layer_num++;
        for (const GList *at = decode_as_list; at; at = at->next)
            if (strcmp(((const decode_as_t *)at->data)->name, name) == 0 && strcmp(name, "godot") == 0)
                print_entry(pinfo, at->data);
    }
    return (int)tvb_captured_length(tvb);
}
