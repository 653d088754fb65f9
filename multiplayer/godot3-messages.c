/* multiplayer/godot3-messages.c
 * What does this 3.x message say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot3-messages.h"
#include "multiplayer/faults.h"
#include "multiplayer/godot3-calls.h"

/* docs/wire/multiplayer-godot3.md describes all of this; the numbers below are its sections. */

#define SYSTEM_LENGTH       8

enum { REMOTE_CALL, REMOTE_SET, SIMPLIFY_PATH, CONFIRM_PATH, RAW };
enum { ADD_PEER, REMOVE_PEER };

static int hf_godot3_command = -1;
static int hf_godot3_sys_command = -1;
static int hf_godot_sys_peer = -1;

static expert_field ei_godot_command = EI_INIT;

static const value_string command_names[] = {
    { REMOTE_CALL,   "REMOTE_CALL" },
    { REMOTE_SET,    "REMOTE_SET" },
    { SIMPLIFY_PATH, "SIMPLIFY_PATH" },
    { CONFIRM_PATH,  "CONFIRM_PATH" },
    { RAW,           "RAW" },
    { 0, NULL }
};

static const value_string sys_names[] = {
    { ADD_PEER,    "ADD_PEER" },
    { REMOVE_PEER, "REMOVE_PEER" },
    { 0, NULL }
};

/* ---- The packet of the multiplayer API (2) ---- */

void
dissect_godot3_packet(godot_reader_t *reader)
{
    static const struct {
        const char *word;
        void      (*dissect)(godot_reader_t *reader);
    } commands[] = {
        [REMOTE_CALL]   = { "rpc",          dissect_godot3_remote_call },
        [REMOTE_SET]    = { "rset",         dissect_godot3_remote_set },
        [SIMPLIFY_PATH] = { "path",         dissect_godot3_simplify_path },
        [CONFIRM_PATH]  = { "path_confirm", dissect_godot3_confirm_path },
        [RAW]           = { "raw",          dissect_godot_raw },
    };
    uint32_t command;

    reader->start = reader->offset;
    command = godot_read_uint(reader, hf_godot3_command, 1, NULL);
    if (!reader->broken)
        godot_reader_add_command(reader, reader->start, command);
    if (command >= G_N_ELEMENTS(commands)) {
        godot_reader_fault(reader, &ei_godot_command, NULL);
    } else if (!reader->broken) {
        godot_reader_add_message(reader, commands[command].word);
        commands[command].dissect(reader);
    }
    godot_reader_finish(reader, NULL);
    if (reader->broken)
        godot_reader_say_broken(reader, reader->offset > reader->start ?
                                        val_to_str_const(command, command_names, "Message") : "Message");
}

void
dissect_godot3_value(godot_reader_t *reader)
{
    godot_texts_t text = godot_texts_new(reader, false);

    godot3_read_value(reader, &text, "The value cannot be decoded");
    godot_reader_finish(reader, "Bytes behind the value");
    godot_text_put(reader->info, "Value ");
    godot_text_put(reader->info, godot_texts_row(&text));
    godot_reader_say_delivery(reader);
}

/* ---- System messages over ENet (5) ---- */

void
dissect_godot3_system(godot_reader_t *reader)
{
    uint32_t command;
    int32_t peer;

    if (!godot_reader_has(reader, SYSTEM_LENGTH))
        return;
    if (tvb_get_letohl(reader->tvb, reader->offset) > REMOVE_PEER) {
        godot_reader_fault(reader, godot_fault(GODOT_FAULT_SYSTEM_UNKNOWN), NULL);
        return;
    }
    command = godot_read_uint(reader, hf_godot3_sys_command, 4, NULL);
    godot_reader_add_sys_command(reader, reader->offset - 4, 4, command);
    godot_reader_add_message(reader, command == ADD_PEER ? "add_peer" : "del_peer");
    peer = (int32_t)godot_read_uint(reader, hf_godot_sys_peer, 4, NULL);
    if (reader->message->scope.learn)
        godot_history_reset_peer(&reader->message->scope, peer, command == ADD_PEER);
    godot_reader_say(reader, command == ADD_PEER ? "Peer %d joined" : "Peer %d left", peer);
    godot_reader_finish(reader, NULL);
}

void
dissect_godot3_stump(godot_reader_t *reader)
{
    godot_reader_fault_short(reader);
    godot_reader_say_broken(reader, "Message");
}

/* ---- Does it fit? (9) ---- */

/* Tells how much a well-formed packet proves. */
static godot_fit_t
fit_of_command(tvbuff_t *tvb, int offset)
{
    switch (tvb_get_uint8(tvb, offset)) {
    case REMOTE_CALL:
    case REMOTE_SET:
        return tvb_get_letohl(tvb, offset + 1) & GODOT_PATH_FORM ? GODOT_FIT_DECISIVE : GODOT_FIT_FAIR;
    case RAW:
        return GODOT_FIT_WEAK;
    default:
        return GODOT_FIT_FAIR;
    }
}

godot_fit_t
godot3_packet_fit(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset)
{
    godot_message_t copy = *message;
    godot_reader_t reader = godot_reader_checking(tvb, pinfo, &copy);

    reader.offset = offset;
    dissect_godot3_packet(&reader);
    return reader.broken ? GODOT_FIT_NONE : fit_of_command(tvb, offset);
}

godot_fit_t
godot3_system_fit(tvbuff_t *tvb, const godot_scope_t *scope)
{
    if (tvb_captured_length(tvb) != SYSTEM_LENGTH || scope->source > GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    if (tvb_get_letohl(tvb, 0) > REMOVE_PEER || (int32_t)tvb_get_letohl(tvb, 4) <= GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    return GODOT_FIT_FAIR;
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot3_command,
      { "Command", "godot3.command", FT_UINT8, BASE_DEC, VALS(command_names), 0,
        "Type of the message", HFILL } },
    { &hf_godot3_sys_command,
      { "System command", "godot3.sys.command", FT_UINT8, BASE_DEC, VALS(sys_names), 0,
        "What the server says of peers", HFILL } },
    { &hf_godot_sys_peer,
      { "Peer", "godot.sys.peer", FT_INT32, BASE_DEC, NULL, 0,
        "Peer that a system message is about", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_command,
      { "godot.command.unknown", PI_UNDECODED, PI_WARN,
        "Unknown command: receivers ignore the message", EXPFILL } },
};

void
godot3_messages_register(int proto, expert_module_t *experts)
{
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    godot3_calls_register(proto, experts);
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
