/* recorder/both-ends.c
 * What became of a recorded packet at its other end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/both-ends.h"
#include "records/experts.h"

static int hf_received_in = -1;
static int hf_sent_in = -1;
static int hf_latency = -1;
static int hf_clock_offset = -1;
static int hf_clock_error = -1;

static expert_field ei_never = EI_INIT;

static void
digest_of(tvbuff_t *body, uint8_t *digest)
{
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    int length = (int)tvb_captured_length(body);
    gsize size = RECORDING_DIGEST;

    g_checksum_update(checksum, tvb_get_ptr(body, 0, length), length);
    g_checksum_get_digest(checksum, digest, &size);
    g_checksum_free(checksum);
}

void
recording_both_ends_learn(const recording_place_t *place, packet_info *pinfo, const recording_header_t *header,
                          const recording_packet_t *packet, tvbuff_t *body)
{
    recording_copy_t copy = {
        .channel = packet->channel, .mode = packet->mode,
        .frame = pinfo->num, .ticks = header->ticks, .time = pinfo->abs_ts
    };

    if (place->end_count)
        digest_of(body, copy.digest);
    for (unsigned i = 0; i < place->end_count; i++)
        place->ends[i].number = recording_session_keep(place->ends[i].session, packet, &copy);
}

/* ---- Items ---- */

static void
add_other_end(proto_tree *tree, int hf, tvbuff_t *tvb, uint32_t frame)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, 0, 0, frame));
}

static void
add_nanoseconds(proto_tree *tree, int hf, tvbuff_t *tvb, int64_t count)
{
    nstime_t time = NSTIME_INIT_SECS_NSECS(count / 1000000000, (int)(count % 1000000000));

    proto_item_set_generated(proto_tree_add_time(tree, hf, tvb, 0, 0, &time));
}

static void
add_latency(proto_tree *tree, tvbuff_t *tvb, const recording_match_t *match)
{
    add_nanoseconds(tree, hf_latency, tvb, match->latency);
    add_nanoseconds(tree, hf_clock_offset, tvb, match->offset);
    if (match->error >= 0)
        add_nanoseconds(tree, hf_clock_error, tvb, match->error);
}

void
recording_both_ends_add(const recording_place_t *place, tvbuff_t *tvb, packet_info *pinfo, proto_item *item,
                        const recording_packet_t *packet, recording_record_t *record)
{
    proto_tree *tree = proto_item_get_subtree(item);

    if (record) {
        record->is_told = true;
        record->matches = wmem_alloc_array(pinfo->pool, recording_match_t, place->end_count);
    }
    for (unsigned i = 0; i < place->end_count; i++) {
        recording_match_t match;

        if (!recording_match(&place->ends[i], packet->sent, &match))
            continue;
        if (match.frame)
            add_other_end(tree, packet->sent ? hf_received_in : hf_sent_in, tvb, match.frame);
        if (match.never)
            experts_add_format(pinfo, item, &ei_never, "Never received by peer %d", match.peer);
        if (!packet->sent && match.has_latency)
            add_latency(tree, tvb, &match);
        if (record)
            record->matches[record->match_count++] = match;
    }
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_received_in,
      { "Received in", "godot.record.received_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0,
        "Frame in which the receiver recorded this packet; known when the whole file was read", HFILL } },
    { &hf_sent_in,
      { "Sent in", "godot.record.sent_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0,
        "Frame in which the sender recorded this packet; known when the whole file was read", HFILL } },
    { &hf_latency,
      { "Latency", "godot.record.latency", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "From the sender's put_packet() to the receiver's get_packet(), if the clocks differ by the clock offset",
        HFILL } },
    { &hf_clock_offset,
      { "Clock offset", "godot.record.clock_offset", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "How far the receiver's clock is ahead of the sender's, as taken for the latency", HFILL } },
    { &hf_clock_error,
      { "Clock error", "godot.record.clock_error", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "By how much the clock offset, and so the latency, may be wrong at most", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_never,
      { "godot.record.never_received", PI_SEQUENCE, PI_NOTE,
        "The packet was never received", EXPFILL } },
};

void
recording_both_ends_register(int proto, expert_module_t *experts)
{
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    recording_sessions_register();
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
