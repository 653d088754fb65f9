/* streams/packet-godot-websocket.c
 * Routines for layers that keep messages apart: which protocol of Godot's does a message of a WebSocket, or a DTLS
 * record, have?
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
 * A WebSocket carries messages of the debugger, single Variants, or multiplayer packets (docs/wire/transports.md, 7).
 * Those of 3.x have a header. A server of 4.x tells the client its id in the first message: four bytes, which prove
 * nothing until a later message can be nothing else. The first pass shows a connection from that message on, later
 * passes from its first one on. DTLS (3) adds nothing of its own.
 */

#include "multiplayer/godot3-header.h"
#include "ends/ends.h"
#include "multiplayer/godot4-messages.h"
#include "multiplayer/message.h"
#include "multiplayer/packet-godot-multiplayer.h"
#include "streams/continuity.h"
#include "streams/handshake.h"
#include "streams/packet-godot-stream.h"
#include "streams/packet-godot-websocket.h"
#include "streams/websocket-ports.h"
#include "streams/websocket-steps.h"
#include "variant/variant.h"

/* The header of 3.x: type, sender, destination. */
#define HEADER_LENGTH 9

/* The first byte of messages about peers in 4.x (docs/wire/multiplayer-godot4.md, 1). */
#define COMMAND_SYS 7

/* The header of the frame with the first message of 4.x: a whole binary message of four bytes (RFC 6455, 5.2). */
#define GREETING4_HEADER 0x8204

/* Opcodes of frames (RFC 6455, 5.2); those from 8 on are control frames. */
enum { OPCODE_TEXT = 1, OPCODE_BINARY = 2, OPCODE_CLOSE = 8 };

enum { TYPE_PAYLOAD = 0, TYPE_ADD = 1, TYPE_REMOVE = 2, TYPE_ID = 3 };

static int proto_godot_ws = -1;

static int hf_ws_type = -1;
static int hf_ws_peer = -1;

static int ett_ws = -1;

static bool (*recognise_other)(tvbuff_t *tvb, int offset, int length);
static dissector_handle_t other_handle;
static dissector_handle_t variant_handle;
static dissector_handle_t multiplayer_handle;

static const value_string types[] = {
    { TYPE_PAYLOAD, "payload" },
    { TYPE_ADD,     "add peer" },
    { TYPE_REMOVE,  "remove peer" },
    { TYPE_ID,      "your id" },
    { 0, NULL }
};

/* What the messages of a connection are. */
typedef enum { KIND_UNKNOWN, KIND_MULTIPLAYER_3, KIND_MULTIPLAYER_4 } kind_t;

/* The state of a connection, made in the first pass. */
typedef struct {
    kind_t         kind;
    uint32_t       first_frame;     /* frame of its first message */
    uint32_t       begins;          /* first frame of that kind, which later passes know */
    godot_moment_t id;              /* the message that is the client's id if this is 4.x, or 0 */
    uint32_t       variants_since;  /* frame since which it carries Variants for certain, or 0 */
    godot_link_t  *link;            /* NULL until a greeting is seen, or the user says that it is multiplayer */
    uint32_t       server_port;
    address        server;
    godot_continuity_t end[2];      /* of the client, and of the server */
} connection_t;

static connection_t *
websocket_find_connection(packet_info *pinfo)
{
    connection_t *connection = (connection_t *)ends_data(pinfo, proto_godot_ws, sizeof *connection);

    if (connection->first_frame == 0)
        connection->first_frame = pinfo->num;
    return connection;
}

/* ---- Recognising multiplayer ---- */

static bool
has_header(tvbuff_t *tvb)
{
    return tvb_captured_length(tvb) > HEADER_LENGTH && tvb_get_uint8(tvb, 0) <= TYPE_ID;
}

/* Recognises the two messages with which a server of 3.x greets: the client's id, and peer 1. */
static bool
is_greeting3(tvbuff_t *tvb)
{
    return tvb_captured_length(tvb) == HEADER_LENGTH + 4 && tvb_get_uint8(tvb, 0) == TYPE_ID &&
           tvb_get_letohl(tvb, 1) == GODOT_PEER_SERVER && tvb_get_letohl(tvb, 5) == 0 &&
           tvb_get_letohl(tvb, HEADER_LENGTH) - 2 <= INT32_MAX - 2;
}

/* The client is the end that sent the SYN. */
static bool
is_from_server(packet_info *pinfo)
{
    bool from_server;

    if (godot_handshake_tells_server(pinfo, &from_server))
        return from_server;
    if (godot_websocket_is_server_port(pinfo->srcport) != godot_websocket_is_server_port(pinfo->destport))
        return godot_websocket_is_server_port(pinfo->srcport);
    return pinfo->srcport < pinfo->destport;
}

static bool
is_servers_first(packet_info *pinfo, const connection_t *connection, uint32_t position)
{
    return connection->first_frame == pinfo->num && position == 0 && is_from_server(pinfo);
}

/* Tells whether the bytes before a server's message are the header of such a frame. After a gap they may be anything. */
static bool
is_behind_header(tvbuff_t *tvb, uint16_t header)
{
    int start = tvb_raw_offset(tvb) - 2;

    return start >= 0 && tvb_get_ntohs(tvb_get_ds_tvb(tvb), start) == header;
}

/* Recognises a message that may be the client's id: the first one. Ids are random numbers of 31 bits. */
static bool
is_greeting4(tvbuff_t *tvb, packet_info *pinfo, const connection_t *connection, uint32_t position)
{
    return tvb_captured_length(tvb) == 4 && is_behind_header(tvb, GREETING4_HEADER) &&
           is_servers_first(pinfo, connection, position) && tvb_get_letohl(tvb, 0) - 2 <= INT32_MAX - 2;
}

static bool
comes_from_server(const packet_info *pinfo, const connection_t *connection)
{
    return pinfo->srcport == connection->server_port && addresses_equal(&pinfo->src, &connection->server);
}

static void
init_message(godot_message_t *message, packet_info *pinfo, const connection_t *connection, uint32_t position)
{
    *message = (godot_message_t) {
        .transport = GODOT_OVER_WEBSOCKET,
        .mode = GODOT_MODE_RELIABLE,
        .channel = GODOT_CHANNEL_UNKNOWN
    };
    godot_scope_init(&message->scope, pinfo, connection->link, comes_from_server(pinfo, connection), position);
}

/*
 * Recognises a message that proves 4.x. Before any message that is more than bytes of the application, a peer
 * announces a path or tells of a peer, and these are recognisable.
 */
static bool
is_proof4(tvbuff_t *tvb, packet_info *pinfo, const connection_t *connection, uint32_t position)
{
    godot_message_t message;
    godot_fit_t fit;

    init_message(&message, pinfo, connection, position);
    fit = godot4_message_valid(tvb, pinfo, &message);
    return fit == GODOT_FIT_DECISIVE || (fit == GODOT_FIT_FAIR && tvb_get_uint8(tvb, 0) == COMMAND_SYS);
}

/* ---- What is learned in the first pass ---- */

static void
set_link(connection_t *connection, packet_info *pinfo, bool from_server, int32_t id)
{
    const address *server = from_server ? &pinfo->src : &pinfo->dst;

    connection->server_port = from_server ? pinfo->srcport : pinfo->destport;
    copy_address_wmem(wmem_file_scope(), &connection->server, server);
    connection->link = godot_link_new(&connection->server, connection->server_port, id, GODOT_PEER_SERVER,
                                      GODOT_MOMENT(pinfo->num, 0));
}

static void
set_kind(connection_t *connection, packet_info *pinfo, kind_t kind)
{
    connection->kind = kind;
    connection->begins = connection->id ? GODOT_MOMENT_FRAME(connection->id) : pinfo->num;
    godot_websocket_steps_begin(pinfo);
}

/* A server greets before anybody else sends anything. */
static void
note_continuity(tvbuff_t *tvb, packet_info *pinfo, connection_t *connection, uint32_t position)
{
    bool from_server;

    if (!connection->link)
        return;
    from_server = comes_from_server(pinfo, connection);
    if (is_servers_first(pinfo, connection, position))
        godot_continuity_begin(pinfo, &connection->end[1], &connection->end[0]);
    if (godot_continuity_note(&connection->end[from_server], tvb, pinfo, !from_server))
        connection->link->whole_until[from_server] = GODOT_MOMENT(pinfo->num, position);
}

/* Finds out whether the connection is multiplayer. */
static void
recognise_greeting(tvbuff_t *tvb, packet_info *pinfo, connection_t *connection, uint32_t position)
{
    if (connection->kind != KIND_UNKNOWN)
        return;
    if (connection->id) {
        if (is_proof4(tvb, pinfo, connection, position))
            set_kind(connection, pinfo, KIND_MULTIPLAYER_4);
    } else if (is_greeting4(tvb, pinfo, connection, position)) {
        set_link(connection, pinfo, true, (int32_t)tvb_get_letohl(tvb, 0));
        connection->id = GODOT_MOMENT(pinfo->num, position);
        godot_websocket_steps_begin(pinfo);
    } else if (is_greeting3(tvb)) {
        set_link(connection, pinfo, true, (int32_t)tvb_get_letohl(tvb, HEADER_LENGTH));
        set_kind(connection, pinfo, KIND_MULTIPLAYER_3);
    }
}

/* First pass: finds out whether the connection is multiplayer, and whether it is whole so far. */
static void
recognise_multiplayer(tvbuff_t *tvb, packet_info *pinfo, connection_t *connection, uint32_t position)
{
    if (PINFO_FD_VISITED(pinfo))
        return;
    recognise_greeting(tvb, pinfo, connection, position);
    note_continuity(tvb, pinfo, connection, position);
}

/* The user says that it is multiplayer: without a greeting it is 4.x, unless it has the header of 3.x. */
static void
insist_on_multiplayer(tvbuff_t *tvb, packet_info *pinfo, connection_t *connection)
{
    bool header = has_header(tvb) && tvb_get_letohl(tvb, 1) == GODOT_PEER_SERVER;

    if (PINFO_FD_VISITED(pinfo) || connection->kind != KIND_UNKNOWN)
        return;
    if (!connection->id)
        set_link(connection, pinfo, is_from_server(pinfo), GODOT_PEER_UNKNOWN);
    set_kind(connection, pinfo, header ? KIND_MULTIPLAYER_3 : KIND_MULTIPLAYER_4);
}

/* Returns the kind of this frame's messages, as far as this pass knows. */
static kind_t
kind_now(const connection_t *connection, const packet_info *pinfo)
{
    return pinfo->num >= connection->begins ? connection->kind : KIND_UNKNOWN;
}

/* ---- Multiplayer messages ---- */

static proto_tree *
add_item(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int length, const char *text)
{
    proto_item *item = proto_tree_add_item(tree, proto_godot_ws, tvb, 0, length, ENC_NA);

    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
    proto_item_append_text(item, ", %s", text);
    return proto_item_add_subtree(item, ett_ws);
}

static void
dissect_system3(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint8_t type)
{
    int32_t peer;

    if (tvb_captured_length(tvb) < HEADER_LENGTH + 4)
        return;
    peer = (int32_t)tvb_get_letohl(tvb, HEADER_LENGTH);
    proto_tree_add_item(tree, hf_ws_peer, tvb, HEADER_LENGTH, 4, ENC_LITTLE_ENDIAN);
    col_append_sep_fstr(pinfo->cinfo, COL_INFO, "  |  ", "%s %d", val_to_str_const(type, types, "?"), peer);
}

/* Dissects a message of 3.x: the header, then the message by its type. */
static void
dissect_message3(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const connection_t *connection,
                 uint32_t position)
{
    uint8_t type = tvb_get_uint8(tvb, 0);
    bool payload = type == TYPE_PAYLOAD;
    proto_tree *sub = add_item(tvb, pinfo, tree, payload ? HEADER_LENGTH : -1, "header");
    godot_message_t message;

    init_message(&message, pinfo, connection, position);
    message.scope.source = (int32_t)tvb_get_letohl(tvb, 1);
    message.scope.target = (int32_t)tvb_get_letohl(tvb, 5);
    message.scope.target_known = true;
    proto_tree_add_item(sub, hf_ws_type, tvb, 0, 1, ENC_NA);
    godot_add_source(sub, tvb, 1, 4, message.scope.source);
    godot_add_target(sub, tvb, 5, 4, message.scope.target);
    if (payload)
        dissect_godot_message(tvb_new_subset_remaining(tvb, HEADER_LENGTH), pinfo, tree, &message, 3);
    else
        dissect_system3(tvb, pinfo, sub, type);
}

/* Dissects the first message of a 4.x server. */
static void
dissect_id4(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree)
{
    proto_tree *sub = add_item(tvb, pinfo, tree, -1, "your id");
    int32_t id;

    proto_tree_add_item_ret_int(sub, hf_ws_peer, tvb, 0, 4, ENC_LITTLE_ENDIAN, &id);
    col_append_sep_fstr(pinfo->cinfo, COL_INFO, "  |  ", "your id %d", id);
}

static void
websocket_dissect_message4(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const connection_t *connection,
                           uint32_t position)
{
    godot_message_t message;

    if (connection->id == GODOT_MOMENT(pinfo->num, position)) {
        dissect_id4(tvb, pinfo, tree);
        return;
    }
    init_message(&message, pinfo, connection, position);
    dissect_godot_message(tvb, pinfo, tree, &message, 4);
}

static void
websocket_dissect_multiplayer(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const connection_t *connection,
                              uint32_t position)
{
    col_clear(pinfo->cinfo, COL_INFO);
    if (connection->kind == KIND_MULTIPLAYER_4)
        websocket_dissect_message4(tvb, pinfo, tree, connection, position);
    else if (has_header(tvb))
        dissect_message3(tvb, pinfo, tree, connection, position);
    else
        call_data_dissector(tvb, pinfo, tree);
    col_set_fence(pinfo->cinfo, COL_INFO);
}

/* Decode As: the user says that it is multiplayer. */
static int
dissect_ws_multiplayer(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    connection_t *connection = websocket_find_connection(pinfo);
    uint32_t position = godot_stream_next_position(pinfo);

    recognise_multiplayer(tvb, pinfo, connection, position);
    insist_on_multiplayer(tvb, pinfo, connection);
    if (connection->kind == KIND_UNKNOWN)       /* the user said it after the file was read */
        return 0;
    websocket_dissect_multiplayer(tvb, pinfo, tree, connection, position);
    return (int)tvb_captured_length(tvb);
}

/* ---- Hand-off ---- */

static void
hand_to(dissector_handle_t handle, tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree)
{
    if (!PINFO_FD_VISITED(pinfo))
        godot_websocket_steps_begin(pinfo);
    col_clear(pinfo->cinfo, COL_INFO);
    call_dissector(handle, tvb, pinfo, tree);
    col_set_fence(pinfo->cinfo, COL_INFO);
}

void
godot_websocket_offer(bool (*recognise)(tvbuff_t *tvb, int offset, int length), dissector_handle_t handle)
{
    recognise_other = recognise;
    other_handle = handle;
}

/* After the first certain Variant, any message that is one Variant counts. */
static bool
websocket_is_variant(tvbuff_t *tvb, const packet_info *pinfo, connection_t *connection)
{
    int length = (int)tvb_reported_length(tvb);
    bool known = connection->variants_since && connection->variants_since < pinfo->num;

    if (known)
        return godot_variant_guess_dialect(tvb, 0, length, GODOT_DIALECT_AUTO) != GODOT_DIALECT_AUTO;
    if (!godot_variant_is_evidence(tvb, 0, length, GODOT_EVIDENCE_STRINGS))
        return false;
    if (!connection->variants_since)
        connection->variants_since = pinfo->num;
    return true;
}

/* ---- Behind a gap ---- */

static bool
fits_message3(tvbuff_t *payload, packet_info *pinfo, const godot_message_t *message)
{
    if (!has_header(payload))
        return false;
    if (tvb_get_uint8(payload, 0) != TYPE_PAYLOAD)
        return tvb_reported_length(payload) == HEADER_LENGTH + 4;
    return godot3_message_valid(tvb_new_subset_remaining(payload, HEADER_LENGTH), pinfo, message) != GODOT_FIT_NONE;
}

static bool
fits_value(tvbuff_t *payload, unsigned opcode)
{
    int length = (int)tvb_reported_length(payload);

    if (opcode == OPCODE_TEXT)
        return length > 0 && g_utf8_validate((const char *)tvb_get_ptr(payload, 0, length), length, NULL);
    return godot_variant_guess_dialect(payload, 0, length, GODOT_DIALECT_AUTO) != GODOT_DIALECT_AUTO ||
           (recognise_other && recognise_other(payload, 0, length));
}

/* Multiplayer and the debugger have binary messages only. A control frame has no message, so it always fits. */
static bool
fits_connection(tvbuff_t *payload, packet_info *pinfo, unsigned opcode)
{
    const connection_t *connection = websocket_find_connection(pinfo);
    godot_message_t message;

    if (opcode >= OPCODE_CLOSE)
        return true;
    if (!connection->link)
        return fits_value(payload, opcode) || godot_websocket_is_server_port(pinfo->srcport) ||
               godot_websocket_is_server_port(pinfo->destport);
    if (connection->kind == KIND_UNKNOWN)       /* its first message may have been a client's id */
        return true;
    init_message(&message, pinfo, connection, 0);
    if (connection->kind == KIND_MULTIPLAYER_3)
        return opcode == OPCODE_BINARY && fits_message3(payload, pinfo, &message);
    return opcode == OPCODE_BINARY && godot4_message_valid(payload, pinfo, &message) != GODOT_FIT_NONE;
}

/* Tells whether the connection is Godot's, as far as this pass knows. */
static bool
websocket_is_ours(packet_info *pinfo)
{
    const connection_t *connection = websocket_find_connection(pinfo);

    return kind_now(connection, pinfo) != KIND_UNKNOWN || !connection->link;
}

static ws_bool
dissect_ws_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    connection_t *connection = websocket_find_connection(pinfo);
    uint32_t position = godot_stream_next_position(pinfo);
    int length = (int)tvb_reported_length(tvb);

    recognise_multiplayer(tvb, pinfo, connection, position);
    if (godot_websocket_is_server_port(pinfo->srcport) || godot_websocket_is_server_port(pinfo->destport))
        insist_on_multiplayer(tvb, pinfo, connection);
    if (kind_now(connection, pinfo) != KIND_UNKNOWN) {
        websocket_dissect_multiplayer(tvb, pinfo, tree, connection, position);
        return true;
    }
    if (recognise_other && recognise_other(tvb, 0, length))
        hand_to(other_handle, tvb, pinfo, tree);
    else if (websocket_is_variant(tvb, pinfo, connection))
        hand_to(variant_handle, tvb, pinfo, tree);
    else
        return false;
    return true;
}

/* Claims decrypted datagrams that are certainly Variants; all others need Decode As. */
static ws_bool
websocket_dissect_variant_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    if (!godot_variant_is_evidence(tvb, 0, (int)tvb_reported_length(tvb), GODOT_EVIDENCE_STRINGS))
        return false;
    hand_to(variant_handle, tvb, pinfo, tree);
    return true;
}

void
proto_register_godot_websocket(void)
{
    static hf_register_info hf[] = {
        { &hf_ws_type,
          { "Type", "godot.ws.type", FT_UINT8, BASE_DEC, VALS(types), 0,
            "What a message of Godot 3 over a WebSocket is for", HFILL } },
        { &hf_ws_peer,
          { "Peer", "godot.ws.peer", FT_INT32, BASE_DEC, NULL, 0,
            "The peer that comes, goes, or is told its id", HFILL } },
    };
    static int *ett[] = { &ett_ws };

    proto_godot_ws = proto_register_protocol("Godot WebSocket", "Godot WebSocket", "godot.ws");
    proto_register_field_array(proto_godot_ws, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    godot_websocket_ports_register(proto_godot_ws);
    godot_websocket_steps_register(proto_godot_ws,
                                   &(godot_websocket_way_t) { fits_connection, websocket_is_ours, is_from_server });
}

static void
add_decode_as(const char *table, const char *const *names)
{
    for (; *names; names++)
        dissector_add_for_decode_as(table, find_dissector(*names));
}

void
proto_reg_handoff_godot_websocket(void)
{
    static const char *const over_websocket[] = { "godot.variant", NULL };
    static const char *const over_datagrams[] = { "godot", "godot.variant", NULL };

    godot_websocket_ports_handoff();
    godot_websocket_steps_handoff();
    variant_handle = find_dissector("godot.variant");
    multiplayer_handle = create_dissector_handle(dissect_ws_multiplayer, proto_get_id_by_filter_name("godot"));
    /* Wireshark registers its table of WebSocket ports without Decode As. */
    dissector_table_allow_decode_as(find_dissector_table("ws.port"));
    dissector_add_for_decode_as("ws.port", multiplayer_handle);
    add_decode_as("ws.port", over_websocket);
    add_decode_as("dtls.port", over_datagrams);
    heur_dissector_add("ws", dissect_ws_heur, "Godot over WebSocket", "godot_ws", proto_godot_ws, HEURISTIC_ENABLE);
    heur_dissector_add("dtls", websocket_dissect_variant_heur, "Godot Variant over DTLS", "godot_variant_dtls",
                       proto_godot_ws, HEURISTIC_ENABLE);
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
