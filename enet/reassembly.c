/* enet/reassembly.c
 * Which message do ENet's fragments make?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/reassembly.h"

#include <epan/reassemble.h>

static int hf_enet_fragments = -1;
static int hf_enet_fragment = -1;
static int hf_enet_fragment_overlap = -1;
static int hf_enet_fragment_overlap_conflict = -1;
static int hf_enet_fragment_multiple_tails = -1;
static int hf_enet_fragment_too_long = -1;
static int hf_enet_fragment_error = -1;
static int hf_enet_fragment_pieces = -1;
static int hf_enet_reassembled_in = -1;
static int hf_enet_reassembled_length = -1;
static int hf_enet_reassembled_data = -1;

static int ett_enet_fragments = -1;
static int ett_enet_fragment = -1;

static expert_field ei_enet_fragment_broken = EI_INIT;
static expert_field ei_enet_reassembled_length = EI_INIT;

static reassembly_table reassembly;

static const fragment_items enet_fragment_items = {
    &ett_enet_fragment,
    &ett_enet_fragments,
    &hf_enet_fragments,
    &hf_enet_fragment,
    &hf_enet_fragment_overlap,
    &hf_enet_fragment_overlap_conflict,
    &hf_enet_fragment_multiple_tails,
    &hf_enet_fragment_too_long,
    &hf_enet_fragment_error,
    &hf_enet_fragment_pieces,
    &hf_enet_reassembled_in,
    &hf_enet_reassembled_length,
    &hf_enet_reassembled_data,
    "fragments"
};

/* A fragment's place in its message; the message when this is the one that completes it. */
static tvbuff_t *
add_fragment(const enet_datagram_t *datagram, unsigned index, proto_tree *tree)
{
    const enet_command_t *command = &datagram->commands[index];
    enet_event_t *event = enet_learned_change(datagram->learned, index);
    int offset = enet_datagram_data_offset(datagram, command);
    fragment_head *head;
    tvbuff_t *message_tvb;

    head = fragment_add_seq_check(&reassembly, datagram->block, offset, datagram->pinfo,
                                  event->fragments, NULL,
                                  command->fragment_number, command->length,
                                  command->fragment_number + 1 < command->fragment_count);
    if (!PINFO_FD_VISITED(datagram->pinfo) && head)
        event->flags |= ENET_EVENT_COMPLETES;
    message_tvb = process_reassembled_data(datagram->block, offset, datagram->pinfo,
                                           "Reassembled ENet message", head,
                                           &enet_fragment_items, NULL, tree);
    return event->flags & ENET_EVENT_COMPLETES ? message_tvb : NULL;
}

tvbuff_t *
enet_reassemble(const enet_datagram_t *datagram, unsigned index, proto_tree *tree,
                proto_item *item)
{
    const enet_command_t *command = &datagram->commands[index];
    tvbuff_t *message_tvb;

    if (!enet_command_is_plausible(command)) {
        expert_add_info(datagram->pinfo, item, &ei_enet_fragment_broken);
        return NULL;
    }
    if (enet_event_is_repeat(enet_datagram_event(datagram, index)))
        return NULL;
    message_tvb = add_fragment(datagram, index, tree);
    if (message_tvb && tvb_reported_length(message_tvb) != command->fragment_total)
        expert_add_info(datagram->pinfo, item, &ei_enet_reassembled_length);
    return message_tvb;
}

void
enet_reassembly_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_enet_fragments,
          { "Fragments", "enet.fragments", FT_NONE, BASE_NONE,
            NULL, 0, "All fragments of the message", HFILL } },
        { &hf_enet_fragment,
          { "Fragment", "enet.fragment", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame with one fragment", HFILL } },
        { &hf_enet_fragment_overlap,
          { "Overlap", "enet.fragment.overlap", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "The fragment overlaps others", HFILL } },
        { &hf_enet_fragment_overlap_conflict,
          { "Conflicting overlap", "enet.fragment.overlap.conflict", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "Overlapping fragments differ", HFILL } },
        { &hf_enet_fragment_multiple_tails,
          { "Multiple tails", "enet.fragment.multiple_tails", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "More than one last fragment", HFILL } },
        { &hf_enet_fragment_too_long,
          { "Too long", "enet.fragment.too_long", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "The fragment goes beyond the end of the message", HFILL } },
        { &hf_enet_fragment_error,
          { "Reassembly error", "enet.fragment.error", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame that could not be used", HFILL } },
        { &hf_enet_fragment_pieces,
          { "Fragments found", "enet.fragment.pieces", FT_UINT32, BASE_DEC,
            NULL, 0, "Number of fragments that were put together", HFILL } },
        { &hf_enet_reassembled_in,
          { "Reassembled in", "enet.reassembled.in", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Frame in which the message is whole", HFILL } },
        { &hf_enet_reassembled_length,
          { "Reassembled length", "enet.reassembled.length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &units_byte_bytes, 0, "Size of the message", HFILL } },
        { &hf_enet_reassembled_data,
          { "Reassembled data", "enet.reassembled.data", FT_BYTES, BASE_NONE,
            NULL, 0, "The whole message", HFILL } },
    };
    static int *ett[] = {
        &ett_enet_fragments,
        &ett_enet_fragment,
    };
    static ei_register_info ei[] = {
        { &ei_enet_fragment_broken,
          { "enet.fragment.broken", PI_MALFORMED, PI_ERROR,
            "Broken fragment: its numbers contradict each other", EXPFILL } },
        { &ei_enet_reassembled_length,
          { "enet.reassembled.mismatch", PI_REASSEMBLE, PI_WARN,
            "The fragments do not add up to the total length", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(expert_register_protocol(proto), ei, G_N_ELEMENTS(ei));
    reassembly_table_register(&reassembly, &addresses_reassembly_table_functions);
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
