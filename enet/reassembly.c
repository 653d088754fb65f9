/* enet/reassembly.c
 * Which message do ENet's fragments make?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/reassembly.h"
#include "records/experts.h"
#include "ws_constants.h"

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

/* One fragment that has come. */
typedef struct {
    uint32_t frame, length;
    uint8_t *data;              /* NULL once the message is whole */
} piece_t;

/*
 * The fragments of a message. Wireshark's own reassembly would walk through all earlier fragments for each new one;
 * ENet tells the number and the total with each, so no search is needed (docs/wire/enet.md, 4.2).
 */
typedef struct {
    wmem_map_t *arrived;        /* number -> piece_t, until the message is whole */
    uint32_t    count, length;  /* number of the pieces, and of their bytes */
    uint32_t    whole_in;       /* frame of the last piece; 0 = none (yet) */
    piece_t    *pieces;         /* when whole: the pieces in the order of their numbers */
    uint8_t    *data;
} pieces_t;

static wmem_map_t *messages;    /* number of the message (enet/sequence.c) -> pieces_t */

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

static pieces_t *
get_message(uint32_t id)
{
    pieces_t *message = wmem_map_lookup(messages, GUINT_TO_POINTER(id));

    if (!message) {
        message = wmem_new0(wmem_file_scope(), pieces_t);
        message->arrived = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        wmem_map_insert(messages, GUINT_TO_POINTER(id), message);
    }
    return message;
}

/* Puts the pieces together; each is in the map once. */
static void
join(pieces_t *message, uint32_t frame)
{
    uint8_t *end = message->data = (uint8_t *)wmem_alloc(wmem_file_scope(), message->length);

    message->pieces = wmem_alloc_array(wmem_file_scope(), piece_t, message->count);
    for (uint32_t i = 0; i < message->count; i++) {
        piece_t *piece = wmem_map_remove(message->arrived, GUINT_TO_POINTER(i));

        memcpy(end, piece->data, piece->length);
        end += piece->length;
        wmem_free(wmem_file_scope(), piece->data);
        message->pieces[i] = (piece_t) { .frame = piece->frame, .length = piece->length };
        wmem_free(wmem_file_scope(), piece);
    }
    message->whole_in = frame;
}

/* First pass: takes a fragment. Returns true if it completes the message. */
static bool
take_fragment(const enet_datagram_t *datagram, const enet_command_t *command, pieces_t *message)
{
    piece_t *piece;

    if (message->whole_in || wmem_map_contains(message->arrived, GUINT_TO_POINTER(command->fragment_number)))
        return false;
    piece = wmem_new(wmem_file_scope(), piece_t);
    *piece = (piece_t) {
        .frame = datagram->pinfo->num,
        .length = command->length,
        .data = (uint8_t *)tvb_memdup(wmem_file_scope(), datagram->block,
                                      enet_datagram_data_offset(datagram, command), command->length),
    };
    wmem_map_insert(message->arrived, GUINT_TO_POINTER(command->fragment_number), piece);
    message->count++;
    message->length += command->length;
    if (message->count < command->fragment_count)
        return false;
    join(message, datagram->pinfo->num);
    return true;
}

/* Makes the list of fragments that Wireshark's function for showing them wants. */
static void
show_pieces(const pieces_t *message, packet_info *pinfo, tvbuff_t *message_tvb, proto_tree *tree)
{
    fragment_item *items = wmem_alloc0_array(pinfo->pool, fragment_item, message->count);
    fragment_head head = { .next = items, .flags = FD_BLOCKSEQUENCE };
    proto_item *item;

    for (uint32_t i = 0; i < message->count; i++) {
        items[i].next = i + 1 < message->count ? &items[i + 1] : NULL;
        items[i].frame = message->pieces[i].frame;
        items[i].offset = i;
        items[i].len = message->pieces[i].length;
    }
    show_fragment_seq_tree(&head, &enet_fragment_items, tree, pinfo, message_tvb, &item);
}

static tvbuff_t *
show_message(const enet_datagram_t *datagram, const pieces_t *message, proto_tree *tree)
{
    tvbuff_t *message_tvb = tvb_new_child_real_data(datagram->block, message->data, message->length,
                                                    (int)message->length);

    add_new_data_source(datagram->pinfo, message_tvb, "Reassembled ENet message");
    show_pieces(message, datagram->pinfo, message_tvb, tree);
    return message_tvb;
}

/* Adds a fragment to its message. Returns the message if this fragment completes it. */
static tvbuff_t *
add_fragment(const enet_datagram_t *datagram, unsigned index, proto_tree *tree)
{
    enet_event_t *event = enet_learned_change(datagram->learned, index);
    pieces_t *message = get_message(event->fragments);
    packet_info *pinfo = datagram->pinfo;

    if (!PINFO_FD_VISITED(pinfo) && take_fragment(datagram, &datagram->commands[index], message))
        event->flags |= ENET_EVENT_COMPLETES;
    if (event->flags & ENET_EVENT_COMPLETES)
        return show_message(datagram, message, tree);
    if (message->whole_in && message->whole_in != pinfo->num)
        proto_item_set_generated(proto_tree_add_uint(tree, hf_enet_reassembled_in, datagram->block, 0, 0,
                                                     message->whole_in));
    return NULL;
}

tvbuff_t *
enet_reassemble(const enet_datagram_t *datagram, unsigned index, proto_tree *tree,
                proto_item *item)
{
    const enet_command_t *command = &datagram->commands[index];
    tvbuff_t *message_tvb;

    if (!enet_command_is_plausible(command)) {
        experts_add(datagram->pinfo, item, &ei_enet_fragment_broken);
        return NULL;
    }
    if (enet_event_is_repeat(enet_datagram_event(datagram, index)))
        return NULL;
    message_tvb = add_fragment(datagram, index, tree);
    if (message_tvb && tvb_reported_length(message_tvb) != command->fragment_total)
        experts_add(datagram->pinfo, item, &ei_enet_reassembled_length);
    return message_tvb;
}

void
enet_reassembly_register(int proto, expert_module_t *experts)
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
            &ws_units_byte_bytes, 0, "Size of the message", HFILL } },
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
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    messages = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
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
