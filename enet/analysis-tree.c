/* enet/analysis-tree.c
 * How is what happened to an ENet command shown?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/analysis-tree.h"
#include "enet/analysis.h"
#include "records/experts.h"
#include "ws_constants.h"

static int hf_enet_analysis_acked_in = -1;
static int hf_enet_analysis_acks = -1;
static int hf_enet_analysis_ack_rtt = -1;
static int hf_enet_analysis_jitter = -1;
static int hf_enet_analysis_initial_rtt = -1;
static int hf_enet_analysis_retransmission = -1;
static int hf_enet_analysis_retransmission_count = -1;
static int hf_enet_analysis_since_first = -1;
static int hf_enet_analysis_spurious_retransmission = -1;
static int hf_enet_analysis_lost_before = -1;
static int hf_enet_analysis_duplicate = -1;
static int hf_enet_analysis_out_of_order = -1;
static int hf_enet_analysis_gap = -1;
static int hf_enet_analysis_gap_lost = -1;
static int hf_enet_analysis_gap_late = -1;
static int hf_enet_analysis_gap_throttled = -1;
static int hf_enet_analysis_gap_open = -1;
static int hf_enet_analysis_unsent = -1;
static int hf_enet_analysis_lost = -1;
static int hf_enet_analysis_waiting = -1;
static int hf_enet_analysis_delivered_in = -1;
static int hf_enet_analysis_waited = -1;
static int hf_enet_analysis_delivery_assumed = -1;
static int hf_enet_analysis_bytes_in_flight = -1;

static expert_field ei_retransmission = EI_INIT;
static expert_field ei_spurious = EI_INIT;
static expert_field ei_duplicate = EI_INIT;
static expert_field ei_out_of_order = EI_INIT;
static expert_field ei_gap = EI_INIT;
static expert_field ei_throttled = EI_INIT;
static expert_field ei_ack_unseen = EI_INIT;
static expert_field ei_connect_unanswered = EI_INIT;
static expert_field ei_compression = EI_INIT;
static expert_field ei_refused = EI_INIT;
static expert_field ei_chain = EI_INIT;
static expert_field ei_window_full = EI_INIT;
static expert_field ei_clock_skew = EI_INIT;

/* Shows a number of the analysis. The item is generated: it has no bytes in the packet. */
static void
show_number(proto_tree *tree, int hf, tvbuff_t *tvb, uint32_t number)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, 0, 0, number));
}

static void
show_time(proto_tree *tree, int hf, tvbuff_t *tvb, const nstime_t *interval)
{
    proto_item_set_generated(proto_tree_add_time(tree, hf, tvb, 0, 0, interval));
}

static void
show_mark(proto_tree *tree, int hf, tvbuff_t *tvb)
{
    proto_item_set_generated(proto_tree_add_item(tree, hf, tvb, 0, 0, ENC_NA));
}

static void
show_acknowledgement(const enet_command_t *command, const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree)
{
    const enet_event_t *first = event->remark && event->remark->original ? event->remark->original : event;
    nstime_t rtt = enet_nanoseconds(event->ack_rtt);
    nstime_t jitter = enet_nanoseconds(ABS(event->ack_rtt - event->ack_rtt_before));

    if (event->acks && !enet_command_is_fragment(command)) {
        show_number(tree, hf_enet_analysis_acks, tvb, event->acks);
        if (enet_event_has_rtt(event))
            show_time(tree, hf_enet_analysis_ack_rtt, tvb, &rtt);
        if (event->ack_rtt_before && !(event->flags & ENET_EVENT_DUPLICATE))
            show_time(tree, hf_enet_analysis_jitter, tvb, &jitter);
    }
    if (first->acked_frame)
        show_number(tree, hf_enet_analysis_acked_in, tvb, first->acked_frame);
}

static void
show_repeat(const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree)
{
    if (event->flags & ENET_EVENT_RETRANSMISSION) {
        show_number(tree, hf_enet_analysis_retransmission, tvb, event->remark->first_frame);
        show_number(tree, hf_enet_analysis_retransmission_count, tvb, event->remark->count);
        show_time(tree, hf_enet_analysis_since_first, tvb, &event->remark->since_first);
        if (enet_event_lost_before(event))
            show_number(tree, hf_enet_analysis_lost_before, tvb, enet_event_lost_before(event));
    }
    if (event->flags & ENET_EVENT_SPURIOUS)
        show_mark(tree, hf_enet_analysis_spurious_retransmission, tvb);
    if (event->flags & ENET_EVENT_DUPLICATE)
        show_mark(tree, hf_enet_analysis_duplicate, tvb);
    if (event->flags & ENET_EVENT_OUT_OF_ORDER)
        show_mark(tree, hf_enet_analysis_out_of_order, tvb);
}

/* Shows what became of the missing numbers. This is known later than the gap, so one pass shows little. */
static void
show_outcome(const enet_gap_t *gap, bool is_late_known, tvbuff_t *tvb, proto_tree *tree)
{
    static const int *const fields[] = {
        [ENET_GAP_OPEN]      = &hf_enet_analysis_gap_open,
        [ENET_GAP_LOST]      = &hf_enet_analysis_gap_lost,
        [ENET_GAP_THROTTLED] = &hf_enet_analysis_gap_throttled,
    };

    if (!is_late_known)
        return;
    if (gap->late)
        show_number(tree, hf_enet_analysis_gap_late, tvb, gap->late);
    if (gap->missing > gap->late)
        show_number(tree, *fields[gap->state], tvb, gap->missing - gap->late);
}

static void
show_missing(const enet_event_t *event, const packet_info *pinfo, tvbuff_t *tvb, proto_tree *tree)
{
    const enet_gap_t *gap = event->remark ? event->remark->gap : NULL;

    if (!gap)
        return;
    show_number(tree, hf_enet_analysis_gap, tvb, gap->missing);
    show_outcome(gap, PINFO_FD_VISITED(pinfo), tvb, tree);
    if (gap->numbering->all) {
        show_number(tree, hf_enet_analysis_unsent, tvb, gap->numbering->all->throttled);
        show_number(tree, hf_enet_analysis_lost, tvb, gap->numbering->all->lost);
    }
}

/*
 * Chooses the expert item of a gap; NULL: none. A throttled gap gets its item in any pass. Lost numbers get theirs
 * only in later passes, because in the first pass they may still come.
 */
static expert_field *
verdict_on(const enet_gap_t *gap, const packet_info *pinfo)
{
    if (gap->state == ENET_GAP_THROTTLED)
        return &ei_throttled;
    return PINFO_FD_VISITED(pinfo) && gap->state == ENET_GAP_LOST && gap->missing > gap->late ? &ei_gap : NULL;
}

/* Shows that the directions are out of order, with the times if these tell by how much. */
static void
show_skew(const enet_event_t *event, packet_info *pinfo, proto_item *item)
{
    double by = (double)event->remark->skew / 1e6;

    if (by > 0)
        experts_add_format(pinfo, item, &ei_clock_skew,
            "Captured %.3f ms after its answer in frame %u: the clocks of the two directions differ by this at least, or their "
            "frames are delayed", by, event->acked_frame);
    else
        experts_add_format(pinfo, item, &ei_clock_skew,
            "Stands behind its answer in frame %u: the frames are not in the order of the wire", event->acked_frame);
}

/* Shows that a command was sent again and again, and within which time, unless the clock was set back meanwhile. */
static void
show_chain(const enet_remark_t *remark, packet_info *pinfo, proto_item *item)
{
    const double seconds = nstime_to_sec(&remark->since_first);
    const char *within = seconds < 0 ? "" : wmem_strdup_printf(pinfo->pool, " within %.3f s", seconds);

    experts_add_format(pinfo, item, &ei_chain,
        "Sent %u times%s without an acknowledgement; ENet gives the peer up after 5 to 30 s of this", remark->count + 1, within);
}

/* Adds the expert items. Each is worded as what the capture shows. */
static void
show_experts(const enet_event_t *event, packet_info *pinfo, proto_item *item)
{
    const struct {
        unsigned      flag;
        expert_field *field;
    } plain[] = {
        { ENET_EVENT_RETRANSMISSION, &ei_retransmission },
        { ENET_EVENT_SPURIOUS,       &ei_spurious },
        { ENET_EVENT_DUPLICATE,      &ei_duplicate },
        { ENET_EVENT_OUT_OF_ORDER,   &ei_out_of_order },
        { ENET_EVENT_ACK_UNSEEN,     &ei_ack_unseen },
        { ENET_EVENT_COMPRESSION,    &ei_compression },
        { ENET_EVENT_REFUSED,        &ei_refused },
        { ENET_EVENT_WINDOW_FULL,    &ei_window_full },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(plain); i++)
        if (event->flags & plain[i].flag)
            experts_add(pinfo, item, plain[i].field);
    if (event->flags & ENET_EVENT_CHAIN)
        show_chain(event->remark, pinfo, item);
    if (event->flags & ENET_EVENT_SKEW)
        show_skew(event, pinfo, item);
    if (event->flags & ENET_EVENT_CONNECT_UNANSWERED)
        experts_add_format(pinfo, item, &ei_connect_unanswered,
            "CONNECT sent %u times, not answered", event->remark->count + 1);
    if (event->missing > 0 && verdict_on(event->remark->gap, pinfo))
        experts_add(pinfo, item, verdict_on(event->remark->gap, pinfo));
}

void
enet_show_initial_rtt(const enet_connection_t *connection, tvbuff_t *tvb,
                      const packet_info *pinfo, proto_tree *tree)
{
    const nstime_t *rtt = enet_initial_rtt(connection, pinfo->num);

    if (rtt)
        show_time(tree, hf_enet_analysis_initial_rtt, tvb, rtt);
}

void
enet_show_analysis(const enet_command_t *command, const enet_event_t *event, tvbuff_t *tvb,
                   packet_info *pinfo, proto_tree *tree, proto_item *item)
{
    if (event->flags || event->missing)
        show_experts(event, pinfo, item);
    if (!tree)
        return;
    show_acknowledgement(command, event, tvb, tree);
    show_repeat(event, tvb, tree);
    show_missing(event, pinfo, tvb, tree);
    if (command->length > 0 && enet_command_is_reliable(command))
        show_number(tree, hf_enet_analysis_bytes_in_flight, tvb, event->bytes_in_flight);
}

void
enet_show_delivery(const enet_event_t *event, tvbuff_t *tvb, proto_tree *tree)
{
    const enet_delivery_t *delivery = enet_event_wait(event);

    if (!delivery)
        return;
    show_mark(tree, hf_enet_analysis_waiting, tvb);
    if (!delivery->frame)
        return;
    show_number(tree, hf_enet_analysis_delivered_in, tvb, delivery->frame);
    show_time(tree, hf_enet_analysis_waited, tvb, &delivery->waited);
    if (delivery->assumed)
        show_mark(tree, hf_enet_analysis_delivery_assumed, tvb);
}

void
enet_analysis_tree_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_enet_analysis_acked_in,
          { "Acknowledged in", "enet.analysis.acked_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
            "Frame with the acknowledgement of this transmission", HFILL } },
        { &hf_enet_analysis_acks,
          { "Acknowledges", "enet.analysis.acks", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
            "Frame with the transmission that this acknowledges", HFILL } },
        { &hf_enet_analysis_ack_rtt,
          { "Round trip", "enet.analysis.ack_rtt", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "From a transmission to its acknowledgement, at the point of capture", HFILL } },
        { &hf_enet_analysis_jitter,
          { "Jitter", "enet.analysis.jitter", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "By how much the round trip differs from the one before it on its channel", HFILL } },
        { &hf_enet_analysis_initial_rtt,
          { "Initial round trip", "enet.analysis.initial_rtt", FT_RELATIVE_TIME, BASE_NONE,
            NULL, 0, "From CONNECT over VERIFY_CONNECT to its acknowledgement", HFILL } },
        { &hf_enet_analysis_retransmission,
          { "Retransmission of", "enet.analysis.retransmission", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV), 0,
            "Frame with the first transmission of this command", HFILL } },
        { &hf_enet_analysis_retransmission_count,
          { "Retransmission count", "enet.analysis.retransmission_count", FT_UINT32, BASE_DEC,
            NULL, 0, "How often the command was repeated, with this one", HFILL } },
        { &hf_enet_analysis_since_first,
          { "Since first transmission", "enet.analysis.since_first", FT_RELATIVE_TIME, BASE_NONE,
            NULL, 0, "Time since the command was first seen", HFILL } },
        { &hf_enet_analysis_lost_before,
          { "Lost transmission", "enet.analysis.lost_before", FT_FRAMENUM, BASE_NONE,
            NULL, 0, "Transmission before this one that was never acknowledged, though another one was: it was "
                     "lost on the way, or its acknowledgement was", HFILL } },
        { &hf_enet_analysis_spurious_retransmission,
          { "Spurious retransmission", "enet.analysis.spurious_retransmission", FT_NONE,
            BASE_NONE, NULL, 0, "The acknowledgement had been captured before", HFILL } },
        { &hf_enet_analysis_duplicate,
          { "Duplicate", "enet.analysis.duplicate", FT_NONE, BASE_NONE, NULL, 0,
            "The same command in a copy of the same datagram", HFILL } },
        { &hf_enet_analysis_out_of_order,
          { "Out of order", "enet.analysis.out_of_order", FT_NONE, BASE_NONE, NULL, 0,
            "A later number was captured before", HFILL } },
        { &hf_enet_analysis_gap,
          { "Missing before", "enet.analysis.gap", FT_UINT32, BASE_DEC, NULL, 0,
            "How many numbers of this counter are missing before this command", HFILL } },
        { &hf_enet_analysis_gap_lost,
          { "Of these never came", "enet.analysis.gap.lost", FT_UINT32, BASE_DEC, NULL, 0,
            "How many of the numbers missing before this command did not come within a second, nor later", HFILL } },
        { &hf_enet_analysis_gap_late,
          { "Of these came later", "enet.analysis.gap.late", FT_UINT32, BASE_DEC, NULL, 0,
            "How many of the numbers missing before this command came after it", HFILL } },
        { &hf_enet_analysis_gap_throttled,
          { "Of these never sent", "enet.analysis.gap.throttled", FT_UINT32, BASE_DEC, NULL, 0,
            "How many of the numbers missing before this command the sender's own throttle dropped", HFILL } },
        { &hf_enet_analysis_gap_open,
          { "Of these may still come", "enet.analysis.gap.open", FT_UINT32, BASE_DEC, NULL, 0,
            "How many of the numbers missing before this command may still come: no datagram of the connection was "
            "captured more than a second later, nor its end", HFILL } },
        { &hf_enet_analysis_unsent,
          { "Dropped before sending, in all", "enet.analysis.unsent", FT_UINT32, BASE_DEC, NULL, 0,
            "Unreliable messages of this end that its own throttle dropped, in the whole connection", HFILL } },
        { &hf_enet_analysis_lost,
          { "Lost on the way, in all", "enet.analysis.lost", FT_UINT32, BASE_DEC, NULL, 0,
            "Unreliable messages that this end sent and that never came, in the whole connection", HFILL } },
        { &hf_enet_analysis_waiting,
          { "Waits for missing numbers of its channel", "enet.analysis.waiting", FT_NONE, BASE_NONE,
            NULL, 0, "The receiver delivers the message when everything that was sent before it has come", HFILL } },
        { &hf_enet_analysis_delivered_in,
          { "Delivered in", "enet.analysis.delivered_in", FT_FRAMENUM, BASE_NONE, NULL, 0,
            "Frame that completes what was sent before the message on its channel", HFILL } },
        { &hf_enet_analysis_waited,
          { "Waited", "enet.analysis.waited", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "From this frame to the one that delivers the message", HFILL } },
        { &hf_enet_analysis_delivery_assumed,
          { "Delivery assumed", "enet.analysis.delivery_assumed", FT_NONE, BASE_NONE, NULL, 0,
            "The missing messages did not come in the capture, but nothing waits longer than this", HFILL } },
        { &hf_enet_analysis_bytes_in_flight,
          { "Bytes in flight", "enet.analysis.bytes_in_flight", FT_UINT32,
            BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
            "Reliable data sent and not yet acknowledged at the point of capture", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_retransmission,
          { "enet.analysis.retransmitted", PI_SEQUENCE, PI_NOTE, "Retransmission", EXPFILL } },
        { &ei_spurious,
          { "enet.analysis.spurious", PI_SEQUENCE, PI_NOTE,
            "Retransmission of a command whose acknowledgement had been captured", EXPFILL } },
        { &ei_duplicate,
          { "enet.analysis.duplicated", PI_SEQUENCE, PI_NOTE,
            "Duplicate: the same command was captured before", EXPFILL } },
        { &ei_out_of_order,
          { "enet.analysis.disordered", PI_SEQUENCE, PI_NOTE,
            "Out of order, or a repetition of one that was not captured", EXPFILL } },
        { &ei_gap,
          { "enet.analysis.missing", PI_SEQUENCE, PI_NOTE,
            "Numbers missing before this one never came", EXPFILL } },
        { &ei_throttled,
          { "enet.analysis.throttled", PI_SEQUENCE, PI_NOTE,
            "Numbers missing before this one just as ENet's throttle leaves them out: dropped by "
            "the sender itself, not by the network",
            EXPFILL } },
        { &ei_ack_unseen,
          { "enet.analysis.ack_unseen", PI_SEQUENCE, PI_NOTE,
            "Acknowledges a transmission that was not captured before it", EXPFILL } },
        { &ei_clock_skew,
          { "enet.analysis.clock_skew", PI_SEQUENCE, PI_NOTE,
            "Captured after its own answer: the clocks of the two directions differ, or the frames are not in the order of the wire",
            EXPFILL } },
        { &ei_connect_unanswered,
          { "enet.analysis.connect_unanswered", PI_SEQUENCE, PI_WARN,
            "CONNECT is not answered", EXPFILL } },
        { &ei_compression,
          { "enet.analysis.compression_mismatch", PI_PROTOCOL, PI_WARN,
            "Only one side sends compressed datagrams and the handshake does not get on: "
            "both sides must be set to the same compression", EXPFILL } },
        { &ei_refused,
          { "enet.analysis.refused", PI_SEQUENCE, PI_WARN,
            "The responder completed the handshake and has not answered since: "
            "so does a Godot server that refuses a client", EXPFILL } },
        { &ei_chain,
          { "enet.analysis.timeout_near", PI_SEQUENCE, PI_WARN,
            "Repeated without an acknowledgement", EXPFILL } },
        { &ei_window_full,
          { "enet.analysis.window_full", PI_SEQUENCE, PI_NOTE,
            "Bytes in flight fill the receiver's window: the sender must wait", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
