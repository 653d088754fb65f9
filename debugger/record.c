/* debugger/record.c
 * What does a debugger message tell the statistics?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/record.h"
#include "variant/labels.h"

#include <epan/tap.h>

/* Key of the records among the data that a frame has under the protocol "godot.debug" while it is dissected. */
#define RECORDS_KEY 0

static int proto_godot_debug = -1;

static int packet_tap = -1;
static int frame_tap = -1;

static void
keep(packet_info *pinfo, godot_debug_record_t *record)
{
    wmem_list_t *records = p_get_proto_data(pinfo->pool, pinfo, proto_godot_debug, RECORDS_KEY);

    if (!records) {
        records = wmem_list_new(pinfo->pool);
        p_add_proto_data(pinfo->pool, pinfo, proto_godot_debug, RECORDS_KEY, records);
    }
    wmem_list_append(records, record);
}

godot_debug_record_t *
godot_debug_record(packet_info *pinfo, const char *name, bool begins, godot_debug_direction_t direction, unsigned bytes)
{
    godot_debug_record_t *record;

    if (!have_tap_listener(packet_tap) && !have_tap_listener(frame_tap))
        return NULL;
    record = wmem_new(pinfo->pool, godot_debug_record_t);
    *record = (godot_debug_record_t) { .begins = begins, .direction = direction, .bytes = bytes };
    record->name = name ? godot_printable(pinfo->pool, name) : NULL;
    record->experts = wmem_list_new(pinfo->pool);
    ws_list_experts(pinfo, record->experts);
    keep(pinfo, record);
    tap_queue_packet(packet_tap, pinfo, record);
    return record;
}

const wmem_list_t *
godot_debug_records_of_frame(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_godot_debug, RECORDS_KEY);
}

void
godot_debug_record_register(int proto)
{
    proto_godot_debug = proto;
    packet_tap = register_tap("godot_debug");
}

void
godot_debug_record_handoff(void)
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
