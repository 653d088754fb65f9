/* debugger/record.c
 * What does a debugger message tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/record.h"
#include "records/experts.h"
#include "records/records.h"
#include "variant/labels.h"

/* Key of the records among the data that a frame has under the protocol "godot.debug" while it is dissected. */
#define RECORDS_KEY 0

static records_kind_t packets;

godot_debug_record_t *
godot_debug_record(packet_info *pinfo, const char *name, bool begins, godot_debug_direction_t direction, unsigned bytes)
{
    godot_debug_record_t *record;

    if (!records_wanted(&packets))
        return NULL;
    record = wmem_new(pinfo->pool, godot_debug_record_t);
    *record = (godot_debug_record_t) { .begins = begins, .direction = direction, .bytes = bytes };
    record->name = name ? godot_printable(pinfo->pool, name) : NULL;
    experts_collect(pinfo, &record->experts);
    records_keep(&packets, pinfo, record);
    return record;
}

const wmem_list_t *
godot_debug_records_of_frame(packet_info *pinfo)
{
    return records_of_frame(&packets, pinfo);
}

void
godot_debug_record_register(int proto)
{
    records_register_kind(&packets, proto, RECORDS_KEY, "godot_debug");
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
