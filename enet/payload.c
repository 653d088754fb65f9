/* enet/payload.c
 * Which dissector takes the data of an ENet command when they are a whole message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/payload.h"
#include "enet/delivery.h"
#include "enet/record.h"
#include "enet/reassembly.h"
#include "enet/taps.h"

#include <epan/exceptions.h>
#include <epan/show_exception.h>

static int hf_enet_payload = -1;
static int hf_enet_data = -1;

static dissector_table_t channel_table;
static heur_dissector_list_t heuristics;

enum { PAYLOAD_AUTO, PAYLOAD_GODOT4, PAYLOAD_GODOT3, PAYLOAD_VARIANT, PAYLOAD_DATA };

static int pref_payload = PAYLOAD_AUTO;

/* Indexed by the values of enet.payload. */
static const char *const payload_names[] = { NULL, "godot4", "godot3", "godot.variant", NULL };
static dissector_handle_t payload_handles[G_N_ELEMENTS(payload_names)];

static enet_mode_t
payload_mode_of(const enet_command_t *command)
{
    switch (command->number) {
    case ENET_SEND_RELIABLE:
    case ENET_SEND_FRAGMENT:
        return ENET_MODE_RELIABLE;
    case ENET_SEND_UNSEQUENCED:
        return ENET_MODE_UNSEQUENCED;
    default:
        return ENET_MODE_UNRELIABLE;
    }
}

/*
 * So many messages of a frame go through Wireshark's dissector tables. Each use of a table adds a layer to the packet,
 * which may have 500; later messages go directly to the dissector that took one before.
 */
#define THROUGH_THE_CORE    64

static bool
offer_message(packet_info *pinfo, proto_tree *top, tvbuff_t *message_tvb, enet_message_t *message, uint32_t nth)
{
    heur_dtbl_entry_t *entry = message->connection->taker;
    dissector_handle_t handle = payload_handles[pref_payload];

    if (pref_payload == PAYLOAD_DATA)
        return false;
    if (handle)
        return call_dissector_only(handle, message_tvb, pinfo, top, message) > 0;
    if (dissector_try_uint_with_data(channel_table, message->channel, message_tvb, pinfo, top,
                                     true, message))
        return true;
    if (nth > THROUGH_THE_CORE && entry && entry->enabled)
        return entry->dissector(message_tvb, pinfo, top, message);
    if (!dissector_try_heuristic(heuristics, message_tvb, pinfo, top, &entry, message))
        return false;
    message->connection->taker = entry;
    return true;
}

/* Offers a message. An exception in its dissector is shown, and the rest of the datagram is dissected. */
static bool
offer_caught(packet_info *pinfo, proto_tree *top, tvbuff_t *message_tvb, enet_message_t *message, uint32_t nth)
{
    const char *current_proto = pinfo->current_proto;
    const enet_message_t *before = enet_message_hand_on(message);
    volatile bool taken = true;

    TRY {
        taken = offer_message(pinfo, top, message_tvb, message, nth);
    }
    CATCH_NONFATAL_ERRORS {
        show_exception(message_tvb, pinfo, top, EXCEPT_CODE, GET_MESSAGE);
        pinfo->current_proto = current_proto;
    }
    FINALLY {
        enet_message_hand_on(before);
    }
    ENDTRY;
    return taken;
}

static bool
hand_on_message(const enet_datagram_t *datagram, unsigned index, proto_tree *top,
                tvbuff_t *message_tvb)
{
    const enet_command_t *command = &datagram->commands[index];
    packet_info *pinfo = datagram->pinfo;
    enet_message_t message = {
        .connection = datagram->connection,
        .direction = datagram->direction,
        .mode = payload_mode_of(command),
        .channel = command->channel,
        .fragmented = enet_command_is_fragment(command),
        .frame = pinfo->num,
        .acked_frame = enet_command_is_reliable(command)
            ? &enet_datagram_event(datagram, index)->any_acked_frame : NULL,
    };
    bool taken;

    message.mark = enet_event_mark(pinfo->pool, enet_datagram_event(datagram, index));
    enet_delivery_fill_in(datagram, index, &message);
    enet_taps_keep_message(pinfo, command->channel, message_tvb);
    if (index > 0)      /* what earlier commands wrote stays; the first one is spared the call */
        col_set_fence(pinfo->cinfo, COL_INFO);
    taken = offer_caught(pinfo, top, message_tvb, &message, datagram->position + index);
    col_set_fence(pinfo->cinfo, COL_INFO);
    if (datagram->record)
        datagram->record->messages[index] = message.record;
    if (message.waiting)
        enet_delivery_keep(datagram, index, &message, message_tvb);
    return taken;
}

/* Returns the message that a command's data are or complete; NULL if there is none, or if it was handed on before. */
static tvbuff_t *
payload_message_of(const enet_datagram_t *datagram, unsigned index, proto_tree *tree, proto_item *item)
{
    const enet_command_t *command = &datagram->commands[index];

    if (enet_command_is_fragment(command))
        return enet_reassemble(datagram, index, tree, item);
    if (enet_event_is_repeat(enet_datagram_event(datagram, index)))
        return NULL;
    return tvb_new_subset_length(datagram->block, enet_datagram_data_offset(datagram, command),
                                 (int)command->length);
}

bool
enet_dissect_payload(const enet_datagram_t *datagram, unsigned index, proto_tree *top,
                     proto_tree *tree, proto_item *item)
{
    const enet_command_t *command = &datagram->commands[index];
    tvbuff_t *message_tvb = payload_message_of(datagram, index, tree, item);
    bool taken = message_tvb && hand_on_message(datagram, index, top, message_tvb);
    bool is_message = taken || enet_command_is_fragment(command);

    if (tree && command->length > 0)
        proto_tree_add_item(tree, is_message ? hf_enet_payload : hf_enet_data, datagram->block,
                            enet_datagram_data_offset(datagram, command), (int)command->length,
                            ENC_NA);
    return taken;
}

void
enet_payload_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_enet_payload,
          { "Payload", "enet.payload", FT_BYTES, BASE_NONE,
            NULL, 0, "Data that are shown as a message of their own, or part of one", HFILL } },
        { &hf_enet_data,
          { "Data bytes", "enet.data", FT_BYTES, BASE_NONE,
            NULL, 0, "Data that no dissector took, or a repetition", HFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    channel_table = register_dissector_table("enet.channel", "ENet channel", proto, FT_UINT8,
                                             BASE_DEC);
    heuristics = register_heur_dissector_list("enet", proto);
}

void
enet_payload_register_preferences(module_t *module)
{
    static const enum_val_t payloads[] = {
        { "auto",    "Automatic",     PAYLOAD_AUTO },
        { "godot4",  "Godot 4",       PAYLOAD_GODOT4 },
        { "godot3",  "Godot 3",       PAYLOAD_GODOT3 },
        { "variant", "Godot Variant", PAYLOAD_VARIANT },
        { "data",    "Data",          PAYLOAD_DATA },
        { NULL, NULL, 0 }
    };

    prefs_register_enum_preference(module, "payload", "Payload",
        "What whole messages contain. Automatic asks the dissectors that registered for ENet's messages.",
        &pref_payload, payloads, false);
}

void
enet_payload_handoff(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(payload_names); i++)
        if (payload_names[i])
            payload_handles[i] = find_dissector(payload_names[i]);
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
