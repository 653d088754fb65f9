/* multiplayer/godot3-header.c
 * Which header does this 3.x message have, and what follows it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot3-header.h"
#include "multiplayer/godot3-messages.h"

/* The numbers below are sections of docs/wire/multiplayer-godot3.md. */

#define SYSTEM_CHANNEL      0   /* ENet's channel (5) */
#define UNRELIABLE_CHANNEL  2   /* the last one that is not the application's */
#define NARROW_HEADER       8   /* 3.2 and later */
#define WIDE_HEADER         12  /* 3.0 and 3.1 */
#define FLAG_RELIABLE       1   /* a flag of ENet, in the wide header */

static int hf_godot_enet_flags = -1;

static expert_field ei_godot_source = EI_INIT;
static expert_field ei_godot_oversized = EI_INIT;

static const value_string enet_flags[] = {
    { 0, "unreliable, ordered" },
    { 1, "reliable" },
    { 2, "unsequenced" },
    { 0, NULL }
};

/* ---- How long is the header, and what follows it? ---- */

typedef enum {
    CONTENT_UNKNOWN,
    CONTENT_PACKET,         /* a packet of the multiplayer API */
    CONTENT_VALUE           /* a value from put_var() on the peer */
} content_t;

/* How the messages of a link look; a member is 0 until a message proves it. */
typedef struct {
    int            header;          /* length of the peer header */
    godot_moment_t header_since;
    content_t      content;
    godot_moment_t content_since;
} layout_t;

/* godot_link_t * -> layout_t *; lives as long as the file. */
static wmem_map_t *layouts;

static layout_t *
layout_of_link(const godot_link_t *link)
{
    layout_t *layout = wmem_map_lookup(layouts, link);

    if (!layout) {
        layout = wmem_new0(wmem_file_scope(), layout_t);
        wmem_map_insert(layouts, link, layout);
    }
    return layout;
}

static bool
packet_fits(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset)
{
    return offset < (int)tvb_captured_length(tvb) && godot3_packet_fit(tvb, pinfo, message, offset) != GODOT_FIT_NONE;
}

static bool
value_fits(tvbuff_t *tvb, int offset)
{
    int end = (int)tvb_captured_length(tvb);

    return godot_variant_check(tvb, offset, end, GODOT_DIALECT_3_X, GODOT_ENCODING_FULL) == end;
}

/*
 * Tells whether the ENet flags in a 12-byte header agree with how ENet sent it. Up to 3.2, ENet sends reliably what is
 * too long for one datagram, whatever the flags say (docs/wire/enet.md, 6).
 */
static bool
wide_header_fits(tvbuff_t *tvb, const godot_message_t *message)
{
    static const uint32_t flags_of_mode[] = {
        [GODOT_MODE_UNRELIABLE] = 2, [GODOT_MODE_UNRELIABLE_ORDERED] = 0, [GODOT_MODE_RELIABLE] = 1
    };
    uint32_t flags = tvb_get_letohl(tvb, NARROW_HEADER);

    if (message->enet->fragmented)
        return flags <= 2;
    return flags == flags_of_mode[message->mode];
}

static content_t
content_after(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int header)
{
    if ((int)tvb_captured_length(tvb) <= header || (header == WIDE_HEADER && !wide_header_fits(tvb, message)))
        return CONTENT_UNKNOWN;
    if (packet_fits(tvb, pinfo, message, header))
        return CONTENT_PACKET;
    return value_fits(tvb, header) ? CONTENT_VALUE : CONTENT_UNKNOWN;
}

/* First pass: a message that makes sense in one way only decides for the messages after it. */
static void
learn_layout(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, layout_t *layout)
{
    content_t narrow = content_after(tvb, pinfo, message, NARROW_HEADER);
    content_t wide = content_after(tvb, pinfo, message, WIDE_HEADER);
    int header = narrow != CONTENT_UNKNOWN ? NARROW_HEADER : WIDE_HEADER;
    content_t content = narrow != CONTENT_UNKNOWN ? narrow : wide;

    if ((narrow != CONTENT_UNKNOWN) == (wide != CONTENT_UNKNOWN))
        return;
    if (!layout->header) {
        layout->header = header;
        layout->header_since = message->scope.moment;
    }
    if (header == layout->header &&
        !(content == CONTENT_PACKET && value_fits(tvb, header))) {
        layout->content = content;
        layout->content_since = message->scope.moment;
    }
}

/*
 * Returns the layout of this message: what its link has proved so far, else what 3.2 and later use. Content of which
 * nothing is known is read as a packet.
 */
static layout_t
layout_of(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    layout_t *known = layout_of_link(message->scope.link);
    layout_t layout = { .header = NARROW_HEADER };

    if (godot_message_is_new(message) && !known->content)
        learn_layout(tvb, pinfo, message, known);
    if (known->header && known->header_since <= message->scope.moment)
        layout.header = known->header;
    if (known->content_since <= message->scope.moment)
        layout.content = known->content;
    if (layout.content == CONTENT_VALUE && !value_fits(tvb, layout.header) &&
        packet_fits(tvb, pinfo, message, layout.header))
        layout.content = CONTENT_PACKET;
    return layout;
}

/* ---- The peer header over ENet (5) ---- */

static bool
is_system(const godot_message_t *message)
{
    return message->enet && message->enet->channel == SYSTEM_CHANNEL;
}

/* Tells whether a client claims to be somebody else. The server relays, so it may send for all. */
static bool
is_foreign(const godot_scope_t *scope, int32_t source)
{
    return scope->source > GODOT_PEER_SERVER && source != scope->source;
}

/* ENet up to 3.2 sends what is too long for one datagram reliably (docs/wire/enet.md, 6). */
static bool
was_unreliable(const godot_reader_t *reader, int length)
{
    const enet_message_t *enet = reader->message->enet;

    if (!enet->fragmented || enet->mode != ENET_MODE_RELIABLE)
        return false;
    return length == WIDE_HEADER ? tvb_get_letohl(reader->tvb, NARROW_HEADER) != FLAG_RELIABLE
                                 : enet->channel == UNRELIABLE_CHANNEL;
}

/* Dissects the header, and takes source and target of the message from it. */
static void
godot3_dissect_header(godot_reader_t *reader, int length)
{
    godot_scope_t *scope = &reader->message->scope;
    int32_t source = (int32_t)tvb_get_letohl(reader->tvb, 0);

    if (is_foreign(scope, source))
        godot_reader_expert(reader, proto_tree_get_parent(reader->tree), &ei_godot_source);
    if (was_unreliable(reader, length))
        godot_reader_expert(reader, proto_tree_get_parent(reader->tree), &ei_godot_oversized);
    scope->source = source;
    scope->target = (int32_t)tvb_get_letohl(reader->tvb, 4);
    scope->target_known = true;
    reader->offset = length;
    if (!reader->tree)
        return;
    godot_add_source(reader->tree, reader->tvb, 0, 4, source);
    godot_add_target(reader->tree, reader->tvb, 4, 4, scope->target);
    if (length == WIDE_HEADER)
        proto_tree_add_item(reader->tree, hf_godot_enet_flags, reader->tvb, NARROW_HEADER, 4, ENC_LITTLE_ENDIAN);
    godot_add_transfer(reader->tree, reader->tvb, reader->message);
}

static void
dissect_data(godot_reader_t *reader)
{
    layout_t layout = layout_of(reader->tvb, reader->pinfo, reader->message);

    if (reader->end < layout.header) {
        dissect_godot3_stump(reader);
        return;
    }
    godot3_dissect_header(reader, layout.header);
    (layout.content == CONTENT_VALUE ? dissect_godot3_value : dissect_godot3_packet)(reader);
}

void
dissect_godot3_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                       godot_message_t *message, godot_text_t *info)
{
    godot_reader_t reader = godot_reader_new(tvb, pinfo, tree, message, info);

    /* For the game the first three channels are one (docs/wire/enet.md, 6). */
    if (message->enet)
        message->channel = message->enet->channel > UNRELIABLE_CHANNEL ? message->enet->channel : 0;
    if (message->enet && !is_system(message)) {
        dissect_data(&reader);
        return;
    }
    if (tree)
        godot_add_delivery(tree, tvb, message);
    (is_system(message) ? dissect_godot3_system : dissect_godot3_packet)(&reader);
}

/* ---- Does it fit? (9) ---- */

/* Tells how much the peer header proves: 4 bytes that repeat a random id from the handshake do prove it. */
static godot_fit_t
fit_of_peers(tvbuff_t *tvb, const godot_scope_t *scope)
{
    int32_t source = (int32_t)tvb_get_letohl(tvb, 0), target = (int32_t)tvb_get_letohl(tvb, 4);

    if (source < GODOT_PEER_SERVER || source == target || is_foreign(scope, source))
        return GODOT_FIT_NONE;
    if (scope->source > GODOT_PEER_SERVER)
        return GODOT_FIT_DECISIVE;
    if (scope->source == GODOT_PEER_UNKNOWN)
        return GODOT_FIT_WEAK;
    if (target != 0 && scope->target == target)
        return GODOT_FIT_DECISIVE;
    /* A server sends to a client only what is meant for it. */
    return target == 0 || (target < 0 && target != -scope->target) ? GODOT_FIT_FAIR : GODOT_FIT_NONE;
}

static godot_fit_t
fit_of_content(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int header)
{
    switch (content_after(tvb, pinfo, message, header)) {
    case CONTENT_PACKET:
        return godot3_packet_fit(tvb, pinfo, message, header);
    case CONTENT_VALUE:
        return GODOT_FIT_WEAK;
    default:
        return GODOT_FIT_NONE;
    }
}

godot_fit_t
godot3_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_fit_t peers, content;

    if (tvb_captured_length(tvb) != tvb_reported_length(tvb))
        return GODOT_FIT_NONE;
    if (!message->enet)
        return godot3_packet_fit(tvb, pinfo, message, 0);
    if (is_system(message))
        return godot3_system_fit(tvb, &message->scope);
    if (tvb_captured_length(tvb) <= NARROW_HEADER)
        return GODOT_FIT_NONE;
    peers = fit_of_peers(tvb, &message->scope);
    if (peers == GODOT_FIT_NONE)
        return GODOT_FIT_NONE;
    content = fit_of_content(tvb, pinfo, message, NARROW_HEADER);
    if (content == GODOT_FIT_NONE)
        content = fit_of_content(tvb, pinfo, message, WIDE_HEADER);
    return content == GODOT_FIT_NONE ? GODOT_FIT_NONE : MAX(peers, content);
}

/* ---- Registration ---- */

void
godot3_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_godot_enet_flags,
          { "Packet flags", "godot.enet_flags", FT_UINT32, BASE_DEC, VALS(enet_flags), 0,
            "How ENet shall send the message; only Godot 3.0 and 3.1 write them", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_godot_source,
          { "godot.peer.source.foreign", PI_PROTOCOL, PI_WARN,
            "The source is not the client that sent this: the server drops it", EXPFILL } },
        { &ei_godot_oversized,
          { "godot.transfer_mode.oversized", PI_PROTOCOL, PI_NOTE,
            "Unreliable, but too big for one datagram: it was sent reliably", EXPFILL } },
    };

    layouts = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    godot3_messages_register(proto, experts);
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
