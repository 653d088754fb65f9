/* recorder/packet-godot-record.c
 * Routines for recordings that were made inside a game: what did it record?
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
 * A recording is a pcapng file of exported PDUs (docs/wire/recording.md). Wireshark's dissector of these calls this one by
 * its name, "godot_record", for each record.
 */

#include "recorder/packet-godot-record.h"
#include "recorder/attributes.h"
#include "recorder/both-ends.h"
#include "recorder/names.h"
#include "recorder/parts.h"
#include "recorder/packets.h"
#include "recorder/record.h"
#include "recorder/tell.h"
#include "records/experts.h"
#include "variant/labels.h"

static int proto_record = -1;

static int hf_missing = -1;
static int hf_packet_in_frame = -1;

static int ett_record = -1;

static expert_field ei_missing = EI_INIT;

/* A record that is dissected. */
typedef struct {
    tvbuff_t           *tvb;
    packet_info        *pinfo;
    proto_item         *item;
    proto_tree         *tree, *top;
    recording_header_t  header;
    const recording_place_t *place;
    recording_record_t *record;     /* NULL: nobody counts frames */
} recording_t;

static void
add_missing(const recording_t *recording)
{
    uint32_t missing = recording->place->missing;
    proto_item *item;

    if (!missing)
        return;
    item = proto_tree_add_uint(recording->tree, hf_missing, recording->tvb, 0, 0, missing);
    proto_item_set_generated(item);
    experts_add_format(recording->pinfo, item, &ei_missing, "%u %s missing before this one", missing,
                       missing == 1 ? "record of this run is" : "records of this run are");
}

static void
add_packet_in_frame(const recording_t *recording)
{
    if (recording->place->in_frame)
        proto_item_set_generated(proto_tree_add_uint(recording->tree, hf_packet_in_frame, recording->tvb, 0, 0,
                                                     recording->place->in_frame));
}

static void
say(const recording_t *recording, const char *text)
{
    godot_info_append(recording->pinfo, text);
    godot_label_append(recording->pinfo, recording->item, ", ", text);
    if (recording->record)
        recording->record->text = godot_printable(recording->pinfo->pool, text);
}

static void
say_part(const recording_t *recording)
{
    const recording_header_t *header = &recording->header;

    say(recording, wmem_strdup_printf(recording->pinfo->pool, "Part of a \"%s\" record: %u bytes at %u of %u",
                                      val_to_str_const(header->kind, recording_kinds, "unknown"), header->present,
                                      header->body_offset, header->body_length));
}

static void
dissect_names(const recording_t *recording, tvbuff_t *body)
{
    packet_info *pinfo = recording->pinfo;

    if (!PINFO_FD_VISITED(pinfo))
        recording_learn_names(recording->place->names, body, GODOT_MOMENT(pinfo->num, 0));
    recording_check_names(recording->place->names, body, pinfo, recording->item);
}

/* Looks for the packet at its other end. What became of it is known when all of the file was read. */
static void
look_at_other_end(const recording_t *recording, tvbuff_t *body)
{
    const recording_place_t *place = recording->place;
    recording_packet_t packet = recording_packet(recording->tvb);

    if (PINFO_FD_VISITED(recording->pinfo))
        recording_both_ends_add(place, recording->tvb, recording->pinfo, recording->item, &packet, recording->record);
    else if (place->portion != RECORDING_IS_CUT)
        recording_both_ends_learn(place, recording->pinfo, &recording->header, &packet, body);
}

static void
dissect_body(const recording_t *recording, tvbuff_t *body)
{
    const recording_header_t *header = &recording->header;

    if (header->kind == RECORDING_PACKET && body && tvb_captured_length(body) > 0) {
        recording_dissect_packet(recording->tvb, recording->pinfo, recording->item, recording->top, body, recording->place);
        look_at_other_end(recording, body);
        return;
    }
    if (body && recording_kind(header->kind)->word)     /* a packet has no bytes here, so no attributes */
        recording_attributes_add(body, recording->pinfo, recording->tree);
    if (body && header->kind == RECORDING_NAMES)
        dissect_names(recording, body);
    say(recording, recording_tell(recording->tvb, recording->pinfo, header, body, recording->item));
}

static void
dissect_known(recording_t *recording)
{
    const recording_header_t *header = &recording->header;
    const recording_place_t *place = recording_place(recording->tvb, recording->pinfo, header, proto_record);
    tvbuff_t *body;

    recording->place = place;
    add_missing(recording);
    add_packet_in_frame(recording);
    if (recording->record && place->portion == RECORDING_IS_PART && header->kind == RECORDING_PACKET) {
        recording->record->part = header->present;
        recording->record->series = place->series;
    }
    body = recording_body(recording->tvb, recording->pinfo, recording->tree, header, place->portion, place->series);
    if (place->portion == RECORDING_IS_PART && !body)
        say_part(recording);
    else
        dissect_body(recording, body);
}

static int
dissect_recording(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    recording_t recording = { .tvb = tvb, .pinfo = pinfo, .top = tree };
    bool known = recording_header_read(tvb, &recording.header);

    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot Recording");
    recording.item = proto_tree_add_item(tree, proto_record, tvb, 0, known ? recording.header.length : -1, ENC_NA);
    recording.tree = proto_item_add_subtree(recording.item, ett_record);
    recording.record = recording_record_new(tvb, pinfo, &recording.header);
    recording_header_add(tvb, pinfo, recording.tree, &recording.header);
    if (known)
        dissect_known(&recording);
    else
        say(&recording, recording.header.version == 1 || tvb_captured_length(tvb) == 0 ? "Record (malformed)"
                                                                                      : "Record of another version");
    return (int)tvb_captured_length(tvb);
}

void
proto_register_godot_record(void)
{
    static hf_register_info hf[] = {
        { &hf_missing,
          { "Records missing", "godot.record.missing", FT_UINT32, BASE_DEC, NULL, 0,
            "How many numbers of this run are left out before this record", HFILL } },
        { &hf_packet_in_frame,
          { "Packet in its frame", "godot.record.packet_in_frame", FT_UINT32, BASE_DEC, NULL, 0,
            "Which packet it is of those that the run sent and received in this process frame, from 1", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_missing,
          { "godot.record.number.missing", PI_SEQUENCE, PI_NOTE,
            "Records of this run are missing before this one", EXPFILL } },
    };
    static int *ett[] = { &ett_record };
    expert_module_t *experts;

    proto_record = proto_register_protocol("Godot Recording", "Godot Recording", "godot.record");
    proto_register_field_array(proto_record, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    experts = expert_register_protocol(proto_record);
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    recording_header_register(proto_record, experts);
    recording_kinds_register(proto_record);
    recording_attributes_register(proto_record, experts);
    recording_parts_register(proto_record, experts);
    recording_peers_register();
    recording_record_register(proto_record);
    recording_packets_register(experts);
    recording_both_ends_register(proto_record, experts);
    recording_tell_register(experts);
    recording_names_register(experts);
    register_dissector("godot_record", dissect_recording, proto_record);
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
