/* streams/packet-godot-channel.c
 * Routines for data channels of WebRTC: which protocol of Godot's does a message have?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/*
 * Both ends agree on the multiplayer's channels beforehand, so the number of a stream tells its mode and its channel
 * (docs/wire/transports.md, 8). The peer ids were exchanged in the game's own signalling: the plugin only knows that
 * the peer that tells of other peers is the server. Channels that were opened in band are the game's own.
 */

#include "multiplayer/message.h"
#include "multiplayer/packet-godot-multiplayer.h"
#include "streams/packet-godot-channel.h"
#include "streams/packet-godot-stream.h"
#include "streams/sctp.h"
#include "variant/variant.h"

/* So many messages of an association are looked at. If none of them proves that it is Godot's, it is not. */
#define WEIGHED 64

enum { STREAM_RELIABLE = 1, STREAM_ORDERED, STREAM_UNRELIABLE, STREAM_OWN };

static int proto_godot_channel = -1;

static int hf_channel_label = -1;

static dissector_handle_t variant_handle;

/* ---- Mode and channel ---- */

static godot_transfer_mode_t
mode_as_opened(const sctp_channel_t *channel)
{
    if (SCTP_CHANNEL_IS_RELIABLE(channel->type))
        return SCTP_CHANNEL_IS_UNORDERED(channel->type) ? GODOT_MODE_UNKNOWN : GODOT_MODE_RELIABLE;
    return SCTP_CHANNEL_IS_UNORDERED(channel->type) ? GODOT_MODE_UNRELIABLE : GODOT_MODE_UNRELIABLE_ORDERED;
}

/*
 * Returns the mode of a channel that both ends agreed on. For the game's own channels only their order shows on the
 * wire.
 */
static godot_transfer_mode_t
mode_as_agreed(const sctp_source_t *source)
{
    if (source->unordered)
        return source->stream >= STREAM_UNRELIABLE ? GODOT_MODE_UNRELIABLE : GODOT_MODE_UNKNOWN;
    switch (source->stream) {
    case STREAM_RELIABLE:
        return GODOT_MODE_RELIABLE;
    case STREAM_ORDERED:
        return GODOT_MODE_UNRELIABLE_ORDERED;
    default:
        return GODOT_MODE_UNKNOWN;
    }
}

static int
channel_as_agreed(const sctp_source_t *source)
{
    if (source->stream < STREAM_RELIABLE)       /* the mode is not known */
        return GODOT_CHANNEL_UNKNOWN;
    return source->stream < STREAM_OWN ? 0 : source->stream - STREAM_OWN + 1;
}

/* ---- Multiplayer ---- */

static godot_link_t *
channel_link_of(const sctp_source_t *source, const packet_info *pinfo)
{
    sctp_association_t *association = source->association;

    if (!association->link) {
        association->link = godot_link_new(NULL, 0, GODOT_PEER_UNKNOWN, GODOT_PEER_UNKNOWN, GODOT_MOMENT(pinfo->num, 0));
        association->link->by_ends = true;
    }
    return association->link;
}

static godot_message_t
channel_message_of(const sctp_source_t *source, packet_info *pinfo)
{
    const sctp_channel_t *opened = sctp_channel(source, pinfo);
    godot_message_t message = {
        .transport = GODOT_OVER_DATA_CHANNEL,
        .mode = opened ? mode_as_opened(opened) : mode_as_agreed(source),
        .channel = opened ? GODOT_CHANNEL_UNKNOWN : channel_as_agreed(source)
    };

    godot_scope_init(&message.scope, pinfo, channel_link_of(source, pinfo), source->direction,
                     godot_stream_next_position(pinfo));
    if (message.scope.learn && source->whole)
        message.scope.link->whole_until[source->direction] = message.scope.moment;
    if (!source->ends_known)
        godot_scope_is_anyones(&message.scope);
    return message;
}

static void
add_label(tvbuff_t *tvb, proto_tree *tree, const sctp_channel_t *opened)
{
    if (opened)
        proto_item_set_generated(proto_tree_add_string(tree, hf_channel_label, tvb, 0, 0, opened->label));
}

static void
channel_dissect_multiplayer(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const sctp_source_t *source,
                            godot_message_t *message, unsigned version)
{
    add_label(tvb, tree, sctp_channel(source, pinfo));
    col_clear(pinfo->cinfo, COL_INFO);
    dissect_godot_message(tvb, pinfo, tree, message, version);
    col_set_fence(pinfo->cinfo, COL_INFO);
}

/* Decode As: the user says that it is Godot's. */
static int
dissect_channel(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    sctp_source_t source = sctp_source(pinfo, tvb);
    godot_message_t message = channel_message_of(&source, pinfo);

    channel_dissect_multiplayer(tvb, pinfo, tree, &source, &message, 0);
    return (int)tvb_captured_length(tvb);
}

/*
 * Returns the generation. It is the same in every pass: an association that is not looked at any more has none in later
 * passes either, unless the user says what all messages are. While a capture goes on, the window reads old packets again
 * between new ones: these do not count.
 */
static unsigned
version_of(tvbuff_t *tvb, packet_info *pinfo, const sctp_source_t *source, const godot_message_t *message)
{
    sctp_association_t *association = source->association;

    if (!PINFO_FD_VISITED(pinfo) && !message->scope.link->version && association->weighed++ >= WEIGHED)
        return godot_message_forced_version();
    return godot_message_version(tvb, pinfo, message);
}

static bool
may_be_data_channel(uint32_t protocol)
{
    return protocol == SCTP_BINARY || protocol == SCTP_TEXT || protocol == 0;
}

static ws_bool
dissect_channel_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const uint32_t protocol = GPOINTER_TO_UINT(data);
    sctp_source_t source;
    godot_message_t message;
    unsigned version;

    if (!may_be_data_channel(protocol))
        return false;
    source = sctp_source(pinfo, tvb);
    if ((protocol == 0 && !source.unnamed) || source.stream == SCTP_STREAM_UNKNOWN || sctp_channel(&source, pinfo))
        return false;
    message = channel_message_of(&source, pinfo);
    version = version_of(tvb, pinfo, &source, &message);
    if (version)
        channel_dissect_multiplayer(tvb, pinfo, tree, &source, &message, version);
    return version != 0;
}

/* ---- Variants ---- */

/* After the first certain Variant on this stream, any message that is one Variant counts. */
static bool
channel_is_variant(tvbuff_t *tvb, const packet_info *pinfo, const sctp_source_t *source)
{
    const int length = (int)tvb_reported_length(tvb);
    wmem_map_t *variants = source->association->variants;
    const uint32_t since = GPOINTER_TO_UINT(wmem_map_lookup(variants, GINT_TO_POINTER(source->stream)));

    if (since && since < pinfo->num)
        return godot_variant_guess_dialect(tvb, 0, length, GODOT_DIALECT_AUTO) != GODOT_DIALECT_AUTO;
    if (!godot_variant_is_evidence(tvb, 0, length, GODOT_EVIDENCE_STRINGS))
        return false;
    if (source->stream != SCTP_STREAM_UNKNOWN)
        wmem_map_insert(variants, GINT_TO_POINTER(source->stream), GUINT_TO_POINTER(pinfo->num));
    return true;
}

static ws_bool
channel_dissect_variant_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    sctp_source_t source;

    if (!may_be_data_channel(GPOINTER_TO_UINT(data)))
        return false;
    source = sctp_source(pinfo, tvb);
    if (!channel_is_variant(tvb, pinfo, &source))
        return false;
    add_label(tvb, tree, sctp_channel(&source, pinfo));
    call_dissector(variant_handle, tvb, pinfo, tree);
    col_set_fence(pinfo->cinfo, COL_INFO);
    return true;
}

void
proto_register_godot_channel(void)
{
    static hf_register_info hf[] = {
        { &hf_channel_label,
          { "Data channel", "godot.channel.label", FT_STRING, BASE_NONE, NULL, 0,
            "Label with which the data channel was opened", HFILL } },
    };

    proto_godot_channel = proto_register_protocol("Godot Data Channel", "Godot Data Channel", "godot.channel");
    proto_register_field_array(proto_godot_channel, hf, G_N_ELEMENTS(hf));
    sctp_register(proto_godot_channel);
}

void
proto_reg_handoff_godot_channel(void)
{
    static const char *const tables[] = { "sctp.ppi", "sctp.port" };
    int proto_godot = proto_get_id_by_filter_name("godot");
    dissector_handle_t handle = create_dissector_handle(dissect_channel, proto_godot);

    sctp_handoff();
    variant_handle = find_dissector("godot.variant");
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        dissector_add_for_decode_as(tables[i], handle);
        dissector_add_for_decode_as(tables[i], variant_handle);
    }
    heur_dissector_add("sctp", channel_dissect_variant_heur, "Godot Variant over a data channel", "godot_variant_sctp",
                       proto_godot_channel, HEURISTIC_ENABLE);
    heur_dissector_add("sctp", dissect_channel_heur, "Godot multiplayer over a data channel", "godot_sctp",
                       proto_godot, HEURISTIC_ENABLE);
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
