/* multiplayer/godot4-messages.c
 * What does this 4.x message say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-messages.h"
#include "multiplayer/godot4-calls.h"
#include "multiplayer/godot4-ids.h"
#include "multiplayer/godot4-replication.h"
#include "multiplayer/godot4-states.h"
#include "multiplayer/godot4-system.h"
#include "multiplayer/godot4-values.h"
#include "multiplayer/record.h"

/* docs/wire/multiplayer-godot4.md describes all of this; the numbers below are its sections. */

#define COMMAND_MASK        0x07

enum { REMOTE_CALL, SIMPLIFY_PATH, CONFIRM_PATH, RAW, SPAWN, DESPAWN, SYNC, SYS };

static int hf_godot_header = -1;
static int hf_godot4_command = -1;
static int hf_godot_reserved_3 = -1;
static int hf_godot_reserved_3_7 = -1;
static int hf_godot_reserved_sync = -1;
static int hf_godot_rpc_node_size = -1;
static int hf_godot_rpc_method_size = -1;
static int hf_godot_rpc_raw_flag = -1;
static int hf_godot_sync_delta = -1;
static int hf_godot_peer_engine = -1;

static int ett_godot_header = -1;

static expert_field ei_godot_relay_nested = EI_INIT;

static const value_string command_names[] = {
    { REMOTE_CALL,   "REMOTE_CALL" },
    { SIMPLIFY_PATH, "SIMPLIFY_PATH" },
    { CONFIRM_PATH,  "CONFIRM_PATH" },
    { RAW,           "RAW" },
    { SPAWN,         "SPAWN" },
    { DESPAWN,       "DESPAWN" },
    { SYNC,          "SYNC" },
    { SYS,           "SYS" },
    { 0, NULL }
};

static const value_string node_sizes[] = {
    { 0, "1 byte" },
    { 1, "2 bytes" },
    { 2, "4 bytes" },
    { 3, "invalid" },
    { 0, NULL }
};

static const true_false_string method_sizes = { "2 bytes", "1 byte" };

/* ---- Any message ---- */

static void dissect_relayed(godot_reader_t *reader);

static void
dissect_raw(godot_reader_t *reader, uint8_t flags _U_)
{
    dissect_godot_raw(reader);
}

static void
dissect_sys(godot_reader_t *reader, uint8_t flags _U_)
{
    dissect_godot4_sys(reader, dissect_relayed);
}

static int *const header_rpc[] = {
    &hf_godot_rpc_raw_flag, &hf_godot_rpc_method_size, &hf_godot_rpc_node_size,
    &hf_godot_reserved_3, &hf_godot4_command, NULL
};
static int *const header_sync[] = {
    &hf_godot_reserved_sync, &hf_godot_sync_delta, &hf_godot_reserved_3, &hf_godot4_command, NULL
};
static int *const header_plain[] = { &hf_godot_reserved_3_7, &hf_godot4_command, NULL };

static const struct {
    const char *word;           /* value of godot.message; NULL: another byte decides */
    void      (*dissect)(godot_reader_t *reader, uint8_t flags);
    int *const *header;         /* fields for bits of the first byte */
    uint8_t     flags;          /* bits that may be set */
} commands[] = {
    [REMOTE_CALL]   = { "rpc",          dissect_godot4_remote_call,   header_rpc,   0xF0 },
    [SIMPLIFY_PATH] = { "path",         dissect_godot4_simplify_path, header_plain, 0 },
    [CONFIRM_PATH]  = { "path_confirm", dissect_godot4_confirm_path,  header_plain, 0 },
    [RAW]           = { "raw",          dissect_raw,                  header_plain, 0 },
    [SPAWN]         = { "spawn",        dissect_godot4_spawn,         header_plain, 0 },
    [DESPAWN]       = { "despawn",      dissect_godot4_despawn,       header_plain, 0 },
    [SYNC]          = { NULL,           dissect_godot4_sync,          header_sync,  GODOT4_SYNC_DELTA },
    [SYS]           = { NULL,           dissect_sys,                  header_plain, 0 },
};

static const char *
engine_of(unsigned traits)
{
    if (traits & GODOT_ENGINE_CONFIRMS_ID)
        return "4.3 or later";
    if (traits & GODOT_ENGINE_CONFIRMS_PATH)
        return traits & GODOT_ENGINE_SENDS_DELTA ? "4.1 or 4.2" : "4.0 to 4.2";
    return traits ? "4.1 or later" : NULL;
}

/* Adds the release that the sender's earlier messages show. */
static void
add_engine(godot_reader_t *reader)
{
    const char *engine = engine_of(godot_names_engine(&reader->message->scope));

    if (!engine)
        return;
    godot_reader_add_string(reader, hf_godot_peer_engine, engine);
    godot_record_release(reader->message, engine);
}

/* The label is written as a whole: proto_tree_add_bitmask() would format and append each of its parts. */
static void
add_bits(godot_reader_t *reader, unsigned command, uint8_t first)
{
    proto_item *item = proto_tree_add_uint(reader->tree, hf_godot_header, reader->tvb, reader->offset, 1, first);

    proto_tree_add_bitmask_list(proto_item_add_subtree(item, ett_godot_header), reader->tvb, reader->offset, 1,
                                commands[command].header, ENC_NA);
    if (command == REMOTE_CALL)
        proto_item_append_text(item, "%s%s, Node target size: %s", first & GODOT4_RPC_RAW ? ", Raw arguments" : "",
                               first & GODOT4_RPC_METHOD_16 ? ", Method id size" : "",
                               node_sizes[(first & GODOT4_RPC_NODE_SIZE_MASK) >> GODOT4_RPC_NODE_SIZE_SHIFT].strptr);
    proto_item_append_text(item, "%s, Command: %s", command == SYNC && first & GODOT4_SYNC_DELTA ? ", Delta" : "",
                           command_names[command].strptr);
}

/* Adds the bits of the first byte, the peers, and mode and channel. For a RELAY the message inside adds its peers. */
static void
add_header(godot_reader_t *reader, unsigned command, bool relayed)
{
    bool is_sys = command == SYS && !relayed;
    bool is_relay = is_sys && reader->end > 1 && tvb_get_uint8(reader->tvb, 1) == GODOT4_SYS_RELAY;

    if (reader->tree)
        add_bits(reader, command, tvb_get_uint8(reader->tvb, reader->offset));
    godot_reader_add_command(reader, reader->offset, command);
    godot_reader_add_message(reader, commands[command].word);
    if (!is_relay)
        godot_add_delivery(reader->tree, reader->tvb, reader->message);
    if (!is_sys)
        add_engine(reader);
}

static void
dissect_message(godot_reader_t *reader, bool relayed)
{
    uint8_t first;
    unsigned command;

    if (!godot_reader_has(reader, 1)) {
        godot_reader_say_broken(reader, "Message");
        return;
    }
    first = tvb_get_uint8(reader->tvb, reader->offset);
    command = first & COMMAND_MASK;
    if (reader->tree || reader->message->record)
        add_header(reader, command, relayed);
    reader->offset++;
    if (reader->checking && (first & ~COMMAND_MASK & ~commands[command].flags))
        reader->broken = true;
    if (relayed && command == SYS)
        godot_reader_fault(reader, &ei_godot_relay_nested, NULL);
    else
        commands[command].dissect(reader, first);
    godot_reader_finish(reader, NULL);
    if (reader->broken)
        godot_reader_say_broken(reader, command_names[command].strptr);
}

static void
dissect_relayed(godot_reader_t *reader)
{
    dissect_message(reader, true);
}

void
dissect_godot4_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                       godot_message_t *message, godot_text_t *info)
{
    godot_reader_t reader = godot_reader_new(tvb, pinfo, tree, message, info);

    dissect_message(&reader, false);
}

/* ---- Does it fit? (10) ---- */

static godot_fit_t
fit_of_sys(tvbuff_t *tvb)
{
    switch (tvb_get_uint8(tvb, 1)) {
    case GODOT4_SYS_AUTH:
        return GODOT_FIT_WEAK;
    case GODOT4_SYS_RELAY:
        return (tvb_get_uint8(tvb, 6) & COMMAND_MASK) == RAW ? GODOT_FIT_WEAK : GODOT_FIT_DECISIVE;
    default:
        return GODOT_FIT_FAIR;
    }
}

/*
 * Tells how much a well-formed message proves: long text and counts that add up prove it, a few bytes do not, and bytes
 * of the application may be anything.
 */
static godot_fit_t
fit_of(tvbuff_t *tvb)
{
    uint8_t first = tvb_get_uint8(tvb, 0);

    switch (first & COMMAND_MASK) {
    case SIMPLIFY_PATH:
    case SPAWN:
        return GODOT_FIT_DECISIVE;
    case RAW:
        return GODOT_FIT_WEAK;
    case REMOTE_CALL:
        return first & GODOT4_RPC_RAW ? GODOT_FIT_WEAK : GODOT_FIT_FAIR;
    case SYS:
        return fit_of_sys(tvb);
    default:
        return GODOT_FIT_FAIR;
    }
}

godot_fit_t
godot4_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_message_t copy = *message;
    godot_reader_t reader = godot_reader_checking(tvb, pinfo, &copy);

    if (tvb_captured_length(tvb) != tvb_reported_length(tvb))
        return GODOT_FIT_NONE;
    dissect_message(&reader, false);
    return reader.broken ? GODOT_FIT_NONE : fit_of(tvb);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_header,
      { "Header", "godot.header", FT_UINT8, BASE_HEX, NULL, 0,
        "Command and its flags", HFILL } },
    { &hf_godot4_command,
      { "Command", "godot4.command", FT_UINT8, BASE_DEC, VALS(command_names), COMMAND_MASK,
        "Type of the message", HFILL } },
    { &hf_godot_reserved_3,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0x08,
        "Bits without a meaning", HFILL } },
    { &hf_godot_reserved_3_7,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0xF8,
        "Bits without a meaning", HFILL } },
    { &hf_godot_reserved_sync,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0xE0,
        "Bits without a meaning", HFILL } },
    { &hf_godot_rpc_node_size,
      { "Node target size", "godot.rpc.node_size", FT_UINT8, BASE_DEC, VALS(node_sizes),
        GODOT4_RPC_NODE_SIZE_MASK, "Bytes of the node's id on the wire", HFILL } },
    { &hf_godot_rpc_method_size,
      { "Method id size", "godot.rpc.method_size", FT_BOOLEAN, 8, TFS(&method_sizes),
        GODOT4_RPC_METHOD_16, "Bytes of the method's id on the wire", HFILL } },
    { &hf_godot_rpc_raw_flag,
      { "Raw arguments", "godot.rpc.raw_arguments", FT_BOOLEAN, 8, NULL, GODOT4_RPC_RAW,
        "The arguments are the bytes of one PackedByteArray, or there are none", HFILL } },
    { &hf_godot_sync_delta,
      { "Delta", "godot.sync.delta", FT_BOOLEAN, 8, NULL, GODOT4_SYNC_DELTA,
        "The message has only the properties that changed", HFILL } },
    { &hf_godot_peer_engine,
      { "Source's Godot", "godot.peer.engine", FT_STRING, BASE_NONE, NULL, 0,
        "Releases of Godot that fit the earlier messages of the source", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_relay_nested,
      { "godot.relay.nested", PI_MALFORMED, PI_ERROR, "A system message cannot be relayed", EXPFILL } },
};

void
godot4_messages_register(int proto, expert_module_t *experts)
{
    static int *ett[] = { &ett_godot_header };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    godot4_values_register(experts);
    godot4_calls_register(proto, experts);
    godot4_replication_register(proto);
    godot4_states_register(proto);
    godot4_system_register(proto);
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
