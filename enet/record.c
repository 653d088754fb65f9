/* enet/record.c
 * What does a datagram tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/record.h"
#include "records/experts.h"
#include "records/records.h"

/* Key of the records among the data that a frame has under ENet's protocol while it is dissected. */
#define RECORDS_KEY 1

static records_kind_t datagrams;

void
enet_record_command(packet_info *pinfo, const enet_record_t *record, unsigned index)
{
    if (record)
        experts_collect(pinfo, &record->experts[index]);
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

    if (!records_wanted(&datagrams))
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
    enet_record_command(datagram->pinfo, record, 0);
    records_keep(&datagrams, datagram->pinfo, record);
    return record;
}

/*
 * Takes the results of the commands once more: in the first pass, the dissectors of the messages found out only now
 * which of these wait.
 */
void
enet_record_end(const enet_datagram_t *datagram)
{
    if (datagram->record)
        datagram->record->events = events_of(datagram);
}

const wmem_list_t *
enet_records_of_frame(packet_info *pinfo)
{
    return records_of_frame(&datagrams, pinfo);
}

void
enet_record_register(int proto)
{
    records_register_kind(&datagrams, proto, RECORDS_KEY, "enet");
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
