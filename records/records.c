/* records/records.c
 * What does a frame keep for statistics, and does a listener want it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "records/records.h"
#include "records/experts.h"

#include <epan/tap.h>

/* Key of the mark that says that listeners to rows hear of a frame, under Wireshark's protocol of expert items. */
#define ROWS_KEY 1

static int frame_tap = -1;
static int rows_tap = -1;
static int rows_proto = -1;

bool
records_wanted(const records_kind_t *kind)
{
    return have_tap_listener(kind->tap) || have_tap_listener(frame_tap) || have_tap_listener(rows_tap);
}

bool
records_rows_wanted(void)
{
    return have_tap_listener(rows_tap);
}

/*
 * Listeners run when the frame is done: they find all of its records, though the first one queues. Wireshark's queue has
 * 5,000 places, which one datagram of messages could fill, so a frame takes one place of each kind.
 */
static void
queue_frame(packet_info *pinfo)
{
    if (p_get_proto_data(pinfo->pool, pinfo, rows_proto, ROWS_KEY))
        return;
    p_add_proto_data(pinfo->pool, pinfo, rows_proto, ROWS_KEY, pinfo);
    tap_queue_packet(rows_tap, pinfo, NULL);
}

const wmem_list_t *
records_of_frame(const records_kind_t *kind, packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, kind->proto, kind->key);
}

void
records_keep(const records_kind_t *kind, packet_info *pinfo, void *record)
{
    wmem_list_t *records = p_get_proto_data(pinfo->pool, pinfo, kind->proto, kind->key);

    if (!records) {
        records = wmem_list_new(pinfo->pool);
        p_add_proto_data(pinfo->pool, pinfo, kind->proto, kind->key, records);
        tap_queue_packet(kind->tap, pinfo, records);
        queue_frame(pinfo);
    }
    wmem_list_append(records, record);
}

void
records_register_kind(records_kind_t *kind, int proto, uint32_t key, const char *tap)
{
    *kind = (records_kind_t) { .proto = proto, .key = key, .tap = register_tap(tap) };
}

void
records_register(void)
{
    frame_tap = register_tap("godot_frame");
    rows_tap = register_tap("godot_rows");
    rows_proto = proto_get_id_by_filter_name("_ws.expert");
    experts_register();
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
