/* recorder/kinds.c
 * What does each kind of record add to the header?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/kinds.h"

static int hf_direction = -1;
static int hf_mode = -1;
static int hf_reserved = -1;
static int hf_own = -1;
static int hf_other = -1;
static int hf_channel = -1;
static int hf_result = -1;
static int hf_peer_end = -1;
static int hf_remote = -1;
static int hf_remote_force = -1;
static int hf_remote_id = -1;
static int hf_status_before = -1;
static int hf_status_now = -1;
static int hf_status_refuses = -1;
static int hf_status_cause = -1;
static int hf_log_type = -1;
static int hf_log_main = -1;
static int hf_lost_reason = -1;
static int hf_lost_count = -1;
static int hf_run_end = -1;
static int hf_clock_wall = -1;

const value_string recording_kinds[] = {
    { RECORDING_PACKET,     "packet" },
    { RECORDING_RUN_BEGIN,  "run begin" },
    { RECORDING_PEER_BEGIN, "peer begin" },
    { RECORDING_PEER_END,   "peer end" },
    { RECORDING_REMOTE,     "remote" },
    { RECORDING_STATUS,     "status" },
    { RECORDING_NAMES,      "names" },
    { RECORDING_LOG,        "log" },
    { RECORDING_LOST,       "lost" },
    { RECORDING_RUN_END,    "run end" },
    { RECORDING_CLOCK,      "clock" },
    { RECORDING_MARK,       "mark" },
    { 0, NULL }
};

const value_string recording_errors[] = {
    { 0,  "OK" },
    { 1,  "FAILED" },
    { 2,  "ERR_UNAVAILABLE" },
    { 3,  "ERR_UNCONFIGURED" },
    { 4,  "ERR_UNAUTHORIZED" },
    { 5,  "ERR_PARAMETER_RANGE_ERROR" },
    { 6,  "ERR_OUT_OF_MEMORY" },
    { 20, "ERR_CANT_CREATE" },
    { 22, "ERR_ALREADY_IN_USE" },
    { 24, "ERR_TIMEOUT" },
    { 25, "ERR_CANT_CONNECT" },
    { 26, "ERR_CANT_RESOLVE" },
    { 27, "ERR_CONNECTION_ERROR" },
    { 30, "ERR_INVALID_DATA" },
    { 31, "ERR_INVALID_PARAMETER" },
    { 33, "ERR_DOES_NOT_EXIST" },
    { 44, "ERR_BUSY" },
    { 45, "ERR_SKIP" },
    { 47, "ERR_BUG" },
    { 0, NULL }
};

const value_string recording_statuses[] = {
    { 0,   "disconnected" },
    { 1,   "connecting" },
    { 2,   "connected" },
    { 255, "not known" },
    { 0, NULL }
};

const value_string recording_peer_ends[] = {
    { 0, "not known" },
    { 1, "the game set another peer" },
    { 2, "the game set none" },
    { 3, "freed" },
    { 4, "the game ends" },
    { 5, "the recording ends" },
    { 0, NULL }
};

const value_string recording_run_ends[] = {
    { 0, "not known" },
    { 1, "the game ends" },
    { 2, "asked for" },
    { 3, "limit of size or time reached" },
    { 4, "writing failed" },
    { 0, NULL }
};

const value_string recording_losses[] = {
    { 0, "not known" },
    { 1, "the reader is slower than the game" },
    { 2, "too many log records" },
    { 0, NULL }
};

const value_string recording_remotes[] = {
    { 1, "came" },
    { 2, "gone" },
    { 3, "the game disconnects it" },
    { 4, "authenticates" },
    { 5, "did not authenticate" },
    { 0, NULL }
};

static const value_string directions[] = {
    { 0, "received" },
    { 1, "sent" },
    { 0, NULL }
};

static const value_string modes[] = {
    { 0,   "unreliable" },
    { 1,   "unreliable_ordered" },
    { 2,   "reliable" },
    { 255, "not known" },
    { 0, NULL }
};

static const value_string causes[] = {
    { 0, "seen by looking" },
    { 1, "the game called close()" },
    { 0, NULL }
};

static const value_string log_types[] = {
    { 0, "error" },
    { 1, "warning" },
    { 2, "error of a script" },
    { 3, "error of a shader" },
    { 0, NULL }
};

/* ---- What they add ---- */

static const recording_row_t of_packet[] = {
    { &hf_direction, 40, 1, 0 }, { &hf_mode, 41, 1, 0 }, { &hf_reserved, 42, 2, 0 }, { &hf_own, 44, 4, 0 },
    { &hf_other, 48, 4, 0 }, { &hf_channel, 52, 4, 0 }, { &hf_result, 56, 4, 0 }, { NULL, 0, 0, 0 }
};
static const recording_row_t of_peer_end[] = { { &hf_peer_end, 40, 1, 0 }, { &hf_reserved, 41, 3, 0 }, { NULL, 0, 0, 0 } };
static const recording_row_t of_remote[] = {
    { &hf_remote, 40, 1, 0 }, { &hf_remote_force, 41, 1, 0 }, { &hf_reserved, 42, 2, 0 }, { &hf_remote_id, 44, 4, 0 },
    { NULL, 0, 0, 0 }
};
static const recording_row_t of_status[] = {
    { &hf_status_before, 40, 1, 0 }, { &hf_status_now, 41, 1, 0 }, { &hf_status_refuses, 42, 1, 0 },
    { &hf_status_cause, 43, 1, 0 }, { &hf_own, 44, 4, 0 }, { NULL, 0, 0, 0 }
};
static const recording_row_t of_log[] = {
    { &hf_log_type, 40, 1, 0 }, { &hf_log_main, 41, 1, 0 }, { &hf_reserved, 42, 2, 0 }, { NULL, 0, 0, 0 }
};
static const recording_row_t of_lost[] = {
    { &hf_lost_reason, 40, 1, 0 }, { &hf_reserved, 41, 7, 0 }, { &hf_lost_count, 48, 8, 0 }, { NULL, 0, 0, 0 }
};
static const recording_row_t of_run_end[] = { { &hf_run_end, 40, 1, 0 }, { &hf_reserved, 41, 3, 0 }, { NULL, 0, 0, 0 } };
static const recording_row_t of_clock[] = { { &hf_clock_wall, 40, 8, ENC_TIME_USECS }, { NULL, 0, 0, 0 } };
static const recording_row_t nothing[] = { { NULL, 0, 0, 0 } };

const recording_info_t *
recording_kind(uint8_t kind)
{
    static const recording_info_t unknown = { NULL, RECORDING_HEADER, nothing };
    static const recording_info_t infos[] = {
        [RECORDING_PACKET]     = { "packet",     60, of_packet },
        [RECORDING_RUN_BEGIN]  = { "run_begin",  40, nothing },
        [RECORDING_PEER_BEGIN] = { "peer_begin", 40, nothing },
        [RECORDING_PEER_END]   = { "peer_end",   44, of_peer_end },
        [RECORDING_REMOTE]     = { "remote",     48, of_remote },
        [RECORDING_STATUS]     = { "status",     48, of_status },
        [RECORDING_NAMES]      = { "names",      40, nothing },
        [RECORDING_LOG]        = { "log",        44, of_log },
        [RECORDING_LOST]       = { "lost",       56, of_lost },
        [RECORDING_RUN_END]    = { "run_end",    44, of_run_end },
        [RECORDING_CLOCK]      = { "clock",      48, of_clock },
        [RECORDING_MARK]       = { "mark",       40, nothing },
    };

    return kind < G_N_ELEMENTS(infos) && infos[kind].word ? &infos[kind] : &unknown;
}

void
recording_rows_add(tvbuff_t *tvb, proto_tree *tree, const recording_row_t *row)
{
    for (; row->hf && tvb_bytes_exist(tvb, row->offset, row->size); row++)
        proto_tree_add_item(tree, *row->hf, tvb, row->offset, row->size, ENC_LITTLE_ENDIAN | row->encoding);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_direction,
      { "Direction", "godot.record.direction", FT_UINT8, BASE_DEC, VALS(directions), 0,
        "Whether the game took the packet or gave it", HFILL } },
    { &hf_mode,
      { "Transfer mode", "godot.record.mode", FT_UINT8, BASE_DEC, VALS(modes), 0,
        "MultiplayerPeer.TransferMode of the packet", HFILL } },
    { &hf_reserved,
      { "Reserved", "godot.record.reserved", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes without a meaning", HFILL } },
    { &hf_own,
      { "Own id", "godot.record.own_id", FT_INT32, BASE_DEC, NULL, 0,
        "Peer id of the recorded peer; 0 while it has none", HFILL } },
    { &hf_other,
      { "Other id", "godot.record.other_id", FT_INT32, BASE_DEC, NULL, 0,
        "The sender, or the target as it was set: 0 for all, negative for all but that one", HFILL } },
    { &hf_channel,
      { "Channel", "godot.record.channel", FT_INT32, BASE_DEC, NULL, 0,
        "Transfer channel as the game or the engine gave it", HFILL } },
    { &hf_result,
      { "Result", "godot.record.result", FT_INT32, BASE_DEC, VALS(recording_errors), 0,
        "What put_packet() returned", HFILL } },
    { &hf_peer_end,
      { "Reason", "godot.record.peer_end", FT_UINT8, BASE_DEC, VALS(recording_peer_ends), 0,
        "Why the recording of the peer ends", HFILL } },
    { &hf_remote,
      { "Event", "godot.record.remote", FT_UINT8, BASE_DEC, VALS(recording_remotes), 0,
        "What happened to another peer", HFILL } },
    { &hf_remote_force,
      { "At once", "godot.record.remote.force", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if it is disconnected without a farewell", HFILL } },
    { &hf_remote_id,
      { "Peer", "godot.record.remote.id", FT_INT32, BASE_DEC, NULL, 0,
        "Id of the other peer", HFILL } },
    { &hf_status_before,
      { "Before", "godot.record.status.before", FT_UINT8, BASE_DEC, VALS(recording_statuses), 0,
        "Connection status before", HFILL } },
    { &hf_status_now,
      { "Now", "godot.record.status.now", FT_UINT8, BASE_DEC, VALS(recording_statuses), 0,
        "Connection status from now on", HFILL } },
    { &hf_status_refuses,
      { "Refuses connections", "godot.record.status.refuses", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if new connections are refused", HFILL } },
    { &hf_status_cause,
      { "Cause", "godot.record.status.cause", FT_UINT8, BASE_DEC, VALS(causes), 0,
        "How the recorder knows", HFILL } },
    { &hf_log_type,
      { "Type", "godot.record.log.type", FT_UINT8, BASE_DEC, VALS(log_types), 0,
        "Logger.ErrorType of what the engine printed", HFILL } },
    { &hf_log_main,
      { "Main thread", "godot.record.log.main_thread", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if it is from the thread of the main loop; else its place between packets is about", HFILL } },
    { &hf_lost_reason,
      { "Reason", "godot.record.lost.reason", FT_UINT8, BASE_DEC, VALS(recording_losses), 0,
        "Why records were not written", HFILL } },
    { &hf_lost_count,
      { "Records lost", "godot.record.lost.count", FT_UINT64, BASE_DEC, NULL, 0,
        "How many records were made and not written", HFILL } },
    { &hf_run_end,
      { "Reason", "godot.record.run_end", FT_UINT8, BASE_DEC, VALS(recording_run_ends), 0,
        "Why the recording ends", HFILL } },
    { &hf_clock_wall,
      { "Wall clock", "godot.record.clock.wall", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
        "Wall clock of the machine when the record was made", HFILL } },
};

void
recording_kinds_register(int proto)
{
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
