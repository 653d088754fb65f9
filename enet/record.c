/* enet/record.c
 * What does a datagram tell the statistics?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/record.h"

#include <epan/tap.h>

/* Key of the records among the data that a frame has under ENet's protocol while it is dissected. */
#define RECORDS_KEY 1

static int proto_enet = -1;

static int datagram_tap = -1;
static int frame_tap = -1;

static void
keep(packet_info *pinfo, enet_record_t *record)
{
    wmem_list_t *records = p_get_proto_data(pinfo->pool, pinfo, proto_enet, RECORDS_KEY);

    if (!records) {
        records = wmem_list_new(pinfo->pool);
        p_add_proto_data(pinfo->pool, pinfo, proto_enet, RECORDS_KEY, records);
    }
    wmem_list_append(records, record);
}

void
enet_record_command(packet_info *pinfo, const enet_record_t *record, unsigned index)
{
    if (record)
        ws_list_experts(pinfo, record->experts[index]);
}

/* Returns the results for all commands, also for those that have none of their own. */
static const enet_event_t *
events_of(const enet_datagram_t *datagram)
{
    enet_event_t *events = wmem_alloc_array(datagram->pinfo->pool, enet_event_t, MAX(datagram->count, 1));

    for (unsigned i = 0; i < datagram->count; i++)
        events[i] = *enet_datagram_event(datagram, i);
    return events;
}

enet_record_t *
enet_record_new(const enet_datagram_t *datagram)
{
    wmem_allocator_t *pool = datagram->pinfo->pool;
    enet_record_t *record;

    if (!have_tap_listener(datagram_tap) && !have_tap_listener(frame_tap))
        return NULL;
    record = wmem_new(pool, enet_record_t);
    *record = (enet_record_t) {
        .connection = datagram->connection,
        .direction = datagram->direction,
        .tvb = datagram->tvb,
        .compressed = datagram->header.compressed,
        .head = enet_datagram_body_offset(datagram),
        .block = datagram->block ? (unsigned)tvb_reported_length_remaining(datagram->block, datagram->block_offset) : 0,
        .count = datagram->count,
        .commands = wmem_memdup(pool, datagram->commands, datagram->count * sizeof *datagram->commands),
        .events = events_of(datagram),
        .messages = wmem_alloc0_array(pool, const void *, datagram->count),
        .experts = wmem_alloc0_array(pool, wmem_list_t *, MAX(datagram->count, 1)),
    };
    for (unsigned i = 0; i < MAX(datagram->count, 1); i++)
        record->experts[i] = wmem_list_new(pool);
    enet_record_command(datagram->pinfo, record, 0);
    keep(datagram->pinfo, record);
    return record;
}

void
enet_record_queue(packet_info *pinfo, const enet_record_t *record)
{
    if (record)
        tap_queue_packet(datagram_tap, pinfo, record);
}

const wmem_list_t *
enet_records_of_frame(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_enet, RECORDS_KEY);
}

void
enet_record_register(int proto)
{
    proto_enet = proto;
    datagram_tap = register_tap("enet");
}

void
enet_record_handoff(void)
{
    frame_tap = find_tap_id("godot_frame");
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
