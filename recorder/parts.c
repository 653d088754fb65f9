/* recorder/parts.c
 * Which records make one body?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/parts.h"
#include "records/experts.h"
#include "ws_constants.h"

#include <epan/reassemble.h>

static int hf_body = -1;
static int hf_parts = -1;
static int hf_part = -1;
static int hf_part_overlap = -1;
static int hf_part_conflict = -1;
static int hf_part_tails = -1;
static int hf_part_too_long = -1;
static int hf_part_error = -1;
static int hf_part_count = -1;
static int hf_whole_in = -1;
static int hf_whole_length = -1;
static int hf_whole_data = -1;

static int ett_parts = -1;
static int ett_part = -1;

static expert_field ei_cut = EI_INIT;
static expert_field ei_stray = EI_INIT;
static expert_field ei_too_long = EI_INIT;

static reassembly_table bodies;
static uint32_t latest_series;      /* of all files */

static const fragment_items items = {
    &ett_part, &ett_parts, &hf_parts, &hf_part, &hf_part_overlap, &hf_part_conflict, &hf_part_tails, &hf_part_too_long,
    &hf_part_error, &hf_part_count, &hf_whole_in, &hf_whole_length, &hf_whole_data, "parts"
};

/* The number of a series is its key, because records have no addresses. */
static void *
key_of(const packet_info *pinfo _U_, const uint32_t id, const void *data _U_)
{
    return GUINT_TO_POINTER(id);
}

/* Nothing was made for a key; the table calls this for each all the same. */
static void
free_key(void *key _U_)
{
}

static bool
goes_on(const recording_series_t *state, const recording_header_t *header)
{
    return state->series && state->kind == header->kind && state->length == header->body_length &&
           state->next == header->body_offset;
}

/* Bytes that every part but the last one has at least: Wireshark goes through all parts for each further one. */
#define LEAST_PART  4096U

/* Takes a part. */
static recording_portion_t
follow_part(recording_series_t *state, const recording_header_t *header, uint32_t *series)
{
    if (header->body_offset == 0)
        *state = (recording_series_t) { ++latest_series, header->kind, header->body_length, 0 };
    if (!goes_on(state, header) || (header->present < LEAST_PART && state->next + header->present < state->length)) {
        state->series = 0;
        return RECORDING_IS_STRAY;
    }
    *series = state->series;
    state->next += header->present;
    if (state->next == state->length)
        state->series = 0;
    return RECORDING_IS_PART;
}

recording_portion_t
recording_follow(recording_series_t *state, const recording_header_t *header, uint32_t *series)
{
    uint64_t end = (uint64_t)header->body_offset + header->present;
    bool is_sound = end <= header->body_length && header->body_length <= RECORDING_BODY;

    if (is_sound && header->body_length > RECORDING_PART)
        return follow_part(state, header, series);
    state->series = 0;
    if (!is_sound)
        return end > header->body_length ? RECORDING_IS_BEYOND : RECORDING_IS_TOO_LONG;
    if (header->body_offset)
        return RECORDING_IS_STRAY;
    return header->present == header->body_length ? RECORDING_IS_WHOLE : RECORDING_IS_CUT;
}

/* Adds a part to its body. Returns the body if this part completes it. */
static tvbuff_t *
add_part(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const recording_header_t *header, uint32_t series)
{
    bool more = header->body_offset + header->present < header->body_length;
    fragment_head *head = fragment_add_check(&bodies, tvb, header->length, pinfo, series, NULL, header->body_offset,
                                             header->present, more);

    return process_reassembled_data(tvb, header->length, pinfo, "Divided body", head, &items, NULL, tree);
}

/* Says why there is no body, or not all of it. */
static void
explain(packet_info *pinfo, proto_item *item, const recording_header_t *header, recording_portion_t portion)
{
    if (portion == RECORDING_IS_CUT)
        experts_add_format(pinfo, item, &ei_cut, "The recording has only %u of the body's %u bytes", header->present,
                           header->body_length);
    else if (portion == RECORDING_IS_STRAY)
        experts_add(pinfo, item, &ei_stray);
    else if (portion == RECORDING_IS_TOO_LONG)
        experts_add(pinfo, item, &ei_too_long);
}

tvbuff_t *
recording_body(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const recording_header_t *header,
               recording_portion_t portion, uint32_t series)
{
    proto_item *item = NULL;

    if (header->present)
        item = proto_tree_add_item(tree, hf_body, tvb, header->length, (int)header->present, ENC_NA);
    explain(pinfo, item ? item : proto_tree_get_parent(tree), header, portion);
    switch (portion) {
    case RECORDING_IS_WHOLE:
    case RECORDING_IS_CUT:
        return tvb_new_subset_length_caplen(tvb, header->length, (int)header->present, (int)header->body_length);
    case RECORDING_IS_PART:
        return add_part(tvb, pinfo, tree, header, series);
    default:
        return NULL;
    }
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_body,
      { "Body", "godot.record.body", FT_BYTES, BASE_NONE, NULL, 0,
        "The packet or the attributes, or a part of them", HFILL } },
    { &hf_parts,
      { "Parts", "godot.record.parts", FT_NONE, BASE_NONE, NULL, 0,
        "All records of the divided body", HFILL } },
    { &hf_part,
      { "Part", "godot.record.part", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "Frame with one part of the divided body", HFILL } },
    { &hf_part_overlap,
      { "Overlap", "godot.record.part.overlap", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The part overlaps others", HFILL } },
    { &hf_part_conflict,
      { "Conflicting overlap", "godot.record.part.overlap.conflict", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "Overlapping parts differ", HFILL } },
    { &hf_part_tails,
      { "Multiple tails", "godot.record.part.multiple_tails", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "More than one last part", HFILL } },
    { &hf_part_too_long,
      { "Too long", "godot.record.part.too_long", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The part goes beyond the end of the body", HFILL } },
    { &hf_part_error,
      { "Reassembly error", "godot.record.part.error", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "Frame that could not be used", HFILL } },
    { &hf_part_count,
      { "Parts found", "godot.record.part.count", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of parts that were put together", HFILL } },
    { &hf_whole_in,
      { "Whole in", "godot.record.whole_in", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "Frame in which the body is whole", HFILL } },
    { &hf_whole_length,
      { "Whole length", "godot.record.whole_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Size of the body that was put together", HFILL } },
    { &hf_whole_data,
      { "Whole body", "godot.record.whole_data", FT_BYTES, BASE_NONE, NULL, 0,
        "The body that was put together", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_cut,
      { "godot.record.body.cut", PI_UNDECODED, PI_NOTE,
        "The recording has only a part of the body", EXPFILL } },
    { &ei_stray,
      { "godot.record.part.stray", PI_REASSEMBLE, PI_WARN,
        "A part of a body that does not go on where the part before it ended: it cannot be put together", EXPFILL } },
    { &ei_too_long,
      { "godot.record.body.too_long", PI_UNDECODED, PI_WARN,
        "The body is longer than 16 MiB: it is not read", EXPFILL } },
};

void
recording_parts_register(int proto, expert_module_t *experts)
{
    static const reassembly_table_functions keys = { g_direct_hash, g_direct_equal, key_of, key_of, free_key, free_key };
    static int *ett[] = { &ett_parts, &ett_part };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    reassembly_table_register(&bodies, &keys);
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
