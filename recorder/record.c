/* recorder/record.c
 * What does a record tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/record.h"
#include "records/experts.h"
#include "records/records.h"

/* Key of the records among the data that a frame has under the protocol "godot.record" while it is dissected. */
#define RECORDS_KEY 1

static records_kind_t kind;

recording_record_t *
recording_record_new(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header)
{
    const char *word = recording_kind(header->kind)->word;
    recording_record_t *record;

    if (!records_wanted(&kind))
        return NULL;
    record = wmem_new0(pinfo->pool, recording_record_t);
    record->word = word ? word : "record";
    record->header = *header;
    record->first_pass = !PINFO_FD_VISITED(pinfo);
    record->bytes = tvb_reported_length(tvb);
    record->is_packet = header->length && header->kind == RECORDING_PACKET;
    if (record->is_packet)
        record->packet = recording_packet(tvb);
    experts_collect(pinfo, &record->experts);
    records_keep(&kind, pinfo, record);
    return record;
}

const wmem_list_t *
recording_records_of_frame(packet_info *pinfo)
{
    return records_of_frame(&kind, pinfo);
}

void
recording_record_register(int proto)
{
    records_register_kind(&kind, proto, RECORDS_KEY, "godot_record");
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
