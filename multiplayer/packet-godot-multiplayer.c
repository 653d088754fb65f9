/* multiplayer/packet-godot-multiplayer.c
 * Routines for Godot's high-level multiplayer: who speaks to whom, and which generation?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/packet-godot-multiplayer.h"
#include "ends/ends.h"
#include "multiplayer/call-fields.h"
#include "multiplayer/faults.h"
#include "multiplayer/game-bytes.h"
#include "multiplayer/godot3-header.h"
#include "multiplayer/godot4-authority.h"
#include "multiplayer/godot4-checks.h"
#include "multiplayer/godot4-messages.h"
#include "multiplayer/godot4-project.h"
#include "multiplayer/paths.h"
#include "multiplayer/record.h"
#include "records/experts.h"
#include "variant/labels.h"
#include "variant/text.h"
#include "ws_constants.h"

static int proto_godot = -1;

static int hf_godot_version = -1;
static int hf_godot_length = -1;
static int hf_godot_length_call = -1;
static int hf_godot_length_synchronizer = -1;
static int hf_godot_length_spawn = -1;
static int hf_godot_length_other = -1;

static int ett_godot = -1;

static expert_field ei_godot_version_other = EI_INIT;

/* The preference godot.version; 0: each link must prove what it speaks. */
static int forced_version = 0;
static ws_bool info_delivery = true;

static const enum_val_t version_choices[] = {
    { "auto", "Automatic", 0 },
    { "3",    "Godot 3",   3 },
    { "4",    "Godot 4",   4 },
    { NULL, NULL, 0 }
};

/* So many messages must fit one generation only, if none of them is proof alone. */
#define VOTES_NEEDED 4
/* So many messages of each end are compared with the generation that its link was proved to speak. */
#define COMPARED 4

/* The first byte of messages about peers in 4.x (docs/wire/multiplayer-godot4.md, 1). */
#define COMMAND_SYS 7

/* ---- What the message is part of ---- */

/*
 * A client makes its id at random from 31 bits, so a small number is no client's id (docs/wire/multiplayer-godot4.md,
 * 4).
 */
static bool
looks_like_client_id(uint32_t id)
{
    return id >= 0x10000 && id <= INT32_MAX;
}

static bool
may_be_client_id(uint32_t id)
{
    return id >= 2 && id <= INT32_MAX;
}

#define NO_SERVER (-1)

/* So many connections are looked at to recognise a mesh. */
#define MESH_LIMIT 256

static bool
is_same_end(const enet_end_t *one, const enet_end_t *other)
{
    return one->port == other->port && addresses_equal(&one->addr, &other->addr);
}

/*
 * Tells whether two connections, of one caller or of one pair of ends, are of a mesh. A server's client has one
 * connection with its id, and the server does not connect to it. A peer that has several connections at once, or to
 * which the other end connects as well, is in a mesh (docs/wire/multiplayer-godot4.md, 4).
 */
static bool
tells_a_mesh(const enet_connection_t *one, const enet_connection_t *other)
{
    if (!may_be_client_id(other->connect_data) || other->connect_id == one->connect_id ||
            (other->end_frame && other->end_frame < one->first_frame))
        return false;
    return !is_same_end(&one->end[ENET_FROM_RESPONDER], &other->end[ENET_FROM_RESPONDER]);
}

/* Looks only at connections of its client and of its pair of ends: how many others a capture has makes no difference. */
static bool
is_of_mesh(const enet_connection_t *connection)
{
    const enet_connection_t *other = enet_connection_newest_of_caller(connection);

    for (unsigned i = 0; other && i < MESH_LIMIT; other = other->earlier, i++)
        if (tells_a_mesh(connection, other))
            return true;
    other = enet_connection_newest_of_pair(connection);
    for (unsigned i = 0; other && i < MESH_LIMIT; other = other->older, i++)
        if (tells_a_mesh(connection, other))
            return true;
    return false;
}

/*
 * Tells whether one end needs several slots, which only a server does: all peers of a client, or of a peer of a mesh,
 * use its first slot.
 */
static bool
has_slots(const enet_connection_t *connection)
{
    uint16_t slot = connection->end[ENET_FROM_RESPONDER].slot;

    return slot > 0 && slot != ENET_PEER_UNKNOWN;
}

static bool
is_known_server(const enet_end_t *end)
{
    return godot_network_exists(&end->addr, end->port);
}

/*
 * Returns the end of the connection that is the multiplayer server. If the handshake was captured, it is the responder,
 * provided that the handshake has a client's id; a mesh has no server. Without a handshake it is an end that is known
 * as a server. Else it is the responder if the slots of the ends differ: only a server needs several, and a slot that
 * is not known yet may turn out to be one of several.
 */
static int
server_end(const enet_connection_t *connection)
{
    const enet_end_t *end = connection->end;

    if (connection->has_connect)
        return may_be_client_id(connection->connect_data) && !is_of_mesh(connection) ? ENET_FROM_RESPONDER : NO_SERVER;
    if (is_known_server(&end[ENET_FROM_RESPONDER]))
        return ENET_FROM_RESPONDER;
    if (is_known_server(&end[ENET_FROM_INITIATOR]))
        return ENET_FROM_INITIATOR;
    return end[0].slot != end[1].slot ? ENET_FROM_RESPONDER : NO_SERVER;
}

void
godot_peers_of_connection(const enet_connection_t *connection, int32_t peer[2])
{
    const int server = looks_like_client_id(connection->connect_data) ? server_end(connection) : NO_SERVER;

    peer[0] = peer[1] = GODOT_PEER_UNKNOWN;
    if (server == NO_SERVER)
        return;
    peer[server] = GODOT_PEER_SERVER;
    peer[!server] = (int32_t)connection->connect_data;
}

/* An endpoint that was a server in an earlier game on the same port need not be one in this game. */
static bool
is_proved_server(const enet_connection_t *connection, const enet_end_t *end)
{
    return connection->has_connect || (!connection->after && is_known_server(end));
}

static godot_link_t *
link_new_from_enet(const enet_connection_t *connection)
{
    int server = server_end(connection);
    const enet_end_t *end = NULL;
    int32_t peer[2] = { GODOT_PEER_UNKNOWN, GODOT_PEER_UNKNOWN };
    godot_link_t *link;

    if (server != NO_SERVER) {
        end = &connection->end[server];
        peer[!server] = (int32_t)connection->connect_data;
        if (is_proved_server(connection, end))
            peer[server] = GODOT_PEER_SERVER;
    }
    link = godot_link_new(end ? &end->addr : NULL, end ? end->port : 0, peer[0], peer[1],
                          GODOT_MOMENT(connection->first_frame, 0));
    link->enet = connection;
    link->provisional = !connection->has_connect;
    return link;
}

/*
 * Unreliable fragments keep their order in any mode, so their mode is not on the wire (docs/wire/enet.md, 7);
 * "unreliable" fits all.
 */
static godot_transfer_mode_t
mode_from_enet(const enet_message_t *enet)
{
    switch (enet->mode) {
    case ENET_MODE_RELIABLE:
        return GODOT_MODE_RELIABLE;
    case ENET_MODE_UNRELIABLE:
        return enet->fragmented ? GODOT_MODE_UNRELIABLE : GODOT_MODE_UNRELIABLE_ORDERED;
    default:
        return GODOT_MODE_UNRELIABLE;
    }
}

/*
 * Returns the link of a connection. As long as a CONNECT may still come (enet/delivery.c) nothing is learned of it;
 * when it comes, the link begins again.
 */
static godot_link_t *
link_of_enet(enet_connection_t *connection)
{
    godot_link_t *link = connection->payload_state;
    bool renewed = link && link->provisional && connection->has_connect;

    if (!link || renewed) {
        connection->payload_state = link = link_new_from_enet(connection);
        link->renewed = renewed;
    }
    return link;
}

/* First pass: a slot other than the first one proves the server. */
static void
learn_server(godot_link_t *link, const enet_message_t *enet)
{
    if (!enet->connection->has_connect && link->peer[ENET_FROM_RESPONDER] == GODOT_PEER_UNKNOWN && has_slots(enet->connection))
        godot_link_prove_server(link, ENET_FROM_RESPONDER, GODOT_MOMENT(enet->delivered_in, enet->position) - 1);
}

/*
 * Fills in a message that came over ENet. self is the dissector, which is called again when a message that waited is
 * delivered.
 */
static void
message_from_enet(godot_message_t *message, packet_info *pinfo, enet_message_t *enet,
                  dissector_t self)
{
    enet_connection_t *connection = enet->connection;
    bool again = enet->deliver != NULL;
    godot_link_t *link;

    enet->deliver = self;
    *message = (godot_message_t) {
        .transport = GODOT_OVER_ENET,
        .mode = mode_from_enet(enet),
        /* Channels 0 and 1 are the two halves of transfer channel 0 (docs/wire/enet.md, 7). */
        .channel = enet->channel ? enet->channel - 1 : 0,
        .enet = enet,
        .again = again
    };
    link = link_of_enet(connection);
    if (!PINFO_FD_VISITED(pinfo))
        learn_server(link, enet);
    godot_scope_init_enet(&message->scope, pinfo, link, enet);
}

/*
 * Tells whether the packet's addresses and ports identify its ends. An exported packet may lack the tags that do;
 * without ports several ends may have one address; and SCTP's ports are the same for all ends.
 */
static bool
has_ends(const packet_info *pinfo)
{
    if (pinfo->srcport == pinfo->destport && (pinfo->ptype == PT_SCTP || addresses_equal(&pinfo->src, &pinfo->dst)))
        return false;
    return pinfo->ptype != PT_NONE;
}

/* What is kept of a conversation if the caller does not know the peers. */
typedef struct {
    godot_link_t *link;
} conversation_link_t;

/* Fills in a message if the caller does not know the peers: each conversation has one link. */
static void
message_from_conversation(godot_message_t *message, packet_info *pinfo)
{
    conversation_link_t *kept = ends_data(pinfo, proto_godot, sizeof *kept);

    if (!kept->link) {
        kept->link = godot_link_new(NULL, 0, GODOT_PEER_UNKNOWN, GODOT_PEER_UNKNOWN,
                                    GODOT_MOMENT(pinfo->num, 0));
        kept->link->by_ends = true;
    }
    *message = (godot_message_t) {
        .mode = GODOT_MODE_UNKNOWN,
        .channel = GODOT_CHANNEL_UNKNOWN
    };
    godot_scope_init(&message->scope, pinfo, kept->link, ends_sender(pinfo), 0);
    if (!has_ends(pinfo))
        godot_scope_is_anyones(&message->scope);
}

/* Fills in a message from the data of the caller. Data of layers other than ENet has another type. */
static void
message_from_caller(godot_message_t *message, packet_info *pinfo, void *data, dissector_t self)
{
    if (enet_message_is_handed_on(data))
        message_from_enet(message, pinfo, data, self);
    else
        message_from_conversation(message, pinfo);
}

/* ---- Which generation ---- */

/*
 * Recognises a server of 4.x that tells of another client, on a data channel that both ends agreed on beforehand: of
 * these, only Godot's own reliable one has a mode that shows.
 */
static bool
tells_of_peer(tvbuff_t *tvb, const godot_message_t *message)
{
    return message->transport == GODOT_OVER_DATA_CHANNEL && message->mode == GODOT_MODE_RELIABLE &&
           tvb_captured_length(tvb) == 6 && tvb_get_uint8(tvb, 0) == COMMAND_SYS &&
           looks_like_client_id(tvb_get_letohl(tvb, 2));
}

/* Tells whether a message that fits one generation only is enough. */
static bool
godot_is_proof(tvbuff_t *tvb, const godot_message_t *message, godot_fit_t fit, unsigned votes)
{
    const enet_connection_t *connection = message->enet ? message->enet->connection : NULL;

    if (fit == GODOT_FIT_DECISIVE || votes >= VOTES_NEEDED || tells_of_peer(tvb, message))
        return true;
    return connection && looks_like_client_id(connection->connect_data);
}

/* Free bytes fit everything, so a weak fit does not count if the other generation fits decisively. */
static void
dismiss_weak(godot_fit_t fit[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (fit[i] == GODOT_FIT_WEAK && fit[!i] == GODOT_FIT_DECISIVE)
            fit[i] = GODOT_FIT_NONE;
}

static void
weigh(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_link_t *link = message->scope.link;
    godot_fit_t fit[2] = {
        godot3_message_valid(tvb, pinfo, message),
        godot4_message_valid(tvb, pinfo, message)
    };
    unsigned only;

    dismiss_weak(fit);
    only = fit[1] != GODOT_FIT_NONE;
    if ((fit[0] != GODOT_FIT_NONE) == (fit[1] != GODOT_FIT_NONE)) {
        if (fit[0] == GODOT_FIT_NONE)
            link->votes[0] = link->votes[1] = 0;
        return;
    }
    if (fit[only] >= GODOT_FIT_FAIR)
        link->votes[only]++;
    if (godot_is_proof(tvb, message, fit[only], link->votes[only])) {
        link->version = (uint8_t)(3 + only);
        link->version_since = message->scope.moment;
    }
}

unsigned
godot_message_forced_version(void)
{
    return (unsigned)forced_version;
}

unsigned
godot_message_version(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_link_t *link = message->scope.link;

    if (forced_version)
        return (unsigned)forced_version;
    if (!link->version && godot_message_is_new(message))
        weigh(tvb, pinfo, message);
    return link->version_since <= message->scope.moment ? link->version : 0;
}

static godot_fit_t
fit_of_version(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, unsigned version)
{
    return version == 3 ? godot3_message_valid(tvb, pinfo, message)
                        : godot4_message_valid(tvb, pinfo, message);
}

/*
 * Tells whether this message is of the other generation: two such ends can connect, but do not understand each other.
 * Only the first messages of each end are looked at.
 */
static bool
speaks_other(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, unsigned version)
{
    const godot_scope_t *scope = &message->scope;

    if (scope->learn && scope->link->compared[scope->direction] < COMPARED) {
        scope->link->compared[scope->direction]++;
        if (fit_of_version(tvb, pinfo, message, version) == GODOT_FIT_NONE &&
            fit_of_version(tvb, pinfo, message, 7 - version) == GODOT_FIT_DECISIVE) {
            scope->link->mixed = true;
            godot_history_learn(scope, GODOT_KEY_OTHER_VERSION, 0, scope->link);
        }
    }
    return scope->link->mixed && godot_history_find_at(scope, GODOT_KEY_OTHER_VERSION, 0) != NULL;
}

/* Returns the generation that fits better, for messages that the user says are Godot's. */
static unsigned
best_version(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    unsigned version = godot_message_version(tvb, pinfo, message);

    if (version)
        return version;
    return godot3_message_valid(tvb, pinfo, message) > godot4_message_valid(tvb, pinfo, message) ? 3 : 4;
}

/* ---- The message ---- */

/* Returns the field for lengths of this kind of message. */
static int
length_of_kind(const char *word)
{
    static const struct {
        const char *word;
        int        *hf;
    } kinds[] = {
        { "rpc", &hf_godot_length_call }, { "rset", &hf_godot_length_call },
        { "sync", &hf_godot_length_synchronizer }, { "delta", &hf_godot_length_synchronizer },
        { "spawn", &hf_godot_length_spawn }, { "despawn", &hf_godot_length_spawn },
    };

    for (size_t i = 0; word && i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(kinds[i].word, word) == 0)
            return *kinds[i].hf;
    return hf_godot_length_other;
}

/*
 * Adds a hidden field, as godot.length shows the same number: a sum over time takes all messages of the frames that a
 * filter finds, so it tells kinds apart only if each has a field of its own.
 */
static void
add_length_of_kind(proto_tree *tree, tvbuff_t *tvb, const godot_message_t *message)
{
    if (tree)
        proto_item_set_hidden(proto_tree_add_uint(tree, length_of_kind(message->word), tvb, 0, 0,
                                                  tvb_reported_length(tvb)));
}

static void
dissect_version(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                unsigned version, godot_text_t *info)
{
    if (tree) {
        proto_item_set_generated(proto_tree_add_uint(tree, hf_godot_version, tvb, 0, 0, version));
        proto_item_set_generated(proto_tree_add_uint(tree, hf_godot_length, tvb, 0, 0, tvb_reported_length(tvb)));
    }
    godot_record_release(message, version == 3 ? "3" : "4");
    message->names_channel = version == 3 ? 1 : 0;  /* reliable on transfer channel 0 (docs/wire/enet.md, 7) */
    message->scope.link->names_channel = message->names_channel;
    if (version == 3)
        dissect_godot3_message(tvb, pinfo, tree, message, info);
    else
        dissect_godot4_message(tvb, pinfo, tree, message, info);
    add_length_of_kind(tree, tvb, message);
    godot_add_length_of_node(tree, tvb, message->node, tvb_reported_length(tvb));
}

/* Key of what the columns show, among the data of the packet. The other keys are numbers of layers. */
#define COLUMNS_KEY UINT32_MAX

/* Longest text of a message in bytes: together with peers, mode and channel it fits into a label. */
#define ROW_LENGTH 160

/* What columns show of the packet's first message. */
typedef struct {
    char peers[GODOT_PEERS_SIZE];
    char delivery[GODOT_DELIVERY_SIZE];
} columns_t;

/* Returns the row without what the columns of the packet's first message say already. */
static const char *
without_columns(packet_info *pinfo, const godot_message_t *message, char *row)
{
    const columns_t *first = p_get_proto_data(pinfo->pool, pinfo, proto_godot, COLUMNS_KEY);
    columns_t *own = wmem_new(pinfo->pool, columns_t);
    size_t peers, delivery, length = strlen(row);

    *godot_write_peers(own->peers, message) = '\0';
    *godot_write_delivery(own->delivery, message) = '\0';
    if (!first) {
        p_add_proto_data(pinfo->pool, pinfo, proto_godot, COLUMNS_KEY, own);
        first = own;
    }
    peers = strcmp(own->peers, first->peers) == 0 ? strlen(own->peers) : 0;
    delivery = message->tells_delivery && strcmp(own->delivery, first->delivery) == 0 ? strlen(own->delivery) : 0;
    return wmem_strndup(pinfo->pool, row + peers, length - peers - delivery);
}

static void
say_in_info(packet_info *pinfo, const godot_message_t *message, const char *text)
{
    if (message->enet && *message->enet->mark)
        text = wmem_strconcat(pinfo->pool, message->enet->mark, text, NULL);
    godot_info_append(pinfo, text);
}

/* Returns "1842 → 1  RPC Main.hit(12)  [reliable, ch 0]". */
static const char *
say_message(packet_info *pinfo, proto_item *item, const godot_message_t *message, const godot_text_t *what)
{
    char *row = wmem_alloc(pinfo->pool, GODOT_PEERS_SIZE + ROW_LENGTH + GODOT_DELIVERY_SIZE), *end;

    end = godot_write_peers(row, message);
    if (what->length <= ROW_LENGTH)
        end = (char *)memcpy(end, what->string, what->length) + what->length;
    else
        end = godot_string_write(end, godot_cut_bytes(pinfo->pool, what->string, ROW_LENGTH));
    if (message->tells_delivery)
        end = godot_write_delivery(end, message);
    *end = '\0';
    say_in_info(pinfo, message, info_delivery ? row : without_columns(pinfo, message, row));
    if (item)
        godot_label_append(pinfo, item, ", ", row);
    return row;
}

void
dissect_godot_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                      godot_message_t *message, unsigned version)
{
    proto_item *item = tree ? proto_tree_add_item(tree, proto_godot, tvb, 0, -1, ENC_NA) : NULL;
    bool wanted = tree || col_get_writable(pinfo->cinfo, COL_INFO);
    godot_text_t *info;
    const char *row = NULL;

    godot_record_begin(pinfo, tvb, message);
    wanted |= godot_record_wants_text(message);
    info = wanted ? godot_text_new(pinfo->pool, GODOT_TEXT_UNLIMITED) : NULL;
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
    if (!version)
        version = best_version(tvb, pinfo, message);
    if (!message->again && !forced_version && speaks_other(tvb, pinfo, message, version))
        experts_add_format(pinfo, item, &ei_godot_version_other,
                           "Godot 3 and Godot 4 in one session: this message is of Godot %u", 7 - version);
    dissect_version(tvb, pinfo, proto_item_add_subtree(item, ett_godot), message, version, info);
    if (info)
        row = say_message(pinfo, item, message, info);
    godot_record_end(message, row);
}

static int
dissect_as(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data, unsigned version,
           dissector_t self)
{
    godot_message_t message;

    message_from_caller(&message, pinfo, data, self);
    dissect_godot_message(tvb, pinfo, tree, &message, version);
    return (int)tvb_captured_length(tvb);
}

static int
dissect_godot(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_as(tvb, pinfo, tree, data, 0, dissect_godot);
}

static int
dissect_godot3(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_as(tvb, pinfo, tree, data, 3, dissect_godot3);
}

static int
dissect_godot4(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_as(tvb, pinfo, tree, data, 4, dissect_godot4);
}

/* Dissects a message if its link was proved to speak Godot's protocol. */
static int
dissect_godot_proved(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    godot_message_t message;
    unsigned version;

    message_from_enet(&message, pinfo, data, dissect_godot_proved);
    version = godot_message_version(tvb, pinfo, &message);
    if (!version)
        return 0;
    dissect_godot_message(tvb, pinfo, tree, &message, version);
    return true;
}

static ws_bool
dissect_godot_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return data && dissect_godot_proved(tvb, pinfo, tree, data);
}

void
godot_multiplayer_register_preferences(module_t *module)
{
    prefs_register_enum_preference(module, "version", "Protocol generation",
        "Which generation of the multiplayer protocol the messages are of. Automatic waits until a"
        " connection has proved it.",
        &forced_version, version_choices, false);
    prefs_register_bool_preference(module, "info_delivery", "Peers, mode and channel in the Info column",
        "Whether every message tells them there. Otherwise it does only where they differ from those of the packet's first "
        "message, which columns can show (godot.peer.source, godot.peer.target, godot.transfer_mode, godot.transfer_channel)",
        &info_delivery);
    godot_message_register_preferences(module);
}

void
proto_register_godot(void)
{
    static hf_register_info hf[] = {
        { &hf_godot_version,
          { "Version", "godot.version", FT_UINT8, BASE_DEC, NULL, 0,
            "Generation of the protocol, 3 or 4", HFILL } },
        { &hf_godot_length,
          { "Length", "godot.length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Size of the message, without what ENet and lower layers add", HFILL } },
        { &hf_godot_length_call,
          { "Length of a call", "godot.length.call", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Size of the message, if it is an rpc or rset", HFILL } },
        { &hf_godot_length_synchronizer,
          { "Length of states", "godot.length.synchronizer", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the message, if it is a sync or delta", HFILL } },
        { &hf_godot_length_spawn,
          { "Length of a spawn", "godot.length.spawn", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Size of the message, if it is a spawn or despawn", HFILL } },
        { &hf_godot_length_other,
          { "Length of others", "godot.length.other", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Size of the message, if it is of another kind", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_godot_version_other,
          { "godot.version.other", PI_PROTOCOL, PI_ERROR,
            "Godot 3 and Godot 4 in one session", EXPFILL } },
    };
    static int *ett[] = { &ett_godot };
    expert_module_t *experts;

    proto_godot = proto_register_protocol("Godot Multiplayer", "Godot", "godot");
    proto_register_field_array(proto_godot, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    experts = expert_register_protocol(proto_godot);
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    godot_message_register(proto_godot);
    godot_record_register(proto_godot);
    godot_reader_register(proto_godot, experts);
    godot_game_bytes_register(proto_godot);
    godot_paths_register(proto_godot);
    godot_faults_register(experts);
    godot_call_fields_register(proto_godot);
    godot3_register(proto_godot, experts);
    godot4_messages_register(proto_godot, experts);
    godot4_authority_register(experts);
    godot4_checks_register(experts);
    godot4_project_register(proto_godot, experts);
    register_dissector("godot", dissect_godot, proto_godot);
    register_dissector("godot3", dissect_godot3, proto_godot);
    register_dissector("godot4", dissect_godot4, proto_godot);
}

void
proto_reg_handoff_godot(void)
{
    if (has_heur_dissector_list("enet"))
        heur_dissector_add("enet", dissect_godot_heur, "Godot multiplayer over ENet", "godot_enet",
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
