/* recorder/packets.c
 * What does a recorded packet say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/packets.h"
#include "multiplayer/packet-godot-multiplayer.h"
#include "records/experts.h"
#include "variant/labels.h"

static expert_field ei_failed = EI_INIT;

static godot_transfer_mode_t
mode_of_packet(const recording_packet_t *packet)
{
    return packet->mode <= GODOT_MODE_RELIABLE ? (godot_transfer_mode_t)packet->mode : GODOT_MODE_UNKNOWN;
}

static godot_message_t
message_of_packet(const recording_packet_t *packet, packet_info *pinfo, const recording_place_t *place)
{
    godot_message_t message = {
        .transport = GODOT_IN_RECORDING,
        .run = packet->run,
        .refused = packet->result != 0,
        .was_sent = packet->sent,
        .mode = mode_of_packet(packet),
        .channel = packet->channel >= 0 && packet->channel <= UINT8_MAX ? packet->channel : GODOT_CHANNEL_UNKNOWN
    };

    godot_scope_init(&message.scope, pinfo, place->link, !packet->sent, 0);
    if (packet->sent) {
        message.scope.target = packet->other;
        message.scope.target_known = true;
    }
    message.scope.learn = message.scope.learn && !message.refused;
    return message;
}

/* Fills the columns for addresses with the sender and the receiver, because a record has no addresses. */
static void
set_ends(packet_info *pinfo, const recording_packet_t *packet)
{
    col_add_fstr(pinfo->cinfo, packet->sent ? COL_DEF_SRC : COL_DEF_DST, "%d", packet->own);
    col_add_fstr(pinfo->cinfo, packet->sent ? COL_DEF_DST : COL_DEF_SRC, "%d", packet->other);
}

static void
say_failed(packet_info *pinfo, proto_item *item, int32_t result)
{
    const char *error = val_to_str(pinfo->pool, (uint32_t)result, recording_errors, "error %d");

    experts_add_format(pinfo, item, &ei_failed, "Not sent: put_packet() returned %s", error);
    col_append_fstr(pinfo->cinfo, COL_INFO, "  (not sent: %s)", error);
}

void
recording_dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_item *item, proto_tree *top, tvbuff_t *body,
                         const recording_place_t *place)
{
    recording_packet_t packet = recording_packet(tvb);
    godot_message_t message = message_of_packet(&packet, pinfo, place);

    set_ends(pinfo, &packet);
    dissect_godot_message(body, pinfo, top, &message, place->version);
    if (packet.result)
        say_failed(pinfo, item, packet.result);
}

void
recording_packets_register(expert_module_t *experts)
{
    static ei_register_info ei[] = {
        { &ei_failed,
          { "godot.record.put_failed", PI_RESPONSE_CODE, PI_NOTE,
            "The packet was not sent: put_packet() returned an error", EXPFILL } },
    };

    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
