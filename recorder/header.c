/* recorder/header.c
 * What is at the beginning of every record?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/header.h"
#include "records/experts.h"
#include "ws_constants.h"

static int hf_version = -1;
static int hf_kind = -1;
static int hf_header_length = -1;
static int hf_run = -1;
static int hf_peer = -1;
static int hf_flags = -1;
static int hf_flags_repeated = -1;
static int hf_flags_physics = -1;
static int hf_flags_reserved = -1;
static int hf_number = -1;
static int hf_ticks = -1;
static int hf_process_frame = -1;
static int hf_physics_frame = -1;
static int hf_body_length = -1;
static int hf_body_offset = -1;
static int hf_header_rest = -1;

static int ett_flags = -1;

static expert_field ei_version = EI_INIT;
static expert_field ei_kind = EI_INIT;
static expert_field ei_header_short = EI_INIT;
static expert_field ei_run = EI_INIT;
static expert_field ei_beyond = EI_INIT;

static int *const flags[] = { &hf_flags_repeated, &hf_flags_physics, &hf_flags_reserved, NULL };

#define FLAGS   10

/* What all records have, in its order, without the flags. */
static const recording_row_t rows[] = {
    { &hf_version, 0, 1, 0 }, { &hf_kind, 1, 1, 0 }, { &hf_header_length, 2, 2, 0 }, { &hf_run, 4, 4, 0 }, { &hf_peer, 8, 2, 0 },
    { &hf_number, 12, 4, 0 }, { &hf_ticks, 16, 8, 0 }, { &hf_process_frame, RECORDING_PROCESS_FRAME, 4, 0 },
    { &hf_physics_frame, 28, 4, 0 }, { &hf_body_length, 32, 4, 0 }, { &hf_body_offset, 36, 4, 0 }, { NULL, 0, 0, 0 }
};

bool
recording_header_read(tvbuff_t *tvb, recording_header_t *header)
{
    uint32_t captured = tvb_captured_length(tvb);
    uint16_t length;

    *header = (recording_header_t) { .version = captured ? tvb_get_uint8(tvb, 0) : 0 };
    if (header->version != 1 || captured < RECORDING_HEADER)
        return false;
    header->kind = tvb_get_uint8(tvb, 1);
    length = tvb_get_letohs(tvb, 2);
    if (length < recording_kind(header->kind)->header || length > captured)
        return false;
    header->length = length;
    header->run = tvb_get_letohl(tvb, 4);
    header->peer = tvb_get_letohs(tvb, 8);
    header->flags = tvb_get_letohs(tvb, 10);
    header->number = tvb_get_letohl(tvb, 12);
    header->ticks = tvb_get_letoh64(tvb, 16);
    header->body_length = tvb_get_letohl(tvb, 32);
    header->body_offset = tvb_get_letohl(tvb, 36);
    header->present = captured - header->length;
    return true;
}

recording_packet_t
recording_packet(tvbuff_t *tvb)
{
    return (recording_packet_t) {
        .run = tvb_get_letohl(tvb, 4),
        .sent = tvb_get_uint8(tvb, 40) == 1,
        .mode = tvb_get_uint8(tvb, 41),
        .own = (int32_t)tvb_get_letohl(tvb, 44),
        .other = (int32_t)tvb_get_letohl(tvb, 48),
        .channel = (int32_t)tvb_get_letohl(tvb, 52),
        .result = (int32_t)tvb_get_letohl(tvb, 56)
    };
}

/* Says what is wrong with a header that could be read. */
static void
check(packet_info *pinfo, proto_item *item, const recording_header_t *header)
{
    if (header->run == 0)
        experts_add(pinfo, item, &ei_run);
    if (!recording_kind(header->kind)->word)
        experts_add(pinfo, item, &ei_kind);
    if ((uint64_t)header->body_offset + header->present > header->body_length)
        experts_add(pinfo, item, &ei_beyond);
}

void
recording_header_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const recording_header_t *header)
{
    const recording_info_t *kind = recording_kind(header->kind);
    proto_item *item = proto_tree_get_parent(tree);

    if (header->version != 1 && tvb_captured_length(tvb) > 0) {
        proto_tree_add_item(tree, hf_version, tvb, 0, 1, ENC_NA);
        experts_add(pinfo, item, &ei_version);
        return;
    }
    recording_rows_add(tvb, tree, rows);
    if (tvb_bytes_exist(tvb, FLAGS, 2))
        proto_tree_add_bitmask(tree, tvb, FLAGS, hf_flags, ett_flags, flags, ENC_LITTLE_ENDIAN);
    if (!header->length) {
        experts_add(pinfo, item, &ei_header_short);
        return;
    }
    recording_rows_add(tvb, tree, kind->rows);
    if (header->length > kind->header)
        proto_tree_add_item(tree, hf_header_rest, tvb, kind->header, header->length - kind->header, ENC_NA);
    check(pinfo, item, header);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_version,
      { "Version", "godot.record.version", FT_UINT8, BASE_DEC, NULL, 0,
        "Version of the recording's format", HFILL } },
    { &hf_kind,
      { "Kind", "godot.record.kind", FT_UINT8, BASE_DEC, VALS(recording_kinds), 0,
        "What the record tells", HFILL } },
    { &hf_header_length,
      { "Header length", "godot.record.header_length", FT_UINT16, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Bytes before the body", HFILL } },
    { &hf_run,
      { "Run", "godot.record.run", FT_UINT32, BASE_HEX, NULL, 0,
        "Random number of this run of the game", HFILL } },
    { &hf_peer,
      { "Recorded peer", "godot.record.peer", FT_UINT16, BASE_DEC, NULL, 0,
        "Number of the recorded peer in its run, from 1; 0 for what is about the process. It is no peer id", HFILL } },
    { &hf_flags,
      { "Flags", "godot.record.flags", FT_UINT16, BASE_HEX, NULL, 0,
        "Flags of the record", HFILL } },
    { &hf_flags_repeated,
      { "Repeated", "godot.record.flags.repeated", FT_BOOLEAN, 16, NULL, RECORDING_REPEATED,
        "An earlier record of this run says the same", HFILL } },
    { &hf_flags_physics,
      { "Physics frame", "godot.record.flags.physics", FT_BOOLEAN, 16, NULL, 2,
        "Made while the engine was in a physics frame", HFILL } },
    { &hf_flags_reserved,
      { "Reserved", "godot.record.flags.reserved", FT_UINT16, BASE_HEX, NULL, 0xFFFC,
        "Bits without a meaning", HFILL } },
    { &hf_number,
      { "Number", "godot.record.number", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the record in its run", HFILL } },
    { &hf_ticks,
      { "Ticks", "godot.record.ticks", FT_UINT64, BASE_DEC | BASE_UNIT_STRING, &ws_units_microseconds, 0,
        "Monotonic clock of the run: time since the engine's start", HFILL } },
    { &hf_process_frame,
      { "Process frame", "godot.record.process_frame", FT_UINT32, BASE_DEC, NULL, 0,
        "Engine.get_process_frames()", HFILL } },
    { &hf_physics_frame,
      { "Physics frame", "godot.record.physics_frame", FT_UINT32, BASE_DEC, NULL, 0,
        "Engine.get_physics_frames()", HFILL } },
    { &hf_body_length,
      { "Body length", "godot.record.body_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Size of the whole body", HFILL } },
    { &hf_body_offset,
      { "Body offset", "godot.record.body_offset", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Place of this record's bytes in the whole body", HFILL } },
    { &hf_header_rest,
      { "Rest of the header", "godot.record.header_rest", FT_BYTES, BASE_NONE, NULL, 0,
        "What a later recorder added to the header", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_version,
      { "godot.record.version.unknown", PI_UNDECODED, PI_WARN,
        "A recording of another version: it is not read", EXPFILL } },
    { &ei_kind,
      { "godot.record.kind.unknown", PI_UNDECODED, PI_NOTE,
        "A kind of record that is not known: it is passed over", EXPFILL } },
    { &ei_header_short,
      { "godot.record.header.short", PI_MALFORMED, PI_ERROR,
        "The header is shorter than its kind needs, or ends behind the record", EXPFILL } },
    { &ei_run,
      { "godot.record.run.zero", PI_PROTOCOL, PI_WARN,
        "No run has the number 0: records of several games may be mixed", EXPFILL } },
    { &ei_beyond,
      { "godot.record.body.beyond", PI_MALFORMED, PI_ERROR,
        "The bytes of this record go beyond the end of the whole body", EXPFILL } },
};

void
recording_header_register(int proto, expert_module_t *experts)
{
    static int *ett[] = { &ett_flags };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
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
